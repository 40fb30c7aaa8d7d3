// Package echo reads EPA's Enforcement and Compliance History Online: which facilities there are under a name or at a
// place with how they comply, and the detailed report of one.
//
// A search takes two requests: one that makes a query and adds up, and one for the rows of that query, which lives
// about
// half an hour. Names of parameters that the service does not know are ignored silently, so that the ones here are
// those
// that were seen to work.
package echo

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/url"
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
	Undeclared:    true,
	BaseURL:       "https://echodata.epa.gov/echo",
	Docs:          "https://echo.epa.gov/tools/web-services",
	Attribution:   "U.S. EPA, ECHO",
	Terms:         "public domain (17 USC 105)",
	Checked:       "recorded 2026-07",
	RatePerMinute: 1,
	Burst:         50,
	TTL:           24 * time.Hour,
	StaleFor:      6 * 24 * time.Hour,
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
func New(pool *upstream.Pool) *Client { return &Client{pool.Client(Provider)} }

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
		"p_fn":  q.Name,
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

// Text is a value: all come as strings, or as null.
type Text = scalar.Text

// Summary adds up what a search found.
type Summary struct {
	Facilities        Text `json:"QueryRows"`
	Query             Text `json:"QueryID"`
	CurrentViolations Text `json:"CVRows"`
	Significant       Text `json:"SVRows"`
	Inspected         Text `json:"INSPRows"`
	FormalActions     Text `json:"FEARows"`
	Penalties         Text `json:"TotalPenalties"`
}

// Facility is a row of a search. Inspections, actions and penalties are of five years, quarters of three.
type Facility struct {
	Registry       Text `json:"RegistryID"`
	Name           Text `json:"FacName"`
	Street         Text `json:"FacStreet"`
	City           Text `json:"FacCity"`
	State          Text `json:"FacState"`
	ZIP            Text `json:"FacZip"`
	County         Text `json:"FacCounty"`
	FIPS           Text `json:"FacFIPSCode"`
	Lat            Text `json:"FacLat"`
	Lon            Text `json:"FacLong"`
	NAICS          Text `json:"FacNAICSCodes"`
	SIC            Text `json:"FacSICCodes"`
	Status         Text `json:"FacComplianceStatus"`
	AirStatus      Text `json:"CAAComplianceStatus"`
	WaterStatus    Text `json:"CWAComplianceStatus"`
	WasteStatus    Text `json:"RCRAComplianceStatus"`
	DrinkStatus    Text `json:"SDWAComplianceStatus"`
	Quarters       Text `json:"FacQtrsWithNC"`
	Significant    Text `json:"FacSNCFlg"`
	Inspections    Text `json:"FacInspectionCount"`
	LastInspection Text `json:"FacDateLastInspection"`
	FormalActions  Text `json:"FacFormalActionCount"`
	LastFormal     Text `json:"FacDateLastFormalAction"`
	Informal       Text `json:"FacInformalCount"`
	Penalties      Text `json:"FacTotalPenalties"`
	LastPenalty    Text `json:"FacDateLastPenalty"`
	Air            Text `json:"AIRFlag"`
	Water          Text `json:"NPDESFlag"`
	Waste          Text `json:"RCRAFlag"`
	Drink          Text `json:"SDWISFlag"`
	TRI            Text `json:"TRIFlag"`
	GHG            Text `json:"GHGFlag"`
	AirIDs         Text `json:"AIRIDs"`
	WaterIDs       Text `json:"NPDESIDs"`
	WasteIDs       Text `json:"RCRAIDs"`
	DrinkIDs       Text `json:"SDWAIDs"`
	TRIIDs         Text `json:"TRIIDs"`
	GHGIDs         Text `json:"GHGIDs"`
}

// Search finds facilities: the sums over all of them, and the rows of the first [MaxRows]. A search that finds none
// takes one request.
func (c *Client) Search(ctx context.Context, q Query) (Summary, []Facility, error) {
	var made struct{ Results Summary }
	request := c.c.Get("/echo_rest_services.get_facilities").QueryValues(q.values()).TTL(queryLife).Check(isResult)
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
		Results struct{ Facilities []Facility }
	}
	rows := c.c.Get("/echo_rest_services.get_qid").
		Query("output", "JSON").
		Query("qid", string(made.Results.Query)).
		Query("pageno", "1").
		TTL(queryLife).
		Check(isResult)
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

