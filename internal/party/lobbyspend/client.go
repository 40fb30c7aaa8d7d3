package lobbyspend

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/farebox/farebox/internal/each"
	"github.com/farebox/farebox/internal/party/names"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/upstream/lda"
)

// Match says how a client's name fits what was asked for.
type Match string

// The matches, the best first.
const (
	SameName   Match = "same_name"   // the same but for the legal form
	FormerName Match = "former_name" // a name that the filing gives beside the present one
	BeginsWith Match = "begins_with" // the name goes on after the words asked for
	Within     Match = "within"      // the words stand elsewhere in it
)

// Client is one that filings name. Spellings that differ in the legal form only are one client.
type Client struct {
	Name       string   // the spelling with the most filings
	Spellings  []string // all, the most used first
	Match      Match
	Score      float64 // of the two names, 0 to 100, by the engine of package names
	Filings    int
	MixedForms bool // the spellings have legal forms that differ, such as Inc and LLC
	Places     []Place

	key    string
	state  string // to which the filings were confined, "" without
	former []string
	form   *names.Form
	counts map[string]int
}

// Place is where filings say that the client is, "" where they do not.
type Place struct {
	State   string
	Country string
	Filings int
}

// Scattered names the places of a client in several: two cities of Springfield write their names alike. Filings
// identify clients by name alone, and firms give one client several addresses.
func (c *Client) Scattered() string {
	if len(c.Places) < 2 {
		return ""
	}
	var list []string
	for _, p := range c.Places[:min(len(c.Places), maxNamed)] {
		list = append(list, fmt.Sprintf("%s (%d)", cmp.Or(p.State, p.Country), p.Filings))
	}
	return "filings under this name are of clients in " + strings.Join(list, ", ") + ", which may be namesakes"
}

// name is a client's name taken apart.
type name struct {
	form     *names.Form
	former   []*names.Form
	onBehalf bool
}

// What filings write into the name of a client beside the name.
var (
	onBehalf = regexp.MustCompile(`(?i)\b(?:on behalf of|o/?b/?o|on behalf)\b`)
	aside    = regexp.MustCompile(`\(([^()]*)\)`)
	formerly = regexp.MustCompile(`(?i)` +
		`^\s*(?:formerly|previously)(?:\s+(?:known|filed|registered|reported)\s+as)?\b[:,]?|` +
		`^\s*(?:f\.?/?k\.?/?a\.?|a/?k/?a|d/?b/?a)[\s:]`)
	retinue = regexp.MustCompile(`(?i)[,;]?\s+and\s+(?:its\s+)?(?:various\s+)?(?:affiliated\s+)?` +
		`(?:affiliates|subsidiaries|companies|affiliates and subsidiaries|subsidiaries and affiliates)\s*$`)
)

// nameOf takes a name apart: "X AND ITS AFFILIATES (F/K/A Y)" is X, formerly Y.
func (r *Reader) nameOf(text string) (name, error) {
	out := name{onBehalf: onBehalf.MatchString(text)}
	main := aside.ReplaceAllStringFunc(text, func(part string) string {
		inner := strings.Trim(part, "()")
		if at := formerly.FindStringIndex(inner); at != nil {
			before := retinue.ReplaceAllString(inner[at[1]:], "")
			if form, err := r.names.Prepare(names.Company, before, ""); err == nil {
				out.former = append(out.former, form)
			}
		}
		return " "
	})
	main = retinue.ReplaceAllString(strings.TrimSpace(main), "")

	form, err := r.names.Prepare(names.Company, main, "")
	if err != nil {
		form, err = r.names.Prepare(names.Company, text, "")
	}
	out.form = form
	return out, err
}

// clients are the distinct clients of the filings, those with the most filings first; with a state, of those in it.
func (r *Reader) clients(read []yearRead, state string) []*Client {
	byKey := map[string]*Client{}
	var list []*Client
	for _, y := range read {
		for _, f := range y.filings {
			parts, err := r.nameOf(f.Client.Name)
			if err != nil || parts.onBehalf || state != "" && f.Client.State != state {
				continue
			}
			client := byKey[parts.form.Text]
			if client == nil {
				client = &Client{
					key:    parts.form.Text,
					state:  state,
					form:   parts.form,
					counts: map[string]int{},
				}
				byKey[client.key] = client
				list = append(list, client)
			}
			client.add(r.names, parts, f.Client)
		}
	}

	for _, c := range list {
		c.settle()
	}
	slices.SortFunc(list, func(a, b *Client) int {
		return cmp.Or(cmp.Compare(b.Filings, a.Filings), strings.Compare(a.Name, b.Name))
	})
	return list
}

