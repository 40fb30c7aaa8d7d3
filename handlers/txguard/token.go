package txguard

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"github.com/farebox/farebox/gen/shared"
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

// tokenFacts is what the sources know about a token.
type tokenFacts struct {
	evidence *tokenrisk.Evidence
	chain    *tokenrisk.OnChain // nil when the chain could not be read
	searched bool               // DexScreener answered, if only with nothing
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
	e := &tokenrisk.Evidence{Trusted: market.Trusted(name, token)}
	found := tokenFacts{evidence: e}
	fused := upstream.FuseInto(ctx, &found, h.tokenSources(client, market, token)...)
	if errors.Is(fused.Failure(sourceRPC), tokenrisk.ErrNoContract) {
		return nil, problem.NotFound("token", "there is no contract at %s on %s", token.Hex(), name)
	}
	if errors.Is(fused.Failure(sourceRPC), tokenrisk.ErrNoToken) {
		return nil, problem.NotFound("token", "the contract at %s on %s is no ERC-20 token", token.Hex(), name)
	}
	if err := fused.Err(); err != nil {
		return nil, err
	}

	chain := found.chain
	incomplete := chain != nil && chain.Incomplete
	untried := chain != nil && chain.Untried
	answer := gen.TokenRisk200JSONResponse{
		Sources: response.Sources(fused),
		Partial: fused.Partial() || incomplete || untried,
		Powers:  []gen.TxguardPower{},
	}
	if !honeypotis.Serves(n.ChainID) {
		answer.Sources = append(answer.Sources, response.Skipped("honeypot-is", "it does not serve "+name))
	}
	if e.Verified == nil && errors.Is(fused.Failure("sourcify"), upstream.NotFound) {
		e.Verified = new(false) // it would be there, were it published
		e.From("sourcify", tokenrisk.ContractIntegrity)
	}
	if e.LiquidityUSD == nil && !e.Trades && found.searched && chain != nil && chain.Searched {
		e.NoPool = new(true) // neither the factories nor DexScreener know one
		e.From("rpc", tokenrisk.Liquidity)
		e.From("dexscreener", tokenrisk.Liquidity)
	}
	fill(&answer, e, chain, h.now())
	tellParts(answer.Sources, e, incomplete)
	answer.Token = token.Hex()
	answer.Network = name
	answer.Chain = n.CAIP2
	answer.Measured = h.measured[ofToken]
	answer.Disclaimer = tokenDisclaimer
	return answer, nil
}

// sourceRPC is the name of the network's endpoints among the sources of all three routes.
const sourceRPC = "rpc"

// tellParts notes for each source the dimensions that it had facts for.
func tellParts(sources []shared.Source, e *tokenrisk.Evidence, incomplete bool) {
	for i := range sources {
		s := &sources[i]
		var told []string
		for _, d := range tokenrisk.Dimensions() {
			if slices.Contains(e.Sources[d], s.Name) {
				told = append(told, string(d))
			}
		}
		if len(told) > 0 {
			s.Detail = new("told of " + strings.Join(told, ", "))
		}
		if s.Name == sourceRPC && incomplete {
			s.Detail = new("only code and storage could be read")
		}
	}
}

const tokenDisclaimer = "Judged by fixed rules from public data and a simulated trade at this moment; " +
	"owners can change most tokens at any time. " +
	"low is no proof of safety: measured says what share of traps is found. Not financial advice."

func (h *Handlers) tokenSources(
	client *evm.Client,
	market tokenrisk.Market,
	token common.Address,
) []upstream.Source[func(*tokenFacts)] {
	n := client.Network()
	reader := &tokenrisk.Reader{Client: client, Market: market, Now: h.now}
	sources := []upstream.Source[func(*tokenFacts)]{
		upstream.Part(sourceRPC, rpcBudget,
			func(ctx context.Context) (*tokenrisk.OnChain, error) { return reader.Read(ctx, token) },
			func(f *tokenFacts, chain *tokenrisk.OnChain) {
				f.chain = chain
				chain.Apply(f.evidence)
			}),
		upstream.Part("goplus", siteBudget,
			func(ctx context.Context) (*goplus.Token, error) { return h.goplus.Token(ctx, n.ChainID, token) },
			func(f *tokenFacts, record *goplus.Token) { fromGoPlus(f.evidence, record) }),
		upstream.Part("sourcify", siteBudget,
			func(ctx context.Context) (*deployment, error) { return h.deployment(ctx, client, n.ChainID, token) },
			func(f *tokenFacts, d *deployment) { fromSourcify(f.evidence, d) }),
		upstream.Part("dexscreener", siteBudget,
			func(ctx context.Context) ([]dexscreener.Pair, error) {
				return h.dex.Pairs(ctx, n.Name, token) // it has the same names
			},
			func(f *tokenFacts, pairs []dexscreener.Pair) {
				f.searched = true
				fromDexScreener(f.evidence, pairs)
			}),
	}

	if honeypotis.Serves(n.ChainID) {
		sources = append(sources, upstream.Part("honeypot-is", siteBudget,
			func(ctx context.Context) (*honeypotis.Result, error) { return h.honeypot.Check(ctx, n.ChainID, token) },
			func(f *tokenFacts, result *honeypotis.Result) { fromHoneypotIs(f.evidence, result) }))
	}

	return sources
}

