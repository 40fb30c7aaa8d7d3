// Package svmtest makes payments of Solana for tests: those of stock buyers, and whatever else a buyer could send.
package svmtest

import (
	"crypto/ed25519"
	"encoding/binary"
	"slices"
	"testing"

	"github.com/farebox/farebox/payment/svm"
)

// Key is a key made of one byte, the same in each test.
func Key(seed byte) ed25519.PrivateKey {
	return ed25519.NewKeyFromSeed(slices.Repeat([]byte{seed}, ed25519.SeedSize))
}

// Account is an account as an instruction names it.
type Account struct {
	Address svm.Address
	Signs   bool
	Writes  bool
}

// Call is an instruction.
type Call struct {
	Program  svm.Address
	Accounts []Account
	Data     []byte
}

// Order is a payment before it is signed.
type Order struct {
	Buyer     ed25519.PrivateKey
	FeePayer  svm.Address
	Blockhash svm.Hash
	Calls     []Call
	Signers   []ed25519.PrivateKey // beside the buyer
	Change    func(m *svm.Message) // the last word on the message
}

// Stock is the payment that the stock buyer of version 2 makes: limit, price, transfer, note.
func Stock(
	t testing.TB, n svm.Network, buyer ed25519.PrivateKey, seller, feePayer svm.Address, amount uint64, hash svm.Hash,
	note string,
) *Order {
	t.Helper()
	const units, microlamports = 20_000, 1
	return &Order{
		Buyer:     buyer,
		FeePayer:  feePayer,
		Blockhash: hash,
		Calls: []Call{
			Units(units),
			Price(microlamports),
			Transfer(t, n, svm.AddressOf(buyer), seller, amount),
			{Program: svm.MemoProgram, Data: []byte(note)},
		},
	}
}

// Units sets the limit of compute units.
func Units(n uint32) Call {
	return Call{
		Program: svm.ComputeBudgetProgram,
		Data:    binary.LittleEndian.AppendUint32([]byte{2}, n),
	}
}

// Price sets the price of a compute unit in microlamports.
func Price(n uint64) Call {
	return Call{
		Program: svm.ComputeBudgetProgram,
		Data:    binary.LittleEndian.AppendUint64([]byte{3}, n),
	}
}

// Transfer moves tokens between the token accounts of two owners.
func Transfer(t testing.TB, n svm.Network, from, to svm.Address, amount uint64) Call {
	t.Helper()
	return TransferBetween(n, Held(t, n, from), Held(t, n, to), from, amount)
}

// TransferBetween moves tokens between two token accounts.
func TransferBetween(n svm.Network, source, destination, authority svm.Address, amount uint64) Call {
	return Call{
		Program: svm.TokenProgram,
		Accounts: []Account{
			{Address: source, Writes: true},
			{Address: n.Mint},
			{Address: destination, Writes: true},
			{Address: authority, Signs: true},
		},
		Data: append(binary.LittleEndian.AppendUint64([]byte{12}, amount), n.Decimals),
	}
}

// Held is the token account of an owner.
func Held(t testing.TB, n svm.Network, owner svm.Address) svm.Address {
	t.Helper()
	place, err := n.TokenAccount(owner)
	if err != nil {
		t.Fatal(err)
	}
	return place
}

// Lamports is a transfer of SOL.
func Lamports(from, to svm.Address, amount uint64) Call {
	return Call{
		Accounts: []Account{
			{Address: from, Signs: true, Writes: true},
			{Address: to, Writes: true},
		},
		Data: binary.LittleEndian.AppendUint64([]byte{2, 0, 0, 0}, amount),
	}
}

// Message is what is signed. Accounts are in the order that the chain requires: signers first, and writable ones first
// among the signers and among the others.
func (o *Order) Message() *svm.Message {
	all := []Account{{Address: o.FeePayer, Signs: true, Writes: true}}
	add := func(a Account) {
		for i := range all {
			if all[i].Address == a.Address {
				all[i].Signs = all[i].Signs || a.Signs
				all[i].Writes = all[i].Writes || a.Writes
				return
			}
		}
		all = append(all, a)
	}
	for _, call := range o.Calls {
		for _, a := range call.Accounts {
			add(a)
		}
	}
	for _, call := range o.Calls {
		add(Account{Address: call.Program})
	}
	slices.SortStableFunc(all[1:], func(a, b Account) int { return rank(a) - rank(b) })

	m := &svm.Message{Blockhash: o.Blockhash}
	places := map[svm.Address]uint8{}
	for i, a := range all {
		places[a.Address] = uint8(i)
		m.Accounts = append(m.Accounts, a.Address)
		switch {
		case a.Signs && a.Writes:
			m.Signers++
		case a.Signs:
			m.Signers++
			m.ReadSigners++
		case !a.Writes:
			m.ReadOthers++
		}
	}
	for _, call := range o.Calls {
		instruction := svm.Instruction{
			Program: places[call.Program],
			Data:    call.Data,
		}
		for _, a := range call.Accounts {
			instruction.Accounts = append(instruction.Accounts, places[a.Address])
		}
		m.Instructions = append(m.Instructions, instruction)
	}
	if o.Change != nil {
		o.Change(m)
	}
	return m
}

func rank(a Account) int {
	switch {
	case a.Signs && a.Writes:
		return 0
	case a.Signs:
		return 1
	case a.Writes:
		return 2
	}
	return 3
}

// Sign is the payment as a buyer sends it: base64, without the fee payer's signature. Keys that the message does not
// ask for sign nothing.
func (o *Order) Sign() string {
	t := svm.NewTransaction(o.Message())
	for _, key := range append([]ed25519.PrivateKey{o.Buyer}, o.Signers...) {
		if signed, err := t.Sign(key); err == nil {
			t = signed
		}
	}
	return t.Text()
}
