package guard

import (
	"math/big"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	coretypes "github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/shopspring/decimal"

	"github.com/farebox/farebox/internal/chain/coinlog"
)

func event(signature string) common.Hash { return crypto.Keccak256Hash([]byte(signature)) }

// Parties of executions. The worker is a plain account that the data name, or nobody does.
const (
	worker   = "0x5c3d1a20e8f7b6a5940312f1e0d9c8b7a6957483"
	shop     = "0x6d4e2b31f908c7b6a5142302f1e0d9c8b7a69584"
	poolD    = "0x7e5f3c42fa19d8c7b6253413e2f1e0d9c8b7a695"
	junkF    = "0x8f604d530b2ae9d8c7364524f3e2f1e0d9c8b7a6"
	friendly = "0x90715e641c3bfae9d84756350403e2f1e0d9c8b7"
)

// log is one of a simulation.
func log(at, signature string, topics []any, words ...any) *coretypes.Log {
	l := &coretypes.Log{
		Address: common.HexToAddress(at),
		Topics:  []common.Hash{event(signature)},
	}
	for _, topic := range topics {
		l.Topics = append(l.Topics, common.HexToHash(word(topic)))
	}
	for _, w := range words {
		l.Data = append(l.Data, common.FromHex(word(w))...)
	}
	return l
}

func moved(token, from, to string, amount any) *coretypes.Log {
	return log(token, "Transfer(address,address,uint256)", []any{from, to}, amount)
}

func movedNFT(token, from, to string, id int) *coretypes.Log {
	return log(token, "Transfer(address,address,uint256)", []any{from, to, id})
}

func movedCoins(from, to string, wei *big.Int) *coretypes.Log {
	return moved(coinlog.Address.Hex(), from, to, wei)
}

// of is the data of a call of a function with these words.
func of(signature string, words ...any) string {
	return data("0x"+common.Bytes2Hex(event(signature).Bytes()[:4]), words...)
}

func milliether(n int64) *big.Int { return new(big.Int).Mul(big.NewInt(n), big.NewInt(1e15)) }

// shopped is a call of the shop on Base by ownerA, which left these logs.
func shopped(t *testing.T, e *Engine, call string, logs ...*coretypes.Log) *Subject {
	t.Helper()
	to := common.HexToAddress(shop)
	from := common.HexToAddress(ownerA)
	s := e.Transaction(Request{
		Network: network(t, "base"),
		To:      &to,
		From:    &from,
		Data:    common.FromHex(call),
	})
	e.Happened(s, Outcome{Worked: true, Logs: logs})
	return s
}

// stage is what is known in these tests: shop and pool have published sources, strangerC has not, and coins are worth
// 3,000 dollars.
func stage(e *Engine, n Network) Facts {
	f := accounts(map[string]Account{
		shop: Contract, poolD: Contract, strangerC: Contract, junkF: Contract, usdcBase: Contract, wethBase: Contract,
		"0xa182f6758d3c4f0b1e2d9a8c7b6f5e4d3c2b1a09": Contract,
		ownerA: NoCode, worker: NoCode, friendly: NoCode, spenderB: NoCode,
	})
	f.Verified = map[common.Address]bool{common.HexToAddress(shop): true, common.HexToAddress(poolD): true}
	f.Unpublished = map[common.Address]bool{common.HexToAddress(strangerC): true, common.HexToAddress(junkF): true}
	f.Prices = map[common.Address]decimal.Decimal{n.WrappedToken: decimal.NewFromInt(3000)}
	for a, k := range e.known[n.Name] {
		if k.Role != "" {
			f.Accounts[a] = Contract
		}
	}
	return f
}

// executed judges a transaction of ownerA by its data and by what it does.
func executed(t *testing.T, to, data string, value *big.Int, payees []string, logs ...*coretypes.Log) Judgement {
	t.Helper()
	e := engine(t)
	n := network(t, "base")
	from := common.HexToAddress(ownerA)
	r := Request{
		Network: n,
		From:    &from,
		Data:    common.FromHex(data),
		Value:   value,
	}
	if to != "" {
		a := common.HexToAddress(to)
		r.To = &a
	}
	for _, p := range payees {
		r.Payees = append(r.Payees, common.HexToAddress(p))
	}

	s := e.Transaction(r)
	e.Happened(s, Outcome{Worked: true, Logs: logs})
	return e.Judge(s, stage(e, n), now)
}

