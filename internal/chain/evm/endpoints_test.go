package evm_test

import (
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"

	"github.com/farebox/farebox/internal/await"
	"github.com/farebox/farebox/internal/chain/evm"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

func at(head uint64) *node {
	return &node{answer: saying(map[string]any{"eth_blockNumber": hexutil.EncodeUint64(head), "eth_gasPrice": "0x7"})}
}

// TestBadAnswersLeadToTheNextEndpoint: whatever the first endpoint does, the second one's answer is returned.
func TestBadAnswersLeadToTheNextEndpoint(t *testing.T) {
	whole := func(status int, body string) *node {
		return &node{before: func(w http.ResponseWriter, _ int) bool {
			w.WriteHeader(status)
			_, _ = w.Write([]byte(body))
			return true
		}}
	}
	for name, bad := range map[string]*node{
		"server error":           whole(503, "busy"),
		"block page":             whole(200, "<html>are you human</html>"),
		"nothing":                whole(200, ""),
		"forbidden":              whole(403, `{"error":"forbidden"}`),
		"cut off":                whole(200, `[{"jsonrpc":"2.0","id":1,"result":"0x2105"},{"jsonrpc":"2.0","id":2,"resu`),
		"other ids":              whole(200, `[{"jsonrpc":"2.0","id":7,"result":"0x2105"},{"jsonrpc":"2.0","id":8,"result":"0x64"}]`),
		"one answer of two":      whole(200, `[{"jsonrpc":"2.0","id":1,"result":"0x2105"}]`),
		"error as a text":        whole(200, `{"jsonrpc":"2.0","error":"server is too busy"}`),
		"error with status 500":  whole(500, `{"jsonrpc":"2.0","id":null,"error":{"code":-32603,"message":"internal error"}}`),
		"neither":                whole(200, `[{"jsonrpc":"2.0","id":1},{"jsonrpc":"2.0","id":2}]`),
		"rate limit in 200":      {answer: saying(map[string]any{"eth_blockNumber": failure(-32016, "over rate limit")})},
		"rate limit, other code": {answer: saying(map[string]any{"eth_blockNumber": failure(-32005, "daily request count exceeded, request rate limited")})},
		"method missing":         {answer: saying(map[string]any{"eth_blockNumber": failure(-32601, "the method eth_blockNumber does not exist/is not available")})},
		"result of another kind": {answer: saying(map[string]any{"eth_blockNumber": []string{"0x64"}})},
		"null for a number":      {answer: saying(map[string]any{"eth_blockNumber": nil})},
		"number out of range":    {answer: saying(map[string]any{"eth_blockNumber": "0x10000000000000000"})},
		"not synced":             {answer: saying(map[string]any{"eth_blockNumber": failure(-32000, "header not found")})},
	} {
		t.Run(name, func(t *testing.T) {
			good := at(200)
			n, err := network(t, bad, good).BlockNumber(t.Context())
			if err != nil || n != 200 {
				t.Errorf("block %d, %v", n, err)
			}
			if bad.asked() == 0 || good.asked() != 1 {
				t.Errorf("asked the bad one %d times, the good one %d times", bad.asked(), good.asked())
			}
		})
	}
}

func TestWrongChainIsShutOutAndShown(t *testing.T) {
	wrong := &node{answer: saying(map[string]any{"eth_chainId": "0x1", "eth_blockNumber": "0x64"})}
	good := at(200)
	c := network(t, wrong, good)
	for range 3 {
		if n, err := c.BlockNumber(t.Context()); err != nil || n != 200 {
			t.Fatalf("block %d, %v", n, err)
		}
	}
	if wrong.asked() != 1 || good.asked() != 3 {
		t.Errorf("asked %d and %d times", wrong.asked(), good.asked())
	}
	var shown bool
	for _, h := range c.Health() {
		if h.Status == "wrong_chain" && h.Endpoint == "rpc-base-coinbase" && strings.Contains(h.Reason, "serves chain 1, not 8453") {
			shown = true
		}
	}
	if !shown {
		t.Errorf("health: %+v", c.Health())
	}
}

// TestChainIsCheckedInTheFirstRequestItself: the check costs no extra request and happens once.
func TestChainIsCheckedInTheFirstRequestItself(t *testing.T) {
	n := at(5)
	c := network(t, n)
	for range 2 {
		if _, err := c.BlockNumber(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if got := strings.Join(n.calls, " "); got != "eth_chainId eth_blockNumber eth_blockNumber" || n.asked() != 2 {
		t.Errorf("%d requests: %s", n.asked(), got)
	}
}

func TestRetryAfterKeepsAnEndpointAlone(t *testing.T) {
	limited := &node{before: func(w http.ResponseWriter, _ int) bool {
		w.Header().Set("Retry-After", "60")
		w.WriteHeader(http.StatusTooManyRequests)
		return true
	}}
	good := at(200)
	c := network(t, limited, good)
	for range 3 {
		if n, err := c.BlockNumber(t.Context()); err != nil || n != 200 {
			t.Fatalf("block %d, %v", n, err)
		}
	}
	if limited.asked() != 1 || c.Health()[1].Status != "cooling" {
		t.Errorf("asked %d times; %+v", limited.asked(), c.Health())
	}
}

func TestAllEndpointsOverTheirLimitIsRateLimited(t *testing.T) {
	busy := func() *node {
		return &node{answer: saying(map[string]any{"eth_blockNumber": failure(429, "Too Many Requests")})}
	}
	var nodes []*node
	for range hosts {
		nodes = append(nodes, busy())
	}
	_, err := network(t, nodes...).BlockNumber(t.Context())
	if !errors.Is(err, upstream.RateLimited) {
		t.Errorf("%v", err)
	}
}

func header(number uint64, made time.Time, hash string) map[string]any {
	return map[string]any{
		"number": hexutil.EncodeUint64(number), "hash": common.HexToHash(hash), "parentHash": common.HexToHash("0x01"),
		"timestamp": hexutil.EncodeUint64(uint64(made.Unix())), "baseFeePerGas": "0x5", "gasUsed": "0x0", "gasLimit": "0x1", "transactions": []string{},
	}
}

// TestEndpointBehindTheClockIsLeft: its newest block is ten minutes old, the other's is not.
func TestEndpointBehindTheClockIsLeft(t *testing.T) {
	old := &node{answer: saying(map[string]any{"eth_getBlockByNumber": header(100, time.Now().Add(-10*time.Minute), "0xaa")})}
	fresh := &node{answer: saying(map[string]any{"eth_getBlockByNumber": header(400, time.Now(), "0xbb")})}
	c := network(t, old, fresh)
	for range 2 {
		h, err := c.Header(t.Context(), evm.Latest)
		if err != nil || h.Number != 400 {
			t.Fatalf("%+v, %v", h, err)
		}
	}
	if old.asked() != 1 || fresh.asked() != 2 {
		t.Errorf("asked %d and %d times", old.asked(), fresh.asked())
	}
	if h := c.Health()[1]; h.Status != "lagging" || h.Behind != 300 {
		t.Errorf("%+v", h)
	}
}

// TestEndpointBehindTheOthersIsLeft: the lag shows only once another has answered.
func TestEndpointBehindTheOthersIsLeft(t *testing.T) {
	slow, fresh := at(100), at(400)
	c := network(t, slow, fresh)
	if n, err := c.BlockNumber(t.Context()); err != nil || n != 100 {
		t.Fatalf("block %d, %v", n, err)
	}
	if _, err := c.Transaction(t.Context(), common.HexToHash("0x01")); !errors.Is(err, upstream.NotFound) {
		t.Fatal(err) // nobody knows it, so both are asked and report their newest blocks
	}
	if n, err := c.BlockNumber(t.Context()); err != nil || n != 400 {
		t.Errorf("block %d, %v", n, err)
	}
}

// TestEndpointThatClaimsAnImpossibleBlockIsNotBelieved: no chain has that many blocks, and it does not turn the
// honest ones into laggards.
func TestEndpointThatClaimsAnImpossibleBlockIsNotBelieved(t *testing.T) {
	liar, honest := at(1<<60), at(200)
	c := network(t, liar, honest)
	for range 2 {
		if n, err := c.BlockNumber(t.Context()); err != nil || n != 200 {
			t.Fatalf("block %d, %v", n, err)
		}
	}
	if liar.asked() != 1 || honest.asked() != 2 {
		t.Errorf("asked %d and %d times", liar.asked(), honest.asked())
	}
	if _, err := network(t, at(1<<60)).BlockNumber(t.Context()); !errors.Is(err, upstream.BadResponse) {
		t.Errorf("alone: %v", err)
	}
}

// TestNetworkThatHasBecomeFasterIsBelieved: Base went from two seconds a block to a fifth of one at once.
func TestNetworkThatHasBecomeFasterIsBelieved(t *testing.T) {
	base := evm.Networks()[0]
	faster := 10 * base.Blocks(time.Since(time.Unix(1686789347, 0)))
	if n, err := network(t, at(faster)).BlockNumber(t.Context()); err != nil || n != faster {
		t.Errorf("block %d, %v", n, err)
	}
}

// TestEndpointFarAheadOfTwoOthersIsLeft: two against one, once all three have answered.
func TestEndpointFarAheadOfTwoOthersIsLeft(t *testing.T) {
	liar, a, b := at(90_000), at(200), at(201)
	c := network(t, liar, a, b)
	for range 2 { // nobody knows it, so two are asked each time
		if _, err := c.Transaction(t.Context(), common.HexToHash("0x01")); !errors.Is(err, upstream.NotFound) {
			t.Fatal(err)
		}
	}
	before := liar.asked()
	for range 3 {
		if n, err := c.BlockNumber(t.Context()); err != nil || n > 201 {
			t.Fatalf("block %d, %v", n, err)
		}
	}
	if liar.asked() > before+1 {
		t.Errorf("the liar was asked %d times more", liar.asked()-before)
	}
}

// TestThirdEndpointDecidesBetweenTwoThatAreFarApart, whichever of the two is wrong, and whichever answers first.
func TestThirdEndpointDecidesBetweenTwoThatAreFarApart(t *testing.T) {
	for name, heads := range map[string][3]uint64{
		"the first lies":         {90_000, 200, 201},
		"the second lies":        {200, 90_000, 201},
		"the first stands still": {200, 90_000, 90_001},
	} {
		t.Run(name, func(t *testing.T) {
			nodes := []*node{at(heads[0]), at(heads[1]), at(heads[2])}
			c := network(t, nodes...)
			// nobody knows it; two are asked, and a third because they are far apart
			_, _ = c.Transaction(t.Context(), common.HexToHash("0x01"))
			if nodes[2].asked() != 1 {
				t.Errorf("the third was asked %d times", nodes[2].asked())
			}
			if n, err := c.BlockNumber(t.Context()); err != nil || n+1 < heads[2] || n > heads[2] {
				t.Errorf("block %d, %v", n, err)
			}
		})
	}
	down, gone := func(w http.ResponseWriter, _ int) bool { w.WriteHeader(503); return true }, at(200)
	c := network(t, gone, at(90_000), at(201))
	for _, want := range []uint64{200, 201} {
		if n, err := c.BlockNumber(t.Context()); err != nil || n != want {
			t.Errorf("block %d, %v; want %d", n, err, want)
		}
		gone.before = down // so that the liar is asked next
	}
	c = network(t, at(200), &node{before: down})
	if n, err := c.BlockNumber(t.Context()); err != nil || n != 200 {
		t.Errorf("alone: block %d, %v", n, err)
	}
}

// TestNewestBlockOfALaggardIsBetterThanNone: when all are old, the chain itself stands still.
func TestNewestBlockOfALaggardIsBetterThanNone(t *testing.T) {
	old := func(n uint64) *node {
		return &node{answer: saying(map[string]any{"eth_getBlockByNumber": header(n, time.Now().Add(-time.Hour), "0xaa")})}
	}
	a, b := old(100), old(103)
	h, err := network(t, a, b).Header(t.Context(), evm.Latest)
	if err != nil || h.Number != 103 || a.asked()+b.asked() != 2 {
		t.Errorf("%+v, %v after %d requests", h, err, a.asked()+b.asked())
	}
}

// TestSlowEndpointIsHedgedOnce: while the first endpoint is silent the second one is asked, and from then on it
// comes first.
func TestSlowEndpointIsHedgedOnce(t *testing.T) {
	release := make(chan struct{})
	t.Cleanup(func() { close(release) })
	slow := &node{before: func(http.ResponseWriter, int) bool { <-release; return false }, answer: at(100).answer}
	good := at(200)
	world := upstreamtest.New(t)
	world.Handle(hosts[0], slow)
	world.Handle(hosts[1], good)
	chains, err := evm.New(world.Pool(t, nil), evm.Options{HedgeAfter: 3 * time.Second})
	if err != nil {
		t.Fatal(err)
	}
	c, err := chains.Network("base")
	if err != nil {
		t.Fatal(err)
	}
	if n, err := c.BlockNumber(t.Context()); err != nil || n != 200 {
		t.Fatalf("block %d, %v", n, err)
	}
	// It is noted once the slow request is abandoned.
	await.Until(t, "the slow one at the end", func() bool {
		return c.Health()[len(c.Health())-1].Endpoint == "rpc-base-coinbase"
	})
	if n, err := c.BlockNumber(t.Context()); err != nil || n != 200 || slow.asked() != 1 {
		t.Errorf("block %d, %v, the slow one asked %d times", n, err, slow.asked())
	}
}

// TestBatchIsSplitAsTheEndpointTakesIt, however it says so.
func TestBatchIsSplitAsTheEndpointTakesIt(t *testing.T) {
	refusals := map[string]func(w http.ResponseWriter){
		"error object": func(w http.ResponseWriter) {
			_, _ = w.Write([]byte(`{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"invalid request"}}`))
		},
		"error in a list": func(w http.ResponseWriter) {
			_, _ = w.Write([]byte(`[{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"batch too large"}}]`))
		},
		"status 413": func(w http.ResponseWriter) { w.WriteHeader(413) },
		"status 400, in text": func(w http.ResponseWriter) {
			w.WriteHeader(400)
			_, _ = w.Write([]byte(`{"error":"maximum 3 calls in 1 batch"}`))
		},
	}
	for name, refuse := range refusals {
		for _, limit := range []int{3, 1} {
			t.Run(fmt.Sprintf("%s, at most %d", name, limit), func(t *testing.T) {
				n := at(9)
				n.before = func(w http.ResponseWriter, calls int) bool {
					if calls > limit {
						refuse(w)
					}
					return calls > limit
				}
				c := network(t, n)
				prices := make([]evm.Big, 20)
				var calls []*evm.Call
				for i := range prices {
					calls = append(calls, evm.NewCall(&prices[i], "eth_gasPrice"))
				}
				if err := c.Batch(t.Context(), calls...); err != nil {
					t.Fatal(err)
				}
				for i := range prices {
					if calls[i].Err != nil || prices[i].Int64() != 7 {
						t.Errorf("call %d: %v %v", i, &prices[i].Int, calls[i].Err)
					}
				}
				before := n.asked()
				if err := c.Batch(t.Context(), calls[:3]...); err != nil {
					t.Fatal(err)
				}
				if again := n.asked() - before; again > 3 {
					t.Errorf("the limit was not remembered: %d requests for 3 calls", again)
				}
			})
		}
	}
}

func TestRevertIsAnAnswerAndKeepsItsData(t *testing.T) {
	const text = "08c379a00000000000000000000000000000000000000000000000000000000000000020000000000000000000000000000000000000000000000000000000000000000f62616c616e636520746f6f206c6f770000000000000000000000000000000000"
	for name, c := range map[string]struct {
		given  string
		reason string
		length int
	}{
		"code 3 with data":         {`{"code":3,"message":"execution reverted: balance too low","data":"0x` + text + `"}`, "balance too low", 100},
		"custom error":             {`{"code":3,"message":"execution reverted","data":"0x77209fe8"}`, "", 4},
		"code -32000 without data": {`{"code":-32000,"message":"execution reverted"}`, "", 0},
		"nethermind":               {`{"code":-32015,"message":"VM execution error.","data":"Reverted 0x` + text + `"}`, "balance too low", 100},
		"data within data":         {`{"code":-32000,"message":"execution reverted","data":{"data":"0x` + text + `"}}`, "balance too low", 100},
		"out of gas":               {`{"code":-32000,"message":"out of gas"}`, "", 0},
		"reth":                     {`{"code":-32003,"message":"EVM error: InvalidFEOpcode"}`, "", 0},
		"a contract's own words":   {`{"code":3,"message":"execution reverted: rate limit exceeded, try again later"}`, "", 0},
		"words of a batch":         {`{"code":-32000,"message":"execution reverted: batch too large"}`, "", 0},
		"words of old state":       {`{"code":-32000,"message":"execution reverted: header not found"}`, "", 0},
		"odd data":                 {`{"code":3,"message":"execution reverted","data":"0xzz"}`, "", 0},
	} {
		t.Run(name, func(t *testing.T) {
			n, other := &node{answer: saying(map[string]any{"eth_call": rpcFailure(c.given)})}, at(1)
			_, err := network(t, n, other).Call(t.Context(), evm.Msg{To: new(common.HexToAddress("0x01"))},
				evm.Latest, nil)
			r := evm.AsRevert(err)
			if r == nil || r.Reason() != c.reason || len(r.Data) != c.length {
				t.Errorf("%#v of %v", r, err)
			}
			if other.asked() != 0 || n.asked() != 1 {
				t.Errorf("asked %d times, another endpoint %d times", n.asked(), other.asked())
			}
		})
	}
}

// TestOldStateIsAskedForElsewhere: the first endpoint is pruned, the second one an archive.
func TestOldStateIsAskedForElsewhere(t *testing.T) {
	for _, f := range []rpcFailure{
		failure(-32000, "missing trie node 7a8d (path ) state 0x7a8d is not available"),
		failure(-32002, "No state available for block 36600 (0x985a)"),
		failure(-32000, "header not found"),
	} {
		pruned := &node{answer: saying(map[string]any{"eth_getBalance": f})}
		archive := &node{answer: saying(map[string]any{"eth_getBalance": "0x10"})}
		wei, err := network(t, pruned, archive).Balance(t.Context(), common.HexToAddress("0x01"), evm.AtNumber(7))
		if err != nil || wei.Int64() != 16 {
			t.Errorf("%s: %v, %v", f, wei, err)
		}
	}
}

// TestOneCallThatNobodyAnswersDoesNotTakeTheOthersAlong.
func TestOneCallThatNobodyAnswersDoesNotTakeTheOthersAlong(t *testing.T) {
	odd := func() *node {
		return &node{answer: saying(map[string]any{"eth_gasPrice": "0x7", "eth_odd": failure(-32601, "method not found")})}
	}
	a, b := odd(), odd()
	var price evm.Big
	known, unknown := evm.NewCall(&price, "eth_gasPrice"), evm.NewCall(nil, "eth_odd")
	c := network(t, a, b)
	if err := c.Batch(t.Context(), known, unknown); err != nil {
		t.Fatal(err)
	}
	if known.Err != nil || price.Int64() != 7 || !errors.Is(unknown.Err, upstream.Unavailable) {
		t.Errorf("%v %v %v", known.Err, &price.Int, unknown.Err)
	}
	asked := a.asked() + b.asked()
	unknown.Optional = true
	if err := c.Batch(t.Context(), known, unknown); err != nil || a.asked()+b.asked() != asked+1 {
		t.Errorf("an optional call was asked %d times, %v", a.asked()+b.asked()-asked, err)
	}
}
