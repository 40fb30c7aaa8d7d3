package pay

import (
	"bytes"
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/big"
	"net/http"
	"strings"
	"time"
)

// What a wallet needs of a chain to send a transaction of its own: a payment needs none of it.

// chain is a node, asked by JSON-RPC.
type chain struct {
	url    string
	client *http.Client
}

// maxRPC bounds what is read of a node's answer, in bytes.
const maxRPC = 1 << 20

// ask calls a method of the node.
func (n *chain) ask(ctx context.Context, into any, method string, params ...any) error {
	body, err := json.Marshal(map[string]any{
		"jsonrpc": "2.0",
		"id":      1,
		"method":  method,
		"params":  params,
	})
	if err != nil {
		return err
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, n.url, bytes.NewReader(body))
	if err != nil {
		return errors.New("pay: the URL of the node cannot be used")
	}
	request.Header.Set("Content-Type", "application/json")
	response, err := n.client.Do(request)
	if err != nil {
		return fmt.Errorf("pay: the node was not reached for %s: %w", method, errors.Unwrap(err)) // not its URL
	}
	defer response.Body.Close()

	var answer struct {
		Result json.RawMessage `json:"result"`
		Error  *struct {
			Message string `json:"message"`
		} `json:"error"`
	}
	if err := json.NewDecoder(io.LimitReader(response.Body, maxRPC)).Decode(&answer); err != nil {
		return fmt.Errorf("pay: the node's answer to %s is no JSON-RPC (status %d)", method, response.StatusCode)
	}
	if answer.Error != nil {
		return fmt.Errorf("pay: the node refuses %s: %s", method, answer.Error.Message)
	}
	if len(answer.Result) == 0 {
		return fmt.Errorf("pay: the node does not answer %s", method)
	}
	if err := json.Unmarshal(answer.Result, into); err != nil {
		return fmt.Errorf("pay: the node's answer to %s: %w", method, err)
	}
	return nil
}

// number asks for a quantity.
func (n *chain) number(ctx context.Context, method string, params ...any) (*big.Int, error) {
	var text string
	if err := n.ask(ctx, &text, method, params...); err != nil {
		return nil, err
	}
	return quantity(text)
}

// quantity reads a number as nodes write it.
func quantity(text string) (*big.Int, error) {
	digits, prefixed := strings.CutPrefix(text, "0x")
	number, ok := new(big.Int).SetString(digits, 16)
	if !ok || !prefixed || number.Sign() < 0 {
		return nil, fmt.Errorf("pay: %q is no quantity", text)
	}
	return number, nil
}

// read calls a contract, whose answer has so many words.
func (n *chain) read(ctx context.Context, to string, data []byte, words int) ([]*big.Int, error) {
	var text string
	call := map[string]string{"to": to, "data": "0x" + hex.EncodeToString(data)}
	if err := n.ask(ctx, &text, "eth_call", call, "latest"); err != nil {
		return nil, err
	}
	raw, err := hex.DecodeString(strings.TrimPrefix(text, "0x"))
	if err != nil || len(raw) != 32*words {
		return nil, errors.New("pay: the contract of payment channels does not answer (is it on this chain?)")
	}

	answer := make([]*big.Int, words)
	for i := range answer {
		answer[i] = new(big.Int).SetBytes(raw[32*i : 32*i+32])
	}
	return answer, nil
}

// now is the time of the latest block, and its base fee.
func (n *chain) now(ctx context.Context) (at time.Time, baseFee *big.Int, err error) {
	var block struct {
		Timestamp string `json:"timestamp"`
		BaseFee   string `json:"baseFeePerGas"`
	}
	if err := n.ask(ctx, &block, "eth_getBlockByNumber", "latest", false); err != nil {
		return at, nil, err
	}
	seconds, err := quantity(block.Timestamp)
	if err != nil || !seconds.IsInt64() {
		return at, nil, errors.New("pay: the node's latest block has no time")
	}
	baseFee, err = quantity(block.BaseFee)
	return time.Unix(seconds.Int64(), 0).UTC(), baseFee, err
}

// send signs a transaction of the wallet, sends it and waits until it is in a block.
func (n *chain) send(
	ctx context.Context, wallet Signer, chainID uint64, to string, data []byte,
) (hash string, err error) {
	raw, err := n.sign(ctx, wallet, chainID, to, data)
	if err != nil {
		return "", err
	}
	sum := keccak(raw)
	hash = "0x" + hex.EncodeToString(sum[:])
	var told string
	if err := n.ask(ctx, &told, "eth_sendRawTransaction", "0x"+hex.EncodeToString(raw)); err != nil {
		return "", err
	}
	return hash, n.await(ctx, hash)
}

