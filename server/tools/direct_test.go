package tools

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"reflect"
	"strings"
	"testing"
)

// TestDirectAnswersAreTheSDKs: what is answered without the SDK reads the same as what goes through it.
func TestDirectAnswersAreTheSDKs(t *testing.T) {
	d := newDoor(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("X-Request-Id", r.Header.Get("X-Request-Id"))
		io.WriteString(w, `{"a":"<&>","query":`+string(mustJSON(t, r.URL.RawQuery))+`}`)
	})
	for name, body := range map[string]string{
		"ping":            ping(`"x"`),
		"list":            listMessage,
		"a second page":   `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"cursor":"50"}}`,
		"a wrong cursor":  `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"cursor":"x"}}`,
		"a call":          callMessage("cryptoHash", `{"algo":"keccak256","input":"<x>"}`, `{"progressToken":1}`),
		"no arguments":    `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"cryptoHash"}}`,
		"a free tool":     callMessage(howToPay, `{}`, `{}`),
		"an unknown tool": callMessage("makeCoffee", `{}`, `{}`),
		"wrong arguments": callMessage("cryptoHash", `["x"]`, `{}`),
	} {
		t.Run(name, func(t *testing.T) {
			request := func() *http.Request {
				r := httptest.NewRequest(http.MethodPost, Path+"/x/all", strings.NewReader(body))
				r.Host = "api.farebox.test"
				r.Header.Set("Content-Type", "application/json; charset=utf-8")
				r.Header.Set("Accept", "application/json, text/event-stream")
				r.Header.Set("Mcp-Protocol-Version", "2025-11-25")
				r.Header.Set("X-Request-Id", "r1")
				r.Header.Set(toolsetHeader, setAll)
				return r
			}

			direct := httptest.NewRecorder()
			var read envelope
			if err := json.Unmarshal([]byte(body), &read); err != nil || !d.direct(direct, request(), &read) {
				t.Fatal("it was not answered directly", err)
			}
			through := httptest.NewRecorder()
			d.sdk.ServeHTTP(through, request())

			if direct.Code != through.Code || direct.Header().Get("Content-Type") != through.Header().Get("Content-Type") {
				t.Errorf("%d %v, the SDK %d %v", direct.Code, direct.Header(), through.Code, through.Header())
			}
			if got, want := valueOf(t, direct), valueOf(t, through); !reflect.DeepEqual(got, want) {
				t.Errorf("got\n%s\nthe SDK says\n%s", direct.Body, through.Body)
			}
		})
	}
}

// TestUnusualMessagesGoToTheSDK, which knows what to refuse.
func TestUnusualMessagesGoToTheSDK(t *testing.T) {
	d := newDoor(t, nil)
	for name, c := range map[string]struct{ body, header, value string }{
		"no JSON-RPC 2.0":        {`{"id":1,"method":"ping"}`, "", ""},
		"a notification":         {`{"jsonrpc":"2.0","method":"ping"}`, "", ""},
		"another media type":     {ping(`1`), "Content-Type", "text/plain"},
		"a stream to resume":     {ping(`1`), "Last-Event-Id", "1"},
		"the newest revision":    {ping(`1`), "Mcp-Protocol-Version", newest},
		"a revision in _meta":    {callMessage("gas", `{}`, `{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}`), "", ""},
		"parameters of no kind":  {`{"jsonrpc":"2.0","id":1,"method":"ping","params":[1]}`, "", ""},
		"a call of no tool":      {`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{}}`, "", ""},
		"the first message":      {`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}`, "", ""},
		"a method nobody serves": {`{"jsonrpc":"2.0","id":1,"method":"nothing"}`, "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			r := httptest.NewRequest(http.MethodPost, Path, http.NoBody)
			r.Header.Set("Content-Type", "application/json")
			if c.header != "" {
				r.Header.Set(c.header, c.value)
			}
			var read envelope
			if err := json.Unmarshal([]byte(c.body), &read); err != nil {
				t.Fatal(err)
			}
			if w := httptest.NewRecorder(); d.direct(w, r, &read) || w.Body.Len() > 0 {
				t.Errorf("answered: %s", w.Body)
			}
		})
	}
}

func mustJSON(t *testing.T, v any) []byte {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// valueOf is the answer as a value.
func valueOf(t *testing.T, w *httptest.ResponseRecorder) (v any) {
	t.Helper()
	if err := json.Unmarshal(w.Body.Bytes(), &v); err != nil {
		t.Fatalf("%s: %v", w.Body, err)
	}
	return v
}
