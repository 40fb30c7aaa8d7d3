package chain_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/big"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/shopspring/decimal"

	"github.com/farebox/farebox/internal/chain/chaintest"
	"github.com/farebox/farebox/internal/chain/evm/ens"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
	devcontracts "github.com/farebox/farebox/payment/devchain/contracts"
)

// TestRoundTrips counts requests to endpoints, including the chain id check.
func TestRoundTrips(t *testing.T) {
	s := serve(t, chainPricer{})
	var tokens []string
	for i := range 25 {
		tokens = append(tokens, common.BigToAddress(big.NewInt(int64(0xA0001+i))).Hex())
	}
	for _, c := range []struct {
		target string
		most   int
	}{
		{"/gas", 1},
		{"/token/meta?token=0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913", 1},
		{"/wallet/balances?address=0x1111111111111111111111111111111111111111&tokens=USDC,WETH", 1},
		{"/wallet/balances?address=0x1111111111111111111111111111111111111111", 1},
		{"/code?address=0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913", 1},
		{"/tx?hash=" + chaintest.ExampleTx.Hex(), 1},
		{"/tx?network=ethereum&hash=" + chaintest.ExampleTx.Hex(), 1},
		{"/resolve?name=vitalik.eth", 1},
		{"/resolve?name=alice.base.eth", 2},
		{"/resolve?address=" + chaintest.Named.Hex(), 2}, // one on each network, in parallel
	} {
		before := s.chain.Requests()
		if a := s.get(c.target); a.status != http.StatusOK {
			t.Errorf("%s: %d %s", c.target, a.status, a.raw)
		}
		if n := s.chain.Requests() - before; n > c.most {
			t.Errorf("%s: %d requests, want at most %d", c.target, n, c.most)
		}
	}
	// Twenty-five tokens with three gas eaters concern the fallback, not this rule.
	before := s.chain.Requests()
	a := s.get("/wallet/balances?usd=true&address=0x1111111111111111111111111111111111111111&tokens=" + strings.Join(tokens[4:], ",") + ",USDC,WETH,DAI,AERO")
	if n := s.chain.Requests() - before; a.status != http.StatusOK || len(a.body["tokens"].([]any)) != 25 || n != 2-1 {
		t.Errorf("%d requests for 25 tokens with prices that need none: %d %s", n, a.status, a.raw)
	}
}

// chainPricer knows what two tokens are worth.
type chainPricer struct{ err error }

func (p chainPricer) PricesUSD(_ context.Context, tokens []common.Address) (map[common.Address]decimal.Decimal, error) {
	usdc := common.HexToAddress("0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913")
	return map[common.Address]decimal.Decimal{{}: decimal.NewFromInt(4000), usdc: decimal.RequireFromString("0.9998")}, p.err
}

func TestTokenMeta(t *testing.T) {
	s := serve(t, nil)
	for _, c := range []struct {
		why    string
		token  string
		status int
		want   string // part of the answer
	}{
		{"name and symbol of 32 bytes", chaintest.Ancient.Hex(), 200, `"name":"Ancient Coin"`},
		{"symbol too", chaintest.Ancient.Hex(), 200, `"symbol":"ANC","total_supply":5,"total_supply_raw":"5000000000000000000"`},
		{"no decimals", chaintest.Silent.Hex(), 200, `"decimals":null,"name":"Silent"`},
		{"NFTs", chaintest.Collection.Hex(), 400, `NFT collection`},
		{"no token", ens.BasenamesRegistry.Hex(), 400, `"code":"not_erc20"`},
		{"eats all gas", chaintest.GasEater.Hex(), 400, `"code":"not_erc20"`},
		{"no contract", chaintest.Wallet.Hex(), 404, `"field":"token"`},
		{"account that delegates", chaintest.Delegated.Hex(), 404, `there is no contract`},
		{"lower case", strings.ToLower("0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913"), 200, `"address":"0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913"`},
		{"wrong checksum", "0x833589FCD6eDb6E08f4c7C32D4f71b54bdA02913", 400, `EIP-55`},
	} {
		a := s.get("/token/meta?token=" + c.token)
		if a.status != c.status || !strings.Contains(a.raw, c.want) {
			t.Errorf("%s: %d %s", c.why, a.status, a.raw)
		}
	}
	for _, bad := range []string{"", "?token=", "?token=USDC", "?token=0x12", "?token=0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913&network=gnosis"} {
		if a := s.get("/token/meta" + bad); a.status != 400 {
			t.Errorf("%s: %d %s", bad, a.status, a.raw)
		}
	}
}

