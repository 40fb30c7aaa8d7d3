package cryptonews

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/farebox/farebox/gen/shared"
	"github.com/farebox/farebox/handlers/cryptonews/coins"
	"github.com/farebox/farebox/handlers/cryptonews/sentiment"
	"github.com/farebox/farebox/internal/each"
	"github.com/farebox/farebox/internal/memo"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/newsfeeds"
	"github.com/farebox/farebox/internal/web/feeds"
)

const (
	feedBudget  = 6 * time.Second
	feedItems   = 200
	freshFor    = 5 * time.Minute    // a feed that was read is not asked for again
	restFor     = 2 * time.Minute    // nor is one that failed, so that a dead one does not slow every answer
	window      = 7 * 24 * time.Hour // older headlines do not count, and a feed without newer ones is stale
	clockErrors = time.Hour          // how far in the future a headline may say it is
)

// newsroom reads the feeds and remembers what was in them.
type newsroom struct {
	scorer  *sentiment.Scorer
	coins   *coins.Table
	now     func() time.Time
	feeds   []*newsfeeds.Client
	topical map[string]bool

	readings *memo.Memo[*reading] // by URL

	mu     sync.Mutex
	merged merged
}

// merged is what came of the readings last put together. Most answers find the same readings.
type merged struct {
	of      []*reading
	stories []*story
}

// reading is what came of reading a feed. A failure is remembered like an answer.
type reading struct {
	stories []*story
	at      time.Time // when the publisher gave or last confirmed it
	stale   bool      // the publisher failed just now, and this is what it had before
	err     error
}

func newNewsroom(pool *upstream.Pool, scorer *sentiment.Scorer, table *coins.Table, now func() time.Time) *newsroom {
	n := &newsroom{
		scorer:  scorer,
		coins:   table,
		now:     now,
		feeds:   newsfeeds.New(pool),
		topical: each.WordSet(cryptoWords),
		readings: memo.New[*reading](memo.Options{
			Now:      now,
			Patience: feedBudget,
		}),
	}
	return n
}

// failure is a feed that was read but cannot be used.
type failure string

const (
	notAFeed failure = "not_a_feed"
	noItems  failure = "empty"
	tooOld   failure = "stale"
	offTopic failure = "no_crypto"
)

func (f failure) Error() string { return "feed is " + strings.ReplaceAll(string(f), "_", " ") }

// codeOf is the word for a source that was left out.
func codeOf(err error) string {
	var own failure
	switch {
	case errors.As(err, &own):
		return string(own)
	case upstream.StatusOf(err) == upstream.StatusTimeout:
		return "timeout"
	case upstream.KindOf(err) == upstream.Outdated:
		return string(tooOld)
	}
	if kind := upstream.KindOf(err); kind != "" {
		return string(kind)
	}
	return "failed"
}

// sourceOf is a publisher as answers name it among their sources.
func sourceOf(f newsfeeds.Feed, r *reading, err error) shared.Source {
	s := response.Source(f.Publisher, err)
	s.URL = new(f.URL())
	if err != nil {
		s.Detail = new(codeOf(err))
	}

	var own failure
	switch {
	case err == nil:
		s.FetchedAt = &r.at
		s.Records = new(len(r.stories))
		if r.stale {
			s.Status = shared.SourceStatusStale
		}
	case errors.As(err, &own) && own != notAFeed:
		s.Status = shared.SourceStatusEmpty
	}
	return s
}

// edition is what all feeds have now.
type edition struct {
	stories []*story        // newest first, without repetitions
	fetched int             // before repetitions went
	sources []shared.Source // all publishers
	ok      []string        // publishers
	failed  []leftOut
}

type leftOut struct{ source, code string }

