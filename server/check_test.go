package server

import (
	"encoding/json"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/farebox/farebox/internal/dated"
	"github.com/farebox/farebox/internal/samples"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

// probedWorld has what four providers say to their probes. All others are not there.
func probedWorld(t *testing.T, answers ...upstreamtest.Answer) *upstreamtest.World {
	t.Helper()
	return upstreamtest.New(t, append(answers,
		upstreamtest.Answer{
			URL: "https://api.osv.dev/v1/vulns/GHSA-29qj-rvv6-qrmv",
			Body: `{"id":"GHSA-29qj-rvv6-qrmv","summary":"A flaw","details":"A flaw in a library.",
				"modified":"2021-06-01T20:09:20Z","published":"2021-06-15T16:05:22Z","aliases":["CVE-2020-10688"],
				"affected":[{"package":{"ecosystem":"Maven","name":"a:b"},"ranges":[{"type":"ECOSYSTEM",
				"events":[{"introduced":"0"},{"fixed":"3.11.1"}]}]}],
				"references":[{"type":"WEB","url":"https://a.test"}],
				"database_specific":{"severity":"MODERATE","cwe_ids":["CWE-79"]}}`,
		},
		upstreamtest.Answer{
			URL: "https://api.first.org/data/v1/epss?cve=CVE-2021-40438",
			Body: `{"status":"OK","total":1,"data":[{"cve":"CVE-2021-40438","epss":"0.97","percentile":"0.99",
				"date":"2022-02-28"}]}`,
		},
		upstreamtest.Answer{
			URL:  "https://blockstream.info/api/block-height/615615",
			Type: "text/plain",
			Body: "000000000000000000067bea442af50a91377ac796e63b8d284354feff4042b3",
		},
		upstreamtest.Answer{
			URL: "https://api.worldbank.org/v2/country/DEU",
			Body: `[{"page":1,"pages":1,"per_page":"50","total":1},[{"id":"DEU","iso2Code":"DE","name":"Germany",
				"region":{"id":"ECS","iso2code":"Z7","value":"Europe"},"adminregion":{"id":"","iso2code":"","value":""},
				"incomeLevel":{"id":"HIC","iso2code":"XD","value":"High income"},
				"lendingType":{"id":"LNX","iso2code":"XX","value":"Not classified"},
				"capitalCity":"Berlin","longitude":"13.4","latitude":"52.5"}]]`,
		},
	)...)
}

func checked(t *testing.T, world http.RoundTripper, o CheckOptions, changes ...func(*upstream.Options)) *Checkup {
	t.Helper()
	c, err := ConfigFrom(map[string]string{"DATA_DIR": t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	options := c.upstreams()
	options.Transport = world
	options.RateScale = 1e6
	options.Patience = 8
	options.Rand = func() float64 { return 0 }
	for _, change := range changes {
		change(&options)
	}
	from, err := c.bareSources(upstream.NewPool(options))
	if err != nil {
		t.Fatal(err)
	}
	found, err := checkup(t.Context(), from, o)
	if err != nil {
		t.Fatal(err)
	}
	return found
}

func (c *Checkup) of(t *testing.T, provider string) ProviderCheck {
	t.Helper()
	at := slices.IndexFunc(c.Providers, func(p ProviderCheck) bool { return p.Provider == provider })
	if at < 0 {
		t.Fatalf("%s was not checked", provider)
	}
	return c.Providers[at]
}

func (c *Checkup) standing(t *testing.T, route string) RouteStanding {
	t.Helper()
	at := slices.IndexFunc(c.Routes, func(r RouteStanding) bool { return r.Route == route })
	if at < 0 {
		t.Fatalf("%s is not among the routes", route)
	}
	return c.Routes[at]
}

func TestCheckTellsWhatHasDriftedFromWhatIsAway(t *testing.T) {
	renamed := upstreamtest.Answer{
		URL: "https://api.osv.dev/v1/vulns/GHSA-29qj-rvv6-qrmv",
		Body: `{"id":"GHSA-29qj-rvv6-qrmv","summary":"A flaw","details":"A flaw in a library.",
			"modified":"2021-06-01T20:09:20Z","published":"2021-06-15T16:05:22Z","other_names":["CVE-2020-10688"],
			"affected":[],"database_specific":{"severity":"MODERATE"}}`,
	}
	found := checked(t, probedWorld(t, renamed), CheckOptions{Family: "cve"})
	if p := found.of(t, "epss"); p.Status != upstream.ProbeOK {
		t.Errorf("%+v", p)
	}
	p := found.of(t, "osv")
	if p.Status != upstream.ProbeDrifted || p.Member != "aliases" || p.Expected != "[CVE-2020-10688]" {
		t.Errorf("%+v", p)
	}
	if p := found.of(t, "nvd"); p.Status != upstream.ProbeUnreachable {
		t.Errorf("%+v", p)
	}
	if found.OK() {
		t.Error("it is said to be well")
	}
	if text := found.Text(); !strings.Contains(text, "aliases: expected [CVE-2020-10688], got") {
		t.Errorf("it does not say what has drifted:\n%s", text)
	}
}

func TestCheckIsWellWhenAllThatIsConfiguredIs(t *testing.T) {
	found := checked(t, probedWorld(t), CheckOptions{Provider: "blockstream"})
	if !found.OK() || len(found.Providers) != 1 {
		t.Errorf("%+v", found.Providers)
	}
	var encoded map[string]any
	text, err := json.Marshal(found)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &encoded); err != nil || encoded["providers"] == nil || encoded["routes"] == nil {
		t.Errorf("%s: %v", text, err)
	}
}

func TestProviderWithoutItsKeyIsNotAFault(t *testing.T) {
	found := checked(t, probedWorld(t), CheckOptions{Provider: "fmcsa-qcmobile"})
	if p := found.of(t, "fmcsa-qcmobile"); p.Status != upstream.ProbeNotConfigured || !found.OK() {
		t.Errorf("%+v", p)
	}
}

func TestRouteIsClosedOnlyWhenNoneOfASetIsLeft(t *testing.T) {
	route := routeSources{
		Uses:  []string{"a", "b", "c"},
		Needs: [][]string{{"a", "b"}},
	}
	for _, c := range []struct {
		down string
		want string
	}{
		{"", routeSellable},
		{"a", routeInPart},
		{"c", routeInPart},
		{"b c", routeInPart},
		{"a b", routeClosed},
	} {
		usable := func(p string) bool { return !slices.Contains(strings.Fields(c.down), p) }
		if got := route.standing("GET /x", usable); got.Standing != c.want {
			t.Errorf("without %q: %s, want %s", c.down, got.Standing, c.want)
		}
	}
}

func TestCheckSaysWhichRoutesCanBeSold(t *testing.T) {
	found := checked(t, probedWorld(t), CheckOptions{Family: "btc"})
	// mempool.space is not there, and Blockstream stands in for it.
	r := found.standing(t, "GET /btc/tx")
	if r.Standing != routeInPart || !slices.Equal(r.Lacks, []string{"mempool-space"}) {
		t.Errorf("%+v", r)
	}
	away := checked(t, upstreamtest.New(t), CheckOptions{Family: "btc"})
	if r := away.standing(t, "GET /btc/tx"); r.Standing != routeClosed {
		t.Errorf("%+v", r)
	}
}

func TestCheckHoldsListsToTheirFloors(t *testing.T) {
	short := upstreamtest.Answer{
		URL:  "https://raw.githubusercontent.com/openphish/public_feed/refs/heads/main/feed.txt",
		Type: "text/plain",
		Body: "https://phish.test/a\nhttps://phisher.test/b\n",
	}
	found := checked(t, upstreamtest.New(t, short), CheckOptions{Provider: "openphish"})
	p := found.of(t, "openphish")
	if p.Status != upstream.ProbeDrifted || !strings.Contains(p.Got, "2 records") || found.OK() {
		t.Errorf("%+v", p)
	}
	if len(found.Lists) != 1 || found.Lists[0].Least != 50 || found.Lists[0].StaleAfterS < int64(time.Hour.Seconds()) {
		t.Errorf("%+v", found.Lists)
	}

	whole := checked(t, upstreamtest.New(t, short), CheckOptions{Provider: "openphish"}, upstreamtest.SmallLists)
	if !whole.OK() || whole.Lists[0].Records != 2 {
		t.Errorf("%+v", whole)
	}
}

func TestCheckRefusesNamesThatThereAreNot(t *testing.T) {
	c, err := ConfigFrom(map[string]string{"DATA_DIR": t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	for _, o := range []CheckOptions{{Family: "astrology"}, {Provider: "acme"}, {Family: "btc", Provider: "osv"}} {
		if _, err := Check(t.Context(), c, o); err == nil {
			t.Errorf("%+v is taken", o)
		}
	}
}

func TestWhatWasRecordedAnswersTheNextCheck(t *testing.T) {
	dir := t.TempDir()
	c, err := ConfigFrom(map[string]string{
		"DATA_DIR":     t.TempDir(),
		"FMCSA_WEBKEY": "s3cret-key",
		// The operator's own endpoint has a key that no declaration names.
		"RPC_URL_ETHEREUM": "https://public.1rpc.io/eth/s3cret-key",
	})
	if err != nil {
		t.Fatal(err)
	}
	world := probedWorld(t, upstreamtest.Answer{
		URL:  "https://mobile.fmcsa.dot.gov/qc/services/carriers/158121",
		Body: `{"content":{"carrier":{"dotNumber":158121}},"echo":"s3cret-key"}`,
	})
	for path, id := range map[string]string{"/eth": "0x1", "/base": "0x2105", "/eth/s3cret-key": "0x1"} {
		world.Add(t, upstreamtest.Answer{
			Method: http.MethodPost,
			URL:    "https://public.1rpc.io" + path,
			Body:   `{"jsonrpc":"2.0","id":1,"result":"` + id + `"}`,
		})
	}
	recording, err := NewRecording(dir, c)
	if err != nil {
		t.Fatal(err)
	}
	withKeys := func(o *upstream.Options) { o.Lookup = c.lookup }
	before := checked(t, recording.Wrap(world), CheckOptions{}, withKeys)
	if err := recording.Close(); err != nil {
		t.Fatal(err)
	}

	t.Setenv("FAREBOX_SHARED", dir)
	t.Setenv("FAREBOX_SAMPLES", "")
	after := checked(t, samples.Replay(t), CheckOptions{}, withKeys)
	for _, p := range []string{"osv", "epss", "blockstream", "worldbank", "fmcsa-qcmobile", "rpc-base-1rpc"} {
		was, is := before.of(t, p), after.of(t, p)
		if was.Status != is.Status || was.Member != is.Member {
			t.Errorf("%s: %+v, as recorded %+v", p, was, is)
		}
	}
	noKeyIn(t, dir, "s3cret-key")
}

func noKeyIn(t *testing.T, dir, key string) {
	t.Helper()
	files := 0
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		files++
		text, err := os.ReadFile(path)
		if strings.Contains(string(text), key) || strings.Contains(path, key) {
			t.Errorf("%s has the key in it", path)
		}
		return err
	})
	if err != nil || files < 5 {
		t.Errorf("%d files, %v", files, err)
	}
}

// TestCheckWarnsSixtyDaysBeforeATableEnds: only one that is past its last day makes the check fail.
func TestCheckWarnsSixtyDaysBeforeATableEnds(t *testing.T) {
	now := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	tables := []dated.Table{
		{Name: "far", GoodUntil: "2027-01-20"},
		{Name: "near", GoodUntil: "2027-01-19"},
		{Name: "ageless"},
	}
	found := &Checkup{Tables: tableChecks(tables, now)}
	if len(found.Tables) != 1 || found.Tables[0].Table != "near" || found.Tables[0].DaysLeft != 60 || !found.OK() {
		t.Errorf("%+v, ok %v", found.Tables, found.OK())
	}
	if text := found.Text(); !strings.Contains(text, "near") || !strings.Contains(text, "good until 2027-01-19") {
		t.Error(text)
	}

	found.Tables = tableChecks(append(tables, dated.Table{Name: "past", GoodUntil: "2026-11-19"}), now)
	if len(found.Tables) != 2 || found.Tables[0].Table != "past" || found.OK() {
		t.Errorf("%+v, ok %v", found.Tables, found.OK())
	}
}

func TestProvidersAreDeclaredWhole(t *testing.T) {
	t.Parallel()

	providers, err := Providers()
	if err != nil || len(providers) == 0 {
		t.Fatalf("%d providers, %v", len(providers), err)
	}
	for _, p := range providers {
		if err := p.Validate(); err != nil {
			t.Error(err)
		}
		if p.Docs == "" || p.Attribution == "" && p.Terms == "" {
			t.Errorf("%s: want Docs, and Attribution or Terms", p.Name)
		}
	}
}
