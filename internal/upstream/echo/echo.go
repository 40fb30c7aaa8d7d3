// Package echo reads EPA's Enforcement and Compliance History Online: which facilities there are under a name or at a
// place with how they comply, and the detailed report of one.
//
// A search takes two requests: one that makes a query and adds up, and one for the rows of that query, which lives
// about half an hour. Names of parameters that the service does not know are ignored silently, so that the ones here
// are those that were seen to work.
package echo

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/scalar"
)

// Provider is the service. It throttles over 300 requests an hour and 1,500 a day, and says so only when it is too
// late:
// 50 at once and one a minute stay below both.
var Provider = upstream.Provider{
	Name:          "epa-echo",
	Undated:       true,
	BaseURL:       "https://echodata.epa.gov/echo",
	Docs:          "https://echo.epa.gov/tools/web-services",
	Attribution:   "U.S. EPA, ECHO",
	Terms:         "public domain (17 USC 105)",
	Checked:       "recorded 2026-07",
	RatePerMinute: 1,
	Burst:         50,
	TTL:           24 * time.Hour,
	StaleFor:      6 * 24 * time.Hour,
	Lasts:         300 * 24 * time.Hour, // a report's window ends with a quarter, and moves on each quarter
	Timeout:       25 * time.Second,
	Retries:       1,
	MaxBytes:      24 << 20,
}

// MaxRows is the most facilities that a search reads.
const MaxRows = 1000

// queryLife is how long the number of a query is used; it lives about half an hour.
const queryLife = 15 * time.Minute

// TooBroad is the error of a search that finds more than the service hands out.
type TooBroad struct{ Facilities int } // 0 when the service does not say how many

// Error says how many there are.
func (e *TooBroad) Error() string { return fmt.Sprintf("too many facilities: %d", e.Facilities) }

// Client calls the service.
type Client struct{ c *upstream.Client }

// New makes a client.
func New(pool *upstream.Pool) *Client { return &Client{pool.ProbedClient(Provider, probe)} }

// Query says which facilities are looked for. Empty members are left out.
type Query struct {
	Registry string // FRS registry id
	Name     string
	Street   string
	State    string // two letters
	City     string
	ZIP      string
	Lat, Lon *float64
	Radius   float64 // miles, with Lat and Lon
}

func (q Query) values() url.Values {
	v := url.Values{"output": {"JSON"}, "responseset": {strconv.Itoa(MaxRows)}}
	for name, value := range map[string]string{
		"p_frs": q.Registry,
		"p_fn":  strings.Join(strings.FieldsFunc(q.Name, isBreak), " "), // commas divide a list of names
		"p_sa":  q.Street,
		"p_st":  q.State,
		"p_ct":  q.City,
		"p_zip": q.ZIP,
	} {
		if value != "" {
			v.Set(name, value)
		}
	}

	if q.Lat != nil && q.Lon != nil {
		v.Set("p_lat", strconv.FormatFloat(*q.Lat, 'f', -1, 64))
		v.Set("p_long", strconv.FormatFloat(*q.Lon, 'f', -1, 64))
		v.Set("p_radius", strconv.FormatFloat(q.Radius, 'f', -1, 64))
	}

	return v
}

func isBreak(r rune) bool { return r == ',' || r == ' ' }

// Text is a value: all come as strings, or as null.
type Text = scalar.Text

// Summary adds up what a search found. One that found nothing has the number of its rows alone.
type Summary struct {
	Facilities        Text `json:"QueryRows"`
	Query             Text `json:"QueryID,omitempty"`
	CurrentViolations Text `json:"CVRows,omitempty"`
	Significant       Text `json:"SVRows,omitempty"`
	Inspected         Text `json:"INSPRows,omitempty"`
	FormalActions     Text `json:"FEARows,omitempty"`
	Penalties         Text `json:"TotalPenalties,omitempty"`
}

