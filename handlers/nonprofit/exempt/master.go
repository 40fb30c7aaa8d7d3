package exempt

import (
	"context"
	"io"
	"io/fs"

	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/diskindex"
	"github.com/farebox/farebox/internal/upstream/irs"
)

// The rows of the master file, and the index of their names (see build.go).
const masterTables = `
CREATE TABLE organization (
	ein INTEGER PRIMARY KEY, name TEXT, sort_name TEXT, street TEXT, city TEXT, state TEXT, zip TEXT, grp TEXT,
	subsection TEXT, affiliation TEXT, classification TEXT, ruling TEXT, deductibility TEXT, foundation TEXT,
	form TEXT, status TEXT, tax_period TEXT, filing_required TEXT, assets TEXT, income TEXT, revenue TEXT, ntee TEXT
);
CREATE TABLE word (id INTEGER PRIMARY KEY, text TEXT, names INTEGER);
CREATE TABLE posting (word INTEGER, state TEXT, list BLOB, PRIMARY KEY (word, state)) WITHOUT ROWID;
CREATE TABLE near (key INTEGER, word INTEGER, PRIMARY KEY (key, word)) WITHOUT ROWID;
`

const masterIndexes = `
CREATE UNIQUE INDEX word_text ON word (text);
CREATE INDEX central ON organization (grp) WHERE affiliation IN ('6', '8');
`

const organizationColumns = `ein, name, sort_name, street, city, state, zip, grp, subsection, affiliation,
	classification, ruling, deductibility, foundation, form, status, tax_period, filing_required, assets, income,
	revenue, ntee`

// fillMaster reads the four files. An EIN in two of them keeps the row of the later one.
func fillMaster(dir fs.FS, w *diskindex.Writer) (records int, err error) {
	into, err := w.Into("INSERT OR REPLACE INTO organization (" + organizationColumns + `)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`)
	if err != nil {
		return 0, err
	}

	words := newWordIndex()
	for region := 1; region <= irs.Regions; region++ {
		_, err := upstream.ReadFile(dir, regionFile(region), func(f io.Reader) (struct{}, error) {
			return struct{}{}, irs.ReadOrganizations(f, func(o irs.Organization) error {
				records++
				words.add(&o)
				return into.Row(o.EIN, o.Name, o.SortName, o.Street, o.City, o.State, o.ZIP, o.Group, o.Subsection,
					o.Affiliation, o.Classification, o.Ruling, o.Deductibility, o.Foundation, o.Form, o.Status,
					o.TaxPeriod, o.FilingRequired, o.Assets, o.Income, o.Revenue, o.NTEE)
			})
		})
		if err != nil {
			return 0, err
		}
	}
	return records, words.write(w)
}

// Organization is the row of an EIN in the master file; NotFound when it has none.
func (l *Lists) Organization(ctx context.Context, ein int) (*irs.Organization, error) {
	var o irs.Organization
	err := one(ctx, l.master, fields(&o), "SELECT "+organizationColumns+" FROM organization WHERE ein = ?", ein)
	if err != nil {
		return nil, err
	}
	return &o, nil
}

// Central is the organisation that holds a group exemption letter; NotFound when none or several do.
func (l *Lists) Central(ctx context.Context, group string) (*irs.Organization, error) {
	var holders []irs.Organization
	err := l.master.Read(func(x *diskindex.Index, _ upstream.DatasetInfo) error {
		return x.Each(ctx, func(scan func(...any) error) error {
			var o irs.Organization
			holders = append(holders, o)
			return scan(fields(&holders[len(holders)-1])...)
		}, "SELECT "+organizationColumns+` FROM organization
			WHERE grp = ? AND affiliation IN ('6', '8') LIMIT 2`, group)
	})
	if err != nil {
		return nil, err
	}
	if len(holders) != 1 {
		return nil, errAbsent
	}
	return &holders[0], nil
}

// fields are where the columns of organizationColumns go, in their order.
func fields(o *irs.Organization) []any {
	return []any{
		&o.EIN, &o.Name, &o.SortName, &o.Street, &o.City, &o.State, &o.ZIP, &o.Group, &o.Subsection, &o.Affiliation,
		&o.Classification, &o.Ruling, &o.Deductibility, &o.Foundation, &o.Form, &o.Status, &o.TaxPeriod,
		&o.FilingRequired, &o.Assets, &o.Income, &o.Revenue, &o.NTEE,
	}
}
