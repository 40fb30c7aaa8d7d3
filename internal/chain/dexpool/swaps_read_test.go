package dexpool_test

import (
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"

	"github.com/farebox/farebox/internal/chain/dexpool"
	"github.com/farebox/farebox/internal/chain/evm"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

var (
	one = common.HexToAddress("0xD001")
	two = common.HexToAddress("0xD002")
)

// endpoint answers for a synthetic stretch of Base: each pool has a swap in every block whose number is a multiple
// of its gap.
type endpoint struct {
	gaps   map[common.Address]uint64
	time   func(block uint64) int64                               // of blocks; nil: no headers
	fails  func(addresses []common.Address, from, to uint64) bool // which searches do
	told   bool                                                   // logs come with the time of their block
	spoilt bool                                                   // logs with truncated data

	mu      sync.Mutex
	methods []string // one entry for each HTTP request: its calls' methods
}

func (e *endpoint) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
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
	var methods []string
	answers := make([]map[string]any, len(list))
	for i, c := range list {
		answers[i] = map[string]any{"jsonrpc": "2.0", "id": c.ID}
		switch c.Method {
		case "eth_chainId":
			answers[i]["result"] = "0x2105"
			continue
		case "eth_getLogs":
			logs, err := e.logs(c.Params[0])
			if err != nil {
				answers[i]["error"] = map[string]any{"code": -32000, "message": err.Error()}
			} else {
				answers[i]["result"] = logs
			}
		case "eth_getBlockByNumber":
			answers[i]["result"] = e.header(c.Params[0])
		}
		methods = append(methods, c.Method)
	}
	e.mu.Lock()
	e.methods = append(e.methods, strings.Join(methods, " "))
	e.mu.Unlock()
	var out any = answers
	if !batch {
		out = answers[0]
	}
	w.Header().Set("Content-Type", "application/json")
	if err := json.NewEncoder(w).Encode(out); err != nil {
		panic(err)
	}
}

func (e *endpoint) header(param json.RawMessage) any {
	var n hexutil.Uint64
	if err := json.Unmarshal(param, &n); err != nil || e.time == nil {
		return nil
	}
	return map[string]any{
		"number": n, "hash": common.BigToHash(common.Big1), "parentHash": common.Hash{}, "timestamp": hexutil.Uint64(e.time(uint64(n))),
		"gasUsed": "0x0", "gasLimit": "0x1", "transactions": []string{},
	}
}

func (e *endpoint) logs(param json.RawMessage) ([]map[string]any, error) {
	var f struct {
		Address            json.RawMessage
		FromBlock, ToBlock hexutil.Uint64
	}
	if err := json.Unmarshal(param, &f); err != nil {
		return nil, err
	}
	var addresses []common.Address
	if json.Unmarshal(f.Address, &addresses) != nil {
		addresses = make([]common.Address, 1)
		if err := json.Unmarshal(f.Address, &addresses[0]); err != nil {
			return nil, err
		}
	}
	from, to := uint64(f.FromBlock), uint64(f.ToBlock)
	if e.fails != nil && e.fails(addresses, from, to) {
		return nil, errors.New("internal error")
	}
	list := []map[string]any{}
	for n := from; n <= to; n++ {
		for i, a := range addresses {
			if gap := e.gaps[a]; gap == 0 || n%gap != 0 {
				continue
			}
			l := map[string]any{
				"address": a, "topics": []common.Hash{dexpool.TickSwapTopic, {}, {}}, "data": hexutil.Bytes(slices.Concat(common.BigToHash(common.Big3).Bytes(), common.MaxHash.Bytes(), make([]byte, 96))),
				"blockNumber": hexutil.Uint64(n), "blockHash": common.BigToHash(hexutil.MustDecodeBig(hexutil.EncodeUint64(n))), "transactionHash": common.HexToHash("0x77"),
				"transactionIndex": "0x0", "logIndex": hexutil.Uint64(i), "removed": false,
			}
			if e.spoilt {
				l["data"] = l["data"].(hexutil.Bytes)[:40]
			}
			if e.told {
				l["blockTimestamp"] = hexutil.Uint64(e.time(n))
			}
			list = append(list, l)
		}
	}
	return list, nil
}

var hosts = []string{"mainnet.base.org", "base-rpc.publicnode.com", "base.drpc.org", "public.1rpc.io", "base-public.nodies.app", "gateway.tenderly.co", "base.meowrpc.com"}

// base is Base with e behind all of its endpoints.
func base(t *testing.T, e *endpoint) *evm.Client {
	t.Helper()
	world := upstreamtest.New(t)
	for _, host := range hosts {
		world.Handle(host, e)
	}
	chains, err := evm.New(world.Pool(t, nil), evm.Options{HedgeAfter: time.Minute})
	if err != nil {
		t.Fatal(err)
	}
	client, err := chains.Network("base")
	if err != nil {
		t.Fatal(err)
	}
	return client
}

