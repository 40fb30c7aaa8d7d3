package lobbyspend

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/shopspring/decimal"

	"github.com/farebox/farebox/internal/party/names"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/samples"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/lda"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

// row is a filing in short: "type period registrant|client|amount|day posted". A client may have a place behind an @: a
// state, or a country in small letters. The amount is in thousands, after i for
// income or e for expenses; empty without one.
func row(n int, text string) string {
	parts := strings.Split(text, "|")
	head := strings.SplitN(parts[0], " ", 3)
	periods := map[string]string{
		"Q1": "first_quarter", "Q2": "second_quarter", "Q3": "third_quarter", "Q4": "fourth_quarter",
		"H1": "mid_year", "H2": "year_end", "-": "",
	}
	ids := map[string]int{}
	for _, name := range []string{head[2], parts[1]} {
		for _, r := range name {
			ids[name] = (ids[name]*31 + int(r)) % 1_000_003
		}
	}
	filing := map[string]any{
		"filing_uuid":   fmt.Sprintf("uuid-%03d", n),
		"filing_type":   head[0],
		"filing_year":   2025,
		"filing_period": periods[head[1]],
		"dt_posted":     "2025-" + parts[3] + "T10:00:00-04:00",
		"registrant":    map[string]any{"id": ids[head[2]], "name": head[2]},
		"client":        clientOf(parts[1], ids[head[2]]*7+ids[parts[1]]),
		"lobbying_activities": []any{map[string]any{
			"general_issue_code":         "DEF",
			"general_issue_code_display": "Defense",
			"government_entities":        []any{map[string]any{"id": 1, "name": "SENATE"}},
			"lobbyists":                  []any{},
		}},
		"income":   nil,
		"expenses": nil,
	}
	if amount := parts[2]; amount != "" {
		kind := map[byte]string{'i': "income", 'e': "expenses"}[amount[0]]
		filing[kind] = amount[1:] + "000.00"
	}
	text2, _ := json.Marshal(filing)
	return string(text2)
}

func clientOf(text string, id int) map[string]any {
	name, place, placed := strings.Cut(text, "@")
	client := map[string]any{"id": id, "name": name}
	if placed && place == strings.ToUpper(place) {
		client["state"] = place
		client["country"] = "US"
	} else if placed {
		client["country"] = strings.ToUpper(place)
	}
	return client
}

// listing is all filings on pages of the API's size.
func listing(rows []string, page int) string {
	from := (page - 1) * lda.PageSize
	to := min(len(rows), from+lda.PageSize)
	next := "null"
	if to < len(rows) {
		next = `"https://lda.gov/api/v1/filings/?page=` + strconv.Itoa(page+1) + `"`
	}
	return fmt.Sprintf(`{"count":%d,"next":%s,"results":[%s]}`, len(rows), next, strings.Join(rows[from:to], ","))
}

var now = time.Date(2026, 6, 1, 12, 0, 0, 0, time.UTC)

func spend(t *testing.T, query string, rows ...string) (*Spend, error) {
	t.Helper()
	return spendIn(t, query, "", rows...)
}

func spendIn(t *testing.T, query, state string, rows ...string) (*Spend, error) {
	t.Helper()
	rows = slices.Clone(rows) // newest first, as asked
	slices.SortStableFunc(rows, func(a, b string) int { return strings.Compare(posted(b), posted(a)) })
	list := make([]string, len(rows))
	for i, text := range rows {
		list[i] = row(i, text)
	}
	world := upstreamtest.New(t)
	world.Handle("lda.gov", http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		page, _ := strconv.Atoi(r.URL.Query().Get("page"))
		w.Header().Set("Content-Type", "application/json")
		fmt.Fprint(w, listing(list, page))
	}))
	reader := New(world.Pool(t, nil), names.New(), func() time.Time { return now })
	return reader.Read(t.Context(), query, state, []int{2025})
}

// posted is the last part of a row, its month and day.
func posted(row string) string { return row[strings.LastIndex(row, "|")+1:] }

// inShort is what a total is made of: "120 own_expenses", by period, then the year.
func inShort(s *Spend) string {
	var parts []string
	for _, p := range s.Years[0].Periods {
		parts = append(parts, fmt.Sprintf("%s %s %s", p.Period, thousands(p.Total), p.Basis))
	}
	return strings.Join(append(parts, "year "+thousands(s.Years[0].Total)), ", ")
}

