package preflight

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	gen "github.com/farebox/farebox/gen/preflight"
	"github.com/farebox/farebox/gen/shared"
	"github.com/farebox/farebox/handlers/handlertest"
	. "github.com/farebox/farebox/handlers/preflight/preflighttest"
	"github.com/farebox/farebox/internal/network/typosquat"
	"github.com/farebox/farebox/internal/party/names"
	"github.com/farebox/farebox/internal/party/sanctions"
	"github.com/farebox/farebox/internal/party/sanctions/sanctionstest"
	"github.com/farebox/farebox/internal/scored"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
	"github.com/farebox/farebox/internal/web/fetch"
	"github.com/farebox/farebox/internal/web/fetch/fetchtest"
)

func noon() time.Time { return time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC) }

// bench is the route with everything around it.
type bench struct {
	*handlertest.Service
	h     *Handlers
	world *upstreamtest.World
	asked *atomic.Int64 // requests to sellers
}

type setting struct {
	answers  []upstreamtest.Answer
	pages    map[string]http.Handler
	plain    []string // hosts of pages served over http without TLS
	stubs    stubs
	lists    *sanctions.Lists // loaded already, unless nil
	unlisted bool             // leave the sanctions lists unloaded
	unloaded bool             // leave the catalogues unloaded
	fetch    fetch.Options
}

// stubs replace the registries and the lists of harmful domains; nil ones are left out.
type stubs struct {
	Created    func(ctx context.Context, domain string) (time.Time, error)
	Blocklists func(ctx context.Context, host string) ([]string, error)
}

func start(t testing.TB, s setting) *bench {
	t.Helper()
	if s.answers == nil {
		s.answers = Answers()
	}
	return s.over(t, upstreamtest.New(t, append(slices.Clone(s.answers), sanctionstest.Answers()...)...))
}

func (s setting) over(t testing.TB, w *upstreamtest.World) *bench {
	t.Helper()
	pool := w.Pool(t, nil, upstreamtest.SmallLists, upstreamtest.At(noon))
	lists := s.lists
	if lists == nil {
		lists = sanctions.New(pool, names.New())
	}
	if !s.unlisted && s.lists == nil {
		if err := lists.Refresh(t.Context()); err != nil {
			t.Log(err)
		}
	}
	b := &bench{world: w, asked: new(atomic.Int64)}
	servers := map[string]*httptest.Server{}
	for host, handler := range s.pages {
		counted := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			b.asked.Add(1)
			for name := range r.Header {
				if n := strings.ToLower(name); strings.Contains(n, "payment") || n == "authorization" || n == "cookie" {
					t.Errorf("the probe sent %s", name)
				}
			}
			if r.Method != http.MethodGet && r.Method != http.MethodPost {
				t.Errorf("the probe used %s", r.Method)
			}
			handler.ServeHTTP(w, r)
		})
		switch {
		case slices.Contains(s.plain, host):
			servers[host] = httptest.NewServer(counted)
		case host == ExampleHost: // the certificate of a plain TLS test server is only for example.com
			servers[host] = fetchtest.Server(t, host, counted)
		default:
			servers[host] = httptest.NewTLSServer(counted)
		}
		t.Cleanup(servers[host].Close)
	}
	squats, err := typosquat.Load()
	if err != nil {
		t.Fatal(err)
	}
	if s.fetch.OwnHosts == nil {
		s.fetch.OwnHosts = []string{"api.farebox.dev"}
	}
	b.h = New(Sources{
		Pool:      pool,
		Fetcher:   fetch.New(s.fetch, fetchtest.Hosts(t, servers)),
		Sanctions: lists,
		Squats:    squats,
	}, noon)
	b.h.pause = func(ctx context.Context, _ time.Duration) bool { return ctx.Err() == nil }
	b.h.created = s.stubs.Created
	b.h.blocklists = s.stubs.Blocklists
	if err := pool.Err(); err != nil {
		t.Fatal(err)
	}
	if !s.unloaded {
		for _, c := range b.h.catalogues {
			if err := c.data.Refresh(t.Context()); err != nil {
				t.Logf("%s: %v", c.name, err)
			}
		}
	}
	b.Service = handlertest.New(t, "preflight", b.h.Register)
	return b
}

// check is the answer about a URL.
func (b *bench) check(t *testing.T, query ...string) gen.Preflight200JSONResponse {
	t.Helper()
	b.TB = t
	code, body := b.Get("/preflight", append([]string{"url"}, query...)...)
	raw, err := json.Marshal(body)
	var a gen.Preflight200JSONResponse
	if err == nil {
		err = json.Unmarshal(raw, &a)
	}
	if code != http.StatusOK || err != nil {
		t.Fatalf("%v: %d %s %v", query, code, raw, err)
	}
	return a
}

