package permit2

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/rpc"

	"github.com/farebox/farebox/payment/eip3009"
	"github.com/farebox/farebox/payment/eip3009/ethrpc"
	"github.com/farebox/farebox/payment/x402"
)

// absenceDelay is how far in seconds the chain's clock must have passed a deadline before a transfer that is not found
// counts as one that was not made: endpoints lag behind each other.
const absenceDelay = 300

// searchSlack is how far before a time, in seconds, the block may be that a search ends with.
const searchSlack = 60

// lookBack is how long before its deadline an authorization may have been used, for those that are valid since long
// ago. It is in seconds.
const lookBack = 2 * 3600

// Chain reads what became of payments by Permit2 on one network. It is safe for concurrent use.
type Chain struct {
	*eip3009.Chain // what needs no more than the token's transfers
	rpc            *ethrpc.Client
	network        x402.Network
}

// NewChain is a reader of a network's payments over an RPC client, which stays the caller's to close.
func NewChain(client *ethrpc.Client, network x402.Network, settings eip3009.Settings) *Chain {
	return &Chain{
		Chain:   eip3009.NewChain(client, network, settings),
		rpc:     client,
		network: network,
	}
}

// State tells what became of an authorization. hints are transactions that may have carried it; they are looked at
// first and may spare the search.
//
// Permit2 marks a nonce as spent and writes no event. So the payer's transfers are searched for the one whose
// transaction calls the proxy with the authorization's own words: that call names the nonce, and succeeds once. A call
// through another contract cannot be read. Where such a one has made a transfer like the authorization's, nobody can
// say, and the error wraps [eip3009.ErrEventNotFound]. A nonce spent by something else is Used, not Same, and has no
// transaction. This is only reported when the chain's clock is well past the deadline and all transfers since
// validAfter have been seen: a transfer that is not found yet may still exist.
func (c *Chain) State(ctx context.Context, a Authorization, hints ...common.Hash) (eip3009.Report, error) {
	id := a.ID()
	report, bitmap, err := c.Snapshot(ctx, eip3009.Call{
		Target: Address,
		Data:   PackNonceBitmap(id),
	})
	if err != nil {
		return eip3009.Report{}, fmt.Errorf("state of nonce %s of %s: %w", id.Nonce, a.From, err)
	}
	if !IsSpent(bitmap, id) {
		return report, nil
	}

	// An answer to a hint that does not come is no reason to stop: the search follows.
	if found, err := c.among(ctx, &report, &a, hints); err == nil && found == payment {
		return report, nil
	}
	found, err := c.search(ctx, &report, &a)
	switch {
	case err != nil:
		return eip3009.Report{}, fmt.Errorf("transfer with nonce %s of %s: %w", id.Nonce, a.From, err)
	case found == payment:
		return report, nil
	case found == unreadable:
		return eip3009.Report{}, fmt.Errorf("nonce %s of %s may be spent by a call through another contract: %w",
			id.Nonce, a.From, eip3009.ErrEventNotFound)
	case !a.isOver(report.BlockTime, absenceDelay) || !a.isCovered():
		return eip3009.Report{}, fmt.Errorf("nonce %s of %s: %w", id.Nonce, a.From, eip3009.ErrEventNotFound)
	}

	report.State = eip3009.Used
	return report, nil
}

// ID names the authorization among those of the token's network.
func (a *Authorization) ID() eip3009.ID {
	return eip3009.ID{
		From:  a.From,
		Nonce: a.Nonce.Bytes32(),
	}
}

// isOver says that a time is later than the deadline by some seconds.
func (a *Authorization) isOver(time, by uint64) bool {
	return a.Deadline.LtUint64(time - min(time, by))
}

// isCovered says that a search looks at the whole time in which the authorization is valid.
func (a *Authorization) isCovered() bool {
	return a.Deadline.IsUint64() && !a.ValidAfter.LtUint64(a.Deadline.Uint64()-min(a.Deadline.Uint64(), lookBack))
}

// match is what a transaction is to an authorization.
type match int

const (
	unrelated match = iota
	unreadable
	payment
)

