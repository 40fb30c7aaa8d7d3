package facts_test

import (
	"testing"

	"github.com/farebox/farebox/handlers/edgar/facts"
)

// TestAFactBelongsToThePeriodOfItsDates: the filing names one fiscal year for the values of three.
func TestAFactBelongsToThePeriodOfItsDates(t *testing.T) {
	c := company(t, `
		NetIncomeLoss USD 2022-10-01 2023-09-30 97 10-K:a-25:2025-10-31:2025
		NetIncomeLoss USD 2023-10-01 2024-09-28 94 10-K:a-25:2025-10-31:2025
		NetIncomeLoss USD 2024-09-29 2025-09-27 112 10-K:a-25:2025-10-31:2025
		ProfitLoss USD 2022-10-01 2023-09-30 97 10-K:a-25:2025-10-31:2025
		ProfitLoss USD 2023-10-01 2024-09-28 94 10-K:a-25:2025-10-31:2025
		Assets USD 2025-09-27 359 10-K:a-25:2025-10-31:2025
		Assets USD 2024-09-28 365 10-K:a-25:2025-10-31:2025
	`)
	if got := labels(c.Annual()); got != "FY2025, FY2024, FY2023" {
		t.Fatal(got)
	}
	check(t, c, "net_income FY2025 = 112", "net_income FY2024 = 94", "net_income FY2023 = 97",
		"assets FY2025 = 359", "assets FY2024 = 365", "assets FY2023 = -")
}

func TestWhichLengthsAreYearsAndQuarters(t *testing.T) {
	c := company(t, `
		NetIncomeLoss USD 2023-01-01 2023-12-31 100 10-K:a-23:2024-02-01:2023
		NetIncomeLoss USD 2023-01-01 2023-09-30 70 10-Q:q3-23:2023-11-01:2023
		NetIncomeLoss USD 2023-07-01 2023-09-30 25 10-Q:q3-23:2023-11-01:2023
		NetIncomeLoss USD 2022-10-01 2023-09-30 90 10-Q:q3-23:2023-11-01:2023
		Assets USD 2023-09-30 900 10-Q:q3-23:2023-11-01:2023
		Assets USD 2023-12-31 1000 10-K:a-23:2024-02-01:2023
	`)
	if got := labels(c.Annual()); got != "FY2023" {
		t.Errorf("nine months, or twelve months to the end of a quarter, taken for a year: %s", got)
	}
	check(
		t,
		c,
		"net_income FY2023 = 100",
		"assets FY2023 = 1000",
		"net_income Q3 FY2023 = 25",
		"assets Q3 FY2023 = 900",
		"net_income TTM Q3 FY2023 = 90",
	)
}

// TestNothingIsFiledBeforeItsTime: dates of filings are typed, and some are wrong.
func TestNothingIsFiledBeforeItsTime(t *testing.T) {
	c := company(t, `
		NetIncomeLoss USD 2024-09-29 2025-09-27 112 10-K:a-25:2025-10-31:2025
		NetIncomeLoss USD 2025-09-28 2026-09-26 5 10-K:b-25:2025-10-31:2026
		NetIncomeLoss USD 2033-10-01 2034-09-30 6 10-K:c-34:2034-10-31:2034
	`)
	if got := labels(c.Annual()); got != "FY2025" {
		t.Error(got)
	}
}

