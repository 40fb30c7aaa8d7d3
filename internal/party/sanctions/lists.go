package sanctions

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"time"

	"github.com/farebox/farebox/internal/party/names"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/eufsf"
	"github.com/farebox/farebox/internal/upstream/ofac"
	"github.com/farebox/farebox/internal/upstream/seco"
	"github.com/farebox/farebox/internal/upstream/uksl"
	"github.com/farebox/farebox/internal/upstream/unsc"
)

// refreshEvery is how often each list is asked for. The lists change on most working days, at no fixed hour.
const refreshEvery = 6 * time.Hour

// Lists are all official lists, in the order in which answers name them.
type Lists struct {
	engine *names.Engine
	sets   []listSet
}

type listSet struct {
	id, title string
	data      *upstream.Dataset[*List]
	spare     *upstream.Dataset[*spare] // another form of the list, nil for none
}

// Status is which version of a list is in use.
type Status struct {
	ID, Title string
	State     string     // ok, stale, warming, not_configured
	List      *List      // nil before the first load
	FetchedAt *time.Time // when this version was downloaded
	CheckedAt *time.Time // when the publisher last confirmed it
}

// Options of the lists.
type Options struct {
	// AnySize takes lists of any size for whole ones. Without it a list with far fewer entries than the real one is
	// refused, since half a list would clear the people on the other half. For tests and recorded excerpts.
	AnySize bool
}

// New declares the datasets, which the pool loads and refreshes (upstream.Pool.RunDatasets).
func New(p *upstream.Pool, e *names.Engine, o Options) *Lists {
	l := &Lists{engine: e}
	countries := readCountries()
	us, uk, eu, un, ch := ofac.New(p), uksl.New(p), eufsf.New(p), unsc.New(p), seco.New(p)
	atLeast := func(n int) int {
		if o.AnySize {
			return 0
		}
		return n
	}
	add := func(id, title string, c *upstream.Client, get func(*upstream.Client) *upstream.Request, least, leastAddresses int, read func(*reader, io.Reader) (Source, error)) {
		l.sets = append(l.sets, listSet{id: id, title: title, data: upstream.NewDataset(p, upstream.DatasetSpec[*List]{
			Name: id, Client: c, Files: []upstream.File{{Name: "list", Request: get}}, Every: refreshEvery, MinRecords: atLeast(least),
			Count: (*List).Entries,
			Check: func(list *List) error { return list.check(atLeast(leastAddresses), !o.AnySize) },
			Parse: func(dir fs.FS) (*List, error) {
				src, err := upstream.ReadFile(dir, "list", func(f io.Reader) (Source, error) { return read(newReader(countries), f) })
				if err != nil {
					return nil, err
				}
				if !o.AnySize {
					if err := whole(src, least); err != nil {
						return nil, err
					}
				}
				return NewList(e, src), nil
			},
		})})
	}
	const sdnLeast, sdnLeastAddresses, consolidatedLeast = 12_000, 900, 200
	add("ofac", "OFAC Specially Designated Nationals and Blocked Persons List", us, ofac.SDN, sdnLeast, sdnLeastAddresses,
		func(r *reader, f io.Reader) (Source, error) { return r.readOFAC("ofac", f) })
	add("ofac-cons", "OFAC Consolidated Non-SDN Lists", us, ofac.Consolidated, consolidatedLeast, 0,
		func(r *reader, f io.Reader) (Source, error) { return r.readOFAC("ofac-cons", f) })
	add("uk-sl", "UK Sanctions List", uk, uksl.CSV, 2_500, 0, (*reader).readUK)
	add("eu-fsf", "EU consolidated financial sanctions list", eu, eufsf.XML, 2_500, 0, (*reader).readEU)
	add("un-sc", "UN Security Council Consolidated List", un, unsc.XML, 500, 0, (*reader).readUN)
	add("ch-seco", "Swiss SECO sanctions list", ch, seco.XML, 3_000, 0, (*reader).readSwiss)
	l.sets[0].spare = newSpareSet(p, e, countries, us, "ofac", sdnTables, atLeast(sdnLeast), atLeast(sdnLeastAddresses))
	l.sets[1].spare = newSpareSet(p, e, countries, us, "ofac-cons", consolidatedTables, atLeast(consolidatedLeast), 0)
	return l
}

// Engine is the matcher that the lists are indexed for.
func (l *Lists) Engine() *names.Engine { return l.engine }

// Status says of each list which version is in use.
func (l *Lists) Status() []Status {
	out := make([]Status, len(l.sets))
	for i := range l.sets {
		s := &l.sets[i]
		out[i] = Status{ID: s.id, Title: s.title}
		list, info, state, _ := s.inUse()
		out[i].State, out[i].List = state, list
		if list != nil {
			out[i].FetchedAt, out[i].CheckedAt = &info.FetchedAt, &info.CheckedAt
		}
	}
	return out
}

// inUse is the list with its state. The spare form takes the place of a list that has not come or has gone stale, as long
// as it is not stale itself.
func (s *listSet) inUse() (*List, upstream.DatasetInfo, string, error) {
	list, info, err := s.data.Get()
	state := upstream.StatusOf(err)
	if err == nil && s.data.Health().Status == "stale" {
		state = "stale"
	}
	if state == "ok" || s.spare == nil {
		return list, info, state, err
	}
	other, otherInfo, otherErr := s.spare.Get()
	switch {
	case otherErr != nil:
		return list, info, state, err
	case s.spare.Health().Status != "stale":
		return other.index(), otherInfo, "ok", nil
	case err != nil:
		return other.index(), otherInfo, "stale", nil
	}
	return list, info, state, nil
}

// Refresh asks every publisher once, now, one after the other; the error tells of all that failed. The pool does this on
// schedule.
func (l *Lists) Refresh(ctx context.Context) error {
	var errs []error
	for _, s := range l.sets {
		if err := s.data.Refresh(ctx); err != nil {
			errs = append(errs, fmt.Errorf("%s: %w", s.id, err))
		}
		if s.spare == nil {
			continue
		}
		if err := s.spare.Refresh(ctx); err != nil {
			errs = append(errs, fmt.Errorf("%s as tables: %w", s.id, err))
		}
	}
	return errors.Join(errs...)
}

// Missing is the error of a list that has not been loaded in any form, nil for one that has.
func (l *Lists) Missing(id string) error {
	for i := range l.sets {
		if s := &l.sets[i]; s.id == id {
			_, _, _, err := s.inUse()
			return err
		}
	}
	return fmt.Errorf("no list called %s", id)
}
