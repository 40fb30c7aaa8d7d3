package guard

import (
	"math/big"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/shopspring/decimal"
)

// unpriced is a token without a price.
const unpriced20 = "0x7171717171717171717171717171717171717171"

// TestAmountsDecideAboutAllowances: the same permit for the same contract, over amounts and of accounts that differ.
func TestAmountsDecideAboutAllowances(t *testing.T) {
	units := func(whole int64, decimals int64) string {
		return new(big.Int).Mul(big.NewInt(whole), new(big.Int).Exp(big.NewInt(10), big.NewInt(decimals), nil)).String()
	}
	for _, c := range []struct {
		why     string
		token   string
		amount  string
		holds   string // empty: not known
		spender string
		verdict Verdict
		code    string
	}{
		{"thirty dollars", usdcBase, units(30, 6), units(5000, 6), strangerC, Allow, permitUnknown},
		{"all of eight dollars", usdcBase, units(8, 6), units(8, 6), strangerC, Allow, permitUnknown},
		{"all that there is", usdcBase, units(500, 6), units(500, 6), strangerC, Warn, mostOfBalance},
		{"more than half", usdcBase, units(300, 6), units(500, 6), strangerC, Warn, mostOfBalance},
		{"less than half", usdcBase, units(200, 6), units(500, 6), strangerC, Allow, permitUnknown},
		{"a thousand dollars", usdcBase, units(1000, 6), units(90000, 6), strangerC, Warn, largeAmount},
		{
			"2^128-1", usdcBase, new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), 128), big.NewInt(1)).String(), "",
			strangerC, Warn, unlimitedPermit,
		},
		{"half an ether", wethBase, units(5, 17), "", strangerC, Warn, largeAmount},
		{"a hundredth of an ether", wethBase, units(1, 16), "", strangerC, Allow, permitUnknown},
		{"all of a token without a price", unpriced20, units(10, 18), units(10, 18), strangerC, Warn, mostOfBalance},
		{"a tenth of it", unpriced20, units(1, 18), units(10, 18), strangerC, Allow, permitUnknown},
		{"nobody knows how much of it", unpriced20, units(1_000_000, 18), "", strangerC, Warn, unknownAmount},
		{
			"all that there is, for a router", usdcBase, units(500, 6), units(500, 6), routerBase, Allow,
			knownCounterparty,
		},
		{"all, for a plain account", usdcBase, units(500, 6), units(500, 6), thiefE, Block, mostOfBalance},
	} {
		t.Run(c.why, func(t *testing.T) {
			f := accounts(map[string]Account{
				c.token:    Contract,
				strangerC:  Contract,
				routerBase: Contract,
				thiefE:     NoCode,
				ownerA:     NoCode,
			})
			f.Tokens = map[common.Address]Token{common.HexToAddress(c.token): {Decimals: 18}}
			f.Prices = map[common.Address]decimal.Decimal{common.HexToAddress(wethBase): decimal.NewFromInt(3000)}
			if c.holds != "" {
				balance, _ := new(big.Int).SetString(c.holds, 10)
				f.Balances = map[common.Address]*big.Int{common.HexToAddress(c.token): balance}
			}
			raw := typed(t, map[string]string{"Permit": permitFields}, "Permit",
				map[string]any{"name": "Token", "version": "1", "chainId": 8453, "verifyingContract": c.token},
				map[string]any{
					"owner":    ownerA,
					"spender":  c.spender,
					"value":    c.amount,
					"nonce":    0,
					"deadline": now.Unix() + 600,
				})
			j := signedBy(t, ownerA, raw, f)
			j.want(t, c.verdict, c.code)
			for _, r := range j.Reasons {
				if c.holds == "" && strings.Contains(r.Message, "% of what the account holds") {
					t.Errorf("a share of what is not known: %s", r.Message)
				}
			}
		})
	}
}

