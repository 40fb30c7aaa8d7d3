package eip3009_test

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/big"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"sync"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"

	"github.com/farebox/farebox/payment/devchain"
	"github.com/farebox/farebox/payment/eip3009"
	"github.com/farebox/farebox/payment/eip3009/ethrpc"
)

var payTo = common.HexToAddress("0x209693Bc6afc0C5328bA36FaF03C514EF312287C")

// bench is a chain that makes blocks when told, with a clock that is moved by hand.
type bench struct {
	t     *testing.T
	chain *devchain.Chain
	mu    sync.Mutex
	at    time.Time
}

func newBench(t *testing.T) *bench {
	t.Helper()
	b := &bench{t: t, at: time.Unix(1_800_000_000, 0)}
	chain, err := devchain.New(devchain.Options{Mode: devchain.Manual, Now: b.now})
	if err != nil {
		t.Fatal(err)
	}
	b.chain = chain
	t.Cleanup(func() {
		if err := chain.Close(); err != nil {
			t.Error(err)
		}
	})
	return b
}

func (b *bench) now() time.Time {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.at
}

// blocks makes n blocks, two seconds apart.
func (b *bench) blocks(n int) {
	b.t.Helper()
	for range n {
		b.mu.Lock()
		b.at = b.at.Add(2 * time.Second)
		b.mu.Unlock()
		if _, err := b.chain.Commit(); err != nil {
			b.t.Fatal(err)
		}
	}
}

func (b *bench) reader(url string, settings eip3009.Settings) *eip3009.Chain {
	b.t.Helper()
	if url == "" {
		url = b.chain.RPCURL()
	}
	client, err := ethrpc.Dial([]string{url}, 0)
	if err != nil {
		b.t.Fatal(err)
	}
	b.t.Cleanup(client.Close)
	return eip3009.NewChain(client, base(), settings)
}

// authorize is a payment of the buyer that is valid from now, by the bench's clock.
func (b *bench) authorize(units uint64, valid time.Duration) eip3009.Authorization {
	a := eip3009.Authorization{From: crypto.PubkeyToAddress(b.chain.BuyerKey().PublicKey), To: payTo}
	a.Value.SetUint64(units)
	a.ValidBefore.SetUint64(uint64(b.now().Add(valid).Unix()))
	rand.Read(a.Nonce[:])
	return a
}

func (b *bench) sign(key *ecdsa.PrivateKey, digest common.Hash) []byte {
	b.t.Helper()
	signature, err := eip3009.Sign(key, digest)
	if err != nil {
		b.t.Fatal(err)
	}
	return signature
}

// transact sends a call to the token and puts it in a block.
func (b *bench) transact(data []byte, err error) common.Hash {
	b.t.Helper()
	if err != nil {
		b.t.Fatal(err)
	}
	tx, err := b.chain.Transact(b.t.Context(), b.chain.SettlementKey(), b.chain.Token(), data)
	if err != nil {
		b.t.Fatal(err)
	}
	b.blocks(1)
	receipt, err := b.chain.Client().TransactionReceipt(b.t.Context(), tx.Hash())
	if err != nil || receipt.Status != types.ReceiptStatusSuccessful {
		b.t.Fatalf("receipt %+v, %v", receipt, err)
	}
	return tx.Hash()
}

func (b *bench) use(a eip3009.Authorization) common.Hash {
	b.t.Helper()
	return b.transact(a.PackTransfer(b.sign(b.chain.BuyerKey(), a.Digest(eip3009.DomainOf(base()).Separator()))))
}

func (b *bench) cancel(a eip3009.Authorization) common.Hash {
	b.t.Helper()
	return b.transact(eip3009.PackCancel(a.ID(), b.sign(b.chain.BuyerKey(), eip3009.CancelDigest(eip3009.DomainOf(base()).Separator(), a.ID()))))
}

