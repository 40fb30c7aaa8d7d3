package osha

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/shopspring/decimal"

	gen "github.com/farebox/farebox/gen/osha"
	"github.com/farebox/farebox/handlers/handlertest"
	"github.com/farebox/farebox/handlers/osha/oshatest"
	"github.com/farebox/farebox/internal/party/names"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/samples"
	"github.com/farebox/farebox/internal/scored"
	"github.com/farebox/farebox/internal/upstream/dol"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

var engine = names.New()

// service serves the route over a world of these answers.
var service = handlertest.OverWith(serve)

// serve is the route over a world.
func serve(t testing.TB, env map[string]string, world *upstreamtest.World) *handlertest.Service {
	t.Helper()
	pool := world.Pool(t, env)
	h := New(pool, engine, func() time.Time { return oshatest.Now })
	if err := pool.Err(); err != nil {
		t.Fatal(err)
	}
	return handlertest.New(t, "osha", h.Register)
}

func inspections(rows ...string) upstreamtest.Answer {
	return upstreamtest.Answer{URL: oshatest.API + "inspection/json", Body: `{"data":[` + strings.Join(rows,
		",") + `]}`}
}

// violated are violations, each with a citation of its own.
func violated(rows ...string) upstreamtest.Answer {
	rows = slices.Clone(rows)
	for i := range rows {
		rows[i] = strings.Replace(rows[i], `"citation_id":"01001"`, fmt.Sprintf(`"citation_id":"%05d"`, 1001+i), 1)
	}
	return cites(rows...)
}

// cites are violations as they are.
func cites(rows ...string) upstreamtest.Answer {
	return upstreamtest.Answer{URL: oshatest.API + "violation/json", Body: `{"data":[` + strings.Join(rows, ",") + `]}`}
}

// visit is an inspection that is closed unless its day of closing is empty.
func visit(activity int, name, state, kind, opened, closed string) string {
	if closed != "" {
		closed = `"` + closed + `T00:00:00"`
	} else {
		closed = "null"
	}
	return fmt.Sprintf(`{"activity_nr":%d,"estab_name":%q,"site_city":"TOWN","site_state":%q,"insp_type":%q,
"open_date":"%sT00:00:00","close_case_date":%s,"naics_code":"493110"}`, activity, name, state, kind, opened, closed)
}

func cited(activity int, kind, issued, initial, current, deleted string) string {
	return fmt.Sprintf(`{"activity_nr":%d,"citation_id":"01001","viol_type":%q,"issuance_date":"%sT00:00:00",
"initial_penalty":%s,"current_penalty":%s,"delete_flag":%s}`, activity, kind, issued, initial, current, deleted)
}

func employersOf(answer map[string]any) []map[string]any {
	var list []map[string]any
	employers, _ := answer["employers"].([]any)
	for _, e := range employers {
		employer, _ := e.(map[string]any)
		list = append(list, employer)
	}
	return list
}

func TestSpecExamplesAreWhatTheRoutesAnswer(t *testing.T) {
	handlertest.CheckExamples(service(t, oshatest.Keys(), oshatest.Answers()...))
}

func TestWordsThatNameNobodyFindNobodyForFree(t *testing.T) {
	s, _ := service(t, oshatest.Keys(), oshatest.Answers()...)
	s.RefusesNobody("/osha/screen", "name")
}

func TestNamesHaveNoSignsOfAFilter(t *testing.T) {
	s, world := service(t, oshatest.Keys(), upstreamtest.Answer{URL: oshatest.API + "*"})
	s.Get("/osha/screen", "name", "Acme\"}]} % _ \\ \n) Works, Inc.", "state", "Kansas")
	_, query, _ := strings.Cut(world.Asked()[0], "?")
	sent, err := url.ParseQuery(query)
	if err != nil {
		t.Fatal(err)
	}
	var filter struct {
		And []struct{ Field, Operator, Value string }
	}
	if err := json.Unmarshal([]byte(sent.Get("filter_object")), &filter); err != nil || len(filter.And) != 2 {
		t.Fatalf("%s %v", sent.Get("filter_object"), err)
	}
	if filter.And[0].Value != "%ACME%WORKS%" || filter.And[1].Value != "KS" {
		t.Errorf("%+v", filter)
	}
}

