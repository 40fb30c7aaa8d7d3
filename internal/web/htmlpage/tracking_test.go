package htmlpage

import "testing"

func TestOnlyTrackingIsTakenOffAnAddress(t *testing.T) {
	for in, want := range map[string]string{
		"https://example.com/a?id=1&utm_source=x#part":  "https://example.com/a?id=1#part",
		"https://example.com/a?utm_source=x#part":       "https://example.com/a#part",
		"https://example.com/a#/view?utm_source=x":      "https://example.com/a#/view?utm_source=x",
		"https://example.com/a?b=%zz&gclid=1&c=1;d=2&=": "https://example.com/a?b=%zz&c=1;d=2&=",
	} {
		if got := Untracked(in); got != want {
			t.Errorf("%s: %s, want %s", in, got, want)
		}
	}
}
