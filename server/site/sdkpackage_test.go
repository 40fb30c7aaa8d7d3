package site

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"net/http"
	"strings"
	"testing"

	"github.com/farebox/farebox/internal/usage"
)

// packed is a package of npm with one file.
func packed(t testing.TB, name, body string) []byte {
	t.Helper()
	var out bytes.Buffer
	zipped := gzip.NewWriter(&out)
	files := tar.NewWriter(zipped)
	header := &tar.Header{
		Name: name,
		Mode: 0o644,
		Size: int64(len(body)),
	}
	if err := files.WriteHeader(header); err != nil {
		t.Fatal(err)
	}
	if _, err := files.Write([]byte(body)); err != nil {
		t.Fatal(err)
	}
	if err := files.Close(); err != nil {
		t.Fatal(err)
	}
	if err := zipped.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// TestPagesBuyWithTheSDKThatIsHandedOut, and only then: nobody is told to install what is not there.
func TestPagesBuyWithTheSDKThatIsHandedOut(t *testing.T) {
	sdk := packed(t, "package/package.json", `{"name":"@farebox/sdk","version":"0.1.0"}`)
	with := newSite(t, func(o *Options) { o.Package = sdk })
	without := newSite(t)

	w := with.get(packagePath, "Accept-Encoding", "gzip, br")
	if w.Code != http.StatusOK || !bytes.Equal(w.Body.Bytes(), sdk) || w.Header().Get("Content-Encoding") != "" {
		t.Errorf("the package: %d %v", w.Code, w.Header())
	}
	if w := without.get(packagePath); w.Code != http.StatusNotFound {
		t.Errorf("no package: %d", w.Code)
	}

	install := "npm install " + origin + packagePath + " viem"
	for _, c := range []struct {
		why             string
		text            string
		says, saysNot   string
		alsoSays, never string
	}{
		{
			"start, with it", string(with.homeBody(t, usage.Summary{})), install, "@x402/fetch", "createFarebox",
			"sdk/typescript",
		},
		{
			"start, without", string(without.homeBody(t, usage.Summary{})), "npm install @x402/fetch", install,
			"wrapFetchWithPaymentFromConfig", "createFarebox",
		},
		{
			"a route, with it", with.get("/docs/crypto/hash.md").Body.String(), install, "@x402/fetch",
			"await cryptoHash(farebox, {", "baseSepoliaUsdc",
		},
		{
			"a route, without", without.get("/docs/crypto/hash.md").Body.String(), "npm install @x402/fetch", install,
			"wrapFetchWithPaymentFromConfig", "createFarebox",
		},
	} {
		for _, must := range []string{c.says, c.alsoSays} {
			if !strings.Contains(c.text, must) {
				t.Errorf("%s: %q is missing", c.why, must)
			}
		}
		for _, not := range []string{c.saysNot, c.never} {
			if strings.Contains(c.text, not) {
				t.Errorf("%s: it says %q", c.why, not)
			}
		}
	}

	test := newSite(t, func(o *Options) {
		o.Package = sdk
		o.Service.Networks[0].CAIP2 = testNetwork
	})
	if text := test.get("/docs/crypto/hash.md").Body.String(); !strings.Contains(text, "assets: [baseSepoliaUsdc]") {
		t.Errorf("on the test network: %s", text)
	}
}

func TestFileThatIsNotTheSDKIsRefused(t *testing.T) {
	good := packed(t, "package/package.json", `{"name":"@farebox/sdk"}`)
	for why, body := range map[string][]byte{
		"text":            []byte("hello"),
		"empty":           {},
		"cut off":         good[:len(good)/2],
		"another package": packed(t, "package/package.json", `{"name":"left-pad"}`),
		"no description":  packed(t, "package/index.js", ``),
		"no JSON":         packed(t, "package/package.json", `{`),
	} {
		o := Options{
			Spec:    loadSpec(t),
			Service: testService(),
			Find:    indexed,
			Totals:  sofar(usage.Summary{}),
			Package: body,
		}
		if _, err := New(o); err == nil || !strings.Contains(err.Error(), "SDK") {
			t.Errorf("%s: %v", why, err)
		}
	}
}
