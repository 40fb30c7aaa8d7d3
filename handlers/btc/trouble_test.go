package btc

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/farebox/farebox/handlers/btc/btctest"
	"github.com/farebox/farebox/handlers/handlertest"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

const (
	someTx  = "aa00000000000000000000000000000000000000000000000000000000000001"
	someOld = "00000000000000000000000000000000000000000000000000000000000000aa"
	someNew = "00000000000000000000000000000000000000000000000000000000000000bb"
)

// failing are ways in which an explorer does not answer.
var failing = map[string]upstreamtest.Answer{
	"rate limited": {Status: 429, Type: "text/html", Body: "<h1>429</h1>"},
	"down":         {Status: 503},
	"moved":        {Status: 404, Body: "Not Found"},
	"a list":       {Body: `[]`},
}

// allOf makes every path of an explorer give one answer.
func allOf(base string, a upstreamtest.Answer) upstreamtest.Answer {
	a.URL = base + "/*"
	return a
}

var routes = [][]string{
	{"/btc/fees"},
	{"/btc/mempool"},
	{"/btc/address", "address", btctest.Address},
	{"/btc/tx", "txid", btctest.TxID},
	{"/btc/block"},
	{"/btc/block", "height", btctest.Height},
	{"/btc/block", "hash", btctest.Block},
}

func TestOneExplorerIsEnough(t *testing.T) {
	for name, answer := range failing {
		for down, up := range map[string]string{btctest.Space: "blockstream", btctest.Stream: "mempool-space"} {
			for _, route := range routes {
				t.Run(fmt.Sprintf("%s %s %q", name, down, route), func(t *testing.T) {
					t.Parallel()
					s, _ := service(t, with(allOf(down, answer))...)
					status, got := s.Get(route[0], route[1:]...)
					if status != 200 || got["partial"] != true {
						t.Fatalf("status %d, partial %v: %v", status, got["partial"], got)
					}
					source := got["source"]
					if source == nil {
						source = got["rates_source"]
					}
					if source != up {
						t.Errorf("answered by %v, want %s", source, up)
					}
				})
			}
		}
	}
}

// TestExplorerThatStandsStillIsNotHeard: what it says is of the day on which it stopped. Two blocks are of the moment.
func TestExplorerThatStandsStillIsNotHeard(t *testing.T) {
	for stands, other := range map[string]string{btctest.Space: "blockstream", btctest.Stream: "mempool-space"} {
		for _, route := range routes {
			for height, heard := range map[string]bool{"924869": true, "924868": false} {
				s, _ := service(t, with(
					btctest.Word(stands+"/blocks/tip/height", height),
					upstreamtest.Answer{URL: btctest.Stream + "/address/" + btctest.Address + "/txs", Body: `[]`},
				)...)
				status, got := s.Get(route[0], route[1:]...)
				source := got["source"]
				if source == nil {
					source = got["rates_source"]
				}
				if status != 200 || got["partial"] == heard || !heard && source != other {
					t.Errorf("%s stands at %s, %q: %d, partial %v, by %v", stands, height, route, status, got["partial"], source)
				}
			}
		}
	}

	s, _ := service(t, with(btctest.Word(btctest.Space+"/blocks/tip/height", "924700"))...)
	_, got := s.Get("/btc/fees")
	handlertest.Holds(t, got, map[string]any{
		"fastest": 2.514, "congestion": nil, "next_block": nil, "tip_height": 924871, "comparison.agree": false,
		"sources.0.status": "stale", "fee_histogram_source": "blockstream",
	})
}

