package evm

import (
	"context"
	"errors"
	"fmt"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/rpc"
	"github.com/holiman/uint256"

	"github.com/farebox/farebox/internal/each"
	"github.com/farebox/farebox/payment/eip3009"
)

// question is one call to an endpoint.
type question struct {
	method string
	args   []any
	into   any // where the answer goes
	// optional says that the asker can do without an answer. It then finds the zero value.
	optional bool
}

func (q question) element() rpc.BatchElem {
	return rpc.BatchElem{
		Method: q.method,
		Args:   q.args,
		Result: q.into,
	}
}

// ask puts all questions in one round trip. It fails when one that is not optional gets no answer.
func (s *settler) ask(ctx context.Context, questions []question) error {
	calls := each.Of(questions, func(q question) rpc.BatchElem { return q.element() })

	if err := s.rpc.Batch(ctx, calls); err != nil {
		return err
	}

	for i, q := range questions {
		if err := calls[i].Error; err != nil && !q.optional {
			return fmt.Errorf("%s: %w", q.method, err)
		}
	}
	return nil
}

// aggregate is a list of contract calls that one eth_call makes in their order, by Multicall3. Each may
// fail without failing the others, and sees what those before it changed.
type aggregate struct {
	calls   []eip3009.Call
	results []*eip3009.Result // by call
	answer  hexutil.Bytes
	gas     uint64 // bound on what the calls may take together; 0 is the endpoint's
}

// add appends a call. Its result is there after read.
func (a *aggregate) add(target common.Address, data []byte) *eip3009.Result {
	result := new(eip3009.Result)
	a.calls = append(a.calls, eip3009.Call{Target: target, Data: data})
	a.results = append(a.results, result)
	return result
}

// read takes the answer apart, once it is there.
func (a *aggregate) read() error {
	results, err := eip3009.UnpackAggregate(a.answer, len(a.calls))
	if err != nil {
		return err
	}
	for i, result := range results {
		*a.results[i] = result
	}
	return nil
}

// simulation asks what the calls would do now, made by the settlement key. Nothing may be added after it.
func (s *settler) simulation(a *aggregate) question {
	call := map[string]any{
		"from": s.address,
		"to":   s.options.Multicall,
		"data": hexutil.Bytes(eip3009.PackAggregate(a.calls)),
	}
	if a.gas > 0 {
		call["gas"] = hexutil.Uint64(a.gas)
	}
	return question{
		method: "eth_call",
		args:   []any{call, "latest"},
		into:   &a.answer,
	}
}

// estimation asks how much gas a payment takes in a transaction of its own.
func (s *settler) estimation(p *payment, deploys bool, into *hexutil.Uint64) question {
	to, data := s.transactionOf(p, deploys)
	call := map[string]any{
		"from": s.address,
		"to":   to,
		"data": hexutil.Bytes(data),
	}
	return question{
		method: "eth_estimateGas",
		args:   []any{call},
		into:   into,
	}
}

// headInquiry is what a check asks about the chain and the settlement key.
type headInquiry struct {
	block struct {
		Timestamp hexutil.Uint64 `json:"timestamp"`
		BaseFee   *hexutil.Big   `json:"baseFeePerGas"`
	}
	tip     hexutil.Big
	balance hexutil.Big
	nonce   hexutil.Uint64
}

func (q *headInquiry) questions(key common.Address) []question {
	return []question{
		{
			method: "eth_getBlockByNumber",
			args:   []any{"latest", false},
			into:   &q.block,
		},
		{
			method:   "eth_maxPriorityFeePerGas",
			into:     &q.tip,
			optional: true, // minTip serves
		},
		{
			method: "eth_getBalance",
			args:   []any{key, "latest"},
			into:   &q.balance,
		},
		{
			method: "eth_getTransactionCount",
			args:   []any{key, "latest"},
			into:   &q.nonce,
		},
	}
}

func (q *headInquiry) read() (head, error) {
	if q.block.BaseFee == nil {
		return head{}, errors.New("the latest block has no base fee: the chain lacks EIP-1559")
	}
	return head{
		time:    uint64(q.block.Timestamp),
		baseFee: q.block.BaseFee.ToInt(),
		tip:     q.tip.ToInt(),
		balance: q.balance.ToInt(),
		nonce:   uint64(q.nonce),
	}, nil
}

// batchInquiry is what a check asks about payments: their state, and what their transfers would do.
//
// Everything but the wallets' own simulations is in one aggregate, so that it is as of one block. The
// states are read before the first transfer changes them.
type batchInquiry struct {
	together  aggregate
	blockTime *eip3009.Result
	payments  []*paymentInquiry
	codes     map[common.Address]*hexutil.Bytes // of the payers' accounts
	byKey     int                               // how many transfers share the aggregate
}

// paymentInquiry is what is asked about one payment.
type paymentInquiry struct {
	*payment
	state    func(*finding) bool // reads what the method has asked, see method.ask
	balance  *eip3009.Result     // of the payer, in atomic units
	transfer transferTrial       // of the simulated payment, when it is a key's
	code     *hexutil.Bytes      // of the payer's account

	deployed  *walletTrial // of a contract wallet as it stands
	deploying *walletTrial // of one that an allowed factory deploys first (ERC-6492)
}

// walletTrial is the simulation of a contract wallet's payment. It runs code of the payer's, which could
// spoil what others share with it.
type walletTrial struct {
	aggregate
	deployment *eip3009.Result // of the factory's call; nil without one
	signed     *eip3009.Result // the wallet's word on the signature
	transfer   transferTrial
	estimate   hexutil.Uint64 // gas that the payment takes
}

