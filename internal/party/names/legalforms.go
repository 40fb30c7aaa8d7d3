package names

import (
	_ "embed"
	"strings"
)

//go:embed data/legalforms.txt
var legalFormText string

//go:embed data/legalforms_elf.txt
var listedFormText string

// LegalForm is the legal form of a company.
type LegalForm struct {
	Class   string // LLC, JSC, LP, LLP, GP, COOP, FOUNDATION, ASSOC, GOV, TRUST or SOLE
	Display string // as the commonest form of the class is printed: Ltd, GmbH, S.A.
	Country string // ISO 3166-1 alpha-2 of the country that the entry is about, "" for many; others may have it too
}

type formTable struct {
	end, start map[string]LegalForm // by normalised words
	longest    int                  // words of the longest entry
	firsts     map[string][]string  // the entries of several words, by their first
	long       []string             // entries for limited and joint-stock companies of one word long enough to be known with a slip in it
}

// longForm is the number of letters from which a legal form is known with one slip: limted, corporatoin.
const longForm = 7

func newFormTable() *formTable {
	ft := &formTable{end: map[string]LegalForm{}, start: map[string]LegalForm{}, firsts: map[string][]string{}}
	for line := range strings.Lines(legalFormText + listedFormText) { // the common forms first: they win
		if strings.HasPrefix(line, "#") {
			continue
		}
		cols := strings.Split(strings.TrimSpace(line), "|")
		if len(cols) != 4 {
			continue
		}
		for i := range cols {
			cols[i] = strings.TrimSpace(cols[i])
		}
		form := LegalForm{Class: cols[0], Display: cols[1], Country: strings.Trim(cols[2], "-")}
		for _, alias := range strings.Split(cols[3], ";") {
			alias = strings.TrimSpace(alias)
			atStart := strings.HasPrefix(alias, "^")
			written := Normalize(strings.TrimPrefix(alias, "^"))
			if written == "" {
				continue
			}
			key := formKey(strings.Fields(written))
			if scriptOf(firstLetter([]rune(strings.TrimPrefix(alias, "^")))) == han {
				key = hanForm + written
			}
			ft.longest = max(ft.longest, strings.Count(key, " ")+1)
			if _, dup := ft.end[key]; !dup {
				ft.end[key] = form
				if first, _, several := strings.Cut(key, " "); several {
					ft.firsts[first] = append(ft.firsts[first], key)
				}
				if len(key) >= longForm && !strings.Contains(key, " ") && (form.Class == "LLC" || form.Class == "JSC") {
					ft.long = append(ft.long, key)
				}
			}
			if _, dup := ft.start[key]; atStart && !dup {
				ft.start[key] = form
			}
		}
	}

	return ft
}

// strip takes the legal forms off the end, then off the start, the longest first and repeatedly,
// but never all words that say something: of The Limited Inc, "the limited" is left. The form returned is the one that
// says most: the first found at the end, or else at the start.
func (ft *formTable) strip(ws []word) (core []word, forms []LegalForm) {
	core = ws
	for {
		form, n := ft.atEnd(core)
		if n == 0 || sayNothing(core[:len(core)-n]) {
			break
		}
		core, forms = core[:len(core)-n], append(forms, form)
	}
	for {
		form, n := ft.atStart(core)
		if n == 0 || sayNothing(core[n:]) {
			break
		}
		core, forms = core[n:], append(forms, form)
	}
	return core, forms
}

// sayNothing says whether no name is left of the words.
func sayNothing(ws []word) bool {
	for _, w := range ws {
		switch w.text {
		case "the", "a", "an", "of", "and":
		default:
			return false
		}
	}
	return true
}

func (ft *formTable) atEnd(ws []word) (LegalForm, int) {
	for n := min(ft.longest, len(ws)-1); n > 0; n-- {
		if f, ok := ft.end[formKeyOf(ws[len(ws)-n:])]; ok {
			return f, n
		}
	}
	if len(ws) > 1 {
		last := ws[len(ws)-1].text
		for _, form := range ft.long {
			if oneSlipOff(last, form) {
				return ft.end[form], 1
			}
		}
	}
	return LegalForm{}, 0
}

func (ft *formTable) atStart(ws []word) (LegalForm, int) {
	for n := min(ft.longest, len(ws)-1); n > 0; n-- {
		if f, ok := ft.start[formKeyOf(ws[:n])]; ok {
			return f, n
		}
	}
	return LegalForm{}, 0
}
