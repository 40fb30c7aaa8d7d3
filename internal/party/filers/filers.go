// Package filers finds those who file with the SEC by what people call them: a ticker in any usual spelling, or a CIK.
package filers

import (
	"errors"
	"strings"

	"github.com/farebox/farebox/internal/party/identifier"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/sec"
)

// Filer is one who files with the SEC, as far as its tables of tickers know it.
type Filer struct {
	CIK      string         // ten digits
	Name     string         // as EDGAR writes it; "" for one that is on no table of companies
	Ticker   string         // the one asked for, or the main one; or ""
	Listings []sec.Listing  // all its tickers, the main one first; the exchange is "" where it is not known
	Fund     *sec.FundClass // of a ticker that is a fund's; the filer is the trust then
}

// Directory finds filers in EDGAR's tables of tickers.
type Directory struct {
	lists *sec.Lists
}

// New registers the tables with the pool. Make one per process and share it: a pool takes them once.
func New(pool *upstream.Pool) *Directory { return &Directory{sec.NewLists(pool)} }

// Lists are the tables, to load them in tests.
func (d *Directory) Lists() *sec.Lists { return d.lists }

// Status is the state of the table of companies, for the answer's sources.
func (d *Directory) Status() upstream.ListStatus {
	return d.lists.Companies.Status("EDGAR table of company tickers")
}

// Resolve finds whom text means: a CIK where it is a number, else a ticker. Its errors are for the caller and name
// field as the one at fault: 400 for what is neither, 404 for a ticker that nobody has. Whether there is such a CIK
// is for EDGAR to say: it has many filers that are on no table.
func (d *Directory) Resolve(field, text string) (Filer, error) {
	text = strings.TrimSpace(text)
	digits := strings.TrimLeft(strings.TrimPrefix(strings.ToUpper(text), "CIK"), ": ")
	if digits != "" && strings.Trim(digits, "0123456789") == "" {
		cik, err := identifier.CIK(text)
		if err != nil {
			return Filer{}, problem.Invalid(field, "%s", err)
		}
		return d.ByCIK(cik), nil
	}

	ticker := sec.Ticker(text)
	if ticker == "" {
		return Filer{}, problem.Invalid(field, "%s", errTicker)
	}
	filer, err := d.ByTicker(ticker)
	if upstream.KindOf(err) == upstream.NotFound {
		return Filer{}, problem.NotFound(field, "no company that files with the SEC has the ticker %s", ticker)
	}
	return filer, err
}

var errTicker = errors.New("a ticker has at most 12 letters and digits, with one mark before the class of shares, " +
	"such as AAPL or BRK.B; a CIK has digits only, such as 320193")

// ByTicker finds the filer of a ticker in any usual spelling: a company, else the trust of a fund. The error is
// NotFound for one that nobody has, and Warming or Unloaded while the table of companies is not there. Without the
// table of funds a fund is not found.
func (d *Directory) ByTicker(text string) (Filer, error) {
	ticker := sec.Ticker(text)
	companies, _, err := d.lists.Companies.Get()
	if err != nil {
		return Filer{}, err
	}
	if row, ok := companies.Ticker(ticker); ok {
		filer := d.company(companies, row.CIK)
		filer.Ticker = ticker
		return filer, nil
	}

	if funds, _, err := d.lists.Funds.Get(); err == nil {
		if class, ok := funds.Ticker(ticker); ok {
			filer := d.company(companies, class.CIK)
			filer.Ticker = ticker
			filer.Fund = &class
			return filer, nil
		}
	}
	return Filer{}, upstream.NotFound.Errorf("no filer has this ticker")
}

// ByCIK is the filer with a CIK of ten digits, with its entries in the tables: often nothing, since they hold those
// with a ticker only.
func (d *Directory) ByCIK(cik string) Filer {
	companies, _, err := d.lists.Companies.Get()
	if err != nil {
		return Filer{CIK: cik}
	}
	return d.company(companies, cik)
}

// All are the companies with a ticker, by market value.
func (d *Directory) All() ([]Filer, error) {
	companies, _, err := d.lists.Companies.Get()
	if err != nil {
		return nil, err
	}

	seen := map[string]bool{}
	var all []Filer
	for _, row := range companies.Rows {
		if !seen[row.CIK] {
			seen[row.CIK] = true
			all = append(all, d.company(companies, row.CIK))
		}
	}
	return all, nil
}

// company puts the rows of a filer together.
func (d *Directory) company(companies *sec.Companies, cik string) Filer {
	listings, _, err := d.lists.Listings.Get()
	filer := Filer{CIK: cik}
	for _, row := range companies.Of(cik) {
		if filer.Name == "" {
			filer.Name = row.Name
			filer.Ticker = row.Ticker
		}
		listing := sec.Listing{
			CIK:    cik,
			Ticker: row.Ticker,
		}
		if err == nil {
			listing.Exchange = listings.Exchange(cik, row.Ticker)
		}
		filer.Listings = append(filer.Listings, listing)
	}
	return filer
}
