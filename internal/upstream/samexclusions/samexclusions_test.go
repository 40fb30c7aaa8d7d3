package samexclusions

import (
	"context"
	"encoding/json"
	"errors"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/farebox/farebox/internal/samples"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

const base = "https://api.sam.gov/entity-information/v4/exclusions"

func client(t *testing.T, key string, answers ...upstreamtest.Answer) (*Client, *upstreamtest.World) {
	t.Helper()
	world := upstreamtest.New(t, answers...)
	env := map[string]string{}
	if key != "" {
		env["SAM_GOV_API_KEY"] = key
	}
	return New(world.Pool(t, env)), world
}

func TestExclusionsAreRead(t *testing.T) { samples.Each(t, exclusionsAreRead) }

func exclusionsAreRead(t *testing.T, read func(name string) string) {
	t.Helper()
	c, world := client(
		t,
		"a-key",
		upstreamtest.Answer{URL: base, Body: read("sam_exclusions/exclusions_individual.json")},
	)
	found, more, err := c.ByName(t.Context(), "Chong Hwang")
	if err != nil || len(found) != 1 || !more {
		t.Fatal(found, err)
	}
	e := found[0]
	if strings.Count(e.Name(), " Sun ") != 1 || e.Details.Class != Individual ||
		e.Since().Format(time.DateOnly) != "2011-12-12" ||
		Or(e.Who.NPI) != "" {
		t.Errorf("%+v", e)
	}
	if !e.InForce(time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)) ||
		e.InForce(time.Date(2029, 11, 9, 0, 0, 0, 0, time.UTC)) {
		t.Error("the period of the action is not kept")
	}
	if asked := world.Asked()[0]; !strings.Contains(asked, "api_key=a-key") || !strings.Contains(asked, "size=10") {
		t.Errorf("asked %s", asked)
	}

	c, _ = client(
		t,
		"a-key",
		upstreamtest.Answer{
			URL:  base,
			Body: read("sam_exclusions/exclusions_firm_includeSections.json"),
		},
	)
	found, _, err = c.ByName(t.Context(), "Electronics")
	if err != nil || len(found) != 1 || !strings.HasSuffix(found[0].Name(), "Electronics Co., Ltd.") ||
		found[0].Details.Class != Firm ||
		!found[0].InForce(time.Now()) ||
		!found[0].Since().IsZero() {
		t.Errorf("%+v %v", found, err)
	}
}

// TestDocumentedExclusions reads the examples that the documentation prints with slips: their first record is whole.
func TestDocumentedExclusions(t *testing.T) {
	for file, name := range map[string]string{"exclusions_firm.txt": "Supreme Fuels GmbH & Co. KG",
		"exclusions_fascsa.txt": "Foxtrot Research Corp"} {
		raw := string(samples.Read(t, "sam_exclusions/"+file))
		at := strings.Index(raw, `"excludedEntity"`)
		dec := json.NewDecoder(strings.NewReader(raw[at+strings.Index(raw[at:], "[")+1:]))
		var e Exclusion
		if err := dec.Decode(&e); err != nil {
			t.Fatal(file, err)
		}
		if e.Name() != name || e.Since().IsZero() || !e.InForce(time.Now()) {
			t.Errorf("%s: %+v", file, e)
		}
	}
}

func TestRecordsAreHeldToTheirContract(t *testing.T) {
	const who = "excludedEntity[].exclusionIdentification"
	upstreamtest.Contract{
		Answer: upstreamtest.Answer{
			URL: base,
			Body: `{"totalRecords":1,"excludedEntity":[{"exclusionDetails":{"classificationType":"Firm",
"exclusionType":"Ineligible","exclusionProgram":"Reciprocal","excludingAgencyName":"A"},
"exclusionIdentification":{"npi":null,"firstName":null,"middleName":null,"lastName":null,"entityName":"F"},
"exclusionActions":{"listOfActions":[{"activateDate":"01-02-2020","terminationDate":null,"recordStatus":"Active"}]},
"exclusionPrimaryAddress":{"stateOrProvinceCode":null,"countryCode":"USA"}}]}`,
		},
		Env: map[string]string{"SAM_GOV_API_KEY": "k"},
		Required: []string{
			"totalRecords", "excludedEntity", "excludedEntity[].exclusionDetails",
			"excludedEntity[].exclusionDetails.classificationType", "excludedEntity[].exclusionDetails.exclusionType",
			who, who + ".npi", who + ".lastName", who + ".entityName",
			"excludedEntity[].exclusionActions.listOfActions",
			"excludedEntity[].exclusionActions.listOfActions[].terminationDate",
			"excludedEntity[].exclusionActions.listOfActions[].recordStatus",
			"excludedEntity[].exclusionPrimaryAddress.stateOrProvinceCode",
		},
		Optional: []string{"excludedEntity[].exclusionActions"},
		Call: func(_ context.Context, pool *upstream.Pool) error {
			_, _, err := New(pool).ByName(t.Context(), "F")
			return err
		},
	}.Hold(t)
}

func TestWhatTheProviderSays(t *testing.T) {
	for name, c := range map[string]struct {
		key    string
		answer upstreamtest.Answer
		want   error
	}{
		"no key": {"", upstreamtest.Answer{}, upstream.NotConfigured},
		"bad key": {"BAD", upstreamtest.Answer{Status: 403, Body: `{"error":{"code":"API_KEY_INVALID"}}`},
			upstream.Unauthorized},
		"used up": {"k", upstreamtest.Answer{Status: 429, Body: `{"code":"900804",` +
			`"nextAccessTime":"2026-Nov-21 00:00:00+0000 UTC"}`}, upstream.RateLimited},
		"no records": {"k", upstreamtest.Answer{Body: `{"totalRecords":0,"excludedEntity":[]}`}, nil},
		"no list":    {"k", upstreamtest.Answer{Body: `{"totalRecords":0}`}, nil},
		"odd":        {"k", upstreamtest.Answer{Body: `{"message":"hello"}`}, upstream.BadResponse},
	} {
		c.answer.URL = base
		cl, _ := client(t, c.key, c.answer)
		if found, _, err := cl.ByName(t.Context(), "F"); len(found) > 0 || c.want == nil && err != nil ||
			c.want != nil && !errors.Is(err, c.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestCallersTextHasNoOperators(t *testing.T) {
	c, world := client(t, "k", upstreamtest.Answer{URL: base, Body: `{"totalRecords":0,"excludedEntity":[]}`})
	if _, _, err := c.ByName(t.Context(), "[A~B] !C & \"D\"*)\n\\ O'E"); err != nil {
		t.Fatal(err)
	}
	_, query, _ := strings.Cut(world.Asked()[0], "?")
	got, err := url.ParseQuery(query)
	if err != nil || got.Get("exclusionName") != "A B C D O'E" {
		t.Errorf("%q %v", got, err)
	}
	if found, _, err := c.ByName(t.Context(), "!*"); err != nil || len(found) > 0 || len(world.Asked()) != 1 {
		t.Error("a name of operators only was asked for")
	}
}