// edition reads all feeds side by side. Failed ones are left out.
func (n *newsroom) edition(ctx context.Context) edition {
	sources := make([]upstream.Source[*reading], len(n.feeds))
	for i, f := range n.feeds {
		sources[i] = upstream.Source[*reading]{
			Name:   f.Publisher,
			Budget: feedBudget + time.Second, // the reading's own limit comes first, and is remembered
			Call:   func(ctx context.Context) (*reading, error) { return n.read(ctx, f) },
		}
	}

	var e edition
	var good []*reading
	for i, o := range upstream.Fuse(ctx, sources...) {
		e.sources = append(e.sources, sourceOf(n.feeds[i].Feed, o.Value, o.Err))
		if o.Err != nil {
			e.failed = append(e.failed, leftOut{o.Name, codeOf(o.Err)})
			continue
		}
		e.ok = append(e.ok, o.Name)
		e.fetched += len(o.Value.stories)
		good = append(good, o.Value)
	}

	e.stories = n.merge(good)
	return e
}

func (n *newsroom) merge(readings []*reading) []*story {
	n.mu.Lock()
	last := n.merged
	n.mu.Unlock()
	if slices.Equal(last.of, readings) {
		return last.stories
	}
	var all []*story
	for _, r := range readings {
		all = append(all, r.stories...)
	}
	stories := withoutRepetitions(all)
	n.mu.Lock()
	n.merged = merged{readings, stories}
	n.mu.Unlock()
	return stories
}

// read gives what is in a feed, from memory when it is fresh. Callers that come together share one reading, which goes on
// when the first of them goes away.
func (n *newsroom) read(ctx context.Context, f *newsfeeds.Client) (*reading, error) {
	r, err := n.readings.Get(ctx, f.URL(), func(ctx context.Context) (*reading, time.Duration, error) {
		r, err := n.fetch(ctx, f)
		switch {
		case err != nil:
			return &reading{err: err}, restFor, nil
		case r.stale:
			return r, restFor, nil
		}
		return r, freshFor, nil
	})
	if err != nil {
		return nil, err
	}
	return r, r.err
}

// fetch reads a feed and scores what is in it.
func (n *newsroom) fetch(ctx context.Context, f *newsfeeds.Client) (r *reading, err error) {
	defer func() { // a panic is remembered like other failures, so that the feed rests
		if caught := recover(); caught != nil {
			r = nil
			err = fmt.Errorf("reading the feed of %s: panic: %v", f.Publisher, caught)
		}
	}()

	page, err := f.Read(ctx)
	if err != nil {
		return nil, err
	}

	feed, err := feeds.Parse(page.Body, f.URL(), feedItems)
	if err != nil {
		return nil, errors.Join(notAFeed, err)
	}
	if feed.Cut {
		return nil, errors.Join(notAFeed, errors.New("a feed without its end, of which some headlines may be left"))
	}
	if len(feed.Items) == 0 {
		return nil, noItems
	}

	now := n.now()
	recent := false
	r = &reading{
		at:    page.FetchedAt.UTC().Truncate(time.Second),
		stale: page.Stale,
	}

	for _, item := range feed.Items {
		if item.Published.Before(now.Add(-window)) || item.Published.After(now.Add(clockErrors)) {
			continue // also one without a date
		}
		recent = true
		if s := newStory(f.Publisher, item); s != nil {
			s.coins = n.coins.In(append([]string{s.title, s.summary}, item.Categories...)...)
			if f.Mixed && !n.aboutCrypto(s, item.Categories) {
				continue
			}
			s.score = n.scorer.Score(s.title, s.summary)
			r.stories = append(r.stories, s)
		}
	}

	switch {
	case len(r.stories) > 0:
		return r, nil
	case recent:
		return nil, offTopic
	}

	return nil, tooOld
}

// aboutCrypto says whether a story, or what it is filed under, is about crypto.
func (n *newsroom) aboutCrypto(s *story, categories []string) bool {
	if len(s.coins) > 0 {
		return true
	}
	filed := coins.Words(strings.Join(categories, " . "))
	return slices.ContainsFunc(slices.Concat(s.words, filed), func(w string) bool { return n.topical[w] })
}
