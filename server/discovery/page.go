package discovery

import (
	"bytes"
	_ "embed"
	"html/template"
	"slices"
	"strings"

	"github.com/farebox/farebox/internal/spec"
)

//go:embed page.html
var pageText string

type pageData struct {
	Service
	Base      string
	Paid      int
	Low, High string
	Symbols   string
	Curl      string
	Families  []pageFamily
}

type pageFamily struct {
	Name, Description, Price string
	Routes                   int
}

// pageHTML is the page that people see at /. It is static and has no script; everything that is put
// in is escaped for its place.
func pageHTML(s *spec.Spec, service Service) ([]byte, error) {
	page, err := template.New("page").Parse(pageText)
	if err != nil {
		return nil, err
	}
	low, high, paid := priceRange(s.Operations)
	data := pageData{
		Service: service, Base: service.PublicBaseURL, Paid: paid, Low: dollars(low), High: dollars(high),
		Symbols: symbols(service.Networks), Curl: pageCurl(s, service),
	}
	for _, f := range s.Families {
		low, high, paid := priceRange(f.Operations)
		if paid == 0 {
			continue
		}
		price := "$" + dollars(low)
		if !low.Equal(high) {
			price += " to $" + dollars(high)
		}
		data.Families = append(data.Families, pageFamily{Name: f.Name, Description: f.Description, Routes: paid, Price: price})
	}
	var buf bytes.Buffer
	if err := page.Execute(&buf, data); err != nil {
		return nil, err
	}
	return buf.Bytes(), nil
}

func symbols(networks []Network) string {
	var names []string
	for _, n := range networks {
		if !slices.Contains(names, n.Symbol) {
			names = append(names, n.Symbol)
		}
	}
	return strings.Join(names, ", ")
}

// pageCurl asks for the quote of the cheapest route that a GET without much typing reaches.
func pageCurl(s *spec.Spec, service Service) string {
	var best *spec.Operation
	for _, op := range s.Operations {
		if op.Paid && op.Body == nil && (best == nil || op.Price.LessThan(best.Price)) {
			best = op
		}
	}
	if best == nil {
		return "curl -i " + service.PublicBaseURL + "/find?q=hash"
	}
	return "curl -i " + service.PublicBaseURL + best.Path
}
