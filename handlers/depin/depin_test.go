package depin

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	dt "github.com/farebox/farebox/handlers/depin/depintest"

	"github.com/farebox/farebox/handlers/handlertest"
	"github.com/farebox/farebox/internal/samples"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

var withKey = map[string]string{"RELAY_API_KEY": "test"}

func service(
	t testing.TB, env map[string]string, first ...upstreamtest.Answer,
) (*handlertest.Service, *upstreamtest.World) {
	t.Helper()
	world := upstreamtest.New(t, append(first, dt.Answers()...)...)
	return serve(t, env, world), world
}

// serve is the routes over a world.
func serve(t testing.TB, env map[string]string, world *upstreamtest.World) *handlertest.Service {
	t.Helper()
	now := func() time.Time { return dt.Now }
	h := New(world.Pool(t, env, upstreamtest.At(now)), now)
	return handlertest.New(t, "depin", h.Register)
}

func TestSpecExamplesAreWhatTheRoutesAnswer(t *testing.T) {
	handlertest.CheckExamples(service(t, nil))
}

// TestAnswers holds members of the answers against what the sources say.
func TestAnswers(t *testing.T) {
	for _, c := range []struct {
		why   string
		route string
		query []string
		want  map[string]any
	}{
		{"not on mobile, though listed there; no state", "hotspot", []string{"helium", "key", dt.Hotspot},
			map[string]any{"name": "Creamy Lavender Alligator", "subnetworks.0": "iot", "subnetworks.1": nil,
				"gain_dbi": 2.3, "elevation_m": 10, "active": nil, "owner": nil, "location.country": "US",
				"location.precision": "h3_res8", "sources.1.status": "not_configured", "partial": false}},
		{"by the account that leads to the asset", "hotspot", []string{"helium", "key", dt.AssetKey},
			map[string]any{"entity_key": dt.Hotspot}},
		{"a vehicle", "hotspot", []string{"dimo", "key", "190090"}, map[string]any{
			"vehicle.make": "BMW", "vehicle.year": 2020, "owner": dt.User,
			"earned.amount": 12.5, "earned.symbol": "DIMO",
			"created_at": "2026-01-02T03:04:05Z", "location": nil}},
		{"a mask that one station has", "hotspot", []string{"geodnet", "key", "20CFC"}, map[string]any{
			"name": "****20CFC", "location.lat": 35.066761, "active": nil}},
		{"a mask that two have, with the position", "hotspot", []string{"geodnet", "key", "****AAAAA@-10,20"},
			map[string]any{"location.lat": -10}},
		{"the position written otherwise", "hotspot", []string{"geodnet", "key", "****aaaaa@-10.0,20.00"},
			map[string]any{"location.lat": -10}},
		{"the id written otherwise", "hotspot", []string{"dimo", "key", "+0190090"}, map[string]any{"key": "190090"}},
		{"0, 0 is no place", "hotspot", []string{"geodnet", "key", "****BBBBB"}, map[string]any{"location": nil}},
		{"by name", "hotspot", []string{"weatherxm", "key", "Frontal Ultraviolet Altostratus"}, map[string]any{
			"active": true, "device_type": "H1", "last_seen_at": "2026-11-20T14:12:23Z", "earned.amount": 54.32,
			"location.precision": "cell"}},
		{"by cell and id", "hotspot", []string{"weatherxm", "key", dt.Cell + "/" + dt.Station}, map[string]any{
			"name": "Frontal Ultraviolet Altostratus"}},
		{"nothing held is zero", "wallet", []string{"helium", "wallet", dt.Wallet}, map[string]any{
			"device_count": 0, "balances.0.symbol": "HNT", "balances.0.amount": 0, "rewards": nil, "truncated": false}},
		{"more vehicles than the page has", "wallet", []string{"dimo", "wallet", dt.User}, map[string]any{
			"device_count": 101, "count": 1, "truncated": true, "rewards.earned_amount": 1234.5,
			"rewards.claimed_amount": nil, "devices.0.key": "190090", "devices.0.name": "BMW i3s 2020"}},
		{"owners are not published", "wallet", []string{"weatherxm", "wallet", dt.User}, map[string]any{
			"device_count": nil, "rewards.earned_amount": 900, "rewards.unclaimed_amount": 827.00700201}},
		{"a wallet that the network does not know", "wallet",
			[]string{"weatherxm", "wallet", "0x00000000000000000000000000000000000000a1"},
			map[string]any{"device_count": nil, "rewards": nil, "sources.0.status": "empty"}},
		{"sub-networks overlap", "network", []string{"helium"}, map[string]any{
			"device_count": nil, "subnetworks.0.device_count": 1035597, "subnetworks.1.device_count": 56885,
			"proof_of_coverage.active": false, "proof_of_coverage.ended": "2026-07-06"}},
		{"vehicles", "network", []string{"dimo"}, map[string]any{"device_count": 180000, "active_count": nil}},
		{"stations", "network", []string{"geodnet"}, map[string]any{"device_count": 6, "proof_of_coverage": nil}},
		{"sums of cells", "network", []string{"weatherxm"}, map[string]any{
			"device_count": 31, "active_count": 9, "cell_count": 2}},
		{"two within", "coverage", []string{"geodnet", "geo", "35.06676,-82.63138,5"}, map[string]any{
			"available": true, "device_count": 2, "nearest_km": 0, "coverage_level": "sparse",
			"devices.0.key": "****20CFC@35.066761,-82.631384"}},
		{"a small disc is not extrapolated", "coverage", []string{"geodnet", "geo", "35.06676,-82.63138,0.5"},
			map[string]any{"device_count": 2, "coverage_level": "sparse"}},
		{"none within, one outside", "coverage", []string{"geodnet", "geo", "35.3,-82.63"}, map[string]any{
			"device_count": 0, "coverage_level": "none", "nearest_km": 11.12, "devices.0": nil}},
		{"stations of a cell", "coverage", []string{"weatherxm", "geo", "39.1691,-77.3527,5"}, map[string]any{
			"device_count": 2, "cells.0.h3_cell": dt.Cell,
			"devices.0.key": dt.Cell + "/" + dt.Station, "truncated": true,
			"coverage_level": "sparse"}},
		{"a cell by its index", "coverage", []string{"weatherxm", "geo", dt.Cell}, map[string]any{
			"device_count": 2, "h3_cell": dt.Cell, "coverage_level": nil}},
		{"no positions of vehicles", "coverage", []string{"dimo", "geo", "1,1"}, map[string]any{
			"available": false, "reason": "not_published", "device_count": nil}},
		{"no key", "coverage", []string{"helium", "geo", "38.73,-77.1"}, map[string]any{
			"available": false, "reason": "not_configured", "device_count": nil, "coverage_level": nil}},
		{"no key", "rewards", []string{"helium", "subnetwork", "iot"}, map[string]any{
			"available": false, "reason": "not_configured", "total_tokens": nil, "window": nil,
			"proof_of_coverage.active": false}},
		{"own statistics", "rewards", []string{"weatherxm"}, map[string]any{
			"available": true, "total_tokens": 1250000.5, "token": "WXM", "window.period_end": "2026-11-20T11:00:00Z",
			"as_of": "2026-11-20T11:00:00Z"}},
		{"not published", "rewards", []string{"geodnet"}, map[string]any{
			"available": false, "reason": "not_published"}},
		{"not published", "rewards", []string{"dimo"}, map[string]any{"available": false, "reason": "not_published"}},
	} {
		t.Run(c.route+" "+strings.Join(c.query, " "), func(t *testing.T) {
			s, _ := service(t, nil)
			status, answer := s.Get("/depin/"+c.route, append([]string{"network"}, c.query...)...)
			if status != 200 {
				t.Fatalf("%s: %d %v", c.why, status, answer)
			}
			handlertest.Holds(t, answer, c.want)
		})
	}
}

