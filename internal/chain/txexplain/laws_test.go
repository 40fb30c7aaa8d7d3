package txexplain

import (
	"encoding/binary"
	"math/big"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/params"
	"pgregory.net/rapid"

	"github.com/farebox/farebox/internal/chain/known"
)

// conserved checks the law of the ledger: the participants' total gain of a fungible asset is the amount minted
// less the amount burned, whatever the logs say.
func conserved(t interface {
	Helper()
	Errorf(string, ...any)
}, in Input,
) {
	t.Helper()
	r := read(in)
	total, minted := map[Asset]*big.Int{}, map[Asset]*big.Int{}
	add := func(m map[Asset]*big.Int, a Asset, n *big.Int) {
		if m[a] == nil {
			m[a] = new(big.Int)
		}
		m[a].Add(m[a], n)
	}
	for _, f := range r.flows {
		if f.from == (common.Address{}) {
			add(minted, f.asset, f.amount)
		}
		if f.to == (common.Address{}) {
			add(minted, f.asset, new(big.Int).Neg(f.amount))
		}
		add(total, f.asset, new(big.Int))
		add(minted, f.asset, new(big.Int))
	}
	for _, who := range r.net.order {
		for _, c := range r.net.of(who) {
			add(total, c.Asset, c.Amount)
		}
	}
	for a, n := range total {
		if n.Cmp(minted[a]) != 0 {
			t.Errorf("%v: participants gained %s, minted less burned %s", a, n, minted[a])
		}
	}
}

// anyNetwork combines every trap in some draws.
func anyNetwork(t *rapid.T) Network {
	return rapid.SampledFrom([]Network{
		{Name: "base", Symbol: "ETH", Wrap: addr("0x06")},
		{Name: "arbitrum", Symbol: "ETH", Wrap: addr("0x06"), WrapByTransfer: true},
		{Name: "polygon", Symbol: "POL", Wrap: addr("0x06"), System: addr("0x1010")},
		{Name: "celo", Symbol: "CELO", Token: addr("0x07")},
		{Name: "ethereum", Symbol: "ETH", Wrap: addr("0x06"), WrapByTransfer: true, System: addr("0x1010"), Token: addr("0x07")},
	}).Draw(t, "network")
}

// anyInput draws transactions over few addresses and amounts, so that they interact, with valid, nearly valid or
// garbage logs.
func anyInput(t *rapid.T) Input {
	who := rapid.SampledFrom([]common.Address{
		{}, addr("0x01"), addr("0x02"), addr("0x03"), addr("0x06"), addr("0x07"), addr("0x1010"), known.Dead,
		addr("0x5FF137D4b0FDCD49DcA30c7CF57E578a026d2789"), addr("0x0000000000000068f116a894984e2db1123eb395"), addr("0x111111125421ca6dc452d289314280a0f8842a65"),
	})
	amount := rapid.Custom(func(t *rapid.T) *big.Int {
		if rapid.Bool().Draw(t, "small") {
			return big.NewInt(int64(rapid.IntRange(0, 3).Draw(t, "n")))
		}
		return new(big.Int).SetBytes(rapid.SliceOfN(rapid.Byte(), 0, 32).Draw(t, "big"))
	})
	topics := []common.Hash{
		transferTopic, transferTopic, transferTopic, singleTopic, batchTopic, depositTopic, withdrawalTopic, approvalTopic, approvalForAllTopic, permit2Topic,
		userOperationTopic, authorizationTopic, nativeLogTopic, topic("Swap(address,uint256,uint256,uint256,uint256,address)"),
		common.HexToHash("0x9d9af8e38d66c62e2c12f0225249fd9d721c54b83f48d9352c97c6cacdcb6f31"), {},
	}
	word := rapid.Custom(func(t *rapid.T) common.Hash {
		if rapid.IntRange(0, 4).Draw(t, "dirty") == 0 {
			return common.BytesToHash(rapid.SliceOfN(rapid.Byte(), 0, 40).Draw(t, "word"))
		}
		return common.BytesToHash(who.Draw(t, "indexed").Bytes())
	})
	log := rapid.Custom(func(t *rapid.T) *types.Log {
		l := &types.Log{Address: who.Draw(t, "emitter")}
		if n := rapid.IntRange(0, 4).Draw(t, "topics"); n > 0 {
			l.Topics = append(l.Topics, rapid.SampledFrom(topics).Draw(t, "event"))
			for range n - 1 {
				l.Topics = append(l.Topics, word.Draw(t, "topic"))
			}
		}
		for range rapid.SampledFrom([]int{0, 1, 1, 1, 2, 3, 4, 6}).Draw(t, "words") {
			l.Data = append(l.Data, common.BigToHash(amount.Draw(t, "data")).Bytes()...)
		}
		if rapid.IntRange(0, 9).Draw(t, "cut") == 0 {
			l.Data = append(l.Data, 1)
		}
		return l
	})
	in := Input{Network: anyNetwork(t), Tokens: map[common.Address]Token{}}
	in.Call = Call{Type: rapid.SampledFrom([]uint8{0, 2, 4, 0x64, 0x7e}).Draw(t, "type"), From: who.Draw(t, "from"), Value: amount.Draw(t, "value")}
	if rapid.IntRange(0, 5).Draw(t, "creates") > 0 {
		to := who.Draw(t, "to")
		in.Call.To = &to
	}
	var selectors [][4]byte
	for s := range methods {
		selectors = append(selectors, s)
	}
	slices.SortFunc(selectors, func(a, b [4]byte) int {
		return int(int64(binary.BigEndian.Uint32(a[:])) - int64(binary.BigEndian.Uint32(b[:])))
	})
	switch rapid.IntRange(0, 2).Draw(t, "input") {
	case 0:
	case 1:
		in.Call.Input = rapid.SliceOfN(rapid.Byte(), 0, 80).Draw(t, "bytes")
	case 2:
		s := rapid.SampledFrom(selectors).Draw(t, "selector")
		in.Call.Input = s[:]
		for range rapid.IntRange(0, 3).Draw(t, "arguments") {
			w := word.Draw(t, "argument")
			in.Call.Input = append(in.Call.Input, w[:]...)
		}
	}
	if rapid.IntRange(0, 9).Draw(t, "mined") > 0 {
		in.Result = &Result{Failed: rapid.IntRange(0, 9).Draw(t, "failed") == 0, Logs: rapid.SliceOfN(log, 0, 12).Draw(t, "logs")}
		if in.Call.To == nil && rapid.Bool().Draw(t, "created") {
			c := who.Draw(t, "contract")
			in.Result.Created = &c
		}
		in.Indexed = rapid.Bool().Draw(t, "indexed source")
		if in.Indexed {
			for range rapid.IntRange(0, 4).Draw(t, "internal") {
				in.Internal = append(in.Internal, Transfer{who.Draw(t, "a"), who.Draw(t, "b"), amount.Draw(t, "v")})
			}
		}
	}
	for range rapid.IntRange(0, 3).Draw(t, "tokens") {
		in.Tokens[who.Draw(t, "token")] = Token{
			Symbol:      rapid.String().Draw(t, "symbol"),
			Decimals:    rapid.Byte().Draw(t, "decimals"),
			HasDecimals: rapid.Bool().Draw(t, "has"),
			Poses:       rapid.Bool().Draw(t, "poses"),
		}
	}
	return in
}

