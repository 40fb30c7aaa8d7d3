package mempoolspace

import "testing"

func TestFeesThatRiseWithTheWaitAreRefused(t *testing.T) {
	fees := Fees{
		Fastest:  2,
		HalfHour: 1,
		Hour:     1,
		Economy:  0.5,
		Minimum:  0.1,
	}
	if err := fees.Hold(); err != nil {
		t.Error(err)
	}
	fees.Hour = 5
	if fees.Hold() == nil {
		t.Error("an hour costs more than the next block")
	}
}
