package freight

import (
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/farebox/farebox/handlers/freight/freighttest"
	"github.com/farebox/farebox/handlers/handlertest"
	"github.com/farebox/farebox/internal/party/samename/samenametest"
	"github.com/farebox/farebox/internal/samples"
	"github.com/farebox/farebox/internal/scored"
	"github.com/farebox/farebox/internal/upstream/fmcsa"
	"github.com/farebox/farebox/internal/upstream/qcmobile"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

const (
	portal = "https://data.transportation.gov/resource/"
	live   = "https://mobile.fmcsa.dot.gov/qc/services/carriers/"
	other  = portal + "*"
)

// nothing is the portal without any row.
var nothing = upstreamtest.Answer{URL: other, Body: "[]"}

func dotRow(set fmcsa.Dataset, dot, row string) upstreamtest.Answer {
	column := "dot_number"
	switch set {
	case fmcsa.AuthoritySet, fmcsa.AuthorityHistorySet, fmcsa.InsuranceSet, fmcsa.InsuranceHistorySet, fmcsa.OrdersSet:
		column = "usdot_number"
	case fmcsa.LegacyAuthoritySet, fmcsa.LegacyInsuranceSet:
		dot = fmt.Sprintf("%08s", dot)
	}
	return freighttest.Row(set, column+"='"+dot+"'", row)
}

// registered is a carrier for hire between states that nothing is wrong with in the census.
func registered(dot, more string) upstreamtest.Answer {
	return dotRow(fmcsa.CensusSet, dot, `[{"dot_number":"`+dot+`","legal_name":"PRAIRIE LINES LLC","status_code":"A",
		"carrier_operation":"A","classdef":"AUTHORIZED FOR HIRE","power_units":"40","total_drivers":"41","hm_ind":"N",
		"crgo_genfreight":"X","add_date":"20100301","mcs150_date":"20260301 1200"`+more+`}]`)
}

const (
	property = "Motor Carrier of Property (Except Household Goods)"
	oneTruck = `[{"insp_date":"20260901","insp_level_id":"1","driver_oos_total":"0","vehicle_oos_total":"0",` +
		`"hazmat_oos_total":"0"}]`
)

func motus(status, onFile string) string {
	return `[{"docket_number":"MC0000700001","usdot_number":"700","op_auth_type":"` + property + `",
		"op_auth_status":"` + status + `","min_cov_amount":"750000","bipd_file":"` + onFile + `"}]`
}

func legacy(stat, onFile string) string {
	return `[{"docket_number":"MC700001","dot_number":"00000700","common_stat":"` + stat + `","contract_stat":"N",
		"broker_stat":"N","property_chk":"Y","hhg_chk":"N","passenger_chk":"N","min_cov_amount":"00750","bipd_file":"` +
		onFile + `"}]`
}

func snapshot(authority, onFile string) string {
	return `{"content":{"carrier":{"dotNumber":700,"legalName":"PRAIRIE LINES LLC","dbaName":null,
		"statusCode":"A","allowedToOperate":"Y",
		"carrierOperation":{"carrierOperationCode":"A"},"commonAuthorityStatus":"` + authority + `",
		"contractAuthorityStatus":"N","brokerAuthorityStatus":"N","bipdInsuranceOnFile":"` + onFile + `",
		"bipdRequiredAmount":"750","totalPowerUnits":40,"driverInsp":6,"driverOosInsp":0,"vehicleInsp":6,
		"vehicleOosInsp":0,"hazmatInsp":0,"hazmatOosInsp":0,"crashTotal":0,"fatalCrash":0,"injCrash":0,
		"safetyRating":null,"oosDate":null}}}`
}

// ended is a primary filing for liability that came to its end.
func ended(reason, number, day string) upstreamtest.Answer {
	return dotRow(fmcsa.InsuranceHistorySet, "700", `[{"filing_status_reason":"`+reason+`","ins_type_code":"1",
		"ins_class_code":"P","policy_no":"`+number+`","effective_date":"20250601","cancl_effective_date":"`+day+`"}]`)
}

// codes are the codes of the reasons, with their points, but for those that every carrier has: what it begins with, and
// that its score is not the best one while a part is not known.
func codes(answer map[string]any) []string {
	var list []string
	reasons, _ := answer["reasons"].([]any)
	for _, r := range reasons {
		reason := r.(map[string]any)
		if reason["code"] != "base" && reason["code"] != scored.CodeNotAll {
			list = append(list, fmt.Sprintf("%v %v", reason["code"], reason["points"]))
		}
	}
	return list
}

// TestSourcesAreWeighed: what the two systems and the live one say of authority and insurance, and what follows.
func TestSourcesAreWeighed(t *testing.T) {
	down := func(set fmcsa.Dataset) upstreamtest.Answer {
		return upstreamtest.Answer{URL: portal + string(set) + ".json", Status: 503}
	}
	inspected := freighttest.Begins(fmcsa.InspectionsSet, oneTruck)
	for _, c := range []struct {
		why       string
		key       string
		answers   []upstreamtest.Answer
		verdict   string
		codes     []string
		conflicts []string
		partial   bool
	}{
		{
			why:     "Motus alone, with all that is wanted",
			answers: []upstreamtest.Answer{dotRow(fmcsa.AuthoritySet, "700", motus("Active", "1000000.00"))},
			verdict: "fit",
		},
		{
			why:     "the frozen file alone, padded and in thousands",
			answers: []upstreamtest.Answer{dotRow(fmcsa.LegacyAuthoritySet, "700", legacy("A", "01000"))},
			verdict: "fit", codes: []string{"authority_dated 0", "insurance_dated 0"},
		},
		{
			why: "Motus comes before the frozen file",
			answers: []upstreamtest.Answer{
				dotRow(fmcsa.AuthoritySet, "700", motus("Inactive", "0.00")),
				dotRow(fmcsa.LegacyAuthoritySet, "700", legacy("A", "01000")),
			},
			verdict: "unfit", codes: []string{"authority -50", "insurance_bipd -40"},
		},
		{
			why: "a second docket that lapsed in Motus says nothing about the first",
			answers: []upstreamtest.Answer{
				dotRow(fmcsa.AuthoritySet, "700", strings.ReplaceAll(motus("Inactive", "0.00"), "700001", "700099")),
				dotRow(fmcsa.LegacyAuthoritySet, "700", legacy("A", "01000")),
			},
			verdict:   "caution",
			codes:     []string{"authority_another_docket 0", "authority_dated 0", "insurance_dated 0"},
			conflicts: []string{"authority"},
		},
		{
			why: "a lapsed authority without its docket may be that of the frozen file",
			answers: []upstreamtest.Answer{
				dotRow(fmcsa.AuthoritySet, "700", strings.Replace(motus("Inactive", "0.00"), `"docket_number":"MC0000700001",`, "", 1)),
				dotRow(fmcsa.LegacyAuthoritySet, "700", legacy("A", "01000")),
			},
			verdict: "unfit", codes: []string{"authority -50", "insurance_bipd -40"},
		},
		{
			why:     "no row anywhere is no proof",
			verdict: "caution", codes: []string{"authority -50", "unverified 0", "too_little_known 0"},
		},
		{
			why: "Motus is down: the frozen file's word may be old",
			answers: []upstreamtest.Answer{
				down(fmcsa.AuthoritySet),
				dotRow(fmcsa.LegacyAuthoritySet, "700", legacy("A", "01000")),
			},
			verdict: "caution",
			codes: []string{
				"score_limited -31", "authority_dated 0", "insurance_dated 0", "unverified 0", "too_little_known 0",
			},
			partial: true,
		},
		{
			why: "the live system has an authority that Motus has not",
			key: "k",
			answers: []upstreamtest.Answer{
				dotRow(fmcsa.AuthoritySet, "700", motus("Inactive", "1000000")),
				{URL: live + "700", Body: snapshot("A", "1000")},
			},
			verdict: "caution", codes: []string{"authority -50"}, conflicts: []string{"authority"},
		},
		{
			why: "the live system has no authority of a carrier",
			key: "k",
			answers: []upstreamtest.Answer{
				dotRow(fmcsa.LegacyAuthoritySet, "700", legacy("A", "01000")),
				{URL: live + "700", Body: snapshot("N", "1000")},
			},
			verdict: "unfit", codes: []string{"authority -50"},
		},
		{
			why: "the live system has cover that Motus has not",
			key: "k",
			answers: []upstreamtest.Answer{
				dotRow(fmcsa.AuthoritySet, "700", motus("Active", "0")),
				{URL: live + "700", Body: snapshot("A", "1000")},
			},
			verdict: "caution", codes: []string{"insurance_bipd -40"}, conflicts: []string{"bipd_on_file"},
		},
		{
			why: "Motus' figure is 0 and its list has a policy in force",
			answers: []upstreamtest.Answer{
				dotRow(fmcsa.AuthoritySet, "700", motus("Active", "0")),
				dotRow(fmcsa.InsuranceSet, "700", `[{"ins_form_code":"BMC-91X","ins_type_code":"1",
					"ins_class_code":"P","max_cov_amount":"1000000.00",
					"policy_no":"A-1","effective_date":"20260601","trans_date":"20260602"}]`),
			},
			verdict: "caution", codes: []string{"insurance_bipd -40"}, conflicts: []string{"bipd_on_file"},
		},
		{
			why: "a filing that ended a month ago, with none after it",
			answers: []upstreamtest.Answer{
				dotRow(fmcsa.AuthoritySet, "700", motus("Active", "1000000")),
				ended("CANCEL", "A 1", "20261020"),
			},
			verdict: "caution", codes: []string{"insurance_cancel_soon -15"},
		},
		{
			why: "a filing that ended a month ago and was followed",
			answers: []upstreamtest.Answer{
				dotRow(fmcsa.AuthoritySet, "700", motus("Active", "1000000")),
				ended("CANCEL", "A 1", "20261020"),
				dotRow(fmcsa.InsuranceSet, "700", `[{"ins_form_code":"BMC-91X","ins_type_code":"1",
					"ins_class_code":"P","max_cov_amount":"1000000",
					"policy_no":"B2","effective_date":"20261018"}]`),
			},
			verdict: "fit",
		},
		{
			why: "a replaced filing is no lapse",
			answers: []upstreamtest.Answer{
				dotRow(fmcsa.AuthoritySet, "700", motus("Active", "1000000")),
				ended("TERM/REPL", "A1", "20261020"),
			},
			verdict: "fit",
		},
		{
			why: "the frozen file's cover was cancelled since",
			answers: []upstreamtest.Answer{
				dotRow(fmcsa.LegacyAuthoritySet, "700", legacy("A", "01000")),
				ended("CANCEL", "A1", "20260701"),
			},
			verdict: "caution", codes: []string{"insurance_bipd -40", "authority_dated 0"},
		},
		{
			why: "an order to stop, and one that was taken back",
			answers: []upstreamtest.Answer{
				dotRow(fmcsa.AuthoritySet, "700", motus("Active", "1000000")),
				dotRow(fmcsa.OutOfServiceSet, "700", `[{"oos_date":"2026-08-01T00:00:00.000",
					"oos_reason":"failure to pay",
					"status":"ACTIVE"},
					{"oos_date":"2020-01-01T00:00:00.000","status":"ACTIVE","rescind_date":"2020-02-01"}]`),
			},
			verdict: "unfit", codes: []string{"oos_order -80"},
		},
		{
			why: "an order to stop that the live system does not have",
			key: "k",
			answers: []upstreamtest.Answer{
				dotRow(fmcsa.AuthoritySet, "700", motus("Active", "1000000")),
				dotRow(fmcsa.OutOfServiceSet, "700", `[{"oos_date":"2026-08-01T00:00:00.000","status":"ACTIVE"}]`),
				{URL: live + "700", Body: snapshot("A", "1000")},
			},
			verdict: "unfit", codes: []string{"oos_order -80"}, conflicts: []string{"out_of_service"},
		},
		{
			why: "a notice that is still to take effect, one of a broker, and one that was overtaken",
			answers: []upstreamtest.Answer{
				dotRow(fmcsa.AuthoritySet, "700", motus("Active", "1000000")),
				dotRow(fmcsa.OrdersSet, "700", `[{"docket_number":"MC-700001","op_auth_type":"`+property+`",
					"order1_type_desc":"Involuntary Revocation","order1_serve_date":"20261101",
					"order1_effective_date":"20261215"},
					{"op_auth_type":"Broker of Property","order1_type_desc":"X","order1_serve_date":"20261101",
					"order1_effective_date":"20261215"}]`),
			},
			verdict: "caution", codes: []string{"revocation_pending -25"},
		},
		{
			why: "reinstated after the notice",
			answers: []upstreamtest.Answer{
				dotRow(fmcsa.AuthoritySet, "700", motus("Active", "1000000")),
				dotRow(fmcsa.OrdersSet, "700", `[{"op_auth_type":"`+property+`","order1_type_desc":"X",
					"order1_serve_date":"20261101","order1_effective_date":"20261215"}]`),
				dotRow(fmcsa.AuthorityHistorySet, "700", `[{"docket_number":"MC700001","op_auth_type":"`+property+`",
					"op_auth_status":"Active","reason":"Reinstated - insurance coverage restored",
					"status_change_date":"20261110"}]`),
			},
			verdict: "fit",
		},
	} {
		t.Run(c.why, func(t *testing.T) {
			s, _ := service(t, c.key, slices.Concat(c.answers, []upstreamtest.Answer{
				registered("700", ""), inspected, {URL: live + "*", Body: `{"content":[]}`}, nothing,
			})...)
			status, got := s.Get("/freight/carrier", "dot", "700")
			var fields []string
			if list, _ := got["conflicts"].([]any); list != nil {
				for _, one := range list {
					fields = append(fields, one.(map[string]any)["field"].(string))
				}
			}
			if status != 200 || got["verdict"] != c.verdict || !slices.Equal(codes(got), c.codes) ||
				!slices.Equal(fields, c.conflicts) || got["partial"] != c.partial {
				t.Errorf(
					"%d %v %v, conflicts %v, partial %v; want %s %v %v %v",
					status,
					got["verdict"],
					codes(got),
					fields,
					got["partial"],
					c.verdict,
					c.codes,
					c.conflicts,
					c.partial,
				)
			}
		})
	}
}

// TestSafetyThatWasNotSeenIsNoCleanRecord: each source of safety that is down keeps a carrier from being fit.
func TestSafetyThatWasNotSeenIsNoCleanRecord(t *testing.T) {
	for set, list := range map[fmcsa.Dataset]string{
		fmcsa.InspectionsSet:      "",
		fmcsa.CrashesSet:          "",
		fmcsa.PropertySet:         "signals.basics",
		fmcsa.OrdersSet:           "signals.revocation_orders",
		fmcsa.InsuranceHistorySet: "signals.insurance_cancellations",
	} {
		s, _ := service(t, "",
			upstreamtest.Answer{URL: portal + string(set) + ".json*", Status: 503},
			registered("700", ""),
			dotRow(fmcsa.AuthoritySet, "700", motus("Active", "1000000.00")),
			freighttest.Begins(fmcsa.InspectionsSet, oneTruck), nothing,
		)
		status, got := s.Get("/freight/carrier", "dot", "700")
		if status != 200 || got["verdict"] != "caution" || got["category"] != "fair" || got["partial"] != true {
			t.Errorf("%s: %d %v %v %v", set, status, got["verdict"], got["category"], codes(got))
		}
		if list != "" {
			handlertest.Holds(t, got, map[string]any{list: nil})
		}
	}
}

// TestOrderToStopInAnUnknownStateIsNotOver: what FMCSA says in a word that nobody knows is not known.
func TestOrderToStopInAnUnknownStateIsNotOver(t *testing.T) {
	for _, c := range []struct {
		order   string
		holds   any
		stopped any
	}{
		{`"status":"ACTIVE"`, true, true},
		{`"status":"INACTIVE"`, false, false},
		{`"status":"ACTIVE","rescind_date":"2026-09-01T00:00:00.000"`, false, false},
		{`"status":"IN EFFECT"`, nil, nil},
	} {
		s, _ := service(t, "",
			registered("700", ""),
			dotRow(fmcsa.AuthoritySet, "700", motus("Active", "1000000")),
			dotRow(fmcsa.OutOfServiceSet, "700", `[{"oos_date":"2026-08-01T00:00:00.000",`+c.order+`}]`),
			freighttest.Begins(fmcsa.InspectionsSet, oneTruck), nothing)
		_, got := s.Get("/freight/carrier", "dot", "700")
		handlertest.Holds(t, got, map[string]any{
			"signals.out_of_service":                   c.stopped,
			"signals.out_of_service_orders.0.in_force": c.holds,
		})
	}
}

// TestRegistersThatFailAreNoUnknownCarrier: a page in place of an answer is no word that there is none.
func TestRegistersThatFailAreNoUnknownCarrier(t *testing.T) {
	moved := func(url string) upstreamtest.Answer {
		return upstreamtest.Answer{URL: url, Status: 404, Type: "text/html", Body: "<!DOCTYPE html><title>404</title>"}
	}
	for _, c := range []struct {
		why     string
		answers []upstreamtest.Answer
		query   []string
	}{
		{"the census has moved", []upstreamtest.Answer{moved(portal + string(fmcsa.CensusSet) + ".json"), nothing},
			[]string{"/freight/carrier", "dot", "700"}},
		{"the census has moved, and Motus has the carrier", []upstreamtest.Answer{
			moved(portal + string(fmcsa.CensusSet) + ".json"),
			dotRow(fmcsa.AuthoritySet, "700", motus("Active", "1000000")), nothing,
		}, []string{"/freight/carrier", "dot", "700"}},
		{"one register of dockets has moved", []upstreamtest.Answer{
			moved(portal + string(fmcsa.AuthoritySet) + ".json"), nothing,
		}, []string{"/freight/carrier", "mc", "700001"}},
		{"the census has moved, searched by name", []upstreamtest.Answer{
			moved(portal + string(fmcsa.CensusSet) + ".json"), nothing,
		}, []string{"/freight/lookup", "name", "Prairie Lines"}},
		{"the live system alone, and nobody in the state", []upstreamtest.Answer{
			moved(portal + string(fmcsa.CensusSet) + ".json"),
			{
				URL:  live + "name/*",
				Body: strings.Replace(strings.Replace(snapshot("A", "1000"), `:{"carrier`, `:[{"carrier`, 1), "}}}", "}}]}", 1),
			},
			nothing,
		}, []string{"/freight/lookup", "name", "Prairie Lines", "state", "TX"}},
	} {
		t.Run(c.why, func(t *testing.T) {
			s, _ := service(t, "k", append(c.answers, upstreamtest.Answer{URL: live + "*", Body: `{"content":[]}`})...)
			if status, got := s.Get(c.query[0], c.query[1:]...); status < 500 {
				t.Errorf("%d %v", status, got)
			}
		})
	}
}

// TestADocketOfAnotherKindIsAnotherDocket: the live system looks for the digits alone, whatever is before them.
func TestADocketOfAnotherKindIsAnotherDocket(t *testing.T) {
	found := upstreamtest.Answer{
		URL:  live + "docket-number/700001",
		Body: strings.Replace(strings.Replace(snapshot("A", "1000"), `:{"carrier`, `:[{"carrier`, 1), "}}}", "}}]}", 1),
	}
	rest := []upstreamtest.Answer{
		registered("700", ""), {URL: live + "700", Body: snapshot("A", "1000")},
		{URL: live + "*", Body: `{"content":[]}`}, nothing,
	}
	docket := func(prefix string) upstreamtest.Answer {
		return upstreamtest.Answer{URL: live + "700/docket-numbers", Body: `{"content":[{"docketNumber":700001,` +
			`"dotNumber":700,"prefix":"` + prefix + `"}]}`}
	}

	s, _ := service(t, "k", append([]upstreamtest.Answer{found, docket("FF")}, rest...)...)
	if status, got := s.Get("/freight/carrier", "mc", "MC700001"); status != 200 || got["verdict"] != "not_found" {
		t.Errorf("%d %v", status, got)
	}
	s, _ = service(t, "k", append([]upstreamtest.Answer{found, docket("MC")}, rest...)...)
	if status, got := s.Get("/freight/carrier", "mc", "MC700001"); status != 200 || got["verdict"] == "not_found" {
		t.Errorf("%d %v", status, got)
	}
}

// TestHaulsNeedTheirOwn: authority, cover and declaration by kind of haul.
func TestHaulsNeedTheirOwn(t *testing.T) {
	s, _ := service(t, "",
		registered("700", `,"bus_units":"3","crgo_liqgas":"X"`),
		dotRow(fmcsa.AuthoritySet, "700", motus("Active", "1000000.00")),
		freighttest.Begins(fmcsa.InspectionsSet, oneTruck), nothing,
	)
	for haul, want := range map[string][]string{
		"general":         nil,
		"oil":             nil,
		"hazmat":          {"haul_capability -20", "insurance_bulk_hazmat 0"},
		"household_goods": {"authority -50", "haul_capability -20"},
		"passengers":      {"authority -50", "insurance_bipd -25", "haul_capability -20"},
	} {
		_, got := s.Get("/freight/carrier", "dot", "700", "haul_type", haul)
		if list := codes(got); !slices.Equal(list, want) {
			t.Errorf("%s: %v, want %v", haul, list, want)
		}
	}
}

// TestInspectionsAreCountedByLevel: level 3 looks at the driver alone, level 5 at the vehicle alone.
func TestInspectionsAreCountedByLevel(t *testing.T) {
	row := func(level, driver, vehicle string) string {
		return `{"insp_date":"20260901","insp_level_id":"` + level + `","driver_oos_total":"` + driver +
			`","vehicle_oos_total":"` + vehicle + `","hazmat_oos_total":"0"}`
	}
	s, _ := service(t, "", registered("700", ""), nothing)
	_, got := s.Get("/freight/carrier", "dot", "700")
	if driver := got["signals"].(map[string]any)["driver_oos"].(map[string]any); driver["rate_pct"] != nil {
		t.Errorf("a rate of no inspections: %v", driver)
	}

	s, _ = service(t, "", registered("700", ""), freighttest.Begins(fmcsa.InspectionsSet, "["+strings.Join([]string{
		row(
			"1",
			"0",
			"2",
		),
		row("2", "1", "0"),
		row("3", "0", "0"),
		row("3", "1", "0"),
		row("5", "0", "1"),
		row("4", "1", "1"),
	}, ",")+"]"), nothing)
	_, got = s.Get("/freight/carrier", "dot", "700")
	signals := got["signals"].(map[string]any)
	driver := signals["driver_oos"].(map[string]any)
	vehicle := signals["vehicle_oos"].(map[string]any)
	if driver["inspections"] != 4.0 || driver["out_of_service"] != 2.0 || driver["rate_pct"] != 50.0 ||
		vehicle["inspections"] != 3.0 || vehicle["out_of_service"] != 2.0 || vehicle["small_sample"] != true ||
		signals["inspections_24m"] != 6.0 {
		t.Errorf("%v %v %v", driver, vehicle, signals["inspections_24m"])
	}
}

// TestCountsThatCannotBeReadMakeNoRate: an inspection that does not tell is not one that stopped nobody.
func TestCountsThatCannotBeReadMakeNoRate(t *testing.T) {
	for _, c := range []struct {
		count   string
		stopped any
	}{
		{"1,234", 1.0}, // inspections, not drivers
		{"1,2", nil},
		{"-1", nil},
		{"x", nil},
		{"", nil},
	} {
		row := `[{"insp_date":"20260901","insp_level_id":"3","driver_oos_total":"` + c.count +
			`","vehicle_oos_total":"0","hazmat_oos_total":"0"}]`
		s, _ := service(t, "", registered("700", ""), freighttest.Begins(fmcsa.InspectionsSet, row), nothing)
		_, got := s.Get("/freight/carrier", "dot", "700")
		driver := got["signals"].(map[string]any)["driver_oos"].(map[string]any)
		if driver["out_of_service"] != c.stopped {
			t.Errorf("%q: %v", c.count, driver)
		}
	}
}

// TestRecordedCarriers: real rows with the tables that were not recorded down, and what is served of them.
func TestRecordedCarriers(t *testing.T) {
	socrata := func(name string) string { return string(samples.Read(t, "fmcsa_socrata/"+name)) }
	down := upstreamtest.Answer{URL: other, Status: 503}
	s, _ := service(t, "",
		dotRow(fmcsa.CensusSet, "344554", socrata("census_row_344554.json")),
		freighttest.Begins(fmcsa.InspectionsSet, socrata("inspection_row_344554.json")), down,
	)
	_, got := s.Get("/freight/carrier", "dot", "344554")
	text := fmt.Sprint(got)
	carrier := got["carrier"].(map[string]any)
	for field, want := range map[string]any{
		"legal_name":         "HULL COOPERATIVE ASSOCIATION",
		"status":             "active",
		"operation":          "interstate",
		"power_units":        32.0,
		"drivers":            30.0,
		"mcs150_date":        "2025-04-29",
		"safety_rating":      "satisfactory",
		"safety_rating_date": "2006-01-03",
		"hazmat":             false,
		"for_hire":           true,
		"cargo":              nil,
	} {
		if carrier[field] != want {
			t.Errorf("%s is %v, want %v", field, carrier[field], want)
		}
	}
	if got["verdict"] != "caution" || got["partial"] != true || strings.Contains(text, "@") {
		t.Errorf("%v", got)
	}

	s, _ = service(t, "k",
		upstreamtest.Answer{URL: live + "158121", Body: string(samples.Read(t, "fmcsa_qcmobile/carrier_by_dot.json"))},
		upstreamtest.Answer{URL: live + "*", Status: 503}, down,
	)
	_, got = s.Get("/freight/carrier", "dot", "158121", "haul_type", "hazmat")
	signals := got["signals"].(map[string]any)
	hazardous := signals["hazmat_oos"].(map[string]any)
	if got["fit_score"] != 69.0 || !slices.Contains(codes(got), "hazmat_oos_rate -10") ||
		hazardous["rate_pct"] != 10.0 || signals["crashes_24m"] != 15.0 ||
		got["verdict"] != "caution" || strings.Contains(fmt.Sprint(got), "391474414") {
		t.Errorf("%v", got)
	}
	insurance := got["carrier"].(map[string]any)["insurance"].(map[string]any)
	if insurance["bipd_on_file_usd"] != 1_000_000.0 || insurance["bipd_required_filed_usd"] != 750_000.0 {
		t.Errorf("%v", insurance)
	}

	s, _ = service(t, "", registered("80806", ""),
		dotRow(fmcsa.InsuranceSet, "80806", socrata("motus_insur_80806.json")), nothing)
	_, got = s.Get("/freight/carrier", "dot", "80806")
	insurance = got["carrier"].(map[string]any)["insurance"].(map[string]any)
	if list := insurance["policies"].([]any); insurance["bipd_on_file_usd"] != 3_000_000.0 || len(list) != 2 {
		t.Errorf("%v", insurance)
	}
}

// TestOneSubject: exactly one of the three ways to name a carrier, and each in the form that people write.
func TestOneSubject(t *testing.T) {
	s, world := service(t, "", nothing)
	for _, bad := range [][]string{
		{},
		{"dot", "700", "mc", "1"},
		{"dot", "700", "name", "Prairie"},
		{"mc", "1", "name", "Prairie"},
		{"dot", "0"}, {"dot", "12a"}, {"dot", "123456789"}, {"dot", "-5"}, {"dot", "1'--"},
		{"mc", "MC"}, {"mc", "XX12"}, {"mc", "0"}, {"mc", "MC123456789012"},
		{"name", "%%"}, {"name", "''"}, {"name", "a"},
		{"dot", "700", "haul_type", "gold"},
	} {
		if status, got := s.Get("/freight/carrier", bad...); status != 400 {
			t.Errorf("%q: %d %v", bad, status, got)
		}
	}
	if asked := world.Asked(); len(asked) > 0 {
		t.Errorf("asked for %q", asked)
	}
	for _, good := range [][]string{
		{"dot", " USDOT 0700 "},
		{"mc", "mc-0700001"},
		{"mc", "FF12"},
	} {
		if status, got := s.Get("/freight/carrier", good...); status != 200 || got["verdict"] != "not_found" {
			t.Errorf("%q: %d %v", good, status, got)
		}
	}
}

// TestDocketsAreResolved: a docket number that registers give to two carriers is not settled silently.
func TestDocketsAreResolved(t *testing.T) {
	census := func(docket, rows string) upstreamtest.Answer {
		var ways []string
		for n := 1; n <= 3; n++ {
			ways = append(ways, fmt.Sprintf("(docket%d='%s' AND docket%dprefix='MC')", n, docket, n))
		}
		return freighttest.Row(fmcsa.CensusSet, strings.Join(ways, " OR "), rows)
	}
	forms := "docket_number in ('MC700001','MC0700001','MC0000700001')"
	s, world := service(t, "",
		census("700001", `[{"dot_number":"700","legal_name":"A","status_code":"A"}]`),
		freighttest.Row(fmcsa.AuthoritySet, forms, motus("Active", "1000000")),
		freighttest.Row(fmcsa.LegacyAuthoritySet, forms, legacy("A", "01000")),
		census("700002", `[{"dot_number":"700","legal_name":"A","status_code":"A"},
			{"dot_number":"701","legal_name":"B","status_code":"A"}]`),
		registered("700", ""), nothing,
	)
	status, got := s.Get("/freight/carrier", "mc", "MC-700001")
	if status != 200 || got["carrier"].(map[string]any)["dot"] != "700" {
		t.Errorf("%d %v", status, got)
	}
	if n := len(world.Asked()); n != 19 {
		t.Errorf("%d requests, want 3 for the number, 15 for the carrier and one about the table that has it", n)
	}
	status, got = s.Get("/freight/carrier", "mc", "700002")
	if list, _ := got["candidates"].([]any); status != 400 || got["code"] != "ambiguous" || len(list) != 2 {
		t.Errorf("%d %v", status, got)
	}
}

// TestColumnsThatARowLeavesOutAreLookedUp: the portal leaves out what has no value, so that a column with another name
// looks like one without a value.
func TestColumnsThatARowLeavesOutAreLookedUp(t *testing.T) {
	census := func(more string) upstreamtest.Answer { return registered("700", more) }
	tables := func(answer upstreamtest.Answer) upstreamtest.Answer {
		answer.URL = freighttest.Tables().URL
		return answer
	}
	for _, c := range []struct {
		why     string
		answers []upstreamtest.Answer
		partial bool
		mc      any
	}{
		{"all columns are the table's", []upstreamtest.Answer{census("")}, false, "[]"},
		{"a column has another name", []upstreamtest.Answer{census(`,"docket_1":"700001"`)}, true, nil},
		{"null where the portal writes nothing", []upstreamtest.Answer{census(`,"docket1":null`)}, true, nil},
		{"the table is down", []upstreamtest.Answer{census(""), tables(upstreamtest.Answer{Status: 503})}, true, nil},
		{
			"the table has no columns",
			[]upstreamtest.Answer{census(""), tables(upstreamtest.Answer{Body: `{"columns":[]}`})}, true, nil,
		},
		{
			"a column that the portal computes",
			[]upstreamtest.Answer{census(`,":@computed_region_1":"7"`)}, false, "[]",
		},
	} {
		s, _ := service(t, "", append(c.answers, nothing)...)
		_, got := s.Get("/freight/carrier", "dot", "700")
		mc := got["carrier"].(map[string]any)["mc"]
		if got["partial"] != c.partial || c.mc == nil && mc != nil || c.mc != nil && fmt.Sprint(mc) != c.mc {
			t.Errorf("%s: partial %v, mc %v", c.why, got["partial"], mc)
		}
	}
}

// TestNamesAreNotGuessed: one carrier of exactly the name, else a list.
func TestNamesAreNotGuessed(t *testing.T) {
	byName := func(pattern, rows string) upstreamtest.Answer {
		return freighttest.Row(
			fmcsa.CensusSet,
			"(upper(legal_name) like '%"+pattern+"%' OR upper(dba_name) like '%"+pattern+"%')",
			rows,
		)
	}
	s, _ := service(
		t,
		"",
		byName("PRAIRIE LINES", `[{"dot_number":"700","legal_name":"PRAIRIE LINES LLC","status_code":"A"},
			{"dot_number":"701","legal_name":"PRAIRIE LINES OF TEXAS INC","status_code":"A"}]`),
		byName(
			"TWIN",
			`[{"dot_number":"801","legal_name":"TWIN LLC","status_code":"A"},{"dot_number":"802","dba_name":"TWIN",
				"legal_name":"X INC","status_code":"A"}]`,
		),
		registered("700", ""),
		nothing,
	)
	for _, name := range []string{"prairie lines llc", "Prairie Lines, L.L.C."} {
		status, got := s.Get("/freight/carrier", "name", name)
		if status != 200 || got["carrier"].(map[string]any)["dot"] != "700" {
			t.Errorf("%s: %d %v", name, status, got)
		}
	}
	if status, got := s.Get("/freight/carrier", "name", "Twin LLC"); status != 400 || got["code"] != "ambiguous" {
		t.Errorf("%d %v", status, got)
	}
}

// TestCallersTextMeansNothingToThePortal: whatever is in a name, the condition that goes out holds letters, digits,
// spaces and our own wildcards between its quotes.
func TestCallersTextMeansNothingToThePortal(t *testing.T) {
	for text, want := range map[string]string{
		`O'Neal Steel`:                    "O%NEAL STEEL",
		`JB Hunt`:                         "J%B HUNT",
		`JB`:                              "JB",
		`J.B. Hunt Transport, Inc.`:       "J%B%HUNT TRANSPORT",
		`A & B Trucking`:                  "A%B TRUCKING",
		`100% Freight`:                    "100%FREIGHT",
		`x') OR 1=1 --`:                   "X%OR 1%1",
		"tab\tand\nline":                  "TAB AND LINE",
		`back\slash "quoted" (paren)`:     "BACK%SLASH%QUOTED%PAREN",
		`Transportes Pérez`:               "TRANSPORTES PEREZ",
		`under_score`:                     "UNDER%SCORE",
		`%' OR upper(legal_name) like '%`: "OR UPPER%LEGAL%NAME%LIKE",
		"INC":                             "INC",
	} {
		got := patterns(text)[0]
		if got != want {
			t.Errorf("%q is %q, want %q", text, got, want)
		}
		for _, got := range patterns(text) {
			if strings.Trim(got, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 %") != "" {
				t.Errorf("%q leaves %q", text, got)
			}
		}
	}

	s, world := service(t, "", nothing)
	for _, text := range []string{`x') OR 1=1 --`, `O'Neal`, `a\b"c`, "a\nb", "100%", `((()))) aa`} {
		s.Get("/freight/lookup", "name", text)
	}
	for _, asked := range world.Asked() {
		u, _ := url.Parse(strings.TrimPrefix(asked, "GET "))
		where := u.Query().Get("$where")
		if strings.Count(where, "'") != 4 || strings.ContainsAny(where, `\"`) || strings.Contains(where, "--") {
			t.Errorf("%q", where)
		}
	}
}

// TestInspectionsThatWereCutMakeNoRates, and the source says so.
func TestInspectionsThatWereCutMakeNoRates(t *testing.T) {
	rows := strings.Repeat(strings.Trim(oneTruck, "[]")+",", fmcsa.MaxInspections)
	s, _ := service(t, "", registered("700", ""), dotRow(fmcsa.AuthoritySet, "700", motus("Active", "1000000.00")),
		freighttest.Begins(fmcsa.InspectionsSet, "["+strings.TrimSuffix(rows, ",")+"]"), nothing)
	_, got := s.Get("/freight/carrier", "dot", "700")
	said := false
	for _, source := range got["sources"].([]any) {
		source := source.(map[string]any)
		said = said || source["name"] == srcInspections && source["detail"] != nil
	}
	if rate := got["signals"].(map[string]any)["vehicle_oos"].(map[string]any); rate["rate_pct"] != nil || !said ||
		got["verdict"] != "caution" {
		t.Errorf("%v, said %v, %v", rate, said, got["verdict"])
	}
}

// TestANameIsNotChosenWithoutTheCensus: the live system alone does not know how many carriers have a name.
func TestANameIsNotChosenWithoutTheCensus(t *testing.T) {
	s, _ := service(t, "k",
		upstreamtest.Answer{URL: portal + string(fmcsa.CensusSet) + ".json*", Status: 503},
		upstreamtest.Answer{URL: live + "name/*", Body: `{"content":[{"carrier":{"dotNumber":700,
			"legalName":"PRAIRIE LINES LLC"}}]}`},
		upstreamtest.Answer{URL: live + "700", Body: snapshot("A", "1000")},
		upstreamtest.Answer{URL: live + "*", Body: `{"content":[]}`}, nothing,
	)
	if status, got := s.Get("/freight/carrier", "name", "Prairie Lines"); status != 502 {
		t.Errorf("%d %v", status, got["carrier"])
	}
}

// TestRoundTrips: all files of a carrier are asked side by side, once each.
func TestRoundTrips(t *testing.T) {
	s, world := service(
		t,
		"k",
		registered("700", ""),
		nothing,
		upstreamtest.Answer{URL: live + "*", Body: `{"content":null}`},
	)
	s.Get("/freight/carrier", "dot", "700")
	if n := len(world.Asked()); n != 20 {
		t.Errorf("%d requests, want 16 to the portal and 4 to the live system", n)
	}
	s.Get("/freight/carrier", "dot", "700")
	if n := len(world.Asked()); n > 21 {
		t.Errorf("%d requests: what was just read is asked for again", n)
	}
}

// TestANameThatIsOnlyAlikeIsNoCarrier: it is a free 404 that lists the nearest.
func TestANameThatIsOnlyAlikeIsNoCarrier(t *testing.T) {
	for _, p := range samenametest.Pairs {
		row := fmt.Sprintf(`[{"dot_number":"700","legal_name":%q,"status_code":"A","power_units":"40"}]`, p.Registered)
		s, _ := service(t, "", freighttest.Begins(fmcsa.CensusSet, row), registered("700", ""), nothing)
		status, got := s.Get("/freight/carrier", "name", p.Asked)
		if (status == 200 && got["verdict"] != "not_found") != p.Same {
			t.Errorf("%q and %q: %d %v %v", p.Asked, p.Registered, status, got["verdict"], got["detail"])
		}
		if !p.Same && got["candidates"] == nil {
			t.Errorf("%q: no candidates: %v", p.Asked, got)
		}
	}
}

// TestANameIsNotChosenFromAFullPage: the live system gives 50 carriers of a name and does not say how many there are.
func TestANameIsNotChosenFromAFullPage(t *testing.T) {
	item := strings.TrimSuffix(strings.TrimPrefix(snapshot("A", "1000"), `{"content":`), "}")
	list := []string{item}
	for n := range qcmobile.MaxNamed - 1 {
		other := strings.Replace(item, `"dotNumber":700`, fmt.Sprintf(`"dotNumber":%d`, 9000+n), 1)
		list = append(list, strings.Replace(other, "PRAIRIE LINES LLC", fmt.Sprintf("PRAIRIE LINES %d LLC", n), 1))
	}
	for _, n := range []int{qcmobile.MaxNamed - 1, qcmobile.MaxNamed} {
		s, _ := service(t, "k",
			upstreamtest.Answer{URL: live + "name/*", Body: `{"content":[` + strings.Join(list[:n], ",") + `]}`},
			upstreamtest.Answer{URL: live + "*", Body: `{"content":[]}`}, nothing,
		)
		if _, got := s.Get("/freight/lookup", "name", "Prairie Lines", "limit", "50"); got["truncated"] !=
			(n == qcmobile.MaxNamed) {
			t.Errorf("%d carriers: truncated %v", n, got["truncated"])
		}
		_, got := s.Get("/freight/carrier", "name", "Prairie Lines LLC")
		if (got["code"] == "ambiguous") != (n == qcmobile.MaxNamed) {
			t.Errorf("%d carriers: %v", n, got["code"])
		}
	}
}
