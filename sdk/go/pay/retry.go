package pay

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"net/http"
	"strconv"
	"strings"
	"time"
)

const (
	reasonPending = "settlement_pending"

	firstWait = 500 * time.Millisecond
	maxWait   = 8 * time.Second
)

// verdict is what an answer to a payment means.
type verdict int

const (
	final    verdict = iota // it stays so
	refused                 // the payment was not taken
	unknown                 // the payment may have been taken: only the same one may be sent
	costless                // nothing was taken, and the same payment may have more luck
)

// redirects says that the answer is elsewhere. To a payment, that is a failure: who follows it pays again, or loses
// what the payment has cost.
func (a *answer) redirects() bool {
	return a.status >= 300 && a.status < 400 && a.status != http.StatusNotModified
}

// judge says what an unsuccessful answer to a payment means.
func judge(p *Problem, a *answer) verdict {
	if p.Charged == Charged || p.Retry == "never" || p.Retry == "new_payment" {
		return final
	}

	if a.status == http.StatusPaymentRequired {
		if a.reason() == reasonPending {
			return unknown
		}
		return refused
	}

	if p.Charged == NotCharged {
		if p.Retry == "same_payment" || a.status >= 502 && a.status <= 504 || a.status == http.StatusConflict {
			return costless
		}
		return final
	}

	if a.status == http.StatusConflict || a.status >= 500 || p.Code == reasonPending {
		return unknown
	}
	return final
}

// ask sends the call without a payment, and again while the failure may pass. What may have been carried out for free
// is not sent again, unless the method says that this does no harm or the seller that it does not.
func (t *Transport) ask(c *call) (*answer, error) {
	ctx := c.request.Context()
	harmless := c.request.Method == http.MethodGet || c.request.Method == http.MethodHead
	pause := firstWait
	for tries := 0; ; tries++ {
		a, err := t.send(ctx, c, nil)

		passes := isDial(err) || harmless && err != nil && !errors.Is(err, context.DeadlineExceeded)
		rest := pause + rand.N(pause/4)
		if err == nil {
			p := problemOf(a, t.now(), false)
			busy := a.status == http.StatusTooManyRequests || a.status >= 502 && a.status <= 504
			passes = busy && (p.Retry == "same_payment" || p.Retry == "" && harmless)
			rest = max(rest, p.RetryAfter)
		}

		if !passes || tries >= t.opts.Retries || rest > maxWait || t.wait(ctx, rest) != nil {
			return a, err
		}
		pause *= 2
	}
}

// purchase signs one payment for the call and sends it until its outcome is known. A refused payment comes with the
// 402 that refused it.
func (t *Transport) purchase(c *call, q *Quote, o Offer, id string) (*http.Response, *answer, error) {
	if err := t.allow(c, q, o, 0); err != nil {
		return nil, nil, err
	}
	s, err := t.sign(c.request.Context(), q, o, id)
	if err != nil {
		t.budget.giveBack(o.amount)
		return nil, nil, err
	}

	out := t.redeem(c, s, s.ValidBefore)
	// Another call's purchase of the same name was given again: this payment, sent once, was not used.
	known := out.payment != nil && out.payment.Replayed && out.sent == 1
	waived := out.err == nil && out.payment == nil
	if known || waived || out.err != nil && chargeOf(out.err) == NotCharged {
		t.budget.giveBack(o.amount)
	}
	return out.response, out.refused, out.err
}

// chargeOf is what an error of this package cost.
func chargeOf(err error) Charge {
	if p := AsProblem(err); p != nil {
		return p.Charged
	}
	return MaybeCharged
}

// outcome is what became of a payment.
type outcome struct {
	response *http.Response
	payment  *Payment // of response; nil when the seller waived the price
	refused  *answer  // the 402 that refused it beyond doubt
	sent     int64    // how often the payment went out, as far as the base transport tells
	err      error
}

// redeem sends the payment, always the same, until its outcome is known or the time is up.
func (t *Transport) redeem(c *call, s *Signed, until time.Time) outcome {
	ctx := c.request.Context()
	if patience := t.opts.RedeemFor; patience > 0 {
		bounded, cancel := context.WithTimeout(ctx, patience)
		defer cancel()

		ctx = bounded
		if end := t.now().Add(patience); end.Before(until) {
			until = end
		}
	}
	var (
		out     outcome
		last    *Problem // nil before the first answer
		doubt   bool     // a try may have reached the seller, and its outcome is not known
		retries int
		before  = c.written.Load()
	)
	pause := firstWait
	for tries := int64(1); ; tries++ {
		a, err := t.send(ctx, c, s)
		out.sent = c.written.Load() - before
		doubt = doubt || out.sent > tries // the base transport repeated it
		var asked time.Duration
		switch {
		case err != nil:
			doubt = doubt || !isDial(err)
			last = &Problem{
				Detail: "the answer to the payment did not come: " + err.Error(),
				Err:    err,
			}

		case !a.redirects() && a.status < 400:
			out.response = a.response(c.request)
			if a.header.Get(headerCharged) != "false" {
				out.payment = t.payment(s, a)
				attach(out.response, c.request, out.payment)
			}
			return out

		default:
			last = problemOf(a, t.now(), true)
			asked = last.RetryAfter
			switch judge(last, a) {
			case final:
				out.err = failure(doubtful(last, doubt))
				return out
			case refused:
				last.Charged = NotCharged
				last.Code = a.reason()
				last.Detail = "the payment was refused" + clockNote(last.Code, a.header, t.now())
				out.err = refusal(doubtful(last, doubt))
				if last.Code == reasonAllowance && last.Charged == NotCharged {
					out.err = unapproved(last, s)
				}
				if !doubt {
					out.refused = a
				}
				return out
			case unknown:
				doubt = true
			case costless:
				if !doubt && retries >= t.opts.Retries {
					out.err = failure(last)
					return out
				}
				retries++
			}
		}

		rest := max(asked, pause+rand.N(pause/4))
		if !t.now().Add(rest).Before(until) {
			out.err = givenUp(last, s, doubt)
			return out
		}
		if err := t.wait(ctx, rest); err != nil {
			last.Err = err
			out.err = givenUp(last, s, doubt)
			return out
		}
		pause = min(2*pause, maxWait)
	}
}

