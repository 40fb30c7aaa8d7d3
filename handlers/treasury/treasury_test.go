package treasury

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/farebox/farebox/handlers/handlertest"
	"github.com/farebox/farebox/handlers/treasury/treasurytest"
	"github.com/farebox/farebox/internal/samples"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

func service(t testing.TB, answers ...upstreamtest.Answer) (*handlertest.Service, *upstreamtest.World) {
	t.Helper()
	return serviceAt(t, treasurytest.Now, answers...)
}

var serviceAt = handlertest.OverWith(serve)

// serve is the routes over a world.
func serve(t testing.TB, now time.Time, world *upstreamtest.World) *handlertest.Service {
	t.Helper()
	h := New(world.Pool(t, nil), func() time.Time { return now })
	return handlertest.New(t, "treasury", h.Register)
}

func TestSpecExamplesAreWhatTheRoutesAnswer(t *testing.T) {
	handlertest.CheckExamples(service(t, treasurytest.Answers()...))
}

func check(t *testing.T, answer map[string]any, want map[string]string) {
	t.Helper()
	for path, value := range want {
		got := handlertest.Member(answer, path)
		if f, ok := got.(float64); ok {
			got = fmt.Sprintf("%.2f", f)
			value = strings.TrimPrefix(value, "=")
		}
		if fmt.Sprint(got) != value {
			t.Errorf("%s is %v, want %s", path, got, value)
		}
	}
}

// since leaves the auctions from a day on of a table that was recorded without a filter.
func since(day, text string) string {
	var table struct {
		Data []map[string]string `json:"data"`
	}
	if err := json.Unmarshal([]byte(text), &table); err != nil {
		panic(err)
	}
	table.Data = slices.DeleteFunc(table.Data, func(r map[string]string) bool { return r["auction_date"] < day })
	left, err := json.Marshal(table)
	if err != nil {
		panic(err)
	}
	return string(left)
}

