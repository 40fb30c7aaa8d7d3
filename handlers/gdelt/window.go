package gdelt

import (
	"cmp"
	"io/fs"
	"maps"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/gdelt"
)

// The window is what is kept of the 15-minute files: the articles of the last half day, in memory. On disk is the
// newest file alone, so that after a start the window grows again from one file on; answers say what it covers.
const (
	kept         = 12 * time.Hour
	mostArticles = 60_000 // some 48 files of 1,000 each; bounds the memory to some 40 MB
	mostThemes   = math.MaxUint16
	refreshEvery = 10 * time.Minute // less than the 15 minutes, so that none is left out
	leastRecords = 100              // files had from 314 to 2,189 articles
)

// window is never changed: a newer file makes a new one.
type window struct {
	ids      map[string]uint16 // of themes
	articles []article         // by slot, oldest first
	totals   map[int64]int     // articles of each slot
}

type article struct {
	slot      int64 // Unix time
	url       string
	title     string
	domain    string
	tone      float32
	themes    []uint16
	countries []uint16
}

// declareWindow registers the files with the pool.
func declareWindow(p *upstream.Pool, now func() time.Time) *upstream.Dataset[*window] {
	var set *upstream.Dataset[*window]
	set = upstream.NewDataset(p, upstream.DatasetSpec[*window]{
		Name:   srcGKG,
		Client: gdelt.NewGKG(p),
		Files:  []upstream.File{{Name: gdelt.BatchFile, Request: gdelt.Newest(now)}},
		Every:  refreshEvery,
		Parse: func(dir fs.FS) (*window, error) {
			before, _, err := set.Get()
			if err != nil {
				before = &window{}
			}
			return before.with(dir)
		},
		Count:      func(w *window) int { return len(w.articles) },
		MinRecords: leastRecords,
		MaxShrink:  1,
	})

	return set
}

// with is the window with a further file, without what is too old by then.
func (w *window) with(dir fs.FS) (*window, error) {
	next := &window{
		ids:      maps.Clone(w.ids),
		totals:   maps.Clone(w.totals),
		articles: slices.Clone(w.articles),
	}
	if next.ids == nil {
		next.ids = map[string]uint16{}
		next.totals = map[int64]int{}
	}

	var batch []article
	fresh := map[int64]int{}
	err := gdelt.ReadBatch(dir, func(r gdelt.Record) {
		a := next.article(r)
		fresh[a.slot]++
		batch = append(batch, a)
	})
	if err != nil {
		return nil, err
	}

	again := func(a article) bool { _, ok := fresh[a.slot]; return ok }
	next.articles = append(slices.DeleteFunc(next.articles, again), batch...) // a file that was read before
	maps.Copy(next.totals, fresh)
	slices.SortStableFunc(next.articles, func(a, b article) int { return cmp.Compare(a.slot, b.slot) })
	next.cut()
	return next, nil
}

// cut drops what is older than is kept, and whole slots beyond the number of articles.
func (w *window) cut() {
	if len(w.articles) == 0 {
		return
	}
	oldest := w.articles[len(w.articles)-1].slot - int64(kept/time.Second)
	if extra := len(w.articles) - mostArticles; extra > 0 {
		oldest = max(oldest, w.articles[extra-1].slot)
	}
	w.articles = slices.Clip(slices.DeleteFunc(w.articles, func(a article) bool { return a.slot <= oldest }))
	maps.DeleteFunc(w.totals, func(slot int64, _ int) bool { return slot <= oldest })
}

func (w *window) article(r gdelt.Record) article {
	a := article{
		slot:   r.Slot.Unix(),
		url:    r.URL,
		title:  r.Title,
		domain: r.Domain,
		tone:   float32(r.Tone),
	}

	for _, theme := range r.Themes {
		id, known := w.ids[theme]
		if !known {
			if len(w.ids) >= mostThemes {
				continue
			}
			id = uint16(len(w.ids))
			w.ids[theme] = id
		}
		a.themes = append(a.themes, id)
	}

	for _, code := range r.Countries {
		a.countries = append(a.countries, countryID(code))
	}
	return a
}

// countryID packs a code of two letters.
func countryID(code string) uint16 { return uint16(code[0])<<8 | uint16(code[1]) }

// matching are the articles on a subject since a time, newest first, with the volume and the tone of each slot.
func (w *window) matching(s subject, since time.Time) *reading {
	var themes, countries []uint16
	for _, theme := range s.themes {
		if id, ok := w.ids[theme]; ok {
			themes = append(themes, id)
		}
	}
	if s.country != nil {
		for _, code := range s.country.fips {
			countries = append(countries, countryID(code))
		}
	}
	has := func(list, wanted []uint16) bool {
		return slices.ContainsFunc(list, func(id uint16) bool { return slices.Contains(wanted, id) })
	}

	r := &reading{
		source:     srcGKG,
		scope:      scopeMentioned,
		resolution: "15m",
		volume:     []gdelt.Point{},
		tone:       []gdelt.Point{},
	}
	counts := map[int64]int{}
	sums := map[int64]float64{}
	for i := len(w.articles) - 1; i >= 0; i-- {
		a := &w.articles[i]
		if a.slot < since.Unix() {
			break
		}
		if len(s.themes) > 0 && !has(a.themes, themes) || s.country != nil && !has(a.countries, countries) {
			continue
		}
		counts[a.slot]++
		sums[a.slot] += float64(a.tone)
		r.count(a)
	}

	for _, slot := range slices.Sorted(maps.Keys(w.totals)) {
		if slot < since.Unix() {
			continue
		}
		at := time.Unix(slot, 0).UTC()
		if r.from.IsZero() {
			r.from = at
		}
		r.to = at.Add(gdelt.Slot)
		r.volume = append(r.volume, gdelt.Point{At: at, Value: 100 * float64(counts[slot]) / float64(w.totals[slot])})
		if n := counts[slot]; n > 0 {
			r.tone = append(r.tone, gdelt.Point{At: at, Value: sums[slot] / float64(n)})
		}
	}
	return r
}

// count puts a matching article into a reading: the newest as articles, all into the bins and countries.
func (r *reading) count(a *article) {
	bin := int(math.Floor(float64(a.tone)))
	if i := slices.IndexFunc(r.bins, func(b gdelt.Bin) bool { return b.Tone == bin }); i >= 0 {
		r.bins[i].Count++
	} else {
		r.bins = append(r.bins, gdelt.Bin{Tone: bin, Count: 1})
	}

	if len(r.articles) >= mostSampled {
		return
	}
	tone := float64(a.tone)

	r.articles = append(r.articles, found{
		Article: gdelt.Article{
			URL:    a.url,
			Title:  a.title,
			Domain: a.domain,
			Seen:   time.Unix(a.slot, 0).UTC(),
		},
		tone: &tone,
	})

	for _, id := range a.countries {
		code := string([]byte{byte(id >> 8), byte(id)})
		if name := nameOf(code); name != "" {
			r.countries = append(r.countries, name)
		}
	}
}

// once leaves one article of each title and outlet, the first one.
func once(list []found) []found {
	seen := map[string]bool{}
	return slices.DeleteFunc(slices.Clone(list), func(f found) bool {
		key := f.Domain + " " + strings.ToLower(strings.Join(strings.Fields(f.Title), " "))
		if f.Title == "" {
			key = f.URL
		}
		twice := seen[key]
		seen[key] = true
		return twice
	})
}
