package simulate

import (
	"maps"
	"math/big"
	"slices"
	"time"

	"github.com/ethereum/go-ethereum/accounts/abi"
	"github.com/ethereum/go-ethereum/common"

	"github.com/farebox/farebox/internal/chain/evm"
	"github.com/farebox/farebox/internal/clip"
)

// Journey is what a wallet does with a token, over blocks: it buys, approves the router, sells a part at once
// and in the next block, and others a day, a month and a year later. Nothing of the token's storage is planted before the month is
// over: then a trial of powers follows the sale.
type Journey struct {
	Buy    Plan // the purchase; its Amount is of the base
	Part   *big.Int
	Router common.Address
	From   time.Time        // of the newest block
	Takers []common.Address // who tries to take what the wallet has, after a day and without an allowance

	Keeper  common.Address // who makes the openers before the purchase
	Openers [][]byte
	Powers  *Powers // what is tried when the month is over, or nil
}

// blockTime parts the first blocks of a journey, the others stand for how much later its sales are.
const (
	blockTime = 12 * time.Second
	day       = 24 * time.Hour
	month     = 31 * day
	year      = 400 * day
)

// Blocks are the journey for eth_simulateV1. planted has what pays for the purchase, at the router; then is what the
// trial of powers overrides.
func (j Journey) Blocks(
	code []byte, planted map[common.Address]map[common.Hash]common.Hash, then map[common.Address]evm.Override,
) []evm.SimulatedBlock {
	buy := j.Buy
	buy.Receiver = Holder
	buy.Pass = false
	buy.Sell = false

	sell := Plan{
		Pool:         buy.Pool,
		Token:        buy.Token,
		Base:         buy.Base,
		Amount:       j.Part,
		Concentrated: buy.Concentrated,
		Sell:         true,
		Holder:       Holder,
	}

	overrides := map[common.Address]evm.Override{
		Holder:   {Balance: funds()},
		j.Router: {Code: code, Balance: new(big.Int).Lsh(buy.Amount, 1)},
	}
	for contract, words := range planted {
		overrides[contract] = evm.Override{StateDiff: words}
	}

	approval := Approval(buy.Token, j.Router, new(big.Int).Lsh(j.Part, 3))
	at := func(later time.Duration) uint64 { return uint64(j.From.Add(later).Unix()) }
	later := []evm.Msg{j.send(sell)}
	for _, a := range j.Takers {
		later = append(later, j.take(a))
	}
	purchase := j.send(buy)
	purchase.GasPrice = nil // some tokens work only where gas costs nothing: it is sales that tell
	first := append(openers(j.Keeper, &buy.Token, j.Openers), purchase, approval, j.send(sell))
	afterAMonth := []evm.Msg{j.send(sell)}
	if j.Powers != nil {
		afterAMonth = append(afterAMonth, j.Powers.Message())
		if j.Powers.Signs {
			maps.Copy(overrides, evm.AsSigner(j.Powers.Actor))
		}
	}
	return []evm.SimulatedBlock{
		{Time: at(blockTime), Overrides: overrides, Calls: first},
		{Time: at(2 * blockTime), Calls: []evm.Msg{j.send(sell)}},
		{Time: at(day + 2*blockTime), Calls: later},
		{Time: at(month), Overrides: then, Calls: afterAMonth},
		{Time: at(year), Calls: []evm.Msg{j.send(sell)}},
	}
}

// openers are calls of a token that somebody makes before what is tried.
func openers(by common.Address, token *common.Address, calls [][]byte) (list []evm.Msg) {
	for _, data := range calls {
		list = append(list, evm.Msg{From: by, To: token, Data: data, Gas: gasLimit})
	}
	return list
}

// The functions transferFrom(address,address,uint256) and transfer(address,uint256).
var (
	TransferFrom = [4]byte{0x23, 0xb8, 0x72, 0xdd}
	Transfer     = [4]byte{0xa9, 0x05, 0x9c, 0xbb}
)

