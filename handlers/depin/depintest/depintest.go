// Package depintest has what the sources say to the examples of the spec's depin routes.
package depintest

import (
	"net/http"
	"time"

	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

// Now is the time that the examples were written for.
var Now = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

// Where the sources are.
const (
	Helium    = "https://entities.nft.helium.io"
	Relay     = "https://api.relaywireless.com/v1/helium/l2"
	DIMO      = "https://identity-api.dimo.zone/query"
	Geodnet   = "https://rtk.geodnet.com/api/v2/coverage_stations"
	WeatherXM = "https://api.weatherxm.com/api/v1"
)

// The hotspot, the empty wallet and the cell of the examples.
const (
	Hotspot  = "11vBaUqP9vfN8qRkMSwVkQqPdGraJCzWxQdX4cbq89WqkTZtpVF"
	Asset    = "Hpf4i2K7QqoToQev2V9KbMahCHpNhzjVKPYUQxNNas1w"
	AssetKey = "AEYbQSJvt6TpWRteamZHgmBMZrrayoRo7svwtE68xg6Y"
	Wallet   = "SysvarC1ock11111111111111111111111111111111"
	Cell     = "872aaa945ffffff"
	Station  = "cc45d4c0-bf54-11ed-95eb-b351f0b0cc44"
	User     = "0x12D4E16fcCAC298B3D05773CCDE93255A847e1E7"
)

// HotspotBody is the metadata of a hotspot on IoT alone.
const HotspotBody = `{"name":"Creamy Lavender Alligator","asset_id":"` + Asset + `",
"key_to_asset_key":"` + AssetKey + `",
"key_serialization":"b58","entity_key_str":"` + Hotspot + `","hotspot_infos":{"iot":{"asset":"` + Asset + `",
"street":null,"city":"Mount Vernon","state":"Virginia","country":"United States","is_active":false,
"location":"8c2aa86a65157ff","elevation":"10","gain":"23","created_at":"2025-07-20T00:12:38.202Z",
"lat":38.732393,"long":-77.099329},"mobile":{"location":null}},"attributes":[]}`

// Stations is the list of GEODNET.
const Stations = `{"code":0,"data":[{"name":"****20CFC","lat":35.066761,"lng":-82.631384},
{"name":"****6E638","lat":35.066763,"lng":-82.631376},{"name":"****AAAAA","lat":10,"lng":20},
{"name":"****AAAAA","lat":-10,"lng":20},{"name":"****BBBBB","lat":0,"lng":0},
{"name":"****CCCCC","lat":35.2,"lng":-82.63}]}`

// Answers are what the sources say to the examples of the spec.
func Answers() []upstreamtest.Answer {
	return []upstreamtest.Answer{
		{URL: Helium + "/" + Hotspot, Body: HotspotBody},
		{URL: Helium + "/v2/hotspot/" + AssetKey, Body: HotspotBody},
		{URL: Helium + "/v2/wallet/" + Wallet, Body: `{"hotspots_count":0,"hotspots":[],"balances":[
{"mint":"hntyVP6YFm1Hg25TN9WGLqM12b8TQmcknKrdu1oxWux","balance":"0"}]}`},
		{
			URL:  Helium + "/v2/hotspots/pagination-metadata?subnetwork=iot",
			Body: `{"pageSize":10000,"totalItems":1035597,"totalPages":104}`,
		},
		{
			URL:  Helium + "/v2/hotspots/pagination-metadata?subnetwork=mobile",
			Body: `{"pageSize":10000,"totalItems":56885,"totalPages":6}`,
		},
		{URL: Geodnet, Body: Stations},
		{Method: http.MethodPost, URL: DIMO, BodyHas: `"id":190090`, Body: `{"data":{"vehicle":{"tokenId":190090,
"owner":"` + User + `","mintedAt":"2026-01-02T03:04:05Z","definition":{"make":"BMW","model":"i3s","year":2020},
"earnings":{"totalTokens":"12.5"}}}}`},
		{Method: http.MethodPost, URL: DIMO, BodyHas: `"id":`, Body: `{"errors":[{"message":"No vehicle.",
"path":["vehicle"],"extensions":{"code":"NOT_FOUND"}}],"data":null}`},
		{Method: http.MethodPost, URL: DIMO, BodyHas: `"owner":"` + User, Body: `{"data":{"vehicles":{"totalCount":101,
"nodes":[{"tokenId":190090,"owner":"` + User + `","definition":{"make":"BMW","model":"i3s","year":2020}}]},
"rewards":{"totalTokens":1234.5}}}`},
		{Method: http.MethodPost, URL: DIMO, BodyHas: "vehicles(first: 1)", Body: `{"data":{"vehicles":{
"totalCount":180000,"nodes":[{"tokenId":190090}]}}}`},
		{URL: WeatherXM + "/cells", Body: `[
{"index":"` + Cell + `","device_count":2,"active_device_count":1,"center":{"lat":39.16909,"lon":-77.3527}},
{"index":"871eda743ffffff","device_count":29,"active_device_count":8,"center":{"lat":37.9807,"lon":23.7195}}]`},
		{URL: WeatherXM + "/cells/" + Cell + "/devices", Body: `[{"id":"` + Station + `","cellIndex":"` + Cell + `",
"cellCenter":{"lat":39.17928,"lon":-77.35086},"address":"Montgomery County, US",
"name":"Frontal Ultraviolet Altostratus","bundle":{"name":"h1","title":"H1"},"isActive":true,
"lastWeatherStationActivity":"2026-11-20T10:12:23-04:00"}]`},
		{URL: WeatherXM + "/devices/" + Station + "/rewards", Body: `{"total_rewards":54.32,"timeline":[]}`},
		{URL: WeatherXM + "/network/search?query=Frontal Ultraviolet Altostratus&exact=true", Body: `{"devices":[
{"id":"` + Station + `","name":"Frontal Ultraviolet Altostratus","cell_index":"` + Cell + `"}],"addresses":[]}`},
		{URL: WeatherXM + "/network/search?query=Twice&exact=true", Body: `{"devices":[
{"id":"a","name":"Twice","cell_index":"` + Cell + `"},{"id":"b","name":"twice","cell_index":"` + Cell + `"}]}`},
		{URL: WeatherXM + "/network/search", Body: `{"devices":[],"addresses":[]}`},
		{URL: WeatherXM + "/network/rewards/withdraw?address=" + User, Body: `{"proof":[],"cycle":4,
"cumulative_amount":"900000000000000000000","available":"827007002010000000000",
"total_claimed":"72992997990000001024"}`},
		{
			URL:    WeatherXM + "/network/rewards/withdraw",
			Status: 404,
			Body:   `{"code":"WalletAddressNotFound","message":"no such wallet"}`,
		},
		{
			URL:    Helium + "/v2/hotspot/*",
			Status: 404,
			Body:   `{"statusCode":404,"error":"Not Found","message":"Hotspot not found"}`,
		},
		{URL: WeatherXM + "/network/stats", Body: `{"rewards":{"last_30days":1250000.5,
"token_metrics":{"token":{"total_supply":100000000}}},"last_updated":"2026-11-20T11:00:00+00:00"}`},
	}
}
