package farcaster

import (
	"context"
	"strings"
	"testing"

	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

const (
	node = "https://haatz.quilibrium.com"
	app  = "https://api.farcaster.xyz"

	user = `{"fid":3,"username":"dwr.eth","display_name":"Dan","pfp_url":"x","custody_address":"0x01",
"registered_at":"","profile":{"bio":{"text":"Hi."},"location":{"address":{"city":"A","state":"B","country":"C"}}},
"follower_count":7,"following_count":3,"verifications":["0x02"],
"verified_addresses":{"eth_addresses":["0x02"],"sol_addresses":[],"primary":{"eth_address":"0x02","sol_address":null}},
"verified_accounts":[{"platform":"x","username":"dwr"}]}`

	appUser = `{"fid":3,"username":"dwr","displayName":"Dan","pfp":{"url":"x"},
"profile":{"bio":{"text":"Hi."},"location":{"description":"A"}},"followerCount":7,"followingCount":3}`
)

// none are the words of the sources for an account that they do not have.
var none = []upstreamtest.Answer{
	{Status: 404, Body: `{"message":"User not found"}`},
	{Status: 404, Body: `{"errors":[{"message":"No FID has connected address 0x00"}]}`},
}

func TestAnswersAreHeldToTheirContracts(t *testing.T) {
	for name, c := range map[string]upstreamtest.Contract{
		"an account of a node": {
			Answer: upstreamtest.Answer{URL: node + "/v2/farcaster/user/bulk", Body: `{"users":[` + user + `]}`},
			Required: []string{
				"users", "users[].fid", "users[].username", "users[].custody_address", "users[].display_name",
				"users[].pfp_url", "users[].profile", "users[].profile.bio", "users[].profile.bio.text",
				"users[].profile.location.address.city", "users[].verified_addresses.eth_addresses",
				"users[].verified_addresses.sol_addresses", "users[].verified_accounts[].platform",
				"users[].verified_accounts[].username",
			},
			Optional: []string{"users[].follower_count", "users[].verified_addresses", "users[].profile.location"},
			NoRecord: append([]upstreamtest.Answer{{Body: `{"users":[]}`}}, none...),
			Call: func(ctx context.Context, pool *upstream.Pool) error {
				_, err := NewNode(pool, Hypersnap).ByFID(ctx, 3)
				return err
			},
		},
		"accounts by address": {
			Answer:   upstreamtest.Answer{URL: node + "/v2/farcaster/user/bulk-by-address", Body: `{"0xAB":[` + user + `]}`},
			Required: []string{"0xAB[].fid", "0xAB[].username"},
			Call: func(ctx context.Context, pool *upstream.Pool) error {
				_, err := NewNode(pool, Hypersnap).ByAddress(ctx, "0xab")
				return err
			},
		},
		"followers": {
			Answer: upstreamtest.Answer{
				URL:  node + "/v2/farcaster/followers",
				Body: `{"users":[{"fid":4,"username":"a","display_name":"A","follower_count":1},{"object":"follower","user":` + user + `}]}`,
			},
			Required: []string{"users", "users[].fid", "users[].username", "users[].display_name", "users[].user.fid"},
			Optional: []string{"users[].follower_count"},
			Call: func(ctx context.Context, pool *upstream.Pool) error {
				_, err := NewNode(pool, Hypersnap).Follows(ctx, 3, "followers")
				return err
			},
		},
		"an account of the app": {
			Answer: upstreamtest.Answer{
				URL:  app + "/v2/user",
				Body: `{"result":{"user":` + appUser + `,"extras":{"custodyAddress":"0x01"}}}`,
			},
			Required: []string{
				"result", "result.user", "result.user.fid", "result.user.displayName", "result.user.profile",
				"result.user.profile.bio.text", "result.user.followerCount", "result.user.followingCount",
				"result.extras.custodyAddress",
			},
			Optional: []string{"result.user.username", "result.user.pfp", "result.extras"},
			NoRecord: none,
			Call: func(ctx context.Context, pool *upstream.Pool) error {
				_, err := NewApp(pool).ByFID(ctx, 3)
				return err
			},
		},
		"verifications of the app": {
			Answer: upstreamtest.Answer{
				URL:  app + "/v2/verifications",
				Body: `{"result":{"verifications":[{"fid":3,"address":"0x02","timestamp":1650373567000}]}}`,
			},
			Required: []string{
				"result.verifications", "result.verifications[].fid", "result.verifications[].address",
				"result.verifications[].timestamp",
			},
			Call: func(ctx context.Context, pool *upstream.Pool) error {
				_, err := NewApp(pool).Verifications(ctx, 3)
				return err
			},
		},
		"data of an account": {
			Answer: upstreamtest.Answer{URL: node + "/v1/userDataByFid", Body: `{"messages":[{"data":{"type":"a","fid":3,
"timestamp":1,"userDataBody":{"type":"USER_DATA_TYPE_TWITTER","value":"dwr"}}}]}`},
			Required: []string{
				"messages", "messages[].data", "messages[].data.fid", "messages[].data.userDataBody",
				"messages[].data.userDataBody.type", "messages[].data.userDataBody.value",
			},
			Call: func(ctx context.Context, pool *upstream.Pool) error {
				_, err := NewMessages(pool).UserData(ctx, 3)
				return err
			},
		},
		"verifications of a node": {
			Answer: upstreamtest.Answer{URL: node + "/v1/verificationsByFid", Body: `{"messages":[{"data":{"type":"a","fid":3,
"timestamp":1,"verificationAddAddressBody":{"address":"0x02","protocol":"PROTOCOL_ETHEREUM"}}}]}`},
			Required: []string{
				"messages", "messages[].data.fid", "messages[].data.timestamp", "messages[].data.verificationAddAddressBody",
				"messages[].data.verificationAddAddressBody.address",
			},
			Call: func(ctx context.Context, pool *upstream.Pool) error {
				_, err := NewMessages(pool).Verifications(ctx, 3)
				return err
			},
		},
		"a registration": {
			Answer: upstreamtest.Answer{
				URL:  node + "/v1/onChainEventsByFid",
				Body: `{"events":[{"type":"EVENT_TYPE_ID_REGISTER","fid":3,"blockTimestamp":1693347793}]}`,
			},
			Required: []string{"events", "events[].type", "events[].fid", "events[].blockTimestamp"},
			NoRecord: []upstreamtest.Answer{{Body: `{"events":[]}`}},
			Call: func(ctx context.Context, pool *upstream.Pool) error {
				_, err := NewMessages(pool).Registered(ctx, 3)
				return err
			},
		},
		"names": {
			Answer: upstreamtest.Answer{
				URL:  node + "/v1/userNameProofsByFid",
				Body: `{"proofs":[{"name":"dwr","fid":3}]}`,
			},
			Required: []string{"proofs", "proofs[].name", "proofs[].fid"},
			Call: func(ctx context.Context, pool *upstream.Pool) error {
				_, err := NewMessages(pool).Names(ctx, 3)
				return err
			},
		},
	} {
		t.Run(name, c.Hold)
	}
}

// TestListsThatGoOnAreNotAllAddresses: a page that is full, or names the next one.
func TestListsThatGoOnAreNotAllAddresses(t *testing.T) {
	one := `{"fid":3,"address":"0x02","timestamp":1650373567000}`
	world := upstreamtest.New(t,
		upstreamtest.Answer{
			URL:  app + "/v2/verifications",
			Body: `{"result":{"verifications":[` + strings.Repeat(one+",", 99) + one + `]}}`,
		},
		upstreamtest.Answer{URL: node + "/v1/verificationsByFid", Body: `{"messages":[],"nextPageToken":"x"}`},
	)
	pool := world.Pool(t, nil)
	if _, err := NewApp(pool).Verifications(t.Context(), 3); upstream.KindOf(err) != upstream.BadResponse {
		t.Errorf("a full page: %v", err)
	}
	if _, err := NewMessages(pool).Verifications(t.Context(), 3); upstream.KindOf(err) != upstream.BadResponse {
		t.Errorf("a page with another behind it: %v", err)
	}
}
