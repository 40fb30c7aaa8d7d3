package find

import (
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"

	"github.com/farebox/farebox/gen"
	"github.com/farebox/farebox/internal/spec"
	"github.com/farebox/farebox/internal/spec/spectest"
)

// loaded is the bundled spec, read once for all tests.
var loaded = sync.OnceValues(func() (*spec.Spec, error) { return spec.Load(gen.OpenAPI) })

func loadSpec(t testing.TB) *spec.Spec {
	t.Helper()
	s, err := loaded()
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// shared is the index of the spec, made once for all tests.
var shared = sync.OnceValues(func() (*Index, error) {
	s, err := loaded()
	if err != nil {
		return nil, err
	}
	return New(s), nil
})

func sharedIndex(t testing.TB) *Index {
	t.Helper()
	ix, err := shared()
	if err != nil {
		t.Fatal(err)
	}
	return ix
}

// tasks are what agents ask for in their own words, with a route that does it.
var tasks = []struct{ task, want string }{
	{"say thank you with one cent", "/donation001"},
	{"hash a string with keccak256", "/crypto/hash"},
	{"sha256 of some text", "/crypto/hash"},
	{"compute the namehash of an ens name", "/crypto/hash"},
	{"function selector of a solidity signature", "/crypto/hash"},
	{"recover the signer of an EIP-712 signature", "/crypto/verify"},
	{"verify a signed message", "/crypto/verify"},
	{"encode calldata for a contract call", "/crypto/abi"},
	{"ABI decode hex data", "/crypto/abi"},
	{"convert wei to ether", "/crypto/convert"},
	{"checksum an ethereum address", "/crypto/convert"},
	{"convert csv to json", "/convert"},
	{"turn markdown into html", "/convert"},
	{"yaml to json", "/convert"},
	{"base64 encode text", "/convert"},
	{"black scholes option price and greeks", "/quant/options"},
	{"implied volatility of a call", "/quant/options"},
	{"kelly criterion bet size", "/quant/kelly"},
	{"sharpe ratio and max drawdown of returns", "/quant/risk"},
	{"monte carlo simulation of a price", "/quant/montecarlo"},
	{"impermanent loss of a liquidity position", "/quant/defi"},
	{"read the main text of an article", "/extract"},
	{"search the web", "/search"},
	{"latest headlines about a topic", "/search/news"},
	{"parse an rss feed", "/feed"},
	{"all links of a page", "/links"},
	{"urls in a sitemap", "/sitemap"},
	{"current price of bitcoin", "/price"},
	{"gas price on base", "/gas"},
	{"token decimals and total supply", "/token/meta"},
	{"which tokens does a wallet hold", "/wallet/balances"},
	{"explain what a transaction did", "/tx/explain"},
	{"resolve an ens name to an address", "/resolve"},
	{"recent swaps in a dex pool", "/dex/swaps"},
	{"is this token a rug pull", "/token/risk"},
	{"weather forecast for the next days", "/forecast"},
	{"coordinates of a street address", "/geocode"},
	{"which address is at these coordinates", "/geocode/reverse"},
	{"github stars of a repo", "/dev/github"},
	{"downloads of an npm package", "/dev/package"},
	{"is a wallet on the OFAC sanctions list", "/screen/address"},
	{"screen a person against sanctions lists", "/screen/entity"},
	{"is this IP address a VPN or tor exit", "/fraud/ip"},
	{"validate an IBAN", "/bank/validate"},
	{"which bank has this BIC", "/bank/bic"},
	{"is a phone number valid", "/phone/intel"},
	{"can I trust this domain", "/domain/trust"},
	{"does a domain look like a known brand", "/domain/typosquat"},
	{"details of CVE-2021-44228", "/cve/lookup"},
	{"vulnerabilities of a package version", "/cve/scan"},
	{"has this password been leaked", "/breach/password"},
	{"was my email in a data breach", "/breach/account"},
	{"prove what a web page said at a time", "/notarize"},
	{"find the LEI of a company", "/entity/resolve"},
	{"balance sheet of a stock", "/edgar/financials"},
	{"revenue of a company over time from SEC filings", "/edgar/concept"},
	{"financial ratios of AAPL", "/edgar/ratios"},
	{"is a business real", "/kyb/verify"},
	{"lawsuits against a company", "/legal/litigation"},
	{"patents of an inventor", "/legal/patents"},
	{"status of a bill in congress", "/legislative/bill"},
	{"government contracts won by a recipient", "/govcon/recipient"},
	{"trucking company safety record", "/freight/carrier"},
	{"campaign contributions of a donor", "/fec/contributions"},
	{"how much does a company spend on lobbying", "/lobbying/spend"},
	{"financials of a charity", "/nonprofit/financials"},
	{"verify a doctor by NPI", "/provider/verify"},
	{"workplace safety inspections of an employer", "/osha/screen"},
	{"emissions of a facility", "/env/emissions"},
	{"clinical trials for a disease", "/trials/search"},
	{"do I need a visa", "/travel/visa"},
	{"are two names the same person", "/match/name"},
	{"remove duplicate records", "/match/dedupe"},
	{"open access copy of a paper", "/scholar/oa"},
	{"recalls of a car model", "/safety/vehicle"},
	{"interactions between two drugs", "/drug/interactions"},
	{"drug shortages", "/drug/shortages"},
	{"oil prices", "/energy/petroleum"},
	{"flood zone of an address", "/hazard/flood"},
	{"earthquakes near a place", "/hazard/seismic"},
	{"inflation rate of a country", "/macro/indicator"},
	{"us national debt", "/treasury/debt"},
	{"treasury yields", "/treasury/rates"},
	{"import tariff of a product", "/trade/tariff"},
	{"calories of a food", "/nutrition/search"},
	{"look up a product barcode", "/nutrition/barcode"},
	{"bitcoin transaction fees", "/btc/fees"},
	{"income tax on a salary", "/tax/income"},
	{"take home pay of a paycheck", "/tax/paycheck"},
	{"tax brackets", "/tax/brackets"},
	{"capital gains tax", "/tax/capgains"},
	{"seo audit of a page", "/seo/audit"},
	{"which ai crawlers may read a site", "/aeo/crawlers"},
	{"farcaster followers of a user", "/farcaster/profile"},
	{"scores of today's games", "/sports/scores"},
	{"league standings", "/sports/standings"},
	{"odds of a polymarket event", "/prediction/event"},
	{"is an a/b test significant", "/marketing/experiment"},
	{"conversion funnel", "/marketing/funnel"},
	{"marketing attribution across channels", "/marketing/attribution"},
	{"scan mcp tools for prompt injection", "/mcp/scan"},
	{"check a transaction before signing it", "/tx/raw"},
}

// spokenTasks are in words that no text of a route has but its own phrases.
var spokenTasks = []struct{ task, want string }{
	{"worst 5% daily loss of my portfolio from a list of daily returns", "/quant/risk"},
	{"how much is 1 ether in dollars now", "/price"},
	{"bitcoin price now", "/price"},
	{"has alice@example.com been in a data leak", "/breach/account"},
	{"tell me about log4shell", "/cve/lookup"},
	{"clean up a messy postal address", "/match/standardize"},
	{"what are people saying about bitcoin", "/crypto/sentiment"},
	{"bitcoin network fees now", "/btc/fees"},
	{"how many confirmations does this bitcoin transaction have", "/btc/tx"},
	{"balance of a bitcoin address", "/btc/address"},
	{"is this solana validator safe to stake with", "/validator/vet"},
	{"largest solana validators by stake", "/validator/lookup"},
	{"base64 decode", "/convert"},
	{"who registered example.com", "/enrich/domain"},
}

func rankOf(matches []Match, path string) int {
	for _, m := range matches {
		if m.Op.Path == path {
			return m.Rank
		}
	}
	return 0
}

func TestTaskInWordsFindsItsRouteAmongTheFirstThree(t *testing.T) {
	s := loadSpec(t)
	ix := New(s)
	known := map[string]bool{}
	for _, p := range s.Paths() {
		known[p] = true
	}
	asked := 0
	for _, c := range slices.Concat(tasks, spokenTasks) {
		if !known[c.want] {
			continue
		}
		asked++
		if got := ix.Find(c.task, 10); rankOf(got[:min(3, len(got))], c.want) == 0 {
			t.Errorf("%q: %s is at rank %d of %s", c.task, c.want, rankOf(got, c.want), paths(got))
		}
	}
	if asked == 0 {
		t.Fatal("no task is about a route of the spec")
	}
}

// The plan's texts are terser than a spec's, and some routes have hardly any: nine of ten is what they allow.
func TestTasksFindTheirRoutesInTheWholePlan(t *testing.T) {
	ix := New(spectest.Planned(t))
	missed := 0
	for _, c := range tasks {
		got := ix.Find(c.task, 10)
		if rankOf(got[:min(3, len(got))], c.want) == 0 {
			missed++
			t.Logf("%q: %s is at rank %d of %s", c.task, c.want, rankOf(got, c.want), paths(got))
		}
	}
	if missed*10 > len(tasks) {
		t.Errorf("%d of %d tasks miss their route", missed, len(tasks))
	}
}

func paths(matches []Match) string {
	var list []string
	for _, m := range matches {
		list = append(list, m.Op.Path)
	}
	return strings.Join(list, " ")
}

func TestEveryRouteIsFoundByItsPathAndBySummary(t *testing.T) {
	s := loadSpec(t)
	ix := New(s)
	for _, op := range s.Operations {
		if len(op.Path) > 1 {
			if got := ix.Find(op.Path, 3); len(got) == 0 || rankOf(got[:1], op.Path) == 0 {
				t.Errorf("path %s finds %s", op.Path, paths(got))
			}
		}
		if got := ix.Find(op.Summary, 3); rankOf(got, op.Path) == 0 {
			t.Errorf("summary %q finds %s, not %s", op.Summary, paths(got), op.Path)
		}
	}
}

func miniSpec() *spec.Spec {
	op := func(path, family, summary, description string, inputs ...spec.Input) *spec.Operation {
		return &spec.Operation{ID: strings.ReplaceAll(strings.Trim(path, "/"), "/", ""), Method: "GET", Path: path, Family: family, Summary: summary, Description: description, Inputs: inputs, Paid: true}
	}
	algo := openapi3.NewStringSchema().WithEnum("keccak256", "sha256")
	ops := []*spec.Operation{
		op("/crypto/hash", "crypto", "Hash a value", "Gives the hash of text or bytes.", spec.Input{Name: "algo", In: "query", Description: "Algorithm.", Schema: algo}),
		op("/edgar/financials", "edgar", "Statements of a filer", "Income, assets and debts from filings."),
		op("/drug/interactions", "drug", "Interactions of medicines", "Known interactions between two drugs."),
		op("/weather", "geo", "Weather at a place", "Temperature and wind now."),
	}
	return &spec.Spec{Operations: ops, Families: []spec.Family{{Name: "crypto", Description: "Cryptography.", Operations: ops[:1]}}}
}

func TestWordsReachRoutesInEveryWay(t *testing.T) {
	ix := New(miniSpec())
	for _, c := range []struct{ task, want, why string }{
		{"hash", "/crypto/hash", "path segment"},
		{"Hashes, hashing!", "/crypto/hash", "stems and case"},
		{"sha256", "/crypto/hash", "enum value"},
		{"keccak", "/crypto/hash", "start of a word"},
		{"algorithm", "/crypto/hash", "text of an input"},
		{"cryptography", "/crypto/hash", "text of the family"},
		{"stocks", "/edgar/financials", "synonym"},
		{"interatcions of medicines", "/drug/interactions", "two letters swapped"},
		{"wether tomorrow", "/weather", "a letter left out"},
		{"temparature", "/weather", "a letter changed"},
		{"what is the /weather", "/weather", "path as written"},
	} {
		got := ix.Find(c.task, 3)
		if len(got) == 0 || got[0].Op.Path != c.want {
			t.Errorf("%s: %q finds %s, want %s", c.why, c.task, paths(got), c.want)
		}
	}
}

func TestNothingKnownFindsNothing(t *testing.T) {
	ix := New(miniSpec())
	for _, task := range []string{"", "   ", "the of and", "zzzzzz qqqqqq", "\x00\xff\xfe", "!?", "hsh"} {
		if got := ix.Find(task, 5); len(got) != 0 {
			t.Errorf("%q finds %s", task, paths(got))
		}
	}
}

func TestLimitAndRanks(t *testing.T) {
	ix := New(miniSpec())
	task := "hash medicines weather filings"
	if got := ix.Find(task, 2); len(got) != 2 {
		t.Fatalf("limit 2 gives %d", len(got))
	}
	got := ix.Find(task, 50)
	if len(got) != 4 {
		t.Fatalf("%d matches, want 4", len(got))
	}
	for i, m := range got {
		if m.Rank != i+1 || i > 0 && m.Score > got[i-1].Score {
			t.Errorf("rank %d score %v at %d", m.Rank, m.Score, i)
		}
	}
}

func TestSplit(t *testing.T) {
	for text, want := range map[string]string{
		"usageEvents":             "usage events",
		"/.well-known/x402.json":  "well known x402 json",
		"max_results, since_id":   "max results since id",
		"EIP-712 and eip191":      "eip 712 and eip191",
		"JSONPath Überweisung é?": "jsonpath überweisung é",
	} {
		if got := strings.Join(split(text), " "); got != want {
			t.Errorf("split(%q) = %q, want %q", text, got, want)
		}
	}
}

func TestOneEdit(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{"weather", "wether", true}, {"weather", "weathre", true}, {"weather", "weathar", true}, {"weather", "weatherr", true},
		{"weather", "weather", false}, {"weather", "wehtar", false}, {"abcd", "badc", false}, {"abcde", "abc", false}, {"xeather", "weather", true},
	} {
		if got := oneEdit(c.a, c.b); got != c.want {
			t.Errorf("oneEdit(%q, %q) = %v", c.a, c.b, got)
		}
		if got := oneEdit(c.b, c.a); got != c.want {
			t.Errorf("oneEdit(%q, %q) = %v", c.b, c.a, got)
		}
	}
}

