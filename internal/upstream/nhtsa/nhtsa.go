// Package nhtsa reads what the National Highway Traffic Safety Administration has about models of vehicles: recall
// campaigns, complaints of owners, and ratings of crash tests. Each of the three has its own names of models.
package nhtsa

import (
	"context"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/scalar"
)

// Provider is the public API, which refuses the User-Agents of stock libraries.
var Provider = upstream.Provider{
	Name:          "nhtsa",
	Undeclared:    true,
	BaseURL:       "https://api.nhtsa.gov",
	Docs:          "https://www.nhtsa.gov/nhtsa-datasets-and-apis",
	Attribution:   "National Highway Traffic Safety Administration (NHTSA)",
	Terms:         "public domain (US Government work)",
	Checked:       "recorded 2024-12: rows of recalls and complaints, and a rating; lists of models by descriptions",
	RatePerMinute: 120,
	Burst:         12,
	TTL:           6 * time.Hour,
	StaleFor:      24 * time.Hour,
	Timeout:       20 * time.Second,
	MaxBytes:      24 << 20,
}

const (
	complaintsTTL = 24 * time.Hour
	ratingsTTL    = 7 * 24 * time.Hour
)

// The lists of models: of recalls, and of complaints.
const (
	OfRecalls    = "r"
	OfComplaints = "c"
)

// Client calls the API.
type Client struct{ c *upstream.Client }

// New makes a client.
func New(pool *upstream.Pool) *Client { return &Client{pool.Client(Provider)} }

// Recall is a campaign. What a flag does not say is nil, as in campaigns before about 2000.
type Recall struct {
	Campaign     string      `json:"NHTSACampaignNumber"`
	Received     string      `json:"ReportReceivedDate"` // day, month, year: "24/03/2021"
	Component    string      `json:"Component"`          // levels, with a colon between them
	Summary      string      `json:"Summary"`
	Consequence  string      `json:"Consequence"`
	Remedy       string      `json:"Remedy"`
	ModelYear    scalar.Text `json:"ModelYear"`
	Model        string      `json:"Model"`
	ParkIt       scalar.Text `json:"parkIt"`
	ParkOutside  scalar.Text `json:"parkOutSide"`
	OverTheAir   scalar.Text `json:"overTheAirUpdate"`
	Manufacturer string      `json:"Manufacturer"`
}

// Complaint is what an owner reported, unverified.
type Complaint struct {
	Number     scalar.Text `json:"odiNumber"`
	Crash      scalar.Text `json:"crash"`
	Fire       scalar.Text `json:"fire"`
	Injuries   scalar.Text `json:"numberOfInjuries"`
	Deaths     scalar.Text `json:"numberOfDeaths"`
	Filed      string      `json:"dateComplaintFiled"` // month, day, year: "12/09/2024"
	Components string      `json:"components"`         // commas between them have no blank, those of names do
	Products   []struct {
		Type string      `json:"type"` // Vehicle, Tire, Equipment
		Year scalar.Text `json:"productYear"`
	} `json:"products"`
}

// Variant is a trim or body of a model that was rated.
type Variant struct {
	ID          scalar.Text `json:"VehicleId"`
	Description string      `json:"VehicleDescription"`
}

// Rating is the rating of a variant. Stars are "1" to "5", or "Not Rated".
type Rating struct {
	ID             scalar.Text `json:"VehicleId"`
	Description    string      `json:"VehicleDescription"`
	Overall        scalar.Text `json:"OverallRating"`
	Front          scalar.Text `json:"OverallFrontCrashRating"`
	Side           scalar.Text `json:"OverallSideCrashRating"`
	Rollover       scalar.Text `json:"RolloverRating"`
	RolloverChance scalar.Text `json:"RolloverPossibility"` // a share: 0.134
	Investigations scalar.Text `json:"InvestigationCount"`
}

// Flag is a truth value in any of the forms that it comes in, nil for none.
func Flag(text scalar.Text) *bool {
	switch strings.ToLower(string(text)) {
	case "true":
		return new(true)
	case "false":
		return new(false)
	}
	return text.Flag()
}

