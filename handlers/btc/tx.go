package btc

import (
	"context"
	"slices"
	"strconv"
	"strings"

	gen "github.com/farebox/farebox/gen/btc"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/esplora"
	"github.com/farebox/farebox/internal/upstream/mempoolspace"
)

// shownInputs bounds the inputs and the outputs that are shown; sums are always over all.
const shownInputs = 500

// replaceable is the sequence number below which an input says that its transaction may be replaced (BIP 125).
const replaceable = 0xfffffffe

// txParts is what the explorers give for /btc/tx.
type txParts struct {
	txs       claims[*esplora.Tx]
	tips      claims[int64]
	outspends claims[[]esplora.Outspend]
	waiting   *mempoolspace.Package
	projected []mempoolspace.Projected
}

// BtcTx answers GET /btc/tx. What only one that waits has is asked for once it is known to wait.
func (h *Handlers) BtcTx(ctx context.Context, req gen.BtcTxRequestObject) (gen.BtcTxResponseObject, error) {
	txid := strings.ToLower(req.Params.Txid)

	var got txParts
	fused := fuse(ctx, &got, &got.tips, slices.Concat(
		each(h, "", func(ctx context.Context, api *esplora.Client) (*esplora.Tx, error) { return api.Tx(ctx, txid) },
			func(a *txParts) *claims[*esplora.Tx] { return &a.txs }),
		each(h, lastBlock, tipHeight, func(a *txParts) *claims[int64] { return &a.tips }),
		[]upstream.Source[func(*txParts)]{outspendsOf(h.explorers[0], txid)},
	)...)
	if err := failure(h, fused, ""); err != nil {
		if upstream.KindOf(err) == upstream.NotFound {
			return nil, problem.NotFound("txid", "no transaction %s: it never was, was replaced, or was dropped", txid)
		}
		return nil, err
	}

	tx := got.txs.believed(got.tips)
	more := fuse(ctx, &got, &got.tips, h.moreOf(tx.value, &got)...)
	asked := slices.Concat(fused, more)

	answer := h.txAnswer(tx, &got)
	answer.Comparison = compareTxs(&got, fused).answer()
	answer.Sources = response.Sources(asked)
	answer.AsOf = response.AsOf(answer.Sources)
	answer.Partial = asked.Partial()
	return answer, nil
}

func outspendsOf(from explorer, txid string) upstream.Source[func(*txParts)] {
	return upstream.Part(named(from.name, "outspends"), 0,
		func(ctx context.Context) ([]esplora.Outspend, error) { return from.api.Outspends(ctx, txid) },
		func(a *txParts, list []esplora.Outspend) {
			a.outspends = append(a.outspends, claim[[]esplora.Outspend]{from.name, list})
		})
}

// moreOf is what is still to be asked about a transaction: of one that waits the package that it waits in and the
// blocks to come, and what became of the outputs when the first explorer did not say.
func (h *Handlers) moreOf(tx *esplora.Tx, got *txParts) []upstream.Source[func(*txParts)] {
	var parts []upstream.Source[func(*txParts)]
	if len(got.outspends) == 0 {
		parts = append(parts, outspendsOf(h.explorers[1], tx.TxID))
	}
	if !tx.Status.Confirmed {
		parts = append(parts,
			upstream.Part(spacePackage, 0, func(ctx context.Context) (*mempoolspace.Package, error) {
				return h.space.Package(ctx, tx.TxID)
			}, func(a *txParts, p *mempoolspace.Package) { a.waiting = p }),
			upstream.Part(spaceProjected, 0, h.space.Projected,
				func(a *txParts, blocks []mempoolspace.Projected) { a.projected = blocks }),
		)
	}
	return parts
}

