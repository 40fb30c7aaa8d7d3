package render_test

import (
	"bufio"
	"net/http/httptest"
	"net/url"
	"os/exec"
	"strings"
	"syscall"
	"testing"

	"github.com/farebox/farebox/internal/web/fetch/render"
)

// remoteBrowser starts a browser that is driven over a port and has no proxy.
func remoteBrowser(t *testing.T) (endpoint string) {
	t.Helper()
	program, err := exec.LookPath("chromium")
	if err != nil {
		t.Skip("no chromium in PATH to be the remote browser")
	}
	args := []string{"--headless", "--remote-debugging-port=0", "--user-data-dir=" + t.TempDir(), "--no-first-run", "--disable-gpu", "--disable-breakpad"}
	if syscall.Geteuid() == 0 {
		args = append(args, "--no-sandbox")
	}
	cmd := exec.Command(program, append(args, "about:blank")...)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	out, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
		_ = cmd.Wait()
	})
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		if _, at, ok := strings.Cut(lines.Text(), "DevTools listening on "); ok {
			go func() {
				for lines.Scan() {
				}
			}()
			return at
		}
	}
	t.Fatal("the remote browser did not start")
	return ""
}

// TestRemoteBrowserIsSentThroughTheProxy: by its WebSocket address and by its server's; a browser with another
// proxy than ours is not used.
func TestRemoteBrowserIsSentThroughTheProxy(t *testing.T) {
	needBrowser(t)
	endpoint := remoteBrowser(t)
	at, err := url.Parse(endpoint)
	if err != nil {
		t.Fatal(err)
	}
	tr := newTrap(t)
	pages := html(map[string]string{"/": `<p id=a></p><script>fetch('http://127.0.0.1:` + tr.port + `/').then(() => a.textContent = 'reached', () => a.textContent = 'refused')</script>`})
	for _, address := range []string{endpoint, "http://" + at.Host, "http://localhost:" + at.Port() + "/"} {
		r := serve(t, render.Options{BrowserURL: address}, pages)
		for range 2 {
			wantBody(t, render1(t, r, "/"), "refused")
		}
		r.Close()
	}
	if tr.came.Load() != 0 {
		t.Error("a remote browser went around the proxy")
	}
	other := httptest.NewServer(nil)
	t.Cleanup(other.Close)
	r := serve(t, render.Options{BrowserURL: endpoint, ProxyURL: other.URL}, pages)
	_, err = r.Render(t.Context(), site+"/")
	if render.Reason(err) != render.KindNoBrowser || !strings.Contains(err.Error(), "does not send all its traffic") {
		t.Errorf("%v", err)
	}
}
