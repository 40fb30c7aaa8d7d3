package txexplain

import (
	"encoding/hex"
	"fmt"
	"math/big"
	"slices"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
)

// The cast of the tests. The tokens' decimals are in tokens().
var (
	alice, bob, carol    = addr("0xA11CE00000000000000000000000000000000001"), addr("0xB0B0000000000000000000000000000000000002"), addr("0xCA01000000000000000000000000000000000003")
	usd, cat, game, vine = addr("0x05D0000000000000000000000000000000000010"), addr("0xCA70000000000000000000000000000000000011"), addr("0x6A3E000000000000000000000000000000000012"), addr("0x714E000000000000000000000000000000000013")
	pool, vault          = addr("0x9001000000000000000000000000000000000020"), addr("0x7A17000000000000000000000000000000000021")
	weth                 = addr("0x4200000000000000000000000000000000000006")
	oneInch              = addr("0x111111125421ca6dc452d289314280a0f8842a65")
	universal            = addr("0x6ff5693b99212da76ad316178a184ab56d299b43")
	seaport              = addr("0x0000000000000068f116a894984e2db1123eb395")
	entryPoint           = addr("0x0000000071727De22E5E9d8BAf0edAc6f37da032")
	zero                 = common.Address{}
	base                 = Network{Name: "base", Symbol: "ETH", Wrap: weth}
	v3Swap               = topic("Swap(address,address,int256,int256,uint160,uint128,int24)")
	v4Swap               = topic("Swap(bytes32,address,int128,int128,uint160,uint128,int24,uint24)")
	orderFulfilled       = common.HexToHash("0x9d9af8e38d66c62e2c12f0225249fd9d721c54b83f48d9352c97c6cacdcb6f31")
)

func called(symbol string, decimals uint8) Token {
	return Token{Symbol: symbol, Decimals: decimals, HasDecimals: true}
}

func tokens() map[common.Address]Token {
	return map[common.Address]Token{
		usd:   called("USDX", 6),
		cat:   called("CAT", 18),
		game:  {Symbol: "GAME"},
		weth:  called("WETH", 18),
		vault: called("vUSDX", 6),
	}
}

// n is a number of base units: "1.5e18" or "7".
func n(s string) *big.Int {
	r, ok := new(big.Rat).SetString(s)
	if !ok || !r.IsInt() {
		panic(s)
	}
	return r.Num()
}

func word(v any) []byte {
	switch v := v.(type) {
	case common.Address:
		return common.LeftPadBytes(v[:], 32)
	case string:
		return common.LeftPadBytes(n(v).Bytes(), 32)
	case *big.Int:
		return common.LeftPadBytes(v.Bytes(), 32)
	}
	panic(fmt.Sprint(v))
}

func logOf(at common.Address, event common.Hash, indexed []any, data ...any) *types.Log {
	l := &types.Log{Address: at, Topics: []common.Hash{event}}
	for _, v := range indexed {
		l.Topics = append(l.Topics, common.BytesToHash(word(v)))
	}
	for _, v := range data {
		l.Data = append(l.Data, word(v)...)
	}
	return l
}

func moved(token, from, to common.Address, amount string) *types.Log {
	return logOf(token, transferTopic, []any{from, to}, amount)
}

func nft(token, from, to common.Address, id string) *types.Log {
	return logOf(token, transferTopic, []any{from, to, id})
}

func wrapLog(who common.Address, amount string) *types.Log {
	return logOf(weth, depositTopic, []any{who}, amount)
}

func unwrapLog(who common.Address, amount string) *types.Log {
	return logOf(weth, withdrawalTopic, []any{who}, amount)
}

func input(signature string, args ...any) []byte {
	s := selector(signature)
	b := s[:]
	for _, a := range args {
		b = append(b, word(a)...)
	}
	return b
}

func userOpLog(sender, paymaster common.Address, ok string) *types.Log {
	return logOf(entryPoint, userOperationTopic, []any{"77", sender, paymaster}, "1", ok, "1000", "10")
}

func join(parts ...[]byte) []byte { return slices.Concat(parts...) }

func hexOf(a common.Address) string { return strings.ToLower(a.Hex()) }

func sel(signature string) string {
	s := selector(signature)
	return "0x" + hex.EncodeToString(s[:])
}

// wantChanges compares the actor's changes with lines "standard contract[/id] amount[ approximate]"; "/*" matches
// any id.
func wantChanges(t *testing.T, got Explanation, want []string) {
	t.Helper()
	var have []string
	for _, m := range got.Movements {
		if !m.Actor {
			continue
		}
		for _, c := range m.Changes {
			line := string(c.Asset.Standard)
			if c.Asset.Standard != Native {
				line += " " + strings.ToLower(c.Asset.Contract.Hex())
			}
			if c.Asset.NFT() {
				line += "/" + c.Asset.TokenID()
			}
			line += fmt.Sprintf(" %s", c.Amount)
			if c.Approximate {
				line += " approximate"
			}
			have = append(have, line)
		}
	}
	same := slices.EqualFunc(have, want, func(h, w string) bool {
		before, after, any := strings.Cut(w, "/*")
		return h == w || any && strings.HasPrefix(h, before+"/") && strings.HasSuffix(h, after)
	})
	if !same {
		t.Errorf("the actor's changes\n  %q\nwant\n  %q", have, want)
	}
}
