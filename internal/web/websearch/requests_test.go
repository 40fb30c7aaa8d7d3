package websearch

import (
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/farebox/farebox/internal/upstream/upstreamtest"
	"github.com/farebox/farebox/internal/web/websearch/serp"
)

// heard holds the received requests in order.
type heard struct {
	list []*http.Request
	form []url.Values
}

// listen answers every request to the host with body and keeps the request.
func listen(w *upstreamtest.World, host, contentType, body string) *heard {
	h := &heard{}
	w.Handle(host, http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		sent, _ := io.ReadAll(r.Body)
		form, _ := url.ParseQuery(string(sent))
		h.list, h.form = append(h.list, r), append(h.form, form)
		rw.Header().Set("Content-Type", contentType)
		_, _ = rw.Write([]byte(body))
	}))
	return h
}

// TestEachEngineIsAskedInItsOwnTerms: region, period, safe search and page as the engines name them.
func TestEachEngineIsAskedInItsOwnTerms(t *testing.T) {
	us, de := Region{"us", "en"}, Region{"de", "de"}
	for _, c := range []struct {
		why, engine, host string
		region            Region
		within            serp.Period
		safe              serp.Safety
		page              int
		token             string
		want              string // names and values of the query or form; "-name" is not there
		cookie            string
	}{
		{"default", "duckduckgo", "html.duckduckgo.com", us, "", serp.Moderate, 1, "", "q=a&b=&kl=us-en&kp=-1&-s&-df", "kl=us-en; p=-1"},
		{"options", "duckduckgo", "html.duckduckgo.com", Region{"gb", "en"}, "w", serp.Strict, 1, "", "kl=uk-en&kp=1&df=w", "kl=uk-en; p=1; df=w"},
		{"no region", "duckduckgo", "html.duckduckgo.com", Region{}, "", serp.Off, 1, "", "kl=wt-wt&kp=-2", "kl=wt-wt; p=-2"},
		{"Japan", "duckduckgo", "html.duckduckgo.com", Region{"jp", "ja"}, "", serp.Off, 1, "", "kl=jp-jp", "kl=jp-jp; p=-2"},
		{"second page", "duckduckgo", "html.duckduckgo.com", us, "", serp.Moderate, 2, "q=a&s=10&vqd=4-1&dc=11", "q=a&s=10&vqd=4-1&dc=11&kp=-1", "kl=us-en; p=-1"},

		{"default", "brave", "search.brave.com", us, "", serp.Moderate, 1, "", "q=a&source=web&-offset&-tf", "safesearch=moderate; useLocation=0; summarizer=0; country=us; ui_lang=en-us"},
		{"options", "brave", "search.brave.com", de, "y", serp.Strict, 3, "", "tf=py&offset=2", "safesearch=strict; useLocation=0; summarizer=0; country=de; ui_lang=de-de"},
		{"no region", "brave", "search.brave.com", Region{}, "d", serp.Off, 1, "", "tf=pd", "safesearch=off; useLocation=0; summarizer=0"},

		{"default", "mojeek", "www.mojeek.com", us, "", serp.Moderate, 1, "", "q=a&safe=1&-s&-since", "arc=US; lb=en"},
		{"options", "mojeek", "www.mojeek.com", de, "m", serp.Off, 2, "", "safe=0&s=10&since=20261020", "arc=DE; lb=de"},
		{"Mojeek has no word for a week", "mojeek", "www.mojeek.com", Region{}, "w", serp.Strict, 1, "", "safe=1&since=20261113", ""},

		{"default", "startpage", "www.startpage.com", us, "", serp.Moderate, 1, "",
			"query=a&cat=web&t=device&sc=n1&lui=english&language=english&-abp&qsr=en_US&qadf=moderate&-page&-with_date", "preferences=search_results_regionEEEen_US"},
		{"options", "startpage", "www.startpage.com", de, "m", serp.Strict, 2, "", "language=deutsch&qsr=de_DE&qadf=heavy&with_date=m&page=2&segment=startpage.udog", "preferences=search_results_regionEEEde_DE"},
		{"no region", "startpage", "www.startpage.com", Region{}, "", serp.Off, 1, "", "qsr=all&qadf=none&language=english", ""},

		{"default", "yahoo", "search.yahoo.com", us, "", serp.Moderate, 1, "", "p=a&-b&-btf", "sB=v=1&vm=i&pn=10&rw=new&userset=1&fl=1&vl=lang_en"},
		{"a host for the country", "yahoo", "de.search.yahoo.com", de, "w", serp.Strict, 2, "", "p=a&btf=w&b=8&pz=7", "sB=v=1&vm=r&pn=10&rw=new&userset=1&fl=1&vl=lang_de"},

		{"default", "yandex", "yandex.com", us, "", serp.Moderate, 1, "", "text=a&web=1&frame=1&searchid=3131712&tmpl_version=releases&lang=en&-p", "yp=2147483647.sp.family%3A1"},
		{"a language it has not", "yandex", "yandex.com", Region{"jp", "ja"}, "", serp.Strict, 2, "", "p=1&-lang", "yp=2147483647.sp.family%3A2"},

		{"default", "google", "www.google.com", us, "", serp.Moderate, 1, "", "q=a&hl=en-US&gl=us&safe=medium&-start&-tbs", "CONSENT=YES+"},
		{"options", "google", "www.google.com", de, "y", serp.Strict, 2, "", "hl=de-DE&gl=de&safe=high&start=10&tbs=qdr:y", "CONSENT=YES+"},

		{"default", "wikipedia", "en.wikipedia.org", us, "", serp.Moderate, 1, "", "action=query&list=search&format=json&srsearch=a&srlimit=20&srnamespace=0", ""},
		{"a host for the language", "wikipedia", "de.wikipedia.org", de, "", serp.Moderate, 1, "", "srsearch=a", ""},
		{"a language without a host", "wikipedia", "en.wikipedia.org", Region{"is", "is"}, "", serp.Moderate, 1, "", "srsearch=a", ""},
	} {
		t.Run(c.why, func(t *testing.T) {
			s, w := searcher(t, nil)
			body := `<input name="sc" value="n1"><p class="no-results">None</p>`
			if c.engine == "wikipedia" {
				body = `{"query":{"search":[]}}`
			}
			h := listen(w, c.host, "text/html", body)
			at := placeOf(s.web, c.engine)
			_, err := s.web[at].ask(t.Context(), serp.Query{
				Text: "a", Country: c.region.Country, Language: c.region.Language, Within: c.within, Safe: c.safe, Page: c.page, Token: c.token, Now: testDay,
			})
			if err != nil || len(h.list) == 0 {
				t.Errorf("%s, %s: %v after %q", c.engine, c.why, err, w.Asked())
				return
			}
			last := len(h.list) - 1
			sent := h.list[last].URL.Query()
			if h.list[last].Method == http.MethodPost {
				sent = h.form[last]
			}
			for part := range strings.SplitSeq(c.want, "&") {
				name, value, _ := strings.Cut(part, "=")
				if absent, ok := strings.CutPrefix(part, "-"); ok && sent.Has(absent) || !ok && (!sent.Has(name) || sent.Get(name) != value) {
					t.Errorf("%s, %s: want %s, sent %v", c.engine, c.why, part, sent)
				}
			}
			if got := h.list[last].Header.Get("Cookie"); got != c.cookie {
				t.Errorf("%s, %s: cookie %q, want %q", c.engine, c.why, got, c.cookie)
			}
			if agent := h.list[last].Header.Get("User-Agent"); agent != "farebox/test (+https://farebox.test)" {
				t.Errorf("%s: the engine receives %q", c.engine, agent)
			}
		})
	}
}

