package txguard

import (
	"bytes"
	"io"
	"math/big"
	"net/http"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"

	"github.com/farebox/farebox/handlers/handlertest"
	"github.com/farebox/farebox/internal/chain/chaintest"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

// The contracts of an attack: a token that the wallet has allowed a contract to take, and that contract.
var (
	allowed = common.HexToAddress("0x00000000000000000000000000000000000B0001")
	drainer = common.HexToAddress("0x00000000000000000000000000000000000B0002")
	taker   = common.HexToAddress("0x7a16Ff8270133F063aAb6C9977183D9e72835428")
)

// drained is a service over a chain on which the wallet has allowed a contract a token long ago.
func drained(t *testing.T) *handlertest.Service {
	t.Helper()
	return drainedAt(t, nil)
}

// drainedAt is the same with changed endpoints.
func drainedAt(t *testing.T, change func(http.Handler) http.Handler) *handlertest.Service {
	t.Helper()
	return drainedFrom(t, chaintest.Wallet, types.Account{}, change)
}

// drainedFrom is the same with another account in the wallet's place.
func drainedFrom(
	t *testing.T, victim common.Address, account types.Account, change func(http.Handler) http.Handler,
) *handlertest.Service {
	t.Helper()
	token := chaintest.Token(t, allowed, "Allowed", "ALW", 18, map[common.Address]*big.Int{victim: ether(5)})
	const allowances = 2
	owner := crypto.Keccak256(common.LeftPadBytes(victim[:], 32), common.LeftPadBytes([]byte{allowances}, 32))
	slot := crypto.Keccak256Hash(common.LeftPadBytes(drainer[:], 32), owner)
	token.Account.Storage[slot] = common.BigToHash(ether(1000))

	deployed := []chaintest.Deployment{
		token,
		{Address: drainer, Account: types.Account{Code: taking(allowed, taker, ether(5))}},
	}
	if victim != chaintest.Wallet {
		deployed = append(deployed, chaintest.Deployment{Address: victim, Account: account})
	}
	s, _, list := startingWith(t, deployed, change, unpublished)
	if err := list.Refresh(t.Context()); err != nil {
		t.Fatal(err)
	}
	return s
}

// unpublished is what Sourcify says of contracts that it does not know.
var unpublished = upstreamtest.Answer{
	URL:    "https://sourcify.dev/server/v2/contract/8453/0x00000000000000000000000000000000000*",
	Status: http.StatusNotFound,
	Body:   `{"match":null,"chainId":"8453"}`,
}

func ether(n int64) *big.Int { return new(big.Int).Mul(big.NewInt(n), big.NewInt(1e18)) }

// taking is code that moves an amount of a token from whoever calls it to somebody: transferFrom(caller, to, amount).
func taking(token, to common.Address, amount *big.Int) []byte {
	code := "7f23b872dd" + strings.Repeat("00", 28) + "600052" // the selector
	code += "33600452"
	code += "73" + common.Bytes2Hex(to[:]) + "602452"
	code += "7f" + common.Bytes2Hex(common.BigToHash(amount).Bytes()) + "604452"
	code += "6000600060646000600073" + common.Bytes2Hex(token[:]) + "5af100"
	return common.FromHex(code)
}

// TestDrainOfAnOldAllowanceIsBlockedAlthoughItsDataNameNobody: only the execution shows it.
func TestDrainOfAnOldAllowanceIsBlockedAlthoughItsDataNameNobody(t *testing.T) {
	s := drained(t)
	claim := map[string]any{"to": drainer.Hex(), "data": "0x4e71d92d"}
	if _, blind := s.Post("/tx/raw", claim); blind["verdict"] != "warn" || blind["simulated"] != false {
		t.Errorf("without a sender: %v %v", blind["verdict"], blind["simulated"])
	}

	claim["from"] = chaintest.Wallet.Hex()
	_, seen := s.Post("/tx/raw", claim)
	has(t, seen, "assets_taken")
	effects, _ := seen["effects"].(map[string]any)
	changes, _ := effects["changes"].([]any)
	if seen["verdict"] != "block" || seen["simulated"] != true || effects["status"] != "worked" || len(changes) != 2 {
		t.Fatalf("%v %v", seen["verdict"], effects)
	}
	mine, _ := changes[0].(map[string]any)
	other, _ := changes[1].(map[string]any)
	if mine["sender"] != true || mine["amount"] != "-5" || mine["token_symbol"] != "ALW" ||
		other["account"] != taker.Hex() || other["amount_raw"] != ether(5).String() {
		t.Errorf("%v", changes)
	}
}

// TestEndpointsThatDoNotExecuteAreReadInstead: the transaction runs here then, with the same result.
func TestEndpointsThatDoNotExecuteAreReadInstead(t *testing.T) {
	refusing := func(h http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			body, err := io.ReadAll(r.Body)
			if err != nil {
				http.Error(w, err.Error(), http.StatusBadRequest)
				return
			}
			if bytes.Contains(body, []byte("eth_simulateV1")) {
				w.Header().Set("Content-Type", "application/json")
				_, _ = io.WriteString(w, `{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"method not found"}}`)
				return
			}
			r.Body = io.NopCloser(bytes.NewReader(body))
			h.ServeHTTP(w, r)
		})
	}

	s := drainedAt(t, refusing)
	_, seen := s.Post("/tx/raw", map[string]any{
		"to":   drainer.Hex(),
		"data": "0x4e71d92d",
		"from": chaintest.Wallet.Hex(),
	})
	has(t, seen, "assets_taken")
	if seen["verdict"] != "block" || seen["simulated"] != true || statusOf(t, seen, "simulation") != "ok" {
		t.Errorf("%v %v %v", seen["verdict"], seen["simulated"], seen["sources"])
	}
}

