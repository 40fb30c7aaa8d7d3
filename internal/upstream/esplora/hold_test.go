package esplora

import "testing"

func TestImpossibleSizesAreRefused(t *testing.T) {
	whole := Block{
		Timestamp:    1435766771,
		TxCount:      494,
		Size:         1_000_000,
		Weight:       MaxWeight,
		Height:       1,
		PreviousHash: "aa",
	}
	if err := whole.Hold(); err != nil {
		t.Error(err)
	}
	whole.Weight++
	if whole.Hold() == nil {
		t.Error("a block above the most that one may weigh")
	}
	if (&Mempool{Count: -5}).Hold() == nil || (&Mempool{VSize: -1}).Hold() == nil {
		t.Error("a mempool of less than nothing")
	}
	if (&Mempool{Count: 5}).Hold() == nil || (&Mempool{VSize: 5}).Hold() == nil {
		t.Error("a mempool of transactions without a size, or the reverse")
	}
	for _, chain := range []Stats{
		{FundedCount: 1, SpentCount: 2, TxCount: 3},
		{FundedCount: 1, FundedSum: 9},
		{TxCount: 1},
	} {
		if (&Address{Chain: chain}).Hold() == nil {
			t.Errorf("an address with %+v", chain)
		}
	}
}
