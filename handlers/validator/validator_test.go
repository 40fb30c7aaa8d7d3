package validator

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	vt "github.com/farebox/farebox/handlers/validator/validatortest"

	"github.com/farebox/farebox/handlers/handlertest"
	"github.com/farebox/farebox/internal/await"
	"github.com/farebox/farebox/internal/samples"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

// nobody is a key without a vote account.
const nobody = "11111111111111111111111111111112"

func service(t testing.TB, answers ...upstreamtest.Answer) (*handlertest.Service, *upstreamtest.World) {
	t.Helper()
	return serviceIn(t, t.TempDir(), answers...)
}

func serviceIn(t testing.TB, dir string, answers ...upstreamtest.Answer) (*handlertest.Service, *upstreamtest.World) {
	t.Helper()
	world := upstreamtest.New(t, answers...)
	return serve(t, dir, world), world
}

// serve is the routes over a world.
func serve(t testing.TB, dir string, world *upstreamtest.World) *handlertest.Service {
	t.Helper()
	now := func() time.Time { return vt.Now }
	h := New(dir, world.Pool(t, nil, upstreamtest.At(now)), now)
	return handlertest.New(t, "validator", h.Register)
}

// with puts answers before those of the examples.
func with(first ...upstreamtest.Answer) []upstreamtest.Answer { return append(first, vt.Answers()...) }

// reason is the points and detail of a reason.
func reason(t *testing.T, answer map[string]any, code string) (points float64, detail string) {
	t.Helper()
	list, _ := answer["reasons"].([]any)
	for _, one := range list {
		r := one.(map[string]any)
		if r["code"] == code {
			return r["points"].(float64), r["detail"].(string)
		}
	}
	t.Errorf("no reason %s in %v", code, list)
	return 0, ""
}

func TestSpecExamplesAreWhatTheRoutesAnswer(t *testing.T) {
	handlertest.CheckExamples(service(t, vt.Answers()...))
}

// whole adds the list of delinquent accounts, which nodes always give, to an answer that was printed without.
func whole(votes string) string {
	if strings.Contains(votes, `"delinquent"`) {
		return votes
	}
	return strings.Replace(votes, `"current"`, `"delinquent":[],"current"`, 1)
}

func recorded(t *testing.T, votes string) []upstreamtest.Answer {
	t.Helper()
	sample := func(name string) string { return string(samples.Read(t, name)) }
	return []upstreamtest.Answer{
		vt.Raw("getVoteAccounts", whole(sample("solana-rpc/"+votes))),
		vt.Raw("getEpochInfo", sample("solana-rpc/getEpochInfo.json")),
		vt.Raw("getClusterNodes", sample("solana-rpc/getClusterNodes.json")),
		vt.Raw("getBlockProduction", sample("solana-rpc/getBlockProduction.json")),
		{URL: vt.Stakewiz + "/validator/" + vt.Vote, Body: sample("stakewiz/validator.json")},
		{URL: vt.Stakewiz + "/validators", Body: "[" + sample("stakewiz/validator.json") + "]"},
		{URL: vt.Marinade, Body: sample("marinade-validators/validators.json")},
		{URL: vt.SFDP + "/*", Status: 503},
	}
}

