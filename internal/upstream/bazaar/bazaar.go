// Package bazaar reads catalogues of x402 resources: Coinbase's x402 Bazaar and PayAI's, which both speak the discovery
// API of the protocol's bazaar extension.
//
// A resource is listed by its first settled payment through the catalogue's facilitator, so a listing proves
// little; usage figures (Quality) say more. Only the Bazaar has those.
package bazaar

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/farebox/farebox/internal/upstream"
)

// Provider is the Bazaar of Coinbase's developer platform. Its discovery calls need no key. No rate limit is
// published; callers that page through it pause for 150 ms or more.
var Provider = upstream.Provider{
	Name: "x402-bazaar", BaseURL: "https://api.cdp.coinbase.com/platform/v2/x402", Docs: "https://docs.cdp.coinbase.com/x402/bazaar",
	Attribution: "Coinbase x402 Bazaar", Terms: "https://www.coinbase.com/legal/developer-platform/terms-of-service", Checked: "recorded 2026-05",
	RatePerMinute: 300, TTL: 10 * time.Minute, Timeout: 45 * time.Second, MaxBytes: 48 << 20,
}

// PayAI is the catalogue of the PayAI facilitator.
var PayAI = upstream.Provider{
	Name: "payai", BaseURL: "https://facilitator.payai.network", Docs: "https://docs.payai.network", Attribution: "PayAI facilitator",
	Checked: "documented shape only", RatePerMinute: 300, Timeout: 45 * time.Second, MaxBytes: 48 << 20,
}

// pageSize is how many resources are requested at once: the Bazaar's maximum.
const pageSize = 1000

// Page is the request for the first page of a catalogue.
func Page(c *upstream.Client) *upstream.Request { return page(c, 0) }

func page(c *upstream.Client, offset int) *upstream.Request {
	return c.Get("/discovery/resources").Query("type", "http").Query("limit", strconv.Itoa(pageSize)).Query("offset", strconv.Itoa(offset))
}

// Next is the request for the page after the received one, or nil after the last; see upstream.File. Offsets are
// multiples of the catalogue's stated page size, since the Bazaar rounds others down, regardless of how many
// resources a page really has. Without a total, the first page that is not full is the last.
func Next(c *upstream.Client, body []byte, pages int) (*upstream.Request, error) {
	var p listing
	if err := tolerate(json.Unmarshal(body, &p)); err != nil {
		return nil, fmt.Errorf("the catalogue page: %w", err)
	}
	step := pageSize
	if limit := p.Pagination.Limit; limit > 0 && limit < pageSize {
		step = limit
	}
	offset := pages * step
	items := len(p.all())
	total := p.Pagination.Total
	if items == 0 || total > 0 && offset >= total || total <= 0 && items != step {
		return nil, nil
	}
	return page(c, offset), nil
}

type listing struct {
	Items      []item `json:"items"`
	Resources  []item `json:"resources"` // the name that searches use
	Pagination struct {
		Limit int `json:"limit"`
		Total int `json:"total"`
	} `json:"pagination"`
}

func (l listing) all() []item {
	if l.Items != nil {
		return l.Items
	}
	return l.Resources
}

// Catalogue is a whole listing.
type Catalogue struct {
	Resources []Resource
	Stated    int // number of resources that the catalogue said it has, on its last page
	Unread    int // items that are not resources
}

// Read reads the pages of a catalogue, one JSON document after the other. Items that it does not understand are
// counted and left out.
func Read(src io.Reader) (Catalogue, error) {
	var c Catalogue
	for in := json.NewDecoder(src); ; {
		var p listing
		if err := in.Decode(&p); err == io.EOF {
			return c, nil
		} else if err := tolerate(err); err != nil {
			return Catalogue{}, fmt.Errorf("the catalogue: %w", err)
		}
		if p.all() == nil {
			return Catalogue{}, fmt.Errorf("the catalogue: a page without items")
		}
		c.add(p.all())
		c.Stated = p.Pagination.Total
	}
}

// tolerate drops the error of a member with an unexpected type: everything else was decoded anyway, and one odd
// member must not cost the whole catalogue.
func tolerate(err error) error {
	var odd *json.UnmarshalTypeError
	if errors.As(err, &odd) {
		return nil
	}
	return err
}

func (c *Catalogue) add(items []item) {
	for i := range items {
		if items[i].Resource == "" {
			c.Unread++
			continue
		}
		c.Resources = append(c.Resources, items[i].resource())
	}
}

// Client asks the Bazaar about what the local copy may lack.
type Client struct{ c *upstream.Client }

// New returns a client over the pool.
func New(pool *upstream.Pool) *Client { return &Client{c: pool.ProbedClient(Provider, probe)} }

