package svm_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
	"testing"
	"time"

	"github.com/farebox/farebox/payment/devsol"
	"github.com/farebox/farebox/payment/eip3009/ethrpc"
	"github.com/farebox/farebox/payment/svm"
	"github.com/farebox/farebox/payment/svm/svmtest"
)

// world is a chain whose blocks come when they are asked for.
type world struct {
	*testing.T
	chain  *devsol.Chain
	reader *svm.Chain
	seller svm.Address
	now    time.Time
}

func newWorld(t *testing.T) *world {
	t.Helper()
	w := &world{
		T:      t,
		seller: svm.AddressOf(svmtest.Key(3)),
		now:    time.Unix(1_800_000_000, 0),
	}
	var err error
	w.chain, err = devsol.New(devsol.Options{
		Manual:      true,
		BuyerKey:    svmtest.Key(1),
		FeePayerKey: svmtest.Key(2),
		Balances:    map[svm.Address]uint64{w.seller: 0},
		Now:         func() time.Time { return w.now },
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := w.chain.Close(); err != nil {
			t.Error(err)
		}
	})
	client, err := ethrpc.Dial([]string{w.chain.RPCURL()}, time.Minute)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(client.Close)
	w.reader = svm.NewChain(client, w.chain.Network())
	return w
}

// payment is one of a tenth of a dollar, and its transaction with both signatures.
func (w *world) payment(note string) (*svm.Payment, *svm.Transaction) {
	w.Helper()
	feePayer := w.chain.FeePayerKey()
	order := svmtest.Stock(w, w.chain.Network(), w.chain.BuyerKey(), w.seller, svm.AddressOf(feePayer), 100_000,
		w.chain.Blockhash(), note)
	p, err := svm.ReadPayment(order.Sign())
	if err != nil {
		w.Fatal(err)
	}
	signed, err := p.Sign(feePayer)
	if err != nil {
		w.Fatal(err)
	}
	return p, signed
}

func (w *world) send(t *svm.Transaction) {
	w.Helper()
	if delivery, err := w.reader.Send(w.Context(), t); err != nil || delivery != ethrpc.Delivered {
		w.Fatal(delivery, err)
	}
}

func (w *world) state(p *svm.Payment, want svm.State, why string, ids ...svm.Signature) svm.Report {
	w.Helper()
	got, err := w.reader.State(w.Context(), p, w.now, ids...)
	if err != nil || got.State != want {
		w.Errorf("%s: %s (%v), want %s", why, got.State, err, want)
	}
	return got
}

// life is more blocks than a blockhash serves for, with those that make a block final.
const life = 150 + 32 + 1

func TestFateOfAPaymentIsTheChains(t *testing.T) {
	w := newWorld(t)
	p, signed := w.payment("one")
	w.state(p, svm.Open, "nothing was sent", signed.ID())

	w.send(signed)
	w.state(p, svm.Open, "sent and in no block", signed.ID())
	w.chain.Advance(1)
	landed := w.state(p, svm.Landed, "in a block", signed.ID())
	if landed.ID != signed.ID() || landed.Slot == 0 || landed.Final {
		t.Errorf("%+v", landed)
	}
	w.chain.Advance(life)
	if landed = w.state(p, svm.Landed, "long in a block", signed.ID()); !landed.Final {
		t.Error("not final after the life of its blockhash")
	}
}

func TestPaymentIsFoundWhoeverSignedForItsFee(t *testing.T) {
	w := newWorld(t)
	earlier, sentEarlier := w.payment("earlier")
	w.send(sentEarlier)
	p, signed := w.payment("this one")
	w.chain.Advance(1)
	w.state(p, svm.Open, "another of the same payer's is there")

	w.send(signed)
	w.chain.Advance(1)
	if got := w.state(p, svm.Landed, "without its id"); got.ID != signed.ID() {
		t.Errorf("found %s", got.ID)
	}
	if got := w.state(p, svm.Landed, "with the id of another", sentEarlier.ID()); got.ID != signed.ID() {
		t.Errorf("found %s", got.ID)
	}
	w.state(earlier, svm.Landed, "the earlier one", svm.Signature{}, signed.ID())
}