// search looks through the payer's transfers in the time in which the authorization could be used, newest first.
func (c *Chain) search(ctx context.Context, report *eip3009.Report, a *Authorization) (match, error) {
	end := report.BlockTime
	if a.Deadline.LtUint64(end) {
		end = a.Deadline.Uint64()
	}
	span := eip3009.Span{
		Start: end - min(end, lookBack),
		End:   end + searchSlack,
	}
	if a.ValidAfter.GtUint64(span.Start) && a.ValidAfter.LtUint64(end) {
		span.Start = a.ValidAfter.Uint64()
	}

	found := unrelated
	topics := []any{eip3009.TopicTransfer, common.BytesToHash(a.From[:]), common.BytesToHash(a.To[:])}
	err := c.Search(ctx, span, *report, topics, func(logs []*types.Log) (bool, error) {
		now, err := c.among(ctx, report, a, a.candidates(c.network.Asset, logs))
		found = max(found, now)
		return found == payment, err
	})
	return found, err
}

// candidates are the transactions that have made the transfer of an authorization, or one like it, newest first.
func (a *Authorization) candidates(token common.Address, logs []*types.Log) []common.Hash {
	var hashes []common.Hash
	seen := map[common.Hash]bool{}
	for i := len(logs) - 1; i >= 0; i-- {
		if hash := logs[i].TxHash; !seen[hash] && a.isMadeBy(token, logs[i]) {
			seen[hash] = true
			hashes = append(hashes, hash)
		}
	}
	return hashes
}

// isMadeBy says that an event is a transfer of the token as the authorization has it.
func (a *Authorization) isMadeBy(token common.Address, log *types.Log) bool {
	value := a.Amount.Bytes32()
	return log.Address == token && len(log.Topics) == 3 && len(log.Data) == 32 &&
		log.Topics[0] == eip3009.TopicTransfer &&
		common.BytesToAddress(log.Topics[1][:]) == a.From &&
		common.BytesToAddress(log.Topics[2][:]) == a.To &&
		common.Hash(log.Data) == value
}

// IsIn says that events hold a transfer like that of the authorization. Of a transaction that makes no other payment,
// that is the authorization's own.
func (a *Authorization) IsIn(token common.Address, logs []*types.Log) bool {
	return slices.ContainsFunc(logs, func(log *types.Log) bool { return a.isMadeBy(token, log) })
}

// maxCalls bounds the transactions that are read at once.
const maxCalls = 50

// sent is what is read of a transaction.
type sent struct {
	To   *common.Address `json:"to"`
	Call hexutil.Bytes   `json:"input"`
}

// among looks for the payment in transactions and completes the report when one of them is it.
func (c *Chain) among(
	ctx context.Context, report *eip3009.Report, a *Authorization, hashes []common.Hash,
) (match, error) {
	found := unrelated
	for len(hashes) > 0 {
		some := hashes[:min(len(hashes), maxCalls)]
		hashes = hashes[len(some):]
		all, err := c.sent(ctx, some)
		if err != nil {
			return found, err
		}

		for i, hash := range some {
			now := a.judge(all[i])
			if now == payment {
				if made, err := c.complete(ctx, report, a, hash); made || err != nil {
					return payment, err
				}
				now = unreadable // as far as this endpoint tells, it has made no transfer
			}
			found = max(found, now)
		}
	}
	return found, nil
}

// judge reads a transaction. One that the endpoint does not have tells as little as one that cannot be read.
func (a *Authorization) judge(tx *sent) match {
	if tx == nil || tx.To == nil || *tx.To != Proxy {
		return unreadable
	}
	settles, same := a.settles(tx.Call)
	switch {
	case !settles:
		return unreadable
	case same:
		return payment
	}
	return unrelated
}

func (c *Chain) sent(ctx context.Context, hashes []common.Hash) ([]*sent, error) {
	all := make([]*sent, len(hashes))
	calls := make([]rpc.BatchElem, len(hashes))
	for i, hash := range hashes {
		calls[i] = rpc.BatchElem{
			Method: "eth_getTransactionByHash",
			Args:   []any{hash},
			Result: &all[i],
		}
	}
	if err := c.rpc.Batch(ctx, calls); err != nil {
		return nil, fmt.Errorf("transactions on %s: %w", c.network.CAIP2, err)
	}
	return all, nil // what was answered with an error stays nil
}