func TestTransactionsOfTheOtherExplorer(t *testing.T) {
	list := `[{"txid":"` + someTx + `","version":1,"locktime":0,"vin":[],"vout":[],"size":194,"weight":449,"fee":300,
"status":{"confirmed":true,"block_height":924800,"block_hash":"` + someNew + `","block_time":1795130011}}]`
	s, _ := service(t, with(
		upstreamtest.Answer{URL: btctest.Space + "/address/" + btctest.Address + "/txs", Status: 503},
		upstreamtest.Answer{URL: btctest.Stream + "/address/" + btctest.Address + "/txs", Body: list},
	)...)
	_, got := s.Get("/btc/address", "address", btctest.Address)
	handlertest.Holds(t, got, map[string]any{
		"count": 1, "recent_txs.0.txid": someTx, "recent_txs.0.net_sat": nil, "partial": true,
		"last_activity_at": "2026-11-19T23:13:31Z",
	})
}

func TestNoExplorerNoAnswer(t *testing.T) {
	for name, answer := range failing {
		for _, route := range routes {
			t.Run(fmt.Sprintf("%s %q", name, route), func(t *testing.T) {
				t.Parallel()
				s, _ := service(t, allOf(btctest.Space, answer), allOf(btctest.Stream, answer))
				status, got := s.Get(route[0], route[1:]...)
				if status != 502 && status != 503 {
					t.Errorf("status %d, %v", status, got)
				}
			})
		}
	}
}

func TestUnknownIs404OnlyWhenBothSaySo(t *testing.T) {
	down := upstreamtest.Answer{Status: 503}
	for says, route := range map[string][]string{
		"Transaction not found":       {"/btc/tx", "txid", someTx},
		"Block not found":             {"/btc/block", "hash", someTx},
		`{"error":"Block not found"}`: {"/btc/block", "height", "99999999"},
	} {
		unknown := upstreamtest.Answer{
			Status: 404,
			Type:   "text/plain",
			Body:   says,
		}
		for _, c := range []struct {
			why           string
			first, second upstreamtest.Answer
			status        int
		}{
			{"both say so", unknown, unknown, 404},
			{"one did not answer, and could have it", unknown, down, 502},
			{"one did not answer, and could have it", down, unknown, 502},
		} {
			s, _ := service(t,
				btctest.Word(btctest.Space+"/blocks/tip/height", btctest.Tip),
				btctest.Word(btctest.Stream+"/blocks/tip/height", btctest.Tip),
				allOf(btctest.Space, c.first), allOf(btctest.Stream, c.second))
			if status, got := s.Get(route[0], route[1:]...); status != c.status {
				t.Errorf("%q, %s: status %d, want %d: %v", route, c.why, status, c.status, got)
			}
		}
	}
}

func TestBlockThatLostItsPlace(t *testing.T) {
	old := strings.Replace(`{"id":"OLD","height":363366,"version":2,"timestamp":1435766771,"nonce":1,"bits":1,
"merkle_root":"aa","tx_count":2,"size":400,"weight":1600,"previousblockhash":"bb","mediantime":1435763435,"difficulty":1}`,
		"OLD", someOld, 1)
	s, _ := service(t, with(
		upstreamtest.Answer{URL: btctest.Space + "/v1/block/" + someOld, Body: old},
		upstreamtest.Answer{URL: btctest.Stream + "/block/" + someOld, Status: 404, Body: "Block not found"},
	)...)
	status, got := s.Get("/btc/block", "hash", someOld)
	if status != 200 {
		t.Fatalf("status %d: %v", status, got)
	}
	handlertest.Holds(t, got, map[string]any{
		"in_best_chain":       false,
		"best_hash_at_height": btctest.Block,
		"confirmations":       0,
		"is_tip":              false,
		"source":              "mempool-space",
		"partial":             false,
		"sources.1.status":    "empty",
		"miner":               nil,
		"total_fees_sat":      nil,
	})
}

func TestExplorersOnTwoBranches(t *testing.T) {
	s, _ := service(t, with(btctest.Word(btctest.Stream+"/block-height/"+btctest.Height, someNew))...)
	_, got := s.Get("/btc/block", "height", btctest.Height)
	handlertest.Holds(t, got, map[string]any{
		"hash":                           btctest.Block,
		"comparison.agree":               false,
		"comparison.differences.0.field": "hash_at_height",
		"comparison.differences.0.values.0.value": btctest.Block,
		"comparison.differences.0.values.1.value": someNew,
	})
}