// TestRecordedAnswers holds what is served against recorded answers of nodes and lists.
func TestRecordedAnswers(t *testing.T) {
	for _, c := range []struct {
		votes, route string
		query        []string
		want         map[string]any
	}{
		{"getVoteAccounts_mainnet_2022.json", "/validator/lookup", []string{"top_n", "2"}, map[string]any{
			"count": 2, "validators.0.vote": "DcbnYSBPSscNZNUk39mj5xtjCUdXM6QA6oRa4KrnTdaC", "validators.0.rank": 1,
			"validators.0.activated_stake_sol": 81872.060716406, "validators.0.stake_share_pct": 55.6922,
			"validators.0.commission_pct": 10, "validators.0.last_vote": 122802575, "validators.0.delinquent": false,
			"validators.1.activated_stake_sol": 65136.133648061, "cluster.validators": 2, "cluster.delinquent": 0,
			"cluster.total_stake_sol": 147008.194364467, "cluster.superminority_count": 1, "epoch": 284,
			"cluster.average_skip_rate_pct": nil, // of another time
		}},
		{"getVoteAccounts_mainnet_2022.json", "/validator/lookup",
			[]string{"identity", "dpuDVLGSXT28Z3RGS28QBD5LUmcWARQVu36vXCEhhBg"}, map[string]any{
				"count": 1, "validators.0.vote": "6AqFc9V6PqyXJReuP12ATGggaVpG1Ppg4LFNvnqQYz8B", "validators.0.rank": 2,
				"validators.0.credits_last_epoch": 347288,
			}},
		{"getVoteAccounts_mainnet_2022.json", "/validator/vet",
			[]string{"vote", "DcbnYSBPSscNZNUk39mj5xtjCUdXM6QA6oRa4KrnTdaC"}, map[string]any{
				"verdict": "caution", "score": nil, "in_superminority": true, "delinquent": false, "commission_pct": 10,
				"stake_share_pct": 55.6922, "version": nil, "name": nil, "mev": nil, "skip_rate_pct": nil,
				"epoch_ends_at": nil, "commission_history": nil, "partial": true,
			}},
		{"getVoteAccounts_mainnet_2022.json", "/validator/vet", []string{"vote", vt.Vote}, map[string]any{
			"verdict": "not_found", "score": nil, "name": nil, "commission_pct": nil,
		}},
		{"getVoteAccounts_devnet_2022.json", "/validator/lookup", []string{"top_n", "4"}, map[string]any{
			"validators.0.activated_stake_sol": 38001836.298324384,
			"validators.3.commission_pct":      100, "cluster.validators": 13, "cluster.delinquent": 6,
			"cluster.superminority_count": 2,
		}},
		{"getVoteAccounts_devnet_2022.json", "/validator/vet",
			[]string{"identity", "4aUxXUBpg12bo3is8QJLLHQTNsHWnK6LjPKvPH5QTdoH"}, map[string]any{
				"vote": "4UzGZodMbsMRWS4yjSUryCmTd5i6MbxsF9nK3moNDX9n", "delinquent": true, "commission_pct": 1,
				"verdict": "avoid", "credits_ratio": nil,
			}},
		{"getVoteAccounts_devnet_2022.json", "/validator/vet",
			[]string{"vote", "vgcDar2pryHvMgPkKaZfh8pQy4BJxv7SpwUG7zinWjG"}, map[string]any{
				"verdict": "avoid", "commission_pct": 100, "in_superminority": true,
			}},
		{"getVoteAccounts_doc.json", "/validator/lookup", []string{"top_n", "1"}, map[string]any{
			"validators.0.activated_stake_sol": 0.000000042, "validators.0.credits_last_epoch": 64, "epoch": 2,
		}},
	} {
		t.Run(c.votes+" "+strings.Join(c.query, " "), func(t *testing.T) {
			s, _ := service(t, recorded(t, c.votes)...)
			status, got := s.Get(c.route, c.query...)
			if status != 200 {
				t.Fatalf("status %d: %v", status, got)
			}
			handlertest.Holds(t, got, c.want)
		})
	}
}

