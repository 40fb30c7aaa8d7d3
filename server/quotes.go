package server

import (
	"net/http"
	"sync"

	"github.com/farebox/farebox/internal/intake"
	"github.com/farebox/farebox/internal/usage"
	"github.com/farebox/farebox/payment"
	"github.com/farebox/farebox/server/ready"
	"github.com/farebox/farebox/server/site"
)

// quotes sends the prepared quote to requests without payment, which most requests to a paid route are. All others go
// on to next, which would answer those the same.
func (s *Server) quotes(next http.Handler) http.Handler {
	if s.parts.Tracer != nil {
		return next
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !s.quoteAtOnce(w, r) {
			next.ServeHTTP(w, r)
		}
	})
}

func (s *Server) quoteAtOnce(w http.ResponseWriter, r *http.Request) bool {
	op, _ := s.parts.Spec.Lookup(r.Method, r.URL.Path)
	if op == nil || !op.Paid || r.URL.RawPath != "" || s.health.stopping() {
		return false
	}
	conn := ready.Of(r)
	if conn == nil || site.IsBrowser(r) || intake.MayHaveControls(r.URL.RawQuery) || s.isOperator(r) {
		return false
	}
	route := s.routes[op]
	quote := s.gate.Unpaid(route.name, r.Header)
	if quote == nil {
		return false
	}

	k := call{
		op:      op,
		id:      requestID(r),
		started: s.now(),
	}
	answer := answers.Get().(*[]byte)
	*answer = append((*answer)[:0], quote.Head(commonHeader)...)
	*answer = append(*answer, requestIDHeader+": "...)
	*answer = append(*answer, k.id...)
	*answer = append(*answer, "\r\nDate: "...)
	*answer = k.started.UTC().AppendFormat(*answer, http.TimeFormat)
	*answer = append(*answer, "\r\n\r\n"...)
	*answer = append(*answer, quote.Body()...)
	conn.Send(w, *answer)
	answers.Put(answer)

	s.record(r.Context(), k, http.StatusPaymentRequired, payment.Sale{Outcome: usage.OutcomeQuoted})
	return true
}

// answers are buffers for a quote each.
var answers = sync.Pool{New: func() any { return new([]byte) }}

// commonHeader is what [Server.overHTTP] and [Server.dispatch] add to a quote's own header.
var commonHeader = http.Header{
	"Access-Control-Allow-Origin":   anyOrigin,
	"Access-Control-Expose-Headers": exposedHeaders,
	"Vary":                          {"Accept-Encoding", payment.VaryPage},
}
