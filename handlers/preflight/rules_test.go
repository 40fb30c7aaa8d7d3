package preflight

import (
	"context"
	"errors"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/labstack/echo/v4"
	"github.com/shopspring/decimal"

	"github.com/ethereum/go-ethereum/common"

	. "github.com/farebox/farebox/handlers/preflight/preflighttest"
	"github.com/farebox/farebox/internal/scored"
	"github.com/farebox/farebox/internal/secret"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
	"github.com/farebox/farebox/internal/web/fetch"
	"github.com/farebox/farebox/payment"
	"github.com/farebox/farebox/payment/facilitator"
	"github.com/farebox/farebox/payment/x402"
)

func TestBadURLIsRefusedBeforeAnyRequest(t *testing.T) {
	b := start(t, setting{pages: Pages()})
	for _, tt := range []struct{ url, network, want string }{
		{"", "", "url"},
		{"tariff.example.com", "", "bad_url"},
		{"ftp://tariff.example.com/", "", "bad_url"},
		{"javascript:alert(1)", "", "bad_url"},
		{"https://", "", "bad_url"},
		{"https://user:secret@tariff.example.com/", "", "bad_url"},
		{"https://tariff.example.com:22/", "", "bad_url"},
		{"http://127.0.0.1/", "", "private_address"},
		{"http://10.1.2.3/pay", "", "private_address"},
		{"http://[::1]/", "", "private_address"},
		{"http://169.254.169.254/latest/", "", "private_address"},
		{"http://localhost/", "", "bad_url"},
		{"http://0x7f000001/", "", "bad_url"},
		{"http://metadata.google.internal/", "", "bad_url"},
		{"https://api.farebox.dev/hash", "", "bad_url"},
		{example, "mars", "network"},
		{example, "eip155:", "network"},
		{example, "a:b:c", "network"},
		{example + "?" + strings.Repeat("a", 2048), "", "url"},
	} {
		query := []string{"url", tt.url}
		if tt.network != "" {
			query = append(query, "network", tt.network)
		}
		code, a := b.Get("/preflight", query...)
		if code != http.StatusBadRequest ||
			a["field"] != tt.want && a["code"] != tt.want && !strings.Contains(a["detail"].(string), tt.want) {
			t.Errorf("%s %s: %d %v", tt.url, tt.network, code, a)
		}
	}
	if n := b.asked.Load(); n != 0 {
		t.Errorf("%d requests were sent", n)
	}
	if asked := b.world.Asked(); slices.ContainsFunc(
		asked,
		func(s string) bool { return strings.Contains(s, "/discovery/search") },
	) {
		t.Errorf("asked %q", asked)
	}
}

func TestUntilTheCatalogueHasLoadedThereIsNoAnswer(t *testing.T) {
	b := start(t, setting{pages: Pages(), unloaded: true})
	code, a := b.Get("/preflight", "url", example)
	if code != http.StatusServiceUnavailable || a["code"] != "warming" || b.asked.Load() != 0 {
		t.Errorf("%d %v, %d requests", code, a, b.asked.Load())
	}
	if code, a := b.Get("/preflight", "url", "ftp://x"); code != http.StatusBadRequest {
		t.Errorf("a bad URL is refused all the same: %d %v", code, a)
	}
	if err := b.h.catalogues[1].data.Refresh(t.Context()); err != nil { // the second catalogue alone is not enough
		t.Fatal(err)
	}
	if code, a := b.Get("/preflight", "url", example); code != http.StatusServiceUnavailable {
		t.Errorf("%d %v", code, a)
	}
	if err := b.h.catalogues[0].data.Refresh(t.Context()); err != nil {
		t.Fatal(err)
	}
	if a := b.check(t, example); a.TrustCategory != trusted {
		t.Errorf("%s", line(a))
	}
}

func TestMissingSecondCatalogueMakesTheAnswerPartial(t *testing.T) {
	b := start(
		t,
		setting{
			pages:   Pages(),
			answers: append(Without(Answers(), PayAIURL), upstreamtest.Answer{URL: PayAIURL, Status: 503}),
		},
	)
	a := b.check(t, example)
	second := a.Sources[1]
	if !a.Partial || second.Status != "error" || second.Detail == nil || second.AsOf != nil || !a.Catalogue.Listed {
		t.Errorf("%+v", a.Sources)
	}
}

