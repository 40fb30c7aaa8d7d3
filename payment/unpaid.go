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
	plain  encoded
	gzip   encoded
}

// encoded is a body with the values of its headers.
type encoded struct {
	body   []byte
	length []string
}

func newEncoded(body []byte) encoded {
	return encoded{
		body:   body,
		length: []string{strconv.Itoa(len(body))},
	}
}

func newUnpaidAnswer(header string, body []byte) *unpaidAnswer {
	var packed bytes.Buffer
	w, _ := gzip.NewWriterLevel(&packed, gzip.BestCompression) // fails at levels that there are not
	w.Write(body)                                              // into memory, which does not fail
	w.Close()
	return &unpaidAnswer{
		header: []string{header},
		plain:  newEncoded(body),
		gzip:   newEncoded(packed.Bytes()),
	}
}

// Header names in the form that net/http sends them in, and values that every quote has. Whoever sets a header by them
// shares the values, which nobody changes.
var (
	keyRequired = http.CanonicalHeaderKey(x402.HeaderRequired)
	valuesJSON  = []string{typeJSON}
	valuesStore = []string{"no-store"}
	valuesGzip  = []string{"gzip"}
)

// writeUnpaid answers a request that came without payment.
func (q *quote) writeUnpaid(w http.ResponseWriter, r *http.Request, challenges []mpp.Challenge) {
	unpaid := q.unpaid()
	if len(challenges) > 0 {
		write402(w, unpaid.header[0], challenges, typeJSON, q.body(reasonNoPayment, challenges))
		return
	}

	h := w.Header()
	answer := &unpaid.plain
	if httpheader.Takes(r.Header.Get("Accept-Encoding"), "gzip") {
		answer = &unpaid.gzip
		h["Content-Encoding"] = valuesGzip
	}
	h[keyRequired] = unpaid.header
	h["Content-Type"] = valuesJSON
	h["Content-Length"] = answer.length
	h["Cache-Control"] = valuesStore
	w.WriteHeader(http.StatusPaymentRequired)
	w.Write(answer.body) // the client is gone when this fails
}
