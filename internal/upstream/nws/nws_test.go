package nws

import (
	"context"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/farebox/farebox/internal/samples"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/scalar"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

const base = "https://api.weather.gov"

var world = upstreamtest.Over(New)

func TestRecordedAnswers(t *testing.T) {
	sample := func(name string) string { return string(samples.Read(t, "nws/"+name)) }
	c, _ := world(t,
		upstreamtest.Answer{URL: base + "/points/30,-85", Body: sample("points.json")},
		upstreamtest.Answer{URL: base + "/points/21.305,-157.858", Body: sample("points_honolulu.json")},
		upstreamtest.Answer{URL: base + "/points/90,120.5518", Status: 404, Body: sample("point_outside_us_404.json")},
		upstreamtest.Answer{URL: base + "/gridpoints/TAE/58,65/stations", Body: sample("gridpoints_stations.json")},
		upstreamtest.Answer{URL: base + "/stations/KFLL/observations/latest", Body: sample("observation_latest.json")},
		upstreamtest.Answer{URL: base + "/gridpoints/TAE/58,65/forecast", Body: sample("gridpoints_forecast_us.json")},
		upstreamtest.Answer{
			URL:  base + "/gridpoints/TAE/58,65/forecast/hourly",
			Body: sample("gridpoints_forecast_hourly_us.json"),
		},
		upstreamtest.Answer{
			URL:    base + "/gridpoints/HFO/154,145/forecast",
			Status: 503,
			Body:   sample("unavailable_503.json"),
		},
	)

	p, err := c.Point(t.Context(), 30, -85, false)
	if err != nil || p.City != "Sumatra" || p.State != "FL" || p.Zone != "FLZ015" || p.TimeZone != "America/New_York" {
		t.Fatalf("%+v %v", p, err)
	}
	if _, err := c.Point(t.Context(), 90, 120.5517605, false); upstream.KindOf(err) != upstream.NotCovered {
		t.Error(err)
	}
	stations, err := c.StationsOf(t.Context(), p)
	if err != nil || len(stations) != 3 || stations[1].ID != "KOSU" || stations[1].Lat != 40.07806 {
		t.Errorf("%+v %v", stations, err)
	}

	o, err := c.Latest(t.Context(), "KFLL")
	if err != nil || !o.At.Equal(time.Date(2022, 3, 2, 23, 53, 0, 0, time.UTC)) || o.Description != "Mostly Cloudy" {
		t.Fatalf("%+v %v", o, err)
	}
	for name, pair := range map[string][2]float64{
		"temperature": {*o.Temperature, 22.8},
		"wind":        {*o.Wind, 7.56},
		"direction":   {*o.Direction, 20},
		"sea level":   {*o.SeaLevel, 1018.7},
		"altimeter":   {*o.Altimeter, 1018.6},
		"visibility":  {*o.Visibility, 16.09},
	} {
		if math.Abs(pair[0]-pair[1]) > 1e-9 {
			t.Errorf("%s is %v, want %v", name, pair[0], pair[1])
		}
	}
	if o.Gust != nil || o.WindChill != nil {
		t.Error("a value that was not measured")
	}

	daily, err := c.ForecastOf(t.Context(), p.Daily)
	if err != nil || len(daily.Periods) != 2 || *daily.Periods[0].Temperature != 41 || daily.Periods[0].Unit != "F" ||
		daily.Periods[1].Precipitation != nil || !daily.Periods[0].Daytime {
		t.Errorf("%+v %v", daily, err)
	}
	hourly, err := c.ForecastOf(t.Context(), p.Hourly)
	if err != nil || hourly.Periods[0].Name != "" || *hourly.Periods[1].Temperature != 77 {
		t.Errorf("%+v %v", hourly, err)
	}

	honolulu, err := c.Point(t.Context(), 21.305, -157.858, false)
	if err != nil || honolulu.City != "Urban Honolulu" {
		t.Fatalf("%+v %v", honolulu, err)
	}
	if _, err := c.ForecastOf(t.Context(), honolulu.Daily); upstream.KindOf(err) != upstream.Unavailable {
		t.Error(err)
	}
}

func TestFailuresOfTheService(t *testing.T) {
	const problems = `{"type":"https://api.weather.gov/problems/`
	const marine = problems + `MarineForecastNotSupported"}`
	const period = `{"startTime":"20%s-11-20T06:00:00-05:00","endTime":"20%s-11-20T18:00:00-05:00","isDaytime":true,` +
		`"temperature":52,"temperatureUnit":"F"}`
	disordered := `{"properties":{"updateTime":"2026-11-20T09:41:07+00:00","periods":[` +
		strings.ReplaceAll(period, "%s", "36") + `,` + strings.ReplaceAll(period, "%s", "26") + `]}}`
	const timeless = `{"properties":{"periods":[{"name":"x"}]}}`
	cases := []struct {
		why    string
		answer upstreamtest.Answer
		want   upstream.Kind
	}{
		{"outside", upstreamtest.Answer{Status: 404, Body: problems + `InvalidPoint"}`}, upstream.NotCovered},
		{"at sea", upstreamtest.Answer{Status: 404, Body: marine}, upstream.NotCovered},
		{"a cell that is no more", upstreamtest.Answer{Status: 404, Body: problems + `NotFound"}`}, upstream.NotFound},
		{"a page for 404", upstreamtest.Answer{Status: 404, Body: `<html>`}, upstream.BadResponse},
		{"unexpected", upstreamtest.Answer{Status: 500, Body: problems + `UnexpectedProblem"}`}, upstream.Unavailable},
		{"unexpected with 200", upstreamtest.Answer{Body: problems + `UnexpectedProblem"}`}, upstream.Unavailable},
		{"no contact", upstreamtest.Answer{Status: 403}, upstream.Unavailable},
		{"no periods", upstreamtest.Answer{Body: `{"properties":{"periods":[]}}`}, upstream.BadResponse},
		{"a period without time", upstreamtest.Answer{Body: timeless}, upstream.BadResponse},
		{"periods out of order", upstreamtest.Answer{Body: disordered}, upstream.BadResponse},
	}
	for _, c := range cases {
		t.Run(c.why, func(t *testing.T) {
			c.answer.URL = base + "/gridpoints/LWX/1,2/forecast"
			client, _ := world(t, c.answer)
			_, err := client.ForecastOf(t.Context(), base+"/gridpoints/LWX/1,2/forecast")
			if upstream.KindOf(err) != c.want {
				t.Errorf("%v, want %s", err, c.want)
			}
		})
	}
	client, w := world(t)
	if _, err := client.ForecastOf(t.Context(), "https://example.org/x"); upstream.KindOf(err) != upstream.Invalid {
		t.Error(err)
	}
	if len(w.Asked()) != 0 {
		t.Errorf("another host was asked: %q", w.Asked())
	}
}

func TestQuantitiesByTheirUnits(t *testing.T) {
	read := func(unit, value, quality string) quantity {
		return quantity{Unit: unit, Value: scalar.Text(value), Quality: quality}
	}
	cases := []struct {
		why  string
		got  *float64
		want float64
		ok   bool
	}{
		{"km/h", read("wmoUnit:km_h-1", "7.56", "V").in(speed), 7.56, true},
		{"m/s", read("wmoUnit:m_s-1", "10", "").in(speed), 36, true},
		{"an old prefix", read("unit:degF", "212", "").celsius(), 100, true},
		{"no prefix", read("degC", "1", "").celsius(), 1, true},
		{"kelvin", read("wmoUnit:K", "273.15", "").celsius(), 0, true},
		{"pascal", read("wmoUnit:Pa", "101870", "").in(pressure), 1018.7, true},
		{"an unknown unit", read("wmoUnit:furlong", "1", "").in(distance), 0, false},
		{"none", read("wmoUnit:degC", "", "Z").celsius(), 0, false},
		{"rejected", read("wmoUnit:degC", "99", "X").celsius(), 0, false},
		{"questioned", read("wmoUnit:percent", "99", "Q").in(per), 0, false},
		{"no such temperature", read("wmoUnit:degC", "999", "V").celsius(), 0, false},
		{"less than nothing", read("wmoUnit:percent", "-5", "V").in(per), 0, false},
		{"beyond the circle", read("wmoUnit:degree_(angle)", "400", "V").in(angle), 0, false},
	}
	for _, c := range cases {
		t.Run(c.why, func(t *testing.T) {
			if (c.got != nil) != c.ok || (c.ok && math.Abs(*c.got-c.want) > 1e-9) {
				t.Errorf("%v, want %v", c.got, c.want)
			}
		})
	}
}

// TestRequests holds the form that the service asks for: at most four decimals, no zeros at the end, an own name with a
// contact.
func TestRequests(t *testing.T) {
	c, w := world(t, upstreamtest.Answer{URL: base + "/points/*", Status: 404, Body: `{}`})
	for _, p := range [][2]float64{{30, -85}, {21.30500, -157.858}, {38.88944444, -77.03527}, {-0.00001, 0}} {
		_, _ = c.Point(t.Context(), p[0], p[1], false)
	}
	want := "/points/30,-85 /points/21.305,-157.858 /points/38.8894,-77.0353 /points/0,0"
	got := strings.ReplaceAll(strings.Join(w.Asked(), " "), "GET "+base, "")
	if got != want {
		t.Errorf("asked for %s, want %s", got, want)
	}
}

func TestObservationIsHeldToItsContract(t *testing.T) {
	upstreamtest.Contract{
		Answer: upstreamtest.Answer{URL: base + "/stations/KFLL/observations/latest", Body: `{"properties":{"timestamp":"2022-03-02T23:53:00Z",
"temperature":{"unitCode":"wmoUnit:degC","value":22.8},"relativeHumidity":{"unitCode":"wmoUnit:percent","value":75},
"windDirection":{"unitCode":"wmoUnit:degree_(angle)","value":20},"windSpeed":{"unitCode":"wmoUnit:km_h-1","value":7},
"seaLevelPressure":{"unitCode":"wmoUnit:Pa","value":101870},"barometricPressure":{"unitCode":"wmoUnit:Pa","value":101860},
"visibility":{"unitCode":"wmoUnit:m","value":null},"dewpoint":{"unitCode":"wmoUnit:degC","value":18},"textDescription":"Cloudy","rawMessage":"KFLL"}}`},
		Required: []string{
			"properties", "properties.timestamp", "properties.temperature", "properties.temperature.unitCode",
			"properties.temperature.value", "properties.relativeHumidity", "properties.windDirection",
			"properties.windSpeed", "properties.seaLevelPressure", "properties.barometricPressure",
			"properties.visibility",
		},
		Optional: []string{
			"properties.dewpoint", "properties.textDescription", "properties.rawMessage",
		},
		NoRecord: []upstreamtest.Answer{{
			Status: 404,
			Body:   `{"status":404,"type":"https://api.weather.gov/problems/NotFound"}`,
		}},
		Call: func(ctx context.Context, pool *upstream.Pool) error {
			_, err := New(pool).Latest(ctx, "KFLL")
			return err
		},
	}.Hold(t)
}

func TestAlertsAreHeldToTheirContract(t *testing.T) {
	upstreamtest.Contract{
		Answer: upstreamtest.Answer{URL: base + "/alerts/active", Body: `{"features":[{"properties":{"@id":"https://api.weather.gov/alerts/1",
"event":"Flood Watch","status":"Actual","messageType":"Update","severity":"Severe","certainty":"Possible","urgency":"Future",
"headline":"Flood Watch","areaDesc":"Lower Columbia","senderName":"NWS Portland OR","instruction":"Be alert.",
"effective":"2019-12-20T13:34:00-08:00","expires":"2019-12-21T05:30:00-08:00","onset":"2019-12-20T13:34:00-08:00",
"ends":"2019-12-22T10:00:00-08:00"}}]}`},
		Required: []string{
			"features", "features[].properties", "features[].properties.@id", "features[].properties.event",
			"features[].properties.status", "features[].properties.messageType", "features[].properties.severity",
			"features[].properties.certainty", "features[].properties.urgency", "features[].properties.effective",
			"features[].properties.expires",
		},
		Optional: []string{
			"features[].properties.headline", "features[].properties.areaDesc", "features[].properties.senderName",
			"features[].properties.instruction", "features[].properties.onset", "features[].properties.ends",
		},
		Call: func(ctx context.Context, pool *upstream.Pool) error {
			_, err := New(pool).Alerts(ctx, 45.5, -122.6)
			return err
		},
	}.Hold(t)
}

func TestForecastIsHeldToItsContract(t *testing.T) {
	upstreamtest.Contract{
		Answer: upstreamtest.Answer{URL: base + "/gridpoints/TAE/58,65/forecast", Body: `{"properties":{"updateTime":"2026-11-20T09:41:07+00:00",
"periods":[{"name":"Today","startTime":"2026-11-20T06:00:00-05:00","endTime":"2026-11-20T18:00:00-05:00",
"isDaytime":true,"temperature":52,"temperatureUnit":"F","windSpeed":"7 mph","shortForecast":"Sunny"}]}}`},
		Required: []string{
			"properties", "properties.updateTime", "properties.periods", "properties.periods[].startTime",
			"properties.periods[].endTime", "properties.periods[].isDaytime", "properties.periods[].temperature",
		},
		Optional: []string{
			"properties.periods[].name", "properties.periods[].windSpeed", "properties.periods[].shortForecast",
		},
		Call: func(ctx context.Context, pool *upstream.Pool) error {
			_, err := New(pool).ForecastOf(ctx, base+"/gridpoints/TAE/58,65/forecast")
			return err
		},
	}.Hold(t)
}

func TestPointIsHeldToItsContract(t *testing.T) {
	upstreamtest.Contract{
		Answer: upstreamtest.Answer{URL: base + "/points/30,-85", Body: `{"properties":{"forecast":"https://api.weather.gov/f",
"forecastHourly":"https://api.weather.gov/h","observationStations":"https://api.weather.gov/s",
"forecastZone":"https://api.weather.gov/zones/forecast/FLZ015","timeZone":"America/New_York",
"relativeLocation":{"properties":{"city":"Sumatra","state":"FL"}}}}`},
		Required: []string{
			"properties", "properties.forecast", "properties.forecastHourly", "properties.observationStations",
		},
		Optional: []string{
			"properties.forecastZone", "properties.timeZone", "properties.relativeLocation",
		},
		Call: func(ctx context.Context, pool *upstream.Pool) error {
			_, err := New(pool).Point(ctx, 30, -85, false)
			return err
		},
	}.Hold(t)
}

func TestTemperaturesAreNumbersOrTextsWithAUnit(t *testing.T) {
	for _, c := range []struct {
		raw, unit string
		want      float64
		ok        bool
	}{
		{`41`, "F", 41, true},
		{`"41"`, "F", 41, true},
		{`{"unitCode":"wmoUnit:degC","value":5}`, "", 5, true},
		{`41`, "", 0, false},
		{`null`, "F", 0, false},
		{`{"value":5}`, "F", 0, false},
		{`[41]`, "F", 0, false},
	} {
		got, _, err := temperature([]byte(c.raw), c.unit)
		if (err == nil) != c.ok || c.ok && *got != c.want {
			t.Errorf("%s %s is %v, %v", c.raw, c.unit, got, err)
		}
	}
	if got, _, err := temperature([]byte(`999`), "F"); got != nil || err != nil {
		t.Errorf("999 F is %v, %v", got, err)
	}
}