func TestStateTellsUsedFromCancelledFromUnused(t *testing.T) {
	b := newBench(t)
	b.blocks(3)
	reader := b.reader("", eip3009.Settings{})
	unused, used, cancelled := b.authorize(5, 2*time.Minute), b.authorize(5, 2*time.Minute), b.authorize(5, 2*time.Minute)
	usedBy, cancelledBy := b.use(used), b.cancel(cancelled)
	other := used // the same nonce signed for another value: its money has not moved
	other.Value.SetUint64(6)
	elsewhere := used
	elsewhere.To = common.Address{1}
	b.blocks(5)
	for _, row := range []struct {
		name  string
		a     eip3009.Authorization
		state eip3009.State
		tx    common.Hash
		same  bool
	}{
		{"unused", unused, eip3009.Unused, common.Hash{}, false},
		{"used", used, eip3009.Used, usedBy, true},
		{"used for another value", other, eip3009.Used, usedBy, false},
		{"used for another receiver", elsewhere, eip3009.Used, usedBy, false},
		{"cancelled", cancelled, eip3009.Canceled, cancelledBy, false},
	} {
		for _, hints := range [][]common.Hash{nil, {usedBy}, {{0xde, 0xad}, cancelledBy}} {
			got, err := reader.State(t.Context(), row.a, hints...)
			if err != nil || got.State != row.state || got.Transaction != row.tx || got.Same != row.same {
				t.Errorf("%s with hints %s: %+v, %v", row.name, hints, got, err)
			}
			if got.BlockTime != uint64(b.now().Unix()) || got.Block != 10 {
				t.Errorf("%s: as of block %d, %d", row.name, got.Block, got.BlockTime)
			}
		}
	}
}

func TestExpiryGoesByTheChainsClock(t *testing.T) {
	b := newBench(t)
	reader := b.reader("", eip3009.Settings{})
	a, used := b.authorize(5, 10*time.Second), b.authorize(5, 10*time.Second)
	b.use(used)
	for range 6 {
		left := int64(a.ValidBefore.Uint64()) - b.now().Unix()
		for _, one := range []eip3009.Authorization{a, used} {
			report, err := reader.State(t.Context(), one)
			if err != nil {
				t.Fatal(err)
			}
			if want := one == a && left <= 0; report.Expired(one) != want {
				t.Errorf("%d seconds left: %+v, expired %v", left, report, report.Expired(one))
			}
		}
		b.blocks(1)
	}
}

func TestSearchStaysWithinTheEndpointsRangeAndTheAuthorizationsTime(t *testing.T) {
	const limit = 50
	b := newBench(t)
	b.blocks(100)
	recent := b.authorize(5, 20*time.Minute)
	recent.ValidAfter.SetUint64(uint64(b.now().Unix()))
	first := uint64(100)
	b.blocks(100)
	tx := b.use(recent)
	b.blocks(150)

	var mu sync.Mutex
	var oldest uint64 = 1 << 60
	asked := 0
	target, err := url.Parse(b.chain.RPCURL())
	if err != nil {
		t.Fatal(err)
	}
	strict := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			panic(http.ErrAbortHandler)
		}
		r.Body = io.NopCloser(bytes.NewReader(body))
		var call struct {
			ID     json.RawMessage
			Method string
			Params []struct{ FromBlock, ToBlock hexutil.Uint64 }
		}
		if json.Unmarshal(body, &call) == nil && call.Method == "eth_getLogs" {
			from, to := uint64(call.Params[0].FromBlock), uint64(call.Params[0].ToBlock)
			if to-from+1 > limit {
				w.Header().Set("Content-Type", "application/json")
				fmt.Fprintf(w, `{"jsonrpc":"2.0","id":%s,"error":{"code":-32005,"message":"query exceeds max block range %d"}}`, call.ID, limit)
				return
			}
			mu.Lock()
			oldest = min(oldest, from)
			asked++
			mu.Unlock()
		}
		httputil.NewSingleHostReverseProxy(target).ServeHTTP(w, r)
	}))
	defer strict.Close()
	got, err := b.reader(strict.URL, eip3009.Settings{}).State(t.Context(), recent)
	if err != nil || got.State != eip3009.Used || got.Transaction != tx {
		t.Fatalf("%+v, %v; want %s", got, err, tx)
	}
	if oldest+40 < first || asked > 20 {
		t.Errorf("%d ranges asked for, back to block %d; valid since block %d", asked, oldest, first)
	}
}

