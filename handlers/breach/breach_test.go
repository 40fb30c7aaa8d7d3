package breach

import (
	"crypto/sha1"
	"encoding/hex"
	"io"
	"net/http"
	"net/http/httptest"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/labstack/echo/v4"
	"pgregory.net/rapid"

	"github.com/farebox/farebox/handlers/breach/breachtest"
	"github.com/farebox/farebox/handlers/handlertest"
	"github.com/farebox/farebox/internal/await"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/samples"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/hibp"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

var now = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

func service(
	t testing.TB,
	env map[string]string,
	answers ...upstreamtest.Answer,
) (*handlertest.Service, *upstreamtest.World) {
	t.Helper()
	world := upstreamtest.New(t, answers...)
	s, _ := over(t, env, world)
	return s, world
}

func over(t testing.TB, env map[string]string, world *upstreamtest.World) (*handlertest.Service, *upstream.Pool) {
	t.Helper()
	pool := world.Pool(t, env)
	h := New(pool, func() time.Time { return now })
	if err := pool.Err(); err != nil {
		t.Fatal(err)
	}
	return handlertest.New(t, "breach", h.Register), pool
}

func TestSpecExamplesAreWhatTheRoutesAnswer(t *testing.T) {
	s, _ := service(t, nil, unloaded()...)
	s.CheckExamples("as_of")
}

// unloaded are answers before the catalogue is loaded: the API is asked about the one domain.
func unloaded() []upstreamtest.Answer {
	return append([]upstreamtest.Answer{{
		URL:  "https://haveibeenpwned.com/api/v3/breaches?Domain=adobe.com",
		Body: "[" + breachtest.Adobe + "]",
	}}, breachtest.Answers()...)
}

// TestOnlyFiveCharactersOfAHashLeave: for any password, no request contains anything else of it.
func TestOnlyFiveCharactersOfAHashLeave(t *testing.T) {
	s, world := service(
		t,
		nil,
		upstreamtest.Answer{
			URL:  "https://api.pwnedpasswords.com/range/*",
			Type: "text/plain",
			Body: breachtest.Range(strings.Repeat("0", 35) + ":1"),
		},
		upstreamtest.Answer{URL: "https://haveibeenpwned.com/api/v3/breaches", Body: "[]"},
	)
	before := 0
	rapid.Check(t, func(t *rapid.T) {
		password := strings.ReplaceAll(rapid.StringN(1, 60, 200).Draw(t, "password"), "\uFFFD", "?")
		sum := sha1.Sum([]byte(password))
		prefix := strings.ToUpper(hex.EncodeToString(sum[:]))[:5]
		route := rapid.SampledFrom([]string{"/breach/password", "/breach/assess"}).Draw(t, "route")
		status, got := s.Post(route, map[string]any{"password": password})
		if status != http.StatusOK || got["hash_prefix"] != prefix {
			t.Fatalf("%d %v", status, got)
		}
		asked := world.Asked()
		for _, request := range asked[before:] {
			if request != "GET https://api.pwnedpasswords.com/range/"+prefix {
				t.Fatalf("sent %s", request)
			}
		}
		before = len(asked)
	})
}

func TestHashesOfEitherKindAreTaken(t *testing.T) {
	const ntlm = "8846F7EAEE8FB117AD06BDD830B7586C" // of "password"
	const sha = "5BAA61E4C9B93F3F0682250B6CF8331B7EE68FD8"
	s, world := service(
		t,
		nil,
		upstreamtest.Answer{
			URL:  "https://api.pwnedpasswords.com/range/8846F?mode=ntlm",
			Type: "text/plain",
			Body: breachtest.Range(ntlm[5:] + ":9\r\n" + strings.Repeat("A", 27) + ":0"),
		},
		upstreamtest.Answer{
			URL:  "https://api.pwnedpasswords.com/range/5BAA6",
			Type: "text/plain",
			Body: breachtest.Range("1E4C9B93F3F0682250B6CF8331B7EE68FD8:52"),
		},
		upstreamtest.Answer{
			URL:  "https://api.pwnedpasswords.com/range/00000",
			Type: "text/html",
			Body: "<html>busy</html>",
		},
		upstreamtest.Answer{URL: "https://api.pwnedpasswords.com/range/11111", Type: "text/plain", Body: ""},
		upstreamtest.Answer{
			URL:  "https://api.pwnedpasswords.com/range/55555",
			Type: "text/plain",
			Body: strings.Join(strings.Split(breachtest.Range(sha[5:]+":52"), "\r\n")[:90], "\r\n"), // cut
		},
		upstreamtest.Answer{URL: "https://api.pwnedpasswords.com/range/22222", Status: 500},
		upstreamtest.Answer{
			URL:    "https://api.pwnedpasswords.com/range/33333",
			Status: 404,
		},
		upstreamtest.Answer{URL: "https://api.pwnedpasswords.com/range/44444", Status: 400},
	)
	for _, c := range []struct {
		body  map[string]any
		mode  string
		count float64
	}{
		{map[string]any{"password": "password"}, "sha1", 52}, {map[string]any{"sha1": strings.ToLower(sha)}, "sha1", 52}, {map[string]any{"hash": sha}, "sha1", 52},
		{map[string]any{"ntlm": ntlm}, "ntlm", 9}, {map[string]any{"hash": strings.ToLower(ntlm)}, "ntlm", 9},
		{map[string]any{"sha1": sha[:39] + "0"}, "sha1", 0},
	} {
		status, got := s.Post("/breach/password", c.body)
		if status != http.StatusOK || got["hash_mode"] != c.mode || got["breach_count"] != c.count ||
			got["compromised"] != (c.count > 0) ||
			got["k_anonymity"].(map[string]any)["suffixes_in_range"] != breachtest.Others+1.0 {
			t.Errorf("%v: %d %v", c.body, status, got)
		}
	}
	for _, bad := range []map[string]any{
		{}, {"password": "a", "sha1": sha}, {"sha1": sha[1:]}, {"sha1": strings.Repeat("g", 40)}, {"ntlm": sha[:31]}, {"hash": "5BAA6"}, {"password": ""}, {"pasword": "a"}, {"password": 1},
	} {
		for _, route := range []string{"/breach/password", "/breach/assess"} {
			if status, got := s.Post(route, bad); status != http.StatusBadRequest {
				t.Errorf("%s %v: %d %v", route, bad, status, got)
			}
		}
	}
	// Bytes that are not Unicode arrive as U+FFFD: another password's hash would be looked up.
	for _, route := range []string{"/breach/password", "/breach/assess"} {
		if status, got := s.Post(route, map[string]any{"password": "caf\uFFFD"}); status != http.StatusBadRequest ||
			got["field"] != "password" {
			t.Errorf("%s: %d %v", route, status, got)
		}
	}
	for _, prefix := range []string{"00000", "11111", "22222", "33333", "44444", "55555"} {
		if status, got := s.Post(
			"/breach/password",
			map[string]any{"sha1": prefix + sha[5:]},
		); status != http.StatusBadGateway {
			t.Errorf("%s: %d %v", prefix, status, got)
		}
	}
	if m := world.Misses(); len(m) > 0 {
		t.Errorf("misses: %q", m)
	}
}

func TestSensitivityIsThatOfTheWorstKind(t *testing.T) {
	for _, c := range []struct {
		classes []string
		stealer bool
		want    string
	}{
		{[]string{"Email addresses", "Usernames"}, false, "low"}, {nil, false, "low"}, {[]string{"Password hints"}, false, "medium"}, {[]string{"Names", "Phone numbers"}, false, "medium"},
		{[]string{"Passwords", "Names"}, false, "high"}, {[]string{"Passwords"}, true, "critical"}, {[]string{"Dates of birth", "Physical addresses"}, false, "high"},
		{[]string{"Health insurance information"}, false, "critical"}, {[]string{"Sexual fetishes"}, false, "critical"}, {[]string{"Names", "Personal health data"}, false, "critical"},
		{[]string{"Home loan information"}, false, "high"}, {[]string{"Drug habits"}, false, "high"}, {[]string{"Family members' names"}, false, "medium"}, {[]string{"Years of birth"}, false, "medium"}, {[]string{"Financial transactions"}, false, "high"},
	} {
		if got := sensitivityOf(hibp.Breach{DataClasses: c.classes, IsStealerLog: c.stealer}); string(got) != c.want {
			t.Errorf("%v: %s, want %s", c.classes, got, c.want)
		}
	}
}

func TestScoreOfAnAccount(t *testing.T) {
	site := func(date string, classes string, more string) string {
		if !strings.Contains(more, "IsVerified") {
			more += `,"IsVerified":true`
		}
		return breachtest.Breach(`"Name":"x` + date + `","BreachDate":"` + date + `","DataClasses":[` + classes + `]` + more)
	}
	passwords, mails := `"Passwords"`, `"Email addresses"`
	for _, c := range []struct {
		name   string
		count  string
		site   string
		score  float64
		class  string
		signal string
	}{
		{"neither", "0", "", 0, "low", ""}, {"seen once", "1", "", 45, "medium", ""}, {"ten times", "10", "", 55, "high", ""}, {"hundred", "100", "", 70, "high", ""},
		{"ten thousand", "10000", "", 80, "critical", ""}, {"a million", "1000000", "", 90, "critical", ""},
		{"old", "9", site("2020-01-01", passwords, ""), 55, "high", "site_lost_passwords"},
		{"24 months ago", "0", site("2024-11-20", passwords, ""), 20, "low", "site_lost_passwords_recently"},
		{"a day earlier", "0", site("2024-11-19", passwords, ""), 10, "low", "site_lost_passwords"},
		{"stealer", "99", site("2026-01-01", passwords, `,"IsStealerLog":true`), 80, "critical", "site_in_stealer_log"},
		{"made up", "0", site("2026-01-01", passwords, `,"IsFabricated":true`), 0, "low", ""},
		{"no passwords", "0", site("2026-01-01", mails, ""), 5, "low", "site_breached"},
		{"not verified", "0", site("2026-01-01", passwords, `,"IsVerified":false`), 10, "low", "site_lost_passwords_recently"},
		{"an older one that is verified", "0", site("2026-01-01", mails, `,"IsVerified":false`) + "," + site("2015-01-01", passwords, ""), 10, "low", "site_lost_passwords"},
		{"worst of several", "0", site("2026-01-01", mails, "") + "," + site("2015-01-01", passwords, ""), 10, "low", "site_lost_passwords"},
		{"the newest of two alike", "0", site("2012-01-01", passwords, "") + "," + site("2016-01-01", passwords, ""), 10, "low", "site_lost_passwords"},
		{"capped", "5000000", site("2026-01-01", passwords, ""), 100, "critical", "site_lost_passwords_recently"},
	} {
		s, _ := service(
			t,
			nil,
			upstreamtest.Answer{
				URL:  "https://api.pwnedpasswords.com/range/5BAA6",
				Type: "text/plain",
				Body: breachtest.Range("1E4C9B93F3F0682250B6CF8331B7EE68FD8:" + c.count),
			},
			upstreamtest.Answer{
				URL:  "https://haveibeenpwned.com/api/v3/breaches?Domain=a.com",
				Body: "[" + c.site + "]",
			},
		)
		body := map[string]any{"password": "password", "domain": "https://www.a.com/login"}
		status, got := s.Post("/breach/assess", body)
		reasons, _ := got["reasons"].([]any)
		sum := 0.0
		for _, r := range reasons {
			sum += r.(map[string]any)["points"].(float64)
		}
		if min(sum, 100) != c.score {
			t.Errorf("%s: the points add up to %v", c.name, sum)
		}
		signal := ""
		if len(reasons) > 0 {
			if last := reasons[len(reasons)-1].(map[string]any)["code"]; last != "password_in_breaches" {
				signal = last.(string)
			}
		}
		if c.name == "the newest of two alike" &&
			!strings.HasSuffix(reasons[0].(map[string]any)["detail"].(string), "on 2016-01-01.") {
			t.Errorf("%s: %v", c.name, reasons)
		}
		if status != http.StatusOK || got["ato_risk_score"] != c.score || got["risk_category"] != c.class ||
			signal != c.signal ||
			got["partial"] != false ||
			got["domain"] != "a.com" {
			t.Errorf("%s: %d %v", c.name, status, got)
		}
	}
}

func TestSiteThatCannotBeCheckedMakesThePartialScore(t *testing.T) {
	s, _ := service(
		t,
		nil,
		append(breachtest.Answers()[:3:3], upstreamtest.Answer{URL: "https://haveibeenpwned.com/*", Status: 500})...)
	half := map[string]any{
		"evaluated": 1.0,
		"total":     2.0,
		"ratio":     0.5,
		"missing":   []any{"site"},
	}
	whole := map[string]any{
		"evaluated": 1.0,
		"total":     1.0,
		"ratio":     1.0,
		"missing":   []any{},
	}
	status, got := s.Post("/breach/assess", map[string]any{"password": "password", "domain": "a.com"})
	if status != http.StatusOK || got["partial"] != true || got["ato_risk_score"] != 90.0 ||
		!reflect.DeepEqual(got["coverage"], half) || statuses(got) != "ok error" {
		t.Errorf("%d %v", status, got)
	}
	status, got = s.Post("/breach/assess", map[string]any{"password": "an unlisted one", "domain": "a.com"})
	if status != http.StatusOK || got["ato_risk_score"] != 1.0 || got["risk_category"] != nil {
		t.Errorf("no risk beside a site that was not read: %d %v", status, got)
	}
	if _, got := s.Post("/breach/assess", map[string]any{"password": "password"}); got["partial"] != false ||
		!reflect.DeepEqual(got["coverage"], whole) || statuses(got) != "ok skipped" {
		t.Errorf("without a site: %v", got)
	}
	if status, _ := s.Get("/breach/domain", "domain", "a.com"); status != http.StatusBadGateway {
		t.Errorf("/breach/domain: %d", status)
	}
	for _, bad := range []string{"", "com", "1.2.3.4", "a@b.com", "not a domain", "-"} {
		if status, _ := s.Get("/breach/domain", "domain", bad); status != http.StatusBadRequest {
			t.Errorf("%q: %d", bad, status)
		}
		if status, _ := s.Post(
			"/breach/assess",
			map[string]any{"password": "x", "domain": bad},
		); status != http.StatusBadRequest {
			t.Errorf("assess %q: %d", bad, status)
		}
	}
}

// statuses are those of the answer's sources.
func statuses(answer map[string]any) string {
	var out []string
	for _, source := range answer["sources"].([]any) {
		out = append(out, source.(map[string]any)["status"].(string))
	}
	return strings.Join(out, " ")
}

// TestDatesThatAreNoneAreNull: the catalogue's texts are not passed on unchecked as days and times.
func TestDatesThatAreNoneAreNull(t *testing.T) {
	for _, c := range []struct {
		date, added string
		day, moment any
	}{
		{"2013-10-04", "2013-12-04T01:02:03Z", "2013-10-04", "2013-12-04T01:02:03Z"},
		{"2013-10", "2013-12-04", nil, nil},
		{"", "", nil, nil},
	} {
		one := "[" + breachtest.Breach(`"BreachDate":"`+c.date+`","AddedDate":"`+c.added+`"`) + "]"
		s, _ := service(t, nil, upstreamtest.Answer{
			URL:  "https://haveibeenpwned.com/api/v3/breaches?Domain=a.com",
			Body: one,
		})
		_, got := s.Get("/breach/domain", "domain", "a.com")
		breach := got["breaches"].([]any)[0].(map[string]any)
		latest := got["summary"].(map[string]any)["latest_breach_date"]
		if breach["breach_date"] != c.day || latest != c.day || breach["added_at"] != c.moment {
			t.Errorf("%q %q: %v, latest %v", c.date, c.added, breach, latest)
		}
	}
}

// TestBreachesOfOtherSitesDoNotCount: whatever is returned for one site.
func TestBreachesOfOtherSitesDoNotCount(t *testing.T) {
	for _, odd := range []upstreamtest.Answer{{Status: 404}, {Body: "null"}, {Body: `{"message":"hello"}`}} {
		odd.URL = "https://haveibeenpwned.com/api/v3/breaches"
		s, _ := service(t, nil, odd)
		if status, got := s.Get("/breach/domain", "domain", "a.com"); status != http.StatusBadGateway {
			t.Errorf("an answer that is not a list clears a site: %d %v", status, got)
		}
	}
	other := strings.Replace(breachtest.Adobe, `"adobe.com"`, `"another.com"`, 1)
	none := strings.Replace(breachtest.Adobe, `"adobe.com"`, `""`, 1)
	for _, odd := range []string{other, none} {
		s, _ := service(t, nil, append(breachtest.Answers()[:1:1], upstreamtest.Answer{
			URL:  "https://haveibeenpwned.com/api/v3/breaches",
			Body: "[" + odd + "," + breachtest.Adobe + "]",
		})...)
		if status, got := s.Get("/breach/domain", "domain", "ADOBE.com"); status != http.StatusBadGateway {
			t.Errorf("a list of all breaches is sold as those of a site: %d %v", status, got)
		}
	}
	s, _ := service(t, nil, append(breachtest.Answers()[:1:1], upstreamtest.Answer{
		URL:  "https://haveibeenpwned.com/api/v3/breaches",
		Body: "[]",
	})...)
	clean := map[string]any{"password": "password", "domain": "clean.com"}
	if _, got := s.Post("/breach/assess", clean); got["ato_risk_score"] != 90.0 || got["partial"] != false {
		t.Errorf("%v", got)
	}
}

func TestCatalogueOnceLoadedAnswersForSubdomains(t *testing.T) {
	world := upstreamtest.New(
		t,
		upstreamtest.Answer{URL: "https://haveibeenpwned.com/api/v3/breaches", Body: breachtest.Catalogue(600)},
	)
	pool := world.Pool(t, nil)
	h := New(pool, func() time.Time { return now })
	go pool.RunDatasets(t.Context(), 0)
	await.Until(t, "the catalogue", func() bool { return pool.DatasetHealth()[0].Status == "ready" })
	asked := len(world.Asked())
	s := handlertest.New(t, "breach", h.Register)
	if _, got := s.Get(
		"/breach/domain",
		"domain",
		"www.example.net",
	); got["summary"].(map[string]any)["breach_count"] != 600.0 {
		t.Errorf("names under the domain count: %v", got["summary"])
	}
	if _, got := s.Get(
		"/breach/domain",
		"domain",
		"ample.com",
	); got["summary"].(map[string]any)["breach_count"] != 0.0 ||
		got["summary"].(map[string]any)["max_sensitivity"] != nil {
		t.Errorf("a name that only ends alike: %v", got)
	}
	if len(world.Asked()) != asked {
		t.Errorf("asked again: %q", world.Asked()[asked:])
	}
}

func TestAccounts(t *testing.T) {
	account := "https://haveibeenpwned.com/api/v3/breachedaccount/"
	answers := []upstreamtest.Answer{
		{URL: account + "someone@example.com?truncateResponse=false", Body: "[" + breachtest.Adobe + "]"},
		{URL: account + "clean@example.com", Status: 404, Type: "text/plain"},
		{
			URL:    account + "refused@example.com",
			Status: 401,
			Body:   `{"statusCode":401,"message":"Access denied due to invalid hibp-api-key."}`,
		},
		{URL: account + "bad@example.com", Status: 400},
		{URL: account + "blocked@example.com", Status: 403, Type: "text/html", Body: "<html>blocked"},
		{URL: account + "broken@example.com", Body: "<html>"},
		{URL: account + "null@example.com", Body: "null"},
		{
			URL:    account + "limited@example.com",
			Status: 429,
			Header: map[string]string{"Retry-After": "600"},
			Body:   `{"statusCode":429,"message":"Rate limit is exceeded. Try again in 600 seconds."}`,
		},
	}
	s, world := service(t, map[string]string{"HIBP_API_KEY": strings.Repeat("0", 32)}, answers...)
	status, got := s.Get("/breach/account", "email", "someone@example.com")
	if status != http.StatusOK || got["available"] != true || got["breached"] != true ||
		got["email"] != "someone@example.com" || len(got["breaches"].([]any)) != 1 ||
		got["summary"].(map[string]any)["total_pwn_count"] != 152445165.0 {
		t.Errorf("%d %v", status, got)
	}
	if status, got = s.Get(
		"/breach/account",
		"email",
		"clean@example.com",
	); status != http.StatusOK || got["available"] != true || got["breached"] != false ||
		got["summary"].(map[string]any)["breach_count"] != 0.0 {
		t.Errorf("%d %v", status, got)
	}
	for email, want := range map[string]int{"bad@example.com": 400, "broken@example.com": 502, "null@example.com": 502, "blocked@example.com": 502} {
		if status, got := s.Get("/breach/account", "email", email); status != want {
			t.Errorf("%s: %d %v", email, status, got)
		}
	}
	if m := world.Misses(); len(m) > 0 {
		t.Errorf("misses: %q", m)
	}
	if status, got := s.Get(
		"/breach/account",
		"email",
		"limited@example.com",
	); status != http.StatusServiceUnavailable {
		t.Errorf("limited: %d %v", status, got)
	}
	for _, bad := range []string{"", "a", "a@", "@a.com", "a b@c.com", "Some One <a@b.com>", "a@b", "a@1.2.3.4", strings.Repeat("a", 70) + "@b.com", "a@b.com, c@d.com"} {
		if status, got := s.Get("/breach/account", "email", bad); status != http.StatusBadRequest {
			t.Errorf("%q: %d %v", bad, status, got)
		}
	}
}

// TestAddressesAreNotRemembered: each question is sent anew and is not cached.
func TestAddressesAreNotRemembered(t *testing.T) {
	s, world := service(t, map[string]string{"HIBP_API_KEY": strings.Repeat("0", 32)}, upstreamtest.Answer{
		URL:  "https://haveibeenpwned.com/api/v3/breachedaccount/*",
		Body: "[" + breachtest.Adobe + "]",
	})
	for range 2 {
		s.Get("/breach/account", "email", "someone@example.com")
	}
	if n := len(world.Asked()); n != 2 {
		t.Errorf("%d requests", n)
	}
}

func TestRangesAreAskedForWithPadding(t *testing.T) {
	s, world := service(t, nil)
	var header http.Header
	world.Handle("api.pwnedpasswords.com", http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		header = r.Header
		_, _ = io.WriteString(w, breachtest.Range(strings.Repeat("0", 35)+":1"))
	}))
	if status, got := s.Post(
		"/breach/password",
		map[string]any{"password": "x"},
	); status != http.StatusOK || header.Get("Add-Padding") != "true" ||
		header.Get("User-Agent") == "" {
		t.Errorf("%d %v %v", status, got, header)
	}
}