// Facility is a row of a search. Inspections, actions and penalties are of five years, quarters of three. What judges
// it is in each recorded row, with null for what is not known; which of the others a row has depends on the facility.
type Facility struct {
	Registry       Text `json:"RegistryID"`
	Name           Text `json:"FacName" contract:"nullable"`
	Street         Text `json:"FacStreet,omitempty"`
	City           Text `json:"FacCity,omitempty"`
	State          Text `json:"FacState,omitempty"`
	ZIP            Text `json:"FacZip,omitempty"`
	County         Text `json:"FacCounty,omitempty"`
	FIPS           Text `json:"FacFIPSCode,omitempty"`
	Lat            Text `json:"FacLat,omitempty" contract:"latitude"`
	Lon            Text `json:"FacLong,omitempty" contract:"longitude"`
	NAICS          Text `json:"FacNAICSCodes,omitempty"`
	SIC            Text `json:"FacSICCodes,omitempty"`
	Status         Text `json:"FacComplianceStatus" contract:"nullable"`
	AirStatus      Text `json:"CAAComplianceStatus,omitempty"`
	WaterStatus    Text `json:"CWAComplianceStatus,omitempty"`
	WasteStatus    Text `json:"RCRAComplianceStatus,omitempty"`
	DrinkStatus    Text `json:"SDWAComplianceStatus,omitempty"`
	Quarters       Text `json:"FacQtrsWithNC" contract:"nullable"`
	Significant    Text `json:"FacSNCFlg" contract:"nullable"`
	Inspections    Text `json:"FacInspectionCount" contract:"nullable"`
	LastInspection Text `json:"FacDateLastInspection,omitempty"`
	FormalActions  Text `json:"FacFormalActionCount,omitempty"`
	Informal       Text `json:"FacInformalCount,omitempty"`
	Penalties      Text `json:"FacTotalPenalties,omitempty"`
	LastPenalty    Text `json:"FacDateLastPenalty,omitempty"`
	Air            Text `json:"AIRFlag,omitempty"`
	Water          Text `json:"NPDESFlag,omitempty"`
	Waste          Text `json:"RCRAFlag,omitempty"`
	Drink          Text `json:"SDWISFlag,omitempty"`
	TRI            Text `json:"TRIFlag,omitempty"`
	GHG            Text `json:"GHGFlag,omitempty"`
	AirIDs         Text `json:"AIRIDs,omitempty"`
	WaterIDs       Text `json:"NPDESIDs,omitempty"`
	WasteIDs       Text `json:"RCRAIDs,omitempty"`
	DrinkIDs       Text `json:"SDWAIDs,omitempty"`
	TRIIDs         Text `json:"TRIIDs,omitempty"`
	GHGIDs         Text `json:"GHGIDs,omitempty"`
}

// Search finds facilities: the sums over all of them, and the rows of the first [MaxRows]. A search that finds none
// takes one request.
func (c *Client) Search(ctx context.Context, q Query) (Summary, []Facility, error) {
	var made struct{ Results Summary }
	request := c.c.Get("/echo_rest_services.get_facilities").QueryValues(q.values()).TTL(queryLife).Refusal(isResult)
	if _, err := request.JSON(ctx, &made); err != nil {
		return Summary{}, nil, err
	}

	count := made.Results.Facilities.Count()
	switch {
	case count == nil:
		return Summary{}, nil, upstream.BadResponse.Errorf("epa-echo: a search without a number of facilities")
	case *count == 0:
		return made.Results, nil, nil
	case made.Results.Query == "":
		return Summary{}, nil, upstream.BadResponse.Errorf("epa-echo: a search without the number of its query")
	}

	var page struct {
		Results struct {
			Query      Text `json:"QueryID,omitempty" asked:"qid"`
			Facilities []Facility
		}
	}
	rows := c.c.Get("/echo_rest_services.get_qid").
		Query("output", "JSON").
		Query("qid", string(made.Results.Query)).
		Query("pageno", "1").
		TTL(queryLife).
		Refusal(isResult)
	if _, err := rows.JSON(ctx, &page); err != nil {
		return Summary{}, nil, err
	}
	if len(page.Results.Facilities) == 0 {
		return Summary{}, nil, upstream.BadResponse.Errorf("epa-echo: a query with facilities has no rows")
	}
	return made.Results, page.Results.Facilities, nil
}

