package fetch

import (
	"net/http"

	"github.com/farebox/farebox/internal/web/htmlpage"
	"github.com/farebox/farebox/internal/web/standin"
)

// Judge says what a page stands in for a page. It fails if the visitor is kept from the page, unless the status says
// already that this is not the page.
func Judge(got *Page, parsed *htmlpage.Page) (standin.Verdict, error) {
	v := standin.Judge(got.Header, parsed)
	return v, Withheld(v, got)
}

// mostStandIn is the largest page that JudgeBody reads, in bytes. What stands in for a page is small.
const mostStandIn = mib

// JudgeBody is [Judge] of a response that may be HTML, where a page, a feed or a sitemap was expected.
func JudgeBody(got *Page) (standin.Verdict, error) {
	if len(got.Body) > mostStandIn || !htmlpage.LooksLikeHTML(got.Body) {
		return standin.Verdict{}, nil
	}
	parsed, err := htmlpage.Parse(got.Body, got.FinalURL)
	if err != nil {
		return standin.Verdict{}, err
	}
	return Judge(got, parsed)
}

// Withheld is the error for a verdict by which the visitor is kept from a page, or nil.
func Withheld(v standin.Verdict, got *Page) error {
	if !v.Bars() || got.Status >= http.StatusBadRequest {
		return nil
	}

	shown := map[standin.Kind]string{
		standin.Challenge: "a challenge for humans",
		standin.Consent:   "a demand for consent",
		standin.Refusal:   "a refusal",
	}[v.Kind]
	if v.Service != "" {
		shown += " (" + v.Service + ")"
	}
	return &Error{
		Kind:  KindWithheld,
		Host:  HostOf(got.FinalURL),
		Shown: shown,
	}
}
