// Package btctest has what the explorers say to the examples of the spec's bitcoin routes: real transactions and
// blocks, and sums that could be theirs.
package btctest

import (
	"time"

	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

// Now is the time that the examples were written for.
var Now = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

// Where the explorers are.
const (
	Space  = "https://mempool.space/api"
	Stream = "https://blockstream.info/api"
)

// What the examples are about: the first payment between two people, and the address and a block that everybody
// knows.
const (
	TxID    = "f4184fc596403b9d638783cf57adfe4c75c605f6356fbc91338530e9831e9e16"
	Address = "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa"
	Block   = "000000000000000015dc777b3ff2611091336355d3f0ee9766a2cf3be8e4b1ce"
	Height  = "363366"
	Tip     = "924871"
	TipHash = "00000000000000000001a8b1d3f04f0a4b6f7d2cc3d95c30a1ae3a4f0f3a9f11"
)

// Answers are what the explorers say to the examples of the spec.
func Answers() []upstreamtest.Answer {
	list := []upstreamtest.Answer{
		{URL: Space + "/v1/fees/precise", Body: fees},
		{URL: Space + "/v1/fees/mempool-blocks", Body: projected},
		{URL: Space + "/v1/prices", Body: `{"time":1795175700,"USD":93418,"EUR":80211}`},
		{URL: Space + "/v1/difficulty-adjustment", Body: difficulty},
		{URL: Space + "/mempool", Body: mempool},
		{URL: Space + "/v1/block/" + Block, Body: `{` + block + `,` + extras + `}`},
		{URL: Space + "/v1/block/" + TipHash, Body: `{` + tipBlock + `}`},
		{URL: Space + "/address/" + Address + "/txs", Body: addressTxs},
		{URL: Space + "/tx/" + TxID + "/outspends", Body: outspends},
		{URL: Stream + "/fee-estimates", Body: estimates},
		{URL: Stream + "/mempool", Body: otherMempool},
		{URL: Stream + "/block/" + Block, Body: `{` + block + `}`},
		{URL: Stream + "/block/" + TipHash, Body: `{` + tipBlock + `}`},
	}

	for _, base := range []string{Space, Stream} {
		list = append(list,
			Word(base+"/blocks/tip/height", Tip),
			Word(base+"/blocks/tip/hash", TipHash),
			Word(base+"/block-height/"+Height, Block),
			upstreamtest.Answer{URL: base + "/address/" + Address, Body: address},
			upstreamtest.Answer{URL: base + "/tx/" + TxID, Body: tx},
		)
	}

	return list
}

// Word is an answer in plain text.
func Word(url, text string) upstreamtest.Answer {
	return upstreamtest.Answer{
		URL:  url,
		Type: "text/plain",
		Body: text,
	}
}

const fees = `{"fastestFee":2.023,"halfHourFee":1.094,"hourFee":0.502,"economyFee":0.2,"minimumFee":0.1}`

const projected = `[
{"blockSize":1702113,"blockVSize":997841.25,"nTx":3127,"totalFees":2514802,"medianFee":2.014,
 "feeRange":[1.201,1.514,1.87,2.014,2.511,4.02,301.7]},
{"blockSize":1810220,"blockVSize":997911.5,"nTx":2744,"totalFees":1108321,"medianFee":1.012,
 "feeRange":[0.52,0.71,0.9,1.012,1.1,1.15,1.2]}]`

const difficulty = `{"progressPercent":44.397,"difficultyChange":1.2841,"estimatedRetargetDate":1795842478000,
"remainingBlocks":1121,"remainingTime":665977000,"previousRetarget":-0.807,"nextRetargetHeight":925344,
"timeAvg":594000,"adjustedTimeAvg":594000,"timeOffset":0}`

const mempool = `{"count":41207,"vsize":18915420,"total_fee":9317481,
"fee_histogram":[[4.02,250110],[2.01,748112],[1.01,998210],[0.5,4120044],[0.1,12798944]]}`

const otherMempool = `{"count":38114,"vsize":17344604,"total_fee":9204625.0,
"fee_histogram":[[4.1,240220],[1.0,1720110],[0.1,15384274]]}`

const estimates = `{"1":2.514,"2":2.514,"3":1.311,"6":0.711,"144":0.153,"504":0.1,"1008":0.1}`

const address = `{"address":"1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa",
"chain_stats":{"funded_txo_count":59120,"funded_txo_sum":10671842210,"spent_txo_count":0,"spent_txo_sum":0,
"tx_count":56204},
"mempool_stats":{"funded_txo_count":1,"funded_txo_sum":546,"spent_txo_count":0,"spent_txo_sum":0,"tx_count":1}}`

const addressTxs = `[
{"txid":"aa00000000000000000000000000000000000000000000000000000000000001","version":2,"locktime":0,
"vin":[{"txid":"aa00000000000000000000000000000000000000000000000000000000000009","vout":1,
"prevout":{"scriptpubkey_type":"v1_p2tr",
"scriptpubkey_address":"bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0","value":1000},
"witness":["00"],"is_coinbase":false,"sequence":4294967293}],
"vout":[{"scriptpubkey":"76a91462e907b15cbf27d5425399ebf6f0fb50ebb88f1888ac","scriptpubkey_type":"p2pkh",
"scriptpubkey_address":"1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa","value":546}],
"size":154,"weight":412,"fee":454,"status":{"confirmed":false}},
{"txid":"aa00000000000000000000000000000000000000000000000000000000000002","version":1,"locktime":0,
"vin":[{"txid":"aa00000000000000000000000000000000000000000000000000000000000008","vout":0,
"prevout":{"scriptpubkey_type":"v0_p2wpkh",
"scriptpubkey_address":"bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4","value":12000},
"witness":["00","01"],"is_coinbase":false,"sequence":4294967295}],
"vout":[{"scriptpubkey":"76a91462e907b15cbf27d5425399ebf6f0fb50ebb88f1888ac","scriptpubkey_type":"p2pkh",
"scriptpubkey_address":"1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa","value":11700}],
"size":194,"weight":449,"fee":300,
"status":{"confirmed":true,"block_height":924800,
"block_hash":"0000000000000000000110aa00000000000000000000000000000000000000aa","block_time":1795130011}}]`

const tx = `{"txid":"f4184fc596403b9d638783cf57adfe4c75c605f6356fbc91338530e9831e9e16","version":1,"locktime":0,
"vin":[{"txid":"0437cd7f8525ceed2324359c2d0ba26006d92d856a9c20fa0241106ee5a597c9","vout":0,
"prevout":{"scriptpubkey_type":"p2pk","value":5000000000},"scriptsig":"47","is_coinbase":false,"sequence":4294967295}],
"vout":[{"scriptpubkey":"4104ae","scriptpubkey_type":"p2pk","value":1000000000},
{"scriptpubkey":"410411","scriptpubkey_type":"p2pk","value":4000000000}],
"size":275,"weight":1100,"fee":0,
"status":{"confirmed":true,"block_height":170,
"block_hash":"00000000d1145790a8694403d4063f323d499e655c83426834d4ce2f8dd4a2ee","block_time":1231731025}}`

const outspends = `[
{"spent":true,"txid":"ea44e97271691990157559d0bdd9959e02790c34db6c006d779e82fa5aee708e","vin":0},
{"spent":true,"txid":"a16f3ce4dd5deb92d98ef5cf8afeaf0775ebca408f708b2146c4fb42b41e14be","vin":0}]`

const block = `"id":"000000000000000015dc777b3ff2611091336355d3f0ee9766a2cf3be8e4b1ce","height":363366,"version":2,
"timestamp":1435766771,"bits":404111758,"nonce":2892644888,"difficulty":49402014931.22746,
"merkle_root":"9d3cb87bf05ebae366b4262ed5f768ce8c62fc385c3886c9cb097647b04b686c","tx_count":494,"size":286494,
"weight":1145976,"previousblockhash":"000000000000000010c545b6fa3ef1f7cf45a2a8760b1ee9f2e89673218207ce",
"mediantime":1435763435`

const extras = `"extras":{"totalFees":5949764,"medianFee":14,"feeRange":[0,0,1,14,38,48,261],"reward":2505949764,
"pool":{"id":0,"name":"Unknown","slug":"unknown"},"avgFee":12068,"avgFeeRate":20}`

const tipBlock = `"id":"00000000000000000001a8b1d3f04f0a4b6f7d2cc3d95c30a1ae3a4f0f3a9f11","height":924871,
"version":536870912,"timestamp":1795175912,"bits":386027068,"nonce":101,"difficulty":149301205959699.9,
"merkle_root":"aa3cb87bf05ebae366b4262ed5f768ce8c62fc385c3886c9cb097647b04b6800","tx_count":3011,"size":1811200,
"weight":3993012,"previousblockhash":"00000000000000000000c545b6fa3ef1f7cf45a2a8760b1ee9f2e89673218200",
"mediantime":1795173000`
