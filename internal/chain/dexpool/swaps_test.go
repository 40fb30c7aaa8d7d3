package dexpool

import (
	"encoding/json"
	"math/big"
	"strings"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"
	"pgregory.net/rapid"

	"github.com/farebox/farebox/internal/chain/dexpool/contracts"
	"github.com/farebox/farebox/internal/chain/evm"
	"github.com/farebox/farebox/internal/samples"
)

// swapLog is a Swap event with these data words (negative numbers in two's complement).
func swapLog(topic common.Hash, words ...string) evm.Log {
	l := evm.Log{
		Address: common.HexToAddress("0xD001"), Topics: []common.Hash{topic, common.HexToHash("0x5e4d"), common.HexToHash("0x4ec1")},
		BlockNumber: 40_000_000, TxHash: common.HexToHash("0x77"), Index: 3,
	}
	for _, w := range words {
		n, ok := new(big.Int).SetString(w, 0)
		if !ok {
			panic("not a number: " + w)
		}
		if n.Sign() < 0 {
			n.Add(n, new(big.Int).Lsh(big.NewInt(1), 256))
		}
		l.Data = append(l.Data, common.BigToHash(n).Bytes()...)
	}
	return l
}

func TestDecodeSwap(t *testing.T) {
	most := new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), 255), big.NewInt(1)).String()
	least := new(big.Int).Neg(new(big.Int).Lsh(big.NewInt(1), 255)).String()
	all := new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), 256), big.NewInt(1)).String()
	for _, c := range []struct {
		why    string
		log    evm.Log
		ok     bool
		amount [2]string
	}{
		{"ticks: the pool takes token0 and gives token1", swapLog(TickSwapTopic, "5000", "-12", "1", "2", "-3"), true, [2]string{"5000", "-12"}},
		{"ticks: the other way", swapLog(TickSwapTopic, "-5000", "12", "1", "2", "-887272"), true, [2]string{"-5000", "12"}},
		{"ticks: dust that rounds to nothing on one side is a swap", swapLog(TickSwapTopic, "1", "0", "1", "2", "3"), true, [2]string{"1", "0"}},
		{"ticks: the ends of int256", swapLog(TickSwapTopic, most, least, "1", "2", "3"), true, [2]string{most, least}},
		{"ticks: nothing exchanged", swapLog(TickSwapTopic, "0", "0", "1", "2", "3"), false, [2]string{"0", "0"}},
		{"reserves: token0 in, token1 out", swapLog(ReserveSwapTopic, "700", "0", "0", "9"), true, [2]string{"700", "-9"}},
		{"reserves: token1 in, token0 out", swapLog(ReserveSwapTopic, "0", "9", "700", "0"), true, [2]string{"-700", "9"}},
		{"reserves: what was lent and came back is not counted", swapLog(ReserveSwapTopic, "300", "9", "1000", "0"), true, [2]string{"-700", "9"}},
		{"reserves: a flash loan that only pays its fees", swapLog(ReserveSwapTopic, "1003", "503", "1000", "500"), false, [2]string{"3", "3"}},
		{"reserves: amounts beyond int256", swapLog(ReserveSwapTopic, all, "0", "0", "1"), true, [2]string{all, "-1"}},
	} {
		t.Run(c.why, func(t *testing.T) {
			s, ok, err := DecodeSwap(c.log)
			if err != nil || ok != c.ok || s.Amount0.String() != c.amount[0] || s.Amount1.String() != c.amount[1] {
				t.Errorf("%s: %v %v %v %v", c.why, s.Amount0, s.Amount1, ok, err)
			}
			if s.Sender != common.HexToAddress("0x5e4d") || s.Recipient != common.HexToAddress("0x4ec1") || s.Block != 40_000_000 || s.Index != 3 || !s.Estimated {
				t.Errorf("%s: %+v", c.why, s)
			}
		})
	}
}

