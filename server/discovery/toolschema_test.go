package discovery

import "testing"

func TestOpeningEndsWhereAReaderWould(t *testing.T) {
	for _, c := range []struct {
		text, want string
		about      int
	}{
		{"Short.", "Short.", 20},
		{"One. Two. Three and more.", "One. Two.", 12},
		{"Symbol of an asset, in any case; a trailing USD is dropped.", "Symbol of an asset, in any case ...", 45},
		{"National Drug Code of a product (4-4, 5-3 or 5-4 digits)", "National Drug Code of a product ...", 44},
		{"Latitude in degrees\n  of the place", "Latitude in degrees of ...", 26},
		{"Größenangaben ohne Ende und Ziel", "Größenangaben ...", 18},
	} {
		if got := Opening(c.text, c.about); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}
