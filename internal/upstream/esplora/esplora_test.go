package esplora

import (
	"context"
	"net/http"
	"strings"
	"testing"

	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

const (
	base  = "https://blockstream.info/api"
	txid  = "aa00000000000000000000000000000000000000000000000000000000000001"
	block = "00000000000000000000000000000000000000000000000000000000000000aa"

	address = `{"address":"bc1qexample","chain_stats":{"funded_txo_count":3,"funded_txo_sum":300,"spent_txo_count":1,
"spent_txo_sum":100,"tx_count":4},"mempool_stats":{"funded_txo_count":0,"funded_txo_sum":0,"spent_txo_count":1,
"spent_txo_sum":200,"tx_count":1}}`

	tx = `{"txid":"` + txid + `","version":2,"locktime":0,"vin":[{"txid":"ab","vout":0,
"prevout":{"scriptpubkey_type":"v0_p2wpkh","scriptpubkey_address":"bc1qa","value":10000},"witness":["00"],
"is_coinbase":false,"sequence":4294967295}],
"vout":[{"scriptpubkey_type":"p2pkh","scriptpubkey_address":"1b","value":9000}],
"size":190,"weight":436,"fee":1000,
"status":{"confirmed":true,"block_height":0,"block_hash":"` + block + `","block_time":1795130011}}`

	header = `{"id":"` + block + `","height":363366,"version":2,"timestamp":1435766771,"nonce":1,"difficulty":2.5,
"merkle_root":"aa","tx_count":2,"size":400,"weight":1600,"previousblockhash":"bb","mediantime":1435763435}`
)

func plain(body string) upstreamtest.Answer {
	return upstreamtest.Answer{
		Status: http.StatusNotFound,
		Type:   "text/plain",
		Body:   body,
	}
}

func TestExplorerIsHeldToItsContract(t *testing.T) {
	sums := []string{"funded_txo_count", "funded_txo_sum", "spent_txo_count", "spent_txo_sum", "tx_count"}
	ofAddress := []string{"address", "chain_stats", "mempool_stats"}
	for _, name := range sums {
		ofAddress = append(ofAddress, "chain_stats."+name, "mempool_stats."+name)
	}
	var ofBlock []string
	for name := range strings.FieldsSeq(`id height version timestamp nonce difficulty merkle_root tx_count size weight
previousblockhash mediantime`) {
		ofBlock = append(ofBlock, name)
	}

	for name, c := range map[string]upstreamtest.Contract{
		"address": {
			Answer:   upstreamtest.Answer{URL: base + "/address/bc1qexample", Body: address},
			Required: ofAddress,
			Call: func(ctx context.Context, pool *upstream.Pool) error {
				_, err := New(pool).Address(ctx, "bc1qexample")
				return err
			},
		},
		"transaction": {
			Answer: upstreamtest.Answer{URL: base + "/tx/" + txid, Body: tx},
			Required: []string{
				"txid", "version", "locktime", "size", "weight", "fee", "vin", "vin[].txid", "vin[].vout", "vin[].prevout",
				"vin[].prevout.value", "vin[].prevout.scriptpubkey_type", "vin[].prevout.scriptpubkey_address",
				"vin[].is_coinbase", "vin[].sequence", "vout", "vout[].value", "vout[].scriptpubkey_type",
				"vout[].scriptpubkey_address", "status", "status.confirmed", "status.block_height",
				"status.block_hash", "status.block_time",
			},
			Optional: []string{"vin[].witness"},
			NoRecord: []upstreamtest.Answer{plain("Transaction not found")},
			Call: func(ctx context.Context, pool *upstream.Pool) error {
				_, err := New(pool).Tx(ctx, txid)
				return err
			},
		},
		"transactions of an address": {
			Answer:   upstreamtest.Answer{URL: base + "/address/bc1qexample/txs", Body: `[` + tx + `]`},
			Required: []string{"[].txid", "[].vin", "[].vout[].scriptpubkey_address", "[].status.block_time"},
			Call: func(ctx context.Context, pool *upstream.Pool) error {
				_, err := New(pool).AddressTxs(ctx, "bc1qexample")
				return err
			},
		},
		"outputs": {
			Answer:   upstreamtest.Answer{URL: base + "/tx/" + txid + "/outspends", Body: `[{"spent":true,"txid":"ab"}]`},
			Required: []string{"[].spent", "[].txid"},
			NoRecord: []upstreamtest.Answer{plain("Transaction not found")},
			Call: func(ctx context.Context, pool *upstream.Pool) error {
				_, err := New(pool).Outspends(ctx, txid)
				return err
			},
		},
		"block": {
			Answer:   upstreamtest.Answer{URL: base + "/block/" + block, Body: header},
			Required: ofBlock,
			NoRecord: []upstreamtest.Answer{plain("Block not found")},
			Call: func(ctx context.Context, pool *upstream.Pool) error {
				_, err := New(pool).Block(ctx, block)
				return err
			},
		},
		"mempool": {
			Answer: upstreamtest.Answer{
				URL:  base + "/mempool",
				Body: `{"count":3,"vsize":400,"total_fee":9000,"fee_histogram":[[1.1,400]]}`,
			},
			Required: []string{"count", "vsize", "total_fee", "fee_histogram"},
			Call: func(ctx context.Context, pool *upstream.Pool) error {
				_, err := New(pool).Mempool(ctx)
				return err
			},
		},
		"estimates": {
			Answer:   upstreamtest.Answer{URL: base + "/fee-estimates", Body: `{"1":3,"3":2,"6":1.5,"144":1}`},
			Required: []string{"1", "3", "6"},
			Call: func(ctx context.Context, pool *upstream.Pool) error {
				_, err := New(pool).FeeEstimates(ctx)
				return err
			},
		},
	} {
		t.Run(name, c.Hold)
	}
}

func TestAnAddressDoesNotSpendMoreThanItReceived(t *testing.T) {
	body := strings.Replace(address, `"funded_txo_sum":300`, `"funded_txo_sum":99`, 1)
	world := upstreamtest.New(t, upstreamtest.Answer{URL: base + "/address/bc1qexample", Body: body})
	_, err := New(world.Pool(t, nil)).Address(t.Context(), "bc1qexample")
	if upstream.KindOf(err) != upstream.BadResponse {
		t.Errorf("%v", err)
	}
}

func TestATipThatWasCutOffIsNone(t *testing.T) {
	for body, want := range map[string]upstream.Kind{"924871": "", "9248": upstream.BadResponse, "": upstream.BadResponse} {
		world := upstreamtest.New(t, upstreamtest.Answer{
			URL:  base + "/blocks/tip/height",
			Type: "text/plain",
			Body: body,
		})
		if _, err := New(world.Pool(t, nil)).TipHeight(t.Context()); upstream.KindOf(err) != want {
			t.Errorf("%q: %v, want %q", body, err, want)
		}
	}
}

func TestWitnessesShowInTheWeight(t *testing.T) {
	for _, c := range []struct {
		why  string
		tx   Tx
		want bool
	}{
		{"four units a byte", Tx{Size: 275, Weight: 1100}, false},
		{"a witness", Tx{Size: 190, Weight: 436}, true},
	} {
		if got := c.tx.Segwit(); got != c.want {
			t.Errorf("%s: %v", c.why, got)
		}
	}
}