func TestExampleCallIsReadyToSend(t *testing.T) {
	get := &spec.Operation{Method: "GET", Path: "/x", Inputs: []spec.Input{
		{Name: "q", In: "query", Example: "a b&c='d'"},
		{Name: "n", In: "query", Example: 2.5},
		{Name: "list", In: "query", Example: []any{"a", "b"}},
		{Name: "none", In: "query"},
	}}
	c, err := ExampleCall(get, "https://api.example.com")
	if err != nil {
		t.Fatal(err)
	}
	if want := "https://api.example.com/x?q=a+b%26c%3D%27d%27&n=2.5&list=a%2Cb"; c.URL != want || c.Body != nil {
		t.Errorf("URL %s, want %s; body %s", c.URL, want, c.Body)
	}
	post := &spec.Operation{Method: "POST", Path: "/y", Body: openapi3.NewObjectSchema(), BodyExample: map[string]any{"text": "it's <b>"}}
	if c, err = ExampleCall(post, "https://api.example.com"); err != nil {
		t.Fatal(err)
	}
	if want := `curl -X POST -H 'Content-Type: application/json' -d '{"text":"it'\''s <b>"}' 'https://api.example.com/y'`; c.Curl != want {
		t.Errorf("curl %s\nwant %s", c.Curl, want)
	}
}

// BenchmarkFind is over the spec, and over the whole plan where it is at hand.
func BenchmarkFind(b *testing.B) {
	for name, load := range map[string]func(testing.TB) *spec.Spec{
		"spec": loadSpec,
		"plan": spectest.Planned,
	} {
		b.Run(name, func(b *testing.B) {
			benchmarkFind(b, load(b))
		})
	}
}

func benchmarkFind(b *testing.B, s *spec.Spec) {
	b.Helper()

	ix := New(s)
	for _, task := range []string{"balance sheet of a stock", "recover the sginer of an eip712 signature and chekc its addres"} {
		b.Run(strings.ReplaceAll(task[:13], " ", "_"), func(b *testing.B) {
			b.ReportAllocs()
			b.ReportMetric(float64(len(s.Operations)), "routes")
			for b.Loop() {
				ix.Find(task, 10)
			}
		})
	}
}
