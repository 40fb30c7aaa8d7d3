package txguard

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"github.com/ethereum/go-ethereum/common"

	gen "github.com/farebox/farebox/gen/txguard"
	"github.com/farebox/farebox/handlers/txguard/tokenrisk"
	"github.com/farebox/farebox/internal/chain/evm"
	"github.com/farebox/farebox/internal/chain/param"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/dexscreener"
	"github.com/farebox/farebox/internal/upstream/goplus"
	"github.com/farebox/farebox/internal/upstream/honeypotis"
)

// Time limits of the sources of a token.
const (
	rpcBudget  = 9 * time.Second
	siteBudget = 6 * time.Second
)

// maxPools is how many pools an answer lists.
const maxPools = 5

// findings is what one source gave; which one it was is told by the field that is set.
type findings struct {
	chain    *tokenrisk.OnChain
	goplus   *goplus.Token
	honeypot *honeypotis.Result
	sourcify *deployment
	pairs    []dexscreener.Pair
	searched bool // DexScreener answered, if only with nothing
}

// TokenRisk answers GET /token/risk: six dimensions of an ERC-20 token's risk, from the chain and from those who
// watch tokens, side by side. What the chain says decides whether there is a token at all.
func (h *Handlers) TokenRisk(ctx context.Context, req gen.TokenRiskRequestObject) (gen.TokenRiskResponseObject, error) {
	token, err := param.Address("token", req.Params.Token)
	if err != nil {
		return nil, err
	}
	name := string(req.Params.Network)
	market, ok := tokenrisk.Markets()[name]
	if !ok {
		return nil, problem.Invalid("network", "network must be one of base, ethereum, arbitrum, optimism, polygon")
	}
	client, err := h.chains.Network(name)
	if err != nil {
		return nil, err
	}
	n := client.Network()
	sources := h.tokenSources(client, market, token)
	fused := upstream.Fuse(ctx, sources...)
	e := &tokenrisk.Evidence{Trusted: market.Trusted(name, token)}
	var chain *tokenrisk.OnChain
	searched := false
	answer := gen.TokenRisk200JSONResponse{Sources: []gen.TxguardSource{}, Partial: fused.Partial()}
	for _, o := range fused {
		if errors.Is(o.Err, tokenrisk.ErrNoContract) {
			return nil, problem.NotFound("token", "there is no contract at %s on %s", token.Hex(), name)
		}
		answer.Sources = append(answer.Sources, gen.TxguardSource{Name: gen.TxguardSourceName(o.Name), Status: gen.TxguardSourceStatus(o.Status())})
		if o.Err != nil {
			continue
		}
		switch f := o.Value; {
		case f.chain != nil:
			chain = f.chain
			chain.Apply(e)
			if chain.Incomplete {
				answer.Partial = true
				answer.Sources[len(answer.Sources)-1].Status = "incomplete"
			}
		case f.goplus != nil:
			fromGoPlus(e, f.goplus)
		case f.honeypot != nil:
			fromHoneypotIs(e, f.honeypot)
		case f.sourcify != nil:
			fromSourcify(e, f.sourcify)
		case f.searched:
			searched = true
			fromDexScreener(e, f.pairs)
		}
	}
	if err := fused.Err(); err != nil {
		return nil, err
	}
	if !honeypotis.Serves(n.ChainID) {
		answer.Sources = append(answer.Sources, gen.TxguardSource{Name: "honeypot-is", Status: "not_served"})
	}
	if e.Verified == nil && empty(fused, "sourcify") {
		e.Verified = new(false) // it would be there, were it published
		e.From("sourcify", tokenrisk.ContractIntegrity)
	}
	if e.LiquidityUSD == nil && searched && chain != nil && chain.Searched {
		e.NoPool = new(true) // neither the factories nor DexScreener know one
		e.From("rpc", tokenrisk.Liquidity)
		e.From("dexscreener", tokenrisk.Liquidity)
	}
	fill(&answer, e, chain, h.now())
	answer.Token, answer.Network, answer.Chain, answer.Disclaimer = token.Hex(), name, n.CAIP2, tokenDisclaimer
	return answer, nil
}

const tokenDisclaimer = "Judged by fixed rules from public data and a simulated trade at this moment; owners can change most tokens at any time. low means that no danger was found, not that there is none. Not financial advice."

// empty says whether a source answered that it has no such record.
func empty(fused upstream.Fused[findings], name string) bool {
	for _, o := range fused {
		if o.Name == name {
			return errors.Is(o.Err, upstream.NotFound)
		}
	}
	return false
}

