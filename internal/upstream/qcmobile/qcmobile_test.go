package qcmobile

import (
	"context"
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"github.com/farebox/farebox/internal/samples"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

// answer is what the provider says, in a word that keeps tables narrow.
type answer = upstreamtest.Answer

const base = "https://mobile.fmcsa.dot.gov/qc/services/carriers/"

func client(t *testing.T, answers ...upstreamtest.Answer) *Client {
	t.Helper()
	return New(upstreamtest.New(t, answers...).Pool(t, map[string]string{"FMCSA_WEBKEY": "k"}))
}

// TestTheServiceSaysNoInItsOwnWays: an unknown carrier is null inside 200, an unknown key is words inside 404.
func TestTheServiceSaysNoInItsOwnWays(t *testing.T) {
	for why, c := range map[string]struct {
		answer answer
		kind   upstream.Kind
	}{
		"unknown carrier": {answer{Body: `{"content":null,"retrievalDate":"2026"}`}, upstream.NotFound},
		"failure beside":  {answer{Body: `{"content":null,"error":"the database is down"}`}, upstream.BadResponse},
		"empty list":      {answer{Body: `{"content":[]}`}, upstream.NotFound},
		"unknown key":     {answer{Status: 404, Body: `{"content":"Webkey not found"}`}, upstream.Unauthorized},
		"another page":    {answer{Status: 404, Body: `{"content":null}`}, upstream.BadResponse},
		"words":           {answer{Body: `{"content":"error"}`}, upstream.BadResponse},
		"maintenance":     {answer{Type: "text/html", Body: "<title>Maintenance Page</title>"}, upstream.BadResponse},
		"no content":      {answer{Body: `{}`}, upstream.BadResponse},
		"another carrier": {answer{Body: `{"content":{"carrier":{"dotNumber":2}}}`}, upstream.BadResponse},
	} {
		c.answer.URL = base + "1"
		if _, err := client(t, c.answer).Carrier(t.Context(), "1"); !errors.Is(err, c.kind) {
			t.Errorf("%s: %v, want %s", why, err, c.kind)
		}
	}
}

func TestWithoutAKeyNothingIsAsked(t *testing.T) {
	world := upstreamtest.New(t)
	c := New(world.Pool(t, nil))
	if _, err := c.Carrier(t.Context(), "1"); !errors.Is(err, upstream.NotConfigured) || len(world.Asked()) != 0 {
		t.Errorf("%v %q", err, world.Asked())
	}
}

func TestAnswersAreRead(t *testing.T) { samples.Each(t, answersAreRead) }

func answersAreRead(t *testing.T, read func(name string) string) {
	t.Helper()
	sample := func(name string) string { return read("fmcsa_qcmobile/" + name) }
	c := client(
		t,
		upstreamtest.Answer{URL: base + "158121", Body: sample("carrier_by_dot.json")},
		upstreamtest.Answer{URL: base + "name/*", Body: sample("carriers_by_name.json")},
		upstreamtest.Answer{URL: base + "53467/cargo-carried", Body: sample("cargo_carried.json")},
		upstreamtest.Answer{
			URL:  base + "53467/operation-classification",
			Body: sample("operation_classification.json"),
		},
		upstreamtest.Answer{URL: base + "53467/authority", Body: sample("authority.json")},
		upstreamtest.Answer{URL: base + "1", Status: 404, Body: sample("error_bad_webkey.json")},
	)
	carrier, err := c.Carrier(t.Context(), "158121")
	if err != nil || !strings.HasSuffix(string(carrier.LegalName), " TRUCKING INC") ||
		*carrier.PowerUnits.Count() < 78 || carrier.BIPDOnFile != "1000" ||
		*carrier.HazmatOOS.Count() != 1 || *carrier.DriverOOS.Count() != 3 {
		t.Errorf("%+v %v", carrier, err)
	}
	if list, err := c.ByName(t.Context(), "veriha trucking"); err != nil || len(list) != 2 || list[0].DOT != "753076" {
		t.Errorf("%+v %v", list, err)
	}
	if list, err := c.Cargo(t.Context(), "53467"); err != nil || len(list) < 2 || list[0] != "General Freight" {
		t.Errorf("%q %v", list, err)
	}
	if list, err := c.Classes(t.Context(), "53467"); err != nil || len(list) < 2 || list[0] != "Authorized For Hire" {
		t.Errorf("%q %v", list, err)
	}
	list, err := c.Authorities(t.Context(), "53467")
	if err != nil || len(list) != 1 || len(list[0].Docket) != 6 || list[0].Property != "Y" ||
		list[0].Household != "N" {
		t.Errorf("%+v %v", list, err)
	}
	if _, err := c.Carrier(t.Context(), "1"); !errors.Is(err, upstream.Unauthorized) {
		t.Errorf("%v", err)
	}
}

// TestRecordedAnswersHaveOneEnvelope, those of parts that are not asked for too.
func TestRecordedAnswersHaveOneEnvelope(t *testing.T) {
	for _, file := range samples.Glob(t, "fmcsa_qcmobile/*.json") {
		name := filepath.Base(file)
		if name == "error_bad_webkey.json" {
			continue
		}
		body := samples.Read(t, "fmcsa_qcmobile/"+name)
		if err := hasContent(&upstream.Response{Status: 200, Body: body}); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// always are the members that each recorded snapshot has, if only as null.
var always = []string{
	"dotNumber", "legalName", "dbaName", "allowedToOperate", "statusCode", "commonAuthorityStatus",
	"contractAuthorityStatus", "bipdInsuranceOnFile", "bipdRequiredAmount", "safetyRating",
	"oosDate", "crashTotal", "fatalCrash", "driverInsp", "driverOosInsp", "vehicleInsp", "vehicleOosInsp",
}

func TestSnapshotIsHeldToItsContract(t *testing.T) {
	required := []string{"content"}
	members := make([]string, 0, len(always))
	for _, name := range always {
		value := "null"
		if name == "dotNumber" || name == "legalName" {
			value = "1"
		}
		members = append(members, `"`+name+`":`+value)
		required = append(required, "content.carrier."+name)
	}
	upstreamtest.Contract{
		Answer: upstreamtest.Answer{
			URL:  base + "1",
			Body: `{"content":{"carrier":{"phyCity":null,` + strings.Join(members, ",") + `}}}`,
		},
		Env:      map[string]string{"FMCSA_WEBKEY": "k"},
		Required: required,
		Optional: []string{"content.carrier.phyCity"},
		NoRecord: []upstreamtest.Answer{{Body: `{"content":null}`}},
		Call: func(_ context.Context, pool *upstream.Pool) error {
			_, err := New(pool).Carrier(t.Context(), "1")
			return err
		},
	}.Hold(t)
}
