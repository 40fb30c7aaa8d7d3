package envirofacts

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

const tables = "https://data.epa.gov/dmapservice/"

var client = upstreamtest.Over(New)

// TestAnEmptyBodyIsNoEmptyList: the warehouse sends it in place of an answer, so that it is asked again.
func TestAnEmptyBodyIsNoEmptyList(t *testing.T) {
	for why, c := range map[string]struct {
		answer upstreamtest.Answer
		kind   upstream.Kind
		asked  int
	}{
		"empty":     {upstreamtest.Answer{Body: " \n"}, upstream.Unavailable, 2},
		"down":      {upstreamtest.Answer{Status: 500}, upstream.Unavailable, 2},
		"a page":    {upstreamtest.Answer{Type: "text/html", Body: "<html></html>"}, upstream.BadResponse, 1},
		"cut short": {upstreamtest.Answer{Body: `[{"tri_facility_id":`}, upstream.BadResponse, 1},
		"an object": {upstreamtest.Answer{Body: `{"error":"x"}`}, upstream.BadResponse, 1},
	} {
		c.answer.URL = tables + "*"
		client, world := client(t, c.answer)
		if _, err := client.SitesBy(t.Context(), "facility_name", "X", ""); !errors.Is(err, c.kind) ||
			len(world.Asked()) != c.asked {
			t.Errorf("%s: %v, asked %d times", why, err, len(world.Asked()))
		}
	}
	c, _ := client(t, upstreamtest.Answer{URL: tables + "*", Body: "[]"})
	if list, err := c.SitesBy(t.Context(), "facility_name", "X", "IL"); err != nil || len(list) != 0 {
		t.Errorf("%v %v", list, err)
	}
}

func TestPathsOfQueries(t *testing.T) {
	c, world := client(t, upstreamtest.Answer{URL: tables + "*", Body: "[]"})
	_, _ = c.EmittersBy(t.Context(), "parent_company", "A B/C", "TX")
	_, _ = c.SitesBy(t.Context(), "facility_name", "O'NEAL", "")
	_, _ = c.Emissions(t.Context(), "2023", []string{"1", "2", "3", "4", "5", "6", "7", "8"})
	asked := strings.Join(world.Asked(), "\n")
	for _, want := range []string{
		"ghg.pub_dim_facility/parent_company/contains/A%20B%2FC/and/state/equals/TX/sort/year:desc/1:1000/JSON",
		"tri.tri_facility/facility_name/contains/O%27NEAL/1:1000/JSON",
		"facility_id/in/1,2,3,4,5,6,7/and/year/equals/2023/1:1000/JSON",
		"facility_id/in/8/and/year/equals/2023/1:1000/JSON",
	} {
		if !strings.Contains(strings.ReplaceAll(asked, "'", "%27"), want) {
			t.Errorf("no %s in\n%s", want, asked)
		}
	}
}

const headings = `"1. YEAR","2. TRIFD","3. FRS ID","4. FACILITY NAME","37. CHEMICAL","49. FORM TYPE",` +
	`"50. UNIT OF MEASURE","51. 5.1 - FUGITIVE AIR","52. 5.2 - STACK AIR","53. 5.3 - WATER","54. 5.4 - UNDERGROUND",` +
	`"55. 5.4.1 - UNDERGROUND CL I","57. 5.5.1 - LANDFILLS","61. 5.5.3 - SURFACE IMPNDMNT",` +
	`"88. OFF-SITE RELEASE TOTAL","107. TOTAL RELEASES"`

