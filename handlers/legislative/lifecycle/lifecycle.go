// Package lifecycle works out from the recorded actions of a bill or resolution of the US Congress which stages it
// went through, when, and where it stands.
//
// The same step is written down up to three times: by the floor clerks of the House, by those of the Senate, and by
// the Library of Congress with codes of its own. Codes go first, words where there is no code. A measure may fail and
// be passed later, be vetoed and become law over the veto, or be agreed to and never become law, as resolutions that
// the President does not sign. Codes and words were checked on files of the 108th to the 119th Congress; see
// docs/quality/legislative.md.
package lifecycle

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"time"
)

// Measure is what is known about a bill or resolution.
type Measure struct {
	Type       string // hr, s, hjres, sjres, hconres, sconres, hres, sres
	Congress   int
	Title      string
	Introduced string // YYYY-MM-DD, empty when the record does not say
	IsLaw      bool   // the record names a law
	Actions    []Action
}

// Step is the first day on which a stage was reached.
type Step struct {
	Stage   Stage
	Date    string // "" if the record names the law but no action mentions it
	Chamber string // "house", "senate" or "" for neither
	Text    string
}

// A Note says how a measure ended, where its stage alone does not.
type Note string

// The notes.
const (
	AgreedTo       Note = "agreed_to"         // a resolution that nobody signs, agreed to by all who had to agree
	DiedInCongress Note = "died_in_congress"  // the Congress ended before the last stage
	VetoSustained  Note = "veto_sustained"    // not overridden before the Congress ended
	Signed         Note = "signed_not_listed" // signed, and no law number is recorded yet
)

// Course is a measure's way so far.
type Course struct {
	Steps    []Step // by date
	Current  Stage
	Terminal bool // nothing more can come
	Note     Note // "" when there is nothing to say
}

// rank is how far a stage is along. Passage in either chamber ranks alike: the later one counts.
var rank = map[Stage]int{
	Introduced:  0,
	Referred:    1,
	Reported:    2,
	PassedHouse: 3,
	PassedSen:   3,
	Differences: 4,
	ToPresident: 5,
	Failed:      6,
	Vetoed:      6,
	BecameLaw:   7,
}

// Of works out the course of m as of now.
func Of(m Measure, now time.Time) Course {
	r := read(m)
	c := Course{Steps: r.steps(m.Type)}
	c.Current = r.current(c.Steps)
	c.Terminal, c.Note = r.ending(m, c.Current, now)
	return c
}

// record is what the actions show, each stage with all its occurrences.
type record struct {
	first    map[Stage]Step
	last     map[Stage]string // the last day of a stage
	failedIn string           // the chamber of the last failure
	sustain  bool             // a vote over the veto failed
	pocket   bool
	amended  bool // the chamber that came second passed it with changes
	confer   bool // they met in conference, so that both have to agree to its report
	agreed   map[string]bool
}

var (
	overrideFailed = regexp.MustCompile(`(?i)failed of passage in (House|Senate) over veto|` +
		`objections of the President to the contrary notwithstanding,? failed|` +
		`motion to override veto failed|veto sustained`)
	pocketVeto = regexp.MustCompile(`(?i)^pocket vetoed`)
	vitiated   = regexp.MustCompile(`(?i)(passage|passed|agreed to|adoption).*\b(vitiated|rescinded)|` +
		`vitiat\w+ (the )?(passage|adoption)`)
	withChange = regexp.MustCompile(`(?i)with (an )?amendments?\b|with changes|as amended`)

	// agreeing is a chamber's last word on what the other one wanted.
	agreeing = regexp.MustCompile(`(?i)conference report agreed to in|agreed to (the )?conference report|` +
		`agreeing to the conference report Agreed to|` +
		`(agree|agreed|concur|concurred) (to|in) (the )?(Senate|House) amendments?\b`)
	conference  = regexp.MustCompile(`(?i)^(conference (held|report)|to conference)`)
	disagreeing = regexp.MustCompile(`(?i)with (an )?(further )?amendments?\b|\bmotion by senator\b|cloture|moved|` +
		`motion to (proceed|disagree)|failed|rejected|not agreed`)
)

func read(m Measure) *record {
	r := &record{
		first:  map[Stage]Step{},
		last:   map[Stage]string{},
		agreed: map[string]bool{},
	}
	inOrder := slices.Clone(m.Actions)
	slices.Reverse(inOrder) // from the oldest on: records begin with the newest
	slices.SortStableFunc(inOrder, func(a, b Action) int { return strings.Compare(a.Date, b.Date) })

	for _, a := range inOrder {
		r.add(a)
	}
	if _, ok := r.first[Introduced]; !ok && m.Introduced != "" {
		r.first[Introduced] = Step{
			Stage:   Introduced,
			Date:    m.Introduced,
			Chamber: origin(m.Type),
			Text:    "",
		}
	}
	r.lawWithoutAction(m)
	return r
}

func (r *record) add(a Action) {
	switch {
	case overrideFailed.MatchString(a.Text):
		r.sustain = true
	case pocketVeto.MatchString(a.Text):
		r.pocket = true
	case vitiated.MatchString(a.Text):
		r.undo(a.Chamber())
		return
	case agreeing.MatchString(a.Text) && !disagreeing.MatchString(a.Text):
		r.agreed[a.Chamber()] = true
	}

	if conference.MatchString(a.Text) {
		r.confer = true
	}
	for _, s := range a.steps() {
		r.put(Step{
			Stage:   s.stage,
			Date:    a.Date,
			Chamber: s.chamber,
			Text:    a.Text,
		}, a.Source)
	}
}

