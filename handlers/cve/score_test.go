package cve

import (
	"encoding/json"
	"strings"
	"testing"

	gen "github.com/farebox/farebox/gen/cve"
	"github.com/farebox/farebox/internal/upstream/cveprogram"
	"github.com/farebox/farebox/internal/upstream/github"
	"github.com/farebox/farebox/internal/upstream/nvd"
	"github.com/farebox/farebox/internal/upstream/osv"
)

// TestBaseScoresOfVectors: scores that FIRST gives in its example documents of each version, and NVD's of well-known CVEs.
func TestBaseScoresOfVectors(t *testing.T) {
	for _, c := range []struct {
		vector, version string
		score           float64
		severity        gen.CVESeverity
	}{
		{"CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:C/C:H/I:H/A:H", "3.1", 10.0, "critical"}, // CVE-2021-44228
		{"CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H", "3.1", 9.8, "critical"},
		{"CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:N/A:N", "3.1", 7.5, "high"}, // CVE-2014-0160
		{"CVSS:3.1/AV:L/AC:H/PR:L/UI:R/S:U/C:H/I:H/A:H/E:U/RL:O/RC:C", "3.1", 6.7, "medium"},
		{"CVSS:3.0/AV:N/AC:H/PR:N/UI:R/S:U/C:L/I:N/A:N", "3.0", 3.1, "low"}, // CVE-2014-3566 (POODLE)
		{"CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:N/I:N/A:N", "3.1", 0, "none"},
		{"CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:H/VI:H/VA:H/SC:H/SI:H/SA:H", "4.0", 10, "critical"},
		{"CVSS:4.0/AV:N/AC:L/AT:N/PR:L/UI:N/VC:L/VI:L/VA:L/SC:N/SI:N/SA:N/E:X/CR:X", "4.0", 5.3, "medium"},
		{"CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:H/VI:N/VA:N/SC:N/SI:N/SA:N/E:U", "4.0", 8.7, "high"}, // the threat metric is no part of the base score
		{"CVSS:4.0/AV:N/AC:L/AT:P/PR:H/UI:A/VC:N/VI:H/VA:L/SC:N/SI:N/SA:L", "4.0", 5.7, "medium"},   // 5.65
		{"CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:N/VI:N/VA:N/SC:N/SI:N/SA:N", "4.0", 0, "none"},
		{"AV:L/AC:L/Au:S/C:P/I:P/A:P/E:U/RC:C/CDP:LM/TD:L/IR:H/AR:M", "2.0", 4.3, "medium"}, // parts of other groups
		{"AV:N/AC:L/Au:N/C:C/I:C/A:C", "2.0", 10, "high"},                                   // no critical
		{"(AV:N/AC:L/Au:N/C:P/I:P/A:P)", "2.0", 7.5, "high"},
		{"AV:L/AC:L/Au:N/C:N/I:N/A:C", "2.0", 4.9, "medium"},
	} {
		v, ok := readVector(c.vector)
		if !ok || v.version != c.version || v.base != c.score || severityOf(v.base, v.version) != c.severity {
			t.Errorf("%s: %v %s %v %s", c.vector, ok, v.version, v.base, severityOf(v.base, v.version))
		}
	}
	for _, bad := range []string{
		"", "CVSS:3.1", "CVSS:3.1/AV:N", "CVSS:5.0/AV:N/AC:L", "CVSS:3.1/AV:X/AC:L/PR:N/UI:N/S:U/C:H/I:N/A:N",
		"high", "CVSS:4.0/AV:N/AC:L", "AV:N", "AV:N/AC:L/Au:N/C:C/I:C/A:C/ZZ:9", "AV:N/AC:L/Au:N/C:C/I:C/A:C/TD:X",
		"CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:H/VI:H/VA:H/SC:N/SI:N/SA:N/E:Q",
		"CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:H/VI:H/VA:H/SC:N/SI:N/SA:N/ZZ:H",
		strings.Repeat("AV:N/", 5000),
	} {
		if v, ok := readVector(bad); ok {
			t.Errorf("%.40q is taken for %v", bad, v)
		}
	}
}