// isResult reads the failures out of HTTP 200: a search that is too broad, and answers without a result.
func isResult(resp *upstream.Response) error {
	var envelope struct {
		Results *struct {
			Error *struct {
				Message Text `json:"ErrorMessage"`
			}
		}
	}
	if err := resp.JSON(&envelope); err != nil {
		return err
	}
	switch {
	case envelope.Results == nil:
		return upstream.BadResponse.Errorf("no result")
	case envelope.Results.Error == nil:
		return nil
	}

	words := string(envelope.Results.Error.Message)
	if strings.Contains(strings.ToLower(words), "queryset limit") {
		return &upstream.Error{Kind: upstream.Invalid, Cause: &TooBroad{Facilities: number(words)}}
	}
	return upstream.BadResponse.Errorf("an error instead of a result")
}

// number is the first number of a text.
func number(text string) int {
	start := strings.IndexAny(text, "0123456789")
	if start < 0 {
		return 0
	}
	digits := text[start:]
	if end := strings.IndexFunc(digits, func(r rune) bool { return r < '0' || r > '9' }); end >= 0 {
		digits = digits[:end]
	}
	n, _ := strconv.Atoi(digits)
	return n
}

// Report is the detailed report of a facility. Its parts are always named; a facility that has nothing of one has null
// there.
type Report struct {
	Registry Text         `json:"RegistryID"`
	Permits  list[Permit] `json:"Permits,omitempty"`
	Summary  struct {
		Programs list[Program] `json:"Summaries" contract:"nullable"`
		Dates    list[Span]    `json:"ProgramDates,omitempty"`
	} `json:"EnforcementComplianceSummaries" contract:"nullable"`
	Current struct {
		Programs list[Standing] `json:"Source" contract:"nullable"`
	} `json:"ComplianceSummary" contract:"nullable"`
	Formal struct {
		Actions list[Action] `json:"Action" contract:"nullable"`
	} `json:"FormalActions" contract:"nullable"`
}

// Permit is a record of the facility in one of EPA's systems.
type Permit struct {
	ID     Text `json:"SourceID,omitempty"`
	System Text `json:"EPASystem,omitempty"`
	Name   Text `json:"FacilityName,omitempty"`
	Street Text `json:"FacilityStreet,omitempty"`
	City   Text `json:"FacilityCity,omitempty"`
	State  Text `json:"FacilityState,omitempty"`
	ZIP    Text `json:"FacilityZip,omitempty"`
}

// Hold sees that it is a permit: that it has one of its members at least.
func (p Permit) Hold() error {
	if p == (Permit{}) {
		return upstream.Lacks("Permits[].FacilityName")
	}
	return nil
}

// Program is how the facility complies with one statute: quarters of three years, all else of five.
type Program struct {
	Statute             Text `json:"Statute"`
	ID                  Text `json:"SourceID,omitempty"`
	Inspections         Text `json:"Inspections,omitempty"`
	LastInspection      Text `json:"LastInspection,omitempty"`
	Status              Text `json:"CurrentStatus" contract:"nullable"`
	Quarters            Text `json:"QtrsInNC" contract:"nullable"`
	SignificantQuarters Text `json:"QtrsInSNC,omitempty"`
	Informal            Text `json:"InformalActions,omitempty"`
	Formal              Text `json:"FormalActions,omitempty"`
	Penalties           Text `json:"TotalPenalties,omitempty"`
}

// Span is the time that a part of the report is of.
type Span struct {
	Start Text `json:"StartDate" contract:"nullable"`
	End   Text `json:"EndDate" contract:"nullable"`
}

// framed is the frame of a report.
type framed struct{ Results Report }

// DataOf implements [upstream.Dated]: the end of the report's window.
func (f *framed) DataOf() time.Time {
	return upstream.Newest(slices.Values(f.Results.Summary.Dates), func(s Span) time.Time {
		end, _ := time.Parse("01/02/2006", string(s.End)) // zero after an error
		return end
	})
}

