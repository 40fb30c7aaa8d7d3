package pay

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"
)

// Charge says what a call that failed has cost.
type Charge int

// NotCharged is for calls that cost nothing. MaybeCharged is for payments that were sent and whose outcome is not
// known. Charged is for those that the seller settled all the same.
const (
	NotCharged Charge = iota
	MaybeCharged
	Charged
)

// String is no, maybe or yes.
func (c Charge) String() string { return [...]string{"no", "maybe", "yes"}[c] }

// Problem is what all errors of a [Transport] have in common: errors.As finds it in each of them.
type Problem struct {
	Status     int           // of the last answer; 0 when there was none
	Code       string        // the seller's stable name of what went wrong; "" when it gave none
	Field      string        // the input at fault; "" if it is not an input
	Detail     string        // for people
	Retry      string        // never, same_payment, new_payment, or ""
	RequestID  string        // to be quoted to the operator
	RetryAfter time.Duration // how long the seller asks to wait; 0 when it does not say
	Charged    Charge
	Body       []byte // of the last answer
	Err        error  // what failed below HTTP, or the refusal of OnPayment; nil when nothing did
}

// Error is the detail with what it cost.
func (p *Problem) Error() string {
	text := p.Detail
	if p.Code != "" {
		text = p.Code + ": " + text
	}
	if p.Field != "" {
		text += " (field " + p.Field + ")"
	}
	return fmt.Sprintf("%s (status %d, charged: %s)", text, p.Status, p.Charged)
}

// Unwrap is what failed below.
func (p *Problem) Unwrap() error { return p.Err }

// The errors. All are returned as pointers, and inside the *url.Error of an http.Client.
type (
	// InvalidInput says that the request breaks a rule: Field and Detail say which. Any other 4xx is one too, as the
	// 404 of a route that is not served, or of a page that somebody else answers with.
	InvalidInput struct{ *Problem }

	// NotFound says that what was asked about does not exist: the seller says so by name, not only by status.
	NotFound struct{ *Problem }

	// RateLimited says that the seller, or a provider that it asks, takes no more requests now.
	RateLimited struct{ *Problem }

	// Upstream says that the seller, or a provider that it asks, could not be reached or could not answer.
	Upstream struct{ *Problem }

	// OverBudget says that a price is above a cap. Nothing was signed.
	OverBudget struct {
		*Problem
		PriceUSD string
		LimitUSD string // the cap, or what is left of the budget
	}

	// Unpayable says that nothing in the quote may be paid: another chain, token or protocol, or a redirect asked for
	// the payment. Nothing was signed.
	Unpayable struct{ *Problem }

	// Declined says that OnPayment refused. Nothing was signed.
	Declined struct{ *Problem }

	// PaymentRequired says that the request costs something, and that there is no wallet to pay with.
	PaymentRequired struct {
		*Problem
		Quote *Quote // nil when the answer holds none
	}

	// InsufficientFunds says that the wallet does not hold the price.
	InsufficientFunds struct{ *Problem }

	// ApprovalRequired says that the wallet has to let Permit2 spend the token, once, before it can pay with it.
	// Nothing was charged.
	ApprovalRequired struct {
		*Problem
		Token   string // whose approve is to be called
		Spender string // with this address
	}

	// PaymentRefused says that the seller did not take the payment. Code is the seller's reason.
	PaymentRefused struct{ *Problem }

	// SettlementPending says that a payment was sent and that its outcome is not known. Send the same request with
	// [WithPayment] for the answer; without it, the call may be paid for twice.
	SettlementPending struct {
		*Problem
		Payment     string    // for WithPayment; keep it secret until it is spent
		ValidBefore time.Time // after this the payment cannot be charged any more, if it was not before
	}
)

// Unwrap leads to the Problem, for errors.As.
func (e *InvalidInput) Unwrap() error { return e.Problem }

// Unwrap leads to the Problem, for errors.As.
func (e *NotFound) Unwrap() error { return e.Problem }

// Unwrap leads to the Problem, for errors.As.
func (e *RateLimited) Unwrap() error { return e.Problem }

// Unwrap leads to the Problem, for errors.As.
func (e *Upstream) Unwrap() error { return e.Problem }

// Unwrap leads to the Problem, for errors.As.
func (e *OverBudget) Unwrap() error { return e.Problem }

// Unwrap leads to the Problem, for errors.As.
func (e *Unpayable) Unwrap() error { return e.Problem }

// Unwrap leads to the Problem, for errors.As.
func (e *Declined) Unwrap() error { return e.Problem }

// Unwrap leads to the Problem, for errors.As.
func (e *PaymentRequired) Unwrap() error { return e.Problem }

