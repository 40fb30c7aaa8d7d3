package devchain_test

import (
	"encoding/json"
	"errors"
	"math/big"
	"net/http"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/ethereum/go-ethereum/rpc"

	"github.com/farebox/farebox/payment/devchain"
	"github.com/farebox/farebox/payment/devchain/contracts"
)

// asked is a chain that a test asks by JSON-RPC over HTTP. Its settlement key holds 1,000 units of the token.
type asked struct {
	*testing.T
	chain   *devchain.Chain
	client  *rpc.Client
	settler common.Address
	fee     int64 // that is paid for a gas at most, in wei
}

// holder gets what the tests pay.
var holder = common.HexToAddress("0x1111111111111111111111111111111111111111")

func ask(t *testing.T) *asked {
	t.Helper()
	key, err := crypto.GenerateKey()
	if err != nil {
		t.Fatal(err)
	}
	a := &asked{
		T:       t,
		settler: crypto.PubkeyToAddress(key.PublicKey),
		fee:     1_000_000_000,
	}
	a.chain = start(t, devchain.Options{
		Mode:          devchain.Manual,
		SettlementKey: key,
		Balances:      map[common.Address]*big.Int{a.settler: big.NewInt(1000)},
	})
	a.client, err = rpc.DialContext(t.Context(), a.chain.RPCURL())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(a.client.Close)
	return a
}

// try makes a call and gives its answer as text, strings without their quotes.
func (a *asked) try(method string, params ...any) (string, error) {
	a.Helper()
	var answer json.RawMessage
	err := a.client.CallContext(a.Context(), &answer, method, params...)
	return strings.Trim(string(answer), `"`), err
}

func (a *asked) must(method string, params ...any) string {
	a.Helper()
	answer, err := a.try(method, params...)
	if err != nil {
		a.Fatalf("%s: %v", method, err)
	}
	return answer
}

// object is an answer that is one. Members are as they stand in JSON.
func (a *asked) object(method string, params ...any) map[string]json.RawMessage {
	a.Helper()
	var members map[string]json.RawMessage
	if err := a.client.CallContext(a.Context(), &members, method, params...); err != nil {
		a.Fatalf("%s: %v", method, err)
	}
	return members
}

// tip is what the maker of a block gets of a fee.
func tip(fee int64) int64 { return fee / 10 }

// send sends a call of the token with a nonce, which may be refused.
func (a *asked) send(nonce uint64, fee int64, data []byte) (common.Hash, error) {
	a.Helper()
	token := a.chain.Token()
	chainID := big.NewInt(8453)
	tx, err := types.SignNewTx(a.chain.SettlementKey(), types.LatestSignerForChainID(chainID), &types.DynamicFeeTx{
		ChainID:   chainID,
		Nonce:     nonce,
		GasTipCap: big.NewInt(tip(fee)),
		GasFeeCap: big.NewInt(fee),
		Gas:       200_000,
		To:        &token,
		Data:      data,
	})
	if err != nil {
		a.Fatal(err)
	}
	raw, err := tx.MarshalBinary()
	if err != nil {
		a.Fatal(err)
	}
	_, err = a.try("eth_sendRawTransaction", hexutil.Bytes(raw))
	return tx.Hash(), err
}

// pay sends units to holder and does not wait for a block.
func (a *asked) pay(nonce uint64, units int64) common.Hash {
	a.Helper()
	hash, err := a.send(nonce, a.fee, contracts.NewTestDollar().PackTransfer(holder, big.NewInt(units)))
	if err != nil {
		a.Fatal(err)
	}
	return hash
}

func (a *asked) commit() *types.Header {
	a.Helper()
	header, err := a.chain.Commit()
	if err != nil {
		a.Fatal(err)
	}
	return header
}

// balanceCall asks for the tokens of holder.
func (a *asked) balanceCall() map[string]any {
	return map[string]any{
		"to":   a.chain.Token(),
		"data": hexutil.Bytes(contracts.NewTestDollar().PackBalanceOf(holder)),
	}
}

