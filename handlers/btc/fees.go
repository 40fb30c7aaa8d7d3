package btc

import (
	"context"
	"encoding/json"
	"math"
	"slices"

	gen "github.com/farebox/farebox/gen/btc"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/esplora"
	"github.com/farebox/farebox/internal/upstream/mempoolspace"
)

// exampleVBytes is the size of a payment with one input and two outputs, pay-to-witness-key-hash (141), as wallets
// round it.
const exampleVBytes = 140

// The words for how full the next block is, by the median fee rate that it would have.
const (
	lowUpTo    = 2
	normalUpTo = 20
	highUpTo   = 100
)

// feeParts is what the explorers give for /btc/fees.
type feeParts struct {
	named     *mempoolspace.Fees
	projected []mempoolspace.Projected
	price     *mempoolspace.Price
	estimates esplora.Estimates
	mempools  claims[*esplora.Mempool]
	tips      claims[int64]
}

// BtcFees answers GET /btc/fees.
func (h *Handlers) BtcFees(ctx context.Context, _ gen.BtcFeesRequestObject) (gen.BtcFeesResponseObject, error) {
	var got feeParts
	core := h.explorers[1].api
	fused := fuse(ctx, &got, &got.tips, slices.Concat(
		[]upstream.Source[func(*feeParts)]{
			upstream.Part(space, 0, h.space.Fees, func(a *feeParts, fees *mempoolspace.Fees) { a.named = fees }),
			upstream.Part(stream, 0, core.FeeEstimates,
				func(a *feeParts, came esplora.Estimates) { a.estimates = came }),
			upstream.Part(spaceProjected, 0, h.space.Projected,
				func(a *feeParts, blocks []mempoolspace.Projected) { a.projected = blocks }),
			upstream.Part(spacePrice, 0, h.price,
				func(a *feeParts, price *mempoolspace.Price) { a.price = price }),
		},
		each(h, "mempool", mempoolSums, func(a *feeParts) *claims[*esplora.Mempool] { return &a.mempools }),
		each(h, lastBlock, tipHeight, func(a *feeParts) *claims[int64] { return &a.tips }),
	)...)
	if err := failure(h, fused, ""); err != nil {
		return nil, err
	}

	answer := got.rates()
	answer.NextBlock = nextBlock(got.projected)
	answer.Congestion = congestion(answer.NextBlock)
	answer.ExampleCost = gen.BtcExampleCost{
		Vbytes:     exampleVBytes,
		FastestSat: cost(answer.Fastest),
		HourSat:    cost(answer.Hour),
	}
	answer.ExampleCost.FastestUSD = usdOrNull(answer.ExampleCost.FastestSat, got.price)
	answer.ExampleCost.HourUSD = usdOrNull(answer.ExampleCost.HourSat, got.price)
	answer.PriceUSD, answer.PriceAt = priceOrNull(got.price)
	if len(got.mempools) > 0 {
		pool := got.mempools.believed(got.tips)
		answer.MempoolTxCount = new(int(pool.value.Count))
		answer.MempoolVsize = new(int(pool.value.VSize))
		answer.FeeHistogram, answer.FeeHistogramSource = histogramOf(got.mempools, got.tips)
	}
	if len(got.tips) > 0 {
		answer.TipHeight = new(int(got.tips.believed(got.tips).value))
	}
	answer.Comparison = got.compare().answer()
	answer.CheckedAt = h.checkedAt()
	answer.Sources = response.Sources(fused)
	answer.AsOf = response.AsOf(answer.Sources)
	answer.Partial = fused.Partial() || rounded(got.named)
	return answer, nil
}

// rounded says whether the rates are whole numbers because those with decimals could not be had.
func rounded(fees *mempoolspace.Fees) bool { return fees != nil && fees.Rounded }

func mempoolSums(ctx context.Context, api *esplora.Client) (*esplora.Mempool, error) {
	return api.Mempool(ctx)
}

