package organisations

import (
	"fmt"
)

// verdict is whether two entries of different registers are one organisation.
type verdict struct {
	join       bool
	confidence float64
	field      string // what speaks against it, or makes it less sure; "" for nothing
	detail     string
	clash      bool // it is a contradiction
}

// registered compares an entry of the SEC with one of GLEIF. An identifier that a third register states for both is
// believed when some name that each of them has or had is the same, and the countries do not differ.
func (c comparer) registered(filer, record entry, method Method) verdict {
	if method == NameExact {
		return c.onlyByName(filer, record)
	}

	like, score := c.nearest(filer.names, record.names)
	switch {
	case like != same:
		return verdict{
			field:  "name",
			detail: "the names of the two entries are not the same",
			clash:  score < apartScore,
		}
	case filer.place != "" && record.place != "" && filer.country() != record.country():
		return verdict{
			field:  "jurisdiction",
			detail: "the two entries are incorporated in different countries",
			clash:  true,
		}
	case filer.place != "" && record.place != "" && !samePlace(filer.place, record.place) && !sameOffice(filer, record):
		return verdict{
			field:  "jurisdiction",
			detail: "the two entries are incorporated in different parts of one country and have other head offices",
			clash:  true,
		}
	case filer.place != "" && record.place != "" && !samePlace(filer.place, record.place):
		return verdict{
			join:       true,
			confidence: sureLoose,
			field:      "jurisdiction",
			detail:     "the two entries are incorporated in different parts of one country",
			clash:      true,
		}
	}
	return verdict{
		join:       true,
		confidence: sureCrossRef,
	}
}

// onlyByName is whether two entries that nothing but their names brought together are one: their legal names of today
// are the same, and so are the places of incorporation, or the towns of the head offices where a place is not fully
// told.
func (c comparer) onlyByName(filer, record entry) verdict {
	if !c.oneName(filer.current[0], record.current[0]) {
		return verdict{field: "name"}
	}

	exact := filer.place != "" && filer.place == record.place
	unsaid := filer.place == "" || record.place == ""
	loose := (unsaid || samePlace(filer.place, record.place)) && sameOffice(filer, record)
	if !exact && !loose {
		return verdict{field: "jurisdiction"}
	}
	return verdict{
		join:       true,
		confidence: sureNameExact,
	}
}

// described compares an item of Wikidata, whose identifiers led here, with an entry of a register.
func (c comparer) described(item, register entry) verdict {
	like, score := c.nearest(item.names, register.names)
	switch like {
	case same:
		return verdict{
			join:       true,
			confidence: sureCrossRef,
		}
	case related:
		return verdict{
			join:       true,
			confidence: sureLoose,
		}
	}

	return verdict{
		field:  "name",
		detail: "Wikidata's item has another name",
		clash:  score < apartScore,
	}
}

// conflict notes something that could not be confirmed, clash a contradiction.
func (w *work) conflict(field, detail string, values ...Said) {
	w.party.Conflicts = append(w.party.Conflicts, Conflict{
		Field:  field,
		Values: values,
		Detail: detail,
	})
}

func (w *work) clash(field, detail string, values ...Said) {
	w.conflict(field, detail, values...)
	w.party.Conflicts[len(w.party.Conflicts)-1].Clash = true
}

// passes notes what speaks against a join, and says whether it goes through.
func (w *work) passes(field string, v verdict, a, b Said, value string, c claim) bool {
	note := w.conflict
	if v.clash {
		note = w.clash
	}
	switch {
	case v.join && v.field != "":
		note(v.field, v.detail, a, b)
	case !v.join && c.method != NameExact:
		note(field, fmt.Sprintf("%s gives %s; not joined, because %s", c.source, value, v.detail), a, b)
	}
	return v.join
}