func word(n int64) string { return common.BigToHash(big.NewInt(n)).Hex() }

func TestATransactionIsSeenWaitingAndInItsBlock(t *testing.T) {
	a := ask(t)
	hash := a.pay(0, 30)

	waiting := a.object("eth_getTransactionByHash", hash)
	if string(waiting["blockHash"]) != "null" || string(waiting["transactionIndex"]) != "null" {
		t.Errorf("waiting: %s", waiting)
	}
	for tag, want := range map[string]string{"latest": "0x0", "pending": "0x1"} {
		if got := a.must("eth_getTransactionCount", a.settler, tag); got != want {
			t.Errorf("nonce %s: %s, want %s", tag, got, want)
		}
	}
	for slot, want := range map[string]string{"0x1": word(1_000_001_000), word(0x10): word(0), "10": word(0)} {
		if got := a.must("eth_getStorageAt", a.chain.Token(), slot); got != want {
			t.Errorf("slot %s: %s, want %s", slot, got, want)
		}
	}
	for tag, want := range map[string]string{"latest": word(0), "pending": word(30)} {
		if got := a.must("eth_call", a.balanceCall(), tag); got != want {
			t.Errorf("balance %s: %s, want %s", tag, got, want)
		}
	}
	if got := a.must("eth_getTransactionReceipt", hash); got != "null" {
		t.Errorf("receipt before its block: %s", got)
	}

	header := a.commit()
	block := `"` + header.Hash().Hex() + `"`
	included := a.object("eth_getTransactionByHash", hash)
	paid := `"` + hexutil.EncodeBig(new(big.Int).Add(header.BaseFee, big.NewInt(tip(a.fee)))) + `"`
	if string(included["blockHash"]) != block || string(included["gasPrice"]) != paid {
		t.Errorf("included: %s", included)
	}
	receipt := a.object("eth_getTransactionReceipt", hash)
	for member, want := range map[string]string{
		"blockHash":         block,
		"status":            `"0x1"`,
		"type":              `"0x2"`,
		"contractAddress":   "null",
		"effectiveGasPrice": paid,
		"from":              `"` + strings.ToLower(a.settler.Hex()) + `"`,
		"to":                `"` + strings.ToLower(a.chain.Token().Hex()) + `"`,
	} {
		if got := string(receipt[member]); got != want {
			t.Errorf("receipt: %s is %s, want %s", member, got, want)
		}
	}
	if got := a.must("eth_getBlockReceipts", "latest"); !strings.Contains(got, hash.Hex()) {
		t.Errorf("receipts of the block: %s", got)
	}
}

func TestBlocksAreFoundByNumberTagAndHash(t *testing.T) {
	a := ask(t)
	paid := a.pay(0, 1)
	header := a.commit()
	a.commit()

	byNumber := a.must("eth_getBlockByNumber", "0x1", false)
	if !strings.Contains(byNumber, `"transactions":["`+paid.Hex()+`"]`) {
		t.Errorf("block 1: %s", byNumber)
	}
	if got := a.must("eth_getBlockByHash", header.Hash(), false); got != byNumber {
		t.Errorf("by its hash: %s\nby its number: %s", got, byNumber)
	}
	if whole := a.must("eth_getBlockByNumber", "0x1", true); !strings.Contains(whole, `"maxFeePerGas"`) {
		t.Errorf("with its transactions: %s", whole)
	}
	for at, want := range map[string]string{
		"earliest": `"0x0"`,
		"latest":   `"0x2"`,
		"pending":  `"0x3"`,
	} {
		if got := a.object("eth_getBlockByNumber", at, false)["number"]; string(got) != want {
			t.Errorf("%s is block %s, want %s", at, got, want)
		}
	}
	if got := a.must("eth_getBlockByNumber", "0x9", false); got != "null" {
		t.Errorf("a block of the future: %s", got)
	}
	for _, never := range []string{"safe", "finalized"} {
		if got, err := a.try("eth_getBlockByNumber", never, false); err == nil {
			t.Errorf("%s: %s", never, got)
		}
	}
	bare := a.balanceCall()
	for _, unsaid := range []string{"from", "gas", "value", "nonce", "gasPrice", "input", "accessList"} {
		bare[unsaid] = nil
	}
	if got := a.must("eth_call", bare, nil); got != word(1) {
		t.Errorf("what is null is as if it were not there: %s", got)
	}
	if got := a.must("eth_call", a.balanceCall(), "0x0"); got != word(0) {
		t.Errorf("the balance before was %s", got)
	}
	if got, err := a.try("eth_call", a.balanceCall(), "0x9"); err == nil {
		t.Errorf("a balance of the future: %s", got)
	}
}