func TestHeightAndHashMustBeOfOneBlock(t *testing.T) {
	s, _ := service(t, btctest.Answers()...)
	status, got := s.Get("/btc/block", "hash", btctest.Block, "height", "1")
	if status != 400 || got["field"] != "height" {
		t.Errorf("status %d, field %v", status, got["field"])
	}
	if status, _ := s.Get("/btc/block", "hash", btctest.Block, "height", btctest.Height); status != 200 {
		t.Errorf("status %d", status)
	}
}

func TestTipWithoutHeightAndHash(t *testing.T) {
	s, _ := service(t, btctest.Answers()...)
	_, got := s.Get("/btc/block")
	handlertest.Holds(t, got, map[string]any{
		"hash":           btctest.TipHash,
		"height":         924871,
		"is_tip":         true,
		"confirmations":  1,
		"age_seconds":    88,
		"total_fees_sat": nil,
		"subsidy_sat":    312500000,
		"subsidy_btc":    3.125,
		"miner":          nil,
	})
}

func TestATipOfDaysAgoIsStale(t *testing.T) {
	world := upstreamtest.New(t, btctest.Answers()...)
	now := func() time.Time { return btctest.Now.AddDate(0, 0, 10) }
	s := handlertest.New(t, "btc", New(world.Pool(t, nil, upstreamtest.At(now)), now).Register)
	_, got := s.Get("/btc/block")
	handlertest.Holds(t, got, map[string]any{
		"is_tip": true, "partial": true, "sources.0.status": "stale", "as_of": "2026-11-20T11:58:32Z",
	})
	_, got = s.Get("/btc/block", "height", btctest.Height)
	handlertest.Holds(t, got, map[string]any{"is_tip": false, "partial": false})
}

func TestWhatAnExplorerContradictsIsNotRead(t *testing.T) {
	s, _ := service(t, with(
		upstreamtest.Answer{URL: btctest.Space + "/address/" + btctest.Address + "/txs", Body: `[]`},
		upstreamtest.Answer{URL: btctest.Space + "/v1/prices", Body: `{"time":1795000000,"USD":93418}`},
	)...)
	_, got := s.Get("/btc/address", "address", btctest.Address)
	handlertest.Holds(t, got, map[string]any{
		"tx_count": 56204, "count": 0, "last_activity_at": nil, "partial": true, "balance_usd": nil,
		"sources.4.name": "mempool-space:transactions", "sources.4.status": "error",
		"sources.5.name": "mempool-space:price", "sources.5.status": "stale",
	})
}

func TestRoundedRatesAreToldToBeRounded(t *testing.T) {
	s, _ := service(t, with(
		upstreamtest.Answer{URL: btctest.Space + "/v1/fees/precise", Status: 404},
		upstreamtest.Answer{
			URL:  btctest.Space + "/v1/fees/recommended",
			Body: `{"fastestFee":2,"halfHourFee":1,"hourFee":1,"economyFee":1,"minimumFee":1}`,
		},
	)...)
	_, got := s.Get("/btc/fees")
	handlertest.Holds(t, got, map[string]any{"rates_rounded": true, "fastest": 2, "partial": true})
	_, got = s.Get("/btc/mempool")
	handlertest.Holds(t, got, map[string]any{"min_fee_rate": nil})
}

