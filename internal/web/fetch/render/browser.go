package render

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/chromedp/cdproto"
	cdpbrowser "github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"

	"github.com/farebox/farebox/internal/tick"
)

// browser is one running browser and the connection to it.
type browser struct {
	*conn
	local   *launched // nil for one that runs elsewhere
	proxy   *proxy
	proxyAt string // the proxy's address as the browser sees it
	started time.Time

	mu    sync.Mutex
	mains map[cdp.BrowserContextID]target.ID // the single page of each context

	// Counted by the Renderer, under its lock.
	users, served int
	retired       bool
}

var (
	errMemory      = errors.New("the browser took more memory than it may have")
	errUnguarded   = errors.New("the browser does not send all its traffic through the proxy")
	errUnreachable = errors.New("the browser does not answer")
)

// newBrowser takes over a browser and verifies that it uses the proxy.
func newBrowser(ctx context.Context, transport chromedp.Transport, local *launched, p *proxy, proxyAt string) (*browser, error) {
	b := &browser{
		local:   local,
		proxy:   p,
		proxyAt: proxyAt,
		started: time.Now(),
		mains:   make(map[cdp.BrowserContextID]target.ID),
	}
	b.conn = newConn(transport, b.handle)
	if err := b.prepare(ctx); err != nil {
		b.stop(err)
		return nil, err
	}
	return b, nil
}

func (b *browser) prepare(ctx context.Context) error {
	if _, err := call(ctx, b.conn, "", cdpbrowser.GetVersion, cdp.Empty{}); err != nil {
		if b.local != nil {
			tick.Sleep(ctx, 100*time.Millisecond) // for what it has to say
			return fmt.Errorf("%w: %w: %.500s", errUnreachable, err, b.local.output)
		}
		return fmt.Errorf("%w: %w", errUnreachable, err)
	}
	_, err := call(ctx, b.conn, "", target.SetDiscoverTargets, target.SetDiscoverTargetsParams{
		Discover: true, Filter: target.Filter{{Type: "page"}},
	})
	if err != nil {
		return err
	}
	return b.probe(ctx)
}

// probe opens two dead URLs, one of them on loopback, and checks that the proxy saw both. This detects exceptions
// made by a flag, a policy or a remote browser.
func (b *browser) probe(ctx context.Context) error {
	traffic := b.proxy.admit(ctx, 1<<20, true)
	defer b.proxy.end(traffic)
	t, err := b.openTab(ctx, traffic, tabOptions{pace: usualPace})
	if err != nil {
		return err
	}

	defer t.close()
	for _, host := range []string{"127.0.0.1", "probe.invalid"} {
		done := t.navigate(ctx, "http://"+host+"/")
		for arrived := false; !arrived; {
			select {
			case msg := <-t.events:
				t.handle(ctx, msg)
			case <-done:
				arrived = true
			case <-b.lost:
				return b.err
			case <-ctx.Done():
				return fmt.Errorf("%w: %w", errUnreachable, ctx.Err())
			}
		}
		if !traffic.sawHost(host) {
			return errUnguarded
		}
	}

	return nil
}

// handle sees the browser's own events: it closes unrequested pages.
func (b *browser) handle(msg *cdproto.Message) {
	if string(msg.Method) != target.TargetCreated.Method {
		return
	}
	e, err := event[target.EventTargetCreated](msg)
	if err != nil {
		return
	}
	b.mu.Lock()
	main := b.mains[e.TargetInfo.BrowserContextID]
	b.mu.Unlock()
	if main != "" && e.TargetInfo.TargetID != main {
		go tell(context.Background(), b.conn, "", target.CloseTarget, target.CloseTargetParams{TargetID: e.TargetInfo.TargetID})
	}
}

// stop ends the connection, and the browser if it was started here.
func (b *browser) stop(why error) {
	b.close(why)
	if b.local != nil {
		b.local.stop()
	}
}

// watch kills a page's process that exceeds page bytes, and the whole browser if it exceeds all.
func (b *browser) watch(page, all int64) {
	if b.local == nil {
		return
	}
	tick.Every(b.life, 250*time.Millisecond, func(context.Context) {
		total := int64(0)
		for _, p := range sessionProcesses(b.local.pid) {
			if p.renderer && p.memory > page {
				killProcess(p.pid)
				continue
			}
			total += p.memory
		}
		if total > all {
			b.stop(errMemory)
		}
	})
}
