// Package esplora reads Bitcoin block explorers that speak the Esplora API: blockstream.info itself, and others that
// kept its paths and shapes. All amounts are satoshis, all fee rates satoshis per virtual byte.
package esplora

import (
	"context"
	"encoding/hex"
	"strconv"
	"strings"
	"time"

	"github.com/farebox/farebox/internal/upstream"
)

// Provider is Blockstream's public explorer, which needs no key.
var Provider = upstream.Provider{
	Name:          "blockstream",
	Undeclared:    true,
	BaseURL:       "https://blockstream.info/api",
	Docs:          "https://github.com/Blockstream/esplora/blob/master/API.md",
	Attribution:   "Blockstream Explorer",
	Terms:         "https://blockstream.info/",
	Checked:       "documented shapes; fees and mempool as printed there",
	RatePerMinute: 300,
	Burst:         20,
	TTL:           settledTTL,
	StaleFor:      -1,
	Timeout:       8 * time.Second,
	Retries:       1,
}

// How long answers are good: blocks and old transactions stay as they are, all else moves with every block.
const (
	settledTTL = time.Hour
	movingTTL  = 12 * time.Second
)

// Client calls an explorer.
type Client struct{ c *upstream.Client }

// New makes a client of blockstream.info.
func New(pool *upstream.Pool) *Client { return Over(pool.Client(Provider)) }

// Over makes a client of another explorer with the same paths.
func Over(c *upstream.Client) *Client {
	client := &Client{c}
	c.Probe(client.probe)
	return client
}

// Stats are what an address received and spent, in satoshis.
type Stats struct {
	FundedCount int64 `json:"funded_txo_count"`
	FundedSum   int64 `json:"funded_txo_sum"`
	SpentCount  int64 `json:"spent_txo_count"`
	SpentSum    int64 `json:"spent_txo_sum"`
	TxCount     int64 `json:"tx_count"`
}

// Balance is what is left of what was received.
func (s Stats) Balance() int64 { return s.FundedSum - s.SpentSum }

// Address is an address: Chain what is in blocks, Mempool what is not yet.
type Address struct {
	Address string `json:"address"`
	Chain   *Stats `json:"chain_stats"`
	Mempool *Stats `json:"mempool_stats"`
}

// Status says in which block a transaction is.
type Status struct {
	Confirmed   bool   `json:"confirmed"`
	BlockHeight int64  `json:"block_height"`
	BlockHash   string `json:"block_hash"`
	BlockTime   int64  `json:"block_time"`
}

// Output is an output, or what an input spends.
type Output struct {
	Type    string `json:"scriptpubkey_type"`
	Address string `json:"scriptpubkey_address"`
	Script  string `json:"scriptpubkey"`
	Value   int64  `json:"value"`
}

// Input is an input. Spent is nil for a coinbase.
type Input struct {
	TxID     string   `json:"txid"`
	Vout     int64    `json:"vout"`
	Spent    *Output  `json:"prevout"`
	Witness  []string `json:"witness"`
	Coinbase bool     `json:"is_coinbase"`
	Sequence uint32   `json:"sequence"`
}

// Tx is a transaction. Some explorers leave Inputs and Outputs out of large ones.
type Tx struct {
	TxID     string   `json:"txid"`
	Version  int64    `json:"version"`
	LockTime int64    `json:"locktime"`
	Size     int64    `json:"size"`
	Weight   int64    `json:"weight"`
	Fee      int64    `json:"fee"`
	Inputs   []Input  `json:"vin"`
	Outputs  []Output `json:"vout"`
	Status   Status   `json:"status"`
}

// Coinbase says whether the transaction makes new coins.
func (t *Tx) Coinbase() bool { return len(t.Inputs) == 1 && t.Inputs[0].Coinbase }

// In is the sum of what is spent; ok is false where an input's worth is not given, as of a coinbase.
func (t *Tx) In() (sum int64, ok bool) {
	for _, in := range t.Inputs {
		if in.Spent == nil {
			return 0, false
		}
		sum += in.Spent.Value
	}
	return sum, len(t.Inputs) > 0
}

