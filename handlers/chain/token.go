package chain

import (
	"context"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"

	gen "github.com/farebox/farebox/gen/chain"
	"github.com/farebox/farebox/internal/chain/evm"
	"github.com/farebox/farebox/internal/chain/param"
	"github.com/farebox/farebox/internal/problem"
)

// TokenMeta answers GET /token/meta, in one request to an endpoint: the code, and everything that the contract
// says, at one block.
func (h *Handlers) TokenMeta(ctx context.Context, req gen.TokenMetaRequestObject) (gen.TokenMetaResponseObject, error) {
	a, err := param.Address("token", req.Params.Token)
	if err != nil {
		return nil, err
	}

	client, err := h.chains.Network(string(req.Params.Network))
	if err != nil {
		return nil, err
	}

	var code hexutil.Bytes
	var snap evm.Snapshot
	codeCall := evm.CodeCall(&code, a, evm.Latest)
	reads := append(evm.ReadToken(a), evm.ReadNFT(a)...)
	said := client.MulticallCall(&snap, evm.Latest, reads...)
	if err := client.Batch(ctx, codeCall, said); err != nil {
		return nil, err
	}

	switch {
	case codeCall.Err != nil:
		return nil, codeCall.Err
	case len(code) == 0, delegation(code) != nil:
		return nil, problem.NotFound("token", "there is no contract at %s on %s", a.Hex(), client.Network().Name)
	case evm.AsRevert(said.Err) != nil: // the contract consumed the gas of the whole group
		whole, err := client.Multicall(ctx, evm.Latest, reads...)
		if err != nil {
			return nil, err
		}
		snap = *whole
	case said.Err != nil:
		return nil, said.Err
	}

	return tokenAnswer(client.Network(), a, &snap)
}

// tokenAnswer tells ERC-20 tokens from other contracts. It requires a supply, since all tokens have one, and also
// decimals or a name, since NFT collections may have a supply too. Decimals, name and symbol are optional in
// ERC-20.
func tokenAnswer(n *evm.Network, a common.Address, snap *evm.Snapshot) (gen.TokenMetaResponseObject, error) {
	t, err := evm.DecodeToken(snap.Results[:evm.TokenReads])
	if err != nil {
		return nil, err
	}

	if t.Decimals == nil && evm.IsNFT(snap.Results[evm.TokenReads:]) {
		return nil, problem.InvalidCode("token", problem.CodeNotERC20,
			"the contract at %s is an NFT collection, not an ERC-20 token", a.Hex())
	}

	if t.TotalSupply == nil || (t.Decimals == nil && t.Name == nil && t.Symbol == nil) {
		return nil, problem.InvalidCode("token", problem.CodeNotERC20,
			"the contract at %s is not an ERC-20 token", a.Hex())
	}

	answer := gen.ChainToken{
		Address: a.Hex(), Name: t.Name, Symbol: t.Symbol, TotalSupplyRaw: weiOrNull(t.TotalSupply),
		Network: n.Name, Block: whole(snap.Block), Chain: n.CAIP2,
	}
	if t.Decimals != nil {
		answer.Decimals = new(int(*t.Decimals))
		answer.TotalSupply = new(scaled(t.TotalSupply, *t.Decimals))
	}

	return gen.TokenMeta200JSONResponse(answer), nil
}