const head = 60_000_000

// byRule is the time of a block of Base since Denim.
func byRule(block uint64) int64 { return 1793901601 + (int64(block)-53_556_127)/5 }

func TestSwapsOfAWindow(t *testing.T) {
	for _, c := range []struct {
		window         time.Duration
		blocks         uint64
		requests, most int
	}{
		{15 * time.Minute, 4500, 1, 0},
		{30 * time.Minute, 9000, 1, 0},
		{time.Hour, 18_000, 2, 0},
		{6 * time.Hour, 108_000, 11, 0},
	} {
		e := &endpoint{gaps: map[common.Address]uint64{one: 30, two: 70}}
		a, err := dexpool.Swaps(t.Context(), base(t, e), dexpool.Query{Pools: []common.Address{one, two}, Window: c.window, Block: head, Time: time.Unix(byRule(head), 0)})
		if err != nil {
			t.Fatal(err)
		}
		if a.Blocks() != c.blocks || a.To != head || a.Truncated || len(a.Unread) > 0 {
			t.Errorf("%v: %d blocks to %d, truncated %v, unread %v", c.window, a.Blocks(), a.To, a.Truncated, a.Unread)
		}
		if len(e.methods) != c.requests {
			t.Errorf("%v: %d requests: %v", c.window, len(e.methods), e.methods)
		}
		want := 0
		for n := uint64(head) - c.blocks + 1; n <= head; n++ {
			if n%30 == 0 {
				want++
			}
			if n%70 == 0 {
				want++
			}
		}
		if len(a.Swaps) != want {
			t.Errorf("%v: %d swaps, not %d", c.window, len(a.Swaps), want)
		}
		for i, s := range a.Swaps {
			if i > 0 && (s.Block > a.Swaps[i-1].Block || s.Block == a.Swaps[i-1].Block && s.Index >= a.Swaps[i-1].Index) {
				t.Fatalf("%v: swap %d is newer than the one before", c.window, i)
			}
			if s.Time.Unix() != byRule(s.Block) || s.Estimated != (s.Block != head) {
				t.Fatalf("%v: block %d at %v, estimated %v", c.window, s.Block, s.Time, s.Estimated)
			}
		}
	}
}

func TestTimesThatTheEndpointTellsAreNotEstimated(t *testing.T) {
	e := &endpoint{gaps: map[common.Address]uint64{one: 5}, told: true, time: byRule}
	a, err := dexpool.Swaps(t.Context(), base(t, e), dexpool.Query{Pools: []common.Address{one}, Window: time.Minute, Block: head, Time: time.Unix(byRule(head), 0)})
	if err != nil || len(a.Swaps) != 60 {
		t.Fatalf("%+v %v", a, err)
	}
	for _, s := range a.Swaps {
		if s.Estimated || s.Time.Unix() != byRule(s.Block) {
			t.Errorf("block %d at %v, estimated %v", s.Block, s.Time, s.Estimated)
		}
	}
}

// TestWindowOfAChainThatBreaksItsRule has a chain whose newest block contradicts the network's rule: the real times
// decide, and few requests find them.
func TestWindowOfAChainThatBreaksItsRule(t *testing.T) {
	for _, c := range []struct {
		why    string
		head   uint64
		time   func(uint64) int64
		window time.Duration
		from   uint64 // first block within the window
		off    uint64
	}{
		{"a block each 100 ms", head, func(n uint64) int64 { return 1_800_000_000 + int64(n)/10 }, 6 * time.Hour, head - 216_000 + 1, 105},
		{"a block each second", head, func(n uint64) int64 { return 1_800_000_000 + int64(n) }, time.Hour, head - 3600 + 1, 17},
		{"a halt of a day", head, func(n uint64) int64 {
			if n < head-1000 {
				return 1_800_000_000 + int64(n)/5 - 86_400
			}
			return 1_800_000_000 + int64(n)/5
		}, time.Hour, head - 1000, 17},
		{"younger than the window", 9, func(n uint64) int64 { return 1_760_000_000 + int64(n) }, time.Hour, 0, 0},
	} {
		t.Run(c.why, func(t *testing.T) {
			e := &endpoint{gaps: map[common.Address]uint64{one: 10}, time: c.time}
			a, err := dexpool.Swaps(t.Context(), base(t, e), dexpool.Query{
				Pools:  []common.Address{one},
				Window: c.window,
				Block:  c.head,
				Time:   time.Unix(c.time(c.head), 0),
			})
			if err != nil {
				t.Fatalf("%s: %v", c.why, err)
			}
			if a.From < c.from || a.From > c.from+c.off {
				t.Errorf("%s: from %d, not %d", c.why, a.From, c.from)
			}
			if start := c.time(c.head) - int64(c.window.Seconds()); c.time(a.From) <= start {
				t.Errorf("%s: the first block is before the window", c.why)
			}
			probes := 0
			for _, m := range e.methods {
				if strings.HasPrefix(m, "eth_getBlockByNumber") {
					probes++
				}
			}
			if probes > 3 {
				t.Errorf("%s: %d requests for block times", c.why, probes)
			}
			for _, s := range a.Swaps {
				if off := s.Time.Unix() - c.time(s.Block); c.why != "a halt of a day" && (off < -5 || off > 5) {
					t.Fatalf("%s: block %d is %d s off", c.why, s.Block, off)
				}
			}
		})
	}
}

