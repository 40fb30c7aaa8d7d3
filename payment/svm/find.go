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

// mostPages bounds the search. At this many transactions in the life of a blockhash nobody can tell any more.
const mostPages = 10

// find looks for the transaction of a payment whose id is not known, because somebody else signed for the fee: among
// those that spent from the payer's token account since the payment can have been made. An empty answer says that none
// of them is this payment's; an error, that it may be among those that were not seen.
func (c *Chain) find(ctx context.Context, p *Payment, seen time.Time) ([]Signature, error) {
	const lives = blocksAlive * time.Second // longer than a blockhash does
	since := seen.Add(-lives - skew).Unix()
	before := ""

	for range mostPages {
		rows, err := c.rows(ctx, p.Transfer.Source, before)
		if err != nil {
			return nil, err
		}

		for _, r := range rows {
			if r.Made != nil && *r.Made < since {
				return nil, nil
			}
			id, same, err := c.isOf(ctx, r, p.Name)
			if err != nil {
				return nil, err
			}
			if same {
				return []Signature{id}, nil
			}
		}
		if len(rows) < mostRows {
			return nil, nil
		}

		before = rows[len(rows)-1].ID
	}
	return nil, fmt.Errorf("the payer's account on %s is in too many transactions to be searched", c.network.CAIP2)
}

// rows lists the transactions that an account was in, newest first, before the one of an id or from the end.
func (c *Chain) rows(ctx context.Context, place Address, before string) ([]row, error) {
	settings := map[string]any{
		"limit":      mostRows,
		"commitment": Confirmed,
	}
	if before != "" {
		settings["before"] = before
	}
	var rows []row
	return rows, c.ask(ctx, rpc.BatchElem{
		Method: "getSignaturesForAddress",
		Args:   []any{place, settings},
		Result: &rows,
	})
}

// isOf says whether a transaction in the list is that of the payment of this name.
func (c *Chain) isOf(ctx context.Context, r row, name Hash) (id Signature, same bool, err error) {
	if id, err = ParseSignature(r.ID); err != nil {
		return id, false, fmt.Errorf("%s: %w", c.network.CAIP2, err)
	}
	var kept *keptTransaction
	if err := c.ask(ctx, askTransaction(id, &kept)); err != nil {
		return id, false, err
	}
	if kept == nil {
		return id, false, fmt.Errorf("%s lists transaction %s and does not have it", c.network.CAIP2, id)
	}
	return id, kept.holds(name), nil
}

// keptTransaction is what a node reports about a transaction on the chain.
type keptTransaction struct {
	Transaction [2]string `json:"transaction"` // base64, and the word that it is
}

// holds says that it is that of the payment of this name. Versions that payments do not have are not read.
func (k *keptTransaction) holds(name Hash) bool {
	t, err := ParseTransaction(k.Transaction[0])
	return err == nil && t.Name() == name
}

// anyVersion asks for a transaction whatever its version; a node refuses to give one of a version above the one asked
// for. The payer's account may have been in some that no payment is made as.
const anyVersion = 255

// askTransaction is the question for a transaction; *into is nil afterwards when there is none.
func askTransaction(id Signature, into **keptTransaction) rpc.BatchElem {
	return rpc.BatchElem{
		Method: "getTransaction",
		Args: []any{id.String(), map[string]any{
			"encoding":                       "base64",
			"commitment":                     Confirmed,
			"maxSupportedTransactionVersion": anyVersion,
		}},
		Result: into,
	}
}
