package server

import (
	"fmt"
	"net/http"
	"os"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

// TestDashboardInARealBrowser signs in with the form and looks at each page in the light and in the dark.
func TestDashboardInARealBrowser(t *testing.T) {
	t.Parallel()
	chain := newChain(t)
	s := start(t, chain.BuyerKey(), withToken(onChain(chain)))
	for i := range 3 {
		if a := s.do(s.paid(s.hashCall(fmt.Sprint(i)), 2)); a.status != http.StatusOK {
			t.Fatalf("%d %s", a.status, a.body)
		}
	}
	b := newBrowser(t, s.url)
	b.run(chromedp.Navigate(s.url + "/admin"))
	if at := value(b, chromedp.Evaluate[string](`location.pathname`)); at != "/admin/login" {
		t.Fatalf("the dashboard is open at %s", at)
	}
	b.fits("/admin/login")
	b.run(chromedp.SendKeys(chromedp.CSS("#token"), adminToken+"\r"), chromedp.WaitVisible(chromedp.CSS(".tiles")))
	paid := value(b, chromedp.Evaluate[string](`document.querySelectorAll('.tiles b')[2].textContent`))
	if paid != "3" {
		t.Errorf("%s paid calls are shown", paid)
	}
	if cookie := value(b, chromedp.Evaluate[string](`document.cookie`)); cookie != "" {
		t.Errorf("scripts can read the session: %s", cookie)
	}
	for _, span := range []string{"1h", "24h", "7d", "30d"} {
		b.fits("/admin?range=" + span)
		drawn := value(b, chromedp.Evaluate[int](`document.querySelectorAll('.plots canvas').length`))
		folded := value(b, chromedp.Evaluate[bool](`!document.querySelector('.by-time').open`))
		if drawn != 3 || !folded {
			t.Errorf("%s: %d plots, figures folded %v", span, drawn, folded)
		}
	}

	b.run(
		chromedp.Click(chromedp.CSS(".bar button")),
		chromedp.WaitVisible(chromedp.CSS("#token")),
		chromedp.Navigate(s.url+"/admin"),
	)
	if at := value(b, chromedp.Evaluate[string](`location.pathname`)); at != "/admin/login" {
		t.Errorf("after signing out the dashboard is open at %s", at)
	}
	for _, fault := range b.found() {
		t.Error(fault)
	}
}

// TestDashboardWithoutScript has the figures of the plots open in their table.
func TestDashboardWithoutScript(t *testing.T) {
	t.Parallel()
	s := start(t, newKey(t), withToken(map[string]string{}), (&scripted{}).with(false))
	s.do(s.paid(s.hashCall("one"), 2))
	b := newBrowser(t, s.url)
	command(b, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: true})
	b.run(
		chromedp.Navigate(s.url+"/admin"),
		chromedp.SendKeys(chromedp.CSS("#token"), adminToken+"\r"),
		chromedp.WaitVisible(chromedp.CSS("#time")),
	)
	for _, fault := range b.found() {
		t.Error(fault)
	}
}

// fits looks at a page at two widths and in both schemes. AXE_PATH names axe.js of npm axe-core: then what it finds
// serious is an error too.
func (b *browser) fits(path string) {
	b.Helper()
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
			b.run(chromedp.Navigate(b.origin + path))
			wide := value(b, chromedp.Evaluate[int64](`document.documentElement.scrollWidth`))
			if wide > width {
				b.Errorf("%s at %d in the %s is %d pixels wide", path, width, scheme, wide)
			}
			b.accessible(path, scheme)
			for _, fault := range b.found() {
				b.Errorf("%s at %d in the %s: %s", path, width, scheme, fault)
			}
		}
	}
}

// accessible runs axe-core where it is.
func (b *browser) accessible(path, scheme string) {
	b.Helper()
	file := os.Getenv("AXE_PATH")
	if file == "" {
		return
	}
	script, err := os.ReadFile(file)
	if err != nil {
		b.Fatal(err)
	}
	b.run(chromedp.Evaluate[chromedp.Void](string(script) + `; undefined`))
	serious := value(b, chromedp.Evaluate[string](`axe.run().then((r) => r.violations
		.filter((v) => v.impact === 'serious' || v.impact === 'critical')
		.map((v) => v.id + ': ' + v.nodes.map((n) => n.html).join(' ')).join('\n'))`, chromedp.EvalAwaitPromise))
	if strings.TrimSpace(serious) != "" {
		b.Errorf("%s in the %s, by axe-core:\n%s", path, scheme, serious)
	}
}
