package domainlist

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"time"

	"github.com/farebox/farebox/internal/network/hostname"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/certpl"
	"github.com/farebox/farebox/internal/upstream/majestic"
	"github.com/farebox/farebox/internal/upstream/openphish"
	"github.com/farebox/farebox/internal/upstream/phishingdb"
	"github.com/farebox/farebox/internal/upstream/tranco"
	"github.com/farebox/farebox/internal/upstream/urlhaus"
)

const (
	day  = 24 * time.Hour
	week = 7 * day
)

// Options of the lists.
type Options struct {
	// AnySize takes lists of any size for whole ones. Without it a list that is far shorter than the real one is refused. For
	// tests and recorded excerpts.
	AnySize bool
}

// Lists are the blocklists and the rankings.
type Lists struct {
	block []blocklist
	ranks []ranking
	now   func() time.Time
}

type terms struct {
	id, title string
	client    *upstream.Client
	every     time.Duration
	holds     time.Duration // how long it may go unconfirmed and still clear a name
	least     int
	shrink    float64
}

type blocklist struct {
	terms
	data *upstream.Dataset[*Set]
}

type ranking struct {
	terms
	data *upstream.Dataset[*Ranks]
}

// New declares the datasets, which the pool loads and refreshes (upstream.Pool.RunDatasets). now is the clock that their age is
// judged by.
func New(p *upstream.Pool, now func() time.Time, o Options) *Lists {
	l := &Lists{now: now}
	one := func(request func(*upstream.Client) *upstream.Request) []upstream.File {
		return []upstream.File{{Name: "list", Request: request}}
	}
	block := func(t terms, files []upstream.File, read func(dir fs.FS, add func(host []byte) bool) error) {
		l.block = append(l.block, blocklist{t, upstream.NewDataset(p, upstream.DatasetSpec[*Set]{
			Name: t.id, Client: t.client, Every: t.every, MinRecords: least(t, o), MaxShrink: t.shrink, Files: files, Count: (*Set).Len,
			Parse: func(dir fs.FS) (*Set, error) {
				return readSet(func(add func([]byte) bool) error { return read(dir, add) })
			},
		})})
	}
	rank := func(t terms, files []upstream.File, read func(f io.Reader, add func(domain []byte, rank uint32) bool) error) {
		l.ranks = append(l.ranks, ranking{t, upstream.NewDataset(p, upstream.DatasetSpec[*Ranks]{
			Name: t.id, Client: t.client, Every: t.every, MinRecords: least(t, o), MaxShrink: t.shrink, Files: files, Count: (*Ranks).Len,
			Parse: func(dir fs.FS) (*Ranks, error) {
				b := NewRanksBuilder()
				err := opened(dir, "list", func(f io.Reader) error {
					return read(f, func(domain []byte, rank uint32) bool {
						name, ok := Normal(domain)
						if ok {
							b.Add(name, rank)
						}
						return ok
					})
				})
				return b.Build(), err
			},
		})})
	}
	haus := urlhaus.New(p)
	block(terms{id: "urlhaus", title: "abuse.ch URLhaus (malware)", client: haus, every: 12 * time.Hour, holds: week, least: 100, shrink: 0.6},
		[]upstream.File{{Name: "hosts", Request: urlhaus.Hosts}, {Name: "recent", Request: urlhaus.Recent}}, readURLhaus)
	block(terms{id: "openphish", title: "OpenPhish community feed (phishing)", client: openphish.New(p), every: 12 * time.Hour, holds: week, least: 50, shrink: 0.8},
		one(openphish.Feed), readOpenPhish)
	block(terms{id: "phishing-db", title: "Phishing.Database (phishing)", client: phishingdb.New(p), every: day, holds: week, least: 50_000, shrink: 0.5},
		one(phishingdb.Active), plain(phishingdb.Read))
	block(terms{id: "certpl", title: "CERT Polska warning list (fraud)", client: certpl.New(p), every: 12 * time.Hour, holds: week, least: 10_000, shrink: 0.5},
		one(certpl.Domains), plain(certpl.Read))
	rank(terms{id: "majestic", title: "Majestic Million", client: majestic.New(p), every: week, holds: 90 * day, least: 500_000}, one(majestic.Million), majestic.Read)
	rank(terms{id: "tranco", title: "Tranco", client: tranco.New(p), every: week, holds: 90 * day, least: 500_000}, one(tranco.Million), readTranco)
	return l
}

