// Package gdelt answers the routes about world news, from the GDELT Project.
package gdelt

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/labstack/echo/v4"

	gen "github.com/farebox/farebox/gen/gdelt"
	"github.com/farebox/farebox/gen/shared"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/gdelt"
)

// Names of the sources in answers. That of the files is their name in /health too.
const (
	srcDOC = "gdelt_doc"
	srcGKG = "gdelt_gkg"
)

// What a country means in an answer.
const (
	scopeSource    = "source"
	scopeMentioned = "mentioned"
)

// mostSampled is the most articles that an answer knows.
const mostSampled = 250

// Handlers answers the gdelt routes.
type Handlers struct {
	doc   *gdelt.Client
	files *upstream.Dataset[*window]
	now   func() time.Time
}

// New returns the handlers over the pool's providers, and declares the 15-minute files; now is the clock that time
// spans end at.
func New(pool *upstream.Pool, now func() time.Time) *Handlers {
	return &Handlers{
		doc:   gdelt.New(pool),
		files: declareWindow(pool, now),
		now:   now,
	}
}

// Register puts the family's routes on the router.
func (h *Handlers) Register(e *echo.Echo) { gen.Register(e, h) }

// found is an article, with its tone where the source tells it.
type found struct {
	gdelt.Article
	tone *float64
}

// reading is what one source says about a subject. A part that was not asked for, or failed, is nil.
type reading struct {
	source     string
	scope      string
	stale      bool
	from, to   time.Time
	resolution string
	volume     []gdelt.Point
	tone       []gdelt.Point
	bins       []gdelt.Bin
	articles   []found
	countries  []string // of the articles, one entry for each
	failed     error    // why a part is missing
}

// part makes a request of the DOC API a part of a reading.
func part[V any](
	ask func(ctx context.Context) (V, gdelt.Read, error), put func(*reading, V),
) upstream.Source[func(*reading)] {
	return upstream.Source[func(*reading)]{
		Name: srcDOC,
		Call: func(ctx context.Context) (func(*reading), error) {
			value, read, err := ask(ctx)
			return func(r *reading) {
				put(r, value)
				r.stale = r.stale || read.Stale
				if r.to.IsZero() || read.At.Before(r.to) {
					r.to = read.At
				}
			}, err
		},
	}
}

func (h *Handlers) articlesOf(query, span string) upstream.Source[func(*reading)] {
	return part(func(ctx context.Context) ([]gdelt.Article, gdelt.Read, error) {
		return h.doc.Articles(ctx, query, span)
	}, func(r *reading, list []gdelt.Article) {
		r.articles = []found{}
		for _, a := range list {
			r.articles = append(r.articles, found{Article: a})
		}
	})
}

func (h *Handlers) volumeOf(query, span string) upstream.Source[func(*reading)] {
	return part(func(ctx context.Context) (*gdelt.Series, gdelt.Read, error) {
		return h.doc.Volume(ctx, query, span)
	}, func(r *reading, s *gdelt.Series) {
		r.volume = s.Points
		r.resolution = s.Resolution
	})
}

func (h *Handlers) toneOf(query, span string) upstream.Source[func(*reading)] {
	return part(func(ctx context.Context) (*gdelt.Series, gdelt.Read, error) {
		return h.doc.Tone(ctx, query, span)
	}, func(r *reading, s *gdelt.Series) {
		r.tone = s.Points
		r.resolution = s.Resolution
	})
}

func (h *Handlers) binsOf(query, span string) upstream.Source[func(*reading)] {
	return part(func(ctx context.Context) ([]gdelt.Bin, gdelt.Read, error) {
		return h.doc.ToneChart(ctx, query, span)
	}, func(r *reading, bins []gdelt.Bin) { r.bins = response.Items(bins) })
}

