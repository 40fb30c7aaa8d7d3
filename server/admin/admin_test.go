package admin

import (
	"bytes"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"log/slog"
	"math/big"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/shopspring/decimal"
	"golang.org/x/net/html"

	"github.com/farebox/farebox/internal/secret"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/usage"
	"github.com/farebox/farebox/payment"
	"github.com/farebox/farebox/payment/facilitator/evm"
)

const (
	origin = "https://api.example.com"
	token  = "correct-horse-battery-staple"
	payer  = "0xa11ce0000000000000000000000000000000beef"
)

var noon = time.Date(2026, 3, 4, 12, 34, 56, 0, time.UTC)

// figures are a store that says the same of every time.
type figures struct {
	mu   sync.Mutex
	span usage.Span
	fail error
	outs map[string]time.Time // sessions that were signed out of
}

func (f *figures) SignOut(_ context.Context, session string, ends, now time.Time) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.fail != nil {
		return f.fail
	}
	if f.outs == nil {
		f.outs = map[string]time.Time{}
	}
	f.outs[session] = ends
	return nil
}

func (f *figures) SignedOut(_ context.Context, session string) (bool, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	_, out := f.outs[session]
	return out, f.fail
}

func (f *figures) Report(_ context.Context, span usage.Span) (usage.Report, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.span = span
	sold := usage.RouteUsage{
		Route:      "GET /extract",
		Calls:      20,
		Quotes:     8,
		Paid:       3,
		Replayed:   1,
		Rejected:   2,
		Errors:     1,
		RevenueUSD: "0.006",
		Cost:       7_000_000,
		P95:        120 * time.Millisecond,
	}
	r := usage.Report{
		Span:     span,
		Total:    sold,
		Routes:   []usage.RouteUsage{sold},
		Buyers:   1,
		Payers:   []usage.PayerUsage{{Payer: payer, Paid: 3, RevenueUSD: "0.006", LastAt: noon}},
		Refusals: []usage.Refusal{{Outcome: usage.OutcomeRejected, Reason: `=HYPERLINK("http://evil","x")`, Count: 2}},
	}
	for i := range span.Parts {
		r.ByTime = append(r.ByTime, usage.Part{Start: span.From.Add(time.Duration(i) * span.Width)})
	}
	return r, f.fail
}

func (f *figures) ReportNetworks(_ context.Context, span usage.Span) ([]usage.NetworkPart, error) {
	sold := usage.NetworkUsage{
		Network: "solana:x",
		Paid:    3,
		Revenue: decimal.RequireFromString("0.006"),
		Settlements: usage.Settlements{
			Took:  usage.Histogram{usage.LatencyBucket(time.Second): 3},
			Paid:  2,
			Spent: 20_001_000,
			Least: 10_000_000,
			Most:  10_001_000,
		},
	}
	elsewhere := usage.NetworkUsage{
		Network: "eip155:1",
		Paid:    1,
		Revenue: decimal.RequireFromString("0.002"),
	}
	return []usage.NetworkPart{
		{Start: span.From, NetworkUsage: sold},
		{Start: span.From.Add(span.Width), NetworkUsage: sold},
		{Start: span.From.Add(span.Width), NetworkUsage: elsewhere},
	}, nil
}

func (f *figures) TidyPeriods(context.Context, time.Time, time.Time) error { return nil }

func (f *figures) SlowLog(context.Context, string, int) ([]usage.Slow, error) {
	return []usage.Slow{
		{Time: noon.Add(-time.Minute), Route: "GET /slow", Status: 200, Latency: 4 * time.Second, Reason: "handler"},
		{Time: noon.Add(-90 * 24 * time.Hour), Route: "GET /long/ago", Reason: "settle"},
	}, nil
}