func TestUnknownAndAmbiguous(t *testing.T) {
	for _, c := range []struct {
		query  []string
		status int
		says   string
	}{
		{[]string{"helium", "key", "11111111111111111111111111111111"}, 404, "RELAY_API_KEY"},
		{[]string{"dimo", "key", "99999999"}, 404, "dimo"},
		{[]string{"geodnet", "key", "****FFFFF"}, 404, "geodnet"},
		{[]string{"geodnet", "key", "****AAAAA"}, 400, "****AAAAA@10,20; ****AAAAA@-10,20"},
		{[]string{"weatherxm", "key", "Nobody"}, 404, "weatherxm"},
		{[]string{"weatherxm", "key", "Twice"}, 400, dt.Cell + "/a"},
		{[]string{"weatherxm", "key", dt.Cell + "/nobody"}, 404, "weatherxm"},
	} {
		s, _ := service(t, nil)
		status, answer := s.Get("/depin/hotspot", append([]string{"network"}, c.query...)...)
		if detail, _ := answer["detail"].(string); status != c.status || !strings.Contains(detail, c.says) {
			t.Errorf("%q: %d %v", c.query, status, answer)
		}
	}
}

// TestAStationListedTwiceIsOne: nothing tells the two entries apart.
func TestAStationListedTwiceIsOne(t *testing.T) {
	const station = `{"name":"****6E638","lat":35.066763,"lng":-82.631376}`
	answers := dt.Answers()
	for i := range answers {
		if answers[i].Body == dt.Stations {
			answers[i].Body = strings.Replace(dt.Stations, station, station+","+station, 1)
		}
	}
	s, _ := service(t, nil, answers...)
	if status, answer := s.Get("/depin/hotspot", "network", "geodnet", "key", "****6E638"); status != 200 {
		t.Errorf("%d %v", status, answer)
	}
}

