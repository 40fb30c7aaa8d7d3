package server

import (
	"bytes"
	"cmp"
	"context"
	"crypto/ecdsa"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"math/big"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"

	"github.com/farebox/farebox/internal/dated"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/spec"
	"github.com/farebox/farebox/payment"
	"github.com/farebox/farebox/payment/devchain"
	"github.com/farebox/farebox/payment/devchain/published"
	"github.com/farebox/farebox/payment/facilitator"
	"github.com/farebox/farebox/payment/x402"
	"github.com/farebox/farebox/sdk/go/pay"
)

// service is the whole server over HTTP, on SQLite, for one test.
type service struct {
	testing.TB
	server   *Server
	url      string
	spec     *spec.Spec
	payTo    common.Address
	networks []x402.Network
	key      *ecdsa.PrivateKey // of the buyer
	asset    pay.Asset         // that the buyer pays with
	signer   buyer             // of the buyer; nil: it signs with key
}

// newChain is an in-process chain that makes blocks at once.
func newChain(t testing.TB, tune ...func(*devchain.Options)) *devchain.Chain {
	t.Helper()
	o := devchain.Options{Mode: devchain.AtOnce, Lag: 30 * time.Second}
	for _, change := range tune {
		change(&o)
	}
	usePublishedContracts(t, &o)
	chain, err := devchain.New(o)
	if err != nil {
		t.Fatal(err)
	}
	atEnd(t, func() { chain.Close() })
	return chain
}

// usePublishedContracts has payment channels run on the published contracts, where FAREBOX_CHANNEL_CONTRACTS says where
// they are.
func usePublishedContracts(t testing.TB, o *devchain.Options) {
	t.Helper()
	accounts, err := published.Accounts(os.Getenv(published.EnvDir), 8453)
	if err != nil {
		t.Fatal(err)
	}
	maps.Copy(accounts, o.Accounts)
	o.Accounts = accounts
}

// onChain are the settings that settle on chain.
func onChain(chain *devchain.Chain) map[string]string {
	return map[string]string{
		"FACILITATOR_URL": "self", "PAYMENT_RPC_URL_BASE": chain.RPCURL(),
		"SETTLEMENT_KEY": hex.EncodeToString(crypto.FromECDSA(chain.SettlementKey())),
	}
}

// atEnd has end run when the test is over, and then lets go of all that end holds. The testing package keeps a parallel
// test, and the functions of its cleanup, until every test of the program has ended: without this some 200 closed
// services took 10 GB.
func atEnd(t testing.TB, end func()) {
	t.Helper()
	t.Cleanup(func() {
		end()
		end = nil
	})
}

// testLook is how often a service of a test looks for what it has settled: the chain beside it makes blocks at once.
const testLook = 20 * time.Millisecond

// start builds the service with extra settings over the defaults of a test.
func start(t testing.TB, key *ecdsa.PrivateKey, extra map[string]string, tune ...func(*Parts)) *service {
	t.Helper()
	return startLogging(t, slog.DiscardHandler, key, extra, tune...)
}

// startLogging is start with a log.
func startLogging(
	t testing.TB, log slog.Handler, key *ecdsa.PrivateKey, extra map[string]string, tune ...func(*Parts),
) *service {
	t.Helper()
	payTo, err := crypto.GenerateKey()
	if err != nil {
		t.Fatal(err)
	}
	env := map[string]string{
		"PAY_TO_ADDRESS": crypto.PubkeyToAddress(payTo.PublicKey).Hex(),
		"DATABASE_URL":   "sqlite:" + t.TempDir() + "/farebox.sqlite", "DATA_DIR": t.TempDir(),
		"FACILITATOR_URL": "http://127.0.0.1:1", "PUBLIC_BASE_URL": "https://api.farebox.test",
		// One for all, as replicas on one database have it.
		"SERVER_SECRET":     strings.Repeat("5ec2e7", 11),
		"SELL_UNCONFIGURED": "true", // a test of a route sets the keys that it needs, if it needs any
		"ATTESTOR_KEY":      hex.EncodeToString(crypto.FromECDSA(newKey(t))),
	}
	// A machine with much else to do needs longer; what tests say of these times they set themselves.
	env["VERIFY_TIMEOUT"] = "2m"
	env["LEDGER_TIMEOUT"] = "2m"
	maps.Copy(env, extra)
	c, err := ConfigFrom(env)
	if err != nil {
		t.Fatal(err)
	}
	c.look = testLook
	c.rpcTime = 2 * time.Minute // as above: in place of 5 s
	tune = append([]func(*Parts){fixtures(t), func(p *Parts) {
		p.Tables = []dated.Table{lasting} // the calendar fails no test
		p.Pause = func(ctx context.Context, _ time.Duration) bool { return ctx.Err() == nil }
		p.Panicked = func(route string, value any, stack []byte) { t.Errorf("panic in %s: %v\n%s", route, value, stack) }
	}}, tune...)
	s, closeAll, err := Build(t.Context(), c, "test", slog.New(log), tune...)
	if err != nil {
		t.Fatal(err)
	}
	web := httptest.NewServer(s.handler)
	atEnd(t, func() {
		web.Close()
		ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
		defer cancel()
		if err := s.recorder.Close(ctx); err != nil {
			t.Errorf("closing: %v", err)
		}
		closeAll()
	})
	return &service{
		TB:       t,
		server:   s,
		url:      web.URL,
		spec:     s.parts.Spec,
		payTo:    common.HexToAddress(c.PayTo),
		networks: s.parts.Networks,
		key:      key,
		asset:    pay.BaseUSDC,
	}
}

