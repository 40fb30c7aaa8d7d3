package preflight

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/farebox/farebox/gen/shared"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/scored"
)

// The dimensions with their weights, which add up to 100.
const (
	dimListing   = "listing"
	dimUsage     = "usage"
	dimQuote     = "quote"
	dimPrice     = "price_consistency"
	dimPayee     = "payee"
	dimTransport = "transport"
	dimDomain    = "domain"
)

// rules are the dimensions in the order of the answer. Each scores 0 to 100 by what was seen.
var rules = []struct {
	name   string
	weight int
	judge  func(*judging) (score int, seen scored.Seen)
}{
	{dimListing, 15, (*judging).listed},
	{dimUsage, 20, (*judging).usage},
	{dimQuote, 20, (*judging).quoteForm},
	{dimPrice, 10, (*judging).price},
	{dimPayee, 15, (*judging).payee},
	{dimTransport, 10, (*judging).transport},
	{dimDomain, 10, (*judging).domain},
}

// Severity of a finding. A critical one makes the seller untrusted; a high one prevents trust, whatever the score.
const (
	low      = "low"
	medium   = "medium"
	high     = "high"
	critical = "critical"
)

// The categories.
const (
	trusted   = "trusted"
	caution   = "caution"
	untrusted = "untrusted"
	unknown   = "unknown"
)

// Limits of the categories, and their requirements besides the score.
const (
	leastTrusted    = 70
	leastCaution    = 40
	trustedKnown    = 5  // dimensions
	trustedQuote    = 60 // of the dimension quote
	trustedListing  = 70 // of the dimension listing: a seller that nobody has paid yet is not trusted
	blocklistedMost = 15 // of the whole score
)

// finding is one reason for the score.
type finding struct {
	signal, dimension, severity string
	points                      int     // taken off the dimension's 100
	takes                       float64 // off the whole score, to two places
	text                        string
}

// dimension is the result of one rule.
type dimension struct {
	name   string
	weight int
	score  *int
}

// verdict is the result of the evidence.
type verdict struct {
	score, uncapped *int // nil where too little is known
	category        string
	dimensions      []dimension
	tally           scored.Tally
	evaluated       int // dimensions seen whole
	findings        []finding
	why             []shared.Reason // reasons for a missing or imperfect score
	best            *int            // index in evidence.offers of the offer to show; nil if none
	confirmed       bool            // a later look offered the same
}

// startPoints are a seller's points before any findings.
const startPoints = 100

// judging is a judgement under way.
type judging struct {
	*evidence
	at       string // the dimension being judged
	findings []finding
	most     int // the cap of the whole score
	best     *int

	confirmed bool // the best offer's token was offered again
}

func (j *judging) find(signal, severity string, points int, format string, args ...any) {
	j.findings = append(j.findings, finding{
		signal:    signal,
		dimension: j.at,
		severity:  severity,
		points:    points,
		text:      fmt.Sprintf(format, args...),
	})
}

// judge scores the evidence: the weighted mean of the evaluated dimensions, then the caps.
func judge(e *evidence) verdict {
	j := &judging{evidence: e, most: scored.Highest}
	parts := make([]scored.Part, len(rules))
	for i, r := range rules {
		j.at = r.name
		score, seen := r.judge(j)
		parts[i] = scored.Part{
			Name:   r.name,
			Weight: float64(r.weight),
			Score:  min(max(float64(score), 0), scored.Highest),
			Seen:   seen,
		}
	}

	mean := scored.TrustMean(parts)
	v := verdict{tally: mean.Tally}
	scores := map[string]int{}
	for i, r := range rules {
		d := dimension{name: r.name, weight: r.weight}
		if mean.Counts[i] {
			d.score = new(int(parts[i].Score))
			scores[r.name] = *d.score
		}
		if parts[i].Seen == scored.Whole {
			v.evaluated++
		}
		v.dimensions = append(v.dimensions, d)
	}

	v.findings = attribute(j.findings, v.dimensions, int(mean.Weight))
	v.uncapped, v.why = v.tally.Trust(response.Round(mean.Value, 2))
	switch {
	case v.uncapped != nil:
		v.score = new(min(*v.uncapped, j.most))
	case j.most < scored.Highest: // condemned by one finding alone
		v.score = &j.most
	}

	v.best = j.best
	v.confirmed = j.confirmed
	v.category = categoryOf(v, scores)
	if v.category == trusted && !(e.screened && e.cleared) { // a list or the age could condemn it
		v.category = caution
	}
	return v
}

// attribute sets each finding's deduction from the whole score; together they make the difference to the start
// points. A dimension's deficit goes to its heaviest findings first; an unexplained rest becomes a separate
// finding. Amounts are rounded as a running sum, so that they add up to the rounded mean.
func attribute(findings []finding, dimensions []dimension, weights int) []finding {
	out := slices.Clone(findings)
	if weights == 0 {
		return out
	}

	var running scored.Running
	take := func(f *finding, points, weight int) {
		f.takes = running.Next(float64(points*weight) / float64(weights))
	}
	for _, d := range dimensions {
		if d.score == nil || *d.score == 100 {
			continue
		}
		left := 100 - *d.score
		var of []*finding
		for i := range out {
			if out[i].dimension == d.name && out[i].points > 0 {
				of = append(of, &out[i])
			}
		}
		slices.SortStableFunc(of, func(a, b *finding) int { return cmp.Compare(b.points, a.points) })
		for i, f := range of {
			taken := min(left, f.points)
			if i == len(of)-1 {
				taken = left
			}
			take(f, taken, d.weight)
			left -= taken
		}
		if len(of) == 0 {
			rest := finding{
				signal:    d.name + "_incomplete",
				dimension: d.name,
				severity:  low,
				points:    left,
				text:      fmt.Sprintf("What is known about %s is worth %d of 100.", d.name, *d.score),
			}
			take(&rest, left, d.weight)
			out = append(out, rest)
		}
	}
	return out
}

func categoryOf(v verdict, scores map[string]int) string {
	worst := map[string]bool{}
	for _, f := range v.findings {
		worst[f.severity] = true
	}
	quote, judged := scores[dimQuote]
	switch {
	case worst[critical]:
		return untrusted
	case v.score == nil:
		return unknown
	case *v.score < leastCaution:
		return untrusted
	case *v.score >= leastTrusted && v.evaluated >= trustedKnown && judged &&
		quote >= trustedQuote && scores[dimListing] >= trustedListing && !worst[high]:
		return trusted
	}
	return caution
}
