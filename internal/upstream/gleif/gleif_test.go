package gleif

import (
	"context"
	"strings"
	"testing"

	"github.com/farebox/farebox/internal/samples"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

const (
	api = "https://api.gleif.org/api/v1/"
	lei = "9845001B2AD43E664E58"
)

var client = upstreamtest.Over(New)

func TestRecordedRecords(t *testing.T) {
	for _, sample := range []struct {
		file, lei, name, jurisdiction, registration, city string
	}{
		{"lei_record_issued.json", lei, "RAHUL", "IN", "ISSUED", "SONIPAT"},
		{"lei_record_lapsed.json", "549300LBI3LRIZ2V8V66", "UK EQUITY FUND (OFFSHORE)", "IE", "LAPSED", "DUBLIN"},
	} {
		body := string(samples.Read(t, "gleif/"+sample.file))
		c, _ := client(t, upstreamtest.Answer{URL: api + "lei-records/" + sample.lei, Body: body})
		r, err := c.Record(t.Context(), sample.lei)
		if err != nil {
			t.Fatal(err)
		}
		if r.Entity.LegalName.Name != sample.name || r.Entity.Jurisdiction != sample.jurisdiction ||
			string(r.Registration.Status) != sample.registration || r.Entity.LegalAddress.City != sample.city ||
			r.Registration.NextRenewal == nil || !r.Links.DirectException || r.Links.DirectParent {
			t.Errorf("%+v", r)
		}
	}
}

const (
	record = `{"id":"` + lei + `","attributes":{"entity":{"legalName":{"name":"A"},
"otherNames":[{"name":"B","type":"PREVIOUS_LEGAL_NAME"}],"transliteratedOtherNames":[],
"legalAddress":{"addressLines":[],"city":"C","region":null,"country":"IE","postalCode":null},
"headquartersAddress":{"addressLines":[],"city":"C","region":null,"country":"IE","postalCode":null},
"registeredAs":"1","jurisdiction":"IE","category":"GENERAL","status":"ACTIVE",
"expiration":{"date":null,"reason":null},"creationDate":null},
"registration":{"initialRegistrationDate":"2012-06-06T15:53:00Z","lastUpdateDate":"2026-02-10T09:41:00Z",
"status":"ISSUED","nextRenewalDate":"2027-03-04T00:00:00Z","corroborationLevel":"FULLY_CORROBORATED"},
"conformityFlag":null},
"relationships":{"direct-parent":{"links":{"reporting-exception":"x"}},"ultimate-parent":{"links":{}}}}`
	one  = `{"data":` + record + `}`
	none = `{"errors":[{"status":"404"}]}`
)

func TestRecordsAreHeldToTheirContract(t *testing.T) {
	upstreamtest.Contract{
		Answer: upstreamtest.Answer{URL: api + "lei-records/" + lei, Body: one},
		Required: []string{
			"data", "data.id", "data.attributes", "data.attributes.entity", "data.attributes.registration",
			"data.attributes.conformityFlag", "data.attributes.entity.legalName", "data.attributes.entity.legalName.name",
			"data.attributes.entity.otherNames", "data.attributes.entity.otherNames[].name",
			"data.attributes.entity.otherNames[].type", "data.attributes.entity.transliteratedOtherNames",
			"data.attributes.entity.legalAddress", "data.attributes.entity.legalAddress.country",
			"data.attributes.entity.headquartersAddress.city", "data.attributes.entity.registeredAs",
			"data.attributes.entity.jurisdiction", "data.attributes.entity.status", "data.attributes.entity.expiration",
			"data.attributes.entity.expiration.reason", "data.attributes.entity.creationDate",
			"data.attributes.registration.status", "data.attributes.registration.nextRenewalDate",
			"data.attributes.registration.corroborationLevel", "data.relationships",
			"data.relationships.direct-parent.links",
		},
		Optional: []string{"data.relationships.direct-parent", "data.relationships.ultimate-parent"},
		NoRecord: []upstreamtest.Answer{{Status: 404, Body: none}},
		Call: func(ctx context.Context, pool *upstream.Pool) error {
			_, err := New(pool).Record(ctx, lei)
			return err
		},
	}.Hold(t)
}

// TestClosedSetsTakeNoOtherWords: an unknown grade is not a mild one.
func TestClosedSetsTakeNoOtherWords(t *testing.T) {
	for _, word := range []string{`"ACTIVE"`, `"ISSUED"`, `"FULLY_CORROBORATED"`} {
		body := strings.Replace(one, word, `"SOMETHING_NEW"`, 1)
		c, _ := client(t, upstreamtest.Answer{URL: api + "lei-records/" + lei, Body: body})
		if _, err := c.Record(t.Context(), lei); upstream.KindOf(err) != upstream.BadResponse {
			t.Errorf("%s: %v", word, err)
		}
	}
}

func TestListsAreHeldToTheirContract(t *testing.T) {
	const pages = `"meta":{"pagination":{"total":1}},`
	for name, c := range map[string]upstreamtest.Contract{
		"records": {
			Answer:   upstreamtest.Answer{URL: api + "lei-records", Body: `{` + pages + `"data":[` + record + `]}`},
			Required: []string{"meta", "meta.pagination", "meta.pagination.total", "data", "data[].id", "data[].attributes"},
			Call: func(ctx context.Context, pool *upstream.Pool) error {
				_, _, err := New(pool).Named(ctx, "A", 10)
				return err
			},
		},
		"securities": {
			Answer: upstreamtest.Answer{
				URL:  api + "lei-records/" + lei + "/isins",
				Body: `{` + pages + `"data":[{"attributes":{"isin":"US0378331005"}}]}`,
			},
			Required: []string{"meta.pagination.total", "data", "data[].attributes", "data[].attributes.isin"},
			Call: func(ctx context.Context, pool *upstream.Pool) error {
				_, _, err := New(pool).ISINs(ctx, lei)
				return err
			},
		},
		"completions": {
			Answer: upstreamtest.Answer{
				URL: api + "fuzzycompletions",
				Body: `{"data":[{"attributes":{"value":"A"},"relationships":{"lei-records":{"data":{"id":"` + lei + `"}}}},
{"attributes":{"value":"B"}}]}`,
			},
			Required: []string{
				"data", "data[].attributes", "data[].attributes.value", "data[].relationships.lei-records",
				"data[].relationships.lei-records.data", "data[].relationships.lei-records.data.id",
			},
			Call: func(ctx context.Context, pool *upstream.Pool) error {
				_, err := New(pool).Completions(ctx, "A")
				return err
			},
		},
		"exceptions": {
			Answer: upstreamtest.Answer{
				URL:  api + "lei-records/" + lei + "/direct-parent-reporting-exception",
				Body: `{"data":{"attributes":{"reason":"NON_CONSOLIDATING"}}}`,
			},
			Required: []string{"data", "data.attributes", "data.attributes.reason"},
			NoRecord: []upstreamtest.Answer{{Status: 404, Body: none}},
			Call: func(ctx context.Context, pool *upstream.Pool) error {
				_, err := New(pool).Exception(ctx, lei, Direct)
				return err
			},
		},
		"relationships": {
			Answer: upstreamtest.Answer{
				URL: api + "lei-records/" + lei + "/direct-parent-relationship",
				Body: `{"data":{"attributes":{"relationship":{"startNode":{"id":"` + lei + `"},"status":"ACTIVE"},` +
					`"registration":{"corroborationLevel":"FULLY_CORROBORATED"}}}}`,
			},
			Required: []string{
				"data.attributes.relationship", "data.attributes.relationship.status",
				"data.attributes.relationship.startNode", "data.attributes.relationship.startNode.id",
				"data.attributes.registration.corroborationLevel",
			},
			NoRecord: []upstreamtest.Answer{{Status: 404, Body: none}},
			Call: func(ctx context.Context, pool *upstream.Pool) error {
				_, err := New(pool).Relationship(ctx, lei, Direct)
				return err
			},
		},
	} {
		t.Run(name, c.Hold)
	}
}

func TestAnswersThatAreNoRecord(t *testing.T) {
	for _, c := range []struct {
		why    string
		answer upstreamtest.Answer
		kind   upstream.Kind
	}{
		{"unknown", upstreamtest.Answer{Status: 404, Body: `{"errors":[{"status":"404"}]}`}, upstream.NotFound},
		{"refused filter", upstreamtest.Answer{Status: 400, Body: `{"errors":[]}`}, upstream.Invalid},
		{"empty", upstreamtest.Answer{Body: `{}`}, upstream.BadResponse},
		{"null", upstreamtest.Answer{Body: `{"data":null}`}, upstream.BadResponse},
		{"another", upstreamtest.Answer{Body: strings.Replace(one, lei, "HWUPKR0MPOU8FGXBT394", 1)}, upstream.BadResponse},
		{"other form", upstreamtest.Answer{Body: `{"data":{"id":7}}`}, upstream.BadResponse},
	} {
		t.Run(c.why, func(t *testing.T) {
			c.answer.URL = api + "lei-records/" + lei
			provider, _ := client(t, c.answer)
			if _, err := provider.Record(t.Context(), lei); upstream.KindOf(err) != c.kind {
				t.Errorf("%v, want %s", err, c.kind)
			}
		})
	}
}

func TestListsWithoutAListAreRefused(t *testing.T) {
	c, _ := client(t, upstreamtest.Answer{URL: api + "*", Body: `{"meta":{}}`})
	if _, _, err := c.Named(t.Context(), "Acme", 10); upstream.KindOf(err) != upstream.BadResponse {
		t.Errorf("names: %v", err)
	}
	if _, err := c.Completions(t.Context(), "Acme"); upstream.KindOf(err) != upstream.BadResponse {
		t.Errorf("completions: %v", err)
	}
	if _, _, err := c.ISINs(t.Context(), lei); upstream.KindOf(err) != upstream.BadResponse {
		t.Errorf("securities: %v", err)
	}
}

// TestNamesAreNoFilters: signs that part, negate or range the values of a filter are none in a caller's name.
func TestNamesAreNoFilters(t *testing.T) {
	for name, want := range map[string]string{
		"Amazon.com, Inc.":          "Amazon.com Inc.",
		"!Acme":                     "Acme",
		"A..Z":                      "A. Z",
		"A....Z":                    "A. . Z",
		`Acme" OR *|<x>=`:           "Acme OR x",
		"Acme\n)\\ & Co":            "Acme ) & Co",
		" ,!, ":                     "",
		"Yahoo! Inc":                "Yahoo Inc",
		"Société Générale [Paris]&": "Société Générale [Paris]&",
	} {
		if got := plain(name); got != want {
			t.Errorf("%q is asked for as %q, want %q", name, got, want)
		}
	}
	c, world := client(t, upstreamtest.Answer{URL: api + "lei-records", Body: `{"meta":{"pagination":{"total":0}},"data":[]}`})
	if _, _, err := c.Named(t.Context(), "A&filter[entity.status]=X, Inc", 10); err != nil {
		t.Fatal(err)
	}
	if asked := world.Asked()[0]; strings.Contains(asked, "&filter[entity.status]") ||
		strings.Contains(asked, "%2C") {
		t.Error(asked)
	}
}

func TestWhatThereIsNot(t *testing.T) {
	c, _ := client(t,
		upstreamtest.Answer{URL: api + "lei-records/" + lei + "/isins", Status: 404, Body: `{"errors":[]}`},
		upstreamtest.Answer{URL: api + "lei-records/" + lei + "/direct-children", Status: 404, Body: `{"errors":[]}`},
		upstreamtest.Answer{
			URL:    api + "lei-records/" + lei + "/direct-child-relationships",
			Status: 404,
			Body:   `{"errors":[]}`,
		},
		upstreamtest.Answer{URL: api + "lei-records/" + lei + "/direct-parent", Status: 404, Body: `{"errors":[]}`},
	)
	if isins, total, err := c.ISINs(t.Context(), lei); err != nil || total != 0 || isins != nil {
		t.Errorf("securities: %v %d %v", isins, total, err)
	}
	if children, total, err := c.Children(t.Context(), lei, 10); err != nil || total != 0 || children != nil {
		t.Errorf("children: %v %d %v", children, total, err)
	}
	if reported, err := c.ChildRelationships(t.Context(), lei, 10); err != nil || len(reported) > 0 {
		t.Errorf("relationships to children: %v %v", reported, err)
	}
	if _, err := c.Parent(t.Context(), lei, Direct); upstream.KindOf(err) != upstream.NotFound {
		t.Errorf("parent: %v", err)
	}
}
