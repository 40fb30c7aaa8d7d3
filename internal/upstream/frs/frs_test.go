package frs

import (
	"errors"
	"strings"
	"testing"

	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

const address = "https://frs-public.epa.gov/ords/frs_public2/frs_rest_services.get_facilities"

// named is an answer of facilities, with @ for all of one up to its name.
func named(list string) string {
	return `{"Results":{"FRSFacility":` + strings.ReplaceAll(list, "@", `{"RegistryId":"1","FacilityName":`) + `}}`
}

func TestFacilitiesHoldToTheirContract(t *testing.T) {
	world := upstreamtest.New(t, upstreamtest.Answer{URL: address, Body: named(`[@"A","StateAbbr":null}]`)})
	list, err := New(world.Pool(t, nil)).ByRegistry(t.Context(), "1")
	if err != nil || len(list) != 1 {
		t.Fatalf("%+v %v", list, err)
	}

	for member, body := range map[string]string{
		"Results":             `{"Result":{"FRSFacility":[]}}`,
		"Results.FRSFacility": `{"Results":{"FRSFacilities":[]}}`,
		"[].RegistryId":       `{"Results":{"FRSFacility":[{"Registry":"1","FacilityName":"A"}]}}`,
		"RegistryId":          `{"Results":{"FRSFacility":{"Registry":"1","FacilityName":"A"}}}`,
		"[].FacilityName":     `{"Results":{"FRSFacility":[{"RegistryId":"1"}]}}`,
	} {
		world := upstreamtest.New(t, upstreamtest.Answer{URL: address, Body: body})
		list, err := New(world.Pool(t, nil)).ByRegistry(t.Context(), "1")

		var drift *upstream.Drift
		if !errors.Is(err, upstream.BadResponse) || !errors.As(err, &drift) || drift.Member != member {
			t.Errorf("%s: %+v %v", member, list, err)
		}
	}
}

func TestAnswersInEveryForm(t *testing.T) {
	for why, c := range map[string]struct {
		body string
		want string // names, joined
	}{
		"an empty body":      {"", ""},
		"an empty list":      {"[]", ""},
		"none":               {`{"Results":{"FRSFacility":[]}}`, ""},
		"one without a list": {named(`@"A"}`), "A"},
		"two":                {named(`[@"A"},@"B"}]`), "A B"},
		"lone backslashes":   {named(`[@"PRPBA\SYNERGY"}]`), `PRPBA\SYNERGY`},
		"raw tabs":           {named("[@\"A\tB\"}]"), "A B"},
		"both":               {named("[@\"A\\Z\t\\\"B\\\"\"}]"), `A\Z "B"`},
	} {
		c2 := New(upstreamtest.New(t, upstreamtest.Answer{URL: address, Body: c.body}).Pool(t, nil))
		list, err := c2.ByName(t.Context(), "x", "TX")
		var names []string
		for _, f := range list {
			names = append(names, string(f.Name))
		}
		if err != nil || strings.Join(names, " ") != c.want {
			t.Errorf("%s: %q, %v; want %q", why, names, err, c.want)
		}
	}
}

func TestFailures(t *testing.T) {
	for why, c := range map[string]struct {
		answer upstreamtest.Answer
		kind   upstream.Kind
	}{
		"an error":            {upstreamtest.Answer{Body: `{"Results":{"Error":{"Message":"too many"}}}`}, upstream.BadResponse},
		"a page":              {upstreamtest.Answer{Type: "text/html", Body: "<html></html>"}, upstream.BadResponse},
		"cut short":           {upstreamtest.Answer{Body: `{"Results":{"FRSFac`}, upstream.BadResponse},
		"a list that is null": {upstreamtest.Answer{Body: `{"Results":{"FRSFacility":null}}`}, upstream.BadResponse},
		"a path that has moved": {upstreamtest.Answer{Status: 404, Type: "text/html", Body: "<html></html>"},
			upstream.BadResponse},
		"refused": {upstreamtest.Answer{Status: 400}, upstream.Invalid},
		"down":    {upstreamtest.Answer{Status: 503}, upstream.Unavailable},
	} {
		c.answer.URL = address
		client := New(upstreamtest.New(t, c.answer).Pool(t, nil))
		if _, err := client.Near(t.Context(), 1, 2, 3); !errors.Is(err, c.kind) {
			t.Errorf("%s: %v, want %s", why, err, c.kind)
		}
	}
}