func (c *Client) add(engine *names.Engine, parts name, filed lda.Party) {
	c.Filings++
	c.counts[strings.Join(strings.Fields(filed.Name), " ")]++
	c.put(filed)
	for _, f := range parts.former {
		if !slices.Contains(c.former, f.Text) {
			c.former = append(c.former, f.Text)
		}
	}
	c.MixedForms = c.MixedForms || engine.Compare(c.form, parts.form).LegalForm == "different"
}

// put counts a filing under its place, if it gives one. "United States" alone is no place.
func (c *Client) put(filed lda.Party) {
	if filed.State == "" && (filed.Country == "" || filed.Country == "US") {
		return
	}
	at := slices.IndexFunc(c.Places, func(p Place) bool {
		return p.State == filed.State && (p.State != "" || p.Country == filed.Country)
	})
	if at < 0 {
		at = len(c.Places)
		c.Places = append(c.Places, Place{State: filed.State, Country: filed.Country})
	}
	c.Places[at].Filings++
}

// settle orders the spellings and places.
func (c *Client) settle() {
	c.Spellings = c.Spellings[:0]
	for spelling := range c.counts {
		c.Spellings = append(c.Spellings, spelling)
	}
	slices.SortFunc(c.Spellings, func(a, b string) int {
		return cmp.Or(cmp.Compare(c.counts[b], c.counts[a]), strings.Compare(a, b))
	})
	c.Name = c.Spellings[0]
	slices.SortFunc(c.Places, func(a, b Place) int {
		return cmp.Or(cmp.Compare(b.Filings, a.Filings), strings.Compare(a.State+a.Country, b.State+b.Country))
	})
}

// fits says how the client's name fits the one asked for.
func (c *Client) fits(asked name) Match {
	words := asked.form.Text
	switch {
	case c.key == words:
		return SameName
	case slices.Contains(c.former, words):
		return FormerName
	case strings.HasPrefix(c.key, words+" "):
		return BeginsWith
	}
	return Within
}

// dominance is the part of the filings that one client has to have to be what a mere beginning of a name means.
const dominance = 0.75

// choose picks the client that is meant. A name that fits as it is wins. A beginning of a name is taken for a client
// only when nearly all filings that begin so are of that one.
func choose(engine *names.Engine, asked name, clients []*Client) (*Client, error) {
	fitting := map[Match][]*Client{}
	for _, c := range clients {
		c.Match = c.fits(asked)
		c.Score = engine.Score(asked.form, c.form)
		fitting[c.Match] = append(fitting[c.Match], c)
	}
	for _, m := range []Match{SameName, FormerName} {
		switch len(fitting[m]) {
		case 0:
		case 1:
			return fitting[m][0], nil
		default:
			return nil, ambiguous(fitting[m])
		}
	}

	begins := fitting[BeginsWith]
	if len(begins) == 0 {
		return nil, noClient(clients)
	}
	all := 0
	for _, c := range begins {
		all += c.Filings
	}
	if float64(begins[0].Filings) < dominance*float64(all) {
		return nil, ambiguous(begins)
	}
	return begins[0], nil
}

// maxNamed is how many names a problem lists.
const maxNamed = 8

func ambiguous(clients []*Client) error {
	return problem.InvalidCode("client_name", problem.CodeAmbiguous,
		"client_name fits several clients; give the whole name of one: %s", strings.Join(named(clients), "; ")).
		With("candidates", named(clients))
}

func noClient(clients []*Client) error {
	if len(clients) == 0 {
		return problem.NotFound("client_name", "no lobbying filing of these years names such a client")
	}
	return problem.NotFound("client_name",
		"no client of these years' lobbying filings has that name; some contain the words: %s",
		strings.Join(named(clients), "; ")).
		With("candidates", named(clients))
}

// named are the first clients.
func named(clients []*Client) []string {
	return each.Of(clients[:min(len(clients), maxNamed)], func(c *Client) string { return c.Name })
}