func TestDecisionPointsDerivedFromVectors(t *testing.T) {
	for vector, want := range map[string][2]bool{
		"CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:N":                    {true, true},
		"CVSS:3.1/AV:N/AC:L/PR:N/UI:R/S:U/C:H/I:N/A:N":                    {false, false},
		"CVSS:3.1/AV:N/AC:H/PR:N/UI:N/S:U/C:H/I:L/A:H":                    {false, true},
		"CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:H/VI:N/VA:N/SC:H/SI:H/SA:H": {true, false},
		"CVSS:4.0/AV:N/AC:L/AT:P/PR:N/UI:N/VC:H/VI:H/VA:N/SC:N/SI:N/SA:N": {false, true},
		"AV:N/AC:L/Au:N/C:C/I:C/A:N":                                      {true, true},
		"AV:N/AC:L/Au:S/C:P/I:P/A:P":                                      {false, false},
	} {
		v, ok := readVector(vector)
		if !ok || v.automatable() != want[0] || v.totalImpact() != want[1] {
			t.Errorf("%s: %v, automatable %v, total %v", vector, ok, v.automatable(), v.totalImpact())
		}
	}
}

const (
	v2  = "AV:N/AC:L/Au:N/C:P/I:P/A:P"
	v30 = "CVSS:3.0/AV:L/AC:L/PR:L/UI:N/S:U/C:N/I:N/A:H"
	v31 = "CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:N/A:N"
	v40 = "CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:H/VI:N/VA:N/SC:N/SI:N/SA:N"
)

func nvdMetrics(t *testing.T, text string) *nvd.CVE {
	t.Helper()
	var c nvd.CVE
	if err := json.Unmarshal([]byte(`{"id":"CVE-2026-1000","metrics":{`+text+`}}`), &c); err != nil {
		t.Fatal(err)
	}
	return &c
}

func nvdMetric(key, source, kind, version, vector string) string {
	return `"` + key + `":[{"source":"` + source + `","type":"` + kind + `","cvssData":{"version":"` + version + `","vectorString":"` + vector + `","baseScore":5.0}}]`
}

