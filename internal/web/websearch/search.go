// Package websearch sends a query to several search engines and merges their results. Engines fail often, and those
// without a key refuse programs at will, so the answer includes what each of them did.
package websearch

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/web/websearch/serp"
)

// Auto is the backend for a mix of engines.
const Auto = "auto"

// Time limits for one engine, for all engines of a search, and for the collections that are asked after them. An engine
// that replaces another on the same index gets the time that is left.
const (
	engineBudget      = 5 * time.Second
	searchBudget      = 8 * time.Second
	collectionsBudget = 4 * time.Second
)

// maxPages bounds the pages requested from an engine while there are too few results.
const maxPages = 3

// Searcher asks the engines. It is safe for concurrent use.
type Searcher struct {
	web, news []engine
	now       func() time.Time
	webRests  *rests
	newsRests *rests
}

// New makes a searcher of the engines in the pool. now is the clock for relative dates, periods and rests.
func New(pool *upstream.Pool, now func() time.Time) *Searcher {
	return &Searcher{
		web: webEngines(pool, now), news: newsEngines(pool), now: now,
		webRests: &rests{now: now, of: map[string]rest{}}, newsRests: &rests{now: now, of: map[string]rest{}},
	}
}

// Request is a search.
type Request struct {
	Query    string
	Max      int
	Region   Region
	Within   serp.Period
	Safe     serp.Safety
	Backends []string // names of engines; empty for Auto

	collections bool // no general engine of the mix gave results
}

// Answer is the outcome of a search.
type Answer struct {
	Results []Found
	Engines []Report // engines that were asked, or would have been
	// at least one engine answered, even with no results; in a mix a collection answers by results only
	Answered bool
	WholeWeb bool // an engine of the whole web, or of all news, is among those that answered
	Partial  bool // an index that should have contributed was unavailable
}

// Report is what one engine did.
type Report struct {
	Engine string
	Status string // one of the Status constants
	Count  int    // results it returned, before merging
	Took   time.Duration
	Reason string // why it gave nothing, "" with OK and Empty
}

// What an engine did.
const (
	StatusOK            = "ok"
	StatusEmpty         = "empty"   // it answered that there is nothing
	StatusBlocked       = "blocked" // it refused: captcha, consent page, limit
	StatusResting       = "resting" // it refused recently and is resting
	StatusRateLimited   = "rate_limited"
	StatusTimeout       = "timeout"
	StatusError         = "error"
	StatusSkipped       = "skipped" // it cannot do what was asked
	StatusNotConfigured = "not_configured"
)

// UnknownBackend is the error for a name that is not an engine's.
type UnknownBackend struct {
	Name    string
	Allowed []string
}

// Error names the backend and the known ones.
func (e *UnknownBackend) Error() string {
	return fmt.Sprintf("%q is not a backend; allowed are %s", e.Name, strings.Join(e.Allowed, ", "))
}

// Web searches the web.
func (s *Searcher) Web(ctx context.Context, r Request) (*Answer, error) {
	return s.search(ctx, r, s.web, s.webRests, false)
}

// News searches news. Articles known to be older than the period are left out, whatever the engines return.
func (s *Searcher) News(ctx context.Context, r Request) (*Answer, error) {
	return s.search(ctx, r, s.news, s.newsRests, true)
}

