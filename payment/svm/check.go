package svm

import (
	"encoding/binary"
	"math/bits"
	"slices"
	"strings"
)

// Check judges all of a payment that can be judged without the chain; nil when there is nothing against it. Whether the
// payer has the money, and whether the blockhash lives, only a simulation tells ([Chain.Simulate]).
//
// The order is that of the reference facilitator, so that a payment with several faults gets the same reason. Stricter
// are: two signers and no third, no lookup tables, the fee payer in no instruction's accounts (which the specification
// asks for and its reference does not look at), and a bound on the whole priority fee.
func (p *Payment) Check(t Terms) *Refusal {
	for _, rule := range []func(*Payment, Terms) *Refusal{
		(*Payment).checkSigners,
		(*Payment).checkLayout,
		(*Payment).checkBudget,
		(*Payment).checkSponsor,
		(*Payment).checkTransfer,
		(*Payment).checkNotes,
		(*Payment).checkIsolation,
	} {
		if refused := rule(p, t); refused != nil {
			return refused
		}
	}
	return nil
}

// signers are the fee payer, who signs last, and the payer.
const signers = 2

func (p *Payment) checkSigners(t Terms) *Refusal {
	m := p.Message
	if m.FeePayer() != t.FeePayer {
		return refuse(ReasonFeePayer, "the fee is paid by %s, not by %s", m.FeePayer(), t.FeePayer)
	}
	if m.Signers > signers {
		return refuse(ReasonSigners, "%d must sign, and only the payer and the fee payer may", m.Signers)
	}
	for place := 1; place < m.Signers; place++ {
		if !p.Signed(place) {
			return refuse(ReasonSignature, "the signature of %s is wrong", m.Accounts[place])
		}
	}
	return nil
}

func (p *Payment) checkLayout(Terms) *Refusal {
	if len(p.Message.Lookups) > 0 {
		return refuse(ReasonLookup, "accounts are loaded from address lookup tables, which can change before the transfer")
	}
	if n := len(p.Message.Instructions); n < leastCalls || n > mostCalls {
		return refuse(ReasonLength, "there are %d instructions, not %d to %d", n, leastCalls, mostCalls)
	}
	return nil
}

// checkBudget holds the two instructions that say what the fee payer pays beside the signatures. x402 has the limit
// first; buyers of the Payment scheme put the price first. For what they do it makes no difference.
func (p *Payment) checkBudget(Terms) *Refusal {
	first, second := p.budgetPlaces()
	units, ok := p.budget(first, setUnitLimit, 4)
	if !ok {
		return refuse(ReasonUnits, "the first instruction does not set the limit of compute units")
	}
	price, ok := p.budget(second, setUnitPrice, 8)
	if !ok {
		return refuse(ReasonPrice, "the second instruction does not set the price of compute units")
	}

	if units > maxUnits {
		return refuse(ReasonUnitsTooHigh, "%d compute units are asked for, at most %d are paid", units, maxUnits)
	}
	if price > maxUnitPrice {
		return refuse(ReasonPriceTooHigh, "%d microlamports for a compute unit, at most %d are paid", price, maxUnitPrice)
	}
	if fee := priorityFee(units, price); fee > MaxPriorityFee {
		return refuse(ReasonPriceTooHigh, "the priority fee is %d lamports, at most %d are paid", fee, MaxPriorityFee)
	}
	return nil
}

// PriorityFee is what a checked payment offers beside the price of its signatures, in lamports.
func (p *Payment) PriorityFee() uint64 {
	first, second := p.budgetPlaces()
	units, _ := p.budget(first, setUnitLimit, 4)
	price, _ := p.budget(second, setUnitPrice, 8)
	return priorityFee(units, price)
}

// budgetPlaces are those of the limit and of the price of compute units.
func (p *Payment) budgetPlaces() (units, price int) {
	if _, turned := p.budget(placeUnits, setUnitPrice, 8); turned {
		return placePrice, placeUnits
	}
	return placeUnits, placePrice
}