func TestListingAndUseAreTakenFromTheCatalogues(t *testing.T) {
	last := func(days int) string { return noon().AddDate(0, 0, -days).Format(time.RFC3339) }
	items := []string{
		Item("https://used.example.com/p100", Payee, "4000", Used(100, 900, last(1))),
		Item("https://used.example.com/p30", Payee, "4000", Used(30, 900, last(30))),
		Item("https://used.example.com/p29", Payee, "4000", Used(29, 900, last(1))),
		Item("https://used.example.com/p9", Payee, "4000", Used(9, 900, last(1))),
		Item("https://used.example.com/p2", Payee, "4000", Used(2, 900, last(1))),
		Item("https://used.example.com/p0", Payee, "4000", Used(0, 0, last(200))),
		Item("https://used.example.com/idle", Payee, "4000", Used(2598, 18653, last(31))),
		Item("https://used.example.com/farmed", Payee, "4000", Used(3000, 3010, last(1))),
		Item("https://used.example.com/none", Payee, "4000", ""),
		Item("https://used.example.com/orders/{id}/price", Payee, "4000", Used(30, 900, last(1))),
		Item("https://used.example.com/users/:name", Payee, "4000", Used(30, 900, last(1))),
		Item("HTTPS://Used.Example.com:443/CASE/", Payee, "4000", Used(30, 900, last(1))),
	}
	b := start(t, setting{
		answers: AnswersWith(items...),
		pages: map[string]http.Handler{
			"used.example.com":  Ask(V2(Offer{}), ""),
			"alone.example.com": Ask(V2(Offer{}), ""),
		},
	})
	for _, tt := range []struct{ path, want string }{
		{"/p100", "trusted 99 [100 100 100 100 100 100 -] "},
		{"/p30", "trusted 97 [100 85 100 100 100 100 -] "},
		{"/p29", "trusted 93 [100 70 100 100 100 100 -] "},
		{"/p9", "trusted 89 [100 50 100 100 100 100 -] few_payers"},
		{"/p2", "trusted 86 [100 35 100 100 100 100 -] few_payers"},
		{"/p0", "trusted 78 [100 0 100 100 100 100 -] few_payers idle"},
		{"/idle", "trusted 96 [100 80 100 100 100 100 -] idle"},
		{"/farmed", "trusted 99 [100 100 100 100 100 100 -] usage_looks_farmed"},
		{"/none", "trusted 99 [100 - 100 100 100 100 -] no_usage_history"},
		{"/p100?q=1", "trusted 99 [100 100"},
		{"/p100/", "trusted 99 [100 100"},
		{"/orders/77/price", "trusted 97 [100 85"},
		{"/users/ann", "trusted 97 [100 85"},
		{"/users/ann/x", "caution 93 [70 - 100 - 100 100 -] only_host_listed no_usage_history"},
		{"/CASE", "trusted 97 [100 85"},
		{"/case", "caution 93 [70 - 100 - 100 100 -] only_host_listed no_usage_history"},
	} {
		if got := line(b.check(t, "https://used.example.com"+tt.path)); !strings.HasPrefix(got, tt.want) {
			t.Errorf("%s: %s, want %s", tt.path, got, tt.want)
		}
	}
	a := b.check(t, "https://alone.example.com/p100")
	if got := line(
		a,
	); got != "caution 75 [30 - 100 - 70 100 -] not_listed no_usage_history payee_unseen" || a.Catalogue.Listed ||
		a.Catalogue.HostListed {
		t.Errorf("%s", got)
	}
}

func TestWhatWasListedLatelyIsFoundBySearch(t *testing.T) {
	found := `{"x402Version":2,"resources":[` + Item(
		"https://new.example.com/a",
		Payee,
		"4000",
		Used(12, 40, "2026-11-20T11:00:00Z"),
	) + `,` +
		Item("https://other.example.net/a", Payee, "4000", "") + `]}`
	pages := map[string]http.Handler{"new.example.com": Ask(V2(Offer{}), "")}
	b := start(
		t,
		setting{
			pages: pages,
			answers: append(
				Without(Answers(), SearchURL),
				upstreamtest.Answer{URL: SearchURL + "?urlSubstring=new.example.com&limit=20", Body: found},
			),
		},
	)
	if got := line(b.check(t, "https://new.example.com/a")); got != "trusted 93 [100 70 100 100 100 100 -] " {
		t.Errorf("%s", got)
	}

	b = start(
		t,
		setting{
			pages:   pages,
			answers: append(Without(Answers(), SearchURL), upstreamtest.Answer{URL: SearchURL, Status: 429}),
		},
	)
	if a := b.check(t, "https://new.example.com/a"); !a.Partial || a.Catalogue.Listed {
		t.Errorf("%+v", a)
	}
}