// TestTransactionThatFailsNowIsJudgedByItsData.
func TestTransactionThatFailsNowIsJudgedByItsData(t *testing.T) {
	s := drained(t)
	_, answer := s.Post("/tx/raw", map[string]any{
		"to":   allowed.Hex(),
		"data": "0xa9059cbb" + word(taker.Hex()) + strings.Repeat("f", 64),
		"from": chaintest.Wallet.Hex(),
	})
	has(t, answer, "would_fail_now")
	effects, _ := answer["effects"].(map[string]any)
	if detail, _ := effects["detail"].(string); effects["status"] != "fails" || !strings.Contains(detail, "balance too low") {
		t.Errorf("%v", effects)
	}
}

// TestCreationOfAContractIsJudgedByWhatItsConstructorDoes.
func TestCreationOfAContractIsJudgedByWhatItsConstructorDoes(t *testing.T) {
	s := drained(t)
	create := func(data, value string) map[string]any {
		_, answer := s.Post("/tx/raw", map[string]any{"data": data, "value": value, "from": chaintest.Wallet.Hex()})
		return answer
	}
	const stop = "0x600160005360016000f3" // returns the code 01
	passing := "0x6000600060006000" + "34" + "73" + common.Bytes2Hex(taker[:]) + "5af100"
	for _, c := range []struct {
		why, data, value, verdict string
	}{
		{"a contract is made", stop, "0", "allow"},
		{"coins go into what is made", stop, "1000000000000000", "allow"},
		{"the constructor passes the coins on", passing, "100000000000000000", "block"},
	} {
		answer := create(c.data, c.value)
		if answer["verdict"] != c.verdict || answer["to"] != nil || answer["kind"] != "contract_creation" {
			t.Errorf("%s: %v %v %v %v", c.why, answer["verdict"], answer["to"], answer["kind"], answer["reasons"])
		}
	}
}

// TestCallThatAMessageStandsForIsExecuted: whoever has the signature can make it.
func TestCallThatAMessageStandsForIsExecuted(t *testing.T) {
	s := drained(t)
	message := func(call string) map[string]any {
		return map[string]any{
			"signer": chaintest.Wallet.Hex(),
			"typed_data": map[string]any{
				"types": map[string]any{
					"MetaTransaction": []map[string]string{
						{"name": "nonce", "type": "uint256"},
						{"name": "from", "type": "address"},
						{"name": "functionSignature", "type": "bytes"},
					},
				},
				"primaryType": "MetaTransaction",
				"domain":      map[string]any{"name": "Game", "version": "1", "chainId": 8453, "verifyingContract": drainer.Hex()},
				"message": map[string]any{
					"nonce":             0,
					"from":              chaintest.Wallet.Hex(),
					"functionSignature": call,
				},
			},
		}
	}
	_, answer := s.Post("/tx/signature", message("0x4e71d92d"))
	has(t, answer, "assets_taken")
	effects, _ := answer["effects"].(map[string]any)
	if answer["verdict"] != "block" || answer["simulated"] != true || effects["status"] != "worked" {
		t.Errorf("%v %v", answer["verdict"], effects)
	}
}