func TestWaitingTransactionsGiveWayToBetterOnes(t *testing.T) {
	a := ask(t)
	dollar := contracts.NewTestDollar()
	const tooLittle = 10 // below the base fee: it waits
	first, err := a.send(0, tooLittle, dollar.PackTransfer(holder, big.NewInt(1)))
	if err != nil {
		t.Fatal(err)
	}

	for _, row := range []struct {
		why   string
		nonce uint64
		fee   int64
		units int64
		want  string
	}{
		{"the same again", 0, tooLittle, 1, "already known"},
		{"another for the same money", 0, tooLittle, 2, "replacement transaction underpriced"},
		{"after a gap", 2, a.fee, 4, ""},
		{"another for more", 0, a.fee, 8, ""},
	} {
		_, err := a.send(row.nonce, row.fee, dollar.PackTransfer(holder, big.NewInt(row.units)))
		switch {
		case row.want == "" && err != nil:
			t.Errorf("%s: %v", row.why, err)
		case row.want != "" && (err == nil || !strings.Contains(err.Error(), row.want)):
			t.Errorf("%s: %v, want %s", row.why, err, row.want)
		}
	}

	a.commit()
	if got := a.must("eth_call", a.balanceCall()); got != word(8) {
		t.Errorf("holder has %s: only the better one is in the block, and what comes after the gap waits", got)
	}
	if got := a.must("eth_getTransactionByHash", first); got != "null" {
		t.Errorf("what was replaced is still there: %s", got)
	}
	if _, err := a.send(0, a.fee, nil); err == nil || !strings.Contains(err.Error(), "nonce too low") {
		t.Errorf("a nonce that is spent: %v", err)
	}
	a.pay(1, 16)
	a.commit()
	if got := a.must("eth_call", a.balanceCall()); got != word(8+16+4) {
		t.Errorf("holder has %s once the gap is filled", got)
	}
}

func TestARevertIsToldWithWhatTheContractSaid(t *testing.T) {
	a := ask(t)
	call := map[string]any{
		"from": a.settler,
		"to":   a.chain.Token(),
		"data": hexutil.Bytes(contracts.NewTestDollar().PackTransfer(holder, big.NewInt(1001))),
	}

	for _, method := range []string{"eth_call", "eth_estimateGas"} {
		_, err := a.try(method, call)
		var answer rpc.DataError
		if !errors.As(err, &answer) {
			t.Fatalf("%s: %v", method, err)
		}
		const selector = "0x08c379a0" // of Error(string)
		data, _ := answer.ErrorData().(string)
		if code := err.(rpc.Error).ErrorCode(); code != 3 || !strings.HasPrefix(data, selector) {
			t.Errorf("%s: code %d, data %q", method, code, data)
		}
		if want := "execution reverted: ERC20: transfer amount exceeds balance"; err.Error() != want {
			t.Errorf("%s: %q, want %q", method, err, want)
		}
	}
}

func TestAnEstimateIsEnoughAndHalfOfItIsNot(t *testing.T) {
	a := ask(t)
	call := map[string]any{
		"from": a.settler,
		"to":   a.chain.Token(),
		"data": hexutil.Bytes(contracts.NewTestDollar().PackTransfer(holder, big.NewInt(1))),
	}
	gas, err := hexutil.DecodeUint64(a.must("eth_estimateGas", call))
	if err != nil {
		t.Fatal(err)
	}

	call["gas"] = hexutil.Uint64(gas)
	if got := a.must("eth_call", call); got != word(1) {
		t.Errorf("with %d gas: %s", gas, got)
	}
	call["gas"] = hexutil.Uint64(gas / 2)
	if got, err := a.try("eth_call", call); err == nil {
		t.Errorf("with half of it: %s", got)
	}
}

