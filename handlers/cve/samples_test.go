package cve

import (
	"encoding/json"
	"fmt"
	"net/http"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/farebox/farebox/handlers/handlertest"
	"github.com/farebox/farebox/internal/samples"
	"github.com/farebox/farebox/internal/upstream/cveprogram"
	"github.com/farebox/farebox/internal/upstream/epss"
	"github.com/farebox/farebox/internal/upstream/github"
	"github.com/farebox/farebox/internal/upstream/nvd"
	"github.com/farebox/farebox/internal/upstream/osv"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

// recordedBy reads recorded answers of the real providers, where they are.
func recordedBy(t *testing.T) func(name string) string {
	return func(name string) string { return string(samples.Read(t, name)) }
}

// TestRecordedAnswers: real records with the sources that were not recorded down, and what follows from them by the rules.
func TestRecordedAnswers(t *testing.T) {
	sample := recordedBy(t)
	down := func(url string) upstreamtest.Answer { return upstreamtest.Answer{URL: url, Status: 503} }
	answers := []upstreamtest.Answer{
		{URL: nvdURL + "?cveId=CVE-2021-26855", Body: sample("nvd/cve-2021-26855.json")},
		{URL: nvdURL + "?cveId=CVE-2017-7542", Body: sample("nvd/cve-2017-7542.json")},
		{URL: nvdURL + "?cveId=CVE-2024-12999", Body: `{"totalResults":1,"vulnerabilities":[` + sample("nvd/cve-2024-12999_item_v40.json") + `]}`},
		{URL: nvdURL + "?cveId=CVE-2020-99999999", Status: 404, Header: map[string]string{"message": "Invalid cveId."}}, down(nvdURL),
		{URL: ghsaURL + "?cve_id=CVE-2023-38503", Body: sample("github/advisories_by_cve.json")},
		{URL: ghsaURL + "?cve_id=CVE-2020-99999999", Body: "[]"},
		{URL: ghsaURL + "?cve_id=CVE-2023-37271", Body: "[" + sample("github/advisory_by_ghsa.json") + "]"}, down(ghsaURL),
		{URL: programURL + "CVE-2020-99999999", Status: 404, Body: `{"error":"CVE_RECORD_DNE"}`},
		{URL: programURL + "CVE-2026-21530", Body: `{"cveMetadata":{"cveId":"CVE-2026-21530","state":"PUBLISHED","assignerShortName":"acme","datePublished":"2026-05-12T17:00:00.000Z","dateUpdated":"2026-05-13T10:18:09.561Z"},"containers":` + containers(sample) + `}`},
		down(programURL + "*"), {URL: osvURL + "CVE-2020-99999999", Status: 404, Body: `{"code":5,"message":"Bug not found."}`}, down(osvURL + "*"), down(epssURL),
		// The excerpt keeps the count of the whole catalogue, by which it would be refused.
		{
			URL: kevURL,
			Body: strings.Replace(
				sample("kev/known_exploited_vulnerabilities.json"),
				`"count": 1404`, `"count": 11`, 1,
			),
		},
	}
	// A service for each, so that the breaker of a source that is down does not tell on the next.
	recorded := func() *handlertest.Service {
		world := upstreamtest.New(t, answers...)
		h := New(world.Pool(t, nil, upstreamtest.SmallLists), func() time.Time { return now })
		if err := h.KEV().Datasets()[0].Refresh(t.Context()); err != nil {
			t.Fatal(err)
		}
		return handlertest.New(t, "cve", h.Register)
	}
	for _, c := range []struct {
		id, cvss, cwe, flags string
		score                float64
		listed               any
	}{
		{"CVE-2021-26855", "3.1 9.8 critical nvd", "CWE-918", "kev kev_ransomware automatable total_impact ssvc_derived", 90, true},
		{"cve-2017-7542", "3.0 5.5 medium nvd", "CWE-190 CWE-835", "ssvc_derived", 19, false},
		{"CVE-2023-38503", "3.1 5.7 medium ghsa", "CWE-200", "ssvc_derived", 20, false},
		{"CVE-2023-37271", "3.1 8.4 high ghsa", "CWE-913", "total_impact ssvc_derived", 31, false},
		{"CVE-2024-12999", "4.0 5.3 medium cna:cna@vuldb.com", "CWE-74 CWE-89", "unenriched ssvc_derived", 19, false},
		{"CVE-2026-21530", "3.1 6.7 medium cna:acme", "", "total_impact", 25, false},
	} {
		status, got := recorded().Get("/cve/lookup", "cve_id", c.id)
		cvss := fmt.Sprint(at(got, "cvss", "version"), " ", at(got, "cvss", "base_score"), " ", at(got, "cvss", "severity"), " ", at(got, "cvss", "source"))
		if status != http.StatusOK || got["cve_id"] != strings.ToUpper(c.id) || cvss != c.cvss || texts(got["cwe"]) != c.cwe || flags(got) != c.flags || at(got, "priority", "score") != c.score ||
			at(got, "kev", "listed") != c.listed || got["partial"] != true {
			t.Errorf("%s: %d %s %v %s %v %v", c.id, status, cvss, got["cwe"], flags(got), at(got, "priority", "score"), got)
		}
	}
	_, got := recorded().Get("/cve/lookup", "cve_id", "CVE-2023-38503")
	if want := []any{map[string]any{"ecosystem": "npm", "package": "directus", "fixed_versions": []any{"10.5.0"}, "vulnerable_ranges": []any{">= 10.3, < 10.5.0"}}}; got["ghsa"] != "GHSA-gggm-66rh-pp98" || !reflect.DeepEqual(got["affected"], want) {
		t.Errorf("%v %v", got["ghsa"], got["affected"])
	}
	if status, got := recorded().Get("/cve/lookup", "cve_id", "CVE-2020-99999999"); status != http.StatusNotFound {
		t.Errorf("%d %v", status, got)
	}
}

// TestRecordedAdvisoriesInAScan: a Maven advisory of GitHub's in OSV's form, with qualifiers in its versions.
func TestRecordedAdvisoriesInAScan(t *testing.T) {
	sample := recordedBy(t)
	s, _ := service(t, nil, nothing(upstreamtest.Answer{Method: "POST", URL: queryURL, BodyHas: "org.jboss.resteasy:resteasy-core", Body: `{"vulns":[` + sample("ghsa-osv/advisory_3.json") + `]}`})...)
	for version, fixed := range map[string]string{"4.5.2.Final": "4.5.3.Final", "3.11.0.Final": "3.11.1.Final 4.5.3.Final", "3.0.0.Final": "3.11.1.Final 4.5.3.Final"} {
		status, got := s.Get("/cve/scan", "purl", "pkg:maven/org.jboss.resteasy/resteasy-core@"+version)
		if status != http.StatusOK || texts(got["recommended_fix_versions"]) != fixed || at(got["advisories"].([]any)[0], "severity") != "medium" {
			t.Errorf("%s: %d %v", version, status, got)
		}
	}
}

// containers are the recorded ones, with the issuer whom the excerpt leaves out.
func containers(sample func(string) string) string {
	return strings.Replace(sample("cve-program/adp_ssvc_CVE-2026-21530.json"), `"cna": {`,
		`"cna": {"providerMetadata": {"orgId": "x"},`, 1)
}

func TestEveryRecordedAnswerIsRead(t *testing.T) {
	recorded := recordedBy(t)
	sample := func(name string) string {
		if name == "cve-program/adp_ssvc_CVE-2026-21530.json" {
			return containers(recorded)
		}
		return recorded(name)
	}
	for name, into := range map[string]any{
		"osv/query_response_doc.json": &struct {
			Vulns []osv.Advisory `json:"vulns"`
		}{}, "osv/querybatch_response.json": &struct {
			Results []struct {
				Vulns []osv.Advisory `json:"vulns"`
			} `json:"results"`
		}{}, "ghsa-osv/advisory_1.json": &osv.Advisory{}, "ghsa-osv/advisory_3.json": &osv.Advisory{}, "github/advisories_by_cve.json": &[]github.Advisory{}, "github/advisory_by_ghsa.json": &github.Advisory{},
		"cve-program/adp_ssvc_CVE-2026-21530.json": &cveprogram.Containers{}, "nvd/cve-2024-12999_item_v40.json": &struct{ CVE nvd.CVE }{},
	} {
		if err := json.Unmarshal([]byte(sample(name)), into); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if reflect.ValueOf(into).Elem().IsZero() {
			t.Errorf("%s: nothing was read", name)
		}
	}
	world := upstreamtest.New(t, upstreamtest.Answer{URL: epssURL + "?cve=CVE-2022-27225", Body: sample("epss/epss_CVE-2022-27225.json")}, upstreamtest.Answer{URL: epssURL, Body: sample("epss/epss_two_cves_doc.json")})
	client := epss.New(world.Pool(t, nil))
	for id, want := range map[string]epss.Score{"CVE-2022-27225": {Probability: 0.0015, Percentile: 0.51096, Date: "2024-01-03"}, "CVE-2021-40438": {Probability: 0.97224, Percentile: 1, Date: "2022-02-28"}} {
		if got, err := client.Scores(t.Context(), id); err != nil || got[id] != want {
			t.Errorf("%s: %v %v", id, got, err)
		}
	}
}
