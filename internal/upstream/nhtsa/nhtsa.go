// Package nhtsa reads what the National Highway Traffic Safety Administration has about models of vehicles: recall
// campaigns, complaints of owners, and ratings of crash tests. Each of the three has its own names of models.
package nhtsa

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/scalar"
)

// Provider is the public API, which refuses the User-Agents of stock libraries.
var Provider = upstream.Provider{
	Name:          "nhtsa",
	Undated:       true,
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
func New(pool *upstream.Pool) *Client { return &Client{pool.ProbedClient(Provider, probe)} }

// probe asks for the rating of a car of 2019.
func probe(ctx context.Context, u *upstream.Client) error {
	rating, err := (&Client{u}).Rating(ctx, 13679)
	return upstream.Fact(err, "OverallRating", "5", func() any { return rating.Overall })
}

// Recall is a campaign. What a flag does not say is empty, as in campaigns before about 2000; the rest is in all of 269
// recorded rows.
type Recall struct {
	Campaign    string      `json:"NHTSACampaignNumber"`
	Received    string      `json:"ReportReceivedDate"` // day, month, year: "24/03/2021"
	Component   string      `json:"Component"`          // levels, with a colon between them
	Summary     string      `json:"Summary"`
	Consequence string      `json:"Consequence"`
	Remedy      string      `json:"Remedy"`
	ModelYear   scalar.Text `json:"ModelYear"`
	Make        string      `json:"Make,omitempty" asked:"make"`
	Model       string      `json:"Model" asked:"model"`
	ParkIt      scalar.Text `json:"parkIt,omitempty"`
	ParkOutside scalar.Text `json:"parkOutSide,omitempty"`
	OverTheAir  scalar.Text `json:"overTheAirUpdate,omitempty"`
}

// flagged is the year from which campaigns have the flags that say not to drive or park.
const flagged = "2010"

// unflagged is the flag that none of the newer campaigns has, "" when there is no such flag.
func unflagged(rows []Recall) string {
	newer := slices.DeleteFunc(slices.Clone(rows), func(r Recall) bool {
		return len(r.Received) < len(flagged) || r.Received[len(r.Received)-len(flagged):] < flagged
	})
	if len(newer) == 0 {
		return ""
	}
	switch {
	case !slices.ContainsFunc(newer, func(r Recall) bool { return Flag(r.ParkIt) != nil }):
		return "parkIt"
	case !slices.ContainsFunc(newer, func(r Recall) bool { return Flag(r.ParkOutside) != nil }):
		return "parkOutSide"
	}
	return ""
}

// Complaint is what an owner reported, unverified. All its members are in each of 11,829 recorded rows.
type Complaint struct {
	Number     scalar.Text `json:"odiNumber" contract:"key"`
	Crash      Truth       `json:"crash"`
	Fire       Truth       `json:"fire"`
	Injuries   scalar.Int  `json:"numberOfInjuries"`
	Deaths     scalar.Int  `json:"numberOfDeaths"`
	Filed      string      `json:"dateComplaintFiled"` // month, day, year: "12/09/2024"
	Components string      `json:"components"`         // commas between them have no blank, those of names do
	Products   []struct {
		Type  string      `json:"type"` // Vehicle, Tire, Equipment
		Year  scalar.Text `json:"productYear,omitempty"`
		Make  string      `json:"productMake,omitempty"`
		Model string      `json:"productModel,omitempty"`
	} `json:"products"`
}

// Truth is a truth value in any of the forms that [Flag] knows, and in no other.
type Truth bool

// UnmarshalJSON reads true, "True" and "Y".
func (v *Truth) UnmarshalJSON(raw []byte) error {
	var text scalar.Text
	if err := json.Unmarshal(raw, &text); err != nil {
		return err
	}
	is := Flag(text)
	if is == nil {
		return fmt.Errorf("%.20s is neither true nor false", raw)
	}
	*v = Truth(*is)
	return nil
}

// Variant is a trim or body of a model that was rated.
type Variant struct {
	ID          scalar.Int `json:"VehicleId" contract:"key"`
	Description string     `json:"VehicleDescription"`
}

// Rating is the rating of a variant. Stars are "1" to "5", or "Not Rated". Those of single tests may be absent.
type Rating struct {
	ID             scalar.Int  `json:"VehicleId" asked:"/SafetyRatings/VehicleId/{}"`
	Description    string      `json:"VehicleDescription"`
	Make           string      `json:"Make,omitempty"`
	Model          string      `json:"Model,omitempty"`
	Overall        scalar.Text `json:"OverallRating"`
	Front          scalar.Text `json:"OverallFrontCrashRating,omitempty"`
	Side           scalar.Text `json:"OverallSideCrashRating,omitempty"`
	Rollover       scalar.Text `json:"RolloverRating,omitempty"`
	RolloverChance scalar.Text `json:"RolloverPossibility,omitempty"` // a share: 0.134
	Investigations scalar.Int  `json:"InvestigationCount"`
}

// NotRated stands in place of stars.
const NotRated = "Not Rated"

// Flag is a truth value in any of the forms that it comes in, nil if there is none.
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
	return list(ctx, request, func(rows []Recall) error {
		if flag := unflagged(rows); flag != "" {
			return upstream.Drifted("results[]."+flag, "true or false", "nothing")
		}
		return nil
	})
}

// Complaints gives the complaints about a model year, in no order. None is an empty list, and so is a model of another
// name.
func (c *Client) Complaints(ctx context.Context, maker, model string, year int) ([]Complaint, error) {
	request := c.c.Get("/complaints/complaintsByVehicle").
		Query("make", maker).
		Query("model", model).
		Query("modelYear", strconv.Itoa(year)).
		TTL(complaintsTTL)
	return list[Complaint](ctx, request, nil)
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
	return list[Variant](ctx, request, nil)
}

// Rating gives the rating of a variant.
func (c *Client) Rating(ctx context.Context, id int64) (*Rating, error) {
	request := c.c.Get("/SafetyRatings/VehicleId/{}", strconv.FormatInt(id, 10)).TTL(ratingsTTL)
	ratings, err := list(ctx, request, func(ratings []Rating) error {
		if len(ratings) == 0 {
			return upstream.BadResponse.Errorf("a variant without its rating")
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return &ratings[0], nil
}

func names(ctx context.Context, request *upstream.Request) ([]string, error) {
	type named struct {
		Make  string `json:"make,omitempty" asked:"make /SafetyRatings/modelyear/{}/make/{}"`
		Model string `json:"model"`
	}
	rows, err := list[named](ctx, request, nil)
	if err != nil {
		return nil, err
	}
	models := []string{}
	for _, row := range rows {
		models = append(models, row.Model)
	}
	return models, nil
}

// list reads the rows of an answer, which check may refuse. HTTP 400 with a list of no rows is the API's way of having
// none (recorded by ten readers); any other 400 is an error.
func list[T any](ctx context.Context, request *upstream.Request, check func([]T) error) ([]T, error) {
	type answer struct {
		Count   scalar.Int `json:"Count,omitempty"` // one reader saw an answer without it
		Results []T        `json:"Results"`         // or "results", as Count
	}
	var came answer

	_, err := request.AcceptStatus(http.StatusBadRequest).Check(func(resp *upstream.Response) error {
		var read answer
		if err := resp.JSON(&read); err != nil {
			return err
		}
		if len(read.Results) == 0 && read.Count > 0 {
			return upstream.BadResponse.Errorf("none of %d rows is given", read.Count)
		}
		if check == nil {
			return nil
		}
		return check(read.Results)
	}).JSON(ctx, &came)

	return came.Results, err
}
