package server

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"

	"github.com/farebox/farebox/internal/each"
	"github.com/farebox/farebox/payment"
	"github.com/farebox/farebox/payment/eip3009"
	"github.com/farebox/farebox/payment/eip3009/ethrpc"
	"github.com/farebox/farebox/payment/permit2"
	"github.com/farebox/farebox/payment/x402"
)

// expiryMargin is how far the chain's clock must have passed an authorization's end before it counts
// as dead: a block that is still reorganised away could have told the time.
const expiryMargin = uint64(60)

// chainReader reads what became of payments on one network.
type chainReader interface {
	// fate is [payment.Chain]'s.
	fate(ctx context.Context, e *payment.Entry, hints ...string) (payment.Ending, error)
	// locate is [payment.Blocks]'.
	locate(ctx context.Context, all []payment.Settlement) ([]payment.Location, error)
	// check says what is wrong with the token, or with who is to be paid in it.
	check(ctx context.Context) error
	// receives says why no payment could arrive, as far as check has found out.
	receives() error
}

// chains are the payment networks, by their CAIP-2 names.
type chains map[string]chainReader

// newChains opens readers for networks; closeAll closes their connections.
func newChains(networks []x402.Network, timeout time.Duration) (readers chains, closeAll func(), err error) {
	readers = chains{}
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
			return nil, nil, fmt.Errorf("endpoints of %s (RPC_URL_%s): %w", n.CAIP2, n.Setting(), err)
		}
		clients = append(clients, client)
		if readers[n.CAIP2], err = newReader(client, n); err != nil {
			closeAll()
			return nil, nil, err
		}
	}
	return readers, closeAll, nil
}

func newReader(client *ethrpc.Client, n x402.Network) (chainReader, error) {
	if n.Kind == x402.SVM {
		return newSVMChain(client, n)
	}
	if n.Permit2 {
		return &evmChain{permitTransfers{permit2.NewChain(client, n, eip3009.Settings{})}, n.FinalDepth, client}, nil
	}
	return &evmChain{authorizedTransfers{eip3009.NewChain(client, n, eip3009.Settings{})}, n.FinalDepth, client}, nil
}

// on is the reader of a network.
func (c chains) on(network string) (chainReader, error) {
	if reader := c[network]; reader != nil {
		return reader, nil
	}
	return nil, fmt.Errorf("no endpoint for %s", network)
}

// Fate implements payment.Chain.
func (c chains) Fate(ctx context.Context, e *payment.Entry, hints ...string) (payment.Ending, error) {
	reader, err := c.on(e.Key.Network)
	if err != nil {
		return payment.Ending{}, err
	}
	return reader.fate(ctx, e, hints...)
}

// Locate implements payment.Blocks.
func (c chains) Locate(ctx context.Context, network string, all []payment.Settlement) ([]payment.Location, error) {
	reader, err := c.on(network)
	if err != nil {
		return nil, err
	}
	return reader.locate(ctx, all)
}

// receives says why no payment could arrive on a network. It answers from memory.
func (c chains) receives(network string) error {
	reader, err := c.on(network)
	if err != nil {
		return err
	}
	return reader.receives()
}

// check looks at every network, so that a wrong token or a missing token account is found before a buyer pays.
func (c chains) check(ctx context.Context) error {
	errs := each.Of(slices.Sorted(maps.Keys(c)), func(name string) error { return c[name].check(ctx) })
	return errors.Join(errs...)
}

// clockMargin is how far the clocks of this machine and of a chain may differ: the time for which payments are usually
// valid.
const clockMargin = 2 * time.Minute

