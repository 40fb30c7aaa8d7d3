package places

import "testing"

func TestStreetsOfAnIntersectionAreToldFromOthersOfTheirName(t *testing.T) {
	for _, c := range []struct {
		asked, name string
		want        bool
	}{
		{"5th Ave", "5th Avenue", true},
		{"5th Ave", "5th Street", false},
		{"5th", "5th Street", true},
		{"W 34th St", "West 34th Street", true},
		{"W 34th St", "East 34th Street", false},
		{"34th St", "East 34th Street", true},
		{"W 34th St", "34th Street", true},
		{"Leipziger Str.", "Leipziger Straße", true},
		{"Leipziger Straße", "Leipziger Platz", false},
		{"Haight", "Haight Street", true},
		{"Rua Augusta", "Rua Augusta", true},
		{"Rua Augusta", "Avenida Augusta", false},
	} {
		if got := sideOf(c.asked).names(c.name); got != c.want {
			t.Errorf("%s for %s: %v", c.name, c.asked, got)
		}
	}
}

func TestStreetsOfAnIntersectionAreAskedForWithTheirTown(t *testing.T) {
	for text, want := range map[string][2]string{
		"Friedrichstraße / Leipziger Straße, Berlin": {"Friedrichstraße, Berlin", "Leipziger Straße, Berlin"},
		"corner of Yonge St and Bloor St, Toronto":   {"Yonge St, Toronto", "Bloor St, Toronto"},
		"5th Ave & W 34th St, New York, NY":          {"5th Ave, New York, NY", "W 34th St, New York, NY"},
		"Main St at 5th St Springfield, OR":          {"Main St, Springfield, OR", "5th St, Springfield, OR"},
	} {
		q := Read(text, "")
		if !q.Crossing() {
			t.Errorf("%s: no intersection", text)
			continue
		}
		if got := q.Streets(); got != want {
			t.Errorf("%s: %q", text, got)
		}
	}
}
