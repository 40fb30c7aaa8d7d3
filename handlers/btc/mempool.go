package btc

import (
	"context"
	"math"
	"slices"

	gen "github.com/farebox/farebox/gen/btc"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/esplora"
	"github.com/farebox/farebox/internal/upstream/mempoolspace"
)

// blockVBytes is how many virtual bytes a block has room for (BIP 141).
const blockVBytes = 1_000_000

// mempoolParts is what the explorers give for /btc/mempool.
type mempoolParts struct {
	mempools   claims[*esplora.Mempool]
	tips       claims[int64]
	fees       *mempoolspace.Fees
	projected  []mempoolspace.Projected
	difficulty *mempoolspace.Difficulty
}

// BtcMempool answers GET /btc/mempool.
func (h *Handlers) BtcMempool(
	ctx context.Context, _ gen.BtcMempoolRequestObject,
) (gen.BtcMempoolResponseObject, error) {
	var got mempoolParts
	fused := fuse(ctx, &got, &got.tips, slices.Concat(
		each(h, "", mempoolSums, func(a *mempoolParts) *claims[*esplora.Mempool] { return &a.mempools }),
		each(h, lastBlock, tipHeight, func(a *mempoolParts) *claims[int64] { return &a.tips }),
		[]upstream.Source[func(*mempoolParts)]{
			upstream.Part(spaceFees, 0, h.space.Fees,
				func(a *mempoolParts, fees *mempoolspace.Fees) { a.fees = fees }),
			upstream.Part(spaceProjected, 0, h.space.Projected,
				func(a *mempoolParts, blocks []mempoolspace.Projected) { a.projected = blocks }),
			upstream.Part(spaceDifficulty, 0, h.space.Difficulty,
				func(a *mempoolParts, d *mempoolspace.Difficulty) { a.difficulty = d }),
		},
	)...)
	if err := failure(h, fused, ""); err != nil {
		return nil, err
	}

	pool := got.mempools.believed(got.tips)
	fees := int64(math.Round(pool.value.TotalFee))
	answer := gen.BtcMempool200JSONResponse{
		Source:          pool.by,
		TxCount:         int(pool.value.Count),
		Vsize:           int(pool.value.VSize),
		TotalFeesSat:    int(fees),
		TotalFeesBtc:    btc(fees),
		BlocksToClear:   int(math.Ceil(pool.value.VSize / blockVBytes)),
		ProjectedBlocks: []gen.BtcProjectedBlock{},
		Difficulty:      difficulty(got.difficulty),
		Comparison:      got.compare().answer(),
		CheckedAt:       h.checkedAt(),
		Sources:         response.Sources(fused),
		Partial:         fused.Partial() || rounded(got.fees),
	}
	answer.AsOf = response.AsOf(answer.Sources)
	answer.FeeHistogram, answer.FeeHistogramSource = histogramOf(got.mempools, got.tips)
	if got.fees != nil && !got.fees.Rounded {
		answer.MinFeeRate = new(rate(got.fees.Minimum))
	}
	if len(got.tips) > 0 {
		answer.TipHeight = new(int(got.tips.believed(got.tips).value))
	}
	for i, block := range got.projected {
		answer.ProjectedBlocks = append(answer.ProjectedBlocks, projectedBlock(i, block))
	}
	for _, one := range got.mempools {
		answer.Mempools = append(answer.Mempools, gen.BtcMempoolOf{
			Source:       one.by,
			TxCount:      int(one.value.Count),
			Vsize:        int(one.value.VSize),
			TotalFeesSat: int(math.Round(one.value.TotalFee)),
		})
	}
	return answer, nil
}

func projectedBlock(index int, block mempoolspace.Projected) gen.BtcProjectedBlock {
	out := gen.BtcProjectedBlock{
		Index:         index,
		TxCount:       int(block.TxCount),
		Vsize:         block.VSize,
		MedianFeeRate: rate(block.Median),
		TotalFeesSat:  int(math.Round(block.TotalFees)),
	}
	out.MinFeeRate, out.MaxFeeRate = ends(block.FeeRange)
	return out
}

func difficulty(d *mempoolspace.Difficulty) *gen.BtcDifficulty {
	if d == nil {
		return nil
	}
	at := d.RetargetAt()
	return &gen.BtcDifficulty{
		ProgressPct:       new(rate(d.ProgressPct)),
		ChangePct:         new(rate(d.ChangePct)),
		PreviousChangePct: new(rate(d.PreviousPct)),
		RemainingBlocks:   new(int(d.Remaining)),
		RetargetHeight:    new(int(d.NextHeight)),
		RetargetAt:        response.Moment(&at),
	}
}

// compare holds the tips against each other, and the mempools, which are never the same at two nodes.
func (p *mempoolParts) compare() *comparison {
	var c comparison
	among(&c, p.tips, "tip_height", whole)
	if len(p.mempools) > len(c.compared) {
		c.compared = []string{space, stream}
	}
	apart(&c, p.mempools, "tx_count", func(m *esplora.Mempool) float64 { return float64(m.Count) })
	apart(&c, p.mempools, "vsize", func(m *esplora.Mempool) float64 { return m.VSize })
	return &c
}
