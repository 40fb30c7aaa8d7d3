package farcaster

import (
	"cmp"
	"context"
	"strconv"
	"time"

	"github.com/farebox/farebox/internal/upstream"
)

// page is how many rows of a list are asked for, which is the most that there is.
const page = 100

// AppUser is an account as the app has it. What is required is in all recordings.
type AppUser struct {
	FID         int64  `json:"fid"`
	Username    string `json:"username,omitempty"` // not of an account without a name
	DisplayName string `json:"displayName" contract:"nullable"`
	Picture     struct {
		URL string `json:"url"`
	} `json:"pfp,omitempty"` // not of an account without a picture
	Profile struct {
		Bio struct {
			Text string `json:"text"`
		} `json:"bio"`
		Location struct {
			Description string `json:"description"`
		} `json:"location,omitempty"`
	} `json:"profile"`
	Followers *int   `json:"followerCount"`
	Following *int   `json:"followingCount"`
	Custody   string `json:"-"` // beside the account in some answers
}

// AppClient calls the app's API.
type AppClient struct{ c *upstream.Client }

// NewApp makes a client of [App].
func NewApp(pool *upstream.Pool) *AppClient {
	a := &AppClient{pool.Client(App)}
	a.c.Probe(a.probe)
	return a
}

// probe asks for an account of the first days.
func (a *AppClient) probe(ctx context.Context) error {
	user, err := a.ByFID(ctx, 50)
	return upstream.Fact(err, "result.user.fid", "50", func() any { return user.FID })
}

// probe asks for the account of a founder.
func (n *Node) probe(ctx context.Context) error {
	user, err := n.ByFID(ctx, 3)
	return upstream.Fact(err, "users[].fid", "3", func() any { return user.FID })
}

// probe asks for what a founder says of himself.
func (m *MessageClient) probe(ctx context.Context) error {
	data, err := m.UserData(ctx, 3)
	return upstream.Fact(err, "messages", "true", func() any { return len(data) > 0 })
}

// ByFID gives the account of an identifier, or [upstream.NotFound].
func (a *AppClient) ByFID(ctx context.Context, fid int64) (*AppUser, error) {
	user, err := a.user(ctx, telling(a.c.Get("/v2/user")).Query("fid", strconv.FormatInt(fid, 10)))
	if err == nil && user.FID != fid {
		return nil, upstream.BadResponse.Errorf("an answer that is not the account asked for")
	}
	return user, err
}

// ByUsername gives the account of a name, or [upstream.NotFound].
func (a *AppClient) ByUsername(ctx context.Context, name string) (*AppUser, error) {
	user, err := a.user(ctx, telling(a.c.Get("/v2/user-by-username")).Query("username", name))
	if err == nil && user.Username != name {
		return nil, upstream.NotFound.Errorf("no account with this name")
	}
	return user, err
}

// ByVerification gives the account that has verified an address, or [upstream.NotFound].
func (a *AppClient) ByVerification(ctx context.Context, address string) (*AppUser, error) {
	return a.user(ctx, telling(a.c.Get("/v2/user-by-verification")).Query("address", address))
}

func (a *AppClient) user(ctx context.Context, request *upstream.Request) (*AppUser, error) {
	var came struct {
		Result struct {
			User   AppUser `json:"user"`
			Extras struct {
				Custody string `json:"custodyAddress"`
			} `json:"extras,omitempty"` // not in recordings of 2023
		} `json:"result"`
	}
	if _, err := request.JSON(ctx, &came); err != nil {
		return nil, err
	}
	user := &came.Result.User
	if user.FID == 0 {
		return nil, upstream.BadResponse.Errorf("an answer without an account")
	}
	user.Custody = came.Result.Extras.Custody
	return user, nil
}

// Verifications gives the addresses that an account has proved to control.
func (a *AppClient) Verifications(ctx context.Context, fid int64) ([]Verification, error) {
	var came struct {
		Result struct {
			List []struct {
				FID     int64  `json:"fid" asked:"fid"`
				Address string `json:"address"`
				Millis  int64  `json:"timestamp" contract:"millis"`
			} `json:"verifications"`
		} `json:"result"`
	}

	_, err := a.c.Get("/v2/verifications").
		Query("fid", strconv.FormatInt(fid, 10)).
		Query("limit", strconv.Itoa(page)).
		JSON(ctx, &came)
	if err = cmp.Or(err, upstream.Whole(len(came.Result.List), page)); err != nil {
		return nil, err
	}

	var list []Verification
	for _, v := range came.Result.List {
		protocol := "solana"
		if len(v.Address) > 2 && v.Address[:2] == "0x" {
			protocol = "ethereum"
		}
		verification := Verification{Address: v.Address, Protocol: protocol}
		if v.Millis > 0 {
			verification.At = time.UnixMilli(v.Millis).UTC()
		}
		list = append(list, verification)
	}

	return list, nil
}

// Followers gives up to 100 of those that follow an account, newest first.
func (a *AppClient) Followers(ctx context.Context, fid int64) ([]AppUser, error) {
	var came struct {
		Result struct {
			Users []AppUser `json:"users"`
		} `json:"result"`
	}
	_, err := a.c.Get("/v2/followers").
		Query("fid", strconv.FormatInt(fid, 10)).
		Query("limit", strconv.Itoa(page)).
		JSON(ctx, &came)
	if err != nil {
		return nil, err
	}
	return came.Result.Users, nil
}
