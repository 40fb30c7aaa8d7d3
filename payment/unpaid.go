package payment

import (
	"bytes"
	"net/http"
	"strconv"

	"github.com/klauspost/compress/gzip"

	"github.com/farebox/farebox/internal/httpheader"
	"github.com/farebox/farebox/payment/mpp"
	"github.com/farebox/farebox/payment/x402"
)

// unpaidAnswer is the answer to a request without payment, in both forms that it is sent in. Most requests to a paid
// route get it, and it is the same for all of them: to compress it each time took a quarter of a quote.
type unpaidAnswer struct {
	header []string // the value of PAYMENT-REQUIRED
	plain  *outcome
	gzip   *outcome
}

func newUnpaidAnswer(header string, body []byte) *unpaidAnswer {
	var packed bytes.Buffer
	w, _ := gzip.NewWriterLevel(&packed, gzip.BestCompression) // fails at levels that there are not
	w.Write(body)                                              // into memory, which does not fail
	w.Close()
	a := &unpaidAnswer{header: []string{header}}
	a.plain = a.encoded(body)
	a.gzip = a.encoded(packed.Bytes())
	a.gzip.header["Content-Encoding"] = []string{"gzip"}
	return a
}

// encoded is the answer in one of its encodings. Its header is in the form that net/http sends; nobody changes it or
// its values.
func (a *unpaidAnswer) encoded(body []byte) *outcome {
	return &outcome{
		status: http.StatusPaymentRequired,
		header: http.Header{
			keyRequired:      a.header,
			"Content-Type":   {typeJSON},
			"Content-Length": {strconv.Itoa(len(body))},
			"Cache-Control":  {"no-store"},
		},
		body: body,
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

	answer := *unpaid.plain
	if httpheader.Takes(r.Header.Get(acceptEncoding), "gzip") && preferredVersion(r.Header) == "" {
		answer = *unpaid.gzip
	}
	return &answer
}

const acceptEncoding = "Accept-Encoding"
