// Package simulate tries to buy and sell a token on a pool without a transaction: it puts the code of
// Simulator.sol at an unused address for the time of one eth_call and reads what it reports. Endpoints have to
// support state overrides (the third parameter of geth's eth_call).
package simulate

import (
	"crypto/rand"
	_ "embed"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"math/big"
	"strings"

	"github.com/ethereum/go-ethereum/accounts/abi"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"

	"github.com/farebox/farebox/internal/chain/evm"
)

//go:embed artefacts/Simulator.bin-runtime
var simulator string

// Addresses that take part in simulations. Each process has its own, and nobody their keys: a token that knew them could show its
// good side to them alone.
var (
	Trader = anybody()
	Sender = anybody()
)

func anybody() (a common.Address) {
	_, _ = rand.Read(a[:]) // never fails
	return a
}

// somebody is the instruction that pushes the address of Simulator.sol's SOMEBODY, which has leading zeros.
const somebody = "63fa4eb000"

// another pushes an address of the process's own in its place.
var another = fmt.Sprintf("63f%x", anybody())[:len(somebody)]

// Code is the simulator's byte code, with another receiver for the part that is passed on.
func Code() ([]byte, error) {
	code, err := hex.DecodeString(strings.ReplaceAll(strings.ToLower(strings.TrimSpace(simulator)), somebody, another))
	if err != nil {
		return nil, fmt.Errorf("the simulator's code: %w", err)
	}
	return code, nil
}

// Plan says what to try. Amounts are atomic units.
type Plan struct {
	Pool, Token, Base common.Address
	Amount            *big.Int // of Base to buy with; of Token to sell when Buy is false
	Concentrated      bool     // a pool of the v3 kind
	Wrap              bool     // get Base by deposit() with native coins
	Buy, Pass, Sell   bool
}

var runSelector = crypto.Keccak256([]byte("run((address,address,address,uint256,bool,bool,bool,bool,bool))"))[:4]

// Data is the call of the simulator that carries the plan out.
func (p Plan) Data() []byte {
	out := append([]byte{}, runSelector...)
	for _, a := range []common.Address{p.Pool, p.Token, p.Base} {
		out = append(out, common.LeftPadBytes(a[:], 32)...)
	}
	out = append(out, common.LeftPadBytes(p.Amount.Bytes(), 32)...)
	for _, flag := range []bool{p.Concentrated, p.Wrap, p.Buy, p.Pass, p.Sell} {
		word := make([]byte, 32)
		if flag {
			word[31] = 1
		}
		out = append(out, word...)
	}
	return out
}

// Message is the simulated call, to the trader.
func (p Plan) Message() evm.Msg {
	to := Trader
	return evm.Msg{From: Sender, To: &to, Data: p.Data()}
}

// Overrides are the accounts as the plan needs them: the trader with the simulator's code and enough native
// coins, and planted words of token contracts' storage.
func (p Plan) Overrides(code []byte, planted map[common.Address]map[common.Hash]common.Hash) map[common.Address]evm.Override {
	out := map[common.Address]evm.Override{}
	for contract, words := range planted {
		out[contract] = evm.Override{StateDiff: words}
	}
	trader := evm.Override{Code: code}
	if p.Wrap {
		trader.Balance = new(big.Int).Lsh(p.Amount, 1)
	}
	out[Trader] = trader
	return out
}

// Outcome is what happened. Amounts are atomic units.
type Outcome struct {
	Funded, Bought, Passed, Sold bool

	Quoted, Received *big.Int // bought: sent out by the pool, arrived at the trader
	Sent, Arrived    *big.Int // passed on to somebody else
	Offered, Taken   *big.Int // sold: sent to the pool, arrived there
	Expected         *big.Int // base that selling would give without a tax; 0 when not known
	Returned         *big.Int // base that selling gave
	Failure          []byte   // revert data of the first step that failed
}

