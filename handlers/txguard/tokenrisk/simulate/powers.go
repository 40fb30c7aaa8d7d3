package simulate

import (
	"encoding/hex"
	"fmt"
	"math/big"
	"strings"

	"github.com/ethereum/go-ethereum/common"

	"github.com/farebox/farebox/handlers/txguard/tokenrisk/simulate/contracts"
	"github.com/farebox/farebox/internal/chain/evm"
)

// Effects are what a call does to those who only hold a token.
type Effects uint8

// The effects, as in Simulator.sol.
const (
	Stops  Effects = 1 << iota // a sale that worked fails
	Taxes                      // a sale brings less, by more than a tenth
	Takes                      // a holder, or the pool, has less
	Makes                      // there are more tokens
	Allows                     // somebody may take what a holder has
)

// Powers says which functions of a token to try as whom. Plan says how tokens are had; it neither buys for others nor
// sells.
type Powers struct {
	Plan      Plan
	Actor     common.Address
	Functions [][4]byte
}

// Power is a function that had effects.
type Power struct {
	Function [4]byte
	Effects  Effects
	LostPct  float64 // the most that a sale loses by it, in percent
}

// powersGas is what a trial of powers may use: less than most endpoints allow for a call.
const powersGas = 40_000_000

// Message is the simulated call, to the trader.
func (p Powers) Message() evm.Msg {
	to := Trader
	plan := p.Plan
	plan.Pass = true // who only holds gets some
	plan.Sell = false
	return evm.Msg{
		From:     Sender,
		To:       &to,
		Gas:      powersGas,
		GasPrice: gasPrice,
		Data:     contracts.NewSimulator().PackPowers(contracts.SimulatorPlan(plan), p.Actor, p.Functions, p.words()),
	}
}

// Overrides are the accounts of the trial: those of the plan, and the actor, who does as told.
func (p Powers) Overrides(
	code []byte, planted map[common.Address]map[common.Hash]common.Hash,
) (map[common.Address]evm.Override, error) {
	puppet, err := hex.DecodeString(strings.TrimSpace(contracts.PuppetCode))
	if err != nil {
		return nil, fmt.Errorf("the puppet's code: %w", err)
	}

	out := p.Plan.Overrides(code, planted)
	actor := out[p.Actor]
	actor.Code = puppet
	out[p.Actor] = actor
	payer := out[Sender]
	payer.Balance = funds()
	out[Sender] = payer
	return out, nil
}

// numbers are single values that functions are called with: switches, percentages, parts of a thousand and of ten
// thousand at and below common bounds, and more than anything.
var numbers = []int64{0, 1, 2, 10, 25, 49, 50, 90, 95, 99, 100, 500, 990, 1000, 5000, 9500, 10_000}

// arguments is the number of words behind each selector: functions read those that they know of.
const arguments = 8

// words are the arguments of the trial. A function's types are not known: each list fits some.
func (p Powers) words() [][]byte {
	holder := addressWord(Trader)
	other := addressWord(Bystander())
	actor := addressWord(p.Actor)
	pool := addressWord(p.Plan.Pool)
	amount := common.BigToHash(new(big.Int).Rsh(p.Plan.Amount, 5))
	one := numberWord(1)

	var lists [][]byte
	for _, n := range numbers {
		lists = append(lists, list(numberWord(n)))
	}
	lists = append(lists,
		list(common.MaxHash),
		list(amount),
		list(holder, one),
		list(holder, numberWord(2)),
		list(holder, numberWord(100)),
		list(holder, common.Hash{}),
		list(other, amount),
		list(pool, common.BigToHash(new(big.Int).Mul(p.Plan.Amount, big.NewInt(100)))),
		list(actor, amount),
		list(other, actor, amount),
		list(other, holder, amount),
		list(one, holder),
		list(numberWord(32), one, holder),           // address[]
		list(numberWord(64), one, one, holder),      // address[], bool
		list(other, one),                            // an account without code
		list(holder, numberWord(64), common.Hash{}), // address, bytes
	)
	return lists
}

// list is so many words, the last one of those given over and over.
func list(first ...common.Hash) []byte {
	out := make([]byte, 0, arguments*common.HashLength)
	for i := range arguments {
		w := first[min(i, len(first)-1)]
		out = append(out, w[:]...)
	}
	return out
}

func addressWord(a common.Address) common.Hash { return common.BytesToHash(a[:]) }

func numberWord(n int64) common.Hash { return common.BigToHash(big.NewInt(n)) }

// Bystander is the account that gets a part of what was bought, and only holds it.
func Bystander() common.Address {
	return common.HexToAddress(another[2:])
}

// Tried is the outcome of a trial of powers.
type Tried struct {
	Worked bool // a sale worked before any call: without it nothing can be told
	Whole  bool // there was gas for all calls
	Powers []Power
}

// Decode reads what the simulator returned.
func (p Powers) Decode(data []byte) (*Tried, error) {
	out, err := contracts.NewSimulator().UnpackPowers(data)
	if err != nil {
		return nil, fmt.Errorf("the trial of powers: %w", err)
	}

	lists := len(p.words())
	tried := &Tried{
		Worked: out.Ok,
		Whole:  out.Tried.Cmp(big.NewInt(int64(lists*len(p.Functions)))) >= 0,
	}
	for _, f := range out.Found {
		i := int(f.Call) / lists
		if i >= len(p.Functions) {
			return nil, fmt.Errorf("the trial of powers: call %d of %d", f.Call, lists*len(p.Functions))
		}
		tried.add(Power{
			Function: p.Functions[i],
			Effects:  Effects(f.Effects),
			LostPct:  float64(f.Lost) / 100,
		})
	}
	return tried, nil
}

// add takes a power over, and joins it to what the function did with other arguments.
func (t *Tried) add(p Power) {
	for i := range t.Powers {
		if have := &t.Powers[i]; have.Function == p.Function {
			have.Effects |= p.Effects
			have.LostPct = max(have.LostPct, p.LostPct)
			return
		}
	}
	t.Powers = append(t.Powers, p)
}
