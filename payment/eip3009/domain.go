package eip3009

import (
	"context"
	"fmt"
	"math/big"

	"github.com/ethereum/go-ethereum/accounts/abi"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/rpc"
)

// token is what the contract of a network says of itself.
type token struct {
	chainID   hexutil.Uint64
	separator hexutil.Bytes
	decimals  hexutil.Bytes
	name      hexutil.Bytes
	version   hexutil.Bytes
}

// CheckDomain asks the chain for its id and the token for DOMAIN_SEPARATOR, name, version and decimals, and compares
// them with what the network is configured to be, so that a wrong name, version or address is found before a buyer
// signs for it. The separator decides about name and version: it is what signatures are checked with.
func (c *Chain) CheckDomain(ctx context.Context) error {
	var t token
	calls := []rpc.BatchElem{
		{Method: "eth_chainId", Result: &t.chainID},
		callElem(c.network.Asset, SelectorDomainSeparator[:], &t.separator),
		callElem(c.network.Asset, SelectorDecimals[:], &t.decimals),
		callElem(c.network.Asset, SelectorName[:], &t.name),
		callElem(c.network.Asset, SelectorVersion[:], &t.version), // which not every token has
	}
	if err := c.rpc.Batch(ctx, calls); err != nil {
		return fmt.Errorf("checking the token of %s: %w", c.network.CAIP2, err)
	}

	for i, what := range []string{"chain id", "DOMAIN_SEPARATOR", "decimals"} {
		if calls[i].Error != nil {
			return fmt.Errorf("%s of %s on %s: %w", what, c.network.Asset, c.network.CAIP2, calls[i].Error)
		}
	}
	return c.compare(&t)
}

func (c *Chain) compare(t *token) error {
	n := c.network
	domain := DomainOf(n)
	switch {
	case uint64(t.chainID) != n.ChainID:
		return fmt.Errorf("the endpoint of %s serves chain %d", n.CAIP2, t.chainID)
	case len(t.separator) != 32:
		return fmt.Errorf("%s on %s has no DOMAIN_SEPARATOR: not a token with EIP-3009", n.Asset, n.CAIP2)
	case common.Hash(t.separator) != domain.Separator():
		return fmt.Errorf("the EIP-712 domain of %s on %s is not name %q, version %q: the token says %s, version %s",
			n.Asset, n.CAIP2, domain.Name, domain.Version, said(t.name), said(t.version))
	case new(big.Int).SetBytes(t.decimals).Cmp(big.NewInt(int64(n.Decimals))) != 0:
		return fmt.Errorf("%s on %s has %d decimals, not %d",
			n.Asset, n.CAIP2, new(big.Int).SetBytes(t.decimals), n.Decimals)
	}
	return nil
}

// said is a text that a contract returned, in quotes.
func said(returned []byte) string {
	text, err := abi.NewType("string", "", nil)
	if err != nil { // it is a type
		return "nothing"
	}
	values, err := abi.Arguments{{Type: text}}.Unpack(returned)
	if err != nil {
		return "nothing"
	}
	return fmt.Sprintf("%.100q", values[0])
}
