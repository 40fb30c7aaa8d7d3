package tax

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/shopspring/decimal"
)

// Figures that a state has not published: a wide span is a null line with the span, a narrow one is answered with how
// far it can be off.
func TestUnsettledFigures(t *testing.T) {
	for _, row := range []struct {
		why, query   string
		tax          string // "" when it is not answered
		says, reason string
	}{
		{
			why:    "CA: brackets of 2026 are missing",
			query:  "state=CA&gross_income=100000",
			says:   "from 4842.41 to 5054.98 dollars a year",
			reason: "not_tabulated",
		},
		{
			why:   "CA: nothing is due at either end",
			query: "state=CA&gross_income=12000",
			tax:   "0",
		},
		{
			why:    "ID: 193 of the first step at 5.3 %",
			query:  "state=ID&gross_income=60000",
			tax:    "2081.72",
			says:   "at most 10.23 dollars a year too high",
			reason: "unsettled_figures",
		},
		{
			why:    "AR: 3 % on the brackets and on the deduction",
			query:  "state=AR&gross_income=60000",
			tax:    "1732.41",
			says:   "dollars a year too high",
			reason: "unsettled_figures",
		},
		{
			why:    "AR: within the low income table",
			query:  "state=AR&gross_income=26000&filing_status=mfj",
			says:   "Arkansas",
			reason: "not_tabulated",
		},
		{
			why:    "AR: at the bridge",
			query:  "state=AR&gross_income=99500",
			says:   "Arkansas",
			reason: "not_tabulated",
		},
		{
			why:    "DC: 15,000 or 16,100 at 8.5 %",
			query:  "state=DC&gross_income=100000",
			says:   "Council and Congress",
			reason: "not_tabulated",
		},
		{
			why:   "MN: below every phase-out",
			query: "state=MN&gross_income=150000&filing_status=mfj&dependents=2",
			tax:   "6692.25",
		},
		{
			why:    "MN: 500 of the start of the phase-out",
			query:  "state=MN&gross_income=260000",
			tax:    "18454.63",
			says:   "at most 1.48 dollars a year too high",
			reason: "unsettled_figures",
		},
	} {
		a := get(t, "/tax/paycheck?tax_year=2026&pay_period=annual&"+row.query)
		a.warned("annual.state_income_tax", row.reason, row.says)
		if row.tax == "" {
			a.withoutSums("annual.state_income_tax")
			a.is("state_detail.confidence_level", "low")
			a.is("state_detail.type", "not_tabulated")
			a.netPayLies()
			continue
		}
		a.is("annual.state_income_tax", row.tax)
		if a.at("annual.net_pay") == nil {
			t.Errorf("%s: no net pay", row.why)
		}
	}
}

// County rates of Maryland for 2026: what the county had in 2025, or 3.30 %.
func TestUnsettledCounty(t *testing.T) {
	a := get(t, "/tax/paycheck?tax_year=2026&state=MD&gross_income=100000&locality=Talbot")
	a.warned("annual.local_income_tax", "not_tabulated", "from 2241.6 to 3082.2 dollars a year")
	a.withoutSums("annual.local_income_tax")
	a.is("state_detail.local.locality", "Talbot County")
	a.is("state_detail.confidence_level", "low")
	if a.at("state_detail.local.rate") != nil || a.at("annual.state_income_tax") == nil {
		t.Error("the state's line goes with the county's, or the rate does not")
	}

	at := get(t, "/tax/paycheck?tax_year=2026&state=MD&gross_income=20000&locality=Montgomery")
	at.warned("annual.local_income_tax", "unsettled_figures", "dollars a year too low")
	if at.at("annual.net_pay") == nil {
		t.Error("a county that can be off by less than the limit has no net pay")
	}

	open := get(t, "/tax/paycheck?tax_year=2026&state=MD&gross_income=100000")
	open.is("state_detail.local.lowest.tax", "2101.5")
	open.is("state_detail.local.highest.tax", "3082.2")
}