// Report is the detailed report of a facility.
type Report struct {
	Message  Text `json:"Message"`
	Registry Text `json:"RegistryID"`
	Permits  list[Permit]
	Summary  struct {
		Programs list[Program] `json:"Summaries"`
		Dates    list[Span]    `json:"ProgramDates"`
	} `json:"EnforcementComplianceSummaries"`
	Current struct {
		Programs list[Standing] `json:"Source"`
	} `json:"ComplianceSummary"`
	Formal struct {
		Actions list[Action] `json:"Action"`
	} `json:"FormalActions"`
}

// Permit is a record of the facility in one of EPA's systems.
type Permit struct {
	ID      Text `json:"SourceID"`
	System  Text `json:"EPASystem"`
	Statute Text `json:"Statute"`
	Name    Text `json:"FacilityName"`
	Street  Text `json:"FacilityStreet"`
	City    Text `json:"FacilityCity"`
	State   Text `json:"FacilityState"`
	ZIP     Text `json:"FacilityZip"`
	County  Text `json:"FacilityCountyName"`
	Status  Text `json:"FacilityStatus"`
}

// Program is how the facility complies with one statute: quarters of three years, all else of five.
type Program struct {
	Statute             Text `json:"Statute"`
	ID                  Text `json:"SourceID"`
	Inspections         Text `json:"Inspections"`
	LastInspection      Text `json:"LastInspection"`
	Status              Text `json:"CurrentStatus"`
	Quarters            Text `json:"QtrsInNC"`
	SignificantQuarters Text `json:"QtrsInSNC"`
	Informal            Text `json:"InformalActions"`
	Formal              Text `json:"FormalActions"`
	Penalties           Text `json:"TotalPenalties"`
}

// Span is the time that a part of the report is of.
type Span struct {
	Start Text `json:"StartDate"`
	End   Text `json:"EndDate"`
}

// Standing is whether a source of a statute is in significant noncompliance now.
type Standing struct {
	Statute     Text `json:"Statute"`
	ID          Text `json:"SourceID"`
	Significant Text `json:"CurrentSNC"`
	Quarters    Text `json:"QtrsInNC"`
}

// Action is a formal enforcement action. The names of its members differ between statutes.
type Action map[string]Text

// First is the first of the members that is there.
func (a Action) First(names ...string) Text {
	for _, name := range names {
		if a[name] != "" {
			return a[name]
		}
	}
	return ""
}

// list is a list, or one item that stands by itself, or words where there is none.
type list[T any] []T

// UnmarshalJSON takes each form.
func (l *list[T]) UnmarshalJSON(raw []byte) error {
	*l = nil
	switch body := bytes.TrimSpace(raw); {
	case len(body) > 0 && body[0] == '[':
		var items []T
		if err := json.Unmarshal(body, &items); err != nil {
			return err
		}
		*l = items
	case len(body) > 0 && body[0] == '{':
		var one T
		if err := json.Unmarshal(body, &one); err != nil {
			return err
		}
		*l = list[T]{one}
	}
	return nil
}

// Report is the detailed report of a registry id, NotFound when there is no such facility.
func (c *Client) Report(ctx context.Context, registry string) (*Report, error) {
	var got struct{ Results Report }
	request := c.c.Get("/dfr_rest_services.get_dfr").
		Query("output", "JSON").
		Query("p_id", registry).
		Check(isResult)
	if _, err := request.JSON(ctx, &got); err != nil {
		return nil, err
	}

	r := &got.Results
	if r.Registry == "" && len(r.Permits) == 0 {
		if strings.Contains(strings.ToLower(string(r.Message)), "no ") {
			return nil, upstream.NotFound.Errorf("no such facility")
		}
		return nil, upstream.BadResponse.Errorf("epa-echo: a report of no facility")
	}
	if r.Registry != "" && string(r.Registry) != registry {
		return nil, upstream.BadResponse.Errorf("epa-echo: another facility than was asked for")
	}
	return r, nil
}
