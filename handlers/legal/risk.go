package legal

import (
	"math"
	"regexp"
	"slices"
	"strings"
	"time"

	gen "github.com/farebox/farebox/gen/legal"
	"github.com/farebox/farebox/gen/shared"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/scored"
	"github.com/farebox/farebox/internal/upstream/federalregister"
)

// The rules of legal_risk. A volume is of what was read to be the company's: what else holds the words may be
// anybody's. The greatest points together are below 100, so that the sum needs no bound.
const (
	volumeFactor = 10 // times the decimal logarithm of one and the number of cases
	volumeMax    = 13 // for all of the 20 cases that a search gives

	recentDays   = 365
	recentPoints = 4 // for each case
	recentCases  = 5

	severePoints = 6 // for each nature of suit
	severeMost   = 4

	adverseDays   = 730
	adversePoints = 4 // for each document
	adverseMost   = 4

	registerFactor = 3
	registerMax    = 5 // for all of the 40 documents that are read

	litigationMost = volumeMax + recentCases*recentPoints + severeMost*severePoints
	regulatoryMost = adverseMost*adversePoints + registerMax
)

// severe are the natures of suit that count, by the codes of the federal civil cover sheet (form JS 44) and the words
// that courts write beside or instead of them.
var severe = []struct {
	name  string
	words *regexp.Regexp
}{
	{"410 antitrust", regexp.MustCompile(`(?i)^410\b|antitrust|anti-trust`)},
	{"470 racketeering (RICO)", regexp.MustCompile(`(?i)^470\b|racketeer|\brico\b`)},
	{"850 securities", regexp.MustCompile(`(?i)^850\b|^securities`)},
	{"376 qui tam (false claims)", regexp.MustCompile(`(?i)^376\b|qui tam`)},
	{"365/367 product liability", regexp.MustCompile(
		`(?i)^36[57]\b|^p(?:ersonal|\.) ?inj.*prod.*liab|^product liability`)},
	{"893 environmental matters", regexp.MustCompile(`(?i)^893\b|^environmental`)},
	{"442 employment", regexp.MustCompile(`(?i)^442\b|civil rights.*(?:employment|jobs)`)},
}

// adverse are the words of documents by which an agency acts against somebody.
var adverse = regexp.MustCompile(
	`(?i)\b(?:enforcement|penalt|consent|debar|settlement|violation|recall|cease)`)

// evidence is what a score is made of. What is nil had no say.
type evidence struct {
	subject  *subject
	cases    *litigation
	patents  *int
	register *federalregister.Page
	now      time.Time
}

// risk scores the evidence. Only cases with a party of the subject's very name count, and only documents that name it;
// patents never do.
func (e *evidence) risk() gen.LegalRisk {
	t := &tally{
		Points: scored.Points{
			Severities: severities,
			Reasons:    []shared.Reason{},
		},
		flags: []string{},
	}

	var tally scored.Tally
	tally.Part("litigation", litigationMost, e.cases != nil)
	tally.Part("regulatory", regulatoryMost, e.register != nil)

	if e.cases == nil {
		t.unavailable("litigation", "CourtListener had no say: its part of the score is 0 for want of data")
	} else {
		e.litigation(t)
	}
	if e.register == nil {
		t.unavailable("regulatory", "the Federal Register had no say: its part of the score is 0 for want of data")
	} else {
		e.regulatory(t)
	}
	if e.patents == nil {
		t.unavailable("patents", "the patent office had no say, which does not change the score")
	} else {
		t.add("patents", 0, "%s; patents never raise the score", scored.Count(*e.patents, "granted patent"))
	}
	if e.subject.oneWord {
		t.flag("single_word_name")
	}
	score, why := tally.Risk(t.Sum())
	return gen.LegalRisk{
		Score:           score,
		Band:            (*gen.LegalRiskBand)(tally.Band(bands, score)),
		Flags:           t.flags,
		Reasons:         append(t.Reasons, why...),
		ConfidenceLevel: e.confidence(),
		Coverage:        tally.Coverage(),
	}
}

// confidence is how far the score is the subject's.
func (e *evidence) confidence() gen.LegalRiskConfidenceLevel {
	if e.cases == nil {
		return gen.LegalRiskConfidenceLevelLow
	}
	switch sure := sureness(e.subject, e.cases.total, len(e.cases.cases), e.cases.same); {
	case sure == "", sure == gen.LegalAttributionConfidenceLevelLow: // no case at all is no sign of the company
		return gen.LegalRiskConfidenceLevelLow
	case sure == gen.LegalAttributionConfidenceLevelMedium, e.register == nil, e.subject.oneWord:
		return gen.LegalRiskConfidenceLevelMedium
	}
	return gen.LegalRiskConfidenceLevelHigh
}

