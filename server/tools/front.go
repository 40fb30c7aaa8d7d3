package tools

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/farebox/farebox/server/caller"
)

// maxBody bounds a message: arguments are read whole, and nothing that a tool takes is larger.
const maxBody = 1 << 20

// Codes of JSON-RPC 2.0, and one of those that it leaves to servers.
const (
	codeParse          = -32700
	codeInvalidRequest = -32600
	codeNoMethod       = -32601
	codeInvalidParams  = -32602
	codeTooMany        = -32000
)

const (
	allowMethods = "POST, OPTIONS"
	allowHeaders = "content-type, accept, authorization, mcp-protocol-version, mcp-method, mcp-name, mcp-session-id, " +
		"payment-signature, x-payment, idempotency-key, x-request-id, x-mcp-toolsets, x-mcp-tools"
)

// envelope is what the front looks at of a message.
type envelope struct {
	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
}

// fault is an answer of the front: an HTTP status and a JSON-RPC error.
type fault struct {
	status  int
	code    int
	message string
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
		writeFault(w, nil, &fault{http.StatusMethodNotAllowed, codeInvalidRequest,
			"this is an MCP endpoint (Streamable HTTP, without sessions): POST JSON-RPC messages to it"})
		return
	}

	message, bad := d.admit(w, r)
	if bad != nil {
		writeFault(w, message.ID, bad)
		return
	}
	// The SDK refuses clients that name one of the two, though the answer is JSON for all.
	r.Header.Set("Accept", "application/json, text/event-stream")
	r = r.WithContext(context.WithValue(r.Context(), client{}, r.Context()))
	d.sdk.ServeHTTP(&inJSON{ResponseWriter: w, id: message.ID}, r)
}

// admit looks at a request before anybody works on it, and leaves its body to be read again.
func (d *Door) admit(w http.ResponseWriter, r *http.Request) (message envelope, bad *fault) {
	if !d.hosts[hostOf(r.Host)] {
		return message, &fault{http.StatusForbidden, codeInvalidRequest,
			"this Host is not one that the service is reached under; the operator can name it in MCP_HOSTS"}
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
	if err != nil {
		var tooLong *http.MaxBytesError
		if errors.As(err, &tooLong) {
			return message, &fault{http.StatusRequestEntityTooLarge, codeInvalidRequest,
				fmt.Sprintf("a message may have at most %d bytes", maxBody)}
		}
		return message, &fault{http.StatusBadRequest, codeParse, "the message could not be read"}
	}

	body = bytes.TrimLeft(body, " \t\r\n")
	if bytes.HasPrefix(body, []byte{'['}) {
		return message, &fault{http.StatusBadRequest, codeInvalidRequest, "batches are not supported"}
	}
	if err := json.Unmarshal(body, &message); err != nil {
		if json.Valid(body) {
			return envelope{}, &fault{http.StatusBadRequest, codeInvalidRequest, "the message is no JSON-RPC request"}
		}
		return envelope{}, &fault{http.StatusBadRequest, codeParse, "the message is not JSON"}
	}
	if bad := unserved(message.Method, r.Header.Get("Mcp-Protocol-Version")); bad != nil {
		return message, bad
	}
	if err := d.chooseToolset(r); err != nil {
		return message, &fault{http.StatusNotFound, codeInvalidParams, err.Error()}
	}
	if strings.HasSuffix(message.Method, "/list") {
		if wait := d.lists.Take(caller.Address(r)); wait > 0 {
			seconds := int(wait.Seconds()) + 1
			w.Header().Set("Retry-After", strconv.Itoa(seconds))
			return message, &fault{http.StatusTooManyRequests, codeTooMany,
				fmt.Sprintf("too many lists from this address; ask again in %d seconds, or keep the list: it is the "+
					"same for hours", seconds)}
		}
	}

	r.Body = io.NopCloser(bytes.NewReader(body))
	r.ContentLength = int64(len(body))
	return message, nil
}

// unserved refuses the methods of features that the service does not have. The SDK would answer them with empty lists,
// though it says that there are none. Their status is that of an unknown method: 404 in the newest revision.
func unserved(method, revision string) *fault {
	for _, feature := range []string{"prompts/", "resources/", "completion/", "logging/"} {
		if !strings.HasPrefix(method, feature) {
			continue
		}
		f := &fault{http.StatusOK, codeNoMethod, fmt.Sprintf("%q is not served; there are tools only", shown(method))}
		if revision >= newest {
			f.status = http.StatusNotFound
		}
		return f
	}
	return nil
}

func writeFault(w http.ResponseWriter, id json.RawMessage, f *fault) {
	if len(id) == 0 {
		id = json.RawMessage("null")
	}
	answer, err := json.Marshal(map[string]any{
		"jsonrpc": "2.0",
		"id":      id,
		"error": map[string]any{
			"code":    f.code,
			"message": f.message,
		},
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
	refusal int // status of a refusal whose text comes next
}

// WriteHeader holds a refusal in plain text back for its text.
func (w *inJSON) WriteHeader(status int) {
	if status >= http.StatusBadRequest && strings.HasPrefix(w.Header().Get("Content-Type"), "text/plain") {
		w.refusal = status
		return
	}
	w.ResponseWriter.WriteHeader(status)
}

// Write puts the text of a refusal into a JSON-RPC error.
func (w *inJSON) Write(text []byte) (int, error) {
	if w.refusal == 0 {
		return w.ResponseWriter.Write(text)
	}
	f := &fault{
		status:  w.refusal,
		code:    codeInvalidRequest,
		message: strings.TrimSpace(string(text)),
	}
	if strings.HasSuffix(f.message, "unsupported") {
		f.code = codeNoMethod
	}
	w.refusal = 0
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
