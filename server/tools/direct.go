package tools

import (
	"encoding/json"
	"errors"
	"mime"
	"net/http"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// direct answers a ping, a list or a call of the revisions before the newest, and says whether it did. The SDK reads
// each message some nine times, with a buffer of 32 kB each time, which costs more than the rest of a quote. What
// anything about a message is unusual in goes to the SDK: it knows what to refuse and how to say it.
func (d *Door) direct(w http.ResponseWriter, r *http.Request, message *envelope) bool {
	media, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	plain := err == nil && media == "application/json" && message.Version == "2.0" &&
		len(message.ID) > 0 && string(message.ID) != "null" &&
		r.Header.Get("Mcp-Protocol-Version") < newest && r.Header.Get("Last-Event-Id") == ""
	if !plain {
		return false
	}

	var params struct {
		Meta      mcp.Meta        `json:"_meta"`
		Cursor    string          `json:"cursor"`
		Name      string          `json:"name"`
		Arguments json.RawMessage `json:"arguments"`
	}
	if len(message.Params) > 0 && json.Unmarshal(message.Params, &params) != nil ||
		params.Meta[mcp.MetaKeyProtocolVersion] != nil {
		return false
	}

	extra := &mcp.RequestExtra{Header: r.Header}
	var result any
	switch message.Method {
	case "ping":
		result = struct{}{}
	case "tools/list":
		result, err = d.list(&mcp.ListToolsRequest{
			Params: &mcp.ListToolsParams{Cursor: params.Cursor},
			Extra:  extra,
		})
	case "tools/call":
		if params.Name == "" {
			return false
		}
		result, err = d.call(r.Context(), &mcp.CallToolRequest{
			Params: &mcp.CallToolParamsRaw{
				Meta:      params.Meta,
				Name:      params.Name,
				Arguments: params.Arguments,
			},
			Extra: extra,
		})
	default:
		return false
	}
	writeResult(w, message.ID, result, err)
	return true
}

// writeResult writes the answer of a message, or the error that it ended with.
func writeResult(w http.ResponseWriter, id json.RawMessage, result any, err error) {
	var refused *jsonrpc.Error
	switch {
	case errors.As(err, &refused):
		writeFault(w, id, refusal(http.StatusOK, int(refused.Code), "%s", refused.Message))
		return
	case err != nil:
		writeFault(w, id, refusal(http.StatusOK, codeInternal, "the call could not be answered"))
		return
	}

	answer, err := compact(struct {
		Version string          `json:"jsonrpc"`
		ID      json.RawMessage `json:"id"`
		Result  any             `json:"result"`
	}{"2.0", id, result})
	if err != nil {
		writeFault(w, id, refusal(http.StatusOK, codeInternal, "the answer could not be written"))
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.Write(answer) // the client is gone when this fails
}
