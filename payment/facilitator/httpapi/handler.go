package httpapi

import (
	"cmp"
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"time"

	"github.com/farebox/farebox/internal/jsontext"
	"github.com/farebox/farebox/payment/facilitator"
	"github.com/farebox/farebox/payment/x402"
)

// DefaultMaxBody bounds a request body. A version 2 call with two copies of a large quote extension
// stays well below it.
const DefaultMaxBody = 256 << 10

// Options of an API. The zero value is usable.
type Options struct {
	MaxBody       int64         // bytes of a request body; 0 means DefaultMaxBody
	SettleTimeout time.Duration // for one settlement, which the caller's leaving does not end; 0 means 60 s
	Logger        *slog.Logger  // nil means slog.Default
}

// API serves one facilitator over HTTP. Each of Verify, Settle and Supported is a handler of its own,
// for routers that have their own idea of methods and middleware; Handler is all three.
type API struct {
	facilitator facilitator.Facilitator
	networks    []x402.Network
	opts        Options
}

// New returns the HTTP API of f. Networks are those whose version 1 names and CAIP-2 ids callers may
// use; calls for others are refused with invalid_network before f sees them.
func New(f facilitator.Facilitator, networks []x402.Network, opts Options) *API {
	if opts.MaxBody <= 0 {
		opts.MaxBody = DefaultMaxBody
	}
	if opts.SettleTimeout <= 0 {
		opts.SettleTimeout = 60 * time.Second
	}
	opts.Logger = cmp.Or(opts.Logger, slog.Default())
	return &API{
		facilitator: f,
		networks:    networks,
		opts:        opts,
	}
}

// Handler serves POST {prefix}/verify, POST {prefix}/settle and GET {prefix}/supported; prefix is
// "/facilitator" or "". A wrong method is 405 with Allow.
func (a *API) Handler(prefix string) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("POST "+prefix+"/verify", a.Verify)
	mux.HandleFunc("POST "+prefix+"/settle", a.Settle)
	mux.HandleFunc("GET "+prefix+"/supported", a.Supported)
	return mux
}

// unavailable is the body where there is no verdict. It has neither isValid nor success, because a
// caller reads those as a judgement of the buyer's payment.
type unavailable struct {
	Error   string `json:"error"`
	Message string `json:"message"`
}

// Verify answers POST verify: 200 with isValid true or false, 400 with isValid false where the body
// is not a call, 413 where it is too large, 503 without isValid where no verdict could be had.
func (a *API) Verify(w http.ResponseWriter, r *http.Request) {
	req, _, status, err := a.read(w, r)
	if err != nil {
		reason, message := reasonOf(err)
		no := false
		a.answer(w, status, VerifyAnswer{
			IsValid:        &no,
			InvalidReason:  reason,
			InvalidMessage: message,
		})
		return
	}

	v, err := a.facilitator.Verify(r.Context(), req)
	if err != nil {
		a.unavailable(w, r, "verify", err)
		return
	}

	answer := VerifyAnswer{IsValid: &v.Valid, Payer: v.Payer}
	if !v.Valid {
		answer.InvalidReason = v.Reason
		answer.InvalidMessage = v.Message
	}

	a.answer(w, http.StatusOK, answer)
}

// Settle answers POST settle: 200 with success true or false, 400 and 413 as Verify, 503 without
// success where the settlement surely was not begun, and 500 with the reason settlement_pending, and
// the transaction if there is one, where its outcome is not known. A caller that leaves does not stop
// a settlement.
//
// One call succeeds for each transfer. To every other one the nonce is used, or on Solana the settlement a duplicate,
// beside the transaction that made it: sellers give an answer for each success, so that a second one would be given for
// nothing.
func (a *API) Settle(w http.ResponseWriter, r *http.Request) {
	req, version, status, err := a.read(w, r)
	if err != nil {
		reason, message := reasonOf(err)
		no := false
		a.answer(w, status, SettleAnswer{
			Success:      &no,
			ErrorReason:  reason,
			ErrorMessage: message,
		})
		return
	}

	ctx, cancel := context.WithTimeout(context.WithoutCancel(r.Context()), a.opts.SettleTimeout)
	defer cancel()
	s, err := a.facilitator.Settle(ctx, req)
	if err != nil {
		a.unavailable(w, r, "settle", err)
		return
	}

	success := s.Outcome == facilitator.Settled && !s.Repeated
	answer := SettleAnswer{
		Success: &success, Transaction: s.Transaction, Payer: s.Payer,
		Network: a.networkFor(version, req.Requirement.Network),
	}

	status = http.StatusOK
	switch {
	case success:
	case s.Outcome == facilitator.Settled:
		answer.ErrorReason = a.spent(req.Requirement.Network)
		answer.ErrorMessage = "this authorization was settled before, by the transaction named here"
	case s.Outcome == facilitator.Refused:
		answer.ErrorReason = s.Reason
		answer.ErrorMessage = s.Message
	default:
		status = http.StatusInternalServerError
		answer.ErrorReason = x402.ReasonSettlementPending
		answer.ErrorMessage = s.Message
	}

	a.answer(w, status, answer)
}

