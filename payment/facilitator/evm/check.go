package evm

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"strings"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/rpc"
	"github.com/holiman/uint256"

	"github.com/farebox/farebox/payment/eip3009"
	"github.com/farebox/farebox/payment/x402"
)

// finding is what the chain says about a payment that has not been made.
type finding struct {
	refused *refusal    // nil when the transfer would succeed now
	spent   bool        // the nonce is used or cancelled
	expired bool        // the chain's clock has passed validBefore
	code    bool        // the payer's account runs code of its own
	alone   bool        // it succeeds by itself, but not with the others
	gas     uint64      // that a contract wallet's payment takes; 0 when not estimated
	balance uint256.Int // of the payer, in atomic units
}

// head is the state of the chain and of the settlement key as of a check.
type head struct {
	time    uint64   // Unix seconds
	baseFee *big.Int // wei per gas
	tip     *big.Int // wei per gas that the endpoint suggests
	balance *big.Int // wei
	nonce   uint64   // next nonce of the key by the latest block
}

// check simulates payments and reads what explains a failure, in one round trip. Payments signed by
// keys are simulated together, one after the other as they would be in a batch, so that two payments
// out of one balance are seen. Those of contract wallets are simulated apart, because code of theirs
// runs and could spoil the others. Only where one fails among the others without a reason of its own
// is there a second round trip, in which it is simulated alone.
func (s *settler) check(ctx context.Context, payments []*payment) ([]finding, head, error) {
	findings, h, doubtful, err := s.checkTogether(ctx, payments)
	if err == nil && len(doubtful) > 0 {
		err = s.checkApart(ctx, payments, findings, doubtful)
	}
	s.noteCheck(h, err)
	if err != nil {
		return nil, h, fmt.Errorf("checking %d payments on %s: %w", len(payments), s.network.CAIP2, err)
	}
	return findings, h, nil
}

func (s *settler) checkTogether(ctx context.Context, payments []*payment) (findings []finding, h head, doubtful []int, err error) {
	var block struct {
		Timestamp hexutil.Uint64 `json:"timestamp"`
		BaseFee   *hexutil.Big   `json:"baseFeePerGas"`
	}
	var tip, balance hexutil.Big
	var nonce hexutil.Uint64
	calls := []rpc.BatchElem{
		{Method: "eth_getBlockByNumber", Args: []any{"latest", false}, Result: &block},
		{Method: "eth_maxPriorityFeePerGas", Result: &tip},
		{Method: "eth_getBalance", Args: []any{s.address, "latest"}, Result: &balance},
		{Method: "eth_getTransactionCount", Args: []any{s.address, "latest"}, Result: &nonce},
	}
	const together = 4 // index of the call that simulates all payments by keys

	reads := []eip3009.Call{{Target: s.options.Multicall, Data: eip3009.SelectorBlockTime[:]}}
	var transfers []eip3009.Call
	for _, p := range payments {
		reads = append(reads,
			eip3009.Call{Target: s.network.Asset, Data: eip3009.PackState(p.auth.ID())},
			eip3009.Call{Target: s.network.Asset, Data: eip3009.PackBalanceOf(p.auth.From)})
		if p.byKey {
			transfers = append(transfers, eip3009.Call{Target: s.network.Asset, Data: p.call})
		}
	}
	var answers []hexutil.Bytes
	var estimates []hexutil.Uint64
	var codes map[common.Address]*hexutil.Bytes
	if len(payments) > 0 {
		answers = make([]hexutil.Bytes, 1, len(payments)+1) // pointers into both stay good
		estimates = make([]hexutil.Uint64, 0, len(payments))
		codes = make(map[common.Address]*hexutil.Bytes, len(payments))
		calls = append(calls, s.simulation(append(reads, transfers...), &answers[0]))
		for _, p := range payments {
			if p.byKey {
				continue
			}
			answers = append(answers, nil)
			calls = append(calls, s.simulation([]eip3009.Call{
				{Target: p.auth.From, Data: eip3009.PackIsValidSignature(p.digest, p.signature)},
				{Target: s.network.Asset, Data: p.call},
			}, &answers[len(answers)-1]))
			estimates = append(estimates, 0)
			calls = append(calls, s.estimation(p, &estimates[len(estimates)-1]))
		}
		for _, p := range payments {
			if codes[p.auth.From] == nil {
				codes[p.auth.From] = new(hexutil.Bytes)
				calls = append(calls, rpc.BatchElem{Method: "eth_getCode", Args: []any{p.auth.From, "latest"}, Result: codes[p.auth.From]})
			}
		}
	}
	if err := s.rpc.Batch(ctx, calls); err != nil {
		return nil, h, nil, err
	}
	for i, call := range calls {
		// Only the suggested tip can be done without, and what runs a wallet's code may fail.
		if call.Error != nil && i != 1 && (i <= together || call.Method == "eth_getCode") {
			return nil, h, nil, fmt.Errorf("%s: %w", call.Method, call.Error)
		}
	}
	if block.BaseFee == nil {
		return nil, h, nil, errors.New("the latest block has no base fee: the chain lacks EIP-1559")
	}
	h = head{uint64(block.Timestamp), block.BaseFee.ToInt(), tip.ToInt(), balance.ToInt(), uint64(nonce)}
	if len(payments) == 0 {
		return nil, h, nil, nil
	}
	results, err := eip3009.UnpackAggregate(answers[0], len(reads)+len(transfers))
	if err != nil {
		return nil, h, nil, err
	}
	now, ok := results[0].Uint64()
	if !ok {
		return nil, h, nil, errors.New("Multicall3 does not tell the block's time")
	}
	h.time = now
	findings = make([]finding, len(payments))
	transfer := results[len(reads):]
	apart, gas := answers[1:], estimates
	for i, p := range payments {
		f := &findings[i]
		spent, ok1 := results[1+2*i].Uint64()
		units, ok2 := results[2+2*i].Uint()
		if !ok1 || !ok2 {
			return nil, h, nil, fmt.Errorf("%s is no token with EIP-3009: it does not tell state and balance", s.network.Asset)
		}
		f.spent, f.balance, f.code = spent != 0, units, len(*codes[p.auth.From]) > 0
		f.expired = !p.auth.ValidBefore.GtUint64(now)
		var made, signed eip3009.Result
		if p.byKey {
			made, transfer = transfer[0], transfer[1:]
			signed.Success = true
		} else {
			if pair, err := eip3009.UnpackAggregate(apart[0], 2); err == nil {
				signed, made = pair[0], pair[1]
				signed.Success = signed.Success && len(signed.Data) >= 4 && [4]byte(signed.Data) == eip3009.SelectorIsValidSignature
			}
			f.gas = uint64(gas[0])
			apart, gas = apart[1:], gas[1:]
		}
		f.refused = judge(p, f, now, signed.Success)
		if f.refused == nil && !made.Success {
			f.refused = failure(made.Data)
			if p.byKey && len(transfers) > 1 {
				doubtful = append(doubtful, i)
			}
		}
		if f.refused == nil && f.gas > s.options.MaxWalletGas {
			f.refused = s.tooMuchGas(f.gas)
		}
	}
	return findings, h, doubtful, nil
}