func (f *figures) OpenPayments(context.Context, int) (payment.OpenPayments, error) {
	return payment.OpenPayments{
		Count:     1,
		AmountUSD: "0.002",
		Oldest: []payment.OpenPayment{{
			Key:      payment.Key{Network: "eip155:8453", Payer: payer, Nonce: "0x01"},
			Route:    "GET /extract",
			PriceUSD: "0.002",
			StoredAt: noon.Add(-90 * time.Second),
		}},
	}, nil
}

// desk is a dashboard with a clock and a log of its own.
type desk struct {
	testing.TB
	*Desk
	store *figures
	log   *bytes.Buffer
	now   time.Time
}

func newDesk(t testing.TB, change ...func(*Options)) *desk {
	t.Helper()
	d := &desk{
		TB:    t,
		store: &figures{},
		log:   &bytes.Buffer{},
		now:   noon,
	}
	key, err := secret.Parse(strings.Repeat("5ec2e7", 11))
	if err != nil {
		t.Fatal(err)
	}
	o := Options{
		Token:         token,
		Secret:        key,
		ServiceName:   "Test Tools",
		PublicBaseURL: origin,
		Style:         "/assets/site.css",
		Store:         d.store,
		Upstreams: func() []upstream.Health {
			return []upstream.Health{
				{Name: "fine", Status: "ok", Breaker: "closed"},
				{Name: "down", Status: "open", Breaker: "open", Failures: 7, ErrorKind: upstream.Unavailable},
			}
		},
		Lists: func() []upstream.DatasetHealth {
			return []upstream.DatasetHealth{
				{Name: "good list", Status: "ready", Records: 5},
				{Name: "old list", Status: "stale", LastError: "the answer was cut off"},
			}
		},
		Closed: func() []Closed {
			return []Closed{{
				Route:     "GET /edgar/filings",
				Code:      "provider_changed",
				Providers: []string{"sec"},
				Since:     noon.Add(-time.Hour),
			}}
		},
		Gas: func() []evm.Status {
			return []evm.Status{{
				Network: "eip155:8453",
				Settler: common.HexToAddress("0x01"),
				Balance: big.NewInt(1_500_000_000_000_000),
				Cost:    big.NewInt(100_000_000_000_000),
				SeenAt:  noon,
			}}
		},
		Now: func() time.Time { return d.now },
		Log: slog.New(slog.NewTextHandler(d.log, &slog.HandlerOptions{Level: slog.LevelDebug})),
	}
	for _, f := range change {
		f(&o)
	}
	if d.Desk, err = New(o); err != nil {
		t.Fatal(err)
	}
	return d
}

func (d *desk) do(r *http.Request) *httptest.ResponseRecorder {
	d.Helper()
	w := httptest.NewRecorder()
	d.ServeHTTP(w, r)
	for name, want := range map[string]string{
		"X-Robots-Tag":            "noindex, nofollow",
		"Content-Security-Policy": policy,
		"X-Content-Type-Options":  "nosniff",
	} {
		if got := w.Header().Get(name); got != want && !strings.HasPrefix(r.URL.Path, assetsPath) {
			d.Errorf("%s %s: %s is %q", r.Method, r.URL, name, got)
		}
	}
	if w.Code >= 500 && w.Code != http.StatusServiceUnavailable {
		d.Errorf("%s %s: %d", r.Method, r.URL, w.Code)
	}
	return w
}

func (d *desk) get(path string, cookies ...*http.Cookie) *httptest.ResponseRecorder {
	d.Helper()
	r := httptest.NewRequest(http.MethodGet, origin+path, nil)
	for _, c := range cookies {
		r.AddCookie(c)
	}
	return d.do(r)
}

// form is a form as a browser sends it from the page of the same origin.
func form(path, with string) *http.Request {
	r := httptest.NewRequest(http.MethodPost, origin+path, strings.NewReader(url.Values{"token": {with}}.Encode()))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.Header.Set("Origin", origin)
	return r
}

