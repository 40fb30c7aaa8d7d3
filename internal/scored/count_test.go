package scored

import "testing"

func TestNumbersOfThingsAreInWords(t *testing.T) {
	for want, c := range map[string]struct {
		n     int
		thing string
	}{
		"0 deaths":             {0, "death"},
		"1 injury":             {1, "injury"},
		"2 injuries":           {2, "injury"},
		"2 studies":            {2, "study"},
		"2 days":               {2, "day"},
		"1 crash":              {1, "crash"},
		"11 crashes":           {11, "crash"},
		"3 verified addresses": {3, "verified address"},
	} {
		if got := Count(c.n, c.thing); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
