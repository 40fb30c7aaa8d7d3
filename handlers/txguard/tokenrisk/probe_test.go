package tokenrisk

import (
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
)

// TestCodeThatATokenMakesIsNotItsOwn: a comparison in code that a function creates is at no place of the token's.
func TestCodeThatATokenMakesIsNotItsOwn(t *testing.T) {
	jump := common.Bytes2Hex(common.RightPadBytes(common.FromHex("61040056"), 32))
	compare := common.Bytes2Hex(common.RightPadBytes(common.FromHex("5b5f5f2060051450"), 32)) // a hash with five
	code := common.FromHex("7f" + jump + "5f52" + "7f" + compare + "61040052" + "6104205f5ff05000")
	p := newProbe(code, common.HexToAddress("0x7e"), time.Unix(1_800_000_000, 0))
	p.learn([4]byte{1, 2, 3, 4})
	if len(p.unknown) > 0 {
		t.Errorf("%v", p.unknown)
	}
}