// put keeps the first day of a stage. Of several texts of that day the Library's is kept, and of a law the one that
// has its number.
func (r *record) put(s Step, from Source) {
	was, known := r.first[s.Stage]
	switch {
	case !known:
		r.first[s.Stage] = s
		if s.Stage == PassedHouse || s.Stage == PassedSen {
			r.amended = withChange.MatchString(s.Text) // of the chamber that came second, in the end
		}
	case was.Date == s.Date && (from == Library && s.Stage != BecameLaw || strings.HasPrefix(s.Text, "Became ")):
		r.first[s.Stage] = s
	}
	r.last[s.Stage] = max(r.last[s.Stage], s.Date)
	if s.Stage == Failed {
		r.failedIn = s.Chamber
	}
}

// undo takes a passage back that the chamber itself took back.
func (r *record) undo(chamber string) {
	stage := PassedHouse
	if chamber == inSenate {
		stage = PassedSen
	}
	delete(r.first, stage)
	delete(r.last, stage)
}

// lawWithoutAction puts the last stage in where the record names the law and no action does. Its day is not known: that
// of the last action is another.
func (r *record) lawWithoutAction(m Measure) {
	if _, ok := r.first[BecameLaw]; !ok && m.IsLaw {
		r.first[BecameLaw] = Step{Stage: BecameLaw}
	}
}

func (r *record) steps(kind string) []Step {
	list := make([]Step, 0, len(r.first))
	for _, s := range r.first {
		list = append(list, s)
	}
	slices.SortFunc(list, func(a, b Step) int {
		return cmp.Or(
			cmp.Compare(undated(a), undated(b)),
			strings.Compare(a.Date, b.Date),
			cmp.Compare(rank[a.Stage], rank[b.Stage]),
			cmp.Compare(second(a, kind), second(b, kind)),
			strings.Compare(string(a.Stage), string(b.Stage)),
		)
	})
	return list
}

// undated is 1 for a step whose day is not known, which comes last.
func undated(s Step) int {
	if s.Date == "" {
		return 1
	}
	return 0
}

// second is 1 for the chamber that the measure did not begin in, which acts after the other one.
func second(s Step, kind string) int {
	if s.Chamber != "" && s.Chamber != origin(kind) {
		return 1
	}
	return 0
}

func origin(kind string) string {
	if strings.HasPrefix(kind, "s") {
		return inSenate
	}
	return inHouse
}

// current is the furthest stage; of two passages the later one. A failure that was followed by progress is past.
func (r *record) current(steps []Step) Stage {
	var current Stage
	for _, s := range steps {
		if s.Stage == Failed && r.overcome() {
			continue
		}
		if current == "" || rank[s.Stage] >= rank[current] {
			current = s.Stage
		}
	}
	return current
}

// overcome is true when the measure went on after it had failed.
func (r *record) overcome() bool {
	failed := r.last[Failed]
	for _, stage := range []Stage{Reported, PassedHouse, PassedSen, Differences, ToPresident, BecameLaw, Vetoed} {
		if r.last[stage] > failed {
			return true
		}
	}
	passed := map[string]Stage{inHouse: PassedHouse, inSenate: PassedSen}[r.failedIn]
	return passed != "" && r.last[passed] == failed // a vote was taken again on the same day
}

// ending says whether anything can still come, and how the measure ended where its stage does not say that.
func (r *record) ending(m Measure, current Stage, now time.Time) (bool, Note) {
	over := !now.Before(End(m.Congress))
	switch current {
	case BecameLaw:
		if !m.IsLaw && !strings.HasPrefix(r.first[BecameLaw].Text, "Became ") {
			return true, Signed
		}
		return true, ""
	case Vetoed:
		if r.sustain || r.pocket || over {
			return true, VetoSustained
		}
		return false, ""
	case ToPresident:
		return false, "" // signed or not, that happens outside of Congress, and the record follows
	case Failed:
		if over {
			return true, DiedInCongress
		}
		return false, ""
	case Introduced, Referred, Reported, PassedHouse, PassedSen, Differences:
	}

	if r.agreedTo(m) {
		return true, AgreedTo
	}
	if over && current != "" {
		return true, DiedInCongress
	}

	return false, ""
}

var constitutional = regexp.MustCompile(`(?i)^(a joint resolution )?proposing an amendment to the Constitution`)

// agreedTo is true of a resolution that takes effect without the President, once it is agreed to: one of a chamber by
// that chamber, a concurrent one and an amendment of the Constitution by both in the same words.
func (r *record) agreedTo(m Measure) bool {
	_, house := r.first[PassedHouse]
	_, senate := r.first[PassedSen]
	switch m.Type {
	case "hres":
		return house
	case "sres":
		return senate
	case "hjres", "sjres":
		if !constitutional.MatchString(m.Title) {
			return false
		}
	case "hconres", "sconres":
	default:
		return false
	}

	if !house || !senate {
		return false
	}
	if _, differed := r.first[Differences]; differed {
		both := r.agreed[inHouse] && r.agreed[inSenate]
		return both || !r.confer && (r.agreed[inHouse] || r.agreed[inSenate])
	}

	return !r.amended
}

// End is when the Congress of that number ends: noon of January 3rd in Washington (20th Amendment).
func End(congress int) time.Time {
	return time.Date(1789+2*congress, time.January, 3, 17, 0, 0, 0, time.UTC)
}

// Congress is the number of the Congress that sits at that time.
func Congress(at time.Time) int {
	n := (at.Year()-1789)/2 + 1
	if at.Before(End(n - 1)) {
		n--
	}
	return n
}
