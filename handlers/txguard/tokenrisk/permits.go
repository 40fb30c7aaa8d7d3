package tokenrisk

import (
	"bytes"
	"context"
	"crypto/ecdsa"
	"math/big"
	"slices"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/crypto"

	"github.com/farebox/farebox/handlers/txguard/tokenrisk/simulate"
	"github.com/farebox/farebox/internal/chain/evm"
)

// A permit (ERC-2612) gives an allowance by a signature of the holder. One that takes another key's signature too lets
// that key have what everybody has. No signature of such a key can be had; so each account that stands in the code or
// in the first words of the storage is replaced by one whose key is known, and that signs for a holder who does not.
const (
	permitSignature = "permit(address,address,uint256,uint256,uint8,bytes32,bytes32)"
	permitContent   = "Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)"
	maxSigners      = 6
)

// forger signs the permits of the trial. Its key is nobody's secret.
func forger() (*ecdsa.PrivateKey, common.Address, error) {
	key, err := crypto.ToECDSA(crypto.Keccak256([]byte("signs permits in simulations alone")))
	if err != nil {
		return nil, common.Address{}, err
	}
	return key, crypto.PubkeyToAddress(key.PublicKey), nil
}

// permitTrial is a permit simulated with one account replaced.
type permitTrial struct {
	signer common.Address
	call   *evm.Call
	answer hexutil.Bytes
	kind   *kindReads
}

// hiddenSigners are the accounts whose signature a permit takes for any holder's. It takes two requests, and none for
// tokens without permits.
func (r *Reader) hiddenSigners(ctx context.Context, token common.Address, c *OnChain, f *firstReads) ([]Power, error) {
	function := [4]byte(selector(permitSignature))
	if !slices.Contains(c.Code.Functions, function) {
		return nil, nil
	}
	suspects := r.suspects(token, c, f)
	if len(suspects) == 0 {
		return nil, nil
	}

	var domain hexutil.Bytes
	read := evm.CallCall(&domain, evm.Msg{To: &token, Data: selector("DOMAIN_SEPARATOR()")}, evm.Latest, nil)
	if err := r.Client.Batch(ctx, read); err != nil {
		return nil, err
	}
	if read.Err != nil || len(domain) != common.HashLength {
		return nil, nil // a permit of another kind
	}
	key, ours, err := forger()
	if err != nil {
		return nil, err
	}
	data, err := forgedPermit(domain, key)
	if err != nil {
		return nil, err
	}

	message := evm.Msg{From: simulate.Sender, To: &token, Data: data}
	var answer hexutil.Bytes
	control := evm.CallCall(&answer, message, evm.Latest, nil)
	calls := []*evm.Call{control}
	var trials []*permitTrial
	for _, a := range suspects {
		t := &permitTrial{signer: a, kind: readKind(a)}
		t.call = evm.CallCall(&t.answer, message, evm.Latest, f.replaced(token, a, ours))
		trials = append(trials, t)
		calls = append(calls, append(t.kind.calls(), t.call)...)
	}
	if err := r.Client.Batch(ctx, calls...); err != nil {
		return nil, err
	}
	if evm.AsRevert(control.Err) == nil {
		return nil, nil // what takes any signature, or says nothing, tells nothing
	}

	var out []Power
	for _, t := range trials {
		known := t.kind.asked[0].Err == nil // whether the account has code
		if t.call.Err == nil && known && t.kind.kind() == HeldByKey {
			out = append(out, Power{Function: function, Effects: simulate.Allows, Holder: t.signer, Kind: HeldByKey})
		}
	}
	return out, nil
}

// suspects are the accounts that a signature could be compared with.
func (r *Reader) suspects(token common.Address, c *OnChain, f *firstReads) []common.Address {
	var out []common.Address
	add := func(a common.Address) {
		if len(out) < maxSigners && !burnt[a] && a != token && !r.trades(a, c) && !slices.Contains(out, a) {
			out = append(out, a)
		}
	}
	for _, a := range c.Code.Accounts {
		add(a)
	}
	for _, w := range f.words {
		for _, a := range addressesIn(w) {
			add(a)
		}
	}
	return out
}

// replaced are the overrides by which one account stands for another, in the code and in the first words of storage.
func (f *firstReads) replaced(token, from, to common.Address) map[common.Address]evm.Override {
	out := map[common.Address]evm.Override{}
	changed := map[common.Hash]common.Hash{}
	for i, w := range f.words {
		if bytes.Contains(w, from[:]) {
			word := bytes.Replace(w, from[:], to[:], 1)
			changed[common.BigToHash(big.NewInt(int64(i)))] = common.BytesToHash(word)
		}
	}
	if len(changed) > 0 {
		out[token] = evm.Override{StateDiff: changed}
	}

	if bytes.Contains(f.code, from[:]) {
		worker := out[f.worker]
		worker.Code = bytes.ReplaceAll(f.code, from[:], to[:])
		out[f.worker] = worker
	}
	return out
}

// forgedPermit is a call that lets somebody take what a holder has, signed by another key. The holder is nobody, and
// has signed nothing before.
func forgedPermit(domain []byte, key *ecdsa.PrivateKey) ([]byte, error) {
	number := func(n *big.Int) []byte { return common.BigToHash(n).Bytes() }
	account := func(a common.Address) []byte { return common.BytesToHash(a[:]).Bytes() }
	until := new(big.Int).SetUint64(1 << 62)
	holder := account(simulate.Holder)
	spender := account(simulate.Sender)

	value := number(big.NewInt(1))
	nonce := number(new(big.Int))
	kind := crypto.Keccak256([]byte(permitContent))
	content := crypto.Keccak256(kind, holder, spender, value, nonce, number(until))
	signature, err := crypto.Sign(crypto.Keccak256([]byte{0x19, 0x01}, domain, content), key)
	if err != nil {
		return nil, err
	}

	recovery := big.NewInt(int64(signature[64]) + 27)
	return slices.Concat(selector(permitSignature), holder, spender, value, number(until),
		number(recovery), signature[:32], signature[32:64]), nil
}
