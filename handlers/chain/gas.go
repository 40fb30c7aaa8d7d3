package chain

import (
	"context"
	"math/big"
	"slices"

	"github.com/ethereum/go-ethereum/common"

	gen "github.com/farebox/farebox/gen/chain"
	"github.com/farebox/farebox/internal/chain/evm"
	"github.com/farebox/farebox/internal/chain/evm/contracts"
	"github.com/farebox/farebox/internal/upstream"
)

// gasOracle is the OP Stack's GasPriceOracle. Source: OP Stack specification, "Predeploys".
var gasOracle = common.HexToAddress("0x420000000000000000000000000000000000000F")

// feeBlocks is how many blocks the suggested fees come from: those of 20 s.
const feeBlocks = 100

// speeds are the suggested settings by percentile of the priority fees paid.
var (
	speeds      = []gen.ChainFeeSpeed{"slow", "standard", "fast"}
	percentiles = []float64{10, 50, 90}
)

// Gas answers GET /gas: the gas price on Base, in one request to an endpoint. Only the price and the block are
// required; anything else that an endpoint omits is null.
func (h *Handlers) Gas(ctx context.Context, _ gen.GasRequestObject) (gen.GasResponseObject, error) {
	client, err := h.chains.Network("base")
	if err != nil {
		return nil, err
	}

	var (
		price   evm.Big
		block   evm.Uint64
		history evm.FeeHistory
		oracle  evm.Snapshot
	)

	gasPrice := evm.NewCall(&price, "eth_gasPrice")
	number := evm.NewCall(&block, "eth_blockNumber")
	fees := evm.FeeHistoryCall(&history, feeBlocks, percentiles...)
	c := contracts.NewGasPriceOracle()
	data := client.MulticallCall(&oracle, evm.Latest,
		evm.Read{To: gasOracle, Data: c.PackL1BaseFee()}, evm.Read{To: gasOracle, Data: c.PackBlobBaseFee()})

	fees.Optional = true
	data.Optional = true
	if err := client.Batch(ctx, gasPrice, number, fees, data); err != nil {
		return nil, err
	}
	if err := evm.First(gasPrice, number); err != nil {
		return nil, err
	}
	if upstream.KindOf(data.Err) == upstream.Outdated { // it alone tells the time of the block
		return nil, data.Err
	}

	answer := gen.ChainGas{
		GasPriceGwei: scaled(&price.Int, 9),
		GasPriceWei:  wholeBig(&price.Int),
		Warnings:     []gen.ChainGasWarnings{},
		Network:      client.Network().Name,
		Block:        whole(uint64(block)),
		Chain:        client.Network().CAIP2,
	}

	if fees.Err == nil {
		suggest(&answer, &price.Int, &history)
	}
	if answer.Suggested == nil {
		answer.Warnings = append(answer.Warnings, "fees_unavailable")
	}

	if data.Err == nil {
		answer.L1BaseFeeWei = weiOf(oracle.Results[0])
		answer.L1BlobBaseFeeWei = weiOf(oracle.Results[1])
	}
	if answer.L1BaseFeeWei == nil || answer.L1BlobBaseFeeWei == nil {
		answer.Warnings = append(answer.Warnings, "l1_fees_unavailable")
	}

	return gen.Gas200JSONResponse(answer), nil
}

func weiOf(r evm.Result) *string {
	n, ok := r.Uint()
	if !ok {
		return nil
	}
	return weiOrNull(n)
}

// suggest fills in the fee history's values, or nothing if it is incomplete. Its last base fee is the next block's.
func suggest(answer *gen.ChainGas, price *big.Int, h *evm.FeeHistory) {
	if len(h.BaseFee) < 2 || len(h.Rewards) == 0 {
		return
	}
	base := h.BaseFee[len(h.BaseFee)-2]
	next := h.BaseFee[len(h.BaseFee)-1]
	answer.BaseFeeWei = weiOrNull(base)
	answer.NextBaseFeeWei = weiOrNull(next)

	if tip := new(big.Int).Sub(price, base); tip.Sign() >= 0 {
		answer.PriorityFeeWei = weiOrNull(tip)
	}

	var fees []gen.ChainFee
	for i, speed := range speeds {
		tip := median(h.Rewards, i)
		if tip == nil {
			return
		}
		most := new(big.Int).Mul(next, big.NewInt(2))
		fees = append(fees, gen.ChainFee{
			Speed:          speed,
			PriorityFeeWei: tip.String(),
			MaxFeeWei:      most.Add(most, tip).String(),
		})
	}
	answer.Suggested = fees
}

// median is the median of column i over all rows, so that one odd block does not count, or nil if a row lacks it. Of
// an even number it is the mean of the middle two, in whole wei.
func median(rows [][]*big.Int, i int) *big.Int {
	var column []*big.Int
	for _, row := range rows {
		if i >= len(row) {
			return nil
		}
		column = append(column, row[i])
	}
	if len(column) == 0 {
		return nil
	}
	slices.SortFunc(column, (*big.Int).Cmp)
	sum := new(big.Int).Add(column[(len(column)-1)/2], column[len(column)/2])
	return sum.Rsh(sum, 1)
}
