package versions

import (
	"cmp"
	"slices"
	"strings"
)

// maven is a version as Maven orders it: the POM reference's "Version Order Specification", with what ComparableVersion
// of Maven's main line does where the text leaves it open. It is a tree: hyphens, and changes between digits and
// letters, open a list within the list, which counts for less than what precedes it. A nil item is the end of a list.
//
// The library that orders other ecosystems follows an earlier ComparableVersion, which reads a qualifier behind a dot
// otherwise than one behind a hyphen: by it 6.5.11.v20200101 comes before 6.5.11-redhat-1.
type maven struct {
	kind      mavenKind
	number    string // without leading zeros, "" for zero
	qualifier string // in small letters, by its own name: rc for cr
	list      []*maven
}

// mavenKind orders items of different kinds: 1-1 is before 1.1.
type mavenKind int

const (
	mavenQualifier mavenKind = iota // rc
	mavenNumbered                   // rc1, also written rc-1
	mavenList
	mavenNumber
)

// parseMaven reads a version. Every text is one to Maven but the words for the newest there is.
func parseMaven(text string) *maven {
	text = strings.ToLower(text)
	if text == "latest" || text == "release" {
		return nil
	}

	root := &maven{kind: mavenList}
	r := mavenReader{open: []*maven{root}}
	for i := range len(text) {
		r.sign(text, i)
	}
	r.end()

	for _, list := range slices.Backward(r.open) {
		list.trim()
	}
	return root
}

// mavenReader collects the signs of an item, and opens lists within lists.
type mavenReader struct {
	open     []*maven // the lists that are open, innermost last
	item     []byte   // signs of the item that is being read
	isNumber bool     // the last sign was a digit
	numbered bool     // the item is a qualifier with a number
}

func (r *mavenReader) sign(text string, i int) {
	switch sign := text[i]; sign {
	case '.':
		r.close()
	case '-':
		r.hyphen(i+1 < len(text) && isDigit(text[i+1]))
	default:
		r.letter(sign)
	}
}

// hyphen ends an item and opens a list, but for one between a qualifier and its number: rc-1 is rc1.
func (r *mavenReader) hyphen(beforeDigit bool) {
	if len(r.item) > 0 && !r.isNumber && beforeDigit {
		r.numbered = true
		return
	}
	r.close()
	r.nest()
}

// letter adds a sign to the item. Digits behind a qualifier are its number, and letters behind a number a new list.
func (r *mavenReader) letter(sign byte) {
	digit := isDigit(sign)
	changes := len(r.item) > 0 && digit != r.isNumber
	switch {
	case changes && digit:
		r.numbered = true
		r.nestAfterSome()
	case changes:
		r.close()
		r.nest()
	}

	r.item = append(r.item, sign)
	r.isNumber = digit
}

func isDigit(sign byte) bool { return sign >= '0' && sign <= '9' }

// end closes the last item. A qualifier at the end counts as if after a hyphen, whatever precedes it.
func (r *mavenReader) end() {
	if len(r.item) == 0 {
		return
	}
	if !r.isNumber {
		r.nestAfterSome()
	}
	r.close()
}

func (r *mavenReader) innermost() *maven { return r.open[len(r.open)-1] }

// nest opens a list within the innermost one.
func (r *mavenReader) nest() {
	list := &maven{kind: mavenList}
	r.innermost().list = append(r.innermost().list, list)
	r.open = append(r.open, list)
}

func (r *mavenReader) nestAfterSome() {
	if len(r.innermost().list) > 0 {
		r.nest()
	}
}

// close ends the item. Nothing between two separators is zero.
func (r *mavenReader) close() {
	item := &maven{kind: mavenNumber}
	text := string(r.item)
	digits := strings.TrimLeft(text, "abcdefghijklmnopqrstuvwxyz_+!~:")
	switch {
	case r.numbered:
		item.kind = mavenNumbered
		item.qualifier = mavenWord(strings.TrimSuffix(text, digits), true)
		item.number = strings.TrimLeft(digits, "0")
	case r.isNumber || text == "":
		item.number = strings.TrimLeft(text, "0")
	default:
		item.kind = mavenQualifier
		item.qualifier = mavenWord(text, false)
	}

	r.innermost().list = append(r.innermost().list, item)
	r.item = r.item[:0]
	r.numbered = false
}