// TestLegalFormsAreLeftOut, and the rest is searched for as the caller writes it.
func TestLegalFormsAreLeftOut(t *testing.T) {
	h := &Handlers{names: engine}
	for name, want := range map[string]string{
		"The Bob's Mill, L.L.C.":           "%BOB%S%MILL%",
		"Johnson & Johnson Co., Inc.":      "%JOHNSON%JOHNSON%",
		"J. B. Hunt Transport, Inc.":       "%J%B%HUNT%TRANSPORT%",
		"AT&T Corp.":                       "AT&T",
		"Limited Brands":                   "%LIMITED%BRANDS%",
		"Société Générale Americas S.A. 3": "%SOCI%T%G%N%RALE%AMERICAS%S%A%3%",
	} {
		if q, err := h.questionOf(gen.OshaScreenParams{Name: name}); err != nil || q.patterns[0] != want {
			t.Errorf("%s: %q %v, want %q", name, q.patterns, err, want)
		}
	}
	if _, err := h.questionOf(gen.OshaScreenParams{Name: "富士通"}); err == nil {
		t.Error("a name that no inspector can have written is searched for")
	}
}

// TestShortNamesStandByThemselves: of two or three letters no part of another word is taken, in one request, and an
// inspection that comes twice is counted once.
func TestShortNamesStandByThemselves(t *testing.T) {
	found := []string{
		visit(1, "3M COMPANY", "MN", "H", "2024-03-01", "2024-04-01"),
		visit(2, "3M", "MN", "H", "2023-03-01", "2023-04-01"),
		visit(2, "3M", "MN", "H", "2023-03-01", "2023-04-01"),
		visit(3, "317731489 - 3M", "OR", "H", "2022-03-01", "2022-04-01"),
	}
	s, world := service(t, oshatest.Keys(), inspections(found...), violated())
	status, answer := s.Get("/osha/screen", "name", "3M")
	if status != http.StatusOK {
		t.Fatalf("%d %v", status, answer)
	}

	counted := 0.0
	for _, e := range employersOf(answer) {
		n, _ := e["inspections"].(float64)
		counted += n
	}
	if counted != 3 {
		t.Errorf("%v inspections, want 3: %v", counted, answer)
	}

	var filter struct {
		And []struct {
			Or []struct{ Field, Operator, Value string }
		}
	}
	_, query, _ := strings.Cut(world.Asked()[0], "?")
	sent, err := url.ParseQuery(query)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal([]byte(sent.Get("filter_object")), &filter); err != nil {
		t.Fatal(err)
	}
	var patterns []string
	for _, one := range filter.And[0].Or {
		patterns = append(patterns, one.Value)
	}
	if want := []string{"3M", "3M %", "3M,%", "% 3M", "% 3M %"}; !slices.Equal(patterns, want) {
		t.Errorf("asked for %q, want %q", patterns, want)
	}
}

func TestEmployersAreRankedByNameAndNeverMergedSilently(t *testing.T) {
	s, world := service(t, oshatest.Keys(),
		inspections(
			visit(1, "CHEWY PETROLEUM SERVICES", "PA", "B", "2025-01-01", "2025-02-01"),
			visit(2, "Chewy, LLC", "PA", "B", "2024-01-01", "2024-02-01"),
			visit(3, "CHEWY LLC #12", "PA", "A", "2025-06-01", ""),
			visit(4, "CHEWY LLC", "TX", "B", "2023-01-01", "2024-02-01"),
			visit(5, "CHEWY INC", "PA", "B", "2022-01-01", "2024-02-01"),
		),
		violated(cited(3, "S", "2025-07-01", "1000.50", "800.25", "null")))
	_, answer := s.Get("/osha/screen", "name", "Chewy LLC")
	list := employersOf(answer)
	if len(list) != 4 || answer["total"] != 4.0 {
		t.Fatalf("%v", answer)
	}
	first := list[0]
	if first["state"] != "PA" || first["inspections"] != 2.0 || first["open_cases"] != 1.0 ||
		first["accident_inspections"] != 1.0 || first["last_inspection_date"] != "2025-06-01" ||
		first["first_inspection_date"] != "2024-01-01" || fmt.Sprint(first["names"]) != "[CHEWY LLC #12 Chewy, LLC]" {
		t.Errorf("%v", first)
	}
	penalties, _ := first["penalties"].(map[string]any)
	if penalties["initial_usd"] != 1000.5 || penalties["current_usd"] != 800.25 {
		t.Errorf("%v", penalties)
	}
	if list[3]["name"] != "CHEWY PETROLEUM SERVICES" || list[3]["match_score"].(float64) >= 95 {
		t.Errorf("%v", list[3])
	}
	if n := len(world.Asked()); n != 2 {
		t.Errorf("%d requests", n)
	}
}