// TestRecordedAnswers compares the answers with the Treasury's on the recorded days.
func TestRecordedAnswers(t *testing.T) {
	sample := func(name string) string { return string(samples.Read(t, name)) }
	all := []upstreamtest.Answer{
		{URL: treasurytest.Cash, Body: sample("treasury_fiscal/dts_operating_cash_balance_2025-07.json")},
		{URL: treasurytest.Results, Body: treasurytest.Table(
			sample("treasury_fiscal/auctions_query_bill_head.json"), treasurytest.ResultColumns)}, // the recording is cut
		{URL: treasurytest.Coming, Body: since("2026-07-12", sample("treasury_fiscal/upcoming_auctions.json"))},
		{
			URL:  treasurytest.Feed,
			Type: "application/xml",
			Body: sample("treasury_rates/daily_par_yield_curve_trimmed.xml"),
		},
		{URL: treasurytest.Average, Status: 503},
	}

	t.Run("cash", func(t *testing.T) {
		s, _ := service(t, all...)
		_, got := s.Get("/treasury/cash", "days", "600")
		check(t, got, map[string]string{
			"latest.date":            "2025-07-11",
			"latest.closing_usd":     "282363000000.00",
			"latest.opening_usd":     "288395000000.00",
			"latest.deposits_usd":    "15386000000.00",
			"latest.withdrawals_usd": "21419000000.00",
			"history.1.date":         "2025-07-07",
			"history.1.closing_usd":  "332482000000.00",
		})
	})

	t.Run("a bill", func(t *testing.T) {
		s, _ := service(t, all...)
		_, got := s.Get("/treasury/auctions", "type", "Bill", "days", "365")
		check(t, got, map[string]string{
			"count":                   "1.00",
			"auctions.0.cusip":        "912797SL2",
			"auctions.0.type":         "Bill",
			"auctions.0.status":       "held",
			"auctions.0.bid_to_cover": "2.84",
			"auctions.0.offering_usd": "<nil>",
		})
	})

	t.Run("upcoming, seen from before", func(t *testing.T) {
		s, _ := serviceAt(t, time.Date(2026, 7, 12, 9, 0, 0, 0, time.UTC), all...)
		_, got := s.Get("/treasury/auctions", "upcoming", "true")
		check(t, got, map[string]string{
			"count":                   "4.00",
			"auctions.0.status":       "announced",
			"auctions.0.bid_to_cover": "<nil>",
			"period_start":            "2026-07-12",
		})
	})

	t.Run("the curve, a copy without namespaces", func(t *testing.T) {
		s, _ := service(t, all...)
		_, got := s.Get("/treasury/rates", "year", "2026")
		check(t, got, map[string]string{
			"latest.date":               "2026-08-06",
			"latest.par_yields.10y":     "4.69",
			"latest.par_yields.20y":     "<nil>",
			"latest.par_yields.2y":      "<nil>",
			"spread_10y_2y_pct":         "<nil>",
			"inverted":                  "<nil>",
			"history.1.date":            "2026-08-05",
			"history.1.par_yields.1.5m": "<nil>", // a name with a dot is not a path
			"history.1.par_yields.30y":  "5.17",
			"average_rates_date":        "<nil>",
			"partial":                   "true",
		})
	})

	t.Run("the curve from the file", func(t *testing.T) {
		s, _ := serviceAt(t, time.Date(2026, 8, 6, 9, 0, 0, 0, time.UTC),
			upstreamtest.Answer{URL: treasurytest.Feed, Status: 503},
			upstreamtest.Answer{
				URL:  treasurytest.Rates + "/daily-treasury-rates.csv/2026/all",
				Type: "text/csv",
				Body: sample("treasury_rates/daily_par_yield_curve.csv"),
			},
			upstreamtest.Answer{URL: treasurytest.Average, Body: `{"data":[]}`},
		)
		_, got := s.Get("/treasury/rates", "year", "2026")
		check(t, got, map[string]string{
			"latest.date":              "2026-08-05",
			"spread_10y_2y_pct":        "0.45",
			"spread_10y_3m_pct":        "0.74",
			"inverted":                 "false",
			"history.1.par_yields.10y": "4.63",
			"history.1.par_yields.2y":  "4.20",
			"sources.0.name":           "treasury_rates",
			"sources.0.status":         "error",
			"sources.1.name":           "treasury_rates_file",
			"sources.1.status":         "ok",
			"partial":                  "true",
		})
	})

	t.Run("results from TreasuryDirect", func(t *testing.T) {
		s, _ := serviceAt(t, time.Date(2023, 11, 20, 9, 0, 0, 0, time.UTC),
			upstreamtest.Answer{URL: treasurytest.Results, Status: 503},
			upstreamtest.Answer{URL: treasurytest.Direct, Body: sample("treasurydirect/TA_WS_securities_search.json")},
		)
		_, got := s.Get("/treasury/auctions")
		check(t, got, map[string]string{
			"count":                          "2.00",
			"auctions.0.type":                "CMB",
			"auctions.0.high_rate_pct":       "5.29",
			"auctions.0.investment_rate_pct": "5.41",
			"auctions.0.high_yield_pct":      "<nil>",
			"auctions.0.reopening":           "true",
			"auctions.1.cusip":               "912810TV0",
			"auctions.1.high_yield_pct":      "4.77",
			"auctions.1.yield_basis":         "nominal",
			"partial":                        "true",
		})
	})
}

