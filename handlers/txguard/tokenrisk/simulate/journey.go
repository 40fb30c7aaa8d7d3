package simulate

import (
	"maps"
	"math/big"
	"time"

	"github.com/ethereum/go-ethereum/accounts/abi"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"

	"github.com/farebox/farebox/internal/chain/evm"
	"github.com/farebox/farebox/internal/clip"
)

// Journey is what a wallet does with a token, over blocks: it buys, approves the router, sells a part at once and in
// the next block, and others a day, a month and a year later. The trader buys in a block before. Nothing of the token's
// storage is planted before the month is over: then a trial of powers over what the trader has follows the sale.
type Journey struct {
	Buy    Plan // the purchase; its Amount is of the base
	Part   *big.Int
	Router common.Address
	From   time.Time // of the newest block

	Keeper  common.Address // who makes the openers before the purchase
	Openers [][]byte       // behind the trader's purchase
	Powers  *Powers        // what is tried when the month is over, or nil
}

// The times of a journey's sales, one in each block.
const (
	AtOnce = iota // in the block of the purchase
	NextBlock
	ADayLater
	AMonthLater
	AYearLater
	allTimes
)

// times are those after the newest block.
var times = [allTimes]time.Duration{
	AtOnce:      2 * blockTime,
	NextBlock:   3 * blockTime,
	ADayLater:   24*time.Hour + 3*blockTime,
	AMonthLater: 31 * 24 * time.Hour,
	AYearLater:  400 * 24 * time.Hour,
}

const blockTime = 12 * time.Second

// baseFee is that of a journey's blocks, in wei. Some tokens can be sold only in blocks that are not of a network.
var baseFee = big.NewInt(1_000_000_000)

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

	first := j.Buy
	first.Pass = true
	overrides := first.Overrides(code, planted)
	overrides[Holder] = evm.Override{Balance: funds()}
	overrides[j.Router] = evm.Override{Code: code, Balance: new(big.Int).Lsh(buy.Amount, 1)}
	approval := Approval(buy.Token, j.Router, new(big.Int).Lsh(j.Part, 3))
	purchase := j.send(buy)
	purchase.GasPrice = nil // some tokens work only where gas costs nothing: it is sales that tell
	block := func(later time.Duration, calls ...evm.Msg) evm.SimulatedBlock {
		return evm.SimulatedBlock{
			Time:    uint64(j.From.Add(later).Unix()),
			Random:  crypto.Keccak256Hash(Trader[:], Holder[:], []byte(later.String())),
			BaseFee: baseFee,
			Calls:   calls,
		}
	}
	var out []evm.SimulatedBlock
	for _, later := range times {
		out = append(out, block(later, j.send(sell)))
	}

	out[AtOnce].Calls = append(openers(j.Keeper, &buy.Token, j.Openers), purchase, approval, j.send(sell))
	if j.Powers != nil {
		out[AMonthLater].Overrides = then
		out[AMonthLater].Calls = append(out[AMonthLater].Calls, j.Powers.Message())
		if j.Powers.Signs {
			maps.Copy(overrides, evm.AsSigner(j.Powers.Actor))
		}
	}
	before := block(blockTime, first.Message(), first.Message())
	before.Overrides = overrides
	return append([]evm.SimulatedBlock{before}, out...)
}

// openers are calls of a token that somebody makes before what is tried.
func openers(by common.Address, token *common.Address, calls [][]byte) (list []evm.Msg) {
	for _, data := range calls {
		list = append(list, evm.Msg{From: by, To: token, Data: data, Gas: gasLimit})
	}
	return list
}

// TransferFrom is the function transferFrom(address,address,uint256), and transfer that without the first.
var (
	TransferFrom = [4]byte{0x23, 0xb8, 0x72, 0xdd}
	transfer     = [4]byte{0xa9, 0x05, 0x9c, 0xbb}
)

func (j Journey) send(p Plan) evm.Msg {
	return evm.Msg{
		From:     Holder,
		To:       &j.Router,
		Data:     p.Data(),
		Gas:      gasLimit,
		GasPrice: gasPrice,
	}
}

// Arrival is how a journey went. Sales are nil where the simulator did not get so far as to try.
type Arrival struct {
	Bought  bool
	Refused string // why the router was not approved; "" where it was
	Sales   [allTimes]*Outcome
	Tried   *Tried // the trial of powers; nil where there was none, or it could not be simulated
}

// Arrived reads what the blocks returned; ok is false where they are no such journey.
func (j Journey) Arrived(blocks []evm.SimulatedResult) (a *Arrival, ok bool) {
	if len(blocks) != 1+allTimes || len(blocks[1].Calls) != 3+len(j.Openers) {
		return nil, false
	}
	blocks = blocks[1:]
	a = &Arrival{}
	first := blocks[0].Calls[len(j.Openers):]
	for i, b := range blocks {
		switch {
		case i == AtOnce:
			a.Sales[i] = outcomeOf(first[2])
		case len(b.Calls) == 0:
			return nil, false
		default:
			a.Sales[i] = outcomeOf(b.Calls[0])
		}
	}

	if o := outcomeOf(first[0]); o != nil {
		a.Bought = o.Bought
	}
	if approval := first[1]; !approval.Worked() {
		a.Refused = "approve reverts"
		if reason, err := abi.UnpackRevert(approval.Data); err == nil {
			a.Refused += ": " + clip.Shown(reason, longestReason)
		}
	} else if !Approved(approval.Data) {
		a.Refused = "approve returns false"
	}
	if last := blocks[AMonthLater].Calls; j.Powers != nil && len(last) == 2 && last[1].Worked() {
		a.Tried, _ = j.Powers.Decode(last[1].Data)
	}
	return a, true
}

// Worse is what a journey's sales lack a month and a year later, and those of another journey do not.
func (a *Arrival) Worse(than *Arrival) (effects Effects) {
	for i := AMonthLater; i < allTimes; i++ {
		effects |= a.Sales[i].worse(than.Sales[i])
	}
	return effects
}

// Shrinks says whether a month or a year later a sale fails, or brings less than after a day.
func (a *Arrival) Shrinks() bool {
	day := a.Sales[ADayLater]
	return a.Sales[AMonthLater].worse(day)|a.Sales[AYearLater].worse(day) != 0
}

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
