package nhtsa

import (
	"context"
	"net/http"
	"testing"

	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

func TestAnswersAreHeldToTheirContracts(t *testing.T) {
	for _, c := range []struct {
		why, path, body    string
		required, optional []string
		read               func(*Client) error
	}{
		{
			"recalls", "/recalls/recallsByVehicle",
			`{"Count":1,"Results":[{"NHTSACampaignNumber":"20V1","ReportReceivedDate":"24/03/2021","Component":"ENGINE",
"Summary":"","Consequence":"","Remedy":"","ModelYear":"2020","Model":"X","Manufacturer":"Y","parkIt":false,
"parkOutSide":true,"overTheAirUpdate":false}]}`,
			[]string{
				"Results", "Results[].NHTSACampaignNumber", "Results[].ReportReceivedDate", "Results[].Component",
				"Results[].ModelYear", "Results[].parkIt", "Results[].parkOutSide",
			},
			[]string{"Count", "Results[].overTheAirUpdate"},
			func(c *Client) error { _, err := c.Recalls(t.Context(), "m", "x", 2020); return err },
		},
		{
			"old recalls, before there were flags", "/recalls/recallsByVehicle",
			`{"Results":[{"NHTSACampaignNumber":"94V1","ReportReceivedDate":"09/06/1994","Component":"ENGINE","Summary":"",
"Consequence":"","Remedy":"","ModelYear":"1987","Model":"X","Manufacturer":"Y","parkIt":false}]}`,
			nil, []string{"Results[].parkIt"},
			func(c *Client) error { _, err := c.Recalls(t.Context(), "m", "x", 1987); return err },
		},
		{
			"complaints", "/complaints/complaintsByVehicle",
			`{"count":1,"results":[{"odiNumber":1,"crash":false,"fire":true,"numberOfInjuries":1,"numberOfDeaths":0,
"dateComplaintFiled":"12/09/2024","components":"ENGINE","products":[{"type":"Vehicle","productYear":"2020"}]}]}`,
			[]string{
				"results", "results[].odiNumber", "results[].crash", "results[].fire", "results[].numberOfInjuries",
				"results[].numberOfDeaths", "results[].dateComplaintFiled", "results[].components", "results[].products",
			},
			[]string{"results[].products[].productYear"},
			func(c *Client) error { _, err := c.Complaints(t.Context(), "m", "x", 2020); return err },
		},
		{
			"rating", "/SafetyRatings/VehicleId/7",
			`{"Results":[{"VehicleId":7,"VehicleDescription":"X","OverallRating":"5","RolloverRating":"4",
"InvestigationCount":1}]}`,
			[]string{"Results[].VehicleId", "Results[].OverallRating", "Results[].InvestigationCount"},
			[]string{"Results[].RolloverRating"},
			func(c *Client) error { _, err := c.Rating(t.Context(), 7); return err },
		},
		{
			"variants", "/SafetyRatings/modelyear/2020/make/m/model/x",
			`{"Results":[{"VehicleId":7,"VehicleDescription":"X"}]}`, []string{"Results[].VehicleId"}, nil,
			func(c *Client) error { _, err := c.Variants(t.Context(), "m", "x", 2020); return err },
		},
		{
			"models", "/products/vehicle/models", `{"results":[{"model":"X"}]}`, []string{"results[].model"}, nil,
			func(c *Client) error { _, err := c.Models(t.Context(), "m", 2020, OfRecalls); return err },
		},
	} {
		t.Run(c.why, func(t *testing.T) {
			upstreamtest.Contract{
				Answer:    upstreamtest.Answer{URL: Provider.BaseURL + c.path, Body: c.body},
				Differing: []string{"Results[].ModelYear"}, // the route leaves out those of other years
				Required:  c.required,
				Optional:  c.optional,
				Call:      func(_ context.Context, pool *upstream.Pool) error { return c.read(New(pool)) },
			}.Hold(t)
		})
	}
}

func TestNoRowsAreToldFromRowsThatDidNotCome(t *testing.T) {
	for _, c := range []struct {
		why    string
		status int
		body   string
		want   upstream.Kind
	}{
		{"none, as HTTP 400", http.StatusBadRequest, `{"Count":0,"Message":"Results returned successfully","results":[]}`, ""},
		{"none", http.StatusOK, `{"Count":0,"results":[]}`, ""},
		{"some, and no rows", http.StatusOK, `{"Count":3,"results":[]}`, upstream.BadResponse},
		{"another refusal", http.StatusBadRequest, `{"message":"bad"}`, upstream.BadResponse},
		{"deaths that are no number", http.StatusOK, `{"results":[{"odiNumber":1,"crash":"maybe"}]}`, upstream.BadResponse},
	} {
		t.Run(c.why, func(t *testing.T) {
			world := upstreamtest.New(t, upstreamtest.Answer{
				URL:    Provider.BaseURL + "/complaints/complaintsByVehicle",
				Status: c.status,
				Body:   c.body,
			})
			_, err := New(world.Pool(t, nil)).Complaints(t.Context(), "m", "x", 2020)
			if upstream.KindOf(err) != c.want {
				t.Errorf("%v, want %s", err, c.want)
			}
		})
	}
}