func thousands(d *decimal.Decimal) string {
	if d == nil {
		return "null"
	}
	return d.Div(decimal.NewFromInt(1000)).String()
}

func left(s *Spend) map[Reason]int {
	out := map[Reason]int{}
	for _, row := range s.LeftOut {
		out[row.Reason] = row.Filings
	}
	return out
}

func TestMoneyIsCountedOnce(t *testing.T) {
	for _, c := range []struct {
		why  string
		rows []string
		want string
		left map[Reason]int
	}{
		{
			"outside firms alone are added up",
			[]string{"Q1 Q1 Firm A|ACME CORP|i30|04-10", "Q1 Q1 Firm B|Acme Corporation|i20|04-11"},
			"Q1 50 outside_income, year 50", map[Reason]int{},
		},
		{
			"own expenses hold what outside firms got",
			[]string{"Q1 Q1 ACME CORP|ACME CORP|e100|04-10", "Q1 Q1 Firm A|ACME CORP|i30|04-10"},
			"Q1 100 own_expenses, year 100", map[Reason]int{WithinOwn: 1},
		},
		{
			"each period for itself",
			[]string{"Q1 Q1 ACME CORP|ACME CORP|e100|04-10", "Q1 Q1 Firm A|ACME CORP|i30|04-10",
				"Q2 Q2 Firm A|ACME CORP|i40|07-10"},
			"Q1 100 own_expenses, Q2 40 outside_income, year 140", map[Reason]int{WithinOwn: 1},
		},
		{
			"an amendment replaces",
			[]string{"1A Q1 Firm A|ACME CORP|i50|05-02", "Q1 Q1 Firm A|ACME CORP|i30|04-10"},
			"Q1 50 outside_income, year 50", map[Reason]int{Superseded: 1},
		},
		{
			"the last of two amendments replaces",
			[]string{"1A Q1 Firm A|ACME CORP|i50|05-02", "1A Q1 Firm A|ACME CORP|i60|06-02",
				"Q1 Q1 Firm A|ACME CORP|i30|04-10"},
			"Q1 60 outside_income, year 60", map[Reason]int{Superseded: 2},
		},
		{
			"an amendment to nothing takes the money away",
			[]string{"Q1 Q1 Firm A|ACME CORP|i30|04-10", "1AY Q1 Firm A|ACME CORP||05-10"},
			"Q1 null , year 0", map[Reason]int{Superseded: 1, Idle: 1},
		},
		{
			"a termination replaces the report of its period",
			[]string{"Q1 Q1 Firm A|ACME CORP|i30|04-10", "1T Q1 Firm A|ACME CORP|i35|04-12",
				"1@ Q1 Firm A|ACME CORP|i36|04-13"},
			"Q1 36 outside_income, year 36", map[Reason]int{Superseded: 2},
		},
		{
			"an amendment on the same moment as what it amends is the later one",
			[]string{"1A Q1 Firm A|ACME CORP|i50|04-10", "Q1 Q1 Firm A|ACME CORP|i30|04-10"},
			"Q1 50 outside_income, year 50", map[Reason]int{Superseded: 1},
		},
		{
			"a firm that works for another firm",
			[]string{"Q1 Q1 Firm A|ACME CORP|i30|04-10", "Q1 Q1 Firm C|Firm A (on behalf of ACME CORP)|i10|04-10",
				"Q1 Q1 Firm D|FIRM A OBO ACME CORP|i11|04-10"},
			"Q1 30 outside_income, year 30", map[Reason]int{OnBehalf: 2},
		},
		{
			"another client whose name holds the words",
			[]string{"Q1 Q1 Firm A|ACME CORP|i30|04-10", "Q1 Q1 Firm B|ACME BRICK COMPANY|i500|04-10",
				"Q1 Q1 Firm B|PACMEN ACME UNION|i7|04-10"},
			"Q1 30 outside_income, year 30", map[Reason]int{OtherClient: 2},
		},
		{
			"registrations state no money, unknown types are not guessed at",
			[]string{"RR - Firm A|ACME CORP||01-10", "Q1 Q1 Firm A|ACME CORP|i30|04-10",
				"ZZ Q1 Firm B|ACME CORP|i9|04-10"},
			"Q1 30 outside_income, year 30", map[Reason]int{Registration: 1, Unreadable: 1},
		},
		{
			"an amount that is not stated is not nothing",
			[]string{"Q1 Q1 Firm A|ACME CORP||04-10"},
			"Q1 null , year null", map[Reason]int{Below: 1},
		},
		{
			"an own report without an amount does not hide what the firms report",
			[]string{"Q1 Q1 ACME CORP|ACME CORP||04-10", "Q1 Q1 Firm A|ACME CORP|i30|04-10"},
			"Q1 30 outside_income, year 30", map[Reason]int{Below: 1},
		},
		{
			"reports of no activity are a nought",
			[]string{"Q1Y Q1 Firm A|ACME CORP||04-10", "Q2Y Q2 Firm A|ACME CORP||07-10"},
			"Q1 null , Q2 null , year 0", map[Reason]int{Idle: 2},
		},
		{
			"half years of old",
			[]string{"MM H1 Firm A|ACME CORP|i40|08-10", "YY H2 Firm A|ACME CORP|i60|12-10",
				"MA H1 Firm A|ACME CORP|i45|09-10"},
			"H1 45 outside_income, H2 60 outside_income, year 105", map[Reason]int{Superseded: 1},
		},
		{
			"names with what surrounds them",
			[]string{"Q1 Q1 Firm A|ACME CORP (F/K/A ZENITH INC.)|i30|04-10",
				"Q1 Q1 Firm B|Acme Corp. and its affiliates|i20|04-10", "Q1 Q1 Firm D|THE ACME COMPANY|i1|04-10"},
			"Q1 51 outside_income, year 51", map[Reason]int{},
		},
	} {
		t.Run(c.why, func(t *testing.T) {
			got, err := spend(t, "Acme", c.rows...)
			if err != nil {
				t.Fatal(err)
			}
			if short := inShort(got); short != c.want {
				t.Errorf("%s, want %s", short, c.want)
			}
			if l := left(got); fmt.Sprint(l) != fmt.Sprint(c.left) {
				t.Errorf("left out %v, want %v", l, c.left)
			}
			addsUp(t, got)
		})
	}
}

