package enrich

import (
	"net/http"
	"net/url"
	"reflect"
	"strings"
	"testing"

	"github.com/farebox/farebox/fetch"
	"github.com/farebox/farebox/hostname"
	"github.com/farebox/farebox/htmlpage"
	"github.com/farebox/farebox/maildomain"
)

// seen is a page as it was fetched.
func seen(t *testing.T, body string, header ...string) *visit {
	t.Helper()
	p, err := htmlpage.Parse([]byte(body), "https://tea.example.com/")
	if err != nil {
		t.Fatal(err)
	}
	h := http.Header{}
	for i := 0; i < len(header); i += 2 {
		h.Add(header[i], header[i+1])
	}
	return &visit{page: &fetch.Page{Header: h, FinalURL: "https://tea.example.com/"}, html: p}
}

func TestTechnologiesAreRecognised(t *testing.T) {
	rules, err := readRules()
	if err != nil {
		t.Fatal(err)
	}
	h := &Handlers{rules: rules}
	type tech struct {
		name, version string
		evidence      []string
	}
	for _, c := range []struct {
		why  string
		page *visit
		want []tech
	}{
		{"nothing", seen(t, "<p>wp-content/ and cdn.shopify.com in a text, not in an address"), nil},
		{"headers", seen(t, "", "Server", "Apache/2.4.62 (Debian)", "Via", "1.1 varnish (Varnish/7.1), 1.1 vegur", "CF-Ray", "8c1-OSL"),
			[]tech{{"Apache", "2.4.62", []string{"header server"}}, {"Cloudflare", "", []string{"header cf-ray"}}, {"Heroku", "", []string{"header via"}}, {"Varnish", "", []string{"header via"}}}},
		{"cookies by the beginning of their names", seen(t, "", "Set-Cookie", "laravel_session=secret; path=/", "Set-Cookie", "xlaravel_session=1", "Set-Cookie", "wp-settings-1=x"),
			[]tech{{"Laravel", "", []string{"cookie laravel_session"}}, {"WordPress", "", []string{"cookie wp-settings-"}}}},
		{"generator", seen(t, `<meta name="Generator" content="Drupal 10 (https://www.drupal.org)"><meta name="generator" content="Not WordPress 6">`), []tech{{"Drupal", "10", []string{"meta generator"}}}},
		{"addresses of scripts, styles, images", seen(t, `<script src="/_next/static/chunks/a.js"></script><link href="https://FONTS.googleapis.com/css2"><img src="https://static.wixstatic.com/a.png">`),
			[]tech{{"Google Fonts", "", []string{"asset fonts.googleapis.com"}}, {"Next.js", "", []string{"asset /_next/static/"}}, {"Wix", "", []string{"asset wixstatic.com"}}}},
		{"scripts in the page", seen(t, `<script>window.__NUXT__={}</script><noscript>js.driftt.com</noscript>`), []tech{{"Nuxt", "", []string{"inline __nuxt__"}}}},
		{"attributes and ids", seen(t, `<html data-wf-site="x"><body><div id="__NEXT_DATA__" ng-version="18.1.0">`), []tech{{"Angular", "", []string{"attr ng-version"}}, {"Next.js", "", []string{"id __next_data__"}}, {"Webflow", "", []string{"attr data-wf-site"}}}},
		{"a link is no asset", seen(t, `<a href="https://cdn.shopify.com/x">shop</a>`), nil},
	} {
		got := h.technologies(c.page)
		var have []tech
		for _, x := range got.Technologies {
			v := ""
			if x.Version != nil {
				v = *x.Version
			}
			have = append(have, tech{x.Name, v, x.Evidence})
		}
		if !reflect.DeepEqual(have, c.want) || got.Count != len(c.want) {
			t.Errorf("%s: %v, want %v", c.why, have, c.want)
		}
	}
	if len(rules) < 80 {
		t.Errorf("%d rules", len(rules))
	}
}

func TestOrganisationsOfPages(t *testing.T) {
	script := func(s string) string { return `<script type="application/ld+json">` + s + `</script>` }
	for _, c := range []struct {
		why, page string
		want      organization
	}{
		{"none", script(`{"@type":"WebSite","name":"Site"}`), organization{}},
		{"a person only", script(`{"@type":"Person","name":"Greta","worksFor":{"@type":"Organization","name":"Tea"}}`), organization{}},
		{"one object", script(`{"@type":"Organization","name":" Tea ","logo":"logo.png","sameAs":"https://x.com/tea"}`), organization{"Tea", "https://tea.example.com/logo.png", []string{"https://x.com/tea"}}},
		{"a graph, a list of types, an image", script(`{"@graph":[{"@type":"WebPage"},{"@type":["Thing","OnlineStore"],"name":["Tea","The"],"image":[{"url":"/a.png"}]}]}`), organization{"Tea", "https://tea.example.com/a.png", nil}},
		{"the publisher of the site", script(`{"@type":"WebSite","publisher":{"@type":"http://schema.org/Corporation","name":"Tea"}}`), organization{name: "Tea"}},
		{"the second script", script(`[]`) + script(`{"@type":"LocalBusiness","name":"Tea","logo":"javascript:alert(1)"}`), organization{name: "Tea"}},
		{"odd shapes", script(`{"@type":7,"name":{},"@graph":"x"}`) + script(`"Organization"`) + script(`{"@type":"Organization","name":{"@value":"Tea"}}`), organization{}},
	} {
		if got := (&Handlers{}).organization(seen(t, c.page).html); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: %+v, want %+v", c.why, got, c.want)
		}
	}
}

