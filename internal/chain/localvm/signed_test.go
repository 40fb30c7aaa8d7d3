package localvm_test

import (
	"slices"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"

	"github.com/farebox/farebox/internal/chain/evm"
	"github.com/farebox/farebox/internal/chain/localvm"
)

// recovering is code that logs whom the precompile finds to have signed what it is called with.
var recovering = common.FromHex("365f5f37" + "60205f365f60015afa50" + "60205fa000")

// TestDigestsCountAsSigned here and at an endpoint, any or one, whatever the signature is.
func TestDigestsCountAsSigned(t *testing.T) {
	_, _, c := chain(t)
	digest := crypto.Keccak256Hash([]byte("not signed"))
	one := common.BytesToHash([]byte{1})
	signature := slices.Concat(digest[:], common.BytesToHash([]byte{27}).Bytes(), one[:], one[:])
	signer := common.BytesToHash(holder[:])

	for of, given := range map[common.Hash]map[common.Address]evm.Override{
		signer: evm.AsSigner(holder),
		{}:     evm.AsSigned(holder, common.BytesToHash([]byte("another"))),
		digest: evm.AsSigned(holder, digest),
	} {
		recovers(t, c, given, signature, map[bool]common.Hash{true: {}, false: signer}[of == common.Hash{}])
	}
}

// recovers expects whom a signature is of, by overrides.
func recovers(
	t *testing.T, c *evm.Client, given map[common.Address]evm.Override, signature []byte, signer common.Hash,
) {
	t.Helper()
	given[stranger] = evm.Override{Code: recovering}
	call := evm.Msg{From: common.HexToAddress("0x5555"), To: &stranger, Data: signature}
	here, err := localvm.Execute(t.Context(), c, given, call)
	if err != nil {
		t.Fatal(err)
	}
	there, err := c.Execute(t.Context(), given, call)
	if err != nil {
		t.Fatal(err)
	}
	for where, done := range map[string]*evm.Execution{"here": here, "there": there} {
		if len(done.Logs) != 1 || common.BytesToHash(done.Logs[0].Data) != signer {
			t.Errorf("%s: %+v", where, done)
		}
	}
}
