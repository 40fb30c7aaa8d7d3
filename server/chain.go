package server

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"github.com/farebox/farebox/payment"
	"github.com/farebox/farebox/payment/eip3009"
	"github.com/farebox/farebox/payment/eip3009/ethrpc"
	"github.com/farebox/farebox/payment/x402"
)

// expiryMargin is how far the chain's clock must have passed an authorization's end before it counts
// as dead: a block that is still reorganised away could have told the time.
const expiryMargin = uint64(60)

// tokens reads the fate of payments from the chains of the payment networks.
type tokens map[string]*token

// token is the token of one network.
type token struct {
	*eip3009.Chain
	depth uint64 // see x402.Network
}

// newTokens opens readers for networks; closeAll closes their connections.
func newTokens(networks []x402.Network, timeout time.Duration) (readers tokens, closeAll func(), err error) {
	readers = tokens{}
	var clients []*ethrpc.Client
	closeAll = func() {
		for _, c := range clients {
			c.Close()
		}
	}
	for _, n := range networks {
		client, err := ethrpc.Dial(n.RPCURLs, timeout)
		if err != nil {
			closeAll()
			return nil, nil, fmt.Errorf("endpoints of %s (RPC_URL_%s): %w", n.CAIP2, n.RPCName, err)
		}
		clients = append(clients, client)
		readers[n.CAIP2] = &token{eip3009.NewChain(client, n, eip3009.Settings{}), n.FinalDepth}
	}
	return readers, closeAll, nil
}

// Fate implements payment.Chain.
func (t tokens) Fate(
	ctx context.Context, network string, wire x402.Authorization, hints ...string,
) (payment.Ending, error) {
	reader := t[network]
	if reader == nil {
		return payment.Ending{}, fmt.Errorf("no endpoint for %s", network)
	}
	a, err := eip3009.Parse(wire)
	if err != nil {
		return payment.Ending{}, err
	}

	report, err := reader.State(ctx, a, hashes(hints)...)
	if err != nil {
		return payment.Ending{}, err
	}
	switch {
	case report.State == eip3009.Used && report.Same:
		return payment.Ending{
			Fate: payment.Spent,
			Transfer: payment.Transfer{
				Transaction: report.Transaction.Hex(),
				Block:       report.MadeIn,
				BlockHash:   report.MadeInHash.Hex(),
			},
			Mark:   report.Mark,
			MadeAt: time.Unix(int64(report.MadeAt), 0),
		}, nil
	case report.State != eip3009.Unused:
		return payment.Ending{Fate: payment.Dead}, nil
	case a.ValidBefore.LtUint64(report.BlockTime - min(report.BlockTime, expiryMargin)):
		return payment.Ending{Fate: payment.Dead}, nil
	default:
		return payment.Ending{Fate: payment.Open}, nil
	}
}

func hashes(texts []string) []common.Hash {
	var found []common.Hash
	for _, text := range texts {
		if text != "" {
			found = append(found, common.HexToHash(text))
		}
	}
	return found
}

// Locate implements payment.Blocks.
func (t tokens) Locate(ctx context.Context, network string, all []payment.Settlement) ([]payment.Location, error) {
	reader := t[network]
	if reader == nil {
		return nil, fmt.Errorf("no endpoint for %s", network)
	}
	places := make([]payment.Location, len(all))
	if reader.depth == 0 {
		for i := range places {
			places[i].Final = true
		}
		return places, nil
	}

	transfers := make([]eip3009.Transfer, len(all))
	for i, s := range all {
		transfers[i] = eip3009.Transfer{
			ID: eip3009.ID{
				From:  common.HexToAddress(s.Key.Payer),
				Nonce: common.HexToHash(s.Key.Nonce),
			},
			Transaction: common.HexToHash(s.Transaction),
			Block:       s.Block,
			BlockHash:   common.HexToHash(s.BlockHash),
			MadeAt:      uint64(s.SettledAt.Unix()),
		}
	}
	found, err := reader.Locate(ctx, transfers)
	if err != nil {
		return nil, err
	}
	for i, at := range found {
		places[i] = reader.place(at)
	}
	return places, nil
}

func (t *token) place(at eip3009.Location) payment.Location {
	switch {
	case !at.Known:
		return payment.Location{}
	case at.Missing:
		return payment.Location{Place: payment.Missing}
	}
	return payment.Location{
		Place:     payment.InBlock,
		Block:     at.Block,
		BlockHash: at.BlockHash.Hex(),
		Final:     at.Depth >= t.depth,
	}
}

// checkTokens compares every network's token with its configuration, so that a wrong EIP-712 name is
// found before a buyer signs for it.
func (t tokens) checkTokens(ctx context.Context) error {
	var errs []error
	for _, reader := range t {
		errs = append(errs, reader.CheckDomain(ctx))
	}
	return errors.Join(errs...)
}