// clock compares this machine's clock with the newest blocks. While it is wrong every payment is refused as expired, or
// as not valid yet, which looks like the buyers' fault. That a chain does not answer is for check to say.
func (c chains) clock(now func() time.Time) func(context.Context) error {
	return func(ctx context.Context) error {
		for _, name := range slices.Sorted(maps.Keys(c)) {
			reader, isEVM := c[name].(*evmChain)
			if !isEVM {
				continue
			}
			var newest struct{ Timestamp hexutil.Uint64 }
			err := reader.client.Call(ctx, &newest, "eth_getBlockByNumber", "latest", false)
			off := now().Sub(time.Unix(int64(newest.Timestamp), 0))
			if err == nil && off.Abs() > clockMargin {
				return trouble(fmt.Sprintf("this machine's clock is %s from the newest block of %s: it is wrong, or "+
					"the endpoint lags; payments are refused as expired or as not valid yet",
					off.Abs().Round(time.Second), name))
			}
		}
		return nil
	}
}

// transfers reads a token by the way in which it moves.
type transfers interface {
	// state is what became of a payment, in the terms of EIP-3009.
	state(
		ctx context.Context, signed x402.ExactPayload, hints ...common.Hash,
	) (eip3009.Authorization, eip3009.Report, error)
	// idOf is a payment by its name in the ledger.
	idOf(key payment.Key) eip3009.ID
	Locate(ctx context.Context, all []eip3009.Transfer) ([]eip3009.Location, error)
	CheckDomain(ctx context.Context) error
	Marks(ctx context.Context, to common.Address) ([]eip3009.Mark, error)
}

// authorizedTransfers are those of EIP-3009.
type authorizedTransfers struct{ *eip3009.Chain }

func (t authorizedTransfers) state(
	ctx context.Context, signed x402.ExactPayload, hints ...common.Hash,
) (eip3009.Authorization, eip3009.Report, error) {
	a, err := eip3009.Parse(signed.Authorization)
	if err != nil {
		return a, eip3009.Report{}, err
	}
	report, err := t.State(ctx, a, hints...)
	return a, report, err
}

func (t authorizedTransfers) idOf(key payment.Key) eip3009.ID {
	return eip3009.ID{
		From:  common.HexToAddress(key.Payer),
		Nonce: common.HexToHash(key.Nonce),
	}
}

// permitTransfers are those of Permit2.
type permitTransfers struct{ *permit2.Chain }

func (t permitTransfers) state(
	ctx context.Context, signed x402.ExactPayload, hints ...common.Hash,
) (eip3009.Authorization, eip3009.Report, error) {
	a, err := permit2.Parse(signed.Permit2)
	if err != nil {
		return eip3009.Authorization{}, eip3009.Report{}, err
	}
	report, err := t.State(ctx, a, hints...)
	return a.Transfer(), report, err
}

func (t permitTransfers) idOf(key payment.Key) eip3009.ID {
	return eip3009.ID{
		From:  common.HexToAddress(key.Payer),
		Nonce: payment.PermitNonce(key),
	}
}

// evmChain reads the token of an EVM network.
type evmChain struct {
	transfers
	depth  uint64 // see x402.Network
	client *ethrpc.Client
}

// receives is never an error: every address can be paid.
func (c *evmChain) receives() error { return nil }

func (c *evmChain) check(ctx context.Context) error { return c.CheckDomain(ctx) }

func (c *evmChain) fate(ctx context.Context, e *payment.Entry, hints ...string) (payment.Ending, error) {
	a, report, err := c.state(ctx, e.Payload, hashes(hints)...)
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

func (c *evmChain) locate(ctx context.Context, all []payment.Settlement) ([]payment.Location, error) {
	places := make([]payment.Location, len(all))
	if c.depth == 0 {
		for i := range places {
			places[i].Final = true
		}
		return places, nil
	}

	transfers := make([]eip3009.Transfer, len(all))
	for i, s := range all {
		transfers[i] = eip3009.Transfer{
			ID:          c.idOf(s.Key),
			Transaction: common.HexToHash(s.Transaction),
			Block:       s.Block,
			BlockHash:   common.HexToHash(s.BlockHash),
			MadeAt:      uint64(s.SettledAt.Unix()),
		}
	}
	found, err := c.Locate(ctx, transfers)
	if err != nil {
		return nil, err
	}
	for i, at := range found {
		places[i] = c.place(at)
	}
	return places, nil
}

func (c *evmChain) place(at eip3009.Location) payment.Location {
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
		Final:     at.Depth >= c.depth,
	}
}
