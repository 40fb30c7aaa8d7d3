package platform

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/shopspring/decimal"

	gen "github.com/farebox/farebox/gen/platform"
	"github.com/farebox/farebox/internal/clip"
	"github.com/farebox/farebox/internal/cost"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/usage"
)

// storeDown is the answer when the usage store fails: a 503, because trying again later may help.
func storeDown(err error, doing string) error {
	p := problem.Unavailable(problem.CodeStoreUnavailable, 5*time.Second, "the usage records cannot be reached now")
	p.Cause = fmt.Errorf("%s: %w", doing, err)
	return p
}

// Usage answers GET /usage.
//
// Only the operator sees what requests have cost: it reveals the terms of providers.
func (h *Handlers) Usage(ctx context.Context, _ gen.UsageRequestObject) (gen.UsageResponseObject, error) {
	s, err := h.cfg.Totals.Of(ctx)
	if err != nil {
		return nil, storeDown(err, "adding up usage")
	}
	answer := gen.Usage200JSONResponse{
		PeriodStart: s.Since.UTC(),
		Routes:      make([]gen.PlatformUsage_Routes, 0, len(s.Routes)),
		Rejected:    gen.PlatformUsage_Rejected{ByReason: map[string]int64{}},
	}

	revenue := decimal.Zero
	var spent cost.Amount
	t := &answer.Totals
	for _, r := range s.Routes {
		amount := decimal.Zero
		if r.RevenueUSD != "" {
			if amount, err = decimal.NewFromString(r.RevenueUSD); err != nil {
				return nil, storeDown(err, "reading the revenue of "+r.Route)
			}
		}
		revenue = revenue.Add(amount)
		t.Calls += r.Calls
		t.Quotes += r.Quotes
		t.Paid += r.Paid
		t.Reverted += r.Reverted
		t.Replayed += r.Replayed
		t.Rejected += r.Rejected
		t.Errors += r.Errors
		spent += r.Cost
		answer.Routes = append(answer.Routes, gen.PlatformUsage_Routes{
			Route:        response.OrNull(r.Route),
			Calls:        r.Calls,
			Quotes:       r.Quotes,
			Paid:         r.Paid,
			Reverted:     r.Reverted,
			Replayed:     r.Replayed,
			Rejected:     r.Rejected,
			Errors:       r.Errors,
			RevenueUSD:   json.Number(amount.String()),
			CostUSD:      costFor(ctx, r.Cost),
			LatencyP50Ms: milliseconds(r.P50),
			LatencyP95Ms: milliseconds(r.P95),
			LatencyP99Ms: milliseconds(r.P99),
		})
	}

	t.RevenueUSD = json.Number(revenue.String())
	t.CostUSD = costFor(ctx, spent)
	for reason, count := range s.Rejected {
		answer.Rejected.Count += count
		answer.Rejected.ByReason[reason] = count
	}
	return answer, nil
}

// costFor is a cost as whoever asks may see it: null for all but the operator.
func costFor(ctx context.Context, spent cost.Amount) *json.Number {
	if !isOperator(ctx) {
		return nil
	}
	return new(json.Number(spent.String()))
}

// UsageEvents answers GET /usage/events.
func (h *Handlers) UsageEvents(ctx context.Context, req gen.UsageEventsRequestObject) (gen.UsageEventsResponseObject, error) {
	// One more than asked for tells whether there are more.
	events, err := h.cfg.Usage.Events(ctx, req.Params.SinceID, req.Params.Limit+1)
	if err != nil {
		return nil, storeDown(err, "reading events")
	}
	truncated := len(events) > req.Params.Limit
	events = events[:min(len(events), req.Params.Limit)]

	answer := gen.UsageEvents200JSONResponse{
		Events:    make([]gen.PlatformEvent, len(events)),
		Count:     len(events),
		LastID:    req.Params.SinceID,
		Truncated: truncated,
	}
	for i, e := range events {
		answer.Events[i] = eventAnswer(e, isOperator(ctx))
		answer.LastID = e.ID
	}
	return answer, nil
}

func eventAnswer(e usage.Event, operator bool) gen.PlatformEvent {
	if !operator {
		e.Payer = clip.Ends(e.Payer)
		e.Transaction = "" // which names the payer to anybody who looks it up
	}
	var version *int
	if e.Version != 0 {
		version = &e.Version
	}

	return gen.PlatformEvent{
		ID:          e.ID,
		AnsweredAt:  e.Time.UTC(),
		Route:       response.OrNull(e.Route),
		Status:      e.Status,
		Outcome:     gen.PlatformEventOutcome(e.Outcome),
		Paid:        e.Outcome == usage.OutcomePaid || e.Outcome == usage.OutcomeResettled,
		PriceUSD:    response.OrNull(json.Number(e.PriceUSD)),
		Network:     response.OrNull(e.Network),
		Payer:       response.OrNull(e.Payer),
		Transaction: response.OrNull(e.Transaction),
		X402Version: version,
		LatencyMs:   milliseconds(e.Latency),
		UpstreamMs:  milliseconds(e.Upstream),
		ErrorCode:   response.OrNull(e.Reason),
	}
}

// SlowLog answers GET /slowlog.
func (h *Handlers) SlowLog(ctx context.Context, req gen.SlowLogRequestObject) (gen.SlowLogResponseObject, error) {
	slow, err := h.cfg.Usage.SlowLog(ctx, req.Params.Reason, req.Params.Limit)
	if err != nil {
		return nil, storeDown(err, "reading the slow log")
	}
	answer := gen.SlowLog200JSONResponse{
		Count:       len(slow),
		Entries:     make([]gen.PlatformSlowLog_Entries, len(slow)),
		ThresholdMs: h.cfg.SlowThreshold.Milliseconds(),
	}

	for i, s := range slow {
		answer.Entries[i] = gen.PlatformSlowLog_Entries{
			ID:         s.ID,
			AnsweredAt: s.Time.UTC(),
			Route:      response.OrNull(s.Route),
			Status:     s.Status,
			LatencyMs:  milliseconds(s.Latency),
			Reason:     s.Reason,
			Detail:     s.Detail,
		}
	}
	return answer, nil
}

// ClearRejected answers POST /usage/rejected/clear.
func (h *Handlers) ClearRejected(ctx context.Context, _ gen.ClearRejectedRequestObject) (gen.ClearRejectedResponseObject, error) {
	cleared, err := h.cfg.Usage.ClearRejected(ctx)
	if err != nil {
		return nil, storeDown(err, "clearing the rejected counter")
	}
	h.cfg.Totals.Forget() // who clears and looks must see zero
	return gen.ClearRejected200JSONResponse{Cleared: cleared}, nil
}
