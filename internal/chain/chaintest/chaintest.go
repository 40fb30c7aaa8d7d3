// Package chaintest is a chain for tests of anything that reads EVM networks: a development chain with tokens, name
// services and whatever a test adds. It answers JSON-RPC in the place of Base's and Ethereum's public endpoints.
package chaintest

import (
	"bytes"
	"context"
	"crypto/ecdsa"
	"encoding/json"
	"fmt"
	"io"
	"math/big"
	"net/http"
	"sync/atomic"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"

	"github.com/farebox/farebox/internal/upstream/upstreamtest"
	"github.com/farebox/farebox/payment/devchain"
	devcontracts "github.com/farebox/farebox/payment/devchain/contracts"
)

// Addresses for the tests; Named is also in the examples of the spec.
var (
	Wallet    = common.HexToAddress("0x1111111111111111111111111111111111111111")                      // holds 0.25 ETH, 7.5 USDC, 1.5 WETH
	Proxy     = common.HexToAddress("0x2222222222222222222222222222222222222222")                      // a minimal proxy for USDC
	Named     = common.HexToAddress("0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045")                      // vitalik.eth, holds a cent of USDC
	ExampleTx = common.HexToHash("0x46f381c65945cb772edce3fa9d99edb73c4aec6764fd7f47ba3417f7e0594537") // 1.25 USDC to Wallet
)

// Chain is a running chain. Its methods are for the test's own goroutine.
type Chain struct {
	*devchain.Chain
	tb       testing.TB
	nonce    uint64 // of the next transaction; the pool's own count lags behind new blocks
	requests atomic.Int64
}

// Options of Start; the zero value suffices for the examples of the spec.
type Options struct {
	// More are further accounts in genesis; one at an address of Deployments replaces it.
	More []Deployment
	// Now is the clock of block times; nil means time.Now.
	Now func() time.Time
}

// senderKey signs the transactions of Send. It is the same on every chain, so that hashes are known beforehand. It
// must hold nothing elsewhere, because its transactions would be valid on Base.
func senderKey(tb testing.TB) *ecdsa.PrivateKey {
	tb.Helper()
	key, err := crypto.ToECDSA(crypto.Keccak256([]byte("farebox: sender on test chains")))
	if err != nil {
		tb.Fatal(err)
	}
	return key
}

// Start starts a chain with this package's deployments and those added, sends ExampleTx and sets up the names. It
// stops with the test.
func Start(tb testing.TB, o Options) *Chain {
	tb.Helper()
	accounts := map[common.Address]types.Account{}
	for _, d := range append(Deployments(tb), o.More...) {
		accounts[d.Address] = d.Account
	}

	key := senderKey(tb)
	dev, err := devchain.New(devchain.Options{
		Mode: devchain.Manual, SettlementKey: key, BuyerBalance: big.NewInt(992_490_000), Now: o.Now,
		Accounts: accounts,
		Balances: map[common.Address]*big.Int{
			Named:                                 big.NewInt(10_000),
			Wallet:                                big.NewInt(6_250_000),
			crypto.PubkeyToAddress(key.PublicKey): big.NewInt(1_250_000),
		},
	})

	if err != nil {
		tb.Fatal(err)
	}

	tb.Cleanup(func() {
		if err := dev.Close(); err != nil {
			tb.Error(err)
		}
		dev = nil // a parallel test keeps its cleanups until all tests have ended
	})

	c := &Chain{Chain: dev, tb: tb}
	c.Send(dev.Token(), devcontracts.NewTestDollar().PackTransfer(Wallet, big.NewInt(1_250_000)))
	c.Commit()
	c.setUpNames()
	c.Commit()
	return c
}

// Send sends data to an address and returns the transaction, which is in a block only after Commit. Fees and gas
// limit are fixed, so that the hash depends only on the order of the calls.
func (c *Chain) Send(to common.Address, data []byte) *types.Transaction {
	c.tb.Helper()
	return c.SendValue(&to, nil, data)
}

// SendValue is Send with wei; without an address it deploys a contract.
func (c *Chain) SendValue(to *common.Address, wei *big.Int, data []byte) *types.Transaction {
	c.tb.Helper()
	ctx := c.tb.Context()
	key := c.SettlementKey()
	tx, err := types.SignNewTx(key, types.LatestSignerForChainID(new(big.Int).SetUint64(c.ChainID())), &types.DynamicFeeTx{
		ChainID: new(big.Int).SetUint64(c.ChainID()), Nonce: c.nonce, To: to, Value: wei, Data: data, Gas: 3_000_000,
		GasTipCap: big.NewInt(1_000_000), GasFeeCap: big.NewInt(1_000_000_000),
	})
	if err != nil {
		c.tb.Fatal(err)
	}
	if err := c.Client().SendTransaction(ctx, tx); err != nil {
		c.tb.Fatal(err)
	}
	c.nonce++
	return tx
}

