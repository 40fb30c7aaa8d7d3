// Package billstatus reads the BILLSTATUS files of govinfo.gov: one XML file a bill or resolution of Congress, with
// its sponsors, its whole history and its summaries. They need no key and begin with the 108th Congress (2003). Those
// of the sitting Congress are renewed every four hours.
package billstatus

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/farebox/farebox/internal/upstream"
)

// Provider is the bulk data repository of the Government Publishing Office.
var Provider = upstream.Provider{
	Name:        "govinfo_billstatus",
	BaseURL:     "https://www.govinfo.gov/bulkdata",
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
func New(pool *upstream.Pool) *Client { return &Client{pool.ProbedClient(Provider, probe)} }

// probe asks for a joint resolution of the 114th Congress, which is over.
func probe(ctx context.Context, u *upstream.Client) error {
	bill, err := (&Client{u}).Bill(ctx, 114, "sjres", 8)
	return upstream.Fact(err, "bill.introducedDate", "2015-02-09", func() any { return bill.Introduced })
}

// Bill is a file. Files of before 2022 name two of its members otherwise, which are read as well.
type Bill struct {
	Number       string    `xml:"number"`
	LegacyNumber string    `xml:"billNumber"`
	Type         string    `xml:"type"` // HR, S, HJRES ...
	LegacyType   string    `xml:"billType"`
	Congress     int       `xml:"congress"`
	Title        string    `xml:"title"` // absent from new bills that the Library has not named yet
	Introduced   string    `xml:"introducedDate"`
	Updated      string    `xml:"updateDate"`
	PolicyArea   string    `xml:"policyArea>name"` // empty until one is assigned
	Sponsors     []Sponsor `xml:"sponsors>item"`
	Cosponsors   *struct {
		Members []Sponsor `xml:"item"`
	} `xml:"cosponsors"`
	Latest        Action    `xml:"latestAction"`
	Laws          []Law     `xml:"laws>item"`
	Actions       []Action  `xml:"actions>item"` // the newest first
	Summaries     []Summary `xml:"summaries>summary"`
	LegacySummary []Summary `xml:"summaries>billSummaries>item"`
	URL           string    `xml:"legislationUrl"` // its page on congress.gov, of newer files only
}

// Supporters is how many members support the bill, without those that withdrew; nil when the file does not say.
func (b *Bill) Supporters() *int {
	if b.Cosponsors == nil {
		return nil
	}
	n := 0
	for _, s := range b.Cosponsors.Members {
		if s.Withdrawn == "" {
			n++
		}
	}
	return &n
}

// Sponsor is a member of Congress. Party and State are missing from files of before 2022; FullName ends in both.
type Sponsor struct {
	BioguideID string `xml:"bioguideId"`
	FullName   string `xml:"fullName"` // Rep. Connolly, Gerald E. [D-VA-11]
	Party      string `xml:"party"`
	State      string `xml:"state"`
	Withdrawn  string `xml:"sponsorshipWithdrawnDate"` // the day, empty for most
}

// The types of laws.
const (
	PublicLaw  = "Public Law"
	PrivateLaw = "Private Law"
)

// Law is the law that the bill became.
type Law struct {
	Type   string `xml:"type"`
	Number string `xml:"number"` // 117-169
}

// Action is an entry of the history.
type Action struct {
	Date   string `xml:"actionDate"` // YYYY-MM-DD
	Time   string `xml:"actionTime"` // in Washington: 21:54:04, in old files 12:09PM; mostly empty
	Code   string `xml:"actionCode"` // of the House's clerk or the Library; the Senate gives none
	Type   string `xml:"type"`
	Text   string `xml:"text"` // 7 files of 12,938 have an action without; old ones have entries of a date alone
	Source struct {
		Code string `xml:"code"` // 0 Senate, 1 House committee, 2 House floor, 9 Library; often missing for the Senate
		Name string `xml:"name"`
	} `xml:"sourceSystem"`
}

// Summary is the Congressional Research Service's summary of a version.
type Summary struct {
	Date        string `xml:"actionDate"`
	Description string `xml:"actionDesc"` // Introduced in House, Public Law ...
	Direct      string `xml:"text"`       // HTML
	Wrapped     string `xml:"cdata>text"` // HTML, in one file of 13
}

// Text is the summary as HTML.
func (s Summary) Text() string { return cmp.Or(s.Direct, s.Wrapped) }

// Bill is the file of a bill: kind is hr, s, hjres, sjres, hconres, sconres, hres or sres. NotFound when there is
// none. Of a file that does not exist the server has only a page, as of one that has moved: that there is none is said
// by the list of the files.
func (c *Client) Bill(ctx context.Context, congress int, kind string, number int) (*Bill, error) {
	series := strconv.Itoa(congress)
	file := fmt.Sprintf("BILLSTATUS-%d%s%d.xml", congress, kind, number)

	var page document
	_, err := c.c.Get("/BILLSTATUS/{}/{}/{}", series, kind, file).XML(ctx, &page)
	var failed *upstream.Error
	if errors.As(err, &failed) && failed.Status == http.StatusNotFound {
		return nil, c.absent(ctx, series, kind, file, err)
	}
	if err != nil {
		return nil, err
	}

	b := page.Bill
	if b.Congress != congress || !strings.EqualFold(b.Type, kind) || b.Number != strconv.Itoa(number) {
		return nil, upstream.BadResponse.Errorf("govinfo_billstatus: another bill than was asked for")
	}
	return b, nil
}

// absent is NotFound when the list of files does not have the file, and otherwise err.
func (c *Client) absent(ctx context.Context, series, kind, file string, err error) error {
	var list struct {
		Files []struct {
			Name string `json:"name"`
		} `json:"files"`
	}
	request := c.c.Get("/json/BILLSTATUS/{}/{}", series, kind).Header("Accept", "application/json")
	if _, listErr := request.JSON(ctx, &list); listErr != nil {
		return err
	}

	prefix := "BILLSTATUS-" + series + kind
	bills := 0
	for _, f := range list.Files {
		if f.Name == file {
			return err
		}
		if strings.HasPrefix(f.Name, prefix) {
			bills++
		}
	}
	if bills == 0 {
		return err // a list of something else
	}
	return &upstream.Error{
		Kind:     upstream.NotFound,
		Provider: Provider.Name,
		Cause:    fmt.Errorf("none of the %d files of its kind is this bill's", bills),
	}
}

// document is a file.
type document struct {
	Bill *Bill `xml:"bill"`
}

// Hold names what the file lacks of what every bill has.
func (d *document) Hold() error {
	if d.Bill == nil {
		return upstream.Lacks("bill")
	}
	d.Bill.Settle()
	return d.Bill.hold()
}

func (b *Bill) hold() error {
	for _, member := range []struct {
		name    string
		present bool
	}{
		{"bill.number", b.Number != ""},
		{"bill.type", b.Type != ""},
		{"bill.congress", b.Congress != 0},
		{"bill.introducedDate", b.Introduced != ""},
		{"bill.updateDate", b.Updated != ""},
		{"bill.actions.item", len(b.Actions) > 0},
		{"bill.actions.item.actionDate", every(b.Actions, func(a Action) bool { return a.Date != "" })},
		{"bill.actions.item.sourceSystem", !every(b.Actions, func(a Action) bool { return a.Source.Name == "" })},
		{"bill.actions.item.text", !every(b.Actions, func(a Action) bool { return a.Text == "" })},
		{"bill.laws.item.type", every(b.Laws, func(l Law) bool { return l.Type == PublicLaw || l.Type == PrivateLaw })},
		{"bill.laws.item.number", every(b.Laws, func(l Law) bool { return l.Number != "" })},
	} {
		if !member.present {
			return upstream.Lacks(member.name)
		}
	}
	return nil
}

func every[T any](list []T, has func(T) bool) bool {
	return !slices.ContainsFunc(list, func(row T) bool { return !has(row) })
}

// URL is the public address of a bill's file.
func URL(congress int, kind string, number int) string {
	return fmt.Sprintf(
		"%s/BILLSTATUS/%d/%s/BILLSTATUS-%d%s%d.xml",
		Provider.BaseURL,
		congress,
		kind,
		congress,
		kind,
		number,
	)
}

// Settle brings files of the old form into the new one.
func (b *Bill) Settle() {
	b.Number = cmp.Or(b.Number, b.LegacyNumber)
	b.Type = cmp.Or(b.Type, b.LegacyType)
	b.Summaries = append(b.Summaries, b.LegacySummary...)
}
