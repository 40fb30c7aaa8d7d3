package depin

import (
	"github.com/shopspring/decimal"

	gen "github.com/farebox/farebox/gen/depin"
)

// The networks.
const (
	helium    = "helium"
	dimoNet   = "dimo"
	geodnetID = "geodnet"
	wxm       = "weatherxm"
)

// network is what is always true of a network.
type network struct {
	tokens []gen.DepinToken
	proof  *gen.DepinProof
	note   string // what its counts mean
	noSum  string // why there is no sum of its rewards, "" where there is
}

// networks is the one table of all that are answered for.
var networks = map[string]network{
	helium: {
		tokens: []gen.DepinToken{
			token("HNT", "solana", "hntyVP6YFm1Hg25TN9WGLqM12b8TQmcknKrdu1oxWux", 8),
			token("MOBILE", "solana", "mb1eu7TzEc71KxDpsmsKoucSSuuoGLv1drys1oP2jh6", 6),
			token("IOT", "solana", "iotEVVZLEywoTn1QdwNPddxPWszn3zFhEot3MfL9fns", 6),
			token("DC", "solana", "dcuc8Amr83Wz27ZkQ2K9NS6r8zRpf1J6cvArEBDZDmm", 0),
		},
		proof: &gen.DepinProof{
			Ended: new("2026-07-06"),
			Note: "Helium ended rewards for proof of coverage on both sub-networks; what is paid is for data " +
				"transfer, with fixed allocations. Older beacons and witnesses say nothing about coverage now.",
		},
		note: "Hotspots that were onboarded, working or not. One may be on both sub-networks.",
	},
	dimoNet: {
		tokens: []gen.DepinToken{
			token("DIMO", "polygon", "0xE261D618a959aFfFd53168Cd07D12E37B26761db", 18),
		},
		note:  "Vehicles that were minted, connected or not.",
		noSum: "DIMO publishes rewards by user, not of the whole network; /depin/wallet has those of an address.",
	},
	geodnetID: {
		tokens: []gen.DepinToken{
			token("GEOD", "polygon", "0xac0f66379a6d7801d7726d5a943356a172549adb", 18),
			{
				Symbol:         "GEOD",
				Chain:          "solana",
				MintOrContract: "7JA5eZdCzztSfQbJvS8aVVxMFfd81Rs9VvwnocV1mKHu",
			},
		},
		note:  "Stations of the public map; the list does not tell whether they are on line.",
		noSum: "GEODNET publishes no rewards of the network that can be read without an account.",
	},
	wxm: {
		tokens: []gen.DepinToken{
			token("WXM", "arbitrum", "0xB6093B61544572Ab42A0E43AF08aBaFD41bf25A6", 18),
		},
		note: "Stations in all cells of the explorer, and those of them that it calls active.",
	},
}

func token(symbol, chain, contract string, decimals int) gen.DepinToken {
	return gen.DepinToken{
		Symbol:         symbol,
		Chain:          chain,
		MintOrContract: contract,
		Decimals:       &decimals,
	}
}

// tokenOf is the token with a mint; nil for another.
func (n network) tokenOf(mint string) *gen.DepinToken {
	for i := range n.tokens {
		if n.tokens[i].MintOrContract == mint {
			return &n.tokens[i]
		}
	}
	return nil
}

// amount is a raw amount in tokens; ok is false for text that is not a whole number.
func amount(raw string, decimals int) (value decimal.Decimal, ok bool) {
	n, err := decimal.NewFromString(raw)
	if err != nil || !n.IsInteger() || n.IsNegative() {
		return decimal.Decimal{}, false
	}
	return n.Shift(-int32(decimals)), true
}
