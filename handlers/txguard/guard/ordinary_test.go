package guard

import (
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"
)

// TestMessagesThatGiveNothingAway are those of contracts with a published source, each beside its opposite.
func TestMessagesThatGiveNothingAway(t *testing.T) {
	const site = "https://quests.example"
	const wallets = "https://app.safe.global"
	account := common.HexToAddress(strangerC).Hex()
	hash := "0x" + strings.Repeat("5c", 32)
	addsOwner := of("addOwnerWithThreshold(address,uint256)", worker, 2)
	safe := "address to,uint256 value,bytes data,uint8 operation,uint256 nonce"
	key := "address account,address sessionKey,string[] functions,uint256 maxSpend,uint256 expiry"
	mint := "address to,uint256 tokenId,uint256 quantity,uint256 price,uint256 nonce"
	tip := "address from,address to,address token,uint256 amount,uint256 deadline"
	named := []any{"move(uint8)", "craft(uint256)"}
	for _, c := range []struct {
		why, members, site string
		values             map[string]any
		verdict            Verdict
	}{
		{"what is minted goes to the signer", mint, site, map[string]any{"to": ownerA}, Allow},
		{"an NFT for nothing goes to somebody else", mint, site, map[string]any{"to": worker}, Block},
		{"a key that spends nothing", key, site, map[string]any{"functions": named}, Allow},
		{"a key that spends something", key, site, map[string]any{"functions": named, "maxSpend": 1}, Block},
		{"a key for any function", key, site, map[string]any{"functions": []any{}}, Block},
		{"a key for any function of a contract", key, site, map[string]any{"functions": []any{usdcBase}}, Block},
		{"a key for transfers", key, site, map[string]any{"functions": []any{"transfer(address,uint256)"}}, Block},
		{"a key for calls of others", key, site, map[string]any{"functions": []any{"multicall"}}, Block},
		{"three dollars for a writer", tip, site, map[string]any{"amount": 3_000_000}, Allow},
		{"thirty dollars", tip, site, map[string]any{"amount": 30_000_000}, Warn},
		{"three dollars, many times", tip + ",uint256 months", site, map[string]any{"amount": 3_000_000, "months": 12}, Warn},
		{"the hash of what an app of wallets shows", "bytes32 hash", wallets, map[string]any{"hash": hash}, Allow},
		{"a hash for a site that nobody knows", "bytes32 hash", site, map[string]any{"hash": hash}, Warn},
		{"another owner of a Safe", safe, wallets, map[string]any{"to": account, "data": addsOwner}, Allow},
		{"another owner, by a site that nobody knows", safe, site, map[string]any{"to": account, "data": addsOwner}, Warn},
	} {
		t.Run(c.why, func(t *testing.T) {
			values := map[string]any{
				"account": ownerA, "sessionKey": worker, "from": ownerA, "token": usdcBase, "tokenId": 7, "quantity": 1, "price": 0,
				"nonce": 1, "maxSpend": 0, "value": 0, "operation": 0,
				"deadline": now.Unix() + 60, "expiry": now.Unix() + 60,
			}
			if c.members != safe {
				values["to"] = worker
			}
			for name, v := range c.values {
				values[name] = v
			}
			primary := "Thing"
			if c.members == safe {
				primary = "SafeTx"
			}
			p := parse(t, typed(t, map[string]string{primary: c.members}, primary,
				map[string]any{"chainId": 8453, "verifyingContract": strangerC}, values))
			p.Signer = new(common.HexToAddress(ownerA))
			p.Origin = c.site
			f := accounts(map[string]Account{strangerC: Contract, usdcBase: Contract, ownerA: NoCode, worker: NoCode})
			f.Verified = map[common.Address]bool{common.HexToAddress(strangerC): true}

			e := engine(t)
			e.Judge(e.Signature(network(t, "base"), p), f, now).want(t, c.verdict)
		})
	}
}