// TestExecutionDecidesOverWhatDataHide has a row for each class of what data alone did not tell.
func TestExecutionDecidesOverWhatDataHide(t *testing.T) {
	const (
		multicall3 = "0xcA11bde05977b3631167028862bE2a173976CA11"
		router     = "0x2626664c2603336E57B271c5C0b26F421741e481"
		helper     = junkF
		nft        = strangerC
	)
	transfer := moved(usdcBase, ownerA, worker, 900_000_000)
	for _, c := range []struct {
		why     string
		to      string
		data    string
		value   *big.Int
		logs    []*coretypes.Log
		verdict Verdict
		code    string
	}{
		{
			"a contract without a source takes an old allowance", strangerC, of("claim()"), nil,
			[]*coretypes.Log{transfer}, Block, assetsTaken,
		},
		{
			"Multicall3 moves what is allowed to it", multicall3, of("aggregate3((address,bool,bytes)[])", 32, 0), nil,
			[]*coretypes.Log{transfer}, Block, assetsTaken,
		},
		{
			"coins stay in Multicall3", multicall3, of("aggregate3((address,bool,bytes)[])", 32, 0), milliether(900),
			[]*coretypes.Log{movedCoins(ownerA, multicall3, milliether(900))}, Block, assetsTaken,
		},
		{
			"all that leaves is burnt, and a plain account is paid", shop, of("leave(address)", worker), nil,
			[]*coretypes.Log{moved(shop, ownerA, zero.Hex(), 900_000_000), moved(usdcBase, shop, worker, 900_000_000)},
			Block, assetsTaken,
		},
		{
			"a loan is paid back: what leaves is not all burnt", shop, of("repay()"), nil,
			[]*coretypes.Log{
				moved(shop, ownerA, zero.Hex(), 900_000_000),
				moved(usdcBase, ownerA, worker, 900_000_000),
			},
			Warn, assetsTaken,
		},
		{
			"NFTs go to a plain account by a helper", helper, of("bulk()"), nil,
			[]*coretypes.Log{movedNFT(nft, ownerA, worker, 1), movedNFT(nft, ownerA, worker, 2)}, Block, assetsTaken,
		},
		{
			"a router pays the swap to a plain account", router, of("swap()"), milliether(1000),
			[]*coretypes.Log{
				movedCoins(ownerA, router, milliether(1000)),
				moved(usdcBase, poolD, worker, 2_990_000_000),
			},
			Warn, assetsTaken,
		},
		{
			"a swap brings a tenth of its worth", router, of("swap()"), milliether(1000),
			[]*coretypes.Log{movedCoins(ownerA, router, milliether(1000)), moved(usdcBase, poolD, ownerA, 200_000_000)},
			Block, belowWorth,
		},
		{
			"a contract without a source gives a token of its own for dollars", strangerC, of("swap()"), nil,
			[]*coretypes.Log{
				moved(usdcBase, ownerA, strangerC, 900_000_000),
				moved(junkF, strangerC, ownerA, milliether(9)),
			},
			Block, unpricedOrder,
		},
		{
			"it gives back a little more than it takes", strangerC, of("claim()"), milliether(500),
			[]*coretypes.Log{
				movedCoins(ownerA, strangerC, milliether(500)),
				movedCoins(strangerC, ownerA, milliether(501)),
			},
			Warn, valueToUnknown,
		},
		{
			"an operator's right is given on the way", strangerC, of("register()"), nil,
			[]*coretypes.Log{log(nft, "ApprovalForAll(address,address,bool)", []any{ownerA, worker}, 1)},
			Block, approvalAllNFT,
		},
		{
			"an allowance without limit is given on the way", shop, of("open()"), nil,
			[]*coretypes.Log{log(usdcBase, "Approval(address,address,uint256)", []any{ownerA, worker}, maxUint)},
			Block, approvalSpenderEOA,
		},
		{
			"a minter is made", shop, of("configure()"), nil,
			[]*coretypes.Log{log(shop, "MinterConfigured(address,uint256)", []any{worker}, maxUint)},
			Block, ownershipChange,
		},
		{
			"a transfer takes another token along", shop, of("transfer(address,uint256)", friendly, 5), nil,
			[]*coretypes.Log{moved(shop, ownerA, friendly, 5), transfer}, Warn, assetsTaken,
		},
		{
			"making a contract takes dollars", "", "0x6001", nil, []*coretypes.Log{transfer}, Block, assetsTaken,
		},
		{
			"a transfer has a form that nobody can read", shop, of("open()"), nil,
			[]*coretypes.Log{log(usdcBase, "Transfer(address,address,uint256)", []any{ownerA, worker}, 5, 5)},
			Warn, effectUnread,
		},
	} {
		t.Run(c.why, func(t *testing.T) {
			executed(t, c.to, c.data, c.value, nil, c.logs...).want(t, c.verdict, c.code)
		})
	}
}

