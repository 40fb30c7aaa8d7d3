package payment

import (
	"encoding/json"
	"net/http"
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

// preferredVersion is the preference of a request as it is applied; "" when it has none, or an unknown one, which has
// to be ignored.
func preferredVersion(h http.Header) string {
	for preference := range strings.SplitSeq(strings.Join(h[headerPrefer], ","), ",") {
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

// shortFor leaves out of a quote the half that the buyer has said it does not read. Other outcomes stay as they are.
func (o *outcome) shortFor(asked http.Header) *outcome {
	version := preferredVersion(asked)
	if version == "" || o.status != http.StatusPaymentRequired || o.header.Get("Content-Type") != typeJSON {
		return o
	}

	short := *o
	short.header = o.header.Clone()
	short.header.Set(headerApplied, version)
	if version == preferV1 {
		short.header.Del(x402.HeaderRequired)
		return &short
	}

	var members map[string]json.RawMessage
	if json.Unmarshal(o.body, &members) != nil {
		return o
	}
	delete(members, "accepts")
	members["x402Version"] = json.RawMessage("2")
	body, err := jsontext.Marshal(members)
	if err != nil {
		return o
	}
	short.header.Del("Content-Length")
	short.body = body
	return &short
}