// TestStatementOfTheRecordedMonths reads the recorded lines of September 2022, in which a deficit is negative.
func TestStatementOfTheRecordedMonths(t *testing.T) {
	deficit := treasurytest.Table(string(samples.Read(t, "treasury_fiscal/mts_table_5_deficit_line5694_2022-09.json")),
		"classification_desc") // which was not asked for then
	functions := string(samples.Read(t, "treasury_fiscal/mts_table_9_outlays_by_function_2022-09.trim.json"))
	// The month's totals in the same statement: receipts 487,660 and outlays 917,334 million.
	total := func(column, month string) string {
		return `{"data":[{"record_date":"2022-09-30","record_fiscal_year":"2022","classification_desc":"Total",
"current_month_` + column + `":"` + month + `","current_fytd_` + column + `":"` + month + `",
"prior_fytd_` + column + `":"null"}]}`
	}
	answers := func(outlays string) []upstreamtest.Answer {
		return []upstreamtest.Answer{
			{URL: treasurytest.Table4, Body: total("net_rcpt_amt", "487660000000.00")},
			{URL: treasurytest.Table5 + "?filter=line_code_nbr:eq:5691", Body: total("net_outly_amt", outlays)},
			{URL: treasurytest.Table5 + "?filter=line_code_nbr:eq:5694", Body: deficit},
			{URL: treasurytest.Table9 + "?filter=record_type_cd:eq:F", Body: functions},
			{URL: treasurytest.Table9 + "?filter=record_type_cd:eq:RSG", Status: 503},
		}
	}

	s, _ := service(t, answers("917333478961.84")...)
	status, got := s.Get("/treasury/statement")
	if status != 200 {
		t.Fatalf("status %d: %v", status, got)
	}
	check(t, got, map[string]string{
		"month":                   "2022-09",
		"deficit_usd":             "429673478961.84",
		"prior_fytd":              "<nil>",
		"top_outlays.0.name":      "Social Security",
		"top_receipts":            "[]",
		"partial":                 "true",
		"sources.1.status":        "error",
		"top_outlays.1.name":      "Health",
		"top_outlays.0.month_usd": "103522967704.45",
	})

	s, _ = service(t, answers("100000000000.00")...)
	if status, got := s.Get("/treasury/statement"); status != 502 {
		t.Errorf("outlays of another line: status %d, %v; want 502", status, got)
	}
}

func TestAuctionsByKind(t *testing.T) {
	row := func(cusip, kind, flags string) string {
		return `{"cusip":"` + cusip + `","security_type":"` + kind + `","security_term":"5-Year",` +
			`"auction_date":"2026-11-10",` +
			`"bid_to_cover_ratio":"2.5","high_yield":"1.5",` + flags + `}`
	}
	body := `{"data":[` + strings.Join([]string{
		row("N", "Note", `"inflation_index_security":"No","floating_rate":"No"`),
		row("T", "Note", `"inflation_index_security":"Yes","floating_rate":"No"`),
		row("B", "Bond", `"inflation_index_security":"Yes","floating_rate":"No"`),
		row("F", "Note", `"inflation_index_security":"No","floating_rate":"Yes"`),
		row("C", "Bill", `"cash_management_bill_cmb":"Yes"`),
		row("W", "Bill", `"cash_management_bill_cmb":"No"`),
	}, ",") + `]}`
	body = treasurytest.Table(body, treasurytest.ResultColumns)
	for kind, want := range map[string]string{
		"Note": "N",
		"TIPS": "BT",
		"FRN":  "F",
		"CMB":  "C",
		"Bill": "W",
		"Bond": "",
	} {
		t.Run(kind, func(t *testing.T) {
			s, _ := service(t, upstreamtest.Answer{URL: treasurytest.Results, Body: body})
			_, got := s.Get("/treasury/auctions", "type", kind)
			var found string
			for _, a := range got["auctions"].([]any) {
				found += a.(map[string]any)["cusip"].(string)
				basis := a.(map[string]any)["yield_basis"]
				if (kind == "TIPS") != (basis == "real") {
					t.Errorf("yield basis %v", basis)
				}
			}
			if found != want {
				t.Errorf("found %q, want %q", found, want)
			}
		})
	}
}

