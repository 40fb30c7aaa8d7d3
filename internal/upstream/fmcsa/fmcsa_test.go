package fmcsa

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/farebox/farebox/internal/samples"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

// answer is what the provider says, in a word that keeps tables narrow.
type answer = upstreamtest.Answer

func TestQuotedTextStaysWithinItsQuotes(t *testing.T) {
	for text, want := range map[string]string{
		`plain`:      `'plain'`,
		`O'Neal`:     `'O''Neal'`,
		`'; drop --`: `'''; drop --'`,
		`a\`:         `'a\'`,
		"a\nb\x00c":  `'abc'`,
		`100%`:       `'100%'`,
		`)"`:         `')"'`,
	} {
		if got := Quote(text); got != want {
			t.Errorf("%q is %s, want %s", text, got, want)
		}
	}
}

func TestDaysOfSeveralForms(t *testing.T) {
	for text, want := range map[Text]string{
		"20250429":                "2025-04-29",
		"20260422 2139":           "2026-04-22",
		"2006-01-03T00:00:00.000": "2006-01-03",
		"05/28/2026":              "2026-05-28",
		"5/8/2026":                "2026-05-08",
		"13-MAR-24":               "2024-03-13",
		"20260230":                "",
		"":                        "",
		" 0000":                   "",
		"00000000":                "",
	} {
		got := ""
		if day := text.Day(); !day.IsZero() {
			got = day.Format(time.DateOnly)
		}
		if got != want {
			t.Errorf("%q is %q, want %q", text, got, want)
		}
	}
}

func TestDocketsInOneForm(t *testing.T) {
	for text, want := range map[string]string{
		"MC139446": "MC139446", "MC0000139446": "MC139446", "MC-424836": "MC424836", "ff 000031": "FF31",
		"mx-255345": "MX255345", "XX123": "", "": "", "MC": "", "MC0": "", "139446": "",
	} {
		if got, _ := Docket(text); got != want {
			t.Errorf("%q is %q, want %q", text, got, want)
		}
	}
}

// TestKeysArePaddedAsEachTablePadsThem: a key of another width finds nothing, without an error.
func TestKeysArePaddedAsEachTablePadsThem(t *testing.T) {
	world := upstreamtest.New(t, upstreamtest.Answer{URL: "https://data.transportation.gov/resource/*", Body: "[]"})
	c := New(world.Pool(t, nil))
	_, _ = c.Census(t.Context(), "344554")
	_, _ = c.LegacyAuthorities(t.Context(), "344554")
	_, _ = c.LegacyPolicies(t.Context(), "12345678")
	_, _ = c.Policies(t.Context(), "344554")
	for i, want := range []string{
		"where=dot_number%3D%27344554%27",
		"where=dot_number%3D%2700344554%27",
		"where=dot_number%3D%2712345678%27",
		"where=usdot_number%3D%27344554%27",
	} {
		if asked := world.Asked()[i]; !strings.Contains(asked, want) {
			t.Errorf("%s: want %s", asked, want)
		}
	}
}

func TestTheKeyGoesOutAsAHeader(t *testing.T) {
	world := upstreamtest.New(t, upstreamtest.Answer{URL: "https://data.transportation.gov/resource/*", Body: "[]"})
	c := New(world.Pool(t, map[string]string{"SOCRATA_APP_TOKEN": "token"}))
	if _, err := c.Census(t.Context(), "1"); err != nil {
		t.Fatal(err)
	}
	if asked := world.Asked(); strings.Contains(asked[0], "token") {
		t.Errorf("%q", asked)
	}
}

func TestFailures(t *testing.T) {
	for why, c := range map[string]struct {
		answer answer
		kind   upstream.Kind
	}{
		"an error of SoQL": {answer{Status: 400, Body: `{"code":"x",
			"error":true,"message":"no such column"}`}, upstream.Invalid},
		"an object": {answer{Body: `{"message":"x"}`}, upstream.BadResponse},
		"null":      {answer{Body: `null`}, upstream.BadResponse},
	} {
		c.answer.URL = "https://data.transportation.gov/resource/*"
		client := New(upstreamtest.New(t, c.answer).Pool(t, nil))
		if _, err := client.Census(t.Context(), "1"); !errors.Is(err, c.kind) {
			t.Errorf("%s: %v, want %s", why, err, c.kind)
		}
	}
}

