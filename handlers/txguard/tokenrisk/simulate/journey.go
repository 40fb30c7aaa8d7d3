package simulate

import (
	"math/big"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"github.com/farebox/farebox/internal/chain/evm"
)

// Journey is what a wallet does with a token, over blocks: it buys, approves the router, sells a part in the next
// block, and another a day later. Nothing of the token's storage is planted.
type Journey struct {
	Buy    Plan // the purchase; its Amount is of the base
	Part   *big.Int
	Router common.Address
	From   time.Time // of the newest block
}

// blockTime and day part the blocks of a journey.
const (
	blockTime = 12 * time.Second
	day       = 24 * time.Hour
)

// Blocks are the journey for eth_simulateV1. planted has what pays for the purchase, at the router.
func (j Journey) Blocks(
	code []byte, planted map[common.Address]map[common.Hash]common.Hash,
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

	approval, _ := Approval(buy.Token, j.Router, new(big.Int).Lsh(j.Part, 2))
	at := func(later time.Duration) uint64 { return uint64(j.From.Add(later).Unix()) }
	return []evm.SimulatedBlock{
		{Time: at(blockTime), Overrides: overrides, Calls: []evm.Msg{j.send(buy), approval}},
		{Time: at(2 * blockTime), Calls: []evm.Msg{j.send(sell)}},
		{Time: at(day + 2*blockTime), Calls: []evm.Msg{j.send(sell)}},
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
	Approved    bool
	Next, Later *Outcome
}

// Arrived reads what the blocks returned; ok is false for an answer that is none.
func (j Journey) Arrived(blocks []evm.SimulatedResult) (a *Arrival, ok bool) {
	if len(blocks) != 3 || len(blocks[0].Calls) != 2 || len(blocks[1].Calls) != 1 || len(blocks[2].Calls) != 1 {
		return nil, false
	}

	purchase, approval := blocks[0].Calls[0], blocks[0].Calls[1]
	a = &Arrival{Approved: approval.Worked() && Approved(approval.Data)}
	if o := outcomeOf(purchase); o != nil {
		a.Bought = o.Bought
	}
	a.Next = outcomeOf(blocks[1].Calls[0])
	a.Later = outcomeOf(blocks[2].Calls[0])
	return a, true
}

// outcomeOf is the outcome of a simulated call. One that ran out of gas sold nothing.
func outcomeOf(c evm.SimulatedCall) *Outcome {
	if !c.Worked() {
		return &Outcome{
			Quoted:   new(big.Int),
			Received: new(big.Int),
			Sent:     new(big.Int),
			Arrived:  new(big.Int),
			Offered:  new(big.Int),
			Taken:    new(big.Int),
			Expected: new(big.Int),
			Returned: new(big.Int),
			Failure:  c.Data,
		}
	}

	o, err := Decode(c.Data)
	if err != nil {
		return nil
	}
	return o
}
