package chain

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"net/http"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/shopspring/decimal"

	"github.com/farebox/farebox/handlers/handlertest"
	"github.com/farebox/farebox/internal/chain/chaintest"
	"github.com/farebox/farebox/internal/chain/evm"
	"github.com/farebox/farebox/internal/chain/evm/contracts"
	"github.com/farebox/farebox/internal/samples"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

// head is the newest block of a tokenNode: one that every network has reached.
const head = 40_000_000

// tokenNode is an RPC endpoint that only knows tokens, through Multicall3.
type tokenNode struct {
	chainID uint64
	tokens  map[common.Address]tokenName
	mute    bool // answers no contract call
}

type tokenName struct {
	symbol   string
	decimals uint8
}

type rpcCall struct {
	ID     json.RawMessage   `json:"id"`
	Method string            `json:"method"`
	Params []json.RawMessage `json:"params"`
}

func (n tokenNode) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var raw json.RawMessage
	var calls []rpcCall
	if err := json.NewDecoder(r.Body).Decode(&raw); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	if json.Unmarshal(raw, &calls) != nil {
		var call rpcCall
		if err := json.Unmarshal(raw, &call); err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		_ = json.NewEncoder(w).Encode(n.reply(call))
		return
	}
	replies := []any{}
	for _, call := range calls {
		replies = append(replies, n.reply(call))
	}
	_ = json.NewEncoder(w).Encode(replies)
}

func (n tokenNode) reply(call rpcCall) map[string]any {
	reply := map[string]any{"jsonrpc": "2.0", "id": call.ID, "result": nil}
	switch call.Method {
	case "eth_chainId":
		reply["result"] = hexutil.Uint64(n.chainID)
	case "eth_blockNumber":
		reply["result"] = hexutil.Uint64(head)
	case "eth_call":
		if n.mute {
			delete(reply, "result")
			reply["error"] = map[string]any{"code": -32603, "message": "internal"}
			break
		}
		reply["result"] = n.aggregate(call.Params[0])
	}
	return reply
}

// aggregate runs aggregate3 over the table of tokens.
func (n tokenNode) aggregate(raw json.RawMessage) hexutil.Bytes {
	var msg struct{ Data, Input hexutil.Bytes }
	parsed, err := contracts.Multicall3MetaData.ParseABI()
	if err != nil || json.Unmarshal(raw, &msg) != nil {
		return nil
	}
	method := parsed.Methods["aggregate3"]
	values, err := method.Inputs.Unpack(append(msg.Data, msg.Input...)[4:])
	if err != nil {
		return nil
	}
	var calls []contracts.Multicall3Call3
	if err := method.Inputs.Copy(&calls, values); err != nil {
		return nil
	}
	multicall := contracts.NewMulticall3()
	results := []contracts.Multicall3Result{}
	for _, c := range calls {
		t, known := n.tokens[c.Target]
		var data []byte
		switch {
		case c.Target == evm.Multicall3 && string(c.CallData) == string(multicall.PackGetBlockNumber()):
			data = common.BigToHash(big.NewInt(head)).Bytes()
		case c.Target == evm.Multicall3: // the block's time, and the previous block's hash
			data = common.BigToHash(big.NewInt(time.Now().Unix())).Bytes()
		case !known:
		case string(c.CallData) == string(contracts.NewERC20().PackSymbol()):
			data = append(common.LeftPadBytes([]byte{32}, 32), common.LeftPadBytes([]byte{byte(len(t.symbol))}, 32)...)
			data = append(data, common.RightPadBytes([]byte(t.symbol), 32)...)
		default:
			data = common.LeftPadBytes([]byte{t.decimals}, 32)
		}
		results = append(results, contracts.Multicall3Result{Success: true, ReturnData: data})
	}
	out, err := method.Outputs.Pack(results)
	if err != nil {
		return nil
	}
	return out
}

var baseNode = tokenNode{chainID: 8453, tokens: map[common.Address]tokenName{common.HexToAddress("0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913"): {"USDC", 6}}}

