package safety

import (
	"cmp"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"
	"time"

	gen "github.com/farebox/farebox/gen/safety"
	"github.com/farebox/farebox/gen/shared"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/scored"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/cpsc"
)

// Weights of recalls. They are ours.
const (
	weightClassI       = 30
	weightClassII      = 15
	weightClassIII     = 5
	weightUnclassified = 10
	weightFatal        = 30
	weightGrave        = 20
	weightPlain        = 10
	weightDeaths       = 10 // more, when deaths are reported

	mostScored = 20
	repeats    = 3 // recalls of one firm
)

var (
	fatal = regexp.MustCompile(`death|fatal`)
	grave = regexp.MustCompile(`fire|burn|choking|strangul|suffocat|entrap|drown|electric shock|electrocut|\blead\b|` +
		`serious injury|explo`)
	leadTo = regexp.MustCompile(`\blead\s+to\b`) // the verb and not the metal
	fires  = regexp.MustCompile(`\bfire|\bburn`)
	// killed is somebody who died, or a number of deaths: "two reports of infant deaths", "the death of a child".
	killed = regexp.MustCompile(`\bdied\b|\bdeaths?\s+of\s+(?:an?|` + some + `)\b|` +
		`\b` + some + `\s+(?:reports?\s+of\s+)?(?:[a-z-]+\s+)?(?:deaths?|fatalit(?:y|ies))\b`)
	nobody = regexp.MustCompile(`\bno(?:\s+one|body)\b`)
)

// some is a number of people.
const some = `(?:[1-9]\d*|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)`

// baseOf is the weight of a recall before its age and status count: by class at the FDA, by the words of the hazard at
// the Commission, the gravest first.
func baseOf(m matched) float64 {
	if m.Domain != consumer {
		switch {
		case m.Classification == nil:
			return weightUnclassified
		case *m.Classification == "Class I":
			return weightClassI
		case *m.Classification == "Class II":
			return weightClassII
		case *m.Classification == "Class III":
			return weightClassIII
		}
		return weightUnclassified
	}

	text := leadTo.ReplaceAllString(strings.ToLower(m.text), "")
	base := float64(weightPlain)
	switch {
	case fatal.MatchString(text):
		base = weightFatal
	case grave.MatchString(text):
		base = weightGrave
	}
	if m.dead {
		base += weightDeaths
	}
	return base
}

// deaths says whether injuries are reported with a death. What else their sentence denies, such as other injuries, does
// not take it back.
func deaths(injuries []cpsc.Named) bool {
	for _, injury := range injuries {
		for sentence := range strings.FieldsFuncSeq(strings.ToLower(injury.Name), endsSentence) {
			if killed.MatchString(sentence) && !nobody.MatchString(sentence) {
				return true
			}
		}
	}
	return false
}

func endsSentence(r rune) bool { return r == '.' || r == ';' }

// recency is what is left of a weight after some time. What has no date may be of today.
func recency(date *time.Time, now time.Time) float64 {
	if date == nil {
		return 1
	}
	switch days := int(now.Sub(*date) / (24 * time.Hour)); {
	case days <= 180:
		return 1
	case days <= 365:
		return 0.8
	case days <= 3*365:
		return 0.5
	case days <= 5*365:
		return 0.3
	}
	return 0.15
}

func standing(status *string) float64 {
	switch {
	case status == nil:
		return 1
	case *status == "Completed":
		return 0.7
	case *status == "Terminated":
		return 0.4
	}
	return 1 // Ongoing, Pending, and the Commission's, which has no status
}

func weightOf(m matched, now time.Time) float64 {
	return math.Round(baseOf(m)*recency(m.date, now)*standing(m.Status)*100) / 100
}

// productScore is the chance-like union of the heaviest weights: 100 (1 - product of (1 - w/100)). Each reason has what
// its recall adds to those before it.
func productScore(f found, sources []gen.Source) gen.SafetyProductRisk {
	risk := gen.SafetyProductRisk{
		Flags:   productFlags(f, sources),
		Reasons: []gen.Reason{},
	}
	if f.loose || len(f.recalls) == 0 {
		return risk // no recall has these words together, and a product that nobody makes has none either
	}

	heaviest := slices.Clone(f.recalls)
	slices.SortStableFunc(heaviest, func(a, b matched) int { return cmp.Compare(b.Weight, a.Weight) })
	heaviest = heaviest[:min(len(heaviest), mostScored)]
	rest := 1.0
	for _, m := range heaviest {
		added := 100 * rest * m.Weight / 100
		rest *= 1 - m.Weight/100
		risk.Reasons = append(risk.Reasons, gen.Reason{
			Code:     "recall",
			Points:   added,
			Severity: m.severity(),
			Detail:   m.told(),
		})
	}
	score := int(math.Round(100 * (1 - rest)))
	risk.Score = &score
	missing := 0.0
	if response.Partial(sources) {
		missing = scored.Highest // the recalls of a source that gave no answer
	}
	risk.Band = (*gen.SafetyProductRiskBand)(bands.Sure(&score, missing))
	return risk
}

// severity is that of a reason; a recall that is not classified may be grave.
func (m matched) severity() shared.ReasonSeverity {
	if m.Severity == nil {
		return shared.ReasonSeverityMedium
	}
	return shared.ReasonSeverity(*m.Severity)
}

// told is the recall with its weight, by the parts of it that are known.
func (m matched) told() string {
	parts := []string{fmt.Sprintf("A %s recall with a weight of %g", m.Domain, m.Weight)}
	if m.Date != nil {
		parts = append(parts, "reported on "+*m.Date)
	}
	if m.RecallID != nil {
		parts = append(parts, "number "+*m.RecallID)
	}
	return strings.Join(parts, ", ")
}

func (m matched) isOf(class string) bool {
	return m.Classification != nil && *m.Classification == class
}

// productFlags are words for programs. Recalls that may be of other products raise none.
func productFlags(f found, sources []gen.Source) []string {
	recalls := f.recalls
	if f.loose {
		recalls = nil
	}
	any := func(is func(matched) bool) bool { return slices.ContainsFunc(recalls, is) }
	flags := []string{}
	for _, flag := range []struct {
		name string
		up   bool
	}{
		{"no_recalls_found", len(f.recalls) == 0 && !response.Partial(sources)},
		{"class_i_recall", any(func(m matched) bool { return m.isOf("Class I") })},
		{"death_reported", any(func(m matched) bool { return m.dead })},
		{"fire_or_burn_hazard", any(func(m matched) bool { return fires.MatchString(strings.ToLower(m.text)) })},
		{"choking_hazard", any(func(m matched) bool { return strings.Contains(strings.ToLower(m.text), "choking") })},
		{"ongoing_recall", any(func(m matched) bool { return m.Status != nil && *m.Status == "Ongoing" })},
	} {
		if flag.up {
			flags = append(flags, flag.name)
		}
	}

	firms := map[string]int{}
	for _, m := range recalls {
		if m.Firm == nil {
			continue
		}
		firms[*m.Firm]++
		if firms[*m.Firm] == repeats {
			flags = append(flags, "repeat_firm:"+*m.Firm)
		}
	}
	for _, source := range sources {
		if upstream.Lacking(string(source.Status)) {
			flags = append(flags, "source_missing:"+source.Name)
		}
	}
	return flags
}
