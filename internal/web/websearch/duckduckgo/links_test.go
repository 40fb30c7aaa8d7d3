package duckduckgo

import "testing"

func TestRedirectsAreTakenOffAndAdvertisementsDropped(t *testing.T) {
	for ref, want := range map[string]string{
		"//duckduckgo.com/l/?uddg=https%3A%2F%2Fa.example.com%2Fp%3Fx%3D1%26y%3D2&rut=9": "https://a.example.com/p?x=1&y=2",
		"/l/?uddg=http%3A%2F%2Fa.example.com":                                            "http://a.example.com/",
		"https://a.example.com/l/?uddg=x":                                                "https://a.example.com/l/?uddg=x",
		"//duckduckgo.com/l/?uddg=https%3A%2F%2Fduckduckgo.com%2Fy.js%3Fad_domain%3Dx":   "",
		"//duckduckgo.com/y.js?ad_domain=a.example.com":                                  "",
		"//duckduckgo.com/l/?uddg=javascript%3Aalert(1)":                                 "",
		"//duckduckgo.com/l/?uddg=%2Frelative":                                           "",
		"//duckduckgo.com/l/?uddg=%zz":                                                   "",
		"//duckduckgo.com/l/":                                                            "",
		"//duckduckgo.com/l/?uddg=ftp%3A%2F%2Fa.example.com":                             "",
		"//duckduckgo.com/l/?uddg=%2F%2Fduckduckgo.com%2Fl%2F%3Fuddg%3Dx":                "",
		"javascript:alert(1)":                                                            "",
	} {
		if got := webPage.Link(ref); got != want {
			t.Errorf("%s: %q, want %q", ref, got, want)
		}
	}
}
