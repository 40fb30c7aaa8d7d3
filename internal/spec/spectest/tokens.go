package spectest

import "unicode"

// Tokens is about what text costs a language model to read: a token for six letters begun of
// a word, for three digits begun, and for each other mark. It errs on the high side for English.
func Tokens(text string) int {
	tokens := 0
	run := 0
	kind := ' '
	for _, r := range text {
		k := 'p'
		switch {
		case unicode.IsLetter(r):
			k = 'a'
		case unicode.IsDigit(r):
			k = '0'
		case unicode.IsSpace(r):
			k = ' '
		}

		if k != kind {
			run = 0
		}
		kind = k

		switch k {
		case 'a':
			if run%6 == 0 {
				tokens++
			}
		case '0':
			if run%3 == 0 {
				tokens++
			}
		case 'p':
			tokens++
		}
		run++
	}
	return tokens
}