func TestSearchFindsOldAndLongLivedAuthorizations(t *testing.T) {
	b := newBench(t)
	reader := b.reader("", eip3009.Settings{LogRange: 64, LookBack: 300})
	early := b.authorize(5, time.Minute)
	earlyTx := b.use(early)
	b.blocks(400) // thirteen minutes
	forever := b.authorize(5, 24*365*time.Hour)
	foreverTx := b.use(forever)
	gone := b.authorize(5, 24*365*time.Hour)
	b.use(gone)
	b.blocks(50)
	for _, row := range []struct {
		a    eip3009.Authorization
		want common.Hash
	}{{early, earlyTx}, {forever, foreverTx}} {
		got, err := reader.State(t.Context(), row.a)
		if err != nil || got.Transaction != row.want || !got.Same {
			t.Errorf("%+v, %v; want %s", got, err, row.want)
		}
	}
	b.blocks(200) // the look back no longer reaches it
	if got, err := reader.State(t.Context(), gone); !errors.Is(err, eip3009.ErrEventNotFound) {
		t.Errorf("%+v, %v; it is spent, and by what is not known", got, err)
	}
}

// TestLateOthersAreSeen however many blocks ago: of a chain that makes five a second, one search sees minutes.
func TestLateOthersAreSeen(t *testing.T) {
	b := newBench(t)
	reader := b.reader("", eip3009.Settings{LogRange: 16})
	other := eip3009.Mark{1, 2, 3}
	a := b.authorize(5, time.Minute)
	data, err := a.PackTransfer(b.sign(b.chain.BuyerKey(), a.Digest(eip3009.DomainOf(base()).Separator())))
	b.transact(append(data, other.Tail([8]byte{})...), err)
	b.blocks(100)
	if marks, err := reader.Marks(t.Context(), payTo); err != nil || len(marks) != 1 || marks[0] != other {
		t.Errorf("%v, %v", marks, err)
	}
}

func TestNoEndpointIsNoState(t *testing.T) {
	b := newBench(t)
	gone := httptest.NewServer(nil)
	gone.Close()
	reader := b.reader(gone.URL, eip3009.Settings{})
	if got, err := reader.State(t.Context(), b.authorize(5, time.Minute)); !errors.Is(err, ethrpc.ErrUnavailable) {
		t.Errorf("%+v, %v", got, err)
	}
	if err := reader.CheckDomain(t.Context()); !errors.Is(err, ethrpc.ErrUnavailable) {
		t.Errorf("%v", err)
	}
}

func TestEqualTransfersInOneTransactionAreCountedOnce(t *testing.T) {
	// Two authorizations of the same terms, one Transfer: as a token with a fault would log it.
	token := base().Asset
	a := eip3009.Authorization{From: common.Address{1}, To: payTo, Nonce: common.Hash{1}}
	a.Value.SetUint64(5)
	b := a
	b.Nonce = common.Hash{2}
	used := func(x eip3009.Authorization) *types.Log {
		return &types.Log{Address: token, Topics: []common.Hash{eip3009.TopicUsed, common.BytesToHash(x.From[:]), x.Nonce}}
	}
	moved := &types.Log{Address: token, Data: common.BigToHash(big.NewInt(5)).Bytes(),
		Topics: []common.Hash{eip3009.TopicTransfer, common.BytesToHash(a.From[:]), common.BytesToHash(a.To[:])}}
	foreign := &types.Log{Address: payTo, Data: moved.Data, Topics: moved.Topics}
	for _, row := range []struct {
		why       string
		logs      []*types.Log
		one, both bool
	}{
		{"both moved", []*types.Log{used(a), moved, used(b), moved}, true, true},
		{"one moved", []*types.Log{used(a), used(b), moved}, false, true},
		{"another token moved", []*types.Log{used(a), foreign, used(b), moved}, false, true},
		{"a stranger's log between", []*types.Log{used(a), foreign, moved, used(b), moved}, true, true},
	} {
		stateA, sameA := eip3009.InLogs(row.logs, token, a)
		stateB, sameB := eip3009.InLogs(row.logs, token, b)
		if stateA != eip3009.Used || stateB != eip3009.Used || sameA != row.one || sameB != row.both {
			t.Errorf("%s: %v %v, %v %v", row.why, stateA, sameA, stateB, sameB)
		}
	}
}