// TestAnswersWithoutAKeyAreFree: with a missing or refused key, nothing is delivered and nothing charged.
func TestAnswersWithoutAKeyAreFree(t *testing.T) {
	refused := upstreamtest.Answer{URL: "https://haveibeenpwned.com/api/v3/breachedaccount/*", Status: 401}
	for reason, env := range map[string]map[string]string{"not_configured": nil, "key_rejected": {"HIBP_API_KEY": "BAD"}} {
		world := upstreamtest.New(t, refused)
		h := New(world.Pool(t, env), func() time.Time { return now })
		e := echo.New()
		h.Register(e)
		ctx, waived := response.Watch(t.Context())
		w := httptest.NewRecorder()
		e.ServeHTTP(
			w,
			httptest.NewRequestWithContext(ctx, http.MethodGet, "/breach/account?email=someone%40example.com", nil),
		)
		if w.Code != http.StatusOK || !waived() || !strings.Contains(w.Body.String(), `"reason":"`+reason+`"`) ||
			!strings.Contains(w.Body.String(), "HIBP_API_KEY") || strings.Contains(w.Body.String(), "someone") {
			t.Errorf("%s: %d %s, free %v", reason, w.Code, w.Body, waived())
		}
		if env == nil && len(world.Asked()) > 0 {
			t.Errorf("sent %q", world.Asked())
		}
	}
}