// TestExecutionEndsWarningsInVain has a row for each class of everyday requests that data alone were warned of.
func TestExecutionEndsWarningsInVain(t *testing.T) {
	const (
		disperse = "0xD152f549545093347A162Dce210e7293f1452150"
		router   = "0x2626664c2603336E57B271c5C0b26F421741e481"
	)
	for _, c := range []struct {
		why   string
		to    string
		data  string
		value *big.Int
		logs  []*coretypes.Log
	}{
		{
			"Disperse pays workers", disperse, of("disperseEther(address[],uint256[])", 64, 128, 1, worker, 1, 500),
			milliether(500),
			[]*coretypes.Log{
				movedCoins(ownerA, disperse, milliether(500)),
				movedCoins(disperse, worker, milliether(500)),
			},
		},
		{
			"an aggregator with a published source brings coins and names a plain account", shop,
			of("smartSwap(address,address)", worker, usdcBase), nil,
			[]*coretypes.Log{moved(usdcBase, ownerA, poolD, 300_000_000), movedCoins(shop, ownerA, milliether(99))},
		},
		{
			"a router that is known does, by a function that is not", router, of("unknown(address)", worker), nil,
			[]*coretypes.Log{
				moved(usdcBase, ownerA, poolD, 300_000_000),
				moved(wethBase, poolD, ownerA, milliether(99)),
			},
		},
		{
			"a stake in a published pool", shop, of("depositIntoStrategy(address,address,uint256)", worker, usdcBase, 5), nil,
			[]*coretypes.Log{moved(usdcBase, ownerA, shop, 300_000_000), moved(shop, zero.Hex(), ownerA, 299_000_000)},
		},
		{
			"a Safe is made for two owners by a published factory", shop, of("createWith(address,address)", worker, friendly), nil,
			[]*coretypes.Log{log(shop, "ProxyCreation(address,address)", []any{junkF}, shop)},
		},
		{
			"coins for an NFT of a published collection", shop, of("mint(address)", worker), milliether(80),
			[]*coretypes.Log{movedCoins(ownerA, shop, milliether(80)), movedNFT(shop, zero.Hex(), ownerA, 7)},
		},
		{
			"little in a published shop", shop, of("purchase(uint256)", 7), nil,
			[]*coretypes.Log{moved(usdcBase, ownerA, worker, 25_000_000)},
		},
		{
			"a contract is made, with a supply and an owner", "", "0x6001", nil,
			[]*coretypes.Log{
				moved(junkF, zero.Hex(), ownerA, milliether(1)),
				log(junkF, "OwnershipTransferred(address,address)", []any{zero.Hex(), ownerA}),
			},
		},
		{
			"an NFT given to a friend", strangerC, of("safeTransferFrom(address,address,uint256)", ownerA, friendly, 7), nil,
			[]*coretypes.Log{movedNFT(strangerC, ownerA, friendly, 7)},
		},
		{
			"an allowance that a token counts down as it is used", shop, of("stake(uint256)", 7), nil,
			[]*coretypes.Log{
				moved(usdcBase, ownerA, shop, 30_000_000),
				moved(shop, zero.Hex(), ownerA, 30_000_000),
				log(usdcBase, "Approval(address,address,uint256)", []any{ownerA, shop}, 900_000_000),
			},
		},
	} {
		t.Run(c.why, func(t *testing.T) {
			executed(t, c.to, c.data, c.value, nil, c.logs...).want(t, Allow)
		})
	}
}

