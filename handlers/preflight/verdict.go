package preflight

import (
	"fmt"
	"math"
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

// rules are the dimensions in the order of the answer. Each gives 0 to 100, or nothing where it cannot be evaluated.
var rules = []struct {
	name   string
	weight int
	judge  func(*judging) (score int, ok bool)
}{
	{dimListing, 15, (*judging).listed},
	{dimUsage, 20, (*judging).usage},
	{dimQuote, 20, (*judging).quoteForm},
	{dimPrice, 10, (*judging).price},
	{dimPayee, 15, (*judging).payee},
	{dimTransport, 10, (*judging).transport},
	{dimDomain, 10, (*judging).domain},
}

// Severity of a finding. One of severity critical makes the seller untrusted, one of severity high keeps it from being
// trusted, whatever the score.
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

// Limits of the categories, and what they ask for besides the score.
const (
	leastTrusted    = 70
	leastCaution    = 40
	leastKnown      = 3  // dimensions, below which the category is unknown
	trustedKnown    = 5  // dimensions
	trustedQuote    = 60 // of the dimension quote
	trustedListing  = 70 // of the dimension listing: a seller whom nobody has paid yet is not trusted
	blocklistedMost = 15 // of the whole score
)

// finding is one reason for the score.
type finding struct {
	signal, dimension, severity string
	points                      int // taken off the dimension's 100
	text                        string
}

// dimension is the result of one rule.
type dimension struct {
	name   string
	weight int
	score  *int
}

// verdict is what the evidence comes to.
type verdict struct {
	score, uncapped int
	category        string
	dimensions      []dimension
	evaluated       int
	confidence      float64 // evaluated share of the weights
	findings        []finding
	best            *int // index of the offer to show among evidence.offers, nil for none
}

// judging is a judgement under way.
type judging struct {
	*evidence
	at       string // the dimension being judged
	findings []finding
	most     int // the cap of the whole score
	best     *int
}

func (j *judging) find(signal, severity string, points int, format string, args ...any) {
	j.findings = append(j.findings, finding{signal, j.at, severity, points, fmt.Sprintf(format, args...)})
}

// judge scores the evidence: the weighted mean of the dimensions that could be evaluated, then the caps.
func judge(e *evidence) verdict {
	j := &judging{evidence: e, most: 100}
	var v verdict
	sum, weights := 0, 0
	scores := map[string]int{}
	for _, r := range rules {
		j.at = r.name
		d := dimension{name: r.name, weight: r.weight}
		if score, ok := r.judge(j); ok {
			score = min(max(score, 0), 100)
			d.score, scores[r.name] = &score, score
			sum, weights = sum+score*r.weight, weights+r.weight
			v.evaluated++
		}
		v.dimensions = append(v.dimensions, d)
	}
	if weights > 0 {
		v.uncapped = int(math.Round(float64(sum) / float64(weights)))
	}
	v.score, v.confidence, v.findings, v.best = min(v.uncapped, j.most), float64(weights)/100, j.findings, j.best
	v.category = categoryOf(v, scores)
	return v
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
	case v.evaluated < leastKnown:
		return unknown
	case v.score < leastCaution:
		return untrusted
	case v.score >= leastTrusted && v.evaluated >= trustedKnown && judged && quote >= trustedQuote && scores[dimListing] >= trustedListing && !worst[high]:
		return trusted
	}
	return caution
}
