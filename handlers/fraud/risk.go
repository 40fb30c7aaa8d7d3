package fraud

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	gen "github.com/farebox/farebox/gen/fraud"
	"github.com/farebox/farebox/gen/shared"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/scored"
)

// rule is what a signal counts for.
type rule struct {
	weight    int
	dimension gen.FraudReasonDimension
	severity  gen.FraudSeverity
}

// rules are the signals of both routes.
var rules = map[string]rule{
	"tor_exit":                 {60, gen.IPReputation, gen.FraudSeverityHigh},
	"blocklist_drop":           {75, gen.IPReputation, gen.FraudSeverityCritical},
	"asn_drop":                 {60, gen.IPReputation, gen.FraudSeverityHigh},
	"blocklist_firehol":        {50, gen.IPReputation, gen.FraudSeverityHigh},
	"datacenter":               {30, gen.IPNetwork, gen.FraudSeverityMedium},
	"unrouted":                 {40, gen.IPNetwork, gen.FraudSeverityHigh},
	"privacy_relay":            {10, gen.IPNetwork, gen.FraudSeverityLow},
	"country_mismatch":         {20, gen.Geo, gen.FraudSeverityMedium},
	"disposable":               {70, gen.EmailDomain, gen.FraudSeverityHigh},
	"undeliverable":            {70, gen.EmailDomain, gen.FraudSeverityHigh},
	"no_mx":                    {60, gen.EmailDomain, gen.FraudSeverityHigh},
	"mail_provider_typosquat":  {50, gen.EmailDomain, gen.FraudSeverityHigh},
	"domain_age_under_30_days": {40, gen.EmailDomain, gen.FraudSeverityHigh},
	"domain_age_under_90_days": {20, gen.EmailDomain, gen.FraudSeverityMedium},
	"no_spf_dmarc":             {15, gen.EmailDomain, gen.FraudSeverityLow},
	"free_provider":            {5, gen.EmailDomain, gen.FraudSeverityLow},
	"random_local_part":        {20, gen.EmailAddress, gen.FraudSeverityMedium},
	"role_account":             {10, gen.EmailAddress, gen.FraudSeverityLow},
	"digits_tail":              {10, gen.EmailAddress, gen.FraudSeverityLow},
	"plus_tag":                 {3, gen.EmailAddress, gen.FraudSeverityLow},
}

// mismatchInDatacenter is the weight of a country_mismatch of an address in a data centre: there the visitor, rather than
// the list, is likely to be wrong.
const mismatchInDatacenter = 35

// finding is a reason of a known signal.
func finding(signal, format string, args ...any) gen.FraudReason {
	r := rules[signal]
	return gen.FraudReason{
		Signal:    signal,
		Weight:    r.weight,
		Dimension: r.dimension,
		Severity:  r.severity,
		Reason:    fmt.Sprintf(format, args...),
	}
}

// sorted is the reasons, heaviest first.
func sorted(reasons []gen.FraudReason) []gen.FraudReason {
	out := append([]gen.FraudReason{}, reasons...)
	slices.SortStableFunc(out, func(a, b gen.FraudReason) int {
		return cmp.Or(cmp.Compare(b.Weight, a.Weight), strings.Compare(a.Signal, b.Signal))
	})
	return out
}

const (
	torInBlocked = 90  // the least score of a Tor exit that is on a blocklist
	othersCount  = 0.4 // the part of their weight with which all reasons but the heaviest count
)

// combine is the score of the reasons: the heaviest in full, the others in part, at most 100.
func combine(reasons []gen.FraudReason) int {
	heaviest := 0
	sum := 0
	for _, r := range reasons {
		heaviest = max(heaviest, r.Weight)
		sum += r.Weight
	}

	score := min(100, int(math.Round(float64(heaviest)+othersCount*float64(sum-heaviest))))
	if torAndBlocked(reasons) {
		score = max(score, torInBlocked)
	}
	return score
}

// torAndBlocked says that the reasons are about a Tor exit that is on a blocklist.
func torAndBlocked(reasons []gen.FraudReason) bool {
	has := func(signals ...string) bool {
		return slices.ContainsFunc(reasons, func(r gen.FraudReason) bool { return slices.Contains(signals, r.Signal) })
	}
	return has("tor_exit") && has("blocklist_drop", "blocklist_firehol", "asn_drop")
}

// effective are the reasons of one score, heaviest first, with the points that each adds to it: they add up to what
// combine rounds and bounds.
func effective(reasons []gen.FraudReason) []shared.Reason {
	out := make([]shared.Reason, 0, len(reasons)+1)
	sum := 0.0
	for i, r := range reasons {
		points := float64(r.Weight)
		if i > 0 {
			points = response.Round(othersCount*points, 1)
		}
		sum += points
		out = append(out, shared.Reason{
			Code:     r.Signal,
			Points:   points,
			Severity: severities[r.Severity],
			Detail:   r.Reason,
		})
	}

	if lacking := response.Round(torInBlocked-sum, 1); torAndBlocked(reasons) && lacking > 0 {
		out = append(out, shared.Reason{
			Code:     "tor_exit_on_blocklist",
			Points:   lacking,
			Severity: shared.ReasonSeverityHigh,
			Detail:   fmt.Sprintf("A Tor exit that is on a blocklist counts for %d at least.", torInBlocked),
		})
		slices.SortStableFunc(out, func(a, b shared.Reason) int { return cmp.Compare(b.Points, a.Points) })
	}
	return out
}

// severities are the four steps of /fraud/score in those that all answers share.
var severities = map[gen.FraudSeverity]shared.ReasonSeverity{
	gen.FraudSeverityLow:      shared.ReasonSeverityLow,
	gen.FraudSeverityMedium:   shared.ReasonSeverityMedium,
	gen.FraudSeverityHigh:     shared.ReasonSeverityHigh,
	gen.FraudSeverityCritical: shared.ReasonSeverityHigh,
}

// category is the band of a score, nil if it may be the lowest only because the unknown signals could not be looked
// for.
func category(score int, unknown []string) *gen.FraudRiskCategory {
	missing := 0
	for _, signal := range unknown {
		missing += rules[signal].weight
	}
	return (*gen.FraudRiskCategory)(scored.Quarters.Sure(&score, float64(missing)))
}
