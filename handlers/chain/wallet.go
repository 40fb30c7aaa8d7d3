package chain

import (
	"context"
	"encoding/json"
	"math/big"
	"strings"

	"github.com/ethereum/go-ethereum/common"
	"github.com/shopspring/decimal"

	gen "github.com/farebox/farebox/gen/chain"
	"github.com/farebox/farebox/internal/chain/evm"
	"github.com/farebox/farebox/internal/chain/evm/contracts"
	"github.com/farebox/farebox/internal/chain/param"
	"github.com/farebox/farebox/internal/clip"
	"github.com/farebox/farebox/internal/each"
	"github.com/farebox/farebox/internal/problem"
)

// maxTokens is the limit on tokens in one request, from the specification.
const maxTokens = 25

// longestSymbol is how many characters of a caller's symbol an error quotes.
const longestSymbol = 20

// readsPerToken are balanceOf, symbol and decimals.
const readsPerToken = 3

// notAContract is the error of a token without code. Nobody holds such a token.
const notAContract gen.ChainTokenBalanceError = "not_a_contract"

// asked is a token as named by the caller.
type asked struct {
	label   string
	address common.Address
}

// WalletBalances answers GET /wallet/balances: all balances in one request to an endpoint, at one block; usd takes
// one more for the prices.
func (h *Handlers) WalletBalances(ctx context.Context, req gen.WalletBalancesRequestObject) (gen.WalletBalancesResponseObject, error) {
	p := req.Params
	owner, err := param.Address("address", p.Address)
	if err != nil {
		return nil, err
	}

	client, err := h.chains.Network(string(p.Network))
	if err != nil {
		return nil, err
	}

	tokens, err := askedTokens(p.Tokens, client.Network().Name)
	if err != nil {
		return nil, err
	}

	reads := []evm.Read{evm.NativeBalance(owner)}
	erc20 := contracts.NewERC20()
	for _, t := range tokens {
		reads = append(reads, evm.BalanceOf(t.address, owner), evm.Read{To: t.address, Data: erc20.PackSymbol()}, evm.Read{To: t.address, Data: erc20.PackDecimals()})
	}

	snap, err := client.Multicall(ctx, evm.Latest, reads...)
	if err != nil {
		return nil, err
	}

	native, ok := snap.Results[0].Uint()
	if !ok {
		return nil, problem.BadGateway(problem.CodeUpstreamFailed, nil,
			"the endpoint did not tell the balance of the network's coin")
	}

	answer := gen.ChainBalances{
		Address: owner.Hex(), Tokens: []gen.ChainTokenBalance{}, USDStatus: gen.ChainBalancesUSDStatusNotRequested,
		Native: gen.ChainNativeBalance{
			Symbol:     client.Network().NativeSymbol,
			BalanceRaw: native.String(),
			Balance:    scaled(native, evm.NativeDecimals),
		},
		Network: client.Network().Name, Block: whole(snap.Block), Chain: client.Network().CAIP2,
	}

	for i, t := range tokens {
		at := 1 + i*readsPerToken
		answer.Tokens = append(answer.Tokens, tokenBalance(t, snap.Results[at:at+readsPerToken]))
	}

	switch {
	case !p.USD:
	case p.Network != "base":
		answer.USDStatus = gen.ChainBalancesUSDStatusBaseOnly
	default:
		h.value(ctx, &answer, tokens)
	}

	return gen.WalletBalances200JSONResponse(answer), nil
}

