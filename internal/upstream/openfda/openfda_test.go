package openfda

import (
	"context"
	"encoding/json"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"github.com/farebox/farebox/internal/samples"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

const base = "https://api.fda.gov"

func TestOnlyPlainWordsStandBetweenQuotes(t *testing.T) {
	cases := []struct {
		text string
		want string
	}{
		{"lisinopril", "lisinopril"},
		{"St. John’s Wort", "St John's Wort"},
		{`aspirin" OR serious:"1`, "aspirin OR serious 1"},
		{`aspirin\`, "aspirin"},
		{"a) AND (b", "a AND b"},
		{"Claritin-D 24\nHour*", "Claritin-D 24 Hour"},
		{"sodium chloride 0.9%", "sodium chloride 0.9"},
		{"Café", "Cafe"},
		{"~^!", ""},
		{"阿司匹林", ""},
	}
	for _, c := range cases {
		t.Run(c.text, func(t *testing.T) {
			if got := Plain(c.text); got != c.want {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}

func TestKeywordsCannotEndTheirQuotes(t *testing.T) {
	if got := Keyword("product_ndc", "0573-0165\" OR x:\"1\\"); got != `product_ndc:"0573-0165 OR x:1"` {
		t.Error(got)
	}
	if got := All(Any(Phrase("a", "x"), Phrase("b", "y")), Keyword("c", "1")); got != `(a:"x" OR b:"y") AND c:"1"` {
		t.Error(got)
	}
}

// TestOnlyNoMatchIsNone tells a search without matches from all other failures, which must not be taken for one.
func TestOnlyNoMatchIsNone(t *testing.T) {
	page := `{"meta":{"results":{"total":0}},"results":[]}`
	cases := []struct {
		why    string
		status int
		body   string
		want   upstream.Kind
	}{
		{"no match", 404, `{"error":{"code":"NOT_FOUND","message":"No matches found!"}}`, upstream.NotFound},
		{"no values", 404, `{"error":{"code":"NOT_FOUND","message":"Nothing to count"}}`, upstream.NotCovered},
		{"another address", 404, `<html>`, upstream.BadResponse},
		{"another message", 404, `{"error":{"code":"NOT_FOUND","message":"Cannot GET"}}`, upstream.BadResponse},
		{"used up", 403, `{"error":{"code":"OVER_RATE_LIMIT"}}`, upstream.RateLimited},
		{"key", 403, `{"error":{"code":"API_KEY_INVALID"}}`, upstream.Unauthorized},
		{"bad query", 400, `{"error":{"code":"BAD_REQUEST"}}`, upstream.Invalid},
		{"nothing in it", 200, page, upstream.BadResponse},
		{"no total", 200, `{"meta":{},"results":[{"openfda":{},"set_id":"x"}]}`, upstream.BadResponse},
	}
	for _, c := range cases {
		t.Run(c.why, func(t *testing.T) {
			world := upstreamtest.New(t, upstreamtest.Answer{
				URL:    base + "/drug/label.json",
				Status: c.status,
				Body:   c.body,
			})
			_, err := New(world.Pool(t, nil)).Labels(t.Context(), Query{Search: `a:"b"`, Limit: 1})
			if upstream.KindOf(err) != c.want {
				t.Errorf("%v, want %s", err, c.want)
			}
		})
	}
}

func TestKeyGoesOut(t *testing.T) {
	world := upstreamtest.New(t, upstreamtest.Answer{
		URL:  base + "/drug/event.json?api_key=k1",
		Body: `{"meta":{},"results":[{"term":1,"count":5}]}`,
	})
	counts, err := New(world.Pool(t, map[string]string{"OPENFDA_API_KEY": "k1"})).
		DrugReportCounts(t.Context(), `a:"b"`, FieldSerious, 0)
	if err != nil || counts.Of("1") != 5 || counts.Of("2") != 0 {
		t.Errorf("%+v, %v", counts, err)
	}
}

// recorded serves a recorded answer under an address, as whole answer or as the one record of one.
func recorded(t *testing.T, path, name string, whole bool) *Client {
	t.Helper()
	body := string(samples.Read(t, "openfda/"+name))
	status := http.StatusOK
	if !whole {
		body = `{"meta":{"results":{"total":1}},"results":[` + body + `]}`
	}
	if name == "not_found_404.json" {
		status = http.StatusNotFound
	}
	world := upstreamtest.New(t, upstreamtest.Answer{URL: base + path, Status: status, Body: body})
	return New(world.Pool(t, nil))
}

var whole = Query{Search: `a:"b"`, Limit: 10}

func TestRecordedProduct(t *testing.T) {
	found, err := recorded(t, "/drug/ndc.json", "drug_ndc_record_advil.json", false).Products(t.Context(), whole)
	if err != nil {
		t.Fatal(err)
	}
	p := found.Records[0]
	if p.NDC != "0573-0165" || p.Packages[0].NDC != "0573-0165-20" || p.Ingredients[0].Strength != "200 mg/1" ||
		p.Start.Day().Year() != 1984 || !p.Names.Original[0] ||
		p.Names.ClassEPC[0] != "Nonsteroidal Anti-inflammatory Drug [EPC]" {
		t.Errorf("%+v", p)
	}
}

func TestRecordedReports(t *testing.T) {
	counts, err := recorded(t, "/drug/event.json", "drug_event_count_amlodipine_reactions.json", true).
		DrugReportCounts(t.Context(), "x", FieldReaction, 10)
	if err != nil || len(counts.Values) != 10 || counts.Of("DIARRHOEA") != 23324 {
		t.Errorf("%+v, %v", counts, err)
	}
	counts, err = recorded(t, "/drug/event.json", "drug_event_count.json", true).
		DrugReportCounts(t.Context(), "x", FieldReaction, 10)
	if err != nil || counts.Of("MALIGNANT NEOPLASM PROGRESSION") != 12016 {
		t.Errorf("%+v, %v", counts, err)
	}

	found, err := recorded(t, "/drug/event.json", "drug_event_record.json", false).DrugReports(t.Context(), whole)
	if err != nil || found.Records[0].Received.Day().Year() != 2005 {
		t.Errorf("%+v, %v", found, err)
	}
	devices, err := recorded(t, "/device/event.json", "device_event_record_MAUDE.json", false).
		DeviceReports(t.Context(), whole)
	if err != nil || devices.Records[0].Number != "2248721-2004-00001" || devices.Records[0].EventType != "Injury" ||
		devices.Records[0].Devices[0].Brand != "HEMOCHRON COAGULATION SYSTEM" ||
		devices.Records[0].Texts[0].Kind != "Description of Event or Problem" {
		t.Errorf("%+v, %v", devices, err)
	}
}

func TestShortagesInBothFormsOfDates(t *testing.T) {
	world := upstreamtest.New(t, upstreamtest.Answer{URL: base + "/drug/shortages.json", Body: `{"meta":{"results":
{"total":2}},"results":[{"generic_name":"A","status":"Current","update_date":"08/07/2026",
"therapeutic_category":["A","B"]},{"generic_name":"A","status":"Current","update_date":"20260807",
"therapeutic_category":"A"}]}`})
	found, err := New(world.Pool(t, nil)).Shortages(t.Context(), whole)
	if err != nil || !found.Records[0].Updated.Day().Equal(found.Records[1].Updated.Day()) ||
		len(found.Records[0].Categories) != 2 || len(found.Records[1].Categories) != 1 {
		t.Errorf("%+v, %v", found, err)
	}
}

func TestAnswersAreHeldToTheirContracts(t *testing.T) {
	none := upstreamtest.Answer{
		Status: http.StatusNotFound,
		Body:   `{"error":{"code":"NOT_FOUND","message":"No matches found!"}}`,
	}
	page := func(record string) string {
		return `{"meta":{"last_updated":"2026-11-14","results":{"total":1}},"results":[` + record + `]}`
	}
	for _, c := range []struct {
		why, path, body    string
		required, optional []string
		read               func(*Client) error
	}{
		{
			"label", "/drug/label.json",
			page(`{"set_id":"x","effective_time":"20260101","openfda":{"generic_name":["A"]}}`),
			[]string{"meta", "meta.results.total", "results", "results[].set_id", "results[].openfda"},
			[]string{"meta.last_updated", "results[].effective_time"},
			func(c *Client) error { _, err := c.Labels(t.Context(), whole); return err },
		},
		{
			"product", "/drug/ndc.json",
			page(`{"product_ndc":"1-2","labeler_name":"L",
"active_ingredients":[{"name":"A","strength":"1"}],"packaging":[{"package_ndc":"1-2-3"}],
"generic_name":"a","openfda":{"manufacturer_name":["L"],"spl_set_id":["x"]}}`),
			[]string{
				"results[].product_ndc", "results[].labeler_name",
				"results[].active_ingredients", "results[].active_ingredients[].name",
				"results[].packaging", "results[].packaging[].package_ndc", "results[].openfda",
				"results[].openfda.spl_set_id",
			},
			[]string{"results[].generic_name", "results[].active_ingredients[].strength"},
			func(c *Client) error { _, err := c.Products(t.Context(), whole); return err },
		},
		{
			"recall", "/food/enforcement.json",
			page(`{"recall_number":"F-1","status":"Ongoing","classification":"Class I","product_description":"Nuts",
"recall_initiation_date":"20251015","report_date":"20251105","reason_for_recall":"Salmonella"}`),
			[]string{
				"results[].classification", "results[].status", "results[].product_description",
				"results[].recall_initiation_date", "results[].report_date",
			},
			[]string{"results[].recall_number", "results[].reason_for_recall"},
			func(c *Client) error { _, err := c.Recalls(t.Context(), Food, whole); return err },
		},
		{
			"application", "/drug/drugsfda.json",
			page(`{"application_number":"NDA1","products":[{"active_ingredients":[{"name":"A"}]}],
"submissions":[{"submission_type":"ORIG","submission_status":"AP"}]}`),
			[]string{"results[].application_number", "results[].products", "results[].submissions[].submission_type"},
			[]string{"results[].submissions", "results[].submissions[].submission_status"},
			func(c *Client) error { _, err := c.Applications(t.Context(), whole); return err },
		},
		{
			"shortage", "/drug/shortages.json",
			page(`{"generic_name":"A","status":"Current","update_date":"08/07/2026","availability":"Available"}`),
			[]string{"results[].generic_name", "results[].status", "results[].update_date"},
			[]string{"results[].availability"},
			func(c *Client) error { _, err := c.Shortages(t.Context(), whole); return err },
		},
		{
			"report", "/drug/event.json", page(`{"receivedate":"20260101"}`), []string{"results[].receivedate"}, nil,
			func(c *Client) error { _, err := c.DrugReports(t.Context(), whole); return err },
		},
		{
			"report of a device", "/device/event.json", page(`{"date_received":"20260101","event_type":"Injury"}`),
			[]string{"results[].date_received"}, []string{"results[].event_type"},
			func(c *Client) error { _, err := c.DeviceReports(t.Context(), whole); return err },
		},
		{
			"count", "/drug/event.json", `{"meta":{},"results":[{"term":"1","count":5}]}`,
			[]string{"results", "results[].term", "results[].count"}, nil,
			func(c *Client) error { _, err := c.DrugReportCounts(t.Context(), "x", FieldSerious, 0); return err },
		},
	} {
		t.Run(c.why, func(t *testing.T) {
			upstreamtest.Contract{
				Answer:   upstreamtest.Answer{URL: base + c.path, Body: c.body},
				Required: c.required,
				Optional: c.optional,
				NoRecord: []upstreamtest.Answer{none},
				Call:     func(_ context.Context, pool *upstream.Pool) error { return c.read(New(pool)) },
			}.Hold(t)
		})
	}
}

// TestSectionsByUnknownNamesAreTold holds that a section that was renamed is not taken for one that a label lacks.
func TestSectionsByUnknownNamesAreTold(t *testing.T) {
	for _, c := range []struct {
		why, members, unknown string
	}{
		{"documented", `"boxed_warning":["x"],"boxed_warning_table":["<table>"]`, ""},
		{"not documented", `"boxed_warning_v2":["x"]`, "boxed_warning_v2"},
		{"a table of one that is not", `"surprise_table":["x"],"id":"y","version":"3"`, "surprise_table"},
	} {
		t.Run(c.why, func(t *testing.T) {
			var l Label
			body := `{"set_id":"x","openfda":{},` + c.members + `}`
			if err := json.Unmarshal([]byte(body), &l); err != nil || strings.Join(l.Unknown, " ") != c.unknown {
				t.Errorf("%q, %v", l.Unknown, err)
			}
		})
	}
	if err := json.Unmarshal([]byte(`{"set_id":"x","openfda":{},"boxed_warning":null}`), new(Label)); err == nil {
		t.Error("a section that is null is taken for one that is not there")
	}
}

// TestARecallSaysWhatItIsLimitedTo reads recorded recalls, and states in words of their own.
func TestARecallSaysWhatItIsLimitedTo(t *testing.T) {
	recall := Recall{
		Status:    "Ongoing",
		Product:   "Nasal Spray, 20 mL bottles, NDC 62795-4006-9, UPC 787647101887",
		Codes:     "Lot A1,\n exp. 2027 (NDC: 62795-4007-1)",
		MoreCodes: "Lot A2",
		Names:     Names{ProductNDC: []string{"62795-4006"}},
	}
	if got := strings.Join(recall.NDCs(), " "); got != "62795-4006 62795-4006-9 62795-4007-1" {
		t.Errorf("codes %s", got)
	}
	if got := recall.Lots(); got != "Lot A1, exp. 2027 (NDC: 62795-4007-1) Lot A2" {
		t.Errorf("lots %q", got)
	}

	for status, want := range map[string]string{
		"Ongoing": "true", "Pending": "true", "Completed": "false", "Terminated": "false", "Under Review": "unknown",
	} {
		got := "unknown"
		if open := (Recall{Status: status}).Open(); open != nil {
			got = strconv.FormatBool(*open)
		}
		if got != want {
			t.Errorf("%s: open is %s, want %s", status, got, want)
		}
	}
}
