package simulate

import (
	"encoding/hex"
	"fmt"
	"maps"
	"math/big"
	"slices"

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

// Powers says which functions to try as whom. Plan says how tokens are had; it neither buys for others nor sells.
type Powers struct {
	Plan      Plan
	Held      *big.Int // what the trader has of the token
	Actor     common.Address
	Signs     bool           // the actor signs whatever is signed
	Unsigned  bool           // nobody does
	ActorCode []byte         // what the actor does for others, of an actor that is a contract
	Target    common.Address // whose functions they are; the zero address for the token
	Openers   [][]byte       // calls that come before all others and are kept
	Tries     [][]byte       // those of one function follow each other
	Without   []byte         // how things are without the openers, by another trial; empty where that is unknown
}

// Power is a function that had effects.
type Power struct {
	Function [4]byte
	Effects  Effects
	LostPct  float64 // the most that a sale loses by it, in percent
	Call     []byte  // the first that had one
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
		Data: contracts.NewSimulator().PackPowers(
			contracts.SimulatorPlan(plan), p.Actor, p.target(), p.Openers, p.Tries, p.Without,
		),
	}
}

func (p Powers) target() common.Address {
	if p.Target == (common.Address{}) {
		return p.Plan.Token
	}
	return p.Target
}

// Overrides are the accounts of the trial: those of the plan, and the actor, who does as told.
func (p Powers) Overrides(
	code []byte, planted map[common.Address]map[common.Hash]common.Hash,
) (map[common.Address]evm.Override, error) {
	puppet, err := hex.DecodeString(withTrader(contracts.PuppetCode))
	if err != nil {
		return nil, fmt.Errorf("the puppet's code: %w", err)
	}

	out := p.Plan.Overrides(code, planted)
	if p.Signs {
		maps.Copy(out, evm.AsSigner(p.Actor))
	}
	actor := out[p.Actor]
	actor.Code = puppet
	out[p.Actor] = actor
	out[latecomer()] = evm.Override{Code: puppet}
	out[Bystander()] = evm.Override{Code: puppet}
	out[shadow(p.Actor)] = evm.Override{Code: p.ActorCode}
	if len(p.ActorCode) == 0 {
		out[shadow(p.Actor)] = evm.Override{Code: free}
	}
	for _, a := range []common.Address{Sender, Trader} {
		payer := out[a]
		payer.Balance = funds()
		out[a] = payer
	}
	return out, nil
}

// latecomer is who gets tokens by a transfer in Simulator.sol, and sends them to the pool.
func latecomer() common.Address {
	a := Trader
	a[len(a)-1] ^= 1
	return a
}

// shadow is where a puppet finds the code that it does for others.
func shadow(actor common.Address) common.Address {
	actor[0] ^= 0x80
	return actor
}

// free is the code of an actor who has none on the network, and may get any. Asked by others it says yes, or refuses
// while Simulator.sol wants that (MOOD of Puppet).
var free = common.FromHex("747a4de17a4de17a4de17a4de17a4de17a4de17a4d00" + // its slot
	"5415601f57" + "600080fd" + "5b" + "600160005260406000f3")

// PassingArguments are lists by which a contract that makes calls for somebody makes one of a token's functions.
func (p Powers) PassingArguments(data []byte) [][]byte {
	token := addressWord(p.Plan.Token)
	return [][]byte{call(token, data), longCall(token, p.Actor, data)}
}

// call is an address with the data that is to be sent there: (address, bytes).
func call(to common.Hash, data []byte) []byte {
	return append(list(to, numberWord(64), numberWord(int64(len(data)))), padded(data)...)
}

// longCall is an address, no coins and the data: (address, uint256, bytes), with or without what follows of a Safe, of
// its modules and of timelocks. The last word of a Safe's leads to a signature that says the caller agrees.
func longCall(to common.Hash, from common.Address, data []byte) []byte {
	const head = 10
	padding := padded(data)
	words := []common.Hash{2: numberWord(head * common.HashLength), head - 1: {}}
	words[0] = to
	words[head-1] = numberWord(int64((head+1)*common.HashLength + len(padding)))

	out := list(words...)
	size := numberWord(int64(len(data)))
	out = append(append(out, size[:]...), padding...)
	length := numberWord(2*common.HashLength + 1)
	signer := addressWord(from)
	out = append(append(out, length[:]...), signer[:]...)
	out = append(append(out, make([]byte, common.HashLength)...), 1)
	return append(out, make([]byte, common.HashLength-1)...)
}

// padded is data with zeros up to a whole word.
func padded(data []byte) []byte {
	return common.RightPadBytes(data, (len(data)+common.HashLength-1)/common.HashLength*common.HashLength)
}

// list is some words, one behind the other.
func list(words ...common.Hash) []byte {
	var out []byte
	for _, w := range words {
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
	Worked bool    // a sale worked before any call: without it nothing can be told
	Whole  bool    // there was gas for all calls
	Signed bool    // the actor's signature counted, where that was asked for
	Stands []byte  // how things are before any call
	Opened Effects // what the openers did, where Without told how things were before
	Obeys  bool    // sales fail while the actor refuses to be called
	Powers []Power
	Acted  []Power // functions that wrote something and had no effect
}

// Decode reads what the simulator returned.
func (p Powers) Decode(data []byte) (*Tried, error) {
	out, err := contracts.NewSimulator().UnpackPowers(data)
	if err != nil {
		return nil, fmt.Errorf("the trial of powers: %w", err)
	}

	tried := &Tried{
		Worked: out.Ok,
		Whole:  out.Tried.Cmp(big.NewInt(int64(len(p.Tries)))) >= 0,
		Signed: out.Signs || !p.Signs,
		Stands: out.Stands,
	}
	for _, f := range out.Found {
		switch i := int(f.Call) - 1; {
		case i == len(p.Tries):
			tried.Opened = Effects(f.Effects)
		case i == len(p.Tries)+1:
			tried.Obeys = Effects(f.Effects)&Stops != 0
			if takes := Effects(f.Effects) & Takes; takes != 0 {
				tried.add(Power{Function: transfer, Effects: takes})
			}
		case i < 0, i > len(p.Tries):
			return nil, fmt.Errorf("the trial of powers: call %d of %d", i, len(p.Tries))
		default:
			tried.add(Power{
				Function: [4]byte(p.Tries[i]),
				Effects:  Effects(f.Effects),
				LostPct:  float64(f.Lost) / 100,
				Call:     p.Tries[i],
			})
		}
	}
	tried.Acted = slices.DeleteFunc(tried.Acted, func(a Power) bool { return tried.has(a.Function) })
	return tried, nil
}

func (t *Tried) has(function [4]byte) bool {
	return slices.ContainsFunc(t.Powers, func(p Power) bool { return p.Function == function })
}

// add takes a power over, and joins it to what the function did with other arguments.
func (t *Tried) add(p Power) {
	if p.Effects == 0 {
		t.Acted = append(t.Acted, p)
		return
	}
	for i := range t.Powers {
		if have := &t.Powers[i]; have.Function == p.Function {
			have.Effects |= p.Effects
			have.LostPct = max(have.LostPct, p.LostPct)
			return
		}
	}
	t.Powers = append(t.Powers, p)
}