func (h *Handlers) txAnswer(said claim[*esplora.Tx], got *txParts) gen.BtcTx200JSONResponse {
	tx := said.value
	size := vbytes(tx.Weight)
	answer := gen.BtcTx200JSONResponse{
		Txid:      tx.TxID,
		Source:    said.by,
		Confirmed: tx.Status.Confirmed,
		Size:      int(tx.Size),
		Vsize:     int(size),
		Weight:    int(tx.Weight),
		Version:   int(tx.Version),
		Locktime:  int(tx.LockTime),
		// Every transaction has some: none are those left out.
		InputCount:  response.OrNull(len(tx.Inputs)),
		OutputCount: response.OrNull(len(tx.Outputs)),
		Truncated:   len(tx.Inputs) > shownInputs || len(tx.Outputs) > shownInputs,
		Inputs:      inputs(tx),
		Outputs:     got.outputs(tx),
		CheckedAt:   h.checkedAt(),
	}
	answer.Rbf, answer.Taproot = features(tx)
	answer.Segwit = new(tx.Segwit())
	if len(tx.Inputs) > 0 {
		answer.IsCoinbase = new(tx.Coinbase())
	}
	if in, known := tx.In(); known {
		answer.TotalInputSat = new(int(in))
		answer.TotalInputBtc = new(btc(in))
	}
	if out, given := tx.Out(); given {
		answer.TotalOutputSat = new(int(out))
		answer.TotalOutputBtc = new(btc(out))
	}
	if fee := feeOf(tx); fee != nil {
		answer.FeeSat = fee
		answer.FeeBtc = new(btc(tx.Fee))
		answer.FeeRate = new(rate(float64(tx.Fee) / float64(size)))
	}

	if tx.Status.Confirmed {
		answer.Confirmations = got.confirmations(*tx.Status.BlockHeight)
		answer.Block = &gen.BtcTxBlock{
			Height:  int(*tx.Status.BlockHeight),
			Hash:    tx.Status.BlockHash,
			MinedAt: *moment(tx.Status.BlockTime),
		}
		return answer
	}
	answer.Confirmations = new(0)
	answer.Package = packageOf(tx, got.waiting)
	answer.EffectiveFeeRate = effective(tx, got.waiting, answer.Package)
	answer.EtaBlocks = blocksToWait(answer.EffectiveFeeRate, got.projected)
	return answer
}

// feeOf is a transaction's fee; a coinbase pays none and takes those of its block.
func feeOf(tx *esplora.Tx) *int {
	if tx.Coinbase() {
		return nil
	}
	return new(int(tx.Fee))
}

// features are whether a transaction says that it may be replaced, and has to do with Taproot. Without inputs, which
// explorers leave out of some, it is not known.
func features(tx *esplora.Tx) (rbf, taproot *bool) {
	if len(tx.Inputs) == 0 {
		return nil, nil
	}

	rbf = new(false)
	taproot = new(false)
	for _, in := range tx.Inputs {
		*rbf = *rbf || in.Sequence < replaceable && !in.Coinbase
		*taproot = *taproot || in.Spent != nil && scriptKind(in.Spent.Type) == kindP2TR
	}
	for _, out := range tx.Outputs {
		*taproot = *taproot || scriptKind(out.Type) == kindP2TR
	}
	return rbf, taproot
}

func inputs(tx *esplora.Tx) []gen.BtcInput {
	list := []gen.BtcInput{}
	for _, in := range tx.Inputs[:min(len(tx.Inputs), shownInputs)] {
		if in.Coinbase { // it spends nothing: the reference to an output is all zeros
			list = append(list, gen.BtcInput{})
			continue
		}
		out := gen.BtcInput{
			Txid: response.OrNull(in.TxID),
			Vout: new(int(in.Vout)),
		}
		if in.Spent != nil {
			out.Address = response.OrNull(in.Spent.Address)
			out.Type = response.OrNull(scriptKind(in.Spent.Type))
			out.ValueSat = new(int(in.Spent.Value))
			out.ValueBtc = new(btc(in.Spent.Value))
		}
		list = append(list, out)
	}

	return list
}

