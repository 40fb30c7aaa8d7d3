package sec

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/farebox/farebox/internal/upstream"
)

// Submissions is what EDGAR knows about a filer, and its latest filings. Text that EDGAR does not have is "".
type Submissions struct {
	CIK         string // ten digits
	Name        string
	EntityType  string // operating, investment, other
	EIN         string // nine digits
	LEI         string // seldom given
	State       string // of incorporation: two characters, of a state or of EDGAR's codes for countries
	Business    Address
	Listings    []Listing
	FormerNames []FormerName
	Filings     []Filing // at least a year and 1,000 of them where there are so many, newest first
	OlderTo     string   // YYYY-MM-DD, the last day of the filings that are not among these; "" where all are

	FetchedAt time.Time
}

// Address is one that a filer gave. StateOrCountry is a US state, or one of EDGAR's own codes for countries and
// Canadian provinces.
type Address struct {
	Street1        string `json:"street1" contract:"nullable"`
	Street2        string `json:"street2" contract:"nullable"`
	City           string `json:"city" contract:"nullable"`
	StateOrCountry string `json:"stateOrCountry" contract:"nullable"`
	ZIP            string `json:"zipCode" contract:"nullable"`
}

// FormerName is a name that a filer had, with the last filing under it.
type FormerName struct {
	Name string    `json:"name"`
	To   time.Time `json:"to"`
}

// Filing is a line of the list of filings.
type Filing struct {
	Accession  string // with dashes
	Form       string // 10-K, 10-K/A, NT 10-K, 8-K
	Filed      string // YYYY-MM-DD
	ReportDate string // YYYY-MM-DD, the end of the period reported on; "" for forms without
	Items      []string
}

// Submissions are the record and filings of a filer; cik has ten digits. An unknown CIK is NotFound.
func (c *Client) Submissions(ctx context.Context, cik string) (*Submissions, error) {
	var answer submissions
	resp, err := noFile(c.c.Get("/submissions/CIK{}.json", cik)).JSON(ctx, &answer)
	if err != nil {
		return nil, err
	}

	s := answer.read()
	s.FetchedAt = resp.FetchedAt
	return s, nil
}

// submissions is the answer as it comes: EDGAR writes all members for every filer, with null or "" for what it does not
// have (recorded 2026-03).
type submissions struct {
	CIK        looseCIK  `json:"cik" asked:"/submissions/CIK{}.json"`
	Name       string    `json:"name"`
	EntityType string    `json:"entityType" contract:"nullable"`
	EIN        string    `json:"ein" contract:"nullable"`
	LEI        string    `json:"lei,omitempty"` // since 2026
	State      string    `json:"stateOfIncorporation" contract:"nullable"`
	Tickers    []string  `json:"tickers"`
	Exchanges  []*string `json:"exchanges"` // null where a ticker has none
	Addresses  struct {
		Business Address `json:"business"`
	} `json:"addresses"`
	FormerNames []FormerName `json:"formerNames"`
	Filings     struct {
		Recent columns `json:"recent"`
		Files  []struct {
			To string `json:"filingTo"`
		} `json:"files"` // with the older filings
	} `json:"filings"`
}

// Hold refuses lists that belong together and have not the same length.
func (a *submissions) Hold() error {
	n := len(a.Filings.Recent.Accession)
	for name, length := range a.Filings.Recent.lengths() {
		if length != n {
			got := fmt.Sprintf("one of %d", length)
			return upstream.Drifted("filings.recent."+name, fmt.Sprintf("a list of %d", n), got)
		}
	}
	if a.Name == "" {
		return upstream.Lacks("name")
	}
	return nil
}

// columns are the filings, a list for each of their members.
type columns struct {
	Accession  []string `json:"accessionNumber"`
	Filed      []string `json:"filingDate"`
	ReportDate []string `json:"reportDate"`
	Form       []string `json:"form"`
	Items      []string `json:"items"`
}

func (c *columns) lengths() map[string]int {
	return map[string]int{
		"filingDate": len(c.Filed),
		"reportDate": len(c.ReportDate),
		"form":       len(c.Form),
		"items":      len(c.Items),
	}
}

// looseCIK is a number, or a text of digits with or without zeros before them: EDGAR gives all three.
type looseCIK string

// UnmarshalJSON implements json.Unmarshaler.
func (c *looseCIK) UnmarshalJSON(text []byte) error {
	digits := strings.TrimLeft(strings.Trim(string(text), `"`), "0")
	if digits == "" || len(digits) > 10 || strings.Trim(digits, "0123456789") != "" {
		return errors.New("a CIK that is not a number")
	}
	*c = looseCIK(strings.Repeat("0", 10-len(digits)) + digits)
	return nil
}

var _ json.Unmarshaler = (*looseCIK)(nil)

func (a *submissions) read() *Submissions {
	s := &Submissions{
		CIK:         string(a.CIK),
		Name:        strings.TrimSpace(a.Name),
		EntityType:  a.EntityType,
		EIN:         a.EIN,
		LEI:         a.LEI,
		State:       a.State,
		Business:    a.Addresses.Business,
		FormerNames: a.FormerNames,
		Filings:     a.Filings.Recent.rows(),
	}
	for _, file := range a.Filings.Files {
		s.OlderTo = max(s.OlderTo, file.To)
	}
	if strings.Trim(s.EIN, "0") == "" {
		s.EIN = "" // foreign filers have nine zeros
	}

	for i, ticker := range a.Tickers {
		listing := Listing{
			CIK:    s.CIK,
			Ticker: Ticker(ticker),
		}
		if i < len(a.Exchanges) && a.Exchanges[i] != nil {
			listing.Exchange = *a.Exchanges[i]
		}
		s.Listings = append(s.Listings, listing)
	}
	return s
}

func (c *columns) rows() []Filing {
	filings := make([]Filing, len(c.Accession))
	for i := range filings {
		filings[i] = Filing{
			Accession:  c.Accession[i],
			Form:       c.Form[i],
			Filed:      c.Filed[i],
			ReportDate: c.ReportDate[i],
		}
		if c.Items[i] != "" {
			filings[i].Items = strings.Split(c.Items[i], ",")
		}
	}
	return filings
}
