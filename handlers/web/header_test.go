package web

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
)

func TestCanonicalOfALinkHeader(t *testing.T) {
	base := &url.URL{Scheme: "https", Host: "example.com", Path: "/dir/page"}
	for header, want := range map[string]string{
		`<https://example.com/a>; rel="canonical"`:                                       "https://example.com/a",
		`</a,b>; rel=canonical`:                                                          "https://example.com/a,b",
		`</style.css>; rel=preload; as=style, <b>; rel="canonical"`:                      "https://example.com/dir/b",
		`</style.css>; rel=preload; as=style, <b>; rel="canonical",</c>; rel=next`:       "https://example.com/dir/b",
		`</style.css>;rel=preload,</b>;title="x";rel="nofollow canonical",</c>;rel=next`: "https://example.com/b",
		`</a>; title="canonical"`:                                                        "",
		`<mailto:a@example.com>; rel=canonical, </b>`:                                    "",
		`</a; rel=canonical`:                                                             "",
		``:                                                                               "",
		// a title's text is not a relation
		`</a>; title="x; rel=canonical", </b>; rel=canonical`:              "https://example.com/b",
		strings.Repeat(`</x>; rel=next, `, 20_000) + `</a>; rel=CANONICAL`: "https://example.com/a",
	} {
		if got := canonicalLink(base, http.Header{"Link": {header}}); got != want {
			t.Errorf("%.100s: %q, want %q", header, got, want)
		}
	}
}