func TestRelay(t *testing.T) {
	const spot = `{"id":"1","asset_id":"` + dt.Asset + `","ecc_key":"` + dt.Hotspot + `","owner":"` + dt.Wallet +
		`","networks":["iot"],"name":"creamy","maker":{"name":"A Maker"}}`
	const printed = `{"meta":{"count":1,"total_pages":1,"current_page":1},"records":[` + spot + `]}`
	page := func(pages string) string {
		return `{"records":[` + spot + `],"meta":{"pagination":{"count":1,"total_pages":` + pages +
			`,"current_page":1,"next_page":null,"prev_page":null}}}`
	}
	totals := dt.Relay + "/iot-reward-shares/totals"
	rewards := []string{"rewards", "helium", "subnetwork", "iot"}
	cell := []string{"coverage", "helium", "geo", "872aa86a6ffffff"}

	for _, c := range []struct {
		why    string
		answer upstreamtest.Answer
		ask    []string
		status int
		want   map[string]any
	}{
		{"owner and maker", upstreamtest.Answer{URL: dt.Relay + "/hotspots/" + dt.Asset, Body: spot},
			[]string{"hotspot", "helium", "key", dt.Hotspot}, 200,
			map[string]any{"owner": dt.Wallet, "maker": "A Maker", "partial": false}},
		{"by asset id", upstreamtest.Answer{URL: dt.Relay + "/hotspots/" + dt.Asset, Body: spot},
			[]string{"hotspot", "helium", "key", dt.Asset}, 200, map[string]any{"entity_key": dt.Hotspot}},
		{"another hotspot than asked for", upstreamtest.Answer{URL: dt.Relay + "/hotspots/*", Body: `{"asset_id":"x"}`},
			[]string{"hotspot", "helium", "key", dt.Hotspot}, 200, map[string]any{"owner": nil, "partial": true}},
		{"on both sub-networks, counted once", upstreamtest.Answer{
			URL: dt.Relay + "/hotspots?per_page=100", Body: page("1")},
			cell, 200, map[string]any{"available": true, "device_count": 1, "devices.1": nil, "truncated": false}},
		{"as its documentation prints it", upstreamtest.Answer{
			URL: dt.Relay + "/hotspots?per_page=100", Body: printed},
			cell, 200, map[string]any{"available": true, "device_count": 1, "truncated": false}},
		{"more than a page", upstreamtest.Answer{URL: dt.Relay + "/hotspots?per_page=100", Body: page("3")},
			cell, 200, map[string]any{"available": true, "device_count": nil, "truncated": true}},
		{"an empty cell", upstreamtest.Answer{URL: dt.Relay + "/hotspots?per_page=100",
			Body: `{"records":[],"meta":{"pagination":{"count":0,"total_pages":0,"current_page":1}}}`},
			cell, 200, map[string]any{"available": true, "device_count": 0}},
		{"no number of pages", upstreamtest.Answer{URL: dt.Relay + "/hotspots?per_page=100",
			Body: `{"records":[],"meta":{}}`},
			cell, 502, nil},
		{"the filter is an integer", upstreamtest.Answer{
			URL: dt.Relay + "/hotspots?iot_location=608736394952572927", Body: page("1")}, cell, 200,
			map[string]any{"available": true, "partial": true, "device_count": nil}},
		{"no cell", upstreamtest.Answer{URL: dt.Relay + "/hotspots", Body: printed},
			[]string{"coverage", "helium", "geo", "1,2"}, 400, nil},
		{"sums", upstreamtest.Answer{URL: totals + "?from=2026-10-21T00:00:00Z&to=2026-11-20T00:00:00Z",
			Body: `{"total_beacon_amount":0,"total_witness_amount":0,"total_dc_transfer_amount":1200,
"total_amount":3}`},
			rewards, 200, map[string]any{"available": true, "totals.total_dc_transfer_amount": 1200,
				"total_tokens": nil, "window.period_start": "2026-10-21T00:00:00Z"}},
		{"sums of no rows", upstreamtest.Answer{URL: totals, Body: `{"total_dc_transfer_amount":0}`},
			rewards, 200, map[string]any{"available": false, "reason": "no_data",
				"totals.total_dc_transfer_amount": nil}},
		{"a free plan", upstreamtest.Answer{URL: totals, Status: 401, Body: `{"code":"feature_not_available"}`},
			rewards, 200, map[string]any{"available": false, "reason": "plan"}},
		{"a wrong key", upstreamtest.Answer{URL: totals, Status: 401, Body: `{"code":"authentication_required"}`},
			rewards, 200, map[string]any{"available": false, "reason": "key_rejected"}},
		{"a plan that is used up", upstreamtest.Answer{URL: totals, Status: 402,
			Body: `{"code":"usage_limit_exceeded"}`},
			rewards, 200, map[string]any{"available": false, "reason": "usage_limit"}},
		{"a failure", upstreamtest.Answer{URL: totals, Status: 500}, rewards, 502, nil},
		{"no sums", upstreamtest.Answer{URL: totals, Body: `{}`}, rewards, 502, nil},
	} {
		t.Run(c.why, func(t *testing.T) {
			s, _ := service(t, withKey, c.answer)
			for range 2 { // the second time from what is remembered
				status, answer := s.Get("/depin/"+c.ask[0], append([]string{"network"}, c.ask[1:]...)...)
				if status != c.status {
					t.Fatalf("%d %v", status, answer)
				}
				handlertest.Holds(t, answer, c.want)
			}
		})
	}
}

