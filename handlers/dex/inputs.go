package dex

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"github.com/farebox/farebox/internal/chain/dexpool"
	"github.com/farebox/farebox/internal/chain/evm"
	"github.com/farebox/farebox/internal/chain/param"
	"github.com/farebox/farebox/internal/problem"
)

// window reads a length of time such as 30m or 6h, from one minute to longest.
func window(text string, longest time.Duration) (time.Duration, error) {
	bad := problem.Invalid("window", "window must be whole minutes or hours such as 30m or 1h, from 1m to %dh", int(longest.Hours()))
	if text == "" {
		return 0, bad
	}
	unit := map[byte]time.Duration{'m': time.Minute, 'h': time.Hour}[text[len(text)-1]]
	n, err := strconv.ParseUint(text[:len(text)-1], 10, 16)
	if err != nil || unit == 0 {
		return 0, bad
	}
	d := time.Duration(n) * unit
	if d < time.Minute || d > longest {
		return 0, bad
	}
	return d, nil
}

// aliases are names that people use for what is traded as another token.
func aliases() map[string]string { return map[string]string{"ETH": "WETH", "BTC": "CBBTC"} }

// token reads the token parameter: a symbol or the address of a token that is known by one.
func token(text string) (common.Address, error) {
	if strings.HasPrefix(text, "0x") {
		return param.Address("token", text)
	}
	symbol := strings.ToUpper(strings.TrimSpace(text))
	if other, ok := aliases()[symbol]; ok {
		symbol = other
	}
	if t, ok := evm.BaseToken(symbol); ok {
		return t.Address, nil
	}
	return common.Address{}, notTracked(text)
}

// notTracked says which tokens there are.
func notTracked(text string) error {
	var symbols []string
	for _, p := range dexpool.Pools() {
		for _, t := range []dexpool.Token{p.Token0, p.Token1} {
			if !slices.Contains(symbols, t.Symbol) {
				symbols = append(symbols, t.Symbol)
			}
		}
	}
	slices.Sort(symbols)
	if letters := []rune(text); len(letters) > 20 {
		text = string(letters[:20]) + "..."
	}
	return problem.Invalid("token", "no tracked pool has %q; token must be one of %s, or give the address of a pool", text, strings.Join(symbols, ", "))
}

// choose gives the markets that token and pool, either of which may be nil, are about.
func (h *Handlers) choose(ctx context.Context, tokenName, poolAddress *string) ([]dexpool.Market, error) {
	var wanted common.Address
	if tokenName != nil {
		var err error
		if wanted, err = token(*tokenName); err != nil {
			return nil, err
		}
	}

	switch {
	case poolAddress != nil:
		a, err := param.Address("pool", *poolAddress)
		if err != nil {
			return nil, err
		}
		p, err := h.pool(ctx, a)
		if err != nil {
			return nil, err
		}
		m := p.Market()
		if tokenName != nil {
			var ok bool
			if m, ok = m.Of(wanted); !ok {
				return nil, problem.Invalid("token", "the pool %s does not have this token, but %s (%s) and %s (%s)", p.Address, p.Token0.Symbol, p.Token0.Address, p.Token1.Symbol, p.Token1.Address)
			}
		}
		return []dexpool.Market{m}, nil
	case tokenName != nil:
		if list := marketsOf(wanted); len(list) > 0 {
			return list, nil
		}
		return nil, notTracked(*tokenName)
	}

	return headline(), nil
}

// marketsOf are the tracked pools in which a token is the base; if there are none, as for USDC, those that contain it,
// inverted so that it is the base.
func marketsOf(token common.Address) []dexpool.Market {
	var list, turned []dexpool.Market
	for _, p := range dexpool.Pools() {
		m, ok := p.Market().Of(token)
		switch {
		case !ok:
		case m == p.Market():
			list = append(list, m)
		default:
			turned = append(turned, m)
		}
	}
	if len(list) == 0 {
		return turned
	}
	return list
}

// headline are the six pools that stand for the whole market.
func headline() []dexpool.Market {
	var list []dexpool.Market
	for _, p := range dexpool.Pools() {
		if p.Headline {
			list = append(list, p.Market())
		}
	}
	return list
}

// pool is the pool at an address: a row of the table, or what the chain says.
func (h *Handlers) pool(ctx context.Context, a common.Address) (dexpool.Pool, error) {
	for _, p := range dexpool.Pools() {
		if p.Address == a {
			return p, nil
		}
	}

	if p, ok := h.named.get(a); ok {
		return p, nil
	}
	client, err := h.chains.Network(network)
	if err != nil {
		return dexpool.Pool{}, err
	}

	p, err := dexpool.Lookup(ctx, client, a)
	if errors.Is(err, dexpool.ErrNoPool) {
		return dexpool.Pool{}, problem.Invalid("pool", "pool must be the address of a pool of Aerodrome (v2 or Slipstream) or Uniswap v3 on Base: %v", err)
	}

	if err == nil {
		h.named.put(p)
	}
	return p, err
}

// maxNamed is how many pools that callers have named are remembered.
const maxNamed = 1000

// named remembers what the chain has said about pools. None of it can change.
type named struct {
	mu    sync.Mutex
	pools map[common.Address]dexpool.Pool
}

func newNamed() *named { return &named{pools: map[common.Address]dexpool.Pool{}} }

func (n *named) get(a common.Address) (dexpool.Pool, bool) {
	n.mu.Lock()
	defer n.mu.Unlock()
	p, ok := n.pools[a]
	return p, ok
}

func (n *named) put(p dexpool.Pool) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if len(n.pools) >= maxNamed {
		clear(n.pools)
	}
	n.pools[p.Address] = p
}
