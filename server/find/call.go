package find

import (
	"encoding/json"
	"net/url"
	"strings"

	"github.com/farebox/farebox/internal/jsontext"
	"github.com/farebox/farebox/internal/spec"
)

// Call is an example of using a route, ready to send.
type Call struct {
	Method string
	URL    string
	Body   json.RawMessage // nil on a GET
	Curl   string          // the call for a shell; a paid route answers it with its price
}

// ExampleCall is the call of the spec's examples at baseURL, an origin.
func ExampleCall(op *spec.Operation, baseURL string) (Call, error) {
	c := Call{Method: op.Method, URL: baseURL + op.ExamplePath() + exampleQuery(op)}
	if op.Body == nil {
		c.Curl = "curl " + ShellQuote(c.URL)
		if op.Method != "GET" {
			c.Curl = "curl -X " + op.Method + " " + ShellQuote(c.URL)
		}
		return c, nil
	}

	body, err := jsontext.Marshal(op.BodyExample)
	if err != nil {
		return Call{}, err
	}
	c.Body = body
	c.Curl = "curl -X " + op.Method + " -H 'Content-Type: application/json' -d " +
		ShellQuote(string(c.Body)) + " " + ShellQuote(c.URL)
	return c, nil
}

// exampleQuery is the query of the example, with its question mark, in the spec's order, which reads better than the
// alphabet.
func exampleQuery(op *spec.Operation) string {
	values := op.ExampleQuery()
	var query []string
	for _, in := range op.Inputs {
		if v, ok := values[in.Name]; ok && in.In == "query" {
			query = append(query, url.QueryEscape(in.Name)+"="+url.QueryEscape(v))
		}
	}
	if len(query) == 0 {
		return ""
	}
	return "?" + strings.Join(query, "&")
}

// ShellQuote is text as one word of a POSIX shell.
func ShellQuote(text string) string {
	return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'"
}
