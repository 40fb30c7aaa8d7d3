package geo

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	gen "github.com/farebox/farebox/gen/geo"
	"github.com/farebox/farebox/handlers/geo/geotest"
	"github.com/farebox/farebox/handlers/handlertest"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/samples"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

const (
	pointURL = geotest.NWS + "/points/38.8894,-77.0352"
	list     = geotest.NWS + "/gridpoints/LWX/97,71/stations"
	latest   = geotest.NWS + "/stations/%s/observations/latest"
	daily    = geotest.NWS + "/gridpoints/LWX/97,71/forecast"
	notFound = `{"type":"https://api.weather.gov/problems/NotFound","status":404}`
)

func at(age time.Duration, values string) string {
	return geotest.Observation(geotest.Now.Add(-age).Format(time.RFC3339), values)
}

func degC(value string) string {
	return `"temperature":{"unitCode":"wmoUnit:degC","value":` + value + `,"qualityControl":"V"}`
}

// weather asks at the place of the example, with other observations than those of the example.
func weather(t *testing.T, observations map[string]upstreamtest.Answer) (int, map[string]any) {
	t.Helper()
	var answers []upstreamtest.Answer
	for id, answer := range observations {
		answer.URL = fmt.Sprintf(latest, id)
		answers = append(answers, answer)
	}
	s, _ := service(t, append(answers, geotest.AnswersAt(geotest.Now)...)...)
	return s.Get("/weather", "lat", "38.8894", "lon", "-77.0352")
}

func TestValuesAreThoseOfTheNearestStationThatHasThem(t *testing.T) {
	const wind = `"windSpeed":{"unitCode":"wmoUnit:km_h-1","value":10},
"windDirection":{"unitCode":"wmoUnit:degree_(angle)","value":90}`
	cases := []struct {
		why          string
		observations map[string]upstreamtest.Answer
		want         map[string]any
	}{
		{"the nearest", nil, map[string]any{
			"current.station.id":          "KDCA",
			"current.temperature_c":       8.3,
			"current.temperature_f":       46.9,
			"current.wind_direction":      "NW",
			"current.age_minutes":         8,
			"current.pressure_hpa":        1019.8,
			"current.filled_from.0.value": "visibility",
			"partial":                     false,
		}},
		{"no temperature there", map[string]upstreamtest.Answer{"KDCA": {Body: at(time.Minute, degC("null"))}},
			map[string]any{"current.station.id": "KCGS", "current.temperature_c": 7}},
		{"the nearest is too old", map[string]upstreamtest.Answer{"KDCA": {Body: at(181*time.Minute, degC("30"))}},
			map[string]any{"current.station.id": "KCGS", "current.temperature_c": 7}},
		{"the nearest is from the future", map[string]upstreamtest.Answer{"KDCA": {Body: at(-time.Hour, degC("30"))}},
			map[string]any{"current.station.id": "KCGS"}},
		{"the nearest failed", map[string]upstreamtest.Answer{"KDCA": {Status: 500}},
			map[string]any{"current.station.id": "KCGS", "partial": true, "current.wind_speed_kmh": nil}},
		{"a value marked wrong", map[string]upstreamtest.Answer{"KDCA": {Body: at(time.Minute,
			`"temperature":{"unitCode":"wmoUnit:degC","value":55,"qualityControl":"X"}`)}},
			map[string]any{"current.station.id": "KCGS", "current.temperature_c": 7}},
		{"wind from another station, with its direction", map[string]upstreamtest.Answer{
			"KDCA": {Body: at(time.Minute, degC("5"))},
			"KADW": {Body: at(2*time.Minute, degC("6")+","+wind)},
		}, map[string]any{
			"current.station.id":               "KDCA",
			"current.temperature_c":            5,
			"current.wind_speed_kmh":           10,
			"current.wind_speed_mph":           6.2,
			"current.wind_direction":           "E",
			"current.filled_from.1.value":      "wind_speed",
			"current.filled_from.1.station_id": "KADW",
			"current.humidity_pct":             nil,
			"current.pressure_hpa":             nil,
		}},
		{"a calm has no direction", map[string]upstreamtest.Answer{"KDCA": {Body: at(time.Minute,
			degC("5")+`,"windSpeed":{"unitCode":"wmoUnit:km_h-1","value":0},`+
				`"windDirection":{"unitCode":"wmoUnit:degree_(angle)","value":0}`)}},
			map[string]any{"current.wind_speed_kmh": 0, "current.wind_direction": nil}},
		{"the pressure of an airport's altimeter", map[string]upstreamtest.Answer{"KDCA": {Body: at(time.Minute,
			`"rawMessage":"KDCA 201152Z A3012",`+degC("5")+`,"barometricPressure":{"unitCode":"wmoUnit:Pa",
"value":102000}`)}},
			map[string]any{"current.pressure_hpa": 1020}},
		{"a pressure at the height of a station", map[string]upstreamtest.Answer{"KDCA": {Body: at(time.Minute,
			degC("5")+`,"barometricPressure":{"unitCode":"wmoUnit:Pa","value":83000}`)}},
			map[string]any{"current.pressure_hpa": nil}},
	}
	for _, c := range cases {
		t.Run(c.why, func(t *testing.T) {
			status, got := weather(t, c.observations)
			if status != http.StatusOK {
				t.Fatalf("%d %v", status, got)
			}
			handlertest.Holds(t, got, c.want)
		})
	}
}

