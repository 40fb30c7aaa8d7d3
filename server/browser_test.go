package server

import (
	"context"
	"crypto/ecdsa"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/ethereum/go-ethereum/signer/core/apitypes"
)

// browser is a tab of a real browser that notes what a page should not do.
type browser struct {
	testing.TB
	ctx    context.Context
	origin string

	mu     sync.Mutex
	faults []string
	// requests counts them, so that a listener that hears nothing is no success.
	requests int
}

// chromium is one for all tests of the process, from the first that needs it until none does.
var chromium struct {
	sync.Mutex
	users int
	ctx   context.Context
	stop  func()
}

// useChromium starts it where nobody uses it yet. Its own tab stays empty.
func useChromium(t *testing.T) context.Context {
	t.Helper()
	chromium.Lock()
	defer chromium.Unlock()
	if chromium.users == 0 {
		dir, err := os.MkdirTemp("", "chromium")
		if err != nil {
			t.Fatal(err)
		}
		options := append(chromedp.DefaultExecAllocatorOptions[:],
			chromedp.UserDataDir(dir),
			chromedp.Env("TMPDIR="+dir), // it leaves a folder there
		)
		if os.Geteuid() == 0 {
			options = append(options, chromedp.NoSandbox)
		}
		allocator, stopAllocator := chromedp.NewExecAllocator(context.Background(), options...)
		ctx, stop := chromedp.NewContext(allocator)
		chromium.ctx = ctx
		chromium.stop = func() {
			stop()
			stopAllocator()
			_ = os.RemoveAll(dir)
		}
		if err := chromedp.Do(ctx); err != nil {
			chromium.stop()
			t.Fatal(err)
		}
	}

	chromium.users++
	t.Cleanup(func() {
		chromium.Lock()
		defer chromium.Unlock()
		if chromium.users--; chromium.users == 0 {
			chromium.stop()
		}
	})
	return chromium.ctx
}

// newBrowser opens a tab that shares no cookies with others.
func newBrowser(t *testing.T, origin string) *browser {
	t.Helper()
	if testing.Short() {
		t.Skip("opens a real browser")
	}
	if _, err := exec.LookPath("chromium"); err != nil {
		t.Skip("no chromium in PATH")
	}
	ctx, cancel := context.WithTimeout(useChromium(t), 3*time.Minute)
	t.Cleanup(cancel)
	ctx, cancel = chromedp.NewContext(ctx, chromedp.WithNewBrowserContext())
	t.Cleanup(cancel)

	b := &browser{
		TB:     t,
		ctx:    ctx,
		origin: origin,
	}
	if err := chromedp.Listen(ctx, b.note); err != nil {
		t.Fatal(err)
	}
	command(b, network.Enable, network.EnableParams{})
	command(b, log.Enable, cdp.Empty{})
	command(b, runtime.Enable, cdp.Empty{})
	return b
}

// note keeps errors of the console, breaches of the policy and requests to elsewhere.
func (b *browser) note(event any) {
	b.mu.Lock()
	defer b.mu.Unlock()
	switch e := event.(type) {
	case *log.EventEntryAdded:
		// A browser reports the status of every page that is no 200.
		if e.Entry.Level == log.EntryLevelError && !strings.Contains(e.Entry.Text, "status of 402") {
			b.faults = append(b.faults, e.Entry.Text+" "+e.Entry.URL)
		}
	case *runtime.EventConsoleAPICalled:
		b.faults = append(b.faults, "console: "+string(e.Type))
	case *runtime.EventExceptionThrown:
		b.faults = append(b.faults, e.ExceptionDetails.Text)
	case *network.EventRequestWillBeSent:
		b.requests++
		if !strings.HasPrefix(e.Request.URL, b.origin+"/") {
			b.faults = append(b.faults, "request to "+e.Request.URL)
		}
	}
}

// command runs a command of the protocol.
func command[P, R any](b *browser, name cdp.Command[P, R], params P) {
	b.Helper()
	if _, err := chromedp.Call(b.ctx, name, params); err != nil {
		b.Fatal(err)
	}
}

func (b *browser) run(actions ...chromedp.Action[chromedp.Void]) {
	b.Helper()
	if err := chromedp.Do(b.ctx, actions...); err != nil {
		b.Fatal(err)
	}
}