// sign makes a transaction of the wallet, at the fees of the moment.
func (n *chain) sign(ctx context.Context, wallet Signer, chainID uint64, to string, data []byte) ([]byte, error) {
	served, err := n.number(ctx, "eth_chainId")
	if err != nil {
		return nil, err
	}
	if !served.IsUint64() || served.Uint64() != chainID {
		return nil, fmt.Errorf("pay: the node serves chain %s, the channel is on %d", served, chainID)
	}
	nonce, err := n.number(ctx, "eth_getTransactionCount", wallet.Address(), "pending")
	if err != nil {
		return nil, err
	}
	_, baseFee, err := n.now(ctx)
	if err != nil {
		return nil, err
	}
	tip, err := n.number(ctx, "eth_maxPriorityFeePerGas")
	if err != nil {
		return nil, err
	}
	gas, err := n.number(ctx, "eth_estimateGas", map[string]string{
		"from": wallet.Address(),
		"to":   to,
		"data": "0x" + hex.EncodeToString(data),
	})
	if err != nil {
		return nil, err
	}

	gas.Add(gas, new(big.Int).Rsh(gas, 2)) // a quarter more: state may change until then
	most := new(big.Int).Lsh(baseFee, 1)
	return dynamicFee{
		chainID: new(big.Int).SetUint64(chainID),
		nonce:   nonce,
		tip:     tip,
		most:    most.Add(most, tip),
		gas:     gas,
		to:      to,
		data:    data,
	}.signed(wallet)
}

// receiptEvery is how often a receipt is asked for.
const receiptEvery = 2 * time.Second

// await waits until a transaction is in a block.
func (n *chain) await(ctx context.Context, hash string) error {
	for {
		var receipt *struct {
			Status string `json:"status"`
		}
		err := n.ask(ctx, &receipt, "eth_getTransactionReceipt", hash)
		switch {
		case err == nil && receipt != nil && receipt.Status == "0x1":
			return nil
		case err == nil && receipt != nil:
			return fmt.Errorf("pay: transaction %s failed", hash)
		}

		timer := time.NewTimer(receiptEvery)
		select {
		case <-timer.C:
		case <-ctx.Done():
			timer.Stop()
			return fmt.Errorf("pay: transaction %s was sent and is in no block yet: %w", hash, ctx.Err())
		}
	}
}

// dynamicFee is a transaction by EIP-1559 that sends no ether.
type dynamicFee struct {
	chainID, nonce, tip, most, gas *big.Int
	to                             string
	data                           []byte
}

// signed is the transaction as it is sent.
func (d dynamicFee) signed(wallet Signer) ([]byte, error) {
	to, err := addressWord(d.to)
	if err != nil {
		return nil, err
	}
	fields := [][]byte{
		rlpNumber(d.chainID), rlpNumber(d.nonce), rlpNumber(d.tip), rlpNumber(d.most), rlpNumber(d.gas),
		rlpBytes(to[12:]), rlpBytes(nil), rlpBytes(d.data), rlpList(nil),
	}
	const kind = 2 // of transactions, EIP-2718
	signature, err := wallet.SignDigest(keccak([]byte{kind}, rlpList(fields)))
	if err != nil {
		return nil, fmt.Errorf("pay: the wallet did not sign: %w", err)
	}

	r := new(big.Int).SetBytes(signature[:32])
	s := new(big.Int).SetBytes(signature[32:64])
	parity := big.NewInt(int64(signature[64] - 27))
	fields = append(fields, rlpNumber(parity), rlpNumber(r), rlpNumber(s))
	return append([]byte{kind}, rlpList(fields)...), nil
}

// rlpNumber, rlpBytes and rlpList encode for a transaction.
func rlpNumber(n *big.Int) []byte { return rlpBytes(n.Bytes()) }

func rlpBytes(raw []byte) []byte {
	if len(raw) == 1 && raw[0] < 0x80 {
		return raw
	}
	return append(rlpHead(0x80, len(raw)), raw...)
}

func rlpList(items [][]byte) []byte {
	body := bytes.Join(items, nil)
	return append(rlpHead(0xc0, len(body)), body...)
}

// rlpHead says how long what follows is: in one byte up to 55, else in as many as the length needs.
func rlpHead(kind byte, length int) []byte {
	if length < 56 {
		return []byte{kind + byte(length)}
	}
	size := big.NewInt(int64(length)).Bytes()
	return append([]byte{kind + 55 + byte(len(size))}, size...)
}
