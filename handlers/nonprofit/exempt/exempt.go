// Package exempt keeps the Internal Revenue Service's lists of exempt organisations as indexes on disk: the Exempt
// Organizations Business Master File extract with an index of its names, Publication 78 and the automatic revocations.
package exempt

import (
	"context"
	"errors"
	"io/fs"
	"time"

	"github.com/farebox/farebox/internal/party/names"
	"github.com/farebox/farebox/internal/party/samename"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/diskindex"
	"github.com/farebox/farebox/internal/upstream/irs"
)

// Names of the lists in answers, in /health and on disk.
const (
	MasterFile    = "irs-bmf"
	Publication78 = "irs-pub78"
	Revocations   = "irs-revocation"
)

var titles = map[string]string{
	MasterFile:    "IRS Exempt Organizations Business Master File extract",
	Publication78: "IRS Publication 78, organizations eligible for deductible contributions",
	Revocations:   "IRS automatic revocation of exemption list",
}

// refreshEvery is how often the files are asked for. They change once a month, and are asked for conditionally.
const refreshEvery = 24 * time.Hour

// Lists are the three lists.
type Lists struct {
	engine  *names.Engine
	same    *samename.Rule
	master  *diskindex.Set
	listed  *diskindex.Set
	revoked *diskindex.Set
}

// New declares the datasets, which the pool loads and refreshes. Their least numbers of records are some three quarters
// of what they had in 2026.
func New(p *upstream.Pool, e *names.Engine) *Lists {
	client := irs.New(p)
	var regions []upstream.File
	for region := 1; region <= irs.Regions; region++ {
		regions = append(regions, upstream.File{Name: regionFile(region), Request: irs.MasterFile(region)})
	}

	return &Lists{
		engine: e,
		same:   samename.New(e),
		master: diskindex.New(p, diskindex.Spec{
			Name:       MasterFile,
			Client:     client,
			Files:      regions,
			Every:      refreshEvery,
			MinRecords: 1_500_000,
			MaxShrink:  0.1,
			Lasts:      lasts,
			Tables:     masterTables,
			Indexes:    masterIndexes,
			Fill:       fillMaster,
		}),
		listed: diskindex.New(p, diskindex.Spec{
			Name:       Publication78,
			Client:     client,
			Files:      []upstream.File{{Name: zipFile, Request: irs.Publication78}},
			Every:      refreshEvery,
			MinRecords: 1_000_000,
			MaxShrink:  0.1,
			Lasts:      lasts,
			Tables:     listedTables,
			Fill:       fillListed,
		}),
		revoked: diskindex.New(p, diskindex.Spec{
			Name:       Revocations,
			Client:     client,
			Files:      []upstream.File{{Name: zipFile, Request: irs.Revoked}},
			Every:      refreshEvery,
			MinRecords: 900_000,
			MaxShrink:  0.1,
			Lasts:      lasts,
			Tables:     revokedTables,
			Fill:       fillRevoked,
		}),
	}
}

// lasts is how old a list may be by Last-Modified: they are published once a month.
const lasts = 120 * 24 * time.Hour

const zipFile = "list.zip"

func regionFile(region int) string { return "eo" + string(rune('0'+region)) + ".csv" }

// Status says which version of a list is in use.
func (l *Lists) Status(name string) upstream.ListStatus {
	s := l.set(name).Status(titles[name])
	s.ID = name
	return s
}

func (l *Lists) set(name string) *diskindex.Set {
	switch name {
	case Publication78:
		return l.listed
	case Revocations:
		return l.revoked
	}
	return l.master
}

// Refresh asks the IRS for all lists, now; the error tells of all that failed.
func (l *Lists) Refresh(ctx context.Context) error {
	return errors.Join(l.master.Refresh(ctx), l.listed.Refresh(ctx), l.revoked.Refresh(ctx))
}

