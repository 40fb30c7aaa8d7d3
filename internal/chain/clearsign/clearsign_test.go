package clearsign_test

import (
	"slices"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"

	"github.com/farebox/farebox/internal/chain/clearsign"
)

func table(t *testing.T) *clearsign.Table {
	t.Helper()
	out, err := clearsign.New()
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// TestFormsBelongToTheContractsOfTheirProjects: the selectors and type hashes are those that explorers and contracts
// show, and no other contract has the form.
func TestFormsBelongToTheContractsOfTheirProjects(t *testing.T) {
	all := table(t)
	pool := common.HexToAddress("0x87870Bca3F3fD6335C3F4ce8392D69350B4fA4E2") // Aave v3 on Ethereum
	repay := [4]byte{0x57, 0x3a, 0xde, 0x81}
	form, ok := all.Call("ethereum", pool, repay)
	if !ok || form.Intent != "Repay loan" {
		t.Errorf("%+v", form)
	}
	if _, ok := all.Call("base", pool, repay); ok {
		t.Error("the contract is of another network")
	}

	if owners := all.Owners("ethereum", pool); !slices.Contains(owners, "Aave DAO") {
		t.Errorf("owners: %q", owners)
	}
	if owners := all.Owners("base", pool); len(owners) > 0 {
		t.Errorf("owners on another network: %q", owners)
	}

	permit2 := common.HexToAddress("0x000000000022D473030F116dDEE9F6B43aC78BA3")
	single := common.HexToHash("0xf3841cd1ff0085026a6327b620b67997ce40f282c88a8e905a7a5626e310f3d0")
	form, ok = all.Message("base", permit2, single)
	if !ok || form.Intent == "" {
		t.Errorf("%+v", form)
	}
	if _, ok := all.Message("base", pool, single); ok {
		t.Error("the message is of another contract")
	}
	if _, ok := all.Message("base", permit2, crypto.Keccak256Hash([]byte("PermitSingle(address spender)"))); ok {
		t.Error("the type is another")
	}
}
