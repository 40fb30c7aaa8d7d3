package simulate

import (
	"math/big"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"

	"github.com/farebox/farebox/internal/chain/evm"
)

// openZeppelin is where OpenZeppelin 5 keeps the storage of upgradeable ERC-20 tokens (ERC-7201,
// "openzeppelin.storage.ERC20"); balances come first.
var openZeppelin = common.HexToHash("0x52c63247e1f47db19d5ce0460030c497f067ca4cebf71ba98eeadabe20bace00")

// firstSlots is how many of a contract's first storage slots may be the mapping of balances.
const firstSlots = 21

// balanceSlots are the words in which a token may keep the balance of holder: the mapping at slot p, as
// Solidity (key, slot) and Vyper (slot, key) hash it. Source: Solidity's "Layout of State Variables in Storage".
func balanceSlots(holder common.Address) []common.Hash {
	key := common.LeftPadBytes(holder[:], 32)
	out := []common.Hash{crypto.Keccak256Hash(key, openZeppelin[:])}
	for p := range firstSlots {
		slot := common.LeftPadBytes(big.NewInt(int64(p)).Bytes(), 32)
		out = append(out, crypto.Keccak256Hash(key, slot), crypto.Keccak256Hash(slot, key))
	}
	return out
}

// mark is the value planted in the i-th candidate slot: no two are the same, and all are small enough for
// tokens that keep flags in the upper bits.
func mark(i int) *big.Int { return new(big.Int).Add(big.NewInt(7_777_000_000), big.NewInt(int64(i))) }

// marked plants a mark in each of the words.
func marked(slots []common.Hash) map[common.Hash]common.Hash {
	words := map[common.Hash]common.Hash{}
	for i, slot := range slots {
		words[slot] = common.BigToHash(mark(i))
	}
	return words
}

// found is the number of the word whose mark was read.
func found(answer []byte, slots int) (i int, ok bool) {
	if len(answer) < 32 {
		return 0, false
	}
	n := new(big.Int).Sub(new(big.Int).SetBytes(answer[:32]), mark(0))
	if !n.IsInt64() || n.Int64() < 0 || n.Int64() >= int64(slots) {
		return 0, false
	}
	return int(n.Int64()), true
}

// Layout is how a token keeps its balances: the place of a holder's word.
type Layout int

// Slot is the word that holds the balance of holder.
func (l Layout) Slot(holder common.Address) common.Hash { return balanceSlots(holder)[l] }

// FindBalance is the call that finds the layout of a token's balances: every word that could hold the trader's has a
// value of its own, and balanceOf tells which one the token reads.
func FindBalance(token common.Address) (evm.Msg, map[common.Address]evm.Override) {
	return evm.Msg{From: Sender, To: &token, Data: evm.BalanceOf(token, Trader).Data},
		map[common.Address]evm.Override{token: {StateDiff: marked(balanceSlots(Trader))}}
}

// FoundBalance reads FindBalance's answer; ok is false for tokens that keep balances in another way.
func FoundBalance(answer []byte) (l Layout, ok bool) {
	i, ok := found(answer, len(balanceSlots(Trader)))
	return Layout(i), ok
}
