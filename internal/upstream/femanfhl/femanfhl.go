// Package femanfhl reads FEMA's National Flood Hazard Layer: flood zones, map panels, letters of map revision, and
// where there is digital data at all.
package femanfhl

import (
	"context"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/arcgis"
)

// Provider is FEMA's map server, which takes seconds for an answer and often fails.
var Provider = upstream.Provider{
	Name:          "fema_nfhl",
	BaseURL:       "https://hazards.fema.gov/arcgis/rest/services/public/NFHL/MapServer",
	Docs:          "https://www.fema.gov/flood-maps/national-flood-hazard-layer",
	Attribution:   "FEMA National Flood Hazard Layer; this product is not endorsed by FEMA.",
	Terms:         "https://www.fema.gov/about/openfema/terms-conditions",
	Checked:       "recorded 2026-07 and 2026-08, three zones and a panel; letters by descriptions of others",
	RatePerMinute: 120,
	Burst:         8,
	TTL:           7 * 24 * time.Hour,
	StaleFor:      7 * 24 * time.Hour,
	Timeout:       25 * time.Second,
}

// Layers of the map.
const (
	availability = "/0/query"
	revisions    = "/1/query"
	panels       = "/3/query"
	zones        = "/28/query"
)

// Client calls the map server.
type Client struct{ c *upstream.Client }

// New makes a client.
func New(pool *upstream.Pool) *Client { return &Client{pool.ProbedClient(Provider, probe)} }

// probe asks for whether New Orleans is mapped.
func probe(ctx context.Context, u *upstream.Client) error {
	available, err := (&Client{u}).Available(ctx, 29.9511, -90.0715)
	return upstream.Fact(err, "features", "true", func() any { return available })
}

// Zone is a flood zone's polygon.
type Zone struct {
	Zone    string   // "AE"; empty where the layer does not say
	Subtype string   // "FLOODWAY"; mostly empty
	SFHA    *bool    // whether it is in a Special Flood Hazard Area
	BFE     *float64 // static base flood elevation, in feet
	Depth   *float64 // depth of shallow flooding, in feet
	Datum   string   // "NAVD88"; empty where the layer does not say
}

// Panel is a panel of the Flood Insurance Rate Map.
type Panel struct {
	ID        string
	Type      string
	Effective time.Time // zero when unknown
}

// Revision is a letter of map revision (LOMR), which changed the map after its panel was printed.
type Revision struct {
	Case      string
	Status    string
	Effective time.Time // zero when unknown
}

// Zones gives the polygons at a point: none for one outside all of them, several for one on a border.
func (c *Client) Zones(ctx context.Context, lat, lon float64) ([]Zone, error) {
	rows, err := arcgis.Rows(ctx, arcgis.AtPoint(c.c.Get(zones), lat, lon),
		"FLD_ZONE", "ZONE_SUBTY", "SFHA_TF", "STATIC_BFE", "DEPTH", "V_DATUM", "LEN_UNIT")
	if err != nil {
		return nil, err
	}

	list := []Zone{}
	for _, row := range rows {
		zone := Zone{
			Zone:    strings.ToUpper(string(row["FLD_ZONE"])),
			Subtype: strings.ToUpper(string(row["ZONE_SUBTY"])),
			SFHA:    flag(string(row["SFHA_TF"])),
			Datum:   known(string(row["V_DATUM"])),
		}
		unit := known(string(row["LEN_UNIT"]))
		zone.BFE = feet(row.Number("STATIC_BFE"), unit)
		zone.Depth = feet(row.Number("DEPTH"), unit)
		if zone.Zone == "" {
			return nil, upstream.Lacks("features[].attributes.FLD_ZONE")
		}
		if !slices.ContainsFunc(list, func(z Zone) bool { return reflect.DeepEqual(z, zone) }) { // of a zone in parts
			list = append(list, zone)
		}
	}
	return list, nil
}

// Panels gives the panels at a point.
func (c *Client) Panels(ctx context.Context, lat, lon float64) ([]Panel, error) {
	rows, err := arcgis.Rows(ctx, arcgis.AtPoint(c.c.Get(panels), lat, lon), "FIRM_PAN", "PANEL_TYP", "EFF_DATE")
	if err != nil {
		return nil, err
	}
	list := []Panel{}
	for _, row := range rows {
		list = append(list, Panel{
			ID:        string(row["FIRM_PAN"]),
			Type:      string(row["PANEL_TYP"]),
			Effective: day(row.Number("EFF_DATE")),
		})
	}
	return list, nil
}

// Revisions gives the letters of map revision whose area holds a point.
func (c *Client) Revisions(ctx context.Context, lat, lon float64) ([]Revision, error) {
	rows, err := arcgis.Rows(ctx, arcgis.AtPoint(c.c.Get(revisions), lat, lon))
	if err != nil {
		return nil, err
	}
	list := []Revision{}
	for _, row := range rows {
		if row["CASE_NO"] == "" { // no recording tells which columns there always are
			return nil, upstream.Lacks("features[].attributes.CASE_NO")
		}
		list = append(list, Revision{
			Case:      string(row["CASE_NO"]),
			Status:    string(row["STATUS"]),
			Effective: day(row.Number("EFF_DATE")),
		})
	}
	return list, nil
}

// Available says whether the layer has digital data of the area around a point.
func (c *Client) Available(ctx context.Context, lat, lon float64) (bool, error) {
	rows, err := arcgis.Rows(ctx, arcgis.AtPoint(c.c.Get(availability), lat, lon))
	return len(rows) > 0, err
}

// noData is what stands for no value: -9999, and -8888 for one that does not apply.
const noData = -8000

const feetPerMetre = 1 / 0.3048

// feet is a height of the layer, which Puerto Rico and some others give in metres. The layer's default is feet.
func feet(height *float64, unit string) *float64 {
	if height == nil || *height <= noData {
		return nil
	}
	if strings.HasPrefix(strings.ToLower(unit), "m") {
		return new(*height * feetPerMetre)
	}
	return height
}

// known drops the words for no value.
func known(text string) string {
	switch strings.ToUpper(text) {
	case "NP", "NULL", "-9999", "-8888":
		return ""
	}
	return text
}

func flag(text string) *bool {
	switch strings.ToUpper(text) {
	case "T":
		return new(true)
	case "F":
		return new(false)
	}
	return nil
}

// The years that maps can have: the programme began in 1968, and a date of 9999 means no date.
const (
	firstYear = 1968
	lastYear  = 2100
)

// day reads milliseconds since 1970.
func day(millis *float64) time.Time {
	if millis == nil {
		return time.Time{}
	}
	at := time.UnixMilli(int64(*millis)).UTC()
	if at.Year() < firstYear || at.Year() > lastYear {
		return time.Time{}
	}
	return at
}
