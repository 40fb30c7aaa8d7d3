package tokenrisk

import (
	"math/big"
	"slices"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/crypto"

	"github.com/farebox/farebox/internal/chain/evm"
)

// kindReads are what tells who an account is.
type kindReads struct {
	account              common.Address
	code, delay, signers hexutil.Bytes
	asked                []*evm.Call
}

func readKind(a common.Address) *kindReads {
	k := &kindReads{account: a}
	k.asked = []*evm.Call{
		evm.CodeCall(&k.code, a, evm.Latest),
		evm.CallCall(&k.delay, evm.Msg{To: &a, Data: selector("getMinDelay()")}, evm.Latest, nil),
		evm.CallCall(&k.signers, evm.Msg{To: &a, Data: selector("getThreshold()")}, evm.Latest, nil),
	}
	return k
}

func selector(signature string) []byte { return crypto.Keccak256([]byte(signature))[:4] }

// shortestDelay is what makes a timelock, in seconds: holders have a day to leave.
const shortestDelay = 24 * 60 * 60

// kind is who the account is. A contract that says it is a timelock or a multisig is believed. One that needs a single
// signature is as good as that key.
func (k *kindReads) kind() HolderKind {
	number := func(call int, answer []byte) uint64 {
		n := new(big.Int).SetBytes(answer)
		if k.asked[call].Err != nil || len(answer) != common.HashLength || !n.IsUint64() {
			return 0
		}
		return n.Uint64()
	}

	switch {
	case k.asked[0].Err != nil:
		return HeldByKey // the worse of what it may be
	case accountOf(k.code) == OwnerEOA:
		return HeldByKey
	case number(1, k.delay) >= shortestDelay:
		return HeldByTimelock
	case number(2, k.signers) >= 2:
		return HeldByMultisig
	case number(2, k.signers) == 1:
		return HeldByKey
	}
	return HeldByContract
}

// kindList are the accounts that powers are tried as.
type kindList []*kindReads

func kindsOf(actors []common.Address, contracts []related) kindList {
	var list kindList
	add := func(a common.Address) {
		if !slices.ContainsFunc(list, func(k *kindReads) bool { return k.account == a }) {
			list = append(list, readKind(a))
		}
	}
	for _, a := range actors {
		add(a)
	}
	for _, c := range contracts {
		for _, a := range c.actors {
			add(a)
		}
	}
	return list
}

func (l kindList) calls() []*evm.Call {
	var out []*evm.Call
	for _, k := range l {
		out = append(out, k.asked...)
	}
	return out
}

// of is who an account is that powers were tried as.
func (l kindList) of(account common.Address) HolderKind {
	i := slices.IndexFunc(l, func(k *kindReads) bool { return k.account == account })
	if i < 0 {
		return HeldByKey // the worse of what it may be
	}
	return l[i].kind()
}
