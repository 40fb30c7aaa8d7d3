package evm

import (
	"context"
	"errors"
	"fmt"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/types"

	"github.com/farebox/farebox/payment/eip3009/ethrpc"
)

// Calls of contracts beside payments, under the same nonces of the settlement key.

// Why a call came to nothing.
var (
	// errReverts says that a call would fail on the chain as it is.
	errReverts = errors.New("the call fails on chain")
	// errFailed says that a call failed in a block although its simulation succeeded.
	errFailed = errors.New("the transaction failed")
	// errOvertaken says that the nonce of the call went to another transaction.
	errOvertaken = errors.New("another transaction took the nonce")
)

// call makes a call of a contract in a transaction of its own and waits for its receipt. The call is made at most once
// for each time that this is called. After errReverts it was not sent; after errFailed it is in a block and did
// nothing. After any other error nobody knows, and the transaction may still come.
func (s *settler) call(ctx context.Context, cause bill, to common.Address, data []byte) (*types.Receipt, error) {
	gas, err := s.estimate(ctx, to, data)
	if err != nil {
		return nil, err
	}
	_, h, err := s.check(ctx, nil)
	if err != nil {
		return nil, err
	}

	tx := &transaction{
		cause: cause,
		to:    to,
		data:  data,
		gas:   gas + gas/4, // state may change until then
		fees:  s.fees(h),
		ended: make(chan ending, 1),
	}
	s.send(tx)

	select {
	case end := <-tx.ended:
		tell(ctx, end.receipt)
		switch {
		case end.err != nil:
			return nil, end.err
		case end.receipt == nil:
			return nil, errOvertaken
		case end.receipt.Status != types.ReceiptStatusSuccessful:
			return end.receipt, errFailed
		}
		return end.receipt, nil
	case <-s.work.Done():
		return nil, errClosed
	case <-ctx.Done():
		return nil, fmt.Errorf("waiting for a block on %s: %w", s.network.CAIP2, context.Cause(ctx))
	}
}

// ending is how the transaction of a call ended.
type ending struct {
	receipt *types.Receipt // nil when the nonce went to another
	err     error          // it was not sent
}

// end tells the caller of a transaction how it ended. It has one, so this never waits.
func (tx *transaction) end(e ending) {
	if tx.ended != nil {
		tx.ended <- e
	}
}

// estimate is the gas that a call takes. A call that would fail is errReverts.
func (s *settler) estimate(ctx context.Context, to common.Address, data []byte) (uint64, error) {
	var gas hexutil.Uint64
	message := map[string]any{
		"from": s.address,
		"to":   to,
		"data": hexutil.Bytes(data),
	}
	err := s.rpc.Call(ctx, &gas, "eth_estimateGas", message)
	switch {
	case errors.Is(err, ethrpc.ErrUnavailable):
		return 0, err
	case err != nil:
		return 0, fmt.Errorf("%w: %w", errReverts, err)
	}
	return uint64(gas), nil
}