func TestWalletTokens(t *testing.T) {
	s := serve(t, chainPricer{})
	const wallet = "/wallet/balances?address=0x1111111111111111111111111111111111111111"
	many := strings.TrimSuffix(strings.Repeat("USDC,", 26), ",")
	for _, c := range []struct {
		why    string
		target string
		status int
		want   string
	}{
		{"default set", wallet, 200, `"token":"VIRTUAL"`},
		{"symbols in any case", wallet + "&tokens=usdc,Weth", 200, `"token":"Weth"`},
		{"unknown symbol", wallet + "&tokens=NOPE", 400, `not a known symbol`},
		{"wrong checksum", wallet + "&tokens=0x833589FCD6eDb6E08f4c7C32D4f71b54bdA02913", 400, `EIP-55`},
		{"too many", wallet + "&tokens=" + many, 400, ``},
		{"each contract once", wallet + "&tokens=USDC,0x833589fcd6edb6e08f4c7c32d4f71b54bda02913", 200, `"total_usd":null`},
		{"no code there", wallet + "&tokens=0x00000000000000000000000000000000000b0b0b", 200, `"error":"not_a_contract"`},
		{"no token", wallet + "&tokens=" + ens.BasenamesRegistry.Hex(), 200, `"error":"no_balance"`},
		{"eats all gas beside a good one", wallet + "&tokens=" + chaintest.GasEater.Hex() + ",USDC", 200, `"balance":7.5`},
		{"symbol elsewhere", wallet + "&network=ethereum&tokens=USDC", 400, `known on base only`},
		{"none by default elsewhere", wallet + "&network=ethereum", 200, `"tokens":[]`},
		{"address elsewhere", wallet + "&network=ethereum&tokens=" + chaintest.Ancient.Hex(), 200, `"balance":3`},
		{"no USD elsewhere", wallet + "&network=ethereum&usd=true", 200, `"usd_status":"base_only"`},
		{"values", wallet + "&usd=true&tokens=USDC", 200, `"total_usd":1007.4985,"usd_status":"complete"`},
		{"a token without price", wallet + "&usd=true&tokens=USDC,WETH", 200, `"total_usd":1007.4985,"usd_status":"partial"`},
		{"a balance that cannot be read", wallet + "&usd=true&tokens=USDC," + ens.BasenamesRegistry.Hex(), 200,
			`"total_usd":1007.4985,"usd_status":"partial"`},
		{"nothing of it needs no price", wallet + "&usd=true&tokens=USDC,GHO", 200, `"usd_status":"complete"`},
	} {
		a := s.get(c.target)
		if a.status != c.status || !strings.Contains(a.raw, c.want) {
			t.Errorf("%s: %d %s", c.why, a.status, a.raw)
		}
	}
	if a := s.get(wallet + "&tokens=USDC,0x833589fcd6edb6e08f4c7c32d4f71b54bda02913"); len(a.body["tokens"].([]any)) != 1 {
		t.Errorf("twice: %s", a.raw)
	}
}

// TestStateOfYesterdayIsNotSold: all endpoints stand still.
func TestStateOfYesterdayIsNotSold(t *testing.T) {
	yesterday := func() time.Time { return time.Now().Add(-26 * time.Hour) }
	s := &service{t: t, chain: chaintest.Start(t, chaintest.Options{Now: yesterday}), world: upstreamtest.New(t)}
	s.chain.Mount(s.world)
	s.start(chainPricer{})
	for _, target := range []string{
		"/gas",
		"/wallet/balances?address=0x1111111111111111111111111111111111111111&tokens=USDC",
		"/token/meta?token=0x833589fcd6edb6e08f4c7c32d4f71b54bda02913",
	} {
		if a := s.get(target); a.status != 503 || a.body["code"] != "data_too_old" {
			t.Errorf("%s: %d %s", target, a.status, a.raw)
		}
	}
}

func TestWalletWithoutPricesHasNoValues(t *testing.T) {
	s := serve(t, nil)
	const target = "/wallet/balances?address=0x1111111111111111111111111111111111111111&usd=true&tokens=USDC"
	if a := s.get(target); a.status != 200 || !strings.Contains(a.raw, `"usd_status":"unavailable"`) || !strings.Contains(a.raw, `"total_usd":null`) {
		t.Errorf("%d %s", a.status, a.raw)
	}
	s.start(chainPricer{err: errors.New("no feed answers")})
	if a := s.get(target); a.status != 200 || !strings.Contains(a.raw, `"usd_status":"unavailable"`) {
		t.Errorf("%d %s", a.status, a.raw)
	}
}

