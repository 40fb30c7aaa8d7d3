package server

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/crypto"
	"github.com/shopspring/decimal"

	"github.com/farebox/farebox/internal/await"
	"github.com/farebox/farebox/internal/spec"
	"github.com/farebox/farebox/server/admin"
)

const adminToken = "correct-horse-battery-staple"

// operator is a person with a session of the dashboard.
type operator struct {
	*service
	cookie *http.Cookie
}

func (s *service) operator() *operator {
	s.Helper()
	r := s.request(http.MethodPost, "/admin/login", []byte(url.Values{"token": {adminToken}}.Encode()))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.Header.Set("Origin", s.url)
	resp, err := http.DefaultTransport.RoundTrip(r)
	if err != nil {
		s.Fatal(err)
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusSeeOther || len(resp.Cookies()) != 1 {
		s.Fatalf("signing in: %d %v", resp.StatusCode, resp.Header)
	}
	return &operator{service: s, cookie: resp.Cookies()[0]}
}

func (o *operator) page(path string) string {
	o.Helper()
	r := o.request(http.MethodGet, path, nil)
	r.AddCookie(o.cookie)
	a := o.do(r)
	if a.status != http.StatusOK {
		o.Fatalf("%s: %d %s", path, a.status, a.body)
	}
	return string(a.body)
}

// rows are those of a table, by the names of the columns.
func (o *operator) rows(table, span string) []map[string]string {
	o.Helper()
	lines, err := csv.NewReader(strings.NewReader(o.page("/admin/table/" + table + ".csv?range=" + span))).ReadAll()
	if err != nil || len(lines) == 0 {
		o.Fatalf("%s: %v", table, err)
	}
	var rows []map[string]string
	for _, line := range lines[1:] {
		row := map[string]string{}
		for i, cell := range line {
			row[lines[0][i]] = cell
		}
		rows = append(rows, row)
	}
	return rows
}

func sum(t testing.TB, rows []map[string]string, column string) int {
	t.Helper()
	total := 0
	for _, row := range rows {
		var n int
		if _, err := fmt.Sscan(row[column], &n); err != nil {
			t.Fatalf("%s: %q", column, row[column])
		}
		total += n
	}
	return total
}

// sold is what a test has bought and left open.
type sold struct {
	op      *spec.Operation
	payer   string
	paid    int
	quotes  int
	revenue string
}

// TestDashboardEqualsTheLedger buys, is refused and leaves a settlement open, and finds each of them in every stretch
// of time, in each table, to the unit.
func TestDashboardEqualsTheLedger(t *testing.T) {
	t.Parallel()
	chain := newChain(t)
	script := &scripted{}
	s := start(t, chain.BuyerKey(), withToken(onChain(chain)), script.with(true))
	want := s.trade(script)

	o := s.operator()
	// What is not a sale is written a moment later.
	await.Until(t, "the last quote", func() bool {
		return strings.Contains(o.page("/admin"), fmt.Sprint(want.quotes, " quotes"))
	})
	for _, span := range []string{"1h", "24h", "7d", "30d"} {
		o.shows(span, want)
	}
	o.showsNow(want)

	standing, err := s.server.parts.Ledger.Standing(t.Context())
	if err != nil || standing.Open != 1 {
		t.Errorf("the ledger: %+v, %v", standing, err)
	}
	all, err := s.server.parts.Usage.Summarize(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range all.Routes {
		if r.Route == want.op.Name() && (int(r.Paid) != want.paid || r.RevenueUSD != want.revenue ||
			int(r.Quotes) != want.quotes) {
			t.Errorf("the totals: %+v", r)
		}
	}
}

// trade buys some answers, is refused one, and leaves one unsettled.
func (s *service) trade(script *scripted) sold {
	s.Helper()
	buy := func(r *http.Request, status int) {
		s.Helper()
		if a := s.do(s.paid(r, 2)); a.status != status {
			s.Fatalf("%d %s", a.status, a.body)
		}
	}
	const bought, unpaid = 7, 3
	for i := range bought {
		buy(s.hashCall(fmt.Sprint(i)), http.StatusOK)
	}
	for range unpaid {
		s.do(s.hashCall("unpaid"))
	}
	buy(s.request(http.MethodGet, "/crypto/hash?algo=none&input=x", nil), http.StatusBadRequest)
	script.mu.Lock()
	script.settle = unknownOutcome
	script.mu.Unlock()
	buy(s.hashCall("open"), http.StatusServiceUnavailable)

	op, _ := s.spec.Lookup(http.MethodGet, "/crypto/hash")
	return sold{
		op:      op,
		payer:   strings.ToLower(crypto.PubkeyToAddress(s.key.PublicKey).Hex()),
		paid:    bought,
		quotes:  bought + unpaid + 2, // the one that was refused and the one that is open had theirs too
		revenue: op.Price.Mul(decimal.NewFromInt(bought)).String(),
	}
}

// shows compares the tiles, and the tables of a stretch of time, with what was sold.
func (o *operator) shows(span string, want sold) {
	o.Helper()
	page := o.page("/admin?range=" + span)
	for _, text := range []string{
		fmt.Sprintf("<dt>Paid calls</dt><dd><b>%d</b>", want.paid),
		"<dt>Refused</dt><dd><b>1</b>",
		"<dt>Unique payers</dt><dd><b>1</b>",
		"<dt>Revenue</dt><dd><b>$" + want.revenue + "</b>",
		"<dt>Unsettled now</dt><dd><b>$" + want.op.Price.String() + "</b>",
	} {
		if !strings.Contains(page, text) {
			o.Errorf("%s lacks %s", span, text)
		}
	}
	if strings.Contains(strings.ToLower(page), want.payer) {
		o.Errorf("%s shows a payer whole", span)
	}

	paid := fmt.Sprint(want.paid)
	byTime := o.rows("time", span)
	if sum(o, byTime, "paid") != want.paid || sum(o, byTime, "quotes") != want.quotes ||
		sum(o, byTime, "refused") != 1 {
		o.Errorf("%s by time: %v", span, byTime)
	}
	routes := o.rows("routes", span)
	if !slices.ContainsFunc(routes, func(row map[string]string) bool {
		return row["route"] == want.op.Name() && row["paid"] == paid && row["revenue $"] == want.revenue &&
			row["p95 ms"] != ""
	}) {
		o.Errorf("%s by route: %v", span, routes)
	}
	short := want.payer[:6] + "..." + want.payer[len(want.payer)-4:]
	payers := o.rows("payers", span)
	if len(payers) != 1 || payers[0]["payer"] != short || payers[0]["paid"] != paid ||
		payers[0]["revenue $"] != want.revenue {
		o.Errorf("%s by payer: %v", span, payers)
	}
	refusals := o.rows("refusals", span)
	if len(refusals) != 1 || refusals[0]["outcome"] != "rejected" || refusals[0]["requests"] != "1" {
		o.Errorf("%s refusals: %v", span, refusals)
	}
}

// showsNow compares the tables of what is now.
func (o *operator) showsNow(want sold) {
	o.Helper()
	open := o.rows("open", "1h")
	if len(open) != 1 || open[0]["route"] != want.op.Name() || open[0]["price $"] != want.op.Price.String() {
		o.Errorf("open settlements: %v", open)
	}
	gas := o.rows("gas", "1h")
	if len(gas) != 1 || gas[0]["network"] != "eip155:8453" || gas[0]["state"] != "ok" || gas[0]["settlements"] == "" {
		o.Errorf("gas: %v", gas)
	}
}

func withToken(env map[string]string) map[string]string {
	env["ADMIN_TOKEN"] = adminToken
	return env
}

func TestWithoutATokenThereIsNoDashboard(t *testing.T) {
	t.Parallel()
	s := start(t, newKey(t), nil, (&scripted{}).with(false))
	for _, path := range []string{"/admin", "/admin/login", "/admin/table/payers.csv", "/admin/assets/admin.js"} {
		if a := s.get(path); a.status != http.StatusNotFound || a.code() != "no_such_route" {
			t.Errorf("%s: %d %s", path, a.status, a.body)
		}
	}
	r := s.request(http.MethodPost, "/admin/login", []byte("token="))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.Header.Set("Origin", s.url)
	if a := s.do(r); a.status != http.StatusNotFound {
		t.Errorf("signing in with no token: %d", a.status)
	}
}

func TestDashboardIsNoPartOfTheInterface(t *testing.T) {
	t.Parallel()
	s := start(t, newKey(t), withToken(map[string]string{}), (&scripted{}).with(false))
	for _, op := range s.spec.Operations {
		if admin.Serves(op.Path) {
			t.Errorf("%s is hidden by the dashboard", op.Name())
		}
	}
	for _, path := range []string{"/openapi.json", "/llms.txt", "/sitemap.xml", "/.well-known/x402", "/docs"} {
		if a := s.get(path); a.status != http.StatusOK || bytes.Contains(a.body, []byte("/admin")) {
			t.Errorf("%s: %d, or it names the dashboard", path, a.status)
		}
	}
	for path, status := range map[string]int{
		"/admin":        http.StatusOK, // the form, after a redirect
		"/admin/":       http.StatusOK,
		"/administer":   http.StatusNotFound,
		"/admin%2Fpage": http.StatusOK,
	} {
		a := s.get(path)
		if a.status != status {
			t.Errorf("%s: %d", path, a.status)
		}
		if status == http.StatusOK && (a.header.Get("X-Robots-Tag") != "noindex, nofollow" ||
			a.header.Get("Access-Control-Allow-Origin") != "" || !bytes.Contains(a.body, []byte(`name="token"`))) {
			t.Errorf("%s: %v", path, a.header)
		}
	}
}

// TestNobodyReadsTheTokenInTheLog looks at everything that is logged.
func TestNobodyReadsTheTokenInTheLog(t *testing.T) {
	t.Parallel()
	var log buffer
	s := startLogging(t, slog.NewJSONHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug}), newKey(t),
		withToken(map[string]string{}), (&scripted{}).with(false))
	o := s.operator()
	o.page("/admin")
	said := string(log.all())
	if !strings.Contains(said, "signed in to the dashboard") {
		t.Errorf("the log: %s", said)
	}
	for _, secret := range []string{adminToken, o.cookie.Value} {
		if strings.Contains(said, secret) {
			t.Errorf("the log has a secret: %s", said)
		}
	}
}
