package kyb

import (
	"context"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	gen "github.com/farebox/farebox/gen/kyb"
	"github.com/farebox/farebox/handlers/handlertest"
	"github.com/farebox/farebox/internal/party/filers"
	"github.com/farebox/farebox/internal/party/names"
	"github.com/farebox/farebox/internal/party/organisations"
	"github.com/farebox/farebox/internal/party/organisations/organisationstest"
	"github.com/farebox/farebox/internal/party/sanctions"
	"github.com/farebox/farebox/internal/party/sanctions/sanctionstest"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

// engine is one for all tests: its tables take a while.
var engine = names.New()

func now() time.Time { return organisationstest.Now }

// serve makes the routes over a world, with EDGAR's tables loaded, and the sanctions lists of the fixtures when listed.
func serve(tb testing.TB, world *upstreamtest.World, listed bool) *handlertest.Service {
	tb.Helper()
	if !listed {
		return serveListed(tb, world, nil)
	}
	return serveListed(tb, world, func(err error) {
		if err != nil {
			tb.Fatal(err)
		}
	})
}

// serveListed makes the routes with the sanctions lists that there are in the world; loaded, unless it is nil, gets the
// errors of the others.
func serveListed(tb testing.TB, world *upstreamtest.World, loaded func(error)) *handlertest.Service {
	tb.Helper()
	return handlertest.New(tb, "kyb", handlersListed(tb, world, loaded).Register)
}

// handlers are the routes without a sanctions list.
func handlers(tb testing.TB, world *upstreamtest.World) *Handlers {
	tb.Helper()
	return handlersListed(tb, world, nil)
}

func handlersListed(tb testing.TB, world *upstreamtest.World, loaded func(error)) *Handlers {
	tb.Helper()
	pool := world.Pool(tb, nil, upstreamtest.SmallLists, upstreamtest.At(now))
	directory := filers.New(pool)
	registers := organisations.New(pool, directory, engine, now)
	lists := sanctions.New(pool, engine)
	for _, err := range []error{
		directory.Lists().Companies.Refresh(tb.Context()),
		directory.Lists().Listings.Refresh(tb.Context()),
		directory.Lists().Funds.Refresh(tb.Context()),
		registers.FilerNames().Refresh(tb.Context()),
	} {
		if err != nil {
			tb.Log(err)
		}
	}
	if loaded != nil {
		loaded(lists.Refresh(tb.Context()))
		if err := lists.RefreshNames(tb.Context()); err != nil {
			tb.Log(err)
		}
	}
	return New(registers, lists, now)
}

// verify asks for a verdict by name.
func verify(ctx context.Context, tb testing.TB, h *Handlers, name string) {
	tb.Helper()
	request := gen.KybVerifyRequestObject{Params: gen.KybVerifyParams{Name: &name}}
	if _, err := h.KybVerify(ctx, request); err != nil {
		tb.Fatal(err)
	}
}

func examples() []upstreamtest.Answer {
	return append(sanctionstest.Answers(), organisationstest.Answers()...)
}

func TestSpecExamplesAreWhatTheRoutesAnswer(t *testing.T) {
	world := upstreamtest.New(t, examples()...)
	s := serve(t, world, true)
	s.CheckExamples()
	if m := world.Misses(); len(m) > 0 {
		t.Errorf("asked for what nobody has: %q", m)
	}
}

const lei = organisationstest.AppleLEI

// filer is a company at the SEC that the rows of the table change.
func filer(filings ...organisationstest.Filing) organisationstest.Filer {
	return organisationstest.Filer{
		CIK: "0000000007", Name: "Acme Widgets Inc", State: "DE", Tickers: []string{"ACME"}, Filings: filings,
	}
}

// renamed is a company that had another name.
func renamed(filings ...organisationstest.Filing) organisationstest.Filer {
	f := filer(filings...)
	f.Former = []string{"ACME ROCKETS CORP"}
	f.Until = "2019-03-04"
	return f
}

func record(change func(*organisationstest.Record)) []organisationstest.Record {
	r := organisationstest.Record{LEI: lei, Name: "ACME WIDGETS, INC.", Jurisdiction: "US-DE", Created: "1999-01-01"}
	if change != nil {
		change(&r)
	}
	return []organisationstest.Record{r}
}

// TestRules has each row of the table of points by itself: the points add up to the score before it is bounded.
func TestRules(t *testing.T) {
	byLEI := []string{"lei", lei}
	byCIK := []string{"cik", "7"}
	current := organisationstest.Filing{Form: "10-Q", Filed: "2026-08-01"}
	old := organisationstest.Filing{Form: "10-K", Filed: "2025-01-02"}
	other := organisationstest.Filer{CIK: "0000000001", Name: "Unrelated Corp", Tickers: []string{"UNR"}}
	only := func(change func(*organisationstest.Record)) organisationstest.Registers {
		return organisationstest.Registers{Filers: []organisationstest.Filer{other}, Records: record(change)}
	}
	files := func(filings ...organisationstest.Filing) organisationstest.Registers {
		return organisationstest.Registers{Filers: []organisationstest.Filer{filer(filings...)}}
	}
	item := organisationstest.Item{QID: "Q7", Label: "Acme Widgets", CIKs: []string{"7"}}
	cases := []struct {
		why     string
		in      organisationstest.Registers
		query   []string
		verdict string
		score   float64
		band    string
		codes   []string
		flags   []string
	}{
		{"in force and proved", only(nil), byLEI, "real", 0, "low", []string{"lei_active"}, nil},
		{"lapsed this year", only(func(r *organisationstest.Record) {
			r.Registration = "LAPSED"
			r.Renewal = "2026-06-01"
		}), byLEI, "likely_real", 15, "low", []string{"lei_lapsed"}, []string{"lei_lapsed"}},
		{"lapsed two years and a day ago", only(func(r *organisationstest.Record) {
			r.Registration = "LAPSED"
			r.Renewal = "2024-11-19"
		}), byLEI, "likely_real", 30, "medium", []string{"lei_lapsed"}, []string{"lei_lapsed"}},
		{"merged into another", only(func(r *organisationstest.Record) {
			r.Registration = "MERGED"
			r.Status = "INACTIVE"
		}), byLEI, "inactive", 75, "critical",
			[]string{"lei_retired", "entity_inactive"}, []string{"lei_retired", "entity_inactive"}},
		{"dissolved by GLEIF", only(func(r *organisationstest.Record) {
			r.Registration = "RETIRED"
			r.Status = "INACTIVE"
			r.Expired = "DISSOLVED"
		}), byLEI, "dissolved", 100, "critical",
			[]string{"lei_retired", "entity_inactive", "dissolved"},
			[]string{"lei_retired", "entity_inactive", "dissolved"}},
		{"supplied by the entity, not conforming", only(func(r *organisationstest.Record) {
			r.Corroborated = "ENTITY_SUPPLIED_ONLY"
			r.Conformity = "NON_CONFORMING"
		}), byLEI, "likely_real", 15, "low",
			[]string{"lei_active", "weak_corroboration", "non_conforming"}, []string{"weak_corroboration"}},
		{"proved in part", only(func(r *organisationstest.Record) { r.Corroborated = "PARTIALLY_CORROBORATED" }),
			byLEI, "likely_real", 5, "low", []string{"lei_active", "weak_corroboration"}, nil},
		{"nothing said of the proof", only(func(r *organisationstest.Record) {
			r.Corroborated = "PENDING"
			r.Conformity = "-"
		}), byLEI, "likely_real", 10, "low",
			[]string{"lei_active", "corroboration_unknown", "conformity_unknown"}, []string{"corroboration_unknown"}},
		{"formed this year", only(func(r *organisationstest.Record) { r.Created = "2026-02-01" }),
			byLEI, "real", 10, "low", []string{"lei_active", "recently_formed"}, []string{"recently_formed"}},
		{"current filer", files(current), byCIK, "likely_real", 0, "low", []string{"current_filer"}, nil},
		{
			"stale filer",
			files(old),
			byCIK,
			"likely_real",
			20,
			"low",
			[]string{"stale_filer"},
			[]string{"stale_filer"},
		},
		{"deregistered", files(organisationstest.Filing{Form: "15-12G", Filed: "2026-09-01"}, current),
			byCIK, "inactive", 20, "low", []string{"deregistered"}, []string{"deregistered"}},
		{
			"one class of shares deregistered, still reporting",
			files(current, organisationstest.Filing{Form: "15-12B", Filed: "2026-01-01"}),
			byCIK,
			"likely_real",
			0,
			"low",
			[]string{"current_filer"},
			nil,
		},
		{"late and not to be relied on", files(
			organisationstest.Filing{Form: "NT 10-Q", Filed: "2026-11-10"},
			organisationstest.Filing{Form: "8-K", Filed: "2026-10-10", Items: "4.02,9.01"},
			current,
		), byCIK, "likely_real", 10, "low",
			[]string{"current_filer", "late_filing", "nonreliance"}, []string{"nonreliance"}},
		{"notices that are too old", files(
			current,
			organisationstest.Filing{Form: "NT 10-K", Filed: "2025-10-10"},
			organisationstest.Filing{Form: "8-K", Filed: "2023-11-01", Items: "4.02"},
		), byCIK, "likely_real", 0, "low", []string{"current_filer"}, nil},
		{
			"two registers agree",
			organisationstest.Registers{
				Filers: []organisationstest.Filer{
					filer(current),
				},
				Records: record(func(r *organisationstest.Record) { r.Corroborated = "PARTIALLY_CORROBORATED" }),
			},
			byCIK,
			"real",
			0,
			"low",
			[]string{"lei_active", "weak_corroboration", "current_filer"},
			nil,
		},
		{
			"only Wikidata",
			organisationstest.Registers{
				Filers: []organisationstest.Filer{other},
				Items:  []organisationstest.Item{{QID: "Q7", Label: "Acme Widgets", ISINs: []string{"US0378331005"}}},
			},
			[]string{
				"qid",
				"Q7",
			},
			"likely_real",
			45,
			"medium",
			[]string{"no_registry_record"},
			[]string{"no_registry_record"},
		},
		{
			"dissolved by Wikidata",
			organisationstest.Registers{
				Filers: []organisationstest.Filer{other},
				Items:  []organisationstest.Item{{QID: "Q7", Label: "Acme Widgets", Dissolved: "2009-05-01"}},
			},
			[]string{
				"qid",
				"Q7",
			},
			"dissolved",
			100,
			"critical",
			[]string{"no_registry_record", "dissolved"},
			[]string{"no_registry_record", "dissolved"},
		},
		{
			"an item of another name has the CIK",
			organisationstest.Registers{
				Filers: []organisationstest.Filer{filer(current)},
				Items:  []organisationstest.Item{{QID: "Q7", Label: "Zebra Foods", CIKs: item.CIKs}},
			},
			byCIK,
			"likely_real",
			10,
			"low",
			[]string{"current_filer", "id_conflict"},
			[]string{"id_conflict"},
		},
		{
			"a former name",
			organisationstest.Registers{Filers: []organisationstest.Filer{renamed(current)}},
			[]string{
				"name",
				"Acme Rockets Corp",
			},
			"likely_real",
			0,
			"low",
			[]string{"current_filer", "former_name"},
			nil,
		},
		{
			"the name of a listed party",
			organisationstest.Registers{
				Filers:  []organisationstest.Filer{other},
				Records: record(func(r *organisationstest.Record) { r.Name = "Lazarus Group" }),
			},
			byLEI,
			"real",
			60,
			"high",
			[]string{"lei_active", "sanctions_match"},
			[]string{"sanctions_match"},
		},
	}
	for _, c := range cases {
		t.Run(c.why, func(t *testing.T) {
			world := c.in.World(t)
			world.Add(t, sanctionstest.Answers()...)
			status, got := serve(t, world, true).Get("/kyb/verify", c.query...)
			if status != http.StatusOK {
				t.Fatal(status, got)
			}
			var codes []string
			sum := 0.0
			for _, row := range got["reasons"].([]any) {
				reason := row.(map[string]any)
				codes = append(codes, reason["code"].(string))
				sum += reason["points"].(float64)
			}
			if bounded := max(0, min(100, sum)); got["risk_score"] != bounded || bounded != c.score {
				t.Errorf("score %v, points add up to %v, want %v", got["risk_score"], sum, c.score)
			}
			if got["verdict"] != c.verdict || got["category"] != c.band || !slices.Equal(codes, c.codes) {
				t.Errorf("%v %v %q", got["verdict"], got["category"], codes)
			}
			var flags []string
			for _, flag := range got["flags"].([]any) {
				flags = append(flags, flag.(string))
			}
			if !slices.Equal(flags, c.flags) || got["partial"] != false {
				t.Errorf("flags %q, partial %v: %v", flags, got["partial"], got["sources"])
			}
		})
	}
}

func TestUnknownCompaniesAreAVerdict(t *testing.T) {
	s := serve(t, upstreamtest.New(t, examples()...), true)
	for _, query := range [][]string{
		{"ticker", "ZZZZ"}, {"cik", "999999999"}, {"lei", "INR2EJN1ERAN0W5ZP974"}, {"qid", "Q2283"},
		{"isin", "US5949181045"}, {"name", "Zzyzx Nonesuch"},
	} {
		status, got := s.Get("/kyb/verify", query...)
		if status != http.StatusOK || got["verdict"] != "not_found" || got["risk_score"] != nil ||
			got["category"] != nil ||
			got["entity"] != nil ||
			got["partial"] != false {
			t.Errorf("%v: %d %v", query, status, got)
		}
	}
}

// TestADownRegisterIsNoVerdict: what could not be asked is never "not found".
func TestADownRegisterIsNoVerdict(t *testing.T) {
	down := func(hosts ...string) *handlertest.Service {
		in := &organisationstest.Registers{
			Filers:  []organisationstest.Filer{filer()},
			Records: record(nil),
			Down:    hosts,
		}
		return serve(t, in.World(t), false)
	}
	s := down("api.gleif.org", "www.wikidata.org", "query.wikidata.org")
	if status, got := s.Get("/kyb/verify", "lei", lei); status != http.StatusBadGateway {
		t.Errorf("by LEI: %d %v", status, got)
	}
	if status, got := s.Get("/kyb/verify", "name", "Zzyzx Nonesuch"); status != http.StatusBadGateway {
		t.Errorf("by name: %d %v", status, got)
	}
	status, got := s.Get("/kyb/verify", "cik", "7")
	if status != http.StatusOK || got["partial"] != true || got["verdict"] != "likely_real" {
		t.Errorf("by CIK: %d %v", status, got)
	}
	screening := got["screening"].(map[string]any)
	if screening["status"] != "incomplete" || screening["match_count"] != nil || screening["as_of"] != nil {
		t.Errorf("no list is loaded: %v", screening)
	}
}

// TestOnlyAllListsMakeAScreening: a name that was compared with some of the lists is not cleared by any.
func TestOnlyAllListsMakeAScreening(t *testing.T) {
	var answers []upstreamtest.Answer
	for _, a := range examples() {
		if strings.Contains(a.URL, "scsanctions.un.org") || strings.Contains(a.URL, "sesam.search.admin.ch") {
			a.Status = http.StatusServiceUnavailable
		}
		answers = append(answers, a)
	}
	s := serveListed(t, upstreamtest.New(t, answers...), func(err error) {
		if err == nil {
			t.Fatal("all lists are loaded")
		}
	})

	status, got := s.Get("/kyb/verify", "lei", lei)
	screening := got["screening"].(map[string]any)
	var unchecked []string
	for _, row := range screening["lists"].([]any) {
		list := row.(map[string]any)
		if list["checked"] == false {
			unchecked = append(unchecked, list["list"].(string))
		}
		if (list["checked"] == true) != (list["confirmed_at"] != nil && list["match_count"] != nil) {
			t.Errorf("%v", list)
		}
	}
	if status != http.StatusOK || screening["status"] != "incomplete" || screening["match_count"] != nil ||
		!slices.Equal(unchecked, []string{"un-sc", "ch-seco"}) || got["partial"] != true {
		t.Errorf("%d partial %v: %v", status, got["partial"], screening)
	}
	if got["risk_score"] != 1.0 || got["category"] != nil {
		t.Errorf("a risk of %v is %v though a list may have the company", got["risk_score"], got["category"])
	}
}

func TestInputsAreCheckedBeforeAnythingIsAsked(t *testing.T) {
	world := upstreamtest.New(t, examples()...)
	s := serve(t, world, false)
	before := len(world.Asked())
	for _, query := range [][]string{
		nil, {"lei", lei, "name", "Apple"}, {"lei", "HWUPKR0MPOU8FGXBT395"}, {"isin", "US0378331006"}, {"cik", "x"},
		{"qid", "x"},
		{"ticker", "!"}, {"name", "..."},
	} {
		if status, got := s.Get("/kyb/verify", query...); status != http.StatusBadRequest {
			t.Errorf("%v: %d %v", query, status, got)
		}
	}
	if asked := world.Asked()[before:]; len(asked) > 0 {
		t.Errorf("asked %q", asked)
	}
}

func TestScreenShowsHowWellEachCompanyIsProved(t *testing.T) {
	in := &organisationstest.Registers{
		Filers: []organisationstest.Filer{filer()},
		Records: append(
			record(func(r *organisationstest.Record) { r.Corroborated = "PARTIALLY_CORROBORATED" }),
			organisationstest.Record{
				LEI:          "INR2EJN1ERAN0W5ZP974",
				Name:         "ACME WIDGETS LIMITED",
				Jurisdiction: "GB",
				Registration: "LAPSED",
			},
		),
	}
	status, got := serve(t, in.World(t), false).Get("/kyb/screen", "name", "Acme Widgets")
	rows := got["candidates"].([]any)
	if status != http.StatusOK || len(rows) != 2 {
		t.Fatal(status, got)
	}
	first := rows[0].(map[string]any)
	second := rows[1].(map[string]any)
	if first["lei"] != lei || first["cik"] != "0000000007" ||
		first["corroboration_level"] != "PARTIALLY_CORROBORATED" ||
		first["match_score"] != 100.0 ||
		second["registration_status"] != "LAPSED" ||
		second["cik"] != nil {
		t.Errorf("%v", rows)
	}
}

func BenchmarkVerify(b *testing.B) {
	s := serve(b, upstreamtest.New(b, examples()...), true)
	for b.Loop() {
		if status, got := s.Get("/kyb/verify", "lei", lei); status != http.StatusOK {
			b.Fatal(got)
		}
	}
}

// TestALikenessToAListedPartyIsNoHit: names that are only somewhat alike are shown and cost nothing.
func TestALikenessToAListedPartyIsNoHit(t *testing.T) {
	in := organisationstest.Registers{
		Filers:  []organisationstest.Filer{filer()},
		Records: record(func(r *organisationstest.Record) { r.Name = "Lazar Group Ltd" }),
	}
	world := in.World(t)
	world.Add(t, sanctionstest.Answers()...)
	_, got := serve(t, world, true).Get("/kyb/verify", "lei", lei)
	screening := got["screening"].(map[string]any)
	matches := screening["matches"].([]any)
	if screening["status"] != "possible" || len(matches) == 0 || matches[0].(map[string]any)["score"].(float64) >= 95 || got["risk_score"] != 0.0 {
		t.Errorf("%v %v", got["risk_score"], matches)
	}
}