// TestIDOfAnotherPaymentProvesNothing is a facilitator that names a transaction that has nothing to do with it.
func TestIDOfAnotherPaymentProvesNothing(t *testing.T) {
	w := newWorld(t)
	_, other := w.payment("another")
	w.send(other)
	w.chain.Advance(1)
	p, _ := w.payment("never sent")
	w.state(p, svm.Open, "with the id of another", other.ID())
	w.chain.Advance(life)
	w.state(p, svm.Expired, "with the id of another, later", other.ID())
}

func TestPaymentIsOverOnlyWhenNoBlockCanHoldIt(t *testing.T) {
	w := newWorld(t)
	w.chain.Lose(true)
	p, signed := w.payment("lost")
	w.send(signed)

	w.chain.Advance(149)
	w.state(p, svm.Open, "its blockhash serves for one more block", signed.ID())
	w.chain.Advance(1)
	w.state(p, svm.Open, "its blockhash is over, but not in the final state", signed.ID())
	w.chain.Advance(32)
	w.state(p, svm.Expired, "no block before the final one holds it", signed.ID())
	w.state(p, svm.Expired, "likewise, without its id")

	w.chain.Lose(false)
	w.send(signed)
	w.chain.Advance(1)
	w.state(p, svm.Expired, "sent again", signed.ID())
	if units := w.chain.Units(w.seller); units != 0 {
		t.Errorf("the seller has %d units", units)
	}
}

// TestNodeThatIsBehindEndsNoPayment asks a node that does not know the blockhash yet, because it is from before it.
func TestNodeThatIsBehindEndsNoPayment(t *testing.T) {
	w := newWorld(t)
	order := svmtest.Stock(t, w.chain.Network(), w.chain.BuyerKey(), w.seller, svm.AddressOf(w.chain.FeePayerKey()),
		100_000, svm.Hash{9}, "from the future")
	p, err := svm.ReadPayment(order.Sign())
	if err != nil {
		t.Fatal(err)
	}
	w.state(p, svm.Open, "the node is as of before the payment came")
	w.chain.Advance(74 + 32) // 30 s by its clock, in the final state
	w.state(p, svm.Open, "the clocks may differ")
	w.chain.Advance(10)
	w.state(p, svm.Expired, "the final state is from later and has never had the blockhash")
}

func TestFailedTransactionIsNoPayment(t *testing.T) {
	w := newWorld(t)
	p, signed := w.payment("from a frozen account")
	w.send(signed)
	if err := w.chain.Freeze(svm.AddressOf(w.chain.BuyerKey())); err != nil {
		t.Fatal(err)
	}
	w.chain.Advance(1)
	if got := w.state(p, svm.Failed, "frozen", signed.ID()); got.Fault == "" {
		t.Errorf("no fault in %+v", got)
	}
}

func TestSettledPaymentIsLookedForUntilItIsFinal(t *testing.T) {
	w := newWorld(t)
	p, signed := w.payment("one")
	lie, other := w.payment("two")
	w.send(signed)
	w.chain.Advance(1)
	_ = other
	all := []svm.Settled{
		{Name: p.Name, ID: signed.ID(), MadeAt: w.now},
		{Name: lie.Name, ID: signed.ID(), MadeAt: w.now},
		{Name: lie.Name, ID: other.ID(), MadeAt: w.now},
	}
	for _, c := range []struct {
		blocks int
		want   []svm.Location
		why    string
	}{
		{0, []svm.Location{{Known: true}, {Known: true}, {}}, "confirmed, as far as it is told, and never sent"},
		{life, []svm.Location{{Known: true, Final: true}, {Known: true, Missing: true, Final: true},
			{Known: true, Missing: true}}, "final, another payment's transaction, and none"},
	} {
		w.chain.Advance(c.blocks)
		got, err := w.reader.Locate(t.Context(), all)
		if err != nil {
			t.Fatal(err)
		}
		for i := range got {
			got[i].Slot = 0
			if got[i] != c.want[i] {
				t.Errorf("%s: %d is %+v, want %+v", c.why, i, got[i], c.want[i])
			}
		}
	}
}

