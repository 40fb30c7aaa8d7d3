package sourcify

import (
	"errors"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

var contract = common.HexToAddress("0x00000000000000000000000000000000000AbCdE")

func ask(t *testing.T, status int, body string) (*Contract, error) {
	t.Helper()
	w := upstreamtest.New(t, upstreamtest.Answer{URL: "https://sourcify.dev/server/v2/contract/8453/" + contract.Hex() + "?fields=abi,deployment,proxyResolution", Status: status, Body: body})
	return New(w.Pool(t, nil)).Contract(t.Context(), 8453, contract)
}

func TestVerifiedContractHasItsDeployment(t *testing.T) {
	c, err := ask(t, 200, `{"match":"match","chainId":"8453","deployment":{"blockNumber":"123","deployer":"0x01"},"proxyResolution":{"isProxy":true,"proxyType":"EIP1967Proxy","implementations":[{"address":"0x02"}]}}`)
	if err != nil {
		t.Fatal(err)
	}
	if n, ok := c.Block(); !c.Verified() || !ok || n != 123 || !c.Proxy.IsProxy {
		t.Errorf("%+v", c)
	}
}

// TestInterfaceOfAContractAndOfTheCodeBehindIt.
func TestInterfaceOfAContractAndOfTheCodeBehindIt(t *testing.T) {
	const behind = "0x00000000000000000000000000000000000000b1"
	c, err := ask(t, 200, `{"match":"match","deployment":{"blockNumber":null},"abi":[{"type":"function","name":"setOperator",`+
		`"inputs":[{"name":"operator","type":"address"}]}],"proxyResolution":{"isProxy":true,"proxyType":null,"implementations":[{"address":"`+
		behind+`"}]}}`)
	if err != nil {
		t.Fatal(err)
	}
	if parsed, ok := c.Interface(); !ok || parsed.Methods["setOperator"].Inputs[0].Name != "operator" {
		t.Errorf("%+v", parsed)
	}
	if at, ok := c.Implementation(); !ok || at != common.HexToAddress(behind) {
		t.Errorf("%s %v", at, ok)
	}

	c, err = ask(t, 200, `{"match":"match","deployment":{"blockNumber":null},"abi":"none","proxyResolution":{"isProxy":false,"proxyType":null,"implementations":[]}}`)
	if err != nil {
		t.Fatal(err)
	}
	if _, ok := c.Interface(); ok {
		t.Error("a text is an interface")
	}
	if _, ok := c.Implementation(); ok {
		t.Error("there is code behind what is no proxy")
	}
}

// TestProxyThatCouldNotBeLookedAt: the contract is verified all the same, and its ABI may be that of a proxy.
func TestProxyThatCouldNotBeLookedAt(t *testing.T) {
	c, err := ask(t, 200, `{"match":"match","deployment":{"blockNumber":"123"},"abi":[{"type":"function","name":"owner"}],`+
		`"proxyResolution":{"proxyResolutionError":{"customCode":"proxy_resolution_error","message":"RPC failed"}}}`)
	if err != nil || !c.Verified() || c.Proxy.Known {
		t.Fatalf("%+v %v", c, err)
	}
	if _, ok := c.Interface(); ok {
		t.Error("an ABI that may be of a proxy alone is the contract's")
	}
}

func TestUnverifiedContractIsNotFound(t *testing.T) {
	if _, err := ask(t, 404, `{"match":null,"creationMatch":null,"runtimeMatch":null,"chainId":"8453"}`); !errors.Is(err, upstream.NotFound) {
		t.Error(err)
	}
	c, err := ask(t, 200, `{"match":null,"deployment":null,"proxyResolution":null}`)
	if err != nil || c.Verified() {
		t.Errorf("%+v %v", c, err)
	}
	if _, ok := c.Block(); ok {
		t.Error("an unknown block is known")
	}
}
