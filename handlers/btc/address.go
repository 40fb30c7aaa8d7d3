package btc

import (
	"context"
	"errors"
	"slices"
	"time"

	gen "github.com/farebox/farebox/gen/btc"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/esplora"
	"github.com/farebox/farebox/internal/upstream/mempoolspace"
)

// firstPage is how many transactions in blocks an explorer gives at once: an address with no more has its first one
// there.
const firstPage = 25

// shownTxs bounds the transactions that are shown.
const shownTxs = 25

// addressParts is what the explorers give for /btc/address.
type addressParts struct {
	sums  claims[*esplora.Address]
	tips  claims[int64]
	txs   claims[[]esplora.Tx]
	price *mempoolspace.Price
}

// BtcAddress answers GET /btc/address. Who is asked learns the address, so that nobody is before it is known to be
// one.
func (h *Handlers) BtcAddress(
	ctx context.Context, req gen.BtcAddressRequestObject,
) (gen.BtcAddressResponseObject, error) {
	asked, err := readAddress(req.Params.Address)
	if err != nil {
		return nil, problem.Invalid("address", "this %s", err)
	}

	var got addressParts
	fused := fuse(ctx, &got, &got.tips, slices.Concat(
		each(h, "", func(ctx context.Context, api *esplora.Client) (*esplora.Address, error) {
			return api.Address(ctx, asked.text)
		}, func(a *addressParts) *claims[*esplora.Address] { return &a.sums }),
		each(h, lastBlock, tipHeight, func(a *addressParts) *claims[int64] { return &a.tips }),
		[]upstream.Source[func(*addressParts)]{
			txsOf(h.explorers[0], asked.text),
			upstream.Part(spacePrice, 0, h.price,
				func(a *addressParts, price *mempoolspace.Price) { a.price = price }),
		},
	)...)
	if err := failure(h, fused, ""); err != nil {
		if errors.Is(err, upstream.NotFound) { // explorers answer an address that was never used with zeros
			err = problem.BadGateway(problem.CodeUpstreamFailed, err, "no explorer accepted the address")
		}
		return nil, err
	}

	if len(got.txs) == 0 {
		fused = append(fused, fuse(ctx, &got, &got.tips, txsOf(h.explorers[1], asked.text))...)
	}
	answer := h.addressAnswer(asked, &got)
	answer.Sources = response.Sources(fused)
	if answer.IsUsed && len(got.txs) > 0 && answer.Count == 0 {
		name := named(got.txs[0].by, transactions)
		at := slices.IndexFunc(answer.Sources, func(s gen.Source) bool { return s.Name == name })
		answer.Sources[at] = response.Source(name, upstream.BadResponse.Errorf("none of an address that has some"))
	}
	answer.AsOf = response.AsOf(answer.Sources)
	answer.Partial = response.Partial(answer.Sources)
	return answer, nil
}

// transactions names the question for an address's transactions among the sources.
const transactions = "transactions"

func txsOf(from explorer, address string) upstream.Source[func(*addressParts)] {
	return upstream.Part(named(from.name, transactions), 0,
		func(ctx context.Context) ([]esplora.Tx, error) { return from.api.AddressTxs(ctx, address) },
		func(a *addressParts, list []esplora.Tx) { a.txs = append(a.txs, claim[[]esplora.Tx]{from.name, list}) })
}