// value is what an action gives.
func value[T any](b *browser, action chromedp.Action[T]) T {
	b.Helper()
	v, err := chromedp.Run(b.ctx, action)
	if err != nil {
		b.Fatal(err)
	}
	return v
}

func (b *browser) found() []string {
	b.mu.Lock()
	defer b.mu.Unlock()
	faults := b.faults
	b.faults = nil
	return faults
}

// figuresOfAPage are the bytes of a page, those of its files and the time to its first content.
const figuresOfAPage = `(async () => {
  const painted = () => performance.getEntriesByName('first-contentful-paint')[0];
  for (let tries = 0; tries < 20 && !painted(); tries++) await new Promise((done) => { setTimeout(done, 20); });
  const [page] = performance.getEntriesByType('navigation');
  const files = performance.getEntriesByType('resource').reduce((sum, r) => sum + r.encodedBodySize, 0);
  return page.encodedBodySize + ' bytes and ' + files + ' of files, first paint after ' +
    (painted() ? Math.round(painted().startTime) : '?') + ' ms';
})()`

func TestPagesInARealBrowser(t *testing.T) {
	t.Parallel()
	chain := newChain(t)
	s := start(t, chain.BuyerKey(), onChain(chain))
	b := newBrowser(t, s.url)
	for _, path := range []string{
		"/", "/docs", "/docs/edgar", "/docs/edgar/ratios", "/docs/mcp/scan", "/donation001",
		"/crypto/hash?input=" + strings.Repeat("a", 300),
	} {
		for _, width := range []int64{320, 1280} {
			for _, scheme := range []string{"light", "dark"} {
				command(b, emulation.SetDeviceMetricsOverride, emulation.SetDeviceMetricsOverrideParams{
					Width:             width,
					Height:            900,
					DeviceScaleFactor: 1,
				})
				command(b, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
					Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}},
				})
				b.run(chromedp.Navigate(s.url + path))
				wide := value(b, chromedp.Evaluate[int64](`document.documentElement.scrollWidth`))
				dark := value(b, chromedp.Evaluate[bool](
					`getComputedStyle(document.body).backgroundColor === 'rgb(14, 28, 32)'`))
				figures := value(b, chromedp.Evaluate[string](figuresOfAPage, chromedp.EvalAwaitPromise))
				t.Logf("%s at %d in the %s: %s", path, width, scheme, figures)
				if wide > width || dark != (scheme == "dark") {
					t.Errorf("%s at %d in the %s: %d pixels wide, dark %v", path, width, scheme, wide, dark)
				}
				for _, fault := range b.found() {
					t.Errorf("%s at %d in the %s: %s", path, width, scheme, fault)
				}
			}
		}
	}
	if b.requests < 28 {
		t.Errorf("only %d requests were heard", b.requests)
	}
}

func TestTypingNarrowsTheListOfRoutes(t *testing.T) {
	t.Parallel()
	chain := newChain(t)
	s := start(t, chain.BuyerKey(), onChain(chain))
	b := newBrowser(t, s.url)
	b.run(chromedp.Navigate(s.url+"/docs"), chromedp.SendKeys(chromedp.CSS(".search input"), "iban"))
	shown := value(b, chromedp.Evaluate[int](`document.querySelectorAll('.routes li:not([hidden])').length`))
	families := value(b, chromedp.Evaluate[int](`document.querySelectorAll('.family:not([hidden])').length`))
	if shown == 0 || shown > 10 || families == 0 || families > 5 {
		t.Errorf("iban leaves %d routes in %d families", shown, families)
	}
}

// announcedWallet is a wallet of the browser by EIP-6963, on the payment network. It has its signatures from the test.
const announcedWallet = `
const wallet = {
  async request({ method, params }) {
    switch (method) {
      case 'eth_requestAccounts': return [%q];
      case 'eth_chainId': return '0x1';
      case 'wallet_switchEthereumChain': wallet.chain = params[0].chainId; return null;
      case 'eth_signTypedData_v4':
        return new Promise((done) => { window.signed = done; window.toSign = params[1]; });
    }
    throw new Error('unknown method ' + method);
  },
};
const announce = () => dispatchEvent(new CustomEvent('eip6963:announceProvider', {
  detail: { info: { uuid: '1', name: 'Test Wallet', icon: '', rdns: 'test.wallet' }, provider: wallet },
}));
addEventListener('eip6963:requestProvider', announce);
`

