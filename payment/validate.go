package payment

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/farebox/farebox/internal/capacity"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/payment/x402"
)

// validate reads what is bought and checks it against the spec: bad input costs nothing. A refund buys nothing.
func (a *attempt) validate() *outcome {
	if a.offer.wantsRefund() {
		return nil
	}
	if err := a.readPurchase(); err != nil {
		return a.failed(err)
	}
	return nil
}

// readPurchase takes in what is bought: the buyer's name for it, the body, the inputs.
func (a *attempt) readPurchase() error {
	id, bad := readPurchaseID(a.echo.Request().Header, a.offer.payment)
	if bad != "" {
		return problem.InvalidCode(IdempotencyHeader, problem.CodeInvalidPurchaseID, "%s", bad)
	}

	a.countWork()
	body, err := a.readBody()
	if err != nil {
		return err
	}
	said, err := a.request.Validate()
	if err != nil {
		return err
	}

	a.bought = bought(a.echo.Request(), said, body)
	a.requestHash = a.gate.keep.requestHash(a.bought)
	a.purchaseID = a.gate.keep.purchaseID(a.offer.buyer(), id)
	return nil
}

// readBody is the request's body, read once.
func (a *attempt) readBody() ([]byte, error) {
	if a.bodyRead {
		return a.body, nil
	}
	body, err := readBody(a.echo.Response(), a.echo.Request(), a.request.MaxBody)
	if err != nil {
		return nil, err
	}
	a.body = body
	a.bodyRead = true
	return body, nil
}

// countWork says to whom the work of this request is counted: to whoever sent it while its payer is not proven, because
// anyone can name any payer.
func (a *attempt) countWork() {
	caller := a.request.From
	if a.offer.proven {
		caller = a.offer.signer()
	}
	capacity.For(a.client, caller)
}

// readBody reads the body whole, so that what is bought can be named, and leaves it to be read again. w is where the
// request is answered.
func readBody(w http.ResponseWriter, r *http.Request, limit int64) ([]byte, error) {
	if r.Body == nil || r.Body == http.NoBody {
		return nil, nil
	}

	tooLarge := problem.TooLarge("body", "the request body must have at most %d bytes", limit)
	size := limit + 1
	if r.ContentLength >= 0 {
		size = r.ContentLength
	}
	if size > limit+1 {
		return nil, tooLarge
	}
	arrived, err := capacity.Receive(r.Context(), size)
	if err != nil {
		return nil, err
	}
	defer arrived()

	body, err := readAll(newPaced(w, io.LimitReader(r.Body, limit+1), size), r.ContentLength)
	if err != nil {
		return nil, problem.InvalidCode("body", problem.CodeUnreadableBody,
			"the request body could not be read, or came too slowly")
	}
	if int64(len(body)) > limit {
		return nil, tooLarge
	}
	if _, err := capacity.Hold(r.Context(), int64(len(body))); err != nil { // until the work is done
		return nil, err
	}

	r.Body = io.NopCloser(bytes.NewReader(body))
	r.GetBody = func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(body)), nil }
	r.ContentLength = int64(len(body))
	return body, nil
}

// A body has to arrive within bodyTime, which is how long a server reads a request, and evenly after some grace. It
// keeps memory that others may need, and its sender has paid nothing yet.
const (
	bodyGrace = 10 * time.Second
	bodyTime  = time.Minute
)

// paced reads a body that has to arrive evenly.
type paced struct {
	from  io.Reader
	conn  *http.ResponseController
	began time.Time
	size  int64 // that is expected
	came  int64
}

func newPaced(w http.ResponseWriter, from io.Reader, size int64) *paced {
	return &paced{
		from:  from,
		conn:  http.NewResponseController(w),
		began: time.Now(),
		size:  max(1, size),
	}
}

// Read is an error when the body is behind. Without a connection, as in a call of MCP, all of it is there. The HTTP
// server lifts the bound at the end of the body.
func (p *paced) Read(part []byte) (int, error) {
	due := bodyGrace + time.Duration(float64(bodyTime-bodyGrace)*float64(p.came)/float64(p.size))
	p.conn.SetReadDeadline(p.began.Add(due)) // fails without a connection
	n, err := p.from.Read(part)
	p.came += int64(n)
	return n, err
}

// readAll reads to the end, without copying where the size is known.
func readAll(r io.Reader, size int64) ([]byte, error) {
	if size < 0 {
		return io.ReadAll(r)
	}
	body := bytes.NewBuffer(make([]byte, 0, size+bytes.MinRead)) // more would be copied to see the end
	_, err := body.ReadFrom(r)
	return body.Bytes(), err
}

// IdempotencyHeader carries a buyer's own name for a purchase (IETF draft-ietf-httpapi-idempotency-key-header).
const IdempotencyHeader = "Idempotency-Key"

// readPurchaseID is the buyer's name for this purchase: the payment-identifier extension's id, or the
// Idempotency-Key header. The error text is for the buyer.
func readPurchaseID(h http.Header, p x402.Payment) (id, bad string) {
	if id, bad = paymentIdentifier(p); id != "" || bad != "" {
		return id, bad
	}

	key := strings.Trim(h.Get(IdempotencyHeader), `"`)
	if len(key) > 255 {
		return "", "Idempotency-Key must have at most 255 characters"
	}
	for _, r := range key {
		if r < 0x20 || r > 0x7e {
			return "", "Idempotency-Key must be printable ASCII, not " + strconv.QuoteRune(r)
		}
	}
	return key, ""
}

// paymentIdentifier is the id in the extension payment-identifier, "" if there is none.
func paymentIdentifier(p x402.Payment) (id, bad string) {
	raw, ok := p.Extensions[extensionIdentifier]
	if !ok {
		return "", ""
	}
	var extension struct {
		Info struct {
			ID *string `json:"id"`
		} `json:"info"`
	}
	if json.Unmarshal(raw, &extension) != nil {
		return "", "the payment-identifier extension must hold info.id"
	}
	if extension.Info.ID == nil {
		return "", ""
	}

	if !x402.ValidPaymentID(*extension.Info.ID) {
		return "", "payment-identifier info.id must have 16 to 128 characters of A-Z a-z 0-9 _ -"
	}
	return *extension.Info.ID, ""
}
