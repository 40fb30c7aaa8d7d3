package dex

import (
	"context"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"github.com/farebox/farebox/dexpool"
	"github.com/farebox/farebox/upstream/evm"
)

const (
	lookedUp      = 20 // transactions whose sender is read: public endpoints count every call of a batch
	tradersBudget = 4 * time.Second
)

// entryPoints are the contracts that carry out operations of smart accounts (ERC-4337, versions 0.6 to 0.8): the sender of such a
// transaction is a bundler, not the trader.
func entryPoints() map[common.Address]bool {
	return map[common.Address]bool{
		common.HexToAddress("0x5FF137D4b0FDCD49DcA30c7CF57E578a026d2789"): true,
		common.HexToAddress("0x0000000071727De22E5E9d8BAf0edAc6f37da032"): true,
		common.HexToAddress("0x4337084D9E255Ff0702461CF8895CE9E3b5Ff108"): true,
	}
}

// senders reads who sent the transactions of the largest swaps and of the newest ones, in one request. An event tells only
// who got the tokens, which is often a router. What cannot be had is left out.
func senders(ctx context.Context, client *evm.Client, trades ...[]dexpool.Trade) map[common.Hash]common.Address {
	ctx, cancel := context.WithTimeout(ctx, tradersBudget)
	defer cancel()
	txs := map[common.Hash]*evm.Transaction{}
	var calls []*evm.Call
	for _, list := range trades {
		for _, t := range list {
			hash := t.Swap.Tx
			if _, there := txs[hash]; there || len(calls) == lookedUp {
				continue
			}
			tx := &evm.Transaction{}
			txs[hash] = tx
			call := evm.NewCall(tx, "eth_getTransactionByHash", hash)
			call.Optional = true
			calls = append(calls, call)
		}
	}
	found := map[common.Hash]common.Address{}
	if len(calls) == 0 || client.Batch(ctx, calls...) != nil {
		return found
	}
	bundled := entryPoints()
	for hash, tx := range txs {
		if tx.Hash == hash && (tx.To == nil || !bundled[*tx.To]) {
			found[hash] = tx.From
		}
	}
	return found
}
