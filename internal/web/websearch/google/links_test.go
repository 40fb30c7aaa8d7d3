package google

import "testing"

func TestRedirectsAreTakenOffAndAdvertisementsDropped(t *testing.T) {
	for ref, want := range map[string]string{
		"/url?q=https://a.example.com/p%3Fx%3D1&sa=U&ved=2":   "https://a.example.com/p?x=1",
		"https://www.google.com/url?url=http://a.example.com": "http://a.example.com/",
		"/url?q=javascript:alert(1)":                          "",
		"/url?q=/search?q=x":                                  "",
		"/url":                                                "",
		"/aclk?sa=l":                                          "",
		"/search?q=more":                                      "",
		"https://www.google.com/maps/place/x":                 "https://www.google.com/maps/place/x",
		"https://a.example.com/url?q=x":                       "https://a.example.com/url?q=x",
	} {
		if got := webPage.Link(ref); got != want {
			t.Errorf("%s: %q, want %q", ref, got, want)
		}
	}
}
