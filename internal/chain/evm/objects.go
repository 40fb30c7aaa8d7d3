package evm

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math/big"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"

	"github.com/farebox/farebox/internal/upstream"
)

// Transaction types with a meaning here. All others are accepted: rollups add their own.
const (
	DynamicFeeTx = 0x02 // EIP-1559
	BlobTx       = 0x03 // EIP-4844
	SetCodeTx    = 0x04 // EIP-7702
	DepositTx    = 0x7e // OP Stack: sent by the system or from Ethereum, unsigned and free of gas
)

// Transaction is a transaction of any network and type, as reported by an endpoint. Amounts are in wei.
type Transaction struct {
	Hash                 common.Hash
	Type                 uint64 // EIP-2718
	From                 common.Address
	To                   *common.Address // nil: creates a contract
	Nonce                uint64
	Value                *big.Int
	Gas                  uint64 // limit
	GasPrice             *big.Int
	MaxFeePerGas         *big.Int // nil before EIP-1559
	MaxPriorityFeePerGas *big.Int
	Input                []byte
	BlockHash            *common.Hash // nil while pending
	BlockNumber          *uint64
	SourceHash           *common.Hash     // of an OP Stack deposit
	Mint                 *big.Int         // wei minted by an OP Stack deposit
	FeeCurrency          *common.Address  // Celo: the token that pays for gas
	Delegates            []common.Address // of EIP-7702: the contracts that accounts put themselves under
}

// Pending is true until the transaction is in a block.
func (t *Transaction) Pending() bool { return t.BlockNumber == nil }

// txJSON is a transaction as received. Required members are documented by Ethereum's execution API and in all
// recordings; optional ones depend on the type and the network.
type txJSON struct {
	Hash                 common.Hash     `json:"hash"`
	Type                 quantity        `json:"type"`
	From                 common.Address  `json:"from"`
	To                   *common.Address `json:"to"`
	Nonce                quantity        `json:"nonce"`
	Value                quantity        `json:"value"`
	Gas                  quantity        `json:"gas"`
	GasPrice             quantity        `json:"gasPrice"`
	MaxFeePerGas         quantity        `json:"maxFeePerGas,omitempty"`
	MaxPriorityFeePerGas quantity        `json:"maxPriorityFeePerGas,omitempty"`
	MaxFeePerBlobGas     quantity        `json:"maxFeePerBlobGas,omitempty"`
	Input                hexutil.Bytes   `json:"input"`
	BlobHashes           []common.Hash   `json:"blobVersionedHashes,omitempty"`
	Authorizations       []authorization `json:"authorizationList,omitempty"`
	BlockHash            *common.Hash    `json:"blockHash"`
	BlockNumber          quantity        `json:"blockNumber" contract:"nullable"`
	Index                quantity        `json:"transactionIndex" contract:"nullable"`
	SourceHash           *common.Hash    `json:"sourceHash,omitempty"`
	Mint                 quantity        `json:"mint,omitempty"`
	FeeCurrency          *common.Address `json:"feeCurrency,omitempty"`
}

// authorization is an account's word that it acts by a contract's code (EIP-7702).
type authorization struct {
	Address common.Address `json:"address"`
}

// lacks is a required member of the type that this transaction lacks, or "".
func (j *txJSON) lacks(kind uint64) string {
	priced := kind == DynamicFeeTx || kind == BlobTx || kind == SetCodeTx
	switch {
	case priced && j.MaxFeePerGas.n == nil:
		return "maxFeePerGas"
	case priced && j.MaxPriorityFeePerGas.n == nil:
		return "maxPriorityFeePerGas"
	case kind == BlobTx && j.MaxFeePerBlobGas.n == nil:
		return "maxFeePerBlobGas"
	case kind == BlobTx && len(j.BlobHashes) == 0:
		return "blobVersionedHashes"
	case kind == SetCodeTx && len(j.Authorizations) == 0:
		return "authorizationList"
	}

	switch {
	case j.BlockHash != nil && j.BlockNumber.n == nil:
		return "blockNumber"
	case j.BlockHash != nil && j.Index.n == nil:
		return "transactionIndex"
	}
	return ""
}

