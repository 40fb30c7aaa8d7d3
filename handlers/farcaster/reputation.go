package farcaster

import (
	"context"
	"fmt"
	"math"
	"time"

	gen "github.com/farebox/farebox/gen/farcaster"
	"github.com/farebox/farebox/gen/shared"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/scored"
	"github.com/farebox/farebox/internal/upstream/farcaster"
)

const day = 24 * time.Hour

// part is one of the parts of the score with its points, nil when it could not be evaluated.
type part struct {
	name   string
	max    float64
	points *float64
	detail string
}

// judged is what the score is made of.
type judged struct {
	account
	lastCast *time.Time // zero when the node has no cast
	mutual   *float64   // share of the newest accounts followed that follow back
}

// FarcasterReputation answers GET /farcaster/reputation.
func (h *Handlers) FarcasterReputation(
	ctx context.Context, req gen.FarcasterReputationRequestObject,
) (gen.FarcasterReputationResponseObject, error) {
	w, err := asked(req.Params.Fid, req.Params.Username)
	if err != nil {
		return nil, err
	}
	a, err := h.find(ctx, w)
	if err != nil {
		return nil, err
	}

	parts := []string{partCasts, partSince}
	if a.bySource != farcaster.Neynar.Name {
		parts = append(parts, partData)
	}
	if a.ethereum == nil {
		parts = append(parts, partVerifications)
	}
	t, source := h.messages(ctx, a.fid, parts...)
	a.add(t)
	a.verify(t.verifications)
	a.sources = append(a.sources, source)
	j := judged{
		account:  a,
		lastCast: t.lastCast,
	}
	if a.bySource == farcaster.Neynar.Name {
		list, source, _ := response.Ask(ctx, farcaster.Neynar.Name+"_following",
			func(ctx context.Context) ([]farcaster.Follower, error) {
				return h.hosted.Follows(ctx, a.fid, "following")
			})
		j.sources = append(j.sources, source)
		j.mutual = followingBack(list)
	}
	return h.reputation(j), nil
}

// followingBack is the share of followed accounts that follow back, nil when the source does not say it of each.
func followingBack(list []farcaster.Follower) *float64 {
	if len(list) == 0 {
		return nil
	}
	back := 0
	for _, u := range list {
		if u.Viewer == nil || u.Viewer.FollowedBy == nil {
			return nil
		}
		if *u.Viewer.FollowedBy {
			back++
		}
	}
	return new(float64(back) / float64(len(list)))
}

func (h *Handlers) reputation(j judged) gen.FarcasterReputation200JSONResponse {
	parts := h.parts(j)
	available := 0.0
	var tally scored.Tally
	for _, p := range parts {
		tally.Part(p.name, p.max, p.points != nil)
		if p.points != nil {
			available += p.max
		}
	}

	answer := gen.FarcasterReputation200JSONResponse{
		Fid:         int(j.fid),
		Username:    response.OrNull(j.name),
		Dimensions:  map[string]shared.Dimension{},
		Coverage:    tally.Coverage(),
		Reasons:     []shared.Reason{},
		Sources:     j.sources,
		Attribution: attribution,
		Disclaimer: "An index of public signals. Followers and casts can be bought or automated: it does not prove " +
			"a person, honesty or who owns an address.",
	}
	sum := 0.0
	for _, p := range parts {
		dimension := shared.Dimension{Weight: p.max / 100, Detail: response.OrNull(p.detail)}
		if p.points != nil {
			scaled := *p.points * 100 / available
			sum += scaled
			dimension.Evaluated = true
			dimension.Score = new(int(math.Round(*p.points / p.max * 100)))
			answer.Reasons = append(answer.Reasons, shared.Reason{
				Code:     p.name,
				Points:   math.Round(scaled*1000) / 1000,
				Severity: shared.ReasonSeverityInfo,
				Detail:   p.detail,
			})
		}
		answer.Dimensions[p.name] = dimension
	}
	score, why := tally.Trust(sum)
	answer.Score = score
	answer.Reasons = append(answer.Reasons, why...)
	switch {
	case h.isSuspicious(j):
		answer.Tier = new(gen.Suspicious)
	case score != nil:
		answer.Tier = new(tierOf(*score))
	}
	answer.Partial = response.Partial(j.sources)
	return answer
}

func tierOf(score int) gen.FarcasterReputationTier {
	switch {
	case score >= 75:
		return gen.Trusted
	case score >= 55:
		return gen.Established
	case score >= 35:
		return gen.Emerging
	}
	return gen.New
}