func TestEventsThatAreNoSwaps(t *testing.T) {
	undone := swapLog(TickSwapTopic, "5000", "-12", "1", "2", "3")
	undone.Removed = true
	pancake := swapLog(common.HexToHash("0x19b47279256b2a23a1665c810c8d55a1758940ee09377d4f8d26497a3577dc83"), "1", "2", "3", "4", "5", "6", "7")
	for why, l := range map[string]evm.Log{"undone": undone, "another event": pancake, "anonymous": {}} {
		if _, ok, err := DecodeSwap(l); ok || err != nil {
			t.Errorf("%s: %v %v", why, ok, err)
		}
	}
	spoilt := []evm.Log{
		swapLog(TickSwapTopic, "5000", "-12", "1", "2"), swapLog(ReserveSwapTopic, "5000", "12", "1"), swapLog(ReserveSwapTopic, "1", "2", "3", "4", "5"),
		{Topics: []common.Hash{TickSwapTopic}, Data: make([]byte, 160)},
	}
	for _, l := range spoilt {
		if _, ok, err := DecodeSwap(l); ok || err == nil {
			t.Errorf("%d topics, %d bytes: %v %v", len(l.Topics), len(l.Data), ok, err)
		}
	}
}

func TestSwapTimeIsTheEndpointsWhereItTells(t *testing.T) {
	l := swapLog(TickSwapTopic, "5000", "-12", "1", "2", "3")
	at := time.Unix(1_700_000_000, 0)
	l.Time = &at
	s, ok, err := DecodeSwap(l)
	if !ok || err != nil || s.Estimated || !s.Time.Equal(at) {
		t.Errorf("%+v %v %v", s, ok, err)
	}
}

// The bindings come from the ABI through abigen, independently.
func TestDecodeSwapReadsWhatTheBindingsRead(t *testing.T) {
	reserve, tick := contracts.NewReservePool(), contracts.NewTickPool()
	rapid.Check(t, func(t *rapid.T) {
		word := func(name string, bits uint) *big.Int {
			return new(big.Int).SetBytes(rapid.SliceOfN(rapid.Byte(), int(bits/8), int(bits/8)).Draw(t, name))
		}
		topic := rapid.SampledFrom([]common.Hash{ReserveSwapTopic, TickSwapTopic}).Draw(t, "topic")
		words := []string{word("a", 256).String(), word("b", 256).String()}
		if topic == TickSwapTopic {
			words = append(words, word("price", 160).String(), word("liquidity", 128).String(), "-7")
		} else {
			words = append(words, word("c", 256).String(), word("d", 256).String())
		}
		l := swapLog(topic, words...)
		s, _, err := DecodeSwap(l)
		if err != nil {
			t.Fatal(err)
		}
		raw := &types.Log{Address: l.Address, Topics: l.Topics, Data: l.Data}
		amount0, amount1, to := new(big.Int), new(big.Int), common.Address{}
		if topic == TickSwapTopic {
			e, err := tick.UnpackSwapEvent(raw)
			if err != nil {
				t.Fatal(err)
			}
			amount0, amount1, to = e.Amount0, e.Amount1, e.Recipient
		} else {
			e, err := reserve.UnpackSwapEvent(raw)
			if err != nil {
				t.Fatal(err)
			}
			amount0.Sub(e.Amount0In, e.Amount0Out)
			amount1.Sub(e.Amount1In, e.Amount1Out)
			to = e.To
		}
		if s.Amount0.Cmp(amount0) != 0 || s.Amount1.Cmp(amount1) != 0 || s.Recipient != to {
			t.Errorf("%v %v %v, the binding reads %v %v %v", s.Amount0, s.Amount1, s.Recipient, amount0, amount1, to)
		}
	})
}

