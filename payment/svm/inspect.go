package svm

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/ethereum/go-ethereum/rpc"
)

// Inspection is all that a node reports about a payment before it is sent.
type Inspection struct {
	Report
	// Simulated is why the transaction would fail now; "" when it would succeed. It means nothing of one that is on the
	// chain.
	Simulated Fault
	Lasts     time.Duration // as [Chain.Lasts] has it
	Lamports  uint64        // that the fee payer holds
}

// simulated is a node's answer to simulateTransaction.
type simulated struct {
	Fault Fault `json:"err"`
}

// Inspect asks in one request what became of a payment ([Chain.State]), whether it would succeed now, how long it can
// still be sent and what its fee payer holds. id is the name that it has on the chain. Signatures are not looked at in
// the trial, because the fee payer's is missing, so [Payment.Check] must have seen them.
func (c *Chain) Inspect(ctx context.Context, p *Payment, seen time.Time, id Signature) (Inspection, error) {
	var trial valued[simulated]
	var recent valued[*account]
	var held valued[uint64]
	calls := []rpc.BatchElem{
		{
			Method: "simulateTransaction",
			Args: []any{p.Text(), map[string]any{
				"encoding":               "base64",
				"commitment":             Confirmed,
				"sigVerify":              false,
				"replaceRecentBlockhash": false,
			}},
			Result: &trial,
		},
		askAccount(blockhashSysvar, Confirmed, &recent),
		{
			Method: "getBalance",
			Args:   []any{p.Message.FeePayer(), map[string]string{"commitment": Confirmed}},
			Result: &held,
		},
	}
	q := newInquiry([]Signature{id})
	calls = append(calls, q.calls(p)...)

	if err := c.rpc.Batch(ctx, calls); err != nil {
		return Inspection{}, fmt.Errorf("%s: %w", c.network.CAIP2, err)
	}
	malformed := unwelcome(calls[0].Error)
	if malformed != "" {
		calls[0].Error = nil
		trial.Value.Fault = malformed
	}
	if err := c.firstError(calls); err != nil {
		return Inspection{}, err
	}
	report, err := q.report(seen)
	if err != nil {
		return Inspection{}, fmt.Errorf("%s: %w", c.network.CAIP2, err)
	}
	return Inspection{
		Report:    report,
		Simulated: trial.Value.Fault,
		Lasts:     lasts(recent.Value, p.Message.Blockhash),
		Lamports:  held.Value,
	}, nil
}

// codeParams is the code of JSON-RPC for parameters that cannot be used.
const codeParams = -32602

// unwelcome is the fault of a transaction that a node does not even try, because it is not well formed.
func unwelcome(err error) Fault {
	var answer rpc.Error
	if errors.As(err, &answer) && answer.ErrorCode() == codeParams {
		return Fault(answer.Error())
	}
	return ""
}
