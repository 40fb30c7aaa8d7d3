package domainlist

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"time"

	"github.com/farebox/farebox/internal/each"
	"github.com/farebox/farebox/internal/network/hostname"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/certpl"
	"github.com/farebox/farebox/internal/upstream/linelist"
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
	least     int           // records, as in upstream.DatasetSpec
	shrink    float64       // likewise
	stated    func(*Set, fs.FS) time.Time
	lasts     time.Duration
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
func New(p *upstream.Pool, now func() time.Time) *Lists {
	l := &Lists{now: now}
	hausFiles := []upstream.File{{Name: "hosts", Request: urlhaus.Hosts}, {Name: "recent", Request: urlhaus.Recent}}
	l.addBlocklist(p, hausFiles, readURLhaus, terms{
		id: "urlhaus", title: "abuse.ch URLhaus (malware)",
		client: urlhaus.New(p), every: 12 * time.Hour, holds: week, least: 100, shrink: 0.6,
		stated: statedByURLhaus, lasts: week, // a new version comes every few minutes
	})
	l.addBlocklist(p, one(openphish.Feed), plain(readOpenPhish), terms{
		id: "openphish", title: "OpenPhish community feed (phishing)",
		client: openphish.New(p), every: 12 * time.Hour, holds: week, least: 50, shrink: 0.8,
	})
	l.addBlocklist(p, one(phishingdb.Active), plain(linelist.Read), terms{
		id: "phishing-db", title: "Phishing.Database (phishing)",
		client: phishingdb.New(p), every: day, holds: week, least: 50_000, shrink: 0.5,
	})
	l.addBlocklist(p, one(certpl.Domains), plain(linelist.Read), terms{
		id: "certpl", title: "CERT Polska warning list (fraud)",
		client: certpl.New(p), every: 12 * time.Hour, holds: week, least: 10_000, shrink: 0.5,
	})

	l.addRanking(p, one(majestic.Million), majestic.Read, terms{
		id: "majestic", title: "Majestic Million",
		client: majestic.New(p), every: week, holds: 90 * day, least: 500_000, lasts: 60 * day, // a new one each day
	})
	l.addRanking(p, one(tranco.Million), readTranco, terms{
		id: "tranco", title: "Tranco",
		client: tranco.New(p), every: week, holds: 90 * day, least: 500_000, lasts: 60 * day, // a new one each day
	})
	return l
}

// one is the files of a list that is a single file.
func one(request func(*upstream.Client) *upstream.Request) []upstream.File {
	return []upstream.File{{Name: "list", Request: request}}
}

// A dirReader adds the hosts of a blocklist's files; add is false if it is not a host.
type dirReader func(dir fs.FS, add func(host []byte) bool) error

func (l *Lists) addBlocklist(p *upstream.Pool, files []upstream.File, read dirReader, t terms) {
	data := upstream.NewDataset(p, upstream.DatasetSpec[*Set]{
		Name:   t.id,
		Client: t.client,
		Every:  t.every,
		Files:  files,
		Parse: func(dir fs.FS) (*Set, error) {
			return readSet(func(add func([]byte) bool) error { return read(dir, add) })
		},
		Count:      (*Set).Len,
		MinRecords: t.least,
		MaxShrink:  t.shrink,
		Stated:     t.stated,
		Lasts:      t.lasts,
	})
	l.block = append(l.block, blocklist{t, data})
}

// A rankReader adds the domains of a ranking; add is false if it is not a domain.
type rankReader func(f io.Reader, add func(domain []byte, rank uint32) bool) error

func (l *Lists) addRanking(p *upstream.Pool, files []upstream.File, read rankReader, t terms) {
	data := upstream.NewDataset(p, upstream.DatasetSpec[*Ranks]{
		Name:       t.id,
		Client:     t.client,
		Every:      t.every,
		Files:      files,
		Parse:      func(dir fs.FS) (*Ranks, error) { return readRanks(dir, read) },
		Count:      (*Ranks).Len,
		MinRecords: t.least,
		MaxShrink:  t.shrink,
		Lasts:      t.lasts,
	})
	l.ranks = append(l.ranks, ranking{t, data})
}

func readRanks(dir fs.FS, read rankReader) (*Ranks, error) {
	b := NewRanksBuilder()
	add := func(domain []byte, rank uint32) bool {
		name, ok := Normal(domain)
		if ok {
			b.Add(name, rank)
		}
		return ok
	}
	err := opened(dir, "list", func(f io.Reader) error { return read(f, add) })
	return b.Build(), err
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

func plain(read setReader) dirReader {
	return func(dir fs.FS, add func([]byte) bool) error { return readHosts(dir, "list", add, read) }
}

// A setReader reads hosts from a file of a list.
type setReader func(src io.Reader, add func(host []byte) bool) error

// readHosts reads a file of a list. One without any host is another file in its place.
func readHosts(dir fs.FS, name string, add func([]byte) bool, read setReader) error {
	some := false
	err := opened(dir, name, func(f io.Reader) error {
		return read(f, func(host []byte) bool {
			ok := add(host)
			some = some || ok
			return ok
		})
	})
	if err == nil && !some {
		return fmt.Errorf("the file %s has no host", name)
	}
	return err
}

func readOpenPhish(f io.Reader, add func([]byte) bool) error {
	return openphish.Read(f, func(url string) { addURL(url, add) })
}

func readURLhaus(dir fs.FS, add func([]byte) bool) error {
	err := readHosts(dir, "hosts", add, func(f io.Reader, add func([]byte) bool) error {
		return urlhaus.ReadHosts(f, func(host []byte) { add(host) })
	})
	if err != nil {
		return err
	}
	return readHosts(dir, "recent", add, func(f io.Reader, add func([]byte) bool) error {
		return urlhaus.ReadRecent(f, func(url string) { addURL(url, add) })
	})
}

func statedByURLhaus(_ *Set, dir fs.FS) time.Time {
	return upstream.DateIn(dir, "hosts", urlhaus.Stated, time.DateTime)
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

// clearing is how many lists a name must not be on to be called clean.
const clearing = 2

// Blocked gives the lists that host or a name it belongs to is on (see Candidates). On none, it is clean only if
// clears: at least two lists were asked, and none that the operator has not switched off is missing or old.
func (l *Lists) Blocked(host *hostname.Host) (hits []Hit, clears bool) {
	asked := 0
	fresh := 0
	names := Candidates(host)
	for _, b := range l.block {
		set, info, err := b.data.Get()
		if upstream.KindOf(err) == upstream.NotConfigured {
			continue
		}
		asked++
		if err != nil {
			continue
		}
		if info.Holds(l.now(), b.holds) {
			fresh++
		}
		for _, name := range names {
			if set.Has(name) {
				hits = append(hits, Hit{b.id, b.title, name})
				break
			}
		}
	}

	return hits, fresh == asked && fresh >= clearing
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
			rank = n
			list = r.title
		}
	}
	return rank, list, loaded
}

// Status says which version of each list is in use: the blocklists first, then the rankings.
func (l *Lists) Status() []upstream.ListStatus {
	out := each.Of(l.block, func(b blocklist) upstream.ListStatus { return b.data.Status(b.title) })
	for _, r := range l.ranks {
		out = append(out, r.data.Status(r.title))
	}
	return out
}

// Refresh asks for every list once, now; the error tells of all that failed. The pool does this on schedule.
func (l *Lists) Refresh(ctx context.Context) error {
	errs := each.Of(l.block, func(b blocklist) error { return b.data.Refresh(ctx) })
	for _, r := range l.ranks {
		errs = append(errs, r.data.Refresh(ctx))
	}
	return errors.Join(errs...)
}
