package standin_test

import (
	"strings"
	"testing"

	"github.com/farebox/farebox/internal/web/htmlpage"
	"github.com/farebox/farebox/internal/web/standin"
)

func parse(t *testing.T, page string) *htmlpage.Page {
	t.Helper()
	p, err := htmlpage.Parse([]byte(page), "https://kiln.example.com/glazes")
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestPageIsAboutSomethingAndWhatStandsInForItIsAboutTheVisit(t *testing.T) {
	for _, c := range []struct {
		page    string
		kind    standin.Kind
		service string
	}{
		{"<title>Just a moment...</title><h1>kiln.example.com</h1>", standin.Challenge, ""},
		{"<title>Just a moment...</title><script>window._cf_chl_opt={}</script>", standin.Challenge, "Cloudflare"},
		{"<title>Attention Required! | Cloudflare</title><h1>Sorry, you have been blocked</h1>", standin.Refusal, ""},
		{"<title>kiln.example.com</title><script src='https://ct.captcha-delivery.com/c.js'></script><p>Please enable JS",
			standin.Challenge, "DataDome"},
		{"<title>Vercel Security Checkpoint</title>", standin.Challenge, ""},
		{"<title>Kiln</title><p>Bitte bestätigen Sie, dass Sie kein Roboter sind.", standin.Challenge, ""},
		{"<title>Доступ ограничен</title><p>Доступ к запрашиваемому ресурсу ограничен.", standin.Refusal, ""},
		{"<h1>Before you continue to Kiln</h1><p>We use cookies and data. If you agree, accept all cookies.<button>Accept",
			standin.Consent, ""},
		{"<title>Kiln</title><noscript>You need to enable JavaScript to run this app.</noscript><div id=root></div>",
			standin.Scripts, ""},
		{"<title>kiln.example.com</title><p>This domain is for sale. Make an offer.", standin.Parked, ""},
		{"<title>Welcome to nginx!</title><h1>Welcome to nginx!</h1><p>If you see this page, nginx is installed.",
			standin.Parked, ""},
		{"<title>Kiln: Seite nicht gefunden</title><nav>Ton Glasur Öfen</nav><p>Das gibt es hier nicht.", standin.NotFound, ""},

		{"<title>Cookies</title><p>We use cookies to count visits. You can reject cookies in your browser.", "", ""},
		{"<title>A moment in time</title><p>Two potters and a kiln.", "", ""},
		{"<title>Access denied</title>" + strings.Repeat("<p>The court heard how the potter was kept from her kiln. ", 20), "", ""},
		{"<title>Glazes</title><script src='https://www.google.com/recaptcha/api.js'></script><p>Ash glazes melt at 1260 °C.",
			"", ""},
		{"<title>Glazes</title><p>Ash glazes melt late.<p>We use cookies. Accept", "", ""},
		{"<title>Domains</title><p>A function's domain is where it is defined, and its range is what it gives.", "", ""},
		{"", "", ""},
	} {
		want := standin.Verdict{Kind: c.kind, Service: c.service}
		if got := standin.Judge(nil, parse(t, c.page)); got != want {
			t.Errorf("%.80s: %v, want %v", c.page, got, want)
		}
	}
}
