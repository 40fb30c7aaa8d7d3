package websearch

import (
	"context"
	"time"

	"github.com/farebox/farebox/internal/each"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/crossref"
	"github.com/farebox/farebox/internal/upstream/gdelt"
	"github.com/farebox/farebox/internal/upstream/github"
	"github.com/farebox/farebox/internal/upstream/hnalgolia"
	"github.com/farebox/farebox/internal/web/websearch/arxiv"
	"github.com/farebox/farebox/internal/web/websearch/bing"
	"github.com/farebox/farebox/internal/web/websearch/brave"
	"github.com/farebox/farebox/internal/web/websearch/collections"
	"github.com/farebox/farebox/internal/web/websearch/duckduckgo"
	"github.com/farebox/farebox/internal/web/websearch/google"
	"github.com/farebox/farebox/internal/web/websearch/mojeek"
	"github.com/farebox/farebox/internal/web/websearch/searxng"
	"github.com/farebox/farebox/internal/web/websearch/serp"
	"github.com/farebox/farebox/internal/web/websearch/stackexchange"
	"github.com/farebox/farebox/internal/web/websearch/startpage"
	"github.com/farebox/farebox/internal/web/websearch/wikipedia"
	"github.com/farebox/farebox/internal/web/websearch/yahoo"
	"github.com/farebox/farebox/internal/web/websearch/yandex"
)

// engine is an engine that callers can name.
type engine struct {
	name  string
	index string // whose index it serves; engines on the same index agree for that reason alone
	ask   func(context.Context, serp.Query) (serp.Page, error)

	configured func() error
	lacks      []serp.Period // periods that it cannot filter by
	keyed      bool          // by an official API
	own        bool          // a server of the operator's own; a mix has it only where one is set
	place      int           // in the list of engines: preference
	kind       kind

	// room is the part of its quota that is left, from 0 to 1; nil for one without a quota.
	room func() float64
}

// kind is what an engine finds.
type kind int

const (
	general    kind = iota // pages of the whole web, or news of all papers
	reference              // an encyclopedia: one article beside general engines, its whole list in their absence
	collection             // one collection, asked in a mix only when no general engine gives results
)

// left is the part of the quota that is left: 1 for an API with a key and for engines without a quota.
func (e engine) left() float64 {
	if e.room == nil || e.keyed {
		return 1
	}
	return e.room()
}

var everyPeriod = []serp.Period{serp.Day, serp.Week, serp.Month, serp.Year}

// webEngines are the engines for web results. Their order breaks ties between results and decides which engine of
// an index is asked first.
func webEngines(pool *upstream.Pool, now func() time.Time) []engine {
	b := brave.New(pool)
	m := mojeek.New(pool)
	x := yandex.New(pool)
	g := google.New(pool, now)

	return placed(append([]engine{
		{name: "brave", index: "brave", ask: b.Search, configured: b.Configured, keyed: b.Keyed(), room: b.Page.Room},
		engine{name: "searxng", index: "searxng", own: true}.by(pool, searxng.Provider, searxng.Search),
		engine{name: "duckduckgo", index: "bing"}.by(pool, duckduckgo.Provider, duckduckgo.Search),
		engine{name: "startpage", index: "google"}.by(pool, startpage.Provider, startpage.Search),
		{name: "mojeek", index: "mojeek", ask: m.Search, configured: m.Configured, keyed: m.Keyed(), room: m.Page.Room},
		engine{name: "yahoo", index: "bing", lacks: []serp.Period{serp.Year}}.by(pool, yahoo.Provider, yahoo.Search),
		{
			name: "yandex", index: "yandex", ask: x.Search, configured: x.Configured, keyed: x.Keyed(),
			room: x.Page.Room, lacks: everyPeriod,
		},
		{name: "google", index: "google", ask: g.Search, configured: g.Configured, keyed: g.Keyed(), room: g.Page.Room},
	}, webCollections(pool)...))
}