// TestSignedTransfersByWorthShareAndTime: payments stay allowed, fortunes do not.
func TestSignedTransfersByWorthShareAndTime(t *testing.T) {
	const day = 24 * 3600
	for _, c := range []struct {
		why     string
		to      string
		value   string
		holds   int64 // dollars; 0: not known
		seconds int64
		verdict Verdict
		code    string
	}{
		{"a payment", thiefE, "20000", 5000, 60, Allow, transferAuth},
		{"a payment with a year to make it", thiefE, "20000", 5000, 365 * day, Allow, transferAuth},
		{"the last two dollars", thiefE, "2000000", 2, 60, Allow, transferAuth},
		{"two thousand dollars, now", thiefE, "2000000000", 50_000, 60, Allow, transferAuth},
		{"two thousand dollars, some day", thiefE, "2000000000", 50_000, 365 * day, Warn, lastingTransfer},
		{"all of five hundred", thiefE, "500000000", 500, 60, Warn, mostOfBalance},
		{"fifty thousand without end", thiefE, "50000000000", 0, 1 << 40, Warn, largeAmount},
		{"all of it to oneself", ownerA, "500000000", 500, 60, Allow, transferAuth},
		{"all of it to a router", routerBase, "500000000", 500, 60, Allow, transferAuth},
	} {
		t.Run(c.why, func(t *testing.T) {
			f := accounts(map[string]Account{usdcBase: Contract, routerBase: Contract, thiefE: NoCode, ownerA: NoCode})
			if c.holds > 0 {
				f.Balances = map[common.Address]*big.Int{common.HexToAddress(usdcBase): big.NewInt(c.holds * 1_000_000)}
			}
			raw := typed(t, map[string]string{"TransferWithAuthorization": "address from,address to,uint256 value," +
				"uint256 validAfter,uint256 validBefore,bytes32 nonce"}, "TransferWithAuthorization",
				map[string]any{"name": "USD Coin", "version": "2", "chainId": 8453, "verifyingContract": usdcBase},
				map[string]any{
					"from":        ownerA,
					"to":          c.to,
					"value":       c.value,
					"validAfter":  0,
					"validBefore": now.Unix() + c.seconds,
					"nonce":       "0x" + strings.Repeat("11", 32),
				})
			signedBy(t, "", raw, f).want(t, c.verdict, c.code)
		})
	}
}

// TestOrdersAreComparedByPrices: what lies between dust and a fair price is told by what both sides are worth.
func TestOrdersAreComparedByPrices(t *testing.T) {
	f := accounts(map[string]Account{
		usdcBase:      Contract,
		wethBase:      Contract,
		permit2.Hex(): Contract,
		reactorBase:   Contract,
		ownerA:        NoCode,
	})
	f.Prices = map[common.Address]decimal.Decimal{common.HexToAddress(wethBase): decimal.NewFromInt(3000)}
	for _, c := range []struct {
		why     string
		ether   string // for 1,000 dollars
		verdict Verdict
		code    string
	}{
		{"a fair price", "330000000000000000", Allow, knownCounterparty},
		{"a bad price", "210000000000000000", Allow, knownCounterparty},
		{"half of it", "166000000000000000", Warn, belowWorth},
		{"a tenth of it", "33000000000000000", Block, belowWorth},
	} {
		t.Run(c.why, func(t *testing.T) {
			signedBy(t, ownerA, uniswapX(t, ownerA, map[string]string{ownerA: c.ether}), f).want(t, c.verdict, c.code)
		})
	}
}

// TestContractThatMayBeAnythingIsJudgedAsTheGraver: approve without decimals and without ERC-165 stays an allowance.
func TestContractThatMayBeAnythingIsJudgedAsTheGraver(t *testing.T) {
	const kitties = "0x06012c8cf97BEaD5deAe237070F9587f8E7A266d"
	approve := data("0x095ea7b3", strangerC, maxUint)
	for _, c := range []struct {
		why, network, token string
		says                bool
		unlimited           bool
	}{
		{"says nothing", "base", unpriced20, false, true},
		{"says that it is an NFT", "base", unpriced20, true, false},
		{"an NFT from before ERC-165", "ethereum", kitties, false, false},
	} {
		t.Run(c.why, func(t *testing.T) {
			to := common.HexToAddress(c.token)
			f := accounts(map[string]Account{c.token: Contract, strangerC: Contract})
			f.NFTs = map[common.Address]bool{to: c.says}
			e := engine(t)
			s := e.Transaction(Request{Network: network(t, c.network), To: &to, Data: common.FromHex(approve)})
			if e.Judge(s, f, now); s.Actions[0].Unlimited != c.unlimited {
				t.Errorf("%+v", s.Actions[0])
			}
		})
	}
}
