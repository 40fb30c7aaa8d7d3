package btc

import (
	"strings"
	"testing"
	"time"

	"github.com/farebox/farebox/handlers/btc/btctest"
	"github.com/farebox/farebox/handlers/handlertest"
	"github.com/farebox/farebox/internal/samples"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

var service = handlertest.Over(serve)

// serve is the routes over a world.
func serve(t testing.TB, world *upstreamtest.World) *handlertest.Service {
	t.Helper()
	now := func() time.Time { return btctest.Now }
	h := New(world.Pool(t, nil, upstreamtest.At(now)), now)
	return handlertest.New(t, "btc", h.Register)
}

// with puts answers before those of the examples.
func with(first ...upstreamtest.Answer) []upstreamtest.Answer {
	return append(first, btctest.Answers()...)
}

func both(path, body string) []upstreamtest.Answer {
	return []upstreamtest.Answer{{URL: btctest.Space + path, Body: body}, {URL: btctest.Stream + path, Body: body}}
}

func TestSpecExamplesAreWhatTheRoutesAnswer(t *testing.T) {
	handlertest.CheckExamples(service(t, btctest.Answers()...))
}

// TestRecordedAnswers holds what is served against the answers that the explorers' documentation prints.
func TestRecordedAnswers(t *testing.T) {
	sample := func(name string) string { return string(samples.Read(t, name)) }
	const (
		space  = btctest.Space
		stream = btctest.Stream
		mined  = "20b984492b5264162a4c92c9a34bc7fa08b67d669de7b4c5982ad3cb28aaecf6"
		waits  = "13f007241d78e8b0b4e57d2ae3fd37bcfe3226534d7cadeba5a549860d960db0"
		short  = "15e10745f15593a899cef391191bdd3d7c12412cc4696b7bcb669d0feadc8521"
		used   = "1wiz18xYmhRX6xStj2b9t1rwWX4GKUgpv"
	)
	all := []upstreamtest.Answer{
		{URL: space + "/v1/fees/precise", Body: sample("mempool-space/fees_precise.json")},
		{URL: space + "/v1/fees/mempool-blocks", Body: sample("mempool-space/fees_mempool_blocks.json")},
		{URL: space + "/v1/prices", Body: sample("mempool-space/prices.json")},
		{URL: space + "/v1/difficulty-adjustment", Body: sample("mempool-space/difficulty_adjustment.json")},
		{URL: space + "/mempool", Body: sample("mempool-space/mempool.json")},
		{URL: space + "/v1/block/" + btctest.Block, Body: sample("mempool-space/v1_block.json")},
		{URL: space + "/v1/cpfp/" + waits, Body: `{"ancestors":[],"descendants":[]}`},
		{URL: space + "/address/" + used + "/txs", Body: `[]`},
		{URL: stream + "/fee-estimates", Body: sample("esplora/fee_estimates.json")},
		{URL: stream + "/mempool", Body: sample("esplora/mempool.json")},
		{URL: stream + "/block/" + btctest.Block, Body: sample("mempool-space/block.json")},
	}
	for _, base := range []string{space, stream} {
		all = append(all,
			btctest.Word(base+"/blocks/tip/height", sample("mempool-space/tip_height.txt")),
			btctest.Word(base+"/block-height/615615", sample("mempool-space/block_height.txt")),
			btctest.Word(base+"/block-height/363366", btctest.Block),
			upstreamtest.Answer{URL: base + "/address/" + used, Body: sample("mempool-space/address.json")},
			upstreamtest.Answer{URL: base + "/tx/" + mined, Body: sample("mempool-space/tx_confirmed_full.json")},
			upstreamtest.Answer{URL: base + "/tx/" + waits, Body: sample("mempool-space/tx_unconfirmed_full.json")},
			upstreamtest.Answer{URL: base + "/tx/" + short, Body: sample("mempool-space/tx.json")},
			upstreamtest.Answer{URL: base + "/tx/" + short + "/outspends", Body: `[]`},
			upstreamtest.Answer{
				URL:  base + "/tx/" + mined + "/outspends",
				Body: `[{"spent":false},{"spent":true,"txid":"ab","vin":0},{"spent":false}]`,
			},
			upstreamtest.Answer{URL: base + "/tx/" + waits + "/outspends", Body: `[{"spent":false},{"spent":false}]`},
		)
	}

	for _, c := range []struct {
		route string
		query []string
		want  map[string]any
	}{
		{"/btc/fees", nil, map[string]any{
			"fastest": 2.023, "half_hour": 1.094, "hour": 0.502, "economy": 0.2, "minimum": 0.1,
			"next_block.median_fee_rate": 10.796, "next_block.min_fee_rate": 1, "next_block.max_fee_rate": 302.115,
			"next_block.tx_count": 863, "next_block.total_fees_sat": 8875608, "congestion": "normal",
			"example_cost.fastest_sat": 284, "example_cost.fastest_usd": nil, "price_usd": nil, // of 2023
			"mempool_vsize": 1891542, "tip_height": 698767, "fee_histogram_source": "blockstream",
			"comparison.agree": false, "comparison.differences.0.field": "fastest",
			"estimates.0.fee_rate": 87.882, "estimates.5.fee_rate": 68.285, "estimates.6.target_blocks": 144,
		}},
		{"/btc/mempool", nil, map[string]any{
			"tx_count": 3169, "vsize": 1891542, "total_fees_sat": 20317481, "total_fees_btc": 0.20317481,
			"blocks_to_clear": 2, "projected_blocks.0.tx_count": 863, "projected_blocks.0.vsize": 746096.5,
			"tip_height": 698767, "difficulty.progress_pct": 44.397, "difficulty.change_pct": 98.459,
			"difficulty.remaining_blocks": 1121, "difficulty.retarget_at": "2021-07-31T20:14:38Z",
			"mempools.1.tx_count": 8134, "mempools.1.vsize": 3444604, "mempools.1.total_fees_sat": 29204625,
			"fee_histogram.0.min_fee_rate": 53.01, "fee_histogram.0.vsize": 102131,
			"fee_histogram_source":             "blockstream",
			"fee_histogram.6.cumulative_vsize": 1726035, "min_fee_rate": 0.1,
		}},
		{"/btc/address", []string{"address", used}, map[string]any{
			"type": "p2pkh", "balance_sat": 0, "total_received_sat": 15007599040, "total_sent_sat": 15007599040,
			"total_received_btc": 150.0759904, "tx_count": 7, "utxo_count": 0, "unconfirmed_delta_sat": 0,
			"balance_usd": 0, "is_used": true, "reused": true, "comparison.agree": true, "partial": true,
			"first_seen_at": nil, "truncated": true,
		}},
		{"/btc/tx", []string{"txid", mined}, map[string]any{
			"confirmed": true, "block.height": 848136, "block.mined_at": "2024-06-16T05:51:11Z", "fee_sat": 4000,
			"fee_btc": 0.00004, "size": 240, "weight": 633, "vsize": 159, "fee_rate": 25.157,
			"version": 2, "rbf": false,
			"segwit": true, "is_coinbase": false, "inputs.0.value_sat": 27619, "confirmations": 1,
			"inputs.0.address":    "bc1qnzw0zfm5l3c9vztpp3aegx0j68zgqajyffr2r6",
			"outputs.0.op_return": true, "outputs.0.type": "op_return", "outputs.1.value_sat": 546,
			"outputs.1.spent": true, "outputs.1.spent_by_txid": "ab", "outputs.2.spent": false,
			"total_input_sat": 27619, "total_output_sat": 23619, "taproot": false, "effective_fee_rate": nil,
		}},
		{"/btc/tx", []string{"txid", strings.ToUpper(waits)}, map[string]any{
			"confirmed": false, "confirmations": 0, "block": nil, "fee_sat": 584, "vsize": 143, "fee_rate": 4.084,
			"rbf": true, "effective_fee_rate": 4.084, "eta_blocks": 1, "total_output_sat": 610093,
			"package.ancestor_count": 0, "outputs.0.address": "1FLC7Bag7okAkKPCyZbgZZg3Hh1EuGZ5Rd",
			"outputs.0.type": "p2pkh", "outputs.1.type": "p2wpkh",
		}},
		{"/btc/tx", []string{"txid", short}, map[string]any{
			"confirmed": true, "block.height": 363348, "confirmations": 335420, "fee_sat": 20000, "fee_rate": 22.624,
			"vsize": 884, "is_coinbase": nil, "rbf": nil, "segwit": false, "input_count": nil, "output_count": nil,
			"total_input_sat": nil, "total_output_sat": nil,
		}},
		{"/btc/block", []string{"height", "363366"}, map[string]any{
			"hash": btctest.Block, "mined_at": "2015-07-01T16:06:11Z", "tx_count": 494, "size": 286494,
			"weight": 1145976, "fullness_pct": 28.649, "difficulty": 49402014931.22746, "nonce": 2892644888,
			"miner": nil, "subsidy_sat": 2500000000, "reward_sat": 2505949764, "total_fees_sat": 5949764,
			"total_fees_btc": 0.05949764, "median_fee_rate": 14, "avg_fee_sat": 12068, "confirmations": 335402,
			"is_tip": false, "in_best_chain": true, "comparison.agree": true,
		}},
		{"/btc/block", []string{"hash", btctest.Block}, map[string]any{
			"height": 363366, "in_best_chain": true, "confirmations": 335402, "best_hash_at_height": btctest.Block,
		}},
	} {
		t.Run(c.route+" "+strings.Join(c.query, " "), func(t *testing.T) {
			s, _ := service(t, all...)
			status, got := s.Get(c.route, c.query...)
			if status != 200 {
				t.Fatalf("status %d: %v", status, got)
			}
			handlertest.Holds(t, got, c.want)
		})
	}
}
