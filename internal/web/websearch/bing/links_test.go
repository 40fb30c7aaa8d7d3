package bing

import "testing"

func TestRedirectsAreTakenOffAndAdvertisementsDropped(t *testing.T) {
	for ref, want := range map[string]string{
		"http://www.bing.com/news/apiclick.aspx?ref=F&url=https%3a%2f%2fa.example.com%2fp%3fx%3d1&c=2": "https://a.example.com/p?x=1",
		"https://www.bing.com/ck/a?!&&p=1&u=a1aHR0cHM6Ly9hLmV4YW1wbGUuY29tL3A&ntb=1":                   "https://a.example.com/p",
		"https://www.bing.com/ck/a?u=a1%%%":                                                            "",
		"https://www.bing.com/ck/a?u=a1amF2YXNjcmlwdDphbGVydCgxKQ":                                     "",
		"https://www.bing.com/ck/a?u=aHR0":                                                             "",
		"https://www.bing.com/aclick?ld=1":                                                             "",
		"/news/apiclick.aspx?url=javascript%3aalert(1)":                                                "",
		"/news/apiclick.aspx?url=%2frelative":                                                          "",
		"/news/apiclick.aspx":                                                                          "",
		"/news/search?q=x":                                                                             "",
		"https://notbing.com/ck/a?u=a1":                                                                "https://notbing.com/ck/a?u=a1",
	} {
		if got := newsPage.Link(ref); got != want {
			t.Errorf("%s: %q, want %q", ref, got, want)
		}
	}
}
