package cve

import (
	"strings"

	gen "github.com/farebox/farebox/gen/cve"
	"github.com/farebox/farebox/internal/scored"
	"github.com/farebox/farebox/internal/upstream/cveprogram"
)

// Weights of the priority; see the description of CvePriority in the spec.
const (
	weightCVSS       = 35
	weightEPSS       = 25
	pointsKEV        = 40
	pointsActive     = 35
	pointsPoC        = 12
	pointsRansomware = 5
	pointsAutomated  = 3
	pointsTotal      = 2
	floorKEV         = 80
	floorRansomware  = 90
	assumedCVSS      = 5.0
	topPercentile    = 0.95
)

var bands = scored.Bands{
	Medium:   35,
	High:     60,
	Critical: 80,
}

// risk is what the priority is made from.
type risk struct {
	cvss        *float64
	unscored    bool // all who may score it answered, and none does
	percentile  *float64
	kev         bool
	kevRead     bool // the catalogue could be asked
	ransomware  bool
	ssvc        *gen.CVESsvc
	ssvcDerived bool
	noFix       bool
	unenriched  bool
	disputed    bool
}

// rejectedPriority is that of an id that means nothing.
func rejectedPriority() gen.CVEPriority {
	return gen.CVEPriority{
		Score: new(0),
		Band:  new(gen.CVEPriorityBandLow),
		Flags: []gen.CVEFlag{gen.CVEFlagRejected},
	}
}

func (r risk) automatable() bool {
	return r.ssvc != nil && r.ssvc.Automatable != nil && *r.ssvc.Automatable
}

func (r risk) total() bool {
	return r.ssvc != nil && r.ssvc.TechnicalImpact != nil && *r.ssvc.TechnicalImpact == gen.Total
}

func (r risk) exploitation() gen.CVESsvcExploitation {
	if r.ssvc == nil || r.ssvc.Exploitation == nil {
		return ""
	}
	return *r.ssvc.Exploitation
}

// priority scores the risk.
func (r risk) priority() gen.CVEPriority {
	cvss := assumedCVSS
	e := 0.0
	x := 0.0
	if r.cvss != nil {
		cvss = *r.cvss
	}

	if r.percentile != nil {
		half := max(0, (*r.percentile-0.5)/0.5)
		e = half * half
	}

	switch {
	case r.kev:
		x = pointsKEV
	case r.exploitation() == gen.CVESsvcExploitationActive:
		x = pointsActive
	case r.exploitation() == gen.CVESsvcExploitationPoc:
		x = pointsPoC
	}

	sum := weightCVSS*cvss/10 + weightEPSS*e + x
	for _, extra := range []struct {
		holds  bool
		points float64
	}{{r.ransomware, pointsRansomware}, {r.automatable(), pointsAutomated}, {r.total(), pointsTotal}} {
		if extra.holds {
			sum += extra.points
		}
	}

	p := gen.CVEPriority{Flags: r.flags()}
	if r.kev || r.tally().Enough() { // being in the catalogue is enough alone
		score := max(scored.Bound(sum), r.floor())
		p.Score = &score
		p.Band = (*gen.CVEPriorityBand)(bands.Sure(&score, r.missing()))
	}

	if r.kevRead && r.ssvc != nil && r.ssvc.Automatable != nil && r.ssvc.TechnicalImpact != nil {
		p.Remediation = &gen.CVERemediation{
			IfExposed: timeline(r.kev, true, r.automatable(), r.total()), IfNotExposed: timeline(r.kev, false, r.automatable(), r.total()),
		}
	}

	return p
}

// missing are the points that could come with what is not known. A CVSS that nobody told is half there.
func (r risk) missing() float64 {
	missing := r.tally().Unseen()
	if r.cvss == nil {
		missing -= weightCVSS * assumedCVSS / 10
	}
	return missing
}

// floor is the least priority of what is known to be exploited.
func (r risk) floor() int {
	switch {
	case r.ransomware:
		return floorRansomware
	case r.kev:
		return floorKEV
	}
	return 0
}

// tally says which parts of the priority are known, by the most points that each can have.
func (r risk) tally() *scored.Tally {
	var tally scored.Tally
	tally.Part("cvss", weightCVSS, r.cvss != nil)
	tally.Part("epss", weightEPSS, r.percentile != nil)
	tally.Part("exploitation", pointsKEV, r.kevRead || r.exploitation() != "")
	return &tally
}

