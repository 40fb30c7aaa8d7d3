package txexplain

import (
	"math/big"
	"slices"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"

	"github.com/farebox/farebox/internal/chain/known"
)

// TestOperations covers every operation and every trap with synthetic transactions.
func TestOperations(t *testing.T) {
	call := func(to common.Address, value string, in []byte) Call {
		return Call{Type: 2, From: alice, To: &to, Value: n(value), Input: in}
	}
	ok := func(logs ...*types.Log) *Result { return &Result{Logs: logs} }
	all := n("115792089237316195423570985008687907853269984665640564039457584007913129639935")
	for _, tt := range []struct {
		why      string
		network  Network
		call     Call
		result   *Result
		internal []Transfer // nil: no explorer
		op       Operation
		summary  string
		changes  []string
		other    common.Address // zero: none
		warnings []Warning
		actor    common.Address // zero: alice
		parties  int            // participants with a net result; 0: not checked
	}{
		{
			why: "a swap of native coin through a router is wrapped on the way", call: call(universal, "1.25e18", input("execute(bytes,bytes[],uint256)")),
			result: ok(wrapLog(universal, "1.25e18"), moved(weth, universal, pool, "1.25e18"), moved(usd, pool, alice, "3120.5e6"), logOf(pool, v3Swap, []any{universal, alice}, "1", "1", "1", "1", "1")),
			op:     Swap, summary: "Swapped 1.25 ETH for 3,120.5 USDX via Uniswap Universal Router v2", other: universal,
			changes: []string{"native -1250000000000000000", "erc20 " + hexOf(usd) + " 3120500000"},
		},
		{
			why: "the explorer's row of the same wrap is not counted again", call: call(universal, "1.25e18", input("execute(bytes,bytes[],uint256)")),
			result:   ok(wrapLog(universal, "1.25e18"), moved(weth, universal, pool, "1.25e18"), moved(usd, pool, alice, "3120.5e6"), logOf(pool, v3Swap, []any{universal, alice}, "1", "1", "1", "1", "1")),
			internal: []Transfer{{alice, universal, n("1.25e18")}, {universal, weth, n("1.25e18")}},
			op:       Swap, summary: "Swapped 1.25 ETH for 3,120.5 USDX via Uniswap Universal Router v2", other: universal,
			changes: []string{"native -1250000000000000000", "erc20 " + hexOf(usd) + " 3120500000"},
		},
		{
			why: "what a router sends back is part of the net", call: call(universal, "2e18", input("execute(bytes,bytes[],uint256)")),
			result:   ok(wrapLog(universal, "1.5e18"), moved(weth, universal, pool, "1.5e18"), moved(usd, pool, alice, "3000e6"), logOf(pool, v3Swap, []any{universal, alice}, "1", "1", "1", "1", "1")),
			internal: []Transfer{{universal, weth, n("1.5e18")}, {universal, alice, n("0.5e18")}},
			op:       Swap, summary: "Swapped 1.5 ETH for 3,000 USDX via Uniswap Universal Router v2", other: universal,
			changes: []string{"native -1500000000000000000", "erc20 " + hexOf(usd) + " 3000000000"},
		},
		{
			why: "a pool known only by its event is named by its style", call: call(pool, "0", input("swap(uint256)")),
			result: ok(moved(usd, alice, pool, "10e6"), moved(cat, pool, alice, "4e18"), logOf(pool, v3Swap, []any{alice, alice}, "1", "1", "1", "1", "1")),
			op:     Swap, summary: "Swapped 10 USDX for 4 CAT on a Uniswap v3-style pool", other: pool,
			changes: []string{"erc20 " + hexOf(usd) + " -10000000", "erc20 " + hexOf(cat) + " 4000000000000000000"},
		},
		{
			why: "fees on transfer and burned parts count as given", call: call(oneInch, "0", input("swap(uint256)")),
			result: ok(
				moved(cat, alice, pool, "95e18"), moved(cat, alice, known.Dead, "3e18"),
				moved(cat, alice, zero, "2e18"), moved(usd, pool, alice, "7e6"),
			),
			op: Swap, summary: "Swapped 100 CAT for 7 USDX via 1inch v6", other: oneInch,
			changes: []string{"erc20 " + hexOf(cat) + " -100000000000000000000", "erc20 " + hexOf(usd) + " 7000000"},
		},
		{
			why: "an unseen payout in native coin is inferred from the unwrap and marked", call: call(oneInch, "0", input("swap(uint256)")),
			result: ok(moved(cat, alice, pool, "5e18"), moved(weth, pool, oneInch, "0.02e18"), unwrapLog(oneInch, "0.02e18")),
			op:     Swap, summary: "Swapped 5 CAT for about 0.02 ETH via 1inch v6", other: oneInch, warnings: []Warning{Inferred},
			changes: []string{"native 20000000000000000 approximate", "erc20 " + hexOf(cat) + " -5000000000000000000"},
		},
		{
			why: "with internal transfers the payout is exact, the router's fee left out", call: call(oneInch, "0", input("swap(uint256)")),
			result:   ok(moved(cat, alice, pool, "5e18"), moved(weth, pool, oneInch, "0.02e18"), unwrapLog(oneInch, "0.02e18")),
			internal: []Transfer{{weth, oneInch, n("0.02e18")}, {oneInch, alice, n("0.0198e18")}, {oneInch, bob, n("0.0002e18")}},
			op:       Swap, summary: "Swapped 5 CAT for 0.0198 ETH via 1inch v6", other: oneInch,
			changes: []string{"native 19800000000000000", "erc20 " + hexOf(cat) + " -5000000000000000000"},
		},
		{
			why: "an explorer that misses the unwrap is not believed to be complete", call: call(oneInch, "0", input("swap(uint256)")),
			result:   ok(moved(cat, alice, pool, "5e18"), moved(weth, pool, oneInch, "0.02e18"), unwrapLog(oneInch, "0.02e18")),
			internal: []Transfer{}, op: Swap, summary: "Swapped 5 CAT for about 0.02 ETH via 1inch v6", other: oneInch, warnings: []Warning{Incomplete, Inferred},
			changes: []string{"native 20000000000000000 approximate", "erc20 " + hexOf(cat) + " -5000000000000000000"},
		},
		{
			why: "a v4 swap for native coin shows only one side without internal transfers", call: call(universal, "0", input("execute(bytes,bytes[],uint256)")),
			result: ok(moved(cat, alice, addr("0x498581ff718922c3f8e6a244956af099b2652b2b"), "5e18"), logOf(addr("0x498581ff718922c3f8e6a244956af099b2652b2b"), v4Swap, []any{"9", universal}, "1", "1", "1", "1", "1", "1")),
			op:     Swap, summary: "Swapped 5 CAT for ETH (the payout is not visible without internal transfers) via Uniswap Universal Router v2", other: universal, warnings: []Warning{UnseenNative},
			changes: []string{"erc20 " + hexOf(cat) + " -5000000000000000000"},
		},
		{
			why: "one for one without any evidence is a swap", call: call(bob, "0", input("trade()")), result: ok(moved(usd, alice, bob, "10e6"), moved(cat, bob, alice, "1e18")),
			op: Swap, summary: "Swapped 10 USDX for 1 CAT", other: bob, changes: []string{"erc20 " + hexOf(usd) + " -10000000", "erc20 " + hexOf(cat) + " 1000000000000000000"},
		},
		{
			why: "a loan is not a swap: a debt token comes with it", call: call(vault, "0", input("borrow()")), result: ok(moved(cat, alice, vault, "10e18"), moved(usd, vault, alice, "5e6"), moved(game, zero, alice, "5")),
			op: ContractCall, summary: "Called " + sel("borrow()") + " on 0x7a17...0021: gave 10 CAT, got 5 USDX and 5 units of GAME", other: vault,
			changes: []string{"erc20 " + hexOf(cat) + " -10000000000000000000", "erc20 " + hexOf(usd) + " 5000000", "erc20 " + hexOf(game) + " 5"},
		},
		{
			why: "a plain transfer", call: call(bob, "0.1e18", nil), result: ok(), internal: []Transfer{}, op: Send, summary: "Sent 0.1 ETH to 0xb0b0...0002", other: bob,
			changes: []string{"native -100000000000000000"},
		},
		{
			why: "an ERC-20 transfer", call: call(usd, "0", input("transfer(address,uint256)", bob, "12345678.9e6")), result: ok(moved(usd, alice, bob, "12345678.9e6")),
			op: Send, summary: "Sent 12,345,678.9 USDX to 0xb0b0...0002", other: bob, changes: []string{"erc20 " + hexOf(usd) + " -12345678900000"},
		},
		{
			why: "a token that takes a fee for its owner: the recipient is the one called for", call: call(cat, "0", input("transfer(address,uint256)", bob, "100e18")),
			result: ok(moved(cat, alice, carol, "2e18"), moved(cat, alice, bob, "98e18")), op: Send, other: bob,
			summary: "Sent 100 CAT to 0xb0b0...0002: 98 CAT arrived, 2 CAT went to 0xca01...0003 as a fee",
			changes: []string{"erc20 " + hexOf(cat) + " -100000000000000000000"},
		},
		{
			why: "a token that burns a part of each transfer", call: call(cat, "0", input("transfer(address,uint256)", bob, "1000e18")),
			result: ok(moved(cat, alice, zero, "10e18"), moved(cat, alice, bob, "990e18")), op: Send, other: bob,
			summary: "Sent 1,000 CAT to 0xb0b0...0002: 990 CAT arrived, 10 CAT was burned",
			changes: []string{"erc20 " + hexOf(cat) + " -1000000000000000000000"},
		},
		{
			why: "a token that takes its fee from the recipient", call: call(cat, "0", input("transfer(address,uint256)", bob, "1000e18")),
			result: ok(moved(cat, alice, bob, "1000e18"), moved(cat, bob, cat, "10e18")), op: Send, other: bob,
			summary: "Sent 1,000 CAT to 0xb0b0...0002: 990 CAT arrived, 10 CAT went to the token's own contract as a fee",
			changes: []string{"erc20 " + hexOf(cat) + " -1000000000000000000000"},
		},
		{
			why: "a token that shares its fee among several", call: call(cat, "0", input("transfer(address,uint256)", bob, "1000e18")),
			result: ok(moved(cat, alice, carol, "6e18"), moved(cat, alice, zero, "4e18"), moved(cat, alice, bob, "990e18")),
			op:     Send, other: bob,
			summary: "Sent 1,000 CAT to 0xb0b0...0002: 990 CAT arrived, 10 CAT went elsewhere as a fee",
			changes: []string{"erc20 " + hexOf(cat) + " -1000000000000000000000"},
		},
		{
			why: "what a contract does with a deposit is no fee", call: call(vault, "0", input("deposit()")),
			result: ok(moved(usd, alice, vault, "10e6"), moved(usd, vault, carol, "10e6")), op: Send, other: vault,
			summary: "Sent 10 USDX to 0x7a17...0021", changes: []string{"erc20 " + hexOf(usd) + " -10000000"},
		},
		{
			why: "a payment to many is a call", call: call(vault, "0", input("disperse()")), result: ok(moved(usd, alice, bob, "1e6"), moved(usd, alice, carol, "2e6")),
			op: ContractCall, summary: "Called " + sel("disperse()") + " on 0x7a17...0021: gave 3 USDX", other: vault, changes: []string{"erc20 " + hexOf(usd) + " -3000000"},
		},
		{
			why: "an ERC-1155 batch", call: call(game, "0", input("safeBatchTransferFrom(address,address,uint256[],uint256[],bytes)", alice, bob)),
			result: ok(&types.Log{Address: game, Topics: []common.Hash{batchTopic, {}, common.BytesToHash(alice[:]), common.BytesToHash(bob[:])}, Data: join(word("64"), word("160"), word("2"), word("7"), word("8"), word("2"), word("1"), word("30"))}),
			op:     Send, summary: "Sent NFT #7 of GAME and 30 x NFT #8 of GAME to 0xb0b0...0002", other: bob, changes: []string{"erc1155 " + hexOf(game) + "/7 -1", "erc1155 " + hexOf(game) + "/8 -30"},
		},
		{
			why: "an old NFT with nothing indexed", call: call(game, "0", input("transfer(address,uint256)", bob, "42")),
			result: ok(logOf(game, transferTopic, nil, alice, bob, "42")), op: Send, summary: "Sent NFT #42 of GAME to 0xb0b0...0002", other: bob, changes: []string{"erc721 " + hexOf(game) + "/42 -1"},
		},
		{
			why: "an old token with nothing indexed has decimals", call: call(cat, "0", input("transfer(address,uint256)", bob, "1e18")),
			result: ok(logOf(cat, transferTopic, nil, alice, bob, "1e18")), op: Send, summary: "Sent 1 CAT to 0xb0b0...0002", other: bob, changes: []string{"erc20 " + hexOf(cat) + " -1000000000000000000"},
		},
		{
			why: "logs that follow no standard move nothing", call: call(vine, "0", input("poke()")),
			result: ok(logOf(vine, transferTopic, []any{alice}, "5"), logOf(vine, transferTopic, []any{alice, bob}, "5", "6"), logOf(vine, singleTopic, []any{alice, alice, bob}, "5"), &types.Log{Address: vine, Topics: []common.Hash{transferTopic, common.MaxHash, {}}, Data: word("5")}, &types.Log{Address: vine}),
			op:     ContractCall, summary: "Called " + sel("poke()") + " on 0x714e...0013", other: vine, warnings: []Warning{OddTransfers},
		},
		{
			why: "address poisoning: transfers of nothing", call: call(vine, "0", input("poke()")), result: ok(moved(usd, alice, bob, "0"), moved(usd, carol, bob, "0")),
			op: ContractCall, summary: "Called " + sel("poke()") + " on 0x714e...0013", other: vine, warnings: []Warning{ZeroTransfers},
		},
		{
			why: "a claim is received", call: call(vault, "0", input("claim()")), result: ok(moved(usd, vault, alice, "9e6")), op: Receive, summary: "Received 9 USDX from 0x7a17...0021", other: vault,
			changes: []string{"erc20 " + hexOf(usd) + " 9000000"},
		},
		{
			why: "a withdrawal of native coin is seen only in internal transfers", call: call(vault, "0", input("claim()")), result: ok(), internal: []Transfer{{vault, alice, n("3e17")}},
			op: Receive, summary: "Received 0.3 ETH from 0x7a17...0021", other: vault, changes: []string{"native 300000000000000000"},
		},
		{
			why: "an allowance", call: call(usd, "0", input("approve(address,uint256)", universal, "100e6")), result: ok(logOf(usd, approvalTopic, []any{alice, universal}, "100e6")),
			op: Approve, summary: "Approved Uniswap Universal Router v2 to spend 100 USDX", other: universal,
		},
		{
			why: "an allowance without end", call: call(usd, "0", input("approve(address,uint256)", bob, all)), result: ok(logOf(usd, approvalTopic, []any{alice, bob}, all)),
			op: Approve, summary: "Approved 0xb0b0...0002 to spend unlimited USDX", other: bob,
		},
		{
			why: "an allowance taken back, by a token that logs nothing", call: call(usd, "0", input("approve(address,uint256)", bob, "0")), result: ok(),
			op: Approve, summary: "Revoked 0xb0b0...0002's approval for USDX", other: bob,
		},
		{
			why: "a collection handed over", call: call(game, "0", input("setApprovalForAll(address,bool)", seaport, "1")), result: ok(logOf(game, approvalForAllTopic, []any{alice, seaport}, "1")),
			op: Approve, summary: "Approved OpenSea Seaport 1.6 to move all NFTs of GAME", other: seaport,
		},
		{
			why: "an NFT minted for money", call: call(game, "0.05e18", input("mint()")), result: ok(nft(game, zero, alice, "9")), op: Mint, summary: "Minted NFT #9 of GAME for 0.05 ETH", other: game,
			changes: []string{"native -50000000000000000", "erc721 " + hexOf(game) + "/9 1"},
		},
		{
			why: "shares of a vault are minted for what it holds", call: call(vault, "0", input("deposit(uint256,address)", "50e6", alice)), result: ok(moved(usd, alice, vault, "50e6"), moved(vault, zero, alice, "49e6")),
			op: Mint, summary: "Minted 49 vUSDX for 50 USDX", other: vault, changes: []string{"erc20 " + hexOf(usd) + " -50000000", "erc20 " + hexOf(vault) + " 49000000"},
		},
		{
			why: "getting them back is not a swap", call: call(vault, "0", input("redeem(uint256,address,address)", "49e6", alice, alice)), result: ok(moved(vault, alice, zero, "49e6"), moved(usd, vault, alice, "51e6")),
			op: ContractCall, summary: "Called redeem on 0x7a17...0021: gave 49 vUSDX, got 51 USDX", other: vault, changes: []string{"erc20 " + hexOf(vault) + " -49000000", "erc20 " + hexOf(usd) + " 51000000"},
		},
		{
			why: "burned", call: call(cat, "0", input("burn(uint256)", "7e18")), result: ok(moved(cat, alice, zero, "7e18")), op: Burn, summary: "Burned 7 CAT", other: cat,
			changes: []string{"erc20 " + hexOf(cat) + " -7000000000000000000"},
		},
		{
			why:    "sent to the address of the dead",
			call:   call(cat, "0", input("transfer(address,uint256)", known.Dead, "7e18")),
			result: ok(moved(cat, alice, known.Dead, "7e18")),
			op:     Burn, summary: "Burned 7 CAT", other: cat,
			changes: []string{"erc20 " + hexOf(cat) + " -7000000000000000000"},
		},
		{
			why: "a contract made with a deposit", call: Call{Type: 2, From: alice, Value: n("1e17"), Input: []byte{0x60}}, result: &Result{Created: &vault}, op: Deploy, summary: "Deployed contract 0x7a17...0021 with 0.1 ETH", other: vault,
			changes: []string{"native -100000000000000000"},
		},
		{
			why: "wrapped by sending", call: call(weth, "1e18", nil), result: ok(wrapLog(alice, "1e18")), op: Wrap, summary: "Wrapped 1 ETH", other: weth,
			changes: []string{"native -1000000000000000000", "erc20 " + hexOf(weth) + " 1000000000000000000"},
		},
		{
			why: "wrapped by a router", call: call(universal, "1e18", input("execute(bytes,bytes[],uint256)")), result: ok(wrapLog(universal, "1e18"), moved(weth, universal, alice, "1e18")), op: Wrap, summary: "Wrapped 1 ETH", other: weth,
			changes: []string{"native -1000000000000000000", "erc20 " + hexOf(weth) + " 1000000000000000000"},
		},
		{
			why: "unwrapped", call: call(weth, "0", input("withdraw(uint256)", "1e18")), result: ok(unwrapLog(alice, "1e18")), op: Unwrap, summary: "Unwrapped 1 WETH", other: weth,
			changes: []string{"native 1000000000000000000", "erc20 " + hexOf(weth) + " -1000000000000000000"},
		},
		{
			why: "sending the wrapped coin to the zero address is not an unwrap", call: call(weth, "0", input("transfer(address,uint256)", zero, "1e18")), result: ok(moved(weth, alice, zero, "1e18")), op: Burn, summary: "Burned 1 WETH", other: weth,
			changes: []string{"erc20 " + hexOf(weth) + " -1000000000000000000"},
		},
		{
			why: "both a Transfer and a Deposit (Scroll) are one wrap", call: call(weth, "1e18", input("deposit()")), result: ok(moved(weth, zero, alice, "1e18"), wrapLog(alice, "1e18")), op: Wrap, summary: "Wrapped 1 ETH", other: weth,
			changes: []string{"native -1000000000000000000", "erc20 " + hexOf(weth) + " 1000000000000000000"},
		},
		{
			why: "only a Transfer (Arbitrum) is an unwrap too", network: Network{Name: "arbitrum", Symbol: "ETH", Wrap: weth, WrapByTransfer: true}, call: call(weth, "0", input("withdraw(uint256)", "1e18")),
			result: ok(moved(weth, alice, zero, "1e18")), op: Unwrap, summary: "Unwrapped 1 WETH", other: weth, changes: []string{"native 1000000000000000000", "erc20 " + hexOf(weth) + " -1000000000000000000"},
		},
		{
			why: "a router that wraps for the actor on Arbitrum paid for it with the actor's coin", network: Network{Name: "arbitrum", Symbol: "ETH", Wrap: weth, WrapByTransfer: true}, call: call(vault, "1e18", input("zap()")),
			result: ok(moved(weth, zero, alice, "1e18")), internal: []Transfer{{vault, weth, n("1e18")}}, op: Wrap, summary: "Wrapped 1 ETH", other: weth,
			changes: []string{"native -1000000000000000000", "erc20 " + hexOf(weth) + " 1000000000000000000"},
		},
		{
			why: "Polygon's own logs stand in for an explorer", network: Network{Name: "polygon", Symbol: "POL", Wrap: weth, System: addr("0x1010")}, call: call(vault, "0", input("claim()")),
			result: ok(logOf(addr("0x1010"), nativeLogTopic, []any{addr("0x1010"), vault, alice}, "4e18", "1", "1", "1", "1")), op: Receive, summary: "Received 4 POL from 0x7a17...0021", other: vault,
			changes: []string{"native 4000000000000000000"},
		},
		{
			why: "Celo's coin as a token is the coin", network: Network{Name: "celo", Symbol: "CELO", Token: addr("0xCE10")}, call: call(addr("0xCE10"), "0", input("transfer(address,uint256)", bob, "2e18")),
			result: ok(moved(addr("0xCE10"), alice, bob, "2e18")), op: Send, summary: "Sent 2 CELO to 0xb0b0...0002", other: bob, changes: []string{"native -2000000000000000000"},
		},
		{
			why: "and does not count twice beside the value", network: Network{Name: "celo", Symbol: "CELO", Token: addr("0xCE10")}, call: call(bob, "2e18", nil),
			result: ok(moved(addr("0xCE10"), alice, bob, "2e18")), op: Send, summary: "Sent 2 CELO to 0xb0b0...0002", other: bob, changes: []string{"native -2000000000000000000"},
		},
		{
			why: "an NFT bought on a marketplace", call: call(seaport, "0.4e18", input("fulfillBasicOrder()")), result: ok(nft(game, bob, alice, "5"), logOf(seaport, orderFulfilled, []any{bob, carol}, "1", "1")),
			internal: []Transfer{{seaport, bob, n("0.39e18")}, {seaport, carol, n("0.01e18")}},
			op:       NFTBuy, summary: "Bought NFT #5 of GAME for 0.4 ETH on OpenSea Seaport 1.6", other: bob, changes: []string{"native -400000000000000000", "erc721 " + hexOf(game) + "/5 1"},
		},
		{
			why: "an NFT sold to a bidder", call: call(seaport, "0", input("fulfillAdvancedOrder()")), result: ok(nft(game, alice, bob, "5"), moved(weth, bob, alice, "0.3e18"), moved(weth, alice, carol, "0.01e18"), logOf(seaport, orderFulfilled, []any{bob, carol}, "1", "1")),
			op: NFTSell, summary: "Sold NFT #5 of GAME for 0.29 WETH on OpenSea Seaport 1.6", other: bob, changes: []string{"erc721 " + hexOf(game) + "/5 -1", "erc20 " + hexOf(weth) + " 290000000000000000"},
		},
		{
			why: "staking an NFT and getting a reward is not a sale", call: call(vault, "0", input("stake(uint256)", "5")), result: ok(nft(game, alice, vault, "5"), moved(usd, pool, alice, "2e6")),
			op: ContractCall, summary: "Called stake on 0x7a17...0021: gave NFT #5 of GAME, got 2 USDX", other: vault, changes: []string{"erc721 " + hexOf(game) + "/5 -1", "erc20 " + hexOf(usd) + " 2000000"},
		},
		{
			why: "the actor of a user operation is its account; what it prepays for gas is not a movement", call: call(entryPoint, "0", input("handleOps((address,uint256,bytes,bytes,bytes32,uint256,bytes32,bytes,bytes)[],address)")),
			result: ok(moved(usd, bob, carol, "5e6"), userOpLog(bob, zero, "1")), internal: []Transfer{{bob, entryPoint, n("1e15")}, {entryPoint, alice, n("9e14")}},
			op: Send, summary: "Sent 5 USDX to 0xca01...0003", other: carol, changes: []string{"erc20 " + hexOf(usd) + " -5000000"}, actor: bob, parties: 2,
		},
		{
			why: "a paymaster paid in tokens is a fee, not the recipient", call: call(entryPoint, "0", input("handleOps((address,uint256,bytes,bytes,bytes32,uint256,bytes32,bytes,bytes)[],address)")),
			result: ok(moved(usd, bob, carol, "5e6"), moved(usd, bob, vault, "0.1e6"), userOpLog(bob, vault, "1")),
			op:     Send, other: carol,
			summary: "Sent 5.1 USDX to 0xca01...0003: 5 USDX arrived, 0.1 USDX went to 0x7a17...0021 as a fee",
			changes: []string{"erc20 " + hexOf(usd) + " -5100000"}, actor: bob,
		},
		{
			why: "a bundle of several operations is about its sender", call: call(entryPoint, "0", input("handleOps((address,uint256,bytes,bytes,bytes32,uint256,bytes32,bytes,bytes)[],address)")),
			result: ok(userOpLog(bob, zero, "1"), userOpLog(carol, zero, "1")), op: ContractCall, summary: "Called handleOps on ERC-4337 EntryPoint 0.7", other: entryPoint, warnings: []Warning{SeveralUserOps},
		},
		{
			why: "an operation may fail in a bundle that does not", call: call(entryPoint, "0", input("handleOps((address,uint256,bytes,bytes,bytes32,uint256,bytes32,bytes,bytes)[],address)")),
			result: ok(userOpLog(bob, zero, "0")), op: ContractCall, summary: "Called handleOps on ERC-4337 EntryPoint 0.7; the account's operation failed", other: entryPoint, warnings: []Warning{UserOpFailed}, actor: bob,
		},
		{
			why: "another contract's event in the EntryPoint's name changes nothing", call: call(vine, "0", input("poke()")), result: ok(logOf(vine, userOperationTopic, []any{"77", bob, zero}, "1", "1", "1", "1")),
			op: ContractCall, summary: "Called " + sel("poke()") + " on 0x714e...0013", other: vine,
		},
		{
			why: "a payment signed by one and sent by another (EIP-3009)", call: call(usd, "0", input("transferWithAuthorization(address,address,uint256,uint256,uint256,bytes32,uint8,bytes32,bytes32)", bob, carol, "10000")),
			result: ok(logOf(usd, authorizationTopic, []any{bob, "1"}), moved(usd, bob, carol, "10000")), op: Send, summary: "Relayed a signed transfer of 0.01 USDX from 0xb0b0...0002 to 0xca01...0003", other: carol,
		},
		{
			why: "a deposit from L1 is received", call: Call{Type: 0x7e, From: bob, To: &carol, Value: n("5e18")}, result: ok(), internal: []Transfer{}, op: Receive, summary: "Received 5 ETH deposited from L1", other: bob,
			changes: []string{"native 5000000000000000000"}, actor: carol, parties: 1,
		},
		{
			why: "a relayed bridge message ends at the one who gains", call: Call{Type: 0x7e, From: bob, To: &vault, Value: n("5e18"), Mint: n("5e18"), Input: []byte{1, 2, 3, 4}}, result: ok(), internal: []Transfer{{vault, pool, n("5e18")}, {pool, carol, n("5e18")}},
			op: Receive, summary: "Received 5 ETH deposited from L1", changes: []string{"native 5000000000000000000"},
			other: pool, actor: carol, parties: 1,
		},
		{
			why: "a token bridged from L1 is received, although it is minted", call: Call{Type: 0x7e, From: bob, To: &vault, Input: []byte{1, 2, 3, 4}}, result: ok(moved(usd, zero, carol, "4e6")),
			op: Receive, summary: "Received 4 USDX deposited from L1", other: bob, changes: []string{"erc20 " + hexOf(usd) + " 4000000"}, actor: carol,
		},
		{
			why: "a deposit that brought nothing along spends what its sender had", call: Call{Type: 0x7e, From: bob, To: &carol, Value: n("5e18"), Mint: new(big.Int)}, result: ok(),
			op: Receive, summary: "Received 5 ETH from 0xb0b0...0002", other: bob, changes: []string{"native 5000000000000000000"}, actor: carol, parties: 2,
		},
		{
			why: "nothing is inferred for a call that sent native coin itself", call: call(oneInch, "1e15", input("swap(uint256)")),
			result: ok(moved(cat, alice, pool, "5e18"), moved(weth, pool, oneInch, "0.02e18"), unwrapLog(oneInch, "0.02e18"), logOf(pool, v3Swap, []any{oneInch, oneInch}, "1", "1", "1", "1", "1")),
			op:     Swap, summary: "Swapped 0.001 ETH and 5 CAT for ETH (the payout is not visible without internal transfers) via 1inch v6", other: oneInch, warnings: []Warning{UnseenNative},
			changes: []string{"native -1000000000000000", "erc20 " + hexOf(cat) + " -5000000000000000000"},
		},
		{
			why: "nothing is inferred for one who gave nothing", call: call(vault, "0", input("harvest()")), result: ok(moved(weth, pool, vault, "1e18"), unwrapLog(vault, "1e18")),
			op: ContractCall, summary: "Called " + sel("harvest()") + " on 0x7a17...0021", other: vault,
		},
		{
			why: "a fee that a token takes for itself is not a recipient", call: call(vault, "0", input("pay()")), result: ok(moved(cat, alice, cat, "2e18"), moved(cat, alice, bob, "98e18")),
			op: Send, summary: "Sent 100 CAT to 0xb0b0...0002: 98 CAT arrived, 2 CAT went to the token's own contract as a fee", other: bob, changes: []string{"erc20 " + hexOf(cat) + " -100000000000000000000"},
		},
		{
			why: "Polygon's coin is not a token either", network: Network{Name: "polygon", Symbol: "POL", Wrap: weth, System: addr("0x1010")}, call: call(addr("0x1010"), "3e18", input("transfer(address,uint256)", bob, "3e18")),
			result: ok(moved(addr("0x1010"), alice, bob, "3e18"), logOf(addr("0x1010"), nativeLogTopic, []any{addr("0x1010"), alice, addr("0x1010")}, "3e18", "1", "1", "1", "1"), logOf(addr("0x1010"), nativeLogTopic, []any{addr("0x1010"), addr("0x1010"), bob}, "3e18", "1", "1", "1", "1")),
			op:     Send, summary: "Sent 3 POL to 0x0000...1010", other: addr("0x1010"), changes: []string{"native -3000000000000000000"}, parties: 2,
		},
		{
			why: "wrapped on Arbitrum for the actor, by somebody who is not seen to pay", network: Network{Name: "arbitrum", Symbol: "ETH", Wrap: weth, WrapByTransfer: true}, call: call(vault, "0", input("claim()")),
			result: ok(moved(weth, zero, alice, "1e18")), op: Receive, summary: "Received 1 WETH", changes: []string{"erc20 " + hexOf(weth) + " 1000000000000000000"}, parties: 1,
		},
		{
			why: "unwrapped on Arbitrum to somebody else", network: Network{Name: "arbitrum", Symbol: "ETH", Wrap: weth, WrapByTransfer: true}, call: call(weth, "0", input("withdrawTo(address,uint256)", bob, "1e18")),
			result: ok(moved(weth, alice, zero, "1e18")), internal: []Transfer{{weth, bob, n("1e18")}}, op: ContractCall, summary: "Called withdrawTo on 0x4200...0006: gave 1 WETH", other: weth, changes: []string{"erc20 " + hexOf(weth) + " -1000000000000000000"}, parties: 3,
		},
		{
			why: "tokens minted for a payment to a stranger are not simply minted", call: call(vault, "0", input("zap()")), result: ok(moved(usd, alice, bob, "5e6"), moved(cat, zero, alice, "1e18")),
			op: ContractCall, summary: "Called " + sel("zap()") + " on 0x7a17...0021: gave 5 USDX, got 1 CAT", other: vault, changes: []string{"erc20 " + hexOf(usd) + " -5000000", "erc20 " + hexOf(cat) + " 1000000000000000000"},
		},
		{
			why: "an address with more than 20 bytes is invalid", call: call(vine, "0", input("poke()")), result: ok(&types.Log{Address: vine, Topics: []common.Hash{transferTopic, common.MaxHash, common.BytesToHash(bob[:])}, Data: word("5")}),
			op: ContractCall, summary: "Called " + sel("poke()") + " on 0x714e...0013", other: vine, warnings: []Warning{OddTransfers},
		},
		{
			why: "a symbol that advertises is not repeated", call: call(vine, "0", input("claim()")), result: ok(moved(vine, vault, alice, "1e18")), op: Receive, summary: "Received 1 0x714e...0013 from 0x7a17...0021", other: vault,
			changes: []string{"erc20 " + hexOf(vine) + " 1000000000000000000"},
		},
	} {
		t.Run(tt.why, func(t *testing.T) {
			in := Input{Network: tt.network, Call: tt.call, Result: tt.result, Internal: tt.internal, Indexed: tt.internal != nil, Tokens: tokens()}
			if in.Network.Name == "" {
				in.Network = base
			}
			in.Tokens[vine] = called("claim at gift.example.com", 18)
			got := Explain(in)
			if got.Operation != tt.op || got.Summary != tt.summary {
				t.Errorf("%s: %q\nwant %s: %q", got.Operation, got.Summary, tt.op, tt.summary)
			}
			if got.Counterparty == nil && tt.other != zero || got.Counterparty != nil && *got.Counterparty != tt.other {
				t.Errorf("counterparty %v, want %s", got.Counterparty, tt.other)
			}
			if got.Actor != tt.actor && (tt.actor != zero || got.Actor != alice) {
				t.Errorf("actor %s", got.Actor)
			}
			if tt.parties > 0 && len(got.Movements) != tt.parties {
				t.Errorf("%d participants in %+v", len(got.Movements), got.Movements)
			}
			if !slices.Equal(got.Warnings, tt.warnings) {
				t.Errorf("warnings %q, want %q", got.Warnings, tt.warnings)
			}
			wantChanges(t, got, tt.changes)
			conserved(t, in)
		})
	}
}

// TestATokenWithAFalseNameIsNotNamedByItAlone: "Sent 500 USDC" is what the maker of such a token wants readers to
// see.
func TestATokenWithAFalseNameIsNotNamedByItAlone(t *testing.T) {
	in := Input{
		Network: Network{Name: "base", Symbol: "ETH"},
		Call:    Call{Type: 2, From: alice, To: &usd, Value: new(big.Int)},
		Result:  &Result{Logs: []*types.Log{moved(usd, alice, bob, "500e6")}},
		Tokens:  map[common.Address]Token{usd: {Symbol: "USDC", Decimals: 6, HasDecimals: true, Poses: true}},
	}

	got := Explain(in)
	if want := "Sent 500 false USDC (" + short(usd) + ") to "; !strings.HasPrefix(got.Summary, want) {
		t.Errorf("%q, want %q first", got.Summary, want)
	}
	if !slices.Contains(got.Warnings, PosingToken) {
		t.Errorf("warnings %v", got.Warnings)
	}
}
