package sanctions

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"sync"
	"time"

	"github.com/farebox/farebox/internal/party/names"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/dgtresor"
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
	engine   *names.Engine
	sets     []listSet
	register *upstream.Dataset[*register]
}

type listSet struct {
	id, title string
	url       string
	data      *upstream.Dataset[*List]
	spare     *upstream.Dataset[*spare] // another form of the list, or nil
	standIn   string                    // title of the spare when another authority publishes it: it clears nobody
	names     *joins
}

// Status is which version of a list is in use.
type Status struct {
	ID, Title string
	URL       string     // the publisher's page about it
	State     string     // ok, stale, warming, error, not_configured
	Why       string     // why its state is error, else ""
	List      *List      // nil before the first load
	FetchedAt *time.Time // when this version was downloaded
	CheckedAt *time.Time // when the publisher last confirmed it
	Outlived  bool       // it is too old by the date that it states
}

// Outline is the status without the list itself, as answers name lists among their sources.
func (s Status) Outline() upstream.ListStatus {
	outline := upstream.ListStatus{
		ID:        s.ID,
		Title:     s.Title,
		URL:       s.URL,
		State:     s.State,
		Why:       s.Why,
		FetchedAt: s.FetchedAt,
		CheckedAt: s.CheckedAt,
	}
	if s.List != nil {
		outline.Records = s.List.Entries()
		outline.Outlived = s.Outlived
		outline.StatedAt = s.List.Published
	}
	return outline
}

// terms are what is particular to a list.
type terms struct {
	id, title    string
	client       *upstream.Client
	request      func(*upstream.Client) *upstream.Request
	read         func(*reader, io.Reader) (Source, error)
	least        int  // parties, as in upstream.DatasetSpec
	leastWallets int  // different crypto addresses; 0 for a list that need not have any
	seldom       bool // it may go unchanged for months: it has no bound by its own date
}

// lasts is how old a list may be by its own date: the lists change every few days or weeks.
const lasts = 120 * 24 * time.Hour

// cryptoAddresses are what a list has to have a number of beside its parties.
const cryptoAddresses = "crypto addresses"

// New declares the datasets, which the pool loads and refreshes (upstream.Pool.RunDatasets).
func New(p *upstream.Pool, e *names.Engine) *Lists {
	l := &Lists{engine: e}
	countries := builtInCountries()
	turn := &sync.Mutex{}
	for _, t := range publishers(p) {
		l.sets = append(l.sets, listSet{
			id:    t.id,
			title: t.title,
			url:   t.client.Provider().Docs,
			data:  newSet(p, e, countries, t),
			names: &joins{turn: turn},
		})
		set := &l.sets[len(l.sets)-1]
		switch t.id {
		case "ofac":
			set.spare = newSpareSet(p, e, countries, t, sdnTables)
		case "ofac-cons":
			set.spare = newSpareSet(p, e, countries, t, consolidatedTables)
		case "eu-fsf":
			set.spare = newFrenchSet(p, e, countries, t.least)
			set.standIn = "EU measures in the French register of asset freezes"
		}
	}

	l.register = newRegister(p)
	return l
}

// publishers are the lists in the order in which answers name them.
func publishers(p *upstream.Pool) []terms {
	us := ofac.New(p)
	return []terms{
		{
			id: "ofac", title: "OFAC Specially Designated Nationals and Blocked Persons List",
			client: us, request: ofac.SDN, least: 12_000, leastWallets: 900,
			read: func(r *reader, f io.Reader) (Source, error) { return r.readOFAC("ofac", f) },
		},
		{
			id: "ofac-cons", title: "OFAC Consolidated Non-SDN Lists",
			client: us, request: ofac.Consolidated, least: 200, seldom: true,
			read: func(r *reader, f io.Reader) (Source, error) { return r.readOFAC("ofac-cons", f) },
		},
		{
			id: "uk-sl", title: "UK Sanctions List",
			client: uksl.New(p), request: uksl.CSV, least: 2_500, read: (*reader).readUK,
		},
		{
			id: "eu-fsf", title: "EU consolidated financial sanctions list",
			client: eufsf.New(p), request: eufsf.XML, least: 2_500, read: (*reader).readEU,
		},
		{
			id: "un-sc", title: "UN Security Council Consolidated List",
			client: unsc.New(p), request: unsc.XML, least: 500, read: (*reader).readUN,
		},
		{
			id: "ch-seco", title: "Swiss SECO sanctions list",
			client: seco.New(p), request: seco.XML, least: 3_000, read: (*reader).readSwiss,
		},
	}
}