func (p *txParts) outputs(tx *esplora.Tx) []gen.BtcOutput {
	var spends []esplora.Outspend
	if len(p.outspends) > 0 && len(p.outspends[0].value) == len(tx.Outputs) {
		spends = p.outspends[0].value
	}

	list := []gen.BtcOutput{}
	for n, o := range tx.Outputs[:min(len(tx.Outputs), shownInputs)] {
		out := gen.BtcOutput{
			N:        n,
			Address:  response.OrNull(o.Address),
			Type:     response.OrNull(scriptKind(o.Type)),
			ValueSat: int(o.Value),
			ValueBtc: btc(o.Value),
			OpReturn: o.Type == esplora.OpReturn,
		}
		if spends != nil {
			out.Spent = &spends[n].Spent
			out.SpentByTxid = response.OrNull(spends[n].TxID)
		}
		list = append(list, out)
	}

	return list
}

// confirmations count the block itself: a tip below it is one that an explorer has not caught up with.
func (p *txParts) confirmations(height int64) *int {
	if len(p.tips) == 0 {
		return nil
	}
	tip := max(p.tips.believed(p.tips).value, height)
	return new(int(tip - height + 1))
}

// packageOf is what waits together with a transaction. Its rate is what a miner gets for a virtual byte when he
// takes it with all that has to come before.
func packageOf(tx *esplora.Tx, p *mempoolspace.Package) *gen.BtcPackage {
	if p == nil {
		return nil
	}
	fees := tx.Fee
	weight := tx.Weight
	for _, one := range p.Ancestors {
		fees += one.Fee
		weight += one.Weight
	}

	shown := &gen.BtcPackage{
		AncestorCount: len(p.Ancestors),
		TotalFeesSat:  int(fees),
		Vsize:         int(vbytes(weight)),
		FeeRate:       rate(float64(fees) / float64(vbytes(weight))),
	}
	if p.Descendants != nil {
		shown.DescendantCount = new(len(p.Descendants))
	}
	return shown
}

// effective is the fee rate that miners go by: what the explorer works out over parents and children. When it does
// not say, parents count as they can only lower it; with children that may pay for it, or none known, it is unknown.
func effective(tx *esplora.Tx, p *mempoolspace.Package, own *gen.BtcPackage) *float64 {
	switch {
	case p == nil:
		return nil
	case p.Effective != nil && *p.Effective > 0:
		return new(rate(*p.Effective))
	case p.Descendants == nil, len(p.Descendants) > 0:
		return nil
	}
	return new(min(own.FeeRate, rate(float64(tx.Fee)/float64(vbytes(tx.Weight)))))
}

// blocksToWait counts the projected blocks whose cheapest transaction pays more, and the one after. The last one may
// hold the rest of the mempool: how long that takes is not known.
func blocksToWait(feeRate *float64, projected []mempoolspace.Projected) *int {
	if feeRate == nil || len(projected) == 0 {
		return nil
	}
	ahead := 0
	for _, block := range projected {
		lowest, _ := ends(block.FeeRange)
		if lowest == nil {
			return nil
		}
		if *lowest > *feeRate {
			ahead++
		}
	}

	last := len(projected) - 1
	if ahead >= last && projected[last].VSize > blockVBytes {
		return nil
	}
	return new(min(ahead, last) + 1)
}

// compareTxs holds the explorers' transactions against each other. That one has none is a difference too.
func compareTxs(got *txParts, fused upstream.Fused[func(*txParts)]) *comparison {
	var c comparison
	known := make([]claim[string], 0, len(fused))
	for _, name := range []string{space, stream} {
		_, has := got.txs.of(name)
		if has || upstream.KindOf(fused.Failure(name)) == upstream.NotFound {
			known = append(known, claim[string]{name, strconv.FormatBool(has)})
			c.compared = append(c.compared, name)
		}
	}
	c.field("known", func(a, b string) bool { return a == b }, known...)
	among(&c, got.txs, "confirmed", func(tx *esplora.Tx) string { return strconv.FormatBool(tx.Status.Confirmed) })
	among(&c, got.txs, "block_hash", func(tx *esplora.Tx) string { return tx.Status.BlockHash })
	among(&c, got.txs, "fee_sat", func(tx *esplora.Tx) string { return whole(tx.Fee) })
	among(&c, got.txs, "weight", func(tx *esplora.Tx) string { return whole(tx.Weight) })
	return &c
}
