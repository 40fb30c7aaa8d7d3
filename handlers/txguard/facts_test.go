package txguard

import (
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"github.com/farebox/farebox/handlers/txguard/guard"
	"github.com/farebox/farebox/internal/chain/evm"
)

// TestSettlersAreThoseOfTheRegistry: a feature that is paused reverts, and has none.
func TestSettlersAreThoseOfTheRegistry(t *testing.T) {
	reads := settlerReads()
	if len(reads) != len(guard.SettlerFeatures) || reads[0].To != guard.SettlerRegistry {
		t.Fatalf("reads %v", reads)
	}
	want := "6352211e" + common.Bytes2Hex(common.LeftPadBytes([]byte{2}, 32))
	if got := common.Bytes2Hex(reads[0].Data); got != want {
		t.Errorf("data %s, want %s", got, want)
	}

	settler := common.HexToAddress("0x4F6F91599858BF0D19FABCF2C5D591FE13F7C059")
	got := settlersOf([]evm.Result{
		{OK: true, Data: common.LeftPadBytes(settler[:], 32)},
		{OK: false, Data: []byte{1}},
		{OK: true, Data: make([]byte, 32)},
	})
	if len(got) != 1 || !got[settler] {
		t.Errorf("settlers %v", got)
	}
}