func TestRecordedListsTellOfValidators(t *testing.T) {
	own := vt.Voting(vt.Large, vt.LargeID, 9_488_392, 8, 5, 6_905_000)
	for i := range own.Credits { // the recording is of epoch 388
		own.Credits[i][0] = 386 + uint64(i)
	}
	s, _ := service(t,
		vt.Votes([]vt.Account{own}, nil),
		upstreamtest.Answer{URL: vt.Marinade, Body: string(samples.Read(t, "marinade-validators/validators.json"))},
		upstreamtest.Answer{URL: vt.Stakewiz + "/*", Status: 404},
	)
	_, got := s.Get("/validator/vet", "vote", vt.Large)
	handlertest.Holds(t, got, map[string]any{
		"name": "Coinbase Cloud", "location.country": "US", "location.city": "Columbus", "location.asn": "AS16509",
		"commission_history.from_epoch": 388, "commission_history.kept_by.0": "marinade-validators",
	})
	if points, _ := reason(t, got, "asn_concentration"); points != -4 { // 12.07 %
		t.Errorf("%v points for the network", points)
	}

	own = vt.Example()
	for i := range own.Credits {
		own.Credits[i][0] = 570 + uint64(i)
	}
	row := string(samples.Read(t, "stakewiz/validator.json"))
	old := upstreamtest.Answer{URL: vt.Stakewiz + "/validator/" + vt.Vote, Body: row}
	s, _ = service(t, vt.Votes([]vt.Account{own}, nil), old) // of 2024
	for _, route := range []string{"/validator/vet", "/validator/lookup"} {
		_, got = s.Get(route, "vote", vt.Vote)
		if text := fmt.Sprint(got); strings.Contains(text, "SolanaHub") || !strings.Contains(text, "stale") {
			t.Errorf("%s tells of an old row: %v", route, got)
		}
	}

	old.Body = strings.Replace(row, "2024-02-13 22:34:03", "2026-11-20 01:34:03", 1)
	s, _ = service(t, vt.Votes([]vt.Account{own}, nil), old)
	_, got = s.Get("/validator/vet", "vote", vt.Vote)
	handlertest.Holds(t, got, map[string]any{
		"name": "SolanaHub - STAKE BOOST", "mev.is_jito": true, "mev.commission_bps": 600, "location.asn": "AS397423",
		"location.country": "US", "apy_estimate_pct": 7.74, "wiz_rating": 72.83,
	})
}

func TestKeysOfOneValidator(t *testing.T) {
	second := vt.Voting("CUVCMjwCaa6abhajsgwxv74APqKaqESLTiL6tgybNDnZ", vt.Identity, 10, 100, 5, 6_900_000)
	answers := append([]upstreamtest.Answer{vt.Votes(append(vt.Others(), second, vt.Example()), nil)}, vt.Beside()...)
	for _, c := range []struct {
		why    string
		query  []string
		status int
		vote   string
	}{
		{"the account with the most stake", []string{"identity", vt.Identity}, 200, vt.Vote},
		{"both, and the smaller account", []string{"identity", vt.Identity, "vote", second.Vote}, 200, second.Vote},
		{"of two validators", []string{"identity", vt.LargeID, "vote", vt.Vote}, 400, ""},
		{"not a vote account", []string{"identity", vt.LargeID, "vote", nobody}, 400, ""},
		{"an identity as vote account", []string{"vote", vt.Identity}, 400, ""},
		{"a vote account as identity", []string{"identity", vt.Vote}, 400, ""},
		{"nobody", []string{"identity", nobody}, 200, ""},
	} {
		s, _ := service(t, answers...)
		status, got := s.Get("/validator/vet", c.query...)
		if status != c.status || c.vote != "" && got["vote"] != c.vote {
			t.Errorf("%s: status %d, vote %v; want %d, %s", c.why, status, got["vote"], c.status, c.vote)
		}
	}
	s, _ := service(t, answers...)
	_, got := s.Get("/validator/vet", "identity", vt.Identity)
	handlertest.Holds(t, got, map[string]any{"other_vote_accounts.0": second.Vote})
	_, got = s.Get("/validator/lookup", "identity", vt.Identity)
	handlertest.Holds(t, got, map[string]any{"count": 2})
	if status, _ := s.Get("/validator/lookup", "vote", nobody); status != 404 {
		t.Errorf("unknown: status %d", status)
	}
}

// TestSkipRatesOfFewSlotsAreNotShown holds that one slot of three is no rate.
func TestSkipRatesOfFewSlotsAreNotShown(t *testing.T) {
	few := vt.Call("getBlockProduction", map[string]any{
		"context": map[string]int{"slot": vt.Slot},
		"value": map[string]any{
			"byIdentity": map[string][]int{vt.LargeID: {8000, 7960}, vt.Identity: {3, 2}},
			"range":      map[string]int{"firstSlot": vt.Slot - 200_000, "lastSlot": vt.Slot},
		},
	})
	s, _ := service(t, with(few)...)
	_, got := s.Get("/validator/lookup", "vote", vt.Vote)
	handlertest.Holds(t, got, map[string]any{"validators.0.skip_rate_pct": nil})
	_, got = s.Get("/validator/vet", "vote", vt.Vote)
	handlertest.Holds(t, got, map[string]any{"leader_slots": 3, "skip_rate_pct": 33.333})
}

