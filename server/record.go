package server

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/usage"
	"github.com/farebox/farebox/payment"
)

// record writes the request's event, metrics, log line and, when it was slow, its slow log entry.
func (s *Server) record(ctx context.Context, k call, status int, sale payment.Sale) {
	took := s.now().Sub(k.started) - sale.Passing
	waited := time.Duration(0)
	spent := sale.Cost
	if k.trace != nil {
		waited = k.trace.Total()
		spent += k.trace.Cost()
	}

	route := s.routes[k.op]
	if !sale.Recorded {
		s.recorder.Record(usage.Event{
			Time:        k.started,
			Route:       route.name,
			Status:      status,
			Outcome:     sale.Outcome,
			PriceUSD:    route.price,
			Network:     sale.Network,
			Payer:       sale.Payer,
			Transaction: sale.Transaction,
			Version:     sale.Version,
			Latency:     took,
			Upstream:    waited,
			Reason:      sale.Reason,
			Cost:        spent,
		})
	}

	s.metrics.request(route, sale, status, took)
	route.cost.Add(spent.USD().InexactFloat64())
	if sale.Outcome == usage.OutcomePaid {
		route.sold.Store(s.now().UnixNano())
	}
	s.logRequest(ctx, k.id, route.name, sale, status, took)
	if threshold := s.parts.Config.SlowThreshold; threshold > 0 && took >= threshold {
		reason, detail := slowReason(k.trace, sale, waited)
		s.recorder.RecordSlow(usage.Slow{
			Time:    k.started,
			Route:   route.name,
			Status:  status,
			Latency: took,
			Reason:  reason,
			Detail:  detail,
		})
	}
}

// logRequest writes the log line of a request. Those that bought nothing and failed in nothing are for debugging.
func (s *Server) logRequest(ctx context.Context, id, route string, sale payment.Sale, status int, took time.Duration) {
	level := slog.LevelInfo
	if sale.Outcome == usage.OutcomeQuoted || sale.Outcome == usage.OutcomeFree {
		level = slog.LevelDebug
	}
	if !s.log.Enabled(ctx, level) {
		return
	}
	s.log.LogAttrs(ctx, level, "request",
		slog.String("id", id),
		slog.String("route", route),
		slog.Int("status", status),
		slog.String("outcome", sale.Outcome),
		slog.String("reason", sale.Reason),
		slog.Int64("ms", took.Milliseconds()),
	)
}

// slowReason names the part of a request that took longest. Verification runs beside the handler, so
// the parts may add up to more than the whole.
func slowReason(trace *upstream.Trace, sale payment.Sale, waited time.Duration) (reason, detail string) {
	own := max(0, sale.Handler-waited)
	reason = "handler"
	longest := own

	if sale.Facilitator > longest {
		reason = "facilitator"
		longest = sale.Facilitator
	}
	if sale.Settle > longest {
		reason = "settle"
		longest = sale.Settle
	}
	if trace != nil {
		if name, took := trace.Slowest(); name != "" && took > longest {
			reason = "upstream:" + name
		}
	}

	return reason, fmt.Sprintf("handler=%d upstream=%d facilitator=%d settle=%d",
		own.Milliseconds(), waited.Milliseconds(), sale.Facilitator.Milliseconds(), sale.Settle.Milliseconds())
}