func TestWithoutFreshValuesNothingIsCharged(t *testing.T) {
	old := upstreamtest.Answer{Body: at(26*time.Hour, degC("30"))}
	world := upstreamtest.New(t, append([]upstreamtest.Answer{
		{URL: fmt.Sprintf(latest, "KDCA"), Body: old.Body},
		{URL: fmt.Sprintf(latest, "KCGS"), Status: 404, Body: notFound},
	}, geotest.AnswersAt(geotest.Now)...)...)
	h, err := New(world.Pool(t, nil), func() time.Time { return geotest.Now })
	if err != nil {
		t.Fatal(err)
	}
	ctx, waived := response.Watch(t.Context())
	s := handlertest.New(t, "geo", h.Register)
	r, _ := http.NewRequestWithContext(ctx, http.MethodGet, "/weather?lat=38.8894&lon=-77.0352", nil)
	status, got := s.Do(r)

	handlertest.Holds(t, got, map[string]any{
		"current.temperature_c": nil,
		"current.station":       nil,
		"partial":               true,
		"notes.0": "No station near has a value of the last 3 hours. The latest report is of " +
			"2026-11-19T10:00:00Z.",
	})
	if status != http.StatusOK || !waived() {
		t.Errorf("%d, waived %v", status, waived())
	}
}

func TestPlacesWithoutWeather(t *testing.T) {
	const sea = `{"properties":{"forecastZone":"https://api.weather.gov/zones/forecast/GMZ730",
"timeZone":"America/New_York",
"observationStations":null,"forecast":null,"forecastHourly":null,"relativeLocation":null,"gridId":null}}`
	const marine = `{"type":"https://api.weather.gov/problems/MarineForecastNotSupported","status":404}`
	linked := strings.ReplaceAll(sea, `"forecast":null`, `"forecast":"`+daily+`"`)
	point := upstreamtest.Answer{URL: pointURL, Body: linked}
	cases := []struct {
		why     string
		route   string
		answers []upstreamtest.Answer
		status  int
		detail  string
	}{
		{"elsewhere", "/weather", []upstreamtest.Answer{{URL: pointURL, Status: 404, Body: geotest.InvalidPoint}},
			404, "covers the United States and its territories; elsewhere lists services"},
		{"elsewhere", "/forecast", []upstreamtest.Answer{{URL: pointURL, Status: 404, Body: geotest.InvalidPoint}},
			404, "covers the United States and its territories; elsewhere lists services"},
		{"the sea, without stations", "/weather", []upstreamtest.Answer{{URL: pointURL, Body: sea}}, 404, "no data"},
		{"the sea, without a forecast", "/forecast", []upstreamtest.Answer{{URL: pointURL, Body: sea}},
			404, "zone GMZ730"},
		{"land that lost its forecast", "/forecast", []upstreamtest.Answer{
			{URL: pointURL, Body: strings.ReplaceAll(sea, "GMZ730", "DCZ001")}}, 502, ""},
		{"land that lost its stations", "/weather", []upstreamtest.Answer{
			{URL: pointURL, Body: strings.ReplaceAll(sea, "GMZ730", "DCZ001")}}, 502, ""},
		{"a zone of the sea", "/forecast", []upstreamtest.Answer{point, {URL: daily, Status: 404, Body: marine}},
			404, "zone GMZ730"},
		{"the service is down", "/forecast", []upstreamtest.Answer{{URL: pointURL, Status: 503}}, 502, ""},
		{"no station answers", "/weather", []upstreamtest.Answer{
			{URL: fmt.Sprintf(latest, "KDCA"), Status: 500},
			{URL: fmt.Sprintf(latest, "KCGS"), Status: 503},
			{URL: fmt.Sprintf(latest, "KADW"), Body: "<html>"},
		}, 502, ""},
	}
	for _, c := range cases {
		t.Run(c.why+" "+c.route, func(t *testing.T) {
			s, _ := service(t, append(c.answers, geotest.AnswersAt(geotest.Now)...)...)
			status, got := s.Get(c.route, "lat", "38.8894", "lon", "-77.0352")
			if status != c.status || !strings.Contains(fmt.Sprint(got["detail"]), c.detail) {
				t.Errorf("%d %v", status, got)
			}
			if status == http.StatusNotFound && got["coverage"] != "US" {
				t.Error("the coverage is not told")
			}
		})
	}
}