// TestTransactionOfASafeThatLacksSignaturesIsExecutedAsTheSafe, one call or a batch.
func TestTransactionOfASafeThatLacksSignaturesIsExecutedAsTheSafe(t *testing.T) {
	const callOnly = "0x9641d764fc13c8B624c04430C7356C1C7C8102e2"
	safe := common.HexToAddress("0x00000000000000000000000000000000000B0003")
	s := drainedFrom(t, safe, types.Account{Code: common.FromHex("60006000fd")}, nil) // fails, as without signatures
	claim := common.FromHex("0x4e71d92d")
	packed := append([]byte{0}, drainer[:]...)
	packed = append(packed, make([]byte, 32)...)
	packed = append(append(packed, common.LeftPadBytes([]byte{byte(len(claim))}, 32)...), claim...)
	batch := "8d80ff0a" + word("0x20") + bytesOf(packed)

	for why, inner := range map[string]string{
		"one call": word(drainer.Hex()) + word("0x0") + word("0x140") + word("0x0"),
		"a batch":  word(callOnly) + word("0x0") + word("0x140") + word("0x1"),
	} {
		data := bytesOf(claim)
		if why == "a batch" {
			data = bytesOf(common.FromHex(batch))
		}
		exec := "0x6a761202" + inner + strings.Repeat(word("0x0"), 5) + word(hexutil.EncodeUint64(uint64(0x140+len(data)/2))) +
			data + word("0x0")
		call := map[string]any{"to": safe.Hex(), "data": exec}
		if _, blind := s.Post("/tx/raw", call); blind["simulated"] != false {
			t.Errorf("%s: executed without a sender", why)
		}

		call["from"] = chaintest.Wallet.Hex()
		_, answer := s.Post("/tx/raw", call)
		has(t, answer, "assets_taken")
		effects, _ := answer["effects"].(map[string]any)
		changes, _ := effects["changes"].([]any)
		if answer["verdict"] != "block" || effects["status"] != "worked" || len(changes) != 2 {
			t.Fatalf("%s: %v %v", why, answer["verdict"], effects)
		}
		if mine, _ := changes[0].(map[string]any); mine["account"] != safe.Hex() || mine["amount"] != "-5" {
			t.Errorf("%s: %v", why, changes)
		}
	}
}

// TestContractThatOnlyLooksLikeASafeIsExecutedAsItself: what it does to whoever calls it counts, and not what a Safe
// would do.
func TestContractThatOnlyLooksLikeASafeIsExecutedAsItself(t *testing.T) {
	s := drained(t)
	harmless := word(allowed.Hex()) + word("0x0") + word("0x140") + strings.Repeat(word("0x0"), 6) + word("0x160")
	_, answer := s.Post("/tx/raw", map[string]any{
		"to":   drainer.Hex(),
		"data": "0x6a761202" + harmless + word("0x0") + word("0x0"),
		"from": chaintest.Wallet.Hex(),
	})
	if has(t, answer, "assets_taken"); answer["verdict"] != "block" {
		t.Errorf("%v %v", answer["verdict"], answer["reasons"])
	}
}

// bytesOf is an argument of bytes: its length and what fills whole words.
func bytesOf(b []byte) string {
	length := common.Bytes2Hex(common.LeftPadBytes(big.NewInt(int64(len(b))).Bytes(), 32))
	return length + common.Bytes2Hex(common.RightPadBytes(b, (len(b)+31)/32*32))
}

// recovering is code that recovers who has signed a digest, and logs that the account's NFTs are somebody's from now
// on: ApprovalForAll(signer, operator, true). Without a signer it fails.
func recovering(digest common.Hash, operator common.Address) []byte {
	topic := crypto.Keccak256([]byte("ApprovalForAll(address,address,bool)"))
	code := "7f" + common.Bytes2Hex(digest[:]) + "5f52601b60205260016040526001606052" // digest, v, r, s
	code += "602060a060805f60015afa50" + "60a051604757" + "5f5ffd5b"                  // the signer at 0xa0, or no way on
	code += "60015f52" + "73" + common.Bytes2Hex(operator[:]) + "60a051"              // true
	code += "7f" + common.Bytes2Hex(topic) + "60205fa300"
	return common.FromHex(code)
}

