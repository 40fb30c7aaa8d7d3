package sanctions

import (
	"cmp"
	"errors"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/farebox/farebox/internal/party/names"
)

// List is one list with its index. It is read-only and safe for many goroutines.
type List struct {
	ID        string
	Published time.Time // zero when the list does not say
	Stated    int       // number of parties that the list itself says it has, 0 when it says none

	parties []Party
	shelves [len(kinds)]*names.Shelf
	owners  [len(kinds)][]nameRef // of the names on each shelf
	exact   []exactRef            // sorted
	wallets map[string][]walletRef
	ships   map[string][]uint32 // vessels by IMO number; a ship can be listed twice
	ids     map[string][]uint32 // parties by identity number
	names   *registered         // what others call the parties, or nil
}

// kinds are the ways to read a name, by place in List.shelves.
var kinds = [...]names.Kind{names.Person, names.Company, names.Vessel}

func shelfOf(t Type) int {
	switch t {
	case Individual:
		return 0
	case Entity:
		return 1
	}
	return 2
}

type nameRef struct {
	party uint32
	name  uint16
}

type exactRef struct {
	hash uint64
	nameRef
}

type walletRef struct {
	party  uint32
	wallet uint16
}

// NewList indexes a list, and takes it over. Names without a letter or digit that can be read are left out.
func NewList(e *names.Engine, src Source) *List {
	l := &List{
		ID: src.ID, Published: src.Published, Stated: src.Stated, parties: src.Parties,
		wallets: map[string][]walletRef{}, ships: map[string][]uint32{}, ids: map[string][]uint32{},
	}
	for k, kind := range kinds {
		l.shelves[k] = e.NewShelf(kind)
	}

	for i := range l.parties {
		p := &l.parties[i]
		k := shelfOf(p.Type)
		p.Names = slices.DeleteFunc(p.Names, func(n Name) bool { return strings.TrimSpace(n.Text) == "" })
		if len(p.Names) == 0 { // shown by its reference when an address or a number leads to it
			p.Names = []Name{{Text: p.Ref}}
			l.party(i)
			continue
		}
		p.Names = slices.Clip(p.Names[:min(len(p.Names), 1<<16-1)])
		for j := range p.Names {
			n := &p.Names[j]
			f, err := e.Read(kinds[k], cmp.Or(n.Reading, n.Text), "")
			n.Reading = ""
			if err != nil {
				continue
			}
			ref := nameRef{uint32(i), uint16(j)}
			l.shelves[k].Add(f)
			l.owners[k] = append(l.owners[k], ref)
			l.exact = append(l.exact, exactRef{hashOf(sameText(n.Text)), ref})
		}
		l.party(i)
	}

	for k := range kinds {
		l.shelves[k].Seal()
		l.owners[k] = slices.Clip(l.owners[k])
	}

	slices.SortFunc(l.exact, func(a, b exactRef) int {
		return cmp.Or(cmp.Compare(a.hash, b.hash), cmp.Compare(a.party, b.party), cmp.Compare(a.name, b.name))
	})
	l.exact = slices.Clip(l.exact)
	return l
}

// party indexes what identifies party i other than names.
func (l *List) party(i int) {
	p := &l.parties[i]
	for j, w := range p.Wallets[:min(len(p.Wallets), 1<<16-1)] {
		key := walletKey(w.Address)
		l.wallets[key] = append(l.wallets[key], walletRef{uint32(i), uint16(j)})
	}
	for _, id := range p.IDs {
		if key := idKey(id); key != "" {
			l.ids[key] = append(l.ids[key], uint32(i))
		}
	}
	p.IDs = nil // in the index
	if p.IMO != "" {
		l.ships[p.IMO] = append(l.ships[p.IMO], uint32(i))
	}
}

// Entries is the number of parties.
func (l *List) Entries() int { return len(l.parties) }

// Names is the number of names that are compared.
func (l *List) Names() int { return len(l.exact) }

// Addresses is the number of different crypto addresses.
func (l *List) Addresses() int { return len(l.wallets) }

// sameText is equal for names that are the same but for case, accents, punctuation and the order of their words: the
// words as names.Normalize gives them, sorted, and any Chinese characters as they are, since many sound alike.
func sameText(s string) string {
	words := strings.Fields(names.Normalize(s))
	if len(words) == 0 {
		return ""
	}
	slices.Sort(words)
	var han strings.Builder
	for _, c := range s {
		if unicode.Is(unicode.Han, c) {
			han.WriteRune(c)
		}
	}
	return strings.Join(words, " ") + "\x00" + han.String()
}

// hashOf is the FNV-1a hash of s.
func hashOf(s string) uint64 {
	h := uint64(14695981039346656037)
	for i := 0; i < len(s); i++ {
		h = (h ^ uint64(s[i])) * 1099511628211
	}
	return h
}

// equal calls found for every name that is the same text.
func (l *List) equal(text string, found func(nameRef)) {
	hash := hashOf(text)
	at, _ := slices.BinarySearchFunc(l.exact, hash, func(e exactRef, h uint64) int { return cmp.Compare(e.hash, h) })
	for ; at < len(l.exact) && l.exact[at].hash == hash; at++ {
		ref := l.exact[at].nameRef
		if sameText(l.parties[ref.party].Names[ref.name].Text) == text {
			found(ref)
		}
	}
}

// check refuses a list that has lost entries on the way.
func (l *List) check() error {
	if float64(l.Entries()) < float64(l.Stated)*0.98 {
		return errors.New("fewer entries than the list's head says")
	}
	return nil
}
