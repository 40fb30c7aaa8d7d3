// Package farcaster reads accounts of the Farcaster network: from Neynar's hosted API, from a community node that
// speaks most of it and the node's own protocol besides (hypersnap), and from the API of the Farcaster app.
package farcaster

import (
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/farebox/farebox/internal/each"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/single"
)

const accountTTL = 10 * time.Minute

// Neynar is the hosted API, which wants a key.
var Neynar = upstream.Provider{
	Name:        "neynar",
	BaseURL:     "https://api.neynar.com",
	Docs:        "https://docs.neynar.com/reference",
	Attribution: "Neynar",
	Terms:       "https://neynar.com/terms-of-service",
	Checked:     "printed answers of its documentation",
	Keys: []upstream.Key{{
		Env:      "NEYNAR_API_KEY",
		Required: true,
		Header:   "x-api-key",
		Gives:    "accounts of Farcaster with scores and follows in both directions",
	}},
	RatePerMinute: 300,
	TTL:           accountTTL,
}

// Hypersnap is a community node without a key. UPSTREAM_HYPERSNAP_URL names another, or an own one.
var Hypersnap = upstream.Provider{
	Name:          "hypersnap",
	Undated:       true,
	BaseURL:       "https://haatz.quilibrium.com",
	Docs:          "https://github.com/farcasterorg/hypersnap",
	Attribution:   "Farcaster network",
	Terms:         "https://docs.farcaster.xyz/",
	Checked:       "the server's source of 2026-05, and printed answers of the node's documentation",
	RatePerMinute: 120,
	Burst:         10,
	TTL:           accountTTL,
	Timeout:       8 * time.Second,
	Retries:       1,
}

// Snapchain is a node of the network with its raw messages: the same community node, under its own breaker.
// UPSTREAM_SNAPCHAIN_URL names an own one.
var Snapchain = upstream.Provider{
	Name:          "snapchain",
	Undated:       true,
	BaseURL:       "https://haatz.quilibrium.com",
	Docs:          "https://snapchain.farcaster.xyz/reference/httpapi/httpapi",
	Attribution:   "Farcaster network",
	Terms:         "https://docs.farcaster.xyz/",
	Checked:       "printed answers of its documentation",
	RatePerMinute: 240,
	Burst:         20,
	TTL:           accountTTL,
	Timeout:       8 * time.Second,
	Retries:       1,
}

// App is the API of the Farcaster app, most of which is undocumented and answers without a key.
var App = upstream.Provider{
	Name:          "farcaster-client",
	BaseURL:       "https://api.farcaster.xyz",
	Docs:          "https://docs.farcaster.xyz/reference/farcaster/api",
	Attribution:   "Farcaster",
	Terms:         "https://docs.farcaster.xyz/",
	Checked:       "recorded 2023 and later, when the host had another name",
	RatePerMinute: 60,
	Burst:         10,
	TTL:           accountTTL,
	Timeout:       8 * time.Second,
	Retries:       1,
}

// User is an account as Neynar and hypersnap have it. Hypersnap leaves much out or empty: linked accounts, places and
// primary addresses are in [MessageClient.UserData] there.
type User struct {
	FID         int64  `json:"fid"`
	Username    string `json:"username"`
	DisplayName string `json:"display_name" contract:"nullable"`
	Picture     string `json:"pfp_url" contract:"nullable"`
	Custody     string `json:"custody_address"`
	Registered  string `json:"registered_at,omitempty"` // RFC 3339
	URL         string `json:"url,omitempty"`
	Profile     struct {
		Bio struct {
			Text string `json:"text" contract:"nullable"`
		} `json:"bio"`
		Banner struct {
			URL string `json:"url" contract:"nullable"`
		} `json:"banner,omitempty"`
		Location struct {
			Address struct {
				City        string `json:"city" contract:"nullable"`
				State       string `json:"state" contract:"nullable"`
				CountryName string `json:"country" contract:"nullable"`
			} `json:"address,omitempty"`
		} `json:"location,omitempty"`
	} `json:"profile"`
	Followers     *int     `json:"follower_count,omitempty"`
	Following     *int     `json:"following_count,omitempty"`
	Verifications []string `json:"verifications,omitempty"`
	Verified      *struct {
		Ethereum []string `json:"eth_addresses"`
		Solana   []string `json:"sol_addresses"`
		Primary  struct {
			Ethereum string `json:"eth_address" contract:"nullable"`
			Solana   string `json:"sol_address" contract:"nullable"`
		} `json:"primary,omitempty"` // since 2025
	} `json:"verified_addresses,omitempty"`
	Linked []struct {
		Platform string `json:"platform"` // x, github
		Username string `json:"username"`
	} `json:"verified_accounts,omitempty"`
	Score *float64 `json:"score,omitempty" contract:"fraction"` // 0 to 1
	Pro   *struct {
		Status string `json:"status"` // subscribed
	} `json:"pro,omitempty"`
}