func TestTheNewestSwapsAreKept(t *testing.T) {
	e := &endpoint{gaps: map[common.Address]uint64{one: 1, two: 3}}
	a, err := dexpool.Swaps(t.Context(), base(t, e), dexpool.Query{Pools: []common.Address{one, two}, Window: 6 * time.Hour, Block: head, Time: time.Unix(byRule(head), 0), Max: 1500})
	if err != nil {
		t.Fatal(err)
	}
	want := 0
	for n := a.From; n <= head; n++ {
		want++
		if n%3 == 0 {
			want++
		}
	}
	if !a.Truncated || len(a.Swaps) != want || want > 1500 || want < 1498 || a.Swaps[want-1].Block != a.From || a.Blocks() != head-a.From+1 {
		t.Errorf("%d swaps from %d, want %d; truncated %v", len(a.Swaps), a.From, want, a.Truncated)
	}
	if len(e.methods) > 4 {
		t.Errorf("%d requests", len(e.methods))
	}
}

// TestFailuresOfSearches: a pool whose events are unavailable is left out and named; a window with a missing part
// is not an answer.
func TestFailuresOfSearches(t *testing.T) {
	q := dexpool.Query{Pools: []common.Address{one, two}, Window: time.Hour, Block: head, Time: time.Unix(byRule(head), 0)}
	for _, c := range []struct {
		why    string
		fails  func(addresses []common.Address, from, to uint64) bool
		unread []common.Address
		err    bool
	}{
		{"the older half of every search", func(_ []common.Address, from, _ uint64) bool { return from < head-10_000 }, nil, true},
		{"the older half of what one pool is in", func(list []common.Address, from, _ uint64) bool {
			return from < head-10_000 && slices.Contains(list, two)
		}, []common.Address{two}, false},
		{"everything", func([]common.Address, uint64, uint64) bool { return true }, nil, true},
		{"searches for several pools only", func(list []common.Address, _, _ uint64) bool { return len(list) > 1 }, nil, false},
	} {
		t.Run(c.why, func(t *testing.T) {
			e := &endpoint{gaps: map[common.Address]uint64{one: 30, two: 70}, fails: c.fails}
			a, err := dexpool.Swaps(t.Context(), base(t, e), q)
			if (err != nil) != c.err {
				t.Errorf("%s: %v", c.why, err)
				return
			}
			if err != nil {
				if p := upstream.Problem(err); p == nil {
					t.Errorf("%s: %v is not a failure of a provider", c.why, err)
				}
				return
			}
			if !slices.Equal(a.Unread, c.unread) || a.Blocks() != 18_000 {
				t.Errorf("%s: unread %v, %d blocks", c.why, a.Unread, a.Blocks())
			}
			counts := map[common.Address]int{}
			for i, s := range a.Swaps {
				counts[s.Pool]++
				if i > 0 && s.Block > a.Swaps[i-1].Block {
					t.Fatalf("%s: not newest first", c.why)
				}
			}
			if counts[one] != 600 || (counts[two] == 0) != (len(c.unread) > 0) {
				t.Errorf("%s: %v", c.why, counts)
			}
		})
	}
}

func TestNoPoolsNoRequest(t *testing.T) {
	e := &endpoint{}
	a, err := dexpool.Swaps(t.Context(), base(t, e), dexpool.Query{Window: time.Hour, Block: head, Time: time.Unix(byRule(head), 0)})
	if err != nil || len(a.Swaps) > 0 || len(e.methods) > 0 {
		t.Errorf("%+v %v %v", a, err, e.methods)
	}
}

func TestSpoiltEventIsTheEndpointsFault(t *testing.T) {
	e := &endpoint{gaps: map[common.Address]uint64{one: 3}, spoilt: true}
	_, err := dexpool.Swaps(t.Context(), base(t, e), dexpool.Query{Pools: []common.Address{one}, Window: time.Minute, Block: head, Time: time.Unix(byRule(head), 0)})
	if !errors.Is(err, upstream.BadResponse) {
		t.Errorf("%v", err)
	}
}
