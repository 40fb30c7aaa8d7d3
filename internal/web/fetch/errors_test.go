package fetch_test

import (
	"context"
	"errors"
	"fmt"
	"go/parser"
	"go/token"
	"io/fs"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/farebox/farebox/internal/web/fetch"
)

func TestProblemsNameFieldStatusAndCode(t *testing.T) {
	host := "www.example.com"
	for _, c := range []struct {
		err    error
		status int
		code   string
	}{
		{&fetch.BadURL{Rule: fetch.RuleScheme, Detail: "must begin with http://"}, 400, "bad_url"},
		{&fetch.BadURL{Rule: fetch.RulePrivateAddress, Detail: "must be public", Host: host}, 400, "private_address"},
		{&fetch.BadURL{Rule: fetch.RulePrivateAddress, Detail: "must be public", Host: host, Redirect: true}, 400, "private_address"},
		{&fetch.Error{
			Kind: fetch.KindRobots, Host: host, Status: 200, Robots: &fetch.Robots{MatchedRule: "Disallow: /"},
		}, 403, "robots_denied"},
		{&fetch.Error{
			Kind: fetch.KindRobots, Host: host, Status: 503, Robots: &fetch.Robots{RobotsStatus: 503},
		}, 403, "robots_denied"},
		{&fetch.Error{Kind: fetch.KindStatus, Host: host, Status: 404}, 422, "upstream_status"},
		{&fetch.Error{Kind: fetch.KindStatus, Host: host, Status: 302}, 422, "upstream_status"},
		{&fetch.Error{Kind: fetch.KindStatus, Host: host, Status: 503}, 502, "upstream_status"},
		{&fetch.Error{Kind: fetch.KindTooLarge, Host: host, Limit: 5}, 422, "too_large"},
		{&fetch.Error{Kind: fetch.KindMedia, Host: host, MediaType: "image/png"}, 422, "unsupported_media_type"},
		{&fetch.Error{Kind: fetch.KindRedirects, Host: host}, 422, "redirect_loop"},
		{&fetch.Error{Kind: fetch.KindDNS, Host: host}, 502, "dns_failed"},
		{&fetch.Error{Kind: fetch.KindConnect, Host: host}, 502, "connect_failed"},
		{&fetch.Error{Kind: fetch.KindTLS, Host: host}, 502, "tls_failed"},
		{&fetch.Error{Kind: fetch.KindTimeout, Host: host}, 502, "timeout"},
		{&fetch.Error{Kind: fetch.KindBadResponse, Host: host, OfRobots: true}, 502, "bad_response"},
		{&fetch.Error{Kind: fetch.KindBusy, Host: host}, 503, "host_busy"},
	} {
		err := fmt.Errorf("extracting: %w", c.err)
		p := fetch.Problem(err, "page_url")
		if p.Status != c.status || p.Code != c.code || p.Field != "page_url" || p.Detail == "" || !errors.Is(p, c.err) {
			t.Errorf("%v: %d %s field %q %q", c.err, p.Status, p.Code, p.Field, p.Detail)
		}
		if strings.Contains(string(p.JSON("id")), "must not be shown") {
			t.Errorf("%s", p.JSON("id"))
		}
	}
	if p := fetch.Problem(&fetch.BadURL{Rule: fetch.RulePort, Detail: "must use port 80 or 443"}, "url"); p.Detail != "url must use port 80 or 443" || p.Extra["rule"] != "port" {
		t.Errorf("%+v", p)
	}
	if p := fetch.Problem(&fetch.Error{Kind: fetch.KindStatus, Host: host, Status: 404}, "url"); p.Extra["upstream_status"] != 404 {
		t.Errorf("%+v", p)
	}
	if p := fetch.Problem(&fetch.Error{Kind: fetch.KindBusy, Host: host}, "url"); p.RetryAfter != time.Second {
		t.Errorf("%+v", p)
	}
	for _, err := range []error{context.Canceled, errors.New("other")} {
		if p := fetch.Problem(err, "url"); p.Status != 502 {
			t.Errorf("%v: %d", err, p.Status)
		}
	}
}

// The cause is logged but never sent: resolver and socket errors name addresses of our own network.
func TestProblemsDoNotShowTheCause(t *testing.T) {
	p := fetch.Problem(&fetch.Error{Kind: fetch.KindDNS, Host: "a.example.com", Err: errors.New("lookup on 10.0.0.53:53")}, "url")
	if strings.Contains(string(p.JSON("id")), "10.0.0.53") {
		t.Errorf("%s", p.JSON("id"))
	}
	if !strings.Contains(p.Error(), "10.0.0.53") {
		t.Errorf("the log lacks the cause: %s", p.Error())
	}
}

// Only package fetchtest makes the exception for loopback, and nothing built into the service may import it. (Nor
// can that package be used without a testing.TB.)
func TestOnlyTestsImportFetchtest(t *testing.T) {
	root := ".."
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && (d.Name() == "testdata" || d.Name() == "node_modules" || strings.HasPrefix(d.Name(), ".") && path != root) {
			return filepath.SkipDir
		}
		if d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return nil
		}
		f, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ImportsOnly)
		if err != nil {
			return nil // not this test's business
		}
		for _, imp := range f.Imports {
			if strings.HasSuffix(strings.Trim(imp.Path.Value, `"`), "/fetch/fetchtest") {
				t.Errorf("%s imports fetchtest and is not a test", path)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestNothingButTheDoorOpensLoopback(t *testing.T) {
	for _, name := range []string{"FETCH_ALLOW_LOOPBACK", "ALLOW_LOOPBACK", "FAREBOX_TEST", "NO_PROXY"} {
		t.Setenv(name, "1")
	}
	for _, c := range []*fetch.Client{fetch.New(fetch.Options{}), fetch.New(fetch.Options{Ports: []int{8080}}, fetch.TestDoor(nil))} {
		for _, url := range []string{"http://127.0.0.1/", "http://127.0.0.1:8080/", "http://[::1]/", "http://127.0.0.2/"} {
			_, err := c.Get(t.Context(), fetch.Request{URL: url})
			var b *fetch.BadURL
			if !errors.As(err, &b) {
				t.Errorf("%s: %v", url, err)
			}
		}
	}
}

func TestBotUserAgentNamesItsPage(t *testing.T) {
	if got := fetch.BotUserAgent("https://farebox.dev/"); got != "FareboxBot/1.0 (+https://farebox.dev/bot)" {
		t.Error(got)
	}
	var sent string
	c := client(t, func(_ http.ResponseWriter, r *http.Request) { sent = r.UserAgent() })
	if _, err := get(t, c, fetch.Request{URL: "/"}); err != nil || sent == "" {
		t.Errorf("%v %q", err, sent)
	}
}
