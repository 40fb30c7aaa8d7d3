// Package wikidata reads the items of Wikidata: by name, by QID, and by an identifier of another register.
package wikidata

import (
	"context"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/farebox/farebox/internal/each"
	"github.com/farebox/farebox/internal/upstream"
)

// Provider is Wikidata's two interfaces: the items themselves, and the query service. The latter gives one client a
// minute of work a minute and answers 429 beyond that; both refuse programs without a contact.
var Provider = upstream.Provider{
	Name:          "wikidata",
	Undated:       true,
	BaseURL:       "https://www.wikidata.org",
	Hosts:         map[string]string{query: "https://query.wikidata.org"},
	Docs:          "https://www.wikidata.org/wiki/Wikidata:Data_access",
	Attribution:   "Wikidata, CC0 1.0",
	Terms:         "CC0 1.0; User-Agent policy of the Wikimedia Foundation",
	Checked:       "recorded 2026-04",
	RatePerMinute: 120,
	Burst:         10,
	Concurrency:   5,
	TTL:           6 * time.Hour,
	StaleFor:      7 * 24 * time.Hour,
	Timeout:       8 * time.Second,
}

// query is the host of the query service.
const query = "query"

// The properties of organisations that are read.
const (
	PropKind      = "P31" // instance of
	PropLEI       = "P1278"
	PropCIK       = "P5531" // stored with and without leading zeros
	PropISIN      = "P946"
	PropEIN       = "P1297"
	PropExchange  = "P414" // its qualifier P249 is the ticker
	PropTicker    = "P249"
	PropOfficial  = "P1448" // official name, in a language
	PropDissolved = "P576"
	PropEndTime   = "P582"
)

// MaxItems is how many items one request may ask for.
const MaxItems = 50

// Client calls both.
type Client struct{ c *upstream.Client }

// New makes a client.
func New(pool *upstream.Pool) *Client { return &Client{pool.ProbedClient(Provider, probe)} }

// probe asks for the item of legal forms.
func probe(ctx context.Context, u *upstream.Client) error {
	items, err := (&Client{u}).Items(ctx, "Q10541491")
	return upstream.Has(items, err, "entities", "Q10541491", func(i *Item) bool {
		return i.QID == "Q10541491" && i.Missing == nil
	})
}

// Hit is an item that a search found.
type Hit struct {
	QID string `json:"id"`
}

// failure is how the items' interface reports a mistake, with status 200.
type failure struct {
	Code string `json:"code"`
}

func (f *failure) err() error {
	switch {
	case f == nil:
		return nil
	case f.Code == "no-such-entity":
		return upstream.NotFound.Errorf("wikidata: no such item")
	case f.Code == "maxlag", f.Code == "ratelimited":
		return upstream.RateLimited.Errorf("wikidata: %s", f.Code)
	}
	return upstream.BadResponse.Errorf("wikidata: refused")
}

// refused reads a failure out of an answer.
func refused(resp *upstream.Response) error {
	var body struct {
		Error *failure `json:"error,omitempty"`
	}
	if err := resp.JSON(&body); err != nil {
		return err
	}
	return body.Error.err()
}

// Search are up to limit items whose English label or alias begins with text, of any sort.
func (c *Client) Search(ctx context.Context, text string, limit int) ([]Hit, error) {
	var body struct {
		Search []Hit `json:"search"`
	}

	request := c.c.Get("/w/api.php").
		Query("action", "wbsearchentities").
		Query("search", text).
		Query("language", "en").
		Query("type", "item").
		Query("limit", strconv.Itoa(limit)).
		Query("format", "json").
		Refusal(refused).
		TTL(time.Hour)
	if _, err := request.JSON(ctx, &body); err != nil {
		return nil, err
	}
	return body.Search, nil
}

// items is an answer with items by QID.
type items struct {
	Entities map[string]*Item `json:"entities"`
}

