package chain

import (
	"context"
	"errors"
	"math/big"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/shopspring/decimal"

	gen "github.com/farebox/farebox/gen/chain"
	"github.com/farebox/farebox/gen/shared"
	"github.com/farebox/farebox/internal/chain/evm"
	abi "github.com/farebox/farebox/internal/chain/evm/contracts"
	"github.com/farebox/farebox/internal/chain/known"
	"github.com/farebox/farebox/internal/chain/txexplain"
	"github.com/farebox/farebox/internal/chain/txexplain/internals"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream"
)

const (
	explainTokens = 40              // token contracts whose names are read for one explanation
	namesBudget   = 4 * time.Second // an explanation without names is better than none
)

// Values of coverage without a package.
const (
	noTraces       gen.ChainCoverageTrace      = "unavailable_keyless"
	fromNativeLogs gen.ChainCoverageInternalTx = "native_logs"
)

// NativePrice is the price of a network's native coin in USD now.
type NativePrice func(ctx context.Context, network string) (decimal.Decimal, error)

// explainer is what /tx/explain needs besides the networks.
type explainer struct {
	internals *internals.Explorers
	price     NativePrice // nil: fees have no USD value
}

// TxExplain answers GET /tx/explain: what a transaction did, by package txexplain. It takes two successive RPC
// requests: the transaction with its receipt, then the tokens' names, in parallel with the explorers' internal
// transfers and the native coin's price. What the second step cannot get is left out and reported.
func (h *Handlers) TxExplain(ctx context.Context, req gen.TxExplainRequestObject) (gen.TxExplainResponseObject, error) {
	client, err := h.chains.Network(string(req.Params.Network))
	if err != nil {
		return nil, err
	}
	hash := common.HexToHash(req.Params.Hash)
	found, err := client.Transaction(ctx, hash)
	switch {
	case errors.Is(err, upstream.NotFound):
		return nil, problem.NotFound("hash", "no transaction of %s has this hash", client.Network().Name)
	case err != nil:
		return nil, err
	}
	e := h.explain.gather(ctx, client, found)
	return gen.TxExplain200JSONResponse(e.answer(client.Network(), hash, found)), nil
}

// gathered is an explanation's input beyond the transaction itself, with the outcome of each request.
type gathered struct {
	input                    txexplain.Input
	source                   internals.Source
	price                    *decimal.Decimal
	explorers, names, native shared.Source
}

// inside is a transaction's internal transfers and their source, or why there is none.
type inside struct {
	transfers []txexplain.Transfer
	source    internals.Source
	why       error
}

// gather requests everything after the transaction, in parallel.
func (x explainer) gather(ctx context.Context, client *evm.Client, found *evm.Found) gathered {
	n := client.Network()
	const pending = "the transaction is pending"
	g := gathered{
		input:     explainInput(n, found),
		source:    internals.Unavailable,
		explorers: response.Skipped(fromExplorers, pending),
		names:     response.Skipped(fromTokens, "no token has a part in it"),
		native:    response.Skipped(fromPrice, pending),
	}
	var asked []upstream.Source[func(*gathered)]
	if contracts := txexplain.Contracts(g.input, explainTokens); len(contracts) > 0 {
		asked = append(asked, upstream.Part(fromTokens, namesBudget,
			func(ctx context.Context) (map[common.Address]txexplain.Token, error) {
				return tokenNames(ctx, client, contracts)
			},
			func(g *gathered, tokens map[common.Address]txexplain.Token) { g.input.Tokens = tokens }))
	}
	if found.Receipt != nil {
		asked = append(asked, upstream.Part(fromExplorers, 0,
			func(ctx context.Context) (inside, error) {
				transfers, source, why := x.internals.Of(ctx, n, found.Tx.Hash)
				return inside{transfers, source, why}, nil
			},
			func(g *gathered, in inside) {
				g.input.Internal = in.transfers
				g.input.Indexed = in.source.Found()
				g.source = in.source
				g.explorers = response.Source(fromExplorers, in.why)
			}))
		g.native = response.Skipped(fromPrice, "this service has been set up without prices")
	}
	if found.Receipt != nil && x.price != nil {
		asked = append(asked, upstream.Part(fromPrice, 0,
			func(ctx context.Context) (decimal.Decimal, error) { return x.price(ctx, n.Name) },
			func(g *gathered, price decimal.Decimal) {
				if price.IsPositive() {
					g.price = &price
				}
			}))
	}

	for _, o := range upstream.FuseInto(ctx, &g, asked...) {
		switch {
		case o.Name == fromTokens:
			g.names = response.Read(fromTokens, o.Reads, o.Err)
		case o.Name == fromPrice:
			g.native = response.Read(fromPrice, o.Reads, o.Err)
		case o.Err != nil:
			g.explorers = response.Read(fromExplorers, o.Reads, o.Err)
		}
	}
	return g
}