// TestAuctionsOfNoKindThatIsKnownAreNoEmptyList: a row that no kind is found by is not a row of another kind.
func TestAuctionsOfNoKindThatIsKnownAreNoEmptyList(t *testing.T) {
	body := treasurytest.Table(`{"data":[{"cusip":"N","security_type":"Unknown","security_term":"5-Year",`+
		`"auction_date":"2026-11-10"}]}`, treasurytest.ResultColumns)
	s, _ := service(t, upstreamtest.Answer{
		URL:  treasurytest.Results,
		Body: body,
	})
	if status, got := s.Get("/treasury/auctions", "type", "Note"); status != http.StatusBadGateway {
		t.Errorf("%d %v", status, got)
	}
}

// TestUpcomingAuctionsStandOnce: a moved auction, and one whose security had no CUSIP at first, have several rows.
func TestUpcomingAuctionsStandOnce(t *testing.T) {
	row := func(recorded, cusip, term, day string) string {
		return `{"record_date":"` + recorded + `","security_type":"Bill","security_term":"` + term + `",` +
			`"cusip":"` + cusip + `","auction_date":"` + day + `"}`
	}
	body := `{"data":[` + strings.Join([]string{
		row("2026-11-19", "null", "4-Week", "2026-11-25"),
		row("2026-11-20", "912797AA1", "4-Week", "2026-11-25"),
		row("2026-11-18", "912797BB2", "8-Week", "2026-11-24"),
		row("2026-11-20", "912797BB2", "8-Week", "2026-11-25"),
		row("2026-11-20", "912797CC3", "17-Week", "2026-11-25"),
	}, ",") + `]}`
	body = treasurytest.Table(body, treasurytest.AnnouncedColumns)
	s, _ := service(t, upstreamtest.Answer{URL: treasurytest.Coming, Body: body})
	_, got := s.Get("/treasury/auctions", "upcoming", "true")
	check(t, got, map[string]string{
		"count":                   "3.00",
		"auctions.0.cusip":        "912797AA1",
		"auctions.1.cusip":        "912797BB2",
		"auctions.1.auction_date": "2026-11-25",
	})
}

// TestAMovedAuctionIsNotListedForItsOldDay: its older row is on the day asked for, its newer one behind it.
func TestAMovedAuctionIsNotListedForItsOldDay(t *testing.T) {
	row := func(recorded, day string) string {
		return `{"record_date":"` + recorded + `","security_type":"Bill","security_term":"8-Week",` +
			`"cusip":"912797BB2","auction_date":"` + day + `"}`
	}
	body := `{"data":[` + row("2026-11-18", "2026-11-20") + "," + row("2026-11-19", "2026-11-21") + `]}`
	for days, want := range map[string]float64{"1": 0, "7": 1} {
		s, _ := service(t, upstreamtest.Answer{
			URL:  treasurytest.Coming,
			Body: treasurytest.Table(body, treasurytest.AnnouncedColumns),
		})
		if _, got := s.Get("/treasury/auctions", "upcoming", "true", "days", days); got["count"] != want {
			t.Errorf("%s days: %v auctions, want %v: %v", days, got["count"], want, got["auctions"])
		}
	}
}

// TestAnAuctionWithoutItsCoverWasHeld: one figure that is missing does not take the results away.
func TestAnAuctionWithoutItsCoverWasHeld(t *testing.T) {
	body := treasurytest.Table(`{"data":[{"cusip":"N","security_type":"Note","security_term":"5-Year",`+
		`"auction_date":"2026-11-10","total_accepted":"44000000000","high_yield":"4.1"}]}`, treasurytest.ResultColumns)
	s, _ := service(t, upstreamtest.Answer{URL: treasurytest.Results, Body: body})
	_, got := s.Get("/treasury/auctions")
	check(t, got, map[string]string{
		"count":                   "1.00",
		"auctions.0.status":       "held",
		"auctions.0.bid_to_cover": "<nil>",
	})
}

