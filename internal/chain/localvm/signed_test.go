package localvm_test

import (
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"

	"github.com/farebox/farebox/internal/chain/evm"
	"github.com/farebox/farebox/internal/chain/localvm"
)

// recovering is code that logs whom the precompile finds to have signed what it is called with.
var recovering = common.FromHex("365f5f37" + "60205f365f60015afa50" + "60205fa000")

// asking is code that asks its first word whether it has signed, and logs the answer.
var asking = common.FromHex("365f5f37" + "60205f365f5f355afa50" + "60205fa000")

// TestDigestCountsAsSigned here and at an endpoint, while other signatures stay what they are.
func TestDigestCountsAsSigned(t *testing.T) {
	_, _, c := chain(t)
	digest := crypto.Keccak256Hash([]byte("not signed"))
	other := crypto.Keccak256Hash([]byte("signed"))
	key, err := crypto.GenerateKey()
	if err != nil {
		t.Fatal(err)
	}
	signature, err := crypto.Sign(other[:], key)
	if err != nil {
		t.Fatal(err)
	}

	words := func(hash common.Hash, v byte, rs []byte) []byte {
		return append(append(hash[:], common.BytesToHash([]byte{v}).Bytes()...), rs...)
	}
	one := common.BytesToHash([]byte{1}).Bytes()
	made := append(append([]byte{}, one...), one...)
	for _, test := range []struct {
		why  string
		code []byte
		data []byte
		want common.Hash
	}{
		{"a digest", recovering, words(digest, 27, made), common.BytesToHash(holder[:])},
		{
			"another, really signed", recovering, words(other, 27+signature[64], signature[:64]),
			common.BytesToHash(crypto.PubkeyToAddress(key.PublicKey).Bytes()),
		},
		{
			"a contract that signs", asking, common.LeftPadBytes(holder[:], 32),
			common.HexToHash("0x1626ba7e" + "00000000000000000000000000000000000000000000000000000000"),
		},
	} {
		t.Run(test.why, func(t *testing.T) {
			given := evm.AsSignedByContract(holder, digest)
			given[stranger] = evm.Override{Code: test.code}
			call := evm.Msg{From: common.HexToAddress("0x5555"), To: &stranger, Data: test.data}
			here, err := localvm.Execute(t.Context(), c, given, call)
			if err != nil {
				t.Fatal(err)
			}
			there, err := c.Execute(t.Context(), given, call)
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