// read asks the DOC API for the parts, the first of which is the main one. When that fails, or ends more than most ago,
// the 15-minute files replace it, for subjects that they cover; the two are never mixed, since they do not measure the
// same. The sources say what happened.
func (h *Handlers) read(
	ctx context.Context,
	field string,
	s subject,
	span, most time.Duration,
	parts ...upstream.Source[func(*reading)],
) (*reading, []gen.Source, error) {
	r := &reading{source: srcDOC, scope: scopeSource}
	fused := upstream.FuseInto(ctx, r, parts...)
	for _, outcome := range fused {
		var refused *gdelt.Refused
		if errors.As(outcome.Err, &refused) {
			return nil, nil, problem.Invalid(field, "GDELT refuses the query: %s", refused.Reason)
		}
		if outcome.Err != nil && r.failed == nil {
			r.failed = outcome.Err
		}
	}

	lacking := fused[0].Err
	if err := r.contradiction(); err != nil && r.failed == nil {
		r.failed = err
	}
	if r.failed == nil && s.everywhere() && r.mainIsEmpty() {
		r.failed = upstream.BadResponse.Errorf("nothing on a subject that there are always articles on")
	}
	if lacking == nil && r.failed != nil && r.mainIsEmpty() {
		lacking = r.failed
	}
	r.dropEmpty()
	r.from = r.to.Add(-span).UTC().Truncate(time.Second)
	r.dropOlder()
	r.to = r.covered().UTC().Truncate(time.Second)
	doc := response.Source(srcDOC, r.failed)
	if r.failed == nil && r.stale {
		doc.Status = shared.SourceStatusStale
		doc.AsOf = response.Moment(&r.to)
	}
	if lacking == nil {
		lacking = r.tooOld(h.now(), most)
	}
	if lacking == nil {
		skipped := response.Skipped(srcGKG, "asked only when gdelt_doc fails")
		return r, []gen.Source{doc, skipped}, s.heardOf(field, r)
	}
	second, files, err := h.fromFiles(s, span)
	if err != nil {
		return nil, nil, lacking
	}
	if err := second.tooOld(h.now(), most); err != nil {
		return nil, nil, err
	}
	return second, []gen.Source{doc, files}, s.heardOf(field, second)
}

// heardOf is a problem where nothing was found by a code alone that the caller gave: whether GDELT has such a theme is
// not known then.
func (s subject) heardOf(field string, r *reading) error {
	if r.hasSome() || s.known || len(s.themes) == 0 || s.country != nil {
		return nil
	}
	return problem.Invalid(field, "no article has the code %s, which may be none of GDELT's: give words instead",
		s.themes[0])
}

// dropOlder leaves out articles of before the time span, unless all are, and notes the countries of those left.
// The newest come first.
func (r *reading) dropOlder() {
	first := slices.IndexFunc(r.articles, func(f found) bool { return f.Seen.Before(r.from.Add(-gdelt.Slot)) })
	if first > 0 {
		r.articles = r.articles[:first]
	}
	for _, f := range r.articles {
		if f.Country != "" {
			r.countries = append(r.countries, f.Country)
		}
	}
}

// contradiction is an error where one part has articles and another says that there are none.
func (r *reading) contradiction() error {
	if r.hasSome() && r.hasEmpty() {
		return upstream.BadResponse.Errorf("an empty answer beside one with articles")
	}
	return nil
}

// hasSome says whether a part tells of articles.
func (r *reading) hasSome() bool {
	return len(r.tone) > 0 || len(r.articles) > 0 || len(r.bins) > 0 ||
		slices.ContainsFunc(r.volume, func(p gdelt.Point) bool { return p.Value > 0 })
}

// hasEmpty says whether a part was read that has nothing.
func (r *reading) hasEmpty() bool {
	return r.volume != nil && len(r.volume) == 0 ||
		r.tone != nil && len(r.tone) == 0 ||
		r.articles != nil && len(r.articles) == 0 ||
		r.bins != nil && len(r.bins) == 0
}

// mainIsEmpty says whether the part has nothing that [Handlers.read] was given first.
func (r *reading) mainIsEmpty() bool {
	switch {
	case r.volume != nil:
		return len(r.volume) == 0
	case r.tone != nil:
		return len(r.tone) == 0
	}
	return len(r.articles) == 0
}