// addsUp holds that each filing read is counted or left out, and each dollar of the total has its registrant.
func addsUp(t *testing.T, s *Spend) {
	t.Helper()
	all := s.Counted
	for _, row := range s.LeftOut {
		all += row.Filings
	}
	if all != s.Read || s.Read != s.Total {
		t.Errorf("%d filings: %d read, %d counted or left out", s.Total, s.Read, all)
	}
	for _, y := range s.Years {
		var byRegistrant, byPeriod decimal.Decimal
		for _, who := range y.Registrants {
			byRegistrant = byRegistrant.Add(who.Counted)
		}
		for _, p := range y.Periods {
			if p.Total != nil {
				byPeriod = byPeriod.Add(*p.Total)
			}
		}
		if y.Total != nil && (!byRegistrant.Equal(*y.Total) || !byPeriod.Equal(*y.Total)) {
			t.Errorf("total %s, by registrant %s, by period %s", y.Total, byRegistrant, byPeriod)
		}
	}
}

func TestClientIsNeverAMixtureOfSeveral(t *testing.T) {
	martin := []string{
		"Q1 Q1 Firm A|LOCKHEED MARTIN CORPORATION|i30|04-10",
		"Q1 Q1 Firm B|LOCKHEED MARTIN CORP|i30|04-10",
		"Q1 Q1 Firm C|Lockheed Martin|i30|04-10",
	}
	for _, c := range []struct {
		why, query string
		rows       []string
		client     string
		match      Match
		code       string
	}{
		{"beginning of one name", "Lockheed", martin, "LOCKHEED MARTIN CORP", BeginsWith, ""},
		{"nearly all begin so", "Lockheed", append(slices.Clone(martin), "Q1 Q1 Firm D|LOCKHEED PINES LLC|i1|04-10"),
			"LOCKHEED MARTIN CORP", BeginsWith, ""},
		{"several begin so", "Delta", []string{"Q1 Q1 A|DELTA AIR LINES|i1|04-10", "Q1 Q1 A|DELTA DENTAL|i1|04-10"},
			"", "", problem.CodeAmbiguous},
		{"the name itself wins", "Delta", []string{"Q1 Q1 A|DELTA AIR LINES|i1|04-10",
			"Q1 Q1 B|DELTA AIR LINES|i1|04-10", "Q1 Q1 A|Delta, Inc.|i1|04-10"}, "Delta, Inc.", SameName, ""},
		{"former name", "Facebook", []string{"Q1 Q1 A|META PLATFORMS, INC. AND VARIOUS SUBSIDIARIES " +
			"(FORMERLY FACEBOOK, INC. AND VARIOUS SUBSIDIARIES)|i1|04-10"}, "META", FormerName, ""},
		{"within", "Apple", []string{"Q1 Q1 A|US APPLE ASSOCIATION|i1|04-10"}, "", "", problem.CodeNotFound},
		{"part of a word", "Apple", []string{"Q1 Q1 A|PINEAPPLE GROWERS|i1|04-10", "Q1 Q1 A|APPLETON|i1|04-10"},
			"", "", problem.CodeNotFound},
		{"none", "Apple", nil, "", "", problem.CodeNotFound},
		{"only on behalf of", "Acme", []string{"Q1 Q1 A|Firm A on behalf of Acme|i1|04-10"},
			"", "", problem.CodeNotFound},
		{"no letters", "---", nil, "", "", problem.CodeInvalidInput},
		{"two names", "Firm A on behalf of Acme", nil, "", "", problem.CodeInvalidInput},
	} {
		t.Run(c.why, func(t *testing.T) {
			got, err := spend(t, c.query, c.rows...)
			var p *problem.Problem
			if errors.As(err, &p) {
				if p.Code != c.code {
					t.Errorf("%v, want %q", err, c.code)
				}
				return
			}
			if err != nil || c.code != "" {
				t.Fatalf("%v, want %q", err, c.code)
			}
			if !strings.HasPrefix(got.Client.Name, c.client) || got.Client.Match != c.match {
				t.Errorf("%+v", got.Client)
			}
		})
	}
}

