package evm

import (
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/ethereum/go-ethereum/accounts/abi"

	"github.com/farebox/farebox/internal/clip"
	"github.com/farebox/farebox/internal/upstream"
)

// ErrReorg means that the chain changed between two reads that should see the same one. Reading again helps.
var ErrReorg = errors.New("the chain was reorganised between two reads")

// Revert is a contract call that ran and failed: the contract's own refusal, or an execution that could not go on.
// It is an answer, not an endpoint's failure, and the same everywhere.
type Revert struct {
	Message string // as the endpoint words it
	Data    []byte // what the contract returned: ABI-encoded Error(string), Panic(uint256) or an error of its own; may be empty
}

// Error includes the contract's reason, if any.
func (r *Revert) Error() string {
	if reason := r.Reason(); reason != "" {
		return "execution reverted: " + reason
	}
	if len(r.Data) >= 4 {
		return "execution reverted with 0x" + hex.EncodeToString(r.Data[:4])
	}
	return "execution failed: " + r.Message
}

// Reason is the text of Error(string) or of Panic(uint256) (Solidity's documentation, "Error handling"), "" for anything
// else.
func (r *Revert) Reason() string {
	reason, err := abi.UnpackRevert(r.Data)
	if err != nil {
		return ""
	}
	return reason
}

// Selector is the first four bytes of Data, or zero if there are fewer.
func (r *Revert) Selector() (s [4]byte) {
	if len(r.Data) >= 4 {
		copy(s[:], r.Data)
	}
	return s
}

// AsRevert is the Revert in err's chain, or nil.
func AsRevert(err error) *Revert {
	var r *Revert
	if errors.As(err, &r) {
		return r
	}
	return nil
}

// rpcError is the error member of a JSON-RPC answer. Some servers send a bare string.
type rpcError struct {
	Code    int
	Message string
	Data    json.RawMessage
}

func (e *rpcError) UnmarshalJSON(b []byte) error {
	var text string
	if json.Unmarshal(b, &text) == nil {
		e.Message = text
		return nil
	}

	var object struct {
		Code    json.Number     `json:"code"`
		Message string          `json:"message"`
		Data    json.RawMessage `json:"data"`
	}
	if err := json.Unmarshal(b, &object); err != nil {
		return err
	}

	code, _ := object.Code.Int64()
	e.Code = int(code)
	e.Message = object.Message
	e.Data = object.Data
	return nil
}

func (e *rpcError) Error() string {
	return fmt.Sprintf("JSON-RPC error %d: %s", e.Code, oneLine(e.Message))
}

// oneLine shortens a foreign server's text to one line, because it ends up in our logs.
func oneLine(s string) string {
	return strings.ToValidUTF8(clip.Cut(strings.Join(strings.Fields(s), " "), 160), "")
}

// class is what an error of one call means for the search for an answer.
type class int

const (
	answered    class = iota // no error, or an error that is the answer: a revert
	limited                  // over the endpoint's request limit
	tooMuch                  // an eth_getLogs that spans or returns more than the endpoint allows
	noMethod                 // the endpoint lacks the method
	noState                  // the endpoint lacks the block or its state: it lags, or keeps no old state
	refused                  // the endpoint rejects the parameters
	overBatched              // more calls in one request than the endpoint accepts
	unwell                   // anything else
)

