package devsol_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/farebox/farebox/internal/await"
	"github.com/farebox/farebox/payment/devsol"
	"github.com/farebox/farebox/payment/svm"
	"github.com/farebox/farebox/payment/svm/svmtest"
)

type chain struct {
	*testing.T
	*devsol.Chain
	seller svm.Address
}

func newChain(t *testing.T, options devsol.Options) chain {
	t.Helper()
	c := chain{
		T:      t,
		seller: svm.AddressOf(svmtest.Key(3)),
	}
	options.BuyerKey = svmtest.Key(1)
	options.FeePayerKey = svmtest.Key(2)
	options.Balances = map[svm.Address]uint64{c.seller: 0}
	var err error
	if c.Chain, err = devsol.New(options); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := c.Close(); err != nil {
			t.Error(err)
		}
	})
	return c
}

// post is what the chain answers to a body.
func (c chain) post(body string) string {
	c.Helper()
	response, err := http.Post(c.RPCURL(), "application/json", strings.NewReader(body))
	if err != nil {
		c.Fatal(err)
	}
	defer response.Body.Close()
	answer, err := io.ReadAll(response.Body)
	if err != nil {
		c.Fatal(err)
	}
	return string(answer)
}

func (c chain) call(method string, params ...any) string {
	c.Helper()
	body, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": 7, "method": method, "params": params})
	if err != nil {
		c.Fatal(err)
	}
	return c.post(string(body))
}

// transaction is a payment with both signatures.
func (c chain) transaction(note string) *svm.Transaction {
	c.Helper()
	feePayer := svm.AddressOf(c.FeePayerKey())
	order := svmtest.Stock(c, c.Network(), c.BuyerKey(), c.seller, feePayer, 5, c.Blockhash(), note)
	t, err := svm.ParseTransaction(order.Sign())
	if err != nil {
		c.Fatal(err)
	}
	if t, err = t.Sign(c.FeePayerKey()); err != nil {
		c.Fatal(err)
	}
	return t
}

// TestAnswersAreInTheWordsOfNodes asks what clients ask, and looks for what they read.
func TestAnswersAreInTheWordsOfNodes(t *testing.T) {
	c := newChain(t, devsol.Options{Manual: true})
	signed := c.transaction("one")
	encoding := map[string]any{"encoding": "base64"}
	for _, q := range []struct {
		answer, want string
	}{
		{c.post(`[{"jsonrpc":"2.0","id":1,"method":"getHealth"},{"jsonrpc":"2.0","id":2,"method":"no"}]`),
			`[{"jsonrpc":"2.0","id":1,"result":"ok"},{"jsonrpc":"2.0","id":2,"error":{"code":-32601,`},
		{c.post(`{`), `"code":-32700`},
		{c.call("getGenesisHash"), `"5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d"`},
		{c.call("getAccountInfo", c.Network().Mint, encoding), `"owner":"TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA"`},
		{c.call("getAccountInfo", svmtest.Key(9)[:4], encoding), `"code":-32602`},
		{c.call("getAccountInfo", svm.Address{9}, encoding), `"value":null`},
		{c.call("simulateTransaction", signed.Text(), encoding), `"err":null`},
		{c.call("getSignatureStatuses", []string{signed.ID().String()}), `"value":[null]`},
		{c.call("sendTransaction", "AAAA", encoding), `"code":-32602`},
		{c.call("sendTransaction", signed.Text(), encoding), signed.ID().String()},
	} {
		if !strings.Contains(q.answer, q.want) {
			t.Errorf("%s\nhas no %s", q.answer, q.want)
		}
	}
	c.Advance(1)
	if got := c.call("getSignatureStatuses", []string{signed.ID().String()}); !strings.Contains(got, `"confirmed","confirmations":null,"err":null`) {
		t.Error(got)
	}
	if got := c.call("sendTransaction", signed.Text(), encoding); !strings.Contains(got, `"code":-32002`) ||
		!strings.Contains(got, "AlreadyProcessed") {
		t.Errorf("sent twice: %s", got)
	}
}

// TestWhatIsNotSignedIsNotTaken sends what lacks a signature, and what has another's.
func TestWhatIsNotSignedIsNotTaken(t *testing.T) {
	c := newChain(t, devsol.Options{Manual: true})
	for place := range 2 {
		signed := c.transaction(fmt.Sprint("without ", place))
		signed.Signatures[place] = svm.Signature{1}
		skip := map[string]any{"encoding": "base64", "skipPreflight": true}
		if got := c.call("sendTransaction", signed.Text(), skip); !strings.Contains(got, `"code":-32003`) {
			t.Error(got)
		}
	}
	c.Advance(2)
	if units := c.Units(c.seller); units != 0 {
		t.Errorf("the seller has %d units", units)
	}
}

// TestNothingIsMadeOrLost adds up what everybody holds after payments that succeed and that fail.
func TestNothingIsMadeOrLost(t *testing.T) {
	c := newChain(t, devsol.Options{Interval: time.Millisecond, BuyerBalance: 12})
	buyer := svm.AddressOf(c.BuyerKey())
	skip := map[string]any{"encoding": "base64", "skipPreflight": true}
	for i := range 4 { // of which the buyer can pay two
		c.call("sendTransaction", c.transaction(fmt.Sprint(i)).Text(), skip)
	}

	const fees = 4 * 10_001
	sponsor := svm.AddressOf(c.FeePayerKey())
	await.Until(t, "what the fees leave", func() bool { return c.Lamports(sponsor) == 10_000_000_000-fees })
	if c.Units(buyer) != 2 || c.Units(c.seller) != 10 {
		t.Errorf("the buyer has %d, the seller %d", c.Units(buyer), c.Units(c.seller))
	}
}
