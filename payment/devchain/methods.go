package devchain

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"strings"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/common/math"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/params"
	"github.com/ethereum/go-ethereum/rpc"
	"github.com/farebox/farebox/internal/each"
)

// ethMethods are the JSON-RPC methods that begin with eth_: each exported method is one, under its name with a small
// first letter. They take and give what go-ethereum's do (https://ethereum.github.io/execution-apis/), in the
// same words where they refuse, because clients read them.
//
// There are no filters, subscriptions, proofs, access lists, traces, blobs or accounts of
// the chain's own, and no overrides of the block in calls, but for time, randomness and base fee in SimulateV1.
type ethMethods struct{ machine *machine }

// ChainId is the EIP-155 chain id.
func (m *ethMethods) ChainId() *hexutil.Big { return (*hexutil.Big)(m.machine.blocks.Config().ChainID) }

// BlockNumber is the number of the latest block.
func (m *ethMethods) BlockNumber() hexutil.Uint64 {
	return hexutil.Uint64(m.machine.blocks.CurrentBlock().Number.Uint64())
}

// Syncing says that there is nobody to learn from.
func (m *ethMethods) Syncing() bool { return false }

// Accounts are those that the chain signs for.
func (m *ethMethods) Accounts() []common.Address { return []common.Address{} }

// MaxPriorityFeePerGas is the tip that lately sufficed, in wei.
func (m *ethMethods) MaxPriorityFeePerGas(ctx context.Context) (*hexutil.Big, error) {
	tip, err := m.machine.oracle.SuggestTipCap(ctx)
	return (*hexutil.Big)(tip), err
}

// GasPrice is that tip and the base fee of the latest block.
func (m *ethMethods) GasPrice(ctx context.Context) (*hexutil.Big, error) {
	tip, err := m.machine.oracle.SuggestTipCap(ctx)
	if err != nil {
		return nil, err
	}
	return (*hexutil.Big)(tip.Add(tip, m.machine.blocks.CurrentBlock().BaseFee)), nil
}

// fees are an answer about the fees of past blocks, oldest first.
type fees struct {
	OldestBlock      *hexutil.Big     `json:"oldestBlock"`
	Reward           [][]*hexutil.Big `json:"reward,omitempty"`
	BaseFee          []*hexutil.Big   `json:"baseFeePerGas,omitempty"`
	GasUsedRatio     []float64        `json:"gasUsedRatio"`
	BlobBaseFee      []*hexutil.Big   `json:"baseFeePerBlobGas,omitempty"`
	BlobGasUsedRatio []float64        `json:"blobGasUsedRatio,omitempty"`
}

// FeeHistory are the base fees of blocks and the tips that they took, by percentiles of their gas.
func (m *ethMethods) FeeHistory(
	ctx context.Context, blocks math.HexOrDecimal64, last rpc.BlockNumber, percentiles []float64,
) (*fees, error) {
	oldest, tips, baseFees, used, blobFees, blobsUsed, err :=
		m.machine.oracle.FeeHistory(ctx, uint64(blocks), last, percentiles)
	if err != nil {
		return nil, err
	}

	answer := &fees{
		OldestBlock:      (*hexutil.Big)(oldest),
		BaseFee:          quantities(baseFees),
		GasUsedRatio:     used,
		BlobBaseFee:      quantities(blobFees),
		BlobGasUsedRatio: blobsUsed,
	}
	for _, ofBlock := range tips {
		answer.Reward = append(answer.Reward, quantities(ofBlock))
	}
	return answer, nil
}

func quantities(numbers []*big.Int) []*hexutil.Big {
	return each.Of(numbers, func(n *big.Int) *hexutil.Big { return (*hexutil.Big)(n) })
}

// latestUnless is the block that a request names, the latest where it names none.
func latestUnless(at *rpc.BlockNumberOrHash) rpc.BlockNumberOrHash {
	if at == nil {
		return rpc.BlockNumberOrHashWithNumber(rpc.LatestBlockNumber)
	}
	return *at
}

// GetBalance is what an account holds, in wei.
func (m *ethMethods) GetBalance(
	ctx context.Context, account common.Address, at *rpc.BlockNumberOrHash,
) (*hexutil.Big, error) {
	after, _, err := m.machine.state(ctx, latestUnless(at))
	if err != nil {
		return nil, err
	}
	return (*hexutil.Big)(after.GetBalance(account).ToBig()), after.Error()
}

// GetCode is the code of an account.
func (m *ethMethods) GetCode(
	ctx context.Context, account common.Address, at *rpc.BlockNumberOrHash,
) (hexutil.Bytes, error) {
	after, _, err := m.machine.state(ctx, latestUnless(at))
	if err != nil {
		return nil, err
	}
	return after.GetCode(account), after.Error()
}