func TestMovedCellsAreLookedUpAgain(t *testing.T) {
	const rest = `,"forecastHourly":null,"observationStations":null}}`
	moved := `{"properties":{"forecast":"` + strings.ReplaceAll(daily, "97,71", "97,72") + `"` + rest
	world := upstreamtest.New(t, geotest.AnswersAt(geotest.Now)...)
	calls := 0
	world.Handle("api.weather.gov", http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case strings.HasPrefix(r.URL.Path, "/points/"):
			calls++
			body := `{"properties":{"forecast":"` + daily + `"` + rest
			if calls > 1 {
				body = moved
			}
			_, _ = w.Write([]byte(body))
		case strings.Contains(r.URL.Path, "97,72"):
			_, _ = w.Write([]byte(`{"properties":{"updateTime":"2026-11-20T09:00:00+00:00","periods":[{"name":"Today",
"startTime":"2026-11-20T06:00:00-05:00","endTime":"2026-11-20T18:00:00-05:00","isDaytime":true,"temperature":52,
"temperatureUnit":"F"}]}}`))
		default:
			w.WriteHeader(http.StatusNotFound)
			_, _ = w.Write([]byte(notFound))
		}
	}))
	h, err := New(world.Pool(t, nil), func() time.Time { return geotest.Now })
	if err != nil {
		t.Fatal(err)
	}
	status, got := handlertest.New(t, "geo", h.Register).Get("/forecast", "lat", "38.8894", "lon", "-77.0352")
	if status != http.StatusOK || got["count"] != 1.0 || calls != 2 {
		t.Errorf("%d %v, %d points", status, got, calls)
	}
}

func TestDaysOfForecastsAreCountedFromTheFirstPeriod(t *testing.T) {
	s, _ := service(t, geotest.AnswersAt(geotest.Now)...)
	for days, want := range map[string]int{"1": 2, "2": 3, "7": 3} {
		_, got := s.Get("/forecast", "lat", "38.8894", "lon", "-77.0352", "days", days)
		handlertest.Holds(t, got, map[string]any{"count": want, "type": "daily"})
	}
	_, got := s.Get("/forecast", "lat", "38.8894", "lon", "-77.0352", "hourly", "true")
	handlertest.Holds(t, got, map[string]any{
		"type":                   "hourly",
		"count":                  2,
		"periods.0.name":         nil,
		"periods.0.humidity_pct": 61,
		"days":                   2,
	})
}

// TestPeriodsThatAreOverAreNoForecast holds that the first period is the one that now is in, also of a forecast that
// the service has not renewed; one that is over as a whole is not charged for.
func TestPeriodsThatAreOverAreNoForecast(t *testing.T) {
	for _, c := range []struct {
		why    string
		hourly bool
		after  time.Duration
		count  int
		first  string
		over   bool
	}{
		{"now", true, 0, 2, "2026-11-20T07:00:00-05:00", false},
		{"an hour later", true, time.Hour, 1, "2026-11-20T08:00:00-05:00", false},
		{"in the night", false, 12 * time.Hour, 2, "2026-11-20T18:00:00-05:00", false},
		{"three hours later", true, 3 * time.Hour, 2, "2026-11-20T07:00:00-05:00", true},
	} {
		t.Run(c.why, func(t *testing.T) {
			now := geotest.Now.Add(c.after)
			world := upstreamtest.New(t, geotest.AnswersAt(geotest.Now)...)
			h, err := New(world.Pool(t, nil), func() time.Time { return now })
			if err != nil {
				t.Fatal(err)
			}
			ctx, waived := response.Watch(t.Context())
			params := gen.ForecastParams{
				Lat:    new(38.8894),
				Lon:    new(-77.0352),
				Hourly: c.hourly,
			}
			answered, err := h.Forecast(ctx, gen.ForecastRequestObject{Params: params})
			if err != nil {
				t.Fatal(err)
			}
			got := answered.(gen.Forecast200JSONResponse)
			first := got.Periods[0].StartAt.Format(time.RFC3339)
			if got.Count != c.count || first != c.first || got.Partial != c.over || waived() != c.over {
				t.Errorf("%d from %s, partial %v, waived %v", got.Count, first, got.Partial, waived())
			}
		})
	}
}

