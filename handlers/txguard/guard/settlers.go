package guard

import (
	"math/big"
	"strings"

	"github.com/ethereum/go-ethereum/common"
)

// SettlerRegistry tells which contracts settle 0x's swaps at present, by ownerOf of SettlerFeatures. Its answer changes
// with each release. Source: 0xProject's 0x-settler, README and src/deployer/IDeployer.sol.
var SettlerRegistry = common.HexToAddress("0x00000000000004533Fe15556B1E086BB1A72cEae")

// SettlerFeatures are what the registry has settlers for: swaps that the taker sends, and those that others send.
var SettlerFeatures = []*big.Int{big.NewInt(2), big.NewInt(3), big.NewInt(4)}

// askSettlers says whether somebody is named who may be a settler of 0x.
func (s *Subject) askSettlers() bool {
	for i := range s.Actions {
		a := &s.Actions[i]
		if s.Signed && a.Kind == Approval && a.Spender != nil && s.forOnce() {
			return true
		}
	}
	return false
}

// forOnce says whether a message allows one transfer, which its spender makes in the name of the signer.
func (s *Subject) forOnce() bool {
	return strings.HasPrefix(s.Kind, "permit2_") && strings.Contains(s.Kind, "transfer")
}

// settler judges an allowance for a present settler of 0x. Settlers make the calls that they are asked to: what they
// may take for the length of a call, or by a signature for one transfer, they take as the signer says. A lasting
// allowance is anybody's.
func (j *judge) settler(a *Action) bool {
	if a.Spender == nil || !j.f.Settlers[*a.Spender] {
		return false
	}
	if j.signed(a) && j.s.forOnce() {
		j.add(knownCounterparty, 0, a.Path, "the spender %s is a present settler of 0x, by its registry",
			a.Spender.Hex())
		return true
	}
	j.hit(openContract, a.Path, "%s settles 0x's swaps and makes the calls it is asked to: anybody may take what this "+
		"allows", a.Spender.Hex())
	return true
}
