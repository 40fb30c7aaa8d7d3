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
	w := upstreamtest.New(t, upstreamtest.Answer{URL: "https://sourcify.dev/server/v2/contract/8453/" + contract.Hex() + "?fields=deployment,proxyResolution", Status: status, Body: body})
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