// Indiana's counties of 1 January 2026: six rose.
func TestCountiesOfIndiana2026(t *testing.T) {
	for county, rate := range map[string]string{
		"Carroll": "0.024733",
		"Grant":   "0.0275",
		"Greene":  "0.0235",
		"Howard":  "0.0235",
		"Shelby":  "0.017",
		"Union":   "0.0275",
		"Marion":  "0.0202",
	} {
		a := get(t, "/tax/paycheck?tax_year=2026&state=IN&gross_income=60000&locality="+county)
		a.is("state_detail.local.rate", rate)
	}
}

// Fees by the quarter and by the hour are not in the answer: it says so, with the dollars.
func TestFeesThatAreLeftOutAreWarnings(t *testing.T) {
	for query, says := range map[string]string{
		"state=NM&tax_year=2024": "8.00 dollars a year",
		"state=NM&tax_year=2025": "8.50 dollars a year",
		"state=NM&tax_year=2026": "9.00 dollars a year",
		"state=OR&tax_year=2025": "20.80 dollars for 2,080 hours",
		"state=OR&tax_year=2026": "18.72 dollars for 2,080 hours",
	} {
		get(t, "/tax/paycheck?gross_income=60000&"+query).warned("state_detail", "not_modelled", says)
	}
}

// Years with federal tables only, and years without any.
func TestYearsWithoutStateTables(t *testing.T) {
	a := get(t, "/tax/paycheck?tax_year=2023&state=NJ&gross_income=60000")
	a.warned("annual.state_income_tax", "not_tabulated", "The income tax of New Jersey for 2023 is not in the tables")
	a.withoutSums("annual.state_income_tax")
	if a.at("state_detail.state_table_year") != nil || a.at("marginal_rates.state") != nil {
		t.Error("a year of a table that is not there")
	}
	a.is("annual.federal_income_tax", "5460.5")

	free := get(t, "/tax/paycheck?tax_year=2023&state=TX&gross_income=60000")
	free.is("annual.state_income_tax", "0")
	if free.at("annual.net_pay") == nil {
		t.Error("Texas has no income tax in any year")
	}

	// No income tax, but a premium for paid leave, which is not tabulated for 2023.
	wa := get(t, "/tax/paycheck?tax_year=2023&state=WA&gross_income=60000")
	wa.is("annual.state_income_tax", "0")
	wa.warned("per_period.state_other", "not_tabulated", "their 2023 rates are not in the tables")
	wa.withoutSums("effective_rate")

	refused(t, "/tax/paycheck?tax_year=2023&state=MD&gross_income=60000&locality=Talbot", "locality", "")
	for _, year := range []string{"2022", "2027"} {
		refused(t, "/tax/paycheck?state=NJ&gross_income=60000&tax_year="+year, "tax_year", "")
	}
}

// warned checks that the answer has the warning; an empty reason is for none about the field, an empty field for any.
func (a answer) warned(field, reason, says string) {
	a.t.Helper()
	list, _ := a.at("warnings").([]any)
	for _, one := range list {
		w, _ := one.(map[string]any)
		if field != "" && w["field"] != field || reason != "" && w["reason"] != reason {
			continue
		}
		if detail, _ := w["detail"].(string); reason != "" && strings.Contains(detail, says) {
			return
		}
		if reason == "" {
			a.t.Fatalf("%s: warns of %s: %v", a.from, field, w)
		}
	}
	if reason != "" {
		a.t.Fatalf("%s: no %s of %s with %q: %v", a.from, reason, field, says, list)
	}
}

// withoutSums checks that a line is null, and every sum that it is part of.
func (a answer) withoutSums(line string) {
	a.t.Helper()
	for _, path := range []string{
		line,
		"annual.net_pay",
		"annual.total_taxes",
		"per_period.net_pay",
		"per_period.total_taxes",
		"effective_rate",
	} {
		if v := a.at(path); v != nil {
			a.t.Fatalf("%s: %s is %v", a.from, path, v)
		}
	}
}