// Hold wants of each item what all have.
func (i *items) Hold() error {
	for _, item := range i.Entities {
		if item == nil {
			return upstream.Lacks("entities.*")
		}
		if member := item.lacks(); member != "" {
			return upstream.Lacks("entities.*." + member)
		}
	}
	return nil
}

// asked are the languages of labels, descriptions and aliases. Nothing is in another.
var asked = []string{"en", "mul", "de", "fr", "es", "it", "nl", "ja", "zh"}

// Items are the items of up to [MaxItems] QIDs, in that order. Those that do not exist are left out; one that was
// merged into another comes under the other's QID.
func (c *Client) Items(ctx context.Context, qids ...string) ([]*Item, error) {
	if len(qids) == 0 {
		return nil, nil
	}
	var body items
	request := c.c.Get("/w/api.php").
		Query("action", "wbgetentities").
		Query("ids", strings.Join(qids, "|")).
		Query("props", "labels|aliases|descriptions|claims").
		Query("languages", strings.Join(asked, "|")).
		Query("format", "json").
		Refusal(refused).
		NoRecord(http.StatusOK, upstream.Says("no-such-entity"))
	resp, err := request.JSON(ctx, &body)
	if err != nil {
		return nil, err
	}

	if len(body.Entities) < len(qids) { // an item that does not exist has an entry that says so
		return nil, upstream.BadResponse.Errorf("wikidata: %w", upstream.Lacks("entities.*"))
	}

	var found []*Item
	for _, qid := range qids {
		if item := body.Entities[qid]; item.exists() {
			found = append(found, item)
		}
	}
	if len(found) == 0 && len(qids) == 1 {
		for _, item := range body.Entities { // a redirect
			if item.exists() {
				found = append(found, item)
			}
		}
	}
	for _, item := range found {
		item.FetchedAt = resp.FetchedAt
	}
	return found, nil
}

// With are the QIDs of up to ten items that have one of the values under a property. The property is one of the
// constants above.
func (c *Client) With(ctx context.Context, property string, values ...string) ([]string, error) {
	var body struct {
		Results struct {
			Bindings []struct {
				Item struct {
					Type  string `json:"type"`
					Value string `json:"value"`
				} `json:"item"`
			} `json:"bindings"`
		} `json:"results"`
	}
	request := sparql(c.c.Get("/sparql").On(query), statement(property, values))
	if _, err := request.JSON(ctx, &body); err != nil {
		return nil, err
	}

	var qids []string
	for _, row := range body.Results.Bindings {
		qid := row.Item.Value[strings.LastIndexByte(row.Item.Value, '/')+1:]
		if row.Item.Type == "uri" && strings.HasPrefix(qid, "Q") {
			qids = append(qids, qid)
		}
	}
	return qids, nil
}

// Prefixes begin each query: Blazegraph, which the service runs on, knows them, and QLever, which is to take its place,
// does not.
const Prefixes = `PREFIX rdfs: <http://www.w3.org/2000/01/rdf-schema#>
PREFIX skos: <http://www.w3.org/2004/02/skos/core#>
PREFIX wd: <http://www.wikidata.org/entity/>
PREFIX wdt: <http://www.wikidata.org/prop/direct/>
`

// sparql sends a query to the query service.
func sparql(request *upstream.Request, statement string) *upstream.Request {
	return request.
		Query("query", Prefixes+statement).
		Header("Accept", "application/sparql-results+json")
}

// statement asks for the items; it holds values as literals only.
func statement(property string, values []string) string {
	literals := each.Of(values, literal)
	return "SELECT DISTINCT ?item WHERE { ?item wdt:" + property + " ?value . VALUES ?value { " +
		strings.Join(literals, " ") + " } } LIMIT 10"
}

// literal is a text as a string of SPARQL 1.1 (section 19.8, rule ECHAR).
func literal(s string) string {
	return `"` + strings.NewReplacer(
		`\`, `\\`, `"`, `\"`, "\n", `\n`, "\r", `\r`, "\t", `\t`, "\b", `\b`, "\f", `\f`, "\x00", "",
	).Replace(s) + `"`
}
