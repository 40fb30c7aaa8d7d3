package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/url"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/farebox/farebox/internal/spec"
	"github.com/farebox/farebox/internal/tick"
	"github.com/farebox/farebox/sdk/go/pay"
)

// manner is how a buyer behaves.
type manner int

const (
	patient   manner = iota // sends the same payment until the answer is final
	named                   // names the purchase, and signs again if a connection breaks
	returning               // patient, and requests the purchase a second time
	manners
)

const (
	// patience is how long a buyer keeps trying, beyond its authorization's expiry (120 s).
	patience = 3 * time.Minute
	// callTimeout bounds one request.
	callTimeout = time.Minute
	// longestWait bounds a buyer's wait for Retry-After.
	longestWait = 3 * time.Second
)

// purchase is one thing that a buyer wants once, with its whole outcome.
type purchase struct {
	op      *spec.Operation
	target  string
	body    []byte
	key     *pay.Key
	manner  manner
	version pay.Version
	name    string // Idempotency-Key
	began   time.Time
	calm    bool // nothing was disturbed meanwhile

	payments []*payment
	tries    int    // requests with a payment
	answer   string // hash of the answer; "" without one
	charged  bool   // the answer says so
	took     time.Duration
	ended    string // in a word, for the report
	faults   []string
}

// payment is a signed payment and the answer to its buyer.
type payment struct {
	*pay.Signed
	units    int64
	answered bool // 200
	free     bool // told "not charged", with an end to it
	last     string
}

// traffic buys.
type traffic struct {
	stage  *stage
	origin string
	client *http.Client
	routes []*spec.Operation
	// insist lets buyers retry after a failure; a rollout must work without it.
	insist bool
	calm   func() bool

	mu        sync.Mutex
	purchases []*purchase
	underWay  atomic.Int64
	skipped   atomic.Int64 // because too many were under way
	wg        sync.WaitGroup
}

func newTraffic(s *stage) *traffic {
	return &traffic{
		stage:  s,
		origin: s.balancer.url,
		client: &http.Client{
			Transport: &http.Transport{MaxIdleConnsPerHost: 128},
			Timeout:   callTimeout,
		},
		insist: true,
		calm:   func() bool { return true },
	}
}

// run starts purchases at a rate per second until ctx ends, and waits for the last of them.
func (t *traffic) run(ctx context.Context, rate float64, most int64) {
	tick.Every(ctx, time.Duration(float64(time.Second)/rate), func(ctx context.Context) {
		if t.underWay.Load() >= most {
			t.skipped.Add(1)
			return
		}
		t.wg.Go(func() { t.buy(context.WithoutCancel(ctx), t.want(t.routes...)) })
	})
	t.wg.Wait()
}

// want generates a purchase of one of ops.
func (t *traffic) want(ops ...*spec.Operation) *purchase {
	p := &purchase{
		op:      ops[rand.IntN(len(ops))],
		key:     t.stage.payers[rand.IntN(len(t.stage.payers))],
		manner:  manner(rand.IntN(int(manners))),
		version: pay.Version(1 + rand.IntN(2)),
	}
	p.target, p.body = example(p.op)
	if p.manner == named {
		p.name = fmt.Sprintf("soak-%016x%016x", rand.Uint64(), rand.Uint64())
	}
	return p
}

// example is the path with query and the body of an operation's example.
func example(op *spec.Operation) (target string, body []byte) {
	if op.Body != nil {
		body, _ = json.Marshal(op.BodyExample) // it was read from JSON
		return op.Path, body
	}
	query := url.Values{}
	for name, value := range op.ExampleQuery() {
		query.Set(name, value)
	}
	return op.Path + "?" + query.Encode(), nil
}

