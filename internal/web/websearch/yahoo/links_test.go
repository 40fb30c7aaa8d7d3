package yahoo

import "testing"

func TestRedirectsAreTakenOffAndAdvertisementsDropped(t *testing.T) {
	for ref, want := range map[string]string{
		"https://r.search.yahoo.com/_ylt=A/RV=2/RE=1/RO=10/RU=https%3a%2f%2fa.example.com%2fp%3fx%3d1%2fR/RK=2/RS=c-": "https://a.example.com/p?x=1/R",
		"https://r.search.yahoo.com/_ylt=A/RU=https%3a%2f%2fa.example.com%2f":                                         "https://a.example.com/",
		"https://a.example.com/RU=x":                                                        "https://a.example.com/RU=x",
		"https://r.search.yahoo.com/_ylt=A/RU=javascript%3aalert(1)/RK=2":                   "",
		"https://r.search.yahoo.com/_ylt=A/RU=%2frelative/RK=2":                             "",
		"https://r.search.yahoo.com/_ylt=A/RK=2":                                            "",
		"https://r.search.yahoo.com/_ylt=A/RU=https%3a%2f%2fwww.bing.com%2faclick%3fu/RK=2": "",
		"https://r.search.yahoo.com/x/RU=https%3a%2f%2fr.search.yahoo.com%2fy/RK=2":         "",
		"https://www.bing.com/aclick?ld=1":                                                  "",
		"/search?p=more":                                                                    "",
	} {
		if got := webPage.Link(ref); got != want {
			t.Errorf("%s: %q, want %q", ref, got, want)
		}
	}
}