// by gives an engine the client that it searches with, whose probe is its first search.
func (e engine) by(
	pool *upstream.Pool, p upstream.Provider,
	search func(context.Context, *upstream.Client, serp.Query) (serp.Page, error),
) engine {
	c := pool.Client(p)
	e.ask = func(ctx context.Context, q serp.Query) (serp.Page, error) { return search(ctx, c, q) }
	e.configured = c.Configured
	e.room = c.Room
	serp.Probe(c, e.ask)
	return e
}

// webCollections are what is asked when no engine of the whole web answers.
func webCollections(pool *upstream.Pool) []engine {
	a := arxiv.New(pool)
	c := collections.New(pool)
	on := func(p upstream.Provider) func() error { return pool.Client(p).Configured }

	return []engine{
		engine{name: "wikipedia", index: "wikipedia", lacks: everyPeriod, kind: reference}.by(
			pool, wikipedia.Provider, wikipedia.Search),
		engine{name: "stackexchange", index: "stackexchange", kind: collection}.by(
			pool, stackexchange.Provider, stackexchange.Search),
		{name: "github", index: "github", ask: c.Projects, configured: on(github.Search), kind: collection},
		{name: "hackernews", index: "hackernews", ask: c.Stories, configured: on(hnalgolia.Provider), kind: collection},
		{name: "arxiv", index: "arxiv", ask: a.Search, configured: a.Configured, lacks: everyPeriod, kind: collection},
		{name: "crossref", index: "crossref", ask: c.Works, configured: on(crossref.Provider), kind: collection},
	}
}

// newsEngines are the engines for news, all asked side by side: each has news that the others lack. Brave's news
// needs its API.
func newsEngines(pool *upstream.Pool) []engine {
	b := brave.New(pool)
	c := collections.New(pool)
	on := func(p upstream.Provider) func() error { return pool.Client(p).Configured }

	return placed([]engine{
		{name: "brave", index: "brave", ask: b.News, configured: b.NewsConfigured, keyed: b.Keyed()},
		engine{name: "searxng", index: "searxng", own: true}.by(pool, searxng.Provider, searxng.News),
		engine{name: "duckduckgo", index: "bing"}.by(pool, duckduckgo.Provider, duckduckgo.News),
		engine{name: "bing", index: "bing"}.by(pool, bing.Provider, bing.News),
		engine{name: "yahoo", index: "yahoo"}.by(pool, yahoo.Provider, yahoo.News),
		{name: "gdelt", index: "gdelt", ask: c.Articles, configured: on(gdelt.DOC), kind: collection},
		{name: "hackernews", index: "hackernews", ask: c.Stories, configured: on(hnalgolia.Provider), kind: collection},
	})
}

// Providers are the names of the providers behind all engines and collections, as /health has them.
func Providers() []string {
	declared := []upstream.Provider{
		arxiv.Provider, bing.Provider, brave.API, brave.Provider, crossref.Provider, duckduckgo.Provider, gdelt.DOC,
		github.Search, google.API, google.Provider, hnalgolia.Provider, mojeek.API, mojeek.Provider, searxng.Provider,
		stackexchange.Provider, startpage.Provider, wikipedia.Provider, yahoo.Provider, yandex.API, yandex.Provider,
	}
	return each.Of(declared, func(p upstream.Provider) string { return p.Name })
}

func placed(engines []engine) []engine {
	for i := range engines {
		engines[i].place = i
	}
	return engines
}

// lanes groups engines by index, in order. The first of a lane is asked, the next only if that fails. An official
// API precedes result pages.
func lanes(engines []engine) [][]engine {
	var all [][]engine
	at := map[string]int{}
	for _, e := range engines {
		i, known := at[e.index]
		if !known {
			i = len(all)
			at[e.index] = len(all)
			all = append(all, nil)
		}
		if e.keyed {
			all[i] = append([]engine{e}, all[i]...)
		} else {
			all[i] = append(all[i], e)
		}
	}
	return all
}

// alone gives each engine its own lane.
func alone(engines []engine) [][]engine {
	all := make([][]engine, len(engines))
	for i := range engines {
		all[i] = engines[i : i+1]
	}
	return all
}