// dropEmpty makes the empty parts unknown where one failed.
func (r *reading) dropEmpty() {
	if r.failed == nil {
		return
	}
	if len(r.articles) == 0 {
		r.articles = nil
	}
	if len(r.bins) == 0 {
		r.bins = nil
	}
}

// lateness is how much later than the newest point of an index its articles may have come.
const lateness = 3 * time.Hour

// tooOld is an error where what was read ends before the time that was asked for; most is how old its newest may be.
// Nothing at all is no old news.
func (r *reading) tooOld(now time.Time, most time.Duration) error {
	newest := r.newest()
	return upstream.TooOld(r.source, newest, now, most+lateness+r.step())
}

// newest is the time of the newest point or article, zero without any.
func (r *reading) newest() time.Time {
	var newest time.Time
	for _, points := range [][]gdelt.Point{r.volume, r.tone} {
		if n := len(points); n > 0 && points[n-1].At.After(newest) {
			newest = points[n-1].At
		}
	}
	if len(r.articles) > 0 && r.articles[0].Seen.After(newest) {
		newest = r.articles[0].Seen
	}
	return newest
}

// covered is until when the points go, and not after the answer was given.
func (r *reading) covered() time.Time {
	if len(r.volume) == 0 && len(r.tone) == 0 {
		return r.to
	}
	end := r.newest().Add(r.step())
	if end.After(r.to) {
		return r.to
	}
	return end
}

// step is how long the time of a point is.
func (r *reading) step() time.Duration {
	switch r.resolution {
	case "day":
		return 24 * time.Hour
	case "hour":
		return time.Hour
	}
	return gdelt.Slot
}

// errWords is a subject that the files cannot tell: they have themes and places, not texts.
var errWords = errors.New("the files have themes and countries, no texts")

// fromFiles reads the window.
func (h *Handlers) fromFiles(s subject, span time.Duration) (*reading, gen.Source, error) {
	if s.words != "" || len(s.themes) == 0 && s.country == nil {
		return nil, response.Skipped(srcGKG, errWords.Error()), errWords
	}
	list, _, err := h.files.Get()
	status := h.files.Status("GDELT Global Knowledge Graph, files of 15 minutes in English")
	status.ID = srcGKG
	if err != nil {
		return nil, response.Source(srcGKG, err), err
	}
	r := list.matching(s, h.now().Add(-span))
	if len(r.volume) == 0 {
		err := upstream.Unavailable.Errorf("no file of this time")
		return nil, response.Source(srcGKG, err), err
	}
	return r, response.List(status), nil
}

// head are the members that name the subject.
type head struct {
	theme   *string
	code    *string
	name    *string
	query   *string
	isScope bool
}

func headOf(theme *string, s subject, r *reading) head {
	h := head{theme: theme}
	if s.country != nil {
		h.code = &s.country.Alpha2
		h.name = &s.country.Name
		h.isScope = true
	}
	if r.source == srcDOC {
		h.query = new(s.query())
	}
	return h
}

// scopeOf is what the country means, null without one.
func scopeOf[T ~string](h head, r *reading) *T {
	if !h.isScope {
		return nil
	}
	return new(T(r.scope))
}

func articleOf(f found) gen.GdeltArticle {
	return gen.GdeltArticle{
		Title:         response.OrNull(f.Title),
		URL:           f.URL,
		Domain:        f.Domain,
		SeenAt:        f.Seen,
		Language:      response.OrNull(f.Language),
		SourceCountry: response.OrNull(f.Country),
		Image:         response.OrNull(f.Image),
		Tone:          response.RoundOrNull(f.tone, 2),
	}
}

func articlesOf(list []found, limit int) []gen.GdeltArticle {
	return response.Items(response.Each(list[:min(limit, len(list))], articleOf))
}

func pointsOf(points []gdelt.Point) []gen.GdeltPoint {
	list := []gen.GdeltPoint{}
	for _, p := range points {
		list = append(list, gen.GdeltPoint{StartAt: p.At, Value: response.Round(p.Value, 4)})
	}
	return list
}