// TestFatalCrashesAreAskedForApart: only where somebody died.
func TestFatalCrashesAreAskedForApart(t *testing.T) {
	world := upstreamtest.New(t,
		upstreamtest.Answer{
			URL:  "https://data.transportation.gov/resource/aayw-vxb3.json?$select=dot_number,count(*)+as+crashes",
			Body: `[{"dot_number":"1","crashes":"2"}]`,
		},
		upstreamtest.Answer{
			URL:  "https://data.transportation.gov/resource/aayw-vxb3.json",
			Body: `[{"dot_number":"1","crashes":"9","fatalities":"3","injuries":"1"}]`,
		},
	)
	c := New(world.Pool(t, nil))
	got, err := c.CrashesSince(t.Context(), "1", time.Date(2024, 11, 20, 0, 0, 0, 0, time.UTC))
	if err != nil || *got.Crashes.Count() != 9 || got.Fatal == nil || *got.Fatal != 2 || len(world.Asked()) != 2 {
		t.Errorf("%+v %v %q", got, err, world.Asked())
	}
	if !strings.Contains(world.Asked()[0], "report_date%3E%2720241120%27") {
		t.Errorf("%q", world.Asked()[0])
	}
}

// read decodes a recorded answer.
func read[T any](t *testing.T, name string) []T {
	t.Helper()
	var list []T
	if err := json.Unmarshal(samples.Read(t, "fmcsa_socrata/"+name), &list); err != nil || len(list) == 0 {
		t.Fatalf("%s: %v", name, err)
	}
	return list
}

func TestRecordedRows(t *testing.T) {
	census := read[Census](t, "census_row_344554.json")[0]
	if census.LegalName != "HULL COOPERATIVE ASSOCIATION" || *census.PowerUnits.Count() != 32 ||
		!slices.Equal(census.Dockets(), []string{"MC421775"}) || *census.Hazardous.Flag() ||
		Compact(census.RatedOn.Day()) != "20060103" || Compact(census.UpdatedOn.Day()) != "20250429" {
		t.Errorf("%+v", census)
	}
	if _, known := census.Cargo(); known {
		t.Error("the row has no column of cargo")
	}

	crash := read[Crashes](t, "crash_agg_74432.json")[0]
	if *crash.Crashes.Count() != 200 || *crash.Fatalities.Count() != 7 || *crash.Injuries.Count() != 67 {
		t.Errorf("%+v", crash)
	}

	inspection := read[Inspection](t, "inspection_row_344554.json")[0]
	if inspection.Level != "3" || *inspection.DriverOOS.Count() != 0 || Compact(inspection.Date.Day()) != "20260422" {
		t.Errorf("%+v", inspection)
	}

	policies := read[Policy](t, "motus_insur_80806.json")
	if len(policies) != 2 || policies[0].Limit != "2500000.00" || policies[1].Company != "Self-Insured" ||
		Compact(policies[1].Effective.Day()) != "19930301" {
		t.Errorf("%+v", policies)
	}

	passenger := read[SMS](t, "sms_ab_pass_100115.json")[0]
	if len(passenger.Basics) != 2 || passenger.Basics[0].Percentile != "64%" || !*passenger.Basics[0].Alert.Flag() ||
		passenger.VehicleInspections.Count() != nil {
		t.Errorf("%+v", passenger)
	}
	property := read[SMS](t, "sms_ab_passproperty_297569.json")[0]
	if m, _ := property.Basics[1].Measure.Number(); m != 0.17 || *property.VehicleInspections.Count() != 4 {
		t.Errorf("%+v", property)
	}
	large := read[SMS](t, "sms_ab_passproperty_74432.json")[0]
	if *large.VehicleOOS.Count() != 381 || len(large.Basics) != 0 {
		t.Errorf("%+v", large)
	}
}

