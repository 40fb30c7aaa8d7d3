package wikidata

import (
	"context"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/farebox/farebox/internal/samples"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

const api = "https://www.wikidata.org/w/api.php"

var client = upstreamtest.Over(New)

func TestRecordedItem(t *testing.T) {
	body := string(samples.Read(t, "wikidata/wbgetentities_Q10541491.json"))
	c, _ := client(t, upstreamtest.Answer{URL: api + "?action=wbgetentities", Body: body})
	items, err := c.Items(t.Context(), "Q10541491")
	if err != nil || len(items) != 1 {
		t.Fatal(items, err)
	}
	item := items[0]
	if item.Label() != "legal form" || item.Description() != "type of legal entity within certain legal system" ||
		len(item.Aliases()) != 0 || !slices.Equal(item.Strings("P227"), []string{"4133316-0"}) ||
		!slices.Equal(item.Items("P31"), []string{"Q24017414"}) || len(item.Strings(PropLEI)) != 0 {
		t.Errorf("%s %v %v", item.Label(), item.Strings("P227"), item.Items("P31"))
	}
}

func TestRecordedSearch(t *testing.T) {
	body := string(samples.Read(t, "wikidata/wbsearchentities_attila.json"))
	c, _ := client(t, upstreamtest.Answer{URL: api + "?action=wbsearchentities&search=attila+the+hun", Body: body})
	hits, err := c.Search(t.Context(), "attila the hun", 10)
	if err != nil || len(hits) != 3 || hits[0].QID != "Q36724" {
		t.Errorf("%+v %v", hits, err)
	}
}

const acme = `{"entities":{"Q1":{"id":"Q1","labels":{"en":{"language":"en","value":"Acme"}},"descriptions":{},
"aliases":{"en":[{"language":"en","value":"Acme Inc"}]},"claims":{
"P1278":[{"mainsnak":{"snaktype":"value","datavalue":{"value":"A","type":"string"}},"rank":"normal"}],
"P1448":[{"mainsnak":{"snaktype":"value","datavalue":{"value":{"text":"Acme"},"type":"monolingualtext"}},
"rank":"normal"}],
"P31":[{"mainsnak":{"snaktype":"value","datavalue":{"value":{"id":"Q5"},"type":"wikibase-entityid"}},
"rank":"normal"}],
"P571":[{"mainsnak":{"snaktype":"value","datavalue":{"value":{"time":"+1976-04-01T00:00:00Z"},"type":"time"}},
"rank":"normal"}]}}}}`

func TestItemsAreHeldToTheirContract(t *testing.T) {
	upstreamtest.Contract{
		Answer: upstreamtest.Answer{URL: api + "?action=wbgetentities", Body: acme},
		Required: []string{
			"entities", "entities.Q1.id", "entities.Q1.labels", "entities.Q1.descriptions", "entities.Q1.aliases",
			"entities.Q1.claims", "entities.Q1.labels.en.value", "entities.Q1.aliases.en[].value",
			"entities.Q1.claims.P1278[].mainsnak", "entities.Q1.claims.P1278[].rank",
			"entities.Q1.claims.P1278[].mainsnak.snaktype", "entities.Q1.claims.P1278[].mainsnak.datavalue",
			"entities.Q1.claims.P1278[].mainsnak.datavalue.type",
			"entities.Q1.claims.P1278[].mainsnak.datavalue.value",
			"entities.Q1.claims.P1448[].mainsnak.datavalue.value.text",
			"entities.Q1.claims.P31[].mainsnak.datavalue.value.id",
			"entities.Q1.claims.P571[].mainsnak.datavalue.value.time",
		},
		Call: func(ctx context.Context, pool *upstream.Pool) error {
			_, err := New(pool).Items(ctx, "Q1")
			return err
		},
	}.Hold(t)
}

func TestSearchesAreHeldToTheirContract(t *testing.T) {
	upstreamtest.Contract{
		Answer: upstreamtest.Answer{
			URL:  api + "?action=wbsearchentities",
			Body: `{"search":[{"id":"Q1","label":"Acme"}]}`,
		},
		Required: []string{"search", "search[].id"},
		Optional: []string{"search[].label"},
		Call: func(ctx context.Context, pool *upstream.Pool) error {
			_, err := New(pool).Search(ctx, "Acme", 10)
			return err
		},
	}.Hold(t)
	upstreamtest.Contract{
		Answer: upstreamtest.Answer{
			URL: "https://query.wikidata.org/sparql",
			Body: `{"results":{"bindings":[{"item":{"type":"uri",` +
				`"value":"http://www.wikidata.org/entity/Q312"}}]}}`,
		},
		Required: []string{
			"results", "results.bindings", "results.bindings[].item", "results.bindings[].item.type",
			"results.bindings[].item.value",
		},
		Call: func(ctx context.Context, pool *upstream.Pool) error {
			_, err := New(pool).With(ctx, PropLEI, "A")
			return err
		},
	}.Hold(t)
}

// TestOnlyTheBestStatementsCount: preferred before normal, deprecated and ended ones never.
func TestOnlyTheBestStatementsCount(t *testing.T) {
	body := `{"entities":{"Q1":{"id":"Q1","labels":[],"descriptions":{},"aliases":[],"claims":{
"P1278":[{"mainsnak":{"snaktype":"value","datavalue":{"value":"OLD","type":"string"}},"rank":"deprecated"},
 {"mainsnak":{"snaktype":"value","datavalue":{"value":"B","type":"string"}},"rank":"normal"},
 {"mainsnak":{"snaktype":"value","datavalue":{"value":"A","type":"string"}},"rank":"preferred"}],
"P5531":[{"mainsnak":{"snaktype":"somevalue"},"rank":"normal"},
 {"mainsnak":{"snaktype":"value","datavalue":{"value":"320193","type":"string"}},"rank":"normal","qualifiers":
{"P582":[{"snaktype":"value","datavalue":{"value":{"time":"+2001-00-00T00:00:00Z"},"type":"time"}}]}},
 {"mainsnak":{"snaktype":"value","datavalue":{"value":"0000320193","type":"string"}},"rank":"normal","qualifiers":[]}],
"P1448":[{"mainsnak":{"snaktype":"value","datavalue":{"value":{"text":"Acme AG","language":"de"},"type":"monolingualtext"}},"rank":"normal"}],
"P576":[{"mainsnak":{"snaktype":"value","datavalue":{"value":{"time":"+2009-00-00T00:00:00Z","precision":9},"type":"time"}},
"rank":"normal"}],
"P414":[{"mainsnak":{"snaktype":"value","datavalue":{"value":{"id":"Q13677"},"type":"wikibase-entityid"}},"rank":"normal","qualifiers":
{"P249":[{"snaktype":"value","datavalue":{"value":"ACM","type":"string"}}]}},
 {"mainsnak":{"snaktype":"value","datavalue":{"value":{"id":"Q82059"},"type":"wikibase-entityid"}},"rank":"normal","qualifiers":
{"P249":[{"snaktype":"value","datavalue":{"value":"OLD","type":"string"}}],"P582":[{"snaktype":"novalue"}]}}]
}}}}`
	c, _ := client(t, upstreamtest.Answer{URL: api, Body: body})
	items, err := c.Items(t.Context(), "Q1")
	if err != nil || len(items) != 1 {
		t.Fatal(items, err)
	}
	item := items[0]
	day, ok := item.Day(PropDissolved)
	if !slices.Equal(item.Strings(PropLEI), []string{"A"}) ||
		!slices.Equal(item.Strings(PropCIK), []string{"0000320193"}) ||
		!slices.Equal(item.Strings(PropOfficial), []string{"Acme AG"}) ||
		!ok || day.Format("2006-01-02") != "2009-01-01" ||
		!slices.Equal(item.Listings(), []Listing{{"Q13677", "ACM"}}) ||
		item.Label() != "" {
		t.Errorf("%v %v %v %v", item.Strings(PropLEI), item.Strings(PropCIK), day, item.Listings())
	}
}

func TestItemsThatWereMergedOrNeverWere(t *testing.T) {
	c, _ := client(
		t,
		upstreamtest.Answer{
			URL: api + "?ids=Q2",
			Body: `{"entities":{"Q9":{"id":"Q9","redirects":{"from":"Q2","to":"Q9"},"labels":{},"descriptions":{},
"aliases":{},"claims":{}}}}`,
		},
		upstreamtest.Answer{URL: api + "?ids=Q3", Body: `{"entities":{"Q3":{"id":"Q3","missing":""}}}`},
	)
	if items, err := c.Items(t.Context(), "Q2"); err != nil || len(items) != 1 || items[0].QID != "Q9" {
		t.Errorf("merged: %v %v", items, err)
	}
	if items, err := c.Items(t.Context(), "Q3"); err != nil || len(items) != 0 {
		t.Errorf("missing: %v %v", items, err)
	}
}

func TestFailures(t *testing.T) {
	for _, c := range []struct {
		why    string
		answer upstreamtest.Answer
		kind   upstream.Kind
	}{
		{"error inside 200", upstreamtest.Answer{Body: `{"error":{"code":"no-such-entity"}}`}, upstream.NotFound},
		{"busy inside 200", upstreamtest.Answer{Body: `{"error":{"code":"maxlag"}}`}, upstream.RateLimited},
		{"refused inside 200", upstreamtest.Answer{Body: `{"error":{"code":"param-illegal"}}`}, upstream.BadResponse},
		{"blocked", upstreamtest.Answer{Status: 403, Body: "no contact"}, upstream.Unavailable},
		{"nothing", upstreamtest.Answer{Body: `{}`}, upstream.BadResponse},
	} {
		t.Run(c.why, func(t *testing.T) {
			c.answer.URL = api
			provider, _ := client(t, c.answer)
			if _, err := provider.Items(t.Context(), "Q1"); upstream.KindOf(err) != c.kind {
				t.Errorf("%v, want %s", err, c.kind)
			}
		})
	}
	c, _ := client(t, upstreamtest.Answer{URL: "https://query.wikidata.org/sparql", Body: `{"head":{}}`})
	if _, err := c.With(t.Context(), PropLEI, "A"); upstream.KindOf(err) != upstream.BadResponse {
		t.Errorf("query without results: %v", err)
	}
}

// TestValuesStayLiterals: whatever a value holds, it does not end the literal that it stands in.
func TestValuesStayLiterals(t *testing.T) {
	for value, want := range map[string]string{
		"US0378331005":             `"US0378331005"`,
		`A" } ?item ?p ?o . #`:     `"A\" } ?item ?p ?o . #"`,
		`A\`:                       `"A\\"`,
		`A\" )`:                    `"A\\\" )"`,
		"A\nB\r\tC":                `"A\nB\r\tC"`,
		"\x00":                     `""`,
		"') UNION { ?s ?p ?o } #'": `"') UNION { ?s ?p ?o } #'"`,
	} {
		if got := literal(value); got != want {
			t.Errorf("%q is %s, want %s", value, got, want)
		}
	}

	c, world := client(t, upstreamtest.Answer{
		URL: "https://query.wikidata.org/sparql",
		Body: `{"results":{"bindings":[{"item":{"type":"uri","value":"http://www.wikidata.org/entity/Q312"}},
{"item":{"type":"bnode","value":"b0"}}]}}`,
	})
	qids, err := c.With(t.Context(), PropCIK, "0000320193", "320193")
	if err != nil || !slices.Equal(qids, []string{"Q312"}) {
		t.Errorf("%v %v", qids, err)
	}
	asked, err := url.QueryUnescape(world.Asked()[0])
	if err != nil || !strings.Contains(asked, "PREFIX wdt:") || !strings.Contains(asked, `?item wdt:P5531 ?value . VALUES ?value { "0000320193" "320193" }`) {
		t.Error(asked)
	}
}