// UnmarshalJSON reads the result of eth_getTransactionByHash.
func (t *Transaction) UnmarshalJSON(b []byte) error {
	var j txJSON
	if err := upstream.Decode(b, &j); err != nil {
		return fmt.Errorf("transaction: %w", err)
	}

	var fit fitting
	*t = Transaction{
		Hash:                 j.Hash,
		Type:                 fit.uint64(j.Type),
		From:                 j.From,
		To:                   j.To,
		Nonce:                fit.uint64(j.Nonce),
		Value:                j.Value.n,
		Gas:                  fit.uint64(j.Gas),
		GasPrice:             j.GasPrice.n,
		MaxFeePerGas:         j.MaxFeePerGas.n,
		MaxPriorityFeePerGas: j.MaxPriorityFeePerGas.n,
		Input:                j.Input,
		BlockHash:            j.BlockHash,
		BlockNumber:          fit.pointer(j.BlockNumber),
		SourceHash:           j.SourceHash,
		Mint:                 j.Mint.n,
		FeeCurrency:          j.FeeCurrency,
	}
	if member := j.lacks(t.Type); member != "" {
		return fmt.Errorf("transaction: %w", upstream.Lacks(member))
	}
	for _, a := range j.Authorizations {
		t.Delegates = append(t.Delegates, a.Address)
	}

	if t.BlockHash == nil {
		t.BlockNumber = nil // for a pending one, some hosts report the intended block
	}

	return fit.err
}

// Celo's transaction types with a fee in a token: CIP-42 and CIP-64.
const (
	celoFeeType  = 0x7c
	celoFeeType2 = 0x7b
)

// PaidInToken reports whether gas prices are in a token instead of the network's coin, as Celo allows.
func (t *Transaction) PaidInToken(n *Network) bool {
	if n.Name != "celo" {
		return false
	}
	return t.Type == celoFeeType || t.Type == celoFeeType2 || t.FeeCurrency != nil && *t.FeeCurrency != (common.Address{})
}

// fitting collects the first number that is too large for its field.
type fitting struct{ err error }

func (f *fitting) uint64(q quantity) uint64 {
	n, err := q.uint64()
	f.err = cmp.Or(f.err, err)
	return n
}

func (f *fitting) pointer(q quantity) *uint64 {
	n, err := q.pointer()
	f.err = cmp.Or(f.err, err)
	return n
}

// Receipt is the outcome of a transaction of any network, as reported by an endpoint. Amounts are in wei.
type Receipt struct {
	TxHash            common.Hash
	Type              uint64
	From              common.Address
	To                *common.Address
	ContractAddress   *common.Address // the contract created
	BlockHash         common.Hash
	BlockNumber       uint64
	Index             uint64
	Succeeded         bool // also for receipts before Byzantium, which have no status
	Stateless         bool // such a receipt, where nothing else tells the outcome; see Client.Transaction
	GasUsed           uint64
	EffectiveGasPrice *big.Int // nil if the endpoint omits it; see Receipt.GasPrice
	BlobGasUsed       uint64
	BlobGasPrice      *big.Int
	Logs              []Log

	// OP Stack and Scroll, added to the gas (see Network.L1Apart); nil if there is none or the endpoint omits it
	L1Fee               *big.Int
	OperatorFeeScalar   *big.Int // OP Stack since Isthmus
	OperatorFeeConstant *big.Int
}

// receiptJSON is a receipt as received. Before Byzantium it has a root instead of a status. Endpoints that omit the
// gas price have it in the transaction.
type receiptJSON struct {
	TxHash            common.Hash     `json:"transactionHash"`
	Type              quantity        `json:"type"`
	From              common.Address  `json:"from"`
	To                *common.Address `json:"to"`
	ContractAddress   *common.Address `json:"contractAddress,omitempty"`
	BlockHash         common.Hash     `json:"blockHash"`
	BlockNumber       quantity        `json:"blockNumber"`
	Index             quantity        `json:"transactionIndex"`
	Status            quantity        `json:"status,omitempty"`
	Root              string          `json:"root,omitempty"`
	GasUsed           quantity        `json:"gasUsed"`
	EffectiveGasPrice quantity        `json:"effectiveGasPrice,omitempty"`
	BlobGasUsed       quantity        `json:"blobGasUsed,omitempty"`
	BlobGasPrice      quantity        `json:"blobGasPrice,omitempty"`
	Logs              []Log           `json:"logs"`

	L1Fee               quantity `json:"l1Fee,omitempty"`
	OperatorFeeScalar   quantity `json:"operatorFeeScalar,omitempty"`
	OperatorFeeConstant quantity `json:"operatorFeeConstant,omitempty"`
}