func TestRepeatedRowsAreOneRow(t *testing.T) {
	row := `{"usdot_number":"1","ins_form_code":"BMC-91X","ins_type_code":"1","max_cov_amount":"1","policy_no":"A",
"effective_date":"20260101"}`
	world := upstreamtest.New(t, upstreamtest.Answer{
		URL:  "https://data.transportation.gov/resource/*",
		Body: "[" + row + "," + row + "," + row + "," + strings.Replace(row, `"A"`, `"B"`, 1) + "]",
	})
	list, err := New(world.Pool(t, nil)).Policies(t.Context(), "1")
	if err != nil || len(list) != 2 {
		t.Errorf("%+v %v", list, err)
	}
}

func TestRowsAreHeldToTheirContracts(t *testing.T) {
	for _, c := range []struct {
		set                Dataset
		row                string
		required, optional []string
		read               func(*Client) error
	}{
		{
			CensusSet, `{"dot_number":"1","legal_name":"A","status_code":"A","power_units":"4"}`,
			[]string{"dot_number", "legal_name", "status_code"}, []string{"power_units"},
			func(c *Client) error { _, err := c.Census(t.Context(), "1"); return err },
		},
		{
			AuthoritySet, `{"usdot_number":"1","docket_number":"MC1","op_auth_type":"P","op_auth_status":"Active"}`,
			[]string{"usdot_number", "op_auth_type", "op_auth_status"}, []string{"docket_number"},
			func(c *Client) error { _, err := c.Authorities(t.Context(), "1"); return err },
		},
		{
			OutOfServiceSet, `{"oos_date":"2026-08-01","status":"ACTIVE","oos_reason":"X"}`,
			[]string{"oos_date", "status"}, []string{"oos_reason"},
			func(c *Client) error { _, err := c.OutOfServiceOrders(t.Context(), "1"); return err },
		},
		{
			InspectionsSet, `{"insp_date":"20260901","insp_level_id":"1","driver_oos_total":"0","vehicle_oos_total":"0"}`,
			[]string{"insp_date", "insp_level_id", "driver_oos_total", "vehicle_oos_total"}, nil,
			func(c *Client) error { _, err := c.InspectionsSince(t.Context(), "1", time.Time{}); return err },
		},
		{
			CrashesSet, `{"dot_number":"1","crashes":"1","fatalities":"0","injuries":"1"}`,
			[]string{"crashes", "fatalities", "injuries"}, nil,
			func(c *Client) error { _, err := c.CrashesSince(t.Context(), "1", time.Time{}); return err },
		},
		{
			PropertySet, `{"dot_number":"1","insp_total":"4","vehicle_insp_total":"4"}`,
			[]string{"insp_total"}, []string{"vehicle_insp_total"},
			func(c *Client) error { _, err := c.Measures(t.Context(), PropertySet, "1"); return err },
		},
		{
			LegacyAuthoritySet, `{"dot_number":"1","docket_number":"MC1","common_stat":"A","contract_stat":"N",
"broker_stat":"N","property_chk":"Y"}`,
			[]string{"common_stat", "contract_stat", "broker_stat"}, []string{"property_chk"},
			func(c *Client) error { _, err := c.LegacyAuthorities(t.Context(), "1"); return err },
		},
	} {
		t.Run(string(c.set), func(t *testing.T) {
			var required, optional []string
			for _, name := range c.required {
				required = append(required, "[]."+name)
			}
			for _, name := range c.optional {
				optional = append(optional, "[]."+name)
			}
			upstreamtest.Contract{
				Answer: upstreamtest.Answer{
					URL:  address + "/resource/" + string(c.set) + ".json",
					Body: "[" + c.row + "]",
				},
				Required: required,
				Optional: optional,
				Call:     func(_ context.Context, pool *upstream.Pool) error { return c.read(New(pool)) },
			}.Hold(t)
		})
	}
}
