package tools

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	exactjson "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/farebox/farebox/server/caller"
)

// maxBody bounds a message: arguments are read whole, and nothing that a tool takes is larger.
const maxBody = 1 << 20

// What an id may be: a string up to this length with its quotes, or a whole number that every reader of JSON reads
// alike (RFC 8259, section 6). The SDK answers others under another id, which no client can match.
const (
	maxIDText   = 1000
	maxIDNumber = 1<<53 - 1
)

// Codes of JSON-RPC 2.0, one of those that it leaves to servers, and that of MCP for revisions.
const (
	codeParse          = -32700
	codeInvalidRequest = -32600
	codeNoMethod       = -32601
	codeInvalidParams  = -32602
	codeInternal       = -32603
	codeTooMany        = -32000
	codeNoRevision     = -32022
)

const (
	allowMethods = "POST, OPTIONS"
	allowHeaders = "content-type, accept, authorization, mcp-protocol-version, mcp-method, mcp-name, mcp-session-id, " +
		"payment-signature, x-payment, idempotency-key, x-request-id, x-mcp-toolsets, x-mcp-tools"
)

// envelope is what the front looks at of a message. It is read as exactly as the SDK reads it: a member that stands
// twice, or once more in capitals, would be one method here and another there.
type envelope struct {
	Version string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id"`
	Method  string          `json:"method"`
	Params  json.RawMessage `json:"params"`
}

// fault is an answer of the front: an HTTP status and a JSON-RPC error.
type fault struct {
	status  int
	code    int
	message string
	data    any // nil for most
}

// ServeHTTP answers one message. What costs more than it looks at is refused here, before the SDK: batches, of which
// 5,000 lists fit into one message, and what is too long.
func (d *Door) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Cache-Control", "no-store")
	h.Add("Access-Control-Expose-Headers", "Mcp-Session-Id")
	switch r.Method {
	case http.MethodOptions:
		h.Set("Allow", allowMethods)
		h.Set("Access-Control-Allow-Methods", allowMethods)
		h.Set("Access-Control-Allow-Headers", allowHeaders)
		h.Set("Access-Control-Max-Age", "86400")
		w.WriteHeader(http.StatusNoContent)
		return
	case http.MethodPost:
	default:
		h.Set("Allow", allowMethods)
		writeFault(w, nil, refusal(http.StatusMethodNotAllowed, codeInvalidRequest,
			"this is an MCP endpoint (Streamable HTTP, without sessions): POST JSON-RPC messages to it"))
		return
	}

	message, bad := d.admit(w, r)
	if bad != nil {
		writeFault(w, message.ID, bad)
		return
	}
	r = r.WithContext(context.WithValue(r.Context(), client{}, r))
	if d.direct(w, r, &message) {
		return
	}
	// The SDK refuses clients that name one of the two, though the answer is JSON for all.
	r.Header.Set("Accept", "application/json, text/event-stream")
	d.sdk.ServeHTTP(&inJSON{ResponseWriter: w, id: message.ID}, r)
}