// lasting is a table that no test sees the end of.
var lasting = dated.Table{
	Name:      "lasting",
	Holds:     "Nothing that ends.",
	Source:    "A test.",
	Renew:     "Never.",
	GoodUntil: "2999-12-31",
	Routes:    []string{"tax"},
}

// newKey is a fresh account.
func newKey(t testing.TB) *ecdsa.PrivateKey {
	t.Helper()
	key, err := crypto.GenerateKey()
	if err != nil {
		t.Fatal(err)
	}
	return key
}

// example is the operation's call with the spec's example inputs.
func (s *service) example(op *spec.Operation) *http.Request {
	s.Helper()
	target := s.url + op.Path
	if op.Body == nil {
		query := url.Values{}
		for name, value := range op.ExampleQuery() {
			query.Set(name, value)
		}
		target += "?" + query.Encode()
		return s.request(op.Method, target, nil)
	}
	body, err := json.Marshal(op.BodyExample)
	if err != nil {
		s.Fatal(err)
	}
	return s.request(op.Method, target, body)
}

func (s *service) request(method, target string, body []byte) *http.Request {
	s.Helper()
	if strings.HasPrefix(target, "/") {
		target = s.url + target
	}
	r, err := http.NewRequest(method, target, bytes.NewReader(body))
	if err != nil {
		s.Fatal(err)
	}
	if body != nil {
		r.Header.Set("Content-Type", "application/json")
	}
	return r
}

// answer is a whole HTTP answer.
type answer struct {
	status int
	header http.Header
	body   []byte
}

func (a answer) json(t testing.TB) map[string]any {
	t.Helper()
	var m map[string]any
	if err := json.Unmarshal(a.body, &m); err != nil {
		t.Fatalf("%s: %v", a.body, err)
	}
	return m
}

// code is the problem's code, or "".
func (a answer) code() string {
	var p struct {
		Code string `json:"code"`
	}
	if json.Unmarshal(a.body, &p) != nil {
		return ""
	}
	return p.Code
}

func (s *service) do(r *http.Request) answer {
	s.Helper()
	a, err := send(r)
	if err != nil {
		s.Fatal(err)
	}
	s.mustDeclare(r, a)
	return a
}

// mustDeclare fails the test when the route answered with a status that the spec does not know of it.
func (s *service) mustDeclare(r *http.Request, a answer) {
	s.Helper()
	if s.spec == nil { // another process
		return
	}
	op, _ := s.spec.Lookup(r.Method, r.URL.Path)
	if op == nil || a.status == http.StatusNotModified || a.code() == "no_such_route" {
		return
	}
	if code := a.code(); code != "" && !slices.Contains(statusesOf(code), a.status) {
		s.Errorf("%s answered %d with code %s, which docs/errors.md does not list so", op.Name(), a.status, code)
	}
	if a.status >= 400 && bytes.Contains(a.body, []byte("regular expression")) {
		s.Errorf("%s speaks of a regular expression, which is for programs: %.300s", op.Name(), a.body)
	}
	if op.Route.Operation.Responses.Value(strconv.Itoa(a.status)) == nil {
		s.Errorf("%s answered %d, which the spec does not declare: %.200s", op.Name(), a.status, a.body)
	}
}

// statusesOf are the statuses that the list of codes gives for one.
func statusesOf(code string) []int {
	for _, group := range problem.Codes() {
		for _, c := range group.Codes {
			if c.Name == code {
				return c.Statuses
			}
		}
	}
	return nil
}

func send(r *http.Request) (answer, error) {
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		return answer{}, err
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	return answer{resp.StatusCode, resp.Header, body}, err
}

func (s *service) get(path string) answer {
	s.Helper()
	return s.do(s.request(http.MethodGet, path, nil))
}

// paid is r with a freshly signed payment for the quote that it gets.
func (s *service) paid(r *http.Request, version pay.Version) *http.Request {
	s.Helper()
	signed, err := s.sign(r, version)
	if err != nil {
		s.Fatal(err)
	}
	return signed
}