func (h *Handlers) isSuspicious(j judged) bool {
	if j.since.IsZero() || j.followers == nil || j.following == nil {
		return false
	}
	ratio := float64(*j.followers) / float64(max(1, *j.following))
	return response.AgeDays(j.since, h.now()) < 30 && *j.following > 1000 && ratio < 0.1
}

func (h *Handlers) parts(j judged) []part {
	list := []part{
		{name: "age", max: 20, detail: "when the account was registered is not known"},
		{name: "audience", max: 20, detail: "followers are not known"},
		{name: "follow_balance", max: 10, detail: "followers or follows are not known"},
		{name: "mutuality", max: 10, detail: "who follows back is not known"},
		{name: "verified_addresses", max: 15, detail: "verified addresses are not known"},
		completeness(j.account),
		{name: "linked_accounts", max: 5, detail: "linked accounts are not known"},
		{name: "activity", max: 5, detail: "casts could not be read"},
		{name: "quality", max: 5, detail: "no score of Neynar"},
	}

	set := func(i int, points float64, format string, args ...any) {
		list[i].points = &points
		list[i].detail = fmt.Sprintf(format, args...)
	}
	if !j.since.IsZero() {
		days := response.AgeDays(j.since, h.now())
		set(0, 20*min(1, float64(days)/730), "registered %s ago", scored.Count(days, "day"))
	}

	if j.followers != nil {
		set(1, 20*min(1, math.Log10(1+float64(*j.followers))/5), "%s",
			scored.Count(*j.followers, "follower"))
	}
	if j.followers != nil && j.following != nil {
		points, detail := balance(*j.followers, *j.following)
		set(2, points, "%s", detail)
	}

	if j.mutual != nil {
		set(3, 10**j.mutual, "%.1f%% of the newest accounts followed follow back", 100**j.mutual)
	}
	if j.ethereum != nil {
		set(4, verified(len(j.ethereum), len(j.solana)), "%s",
			scored.Count(len(j.ethereum)+len(j.solana), "verified address"))
	}

	if j.linked != nil {
		points, detail := linked(j.linked)
		set(6, points, "%s", detail)
	}

	if j.lastCast != nil {
		points, detail := activity(*j.lastCast, h.now())
		set(7, points, "%s", detail)
	}

	switch {
	case j.quality != nil:
		set(8, 5*float64(*j.quality)/100, "score %d of 100 by Neynar", *j.quality)
	case j.pro != nil && *j.pro:
		set(8, 5, "subscribes to Farcaster Pro")
	}

	return list
}

func balance(followers, following int) (float64, string) {
	ratio := float64(followers) / float64(max(1, following))
	detail := fmt.Sprintf("%.2f followers for each account followed", ratio)
	if following == 0 {
		detail = "follows nobody"
	}
	switch {
	case following > 5000 && ratio < 0.2:
		return 0, "follow_farming: follows over 5,000 accounts, and fewer than a fifth as many follow it"
	case ratio >= 1:
		return 10, detail
	case ratio >= 0.5:
		return 7, detail
	case ratio >= 0.1:
		return 3, detail
	}
	return 0, detail
}

func verified(ethereum, solana int) float64 {
	points := 0.0
	switch n := ethereum + solana; {
	case n == 1:
		points = 10
	case n >= 2:
		points = 13
	}
	if solana > 0 {
		points += 2
	}
	return points
}

// completeness is not known when the account lacks something that nobody says it has not set.
func completeness(a account) part {
	p := part{
		name:   "profile_completeness",
		max:    10,
		detail: "what the account says of itself could not be read",
	}
	if (a.picture == "" || a.display == "" || a.bio == "") && !a.whole {
		return p
	}

	points := 0.0
	for _, has := range []struct {
		text   string
		points float64
	}{
		{a.picture, 3},
		{a.display, 2},
		{a.bio, 3},
		{a.name, 2},
	} {
		if has.text != "" {
			points += has.points
		}
	}

	p.points = &points
	p.detail = fmt.Sprintf("%.0f of 10 for picture, display name, bio and name", points)
	return p
}

func linked(accounts []gen.FarcasterLinked) (float64, string) {
	points := 0.0
	seen := map[string]bool{}
	for _, l := range accounts {
		if !seen[l.Platform] {
			points += map[string]float64{"x": 3, "github": 2}[l.Platform]
		}
		seen[l.Platform] = true
	}
	return points, scored.Count(len(accounts), "linked account")
}

func activity(last, now time.Time) (float64, string) {
	switch age := now.Sub(last); {
	case last.IsZero():
		return 0, "the node has no cast of the account"
	case age <= 30*day:
		return 5, "a cast within 30 days"
	case age <= 90*day:
		return 3, "a cast within 90 days"
	}
	return 0, "no cast within 90 days"
}
