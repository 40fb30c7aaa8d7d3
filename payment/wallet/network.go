package wallet

import (
	"context"
	"fmt"
	"math/big"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/shopspring/decimal"

	"github.com/farebox/farebox/payment/eip3009"
	"github.com/farebox/farebox/payment/eip3009/ethrpc"
	"github.com/farebox/farebox/payment/svm"
	"github.com/farebox/farebox/payment/x402"
	"github.com/farebox/farebox/sdk/go/pay"
)

// network is where the wallet pays, and with what.
type network struct {
	asset     pay.Asset
	endpoints []string     // keyless ones
	solana    *svm.Network // nil on EVM networks
}

// networkNamed is a network by its CAIP-2 name or that of version 1.
func networkNamed(name string) (network, error) {
	for _, n := range x402.Builtin() {
		for _, asset := range []pay.Asset{pay.BaseUSDC, pay.BaseSepoliaUSDC} {
			if n.CAIP2 == asset.Network && (name == n.CAIP2 || name == n.V1Name) {
				return network{asset: asset, endpoints: n.RPCURLs}, nil
			}
		}
	}

	for _, n := range svm.Builtin() {
		for _, asset := range []pay.Asset{pay.SolanaUSDC, pay.SolanaDevnetUSDC} {
			if n.CAIP2 == asset.Network && (name == n.CAIP2 || name == n.V1Name) {
				return network{
					asset:     asset,
					endpoints: n.RPCURLs,
					solana:    &n,
				}, nil
			}
		}
	}

	return network{}, fmt.Errorf("--network: %q is not base, base-sepolia, solana or solana-devnet", name)
}

// payer signs with a private key of the network's kind.
func (n network) payer(secret string) (Payer, error) {
	if n.solana == nil {
		key, err := pay.NewKey(secret)
		if err != nil {
			return Payer{}, err
		}
		return Payer{
			Address: key.Address(),
			Sign: func(_ context.Context, quote *pay.Quote, offer pay.Offer, id string) (*pay.Signed, error) {
				return pay.Sign(key, quote, offer, id)
			},
		}, nil
	}

	key, err := pay.NewSolanaKey(secret)
	if err != nil {
		return Payer{}, err
	}
	return Payer{
		Address: key.Address(),
		Sign: func(ctx context.Context, quote *pay.Quote, offer pay.Offer, id string) (*pay.Signed, error) {
			return pay.SignSolana(ctx, key, n.endpoints[0], quote, offer, id)
		},
	}, nil
}

// balance reads balances of the asset in US dollars.
func (n network) balance(chain *ethrpc.Client) func(context.Context, string) (decimal.Decimal, error) {
	if n.solana != nil {
		return n.balanceOnSolana(svm.NewChain(chain, *n.solana))
	}
	return func(ctx context.Context, owner string) (decimal.Decimal, error) {
		var word hexutil.Bytes
		call := map[string]any{
			"to":   n.asset.Contract,
			"data": hexutil.Bytes(eip3009.PackBalanceOf(common.HexToAddress(owner))),
		}
		if err := chain.Call(ctx, &word, "eth_call", call, "latest"); err != nil {
			return decimal.Zero, fmt.Errorf("balance: %w", err)
		}
		return decimal.NewFromBigInt(new(big.Int).SetBytes(word), -assetDecimals), nil
	}
}

func (n network) balanceOnSolana(chain *svm.Chain) func(context.Context, string) (decimal.Decimal, error) {
	return func(ctx context.Context, owner string) (decimal.Decimal, error) {
		account, err := svm.ParseAddress(owner)
		if err != nil {
			return decimal.Zero, err
		}
		units, err := chain.Holds(ctx, account)
		if err != nil {
			return decimal.Zero, fmt.Errorf("balance: %w", err)
		}
		return decimal.NewFromBigInt(new(big.Int).SetUint64(units), -assetDecimals), nil
	}
}