// Names of the sources of an explanation.
const (
	fromRPC       = "rpc"
	fromExplorers = "explorers"
	fromTokens    = "token-names"
	fromPrice     = "price"
)

// sources are the requests made, the transaction first.
func (g gathered) sources() []shared.Source {
	return []shared.Source{response.Source(fromRPC, nil), g.explorers, g.names, g.native}
}

func explainInput(n *evm.Network, found *evm.Found) txexplain.Input {
	tx := found.Tx
	in := txexplain.Input{
		Network: txexplain.NetworkOf(n.Name, n.NativeSymbol, n.WrappedToken),
		Call: txexplain.Call{
			Type:  uint8(min(tx.Type, 255)),
			From:  tx.From,
			To:    tx.To,
			Value: tx.Value,
			Input: tx.Input,
			Mint:  tx.Mint,

			Delegates: tx.Delegates,
		},
	}
	if tx.Mint == nil && tx.SourceHash != nil { // the endpoint reports deposits, and this one minted nothing
		in.Call.Mint = new(big.Int)
	}

	if r := found.Receipt; r != nil {
		in.Result = &txexplain.Result{Failed: !r.Succeeded, Untold: r.Stateless, Created: r.ContractAddress}
		for _, l := range r.Logs {
			in.Result.Logs = append(in.Result.Logs, &types.Log{
				Address: l.Address,
				Topics:  l.Topics,
				Data:    l.Data,
			})
		}
	}
	return in
}

// tokenNames reads symbols and decimals in one request. Contracts that do not answer stay empty.
func tokenNames(ctx context.Context, client *evm.Client, contracts []common.Address) (map[common.Address]txexplain.Token, error) {
	var reads []evm.Read
	erc20 := abi.NewERC20()
	for _, c := range contracts {
		reads = append(reads, evm.Read{To: c, Data: erc20.PackSymbol()}, evm.Read{To: c, Data: erc20.PackDecimals()})
	}

	snapshot, err := client.Multicall(ctx, evm.Latest, reads...)
	if err != nil {
		return nil, err
	}

	names := map[common.Address]txexplain.Token{}
	for i, c := range contracts {
		var t txexplain.Token
		t.Symbol, _ = snapshot.Results[2*i].Text()
		poser := known.Posing(client.Network().Name, c, t.Symbol)
		t.Poses = poser != nil && poser.Money
		if d, ok := snapshot.Results[2*i+1].Uint(); ok && d.IsUint64() && d.Uint64() <= 255 {
			t.Decimals = uint8(d.Uint64())
			t.HasDecimals = true
		}
		names[c] = t
	}

	return names, nil
}