// netPayLies sees that the range of the net pay is what the known lines leave less the span of the warning.
func (a answer) netPayLies() {
	a.t.Helper()
	number := func(path string) decimal.Decimal {
		return decimal.RequireFromString(fmt.Sprint(a.at(path)))
	}
	for _, lines := range []string{"annual", "per_period"} {
		known := number(lines + ".gross").Sub(number(lines + ".pretax_deductions"))
		for _, line := range []string{"federal_income_tax", "social_security", "medicare", "additional_medicare"} {
			known = known.Sub(number(lines + "." + line))
		}
		for _, other := range a.at(lines + ".state_other").([]any) {
			known = known.Sub(decimal.RequireFromString(fmt.Sprint(other.(map[string]any)["amount"])))
		}

		lowest := number(lines + ".net_pay_range.lowest")
		highest := number(lines + ".net_pay_range.highest")
		var from, to string
		for i := range a.at("warnings").([]any) {
			detail := fmt.Sprint(a.at(fmt.Sprintf("warnings.%d.detail", i)))
			if found := spanInText.FindStringSubmatch(detail); found != nil {
				from, to = found[1], found[2]
			}
		}
		if from == "" {
			a.t.Fatalf("%s: no warning has a span", a.from)
		}
		if want := known.Sub(decimal.RequireFromString(to)); !lowest.Equal(want) {
			a.t.Errorf("%s: %s: lowest %s, want %s", a.from, lines, lowest, want)
		}
		if want := known.Sub(decimal.RequireFromString(from)); !highest.Equal(want) {
			a.t.Errorf("%s: %s: highest %s, want %s", a.from, lines, highest, want)
		}
	}
}

// spanInText is how warnings write a span.
var spanInText = regexp.MustCompile(`from ([0-9.]+) to ([0-9.]+) dollars a year`)

// A first step of Idaho between the two ends gives a tax between theirs.
func TestEndsHoldWhatLiesBetween(t *testing.T) {
	law := handlers(t).years[2026].States["ID"]
	between := *law
	between.Unsettled = nil
	between.Brackets = forStatus[schedule]{}
	for status, s := range law.Brackets {
		other := law.Unsettled.end.Brackets.of(status)
		middle := append(schedule{}, s...)
		middle[1].over = s[1].over.Add(other[1].over).Div(decimal.NewFromInt(2))
		between.Brackets[status] = middle
	}

	for _, status := range statuses() {
		for wages := int64(5000); wages <= 200000; wages += 2500 {
			c := caseOf(handlers(t).years[2026], "ID", status, 1, decimal.NewFromInt(wages))
			r := law.compute(c)
			got := between.compute(c).tax
			if got.LessThan(r.span.low) || got.GreaterThan(r.span.high) {
				t.Errorf("%s %d: %s is outside of %s", status, wages, got, r.span)
			}
		}
	}
}

// A table whose other end is incomplete does not load.
func TestUnsettledNeedsAnOtherEnd(t *testing.T) {
	members := map[string]json.RawMessage{
		"type":       json.RawMessage(`"flat"`),
		"brackets":   json.RawMessage(`{"all": [[0, 0.03]]}`),
		"confidence": json.RawMessage(`"low"`),
	}
	for why, u := range map[string]*unsettled{
		"no reason": {Other: map[string]json.RawMessage{"brackets": json.RawMessage(`{"all": [[0, 0.02]]}`)}},
		"no end":    {Why: "Not published."},
		"a wrong end": {
			Why:   "Not published.",
			Other: map[string]json.RawMessage{"brackets": json.RawMessage(`{"single": [[0, 0.02]]}`)},
		},
	} {
		if u.read("ZZ", members) == nil {
			t.Errorf("%s: no error", why)
		}
	}
}

// TestWhatTheLawBoundsIsAnswered names the rule: a figure that is not published, but that the law bounds closely, is
// answered with the dollars that it can be off, not refused.
func TestWhatTheLawBoundsIsAnswered(t *testing.T) {
	for query, says := range map[string]string{
		"state=UT&dependents=1":      "at most 5.1 dollars", // 6 % of the 85 between the ends
		"state=UT&dependents=3":      "at most 15.3 dollars",
		"state=SC&dependents=2":      "at most 20.84 dollars", // 5.21 % of 2 x 200
		"state=VT&filing_status=hoh": "at most 1.68 dollars",  // 3.35 % of 50
	} {
		a := get(t, "/tax/paycheck?tax_year=2026&gross_income=60000&"+query)
		a.warned("annual.state_income_tax", "unsettled_figures", says)
	}
}