// TestRatesThatEndEarlyAreStale: those of a past year end in its last days, the average rates in one of the last
// months.
func TestRatesThatEndEarlyAreStale(t *testing.T) {
	feed := func(day string) upstreamtest.Answer {
		return upstreamtest.Answer{URL: treasurytest.Feed, Type: "application/xml", Body: `<feed ` +
			`xmlns="http://www.w3.org/2005/Atom"><entry><content><properties><NEW_DATE>` + day + `T00:00:00</NEW_DATE>` +
			`<BC_3MONTH>5.4</BC_3MONTH><BC_2YEAR>4.3</BC_2YEAR><BC_10YEAR>3.9</BC_10YEAR></properties></content></entry></feed>`}
	}
	for _, c := range []struct {
		why, year, day  string
		now             time.Time
		curves, average string
	}{
		{"a whole year", "2024", "2024-12-31", treasurytest.Now, "ok", "ok"},
		{"a year cut short", "2024", "2024-01-02", treasurytest.Now, "stale", "ok"},
		{"averages of fifteen months ago", "", "2028-01-18", time.Date(2028, 1, 20, 0, 0, 0, 0, time.UTC), "ok", "stale"},
	} {
		t.Run(c.why, func(t *testing.T) {
			s, _ := serviceAt(t, c.now, append([]upstreamtest.Answer{feed(c.day)}, treasurytest.Answers()...)...)
			var query []string
			if c.year != "" {
				query = []string{"year", c.year}
			}
			_, got := s.Get("/treasury/rates", query...)
			check(t, got, map[string]string{
				"sources.0.status": c.curves,
				"sources.2.status": c.average,
				"partial":          fmt.Sprint(c.curves == "stale" || c.average == "stale"),
			})
		})
	}
}

// TestColumnsThatAreGone: a table has every column in every row, so a missing one is not "null".
func TestColumnsThatAreGone(t *testing.T) {
	for _, c := range []struct{ route, table, column string }{
		{"/treasury/auctions", treasurytest.Results, "bid_to_cover_ratio"},
		{"/treasury/auctions", treasurytest.Results, "inflation_index_security"},
		{"/treasury/auctions?upcoming=true", treasurytest.Coming, "reopening"},
		{"/treasury/statement", treasurytest.Table4, "prior_fytd_net_rcpt_amt"},
		{"/treasury/statement", treasurytest.Table5, "classification_desc"},
	} {
		t.Run(c.route+" "+c.column, func(t *testing.T) {
			answers := treasurytest.Answers()
			for i, a := range answers {
				if strings.HasPrefix(a.URL, c.table) {
					answers[i].Body = strings.ReplaceAll(a.Body, `"`+c.column+`"`, `"renamed"`)
				}
			}
			s, _ := service(t, answers...)
			path, query, _ := strings.Cut(c.route, "?")
			var params []string
			if name, value, ok := strings.Cut(query, "="); ok {
				params = []string{name, value}
			}
			if status, got := s.Get(path, params...); status != http.StatusBadGateway {
				t.Errorf("status %d: %v", status, got)
			}
		})
	}
}

func debtOf(total string) string {
	return `{"data":[{"record_date":"2026-11-18","tot_pub_debt_out_amt":"` + total + `"}]}`
}

// TestFailures: what a caller gets if a provider has nothing, refuses, or sends something wrong.
func TestFailures(t *testing.T) {
	cases := []struct {
		name   string
		route  string
		body   string
		status int // of the provider
		want   int
	}{
		{"no rows", "/treasury/debt", `{"data":[]}`, 200, 404},
		{"no rows", "/treasury/cash", `{"data":[]}`, 200, 404},
		{"no rows", "/treasury/auctions", `{"data":[]}`, 200, 200},
		{"bad query", "/treasury/debt", `{"error":"Invalid Query Param","message":"no"}`, 400, 502},
		{"no data", "/treasury/debt", `{"meta":{}}`, 200, 502},
		{"no amount", "/treasury/debt", debtOf("null"), 200, 502},
		{"a word", "/treasury/debt", debtOf("lots"), 200, 502},
		{"huge", "/treasury/debt", debtOf("1e999999"), 200, 502},
		{"no closing balance", "/treasury/cash",
			`{"data":[{"record_date":"2026-11-18","account_type":"Total TGA Deposits (Table II)",
"open_today_bal":"3"}]}`, 200, 502},
	}
	for _, c := range cases {
		t.Run(c.route+" "+c.name, func(t *testing.T) {
			s, _ := service(t,
				upstreamtest.Answer{URL: treasurytest.Fiscal + "/*", Status: c.status, Body: c.body},
				upstreamtest.Answer{URL: treasurytest.Direct, Status: 503},
			)
			if status, got := s.Get(c.route); status != c.want {
				t.Errorf("status %d, want %d: %v", status, c.want, got)
			}
		})
	}
}