// TestAPageThatIsGoneIsNotThatThePlaceIsAbroad holds that only the service's own words tell a position outside its
// area.
func TestAPageThatIsGoneIsNotThatThePlaceIsAbroad(t *testing.T) {
	for body, want := range map[string]int{
		geotest.InvalidPoint:         http.StatusNotFound,
		geotest.NotThere:             http.StatusBadGateway,
		"<html>404 Not Found</html>": http.StatusBadGateway,
	} {
		s, _ := service(t, upstreamtest.Answer{URL: pointURL, Status: http.StatusNotFound, Body: body})
		for _, route := range []string{"/weather", "/forecast"} {
			if status, got := s.Get(route, "lat", "38.8894", "lon", "-77.0352"); status != want {
				t.Errorf("%s: %d %v", body, status, got["detail"])
			}
		}
	}
}

func TestAddressesOfTheUnitedStates(t *testing.T) {
	match := strings.NewReplacer("-73.9853", "-77.0352", "40.7482", "38.8894").Replace(censusMatch)
	s, _ := service(t, append([]upstreamtest.Answer{{URL: geotest.Census, Body: match}},
		geotest.AnswersAt(geotest.Now)...)...)

	_, got := s.Get("/weather", "address", "350 5th Ave, New York, NY")
	handlertest.Holds(t, got, map[string]any{
		"location.matched_address": "350 5TH AVE, NEW YORK, NY, 10118",
		"sources.0.name":           "census",
		"sources.1.name":           "nws",
		"current.station.id":       "KDCA",
	})
	// The geocoder writes Saint in full.
	saint := strings.NewReplacer("NEW YORK", "SAINT LOUIS", "NY", "MO").Replace(match)
	other, _ := service(t, append([]upstreamtest.Answer{{URL: geotest.Census, Body: saint}},
		geotest.AnswersAt(geotest.Now)...)...)
	if status, got := other.Get("/weather", "address", "350 5th Ave, St. Louis, MO"); status != http.StatusOK {
		t.Error(status, got)
	}
	// The geocoder gave a street of another city.
	if status, _ := s.Get("/weather", "address", "350 5th Ave, Brooklyn Park, MN"); status != http.StatusNotFound {
		t.Error(status)
	}
}

// TestRecordedWeather holds what is served against the answers that the service gave on the recorded days.
func TestRecordedWeather(t *testing.T) {
	sample := func(name string) string { return string(samples.Read(t, "nws/"+name)) }
	observation := func(station string) string {
		return strings.ReplaceAll(sample("observation_latest.json"), "/KFLL", "/"+station)
	}
	observed := time.Date(2022, 3, 3, 0, 10, 0, 0, time.UTC)
	s, _ := serviceAt(t, observed,
		upstreamtest.Answer{URL: geotest.NWS + "/points/30,-85", Body: sample("points.json")},
		upstreamtest.Answer{
			URL:  geotest.NWS + "/gridpoints/TAE/58,65/stations",
			Body: sample("gridpoints_stations.json"),
		},
		upstreamtest.Answer{URL: fmt.Sprintf(latest, "KCMH"), Status: 404, Body: notFound},
		upstreamtest.Answer{URL: fmt.Sprintf(latest, "KOSU"), Body: observation("KOSU")},
		upstreamtest.Answer{URL: fmt.Sprintf(latest, "KTZR"), Body: observation("KTZR")},
		upstreamtest.Answer{URL: geotest.NWS + "/alerts/active", Body: geotest.NoFeatures},
	)
	_, got := s.Get("/weather", "lat", "30", "lon", "-85")
	handlertest.Holds(t, got, map[string]any{
		"location.city":              "Sumatra",
		"location.state":             "FL",
		"current.description":        "Mostly Cloudy",
		"current.temperature_c":      22.8,
		"current.temperature_f":      73,
		"current.humidity_pct":       75.8,
		"current.wind_speed_kmh":     7.6,
		"current.wind_speed_mph":     4.7,
		"current.wind_direction":     "NNE",
		"current.wind_direction_deg": 20,
		"current.pressure_hpa":       1018.7,
		"current.age_minutes":        17,
		"partial":                    false,
	})
}

