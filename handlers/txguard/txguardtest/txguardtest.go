// Package txguardtest is what the tests of the txguard routes need of the world: providers' answers to the
// examples of the spec, and the market of package tokentest for a test chain.
package txguardtest

import (
	"encoding/json"
	"fmt"
	"math/big"
	"net/http"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"

	"github.com/farebox/farebox/handlers/txguard/tokenrisk/tokentest"
	"github.com/farebox/farebox/internal/chain/chaintest"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

// Thief is the first address of the list of addresses that steal.
var Thief = common.HexToAddress("0x00000000000000000000000000000000bad00000")

// Permit2 is the spender of the examples of the spec, which is at the same address on all networks.
var Permit2 = common.HexToAddress("0x000000000022D473030F116dDEE9F6B43aC78BA3")

// Deployments are the market's accounts for chaintest.Options.More. The wrapped coin keeps the balances that
// chaintest gives it.
func Deployments(tb testing.TB) []chaintest.Deployment {
	tb.Helper()
	accounts, err := tokentest.Accounts()
	if err != nil {
		tb.Fatal(err)
	}

	for _, d := range chaintest.Deployments(tb) {
		if d.Address != tokentest.Wrapped {
			continue
		}
		wrapped := accounts[tokentest.Wrapped]
		for slot, value := range d.Account.Storage { // balances and supply are in the same slots
			if have, ok := wrapped.Storage[slot]; ok {
				value = common.BigToHash(new(big.Int).Add(have.Big(), value.Big()))
			}
			wrapped.Storage[slot] = value
		}
		accounts[tokentest.Wrapped] = wrapped
	}

	out := []chaintest.Deployment{
		{Address: Permit2, Account: types.Account{Code: []byte{0}}}, // STOP: that it is a contract is all that is asked
	}
	for address, account := range accounts {
		out = append(out, chaintest.Deployment{Address: address, Account: account})
	}

	return out
}

// Answers are what the providers say to the examples of the spec: of a sound token that trades, and a list of
// addresses that steal.
func Answers() []upstreamtest.Answer {
	token := "0x4ed4e862860bed51a9570b96d89af5e1b0efefed"
	return []upstreamtest.Answer{
		{URL: "https://api.gopluslabs.io/api/v1/token_security/8453?contract_addresses=" + token, Body: GoPlus(token)},
		{
			URL: "https://api.honeypot.is/v2/IsHoneypot?address=" + tokentest.Plain.Hex() + "&chainID=8453",
			Body: `{"token":{"name":"Degen","symbol":"DEGEN","decimals":18,"address":"` +
				tokentest.Plain.Hex() + `","totalHolders":41230},
			"summary":{"risk":"low","riskLevel":1,"flags":[]},"simulationSuccess":true,"honeypotResult":{"isHoneypot":false},"simulationResult":{"buyTax":0,"sellTax":0,"transferTax":0,"buyGas":"131000","sellGas":"118000"},"flags":[],
			"contractCode":{"openSource":true,"rootOpenSource":true,"isProxy":false,"hasProxyCalls":false},"chain":{"id":"8453"},
			"pair":{"pair":{"name":"Uniswap V2: DEGEN-WETH","address":"` +
				tokentest.PoolOf(tokentest.Plain).Hex() + `","type":"UniswapV2"},` +
				`"liquidity":201340.5,"createdAtTimestamp":"1704705000"}}`,
		},
		{URL: "https://sourcify.dev/server/v2/contract/8453/" + tokentest.Plain.Hex(), Body: `{"match":"exact_match","creationMatch":"exact_match","runtimeMatch":"exact_match","chainId":"8453","address":"` + tokentest.Plain.Hex() + `",
			"deployment":{"transactionHash":"0x17","blockNumber":"8925000","transactionIndex":"3","deployer":"0x00000000000000000000000000000000700a00ff"},"proxyResolution":{"isProxy":false,"proxyType":null,"implementations":[]}}`},
		{
			URL:    "https://sourcify.dev/server/v2/contract/8453/0x209693Bc6afc0C5328bA36FaF03C514EF312287C",
			Status: http.StatusNotFound,
			Body:   `{"match":null,"chainId":"8453"}`,
		},
		{URL: "https://api.dexscreener.com/token-pairs/v1/base/" + tokentest.Plain.Hex(), Body: `[{"chainId":"base","dexId":"uniswap","labels":["v3"],"pairAddress":"` + tokentest.PoolV3Of(tokentest.Plain).Hex() + `",
			"baseToken":{"address":"` + tokentest.Plain.Hex() + `","symbol":"DEGEN"},` +
			`"quoteToken":{"address":"0x4200000000000000000000000000000000000006","symbol":"WETH"},` +
			`"priceUsd":"0.1002","liquidity":{"usd":1204330.75,"base":1,"quote":1},"pairCreatedAt":1704710000000}]`},
		{URL: "https://raw.githubusercontent.com/scamsniffer/scam-database/main/blacklist/address.json", Type: "text/plain; charset=utf-8", Body: List()},
	}
}

// List is a list as long as the real one was in August 2026.
func List() string {
	list := make([]string, 2530)
	for i := range list {
		list[i] = fmt.Sprintf("0x00000000000000000000000000000000bad%05x", i)
	}
	raw, err := json.Marshal(list)
	if err != nil {
		return "[]"
	}
	return string(raw)
}

// GoPlus is a record of a sound token, whose address has to be in lower case.
func GoPlus(token string) string {
	holders := ""
	for i, percent := range []string{"0.061", "0.032", "0.021", "0.013", "0.011", "0.009", "0.008", "0.007", "0.006", "0.005"} {
		if i > 0 {
			holders += ","
		}
		holders += fmt.Sprintf(`{"address":"0x0000000000000000000000000000000000f00d%02x","tag":"","is_contract":0,"balance":"1000","percent":"%s","is_locked":0}`, i, percent)
	}
	return `{"code":1,"message":"OK","result":{"` + token +
		`":{"token_name":"Degen","token_symbol":"DEGEN","is_open_source":"1",` +
		`"is_proxy":"0","is_mintable":"0","owner_address":"",
		"can_take_back_ownership":"0","owner_change_balance":"0","hidden_owner":"0","selfdestruct":"0","external_call":"0","buy_tax":"0","sell_tax":"0","transfer_tax":"","cannot_buy":"0","cannot_sell_all":"0",
		"slippage_modifiable":"0","personal_slippage_modifiable":"0","is_honeypot":"0","transfer_pausable":"0","is_blacklisted":"0","is_whitelisted":"0","trading_cooldown":"0","is_in_dex":"1","holder_count":"41230",
		"creator_address":"0x00000000000000000000000000000000700a00ff","creator_percent":"0.002","total_supply":"3000000","trust_list":"",
		"dex":[{"liquidity_type":"UniV2","name":"UniswapV2","liquidity":"201340.11","pair":"` + tokentest.PoolOf(tokentest.Plain).Hex() + `"}],
		"lp_holders":[{"address":"0x000000000000000000000000000000000000dead","tag":"","is_contract":0,"balance":"9","percent":"0.97","is_locked":1}],
		"holders":[` + holders + `]}}}`
}
