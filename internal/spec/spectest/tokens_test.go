package spectest

import "testing"

func TestTokens(t *testing.T) {
	for text, want := range map[string]int{"": 0, "hash": 1, "settlement": 2, "$0.002": 4, "a b\nc": 3, "keccak256": 2} {
		if got := Tokens(text); got != want {
			t.Errorf("%q: %d, want %d", text, got, want)
		}
	}
}