func TestHowFiscalYearsAreNumbered(t *testing.T) {
	cases := []struct {
		why   string
		lines string
		want  string
	}{
		{"a retailer counts by the year that most months are in", `
			NetIncomeLoss USD 2023-01-30 2024-01-28 1 10-K:a:2024-03-13:2023
			NetIncomeLoss USD 2024-01-29 2025-02-02 2 10-K:b:2025-03-21:2024`, "FY2024, FY2023"},
		{"another by the year that it ends in", `
			NetIncomeLoss USD 2023-02-01 2024-01-31 1 10-K:a:2024-03-15:2024
			NetIncomeLoss USD 2024-02-01 2025-01-31 2 10-K:b:2025-03-14:2025`, "FY2025, FY2024"},
		{"53 weeks that end in the first days of January", `
			NetIncomeLoss USD 2019-12-29 2021-01-02 1 10-K:a:2021-02-20:2020
			NetIncomeLoss USD 2021-01-03 2022-01-01 2 10-K:b:2022-02-19:2021`, "FY2021, FY2020"},
		{"one first page is wrong, two are right", `
			NetIncomeLoss USD 2021-01-31 2022-01-29 1 10-K:a:2022-03-15:2021
			NetIncomeLoss USD 2022-01-30 2023-01-28 2 10-K:b:2023-03-15:2023
			NetIncomeLoss USD 2023-01-29 2024-02-03 3 10-K:c:2024-03-15:2023`, "FY2023, FY2022, FY2021"},
		{"no first page says it", `
			NetIncomeLoss USD 2023-07-01 2024-06-30 1 20-F:a:2024-10-15`, "FY2024"},
	}
	for _, c := range cases {
		t.Run(c.why, func(t *testing.T) {
			if got := labels(company(t, c.lines).Annual()); got != c.want {
				t.Errorf("got %s, want %s", got, c.want)
			}
		})
	}
}

// TestAChangedYearEndLeavesATransitionPeriod: six months between two years, which nothing is compared across.
func TestAChangedYearEndLeavesATransitionPeriod(t *testing.T) {
	lines := `
		NetIncomeLoss USD 2022-07-01 2023-06-30 100 10-K:a:2023-08-20:2023
		Revenues USD 2022-07-01 2023-06-30 1000 10-K:a:2023-08-20:2023
		NetIncomeLoss USD 2023-07-01 2023-12-31 40 10-KT:t:2024-02-20:2023
		Revenues USD 2023-07-01 2023-12-31 480 10-KT:t:2024-02-20:2023
		Assets USD 2023-12-31 5000 10-KT:t:2024-02-20:2023`
	c := company(t, lines)
	const transition = "transition 2023-07-01 to 2023-12-31"
	if got := labels(c.Annual()); got != transition+", FY2023" {
		t.Errorf("before the next year is reported: %s", got)
	}

	c = company(t, lines, `
		NetIncomeLoss USD 2024-01-01 2024-12-31 110 10-K:b:2025-02-20:2024
		Revenues USD 2024-01-01 2024-12-31 1100 10-K:b:2025-02-20:2024
		NetIncomeLoss USD 2023-01-01 2023-12-31 90 10-K:b:2025-02-20:2024
		Revenues USD 2023-01-01 2023-12-31 990 10-K:b:2025-02-20:2024
		Revenues USD 2023-07-01 2023-12-31 480 10-K:b:2025-02-20:2024`)
	if got := labels(c.Annual()); got != "FY2024, "+transition+", FY2023" {
		t.Errorf("twelve months for comparison taken for a year: %s", got)
	}
	check(t, c, "revenue "+transition+" = 480", "assets "+transition+" = 5000", "revenue FY2024 = 1100")
	if before := c.Before(in(t, c, "FY2024")); before != nil {
		t.Errorf("compared with %s", before.Label())
	}
	if before := c.Before(in(t, c, transition)); before != nil {
		t.Errorf("a transition period compared with %s", before.Label())
	}
}

