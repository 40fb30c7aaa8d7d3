package resale

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"maps"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/spec"
	"github.com/farebox/farebox/payment"
)

// Headers that tell the service behind of the sale.
const (
	HeaderRoute     = "X-Farebox-Route"     // the route here, "GET /pets/{id}"
	HeaderPayer     = "X-Farebox-Payer"     // the buyer's address
	HeaderNetwork   = "X-Farebox-Network"   // CAIP-2 id of the network that is paid on
	HeaderPurchase  = "X-Farebox-Purchase"  // names the payment: the same when one is sent again
	HeaderPrice     = "X-Farebox-Price"     // US dollars, a decimal
	HeaderSignature = "X-Farebox-Signature" // t=<Unix seconds>,v1=<hex>
)

// ownHeader begins the names of our headers, which no buyer sends.
const ownHeader = "X-Farebox-"

// maxRequest bounds a body that is sent on and has no declared bound, in bytes.
const maxRequest = 8 << 20

// request is the call as the service behind gets it.
func (s *Shop) request(r *http.Request, api API, op, theirs *spec.Operation) (*http.Request, error) {
	body, err := bodyOf(r)
	if err != nil {
		return nil, err
	}

	target := strings.TrimSuffix(api.Origin.String(), "/") + theirs.PathWith(op.PathValues(r.URL.Path))
	if r.URL.RawQuery != "" {
		target += "?" + r.URL.RawQuery
	}
	out, err := http.NewRequestWithContext(r.Context(), r.Method, target, bytes.NewReader(body))
	if err != nil {
		return nil, problem.New(http.StatusBadRequest, problem.CodeInvalidInput, "the inputs do not make a URL of %s", api.Name)
	}
	if len(body) == 0 {
		out.Body = http.NoBody
		out.ContentLength = 0
	}

	passHeaders(out.Header, r.Header, op, len(body) > 0)
	maps.Copy(out.Header, api.Header)
	s.tell(out, op, payment.BuyerOf(r.Context()), body)
	return out, nil
}

// passHeaders copies what the service may know from the buyer's header: how the answer is wanted, and what the document
// declares.
func passHeaders(to, from http.Header, op *spec.Operation, hasBody bool) {
	pass := []string{"Accept", "Accept-Language"}
	if hasBody {
		pass = append(pass, "Content-Type")
	}
	for _, in := range op.Inputs {
		if in.In == "header" && !forbidden(in.Name) {
			pass = append(pass, in.Name)
		}
	}
	for _, name := range pass {
		if values := from.Values(name); len(values) > 0 {
			to[http.CanonicalHeaderKey(name)] = values
		}
	}
	to.Set("User-Agent", "farebox")
}

// forbidden are headers that belong to one connection (RFC 9110, section 7.6.1), to the payment, or to us, whatever a
// document declares.
func forbidden(name string) bool {
	switch http.CanonicalHeaderKey(name) {
	case "Connection", "Keep-Alive", "Proxy-Authenticate", "Proxy-Authorization", "Te", "Trailer",
		"Transfer-Encoding", "Upgrade", "Host", "Content-Length", "Authorization", "Cookie", "Forwarded",
		"X-Payment", "Payment-Signature":
		return true
	}
	upper := http.CanonicalHeaderKey(name)
	return strings.HasPrefix(upper, ownHeader) || strings.HasPrefix(upper, "X-Forwarded-")
}

// tell adds who pays for what, signed.
func (s *Shop) tell(r *http.Request, op *spec.Operation, buyer payment.Buyer, body []byte) {
	sale := Sale{
		Route:    op.Name(),
		Payer:    buyer.Payer,
		Network:  buyer.Network,
		Purchase: buyer.Purchase,
		PriceUSD: op.Price.String(),
	}
	r.Header.Set(HeaderRoute, sale.Route)
	r.Header.Set(HeaderPayer, sale.Payer)
	r.Header.Set(HeaderNetwork, sale.Network)
	r.Header.Set(HeaderPurchase, sale.Purchase)
	r.Header.Set(HeaderPrice, sale.PriceUSD)
	if len(s.opt.SigningKey) > 0 {
		target := r.URL.RequestURI()
		r.Header.Set(HeaderSignature, Signature(s.opt.SigningKey, s.opt.Now(), r.Method, target, sale, body))
	}
}

// Sale is what the service behind learns about a call.
type Sale struct {
	Route, Payer, Network, Purchase, PriceUSD string
}

// Signature is the value of [HeaderSignature]: the moment, and the HMAC-SHA256 in hex, with the key of
// SELL_SIGNING_KEY. It covers these lines, joined by line feeds: the moment in Unix seconds, the method, the path with
// its query, the values of the other five headers in the order of [Sale], and the SHA-256 of the body in hex.
func Signature(key []byte, at time.Time, method, target string, sale Sale, body []byte) string {
	moment := strconv.FormatInt(at.Unix(), 10)
	digest := sha256.Sum256(body)
	mac := hmac.New(sha256.New, key)
	io.WriteString(mac, strings.Join([]string{
		moment,
		method,
		target,
		sale.Route,
		sale.Payer,
		sale.Network,
		sale.Purchase,
		sale.PriceUSD,
		hex.EncodeToString(digest[:]),
	}, "\n"))
	return "t=" + moment + ",v1=" + hex.EncodeToString(mac.Sum(nil))
}

// bodyOf is the whole body of the buyer's request.
func bodyOf(r *http.Request) ([]byte, error) {
	if r.Body == nil || r.Body == http.NoBody {
		return nil, nil
	}
	body, err := io.ReadAll(io.LimitReader(r.Body, maxRequest+1))
	var tooLarge *http.MaxBytesError
	switch {
	case errors.As(err, &tooLarge):
		return nil, problem.TooLarge("body", "the request body must have at most %d bytes", tooLarge.Limit)
	case err != nil:
		return nil, problem.InvalidCode("body", problem.CodeUnreadableBody, "the request body could not be read")
	case len(body) > maxRequest:
		return nil, problem.TooLarge("body", "the request body must have at most %d bytes", maxRequest)
	}
	return body, nil
}
