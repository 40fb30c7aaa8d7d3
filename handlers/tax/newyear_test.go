package tax

import (
	"bytes"
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/farebox/farebox/handlers/handlertest"
	"github.com/farebox/farebox/internal/dated"
)

// routesByYear are calls of every route of the family.
var routesByYear = []string{
	"/tax/income?gross_income=100000",
	"/tax/fica?wages=300000",
	"/tax/capgains?gain=1000&holding_period=long",
	"/tax/paycheck?gross_income=100000&state=IL",
	"/tax/brackets?filing_status=single",
}

// withYear are the files of the tables with a made year: that of the newest, with figures of its own.
func withYear(t *testing.T, year string, states ...string) fstest.MapFS {
	t.Helper()
	files := builtin(t)
	federal := files["2026.json"].Data
	for _, change := range [][2]string{
		{`"tax_year": 2026`, `"tax_year": ` + year},
		{`"as_of": "2026-10-01"`, `"as_of": "2098-11-15"`},
		{`"wage_base": 184500`, `"wage_base": 290000`},
		{`{"single": 16100,`, `{"single": 40000,`},
	} {
		if !bytes.Contains(federal, []byte(change[0])) {
			t.Fatalf("%s is not in the table", change[0])
		}
		federal = bytes.Replace(federal, []byte(change[0]), []byte(change[1]), 1)
	}
	files[year+".json"] = &fstest.MapFile{Data: federal}

	for _, code := range states {
		name := "states/" + code + ".json"
		var state map[string]any
		if err := json.Unmarshal(files[name].Data, &state); err != nil {
			t.Fatal(err)
		}
		years := state["years"].(map[string]any)
		years[year] = years["2026"]
		text, err := json.Marshal(state)
		if err != nil {
			t.Fatal(err)
		}
		files[name] = &fstest.MapFile{Data: text}
	}
	return files
}

// clockedAt is the family on a clock, over files.
func clockedAt(t *testing.T, files fstest.MapFS, now time.Time) *handlertest.Routes {
	t.Helper()
	years, err := loadYears(files)
	if err != nil {
		t.Fatal(err)
	}
	h := &Handlers{
		years: years,
		now:   func() time.Time { return now },
	}
	return handlertest.RoutesOf(t, "tax", h.Register)
}

func ask(t *testing.T, routes *handlertest.Routes, target string) answer {
	t.Helper()
	status, body := routes.Exchange(t, handlertest.Request(http.MethodGet, target, ""))
	if status != http.StatusOK {
		t.Fatalf("%s: %d %s", target, status, body)
	}
	a := answer{t: t, from: target}
	d := json.NewDecoder(bytes.NewReader(body))
	d.UseNumber()
	if err := d.Decode(&a.body); err != nil {
		t.Fatal(err)
	}
	return a
}

// A new year is a data file: no code, no spec and no other file changes.
func TestYear2099IsAddedByAddingAFile(t *testing.T) {
	july := time.Date(2099, time.July, 1, 0, 0, 0, 0, time.UTC)
	routes := clockedAt(t, withYear(t, "2099", "IL"), july)

	for _, target := range routesByYear {
		ask(t, routes, target).is("tax_year", "2099") // the present year, as none is given
		ask(t, routes, target+"&tax_year=2099").is("tables_date", "2098-11-15")
		ask(t, routes, target+"&tax_year=2026").is("tax_year", "2026")
	}
	ask(t, routes, "/tax/income?gross_income=100000").is("taxable_income", "60000")
	ask(t, routes, "/tax/fica?wages=300000").is("social_security.tax", "17980") // 6.2 % of the wage base
	ask(t, routes, "/tax/brackets").is("supported_years.4", "2099")

	paycheck := ask(t, routes, "/tax/paycheck?gross_income=100000&state=IL")
	paycheck.is("state_detail.state_table_year", "2099")
	before := ask(t, routes, "/tax/paycheck?gross_income=100000&state=IL&tax_year=2026")
	if paycheck.at("annual.state_income_tax") != before.at("annual.state_income_tax") {
		t.Error("the tax of Illinois is not that of its table")
	}
}

// States that have no table of the new year yet are not answered with an older one.
func TestNewYearLacksStatesUntilTheirFilesHaveIt(t *testing.T) {
	july := time.Date(2099, time.July, 1, 0, 0, 0, 0, time.UTC)
	routes := clockedAt(t, withYear(t, "2099", "IL"), july)
	a := ask(t, routes, "/tax/paycheck?gross_income=100000&state=NY")
	a.is("annual.state_income_tax", "<nil>")
	a.is("annual.net_pay", "<nil>")
	a.is("warnings.0.reason", "not_tabulated")
}

func TestPresentYearWithoutTablesIsRefusedWithTheYearsThatAreThere(t *testing.T) {
	newYear := time.Date(2027, time.January, 1, 0, 0, 0, 0, time.UTC)
	eve := clockedAt(t, builtin(t), newYear.Add(-time.Second))
	after := clockedAt(t, builtin(t), newYear)

	for _, target := range routesByYear {
		ask(t, eve, target).is("tax_year", "2026")

		status, body := after.Exchange(t, handlertest.Request(http.MethodGet, target, ""))
		for _, says := range []string{
			`"code":"unsupported_tax_year"`, `"field":"tax_year"`, `"supported_years":[2023,2024,2025,2026]`,
			"there are no tables of 2027",
		} {
			if status != http.StatusBadRequest || !strings.Contains(string(body), says) {
				t.Errorf("%s: %d %s, want %s", target, status, body, says)
			}
		}
		ask(t, after, target+"&tax_year=2026").is("tax_year", "2026") // last year's law is still that of last year
	}
}

func TestTablesAreGoodUntilTheEndOfTheirLastYear(t *testing.T) {
	every := []string{}
	for name := range builtin(t) {
		if code, ok := strings.CutPrefix(name, "states/"); ok {
			every = append(every, strings.TrimSuffix(code, ".json"))
		}
	}
	slices.Sort(every)

	for _, c := range []struct {
		why             string
		files           fstest.MapFS
		federal, states dated.Day
	}{
		{"as built", builtin(t), "2026-12-31", "2026-12-31"},
		{"a federal table of 2099", withYear(t, "2099"), "2099-12-31", "2026-12-31"},
		{"some states have it too", withYear(t, "2099", "IL", "NY"), "2099-12-31", "2026-12-31"},
		{"all states have it", withYear(t, "2099", every...), "2099-12-31", "2099-12-31"},
	} {
		years, err := loadYears(c.files)
		if err != nil {
			t.Fatal(err)
		}
		tables := datedFrom(years)
		if tables[0].GoodUntil != c.federal || tables[1].GoodUntil != c.states {
			t.Errorf("%s: good until %s and %s", c.why, tables[0].GoodUntil, tables[1].GoodUntil)
		}
	}
}