func TestACallSeesAccountsAsItWantsThem(t *testing.T) {
	a := ask(t)
	at := common.HexToAddress("0x9999")
	const firstSlot = "0x5f545f5260205ff3" // returns what is in slot 0
	slots := func(n int64) map[string]any { return map[string]any{word(0): word(n)} }

	for _, row := range []struct {
		why     string
		to      common.Address
		account map[string]any
		want    string
	}{
		{"code where there is none", at, map[string]any{"code": firstSlot}, word(0)},
		{"a slot that differs", at, map[string]any{"code": firstSlot, "stateDiff": slots(7)}, word(7)},
		{"all storage", at, map[string]any{"code": firstSlot, "state": slots(8)}, word(8)},
		{
			"code in place of a built-in contract",
			common.HexToAddress("0x9"), map[string]any{"code": firstSlot, "stateDiff": slots(9)}, word(9),
		},
		{"a balance", at, map[string]any{"code": "0x475f5260205ff3", "balance": "0x5"}, word(5)},
	} {
		call := map[string]any{"to": row.to}
		instead := map[string]any{row.to.Hex(): row.account}
		if got := a.must("eth_call", call, "latest", instead); got != row.want {
			t.Errorf("%s: %s, want %s", row.why, got, row.want)
		}
		if got := a.must("eth_getCode", row.to); got != "0x" {
			t.Errorf("%s: it lasts: %s", row.why, got)
		}
	}

	both := map[string]any{at.Hex(): map[string]any{"state": slots(1), "stateDiff": slots(1)}}
	if got, err := a.try("eth_call", map[string]any{"to": at}, "latest", both); err == nil {
		t.Errorf("all storage and what differs: %s", got)
	}
}

func TestLogsAreFoundByBlockAddressAndTopic(t *testing.T) {
	a := ask(t)
	a.pay(0, 1)
	first := a.commit()
	a.commit()
	a.pay(1, 2)
	a.commit()
	transfer := crypto.Keccak256Hash([]byte("Transfer(address,address,uint256)"))
	padded := common.BytesToHash(holder[:])

	for _, row := range []struct {
		why   string
		query map[string]any
		want  int
	}{
		{"the latest block alone", map[string]any{}, 1},
		{"all blocks", map[string]any{"fromBlock": "0x0"}, 2},
		{"the first two", map[string]any{"fromBlock": "earliest", "toBlock": "0x2"}, 1},
		{"one block by its hash", map[string]any{"blockHash": first.Hash()}, 1},
		{"an address", map[string]any{"fromBlock": "0x0", "address": a.chain.Token()}, 2},
		{"one of two addresses", map[string]any{"fromBlock": "0x0", "address": []any{holder, a.chain.Token()}}, 2},
		{"another address", map[string]any{"fromBlock": "0x0", "address": holder}, 0},
		{"a topic", map[string]any{"fromBlock": "0x0", "topics": []any{transfer}}, 2},
		{"a later topic", map[string]any{"fromBlock": "0x0", "topics": []any{nil, nil, padded}}, 2},
		{"the same in another place", map[string]any{"fromBlock": "0x0", "topics": []any{nil, padded}}, 0},
		{"one of two topics", map[string]any{"fromBlock": "0x0", "topics": []any{[]any{padded, transfer}}}, 2},
		{"any topic", map[string]any{"fromBlock": "0x0", "topics": []any{[]any{padded, nil}}}, 2},
		{"more topics than there are", map[string]any{"fromBlock": "0x0", "topics": []any{nil, nil, nil, nil}}, 0},
	} {
		var found []types.Log
		if err := a.client.CallContext(t.Context(), &found, "eth_getLogs", row.query); err != nil || found == nil {
			t.Fatalf("%s: %v, %v", row.why, found, err)
		}
		if len(found) != row.want {
			t.Errorf("%s: %d logs, want %d", row.why, len(found), row.want)
		}
	}

	for _, row := range []struct {
		why   string
		query map[string]any
	}{
		{"from after to", map[string]any{"fromBlock": "0x2", "toBlock": "0x1"}},
		{"beyond the latest block", map[string]any{"fromBlock": "0x0", "toBlock": "0x9"}},
		{"what is not in a block yet", map[string]any{"toBlock": "pending"}},
		{"a hash and a range", map[string]any{"blockHash": first.Hash(), "fromBlock": "0x0"}},
		{"a hash of nothing", map[string]any{"blockHash": common.Hash{9}}},
		{"five topics", map[string]any{"topics": []any{nil, nil, nil, nil, nil}}},
		{"a topic that is a number", map[string]any{"topics": []any{5}}},
	} {
		if got, err := a.try("eth_getLogs", row.query); err == nil {
			t.Errorf("%s: %s", row.why, got)
		}
	}
}

