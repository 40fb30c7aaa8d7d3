package txguard

import (
	"encoding/json"
	"net/http"
	"reflect"
	"strings"
	"testing"

	"github.com/farebox/farebox/handlers/txguard/tokenrisk/tokentest"
	"github.com/farebox/farebox/handlers/txguard/txguardtest"
	"github.com/farebox/farebox/internal/chain/chaintest"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

const usdc = "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913"

const (
	testUSDC = "0x036CbD53842c5426634e7929541eC2318f3dCF7e" // on Base Sepolia
	permit2  = "0x000000000022D473030F116dDEE9F6B43aC78BA3"
)

func word(hex string) string {
	return strings.Repeat("0", 64-len(strings.TrimPrefix(hex, "0x"))) + strings.TrimPrefix(strings.ToLower(hex), "0x")
}

func TestSpendersAreLookedAtOnChain(t *testing.T) {
	s, _ := service(t)
	approve := func(spender, amount string) map[string]any {
		status, answer := s.Post("/tx/raw", map[string]any{"network": "base", "to": usdc, "data": "0x095ea7b3" + word(spender) + word(amount), "from": chaintest.Wallet.Hex()})
		if status != http.StatusOK {
			t.Fatalf("%d %v", status, answer)
		}
		return answer
	}
	eoa := approve(tokentest.Owner.Hex(), "0x5")
	has(t, eoa, "approval_spender_eoa")
	contract := approve(tokentest.Plain.Hex(), "0x5")
	has(t, contract, "approval_spender_unknown")
	if contract["verdict"] != "allow" || eoa["verdict"] != "warn" {
		t.Errorf("verdicts %v, %v", contract["verdict"], eoa["verdict"])
	}
	delegated := approve(chaintest.Delegated.Hex(), "0x5")
	has(t, delegated, "approval_spender_eoa")
	// the wallet holds 7.5 USDC, and 760 are asked for
	beyond := approve(tokentest.Owner.Hex(), "0x2d4cae00")
	has(t, beyond, "amount_most_of_balance")
	thief := approve(txguardtest.Thief.Hex(), "0x5")
	if has(t, thief, "known_drainer"); thief["verdict"] != "block" || thief["risk_score"] != 100.0 {
		t.Errorf("%v %v", thief["verdict"], thief["risk_score"])
	}
}

func TestTargetsAreLookedAtOnChain(t *testing.T) {
	s, _ := service(t)
	_, answer := s.Post("/tx/raw", map[string]any{"network": "eip155:8453", "to": tokentest.Owner.Hex(), "data": "0xa9059cbb" + word("0x1") + word("0x1")})
	has(t, answer, "to_not_contract")
	_, answer = s.Post("/tx/raw", map[string]any{"network": "base", "to": tokentest.Plain.Hex(), "data": "0x12345678"})
	if has(t, answer, "unknown_selector"); answer["verdict"] != "allow" { // its source is published, and it can give nobody anything
		t.Errorf("verdict %v", answer["verdict"])
	}
	_, answer = s.Post("/tx/raw", map[string]any{"network": "base", "to": chaintest.Wallet.Hex(), "data": "0x", "value": "1000000000000000000"})
	if answer["kind"] != "native_transfer" || answer["verdict"] != "allow" {
		t.Errorf("%v %v", answer["kind"], answer["verdict"])
	}
	_, answer = s.Post("/tx/raw", map[string]any{"network": "base", "to": chaintest.Wallet.Hex(), "data": "0x", "authorizations": []any{map[string]any{"address": tokentest.Plain.Hex(), "chain_id": 0}}})
	if has(t, answer, "eip7702_delegation"); answer["verdict"] != "block" {
		t.Errorf("%v", answer["verdict"])
	}
}

// TestJudgementIsGivenWithoutANetwork: Base Sepolia is not read.
func TestJudgementIsGivenWithoutANetwork(t *testing.T) {
	s, _ := service(t)
	status, answer := s.Post("/tx/raw", map[string]any{"network": "base-sepolia", "to": usdc, "data": "0x095ea7b3" + word(tokentest.Owner.Hex()) + strings.Repeat("f", 64)})
	if status != http.StatusOK || answer["verdict"] != "warn" {
		t.Fatalf("%d %v", status, answer)
	}
	has(t, answer, "onchain_not_checked", "approval_spender_unknown", "unlimited_approval")
	cov, _ := answer["coverage"].(map[string]any)
	if missing := []any{"execution", "onchain", "sanctions"}; !reflect.DeepEqual(cov["missing"], missing) ||
		cov["evaluated"] != 1.0 {
		t.Errorf("coverage %v", cov)
	}
	if statusOf(t, answer, "rpc") != "skipped" || statusOf(t, answer, "scamsniffer-addresses") != "ok" {
		t.Errorf("sources %v", answer["sources"])
	}
}

// TestAllClearIsNotSaidWhenNothingWasLookedUp: without the list of thieves and without the chain, only dangers can be told.
// TestAllClearWantsALookAtStrangers: without the network, an allowance is all right for a well-known contract only.
func TestAllClearWantsALookAtStrangers(t *testing.T) {
	s, _ := service(t)
	for _, c := range []struct {
		why, network, token, spender string
		status                       int
	}{
		{"an account", "base-sepolia", testUSDC, tokentest.Owner.Hex(), http.StatusServiceUnavailable},
		{"a well-known contract", "base-sepolia", testUSDC, permit2, http.StatusOK},
		{"the network was read", "base", usdc, tokentest.Plain.Hex(), http.StatusOK},
	} {
		status, answer := s.Post("/tx/raw", map[string]any{
			"network": c.network, "to": c.token, "data": "0x095ea7b3" + word(c.spender) + word("0x5"),
		})
		if status != c.status || status == http.StatusOK && answer["verdict"] != "allow" {
			t.Errorf("%s: %d %v", c.why, status, answer)
		}
	}
}

func TestAllClearIsNotSaidWhenNothingWasLookedUp(t *testing.T) {
	plain := func(network string) map[string]any {
		return map[string]any{"network": network, "to": txguardtest.Thief.Hex(), "data": "0x"}
	}
	approval := map[string]any{"network": "base-sepolia", "to": usdc, "data": "0x095ea7b3" + word(tokentest.Owner.Hex()) + strings.Repeat("f", 64)}
	s, _, list := starting(t)
	if status, answer := s.Post("/tx/raw", plain("base-sepolia")); status != http.StatusServiceUnavailable || answer["code"] != "warming" {
		t.Errorf("nothing looked up: %d %v", status, answer)
	}
	if status, answer := s.Post("/tx/raw", approval); status != http.StatusOK || answer["verdict"] != "warn" {
		t.Errorf("a danger that the rules find: %d %v", status, answer)
	}
	if status, answer := s.Post("/tx/raw", plain("base")); status != http.StatusServiceUnavailable ||
		answer["code"] != "warming" {
		t.Errorf("the chain alone clears nobody: %d %v", status, answer)
	}
	if err := list.Refresh(t.Context()); err != nil {
		t.Fatal(err)
	}
	if status, answer := s.Post("/tx/raw", plain("base-sepolia")); status != http.StatusOK || answer["verdict"] != "block" {
		t.Errorf("the list was asked: %d %v", status, answer)
	}
}

func TestBadRequestsNameTheField(t *testing.T) {
	s, _ := service(t)
	raw := func(change map[string]any) map[string]any {
		body := map[string]any{"network": "base", "to": usdc, "data": "0x"}
		for k, v := range change {
			body[k] = v
		}
		return body
	}
	for _, c := range []struct {
		route, field string
		body         any
	}{
		{"/tx/raw", "network", raw(map[string]any{"network": "solana"})},
		{"/tx/raw", "data", raw(map[string]any{"data": "0x123"})},
		{"/tx/raw", "to", map[string]any{"network": "base", "data": "0x"}},
		{"/tx/raw", "payees", raw(map[string]any{"payees": []string{"0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02914"}})},
		{"/tx/raw", "to", raw(map[string]any{"to": "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02914"})},
		{"/tx/raw", "value", raw(map[string]any{"value": "999999999999999999999999999999999999999999999999999999999999999999999999999999"})},
		{"/tx/signature", "network", map[string]any{"network": "x", "typed_data": map[string]any{}}},
		{"/tx/signature", "typed_data.types", map[string]any{"network": "base", "typed_data": map[string]any{}}},
		{
			"/tx/signature", "typed_data.message.b",
			map[string]any{"network": "base", "typed_data": json.RawMessage(`{"types":{` +
				`"A":[{"name":"b","type":"uint8"}]},"primaryType":"A","domain":{},"message":{"b":-1}}`)},
		},
	} {
		status, answer := s.Post(c.route, c.body)
		if status != http.StatusBadRequest || answer["field"] != c.field {
			t.Errorf("%s %v: %d %v", c.route, c.body, status, answer)
		}
	}
}

// TestHostileTypedDataGetsAnAnswerOrABadRequest never takes the service down.
func TestHostileTypedDataGetsAnAnswerOrABadRequest(t *testing.T) {
	s, _ := service(t)
	long := `[` + strings.Repeat(`{"a":1},`, 20_000) + `{"a":1}]`
	for _, text := range []string{
		`{"types":{"A":[{"name":"a","type":"A[]"}]},"primaryType":"A","domain":{},"message":{"a":[]}}`,
		`{"types":{"A":[{"name":"a","type":"A"}]},"primaryType":"A","domain":{},"message":{"a":null}}`,
		`{"types":{"A":[{"name":"a","type":"B"}],"B":[{"name":"b","type":"A"}]},"primaryType":"A","domain":{},"message":{"a":{"b":{"a":{"b":{}}}}}}`,
		`{"types":{"A":[{"name":"l","type":"B[]"}],"B":[{"name":"a","type":"uint8"}]},"primaryType":"A","domain":{},"message":{"l":` + long + `}}`,
		`{"types":{"A":[{"name":"a","type":"uint256"}]},"primaryType":"A","domain":{"chainId":"` + strings.Repeat("9", 5000) + `"},"message":{"a":1}}`,
		`{"types":{"A":[{"name":"a","type":"uint256"}]},"primaryType":"A","domain":{"verifyingContract":"0x","name":5},"message":{"a":1e400}}`,
		`{"types":{"OrderComponents":[{"name":"offerer","type":"string"},{"name":"offer","type":"string"},{"name":"consideration","type":"bool"}]},"primaryType":"OrderComponents","domain":{"name":"Seaport"},"message":{"offerer":"x","offer":"y","consideration":true}}`,
		`{"types":{"BulkOrder":[{"name":"tree","type":"string"}]},"primaryType":"BulkOrder","domain":{},"message":{"tree":"x"}}`,
		`{"types":{"SafeTx":[{"name":"to","type":"string"},{"name":"value","type":"string"},{"name":"data","type":"string"},{"name":"operation","type":"string"}]},"primaryType":"SafeTx","domain":{},"message":{"to":"0x","value":"-1","data":"0xac9650d8","operation":"9"}}`,
		`{"types":{"Permit":[{"name":"owner","type":"bool"},{"name":"spender","type":"bool"},{"name":"value","type":"int256"},{"name":"deadline","type":"int256"}]},"primaryType":"Permit","domain":{},"message":{"owner":true,"spender":false,"value":-5,"deadline":-5}}`,
		`[]`, `"x"`, `null`, `5`,
	} {
		status, answer := s.Post("/tx/signature", map[string]any{"network": "base", "typed_data": json.RawMessage(text)})
		if status != http.StatusOK && status != http.StatusBadRequest {
			t.Errorf("%d %v for %.80s", status, answer, text)
		}
	}
}

// TestRoundTripsOfAJudgementAreFew: the execution, then code and token side by side, and the source; the age of an
// unknown contract is one more, and is not asked of a chain younger than that.
func TestRoundTripsOfAJudgementAreFew(t *testing.T) {
	s, world := service(t)
	before := len(world.Asked())
	s.Post("/tx/raw", map[string]any{"network": "base", "to": usdc, "data": "0x095ea7b3" + word(tokentest.Plain.Hex()) + word("0x5"), "from": chaintest.Wallet.Hex()})
	if n := len(world.Asked()) - before; n > 4 {
		t.Errorf("%d requests: %v", n, world.Asked()[before:])
	}
}

// TestRequestOfNoNetworkIsOneOfBase, as other routes take it.
func TestRequestOfNoNetworkIsOneOfBase(t *testing.T) {
	s, _ := service(t)
	status, answer := s.Post("/tx/raw", map[string]any{
		"to":   usdc,
		"data": "0x095ea7b3" + word(tokentest.Plain.Hex()) + word("0x5"),
	})
	if status != http.StatusOK || answer["network"] != "base" {
		t.Errorf("%d %v", status, answer)
	}
}

// TestCoinsForAContractWithoutASourceAreWarnedOf: Sourcify is asked for contracts that get coins or allowances.
func TestCoinsForAContractWithoutASourceAreWarnedOf(t *testing.T) {
	s, _ := service(t)
	claim := func(to, value string) map[string]any {
		_, answer := s.Post("/tx/raw", map[string]any{"to": to, "data": "0x12345678", "value": value})
		return answer
	}
	unpublished := claim(tokentest.NoPool.Hex(), "3000000000000000000")
	has(t, unpublished, "value_to_unknown_contract")
	published := claim(tokentest.Plain.Hex(), "10000000000000000")
	if unpublished["risk_score"].(float64) <= published["risk_score"].(float64) {
		t.Errorf("%v, %v", unpublished["risk_score"], published["risk_score"])
	}
}

// TestListedAddressIsFoundAtAnyByte of the data.
func TestListedAddressIsFoundAtAnyByte(t *testing.T) {
	const listed = "0x7a16ff8270133f063aab6c9977183d9e72835428"
	s, _ := service(t, upstreamtest.Answer{
		URL:  "https://raw.githubusercontent.com/scamsniffer/scam-database/main/blacklist/address.json",
		Type: "text/plain; charset=utf-8",
		Body: strings.Replace(txguardtest.List(), strings.ToLower(txguardtest.Thief.Hex()), listed, 1),
	})
	_, answer := s.Post("/tx/raw", map[string]any{
		"to":   tokentest.Plain.Hex(),
		"data": "0x12345678aabbcc" + listed[2:] + "dd",
	})
	if has(t, answer, "known_drainer"); answer["verdict"] != "block" {
		t.Errorf("%v", answer["verdict"])
	}
}
