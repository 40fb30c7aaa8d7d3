// Package filernames finds filers of the SEC by any name that they have or had, also those whose shares are no longer
// listed: EDGAR's list of all names, in an index on disk.
package filernames

import (
	"context"
	"io/fs"
	"slices"
	"time"

	"github.com/farebox/farebox/internal/party/samename"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/diskindex"
	"github.com/farebox/farebox/internal/upstream/sec"
)

// Name of the list, in answers, in /health and on disk.
const (
	Name  = "sec-names"
	title = "EDGAR list of all names of filers, former ones too"
)

const (
	// refreshEvery suits names of filers that ended: newly listed companies are on the table of tickers, which is read
	// every day.
	refreshEvery = 7 * 24 * time.Hour

	leastNames = 700_000 // it had 1,050,000 in 2026
	file       = "cik-lookup-data.txt"

	// version goes up when package samename gives another key to a name.
	version = 2
)

// List is the index.
type List struct {
	set  *diskindex.Set
	rule *samename.Rule
}

// New registers the list with the pool, which loads it and looks for newer ones. A pool takes it once.
func New(pool *upstream.Pool, rule *samename.Rule) *List {
	l := &List{rule: rule}
	l.set = diskindex.New(pool, diskindex.Spec{
		Name:       Name,
		Client:     pool.Client(sec.Provider),
		Files:      []upstream.File{{Name: file, Request: sec.NamesFile}},
		Every:      refreshEvery,
		MinRecords: leastNames,
		Tables:     tables,
		Indexes:    indexes,
		Version:    version,
		Fill:       l.fill,
	})
	return l
}

// turned is the key read backwards, by which names are found that end alike.
const (
	tables  = `CREATE TABLE name (cik TEXT, name TEXT, key TEXT, turned TEXT)`
	indexes = `CREATE INDEX by_key ON name (key); CREATE INDEX by_turned ON name (turned)`
)

func (l *List) fill(dir fs.FS, w *diskindex.Writer) (records int, err error) {
	into, err := w.Into("INSERT INTO name VALUES (?, ?, ?, ?)")
	if err != nil {
		return 0, err
	}
	names, err := dir.Open(file)
	if err != nil {
		return 0, err
	}
	defer names.Close()

	err = sec.ReadNames(names, func(cik, name string) error {
		key := l.rule.Read(name).Key
		if key == "" {
			return nil
		}
		records++
		return into.Row(cik, name, key, backwards(key))
	})
	return records, err
}

func backwards(text string) string {
	runes := []rune(text)
	slices.Reverse(runes)
	return string(runes)
}

// Refresh asks the SEC for the list, now.
func (l *List) Refresh(ctx context.Context) error { return l.set.Refresh(ctx) }

// Status is the state of the list, for an answer's sources.
func (l *List) Status() upstream.ListStatus { return l.set.Status(title) }

// Entry is a name of a filer: its name today or a former one, which the list does not tell apart.
type Entry struct {
	CIK  string // ten digits
	Name string // as EDGAR writes it
}

// mostSame is how many entries of one key are given: names that so many have choose nobody.
const mostSame = 50

// Same are the entries whose names have the key of name. The error is that of the list when it is not loaded.
func (l *List) Same(ctx context.Context, name samename.Name) ([]Entry, error) {
	found := gathered{most: mostSame}
	err := l.set.Read(func(x *diskindex.Index, _ upstream.DatasetInfo) error {
		return x.Each(ctx, found.row, "SELECT cik, name FROM name WHERE key = ? LIMIT ?", name.Key, mostSame)
	})
	return found.entries, err
}

// gathered collects entries, each once.
type gathered struct {
	entries []Entry
	most    int
}

func (g *gathered) row(scan func(...any) error) error {
	var e Entry
	if err := scan(&e.CIK, &e.Name); err != nil {
		return err
	}
	if len(g.entries) < g.most && !slices.Contains(g.entries, e) {
		g.entries = append(g.entries, e)
	}
	return nil
}