// signed is a message for the contract at a token's address, whose code the digest makes. Its source is published, with
// an ABI.
func signed(
	t *testing.T, primary string, members []map[string]string, message map[string]any,
	code func(common.Hash) []byte, abi string,
) (answer map[string]any) {
	t.Helper()
	at := common.HexToAddress("0x00000000000000000000000000000000000B0004")
	request := map[string]any{"signer": chaintest.Wallet.Hex(), "typed_data": map[string]any{
		"types":       map[string]any{primary: members},
		"primaryType": primary,
		"domain":      map[string]any{"name": "T", "version": "1", "chainId": 8453, "verifyingContract": at.Hex()},
		"message":     message,
	}}
	source := upstreamtest.Answer{
		URL: "https://sourcify.dev/server/v2/contract/8453/" + at.Hex(),
		Body: `{"match":"match","chainId":"8453","address":"` + at.Hex() + `","deployment":{"blockNumber":"1"},` +
			`"proxyResolution":{"isProxy":false,"proxyType":null,"implementations":[]},"abi":` + abi + `}`,
	}
	digest := common.Hash{}
	for range 2 { // whatever code is there, the digest is the same
		deployed := []chaintest.Deployment{{Address: at, Account: types.Account{Code: code(digest)}}}
		s, _, list := startingWith(t, deployed, nil, source, unpublished)
		if err := list.Refresh(t.Context()); err != nil {
			t.Fatal(err)
		}
		_, answer = s.Post("/tx/signature", request)
		text, _ := answer["digest"].(string)
		digest = common.HexToHash(text)
	}
	return answer
}

// TestMessageIsExecutedAsTheCallThatUsesItsSignature: the signature is not there yet, and is taken as given, of this
// message alone. A contract that refuses it is named as one, and the message is judged as it was read.
func TestMessageIsExecutedAsTheCallThatUsesItsSignature(t *testing.T) {
	permit := []map[string]string{
		{"name": "owner", "type": "address"},
		{"name": "spender", "type": "address"},
		{"name": "value", "type": "uint256"},
		{"name": "nonce", "type": "uint256"},
		{"name": "deadline", "type": "uint256"},
	}
	claim := []map[string]string{{"name": "order", "type": "bytes32"}, {"name": "nonce", "type": "uint256"}}
	values := map[string]any{
		"owner":    chaintest.Wallet.Hex(),
		"spender":  "0x000000000022D473030F116dDEE9F6B43aC78BA3",
		"value":    "5",
		"nonce":    0,
		"deadline": "1893456000",
		"order":    common.HexToHash("0x8d").Hex(),
	}
	const takesClaim = `{"type":"function","name":"claim","stateMutability":"nonpayable","outputs":[],"inputs":[
		{"name":"_order","type":"bytes32"},{"name":"_nonce","type":"uint256"},{"name":"_signature","type":"bytes"}]}`
	one := "[" + takesClaim + "]"
	two := "[" + takesClaim + "," + strings.Replace(takesClaim, "claim", "cancel", 1) + "]"
	honest := func(digest common.Hash) []byte { return recovering(digest, taker) }
	another := func(digest common.Hash) []byte { return recovering(crypto.Keccak256Hash(digest[:]), taker) }

	for _, c := range []struct {
		why, primary string
		members      []map[string]string
		code         func(common.Hash) []byte
		abi          string
		status       string
		verdict      string
		found        string
	}{
		{"its effect counts", "Permit", permit, honest, "[]", "worked", "block", "approval_all_nft"},
		{"a contract that knows another domain", "Permit", permit, another, "[]", "fails", "allow", "would_fail_now"},
		{"a function of the contract", "Claim", claim, honest, one, "worked", "block", "approval_all_nft"},
		{"two functions", "Claim", claim, honest, two, "not_executed", "allow", "unknown_type"},
		{"no function", "Claim", claim, honest, "[]", "not_executed", "allow", "unknown_type"},
	} {
		t.Run(c.why, func(t *testing.T) {
			answer := signed(t, c.primary, c.members, values, c.code, c.abi)
			has(t, answer, c.found)
			effects, _ := answer["effects"].(map[string]any)
			if effects["status"] != c.status || answer["verdict"] != c.verdict {
				t.Errorf("%v %v", answer["verdict"], effects)
			}
		})
	}
}
