package main

import (
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"
)

func TestHealthAsksWhereTheServiceListens(t *testing.T) {
	for _, c := range []struct {
		listen string
		cmd    healthCmd
		want   string
	}{
		{"", healthCmd{}, "http://127.0.0.1:8402/health"},
		{":9000", healthCmd{}, "http://127.0.0.1:9000/health"},
		{"0.0.0.0:9000", healthCmd{}, "http://127.0.0.1:9000/health"},
		{"[::]:9000", healthCmd{Ready: true}, "http://127.0.0.1:9000/health?ready=true"},
		{"10.1.2.3:9000", healthCmd{}, "http://10.1.2.3:9000/health"},
		{"[fd00::1]:9000", healthCmd{}, "http://[fd00::1]:9000/health"},
		{":9000", healthCmd{URL: "https://api.example.com/"}, "https://api.example.com/health"},
	} {
		got, err := c.cmd.address(map[string]string{"LISTEN_ADDR": c.listen, "RENDER_POOL": "many"})
		if err != nil || got != c.want {
			t.Errorf("%q %+v: %s, %v", c.listen, c.cmd, got, err)
		}
	}
	for _, wrong := range []healthCmd{{URL: "127.0.0.1:8402"}, {URL: "ftp://x"}, {URL: "http://"}} {
		if got, err := wrong.address(nil); err == nil {
			t.Errorf("%+v: %s", wrong, got)
		}
	}
}

func TestHealthEndsWithWhatTheServiceSays(t *testing.T) {
	const degraded = `{"status": "degraded", "version": "1.2", "problems": [{"name": "list:ofac", "detail": "away"}]}`
	const notReady = `{"status": 503, "code": "not_ready", "detail": "nothing can be sold now: store: away"}`
	gone := httptest.NewServer(http.NotFoundHandler())
	gone.Close()

	for _, c := range []struct {
		why    string
		answer http.HandlerFunc
		args   []string
		code   int
		want   string
	}{
		{"well", says(200, `{"status": "ok", "version": "1.2", "problems": []}`), nil, 0, "ok (version 1.2)"},
		{"degraded still works", says(200, degraded), nil, 0, "list:ofac: away"},
		{"not ready", says(503, notReady), []string{"--ready"}, 1, "store: away"},
		{"a gateway's page", says(502, `<html>`), nil, 1, "502: Bad Gateway"},
		{"another program", says(200, `hello`), nil, 1, "another program listens there"},
		{"another program with JSON", says(200, `{"status": "up"}`), nil, 1, "another program listens there"},
		{"a redirect is no answer", http.RedirectHandler("/x", http.StatusFound).ServeHTTP, nil, 1, "302"},
		{"it hangs", hangs, []string{"--timeout", "50ms"}, 1, "deadline"},
		{"nobody listens", nil, []string{"--url", gone.URL}, 1, "refused"},
	} {
		t.Run(c.why, func(t *testing.T) {
			args := c.args
			if c.answer != nil {
				web := httptest.NewServer(c.answer)
				defer web.Close()
				args = append(args, "--url", web.URL)
			}
			out, code := farebox(t, append([]string{"health"}, args...)...)
			if code != c.code || !strings.Contains(out, c.want) {
				t.Errorf("%d: %s", code, out)
			}
		})
	}
}

// says is a server that answers all the same, but asks for the path and for ready where that is to be asked.
func says(status int, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/health" || (r.URL.RawQuery == "ready=true") != strings.Contains(body, "not_ready") {
			http.Error(w, "asked for "+r.URL.String(), http.StatusTeapot)
			return
		}
		w.WriteHeader(status)
		_, _ = w.Write([]byte(body))
	}
}

// hangs answers when the caller has left.
func hangs(_ http.ResponseWriter, r *http.Request) {
	select {
	case <-r.Context().Done():
	case <-time.After(time.Minute):
	}
}

// farebox runs the command in a process of its own, and gives what it printed and its exit code.
func farebox(t *testing.T, args ...string) (out string, code int) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), self, args...)
	cmd.Env = []string{runCommand + "=1", "HTTP_PROXY=http://127.0.0.1:1"}
	printed, err := cmd.CombinedOutput()
	if cmd.ProcessState == nil {
		t.Fatal(err)
	}
	return string(printed), cmd.ProcessState.ExitCode()
}
