package fetch_test

import (
	"net/http"
	"testing"

	"github.com/farebox/farebox/internal/web/fetch"
	"github.com/farebox/farebox/internal/web/htmlpage"
)

func TestVisitorWhoIsKeptOutGetsAnErrorUnlessTheStatusSaysIt(t *testing.T) {
	page, err := htmlpage.Parse([]byte("<title>Glazes</title><p>Ash glazes melt at 1260 °C."), "https://kiln.example.com/")
	if err != nil {
		t.Fatal(err)
	}
	got := &fetch.Page{
		FinalURL: "https://kiln.example.com/",
		Status:   http.StatusOK,
		Header:   http.Header{"Cf-Mitigated": {"challenge"}},
	}
	_, err = fetch.Judge(got, page)
	wantKind(t, err, fetch.KindWithheld)
	if p := fetch.Problem(err, "url"); p.Status != http.StatusBadGateway || p.Code != "page_withheld" {
		t.Errorf("a challenge with status 200: %v", p)
	}

	got.Status = http.StatusForbidden
	if v, err := fetch.Judge(got, page); err != nil || v.Service != "Cloudflare" {
		t.Errorf("a challenge with status 403: %v %v", v, err)
	}
}