func TestDuckDuckGoNextPageTakesWhatTheFormHolds(t *testing.T) {
	s, w := searcher(t, nil)
	h := listen(w, "html.duckduckgo.com", "text/html", `<div id="links"><div class="web-result"><a class="result__a" href="https://x.example.com/">X</a></div></div>
<form action="/html/" method="post"><input type="submit" value="Next"><input type="hidden" name="q" value="a b"><input type="hidden" name="s" value="10"><input type="hidden" name="dc" value="11">
<input type="hidden" name="vqd" value="4-77"></form>`)
	web1(t, s, usSearch("a b", 20, "duckduckgo"))
	if len(h.form) != 2 || h.form[0].Has("vqd") || h.form[1].Get("vqd") != "4-77" || h.form[1].Get("s") != "10" || h.form[1].Get("q") != "a b" {
		t.Errorf("%v", h.form)
	}
}

func TestStartpageNumberIsFetchedOnce(t *testing.T) {
	s, w := searcher(t, nil, page("https://www.startpage.com/", `<form><input name="sc" value="n1"></form>`), post(page("https://www.startpage.com/sp/search", `<p class="no-results">None</p>`)))
	for _, q := range []string{"a", "b", "a"} {
		if a := web1(t, s, usSearch(q, 5, "startpage")); a.Engines[0].Status != StatusEmpty {
			t.Errorf("%+v", a.Engines)
		}
	}
	if got := strings.Join(w.Asked(), " "); got != "GET https://www.startpage.com/ POST https://www.startpage.com/sp/search POST https://www.startpage.com/sp/search" {
		t.Errorf("%s", got)
	}
}