// TestRecordedAnswers holds what is served against recorded answers.
func TestRecordedAnswers(t *testing.T) {
	sample := func(name string) string { return string(samples.Read(t, name)) }
	const mobile = "DpmnCM3QhpmFcKgSQ9zYiA4eEJHLGSrCV1iYWd9Jyxuo"
	s, _ := service(t, nil,
		upstreamtest.Answer{
			URL: dt.Helium + "/" + dt.Hotspot, Body: sample("helium-entity/hotspot_iot_legacy_path.json"),
		},
		upstreamtest.Answer{
			URL: dt.Helium + "/v2/hotspot/" + mobile, Body: sample("helium-entity/hotspot_mobile_wifi.json"),
		},
		upstreamtest.Answer{URL: dt.Geodnet, Body: sample("geodnet/coverage_stations.json")},
		upstreamtest.Answer{URL: dt.WeatherXM + "/cells", Body: sample("weatherxm/cells.json")},
		upstreamtest.Answer{
			URL: dt.WeatherXM + "/cells/" + dt.Cell + "/devices", Body: sample("weatherxm/cell_devices.json"),
		},
		upstreamtest.Answer{URL: dt.WeatherXM + "/devices/*", Body: sample("weatherxm/get_device_rewards.mock.json")},
		upstreamtest.Answer{
			URL: dt.WeatherXM + "/network/search", Body: sample("weatherxm/get_network_search_results.mock.json"),
		},
		upstreamtest.Answer{
			URL: dt.WeatherXM + "/network/rewards/withdraw", Body: sample("weatherxm/wallet_rewards.mock.json"),
		},
		upstreamtest.Answer{
			URL: dt.WeatherXM + "/network/stats", Body: sample("weatherxm/get_network_stats.mock.json"),
		},
		upstreamtest.Answer{Method: "POST", URL: dt.DIMO, Body: sample("dimo/vehicles.json")},
	)
	for _, c := range []struct {
		status int
		ask    []string
		want   map[string]any
	}{
		{200, []string{"hotspot", "helium", "key", dt.Hotspot}, map[string]any{
			"name": "Creamy Lavender Alligator", "asset_id": dt.Asset, "subnetworks.1": nil, "location.lat": 38.732393,
			"location.lon": -77.099329, "location.city": "Mount Vernon", "location.state": "Virginia",
			"location.street": nil, "elevation_m": 10, "gain_dbi": 2.3, "created_at": "2025-07-20T00:12:38.202Z",
			"active": nil}},
		{200, []string{"hotspot", "helium", "key", mobile}, map[string]any{
			"name": "Modern Hotpink Condor", "subnetworks.0": "mobile", "device_type": "wifiIndoor", "gain_dbi": nil,
			"elevation_m": nil, "location.street": "Callan Boulevard", "location.city": "Daly City",
			"location.lat": 37.664021, "location.subnetwork": "mobile", "location.h3_cell": "8c28309703497ff"}},
		{200, []string{"hotspot", "geodnet", "key", "****20CFC"}, map[string]any{"location.lon": -82.631384}},
		{200, []string{"network", "geodnet"}, map[string]any{"device_count": 12}},
		{200, []string{"coverage", "geodnet", "geo", "35.06676,-82.63138,5"}, map[string]any{
			"device_count": 2, "devices.1.name": "****6E638", "nearest_km": 0, "coverage_level": "sparse"}},
		{200, []string{"network", "weatherxm"}, map[string]any{
			"device_count": 59, "active_count": 16, "cell_count": 4}},
		{200, []string{"coverage", "weatherxm", "geo", "39.1691,-77.3527,5"}, map[string]any{
			"device_count": 10, "cells.0.h3_cell": dt.Cell, "nearest_km": 0.001,
			"coverage_level": "good", "truncated": true,
			"devices.3.active": true, "devices.4": nil}},
		{200, []string{"hotspot", "weatherxm", "key", dt.Cell + "/" + dt.Station}, map[string]any{
			"name": "Frontal Ultraviolet Altostratus", "active": true, "earned.amount": 54.32}},
		{404, []string{"hotspot", "weatherxm", "key", "Officer"}, nil}, // a town, and no station
		{200, []string{"wallet", "weatherxm", "wallet", dt.User}, map[string]any{
			"rewards.earned_amount": 900, "rewards.claimed_amount": 72.992997990000001024}},
		{200, []string{"rewards", "weatherxm"}, map[string]any{
			"total_tokens": 56950187, "window.period_end": "2025-06-17T15:00:25Z", "as_of": "2025-06-17T15:00:25Z",
			"sources.0.status": "stale", "partial": true}},
		{502, []string{"network", "dimo"}, nil}, // recorded without the total
		{502, []string{"hotspot", "dimo", "key", "190090"}, nil},
	} {
		status, answer := s.Get("/depin/"+c.ask[0], append([]string{"network"}, c.ask[1:]...)...)
		if status != c.status {
			t.Errorf("%q: %d %v", c.ask, status, answer)
			continue
		}
		handlertest.Holds(t, answer, c.want)
	}
}

