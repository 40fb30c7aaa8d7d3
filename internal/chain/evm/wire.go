package evm

import (
	"bytes"
	"encoding/json"
	"net/http"
	"strconv"
	"strings"

	"github.com/farebox/farebox/internal/upstream"
)

// Call is one JSON-RPC call of a Batch.
type Call struct {
	Method string
	Params []any
	Result any // pointer to decode the result into; null leaves it zero
	// Optional calls are nice to have: a failure is not a reason to ask another endpoint.
	Optional bool
	// Err is set by Batch: nil, a Revert, or the endpoints' error for this call.
	Err error

	null bool
	// decode replaces Result if reading needs more than the bytes.
	decode func(raw []byte) error
	// newest extracts the endpoint's newest block from the decoded result; nil if the call does not tell.
	newest func() blockMark
}

// NewCall makes a call of method; result is a pointer, or nil to ignore the result.
func NewCall(result any, method string, params ...any) *Call {
	if params == nil {
		params = []any{}
	}
	c := &Call{
		Method: method,
		Params: params,
		Result: result,
	}
	if n, ok := result.(*Uint64); ok && method == "eth_blockNumber" {
		c.newest = func() blockMark { return blockMark{number: uint64(*n)} }
	}
	return c
}

type request struct {
	Version string `json:"jsonrpc"`
	ID      int    `json:"id"`
	Method  string `json:"method"`
	Params  []any  `json:"params"`
}

// envelope is the body: an object for one call, since some hosts refuse arrays, else an array. Ids are always the
// same, so that simultaneous identical requests can share an answer.
func envelope(calls []*Call) any {
	list := make([]request, len(calls))
	for i, c := range calls {
		list[i] = request{
			Version: "2.0",
			ID:      i + 1,
			Method:  c.Method,
			Params:  c.Params,
		}
	}
	if len(list) == 1 {
		return list[0]
	}
	return list
}

type response struct {
	ID     json.RawMessage `json:"id"`
	Result json.RawMessage `json:"result"`
	Error  *rpcError       `json:"error"`
}

// parsed is the content of one HTTP answer.
type parsed struct {
	replies []reply
	over    bool  // the request held too many calls for this endpoint
	err     error // of the endpoint as a whole
}

// parse reads the answer to calls. Servers return an error of the whole request as a single object, some with
// status 400, 413 or 500.
func parse(status int, body []byte, calls []*Call) *parsed {
	body = bytes.TrimSpace(body)
	var list []response
	switch {
	case len(body) > 0 && body[0] == '[':
		if err := json.Unmarshal(body, &list); err != nil {
			return &parsed{err: unusable(status, "no JSON-RPC answer")}
		}
	case len(body) > 0 && body[0] == '{':
		var one response
		if err := json.Unmarshal(body, &one); err != nil || (one.Error == nil && one.Result == nil) {
			return notRPC(status, len(calls))
		}
		if len(calls) == 1 {
			one.ID = json.RawMessage("1")
		} else if one.Error != nil {
			return wholeError(one.Error, status)
		}
		list = []response{one}
	default:
		return notRPC(status, len(calls))
	}

	return collect(status, list, calls)
}

// wholeError is a single error instead of answers to a batch.
func wholeError(e *rpcError, status int) *parsed {
	switch c := e.classify(false); {
	case c == limited:
		return &parsed{err: upstream.RateLimited.Errorf("%w", e)}
	case c == overBatched, e.Code == -32600, e.Code == -32700, status == http.StatusRequestEntityTooLarge, strings.Contains(strings.ToLower(e.Message), "too large"):
		return &parsed{over: true}
	}
	return &parsed{err: upstream.Unavailable.Errorf("%w", e)}
}

func collect(status int, list []response, calls []*Call) *parsed {
	p := &parsed{replies: make([]reply, len(calls))}
	for _, r := range list {
		id, err := strconv.Atoi(strings.Trim(string(r.ID), `"`))
		switch {
		case err == nil && id >= 1 && id <= len(calls):
		case r.Error != nil && len(calls) > 1:
			return wholeError(r.Error, status)
		default:
			return &parsed{err: unusable(status, "an answer to nothing that was asked")}
		}
		if r.Error == nil && r.Result == nil { // of this call only: the others may be answered
			r.Error = &rpcError{Message: "an answer with neither result nor error"}
		}
		p.replies[id-1] = reply{raw: r.Result, err: r.Error}
		if r.Error != nil {
			switch r.Error.classify(calls[id-1].Method == "eth_getLogs") {
			case limited:
				return &parsed{err: upstream.RateLimited.Errorf("%w", r.Error)}
			case overBatched:
				if len(calls) > 1 {
					return &parsed{over: true}
				}
			}
		}
	}

	for _, r := range p.replies {
		if r.raw == nil && r.err == nil {
			return &parsed{err: unusable(status, "calls left without an answer")}
		}
	}

	return p
}

// notRPC is the error for an answer that is not JSON-RPC.
func notRPC(status, calls int) *parsed {
	if status == http.StatusRequestEntityTooLarge && calls > 1 {
		return &parsed{over: true}
	}
	return &parsed{err: unusable(status, "no JSON-RPC answer")}
}

func unusable(status int, why string) *upstream.Error {
	if status >= 500 {
		return upstream.Unavailable.Errorf("%s", why)
	}
	return upstream.BadResponse.Errorf("%s", why)
}
