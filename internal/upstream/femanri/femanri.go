// Package femanri reads FEMA's National Risk Index of counties and census tracts from its public map layers.
package femanri

import (
	"context"
	"regexp"
	"strings"
	"time"

	"github.com/shopspring/decimal"

	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/arcgis"
)

// Provider is FEMA's organisation on ArcGIS Online. The index is published about once a year.
var Provider = upstream.Provider{
	Name:    "fema_nri",
	BaseURL: "https://services.arcgis.com/XG15cJAlne2vxtgt/arcgis/rest/services",
	Docs:    "https://www.fema.gov/emergency-managers/practitioners/resilience-analysis-and-planning-tool",
	Attribution: "This product uses the Federal Emergency Management Agency's National Risk Index dataset, " +
		"but is not endorsed by FEMA.",
	Terms:         "https://www.fema.gov/about/openfema/terms-conditions",
	Checked:       "recorded 2026-05, some columns of one county; the tract layer by descriptions of others",
	RatePerMinute: 240,
	TTL:           30 * 24 * time.Hour,
	StaleFor:      90 * 24 * time.Hour,
	Timeout:       12 * time.Second,
}

// Layers of the index.
const (
	counties = "/National_Risk_Index_Counties/FeatureServer/0/query"
	tracts   = "/National_Risk_Index_Census_Tracts/FeatureServer/0/query"
)

// Client calls the layers.
type Client struct{ c *upstream.Client }

// New makes a client.
func New(pool *upstream.Pool) *Client { return &Client{pool.ProbedClient(Provider, probe)} }

// probe asks for the risk of Pierce County.
func probe(ctx context.Context, u *upstream.Client) error {
	county, err := (&Client{u}).County(ctx, "53053")
	return upstream.Fact(err, "COUNTY", "Pierce", func() any { return county.County })
}

// Area is what the index says about a county or a census tract. What it does not say is nil or empty.
type Area struct {
	Version    string // "December 2025"
	County     string // "Pierce"
	State      string // two letters
	CountyFIPS string // five digits
	TractFIPS  string // eleven digits; empty for a county

	Population    *decimal.Decimal
	BuildingValue *decimal.Decimal // US dollars
	AnnualLoss    *decimal.Decimal // expected, US dollars a year, of all hazards
	Risk          Rated
	Loss          Rated
	Vulnerability Rated // more is more vulnerable
	Resilience    Rated // more is better
	Hazards       []Hazard

	// Unknown are the ratings that are not there, and those whose score is not: neither says that there is none.
	Unknown []string
}

// Rated is a national percentile from 0 to 100 and its word. Score is nil where the word says that there is none.
type Rated struct {
	Score  *float64
	Rating string
}

// Hazard is what the index says about one natural hazard in an area.
type Hazard struct {
	Code string // "WFIR"
	Name string // "Wildfire"
	Rated
	AnnualLoss *decimal.Decimal // US dollars a year
	Frequency  *float64         // events or event-days a year
}

// hazards are those of the index. Inland flooding was riverine flooding before version 1.20.
var hazards = []struct{ code, name, before, nameBefore string }{
	{"AVLN", "Avalanche", "", ""},
	{"CFLD", "Coastal Flooding", "", ""},
	{"CWAV", "Cold Wave", "", ""},
	{"DRGT", "Drought", "", ""},
	{"ERQK", "Earthquake", "", ""},
	{"HAIL", "Hail", "", ""},
	{"HWAV", "Heat Wave", "", ""},
	{"HRCN", "Hurricane", "", ""},
	{"ISTM", "Ice Storm", "", ""},
	{"IFLD", "Inland Flooding", "RFLD", "Riverine Flooding"},
	{"LNDS", "Landslide", "", ""},
	{"LTNG", "Lightning", "", ""},
	{"SWND", "Strong Wind", "", ""},
	{"TRND", "Tornado", "", ""},
	{"TSUN", "Tsunami", "", ""},
	{"VLCN", "Volcanic Activity", "", ""},
	{"WFIR", "Wildfire", "", ""},
	{"WNTW", "Winter Weather", "", ""},
}

// unrated are the words for the lack of a score. The value in the score's column then means nothing.
var unrated = []string{
	"Not Applicable",
	"Insufficient Data",
	"Data Unavailable",
	"No Rating",
	"No Expected Annual Losses",
}

// rated is what a word for a score has in it: "Very Low", "Relatively Moderate".
var rated = regexp.MustCompile(`(?i)^(very|relatively) (low|moderate|high)$`)

// Columns of the codes.
const (
	countyCode = "STCOFIPS"
	tractCode  = "TRACTFIPS"
)

// County gives the county with this code of five digits, or [upstream.NotFound].
func (c *Client) County(ctx context.Context, fips string) (*Area, error) {
	area, err := one(ctx, arcgis.Where(c.c.Get(counties), countyCode, fips), countyCode)
	if err == nil && area.CountyFIPS != fips {
		return nil, upstream.BadResponse.Errorf("another county than was asked for")
	}
	return area, err
}

// CountyAt gives the county at a point, or [upstream.NotFound]: counties end at the shore.
func (c *Client) CountyAt(ctx context.Context, lat, lon float64) (*Area, error) {
	return one(ctx, arcgis.AtPoint(c.c.Get(counties), lat, lon), countyCode)
}