// TestVisitsOfAProgramOfAStateAreOneEmployer: those programs put another number in front of the name at each visit.
func TestVisitsOfAProgramOfAStateAreOneEmployer(t *testing.T) {
	s, _ := service(t, oshatest.Keys(), inspections(
		visit(1, "317731489 - ACME'S MILL, INC.", "OR", "H", "2025-03-01", "2025-04-01"),
		visit(2, "119477 - ACME'S MILL INC", "OR", "H", "2024-03-01", "2024-04-01"),
		visit(3, "84 ACME'S MILL INC", "OR", "H", "2023-03-01", "2023-04-01"),
	), violated())
	_, answer := s.Get("/osha/screen", "name", "Acme's Mill, Inc.")
	handlertest.Holds(t, answer, map[string]any{
		"total":                   2,
		"employers.0.name":        "ACME'S MILL, INC.",
		"employers.0.match_score": 100,
		"employers.0.inspections": 2,
		"employers.0.names.0":     "317731489 - ACME'S MILL, INC.",
		"employers.1.name":        "84 ACME'S MILL INC",
	})
}

func TestPointsAddUpToTheScore(t *testing.T) {
	for _, c := range []struct {
		why    string
		visits []string
		cited  []string
		score  float64
		band   string
		points string
	}{
		{"nothing cited", []string{visit(1, "ACME WORKS", "PA", "H", "2025-01-01", "2025-02-01")}, nil, 0, "low", ""},
		{"one of each", []string{visit(1, "ACME WORKS", "PA", "H", "2025-01-01", "2025-02-01")}, []string{
			cited(1, "S", "2025-02-01", "0", "0", "null"),
			cited(1, "W", "2025-02-01", "0", "0", "null"),
			cited(1, "R", "2025-02-01", "0", "0", "null"),
			cited(1, "O", "2025-02-01", "0", "0", "null"),
			cited(1, "U", "2025-02-01", "0", "0", "null"),
		}, 38, "medium", "willful_violations 20, repeat_violations 12, serious_violations 5, other_violations 1, " +
			"unclassified_violations 0"},
		{"old ones count half", []string{visit(1, "ACME WORKS", "PA", "H", "2015-01-01", "2015-02-01")}, []string{
			cited(1, "S", "2015-02-01", "0", "0", "null"),
			cited(1, "S", "2015-02-01", "0", "0", "null"),
			cited(1, "S", "2025-02-01", "0", "0", "null"),
		}, 10, "low", "serious_violations 10"},
		{"taken back", []string{visit(1, "ACME WORKS", "PA", "H", "2025-01-01", "2025-02-01")},
			[]string{cited(1, "W", "2025-02-01", "9000", "9000", `"X"`)}, 0, "low", ""},
		{"penalties by their size", []string{visit(1, "ACME WORKS", "PA", "H", "2025-01-01", "2025-02-01")},
			[]string{cited(1, "U", "2025-02-01", "2000000", "1000000000", "null")}, 20, "low",
			"unclassified_violations 0, penalties 20"},
		{"bounded", []string{
			visit(1, "ACME WORKS", "PA", "M", "2025-01-01", "2025-02-01"),
			visit(2, "ACME WORKS", "PA", "A", "2025-01-01", "2025-02-01"),
		}, []string{
			cited(1, "W", "2025-02-01", "0", "0", "null"), cited(1, "W", "2025-02-01", "0", "0", "null"),
			cited(1, "W", "2025-02-01", "0", "0", "null"), cited(2, "W", "2025-02-01", "0", "0", "null"),
		}, 100, "high", "willful_violations 80, accident_inspections 30"},
		{"many others are ten at most; their penalties could lift the score",
			[]string{visit(1, "ACME WORKS", "PA", "H", "2025-01-01", "2025-02-01")},
			strings.Split(strings.TrimSuffix(strings.Repeat(cited(1, "O", "2025-02-01", "null", "null", "null")+"|",
				14), "|"),
				"|"), 10, "", "other_violations 10, violations_incomplete 0"},
	} {
		t.Run(c.why, func(t *testing.T) {
			s, _ := service(t, oshatest.Keys(), inspections(c.visits...), violated(c.cited...))
			_, answer := s.Get("/osha/screen", "name", "Acme Works")
			e := employersOf(answer)[0]
			var points []string
			sum := 0.0
			reasons, _ := e["reasons"].([]any)
			for _, r := range reasons {
				reason, _ := r.(map[string]any)
				sum += reason["points"].(float64)
				points = append(points, fmt.Sprintf("%v %v", reason["code"], reason["points"]))
			}
			band, _ := e["band"].(string)
			if e["risk_score"] != c.score || band != c.band || strings.Join(points, ", ") != c.points ||
				min(sum, 100) != c.score {
				t.Errorf("%v: %v, %v", e["risk_score"], e["band"], points)
			}
		})
	}
}

