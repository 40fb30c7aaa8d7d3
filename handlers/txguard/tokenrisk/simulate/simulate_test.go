package simulate

import (
	"bytes"
	"math/big"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"pgregory.net/rapid"
)

func TestTaxIsTheMissingPart(t *testing.T) {
	for _, c := range []struct {
		whole, part int64
		want        float64
	}{
		{1000, 1000, 0}, {1000, 970, 3}, {1000, 999, 0.1}, {100_000, 99_950, 0}, {1000, 0, 100}, {0, 0, 0}, {1000, 2000, 0}, {30_000, 29_099, 3},
	} {
		if got := missing(big.NewInt(c.whole), big.NewInt(c.part)); got != c.want {
			t.Errorf("%d of %d: %v, want %v", c.part, c.whole, got, c.want)
		}
	}
}

func TestAnyReturnedBytesAreDecodedWithoutHarm(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		data := rapid.SliceOfN(rapid.Byte(), 0, 600).Draw(rt, "data")
		if rapid.Bool().Draw(rt, "offset") && len(data) >= 352 {
			copy(data[32+9*32:], common.LeftPadBytes([]byte{1, byte(len(data))}, 32))
		}
		if o, err := Decode(data); err == nil {
			o.BuyTax()
			o.SellTax()
			o.TransferTax()
			o.Reason()
		}
	})
}

// TestNothingInASimulationIsKnownBeforehand: a token that knew an address that takes part could show its good side to it.
func TestNothingInASimulationIsKnownBeforehand(t *testing.T) {
	code, err := Code()
	if err != nil {
		t.Fatal(err)
	}
	fixed, own := common.FromHex(somebody), common.FromHex(another)
	if bytes.Contains(code, fixed) || bytes.Count(code, own) < 2 || len(own) != len(fixed) {
		t.Errorf("%d times %x in %d bytes", bytes.Count(code, own), own, len(code))
	}
	if a, b := anybody(), anybody(); a == b || a == Sender || Trader == Sender {
		t.Error("addresses repeat")
	}
}

// TestEveryCandidateSlotIsToldApart: the value that balanceOf gives names the word.
func TestEveryCandidateSlotIsToldApart(t *testing.T) {
	token := common.HexToAddress("0x01")
	_, balances := FindBalance(token)
	words := balances[token].StateDiff
	if len(words) != 2*firstSlots+1 {
		t.Fatalf("%d words", len(words))
	}

	for slot, value := range words {
		if l, ok := FoundBalance(value[:]); !ok || l.Slot(Trader) != slot {
			t.Errorf("value %s does not name %s", value, slot)
		}
	}
	beyond := common.BigToHash(mark(2*firstSlots + 1))
	for _, other := range [][]byte{nil, make([]byte, 32), bytes.Repeat([]byte{0xff}, 32), beyond[:]} {
		if _, ok := FoundBalance(other); ok {
			t.Errorf("%x names a word", other)
		}
	}
}
