// Package geotest has what the providers say to the examples of the spec's geo routes: real places, and figures that
// could be theirs.
package geotest

import (
	"regexp"
	"strings"
	"time"

	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

// Now is the time that the examples were written for.
var Now = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

// Where the providers are.
const (
	Census    = "https://geocoding.geo.census.gov/geocoder/locations/onelineaddress"
	BAN       = "https://data.geopf.fr/geocodage/search"
	PDOK      = "https://api.pdok.nl/bzk/locatieserver/search/v3_1/free"
	Postcodes = "https://api.postcodes.io/postcodes/"
	Nominatim = "https://nominatim.openstreetmap.org"
	Photon    = "https://photon.komoot.io"
	NWS       = "https://api.weather.gov"
)

// Answers are what the providers say to the examples of the spec, with observations of a few minutes ago and forecasts
// of the hours to come by the clock.
func Answers() []upstreamtest.Answer { return AnswersAt(time.Now()) }

// AnswersAt is Answers as of now.
func AnswersAt(now time.Time) []upstreamtest.Answer {
	observed := now.Add(-8 * time.Minute).UTC().Format(time.RFC3339)
	return []upstreamtest.Answer{
		{URL: Nominatim + "/search?q=10+Downing+Street,+London+SW1A+2AA,+UK", Body: downing},
		{URL: Nominatim + "/search", Body: `[]`},
		{URL: Postcodes + "SW1A2AA", Body: postcode},
		{URL: Photon + "/api", Body: NoFeatures},
		{URL: Census, Body: NoMatch},

		{URL: Nominatim + "/reverse?lat=48.8584&lon=2.2945", Body: eiffel},
		{URL: Nominatim + "/reverse", Body: `{"error":"Unable to geocode"}`},

		{URL: NWS + "/points/38.8894,-77.0352", Body: point, Type: geoJSON},
		{URL: NWS + "/points/*", Status: 404, Body: InvalidPoint, Type: problemJSON},
		{URL: NWS + "/gridpoints/LWX/97,71/stations", Body: stations, Type: geoJSON},
		{
			URL:  NWS + "/stations/KDCA/observations/latest",
			Body: Observation(observed, `"station":"`+NWS+`/stations/KDCA",`+washington),
			Type: geoJSON,
		},
		{
			URL:    NWS + "/stations/KADW/observations/latest",
			Status: 404,
			Body:   NotThere,
			Type:   problemJSON,
		},
		{
			URL:  NWS + "/stations/KCGS/observations/latest",
			Body: Observation(observed, `"station":"`+NWS+`/stations/KCGS",`+collegePark),
			Type: geoJSON,
		},
		{URL: NWS + "/gridpoints/LWX/97,71/forecast", Body: shifted(daily, now), Type: geoJSON},
		{
			URL:  NWS + "/gridpoints/LWX/97,71/forecast/hourly",
			Body: shifted(hourly, now),
			Type: geoJSON,
		},
		{URL: NWS + "/alerts/active?point=38.8894,-77.0352", Body: NoFeatures, Type: geoJSON},
	}
}

var moment = regexp.MustCompile(`"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d"`)

// shifted moves the times of a forecast for [Now] by whole hours, so that it is one for now.
func shifted(forecast string, now time.Time) string {
	by := now.Sub(Now).Truncate(time.Hour)
	return moment.ReplaceAllStringFunc(forecast, func(text string) string {
		at, err := time.Parse(`"`+time.RFC3339+`"`, text)
		if err != nil {
			return text
		}
		return at.Add(by).Format(`"` + time.RFC3339 + `"`)
	})
}

const (
	geoJSON     = "application/geo+json"
	problemJSON = "application/problem+json"
)

// Answers that have nothing.
const (
	NoMatch    = `{"result":{"input":{"benchmark":{"id":"4"}},"addressMatches":[]}}`
	NoFeatures = `{"type":"FeatureCollection","features":[]}`

	InvalidPoint = `{"title":"Data Unavailable For Requested Point","status":404,
"type":"https://api.weather.gov/problems/InvalidPoint","detail":"Unable to provide data for requested point"}`
	NotThere = `{"title":"Not Found","status":404,"type":"https://api.weather.gov/problems/NotFound"}`
)

const downing = `[{"place_id":1,"osm_type":"way","osm_id":1879842,"lat":"51.5034927","lon":"-0.1277120",
"category":"office",
"type":"government","place_rank":30,"importance":0.61,"addresstype":"office","name":"Prime Minister's Office",
"display_name":"Prime Minister's Office, 10, Downing Street, Westminster, London, England, SW1A 2AA, United Kingdom",
"address":{"office":"Prime Minister's Office","house_number":"10","road":"Downing Street","quarter":"Westminster",
"city":"London","state_district":"Greater London","state":"England","postcode":"SW1A 2AA","country":"United Kingdom",
"country_code":"gb"},"boundingbox":["51.5032573","51.5036483","-0.1278356","-0.1273038"]}]`

const postcode = `{"status":200,"result":{"postcode":"SW1A 2AA","longitude":-0.127695,"latitude":51.50354,
"country":"England","admin_district":"Westminster"}}`

const eiffel = `{"place_id":2,"osm_type":"way","osm_id":5013364,"lat":"48.8582599","lon":"2.2945006",
"category":"man_made",
"type":"tower","place_rank":30,"importance":0.62,"addresstype":"man_made","name":"Tour Eiffel",
"display_name":"Tour Eiffel, 5, Avenue Anatole France, Quartier du Gros-Caillou, Paris, Île-de-France, 75007, France",
"address":{"man_made":"Tour Eiffel","house_number":"5","road":"Avenue Anatole France",
"suburb":"Quartier du Gros-Caillou",
"city":"Paris","state":"Île-de-France","postcode":"75007","country":"France","country_code":"fr"},
"boundingbox":["48.8574753","48.8590453","2.2933119","2.2956897"]}`

const point = `{"type":"Feature","properties":{"gridId":"LWX","gridX":97,"gridY":71,"cwa":"LWX",
"forecast":"https://api.weather.gov/gridpoints/LWX/97,71/forecast",
"forecastHourly":"https://api.weather.gov/gridpoints/LWX/97,71/forecast/hourly",
"observationStations":"https://api.weather.gov/gridpoints/LWX/97,71/stations",
"relativeLocation":{"type":"Feature","properties":{"city":"Washington","state":"DC",
"distance":{"unitCode":"wmoUnit:m","value":2100}}},
"forecastZone":"https://api.weather.gov/zones/forecast/DCZ001","timeZone":"America/New_York"}}`

const stations = `{"type":"FeatureCollection","features":[
{"type":"Feature","geometry":{"type":"Point","coordinates":[-76.92,38.98]},
 "properties":{"stationIdentifier":"KCGS","name":"College Park Airport"}},
{"type":"Feature","geometry":{"type":"Point","coordinates":[-77.03417,38.84833]},
 "properties":{"stationIdentifier":"KDCA","name":"Washington/Reagan National Airport, DC"}},
{"type":"Feature","geometry":{"type":"Point","coordinates":[-76.8667,38.8167]},
 "properties":{"stationIdentifier":"KADW","name":"Camp Springs / Andrews Air Force Base"}}]}`

// Observation is an observation at a moment with the values given as JSON members. Those that are not given were not
// measured: the service has them with a null.
func Observation(at, values string) string {
	for _, name := range []string{
		"temperature", "relativeHumidity", "windDirection", "windSpeed", "seaLevelPressure", "barometricPressure",
		"visibility",
	} {
		if !strings.Contains(values, `"`+name+`"`) {
			values = strings.TrimSuffix(values, ",") + `,"` + name + `":{"unitCode":"","value":null}`
		}
	}
	values = strings.Trim(values, ",")
	return `{"type":"Feature","properties":{"timestamp":"` + at + `",` + values + `}}`
}

const washington = `"rawMessage":"KDCA 201152Z 32011KT 10SM FEW045 08/01 A3012 RMK AO2 SLP198",
"textDescription":"Mostly Clear",
"temperature":{"unitCode":"wmoUnit:degC","value":8.3,"qualityControl":"V"},
"dewpoint":{"unitCode":"wmoUnit:degC","value":1.1,"qualityControl":"V"},
"windDirection":{"unitCode":"wmoUnit:degree_(angle)","value":320,"qualityControl":"V"},
"windSpeed":{"unitCode":"wmoUnit:km_h-1","value":20.52,"qualityControl":"V"},
"windGust":{"unitCode":"wmoUnit:km_h-1","value":null,"qualityControl":"Z"},
"barometricPressure":{"unitCode":"wmoUnit:Pa","value":102000,"qualityControl":"V"},
"seaLevelPressure":{"unitCode":"wmoUnit:Pa","value":101980,"qualityControl":"V"},
"visibility":{"unitCode":"wmoUnit:m","value":null,"qualityControl":"Z"},
"relativeHumidity":{"unitCode":"wmoUnit:percent","value":60.412,"qualityControl":"V"},
"windChill":{"unitCode":"wmoUnit:degC","value":5.4,"qualityControl":"V"},
"heatIndex":{"unitCode":"wmoUnit:degC","value":null,"qualityControl":"V"}`

const collegePark = `"rawMessage":"","textDescription":"",
"temperature":{"unitCode":"wmoUnit:degC","value":7,"qualityControl":"V"},
"visibility":{"unitCode":"wmoUnit:m","value":16093.44,"qualityControl":"C"}`

const daily = `{"type":"Feature","properties":{"units":"us","updateTime":"2026-11-20T09:41:07+00:00","periods":[
{"number":1,"name":"Today","startTime":"2026-11-20T06:00:00-05:00","endTime":"2026-11-20T18:00:00-05:00",
"isDaytime":true,
"temperature":52,"temperatureUnit":"F","probabilityOfPrecipitation":{"unitCode":"wmoUnit:percent","value":3},
"windSpeed":"7 to 13 mph","windDirection":"NW","shortForecast":"Sunny",
"detailedForecast":"Sunny, with a high near 52. Northwest wind 7 to 13 mph."},
{"number":2,"name":"Tonight","startTime":"2026-11-20T18:00:00-05:00","endTime":"2026-11-21T06:00:00-05:00",
"isDaytime":false,
"temperature":37,"temperatureUnit":"F","probabilityOfPrecipitation":{"unitCode":"wmoUnit:percent","value":null},
"windSpeed":"5 mph","windDirection":"N","shortForecast":"Mostly Clear",
"detailedForecast":"Mostly clear, with a low around 37. North wind around 5 mph."},
{"number":3,"name":"Saturday","startTime":"2026-11-21T06:00:00-05:00","endTime":"2026-11-21T18:00:00-05:00",
"isDaytime":true,"temperature":55,"temperatureUnit":"F",
"probabilityOfPrecipitation":{"unitCode":"wmoUnit:percent","value":20},"windSpeed":"6 mph","windDirection":"S",
"shortForecast":"Partly Sunny","detailedForecast":"Partly sunny, with a high near 55."}]}}`

const hourly = `{"type":"Feature","properties":{"units":"us","updateTime":"2026-11-20T09:41:07+00:00","periods":[
{"number":1,"name":"","startTime":"2026-11-20T07:00:00-05:00","endTime":"2026-11-20T08:00:00-05:00","isDaytime":true,
"temperature":46,"temperatureUnit":"F","probabilityOfPrecipitation":{"unitCode":"wmoUnit:percent","value":1},
"relativeHumidity":{"unitCode":"wmoUnit:percent","value":61},"windSpeed":"9 mph","windDirection":"NW",
"shortForecast":"Sunny","detailedForecast":""},
{"number":2,"name":"","startTime":"2026-11-20T08:00:00-05:00","endTime":"2026-11-20T09:00:00-05:00","isDaytime":true,
"temperature":47,"temperatureUnit":"F","probabilityOfPrecipitation":{"unitCode":"wmoUnit:percent","value":1},
"relativeHumidity":{"unitCode":"wmoUnit:percent","value":58},"windSpeed":"10 mph","windDirection":"NW",
"shortForecast":"Sunny","detailedForecast":""}]}}`
