package cve

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	gen "github.com/farebox/farebox/gen/cve"
	"github.com/farebox/farebox/internal/response"
)

func ssvc(exploitation gen.CVESsvcExploitation, automatable, total bool) *gen.CVESsvc {
	impact := gen.Partial
	if total {
		impact = gen.Total
	}
	s := &gen.CVESsvc{Automatable: &automatable, TechnicalImpact: &impact, Source: "cisa"}
	if exploitation != "" {
		s.Exploitation = &exploitation
	}
	return s
}

func TestPriorityScores(t *testing.T) {
	for _, c := range []struct {
		why   string
		risk  risk
		score int
		band  gen.CVEPriorityBand
		flags string
	}{
		{"CVE-2021-44228: 35+25+40+5+3+2", risk{
			cvss:       new(10.0),
			percentile: new(1.0),
			kev:        true,
			ransomware: true,
			ssvc:       ssvc("active", true, true),
		}, 100, "critical", "kev kev_ransomware epss_top5 exploitation_active automatable total_impact"},
		{"medium score, low percentile: 18.55", risk{cvss: new(5.3), percentile: new(0.20)}, 19, "low", ""},
		{"CVE-2021-26855 without EPSS: 34.3+40+5+3+2 = 84, floor 90", risk{
			cvss:        new(9.8),
			kev:         true,
			ransomware:  true,
			ssvc:        ssvc("", true, true),
			ssvcDerived: true,
		}, 90, "critical", "kev kev_ransomware automatable total_impact ssvc_derived"},
		{"CVE-2017-7542: 19.25", risk{cvss: new(5.5)}, 19, "", ""},
		{"CVE-2023-38503: 19.95", risk{cvss: new(5.7)}, 20, "", ""},
		{"nobody scored: 17.5", risk{percentile: new(0.1), unscored: true}, 18, "", "no_cvss"},
		{"floor of KEV", risk{cvss: new(2.0), kev: true}, 80, "critical", "kev"},
		{"floor of ransomware", risk{
			cvss:       new(2.0),
			kev:        true,
			ransomware: true,
		}, 90, "critical", "kev kev_ransomware"},
		{"proof of concept: 26.25+12", risk{
			cvss:       new(7.5),
			percentile: new(0.5),
			ssvc:       ssvc("poc", false, false),
		}, 38, "medium", "public_poc"},
		{"active by SSVC alone: 26.25+35", risk{
			cvss: new(7.5),
			ssvc: ssvc("active", false, false),
		}, 61, "high", "exploitation_active"},
		{"35+25 is the least that is high", risk{cvss: new(10.0), percentile: new(1.0)}, 60, "high", "epss_top5"},
		{"one less is medium", risk{cvss: new(9.7), percentile: new(1.0)}, 59, "medium", "epss_top5"},
		{"35 is the least that is medium", risk{cvss: new(10.0)}, 35, "medium", ""},
		{"percentile squared: 25*0.25", risk{cvss: new(0.0), percentile: new(0.75)}, 6, "low", ""},
		{"what is missing is flagged", risk{
			cvss:       new(9.0),
			noFix:      true,
			unenriched: true,
			disputed:   true,
		}, 32, "", "no_fix unenriched disputed"},
	} {
		c.risk.kevRead = true
		p := c.risk.priority()
		band := response.OrZero(p.Band)
		if got := strings.Trim(fmt.Sprint(p.Flags), "[]"); *p.Score != c.score || band != c.band || got != c.flags {
			t.Errorf("%s: %d %s %q, want %d %s %q", c.why, *p.Score, band, got, c.score, c.band, c.flags)
		}
	}
}

func TestVulnerabilityOfWhichLittleIsKnownHasNoPriority(t *testing.T) {
	for _, c := range []struct {
		why   string
		risk  risk
		known bool
		band  gen.CVEPriorityBand
	}{
		{"nothing", risk{}, false, ""},
		{"not in KEV, 40 of 100", risk{kevRead: true}, false, ""},
		{"CVSS alone, 35", risk{cvss: new(9.8)}, false, ""},
		{"CVSS and EPSS, 60: KEV would make 74 of 34", risk{cvss: new(9.8), percentile: new(0.5)}, true, ""},
		{"exploitation by SSVC and CVSS, 75", risk{
			cvss: new(9.8),
			ssvc: ssvc("active", true, true),
		}, true, gen.CVEPriorityBandHigh},
		{"in KEV, which is enough alone", risk{kev: true}, true, gen.CVEPriorityBandCritical},
	} {
		p := c.risk.priority()
		flagged := slices.Contains(p.Flags, gen.CVEFlagTooLittleKnown)
		if (p.Score != nil) != c.known || response.OrZero(p.Band) != c.band || flagged == c.known {
			t.Errorf("%s: %v %v %v", c.why, p.Score, p.Band, p.Flags)
		}
	}
}

