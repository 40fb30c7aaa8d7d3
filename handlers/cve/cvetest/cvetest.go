// Package cvetest has what the providers say to the examples of the spec's cve routes, and to a made-up vulnerability
// of a made-up package.
package cvetest

import (
	"fmt"
	"strings"

	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

// Answers are what the providers say to the examples of the spec and to CVE-2026-990001. Of anything else they know
// nothing.
func Answers() []upstreamtest.Answer {
	return append(examples(), []upstreamtest.Answer{
		{URL: "https://cveawg.mitre.org/api/cve/CVE-2026-990001", Body: Record},
		{URL: "https://services.nvd.nist.gov/rest/json/cves/2.0?cveId=CVE-2026-990001", Body: NVD},
		{URL: "https://api.first.org/data/v1/epss?cve=CVE-2026-990001", Body: EPSS("CVE-2026-990001", "0.134200000", "0.961300000")},
		{URL: "https://www.cisa.gov/sites/default/files/feeds/known_exploited_vulnerabilities.json", Body: KEV(1300)},
		{URL: "https://raw.githubusercontent.com/cisagov/kev-data/develop/known_exploited_vulnerabilities.json", Body: KEV(1300)},
		{URL: "https://api.github.com/advisories?cve_id=CVE-2026-990001", Body: "[" + GHSA + "]"},
		{URL: "https://api.osv.dev/v1/vulns/CVE-2026-990001", Body: OSVRecord},
		{
			Method:  "POST",
			URL:     "https://api.osv.dev/v1/query",
			BodyHas: `"name":"teapot-server"`,
			Body:    `{"vulns":[` + OSVAdvisory + `,` + OSVOther + `]}`,
		},
		{Method: "POST", URL: "https://api.osv.dev/v1/query", Body: `{}`},

		{URL: "https://api.github.com/advisories", Body: `[]`},
		{URL: "https://api.first.org/data/v1/epss", Body: `{"status":"OK","status-code":200,"version":"1.0","access":"public","total":0,"offset":0,"limit":100,"data":[]}`},
		{URL: "https://services.nvd.nist.gov/rest/json/cves/2.0", Body: `{"resultsPerPage":0,"startIndex":0,"totalResults":0,"format":"NVD_CVE","version":"2.0","timestamp":"2026-11-20T00:00:00.000","vulnerabilities":[]}`},
	}...)
}

// Record is a CVE record with CISA's part.
const Record = `{"dataType":"CVE_RECORD","dataVersion":"5.1","cveMetadata":{"cveId":"CVE-2026-990001","assignerOrgId":"00000000-0000-4000-8000-000000000001","state":"PUBLISHED",
"assignerShortName":"teapots","dateReserved":"2026-08-30T08:00:00.000Z","datePublished":"2026-09-02T10:11:12.131Z","dateUpdated":"2026-09-20T07:00:00.000Z"},
"containers":{"cna":{"title":"Server-side request forgery in teapot-server","descriptions":[{"lang":"en","value":"teapot-server before 1.2.5 and 2.0.3 fetches any URL that a brew request names."}],
"providerMetadata":{"orgId":"00000000-0000-4000-8000-000000000001","shortName":"teapots"},
"affected":[{"vendor":"Example","product":"teapot-server"}],
"metrics":[{"format":"CVSS","cvssV4_0":{"version":"4.0","vectorString":"CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:H/VI:N/VA:N/SC:N/SI:N/SA:N","baseScore":8.7,"baseSeverity":"HIGH"}}],
"problemTypes":[{"descriptions":[{"lang":"en","cweId":"CWE-918","description":"CWE-918 Server-Side Request Forgery","type":"CWE"}]}],
"references":[{"url":"https://teapot.example.com/security/2026-1"}]},
"adp":[{"title":"CISA ADP Vulnrichment","providerMetadata":{"orgId":"134c704f-9b21-4f2e-91b3-4a467353bcc0","shortName":"CISA-ADP"},
"metrics":[{"other":{"type":"ssvc","content":{"id":"CVE-2026-990001","version":"2.0.3","role":"CISA Coordinator","options":[{"Exploitation":"poc"},{"Automatable":"yes"},{"Technical Impact":"partial"}]}}}]}]}}`

// NVD is NVD's page for the same CVE.
const NVD = `{"resultsPerPage":1,"startIndex":0,"totalResults":1,"format":"NVD_CVE","version":"2.0","timestamp":"2026-11-20T00:00:00.000","vulnerabilities":[{"cve":{
"id":"CVE-2026-990001","sourceIdentifier":"security@teapot.example.com","published":"2026-09-02T11:15:00.000","lastModified":"2026-09-21T12:00:00.000","vulnStatus":"Analyzed","cveTags":[],
"descriptions":[{"lang":"en","value":"teapot-server before 1.2.5 and 2.0.3 fetches any URL that a brew request names."}],
"metrics":{"cvssMetricV40":[{"source":"security@teapot.example.com","type":"Secondary","cvssData":{"version":"4.0","vectorString":"CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:H/VI:N/VA:N/SC:N/SI:N/SA:N","baseScore":8.7,"baseSeverity":"HIGH"}}],
"cvssMetricV31":[{"source":"nvd@nist.gov","type":"Primary","cvssData":{"version":"3.1","vectorString":"CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:N/A:N","baseScore":7.5,"baseSeverity":"HIGH"},"exploitabilityScore":3.9,"impactScore":3.6}]},
"weaknesses":[{"source":"nvd@nist.gov","type":"Primary","description":[{"lang":"en","value":"CWE-918"}]}],
"references":[{"url":"https://teapot.example.com/security/2026-1","source":"security@teapot.example.com"}]}}]}`

// EPSS is FIRST's answer for one CVE.
func EPSS(id, probability, percentile string) string {
	return fmt.Sprintf(`{"status":"OK","status-code":200,"version":"1.0","access":"public","total":1,"offset":0,"limit":100,"data":[{"cve":%q,"epss":%q,"percentile":%q,"date":"2026-11-20"}]}`, id, probability, percentile)
}

// KEV is a catalogue of n entries: CVE-2026-990002, which ransomware uses, CVE-2026-990003, Log4Shell, and others.
func KEV(n int) string {
	entries := []string{
		`{"cveID":"CVE-2026-990002","vendorProject":"Example","product":"Kettle","vulnerabilityName":"Kettle Overflow","dateAdded":"2026-07-01","shortDescription":"It boils over.","requiredAction":"Apply mitigations per vendor instructions.","dueDate":"2026-07-22","knownRansomwareCampaignUse":"Known","notes":"","cwes":["CWE-787"]}`,
		`{"cveID":"CVE-2026-990003","vendorProject":"Example","product":"Cosy","vulnerabilityName":"Cosy Bypass","dateAdded":"2026-08-01","shortDescription":"It slips.","requiredAction":"Discontinue use.","knownRansomwareCampaignUse":"Unknown","notes":"","cwes":[]}`,
		`{"cveID":"CVE-2021-44228","vendorProject":"Apache","product":"Log4j2",` +
			`"vulnerabilityName":"Apache Log4j2 Remote Code Execution",` +
			`"dateAdded":"2021-12-10","shortDescription":"It runs code of others.",` +
			`"requiredAction":"Apply updates or remove affected assets from agency networks.",` +
			`"dueDate":"2021-12-24","knownRansomwareCampaignUse":"Known","notes":"",` +
			`"cwes":["CWE-20","CWE-400","CWE-502"]}`,
	}
	for i := len(entries); i < n; i++ {
		entries = append(entries, fmt.Sprintf(`{"cveID":"CVE-2019-%d","vendorProject":"Example","product":"Cup %d","vulnerabilityName":"Cup","dateAdded":"2021-11-03","shortDescription":"It leaks.","requiredAction":"Apply updates.","dueDate":"2022-05-03","knownRansomwareCampaignUse":"Unknown","notes":"","cwes":["CWE-20"]}`, 980000+i, i))
	}
	return fmt.Sprintf(`{"title":"CISA Catalog of Known Exploited Vulnerabilities","catalogVersion":"2026.11.19","dateReleased":"2026-11-19T15:00:04.1234Z","count":%d,"vulnerabilities":[%s]}`, n, strings.Join(entries, ","))
}

// GHSA is GitHub's advisory for the CVE.
const GHSA = `{"ghsa_id":"GHSA-2222-3333-4444","cve_id":"CVE-2026-990001","url":"https://api.github.com/advisories/GHSA-2222-3333-4444","html_url":"https://github.com/advisories/GHSA-2222-3333-4444",
"summary":"teapot-server fetches any URL of a brew request","description":"","type":"reviewed","severity":"high","references":["https://teapot.example.com/security/2026-1"],
"published_at":"2026-09-02T12:00:00Z","updated_at":"2026-09-05T12:00:00Z","withdrawn_at":null,
"vulnerabilities":[{"package":{"ecosystem":"npm","name":"teapot-server"},"vulnerable_version_range":"< 1.2.5","first_patched_version":"1.2.5","vulnerable_functions":[]},
{"package":{"ecosystem":"npm","name":"teapot-server"},"vulnerable_version_range":">= 2.0.0, < 2.0.3","first_patched_version":"2.0.3","vulnerable_functions":[]}],
"cvss_severities":{"cvss_v3":{"vector_string":null,"score":0.0},"cvss_v4":{"vector_string":"CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:H/VI:N/VA:N/SC:N/SI:N/SA:N","score":8.7}},
"cwes":[{"cwe_id":"CWE-918","name":"Server-Side Request Forgery (SSRF)"}],"epss":{"percentage":0.1342,"percentile":0.9613}}`

// OSVRecord is OSV's own record of the CVE, which names no package.
const OSVRecord = `{"id":"CVE-2026-990001","details":"teapot-server before 1.2.5 and 2.0.3 fetches any URL that a brew request names.","modified":"2026-09-21T13:00:00Z","published":"2026-09-02T10:11:12Z",
"affected":[{"package":{"name":"teapot-server","ecosystem":"npm"},"ranges":[{"type":"SEMVER","events":[{"introduced":"0"},{"fixed":"1.2.5"}]}]}],"schema_version":"1.7.0"}`

// OSVAdvisory is GitHub's advisory in OSV's form.
const OSVAdvisory = `{"id":"GHSA-2222-3333-4444","summary":"teapot-server fetches any URL of a brew request","details":"","aliases":["CVE-2026-990001"],"modified":"2026-09-05T12:00:00Z","published":"2026-09-02T12:00:00Z",
"severity":[{"type":"CVSS_V4","score":"CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:H/VI:N/VA:N/SC:N/SI:N/SA:N"}],
"affected":[{"package":{"name":"teapot-server","ecosystem":"npm","purl":"pkg:npm/teapot-server"},"ranges":[{"type":"SEMVER","events":[{"introduced":"0"},{"fixed":"1.2.5"}]}]},
{"package":{"name":"teapot-server","ecosystem":"npm","purl":"pkg:npm/teapot-server"},"ranges":[{"type":"SEMVER","events":[{"introduced":"2.0.0"},{"fixed":"2.0.3"}]}]}],
"database_specific":{"cwe_ids":["CWE-918"],"severity":"HIGH","github_reviewed":true},"schema_version":"1.7.0"}`

// OSVOther is an advisory without a CVE.
const OSVOther = `{"id":"GHSA-5555-6666-7777","summary":"teapot-server logs session cookies","details":"","modified":"2026-03-03T03:03:03Z","published":"2026-03-01T03:03:03Z",
"affected":[{"package":{"name":"teapot-server","ecosystem":"npm","purl":"pkg:npm/teapot-server"},"ranges":[{"type":"SEMVER","events":[{"introduced":"1.0.0"},{"fixed":"1.3.0"}]}]}],
"database_specific":{"cwe_ids":["CWE-532"],"severity":"MODERATE","github_reviewed":true},"schema_version":"1.7.0"}`
