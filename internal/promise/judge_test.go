package promise

import (
	"reflect"
	"strings"
	"testing"
	"time"
)

type row struct {
	ID     string   `json:"id"`
	State  *string  `json:"state"`
	Date   *string  `json:"filed_date"`
	Title  string   `json:"title"`
	Other  string   `json:"other"`
	Amount *float64 `json:"amount"`
	Kinds  []string `json:"kinds"`
}

type link struct {
	Text string `json:"text"`
}

type source struct {
	Name   string `json:"name"`
	Status string `json:"status"`
}

type answer struct {
	Rows       []row      `json:"rows"`
	Count      *int       `json:"count"`
	Total      *int       `json:"total"`
	State      string     `json:"state"`
	Partial    bool       `json:"partial"`
	Sources    []source   `json:"sources"`
	RiskScore  *int       `json:"risk_score"`
	Lat        *float64   `json:"lat"`
	AsOf       *time.Time `json:"as_of"`
	ExpiryDate string     `json:"expiry_date"`
	Page       struct {
		Links []link `json:"links"`
	} `json:"page"`
}

type params struct {
	State *string  `json:"state,omitempty"`
	Since *string  `json:"since,omitempty"`
	Limit int      `json:"limit,omitempty"`
	Days  int      `json:"days,omitempty"`
	Span  string   `json:"span,omitempty"`
	Years string   `json:"years,omitempty"`
	Year  *int     `json:"year,omitempty"`
	Q     string   `json:"q,omitempty"`
	Kind  []string `json:"kind,omitempty"`
	Sort  string   `json:"sort,omitempty"`
	Least *float64 `json:"least,omitempty"`
}

type query struct{ Params params }

var now = time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)

func filed(days ...string) (a answer) {
	for i := range days {
		a.Rows = append(a.Rows, row{ID: string(rune('a' + i)), Date: &days[i]})
	}
	return a
}

func amounts(all ...float64) (a answer) {
	for i := range all {
		a.Rows = append(a.Rows, row{ID: string(rune('a' + i)), Amount: &all[i]})
	}
	return a
}

func rows(all ...row) answer { return answer{Rows: all} }

