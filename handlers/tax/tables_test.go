package tax

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/farebox/farebox/internal/samples"
	"github.com/shopspring/decimal"
)

func TestUnknownYearNamesTheYears(t *testing.T) {
	for _, route := range []string{
		"income?gross_income=1",
		"fica?wages=1",
		"capgains?gain=1&holding_period=long&ordinary_income=1",
		"paycheck?gross_income=1",
		"brackets?",
	} {
		for _, year := range []string{"2022", "2027", "0", "-2026"} {
			body := refused(t, "/tax/"+route+"&tax_year="+year, "tax_year", "unsupported_tax_year")
			if !strings.Contains(body, "2023, 2024, 2025, 2026") ||
				!strings.Contains(body, `"supported_years":[2023,2024,2025,2026]`) {
				t.Errorf("%s %s: %s", route, year, body)
			}
		}
	}
}

func TestBadInputsNameTheFieldAndTheRule(t *testing.T) {
	for _, row := range []struct{ target, field string }{
		{"/tax/income?gross_income=-1", "gross_income"},
		{"/tax/income", "gross_income"},
		{"/tax/income?gross_income=1,000", "gross_income"},
		{"/tax/income?gross_income=0x10", "gross_income"},
		{"/tax/income?gross_income=1e-999999999", "gross_income"},
		{"/tax/income?gross_income=1&filing_status=divorced", "filing_status"},
		{"/tax/income?gross_income=1&spouse_age=70", "spouse_age"},
		{"/tax/income?gross_income=1&spouse_blind=true&filing_status=mfs", "spouse_blind"},
		{"/tax/income?gross_income=1&age=70&is_65=false", "is_65"},
		{"/tax/income?gross_income=1&tips=5&tax_year=2024", "tips"},
		{"/tax/income?gross_income=1&overtime=5&filing_status=mfs", "overtime"},
		{"/tax/income?gross_income=1000&tips=2000", "tips"},
		{"/tax/fica?wages=1&w2_wages=1", "w2_wages"},
		{"/tax/capgains?gain=1&holding_period=medium&ordinary_income=1", "holding_period"},
		{"/tax/capgains?gain=1&holding_period=-5&ordinary_income=1", "holding_period"},
		{"/tax/paycheck?gross_income=1&state=PR", "state"},
		{"/tax/paycheck?gross_income=1&pay_period=hourly", "pay_period"},
		{"/tax/paycheck?gross_income=1&gross_basis=monthly", "gross_basis"},
		{"/tax/paycheck?gross_income=1&pretax_deductions=2", "pretax_deductions"},
	} {
		refused(t, row.target, row.field, "")
	}
	body := refused(t, "/tax/brackets?filing_status=x", "filing_status", "invalid_input")
	if !strings.Contains(body,
		"single, married_jointly, married_separately, head_of_household, surviving_spouse") {
		t.Error(body)
	}
}

func TestWordsAreReadInAnyCaseAndForm(t *testing.T) {
	for alias, want := range map[string]string{
		"S":                         single,
		"Married Filing Jointly":    marriedJointly,
		"MFJ":                       marriedJointly,
		"married":                   marriedJointly,
		"mfs":                       marriedSeparate,
		"married-filing-separately": marriedSeparate,
		"HoH":                       headOfHousehold,
		"head of household":         headOfHousehold,
		"QSS":                       survivingSpouse,
		"qualifying widow(er)":      survivingSpouse,
	} {
		if got, err := filingStatus(alias); err != nil || got != want {
			t.Errorf("%s: %s %v", alias, got, err)
		}
	}
	table := handlers(t).years[2026]
	for alias, want := range map[string]string{
		"ny":                   "NY",
		"New York":             "NY",
		" north-carolina ":     "NC",
		"D.C.":                 "DC",
		"District of Columbia": "DC",
		"washington":           "WA",
		"Washington DC":        "DC",
	} {
		if got, _, err := table.state(alias); err != nil || got != want {
			t.Errorf("%s: %s %v", alias, got, err)
		}
	}
}

// builtin is the files of the tables, to be changed by a test.
func builtin(t *testing.T) fstest.MapFS {
	t.Helper()
	files := fstest.MapFS{}
	for _, pattern := range []string{"tables/*.json", "tables/states/*.json"} {
		names, err := fs.Glob(embedded, pattern)
		if err != nil || len(names) == 0 {
			t.Fatalf("%v %v", names, err)
		}
		for _, name := range names {
			text, err := fs.ReadFile(embedded, name)
			if err != nil {
				t.Fatal(err)
			}
			files[strings.TrimPrefix(name, "tables/")] = &fstest.MapFile{Data: text}
		}
	}
	return files
}

