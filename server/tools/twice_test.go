package tools

import (
	"net/http"
	"strings"
	"testing"
)

// TestAMessageSaysOneThing: readers of JSON differ in which of two members they take, and whether they tell capitals.
func TestAMessageSaysOneThing(t *testing.T) {
	d := newDoor(t, nil)
	for _, body := range []string{
		`{"jsonrpc":"2.0","id":1,"method":"ping","method":"tools/list"}`,
		`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a","name":"b","arguments":{}}}`,
		`{"jsonrpc":"2.0","id":1,"method":"ping","params":{"_meta":{"x402/payment":{},"x402/payment":{}}}}`,
	} {
		w, m := post(t, d, Path, body)
		if w.Code != http.StatusBadRequest || m.Error == nil || m.Error.Code != codeParse {
			t.Errorf("%s: %d %.200s", body, w.Code, w.Body)
		}
	}
	w, _ := post(t, d, Path, `{"jsonrpc":"2.0","id":1,"method":"ping","METHOD":"tools/list"}`)
	if w.Code != http.StatusOK || strings.Contains(w.Body.String(), `"tools"`) {
		t.Errorf("a method in capitals is taken for the method: %d %.200s", w.Code, w.Body)
	}
}

func TestARouteHearsWhereACallCameFrom(t *testing.T) {
	var from, forwarded string
	d := newDoor(t, func(w http.ResponseWriter, r *http.Request) {
		from = r.RemoteAddr
		forwarded = strings.Join(r.Header.Values("X-Forwarded-For"), " ")
		w.WriteHeader(http.StatusNotFound)
	})
	call(t, d, callMessage("cryptoHash", `{"input":"x","algo":"sha256"}`, `{}`), func(r *http.Request) {
		r.RemoteAddr = "10.0.0.1:99"
		r.Header["X-Forwarded-For"] = []string{"203.0.113.1", "198.51.100.7"}
	})
	if from != "10.0.0.1:99" || forwarded != "203.0.113.1 198.51.100.7" {
		t.Errorf("it came from %q, %q", from, forwarded)
	}
}
