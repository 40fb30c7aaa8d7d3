package payment

import (
	"bytes"
	"maps"
	"net/http"
	"strconv"
	"sync"

	"github.com/klauspost/compress/gzip"

	"github.com/farebox/farebox/internal/httpheader"
	"github.com/farebox/farebox/payment/mpp"
	"github.com/farebox/farebox/payment/x402"
)

// unpaidAnswer is the answer to a request without payment, in both forms that it is sent in. Most requests to a paid
// route get it, and it is the same for all of them: to compress it each time took a quarter of a quote.
type unpaidAnswer struct {
	header []string // the value of PAYMENT-REQUIRED
	plain  *Unpaid
	gzip   *Unpaid
}

// Unpaid is the answer to a request without payment in one of its encodings.
type Unpaid struct {
	header http.Header // in the form that net/http sends; nobody changes it or its values
	body   []byte

	once sync.Once
	head []byte
}

func newUnpaid(required []string, body []byte, encoding string) *Unpaid {
	h := http.Header{
		keyRequired:      required,
		"Content-Type":   {typeJSON},
		"Content-Length": {strconv.Itoa(len(body))},
		"Cache-Control":  {"no-store"},
	}
	if encoding != "" {
		h["Content-Encoding"] = []string{encoding}
	}
	return &Unpaid{
		header: h,
		body:   body,
	}
}

// Head is the beginning of the answer in HTTP/1.1: the status and its header lines with those of common, which is the
// same in each call. Further lines, the empty one and Body are to follow.
func (u *Unpaid) Head(common http.Header) []byte {
	u.once.Do(func() {
		var head bytes.Buffer
		head.WriteString("HTTP/1.1 402 Payment Required\r\n")
		all := common.Clone()
		maps.Copy(all, u.header)
		all.Write(&head) // into memory, which does not fail
		u.head = head.Bytes()
	})
	return u.head
}

// Body is the answer's body, with the length that its header states.
func (u *Unpaid) Body() []byte { return u.body }

func newUnpaidAnswer(header string, body []byte) *unpaidAnswer {
	var packed bytes.Buffer
	w, _ := gzip.NewWriterLevel(&packed, gzip.BestCompression) // fails at levels that there are not
	w.Write(body)                                              // into memory, which does not fail
	w.Close()
	required := []string{header}
	return &unpaidAnswer{
		header: required,
		plain:  newUnpaid(required, body, ""),
		gzip:   newUnpaid(required, packed.Bytes(), "gzip"),
	}
}

// keyRequired is the name of the quote's header in the form that net/http sends names in.
var keyRequired = http.CanonicalHeaderKey(x402.HeaderRequired)

// unpaidOutcome is the quote for a request that came without payment.
func (q *quote) unpaidOutcome(r *http.Request, challenges []mpp.Challenge) *outcome {
	unpaid := q.unpaid()
	if len(challenges) > 0 {
		return paymentRequired(unpaid.header[0], challenges, typeJSON, q.body(reasonNoPayment, challenges))
	}

	answer := unpaid.plain
	if httpheader.Takes(r.Header.Get(acceptEncoding), "gzip") && preferredVersion(r.Header) == "" {
		answer = unpaid.gzip
	}
	return &outcome{
		status: http.StatusPaymentRequired,
		header: answer.header,
		body:   answer.body,
	}
}

const acceptEncoding = "Accept-Encoding"

// Unpaid is the answer to a request for a route with the header h, where that is without payment and its answer is the
// same for all such requests; else nil. A page for browsers is the caller's concern.
func (g *Gate) Unpaid(route string, h http.Header) *Unpaid {
	if g.opt.MPP != nil || h[headerPrefer] != nil || g.protocol(h) != unpaid || g.closed("") != nil || g.opt.Closed(route) != nil {
		return nil
	}
	answer := g.quoteFor(route).unpaid()
	switch accepted := h.Get(acceptEncoding); {
	case accepted == "":
		return answer.plain
	case httpheader.Takes(accepted, "gzip"):
		return answer.gzip
	}
	return nil // it is encoded in another way, or must not be
}
