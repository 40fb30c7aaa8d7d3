package envirofacts

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/farebox/farebox/internal/samples"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

const tables = "https://data.epa.gov/dmapservice/"

func client(t *testing.T, answers ...upstreamtest.Answer) (*Client, *upstreamtest.World) {
	t.Helper()
	world := upstreamtest.New(t, answers...)
	return New(world.Pool(t, nil)), world
}

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
	`"55. 5.4.1 - UNDERGROUND CL I","57. 5.5.1 - LANDFILLS","61. 5.5.3 - SURFACE IMPNDMNT","107. TOTAL RELEASES"`

// TestColumnsByTheirNames: the numbers before the headings differ between files.
func TestColumnsByTheirNames(t *testing.T) {
	rows := "2023,F1,110,PLANT,Lead,R,Pounds,1,2,3,4,5,6,7,28\n2023,F1,110,PLANT,Dioxin,R,Grams,0,0.5,0,0,0,0,0,0.5\n" +
		"2023,F1,110,PLANT,Phenol,A,Pounds,0,0,0,0,0,0,0,0\n"
	older := strings.NewReplacer(
		`107. TOTAL`,
		`104. TOTAL`,
		`50. UNIT`,
		`47. UNIT`,
		`51. 5.1`,
		`48. 5.1`,
	).Replace(
		headings,
	)
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
		"another unit":   headings + "\n2023,F1,110,PLANT,Lead,R,Stones,1,2,3,4,5,6,7,28\n",
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
		"not published": {upstreamtest.Answer{Status: 404}, upstream.NotFound},
		"a page":        {upstreamtest.Answer{Type: "text/html", Body: "<html></html>"}, upstream.BadResponse},
		"empty":         {upstreamtest.Answer{Body: " "}, upstream.Unavailable},
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
	if emit, err := c.Emitting(t.Context()); err != nil || len(emit) != 1 || !emit["1"] {
		t.Errorf("%v %v", emit, err)
	}
	if _, err := c.Gases(t.Context()); !errors.Is(err, upstream.BadResponse) {
		t.Errorf("a dictionary without words: %v", err)
	}
}

func TestRecordedFacility(t *testing.T) {
	var list []Site
	if err := json.Unmarshal(samples.Read(t, "envirofacts/tri_facility_partial.json"), &list); err != nil ||
		list[0].ID != "60608NGNRD929WE" || list[0].Lat != "414905" || list[0].State != "" {
		t.Errorf("%+v %v", list, err)
	}
}

// BenchmarkFile is the reading of a large state's file: 8,000 rows.
func BenchmarkFile(b *testing.B) {
	body := []byte(headings + "\n" + strings.Repeat("2023,F1,110,PLANT,Lead,R,Pounds,1,2,3,4,5,6,7,28\n", 8000))
	for b.Loop() {
		if _, err := readReleases(body); err != nil {
			b.Fatal(err)
		}
	}
}