func TestWhatFailsAlone(t *testing.T) {
	broken := map[string]upstreamtest.Answer{
		"limited":     {Status: 429},
		"down":        {Status: 503},
		"moved":       {Status: 404},
		"a web page":  {Type: "text/html", Body: "<html>"},
		"cut off":     {Body: `{"jsonrpc":"2.0","result":{"curr`},
		"limited too": {Body: `{"jsonrpc":"2.0","error":{"code":429,"message":"Too many requests"},"id":1}`},
		"an error":    {Body: `{"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid param"},"id":1}`},
		"nobody":      {Body: `{"jsonrpc":"2.0","result":{"current":[],"delinquent":[]},"id":1}`},
	}
	for name, answer := range broken {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			of := func(url, method string) upstreamtest.Answer {
				a := answer
				a.URL, a.BodyHas = url, method
				if url == vt.RPC {
					a.Method = "POST"
				}
				return a
			}
			s, _ := service(t, with(of(vt.RPC, "getVoteAccounts"))...)
			if status, got := s.Get("/validator/vet", "vote", vt.Vote); status < 502 || status > 503 {
				t.Errorf("no votes: status %d, %v", status, got)
			}
			s, _ = service(t, with(of(vt.Stakewiz+"/*", ""), of(vt.Marinade, ""), of(vt.SFDP+"/*", ""),
				of(vt.RPC, "getClusterNodes"), of(vt.RPC, "getBlockProduction"), of(vt.RPC, "getEpochInfo"),
				of(vt.RPC, "getAgGenesisCert"), of(vt.RPC, "getRecentPerformanceSamples"))...)
			status, got := s.Get("/validator/vet", "vote", vt.Vote)
			if status != 200 || got["partial"] != true || got["verdict"] != "caution" {
				t.Errorf("votes alone: status %d, partial %v, verdict %v", status, got["partial"], got["verdict"])
			}
			handlertest.Holds(t, got, map[string]any{"mev": nil, "version": nil, "consensus": nil, "slot_ms": nil})
		})
	}
}

func TestSlotsAreMeasured(t *testing.T) {
	s, _ := service(t, vt.Answers()...)
	_, got := s.Get("/validator/vet", "vote", vt.Vote)
	handlertest.Holds(t, got, map[string]any{
		"slot_ms": 250, "consensus": "tower_bft", "epoch_ends_at": "2026-11-21T04:06:40Z", // 232,000 slots of 250 ms
	})
	s, _ = service(t, with(vt.Call("getAgGenesisCert", map[string]any{"block": map[string]int{"slot": 9}}))...)
	_, got = s.Get("/validator/vet", "vote", vt.Vote)
	handlertest.Holds(t, got, map[string]any{"consensus": "alpenglow"})
	old := vt.Raw("getAgGenesisCert", `{"jsonrpc":"2.0","error":{"code":-32601,"message":"x"},"id":1}`)
	s, _ = service(t, with(old)...)
	_, got = s.Get("/validator/vet", "vote", vt.Vote)
	handlertest.Holds(t, got, map[string]any{"consensus": nil, "partial": false})
}

func TestVotesThatSayNothing(t *testing.T) {
	var silent []vt.Account
	for _, a := range append(vt.Others(), vt.Example()) {
		a.Credits = a.Credits[:0]
		a.Credits = append(a.Credits, [3]uint64{vt.Epoch, 10, 10}, [3]uint64{vt.Epoch - 1, 10, 10})
		silent = append(silent, a)
	}
	s, _ := service(t, with(vt.Votes(silent, nil))...)
	_, got := s.Get("/validator/vet", "vote", vt.Vote)
	handlertest.Holds(t, got, map[string]any{"verdict": "caution", "partial": true, "credits_ratio": nil})
	if _, detail := reason(t, got, "vote_credits"); !strings.Contains(detail, "vote metrics are unavailable") {
		t.Error(detail)
	}
	if _, detail := reason(t, got, "not_all_known"); !strings.Contains(detail, "vote_credits") {
		t.Error(detail)
	}
}