// outcomeWords is the number of words of the outcome's head.
const outcomeWords = 10

// Decode reads what the simulator returned.
func Decode(data []byte) (*Outcome, error) {
	if len(data) < 32*(1+outcomeWords) {
		return nil, errors.New("the simulation returned too little")
	}
	body := data[32:]
	num := func(i int) *big.Int { return new(big.Int).SetBytes(body[32*i : 32*i+32]) }
	steps := body[31]
	o := &Outcome{
		Funded: steps&1 != 0, Bought: steps&2 != 0, Passed: steps&4 != 0, Sold: steps&8 != 0,
		Quoted: num(1), Received: num(2), Sent: num(3), Arrived: num(4), Offered: num(5), Taken: num(6), Expected: num(7), Returned: num(8),
	}
	if at := num(9); at.IsUint64() && at.Uint64()+32 <= uint64(len(body)) {
		rest := body[at.Uint64():]
		if n := binary.BigEndian.Uint64(rest[24:32]); n <= uint64(len(rest)-32) {
			o.Failure = rest[32 : 32+n]
		}
	}
	return o, nil
}

// BuyTax is the part of what was bought that did not arrive, in percent; ok is false when nothing was bought.
func (o *Outcome) BuyTax() (percent float64, ok bool) {
	if !o.Bought {
		return 0, false
	}
	return missing(o.Quoted, o.Received), o.Quoted.Sign() > 0
}

// TransferTax is the part of what was passed on that did not arrive, in percent.
func (o *Outcome) TransferTax() (percent float64, ok bool) {
	if !o.Passed {
		return 0, false
	}
	return missing(o.Sent, o.Arrived), o.Sent.Sign() > 0
}

// SellTax is the part of what was sold that did not arrive at the pool or was lacking in what came back, in
// percent. Where a v3 pool refused a short payment, it is what lacked.
func (o *Outcome) SellTax() (percent float64, ok bool) {
	if !o.Sold {
		asked, arrived, ok := o.short()
		return missing(asked, arrived), ok
	}
	tax := missing(o.Offered, o.Taken)
	if o.Expected.Sign() > 0 {
		tax = max(tax, missing(o.Expected, o.Returned))
	}
	return tax, o.Offered.Sign() > 0
}

var shortSelector = crypto.Keccak256([]byte("Short(uint256,uint256)"))[:4]

// short reads the simulator's own error: a v3 pool asked for more than arrived.
func (o *Outcome) short() (asked, arrived *big.Int, ok bool) {
	if len(o.Failure) != 68 || string(o.Failure[:4]) != string(shortSelector) {
		return new(big.Int), new(big.Int), false
	}
	asked, arrived = new(big.Int).SetBytes(o.Failure[4:36]), new(big.Int).SetBytes(o.Failure[36:])
	return asked, arrived, asked.Sign() > 0
}

// Reason is why the first step that failed did so, in words; "" when the contract gave none.
func (o *Outcome) Reason() string {
	if _, _, short := o.short(); short {
		return "the pool refuses payments that arrive short, and the token takes a tax"
	}
	reason, err := abi.UnpackRevert(o.Failure)
	if err != nil {
		return ""
	}
	if len(reason) > 120 {
		reason = reason[:120]
	}
	return strings.ToValidUTF8(reason, "?")
}

// missing is the percentage of whole that is not in part, to hundredths, and 0 below a tenth of a percent:
// pools round.
func missing(whole, part *big.Int) float64 {
	if whole.Sign() <= 0 || part.Cmp(whole) >= 0 {
		return 0
	}
	lack := new(big.Int).Sub(whole, part)
	lack.Mul(lack, big.NewInt(10_000)).Add(lack, new(big.Int).Rsh(whole, 1)) // rounded, not cut off
	hundredths := new(big.Int).Quo(lack, whole)
	if hundredths.Int64() < 10 {
		return 0
	}
	return float64(hundredths.Int64()) / 100
}
