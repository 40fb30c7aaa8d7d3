package render

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/chromedp/chromedp"

	"github.com/farebox/farebox/internal/tick"
)

// browserNames are searched in PATH in this order: the headless build is smaller and starts faster.
var browserNames = []string{
	"chrome-headless-shell", "headless-shell", "headless_shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome",
}

// findBrowser is the program to start: path if given, else the first of browserNames that exists.
func findBrowser(path string) (string, error) {
	if path != "" {
		found, err := exec.LookPath(path)
		if err != nil {
			return "", fmt.Errorf("the configured browser: %w", err)
		}
		return found, nil
	}
	for _, name := range browserNames {
		if found, err := exec.LookPath(name); err == nil {
			return found, nil
		}
	}
	return "", errors.New("neither Chromium nor Chrome is in PATH")
}

// arguments start a browser that stores nothing, makes no requests of its own, and reaches the network only through
// proxy: it does not resolve names (host-resolver-rules), makes no exception for loopback, and cannot send anything
// but TCP (no QUIC, no WebRTC).
func arguments(profile, proxy, userAgent string, extra []string) []string {
	args := []string{
		"--headless", "--remote-debugging-pipe", "--user-data-dir=" + profile,
		"--proxy-server=" + proxy, "--proxy-bypass-list=<-loopback>", "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1",
		"--disable-quic", "--webrtc-ip-handling-policy=disable_non_proxied_udp", "--force-webrtc-ip-handling-policy",
		"--user-agent=" + userAgent, "--lang=en-US", "--accept-lang=en", "--window-size=1280,1600",
		"--disable-background-networking", "--disable-component-update", "--disable-domain-reliability", "--disable-sync", "--no-pings",
		"--disable-client-side-phishing-detection", "--disable-default-apps", "--disable-extensions",
		"--disable-component-extensions-with-background-pages", "--disable-breakpad", "--disable-crash-reporter", "--metrics-recording-only",
		"--no-first-run", "--no-default-browser-check", "--no-service-autorun", "--password-store=basic", "--use-mock-keychain",
		"--disable-background-timer-throttling", "--disable-backgrounding-occluded-windows", "--disable-renderer-backgrounding",
		"--disable-hang-monitor", "--disable-prompt-on-repost", "--block-new-web-contents", "--mute-audio", "--hide-scrollbars",
		"--disable-gpu", "--disable-software-rasterizer", "--disable-3d-apis", "--disable-dev-shm-usage", "--disable-speech-api",
		"--disable-notifications", "--disable-file-system", "--disable-databases", "--disk-cache-size=1", "--media-cache-size=1",
		"--js-flags=--max-old-space-size=256",
		// HttpsUpgrades would request another URL than the allowed one; Prerender2 and the preconnects send
		// unrequested traffic.
		"--disable-features=HttpsUpgrades,HttpsFirstBalancedModeAutoEnable,Prerender2,NetworkPrediction,PreconnectToSearch,LoadingPredictor," +
			"SpeculationRulesPrefetchFuture,OptimizationHints,MediaRouter,DialMediaRouteProvider,Translate,AutofillServerCommunication," +
			"CertificateTransparencyComponentUpdater,BackForwardCache,GlobalMediaControls,AsyncDns,WebUSB,WebBluetooth,InterestFeedContentSuggestions",
	}

	if os.Geteuid() == 0 { // Chromium's sandbox does not work as root, and it would not start
		args = append(args, "--no-sandbox")
	}
	args = append(args, extra...)
	return append(args, "about:blank")
}

// launched is a browser that was started here.
type launched struct {
	transport chromedp.Transport
	pid       int
	profile   string
	output    *tail
	exited    chan struct{}
	once      sync.Once
}

// launch starts the program with a fresh profile. It is driven through a pipe, so that no other process finds a
// port to control it, and it ends when this process does.
func launch(program, proxy, userAgent string, extra []string) (*launched, error) {
	profile, err := os.MkdirTemp("", "farebox-browser-")
	if err != nil {
		return nil, fmt.Errorf("making the browser's profile: %w", err)
	}
	l, err := start(program, profile, arguments(profile, proxy, userAgent, extra))
	if err != nil {
		os.RemoveAll(profile)
		return nil, err
	}
	return l, nil
}

func start(program, profile string, args []string) (*launched, error) {
	commandsOut, commandsIn, err := os.Pipe()
	if err != nil {
		return nil, fmt.Errorf("making a pipe: %w", err)
	}

	defer commandsOut.Close()
	repliesOut, repliesIn, err := os.Pipe()
	if err != nil {
		commandsIn.Close()
		return nil, fmt.Errorf("making a pipe: %w", err)
	}

	defer repliesIn.Close()
	l := &launched{
		profile: profile,
		output:  &tail{},
		exited:  make(chan struct{}),
	}
	cmd := exec.Command(program, args...)
	cmd.ExtraFiles = []*os.File{commandsOut, repliesIn} // descriptors 3 and 4
	cmd.Stdout = l.output
	cmd.Stderr = l.output
	cmd.Dir = profile
	cmd.Env = environment(profile)
	cmd.WaitDelay = 2 * time.Second
	ownSession(cmd)

	if err := cmd.Start(); err != nil {
		commandsIn.Close()
		repliesOut.Close()
		return nil, fmt.Errorf("starting the browser: %w", err)
	}

	l.pid = cmd.Process.Pid
	go func() {
		defer close(l.exited)
		_ = cmd.Wait()
	}()

	l.transport = chromedp.NewPipeConn(newBoundedReader(repliesOut), commandsIn)
	return l, nil
}

// environment is all that the browser sees of our environment, which holds the service's keys.
func environment(home string) []string {
	env := []string{"HOME=" + home, "TMPDIR=" + home, "TZ=UTC", "LANG=C.UTF-8", "XDG_CONFIG_HOME=" + home, "XDG_CACHE_HOME=" + home}
	for _, name := range []string{"PATH", "LD_LIBRARY_PATH", "FONTCONFIG_FILE", "FONTCONFIG_PATH"} {
		if v, ok := os.LookupEnv(name); ok {
			env = append(env, name+"="+v)
		}
	}
	return env
}

// stop kills every process of the browser and removes its profile. It returns once both are gone, or after a few
// seconds.
func (l *launched) stop() {
	l.once.Do(func() {
		l.transport.Close()
		killSession(l.pid)
		<-l.exited
		ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
		defer cancel()
		for {
			killSession(l.pid)
			err := os.RemoveAll(l.profile)
			if (err == nil || errors.Is(err, fs.ErrNotExist)) && len(sessionProcesses(l.pid)) == 0 {
				return
			}
			if !tick.Sleep(ctx, 20*time.Millisecond) {
				return
			}
		}
	})
}

// removeLeftProfiles removes the browser profiles left by a killed service.
func removeLeftProfiles(now time.Time) {
	old, err := filepath.Glob(filepath.Join(os.TempDir(), "farebox-browser-*"))
	if err != nil {
		return
	}
	for _, dir := range old {
		if info, err := os.Lstat(dir); err == nil && info.IsDir() && now.Sub(info.ModTime()) > 24*time.Hour {
			_ = os.RemoveAll(dir)
		}
	}
}

// tail keeps the last lines of a program's output.
type tail struct {
	mu   sync.Mutex
	text []byte
}

func (t *tail) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.text = append(t.text, p...)
	if over := len(t.text) - 4096; over > 0 {
		t.text = t.text[over:]
	}
	return len(p), nil
}

func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return strings.TrimSpace(string(t.text))
}
