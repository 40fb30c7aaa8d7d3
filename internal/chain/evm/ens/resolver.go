// Package ens resolves names of the Ethereum Name Service and of Base (Basenames) to addresses and back.
//
// Names below base.eth are looked up in the Basenames registry on Base. All others go through ENS's Universal
// Resolver on Ethereum, which finds the resolver, including wildcards (ENSIP-10), and returns off-chain lookups for
// gateways (EIP-3668). A primary name counts only if it points back to its address.
package ens

import (
	"bytes"
	"context"
	"errors"
	"math/big"
	"net/http"
	"strings"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"golang.org/x/sync/errgroup"

	"github.com/farebox/farebox/internal/chain/evm"
	"github.com/farebox/farebox/internal/chain/evm/contracts"
	"github.com/farebox/farebox/internal/chain/known"
	"github.com/farebox/farebox/internal/upstream"
)

// Where the contracts are. Sources, read 2026-11-20: ENS documentation ("Deployments"), Base's basenames repository.
var (
	// Ethereum; the same address across versions
	UniversalResolver  = common.HexToAddress("0xeEeEEEeE14D718C2B47D9923Deab1335E144EeEe")
	BasenamesRegistry  = known.BasenamesRegistry                                           // Base
	L2ReverseRegistrar = common.HexToAddress("0x0000000000D8e504002cC26E3Ec46D81971C1664") // Base, ENSIP-19
)

// Sources of an answer.
const (
	SourceENS       = "ens"
	SourceBasenames = "basenames"
)

// Answer is a name with its address.
type Answer struct {
	Name     string
	Address  common.Address
	Resolver common.Address // zero if unknown
	Source   string         // SourceENS or SourceBasenames
	CAIP2    string         // the chain whose contracts answered
}

// Resolver resolves names.
type Resolver struct {
	chains   *evm.Chains
	gateways *http.Client
	budget   time.Duration // of one call's lookups off-chain
}