func TestCode(t *testing.T) {
	s := serve(t, nil)
	for _, c := range []struct {
		why     string
		address common.Address
		want    string
	}{
		{"account", chaintest.Wallet, `"code_hash":"0xc5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470","code_size":0`},
		{"account is not a contract", chaintest.Wallet, `"is_contract":false`},
		{"delegation", chaintest.Delegated, `"delegate":"0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913","is_contract":false,"is_delegated_eoa":true`},
		{"EIP-1967", chaintest.Upgradeable, `"proxy_implementation":"0x4200000000000000000000000000000000000006","proxy_type":"eip1967"`},
		{"plain contract", chaintest.Ancient, `"proxy_implementation":null,"proxy_type":null`},
	} {
		if a := s.get("/code?address=" + c.address.Hex()); a.status != 200 || !strings.Contains(a.raw, c.want) {
			t.Errorf("%s: %d %s", c.why, a.status, a.raw)
		}
	}
}

// withoutStorage are endpoints that refuse eth_getStorageAt.
type withoutStorage struct{ chain *chaintest.Chain }

func (e withoutStorage) RoundTrip(r *http.Request) (*http.Response, error) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return nil, err
	}
	body = bytes.ReplaceAll(body, []byte("eth_getStorageAt"), []byte("eth_noStorageAt_"))
	answer := httptest.NewRecorder()
	e.chain.Handler(8453).ServeHTTP(answer, httptest.NewRequest(http.MethodPost, r.URL.String(), bytes.NewReader(body)))
	result := answer.Result()
	result.Request = r
	return result, nil
}

func TestCodeSaysThatAProxyWouldNotShow(t *testing.T) {
	s := serve(t, nil)
	s.transport = withoutStorage{s.chain}
	s.start(nil)
	for address, want := range map[common.Address]string{
		chaintest.Upgradeable: `"warnings":["proxy_slots_unavailable"]`,
		chaintest.Wallet:      `"warnings":[]`,
	} {
		if a := s.get("/code?address=" + address.Hex()); a.status != 200 || !strings.Contains(a.raw, want) {
			t.Errorf("%d %s", a.status, a.raw)
		}
	}
}

func TestTransactions(t *testing.T) {
	s := serve(t, nil)
	dollar := devcontracts.NewTestDollar()
	created := s.chain.SendValue(nil, nil, common.FromHex("60006000f3"))
	failing := s.chain.Send(s.chain.Token(), dollar.PackTransfer(chaintest.Wallet, big.NewInt(1))) // the sender has no dollars left
	s.chain.CommitAny()
	waiting := s.chain.SendValue(&chaintest.Wallet, big.NewInt(5_000_000_000_000_000), nil)
	contract := crypto.CreateAddress(crypto.PubkeyToAddress(s.chain.SettlementKey().PublicKey), created.Nonce())
	for _, c := range []struct {
		why    string
		target string
		status int
		want   string
	}{
		{"contract created", "/tx?hash=" + created.Hash().Hex(), 200, fmt.Sprintf(`"contract_created":%q`, contract.Hex())},
		{"no recipient", "/tx?hash=" + created.Hash().Hex(), 200, `"to":null`},
		{"failed", "/tx?hash=" + failing.Hash().Hex(), 200, `"status":0`},
		{"pending", "/tx?hash=" + waiting.Hash().Hex(), 200, `"status":"pending"`},
		{"pending has no block", "/tx?hash=" + waiting.Hash().Hex(), 200, `"block_number":null`},
		{"exact value", "/tx?hash=" + waiting.Hash().Hex(), 200, `"value_eth":0.005,"value_wei":"5000000000000000"`},
		{"unknown", "/tx?hash=0x" + strings.Repeat("1", 64), 404, `"field":"hash"`},
		{"Ethereum has no L1 fee", "/tx?network=ethereum&hash=" + chaintest.ExampleTx.Hex(), 200, `"fee_wei":"55783125000","from"`},
		{"short hash", "/tx?hash=0x12", 400, ``},
		{"no hash", "/tx", 400, ``},
		{"network of the other list", "/tx?network=gnosis&hash=" + chaintest.ExampleTx.Hex(), 400, ``},
	} {
		a := s.get(c.target)
		if a.status != c.status || !strings.Contains(a.raw, c.want) {
			t.Errorf("%s: %d %s", c.why, a.status, a.raw)
		}
	}
}