// lacks is a required member that this receipt lacks, or "".
func (j *receiptJSON) lacks(r *Receipt) string {
	switch {
	case j.Status.n == nil && j.Root == "":
		return "status"
	case r.Succeeded && r.To == nil && r.ContractAddress == nil:
		return "contractAddress"
	case r.Type == BlobTx && j.BlobGasUsed.n == nil:
		return "blobGasUsed"
	case r.Type == BlobTx && j.BlobGasPrice.n == nil:
		return "blobGasPrice"
	}
	return ""
}

// UnmarshalJSON reads the result of eth_getTransactionReceipt.
func (r *Receipt) UnmarshalJSON(b []byte) error {
	var j receiptJSON
	if err := upstream.Decode(b, &j); err != nil {
		return fmt.Errorf("receipt: %w", err)
	}

	var fit fitting
	*r = Receipt{
		TxHash:              j.TxHash,
		Type:                fit.uint64(j.Type),
		From:                j.From,
		To:                  j.To,
		ContractAddress:     j.ContractAddress,
		BlockHash:           j.BlockHash,
		BlockNumber:         fit.uint64(j.BlockNumber),
		Index:               fit.uint64(j.Index),
		Succeeded:           j.Status.n == nil || j.Status.n.Sign() != 0,
		Stateless:           j.Status.n == nil,
		GasUsed:             fit.uint64(j.GasUsed),
		EffectiveGasPrice:   j.EffectiveGasPrice.n,
		BlobGasUsed:         fit.uint64(j.BlobGasUsed),
		BlobGasPrice:        j.BlobGasPrice.n,
		Logs:                j.Logs,
		L1Fee:               j.L1Fee.n,
		OperatorFeeScalar:   j.OperatorFeeScalar.n,
		OperatorFeeConstant: j.OperatorFeeConstant.n,
	}
	if member := j.lacks(r); member != "" {
		return fmt.Errorf("receipt: %w", upstream.Lacks(member))
	}
	return fit.err
}

// Of reports whether the receipt can belong to the transaction: both have the same hash and parties.
func (r *Receipt) Of(t *Transaction) bool {
	same := r.To == nil && t.To == nil || r.To != nil && t.To != nil && *r.To == *t.To
	return same && r.TxHash == t.Hash && r.From == t.From
}

// GasPrice is the price paid per gas: the receipt's, or the transaction's if the endpoint omits it. tx may be nil.
func (r *Receipt) GasPrice(tx *Transaction) *big.Int {
	switch {
	case r.EffectiveGasPrice != nil:
		return r.EffectiveGasPrice
	case tx != nil && tx.GasPrice != nil:
		return tx.GasPrice
	}
	return new(big.Int)
}

// Fee is the total that the sender paid for the transaction, in wei of the network's coin: gas, blobs, and the
// rollup's extra charges. tx may be nil.
func (r *Receipt) Fee(n *Network, tx *Transaction) *big.Int {
	gas := new(big.Int).SetUint64(r.GasUsed)
	fee := new(big.Int).Mul(gas, r.GasPrice(tx))
	if r.Type == BlobTx && r.BlobGasPrice != nil { // since Jovian, blobGasUsed in OP Stack receipts is a data footprint
		fee.Add(fee, new(big.Int).Mul(r.BlobGasPrice, new(big.Int).SetUint64(r.BlobGasUsed)))
	}
	if n.L1Apart(r.BlockNumber) && r.L1Fee != nil {
		fee.Add(fee, r.L1Fee)
	}
	return fee.Add(fee, r.OperatorFee(n))
}

// L1FeeMissing reports whether the endpoint omitted the network's charge for data on Ethereum, so that Fee is too
// low.
func (r *Receipt) L1FeeMissing(n *Network) bool {
	return r.L1Fee == nil && r.Type != DepositTx && n.L1Apart(r.BlockNumber)
}