// TestTimelinesAreThoseOfTheDirective: every row of the table of CISA BOD 26-04.
// TestNoTimelineWithoutTheCatalogue: a vulnerability that may be exploited is not one that can wait.
func TestNoTimelineWithoutTheCatalogue(t *testing.T) {
	known := risk{
		cvss:       new(5.0),
		percentile: new(0.5),
		kevRead:    true,
		ssvc:       ssvc("none", false, false),
	}
	unread := known
	unread.kevRead = false

	if known.priority().Remediation == nil || unread.priority().Remediation != nil {
		t.Errorf("read: %v, not read: %v", known.priority().Remediation, unread.priority().Remediation)
	}
}

func TestTimelinesAreThoseOfTheDirective(t *testing.T) {
	for _, row := range strings.Split(`no no no partial fix_on_upgrade
yes no no partial 14_days
no yes no partial 60_days
no no yes partial 60_days
no no no total fix_on_upgrade
yes yes no partial 14_days
yes no yes partial 14_days
no yes yes partial 14_days
yes no no total 14_days
no yes no total 14_days
no no yes total 60_days
yes yes yes partial 3_days
yes yes no total 3_days_with_forensics
yes no yes total 3_days_with_forensics
no yes yes total 3_days
yes yes yes total 3_days_with_forensics`, "\n") {
		f := strings.Fields(row)
		if got := timeline(f[0] == "yes", f[1] == "yes", f[2] == "yes", f[3] == "total"); string(got) != f[4] {
			t.Errorf("%s: %s", row, got)
		}
	}
	for i := range 16 {
		kev, exposed, automatable, total := i&1 > 0, i&2 > 0, i&4 > 0, i&8 > 0
		if timeline(kev, exposed, automatable, total) == "" {
			t.Errorf("no row for %d", i)
		}
	}
}

// TestMoreDangerNeverLowersThePriority: each input alone, made worse, leaves the score or raises it.
func TestMoreDangerNeverLowersThePriority(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		draw := func(label string) risk {
			r := risk{
				cvss:       new(rapid.Float64Range(0, 10).Draw(t, label+" cvss")),
				percentile: new(rapid.Float64Range(0, 1).Draw(t, label+" percentile")),
				kev:        rapid.Bool().Draw(t, label+" kev"),
			}
			r.ransomware = r.kev && rapid.Bool().Draw(t, label+" ransomware")
			r.ssvc = ssvc(rapid.SampledFrom([]gen.CVESsvcExploitation{"none", "poc", "active"}).Draw(t, label+" exploitation"), rapid.Bool().Draw(t, label+" automatable"), rapid.Bool().Draw(t, label+" total"))
			return r
		}
		r := draw("r")
		worse := r
		switch rapid.IntRange(0, 3).Draw(t, "what") {
		case 0:
			worse.cvss = new(min(10, *r.cvss+rapid.Float64Range(0, 10).Draw(t, "more")))
		case 1:
			worse.percentile = new(min(1, *r.percentile+rapid.Float64Range(0, 1).Draw(t, "more")))
		case 2:
			worse.kev, worse.ransomware = true, true
		case 3:
			worse.ssvc = ssvc("active", true, true)
		}
		a, b := r.priority(), worse.priority()
		if *b.Score < *a.Score || *a.Score < 0 || *b.Score > 100 || string(*a.Band) != bands.Of(*a.Score) {
			t.Fatalf("%d, then %d", *a.Score, *b.Score)
		}
	})
}

func TestDecisionPointsInEitherSpelling(t *testing.T) {
	for _, options := range [][]map[string]string{
		{{"Exploitation": "active"}, {"Automatable": "Yes"}, {"Technical Impact": "total"}},
		{{"exploitation": "Active"}, {"automatable": "yes"}, {"technicalImpact": "Total"}},
	} {
		s := decision(options)
		if s == nil || *s.Exploitation != "active" || !*s.Automatable || *s.TechnicalImpact != gen.Total {
			t.Errorf("%v: %v", options, s)
		}
	}
	if s := decision([]map[string]string{{"Exploitation": "poc"}}); s == nil || s.Automatable != nil || s.TechnicalImpact != nil {
		t.Errorf("%v", s)
	}
	if s := decision([]map[string]string{{"Exploitation": "perhaps"}, {"Colour": "red"}}); s != nil {
		t.Errorf("%v", s)
	}
}
