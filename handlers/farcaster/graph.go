package farcaster

import (
	"context"
	"math"
	"time"

	gen "github.com/farebox/farebox/gen/farcaster"
	"github.com/farebox/farebox/gen/shared"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/farcaster"
)

// lists are those who follow an account and whom it follows. Nil was not read.
type lists struct {
	followers []farcaster.Follower
	following []farcaster.Follower
}

// follows reads both lists from the source of the account, or from the community node.
func (h *Handlers) follows(ctx context.Context, a account) (lists, []shared.Source) {
	node := h.community
	if a.bySource == farcaster.Neynar.Name {
		node = h.hosted
	}
	list := func(direction string) func(context.Context) ([]farcaster.Follower, error) {
		return func(ctx context.Context) ([]farcaster.Follower, error) { return node.Follows(ctx, a.fid, direction) }
	}
	var l lists
	fused := upstream.FuseInto(ctx, &l,
		upstream.Part(node.Name()+"_followers", 0, list("followers"),
			func(l *lists, users []farcaster.Follower) { l.followers = response.Items(users) }),
		upstream.Part(node.Name()+"_following", 0, list("following"),
			func(l *lists, users []farcaster.Follower) { l.following = response.Items(users) }),
	)
	sources := response.Sources(fused)
	if l.followers != nil {
		return l, sources
	}

	users, source, err := response.Ask(ctx, farcaster.App.Name+"_followers",
		func(ctx context.Context) ([]farcaster.AppUser, error) { return h.app.Followers(ctx, a.fid) })
	sources = append(sources, source)
	if err == nil {
		l.followers = []farcaster.Follower{}
		for _, u := range users {
			l.followers = append(l.followers, farcaster.Follower{
				FID:         u.FID,
				Username:    u.Username,
				DisplayName: u.DisplayName,
				Followers:   u.Followers,
			})
		}
	}
	return l, sources
}

// FarcasterGraph answers GET /farcaster/graph.
func (h *Handlers) FarcasterGraph(
	ctx context.Context, req gen.FarcasterGraphRequestObject,
) (gen.FarcasterGraphResponseObject, error) {
	w, err := asked(req.Params.Fid, req.Params.Username)
	if err != nil {
		return nil, err
	}
	a, err := h.find(ctx, w)
	if err != nil {
		return nil, err
	}
	l, sources := h.follows(ctx, a)
	a.sources = append(a.sources, sources...)
	if l.followers == nil && l.following == nil {
		return nil, problem.BadGateway(problem.CodeUpstreamFailed, nil, "no source knows who follows this account")
	}

	answer := gen.FarcasterGraph200JSONResponse{
		Fid:            int(a.fid),
		Username:       response.OrNull(a.name),
		FollowerCount:  a.followers,
		FollowingCount: a.following,
		FollowRatio:    followRatio(a),
		Followers:      shown(l.followers),
		Following:      shown(l.following),
		SampleSize:     len(l.followers) + len(l.following),
		Sources:        a.sources,
		Partial:        response.Partial(a.sources),
		Attribution:    attribution,
	}
	wholeFollowers := isWhole(l.followers, a.followers)
	wholeFollowing := isWhole(l.following, a.following)
	answer.Truncated = !wholeFollowers || !wholeFollowing
	if l.followers == nil || l.following == nil {
		return answer, nil
	}

	mutual := 0
	followers := map[int64]bool{}
	for _, u := range l.followers {
		followers[u.FID] = true
	}
	for _, u := range l.following {
		if followers[u.FID] {
			mutual++
		}
	}
	answer.MutualInSample = &mutual
	if !answer.Truncated && len(l.following) > 0 {
		answer.MutualRatePct = new(math.Round(float64(mutual)/float64(len(l.following))*1000) / 10)
	}
	return answer, nil
}

func followRatio(a account) *float64 {
	if a.followers == nil || a.following == nil || *a.following == 0 {
		return nil
	}
	const millionths = 1e6
	return new(math.Round(float64(*a.followers)/float64(*a.following)*millionths) / millionths)
}

// isWhole is whether a list has all that the account counts.
func isWhole(list []farcaster.Follower, count *int) bool {
	return list != nil && count != nil && len(list) >= *count
}

func shown(users []farcaster.Follower) []gen.FarcasterFollow {
	if users == nil {
		return nil
	}

	const most = 100
	list := []gen.FarcasterFollow{}
	for _, u := range users[:min(most, len(users))] {
		list = append(list, gen.FarcasterFollow{
			Fid:           int(u.FID),
			Username:      response.OrNull(u.Username),
			DisplayName:   response.OrNull(u.DisplayName),
			FollowerCount: u.Followers,
			FollowedAt:    response.MomentOf(u.FollowedAt, time.RFC3339),
		})
	}

	return list
}