const listedTables = `
CREATE TABLE listing (
	ein INTEGER PRIMARY KEY, name TEXT, city TEXT, state TEXT, country TEXT, codes TEXT
)`

func fillListed(dir fs.FS, w *diskindex.Writer) (records int, err error) {
	into, err := w.Into("INSERT OR REPLACE INTO listing VALUES (?, ?, ?, ?, ?, ?)")
	if err != nil {
		return 0, err
	}
	err = irs.ReadListings(dir, zipFile, func(l irs.Listing) error {
		records++
		return into.Row(l.EIN, l.Name, l.City, l.State, l.Country, l.Codes)
	})
	return records, err
}

// Listing is what Publication 78 has of an EIN; NotFound when it has none.
func (l *Lists) Listing(ctx context.Context, ein int) (*irs.Listing, error) {
	found := irs.Listing{EIN: ein}
	err := one(ctx, l.listed,
		[]any{&found.Name, &found.City, &found.State, &found.Country, &found.Codes},
		"SELECT name, city, state, country, codes FROM listing WHERE ein = ?", ein)
	if err != nil {
		return nil, err
	}
	return &found, nil
}

const revokedTables = `
CREATE TABLE revocation (
	ein INTEGER, row INTEGER, name TEXT, other_name TEXT, city TEXT, state TEXT, subsection TEXT,
	revoked INTEGER, posted INTEGER, reinstated INTEGER,
	PRIMARY KEY (ein, row)
) WITHOUT ROWID`

func fillRevoked(dir fs.FS, w *diskindex.Writer) (records int, err error) {
	into, err := w.Into("INSERT INTO revocation VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
	if err != nil {
		return 0, err
	}
	err = irs.ReadRevocations(dir, zipFile, func(r irs.Revocation) error {
		records++
		return into.Row(r.EIN, records, r.Name, r.OtherName, r.City, r.State, r.Subsection,
			dayNumber(r.Revoked), dayNumber(r.Posted), dayNumber(r.Reinstated))
	})
	return records, err
}

// Revocations are the times that the exemption of an EIN was revoked for not filing, the latest first; NotFound when it
// never was.
func (l *Lists) Revocations(ctx context.Context, ein int) ([]irs.Revocation, error) {
	var all []irs.Revocation
	err := l.revoked.Read(func(x *diskindex.Index, _ upstream.DatasetInfo) error {
		return x.Each(ctx, func(scan func(...any) error) error {
			r := irs.Revocation{EIN: ein}
			var revoked, posted, reinstated int64
			err := scan(&r.Name, &r.OtherName, &r.City, &r.State, &r.Subsection, &revoked, &posted, &reinstated)
			if err != nil {
				return err
			}
			r.Revoked = numberedDay(revoked)
			r.Posted = numberedDay(posted)
			r.Reinstated = numberedDay(reinstated)
			all = append(all, r)
			return nil
		}, `SELECT name, other_name, city, state, subsection, revoked, posted, reinstated
			FROM revocation WHERE ein = ? ORDER BY revoked DESC, posted DESC, row`, ein)
	})

	if err == nil && len(all) == 0 {
		err = errAbsent
	}
	return all, err
}

// errAbsent is an EIN that a list does not have.
var errAbsent = upstream.NotFound.Errorf("no such EIN in the list")

// one scans the row of an EIN.
func one(ctx context.Context, set *diskindex.Set, into []any, query string, args ...any) error {
	return set.Read(func(x *diskindex.Index, _ upstream.DatasetInfo) error {
		found, err := x.One(ctx, into, query, args...)
		if err == nil && !found {
			err = errAbsent
		}
		return err
	})
}

// dayNumber is a day as the number of days since 1970, 0 for the zero time.
func dayNumber(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.Unix() / 86400
}

func numberedDay(n int64) time.Time {
	if n == 0 {
		return time.Time{}
	}
	return time.Unix(n*86400, 0).UTC()
}
