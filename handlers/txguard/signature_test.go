package txguard

import (
	"encoding/json"
	"fmt"
	"math/big"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/shopspring/decimal"

	engine "github.com/farebox/farebox/handlers/txguard/guard"
	"github.com/farebox/farebox/handlers/txguard/tokenrisk/tokentest"
	"github.com/farebox/farebox/internal/chain/evm"
	"github.com/farebox/farebox/internal/chain/known"
	"github.com/farebox/farebox/internal/chain/oracle"
)

// permitTo is an unlimited permit of USDC on Base, with room for another member of the message.
func permitTo(spender, more string) string {
	return `{"types":{"EIP712Domain":[{"name":"name","type":"string"},{"name":"version","type":"string"},` +
		`{"name":"chainId","type":"uint256"},{"name":"verifyingContract","type":"address"}],` +
		`"Permit":[{"name":"owner","type":"address"},{"name":"spender","type":"address"},` +
		`{"name":"value","type":"uint256"},` +
		`{"name":"nonce","type":"uint256"},{"name":"deadline","type":"uint256"}]},"primaryType":"Permit",` +
		`"domain":{"name":"USD Coin","version":"2","chainId":8453,"verifyingContract":"` + usdc + `"},` +
		`"message":{"owner":"` + tokentest.Owner.Hex() + `","spender":"` + spender +
		`","value":"0x` + strings.Repeat("f", 64) + `","nonce":0,"deadline":"1895176000"` + more + `}}`
}

// TestMemberThatNobodyDeclaresDoesNotKeepTheVerdictAway: the digest is that of the message without it.
func TestMemberThatNobodyDeclaresDoesNotKeepTheVerdictAway(t *testing.T) {
	s, _ := service(t)
	judged := func(typed any) map[string]any {
		status, answer := s.Post("/tx/signature", map[string]any{"network": "base", "typed_data": typed})
		if status != http.StatusOK || answer["verdict"] != "block" {
			t.Fatalf("%d %v %v", status, answer["verdict"], answer)
		}
		return answer
	}
	stranger := "0x1000000000000000000000000000000000000099"
	plain := judged(json.RawMessage(permitTo(stranger, "")))
	more := judged(json.RawMessage(permitTo(stranger, `,"purpose":"a gift"`)))
	text := judged(permitTo(stranger, ""))

	has(t, more, "permit_spender_eoa")
	if more["digest"] != plain["digest"] || text["digest"] != plain["digest"] {
		t.Errorf("%v, %v and %v", plain["digest"], more["digest"], text["digest"])
	}
}

// TestNothingToLookAtIsNoFailureOfTheNetwork: a message that names no account.
func TestNothingToLookAtIsNoFailureOfTheNetwork(t *testing.T) {
	s, _ := service(t)
	_, got := s.Post("/tx/signature", map[string]any{"network": "base", "message": "hello"})
	if fmt.Sprint(codes(got)) != "[nothing_found]" || statusOf(t, got, "rpc") != "skipped" {
		t.Errorf("%v %v", codes(got), got["sources"])
	}
}

func TestMessagesWithoutTypesAreJudged(t *testing.T) {
	s, _ := service(t)
	signIn := "app.example wants you to sign in with your Ethereum account:\n" + tokentest.Owner.Hex() +
		"\n\nURI: https://app.example\nVersion: 1\nChain ID: 8453\nNonce: 12345678\nIssued At: 2026-11-20T11:59:00Z"
	hash := "0x" + strings.Repeat("ab", 32)
	for _, c := range []struct {
		why     string
		body    map[string]any
		kind    string
		verdict string
		code    string
	}{
		{
			"a sign-in where it belongs", map[string]any{"message": signIn, "origin": "https://app.example/login"},
			"sign_in", "allow", "nothing_found",
		},
		{
			"a sign-in that another site asks for", map[string]any{"message": signIn, "origin": "app.example.evil.net"},
			"sign_in", "block", "sign_in_other_site",
		},
		{
			"a sign-in that nobody says who asks for", map[string]any{"message": signIn}, "sign_in", "allow",
			"origin_not_given",
		},
		{"a hash", map[string]any{"message": hash}, "hash", "warn", "eip191_hex_hash"},
		{"a hash by eth_sign", map[string]any{"message": hash, "method": "eth_sign"}, "hash", "block", "eth_sign_hash"},
		{"a text", map[string]any{"message": "I accept the terms."}, "text", "allow", "nothing_found"},
	} {
		t.Run(c.why, func(t *testing.T) {
			c.body["network"] = "base"
			status, answer := s.Post("/tx/signature", c.body)
			if status != http.StatusOK || answer["kind"] != c.kind || answer["verdict"] != c.verdict {
				t.Fatalf("%d %v %v", status, answer["kind"], answer["verdict"])
			}
			has(t, answer, c.code)
			if answer["domain"] != nil || answer["primary_type"] != nil {
				t.Errorf("%v %v", answer["domain"], answer["primary_type"])
			}
		})
	}
}