// plain are reasons that merely word a dimension's score.
var plain = []string{"start", "some_payers", "payee_unscreened", scored.CodeNotAll}

// line is a summary of an answer: category, score, dimensions in order (- if not evaluated), and the codes of the
// reasons, without plain ones, in order.
func line(a gen.Preflight200JSONResponse) string {
	dims, signals := []string{}, []string{}
	all := a.Dimensions
	for _, d := range []shared.Dimension{
		all.Listing, all.Usage, all.Quote, all.PriceConsistency, all.Payee, all.Transport, all.Domain,
	} {
		if d.Score == nil {
			dims = append(dims, "-")
		} else {
			dims = append(dims, fmt.Sprint(*d.Score))
		}
	}
	for _, r := range a.Reasons {
		if !slices.Contains(plain, r.Code) {
			signals = append(signals, r.Code)
		}
	}
	score := "null"
	if a.TrustScore != nil {
		score = strconv.Itoa(*a.TrustScore)
	}
	return fmt.Sprintf("%s %s [%s] %s", a.TrustCategory, score, strings.Join(dims, " "), strings.Join(signals, " "))
}

func aged(days int) func(context.Context, string) (time.Time, error) {
	return func(context.Context, string) (time.Time, error) { return noon().AddDate(0, 0, -days), nil }
}

const example = "https://" + Host + "/v1/rates"

func TestExampleOfTheSpecIsTheAnswer(t *testing.T) {
	b := start(t, setting{pages: Pages(), stubs: stubs{Created: aged(600)}})
	b.CheckExamples("sources") // whose records are those of the real lists

	_, body := b.Get("/preflight", "url", "https://"+ExampleHost+"/protected")
	var names []string
	for _, one := range body["sources"].([]any) {
		source := one.(map[string]any)
		names = append(names, fmt.Sprint(source["name"], " ", source["status"]))
	}
	want := "x402-bazaar ok, payai ok, probe ok, certificate ok, x402-bazaar-search ok, rdap ok, " +
		"ofac ok, ofac-cons ok, uk-sl ok, eu-fsf ok, un-sc ok, ch-seco ok"
	if got := strings.Join(names, ", "); got != want {
		t.Errorf("sources %s, want %s", got, want)
	}
}

// TestReasonsOfASellerAddUp: what a good seller lacks is reported too.
func TestReasonsOfASellerAddUp(t *testing.T) {
	b := start(t, setting{pages: Pages(), stubs: stubs{Created: aged(400)}})
	a := b.check(t, example)
	want := []shared.Reason{
		{
			Code: "start", Points: 100, Severity: "info",
			Detail: "A seller has 100 points before anything is found against it.",
		},
		{
			Code: "some_payers", Points: -3, Severity: "low",
			Detail: "42 different payers in the last 30 days, short of 100.",
		},
	}
	if a.TrustScore == nil || *a.TrustScore != 97 || !reflect.DeepEqual(a.Reasons, want) {
		t.Errorf("%v: %+v", a.TrustScore, a.Reasons)
	}
	if d := a.Dimensions.Usage; *d.Score != 85 || d.Weight != 0.2 || d.Detail == nil || *d.Detail != want[1].Detail {
		t.Errorf("usage: %+v", d)
	}
}