// signIn gives the cookie of a session.
func (d *desk) signIn() *http.Cookie {
	d.Helper()
	w := d.do(form(loginPath, d.Token))
	cookies := w.Result().Cookies()
	if w.Code != http.StatusSeeOther || w.Header().Get("Location") != Path || len(cookies) != 1 {
		d.Fatalf("signing in: %d %v", w.Code, w.Header())
	}
	return cookies[0]
}

func shut(w *httptest.ResponseRecorder) bool {
	return w.Code == http.StatusSeeOther && w.Header().Get("Location") == loginPath &&
		!strings.Contains(w.Body.String(), "0.006")
}

func TestDashboardIsShutWithoutASession(t *testing.T) {
	d := newDesk(t)
	good := d.signIn()
	if w := d.get(Path, good); w.Code != http.StatusOK || !strings.Contains(w.Body.String(), "$0.006") {
		t.Fatalf("with a session: %d %s", w.Code, w.Body)
	}

	ofOtherToken := newDesk(t, func(o *Options) { o.Token = token + "2" }).signIn()
	ofOtherSecret := newDesk(t, func(o *Options) {
		o.Secret, _ = secret.Parse(strings.Repeat("aabbcc", 11))
	}).signIn()
	flip := func(i int) string {
		raw := []byte(good.Value)
		if raw[i] == 'A' {
			raw[i] = 'B'
		} else {
			raw[i] = 'A'
		}
		return string(raw)
	}
	for why, value := range map[string]string{
		"empty":                         "",
		"the token itself":              token,
		"a later end":                   flip(9),
		"another random number":         flip(20),
		"another signature":             flip(50),
		"cut off":                       good.Value[:40],
		"longer":                        good.Value + "AAAA",
		"of another token":              ofOtherToken.Value,
		"of another server secret":      ofOtherSecret.Value,
		"zeros":                         strings.Repeat("A", len(good.Value)),
		"not base64":                    strings.Repeat("!", len(good.Value)),
		"very long":                     strings.Repeat("A", 1<<16),
		"a session and something after": good.Value + "=",
	} {
		for _, path := range []string{Path, Path + "?range=1h", tablePath + "payers.csv", Path + "/nothing"} {
			if w := d.get(path, &http.Cookie{Name: cookieName, Value: value}); !shut(w) {
				t.Errorf("%s with a cookie that is %s: %d", path, why, w.Code)
			}
		}
	}
	if w := d.get(Path); !shut(w) {
		t.Errorf("without a cookie: %d", w.Code)
	}
	if w := d.get(Path, &http.Cookie{Name: "other", Value: good.Value}); !shut(w) {
		t.Errorf("with a cookie of another name: %d", w.Code)
	}
}

// TestRouteThatCostsMoreThanItEarnsShowsALoss on the page and in the export.
func TestRouteThatCostsMoreThanItEarnsShowsALoss(t *testing.T) {
	d := newDesk(t)
	session := d.signIn()
	if page := d.get(Path, session).Body.String(); !strings.Contains(page, "-$0.001") ||
		!strings.Contains(page, "$0.007 cost") {
		t.Error("the tiles do not show a margin of -$0.001 at a cost of $0.007")
	}

	rows, err := csv.NewReader(d.get(tablePath+"routes.csv", session).Body).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	at := map[string]string{}
	for i, name := range rows[0] {
		at[name] = rows[1][i]
	}
	if at["revenue $"] != "0.006" || at["cost $"] != "0.007" || at["margin $"] != "-0.001" {
		t.Errorf("exported %v", at)
	}
}