func TestNamesakesInSeveralPlacesAreSaidAndTheStateChooses(t *testing.T) {
	springfields := []string{
		"Q1 Q1 A|CITY OF SPRINGFIELD@MO|i20|04-10",
		"Q2 Q2 A|CITY OF SPRINGFIELD@MO|i20|07-10",
		"Q1 Q1 B|City of Springfield@MA|i7|04-11",
	}
	for _, c := range []struct {
		why, state string
		rows       []string
		scattered  string
		total      string
		left       map[Reason]int
	}{
		{"no state", "", springfields, "MO (2), MA (1)", "47", nil},
		{"one state", "MO", springfields, "", "40", map[Reason]int{OtherState: 1}},
		{"the other", "MA", springfields, "", "7", map[Reason]int{OtherState: 2}},
		{"a state of none", "OH", springfields, "", "", nil},
		{"one place, not always told", "", []string{
			"Q1 Q1 A|ACME@MO|i1|04-10", "Q1 Q1 B|ACME|i2|04-10", "Q2 Q2 B|ACME@us|i2|04-10",
		}, "", "5", nil},
		{"a filing without a state is not of the one asked for", "MO", []string{
			"Q1 Q1 A|ACME@MO|i1|04-10", "Q1 Q1 B|ACME|i2|04-10",
		}, "", "1", map[Reason]int{OtherState: 1}},
		{"another country", "", []string{"Q1 Q1 A|ACME@MO|i1|04-10", "Q1 Q1 B|ACME@de|i2|04-10"},
			"DE (1), MO (1)", "3", nil},
	} {
		t.Run(c.why, func(t *testing.T) {
			for range 2 {
				slices.Reverse(c.rows)
				got, err := spendIn(t, "City of Springfield", c.state, c.rows...)
				if strings.Contains(c.rows[0], "ACME") {
					got, err = spendIn(t, "Acme", c.state, c.rows...)
				}
				var p *problem.Problem
				if c.total == "" && errors.As(err, &p) && p.Code == problem.CodeNotFound {
					continue
				}
				if err != nil {
					t.Fatal(err)
				}
				said := got.Client.Scattered()
				if thousands(got.Years[0].Total) != c.total || !strings.Contains(said, c.scattered) ||
					(said == "") != (c.scattered == "") {
					t.Errorf("%s, %q", inShort(got), said)
				}
				if c.left != nil && !maps.Equal(left(got), c.left) {
					t.Errorf("left out %v", left(got))
				}
			}
		})
	}
}

