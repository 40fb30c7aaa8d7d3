package farcaster

import (
	"fmt"
	"math"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	gen "github.com/farebox/farebox/gen/farcaster"
	"github.com/farebox/farebox/handlers/farcaster/farcastertest"
	"github.com/farebox/farebox/handlers/handlertest"
	"github.com/farebox/farebox/internal/samples"
	"github.com/farebox/farebox/internal/scored"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

func now() time.Time { return farcastertest.Now }

var service = handlertest.OverWith(serve)

// serve is the routes over a world.
func serve(t testing.TB, env map[string]string, world *upstreamtest.World) *handlertest.Service {
	t.Helper()
	return handlertest.New(t, "farcaster", New(world.Pool(t, env), now).Register)
}

func TestSpecExamplesAreWhatTheRoutesAnswer(t *testing.T) {
	handlertest.CheckExamples(service(t, nil, farcastertest.Examples()...))
}

func sample(t *testing.T, address, name string) upstreamtest.Answer {
	t.Helper()
	return upstreamtest.Answer{URL: address, Body: string(samples.Read(t, name))}
}

// get asks a service of its own: failures of one route would have the next leave the source alone.
func get(t *testing.T, answers []upstreamtest.Answer, route string, query ...string) map[string]any {
	t.Helper()
	s, _ := service(t, nil, answers...)
	_, got := s.Get(route, query...)
	return got
}

// down is every source without an answer; what stands before it is answered.
func down(before ...upstreamtest.Answer) []upstreamtest.Answer {
	return append(before,
		upstreamtest.Answer{URL: farcastertest.Node + "/*", Status: http.StatusServiceUnavailable},
		upstreamtest.Answer{URL: farcastertest.App + "/*", Status: http.StatusServiceUnavailable})
}

// TestAFewFollowersAreNotNone: 3 for 200 are a ratio.
func TestAFewFollowersAreNotNone(t *testing.T) {
	answers := upstreamtest.Edited(farcastertest.Examples(), "490770", "3", "3498", "200")
	got := get(t, answers, "/farcaster/graph", "fid", "3")
	handlertest.Holds(t, got, map[string]any{"follow_ratio": 0.015})
}

func TestRecordedAccountOfANode(t *testing.T) {
	answers := down(
		sample(t, farcastertest.Node+"/v2/farcaster/user/bulk?fids=3", "neynar/user_bulk_one.json"),
		sample(t, farcastertest.Node+"/v2/farcaster/followers?fid=3", "neynar/followers.json"),
	)

	got := get(t, answers, "/farcaster/profile", "fid", "3")
	handlertest.Holds(t, got, map[string]any{
		"username":                    "dwr.eth",
		"display_name":                "Dan Romero",
		"bio":                         "Working on Farcaster and Warpcast.",
		"follower_count":              490770,
		"following_count":             3498,
		"custody_address":             "0x6b0bda3f2ffed5efc83fa8c024acff1dd45793f1",
		"verified_addresses.ethereum": "[0xd7029bdea1c17493893aafe29aad69ef892b8ff2]",
		"verified_addresses.solana":   "[]",
		"linked_accounts.0.platform":  "x",
		"linked_accounts.0.username":  "dwr",
		"location":                    "Los Angeles, California, United States of America",
		"profile_url":                 "https://farcaster.xyz/dwr.eth",
		"registered_at":               nil,
		"primary_addresses.ethereum":  nil,
		"partial":                     true,
	})
	got = get(t, answers, "/farcaster/verifications", "fid", "3")
	handlertest.Holds(t, got, map[string]any{"count": 1, "solana": "[]", "verifications.0.is_primary": nil})
	got = get(t, answers, "/farcaster/resolve", "fid", "3")
	handlertest.Holds(t, got, map[string]any{"ens": "dwr.eth", "addresses.solana": "[]", "count": 0})
	got = get(t, answers, "/farcaster/graph", "fid", "3")
	handlertest.Holds(t, got, map[string]any{
		"follow_ratio":             140.300172,
		"followers.0.fid":          648026,
		"followers.0.display_name": "Chizitere Vivian",
		"following":                nil,
		"mutual_in_sample":         nil,
		"truncated":                true,
		"partial":                  true,
	})
	got = get(t, answers, "/farcaster/reputation", "fid", "3")
	handlertest.Holds(t, got, map[string]any{
		"score":            88,
		"tier":             "trusted",
		"coverage.missing": "[age mutuality activity quality]",
		"partial":          true,
	})
}

func TestRecordedAddresses(t *testing.T) {
	answers := down(
		sample(t, farcastertest.Node+"/v2/farcaster/user/bulk-by-address?addresses="+
			"0x6bf08768995e7430184a48e96940b83c15c1653f", "neynar/user_bulk_by_address.json"),
		sample(t, farcastertest.App+"/v2/user-by-verification?address="+
			"0xdc40cbf86727093c52582405703e5b97d5c64b66", "farcaster-client/v2_user_by_verification.json"),
		sample(t, farcastertest.App+"/v2/verifications?fid=50", "farcaster-client/v2_verifications.json"),
		sample(t, farcastertest.App+"/v2/user-by-verification?address="+
			"0x1111111111111111111111111111111111111111", "farcaster-client/v2_user_by_verification.json"),
	)
	got := get(t, answers, "/farcaster/resolve", "address", "0x6bF08768995E7430184a48e96940B83C15c1653f")
	handlertest.Holds(t, got, map[string]any{
		"count":                1,
		"matches.0.fid":        9019,
		"matches.0.username":   "avneesh",
		"matches.0.match_type": "verified",
		"partial":              false,
	})
	got = get(t, answers, "/farcaster/resolve", "address", "0xDC40CbF86727093c52582405703e5b97D5C64B66")
	handlertest.Holds(t, got, map[string]any{"matches.0.fid": 50, "matches.0.username": "mason", "partial": true})
	got = get(t, answers, "/farcaster/resolve", "address", "0x1111111111111111111111111111111111111111")
	handlertest.Holds(t, got, map[string]any{"code": "upstream_failed"})
}

func TestRecordedAccountsOfTheApp(t *testing.T) {
	answers := down(
		sample(t, farcastertest.App+"/v2/user?fid=243466", "farcaster-client/v2_user_by_fid.json"),
		sample(t, farcastertest.App+"/v2/user?fid=50", "farcaster-client/v2_user_fid50_2023.json"),
		sample(t, farcastertest.App+"/v2/verifications?fid=50", "farcaster-client/v2_verifications.json"),
		sample(t, farcastertest.App+"/v2/followers?fid=50", "farcaster-client/v2_followers.json"),
		sample(t, farcastertest.Node+"/v1/verificationsByFid?fid=2", "farcaster-snapchain/verificationsByFid.json"),
		sample(t, farcastertest.Node+"/v1/userNameProofsByFid?fid=2", "farcaster-snapchain/userNameProofsByFid.json"),
	)
	got := get(t, answers, "/farcaster/profile", "fid", "243466")
	handlertest.Holds(t, got, map[string]any{
		"username": "axl", "bio": "@axl", "follower_count": 61, "location": nil,
		"custody_address":             "0xedb590bc0563162584725ae78e7656e10336a5d2",
		"verified_addresses.ethereum": nil,
		"linked_accounts":             nil,
		"partial":                     true,
	})
	got = get(t, answers, "/farcaster/verifications", "fid", "50")
	handlertest.Holds(t, got, map[string]any{
		"count": 1, "ethereum": "[0xdc40cbf86727093c52582405703e5b97d5c64b66]",
		"verifications.0.verified_at": "2022-04-19T13:06:07Z",
	})
	got = get(t, answers, "/farcaster/verifications", "fid", "2")
	handlertest.Holds(t, got, map[string]any{
		"username": "v", "ethereum": "[0x91031dcfdea024b4d51e775486111d2b2a715871]",
		"verifications.0.verified_at": "2023-04-28T17:42:20Z",
	})
	got = get(t, answers, "/farcaster/graph", "fid", "50")
	handlertest.Holds(t, got, map[string]any{
		"followers.0.username": "nolan", "followers.0.follower_count": 181, "followers.2.fid": 12720, "following": nil,
	})
}

func TestNobodyHasTheAccount(t *testing.T) {
	s, _ := service(t, nil, append([]upstreamtest.Answer{{
		URL: farcastertest.Node + "/v2/farcaster/user/bulk?fids=7",
		Body: `{"users":[{"fid":7,"username":"fid:7","display_name":"","pfp_url":"","custody_address":"","registered_at":"",
"profile":{"bio":{"text":""}}}]}`,
	}}, farcastertest.Answers()...)...)
	for _, c := range [][]string{
		{"/farcaster/profile", "fid", "7"},
		{"/farcaster/reputation", "username", "zzzz9999"},
		{"/farcaster/resolve", "address", "0x000000000877cb2a6cbce87a34f0d2fd7cb4ad3e"},
	} {
		t.Run(c[0], func(t *testing.T) {
			if status, got := s.Get(c[0], c[1:]...); status != http.StatusNotFound {
				t.Errorf("%d %v", status, got)
			}
		})
	}
}

func TestAFailureIsNotAbsence(t *testing.T) {
	for _, body := range []string{"", "<html>", `{"users"`, `{}`, "404"} {
		status := http.StatusOK
		if body == "404" {
			status = http.StatusNotFound
		}
		answers := []upstreamtest.Answer{
			{URL: farcastertest.Node + "/*", Body: body, Status: status},
			{URL: farcastertest.App + "/*", Body: body, Status: status},
		}
		for _, route := range []string{"profile", "reputation", "graph", "verifications", "resolve"} {
			t.Run(fmt.Sprintf("%q %s", body, route), func(t *testing.T) {
				s, _ := service(t, nil, answers...)
				if status, got := s.Get("/farcaster/"+route, "fid", "3"); status != http.StatusBadGateway {
					t.Errorf("%d %v", status, got)
				}
			})
		}
	}
}

// TestASourceThatFailedMayHaveHadTheAccount holds that the others do not speak for it, but Neynar does.
func TestASourceThatFailedMayHaveHadTheAccount(t *testing.T) {
	nobody := []upstreamtest.Answer{
		{URL: farcastertest.Node + "/v2/farcaster/user/bulk-by-address", Body: `{"users":[]}`},
		farcastertest.NotFound(farcastertest.Node + "/v2/farcaster/user/by_username"),
	}
	questions := [][]string{
		{"/farcaster/profile", "username", "zzzz9999"},
		{"/farcaster/resolve", "address", "0x000000000877cb2a6cbce87a34f0d2fd7cb4ad3e"},
	}
	for _, q := range questions {
		s, _ := service(t, nil, down(nobody...)...)
		if status, got := s.Get(q[0], q[1:]...); status != http.StatusBadGateway {
			t.Errorf("%s: %d %v", q[0], status, got)
		}
		key := map[string]string{"NEYNAR_API_KEY": "k"}
		s, _ = service(t, key, down(farcastertest.NotFound(farcastertest.Neynar+"/*"))...)
		if status, got := s.Get(q[0], q[1:]...); status != http.StatusNotFound {
			t.Errorf("%s with Neynar: %d %v", q[0], status, got)
		}
		off := map[string]string{"UPSTREAM_HYPERSNAP_URL": "off", "UPSTREAM_FARCASTER_CLIENT_URL": "off"}
		s, _ = service(t, off)
		if status, got := s.Get(q[0], q[1:]...); status != http.StatusServiceUnavailable {
			t.Errorf("%s with nothing set up: %d %v", q[0], status, got)
		}
	}
}

func TestAGraphWithoutListsIsNone(t *testing.T) {
	user := upstreamtest.Answer{
		URL:  farcastertest.Node + "/v2/farcaster/user/bulk?fids=3",
		Body: `{"users":[` + farcastertest.User + `]}`,
	}
	s, _ := service(t, nil, down(user)...)
	if status, got := s.Get("/farcaster/graph", "fid", "3"); status != http.StatusBadGateway {
		t.Errorf("%d %v", status, got)
	}
}

func TestTimesThatAreNotToldAreNull(t *testing.T) {
	message := upstreamtest.Answer{URL: farcastertest.Node + "/v1/verificationsByFid?fid=3", Body: `{"messages":[
{"data":{"fid":3,"verificationAddAddressBody":{"address":"0xd7029bdea1c17493893aafe29aad69ef892b8ff2"}}}]}`}
	got := get(t, append([]upstreamtest.Answer{message}, farcastertest.Answers()...), "/farcaster/verifications",
		"fid", "3")
	handlertest.Holds(t, got, map[string]any{"count": 1, "verifications.0.verified_at": nil})
}

// TestAnAccountOfAnotherAddressIsNoMatch has a source that answers with somebody else.
func TestAnAccountOfAnotherAddressIsNoMatch(t *testing.T) {
	s, _ := service(t, nil,
		upstreamtest.Answer{
			URL:  farcastertest.Node + "/v2/farcaster/user/bulk-by-address",
			Body: `{"users":[` + farcastertest.User + `]}`,
		},
		farcastertest.NotFound(farcastertest.App+"/v2/*"))
	status, got := s.Get("/farcaster/resolve", "address", "0x000000000877cb2a6cbce87a34f0d2fd7cb4ad3e")
	if status != http.StatusNotFound {
		t.Errorf("%d %v", status, got)
	}
	_, got = s.Get("/farcaster/resolve", "address", "0x6b0bda3f2ffed5efc83fa8c024acff1dd45793f1")
	handlertest.Holds(t, got, map[string]any{"matches.0.fid": 3, "matches.0.match_type": "custody"})
}

func TestNeynarComesFirst(t *testing.T) {
	s, world := service(t, map[string]string{"NEYNAR_API_KEY": "k"},
		sample(t, farcastertest.Neynar+"/user/bulk?fids=3", "neynar/user_bulk_one.json"))
	_, got := s.Get("/farcaster/profile", "fid", "3")
	handlertest.Holds(t, got, map[string]any{"username": "dwr.eth", "pro": false, "partial": false})
	if asked := world.Asked(); len(asked) != 1 {
		t.Errorf("asked %q", asked)
	}
}

func TestPointsOfTheParts(t *testing.T) {
	h := &Handlers{now: now}
	a := account{fid: 1, name: "n", picture: "p", display: "d", bio: "b"}
	with := func(change func(*judged)) judged {
		j := judged{account: a}
		change(&j)
		return j
	}
	cases := []struct {
		why  string
		j    judged
		part string
		want any
	}{
		{"two years", with(func(j *judged) { j.since = now().AddDate(0, 0, -730) }), "age", 20.0},
		{"a year", with(func(j *judged) { j.since = now().AddDate(0, 0, -365) }), "age", 10.0},
		{"unknown age", with(func(*judged) {}), "age", nil},
		{"999 followers", with(func(j *judged) { j.followers = new(999) }), "audience", 12.0},
		{"100,000 followers", with(func(j *judged) { j.followers = new(99999) }), "audience", 20.0},
		{"no followers", with(func(j *judged) { j.followers = new(0) }), "audience", 0.0},
		{"balanced", with(func(j *judged) { j.followers, j.following = new(5), new(5) }), "follow_balance", 10.0},
		{"half", with(func(j *judged) { j.followers, j.following = new(5), new(10) }), "follow_balance", 7.0},
		{"tenth", with(func(j *judged) { j.followers, j.following = new(1), new(10) }), "follow_balance", 3.0},
		{"farming", with(func(j *judged) { j.followers, j.following = new(900), new(5001) }), "follow_balance", 0.0},
		{"no address", with(func(j *judged) { j.ethereum = []string{} }), "verified_addresses", 0.0},
		{"one", with(func(j *judged) { j.ethereum = []string{"a"} }), "verified_addresses", 10.0},
		{"two and Solana", with(func(j *judged) { j.ethereum, j.solana = []string{"a"}, []string{"b"} }),
			"verified_addresses", 15.0},
		{"complete", with(func(*judged) {}), "profile_completeness", 10.0},
		{"no name", with(func(j *judged) { j.name = "" }), "profile_completeness", 8.0},
		{"no picture, and nobody says that there is none", with(func(j *judged) { j.picture = "" }), "profile_completeness", nil},
		{"no picture set", with(func(j *judged) { j.picture, j.whole = "", true }), "profile_completeness", 7.0},
		{"both linked", with(func(j *judged) {
			j.linked = []gen.FarcasterLinked{{Platform: "x"}, {Platform: "github"}, {Platform: "x"}}
		}), "linked_accounts", 5.0},
		{"cast of 60 days", with(func(j *judged) { j.lastCast = new(now().AddDate(0, 0, -60)) }), "activity", 3.0},
		{"no cast", with(func(j *judged) { j.lastCast = new(time.Time{}) }), "activity", 0.0},
		{"half follow back", with(func(j *judged) { j.mutual = new(0.5) }), "mutuality", 5.0},
		{"quality", with(func(j *judged) { j.quality = new(80) }), "quality", 4.0},
		{"pro", with(func(j *judged) { j.pro = new(true) }), "quality", 5.0},
		{"not pro", with(func(j *judged) { j.pro = new(false) }), "quality", nil},
	}
	for _, c := range cases {
		t.Run(c.why, func(t *testing.T) {
			for _, p := range h.parts(c.j) {
				if p.name != c.part {
					continue
				}
				var got any
				if p.points != nil {
					got = math.Round(*p.points*1000) / 1000
				}
				if got != c.want {
					t.Errorf("%v, want %v", got, c.want)
				}
			}
			sumsUp(t, h.reputation(c.j))
		})
	}

	young := with(func(j *judged) {
		j.since = now().AddDate(0, 0, -5)
		j.followers, j.following = new(50), new(2000)
	})
	if tier := h.reputation(young).Tier; tier == nil || *tier != gen.Suspicious {
		t.Error(tier)
	}
}

func TestAccountOfWhichLittleIsKnownHasNoReputation(t *testing.T) {
	h := &Handlers{now: now}
	little := judged{account: account{whole: true}, lastCast: new(now())} // activity and completeness, 15 of 100
	answer := h.reputation(little)
	last := answer.Reasons[len(answer.Reasons)-1]
	if answer.Score != nil || answer.Tier != nil || last.Code != scored.CodeTooLittle {
		t.Errorf("%v %v %+v", answer.Score, answer.Tier, answer.Reasons)
	}

	half := little // with age and verified addresses, 50 of 100
	half.since = now().AddDate(-3, 0, 0)
	half.ethereum = []string{"a"}
	if answer := h.reputation(half); answer.Score == nil || answer.Tier == nil {
		t.Errorf("half is enough: %+v", answer.Coverage)
	}
}

func sumsUp(t *testing.T, r gen.FarcasterReputation200JSONResponse) {
	t.Helper()
	sum := 0.0
	for _, reason := range r.Reasons {
		sum += reason.Points
	}
	if r.Score != nil && math.Abs(sum-float64(*r.Score)) > 0.51 {
		t.Errorf("points of %v, a score of %d", sum, *r.Score)
	}
}

// TestWhatWasKeptIsToldToBeOld: an account that was kept past its time, because its sources fail, is not as new as any.
func TestWhatWasKeptIsToldToBeOld(t *testing.T) {
	at := farcastertest.Now
	clock := func() time.Time { return at }
	world := upstreamtest.New(t, farcastertest.Examples()...)
	s := handlertest.New(t, "farcaster", New(world.Pool(t, nil, upstreamtest.At(clock)), clock).Register)
	_, got := s.Get("/farcaster/profile", "fid", "3")
	handlertest.Holds(t, got, map[string]any{"sources.1.status": "ok", "partial": false})

	world.Edit(func(_ string, said *httptest.ResponseRecorder) { said.Code = http.StatusServiceUnavailable })
	at = at.Add(15 * time.Minute)
	_, got = s.Get("/farcaster/profile", "fid", "3")
	handlertest.Holds(t, got, map[string]any{
		"sources.1.status": "stale", "sources.1.fetched_at": farcastertest.Now.Format(time.RFC3339), "partial": true,
	})
}