func TestSecondCatalogueListsToo(t *testing.T) {
	b := start(t, setting{})
	a := b.check(t, "https://payai-only.example.net/a")
	if got := line(a); got != "unknown null [100 - 0 - - - -] unreachable no_usage_history too_little_known" {
		t.Errorf("%s", got)
	}
}

func TestDomainIsJudgedByAgeAndName(t *testing.T) {
	pages := map[string]http.Handler{}
	for _, host := range []string{Host, "paypa1-login.com", "shop.vercel.app", "plain.xyz"} {
		pages[host] = Ask("", V1(Offer{}))
	}
	blocked := func(context.Context, string) ([]string, error) { return []string{"openphish"}, nil }
	for _, tt := range []struct {
		why, url, want string
		stubs          stubs
	}{
		{"a year", example, " 100] ", stubs{Created: aged(365)}},
		{"under a year", example, " 75] young_domain", stubs{Created: aged(364)}},
		{"90 days", example, " 75] young_domain", stubs{Created: aged(90)}},
		{"under 90", example, " 50] young_domain", stubs{Created: aged(89)}},
		{"under 30", example, "caution 89 [100 85 100 100 100 100 20] young_domain", stubs{Created: aged(29)}},
		{"registered tomorrow by the registry's clock", example, " 20] young_domain", stubs{Created: aged(-1)}},
		{
			"age not known", example, " -] ",
			stubs{Created: func(context.Context, string) (time.Time, error) { return time.Time{}, nil }},
		},
		{
			"no record", example, " -] ",
			stubs{Created: func(context.Context, string) (time.Time, error) { return time.Time{}, upstream.NotFound }},
		},
		{"no source", example, " -] ", stubs{}},
		{"blocklisted", example, "untrusted 15 [100 85 100 100 100 100 0] blocklisted", stubs{
			Created:    aged(4000),
			Blocklists: blocked,
		}},
		{"imitates a brand", "http://paypa1-login.com/v1/rates", "untrusted", stubs{Created: aged(20)}},
		{"anyone has names there", "http://shop.vercel.app/v1/rates", "shared_hosting", stubs{Created: aged(4000)}},
	} {
		t.Run(tt.why, func(t *testing.T) {
			b := start(t, setting{
				pages: pages,
				plain: []string{"paypa1-login.com", "shop.vercel.app", "plain.xyz"},
				stubs: tt.stubs,
			})
			a := b.check(t, tt.url)
			if got := line(a); !strings.Contains(got, tt.want) {
				t.Errorf("%s, want %s", got, tt.want)
			}
		})
	}

	down := func(context.Context, string) (time.Time, error) { return time.Time{}, errors.New("down") }
	b := start(t, setting{pages: pages, stubs: stubs{Created: down}})
	if a := b.check(t, example); !a.Partial || a.Dimensions.Domain.Score != nil {
		t.Errorf("a registry that fails: %+v", a.Sources)
	}
	b = start(t, setting{
		pages: pages,
		plain: []string{"shop.vercel.app"},
		stubs: stubs{Created: func(context.Context, string) (time.Time, error) {
			t.Error("the age of a shared domain was asked for")
			return time.Time{}, nil
		}},
	})
	b.check(t, "http://shop.vercel.app/")
}

func TestPlainHTTPIsNeverTrusted(t *testing.T) {
	b := start(t, setting{pages: Pages(), plain: []string{Host}})
	if got := line(b.check(t, "http://"+Host+"/v1/rates")); got != "caution 86 [100 85 100 100 100 0 -] no_tls" {
		t.Errorf("%s", got)
	}
	b = start(
		t,
		setting{pages: map[string]http.Handler{"bad.example.net": Ask("", V1(Offer{}))}},
	) // not in the certificate
	if got := line(b.check(t, "https://bad.example.net/")); !strings.Contains(got, "no_tls") ||
		!strings.Contains(got, " 0 -]") {
		t.Errorf("%s", got)
	}
}