// litigation adds the points for cases.
func (e *evidence) litigation(t *tally) {
	found := e.cases
	examined := len(found.cases)
	if found.total > 0 {
		points := min(volumeMax, logarithmic(volumeFactor, found.same))
		t.add("litigation_volume", points, "%d of the %d latest cases have a party of the name and count; %d match the "+
			"words", found.same, examined, found.total)
	}
	if examined > 0 && float64(found.same) < mediumShare*float64(examined) {
		t.flag("names_differ")
	}

	recent := 0
	undated := 0
	counted := map[string]bool{}
	for i := range found.cases {
		c := &found.cases[i]
		if !c.verdict.same {
			continue
		}
		if response.Day(c.Filed) == nil {
			undated++
		}
		if within(c.Filed, e.now, recentDays) && recent < recentCases {
			recent++
			t.flag("recent_litigation")
			t.add("recent_case", recentPoints, "%s, filed %s", described(c), c.Filed)
		}
		for _, nature := range severe {
			text := strings.TrimSpace(c.suit())
			if nature.words.MatchString(text) && !counted[nature.name] && len(counted) < severeMost {
				counted[nature.name] = true
				t.flag("severe_nature_of_suit")
				t.add("severe_nature_of_suit", severePoints, "%s: %s", nature.name, described(c))
			}
		}
	}

	if undated > 0 {
		t.flag(flagUndated)
		t.add(flagUndated, 0, "of %s the day of filing is not known, so that it may be recent",
			scored.Count(undated, "case"))
	}
}

// flagUndated says that cases without a day are among those that count.
const flagUndated = "undated_cases"

// described names a case, its court and the side of the party that fits, as far as they are known.
func described(c *judged) string {
	party := "party " + c.verdict.name
	if c.verdict.side != "" {
		party += " as " + string(c.verdict.side)
	}
	parts := slices.DeleteFunc(
		[]string{c.Name, c.Court, c.DocketNumber, party},
		func(part string) bool { return part == "" },
	)
	return strings.Join(parts, ", ")
}

// regulatory adds the points for documents.
func (e *evidence) regulatory(t *tally) {
	found := 0
	named := 0
	for i := range e.register.Documents {
		d := &e.register.Documents[i]
		text := d.Title + "\n" + d.Abstract
		if !e.subject.named(text) {
			continue
		}
		named++
		if found < adverseMost && within(d.Published, e.now, adverseDays) && adverse.MatchString(text) {
			found++
			t.flag("adverse_regulatory")
			t.add("adverse_document", adversePoints, "%s (%s, %s)", d.Title, d.Number, d.Published)
		}
	}

	if e.register.Count > 0 {
		t.add("regulatory_volume", min(registerMax, logarithmic(registerFactor, named)),
			"%d of the %d newest documents name the company in title or abstract and count; %d hold the words",
			named, len(e.register.Documents), e.register.Count)
	}
}

// logarithmic is factor times the decimal logarithm of n and one, in whole points.
func logarithmic(factor float64, n int) int {
	return int(math.Round(factor * math.Log10(1+float64(n))))
}

// within says whether a day is at most a number of days before now. Days ahead, as of the next issue, are within.
func within(text string, now time.Time, days int) bool {
	at, err := time.Parse(time.DateOnly, text)
	return err == nil && !at.Before(now.UTC().Truncate(24*time.Hour).AddDate(0, 0, -days))
}

// bands are those of the score, severities those of its reasons.
var (
	bands      = scored.Bands{Medium: 25, High: 60}
	severities = scored.Severities{Medium: severePoints, High: 20}
)

// tally gathers points and what stands out.
type tally struct {
	scored.Points
	flags []string
}

func (t *tally) add(code string, points int, format string, args ...any) {
	t.Add(code, float64(points), format, args...)
}

func (t *tally) unavailable(part, why string) {
	t.flag(part + "_unavailable")
	t.add(part+"_unavailable", 0, "%s", why)
}

func (t *tally) flag(name string) {
	for _, have := range t.flags {
		if have == name {
			return
		}
	}
	t.flags = append(t.flags, name)
}