// TestViolationThatTellsTooLittleMakesTheAnswerPartial: without its type, its day or its penalty it looks milder than
// it may be.
func TestViolationThatTellsTooLittleMakesTheAnswerPartial(t *testing.T) {
	whole := cited(1, "S", "2025-02-01", "0", "9000", "null")
	for _, c := range []struct {
		why     string
		cited   string
		partial bool
	}{
		{"all is told", whole, false},
		{"no type", strings.Replace(whole, `"S"`, "null", 1), true},
		{"no penalty", cited(1, "S", "2025-02-01", "0", "null", "null"), true},
		{"taken back", strings.Replace(cited(1, "S", "2025-02-01", "0", "0", `"X"`), `"S"`, "null", 1), false},
	} {
		visits := inspections(visit(1, "ACME WORKS", "PA", "H", "2025-01-01", "2025-02-01"))
		s, _ := service(t, oshatest.Keys(), visits, violated(c.cited))
		_, answer := s.Get("/osha/screen", "name", "Acme Works")
		if answer["partial"] != c.partial {
			t.Errorf("%s: partial %v", c.why, answer["partial"])
		}
	}
}

// TestHalfOfTheInspectionsHaveToBeRead for a score, unless what was read makes the highest band.
func TestHalfOfTheInspectionsHaveToBeRead(t *testing.T) {
	willful := dol.Violation{
		Type:    new("W"),
		Issued:  new("2026-02-01T00:00:00"),
		Current: new(decimal.Zero),
	}
	for _, c := range []struct {
		why     string
		all     int
		read    int
		willful int
		want    *int
		band    gen.OshaEmployerBand
		code    string
	}{
		{"all", 2, 2, 0, new(0), gen.Low, ""},
		{"half, and nothing found", 4, 2, 0, new(1), "", scored.CodeNotAll},
		{"half, and others may be willful too", 4, 2, 1, new(20), "", "inspections_unread"},
		{"half, and medium", 4, 2, 2, new(40), gen.Medium, "inspections_unread"},
		{"less than half", 5, 2, 1, nil, "", scored.CodeTooLittle},
		{"less than half, and high", 5, 2, 3, new(60), gen.High, "inspections_unread"},
	} {
		e := &employer{
			inspections: slices.Repeat([]dol.Inspection{{Type: new("H")}}, c.all),
			read:        make([]dol.Inspection, c.read),
			violations:  slices.Repeat([]dol.Violation{willful}, c.willful),
		}
		var out gen.OshaEmployer
		e.judge(&out, time.Date(2026, 11, 20, 0, 0, 0, 0, time.UTC))

		last := ""
		if n := len(out.Reasons); n > 0 {
			last = out.Reasons[n-1].Code
		}
		if !reflect.DeepEqual(out.RiskScore, c.want) || response.OrZero(out.Band) != c.band || last != c.code {
			t.Errorf("%s: %v %q with %s", c.why, out.RiskScore, response.OrZero(out.Band), last)
		}
	}
}

