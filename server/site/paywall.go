package site

import (
	"net/http"
	"strings"

	"github.com/farebox/farebox/internal/intake"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/spec"
	"github.com/farebox/farebox/server/find"
)

type paywallData struct {
	routeData
	Fields  []string // names in the answer
	Curl    string
	Command string
	Docs    string
}

// What a page on which one pays shows at most: it stays below 10 kB.
const (
	maxFields = 20
	maxURL    = 600 // bytes; of a longer one the route's example is shown
)

// Paywall is the page that a browser gets for a paid route instead of the quote, with the headers that it needs; nil
// when the client is no browser. route is the name of the operation.
func (s *Site) Paywall(header http.Header, r *http.Request, route string) []byte {
	view := s.routes[route]
	if view == nil || r.Method != http.MethodGet || !IsBrowser(r) {
		return nil
	}
	body, err := view.paywall(r)
	if err != nil {
		return nil // the quote itself is always there
	}
	header.Set("Content-Security-Policy", policy)
	header.Set("X-Content-Type-Options", "nosniff")
	return body
}

// IsBrowser is true for a client that accepts HTML and calls itself a browser. Programs that send one of the two want
// JSON.
func IsBrowser(r *http.Request) bool {
	return strings.Contains(r.Header.Get("Accept"), "text/html") && strings.Contains(r.UserAgent(), "Mozilla")
}

func (v *routeView) paywall(r *http.Request) ([]byte, error) {
	target := r.URL.RequestURI()
	call, err := find.ExampleCall(v.op, v.site.service.PublicBaseURL)
	if err != nil {
		return nil, err
	}
	if len(target) <= maxURL {
		call.URL = v.site.service.PublicBaseURL + strings.ReplaceAll(target, "'", "%27") // plain in a shell's quotes
	}

	data := paywallData{
		routeData: routeData{
			frame: v.site.frame(v.op.Name()+" - "+v.site.service.Name, oneLine(v.op.Description), RoutePath(v.op)),
			Op:    v.op,
			Price: priceText(v.op),
		},
		Curl:    "curl -i " + find.ShellQuote(call.URL),
		Command: v.site.kit.payCommand(call),
		Docs:    RoutePath(v.op),
	}
	data.Scripts = []string{payPath}
	data.Buy = &purchase{
		Method:   v.op.Method,
		Price:    data.Price,
		Networks: v.site.networks,
		Wrong:    wrongInputs(r, v.op),
	}
	data.Fields = fieldNames(v)
	return render("paywall.html", data)
}

// wrongInputs is why a request would be refused for its query, "" when it would not.
func wrongInputs(r *http.Request, op *spec.Operation) string {
	if op.Body != nil {
		return ""
	}
	err := intake.Validate(r.Clone(r.Context()), op)
	if err == nil {
		return ""
	}
	return problem.From(err).Detail
}

// fieldNames are the members of the answer that are always there.
func fieldNames(v *routeView) []string {
	if v.op.Output == nil {
		return nil
	}
	names := v.op.Output.Required
	return names[:min(len(names), maxFields)]
}
