package guard

import (
	"slices"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/crypto"
)

// TestOrdersThatSellForNothingOfWorthAreNotAllowed, whatever the price is said to be in.
func TestOrdersThatSellForNothingOfWorthAreNotAllowed(t *testing.T) {
	const wethBase, junk, nft = "0x4200000000000000000000000000000000000006", "0x9999999999999999999999999999999999999999", "0x1111111111111111111111111111111111111111"
	seaport := map[string]any{"name": "Seaport", "version": "1.6", "chainId": 8453, "verifyingContract": "0x0000000000000068f116a894984e2db1123eb395"}
	cow := map[string]any{"name": "Gnosis Protocol", "version": "v2", "chainId": 8453, "verifyingContract": "0x9008D19f58AAbD9eD0D60971565AA8510560ab41"}
	plain := map[string]any{"name": "1inch Aggregation Router", "version": "6", "chainId": 8453, "verifyingContract": "0x111111125421ca6dc452d289314280a0f8842a65"}
	sell := func(offer, want []any) []byte {
		return typed(t, orderTypes(), "OrderComponents", seaport, order(offer, want))
	}
	swap := func(sellToken, sellAmount, buyToken, buyAmount string) []byte {
		return typed(t, map[string]string{"Order": "address sellToken,address buyToken,address receiver,uint256 sellAmount,uint256 buyAmount,uint32 validTo,bytes32 appData,uint256 feeAmount,string kind,bool partiallyFillable,string sellTokenBalance,string buyTokenBalance"}, "Order", cow,
			map[string]any{"sellToken": sellToken, "buyToken": buyToken, "receiver": zero.Hex(), "sellAmount": sellAmount, "buyAmount": buyAmount, "validTo": now.Unix() + 60,
				"appData": "0x" + strings.Repeat("00", 32), "feeAmount": "0", "kind": "sell", "partiallyFillable": false, "sellTokenBalance": "erc20", "buyTokenBalance": "erc20"})
	}
	limit := func(takingAmount string) []byte {
		return typed(t, map[string]string{"Order": "uint256 salt,address maker,address receiver,address makerAsset,address takerAsset,uint256 makingAmount,uint256 takingAmount,uint256 makerTraits"}, "Order", plain,
			map[string]any{"salt": 1, "maker": ownerA, "receiver": zero.Hex(), "makerAsset": usdcBase, "takerAsset": wethBase, "makingAmount": "5000000000", "takingAmount": takingAmount, "makerTraits": 0})
	}
	blur := func(price string, rate int) []byte {
		return typed(t, map[string]string{"Order": "address trader,uint8 side,address matchingPolicy,address collection,uint256 tokenId,uint256 amount,address paymentToken,uint256 price,uint256 listingTime,uint256 expirationTime,Fee[] fees,uint256 salt,bytes extraParams,uint256 nonce", "Fee": "uint16 rate,address recipient"}, "Order",
			map[string]any{"name": "Blur Exchange", "version": "1.0", "chainId": 1, "verifyingContract": "0x000000000000Ad05Ccc4F10045630fb830B95127"},
			map[string]any{"trader": ownerA, "side": 1, "matchingPolicy": zero.Hex(), "collection": nft, "tokenId": 1, "amount": 1, "paymentToken": zero.Hex(), "price": price, "listingTime": 0,
				"expirationTime": now.Unix() + 60, "fees": []any{map[string]any{"rate": rate, "recipient": spenderB}}, "salt": 1, "extraParams": "0x", "nonce": 0})
	}
	const ether = "1000000000000000000"
	facts := accounts(nil)
	for _, c := range []struct {
		why     string
		raw     []byte
		verdict Verdict
		code    string
	}{
		{"NFT for one unit of a token nobody knows", sell([]any{offered(2, nft, "1")}, []any{wanted(1, junk, "1", ownerA)}), Block, belowDust},
		{"NFT for many units of a token nobody knows", sell([]any{offered(2, nft, "1")}, []any{wanted(1, junk, ether, ownerA)}), Warn, unpricedOrder},
		{"NFT for another of its collection", sell([]any{offered(2, nft, "1")}, []any{wanted(2, nft, "1", ownerA)}), Allow, unpricedOrder},
		{"NFT for another NFT", sell([]any{offered(2, nft, "1")}, []any{wanted(2, junk, "1", ownerA)}), Warn, unpricedOrder},
		{"NFT for a cent", sell([]any{offered(2, nft, "1")}, []any{wanted(1, usdcBase, "10000", ownerA)}), Block, belowDust},
		{"NFT for five dollars", sell([]any{offered(2, nft, "1")}, []any{wanted(1, usdcBase, "5000000", ownerA)}), Allow, nothingFound},
		{"dollars for one wei", sell([]any{offered(1, usdcBase, "1000000000")}, []any{wanted(0, zero.Hex(), "1", ownerA)}), Block, belowDust},
		{"a million dollars for a thousandth of a coin", sell([]any{offered(1, usdcBase, "1000000000000")}, []any{wanted(0, zero.Hex(), "1000000000000000", ownerA)}), Block, belowDust},
		{"a hundred WETH for a thousandth", sell([]any{offered(1, wethBase, "100"+ether[1:])}, []any{wanted(0, zero.Hex(), "1000000000000000", ownerA)}), Block, belowDust},
		{"a hundred WETH for a dollar", sell([]any{offered(1, wethBase, "100"+ether[1:])}, []any{wanted(1, usdcBase, "1000000", ownerA)}), Block, belowDust},
		{"three thousand dollars for a coin", sell([]any{offered(1, usdcBase, "3000000000")}, []any{wanted(0, zero.Hex(), ether, ownerA)}), Allow, nothingFound},
		{"bid for an NFT", sell([]any{offered(1, wethBase, ether)}, []any{wanted(2, nft, "1", ownerA)}), Allow, unpricedOrder},
		{"CoW: dollars for a wei", swap(usdcBase, "1000000000", wethBase, "1"), Block, belowDust},
		{"CoW: dollars for an unknown token", swap(usdcBase, "1000000000", junk, ether), Allow, unpricedOrder},
		{"CoW: dollars for a few units of an unknown token", swap(usdcBase, "1000000000", junk, "7"), Block, belowDust},
		{"CoW: a fair trade", swap(usdcBase, "3000000000", wethBase, ether), Allow, nothingFound},
		{"1inch: a fair trade", limit(ether), Allow, nothingFound},
		{"1inch: for nothing", limit("0"), Block, zeroConsideration},
		{"1inch: for a wei", limit("1"), Block, belowDust},
	} {
		j := signature(t, c.raw, facts)
		if j.Verdict != c.verdict || !slices.Contains(j.codes(), c.code) {
			t.Errorf("%s: %s %d, want %s with %s: %+v", c.why, j.Verdict, j.Risk, c.verdict, c.code, j.Reasons)
		}
	}
	e := engine(t)
	for rate, verdict := range map[int]Verdict{50: Allow, 10_000: Block} {
		if j := e.Judge(e.Signature(network(t, "ethereum"), parse(t, blur(ether, rate))), facts, now); j.Verdict != verdict {
			t.Errorf("Blur with fees of %d basis points: %s %+v", rate, j.Verdict, j.Reasons)
		}
	}
}

