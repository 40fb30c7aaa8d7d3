package safety

import (
	"fmt"
	"math"
	"net/http"
	"net/url"
	"reflect"
	"strings"
	"testing"
	"time"

	gen "github.com/farebox/farebox/gen/safety"
	"github.com/farebox/farebox/handlers/handlertest"
	"github.com/farebox/farebox/handlers/safety/safetytest"
	"github.com/farebox/farebox/internal/samples"
	"github.com/farebox/farebox/internal/upstream/cpsc"
	"github.com/farebox/farebox/internal/upstream/openfda"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

func none(kind string) upstreamtest.Answer {
	return upstreamtest.Answer{URL: safetytest.FDA + "/" + kind + "/enforcement.json", Status: 404,
		Body: safetytest.NoMatches}
}

func TestQueryForProductsIsCheckedFirst(t *testing.T) {
	for _, query := range []string{
		"", "  ", "a", "G", "\"*\"", "----", "蒸し器", "the", "and the", "Inc", "LLC.", "unknown", "Not applicable",
	} {
		s, world := service(t)
		status, got := s.Get("/safety/product", "query", query)
		if status != http.StatusBadRequest || got["field"] != "query" || len(world.Asked()) > 0 {
			t.Errorf("%q: %d %v", query, status, got)
		}
	}
}

// TestLegalFormsOfOthersAreProducts: the recall of a spa is found, whatever an Italian company has behind its name.
func TestLegalFormsOfOthersAreProducts(t *testing.T) {
	for _, query := range []string{"spa", "SPA", "hot tub", "LG", "HP", "GE"} {
		s, world := service(t)
		if status, got := s.Get("/safety/product", "query", query); status == http.StatusBadRequest || len(world.Asked()) == 0 {
			t.Errorf("%q: %d %v", query, status, got)
		}
	}
}

func TestWeightsOfRecalls(t *testing.T) {
	now := handlertest.Now()
	recall := func(domain, class, status, text string, dead bool, days int) matched {
		m := matched{text: text, dead: dead}
		m.Domain = domain
		if class != "" {
			m.Classification = &class
		}
		if status != "" {
			m.Status = &status
		}
		if days >= 0 {
			m.date = new(now.Add(-time.Duration(days) * 24 * time.Hour))
		}
		return m
	}
	cases := []struct {
		why  string
		of   matched
		want float64
	}{
		{"class I", recall("food", "Class I", "Ongoing", "", false, 10), 30},
		{"class II", recall("food", "Class II", "Ongoing", "", false, 10), 15},
		{"class III", recall("food", "Class III", "Ongoing", "", false, 10), 5},
		{"no class yet", recall("food", "Not Yet Classified", "Pending", "", false, 10), 10},
		{"half a year", recall("drug", "Class I", "Ongoing", "", false, 180), 30},
		{"a year", recall("drug", "Class I", "Ongoing", "", false, 181), 24},
		{"more than a year", recall("drug", "Class I", "Ongoing", "", false, 366), 15},
		{"more than three", recall("drug", "Class I", "Ongoing", "", false, 3*365+1), 9},
		{"more than five", recall("drug", "Class I", "Ongoing", "", false, 5*365+1), 4.5},
		{"without a date", recall("drug", "Class I", "Ongoing", "", false, -1), 30},
		{"completed", recall("device", "Class I", "Completed", "", false, 10), 21},
		{"terminated", recall("device", "Class I", "Terminated", "", false, 10), 12},
		{"death in the hazard", recall(consumer, "", "", "Risk of serious injury or death", false, 10), 30},
		{"deaths reported", recall(consumer, "", "", "Risk of death", true, 10), 40},
		{"fire", recall(consumer, "", "", "Fire hazard", false, 10), 20},
		{"lead the metal", recall(consumer, "", "", "The paint contains lead.", false, 10), 20},
		{"lead the verb", recall(consumer, "", "", "Wear can lead to lacerations.", false, 10), 10},
		{"anything else", recall(consumer, "", "", "Fall hazard", false, 10), 10},
	}
	for _, c := range cases {
		if got := weightOf(c.of, now); got != c.want {
			t.Errorf("%s: %v, want %v", c.why, got, c.want)
		}
	}
}

func TestDeathsAreThoseThatAreReported(t *testing.T) {
	for text, want := range map[string]bool{
		"The firm has received 12 reports of tip-overs, among them two deaths.": true,
		"CPSC is aware of 1 death.": true,
		"The firm has received 12 reports. No deaths or injuries were reported.": false,
		"None reported.": false,
		"No injuries or deaths in 40 reports of overheating": false,
		"Risk of death.": false,
		"There are 34 reports, and the death of a toddler.":                    true,
		"Eight infant deaths are known, and no injuries.":                      true,
		"There are two reports of fatalities of children who were not buckled": true,
		"A child of two died when the dresser fell":                            true,
		"No one died in the 3 fires.":                                          false,
		"0 deaths":                                                             false,
	} {
		if got := deaths([]cpsc.Named{{Name: text}}); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}

func TestScoreOfProductsIsAUnion(t *testing.T) {
	weights := func(list ...float64) []matched {
		var recalls []matched
		for _, w := range list {
			recalls = append(recalls, matched{SafetyProductRecall: gen.SafetyProductRecall{Weight: w}})
		}
		return recalls
	}
	many := make([]float64, 30)
	for i := range many {
		many[i] = 15
	}
	if risk := productScore(found{}, nil); risk.Score != nil || risk.Band != nil {
		t.Errorf("a score of nothing: %+v", risk)
	}
	for _, c := range []struct {
		why   string
		of    []matched
		score int
		band  string
	}{
		{"one", weights(30), 30, "medium"},
		{"the recorded two", weights(24, 7.5), 30, "medium"},
		{"three", weights(30, 30, 30), 66, "high"},
		{"twenty of thirty", weights(many...), 96, "critical"},
	} {
		t.Run(c.why, func(t *testing.T) {
			risk := productScore(found{recalls: c.of}, nil)
			sum := 0.0
			for _, reason := range risk.Reasons {
				sum += reason.Points
			}
			if *risk.Score != c.score || string(*risk.Band) != c.band || math.Abs(sum-float64(c.score)) > 0.5001 {
				t.Errorf("%d %s, reasons add up to %v", *risk.Score, *risk.Band, sum)
			}
			if len(risk.Reasons) > mostScored {
				t.Errorf("%d reasons", len(risk.Reasons))
			}
		})
	}
}

func TestWordsAreMatchedWhole(t *testing.T) {
	recall := func(title string) cpsc.Recall { return cpsc.Recall{Title: title} }
	for _, c := range []struct {
		query, title string
		want         bool
	}{
		{"fan", "Acme Recalls Infant Sleepers", false},
		{"fan", "Acme Recalls Ceiling Fans", true},
		{"wrench", "Acme Recalls Torque Wrenches", true},
		{"top load washing machines", "Acme Recalls Top-Load Washing Machines", true},
		{"ACME", "Acme Recalls Fans", true},
		{"fans ceiling", "Acme Recalls Ceiling Fans", false},
	} {
		if got := says(c.query, recall(c.title)); got != c.want {
			t.Errorf("%q in %q: %v", c.query, c.title, got)
		}
	}
}

func TestWordsApartAreFoundAndSaidToBe(t *testing.T) {
	const body = `{"meta":{"results":{"total":1}},"results":[
{"recall_number":"F-9","event_id":"9","status":"Ongoing","classification":"Class I",
 "product_description":"Acme Creamy Peanut Butter 16 oz","reason_for_recall":"Salmonella","recalling_firm":"Smith",
 "recall_initiation_date":"20261001","report_date":"20261101"}]}`
	search := `(product_description:"Acme" OR reason_for_recall:"Acme" OR recalling_firm:"Acme") AND ` +
		`(product_description:"peanut" OR reason_for_recall:"peanut" OR recalling_firm:"peanut") AND ` +
		`(product_description:"butter" OR reason_for_recall:"butter" OR recalling_firm:"butter")`
	apart := upstreamtest.Answer{
		URL:  safetytest.FDA + "/food/enforcement.json?search=" + url.QueryEscape(search),
		Body: body,
	}

	s, _ := service(t, apart, none("food"))
	_, got := s.Get("/safety/product", "query", "Acme peanut butter", "domain", "food")
	handlertest.Holds(t, got, map[string]any{
		"matched_count":               1,
		"matched_recalls.0.recall_id": "F-9",
		"risk_score.score":            nil,
	})
	if notes := fmt.Sprint(got["notes"]); !strings.Contains(notes, "may be of other products") {
		t.Errorf("notes %s", notes)
	}

	s, world := service(t, none("food"))
	_, got = s.Get("/safety/product", "query", "Acme peanut butter", "domain", "food")
	handlertest.Holds(t, got, map[string]any{"matched_count": 0, "risk_score.score": nil})
	if len(world.Asked()) != 2 || len(got["notes"].([]any)) != 1 {
		t.Errorf("%v %v", world.Asked(), got["notes"])
	}

	recall := cpsc.Recall{Title: "Acme Recalls Glide Treadmills After a Death"}
	for words, want := range map[string]bool{"acme treadmill": true, "acme glide": true, "acme bicycle": false} {
		if got := saysAll(queryWords(words), recall); got != want {
			t.Errorf("%s: %v", words, got)
		}
	}
}

func TestNoMatchAndNoAnswerAreTwoThings(t *testing.T) {
	quiet := upstreamtest.Answer{URL: safetytest.Goods, Body: `[]`}
	down := upstreamtest.Answer{URL: safetytest.Goods, Status: 503}
	fda := []upstreamtest.Answer{none("food"), none("drug"), none("device")}
	cases := []struct {
		why     string
		domain  string
		answers []upstreamtest.Answer
		status  int
		score   any
		flags   []any
		partial any
	}{
		{"nothing anywhere", "all", append(fda, quiet), 200, nil, []any{"no_recalls_found"}, false},
		{"nothing of one kind", "food", fda, 200, nil, []any{"no_recalls_found"}, false},
		{"nothing, and one was not heard", "all", append(fda, down), 200, nil, []any{"source_missing:cpsc"}, true},
		{"the only one is down", "consumer", []upstreamtest.Answer{down}, 502, nil, nil, nil},
		{"a page that is gone is no empty list", "food", []upstreamtest.Answer{
			{URL: safetytest.FDA + "/*", Status: 404, Body: "<html>"},
		}, 502, nil, nil, nil},
		{"a list that is " +
			"gone", "consumer", []upstreamtest.Answer{{URL: safetytest.Goods, Status: 404}}, 502, nil, nil, nil},
		{"XML", "consumer", []upstreamtest.Answer{{URL: safetytest.Goods, Body: "<ArrayOfRecall/>"}}, 502, nil, nil,
			nil},
		{"null", "consumer", []upstreamtest.Answer{{URL: safetytest.Goods, Body: "null"}}, 502, nil, nil, nil},
		{"cut " +
			"off", "consumer", []upstreamtest.Answer{{URL: safetytest.Goods, Body: `[{"RecallID":1,`}}, 502, nil, nil,
			nil},
		{"an error " +
			"object", "consumer", []upstreamtest.Answer{{URL: safetytest.Goods, Body: `{"a":1}`}}, 502, nil, nil, nil},
		{"rate limited", "drug", []upstreamtest.Answer{
			{URL: safetytest.FDA + "/*", Status: 429, Header: map[string]string{"Retry-After": "3600"}},
		}, 503, nil, nil, nil},
	}
	for _, c := range cases {
		t.Run(c.why, func(t *testing.T) {
			s, _ := service(t, c.answers...)
			status, got := s.Get("/safety/product", "query", "zzzz9999", "domain", c.domain)
			if status != c.status {
				t.Fatalf("%d %v", status, got)
			}
			if status != http.StatusOK {
				return
			}
			handlertest.Holds(t, got, map[string]any{
				"matched_count":    0,
				"risk_score.score": c.score,
				"partial":          c.partial,
			})
			if flags := got["risk_score"].(map[string]any)["flags"]; !reflect.DeepEqual(flags, c.flags) {
				t.Errorf("flags %v, want %v", flags, c.flags)
			}
		})
	}

	t.Run("half of a search", func(t *testing.T) {
		s, _ := service(t,
			upstreamtest.Answer{URL: safetytest.Goods + "?RecallTitle=zzzz+9999", Body: `[]`},
			upstreamtest.Answer{URL: safetytest.Goods, Status: 503})
		if status, got := s.Get("/safety/product", "query", "zzzz 9999", "domain", "consumer"); status != 502 {
			t.Errorf("%d %v", status, got)
		}
	})
}

func TestQueryStaysInItsQuotes(t *testing.T) {
	for _, query := range []string{
		`baby" OR recalling_firm:"x`, `baby\`, `a\" food`, "baby\nfood", "baby) AND " +
			"(x", "baby*", "baby/food", "baby:food", "báby",
	} {
		s, world := service(t, none("food"))
		if status, got := s.Get("/safety/product", "query", query, "domain", "food"); status != http.StatusOK {
			t.Errorf("%q: %d %v", query, status, got)
			continue
		}
		asked, err := url.Parse(strings.TrimPrefix(world.Asked()[0], "GET "))
		if err != nil {
			t.Fatal(err)
		}
		search := asked.Query().Get("search")
		if strings.Count(search, `"`) != 6 || strings.ContainsAny(search, "\\\n*") || strings.Count(search, ":") != 3 {
			t.Errorf("%q is asked as %s", query, search)
		}
	}
}

func TestRecallsOfTheFDAAreCountedInWhole(t *testing.T) {
	body := `{"meta":{"results":{"total":140}},"results":[
{"recall_number":"F-1","event_id":"1","status":"Ongoing","classification":"Class I","product_description":"Soup",
 "reason_for_recall":"Listeria; fire","recalling_firm":"Acme","recall_initiation_date":"20261001",
 "report_date":"20261101"},
{"event_id":"2","status":"Ongoing","classification":"Not Yet Classified","product_description":"Stew",
 "reason_for_recall":"","recalling_firm":"Acme","recall_initiation_date":"","report_date":"20261102"},
{"event_id":"2","status":"Ongoing","classification":"Not Yet Classified","product_description":"Stew",
 "reason_for_recall":"","recalling_firm":"Acme","recall_initiation_date":"","report_date":"20261102"},
{"recall_number":"F-3","status":"Terminated","classification":"Class III","product_description":"Pie",
 "reason_for_recall":"Label","recalling_firm":"Acme","recall_initiation_date":"20200101","report_date":"20200201"}]}`
	s, _ := service(t, upstreamtest.Answer{URL: safetytest.FDA + "/food/enforcement.json", Body: body})
	_, got := s.Get("/safety/product", "query", "Acme", "domain", "food")
	handlertest.Holds(t, got, map[string]any{
		"matched_count":                 139,
		"open_count":                    2,
		"closed_count":                  1,
		"stateless_count":               0,
		"matched_recalls.0.open":        true,
		"matched_recalls.2.open":        false,
		"truncated":                     true,
		"matched_recalls.0.title":       "Stew",
		"matched_recalls.0.recall_id":   nil,
		"matched_recalls.0.date":        nil,
		"matched_recalls.0.report_date": "2026-11-02",
		"matched_recalls.0.weight":      10,
		"matched_recalls.1.date":        "2026-10-01",
		"matched_recalls.1.report_date": "2026-11-01",
		"matched_recalls.1.weight":      30,
		"matched_recalls.2.weight":      0.3,
		"matched_recalls.3":             nil,
	})
	flags := got["risk_score"].(map[string]any)["flags"]
	want := []any{"class_i_recall", "fire_or_burn_hazard", "ongoing_recall", "repeat_firm:Acme"}
	if !reflect.DeepEqual(flags, want) {
		t.Errorf("flags %v", flags)
	}
	if !strings.Contains(fmt.Sprint(got["notes"]), "newest") {
		t.Errorf("does not say that the score is of a part: %v", got["notes"])
	}
}

// TestLotsAndCodesAreSearchedFor: what has a digit may be a lot or a National Drug Code.
func TestLotsAndCodesAreSearchedFor(t *testing.T) {
	body := `{"meta":{"results":{"total":1}},"results":[{"recall_number":"D-1","status":"Completed",
"classification":"Class II","product_description":"Semaglutide Injection, NDC: 84139-225-04",
"code_info":"Lot PRORX050925-1","recall_initiation_date":"20251015","report_date":"20251105"}]}`
	s, world := service(t, upstreamtest.Answer{URL: safetytest.FDA + "/drug/enforcement.json", Body: body})
	_, got := s.Get("/safety/product", "query", "PRORX050925-1", "domain", "drug")
	handlertest.Holds(t, got, map[string]any{
		"matched_recalls.0.lots": "Lot PRORX050925-1",
		"matched_recalls.0.ndc":  "[84139-225-04]",
		"matched_recalls.0.open": false,
	})
	if asked := world.Asked()[0]; !strings.Contains(asked, "code_info%3A%22PRORX050925-1%22") {
		t.Errorf("asked %s", asked)
	}
}

func TestRecordedProducts(t *testing.T) {
	t.Run("a recall of the Commission, merged of two searches", func(t *testing.T) {
		s, _ := service(t, upstreamtest.Answer{
			URL:  safetytest.Goods,
			Body: string(samples.Read(t, "cpsc/Recall_26639.json")),
		})
		_, got := s.Get("/safety/product", "query", "personalized baby bibs", "domain", "consumer")
		handlertest.Holds(t, got, map[string]any{
			"matched_count":               1,
			"matched_recalls.0.recall_id": "26639",
			"matched_recalls.0.firm":      "Peony Design Co., of Howell, MI",
			"matched_recalls.0.date":      "2026-07-23",
			"matched_recalls.0.units":     "About 52",
			"matched_recalls.0.weight":    30,
			"risk_score.score":            30,
			"risk_score.band":             "medium",
			"risk_score.flags.0":          "choking_hazard",
			"risk_score.flags.1":          nil,
		})
	})

	t.Run("enforcement reports of drugs", func(t *testing.T) {
		s, _ := service(t, upstreamtest.Answer{
			URL:  safetytest.FDA + "/drug/enforcement.json",
			Body: string(samples.Read(t, "openfda/drug_enforcement.json")),
		})
		_, got := s.Get("/safety/product", "query", "NDC", "domain", string(openfda.Drug))
		handlertest.Holds(t, got, map[string]any{
			"matched_count":                    209,
			"truncated":                        true,
			"matched_recalls.0.recall_id":      "D-0289-2026",
			"matched_recalls.0.classification": "Class I",
			"matched_recalls.0.date":           "2025-12-12",
			"matched_recalls.0.report_date":    "2026-01-14",
			"matched_recalls.0.units":          nil,
			"matched_recalls.1.recall_id":      "D-0115-2026",
			"matched_recalls.1.date":           "2025-10-15",
			"matched_recalls.1.units":          "8,400 vials",
			"risk_score.score":                 30,
			"risk_score.band":                  "medium",
			"risk_score.flags.0":               "class_i_recall",
			"risk_score.flags.1":               "ongoing_recall",
		})
	})

	t.Run("no match", func(t *testing.T) {
		s, _ := service(t, upstreamtest.Answer{
			URL:    safetytest.FDA + "/*",
			Status: 404,
			Body:   string(samples.Read(t, "openfda/not_found_404.json")),
		})
		_, got := s.Get("/safety/product", "query", "zzzz9999", "domain", "device")
		handlertest.Holds(t, got, map[string]any{"matched_count": 0, "risk_score.score": nil, "partial": false})
	})
}

// TestClassThatNobodyKnowsIsNotTheMildest: a recall that the FDA has not classified, or by a word of tomorrow, has no
// severity, and one whose class is missing is refused.
func TestClassThatNobodyKnowsIsNotTheMildest(t *testing.T) {
	const row = `{"meta":{"results":{"total":1}},"results":[{"recall_number":"F-9","status":"Ongoing","classification":"%s",
"product_description":"Soup","recall_initiation_date":"20261110","report_date":"20261115"}]}`
	for _, c := range []struct {
		class    string
		severity any
		weight   any
	}{
		{"Class I", "high", 30},
		{"Class III", "low", 5},
		{"Not Yet Classified", nil, 10},
		{"Class IV", nil, 10},
	} {
		t.Run(c.class, func(t *testing.T) {
			s, _ := service(t, upstreamtest.Answer{
				URL:  safetytest.FDA + "/food/enforcement.json",
				Body: fmt.Sprintf(row, c.class),
			})
			_, got := s.Get("/safety/product", "query", "soup", "domain", "food")
			handlertest.Holds(t, got, map[string]any{
				"matched_recalls.0.severity": c.severity,
				"matched_recalls.0.weight":   c.weight,
			})
		})
	}

	s, _ := service(t, upstreamtest.Answer{
		URL:  safetytest.FDA + "/food/enforcement.json",
		Body: strings.Replace(fmt.Sprintf(row, "Class I"), `"classification"`, `"class"`, 1),
	})
	if status, got := s.Get("/safety/product", "query", "soup", "domain", "food"); status != http.StatusBadGateway {
		t.Errorf("without its class: %d %v", status, got)
	}
}