func TestTopicsAndSelectorsAreThoseOfTheSignatures(t *testing.T) {
	for signature, topic := range map[string]common.Hash{
		"Swap(address,address,uint256,uint256,uint256,uint256)":     ReserveSwapTopic,
		"Swap(address,address,int256,int256,uint160,uint128,int24)": TickSwapTopic,
	} {
		if crypto.Keccak256Hash([]byte(signature)) != topic {
			t.Errorf("%s is %s", signature, crypto.Keccak256Hash([]byte(signature)))
		}
	}
	for signature, data := range map[string][]byte{
		"fee()":                           packFee(),
		"getPool(address,address,bool)":   packGetPool(AerodromeV2, common.Address{}, common.Address{}, nil),
		"getPool(address,address,int24)":  packGetPool(AerodromeSlipstream, common.Address{}, common.Address{}, nil),
		"getPool(address,address,uint24)": packGetPool(UniswapV3, common.Address{}, common.Address{}, nil),
	} {
		if string(crypto.Keccak256([]byte(signature))[:4]) != string(data[:4]) {
			t.Errorf("%s is %x", signature, crypto.Keccak256([]byte(signature))[:4])
		}
	}
}

// sample is a recorded answer; the test is skipped without the samples.
func sample(t *testing.T, name string, into any) {
	t.Helper()
	raw := samples.Read(t, "evm-rpc/"+name)
	var answer struct{ Result json.RawMessage }
	if err := json.Unmarshal(raw, &answer); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(answer.Result, into); err != nil {
		t.Fatal(err)
	}
}

func TestRecordedSwaps(t *testing.T) {
	for name, want := range map[string][]string{
		"base-swap-uniswap-v3-eth-token.receipt.json":     {"5000000000000000 -10083924460996717903453391"},
		"base-swap-1inch-v6-token-eth.receipt.json":       nil,
		"base-swap-aerodrome-v2-token-token.receipt.json": nil,
	} {
		t.Run(strings.TrimSuffix(name, ".receipt.json"), func(t *testing.T) {
			var receipt evm.Receipt
			sample(t, name, &receipt)
			swaps := 0
			for _, l := range receipt.Logs {
				s, ok, err := DecodeSwap(l)
				if err != nil {
					t.Fatal(err)
				}
				if !ok {
					continue
				}
				if swaps < len(want) && s.Amount0.String()+" "+s.Amount1.String() != want[swaps] {
					t.Errorf("%s %s, want %s", s.Amount0, s.Amount1, want[swaps])
				}
				swaps++
				for _, amount := range []*big.Int{s.Amount0, s.Amount1} {
					if !moved(receipt.Logs, s.Pool, amount) {
						t.Errorf("pool %s: no transfer of %s", s.Pool, amount)
					}
				}
			}
			if swaps == 0 {
				t.Error("no swap")
			}
		})
	}
}

// moved reports whether a Transfer event moves that much into the pool, or out of it if negative.
func moved(logs []evm.Log, pool common.Address, amount *big.Int) bool {
	transfer := crypto.Keccak256Hash([]byte("Transfer(address,address,uint256)"))
	for _, l := range logs {
		if len(l.Topics) != 3 || l.Topics[0] != transfer {
			continue
		}
		side := 2 // to
		if amount.Sign() < 0 {
			side = 1
		}
		if common.BytesToAddress(l.Topics[side][12:]) == pool && new(big.Int).SetBytes(l.Data).CmpAbs(amount) == 0 {
			return true
		}
	}
	return false
}

// The recorded logs are of Uniswap v2 and v3 on Ethereum: only the v3 ones have a known event.
func TestRecordedLogs(t *testing.T) {
	var logs []evm.Log
	sample(t, "getlogs-uniswap-v2-v3-swaps.json", &logs)
	swaps := 0
	for _, l := range logs {
		s, ok, err := DecodeSwap(l)
		if err != nil {
			t.Fatal(err)
		}
		if known := l.Topics[0] == TickSwapTopic; ok != known {
			t.Errorf("topic %s: swap %v", l.Topics[0], ok)
		}
		if ok {
			swaps++
			if s.Amount0.Sign()*s.Amount1.Sign() != -1 {
				t.Errorf("amounts %s %s", s.Amount0, s.Amount1)
			}
		}
	}
	if swaps == 0 {
		t.Error("no swap")
	}
}