// TestPayeesThatTheCallerMeansArePaidWithoutAFinding, and others are not.
func TestPayeesThatTheCallerMeansArePaidWithoutAFinding(t *testing.T) {
	const router = "0x2626664c2603336E57B271c5C0b26F421741e481"
	swap := of("exactInputSingle((address,address,uint24,address,uint256,uint256,uint160))",
		usdcBase, wethBase, 500, worker, 300_000_000, milliether(95), 0)
	logs := []*coretypes.Log{
		moved(usdcBase, ownerA, poolD, 300_000_000),
		moved(wethBase, poolD, worker, milliether(99)),
	}
	executed(t, router, swap, nil, nil, logs...).want(t, Warn, assetsTaken)
	executed(t, router, swap, nil, []string{friendly}, logs...).want(t, Block, assetsTaken)
	if j := executed(t, router, swap, nil, []string{worker}, logs...); j.Verdict != Allow {
		t.Errorf("%s %v", j.Verdict, j.codes())
	}
}

// TestUnknownContractsKeepTheirWarningsWhateverTheExecutionShows: they may do otherwise when the transaction is sent.
func TestUnknownContractsKeepTheirWarningsWhateverTheExecutionShows(t *testing.T) {
	executed(t, strangerC, of("claim(address)", worker), nil, nil).want(t, Warn, strangerNamed)
	voted := log(shop, "DelegateChanged(address,address,address)", []any{ownerA, zero.Hex(), worker})
	executed(t, strangerC, of("point(address)", worker), nil, nil, voted).want(t, Warn, strangerNamed)
	executed(t, shop, of("point(address)", worker), nil, nil, voted).want(t, Allow)
}

// TestDataAlongWithCoinsForAPlainAccountRunNothing: a note is a plain transfer, and what may be meant for a contract is
// warned of.
func TestDataAlongWithCoinsForAPlainAccountRunNothing(t *testing.T) {
	coins := movedCoins(ownerA, friendly, milliether(30))
	note := "0x" + common.Bytes2Hex([]byte("thanks for lunch"))
	executed(t, friendly, note, milliether(30), nil, coins).want(t, Allow)
	executed(t, friendly, "0x01020304", milliether(30), nil, coins).want(t, Warn, toNotContract)
}

// TestWhoIsNamedWhereNothingMovesMayHaveGotARight: a published contract is told of somebody, and what that means no log
// says.
func TestWhoIsNamedWhereNothingMovesMayHaveGotARight(t *testing.T) {
	const unknown = "StewardNamed(address)"
	naming := of("nameSteward(address)", worker)
	executed(t, shop, naming, nil, nil).want(t, Warn, strangerNamed)
	executed(t, shop, naming, nil, nil, log(shop, unknown, nil, worker)).want(t, Warn, strangerNamed)
	executed(t, shop, naming, nil, []string{worker}, log(shop, unknown, nil, worker)).want(t, Allow)
	executed(t, shop, of("nameSteward(address)", ownerA), nil, nil, log(shop, unknown, nil, ownerA)).want(t, Allow)
	executed(t, shop, of("nameSteward(address)", poolD), nil, nil, log(shop, unknown, nil, poolD)).want(t, Allow)
}

// TestWhatIsMadeForSomebodyMayBeMadeOutOfTheSenders: logs of the making alone are a gift, others may say what was
// split.
func TestWhatIsMadeForSomebodyMayBeMadeOutOfTheSenders(t *testing.T) {
	split := of("carve(uint256,address,uint256)", 512, worker, 70)
	made := movedNFT(shop, zero.Hex(), worker, 911)
	value := log(shop, "PartMoved(uint256,uint256,uint256)", nil, 512, 911, 70)
	executed(t, shop, split, nil, nil, made, value).want(t, Warn, strangerNamed)
	executed(t, shop, split, nil, nil, made).want(t, Allow)
	executed(t, shop, split, nil, []string{worker}, made, value).want(t, Allow)
}

