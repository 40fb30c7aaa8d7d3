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

// asking is code that asks its first word whether it has signed the second, and logs the answer.
var asking = common.FromHex("365f5f37" + "602051604452" + "60205f602460405f51" + "5afa50" + "60205fa000")

// TestDigestsCountAsSigned here and at an endpoint, whatever the signature is.
func TestDigestsCountAsSigned(t *testing.T) {
	_, _, c := chain(t)
	digest := crypto.Keccak256Hash([]byte("not signed"))
	one := common.BytesToHash([]byte{1})
	signature := slices.Concat(digest[:], common.BytesToHash([]byte{27}).Bytes(), one[:], one[:])
	signer := common.BytesToHash(holder[:])
	yes := common.HexToHash("0x1626ba7e" + "00000000000000000000000000000000000000000000000000000000")

	for _, test := range []struct {
		why   string
		given map[common.Address]evm.Override
		code  []byte
		data  []byte
		want  common.Hash
	}{
		{"any digest", evm.AsSigner(holder), recovering, signature, signer},
		{"the digest", evm.AsSigned(holder, digest), recovering, signature, signer},
		{"another digest", evm.AsSigned(holder, one), recovering, signature, common.Hash{}},
		{"a contract is asked", evm.AsSigned(holder, digest), asking, slices.Concat(signer[:], digest[:]), yes},
		{"a contract is asked for another", evm.AsSigned(holder, one), asking, slices.Concat(signer[:], digest[:]), common.Hash{}},
	} {
		t.Run(test.why, func(t *testing.T) {
			test.given[stranger] = evm.Override{Code: test.code}
			call := evm.Msg{From: common.HexToAddress("0x5555"), To: &stranger, Data: test.data}
			here, err := localvm.Execute(t.Context(), c, test.given, call)
			if err != nil {
				t.Fatal(err)
			}
			there, err := c.Execute(t.Context(), test.given, call)
			if err != nil {
				t.Fatal(err)
			}
			for where, done := range map[string]*evm.Execution{"here": here, "there": there} {
				if len(done.Logs) != 1 || common.BytesToHash(done.Logs[0].Data) != test.want {
					t.Errorf("%s: %+v", where, done)
				}
			}
		})
	}
}