func TestLegalFormIsNotSearchedFor(t *testing.T) {
	world := upstreamtest.New(t, upstreamtest.Answer{
		URL:  "https://lda.gov/api/v1/filings/?client_name=Boeing",
		Body: `{"count":1,"next":null,"results":[` + row(1, "Q1 Q1 Firm A|BOEING CO|i30|04-10") + `]}`,
	})
	reader := New(world.Pool(t, nil), names.New(), func() time.Time { return now })
	got, err := reader.Read(t.Context(), "The Boeing Company", "", []int{2025})
	if err != nil || got.Client.Name != "BOEING CO" || got.Client.Match != SameName {
		t.Errorf("%+v, %v", got, err)
	}
}

func TestLegalFormsThatDifferAreSaid(t *testing.T) {
	got, err := spend(t, "Google", "Q1 Q1 A|GOOGLE INC|i1|04-10", "Q1 Q1 B|GOOGLE LLC|i1|04-10")
	if err != nil || !got.Client.MixedForms || len(got.Client.Spellings) != 2 {
		t.Errorf("%+v, %v", got, err)
	}
}

func TestOutsideFirmsThatReportMoreThanTheClientAreSaid(t *testing.T) {
	got, err := spend(t, "Acme", "Q1 Q1 ACME|ACME|e10|04-10", "Q1 Q1 B|ACME|i50|04-10")
	if err != nil || !got.Years[0].Periods[0].Odd || inShort(got) != "Q1 10 own_expenses, year 10" {
		t.Errorf("%+v, %v", got, err)
	}
}

func TestYearIsClosedAfterItsLastDeadline(t *testing.T) {
	for year, want := range map[int]bool{2025: true, 2026: false} {
		if got := !now.Before(lastDeadline(year)); got != want {
			t.Errorf("%d: %v", year, got)
		}
	}
}

func TestAllPagesAreRead(t *testing.T) {
	var rows []string
	for i := range 60 {
		rows = append(rows, fmt.Sprintf("Q1 Q1 Firm %d|ACME CORP|i10|04-10", i))
	}
	got, err := spend(t, "Acme", rows...)
	if err != nil || inShort(got) != "Q1 600 outside_income, year 600" || got.Read != 60 || !got.Complete() {
		t.Errorf("%+v, %v", got, err)
	}
	addsUp(t, got)
}

func TestListThatWasNotReadWholeHasNoTotal(t *testing.T) {
	whole := row(1, "Q1 Q1 Firm A|ACME CORP|i30|04-10")
	cut := strings.Replace(whole, `"filing_year":2025`, `"filing_year":2024`, 1)
	const filings = "https://lda.gov/api/v1/filings/"
	world := upstreamtest.New(
		t,
		upstreamtest.Answer{
			URL:  filings + "?filing_year=2025&page=1",
			Body: `{"count":1,"next":null,"results":[` + whole + `]}`,
		},
		upstreamtest.Answer{
			URL:  filings + "?filing_year=2024&page=1",
			Body: `{"count":66,"next":null,"results":[` + cut + `]}`,
		},
		upstreamtest.Answer{URL: filings + "?filing_year=2024", Status: 404, Body: `{"detail":"Invalid page."}`},
		upstreamtest.Answer{URL: filings + "?filing_year=2023&page=1", Body: `{"count":501,"next":null,"results":[` +
			strings.Replace(cut, "2024", "2023", 1) + `]}`},
		upstreamtest.Answer{URL: filings + "?filing_year=2022&page=1", Body: `{"count":2,"next":null,"results":[` +
			strings.Replace(cut, "2024", "2022", 1) + `]}`},
	)
	reader := New(world.Pool(t, nil), names.New(), func() time.Time { return now })

	got, err := reader.Read(t.Context(), "Acme", "", []int{2025, 2024})
	if err != nil || got.Complete() {
		t.Fatalf("%+v, %v", got, err)
	}
	if y := got.Years[0]; !y.Complete || thousands(y.Total) != "30" {
		t.Errorf("%+v", y)
	}
	if y := got.Years[1]; y.Complete || y.Total != nil || thousands(y.Stated) != "30" || y.Err == nil {
		t.Errorf("%+v", y)
	}

	for year, want := range map[int]upstream.Kind{2024: upstream.BadResponse, 2022: upstream.BadResponse} {
		if _, err := reader.Read(t.Context(), "Acme", "", []int{year}); upstream.KindOf(err) != want {
			t.Errorf("%d: %v", year, err)
		}
	}
	var p *problem.Problem
	_, err = reader.Read(t.Context(), "Acme", "", []int{2023})
	if !errors.As(err, &p) || p.Code != problem.CodeTooComplex {
		t.Errorf("%v", err)
	}
}

