package txguard

import (
	"context"
	"strings"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/shopspring/decimal"

	"github.com/farebox/farebox/handlers/txguard/tokenrisk"
	"github.com/farebox/farebox/internal/chain/evm"
	"github.com/farebox/farebox/internal/upstream/dexscreener"
	"github.com/farebox/farebox/internal/upstream/goplus"
	"github.com/farebox/farebox/internal/upstream/honeypotis"
	"github.com/farebox/farebox/internal/upstream/sourcify"
)

// set takes a flag over where it is known.
func set(into **bool, f goplus.Flag) {
	if f.Known {
		*into = tokenrisk.Worse(*into, f.Yes)
	}
}

// tax takes a rate in percent over.
func tax(into **float64, d *decimal.Decimal, factor int64) {
	if d != nil && !d.IsNegative() {
		v, _ := decimal.Min(d.Mul(decimal.NewFromInt(factor)), decimal.NewFromInt(100)).Round(2).Float64()
		*into = tokenrisk.Higher(*into, v)
	}
}

// fromGoPlus puts GoPlus' record into the evidence.
func fromGoPlus(e *tokenrisk.Evidence, t *goplus.Token) {
	const source = "goplus"
	if t.OpenSource.Known {
		e.Verified = better(e.Verified, t.OpenSource.Yes)
	}
	if t.TrustList.Known && t.TrustList.Yes {
		e.Trusted = true
	}
	set(&e.Upgradeable, t.Proxy)
	set(&e.SelfDestruct, t.SelfDestruct)
	set(&e.Mintable, t.Mintable)
	set(&e.Blacklist, t.Blacklist)
	set(&e.Pausable, t.TransferPausable)
	set(&e.ExternalCall, t.ExternalCall)
	e.From(source, tokenrisk.ContractIntegrity)

	set(&e.TakeBackOwnership, t.TakeBackOwnership)
	set(&e.HiddenOwner, t.HiddenOwner)
	set(&e.OwnerChanges, t.OwnerChanges)
	if t.TakeBackOwnership.Known || t.HiddenOwner.Known || t.OwnerChanges.Known {
		e.From(source, tokenrisk.OwnershipDimension)
	}

	if t.OwnerAddress != nil && e.Owner == "" && common.IsHexAddress(*t.OwnerAddress) {
		a := common.HexToAddress(*t.OwnerAddress)
		if e.OwnerAddress = &a; a == (common.Address{}) {
			e.Owner = tokenrisk.OwnerRenounced
		}
		e.From(source, tokenrisk.OwnershipDimension)
	}

	set(&e.IsHoneypot, t.Honeypot)
	set(&e.CannotSellAll, t.CannotSell)
	tax(&e.BuyTax, t.BuyTax.Decimal, 100)
	tax(&e.SellTax, t.SellTax.Decimal, 100)
	tax(&e.TransferTax, t.TransferTax.Decimal, 100)
	set(&e.TaxModifiable, t.TaxChangable)
	set(&e.Cooldown, t.Cooldown)
	set(&e.Whitelist, t.Whitelist)
	if t.Honeypot.Known || t.BuyTax.Decimal != nil || t.SellTax.Decimal != nil {
		e.From(source, tokenrisk.Honeypot)
	}
	holders(e, t)
	pools(e, t)
}

// better keeps good news that one source is enough for: that the source is published.
func better(have *bool, yes bool) *bool {
	if have != nil && *have {
		return have
	}
	return &yes
}

// apart are holders that do not count: burnt and locked tokens, pools, and what GoPlus knows by name (exchanges,
// bridges, pools).
func apart(h goplus.Holder, pairs map[string]bool) bool {
	a := strings.ToLower(h.Address)
	return h.Tag != "" || h.Locked.Yes || pairs[a] || a == "0x0000000000000000000000000000000000000000" ||
		strings.HasSuffix(a, "000000000000000000000000000000000000dead") || a == "0x0000000000000000000000000000000000000001"
}

func holders(e *tokenrisk.Evidence, t *goplus.Token) {
	if n := t.HolderCount.Decimal; n != nil && n.IsInteger() && n.IsPositive() {
		count := n.IntPart()
		e.HolderCount = &count
		e.HoldersBy = goplus.Provider.Name
	}

	percent := func(d *decimal.Decimal) float64 {
		v, _ := decimal.Max(decimal.Zero, decimal.Min(*d, decimal.NewFromInt(1))).Mul(decimal.NewFromInt(100)).Round(2).Float64()
		return v
	}
	if d := t.CreatorPercent.Decimal; d != nil {
		v := percent(d)
		e.CreatorPercent = &v
	}

	if len(t.Holders) == 0 {
		return
	}
	pairs := map[string]bool{}
	for _, d := range t.Dex {
		pairs[strings.ToLower(d.Pair)] = true
	}

	sum := decimal.Zero
	for i, h := range t.Holders {
		if i < 10 && !apart(h, pairs) {
			sum = sum.Add(decimal.Min(h.Percent, decimal.NewFromInt(1)))
		}
	}

	top := percent(&sum)
	e.TopTen = &top
	e.From("goplus", tokenrisk.HolderConcentration)
}