// TestExplainingIsTotalDeterministicAndConserves checks for arbitrary logs: no panic, the same answer twice,
// nothing created or lost between participants, one line, no zero movement, and a listed operation.
func TestExplainingIsTotalDeterministicAndConserves(t *testing.T) {
	operations := []Operation{Swap, Send, Receive, Approve, Mint, Burn, Deploy, Wrap, Unwrap, NFTBuy, NFTSell, ContractCall}
	rapid.Check(t, func(t *rapid.T) {
		in := anyInput(t)
		got := Explain(in)
		if !reflect.DeepEqual(got, Explain(in)) {
			t.Fatal("the same input was explained in two ways")
		}
		conserved(t, in)
		if !slices.Contains(operations, got.Operation) || got.Summary == "" || strings.ContainsAny(got.Summary, "\n\r") {
			t.Fatalf("%q: %q", got.Operation, got.Summary)
		}
		if got.Status != Success && !isDeposit(in.Call.Type) && len(got.Movements) > 0 {
			t.Fatalf("%s, and yet %v", got.Status, got.Movements)
		}
		for _, m := range got.Movements {
			if m.Address == (common.Address{}) || len(m.Changes) == 0 || m.Actor != (m.Address == got.Actor) {
				t.Fatalf("movement %+v of actor %s", m, got.Actor)
			}
			for _, c := range m.Changes {
				if c.Amount.Sign() == 0 {
					t.Fatalf("nothing moved in %+v", m)
				}
			}
		}
		if n := len(Contracts(in, 3)); n > 3 {
			t.Fatalf("%d contracts", n)
		}
	})
}

// TestSourceOfInternalTransfersDoesNotCountTwice adds an explorer's rows to an unwrap: the result is the same.
func TestSourceOfInternalTransfersDoesNotCountTwice(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := Network{Name: "base", Symbol: "ETH", Wrap: addr("0x06")}
		who, to, amount := addr("0x01"), n.Wrap, big.NewInt(int64(rapid.IntRange(1, 9).Draw(t, "amount")))
		w := common.BigToHash(amount)
		in := Input{Network: n, Call: Call{From: who, To: &to, Input: append(withdrawSelector[:], w[:]...)}, Result: &Result{Logs: []*types.Log{
			{Address: n.Wrap, Topics: []common.Hash{withdrawalTopic, common.BytesToHash(who.Bytes())}, Data: w[:]},
		}}}
		without := Explain(in)
		in.Indexed, in.Internal = true, []Transfer{{n.Wrap, who, amount}}
		with := Explain(in)
		if !reflect.DeepEqual(without.Movements, with.Movements) || with.Operation != Unwrap || len(with.Warnings) > 0 {
			t.Fatalf("without %+v\nwith %+v", without, with)
		}
	})
}