// TestSignaturesThatHandAnAccountOverAreNotAllowed.
func TestSignaturesThatHandAnAccountOverAreNotAllowed(t *testing.T) {
	domain := map[string]any{"name": "DelegationManager", "version": "1", "chainId": 8453, "verifyingContract": strangerC}
	f := accounts(map[string]Account{strangerC: Contract, spenderB: NoCode})
	signature(t, typed(t, map[string]string{"Delegation": "address delegate,address delegator,bytes32 authority,Caveat[] caveats,uint256 salt", "Caveat": "address enforcer,bytes terms"}, "Delegation", domain,
		map[string]any{"delegate": spenderB, "delegator": ownerA, "authority": "0x" + strings.Repeat("ff", 32), "caveats": []any{}, "salt": 1}), f).want(t, Block, ownershipChange)
	signature(t, typed(t, map[string]string{"Grant": "address operator,uint256 until"}, "Grant", domain, map[string]any{"operator": spenderB, "until": 5}), f).want(t, Block, unknownPermission)
}

// TestDomainAloneHasItsOwnTypeHash: its type follows from its members where the message does not define it.
func TestDomainAloneHasItsOwnTypeHash(t *testing.T) {
	p := parse(t, []byte(`{"types":{},"primaryType":"EIP712Domain","domain":{"name":"x"},"message":{}}`))
	if want := crypto.Keccak256Hash([]byte("EIP712Domain(string name)")); p.TypeHash != want {
		t.Errorf("%s, want %s", p.TypeHash, want)
	}
}

// TestLongNamesAreQuotedBetweenTheirCharacters: half a character would be shown as another one.
func TestLongNamesAreQuotedBetweenTheirCharacters(t *testing.T) {
	name := strings.Repeat("N", 59) + "é" + strings.Repeat("o", 20)
	raw := typed(t, map[string]string{name: "uint256 amount"}, name,
		map[string]any{"name": "x"}, map[string]any{"amount": 1})
	j := engine(t).Judge(engine(t).Signature(network(t, "base"), parse(t, raw)), Facts{}, now)
	quoted := "type " + strings.Repeat("N", 59) + "é... is"
	if !strings.Contains(j.Reasons[0].Message, quoted) {
		t.Errorf("%q", j.Reasons[0].Message)
	}
}

// TestTypesAreReadAsWalletsReadThem: names of JSON members differ by case, to wallets.
func TestTypesAreReadAsWalletsReadThem(t *testing.T) {
	raw := `{"types":{"EIP712Domain":[{"name":"name","type":"string"}],"Note":[{"name":"text","type":"uint256","Type":"string"}]},"primaryType":"Note","domain":{"name":"x"},"message":{"text":"5"}}`
	d, err := ParseTyped([]byte(raw))
	if err != nil || d.Data.Types.Encode("Note") != "Note(uint256 text)" {
		t.Errorf("%+v, %v", d, err)
	}
}