// Standing is whether a source of a statute is in significant noncompliance now.
type Standing struct {
	Statute     Text `json:"Statute"`
	ID          Text `json:"SourceID"`
	Significant Text `json:"CurrentSNC" contract:"nullable"`
}

// Action is a formal enforcement action. The names of its members differ between statutes.
type Action map[string]value

// value is a member of an action: a single value, or nested.
type value Text

// nested stands for a list or an object. No text of the service begins so.
const nested value = "\x00"

// UnmarshalJSON accepts the members, whatever their names.
func (a *Action) UnmarshalJSON(raw []byte) error {
	var members map[string]json.RawMessage
	if err := json.Unmarshal(raw, &members); err != nil {
		return err
	}
	*a = Action{}
	for name, member := range members {
		if member[0] == '[' || member[0] == '{' {
			(*a)[name] = nested
			continue
		}
		var text Text
		if err := text.UnmarshalJSON(member); err != nil {
			return err
		}
		(*a)[name] = value(text)
	}
	return nil
}

// Has says whether the action has one of the members, even if it is null.
func (a Action) Has(names ...string) bool {
	return slices.ContainsFunc(names, func(name string) bool {
		member, ok := a[name]
		return ok && member != nested
	})
}

// Nests says whether one of the members is no single value.
func (a Action) Nests(names ...string) bool {
	return slices.ContainsFunc(names, func(name string) bool { return a[name] == nested })
}

// First is the first of the members that is there.
func (a Action) First(names ...string) Text {
	for _, name := range names {
		if member := a[name]; member != "" && member != nested {
			return Text(member)
		}
	}
	return ""
}

// list is a list, or one item that stands by itself, or words where there is none.
type list[T any] []T

// UnmarshalJSON accepts each form, and checks the items against their contract.
func (l *list[T]) UnmarshalJSON(raw []byte) error {
	*l = nil
	switch body := bytes.TrimSpace(raw); {
	case len(body) > 0 && body[0] == '[':
		var items []T
		if err := upstream.Decode(body, &items); err != nil {
			return err
		}
		for _, item := range items {
			if err := held(item); err != nil {
				return err
			}
		}
		*l = items
	case len(body) > 0 && body[0] == '{':
		var one T
		if err := upstream.Decode(body, &one); err != nil {
			return err
		}
		*l = list[T]{one}
	}

	return nil
}

func held(item any) error {
	if h, ok := item.(upstream.Holder); ok {
		return h.Hold()
	}
	return nil
}

// Report is the detailed report of a registry id, NotFound when there is no such facility.
func (c *Client) Report(ctx context.Context, registry string) (*Report, error) {
	var got framed
	request := c.c.Get("/dfr_rest_services.get_dfr").
		Query("output", "JSON").
		Query("p_id", registry).
		Refusal(isResult).
		Refusal(isReport)
	if _, err := request.JSON(ctx, &got); err != nil {
		return nil, err
	}
	if string(got.Results.Registry) != registry {
		return nil, upstream.BadResponse.Errorf("epa-echo: another facility than was asked for")
	}
	return &got.Results, nil
}

// noFacility are the words by which a message says that there is none.
var noFacility = regexp.MustCompile(`(?i)\bno (\w+ )?(facilit|record|data|match|result)|not found`)

// isReport reads from HTTP 200 that there is no such facility: a message that says so, and nothing else.
func isReport(resp *upstream.Response) error {
	var envelope struct {
		Results struct {
			Message  Text
			Registry Text         `json:"RegistryID"`
			Permits  list[Permit] `json:"Permits,omitempty"`
		}
	}
	if err := resp.JSON(&envelope); err != nil {
		return err
	}
	r := envelope.Results
	if r.Registry == "" && len(r.Permits) == 0 && noFacility.MatchString(string(r.Message)) {
		return upstream.NotFound.Errorf("no such facility")
	}
	return nil
}
