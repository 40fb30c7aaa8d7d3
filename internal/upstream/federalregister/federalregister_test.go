package federalregister

import (
	"context"
	"encoding/json"
	"net/url"
	"os"
	"strings"
	"testing"

	"github.com/farebox/farebox/internal/samples"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

const (
	api  = "https://www.federalregister.gov/api/v1"
	rule = `{"title":"One ","document_number":"2026-1","type":"Rule","abstract":null,"publication_date":"2026-11-01",
"html_url":"https://www.federalregister.gov/d/2026-1","comments_close_on":null,"docket_ids":["A-2026-1"],
"agencies":[{"raw_name":"OFFICE","name":"Office","slug":"office"}],
"regulations_dot_gov_info":{"document_id":"A-2026-1-0001","comments_count":12}}`
)

func TestSearchHoldsToItsContract(t *testing.T) {
	upstreamtest.Contract{
		Answer: upstreamtest.Answer{URL: api + "/documents.json", Body: `{"count":1,"results":[` + rule + `]}`},
		Call: func(ctx context.Context, pool *upstream.Pool) error {
			_, err := New(pool).Search(ctx, Query{Term: "water", Limit: 5})
			return err
		},
		Required: []string{
			"count", "results", "results[].document_number", "results[].title", "results[].type",
			"results[].html_url", "results[].publication_date", "results[].agencies",
		},
		Optional: []string{"results[].abstract", "results[].docket_ids"},
	}.Hold(t)
}

func TestDocumentHoldsToItsContract(t *testing.T) {
	upstreamtest.Contract{
		Answer: upstreamtest.Answer{URL: api + "/documents/2026-1.json", Body: rule},
		Call: func(ctx context.Context, pool *upstream.Pool) error {
			_, err := New(pool).Document(ctx, "2026-1")
			return err
		},
		Required: []string{"document_number", "publication_date"},
		Optional: []string{"regulations_dot_gov_info", "regulations_dot_gov_info.comments_count"},
		NoRecord: []upstreamtest.Answer{{Status: 404, Body: `{"status":404,"message":"Record Not Found"}`}},
	}.Hold(t)
}

func TestWhatAnswersOfTheFederalRegisterMean(t *testing.T) {
	for _, c := range []struct {
		why    string
		answer upstreamtest.Answer
		kind   upstream.Kind
		count  int
		titles string
	}{
		{"a page", upstreamtest.Answer{Body: `{"count":2,"results":[` + rule + `]}`}, "", 2, "One"},
		{"a count without its results", upstreamtest.Answer{Body: `{"count":2}`}, upstream.BadResponse, 0, ""},
		{"nothing fits: no results at all", upstreamtest.Answer{Body: `{"description":"Documents","count":0}`}, "",
			0, ""},
		{"an agency that does not exist", upstreamtest.Answer{Status: 400,
			Body: `{"errors":{"agencies":"invalid value"}}`},
			upstream.Invalid, 0, ""},
		{"another object", upstreamtest.Answer{Body: `{"results":[]}`}, upstream.BadResponse, 0, ""},
	} {
		t.Run(c.why, func(t *testing.T) {
			c.answer.URL = api + "/documents.json"
			world := upstreamtest.New(t, c.answer)

			page, err := New(world.Pool(t, nil)).Search(t.Context(), Query{Term: "water", Limit: 5})
			if upstream.KindOf(err) != c.kind {
				t.Fatal(err)
			}
			if c.kind != "" {
				return
			}
			var titles []string
			for _, d := range page.Documents {
				titles = append(titles, d.Title)
			}
			if page.Count != c.count || strings.Join(titles, ",") != c.titles {
				t.Errorf("%+v", page)
			}
		})
	}
}

func TestSearchSendsAllConditionsAndNeverASinglePage(t *testing.T) {
	world := upstreamtest.New(t, upstreamtest.Answer{URL: api + "/documents.json", Body: `{"count":0}`})
	_, err := New(world.Pool(t, nil)).Search(t.Context(), Query{
		Term:     Phrase(`moody’s clean "water" & (air)`),
		Agencies: []string{"environmental-protection-agency"},
		Docket:   "EPA-HQ-OW-2019-0405",
		Types:    []string{Rule, ProposedRule},
		Newest:   true,
		Limit:    1,
	})
	if err != nil {
		t.Fatal(err)
	}

	_, query, _ := strings.Cut(world.Asked()[0], "?")
	sent, err := url.ParseQuery(query)
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"conditions[term]":       `"moody's clean water air"`,
		"conditions[agencies][]": "environmental-protection-agency",
		"conditions[docket_id]":  "EPA-HQ-OW-2019-0405",
		"conditions[type][]":     "RULE,PRORULE",
		"order":                  "newest",
		"per_page":               "2", // one is read as twenty
	} {
		if got := strings.Join(sent[name], ","); got != want {
			t.Errorf("%s = %q, want %q", name, got, want)
		}
	}
}

func TestDocumentHasItsCommentsOnRegulationsGov(t *testing.T) {
	world := upstreamtest.New(t,
		upstreamtest.Answer{URL: api + "/documents/2026-1.json", Body: rule},
		upstreamtest.Answer{URL: api + "/documents/2026-2.json", Body: rule},
	)
	c := New(world.Pool(t, nil))

	d, err := c.Document(t.Context(), "2026-1")
	if err != nil || d.Regulations == nil || *d.Regulations.Comments != 12 {
		t.Errorf("%+v %v", d, err)
	}
	if _, err := c.Document(t.Context(), "2026-2"); upstream.KindOf(err) != upstream.BadResponse {
		t.Errorf("another document: %v", err)
	}
}

func TestCallersTextHasNoSignsOfTheSearch(t *testing.T) {
	for text, want := range map[string]string{
		"clean water":                 "clean water",
		`a" | "b`:                     "a b",
		"x -y (z) ~3 \\ \n *":         "x y z 3",
		"Levi's U.S. rules":           "Levi's U.S. rules",
		"Jos\u00e9 \u65e5\u672c rule": "Jos\u00e9 \u65e5\u672c rule",
		"":                            "",
	} {
		if got := Words(text); got != want {
			t.Errorf("%q gives %q, want %q", text, got, want)
		}
	}
}

func TestRecordedDocumentsAreRead(t *testing.T) {
	for _, path := range samples.Glob(t, "federal_register/documents_*.json") {
		body, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		world := upstreamtest.New(t, upstreamtest.Answer{URL: api + "/documents.json", Body: string(body)})
		page, err := New(world.Pool(t, nil)).Search(t.Context(), Query{Limit: 20})
		if err != nil {
			t.Errorf("%s: %v", path, err)
			continue
		}

		var raw struct {
			Count   int
			Results []map[string]any
		}
		if err := json.Unmarshal(body, &raw); err != nil {
			t.Fatal(err)
		}
		if page.Count != raw.Count || len(page.Documents) != len(raw.Results) {
			t.Errorf("%s: %d of %d documents", path, len(page.Documents), page.Count)
		}
		for i, d := range page.Documents {
			if d.Number != raw.Results[i]["document_number"] || d.Published != raw.Results[i]["publication_date"] ||
				d.Type != raw.Results[i]["type"] || len(d.Agencies) == 0 || d.Agencies[0].Slug == "" {
				t.Errorf("%s: %+v", path, d)
			}
		}
	}
}
