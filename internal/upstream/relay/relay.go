// Package relay reads Relay's index of the Helium networks: owners and makers of hotspots, hotspots by cell, and
// sums of rewards.
package relay

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strconv"
	"time"

	"github.com/farebox/farebox/internal/upstream"
)

// Provider is the API. The free plan has 1,000 requests a month, and no sums of rewards.
var Provider = upstream.Provider{
	Name:        "relay",
	BaseURL:     "https://api.relaywireless.com/v1",
	Docs:        "https://docs.relaywireless.com",
	Attribution: "Relay Wireless",
	Terms:       "https://relaywireless.com",
	Checked:     "the server's code of 2025-09, no recording",
	Keys: []upstream.Key{{
		Env:      "RELAY_API_KEY",
		Header:   "Authorization",
		Scheme:   "Bearer",
		Required: true,
		Gives:    "owners, cells and (on a paid plan) sums of rewards of Helium in /depin",
	}},
	RatePerMinute: 100,
	Burst:         10,
	TTL:           24 * time.Hour,
	StaleFor:      24 * time.Hour,
	Timeout:       10 * time.Second,
	Retries:       -1, // each try is counted by the plan
}

// perPage is the most that a page gives.
const perPage = 100

// What the plan of the key does not allow.
var (
	ErrPlan  = errors.New("the plan of the key does not have this")
	ErrUsage = errors.New("the plan's requests of this month are used up")
)

// Client calls the API.
type Client struct{ c *upstream.Client }

// New makes a client.
func New(pool *upstream.Pool) *Client { return &Client{pool.Client(Provider)} }

// Hotspot is a hotspot.
type Hotspot struct {
	AssetID   string `json:"asset_id" asked:"/helium/l2/hotspots/{}"`
	EntityKey string `json:"ecc_key"`
	Owner     string `json:"owner,omitempty"`
	Name      string `json:"name,omitempty"`
	Maker     *struct {
		Name string `json:"name,omitempty"`
	} `json:"maker,omitempty"`
}

// Hotspot gives the one with an asset id.
func (c *Client) Hotspot(ctx context.Context, assetID string) (*Hotspot, error) {
	var hotspot Hotspot
	err := read(ctx, c.c.Get("/helium/l2/hotspots/{}", assetID), &hotspot, func() error { return nil })
	if err != nil {
		return nil, err
	}
	return &hotspot, nil
}

// Cell gives the first hotspots of a sub-network within an H3 cell; more says whether there are others.
func (c *Client) Cell(ctx context.Context, subnetwork string, cell uint64) (list []Hotspot, more bool, err error) {
	var page struct {
		Meta struct {
			Pagination *struct {
				Pages int `json:"total_pages"`
			} `json:"pagination,omitempty"` // in the server's code
			Pages int `json:"total_pages,omitempty"` // in its documentation, at least 1
		} `json:"meta"`
		Records []Hotspot `json:"records"`
	}

	request := c.c.Get("/helium/l2/hotspots").
		Query(subnetwork+"_location", strconv.FormatUint(cell, 10)).
		Query("per_page", strconv.Itoa(perPage))

	err = read(ctx, request, &page, func() error {
		if page.Meta.Pagination != nil {
			page.Meta.Pages = max(page.Meta.Pagination.Pages, 1)
		}
		if page.Meta.Pages == 0 {
			return upstream.BadResponse.Errorf("a list without its number of pages")
		}
		return nil
	})
	if err != nil {
		return nil, false, upstream.Always(err)
	}

	return page.Records, page.Meta.Pages > 1, nil
}

// Totals sums up the reward shares of a sub-network whose period ended between two moments, by column.
func (c *Client) Totals(ctx context.Context, subnetwork string, from, to time.Time) (map[string]json.Number, error) {
	var totals map[string]json.Number
	request := c.c.Get("/helium/l2/"+subnetwork+"-reward-shares/totals").
		Query("from", from.Format(time.RFC3339)).
		Query("to", to.Format(time.RFC3339))
	err := read(ctx, request, &totals, func() error {
		if _, told := totals[transferColumn[subnetwork]]; !told {
			return upstream.BadResponse.Errorf("sums without a column that they have")
		}
		return nil
	})
	return totals, upstream.Always(err)
}

// transferColumn is a column that the sums of a sub-network always have.
var transferColumn = map[string]string{
	"iot":    "total_dc_transfer_amount",
	"mobile": "total_dc_transfer_reward",
}

// read decodes an answer. Their code distinguishes refusals for the plan from those for the key.
func read(ctx context.Context, request *upstream.Request, into any, check func() error) error {
	resp, err := request.AcceptStatus(http.StatusUnauthorized, http.StatusPaymentRequired).
		NoRecord(http.StatusNotFound, upstream.Says(`"code"`)). // {"code", "message", "doc_url"}
		Check(func(resp *upstream.Response) error {
			switch resp.Status {
			case http.StatusPaymentRequired:
				return upstream.RateLimited.Errorf("%w", ErrUsage)
			case http.StatusUnauthorized:
				return refusal(resp)
			}
			return nil
		}).Do(ctx)
	if err != nil {
		return err
	}

	if err := upstream.Decode(resp.Body, into); err != nil {
		return err
	}
	return check()
}

func refusal(resp *upstream.Response) error {
	var told struct {
		Code string `json:"code"`
	}
	if err := resp.JSON(&told); err == nil && told.Code == "feature_not_available" {
		return upstream.Unauthorized.Errorf("%w", ErrPlan)
	}
	return upstream.Unauthorized.Errorf("the key is refused")
}

// Configured says whether there is a key to ask with: nil or NotConfigured.
func (c *Client) Configured() error { return c.c.Configured() }
