package svm

import (
	"encoding/binary"
	"errors"
	"fmt"
	"strconv"

	"github.com/farebox/farebox/payment/x402"
)

// Payment is a transaction as a buyer sends it, read and not judged.
type Payment struct {
	*Transaction
	Name     Hash
	Payer    Address  // the authority of the transfer; zero when there is no transfer
	Transfer Transfer // likewise
}

// Transfer is the TransferChecked instruction of a token program.
type Transfer struct {
	Program     Address
	Source      Address
	Mint        Address
	Destination Address
	Authority   Address // who may spend what Source holds: its owner, or one to whom the owner has lent it
	Amount      uint64  // atomic units
	Decimals    uint8
}

// Places of the instructions of a payment. Behind them come notes and assertions.
const (
	placeUnits    = 0
	placePrice    = 1
	placeTransfer = 2
	leastCalls    = 3
	mostCalls     = 7 // with up to three assertions of wallets
)

// First bytes of the instructions of a payment. Source: the programs' own lists.
const (
	setUnitLimit    = 2
	setUnitPrice    = 3
	transferChecked = 12
)

// ReadPayment reads the transaction of a payment, in base64. An error says that it is not one.
func ReadPayment(text string) (*Payment, error) {
	t, err := ParseTransaction(text)
	if err != nil {
		return nil, fmt.Errorf("transaction: %w", err)
	}

	p := &Payment{
		Transaction: t,
		Name:        t.Name(),
	}
	if transfer, ok := t.Message.transfer(); ok {
		p.Transfer = transfer
		p.Payer = transfer.Authority
	}
	return p, nil
}

// transfer reads the transfer in its place.
func (m *Message) transfer() (t Transfer, ok bool) {
	if len(m.Instructions) <= placeTransfer {
		return t, false
	}
	call := m.Instructions[placeTransfer]
	t.Program = m.program(call)
	if t.Program != TokenProgram && t.Program != Token2022Program {
		return t, false
	}

	const accounts = 4 // more are signers of a shared wallet, of which Signers allows none
	const length = 10
	if len(call.Accounts) != accounts || len(call.Data) != length || call.Data[0] != transferChecked {
		return t, false
	}
	t.Amount = binary.LittleEndian.Uint64(call.Data[1:])
	t.Decimals = call.Data[9]
	for place, into := range []*Address{&t.Source, &t.Mint, &t.Destination, &t.Authority} {
		if *into, ok = m.account(call, place); !ok {
			return t, false
		}
	}
	return t, true
}

// Terms are what a payment must be.
type Terms struct {
	Sponsors    map[Address]bool // all that whoever judges pays fees with
	FeePayer    Address          // the one of them that the buyer was offered
	Network     Network
	Destination Address // the receiver's token account
	Amount      uint64  // atomic units
	Memo        string  // that must be there; "" when it is the buyer's business
}

// NewTerms reads the seller's requirement. sponsors pay the fees; nil stands for the one that the requirement names.
func NewTerms(r x402.Requirement, n Network, sponsors map[Address]bool) (Terms, error) {
	t := Terms{
		Sponsors: sponsors,
		Network:  n,
		Memo:     r.Extra.Memo,
	}
	if r.Asset != n.Mint.String() {
		return t, fmt.Errorf("asset %.60q is not served on %s", r.Asset, n.CAIP2)
	}

	receiver, err := ParseAddress(r.PayTo)
	if err != nil {
		return t, fmt.Errorf("payTo: %w", err)
	}
	if t.Destination, err = n.TokenAccount(receiver); err != nil {
		return t, fmt.Errorf("payTo: %w", err)
	}
	if t.Amount, err = strconv.ParseUint(r.Amount, 10, 64); err != nil || t.Amount == 0 {
		return t, errors.New("amount: not a number of atomic units above 0")
	}
	if t.FeePayer, err = ParseAddress(r.Extra.FeePayer); err != nil {
		return t, fmt.Errorf("extra.feePayer: %w", err)
	}
	if sponsors == nil {
		t.Sponsors = map[Address]bool{t.FeePayer: true}
	}
	return t, nil
}

// What a payment may cost the fee payer, who has no other say in it.
const (
	// maxUnits is how many compute units a transaction may ask for: several times what a transfer with a note and
	// three assertions takes.
	maxUnits = 200_000
	// maxUnitPrice is the price of a unit in millionths of a lamport, at most: the bound of the specification. By
	// itself it allows more than a dollar for a payment.
	maxUnitPrice = 5_000_000
	// MaxPriorityFee is what units times price come to, in lamports, at most: as much again as the two signatures
	// cost. Stock buyers offer less than one.
	MaxPriorityFee = 10_000
)

// Refusal is why a payment is not taken, for certain.
type Refusal struct {
	Reason  string // of version 2
	Message string // for people
}

func refuse(reason, format string, args ...any) *Refusal {
	return &Refusal{
		Reason:  reason,
		Message: fmt.Sprintf(format, args...),
	}
}