// Recalls gives the campaigns of a model year, in no order. None is an empty list, and so is a model of another name.
func (c *Client) Recalls(ctx context.Context, maker, model string, year int) ([]Recall, error) {
	request := c.c.Get("/recalls/recallsByVehicle").
		Query("make", maker).
		Query("model", model).
		Query("modelYear", strconv.Itoa(year))
	return list[Recall](ctx, request, func(r Recall) bool { return r.Campaign != "" })
}

// Complaints gives the complaints about a model year, in no order. None is an empty list, and so is a model of another
// name.
func (c *Client) Complaints(ctx context.Context, maker, model string, year int) ([]Complaint, error) {
	request := c.c.Get("/complaints/complaintsByVehicle").
		Query("make", maker).
		Query("model", model).
		Query("modelYear", strconv.Itoa(year)).
		TTL(complaintsTTL)
	return list[Complaint](ctx, request, func(c Complaint) bool { return c.Number != "" })
}

// Models gives the names of models of a make and year that there are recalls or complaints about. A model without any
// is not among them.
func (c *Client) Models(ctx context.Context, maker string, year int, of string) ([]string, error) {
	request := c.c.Get("/products/vehicle/models").
		Query("modelYear", strconv.Itoa(year)).
		Query("make", maker).
		Query("issueType", of).
		TTL(complaintsTTL)
	return names(ctx, request)
}

// RatedModels gives the names of the models of a make and year in the ratings.
func (c *Client) RatedModels(ctx context.Context, maker string, year int) ([]string, error) {
	return names(ctx, c.c.Get("/SafetyRatings/modelyear/{}/make/{}", strconv.Itoa(year), maker).TTL(ratingsTTL))
}

// Variants gives the variants of a model that the ratings have.
func (c *Client) Variants(ctx context.Context, maker, model string, year int) ([]Variant, error) {
	request := c.c.Get("/SafetyRatings/modelyear/{}/make/{}/model/{}", strconv.Itoa(year), maker, model).TTL(ratingsTTL)
	return list[Variant](ctx, request, func(v Variant) bool { return v.ID != "" })
}

// Rating gives the rating of a variant.
func (c *Client) Rating(ctx context.Context, id string) (*Rating, error) {
	request := c.c.Get("/SafetyRatings/VehicleId/{}", id).TTL(ratingsTTL)
	ratings, err := list[Rating](ctx, request, func(r Rating) bool { return r.Overall != "" })
	if err != nil {
		return nil, err
	}
	if len(ratings) == 0 {
		return nil, upstream.BadResponse.Errorf("a variant without its rating")
	}
	return &ratings[0], nil
}

func names(ctx context.Context, request *upstream.Request) ([]string, error) {
	type named struct {
		Model string `json:"model"`
	}
	rows, err := list[named](ctx, request, func(n named) bool { return n.Model != "" })
	if err != nil {
		return nil, err
	}
	models := []string{}
	for _, row := range rows {
		models = append(models, row.Model)
	}
	return models, nil
}

// list reads the rows of an answer. HTTP 400 with a list of no rows is the API's way of having none; any other 400 is
// an error.
func list[T any](ctx context.Context, request *upstream.Request, whole func(T) bool) ([]T, error) {
	read := func(resp *upstream.Response) ([]T, error) {
		var answer struct {
			Results *[]T `json:"results"` // or "Results"
		}
		if err := resp.JSON(&answer); err != nil {
			return nil, err
		}
		if answer.Results == nil {
			return nil, upstream.BadResponse.Errorf("an answer without a list (HTTP %d)", resp.Status)
		}
		for i, row := range *answer.Results {
			if !whole(row) {
				return nil, upstream.BadResponse.Errorf("row %d is not what it should be", i+1)
			}
		}
		return *answer.Results, nil
	}

	resp, err := request.
		AcceptStatus(http.StatusBadRequest).
		Check(func(resp *upstream.Response) error {
			_, err := read(resp)
			return err
		}).
		Do(ctx)
	if upstream.KindOf(err) == upstream.NotFound {
		return nil, upstream.BadResponse.Errorf("the list is gone: %v", err)
	}
	if err != nil {
		return nil, err
	}
	return read(resp)
}