func TestWhichScoreCounts(t *testing.T) {
	record := func(cna, adp string) *cveprogram.Record {
		var r cveprogram.Record
		text := `{"cveMetadata":{"cveId":"CVE-2026-1000","state":"PUBLISHED","assignerShortName":"acme"},"containers":{"cna":{"providerMetadata":{"orgId":"x"},"metrics":[` + cna + `]},"adp":[{"providerMetadata":{"orgId":"` + cveprogram.CISAADP + `","shortName":"CISA-ADP"},"metrics":[` + adp + `]}]}}`
		if err := json.Unmarshal([]byte(text), &r); err != nil {
			t.Fatal(err)
		}
		return &r
	}
	one := func(key, version, vector string) string {
		return `{"` + key + `":{"version":"` + version + `","vectorString":"` + vector + `","baseScore":6.0,"baseSeverity":"MEDIUM"}}`
	}
	cna40, cna31, adp31 := one("cvssV4_0", "4.0", v40), one("cvssV3_1", "3.1", v31), one("cvssV3_1", "3.1", v31)
	nist31, nist40 := nvdMetric("cvssMetricV31", nvd.NIST, "Secondary", "3.1", v31), nvdMetric("cvssMetricV40", nvd.NIST, "Primary", "4.0", v40)
	nist30, nist2 := nvdMetric("cvssMetricV30", nvd.NIST, "Primary", "3.0", v30), nvdMetric("cvssMetricV2", nvd.NIST, "Primary", "2.0", v2)
	var ghsa github.Advisory
	if err := json.Unmarshal([]byte(`{"ghsa_id":"GHSA-a","cvss_severities":{"cvss_v3":{"vector_string":"`+v31+`","score":7.5},"cvss_v4":{"vector_string":"`+v40+`","score":8.7}}}`), &ghsa); err != nil {
		t.Fatal(err)
	}
	other := osv.Advisory{Severity: []osv.Severity{{Type: "Ubuntu", Score: "medium"}, {Type: "CVSS_V3", Score: v31}}}
	for _, c := range []struct {
		why, want string
		count     int
		facts     facts
	}{
		{"NVD 3.1 before everything", "3.1 nvd", 4, facts{program: record(cna40, adp31), nvd: nvdMetrics(t, nist31+","+nist40)}},
		{"NVD 4.0 before its 3.0", "4.0 nvd", 3, facts{program: record(cna31, ""), nvd: nvdMetrics(t, nist30+","+nist40)}},
		{"NVD 3.0 before the issuer", "3.0 nvd", 3, facts{program: record(cna40, ""), nvd: nvdMetrics(t, nist30+","+nist2)}},
		{"the issuer's 4.0", "4.0 cna:acme", 3, facts{program: record(cna40+","+cna31, adp31)}},
		{"the issuer's 3.1", "3.1 cna:acme", 2, facts{program: record(cna31, adp31)}},
		{"CISA", "3.1 cisa-adp", 3, facts{program: record("", adp31), ghsa: []github.Advisory{ghsa}}},
		{"CISA by NVD's name for it", "3.1 cisa-adp", 1, facts{nvd: nvdMetrics(t, nvdMetric("cvssMetricV31", nvd.CISAADP, "Secondary", "3.1", v31))}},
		{"GitHub's 4.0", "4.0 ghsa", 3, facts{ghsa: []github.Advisory{ghsa}, nvd: nvdMetrics(t, nist2)}},
		{"OSV before any 2.0", "3.1 osv", 2, facts{osv: []osv.Advisory{other}, nvd: nvdMetrics(t, nist2)}},
		{"a primary 2.0 is still last", "3.1 cna:cna@example.com", 2, facts{nvd: nvdMetrics(t, nist2+","+nvdMetric("cvssMetricV31", "cna@example.com", "Secondary", "3.1", v31))}},
		{"2.0 when there is no other", "2.0 nvd", 1, facts{nvd: nvdMetrics(t, nist2)}},
		{"the same score of the issuer once", "4.0 cna:acme", 1, facts{program: record(cna40, ""), nvd: nvdMetrics(t, nvdMetric("cvssMetricV40", "cna@example.com", "Secondary", "4.0", v40))}},
		{"a score that is left out is computed, not taken for 0", "3.1 nvd", 2, facts{program: record(cna31, ""), nvd: nvdMetrics(t, `"cvssMetricV31":[{"source":"nvd@nist.gov","type":"Primary","cvssData":{"version":"3.1","vectorString":"`+v31+`","baseScore":null}}]`)}},
		{"neither score nor vector", "3.1 cna:acme", 1, facts{program: record(cna31, ""), nvd: nvdMetrics(t, `"cvssMetricV31":[{"source":"nvd@nist.gov","type":"Primary","cvssData":{"version":"3.1","vectorString":"","baseScore":null}}]`)}},
		{"none", "", 0, facts{program: record("", "")}},
	} {
		list := c.facts.scores()
		got := ""
		if len(list) > 0 {
			got = list[0].Version + " " + list[0].Source
		}
		if got != c.want || len(list) != c.count || len(list) > 0 && list[0].BaseScore == 0 {
			t.Errorf("%s: %q of %v", c.why, got, list)
		}
	}
}

// TestAVectorSaysMoreThanTheNumbersBesideIt: FIRST's scores of the vectors.
func TestAVectorSaysMoreThanTheNumbersBesideIt(t *testing.T) {
	for _, c := range []struct {
		key, vector, score, word string
		want                     float64
		severity                 gen.CVESeverity
	}{
		{"cvssMetricV2", "AV:L/AC:L/Au:N/C:N/I:N/A:C", "4.9", "MEDIUM", 4.9, gen.CVESeverityMedium},
		{"cvssMetricV31", v31, "7.5", "LOW", 7.5, gen.CVESeverityHigh},
		{"cvssMetricV31", v31, "2.0", "LOW", 7.5, gen.CVESeverityHigh},
		{"cvssMetricV31", v31, "null", "NONE", 7.5, gen.CVESeverityHigh},
		{"cvssMetricV40", v40, "2.7", "LOW", 8.7, gen.CVESeverityHigh},
		{"cvssMetricV31", "", "9.1", "LOW", 9.1, gen.CVESeverityCritical},
	} {
		t.Run(c.vector+" "+c.score, func(t *testing.T) {
			f := facts{nvd: nvdMetrics(t, `"`+c.key+`":[{"source":"nvd@nist.gov","type":"Primary","cvssData":{"version":"3.1",`+
				`"vectorString":"`+c.vector+`","baseScore":`+c.score+`,"baseSeverity":"`+c.word+`"}}]`)}
			if s := f.scores()[0]; s.BaseScore != c.want || s.Severity != c.severity {
				t.Errorf("%v, want %v %s", s, c.want, c.severity)
			}
		})
	}
}
