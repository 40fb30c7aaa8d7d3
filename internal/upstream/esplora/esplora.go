// Package esplora reads Bitcoin block explorers that speak the Esplora API: blockstream.info itself, and others that
// kept its paths and shapes. All amounts are satoshis, all fee rates satoshis per virtual byte.
package esplora

import (
	"context"
	"encoding/hex"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/farebox/farebox/internal/upstream"
)

// Provider is Blockstream's public explorer, which needs no key.
var Provider = upstream.Provider{
	Name:          "blockstream",
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

// How long answers are valid: blocks and old transactions never change, everything else may change with every block.
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

// probe asks for the hash of an old block.
func (c *Client) probe(ctx context.Context) error {
	hash, err := c.BlockHash(ctx, 615615)
	const known = "000000000000000000067bea442af50a91377ac796e63b8d284354feff4042b3"
	return upstream.Fact(err, "block-height", known, func() any { return hash })
}

// Stats are what an address received and spent, in satoshis.
type Stats struct {
	FundedCount int64 `json:"funded_txo_count"`
	FundedSum   int64 `json:"funded_txo_sum"`
	SpentCount  int64 `json:"spent_txo_count"`
	SpentSum    int64 `json:"spent_txo_sum"`
	TxCount     int64 `json:"tx_count"`
}

// Balance is the unspent part of what was received.
func (s Stats) Balance() int64 { return s.FundedSum - s.SpentSum }

// Address is an address: Chain covers blocks, Mempool unconfirmed transactions.
type Address struct {
	Address string `json:"address" asked:"/address/{}"`
	Chain   Stats  `json:"chain_stats"`
	Mempool Stats  `json:"mempool_stats"`
}

// Hold refuses sums of which more was spent than received, and what was received in no transaction.
func (a *Address) Hold() error {
	c := a.Chain
	if c.Balance() < 0 || c.SpentCount > c.FundedCount {
		return upstream.BadResponse.Errorf("an address that spent more than it received")
	}
	if (c.TxCount == 0) != (c.FundedCount == 0) {
		return upstream.BadResponse.Errorf("an address that received something in no transaction, or the reverse")
	}
	return nil
}

// Status says in which block a transaction is. One that waits has no block.
type Status struct {
	Confirmed   bool   `json:"confirmed"`
	BlockHeight *int64 `json:"block_height,omitempty"`
	BlockHash   string `json:"block_hash,omitempty"`
	BlockTime   int64  `json:"block_time,omitempty" contract:"seconds"`
}

// lacks is the required member that a confirmed transaction lacks, "" if there is none.
func (s Status) lacks() string {
	switch {
	case !s.Confirmed:
		return ""
	case s.BlockHeight == nil:
		return "block_height"
	case !isHash(s.BlockHash):
		return "block_hash"
	case s.BlockTime <= 0:
		return "block_time"
	}
	return ""
}

// Output is an output, or what an input spends. Only scripts that pay to an address have one.
type Output struct {
	Type    string `json:"scriptpubkey_type" contract:"said"`
	Address string `json:"scriptpubkey_address,omitempty"`
	Value   int64  `json:"value"`
}

// OpReturn is the type of outputs that carry data and cannot be spent.
const OpReturn = "op_return"

// pays says whether scripts of the type always pay to an address.
func (o Output) pays() bool {
	switch o.Type {
	case "p2pkh", "p2sh", "v0_p2wpkh", "v0_p2wsh", "v1_p2tr":
		return true
	}
	return false
}

// Input is an input. Spent is nil if the explorer does not know the spent output, and for a coinbase.
type Input struct {
	TxID     string  `json:"txid"`
	Vout     int64   `json:"vout"`
	Spent    *Output `json:"prevout"`
	Coinbase bool    `json:"is_coinbase"`
	Sequence uint32  `json:"sequence"`
}

// Tx is a transaction. Some explorers leave Inputs and Outputs out of large ones: the lists are empty then.
type Tx struct {
	TxID     string   `json:"txid" contract:"key" asked:"/tx/{}"`
	Version  int64    `json:"version" contract:"signed"`
	LockTime int64    `json:"locktime"`
	Size     int64    `json:"size"`
	Weight   int64    `json:"weight"`
	Fee      int64    `json:"fee"`
	Inputs   []Input  `json:"vin"`
	Outputs  []Output `json:"vout"`
	Status   Status   `json:"status"`
}

// Segwit says whether the transaction has a witness: its bytes weigh one unit each, all others four (BIP 141).
func (t *Tx) Segwit() bool { return t.Weight < 4*t.Size }

// Coinbase says whether the transaction makes new coins.
func (t *Tx) Coinbase() bool { return len(t.Inputs) == 1 && t.Inputs[0].Coinbase }

// In is the sum of the inputs; ok is false if an input's value is not given, as for a coinbase.
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

// Hold checks a transaction: its inputs must equal its outputs plus the fee.
func (t *Tx) Hold() error {
	if t.Size <= 0 || t.Weight < t.Size || t.Weight > 4*t.Size {
		return upstream.BadResponse.Errorf("a transaction whose weight is not that of its size")
	}
	if member := t.Status.lacks(); member != "" {
		return upstream.Lacks("status." + member)
	}
	if member := t.lacksAddress(); member != "" {
		return upstream.Lacks(member)
	}

	in, known := t.In()
	out, given := t.Out()
	if known && given && !t.Coinbase() && in-out != t.Fee {
		return upstream.BadResponse.Errorf("inputs less outputs are not the fee")
	}
	return nil
}

// lacksAddress is the member of an output, or of what is spent, that pays to an address and does not say to which.
func (t *Tx) lacksAddress() string {
	for _, out := range t.Outputs {
		if out.pays() && out.Address == "" {
			return "vout[].scriptpubkey_address"
		}
	}
	for _, in := range t.Inputs {
		if in.Spent != nil && in.Spent.pays() && in.Spent.Address == "" {
			return "vin[].prevout.scriptpubkey_address"
		}
	}
	return ""
}

type txList []Tx

// Hold holds each transaction against itself.
func (l txList) Hold() error {
	for i := range l {
		if err := l[i].Hold(); err != nil {
			return err
		}
	}
	return nil
}

// Outspend says whether an output is spent, and by whom.
type Outspend struct {
	Spent bool   `json:"spent"`
	TxID  string `json:"txid,omitempty"` // of the transaction that spends it
}

type outspends []Outspend

// Hold requires a spender for a spent output.
func (l outspends) Hold() error {
	for _, o := range l {
		if o.Spent && o.TxID == "" {
			return upstream.Lacks("[].txid")
		}
	}
	return nil
}

// MaxWeight is the most that a block may weigh (BIP 141).
const MaxWeight = 4_000_000

// Block is a block's header with its sizes. The first block has none before it.
type Block struct {
	ID           string  `json:"id" asked:"/block/{} /v1/block/{}"`
	Height       int64   `json:"height"`
	Version      int64   `json:"version" contract:"signed"`
	Timestamp    int64   `json:"timestamp" contract:"seconds"`
	MedianTime   int64   `json:"mediantime" contract:"seconds"`
	TxCount      int64   `json:"tx_count"`
	Size         int64   `json:"size"`
	Weight       int64   `json:"weight"`
	MerkleRoot   string  `json:"merkle_root"`
	PreviousHash string  `json:"previousblockhash,omitempty"`
	Nonce        int64   `json:"nonce"`
	Difficulty   float64 `json:"difficulty"`
}

// Mempool is what waits to be put into blocks at this explorer's node: others see other transactions. The histogram's
// pairs are a fee rate and the virtual bytes that pay at least it and less than the pair before.
type Mempool struct {
	Count     int64        `json:"count"`
	VSize     float64      `json:"vsize"`
	TotalFee  float64      `json:"total_fee"`
	Histogram [][2]float64 `json:"fee_histogram"`
}

// Hold sees that nothing is below nothing.
func (m *Mempool) Hold() error {
	if m.Count < 0 || m.VSize < 0 || m.TotalFee < 0 {
		return upstream.BadResponse.Errorf("a mempool of less than nothing")
	}
	if empty := m.Count == 0; empty != (m.VSize == 0) || empty != (m.TotalFee == 0) {
		return upstream.BadResponse.Errorf("a mempool of transactions without a size or fees, or the reverse")
	}
	return nil
}

// Estimates are fee rates by the number of blocks to wait.
type Estimates map[int]float64

// Hold sees that there are estimates for the targets that have names: the next block, half an hour and an hour.
func (e Estimates) Hold() error {
	for _, target := range []int{1, 3, 6} {
		if e[target] <= 0 {
			return upstream.Lacks(strconv.Itoa(target))
		}
	}
	return nil
}

// noTx declares how explorers say that they have no such transaction: in the words of Esplora's server (electrs), or in
// those of Bitcoin Core, which mempool.space passes on.
func noTx(request *upstream.Request) *upstream.Request {
	return request.
		NoRecord(http.StatusNotFound, upstream.Says("transaction not found")).
		NoRecord(http.StatusNotFound, upstream.Says("no such mempool or blockchain transaction"))
}

// NoBlock declares how explorers say that they have no such block: in the words of Esplora's server (electrs).
func NoBlock(request *upstream.Request) *upstream.Request {
	return request.NoRecord(http.StatusNotFound, upstream.Says("block not found"))
}

// Address gives what an address received and spent. One that was never used has zeros.
func (c *Client) Address(ctx context.Context, address string) (*Address, error) {
	return upstream.Read[Address](ctx, c.c.Get("/address/{}", address).TTL(movingTTL))
}

// AddressTxs gives the newest transactions of an address: up to 50 that wait and up to 25 in blocks.
func (c *Client) AddressTxs(ctx context.Context, address string) ([]Tx, error) {
	var list txList
	_, err := c.c.Get("/address/{}/txs", address).TTL(movingTTL).JSON(ctx, &list)
	return list, err
}

// Tx gives a transaction.
func (c *Client) Tx(ctx context.Context, txid string) (*Tx, error) {
	request := noTx(c.c.Get("/tx/{}", txid))
	return upstream.Read[Tx](ctx, request.TTL(movingTTL))
}

// Outspends says whether each output is spent.
func (c *Client) Outspends(ctx context.Context, txid string) ([]Outspend, error) {
	var list outspends
	request := noTx(c.c.Get("/tx/{}/outspends", txid))
	_, err := request.TTL(movingTTL).JSON(ctx, &list)
	return list, err
}

// TipHeight is the height of the last block.
func (c *Client) TipHeight(ctx context.Context) (int64, error) {
	text, err := c.text(ctx, c.c.Get("/blocks/tip/height").TTL(movingTTL), isHeight)
	if err != nil {
		return 0, err
	}
	return strconv.ParseInt(text, 10, 64)
}

// TipHash is the hash of the last block.
func (c *Client) TipHash(ctx context.Context) (string, error) {
	return c.text(ctx, c.c.Get("/blocks/tip/hash").TTL(movingTTL), isHash)
}

// BlockHash is the hash of the block at a height of the best chain.
func (c *Client) BlockHash(ctx context.Context, height int64) (string, error) {
	request := NoBlock(c.c.Get("/block-height/{}", strconv.FormatInt(height, 10)))
	return c.text(ctx, request.TTL(movingTTL), isHash)
}

// Block gives a block, also one that is no longer in the best chain if the explorer still has it.
func (c *Client) Block(ctx context.Context, hash string) (*Block, error) {
	return upstream.Read[Block](ctx, NoBlock(c.c.Get("/block/{}", hash)))
}

// Hold refuses a block that cannot be.
func (b *Block) Hold() error {
	if b.Timestamp <= 0 || b.TxCount <= 0 || b.Size <= 0 || b.Weight <= 0 || b.Weight > MaxWeight || b.Height < 0 {
		return upstream.BadResponse.Errorf("not a block")
	}
	if b.Height > 0 && b.PreviousHash == "" {
		return upstream.Lacks("previousblockhash")
	}
	return nil
}

// Mempool gives the sums of the mempool.
func (c *Client) Mempool(ctx context.Context) (*Mempool, error) {
	return upstream.Read[Mempool](ctx, c.c.Get("/mempool").TTL(movingTTL))
}

// FeeEstimates are Bitcoin Core's estimates of the fee rate.
func (c *Client) FeeEstimates(ctx context.Context) (Estimates, error) {
	var byTarget Estimates
	_, err := c.c.Get("/fee-estimates").TTL(movingTTL).JSON(ctx, &byTarget)
	return byTarget, err
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

// passed is a height that the chain passed in 2017: a tip below it is a number that was cut off.
const passed = 500_000

func isHeight(text string) bool {
	n, err := strconv.ParseInt(text, 10, 64)
	return err == nil && n > passed
}

func isHash(text string) bool {
	raw, err := hex.DecodeString(text)
	return err == nil && len(raw) == 32
}
