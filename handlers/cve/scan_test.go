package cve

import (
	"fmt"
	"net/http"
	"reflect"
	"slices"
	"strings"
	"testing"

	gen "github.com/farebox/farebox/gen/cve"
	"github.com/farebox/farebox/handlers/cve/cvetest"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

const (
	queryURL = "https://api.osv.dev/v1/query"
	depsURL  = "https://api.deps.dev/v3/systems/"
)

func found(bodyHas string, advisories ...string) upstreamtest.Answer {
	return upstreamtest.Answer{Method: "POST", URL: queryURL, BodyHas: bodyHas, Body: `{"vulns":[` + strings.Join(advisories, ",") + `]}`}
}

// nothing are the answers of sources that know of no advisory. What comes before them wins.
func nothing(first ...upstreamtest.Answer) []upstreamtest.Answer {
	return append(first,
		upstreamtest.Answer{Method: "POST", URL: queryURL, Body: `{}`}, upstreamtest.Answer{URL: ghsaURL, Body: `[]`}, upstreamtest.Answer{URL: epssURL, Body: noEPSS},
		upstreamtest.Answer{URL: depsURL + "*", Body: `{"versionKey":{"system":"NPM","name":"x","version":"1"},"licenses":[]}`}, upstreamtest.Answer{URL: kevURL, Body: cvetest.KEV(1300)},
	)
}

// advisory is one about the package "p" of npm, with its events written as in versions' tests.
func advisory(id, aliases, more string, ranges ...string) string {
	var list []string
	for _, r := range ranges {
		var events []string
		for _, word := range strings.Fields(r) {
			kind, version, _ := strings.Cut(word, ":")
			events = append(events, fmt.Sprintf(`{%q:%q}`, map[string]string{"i": "introduced", "f": "fixed", "l": "last_affected"}[kind], version))
		}
		list = append(list, `{"type":"SEMVER","events":[`+strings.Join(events, ",")+`]}`)
	}
	ids := []string{}
	for _, a := range strings.Fields(aliases) {
		ids = append(ids, fmt.Sprintf("%q", a))
	}
	if strings.HasPrefix(id, "GHSA-") && !strings.Contains(more, "database_specific") {
		more += `"database_specific":{"severity":"UNRATED"},`
	}
	return fmt.Sprintf(`{"id":%q,"modified":"2026-09-05T12:00:00Z","aliases":[%s],"summary":"about %s",%s"affected":[{"package":{"name":"p","ecosystem":"npm"},"ranges":[%s]}]}`, id, strings.Join(ids, ","), id, more, strings.Join(list, ","))
}

func texts(v any) string {
	var out []string
	list, _ := v.([]any)
	for _, x := range list {
		out = append(out, fmt.Sprint(x))
	}
	return strings.Join(out, " ")
}

func ids(answer map[string]any) string {
	var out []string
	list, _ := answer["advisories"].([]any)
	for _, a := range list {
		out = append(out, at(a, "id").(string))
	}
	return strings.Join(out, " ")
}

func TestWhatOSVIsAskedForEachInput(t *testing.T) {
	for _, c := range []struct {
		ecosystem, name, version, purl string
		want                           string // ecosystem name version as OSV takes them
	}{
		{"npm", "lodash", "4.17.20", "pkg:npm/lodash@4.17.20", "npm lodash 4.17.20"},
		{"Node", "@babel/core", "v7.0.0", "pkg:npm/%40babel/core@7.0.0", "npm @babel/core 7.0.0"},
		{"npm", "JSONStream", "1.0.3", "pkg:npm/JSONStream@1.0.3", "npm JSONStream 1.0.3"},
		{"pip", "Flask_SQL.Alchemy", "2.5.1", "pkg:pypi/Flask_SQL.Alchemy@2.5.1", "PyPI flask-sql-alchemy 2.5.1"},
		{"python", "p", "1!2.0rc1", "pkg:pypi/p@1%212.0rc1", "PyPI p 1!2.0rc1"},
		{"golang", "github.com/Masterminds/goutils", "v1.1.0", "pkg:golang/github.com/Masterminds/goutils@v1.1.0", "Go github.com/Masterminds/goutils 1.1.0"},
		{"go", "golang.org/x/text", "0.3.0", "pkg:golang/golang.org/x/text@0.3.0?type=module#unicode", "Go golang.org/x/text 0.3.0"},
		{"npm", "NPM", "1.0.0", "pkg:npm/NPM@1.0.0", "npm NPM 1.0.0"},
		{"npm", "pkg", "4.0.0", "PKG://NPM/pkg@4.0.0", "npm pkg 4.0.0"},
		{"rust", "serde", "v1.0.0", "pkg:cargo/serde@v1.0.0", "crates.io serde 1.0.0"},
		{"pypi", "torch", "v2.1.0+cu118", "pkg:pypi/torch@2.1.0%2Bcu118", "PyPI torch 2.1.0"},
		{"go", "github.com/Azure/go-sdk", "v68.0.0+incompatible", "pkg:golang/github.com/Azure/go-sdk@v68.0.0%2Bincompatible", "Go github.com/Azure/go-sdk 68.0.0+incompatible"},
		{"go", "std", "1.20", "pkg:golang/std@go1.20", "Go stdlib 1.20.0"},
		{"go", "stdlib", "1.22rc1", "pkg:golang/stdlib@1.22rc1", "Go stdlib 1.22.0-rc.1"},
		{"go", "stdlib", "go1.21rc2", "pkg:golang/stdlib@1.21.0-rc.2", "Go stdlib 1.21.0-rc.2"},
		{"java", "org.apache.logging.log4j:log4j-core", "2.14.1", "pkg:maven/org.apache.logging.log4j/log4j-core@2.14.1?type=jar", "Maven org.apache.logging.log4j:log4j-core 2.14.1"},
		{"maven", "org.apache.logging.log4j/log4j-core", "2.14.1", "", "Maven org.apache.logging.log4j:log4j-core 2.14.1"},
		{"crates.io", "smallvec", "0.6.3", "pkg:cargo/smallvec@0.6.3", "crates.io smallvec 0.6.3"},
		{"dotnet", "Newtonsoft.Json", "12.0.3", "pkg:nuget/Newtonsoft.Json@12.0.3", "NuGet Newtonsoft.Json 12.0.3"},
		{"gem", "nokogiri", "1.10.0", "pkg:gem/nokogiri@1.10.0?platform=java", "RubyGems nokogiri 1.10.0"},
		{"ruby", "nokogiri", "1.16.4-x86_64-linux", "pkg:gem/nokogiri@1.16.4-x86_64-linux", "RubyGems nokogiri 1.16.4"},
		{"composer", "Symfony/Http-Kernel", "v4.4.1", "pkg:composer/symfony/http-kernel@v4.4.1", "Packagist symfony/http-kernel v4.4.1"},
	} {
		f := strings.Fields(c.want)
		answer := fmt.Sprintf(
			`{"vulns":[{"id":"PYSEC-1","modified":"2026-09-05T12:00:00Z","affected":[{"package":{"name":%q,"ecosystem":%q},"versions":[%q]}]}]}`,
			f[1], f[0], f[2])
		body := fmt.Sprintf(`{"package":{"name":%q,"ecosystem":%q},"version":%q}`, f[1], f[0], f[2])
		s, _ := service(t, nil, nothing(upstreamtest.Answer{Method: "POST", URL: queryURL, BodyHas: body, Body: answer})...)
		status, got := s.Get("/cve/scan", "ecosystem", c.ecosystem, "name", c.name, "version", c.version)
		if status != http.StatusOK || at(got, "query", "name") != f[1] || at(got, "query", "version") != c.version || at(got, "query", "purl") != nil {
			t.Errorf("%v: %d %v", c, status, got)
		}
		if c.purl == "" {
			continue
		}
		status, got = s.Get("/cve/scan", "purl", c.purl)
		if status != http.StatusOK || at(got, "query", "name") != f[1] || at(got, "query", "purl") != c.purl {
			t.Errorf("%s: %d %v", c.purl, status, got)
		}
	}
}

func TestScanInputsThatAreRefused(t *testing.T) {
	s, world := service(t, nil, nothing()...)
	before := len(world.Asked())
	for _, c := range []struct {
		field string
		query []string
	}{
		{"ecosystem", nil}, {"ecosystem", []string{"name", "a", "version", "1"}}, {"name", []string{"ecosystem", "npm", "version", "1"}}, {"version", []string{"ecosystem", "npm", "name", "a"}},
		{"version", []string{"ecosystem", "npm", "name", "a", "version", " "}},
		{"purl", []string{"purl", "pkg:npm/a@1.0.0", "ecosystem", "npm", "name", "a", "version", "1"}}, {"purl", []string{"purl", "pkg:npm/a@1.0.0", "version", "1.0.0"}},
		{"purl", []string{"purl", "npm/a@1"}}, {"purl", []string{"purl", "pkg:npm/a"}}, {"purl", []string{"purl", "pkg:deb/debian/curl@7.50.3-1"}}, {"purl", []string{"purl", "pkg:npm/a@latest"}},
		{"purl", []string{"purl", "pkg:npm/%ff%00@1.0.0"}}, {"purl", []string{"purl", "pkg:maven/artifact@1.0"}}, {"purl", []string{"purl", "pkg:composer/name@1.0"}}, {"purl", []string{"purl", "pkg:npm/a@%5E1.0.0"}},
		{"ecosystem", []string{"ecosystem", "debian", "name", "a", "version", "1"}},
		{"name", []string{"ecosystem", "npm", "name", "a b", "version", "1.0.0"}}, {"name", []string{"ecosystem", "maven", "name", "log4j", "version", "1"}}, {"name", []string{"ecosystem", "packagist", "name", "symfony", "version", "1"}},
		{"name", []string{"ecosystem", "pypi", "name", "-a", "version", "1"}}, {"name", []string{"ecosystem", "go", "name", "a//b", "version", "1.0.0"}}, {"name", []string{"ecosystem", "cargo", "name", "1a", "version", "1.0.0"}},
		{"version", []string{"ecosystem", "npm", "name", "a", "version", "^1.0.0"}}, {"version", []string{"ecosystem", "npm", "name", "a", "version", "1.x"}}, {"version", []string{"ecosystem", "npm", "name", "a", "version", "latest"}},
		{"version", []string{"ecosystem", "maven", "name", "a:b", "version", "[1.0,2.0)"}}, {"version", []string{"ecosystem", "maven", "name", "a:b", "version", "LATEST"}}, {"version", []string{"ecosystem", "pypi", "name", "a", "version", "==1.0"}},
		{"version", []string{"ecosystem", "packagist", "name", "a/b", "version", "dev-main"}}, {"version", []string{"ecosystem", "npm", "name", "a", "version", "1.0.0 2.0.0"}},
		{"version", []string{"ecosystem", "npm", "name", "a", "version", "4"}}, {"version", []string{"ecosystem", "npm", "name", "a", "version", "4.17"}}, {"version", []string{"ecosystem", "cargo", "name", "a", "version", "1.0"}},
		{"version", []string{"ecosystem", "go", "name", "a.com/b", "version", "v2"}}, {"version", []string{"ecosystem", "go", "name", "a.com/b", "version", "v1.2"}}, {"purl", []string{"purl", "pkg:golang/a.com/b@234fd47e07d1"}},
	} {
		if status, got := s.Get("/cve/scan", c.query...); status != http.StatusBadRequest || got["field"] != c.field {
			t.Errorf("%q: %d %v", c.query, status, got)
		}
	}
	if asked := world.Asked()[before:]; len(asked) > 0 {
		t.Errorf("asked for bad inputs: %q", asked)
	}
}

// TestVersionsOfEachEcosystemAreTaken: what its registry may hold is not refused as incomplete.
func TestVersionsOfEachEcosystemAreTaken(t *testing.T) {
	for ecosystem, list := range map[string]string{
		"npm":       "1.0.0 v1.0.0 1.0.0-rc.1+build 0.0.0-20230101 0.0.0-insiders.0.e3",
		"pypi":      "1 1.0 2023.3 2023.3.post1 1!2.0 1.0a1.dev2+cu118 1.0-1 V1.0 1.0c1 3.0.0b 20230102",
		"go":        "v1.2.3 1.2.3 v0.0.0-20200101000000-abcdefabcdef v1.2.3-0.20200101000000-abcdefabcdef v2.0.0+incompatible",
		"maven":     "4.17 1 r03 2.0.0.RELEASE 20040616 Finchley.SR2 1.0-b2 32.0.1-jre 1.0-20200101.101010-1 1.0.0_1",
		"cargo":     "1.0.0 0.3.0-alpha.1 300.0.0+3.0.0",
		"nuget":     "4 4.0 1.2.3.4 1.0-rc 1.2.3-beta.1+abc 01.02.03",
		"rubygems":  "3 3.0.0.pre1 1.16.5-x86_64-linux-gnu 1.2.3.4.5 1.a.2",
		"packagist": "1.0 v1 V2.0 1.0.0.0 2010.01.02 1.0.0-p1 v7.0.0-RC1 20100102-203040",
	} {
		name := "a"
		switch ecosystem {
		case "maven":
			name = "a:b"
		case "packagist":
			name = "a/b"
		}
		for _, version := range strings.Fields(list) {
			if _, err := readTarget(gen.CVEScanParams{Ecosystem: &ecosystem, Name: &name, Version: &version}); err != nil {
				t.Errorf("%s %s: %v", ecosystem, version, err)
			}
		}
	}
}

func TestRecordsOfOneVulnerabilityAreOneAdvisory(t *testing.T) {
	s, _ := service(t, nil, nothing(found("",
		advisory("PYSEC-2026-9", "CVE-2026-1001", "", "i:0"),
		advisory("GHSA-bbbb-bbbb-bbbb", "CVE-2026-1001", `"database_specific":{"severity":"LOW"},"severity":[{"type":"CVSS_V3","score":"CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:N/A:N"}],`, "i:0 f:1.5.0"),
		advisory("CVE-2026-1002", "", "", "i:0 f:1.4.0"),
		advisory("GO-2026-7", "BIT-p-1 CVE-2026-1003", "", "i:0 f:1.6.0"),
		advisory("RUSTSEC-2026-1", "BIT-p-1", "", "i:0 f:1.6.0"),
		advisory("GHSA-cccc-cccc-cccc", "", `"withdrawn":"2026-01-01T00:00:00Z",`, "i:0"),
	))...)
	status, got := s.Get("/cve/scan", "ecosystem", "npm", "name", "p", "version", "1.0.0")
	if status != http.StatusOK || got["advisory_count"] != 3.0 || ids(got) != "GHSA-bbbb-bbbb-bbbb CVE-2026-1002 GO-2026-7" {
		t.Fatalf("%d %v", status, got)
	}
	list := got["advisories"].([]any)
	for i, want := range []struct{ aliases, cves, fixed, severity string }{
		{"PYSEC-2026-9 CVE-2026-1001", "CVE-2026-1001", "1.5.0", "low"}, {"", "CVE-2026-1002", "1.4.0", "unknown"}, {"BIT-p-1 RUSTSEC-2026-1 CVE-2026-1003", "CVE-2026-1003", "1.6.0", "unknown"},
	} {
		a := list[i]
		if texts(at(a, "aliases")) != want.aliases || texts(at(a, "cve_ids")) != want.cves || texts(at(a, "fixed_versions")) != want.fixed || at(a, "severity") != want.severity {
			t.Errorf("%v, want %v", a, want)
		}
	}
	if at(list[0], "cvss_score") != 7.5 {
		t.Errorf("%v", list[0])
	}
	// PyPA's record does not know the fix that GitHub's does.
	if texts(got["recommended_fix_versions"]) != "1.6.0" || texts(got["unfixed"]) != "" {
		t.Errorf("%v %v", got["recommended_fix_versions"], got["unfixed"])
	}
}

func TestRecommendedVersionsFixAllOnEachLine(t *testing.T) {
	for _, c := range []struct {
		why, version, want, unfixed string
		advisories                  []string
	}{
		{"one", "1.0.0", "1.2.0", "", []string{"i:0 f:1.2.0"}},
		{"the greatest of two", "1.0.0", "1.3.0", "", []string{"i:0 f:1.2.0", "i:0 f:1.3.0"}},
		{"two lines", "1.0.0", "1.3.0 2.1.0", "", []string{"i:0 f:1.2.0 i:2.0.0 f:2.1.0", "i:0 f:1.3.0"}},
		{"only the next line mends one", "1.0.0", "2.0.0", "", []string{"i:0 f:1.2.0", "i:0 f:2.0.0"}},
		{"a fix that falls into another's later range", "1.2.0", "2.3.0", "", []string{"i:1.0.0 f:2.1.0", "i:1.0.0 f:1.5.0 i:2.0.0 f:2.3.0"}},
		{"a release before a prerelease", "1.0.0", "2.0.1", "", []string{"i:0 f:2.0.0-rc.1", "i:0 f:2.0.0-beta.3 i:2.0.0 f:2.0.1"}},
		{"a prerelease where there is no release", "1.0.0", "2.0.0-rc.2", "", []string{"i:0 f:2.0.0-rc.2"}},
		{"numbers, not letters", "1.9.0", "1.10.0", "", []string{"i:0 f:1.10.0", "i:0 f:1.9.5"}},
		{"one has no end", "1.0.0", "1.2.0", "A-1", []string{"i:0 f:1.2.0", "i:0"}},
		{"none has", "1.0.0", "", "A-0 A-1", []string{"i:0", "i:0.5.0"}},
		{"a last affected version is an end, but no fix", "1.0.0", "", "A-0", []string{"i:0 l:1.4.0"}},
		{"what stands in the way of another's fix is named", "1.0.0", "", "A-0", []string{"i:0 l:1.4.0", "i:0 f:1.2.0"}},
		{"a fix has to be behind the last affected", "1.0.0", "1.5.0", "", []string{"i:0 l:1.4.0", "i:0 f:1.2.0", "i:0 f:1.5.0"}},
		{"fixes before the version do not count", "2.0.0", "2.4.0", "", []string{"i:0 f:1.5.0 i:2.0.0 f:2.4.0"}},
		{"newer lines that were affected too", "1.0.0", "1.1.1 2.0.4 3.0.2", "", []string{"i:0 f:1.1.0 i:2.0.0 f:2.0.4 i:3.0.0 f:3.0.1", "i:0 f:1.1.1 i:2.0.0 f:2.0.3 i:3.0.0 f:3.0.2"}},
	} {
		var list []string
		for i, r := range c.advisories {
			list = append(list, advisory(fmt.Sprintf("A-%d", i), "", "", r))
		}
		s, _ := service(t, nil, nothing(found("", list...))...)
		status, got := s.Get("/cve/scan", "ecosystem", "npm", "name", "p", "version", c.version)
		if status != http.StatusOK || texts(got["recommended_fix_versions"]) != c.want || texts(got["unfixed"]) != c.unfixed {
			t.Errorf("%s: %d %v, without a fix %v; want %q %q", c.why, status, got["recommended_fix_versions"], got["unfixed"], c.want, c.unfixed)
		}
	}
}

func TestWorstFirst(t *testing.T) {
	score := func(vector string) string { return `"severity":[{"type":"CVSS_V3","score":"` + vector + `"}],` }
	s, _ := service(t, nil, nothing(
		upstreamtest.Answer{URL: epssURL, Body: cvetest.EPSS("CVE-2026-990003", "0.4", "0.97")},
		found("",
			advisory("GHSA-low", "", `"database_specific":{"severity":"LOW"},`, "i:0 f:2.0.0"),
			advisory("GHSA-nine", "CVE-2026-1009", score("CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H"), "i:0 f:2.0.0"),
			advisory("GHSA-kev", "CVE-2026-990003", `"database_specific":{"severity":"MODERATE"},`, "i:0 f:2.0.0"),
			advisory("MAL-2026-1", "", "", "i:0"),
			advisory("GHSA-critical", "", `"database_specific":{"severity":"CRITICAL"},`, "i:0 f:2.0.0"),
			advisory("GHSA-nothing", "", `"database_specific":{"severity":"UNRATED"},`, "i:0 f:2.0.0"),
		))...)
	_, got := s.Get("/cve/scan", "ecosystem", "npm", "name", "p", "version", "1.0.0")
	if ids(got) != "MAL-2026-1 GHSA-kev GHSA-nine GHSA-critical GHSA-low GHSA-nothing" {
		t.Fatal(ids(got))
	}
	list := got["advisories"].([]any)
	if at(list[0], "malicious") != true || at(list[0], "severity") != "critical" || at(list[1], "kev") != true || at(list[1], "epss_percentile") != 0.97 || at(list[2], "severity") != "critical" || at(list[2], "epss_percentile") != nil {
		t.Errorf("%v", list[:3])
	}
	if texts(got["unfixed"]) != "MAL-2026-1" || statuses(got)[srcEPSS] != "ok" {
		t.Errorf("%v %v", got["unfixed"], got["sources"])
	}
}

func TestLongListsAreCutAndSayTheyAre(t *testing.T) {
	var list []string
	for i := range 120 {
		list = append(list, advisory(fmt.Sprintf("GHSA-%03d", i), fmt.Sprintf("CVE-2026-2%03d", i), "", fmt.Sprintf("i:0 f:1.%d.0", i+1)))
	}
	page := func(token, next string, list []string) upstreamtest.Answer {
		return upstreamtest.Answer{Method: "POST", URL: queryURL, BodyHas: token, Body: `{"vulns":[` + strings.Join(list, ",") + `],"next_page_token":"` + next + `"}`}
	}
	s, _ := service(t, nil, nothing(page(`"page_token":"two"`, "", list[60:]), page(`"page_token":"gap"`, "two", nil), page("", "gap", list[:60]))...)
	_, got := s.Get("/cve/scan", "ecosystem", "npm", "name", "p", "version", "1.0.0")
	if got["advisory_count"] != 120.0 || len(got["advisories"].([]any)) != 50 || got["truncated"] != true || texts(got["recommended_fix_versions"]) != "1.120.0" {
		t.Errorf("%v %d %v %v", got["advisory_count"], len(got["advisories"].([]any)), got["truncated"], got["recommended_fix_versions"])
	}
	// A service that never ends its pages: each with a new token.
	var endless []upstreamtest.Answer
	for i := range 30 {
		endless = append(endless, page(fmt.Sprintf(`"page_token":"t%d"`, i), fmt.Sprintf("t%d", i+1), list[i:i+1]))
	}
	s, world := service(t, nil, nothing(append(endless, page("", "t0", list[100:101]))...)...)
	before := len(world.Asked())
	status, got := s.Get("/cve/scan", "ecosystem", "npm", "name", "p", "version", "1.0.0")
	if status != http.StatusOK || got["truncated"] != true || len(world.Asked())-before > 12 {
		t.Errorf("%d %v, %d requests", status, got["truncated"], len(world.Asked())-before)
	}
	s, _ = service(t, nil, nothing(page("", "same", list[:1]))...)
	if status, got := s.Get("/cve/scan", "ecosystem", "npm", "name", "p", "version", "1.0.0"); status != http.StatusBadGateway {
		t.Errorf("pages in a circle: %d %v", status, got)
	}
}

func TestCleanVersionsAreNotFoundAndSayWhy(t *testing.T) {
	known := upstreamtest.Answer{URL: depsURL + "npm/packages/p/versions/1.0.0", Body: `{"versionKey":{"system":"NPM","name":"p","version":"1.0.0"},"licenses":[]}`}
	for _, c := range []struct {
		why   string
		first []upstreamtest.Answer
		known any
		deps  string
	}{
		{"known to deps.dev", []upstreamtest.Answer{known}, true, "ok"},
		{"not known there", []upstreamtest.Answer{{URL: depsURL + "*", Status: 404, Type: "text/plain", Body: "package not found"}}, false, "empty"},
		{"nobody can say", []upstreamtest.Answer{{URL: depsURL + "*", Status: 503}}, nil, "error"},
	} {
		s, _ := service(t, nil, nothing(c.first...)...)
		status, got := s.Get("/cve/scan", "ecosystem", "npm", "name", "p", "version", "1.0.0")
		if status != http.StatusNotFound || got["code"] != "not_found" || got["advisory_count"] != 0.0 || got["checked_at"] != "2026-11-20T12:00:00Z" || got["charged"] != false ||
			got["version_known"] != c.known || at(got, "query", "name") != "p" || statuses(got)[srcDepsDev] != c.deps || statuses(got)[srcOSV] != "empty" {
			t.Errorf("%s: %d %v", c.why, status, got)
		}
	}
	// Another spelling of a version that deps.dev has is known, and Go's own packages, which it does not have, are not asked about.
	plain := upstreamtest.Answer{URL: depsURL + "pypi/packages/p/versions/4.2", Body: `{"versionKey":{"version":"4.2"},"licenses":[]}`}
	s, _ := service(t, nil, nothing(plain, upstreamtest.Answer{URL: depsURL + "pypi/packages/p/versions/4.2.0", Status: 404, Body: "version not found"}, upstreamtest.Answer{URL: depsURL + "pypi/packages/p", Body: `{"packageKey":{"name":"p"},"versions":[{"versionKey":{"version":"odd"},"isDefault":false,"isDeprecated":false},{"versionKey":{"version":"4.2"},"isDefault":false,"isDeprecated":false}]}`})...)
	for version, want := range map[string]any{"4.2.0": true, "v4.2.0+cu118": true, "4.2": true} {
		if _, got := s.Get("/cve/scan", "ecosystem", "pypi", "name", "p", "version", version); got["version_known"] != want {
			t.Errorf("%s: %v", version, got)
		}
	}
	s, _ = service(t, nil, nothing(upstreamtest.Answer{URL: depsURL + "pypi/packages/p/versions/4.3", Status: 404, Body: "version not found"}, upstreamtest.Answer{URL: depsURL + "pypi/packages/p", Body: `{"packageKey":{"name":"p"},"versions":[{"versionKey":{"version":"4.2"},"isDefault":false,"isDeprecated":false}]}`})...)
	if _, got := s.Get("/cve/scan", "ecosystem", "pypi", "name", "p", "version", "4.3"); got["version_known"] != false {
		t.Errorf("%v", got)
	}
	s, _ = service(t, nil, nothing(upstreamtest.Answer{URL: depsURL + "*", Status: 404, Type: "text/plain", Body: "package not found"})...)
	if status, got := s.Get("/cve/scan", "ecosystem", "go", "name", "stdlib", "version", "1.25.1"); status != http.StatusNotFound || got["version_known"] != nil || statuses(got)[srcDepsDev] != "" {
		t.Errorf("%d %v", status, got)
	}
	s, world := service(t, nil, nothing()...)
	if status, got := s.Get("/cve/scan", "purl", "pkg:composer/a/b@1.0.0"); status != http.StatusNotFound || got["field"] != "purl" || got["version_known"] != nil {
		t.Errorf("%d %v", status, got)
	}
	if status, _ := s.Get("/cve/scan", "ecosystem", "go", "name", "example.com/M", "version", "1.0.0"); status != http.StatusNotFound || !slices.Contains(world.Asked(), "GET "+depsURL+"go/packages/example.com%2FM/versions/v1.0.0") {
		t.Errorf("%d %q", status, world.Asked())
	}
}

func TestWhatWasNotLookedAtIsNotClean(t *testing.T) {
	for _, c := range []struct {
		why    string
		osv    upstreamtest.Answer
		status int
	}{
		{"down", upstreamtest.Answer{Status: 503}, 502}, {"garbage", upstreamtest.Answer{Body: "<html>"}, 502}, {"an advisory without an id", upstreamtest.Answer{Body: `{"vulns":[{"summary":"x"}]}`}, 502},
		{"no such search", upstreamtest.Answer{Status: 404, Body: `{"code":5,"message":"Not Found"}`}, 502}, {"no such search, in other words", upstreamtest.Answer{Status: 404, Body: `{}`}, 502},
		{"null", upstreamtest.Answer{Body: `null`}, 502}, {"a failure under 200", upstreamtest.Answer{Body: `{"code":13,"message":"internal"}`}, 502},
		{"rate limited", upstreamtest.Answer{Status: 429, Header: map[string]string{"Retry-After": "600"}}, 503},
	} {
		c.osv.Method, c.osv.URL = "POST", queryURL
		s, _ := service(t, nil, nothing(c.osv)...)
		if status, got := s.Get("/cve/scan", "ecosystem", "npm", "name", "teapot-server", "version", "1.2.0"); status != c.status {
			t.Errorf("%s: %d %v", c.why, status, got)
		}
		// GitHub's own API stands in, and the answer says that it is partial.
		s, _ = service(t, nil, nothing(c.osv, upstreamtest.Answer{URL: ghsaURL + "?ecosystem=npm&affects=teapot-server", Body: "[" + cvetest.GHSA + "]"})...)
		status, got := s.Get("/cve/scan", "ecosystem", "npm", "name", "teapot-server", "version", "1.2.0")
		if status != http.StatusOK || got["partial"] != true || ids(got) != "GHSA-2222-3333-4444" || statuses(got)[srcGHSA] != "ok" || texts(got["recommended_fix_versions"]) != "1.2.5 2.0.3" {
			t.Errorf("%s: %d %v", c.why, status, got)
		}
	}
}

// TestGitHubsRangesAreEvaluatedHere: its API gives all advisories about a package, whatever the version.
func TestGitHubsRangesAreEvaluatedHere(t *testing.T) {
	s, _ := service(t, map[string]string{"GITHUB_TOKEN": "t"}, nothing(upstreamtest.Answer{URL: ghsaURL + "?ecosystem=npm&affects=teapot-server", Body: "[" + cvetest.GHSA + "]"})...)
	for version, want := range map[string]int{"1.2.4": 200, "1.2.5-rc.1": 200, "1.2.5": 404, "1.9.0": 404, "2.0.0": 200, "2.0.0-rc.1": 404, "2.0.2": 200, "2.0.3": 404} {
		status, got := s.Get("/cve/scan", "ecosystem", "npm", "name", "teapot-server", "version", version)
		if status != want {
			t.Errorf("%s: %d %v", version, status, got)
		}
		if status == 200 && (statuses(got)[srcOSV] != "empty" || statuses(got)[srcGHSA] != "ok" || at(got["advisories"].([]any)[0], "epss_percentile") != 0.9613) {
			t.Errorf("%s: %v", version, got)
		}
	}
}

func TestBothSourcesTogetherGiveEachAdvisoryOnce(t *testing.T) {
	second := `<https://api.github.com/advisories?page=2>; rel="next", <https://api.github.com/advisories?page=9>; rel="last"`
	s, world := service(t, map[string]string{"GITHUB_TOKEN": "t"}, append([]upstreamtest.Answer{
		{URL: ghsaURL + "?page=2", Body: "[" + cvetest.GHSA + "]"},
		{URL: ghsaURL + "?ecosystem=npm&affects=teapot-server&per_page=100", Header: map[string]string{"Link": second}, Body: "[]"},
	}, cvetest.Answers()...)...)
	status, got := s.Get("/cve/scan", "ecosystem", "npm", "name", "teapot-server", "version", "1.2.0")
	if status != http.StatusOK || got["advisory_count"] != 2.0 || statuses(got)[srcGHSA] != "ok" || got["partial"] != false || !reflect.DeepEqual(at(got["advisories"].([]any)[0], "vulnerable_ranges"), []any{"< 1.2.5", ">= 2.0.0, < 2.0.3"}) {
		t.Errorf("%d %v", status, got)
	}
	if m := world.Misses(); len(m) > 0 {
		t.Errorf("misses: %q", m)
	}
	s, _ = service(t, map[string]string{"GITHUB_TOKEN": "t"}, append([]upstreamtest.Answer{{URL: ghsaURL + "?affects=teapot-server", Status: 500}}, cvetest.Answers()...)...)
	if status, got := s.Get("/cve/scan", "ecosystem", "npm", "name", "teapot-server", "version", "1.2.0"); status != http.StatusOK || got["partial"] != true || statuses(got)[srcGHSA] != "error" {
		t.Errorf("%d %v", status, got)
	}
}

// TestRecommendedVersionsHaveNoAdvisoriesOfTheirOwn: as far as GitHub's list tells, which has those of all versions.
func TestRecommendedVersionsHaveNoAdvisoriesOfTheirOwn(t *testing.T) {
	for _, c := range []struct{ why, affected, fixed, want string }{
		{"a later version of the line mends both", ">= 1.3.0, < 1.4.0", "1.4.0", "1.4.0 2.0.3"},
		{"the line is not mended", ">= 1.3.0, < 2.0.1", "2.0.1", "2.0.3"},
		{"no version mends it", ">= 1.3.0", "", "1.3.0 2.0.3"},
		{"another version", ">= 1.5.0, < 1.6.0", "1.6.0", "1.3.0 2.0.3"},
	} {
		fixed := `"first_patched_version":null`
		if c.fixed != "" {
			fixed = fmt.Sprintf(`"first_patched_version":%q`, c.fixed)
		}
		other := strings.NewReplacer("GHSA-2222-3333-4444", "GHSA-9999-9999-9999", "CVE-2026-990001", "CVE-2026-990009",
			`"< 1.2.5"`, fmt.Sprintf("%q", c.affected), `"first_patched_version":"1.2.5"`, fixed,
			">= 2.0.0, < 2.0.3", "= 0.1.0", `"first_patched_version":"2.0.3"`, `"first_patched_version":null`).Replace(cvetest.GHSA)
		s, _ := service(t, map[string]string{"GITHUB_TOKEN": "t"}, append([]upstreamtest.Answer{
			{URL: ghsaURL + "?affects=teapot-server", Body: "[" + cvetest.GHSA + "," + other + "]"},
		}, cvetest.Answers()...)...)
		_, got := s.Get("/cve/scan", "ecosystem", "npm", "name", "teapot-server", "version", "1.2.4")
		if texts(got["recommended_fix_versions"]) != c.want || got["advisory_count"] != 2.0 {
			t.Errorf("%s: %v, %v advisories", c.why, got["recommended_fix_versions"], got["advisory_count"])
		}
	}
}

// TestNamesInAnotherSpelling: OSV compares names exactly (google/osv.dev issue 6039), GitHub's database tells the right spelling.
func TestNamesInAnotherSpelling(t *testing.T) {
	ghsa := strings.ReplaceAll(strings.ReplaceAll(cvetest.GHSA, `"npm"`, `"nuget"`), `"teapot-server"`, `"Teapot.Server"`)
	osv := strings.ReplaceAll(strings.ReplaceAll(cvetest.OSVOther, `"npm"`, `"NuGet"`), `"teapot-server"`, `"Teapot.Server"`)
	s, _ := service(t, nil, nothing(upstreamtest.Answer{URL: ghsaURL + "?ecosystem=nuget&affects=teapot.server", Body: "[" + ghsa + "]"}, found(`"name":"Teapot.Server"`, osv))...)
	status, got := s.Get("/cve/scan", "ecosystem", "nuget", "name", "teapot.server", "version", "1.2.0")
	if status != http.StatusOK || ids(got) != "GHSA-2222-3333-4444 GHSA-5555-6666-7777" {
		t.Errorf("%d %v", status, got)
	}
	// Where GitHub cannot tell the spelling, the answer does not claim more than was looked at.
	s, _ = service(t, nil, nothing(upstreamtest.Answer{URL: ghsaURL, Status: 403, Header: map[string]string{"X-RateLimit-Remaining": "0"}})...)
	status, got = s.Get("/cve/scan", "ecosystem", "nuget", "name", "teapot.server", "version", "1.2.0")
	if detail, _ := got["detail"].(string); status != http.StatusNotFound || got["partial"] != true || statuses(got)[srcGHSA] != "rate_limited" || !strings.Contains(detail, "another spelling") {
		t.Errorf("%d %v", status, got)
	}
	// Without another spelling GitHub is not troubled.
	s, world := service(t, nil, nothing()...)
	_, got = s.Get("/cve/scan", "ecosystem", "pypi", "name", "teapot", "version", "1.0")
	if statuses(got)[srcGHSA] != "skipped" ||
		slices.ContainsFunc(world.Asked(), func(a string) bool { return strings.Contains(a, "api.github.com") }) {
		t.Errorf("%v %q", got, world.Asked())
	}
}

// TestScoreIsOfTheNewestVersionOfCVSS: whether it stands at the advisory or at the package.
func TestScoreIsOfTheNewestVersionOfCVSS(t *testing.T) {
	at31, at40 := `{"type":"CVSS_V3","score":"`+v31+`"}`, `{"type":"CVSS_V4","score":"`+v40+`"}`
	three, _ := readVector(v31)
	four, _ := readVector(v40)
	if three.base == four.base {
		t.Fatal("the two should differ")
	}
	for _, c := range []struct {
		why, atTop, atPackage string
		want                  any
	}{
		{"the newer first", at40 + "," + at31, "", four.base}, {"the newer last", at31 + "," + at40, "", four.base}, {"at the package", "", at31, three.base}, {"at both", at31, at40, four.base},
		{"another scale", `{"type":"Ubuntu","score":"` + v31 + `"}`, "", nil}, {"no vector", `{"type":"CVSS_V3","score":"9.8"}`, "", nil},
	} {
		a := strings.Replace(advisory("GHSA-1", "", `"severity":[`+c.atTop+`],`, "i:0 f:2.0.0"), `"ranges":`, `"severity":[`+c.atPackage+`],"ranges":`, 1)
		s, _ := service(t, nil, nothing(found("", a))...)
		_, got := s.Get("/cve/scan", "ecosystem", "npm", "name", "p", "version", "1.0.0")
		if list, _ := got["advisories"].([]any); len(list) != 1 || at(list[0], "cvss_score") != c.want {
			t.Errorf("%s: %v, want %v", c.why, got, c.want)
		}
	}
}

func TestNamesThatAreOne(t *testing.T) {
	for _, c := range []struct {
		id   gen.CVEScanSubjectEcosystem
		a, b string
		same bool
	}{
		{gen.Cargo, "Serde-Json", "serde_json", true}, {gen.Cargo, "serde", "serde_json", false}, {gen.Pypi, "Zope.Interface", "zope-_interface", true}, {gen.Npm, "JSONStream", "jsonstream", true},
		{gen.Nuget, "newtonsoft.json", "Newtonsoft.Json", true}, {gen.Packagist, "A/b", "a/B", true}, {gen.Go, "github.com/A/b", "github.com/a/b", false}, {gen.Maven, "g:A", "g:a", false}, {gen.Rubygems, "RedCloth", "redcloth", false},
	} {
		e, _ := ecosystemOf(func(e ecosystem) bool { return e.id == c.id })
		if e.same(c.a, c.b) != c.same {
			t.Errorf("%s: %s and %s", c.id, c.a, c.b)
		}
	}
}

// TestHighestPercentileOfAGroupCounts: GitHub's copy where FIRST is down.
func TestHighestPercentileOfAGroupCounts(t *testing.T) {
	second := strings.NewReplacer("GHSA-2222-3333-4444", "GHSA-3333-3333-3333", `"percentile":0.9613`, `"percentile":0.2`).Replace(cvetest.GHSA)
	for _, list := range []string{cvetest.GHSA + "," + second, second + "," + cvetest.GHSA} {
		s, _ := service(t, map[string]string{"GITHUB_TOKEN": "t"}, nothing(upstreamtest.Answer{URL: ghsaURL, Body: "[" + list + "]"}, upstreamtest.Answer{URL: epssURL, Status: 503})...)
		_, got := s.Get("/cve/scan", "ecosystem", "npm", "name", "teapot-server", "version", "1.2.0")
		if a, _ := got["advisories"].([]any); len(a) != 1 || at(a[0], "epss_percentile") != 0.9613 {
			t.Errorf("%v", got)
		}
	}
}

func TestAdvisoriesOfOtherPackagesDoNotCount(t *testing.T) {
	// An advisory about two packages: the ranges of the other one are not the version's.
	two := strings.Replace(advisory("GHSA-two", "", "", "i:0 f:1.1.0"), `"affected":[`, `"affected":[{"package":{"name":"q","ecosystem":"npm"},"ranges":[{"type":"SEMVER","events":[{"introduced":"0"},{"fixed":"9.0.0"}]}]},{"package":{"name":"p","ecosystem":"PyPI"},"ranges":[{"type":"ECOSYSTEM","events":[{"introduced":"0"}]}]},`, 1)
	s, _ := service(t, nil, nothing(found("", two))...)
	_, got := s.Get("/cve/scan", "ecosystem", "npm", "name", "p", "version", "1.0.0")
	a := got["advisories"].([]any)[0]
	if texts(at(a, "fixed_versions")) != "1.1.0" || texts(at(a, "vulnerable_ranges")) != "< 1.1.0" || texts(got["recommended_fix_versions"]) != "1.1.0" {
		t.Errorf("%v", got)
	}
	// Nor those of a package of the same name elsewhere.
	s, _ = service(t, map[string]string{"GITHUB_TOKEN": "t"}, nothing(upstreamtest.Answer{URL: ghsaURL, Body: "[" + strings.ReplaceAll(cvetest.GHSA, `"ecosystem":"npm"`, `"ecosystem":"pip"`) + "]"})...)
	if status, got := s.Get("/cve/scan", "ecosystem", "npm", "name", "teapot-server", "version", "1.2.0"); status != http.StatusNotFound {
		t.Errorf("%d %v", status, got)
	}
}

// TestAdvisoriesAreHeldAgainstTheirOwnRanges: OSV names advisories for the version that is their fix.
func TestAdvisoriesAreHeldAgainstTheirOwnRanges(t *testing.T) {
	withVersions := func(a, list string) string {
		return strings.Replace(a, `"ranges":`, `"versions":[`+list+`],"ranges":`, 1)
	}
	lastKnown := func(a, text string) string {
		known := `"database_specific":{"last_known_affected_version_range":"` + text + `"},`
		return strings.Replace(a, `"ranges":`, known+`"ranges":`, 1)
	}
	one := func(ranges ...string) string { return advisory("GHSA-1", "", "", ranges...) }
	for _, c := range []struct {
		why, basis, dismissed, disputed string // no basis: 404
		advisories                      []string
	}{
		{why: "in a range", basis: "range", advisories: []string{one("i:0 f:1.0.1")}},
		{why: "the fix itself", dismissed: "GHSA-1", advisories: []string{one("i:0 f:1.0.0")}},
		{why: "before it was introduced", dismissed: "GHSA-1", advisories: []string{one("i:1.0.1 f:2.0.0")}},
		{why: "between two runs", dismissed: "GHSA-1", advisories: []string{one("i:0 f:0.9.0 i:1.1.0")}},
		{why: "after the last affected", dismissed: "GHSA-1", advisories: []string{one("i:0 l:0.9.9")}},
		{why: "the last affected", basis: "range", advisories: []string{one("i:0 l:1.0.0")}},
		{why: "named only", basis: "listed", advisories: []string{withVersions(one(), `"0.9.0","1.0.0"`)}},
		{why: "others named only", dismissed: "GHSA-1", advisories: []string{withVersions(one(), `"0.9.0"`)}},
		{
			why:        "named, and the fix",
			basis:      "contradicted",
			advisories: []string{withVersions(one("i:0 f:1.0.0"), `"1.0.0"`)},
		},
		{why: "a range that is no range", basis: "unchecked", advisories: []string{one("i:0 f:odd")}},
		{why: "nothing to read", basis: "unchecked", advisories: []string{one()}},
		{
			why:        "after what is known",
			basis:      "beyond_last_known",
			advisories: []string{lastKnown(one("i:0"), "<= 0.9.0")},
		},
		{why: "within what is known", basis: "range", advisories: []string{lastKnown(one("i:0"), "<= 1.0.0")}},
		{why: "known to end here", dismissed: "GHSA-1", advisories: []string{lastKnown(one("i:0"), "< 1.0.0")}},
		{
			why:        "two databases are of two minds",
			basis:      "range",
			disputed:   "PYSEC-1",
			advisories: []string{one("i:0 f:1.0.1"), advisory("PYSEC-1", "GHSA-1", "", "i:0 f:1.0.0")},
		},
		{
			why:        "the one that can be read decides",
			dismissed:  "GHSA-1",
			advisories: []string{one("i:0 f:odd"), advisory("PYSEC-1", "GHSA-1", "", "i:0 f:1.0.0")},
		},
	} {
		s, _ := service(t, nil, nothing(found("", c.advisories...))...)
		status, got := s.Get("/cve/scan", "ecosystem", "npm", "name", "p", "version", "1.0.0")
		if texts(got["dismissed"]) != c.dismissed {
			t.Errorf("%s: dismissed %v", c.why, got["dismissed"])
		}
		if c.basis == "" {
			if status != http.StatusNotFound {
				t.Errorf("%s: %d %v", c.why, status, got)
			}
			continue
		}
		if status != http.StatusOK || ids(got) != "GHSA-1" {
			t.Errorf("%s: %d %v", c.why, status, got)
			continue
		}
		a := got["advisories"].([]any)[0]
		if at(a, "affected_basis") != c.basis || texts(at(a, "disputed_by")) != c.disputed {
			t.Errorf("%s: %v, disputed by %v", c.why, at(a, "affected_basis"), at(a, "disputed_by"))
		}
	}
}

// TestVersionsNamedOneByOneAreAffectedToo: another advisory's fixed version does not count when a list names it.
func TestVersionsNamedOneByOneAreAffectedToo(t *testing.T) {
	listed := strings.Replace(advisory("GHSA-list", "", "", "i:0 f:1.2.0"), `"ranges":`, `"versions":["1.0.0","1.3.0"],"ranges":`, 1)
	only := `{"id":"PYSEC-only","modified":"2026-09-05T12:00:00Z","affected":[{"package":{"name":"p","ecosystem":"npm"},"versions":["1.0.0"]}]}`
	s, _ := service(t, nil, nothing(found("", listed, advisory("GHSA-range", "", "", "i:0 f:1.3.0 i:2.0.0 f:2.0.1"), only))...)
	_, got := s.Get("/cve/scan", "ecosystem", "npm", "name", "p", "version", "1.0.0")
	if texts(got["recommended_fix_versions"]) != "2.0.1" || texts(got["unfixed"]) != "PYSEC-only" || got["advisory_count"] != 3.0 {
		t.Errorf("%v %v", got["recommended_fix_versions"], got["unfixed"])
	}
}

func TestFailuresBesideTheAdvisoriesMakeItPartial(t *testing.T) {
	s, _ := service(t, nil, append([]upstreamtest.Answer{{URL: epssURL, Status: 500}, {URL: kevURL, Status: 500}}, cvetest.Answers()...)...)
	status, got := s.Get("/cve/scan", "ecosystem", "npm", "name", "teapot-server", "version", "1.2.0")
	if status != http.StatusOK || got["partial"] != true || statuses(got)[srcEPSS] != "error" ||
		statuses(got)[srcKEV] != "error" || at(got["advisories"].([]any)[0], "kev") != nil {
		t.Errorf("%d %v", status, got)
	}
}
