// Package nws reads the API of the U.S. National Weather Service: forecasts for a grid over the United States, its
// territories and some coastal waters, and the observations of weather stations.
package nws

import (
	"context"
	"encoding/json"
	"math"
	"net/http"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/scalar"
)

// Provider is the public API. It needs no key and refuses requests without a contact in their User-Agent.
var Provider = upstream.Provider{
	Name:          "nws",
	BaseURL:       "https://api.weather.gov",
	Docs:          "https://www.weather.gov/documentation/services-web-api",
	Attribution:   "NOAA/National Weather Service",
	Terms:         "https://www.weather.gov/disclaimer (public domain)",
	Checked:       "recorded",
	RatePerMinute: 300,
	Burst:         20,
	Concurrency:   16,
	Retries:       1,
	Headers:       map[string]string{"Accept": "application/geo+json"},
	TTL:           24 * time.Hour,
	StaleFor:      6 * time.Hour,
}

// How long answers that change are good.
const (
	observationTTL = 5 * time.Minute
	forecastTTL    = 20 * time.Minute
)

// Point is what the service has for a position. Links are empty where it has nothing of the kind, as over open water.
type Point struct {
	City     string // the nearest place; empty when not told
	State    string // two letters
	TimeZone string // IANA: "America/New_York"
	Zone     string // of public forecasts, or of marine ones: "FLZ015", "GMZ730"
	Daily    string
	Hourly   string
	Stations string
}

// atSea are the beginnings of the names of marine zones.
const atSea = "AM AN GM LC LE LH LM LO LS PH PK PM PS PZ SL"

// MayLack says whether the service has less for the position, as it has for waters. Of a zone on land links that are
// null are a failure.
func (p *Point) MayLack() bool {
	return len(p.Zone) < 3 || slices.Contains(strings.Fields(atSea), p.Zone[:2])
}

// Station is a weather station.
type Station struct {
	ID   string // "KOSU"
	Name string
	Lat  float64
	Lon  float64
}

// Observation is what a station measured at a moment. A value that it did not measure, or that failed the checks of the
// service, is nil.
type Observation struct {
	At          time.Time
	Description string
	Temperature *float64 // degrees Celsius
	Dewpoint    *float64
	HeatIndex   *float64
	WindChill   *float64
	Humidity    *float64 // per cent
	Direction   *float64 // degrees that the wind comes from
	Wind        *float64 // km/h
	Gust        *float64
	SeaLevel    *float64 // hPa, reduced to sea level
	Altimeter   *float64 // hPa, reduced to sea level for altimeters; of reports of airports only
	Visibility  *float64 // km
}

// Forecast is that of a cell of the grid.
type Forecast struct {
	Updated time.Time
	Periods []Period
}

// Period is half a day, or an hour.
type Period struct {
	Name          string // "Tonight"; empty for hours
	Start         time.Time
	End           time.Time
	Daytime       bool
	Temperature   *float64
	Unit          string // F or C
	Precipitation *float64
	Humidity      *float64
	Wind          string // "5 to 10 mph"
	Direction     string // "SW"
	Short         string
	Detailed      string
}

// Client calls the API.
type Client struct{ c *upstream.Client }

// New makes a client.
func New(pool *upstream.Pool) *Client { return &Client{pool.ProbedClient(Provider, probe)} }

// probe asks for Honolulu.
func probe(ctx context.Context, u *upstream.Client) error {
	point, err := (&Client{u}).Point(ctx, 21.305, -157.858, true)
	return upstream.Fact(err, "properties.timeZone", "Pacific/Honolulu", func() any { return point.TimeZone })
}