// newWalletTrial simulates a payment of a contract wallet, which a factory deploys first if deploys is set.
func (s *settler) newWalletTrial(p *payment, deploys bool) *walletTrial {
	t := &walletTrial{}
	// Room for the question about the signature beside the transfer, which asks it again.
	t.gas = s.maxGas(deploys) + s.options.MaxWalletGas + batchGas
	if deploys {
		t.deployment = t.add(p.deployment.Factory, p.deployment.Call)
	}
	t.signed = t.add(p.auth.From, eip3009.PackIsValidSignature(p.digest, p.signature))
	t.transfer = s.tryTransfer(&t.aggregate, p)
	return t
}

// transferTrial is a simulated transfer.
type transferTrial struct {
	made *eip3009.Result

	// What the seller holds before and behind it; nil where the token is known to move what it is told to.
	before *eip3009.Result
	behind *eip3009.Result
}

// tryTransfer adds the transfer of a payment to an aggregate. Tokens without EIP-3009 may be any, also such as take a
// fee from transfers.
func (s *settler) tryTransfer(a *aggregate, p *payment) (t transferTrial) {
	if s.network.Permit2 {
		t.before = a.add(s.network.Asset, eip3009.PackBalanceOf(p.auth.To))
	}
	t.made = a.add(s.method.target(), p.call)
	if s.network.Permit2 {
		t.behind = a.add(s.network.Asset, eip3009.PackBalanceOf(p.auth.To))
	}
	return t
}

// flaw is why a simulated transfer does not pay; nil when it does.
func (s *settler) flaw(t transferTrial, p *payment) *refusal {
	if !t.made.Success {
		return s.method.failure(t.made.Data)
	}
	if t.before == nil {
		return nil
	}

	before, okBefore := t.before.Uint()
	behind, okBehind := t.behind.Uint()
	arrived, less := new(uint256.Int).SubOverflow(&behind, &before)
	if !okBefore || !okBehind || less || !arrived.Eq(&p.auth.Value) {
		return refuse(s.words.simulated, "of %s units another amount would arrive", p.auth.Value.Dec())
	}
	return nil
}

// newBatchInquiry decides what is asked about payments. The order of the calls in the aggregate counts.
func (s *settler) newBatchInquiry(payments []*payment) *batchInquiry {
	q := &batchInquiry{codes: make(map[common.Address]*hexutil.Bytes, len(payments))}
	q.blockTime = q.together.add(s.options.Multicall, eip3009.SelectorBlockTime[:])

	for _, p := range payments {
		if q.codes[p.auth.From] == nil {
			q.codes[p.auth.From] = new(hexutil.Bytes)
		}
		q.payments = append(q.payments, &paymentInquiry{
			payment: p,
			state:   s.method.ask(&q.together, p),
			balance: q.together.add(s.network.Asset, eip3009.PackBalanceOf(p.auth.From)),
			code:    q.codes[p.auth.From],
		})
	}

	for _, p := range q.payments {
		if p.byKey {
			p.transfer = s.tryTransfer(&q.together, p.payment)
			q.byKey++
			continue
		}
		p.deployed = s.newWalletTrial(p.payment, false)
		if s.deployable(p.payment) == nil {
			p.deploying = s.newWalletTrial(p.payment, true)
		}
	}
	return q
}

// questions are those of newBatchInquiry as calls to an endpoint.
func (s *settler) questions(q *batchInquiry) []question {
	questions := []question{s.simulation(&q.together)}

	for _, p := range q.payments {
		for _, t := range p.trials() {
			simulation := s.simulation(&t.aggregate)
			simulation.optional = true // a wallet's code may do anything, and the others must not suffer
			estimation := s.estimation(p.payment, t.deployment != nil, &t.estimate)
			estimation.optional = true // likewise
			questions = append(questions, simulation, estimation)
		}
	}

	asked := map[common.Address]bool{}
	for _, p := range q.payments {
		if asked[p.auth.From] {
			continue
		}
		asked[p.auth.From] = true
		questions = append(questions, question{
			method: "eth_getCode",
			args:   []any{p.auth.From, "latest"},
			into:   p.code,
		})
	}
	return questions
}

// read takes the answers apart. now is the time of the block that they are as of, in Unix seconds.
func (q *batchInquiry) read() (now uint64, err error) {
	for _, p := range q.payments {
		for _, t := range p.trials() {
			_ = t.read() // without an answer, the results stay those of calls that failed
		}
	}

	if err := q.together.read(); err != nil {
		return 0, err
	}
	now, ok := q.blockTime.Uint64()
	if !ok {
		return 0, errors.New("Multicall3 does not tell the block's time")
	}
	return now, nil
}

// trials are the simulations of a contract wallet's payment. Which of them counts shows with the code of
// the payer's account, which is asked for in the same round trip.
func (p *paymentInquiry) trials() []*walletTrial {
	switch {
	case p.byKey:
		return nil
	case p.deploying == nil:
		return []*walletTrial{p.deployed}
	}
	return []*walletTrial{p.deployed, p.deploying}
}

// accepted says whether the wallet accepts the signature: it answers with the selector of the question
// (EIP-1271).
func (t *walletTrial) accepted() bool {
	return t.signed.Success &&
		len(t.signed.Data) >= 4 &&
		[4]byte(t.signed.Data) == eip3009.SelectorIsValidSignature
}
