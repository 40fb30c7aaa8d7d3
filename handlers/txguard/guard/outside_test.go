package guard

import (
	"encoding/hex"
	"slices"
	"testing"

	"github.com/ethereum/go-ethereum/common"
)

// TestSignaturesFromOutsideHaveTheirFinding: the share of a set may hide that one shape is lost again.
func TestSignaturesFromOutsideHaveTheirFinding(t *testing.T) {
	findings := map[string]string{
		"Balancer relayer is an account":                            strangerNamed,
		"Delta order whose beneficiary is a stranger":               strangerNamed,
		"Ethena redemption to a stranger":                           strangerNamed,
		"Pendle limit order that pays a stranger":                   strangerNamed,
		"a transfer order at a contract nobody knows":               strangerNamed,
		"1inch order for a token made yesterday":                    unpricedOrder,
		"Rarible order of an ape for nothing":                       belowDust,
		"Hyperliquid spot send of HYPE to a stranger":               unknownAmount,
		"user operation batch that ends in a transfer of all ether": largeAmount,
	}
	e := engine(t)
	for _, r := range signatureRows(t, corpusFolder) {
		code, listed := findings[r.Name]
		if !listed {
			continue
		}
		delete(findings, r.Name)
		if j := r.judge(t, e); j.Verdict == Allow || !slices.Contains(j.codes(), code) {
			t.Errorf("%s: %s %v, want %s", r.Name, j.Verdict, j.codes(), code)
		}
	}
	for name := range findings {
		t.Errorf("no row %q", name)
	}
}

// TestPayeesOfTypesThatHoldThemselvesAreFound: the walk ends where the values do.
func TestPayeesOfTypesThatHoldThemselvesAreFound(t *testing.T) {
	typed, err := ParseTyped([]byte(`{"types":{"EIP712Domain":[{"name":"chainId","type":"uint256"}],` +
		`"Node":[{"name":"receiver","type":"address"},{"name":"next","type":"Node"},{"name":"all","type":"Node[]"}]},` +
		`"primaryType":"Node","domain":{"chainId":8453},"message":{"receiver":"` + ownerA + `","next":null,` +
		`"all":[{"receiver":"` + spenderB + `","next":null,"all":[]}]}}`))
	if err != nil {
		t.Fatal(err)
	}
	typed.Signer = new(common.HexToAddress(ownerA))
	e := engine(t)
	s := e.Signature(network(t, "base"), typed)
	e.Judge(s, accounts(nil), now).want(t, Warn, strangerNamed)
	if len(s.strangers) != 1 { // the signer is none
		t.Errorf("payees %v", s.strangers)
	}
}

// TestSafeTextsAreReadAsTexts: what cannot be read stays blind, and a sign-in is for the Safe.
func TestSafeTextsAreReadAsTexts(t *testing.T) {
	signIn := func(account string) []byte {
		return []byte("app.uniswap.org wants you to sign in with your Ethereum account:\n" + account +
			"\n\nURI: https://app.uniswap.org\nVersion: 1\nChain ID: 8453\nNonce: abcdefgh\n")
	}
	for _, c := range []struct {
		message []byte
		verdict Verdict
		code    string
	}{
		{[]byte("hello"), Allow, nothingFound},
		{signIn(strangerC), Allow, originUnknown},
		{signIn(spenderB), Warn, signInAccount},
		{common.HexToHash("0x1b5b9ccb3e8d006a5230de9bda23ff91edc794d4f56410560830b418528e446c").Bytes(), Warn, rawHash},
		{[]byte{0xff, 0xfe, 1}, Warn, blindType},
	} {
		typed, err := ParseTyped([]byte(`{"types":{"EIP712Domain":[{"name":"chainId","type":"uint256"},` +
			`{"name":"verifyingContract","type":"address"}],"SafeMessage":[{"name":"message","type":"bytes"}]},` +
			`"primaryType":"SafeMessage","domain":{"chainId":8453,"verifyingContract":"` + strangerC + `"},` +
			`"message":{"message":"0x` + hex.EncodeToString(c.message) + `"}}`))
		if err != nil {
			t.Fatal(err)
		}
		e := engine(t)
		s := e.Signature(network(t, "base"), typed)
		e.Judge(s, accounts(map[string]Account{strangerC: Contract}), now).want(t, c.verdict, c.code)
	}
}