// GetStorageAt is a word of an account's storage. Its number is hexadecimal, with or without leading zeros.
func (m *ethMethods) GetStorageAt(
	ctx context.Context, account common.Address, slot string, at *rpc.BlockNumberOrHash,
) (hexutil.Bytes, error) {
	number, ok := new(big.Int).SetString(strings.TrimPrefix(slot, "0x"), 16)
	if !ok || number.Sign() < 0 || number.BitLen() > 256 {
		return nil, invalidParams("the storage key %q is not a number of at most 32 bytes", slot)
	}
	after, _, err := m.machine.state(ctx, latestUnless(at))
	if err != nil {
		return nil, err
	}
	word := after.GetState(account, common.BigToHash(number))
	return word[:], after.Error()
}

// GetTransactionCount is the next nonce of an account. At the tag pending, what waits is counted too.
func (m *ethMethods) GetTransactionCount(
	ctx context.Context, account common.Address, at *rpc.BlockNumberOrHash,
) (hexutil.Uint64, error) {
	where := latestUnless(at)
	if number, ok := where.Number(); ok && number == rpc.PendingBlockNumber {
		return hexutil.Uint64(m.machine.pool.PoolNonce(account)), nil
	}
	after, _, err := m.machine.state(ctx, where)
	if err != nil {
		return 0, err
	}
	return hexutil.Uint64(after.GetNonce(account)), after.Error()
}

// GetBlockByNumber is a block with its transactions or with their hashes, or null.
func (m *ethMethods) GetBlockByNumber(ctx context.Context, number rpc.BlockNumber, whole bool) (object, error) {
	block, err := m.machine.BlockByNumber(ctx, number)
	if block == nil || err != nil {
		return nil, err
	}
	answer, err := m.blockAnswer(block, whole)
	if err == nil && number == rpc.PendingBlockNumber {
		for _, undecided := range []string{"hash", "nonce", "miner"} {
			answer[undecided] = nil
		}
	}
	return answer, err
}

// GetBlockByHash is GetBlockByNumber for a hash. It finds blocks that were taken back, too.
func (m *ethMethods) GetBlockByHash(hash common.Hash, whole bool) (object, error) {
	block := m.machine.blocks.GetBlockByHash(hash)
	if block == nil {
		return nil, nil
	}
	return m.blockAnswer(block, whole)
}

// GetBlockReceipts are the receipts of a block in its order, or null.
func (m *ethMethods) GetBlockReceipts(ctx context.Context, at rpc.BlockNumberOrHash) ([]object, error) {
	block, err := m.machine.block(ctx, at)
	if block == nil || err != nil {
		return nil, err
	}
	receipts := m.machine.blocks.GetReceiptsByHash(block.Hash())
	if len(receipts) != len(block.Transactions()) { // of the pending block
		return nil, errors.New("the receipts are not available")
	}

	list := make([]object, len(receipts))
	for i, tx := range block.Transactions() {
		if list[i], err = m.receiptAnswer(tx, receipts[i]); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// GetTransactionByHash is a transaction that is in a block or waits for one, or null.
func (m *ethMethods) GetTransactionByHash(hash common.Hash) (object, error) {
	found, tx := m.machine.blocks.GetCanonicalTransaction(hash)
	if found == nil {
		if tx = m.machine.pool.Get(hash); tx == nil {
			return nil, nil
		}
		return m.transactionAnswer(tx, nil, 0)
	}
	header := m.machine.blocks.GetHeaderByHash(found.BlockHash)
	if header == nil {
		return nil, fmt.Errorf("the block %s of transaction %s is missing", found.BlockHash, hash)
	}
	return m.transactionAnswer(tx, header, found.Index)
}

// GetTransactionReceipt is what came of a transaction that is in a block, or null. A block is written a moment before
// it is the head: until then its state cannot be asked for, and its receipts are not given.
func (m *ethMethods) GetTransactionReceipt(hash common.Hash) (object, error) {
	found, tx := m.machine.blocks.GetCanonicalTransaction(hash)
	if found == nil || found.BlockIndex > m.machine.blocks.CurrentBlock().Number.Uint64() {
		return nil, nil
	}
	receipt, err := m.machine.blocks.GetCanonicalReceipt(tx, found.BlockHash, found.BlockIndex, found.Index)
	if err != nil {
		return nil, err
	}
	return m.receiptAnswer(tx, receipt)
}

// maxFee is what one transaction may cost at most, in wei: one ether, as with go-ethereum.
var maxFee = big.NewInt(params.Ether)

// SendRawTransaction takes a signed transaction in and gives its hash. It then counts as pending.
func (m *ethMethods) SendRawTransaction(raw hexutil.Bytes) (common.Hash, error) {
	tx := new(types.Transaction)
	if err := tx.UnmarshalBinary(raw); err != nil {
		return common.Hash{}, err
	}
	fee := new(big.Int).Mul(tx.GasPrice(), new(big.Int).SetUint64(tx.Gas()))
	switch {
	case fee.Cmp(maxFee) > 0:
		return common.Hash{}, fmt.Errorf("tx fee (%s wei) exceeds the cap (1 ether)", fee)
	case !tx.Protected():
		return common.Hash{}, errors.New("only replay-protected (EIP-155) transactions allowed over RPC")
	}
	return tx.Hash(), m.machine.pool.Add([]*types.Transaction{tx}, true)[0]
}
