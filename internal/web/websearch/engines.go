package websearch

import (
	"context"
	"time"

	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/web/websearch/bing"
	"github.com/farebox/farebox/internal/web/websearch/brave"
	"github.com/farebox/farebox/internal/web/websearch/duckduckgo"
	"github.com/farebox/farebox/internal/web/websearch/google"
	"github.com/farebox/farebox/internal/web/websearch/mojeek"
	"github.com/farebox/farebox/internal/web/websearch/serp"
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
	place      int           // in the list of engines: preference
	reference  bool          // an encyclopedia, which adds at most one article to a mix
}

var everyPeriod = []serp.Period{serp.Day, serp.Week, serp.Month, serp.Year}

// webEngines are the engines for web results. Their order breaks ties between results and decides which engine of
// an index is asked first.
func webEngines(pool *upstream.Pool, now func() time.Time) []engine {
	b := brave.New(pool)
	d := duckduckgo.New(pool)
	s := startpage.New(pool)
	m := mojeek.New(pool)
	y := yahoo.New(pool)
	x := yandex.New(pool)
	g := google.New(pool, now)
	w := wikipedia.New(pool)

	return placed([]engine{
		{name: "brave", index: "brave", ask: b.Search, configured: b.Configured, keyed: b.Keyed()},
		{name: "duckduckgo", index: "bing", ask: d.Search, configured: d.Configured},
		{name: "startpage", index: "google", ask: s.Search, configured: s.Configured},
		{name: "mojeek", index: "mojeek", ask: m.Search, configured: m.Configured, keyed: m.Keyed()},
		{name: "yahoo", index: "bing", ask: y.Search, configured: y.Configured, lacks: []serp.Period{serp.Year}},
		{name: "yandex", index: "yandex", ask: x.Search, configured: x.Configured, keyed: x.Keyed(), lacks: everyPeriod},
		{name: "google", index: "google", ask: g.Search, configured: g.Configured, keyed: g.Keyed()},
		{name: "wikipedia", index: "wikipedia", ask: w.Search, configured: w.Configured, lacks: everyPeriod, reference: true},
	})
}

// newsEngines are the engines for news, all asked side by side: each has news that the others lack. Brave's news
// needs its API.
func newsEngines(pool *upstream.Pool) []engine {
	b := brave.New(pool)
	d := duckduckgo.New(pool)
	i := bing.New(pool)
	y := yahoo.New(pool)
	return placed([]engine{
		{name: "brave", index: "brave", ask: b.News, configured: b.NewsConfigured, keyed: b.Keyed()},
		{name: "duckduckgo", index: "bing", ask: d.News, configured: d.Configured},
		{name: "bing", index: "bing", ask: i.News, configured: i.Configured},
		{name: "yahoo", index: "yahoo", ask: y.News, configured: y.Configured},
	})
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