// newSet declares the dataset of a list.
func newSet(p *upstream.Pool, e *names.Engine, c countries, t terms) *upstream.Dataset[*List] {
	file := upstream.File{Name: "list", Request: t.request}
	spec := upstream.DatasetSpec[*List]{
		Name:   t.id,
		Client: t.client,
		Every:  refreshEvery,
		Files:  []upstream.File{file},
		Parse: func(dir fs.FS) (*List, error) {
			src, err := upstream.ReadFile(dir, file.Name, func(f io.Reader) (Source, error) {
				return t.read(newReader(c), f)
			})
			if err != nil {
				return nil, err
			}
			if err := whole(src, t.least); err != nil {
				return nil, err
			}

			return NewList(e, src), nil
		},
		Count:      (*List).Entries,
		Check:      (*List).check,
		MinRecords: t.least,
		Floors: []upstream.Floor[*List]{
			{What: cryptoAddresses, Least: t.leastWallets, Count: (*List).Addresses},
		},
		Stated: func(l *List, _ fs.FS) time.Time { return l.Published },
	}
	if !t.seldom {
		spec.Lasts = lasts
	}
	return upstream.NewDataset(p, spec)
}

// Engine is the matcher that the lists are indexed for.
func (l *Lists) Engine() *names.Engine { return l.engine }

// Status has the version in use of each list.
func (l *Lists) Status() []Status {
	out := make([]Status, len(l.sets))
	for i := range l.sets {
		s := &l.sets[i]
		out[i] = Status{ID: s.id, Title: s.title, URL: s.url}
		list, info, state, err := s.inUse()
		if state == standsIn {
			state = upstream.StatusStale
			out[i].Title = s.standIn
			out[i].URL = dgtresor.Provider.Docs
		}

		out[i].State = state
		out[i].Why = upstream.WhyNoList(err)
		out[i].List = list
		if list != nil {
			out[i].FetchedAt, out[i].CheckedAt = &info.FetchedAt, &info.CheckedAt
			out[i].Outlived = info.Outlived
		}
	}
	return out
}

// standsIn is the state of a list that another authority's takes the place of.
const standsIn = "stands_in"

// inUse is the list with its state. The spare form takes the place of a list that has not come or has gone stale, as long
// as it is not stale itself. It has no date of its own, so it does not replace a list that is only too old by its date.
// Another authority's list only takes the place of one that has not come, and not of one that the operator left out.
func (s *listSet) inUse() (*List, upstream.DatasetInfo, string, error) {
	list, info, err := s.data.Get()
	state := upstream.StatusOf(err)
	health := s.data.Health()
	if err == nil && health.Status == "stale" {
		state = "stale"
	}

	confirmed := err == nil && health.AgeSeconds <= int64(health.StaleFrom.Seconds())
	if confirmed || s.spare == nil {
		return list, info, state, err
	}

	other, otherInfo, otherErr := s.spare.Get()
	switch {
	case otherErr != nil, s.standIn != "" && (err == nil || errors.Is(err, upstream.NotConfigured)):
		return list, info, state, err
	case s.standIn != "":
		return other.index(), otherInfo, standsIn, nil
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
			errs = append(errs, fmt.Errorf("%s in its spare form: %w", s.id, err))
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
