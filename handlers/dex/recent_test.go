package dex

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"github.com/farebox/farebox/gen/shared"
	"github.com/farebox/farebox/internal/chain/dexpool"
	"github.com/farebox/farebox/internal/chain/evm"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

func TestReadingsAreKeptForAWhile(t *testing.T) {
	now := time.Unix(1_795_176_000, 0)
	r := newRecent(func() time.Time { return now }, 2*time.Minute)
	reads := 0
	get := func(t *testing.T, key string, found *reading, err error) {
		t.Helper()
		got, failed := r.get(t.Context(), key, func(context.Context) (*reading, error) {
			reads++
			return found, err
		})
		if !errors.Is(failed, err) || err == nil && got == nil {
			t.Fatalf("%v %v", got, failed)
		}
	}
	partial := &reading{skipped: []shared.Source{{}}}
	for _, c := range []struct {
		why   string
		after time.Duration
		key   string
		found *reading
		err   error
		reads int
	}{
		{"a failure is not kept", 0, "a", nil, errors.New("no"), 1},
		{"so that the next one reads", 0, "a", &reading{}, nil, 2},
		{"which is kept", 119 * time.Second, "a", &reading{}, nil, 2},
		{"two minutes", time.Second, "a", &reading{}, nil, 3},
		{"another key", 0, "b", partial, nil, 4},
		{"a partial one is kept", 14 * time.Second, "b", partial, nil, 4},
		{"for 15 seconds", time.Second, "b", partial, nil, 5},
	} {
		t.Run(c.why, func(t *testing.T) {
			now = now.Add(c.after)
			get(t, c.key, c.found, c.err)
			if reads != c.reads {
				t.Errorf("%d reads, want %d", reads, c.reads)
			}
		})
	}
	for i := range 3 * maxRecents {
		now = now.Add(time.Millisecond)
		get(t, fmt.Sprint("window ", i), &reading{}, nil)
	}
	reads = 0
	for i := 2 * maxRecents; i < 3*maxRecents; i++ {
		get(t, fmt.Sprint("window ", i), nil, nil)
	}
	if reads != 0 {
		t.Error("one of the newest was dropped")
	}
	if get(t, fmt.Sprint("window ", 2*maxRecents-1), &reading{}, nil); reads != 1 {
		t.Error("more are kept than there is room for")
	}
}

func TestCallerWhoLeavesDoesNotEndTheReading(t *testing.T) {
	r := newRecent(time.Now, time.Minute)
	ctx, leave := context.WithCancel(t.Context())
	begun, finish := make(chan struct{}), make(chan struct{})
	work := func(ctx context.Context) (*reading, error) {
		close(begun)
		<-finish
		return &reading{}, ctx.Err()
	}
	first := make(chan error, 1)
	go func() {
		_, err := r.get(ctx, "k", work)
		first <- err
	}()
	<-begun
	leave()
	if err := <-first; !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
	close(finish)
	if _, err := r.get(t.Context(), "k", func(context.Context) (*reading, error) { return nil, errors.New("read twice") }); err != nil {
		t.Error(err)
	}
}

// TestBundlersAreNoTraders: the sender of a transaction to an ERC-4337 entry point carries out what others have signed.
func TestBundlersAreNoTraders(t *testing.T) {
	plain, bundled, unknown := common.HexToHash("0x01"), common.HexToHash("0x02"), common.HexToHash("0x03")
	sender := common.HexToAddress("0x5e4d")
	tx := func(hash common.Hash, to string) map[string]any {
		return map[string]any{
			"hash": hash, "type": "0x2", "from": sender, "to": to, "nonce": "0x1", "value": "0x0", "gas": "0x5208", "gasPrice": "0x1", "input": "0x",
			"blockHash": common.HexToHash("0x0b"), "blockNumber": "0x9", "transactionIndex": "0x0", "chainId": "0x2105",
		}
	}
	answers := map[common.Hash]any{
		plain:   tx(plain, "0x6ff5693b99212da76ad316178a184ab56d299b43"),
		bundled: tx(bundled, "0x0000000071727de22e5e9d8baf0edac6f37da032"),
	}
	asked := 0
	world := upstreamtest.New(t)
	world.Handle("mainnet.base.org", http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var calls []struct {
			ID     json.RawMessage
			Method string
			Params []common.Hash
		}
		if err := json.NewDecoder(r.Body).Decode(&calls); err != nil {
			t.Error(err)
		}
		list := []map[string]any{}
		for _, c := range calls {
			var result any = "0x2105"
			if c.Method == "eth_getTransactionByHash" {
				asked++
				result = answers[c.Params[0]]
			}
			list = append(list, map[string]any{"jsonrpc": "2.0", "id": c.ID, "result": result})
		}
		_ = json.NewEncoder(w).Encode(list)
	}))
	chains, err := evm.New(world.Pool(t, nil), evm.Options{HedgeAfter: time.Minute})
	if err != nil {
		t.Fatal(err)
	}
	client, err := chains.Network("base")
	if err != nil {
		t.Fatal(err)
	}
	var trades []dexpool.Trade
	for _, hash := range []common.Hash{plain, bundled, unknown, plain} {
		trades = append(trades, dexpool.Trade{Swap: &dexpool.Swap{Tx: hash}})
	}
	found := senders(t.Context(), client, trades[:2], trades)
	if len(found) != 1 || found[plain] != sender || asked != 3 {
		t.Errorf("%v of %d asked", found, asked)
	}
	trades = nil
	for i := range 100 {
		trades = append(trades, dexpool.Trade{Swap: &dexpool.Swap{Tx: common.BytesToHash([]byte{1, byte(i)})}})
	}
	if asked = 0; len(senders(t.Context(), client, trades)) != 0 || asked != lookedUp {
		t.Errorf("%d asked", asked)
	}
}
