package server

import (
	"context"
	"crypto/rand"
	"fmt"
	"log/slog"
	"time"

	"go.opentelemetry.io/otel/trace"

	"github.com/farebox/farebox/internal/span"
	"github.com/farebox/farebox/server/traces"
)

// traceFlush is how long a stopping process sends the traces that are left.
const traceFlush = 5 * time.Second

// tracer traces requests to OTEL_EXPORTER_OTLP_ENDPOINT; it is nil when that is not set.
func (c *Config) tracer(version string, log *slog.Logger) (trace.Tracer, func(), error) {
	if c.TraceEndpoint == "" {
		return nil, func() {}, nil
	}
	provider, err := traces.New(traces.Options{
		Endpoint: c.TraceEndpoint,
		Headers:  c.TraceHeaders,
		Ratio:    c.TraceRatio,
		Service:  c.ServiceName,
		Version:  version,
		Instance: rand.Text(),
		Log:      log,
	})
	if err != nil {
		return nil, nil, fmt.Errorf("OTEL_EXPORTER_OTLP_ENDPOINT: %w", err)
	}

	flush := func() {
		ctx, cancel := context.WithTimeout(context.Background(), traceFlush)
		defer cancel()
		if err := provider.Shutdown(ctx); err != nil {
			log.Warn("traces not sent", "error", err)
		}
	}
	return provider.Tracer(span.Scope), flush, nil
}
