package evm

import (
	"math/big"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
)

func TestGasIsCountedByPurposeAndPayer(t *testing.T) {
	alice := common.HexToAddress("0xa1")
	bob := common.HexToAddress("0xb0")
	now := time.Unix(1_800_000_000, 0)
	book := newGasBook(func() time.Time { return now })
	used := func(purpose Purpose, gas uint64, payers ...common.Address) {
		book.note(bill{
			purpose: purpose,
			payers:  payers,
		}, &types.Receipt{
			GasUsed:           gas,
			EffectiveGasPrice: big.NewInt(10),
		})
	}
	want := func(why string, first common.Address, wei int64, payers int) {
		t.Helper()
		_, all := book.read()
		if len(all) != payers {
			t.Fatalf("%s: %d payers", why, len(all))
		}
		if payers > 0 && (all[0].Payer != first || all[0].Wei.Int64() != wei) {
			t.Errorf("%s: %s has cost %s", why, all[0].Payer, all[0].Wei)
		}
	}

	used(ForPayments, 300, alice, bob, bob)
	want("two of three payments are bob's", bob, 2000, 2)
	used(ForRefund, 200, alice)
	want("a refund is its payer's alone", alice, 3000, 2)
	used(ForNonce, 100)
	book.note(bill{purpose: ForNonce}, nil) // it went to another transaction

	spent, _ := book.read()
	if got := spent[ForPayments]; got.Transactions != 1 || got.Gas != 300 || got.Wei.Int64() != 3000 {
		t.Errorf("payments: %+v", got)
	}
	if got := spent[ForNonce]; got.Transactions != 1 || got.Wei.Int64() != 1000 {
		t.Errorf("nonces: %+v", got)
	}

	now = now.Add(gasWindow)
	used(ForDeposit, 50, bob)
	want("the hour before counts", alice, 3000, 2)
	now = now.Add(gasWindow)
	want("the hour before that does not", bob, 500, 1)
	now = now.Add(2 * gasWindow)
	want("nobody is remembered for longer", bob, 0, 0)
}

func TestPaymentsShareTheCostOfTheirTransaction(t *testing.T) {
	tx := &transaction{jobs: []*job{{}, {}, {}}}
	receipt := &types.Receipt{
		GasUsed:           300,
		EffectiveGasPrice: big.NewInt(10),
	}
	if got := tx.share(receipt); got == nil || got.Int64() != 1000 {
		t.Errorf("each of three bears %s of 3000", got)
	}
	if got := tx.share(&types.Receipt{GasUsed: 300}); got != nil {
		t.Errorf("without a gas price: %s", got)
	}
	if got := tx.share(nil); got != nil {
		t.Errorf("without a receipt: %s", got)
	}
	if got := (&transaction{}).share(receipt); got != nil {
		t.Errorf("of a transaction without payments: %s", got)
	}
}