// explaining serves the family over the world.
func explaining(t *testing.T, world *upstreamtest.World, env map[string]string, price NativePrice) *handlertest.Service {
	t.Helper()
	pool := world.Pool(t, env)
	chains, err := evm.New(pool, evm.Options{HedgeAfter: time.Minute})
	if err != nil {
		t.Fatal(err)
	}
	h := New(Sources{Chains: chains, Pool: pool})
	h.explain.price = price
	return handlertest.New(t, "chain", h.Register)
}

// onBase is a world in which Base's first endpoint is node.
func onBase(t *testing.T, node http.Handler, answers ...upstreamtest.Answer) *upstreamtest.World {
	t.Helper()
	world := upstreamtest.New(t, answers...)
	world.Handle("mainnet.base.org", node)
	return world
}

func warnings(answer map[string]any) string { return fmt.Sprint(answer["warnings"]) }

func TestExplainAnswersTheExampleOfTheSpec(t *testing.T) {
	node := tokenNode{chainID: 8453, tokens: map[common.Address]tokenName{
		common.HexToAddress("0x4200000000000000000000000000000000000006"): {"WETH", 18},
	}}
	world := onBase(t, chaintest.WithExplained(node), chaintest.ExplainAnswers()...)
	service := explaining(t, world, nil, func(context.Context, string) (decimal.Decimal, error) {
		return decimal.NewFromInt(3500), nil
	})
	status, got := service.Get("/tx/explain", "hash", chaintest.WrapHash, "network", "base")
	want := service.Doc.Paths.Find("/tx/explain").Get.Responses.Value("200").Value.Content.Get("application/json").Example
	if status != http.StatusOK || !reflect.DeepEqual(got, want) {
		b, _ := json.MarshalIndent(got, "", "  ")
		t.Errorf("%d %s\nwant %v", status, b, want)
	}
	if m := world.Misses(); len(m) > 0 {
		t.Errorf("asked for an unknown hash: %q", m)
	}
}

// TestExplainTakesFewRoundTrips counts all requests in keyless cases, and with keys the successive ones: the
// transaction, then the longer of names (1) and explorers.
func TestExplainTakesFewRoundTrips(t *testing.T) {
	down := func(url string) upstreamtest.Answer { return upstreamtest.Answer{URL: url, Status: 500, Body: "{}"} }
	for _, tt := range []struct {
		why            string
		env            map[string]string
		answers        []upstreamtest.Answer
		rpc, explorers int
	}{
		{"the first explorer answers", nil, chaintest.ExplainAnswers(), 2, 1},
		{"no explorer answers", nil, []upstreamtest.Answer{down("https://api.routescan.io/*"), down("https://base.blockscout.com/*")}, 2, 2},
		{
			"none answers, with keys", map[string]string{"BLOCKSCOUT_API_KEY": "k", "ETHERSCAN_API_KEY": "k"},
			[]upstreamtest.Answer{down("https://api.routescan.io/*"), down("https://api.blockscout.com/*"), down("https://api.etherscan.io/*")}, 2, 2,
		},
	} {
		t.Run(tt.why, func(t *testing.T) {
			world := onBase(t, chaintest.WithExplained(baseNode), tt.answers...)
			if status, _ := explaining(t, world, tt.env, nil).Get("/tx/explain", "hash", chaintest.ExplainHash); status != http.StatusOK {
				t.Fatal(status)
			}
			rpc, explorers := 0, 0
			for _, a := range world.Asked() {
				if strings.HasPrefix(a, "POST ") {
					rpc++
				} else {
					explorers++
				}
			}
			if rpc != tt.rpc || explorers != tt.explorers || rpc+explorers > 4 {
				t.Errorf("%d RPC requests, %d to explorers: %q", rpc, explorers, world.Asked())
			}
		})
	}
}