// The endpoints' words for the same errors. There is no standard beyond a few codes (EIP-1474), and hosts use those
// differently.
var (
	executionWords = []string{
		"execution reverted", "vm execution error", "revert", "invalid opcode", "out of gas", "stack underflow", "stack limit reached",
		"invalid jump", "write protection", "gas uint64 overflow", "max code size exceeded", "contract creation code storage out of gas", "bad instruction",
		"evm error: ", // Reth, before a word of revm's: InvalidFEOpcode, StackUnderflow
	}
	rateWords = []string{
		"rate limit", "ratelimit", "too many request", "request limit", "requests per", "per second", "throttl", "quota", "capacity",
		"daily", "exceeded the maximum number of requests", "credits", "compute units", "over limit", "try again later",
	}
	stateWords = []string{
		"header not found", "missing trie node", "no state available", "unknown block", "block not found", "state not available", "not currently canonical",
		"state is not available", "historical state", "pruned", "archive", "cannot find block", "after last accepted block", "block is out of range",
		"required historical", "old data not available", "requested block", "not yet available", "beyond current head",
	}
	batchWords = []string{"batch"}

	// What an eth_getLogs has too much of, and that it is too much, in either order.
	searched = regexp.MustCompile(`range|\b(blocks?|span|distance|results?|logs|quer(y|ies)|response)\b`)
	excess   = regexp.MustCompile(`\b(too|exceed(s|ed|ing)?|limit(s|ed)?|max(imum)?|over|(more|greater|smaller|less) than|` +
		`at most|up to|threshold|narrow|timeout|timed out)\b`)
)

func has(text string, words []string) bool {
	return slices.ContainsFunc(words, func(w string) bool { return strings.Contains(text, w) })
}

// The errors by which eth_simulateV1 refuses a transaction that could not be in a block, such as one whose sender has
// not the coins that it sends (execution-apis, "Error codes"). They are the same everywhere.
const (
	firstSimulationError = -38010
	lastSimulationError  = -38026
)

// classify reads an error of one call. logs means that the call was eth_getLogs.
func (e *rpcError) classify(logs bool) class {
	text := strings.ToLower(e.Message)
	if logs { // Nethermind's message is "invalid params", and the data say why
		text += " " + strings.ToLower(string(e.Data))
	}
	switch {
	// This comes first because the rest of the message is the contract's own words: a revert with "rate limit" must
	// not look like an endpoint over its limit.
	case e.Code == 3, strings.HasPrefix(text, "execution reverted"), strings.HasPrefix(text, "vm execution error"):
		return answered
	case e.Code <= firstSimulationError && e.Code >= lastSimulationError:
		return answered
	case e.Code == -32016, e.Code == 429, e.Code == -32029, has(text, rateWords):
		return limited
	case has(text, batchWords):
		return overBatched
	case logs && (e.Code == -32005 || searched.MatchString(text) && excess.MatchString(text)):
		return tooMuch
	case has(text, stateWords): // before -32000, which is used for all of these
		return noState
	case has(text, executionWords):
		return answered
	case e.Code == -32005:
		return limited
	case e.Code == -32601, strings.Contains(text, "method not"), strings.Contains(text, "does not exist/is not available"):
		return noMethod
	case e.Code == -32602:
		return refused
	}

	return unwell
}

// revert is the answer of a call that ran and failed. Nethermind and OpenEthereum put "Reverted 0x..." where others
// put the bytes.
func (e *rpcError) revert() *Revert {
	r := &Revert{Message: oneLine(e.Message)}
	var text string
	if json.Unmarshal(e.Data, &text) != nil {
		var nested struct {
			Data string `json:"data"`
		}
		if json.Unmarshal(e.Data, &nested) != nil {
			return r
		}
		text = nested.Data
	}
	if _, digits, found := strings.Cut(text, "0x"); found {
		if data, err := hex.DecodeString(strings.TrimSpace(digits)); err == nil {
			r.Data = data
		}
	}
	return r
}

// failure turns an error of one call into one that the rest of the service understands. network and method name the
// call.
func (e *rpcError) failure(c class, network, method string) error {
	kind := upstream.Unavailable
	switch c {
	case answered:
		return e.revert()
	case limited:
		kind = upstream.RateLimited
	case refused:
		kind = upstream.Invalid
	case tooMuch, noMethod, noState, overBatched, unwell:
	}
	return &upstream.Error{
		Kind:     kind,
		Provider: network + " RPC",
		Doing:    method,
		Cause:    &callError{class: c, rpcError: e},
	}
}

// callError keeps an error's class for planning the next attempt.
type callError struct {
	*rpcError
	class class
}

func classOf(err error) class {
	var e *callError
	if errors.As(err, &e) {
		return e.class
	}
	if err == nil || AsRevert(err) != nil {
		return answered
	}
	return unwell
}
