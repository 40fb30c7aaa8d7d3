package samename

import "github.com/farebox/farebox/internal/party/names"

// SamePerson says whether two texts are one name of a person: the same given and family name, and no middle name or
// suffix that contradicts. A middle name stands for its initial. A nickname, an initial for a given name and another
// spelling are likeness.
func (r *Rule) SamePerson(a, b string) bool {
	return r.person(a).is(r.person(b))
}

// SamePersonInParts is [Rule.SamePerson] with a name that a register has in parts. In one text, CUNNINGHAM of KEVIN
// CUNNINGHAM WALSH may be a middle name or half of a family name.
func (r *Rule) SamePersonInParts(a, given, middle, family, suffix string) bool {
	return r.person(a).is(person{
		given:  names.Normalize(given),
		middle: names.Normalize(middle),
		family: names.Normalize(family),
		suffix: names.Normalize(suffix),
	})
}

type person struct{ given, middle, family, suffix string }

func (x person) is(y person) bool {
	return x.given != "" && x.family != "" &&
		x.given == y.given &&
		x.family == y.family &&
		agree(x.suffix, y.suffix) &&
		middlesAgree(x.middle, y.middle)
}

func (r *Rule) person(text string) person {
	form, err := r.engine.Prepare(names.Person, text, "")
	if err != nil {
		return person{}
	}
	parts := r.engine.Standardize(form).Parts
	return person{
		given:  names.Normalize(parts["given"]),
		middle: names.Normalize(parts["middle"]),
		family: names.Normalize(parts["family"]),
		suffix: names.Normalize(parts["suffix"]),
	}
}

func middlesAgree(a, b string) bool {
	switch {
	case agree(a, b):
		return true
	case len(a) == 1 || len(b) == 1:
		return a[0] == b[0]
	}
	return false
}