// Out is the sum of the outputs; ok is false where none are given.
func (t *Tx) Out() (sum int64, ok bool) {
	for _, out := range t.Outputs {
		sum += out.Value
	}
	return sum, len(t.Outputs) > 0
}

// Outspend says whether an output is spent, and by whom.
type Outspend struct {
	Spent bool   `json:"spent"`
	TxID  string `json:"txid"`
	Vin   int64  `json:"vin"`
}

// Block is a block's header with its sizes.
type Block struct {
	ID           string   `json:"id"`
	Height       int64    `json:"height"`
	Version      int64    `json:"version"`
	Timestamp    int64    `json:"timestamp"`
	MedianTime   int64    `json:"mediantime"`
	TxCount      int64    `json:"tx_count"`
	Size         int64    `json:"size"`
	Weight       int64    `json:"weight"`
	MerkleRoot   string   `json:"merkle_root"`
	PreviousHash string   `json:"previousblockhash"`
	Nonce        int64    `json:"nonce"`
	Bits         int64    `json:"bits"`
	Difficulty   *float64 `json:"difficulty"`
}

// Mempool is what waits to be put into blocks at this explorer's node: others see other transactions. The histogram's
// pairs are a fee rate and the virtual bytes that pay at least it and less than the pair before.
type Mempool struct {
	Count     *int64       `json:"count"`
	VSize     *float64     `json:"vsize"`
	TotalFee  *float64     `json:"total_fee"`
	Histogram [][2]float64 `json:"fee_histogram"`
}

// Address gives what an address received and spent. One that was never used has zeros.
func (c *Client) Address(ctx context.Context, address string) (*Address, error) {
	var a Address
	_, err := c.c.Get("/address/{}", address).TTL(movingTTL).Check(func(resp *upstream.Response) error {
		var came Address
		if err := resp.JSON(&came); err != nil {
			return err
		}
		if came.Address != address || came.Chain == nil || came.Mempool == nil {
			return upstream.BadResponse.Errorf("not the sums of the address asked for")
		}
		return nil
	}).JSON(ctx, &a)
	if err != nil {
		return nil, err
	}
	return &a, nil
}

// AddressTxs gives the newest transactions of an address: up to 50 that wait and up to 25 in blocks.
func (c *Client) AddressTxs(ctx context.Context, address string) ([]Tx, error) {
	var list []Tx
	_, err := c.c.Get("/address/{}/txs", address).TTL(movingTTL).JSON(ctx, &list)
	return list, err
}

// Tx gives a transaction.
func (c *Client) Tx(ctx context.Context, txid string) (*Tx, error) {
	var tx Tx
	_, err := c.c.Get("/tx/{}", txid).TTL(movingTTL).Check(func(resp *upstream.Response) error {
		var came Tx
		if err := resp.JSON(&came); err != nil {
			return err
		}
		return came.sound(txid)
	}).JSON(ctx, &tx)
	if err != nil {
		return nil, err
	}
	return &tx, nil
}

// sound holds a transaction against itself: what goes in is what comes out and the fee.
func (t *Tx) sound(txid string) error {
	if t.TxID != txid || t.Weight <= 0 || t.Size <= 0 {
		return upstream.BadResponse.Errorf("not the transaction asked for")
	}
	if t.Status.Confirmed && (len(t.Status.BlockHash) != 64 || t.Status.BlockTime <= 0) {
		return upstream.BadResponse.Errorf("a confirmed transaction without its block")
	}
	in, known := t.In()
	out, given := t.Out()
	if known && given && in-out != t.Fee {
		return upstream.BadResponse.Errorf("inputs less outputs are not the fee")
	}
	return nil
}

