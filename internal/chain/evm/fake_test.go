package evm_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"sync"
	"testing"

	"github.com/farebox/farebox/internal/chain/evm"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

// rpcFailure is the error of a fake endpoint's answer, as JSON.
type rpcFailure string

func failure(code int, message string) rpcFailure {
	return rpcFailure(fmt.Sprintf(`{"code":%d,"message":%q}`, code, message))
}

// node is an endpoint that misbehaves on demand. Without answer it has chain id 8453 and knows nothing.
type node struct {
	answer func(method string, params []json.RawMessage) any // an rpcFailure or the result
	before func(w http.ResponseWriter, calls int) bool       // handles the whole request if it returns true

	mu    sync.Mutex
	calls []string // methods
	posts int
}

func (n *node) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	type call struct {
		ID     json.RawMessage   `json:"id"`
		Method string            `json:"method"`
		Params []json.RawMessage `json:"params"`
	}
	var list []call
	batch := json.Unmarshal(body, &list) == nil
	if !batch {
		list = make([]call, 1)
		if err := json.Unmarshal(body, &list[0]); err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
	}
	n.mu.Lock()
	n.posts++
	for _, c := range list {
		n.calls = append(n.calls, c.Method)
	}
	n.mu.Unlock()
	if n.before != nil && n.before(w, len(list)) {
		return
	}
	answers := make([]map[string]any, len(list))
	for i, c := range list {
		var result any
		if n.answer != nil {
			result = n.answer(c.Method, c.Params)
		}
		if result == nil && c.Method == "eth_chainId" {
			result = "0x2105"
		}
		answers[i] = map[string]any{"jsonrpc": "2.0", "id": c.ID}
		if f, failed := result.(rpcFailure); failed {
			answers[i]["error"] = json.RawMessage(f)
		} else {
			answers[i]["result"] = result
		}
	}
	w.Header().Set("Content-Type", "application/json")
	var out any = answers
	if !batch {
		out = answers[0]
	}
	if err := json.NewEncoder(w).Encode(out); err != nil {
		panic(err)
	}
}

// asked is the number of requests so far.
func (n *node) asked() int {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.posts
}

// saying is an answer function with these results by method.
func saying(results map[string]any) func(string, []json.RawMessage) any {
	return func(method string, _ []json.RawMessage) any { return results[method] }
}

// hosts of Base's endpoints in the order in which they are tried at first.
var hosts = []string{"mainnet.base.org", "base-rpc.publicnode.com", "base.drpc.org", "public.1rpc.io", "base-public.nodies.app", "gateway.tenderly.co", "base.meowrpc.com"}

// network is Base with these nodes as its first endpoints; the others do not exist.
func network(t *testing.T, nodes ...*node) *evm.Client {
	t.Helper()
	world := upstreamtest.New(t)
	for i, n := range nodes {
		world.Handle(hosts[i], n)
	}
	return client(t, world, "base", nil)
}
