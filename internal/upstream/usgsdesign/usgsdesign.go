// Package usgsdesign reads seismic design values of three editions of ASCE 7 from the U.S. Geological Survey.
package usgsdesign

import (
	"cmp"
	"context"
	"encoding/json"
	"math"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/farebox/farebox/internal/upstream"
)

// Provider is the service. Its former address, /ws/designmaps, redirects to it over plain HTTP.
var Provider = upstream.Provider{
	Name:          "usgs_design",
	BaseURL:       "https://earthquake.usgs.gov/ws/building-codes",
	Docs:          "https://earthquake.usgs.gov/ws/building-codes/",
	Attribution:   "U.S. Geological Survey, Seismic Design Web Services",
	Terms:         "https://www.usgs.gov/information-policies-and-instructions/copyrights-and-credits (public domain)",
	Checked:       "recorded 2026-07, one answer of ASCE 7-22; the others by the service's own tests",
	RatePerMinute: 120,
	TTL:           90 * 24 * time.Hour,
	StaleFor:      90 * 24 * time.Hour,
	Timeout:       15 * time.Second,
}

// Client calls the service.
type Client struct{ c *upstream.Client }

// New makes a client.
func New(pool *upstream.Pool) *Client { return &Client{pool.ProbedClient(Provider, probe)} }

// probe asks for San Francisco.
func probe(ctx context.Context, u *upstream.Client) error {
	design, err := (&Client{u}).Design(ctx, Query{
		Edition:      "asce7-16",
		Lat:          37.7749,
		Lon:          -122.4194,
		RiskCategory: "II",
		SiteClass:    "D",
	})
	return upstream.Fact(err, "ss", "1.5", func() any { return *design.SS })
}

// Query is what to ask for.
type Query struct {
	Edition      string // "asce7-22", "asce7-16" or "asce7-10"
	Lat, Lon     float64
	RiskCategory string // I to IV
	SiteClass    string // A to E
}

// Design are the values of a site: accelerations in g, nil where the edition gives none for it. What the recorded
// answers of each edition have is null where it gives no value; of two editions only expected values are recorded, so
// that the others may be absent.
type Design struct {
	SS       *float64   `json:"ss,omitempty"`
	S1       *float64   `json:"s1,omitempty"`
	SMS      *float64   `json:"sms"`
	SM1      *float64   `json:"sm1"`
	SDS      *float64   `json:"sds,omitempty"`
	SD1      *float64   `json:"sd1,omitempty"`
	PGA      *float64   `json:"pga,omitempty"`
	PGAM     *float64   `json:"pgam,omitempty"`
	FA       *float64   `json:"fa,omitempty"`
	FV       *float64   `json:"fv,omitempty"`
	TL       *float64   `json:"tl,omitempty"`  // seconds
	Category *string    `json:"sdc,omitempty"` // seismic design category
	Spectrum []Ordinate `json:"-"`
	multi    bool       // whether Spectrum is the one of many periods
}

// multiPeriod is the edition whose design spectrum is the one of many periods. It also gives the other one.
const multiPeriod = "asce7-22"

// Ordinate is a point of the design spectrum.
type Ordinate struct{ Period, Acceleration float64 } // seconds, g

// Design gives the values of a site. A place without maps is [upstream.NotCovered].
func (c *Client) Design(ctx context.Context, q Query) (*Design, error) {
	isWhole := func(resp *upstream.Response) error {
		design, err := Read(resp.Status, resp.Body)
		if err == nil && !q.isOf(resp) {
			return upstream.BadResponse.Errorf("the design of another site")
		}
		if err == nil && q.Edition == multiPeriod && len(design.Spectrum) > 0 && !design.multi {
			return upstream.Lacks("response.data.multiPeriodDesignSpectrum")
		}
		return err
	}

	resp, err := c.c.Get("/{}/calculate", q.Edition).
		Query("latitude", strconv.FormatFloat(q.Lat, 'f', -1, 64)).
		Query("longitude", strconv.FormatFloat(q.Lon, 'f', -1, 64)).
		Query("riskCategory", q.RiskCategory).
		Query("siteClass", q.SiteClass).
		Query("title", "site").
		AcceptStatus(http.StatusBadRequest, http.StatusNotFound, http.StatusInternalServerError).
		Check(isWhole).
		Do(ctx)
	if err != nil {
		return nil, err
	}
	return Read(resp.Status, resp.Body)
}

// isOf says whether an answer repeats the question, as far as it does.
func (q Query) isOf(resp *upstream.Response) bool {
	var answer struct {
		Request struct {
			Parameters struct {
				Lat      *float64 `json:"latitude"`
				Lon      *float64 `json:"longitude"`
				Category string   `json:"riskCategory"`
				Class    string   `json:"siteClass"`
			} `json:"parameters"`
		} `json:"request"`
	}
	err := resp.JSON(&answer)
	p := answer.Request.Parameters

	return err == nil && near(p.Lat, q.Lat) && near(p.Lon, q.Lon) &&
		(p.Category == "" || p.Category == q.RiskCategory) && (p.Class == "" || p.Class == q.SiteClass)
}

