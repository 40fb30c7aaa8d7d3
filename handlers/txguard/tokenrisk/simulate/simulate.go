// Package simulate tries to buy and sell a token on a pool without a transaction: it puts the code of
// Simulator.sol at an unused address for the time of one eth_call and reads what it reports. Endpoints have to
// support state overrides (the third parameter of geth's eth_call).
package simulate

import (
	"bytes"
	"crypto/rand"
	"encoding/hex"
	"fmt"
	"math/big"
	"strings"

	"github.com/ethereum/go-ethereum/accounts/abi"
	"github.com/ethereum/go-ethereum/common"

	"github.com/farebox/farebox/handlers/txguard/tokenrisk/simulate/contracts"
	"github.com/farebox/farebox/internal/chain/evm"
	erc20 "github.com/farebox/farebox/internal/chain/evm/contracts"
	"github.com/farebox/farebox/internal/clip"
)

// Addresses that take part in simulations. Each process has its own, and nobody their keys: a token that knew them could show its
// good side to them alone.
var (
	Trader = anybody()
	Sender = anybody()
	Holder = anybody() // a plain account that holds tokens, as a wallet does

	newcomer = anybody() // a plain account that nobody has given anything
)

func anybody() (a common.Address) {
	_, _ = rand.Read(a[:]) // never fails
	return a
}

// somebody is the instruction that pushes the address of Simulator.sol's SOMEBODY, which has leading zeros.
const somebody = "63fa4eb000"

// another pushes an address of the process's own in its place.
var another = fmt.Sprintf("63f%x", anybody())[:len(somebody)]

// trader pushes the address of Simulator.sol's TRADER.
const trader = "737a4de17a4de17a4de17a4de17a4de17a4de17a4d"

// withTrader is byte code that knows the trader's address.
func withTrader(code string) string {
	text := strings.ToLower(strings.TrimSpace(code))
	return strings.ReplaceAll(text, trader, "73"+hex.EncodeToString(Trader[:]))
}

// Code is the simulator's byte code, with another receiver for the part that is passed on.
func Code() ([]byte, error) {
	text := withTrader(contracts.Code)
	code, err := hex.DecodeString(strings.ReplaceAll(text, somebody, another))
	if err != nil {
		return nil, fmt.Errorf("the simulator's code: %w", err)
	}
	return code, nil
}

// Plan says what to try. Amounts are atomic units.
type Plan struct {
	Pool         common.Address
	Token        common.Address
	Base         common.Address
	Amount       *big.Int // of Base to buy with; of Token to sell when Buy is false
	Concentrated bool     // a pool of the v3 kind
	Wrap         bool     // get Base by deposit() with native coins
	Buy          bool
	Pass         bool // send a tenth on between buying and selling
	Sell         bool
	Holder       common.Address // whose tokens are sold, by an allowance; the zero address for the trader's own
	Receiver     common.Address // who gets what is bought; the zero address for the trader
}

// Data is the call of the simulator that carries the plan out.
func (p Plan) Data() []byte {
	return contracts.NewSimulator().PackRun(contracts.SimulatorPlan(p))
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

// gasPrice is what the sale of a wallet offers for gas, in wei: some tokens work only in calls that cost nothing. It is
// above what networks ask for.
var gasPrice = big.NewInt(2_000_000_000_000)

// gasLimit is several times what a sale takes, and not more: some tokens can be sold only with more than any wallet
// offers.
const gasLimit = 1_500_000

// Approval is the holder's approval of the router, by itself.
func Approval(token, router common.Address, amount *big.Int) evm.Msg {
	return evm.Msg{
		From:     Holder,
		To:       &token,
		Data:     erc20.NewERC20().PackApprove(router, amount),
		Gas:      gasLimit,
		GasPrice: gasPrice,
	}
}

// Approved reads Approval's answer: some tokens return nothing.
func Approved(answer []byte) bool {
	return len(answer) < 32 || new(big.Int).SetBytes(answer[:32]).Sign() > 0
}

// funds pay for the gas of a wallet's transaction many times over.
func funds() *big.Int { return new(big.Int).Mul(gasPrice, big.NewInt(100*gasLimit)) }

// Outcome is what happened. Amounts are atomic units.
type Outcome struct {
	Bought, Passed, Sold bool

	Quoted, Received *big.Int // bought: sent out by the pool, arrived at the trader
	Sent, Arrived    *big.Int // passed on to somebody else
	Offered, Taken   *big.Int // sold: sent to the pool, arrived there
	Expected         *big.Int // base that selling would give without a tax; 0 when not known
	Returned         *big.Int // base that selling gave
	Failure          []byte   // revert data of the first step that failed
}

// The bits of the simulator's steps that worked.
const (
	_ = iota // funded
	bought
	passed
	sold
)

// Decode reads what the simulator returned.
func Decode(data []byte) (*Outcome, error) {
	out, err := contracts.NewSimulator().UnpackRun(data)
	if err != nil {
		return nil, fmt.Errorf("the simulation's outcome: %w", err)
	}

	return &Outcome{
		Bought:   out.Steps.Bit(bought) == 1,
		Passed:   out.Steps.Bit(passed) == 1,
		Sold:     out.Steps.Bit(sold) == 1,
		Quoted:   out.Quoted,
		Received: out.Received,
		Sent:     out.Passed,
		Arrived:  out.Arrived,
		Offered:  out.Sold,
		Taken:    out.Taken,
		Expected: out.Expected,
		Returned: out.Returned,
		Failure:  out.Failure,
	}, nil
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

// short reads the simulator's own error: a v3 pool asked for more than arrived.
func (o *Outcome) short() (asked, arrived *big.Int, ok bool) {
	id := contracts.SimulatorShortErrorID()
	body, ours := bytes.CutPrefix(o.Failure, id[:4])
	if !ours {
		return new(big.Int), new(big.Int), false
	}
	short, err := contracts.NewSimulator().UnpackShortError(body)
	if err != nil {
		return new(big.Int), new(big.Int), false
	}
	return short.Asked, short.Arrived, short.Asked.Sign() > 0
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
	return clip.Shown(reason, longestReason)
}

// longestReason is how much of a contract's own words an answer shows.
const longestReason = 120

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
