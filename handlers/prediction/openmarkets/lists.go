package openmarkets

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"time"

	"github.com/farebox/farebox/handlers/prediction/listing"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/kalshi"
	"github.com/farebox/farebox/internal/upstream/manifold"
	"github.com/farebox/farebox/internal/upstream/polymarket"
)

const (
	every = 30 * time.Minute

	// The pages of a venue that are read: of Kalshi up to 12,000 events, of Polymarket the 1,000 traded most.
	kalshiPages     = 60
	polymarketPages = 20

	fileName = "events.json"

	// Title is what a list holds, for the sources of an answer.
	Title = "Index of open markets, read every half hour; the least traded may be missing"
)

// Lists are the indexes of the three venues.
type Lists struct {
	Kalshi     *upstream.Dataset[*Index]
	Polymarket *upstream.Dataset[*Index]
	Manifold   *upstream.Dataset[*Index]
	now        func() time.Time
}

// New registers the lists with the pool, which loads them and refreshes them every half hour.
func New(pool *upstream.Pool, k *kalshi.Client, p *polymarket.Client, m *manifold.Client, now func() time.Time) *Lists {
	l := &Lists{now: now}
	l.Kalshi = upstream.NewDataset(pool, l.spec("prediction-kalshi", k.Upstream(),
		pages(kalshi.Listing, kalshiPages, func(p kalshi.Page) string { return p.Cursor }), l.readKalshi))
	l.Polymarket = upstream.NewDataset(pool, l.spec("prediction-polymarket", p.Upstream(),
		pages(polymarket.Listing, polymarketPages, afterPolymarkets), l.readPolymarket))
	l.Manifold = upstream.NewDataset(pool, l.spec("prediction-manifold", m.Upstream(), upstream.File{
		Name:    fileName,
		Request: manifold.Listing,
	}, l.readManifold))
	return l
}

func (l *Lists) spec(
	name string, client *upstream.Client, file upstream.File, read func(io.Reader) (*Index, error),
) upstream.DatasetSpec[*Index] {
	return upstream.DatasetSpec[*Index]{
		Name:       name,
		Client:     client,
		Files:      []upstream.File{file},
		Every:      every,
		Parse:      func(dir fs.FS) (*Index, error) { return upstream.ReadFile(dir, fileName, read) },
		Count:      func(x *Index) int { return x.markets },
		MinRecords: 100,
		MaxShrink:  0.9, // a season ends, an election settles: thousands of markets close in a day
	}
}

// pages is the file of a venue that gives a page and the cursor of the next one, until next says that there is none.
func pages[P any](
	request func(c *upstream.Client, cursor string) *upstream.Request, most int, next func(P) (cursor string),
) upstream.File {
	return upstream.File{
		Name:    fileName,
		Request: func(c *upstream.Client) *upstream.Request { return request(c, "") },
		Next: func(c *upstream.Client, page []byte, pages int) (*upstream.Request, error) {
			var p P
			if err := json.Unmarshal(page, &p); err != nil {
				return nil, fmt.Errorf("a page of events: %w", err)
			}
			cursor := next(p)
			if cursor == "" || pages >= most {
				return nil, nil
			}
			return request(c, cursor), nil
		},
	}
}

func afterPolymarkets(p polymarket.Page) string {
	if len(p.Events) == 0 {
		return ""
	}
	return p.Cursor
}

func (l *Lists) readKalshi(f io.Reader) (*Index, error) {
	return read(f, func(p kalshi.Page, b *builder) error {
		for i := range p.Events {
			b.add(listing.OfKalshiEvent(&p.Events[i], l.now()))
		}
		return nil
	})
}

// readPolymarket leaves out the events that are not as they should be, up to one in ten.
func (l *Lists) readPolymarket(f io.Reader) (*Index, error) {
	all := 0
	left := 0
	var odd error
	index, err := read(f, func(p polymarket.Page, b *builder) error {
		if p.Events == nil {
			return upstream.Lacks("events")
		}

		all += len(p.Events)
		for _, text := range p.Events {
			var e polymarket.Event
			if err := upstream.Decode(text, &e); err != nil {
				left++
				odd = cmp.Or(odd, err)
				continue
			}
			b.add(listing.OfPolymarketEvent(&e, l.now()))
		}
		return nil
	})

	if left > all/10 {
		return nil, fmt.Errorf("open markets: %d of %d events: %w", left, all, odd)
	}
	return index, err
}

func (l *Lists) readManifold(f io.Reader) (*Index, error) {
	return read(f, func(p []manifold.Market, b *builder) error {
		for _, m := range p {
			if m.ID != "" {
				b.add(listing.OfManifoldEvent(m, l.now()))
			}
		}
		return nil
	})
}

// read takes the pages of a file one after the other.
func read[P any](f io.Reader, take func(P, *builder) error) (*Index, error) {
	b := &builder{}
	decoder := json.NewDecoder(f)
	for {
		var page P
		err := decoder.Decode(&page)
		if errors.Is(err, io.EOF) {
			return b.index(), nil
		}
		if err != nil {
			return nil, fmt.Errorf("open markets: %w", err)
		}

		if err := take(page, b); err != nil {
			return nil, fmt.Errorf("open markets: %w", err)
		}
	}
}

// Read are the hits of a list, their prices marked as of when the list was read.
func Read(d *upstream.Dataset[*Index], query []string) ([]Hit, error) {
	index, info, err := d.Get()
	if err != nil {
		return nil, err
	}
	hits := index.Search(query)
	for i := range hits {
		hits[i].Market.QuotedAt = info.FetchedAt.UTC().Truncate(time.Second)
	}
	return hits, nil
}