// budget reads the number in an instruction of the compute budget program.
func (p *Payment) budget(place int, kind byte, size int) (n uint64, ok bool) {
	call := p.Message.Instructions[place]
	if p.Message.program(call) != ComputeBudgetProgram || len(call.Data) != 1+size || call.Data[0] != kind {
		return 0, false
	}
	wide := make([]byte, 8)
	copy(wide, call.Data[1:])
	return binary.LittleEndian.Uint64(wide), true
}

// priorityFee is what units at a price in microlamports cost, in lamports. A part of one counts as one.
func priorityFee(units, price uint64) uint64 {
	const micro = 1_000_000
	high, low := bits.Mul64(units, price)
	low, carry := bits.Add64(low, micro-1, 0)
	if high += carry; high >= micro {
		return 1<<64 - 1
	}
	fee, _ := bits.Div64(high, low, micro)
	return fee
}

// checkSponsor sees that the fee payer does not pay for more than the fee.
func (p *Payment) checkSponsor(t Terms) *Refusal {
	transfer, ok := p.Message.transfer()
	if !ok || transfer.Program != TokenProgram {
		return refuse(ReasonNoTransfer, "the third instruction is no TransferChecked of the token's program")
	}
	if t.Sponsors[transfer.Authority] {
		return refuse(ReasonSponsorPays, "the fee payer would pay")
	}

	for sponsor := range t.Sponsors {
		if held, err := t.Network.TokenAccount(sponsor); err == nil && held == transfer.Source {
			return refuse(ReasonSponsorPays, "the fee payer's tokens would be spent")
		}
	}
	return nil
}

// checkIsolation sees that no instruction can touch what belongs to the fee payer: a program acts on the accounts that
// it is given and on no others.
func (p *Payment) checkIsolation(t Terms) *Refusal {
	for i, call := range p.Message.Instructions {
		for _, place := range call.Accounts {
			if t.Sponsors[p.Message.Accounts[place]] {
				return refuse(ReasonSponsorNamed, "instruction %d is given the fee payer's account", i)
			}
		}
	}
	return nil
}

func (p *Payment) checkTransfer(t Terms) *Refusal {
	got := p.Transfer
	switch {
	case got.Mint != t.Network.Mint:
		return refuse(ReasonMint, "the token is %s, not %s", got.Mint, t.Network.Mint)
	case got.Destination != t.Destination:
		return refuse(ReasonReceiver, "the payment is to account %s, not to %s", got.Destination, t.Destination)
	case got.Source == got.Destination:
		return refuse(ReasonSelf, "the payment is to the account that it is from")
	case got.Amount != t.Amount:
		return refuse(ReasonAmount, "the payment is of %d units, not of %d", got.Amount, t.Amount)
	case got.Decimals != t.Network.Decimals:
		return refuse(ReasonMint, "the token has %d decimals, not %d", t.Network.Decimals, got.Decimals)
	case p.Message.Signers != signers || p.Message.Accounts[1] != got.Authority:
		return refuse(ReasonSignature, "%s has not signed", got.Authority)
	}
	return nil
}

// checkNotes judges what comes behind the transfer: assertions that wallets add, and notes.
func (p *Payment) checkNotes(t Terms) *Refusal {
	unknown := []string{ReasonFourth, ReasonFifth, ReasonSixth, ReasonSeventh}
	var notes []string
	for i, call := range p.Message.Instructions[leastCalls:] {
		switch p.Message.program(call) {
		case LighthouseProgram:
		case MemoProgram:
			notes = append(notes, string(call.Data))
		default:
			return refuse(unknown[i], "instruction %d calls %s", leastCalls+i, p.Message.program(call))
		}
	}

	switch {
	case t.Memo == "":
		return nil
	case len(notes) != 1:
		return refuse(ReasonMemoCount, "there are %d notes, not one", len(notes))
	case !slices.Contains(notes, t.Memo):
		return refuse(ReasonMemo, "the note is not %q", strings.ToValidUTF8(t.Memo, "?"))
	}
	return nil
}
