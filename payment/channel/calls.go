package channel

import (
	"encoding/binary"
	"errors"
	"math/big"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"github.com/farebox/farebox/payment/channel/contracts"
	"github.com/farebox/farebox/payment/eip3009"
)

// book packs the calls of the contract.
var book = contracts.NewSettlement()

func (c *Config) tuple() contracts.ChannelConfig {
	return contracts.ChannelConfig{
		Payer:              c.Payer,
		PayerAuthorizer:    c.PayerAuthorizer,
		Receiver:           c.Receiver,
		ReceiverAuthorizer: c.ReceiverAuthorizer,
		Token:              c.Token,
		WithdrawDelay:      new(big.Int).SetUint64(c.WithdrawDelay),
		Salt:               c.Salt,
	}
}

// PackDeposit is the call that makes a deposit.
func PackDeposit(c *Config, d *Deposit) []byte {
	return book.PackDeposit(c.tuple(), d.Amount.ToBig(), Collector, d.collectorData())
}

// collectorData is abi.encode(validAfter, validBefore, salt, signature): three words, the offset of the bytes, their
// length, and the bytes.
func (d *Deposit) collectorData() []byte {
	length := len(d.Signature)
	data := make([]byte, 5*32+(length+31)/32*32)
	d.ValidAfter.WriteToSlice(data[:32])
	d.ValidBefore.WriteToSlice(data[32:64])
	copy(data[64:], d.Salt[:])
	binary.BigEndian.PutUint64(data[4*32-8:], 4*32)
	binary.BigEndian.PutUint64(data[5*32-8:], uint64(length))
	copy(data[5*32:], d.Signature)
	return data
}

// PackClaims is the call that claims, with the signature of the seller's authorizer for all of them.
func PackClaims(claims []Claim, signature []byte) []byte {
	rows := make([]contracts.VoucherClaim, len(claims))
	for i := range claims {
		rows[i] = contracts.VoucherClaim{
			Voucher: contracts.Voucher{
				Channel:            claims[i].Config.tuple(),
				MaxClaimableAmount: claims[i].Most.ToBig(),
			},
			Signature:    claims[i].Signature,
			TotalClaimed: claims[i].Total.ToBig(),
		}
	}
	return book.PackClaimWithSignature(rows, signature)
}

// PackSettle is the call that pays out to a receiver what it has claimed in a token.
func PackSettle(receiver, token common.Address) []byte { return book.PackSettle(receiver, token) }

// PackRefund is the call that gives money back to the payer, with the signature of the seller's authorizer.
func PackRefund(c *Config, amount, nonce *uint256.Int, signature []byte) []byte {
	return book.PackRefundWithSignature(c.tuple(), amount.ToBig(), nonce.ToBig(), signature)
}

// PackTogether is one call that makes several, all or nothing.
func PackTogether(calls [][]byte) []byte { return book.PackMulticall(calls) }

// PackWithdraw returns the calls with which a payer, or its authorizer, takes money back without the seller: the first
// begins, the second ends it when the delay has passed.
func PackWithdraw(c *Config, amount *uint256.Int) (begin, end []byte) {
	return book.PackInitiateWithdraw(c.tuple(), amount.ToBig()), book.PackFinalizeWithdraw(c.tuple())
}

// stateCalls is how many questions are about one channel.
const stateCalls = 3

// Questions ask for the states of channels, all as of one block, through Multicall3.
func Questions(multicall common.Address, ids []common.Hash) []eip3009.Call {
	calls := []eip3009.Call{{
		Target: multicall,
		Data:   eip3009.SelectorBlockNumber[:],
	}}
	for _, id := range ids {
		for _, data := range [][]byte{
			book.PackChannels(id),
			book.PackPendingWithdrawals(id),
			book.PackRefundNonce(id),
		} {
			calls = append(calls, eip3009.Call{
				Target: Settlement,
				Data:   data,
			})
		}
	}
	return calls
}

// errAnswers says that the contract gave answers that make no sense. It may not be on this chain.
var errAnswers = errors.New("the contract of payment channels gives no answers (is it deployed on this chain?)")

// States reads the answers to [Questions].
func States(results []eip3009.Result) ([]State, error) {
	if len(results) == 0 || len(results)%stateCalls != 1 {
		return nil, errAnswers
	}
	block, ok := results[0].Uint64()
	if !ok {
		return nil, errAnswers
	}

	var states []State
	for rest := results[1:]; len(rest) > 0; rest = rest[stateCalls:] {
		state, err := stateOf(rest[:stateCalls])
		if err != nil {
			return nil, err
		}
		state.Block = block
		states = append(states, state)
	}
	return states, nil
}

func stateOf(answers []eip3009.Result) (s State, err error) {
	for _, answer := range answers {
		if !answer.Success {
			return s, errAnswers
		}
	}
	held, err1 := book.UnpackChannels(answers[0].Data)
	withdrawal, err2 := book.UnpackPendingWithdrawals(answers[1].Data)
	nonce, err3 := book.UnpackRefundNonce(answers[2].Data)
	if errors.Join(err1, err2, err3) != nil {
		return s, errAnswers
	}

	s.Balance.SetFromBig(held.Balance)
	s.Claimed.SetFromBig(held.TotalClaimed)
	s.Waiting.SetFromBig(withdrawal.Amount)
	s.RefundNonce.SetFromBig(nonce)
	if at := withdrawal.InitiatedAt; at.Sign() > 0 {
		s.Withdrawal = time.Unix(at.Int64(), 0).UTC()
	}
	return s, nil
}
