package intake

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"

	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/spec"
)

// unreadMembers are the members of the body that the handler reads itself (x-read-by-handler); nil for
// most operations. They are lists of up to hundreds of thousands of items: decoding them only to look
// at them would take several times as long as the work.
func unreadMembers(op *spec.Operation) map[string]bool {
	if op.Body == nil {
		return nil
	}
	var unread map[string]bool
	for name, member := range op.Body.Properties {
		if own, _ := member.Value.Extensions["x-read-by-handler"].(bool); own {
			if unread == nil {
				unread = map[string]bool{}
			}
			unread[name] = true
		}
	}
	return unread
}

// validateMembers checks a JSON body against its schema, and the lists that the handler reads itself
// only for being well-formed lists. Such a body has no member with a default.
func validateMembers(r *http.Request, op *spec.Operation, unread map[string]bool) error {
	kind, _, _ := strings.Cut(r.Header.Get("Content-Type"), ";")
	if op.Route.Operation.RequestBody.Value.Content.Get(strings.TrimSpace(kind)) == nil {
		return wrongContentType(op)
	}

	body, err := io.ReadAll(r.Body)
	if err != nil {
		return problem.InvalidCode("body", problem.CodeUnreadableBody, "the request body could not be read")
	}

	r.Body = io.NopCloser(bytes.NewReader(body))
	if len(body) == 0 {
		return problem.Missing("body")
	}

	malformed := problem.InvalidCode("body", problem.CodeMalformedJSON, "the body must be one JSON object")
	var members map[string]json.RawMessage
	if json.Unmarshal(body, &members) != nil || members == nil {
		return malformed
	}

	value := make(map[string]any, len(members))
	for name, raw := range members {
		if unread[name] && raw[0] == '[' {
			value[name] = []any{}
			continue
		}
		var v any
		dec := json.NewDecoder(bytes.NewReader(raw))
		dec.UseNumber()
		if dec.Decode(&v) != nil {
			return malformed
		}
		value[name] = v
	}

	var broken *openapi3.SchemaError
	if err := op.Body.VisitJSON(value, openapi3.VisitAsRequest()); errors.As(err, &broken) {
		return schemaProblem("body", broken, op)
	} else if err != nil {
		return problem.InvalidCode("", problem.CodeInvalidInput, "the request does not match the spec of %s", op.Name())
	}
	return nil
}
