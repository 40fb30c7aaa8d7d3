package server

import (
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"

	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"
	collector "go.opentelemetry.io/proto/slim/otlp/collector/trace/v1"
	wire "go.opentelemetry.io/proto/slim/otlp/trace/v1"
	"google.golang.org/protobuf/proto"

	"github.com/farebox/farebox/internal/span"
	"github.com/farebox/farebox/sdk/go/pay"
)

// TestTraceOfASaleHasItsStepsAndNothingOfTheBuyer: route, steps, providers and outcomes, with what hangs below what.
func TestTraceOfASaleHasItsStepsAndNothingOfTheBuyer(t *testing.T) {
	t.Parallel()
	kept := tracetest.NewInMemoryExporter()
	provider := sdktrace.NewTracerProvider(sdktrace.WithSyncer(kept))
	key := newKey(t)
	s := start(t, key, nil, (&scripted{}).with(false), func(p *Parts) { p.Tracer = provider.Tracer(span.Scope) })

	r := s.paid(s.request(http.MethodGet, "/dev/hn?query=wilhelmine-q7", nil), pay.V2)
	r.Header.Set("Traceparent", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01")
	r.Header.Set(requestIDHeader, "wilhelmine-q7")
	a := s.do(r)
	if a.status != http.StatusOK {
		t.Errorf("%d %s", a.status, a.body)
	}
	spans := map[string]tracetest.SpanStub{}
	for _, stub := range kept.GetSpans() {
		spans[stub.Name] = stub
		text := stub.Name + stub.Status.Description
		for _, attribute := range stub.Attributes {
			text += string(attribute.Key) + "=" + attribute.Value.String() + "\n"
		}
		for _, hidden := range []string{"wilhelmine", "0x", "?", "http://", "https://"} {
			if strings.Contains(strings.ToLower(text), hidden) {
				t.Errorf("a span holds %q: %s", hidden, text)
			}
		}
		if stub.SpanContext.TraceID().String() == "0af7651916cd43dd8448eb211c80319c" {
			t.Error("a caller chose the trace")
		}
	}
	for name, parent := range map[string]string{
		"gate":                "GET /dev/hn",
		"verify":              "gate",
		"handler":             "gate",
		"settle":              "gate",
		"upstream:hn-algolia": "handler",
	} {
		if spans[name].Parent.SpanID() != spans[parent].SpanContext.SpanID() || !spans[parent].SpanContext.IsValid() {
			t.Errorf("%s does not hang below %s", name, parent)
		}
	}
}

// TestTracesReachACollector by OTLP over HTTP, with the operator's headers, and none of them is lost at the end.
func TestTracesReachACollector(t *testing.T) {
	t.Parallel()
	var mu sync.Mutex
	var names []string
	service := ""
	receiver := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		var request collector.ExportTraceServiceRequest
		if err := proto.Unmarshal(body, &request); err != nil || r.URL.Path != "/otlp/v1/traces" ||
			r.Header.Get("Authorization") != "Bearer abc" || r.Header.Get("Content-Type") != "application/x-protobuf" {
			t.Errorf("%s %v: %v", r.URL.Path, r.Header, err)
		}
		mu.Lock()
		defer mu.Unlock()
		for _, resource := range request.ResourceSpans {
			for _, a := range resource.Resource.Attributes {
				if a.Key == "service.name" {
					service = a.Value.GetStringValue()
				}
			}
			for _, scope := range resource.ScopeSpans {
				for _, s := range scope.Spans {
					names = append(names, s.Name)
					server := s.Kind == wire.Span_SPAN_KIND_SERVER
					if len(s.TraceId) != 16 || len(s.SpanId) != 8 || s.EndTimeUnixNano < s.StartTimeUnixNano ||
						server == (len(s.ParentSpanId) > 0) {
						t.Errorf("%+v", s)
					}
				}
			}
		}
	}))
	defer receiver.Close()

	t.Run("service", func(t *testing.T) {
		s := start(t, newKey(t), map[string]string{
			"OTEL_EXPORTER_OTLP_ENDPOINT": receiver.URL + "/otlp/",
			"OTEL_EXPORTER_OTLP_HEADERS":  "authorization=Bearer%20abc",
		}, (&scripted{}).with(false))
		if a := s.do(s.paid(s.hashCall("x"), pay.V2)); a.status != http.StatusOK {
			t.Fatalf("%d %s", a.status, a.body)
		}
	})

	mu.Lock()
	defer mu.Unlock()
	slices.Sort(names)
	want := "GET /crypto/hash,GET /crypto/hash,gate,gate,handler,settle,verify" // a quote and a sale
	if strings.Join(names, ",") != want || service != "Farebox" {
		t.Errorf("%s of %q, want %s", names, service, want)
	}
}

// TestCollectorThatIsAwayCostsNothing but the traces.
func TestCollectorThatIsAwayCostsNothing(t *testing.T) {
	t.Parallel()
	s := start(t, newKey(t), map[string]string{
		"OTEL_EXPORTER_OTLP_ENDPOINT": "http://127.0.0.1:1",
	}, (&scripted{}).with(false))
	if a := s.do(s.paid(s.hashCall("x"), pay.V2)); a.status != http.StatusOK {
		t.Errorf("%d %s", a.status, a.body)
	}
}

// TestNobodyTracesUnlessTold: Parts without a tracer have none.
func TestNobodyTracesUnlessTold(t *testing.T) {
	t.Parallel()
	if s := start(t, newKey(t), nil, (&scripted{}).with(false)); s.server.parts.Tracer != nil {
		t.Error("requests are traced")
	}
}