// askedTokens reads the tokens parameter. Each contract counts once, under its first name.
func askedTokens(list []string, network string) ([]asked, error) {
	if len(list) > maxTokens {
		return nil, problem.Invalid("tokens", "tokens takes at most %d of them", maxTokens)
	}
	var tokens []asked
	seen := map[common.Address]bool{}

	add := func(t asked) {
		if !seen[t.address] {
			seen[t.address] = true
			tokens = append(tokens, t)
		}
	}

	if len(list) == 0 && network == "base" {
		for _, t := range evm.BaseTokens() {
			if t.Common {
				add(asked{t.Symbol, t.Address})
			}
		}
	}

	for _, name := range list {
		name = strings.TrimSpace(name)
		if strings.HasPrefix(name, "0x") {
			a, err := param.Address("tokens", name)
			if err != nil {
				return nil, err
			}
			add(asked{name, a})
			continue
		}
		if network != "base" {
			return nil, problem.Invalid("tokens", "on %s, tokens are given by address (0x and 40 hex digits); symbols are known on base only", network)
		}
		known, ok := evm.BaseToken(name)
		if !ok {
			return nil, problem.Invalid("tokens", "%q is not a known symbol; give the token's address, or one of %s",
				clip.Shown(name, longestSymbol), symbols())
		}
		add(asked{name, known.Address})
	}

	return tokens, nil
}

func symbols() string {
	list := each.Of(evm.BaseTokens(), func(t evm.KnownToken) string { return t.Symbol })
	return strings.Join(list, ", ")
}

// tokenBalance reads the results of one token: balance, symbol, decimals.
func tokenBalance(t asked, r []evm.Result) gen.ChainTokenBalance {
	b := gen.ChainTokenBalance{Token: t.label, Address: t.address.Hex()}
	if s, ok := r[1].Text(); ok {
		b.Symbol = &s
	}

	decimals, ok := r[2].Uint()
	if ok && decimals.IsUint64() && decimals.Uint64() <= 255 {
		b.Decimals = new(int(decimals.Uint64()))
	}

	units, ok := r[0].Uint()
	switch {
	case ok:
		b.BalanceRaw = weiOrNull(units)
		if b.Decimals != nil {
			b.Balance = new(scaled(units, uint8(*b.Decimals)))
		}
	case r[0].OK && len(r[0].Data) == 0:
		b.Error = new(notAContract)
	default:
		b.Error = new(gen.ChainTokenBalanceError("no_balance"))
	}

	return b
}

// value adds USD values, as far as prices are known. A missing price does not fail the route.
func (h *Handlers) value(ctx context.Context, answer *gen.ChainBalances, tokens []asked) {
	answer.USDStatus = gen.ChainBalancesUSDStatusUnavailable
	if h.prices == nil {
		return
	}

	wanted := []common.Address{{}}
	for i, t := range tokens {
		if b := answer.Tokens[i]; b.BalanceRaw != nil && *b.BalanceRaw != "0" {
			wanted = append(wanted, t.address)
		}
	}

	prices, err := h.prices.PricesUSD(ctx, wanted)
	if err != nil {
		return
	}

	total := decimal.Zero
	known := 0
	missing := 0

	worth := func(token common.Address, raw string, decimals int) *json.Number {
		units, ok := new(big.Int).SetString(raw, 10)
		if !ok || units.Sign() == 0 {
			return new(json.Number("0"))
		}
		price, ok := prices[token]
		if !ok {
			missing++
			return nil
		}
		known++
		usd := price.Mul(decimal.NewFromBigInt(units, -int32(decimals))).Round(6)
		total = total.Add(usd)
		return new(json.Number(usd.String()))
	}

	answer.Native.USD = worth(common.Address{}, answer.Native.BalanceRaw, evm.NativeDecimals)
	for i, t := range tokens {
		b := &answer.Tokens[i]
		switch {
		case b.BalanceRaw == nil && b.Error != nil && *b.Error == notAContract:
		case b.BalanceRaw == nil:
			missing++
		case b.Decimals == nil && *b.BalanceRaw != "0":
			missing++
		default:
			decimals := 0
			if b.Decimals != nil {
				decimals = *b.Decimals
			}
			b.USD = worth(t.address, *b.BalanceRaw, decimals)
		}
	}

	switch {
	case missing == 0:
		answer.USDStatus = gen.ChainBalancesUSDStatusComplete
	case known > 0:
		answer.USDStatus = gen.ChainBalancesUSDStatusPartial
	default:
		return
	}

	answer.TotalUSD = new(json.Number(total.String()))
}
