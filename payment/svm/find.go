package svm

import (
	"context"
	"fmt"
	"time"

	"github.com/ethereum/go-ethereum/rpc"
)

// mostRows is how many transactions of an account one question lists, and what nodes give at most.
const mostRows = 1000

// row is a transaction in the list of those that an account was in, newest first.
type row struct {
	ID   string `json:"signature"`
	Made *int64 `json:"blockTime"` // Unix seconds; nil when the node has forgotten it
}

// find looks for the transaction of a payment whose id is not known, because somebody else signed for the fee: in the
// list of those that spent from the payer's token account since the payment can have been made. An empty answer says
// that none of them is this payment's; an error, that it may be among those that were not seen.
func (c *Chain) find(ctx context.Context, p *Payment, seen time.Time) ([]Signature, error) {
	var rows []row
	err := c.ask(ctx, rpc.BatchElem{
		Method: "getSignaturesForAddress",
		Args:   []any{p.Transfer.Source, map[string]any{"limit": mostRows, "commitment": Confirmed}},
		Result: &rows,
	})
	if err != nil {
		return nil, err
	}

	const lives = blocksAlive * time.Second // longer than a blockhash does
	since := seen.Add(-lives - skew).Unix()
	reached := len(rows) < mostRows
	for _, r := range rows {
		if r.Made != nil && *r.Made < since {
			reached = true
			break
		}
		id, err := ParseSignature(r.ID)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", c.network.CAIP2, err)
		}
		same, err := c.holds(ctx, id, p.Name)
		if err != nil {
			return nil, err
		}
		if same {
			return []Signature{id}, nil
		}
	}
	if !reached {
		return nil, fmt.Errorf("the payer has made %d transactions on %s, and this may be an earlier one",
			len(rows), c.network.CAIP2)
	}
	return nil, nil
}

// holds says that the transaction of this id is that of the payment of this name.
func (c *Chain) holds(ctx context.Context, id Signature, name Hash) (bool, error) {
	var found *struct {
		Transaction [2]string `json:"transaction"`
	}
	err := c.ask(ctx, rpc.BatchElem{
		Method: "getTransaction",
		Args: []any{id.String(), map[string]any{
			"encoding":                       "base64",
			"commitment":                     Confirmed,
			"maxSupportedTransactionVersion": 0,
		}},
		Result: &found,
	})
	if err != nil {
		return false, err
	}
	if found == nil {
		return false, fmt.Errorf("%s lists transaction %s and does not have it", c.network.CAIP2, id)
	}

	t, err := ParseTransaction(found.Transaction[0])
	if err != nil {
		return false, nil // another version than payments have
	}
	return t.Name() == name, nil
}
