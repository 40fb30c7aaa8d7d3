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

// FindBalance is the call that finds the word holding the trader's balance of a token: every candidate holds
// a value of its own, and balanceOf tells which one the token reads.
func FindBalance(token common.Address) (evm.Msg, map[common.Address]evm.Override) {
	words := map[common.Hash]common.Hash{}
	for i, slot := range balanceSlots(Trader) {
		words[slot] = common.BigToHash(mark(i))
	}
	return evm.Msg{From: Sender, To: &token, Data: evm.BalanceOf(token, Trader).Data}, map[common.Address]evm.Override{token: {StateDiff: words}}
}

// FoundBalance reads FindBalance's answer; ok is false for tokens that keep balances in another way.
func FoundBalance(answer []byte) (slot common.Hash, ok bool) {
	if len(answer) < 32 {
		return common.Hash{}, false
	}
	n := new(big.Int).SetBytes(answer[:32])
	for i, slot := range balanceSlots(Trader) {
		if n.Cmp(mark(i)) == 0 {
			return slot, true
		}
	}
	return common.Hash{}, false
}
