package typosquat

import "strings"

// editKind is how one name becomes another by a single edit.
type editKind string

const (
	editNone          editKind = "identical"
	editTransposition editKind = "transposition"
	editOmission      editKind = "omission"
	editRepetition    editKind = "repetition"
	editInsertion     editKind = "insertion"
	editKeyboard      editKind = "keyboard_replacement"
	editVowel         editKind = "vowel_swap"
	editBitflip       editKind = "bitsquat"
	editReplacement   editKind = "replacement"
	editSeveral       editKind = "several_edits"
)

// distance is the Damerau-Levenshtein distance of a and b in its optimal-alignment form: insertions,
// omissions, replacements and transpositions of neighbours, each of cost one, no part edited twice. Once it is
// sure to be over limit it is limit+1.
func distance(a, b string, limit int) int {
	x := []rune(a)
	y := []rune(b)
	if len(x)-len(y) > limit || len(y)-len(x) > limit {
		return limit + 1
	}

	before := make([]int, len(y)+1)
	last := make([]int, len(y)+1)
	now := make([]int, len(y)+1)
	for j := range last {
		last[j] = j
	}

	for i := 1; i <= len(x); i++ {
		now[0] = i
		least := i
		for j := 1; j <= len(y); j++ {
			cost := 1
			if x[i-1] == y[j-1] {
				cost = 0
			}
			now[j] = min(last[j]+1, now[j-1]+1, last[j-1]+cost)
			if i > 1 && j > 1 && x[i-1] == y[j-2] && x[i-2] == y[j-1] {
				now[j] = min(now[j], before[j-2]+1)
			}
			least = min(least, now[j])
		}
		if least > limit {
			return limit + 1
		}
		before, last, now = last, now, before
	}

	return min(last[len(y)], limit+1)
}

// kindOfEdit names the edit that makes name out of brand, which are at distance one, and where in brand
// it is.
func kindOfEdit(brand, name string) (editKind, int) {
	x := []rune(brand)
	y := []rune(name)
	at := 0
	for at < len(x) && at < len(y) && x[at] == y[at] {
		at++
	}

	switch {
	case brand == name:
		return editNone, at
	case len(x) == len(y)+1 && string(x[at+1:]) == string(y[at:]):
		return editOmission, at
	case len(x)+1 == len(y) && string(x[at:]) == string(y[at+1:]):
		if at > 0 && y[at] == y[at-1] {
			return editRepetition, at
		}
		return editInsertion, at
	case len(x) == len(y) && at+1 < len(x) && x[at] == y[at+1] && x[at+1] == y[at] && string(x[at+2:]) == string(y[at+2:]):
		return editTransposition, at
	case len(x) == len(y) && string(x[at+1:]) == string(y[at+1:]):
		return kindOfReplacement(x[at], y[at]), at
	}

	return editSeveral, at
}

func kindOfReplacement(was, is rune) editKind {
	switch {
	case adjacent(was, is):
		return editKeyboard
	case strings.ContainsRune("aeiou", was) && strings.ContainsRune("aeiou", is):
		return editVowel
	case was < 0x80 && is < 0x80 && (was^is)&((was^is)-1) == 0:
		return editBitflip
	}
	return editReplacement
}

// keyboards are the rows of the layouts QWERTY, QWERTZ and AZERTY, each row shifted half a key to the right
// of the one above.
var keyboards = [][]string{
	{"1234567890", "qwertyuiop", "asdfghjkl", "zxcvbnm"},
	{"1234567890", "qwertzuiop", "asdfghjkl", "yxcvbnm"},
	{"1234567890", "azertyuiop", "qsdfghjklm", "wxcvbn"},
}

// adjacent says whether two keys are neighbours on one of the layouts.
func adjacent(a, b rune) bool {
	for _, rows := range keyboards {
		rowA, colA := place(rows, a)
		rowB, colB := place(rows, b)
		if rowA < 0 || rowB < 0 {
			continue
		}
		if rowA > rowB {
			rowA, colA, rowB, colB = rowB, colB, rowA, colA
		}
		switch {
		case rowA == rowB && (colA-colB == 1 || colB-colA == 1):
			return true
		case rowB-rowA == 1 && (colB == colA || colB == colA-1):
			return true
		}
	}
	return false
}

func place(rows []string, key rune) (row, col int) {
	for row, keys := range rows {
		if col := strings.IndexRune(keys, key); col >= 0 {
			return row, col
		}
	}
	return -1, -1
}