func TestExplainSaysWhatItLacks(t *testing.T) {
	mute := baseNode
	mute.mute = true
	status, got := explaining(t, onBase(t, chaintest.WithExplained(mute)), nil, func(context.Context, string) (decimal.Decimal, error) {
		return decimal.Decimal{}, errors.New("no price today")
	}).Get("/tx/explain", "hash", chaintest.ExplainHash)
	if status != http.StatusOK || got["operation"] != "swap" || !strings.Contains(warnings(got), "token_names_unavailable") {
		t.Errorf("%d %v", status, got)
	}
	statuses := map[any]any{}
	for _, one := range got["sources"].([]any) {
		source := one.(map[string]any)
		statuses[source["name"]] = source["status"]
	}
	want := map[any]any{"rpc": "ok", "explorers": "error", "token-names": "error", "price": "error"}
	if !reflect.DeepEqual(statuses, want) || got["partial"] != true {
		t.Errorf("partial %v, sources %v", got["partial"], statuses)
	}
	if c := got["coverage"].(map[string]any); c["internal_tx"] != "unavailable" || c["method"] != "logs+native" || c["trace"] != "unavailable_keyless" {
		t.Errorf("coverage %v", c)
	}
	if g := got["gas"].(map[string]any); g["fee_usd"] != nil || g["fee_native"] == nil {
		t.Errorf("gas %v", g)
	}
	if s := got["summary"].(string); !strings.HasPrefix(s, "Swapped 1.25 ETH for 3120500000 units of 0x8335...2913") {
		t.Errorf("summary %q", s)
	}
}

func TestExplainValuesTheFee(t *testing.T) {
	asked := ""
	_, got := explaining(t, onBase(t, chaintest.WithExplained(baseNode), chaintest.ExplainAnswers()...), nil, func(_ context.Context, network string) (decimal.Decimal, error) {
		asked = network
		return decimal.RequireFromString("2500"), nil
	}).Get("/tx/explain", "hash", chaintest.ExplainHash)
	g := got["gas"].(map[string]any)
	fee, l1 := 128216*5000000, 10000000000 // gas used at 0.005 gwei, and the L1 fee on top
	if want := float64(fee+l1) / 1e18; g["fee_native"] != want || g["fee_usd"] != 0.00162770 || g["l1_fee_native"] != 1e-8 || asked != "base" {
		t.Errorf("%v of %s, want %v", g, asked, want)
	}
}

func TestExplainOfWhatIsNotThere(t *testing.T) {
	node := chaintest.WithExplained(baseNode)
	two := onBase(t, node)
	two.Handle("base-rpc.publicnode.com", node) // one endpoint alone is not believed when it denies a transaction
	for _, tt := range []struct {
		why    string
		world  *upstreamtest.World
		query  []string
		status int
		field  any
	}{
		{"nobody knows the hash", two, []string{"hash", "0x" + strings.Repeat("1", 64)}, 404, "hash"},
		{"no hash", two, []string{"network", "base"}, 400, nil},
		{"a short hash", two, []string{"hash", "0x11"}, 400, nil},
		{"a network that is not ours", two, []string{"hash", chaintest.ExplainHash, "network", "solana"}, 400, nil},
		{"no endpoint can be reached", upstreamtest.New(t), []string{"hash", chaintest.ExplainHash}, 502, nil},
	} {
		t.Run(tt.why, func(t *testing.T) {
			status, got := explaining(t, tt.world, nil, nil).Get("/tx/explain", tt.query...)
			if status != tt.status || tt.field != nil && got["field"] != tt.field {
				t.Errorf("%d %v", status, got)
			}
		})
	}
}

func TestExplainOfAPendingTransaction(t *testing.T) {
	const hash = "0x00000000000000000000000000000000000000000000000000000000feedbeef"
	node := chaintest.WithTransaction(baseNode, hash, []byte(`{"hash":"`+hash+`","type":"0x2","from":"0xa11ce00000000000000000000000000000000001","to":"0x833589fcd6edb6e08f4c7c32d4f71b54bda02913","nonce":"0x1","gas":"0x5208",
		"gasPrice":"0x1","maxFeePerGas":"0x1","maxPriorityFeePerGas":"0x1","value":"0x0","blockHash":null,"blockNumber":null,"transactionIndex":null,"chainId":"0x2105",
		"input":"0xa9059cbb000000000000000000000000b0b000000000000000000000000000000000000200000000000000000000000000000000000000000000000000000000004c4b40"}`), []byte("null"))
	world := onBase(t, node)
	world.Handle("base-rpc.publicnode.com", node)
	status, got := explaining(t, world, nil, nil).Get("/tx/explain", "hash", hash)
	if status != http.StatusOK || got["status"] != "pending" || got["operation"] != "transfer" || got["summary"] != "Pending: transfer of 5 USDC to 0xb0b0...0002" || got["block_number"] != nil {
		t.Errorf("%d %v", status, got)
	}
	if got["partial"] != false {
		t.Errorf("partial for want of what a pending transaction has not: %v", got["sources"])
	}
	if g := got["gas"].(map[string]any); g["gas_used"] != nil || g["fee_native"] != nil {
		t.Errorf("gas %v", g)
	}
}