// Point gives what there is for a position. One outside the area of the service is [upstream.NotCovered]. With fresh
// the answer is not taken from memory: the grid is moved now and then.
func (c *Client) Point(ctx context.Context, lat, lon float64, fresh bool) (*Point, error) {
	request := c.get(c.c.Get("/points/{},{}", coordinate(lat), coordinate(lon)))
	if fresh {
		request.NoCache()
	}

	var answer struct {
		ID         string `json:"id,omitempty" asked:"/points/{},{}"` // a link to the point
		Properties struct {
			Daily    string `json:"forecast" contract:"nullable"`
			Hourly   string `json:"forecastHourly" contract:"nullable"`
			Stations string `json:"observationStations" contract:"nullable"`
			Zone     string `json:"forecastZone,omitempty"`
			TimeZone string `json:"timeZone,omitempty"`
			Relative struct {
				Properties struct {
					City  string `json:"city,omitempty"`
					State string `json:"state,omitempty"`
				} `json:"properties,omitzero"`
			} `json:"relativeLocation,omitzero"`
		} `json:"properties"`
	}
	_, err := request.JSON(ctx, &answer)
	if upstream.KindOf(err) == upstream.NotFound {
		// A position outside the area has a problem of its own.
		return nil, upstream.BadResponse.Errorf("nws: points are not where they were")
	}
	if err != nil {
		return nil, err
	}
	p := answer.Properties
	point := &Point{
		City:     p.Relative.Properties.City,
		State:    p.Relative.Properties.State,
		TimeZone: p.TimeZone,
		Zone:     last(p.Zone),
		Daily:    p.Daily,
		Hourly:   p.Hourly,
		Stations: p.Stations,
	}
	return point, nil
}

// StationsOf gives the stations near the cell that a point is in.
func (c *Client) StationsOf(ctx context.Context, p *Point) ([]Station, error) {
	var answer struct {
		Features []struct {
			Geometry struct {
				Coordinates []float64 `json:"coordinates" contract:"position"`
			} `json:"geometry"`
			Properties struct {
				ID   string `json:"stationIdentifier" contract:"said"`
				Name string `json:"name"`
			} `json:"properties"`
		} `json:"features"`
	}
	if _, err := c.get(c.c.Follow(p.Stations)).JSON(ctx, &answer); err != nil {
		return nil, err
	}

	stations := make([]Station, 0, len(answer.Features))
	for _, f := range answer.Features {
		stations = append(stations, Station{
			ID:   f.Properties.ID,
			Name: f.Properties.Name,
			Lat:  f.Geometry.Coordinates[1],
			Lon:  f.Geometry.Coordinates[0],
		})
	}
	return stations, nil
}

// Latest gives the newest observation of a station. One that has reported nothing lately is [upstream.NotFound].
func (c *Client) Latest(ctx context.Context, station string) (*Observation, error) {
	// The values that answers are put together from are there with a null when they were not measured.
	var answer struct {
		Properties struct {
			Station     string    `json:"station,omitempty" asked:"/stations/{}/observations/latest"` // a link
			At          time.Time `json:"timestamp"`
			Description string    `json:"textDescription,omitempty"`
			Temperature quantity  `json:"temperature"`
			Dewpoint    quantity  `json:"dewpoint,omitzero"`
			HeatIndex   quantity  `json:"heatIndex,omitzero"`
			WindChill   quantity  `json:"windChill,omitzero"`
			Humidity    quantity  `json:"relativeHumidity"`
			Direction   quantity  `json:"windDirection"`
			Wind        quantity  `json:"windSpeed"`
			Gust        quantity  `json:"windGust,omitzero"`
			SeaLevel    quantity  `json:"seaLevelPressure"`
			Pressure    quantity  `json:"barometricPressure"`
			Visibility  quantity  `json:"visibility"`
			Raw         string    `json:"rawMessage,omitempty"` // of reports of airports
		} `json:"properties"`
	}

	request := c.get(c.c.Get("/stations/{}/observations/latest", station)).TTL(observationTTL)
	if _, err := request.JSON(ctx, &answer); err != nil {
		return nil, err
	}

	p := answer.Properties
	observation := &Observation{
		At:          p.At,
		Description: strings.TrimSpace(p.Description),
		Temperature: p.Temperature.celsius(),
		Dewpoint:    p.Dewpoint.celsius(),
		HeatIndex:   p.HeatIndex.celsius(),
		WindChill:   p.WindChill.celsius(),
		Humidity:    p.Humidity.in(per),
		Direction:   p.Direction.in(angle),
		Wind:        p.Wind.in(speed),
		Gust:        p.Gust.in(speed),
		SeaLevel:    p.SeaLevel.in(pressure),
		Visibility:  p.Visibility.in(distance),
	}

	// What is named barometric pressure is the altimeter setting in reports of airports, which have their text with
	// them. Of other stations it may be the pressure at their height.
	if p.Raw != "" {
		observation.Altimeter = p.Pressure.in(pressure)
	}

	return observation, nil
}

