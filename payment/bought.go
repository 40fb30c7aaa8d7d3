package payment

import (
	"crypto/sha256"
	"net/http"

	"github.com/go-json-experiment/json/jsontext"
)

// bought is what is bought. What the request said has been normalised by validation, and the body is here, so that
// another order or spelling of the same inputs is the same purchase. It never leaves the process: the ledger knows it
// by names that have a key in them.
func bought(r *http.Request, said string, body []byte) []byte {
	sum := sha256.Sum256(oneSpelling(body))
	line := r.Method + "\n" + r.URL.Path + "\n" + said + "\n"
	return append([]byte(line), sum[:]...)
}

// maxSpelling is the size in bytes from which a body is taken as it is. MCP clients, which write their own JSON, send
// no larger ones.
const maxSpelling = 1 << 20

// oneSpelling is a JSON body without white space, with the members of its objects in order. Buyers who send a payment
// again, perhaps at another door, do not write the same bytes. Numbers keep their digits: 1 and 1.0 stay two, and so
// do two integers that are the same as floating-point numbers. What is not JSON stays as it is.
func oneSpelling(body []byte) []byte {
	if len(body) == 0 || len(body) > maxSpelling {
		return body
	}
	spelled, err := jsontext.AppendFormat(nil, body,
		jsontext.ReorderRawObjects(true),
		jsontext.CanonicalizeRawInts(false),
		jsontext.CanonicalizeRawFloats(false),
	)
	if err != nil {
		return body
	}
	return spelled
}
