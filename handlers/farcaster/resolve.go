package farcaster

import (
	"context"
	"regexp"
	"slices"
	"strings"

	gen "github.com/farebox/farebox/gen/farcaster"
	"github.com/farebox/farebox/gen/shared"
	"github.com/farebox/farebox/internal/chain/base58"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/farcaster"
)

var ethereum = regexp.MustCompile(`^0x[0-9a-fA-F]{40}$`)

// solanaBytes is the length of an address of Solana, which is a public key.
const solanaBytes = 32

// FarcasterResolve answers GET /farcaster/resolve.
func (h *Handlers) FarcasterResolve(
	ctx context.Context, req gen.FarcasterResolveRequestObject,
) (gen.FarcasterResolveResponseObject, error) {
	p := req.Params
	if p.Address == nil {
		return h.addresses(ctx, p)
	}
	if p.Fid != nil || p.Username != nil {
		return nil, problem.InvalidCode("address", problem.CodeAmbiguous, "give one of address, fid and username")
	}

	address := strings.TrimSpace(*p.Address)
	if ethereum.MatchString(address) {
		return h.holders(ctx, strings.ToLower(address))
	}
	if len(base58.Decode(address, base58.Bitcoin)) != solanaBytes {
		return nil, problem.Invalid("address",
			"address must be 0x and 40 hexadecimal digits, or 32 bytes in base58 for Solana")
	}
	return h.holders(ctx, address)
}

// holders are the accounts of an address, by the first source that has any.
func (h *Handlers) holders(ctx context.Context, address string) (gen.FarcasterResolveResponseObject, error) {
	var matches []gen.FarcasterMatch
	var sources []shared.Source
	var none absence
	try := func(name string, call func(context.Context) ([]gen.FarcasterMatch, error)) {
		if len(matches) > 0 {
			sources = append(sources, skipped(name))
			return
		}
		found, source, err := response.Ask(ctx, name, func(ctx context.Context) ([]gen.FarcasterMatch, error) {
			found, err := call(ctx)
			if err == nil && len(found) == 0 {
				err = upstream.NotFound.Errorf("no account of this address")
			}
			return found, err
		})
		sources = append(sources, source)
		if err == nil {
			matches = found
			return
		}
		none.add(name, err)
	}

	nodes := []*farcaster.Node{h.hosted}
	if strings.HasPrefix(address, "0x") {
		nodes = append(nodes, h.community)
	} else {
		sources = append(sources, response.Skipped(farcaster.Hypersnap.Name, "it does not look up addresses of Solana"))
	}
	for _, node := range nodes {
		try(node.Name(), func(ctx context.Context) ([]gen.FarcasterMatch, error) {
			users, err := node.ByAddress(ctx, address)
			return matching(users, address), err
		})
	}
	try(farcaster.App.Name, func(ctx context.Context) ([]gen.FarcasterMatch, error) {
		u, err := h.app.ByVerification(ctx, address)
		if err != nil {
			return nil, err
		}
		list, err := h.app.Verifications(ctx, u.FID)
		if err != nil {
			return nil, err
		}
		has := func(v farcaster.Verification) bool { return lower(v.Address) == address }
		if !slices.ContainsFunc(list, has) {
			return nil, upstream.BadResponse.Errorf("an account that has not verified the address")
		}

		return []gen.FarcasterMatch{{
			Fid:       int(u.FID),
			Username:  response.OrNull(u.Username),
			MatchType: gen.Verified,
		}}, nil
	})

	switch {
	case len(matches) == 0 && none.isSure():
		return nil, problem.NotFound("address", "no source knows an account with this address")
	case len(matches) == 0:
		return nil, none.failure()
	}
	return gen.FarcasterResolve200JSONResponse{
		Address:     &address,
		Matches:     matches,
		Count:       len(matches),
		Sources:     sources,
		Partial:     response.Partial(sources),
		Attribution: attribution,
	}, nil
}

// matching are the accounts that really have the address, verified before held by it.
func matching(users []farcaster.User, address string) []gen.FarcasterMatch {
	var list []gen.FarcasterMatch
	for _, u := range users {
		match := gen.FarcasterMatch{Fid: int(u.FID), Username: response.OrNull(u.Username)}
		verified := lowered(u.Verifications)
		if u.Verified != nil {
			verified = append(verified, lowered(u.Verified.Ethereum)...)
			verified = append(verified, u.Verified.Solana...)
		}
		switch {
		case slices.Contains(verified, address):
			match.MatchType = gen.Verified
		case lower(u.Custody) == address:
			match.MatchType = gen.Custody
		default:
			continue
		}
		have := func(m gen.FarcasterMatch) bool { return m.Fid == match.Fid }
		if !slices.ContainsFunc(list, have) {
			list = append(list, match)
		}
	}

	slices.SortStableFunc(list, func(a, b gen.FarcasterMatch) int {
		return strings.Compare(string(b.MatchType), string(a.MatchType))
	})
	return list
}

// addresses are those of an account.
func (h *Handlers) addresses(
	ctx context.Context, p gen.FarcasterResolveParams,
) (gen.FarcasterResolveResponseObject, error) {
	if p.Fid == nil && p.Username == nil {
		return nil, problem.InvalidCode("address", problem.CodeMissingInput, "give address, fid or username")
	}
	w, err := asked(p.Fid, p.Username)
	if err != nil {
		return nil, err
	}

	a, err := h.find(ctx, w)
	if err != nil {
		return nil, err
	}

	if a.ethereum == nil {
		t, source := h.messages(ctx, a.fid, partVerifications)
		a.verify(t.verifications)
		a.sources = append(a.sources, source)
	}

	answer := gen.FarcasterResolve200JSONResponse{
		Matches:  []gen.FarcasterMatch{},
		Fid:      new(int(a.fid)),
		Username: response.OrNull(a.name),
		Addresses: &gen.FarcasterAllAddresses{
			Custody:  response.OrNull(a.custody),
			Ethereum: a.ethereum,
			Solana:   a.solana,
		},
		Sources:     a.sources,
		Partial:     response.Partial(a.sources),
		Attribution: attribution,
	}

	if strings.HasSuffix(a.name, ".eth") && !strings.HasSuffix(a.name, ".base.eth") {
		answer.Ens = new(a.name)
	}
	return answer, nil
}