// TestATransferThatItsRecipientPassesOnIsACall: tokens that call whom they go to, and contracts that keep none of them.
func TestATransferThatItsRecipientPassesOnIsACall(t *testing.T) {
	const much = 900_000_000
	for why, c := range map[string]struct {
		to, then string
		passed   int
		verdict  Verdict
	}{
		"a stranger's contract keeps it":                {strangerC, "", 0, Allow}, // as by any plain transfer
		"a stranger's contract pays a plain account":    {strangerC, worker, much, Block},
		"a published contract pays a plain account":     {shop, worker, much, Warn},
		"a published contract puts it into a pool":      {shop, poolD, much, Allow},
		"a stranger's contract keeps a unit":            {strangerC, worker, much - 1, Block},
		"a published contract passes on a small part":   {shop, worker, 9_000_000, Allow},
		"a plain account passes it on, by what it runs": {worker, friendly, much, Allow},
		"a published contract gives it back":            {shop, ownerA, much, Allow},
	} {
		t.Run(why, func(t *testing.T) {
			logs := []*coretypes.Log{moved(usdcBase, ownerA, c.to, much)}
			if c.passed > 0 {
				logs = append(logs, moved(usdcBase, c.to, c.then, c.passed))
			}
			executed(t, usdcBase, of("transferAndCall(address,uint256,bytes)", c.to, much, 96, 0), nil, nil, logs...).want(t, c.verdict)
		})
	}
}

// TestNewAccountsThatRunAContractOfYesterdayAreWarnedOf: the logs of their making are those of any other.
func TestNewAccountsThatRunAContractOfYesterdayAreWarnedOf(t *testing.T) {
	e := engine(t)
	n := network(t, "base")
	from, factory := common.HexToAddress(ownerA), common.HexToAddress(shop)
	for young, verdict := range map[bool]Verdict{true: Warn, false: Allow} {
		s := e.Transaction(Request{
			Network: n,
			From:    &from,
			To:      &factory,
			Data:    common.FromHex(of("createWith(address,address)", worker, poolD)),
		})
		made := log(shop, "ProxyCreation(address,address)", []any{junkF}, shop)
		e.Happened(s, Outcome{Worked: true, Logs: []*coretypes.Log{made}})
		f := stage(e, n)
		f.Young = map[common.Address]bool{common.HexToAddress(poolD): young}
		e.Judge(s, f, now).want(t, verdict)
	}
}

// TestWhatAContractPaysAtTheSendersWordIsTheSenders: a stream or a position pays a stranger whom the data name, who has
// given nothing.
func TestWhatAContractPaysAtTheSendersWordIsTheSenders(t *testing.T) {
	collect := func(to string) string { return of("collect(uint256,address)", 7, to) }
	paid := func(to string) *coretypes.Log { return moved(usdcBase, poolD, to, 900_000_000) }
	executed(t, shop, collect(worker), nil, nil, paid(worker)).want(t, Warn, strangerNamed)
	executed(t, shop, collect(ownerA), nil, nil, paid(ownerA)).want(t, Allow)
	executed(t, shop, collect(worker), nil, []string{worker}, paid(worker)).want(t, Allow)
}

// TestOrdersThatAreMadeGoodWithoutASignatureAreWarnedOf: nothing moves until somebody fills them.
func TestOrdersThatAreMadeGoodWithoutASignatureAreWarnedOf(t *testing.T) {
	const signed = "PreSignature(address,bytes,bool)"
	presign := of("setPreSignature(bytes,bool)", 64, true, 56, 1, 2)
	executed(t, shop, presign, nil, nil, log(shop, signed, []any{ownerA}, 64, true)).want(t, Warn, unpricedOrder)
}

// TestContractThatCouldNotBeLookedUpIsWarnedOf, and not blocked: that nobody answers is no evidence of a theft.
func TestContractThatCouldNotBeLookedUpIsWarnedOf(t *testing.T) {
	const unasked = "0xa182f6758d3c4f0b1e2d9a8c7b6f5e4d3c2b1a09"
	stake := []*coretypes.Log{moved(usdcBase, ownerA, unasked, 900_000_000)}
	executed(t, unasked, of("stake(uint256)", 9), nil, nil, stake...).want(t, Warn, assetsTaken)
	stake = []*coretypes.Log{moved(usdcBase, ownerA, strangerC, 900_000_000)}
	executed(t, strangerC, of("stake(uint256)", 9), nil, nil, stake...).want(t, Block, assetsTaken)
}