// TestCellsThatThereAreNot: of a cell that cannot be, it is not known that it has no stations.
func TestCellsThatThereAreNot(t *testing.T) {
	s, _ := service(t, nil)
	for geo, status := range map[string]int{
		dt.Cell:           200,
		"872AAA945FFFFFF": 200, // the same
		"870800000ffffff": 200, // in a pentagon
		"872aaa945fffff0": 400, // something below its resolution
		"872aaa947ffffff": 400, // a digit 7 at a level that it has
		"870800000000000": 400,
		"870840000ffffff": 400, // the child that a pentagon does not have
		"87f7aa945ffffff": 400, // base cell 123
		"86283082fffffff": 400, // another resolution
	} {
		if got, answer := s.Get("/depin/coverage", "network", "weatherxm", "geo", geo); got != status {
			t.Errorf("%s: %d %v", geo, got, answer)
		}
	}
}

// TestOddCellLeavesTheOthers: what a cell that cannot be read has is not said to be nothing.
func TestOddCellLeavesTheOthers(t *testing.T) {
	s, _ := service(t, nil, upstreamtest.Answer{URL: dt.WeatherXM + "/cells", Body: `[
{"index":"872aaa94cffffff","device_count":2,"active_device_count":3,"center":{"lat":39.2,"lon":-77.4}},
{"index":"` + dt.Cell + `","device_count":2,"active_device_count":1,"center":{"lat":39.16909,"lon":-77.3527}}]`})
	for _, c := range []struct {
		ask  []string
		want map[string]any
	}{
		{[]string{"/depin/network"}, map[string]any{"device_count": 2, "cell_count": 1, "partial": true}},
		{[]string{"/depin/coverage", "geo", "39.1691,-77.3527,5"}, map[string]any{"device_count": 2, "partial": true}},
		{[]string{"/depin/coverage", "geo", "39.2,-78.4,5"}, map[string]any{
			"device_count": nil, "density_per_km2": nil, "coverage_level": nil, "partial": true,
		}},
		{[]string{"/depin/coverage", "geo", dt.Cell}, map[string]any{"device_count": 2, "partial": false}},
		{[]string{"/depin/coverage", "geo", "872aaa94cffffff"}, map[string]any{"device_count": nil, "partial": true}},
	} {
		_, got := s.Get(c.ask[0], append([]string{"network", "weatherxm"}, c.ask[1:]...)...)
		handlertest.Holds(t, got, c.want)
		note, _ := got["note"].(string)
		if !strings.Contains(note, "Of 2 cells 1 could not be read") {
			t.Errorf("%v: %q", c.ask, note)
		}
	}
}