// ForecastOf gives the forecast behind one of the links of a point. A cell that is no more is [upstream.NotFound], one
// of marine waters that have none [upstream.NotCovered].
func (c *Client) ForecastOf(ctx context.Context, link string) (*Forecast, error) {
	var answer struct {
		Properties struct {
			Updated time.Time `json:"updateTime"`
			Periods []struct {
				Name          string          `json:"name,omitempty"` // not of hours
				Start         time.Time       `json:"startTime" contract:"rising"`
				End           time.Time       `json:"endTime"`
				Daytime       bool            `json:"isDaytime"`
				Temperature   json.RawMessage `json:"temperature"`
				Unit          string          `json:"temperatureUnit,omitempty"` // not beside quantities
				Precipitation quantity        `json:"probabilityOfPrecipitation,omitzero"`
				Humidity      quantity        `json:"relativeHumidity,omitzero"`
				Wind          scalar.Text     `json:"windSpeed,omitempty"`
				Direction     string          `json:"windDirection,omitempty"`
				Short         string          `json:"shortForecast,omitempty"`
				Detailed      string          `json:"detailedForecast,omitempty"`
			} `json:"periods"`
		} `json:"properties"`
	}
	if _, err := c.get(c.c.Follow(link)).TTL(forecastTTL).JSON(ctx, &answer); err != nil {
		return nil, err
	}
	if len(answer.Properties.Periods) == 0 {
		return nil, upstream.BadResponse.Errorf("nws: a forecast without periods")
	}

	forecast := &Forecast{Updated: answer.Properties.Updated}
	for _, p := range answer.Properties.Periods {
		degrees, unit, err := temperature(p.Temperature, p.Unit)
		if err != nil {
			return nil, err
		}
		period := Period{
			Name:          p.Name,
			Start:         p.Start,
			End:           p.End,
			Daytime:       p.Daytime,
			Temperature:   degrees,
			Unit:          unit,
			Precipitation: p.Precipitation.in(per),
			Humidity:      p.Humidity.in(per),
			Wind:          string(p.Wind),
			Direction:     p.Direction,
			Short:         p.Short,
			Detailed:      p.Detailed,
		}
		forecast.Periods = append(forecast.Periods, period)
	}
	return forecast, nil
}

// temperature is that of a period: a number with a separate unit, or in newer answers a quantity.
func temperature(raw json.RawMessage, unit string) (*float64, string, error) {
	var number scalar.Float
	if json.Unmarshal(raw, &number) == nil {
		if unit != "F" && unit != "C" {
			return nil, "", upstream.BadResponse.Errorf("nws: a temperature without its unit")
		}
		if celsius(float64(number), "deg"+unit) == nil {
			return nil, unit, nil
		}
		return new(float64(number)), unit, nil
	}

	var q quantity
	if err := upstream.Decode(raw, &q); err != nil {
		return nil, "", upstream.BadResponse.Errorf("nws: a temperature that cannot be read: %w", err)
	}
	return q.celsius(), "C", nil
}

// get reads the failures that the service words as problems, with their own statuses or with 200.
func (c *Client) get(request *upstream.Request) *upstream.Request {
	return request.AcceptStatus(http.StatusNotFound).Refusal(func(resp *upstream.Response) error {
		var failure struct {
			Type string `json:"type"`
		}
		err := json.Unmarshal(resp.Body, &failure)
		kind := last(failure.Type)
		isProblem := err == nil && strings.Contains(failure.Type, "/problems/")

		switch {
		case isProblem && (kind == "InvalidPoint" || kind == "MarineForecastNotSupported"):
			return upstream.NotCovered.Errorf("nws: %s", kind)
		case isProblem && resp.Status == http.StatusNotFound:
			return upstream.NotFound.Errorf("nws: %s", kind)
		case isProblem:
			return upstream.Unavailable.Errorf("nws: %s", kind)
		case resp.Status == http.StatusNotFound:
			return upstream.BadResponse.Errorf("nws: HTTP 404 without a problem of the service")
		}
		return nil
	})
}

// last is the last segment of a link: the name of a zone or of a problem.
func last(link string) string {
	if link == "" {
		return ""
	}
	return path.Base(link)
}

// coordinate has at most four decimals and no zeros at its end: the service redirects to that form.
func coordinate(degrees float64) string {
	rounded := math.Round(degrees*1e4) / 1e4
	if rounded == 0 {
		return "0"
	}
	return strconv.FormatFloat(rounded, 'f', -1, 64)
}