// Unwrap leads to the Problem, for errors.As.
func (e *InsufficientFunds) Unwrap() error { return e.Problem }

// Unwrap leads to the Problem, for errors.As.
func (e *ApprovalRequired) Unwrap() error { return e.Problem }

// Unwrap leads to the Problem, for errors.As.
func (e *PaymentRefused) Unwrap() error { return e.Problem }

// Unwrap leads to the Problem, for errors.As.
func (e *SettlementPending) Unwrap() error { return e.Problem }

// problemOf reads an unsuccessful answer. A seller that does not say what it took has taken nothing when no payment was
// sent.
func problemOf(a *answer, now time.Time, paid bool) *Problem {
	var body struct {
		Code      string `json:"code"`
		Field     string `json:"field"`
		Detail    string `json:"detail"`
		Retry     string `json:"retry"`
		RequestID string `json:"request_id"`
		Error     string `json:"error"`
		Charged   *bool  `json:"charged"`
	}
	if json.Unmarshal(a.body, &body) != nil {
		body.Detail = "" // anything but a problem document is only kept in Body
	}

	p := &Problem{
		Status:     a.status,
		Code:       body.Code,
		Field:      body.Field,
		Detail:     body.Detail,
		Retry:      body.Retry,
		RequestID:  body.RequestID,
		RetryAfter: retryAfter(a.header, now),
		Body:       a.body,
	}
	if p.Code == "" && body.Error == reasonPending {
		p.Code = reasonPending
	}
	if p.RequestID == "" {
		p.RequestID = a.header.Get("X-Request-Id")
	}
	if p.Detail == "" {
		p.Detail = strings.ToLower(http.StatusText(a.status))
	}

	switch {
	case a.settlement.Success && a.settlement.channel.uncharged():
		p.Charged = NotCharged // a deposit was made, and the call failed
	case a.settlement.Success:
		p.Charged = Charged
	case !paid:
		p.Charged = NotCharged
	case p.Code == reasonPending:
		p.Charged = MaybeCharged
	case body.Charged == nil:
		p.Charged = MaybeCharged
	case *body.Charged:
		p.Charged = Charged
	}
	return p
}

// codeNotFound is the seller's word for what does not exist.
const codeNotFound = "not_found"

// failure gives a problem its type.
func failure(p *Problem) error {
	switch {
	case p.Status == http.StatusTooManyRequests, p.Code == "rate_limited":
		return &RateLimited{p}
	case p.Status == http.StatusPaymentRequired:
		return refusal(p)
	case p.Code == codeNotFound:
		return &NotFound{p}
	case p.Status < 400, p.Status >= 500: // none, or a redirect of a paid call
		return &Upstream{p}
	default:
		return &InvalidInput{p}
	}
}

// refusal gives a 402 that is the answer to a payment its type.
func refusal(p *Problem) error {
	if strings.Contains(p.Code, "insufficient_funds") || strings.Contains(p.Code, "insufficient_balance") {
		return &InsufficientFunds{p}
	}
	return &PaymentRefused{p}
}

// unreachable is a request that nobody received.
func unreachable(err error) error {
	return &Upstream{&Problem{
		Detail: "the service could not be reached: " + err.Error(),
		Err:    err,
	}}
}

// ErrorOf is the error of an answer of 400 and above that came without a [Transport], for clients that also work
// without a wallet; nil below 400. The errors are those of a Transport, and a 402 is a [PaymentRequired].
func ErrorOf(response *http.Response, body []byte) error {
	if response.StatusCode < http.StatusBadRequest {
		return nil
	}
	a := &answer{
		status:     response.StatusCode,
		header:     response.Header,
		body:       body,
		settlement: parseSettlement(response.Header),
	}
	p := problemOf(a, time.Now(), false)
	if a.status == http.StatusPaymentRequired {
		return required(p, a, AnyVersion, []Asset{BaseUSDC, BaseSepoliaUSDC})
	}
	return failure(p)
}

// required is the error of a 402 that nobody pays.
func required(p *Problem, a *answer, version Version, allowed []Asset) error {
	e := &PaymentRequired{Problem: p}
	q, err := a.quote(version, allowed)
	if err != nil {
		p.Detail = err.Error()
		return e
	}

	e.Quote = q
	p.Detail = "there is no wallet to pay with"
	if o, err := q.Best(); err == nil {
		p.Detail = fmt.Sprintf("it costs %s USD on %s, and there is no wallet to pay with", o.USD, o.Network)
	}
	return e
}

// AsProblem is what is common to the errors of a [Transport], nil when err is none of them.
func AsProblem(err error) *Problem {
	var p *Problem
	if errors.As(err, &p) {
		return p
	}
	return nil
}