func TestFeesOfPastBlocksAreTold(t *testing.T) {
	a := ask(t)
	a.pay(0, 1)
	header := a.commit()

	history := a.object("eth_feeHistory", "0x1", "latest", []float64{50})
	if got := string(history["oldestBlock"]); got != `"0x1"` {
		t.Errorf("oldest %s", got)
	}
	if got := string(history["reward"]); got != `[["`+hexutil.EncodeUint64(uint64(tip(a.fee)))+`"]]` {
		t.Errorf("tips %s, want the one that was paid", got)
	}
	if got := string(history["baseFeePerGas"]); !strings.HasPrefix(got, `["`+hexutil.EncodeBig(header.BaseFee)+`",`) {
		t.Errorf("base fees %s", got)
	}
	usual, err := hexutil.DecodeBig(a.must("eth_maxPriorityFeePerGas"))
	if err != nil {
		t.Fatal(err)
	}
	if got := a.must("eth_gasPrice"); got != hexutil.EncodeBig(usual.Add(usual, header.BaseFee)) {
		t.Errorf("gas price %s", got)
	}
}

func TestWhatIsRefused(t *testing.T) {
	a := ask(t)

	for _, row := range []struct {
		why    string
		method string
		params []any
	}{
		{"a method that is left out", "eth_newFilter", []any{map[string]any{}}},
		{"another family of methods", "admin_nodeInfo", nil},
		{"an override of the block", "eth_call", []any{a.balanceCall(), "latest", map[string]any{}, map[string]any{}}},
		{"not an address", "eth_getBalance", []any{"0x12"}},
		{"not a slot", "eth_getStorageAt", []any{holder, "zz"}},
		{"not a transaction", "eth_sendRawTransaction", []any{"0x02"}},
		{"two kinds of fees", "eth_call", []any{map[string]any{"gasPrice": "0x1", "maxFeePerGas": "0x1"}}},
		{"a call of another chain", "eth_call", []any{map[string]any{"chainId": "0x1"}}},
	} {
		if got, err := a.try(row.method, row.params...); err == nil {
			t.Errorf("%s: %s", row.why, got)
		}
	}
	if _, err := a.send(0, 10_000_000_000_000_000, nil); err == nil || !strings.Contains(err.Error(), "1 ether") {
		t.Errorf("a fee of 2,000 ether: %v", err)
	}
}

func TestPagesOfBrowsersMayAsk(t *testing.T) {
	a := ask(t)
	for method, want := range map[string]int{
		http.MethodOptions: http.StatusNoContent,
		http.MethodPost:    http.StatusOK,
	} {
		body := strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"eth_chainId"}`)
		r, err := http.NewRequestWithContext(t.Context(), method, a.chain.RPCURL(), body)
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Origin", "https://shop.example")
		resp, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		resp.Body.Close()
		if resp.StatusCode != want || resp.Header.Get("Access-Control-Allow-Origin") != "*" {
			t.Errorf("%s: %d, %v", method, resp.StatusCode, resp.Header)
		}
	}
}