// TestRecordedAnswers reads real answers, if the samples are present.
func TestRecordedAnswers(t *testing.T) {
	sample := func(name string) string { return string(samples.Read(t, "hibp/"+name)) }
	s, _ := service(
		t,
		map[string]string{"HIBP_API_KEY": strings.Repeat("0", 32)},
		upstreamtest.Answer{
			URL:  "https://api.pwnedpasswords.com/range/5BAA6",
			Type: "text/plain",
			Body: breachtest.Range(sample("range_5BAA6.txt")), // cut after three hashes
		},
		upstreamtest.Answer{
			URL:  "https://api.pwnedpasswords.com/range/21BD1",
			Type: "text/plain",
			Body: breachtest.Range(sample("range_21BD1.txt")),
		},
		upstreamtest.Answer{
			URL:  "https://haveibeenpwned.com/api/v3/breaches?Domain=adobe.com",
			Body: sample("breaches_by_domain_adobe.json"),
		},
		upstreamtest.Answer{URL: "https://haveibeenpwned.com/api/v3/breaches", Body: "[]"},
		upstreamtest.Answer{
			URL: "https://haveibeenpwned.com/api/v3/breachedaccount/*",
			// This recording predates the flag for stealer logs.
			Body: strings.ReplaceAll(sample("breach_adobe_badoo.json"), `"IsMalware"`, `"IsStealerLog": false, "IsMalware"`),
		},
	)
	for password, want := range map[string][2]any{"password": {3303003.0, "5BAA6"}, "P@ssw0rd": {51994.0, "21BD1"}} {
		_, got := s.Post("/breach/password", map[string]any{"password": password})
		if got["breach_count"] != want[0] || got["hash_prefix"] != want[1] ||
			got["k_anonymity"].(map[string]any)["suffixes_in_range"] != breachtest.Others+3.0 {
			t.Errorf("%s: %v", password, got)
		}
	}
	_, got := s.Post("/breach/assess", map[string]any{"password": "P@ssw0rd", "domain": "adobe.com"})
	if got["ato_risk_score"] != 90.0 || got["risk_category"] != "critical" {
		t.Errorf("%v", got)
	}
	_, got = s.Get("/breach/domain", "domain", "https://www.adobe.com/products")
	adobe := got["breaches"].([]any)[0].(map[string]any)
	if adobe["name"] != "Adobe" || adobe["has_passwords"] != true || adobe["max_sensitivity"] != "high" ||
		adobe["pwn_count"] != 152445165.0 ||
		got["domain"] != "adobe.com" {
		t.Errorf("%v", got)
	}
	if _, got = s.Get(
		"/breach/account",
		"email",
		"account-exists@hibp-integration-tests.com",
	); got["summary"].(map[string]any)["total_pwn_count"] != 264450696.0 {
		t.Errorf("%v", got)
	}
}