func (s *service) sign(r *http.Request, version pay.Version) (*http.Request, error) {
	bare := r.Clone(r.Context())
	bare.Body = io.NopCloser(strings.NewReader(""))
	bare.ContentLength = 0
	a, err := send(bare)
	if err != nil {
		return nil, err
	}
	payment, err := s.payment(a.header, a.body, version)
	if err != nil {
		return nil, fmt.Errorf("payment for %s: %w", r.URL.Path, err)
	}
	signed := again(r)
	signed.Header.Set(payment.Header, payment.Value)
	return signed, nil
}

// payment is one for a quote.
func (s *service) payment(header http.Header, body []byte, version pay.Version) (*pay.Signed, error) {
	quote, err := pay.ParseQuote(header, body, version, []pay.Asset{s.asset})
	if err != nil {
		return nil, err
	}
	offer, err := quote.Best()
	if err != nil {
		return nil, err
	}
	if s.signer != nil {
		return s.signer(quote, offer, "")
	}
	return pay.Sign(walletOf(s, s.key), quote, offer, "")
}

// wallets are those of walletOf, by key.
var wallets sync.Map

// walletOf is a key as buyers have it.
func walletOf(t testing.TB, key *ecdsa.PrivateKey) *pay.Key {
	t.Helper()
	if known, ok := wallets.Load(key); ok {
		return known.(*pay.Key)
	}
	wallet, err := pay.NewKey(hex.EncodeToString(crypto.FromECDSA(key)))
	if err != nil {
		t.Fatal(err)
	}
	wallets.Store(key, wallet)
	return wallet
}

// again is the same request once more.
func again(r *http.Request) *http.Request {
	c := r.Clone(context.Background())
	if r.GetBody != nil {
		c.Body, _ = r.GetBody()
	}
	return c
}

// hashCall is the call that tests buy: cheap, deterministic, without a provider.
func (s *service) hashCall(input string) *http.Request {
	return s.request(http.MethodGet, "/crypto/hash?algo=keccak256&input="+url.QueryEscape(input), nil)
}

// atomicPrice is the price of op in atomic units of six decimals.
func atomicPrice(op *spec.Operation) *big.Int { return op.Price.Shift(6).BigInt() }

// scripted is a facilitator that does what a test tells it, and settles at once otherwise.
type scripted struct {
	facilitator.Facilitator // used where no script is set; may be nil
	mu                      sync.Mutex
	verify                  func(facilitator.Request) (facilitator.Verification, error)
	settle                  func(context.Context, facilitator.Request) (facilitator.Settlement, error)
	settled                 map[string]int // by nonce or transaction: how often Settle was called
	settles                 int            // the sum of settled
	verified                int
}

func (f *scripted) Verify(ctx context.Context, r facilitator.Request) (facilitator.Verification, error) {
	f.mu.Lock()
	f.verified++
	script := f.verify
	f.mu.Unlock()
	switch {
	case script != nil:
		return script(r)
	case f.Facilitator != nil:
		return f.Facilitator.Verify(ctx, r)
	}
	return facilitator.Verification{Valid: true, Payer: r.Payment.Payload.From()}, nil
}

func (f *scripted) Settle(ctx context.Context, r facilitator.Request) (facilitator.Settlement, error) {
	signed := r.Payment.Payload
	nonce := cmp.Or(signed.Authorization.Nonce, signed.Permit2.Nonce, signed.Transaction)
	f.mu.Lock()
	if f.settled == nil {
		f.settled = map[string]int{}
	}
	f.settled[nonce]++
	f.settles++
	script := f.settle
	f.mu.Unlock()
	switch {
	case script != nil:
		return script(ctx, r)
	case f.Facilitator != nil:
		return f.Facilitator.Settle(ctx, r)
	}
	return facilitator.Settlement{Outcome: facilitator.Settled, Transaction: nonce, Network: r.Requirement.Network}, nil
}

func (f *scripted) Supported(ctx context.Context) (facilitator.Supported, error) {
	if f.Facilitator != nil {
		return f.Facilitator.Supported(ctx)
	}
	return facilitator.Supported{}, nil
}

func (f *scripted) settlements() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.settles
}

// with puts f in the place of the facilitator, in front of the real one when that is wanted.
func (f *scripted) with(overReal bool) func(*Parts) {
	return func(p *Parts) {
		if overReal {
			f.Facilitator = p.Facilitator
		}
		p.Facilitator = f
	}
}

// fates is a chain that says what a test tells it.
type fates func(x402.Authorization) (payment.Fate, string, error)

func (f fates) Fate(_ context.Context, e *payment.Entry, _ ...string) (payment.Ending, error) {
	fate, transaction, err := f(e.Payload.Authorization)
	return payment.Ending{
		Fate:     fate,
		Transfer: payment.Transfer{Transaction: transaction},
		MadeAt:   time.Now(),
	}, err
}

// chainOf puts f in the place of the chain.
func chainOf(f fates) func(*Parts) { return func(p *Parts) { p.Chain = f } }
