package span

import (
	"testing"

	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"
)

func TestWithoutATraceNothingIsAllocated(t *testing.T) {
	ctx := t.Context()
	if n := testing.AllocsPerRun(1000, func() {
		inner, part := Start(ctx, "upstream", "gleif")
		if inner != ctx {
			t.Fatal("another context")
		}
		part.End("ok")
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func TestPartsHangBelowTheWhole(t *testing.T) {
	kept := tracetest.NewInMemoryExporter()
	provider := sdktrace.NewTracerProvider(sdktrace.WithSyncer(kept))
	ctx, whole := provider.Tracer(Scope).Start(t.Context(), "GET /x")
	inner, part := Start(ctx, "upstream", "gleif")
	_, deeper := Start(inner, "verify", "")
	deeper.End("unavailable")
	part.End("ok")
	whole.End()

	spans := kept.GetSpans()
	if len(spans) != 3 {
		t.Fatalf("%d spans", len(spans))
	}
	if spans[0].Name != "verify" || spans[0].Parent.SpanID() != spans[1].SpanContext.SpanID() {
		t.Errorf("%+v", spans[0])
	}
	if spans[1].Name != "upstream:gleif" || spans[1].Parent.SpanID() != spans[2].SpanContext.SpanID() {
		t.Errorf("%+v", spans[1])
	}
}