func TestExplorerWithMoreBlocksIsBelieved(t *testing.T) {
	more := `{"address":"1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa","chain_stats":{"funded_txo_count":2,"funded_txo_sum":300,
"spent_txo_count":1,"spent_txo_sum":100,"tx_count":3},"mempool_stats":{"funded_txo_count":0,"funded_txo_sum":0,
"spent_txo_count":1,"spent_txo_sum":200,"tx_count":1}}`
	s, _ := service(t, with(
		upstreamtest.Answer{URL: btctest.Stream + "/address/" + btctest.Address, Body: more},
		btctest.Word(btctest.Stream+"/blocks/tip/height", "924872"),
	)...)
	_, got := s.Get("/btc/address", "address", btctest.Address)
	handlertest.Holds(t, got, map[string]any{
		"source":                                  "blockstream",
		"balance_sat":                             200,
		"balance_btc":                             0.000002,
		"unconfirmed_delta_sat":                   -200,
		"unconfirmed_delta_btc":                   -0.000002,
		"comparison.agree":                        false,
		"comparison.differences.0.field":          "balance_sat",
		"comparison.differences.0.values.0.value": "10671842210",
		"comparison.differences.0.values.1.value": "200",
		"comparison.differences.3.field":          "tip_height",
	})
}

func txBody(inputs, status string) string {
	return `{"txid":"` + someTx + `","version":2,"locktime":0,"vin":[` + inputs + `],
"vout":[{"scriptpubkey":"0014","scriptpubkey_type":"v0_p2wpkh",
"scriptpubkey_address":"bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4","value":9000}],
"size":100,"weight":400,"fee":1000,"status":` + status + `}`
}

const (
	waiting = `{"confirmed":false}`
	inBlock = `{"confirmed":true,"block_height":924800,"block_hash":"` + someOld + `","block_time":1795130011}`
	plain   = `{"txid":"ab","vout":0,"prevout":{"scriptpubkey_type":"p2pk","value":10000},
"is_coinbase":false,"sequence":4294967295}`
	signals = `{"txid":"ab","vout":0,"prevout":{"scriptpubkey_type":"v1_p2tr",
"scriptpubkey_address":"bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0","value":10000},
"is_coinbase":false,"sequence":4294967293}`
	noPrevout = `{"txid":"ab","vout":0,"prevout":null,"is_coinbase":false,"sequence":4294967294}`
)

func TestChildPaysForParent(t *testing.T) {
	for _, c := range []struct {
		why, cpfp string
		want      map[string]any
	}{
		{"alone", `{"ancestors":[],"descendants":[]}`, map[string]any{"effective_fee_rate": 10, "eta_blocks": 1}},
		{"children that are not told of", `{"ancestors":[]}`,
			map[string]any{"effective_fee_rate": nil, "eta_blocks": nil, "package.descendant_count": nil}},
		{"a poor parent holds it back", `{"ancestors":[{"txid":"p","fee":100,"weight":4000}],"descendants":[]}`,
			map[string]any{"effective_fee_rate": 1, "eta_blocks": 2, "package.fee_rate": 1, "package.vsize": 1100,
				"package.total_fees_sat": 1100, "package.ancestor_count": 1}},
		{"a rich parent does not help", `{"ancestors":[{"txid":"p","fee":100000,"weight":400}],"descendants":null,
"effectiveFeePerVsize":10}`,
			map[string]any{"effective_fee_rate": 10}},
		{"as the explorer works it out", `{"ancestors":[],"descendants":[{"txid":"c","fee":9000,"weight":400}],
"effectiveFeePerVsize":50.0004}`, map[string]any{"effective_fee_rate": 50, "package.descendant_count": 1}},
		{"a child, and nothing worked out", `{"ancestors":[],"descendants":[{"txid":"c","fee":9000,"weight":400}]}`,
			map[string]any{"effective_fee_rate": nil, "eta_blocks": nil}},
	} {
		t.Run(c.why, func(t *testing.T) {
			s, _ := service(t, with(append(both("/tx/"+someTx, txBody(plain, waiting)),
				upstreamtest.Answer{URL: btctest.Space + "/v1/cpfp/" + someTx, Body: c.cpfp})...)...)
			_, got := s.Get("/btc/tx", "txid", someTx)
			handlertest.Holds(t, got, c.want)
		})
	}
}