func (r risk) flags() []gen.CVEFlag {
	flags := []gen.CVEFlag{}
	for _, f := range []struct {
		holds bool
		flag  gen.CVEFlag
	}{
		{r.kev, gen.CVEFlagKev}, {r.ransomware, gen.CVEFlagKevRansomware}, {r.percentile != nil && *r.percentile >= topPercentile, gen.CVEFlagEpssTop5},
		{r.exploitation() == gen.CVESsvcExploitationActive, gen.CVEFlagExploitationActive}, {r.exploitation() == gen.CVESsvcExploitationPoc, gen.CVEFlagPublicPoc},
		{r.automatable(), gen.CVEFlagAutomatable}, {r.total(), gen.CVEFlagTotalImpact}, {r.noFix, gen.CVEFlagNoFix}, {r.unenriched, gen.CVEFlagUnenriched},
		{r.disputed, gen.CVEFlagDisputed}, {r.ssvcDerived, gen.CVEFlagSsvcDerived}, {r.unscored, gen.CVEFlagNoCvss},
		{!r.kev && !r.tally().Enough(), gen.CVEFlagTooLittleKnown},
		{!r.kevRead, gen.CVEFlagKevUnknown},
	} {
		if f.holds {
			flags = append(flags, f.flag)
		}
	}
	return flags
}

// timeline is the table of CISA's Binding Operational Directive 26-04, as CERT/CC publishes it (CERTCC/SSVC,
// data/csv/cisa/cisa_bod_26_04_1_0_0.csv): how long to wait by known exploitation, exposure, automation and impact.
func timeline(kev, exposed, automatable, total bool) gen.CVETimeline {
	type row struct{ kev, exposed, automatable, total bool }
	return map[row]gen.CVETimeline{
		{false, false, false, false}: gen.FixOnUpgrade,
		{true, false, false, false}:  gen.N14Days,
		{false, true, false, false}:  gen.N60Days,
		{false, false, true, false}:  gen.N60Days,
		{false, false, false, true}:  gen.FixOnUpgrade,

		{true, true, false, false}: gen.N14Days,
		{true, false, true, false}: gen.N14Days,
		{false, true, true, false}: gen.N14Days,
		{true, false, false, true}: gen.N14Days,
		{false, true, false, true}: gen.N14Days,
		{false, false, true, true}: gen.N60Days,

		{true, true, true, false}: gen.N3Days,
		{true, true, false, true}: gen.N3DaysWithForensics,
		{true, false, true, true}: gen.N3DaysWithForensics,
		{false, true, true, true}: gen.N3Days,
		{true, true, true, true}:  gen.N3DaysWithForensics,
	}[row{kev, exposed, automatable, total}]
}

// ssvc are CISA's decision points, from the CVE record or NVD's copy of it, else those that the vector of the counting score tells.
func (f *facts) ssvc(scores []gen.CVECvss) *gen.CVESsvc {
	if f.program != nil {
		for _, c := range f.program.Containers.ADP {
			for _, m := range c.Metrics {
				if c.Provider.OrgID != cveprogram.CISAADP || m.Other == nil || m.Other.Decision == nil {
					continue
				}
				if s := decision(m.Other.Decision.Options); s != nil {
					return s
				}
			}
		}
	}

	if f.nvd != nil {
		for _, s := range f.nvd.Metrics.SSVC {
			if s := decision(s.Data.Options); s != nil {
				return s
			}
		}
	}

	if len(scores) == 0 || scores[0].Vector == nil {
		return nil
	}
	v, ok := readVector(*scores[0].Vector)
	if !ok {
		return nil
	}

	impact := gen.Partial
	if v.totalImpact() {
		impact = gen.Total
	}

	return &gen.CVESsvc{
		Automatable:     new(v.automatable()),
		TechnicalImpact: &impact,
		Source:          "derived",
	}
}

// decision reads the points of a decision, in either of the two spellings; nil when there are none.
func decision(options []map[string]string) *gen.CVESsvc {
	s := &gen.CVESsvc{Source: "cisa"}
	found := false
	for _, o := range options {
		for name, value := range o {
			value = strings.ToLower(strings.TrimSpace(value))
			switch strings.ToLower(strings.ReplaceAll(name, " ", "")) {
			case "exploitation":
				if value == "public poc" {
					value = "poc"
				}
				if e := gen.CVESsvcExploitation(value); e == gen.CVESsvcExploitationNone || e == gen.CVESsvcExploitationPoc || e == gen.CVESsvcExploitationActive {
					s.Exploitation = &e
					found = true
				}
			case "automatable":
				if value == "yes" || value == "no" {
					s.Automatable = new(value == "yes")
					found = true
				}
			case "technicalimpact":
				if i := gen.CVESsvcTechnicalImpact(value); i == gen.Partial || i == gen.Total {
					s.TechnicalImpact = &i
					found = true
				}
			}
		}
	}

	if !found {
		return nil
	}
	return s
}
