// Package billstatus reads the BILLSTATUS files of govinfo.gov: one XML file a bill or resolution of Congress, with
// its sponsors, its whole history and its summaries. They need no key and begin with the 108th Congress (2003). Those
// of the sitting Congress are renewed every four hours.
package billstatus

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/farebox/farebox/internal/upstream"
)

// Provider is the bulk data repository of the Government Publishing Office.
var Provider = upstream.Provider{
	Name:        "govinfo_billstatus",
	Undeclared:  true,
	BaseURL:     "https://www.govinfo.gov/bulkdata/BILLSTATUS",
	Docs:        "https://github.com/usgpo/bill-status",
	Attribution: "U.S. Government Publishing Office and Library of Congress",
	Terms:       "public domain (17 U.S.C. 105)",
	Checked:     "recorded 2016-09 to 2026-09",

	RatePerMinute: 300,
	Burst:         20,
	TTL:           time.Hour,
	StaleFor:      48 * time.Hour,
	Timeout:       15 * time.Second,
	MaxBytes:      32 << 20,
	Headers:       map[string]string{"Accept": "application/xml, text/xml"},
}

// FirstCongress is the first that has files.
const FirstCongress = 108

// Client reads the files.
type Client struct{ c *upstream.Client }

// New makes a client.
func New(pool *upstream.Pool) *Client { return &Client{pool.Client(Provider)} }

// Bill is a file. Files of before 2022 name two of its members otherwise, which are read as well.
type Bill struct {
	Number        string    `xml:"number"`
	LegacyNumber  string    `xml:"billNumber"`
	Type          string    `xml:"type"` // HR, S, HJRES ...
	LegacyType    string    `xml:"billType"`
	Congress      int       `xml:"congress"`
	Title         string    `xml:"title"`
	OriginChamber string    `xml:"originChamber"` // House, Senate
	Introduced    string    `xml:"introducedDate"`
	Updated       string    `xml:"updateDate"`
	PolicyArea    string    `xml:"policyArea>name"`
	Sponsors      []Sponsor `xml:"sponsors>item"`
	Cosponsors    []Sponsor `xml:"cosponsors>item"`
	Latest        Action    `xml:"latestAction"`
	Laws          []Law     `xml:"laws>item"`
	Actions       []Action  `xml:"actions>item"` // the newest first
	Summaries     []Summary `xml:"summaries>summary"`
	LegacySummary []Summary `xml:"summaries>billSummaries>item"`
	URL           string    `xml:"legislationUrl"` // its page on congress.gov, of newer files only
}

// Sponsor is a member of Congress. Party and State are missing from files of before 2022; FullName ends in both.
type Sponsor struct {
	BioguideID string `xml:"bioguideId"`
	FullName   string `xml:"fullName"` // Rep. Connolly, Gerald E. [D-VA-11]
	Party      string `xml:"party"`
	State      string `xml:"state"`
	Withdrawn  string `xml:"sponsorshipWithdrawnDate"` // the day, empty for most
}

// Law is the law that the bill became.
type Law struct {
	Type   string `xml:"type"`   // Public Law, Private Law
	Number string `xml:"number"` // 117-169
}

// Action is an entry of the history.
type Action struct {
	Date   string `xml:"actionDate"` // YYYY-MM-DD
	Time   string `xml:"actionTime"` // in Washington: 21:54:04, in old files 12:09PM; mostly empty
	Code   string `xml:"actionCode"` // of the House's clerk or the Library; the Senate gives none
	Type   string `xml:"type"`
	Text   string `xml:"text"`
	Source struct {
		Code string `xml:"code"` // 0 Senate, 1 House committee, 2 House floor, 9 Library; often missing for the Senate
		Name string `xml:"name"`
	} `xml:"sourceSystem"`
}

// Summary is the Congressional Research Service's summary of a version.
type Summary struct {
	Date        string `xml:"actionDate"`
	Description string `xml:"actionDesc"` // Introduced in House, Public Law ...
	Text        string `xml:"text"`       // HTML
}

// Bill is the file of a bill: kind is hr, s, hjres, sjres, hconres, sconres, hres or sres. NotFound when there is
// none.
func (c *Client) Bill(ctx context.Context, congress int, kind string, number int) (*Bill, error) {
	series := strconv.Itoa(congress)
	file := fmt.Sprintf("BILLSTATUS-%d%s%d.xml", congress, kind, number)

	var page struct {
		Bill *Bill `xml:"bill"`
	}
	_, err := c.c.Get("/{}/{}/{}", series, kind, file).XML(ctx, &page)
	if err != nil {
		return nil, err
	}
	if page.Bill == nil {
		return nil, upstream.BadResponse.Errorf("govinfo_billstatus: a file without a bill")
	}
	page.Bill.Settle()
	b := page.Bill
	if b.Congress != congress || !strings.EqualFold(b.Type, kind) || b.Number != strconv.Itoa(number) {
		return nil, upstream.BadResponse.Errorf("govinfo_billstatus: another bill than was asked for")
	}
	return b, nil
}

// URL is the public address of a bill's file.
func URL(congress int, kind string, number int) string {
	return fmt.Sprintf("%s/%d/%s/BILLSTATUS-%d%s%d.xml", Provider.BaseURL, congress, kind, congress, kind, number)
}

// Settle brings files of the old form into the new one.
func (b *Bill) Settle() {
	if b.Number == "" {
		b.Number = b.LegacyNumber
	}
	if b.Type == "" {
		b.Type = b.LegacyType
	}
	b.Summaries = append(b.Summaries, b.LegacySummary...)
}