// dexChains are DexScreener's names of the networks.
var dexChains = map[string]string{"base": "base", "ethereum": "ethereum", "arbitrum": "arbitrum", "optimism": "optimism", "polygon": "polygon"}

func (h *Handlers) tokenSources(client *evm.Client, market tokenrisk.Market, token common.Address) []upstream.Source[findings] {
	n := client.Network()
	sources := []upstream.Source[findings]{
		{Name: "rpc", Budget: rpcBudget, Call: func(ctx context.Context) (findings, error) {
			c, err := (&tokenrisk.Reader{Client: client, Market: market, Now: h.now}).Read(ctx, token)
			return findings{chain: c}, err
		}},
		{Name: "goplus", Budget: siteBudget, Call: func(ctx context.Context) (findings, error) {
			t, err := h.goplus.Token(ctx, n.ChainID, token)
			return findings{goplus: t}, err
		}},
		{Name: "sourcify", Budget: siteBudget, Call: func(ctx context.Context) (findings, error) {
			d, err := h.deployment(ctx, client, n.ChainID, token)
			return findings{sourcify: d}, err
		}},
		{Name: "dexscreener", Budget: siteBudget, Call: func(ctx context.Context) (findings, error) {
			pairs, err := h.dex.Pairs(ctx, dexChains[n.Name], token)
			return findings{pairs: pairs, searched: true}, err
		}},
	}
	if honeypotis.Serves(n.ChainID) {
		sources = append(sources, upstream.Source[findings]{Name: "honeypot-is", Budget: siteBudget, Call: func(ctx context.Context) (findings, error) {
			r, err := h.honeypot.Check(ctx, n.ChainID, token)
			return findings{honeypot: r}, err
		}})
	}
	return sources
}

// fill puts the judgement into the answer.
func fill(answer *gen.TokenRisk200JSONResponse, e *tokenrisk.Evidence, chain *tokenrisk.OnChain, now time.Time) {
	report := tokenrisk.Score(e, now)
	answer.RiskScore, answer.RiskCategory = report.Score, gen.TxguardTokenRiskCategory(report.Category)
	answer.Reasons = make([]gen.TxguardTokenReason, 0, len(report.Reasons))
	for _, r := range report.Reasons {
		answer.Reasons = append(answer.Reasons, gen.TxguardTokenReason{Code: r.Code, Dimension: gen.TxguardTokenReasonDimension(r.Dimension), Points: r.Points, Message: r.Message})
	}
	dims := map[tokenrisk.Dimension]gen.TxguardDimension{}
	for _, d := range report.Dimensions {
		row := gen.TxguardDimension{Weight: d.Weight, Evaluated: d.Evaluated, Signals: d.Signals, Sources: d.Sources}
		if d.Evaluated {
			row.Score = new(d.Score)
		}
		dims[d.Dimension] = row
	}
	answer.Dimensions = gen.TxguardDimensions{
		ContractIntegrity: dims[tokenrisk.ContractIntegrity], Ownership: dims[tokenrisk.OwnershipDimension], HolderConcentration: dims[tokenrisk.HolderConcentration],
		Liquidity: dims[tokenrisk.Liquidity], Honeypot: dims[tokenrisk.Honeypot], Age: dims[tokenrisk.Age],
	}
	answer.Coverage = gen.TxguardTokenCoverage{
		DimensionsTotal: len(report.Dimensions), DimensionsEvaluated: report.Evaluated, Confidence: gen.TxguardTokenCoverageConfidence(report.Confidence),
	}
	answer.Pools = []gen.TxguardPool{}
	if chain == nil {
		return
	}
	answer.Name, answer.Symbol = chain.Name, chain.Symbol
	if chain.Decimals != nil {
		answer.Decimals = new(int(*chain.Decimals))
	}
	for i, p := range chain.Pools {
		if i == maxPools {
			break
		}
		kind := gen.TxguardPoolKind("v2")
		if p.Concentrated {
			kind = "v3"
		}
		answer.Pools = append(answer.Pools, gen.TxguardPool{Address: p.Address.Hex(), Against: p.Base.Symbol, Kind: kind, LiquidityUSD: json.Number(p.USD.Round(2).String())})
	}
	if t := chain.Trial; t != nil {
		answer.Simulation = &gen.TxguardSimulation{
			Pool: t.Pool.Hex(), Sellable: t.Sellable, SellsLaterOnly: t.Cooldown, BuyTaxPercent: t.BuyTax, SellTaxPercent: t.SellTax,
			TransferTaxPercent: t.TransferTax, Failure: response.OrNull(t.Failure),
		}
	}
}
