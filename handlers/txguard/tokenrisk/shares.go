package tokenrisk

import (
	"context"
	"math/big"

	"github.com/ethereum/go-ethereum/common"

	"github.com/farebox/farebox/internal/chain/evm"
	"github.com/farebox/farebox/internal/chain/evm/contracts"
	"github.com/farebox/farebox/internal/chain/known"
)

// lockers keep shares of pools until a time, on whichever network: UNCX's for Uniswap v2. Source: the list of
// deployments in its liquidity-locker-univ2-contracts (June 2024), and Etherscan's name for the first.
var lockers = []common.Address{
	common.HexToAddress("0x663A5C229c09b049E36dCc11a9B0d4a8Eb9db214"), // Ethereum, the first version
	common.HexToAddress("0x59d7D55DdC58494FbBbca29904f108ece82Ac7FB"), // Ethereum
	common.HexToAddress("0xc4E637D37113192F4F1F060DaEbD7758De7F4131"), // Base
	common.HexToAddress("0x63F4B2C082B1E0bbA38874567E053800379bF8D7"), // Arbitrum
	common.HexToAddress("0x5923c3911d9424F7725CAd33Ed176A6b885484D6"), // Optimism
	common.HexToAddress("0x939d71ADe0Bf94d3F8cf578413bF2a2f248BF58b"), // Polygon
	common.HexToAddress("0x7229247bD5cf29FA9B0764Aa1568732be024084b"), // BNB Smart Chain
	common.HexToAddress("0x07DD74C2dF2bC4eB04cf8eDb2F695AA79Ba590Eb"), // Avalanche
}

// Shares are who has the shares of the best pool, where that is of the v2 kind.
type Shares struct {
	BoundPct float64         // burnt or locked, in percent
	Holder   *common.Address // an account with a say over the token that has more than most; nil where none is found
}

// mostPct is how much of a pool's shares is most of them.
const mostPct = 80

// shares reads who has the best pool. It is nil for pools of the v3 kind, whose shares are no tokens.
func (r *Reader) shares(ctx context.Context, token common.Address, c *OnChain, f *firstReads) (*Shares, error) {
	if len(c.Pools) == 0 || c.Pools[0].Concentrated {
		return nil, nil
	}
	pool := c.Pools[0].Address
	bound := append([]common.Address{{}, known.Dead}, lockers...)
	actors := r.actors(token, c, f)

	reads := []evm.Read{{To: pool, Data: contracts.NewERC20().PackTotalSupply()}}
	for _, a := range append(bound, actors...) {
		reads = append(reads, evm.BalanceOf(pool, a))
	}
	snap, err := r.Client.Multicall(ctx, evm.Latest, reads...)
	if err != nil {
		return nil, err
	}

	total, ok := snap.Results[0].Uint()
	if !ok || total.Sign() == 0 {
		return nil, nil
	}
	out := &Shares{}
	for i, result := range snap.Results[1:] {
		held, ok := result.Uint()
		if !ok {
			return nil, nil
		}
		pct := percentOf(held, total)
		if i < len(bound) {
			out.BoundPct += pct
		} else if pct > mostPct {
			out.Holder = &actors[i-len(bound)]
		}
	}
	out.BoundPct = min(100, out.BoundPct)
	return out, nil
}

func percentOf(part, whole *big.Int) float64 {
	hundredths := new(big.Int).Quo(new(big.Int).Mul(part, big.NewInt(10_000)), whole)
	return float64(hundredths.Int64()) / 100
}

// apply puts the shares into the evidence. What is neither bound nor with somebody known stays unknown.
func (s *Shares) apply(e *Evidence) {
	e.LPBoundPct = &s.BoundPct
	switch {
	case s.Holder != nil:
		e.LPUnlocked = Worse(e.LPUnlocked, true)
	case s.BoundPct >= mostPct:
		e.LPUnlocked = Worse(e.LPUnlocked, false)
	}
}