func TestSellerWithoutATokenAccountIsToldHowToMakeIt(t *testing.T) {
	w := newWorld(t)
	if held, err := w.reader.Holds(t.Context(), w.seller); err != nil || held != 0 {
		t.Errorf("%d units, %v", held, err)
	}
	stranger := svm.AddressOf(svmtest.Key(9))
	if _, err := w.reader.Holds(t.Context(), stranger); !errors.Is(err, svm.ErrNoTokenAccount) {
		t.Errorf("a stranger: %v", err)
	}
	if err := w.chain.Freeze(w.seller); err != nil {
		t.Fatal(err)
	}
	if _, err := w.reader.Holds(t.Context(), w.seller); !errors.Is(err, svm.ErrFrozen) {
		t.Errorf("frozen: %v", err)
	}
}

func TestClusterAndTokenAreThoseConfigured(t *testing.T) {
	w := newWorld(t)
	if err := w.reader.Check(t.Context()); err != nil {
		t.Error(err)
	}
	client, err := ethrpc.Dial([]string{w.chain.RPCURL()}, time.Minute)
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	for why, change := range map[string]func(*svm.Network){
		"another cluster":     func(n *svm.Network) { n.CAIP2 = svm.Devnet },
		"no such token":       func(n *svm.Network) { n.Mint = w.seller },
		"other decimals":      func(n *svm.Network) { n.Decimals = 9 },
		"a wallet, no token":  func(n *svm.Network) { n.Mint = svm.AddressOf(w.chain.FeePayerKey()) },
		"an account, no mint": func(n *svm.Network) { n.Mint = svmtest.Held(t, w.chain.Network(), w.seller) },
	} {
		n := w.chain.Network()
		change(&n)
		if err := svm.NewChain(client, n).Check(t.Context()); err == nil {
			t.Errorf("good: %s", why)
		}
	}
}

// TestTransactionOfALaterVersionHidesNoPayment: a node gives a transaction only to those that say they take its
// version, and the payer's account may have been in some that no payment is made as.
func TestTransactionOfALaterVersionHidesNoPayment(t *testing.T) {
	w := newWorld(t)
	p, signed := w.payment("one")
	w.send(signed)
	w.chain.Advance(1)

	later := svm.Signature{1}
	node := httptest.NewServer(http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		raw, _ := io.ReadAll(r.Body)
		var asked struct {
			ID     json.RawMessage `json:"id"`
			Method string          `json:"method"`
			Params [2]json.RawMessage
		}
		_ = json.Unmarshal(raw, &asked)
		var settings struct {
			Version int `json:"maxSupportedTransactionVersion"`
		}
		_ = json.Unmarshal(asked.Params[1], &settings)

		switch {
		case asked.Method == "getTransaction" && string(asked.Params[0]) == strconv.Quote(later.String()):
			outcome := `"result":{"transaction":["gQEAAQ==","base64"],"version":1}`
			if settings.Version < 1 {
				outcome = `"error":{"code":-32015,` +
					`"message":"Transaction version (1) is not supported by the requesting client"}`
			}
			fmt.Fprintf(rw, `{"jsonrpc":"2.0","id":%s,%s}`, asked.ID, outcome)
			return
		case asked.Method == "getSignaturesForAddress":
			fmt.Fprintf(rw, `{"jsonrpc":"2.0","id":%s,"result":[{"signature":%q},{"signature":%q}]}`, asked.ID, later,
				signed.ID())
			return
		}
		answer, err := http.Post(w.chain.RPCURL(), "application/json", bytes.NewReader(raw))
		if err != nil {
			http.Error(rw, err.Error(), http.StatusBadGateway)
			return
		}
		defer answer.Body.Close()
		_, _ = io.Copy(rw, answer.Body)
	}))
	t.Cleanup(node.Close)
	client, err := ethrpc.Dial([]string{node.URL}, time.Minute)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(client.Close)
	w.reader = svm.NewChain(client, w.chain.Network())
	if got := w.state(p, svm.Landed, "behind one of a later version"); got.ID != signed.ID() {
		t.Errorf("found %s", got.ID)
	}
}

func TestTimeLeftIsThatOfTheBlockhash(t *testing.T) {
	w := newWorld(t)
	_, signed := w.payment("one")
	for _, c := range []struct {
		blocks int
		want   time.Duration
	}{
		{0, 30 * time.Second},
		{100, 10 * time.Second},
		{49, 200 * time.Millisecond},
		{1, 0},
	} {
		w.chain.Advance(c.blocks)
		if got, err := w.reader.Lasts(t.Context(), signed); err != nil || got != c.want {
			t.Errorf("%d blocks on: %s (%v), want %s", c.blocks, got, err, c.want)
		}
	}
}