// mavenWord is a qualifier by its own name. Single letters are short forms only with a number behind them.
func mavenWord(word string, numbered bool) string {
	switch {
	case word == "cr":
		return "rc"
	case !numbered:
		return word
	case word == "a":
		return "alpha"
	case word == "b":
		return "beta"
	case word == "m":
		return "milestone"
	}
	return word
}

// trim leaves out zeros, and lists without items, that count for nothing: at the end, and before a qualifier.
func (m *maven) trim() {
	for i, item := range slices.Backward(m.list) {
		counts := item.number != "" || item.qualifier != "" || len(item.list) > 0
		if counts || i+1 < len(m.list) && !m.list[i+1].beginsWithWord() {
			continue
		}
		m.list = slices.Delete(m.list, i, i+1)
	}
	if len(m.list) == 1 && m.list[0].kind == mavenList {
		m.list = m.list[0].list
	}
}

// beginsWithWord is whether zeros before the item count for nothing.
func (m *maven) beginsWithWord() bool {
	switch m.kind {
	case mavenQualifier:
		return true
	case mavenList:
		return len(m.list) > 0 && m.list[0].kind <= mavenNumbered
	default:
		return false
	}
}

// compare orders two items. A nil item is the end of a list.
func (m *maven) compare(o *maven) int {
	switch {
	case m == nil && o == nil:
		return 0
	case m == nil:
		return -o.compare(nil)
	case o == nil:
		return m.compareToEnd()
	case m.kind == mavenNumber || o.kind == mavenNumber:
		return cmp.Or(cmp.Compare(m.kind, o.kind), cmp.Compare(len(m.number), len(o.number)),
			strings.Compare(m.number, o.number))
	case m.kind == mavenList:
		return m.compareList(o)
	case o.kind == mavenList:
		return -o.compareList(m)
	}
	return m.compareWord(o)
}

// compareToEnd orders an item and nothing: 1-rc is before 1, 1-sp and 1-1 are after it.
func (m *maven) compareToEnd() int {
	switch m.kind {
	case mavenNumber:
		return cmp.Compare(len(m.number), 0)
	case mavenList:
		for _, item := range m.list {
			if c := item.compareToEnd(); c != 0 {
				return c
			}
		}
		return 0
	default:
		return cmp.Or(compareWords(m.qualifier, ""), cmp.Compare(len(m.number), 0))
	}
}

// compareList orders a list and anything that is not a number: item by item, a word as a list of one.
func (m *maven) compareList(o *maven) int {
	others := o.list
	if o.kind != mavenList {
		others = []*maven{o}
	}
	for i := range max(len(m.list), len(others)) {
		if c := itemAt(m.list, i).compare(itemAt(others, i)); c != 0 {
			return c
		}
	}
	return 0
}

func itemAt(list []*maven, i int) *maven {
	if i < len(list) {
		return list[i]
	}
	return nil
}

// compareWord orders qualifiers with and without numbers: rc is before rc1, and ga is ga0.
func (m *maven) compareWord(o *maven) int {
	if c := compareWords(m.qualifier, o.qualifier); c != 0 {
		return c
	}
	if m.kind != o.kind && compareWords(m.qualifier, "") != 0 {
		return cmp.Compare(m.kind, o.kind)
	}
	return cmp.Or(cmp.Compare(len(m.number), len(o.number)), strings.Compare(m.number, o.number))
}

// mavenOrder are the qualifiers that Maven knows, in order; all others come after them, in the order of the alphabet.
var mavenOrder = []string{"alpha", "beta", "milestone", "rc", "snapshot", "", "sp"}

// mavenReleases are qualifiers that say no more than none does.
var mavenReleases = []string{"ga", "final", "release"}

func compareWords(a, b string) int {
	rankA := rankOf(a)
	rankB := rankOf(b)
	if rankA == len(mavenOrder) && rankB == len(mavenOrder) {
		return strings.Compare(a, b)
	}
	return cmp.Compare(rankA, rankB)
}

func rankOf(word string) int {
	if slices.Contains(mavenReleases, word) {
		word = ""
	}
	if at := slices.Index(mavenOrder, word); at >= 0 {
		return at
	}
	return len(mavenOrder)
}