// TestNetworksAreShownForTheTimeChosen: the sums of all replicas, also of a network that is not sold on any more.
func TestNetworksAreShownForTheTimeChosen(t *testing.T) {
	d := newDesk(t, func(o *Options) {
		o.Networks = func() []NetworkState {
			return []NetworkState{
				{Network: "solana:x", Name: "solana", Coin: "SOL"},
				{Network: "eip155:8453", Name: "base", Coin: "ETH", Closed: "no gas money", Unpriced: true},
			}
		}
	})
	session := d.signIn()
	if !strings.Contains(d.get(Path, session).Body.String(), "cost, without gas, whose price is not known") {
		t.Error("the margin is shown as if gas were in it")
	}
	read := func(id string) [][]string {
		rows, err := csv.NewReader(d.get(tablePath+id+".csv", session).Body).ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		return rows[1:]
	}

	sums := read("networks")
	want := [][]string{
		{"solana", "solana:x", "0.012", "6", "0", "1.00", "0.000040002", "SOL", "0.00001", "0.000010001", "open"},
		{"base", "eip155:8453", "0", "0", "0", "", "", "", "", "", "closed: no gas money"},
		{"eip155:1", "eip155:1", "0.002", "1", "0", "", "", "", "", "", "closed: payments are not taken on it any more"},
	}
	if len(sums) > 0 { // a median is right within a few per cent
		sums[0][5] = "1.00"
	}
	if got := fmt.Sprint(sums); got != fmt.Sprint(want) {
		t.Errorf("networks %s\nwant %s", got, want)
	}
	if parts := read("networktime"); len(parts) != 3 || parts[0][1] != "solana:x" || parts[0][2] != "0.006" ||
		parts[2][1] != "eip155:1" || parts[2][2] != "0.002" {
		t.Errorf("by time: %v", parts)
	}
}

func TestSessionEnds(t *testing.T) {
	d := newDesk(t)
	session := d.signIn()
	d.now = noon.Add(sessionLength - time.Second)
	if w := d.get(Path, session); w.Code != http.StatusOK {
		t.Errorf("shortly before its end: %d", w.Code)
	}
	d.now = noon.Add(sessionLength)
	if w := d.get(Path, session); !shut(w) {
		t.Errorf("at its end: %d", w.Code)
	}
}

func TestSessionOfOneReplicaCountsOnAnother(t *testing.T) {
	session := newDesk(t).signIn()
	if w := newDesk(t).get(Path, session); w.Code != http.StatusOK {
		t.Errorf("%d", w.Code)
	}
}

func TestCookieStaysWithTheDashboard(t *testing.T) {
	for _, c := range []struct {
		why    string
		url    string
		proto  string
		secure bool
	}{
		{"behind https", origin, "", true},
		{"a proxy that says so", "http://10.0.0.7:8402", "https", true},
		{"a tunnel to this machine", "http://127.0.0.1:8402", "", false},
	} {
		d := newDesk(t)
		r := form(loginPath, token)
		u, _ := url.Parse(c.url)
		r.Host = u.Host
		r.TLS = nil
		r.Header.Set("Origin", c.url)
		r.Header.Set("X-Forwarded-Proto", c.proto)
		w := d.do(r)
		cookie := w.Result().Cookies()[0]
		if !cookie.HttpOnly || cookie.SameSite != http.SameSiteStrictMode || cookie.Path != Path ||
			cookie.Domain != "" || cookie.Secure != c.secure || cookie.MaxAge != int(sessionLength.Seconds()) {
			t.Errorf("%s: %v", c.why, w.Header()["Set-Cookie"])
		}
		if strings.Contains(w.Header().Get("Set-Cookie"), token) {
			t.Errorf("%s: the cookie has the token", c.why)
		}
	}
}

