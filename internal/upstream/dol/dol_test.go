package dol

import (
	"context"
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
			"violation", `[{"activity_nr":1,"citation_id":"01001","viol_type":"S","issuance_date":"2024-12-06T00:00:00",
"initial_penalty":11754,"current_penalty":9403,"delete_flag":null}]`,
			[]string{
				"[].activity_nr", "[].viol_type", "[].issuance_date", "[].initial_penalty", "[].current_penalty",
				"[].delete_flag",
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

func TestRowsThatWereNotAskedForAreRefused(t *testing.T) {
	const url = "https://apiprod.dol.gov/v4/get/OSHA/"
	world := upstreamtest.New(t,
		upstreamtest.Answer{
			URL: url + "inspection/json",
			Body: `[{"activity_nr":1,"estab_name":"ACME TOOLS, INC.","site_city":null,"site_state":"KS","naics_code":null,
"insp_type":"B","open_date":"2017-04-05T00:00:00","close_case_date":null}]`,
		},
		upstreamtest.Answer{
			URL: url + "violation/json",
			Body: `[{"activity_nr":1,"citation_id":"01001","viol_type":"S","issuance_date":null,"initial_penalty":1,
"current_penalty":1,"delete_flag":null}]`,
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
	if _, err := c.Violations(t.Context(), []int64{2}, 10); upstream.KindOf(err) != upstream.BadResponse {
		t.Errorf("violations of another inspection: %v", err)
	}
}