func TestBrokenTablesAreRefusedAtStart(t *testing.T) {
	for why, change := range map[string][2]string{
		"an unknown rule":        {`"as_of"`, `"as_if": 1, "as_of"`},
		"another year inside":    {`"tax_year": 2026`, `"tax_year": 2025`},
		"a threshold that falls": {`[12400, 50400,`, `[52400, 50400,`},
		"a rate over 1":          {`"rates": [0.1,`, `"rates": [10,`},
		"a missing status":       {`"standard_deduction": {"single"`, `"standard_deduction": {"singel"`},
		"a withholding row":      {`[7500, 0, 0.1]`, `[7500, 0]`},
		"no sources":             {`"source": "Rev. Proc. 2025-32"`, `"source": ""`},
		"a nameless source":      {`"name": "irs_rev_proc"`, `"name": ""`},
		"not a date":             {`"as_of": "2026-10-01"`, `"as_of": "October"`},
	} {
		files := builtin(t)
		old := files["2026.json"].Data
		changed := bytes.Replace(old, []byte(change[0]), []byte(change[1]), 1)
		if bytes.Equal(old, changed) {
			t.Errorf("%s: the text to change is not there", why)
			continue
		}
		files["2026.json"] = &fstest.MapFile{Data: changed}
		if _, err := loadYears(files); err == nil || !strings.Contains(err.Error(), "2026.json") {
			t.Errorf("%s: %v", why, err)
		}
	}
	if _, err := loadYears(fstest.MapFS{}); err == nil {
		t.Error("no tables at all were accepted")
	}
}

func TestBrokenStateTablesAreRefusedAtStart(t *testing.T) {
	for why, change := range map[string][3]string{
		"no name":                           {"AK", `"name": "Alaska"`, `"name": ""`},
		"an unknown rule":                   {"AL", `"type": "graduated"`, `"tipe": 1, "type": "graduated"`},
		"a status without brackets":         {"AL", `"single": [[0, 0.02]`, `"singel": [[0, 0.02]`},
		"own rules that no program has":     {"AK", `"type": "none"`, `"own": {}, "type": "none"`},
		"not a confidence":                  {"AL", `"confidence": "high"`, `"confidence": "sure"`},
		"high confidence without a source":  {"AL", `"brackets": "Code`, `"notes": "Code`},
		"a source of what it does not have": {"AL", `"sources": {`, `"sources": {"local": "x",`},
	} {
		files := builtin(t)
		name := "states/" + change[0] + ".json"
		old := files[name].Data
		changed := bytes.Replace(old, []byte(change[1]), []byte(change[2]), 1)
		if bytes.Equal(old, changed) {
			t.Errorf("%s: the text to change is not there", why)
			continue
		}
		files[name] = &fstest.MapFile{Data: changed}
		if _, err := loadYears(files); err == nil || !strings.Contains(err.Error(), change[0]+".json") {
			t.Errorf("%s: %v", why, err)
		}
	}

	files := builtin(t)
	delete(files, "states/WY.json")
	if _, err := loadYears(files); err == nil || !strings.Contains(err.Error(), "50 state tables") {
		t.Errorf("a missing state: %v", err)
	}
}

// A year of a state without a table of its own is never computed from another year's.
func TestAYearWithoutStateTableIsNotComputed(t *testing.T) {
	a := get(t, "/tax/paycheck?gross_income=60000&state=IA&tax_year=2023")
	for _, path := range []string{
		"annual.state_income_tax", "per_period.state_income_tax",
		"annual.total_taxes", "annual.net_pay", "per_period.net_pay",
		"effective_rate", "marginal_rates.state",
		"state_detail.tax", "state_detail.taxable_income", "state_detail.state_table_year",
	} {
		a.is(path, "<nil>")
	}
	a.is("annual.federal_income_tax", "5460.5") // 5,147 + 22 % of 1,425
	a.is("state_detail.type", "not_tabulated")
	a.is("state_detail.confidence_level", "low")
	a.is("warnings.0.reason", "not_tabulated")
	a.is("warnings.0.field", "annual.state_income_tax")

	none := get(t, "/tax/paycheck?gross_income=60000&state=TX&tax_year=2023")
	none.is("annual.state_income_tax", "0")
	if list := none.at("warnings").([]any); len(list) != 0 {
		t.Errorf("Texas needs no table: %v", list)
	}
}