// complete fills in the report from the receipt of a transaction that calls the proxy for the authorization. made says
// that the transaction is in a block and has made the transfer.
func (c *Chain) complete(
	ctx context.Context, report *eip3009.Report, a *Authorization, hash common.Hash,
) (made bool, err error) {
	var receipt *types.Receipt
	if err := c.rpc.Call(ctx, &receipt, "eth_getTransactionReceipt", hash); err != nil {
		return false, err
	}
	if receipt == nil || receipt.Status != types.ReceiptStatusSuccessful || !a.IsIn(c.network.Asset, receipt.Logs) {
		return false, nil
	}
	if err := c.Origin(ctx, report, receipt); err != nil {
		return false, err
	}

	report.State = eip3009.Used
	report.Same = true
	report.Transaction = hash
	return true, nil
}

// Locate finds transfers, see [eip3009.Chain.LocateBy]. A transaction that succeeds makes the same transfers in each
// block.
func (c *Chain) Locate(ctx context.Context, all []eip3009.Transfer) ([]eip3009.Location, error) {
	return c.LocateBy(ctx, all, func(receipt *types.Receipt, id eip3009.ID) bool {
		return slices.ContainsFunc(receipt.Logs, func(log *types.Log) bool {
			return log.Address == c.network.Asset && len(log.Topics) == 3 && log.Topics[0] == eip3009.TopicTransfer &&
				common.BytesToAddress(log.Topics[1][:]) == id.From
		})
	})
}

// CheckDomain asks the chain for its id, for Permit2 and the proxy, and for the token's decimals, and compares them
// with what the network is configured to be.
func (c *Chain) CheckDomain(ctx context.Context) error {
	var chainID hexutil.Uint64
	var separator, permit2, decimals hexutil.Bytes
	calls := []rpc.BatchElem{
		{Method: "eth_chainId", Result: &chainID},
		callElem(Address, eip3009.SelectorDomainSeparator, &separator),
		callElem(Proxy, SelectorPermit2, &permit2),
		callElem(c.network.Asset, eip3009.SelectorDecimals, &decimals),
	}
	if err := c.rpc.Batch(ctx, calls); err != nil {
		return fmt.Errorf("checking Permit2 on %s: %w", c.network.CAIP2, err)
	}
	for i, what := range []string{"chain id", "Permit2", "the proxy of x402", "decimals of the token"} {
		if calls[i].Error != nil {
			return fmt.Errorf("%s on %s: %w", what, c.network.CAIP2, calls[i].Error)
		}
	}

	n := c.network
	switch {
	case uint64(chainID) != n.ChainID:
		return fmt.Errorf("the endpoint of %s serves chain %d", n.CAIP2, chainID)
	case common.BytesToHash(separator) != Separator(n.ChainID):
		return fmt.Errorf("Permit2 is not at %s on %s", Address, n.CAIP2)
	case common.BytesToAddress(permit2) != Address:
		return fmt.Errorf("x402's proxy for exact payments is not at %s on %s", Proxy, n.CAIP2)
	case len(decimals) == 0:
		return errors.New("there is no token at " + n.Asset.Hex() + " on " + n.CAIP2)
	case new(big.Int).SetBytes(decimals).Cmp(big.NewInt(int64(n.Decimals))) != 0:
		return fmt.Errorf("%s on %s has %d decimals, not %d",
			n.Asset, n.CAIP2, new(big.Int).SetBytes(decimals), n.Decimals)
	}
	return nil
}

func callElem(to common.Address, selector [4]byte, into *hexutil.Bytes) rpc.BatchElem {
	return rpc.BatchElem{
		Method: "eth_call",
		Args: []any{map[string]any{
			"to":   to,
			"data": hexutil.Bytes(selector[:]),
		}, "latest"},
		Result: into,
	}
}