func TestRoundTrips(t *testing.T) {
	for _, c := range []struct {
		route []string
		asked int
	}{
		{[]string{"/validator/vet", "vote", vt.Vote}, 10},
		{[]string{"/validator/vet", "identity", vt.Identity}, 10},
		{[]string{"/validator/lookup", "top_n", "2"}, 5},
	} {
		s, world := service(t, vt.Answers()...)
		s.Get(c.route[0], c.route[1:]...)
		s.Get(c.route[0], c.route[1:]...)
		if n := len(world.Asked()); n != c.asked {
			t.Errorf("%q asked %d times, want %d: %q", c.route, n, c.asked, world.Asked())
		}
	}
}

// TestCommissionsAreKept goes through epochs with a process that is started again in between.
func TestCommissionsAreKept(t *testing.T) {
	dir := t.TempDir()
	at := func(epoch uint64, commission int) upstreamtest.Answer {
		a := vt.Example()
		a.Commission = commission
		for i := range a.Credits {
			a.Credits[i][0] = epoch - 4 + uint64(i)
		}
		return vt.Votes(append(vt.Others()[:0:0], a), nil)
	}
	snapshot := func(epoch uint64, commission int) {
		world := upstreamtest.New(t, at(epoch, commission))
		pool := world.Pool(t, nil, upstreamtest.SmallLists)
		New(dir, pool, time.Now)
		done := make(chan struct{})
		ctx := t.Context()
		go func() { defer close(done); pool.RunDatasets(ctx, 0) }()
		await.Until(t, "a snapshot", func() bool {
			h := pool.DatasetHealth()
			return len(h) == 1 && !h[0].Lacks()
		})
	}

	snapshot(1070, 5)
	snapshot(1071, 5)
	snapshot(1072, 60)
	snapshot(1073, 5)
	s, _ := serviceIn(t, dir, with(at(1074, 5))...)
	_, got := s.Get("/validator/vet", "vote", vt.Vote)
	handlertest.Holds(t, got, map[string]any{
		"verdict": "avoid", "commission_pct": 5, "commission_history.from_epoch": 1069,
		"commission_history.highest_pct": 60, "commission_history.known_epochs": 5,
		"commission_history.rise_points": 55,
		"commission_history.kept_by.0":   "own daily snapshots",
	})
	points, detail := reason(t, got, "commission_rise")
	if points != -25 || !strings.Contains(detail, "alone is enough") {
		t.Errorf("%v points: %s", points, detail)
	}

	if err := os.WriteFile(filepath.Join(dir, "validator", "commissions.json"), []byte("{broken"), 0o600); err != nil {
		t.Fatal(err)
	}
	if h := newHistory(dir); len(h.held.Points) != 0 {
		t.Error("a broken file was read")
	}
}

func TestHistoryIsBounded(t *testing.T) {
	h := newHistory("")
	for epoch := int64(1); epoch <= 200; epoch++ {
		for pct := range 10 {
			m := member{}
			m.Vote.Vote, m.Commission = "a", float64(pct)
			h.add(&cluster{epoch: epoch, members: []member{m}})
		}
	}
	if n := len(h.of("a")); n > keptPoints {
		t.Errorf("%d points are kept", n)
	}
	h.add(&cluster{epoch: 100, members: []member{{}}}) // an older answer
	h.add(&cluster{epoch: 300})
	if n := len(h.held.Points); n != 0 {
		t.Errorf("%d accounts are kept that are gone", n)
	}
}

func BenchmarkVet(b *testing.B) {
	accounts := vt.Others()
	for i := range 1000 {
		accounts = append(accounts, vt.Voting(fmt.Sprint(i), fmt.Sprint("n", i), 1000, 5, 5, 6_900_000))
	}
	s, _ := service(b, append([]upstreamtest.Answer{vt.Votes(append(accounts, vt.Example()), nil)}, vt.Beside()...)...)
	for b.Loop() {
		s.Get("/validator/vet", "vote", vt.Vote)
	}
}