// answer converts the explanation to the spec's form.
func (g gathered) answer(n *evm.Network, hash common.Hash, found *evm.Found) gen.ChainExplanation {
	e := txexplain.Explain(g.input)
	a := gen.ChainExplanation{
		TxHash: hash.Hex(), Network: n.Name, Chain: n.CAIP2,
		Status: gen.ChainExplanationStatus(e.Status), Operation: gen.ChainExplanationOperation(e.Operation), Summary: e.Summary,
		Actor: e.Actor.Hex(), Movements: []gen.ChainMovement{}, Protocols: []gen.ChainProtocol{}, Warnings: []string{},
		Coverage: gen.ChainCoverage{
			Method:     gen.ChainCoverageMethod(e.Method),
			InternalTx: gen.ChainCoverageInternalTx(g.source), Trace: noTraces,
		},
		Sources: g.sources(),
	}

	a.Partial = response.Partial(a.Sources)
	if e.NativeLogs {
		a.Coverage.InternalTx = fromNativeLogs
	}

	if found.Receipt != nil {
		a.BlockNumber = new(whole(found.Receipt.BlockNumber))
		if found.Receipt.Stateless {
			a.Warnings = append(a.Warnings, statusNotRecorded)
		}
	}
	if e.Counterparty != nil {
		text := e.Counterparty.Hex()
		a.Counterparty = &text
	}

	a.Movements = response.Items(response.Each(e.Movements, g.movement))
	for _, p := range e.Protocols {
		a.Protocols = append(a.Protocols, gen.ChainProtocol{Address: p.Address.Hex(), Name: p.Name})
	}

	for _, w := range e.Warnings {
		a.Warnings = append(a.Warnings, string(w))
	}
	if upstream.Lacking(string(g.names.Status)) {
		a.Warnings = append(a.Warnings, "token_names_unavailable")
	}

	var warnings []string
	a.Gas, warnings = g.gas(n, found)
	a.Warnings = append(a.Warnings, warnings...)
	return a
}

func (g gathered) movement(m txexplain.Movement) gen.ChainMovement {
	out := gen.ChainMovement{
		Address: m.Address.Hex(),
		IsActor: m.Actor,
		Assets:  []gen.ChainAssetChange{},
	}
	for _, c := range m.Changes {
		change := gen.ChainAssetChange{
			Asset: string(txexplain.Native), Standard: gen.ChainAssetChangeStandard(c.Asset.Standard),
			AmountRaw: c.Amount.String(), Approximate: c.Approximate,
		}
		if c.Asset.Standard != txexplain.Native {
			change.Asset = c.Asset.Contract.Hex()
		}
		if c.Asset.NFT() {
			id := c.Asset.TokenID()
			change.TokenID = &id
		}
		if s := g.input.Symbol(c.Asset); s != "" {
			change.Symbol = &s
		}
		if amount, ok := g.input.Amount(c); ok {
			change.Amount = new(response.Number(amount))
		}
		out.Assets = append(out.Assets, change)
	}

	return out
}

// gas is the transaction's cost. The L1 part is separate only if the network charges it separately; if an endpoint
// omits it, the fee is unknown.
func (g gathered) gas(n *evm.Network, found *evm.Found) (gas gen.ChainExplainedGas, warnings []string) {
	gas.NativeSymbol = n.NativeSymbol
	r := found.Receipt
	tx := found.Tx
	if r == nil {
		return gas, nil
	}

	used := int64(min(r.GasUsed, 1<<53))
	gas.GasUsed = &used
	if tx.PaidInToken(n) {
		return gas, []string{string(txexplain.FeeInOtherToken)}
	}

	switch {
	case r.L1FeeMissing(n):
		return gas, []string{"l1_fee_missing"}
	case n.L1Apart(r.BlockNumber) && r.L1Fee != nil:
		gas.L1FeeNative = new(response.Number(decimal.NewFromBigInt(r.L1Fee, -evm.NativeDecimals)))
	}

	fee := decimal.NewFromBigInt(r.Fee(n, tx), -evm.NativeDecimals)
	gas.FeeNative = new(response.Number(fee))
	if g.price != nil {
		gas.FeeUSD = new(response.Number(fee.Mul(*g.price).Round(8)))
	}

	return gas, nil
}
