package sec

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"
	"time"

	"github.com/farebox/farebox/internal/each"
	"github.com/farebox/farebox/internal/upstream"
)

// Company is a row of the list of tickers: a company with several has one for each.
type Company struct {
	CIK    string // ten digits
	Ticker string // in capitals, a class of shares after a dash: BRK-B
	Name   string // as EDGAR writes it
}

// Listing is where a ticker is traded.
type Listing struct {
	CIK      string
	Ticker   string
	Exchange string // Nasdaq, NYSE, OTC, CBOE; "" where EDGAR names none
}

// FundClass is a class of shares of a mutual fund or exchange-traded fund.
type FundClass struct {
	CIK      string // of the trust that files for the fund
	SeriesID string // S000009184, the fund
	ClassID  string // C000024954, the class
}

// Companies are the tickers of companies, in the order of the list: by market value, the largest first.
type Companies struct {
	Rows     []Company
	byTicker map[string]int
	byCIK    map[string][]int
}

// Ticker is the row of a ticker in EDGAR's spelling.
func (c *Companies) Ticker(ticker string) (Company, bool) {
	i, ok := c.byTicker[ticker]
	if !ok {
		return Company{}, false
	}
	return c.Rows[i], true
}

// Of are the rows of a filer, the main ticker first; none for one without a ticker.
func (c *Companies) Of(cik string) []Company {
	return each.Of(c.byCIK[cik], func(i int) Company { return c.Rows[i] })
}

// Listings are the exchanges of the tickers.
type Listings struct {
	byTicker map[string]Listing
}

// Exchange is where a filer's ticker is traded, "" when EDGAR names none.
func (l *Listings) Exchange(cik, ticker string) string {
	listing := l.byTicker[ticker]
	if listing.CIK != cik {
		return ""
	}
	return listing.Exchange
}

// Funds are the classes of shares of funds.
type Funds struct {
	Rows     []FundClass
	byTicker map[string]int
}

// Ticker is the class with a ticker in EDGAR's spelling.
func (f *Funds) Ticker(ticker string) (FundClass, bool) {
	i, ok := f.byTicker[ticker]
	if !ok {
		return FundClass{}, false
	}
	return f.Rows[i], true
}

// Lists are EDGAR's tables of tickers, each loaded separately: the others continue if one fails.
type Lists struct {
	Companies *upstream.Dataset[*Companies]
	Listings  *upstream.Dataset[*Listings]
	Funds     *upstream.Dataset[*Funds]
}

// The floors are below what the lists had in 2026: 9,600 tickers of companies and 28,000 of classes of funds.
const (
	leastTickers = 7500
	leastFunds   = 20000
	everyDay     = 24 * time.Hour
)

// NewLists registers the tables with the pool, which loads them and looks for newer ones every day. A pool takes them
// once.
func NewLists(pool *upstream.Pool) *Lists {
	return &Lists{
		Companies: list(pool, "sec-tickers", "company_tickers.json", leastTickers, readCompanies,
			func(c *Companies) int { return len(c.Rows) }),
		Listings: list(pool, "sec-exchanges", "company_tickers_exchange.json", leastTickers, readListings,
			func(l *Listings) int { return len(l.byTicker) }),
		Funds: list(pool, "sec-funds", "company_tickers_mf.json", leastFunds, readFunds,
			func(f *Funds) int { return len(f.Rows) }),
	}
}

// list is a table in the folder of lists on the SEC's web site.
func list[T any](
	pool *upstream.Pool, name, file string, least int, read func(io.Reader) (T, error), count func(T) int,
) *upstream.Dataset[T] {
	return upstream.NewDataset(pool, upstream.DatasetSpec[T]{
		Name:   name,
		Client: pool.Client(Provider),
		Every:  everyDay,
		Files: []upstream.File{{
			Name: file,
			Request: func(c *upstream.Client) *upstream.Request {
				return c.Get("/files/" + file).On(www).Timeout(time.Minute)
			},
		}},
		Parse:      func(dir fs.FS) (T, error) { return upstream.ReadFile(dir, file, read) },
		Count:      count,
		MinRecords: least,
	})
}

// Ticker is a ticker as EDGAR writes it: capitals, and a dash before the class of the shares where others write a
// dot, a slash or a blank. A dollar sign before it is taken off. What cannot be a ticker is "".
func Ticker(text string) string {
	t := strings.ToUpper(strings.TrimPrefix(strings.TrimSpace(text), "$"))
	t = strings.NewReplacer(".", "-", "/", "-", " ", "-").Replace(t)
	if t == "" || len(t) > longestTicker || strings.Trim(t, "-") != t || strings.Contains(t, "--") {
		return ""
	}
	for _, c := range t {
		if (c < 'A' || c > 'Z') && (c < '0' || c > '9') && c != '-' {
			return ""
		}
	}
	return t
}

