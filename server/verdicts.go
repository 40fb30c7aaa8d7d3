package server

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	gen "github.com/farebox/farebox/gen/platform"
	"github.com/farebox/farebox/payment/facilitator"
	"github.com/farebox/farebox/payment/facilitator/remote"
)

// verdicts counts what the facilitator answers, by call, outcome and reason. It wraps every kind of facilitator, so
// that all are counted alike.
type verdicts struct {
	facilitator.Facilitator
	answers *prometheus.CounterVec
	now     func() time.Time

	mu     sync.Mutex
	counts map[verdictKind]tally // those that are not a success
}

type verdictKind struct{ call, outcome, reason string }

type tally struct {
	total  int64
	lastAt time.Time
}

// Calls and outcomes as the metrics and /health write them.
const (
	callVerify = "verify"
	callSettle = "settle"

	verdictValid   = "valid"
	verdictSettled = "settled"
	verdictRefused = "refused"
	verdictUnknown = "unknown"
	verdictError   = "error"
)

// watchFacilitator puts the counting in front of the facilitator of the parts.
func watchFacilitator(p *Parts) *verdicts {
	v := &verdicts{
		Facilitator: p.Facilitator,
		now:         p.Now,
		counts:      map[verdictKind]tally{},
		answers: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "farebox_facilitator_answers_total",
			Help: "Answers of the facilitator by call, outcome and reason.",
		}, []string{"call", "outcome", "reason"}),
	}
	p.Facilitator = v
	return v
}

// Verify is the facilitator's.
func (v *verdicts) Verify(ctx context.Context, r facilitator.Request) (facilitator.Verification, error) {
	answer, err := v.Facilitator.Verify(ctx, r)
	if err == nil {
		answer, err = answer.Believed()
	}

	switch {
	case err != nil:
		v.count(callVerify, verdictError, errorReason(err))
	case answer.Valid:
		v.count(callVerify, verdictValid, "")
	default:
		v.count(callVerify, verdictRefused, label(answer.Reason))
	}
	return answer, err
}

// Settle is the facilitator's.
func (v *verdicts) Settle(ctx context.Context, r facilitator.Request) (facilitator.Settlement, error) {
	answer, err := v.Facilitator.Settle(ctx, r)
	answer = answer.Believed()

	switch {
	case err != nil:
		v.count(callSettle, verdictError, errorReason(err))
	case answer.Outcome == facilitator.Settled:
		v.count(callSettle, verdictSettled, "")
	case answer.Outcome == facilitator.Refused:
		v.count(callSettle, verdictRefused, label(answer.Reason))
	default:
		v.count(callSettle, verdictUnknown, label(answer.Reason))
	}
	return answer, err
}

func (v *verdicts) count(call, outcome, reason string) {
	v.answers.WithLabelValues(call, outcome, reason).Inc()
	if outcome == verdictValid || outcome == verdictSettled {
		return
	}

	v.mu.Lock()
	defer v.mu.Unlock()
	kind := verdictKind{
		call:    call,
		outcome: outcome,
		reason:  reason,
	}
	v.counts[kind] = tally{
		total:  v.counts[kind].total + 1,
		lastAt: v.now(),
	}
}

// troubles are the unsuccessful answers, the latest first.
func (v *verdicts) troubles() []gen.PlatformVerdict {
	v.mu.Lock()
	defer v.mu.Unlock()
	all := []gen.PlatformVerdict{}
	for kind, tally := range v.counts {
		all = append(all, gen.PlatformVerdict{
			Call:    gen.PlatformVerdictCall(kind.call),
			Outcome: gen.PlatformVerdictOutcome(kind.outcome),
			Reason:  kind.reason,
			Total:   tally.total,
			LastAt:  tally.lastAt.UTC(),
		})
	}
	slices.SortFunc(all, func(a, b gen.PlatformVerdict) int {
		return cmp.Or(b.LastAt.Compare(a.LastAt), cmp.Compare(a.Call, b.Call),
			cmp.Compare(a.Outcome, b.Outcome), cmp.Compare(a.Reason, b.Reason))
	})
	return all
}

// label is a facilitator's reason as far as it is a known word: the others are without bound.
func label(reason string) string {
	switch {
	case reason == "":
		return "none"
	case facilitator.KnownReason(reason):
		return reason
	}
	return "other"
}

// errorReason is the kind of an error that a facilitator's call ended with.
func errorReason(err error) string {
	if own := (*facilitator.OwnFaultError)(nil); errors.As(err, &own) {
		return label(own.Reason)
	}

	for _, known := range []struct {
		err   error
		label string
	}{
		{remote.ErrCredentials, "credentials"},
		{remote.ErrRateLimited, "rate_limited"},
		{context.Canceled, "canceled"},
		{context.DeadlineExceeded, "timeout"},
		{remote.ErrUnreachable, "unreachable"},
	} {
		if errors.Is(err, known.err) {
			return known.label
		}
	}
	return "no_verdict"
}
