// Package traces sends traces to an OpenTelemetry collector, by OTLP over HTTP in its binary form. The exporter of
// OpenTelemetry itself brings gRPC along, which nothing else here needs.
package traces

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"sync/atomic"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/sdk/resource"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	collector "go.opentelemetry.io/proto/slim/otlp/collector/trace/v1"
	"google.golang.org/protobuf/proto"
)

// sendTimeout bounds one message to the collector.
const sendTimeout = 10 * time.Second

// Options say where traces go and which.
type Options struct {
	// Endpoint is the collector's base URL; v1/traces is put after its path.
	Endpoint string
	// Headers go with each message: name=value, separated by commas, the values percent-encoded.
	Headers string
	// Ratio is the part of requests that is traced, from 0 to 1.
	Ratio float64
	// Service and Version name the process in the traces; Instance tells replicas apart.
	Service, Version, Instance string
	Log                        *slog.Logger
}

// New makes a provider that sends spans in the background. Shut it down to send the rest. It loses spans rather than
// keep a request waiting.
func New(o Options) (*sdktrace.TracerProvider, error) {
	sender, err := newSender(o)
	if err != nil {
		return nil, err
	}
	return sdktrace.NewTracerProvider(
		sdktrace.WithBatcher(sender),
		sdktrace.WithSampler(sdktrace.TraceIDRatioBased(o.Ratio)),
		sdktrace.WithResource(resource.NewSchemaless(
			attribute.String("service.name", o.Service),
			attribute.String("service.version", o.Version),
			attribute.String("service.instance.id", o.Instance),
		)),
	), nil
}

// sender is the exporter.
type sender struct {
	url    string
	header http.Header
	client *http.Client
	log    *slog.Logger
	failed atomic.Bool // the last message did not arrive
}

func newSender(o Options) (*sender, error) {
	u, err := url.Parse(o.Endpoint)
	if err != nil || u.Host == "" {
		return nil, errors.New("traces: the endpoint is no absolute URL")
	}
	header, err := Headers(o.Headers)
	if err != nil {
		return nil, err
	}

	return &sender{
		url:    u.JoinPath("v1", "traces").String(),
		header: header,
		client: &http.Client{
			Timeout: sendTimeout,
			// A collector that moved is for the operator to see, and the headers are not for others.
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		},
		log: o.Log,
	}, nil
}

// Headers reads a list of headers as OpenTelemetry writes it. The error quotes nothing: values are secrets.
func Headers(list string) (http.Header, error) {
	header := http.Header{}
	for pair := range strings.SplitSeq(list, ",") {
		if strings.TrimSpace(pair) == "" {
			continue
		}
		name, value, found := strings.Cut(pair, "=")
		name = strings.TrimSpace(name)
		value, err := url.PathUnescape(strings.TrimSpace(value))
		bad := strings.ContainsFunc(name, odd) || strings.ContainsAny(value, "\r\n\x00")
		if !found || err != nil || name == "" || bad {
			return nil, errors.New("traces: headers are name=value, separated by commas")
		}
		header.Set(name, value)
	}
	return header, nil
}

// odd is what no name of a header has.
func odd(r rune) bool { return r <= 0x20 || r > 0x7e || strings.ContainsRune(`"(),/:;<=>?@[\]{}`, r) }

// ExportSpans implements sdktrace.SpanExporter. What is not taken is lost, and told once in the log.
func (s *sender) ExportSpans(ctx context.Context, spans []sdktrace.ReadOnlySpan) error {
	if len(spans) == 0 {
		return nil
	}
	err := s.send(ctx, spans)
	if wasBad := s.failed.Swap(err != nil); err != nil && !wasBad {
		s.log.Warn("traces do not reach the collector and are lost until they do", "error", err)
	}
	return nil
}

func (s *sender) send(ctx context.Context, spans []sdktrace.ReadOnlySpan) error {
	body, err := proto.Marshal(&collector.ExportTraceServiceRequest{ResourceSpans: message(spans)})
	if err != nil {
		return fmt.Errorf("writing spans: %w", err)
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, s.url, bytes.NewReader(body))
	if err != nil {
		return errors.New("the endpoint is no URL")
	}
	r.Header = s.header.Clone()
	r.Header.Set("Content-Type", "application/x-protobuf")

	answer, err := s.client.Do(r)
	var quoting *url.Error
	if errors.As(err, &quoting) {
		err = quoting.Err // the URL may hold a key
	}
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	_, _ = io.CopyN(io.Discard, answer.Body, 64<<10) // lets the connection be used again
	if answer.StatusCode/100 != 2 {
		return fmt.Errorf("HTTP %d", answer.StatusCode)
	}
	return nil
}

// Shutdown implements sdktrace.SpanExporter.
func (s *sender) Shutdown(context.Context) error {
	s.client.CloseIdleConnections()
	return nil
}