// New makes a Resolver. gateways opens the URLs named by resolvers. They are untrusted: pass the round tripper of
// the guard that keeps callers' URLs off private addresses.
func New(chains *evm.Chains, gateways http.RoundTripper) *Resolver {
	return &Resolver{chains: chains, budget: lookupBudget, gateways: &http.Client{
		Transport: gateways, Timeout: gatewayTimeout,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
}

// Forward is the address of a name that has passed Check, or upstream.NotFound.
func (r *Resolver) Forward(ctx context.Context, name string) (*Answer, error) {
	if strings.HasSuffix(name, ".base.eth") {
		return r.basename(ctx, name)
	}
	return r.universal(ctx, name)
}

func notFound(what string) error {
	return &upstream.Error{
		Kind:     upstream.NotFound,
		Provider: "ENS",
		Doing:    what,
	}
}

// basename looks up a name in the registry on Base. The first request gets its resolver and those of its parents,
// which may answer as wildcards; the second gets the address.
func (r *Resolver) basename(ctx context.Context, name string) (*Answer, error) {
	client, err := r.chains.Network("base")
	if err != nil {
		return nil, err
	}

	registry := contracts.NewENSRegistry()
	var reads []evm.Read
	for _, n := range append([]string{name}, parents(name)...) {
		reads = append(reads, evm.Read{To: BasenamesRegistry, Data: registry.PackResolver(Namehash(n))})
	}

	snap, err := client.Multicall(ctx, evm.Latest, reads...)
	if err != nil {
		return nil, err
	}

	for i, result := range snap.Results {
		resolver, ok := result.Address()
		if !ok {
			continue
		}
		var address common.Address
		if i == 0 {
			address, err = r.addressAt(ctx, client, resolver, contracts.NewENSResolver().PackAddr(Namehash(name)))
		} else {
			address, err = r.wildcard(ctx, client, resolver, name)
		}
		if err != nil {
			return nil, err
		}
		return &Answer{
			Name:     name,
			Address:  address,
			Resolver: resolver,
			Source:   SourceBasenames,
			CAIP2:    client.Network().CAIP2,
		}, nil
	}

	return nil, notFound("no resolver")
}

// addressAt asks a resolver for an address.
func (r *Resolver) addressAt(ctx context.Context, client *evm.Client, resolver common.Address, data []byte) (common.Address, error) {
	out, err := r.call(ctx, client, resolver, data)
	if err != nil {
		return common.Address{}, absent(err)
	}
	return addressIn(out)
}

// wildcard asks a parent's resolver for a name (ENSIP-10).
func (r *Resolver) wildcard(ctx context.Context, client *evm.Client, resolver common.Address, name string) (common.Address, error) {
	dns, err := dnsName(name)
	if err != nil {
		return common.Address{}, err
	}
	c := contracts.NewENSResolver()
	out, err := r.call(ctx, client, resolver, c.PackResolve(dns, c.PackAddr(Namehash(name))))
	if err != nil {
		return common.Address{}, absent(err)
	}
	inner, err := c.UnpackResolve(out)
	if err != nil {
		return common.Address{}, notFound("resolve")
	}
	return addressIn(inner)
}

// absent turns a resolver's refusal into NotFound; failures of endpoints and gateways stay unchanged.
func absent(err error) error {
	if revert := evm.AsRevert(err); revert != nil {
		return notFound(revert.Error())
	}
	return err
}

// addressIn reads the answer of addr(bytes32).
func addressIn(out []byte) (common.Address, error) {
	a, ok := evm.Result{OK: true, Data: out}.Address()
	if !ok {
		return common.Address{}, notFound("addr")
	}
	return a, nil
}

// bytesAddressIn reads the answer of addr(bytes32,uint256) for an EVM chain: the 20 bytes of the address.
func bytesAddressIn(out []byte) (common.Address, error) {
	b, err := contracts.NewENSAddressResolver().UnpackAddr(out)
	if err != nil || len(b) != common.AddressLength || common.BytesToAddress(b) == (common.Address{}) {
		return common.Address{}, notFound("addr")
	}
	return common.BytesToAddress(b), nil
}

// universal asks the Universal Resolver on Ethereum, in one request, for the addresses on Base and on Ethereum. It
// prefers the one for Base, which is this service's home.
func (r *Resolver) universal(ctx context.Context, name string) (*Answer, error) {
	client, err := r.chains.Network("ethereum")
	if err != nil {
		return nil, err
	}

	dns, err := dnsName(name)
	if err != nil {
		return nil, err
	}

	node := Namehash(name)
	c := contracts.NewUniversalResolver()
	records := [][]byte{
		contracts.NewENSAddressResolver().PackAddr(node, big.NewInt(CoinBase)),
		contracts.NewENSResolver().PackAddr(node),
	}

	outputs := make([]hexutil.Bytes, len(records))
	calls := make([]*evm.Call, len(records))
	for i, record := range records {
		calls[i] = evm.CallCall(&outputs[i], evm.Msg{To: &UniversalResolver, Data: c.PackResolve(dns, record)}, evm.Latest, nil)
	}

	if err := client.Batch(ctx, calls...); err != nil {
		return nil, err
	}

	found := make([]*Answer, len(records))
	errs := make([]error, len(records))
	var group errgroup.Group
	for i := range records {
		group.Go(func() error {
			found[i], errs[i] = r.record(ctx, client, calls[i], outputs[i], i == 0)
			return nil
		})
	}

	_ = group.Wait() // each has its own error
	for _, a := range found {
		if a != nil {
			a.Name = name
			a.CAIP2 = client.Network().CAIP2
			return a, nil
		}
	}

	if !errors.Is(errs[1], upstream.NotFound) {
		return nil, errs[1]
	}
	return nil, errs[0]
}

// record reads one answer of the Universal Resolver, continuing off-chain if requested.
func (r *Resolver) record(ctx context.Context, client *evm.Client, call *evm.Call, out []byte, ofBase bool) (*Answer, error) {
	out, err := r.goOn(ctx, client, UniversalResolver, out, call.Err)
	if err != nil {
		return nil, gatewayFailed(absent, err)
	}
	res, err := contracts.NewUniversalResolver().UnpackResolve(out)
	if err != nil {
		return nil, &upstream.Error{
			Kind:     upstream.BadResponse,
			Provider: "ENS",
			Doing:    "resolve",
			Cause:    err,
		}
	}

	read := addressIn
	if ofBase {
		read = bytesAddressIn
	}
	address, err := read(res.Result)
	if err != nil {
		return nil, err
	}

	return &Answer{
		Address:  address,
		Resolver: res.Resolver,
		Source:   SourceENS,
	}, nil
}

// gatewayFailed reports whether the error is the Universal Resolver's HttpError, which is a failure; its other
// errors mean that the record does not exist.
func gatewayFailed(otherwise func(error) error, err error) error {
	revert := evm.AsRevert(err)
	if revert == nil {
		return otherwise(err)
	}
	selector := revert.Selector()
	if id := contracts.UniversalResolverHttpErrorErrorID(); bytes.Equal(id[:4], selector[:]) {
		return &upstream.Error{
			Kind:     upstream.Unavailable,
			Provider: "ENS gateway",
			Doing:    "resolve",
			Cause:    err,
		}
	}
	return otherwise(err)
}

// Reverse is the primary name of an address, if it points back; otherwise upstream.NotFound. Base's own records
// come first, then those of Basenames from before ENSIP-19, then Ethereum's.
func (r *Resolver) Reverse(ctx context.Context, address common.Address) (*Answer, error) {
	var onBase, onEthereum *Answer
	var baseErr, etherErr error
	var group errgroup.Group
	group.Go(func() error { onBase, baseErr = r.reverseBase(ctx, address); return nil })
	group.Go(func() error { onEthereum, etherErr = r.reverseEthereum(ctx, address); return nil })
	_ = group.Wait()
	for _, a := range []*Answer{onBase, onEthereum} {
		if a != nil {
			return a, nil
		}
	}
	for _, err := range []error{baseErr, etherErr} { // a failure on one side means that the answer is unknown
		if err != nil && !errors.Is(err, upstream.NotFound) {
			return nil, err
		}
	}
	return nil, notFound("reverse")
}

// reverseBase reads the primary name on Base and checks that it points back.
func (r *Resolver) reverseBase(ctx context.Context, address common.Address) (*Answer, error) {
	client, err := r.chains.Network("base")
	if err != nil {
		return nil, err
	}

	node := reverseNode(address)
	snap, err := client.Multicall(ctx, evm.Latest,
		evm.Read{To: L2ReverseRegistrar, Data: contracts.NewL2ReverseRegistrar().PackNameForAddr(address)},
		evm.Read{To: BasenamesRegistry, Data: contracts.NewENSRegistry().PackResolver(node)})
	if err != nil {
		return nil, err
	}

	if name, ok := snap.Results[0].Text(); ok {
		if a, err := r.pointsBack(ctx, name, address); a != nil || err != nil {
			return a, err
		}
	}

	if resolver, ok := snap.Results[1].Address(); ok {
		out, err := r.call(ctx, client, resolver, contracts.NewENSResolver().PackName(node))
		if err != nil {
			return nil, absent(err)
		}
		if name, ok := (evm.Result{OK: true, Data: out}).Text(); ok {
			if a, err := r.pointsBack(ctx, name, address); a != nil || err != nil {
				return a, err
			}
		}
	}

	return nil, notFound("reverse")
}

// pointsBack is the forward answer of a name that claims an address, or nil if they differ.
func (r *Resolver) pointsBack(ctx context.Context, name string, address common.Address) (*Answer, error) {
	if Check(name) != nil {
		return nil, nil
	}
	a, err := r.Forward(ctx, name)
	switch {
	case errors.Is(err, upstream.NotFound):
		return nil, nil
	case err != nil:
		return nil, err
	case a.Address != address:
		return nil, nil
	}
	return a, nil
}

// reverseEthereum asks the Universal Resolver, which itself checks that the name points back.
func (r *Resolver) reverseEthereum(ctx context.Context, address common.Address) (*Answer, error) {
	client, err := r.chains.Network("ethereum")
	if err != nil {
		return nil, err
	}

	c := contracts.NewUniversalResolver()
	out, err := r.call(ctx, client, UniversalResolver, c.PackReverse(address[:], big.NewInt(CoinEther)))
	if err != nil {
		return nil, gatewayFailed(absent, err)
	}
	res, err := c.UnpackReverse(out)
	if err != nil {
		return nil, &upstream.Error{
			Kind:     upstream.BadResponse,
			Provider: "ENS",
			Doing:    "reverse",
			Cause:    err,
		}
	}
	if res.Primary == "" || Check(res.Primary) != nil {
		return nil, notFound("reverse")
	}

	return &Answer{
		Name:     res.Primary,
		Address:  address,
		Resolver: res.Resolver,
		Source:   SourceENS,
		CAIP2:    client.Network().CAIP2,
	}, nil
}
