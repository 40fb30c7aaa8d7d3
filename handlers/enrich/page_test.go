package enrich

import (
	"fmt"
	"net/http"
	"net/url"
	"reflect"
	"strings"
	"testing"

	"github.com/farebox/farebox/internal/network/hostname"
	"github.com/farebox/farebox/internal/network/maildomain"
	"github.com/farebox/farebox/internal/web/fetch"
	"github.com/farebox/farebox/internal/web/htmlpage"
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
			[]tech{{"Laravel", "", []string{"cookie laravel_session"}}, {"MySQL", "", []string{"implied by WordPress"}}, {"PHP", "", []string{"implied by Laravel"}}, {"WordPress", "", []string{"cookie wp-settings-"}}}},
		{"another server of the same house", seen(t, "", "Server", "Apache-Coyote/1.1"), []tech{{"Apache Tomcat", "1.1", []string{"header server"}}, {"Java", "", []string{"implied by Apache Tomcat"}}}},
		{"versions in the names of files", seen(t, `<script src="https://code.jquery.com/jquery-3.7.1.min.js"></script><link rel="stylesheet" href="https://cdn.example.net/npm/bootstrap@5.3.3/dist/css/bootstrap.min.css"><script src="/js/lodash.js?v=4"></script>`),
			[]tech{{"Bootstrap", "5.3.3", []string{"file bootstrap.min.css", "file /bootstrap@"}}, {"jQuery", "3.7.1", []string{"file jquery"}}, {"Lodash", "", []string{"file lodash"}}}},
		{"pictures of what libraries are called after", seen(t, `<img src="/leaflet-swiper.jpg">`), nil},
		{"pictures of other sites", seen(t, `<img src="https://news.example.net/wp-content/uploads/a.jpg"><img src="//tea.example.net/sites/default/files/a.png">`), nil},
		{"pictures of its own", seen(t, `<img src="https://cdn.example.com/content/dam/a.jpg"><img src="/_next/static/media/a.png">`),
			[]tech{{"Adobe Experience Manager", "", []string{"asset /content/dam/"}}, {"Java", "", []string{"implied by Adobe Experience Manager"}}, {"Next.js", "", []string{"asset /_next/static/"}}, {"React", "", []string{"implied by Next.js"}}}},
		{"hosts that are called like libraries", seen(t, `<script src="https://static.axios.com/app.js"></script><link rel="stylesheet" href="//www.leaflet.example/a.css"><script src="https://swiper.example"></script><script src="https://bloom.com/embed"></script>`), nil},
		{"words in the page's own code", seen(t, `<script>track.pageview();lastClick.pageX=1;state={userLikes:[],user_likes:0,judge.menu()}</script>`), nil},
		{"what the page points at", seen(t, `<link rel="canonical" href="https://cdn.shopify.com/x"><link rel="alternate" href="/wp-content/">`), nil},
		{"texts about software in the page's data", seen(t, `<script type="application/json">{"text":"js.stripe.com __NUXT__"}</script>`), nil},
		{"meta tags, classes, beginnings of attributes", seen(t, `<meta name="csrf-param" content="authenticity_token"><script type="application/ld+json" class="yoast-schema-graph">{}</script><p data-v-7ba5bd90>`),
			[]tech{{"MySQL", "", []string{"implied by WordPress"}}, {"PHP", "", []string{"implied by WordPress"}}, {"Ruby", "", []string{"implied by Ruby on Rails"}}, {"Ruby on Rails", "", []string{"meta csrf-param"}},
				{"Vue.js", "", []string{"attr data-v-*"}}, {"WordPress", "", []string{"implied by Yoast SEO"}}, {"Yoast SEO", "", []string{"class yoast-schema-graph"}}}},
		{"generator", seen(t, `<meta name="Generator" content="Drupal 10 (https://www.drupal.org)"><meta name="generator" content="Not WordPress 6">`), []tech{{"Drupal", "10", []string{"meta generator"}}, {"PHP", "", []string{"implied by Drupal"}}}},
		{"addresses of scripts, styles, images", seen(t, `<script src="/_next/static/chunks/a.js"></script><link href="https://FONTS.googleapis.com/css2"><img src="https://static.wixstatic.com/a.png">`),
			[]tech{{"Google Fonts", "", []string{"asset fonts.googleapis.com"}}, {"Next.js", "", []string{"asset /_next/static/"}}, {"React", "", []string{"implied by Next.js"}}, {"Wix", "", []string{"asset wixstatic.com"}}}},
		{"scripts in the page", seen(t, `<script>window.__NUXT__={}</script><noscript>js.driftt.com</noscript>`), []tech{{"Nuxt", "", []string{"inline __nuxt__"}}, {"Vue.js", "", []string{"implied by Nuxt"}}}},
		{"attributes and ids", seen(t, `<html data-wf-site="x"><body><div id="__NEXT_DATA__" ng-version="18.1.0">`), []tech{{"Angular", "", []string{"attr ng-version"}}, {"Next.js", "", []string{"id __next_data__"}}, {"React", "", []string{"implied by Next.js"}}, {"Webflow", "", []string{"attr data-wf-site"}}}},
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
}