// clockNote says that the clock here is wrong, where a payment was refused for its time.
func clockNote(reason string, header http.Header, now time.Time) string {
	theirs, err := http.ParseTime(header.Get("Date"))
	off := now.Sub(theirs).Round(time.Second)
	ofTime := strings.Contains(reason, "_valid_") || strings.Contains(reason, "expired")
	if err != nil || off.Abs() < 10*time.Second || !ofTime {
		return ""
	}
	if off < 0 {
		return fmt.Sprintf(": the clock here is %s behind the seller's", -off)
	}
	return fmt.Sprintf(": the clock here is %s ahead of the seller's", off)
}

// doubtful overrides what the last answer says about the charge, if an earlier try may have been charged and the answer
// does not depend on the request alone.
func doubtful(p *Problem, doubt bool) *Problem {
	ofRequest := p.Status == http.StatusBadRequest || p.Status == http.StatusNotFound ||
		p.Status == http.StatusUnprocessableEntity
	if doubt && !ofRequest && p.Charged == NotCharged {
		p.Charged = MaybeCharged
	}
	return p
}

// givenUp is the error when a payment is not sent any more.
func givenUp(last *Problem, s *Signed, doubt bool) error {
	if !doubt {
		last.Charged = NotCharged
		return failure(last)
	}
	last.Charged = MaybeCharged
	last.Code = reasonPending
	return &SettlementPending{
		Problem:     last,
		Payment:     s.Value,
		ValidBefore: s.ValidBefore,
	}
}

// isDial says that no connection was had: nobody can have received the request.
func isDial(err error) bool {
	var op *net.OpError
	return errors.As(err, &op) && op.Op == "dial"
}

type resumeKey struct{}

// WithPayment makes requests with the context send a payment that was signed before, from SettlementPending, and no
// other: for its answer, it may be sent also after it has expired. It is not held against the caps again.
func WithPayment(ctx context.Context, payment string) context.Context {
	return context.WithValue(ctx, resumeKey{}, payment)
}

// resume sends an earlier payment again, for as long as a fresh one would be.
func (t *Transport) resume(c *call, payment string) (*http.Response, error) {
	s, err := parseSigned(payment)
	if err != nil {
		return nil, fmt.Errorf("pay: WithPayment: %w", err)
	}
	until := s.ValidBefore
	if soon := t.now().Add(defaultValidity); until.Before(soon) {
		until = soon
	}

	out := t.redeem(c, s, until)
	return out.response, out.err
}

// parseSigned reads a payment back from the value of its header.
func parseSigned(value string) (*Signed, error) {
	bad := errors.New("it is not an x402 payment")
	raw, err := base64.StdEncoding.DecodeString(value)
	if err != nil {
		return nil, bad
	}
	var m struct {
		message
		Network string `json:"network"` // version 1
	}
	if json.Unmarshal(raw, &m) != nil || m.X402Version != 1 && m.X402Version != 2 {
		return nil, bad
	}
	var o accept
	if m.X402Version == 2 && json.Unmarshal(m.Accepted, &o) != nil {
		return nil, bad
	}
	if o.Scheme == schemeChannel {
		return parseVoucher(value, raw, &o)
	}

	s := signedOf(Version(m.X402Version), m.Payload.Authorization)
	if m.Payload.Permit2.From != "" && s.Version == V2 {
		s = signedPermit(m.Payload.Permit2)
	}
	if m.Payload.Transaction != "" {
		if s, err = parseTransaction(Version(m.X402Version), m.Payload.Transaction, o.PayTo); err != nil {
			return nil, err
		}
	}
	s.Value = value
	s.Network = m.Network
	if s.Version == V2 {
		s.Network = o.Network
	}
	s.resource, _ = describe(m.Resource)
	endless := s.ValidBefore.IsZero() && m.Payload.Transaction == ""
	if s.units, err = parseUnits(s.Amount); err != nil || endless {
		return nil, bad
	}
	return s, nil
}

// parseVoucher is parseSigned for a payment by channel.
func parseVoucher(value string, raw []byte, o *accept) (*Signed, error) {
	var m channelMessage
	if json.Unmarshal(raw, &m) != nil {
		return nil, errors.New("it is not a payment by channel")
	}
	units, err := parseUnits(o.Amount)
	if err != nil {
		return nil, err
	}

	s := &Signed{
		Version:   V2,
		Header:    headerSignature,
		Value:     value,
		Network:   o.Network,
		Payer:     m.Payload.ChannelConfig.Payer,
		PayTo:     o.PayTo,
		Amount:    o.Amount,
		units:     units,
		byChannel: true,
	}
	s.resource, _ = describe(m.Resource)
	return s, nil
}

// retryAfter reads the header, in seconds or as a date; 0 when there is none.
func retryAfter(header http.Header, now time.Time) time.Duration {
	text := header.Get("Retry-After")
	if seconds, err := strconv.ParseUint(text, 10, 31); err == nil {
		return time.Duration(seconds) * time.Second
	}
	at, err := http.ParseTime(text)
	if err != nil {
		return 0
	}
	return max(0, at.Sub(now))
}

func sleep(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()

	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
