package nonprofit

import (
	"fmt"
	"strings"
	"testing"

	"github.com/farebox/farebox/handlers/handlertest"
	"github.com/farebox/farebox/handlers/nonprofit/exempt/exempttest"
	"github.com/farebox/farebox/handlers/nonprofit/nonprofittest"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

// filed is a return in short: "period form revenue expenses net updated".
func filed(text string) string {
	f := strings.Fields(text)
	revenue, expenses, net := "totrevenue", "totfuncexpns", "totnetassetend"
	switch f[1] {
	case "1":
		revenue, expenses, net = "totrevnue", "totexpns", "totnetassetsend"
	case "2":
		revenue, expenses, net = "totrcptperbks", "totexpnspbks", "tfundnworth"
	}
	return fmt.Sprintf(`{"tax_prd":%s,"tax_prd_yr":%s,"formtype":%s,"pdf_url":null,"updated":"%sT12:00:00Z",%q:%s,%q:%s,`+
		`%q:%s}`, f[0], f[0][:4], f[1], f[5], revenue, f[2], expenses, f[3], net, f[4])
}

// TestLabelledReturns: amended returns and fiscal years that are not calendar years.
func TestLabelledReturns(t *testing.T) {
	for _, c := range []struct {
		why     string
		returns []string
		papers  string
		want    map[string]any
	}{
		{
			why: "an amended return after the first one: its figures stand",
			returns: []string{
				filed("202212 0 1000 900 500 2023-11-01"), filed("202212 0 1200 950 650 2024-08-01"),
			},
			want: map[string]any{
				"count":                      1,
				"years.0.revenue_usd":        1200,
				"years.0.expenses_usd":       950,
				"years.0.net_income_usd":     250,
				"metrics.months_of_reserves": 8.21,
			},
		},
		{
			why: "an amended return that the source lists first",
			returns: []string{
				filed("202212 0 1200 950 650 2024-08-01"), filed("202212 0 1000 900 500 2023-11-01"),
			},
			want: map[string]any{"count": 1, "years.0.revenue_usd": 1200},
		},
		{
			why: "an earlier year amended after the next one was filed: both stand in the order of their years",
			returns: []string{
				filed("202112 0 700 600 100 2022-11-01"), filed("202212 0 1000 900 500 2023-11-01"),
				filed("202112 0 750 600 150 2024-02-01"),
			},
			want: map[string]any{
				"count":                  2,
				"years.0.tax_period":     "2022-12",
				"years.1.tax_period":     "2021-12",
				"years.1.revenue_usd":    750,
				"years.0.net_assets_usd": 500,
			},
		},
		{
			why:     "an amended return of which only the document is there leaves the figures of the first",
			returns: []string{filed("202212 0 1000 900 500 2023-11-01")},
			papers:  `{"tax_prd":202212,"tax_prd_yr":2022,"formtype":0,"pdf_url":"https://example.org/amended.pdf"}`,
			want: map[string]any{
				"count":                  1,
				"years.0.revenue_usd":    1000,
				"documents.0.tax_period": "2022-12",
				"documents.0.pdf_url":    "https://example.org/amended.pdf",
			},
		},
		{
			why: "growth is measured from the amended figures of the year before",
			returns: []string{
				filed("202212 0 1728 900 500 2023-11-01"), filed("201912 0 1500 900 500 2020-11-01"),
				filed("201912 0 1000 900 500 2021-11-01"),
			},
			want: map[string]any{"metrics.revenue_cagr_3y_pct": 20},
		},
		{
			why:     "a fiscal year that ends in January is named by the year in which it ends",
			returns: []string{filed("202401 0 1000 900 500 2024-12-01")},
			want:    map[string]any{"years.0.tax_period": "2024-01", "years.0.fiscal_year": 2024},
		},
		{
			why: "a changed year end makes a short year: no growth over it, and two returns of one calendar year",
			returns: []string{
				filed("202212 0 600 500 500 2023-11-01"), filed("202206 0 1000 900 400 2023-02-01"),
				filed("201906 0 800 700 300 2020-02-01"),
			},
			want: map[string]any{
				"count":                       3,
				"years.0.tax_period":          "2022-12",
				"years.1.tax_period":          "2022-06",
				"metrics.revenue_cagr_3y_pct": nil,
			},
		},
		{
			why: "another form the year after: each is read by its own lines",
			returns: []string{
				filed("202312 0 1000 900 500 2024-11-01"), filed("202212 1 150 140 60 2023-11-01"),
				filed("202112 2 90 80 900 2022-11-01"),
			},
			want: map[string]any{
				"years.0.form": "990", "years.0.revenue_usd": 1000,
				"years.1.form": "990-EZ", "years.1.revenue_usd": 150, "years.1.net_assets_usd": 60,
				"years.2.form": "990-PF", "years.2.revenue_usd": 90, "years.2.net_assets_usd": 900,
			},
		},
		{
			why:     "a year without revenue has no expense ratio",
			returns: []string{filed("202312 0 0 900 -500 2024-11-01")},
			want: map[string]any{
				"years.0.revenue_usd":    0,
				"metrics.expense_ratio":  nil,
				"years.0.net_income_usd": -900,
			},
		},
	} {
		t.Run(c.why, func(t *testing.T) {
			body := `{"organization":{"id":311124220,"ein":311124220,"name":"RURAL ACTION INC"},"filings_with_data":[` +
				strings.Join(c.returns, ",") + `],"filings_without_data":[` + c.papers + `],"api_version":2}`
			s, _ := service(t, upstreamtest.Answer{URL: explorer + "organizations/311124220.json", Body: body})
			_, got := s.Get("/nonprofit/financials", "ein", "31-1124220")
			handlertest.Holds(t, got, c.want)
		})
	}
}

// TestLabelledRevocations: what the three lists say of an organisation whose exemption was revoked.
func TestLabelledRevocations(t *testing.T) {
	const (
		inFile  = "CLUB OF A TOWN INC,,1 OAK ST,BOSTON,MA,02110,0000,03,3,1000,%s,1,15,000000000,1,01,202412,0,0,01,0,12,,,,,\r\n"
		listing = "|Club of a Town Inc|Boston|MA|United States|PC"
		revoked = "|CLUB OF A TOWN INC||1 OAK ST|BOSTON|MA|02110|US|03|"
		ein     = "041234567"
	)
	for _, c := range []struct {
		why     string
		ruling  string // of its row in the master file, "" for none
		listed  bool
		revoked []string // revoked, posted, reinstated
		want    map[string]any
	}{
		{
			why:     "revoked, on no other list",
			revoked: []string{"15-MAY-2023|14-AUG-2023|"},
			want:    map[string]any{"status": "revoked", "deductible": false, "revocation.revoked": true},
		},
		{
			why:     "revoked without a reinstatement, and still in the master file: the lists contradict one another",
			ruling:  "199001",
			revoked: []string{"15-MAY-2023|14-AUG-2023|"},
			want:    map[string]any{"status": "conflicting", "deductible": nil, "revocation.revoked": true},
		},
		{
			why:     "revoked without a reinstatement, and still in Publication 78",
			listed:  true,
			revoked: []string{"15-MAY-2023|14-AUG-2023|"},
			want:    map[string]any{"status": "conflicting", "deductible": nil},
		},
		{
			why:     "revoked, and recognised by a later ruling that the revocation list does not know yet",
			ruling:  "202404",
			listed:  true,
			revoked: []string{"15-MAY-2023|14-AUG-2023|"},
			want:    map[string]any{"status": "conflicting", "deductible": nil, "master_file.ruling_month": "2024-04"},
		},
		{
			why:     "reinstated from the day of the revocation on",
			ruling:  "199001",
			listed:  true,
			revoked: []string{"15-MAY-2020|14-SEP-2020|15-MAY-2020"},
			want: map[string]any{
				"status": "active_deductible", "deductible": true, "revocation.revoked": false,
				"revocation.reinstated_date": "2020-05-15",
			},
		},
		{
			why:     "reinstated from a later day on",
			ruling:  "202404",
			listed:  true,
			revoked: []string{"15-MAY-2020|14-SEP-2020|10-APR-2024"},
			want:    map[string]any{"status": "active_deductible", "revocation.reinstated_date": "2024-04-10"},
		},
		{
			why:     "revoked, reinstated and revoked again",
			revoked: []string{"15-MAY-2012|14-SEP-2012|15-MAY-2012", "15-MAY-2023|14-AUG-2023|"},
			want: map[string]any{
				"status": "revoked", "deductible": false, "revocation.times": 2,
				"revocation.revoked_date": "2023-05-15",
			},
		},
		{
			why:     "reinstated, and on no list of today",
			revoked: []string{"15-MAY-2012|14-SEP-2012|15-MAY-2013"},
			want:    map[string]any{"status": "reinstated", "deductible": nil},
		},
	} {
		t.Run(c.why, func(t *testing.T) {
			var rows, listings, revocations string
			if c.ruling != "" {
				rows = ein + "," + fmt.Sprintf(inFile, c.ruling)
			}
			if c.listed {
				listings = ein + listing
			}
			for _, line := range c.revoked {
				revocations += ein + revoked + line + "\r\n"
			}
			replaced := without(nonprofittest.Lists(), "eo1.csv")
			replaced = without(replaced, "pub78")
			replaced = without(replaced, "revocation")
			replaced = append(replaced,
				upstreamtest.Answer{URL: "https://www.irs.gov/pub/irs-soi/eo1.csv", Type: "application/octet-stream",
					Body: exempttest.Header + rows + exempttest.Row(956064003, "OTHER CLUB", "BOSTON", "MA", "")},
				upstreamtest.Answer{URL: "https://apps.irs.gov/pub/epostcard/data-download-pub78.zip",
					Type: "application/octet-stream",
					Body: string(exempttest.Zip("\r\n\r\n135562976|Clubs|Atlanta|GA|United States|PC\r\n" + listings + "\r\n"))},
				upstreamtest.Answer{URL: "https://apps.irs.gov/pub/epostcard/data-download-revocation.zip",
					Type: "application/octet-stream",
					Body: string(exempttest.Zip("\r\n\r\n941322198|CENTER||1 A ST|SAN FRANCISCO|CA|94115|US|03|" +
						"15-NOV-2025|10-MAR-2026|\r\n" + revocations))},
			)
			s, _ := service(t, replaced...)
			_, got := s.Get("/nonprofit/status", "ein", ein)
			handlertest.Holds(t, got, c.want)
		})
	}
}