// CommitAny puts the sent transactions into a block, whether or not they succeed.
func (c *Chain) CommitAny() *types.Header {
	c.tb.Helper()
	sender := crypto.PubkeyToAddress(c.SettlementKey().PublicKey)
	for { // the pool accepts transactions and blocks asynchronously
		ready, err := c.Client().PendingNonceAt(c.tb.Context(), sender)
		if err != nil {
			c.tb.Fatal(err)
		}
		if ready >= c.nonce {
			break
		}
		time.Sleep(time.Millisecond)
	}
	header, err := c.Chain.Commit()
	if err != nil {
		c.tb.Fatal(err)
	}
	return header
}

// Commit puts the sent transactions into a block. Every one must succeed.
func (c *Chain) Commit() *types.Header {
	c.tb.Helper()
	header := c.CommitAny()
	receipts, err := c.receipts(c.tb.Context(), header)
	if err != nil {
		c.tb.Fatal(err)
	}
	if mined, err := c.Client().NonceAt(c.tb.Context(), crypto.PubkeyToAddress(c.SettlementKey().PublicKey), nil); err != nil || mined != c.nonce {
		c.tb.Fatalf("%d of %d transactions are in blocks (%v)", mined, c.nonce, err)
	}
	for _, r := range receipts {
		if r.Status != types.ReceiptStatusSuccessful {
			c.tb.Fatalf("transaction %s failed", r.TxHash)
		}
	}
	return header
}

func (c *Chain) receipts(ctx context.Context, header *types.Header) ([]*types.Receipt, error) {
	block, err := c.Client().BlockByNumber(ctx, header.Number)
	if err != nil {
		return nil, fmt.Errorf("block %d: %w", header.Number, err)
	}
	var list []*types.Receipt
	for _, tx := range block.Transactions() {
		r, err := c.Client().TransactionReceipt(ctx, tx.Hash())
		if err != nil {
			return nil, fmt.Errorf("receipt of %s: %w", tx.Hash(), err)
		}
		list = append(list, r)
	}
	return list, nil
}

// Requests is the number of HTTP requests to the handlers.
func (c *Chain) Requests() int { return int(c.requests.Load()) }

// Hosts are the public endpoints that Mount replaces: for each network, those asked first.
func Hosts() map[string]uint64 {
	return map[string]uint64{
		"mainnet.base.org": 8453, "base-rpc.publicnode.com": 8453, "base.drpc.org": 8453,
		"ethereum-rpc.publicnode.com": 1, "eth.drpc.org": 1, "ethereum.reth.rs": 1,
	}
}

// Mount lets the chain answer in the place of Base's and Ethereum's endpoints: one chain plays both.
func (c *Chain) Mount(w *upstreamtest.World) {
	for host, id := range Hosts() {
		w.Handle(host, WithExplained(c.Handler(id)))
	}
}

// Handler answers JSON-RPC for the chain as if it had this chain id.
func (c *Chain) Handler(chainID uint64) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		c.requests.Add(1)
		body, err := io.ReadAll(r.Body)
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		answer, err := c.ask(r.Context(), body, chainID)
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadGateway)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write(answer)
	})
}

// ask forwards a request and adapts the answer to the network with the chain id.
func (c *Chain) ask(ctx context.Context, body []byte, chainID uint64) ([]byte, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.RPCURL(), bytes.NewReader(body))
	if err != nil {
		return nil, err
	}

	req.Header.Set("Content-Type", "application/json")
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return nil, err
	}

	defer resp.Body.Close()
	raw, err := io.ReadAll(resp.Body)
	if err != nil {
		return nil, err
	}

	calls, _, err := several[rpcCall](body)
	if err != nil {
		return nil, err
	}

	answers, batch, err := several[map[string]json.RawMessage](raw)
	if err != nil {
		return nil, err
	}

	for _, call := range calls {
		for _, a := range answers {
			if bytes.Equal(a["id"], call.ID) {
				dress(call.Method, a, chainID)
			}
		}
	}

	if batch {
		return json.Marshal(answers)
	}
	return json.Marshal(answers[0])
}

type rpcCall struct {
	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
}

// several reads a JSON-RPC message, single or batch.
func several[T any](raw []byte) (list []T, batch bool, err error) {
	if raw = bytes.TrimSpace(raw); len(raw) > 0 && raw[0] == '[' {
		err = json.Unmarshal(raw, &list)
		return list, true, err
	}
	list = make([]T, 1)
	err = json.Unmarshal(raw, &list[0])
	return list, false, err
}

// L1Fee is a transaction's fee for its data in Base's receipts, in wei.
const L1Fee = 41_549_963_509

// dress turns the chain's answer into the network's: its chain id, and the members of its receipts.
func dress(method string, answer map[string]json.RawMessage, chainID uint64) {
	switch method {
	case "eth_chainId":
		answer["result"] = json.RawMessage(fmt.Sprintf("%q", hexutil.EncodeUint64(chainID)))
	case "eth_getTransactionReceipt":
		if result := answer["result"]; chainID == 8453 && len(result) > 2 && result[0] == '{' {
			answer["result"] = append([]byte(fmt.Sprintf(`{"l1Fee":%q,`, hexutil.EncodeUint64(L1Fee))), result[1:]...)
		}
	}
}

// Answers are other providers' answers for the examples of the spec. Mount provides the chains, which all examples
// read.
func Answers() []upstreamtest.Answer { return ExplainAnswers() }
