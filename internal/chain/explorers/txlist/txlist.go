// Package txlist reads the answers of txlistinternal, with which Etherscan and explorers with the same API list the
// internal transactions of one transaction. The explorers' packages make the requests.
package txlist

import (
	"context"
	"encoding/json"
	"math/big"
	"slices"
	"strings"

	"github.com/ethereum/go-ethereum/common"

	"github.com/farebox/farebox/internal/upstream"
)

// Row is one internal transaction as listed. Its required members are in all recordings of the three explorers.
type Row struct {
	From            string  `json:"from"`
	To              string  `json:"to,omitempty"`              // empty for creations
	ContractAddress string  `json:"contractAddress,omitempty"` // of creations
	Value           string  `json:"value"`                     // wei, decimal
	Type            string  `json:"type"`                      // call, create, create2, delegatecall, selfdestruct...
	CallType        string  `json:"callType,omitempty"`        // Blockscout: what kind of call
	IsError         outcome `json:"isError"`                   // "0" when it succeeded
	TraceID         string  `json:"traceId,omitempty"`         // Etherscan: "0_1_1", the path in the tree of calls
}

// outcome is how an internal transaction ended.
type outcome string

const succeeded outcome = "0"

// The possible outcomes.
func (outcome) Words() []string { return []string{string(succeeded), "1"} }

// Transfer is native coin that moved, in wei.
type Transfer struct {
	From, To common.Address
	Value    *big.Int
}

// answer is the envelope. Result is an array, null, or the text of an error.
type answer struct {
	Status  string          `json:"status"`
	Message string          `json:"message"`
	Result  json.RawMessage `json:"result"`
}

// Rows sends the request and returns the rows, which are empty for a transaction without internal ones. The error
// is upstream.NotFound if the explorer has not indexed the transaction yet, and upstream.Invalid if it does not
// serve the chain.
func Rows(ctx context.Context, r *upstream.Request) ([]Row, error) {
	resp, err := r.Check(func(resp *upstream.Response) error {
		_, err := parse(resp)
		return err
	}).Do(ctx)
	if err != nil {
		return nil, err
	}
	return parse(resp)
}

func parse(resp *upstream.Response) ([]Row, error) {
	var a answer
	if err := resp.JSON(&a); err != nil {
		return nil, err
	}

	var rows []Row
	listed := len(a.Result) > 0 && a.Result[0] == '['
	if listed {
		if err := upstream.Decode(a.Result, &rows); err != nil {
			return nil, err
		}
	}

	text := strings.ToLower(a.Message + " " + string(a.Result))
	switch {
	case a.Status == "2":
		return nil, upstream.NotFound.Errorf("the transaction is not indexed yet")
	case listed && (a.Status == "1" || a.Status == "0" && len(rows) == 0):
		for i := range rows {
			if !rows[i].valid() {
				return nil, upstream.BadResponse.Errorf("row %d of the internal transactions is malformed", i)
			}
		}
		return rows, nil
	case strings.Contains(text, "not supported"):
		return nil, upstream.Invalid.Errorf("the chain is not served")
	case strings.Contains(text, "rate limit"), strings.Contains(text, "calls per"):
		return nil, upstream.RateLimited.Errorf("over the request limit")
	case strings.Contains(text, "api key"), strings.Contains(text, "apikey"):
		return nil, upstream.Unauthorized.Errorf("the key was refused")
	}

	return nil, upstream.BadResponse.Errorf("status %.8q without a list", a.Status)
}

func (r *Row) valid() bool {
	value, ok := new(big.Int).SetString(r.Value, 10)
	return ok && value.Sign() >= 0 && value.BitLen() <= 256 &&
		common.IsHexAddress(r.From) && (common.IsHexAddress(r.receiver()) || value.Sign() == 0)
}

func (r *Row) receiver() string {
	if r.To == "" {
		return r.ContractAddress
	}
	return r.To
}

// Moved lists the value transfers: successful calls or creations with a value. Calls that run another contract's
// code in their own context (delegatecall, callcode) repeat the value without moving it. If the call tree is known,
// everything below a failed call is left out.
func Moved(rows []Row) []Transfer {
	var failed []string
	for _, r := range rows {
		if r.IsError != succeeded && r.TraceID != "" {
			failed = append(failed, r.TraceID)
		}
	}
	var list []Transfer
	for _, r := range rows {
		value, ok := new(big.Int).SetString(r.Value, 10)
		undone := slices.ContainsFunc(failed, func(f string) bool { return r.TraceID == f || strings.HasPrefix(r.TraceID, f+"_") })
		if !ok || value.Sign() <= 0 || undone || r.IsError != succeeded || borrowed(r.Type) || borrowed(r.CallType) {
			continue
		}
		list = append(list, Transfer{common.HexToAddress(r.From), common.HexToAddress(r.receiver()), value})
	}
	return list
}

func borrowed(kind string) bool {
	switch strings.ToLower(kind) {
	case "delegatecall", "callcode", "staticcall":
		return true
	}
	return false
}
