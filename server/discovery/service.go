// Package discovery makes the documents with which agents, crawlers and people find the service: the catalogue,
// llms.txt, the OpenAPI document, the page, robots.txt and the icon, and the schema blocks of quotes. All of them are
// derived from the spec and the configuration, once, at start.
package discovery

import (
	"cmp"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"

	"github.com/shopspring/decimal"

	"github.com/farebox/farebox/internal/spec"
)

// MCPPath is where the routes are tools of the Model Context Protocol.
const MCPPath = "/mcp"

// Service is what the documents say about the service beyond the spec.
type Service struct {
	Name           string // "Farebox"
	Version        string // version of the interface, "1.0"
	Description    string // one or two sentences; the spec's when empty
	PublicBaseURL  string // origin that clients reach, "https://api.example.com", without a path
	Mode           string // how payments are taken: verify_then_settle, settle_first or off
	Facilitator    string // who settles: a name ("self") or a URL; public, so never with a key in it
	MPP            bool   // quotes carry challenges of the Payment scheme too
	Networks       []Network
	ContactName    string // the documents name no contact when all three are empty
	ContactURL     string
	ContactEmail   string
	TermsURL       string // the documents name no terms when empty
	DID            []byte // JSON of /.well-known/did.json; nil when nothing is signed
	Index402Verify string // text of /.well-known/402index-verify.txt; empty when not registered
}

// Network is a network that payments are accepted on. The first one of a Service is its default.
type Network struct {
	CAIP2    string // "eip155:8453"
	Name     string // "base", for people
	Asset    string // address of the token
	Symbol   string // "USDC"
	Decimals int
	PayTo    string // address that is paid
	Signed   string // what a buyer signs: "EIP-3009 authorization"
	MPP      string // method of the Payment scheme that takes payments on it; "" if none does
}

// Methods are those of the Payment scheme that payments are taken by.
func (s Service) Methods() []string {
	var all []string
	for _, n := range s.Networks {
		if s.MPP && n.MPP != "" && !slices.Contains(all, n.MPP) {
			all = append(all, n.MPP)
		}
	}
	return all
}

// Signing is what buyers sign, by network where networks differ.
func (s Service) Signing() string {
	var words []string
	named := map[string][]string{}
	for _, n := range s.Networks {
		if named[n.Signed] == nil {
			words = append(words, n.Signed)
		}
		named[n.Signed] = append(named[n.Signed], n.Name)
	}
	if len(words) == 1 {
		return words[0]
	}
	for i, word := range words {
		words[i] = word + " on " + strings.Join(named[word], ", ")
	}
	return strings.Join(words, "; ")
}

// described is the service as checked makes it, with the spec's description where it has none of its own.
func (s Service) described(of *spec.Spec) (Service, error) {
	checked, err := s.checked()
	checked.Description = cmp.Or(checked.Description, of.Doc.Info.Description)
	return checked, err
}

// checked is the service with its base URL cut to an origin.
func (s Service) checked() (Service, error) {
	if s.Name == "" {
		return s, errors.New("discovery: the service has no name")
	}
	if len(s.Networks) == 0 {
		return s, errors.New("discovery: no payment network")
	}
	u, err := url.Parse(s.PublicBaseURL)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return s, fmt.Errorf("discovery: public base URL %q must be http(s)://host", s.PublicBaseURL)
	}
	// Clients prefix the path of a server URL to every path, so that a path here would break all of them.
	if u.Path != "" && u.Path != "/" || u.RawQuery != "" || u.Fragment != "" || u.User != nil {
		return s, fmt.Errorf("discovery: public base URL %q must be a bare origin", s.PublicBaseURL)
	}
	s.PublicBaseURL = strings.TrimSuffix(s.PublicBaseURL, "/")
	return s, nil
}

// PriceUSD is the price of a call in US dollars with at least two decimals, "0.002" or "1.00", and "0" for a
// free route.
func PriceUSD(op *spec.Operation) string {
	if !op.Paid {
		return "0"
	}
	return dollars(op.Price)
}

func dollars(d decimal.Decimal) string {
	_, places, _ := strings.Cut(d.String(), ".")
	if len(places) < 2 {
		return d.StringFixed(2)
	}
	return d.String()
}

// priceRange is the lowest and the highest price of the paid operations, and how many there are.
func priceRange(ops []*spec.Operation) (low, high decimal.Decimal, paid int) {
	for _, op := range ops {
		if !op.Paid {
			continue
		}
		if paid == 0 || op.Price.LessThan(low) {
			low = op.Price
		}
		if paid == 0 || op.Price.GreaterThan(high) {
			high = op.Price
		}
		paid++
	}
	return low, high, paid
}

// PriceRange is the lowest and the highest price of the paid operations as [PriceUSD] writes them, and how many there
// are.
func PriceRange(ops []*spec.Operation) (low, high string, paid int) {
	from, to, paid := priceRange(ops)
	return dollars(from), dollars(to), paid
}