// TestTheRestOfTheMempoolIsNoBlock holds that no wait is told to a transaction that is in the last projected block when
// that holds the rest of the mempool, however many blocks it makes.
func TestTheRestOfTheMempoolIsNoBlock(t *testing.T) {
	for _, c := range []struct {
		why, projected string
		eta            any
	}{
		{"in the second", `[{"blockVSize":997000,"nTx":1,"totalFees":1,"medianFee":1,"feeRange":[20,30]},{"blockVSize":997000,"nTx":1,"totalFees":1,"medianFee":1,"feeRange":[5,20]},
{"blockVSize":90000000,"nTx":1,"totalFees":1,"medianFee":1,"feeRange":[0.1,5]}]`, 2},
		{"in the rest, which makes 90 blocks", `[{"blockVSize":997000,"nTx":1,"totalFees":1,"medianFee":1,"feeRange":[20,30]},
{"blockVSize":90000000,"nTx":1,"totalFees":1,"medianFee":1,"feeRange":[0.1,20]}]`, nil},
		{"in a last one that is not full", `[{"blockVSize":997000,"nTx":1,"totalFees":1,"medianFee":1,"feeRange":[20,30]},
{"blockVSize":400000,"nTx":1,"totalFees":1,"medianFee":1,"feeRange":[0.1,20]}]`, 2},
		{"below a last one that has room", `[{"blockVSize":997000,"nTx":1,"totalFees":1,"medianFee":1,"feeRange":[20,30]},
{"blockVSize":400000,"nTx":1,"totalFees":1,"medianFee":1,"feeRange":[11,20]}]`, 2},
		{"below all of the rest", `[{"blockVSize":997000,"nTx":1,"totalFees":1,"medianFee":1,"feeRange":[20,30]},
{"blockVSize":90000000,"nTx":1,"totalFees":1,"medianFee":1,"feeRange":[11,20]}]`, nil},
	} {
		t.Run(c.why, func(t *testing.T) {
			s, _ := service(t, with(append(both("/tx/"+someTx, txBody(plain, waiting)),
				upstreamtest.Answer{URL: btctest.Space + "/v1/cpfp/" + someTx, Body: `{"ancestors":[],"descendants":[]}`},
				upstreamtest.Answer{URL: btctest.Space + "/v1/fees/mempool-blocks", Body: c.projected})...)...)
			_, got := s.Get("/btc/tx", "txid", someTx)
			handlertest.Holds(t, got, map[string]any{"effective_fee_rate": 10, "eta_blocks": c.eta})
		})
	}
}

func TestFeaturesOfTransactions(t *testing.T) {
	coinbase := `{"txid":"` + strings.Repeat("0", 64) + `","vout":4294967295,"prevout":null,"is_coinbase":true,
"witness":["00"],"sequence":0}`
	for _, c := range []struct {
		why, inputs string
		want        map[string]any
	}{
		{"final", plain, map[string]any{"rbf": false, "segwit": false, "taproot": false, "fee_sat": 1000}},
		{"says it may be replaced", signals, map[string]any{"rbf": true, "taproot": true}},
		{"an input whose worth is not given", noPrevout,
			map[string]any{"rbf": false, "total_input_sat": nil, "inputs.0.value_sat": nil, "fee_sat": 1000}},
		{"a coinbase", coinbase, map[string]any{
			"is_coinbase": true, "rbf": false, "segwit": false, "fee_sat": nil, "fee_rate": nil, "total_input_sat": nil,
			"total_output_sat": 9000, "inputs.0.txid": nil, "inputs.0.value_sat": nil,
		}},
	} {
		t.Run(c.why, func(t *testing.T) {
			s, _ := service(t, with(append(both("/tx/"+someTx, txBody(c.inputs, inBlock)),
				both("/tx/"+someTx+"/outspends", `[{"spent":false}]`)...)...)...)
			_, got := s.Get("/btc/tx", "txid", someTx)
			handlertest.Holds(t, got, c.want)
		})
	}
}

