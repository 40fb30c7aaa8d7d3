package btc

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"

	gen "github.com/farebox/farebox/gen/btc"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/esplora"
	"github.com/farebox/farebox/internal/upstream/mempoolspace"
)

// The subsidy of the first blocks, and after how many it halves (Bitcoin Core, GetBlockSubsidy).
const (
	firstSubsidy  = 50_0000_0000
	halvingBlocks = 210_000
	maxWeight     = 4_000_000 // BIP 141
)

// noPool is mempool.space's name for the miner of a block that it recognises no pool in.
const noPool = "Unknown"

// blockParts is what the explorers give for /btc/block.
type blockParts struct {
	tips   claims[int64]
	hashes claims[string] // of the block at the height in question
	blocks claims[*esplora.Block]
	extras *mempoolspace.BlockExtras
}

// longestWait is the longest time to the next block. An explorer whose last block is older stands still.
const longestWait = 6 * time.Hour

// BtcBlock answers GET /btc/block. By hash the block comes first and then its place in the chain, which it may have
// lost; by height, or for the tip, its hash comes first.
func (h *Handlers) BtcBlock(ctx context.Context, req gen.BtcBlockRequestObject) (gen.BtcBlockResponseObject, error) {
	var got blockParts
	var asked upstream.Fused[func(*blockParts)]
	var err error
	if req.Params.Hash != nil {
		asked, err = h.blockByHash(ctx, &got, strings.ToLower(*req.Params.Hash), req.Params.Height)
	} else {
		asked, err = h.blockByHeight(ctx, &got, req.Params.Height)
	}
	if err != nil {
		return nil, err
	}

	answer := h.blockAnswer(&got)
	answer.Comparison = got.compare().answer()
	answer.Sources = response.Sources(asked)
	if response.OrZero(answer.IsTip) {
		for i, s := range answer.Sources {
			answer.Sources[i] = response.Until(s, answer.MinedAt, h.now(), longestWait)
		}
	}
	answer.AsOf = response.AsOf(answer.Sources)
	answer.Partial = response.Partial(answer.Sources)
	return answer, nil
}

func (h *Handlers) blockByHash(
	ctx context.Context, got *blockParts, hash string, height *int,
) (upstream.Fused[func(*blockParts)], error) {
	first := fuse(ctx, got, &got.tips, slices.Concat(h.blocksOf(hash), h.blockTips())...)
	if err := failure(h, first, ""); err != nil {
		return nil, noBlock(err, "hash", hash)
	}

	block := got.blocks.believed(got.tips).value
	if height != nil && int64(*height) != block.Height {
		return nil, problem.Invalid("height",
			"height %d is not that of the block with this hash, which is %d: give one of the two, or both of one block",
			*height, block.Height)
	}
	second := fuse(ctx, got, &got.tips, h.hashesAt(&block.Height, "hash_at_height")...)
	return append(first, second...), nil
}

// blockByHeight takes nil for the tip.
func (h *Handlers) blockByHeight(
	ctx context.Context, got *blockParts, height *int,
) (upstream.Fused[func(*blockParts)], error) {
	what := "tip_hash"
	at := (*int64)(nil)
	if height != nil {
		what = "hash_at_height"
		at = new(int64(*height))
	}
	first := fuse(ctx, got, &got.tips, slices.Concat(h.hashesAt(at, what), h.blockTips())...)
	if err := failure(h, first, what); err != nil {
		return nil, noBlock(err, "height", heightOf(height))
	}

	hash := got.hashes.believed(got.tips).value
	second := fuse(ctx, got, &got.tips, h.blocksOf(hash)...)
	if err := failure(h, second, ""); err != nil {
		if upstream.KindOf(err) == upstream.NotFound { // it named the block itself a moment ago
			return nil, problem.BadGateway(problem.CodeUpstreamFailed, err,
				"the explorers do not have their own block yet")
		}
		return nil, err
	}
	return append(first, second...), nil
}

func heightOf(height *int) string {
	if height == nil {
		return "of the tip"
	}
	return strconv.Itoa(*height)
}

func noBlock(err error, field, value string) error {
	if errors.Is(err, upstream.NotFound) {
		return problem.NotFound(field, "no block with %s %s", field, value)
	}
	return err
}

// hashesAt asks for the hash of the block at a height, nil for the tip.
func (h *Handlers) hashesAt(height *int64, what string) []upstream.Source[func(*blockParts)] {
	return each(h, what, func(ctx context.Context, api *esplora.Client) (string, error) {
		if height == nil {
			return api.TipHash(ctx)
		}
		return api.BlockHash(ctx, *height)
	}, func(a *blockParts) *claims[string] { return &a.hashes })
}