// TestExplainOnARunningChain explains real transactions of a chain over its RPC, including the example's, with the
// node's types, fees and logs and the token contracts' names.
func TestExplainOnARunningChain(t *testing.T) {
	c := chaintest.Start(t, chaintest.Options{})
	world := upstreamtest.New(t, chaintest.Answers()...)
	c.Mount(world)
	call := func(signature string, args ...common.Hash) []byte {
		b := crypto.Keccak256([]byte(signature))[:4]
		for _, a := range args {
			b = append(b, a[:]...)
		}
		return b
	}
	wallet, usdc := common.BytesToHash(chaintest.Wallet[:]), c.Token()
	native := c.SendValue(&chaintest.Wallet, big.NewInt(3e15), nil)
	approve := c.Send(usdc, call("approve(address,uint256)", wallet, common.BigToHash(big.NewInt(2_500_000))))
	deploy := c.SendValue(nil, nil, []byte{0x60, 0x00, 0x60, 0x00, 0xf3}) // returns no code
	c.Commit()
	service := explaining(t, world, nil, nil)
	for _, tt := range []struct{ hash, network, operation, summary string }{
		{chaintest.ExplainHash, "base", "swap", "Swapped 1.25 ETH for 3,120.5 USDC via Uniswap Universal Router v2"},
		{chaintest.ExampleTx.Hex(), "base", "transfer", "Sent 1.25 USDC to 0x1111...1111"},
		{chaintest.ExampleTx.Hex(), "ethereum", "transfer", ""},
		{native.Hash().Hex(), "base", "transfer", "Sent 0.003 ETH to 0x1111...1111"},
		{approve.Hash().Hex(), "base", "approve", "Approved 0x1111...1111 to spend 2.5 USDC"},
		{deploy.Hash().Hex(), "base", "deploy", ""},
	} {
		status, got := service.Get("/tx/explain", "hash", tt.hash, "network", tt.network)
		if status != http.StatusOK || got["operation"] != tt.operation || got["status"] != "success" || tt.summary != "" && got["summary"] != tt.summary {
			t.Errorf("%s: %d %v", tt.summary, status, got)
		}
	}
}