// TestAlertsInForce: exercises, cancellations and what is over are no alerts; a list that was not read is not empty.
func TestAlertsInForce(t *testing.T) {
	alert := func(event, severity, status, kind, expires, ends string) string {
		return fmt.Sprintf(`{"properties":{"@id":"https://api.weather.gov/alerts/1","event":%q,"status":%q,"messageType":%q,
"severity":%q,"certainty":"Likely","urgency":"Expected","headline":"A headline","effective":"2026-11-20T05:00:00-05:00",
"onset":null,"expires":%q,"ends":%s}}`, event, status, kind, severity, expires, ends)
	}
	const later, earlier = "2026-11-20T12:00:00-05:00", "2026-11-20T06:00:00-05:00"
	active := `{"features":[` + strings.Join([]string{
		alert("Wind Advisory", "Moderate", "Actual", "Alert", later, "null"),
		alert("Flood Watch", "Severe", "Actual", "Update", earlier, `"`+later+`"`),
		alert("Required Weekly Test", "Unknown", "Test", "Alert", later, "null"),
		alert("Tornado Warning", "Extreme", "Actual", "Cancel", later, "null"),
		alert("Dense Fog Advisory", "Minor", "Actual", "Alert", earlier, "null"),
	}, ",") + `]}`

	for _, c := range []struct {
		why  string
		list upstreamtest.Answer
		want map[string]any
	}{
		{"two of five", upstreamtest.Answer{Body: active}, map[string]any{
			"alerts.0.event":        "Flood Watch",
			"alerts.0.ends_at":      "2026-11-20T17:00:00Z",
			"alerts.1.event":        "Wind Advisory",
			"alerts.1.ends_at":      nil,
			"alerts.2":              nil,
			"partial":               false,
			"current.temperature_c": 8.3,
		}},
		{"none", upstreamtest.Answer{Body: geotest.NoFeatures}, map[string]any{"alerts": "[]", "partial": false}},
		{"the list is down", upstreamtest.Answer{Status: 503}, map[string]any{
			"alerts":                nil,
			"partial":               true,
			"sources.1.status":      "error",
			"current.temperature_c": 8.3,
		}},
		{"a list without members", upstreamtest.Answer{Body: `{"type":"FeatureCollection"}`}, map[string]any{
			"alerts":  nil,
			"partial": true,
		}},
	} {
		t.Run(c.why, func(t *testing.T) {
			c.list.URL = geotest.NWS + "/alerts/active"
			s, _ := service(t, append([]upstreamtest.Answer{c.list}, geotest.AnswersAt(geotest.Now)...)...)
			_, got := s.Get("/weather", "lat", "38.8894", "lon", "-77.0352")
			handlertest.Holds(t, got, c.want)
		})
	}
}

func TestRoundTripsOfWeather(t *testing.T) {
	s, world := service(t, geotest.AnswersAt(geotest.Now)...)
	s.Get("/weather", "lat", "38.8894", "lon", "-77.0352")
	if n := len(world.Asked()); n != 6 { // the point, its stations beside its alerts, three of them side by side
		t.Errorf("%d requests: %q", n, world.Asked())
	}
}

func TestCompass(t *testing.T) {
	for degrees, want := range map[float64]string{
		0: "N", 11.2: "N", 11.3: "NNE", 90: "E", 180: "S", 270: "W", 348.8: "N", 348.7: "NNW", 360: "N",
	} {
		if got := compass(degrees); got != want {
			t.Errorf("%v is %s, want %s", degrees, got, want)
		}
	}
}

// TestAStationFarAwaySaysSo: its weather may be another.
func TestAStationFarAwaySaysSo(t *testing.T) {
	answers := geotest.AnswersAt(geotest.Now)
	for i := range answers {
		answers[i].Body = strings.ReplaceAll(answers[i].Body, "[-77.03417,38.84833]", "[-77.03417,36.84833]")
		answers[i].Body = strings.ReplaceAll(answers[i].Body, "[-76.92,38.98]", "[-76.92,36.98]")
	}
	s, _ := service(t, answers...)
	_, got := s.Get("/weather", "lat", "38.8894", "lon", "-77.0352")
	if notes := fmt.Sprint(got["notes"]); !strings.Contains(notes, "213 km away") {
		t.Errorf("%v %v", notes, got["current"])
	}
}