// admit looks at a request before anybody works on it, and leaves its body to be read again.
func (d *Door) admit(w http.ResponseWriter, r *http.Request) (message envelope, bad *fault) {
	if !d.hosts[hostOf(r.Host)] {
		return message, refusal(http.StatusForbidden, codeInvalidRequest,
			"this Host is not one that the service is reached under; the operator can name it in MCP_HOSTS")
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
	if err != nil {
		var tooLong *http.MaxBytesError
		if errors.As(err, &tooLong) {
			return message, refusal(http.StatusRequestEntityTooLarge, codeInvalidRequest,
				"a message may have at most %d bytes", maxBody)
		}
		return message, refusal(http.StatusBadRequest, codeParse, "the message could not be read")
	}

	body = bytes.TrimLeft(body, " \t\r\n")
	if bytes.HasPrefix(body, []byte{'['}) {
		return message, refusal(http.StatusBadRequest, codeInvalidRequest, "batches are not supported")
	}
	if !jsontext.Value(body).IsValid() {
		return message, refusal(http.StatusBadRequest, codeParse,
			"the message is not JSON, or has a member twice in one object")
	}
	if err := exactjson.Unmarshal(body, &message); err != nil {
		return envelope{}, refusal(http.StatusBadRequest, codeInvalidRequest, "the message is no JSON-RPC request")
	}
	if !answerable(message.ID) {
		return envelope{}, refusal(http.StatusBadRequest, codeInvalidRequest,
			"the id must be a text of at most %d bytes, or a whole number between -%d and %[2]d",
			maxIDText, maxIDNumber)
	}
	revision := r.Header.Get("Mcp-Protocol-Version")
	if bad := unknown(message.Method, revision); bad != nil {
		return message, bad
	}
	if bad := unserved(message.Method, revision); bad != nil {
		return message, bad
	}
	if err := d.chooseToolset(r); err != nil {
		return message, refusal(http.StatusNotFound, codeInvalidParams, "%s", err)
	}
	if strings.HasSuffix(message.Method, "/list") {
		if wait := d.lists.Take(caller.Address(r)); wait > 0 {
			seconds := int(wait.Seconds()) + 1
			w.Header().Set("Retry-After", strconv.Itoa(seconds))
			return message, refusal(http.StatusTooManyRequests, codeTooMany,
				"too many lists from this address; ask again in %d seconds, or keep the list: it is the same for hours",
				seconds)
		}
	}

	r.Body = io.NopCloser(bytes.NewReader(body))
	r.ContentLength = int64(len(body))
	return message, nil
}

// answerable says whether an answer can carry the id of a message. A notification has none.
func answerable(id json.RawMessage) bool {
	if len(id) == 0 || string(id) == "null" {
		return true
	}
	if id[0] == '"' {
		return len(id) <= maxIDText
	}
	number, err := strconv.ParseFloat(string(id), 64)
	return err == nil && number == math.Trunc(number) && math.Abs(number) <= maxIDNumber
}

// unknown refuses a revision that is not served, in the words of the newest one; others ask for the status
// only. Of the first message of the older revisions the body says what the client speaks.
func unknown(method, revision string) *fault {
	served := mcp.SupportedProtocolVersions()
	if revision == "" || method == "initialize" || slices.Contains(served, revision) {
		return nil
	}
	f := refusal(http.StatusBadRequest, codeNoRevision, "unsupported protocol version; served are %s",
		strings.Join(served, ", "))
	f.data = map[string]any{
		"supported": served,
		"requested": shown(revision),
	}
	return f
}

// unserved refuses the methods of features that the service does not have. The SDK would answer them with empty lists,
// though it says that there are none. Their status is that of an unknown method: 404 in the newest revision.
func unserved(method, revision string) *fault {
	for _, feature := range []string{"resources/subscribe", "completion/", "logging/"} {
		if !strings.HasPrefix(method, feature) {
			continue
		}
		f := refusal(http.StatusOK, codeNoMethod, "%q is not served; there are tools, prompts and one resource", shown(method))
		if revision >= newest {
			f.status = http.StatusNotFound
		}
		return f
	}
	return nil
}

func refusal(status, code int, format string, args ...any) *fault {
	return &fault{
		status:  status,
		code:    code,
		message: fmt.Sprintf(format, args...),
	}
}

func writeFault(w http.ResponseWriter, id json.RawMessage, f *fault) {
	if len(id) == 0 {
		id = json.RawMessage("null")
	}
	said := map[string]any{
		"code":    f.code,
		"message": f.message,
	}
	if f.data != nil {
		said["data"] = f.data
	}

	answer, err := json.Marshal(map[string]any{
		"jsonrpc": "2.0",
		"id":      id,
		"error":   said,
	})
	if err != nil { // texts and a JSON value always have a JSON form
		answer = []byte(`{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"invalid request"}}`)
	}

	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(f.status)
	w.Write(answer) // the client is gone when this fails
}

// inJSON gives the SDK's refusals in plain text the form of JSON-RPC.
type inJSON struct {
	http.ResponseWriter
	id      json.RawMessage
	refused int // status of a refusal whose text comes next
}

// WriteHeader holds a refusal in plain text back for its text.
func (w *inJSON) WriteHeader(status int) {
	if status >= http.StatusBadRequest && strings.HasPrefix(w.Header().Get("Content-Type"), "text/plain") {
		w.refused = status
		return
	}
	w.ResponseWriter.WriteHeader(status)
}

// Write puts the text of a refusal into a JSON-RPC error.
func (w *inJSON) Write(text []byte) (int, error) {
	if w.refused == 0 {
		return w.ResponseWriter.Write(text)
	}
	f := refusal(w.refused, codeInvalidRequest, "%s", strings.TrimSpace(string(text)))
	if strings.HasSuffix(f.message, "unsupported") {
		f.code = codeNoMethod
	}
	w.refused = 0
	writeFault(w.ResponseWriter, w.id, f)
	return len(text), nil
}

// Unwrap lets the SDK flush what it streams.
func (w *inJSON) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// ownHosts are the names and addresses under which the door answers. A page in a browser on the same machine could
// otherwise reach it under a name of its own (DNS rebinding).
func ownHosts(publicBaseURL string, more []string) (map[string]bool, error) {
	u, err := url.Parse(publicBaseURL)
	if err != nil || u.Host == "" {
		return nil, fmt.Errorf("tools: public base URL %q has no host", publicBaseURL)
	}
	hosts := map[string]bool{
		"localhost":    true,
		"127.0.0.1":    true,
		"::1":          true,
		hostOf(u.Host): true,
	}
	for _, host := range more {
		hosts[hostOf(host)] = true
	}
	return hosts, nil
}

// hostOf is the host of a Host header without its port, in lower case.
func hostOf(header string) string {
	host := header
	if name, _, err := net.SplitHostPort(header); err == nil {
		host = name
	}
	return strings.ToLower(strings.Trim(host, "[]"))
}
