package chain

import (
	"context"
	"encoding/json"
	"errors"
	"math/big"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"

	gen "github.com/farebox/farebox/gen/chain"
	"github.com/farebox/farebox/internal/chain/evm"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/upstream"
)

// statusNotRecorded warns of receipts that tell no outcome.
const statusNotRecorded = "status_not_recorded"

// Tx answers GET /tx: in one request to an endpoint if block times can be computed or come with the events, else in
// two.
func (h *Handlers) Tx(ctx context.Context, req gen.TxRequestObject) (gen.TxResponseObject, error) {
	client, err := h.chains.Network(string(req.Params.Network))
	if err != nil {
		return nil, err
	}

	found, err := client.Transaction(ctx, common.HexToHash(req.Params.Hash))
	if errors.Is(err, upstream.NotFound) {
		return nil, problem.NotFound("hash", "no endpoint of %s knows this transaction", client.Network().Name)
	}
	if err != nil {
		return nil, err
	}

	answer := txAnswer(client.Network(), found)
	if r := found.Receipt; r != nil {
		if at, err := blockTime(ctx, client, r); err == nil {
			answer.MinedAt = new(at.UTC())
		} else {
			answer.Warnings = append(answer.Warnings, "mined_at_unavailable")
		}
	}

	return gen.Tx200JSONResponse(answer), nil
}

// blockTime is the time of the receipt's block.
func blockTime(ctx context.Context, client *evm.Client, r *evm.Receipt) (time.Time, error) {
	for _, l := range r.Logs {
		if l.Time != nil {
			return *l.Time, nil
		}
	}
	return client.TimeOf(ctx, evm.AtHash(r.BlockHash))
}

// txAnswer maps a transaction and its receipt.
func txAnswer(n *evm.Network, found *evm.Found) gen.ChainTx {
	t := found.Tx
	answer := gen.ChainTx{
		Hash: t.Hash.Hex(), From: t.From.Hex(), To: orNull(t.To), ValueWei: t.Value.String(), ValueEth: scaled(t.Value, evm.NativeDecimals),
		Status: json.RawMessage(`"pending"`), Type: int(whole(t.Type)), Nonce: whole(t.Nonce), GasLimit: whole(t.Gas),
		GasPriceWei: t.GasPrice.String(), MaxFeePerGasWei: weiOrNull(t.MaxFeePerGas), MaxPriorityFeePerGasWei: weiOrNull(t.MaxPriorityFeePerGas),
		InputSize: len(t.Input), NativeSymbol: n.NativeSymbol, Confirmations: new(int64(0)),
		Warnings: []gen.ChainTxWarnings{}, Network: n.Name, Chain: n.CAIP2,
	}

	if t.To != nil && len(t.Input) >= 4 {
		answer.MethodID = new(hexutil.Encode(t.Input[:4]))
	}
	r := found.Receipt
	if r == nil {
		return answer
	}

	answer.Status = json.RawMessage("0")
	if r.Succeeded {
		answer.Status = json.RawMessage("1")
	}

	if r.Stateless {
		answer.Status = json.RawMessage(`"unknown"`)
		answer.Warnings = append(answer.Warnings, statusNotRecorded)
	}

	answer.BlockNumber = new(whole(r.BlockNumber))
	answer.BlockHash = new(r.BlockHash.Hex())
	answer.TransactionIndex = new(int(whole(r.Index)))
	answer.GasUsed = new(whole(r.GasUsed))
	answer.LogsCount = new(len(r.Logs))
	answer.EffectiveGasPriceWei = weiOrNull(r.GasPrice(t))

	switch {
	case t.PaidInToken(n):
		answer.Warnings = append(answer.Warnings, "fee_paid_in_token")
	case !r.L1FeeMissing(n):
		fee := r.Fee(n, t)
		answer.FeeWei = weiOrNull(fee)
		answer.FeeEth = new(scaled(fee, evm.NativeDecimals))
	}

	answer.ContractCreated = orNull(r.ContractAddress)
	if answer.Confirmations = new(whole(found.Confirmations())); found.Head == 0 {
		answer.Confirmations = nil
		answer.Warnings = append(answer.Warnings, "head_unavailable")
	}

	switch {
	case t.PaidInToken(n) || !n.L1Apart(r.BlockNumber):
	case r.L1FeeMissing(n):
		answer.Warnings = append(answer.Warnings, "l1_fee_missing")
	case r.L1Fee == nil:
		answer.L1FeeWei = weiOrNull(new(big.Int)) // a deposit pays none
	default:
		answer.L1FeeWei = weiOrNull(r.L1Fee)
	}

	return answer
}
