package samename

import "github.com/farebox/farebox/internal/party/names"

// SamePerson says whether two texts are one name of a person: the same given and family name, and no middle name or
// suffix that contradicts. A middle name stands for its initial. A nickname, an initial for a given name and another
// spelling are likeness.
func (r *Rule) SamePerson(a, b string) bool {
	x := r.person(a)
	y := r.person(b)
	return x.given != "" && x.family != "" &&
		x.given == y.given &&
		x.family == y.family &&
		agree(x.suffix, y.suffix) &&
		middlesAgree(x.middle, y.middle)
}

type person struct{ given, middle, family, suffix string }

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