// Tract gives the census tract with this code of eleven digits, or [upstream.NotFound].
func (c *Client) Tract(ctx context.Context, fips string) (*Area, error) {
	area, err := one(ctx, arcgis.Where(c.c.Get(tracts), tractCode, fips), tractCode)
	if err == nil && area.TractFIPS != fips {
		return nil, upstream.BadResponse.Errorf("another tract than was asked for")
	}
	return area, err
}

// TractAt gives the census tract at a point, or [upstream.NotFound].
func (c *Client) TractAt(ctx context.Context, lat, lon float64) (*Area, error) {
	return one(ctx, arcgis.AtPoint(c.c.Get(tracts), lat, lon), tractCode)
}

func one(ctx context.Context, request *upstream.Request, code string) (*Area, error) {
	rows, err := arcgis.Rows(ctx, request, append(columns(), code)...)
	if err != nil {
		return nil, err
	}
	if len(rows) == 0 {
		return nil, upstream.NotFound.Errorf("no such area")
	}

	row := rows[0] // on a border one of its sides
	if row["RISK_SCORE"] == "" && row["RISK_RATNG"] == "" {
		return nil, upstream.BadResponse.Errorf("an area without the index")
	}
	return read(row), nil
}

// columns are those of the index. A layer has all of them in each row.
func columns() []string {
	list := []string{
		"NRI_VER", "COUNTY", "STATEABBRV", "POPULATION", "BUILDVALUE", "EAL_VALT", "RISK_SCORE", "RISK_RATNG",
		"EAL_SCORE", "EAL_RATNG", "SOVI_SCORE", "SOVI_RATNG", "RESL_SCORE", "RESL_RATNG",
	}
	for _, h := range hazards {
		for _, ending := range []string{"_RISKS", "_RISKR", "_EALT", "_AFREQ"} {
			column := h.code + ending
			if h.before != "" {
				column += "|" + h.before + ending
			}
			list = append(list, column)
		}
	}
	return list
}

func read(row arcgis.Row) *Area {
	area := &Area{
		Version:       string(row["NRI_VER"]),
		County:        string(row["COUNTY"]),
		State:         string(row["STATEABBRV"]),
		CountyFIPS:    digits(string(row["STCOFIPS"]), 5),
		TractFIPS:     digits(string(row["TRACTFIPS"]), 11),
		Population:    amount(row, "POPULATION"),
		BuildingValue: amount(row, "BUILDVALUE"),
		AnnualLoss:    amount(row, "EAL_VALT"),
	}
	area.Risk = area.rated(row, "RISK_SCORE", "RISK_RATNG")
	area.Loss = area.rated(row, "EAL_SCORE", "EAL_RATNG")
	area.Vulnerability = area.rated(row, "SOVI_SCORE", "SOVI_RATNG")
	area.Resilience = area.rated(row, "RESL_SCORE", "RESL_RATNG")

	for _, h := range hazards {
		code := h.code
		name := h.name
		if _, ok := row[h.code+"_RISKR"]; !ok && h.before != "" {
			if _, ok := row[h.before+"_RISKR"]; ok {
				code = h.before
				name = h.nameBefore
			}
		}
		hazard := Hazard{
			Code:       code,
			Name:       name,
			Rated:      area.rated(row, code+"_RISKS", code+"_RISKR"),
			AnnualLoss: amount(row, code+"_EALT"),
			Frequency:  row.Number(code + "_AFREQ"),
		}
		if hazard.Frequency != nil && *hazard.Frequency < 0 {
			hazard.Frequency = nil
		}
		if hazard.Rating == "" || lacksData(hazard.Rating) {
			hazard.AnnualLoss = nil
			hazard.Frequency = nil
		}
		area.Hazards = append(area.Hazards, hazard)
	}

	return area
}

// rated takes a score for one only where its word does not deny it.
func (a *Area) rated(row arcgis.Row, score, rating string) Rated {
	r := Rated{Rating: string(row[rating])}
	for _, word := range unrated {
		if strings.EqualFold(r.Rating, word) {
			return r
		}
	}
	// Without a word of the index nobody can tell whether the score means anything.
	if !rated.MatchString(r.Rating) {
		r.Rating = ""
	}
	if value := row.Number(score); r.Rating != "" && value != nil && *value >= 0 && *value <= 100 {
		r.Score = value
	} else {
		a.Unknown = append(a.Unknown, rating)
	}
	return r
}

// lacksData tells an unknown loss from a loss of nothing.
func lacksData(rating string) bool {
	return strings.EqualFold(rating, "Not Applicable") || strings.EqualFold(rating, "Insufficient Data") ||
		strings.EqualFold(rating, "Data Unavailable")
}

// amount is a column that is not negative: negative ones stand for no data.
func amount(row arcgis.Row, column string) *decimal.Decimal {
	d, err := decimal.NewFromString(string(row[column]))
	if err != nil || d.IsNegative() || d.Exponent() > 12 {
		return nil
	}
	return new(d.Round(2))
}

// digits is a code with its leading zeros, which columns of numbers lose; empty if it is not a code.
func digits(code string, length int) string {
	if code == "" || len(code) > length || strings.Trim(code, "0123456789") != "" {
		return ""
	}
	return strings.Repeat("0", length-len(code)) + code
}
