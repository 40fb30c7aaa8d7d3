package server

import (
	"bytes"
	"encoding/json"
	"net/http"
	"strconv"
	"strings"

	"github.com/farebox/farebox/internal/jsontext"
	"github.com/farebox/farebox/payment/x402"
)

// A quote says everything twice: to buyers of x402 version 1 in the body, to those of version 2 in a header. A buyer
// that names its version with this preference (RFC 7240) gets what it reads, and no more.
const (
	headerPrefer  = "Prefer"
	headerApplied = "Preference-Applied"

	preferV1 = "x402-version=1"
	preferV2 = "x402-version=2"
)

// preferredVersion is the preference of the request as it is applied; "" when it has none, or an unknown one, which
// has to be ignored.
func preferredVersion(h http.Header) string {
	for preference := range strings.SplitSeq(strings.Join(h.Values(headerPrefer), ","), ",") {
		name, value, _ := strings.Cut(preference, "=")
		if !strings.EqualFold(strings.TrimSpace(name), "x402-version") {
			continue
		}
		switch value, _, _ = strings.Cut(value, ";"); strings.Trim(value, ` "`) {
		case "1":
			return preferV1
		case "2":
			return preferV2
		}
	}
	return ""
}

// shortQuotes leaves out of a quote the half that the buyer has said it does not read.
func shortQuotes(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		version := preferredVersion(r.Header)
		if version == "" {
			next.ServeHTTP(w, r)
			return
		}

		r = r.WithContext(r.Context()) // a copy: its header is changed
		r.Header = r.Header.Clone()
		r.Header.Del("Accept-Encoding") // the body is read before it goes out
		short := &shortQuote{
			ResponseWriter: w,
			version:        version,
		}
		next.ServeHTTP(short, r)
		short.finish()
	})
}

// shortQuote holds a quote back until it is whole. Other answers pass.
type shortQuote struct {
	http.ResponseWriter
	version string
	held    bool
	body    bytes.Buffer
}

// Unwrap lets [http.ResponseController] flush an answer that streams.
func (q *shortQuote) Unwrap() http.ResponseWriter { return q.ResponseWriter }

// WriteHeader sends all but the header of a quote.
func (q *shortQuote) WriteHeader(status int) {
	h := q.Header()
	q.held = status == http.StatusPaymentRequired && h.Get(x402.HeaderRequired) != "" &&
		h.Get("Content-Encoding") == ""
	if !q.held {
		q.ResponseWriter.WriteHeader(status)
	}
}

func (q *shortQuote) Write(text []byte) (int, error) {
	if q.held {
		return q.body.Write(text)
	}
	return q.ResponseWriter.Write(text)
}

// finish sends a quote that was held back.
func (q *shortQuote) finish() {
	if !q.held {
		return
	}
	h := q.Header()
	body := q.body.Bytes()

	switch q.version {
	case preferV1:
		h.Del(x402.HeaderRequired)
		h.Set(headerApplied, preferV1)
	case preferV2:
		if short := withoutAccepts(body); short != nil {
			body = short
			h.Set(headerApplied, preferV2)
		}
	}

	h.Set("Content-Length", strconv.Itoa(len(body)))
	q.ResponseWriter.WriteHeader(http.StatusPaymentRequired)
	q.ResponseWriter.Write(body) // the client is gone when this fails
}

// withoutAccepts is the body of a quote without its ways to pay; why it was sent stays. It is nil for a page.
func withoutAccepts(body []byte) []byte {
	var members map[string]json.RawMessage
	if json.Unmarshal(body, &members) != nil {
		return nil
	}
	delete(members, "accepts")
	members["x402Version"] = json.RawMessage("2")
	short, err := jsontext.Marshal(members)
	if err != nil {
		return nil
	}
	return short
}
