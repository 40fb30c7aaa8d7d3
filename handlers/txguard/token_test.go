package txguard

import (
	"net/http"
	"strings"
	"testing"

	"github.com/farebox/farebox/handlers/txguard/tokenrisk/tokentest"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

// codes are the codes of an answer's reasons.
func codes(answer map[string]any) []string {
	var out []string
	list, _ := answer["reasons"].([]any)
	for _, r := range list {
		m, _ := r.(map[string]any)
		code, _ := m["code"].(string)
		out = append(out, code)
	}
	return out
}

func has(t *testing.T, answer map[string]any, want ...string) {
	t.Helper()
	all := " " + strings.Join(codes(answer), " ") + " "
	for _, w := range want {
		if !strings.Contains(all, " "+w+" ") {
			t.Errorf("no %s in%s", w, all)
		}
	}
}

func statusOf(t *testing.T, answer map[string]any, source string) string {
	t.Helper()
	list, _ := answer["sources"].([]any)
	for _, r := range list {
		if m, _ := r.(map[string]any); m["name"] == source {
			s, _ := m["status"].(string)
			return s
		}
	}
	return ""
}

// TestTokensOfTheTestMarketAreJudgedByTheRoute: the sites know none of them, the chain tells enough.
func TestTokensOfTheTestMarketAreJudgedByTheRoute(t *testing.T) {
	s, _ := service(t,
		upstreamtest.Answer{URL: "https://api.gopluslabs.io/api/v1/token_security/8453?contract_addresses=" + strings.ToLower(tokentest.Honey.Hex()), Body: `{"code":1,"message":"OK","result":{}}`},
		upstreamtest.Answer{URL: "https://api.gopluslabs.io/api/v1/token_security/8453?contract_addresses=" + strings.ToLower(tokentest.Tax.Hex()), Body: `{"code":1,"message":"OK","result":{}}`},
		upstreamtest.Answer{URL: "https://api.gopluslabs.io/api/v1/token_security/8453?contract_addresses=" + strings.ToLower(tokentest.NoPool.Hex()), Body: `{"code":1,"message":"OK","result":{}}`},
		upstreamtest.Answer{URL: "https://api.honeypot.is/v2/IsHoneypot", Status: http.StatusNotFound, Body: `{"error":"Token not found on chain"}`},
		upstreamtest.Answer{URL: "https://sourcify.dev/server/v2/contract/8453/" + tokentest.Honey.Hex(), Status: http.StatusNotFound, Body: `{"match":null,"chainId":"8453"}`},
		upstreamtest.Answer{URL: "https://api.dexscreener.com/token-pairs/v1/base/" + tokentest.Honey.Hex(), Body: `[]`},
		upstreamtest.Answer{URL: "https://api.dexscreener.com/token-pairs/v1/base/" + tokentest.NoPool.Hex(), Body: `[]`},
	)
	status, honey := s.Get("/token/risk", "token", tokentest.Honey.Hex())
	if status != http.StatusOK || honey["risk_category"] != "critical" || honey["risk_score"].(float64) < 90 {
		t.Errorf("honeypot: %d %v %v", status, honey["risk_category"], honey["risk_score"])
	}
	has(t, honey, "honeypot", "owner_eoa", "unverified_source")
	if sim, _ := honey["simulation"].(map[string]any); sim["sellable"] != false || sim["failure"] != "TRADING_PAUSED" {
		t.Errorf("simulation %v", sim)
	}
	if statusOf(t, honey, "honeypot-is") != "empty" || statusOf(t, honey, "goplus") != "empty" || honey["partial"] != true {
		t.Errorf("sources %v", honey["sources"])
	}

	status, taxed := s.Get("/token/risk", "token", tokentest.Tax.Hex())
	sim, _ := taxed["simulation"].(map[string]any)
	if status != http.StatusOK || sim["buy_tax_pct"] != 3.0 || sim["sell_tax_pct"] != 12.0 || sim["sellable"] != true {
		t.Errorf("taxed: %d %v", status, sim)
	}
	has(t, taxed, "high_sell_tax", "owner_eoa")

	status, none := s.Get("/token/risk", "token", tokentest.NoPool.Hex())
	if status != http.StatusOK || none["simulation"] != nil {
		t.Errorf("no pool: %d %v", status, none)
	}
	has(t, none, "no_liquidity")
}

func TestWhatIsNoTokenIsRefused(t *testing.T) {
	s, _ := service(t)
	for _, c := range []struct {
		why, token, network, field string
		status                     int
	}{
		{"plain account", tokentest.Owner.Hex(), "base", "token", http.StatusNotFound},
		{"wrong checksum", "0x4ed4E862860beD51a9570b96d89aF5E1B0EfefeD", "base", "token", http.StatusBadRequest},
		{"not an address", "0x12", "base", "", http.StatusBadRequest},
		{"network without a market", tokentest.Plain.Hex(), "gnosis", "", http.StatusBadRequest},
	} {
		status, answer := s.Get("/token/risk", "token", c.token, "network", c.network)
		if status != c.status || c.field != "" && answer["field"] != c.field {
			t.Errorf("%s: %d %v", c.why, status, answer)
		}
	}
}

// TestTokenIsJudgedByTheSitesWhenTheChainCannotBeRead: on Arbitrum, where no endpoint answers here.
func TestTokenIsJudgedByTheSitesWhenTheChainCannotBeRead(t *testing.T) {
	token := "0x00000000000000000000000000000000700affff"
	s, _ := service(t, upstreamtest.Answer{
		URL: "https://api.gopluslabs.io/api/v1/token_security/42161?contract_addresses=" + token,
		Body: `{"code":1,"message":"OK","result":{"` + token + `":{"is_open_source":"0","is_honeypot":"1","sell_tax":"1","hidden_owner":"1","is_mintable":"","holder_count":"40",
			"holders":[{"address":"0x01","percent":"1769801.01","tag":"UniswapV2","is_contract":1,"is_locked":0},{"address":"0x02","percent":"3.5","tag":"","is_contract":0,"is_locked":0}],"dex":[{"liquidity_type":"UniV2","liquidity":"0.001","pair":"0x01"}]}}}`,
	})
	status, answer := s.Get("/token/risk", "token", token, "network", "arbitrum")
	if status != http.StatusOK || answer["partial"] != true || answer["risk_category"] != "critical" {
		t.Fatalf("%d %v", status, answer)
	}
	has(t, answer, "honeypot", "hidden_owner", "unverified_source", "no_liquidity", "top10_concentration", "few_holders")
	if statusOf(t, answer, "rpc") != "error" || statusOf(t, answer, "honeypot-is") != "skipped" {
		t.Errorf("sources %v", answer["sources"])
	}
}

// TestGoPlusLimitInsideHTTP200IsNotAnAnswer: code 4029 must neither be remembered nor read as "no dangers".
func TestGoPlusLimitInsideHTTP200IsNotAnAnswer(t *testing.T) {
	token := strings.ToLower(tokentest.Plain.Hex())
	s, _ := service(t, upstreamtest.Answer{URL: "https://api.gopluslabs.io/api/v1/token_security/8453?contract_addresses=" + token, Body: `{"code":4029,"message":"too many requests","result":null}`})
	status, answer := s.Get("/token/risk", "token", token)
	if status != http.StatusOK || statusOf(t, answer, "goplus") != "rate_limited" || answer["partial"] != true {
		t.Errorf("%d %v", status, answer["sources"])
	}
	if cov, _ := answer["coverage"].(map[string]any); cov["dimensions_evaluated"] != 5.0 || cov["confidence"] != 0.85 {
		t.Errorf("coverage %v", cov) // no holders
	}
}

func TestNothingAnswersIs502(t *testing.T) {
	s, _ := service(t)
	status, answer := s.Get("/token/risk", "token", "0x00000000000000000000000000000000700affff", "network", "polygon")
	if status != http.StatusBadGateway && status != http.StatusServiceUnavailable {
		t.Errorf("%d %v", status, answer)
	}
}