func TestPagesOfOrganisationsOnNetworks(t *testing.T) {
	for link, want := range map[string]string{
		"https://www.linkedin.com/company/tea/": "linkedin", "https://no.linkedin.com/in/greta": "", "https://linkedin.com/shareArticle?x": "", "https://x.com/tea": "x", "https://twitter.com/intent/tweet": "",
		"https://x.com/tea/status/1": "", "https://www.facebook.com/tea": "facebook", "https://www.facebook.com/people/Greta/1": "", "https://www.facebook.com/sharer.php": "", "https://www.youtube.com/@tea": "youtube",
		"https://www.youtube.com/channel/UC1": "youtube", "https://www.youtube.com/watch": "", "https://github.com/tea": "github", "https://github.com/tea/pot": "", "https://notgithub.com/tea": "", "https://github.com": "",
		"https://www.tiktok.com/@tea": "tiktok", "https://bsky.app/profile/tea.example": "bluesky", "https://discord.gg/abc": "discord", "https://en.wikipedia.org/wiki/Tea": "wikipedia", "mailto:a@x.com": "", "ftp://github.com/tea": "",
	} {
		u, err := url.Parse(link)
		if err != nil {
			t.Fatal(err)
		}
		if got := networkOf(u); got != want {
			t.Errorf("%s: %q, want %q", link, got, want)
		}
	}
}

func TestURLsLoseAddresses(t *testing.T) {
	for in, want := range map[string]string{
		"https://tea.example.com/a?b=c": "https://tea.example.com/a?b=c", "https://tea.example.com/?u=greta@x.com": "https://tea.example.com/", "https://tea.example.com/?u=greta%40x.com": "https://tea.example.com/",
		"https://tea.example.com/u/greta@x.com": "https://tea.example.com/", "https://tea.example.com/?%zz": "https://tea.example.com/",
	} {
		if got := withoutAddresses(in); got != want {
			t.Errorf("%s: %s, want %s", in, got, want)
		}
	}
}

func TestAddressesInTexts(t *testing.T) {
	for in, want := range map[string][]string{
		"": nil, "@": nil, "a@b": nil, "@a.com": nil, "a@.com": nil, "a@b.com": {"a@b.com"}, "mail a@b.com.": {"a@b.com"}, "<a.b+c@x-y.co.uk>,d@e.fr": {"a.b+c@x-y.co.uk", "d@e.fr"},
		"a@b.com@c.org": {"a@b.com"}, "jörg@bücher.de!": {"jörg@bücher.de"}, "a@@b.com": nil, "x a@b.com- y": {"a@b.com"}, "\xff@b.com": nil,
	} {
		var got []string
		for _, a := range addressesIn(in, 10) {
			got = append(got, in[a.from:a.to])
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
	if got := addressesIn(strings.Repeat("a@b.com ", 9), 4); len(got) != 4 {
		t.Errorf("%d found, want 4", len(got))
	}
}

// BenchmarkHostilePage is a page that is made to be slow: as large as the text that is looked through, full of rules' beginnings.
func BenchmarkHostilePage(b *testing.B) {
	rules, err := readRules()
	if err != nil {
		b.Fatal(err)
	}
	h := &Handlers{rules: rules, mail: &maildomain.Tables{}}
	body := "<p>" + strings.Repeat("aaaaaaaa@aaaaaaaa@", maxProse/18) + "</p><script>" + strings.Repeat("googletagmanager.com/gtm.j ", maxInline/27) + "</script>" +
		strings.Repeat(`<img src="/`+strings.Repeat("wp-conten", 50)+`">`, maxAssets)
	p, err := htmlpage.Parse([]byte(body), "https://tea.example.com/")
	if err != nil {
		b.Fatal(err)
	}
	v := &visit{page: &fetch.Page{Header: http.Header{}, FinalURL: "https://tea.example.com/"}, html: p}
	host := &hostname.Host{ASCII: "tea.example.com", Registrable: "example.com"}
	b.SetBytes(int64(len(body)))
	for b.Loop() {
		h.technologies(v)
		h.web(v, host)
	}
}