// TestSellersAreJudgedByWhatTheyAnswer: each seller is at the listed URL, on a domain 400 days old. Dimensions:
// listing usage quote price payee transport domain.
func TestSellersAreJudgedByWhatTheyAnswer(t *testing.T) {
	status := func(code int, contentType, body string) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", contentType)
			w.WriteHeader(code)
			_, _ = io.WriteString(w, body)
		}
	}
	to := func(target string) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, target, http.StatusFound) }
	}
	both := func(o Offer) http.HandlerFunc {
		v1 := o
		if o.Network == "eip155:84532" {
			v1.Network = "base-sepolia"
		} else if strings.HasPrefix(o.Network, "eip155:") {
			v1.Network = ""
		}
		return Ask(V2(o), V1(v1))
	}
	for _, tt := range []struct {
		why    string
		seller http.HandlerFunc
		want   string
	}{
		{"version 1 only", Ask("", V1(Offer{})), "trusted 97 [100 85 100 100 100 100 100] "},
		{"version 2 only", Ask(V2(Offer{}), ""), "trusted"},
		{"both", both(Offer{}), "trusted"},
		{"cheaper than listed", both(Offer{Amount: "3999"}), "trusted 97 [100 85 100 100 100 100 100] "},
		{"half as much again", both(Offer{Amount: "6000"}), "trusted 93 [100 85 100 60 100 100 100] price_above_catalogue"},
		{"a little over twice the price", both(Offer{Amount: "8001"}), "caution 88 [100 85 100 10 100 100 100] price_above_catalogue"},
		{"an absurd price", both(Offer{Amount: "5000000000"}), "untrusted 88 [100 85 100 10 100 100 100] price_above_catalogue price_above_peers"},
		{"versions ask differently", Ask(V2(Offer{Amount: "4000"}), V1(Offer{Amount: "1000"})), "caution 88 [100 85 100 10 100 100 100] price_above_catalogue"},
		{"another receiver than listed", both(Offer{PayTo: stranger}), "untrusted 88 [100 85 100 100 40 100 100] payee_changed"},
		{"versions name different receivers", Ask(V2(Offer{}), V1(Offer{PayTo: stranger})), "untrusted 88 [100 85 100 100 40 100 100] payee_changed payee_mismatch"},
		{"receiver in lower case", both(Offer{PayTo: strings.ToLower(Payee)}), "trusted 97 [100 85 100 100 100 100 100] "},
		{"receiver mistyped", both(Offer{PayTo: Payee[:41] + "B"}), "caution 88 [100 85 100 100 40 100 100] payee_checksum"},
		{"burn address", both(Offer{PayTo: burned}), "untrusted 82 [100 85 100 100 0 100 100] payee_burn"},
		{"zero address", both(Offer{PayTo: "0x0000000000000000000000000000000000000000"}), "untrusted 82 [100 85 100 100 0 100 100] payee_burn"},
		{"the token as receiver", both(Offer{PayTo: USDC}), "untrusted 82 [100 85 100 100 0 100 100] payee_burn"},
		{"sanctioned receiver", both(Offer{PayTo: listedAs}), "untrusted 0 [100 85 100 100 0 100 100] payee_sanctioned"},
		{"receiver is not an address", both(Offer{PayTo: "me"}), "caution 73 [100 85 0 100 - 100 100] malformed_quote"},
		{"unknown token", both(Offer{Asset: stranger}), "caution 88 [100 85 60 - 100 100 100] unknown_asset"},
		{"test token as real", both(Offer{Asset: SepoliaUSDC}), "caution 88 [100 85 60 - 100 100 100] wrong_asset"},
		{"test network", both(Offer{Network: "eip155:84532", Asset: SepoliaUSDC, Extra: `{"name":"USDC","version":"2"}`}), "trusted 97 [100 85 100 - 100 100 100] testnet_only"},
		{"name of the token of the other network", both(Offer{Extra: `{"name":"USDC","version":"2"}`}), "trusted 95 [100 85 90 100 100 100 100] wrong_token_domain"},
		{"extra is null", both(Offer{Extra: `null`}), "trusted 97 [100 85 100 100 100 100 100] "},
		{"amount 0", both(Offer{Amount: "0"}), "caution 74 [100 85 0 - 100 100 100] zero_amount"},
		{"negative amount", both(Offer{Amount: "-5"}), "caution 74 [100 85 0 - 100 100 100] malformed_quote"},
		{"amount in dollars", both(Offer{Amount: "0.004"}), "caution 74 [100 85 0 - 100 100 100] malformed_quote"},
		{"amount beyond 256 bits", both(Offer{Amount: strings.Repeat("9", 78)}), "caution 74 [100 85 0 - 100 100 100] malformed_quote"},
		{"unknown scheme", both(Offer{Scheme: "trust-me"}), "caution 93 [100 85 80 100 100 100 100] unknown_scheme"},
		{"amount as a number", Ask("", strings.Replace(V1(Offer{}), `"4000"`, `4000`, 1)), "trusted 95 [100 85 90 100 100 100 100] nonstandard_quote"},
		{"authorization for a day", Ask("", strings.Replace(V1(Offer{}), `120`, `86400`, 1)), "trusted 95 [100 85 90 100 100 100 100] long_timeout"},
		{
			"authorization for a year", Ask("", strings.Replace(V1(Offer{}), `120`, `31536000`, 1)),
			"caution 91 [100 85 70 100 100 100 100] long_timeout",
		},
		{"version 2 in the body", Ask("", V2(Offer{})), "trusted 95 [100 85 90 100 100 100 100] nonstandard_quote"},
		{
			"a quote for another host",
			Ask(strings.ReplaceAll(V2(Offer{}), Host, "elsewhere.example.net"), ""),
			"caution 85 [100 85 40 100 100 100 100] quote_of_another_host",
		},
		{
			"a quote of version 1 for another host",
			Ask("", strings.ReplaceAll(V1(Offer{}), Host, "elsewhere.example.net")),
			"quote_of_another_host",
		},
		{
			"a quote for the seller's own machine",
			Ask(strings.ReplaceAll(V2(Offer{}), "https://"+Host, "http://localhost:4021"), ""),
			"caution 85 [100 85 40 100 100 100 100] quote_of_another_host",
		},
		{"a quote for a path", Ask(strings.ReplaceAll(V2(Offer{}), "https://"+Host, ""), ""), "trusted"},
		{"header unreadable", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("PAYMENT-REQUIRED", "%%%")
			status(402, "application/json", V1(Offer{}))(w, nil)
		}, "trusted 93 [100 85 80 100 100 100 100] malformed_header"},
		{"402 without a quote", status(402, "application/json", `{"error":"pay me"}`), "caution 69 [100 85 0 - - 100 100] malformed_quote"},
		{"402 without offers", status(402, "application/json", `{"x402Version":1,"accepts":[]}`), "caution 69 [100 85 0 - - 100 100] malformed_quote"},
		{"402 with offers of odd types", status(402, "application/json", `{"x402Version":1,"accepts":[7,null,"x",{"payTo":[],"network":{}}]}`), "malformed_quote"},
		{"402 with HTML", status(402, "text/html", "<html><h1>Payment Required</h1>"), "malformed_quote"},
		{"another protocol", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("WWW-Authenticate", `L402 macaroon="AA==", invoice="lnbc1"`)
			w.WriteHeader(402)
		}, "other_protocol"},
		{"free", status(200, "application/json", `{"rates":[]}`), "caution 75 [100 85 20 - - 100 100] no_402"},
		{"gone", status(404, "text/plain", "no"), "caution 69 [100 85 0 - - 100 100] no_402"},
		{"broken", status(500, "text/plain", "no"), "no_402"},
		{"busy", status(429, "text/plain", "no"), "rate_limited"},
		{"wants POST", status(405, "text/plain", "no"), "other_method"},
		{"huge", status(402, "application/json", strings.Repeat(" ", maxAnswer+1)+V1(Offer{})), "no_402"},
		{"huge and compressed", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Encoding", "gzip")
			status(402, "application/json", "not gzip")(w, nil)
		}, "unreachable"},
		{"redirect to a private address", to("http://169.254.169.254/latest/meta-data"), "unsafe_redirect"},
		{"redirect to this service", to("https://api.farebox.dev/x"), "unsafe_redirect"},
		{"redirect to itself", to(example), "no_402"},
		{"redirect to another domain", to("http://elsewhere.example.net/"), "redirects_elsewhere"},
		{"redirect within the domain", to("https://www.example.com/v1/rates"), "trusted 97 [100 85 100 100 100 100 100] "},
		{"cut short", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Length", "5000")
			w.WriteHeader(402)
			_, _ = io.WriteString(w, `{"x402`)
		}, "unreachable"},
	} {
		t.Run(tt.why, func(t *testing.T) {
			pages := map[string]http.Handler{Host: tt.seller, "elsewhere.example.net": both(Offer{}), "www.example.com": both(Offer{})}
			b := start(t, setting{
				pages: pages,
				plain: []string{"elsewhere.example.net"},
				stubs: stubs{Created: aged(400)},
			})
			got := line(b.check(t, example))
			if !strings.Contains(got, tt.want) {
				t.Errorf("%s\nwant %s", got, tt.want)
			}
		})
	}
}

