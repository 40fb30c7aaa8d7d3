package farcaster

import (
	"context"

	gen "github.com/farebox/farebox/gen/farcaster"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream/farcaster"
)

// FarcasterProfile answers GET /farcaster/profile.
func (h *Handlers) FarcasterProfile(
	ctx context.Context, req gen.FarcasterProfileRequestObject,
) (gen.FarcasterProfileResponseObject, error) {
	w, err := asked(req.Params.Fid, req.Params.Username)
	if err != nil {
		return nil, err
	}
	a, err := h.find(ctx, w)
	if err != nil {
		return nil, err
	}
	h.complete(ctx, &a)

	answer := gen.FarcasterProfile200JSONResponse{
		Fid:            int(a.fid),
		Username:       response.OrNull(a.name),
		DisplayName:    response.OrNull(a.display),
		Bio:            response.OrNull(a.bio),
		PfpURL:         response.OrNull(a.picture),
		BannerURL:      response.OrNull(a.banner),
		URL:            response.OrNull(a.page),
		Location:       response.OrNull(a.place),
		FollowerCount:  a.followers,
		FollowingCount: a.following,
		CustodyAddress: response.OrNull(a.custody),
		VerifiedAddresses: gen.FarcasterAddresses{
			Ethereum: a.ethereum,
			Solana:   a.solana,
		},
		PrimaryAddresses: a.primary,
		LinkedAccounts:   a.linked,
		RegisteredAt:     response.Moment(&a.since),
		Pro:              a.pro,
		NeynarScore:      a.quality,
		Sources:          a.sources,
		Partial:          response.Partial(a.sources),
		Attribution:      attribution,
	}
	if !a.since.IsZero() {
		answer.AccountAgeDays = new(response.AgeDays(a.since, h.now()))
	}
	if a.name != "" {
		answer.ProfileURL = new("https://farcaster.xyz/" + a.name)
	}
	return answer, nil
}

// complete adds what the community node's messages tell to an account that did not come from Neynar, which has all.
func (h *Handlers) complete(ctx context.Context, a *account) {
	if a.bySource == farcaster.Neynar.Name {
		a.sources = append(a.sources, skipped(farcaster.Snapchain.Name))
		return
	}
	parts := []string{partData, partSince}
	if a.ethereum == nil {
		parts = append(parts, partVerifications)
	}
	t, source := h.messages(ctx, a.fid, parts...)
	a.add(t)
	a.verify(t.verifications)
	a.sources = append(a.sources, source)
}
