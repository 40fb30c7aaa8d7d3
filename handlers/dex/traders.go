package dex

import (
	"context"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"github.com/farebox/farebox/internal/chain/dexpool"
	"github.com/farebox/farebox/internal/chain/evm"
	"github.com/farebox/farebox/internal/chain/txexplain"
)

const (
	lookedUp      = 20 // transactions whose sender is read: public endpoints count every call of a batch
	tradersBudget = 4 * time.Second
)

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

	for hash, tx := range txs {
		if tx.Hash == hash && (tx.To == nil || !txexplain.IsEntryPoint(*tx.To)) {
			found[hash] = tx.From
		}
	}

	return found
}