var exampleURL = url.URL{Scheme: "https", Host: Host, Path: "/v1/rates"}

func request(target string) gen.PreflightRequestObject {
	return gen.PreflightRequestObject{Params: gen.PreflightParams{URL: target}}
}

// TestSellerOfUnknownAgeIsNotTrusted where its registry did not answer: at a few days it would not be.
func TestSellerOfUnknownAgeIsNotTrusted(t *testing.T) {
	for why, c := range map[string]struct {
		created time.Time
		err     error
		want    string
	}{
		"three years old":             {noon().AddDate(-3, 0, 0), nil, trusted},
		"ten days old":                {noon().AddDate(0, 0, -10), nil, caution},
		"the registry does not say":   {time.Time{}, nil, trusted},
		"the registry did not answer": {time.Time{}, upstream.Unavailable.Errorf("down"), caution},
		"its ending has no registry":  {time.Time{}, upstream.NotCovered.Errorf("none"), trusted},
	} {
		b := start(t, setting{pages: Pages(), stubs: stubs{
			Created:    func(context.Context, string) (time.Time, error) { return c.created, c.err },
			Blocklists: func(context.Context, string) ([]string, error) { return nil, nil },
		}})
		_, got := b.Get("/preflight", "url", "https://"+Host+"/v1/rates")
		if got["trust_category"] != c.want {
			t.Errorf("%s: %v %v", why, got["trust_category"], got["trust_score"])
		}
	}
}