// fill puts the judgement into the answer.
func fill(answer *gen.TokenRisk200JSONResponse, e *tokenrisk.Evidence, chain *tokenrisk.OnChain, now time.Time) {
	report := tokenrisk.Score(e, now)
	answer.RiskScore = report.Score
	answer.RiskCategory = response.OrNull(gen.TxguardTokenRiskCategory(report.Category))
	answer.Reasons = make([]shared.Reason, 0, len(report.Reasons))
	decided := map[tokenrisk.Dimension][]string{}
	for _, r := range report.Reasons {
		decided[r.Dimension] = append(decided[r.Dimension], r.Message)
		answer.Reasons = append(answer.Reasons, shared.Reason{
			Code:     r.Code,
			Points:   r.Adds,
			Severity: r.Severity(),
			Detail:   r.Message,
		})
	}

	dims := map[tokenrisk.Dimension]shared.Dimension{}
	answer.Signals = map[string]map[string]any{}
	for _, d := range report.Dimensions {
		row := shared.Dimension{
			Weight:    d.Weight,
			Evaluated: d.Evaluated,
			Detail:    response.OrNull(strings.Join(decided[d.Dimension], "; ")),
		}
		if d.Evaluated {
			row.Score = new(d.Score)
		}
		dims[d.Dimension] = row
		answer.Signals[string(d.Dimension)] = d.Signals
	}
	answer.Dimensions = gen.TxguardDimensions{
		ContractIntegrity: dims[tokenrisk.ContractIntegrity], Ownership: dims[tokenrisk.OwnershipDimension], HolderConcentration: dims[tokenrisk.HolderConcentration],
		Liquidity: dims[tokenrisk.Liquidity], Honeypot: dims[tokenrisk.Honeypot], Age: dims[tokenrisk.Age],
	}
	answer.Coverage = gen.TxguardTokenCoverage{
		DimensionsTotal:     len(report.Dimensions),
		DimensionsEvaluated: report.Evaluated,
		Confidence:          report.Confidence,
		SignalsMissing:      report.Missing(),
	}
	answer.Partial = answer.Partial || report.Evaluated < len(report.Dimensions)
	fillPowers(answer, chain)
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
			Pool:           t.Pool.Hex(),
			Sellable:       t.Sellable,
			SellsLaterOnly: t.Cooldown,
			BuyTaxPct:      t.BuyTax,
			SellTaxPct:     t.SellTax,
			TransferTaxPct: t.TransferTax,
			WalletCanSell:  t.WalletSold,
			Failure:        response.OrNull(t.Failure),
		}
	}
}

// fillPowers puts what the token's functions do into the answer, and how much of that was tried.
func fillPowers(answer *gen.TokenRisk200JSONResponse, chain *tokenrisk.OnChain) {
	if chain == nil || chain.Powers == nil {
		answer.Coverage.PowersUntried = new("the network could not be asked to simulate calls")
		answer.Partial = true
		return
	}

	p := chain.Powers
	answer.Coverage.FunctionsTotal = new(p.Total)
	if !chain.CodeRead {
		answer.Coverage.FunctionsTotal = nil
	}
	answer.Coverage.FunctionsTried = p.Functions
	answer.Coverage.AccountsTried = p.Actors
	answer.Coverage.PowersUntried = response.OrNull(p.Untried)
	answer.Partial = answer.Partial || p.Untried != ""
	for _, one := range p.Found {
		answer.Powers = append(answer.Powers, powerOf(one))
	}
}

func powerOf(p tokenrisk.Power) gen.TxguardPower {
	out := gen.TxguardPower{
		Function:    "0x" + hex.EncodeToString(p.Function[:]),
		HolderKind:  gen.TxguardPowerHolderKind(p.Kind),
		SaleLossPct: p.LostPct,
	}
	if p.Kind != tokenrisk.HeldByAnyone {
		out.Holder = new(p.Holder.Hex())
	}
	for _, code := range p.Codes() {
		out.Effects = append(out.Effects, gen.TxguardPowerEffects(code))
	}
	return out
}
