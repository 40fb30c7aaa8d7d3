package evm_test

import (
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"github.com/farebox/farebox/internal/chain/evm"
)

// TestProxySlotsAreThoseOfEIP1967: the EIP lists the numbers.
func TestProxySlotsAreThoseOfEIP1967(t *testing.T) {
	for _, tt := range []struct {
		name string
		want string
		slot common.Hash
	}{
		{"implementation", "360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc", evm.ImplementationSlot},
		{"beacon", "a3f0ad74e5423aebfd80d3ef4346578335a9a72aeaee59ff6cb3582b35133d50", evm.BeaconSlot},
		{"admin", "b53127684a568b3173ae13b9f8a6016e243e63b6e8ee1178d6a717850b5d6103", evm.AdminSlot},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if tt.slot.Hex() != "0x"+tt.want {
				t.Errorf("%s", tt.slot)
			}
		})
	}
}