func TestPromises(t *testing.T) {
	texas, ohio := row{ID: "1", State: new("TX")}, row{ID: "2", State: new("OH")}
	for _, c := range []struct {
		why, promise string
		in           params
		out          answer
		found        string // "" when it is kept
	}{
		{"another state", "rows[].state == state", params{State: new("tx")}, rows(texas, ohio), "OH"},
		{"the state in other letters", "rows[].state == state", params{State: new("tx")}, rows(texas), ""},
		{"no state is no other state", "rows[].state == state", params{State: new("TX")}, rows(row{}), ""},
		{"not asked for", "rows[].state == state", params{}, rows(texas, ohio), ""},
		{"leading zeros and dashes", "rows[].title == q", params{Q: "0000-320193"}, rows(row{Title: "320193"}), ""},
		{"a word before a number", "rows[].title == q", params{Q: "CIK0000320193"}, rows(row{Title: "320193"}), ""},
		{"the end of a number", "rows[].title == q", params{Q: "CIK320193"}, rows(row{Title: "193"}), "193"},
		{"the end of a code", "rows[].title == q", params{Q: "TX"}, rows(row{Title: "X"}), "X"},
		{"a member of the answer", "rows[].state == .state", params{}, answer{Rows: []row{ohio}, State: "TX"}, "OH"},
		{"one of two members", "rows[].title|other == q", params{Q: "B"}, rows(row{Title: "a", Other: "b"}), ""},
		{"neither of two members", "rows[].title|other == q", params{Q: "C"}, rows(row{Title: "a", Other: "b"}), "a"},
		{"one of a list", "rows[].kinds[] == kind", params{Kind: []string{"x", "y"}}, rows(row{Kinds: []string{"z", "y"}}), ""},
		{"none of a list", "rows[].kinds[] == kind", params{Kind: []string{"x"}}, rows(row{Kinds: []string{"z", "y"}}), "z"},
		{"a day of the year", "rows[].filed_date == year", params{Year: new(2024)}, filed("2024-05-01"), ""},
		{"a day of another year", "rows[].filed_date == year", params{Year: new(2024)}, filed("1984-05-01"), "1984"},

		{"before the window", "rows[].filed_date >= since", params{Since: new("2026-05-01")}, filed("1986-06-01"), "1986"},
		{"a day before, in another zone", "rows[].filed_date >= since", params{Since: new("2026-05-01")}, filed("2026-04-30"), ""},
		{"within days", "rows[].filed_date >= now - days", params{Days: 30}, filed("2026-11-01"), ""},
		{"before the days", "rows[].filed_date >= now - days", params{Days: 30}, filed("2026-10-01"), "2026-10-01"},
		{"three months", "rows[].filed_date >= now - span months", params{Span: "3m"}, filed("2026-09-10"), ""},
		{"three minutes", "rows[].filed_date >= now - span", params{Span: "3m"}, filed("2026-09-10"), "2026-09-10"},
		{"a day alone", "rows[].filed_date >= now - span", params{Span: "d"}, filed("2026-11-29"), ""},
		{"too far ahead", "rows[].filed_date <= now + days", params{Days: 2}, filed("2026-12-24"), "2026-12-24"},
		{"a range of years", "rows[].title in years", params{Years: "2015:2020"}, rows(row{Title: "2021"}), "2021"},
		{"one year", "rows[].title in years", params{Years: "2015"}, rows(row{Title: "2015"}), ""},
		{"less than the least", "rows[].amount >= least", params{Least: new(5.5)}, amounts(6, 5), "5"},

		{"more rows than asked for", "len(rows) <= limit", params{Limit: 1}, rows(texas, ohio), "2"},
		{"fewer rows", "len(rows) <= limit", params{Limit: 3}, rows(texas, ohio), ""},
		{"no word shared", "rows[].title ~ q", params{Q: "zebra"}, rows(row{Title: "Horses"}), "Horses"},
		{"a word shared", "rows[].title ~ q", params{Q: "the horse"}, rows(row{Title: "Horses"}), ""},
		{"a word in another alphabet", "rows[].title ~ q", params{Q: "Müller"}, rows(row{Title: "Mueller"}), ""},
		{"some row", "some rows[].title ~ q", params{Q: "horse"}, rows(row{Title: "Cows"}, row{Title: "Horses"}), ""},
		{"no row at all", "some rows[].title ~ q", params{Q: "horse"}, rows(row{Title: "Cows"}, row{Title: "Pigs"}), "Pigs"},
		{"no rows", "some rows[].title ~ q", params{Q: "horse"}, rows(), ""},
		{"in order", "rows[].amount falls", params{}, amounts(10, 9.5, 9.5, 9), ""},
		{"out of order", "rows[].amount falls", params{}, amounts(9, 9.5), "9.5 after 9"},
		{"in another order", "rows[].amount falls when sort == amount", params{Sort: "date"}, amounts(9, 9.5), ""},
		{"starts", "rows[].title starts q", params{Q: "32"}, rows(row{Title: "325411"}), ""},
	} {
		t.Run(c.why, func(t *testing.T) {
			err := judge(t, c.in, c.out, c.promise)
			if (err == nil) != (c.found == "") || err != nil && !strings.Contains(err.Error(), "found "+c.found) {
				t.Errorf("%v, want %q", err, c.found)
			}
		})
	}
}

