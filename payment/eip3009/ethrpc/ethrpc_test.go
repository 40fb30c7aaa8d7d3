package ethrpc_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/rpc"

	"github.com/farebox/farebox/payment/eip3009/ethrpc"
)

// endpoint answers every call in one way.
type endpoint struct {
	*httptest.Server
	calls atomic.Int64
}

// newEndpoint answers with status; body is the result or error member, or the whole body of anything
// but 200. An empty body hangs up.
func newEndpoint(t *testing.T, status int, body string) *endpoint {
	t.Helper()
	e := &endpoint{}
	e.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		e.calls.Add(1)
		if body == "" {
			panic(http.ErrAbortHandler)
		}
		text, err := io.ReadAll(r.Body)
		if err != nil {
			panic(http.ErrAbortHandler)
		}
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(status)
		if status != http.StatusOK {
			fmt.Fprint(w, body)
			return
		}
		type call struct{ ID json.RawMessage }
		var many []call
		if json.Unmarshal(text, &many) != nil {
			var one call
			if err := json.Unmarshal(text, &one); err != nil {
				panic(http.ErrAbortHandler)
			}
			fmt.Fprintf(w, `{"jsonrpc":"2.0","id":%s,%s}`, one.ID, body)
			return
		}
		parts := make([]string, len(many))
		for i, c := range many {
			parts[i] = fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,%s}`, c.ID, body)
		}
		fmt.Fprintf(w, "[%s]", strings.Join(parts, ","))
	}))
	t.Cleanup(e.Close)
	return e
}

const (
	taken    = `"result":"0x00"`
	known    = `"error":{"code":-32000,"message":"already known"}`
	nonceLow = `"error":{"code":-32000,"message":"nonce too low: next nonce 5, tx nonce 4"}`
	limited  = `"error":{"code":-32005,"message":"rate limit exceeded"}`
	internal = `"error":{"code":-32603,"message":"internal error"}`
	reverted = `"error":{"code":3,"message":"execution reverted","data":"0x"}`
)

func client(t *testing.T, endpoints ...*endpoint) *ethrpc.Client {
	t.Helper()
	var urls []string
	for _, e := range endpoints {
		urls = append(urls, e.URL)
	}
	c, err := ethrpc.Dial(urls, 10*time.Second)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	return c
}

func TestSendNeverCallsALostTransactionUnsent(t *testing.T) {
	refused := newEndpoint(t, 200, taken)
	refused.Server.Close()
	for _, row := range []struct {
		why       string
		endpoints []*endpoint
		want      ethrpc.Delivery
	}{
		{"taken", []*endpoint{newEndpoint(t, 200, taken)}, ethrpc.Delivered},
		{"known from before", []*endpoint{newEndpoint(t, 200, known)}, ethrpc.Delivered},
		{"the node objects", []*endpoint{newEndpoint(t, 200, nonceLow)}, ethrpc.Rejected},
		{"nobody listens", []*endpoint{refused}, ethrpc.Undelivered},
		{"rate limit of the endpoint", []*endpoint{newEndpoint(t, 200, limited)}, ethrpc.Undelivered},
		{"rate limit in front of it", []*endpoint{newEndpoint(t, 429, "slow down")}, ethrpc.Undelivered},
		{"bad key", []*endpoint{newEndpoint(t, 401, "no")}, ethrpc.Undelivered},
		{"hangs up", []*endpoint{newEndpoint(t, 200, "")}, ethrpc.Uncertain},
		{"gateway error", []*endpoint{newEndpoint(t, 502, "bad gateway")}, ethrpc.Uncertain},
		{"internal error", []*endpoint{newEndpoint(t, 200, internal)}, ethrpc.Uncertain},
		{"down, then taken", []*endpoint{refused, newEndpoint(t, 200, taken)}, ethrpc.Delivered},
		{"limited, then the node objects", []*endpoint{newEndpoint(t, 429, "slow down"), newEndpoint(t, 200, nonceLow)}, ethrpc.Rejected},
		{"lost, then nobody", []*endpoint{newEndpoint(t, 200, ""), refused}, ethrpc.Uncertain},
		{"lost, then an objection that may be its echo", []*endpoint{newEndpoint(t, 200, ""), newEndpoint(t, 200, nonceLow)}, ethrpc.Uncertain},
	} {
		got, err := client(t, row.endpoints...).Send(t.Context(), []byte{1})
		if got != row.want || (err == nil) != (got == ethrpc.Delivered) {
			t.Errorf("%s: %d, %v; want %d", row.why, got, err, row.want)
		}
	}
}

func TestBatchGoesToTheNextEndpointInTrouble(t *testing.T) {
	good := newEndpoint(t, 200, `"result":"0x2a"`)
	for _, body := range []string{limited, internal, ""} {
		bad := newEndpoint(t, 200, body)
		c := client(t, bad, good)
		for round := range 3 {
			var a, b hexutil.Uint64
			calls := []rpc.BatchElem{{Method: "eth_chainId", Result: &a}, {Method: "eth_blockNumber", Result: &b}}
			if err := c.Batch(t.Context(), calls); err != nil || a != 42 || b != 42 || calls[0].Error != nil {
				t.Errorf("%s round %d: %d %d, %v %v", body, round, a, b, err, calls[0].Error)
			}
		}
		if bad.calls.Load() != 1 {
			t.Errorf("%s: the bad endpoint was asked %d times, the good one should be preferred", body, bad.calls.Load())
		}
	}
}

func TestRevertIsAnAnswerNotTrouble(t *testing.T) {
	first, second := newEndpoint(t, 200, reverted), newEndpoint(t, 200, taken)
	var out hexutil.Bytes
	err := client(t, first, second).Call(t.Context(), &out, "eth_call")
	var answer rpc.Error
	if !errors.As(err, &answer) || answer.ErrorCode() != 3 || errors.Is(err, ethrpc.ErrUnavailable) {
		t.Errorf("error %v", err)
	}
	if second.calls.Load() != 0 {
		t.Error("the second endpoint was asked as well")
	}
}

func TestErrorsDoNotShowTheKeyInAnEndpointsURL(t *testing.T) {
	gone := newEndpoint(t, 200, taken)
	gone.Server.Close()
	for _, text := range []string{gone.URL + "/v2/secretkey", "ftp://host/secretkey", "http://[::1/secretkey"} {
		c, err := ethrpc.Dial([]string{text}, time.Second)
		if err == nil {
			err = c.Call(t.Context(), new(string), "eth_chainId")
			c.Close()
		}
		if err == nil || strings.Contains(err.Error(), "secretkey") {
			t.Errorf("%s: error %v", text, err)
		}
	}
	if _, err := ethrpc.Dial(nil, 0); err == nil {
		t.Error("no endpoint is taken")
	}
}