func (h *Handlers) blockTips() []upstream.Source[func(*blockParts)] {
	return each(h, lastBlock, tipHeight, func(a *blockParts) *claims[int64] { return &a.tips })
}

// blocksOf asks for a block, the first explorer with what it works out about it.
func (h *Handlers) blocksOf(hash string) []upstream.Source[func(*blockParts)] {
	second := h.explorers[1]
	return []upstream.Source[func(*blockParts)]{
		upstream.Part(space, 0, func(ctx context.Context) (*mempoolspace.Block, error) {
			return h.space.BlockWithExtras(ctx, hash)
		}, func(a *blockParts, block *mempoolspace.Block) {
			a.blocks = append(a.blocks, claim[*esplora.Block]{space, &block.Block})
			a.extras = block.Extras
		}),
		upstream.Part(second.name, 0, func(ctx context.Context) (*esplora.Block, error) {
			return second.api.Block(ctx, hash)
		}, func(a *blockParts, block *esplora.Block) {
			a.blocks = append(a.blocks, claim[*esplora.Block]{second.name, block})
		}),
	}
}

func (h *Handlers) blockAnswer(got *blockParts) gen.BtcBlock200JSONResponse {
	said := got.blocks.believed(got.tips)
	block := said.value
	mined := *moment(block.Timestamp)

	answer := gen.BtcBlock200JSONResponse{
		Height:            int(block.Height),
		Hash:              block.ID,
		Source:            said.by,
		InBestChain:       got.inBestChain(block),
		MinedAt:           mined,
		MedianTimeAt:      moment(block.MedianTime),
		AgeSeconds:        max(0, int(h.now().Sub(mined).Seconds())),
		TxCount:           int(block.TxCount),
		Size:              int(block.Size),
		Weight:            int(block.Weight),
		FullnessPct:       rate(float64(block.Weight) * 100 / maxWeight),
		Difficulty:        &block.Difficulty,
		Nonce:             int(block.Nonce),
		Version:           int(block.Version),
		MerkleRoot:        block.MerkleRoot,
		PreviousBlockHash: response.OrNull(block.PreviousHash),
		SubsidySat:        int(subsidy(block.Height)),
		SubsidyBtc:        btc(subsidy(block.Height)),
		CheckedAt:         h.checkedAt(),
	}

	if x := got.extras; x != nil {
		answer.TotalFeesSat = new(int(x.TotalFees))
		answer.TotalFeesBtc = new(btc(x.TotalFees))
		answer.RewardSat = new(int(x.Reward))
		answer.RewardBtc = new(btc(x.Reward))
		answer.MedianFeeRate = new(rate(x.Median))
		answer.AvgFeeSat = new(int(x.AvgFee))
		answer.FeeRateRange = x.FeeRange
		if x.Pool.Name != noPool {
			answer.Miner = response.OrNull(x.Pool.Name)
		}
	}

	got.place(&answer)
	return answer
}

// place says how deep the block is: one that lost its place in the chain confirms nothing.
func (p *blockParts) place(answer *gen.BtcBlock200JSONResponse) {
	switch {
	case answer.InBestChain == nil:
		return
	case !*answer.InBestChain:
		answer.Confirmations = new(0)
		answer.IsTip = new(false)
		if len(p.hashes) > 0 {
			answer.BestHashAtHeight = new(p.hashes.believed(p.tips).value)
		}
		return
	}
	answer.BestHashAtHeight = &answer.Hash
	if len(p.tips) > 0 {
		tip := max(int(p.tips.believed(p.tips).value), answer.Height)
		answer.Confirmations = new(tip - answer.Height + 1)
		answer.IsTip = new(tip == answer.Height)
	}
}

// inBestChain says whether the block is the one at its height, nil when no explorer said which is.
func (p *blockParts) inBestChain(block *esplora.Block) *bool {
	if len(p.hashes) == 0 {
		return nil
	}
	return new(p.hashes.believed(p.tips).value == block.ID)
}

// subsidy is how many new satoshis a block may make.
func subsidy(height int64) int64 {
	halvings := height / halvingBlocks
	if halvings >= 63 {
		return 0
	}
	return firstSubsidy >> halvings
}

// compare holds the blocks against each other, and which block the explorers have at its height.
func (p *blockParts) compare() *comparison {
	var c comparison
	among(&c, p.hashes, "hash_at_height", func(hash string) string { return hash })
	among(&c, p.blocks, "height", func(b *esplora.Block) string { return whole(b.Height) })
	among(&c, p.blocks, "merkle_root", func(b *esplora.Block) string { return b.MerkleRoot })
	among(&c, p.blocks, "tx_count", func(b *esplora.Block) string { return whole(b.TxCount) })
	among(&c, p.blocks, "weight", func(b *esplora.Block) string { return whole(b.Weight) })
	return &c
}
