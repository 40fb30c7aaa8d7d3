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

// A permit gives an allowance by a signature of the holder. One that takes another key's signature too lets that key
// have what everybody has. No signature of such a key can be had; so each account in the code or in the
// first words of the storage is replaced by one whose key is known, and that signs for a holder who does not. The same
// account is put on each list that the first words may be of.
const maxSigners = 6

// permitForm is a kind of permit, or of a transfer by signature. Its arguments are words: those that are signed,
// without the kind, in their order, and the order in which the function takes them.
type permitForm struct {
	function string
	content  string
	signed   []permitWord
	passed   []permitWord
	joined   bool // the signature is one argument, of bytes, behind the others
	effect   simulate.Effects
}

// permitWord is a word of a permit that lets somebody take what a holder has, who has signed nothing before. A transfer
// is one of nothing: the holder has nothing.
type permitWord int

const (
	holder permitWord = iota
	spender
	value
	nonce
	until
	yes
	none
	transfer // the kind as the nonce of a transfer, which may be any word
)

var (
	permitSigned = []permitWord{holder, spender, value, nonce, until}
	permitPassed = []permitWord{holder, spender, value, until}
	daiWords     = []permitWord{holder, spender, nonce, until, yes}
	authorized   = []permitWord{holder, spender, none, none, until, transfer}
)

// permitForms are those of ERC-2612, with the signature as three words and as bytes, of DAI, and the transfers of
// ERC-3009 and of the USDC that takes bytes too.
var permitForms = []permitForm{
	{"permit(address,address,uint256,uint256,bytes)", permitContent, permitSigned, permitPassed, true, simulate.Allows},
	{authorization + "uint8,bytes32,bytes32)", transferContent, authorized, authorized, false, simulate.Takes},
	{authorization + "bytes)", transferContent, authorized, authorized, true, simulate.Takes},
	{"permit(address,address,uint256,uint256,uint8,bytes32,bytes32)", permitContent, permitSigned, permitPassed, false,
		simulate.Allows},
	{"permit(address,address,uint256,uint256,bool,uint8,bytes32,bytes32)", daiContent, daiWords, daiWords, false,
		simulate.Allows},
}

// What is signed of an ERC-2612 permit, of DAI's and of an ERC-3009 transfer.
const (
	permitContent   = "Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)"
	daiContent      = "Permit(address holder,address spender,uint256 nonce,uint256 expiry,bool allowed)"
	transferContent = "TransferWithAuthorization(address from,address to,uint256 value,uint256 validAfter," +
		"uint256 validBefore,bytes32 nonce)"
	authorization = "transferWithAuthorization(address,address,uint256,uint256,uint256,bytes32,"
)

// forger signs the permits of the trial. Anybody can compute its key.
func forger() (*ecdsa.PrivateKey, common.Address, error) {
	key, err := crypto.ToECDSA(crypto.Keccak256([]byte("signs permits in simulations alone")))
	if err != nil {
		return nil, common.Address{}, err
	}
	return key, crypto.PubkeyToAddress(key.PublicKey), nil
}

// permitTrial is a permit simulated with one account replaced, or with the signer on a list.
type permitTrial struct {
	signer common.Address
	call   *evm.Call
	answer hexutil.Bytes
	kind   *kindReads
}

// hiddenSigners are the accounts whose signature a permit takes for any holder's. unknown says that it takes those of a
// list that nobody known is on. It takes two requests, one more for such a list, and none for tokens without permits.
func (r *Reader) hiddenSigners(
	ctx context.Context, token common.Address, c *OnChain, f *firstReads,
) (found []Power, unknown bool, err error) {
	for _, form := range permitForms {
		if !slices.Contains(c.Code.Functions, [4]byte(selector(form.function))) {
			continue
		}
		data, err := r.forgedPermit(ctx, token, form)
		if err != nil {
			return nil, false, err
		}
		if data == nil {
			continue
		}
		signers, listed, err := r.signersOf(ctx, token, c, f, data, form.effect)
		if err != nil {
			return nil, false, err
		}
		found = append(found, signers...)
		unknown = unknown || listed
	}
	return found, unknown, nil
}

// signersOf tries a forged permit.
func (r *Reader) signersOf(
	ctx context.Context, token common.Address, c *OnChain, f *firstReads, data []byte, effect simulate.Effects,
) (found []Power, unknown bool, err error) {
	_, ours, err := forger()
	if err != nil {
		return nil, false, err
	}
	message := evm.Msg{From: simulate.Sender, To: &token, Data: data}
	var answer, listedAnswer hexutil.Bytes
	control := evm.CallCall(&answer, message, evm.Latest, nil)
	listed := evm.CallCall(&listedAnswer, message, evm.Latest, onLists(token, ours, listSlots()))
	calls := []*evm.Call{control, listed}
	var trials []*permitTrial
	for _, a := range r.suspects(token, c, f) {
		t := &permitTrial{signer: a, kind: readKind(a)}
		t.call = evm.CallCall(&t.answer, message, evm.Latest, f.replaced(token, a, ours))
		trials = append(trials, t)
		calls = append(calls, append(t.kind.calls(), t.call)...)
	}
	if err := r.Client.Batch(ctx, calls...); err != nil {
		return nil, false, err
	}
	if evm.AsRevert(control.Err) == nil {
		return nil, false, nil // what takes any signature, or says nothing, tells nothing
	}

	for _, t := range trials {
		known := t.kind.asked[0].Err == nil // whether the account has code
		if t.call.Err == nil && known && t.kind.kind() == HeldByKey {
			found = append(found, signerPower(data, effect, t.signer))
		}
	}
	if listed.Err != nil {
		return found, false, nil
	}
	members, err := r.members(ctx, token, c, f, message)
	if err != nil {
		return nil, false, err
	}
	for _, a := range members {
		found = append(found, signerPower(data, effect, a))
	}
	return found, len(members) == 0, nil
}

