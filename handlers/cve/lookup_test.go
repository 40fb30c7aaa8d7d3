package cve

import (
	"fmt"
	"net/http"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/farebox/farebox/handlers/cve/cvetest"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

const (
	programURL = "https://cveawg.mitre.org/api/cve/"
	nvdURL     = "https://services.nvd.nist.gov/rest/json/cves/2.0"
	epssURL    = "https://api.first.org/data/v1/epss"
	kevURL     = "https://www.cisa.gov/sites/default/files/feeds/known_exploited_vulnerabilities.json"
	ghsaURL    = "https://api.github.com/advisories"
	osvURL     = "https://api.osv.dev/v1/vulns/"

	noNVD  = `{"resultsPerPage":0,"startIndex":0,"totalResults":0,"format":"NVD_CVE","version":"2.0","vulnerabilities":[]}`
	noEPSS = `{"status":"OK","status-code":200,"total":0,"offset":0,"limit":100,"data":[]}`
)

// nobody are the answers of sources that do not have the CVE. What comes before them wins.
func nobody(first ...upstreamtest.Answer) []upstreamtest.Answer {
	return append(first,
		upstreamtest.Answer{URL: programURL + "*", Status: 404, Body: `{"error":"CVE_RECORD_DNE","message":"The requested CVE record does not exist."}`},
		upstreamtest.Answer{URL: nvdURL, Body: noNVD},
		upstreamtest.Answer{URL: epssURL, Body: noEPSS},
		upstreamtest.Answer{URL: ghsaURL, Body: "[]"},
		upstreamtest.Answer{URL: osvURL + "*", Status: 404, Body: `{"code":5,"message":"Bug not found."}`},
		upstreamtest.Answer{URL: kevURL, Body: cvetest.KEV(1300)},
	)
}

func statuses(answer map[string]any) map[string]string {
	out := map[string]string{}
	list, _ := answer["sources"].([]any)
	for _, s := range list {
		m := s.(map[string]any)
		out[m["name"].(string)] = m["status"].(string)
	}
	return out
}

func at(v any, path ...string) any {
	for _, name := range path {
		m, ok := v.(map[string]any)
		if !ok {
			return nil
		}
		v = m[name]
	}
	return v
}

func flags(answer map[string]any) string {
	var out []string
	list, _ := at(answer, "priority", "flags").([]any)
	for _, f := range list {
		out = append(out, f.(string))
	}
	return strings.Join(out, " ")
}

func TestIdsAreReadInAnyCase(t *testing.T) {
	s, world := service(t, nil, cvetest.Answers()...)
	for _, id := range []string{"CVE-2026-990001", "cve-2026-990001", "  Cve-2026-990001 ", "CVE-２０２６-990001"} {
		if status, got := s.Get("/cve/lookup", "cve_id", id); status != http.StatusOK || got["cve_id"] != "CVE-2026-990001" {
			t.Errorf("%q: %d %v", id, status, got)
		}
	}
	before := len(world.Asked())
	for _, id := range []string{"2026-990001", "CVE-2026-123", "CVE-26-1234", "CVE-2026-12345678901234567890", "CVE-2026-1234x", "CVE 2026 1234", "GHSA-2222-3333-4444", "CVE-2026-1234/../x", " "} {
		status, got := s.Get("/cve/lookup", "cve_id", id)
		if status != http.StatusBadRequest || got["field"] != "cve_id" {
			t.Errorf("%q: %d %v", id, status, got)
		}
	}
	if asked := world.Asked()[before:]; len(asked) > 0 {
		t.Errorf("malformed ids were asked about: %q", asked)
	}
	if status, _ := s.Get("/cve/lookup"); status != http.StatusBadRequest {
		t.Errorf("no id: %d", status)
	}
}

func TestLongIdsAreIds(t *testing.T) {
	s, _ := service(t, nil, nobody()...)
	for _, id := range []string{"CVE-2026-1000", "CVE-2026-102670", "CVE-2026-1234567890123456789"} {
		if status, got := s.Get("/cve/lookup", "cve_id", id); status != http.StatusNotFound {
			t.Errorf("%s: %d %v", id, status, got)
		}
	}
}

// TestUnknownOnlyWhenASourceOfAllIdsSaysSo: the CVE Program and NVD have every id; the others' silence proves nothing.
func TestUnknownOnlyWhenASourceOfAllIdsSaysSo(t *testing.T) {
	down := func(url string) upstreamtest.Answer { return upstreamtest.Answer{URL: url, Status: 503} }
	limited := upstreamtest.Answer{URL: nvdURL, Status: 403, Body: "Request forbidden by administrative rules."}
	for _, c := range []struct {
		why    string
		first  []upstreamtest.Answer
		status int
		code   string
	}{
		{"all say no", nil, 404, "not_found"},
		{"NVD is down", []upstreamtest.Answer{down(nvdURL)}, 404, "not_found"},
		{"NVD says it with 404", []upstreamtest.Answer{{URL: nvdURL, Status: 404}}, 404, "not_found"},
		{"the CVE Program is down", []upstreamtest.Answer{down(programURL + "*")}, 404, "not_found"},
		{"EPSS, GitHub and OSV are down", []upstreamtest.Answer{down(epssURL), down(ghsaURL), down(osvURL + "*")}, 404, "not_found"},
		{"both are down", []upstreamtest.Answer{down(nvdURL), down(programURL + "*")}, 502, "upstream_failed"},
		{
			"both are down, NVD by its limit",
			[]upstreamtest.Answer{limited, down(programURL + "*")},
			502, "upstream_failed",
		},
		{
			"all are down",
			[]upstreamtest.Answer{
				down(nvdURL), down(programURL + "*"), down(epssURL), down(ghsaURL), down(osvURL + "*"),
			},
			502, "upstream_failed",
		},
		{
			"the CVE Program is garbage, NVD down",
			[]upstreamtest.Answer{{URL: programURL + "*", Body: "<html>"}, down(nvdURL)},
			502, "upstream_failed",
		},
		{"only reserved", []upstreamtest.Answer{{URL: programURL + "*", Body: `{"cveMetadata":{"cveId":"CVE-2026-5555","state":"RESERVED"},"containers":{}}`}}, 404, "not_found"},
	} {
		t.Run(c.why, func(t *testing.T) {
			s, _ := service(t, nil, nobody(c.first...)...)
			status, got := s.Get("/cve/lookup", "cve_id", "CVE-2026-5555")
			if status != c.status || got["code"] != c.code || got["charged"] != false {
				t.Errorf("%d %v", status, got)
			}
			if status == 404 && (got["field"] != "cve_id" || len(statuses(got)) != 6) {
				t.Errorf("the problem does not tell the sources: %v", got)
			}
		})
	}
	t.Run("an operator has switched the CVE Program off", func(t *testing.T) {
		s, _ := service(t, map[string]string{"UPSTREAM_CVE_PROGRAM_URL": "off"}, nobody()...)
		status, got := s.Get("/cve/lookup", "cve_id", "CVE-2026-5555")
		if status != 404 || statuses(got)[srcProgram] != "not_configured" {
			t.Errorf("%d %v", status, got)
		}
		s, _ = service(t, map[string]string{"UPSTREAM_CVE_PROGRAM_URL": "off"}, nobody(down(nvdURL))...)
		if status, got := s.Get("/cve/lookup", "cve_id", "CVE-2026-5555"); status != 502 ||
			got["code"] != "upstream_failed" {
			t.Errorf("nor is NVD there: %d %v", status, got)
		}
	})
}

// TestEachMainSourceAloneIsAnAnswer: whichever main source has the CVE, the others being down, there is an answer, and
// it is partial. A score alone is no answer.
func TestEachMainSourceAloneIsAnAnswer(t *testing.T) {
	const id = "CVE-2026-990001"
	own := map[string]upstreamtest.Answer{
		srcProgram: {URL: programURL + id, Body: cvetest.Record}, srcNVD: {URL: nvdURL, Body: cvetest.NVD}, srcGHSA: {URL: ghsaURL, Body: "[" + cvetest.GHSA + "]"},
		srcOSV: {URL: osvURL + id, Body: cvetest.OSVRecord}, srcEPSS: {URL: epssURL, Body: cvetest.EPSS(id, "0.5", "0.99")},
	}
	urls := map[string]string{srcProgram: programURL + "*", srcNVD: nvdURL, srcGHSA: ghsaURL, srcOSV: osvURL + "*", srcEPSS: epssURL}
	for name, answer := range own {
		for _, failure := range []struct {
			word   string
			answer upstreamtest.Answer
		}{
			{"error", upstreamtest.Answer{Status: 500}}, {"error", upstreamtest.Answer{Body: "<html>busy</html>", Type: "text/html"}}, {"error", upstreamtest.Answer{Body: `{"unexpected":true}`}},
			{"rate_limited", upstreamtest.Answer{Status: 429, Header: map[string]string{"Retry-After": "3600"}}},
		} {
			var answers []upstreamtest.Answer
			for other, url := range urls {
				if other != name {
					a := failure.answer
					a.URL = url
					answers = append(answers, a)
				}
			}
			s, _ := service(t, nil, append(answers, answer)...)
			status, got := s.Get("/cve/lookup", "cve_id", id)
			if name == srcEPSS {
				if status < http.StatusInternalServerError || got["charged"] != false {
					t.Fatalf("%s alone: %d %v", name, status, got)
				}
				continue
			}
			if status != http.StatusOK || got["partial"] != true {
				t.Fatalf("%s alone: %d %v", name, status, got)
			}
			for source, word := range statuses(got) {
				want := failure.word
				switch source {
				case name:
					want = "ok"
				case srcKEV:
					want = "error"
				}
				if word != want {
					t.Errorf("%s alone, the others %v: %s is %s, want %s", name, failure.answer, source, word, want)
				}
			}
			if strings.Contains(flags(got), "no_cvss") || got["affected"] != nil && len(got["affected"].([]any)) == 0 {
				t.Errorf("%s alone: %s, affected %v", name, flags(got), got["affected"])
			}
			if at(got, "kev", "listed") != nil {
				t.Errorf("without the catalogue nobody can say that it is not listed: %v", got["kev"])
			}
		}
	}
}

func TestRejectedIdsMeanNothing(t *testing.T) {
	const rejected = `{"cveMetadata":{"cveId":"CVE-2026-6666","state":"REJECTED","assignerShortName":"acme","datePublished":"2026-01-01T00:00:00Z"},
"containers":{"cna":{"rejectedReasons":[{"lang":"en","value":"Not a vulnerability after all."}],"providerMetadata":{"orgId":"x","shortName":"acme"}}}}`
	nist := strings.Replace(strings.Replace(cvetest.NVD, "CVE-2026-990001", "CVE-2026-6666", 1), "Analyzed", "Rejected", 1)
	for why, first := range map[string][]upstreamtest.Answer{
		"by the CVE Program": {{URL: programURL + "*", Body: rejected}},
		"by NVD":             {{URL: programURL + "*", Status: 503}, {URL: nvdURL, Body: nist}},
	} {
		s, _ := service(t, nil, nobody(first...)...)
		status, got := s.Get("/cve/lookup", "cve_id", "CVE-2026-6666")
		if status != http.StatusOK || got["state"] != "rejected" || got["cvss"] != nil || at(got, "priority", "score") != 0.0 || flags(got) != "rejected" || at(got, "priority", "remediation") != nil {
			t.Errorf("%s: %d %v", why, status, got)
		}
	}
}

func TestDisputesAndGapsAreFlagged(t *testing.T) {
	tagged := strings.Replace(cvetest.NVD, `"cveTags":[]`, `"cveTags":[{"sourceIdentifier":"cve@mitre.org","tags":["disputed"]}]`, 1)
	analysed := strings.Replace(tagged, `"Primary","cvssData"`, `"Secondary","cvssData"`, 1)
	secondary := strings.Replace(analysed, "Analyzed", "Not Scheduled", 1)
	cna := strings.Replace(cvetest.Record, `"cna":{`, `"cna":{"tags":["disputed"],`, 1)
	unfixed := strings.NewReplacer(`"first_patched_version":"1.2.5"`, `"first_patched_version":null`, `"first_patched_version":"2.0.3"`, `"first_patched_version":null`).Replace(cvetest.GHSA)
	open := strings.NewReplacer(`"< 1.2.5"`, `"<= 1.2.4"`, `">= 2.0.0, < 2.0.3"`, `">= 2.0.0, <= 2.0.2"`).Replace(unfixed)
	for _, c := range []struct{ why, nvd, record, ghsa, flags, status string }{
		{"disputed by NVD's tag", tagged, cvetest.Record, cvetest.GHSA, "epss_top5 public_poc automatable disputed", "Analyzed"},
		{"disputed by the issuer's", cvetest.NVD, cna, cvetest.GHSA, "epss_top5 public_poc automatable disputed", "Analyzed"},
		{"NVD analysed it, and leaves the score to the issuer", analysed, cvetest.Record, cvetest.GHSA, "epss_top5 public_poc automatable disputed", "Analyzed"},
		{"NVD did not score", secondary, cvetest.Record, cvetest.GHSA, "epss_top5 public_poc automatable unenriched disputed", "Not Scheduled"},
		{"no fix", cvetest.NVD, cvetest.Record, open, "epss_top5 public_poc automatable no_fix", "Analyzed"},
		{"ranges that end without a fix", cvetest.NVD, cvetest.Record, unfixed, "epss_top5 public_poc automatable", "Analyzed"},
	} {
		answers := append([]upstreamtest.Answer{{URL: nvdURL, Body: c.nvd}, {URL: programURL + "*", Body: c.record}, {URL: ghsaURL, Body: "[" + c.ghsa + "]"}}, cvetest.Answers()...)
		s, _ := service(t, nil, answers...)
		status, got := s.Get("/cve/lookup", "cve_id", "CVE-2026-990001")
		if status != http.StatusOK || flags(got) != c.flags || got["nvd_status"] != c.status {
			t.Errorf("%s: %d %q %v", c.why, status, flags(got), got["nvd_status"])
		}
	}
}

func TestKnownExploitation(t *testing.T) {
	published := func(id string) upstreamtest.Answer {
		return upstreamtest.Answer{URL: programURL + id, Body: strings.ReplaceAll(cvetest.Record, "CVE-2026-990001", id)}
	}
	s, _ := service(t, nil, nobody(published("CVE-2026-990001"), published("CVE-2026-990002"), published("CVE-2026-990003"))...)
	for id, want := range map[string]map[string]any{
		"CVE-2026-990001": {
			"listed":               false,
			"known_ransomware_use": false,
			"added_date":           nil,
			"due_date":             nil,
			"required_action":      nil,
			"as_of":                "2026-11-19T15:00:04Z",
		},
		"CVE-2026-990002": {
			"listed":               true,
			"known_ransomware_use": true,
			"added_date":           "2026-07-01",
			"due_date":             "2026-07-22",
			"required_action":      "Apply mitigations per vendor instructions.",
			"as_of":                "2026-11-19T15:00:04Z",
		},
		"CVE-2026-990003": {
			"listed":               true,
			"known_ransomware_use": false,
			"added_date":           "2026-08-01",
			"due_date":             nil,
			"required_action":      "Discontinue use.",
			"as_of":                "2026-11-19T15:00:04Z",
		},
	} {
		status, got := s.Get("/cve/lookup", "cve_id", id)
		if status != http.StatusOK || !reflect.DeepEqual(got["kev"], want) {
			t.Errorf("%s: %d %v", id, status, got["kev"])
		}
	}
	// A CVE that only the catalogue has exists.
	if status, got := s.Get("/cve/lookup", "cve_id", "CVE-2019-980010"); status != http.StatusOK || at(got, "kev", "listed") != true || at(got, "priority", "score").(float64) < 80 {
		t.Errorf("%d %v", status, got)
	}
	// Without the catalogue NVD's mark is believed.
	marked := strings.Replace(cvetest.NVD, `"vulnStatus"`, `"cisaExploitAdd":"2026-07-01","vulnStatus"`, 1)
	s, _ = service(t, nil, upstreamtest.Answer{URL: kevURL, Status: 503}, upstreamtest.Answer{URL: nvdURL, Body: marked}, upstreamtest.Answer{URL: programURL + "*", Status: 503})
	_, got := s.Get("/cve/lookup", "cve_id", "CVE-2026-990001")
	if at(got, "kev", "listed") != true || at(got, "kev", "known_ransomware_use") != nil ||
		!strings.HasPrefix(flags(got), "kev ") || statuses(got)[srcKEV] != "error" {
		t.Errorf("%v %s", got["kev"], flags(got))
	}
}

// TestNVDsMarkIsBelievedWhereItIsNewer: the catalogue at hand is of 2026-11-19.
func TestNVDsMarkIsBelievedWhereItIsNewer(t *testing.T) {
	for added, want := range map[string]bool{"2026-11-19": true, "2026-11-20": true, "2026-07-01": false} {
		marked := strings.Replace(cvetest.NVD, `"vulnStatus"`, `"cisaExploitAdd":"`+added+`","vulnStatus"`, 1)
		s, _ := service(t, nil, append([]upstreamtest.Answer{{URL: nvdURL, Body: marked}}, cvetest.Answers()...)...)
		_, got := s.Get("/cve/lookup", "cve_id", "CVE-2026-990001")
		if at(got, "kev", "listed") != want || strings.HasPrefix(flags(got), "kev ") != want {
			t.Errorf("added on %s: %v %s", added, got["kev"], flags(got))
		}
	}
}

// TestARangeThatEndsHasAFix: no version is named, which does not say that there is none.
func TestARangeThatEndsHasAFix(t *testing.T) {
	for why, c := range map[string]struct {
		ranges string
		noFix  bool
	}{
		"endless":               {`"ranges":[{"type":"SEMVER","events":[{"introduced":"0"}]}]`, true},
		"endless in commits":    {`"ranges":[{"type":"GIT","events":[{"introduced":"0"}]}]`, true},
		"a last affected one":   {`"ranges":[{"type":"SEMVER","events":[{"introduced":"0"},{"last_affected":"1.2.4"}]}]`, false},
		"a commit":              {`"ranges":[{"type":"GIT","events":[{"introduced":"0"},{"fixed":"abc"}]}]`, false},
		"versions, no range":    {`"versions":["1.0.0"]`, false},
		"a version and no word": {`"ranges":[{"type":"SEMVER","events":[{"introduced":"0"},{"fixed":"1.2.5"}]}]`, false},
	} {
		s, _ := service(t, nil, nobody(upstreamtest.Answer{URL: osvURL + "*", Body: `{"id":"CVE-2026-7777",` +
			`"modified":"2026-10-01T00:00:00Z","affected":[{"package":{"name":"p","ecosystem":"npm"},` + c.ranges + `}]}`})...)
		_, got := s.Get("/cve/lookup", "cve_id", "CVE-2026-7777")
		if strings.Contains(flags(got), "no_fix") != c.noFix {
			t.Errorf("%s: %v %s", why, got["affected"], flags(got))
		}
	}
}

func TestEPSSOfGitHubStandsInForFIRST(t *testing.T) {
	for _, c := range []struct {
		why, ghsa string
		epss      upstreamtest.Answer
		want      any
	}{
		{
			"FIRST is down",
			cvetest.GHSA,
			upstreamtest.Answer{Status: 503},
			map[string]any{"probability": 0.1342, "percentile": 0.9613, "score_date": nil, "source": "ghsa"},
		},
		{
			"in a list, as texts",
			strings.Replace(cvetest.GHSA, `{"percentage":0.1342,"percentile":0.9613}`,
				`[{"percentage":"0.1342","percentile":"0.9613"}]`, 1),
			upstreamtest.Answer{Status: 503},
			map[string]any{"probability": 0.1342, "percentile": 0.9613, "score_date": nil, "source": "ghsa"},
		},
		{"FIRST has no score", cvetest.GHSA, upstreamtest.Answer{Body: noEPSS}, nil},
		{"no percentile", strings.Replace(cvetest.GHSA, `"percentile":0.9613`, `"percentile":0`, 1), upstreamtest.Answer{Status: 503}, nil},
		{"nobody has one", strings.Replace(cvetest.GHSA, `{"percentage":0.1342,"percentile":0.9613}`, `null`, 1), upstreamtest.Answer{Status: 503}, nil},
		{
			"a score of two months ago", strings.Replace(cvetest.GHSA, `"epss":`, `"x":`, 1), upstreamtest.Answer{
				Body: strings.Replace(cvetest.EPSS("CVE-2026-990001", "0.5", "0.9"), "2026-11-20", "2026-09-20", 1),
			}, nil,
		},
		{"a score out of range", strings.Replace(cvetest.GHSA, `"epss":`, `"x":`, 1), upstreamtest.Answer{Body: cvetest.EPSS("CVE-2026-990001", "1.5", "0.9")}, nil},
	} {
		c.epss.URL = epssURL
		s, _ := service(t, nil, append([]upstreamtest.Answer{c.epss, {URL: ghsaURL, Body: "[" + c.ghsa + "]"}}, cvetest.Answers()...)...)
		_, got := s.Get("/cve/lookup", "cve_id", "CVE-2026-990001")
		if !reflect.DeepEqual(got["epss"], c.want) {
			t.Errorf("%s: %v", c.why, got["epss"])
		}
	}
}

func TestPackagesOfOSVWhereGitHubHasNone(t *testing.T) {
	gitOnly := `{"id":"CVE-2026-990001","modified":"2026-09-05T12:00:00Z","details":"x","aliases":["PYSEC-2026-1","GHSA-2222-3333-4444"],"affected":[{"ranges":[{"type":"GIT","repo":"https://example.com/t","events":[{"introduced":"0"},{"fixed":"abc"}]}]}]}`
	mixed := `{"id":"GHSA-2222-3333-4444","modified":"2026-09-05T12:00:00Z","database_specific":{"severity":"HIGH"},"affected":[{"package":{"name":"teapot","ecosystem":"PyPI"},"ranges":[{"type":"ECOSYSTEM","events":[{"introduced":"0"},{"fixed":"1.0"},{"introduced":"2.0"},{"last_affected":"2.4"}]},{"type":"GIT","events":[{"introduced":"0"}]}]},
{"package":{"name":"kettle","ecosystem":"Debian:12"},"ranges":[{"type":"ECOSYSTEM","events":[{"introduced":"0"}]}]}]}`
	s, world := service(t, nil, append([]upstreamtest.Answer{{URL: ghsaURL, Body: "[]"}, {URL: osvURL + "CVE-2026-990001", Body: gitOnly}, {URL: osvURL + "GHSA-2222-3333-4444", Body: mixed}}, cvetest.Answers()...)...)
	status, got := s.Get("/cve/lookup", "cve_id", "CVE-2026-990001")
	want := []any{
		map[string]any{"ecosystem": "PyPI", "package": "teapot", "fixed_versions": []any{"1.0"}, "vulnerable_ranges": []any{"< 1.0 || >= 2.0, <= 2.4"}},
		map[string]any{"ecosystem": "Debian:12", "package": "kettle", "fixed_versions": []any{}, "vulnerable_ranges": []any{"*"}},
	}
	if status != http.StatusOK || !reflect.DeepEqual(got["affected"], want) || got["ghsa"] != nil || statuses(got)[srcGHSA] != "empty" || got["partial"] != false {
		t.Errorf("%d %v %v", status, got["affected"], got["sources"])
	}
	if m := world.Misses(); len(m) > 0 {
		t.Errorf("misses: %q", m)
	}
}

func TestGitHubsEcosystemsGetOSVsNames(t *testing.T) {
	var list []string
	for _, e := range []string{"pip", "npm", "go", "maven", "rust", "nuget", "rubygems", "composer", "erlang", "actions", "pub", "swift", "other"} {
		list = append(list, fmt.Sprintf(`{"package":{"ecosystem":%q,"name":"a"},"vulnerable_version_range":"< 1","first_patched_version":{"identifier":"1"}}`, e))
	}
	own := cvetest.GHSA[strings.Index(cvetest.GHSA, `"vulnerabilities":[`):strings.Index(cvetest.GHSA, `"cvss_severities"`)]
	many := strings.NewReplacer(own, `"vulnerabilities":[`+strings.Join(list, ",")+`],`, "CVE-2026-990001", "CVE-2026-7777",
		"GHSA-2222-3333-4444", "GHSA-9999-9999-9999").Replace(cvetest.GHSA)
	withdrawn := strings.NewReplacer(`"withdrawn_at":null`, `"withdrawn_at":"2026-10-01T00:00:00Z"`, "CVE-2026-990001", "CVE-2026-7777").Replace(cvetest.GHSA)
	s, _ := service(t, nil, nobody(upstreamtest.Answer{URL: ghsaURL, Body: `[` + withdrawn + `,` + many + `]`})...)
	_, got := s.Get("/cve/lookup", "cve_id", "CVE-2026-7777")
	var names []string
	for _, a := range got["affected"].([]any) {
		names = append(names, at(a, "ecosystem").(string))
		if !reflect.DeepEqual(at(a, "fixed_versions"), []any{"1"}) {
			t.Errorf("%v", a)
		}
	}
	if want := []string{"PyPI", "npm", "Go", "Maven", "crates.io", "NuGet", "RubyGems", "Packagist", "Hex", "GitHub Actions", "Pub", "SwiftURL", "other"}; !slices.Equal(names, want) {
		t.Errorf("%v", names)
	}
	if got["ghsa"] != "GHSA-9999-9999-9999" {
		t.Errorf("a withdrawn advisory counts: %v", got["ghsa"])
	}
}

func TestRefusalsOfNVDAreToldApart(t *testing.T) {
	for answer, want := range map[*upstreamtest.Answer]string{
		{Status: 404, Header: map[string]string{"message": "Invalid apiKey."}}:  "error",
		{Status: 404, Header: map[string]string{"message": "Invalid cveId."}}:   "empty",
		{Status: 403, Body: "<html>Request forbidden by administrative rules."}: "rate_limited",
		{Status: 503, Body: "<html>Service Unavailable"}:                        "error",
		{Status: 200, Body: "<html>Maintenance"}:                                "error",
		{Status: 200, Body: noNVD}:                                              "empty",
	} {
		answer.URL = nvdURL
		s, _ := service(t, map[string]string{"NVD_API_KEY": "k"}, nobody(*answer, upstreamtest.Answer{URL: programURL + "*", Body: cvetest.Record})...)
		_, got := s.Get("/cve/lookup", "cve_id", "CVE-2026-990001")
		if statuses(got)[srcNVD] != want || got["partial"] != (want != "empty") {
			t.Errorf("%v: %v", answer, got["sources"])
		}
	}
}

func TestWithdrawnRecordOfOSVIsNoRecord(t *testing.T) {
	withdrawn := upstreamtest.Answer{URL: osvURL + "*", Body: `{"id":"CVE-2026-7777","modified":"2026-10-01T00:00:00Z","withdrawn":"2026-10-01T00:00:00Z","affected":[{"package":{"name":"p","ecosystem":"npm"}}]}`}
	s, _ := service(t, nil, nobody(withdrawn)...)
	if status, got := s.Get("/cve/lookup", "cve_id", "CVE-2026-7777"); status != http.StatusNotFound || statuses(got)[srcOSV] != "empty" {
		t.Errorf("%d %v", status, got)
	}
}

func TestPackagesAreBounded(t *testing.T) {
	var list []string
	for i := range 3 * maxAffected {
		list = append(list, fmt.Sprintf(`{"package":{"name":"p%d","ecosystem":"Debian:12"},"ranges":[{"type":"ECOSYSTEM","events":[{"introduced":"0"},{"fixed":"1.%d"}]}]}`, i, i))
	}
	for i := range 3 * maxFixed {
		list = append(list, fmt.Sprintf(`{"package":{"name":"p0","ecosystem":"Debian:12"},"ranges":[{"type":"ECOSYSTEM","events":[{"introduced":"0"},{"fixed":"2.%d"}]}]}`, i))
	}
	s, _ := service(t, nil, nobody(upstreamtest.Answer{URL: osvURL + "*", Body: `{"id":"CVE-2026-7777","modified":"2026-10-01T00:00:00Z","affected":[` + strings.Join(list, ",") + `]}`})...)
	status, got := s.Get("/cve/lookup", "cve_id", "CVE-2026-7777")
	affected, _ := got["affected"].([]any)
	if status != http.StatusOK || len(affected) != maxAffected || at(affected[1], "package") != "p1" || len(at(affected[0], "fixed_versions").([]any)) != maxFixed || len(at(affected[0], "vulnerable_ranges").([]any)) != maxRanges {
		t.Errorf("%d, %d packages", status, len(affected))
	}
}