// Outspends says of each output whether it is spent.
func (c *Client) Outspends(ctx context.Context, txid string) ([]Outspend, error) {
	var list []Outspend
	_, err := c.c.Get("/tx/{}/outspends", txid).TTL(movingTTL).JSON(ctx, &list)
	return list, err
}

// TipHeight is the height of the last block.
func (c *Client) TipHeight(ctx context.Context) (int64, error) {
	text, err := c.text(ctx, c.c.Get("/blocks/tip/height").TTL(movingTTL), isHeight)
	if err != nil {
		return 0, upstream.Always(err)
	}
	return strconv.ParseInt(text, 10, 64)
}

// TipHash is the hash of the last block.
func (c *Client) TipHash(ctx context.Context) (string, error) {
	hash, err := c.text(ctx, c.c.Get("/blocks/tip/hash").TTL(movingTTL), isHash)
	return hash, upstream.Always(err)
}

// BlockHash is the hash of the block at a height of the best chain.
func (c *Client) BlockHash(ctx context.Context, height int64) (string, error) {
	return c.text(ctx, c.c.Get("/block-height/{}", strconv.FormatInt(height, 10)).TTL(movingTTL), isHash)
}

// Block gives a block, also one that is no longer in the best chain if the explorer still has it.
func (c *Client) Block(ctx context.Context, hash string) (*Block, error) {
	var b Block
	_, err := c.c.Get("/block/{}", hash).Check(func(resp *upstream.Response) error {
		var came Block
		if err := resp.JSON(&came); err != nil {
			return err
		}
		return came.Sound(hash)
	}).JSON(ctx, &b)
	if err != nil {
		return nil, err
	}
	return &b, nil
}

// Sound says whether the block is the one asked for, whole.
func (b *Block) Sound(hash string) error {
	if b.ID != hash || b.Timestamp <= 0 || b.TxCount <= 0 || b.Weight <= 0 || b.Height < 0 {
		return upstream.BadResponse.Errorf("not the block asked for")
	}
	return nil
}

// Mempool gives the sums of the mempool.
func (c *Client) Mempool(ctx context.Context) (*Mempool, error) {
	var m Mempool
	_, err := c.c.Get("/mempool").TTL(movingTTL).Check(func(resp *upstream.Response) error {
		var came Mempool
		if err := resp.JSON(&came); err != nil {
			return err
		}
		if came.Count == nil || came.VSize == nil || came.TotalFee == nil {
			return upstream.BadResponse.Errorf("a mempool without its sums")
		}
		return nil
	}).JSON(ctx, &m)
	if err != nil {
		return nil, upstream.Always(err)
	}
	return &m, nil
}

// FeeEstimates are Bitcoin Core's estimates of the fee rate by the number of blocks to wait.
func (c *Client) FeeEstimates(ctx context.Context) (map[int]float64, error) {
	var byTarget map[int]float64
	_, err := c.c.Get("/fee-estimates").TTL(movingTTL).Check(func(resp *upstream.Response) error {
		var came map[int]float64
		if err := resp.JSON(&came); err != nil {
			return err
		}
		if len(came) == 0 {
			return upstream.BadResponse.Errorf("no estimates")
		}
		return nil
	}).JSON(ctx, &byTarget)
	return byTarget, upstream.Always(err)
}

// text reads an answer that is one word.
func (c *Client) text(ctx context.Context, r *upstream.Request, right func(string) bool) (string, error) {
	resp, err := r.Check(func(resp *upstream.Response) error {
		if !right(strings.TrimSpace(string(resp.Body))) {
			return upstream.BadResponse.Errorf("not one word but %d bytes", len(resp.Body))
		}
		return nil
	}).Do(ctx)
	if err != nil {
		return "", err
	}
	return strings.TrimSpace(string(resp.Body)), nil
}

func isHeight(text string) bool {
	n, err := strconv.ParseInt(text, 10, 64)
	return err == nil && n >= 0
}

func isHash(text string) bool {
	raw, err := hex.DecodeString(text)
	return err == nil && len(raw) == 32
}