func TestTransactionThatDoesNotAddUpIsNotBelieved(t *testing.T) {
	wrong := strings.Replace(txBody(plain, inBlock), `"fee":1000`, `"fee":900`, 1)
	s, _ := service(t, with(append(both("/tx/"+someTx+"/outspends", `[{"spent":false}]`),
		upstreamtest.Answer{URL: btctest.Space + "/tx/" + someTx, Body: wrong},
		upstreamtest.Answer{URL: btctest.Stream + "/tx/" + someTx, Body: txBody(plain, inBlock)})...)...)
	_, got := s.Get("/btc/tx", "txid", someTx)
	handlertest.Holds(t, got, map[string]any{"source": "blockstream", "fee_sat": 1000, "partial": true})
}

func TestTransactionThatOneExplorerLacks(t *testing.T) {
	s, _ := service(t, with(
		upstreamtest.Answer{URL: btctest.Space + "/tx/" + someTx, Status: 404, Body: "Transaction not found"},
		upstreamtest.Answer{URL: btctest.Space + "/tx/" + someTx + "/outspends", Status: 404, Body: "Transaction not found"},
		upstreamtest.Answer{URL: btctest.Stream + "/tx/" + someTx, Body: txBody(plain, inBlock)},
		upstreamtest.Answer{URL: btctest.Stream + "/tx/" + someTx + "/outspends", Body: `[{"spent":true,"txid":"cd"}]`},
	)...)
	_, got := s.Get("/btc/tx", "txid", someTx)
	handlertest.Holds(t, got, map[string]any{
		"source":                         "blockstream",
		"comparison.agree":               false,
		"comparison.differences.0.field": "known",
		"outputs.0.spent":                true,
		"outputs.0.spent_by_txid":        "cd",
	})
}

func TestLargeTransactionsAndAddressesAreCut(t *testing.T) {
	output := `{"scriptpubkey_type":"p2pk","value":1}`
	body := strings.Replace(txBody(plain, inBlock), `"vout":[`, `"vout":[`+strings.Repeat(output+",", 999), 1)
	body = strings.Replace(body, `"value":9000`, `"value":8001`, 1)
	s, _ := service(t, with(both("/tx/"+someTx, body)...)...)
	_, got := s.Get("/btc/tx", "txid", someTx)
	handlertest.Holds(t, got, map[string]any{
		"output_count": 1000, "truncated": true, "total_output_sat": 9000, "outputs.499.value_sat": 1,
		"outputs.500":     nil,
		"outputs.0.spent": nil, "partial": true,
	})

	one := strings.Replace(txBody(plain, inBlock), someTx, "%064d", 1)
	var list []string
	for i := range 75 {
		list = append(list, fmt.Sprintf(one, i))
	}
	s, _ = service(t, with(upstreamtest.Answer{
		URL:  btctest.Space + "/address/" + btctest.Address + "/txs",
		Body: "[" + strings.Join(list, ",") + "]",
	})...)
	_, got = s.Get("/btc/address", "address", btctest.Address)
	handlertest.Holds(t, got, map[string]any{
		"count": 25, "truncated": true, "tx_count": 56204, "first_seen_at": nil, "recent_txs.0.net_sat": 0,
	})
}

// TestRoundTrips counts how often one question has to wait for the answer of another.
func TestRoundTrips(t *testing.T) {
	for _, c := range []struct {
		route []string
		asked int
	}{
		{[]string{"/btc/fees"}, 8},
		{[]string{"/btc/mempool"}, 7},
		{[]string{"/btc/address", "address", btctest.Address}, 6},
		{[]string{"/btc/tx", "txid", btctest.TxID}, 5},
		{[]string{"/btc/block", "height", btctest.Height}, 6},
	} {
		s, world := service(t, btctest.Answers()...)
		s.Get(c.route[0], c.route[1:]...)
		if n := len(world.Asked()); n != c.asked {
			t.Errorf("%q asked %d times, want %d: %q", c.route, n, c.asked, world.Asked())
		}
		s.Get(c.route[0], c.route[1:]...)
		if n := len(world.Asked()); n != c.asked {
			t.Errorf("%q asked again: %q", c.route, world.Asked()[c.asked:])
		}
	}
}