func TestThatNoFilingNamesTheClientIsSaidOfYearsReadWhole(t *testing.T) {
	const filings = "https://lda.gov/api/v1/filings/"
	none := upstreamtest.Answer{URL: filings + "?filing_year=2025", Body: `{"count":0,"next":null,"results":[]}`}
	for name, c := range map[string]struct {
		other upstreamtest.Answer
		want  func(error) bool
	}{
		"both years are read": {
			other: upstreamtest.Answer{URL: filings + "?filing_year=2024", Body: none.Body},
			want: func(err error) bool {
				var p *problem.Problem
				return errors.As(err, &p) && p.Status == http.StatusNotFound
			},
		},
		"one is not": {
			other: upstreamtest.Answer{URL: filings + "?filing_year=2024", Body: "<html>"},
			want:  func(err error) bool { return upstream.KindOf(err) == upstream.BadResponse },
		},
	} {
		reader := New(upstreamtest.New(t, none, c.other).Pool(t, nil), names.New(), func() time.Time { return now })
		if got, err := reader.Read(t.Context(), "Acme", "", []int{2025, 2024}); !c.want(err) {
			t.Errorf("%s: %+v, %v", name, got, err)
		}
	}
}

func TestRecordedListIsIncomplete(t *testing.T) {
	world := upstreamtest.New(t,
		upstreamtest.Answer{
			URL:  "https://lda.gov/api/v1/filings/?filing_year=2025&page=1",
			Body: string(samples.Read(t, "lda/filings_list_lockheed_2025.trim.json")),
		},
		upstreamtest.Answer{
			URL:    "https://lda.gov/api/v1/filings/?filing_year=2025",
			Status: 404,
			Body:   string(samples.Read(t, "lda/error_404_page.json")),
		},
		upstreamtest.Answer{
			URL:  "https://lda.gov/api/v1/filings/?filing_year=2024",
			Body: `{"count":0,"next":null,"results":[]}`,
		},
	)
	reader := New(world.Pool(t, nil), names.New(), func() time.Time { return now })

	got, err := reader.Read(t.Context(), "Lockheed", "", []int{2025, 2024})
	if err != nil {
		t.Fatal(err)
	}
	y := got.Years[0]
	if got.Client.Name != "LOCKHEED MARTIN CORPORATION" || thousands(y.Stated) != "30" || y.Total != nil ||
		len(got.Issues) != 3 || got.Issues[0] != (Issue{Code: "DEF", Name: "Defense", Filings: 1}) ||
		len(got.Agencies) != 5 || got.Read != 1 || got.Total != 66 {
		t.Errorf("%+v", got)
	}
}

func BenchmarkTotalOfALargeYear(b *testing.B) {
	var rows []string
	for i := range 300 {
		rows = append(rows, row(i, fmt.Sprintf("Q1 Q%d Firm %d|ACME CORP|i10|04-10", i%4+1, i/4)))
	}
	world := upstreamtest.New(b)
	world.Handle("lda.gov", http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		page, _ := strconv.Atoi(r.URL.Query().Get("page"))
		w.Header().Set("Content-Type", "application/json")
		fmt.Fprint(w, listing(rows, page))
	}))
	reader := New(world.Pool(b, nil), names.New(), func() time.Time { return now })
	b.ReportAllocs()
	for b.Loop() {
		if _, err := reader.Read(b.Context(), "Acme", "", []int{2025}); err != nil {
			b.Fatal(err)
		}
	}
}

func TestClientIsSearchedInTheWaysItsNameIsWritten(t *testing.T) {
	r := &Reader{names: names.New()}
	for query, want := range map[string]string{
		"Lockheed Martin Corporation": "Lockheed Martin",
		"Johnson and Johnson":         "Johnson and Johnson|JOHNSON & JOHNSON|JOHNSON&JOHNSON|JOHNSON",
		"AT&T Inc":                    "AT&T|AT & T|AT AND T",
		"Dick’s Sporting Goods, Inc.": "Dick's Sporting Goods|DICKS SPORTING GOODS|S SPORTING GOODS",
		"Nestlé USA":                  "Nestlé USA|NESTLE USA",
		"Coca-Cola Company":           "Coca-Cola|COCA COLA",
		"H.B. Fuller":                 "H.B. Fuller|H B FULLER|FULLER",
	} {
		if got := strings.Join(r.Spellings(query), "|"); got != want {
			t.Errorf("%s: %s, want %s", query, got, want)
		}
	}
}