func TestCertificateThatEndsSoonIsNoted(t *testing.T) {
	e := evidence{url: &exampleURL, now: noon(), probe: probe{outcome: quoted, secure: true}}
	for _, tt := range []struct {
		left time.Duration
		want int
	}{{8 * day, 100}, {7 * day, 100}, {7*day - time.Second, 70}, {-time.Hour, 70}} {
		e.expires = noon().Add(tt.left)
		if score, seen := (&judging{evidence: &e}).transport(); seen != scored.Whole || score != tt.want {
			t.Errorf("%v left: %d", tt.left, score)
		}
	}
	b := start(t, setting{pages: Pages()})
	until, err := b.h.certificate(t.Context(), &exampleURL)
	if err != nil || until.Before(noon()) {
		t.Errorf("%v, %v", until, err)
	}
}

func TestSellerThatDoesNotAnswerIsStillJudged(t *testing.T) {
	b := start(t, setting{})
	if got := line(b.check(t, example)); got != "caution 58 [100 85 0 - - - -] unreachable" {
		t.Errorf("no such host: %s", got)
	}
	done := make(chan struct{})
	slow := http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		select {
		case <-done:
		case <-r.Context().Done():
		}
	})
	b = start(
		t,
		setting{
			pages: map[string]http.Handler{Host: slow},
			fetch: fetch.Options{Timeouts: fetch.Timeouts{FirstByte: 50 * time.Millisecond}},
		},
	)
	defer close(done)
	a := b.check(t, example)
	if got := line(a); got != "caution 58 [100 85 0 - - - -] unreachable" ||
		!strings.Contains(a.Reasons[1].Detail, "too long") {
		t.Errorf("slow: %s", got)
	}
}

func TestReceiverCountsAsScreenedOnlyWithTheListsLoaded(t *testing.T) {
	b := start(t, setting{pages: Pages(), unlisted: true})
	a := b.check(t, example)
	if got := line(a); got != "caution 92 [100 85 100 100 70 100 -] " || !a.Partial || a.PayeeScreened {
		t.Errorf("%s %+v", got, a.Coverage)
	}
	b = start(t, setting{pages: map[string]http.Handler{"alone.example.com": Ask(V2(Offer{}), "")}, unlisted: true})
	if got := line(
		b.check(t, "https://alone.example.com/"),
	); got != "unknown null [30 - 100 - - 100 -] not_listed no_usage_history too_little_known" {
		t.Errorf("%s", got)
	}
}

func TestSanctionedReceiverOfTheListingCountsWithoutAQuote(t *testing.T) {
	b := start(
		t,
		setting{
			answers: AnswersWith(
				Item("https://dark.example.com/x", "0x7b3e2c1d5f60a9784bc2de9f0a1b2c3d4e5f6071", "4000", ""),
			),
		},
	)
	a := b.check(t, "https://dark.example.com/x")
	if a.TrustCategory != untrusted || *a.TrustScore != 0 || a.Reasons[1].Code != "payee_sanctioned" ||
		*a.ScoreBeforeCaps == 0 {
		t.Errorf("%s", line(a))
	}
}

// TestSanctionedReceiverOnAnyNetworkCounts: a payment on another network goes to the same seller.
func TestSanctionedReceiverOnAnyNetworkCounts(t *testing.T) {
	polygon := Offer{Network: "eip155:137", Asset: "0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359", PayTo: listedAs}
	b := start(t, setting{pages: map[string]http.Handler{Host: Ask(V2(Offer{}, polygon), V1(Offer{}))}})
	for _, network := range []string{"base", "polygon", "solana"} {
		if got := line(b.check(t, example, "network", network)); !strings.HasPrefix(got, "untrusted 0 ") ||
			!strings.Contains(got, "payee_sanctioned") {
			t.Errorf("%s: %s", network, got)
		}
	}
}