// OperatorFee is the OP Stack's operator fee in wei: gasUsed x scalar / 10^6 + constant (OP Stack specification, Isthmus,
// "Operator Fee"), and gasUsed x scalar x 100 + constant since Jovian ("Fee Formula Update"). Deposits pay none.
func (r *Receipt) OperatorFee(n *Network) *big.Int {
	fee := new(big.Int)
	if n.Rollup != OPStack || r.Type == DepositTx || !n.L1Apart(r.BlockNumber) {
		return fee
	}
	if r.OperatorFeeScalar != nil {
		fee.Mul(r.OperatorFeeScalar, new(big.Int).SetUint64(r.GasUsed))
		if n.Jovian != 0 && r.BlockNumber >= n.Jovian {
			fee.Mul(fee, big.NewInt(100))
		} else {
			fee.Quo(fee, big.NewInt(1_000_000))
		}
	}
	if r.OperatorFeeConstant != nil {
		fee.Add(fee, r.OperatorFeeConstant)
	}
	return fee
}

// Log is one event.
type Log struct {
	Address     common.Address
	Topics      []common.Hash
	Data        []byte
	BlockHash   common.Hash
	BlockNumber uint64
	TxHash      common.Hash
	Index       uint64     // in the block
	Time        *time.Time // of the block, if the endpoint reports it
	Removed     bool       // undone by a reorganisation
}

type logJSON struct {
	Address     common.Address `json:"address"`
	Topics      []common.Hash  `json:"topics"`
	Data        hexutil.Bytes  `json:"data"`
	BlockHash   common.Hash    `json:"blockHash"`
	BlockNumber quantity       `json:"blockNumber"`
	TxHash      common.Hash    `json:"transactionHash"`
	TxIndex     quantity       `json:"transactionIndex"`
	Index       quantity       `json:"logIndex"`
	Timestamp   quantity       `json:"blockTimestamp,omitempty"` // of newer endpoints
	Removed     bool           `json:"removed,omitempty"`        // optional by the execution API
}

// UnmarshalJSON reads one entry of eth_getLogs or of a receipt.
func (l *Log) UnmarshalJSON(b []byte) error {
	var j logJSON
	if err := upstream.Decode(b, &j); err != nil {
		return fmt.Errorf("log: %w", err)
	}

	var fit fitting
	*l = Log{
		Address:     j.Address,
		Topics:      j.Topics,
		Data:        j.Data,
		BlockHash:   j.BlockHash,
		BlockNumber: fit.uint64(j.BlockNumber),
		TxHash:      j.TxHash,
		Index:       fit.uint64(j.Index),
		Removed:     j.Removed,
	}
	if seconds := fit.uint64(j.Timestamp); seconds > 0 && seconds < 1<<40 {
		at := time.Unix(int64(seconds), 0).UTC()
		l.Time = &at
	}
	return fit.err
}

// Header is a block without its transactions.
type Header struct {
	Number       uint64
	Hash         common.Hash
	Parent       common.Hash
	Time         time.Time
	GasLimit     uint64
	Transactions []common.Hash
}

type headerJSON struct {
	Number       quantity          `json:"number"`
	Hash         common.Hash       `json:"hash"`
	Parent       common.Hash       `json:"parentHash"`
	Timestamp    quantity          `json:"timestamp"`
	BaseFee      quantity          `json:"baseFeePerGas,omitempty"` // since EIP-1559
	GasUsed      quantity          `json:"gasUsed"`
	GasLimit     quantity          `json:"gasLimit"`
	Transactions []json.RawMessage `json:"transactions"`
}

// UnmarshalJSON reads the result of eth_getBlockByNumber or eth_getBlockByHash without full transactions.
func (h *Header) UnmarshalJSON(b []byte) error {
	var j headerJSON
	if err := upstream.Decode(b, &j); err != nil {
		return fmt.Errorf("block: %w", err)
	}

	var fit fitting
	*h = Header{
		Number:   fit.uint64(j.Number),
		Hash:     j.Hash,
		Parent:   j.Parent,
		Time:     time.Unix(int64(fit.uint64(j.Timestamp)&(1<<40-1)), 0).UTC(),
		GasLimit: fit.uint64(j.GasLimit),
	}

	for _, raw := range j.Transactions {
		var hash common.Hash
		if err := json.Unmarshal(raw, &hash); err != nil {
			return fmt.Errorf("block %d: transactions: %w", h.Number, err)
		}
		h.Transactions = append(h.Transactions, hash)
	}

	return fit.err
}
