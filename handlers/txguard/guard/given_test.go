package guard

import (
	"math/big"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/shopspring/decimal"
)

// oneCoin is a whole coin of a network, in wei.
var oneCoin = big.NewInt(1_000_000_000_000_000_000)

// TestDelegationsAreJudgedByTheirLimits: a small one is everyday, a large one and one at another manager are not.
func TestDelegationsAreJudgedByTheirLimits(t *testing.T) {
	const usdc = "833589fcd6edb6e08f4c7c32d4f71b54bda02913"
	const manager = "0xdb9B1e94B5b69Df7e401DDbedE43491141047dB3"
	for _, c := range []struct {
		manager string
		amount  int
		verdict Verdict
	}{
		{manager, 10_000_000, Allow},
		{manager, 900_000_000_000, Warn},
		{strangerC, 10_000_000, Warn},
	} {
		typed, err := ParseTyped([]byte(`{"types":{"EIP712Domain":[{"name":"chainId","type":"uint256"},` +
			`{"name":"verifyingContract","type":"address"}],"Delegation":[{"name":"delegate","type":"address"},` +
			`{"name":"delegator","type":"address"},{"name":"authority","type":"bytes32"},` +
			`{"name":"caveats","type":"Caveat[]"},{"name":"salt","type":"uint256"}],` +
			`"Caveat":[{"name":"enforcer","type":"address"},{"name":"terms","type":"bytes"}]},` +
			`"primaryType":"Delegation","domain":{"chainId":8453,"verifyingContract":"` + c.manager + `"},` +
			`"message":{"delegate":"` + spenderB + `","delegator":"` + ownerA + `","authority":"0x` +
			strings.Repeat("f", 64) + `","caveats":[{"enforcer":"0xf100b0819427117EcF76Ed94B358B1A5b5C6D2Fc",` +
			`"terms":"0x` + usdc + word(c.amount) + `"}],"salt":1}}`))
		if err != nil {
			t.Fatal(err)
		}
		e := engine(t)
		s := e.Signature(network(t, "base"), typed)
		f := accounts(map[string]Account{manager: Contract, strangerC: Contract})
		if j := e.Judge(s, f, now); j.Verdict != c.verdict {
			t.Errorf("%d at %s: %s %v", c.amount, c.manager, j.Verdict, j.codes())
		}
	}
}

// TestGiftsOfNFTs: a friend gets an NFT every day, but nothing that stands for money.
func TestGiftsOfNFTs(t *testing.T) {
	send := fn("safeTransferFrom(address,address,uint256)") + word(ownerA) + word(spenderB) + word(7)
	f := accounts(map[string]Account{strangerC: Contract, spenderB: NoCode})
	transaction(t, strangerC, send, ownerA, nil, f).want(t, Allow, nothingFound)

	const positions = "0x03a520b32C04BF3bEEf7BEb72E919cf822Ed34f1" // of Uniswap v3: worth what is in them
	transaction(t, positions, send, ownerA, nil, f).want(t, Block, foreignRecipient)
}

// TestNotesAreReadAsNotes: text that goes along with coins to a plain account runs nothing.
func TestNotesAreReadAsNotes(t *testing.T) {
	f := accounts(map[string]Account{spenderB: NoCode})
	thanks := "0x" + common.Bytes2Hex([]byte("thanks for lunch"))
	transaction(t, spenderB, thanks, ownerA, oneCoin, f).want(t, Allow, nothingFound)
	transaction(t, spenderB, "0x676d", ownerA, oneCoin, f).want(t, Allow, nothingFound) // gm
	transaction(t, spenderB, "0x01020304", ownerA, oneCoin, f).want(t, Warn, toNotContract)
}

// TestTokensWithDataAreTransfers: ERC-223 has the same function as Farcaster's registry, and means another.
func TestTokensWithDataAreTransfers(t *testing.T) {
	data := fn("transfer(address,uint256,bytes)") + word(spenderB) + word(5) + word(96) + word(0)
	f := accounts(map[string]Account{strangerC: Contract, spenderB: NoCode})
	transaction(t, strangerC, data, ownerA, nil, f).want(t, Allow, nothingFound)
}

// TestPayeeThatOnlyLooksLikeTheOneThatIsMeant is blocked: people compare the first and last digits.
func TestPayeeThatOnlyLooksLikeTheOneThatIsMeant(t *testing.T) {
	const meant = "0x52c1b3ee4d3a0cf5f1a8a1b1d9e2c3a4b5c69f3a"
	const like = "0x52c1e5d4682adce2112c569a85938ce8cd269f3a"
	sent := movedCoins(ownerA, like, milliether(5000))
	executed(t, like, "0x", milliether(5000), []string{meant}, sent).want(t, Block, addressPoisoning)
}

// TestOnlyPayeesArePaid: whoever says whom it means to pay means nobody else.
func TestOnlyPayeesArePaid(t *testing.T) {
	sent := movedCoins(ownerA, spenderB, milliether(1))
	executed(t, spenderB, "0x", milliether(1), []string{spenderB}, sent).want(t, Allow, nothingFound)
	executed(t, spenderB, "0x", milliether(1), []string{strangerC}, sent).want(t, Block, foreignRecipient)
}

// TestCallsThatWereNotExecuted are no warning where the source is published and they can give nobody anything.
func TestCallsThatWereNotExecuted(t *testing.T) {
	f := accounts(map[string]Account{strangerC: Contract, spenderB: NoCode})
	f.Verified = map[common.Address]bool{common.HexToAddress(strangerC): true}
	f.Prices = map[common.Address]decimal.Decimal{network(t, "base").WrappedToken: decimal.NewFromInt(3000)}
	play := fn("play(uint256)")
	hash := strings.Repeat("7f", common.HashLength)

	transaction(t, strangerC, play+word(7), ownerA, nil, f).want(t, Allow, unknownSelector)
	transaction(t, strangerC, play+word(7), ownerA, milliether(10), f).want(t, Allow, unknownSelector)
	transaction(t, strangerC, play+word(7), ownerA, milliether(100), f).want(t, Warn, unknownSelector)
	transaction(t, strangerC, play+word(spenderB), ownerA, nil, f).want(t, Warn, strangerNamed)
	transaction(t, strangerC, play+hash, ownerA, nil, f).want(t, Allow, unknownSelector)
	transaction(t, usdcBase, play+word(7), ownerA, nil, f).want(t, Warn, unknownSelector)
	transaction(t, usdcBase, fn("balanceOf(address)")+word(ownerA), ownerA, nil, f).want(t, Allow)

	for to, verdict := range map[string]Verdict{strangerC: Allow, spenderB: Allow, junkF: Allow, usdcBase: Warn} {
		raw := typed(t, map[string]string{"SafeTx": "address to,uint256 value,bytes data,uint8 operation"}, "SafeTx",
			map[string]any{"chainId": 8453, "verifyingContract": poolD},
			map[string]any{"to": to, "value": 0, "data": play + word(7), "operation": 0})
		signature(t, raw, f).want(t, verdict, unknownSelector)
	}
}