// search asks the engines, merges the results, and requests further pages while there are too few. The only errors
// are *UnknownBackend and a cancelled context.
func (s *Searcher) search(ctx context.Context, r Request, known []engine, rests *rests, news bool) (*Answer, error) {
	chosen, auto, err := choose(known, r.Backends)
	if err != nil {
		return nil, err
	}

	now := s.now()
	q := serp.Query{
		Text: r.Query, Country: r.Region.Country, Language: r.Region.Language, Within: r.Within, Safe: r.Safe, Page: 1, Now: now,
	}

	run := &run{
		query: q,
		now:   s.now,
		rests: rests,
		auto:  auto,
	}
	attempts := run.follow(ctx, run.plan(chosen, news))
	joiner := web
	if news {
		joiner = articles
	}

	r.collections = auto && !given(attempts)
	found := joiner(r, now, attempts)
	limited, cancel := context.WithTimeout(ctx, searchBudget)
	defer cancel()
	for page, had := 2, -1; page <= maxPages && len(found) < r.Max && len(found) > had; page++ {
		if had = len(found); run.more(limited, attempts, page) {
			found = joiner(r, now, attempts)
		}
	}

	if err := ctx.Err(); errors.Is(err, context.Canceled) {
		return nil, fmt.Errorf("searching: %w", err)
	}

	answer := answerOf(attempts, found[:min(len(found), r.Max)])
	slices.SortStableFunc(answer.Engines, func(a, b Report) int {
		return cmp.Compare(placeOf(known, a.Engine), placeOf(known, b.Engine))
	})
	return answer, nil
}

// answerOf says what the attempts came to. A collection has answered when something it found is about the query: that
// it has nothing says nothing of the web.
func answerOf(attempts [][]*attempt, found []Found) *Answer {
	answer := &Answer{Results: found}
	for _, lane := range attempts {
		answered := false
		failed := false
		for _, a := range lane {
			answer.Engines = append(answer.Engines, a.report)
			answered = answered || a.answered()
			failed = failed || upstream.Lacking(a.report.Status)
			if !a.answered() {
				continue
			}

			whole := a.engine.kind == general
			answer.WholeWeb = answer.WholeWeb || whole
			answer.Answered = answer.Answered || whole || len(found) > 0 || !mixed(attempts)
		}
		answer.Partial = answer.Partial || failed && !answered
	}
	return answer
}

func placeOf(known []engine, name string) int {
	return slices.IndexFunc(known, func(e engine) bool { return e.name == name })
}

// choose returns the named engines in the engines' own order.
func choose(known []engine, names []string) (chosen []engine, auto bool, err error) {
	for _, name := range names {
		if name != Auto && !slices.ContainsFunc(known, func(e engine) bool { return e.name == name }) {
			return nil, false, &UnknownBackend{Name: name, Allowed: backends(known)}
		}
	}
	if len(names) == 0 || slices.Contains(names, Auto) {
		return slices.DeleteFunc(slices.Clone(known), func(e engine) bool {
			return e.own && e.configured() != nil
		}), true, nil
	}
	for _, e := range known {
		if slices.Contains(names, e.name) {
			chosen = append(chosen, e)
		}
	}
	return chosen, false, nil
}

// backends are the names that a caller may give, Auto first.
func backends(engines []engine) []string {
	names := []string{Auto}
	for _, e := range engines {
		names = append(names, e.name)
	}
	slices.Sort(names[1:])
	return names
}

// run is one search under way.
type run struct {
	query serp.Query
	now   func() time.Time
	rests *rests
	auto  bool
}

// attempt is one engine's part in a search.
type attempt struct {
	engine engine
	report Report
	pages  [][]serp.Result
	next   *serp.Query // nil if there is no further page
}

func (a *attempt) answered() bool {
	return a.report.Status == StatusOK || a.report.Status == StatusEmpty
}

// all runs each lane until one of its engines answers.
func (r *run) all(ctx context.Context, plan [][]engine) [][]*attempt {
	attempts := make([][]*attempt, len(plan))
	var wg sync.WaitGroup
	for i, lane := range plan {
		wg.Go(func() {
			for _, e := range lane {
				a := r.try(ctx, e)
				attempts[i] = append(attempts[i], a)
				if a.answered() {
					return
				}
			}
		})
	}
	wg.Wait()
	return attempts
}

