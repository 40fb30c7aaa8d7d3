package huduser

import (
	"context"
	"strings"
	"testing"

	"github.com/farebox/farebox/internal/samples"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

const base = "https://www.huduser.gov/hudapi/public/fmr"

func client(t *testing.T, answers ...upstreamtest.Answer) *Client {
	t.Helper()
	return New(upstreamtest.New(t, answers...).Pool(t, map[string]string{"HUD_TOKEN": "test"}))
}

func TestListsAreRead(t *testing.T) { samples.Each(t, listsAreRead) }

func listsAreRead(t *testing.T, read func(name string) string) {
	t.Helper()
	c := client(
		t,
		upstreamtest.Answer{
			URL:  base + "/statedata/VA",
			Body: read("hud/fmr_statedata_VA_2021.json"),
		},
		upstreamtest.Answer{
			URL:  base + "/statedata/MA",
			Body: read("hud/fmr_statedata_MA.trim.json"),
		},
	)
	va, err := c.State(t.Context(), "VA")
	if err != nil || va.Year != 2021 || len(va.Counties) < 3 || len(va.Metros) < 2 {
		t.Fatal(va, err)
	}
	row := va.Counties[0]
	if !strings.HasPrefix(string(row.Code), "51") || row.Four < row.Two || *row.Percentile != 40 || row.Town != "" ||
		bool(row.SmallAreas) {
		t.Errorf("%+v", row)
	}
	if m := va.Metros[0]; !strings.HasPrefix(string(m.Code), "METRO1") || m.Name == "" || m.Two < m.One {
		t.Errorf("%+v", m)
	}
	if !va.Counties[2].SmallAreas {
		t.Error("a county has small areas")
	}

	ma, err := c.State(t.Context(), "MA")
	if err != nil || !strings.HasSuffix(ma.Metros[0].Name, ", MA MSA") || ma.Metros[0].Efficiency < 500 ||
		!strings.HasSuffix(ma.Counties[0].Town, " town") || ma.Counties[0].Code != "2502300170" {
		t.Error(ma, err)
	}
}

func TestEntitiesAreRead(t *testing.T) { samples.Each(t, entitiesAreRead) }

func entitiesAreRead(t *testing.T, read func(name string) string) {
	t.Helper()
	c := client(
		t,
		upstreamtest.Answer{
			URL:  base + "/data/METRO47900M47900",
			Body: read("hud/fmr_data_smallarea_METRO47900M47900_2024.trim.json"),
		},
		upstreamtest.Answer{
			URL:  base + "/data/5002199999",
			Body: read("hud/fmr_data_town_2017.json"),
		},
	)
	metro, err := c.Entity(t.Context(), "METRO47900M47900")
	if err != nil || metro.Year != 2024 || metro.Rents.Two < metro.Rents.One || metro.ByZIP["20002"].One < 1000 ||
		len(metro.ByZIP) != 2 {
		t.Errorf("%+v, %v", metro, err)
	}
	town, err := c.Entity(t.Context(), "5002199999")
	if err != nil || town.Year != 2017 || town.Rents.Three < town.Rents.Two || len(town.ByZIP) != 0 {
		t.Errorf("%+v, %v", town, err)
	}
}

func TestAnswersWithoutRents(t *testing.T) {
	for _, c := range []struct {
		why    string
		answer upstreamtest.Answer
		want   upstream.Kind
	}{
		{"a refused token", upstreamtest.Answer{Status: 401}, upstream.Unauthorized},
		{"a page that is gone", upstreamtest.Answer{Status: 404}, upstream.BadResponse},
		{"an empty body", upstreamtest.Answer{}, upstream.BadResponse},
		{"no data", upstreamtest.Answer{Body: `{"data":{}}`}, upstream.BadResponse},
		{"no year", upstreamtest.Answer{Body: `{"data":{"basicdata":{"Efficiency":1},"counties":[{"fips_code":"1"}]}}`},
			upstream.BadResponse},
		{"no rows", upstreamtest.Answer{Body: `{"data":{"year":"2026","basicdata":[],"counties":[]}}`},
			upstream.BadResponse},
	} {
		t.Run(c.why, func(t *testing.T) {
			c.answer.URL = base + "/*"
			got := client(t, c.answer)
			if _, err := got.State(t.Context(), "VA"); upstream.KindOf(err) != c.want {
				t.Errorf("a state: %v, want %s", err, c.want)
			}
			if _, err := got.Entity(t.Context(), "5100199999"); upstream.KindOf(err) != c.want {
				t.Errorf("an entity: %v, want %s", err, c.want)
			}
		})
	}
}

func TestListsAreHeldToTheirContract(t *testing.T) { samples.Each(t, listsAreHeldToTheirContract) }

func listsAreHeldToTheirContract(t *testing.T, read func(name string) string) {
	t.Helper()
	for state, file := range map[string]string{"VA": "fmr_statedata_VA_2021.json", "MA": "fmr_statedata_MA.trim.json"} {
		t.Run(file, func(t *testing.T) {
			upstreamtest.Contract{
				Answer: upstreamtest.Answer{URL: base + "/statedata/" + state, Body: read("hud/" + file)},
				Env:    map[string]string{"HUD_TOKEN": "test"},
				Required: []string{
					"data", "data.year", "data.metroareas", "data.metroareas[].code", "data.metroareas[].Two-Bedroom",
					"data.counties", "data.counties[].fips_code", "data.counties[].county_name",
					"data.counties[].town_name", "data.counties[].metro_name", "data.counties[].smallarea_status",
					"data.counties[].Efficiency", "data.counties[].One-Bedroom", "data.counties[].Two-Bedroom",
					"data.counties[].Three-Bedroom", "data.counties[].Four-Bedroom",
				},
				Optional: []string{"data.counties[].FMR Percentile"},
				Call: func(ctx context.Context, pool *upstream.Pool) error {
					_, err := New(pool).State(ctx, state)
					return err
				},
			}.Hold(t)
		})
	}
}

func TestEntitiesAreHeldToTheirContract(t *testing.T) {
	samples.Each(t, entitiesAreHeldToTheirContract)
}

func entitiesAreHeldToTheirContract(t *testing.T, read func(name string) string) {
	t.Helper()
	for file, year := range map[string]string{
		"fmr_data_smallarea_METRO47900M47900_2024.trim.json": "data.year",
		"fmr_data_town_2017.json":                            "data.basicdata.year",
	} {
		basic := strings.TrimSuffix(year, ".year")
		if basic == "data" {
			basic = "data.basicdata[]"
		}
		t.Run(file, func(t *testing.T) {
			upstreamtest.Contract{
				Answer:   upstreamtest.Answer{URL: base + "/data/X", Body: read("hud/" + file)},
				Env:      map[string]string{"HUD_TOKEN": "test"},
				Required: []string{year, "data.basicdata", basic + ".Efficiency", basic + ".Four-Bedroom"},
				Call: func(ctx context.Context, pool *upstream.Pool) error {
					_, err := New(pool).Entity(ctx, "X")
					return err
				},
			}.Hold(t)
		})
	}
}

func TestRentsAreAmounts(t *testing.T) {
	for _, raw := range []string{`0`, `-1`, `"n/a"`, `""`, `null`, `{"value":5}`} {
		if err := new(Amount).UnmarshalJSON([]byte(raw)); err == nil {
			t.Errorf("%s is a rent", raw)
		}
	}
}
