package server

import (
	"bytes"
	"encoding/json"
	"net/http"
	"reflect"
	"strings"
	"testing"

	"github.com/farebox/farebox/internal/upstream"
)

// TestOneQuestionInTwoFormsHasOneAnswer buys each question of the table in both its forms. What repeats the form, and
// when it was asked, may differ. Two forms that did not agree were once the beginning of a wrong answer.
func TestOneQuestionInTwoFormsHasOneAnswer(t *testing.T) {
	t.Parallel()
	f := &scripted{}
	var lists *upstream.Pool
	s := start(t, newKey(t), nil, f.with(false), func(p *Parts) { lists = p.Upstreams })
	loadDatasets(t, lists)
	for _, c := range []struct {
		why, one, other string
		but             string // members that repeat the form
	}{
		{"case of a name", "/entity/resolve?name=Apple+Inc", "/entity/resolve?name=apple+inc", ""},
		{"article and legal form", "/kyb/screen?name=Apple+Inc", "/kyb/screen?name=APPLE+INCORPORATED", ""},
		{"case of an identifier", "/entity/resolve?ticker=AAPL", "/entity/resolve?ticker=aapl", ""},
		{"zeros of a number", "/entity/resolve?cik=320193", "/entity/resolve?cik=CIK0000320193", ""},
		{"state in words", "/provider/screen?npi=1568946812&state=GA", "/provider/screen?npi=1568946812&state=georgia", ""},
		{"legal form of an organisation", "/provider/verify?organization=CSP+Anesthesia",
			"/provider/verify?organization=CSP+ANESTHESIA,+L.L.C.", "provider"},
		{"case of an address", "/screen/address?address=0x098B716B8Aaf21512996dC57EB0615e2383E2f96",
			"/screen/address?address=0x098b716b8aaf21512996dc57eb0615e2383e2f96", ""},
		{"Unicode and punycode", "/domain/typosquat?domain=xn--80ak6aa92e.com",
			"/domain/typosquat?domain=аррӏе.com", ""},
		{"URL and host", "/domain/trust?domain=python.org", "/domain/trust?domain=HTTPS://Python.org:443/x", ""},
		{"tag of a mailbox", "/enrich/email?email=security@google.com", "/enrich/email?email=Security%2Bx@Google.com",
			"is_role_account"},
		{"country in words", "/fraud/ip?ip=8.8.8.8&country=DE", "/fraud/ip?ip=8.8.8.8&country=Germany", ""},
		{"state by its code of ISO 3166-2", "/osha/screen?name=Costco&state=KS", "/osha/screen?name=Costco&state=US-KS", ""},
		{"case of a listed word", "/edgar/ratios?ticker=AAPL&freq=annual", "/edgar/ratios?ticker=AAPL&freq=Annual", ""},
		{"network by its id", "/screen/address?address=0x098B716B8Aaf21512996dC57EB0615e2383E2f96&chain=ETH",
			"/screen/address?address=0x098B716B8Aaf21512996dC57EB0615e2383E2f96&chain=eip155:8453", ""},
		{"a number as it is dialled at home", "/phone/intel?number=%2B16502530000",
			"/phone/intel?number=(650)+253-0000&country=US", ""},
		{"spaces in a number", "/phone/intel?number=%2B442079460958", "/phone/intel?number=%2B44+20+7946-0958", ""},
		{"address of a repository", "/dev/github?repo=golang/go", "/dev/github?repo=github:golang/go", ""},
		{"alias of an ecosystem", "/dev/package?ecosystem=npm&name=lodash", "/dev/package?ecosystem=node&name=lodash", ""},
		{"unit by name and decimals", "/crypto/convert?op=units&value=1.5&from=ether&to=gwei",
			"/crypto/convert?op=units&value=1.5&from=18&to=9", "from to"},
		{"case of a word", "/crypto/convert?op=hex&value=255&from=int&to=hex",
			"/crypto/convert?op=hex&value=255&from=INT&to=HEX", ""},
		{"text and its bytes", "/crypto/hash?algo=keccak256&input=abc",
			"/crypto/hash?algo=keccak256&encoding=hex&input=0X616263", ""},
		{"alias of an input", "/quant/options?op=greeks&S=9&K=8&T=1&r=0&q=.1&sigma=.2&type=call",
			"/quant/options?op=greeks&S=9&K=8&T=1&r=0&div=.1&sigma=.2&type=C", ""},
		{"percent", "/quant/defi?op=real_yield&apy=0.12&inflation=0.03",
			"/quant/defi?op=real_yield&apy=12%25&inflation=3%25", ""},
		{"fair bet by its odds and by its edge", "/quant/kelly?win_prob=0.4&win_loss_ratio=1.5",
			"/quant/kelly?edge=0&odds=1.5", "mode inputs"},
		{"side by side", "/match/name?a=AT%26T+Inc&b=ATT&type=company", "/match/name?a=ATT&b=AT%26T+Inc&type=company",
			"a_normalized b_normalized reasons"},
		{"a name and its standard form", "/match/key?value=H%26M+Aktiebolag&type=company",
			"/match/key?value=H%26M+AB&type=company", "value"},
		{"an order of keys", `/convert {"from":"yaml","to":"json","data":"b: 1\na: 0x10","options":{"sort_keys":true}}`,
			`/convert {"from":"toml","to":"json","data":"a = 16\nb = 1","options":{"sort_keys":true}}`, "from"},
		{"integers of an ABI", `/crypto/abi {"op":"encode","types":["uint","bytes"],"args":[255,"0xAB"]}`,
			`/crypto/abi {"op":"encode","types":["uint256","bytes"],"args":["0xff","0xab"]}`, ""},
		{"per cent of confidence", `/quant/risk {"returns":[0.1,-0.2,0.3],"confidence":0.95}`,
			`/quant/risk {"returns":["0.1","-0.2","0.3"],"confidence":95}`, "inputs"},
	} {
		one := s.told(t, c.one, c.but)
		other := s.told(t, c.other, c.but)
		for member := range one {
			if !reflect.DeepEqual(one[member], other[member]) {
				t.Errorf("%s: %s of %s is %v, of %s %v", c.why, member, c.one, one[member], c.other, other[member])
			}
		}
	}
}

// told is what a route answers to "/path?query" or "/path {body}", without the times and these members.
func (s *service) told(t *testing.T, asked, but string) map[string]any {
	t.Helper()
	path, body, posted := strings.Cut(asked, " ")
	r := s.request(http.MethodGet, path, nil)
	if posted {
		r = s.request(http.MethodPost, path, []byte(body))
	}
	a := s.do(s.paid(r, 2))
	if a.status != http.StatusOK {
		t.Fatalf("%s: %d %s", asked, a.status, a.body)
	}

	decoder := json.NewDecoder(bytes.NewReader(a.body))
	decoder.UseNumber()
	var told map[string]any
	if err := decoder.Decode(&told); err != nil {
		t.Fatal(err)
	}
	for _, name := range append(strings.Fields(but), "query", "checked_at", "as_of", "sources") {
		delete(told, name)
	}
	return told
}