// buy completes a purchase.
func (t *traffic) buy(ctx context.Context, p *purchase) {
	t.underWay.Add(1)
	defer t.underWay.Add(-1)
	p.began = time.Now()
	calm := t.calm()
	deadline := p.began.Add(patience)

	for !t.step(ctx, p) {
		if !t.insist {
			break
		}
		if time.Now().After(deadline) {
			p.ended = "gave up"
			break
		}
	}
	p.took = time.Since(p.began)
	p.calm = calm && t.calm()

	if p.manner == returning && p.answer != "" {
		t.comeBack(ctx, p)
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.purchases = append(t.purchases, p)
}

// step sends the purchase once, with a payment, and reports whether it is finished.
func (t *traffic) step(ctx context.Context, p *purchase) (ended bool) {
	if len(p.payments) == 0 {
		if err := t.sign(ctx, p); err != nil {
			p.ended = "no quote: " + err.Error()
			pause(time.Second)
			return false
		}
		p.began = time.Now() // only the paid call is timed
	}

	last := p.payments[len(p.payments)-1]
	p.tries++
	r, err := t.send(ctx, p, last)
	if err == nil && r.status == http.StatusBadGateway && r.Code == "" {
		err = errors.New(r.text()) // the balancer lost the replica
	}

	if err != nil {
		last.last = "connection: " + err.Error()
		p.ended = "connection broke"
		if p.manner == named && len(p.payments) < 3 && t.insist {
			_ = t.sign(ctx, p) // without a quote, send the first payment again
		}
		pause(500 * time.Millisecond)
		return false
	}

	return t.judge(p, last, r)
}

// judge reads an answer as a buyer would.
func (t *traffic) judge(p *purchase, last *payment, r *reply) (ended bool) {
	last.last = r.text()
	p.ended = strconv.Itoa(r.status) + " " + r.Code
	switch {
	case r.status == http.StatusOK:
		last.answered = true
		p.answer = r.hash
		p.charged = r.header.Get("X-Charged") != "false"
		p.ended = "answered"
		return true
	case r.status == http.StatusPaymentRequired:
		last.free = true
		p.ended = "402 " + r.reason()
		return true
	case r.passes():
		if r.Retry == "new_payment" && r.saysFree() {
			last.free = true
			return true
		}
		pause(r.wait())
		return false
	}

	last.free = r.saysFree()
	return true
}

// comeBack requests the purchase again, with the same payment.
func (t *traffic) comeBack(ctx context.Context, p *purchase) {
	for range 60 {
		for _, paid := range p.payments {
			if !paid.answered {
				continue
			}
			r, err := t.send(ctx, p, paid)
			if err == nil && r.status == http.StatusOK {
				if r.hash != p.answer {
					p.faults = append(p.faults, "another answer than the first time")
				}
				return
			}
			if err == nil && !r.passes() {
				p.faults = append(p.faults, "what was paid for cannot be had again: "+r.text())
				return
			}
		}
		pause(time.Second)
	}
	p.faults = append(p.faults, "what was paid for could not be had again for a minute")
}

// passes reports whether the same request may succeed later.
func (r *reply) passes() bool {
	return r.status >= 500 || r.status == http.StatusConflict || r.status == http.StatusTooManyRequests
}

// sign gets a quote and signs a payment for it.
func (t *traffic) sign(ctx context.Context, p *purchase) error {
	r, err := t.send(ctx, p, nil)
	if err != nil {
		return err
	}

	quote, err := pay.ParseQuote(r.header, r.body, p.version, []pay.Asset{pay.BaseUSDC})
	if err != nil {
		return fmt.Errorf("%d: %w", r.status, err)
	}

	offer, err := quote.Best()
	if err != nil {
		return err
	}

	signed, err := pay.Sign(p.key, quote, offer, "")
	if err != nil {
		return err
	}

	units, err := strconv.ParseInt(signed.Amount, 10, 64)
	if err != nil {
		return err
	}

	p.payments = append(p.payments, &payment{
		Signed: signed,
		units:  units,
	})

	return nil
}

// reply is a whole answer.
type reply struct {
	status int
	header http.Header
	body   []byte
	hash   string
	// Of a problem document.
	Code    string
	Charged *bool
	Retry   string
}

// send makes one request; without a payment it gets the quote.
func (t *traffic) send(ctx context.Context, p *purchase, paid *payment) (*reply, error) {
	r, err := http.NewRequestWithContext(ctx, p.op.Method, t.origin+p.target, bytes.NewReader(p.body))
	if err != nil {
		return nil, err
	}
	if p.body != nil {
		r.Header.Set("Content-Type", "application/json")
	}
	if p.name != "" {
		r.Header.Set("Idempotency-Key", p.name)
	}
	if paid != nil {
		r.Header.Set(paid.Header, paid.Value)
	}
	resp, err := t.client.Do(r)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		return nil, err
	}

	sum := sha256.Sum256(body)
	read := &reply{
		status: resp.StatusCode,
		header: resp.Header,
		body:   body,
		hash:   hex.EncodeToString(sum[:]),
	}
	if resp.StatusCode >= 400 {
		_ = json.Unmarshal(body, read) // the balancer's are not documents
	}
	return read, nil
}

// reason is why a payment was refused.
func (r *reply) reason() string {
	var quote struct {
		Error string `json:"error"`
	}
	_ = json.Unmarshal(r.body, &quote) // then there is no reason
	return quote.Error
}

// saysFree is a problem's statement about the charge.
func (r *reply) saysFree() bool { return r.Charged != nil && !*r.Charged }

func (r *reply) wait() time.Duration {
	seconds, err := strconv.Atoi(r.header.Get("Retry-After"))
	if err != nil {
		return 500 * time.Millisecond
	}
	return min(time.Duration(seconds)*time.Second, longestWait)
}

func (r *reply) text() string { return fmt.Sprintf("%d %.200s", r.status, r.body) }

func pause(d time.Duration) { time.Sleep(d + rand.N(200*time.Millisecond)) }