// TestColumnsByTheirNames: the numbers before the headings differ between files.
func TestColumnsByTheirNames(t *testing.T) {
	rows := "2023,F1,110,PLANT,Lead,R,Pounds,1,2,3,4,5,6,7,0,28\n2023,F1,110,PLANT,Dioxin,R,Grams,0,0.5,0,0,0,0,0,0,0.5\n" +
		"2023,F1,110,PLANT,Phenol,A,Pounds,0,0,0,0,0,0,0,0,0\n"
	older := strings.NewReplacer(`107. TOTAL`, `104. TOTAL`, `50. UNIT`, `47. UNIT`, `51. 5.1`, `48. 5.1`).Replace(headings)
	for _, head := range []string{headings, older, "\ufeff" + headings} {
		list, err := readReleases([]byte(head + "\n" + rows))
		if err != nil || len(list) != 3 {
			t.Fatalf("%+v %v", list, err)
		}
		if r := list[0]; r.Site != "F1" || r.Air != 3 || r.Water != 3 || r.Underground != 9 || r.Land != 13 ||
			r.Total != 28 {
			t.Errorf("%+v", r)
		}
		if !list[1].Grams || list[1].Total != 0.5 || !list[2].FormA || list[2].Grams {
			t.Errorf("%+v", list[1:])
		}
	}
}

func TestTablesThatAreNone(t *testing.T) {
	for why, body := range map[string]string{
		"another form":   headings + "\n2023,F1,110,PLANT,Lead,B,Pounds,1,2,3,4,5,6,7,0,28\n",
		"no number":      headings + "\n2023,F1,110,PLANT,Lead,R,Pounds,1,n/a,3,4,5,6,7,0,28\n",
		"a short row":    headings + "\n2023,F1,110,PLANT,Lead,R,Pounds,1,2\n",
		"no water":       strings.Replace(headings, "5.3 - WATER", "RIVERS", 1) + "\n",
		"no form":        strings.Replace(headings, "FORM TYPE", "FORM", 1) + "\n",
		"another unit":   headings + "\n2023,F1,110,PLANT,Lead,R,Stones,1,2,3,4,5,6,7,0,28\n",
		"columns gone":   `"1. YEAR","2. TRIFD"` + "\n2023,F1\n",
		"nothing at all": "",
	} {
		if list, err := readReleases([]byte(body)); err == nil {
			t.Errorf("%s: %+v", why, list)
		}
	}
	file := "https://data.epa.gov/efservice/downloads/tri/mv_tri_basic_download/2023_LA/csv"
	for why, c := range map[string]struct {
		answer upstreamtest.Answer
		kind   upstream.Kind
	}{
		"not published, or moved": {upstreamtest.Answer{Status: 404}, upstream.BadResponse},
		"a page":                  {upstreamtest.Answer{Type: "text/html", Body: "<html></html>"}, upstream.BadResponse},
		"empty":                   {upstreamtest.Answer{Body: " "}, upstream.Unavailable},
	} {
		c.answer.URL = file
		client, _ := client(t, c.answer)
		if _, err := client.Releases(t.Context(), "LA", 2023); !errors.Is(err, c.kind) {
			t.Errorf("%s: %v, want %s", why, err, c.kind)
		}
	}
}

// TestOnlyEmittersEmit: suppliers and injection of CO2 are left out.
func TestOnlyEmittersEmit(t *testing.T) {
	c, _ := client(t,
		upstreamtest.Answer{URL: tables + "ghg.pub_dim_subpart/*", Body: `[{"subpart_id":1,"subpart_type":"E"},
			{"subpart_id":"38","subpart_type":"S"},{"subpart_id":45,"subpart_type":"I"}]`},
		upstreamtest.Answer{URL: tables + "*", Body: "[]"},
	)
	if emit, err := c.Emitting(t.Context()); err != nil || len(emit) != 3 || !emit["1"] || emit["38"] || emit["45"] {
		t.Errorf("%v %v", emit, err)
	}
	if _, err := c.Gases(t.Context()); !errors.Is(err, upstream.BadResponse) {
		t.Errorf("a dictionary without words: %v", err)
	}
}