func signerPower(data []byte, effect simulate.Effects, signer common.Address) Power {
	return Power{
		Function: [4]byte(data),
		Effects:  effect,
		Holder:   signer,
		Kind:     HeldByKey,
	}
}

// listSlots are the first words of the storage, any of which may be of a mapping.
func listSlots() []common.Hash {
	slots := make([]common.Hash, stateSlots)
	for i := range slots {
		slots[i] = common.BigToHash(big.NewInt(int64(i)))
	}
	return slots
}

// entry is where a mapping keeps what it has for an account.
func entry(account common.Address, mapping common.Hash) common.Hash {
	return crypto.Keccak256Hash(common.LeftPadBytes(account[:], common.HashLength), mapping[:])
}

// onLists are the overrides that put an account on lists of a token.
func onLists(token, account common.Address, mappings []common.Hash) map[common.Address]evm.Override {
	changed := map[common.Hash]common.Hash{}
	for _, mapping := range mappings {
		changed[entry(account, mapping)] = common.BigToHash(big.NewInt(1))
	}
	return map[common.Address]evm.Override{token: {StateDiff: changed}}
}

// members are the plain accounts, of those that may have a say, on a list whose members' signatures a permit
// takes.
func (r *Reader) members(
	ctx context.Context, token common.Address, c *OnChain, f *firstReads, forged evm.Msg,
) ([]common.Address, error) {
	_, ours, err := forger()
	if err != nil {
		return nil, err
	}
	slots := listSlots()
	accounts := r.actors(token, c, f)
	tried := make([]*evm.Call, len(slots))
	kinds := make([]*kindReads, len(accounts))
	entries := make([]hexutil.Bytes, len(slots)*len(accounts))
	var calls []*evm.Call
	for i, slot := range slots {
		tried[i] = evm.CallCall(new(hexutil.Bytes), forged, evm.Latest, onLists(token, ours, slots[i:i+1]))
		calls = append(calls, tried[i])
		for k, a := range accounts {
			calls = append(calls, evm.StorageCall(&entries[i*len(accounts)+k], token, entry(a, slot), evm.Latest))
		}
	}
	for k, a := range accounts {
		kinds[k] = readKind(a)
		calls = append(calls, kinds[k].calls()...)
	}
	if err := r.Client.Batch(ctx, calls...); err != nil {
		return nil, err
	}

	var out []common.Address
	for i := range slots {
		for k, a := range accounts {
			if tried[i].Err == nil && !isZero(entries[i*len(accounts)+k]) && kinds[k].kind() == HeldByKey {
				out = append(out, a)
			}
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
			changed[f.slots[i]] = common.BytesToHash(word)
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

// forgedPermit is a call of a permit for a holder that another key signed; nil where the token tells no domain. The
// holder is nobody.
func (r *Reader) forgedPermit(ctx context.Context, token common.Address, form permitForm) ([]byte, error) {
	var domain hexutil.Bytes
	read := evm.CallCall(&domain, evm.Msg{To: &token, Data: selector("DOMAIN_SEPARATOR()")}, evm.Latest, nil)
	if err := r.Client.Batch(ctx, read); err != nil {
		return nil, err
	}
	if read.Err != nil || len(domain) != common.HashLength {
		return nil, nil // a permit of another kind
	}
	key, _, err := forger()
	if err != nil {
		return nil, err
	}

	number := func(n uint64) []byte { return common.BigToHash(new(big.Int).SetUint64(n)).Bytes() }
	account := func(a common.Address) []byte { return common.BytesToHash(a[:]).Bytes() }
	words := [...][]byte{
		holder:   account(simulate.Holder),
		spender:  account(simulate.Sender),
		value:    number(1),
		nonce:    number(0),
		until:    number(1 << 62),
		yes:      number(1),
		none:     number(0),
		transfer: crypto.Keccak256([]byte(transferContent)),
	}
	signed := [][]byte{crypto.Keccak256([]byte(form.content))}
	for _, w := range form.signed {
		signed = append(signed, words[w])
	}
	content := crypto.Keccak256(signed...)
	signature, err := crypto.Sign(crypto.Keccak256([]byte{0x19, 0x01}, domain, content), key)
	if err != nil {
		return nil, err
	}

	passed := []byte(selector(form.function))
	for _, w := range form.passed {
		passed = append(passed, words[w]...)
	}
	if !form.joined {
		recovery := number(uint64(signature[64]) + 27)
		return slices.Concat(passed, recovery, signature[:32], signature[32:64]), nil
	}
	signature[64] += 27
	offset := number(uint64(len(form.passed)+1) * common.HashLength)
	length := number(uint64(len(signature)))
	return slices.Concat(passed, offset, length, common.RightPadBytes(signature, 3*common.HashLength)), nil
}
