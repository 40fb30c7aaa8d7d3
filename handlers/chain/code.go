package chain

import (
	"bytes"
	"context"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"

	gen "github.com/farebox/farebox/gen/chain"
	"github.com/farebox/farebox/internal/chain/evm"
	"github.com/farebox/farebox/internal/chain/param"
)

// Code answers GET /code, in one request to an endpoint.
func (h *Handlers) Code(ctx context.Context, req gen.CodeRequestObject) (gen.CodeResponseObject, error) {
	a, err := param.Address("address", req.Params.Address)
	if err != nil {
		return nil, err
	}

	client, err := h.chains.Network(string(req.Params.Network))
	if err != nil {
		return nil, err
	}

	var code, implementation, beacon hexutil.Bytes
	calls := []*evm.Call{
		evm.CodeCall(&code, a, evm.Latest),
		evm.StorageCall(&implementation, a, evm.ImplementationSlot, evm.Latest),
		evm.StorageCall(&beacon, a, evm.BeaconSlot, evm.Latest),
	}

	calls[1].Optional = true
	calls[2].Optional = true
	if err := client.Batch(ctx, calls...); err != nil {
		return nil, err
	}
	if err := calls[0].Err; err != nil {
		return nil, err
	}

	delegate := delegation(code)
	answer := gen.ChainCode{
		Address:        a.Hex(),
		IsContract:     len(code) > 0 && delegate == nil,
		CodeSize:       len(code),
		CodeHash:       crypto.Keccak256Hash(code).Hex(),
		IsDelegatedEoa: delegate != nil,
		Delegate:       orNull(delegate),
		Warnings:       []gen.ChainCodeWarnings{},
		Network:        client.Network().Name,
		Chain:          client.Network().CAIP2,
	}

	if answer.IsContract {
		target, kind := proxyTarget(code, implementation, beacon)
		switch {
		case target != nil:
			answer.ProxyImplementation = orNull(target)
			answer.ProxyType = &kind
		case calls[1].Err != nil || calls[2].Err != nil:
			answer.Warnings = append(answer.Warnings, "proxy_slots_unavailable")
		}
	}

	return gen.Code200JSONResponse(answer), nil
}

// delegation is the address of an account's code under EIP-7702, or nil for an account with no code or its own.
func delegation(code []byte) *common.Address {
	a, ok := types.ParseDelegation(code)
	if !ok {
		return nil
	}
	return &a
}

// The byte code of a minimal proxy around the address (EIP-1167).
var (
	minimalHead = common.FromHex("363d3d373d3d3d363d73")
	minimalTail = common.FromHex("5af43d82803e903d91602b57fd5bf3")
)

// proxyTarget is the target of a known kind of proxy, or nil.
func proxyTarget(code, implementation, beacon []byte) (*common.Address, gen.ChainCodeProxyType) {
	if len(code) == 45 && bytes.HasPrefix(code, minimalHead) && bytes.HasSuffix(code, minimalTail) {
		return new(common.BytesToAddress(code[10:30])), "eip1167"
	}
	if a := common.BytesToAddress(implementation); a != (common.Address{}) {
		return &a, "eip1967"
	}
	if a := common.BytesToAddress(beacon); a != (common.Address{}) {
		return &a, "eip1967_beacon"
	}
	return nil, ""
}