func TestFormsOfOtherOriginsAreRefused(t *testing.T) {
	for _, path := range []string{loginPath, logoutPath} {
		for _, c := range []struct {
			why, origin, site string
			refused           bool
		}{
			{"the public origin", origin, "", false},
			{"with what browsers add", origin, "same-origin", false},
			{"the origin that was called", "https://api.example.com", "same-origin", false},
			{"none", "", "", true},
			{"a page without an origin", "null", "", true},
			{"another site", "https://evil.example", "", true},
			{"another host of the site", "https://www.example.com", "same-site", true},
			{"another port", origin + ":8443", "", true},
			{"a longer name", origin + ".evil.example", "", true},
			{"what the browser knows better", origin, "cross-site", true},
			{"no web page", "file://api.example.com", "", true},
		} {
			d := newDesk(t)
			r := form(path, token)
			r.Header.Del("Origin")
			if c.origin != "" {
				r.Header.Set("Origin", c.origin)
			}
			if c.site != "" {
				r.Header.Set("Sec-Fetch-Site", c.site)
			}
			w := d.do(r)
			if refused := w.Code == http.StatusForbidden; refused != c.refused {
				t.Errorf("%s from %s: %d", path, c.why, w.Code)
			}
			if c.refused && len(w.Result().Cookies()) != 0 {
				t.Errorf("%s from %s sets a cookie", path, c.why)
			}
		}
	}
}

func TestWrongTokensAreRefusedAndBounded(t *testing.T) {
	d := newDesk(t)
	try := func(address, with string) *httptest.ResponseRecorder {
		r := form(loginPath, with)
		r.RemoteAddr = address
		return d.do(r)
	}
	for i, wrong := range []string{"", "x", token + " ", token[1:], strings.ToUpper(token)} {
		if w := try("203.0.113.5:1000", wrong); w.Code != http.StatusUnauthorized || len(w.Result().Cookies()) != 0 {
			t.Errorf("try %d: %d", i, w.Code)
		}
	}
	w := try("203.0.113.5:1001", token)
	if w.Code != http.StatusTooManyRequests || w.Header().Get("Retry-After") == "" || len(w.Result().Cookies()) != 0 {
		t.Errorf("the right token at the sixth try: %d", w.Code)
	}
	if w := try("203.0.113.6:1000", token); w.Code != http.StatusSeeOther {
		t.Errorf("another address: %d", w.Code)
	}
	d.now = d.now.Add(time.Minute)
	if w := try("203.0.113.5:1000", token); w.Code != http.StatusSeeOther {
		t.Errorf("a minute later: %d", w.Code)
	}

	for i := range 60 {
		try(fmt.Sprintf("198.51.100.%d:1", i), "wrong")
	}
	if w := try("203.0.113.7:1000", token); w.Code != http.StatusSeeOther {
		t.Errorf("the operator, after tries of sixty strangers: %d", w.Code)
	}
}

func TestNothingOfTheTokenIsLogged(t *testing.T) {
	d := newDesk(t)
	d.do(form(loginPath, token))
	d.do(form(loginPath, "a guess of the token"))
	r := form(loginPath, token)
	r.Header.Set("Origin", "https://evil.example")
	d.do(r)
	d.store.fail = errors.New("the database is away")
	w := d.get(Path, d.signIn())
	if w.Code != http.StatusServiceUnavailable || strings.Contains(w.Body.String(), "database") {
		t.Errorf("%d %s", w.Code, w.Body)
	}
	said := d.log.String()
	if !strings.Contains(said, "refused to sign in") || !strings.Contains(said, "the database is away") {
		t.Errorf("the log: %s", said)
	}
	if strings.Contains(said, token) || strings.Contains(said, "guess") {
		t.Errorf("the log has a token: %s", said)
	}
}

func TestSigningOutNeedsThePagesForm(t *testing.T) {
	d := newDesk(t)
	session := d.signIn()
	if w := d.get(logoutPath, session); w.Code != http.StatusMethodNotAllowed || len(w.Result().Cookies()) != 0 {
		t.Errorf("a link signs out: %d", w.Code)
	}
	w := d.do(form(logoutPath, ""))
	cookies := w.Result().Cookies()
	if w.Code != http.StatusSeeOther || len(cookies) != 1 || cookies[0].MaxAge >= 0 || cookies[0].Value != "" ||
		cookies[0].Path != Path {
		t.Errorf("%d %v", w.Code, cookies)
	}
}