func TestResolve(t *testing.T) {
	s := serve(t, nil)
	s.world.Handle(chaintest.Gateway, http.HandlerFunc(gateway))
	for _, c := range []struct {
		why    string
		query  string
		status int
		want   string
	}{
		{"Basename", "name=alice.base.eth", 200, `"address":"0x1111111111111111111111111111111111111111","chain":"eip155:8453"`},
		{"Basename's resolver", "name=alice.base.eth", 200, `"resolver":"0x426fA03fB86E510d0Dd9F70335Cf102a98b10875","source":"basenames"`},
		{"wildcard below a Basename", "name=bob.club.base.eth", 200, `"address":"` + chaintest.Subnames.Hex()},
		{"no Basename", "name=nobody.base.eth", 404, `nobody.base.eth has no address`},
		{"ENS", "name=vitalik.eth", 200, `"source":"ens"`},
		{"address for Base before the one for Ethereum", "name=base-side.eth", 200, `"address":"0x1111111111111111111111111111111111111111"`},
		{"off-chain", "name=offchain.eth", 200, `"address":"` + chaintest.Named.Hex()},
		{"gateway down", "name=broken.eth", 502, `ENS gateway`},
		{"unknown", "name=ishouldnotexistforrealz.eth", 404, `"field":"name"`},
		{"upper case", "name=Vitalik.eth", 400, `"normalized":"vitalik.eth"`},
		{"not in NFC", "name=" + "cafe%CC%81.eth", 400, `"code":"not_normalized"`},
		{"mixed scripts", "name=vit%D0%B0lik.eth", 400, `ENSIP-15`},
		{"one label", "name=eth", 400, `two labels`},
		{"empty label", "name=a..eth", 400, `ENSIP-15`},
		{"zero width joiner", "name=vita%E2%80%8Dlik.eth", 400, ``},
		{"both", "name=vitalik.eth&address=" + chaintest.Named.Hex(), 400, `not both`},
		{"neither", "", 400, `give a name`},
		{"primary name on Base", "address=0x1111111111111111111111111111111111111111", 200, `"direction":"reverse","name":"alice.base.eth"`},
		{"primary name on Ethereum", "address=" + chaintest.Named.Hex(), 200, `"name":"vitalik.eth"`},
		{"name that does not point back", "address=" + chaintest.Proxy.Hex(), 200, `"name":null`},
		{"nor does this", "address=" + chaintest.Collection.Hex(), 200, `"verified":false`},
		{"no name at all", "address=" + chaintest.Ancient.Hex(), 200, `"source":null,"verified":false`},
		{"wrong checksum", "address=0xD8dA6BF26964aF9D7eEd9e03E53415D37aA96045", 400, `EIP-55`},
	} {
		a := s.get("/resolve?" + c.query)
		if a.status != c.status || !strings.Contains(a.raw, c.want) {
			t.Errorf("%s: %d %s", c.why, a.status, a.raw)
		}
	}
}

// gateway answers the lookups of offchain.eth with Named, as addr(bytes32) does; addr(bytes32,uint256) has nothing.
// All others fail.
func gateway(w http.ResponseWriter, r *http.Request) {
	parts := strings.Split(strings.TrimPrefix(r.URL.Path, "/"), "/")
	if len(parts) != 3 || parts[0] != "offchain.eth" || !strings.EqualFold(parts[1], ens.UniversalResolver.Hex()) {
		http.Error(w, "no", http.StatusInternalServerError)
		return
	}
	data := "0x" + strings.Repeat("0", 24) + strings.ToLower(chaintest.Named.Hex()[2:])
	if strings.HasPrefix(parts[2], "0xf1cb7e06") {
		data = "0x" + strings.Repeat("0", 62) + "20" + strings.Repeat("0", 64)
	}
	if err := json.NewEncoder(w).Encode(map[string]string{"data": data}); err != nil {
		panic(err)
	}
}

// TestEndpointsThatFailAreTruthful: no endpoint at all is a 502, a limit a 503, never a 500 or an invented answer.
func TestEndpointsThatFailAreTruthful(t *testing.T) {
	s := serve(t, nil)
	down := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		w.WriteHeader(http.StatusServiceUnavailable)
	})
	for host := range chaintest.Hosts() {
		s.world.Handle(host, down)
	}
	s.start(nil)
	for _, target := range []string{
		"/gas", "/token/meta?token=0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913", "/wallet/balances?address=0x1111111111111111111111111111111111111111",
		"/code?address=0x1111111111111111111111111111111111111111", "/tx?hash=" + chaintest.ExampleTx.Hex(), "/resolve?name=vitalik.eth", "/resolve?name=alice.base.eth",
		"/resolve?address=0x1111111111111111111111111111111111111111",
	} {
		if a := s.get(target); a.status != http.StatusBadGateway || !strings.Contains(a.raw, "upstream_failed") {
			t.Errorf("%s: %d %s", target, a.status, a.raw)
		}
	}
}