// checkApart simulates payments that failed among others each by itself.
func (s *settler) checkApart(ctx context.Context, payments []*payment, findings []finding, doubtful []int) error {
	answers := make([]hexutil.Bytes, len(doubtful))
	calls := make([]rpc.BatchElem, len(doubtful))
	for i, index := range doubtful {
		calls[i] = s.simulation([]eip3009.Call{{Target: s.network.Asset, Data: payments[index].call}}, &answers[i])
	}
	if err := s.rpc.Batch(ctx, calls); err != nil {
		return err
	}
	for i, index := range doubtful {
		if calls[i].Error != nil {
			return fmt.Errorf("%s: %w", calls[i].Method, calls[i].Error)
		}
		result, err := eip3009.UnpackAggregate(answers[i], 1)
		if err != nil {
			return err
		}
		f := &findings[index]
		if result[0].Success {
			f.refused, f.alone = nil, true
		} else {
			f.refused = failure(result[0].Data)
		}
	}
	return nil
}

func (s *settler) simulation(calls []eip3009.Call, into *hexutil.Bytes) rpc.BatchElem {
	return rpc.BatchElem{
		Method: "eth_call",
		Args: []any{map[string]any{
			"from": s.address, "to": s.options.Multicall, "data": hexutil.Bytes(eip3009.PackAggregate(calls)),
		}, "latest"},
		Result: into,
	}
}

func (s *settler) estimation(p *payment, into *hexutil.Uint64) rpc.BatchElem {
	return rpc.BatchElem{
		Method: "eth_estimateGas",
		Args:   []any{map[string]any{"from": s.address, "to": s.network.Asset, "data": hexutil.Bytes(p.call)}},
		Result: into,
	}
}

func (s *settler) tooMuchGas(gas uint64) *refusal {
	return refuse(x402.ReasonSimulationFailed, "the payer's contract wallet takes %d gas, at most %d is paid for", gas, s.options.MaxWalletGas)
}

// judge finds the reason of a refusal in the state of the chain; simulation is for what state does
// not explain.
func judge(p *payment, f *finding, now uint64, signed bool) *refusal {
	switch {
	case f.spent:
		return refuse(x402.ReasonNonceUsed, "the authorization is used or canceled")
	case f.expired:
		return refuse(x402.ReasonValidBefore, "the authorization has expired by the chain's clock")
	case !p.auth.ValidAfter.LtUint64(now):
		return refuse(x402.ReasonValidAfter, "the authorization is not valid yet by the chain's clock")
	case !p.byKey && !f.code && p.wrapped:
		return refuse(x402.ReasonUndeployedWallet, "the payer's contract wallet is not deployed")
	case !p.byKey && !f.code:
		return refuse(x402.ReasonSignature, "%s", p.flaw)
	case !signed:
		return refuse(x402.ReasonSignature, "the payer's contract wallet does not accept the signature")
	case f.balance.Lt(&p.auth.Value):
		return refuse(x402.ReasonInsufficientFunds, "the payer holds %s units, the price is %s", f.balance.Dec(), p.auth.Value.Dec())
	}
	return nil
}

// failure reads the reason from what the token reverted with. The texts are FiatTokenV2's.
func failure(revert []byte) *refusal {
	text := eip3009.RevertReason(revert)
	for _, known := range []struct{ part, reason string }{
		{"used or canceled", x402.ReasonNonceUsed},
		{"is expired", x402.ReasonValidBefore},
		{"not yet valid", x402.ReasonValidAfter},
		{"invalid signature", x402.ReasonSignature},
		{"exceeds balance", x402.ReasonInsufficientFunds},
	} {
		if strings.Contains(text, known.part) {
			return &refusal{known.reason, text}
		}
	}
	if text == "" {
		text = fmt.Sprintf("the transfer fails: %#x", revert)
	}
	return &refusal{x402.ReasonSimulationFailed, text}
}