// TestSignedOutSessionIsWorthNothing, also to whoever has a copy of its cookie.
func TestSignedOutSessionIsWorthNothing(t *testing.T) {
	d := newDesk(t)
	mine, other := d.signIn(), d.signIn()
	out := form(logoutPath, "")
	out.AddCookie(mine)
	if w := d.do(out); w.Code != http.StatusSeeOther {
		t.Fatalf("%d", w.Code)
	}
	if w := d.get(Path, mine); !shut(w) {
		t.Errorf("a copy of the cookie: %d", w.Code)
	}
	if w := d.get(Path, other); w.Code != http.StatusOK {
		t.Errorf("another session: %d", w.Code)
	}
	for name, ends := range d.store.outs {
		if !ends.Equal(noon.Truncate(time.Second).Add(sessionLength)) || strings.Contains(mine.Value, name) {
			t.Errorf("the store knows %s until %s", name, ends)
		}
	}

	replica := newDesk(t)
	replica.store = d.store
	replica.Store = d.store
	for _, path := range []string{Path, tablePath + "routes.csv"} {
		if w := replica.get(path, mine); !shut(w) {
			t.Errorf("a copy of the cookie at another replica, %s: %d", path, w.Code)
		}
	}
	if w := replica.get(Path, other); w.Code != http.StatusOK {
		t.Errorf("another session at another replica: %d", w.Code)
	}
}

// TestSignOutThatReplicasAreNotToldOfSaysSo, and shows nothing meanwhile.
func TestSignOutThatReplicasAreNotToldOfSaysSo(t *testing.T) {
	d := newDesk(t)
	mine := d.signIn()
	d.store.fail = errors.New("away")
	out := form(logoutPath, "")
	out.AddCookie(mine)
	w := d.do(out)
	if cookies := w.Result().Cookies(); w.Code != http.StatusServiceUnavailable || len(cookies) != 1 ||
		cookies[0].MaxAge >= 0 || !strings.Contains(w.Body.String(), "copy of its cookie") {
		t.Errorf("%d %v %s", w.Code, cookies, w.Body)
	}
	if w := d.get(Path, mine); w.Code != http.StatusServiceUnavailable {
		t.Errorf("%d", w.Code)
	}
}

// TestSignInMakesASessionOfItsOwn: one that a stranger put into the browser before is not taken up.
func TestSignInMakesASessionOfItsOwn(t *testing.T) {
	d := newDesk(t)
	for _, planted := range []string{"planted", d.signIn().Value} {
		r := form(loginPath, token)
		r.AddCookie(&http.Cookie{Name: cookieName, Value: planted})
		if got := d.do(r).Result().Cookies(); len(got) != 1 || got[0].Value == planted {
			t.Errorf("%v", got)
		}
	}
}

func TestOtherMethodsAreRefused(t *testing.T) {
	d := newDesk(t)
	session := d.signIn()
	for _, method := range []string{http.MethodPost, http.MethodPut, http.MethodDelete, http.MethodOptions} {
		r := httptest.NewRequest(method, origin+Path, nil)
		r.AddCookie(session)
		if w := d.do(r); w.Code != http.StatusMethodNotAllowed || w.Header().Get("Allow") == "" {
			t.Errorf("%s: %d", method, w.Code)
		}
	}
	r := form(loginPath, strings.Repeat("x", maxForm+1))
	if w := d.do(r); w.Code != http.StatusBadRequest {
		t.Errorf("a form that is too long: %d", w.Code)
	}
	r = form(loginPath+"?token="+token, "")
	if w := d.do(r); w.Code != http.StatusUnauthorized {
		t.Errorf("the token in the URL: %d", w.Code)
	}
}