func TestAWalletPaysInThePage(t *testing.T) {
	t.Parallel()
	chain := newChain(t)
	s := start(t, chain.BuyerKey(), onChain(chain))
	for _, path := range []string{"/donation001", "/docs/tips/donation001"} {
		t.Run(path, func(t *testing.T) {
			b := newBrowser(t, s.url)
			address := crypto.PubkeyToAddress(chain.BuyerKey().PublicKey).Hex()
			command(b, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{
				Source: fmt.Sprintf(announcedWallet, address),
			})
			b.run(chromedp.Navigate(s.url+path), chromedp.Click(chromedp.CSS(".wallets button")))
			b.sign(chain.BuyerKey())
			b.run(chromedp.WaitVisible(chromedp.CSS(".answer")))
			state := value(b, chromedp.Evaluate[string](`document.querySelector('.state').textContent`))
			answer := value(b, chromedp.Evaluate[string](`document.querySelector('.answer').textContent`))
			if !strings.HasPrefix(state, "Paid. Transaction 0x") || !strings.Contains(answer, `"message"`) {
				t.Errorf("%s\n%s", state, answer)
			}
			for _, fault := range b.found() {
				t.Error(fault)
			}
		})
	}
}

// lossy loses the answers of the first three requests that pay, after the server has given them.
const lossy = `
const reallyFetch = window.fetch;
let lost = 0;
window.fetch = async (url, request) => {
  const response = await reallyFetch(url, request);
  const pays = request?.headers?.['PAYMENT-SIGNATURE'] && !sessionStorage.getItem('found');
  if (pays && ++lost <= 3) throw new TypeError('Failed to fetch');
  return response;
};
`

// TestAnAnswerThatGotLostIsPaidOnce: the page sends what was signed again, when it was loaded anew too, and a new
// payment is made on request only.
func TestAnAnswerThatGotLostIsPaidOnce(t *testing.T) {
	t.Parallel()
	chain := newChain(t)
	s := start(t, chain.BuyerKey(), onChain(chain))
	b := newBrowser(t, s.url)
	address := crypto.PubkeyToAddress(chain.BuyerKey().PublicKey).Hex()
	command(b, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{
		Source: fmt.Sprintf(announcedWallet, address) + lossy,
	})
	earned := func(want int64, when string) {
		t.Helper()
		got, err := chain.BalanceOf(t.Context(), s.payTo)
		if err != nil {
			t.Fatal(err)
		}
		if got.Int64() != want {
			t.Errorf("%s the seller holds %s, want %d", when, got, want)
		}
	}
	state := func(want string) {
		t.Helper()
		for { // until the context ends
			got := value(b, chromedp.Evaluate[string](`document.querySelector('.state').textContent`))
			if strings.Contains(got, want) {
				return
			}
			b.run(chromedp.Sleep(50 * time.Millisecond))
		}
	}
	pay := chromedp.CSS(".wallets button:first-child")

	b.run(chromedp.Navigate(s.url+"/donation001"), chromedp.Click(pay))
	b.sign(chain.BuyerKey())
	state("not known whether you paid")
	earned(10_000, "after the answer was lost")

	b.run(chromedp.Evaluate[chromedp.Void](`sessionStorage.setItem('found', '1')`))
	b.run(chromedp.Navigate(s.url + "/donation001"))
	state("no answer yet")
	b.run(chromedp.Click(pay))
	state("Paid. Transaction 0x")
	b.run(chromedp.Evaluate[chromedp.Void](`document.querySelector('.state').textContent = ''`), chromedp.Click(pay))
	state("Paid. Transaction 0x")
	earned(10_000, "after two more presses")

	b.run(chromedp.Click(chromedp.CSS(".wallets button:last-child")))
	b.sign(chain.BuyerKey())
	state("Paid. Transaction 0x")
	earned(20_000, "after another was bought")
}

