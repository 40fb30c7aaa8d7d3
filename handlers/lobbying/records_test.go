package lobbying

import (
	"fmt"
	"strings"
	"testing"

	"github.com/farebox/farebox/handlers/handlertest"
	"github.com/farebox/farebox/handlers/lobbying/lobbyingtest"
)

// report is a filing on 2025 in short: "type quarter firm amount posted", the amount after i for income or e for
// expenses, - for none.
func report(n int, text string) string {
	f := strings.Fields(text)
	money := `"income":null,"expenses":null`
	switch f[3][0] {
	case 'i':
		money = `"income":"` + f[3][1:] + `.00","expenses":null`
	case 'e':
		money = `"income":null,"expenses":"` + f[3][1:] + `.00"`
	}
	firm := map[string]string{"own": "ACME CORP", "A": "FIRM A", "B": "FIRM B"}[f[2]]
	quarter := map[string]string{"Q1": "first_quarter", "Q2": "second_quarter", "Q3": "third_quarter",
		"Q4": "fourth_quarter"}[f[1]]
	id := map[string]int{"own": 1, "A": 2, "B": 3}[f[2]]
	return fmt.Sprintf(`{"filing_uuid":"00000000-0000-4000-8000-%012d","filing_type":%q,"filing_year":2025,`+
		`"filing_period":%q,%s,"dt_posted":"%sT10:00:00-04:00","registrant":{"id":%d,"name":%q},`+
		`"client":{"id":%d,"name":"ACME CORP","client_self_select":%t},"lobbying_activities":[]}`,
		n, f[0], quarter, money, f[4], id, firm, 10+id, f[2] == "own")
}

// TestLabelledAmendments: what an amendment replaces, and what it leaves alone.
func TestLabelledAmendments(t *testing.T) {
	for _, c := range []struct {
		why     string
		reports []string
		want    map[string]any
	}{
		{
			"an amendment lowers the amount",
			[]string{"1A Q1 A i20000 2025-05-20", "Q1 Q1 A i50000 2025-04-18"},
			map[string]any{"years.0.total_usd": 20000, "years.0.reports": 1, "filings_counted": 1,
				"left_out.0.reason": "superseded", "left_out.0.stated_usd": 50000},
		},
		{
			"a quarter amended after the next one was reported",
			[]string{"1A Q1 A i20000 2025-08-20", "Q2 Q2 A i30000 2025-07-18", "Q1 Q1 A i50000 2025-04-18"},
			map[string]any{"years.0.total_usd": 50000, "years.0.by_quarter.0.total_usd": 20000,
				"years.0.by_quarter.1.total_usd": 30000},
		},
		{
			"an amendment of one firm leaves the report of another alone",
			[]string{"1A Q1 A i20000 2025-05-20", "Q1 Q1 A i50000 2025-04-18", "Q1 Q1 B i10000 2025-04-17"},
			map[string]any{"years.0.total_usd": 30000},
		},
		{
			"two amendments of one day: the later hour is not known, the later filing stands",
			[]string{"1A Q1 A i20000 2025-05-20", "1A Q1 A i25000 2025-05-20", "Q1 Q1 A i50000 2025-04-18"},
			map[string]any{"years.0.reports": 1, "filings_counted": 1},
		},
		{
			"the client's own report amended to more than the firms' income",
			[]string{"1A Q1 own e90000 2025-05-20", "Q1 Q1 own e60000 2025-04-18", "Q1 Q1 A i50000 2025-04-18"},
			map[string]any{"years.0.total_usd": 90000, "years.0.by_quarter.0.basis": "own_expenses",
				"years.0.by_quarter.0.outside_income_usd": 50000},
		},
		{
			"an amendment that takes the amount below the threshold",
			[]string{"1A Q1 A - 2025-05-20", "Q1 Q1 A i50000 2025-04-18"},
			map[string]any{"years.0.total_usd": nil, "years.0.below_threshold_reports": 1, "filings_counted": 0},
		},
		{
			"an amended termination",
			[]string{"2@ Q2 A i9000 2025-08-01", "2T Q2 A i8000 2025-07-10", "Q1 Q1 A i50000 2025-04-18"},
			map[string]any{"years.0.total_usd": 59000, "years.0.reports": 2},
		},
		{
			"a late amendment of the last quarter belongs to its year",
			[]string{"4A Q4 A i70000 2026-03-01", "Q4 Q4 A i60000 2026-01-18"},
			map[string]any{"years.0.total_usd": 70000, "years.0.closed": true},
		},
	} {
		t.Run(c.why, func(t *testing.T) {
			var rows []string
			for i, text := range c.reports {
				rows = append(rows, report(len(c.reports)-i, text))
			}
			s, _ := service(t, nil, says(200, lobbyingtest.Page(rows...)))
			_, got := s.Get("/lobbying/spend", "client_name", "Acme Corp", "filing_year", "2025")
			handlertest.Holds(t, got, c.want)
		})
	}
}