func TestRowsHoldToTheirContract(t *testing.T) {
	for _, c := range []struct {
		path, body         string
		call               func(context.Context, *Client) error
		required, optional []string
	}{
		{"ghg.pub_dim_facility/facility_name/contains/X/sort/year:desc/1:1000/JSON",
			`[{"facility_id":1,"year":2023,"facility_name":"X","reporting_status":null}]`,
			func(ctx context.Context, c *Client) error {
				_, err := c.EmittersBy(ctx, "facility_name", "X", "")
				return err
			},
			[]string{"[].facility_id", "[].year", "[].facility_name"}, []string{"[].reporting_status"}},
		{"ghg.pub_facts_subp_ghg_emission/facility_id/in/1/and/year/equals/2023/1:1000/JSON",
			`[{"facility_id":1,"sub_part_id":1,"gas_id":null,"co2e_emission":null}]`,
			func(ctx context.Context, c *Client) error {
				_, err := c.Emissions(ctx, "2023", []string{"1"})
				return err
			},
			[]string{"[].facility_id", "[].sub_part_id", "[].gas_id", "[].co2e_emission"}, nil},
		{"ghg.pub_dim_subpart/1:200/JSON", `[{"subpart_id":1,"subpart_type":"E"}]`,
			func(ctx context.Context, c *Client) error {
				_, err := c.Emitting(ctx)
				return err
			},
			[]string{"[].subpart_id", "[].subpart_type"}, nil},
		{"ghg.pub_dim_ghg/1:100/JSON", `[{"gas_id":1,"gas_code":"CO2"}]`,
			func(ctx context.Context, c *Client) error {
				_, err := c.Gases(ctx)
				return err
			},
			[]string{"[].gas_id", "[].gas_code"}, nil},
		{"tri.tri_facility/facility_name/contains/X/1:1000/JSON",
			`[{"tri_facility_id":"1","facility_name":"X","state_abbr":"LA","fac_latitude":null}]`,
			func(ctx context.Context, c *Client) error {
				_, err := c.SitesBy(ctx, "facility_name", "X", "")
				return err
			},
			[]string{"[].tri_facility_id", "[].facility_name", "[].state_abbr"}, []string{"[].fac_latitude"}},
	} {
		t.Run(c.path, func(t *testing.T) {
			upstreamtest.Contract{
				Answer:   upstreamtest.Answer{URL: tables + c.path, Body: c.body},
				Call:     func(ctx context.Context, pool *upstream.Pool) error { return c.call(ctx, New(pool)) },
				Required: c.required,
				Optional: c.optional,
			}.Hold(t)
		})
	}
}

func TestSourceCategoryOfAnotherSortIsNotPassedOver(t *testing.T) {
	c, _ := client(t, upstreamtest.Answer{URL: tables + "*", Body: `[{"subpart_id":1,"subpart_type":"E"},
{"subpart_id":2,"subpart_type":"X"}]`})
	if _, err := c.Emitting(t.Context()); !errors.Is(err, upstream.BadResponse) {
		t.Error(err)
	}
}

// BenchmarkFile is the reading of a large state's file: 8,000 rows.
func BenchmarkFile(b *testing.B) {
	body := []byte(headings + "\n" + strings.Repeat("2023,F1,110,PLANT,Lead,R,Pounds,1,2,3,4,5,6,7,0,28\n", 8000))
	for b.Loop() {
		if _, err := readReleases(body); err != nil {
			b.Fatal(err)
		}
	}
}

// TestRowsThatFillThePageAreNotAllEmissions: their sum would be too low.
func TestRowsThatFillThePageAreNotAllEmissions(t *testing.T) {
	row := `{"facility_id":1,"sub_part_id":1,"gas_id":1,"co2e_emission":1}`
	c, _ := client(t, upstreamtest.Answer{URL: tables + "*", Body: "[" + strings.Repeat(row+",", MaxRows-1) + row + "]"})
	if _, err := c.Emissions(t.Context(), "2023", []string{"1"}); !errors.Is(err, upstream.BadResponse) ||
		!strings.Contains(err.Error(), "fill the page") {
		t.Error(err)
	}
}
