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

		{"MO 63101", ""}, // a state and its ZIP code
		{"DE 2", ""},
		{"FR1", ""},
		{"M.O", ""},
		{"i n", ""},
		{"DE;FR", ""},
		{"U/S", ""},
		{"Norfolk", ""},
		{"Norfolk Island", "NFK"},
		{"Marshall", ""},
		{"Lucia", ""},
		{"Livia", ""},
		{"Island", ""},
		{"Skin", ""},
		{"Indian", ""},
		{"Papua", ""},
		{"Papua New Guinea", "PNG"},
		{"USSR", ""},
		{"Province of China", ""},
		{"England", ""},
		{"RA", ""}, // signs of cars, not codes
		{"ENG", ""},
		{"NGR", ""},

		{"Republic of Congo", "COG"},
		{"Republic of the Congo", "COG"},
		{"Democratic Republic of the Congo", "COD"},
		{"the Democratic Republic of the Congo", "COD"},
		{"Congo (Brazzaville)", "COG"},
		{"Congo (Kinshasa)", "COD"},
		{"Congo, Democratic Republic of the", "COD"},
		{"Congo (Democratic Republic of the)", "COD"},
		{"Korea (Democratic People's Republic of)", "PRK"},
		{"Korea (Republic of)", "KOR"},
		{"Korea, Republic of", "KOR"},
		{"Virgin Islands (British)", "VGB"},
		{"Virgin Islands (U.S.)", "VIR"},
		{"Iran (Islamic Republic of)", "IRN"},
		{"Bolivia (Plurinational State of)", "BOL"},
		{"Venezuela (Bolivarian Republic of)", "VEN"},
		{"Micronesia (Federated States of)", "FSM"},
		{"Saint Martin (French part)", "MAF"},
		{"Sint Maarten (Dutch part)", "SXM"},
		{"Saint Martin (Dutch part)", ""},
		{"Cocos (Keeling) Islands", "CCK"},
		{"Falkland Islands (Malvinas)", "FLK"},
		{"Myanmar (Burma)", "MMR"},
		{"Germany (DE)", "DEU"},
		{"Georgia (US state)", ""},
		{"the Netherlands", "NLD"},
		{"Trinidad & Tobago", "TTO"},
		{"Bosnia & Herzegovina", "BIH"},
		{"Tu\u0308rkiye", "TUR"},
		{"UAE", "ARE"},
		{"São Tomé and Principe", "STP"},
		{"Congo (DRC)", "COD"},
		{"Congo, Republic of the", "COG"},
		{"Korea, South", "KOR"},
		{"U.S. Virgin Islands", "VIR"},
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
	for _, text := range []string{"Korea", "congo", "Kongo", "the Congo", "Virgin Islands", "Korea (former)"} {
		_, ok, err := Find(text)
		if several := new(Ambiguous); ok || !errors.As(err, &several) || len(several.Codes) != 2 {
			t.Errorf("%s: %v, %v", text, ok, err)
		}
	}
}

func TestATerritoryDoesNotContradictItsCountry(t *testing.T) {
	for pair, want := range map[[2]string]bool{
		{"PR", "US"}: false,
		{"US", "GU"}: false,
		{"FR", "RE"}: false,
		{"DE", "DE"}: false,
		{"PR", "GU"}: true,
		{"RE", "US"}: true,
		{"HK", "CN"}: true,
		{"DE", "FR"}: true,
	} {
		if got := Contradict(pair[0], pair[1]); got != want {
			t.Errorf("%v: %v", pair, got)
		}
	}
}
