package country

import (
	"errors"
	"testing"
)

func TestCountriesAreFoundByCodeAndName(t *testing.T) {
	cases := []struct{ text, want string }{
		{"de", "DEU"},
		{"DEU", "DEU"},
		{"germany", "DEU"},
		{"Deutschland", "DEU"},
		{" south  korea ", "KOR"},
		{"North Korea", "PRK"},
		{"Turkey", "TUR"},
		{"Türkiye", "TUR"},
		{"CÔTE D’IVOIRE", "CIV"},
		{"Ivory Coast", "CIV"},
		{"DRC", "COD"},
		{"America", "USA"},
		{"UK", "GBR"},
		{"Kosovo", "XKX"},
		{"Swaziland", "SWZ"},
		{"Eswatini", "SWZ"},
		{"North Macedonia", "MKD"},
		{"Cabo Verde", "CPV"},
		{"in", "IND"},
		{"", ""},
		{"none", ""},
		{"World", ""},
		{"Atlantis", ""},
		{"ZZZ", ""},
		{"AN", ""},         // the Netherlands Antilles until 2010
		{"Yugoslavia", ""}, // until 1992
		{"International", ""},
	}
	for _, c := range cases {
		t.Run(c.text, func(t *testing.T) {
			got, ok, err := Find(c.text)
			if err != nil || got.Alpha3 != c.want || ok != (c.want != "") {
				t.Errorf("got %+v, %v, %v; want %q", got, ok, err, c.want)
			}
		})
	}
}

func TestNamesOfSeveralAreNotGuessed(t *testing.T) {
	for _, text := range []string{"Korea", "congo"} {
		_, ok, err := Find(text)
		if several := new(Ambiguous); ok || !errors.As(err, &several) || len(several.Codes) != 2 {
			t.Errorf("%s: %v, %v", text, ok, err)
		}
	}
}
