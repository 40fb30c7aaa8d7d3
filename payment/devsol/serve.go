package devsol

import (
	"encoding/json"
	"github.com/farebox/farebox/internal/each"
	"net/http"
)

// maxBody bounds a request, in bytes.
const maxBody = 1 << 20

// method answers one method of the JSON-RPC.
type method func(params []json.RawMessage) (any, *callError)

// callError is an error as JSON-RPC writes it.
type callError struct {
	Code    int    `json:"code"`
	Message string `json:"message"`
	Data    any    `json:"data,omitempty"`
}

// Codes of errors: JSON-RPC 2.0, and Solana's for a transaction that a trial run has shown to fail, for one that is not
// signed, and for questions about the past.
const (
	codeParse     = -32700
	codeMethod    = -32601
	codeParams    = -32602
	codePreflight = -32002
	codeUnsigned  = -32003
	codeNoHistory = -32011
)

func badParams(message string) *callError {
	return &callError{
		Code:    codeParams,
		Message: message,
	}
}

// request is a call by JSON-RPC.
type request struct {
	ID     json.RawMessage   `json:"id"`
	Method string            `json:"method"`
	Params []json.RawMessage `json:"params"`
}

// response is the answer to a call.
type response struct {
	Version string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id"`
	Result  any             `json:"result,omitempty"`
	Error   *callError      `json:"error,omitempty"`
}

// calls answers single calls and lists of them.
type calls map[string]method

// ServeHTTP answers a request.
func (c calls) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var raw json.RawMessage
	if err := json.NewDecoder(http.MaxBytesReader(w, r.Body, maxBody)).Decode(&raw); err != nil {
		write(w, response{
			Version: "2.0",
			ID:      []byte("null"),
			Error:   &callError{Code: codeParse, Message: "Parse error"},
		})
		return
	}

	var many []request
	if json.Unmarshal(raw, &many) == nil {
		answers := each.Of(many, c.answer)
		write(w, answers)
		return
	}

	var one request
	if err := json.Unmarshal(raw, &one); err != nil {
		write(w, response{
			Version: "2.0",
			ID:      []byte("null"),
			Error:   badParams("Invalid request"),
		})
		return
	}
	write(w, c.answer(one))
}

func (c calls) answer(r request) response {
	answer := response{
		Version: "2.0",
		ID:      r.ID,
	}
	call := c[r.Method]
	if call == nil {
		answer.Error = &callError{Code: codeMethod, Message: "Method not found"}
		return answer
	}

	result, err := call(r.Params)
	if answer.Error = err; err != nil {
		return answer
	}
	answer.Result = result
	if result == nil {
		answer.Result = json.RawMessage("null")
	}
	return answer
}

func write(w http.ResponseWriter, answer any) {
	raw, err := json.Marshal(answer)
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	_, _ = w.Write(raw) // a client that has gone away misses nothing
}
