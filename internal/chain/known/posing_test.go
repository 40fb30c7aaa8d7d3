package known

import (
	"testing"

	"github.com/ethereum/go-ethereum/common"
)

func TestPosersAreToldFromWhatTheyPoseAs(t *testing.T) {
	stranger := common.HexToAddress("0x0b")
	for _, c := range []struct {
		network, symbol string
		at              common.Address
		want            string
		money           bool
	}{
		{"base", "USDC", stranger, "USDC", true},
		{"base", " usdc ", stranger, "USDC", true},
		{"base", "U\u200bSDC", stranger, "USDC", true},
		{"base", "USDС", stranger, "USDC", true}, // a Cyrillic С
		{"base", "$USDC", stranger, "", false},   // read as SUSDC, which is nobody's
		{"base", "USDC", BaseUSDC, "", false},
		{"base", "USDCX", stranger, "", false},
		{"base", "DEGEN", stranger, "DEGEN", false},
		{"base", "AERO", stranger, "AERO", false},
		{"base", "AERO", common.HexToAddress("0x3f5bF3EdAc59d650D8fDf9657a71F2f904A3a4Ee"), "", false},
		{"base", "", stranger, "", false},
		{"nowhere", "USDC", stranger, "", false},
	} {
		got := Posing(c.network, c.at, c.symbol)
		if (got != nil) != (c.want != "") || got != nil && (got.Symbol != c.want || got.Money != c.money) {
			t.Errorf("%s %q: %+v", c.network, c.symbol, got)
		}
	}
}