// TestWellKnownStacksAreSeen holds pages built the way that common software builds them against what a person would name.
func TestWellKnownStacksAreSeen(t *testing.T) {
	rules, err := readRules()
	if err != nil {
		t.Fatal(err)
	}
	h := &Handlers{rules: rules}
	for _, c := range []struct {
		page *visit
		want string // some of what is found
	}{
		{seen(t, `<link rel="stylesheet" href="https://tea.example.com/wp-content/plugins/woocommerce/assets/css/woocommerce.css?ver=9.4"><script src="/wp-includes/js/jquery/jquery.min.js?ver=3.7.1"></script>
			<body class="home woocommerce-page elementor-default"><script type="application/ld+json" class="rank-math-schema">{}</script><script>(function(w,d,s,l,i){j.src='https://www.googletagmanager.com/gtm.js?id='+i})(window)</script>`,
			"Server", "LiteSpeed", "X-LiteSpeed-Cache", "hit", "Link", `<https://tea.example.com/wp-json/>; rel="https://api.w.org/"`),
			"Elementor, Google Tag Manager, jQuery, LiteSpeed, LiteSpeed Cache, MySQL, PHP, Rank Math SEO, WooCommerce, WordPress"},
		{seen(t, `<script src="/cdn/shop/t/12/assets/theme.js?v=1"></script><script>Shopify.theme = {"name":"Dawn"};</script><script async src="https://static.klaviyo.com/onsite/js/x/klaviyo.js"></script><script>fbq('init', '123');</script>`,
			"Server", "cloudflare", "CF-Ray", "8c1-OSL", "Powered-By", "Shopify", "Set-Cookie", "_shopify_y=1"), "Cloudflare, Klaviyo, Meta Pixel, Shopify"},
		{seen(t, `<script src="/_next/static/chunks/main-app.js" async></script><script>self.__next_f.push([1,"x"])</script><script src="/_vercel/insights/script.js"></script><script>posthog.init('phc_x')</script>`,
			"Server", "Vercel", "X-Vercel-Id", "arn1::x", "Strict-Transport-Security", "max-age=63072000"), "HSTS, Next.js, PostHog, React, Vercel, Vercel Analytics"},
		{seen(t, `<script type="text/x-magento-init">{"*":{"Magento_Ui/js/core/app":{}}}</script><div data-mage-init='{}'><script src="https://js.klarna.com/x"></script><script src="https://x.klarnacdn.net/kp/lib/v1/api.js"></script>`,
			"Set-Cookie", "X-Magento-Vary=abc", "X-Served-By", "cache-osl6500020-OSL", "Via", "1.1 varnish"), "Fastly, Klarna, Magento, MySQL, PHP, Varnish"},
		{seen(t, `<meta name="csrf-param" content="authenticity_token"><body data-turbo-suppress-warning><script src="/assets/rails-ujs-1.js"></script><script>window.intercomSettings={}</script>`,
			"Server", "nginx + Phusion Passenger(R) 6.0.20"), "Hotwire Turbo, Intercom, nginx, Phusion Passenger, Ruby, Ruby on Rails"},
		{seen(t, `<html data-wf-site="x"><link href="https://cdn.prod.website-files.com/x/css/y.css" rel="stylesheet"><script src="https://js.hs-scripts.com/1.js"></script><script src="https://cdn.cookielaw.org/scripttemplates/otSDKStub.js"></script>`),
			"HubSpot, OneTrust, Webflow"},
		{seen(t, `<meta name="generator" content="Drupal 10 (https://www.drupal.org)"><link rel="stylesheet" href="/sites/default/files/css/css_x.css">`, "X-Generator", "Drupal 10", "X-AH-Environment", "prod", "X-Varnish", "1"), "Acquia, Drupal, PHP, Varnish"},
		{seen(t, `<script src="/_framework/blazor.web.js"></script>`, "Server", "Microsoft-IIS/10.0", "X-Powered-By", "ASP.NET", "Set-Cookie", "ARRAffinity=x"), "ASP.NET, Azure App Service, Blazor, Microsoft IIS"},
	} {
		var names []string
		for _, tech := range h.technologies(c.page).Technologies {
			names = append(names, tech.Name)
		}
		if got := strings.Join(names, ", "); got != c.want {
			t.Errorf("%s\nwant %s", got, c.want)
		}
	}
}

