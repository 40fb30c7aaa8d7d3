// Package sec reads EDGAR, the register of filings of the US Securities and Exchange Commission: who files, under
// which tickers, what was filed, and the financial facts of the filings.
package sec

import (
	"context"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/farebox/farebox/internal/upstream"
)

// Provider is EDGAR. The SEC wants the operator's name and e-mail address as the User-Agent, without parentheses, and
// allows ten requests a second from one address. Over it, and to another User-Agent, it answers 403.
var Provider = upstream.Provider{
	Name:          "sec",
	Undated:       true,
	BaseURL:       "https://data.sec.gov",
	Hosts:         map[string]string{www: "https://www.sec.gov"},
	Docs:          "https://www.sec.gov/search-filings/edgar-application-programming-interfaces",
	Attribution:   "U.S. Securities and Exchange Commission, EDGAR",
	Terms:         "https://www.sec.gov/about/developer-resources (public domain; CONTACT has to be an e-mail address)",
	Checked:       "recorded 2026-07 (tickers, submissions, facts), by descriptions (single tags, exchanges, funds)",
	RatePerMinute: 480,
	Burst:         2,
	TTL:           time.Hour,
	StaleFor:      24 * time.Hour,
	Timeout:       20 * time.Second,
	PlainAgent:    true,
}

// www is the host of the lists and of the filings themselves.
const www = "www"

// Client calls EDGAR.
type Client struct{ c *upstream.Client }

// New makes a client.
func New(pool *upstream.Pool) *Client { return &Client{pool.ProbedClient(Provider, probe)} }

// probe asks for the assets that Apple reported for its fiscal year 2024.
func probe(ctx context.Context, u *upstream.Client) error {
	units, err := (&Client{u}).Concept(ctx, "0000320193", "us-gaap", "Assets")
	return upstream.Has(units["USD"], err, "units.USD", "364980000000 of 2024", func(f Fact) bool {
		return f.FY == 2024 && f.Value == "364980000000"
	})
}

// noFile says how EDGAR tells that it has no such file: in the words of the store that its files lie in.
func noFile(r *upstream.Request) *upstream.Request {
	return r.NoRecord(http.StatusNotFound, upstream.Says("<Code>NoSuchKey</Code>"))
}

// padded is a CIK in the ten digits that the addresses of files have.
func padded(cik int) string {
	digits := strconv.Itoa(cik)
	return strings.Repeat("0", max(0, 10-len(digits))) + digits
}

// FilingURL is the page of a filing: its documents, with form and dates. The filing is named by its accession number
// with dashes, as in 0000320193-25-000079, and cik is that of the filer in digits, padded or not.
func FilingURL(cik, accession string) string {
	return folder(cik, accession) + "/" + accession + "-index.htm"
}

// CompanyURL is the page with all filings of a filer.
func CompanyURL(cik string) string {
	return "https://www.sec.gov/cgi-bin/browse-edgar?action=getcompany&CIK=" + cik
}

func folder(cik, accession string) string {
	const archives = "https://www.sec.gov/Archives/edgar/data/"
	return archives + strings.TrimLeft(cik, "0") + "/" + strings.ReplaceAll(accession, "-", "")
}