// rates are the named fee rates: those of mempool.space, and without them the estimates for as many blocks. Economy
// and minimum are words of mempool.space that no estimate stands for.
func (p *feeParts) rates() gen.BtcFees200JSONResponse {
	answer := gen.BtcFees200JSONResponse{
		Unit:         gen.SatVB,
		Estimates:    []gen.BtcFeeEstimate{},
		FeeHistogram: []gen.BtcFeeBand{},
	}
	for target, estimate := range p.estimates {
		answer.Estimates = append(answer.Estimates, gen.BtcFeeEstimate{
			Source:       stream,
			TargetBlocks: target,
			FeeRate:      estimate,
		})
	}
	slices.SortFunc(answer.Estimates, func(a, b gen.BtcFeeEstimate) int { return a.TargetBlocks - b.TargetBlocks })

	if p.named != nil {
		answer.RatesSource = space
		answer.RatesRounded = p.named.Rounded
		answer.Fastest = &p.named.Fastest
		answer.HalfHour = &p.named.HalfHour
		answer.Hour = &p.named.Hour
		answer.Economy = &p.named.Economy
		answer.Minimum = &p.named.Minimum
		return answer
	}
	answer.RatesSource = stream
	answer.Fastest = p.within(1)
	answer.HalfHour = p.within(3)
	answer.Hour = p.within(6)
	return answer
}

// within is the estimate for a number of blocks, nil if there is none.
func (p *feeParts) within(blocks int) *float64 {
	if estimate, given := p.estimates[blocks]; given && estimate > 0 {
		return &estimate
	}
	return nil
}

// compare holds the named rates against the estimates for as many blocks, and the tips against each other.
func (p *feeParts) compare() *comparison {
	var c comparison
	among(&c, p.tips, "tip_height", whole)
	if p.named == nil || p.estimates == nil {
		return &c
	}

	if len(c.compared) < 2 {
		c.compared = []string{space, stream}
	}

	for _, row := range []struct {
		field  string
		named  float64
		blocks int
	}{
		{"fastest", p.named.Fastest, 1},
		{"half_hour", p.named.HalfHour, 3},
		{"hour", p.named.Hour, 6},
	} {
		if estimate := p.within(row.blocks); estimate != nil {
			apart(&c, claims[float64]{{space, row.named}, {stream, *estimate}}, row.field,
				func(rate float64) float64 { return rate })
		}
	}

	return &c
}

func nextBlock(projected []mempoolspace.Projected) *gen.BtcNextBlock {
	if len(projected) == 0 {
		return nil
	}
	first := projected[0]
	block := &gen.BtcNextBlock{
		TxCount:       int(first.TxCount),
		MedianFeeRate: rate(first.Median),
		TotalFeesSat:  int(math.Round(first.TotalFees)),
	}
	block.MinFeeRate, block.MaxFeeRate = ends(first.FeeRange)
	return block
}

// ends are the lowest and highest fee rate of a projected block.
func ends(feeRange []float64) (lowest, highest *float64) {
	if len(feeRange) == 0 {
		return nil, nil
	}
	return new(rate(slices.Min(feeRange))), new(rate(slices.Max(feeRange)))
}

func congestion(next *gen.BtcNextBlock) *gen.BtcFeesCongestion {
	if next == nil {
		return nil
	}
	switch median := next.MedianFeeRate; {
	case median <= lowUpTo:
		return new(gen.Low)
	case median <= normalUpTo:
		return new(gen.Normal)
	case median <= highUpTo:
		return new(gen.High)
	}
	return new(gen.Extreme)
}

// cost is what the example costs at a fee rate: a fee is a whole number of satoshis. What floats are off by is no
// satoshi.
func cost(feeRate *float64) *int {
	if feeRate == nil {
		return nil
	}
	return new(int(math.Ceil(*feeRate*exampleVBytes - 1e-6)))
}

func usdOrNull(sat *int, price *mempoolspace.Price) *json.Number {
	if sat == nil {
		return nil
	}
	return usd(int64(*sat), price)
}

func intOrNull(n *int64) *int {
	if n == nil {
		return nil
	}
	return new(int(*n))
}

// histogramOf are the fee bands of the mempool, highest first, and whose they are. An explorer that gives none of a
// mempool that is not empty does not say.
func histogramOf(mempools claims[*esplora.Mempool], tips claims[int64]) (bands []gen.BtcFeeBand, source *string) {
	first := mempools.believed(tips)
	for _, one := range append(claims[*esplora.Mempool]{first}, mempools...) {
		if len(one.value.Histogram) == 0 && one.value.Count > 0 {
			continue
		}
		total := 0
		bands = []gen.BtcFeeBand{}
		for _, pair := range one.value.Histogram {
			total += int(pair[1])
			bands = append(bands, gen.BtcFeeBand{
				MinFeeRate:      rate(pair[0]),
				Vsize:           int(pair[1]),
				CumulativeVsize: total,
			})
		}
		return bands, &one.by
	}

	return []gen.BtcFeeBand{}, nil
}