// Supported answers GET supported. A version 2 kind is listed under its version 1 name too, since
// version 1 calls are taken.
func (a *API) Supported(w http.ResponseWriter, r *http.Request) {
	s, err := a.facilitator.Supported(r.Context())
	if err != nil {
		a.unavailable(w, r, "supported", err)
		return
	}
	a.answer(w, http.StatusOK, a.withV1Kinds(s))
}

func (a *API) withV1Kinds(s facilitator.Supported) facilitator.Supported {
	out := facilitator.Supported{
		Kinds:      []facilitator.Kind{},
		Extensions: s.Extensions,
		Signers:    s.Signers,
	}
	has := map[facilitatorKind]bool{}
	for _, k := range s.Kinds {
		has[facilitatorKind{k.X402Version, k.Scheme, k.Network}] = true
		out.Kinds = append(out.Kinds, k)
	}

	for _, k := range s.Kinds {
		n, ok := networkNamed(a.networks, k.Network, "")
		if k.X402Version != 2 || !ok || n.V1Name == "" || has[facilitatorKind{1, k.Scheme, n.V1Name}] {
			continue
		}
		out.Kinds = append(out.Kinds, facilitator.Kind{
			X402Version: 1,
			Scheme:      k.Scheme,
			Network:     n.V1Name,
			Extra:       k.Extra,
		})
	}

	if out.Extensions == nil {
		out.Extensions = []string{}
	}
	if out.Signers == nil {
		out.Signers = map[string][]string{}
	}

	return out
}

type facilitatorKind struct {
	version         int
	scheme, network string
}

// read returns the call in the version 2 form and the version it came in, or the status to refuse it with.
func (a *API) read(w http.ResponseWriter, r *http.Request) (facilitator.Request, int, int, error) {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, a.opts.MaxBody))
	if err != nil {
		var tooLarge *http.MaxBytesError
		if errors.As(err, &tooLarge) {
			return facilitator.Request{}, 0, http.StatusRequestEntityTooLarge,
				bad(x402.ReasonInvalidPayload, "the body is larger than %d bytes", a.opts.MaxBody)
		}
		return facilitator.Request{}, 0, http.StatusBadRequest, bad(x402.ReasonInvalidPayload, "the body did not arrive whole")
	}
	req, version, err := DecodeCall(body, a.networks)
	return req, version, http.StatusBadRequest, err
}

// spent is the reason for what was settled before.
func (a *API) spent(network string) string {
	n, _ := networkNamed(a.networks, network, "")
	switch {
	case n.Kind == x402.SVM:
		return x402.ReasonDuplicate
	case n.Permit2:
		return x402.ReasonPermit2Nonce
	}
	return x402.ReasonNonceUsed
}

// networkFor is the name of a network in the caller's version.
func (a *API) networkFor(version int, caip2 string) string {
	if n, ok := networkNamed(a.networks, caip2, ""); ok && version == 1 {
		return n.V1Name
	}
	return caip2
}

func (a *API) unavailable(w http.ResponseWriter, r *http.Request, what string, err error) {
	a.opts.Logger.WarnContext(r.Context(), "facilitator API has no verdict", "call", what, "error", err)
	w.Header().Set("Retry-After", "2")
	a.answer(w, http.StatusServiceUnavailable, unavailable{
		Error: "facilitator_unavailable", Message: "nothing was decided about this payment: try again",
	})
}

func (a *API) answer(w http.ResponseWriter, status int, body any) {
	data, err := jsontext.Marshal(body)
	if err != nil { // only a Kind.Extra that is not JSON can do this
		a.opts.Logger.Error("facilitator API answer", "error", err)
		status = http.StatusServiceUnavailable
		data = []byte(`{"error":"facilitator_unavailable","message":"the answer could not be written"}`)
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	w.Write(data) // the caller has gone: there is nobody to tell
}
