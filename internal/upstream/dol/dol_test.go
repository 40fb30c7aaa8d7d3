package dol

import (
	"context"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

func TestRowsAreHeldToTheirContracts(t *testing.T) {
	for _, c := range []struct {
		table, body string
		required    []string
		read        func(*Client) error
	}{
		{
			"inspection", `{"data":[{"activity_nr":1,"estab_name":"A","site_city":null,"site_state":"KS","naics_code":null,
"insp_type":"B","open_date":"2017-04-05T00:00:00","close_case_date":null}]}`,
			[]string{
				"data", "data[].activity_nr", "data[].estab_name", "data[].site_state", "data[].insp_type",
				"data[].open_date", "data[].close_case_date",
			},
			func(c *Client) error { _, err := c.Inspections(t.Context(), []string{"%A%"}, "", 10); return err },
		},
		{
			"violation", `{"data":[{"activity_nr":1,"citation_id":"01001","viol_type":"S","issuance_date":"2024-12-06T00:00:00",
"initial_penalty":11754,"current_penalty":9403,"delete_flag":null}]}`,
			[]string{
				"data", "data[].activity_nr", "data[].viol_type", "data[].issuance_date",
				"data[].initial_penalty", "data[].current_penalty", "data[].delete_flag",
			},
			func(c *Client) error { _, err := c.Violations(t.Context(), []int64{1}, 10); return err },
		},
	} {
		t.Run(c.table, func(t *testing.T) {
			upstreamtest.Contract{
				Answer: upstreamtest.Answer{
					URL:  Provider.BaseURL + "/get/OSHA/" + c.table + "/json",
					Body: c.body,
				},
				Env:      map[string]string{"DOL_API_KEY": "k"},
				Required: c.required,
				Call:     func(_ context.Context, pool *upstream.Pool) error { return c.read(New(pool)) },
			}.Hold(t)
		})
	}
}

func TestPatternsFindNamesAsInspectorsWriteThem(t *testing.T) {
	for _, c := range []struct {
		name   string
		fit    []string
		others []string
	}{
		{"Bob's Mill", []string{"BOB'S MILL", "BOBS MILL, INC."}, []string{"BOB MILLER"}},
		{"Johnson & Johnson", []string{"JOHNSON & JOHNSON", "JOHNSON AND JOHNSON"}, []string{"JOHNSON CONTROLS"}},
		{"Johnson and Johnson", []string{"JOHNSON & JOHNSON"}, nil},
		{"J.B. Hunt", []string{"J.B. HUNT TRANSPORT", "JB HUNT", "J B HUNT"}, []string{"HUNT, J.B."}},
		{"L'Oréal USA", []string{"L'OREAL USA, INC.", "LOREAL USA"}, nil},
		{"AT&T", []string{"AT&T", "AT&T CORP", "DISH OR AT&T"}, []string{"ATLANTIC", "FLAT&TALL"}},
		{"U.P.S.", []string{"UPS", "UPS, INC.", "317731489 - UPS"}, []string{"GROUPS"}},
	} {
		found := func(name string) bool {
			return slices.ContainsFunc(Patterns(c.name), func(pattern string) bool {
				ok, err := path.Match(strings.ReplaceAll(pattern, "%", "*"), name)
				return err == nil && ok && fits(pattern, name)
			})
		}
		for _, name := range c.fit {
			if !found(name) {
				t.Errorf("%s does not find %s: %q", c.name, name, Patterns(c.name))
			}
		}
		for _, name := range c.others {
			if found(name) {
				t.Errorf("%s finds %s: %q", c.name, name, Patterns(c.name))
			}
		}
	}
}

func TestRowsThatWereNotAskedForAreRefused(t *testing.T) {
	const url = "https://apiprod.dol.gov/v4/get/OSHA/"
	world := upstreamtest.New(t,
		upstreamtest.Answer{
			URL: url + "inspection/json",
			Body: `{"data":[{"activity_nr":1,"estab_name":"ACME TOOLS, INC.","site_city":null,"site_state":"KS",
"naics_code":null,"insp_type":"B","open_date":"2017-04-05T00:00:00","close_case_date":null}]}`,
		},
		upstreamtest.Answer{
			URL: url + "violation/json",
			Body: `{"data":[{"activity_nr":1,"citation_id":"01001","viol_type":"S","issuance_date":null,"initial_penalty":1,
"current_penalty":1,"delete_flag":null}]}`,
		})
	c := New(world.Pool(t, map[string]string{"DOL_API_KEY": "k"}))
	for _, one := range []struct {
		name, state string
		taken       bool
	}{
		{"Acme Tools", "", true}, {"Acme Tools", "KS", true}, {"Acme Tools", "TX", false}, {"Tools Acme", "", false},
	} {
		if _, err := c.Inspections(t.Context(), Patterns(one.name), one.state, 10); (err == nil) != one.taken {
			t.Errorf("%v: %v", one, err)
		}
	}
	if _, query, _ := strings.Cut(world.Asked()[0], "?"); !strings.Contains(query, "X-API-KEY=k") {
		t.Errorf("the key is not in the address, where the guide has it: %s", query)
	}
	if _, err := c.Violations(t.Context(), []int64{2}, 10); upstream.KindOf(err) != upstream.BadResponse {
		t.Errorf("violations of another inspection: %v", err)
	}
}
