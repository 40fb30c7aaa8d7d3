package guard

import (
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"
)

// TestDomainNamesLeadToKnownContracts: a name that the table does not have any more would switch its rule off.
func TestDomainNamesLeadToKnownContracts(t *testing.T) {
	table := newKnown()
	for domain, name := range domainContracts {
		t.Run(domain, func(t *testing.T) {
			for _, contracts := range table {
				for _, k := range contracts {
					if strings.HasPrefix(k.Name, name) {
						return
					}
				}
			}
			t.Errorf("none is called %q", name)
		})
	}
}

// TestPoolsTakeAllowancesLikeRouters: those that are trusted at all.
func TestPoolsTakeAllowancesLikeRouters(t *testing.T) {
	for _, tt := range []struct {
		why     string
		network string
		address string
		trusted bool
	}{
		{"Uniswap v4's PoolManager on Base", "base", "0x498581fF718922c3f8e6A244956aF099B2652b2b", true},
		{"on Ethereum it is only named", "ethereum", "0x000000000004444c5dc75cB358380D2e3dE08A90", false},
	} {
		t.Run(tt.why, func(t *testing.T) {
			k, ok := newKnown()[tt.network][common.HexToAddress(tt.address)]
			if ok != tt.trusted || ok && k.Role != RoleRouter {
				t.Errorf("%+v, %v", k, ok)
			}
		})
	}
}