func TestWhatAllAnswersPromise(t *testing.T) {
	failed := []source{{Name: "sec", Status: "error"}}
	twice := answer{}
	twice.Page.Links = []link{{"a"}, {"b"}, {"a"}, {"b"}}
	pairs := answer{}
	pairs.Page.Links = []link{{"a"}, {"a"}, {"b"}, {"b"}}
	same := answer{}
	same.Page.Links = []link{{"a"}, {"a"}, {"a"}, {"a"}}
	once := answer{}
	once.Page.Links = []link{{"a"}, {"b"}, {"a"}, {"c"}}
	for _, c := range []struct {
		why   string
		out   answer
		found string
	}{
		{"the rows", answer{Rows: []row{{ID: "1"}}, Count: new(1), Total: new(7)}, ""},
		{"another count", answer{Rows: []row{{ID: "1"}}, Count: new(2)}, "2 and 1 of 1"},
		{"a total below the rows", answer{Rows: []row{{ID: "1"}}, Count: new(1), Total: new(0)}, "1 and 0 of 1"},
		{"an unknown total", answer{Rows: []row{{ID: "1"}}, Count: new(1)}, ""},
		{"filed ten years ahead", filed("2036-01-01"), "2036-01-01 in rows[]"},
		{"as of ten years ahead", answer{AsOf: new(now.AddDate(10, 0, 0))}, "2036"},
		{"expires ten years ahead", answer{ExpiryDate: "2036-01-01"}, ""},
		{"a latitude off the globe", answer{Lat: new(91.0)}, "91"},
		{"a score off the scale", answer{RiskScore: new(101)}, "101"},
		{"a row twice", answer{Rows: []row{{ID: "1"}, {ID: "1"}}}, "2 rows in rows[]"},
		{"two rows of one id", answer{Rows: []row{{ID: "1"}, {ID: "1", Title: "x"}}}, ""},
		{"a page that came again", twice, "4 rows in page.links[]"},
		{"each row twice", pairs, "4 rows in page.links[]"},
		{"a row that came again", once, ""},
		{"rows that are all alike", same, ""},
		{"whole without a source", answer{Sources: failed}, "false without sec"},
		{"in part without a source", answer{Sources: failed, Partial: true}, ""},
		{"a score of nothing", answer{Sources: failed, Partial: true, RiskScore: new(3)}, "3"},
	} {
		t.Run(c.why, func(t *testing.T) {
			err := judge(t, params{}, c.out)
			if (err == nil) != (c.found == "") || err != nil && !strings.Contains(err.Error(), "found "+c.found) {
				t.Errorf("%v, want %q", err, c.found)
			}
		})
	}
	if err := judge(t, params{}, twice, "page.links[] may repeat"); err != nil {
		t.Error(err)
	}
	if err := judge(t, params{}, answer{Sources: failed}, "partial may be false"); err != nil {
		t.Error(err)
	}
	if err := judge(t, params{}, filed("2036-01-01"), "rows[].filed_date may be to come"); err != nil {
		t.Error(err)
	}
}

func judge(t *testing.T, in params, out answer, lines ...string) error {
	t.Helper()
	j, err := New(reflect.TypeFor[query](), reflect.TypeFor[answer](), lines)
	if err != nil {
		t.Fatal(err)
	}
	return j.Judge(now, reflect.ValueOf(query{in}), reflect.ValueOf(out))
}

func TestLinesThatSayNothingAreRefused(t *testing.T) {
	for _, line := range []string{
		"rows[].state", "rows[].state == ", "boredom: q", "rows[].amount falls limit", "rows[].statue == state",
		"rows[].state == nothing", "state[].x == q", "",
	} {
		if _, err := New(reflect.TypeFor[query](), reflect.TypeFor[answer](), []string{line}); err == nil {
			t.Errorf("%q is taken", line)
		}
	}
	l, err := Parse("search: q, state")
	if err != nil || len(l.Inputs) != 2 {
		t.Errorf("%v %v", l, err)
	}
}

func BenchmarkJudge(b *testing.B) {
	for name, n := range map[string]int{"1 row": 1, "20 rows": 20, "10000 rows": 10000} {
		b.Run(name, func(b *testing.B) {
			out := answer{Count: &n}
			for i := range n {
				out.Rows = append(out.Rows, row{ID: string(rune(i)), State: new("TX"), Date: new("2026-11-02"), Title: "A title"})
			}
			lines := []string{"rows[].state == state", "rows[].filed_date >= now - days", "len(rows) <= limit"}
			j, err := New(reflect.TypeFor[query](), reflect.TypeFor[answer](), lines)
			if err != nil {
				b.Fatal(err)
			}
			in, value := reflect.ValueOf(query{params{State: new("TX"), Days: 30, Limit: n}}), reflect.ValueOf(out)
			for b.Loop() {
				if err := j.Judge(now, in, value); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
