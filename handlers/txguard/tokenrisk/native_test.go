package tokenrisk

import (
	"testing"

	"github.com/ethereum/go-ethereum/common/hexutil"

	"github.com/farebox/farebox/internal/chain/evm"
)

// TestTokenOfTheNodesIsNotCalledHarmless: eth_getCode gives 0xef for Base's B20 tokens, whose issuers can make more,
// stop holders and pause them all.
func TestTokenOfTheNodesIsNotCalledHarmless(t *testing.T) {
	calls := make([]*evm.Call, len(proxySlots))
	for i := range calls {
		calls[i] = &evm.Call{}
	}
	c := &OnChain{Powers: &Powers{}}
	c.proxy(&firstReads{}, []byte{0xef}, calls, make([]hexutil.Bytes, len(proxySlots)))
	var e Evidence
	c.Apply(&e)
	if e.Mintable != nil || e.Blacklist != nil || e.Pausable != nil || e.Roles != nil || e.SelfDestruct != nil {
		t.Errorf("%+v", e)
	}
}