func pools(e *tokenrisk.Evidence, t *goplus.Token) {
	e.Trades = t.InDex.Yes
	v2 := false
	for _, d := range t.Dex {
		if !d.Liquidity.IsNegative() {
			e.LiquidityUSD = tokenrisk.Deeper(e.LiquidityUSD, d.Liquidity)
			e.From("goplus", tokenrisk.Liquidity)
		}
		v2 = v2 || strings.EqualFold(d.Type, "UniV2")
	}

	if !v2 || len(t.LPHolders) == 0 {
		return
	}

	free := false
	for _, h := range t.LPHolders {
		nameless := goplus.Holder{Address: h.Address, Locked: h.Locked}
		if h.Percent.GreaterThan(decimal.NewFromFloat(0.8)) && !apart(nameless, nil) {
			free = true
		}
	}

	e.LPUnlocked = tokenrisk.Worse(e.LPUnlocked, free)
}

// fromHoneypotIs puts honeypot.is' simulation into the evidence.
func fromHoneypotIs(e *tokenrisk.Evidence, r *honeypotis.Result) {
	const source = "honeypot-is"
	known := r.Summary.Risk == "honeypot"
	is := known
	if r.Honeypot != nil {
		known = true
		is = r.Honeypot.Is
	}
	if known {
		e.IsHoneypot = tokenrisk.Worse(e.IsHoneypot, is)
		e.From(source, tokenrisk.Honeypot)
	}

	if s := r.Simulation; s != nil {
		tax(&e.BuyTax, s.BuyTax.Decimal, 1)
		tax(&e.SellTax, s.SellTax.Decimal, 1)
		tax(&e.TransferTax, s.TransferTax.Decimal, 1)
	}
	if r.Code != nil && r.Code.OpenSource != nil {
		e.Verified = better(e.Verified, *r.Code.OpenSource)
		e.From(source, tokenrisk.ContractIntegrity)
	}
	if r.Code != nil && r.Code.Proxy != nil {
		e.Upgradeable = tokenrisk.Worse(e.Upgradeable, *r.Code.Proxy)
	}
	fromPair(e, r)

	if n := r.Token.Holders.Decimal; n != nil && n.IsPositive() && e.HolderCount == nil {
		count := n.IntPart()
		e.HolderCount = &count
		e.HoldersBy = honeypotis.Provider.Name
	}
}

// fromPair takes over the pool that honeypot.is traded on.
func fromPair(e *tokenrisk.Evidence, r *honeypotis.Result) {
	const source = "honeypot-is"
	if r.Pair == nil {
		return
	}
	if usd := r.Pair.Liquidity.Decimal; usd != nil && !usd.IsNegative() {
		e.LiquidityUSD = tokenrisk.Deeper(e.LiquidityUSD, *usd)
		e.From(source, tokenrisk.Liquidity)
	}
	if at := r.Pair.Created.Decimal; at != nil && at.IsPositive() && at.LessThan(decimal.NewFromInt(1<<40)) {
		e.Existed(time.Unix(at.IntPart(), 0).UTC(), source)
	}
}

// deployment is what Sourcify knows, with the time of the deployment where it could be told.
type deployment struct {
	*sourcify.Contract
	at *time.Time
}

func (h *Handlers) deployment(ctx context.Context, client *evm.Client, chainID uint64, token common.Address) (*deployment, error) {
	c, err := h.sourcify.Contract(ctx, chainID, token)
	if err != nil {
		return nil, err
	}
	d := &deployment{Contract: c}
	if n, ok := c.Block(); ok {
		if at, err := client.TimeOf(ctx, evm.AtNumber(n)); err == nil {
			d.at = &at
		}
	}
	return d, nil
}

func fromSourcify(e *tokenrisk.Evidence, d *deployment) {
	const source = "sourcify"
	if d.Verified() {
		e.Verified = better(e.Verified, true)
		e.From(source, tokenrisk.ContractIntegrity)
	}
	if p := d.Proxy; p != nil && p.IsProxy {
		if minimal := p.Type != nil && strings.Contains(strings.ToLower(*p.Type), "1167"); !minimal {
			e.Upgradeable = tokenrisk.Worse(e.Upgradeable, true)
		}
	}
	if d.at != nil {
		e.Existed(*d.at, source)
	}
}

// fromDexScreener takes over the pools that have the token as one side; a token without pools stays unknown.
func fromDexScreener(e *tokenrisk.Evidence, pairs []dexscreener.Pair) {
	const source = "dexscreener"
	for i := range pairs {
		p := &pairs[i]
		if p.Liquidity != nil && p.Liquidity.USD != nil && !p.Liquidity.USD.IsNegative() {
			e.LiquidityUSD = tokenrisk.Deeper(e.LiquidityUSD, *p.Liquidity.USD)
			e.From(source, tokenrisk.Liquidity)
		}
		if at, ok := p.Created(); ok {
			e.Existed(at, source)
		}
	}
}