// take is how somebody takes a little of what the wallet has.
func (j Journey) take(by common.Address) evm.Msg {
	token := j.Buy.Token
	little := common.BigToHash(new(big.Int).Rsh(j.Part, 6))
	return evm.Msg{
		From: by,
		To:   &token,
		Data: slices.Concat(TransferFrom[:], list(addressWord(Holder), addressWord(by), little)),
		Gas:  gasLimit,
	}
}

func (j Journey) send(p Plan) evm.Msg {
	return evm.Msg{
		From:     Holder,
		To:       &j.Router,
		Data:     p.Data(),
		Gas:      gasLimit,
		GasPrice: gasPrice,
	}
}

// Arrival is how a journey went. Next and Later are nil where the simulator did not get so far as to try.
type Arrival struct {
	Bought      bool
	Refused     string // why the router was not approved; "" where it was
	Now, Next   *Outcome
	Later       *Outcome
	Month, Year *Outcome
	Taken       []common.Address // of the takers, those who could
	Tried       *Tried           // the trial of powers; nil where there was none, or it could not be simulated
}

// Arrived reads what the blocks returned; ok is false where they are no such journey.
func (j Journey) Arrived(blocks []evm.SimulatedResult) (a *Arrival, ok bool) {
	if len(blocks) != 5 || len(blocks[0].Calls) != 3+len(j.Openers) || len(blocks[2].Calls) != 1+len(j.Takers) {
		return nil, false
	}
	for _, i := range []int{1, 3, 4} {
		if len(blocks[i].Calls) == 0 {
			return nil, false
		}
	}

	first := blocks[0].Calls[len(j.Openers):]
	purchase, approval := first[0], first[1]
	a = &Arrival{}
	if !approval.Worked() {
		a.Refused = "approve reverts"
		if reason, err := abi.UnpackRevert(approval.Data); err == nil {
			a.Refused += ": " + clip.Shown(reason, longestReason)
		}
	} else if !Approved(approval.Data) {
		a.Refused = "approve returns false"
	}
	if o := outcomeOf(purchase); o != nil {
		a.Bought = o.Bought
	}
	a.Now = outcomeOf(first[2])
	a.Next = outcomeOf(blocks[1].Calls[0])
	a.Later = outcomeOf(blocks[2].Calls[0])
	a.Month = outcomeOf(blocks[3].Calls[0])
	a.Year = outcomeOf(blocks[4].Calls[0])
	if j.Powers != nil && len(blocks[3].Calls) == 2 && blocks[3].Calls[1].Worked() {
		a.Tried, _ = j.Powers.Decode(blocks[3].Calls[1].Data)
	}
	for i, by := range j.Takers {
		if c := blocks[2].Calls[i+1]; c.Worked() && Approved(c.Data) {
			a.Taken = append(a.Taken, by)
		}
	}
	return a, true
}

// Worse is what a journey's sales lack a month and a year later, and those of another journey do not.
func (a *Arrival) Worse(than *Arrival) Effects {
	return a.Month.worse(than.Month) | a.Year.worse(than.Year)
}

// Shrinks says whether a month or a year later a sale fails, or brings less than after a day.
func (a *Arrival) Shrinks() bool { return a.Month.worse(a.Later)|a.Year.worse(a.Later) != 0 }

func (o *Outcome) worse(than *Outcome) Effects {
	if o == nil || than == nil || !than.Sold {
		return 0
	}
	tax, _ := o.SellTax()
	least, _ := than.SellTax()
	switch {
	case !o.Sold:
		return Stops
	case tax > least+heavier:
		return Taxes
	}
	return 0
}

// heavier is how much more a tax has to take to count, in percent of a sale.
const heavier = 10

// outcomeOf is the outcome of a simulated call. One that ran out of gas sold nothing.
func outcomeOf(c evm.SimulatedCall) *Outcome {
	if !c.Worked() {
		return &Outcome{Failure: c.Data}
	}

	o, err := Decode(c.Data)
	if err != nil {
		return nil
	}
	return o
}
