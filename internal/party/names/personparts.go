package names

import "slices"

// PartsConflict says whether two persons have names left over on both sides that agree with none, whichever part each
// name was read as: Anna Wilde and Jack Wilde, and Wilde Anna and Jack Wilde. False for other kinds.
func (e *Engine) PartsConflict(a, b *Form) bool {
	if a.Kind != Person || b.Kind != Person {
		return false
	}
	pairs, restA, restB := e.align(a.tokens, b.tokens)
	for _, p := range pairs {
		if p.code == DifferentName {
			return true
		}
	}
	return fullNameAmong(a.tokens, restA) && fullNameAmong(b.tokens, restB)
}

// fullNameAmong says whether one of the words at those places is more than an initial or a particle.
func fullNameAmong(ts []token, places []int) bool {
	return slices.ContainsFunc(places, func(i int) bool { return ts[i].role != light && len(ts[i].text) > 1 })
}