func TestEveryStretchIsShown(t *testing.T) {
	d := newDesk(t)
	session := d.signIn()
	for name, want := range map[string]usage.Span{
		"": {
			From:  time.Date(2026, 3, 3, 13, 0, 0, 0, time.UTC),
			Width: time.Hour,
			Parts: 24,
		},
		"1h": {
			From:  time.Date(2026, 3, 4, 11, 35, 0, 0, time.UTC),
			Width: time.Minute,
			Parts: 60,
		},
		"24h": {
			From:  time.Date(2026, 3, 3, 13, 0, 0, 0, time.UTC),
			Width: time.Hour,
			Parts: 24,
		},
		"7d": {
			From:  time.Date(2026, 2, 25, 18, 0, 0, 0, time.UTC),
			Width: 6 * time.Hour,
			Parts: 28,
		},
		"30d": {
			From:  time.Date(2026, 2, 3, 0, 0, 0, 0, time.UTC),
			Width: 24 * time.Hour,
			Parts: 30,
		},
	} {
		w := d.get(Path+"?range="+name, session)
		if w.Code != http.StatusOK || d.store.span != want {
			t.Errorf("range %q: %d, %v", name, w.Code, d.store.span)
		}
		if end := want.To(); !end.After(noon) || end.Sub(noon) > want.Width {
			t.Errorf("range %q ends at %v", name, end)
		}
		if want.From.Before(noon.Add(-Keep)) ||
			want.Width%time.Hour != 0 && want.From.Before(noon.Add(-usage.MinutesFor)) ||
			want.Width%(24*time.Hour) != 0 && want.From.Before(noon.Add(-usage.HoursFor)) {
			t.Errorf("range %q reaches further back than is kept", name)
		}
	}
	for _, wrong := range []string{"1y", "24H", "-1", "1h%00", "%3Cscript%3E"} {
		if w := d.get(Path+"?range="+wrong, session); w.Code != http.StatusBadRequest {
			t.Errorf("range %s: %d", wrong, w.Code)
		}
	}
}

// TestPageShowsWhatIsAskedOf reads the page as a person without a script does.
func TestPageShowsWhatIsAskedOf(t *testing.T) {
	d := newDesk(t)
	w := d.get(Path, d.signIn())
	page := w.Body.String()
	if w.Header().Get("Cache-Control") != "no-store" {
		t.Error("the page may be kept")
	}
	if _, err := html.Parse(strings.NewReader(page)); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"<b>$0.006</b>", "<b>3</b>", "<b>37.5 %</b>", "<b>$0.002</b>", "<b>120 ms</b>", "oldest 1 min 30 s", // tiles
		"0xa11c...beef", "GET /slow", "=HYPERLINK", "the answer was cut off", "0.0015", "unavailable",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %s", want)
		}
	}
	for _, unwanted := range []string{payer, "/long/ago", "style=", "onclick", "<script>", token, "https://"} {
		if strings.Contains(page, unwanted) {
			t.Errorf("the page has %s", unwanted)
		}
	}
	if strings.Index(page, ">down<") > strings.Index(page, ">fine<") ||
		strings.Index(page, ">old list<") > strings.Index(page, ">good list<") {
		t.Error("what is wrong does not come first")
	}
}

func TestTablesAreExported(t *testing.T) {
	d := newDesk(t)
	session := d.signIn()
	for _, id := range []string{
		"time", "routes", "payers", "refusals", "slow", "open", "upstreams", "lists", "gas",
	} {
		w := d.get(tablePath+id+".csv?range=7d", session)
		if w.Code != http.StatusOK || w.Header().Get("Content-Type") != "text/csv; charset=utf-8" ||
			w.Header().Get("Content-Disposition") != `attachment; filename="farebox-`+id+`-7d.csv"` {
			t.Errorf("%s: %d %v", id, w.Code, w.Header())
		}
		rows, err := csv.NewReader(w.Body).ReadAll()
		if err != nil || len(rows) < 2 {
			t.Errorf("%s: %v %v", id, rows, err)
		}
		for _, row := range rows {
			for _, cell := range row {
				if strings.HasPrefix(cell, "=") {
					t.Errorf("%s has a formula: %s", id, cell)
				}
			}
		}
		if !strings.Contains(d.get(Path+"?range=7d", session).Body.String(), `href="`+tablePath+id+`.csv?range=7d"`) {
			t.Errorf("the page has no link to the export of %s", id)
		}
	}
	for _, none := range []string{"nothing.csv", "routes", "routes.json", ".csv"} {
		if w := d.get(tablePath+none, session); w.Code != http.StatusNotFound {
			t.Errorf("%s: %d", none, w.Code)
		}
	}
}