// TestSellerListedForAnotherMethodIsNotBlamedForTheProbes: a server that routes by method may not know a GET.
func TestSellerListedForAnotherMethodIsNotBlamedForTheProbes(t *testing.T) {
	post := `,"extensions":{"bazaar":{"info":{"input":{"type":"http","method":"%s"}}}}`
	item := func(path, method string) string {
		return Item("https://shop.example.com"+path, Payee, "4000", strings.Replace(post, "%s", method, 1))
	}
	gone := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { http.NotFound(w, r) })
	b := start(
		t,
		setting{
			answers: AnswersWith(item("/post", "post"), item("/get", "GET"), item("/none", "")),
			pages:   map[string]http.Handler{"shop.example.com": gone},
		},
	)
	for path, want := range map[string]string{
		"/post": "unknown null [100 - - - - 100 -] no_usage_history other_method too_little_known",
		"/get":  "unknown null [100 - 0 - - 100 -] no_402 no_usage_history too_little_known",
		"/none": "unknown null [100 - 0 - - 100 -] no_402 no_usage_history too_little_known",
	} {
		if got := line(b.check(t, "https://shop.example.com"+path)); got != want {
			t.Errorf("%s: %s, want %s", path, got, want)
		}
	}
}

// TestSellerThatWantsPostIsAskedByPost: the quote of a POST-only route is read like any other.
func TestSellerThatWantsPostIsAskedByPost(t *testing.T) {
	for _, refusal := range []int{http.StatusNotFound, http.StatusMethodNotAllowed} {
		var asked []string
		shop := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			body, _ := io.ReadAll(r.Body)
			asked = append(asked, r.Method+" "+r.Header.Get("Content-Type")+" "+string(body))
			if r.Method != http.MethodPost {
				w.WriteHeader(refusal)
				return
			}
			Ask(V2(Offer{}), V1(Offer{})).ServeHTTP(w, r)
		})
		b := start(t, setting{pages: map[string]http.Handler{Host: shop}})
		a := b.check(t, example)
		if got := line(a); got != "trusted 97 [100 85 100 100 100 100 -] " || a.Quote == nil {
			t.Errorf("%d: %s", refusal, got)
		}
		want := `GET  |POST application/json {}|POST application/json {}|POST application/json {"input":"2"}`
		if strings.Join(asked, "|") != want {
			t.Errorf("asked %q, want %q", asked, want)
		}
	}
}

// TestPostIsSentOnlyAfterA404Or405: a server that answers a GET otherwise gets no second request.
func TestPostIsSentOnlyAfterA404Or405(t *testing.T) {
	for _, status := range []int{200, 400, 401, 402, 403, 410, 429, 500} {
		posts := 0
		shop := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.Method == http.MethodPost {
				posts++
			}
			w.WriteHeader(status)
		})
		start(t, setting{pages: map[string]http.Handler{Host: shop}}).check(t, example)
		if posts != 0 {
			t.Errorf("a POST after %d", status)
		}
	}
}

func TestNetworkOfTheCallerDecidesWhichOffersCount(t *testing.T) {
	polygon := Offer{
		Network: "eip155:137",
		Asset:   "0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359",
		PayTo:   stranger,
		Amount:  "90000",
	}
	b := start(t, setting{pages: map[string]http.Handler{Host: Ask(V2(polygon, Offer{}), V1(Offer{}))}})
	for _, tt := range []struct{ network, want string }{
		{"base", "trusted 97 [100 85 100 100 100 100 -] "},
		{"eip155:8453", "trusted 97 [100 85 100 100 100 100 -] "},
		{"BASE", "trusted 97 [100 85 100 100 100 100 -] "},
		{"polygon", "untrusted 85 [100 85 100 - 40 100 -] payee_changed"},
		{"solana", "untrusted 73 [100 85 40 100 40 100 -] payee_changed network_not_offered"},
		{"eip155:999999", "untrusted 73 [100 85 40 100 40 100 -] payee_changed network_not_offered"},
	} {
		a := b.check(t, example, "network", tt.network)
		if got := line(a); got != tt.want || a.Network == nil || !strings.Contains(*a.Network, ":") {
			t.Errorf("%s: %s, want %s", tt.network, got, tt.want)
		}
	}
	if a := b.check(t, example); a.Network != nil || *a.Quote.Network != "eip155:8453" || a.Quote.Offers != 3 {
		t.Errorf("%+v", a.Quote)
	}
}