// TestQuartersOfTwelveWeeks: three of twelve weeks and a last one of sixteen, as with some retailers.
func TestQuartersOfTwelveWeeks(t *testing.T) {
	c := company(t, `
		Revenues USD 2024-09-02 2024-11-24 62 10-Q:q1:2024-12-18:2025
		Revenues USD 2024-11-25 2025-02-16 63 10-Q:q2:2025-03-12:2025
		Revenues USD 2024-09-02 2025-02-16 125 10-Q:q2:2025-03-12:2025
		Revenues USD 2025-02-17 2025-05-11 64 10-Q:q3:2025-06-04:2025
		Revenues USD 2024-09-02 2025-05-11 189 10-Q:q3:2025-06-04:2025
		Revenues USD 2024-09-02 2025-08-31 275 10-K:a:2025-10-08:2025
		NetIncomeLoss USD 2024-09-02 2025-08-31 8 10-K:a:2025-10-08:2025
		Revenues USD 2025-09-01 2025-11-23 67 10-Q:n1:2025-12-17:2026
	`)
	if got := labels(c.Quarters()); got != "Q1 FY2026, Q4 FY2025, Q3 FY2025, Q2 FY2025, Q1 FY2025" {
		t.Fatal(got)
	}
	check(t, c, "revenue Q4 FY2025 = 86 d", "revenue Q3 FY2025 = 64", "revenue Q1 FY2026 = 67")
}

// TestAFirstQuarterOfSixteenWeeksIsOne, as with a grocer.
func TestAFirstQuarterOfSixteenWeeksIsOne(t *testing.T) {
	c := company(t, `
		Revenues USD 2024-02-04 2025-02-01 147 10-K:a:2025-04-01:2024
		NetIncomeLoss USD 2024-02-04 2025-02-01 3 10-K:a:2025-04-01:2024
		Revenues USD 2025-02-02 2025-05-24 45 10-Q:q1:2025-06-27:2025
		Revenues USD 2025-05-25 2025-08-16 34 10-Q:q2:2025-09-19:2025
		Revenues USD 2025-02-02 2025-08-16 79 10-Q:q2:2025-09-19:2025
	`)
	if got := labels(c.Quarters()); got != "Q2 FY2025, Q1 FY2025" {
		t.Error(got)
	}
}

func TestDatesThatCannotBeAreLeftOut(t *testing.T) {
	c := company(t, `
		NetIncomeLoss USD 2023-01-01 2023-12-31 100 10-K:a:2024-02-01:2023
		Revenues USD 2023-01-01 2023-12-31 900 10-K:a:2024-02-01:2023
		NetIncomeLoss USD 2024-01-01 2024-12-31 5 10-K:a:2024-02-01:2023
		Revenues USD 2024-01-01 2024-12-31 5 10-K:a:2024-02-01:2023
		Assets USD 2106-12-31 7 10-K:a:2024-02-01:2023
	`)
	if got := labels(c.Annual()); got != "FY2023" {
		t.Errorf("a year that had not ended when it was filed: %s", got)
	}
}

// TestDatesThatDifferByDaysMeanOnePeriod: some filings round the last day of 52 weeks to the end of the month.
func TestDatesThatDifferByDaysMeanOnePeriod(t *testing.T) {
	c := company(t, `
		NetIncomeLoss USD 2022-01-02 2022-12-31 100 10-K:a:2023-02-20:2022
		Revenues USD 2022-01-02 2022-12-31 900 10-K:a:2023-02-20:2022
		NetIncomeLoss USD 2023-01-01 2023-12-30 110 10-K:b:2024-02-20:2023
		Revenues USD 2023-01-01 2023-12-30 990 10-K:b:2024-02-20:2023
		NetIncomeLoss USD 2023-01-01 2023-12-31 111 10-K:c:2025-02-20:2024
		Revenues USD 2023-01-01 2023-12-31 991 10-K:c:2025-02-20:2024
		NetIncomeLoss USD 2023-12-31 2024-12-28 120 10-K:c:2025-02-20:2024
		Revenues USD 2023-12-31 2024-12-28 1000 10-K:c:2025-02-20:2024
	`)
	if got := labels(c.Annual()); got != "FY2024, FY2023, FY2022" {
		t.Error(got)
	}
	if p := in(t, c, "FY2023"); p.End.String() != "2023-12-30" || p.Days() != 364 || p.Kind != facts.Year {
		t.Errorf("%+v", p)
	}
	check(t, c, "revenue FY2023 = 991", "net_income FY2023 = 111 (110)")
}
