package tokenrisk

import (
	"bytes"
	"context"
	"crypto/ecdsa"
	"math/big"
	"slices"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/vm"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/holiman/uint256"

	"github.com/farebox/farebox/handlers/txguard/tokenrisk/simulate"
	"github.com/farebox/farebox/internal/chain/evm"
)

// A permit gives an allowance by a signature of the holder. One that takes another key's signature too lets that key
// have what everybody has. No signature of such a key can be had; so a key of ours signs for a holder who does not, the
// permit is run here, and what the signer is compared with, or looked up in, is given our key's place.

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

// hiddenSigner is whose signature a permit takes for any holder's.
type hiddenSigner struct {
	function [4]byte
	effect   simulate.Effects
	account  common.Address // the zero address for those of a list or a hash
	list     entry          // of the forger, if it is a list
}

// signers are those that permits ask for beside the holder.
func (p *probe) signers(functions [][4]byte) ([]hiddenSigner, error) {
	key, ours, err := forger()
	if err != nil {
		return nil, err
	}
	domain := p.run(p.course(simulate.Sender, selector("DOMAIN_SEPARATOR()")), nil).out
	if len(domain) != common.HashLength {
		return nil, nil // a permit of another kind
	}

	var out []hiddenSigner
	for _, form := range permitForms {
		if !slices.Contains(functions, [4]byte(selector(form.function))) {
			continue
		}
		data, err := form.forged(domain, key)
		if err != nil {
			return nil, err
		}
		out = append(out, p.signersOf(form.effect, data, ours)...)
	}
	return out, nil
}

// signersOf runs a forged permit until it works, or asks for nothing more.
func (p *probe) signersOf(effect simulate.Effects, data []byte, ours common.Address) (out []hiddenSigner) {
	c := p.course(simulate.Sender, data)
	mark := new(uint256.Int).SetBytes(ours[:])
	r := p.run(c, mark)
	if r.worked {
		return nil // what takes any signature, or says nothing, tells nothing
	}

	one := hiddenSigner{function: [4]byte(data), effect: effect}
	for _, s := range r.list {
		_, known := c.words[s.slot]
		own := p.own[s.slot].account == ours
		switch {
		case s.op == vm.SLOAD && !known && !own && len(p.unread) < mostUnread && !slices.Contains(p.unread, s.slot):
			p.unread = append(p.unread, s.slot)
		case s.op == vm.SLOAD && own:
			one.list = p.own[s.slot]
			c.words[s.slot] = common.BigToHash(big.NewInt(1))
		case s.op == unsolved && s.who == theWord:
			c.patched[s.at] = s.makes
		case s.op == vm.EQ && s.who == theWord:
			named := common.Address(s.with.Bytes20())
			if looksLikeAddress(named) && named != simulate.Holder && p.inPlaceOf(named, ours, data) {
				other := one
				other.account = named
				out = append(out, other)
			}
		}
	}

	if p.run(c, mark).worked {
		out = append(out, one)
	}
	return out
}

// inPlaceOf says whether a call works where one account has the place of another, in the code and in the storage.
func (p *probe) inPlaceOf(account, ours common.Address, data []byte) bool {
	other := *p
	other.code = bytes.ReplaceAll(p.code, account[:], ours[:])
	c := other.course(simulate.Sender, data)
	for slot, w := range c.words {
		c.words[slot] = common.BytesToHash(bytes.Replace(w[:], account[:], ours[:], 1))
	}
	return other.run(c, nil).worked
}

// hiddenSigners are the accounts whose signature a permit takes for any holder's. unknown is what those can do of a
// list, or of a hash, that nobody known is in. It takes a request where there is one.
func (r *Reader) hiddenSigners(
	ctx context.Context, token common.Address, c *OnChain, f *firstReads,
) (found []Power, unknown simulate.Effects, err error) {
	if len(f.signers) == 0 {
		return nil, 0, nil
	}
	accounts := r.actors(token, c, f)
	for _, s := range f.signers {
		accounts = append(accounts, s.account)
	}
	kinds := kindsOf(accounts, nil)
	calls := kinds.calls()
	words := make([]hexutil.Bytes, len(f.signers)*len(accounts))
	for i, s := range f.signers {
		for k, a := range accounts {
			calls = append(calls, evm.StorageCall(&words[i*len(accounts)+k], token, s.list.of(a), evm.Latest))
		}
	}
	if err := r.Client.Batch(ctx, calls...); err != nil {
		return nil, 0, err
	}

	for i, s := range f.signers {
		n := len(found)
		for k, a := range accounts {
			listed := s.list != (entry{}) && !isZero(words[i*len(accounts)+k])
			if (a == s.account || listed) && !burnt[a] && kinds.of(a) == HeldByKey {
				found = append(found, Power{
					Function: s.function,
					Effects:  s.effect,
					Holder:   a,
					Kind:     HeldByKey,
				})
			}
		}
		if s.account == (common.Address{}) && len(found) == n {
			unknown |= s.effect
		}
	}
	return found, unknown, nil
}

// maxSuspects is how many accounts of the code and the storage are looked at.
const maxSuspects = 6

// suspects are the accounts that the code and the storage name.
func (r *Reader) suspects(token common.Address, c *OnChain, f *firstReads) []common.Address {
	var out []common.Address
	add := func(a common.Address) {
		if len(out) < maxSuspects && !burnt[a] && a != token && !r.trades(a, c) && !slices.Contains(out, a) {
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

// forged is a call of a permit for a holder that another key signed. The holder is nobody.
func (form permitForm) forged(domain []byte, key *ecdsa.PrivateKey) ([]byte, error) {
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
