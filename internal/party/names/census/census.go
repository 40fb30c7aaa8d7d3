// Package census has the frequently occurring names of the census of the United States of 1990, in small letters with
// their ranks, 1 the commonest.
package census

import (
	_ "embed"
	"strings"
	"sync"
)

//go:embed male.txt
var maleText string

//go:embed female.txt
var femaleText string

//go:embed surname.txt
var surnameText string

// The tables. Each is read once, when it is first asked for, and must not be changed.
var (
	Male     = sync.OnceValue(func() map[string]int { return ranks(maleText) })
	Female   = sync.OnceValue(func() map[string]int { return ranks(femaleText) })
	Surnames = sync.OnceValue(func() map[string]int { return ranks(surnameText) })
)

func ranks(text string) map[string]int {
	out := make(map[string]int)
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		for w := range strings.FieldsSeq(line) {
			out[w] = len(out) + 1
		}
	}
	return out
}

// IsGivenName says that a word in small letters is a common given name.
func IsGivenName(word string) bool { return Male()[word] > 0 || Female()[word] > 0 }

// IsSurname says that a word in small letters is a common surname.
func IsSurname(word string) bool { return Surnames()[word] > 0 }