func TestWhenTheRecordsFail(t *testing.T) {
	one := inspections(visit(1, "ACME WORKS", "PA", "H", "2025-01-01", "2025-02-01"))
	at := func(table string, a upstreamtest.Answer) upstreamtest.Answer {
		a.URL = oshatest.API + table
		return a
	}
	for _, c := range []struct {
		why     string
		env     map[string]string
		world   []upstreamtest.Answer
		status  int
		count   any
		partial any
	}{
		{"no key", nil, nil, 503, nil, nil},
		{"the key is refused", oshatest.Keys(), []upstreamtest.Answer{at("*", upstreamtest.Answer{Status: 401})},
			503, nil, nil},
		{"no match, an empty body", oshatest.Keys(), []upstreamtest.Answer{at("*", upstreamtest.Answer{})}, 200, 0.0,
			false},
		{"no match, no content", oshatest.Keys(), []upstreamtest.Answer{at("*", upstreamtest.Answer{Status: 204})},
			200, 0.0, false},
		{"no match, an empty list", oshatest.Keys(),
			[]upstreamtest.Answer{at("*", upstreamtest.Answer{Body: `{"data":[]}`})}, 200, 0.0, false},
		{"another object", oshatest.Keys(), []upstreamtest.Answer{at("*",
			upstreamtest.Answer{Body: `{"error":"x"}`})}, 502, nil, nil},
		{"rows of something else", oshatest.Keys(),
			[]upstreamtest.Answer{at("*", upstreamtest.Answer{Body: `[{"a":1}]`})}, 502, nil, nil},
		{"the violations alone are down", oshatest.Keys(),
			[]upstreamtest.Answer{one, at("violation/json", upstreamtest.Answer{Status: 503})}, 200, 1.0, true},
	} {
		t.Run(c.why, func(t *testing.T) {
			s, _ := service(t, c.env, c.world...)
			status, answer := s.Get("/osha/screen", "name", "Acme Works")
			if status != c.status || answer["count"] != c.count || answer["partial"] != c.partial {
				t.Fatalf("%d %v", status, answer)
			}
			if c.partial != true {
				return
			}
			e := employersOf(answer)[0]
			if e["violations"] != nil || e["penalties"] != nil || e["risk_score"] != nil || e["band"] != nil {
				t.Errorf("%v", e)
			}
		})
	}
}

func TestManyInspectionsAreReadInAFewRequests(t *testing.T) {
	var rows []string
	for i := range 250 {
		rows = append(rows, visit(1000+i, "ACME WORKS", "PA", "H", "2025-01-01", "2025-02-01"))
	}
	s, world := service(t, oshatest.Keys(), inspections(rows...), violated())
	_, answer := s.Get("/osha/screen", "name", "Acme Works")
	e := employersOf(answer)[0]
	numbers, _ := e["activity_numbers"].([]any)
	if reasons := fmt.Sprint(e["reasons"]); !strings.Contains(reasons, "inspections_unread") ||
		!strings.Contains(reasons, "latest 100 of 250") {
		t.Errorf("what was not read is not said: %s", reasons)
	}
	if e["inspections"] != 250.0 || len(numbers) != 100 || answer["truncated"] != true || len(world.Asked()) != 2 {
		t.Errorf("%v inspections, %d read, truncated %v, %d requests", e["inspections"], len(numbers),
			answer["truncated"], len(world.Asked()))
	}
}

