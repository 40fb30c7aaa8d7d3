// Package dimo reads vehicles and rewards of the DIMO network from its identity API.
package dimo

import (
	"context"
	"encoding/json"
	"time"

	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/scalar"
)

// Provider is the public GraphQL API, which needs no key.
var Provider = upstream.Provider{
	Name:          "dimo",
	BaseURL:       "https://identity-api.dimo.zone",
	Docs:          "https://docs.dimo.org/developer-platform/api-references/identity-api",
	Attribution:   "DIMO",
	Terms:         "https://dimo.org/legal",
	Checked:       "an answer quoted in 2025, with vehicles alone",
	RatePerMinute: 60,
	Burst:         10,
	TTL:           10 * time.Minute,
	StaleFor:      time.Hour,
	Timeout:       8 * time.Second,
	Retries:       1,
}

// Client calls the API.
type Client struct{ c *upstream.Client }

// New makes a client.
func New(pool *upstream.Pool) *Client { return &Client{pool.ProbedClient(Provider, probe)} }

// probe asks for the number of vehicles.
func probe(ctx context.Context, u *upstream.Client) error {
	count, err := (&Client{u}).Count(ctx)
	return upstream.Fact(err, "vehicles.totalCount", "true", func() any { return count > 0 })
}

// Vehicle is a vehicle.
type Vehicle struct {
	TokenID    int        `json:"tokenId"`
	Owner      string     `json:"owner"`
	MintedAt   *time.Time `json:"mintedAt,omitempty"` // of one vehicle
	Definition *struct {
		Make  string `json:"make,omitempty"`
		Model string `json:"model,omitempty"`
		Year  int    `json:"year,omitempty"`
	} `json:"definition"`
	Earnings *struct {
		Tokens scalar.Text `json:"totalTokens"`
	} `json:"earnings,omitempty"` // of one vehicle
}

// Vehicle gives a vehicle by its token id.
func (c *Client) Vehicle(ctx context.Context, id int) (*Vehicle, error) {
	const query = `query($id: Int!) { vehicle(tokenId: $id) {
tokenId owner mintedAt definition { make model year } earnings { totalTokens } } }`

	var data struct {
		Vehicle *Vehicle `json:"vehicle"`
	}
	err := c.ask(ctx, query, map[string]any{"id": id}, &data, func() error {
		if data.Vehicle == nil || data.Vehicle.TokenID != id {
			return upstream.BadResponse.Errorf("not the vehicle asked for")
		}
		return nil
	})
	return data.Vehicle, err
}

// Holding is what a user has.
type Holding struct {
	Vehicles struct {
		Total int       `json:"totalCount"`
		Nodes []Vehicle `json:"nodes" counted:"totalCount"`
	} `json:"vehicles"`
	Rewards *struct {
		Tokens scalar.Text `json:"totalTokens"`
	} `json:"rewards"`
}

// Holding gives the first hundred vehicles and the rewards of an address.
func (c *Client) Holding(ctx context.Context, address string) (*Holding, error) {
	const query = `query($owner: Address!) {
vehicles(first: 100, filterBy: {owner: $owner}) { totalCount nodes { tokenId owner definition { make model year } } }
rewards(user: $owner) { totalTokens } }`

	var data Holding
	none := func() error { return nil }
	if err := c.ask(ctx, query, map[string]any{"owner": address}, &data, none); err != nil {
		return nil, upstream.Always(err)
	}
	return &data, nil
}

// Count gives how many vehicles there are.
func (c *Client) Count(ctx context.Context) (int, error) {
	const query = `{ vehicles(first: 1) { totalCount nodes { tokenId } } }`

	var data struct {
		Vehicles struct {
			Total int `json:"totalCount"`
		} `json:"vehicles"`
	}
	err := c.ask(ctx, query, nil, &data, func() error {
		if data.Vehicles.Total <= 0 {
			return upstream.BadResponse.Errorf("vehicles without a total")
		}
		return nil
	})
	if err != nil {
		return 0, upstream.Always(err)
	}
	return data.Vehicles.Total, nil
}

// envelope is what every answer comes in. Failures come with HTTP 200.
type envelope struct {
	Data   json.RawMessage `json:"data"`
	Errors []struct {
		Extensions struct {
			Code string `json:"code"`
		} `json:"extensions"`
	} `json:"errors"`
}

// ask sends a query, and decodes the data of its answer.
func (c *Client) ask(ctx context.Context, query string, variables map[string]any, into any, check func() error) error {
	body := map[string]any{"query": query, "variables": variables}
	resp, err := c.c.Post("/query").Safe().JSONBody(body).Check(func(resp *upstream.Response) error {
		_, err := data(resp)
		return err
	}).Do(ctx)
	if err != nil {
		return err
	}

	raw, err := data(resp)
	if err != nil {
		return err
	}
	if err := upstream.Decode(raw, into); err != nil {
		return err
	}
	return check()
}

func data(resp *upstream.Response) (json.RawMessage, error) {
	var answer envelope
	if err := resp.JSON(&answer); err != nil {
		return nil, err
	}
	for _, e := range answer.Errors {
		if e.Extensions.Code == "NOT_FOUND" {
			return nil, upstream.NotFound.Errorf("no such token")
		}
	}
	switch {
	case len(answer.Errors) > 0:
		return nil, upstream.BadResponse.Errorf("%d errors in the answer", len(answer.Errors))
	case len(answer.Data) == 0:
		return nil, &upstream.Error{Kind: upstream.BadResponse, Cause: upstream.Lacks("data")}
	}
	return answer.Data, nil
}