func TestYearOfRates(t *testing.T) {
	empty := `<feed xmlns="http://www.w3.org/2005/Atom"><title>DailyTreasuryYieldCurveRateData</title></feed>`
	answers := append([]upstreamtest.Answer{
		{URL: treasurytest.Feed + "?field_tdr_date_value=2027", Type: "application/xml", Body: empty},
		{URL: treasurytest.Feed + "?field_tdr_date_value=1995", Type: "application/xml", Body: empty},
	}, treasurytest.Answers()...)
	s, _ := serviceAt(t, time.Date(2027, 1, 1, 9, 0, 0, 0, time.UTC), answers...)

	_, got := s.Get("/treasury/rates")
	check(t, got, map[string]string{"year": "2026.00"})
	for year, want := range map[string]int{"2027": 404, "2028": 400, "1995": 502, "1989": 400, "2026": 200} {
		if status, got := s.Get("/treasury/rates", "year", year); status != want {
			t.Errorf("%s: status %d, want %d: %v", year, status, want, got)
		}
	}
}

// TestHolidaysFaultsAndYearsWithoutRatesDiffer: a day without rates is a holiday, a page or an empty past year is a
// fault, a year that has just begun has none yet, and what is no number takes away one rate.
func TestHolidaysFaultsAndYearsWithoutRatesDiffer(t *testing.T) {
	const january, march = 2, 60
	feedOf := func(days ...string) string {
		body := `<feed xmlns="http://www.w3.org/2005/Atom">`
		for _, day := range days {
			body += `<entry><content><properties>` + day + `</properties></content></entry>`
		}
		return body + `</feed>`
	}
	day := func(date, threeMonths, twoYears, tenYears string) string {
		return `<NEW_DATE>` + date + `T00:00:00</NEW_DATE><BC_3MONTH>` + threeMonths + `</BC_3MONTH><BC_2YEAR>` + twoYears +
			`</BC_2YEAR><BC_10YEAR>` + tenYears + `</BC_10YEAR>`
	}
	trading := day("2026-02-26", "3.9", "4.0", "4.5")

	for _, c := range []struct {
		why     string
		today   int // day of the year
		feed    string
		status  int
		asOf    any
		ten     any
		partial any
	}{
		{"a holiday that is listed", march, feedOf(trading, day("2026-02-27", "N/A", "", "NaN")), 200, "2026-02-26", 4.5, false},
		{"one tenor is not quoted", march, feedOf(trading, day("2026-02-27", "3.9", "4.0", "NaN")), 200, "2026-02-27", nil, false},
		{"one rate is no number", march, feedOf(trading, day("2026-02-27", "3.9", "4.0", "#REF!")), 200, "2026-02-27", nil, true},
		{"a day in which nothing is a number", march, feedOf(trading, day("2026-02-27", "x", "x", "x")), 502, nil, nil, nil},
		{"a maintenance page", march, `<html><body>Down for maintenance</body></html>`, 502, nil, nil, nil},
		{"no rates in March", march, feedOf(), 502, nil, nil, nil},
		{"no rates yet", january, feedOf(), 404, nil, nil, nil},
	} {
		t.Run(c.why, func(t *testing.T) {
			answers := append([]upstreamtest.Answer{
				{URL: treasurytest.Feed, Type: "application/xml", Body: c.feed},
				{URL: treasurytest.Rates + "/daily-treasury-rates.csv/2026/all", Status: 503},
			}, treasurytest.Answers()...)
			s, _ := serviceAt(t, time.Date(2026, 1, c.today, 9, 0, 0, 0, time.UTC), answers...)
			status, got := s.Get("/treasury/rates", "year", "2026")
			if status != c.status {
				t.Fatalf("status %d, want %d: %v", status, c.status, got)
			}
			if detail := fmt.Sprint(got["detail"]); strings.HasPrefix(detail, " ") {
				t.Errorf("nobody is named: %q", detail)
			}
			if c.status == http.StatusOK {
				handlertest.Holds(t, got, map[string]any{
					"as_of_date":            c.asOf,
					"latest.par_yields.10y": c.ten,
					"partial":               c.partial,
				})
			}
		})
	}
}