// TestPriceOfAnUnlistedSellerIsHeldAgainstItsPeers: the test's catalogue has prices up to 0.06 USD.
func TestPriceOfAnUnlistedSellerIsHeldAgainstItsPeers(t *testing.T) {
	for _, tt := range []struct{ amount, want string }{
		{"4000", "caution 75 [30 - 100 - 70 100 -]"},
		{"10000000", "caution 75 [30 - 100 - 70 100 -]"},
		{"10000001", "caution 66 [30 - 100 10 70 100 -] price_above_peers"},
	} {
		b := start(
			t,
			setting{pages: map[string]http.Handler{"alone.example.com": Ask(V2(Offer{Amount: tt.amount}), "")}},
		)
		if got := line(b.check(t, "https://alone.example.com/")); !strings.HasPrefix(got, tt.want) {
			t.Errorf("%s: %s, want %s", tt.amount, got, tt.want)
		}
	}
}

// paidTo are the networks of Base with a payee.
func paidTo(payee string) []x402.Network {
	networks := x402.Builtin()[:2]
	for i := range networks {
		networks[i].PayTo = common.HexToAddress(payee).Hex()
	}
	return networks
}

// TestOwnQuoteIsThatOfAGoodSeller uses the 402 of this service's own gate.
func TestOwnQuoteIsThatOfAGoodSeller(t *testing.T) {
	item := payment.Item{
		Route:        "GET /v1/rates",
		URL:          example,
		Description:  "Freight rates",
		PriceUSD:     decimal.RequireFromString("0.004"),
		Tags:         []string{"freight"},
		OutputSchema: []byte(`{"input":{"type":"http","method":"GET","discoverable":true},"output":{"type":"object"}}`),
		Extensions: x402.Extensions{
			"bazaar": []byte(`{"info":{"input":{"type":"http","method":"GET"}},"schema":{}}`),
		},
	}
	key, err := secret.Parse(strings.Repeat("5ec2e7", 11))
	if err != nil {
		t.Fatal(err)
	}
	gate, err := payment.NewGate(payment.Options{
		Seller:      payment.Seller{Name: "Farebox", Networks: paidTo(Payee)},
		Facilitator: struct{ facilitator.Facilitator }{},
		Ledger:      struct{ payment.Ledger }{},
		Chain:       struct{ payment.Chain }{},
		Secret:      key,

		VerifyTimeout:       time.Second,
		SettleTimeout:       time.Second,
		MaxInFlightPerPayer: 1,
	}, []payment.Item{item})
	if err != nil {
		t.Fatal(err)
	}
	seller := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		gate.Serve(echo.New().NewContext(r, w), payment.Request{Route: item.Route})
	})
	pages := map[string]http.Handler{Host: seller, "fresh.example.com": seller}
	b := start(t, setting{pages: pages, stubs: stubs{Created: aged(400)}})
	a := b.check(t, example, "network", "base")
	if got := line(
		a,
	); got != "trusted 97 [100 85 100 100 100 100 100] " || !slices.Equal(a.Quote.X402Versions, []int{1, 2}) ||
		a.Quote.AmountUSD.String() != "0.004" {
		t.Errorf("%s %+v", got, a.Quote)
	}
	if got := line(
		b.check(t, "https://fresh.example.com/v1/rates"),
	); got != "caution 79 [30 - 100 - 70 100 100] not_listed no_usage_history payee_unseen" {
		t.Errorf("without history: %s", got)
	}
}

func TestCallerThatLeavesEndsTheCheck(t *testing.T) {
	b := start(t, setting{pages: Pages()})
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := b.h.Preflight(ctx, request(example)); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
}

func TestProbeAsksForJSONOnceAndKeepsNothing(t *testing.T) {
	var accept []string
	seller := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		accept = append(accept, r.Header.Get("Accept"))
		w.Header().Set("Cache-Control", "max-age=600")
		w.WriteHeader(http.StatusOK)
		_, _ = io.WriteString(w, "{}")
	})
	b := start(t, setting{pages: map[string]http.Handler{Host: seller}})
	for range 2 {
		b.check(t, example)
	}
	if !slices.Equal(accept, []string{"application/json", "application/json"}) {
		t.Errorf("%q", accept)
	}
}
