package facts_test

import (
	"bytes"
	"testing"

	"github.com/farebox/farebox/handlers/edgar/edgartest"
	"github.com/farebox/farebox/handlers/edgar/facts"
	"github.com/farebox/farebox/internal/samples"
	"github.com/farebox/farebox/internal/upstream/sec"
)

func sample(t *testing.T, name string) *facts.Company {
	t.Helper()
	found, err := sec.ReadFacts(bytes.NewReader(samples.Read(t, "sec/"+name)), facts.Wanted())
	if err != nil {
		t.Fatal(err)
	}
	found.FetchedAt = edgartest.Now
	return facts.New(found)
}

func TestRealFactsOfApple(t *testing.T) {
	c := sample(t, "companyfacts_CIK0000320193.trim.json")
	check(
		t,
		c,
		"revenue FY2025 = 416161000000",
		"revenue FY2024 = 391035000000",
		"revenue FY2023 = 383285000000",
		"net_income FY2025 = 112010000000",
		"eps_diluted FY2024 = 6.08",
		"operating_income FY2025 = 133050000000",
		"operating_cash_flow FY2025 = 111482000000",
		"assets FY2023 = 352583000000",
		"revenue Q1 FY2026 = 143756000000",
		"eps_diluted Q1 FY2026 = 2.84",
		"revenue Q4 FY2025 = 102466000000 d",
		"net_income Q4 FY2025 = 27466000000 d",
		"eps_diluted Q4 FY2025 = -",
		"revenue Q3 FY2025 = 94036000000",
		"short_term_debt FY2025 = 20329000000 d",
		"long_term_debt FY2025 = 78328000000",
	)
	if p := in(t, c, "FY2025"); p.End.String() != "2025-09-27" || p.Start.String() != "2024-09-29" {
		t.Errorf("%s to %s", p.Start, p.End)
	}
	if v := c.Value(facts.Named("revenue"), in(t, c, "FY2025")); v.Filing.Accession != "0000320193-25-000079" {
		t.Errorf("%+v", v.Filing)
	}

	r := ratios(t, c, "FY2025")
	for name, want := range map[string]struct {
		got  *float64
		want float64
	}{
		"gross_margin":          {r.GrossMargin, 0.4691},
		"operating_margin":      {r.OperatingMargin, 0.3197},
		"net_margin":            {r.NetMargin, 0.2692},
		"roa":                   {r.ROA, 0.3118},
		"roe":                   {r.ROE, 1.5191},
		"current_ratio":         {r.CurrentRatio, 0.8933},
		"quick_ratio":           {r.QuickRatio, 0.8588},
		"debt_to_equity":        {r.DebtToEquity, 1.338},
		"liabilities_to_assets": {r.LiabilitiesToAssets, 0.7948},
		"asset_turnover":        {r.AssetTurnover, 1.1584},
		"fcf_margin":            {r.FCFMargin, 0.2373},
		"revenue_growth_yoy":    {r.RevenueGrowthYoY, 0.0643},
		"net_income_growth_yoy": {r.NetIncomeGrowth, 0.195},
		"accrual_ratio":         {r.AccrualRatio, 0.0015},
		"altman_z2":             {r.AltmanZ2, 2.3078},
		"beneish_m":             {r.BeneishM, -2.2949},
	} {
		if !is(want.got, want.want) {
			t.Errorf("%s: got %v, want %v", name, want.got, want.want)
		}
	}
	if r.FCF == nil || r.FCF.String() != "98767000000" || r.InterestCoverage != nil {
		t.Errorf("free cash flow %v, interest coverage %v", r.FCF, r.InterestCoverage)
	}
}

func TestRealRestatementsOfAlphabet(t *testing.T) {
	c := sample(t, "companyfacts_CIK0001652044_restatement.trim.json")
	check(t, c,
		"revenue FY2020 = 182527000000", "revenue FY2019 = 161857000000", "revenue FY2018 = 136819000000",
		"net_income FY2018 = 30736000000", "operating_income FY2018 = 27524000000 (26321000000)",
		"operating_income FY2019 = 34231000000", "operating_cash_flow FY2014 = 23024000000 (22376000000)",
		"operating_cash_flow FY2015 = 26572000000 (26024000000)", "assets FY2014 = 129187000000 (130426000000)",
		"capex FY2014 = 11014000000 (10959000000)", "shares_outstanding FY2020 = -", "eps_diluted FY2020 = 2.93")

	cash := c.Value(facts.Named("operating_cash_flow"), in(t, c, "FY2015"))
	if cash.Filing.Form != "8-K" || cash.Filing.Accession != "0001652044-16-000022" {
		t.Errorf("a recast in a current report: %+v", cash.Filing)
	}
	if eps := c.Value(facts.Named("eps_diluted"), in(t, c, "FY2020")); eps.SplitRatio != 20 || eps.Restated() {
		t.Errorf("%+v", eps)
	}

	var since2018 []string
	for _, p := range c.Annual()[:3] {
		for _, r := range c.Figures(p).Restatements() {
			since2018 = append(
				since2018,
				p.Label()+" "+r.Concept+" "+r.Via+" "+r.Value.First.Filing.Accession+" "+r.Value.Filing.Accession,
			)
		}
	}
	want := "FY2018 operating_income recast 0001652044-19-000004 0001652044-20-000008"
	if len(since2018) != 1 || since2018[0] != want {
		t.Errorf("%q, want %q", since2018, want)
	}

	r := ratios(t, c, "FY2020")
	if !is(r.GrossMargin, 0.5358) || !is(r.OperatingMargin, 0.2259) || !is(r.ROE, 0.1809) ||
		!is(r.CurrentRatio, 3.0668) || !is(r.RevenueGrowthYoY, 0.1277) || r.FCF.String() != "42843000000" ||
		r.AltmanZ2 != nil || r.BeneishM != nil {
		t.Errorf("%+v", r)
	}
}
