package drift

import (
	"bytes"
	"encoding/json"
	"strings"
)

// rpc is the provider of all JSON-RPC calls to EVM networks: any of many endpoints answers them, all alike. Which calls
// share a request is a matter of the moment, so that each is an exchange of its own.
const rpc = "evm-rpc"

// call is one JSON-RPC call.
type call struct {
	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
	Params json.RawMessage `json:"params"`
}

func (c call) key() string { return rpc + " " + c.Method + " " + string(c.Params) }

// method is that of a JSON-RPC call, "" for other exchanges.
func (x Exchange) method() string {
	if x.Provider != rpc {
		return ""
	}
	return strings.Fields(x.Key)[1]
}

// callsIn are the JSON-RPC calls to an EVM network in a request's body; none when it is something else.
func callsIn(body []byte) []call {
	var calls []call
	for _, raw := range parts(body) {
		var c call
		if json.Unmarshal(raw, &c) != nil || !strings.HasPrefix(c.Method, "eth_") {
			return nil
		}
		calls = append(calls, c)
	}
	return calls
}

// parts are the elements of a batch, or a single value.
func parts(body []byte) []json.RawMessage {
	var list []json.RawMessage
	if bytes.HasPrefix(bytes.TrimSpace(body), []byte("[")) {
		if json.Unmarshal(body, &list) != nil {
			return nil
		}
		return list
	}
	return []json.RawMessage{body}
}

// passCalls is pass for each call of a request. A change of a whole answer is one of the response to all of them.
func (t *Tap) passCalls(x Exchange, calls []call) Exchange {
	answers := parts(x.Body)
	batch := bytes.HasPrefix(bytes.TrimSpace(x.Body), []byte("["))
	for i, answer := range answers {
		asked := callOf(calls, answer)
		if asked == nil {
			continue
		}
		part := x
		part.Key = asked.key()
		part.Body = answer
		out, change := t.pass(part)
		if change != nil && change.Member == "" {
			whole, err := change.apply(x)
			if err == nil {
				return whole
			}
		}
		answers[i] = out.Body
	}

	if !batch && len(answers) == 1 {
		x.Body = answers[0]
		return x
	}
	body, err := json.Marshal(answers)
	if err == nil {
		x.Body = body
	}
	return x
}

// callOf is the call that an answer belongs to, nil if there is none.
func callOf(calls []call, answer json.RawMessage) *call {
	var head struct {
		ID json.RawMessage `json:"id"`
	}
	if json.Unmarshal(answer, &head) != nil {
		return nil
	}
	for i, c := range calls {
		if bytes.Equal(c.ID, head.ID) {
			return &calls[i]
		}
	}
	return nil
}