func TestSignatureWantsTypedDataOrAMessage(t *testing.T) {
	s, _ := service(t)
	for _, c := range []struct {
		code, field string
		body        map[string]any
	}{
		{"missing_input", "typed_data", map[string]any{"network": "base"}},
		{
			"invalid_input", "message",
			map[string]any{"network": "base", "message": "x", "typed_data": json.RawMessage(permitTo(usdc, ""))},
		},
	} {
		status, answer := s.Post("/tx/signature", c.body)
		if status != http.StatusBadRequest || answer["code"] != c.code || answer["field"] != c.field {
			t.Errorf("%d %v", status, answer)
		}
	}
}

// word32 is one word of a contract's answer.
func word32(n *big.Int) evm.Result {
	return evm.Result{OK: true, Data: common.LeftPadBytes(n.Bytes(), 32)}
}

// TestContractIsAnNFTByItsOwnWordOnly: one that does not tell its decimals may be anything.
func TestContractIsAnNFTByItsOwnWordOnly(t *testing.T) {
	yes, no := word32(big.NewInt(1)), word32(new(big.Int))
	for _, c := range []struct {
		why     string
		results []evm.Result
		want    bool
	}{
		{"ERC-721", []evm.Result{yes, no}, true},
		{"ERC-1155", []evm.Result{no, yes}, true},
		{"neither", []evm.Result{no, no}, false},
		{"no ERC-165", []evm.Result{{}, {}}, false},
		{"no contract", []evm.Result{{OK: true}, {OK: true}}, false},
		{"a number that is no boolean", []evm.Result{word32(big.NewInt(2)), no}, false},
	} {
		if got := evm.IsNFT(c.results); got != c.want {
			t.Errorf("%s: %v", c.why, got)
		}
	}
}

// TestPriceOfAKnownTokenIsThatOfItsOwnFeed, and none when the feed is old.
func TestPriceOfAKnownTokenIsThatOfItsOwnFeed(t *testing.T) {
	n, _ := engine.FindNetwork("base")
	weth := known.Wrapped("base")
	quotes := quotesOf(n, []common.Address{weth, known.BaseUSDC, tokentest.Owner})
	if len(quotes) != 1 || quotes[0].token != weth {
		t.Fatalf("%+v", quotes)
	}
	answer := func(at time.Time) []evm.Result {
		round := append(common.LeftPadBytes(big.NewInt(7).Bytes(), 32),
			common.LeftPadBytes(big.NewInt(3000_00000000).Bytes(), 32)...)
		for _, v := range []int64{at.Unix(), at.Unix(), 7} {
			round = append(round, common.LeftPadBytes(big.NewInt(v).Bytes(), 32)...)
		}
		text := append(common.LeftPadBytes([]byte{32}, 32), common.LeftPadBytes([]byte{9}, 32)...)
		text = append(text, common.RightPadBytes([]byte("ETH / USD"), 32)...)
		return []evm.Result{{OK: true, Data: round}, word32(big.NewInt(8)), {OK: true, Data: text}}
	}
	if got, ok := quotes[0].price(answer(now), now); !ok || !got.Price.Equal(decimal.NewFromInt(3000)) {
		t.Errorf("%+v %v", got, ok)
	}
	if _, ok := quotes[0].price(answer(now.Add(-48*time.Hour)), now); ok {
		t.Error("an old price was taken")
	}
	if len(quotes[0].reads()) != oracle.Reads {
		t.Error("reads and results differ in number")
	}
}