func TestLevels(t *testing.T) {
	for _, c := range []struct {
		count int
		km    float64
		want  string
	}{
		{0, 5, "none"}, {1, 5, "sparse"}, {2, 5, "sparse"}, {3, 5, "fair"}, {9, 5, "fair"}, {10, 5, "good"},
		{49, 5, "good"}, {50, 5, "dense"}, {1, 50, "sparse"}, {50, 50, "sparse"}, {300, 50, "fair"}, {0, 50, "none"},
	} {
		if got := level(c.count, c.km); string(got) != c.want {
			t.Errorf("%d within %v km is %s, want %s", c.count, c.km, got, c.want)
		}
	}
}

// BenchmarkCoverage looks through as many stations as GEODNET has, with the list remembered.
func BenchmarkCoverage(b *testing.B) {
	var list strings.Builder
	list.WriteString(`{"code":0,"data":[`)
	for i := range 19499 {
		if i > 0 {
			list.WriteByte(',')
		}
		row, _ := json.Marshal(map[string]any{
			"name": "****20CFC", "lat": float64(i%170) - 85, "lng": float64(i%358) - 179,
		})
		list.Write(row)
	}
	list.WriteString("]}")
	s, _ := service(b, nil, upstreamtest.Answer{URL: dt.Geodnet, Body: list.String()})
	for b.Loop() {
		if status, answer := s.Get("/depin/coverage", "network", "geodnet", "geo", "35,-82,50"); status != 200 {
			b.Fatal(status, answer)
		}
	}
}
