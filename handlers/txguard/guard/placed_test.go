package guard

import (
	"math/big"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/accounts/abi"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	coretypes "github.com/ethereum/go-ethereum/core/types"
)

// placedBy is the judgement of a call whose source gives its arguments names.
func placedBy(t *testing.T, arguments string, words []any, logs ...*coretypes.Log) Judgement {
	t.Helper()
	f, err := newFunction("place(" + arguments + ")")
	if err != nil {
		t.Fatal(err)
	}
	e := engine(t)
	s := shopped(t, e, data(hexutil.Encode(f.selector[:]), words...), logs...)
	to := *s.To
	facts := stage(e, s.Network)
	method := abi.NewMethod("place", "place", abi.Function, "", false, false, f.params, nil)
	facts.ABIs = map[common.Address]*abi.ABI{to: {Methods: map[string]abi.Method{"place": method}}}
	return e.Judge(s, facts, now)
}

// TestWhatACallPlacesIsJudgedByTheNamesOfItsSource: nothing comes back now, and the data say what is to.
func TestWhatACallPlacesIsJudgedByTheNamesOfItsSource(t *testing.T) {
	const usdcEthereum = "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48"
	sent := moved(usdcBase, ownerA, shop, 5_000_000_000)
	placed := log(shop, "Placed(address)", []any{ownerA})
	const bridge = "address inputToken,address outputToken,uint256 inputAmount,uint256 outputAmount"
	bridged := func(back int) Judgement {
		return placedBy(t, bridge, []any{usdcBase, usdcEthereum, 5_000_000_000, back}, sent)
	}
	bridged(4_990_000_000).want(t, Allow)
	bridged(10_000).want(t, Block, belowDust)

	const sale = "address nft,uint256 tokenId,uint256 price"
	given := movedNFT(poolD, ownerA, shop, 7)
	placedBy(t, sale, []any{poolD, 7, milliether(900)}, given).want(t, Allow)
	placedBy(t, sale, []any{poolD, 7, 0}, given).want(t, Block, zeroConsideration)
	placedBy(t, sale, []any{poolD, 7, 1}, given).want(t, Block, zeroConsideration) // whatever it is paid in
	placedBy(t, sale, []any{poolD, 7, 60_000_000}, given).want(t, Allow)           // dollars, by the look of it
	placedBy(t, sale, []any{poolD, 7, 0}, placed).want(t, Warn, unpricedOrder)
}

// TestAddressesAreReadWhereverAWordHoldsThem, but no numbers, texts and ends of longer bytes.
func TestAddressesAreReadWhereverAWordHoldsThem(t *testing.T) {
	who := worker[2:]
	zeros := func(n int) string { return strings.Repeat("00", n) }
	for word, want := range map[string]string{
		zeros(12) + who:                    worker,
		who + zeros(12):                    worker,
		who + "0001" + zeros(10):           zero.Hex(),
		zeros(12) + "68d4591b" + zeros(16): zero.Hex(),
		common.Bytes2Hex([]byte("a name of twelve...")) + zeros(13): zero.Hex(),
		strings.Repeat("ab", 16) + zeros(16):                        zero.Hex(),
		strings.Repeat("ab", 32):                                    zero.Hex(),
	} {
		if got := addressIn(common.FromHex(word)); got != common.HexToAddress(want) {
			t.Errorf("%s: %s, want %s", word, got, want)
		}
	}
}

// TestPaymentsOfASafeAreItsOwn, however deep its batch has them; foreign code is judged by who vouches for it.
func TestPaymentsOfASafeAreItsOwn(t *testing.T) {
	const calls = "0x9641d764fc13c8B624c04430C7356C1C7C8102e2"
	safe := func(to string, payload string) Judgement {
		raw := typed(t, map[string]string{
			"SafeTx": "address to,uint256 value,bytes data,uint8 operation,uint256 safeTxGas,uint256 baseGas,uint256 gasPrice," +
				"address gasToken,address refundReceiver,uint256 nonce",
		}, "SafeTx", map[string]any{"chainId": 8453, "verifyingContract": shop}, map[string]any{
			"to": to, "value": 0, "data": payload, "operation": 1, "safeTxGas": 0, "baseGas": 0, "gasPrice": 0,
			"gasToken": zero.Hex(), "refundReceiver": zero.Hex(), "nonce": 1,
		})
		e := engine(t)
		n := network(t, "base")
		s := e.Signature(n, parse(t, raw))
		e.Happened(s, Outcome{
			Worked: true,
			Runs:   true,
			Logs: []*coretypes.Log{
				moved(usdcBase, shop, worker, 900_000_000),
				moved(usdcBase, shop, poolD, 800_000_000),
			},
		})
		return e.Judge(s, stage(e, n), now)
	}

	pay := func(to string, amount int) string {
		call := of("transfer(address,uint256)", to, amount)[2:]
		length := common.Bytes2Hex(common.LeftPadBytes(big.NewInt(int64(len(call)/2)).Bytes(), 32))
		return "00" + strings.ToLower(usdcBase[2:]) + strings.Repeat("00", 32) + length + call
	}
	batch := pay(worker, 900_000_000) + pay(poolD, 800_000_000)
	padded := batch + strings.Repeat("00", (32-len(batch)/2%32)%32)
	if j := safe(calls, of("multiSend(bytes)", 32, len(batch)/2)+padded); j.Verdict == Block {
		t.Errorf("wages: %+v", j.Reasons)
	}

	foreign := map[string]int{poolD: 40, junkF: 80, worker: 40} // there is no code at worker
	for to, want := range foreign {
		got := 0
		for _, r := range safe(to, "0x12345678").Reasons {
			if r.Code == safeDelegateCall {
				got = r.Points
			}
		}
		if got != want {
			t.Errorf("code of %s weighs %d, want %d", to, got, want)
		}
	}
}

// TestRowsThatFindAMessageHarmlessReadAllOfIt: a vote with a payment in it is none. Texts name the signer only.
func TestRowsThatFindAMessageHarmlessReadAllOfIt(t *testing.T) {
	f := accounts(map[string]Account{strangerC: Contract, ownerA: NoCode, spenderB: NoCode})
	domain := map[string]any{"name": "Governor", "version": "1", "chainId": 8453, "verifyingContract": strangerC}
	vote := map[string]any{"proposalId": 4, "support": 1}
	signedBy(t, ownerA, typed(t, map[string]string{"Ballot": "uint256 proposalId,uint8 support"}, "Ballot", domain, vote),
		f).want(t, Allow)
	vote["payout"] = map[string]any{"to": spenderB, "amount": 5}
	signedBy(t, ownerA, typed(t, map[string]string{
		"Ballot": "uint256 proposalId,uint8 support,Payout payout",
		"Payout": "address to,uint256 amount",
	}, "Ballot", domain, vote), f).want(t, Warn, strangerNamed)

	said := func(text string) Judgement {
		e := engine(t)
		p := ParsePlain(text, PersonalSign)
		p.Signer = new(common.HexToAddress(ownerA))
		return e.Judge(e.Message(network(t, "base"), p), f, now)
	}
	said("I am "+ownerA).want(t, Allow)
	said("I agree to the transfer of all to "+spenderB).want(t, Warn, strangerNamed)
}