// Follower is an account in a list of those that follow another or that it follows.
type Follower struct {
	FID         int64  `json:"fid"`
	Username    string `json:"username"`
	DisplayName string `json:"display_name" contract:"nullable"`
	Followers   *int   `json:"follower_count,omitempty"`
	Viewer      *struct {
		FollowedBy *bool `json:"followed_by"` // whether this account follows the viewer
	} `json:"viewer_context,omitempty"` // if Neynar knows one
	FollowedAt string `json:"followed_at,omitempty"` // in lists of hypersnap
}

// isStub is whether hypersnap made the account up for an identifier that it does not have.
func (u User) isStub() bool {
	return u.FID == 0 || u.Custody == "" && strings.HasPrefix(u.Username, "fid:")
}

// Node is a source that speaks Neynar's protocol: [Neynar] or [Hypersnap].
type Node struct {
	c    *upstream.Client
	name string
}

// NewNode makes a client of [Neynar] or [Hypersnap].
func NewNode(pool *upstream.Pool, p upstream.Provider) *Node {
	n := &Node{
		c:    pool.Client(p),
		name: p.Name,
	}
	n.c.Probe(n.probe)
	return n
}

// Name is the provider's.
func (n *Node) Name() string { return n.name }

// ByFID gives the account of an identifier, or [upstream.NotFound].
func (n *Node) ByFID(ctx context.Context, fid int64) (*User, error) {
	var came struct {
		Users []User `json:"users"`
	}
	request := telling(n.c.Get("/v2/farcaster/user/bulk")).Query("fids", strconv.FormatInt(fid, 10))
	if _, err := request.JSON(ctx, &came); err != nil {
		return nil, err
	}
	for _, u := range came.Users {
		if u.FID == fid && !u.isStub() {
			return &u, nil
		}
	}
	return nil, upstream.NotFound.Errorf("no account with this identifier")
}

// ByUsername gives the account of a name, or [upstream.NotFound].
func (n *Node) ByUsername(ctx context.Context, name string) (*User, error) {
	var came struct {
		User User `json:"user"`
	}
	_, err := telling(n.c.Get("/v2/farcaster/user/by_username")).Query("username", name).JSON(ctx, &came)
	switch {
	case err != nil:
		return nil, err
	case came.User.isStub() || !strings.EqualFold(came.User.Username, name):
		return nil, upstream.NotFound.Errorf("no account with this name")
	}
	return &came.User, nil
}

// ByAddress gives the accounts that have verified an address or are held by it, none as an empty list. They come in
// either form: {"users":[...]}, or a list under the address.
func (n *Node) ByAddress(ctx context.Context, address string) ([]User, error) {
	var came map[string][]User
	_, err := telling(n.c.Get("/v2/farcaster/user/bulk-by-address")).Query("addresses", address).JSON(ctx, &came)
	switch {
	case upstream.KindOf(err) == upstream.NotFound:
		return nil, nil
	case err != nil:
		return nil, err
	}

	var list []User
	for of, users := range came {
		if of != "users" && !strings.EqualFold(of, address) {
			return nil, upstream.BadResponse.Errorf("a list of something else than the address asked for")
		}
		list = append(list, users...)
	}
	if len(came) == 0 {
		return nil, upstream.BadResponse.Errorf("an answer without a list of accounts")
	}
	return list, nil
}

// Follows gives up to 100 of those that follow an account ("followers") or that it follows ("following"), newest first.
func (n *Node) Follows(ctx context.Context, fid int64, direction string) ([]Follower, error) {
	id := strconv.FormatInt(fid, 10)
	var came struct {
		Users []entry `json:"users"`
	}
	request := n.c.Get("/v2/farcaster/"+direction).Query("fid", id).Query("limit", "100")
	if n.name == Neynar.Name {
		request.Query("viewer_fid", id)
	}
	if _, err := request.JSON(ctx, &came); err != nil {
		return nil, err
	}

	list := each.Of(came.Users, func(e entry) Follower { return Follower(e) })
	return single.Rows(list, func(f Follower) int64 { return f.FID })
}

// entry is one of a list: an account, which Neynar wraps into the event of the follow.
type entry Follower

// UnmarshalJSON accepts both forms.
func (e *entry) UnmarshalJSON(raw []byte) error {
	var wrapped struct {
		User json.RawMessage `json:"user"`
	}
	if err := json.Unmarshal(raw, &wrapped); err != nil {
		return err
	}
	if wrapped.User != nil {
		raw = wrapped.User
	}
	return upstream.Decode(raw, (*Follower)(e))
}

// telling reads a 404: only one that says so in its body means that there is no account. All others are of an address
// that is not there, which says nothing.
func telling(r *upstream.Request) *upstream.Request {
	return r.NoRecord(http.StatusNotFound, func(resp *upstream.Response) bool {
		var body struct {
			Message string `json:"message"`
			Errors  []struct {
				Message string `json:"message"`
			} `json:"errors"`
		}
		if resp.JSON(&body) != nil {
			return false
		}

		messages := []string{body.Message}
		for _, e := range body.Errors {
			messages = append(messages, e.Message)
		}
		return slices.ContainsFunc(messages, func(m string) bool {
			m = strings.ToLower(m)
			return strings.Contains(m, "not found") || strings.HasPrefix(m, "no ")
		})
	})
}
