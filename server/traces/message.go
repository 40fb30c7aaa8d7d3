package traces

import (
	"github.com/farebox/farebox/internal/each"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/trace"
	common "go.opentelemetry.io/proto/slim/otlp/common/v1"
	resources "go.opentelemetry.io/proto/slim/otlp/resource/v1"
	wire "go.opentelemetry.io/proto/slim/otlp/trace/v1"
)

// message is the spans as OTLP writes them. All are of one process, and of one scope.
func message(spans []sdktrace.ReadOnlySpan) []*wire.ResourceSpans {
	out := each.Of(spans, wireSpan)
	return []*wire.ResourceSpans{{
		Resource: &resources.Resource{Attributes: wireAttributes(spans[0].Resource().Attributes())},
		ScopeSpans: []*wire.ScopeSpans{{
			Scope: &common.InstrumentationScope{Name: spans[0].InstrumentationScope().Name},
			Spans: out,
		}},
	}}
}

func wireSpan(s sdktrace.ReadOnlySpan) *wire.Span {
	id := s.SpanContext().TraceID()
	own := s.SpanContext().SpanID()
	out := &wire.Span{
		TraceId:                id[:],
		SpanId:                 own[:],
		Name:                   s.Name(),
		Kind:                   wireKind(s.SpanKind()),
		StartTimeUnixNano:      uint64(max(0, s.StartTime().UnixNano())),
		EndTimeUnixNano:        uint64(max(0, s.EndTime().UnixNano())),
		Attributes:             wireAttributes(s.Attributes()),
		DroppedAttributesCount: uint32(s.DroppedAttributes()),
		Flags:                  uint32(s.SpanContext().TraceFlags()),
	}

	if parent := s.Parent().SpanID(); parent.IsValid() {
		out.ParentSpanId = parent[:]
	}
	if status := s.Status(); status.Code == codes.Error {
		out.Status = &wire.Status{
			Code:    wire.Status_STATUS_CODE_ERROR,
			Message: status.Description,
		}
	}
	return out
}

func wireKind(kind trace.SpanKind) wire.Span_SpanKind {
	if kind == trace.SpanKindServer {
		return wire.Span_SPAN_KIND_SERVER
	}
	return wire.Span_SPAN_KIND_INTERNAL
}

// wireAttributes writes whole numbers as such and all else as text: there is nothing else.
func wireAttributes(of []attribute.KeyValue) []*common.KeyValue {
	out := make([]*common.KeyValue, len(of))
	for i, a := range of {
		value := &common.AnyValue{Value: &common.AnyValue_StringValue{StringValue: a.Value.String()}}
		if a.Value.Type() == attribute.INT64 {
			value.Value = &common.AnyValue_IntValue{IntValue: a.Value.AsInt64()}
		}
		out[i] = &common.KeyValue{
			Key:   string(a.Key),
			Value: value,
		}
	}
	return out
}