// TestADayHasOneDebt: a day that comes twice is no change, one with two totals no answer, and nothing changes in per
// cent of a total that is not above zero.
func TestADayHasOneDebt(t *testing.T) {
	row := func(day, total string) string {
		return `{"record_date":"` + day + `","tot_pub_debt_out_amt":"` + total +
			`","debt_held_public_amt":"null","intragov_hold_amt":"null"}`
	}
	newest := row("2026-11-18", "110")
	cases := []struct {
		why    string
		rows   []string
		status int
		want   map[string]any
	}{
		{"two days", []string{newest, row("2026-11-17", "100")}, http.StatusOK,
			map[string]any{"count": 2, "change.change_pct": 10.0}},
		{"a day twice", []string{newest, newest}, http.StatusOK, map[string]any{"count": 1, "change": nil}},
		{"two totals", []string{newest, row("2026-11-18", "111")}, http.StatusBadGateway, nil},
		{"from nothing", []string{newest, row("2026-11-17", "0")}, http.StatusOK,
			map[string]any{"change.change_usd": 110, "change.change_pct": nil}},
		{"from below nothing", []string{newest, row("2026-11-17", "-100")}, http.StatusOK,
			map[string]any{"change.change_usd": 210, "change.change_pct": nil}},
	}
	for _, c := range cases {
		t.Run(c.why, func(t *testing.T) {
			body := `{"data":[` + strings.Join(c.rows, ",") + `]}`
			s, _ := service(t, upstreamtest.Answer{URL: treasurytest.Debt, Body: body})
			status, answer := s.Get("/treasury/debt", "days", "30")
			if status != c.status {
				t.Fatalf("%d %v", status, answer)
			}
			handlertest.Holds(t, answer, c.want)
		})
	}
}

// TestTheNewestDayIsAnAnswerBeforeTheNextIsOut: on the Saturday after Thanksgiving the newest day is Wednesday,
// however few days are asked for.
func TestTheNewestDayIsAnAnswerBeforeTheNextIsOut(t *testing.T) {
	saturday := time.Date(2026, 11, 28, 9, 0, 0, 0, time.UTC)
	rows := []string{}
	for _, day := range []string{"2026-11-25", "2026-11-24", "2026-11-23"} {
		rows = append(rows, `{"record_date":"`+day+`","tot_pub_debt_out_amt":"110","debt_held_public_amt":"null",`+
			`"intragov_hold_amt":"null"}`)
	}
	s, _ := serviceAt(t, saturday, upstreamtest.Answer{
		URL:  treasurytest.Debt,
		Body: `{"data":[` + strings.Join(rows, ",") + `]}`,
	})
	for days, count := range map[string]int{"1": 1, "2": 1, "5": 2, "30": 3} {
		_, answer := s.Get("/treasury/debt", "days", days)
		handlertest.Holds(t, answer, map[string]any{
			"as_of_date": "2026-11-25",
			"count":      count,
			"partial":    false,
		})
	}
}
