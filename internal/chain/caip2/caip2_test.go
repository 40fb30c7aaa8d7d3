package caip2

import (
	"testing"

	"github.com/farebox/farebox/internal/chain/evm"
)

func TestAChainHasOneIDWhateverItIsCalled(t *testing.T) {
	for text, want := range map[string]string{
		"base": "eip155:8453", " Base ": "eip155:8453", "EIP155:8453": "eip155:8453", "bsc": "eip155:56",
		"BNB": "eip155:56", "mainnet": "eip155:1", "eip155:77777": "eip155:77777", "mars": "", "8453": "", "eip155:": "",
		"": "",
	} {
		if id, ok := Of(text); ok != (want != "") || ok && id != want {
			t.Errorf("%q: %q, %v; want %q", text, id, ok, want)
		}
	}
	if Known("eip155:77777") || !Known("eip155:8453") {
		t.Error("known are the chains that have a name")
	}
}

// TestChainsThatAreReadHaveTheirNames: the table of those that are read is another one.
func TestChainsThatAreReadHaveTheirNames(t *testing.T) {
	for _, n := range evm.Networks() {
		if id, _ := Of(n.Name); id != n.CAIP2 {
			t.Errorf("%s is %q, want %s", n.Name, id, n.CAIP2)
		}
	}
}