func TestEveryYearHasEveryStateAndItsSources(t *testing.T) {
	h := handlers(t)
	if got := fmt.Sprint(h.knownYears()); got != "[2023 2024 2025 2026]" {
		t.Fatal(got)
	}
	untaxed := "AK FL NH NV SD TN TX WA WY"
	for year, table := range h.years {
		want := []string{"Rev. Proc.", "ssa.gov", "p15t.pdf"}
		listed := fmt.Sprint(table.Sources)
		for _, source := range want {
			if !strings.Contains(listed, source) {
				t.Errorf("%d: no source for %s", year, source)
			}
		}
		for code, s := range table.States {
			if s.Type != untabulated && (s.Type == "none") != strings.Contains(untaxed, code) {
				t.Errorf("%d %s: type %s", year, code, s.Type)
			}
		}
	}
}

// readSample reads a re-keyed public table, where it is at hand.
func readSample(t *testing.T, name string, into any) {
	t.Helper()
	if err := json.Unmarshal(samples.Read(t, "tax/"+name), into); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
}

func TestFederalTablesAgreeWithTheSamples(t *testing.T) {
	type band struct {
		Rate, From decimal.Decimal
		To         *decimal.Decimal
	}
	var federal struct {
		Years map[int]struct {
			Brackets map[string][]band `json:"ordinary_brackets"`
			Gains    map[string][]band `json:"long_term_capital_gains"`
			Standard byStatus          `json:"standard_deduction"`
			Extra    byStatus          `json:"additional_standard_deduction_aged_or_blind"`
		}
	}
	readSample(t, "federal-2023-2026.json", &federal)
	var withholding struct {
		Years map[int]map[string]json.RawMessage
	}
	readSample(t, "pub15t-annual-2023-2026.json", &withholding)
	for year, table := range handlers(t).years {
		want := federal.Years[year]
		for _, status := range statuses() {
			for _, pair := range []struct {
				ours   schedule
				theirs []band
			}{
				{table.Federal.brackets(status), want.Brackets[status]},
				{table.Federal.gainBands(status), want.Gains[status]},
			} {
				if len(pair.ours) != len(pair.theirs) {
					t.Fatalf("%d %s: %d brackets, not %d", year, status, len(pair.ours), len(pair.theirs))
				}
				for i, b := range pair.theirs {
					if !pair.ours[i].over.Equal(b.From) || !pair.ours[i].rate.Equal(b.Rate) {
						t.Errorf("%d %s bracket %d: %v, not %v", year, status, i, pair.ours[i], b)
					}
				}
			}
			if !table.Federal.StandardDeduction[status].Equal(want.Standard[status]) ||
				!table.Federal.AgedOrBlind[status].Equal(want.Extra[status]) {
				t.Errorf("%d %s: deduction", year, status)
			}
		}
		for name, ours := range map[string]map[string][]withholdingRow{
			"STANDARD":       table.Withholding.Standard,
			"STEP2_CHECKBOX": table.Withholding.TwoJobs,
		} {
			var theirs map[string][]struct{ Over, Base, Rate decimal.Decimal }
			if err := json.Unmarshal(withholding.Years[year][name], &theirs); err != nil {
				t.Fatal(err)
			}
			for status, rows := range theirs {
				for i, row := range rows {
					got := ours[status][i]
					if !got.over.Equal(row.Over) || !got.base.Equal(row.Base) || !got.rate.Equal(row.Rate) {
						t.Errorf("%d %s %s row %d: %v, not %v", year, name, status, i, got, row)
					}
				}
			}
		}
	}
}

// departsFromSamples is what the samples have otherwise than the state's own paper, by year, state and part.
var departsFromSamples = map[string]string{
	"2025 AR credit":             "heads of household have two credits (AR1000F line 7)",
	"2026 AR credit":             "heads of household have two credits (AR1000F line 7)",
	"2025 GA credit":             "the low income credit, which ends at 20,000",
	"2026 GA credit":             "the low income credit, which ends at 20,000",
	"2025 MO exemption":          "1,400 more for heads of household (MO-1040)",
	"2026 MO exemption":          "1,400 more for heads of household (MO-1040)",
	"2026 DC standard deduction": "contested: the Council's, not the federal one",
	"2026 ME standard deduction": "the notice of Maine Revenue Services of 15 September 2025",
	"2026 MN brackets":           "heads of household as the Department of Revenue announced them in December 2025",
	"2026 MD standard deduction": "indexed (Tax-General 10-217(c))",
	"2026 ND brackets":           "the thresholds of Form ND-1ES 2026",
	"2026 NE standard deduction": "12,950 for heads of household (Form 1040N-ES 2026)",
	"2026 OR credit":             "263 a person (150-206-436 of 2026)",
	"2026 VT brackets":           "the preliminary schedules of Form IN-114 for 2026",
	"2026 VT exemption":          "5,400 (GB-1210-2026)",
	"2026 VT standard deduction": "7,850 and 15,700 (GB-1210-2026)",
	"2025 WI brackets":           "the second bracket of 2025 Wisconsin Act 15",
	"2026 WI brackets":           "the thresholds of married people who file separately as Form 1-ES prints them",
}