// probe asks for resources with weather in their URL.
func probe(ctx context.Context, u *upstream.Client) error {
	resources, err := (&Client{c: u}).Search(ctx, "weather")
	return upstream.Has(resources, err, "resources", "a resource", func(r Resource) bool { return r.URL != "" })
}

// Most is how many resources a search gives.
const Most = 20

// Search returns up to 20 resources that have a text in their URL, such as a host. The search by words finds what is
// like them, by a model, and need not find a host.
func (c *Client) Search(ctx context.Context, part string) ([]Resource, error) {
	// Here JSON decodes a document of any shape; Read's rules then read its meaning from the same bytes.
	var whole json.RawMessage
	request := c.c.Get("/discovery/search").Query("urlSubstring", part).Query("limit", strconv.Itoa(Most))
	if _, err := request.JSON(ctx, &whole); err != nil {
		return nil, err
	}
	var p listing
	if err := tolerate(json.Unmarshal(whole, &p)); err != nil {
		return nil, upstream.BadResponse.Errorf("the search answer: %w", err)
	}
	if p.all() == nil {
		return nil, upstream.BadResponse.Errorf("a search answer without items")
	}

	var found Catalogue
	found.add(p.all())
	if len(found.Resources) == 0 && found.Unread > 0 {
		return nil, upstream.BadResponse.Errorf("none of %d items is a resource", found.Unread)
	}
	return found.Resources, nil
}

// Resource is one listed endpoint.
type Resource struct {
	URL         string
	ServiceName string
	Method      string // of the declared input; empty if not declared
	LastUpdated time.Time
	Accepts     []Accept
	Quality     *Quality // nil if the catalogue has no figures
}

// Accept is one listed way to pay, in the terms of version 1 or 2 of the protocol.
type Accept struct {
	Scheme  string
	Network string // "base" or "eip155:8453"
	Asset   string
	Amount  string // atomic units; also from version 1's maxAmountRequired
	PayTo   string
}

// Quality is how much a resource was used.
type Quality struct {
	Calls    int // in 30 days
	Payers   int // different ones in 30 days
	LastCall time.Time
}

// item is a resource as written.
type item struct {
	Resource    string `json:"resource"`
	ServiceName string `json:"serviceName"`
	LastUpdated text   `json:"lastUpdated"`
	Accepts     []struct {
		Scheme  string `json:"scheme"`
		Network string `json:"network"`
		Asset   string `json:"asset"`
		Amount  text   `json:"amount"`
		Max     text   `json:"maxAmountRequired"`
		PayTo   string `json:"payTo"`
		To      string `json:"recipient"`
	} `json:"accepts"`
	Quality struct {
		Calls  *float64 `json:"l30DaysTotalCalls"`
		Payers *float64 `json:"l30DaysUniquePayers"`
		Last   text     `json:"lastCalledAt"`
	} `json:"quality"`
	Extensions struct {
		Bazaar struct {
			Info struct {
				Input struct {
					Method string `json:"method"`
				} `json:"input"`
			} `json:"info"`
		} `json:"bazaar"`
	} `json:"extensions"`
}

func (in *item) resource() Resource {
	r := Resource{
		URL: in.Resource, ServiceName: in.ServiceName, LastUpdated: in.LastUpdated.time(),
		Method: strings.ToUpper(in.Extensions.Bazaar.Info.Input.Method),
	}

	for _, a := range in.Accepts {
		accept := Accept{
			Scheme:  a.Scheme,
			Network: a.Network,
			Asset:   a.Asset,
			Amount:  cmp.Or(string(a.Amount), string(a.Max)),
			PayTo:   cmp.Or(a.PayTo, a.To),
		}
		if accept != (Accept{}) {
			r.Accepts = append(r.Accepts, accept)
		}
	}

	if in.Quality.Payers != nil && in.Quality.Calls != nil {
		r.Quality = &Quality{
			Payers:   count(*in.Quality.Payers),
			Calls:    count(*in.Quality.Calls),
			LastCall: in.Quality.Last.time(),
		}
	}
	return r
}

// count is a provider's number of things, within the range of an int.
func count(f float64) int { return int(max(0, min(f, 1<<52))) }

// text is a JSON string, or the digits of a number; anything else is empty.
type text string

func (t *text) UnmarshalJSON(raw []byte) error {
	var s string
	if json.Unmarshal(raw, &s) == nil {
		*t = text(s)
		return nil
	}
	var n json.Number
	if json.Unmarshal(raw, &n) == nil {
		*t = text(n)
	}
	return nil
}

// time reads an ISO time or seconds since 1970, as in the open specification, or returns zero.
func (t text) time() time.Time {
	if at, err := time.Parse(time.RFC3339, string(t)); err == nil {
		return at.UTC()
	}
	if n, err := strconv.ParseInt(string(t), 10, 64); err == nil && n > 0 && n < 1<<40 {
		return time.Unix(n, 0).UTC()
	}
	return time.Time{}
}
