// Package farcastertest has what the sources say to the examples of the spec's Farcaster routes: a real account, with
// figures that could be its own.
package farcastertest

import (
	"net/http"
	"time"

	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

// Now is the time that the examples were written for.
var Now = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

// Where the sources are.
const (
	Neynar = "https://api.neynar.com/v2/farcaster"
	Node   = "https://haatz.quilibrium.com"
	App    = "https://api.farcaster.xyz"
)

// Answers are what the sources say to the examples of the spec, and that they know no other account.
func Answers() []upstreamtest.Answer {
	return append(Examples(),
		upstreamtest.Answer{URL: Node + "/v2/farcaster/user/bulk", Body: `{"users":[]}`},
		upstreamtest.Answer{URL: Node + "/v2/farcaster/user/bulk-by-address", Body: `{"users":[]}`},
		NotFound(Node+"/v2/farcaster/user/by_username"),
		NotFound(App+"/v2/*"),
	)
}

// NotFound is an answer that there is no account.
func NotFound(address string) upstreamtest.Answer {
	return upstreamtest.Answer{
		URL:    address,
		Status: http.StatusNotFound,
		Body:   `{"message":"User not found","errors":[{"message":"No FID"}]}`,
	}
}

// Examples are what the sources say to the examples of the spec.
func Examples() []upstreamtest.Answer {
	return []upstreamtest.Answer{
		{URL: Node + "/v2/farcaster/user/bulk?fids=3", Body: `{"users":[` + User + `]}`},
		{URL: Node + "/v2/farcaster/followers?fid=3", Body: followers},
		{URL: Node + "/v2/farcaster/following?fid=3", Body: following},
		{URL: Node + "/v1/userDataByFid?fid=3", Body: data},
		{URL: Node + "/v1/onChainEventsByFid?fid=3&event_type=EVENT_TYPE_ID_REGISTER", Body: registration},
		{URL: Node + "/v1/verificationsByFid?fid=3", Body: verifications},
		{URL: Node + "/v1/castsByFid?fid=3", Body: casts},
	}
}

// User is an account as hypersnap has it.
const User = `{"object":"user","fid":3,"username":"dwr.eth","display_name":"Dan Romero",
"pfp_url":"https://imagedelivery.net/dwr.png","custody_address":"0x6B0bda3f2ffed5efc83fa8c024acff1dd45793f1",
"registered_at":"","profile":{"bio":{"text":"Working on Farcaster."}},"follower_count":490770,"following_count":3498,
"verifications":["0xd7029bdea1c17493893aafe29aad69ef892b8ff2"],"auth_addresses":[],
"verified_addresses":{"eth_addresses":["0xd7029bdea1c17493893aafe29aad69ef892b8ff2"],"sol_addresses":[],
"primary":{"eth_address":"0xd7029bdea1c17493893aafe29aad69ef892b8ff2","sol_address":null}},"verified_accounts":[]}`

const (
	followers = `{"users":[{"object":"user","fid":648026,"username":"chiziterevivian","display_name":"Chizitere Vivian",
"follower_count":19,"custody_address":"0x01","followed_at":"2026-11-19T08:30:00Z"}],"next":{"cursor":"7"}}`

	following = `{"users":[{"object":"user","fid":648026,"username":"chiziterevivian","display_name":"Chizitere Vivian",
"follower_count":19,"custody_address":"0x01","followed_at":"2026-11-18T10:00:00Z"},
{"object":"user","fid":2,"username":"v","display_name":"Varun Srinivasan","follower_count":350000,
"custody_address":"0x02"}],"next":{}}`

	data = `{"messages":[
{"data":{"type":"MESSAGE_TYPE_USER_DATA_ADD","fid":3,"timestamp":1,
"userDataBody":{"type":"USER_DATA_TYPE_DISPLAY","value":"Dan Romero"}}},
{"data":{"type":"MESSAGE_TYPE_USER_DATA_ADD","fid":3,"timestamp":1,
"userDataBody":{"type":"USER_DATA_TYPE_PFP","value":"https://imagedelivery.net/dwr.png"}}},
{"data":{"type":"MESSAGE_TYPE_USER_DATA_ADD","fid":3,"timestamp":1,
"userDataBody":{"type":"USER_DATA_TYPE_BIO","value":"Working on Farcaster."}}},
{"data":{"type":"MESSAGE_TYPE_USER_DATA_ADD","fid":3,"timestamp":1,
"userDataBody":{"type":"USER_DATA_TYPE_LOCATION","value":"geo:34.05,-118.24"}}},
{"data":{"type":"MESSAGE_TYPE_USER_DATA_ADD","fid":3,"timestamp":1,
"userDataBody":{"type":"USER_DATA_TYPE_TWITTER","value":"dwr"}}},
{"data":{"type":"MESSAGE_TYPE_USER_DATA_ADD","fid":3,"timestamp":1,
"userDataBody":{"type":"USER_DATA_PRIMARY_ADDRESS_ETHEREUM","value":"0xd7029BDEA1c17493893aafe29aad69ef892b8ff2"}}}],
"nextPageToken":""}`

	registration = `{"events":[{"type":"EVENT_TYPE_ID_REGISTER","chainId":10,"blockTimestamp":1693347793,"fid":3},
{"type":"EVENT_TYPE_ID_REGISTER","chainId":10,"blockTimestamp":1700000000,"fid":3}]}`

	verifications = `{"messages":[{"data":{"type":"MESSAGE_TYPE_VERIFICATION_ADD_ETH_ADDRESS","fid":3,
"timestamp":73244540,"verificationAddAddressBody":{"address":"0xd7029bdea1c17493893aafe29aad69ef892b8ff2",
"protocol":"PROTOCOL_ETHEREUM"}}}],"nextPageToken":""}`

	casts = `{"messages":[{"data":{"type":"MESSAGE_TYPE_CAST_ADD","fid":3,"timestamp":184000000}}],"nextPageToken":"x"}`
)