func least(t terms, o Options) int {
	if o.AnySize {
		return 1
	}
	return t.least
}

func opened(dir fs.FS, name string, read func(f io.Reader) error) error {
	_, err := upstream.ReadFile(dir, name, func(f io.Reader) (struct{}, error) { return struct{}{}, read(f) })
	return err
}

// readSet makes a set of what read adds. Hosts on which the path says whose page it is are left out.
func readSet(read func(add func(host []byte) bool) error) (*Set, error) {
	b := NewSetBuilder()
	err := read(func(host []byte) bool {
		name, ok := Normal(host)
		if ok && !sharedByPath[string(name)] {
			b.Add(name)
		}
		return ok
	})
	return b.Build(), err
}

func plain(read func(src io.Reader, each func(host []byte) bool) error) func(fs.FS, func([]byte) bool) error {
	return func(dir fs.FS, add func([]byte) bool) error {
		return opened(dir, "list", func(f io.Reader) error { return read(f, add) })
	}
}

func readOpenPhish(dir fs.FS, add func([]byte) bool) error {
	return opened(dir, "list", func(f io.Reader) error { return openphish.Read(f, func(url string) { addURL(url, add) }) })
}

func readURLhaus(dir fs.FS, add func([]byte) bool) error {
	err := opened(dir, "hosts", func(f io.Reader) error { return urlhaus.ReadHosts(f, func(host []byte) { add(host) }) })
	if err != nil {
		return err
	}
	return opened(dir, "recent", func(f io.Reader) error { return urlhaus.ReadRecent(f, func(u urlhaus.URL) { addURL(u.URL, add) }) })
}

func addURL(url string, add func([]byte) bool) {
	if host, ok := hostOf(url); ok {
		add(host)
	}
}

func readTranco(f io.Reader, add func([]byte, uint32) bool) error {
	zip, ok := f.(interface {
		fs.File
		io.ReaderAt
	})
	if !ok {
		return errors.New("the download cannot be read as a zip file")
	}
	info, err := zip.Stat()
	if err != nil {
		return fmt.Errorf("the download cannot be read as a zip file: %w", err)
	}
	return tranco.Read(zip, info.Size(), add)
}

// Hit is a blocklist that a host is on.
type Hit struct {
	List, Title string
	Name        string // the listed name: the host, or a parent of it
}

// Blocked gives the lists that host or a name it belongs to is on (see Candidates), and how many lists are fresh enough to
// call it clean.
func (l *Lists) Blocked(host *hostname.Host) (hits []Hit, clearing int) {
	names := Candidates(host)
	for _, b := range l.block {
		set, info, err := b.data.Get()
		if err != nil {
			continue
		}
		if l.now().Sub(info.CheckedAt) <= b.holds {
			clearing++
		}
		for _, name := range names {
			if set.Has(name) {
				hits = append(hits, Hit{b.id, b.title, name})
				break
			}
		}
	}
	return hits, clearing
}

// Rank is the best rank of the site that host belongs to (see Site), and the list that gives it; rank 0 when no list has it.
// loaded is false when there is no list.
func (l *Lists) Rank(host *hostname.Host) (rank int, list string, loaded bool) {
	name, ok := Normal([]byte(Site(host)))
	for _, r := range l.ranks {
		ranks, _, err := r.data.Get()
		if err != nil {
			continue
		}
		loaded = true
		if !ok {
			continue
		}
		if n, found := ranks.Rank(string(name)); found && (rank == 0 || n < rank) {
			rank, list = n, r.title
		}
	}
	return rank, list, loaded
}

// Status says of each list which version is in use: the blocklists first, then the rankings.
func (l *Lists) Status() []upstream.ListStatus {
	var out []upstream.ListStatus
	for _, b := range l.block {
		out = append(out, b.data.Status(b.title))
	}
	for _, r := range l.ranks {
		out = append(out, r.data.Status(r.title))
	}
	return out
}

// Refresh asks for every list once, now; the error tells of all that failed. The pool does this on schedule.
func (l *Lists) Refresh(ctx context.Context) error {
	var errs []error
	for _, b := range l.block {
		errs = append(errs, b.data.Refresh(ctx))
	}
	for _, r := range l.ranks {
		errs = append(errs, r.data.Refresh(ctx))
	}
	return errors.Join(errs...)
}
