package chain

import (
	"context"
	"errors"

	"github.com/ethereum/go-ethereum/common"

	gen "github.com/farebox/farebox/gen/chain"
	"github.com/farebox/farebox/internal/chain/evm/ens"
	"github.com/farebox/farebox/internal/chain/param"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/upstream"
)

// Resolve answers GET /resolve, in either direction.
func (h *Handlers) Resolve(ctx context.Context, req gen.ResolveRequestObject) (gen.ResolveResponseObject, error) {
	name := req.Params.Name
	account := req.Params.Address
	switch {
	case name != nil && account != nil:
		return nil, problem.Invalid("name", "give either name or address, not both")
	case name != nil:
		return h.forward(ctx, *name)
	case account != nil:
		return h.reverse(ctx, *account)
	}
	return nil, problem.Invalid("name", "give a name, or an address to look its name up")
}

func (h *Handlers) forward(ctx context.Context, name string) (gen.ResolveResponseObject, error) {
	var odd *ens.NotNormal
	if err := ens.Check(name); errors.As(err, &odd) {
		if odd.Normal != "" {
			return nil, problem.InvalidCode("name", problem.CodeNotNormalized,
				"the name is not in its normal form (ENSIP-15); that form is %q", odd.Normal).
				With("normalized", odd.Normal)
		}
		return nil, problem.InvalidCode("name", problem.CodeNotNormalized, "%s", odd.Why)
	}
	a, err := h.names.Forward(ctx, name)
	if errors.Is(err, upstream.NotFound) {
		return nil, problem.NotFound("name", "%s has no address", name)
	}
	if err != nil {
		return nil, err
	}
	return gen.Resolve200JSONResponse(nameAnswer(name, "forward", a)), nil
}

// reverse is best effort: an address without a name is an answer.
func (h *Handlers) reverse(ctx context.Context, text string) (gen.ResolveResponseObject, error) {
	account, err := param.Address("address", text)
	if err != nil {
		return nil, err
	}

	a, err := h.names.Reverse(ctx, account)
	if errors.Is(err, upstream.NotFound) {
		base, err := h.chains.Network("base")
		if err != nil {
			return nil, err
		}
		return gen.Resolve200JSONResponse{
			Query:     text,
			Direction: "reverse",
			Address:   account.Hex(),
			Chain:     base.Network().CAIP2,
		}, nil
	}
	if err != nil {
		return nil, err
	}
	return gen.Resolve200JSONResponse(nameAnswer(text, "reverse", a)), nil
}

func nameAnswer(query string, direction gen.ChainNameDirection, a *ens.Answer) gen.ChainName {
	answer := gen.ChainName{
		Query:     query,
		Direction: direction,
		Name:      &a.Name,
		Address:   a.Address.Hex(),
		Source:    new(gen.ChainNameSource(a.Source)),
		Verified:  true,
		Chain:     a.CAIP2,
	}
	if a.Resolver != (common.Address{}) {
		answer.Resolver = orNull(&a.Resolver)
	}
	return answer
}
