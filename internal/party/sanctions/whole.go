package sanctions

import (
	"fmt"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
)

// whole refuses a list that has its parties but not what makes them known: a publisher that renames or moves a field
// would otherwise take the names from half of the people, or make companies of them, and nobody would be found. least
// is the number of parties that the list has to have; the smallest list may be without persons one day. Of the parties
// of the real lists a third or more are persons, a third or more are not, and two in five or more have a further name.
// Each has a name, a reference of its own and a programme. The bounds are far below.
func whole(src Source, least int) error {
	n := len(src.Parties)
	refs := make(map[string]bool, n)
	var named, programmed, others, persons, born int
	accented := 0
	garbled := 0
	for i := range src.Parties {
		p := &src.Parties[i]
		if p.Ref != "" {
			refs[p.Ref] = true
		}
		if len(p.Names) > mostOfOne {
			return fmt.Errorf("%.40q has over %d names", p.Ref, mostOfOne)
		}
		named += one(len(p.Names) > 0)
		others += one(len(p.Names) > 1)
		programmed += one(len(p.Programs) > 0)
		persons += one(p.Type == Individual)
		born += one(p.Type == Individual && len(p.Births) > 0)
		for _, name := range p.Names {
			switch spelling(name.Text) {
			case wrongEncoding:
				garbled++
				accented++
			case beyondASCII:
				accented++
			}
		}
	}

	mixed := 5
	if least < smallList {
		mixed = 0
	}

	for _, part := range []struct {
		what     string
		have, of int
		percent  int
	}{
		{"parties with a name", named, n, 98},
		{"different references", len(refs), n, 98},
		{"parties with a programme", programmed, n, 80},
		{"parties with a further name", others, n, 10},
		{"persons", persons, n, mixed},
		{"parties other than persons", n - persons, n, mixed},
		{"persons with a date of birth", born, persons, mixed},
		{"names in the encoding that the list declares", accented - garbled, accented, 50},
	} {
		if part.have*100 < part.of*part.percent {
			return fmt.Errorf("%d %s of %d, at least %d %% wanted", part.have, part.what, part.of, part.percent)
		}
	}

	if n > least*mostGrown {
		return fmt.Errorf("%d parties: more than this list can have", n)
	}
	return nil
}

// mostGrown is how many times the least number of parties a list may have: OFAC's two lists have one form, and the large
// one is not the small one.
const mostGrown = 20

// smallList is the least number of parties from which a list is taken to have persons and others.
const smallList = 500

func one(yes bool) int {
	if yes {
		return 1
	}
	return 0
}

// Signs of a wrong encoding in the letters of a name.
const (
	onlyASCII = iota
	beyondASCII
	wrongEncoding // UTF-8 that was read as another encoding, or letters that were lost
)

func spelling(s string) int {
	kind := onlyASCII
	for i := 0; i < len(s); i++ {
		if s[i] >= utf8.RuneSelf {
			kind = beyondASCII
			break
		}
	}

	if kind == onlyASCII {
		return kind
	}

	for _, r := range s {
		if r == utf8.RuneError {
			return wrongEncoding
		}
	}

	if bytes, err := charmap.Windows1252.NewEncoder().String(s); err == nil && utf8.ValidString(bytes) {
		return wrongEncoding
	}
	if bytes, err := charmap.ISO8859_1.NewEncoder().String(s); err == nil && utf8.ValidString(bytes) {
		return wrongEncoding
	}

	return kind
}