// TestLogsOfMovedCoinsDoNotCountTwice adds the log that a transfer of coins leaves by EIP-7708.
func TestLogsOfMovedCoinsDoNotCountTwice(t *testing.T) {
	in := Input{Network: base, Call: Call{From: alice, To: &bob, Value: n("1e18")}, Result: &Result{}}
	without := Explain(in)
	in.Result = &Result{Logs: []*types.Log{moved(params.SystemAddress, alice, bob, "1e18")}}
	if with := Explain(in); without.Operation != Send || !reflect.DeepEqual(without, with) {
		t.Errorf("without %+v\nwith %+v", without, with)
	}
}

// FuzzHostileLogs throws raw bytes at the reader of logs.
func FuzzHostileLogs(f *testing.F) {
	f.Add([]byte{}, []byte{}, uint8(3), true)
	f.Add(batchTopic[:], make([]byte, 128), uint8(4), false)
	f.Add(transferTopic[:], make([]byte, 96), uint8(1), true)
	f.Fuzz(func(t *testing.T, topics, data []byte, n uint8, indexed bool) {
		l := &types.Log{Address: addr("0x06"), Data: data}
		for i := range int(n % 5) {
			l.Topics = append(l.Topics, common.BytesToHash(topics[min(len(topics), 32*i):min(len(topics), 32*i+32)]))
		}
		to := addr("0x06")
		in := Input{
			Network: Network{Name: "base", Symbol: "ETH", Wrap: to, WrapByTransfer: true, System: to, Token: to},
			Call:    Call{From: addr("0x01"), To: &to, Input: data}, Result: &Result{Logs: []*types.Log{l, l}}, Indexed: indexed,
		}
		if Explain(in).Summary == "" {
			t.Fatal("no summary")
		}
		conserved(t, in)
	})
}

// huge is a batch of n different NFTs minted to the actor, with as many transfers of as many tokens: the worst case
// for nested loops.
func huge(n int) Input {
	data := slices.Concat(word("64"), word(big.NewInt(int64(96+32*n))), word(big.NewInt(int64(n))))
	for i := range n {
		data = append(data, word(big.NewInt(int64(i)))...)
	}
	data = append(data, word(big.NewInt(int64(n)))...)
	for range n {
		data = append(data, word("1")...)
	}
	batch := &types.Log{Address: game, Topics: []common.Hash{batchTopic, {}, {}, common.BytesToHash(alice[:])}, Data: data}
	in := Input{Network: Network{Name: "arbitrum", Symbol: "ETH", Wrap: weth, WrapByTransfer: true}, Call: Call{From: alice, To: &vault, Input: []byte{1, 2, 3, 4}}, Result: &Result{Logs: []*types.Log{batch}}}
	for i := range n {
		who := common.BigToAddress(big.NewInt(int64(1000 + i)))
		in.Result.Logs = append(in.Result.Logs, moved(who, alice, who, "5"), moved(weth, zero, who, "7"), logOf(who, v3Swap, nil))
	}
	return in
}

// TestHugeReceiptIsBounded explains a receipt larger than a block holds, in bounded size.
func TestHugeReceiptIsBounded(t *testing.T) {
	got := Explain(huge(5000))
	changes := 0
	for _, m := range got.Movements {
		changes += len(m.Changes)
	}
	if changes != MaxChanges || len(got.Protocols) > maxProtocols || len(got.Summary) > 400 || !slices.Contains(got.Warnings, MoreMovements) {
		t.Errorf("%d changes, %d protocols, %d bytes of summary, %v", changes, len(got.Protocols), len(got.Summary), got.Warnings)
	}
}

func BenchmarkExplainSwap(b *testing.B) {
	in := Input{Network: base, Call: Call{From: alice, To: &universal, Value: n("1.25e18"), Input: input("execute(bytes,bytes[],uint256)")}, Tokens: tokens(), Result: &Result{Logs: []*types.Log{
		wrapLog(universal, "1.25e18"), moved(weth, universal, pool, "1.25e18"), moved(usd, pool, alice, "3120.5e6"), logOf(pool, v3Swap, []any{universal, alice}, "1", "1", "1", "1", "1"),
	}}}
	for b.Loop() {
		Explain(in)
	}
}

func BenchmarkExplainHuge(b *testing.B) {
	in := huge(5000)
	for b.Loop() {
		Explain(in)
	}
}
