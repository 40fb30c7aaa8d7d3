package sec

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"time"

	"github.com/farebox/farebox/internal/upstream"
)

// Submissions is what EDGAR knows of a filer, and its latest filings. Text that EDGAR does not have is "".
type Submissions struct {
	CIK            string // ten digits
	Name           string
	EntityType     string // operating, investment, other
	SIC            string // industry, four digits
	SICDescription string
	EIN            string // nine digits
	LEI            string // seldom given
	Category       string // Large accelerated filer
	FiscalYearEnd  string // MMDD, as registered: not the last day of each single year
	State          string // of incorporation: two characters, of a state or of EDGAR's codes for countries
	StateName      string
	Website        string
	Phone          string
	Business       Address
	Mailing        Address
	Listings       []Listing
	FormerNames    []FormerName
	Filings        []Filing // at least a year and 1,000 of them where there are so many, newest first

	FetchedAt time.Time
	Stale     bool // EDGAR failed just now; this is an earlier answer
}

// Address is one that a filer gave. StateOrCountry is a US state, or one of EDGAR's own codes for countries and
// Canadian provinces, of which Description is the name.
type Address struct {
	Street1        string `json:"street1"`
	Street2        string `json:"street2"`
	City           string `json:"city"`
	StateOrCountry string `json:"stateOrCountry"`
	Description    string `json:"stateOrCountryDescription"`
	ZIP            string `json:"zipCode"`
	Country        string `json:"country"`
}

// FormerName is a name that a filer had, with the first and last filing under it.
type FormerName struct {
	Name string    `json:"name"`
	From time.Time `json:"from"`
	To   time.Time `json:"to"`
}

// Filing is a line of the list of filings.
type Filing struct {
	Accession  string // with dashes
	Form       string // 10-K, 10-K/A, NT 10-K, 8-K
	Filed      string // YYYY-MM-DD
	ReportDate string // YYYY-MM-DD, the end of the period reported on; "" for forms without
	Items      []string
	Document   string // the primary one
	XBRL       bool
}

// Submissions are the record and filings of a filer; cik is in ten digits. A CIK that nobody has is NotFound.
func (c *Client) Submissions(ctx context.Context, cik string) (*Submissions, error) {
	var answer submissions
	resp, err := c.c.Get("/submissions/CIK{}.json", cik).JSON(ctx, &answer)
	if err != nil {
		return nil, err
	}

	s, err := answer.read()
	if err != nil {
		return nil, upstream.BadResponse.Errorf("sec: submissions: %w", err)
	}
	if s.CIK != cik {
		return nil, upstream.BadResponse.Errorf("sec: submissions of another filer")
	}
	s.FetchedAt = resp.FetchedAt
	s.Stale = resp.Stale
	return s, nil
}

// submissions is the answer as it comes.
type submissions struct {
	CIK            looseCIK `json:"cik"`
	Name           string   `json:"name"`
	EntityType     string   `json:"entityType"`
	SIC            string   `json:"sic"`
	SICDescription string   `json:"sicDescription"`
	EIN            string   `json:"ein"`
	LEI            string   `json:"lei"`
	Category       string   `json:"category"`
	FiscalYearEnd  string   `json:"fiscalYearEnd"`
	State          string   `json:"stateOfIncorporation"`
	StateName      string   `json:"stateOfIncorporationDescription"`
	Website        string   `json:"website"`
	Phone          string   `json:"phone"`
	Tickers        []string `json:"tickers"`
	Exchanges      []string `json:"exchanges"` // null where a ticker has none
	Addresses      struct {
		Business Address `json:"business"`
		Mailing  Address `json:"mailing"`
	} `json:"addresses"`
	FormerNames []FormerName `json:"formerNames"`
	Filings     struct {
		Recent columns `json:"recent"`
	} `json:"filings"`
}

// columns are the filings, a list for each of their members.
type columns struct {
	Accession  []string `json:"accessionNumber"`
	Filed      []string `json:"filingDate"`
	ReportDate []string `json:"reportDate"`
	Form       []string `json:"form"`
	Items      []string `json:"items"`
	IsXBRL     []int    `json:"isXBRL"`
	Document   []string `json:"primaryDocument"`
}

// looseCIK is a number, or a text of digits with or without zeros before them: EDGAR gives all three.
type looseCIK string

// UnmarshalJSON implements json.Unmarshaler.
func (c *looseCIK) UnmarshalJSON(text []byte) error {
	digits := strings.TrimLeft(strings.Trim(string(text), `"`), "0")
	if digits == "" || len(digits) > 10 || strings.Trim(digits, "0123456789") != "" {
		return errors.New("a CIK that is no number")
	}
	*c = looseCIK(strings.Repeat("0", 10-len(digits)) + digits)
	return nil
}

var _ json.Unmarshaler = (*looseCIK)(nil)

func (a *submissions) read() (*Submissions, error) {
	if a.CIK == "" || a.Name == "" {
		return nil, errors.New("no CIK or no name")
	}
	s := &Submissions{
		CIK:            string(a.CIK),
		Name:           strings.TrimSpace(a.Name),
		EntityType:     a.EntityType,
		SIC:            a.SIC,
		SICDescription: a.SICDescription,
		EIN:            a.EIN,
		LEI:            a.LEI,
		Category:       a.Category,
		FiscalYearEnd:  a.FiscalYearEnd,
		State:          a.State,
		StateName:      a.StateName,
		Website:        a.Website,
		Phone:          a.Phone,
		Business:       a.Addresses.Business,
		Mailing:        a.Addresses.Mailing,
		FormerNames:    a.FormerNames,
	}
	if strings.Trim(s.EIN, "0") == "" {
		s.EIN = "" // foreign filers have nine zeros
	}
	for i, ticker := range a.Tickers {
		listing := Listing{
			CIK:    s.CIK,
			Ticker: Ticker(ticker),
		}
		if i < len(a.Exchanges) {
			listing.Exchange = a.Exchanges[i]
		}
		s.Listings = append(s.Listings, listing)
	}

	var err error
	s.Filings, err = a.Filings.Recent.rows()
	return s, err
}

func (c *columns) rows() ([]Filing, error) {
	n := len(c.Accession)
	for _, length := range []int{
		len(c.Filed), len(c.ReportDate), len(c.Form), len(c.Items), len(c.IsXBRL), len(c.Document),
	} {
		if length != n {
			return nil, errors.New("columns of filings of different lengths")
		}
	}

	filings := make([]Filing, n)
	for i := range filings {
		filings[i] = Filing{
			Accession:  c.Accession[i],
			Form:       c.Form[i],
			Filed:      c.Filed[i],
			ReportDate: c.ReportDate[i],
			Document:   c.Document[i],
			XBRL:       c.IsXBRL[i] != 0,
		}
		if c.Items[i] != "" {
			filings[i].Items = strings.Split(c.Items[i], ",")
		}
	}
	return filings, nil
}