// TestTheFormBuysWhatItSays: the free check and the purchase of a route with a body are of the inputs as they stand.
func TestTheFormBuysWhatItSays(t *testing.T) {
	t.Parallel()
	chain := newChain(t)
	s := start(t, chain.BuyerKey(), onChain(chain))
	b := newBrowser(t, s.url)
	address := crypto.PubkeyToAddress(chain.BuyerKey().PublicKey).Hex()
	command(b, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{
		Source: fmt.Sprintf(announcedWallet, address),
	})
	fill := func(values string) {
		b.run(chromedp.Evaluate[chromedp.Void](`for (const [name, value] of Object.entries(` + values + `)) {
			const control = document.querySelector('.try').elements[name];
			control.value = value;
			control.dispatchEvent(new Event('input', { bubbles: true }));
		}`))
	}
	text := func(at string) string {
		return value(b, chromedp.Evaluate[string](`document.querySelector('`+at+`').textContent`))
	}
	checked := func(want string) {
		t.Helper()
		b.run(chromedp.Click(chromedp.CSS(".try button")))
		for !strings.Contains(text(".checked"), want) { // until the context ends
			b.run(chromedp.Sleep(20 * time.Millisecond))
		}
	}

	b.run(chromedp.Navigate(s.url + "/docs/mcp/scan"))
	fill(`{ tools: '[1' }`)
	checked("tools is not JSON")
	b.run(chromedp.Click(chromedp.CSS(".wallets button")))
	if text(".state") != "Nothing can be bought yet: tools is not JSON." {
		t.Error(text(".state"))
	}
	fill(`{ tools: '[]', pinned_manifest_hash: '1'.repeat(72) }`)
	checked("pinned_manifest_hash")

	b.run(chromedp.Navigate(s.url + "/docs/convert/convert"))
	fill(`{ from: 'text', to: 'hex', data: 'größer' }`)
	checked("The inputs are good. It costs $0.001.")

	b.run(chromedp.Click(chromedp.CSS(".wallets button")))
	b.sign(chain.BuyerKey())
	b.run(chromedp.WaitVisible(chromedp.CSS(".answer")))
	if !strings.HasPrefix(text(".state"), "Paid.") || !strings.Contains(text(".answer"), "6772c3b6c39f6572") {
		t.Errorf("%s\n%s", text(".state"), text(".answer"))
	}
}

// TestNothingIsBoughtWithWrongInputs: the page says what is wrong in place of the buttons.
func TestNothingIsBoughtWithWrongInputs(t *testing.T) {
	t.Parallel()
	chain := newChain(t)
	s := start(t, chain.BuyerKey(), onChain(chain))
	b := newBrowser(t, s.url)
	b.run(chromedp.Navigate(s.url + "/crypto/hash?algo=keccak256"))
	state := value(b, chromedp.Evaluate[string](`document.querySelector('.state').textContent`))
	if !strings.Contains(state, "input") || value(b, chromedp.Evaluate[int](`document.querySelectorAll('.wallets button').length`)) != 0 {
		t.Errorf("%q", state)
	}
}

// sign waits until the page asks its wallet for a signature, and gives it.
func (b *browser) sign(key *ecdsa.PrivateKey) {
	b.Helper()
	asked := ""
	for asked == "" { // until the context ends
		b.run(chromedp.Sleep(20 * time.Millisecond))
		asked = value(b, chromedp.Evaluate[string](`window.toSign || ''`))
	}
	signature, err := signTyped(key, asked)
	if err != nil {
		b.Fatal(err)
	}
	b.run(chromedp.Evaluate[chromedp.Void](fmt.Sprintf(`window.signed(%q)`, signature)))
}

// signTyped is the signature of eth_signTypedData_v4.
func signTyped(key *ecdsa.PrivateKey, text string) (string, error) {
	var data apitypes.TypedData
	if err := json.Unmarshal([]byte(text), &data); err != nil {
		return "", err
	}
	hash, _, err := apitypes.TypedDataAndHash(data)
	if err != nil {
		return "", err
	}
	signature, err := crypto.Sign(hash, key)
	if err != nil {
		return "", err
	}
	signature[64] += 27
	return hexutil.Encode(signature), nil
}
