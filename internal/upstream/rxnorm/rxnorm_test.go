package rxnorm

import (
	"context"
	"testing"

	"github.com/farebox/farebox/internal/samples"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

const base = "https://rxnav.nlm.nih.gov/REST"

func client(t *testing.T, answers ...upstreamtest.Answer) *Client {
	t.Helper()
	return New(upstreamtest.New(t, answers...).Pool(t, nil))
}

func TestRecordedIdentifiers(t *testing.T) {
	c := client(t,
		upstreamtest.Answer{
			URL:  base + "/rxcui.json?name=warfarin",
			Body: string(samples.Read(t, "rxnorm/rxcui_match.json")),
		},
		upstreamtest.Answer{
			URL:  base + "/rxcui.json",
			Body: string(samples.Read(t, "rxnorm/rxcui_no_match.json")),
		})

	if ids, err := c.ByName(t.Context(), "warfarin"); err != nil || len(ids) != 1 || ids[0] != "11289" {
		t.Errorf("%v, %v", ids, err)
	}
	if _, err := c.ByName(t.Context(), "zzzz"); upstream.KindOf(err) != upstream.NotFound {
		t.Error(err)
	}
	if _, err := c.ByNDC(t.Context(), "00573016520"); upstream.KindOf(err) != upstream.NotFound {
		t.Error(err)
	}
}

func TestRecordedCandidates(t *testing.T) {
	c := client(t, upstreamtest.Answer{
		URL:  base + "/approximateTerm.json?term=zoloft",
		Body: string(samples.Read(t, "rxnorm/approximateTerm_zoloft.json")),
	}, upstreamtest.Answer{
		URL:  base + "/approximateTerm.json?term=zoco",
		Body: string(samples.Read(t, "rxnorm/approximateTerm_zoco_2016.json")),
	})

	list, err := c.Approximate(t.Context(), "zoloft", 5)
	if err != nil || len(list) != 2 || list[0].Name != "Zoloft" || list[0].RxCUI != "82728" {
		t.Errorf("%+v, %v", list, err)
	}
	// Answers of that time had no names, which nobody can be offered.
	if list, err := c.Approximate(t.Context(), "zoco", 5); err != nil || len(list) != 0 {
		t.Errorf("%+v, %v", list, err)
	}
}

func TestRelatedConceptsHaveTheTypeOfTheirGroup(t *testing.T) {
	c := client(t, upstreamtest.Answer{
		URL: base + "/rxcui/1/related.json?tty=IN+MIN",
		Body: `{"relatedGroup":{"conceptGroup":[{"tty":"MIN"},
{"tty":"IN","conceptProperties":[{"rxcui":"5640","name":"ibuprofen"}]}]}}`,
	})
	list, err := c.Related(t.Context(), "1", Ingredient, Combination)
	if err != nil || len(list) != 1 || list[0].Type != Ingredient {
		t.Errorf("%+v, %v", list, err)
	}
}

func TestAWordForNoValueIsNoDrug(t *testing.T) {
	c := client(t, upstreamtest.Answer{
		URL:  base + "/rxcui/1/properties.json",
		Body: `{"properties":{"rxcui":"1","name":"N/A","tty":"IN"}}`,
	}, upstreamtest.Answer{
		URL: base + "/rxcui/1/related.json?tty=IN",
		Body: `{"relatedGroup":{"conceptGroup":[{"tty":"IN",
			"conceptProperties":[{"rxcui":"1","name":"ibuprofen"},{"rxcui":"2","name":""}]}]}}`,
	})
	if found, err := c.Properties(t.Context(), "1"); upstream.KindOf(err) != upstream.BadResponse {
		t.Errorf("%+v, %v", found, err)
	}
	if list, err := c.Related(t.Context(), "1", Ingredient); upstream.KindOf(err) != upstream.BadResponse {
		t.Errorf("%+v, %v", list, err)
	}
}

// TestFailuresAreNotUnknownNames holds what would otherwise say that RxNorm does not know a name.
func TestFailuresAreNotUnknownNames(t *testing.T) {
	for _, c := range []struct {
		why    string
		status int
		body   string
		want   upstream.Kind
	}{
		{"another address", 404, `Not found`, upstream.BadResponse},
		{"no group", 200, `{}`, upstream.BadResponse},
	} {
		t.Run(c.why, func(t *testing.T) {
			_, err := client(t, upstreamtest.Answer{URL: base + "/rxcui.json", Status: c.status, Body: c.body}).
				ByName(t.Context(), "x")
			if upstream.KindOf(err) != c.want {
				t.Errorf("%v, want %s", err, c.want)
			}
		})
	}
}

func TestAnswersAreHeldToTheirContracts(t *testing.T) {
	for _, c := range []struct {
		why, path, body    string
		required, optional []string
		none               []upstreamtest.Answer
		read               func(*Client) error
	}{
		{
			"identifiers", "/rxcui.json", `{"idGroup":{"name":"warfarin","rxnormId":["11289"]}}`,
			[]string{"idGroup", "idGroup.rxnormId"}, nil,
			[]upstreamtest.Answer{{Body: `{"idGroup":{}}`}, {Body: `{"idGroup":{"name":"warfarin"}}`}},
			func(c *Client) error { _, err := c.ByName(t.Context(), "warfarin"); return err },
		},
		{
			"properties", "/rxcui/1/properties.json",
			`{"properties":{"rxcui":"1","name":"warfarin","synonym":"","tty":"IN"}}`,
			[]string{"properties", "properties.rxcui", "properties.name", "properties.tty"},
			[]string{"properties.synonym"},
			[]upstreamtest.Answer{{Body: `{}`}},
			func(c *Client) error { _, err := c.Properties(t.Context(), "1"); return err },
		},
		{
			"related", "/rxcui/1/related.json",
			`{"relatedGroup":{"rxcui":"1","conceptGroup":[{"tty":"MIN"},
{"tty":"IN","conceptProperties":[{"rxcui":"2","name":"a","tty":"IN"}]}]}}`,
			[]string{
				"relatedGroup", "relatedGroup.conceptGroup", "relatedGroup.conceptGroup[].tty",
				"relatedGroup.conceptGroup[].conceptProperties",
				"relatedGroup.conceptGroup[].conceptProperties[].rxcui",
				"relatedGroup.conceptGroup[].conceptProperties[].name",
			},
			[]string{"relatedGroup.conceptGroup[].conceptProperties[].tty"}, nil,
			func(c *Client) error { _, err := c.Related(t.Context(), "1", Ingredient); return err },
		},
		{
			"candidates", "/approximateTerm.json",
			`{"approximateGroup":{"candidate":[{"rxcui":"1","name":"a","source":"RXNORM"}]}}`,
			[]string{"approximateGroup", "approximateGroup.candidate[].rxcui"},
			[]string{"approximateGroup.candidate", "approximateGroup.candidate[].name"}, nil,
			func(c *Client) error { _, err := c.Approximate(t.Context(), "a", 5); return err },
		},
	} {
		t.Run(c.why, func(t *testing.T) {
			upstreamtest.Contract{
				Answer:   upstreamtest.Answer{URL: base + c.path, Body: c.body},
				Required: c.required,
				Optional: c.optional,
				NoRecord: c.none,
				Call:     func(_ context.Context, pool *upstream.Pool) error { return c.read(New(pool)) },
			}.Hold(t)
		})
	}
}
