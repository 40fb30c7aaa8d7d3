package esplora

import "testing"

func TestImpossibleSizesAreRefused(t *testing.T) {
	whole := Block{
		Timestamp:    1435766771,
		TxCount:      494,
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
}