func (h *Handlers) addressAnswer(asked address, got *addressParts) gen.BtcAddress200JSONResponse {
	sums := got.sums.believed(got.tips)
	chain := sums.value.Chain
	waiting := sums.value.Mempool

	answer := gen.BtcAddress200JSONResponse{
		Address:             asked.text,
		Type:                gen.BtcAddressType(asked.kind),
		WitnessVersion:      asked.witness,
		Source:              sums.by,
		BalanceSat:          int(chain.Balance()),
		BalanceBtc:          btc(chain.Balance()),
		BalanceUSD:          usd(chain.Balance(), got.price),
		UnconfirmedDeltaSat: int(waiting.Balance()),
		UnconfirmedDeltaBtc: btc(waiting.Balance()),
		TotalReceivedSat:    int(chain.FundedSum),
		TotalReceivedBtc:    btc(chain.FundedSum),
		TotalSentSat:        int(chain.SpentSum),
		TotalSentBtc:        btc(chain.SpentSum),
		TxCount:             int(chain.TxCount),
		UnconfirmedTxCount:  int(waiting.TxCount),
		UtxoCount:           int(chain.FundedCount - chain.SpentCount),
		IsUsed:              chain.TxCount+waiting.TxCount > 0,
		Reused:              chain.FundedCount+waiting.FundedCount > 1,
		RecentTxs:           []gen.BtcAddressTx{},
		Comparison:          got.compare().answer(),
		CheckedAt:           h.checkedAt(),
	}

	answer.PriceUSD, answer.PriceAt = priceOrNull(got.price)
	if len(got.txs) > 0 {
		list := got.txs[0].value
		answer.FirstSeenAt, answer.LastActivityAt = span(list, chain.TxCount)
		for i := range list[:min(len(list), shownTxs)] {
			answer.RecentTxs = append(answer.RecentTxs, addressTx(&list[i], asked.text))
		}
	}

	answer.Count = len(answer.RecentTxs)
	answer.Truncated = int64(answer.Count) < chain.TxCount+waiting.TxCount
	return answer
}

// span is when the address was first and last in a block, as far as the first page tells: the first is known only of
// an address with no more transactions than are on it.
func span(list []esplora.Tx, inBlocks int64) (first, last *time.Time) {
	var seen, earliest, latest int64
	for _, tx := range list {
		if !tx.Status.Confirmed {
			continue
		}
		seen++
		if earliest == 0 || tx.Status.BlockTime < earliest {
			earliest = tx.Status.BlockTime
		}
		latest = max(latest, tx.Status.BlockTime)
	}
	if seen == inBlocks && inBlocks <= firstPage {
		first = moment(earliest)
	}
	return first, moment(latest)
}

func addressTx(tx *esplora.Tx, owner string) gen.BtcAddressTx {
	out := gen.BtcAddressTx{
		Txid:      tx.TxID,
		Confirmed: tx.Status.Confirmed,
		FeeSat:    feeOf(tx),
	}
	if tx.Status.Confirmed {
		out.BlockHeight = intOrNull(tx.Status.BlockHeight)
		out.MinedAt = moment(tx.Status.BlockTime)
	}
	if net, known := netOf(tx, owner); known {
		out.NetSat = new(int(net))
		out.NetBtc = new(btc(net))
	}
	return out
}

// netOf is what a transaction gave to the owner less what it took; known is false when it lacks inputs or outputs.
func netOf(tx *esplora.Tx, owner string) (net int64, known bool) {
	for _, out := range tx.Outputs {
		if out.Address == owner {
			net += out.Value
		}
	}
	for _, in := range tx.Inputs {
		switch {
		case in.Coinbase:
		case in.Spent == nil:
			return 0, false
		case in.Spent.Address == owner:
			net -= in.Spent.Value
		}
	}
	return net, len(tx.Inputs) > 0 && len(tx.Outputs) > 0
}

// compare holds the sums in blocks against each other. They differ for a moment when one explorer is a block behind,
// which tip_height shows.
func (p *addressParts) compare() *comparison {
	var c comparison
	among(&c, p.sums, "balance_sat", func(a *esplora.Address) string { return whole(a.Chain.Balance()) })
	among(&c, p.sums, "total_received_sat", func(a *esplora.Address) string { return whole(a.Chain.FundedSum) })
	among(&c, p.sums, "tx_count", func(a *esplora.Address) string { return whole(a.Chain.TxCount) })
	if len(p.sums) > 1 {
		among(&c, p.tips, "tip_height", whole)
	}
	return &c
}
