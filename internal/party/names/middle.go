package names

// agreeSurely is how far the first and the family name have to agree for the middle names to be compared.
const agreeSurely = 0.8

// OtherMiddle says whether the middle initials of a person's name f speak against a person, whose names are those
// between the numbers from and to: one of them has the same first and family name and another middle name, and no
// middle name agrees. Names without a middle name say nothing.
func (s *Shelf) OtherMiddle(f *Form, from, to int) bool {
	if s.kind != Person || !hasInitial(f.tokens) {
		return false
	}
	var form Form
	other := false
	for i := from; i <= to; i++ {
		switch s.engine.middles(f.tokens, s.read(i, &form).tokens) {
		case middleAgrees:
			return false
		case middleDiffers:
			other = true
		}
	}
	return other
}

// hasInitial says whether a name has a middle name that is an initial.
func hasInitial(ts []token) bool {
	for _, t := range ts {
		if t.role == middle && len(t.text) == 1 {
			return true
		}
	}
	return false
}

// What the middle initials of one name say about another name.
const (
	middleUnknown = iota
	middleAgrees
	middleDiffers
)

// middles compares the middle initials of a with the further names of b.
func (e *Engine) middles(a, b []token) int {
	pairs, _, restB := e.align(a, b)
	var met [maxTokens]float64
	for _, p := range pairs {
		met[p.a] = p.sim
	}

	alone := false
	for i, t := range a {
		switch {
		case t.role == middle && len(t.text) == 1:
			if met[i] >= agreeLeast {
				return middleAgrees
			}
			alone = true
		case t.role != given && t.role != family:
		case met[i] < agreeSurely || len(t.text) == 1 || t.code != "":
			return middleUnknown
		}
	}

	if !alone {
		return middleUnknown
	}

	for _, i := range restB {
		if b[i].role != light && alphabetic(b[i].text) {
			return middleDiffers
		}
	}

	return middleUnknown
}