// TestEveryRuleCanMatch makes for each rule the page that it is about: rules that look at a place where their text never is, or
// are shadowed by the reading of the page, would stay silent for ever.
func TestEveryRuleCanMatch(t *testing.T) {
	rules, err := readRules()
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range rules.list {
		var page *visit
		text := strings.ReplaceAll(r.pattern, "*", "x")
		switch r.kind {
		case "header":
			page = seen(t, "", r.key, "x "+strings.ToUpper(text)+"/7.1")
		case "cookie":
			page = seen(t, "", "Set-Cookie", strings.ToUpper(text)+"=x; Path=/")
		case "generator":
			page = seen(t, `<meta name="GENERATOR" content="`+strings.ToUpper(text)+` 7.1">`)
		case "meta":
			page = seen(t, `<meta name="`+r.key+`" content="x`+text+`">`)
		case "asset", "file", "code":
			page = seen(t, `<script src="https://x.example.com/`+text+`-7.1.js"></script>`)
		case "inline":
			page = seen(t, `<script>x `+text+` y</script>`)
		case "attr":
			page = seen(t, `<p `+text+`="x">`)
		case "class":
			page = seen(t, `<p class="a `+text+` b">`)
		case "id":
			page = seen(t, `<p id="`+text+`">`)
		}
		if after, ok := tracesOf(page).match(r); !ok {
			t.Errorf("%s (%s %s %s) never matches", r.name, r.kind, r.key, r.pattern)
		} else if r.kind == "file" && !strings.HasPrefix(after, "-7.1") {
			t.Errorf("%s: %q follows", r.name, after)
		}
	}
	if len(rules.list) < 600 || len(rules.implied) < 60 {
		t.Errorf("%d rules, %d implied", len(rules.list), len(rules.implied))
	}
}

func TestServicesThatTextsProve(t *testing.T) {
	verifications, err := readVerifications()
	if err != nil {
		t.Fatal(err)
	}
	h := &Handlers{verifications: verifications}
	got := h.services([]string{"v=spf1 -all", "MS=ms123", "google-site-verification=abc", "google-site-verification=def", " Stripe-Verification=x", "see google-site-verification=", "terms=x"})
	if !reflect.DeepEqual(got, []string{"Google", "Microsoft 365", "Stripe"}) {
		t.Errorf("%q", got)
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
		{"a kind of local business, by its legal name", script(`{"@type":"Dentist","legalName":"Tooth AS"}`), organization{name: "Tooth AS"}},
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
		"https://www.youtube.com/channel/UC1": "youtube", "https://www.youtube.com/watch": "", "https://github.com/tea": "github", "https://github.com/tea/pot": "", "https://notgithub.com/tea": "", "https://github.com": "", "https://www.reddit.com/r/tea": "reddit", "https://www.reddit.com/user/greta": "", "https://vimeo.com/tea": "vimeo",
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

func TestArticlesThatAPageLinksToAreNotTheOrganisations(t *testing.T) {
	page := seen(t, `<a href="https://en.wikipedia.org/wiki/Tea">tea</a><a href="https://github.com/kettle">code</a>`).html
	for _, c := range []struct {
		sameAs []string
		want   string
	}{{nil, "github"}, {[]string{"https://en.wikipedia.org/wiki/Kettle_Works"}, "wikipedia github"}} {
		var got []string
		for _, s := range social(c.sameAs, page) {
			got = append(got, s.Network)
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%q: %q", c.sameAs, got)
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
	h := &Handlers{rules: rules, Sources: Sources{Mail: &maildomain.Tables{}}}
	body := "<p>" + strings.Repeat("aaaaaaaa@aaaaaaaa@", maxProse/18) + "</p><script>" + strings.Repeat("googletagmanager.com/gtm.j ", maxInline/27) + "</script>" +
		strings.Repeat(`<img src="/`+strings.Repeat("wp-conten", 50)+`">`, maxAssets/450)
	for i := 0; len(body) < 5<<20; i++ {
		body += strings.Repeat(fmt.Sprintf(`<b class="elemento%d et_p%d" id="__nux%d" data-%d-x="1">`, i, i, i, i), 100)
	}
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