// At incomes below every phase-out the rules of a state come down to the plain table of the samples.
func TestStateTablesAgreeWithTheSamples(t *testing.T) {
	four := []string{single, marriedJointly, marriedSeparate, headOfHousehold}
	for _, year := range []int{2025, 2026} {
		var sample struct {
			States map[string]struct {
				Name, Type string
				Brackets   map[string][][2]decimal.Decimal
				Standard   json.RawMessage `json:"standard_deduction"`
				Personal   byStatus        `json:"personal_exemption"`
				Credit     byStatus        `json:"personal_credit"`
			}
		}
		readSample(t, fmt.Sprintf("states-%d.json", year), &sample)
		table := handlers(t).years[year]
		if len(sample.States) != len(table.States) {
			t.Fatalf("%d: %d states", year, len(sample.States))
		}
		for code, want := range sample.States {
			ours := table.States[code]
			if ours.Name != want.Name || ours.Type != want.Type {
				t.Errorf("%d %s: %s %s", year, code, ours.Name, ours.Type)
			}
			for _, status := range four {
				c := stateCase{
					status:           status,
					income:           decimal.NewFromInt(10),
					federalDeduction: table.Federal.StandardDeduction[status],
				}
				var standard byStatus
				if json.Unmarshal(want.Standard, &standard) != nil {
					standard = table.Federal.StandardDeduction // "federal"
				}
				if got := ours.Standard.value(c, c.federalDeduction); !got.Equal(standard[status]) &&
					ours.Type != "none" &&
					departsFromSamples[fmt.Sprintf("%d %s standard deduction", year, code)] == "" {
					t.Errorf("%d %s %s: standard deduction %s, not %s", year, code, status, got, standard[status])
				}
				if got := ours.Personal.value(c, decimal.Zero); !got.Equal(want.Personal[status]) &&
					departsFromSamples[fmt.Sprintf("%d %s exemption", year, code)] == "" {
					t.Errorf("%d %s %s: exemption %s, not %s", year, code, status, got, want.Personal[status])
				}
				if got := ours.Credit.value(c, decimal.Zero); !got.Equal(want.Credit[status]) &&
					departsFromSamples[fmt.Sprintf("%d %s credit", year, code)] == "" {
					t.Errorf("%d %s %s: credit %s, not %s", year, code, status, got, want.Credit[status])
				}
				if ours.Type == "none" || departsFromSamples[fmt.Sprintf("%d %s brackets", year, code)] != "" {
					continue
				}
				plain := make(schedule, 0, len(want.Brackets[status]))
				for _, row := range want.Brackets[status] {
					plain = append(plain, step{over: row[0], rate: row[1]})
				}
				for _, x := range []int64{1, 5000, 33333, 150000, 777777, 30000000} {
					income := decimal.NewFromInt(x)
					if got := ours.Brackets.of(status).tax(income); !got.Equal(plain.tax(income)) {
						t.Errorf("%d %s %s: brackets tax %s on %d, not %s",
							year, code, status, got, x, plain.tax(income))
					}
				}
			}
		}
	}
}

// TestNoMemberStandsTwice names the rule: of two members of one name JSON keeps the last, so that a source or a figure
// would be lost in silence.
func TestNoMemberStandsTwice(t *testing.T) {
	tables, err := builtInFiles()
	if err != nil {
		t.Fatal(err)
	}
	names, err := fs.Glob(tables, "states/*.json")
	if err != nil || len(names) == 0 {
		t.Fatalf("%d files: %v", len(names), err)
	}
	for _, name := range names {
		text, err := fs.ReadFile(tables, name)
		if err != nil {
			t.Fatal(err)
		}
		d := json.NewDecoder(bytes.NewReader(text))
		if twice := repeated(t, d); twice != "" {
			t.Errorf("%s has %q twice in one object", name, twice)
		}
	}
}

// repeated reads one value and tells a member that an object in it has twice, "" without one.
func repeated(t *testing.T, d *json.Decoder) string {
	t.Helper()
	token, err := d.Token()
	if err != nil {
		t.Fatal(err)
	}
	delim, ok := token.(json.Delim)
	if !ok {
		return ""
	}

	found := ""
	seen := map[string]bool{}
	for d.More() {
		if delim == '{' {
			key, err := d.Token()
			if err != nil {
				t.Fatal(err)
			}
			name := fmt.Sprint(key)
			if seen[name] {
				found = name
			}
			seen[name] = true
		}
		if inner := repeated(t, d); inner != "" {
			found = inner
		}
	}
	if _, err := d.Token(); err != nil {
		t.Fatal(err)
	}
	return found
}