// TestExplainFeesOfRecordedTransactions covers the recorded transactions of all networks.
func TestExplainFeesOfRecordedTransactions(t *testing.T) {
	samples.Path(t, "evm-rpc") // skips without the samples
	for _, tt := range []struct{ sample, network, host, operation, status, fee, warning string }{
		{"base-swap-aerodrome-v2-token-token", "base", "mainnet.base.org", "swap", "success", "", "l1_fee_missing"},
		{"base-swap-uniswap-v3-eth-token", "base", "mainnet.base.org", "swap", "success", "0.000189731906791024", ""},
		{"base-swap-1inch-v6-token-eth", "base", "mainnet.base.org", "swap", "success", "0.000019908608867869", "native_payout_inferred"},
		{"base-deposit-tx-type-0x7e", "base", "mainnet.base.org", "receive", "success", "0", ""},
		{"base-nft-mint-paid", "base", "mainnet.base.org", "mint", "success", "0.000003052725765774", ""},
		{"ethereum-nft-buy-wyvern-erc1155", "ethereum", "ethereum-rpc.publicnode.com", "NFT buy", "success", "0.014627132788554834", ""},
		{"ethereum-contract-deploy", "ethereum", "ethereum-rpc.publicnode.com", "deploy", "success", "0.001220261148478126", ""},
		{"ethereum-failed-tx", "ethereum", "ethereum-rpc.publicnode.com", "contract call", "failed", "0.00056954114283532", ""},
		{"ethereum-address-poisoning-zero-transfers", "ethereum", "ethereum-rpc.publicnode.com", "contract call", "success", "0.00528232489652584", "zero_value_transfers_ignored"},
		{"arbitrum-wrap-transfer-only", "arbitrum", "arb1.arbitrum.io", "wrap", "success", "0.000001382891214", ""},
		{"arbitrum-native-transfer", "arbitrum", "arb1.arbitrum.io", "receive", "success", "0", ""},
		{"optimism-unwrap", "optimism", "mainnet.optimism.io", "unwrap", "success", "0.000001897927938075", ""},
		{"polygon-wrap-native-0x1010-logs", "polygon", "polygon-bor-rpc.publicnode.com", "wrap", "success", "0.007112105381183941", ""},
		{"gnosis-wrap", "gnosis", "rpc.gnosischain.com", "wrap", "success", "0.0000586761", ""},
		{"scroll-wrap-double-event", "scroll", "rpc.scroll.io", "wrap", "success", "0.000199290832110225", ""},
	} {
		t.Run(tt.sample, func(t *testing.T) {
			tx, receipt := recorded(t, tt.sample+".tx.json"), recorded(t, tt.sample+".receipt.json")
			var of struct{ TransactionHash string }
			if err := json.Unmarshal(receipt, &of); err != nil {
				t.Fatal(err)
			}
			chains, err := evm.New(upstreamtest.New(t).Pool(t, nil), evm.Options{})
			if err != nil {
				t.Fatal(err)
			}
			client, err := chains.Network(tt.network)
			if err != nil {
				t.Fatal(err)
			}
			world := upstreamtest.New(t)
			world.Handle(tt.host, chaintest.WithTransaction(tokenNode{chainID: client.Network().ChainID}, of.TransactionHash, tx, receipt))
			status, got := explaining(t, world, nil, nil).Get("/tx/explain", "hash", of.TransactionHash, "network", tt.network)
			if status != http.StatusOK || got["operation"] != tt.operation || got["status"] != tt.status || tt.warning != "" && !strings.Contains(warnings(got), tt.warning) {
				t.Errorf("%d %v", status, got)
			}
			var want any // null if a part of it is unknown
			if fee, told := new(big.Float).SetString(tt.fee); told {
				want, _ = fee.Float64()
			}
			if g, _ := got["gas"].(map[string]any); g["fee_native"] != want {
				t.Errorf("fee %v, want %v", g["fee_native"], want)
			}
		})
	}
}

// TestExplainedFeePaidInATokenHasNoNativeAmount: on Celo the gas price may be in a token (CIP-64).
func TestExplainedFeePaidInATokenHasNoNativeAmount(t *testing.T) {
	price := decimal.NewFromInt(2)
	g := gathered{price: &price}
	n := &evm.Network{Name: "celo", NativeSymbol: "CELO", Rollup: evm.OPStack}
	found := &evm.Found{Tx: &evm.Transaction{Type: 0x7b}, Receipt: &evm.Receipt{GasUsed: 5, EffectiveGasPrice: big.NewInt(7), L1Fee: big.NewInt(1)}}
	if gas, warn := g.gas(n, found); gas.FeeNative != nil || gas.FeeUSD != nil || *gas.GasUsed != 5 || fmt.Sprint(warn) != "[fee_paid_in_token]" {
		t.Errorf("%+v %v", gas, warn)
	}
	found.Tx.Type = 2
	if gas, warn := g.gas(n, found); *gas.FeeNative != "0.000000000000000036" || len(warn) > 0 {
		t.Errorf("%v %v", *gas.FeeNative, warn)
	}
}

// recorded is the result of a recorded JSON-RPC answer.
func recorded(t *testing.T, name string) json.RawMessage {
	t.Helper()
	b := samples.Read(t, "evm-rpc/"+name)
	var reply struct{ Result json.RawMessage }
	if err := json.Unmarshal(b, &reply); err != nil {
		t.Fatal(err)
	}
	return reply.Result
}
