package exempt

import (
	"cmp"
	"encoding/binary"
	"hash/fnv"
	"slices"
	"strings"

	"github.com/farebox/farebox/internal/party/names"
	"github.com/farebox/farebox/internal/upstream/diskindex"
	"github.com/farebox/farebox/internal/upstream/irs"
)

// The index of names is three tables. The first has the words of all names, with the number of names that have them.
// The second has, for each word and state, the organisations whose name has it, as one packed list. The third has,
// for each word of letters, the keys by which words one or two slips away from it are found.
//
// A packed list holds numbers in rising order, each as the distance to the one before (varint). A number is an EIN with
// the count of words of its name in the last four bits, by which the shortest of many names with the same words are
// chosen without a look at them.

const (
	countBits = 4
	mostCount = 1<<countBits - 1
	einBits   = 30
	stateBits = 8
	wordBits  = 64 - countBits - einBits - stateBits
	runLength = 1 << 20 // occurrences that are sorted at once
)

// wordIndex gathers the words of names. An occurrence is one number: word, state, EIN and count of words, so that
// sorting the numbers groups them.
type wordIndex struct {
	ids    map[string]uint32
	texts  []string
	states map[string]uint8
	places []string
	runs   [][]uint64 // all but the last one are full and sorted
}

func newWordIndex() *wordIndex {
	return &wordIndex{ids: map[string]uint32{}, states: map[string]uint8{}}
}

// light words are in no list: they are in too many names.
var light = map[string]bool{
	"the": true, "of": true, "and": true, "for": true, "a": true, "an": true, "in": true, "to": true, "at": true,
	"on": true, "by": true, "inc": true, "incorporated": true, "corp": true, "corporation": true, "co": true,
	"llc": true, "ltd": true,
}

// wordsOf are the different words of a text that are looked for.
func wordsOf(text string) []string {
	var out []string
	for word := range strings.FieldsSeq(names.Normalize(text)) {
		if !light[word] && !slices.Contains(out, word) {
			out = append(out, word)
		}
	}
	return out
}

func (x *wordIndex) add(o *irs.Organization) {
	words := wordsOf(o.Name)
	count := min(len(words), mostCount)
	if o.SortName != "" {
		words = append(words, slices.DeleteFunc(wordsOf(o.SortName), func(w string) bool {
			return slices.Contains(words, w)
		})...)
	}

	state := uint64(x.stateID(o.State))
	for _, word := range words {
		occurrence := uint64(x.wordID(word))<<(stateBits+einBits+countBits) |
			state<<(einBits+countBits) | uint64(o.EIN)<<countBits | uint64(count)
		if len(x.runs) == 0 || len(x.runs[len(x.runs)-1]) == runLength {
			x.endRun()
			x.runs = append(x.runs, make([]uint64, 0, runLength))
		}
		last := len(x.runs) - 1
		x.runs[last] = append(x.runs[last], occurrence)
	}
}

func (x *wordIndex) wordID(word string) uint32 {
	id, known := x.ids[word]
	if !known {
		id = uint32(len(x.texts))
		word = strings.Clone(word)
		x.ids[word] = id
		x.texts = append(x.texts, word)
	}
	return id & (1<<wordBits - 1)
}

// stateID numbers the states as they come. There are some 65 with those of the forces and freely associated ones.
func (x *wordIndex) stateID(state string) uint8 {
	id, known := x.states[state]
	if !known {
		id = uint8(min(len(x.places), 1<<stateBits-1))
		if len(x.places) < 1<<stateBits {
			x.places = append(x.places, strings.Clone(state))
		}
		x.states[state] = id
	}
	return id
}

func (x *wordIndex) endRun() {
	if len(x.runs) > 0 {
		slices.Sort(x.runs[len(x.runs)-1])
	}
}

// write puts the index into its tables, and empties it as it goes.
func (x *wordIndex) write(w *diskindex.Writer) error {
	x.endRun()
	found, err := x.writePostings(w)
	if err != nil {
		return err
	}
	x.runs = nil
	x.ids = nil
	if err := x.writeWords(w, found); err != nil {
		return err
	}
	return x.writeNear(w)
}

// writePostings goes over the sorted runs at once, and gives the number of names of each word.
func (x *wordIndex) writePostings(w *diskindex.Writer) (found []int, err error) {
	into, err := w.Into("INSERT INTO posting VALUES (?, ?, ?)")
	if err != nil {
		return nil, err
	}

	found = make([]int, len(x.texts))
	const group = einBits + countBits
	var list []byte
	var open, before uint64
	flush := func() error {
		if len(list) == 0 {
			return nil
		}
		word := open >> stateBits
		err := into.Row(int64(word), x.places[open&(1<<stateBits-1)], list)
		list = list[:0]
		before = 0
		return err
	}
	for occurrence := range merged(x.runs) {
		if occurrence>>group != open {
			if err := flush(); err != nil {
				return nil, err
			}
			open = occurrence >> group
		}
		number := occurrence & (1<<group - 1)
		if len(list) > 0 && number == before {
			continue
		}
		list = binary.AppendUvarint(list, number-before)
		before = number
		found[open>>stateBits]++
	}
	return found, flush()
}

// merged goes over the numbers of sorted runs in their order.
func merged(runs [][]uint64) func(yield func(uint64) bool) {
	return func(yield func(uint64) bool) {
		rest := slices.Clone(runs)
		for {
			least := -1
			for i, run := range rest {
				if len(run) > 0 && (least < 0 || run[0] < rest[least][0]) {
					least = i
				}
			}
			if least < 0 || !yield(rest[least][0]) {
				return
			}
			rest[least] = rest[least][1:]
		}
	}
}

func (x *wordIndex) writeWords(w *diskindex.Writer, found []int) error {
	into, err := w.Into("INSERT INTO word VALUES (?, ?, ?)")
	if err != nil {
		return err
	}
	for id, text := range x.texts {
		if err := into.Row(id, text, found[id]); err != nil {
			return err
		}
	}
	return nil
}

func (x *wordIndex) writeNear(w *diskindex.Writer) error {
	into, err := w.Into("INSERT OR IGNORE INTO near VALUES (?, ?)")
	if err != nil {
		return err
	}
	var rows []uint64
	for id, text := range x.texts {
		for _, key := range nearKeys(text) {
			rows = append(rows, uint64(key)<<32|uint64(id))
		}
	}
	slices.SortFunc(rows, cmp.Compare[uint64])
	for _, row := range rows {
		if err := into.Row(int64(row>>32), int64(row&(1<<32-1))); err != nil {
			return err
		}
	}
	return nil
}

// Words outside these lengths are found only as they are: a slip in a short one makes another word.
const (
	leastNear = 4
	mostNear  = 20
)

// nearKeys are the hashes of a word and of it without each of its letters. Two words share one when a letter of either
// is left out, added, changed or swapped with its neighbour; hashes that meet by chance cost a comparison.
func nearKeys(word string) []uint32 {
	if len(word) < leastNear || len(word) > mostNear || !alphabetic(word) {
		return nil
	}
	keys := make([]uint32, 0, len(word)+1)
	keys = append(keys, hashed(word, ""))
	for i := range word {
		keys = append(keys, hashed(word[:i], word[i+1:]))
	}
	return keys
}

func hashed(a, b string) uint32 {
	h := fnv.New32a()
	_, _ = h.Write([]byte(a)) // never fails
	_, _ = h.Write([]byte(b))
	return h.Sum32()
}

func alphabetic(word string) bool {
	for i := range len(word) {
		if word[i] < 'a' || word[i] > 'z' {
			return false
		}
	}
	return true
}