func TestCellsAreNoFormulas(t *testing.T) {
	for cell, want := range map[string]string{
		"":               "",
		"GET /extract":   "GET /extract",
		"0.002":          "0.002",
		"-0.002":         "-0.002",
		"-1+1":           "'-1+1",
		"=1+1":           "'=1+1",
		"+1":             "'+1",
		"@SUM(A1)":       "'@SUM(A1)",
		"-cmd|' /C x'!A": "'-cmd|' /C x'!A",
		"\t=1":           "'\t=1",
		"\r=1":           "'\r=1",
		"\n=1":           "'\n=1",
		"%1":             "'%1",
		"|x":             "'|x",
	} {
		if got := inert(cell); got != want {
			t.Errorf("%q is exported as %q, want %q", cell, got, want)
		}
	}
}

func TestWordsOfFigures(t *testing.T) {
	for _, c := range []struct{ got, want string }{
		{age(-time.Second), "0 s"},
		{age(59 * time.Second), "59 s"},
		{age(61 * time.Second), "1 min 1 s"},
		{age(25 * time.Hour), "25 h 0 min"},
		{age(50 * time.Hour), "2 d 2 h"},
		{money("0"), "$0.00"},
		{money("12.5"), "$12.50"},
		{money("-0.002"), "-$0.002"},
		{money("123456789012345678.000000000000000001"), "$123456789012345678.000000000000000001"},
		{milliseconds(0), ""},
		{milliseconds(1500 * time.Microsecond), "1.50"},
		{milliseconds(1234 * time.Millisecond), "1234"},
		{conversion(usage.RouteUsage{Paid: 1}), ""},
		{conversion(usage.RouteUsage{Paid: 1, Quotes: 3}), "33.3"},
		{settlements(big.NewInt(10), big.NewInt(3)), "3"},
		{settlements(nil, big.NewInt(3)), ""},
		{ether(big.NewInt(1)), "0.000000000000000001"},
	} {
		if c.got != c.want {
			t.Errorf("%q, want %q", c.got, c.want)
		}
	}
}

func TestFilesAreServedToAnybodyAndKept(t *testing.T) {
	d := newDesk(t)
	for name, path := range assetPaths {
		w := d.get(path)
		if w.Code != http.StatusOK || !strings.Contains(w.Header().Get("Cache-Control"), "immutable") {
			t.Errorf("%s: %d %v", name, w.Code, w.Header())
		}
	}
	if w := d.get(assetsPath + "nothing.js"); w.Code != http.StatusNotFound {
		t.Errorf("%d", w.Code)
	}
}

// TestFiguresThatAreGoneAreNotShownAsNothing: thirty days of a store that keeps seven are these seven.
func TestFiguresThatAreGoneAreNotShownAsNothing(t *testing.T) {
	d := newDesk(t, func(o *Options) { o.Kept = 7 * 24 * time.Hour })
	session := d.signIn()
	for name, parts := range map[string]int{"1h": 60, "7d": 28, "30d": 7} {
		rows, err := csv.NewReader(d.get(tablePath+"time.csv?range="+name, session).Body).ReadAll()
		if err != nil || len(rows)-1 != parts {
			t.Errorf("%s: %d parts, want %d; %v", name, len(rows)-1, parts, err)
		}
	}
}