func TestStoreNumbersAreNoPartOfTheName(t *testing.T) {
	for name, want := range map[string]string{
		"COSTCO WHOLESALE #123":        "COSTCO WHOLESALE",
		"COSTCO WHOLESALE STORE #123":  "COSTCO WHOLESALE",
		"WALMART STORE NO. 4412":       "WALMART",
		"7-ELEVEN":                     "7-ELEVEN",
		"LOCAL 12":                     "LOCAL 12",
		"#12":                          "#12",
		"STUDIO 54":                    "STUDIO 54",
		"BRANCH 9":                     "BRANCH 9",
		"DOLLAR GENERAL, STORE # 9021": "DOLLAR GENERAL",
	} {
		if got := bare(name); got != want {
			t.Errorf("%q is %q, want %q", name, got, want)
		}
	}
}

func TestRecordedInspectionsAreAnsweredAsTheyAre(t *testing.T) {
	for _, c := range []struct {
		number, name            string
		total, initial, current float64
		score                   float64
	}{
		{"342235454", "CHEWY, LLC", 3, 6156, 6156, 6},
		{"347633307", "COSTCO WHOLESALE", 1, 11754, 9403, 6},
	} {
		read := func(table string) upstreamtest.Answer {
			return upstreamtest.Answer{
				URL:  oshatest.API + table + "/json",
				Body: string(samples.Read(t, "dol_osha/"+table+"_"+c.number+".json")),
			}
		}
		s, _ := service(t, oshatest.Keys(), read("inspection"), read("violation"))
		_, answer := s.Get("/osha/screen", "name", c.name)
		e := employersOf(answer)[0]
		violations, _ := e["violations"].(map[string]any)
		penalties, _ := e["penalties"].(map[string]any)
		if e["name"] != c.name || violations["total"] != c.total || violations["other"] != c.total ||
			penalties["initial_usd"] != c.initial || penalties["current_usd"] != c.current ||
			e["risk_score"] != c.score || e["open_cases"] != 0.0 || e["band"] != "low" {
			t.Errorf("%v", e)
		}
	}
}

// TestNobodyFoundIsNoGoodRecord: a name that is spelled otherwise finds nothing either.
func TestNobodyFoundIsNoGoodRecord(t *testing.T) {
	s, _ := service(t, oshatest.Keys(), oshatest.Answers()...)
	if _, got := s.Get("/osha/screen", "name", "Costco Wholesail"); got["count"] != 0.0 || got["note"] == nil {
		t.Errorf("%v", got)
	}
	if _, got := s.Get("/osha/screen", "name", "Costco Wholesale", "state", "KS"); got["count"] != 1.0 || got["note"] != nil {
		t.Errorf("%v", got)
	}
}

// TestViolationWithoutAKnownTypeIsNotClassified: a word that nobody knows is neither serious nor the contrary.
func TestViolationWithoutAKnownTypeIsNotClassified(t *testing.T) {
	for _, c := range []struct {
		kind *string
		want string
	}{
		{new("S"), "S"},
		{new("U"), "U"},
		{new("Z"), "U"},
		{nil, ""},
	} {
		if got := kindOf(dol.Violation{Type: c.kind}); got != c.want {
			t.Errorf("%v is %s, want %s", c.kind, got, c.want)
		}
	}
}

// TestFirstOfManyIsTheFirstOfFew: who is asked for fewer employers gets the first of those of who asks for more.
func TestFirstOfManyIsTheFirstOfFew(t *testing.T) {
	s, _ := service(t, oshatest.Keys(),
		inspections(
			visit(1, "ACME WORKS", "PA", "H", "2025-01-01", "2025-06-01"),
			visit(2, "ACME WORKS", "PA", "H", "2025-02-01", "2025-06-01"),
			visit(3, "ACME WORKS", "OH", "M", "2025-03-01", "2025-06-01"),
		),
		upstreamtest.Answer{URL: oshatest.API + "violation/json", Body: ""},
	)
	_, few := s.Get("/osha/screen", "name", "Acme Works", "limit", "1")
	_, many := s.Get("/osha/screen", "name", "Acme Works", "limit", "2")
	if a, b := employersOf(few), employersOf(many); len(b) != 2 || a[0]["state"] != "PA" || b[0]["state"] != "PA" {
		t.Errorf("%v and %v", a, b)
	}
}