// longestTicker is more than the longest on the list: root of five letters, dash, class or series of preferred shares.
const longestTicker = 12

// readCompanies reads an object whose members are numbered rows, in their order.
func readCompanies(f io.Reader) (*Companies, error) {
	dec := json.NewDecoder(f)
	if start, err := dec.Token(); err != nil || start != json.Delim('{') {
		return nil, errors.New("list of tickers: not the object that it should be")
	}

	list := &Companies{
		byTicker: map[string]int{},
		byCIK:    map[string][]int{},
	}
	for n := 0; dec.More(); n++ {
		var row struct {
			CIK    int    `json:"cik_str"`
			Ticker string `json:"ticker"`
			Title  string `json:"title"`
		}
		if _, err := dec.Token(); err != nil { // its number
			return nil, fmt.Errorf("list of tickers: %w", err)
		}
		if err := dec.Decode(&row); err != nil {
			return nil, fmt.Errorf("list of tickers: row %d: %w", n, err)
		}
		if row.CIK <= 0 || row.Title == "" || row.Ticker == "" {
			return nil, fmt.Errorf("list of tickers: row %d has no CIK, ticker or title", n)
		}
		list.add(Company{
			CIK:    padded(row.CIK),
			Ticker: Ticker(row.Ticker),
			Name:   strings.TrimSpace(row.Title),
		})
	}
	if _, err := dec.Token(); err != nil { // the last bracket
		return nil, fmt.Errorf("list of tickers: %w", err)
	}
	return list, nil
}

// add takes a row over, unless its ticker is missing or another's.
func (c *Companies) add(row Company) {
	if _, taken := c.byTicker[row.Ticker]; taken || row.Ticker == "" {
		return
	}
	c.byTicker[row.Ticker] = len(c.Rows)
	c.byCIK[row.CIK] = append(c.byCIK[row.CIK], len(c.Rows))
	c.Rows = append(c.Rows, row)
}

func readListings(f io.Reader) (*Listings, error) {
	list := &Listings{byTicker: map[string]Listing{}}
	err := readTable(f, []string{"cik", "ticker", "exchange"}, func(cik string, text []string) {
		if ticker := Ticker(text[1]); ticker != "" {
			list.byTicker[ticker] = Listing{
				CIK:      cik,
				Ticker:   ticker,
				Exchange: text[2],
			}
		}
	})
	return list, err
}

func readFunds(f io.Reader) (*Funds, error) {
	list := &Funds{byTicker: map[string]int{}}
	err := readTable(f, []string{"cik", "seriesId", "classId", "symbol"}, func(cik string, text []string) {
		ticker := Ticker(text[3])
		if _, taken := list.byTicker[ticker]; taken || ticker == "" {
			return
		}
		list.byTicker[ticker] = len(list.Rows)
		list.Rows = append(list.Rows, FundClass{
			CIK:      cik,
			SeriesID: text[1],
			ClassID:  text[2],
		})
	})
	return list, err
}

// readTable reads a table with the names of its columns at the top, and calls each with the named ones of every row;
// the first is the CIK. A cell that is null is "".
func readTable(f io.Reader, names []string, each func(cik string, text []string)) error {
	var table struct {
		Fields []string            `json:"fields"`
		Data   [][]json.RawMessage `json:"data"`
	}
	if err := json.NewDecoder(f).Decode(&table); err != nil {
		return fmt.Errorf("table of tickers: %w", err)
	}

	at := make([]int, len(names))
	for i, name := range names {
		at[i] = -1
		for j, field := range table.Fields {
			if field == name {
				at[i] = j
			}
		}
		if at[i] < 0 {
			return fmt.Errorf("table of tickers: no column %s", name)
		}
	}

	text := make([]string, len(names))
	for n, row := range table.Data {
		if len(row) != len(table.Fields) {
			return fmt.Errorf("table of tickers: row %d has %d cells", n, len(row))
		}
		var cik int
		if err := json.Unmarshal(row[at[0]], &cik); err != nil || cik <= 0 {
			return fmt.Errorf("table of tickers: row %d has no CIK", n)
		}
		for i := 1; i < len(names); i++ {
			var cell *string
			if err := json.Unmarshal(row[at[i]], &cell); err != nil {
				return fmt.Errorf("table of tickers: row %d: %s is no text", n, names[i])
			}
			text[i] = ""
			if cell != nil {
				text[i] = strings.TrimSpace(*cell)
			}
		}
		each(padded(cik), text)
	}
	return nil
}
