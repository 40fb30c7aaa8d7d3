// Package sfdp reads the Solana Foundation Delegation Program: its participants, and the versions it requires.
package sfdp

import (
	"context"
	"time"

	"github.com/farebox/farebox/internal/upstream"
)

// Provider is the public API, which needs no key.
var Provider = upstream.Provider{
	Name:          "sfdp",
	BaseURL:       "https://api.solana.org/api/community/v1",
	Docs:          "https://solana.org/delegation-api-docs",
	Attribution:   "Solana Foundation Delegation Program",
	Terms:         "https://solana.org/delegation-program",
	Checked:       "shapes by programs that read it",
	RatePerMinute: 30,
	Burst:         5,
	TTL:           time.Hour,
	StaleFor:      12 * time.Hour,
	Timeout:       8 * time.Second,
	MaxBytes:      32 << 20,
	Retries:       1,
}

// Client calls the API.
type Client struct{ c *upstream.Client }

// New makes a client.
func New(pool *upstream.Pool) *Client { return &Client{pool.ProbedClient(Provider, probe)} }

// probe asks for the validators of the program.
func probe(ctx context.Context, u *upstream.Client) error {
	participants, err := (&Client{u}).Participants(ctx)
	return upstream.Has(participants, err, "mainnetBetaPubkey", "a validator", func(p Participant) bool {
		return p.Identity != ""
	})
}

// Participant is a validator that has applied. State is Approved, Retired, Rejected, Pending and others.
type Participant struct {
	Identity string `json:"mainnetBetaPubkey" contract:"said"`
	State    string `json:"state" contract:"said"`
}

// Requirement is what versions have to be at least in an epoch, for each client; null or "" for no rule. The rules for
// Frankendancer and Firedancer came later, and the former kept the name of both.
type Requirement struct {
	Epoch         int64  `json:"epoch"`
	Agave         string `json:"agave_min_version" contract:"nullable"`
	Frankendancer string `json:"firedancer_min_version,omitempty"`      // its releases are below 1.0
	Firedancer    string `json:"firedancer_full_min_version,omitempty"` // in a numbering of its own
}

type participants []Participant

// Hold sees that there are participants: of an empty list all would be none.
func (l participants) Hold() error {
	if len(l) == 0 {
		return upstream.BadResponse.Errorf("no participants")
	}
	return nil
}

// Participants gives all who ever applied, the main network's keys.
func (c *Client) Participants(ctx context.Context) ([]Participant, error) {
	var list participants
	_, err := c.c.Get("/sfdp_participants").JSON(ctx, &list)
	return list, err
}

// Requirements gives the versions wanted in the epochs around the present one.
func (c *Client) Requirements(ctx context.Context) ([]Requirement, error) {
	var came struct {
		Data []Requirement `json:"data"`
	}
	_, err := c.c.Get("/sfdp_required_versions").Query("cluster", "mainnet-beta").JSON(ctx, &came)
	return came.Data, err
}
