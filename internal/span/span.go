// Package span marks the parts of a request's work in its trace. Without a trace it costs one context lookup.
package span

import (
	"context"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/trace"
)

// Scope is the name under which a trace lists the service's spans.
const Scope = "farebox"

// Span is one part of the work. The zero Span belongs to no trace.
type Span struct{ in trace.Span }

// Start begins a part of the span in ctx. A non-empty of is appended to kind after a colon. Neither may come from a
// caller.
func Start(ctx context.Context, kind, of string) (context.Context, Span) {
	parent := trace.SpanFromContext(ctx)
	if !parent.IsRecording() {
		return ctx, Span{}
	}
	if of != "" {
		kind += ":" + of
	}
	ctx, in := parent.TracerProvider().Tracer(Scope).Start(ctx, kind)
	return ctx, Span{in: in}
}

// End ends the part. outcome is a word from a fixed set, or "".
func (s Span) End(outcome string) {
	if s.in == nil {
		return
	}
	if outcome != "" {
		s.in.SetAttributes(attribute.String("farebox.outcome", outcome))
	}
	s.in.End()
}