// near says whether a coordinate may be the one that was asked for, which may be rounded.
func near(came *float64, asked float64) bool { return came == nil || math.Abs(*came-asked) < .01 }

// Read takes the values out of an answer. The editions are different programs: one gives errors as 400, another as 500,
// both with a status and a text inside, and only the text tells a place without maps from a failure.
func Read(status int, body []byte) (*Design, error) {
	var answer struct {
		Status  string `json:"status"`
		Message string `json:"message"`
		Request struct {
			Status string `json:"status"`
		} `json:"request"`
		Response json.RawMessage `json:"response"`
	}
	if err := json.Unmarshal(body, &answer); err != nil {
		if status >= http.StatusInternalServerError {
			return nil, upstream.Unavailable.Errorf("HTTP %d", status)
		}
		return nil, upstream.BadResponse.Errorf("not JSON (HTTP %d)", status)
	}
	if answer.Request.Status == "error" || answer.Status == "error" || status != http.StatusOK {
		text := answer.Message
		_ = json.Unmarshal(answer.Response, &text) // an object here has no text, and the message stands
		return nil, refused(status, text)
	}

	var response struct {
		Data data `json:"data"`
	}
	if err := upstream.Decode(answer.Response, &response); err != nil {
		return nil, err
	}
	if err := response.Data.hold(); err != nil {
		return nil, err
	}
	design := response.Data.design()
	if design.SMS == nil && design.SDS == nil && design.SS == nil {
		return nil, upstream.BadResponse.Errorf("an answer without values")
	}
	return design, nil
}

// refused reads the text of an error.
func refused(status int, text string) error {
	low := strings.ToLower(text)
	for _, word := range []string{"region", "bounds", "outside", "coverage", "out of range"} {
		if strings.Contains(low, word) {
			return upstream.NotCovered.Errorf("no maps of the place")
		}
	}
	if status >= http.StatusInternalServerError {
		return upstream.Unavailable.Errorf("an error inside the answer (HTTP %d)", status)
	}
	return upstream.BadResponse.Errorf("an error inside the answer (HTTP %d)", status)
}

// data are the members that are read of all editions, some by other names.
type data struct {
	Design
	TSubL *float64 `json:"t-sub-l,omitempty"`
	Multi spectrum `json:"multiPeriodDesignSpectrum,omitempty"`
	Two   spectrum `json:"twoPeriodDesignSpectrum,omitempty"`
	Old   spectrum `json:"sdSpectrum,omitempty"`
}

// most is above every value of the maps: accelerations are below 5 g, periods up to 16 s.
const most = 20

// hold sees that values can be, and that the category is one of ASCE 7, 11.6.
func (d *data) hold() error {
	for _, value := range []*float64{d.SS, d.S1, d.SMS, d.SM1, d.SDS, d.SD1, d.PGA, d.PGAM, d.FA, d.FV, d.TL, d.TSubL} {
		if value != nil && (*value < 0 || *value > most) {
			return upstream.BadResponse.Errorf("a value of %g", *value)
		}
	}
	if d.Category != nil && !slices.Contains([]string{"A", "B", "C", "D", "E", "F"}, *d.Category) {
		return upstream.BadResponse.Errorf("an unknown design category %q", *d.Category)
	}
	return nil
}

func (d *data) design() *Design {
	design := &d.Design
	design.TL = cmp.Or(design.TL, d.TSubL)
	design.multi = len(d.Multi) > 0
	for _, points := range []spectrum{d.Multi, d.Two, d.Old} {
		if len(points) > 0 {
			design.Spectrum = points
			break
		}
	}

	return design
}

// spectrum is a design spectrum, which comes as two lists or as a list of pairs.
type spectrum []Ordinate

// UnmarshalJSON reads either form.
func (s *spectrum) UnmarshalJSON(raw []byte) error {
	*s = nil
	if string(raw) == "null" {
		return nil
	}
	if raw[0] == '[' {
		return s.pairs(raw)
	}

	var lists struct {
		Periods   []float64 `json:"periods"`
		Ordinates []float64 `json:"ordinates"`
	}
	if err := upstream.Decode(raw, &lists); err != nil {
		return err
	}
	if len(lists.Periods) != len(lists.Ordinates) {
		return upstream.BadResponse.Errorf("a spectrum of %d periods and %d ordinates",
			len(lists.Periods), len(lists.Ordinates))
	}
	for i, period := range lists.Periods {
		*s = append(*s, Ordinate{Period: period, Acceleration: lists.Ordinates[i]})
	}
	return nil
}

func (s *spectrum) pairs(raw []byte) error {
	var pairs [][]float64
	if err := upstream.Decode(raw, &pairs); err != nil {
		return err
	}
	for _, pair := range pairs {
		if len(pair) != 2 {
			return upstream.BadResponse.Errorf("a point of a spectrum with %d numbers", len(pair))
		}
		*s = append(*s, Ordinate{Period: pair[0], Acceleration: pair[1]})
	}
	return nil
}