// try asks one engine for its first page, unless that is known to be useless.
func (r *run) try(ctx context.Context, e engine) *attempt {
	a := &attempt{engine: e, report: Report{Engine: e.name}}
	if err := e.configured(); err != nil {
		a.report.Status, a.report.Reason = describe(err)
		return a
	}

	if slices.Contains(e.lacks, r.query.Within) {
		a.report.Status = StatusSkipped
		a.report.Reason = "it cannot limit results to this period"
		return a
	}

	if e.kind != general && r.auto && confined(r.query.Text) {
		a.report.Status = StatusSkipped
		a.report.Reason = "it cannot limit results to a site, an address or a type of file"
		return a
	}

	if until, resting := r.rests.resting(e.name); resting && r.auto {
		a.report.Status = StatusResting
		a.report.Reason = "it refused lately and is left alone until " + until.UTC().Format(time.RFC3339)
		return a
	}

	began := r.now()
	page, err := r.ask(ctx, e, r.query)
	a.report.Took = r.now().Sub(began)
	a.report.Status, a.report.Reason = describe(err)

	switch {
	case errors.Is(err, serp.ErrBlocked):
		r.rests.refused(e.name)
	case err == nil:
		r.rests.answered(e.name)
		a.add(page, r.query)
		if len(page.Results) == 0 {
			a.report.Status = StatusEmpty
		}
	}

	return a
}

// confined reports whether a query asks for results of one site, address or type of file only.
func confined(query string) bool {
	for word := range strings.FieldsSeq(strings.ToLower(query)) {
		for _, operator := range []string{"site:", "inurl:", "filetype:"} {
			if rest, found := strings.CutPrefix(word, operator); found && rest != "" {
				return true
			}
		}
	}
	return false
}

// ask calls an engine within its budget. A panic fails that engine alone.
func (r *run) ask(ctx context.Context, e engine, q serp.Query) (page serp.Page, err error) {
	defer func() {
		if cause := recover(); cause != nil {
			page = serp.Page{}
			err = upstream.BadResponse.Errorf("reading %s's answer panicked: %v", e.name, cause)
		}
	}()
	ctx, cancel := context.WithTimeout(ctx, engineBudget)
	defer cancel()
	return e.ask(ctx, q)
}

func (a *attempt) add(page serp.Page, q serp.Query) {
	a.pages = append(a.pages, page.Results)
	a.report.Count += len(page.Results)
	a.next = nil
	if page.More && len(page.Results) > 0 {
		q.Page++
		q.Token = page.Token
		a.next = &q
	}
}

// more requests the next page from every engine that has one and reports whether anything is new. A failed page is
// ignored: the engine has answered before.
func (r *run) more(ctx context.Context, attempts [][]*attempt, number int) bool {
	var wg sync.WaitGroup
	var mu sync.Mutex
	grown := false
	for _, lane := range attempts {
		for _, a := range lane {
			if a.next == nil || a.next.Page != number || a.engine.kind != general && r.auto {
				continue
			}
			wg.Go(func() {
				q := *a.next
				page, err := r.ask(ctx, a.engine, q)
				if errors.Is(err, serp.ErrBlocked) {
					r.rests.refused(a.engine.name)
				}
				a.next = nil
				if err != nil {
					return
				}
				a.add(page, q)
				mu.Lock()
				defer mu.Unlock()
				grown = grown || len(page.Results) > 0
			})
		}
	}

	wg.Wait()
	return grown
}

// describe is the status for an error, and the reason in words.
func describe(err error) (status, reason string) {
	var refusal serp.Refusal
	errors.As(err, &refusal)
	switch kind := upstream.KindOf(err); {
	case err == nil:
		return StatusOK, ""
	case errors.Is(err, serp.ErrBlocked):
		return StatusBlocked, string(refusal)
	case kind == upstream.NotConfigured:
		return StatusNotConfigured, "this service has no key for it, or has it switched off"
	case kind == upstream.RateLimited:
		return StatusRateLimited, "its limit of requests is reached"
	case kind == upstream.Unauthorized:
		return StatusError, "it did not accept this service's key"
	case errors.Is(err, context.DeadlineExceeded):
		return StatusTimeout, "it did not answer in time"
	case refusal != "":
		return StatusError, string(refusal)
	case kind == upstream.Unavailable:
		return StatusError, "it could not be reached, or has failed several times in a row"
	}

	var e *upstream.Error
	if errors.As(err, &e) && e.Status >= 300 {
		return StatusError, fmt.Sprintf("it answered HTTP %d", e.Status)
	}

	return StatusError, "its answer could not be used"
}
