package kyb

import (
	"slices"
	"time"

	gen "github.com/farebox/farebox/gen/kyb"
	"github.com/farebox/farebox/internal/party/organisations"
	"github.com/farebox/farebox/internal/party/sanctions"
	"github.com/farebox/farebox/internal/scored"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/gleif"
)

// The rules are our own, as described in the spec: points are what each signal adds to the risk.
const (
	ptsNoRegistry    = 45
	ptsLapsed        = 15
	ptsLongLapsed    = 30
	ptsRetired       = 35
	ptsInactive      = 40
	ptsDissolved     = 60
	ptsDisputed      = 10
	ptsSelfSupplied  = 10
	ptsPartlyProved  = 5
	ptsNonConforming = 5
	ptsCurrentFiler  = -10
	ptsStaleFiler    = 20
	ptsLate          = 8
	ptsUnreliable    = 12
	ptsConflict      = 20
	ptsRecent        = 10
	ptsSanctions     = 60
)

// leastFlag are the points from which a reason is flagged.
const leastFlag = 10

var severities = scored.Severities{Medium: 15, High: 35}

// What the rules ask of ages and of names.
const (
	longLapsedYears = 2
	recentFor       = 365 * 24 * time.Hour
	sureMatch       = 95 // from that score a listed party counts
)

// signals are what is known about a company, as far as the rules need it.
type signals struct {
	party   *organisations.Party
	filings organisations.Filings
	matches []sanctions.NameMatch
	now     time.Time

	points scored.Points
}

func (s *signals) add(code string, points int, format string, args ...any) {
	s.points.Add(code, float64(points), format, args...)
}

// judge applies every rule once.
func (s *signals) judge() {
	p := s.party
	if p.Record == nil && p.Filer == nil {
		s.add("no_registry_record", ptsNoRegistry, "only Wikidata has it: it leads to no entry of GLEIF or the SEC")
	}
	if p.Record != nil {
		s.judgeLEI(p.Record)
	}
	s.judgeEnd()
	if p.Filer != nil {
		s.judgeFilings()
	}
	s.judgeIdentity()
	s.judgeAge()
	s.judgeSanctions()
}

// judgeSanctions counts a listed party only when its name is all but the same.
func (s *signals) judgeSanctions() {
	if len(s.matches) == 0 {
		return
	}

	best := s.matches[0]
	if !counts(best) {
		s.add(
			"sanctions_possible",
			0,
			"the sanctions list %s has %q, which is a little like the legal name (score %d)",
			best.List.ID,
			best.Matched,
			best.Score,
		)
		return
	}

	s.add(
		"sanctions_match",
		ptsSanctions,
		"the sanctions list %s has %q, which is the legal name or nearly so (score %d)",
		best.List.ID,
		best.Matched,
		best.Score,
	)
}

func (s *signals) judgeLEI(r *gleif.Record) {
	switch status := r.Registration.Status; {
	case organisations.InForce(r):
		s.add("lei_active", 0, "GLEIF: the LEI is in force and the entity active")
	case status == "LAPSED":
		s.judgeLapse(r)
	case retired(r):
		s.add("lei_retired", ptsRetired, "GLEIF: the LEI's registration is %s", status)
	}
	if r.Entity.Status == "INACTIVE" {
		s.add("entity_inactive", ptsInactive, "GLEIF: the entity is inactive")
	}

	switch r.Registration.Corroboration {
	case "ENTITY_SUPPLIED_ONLY":
		s.add("weak_corroboration", ptsSelfSupplied, "GLEIF: the data were supplied by the entity and not proved")
	case "PARTIALLY_CORROBORATED":
		s.add("weak_corroboration", ptsPartlyProved, "GLEIF: the data were proved in part")
	case "FULLY_CORROBORATED":
	default:
		s.add("corroboration_unknown", ptsSelfSupplied, "GLEIF: whether the data were proved is not said")
	}
	switch r.Conformity {
	case "NON_CONFORMING":
		s.add("non_conforming", ptsNonConforming, "GLEIF: the record does not conform to its policy")
	case "":
		s.add("conformity_unknown", 0, "GLEIF: whether the record conforms to its policy is not said")
	}
}

func (s *signals) judgeLapse(r *gleif.Record) {
	due := r.Registration.NextRenewal
	switch {
	case due == nil: // which is no better than long ago
		s.add("lei_lapsed", ptsLongLapsed, "GLEIF: the LEI has lapsed")
	case due.AddDate(longLapsedYears, 0, 0).Before(s.now):
		s.add(
			"lei_lapsed",
			ptsLongLapsed,
			"GLEIF: the LEI has lapsed; renewal was due on %s; that is more than two years ago",
			day(*due),
		)
	default:
		s.add("lei_lapsed", ptsLapsed, "GLEIF: the LEI has lapsed; renewal was due on %s", day(*due))
	}
}

// retired says whether an LEI stands for nothing any more.
func retired(r *gleif.Record) bool {
	switch r.Registration.Status {
	case "RETIRED", "MERGED", "DUPLICATE", "ANNULLED":
		return true
	}
	return false
}

// sources are the registers' names in a sentence.
var sources = map[string]string{
	organisations.GLEIF:    "GLEIF",
	organisations.SEC:      "SEC",
	organisations.Wikidata: "Wikidata",
}

func (s *signals) judgeEnd() {
	end := s.party.End(s.now)
	if end == nil {
		return
	}

	when := ""
	if !end.Day.IsZero() {
		when = " in or after " + day(end.Day)
	}

	if end.Disputed {
		s.add(
			"dissolution_disputed",
			ptsDisputed,
			"%s: it was dissolved%s, but another register shows that it was active later",
			sources[end.Source],
			when,
		)
		return
	}

	s.add("dissolved", ptsDissolved, "%s: it was dissolved%s", sources[end.Source], when)
}

// dissolved says whether a register has it as dissolved and none contradicts it later.
func (s *signals) dissolved() bool {
	end := s.party.End(s.now)
	return end != nil && !end.Disputed
}

func (s *signals) judgeFilings() {
	f := s.filings
	switch {
	case f.Deregistered != nil:
		s.add(
			"deregistered",
			ptsStaleFiler,
			"SEC: form %s of %s ended the duty to report",
			f.Deregistered.Form,
			f.Deregistered.Filed,
		)
	case f.Periodic == nil:
		s.add("no_periodic_report", 0, "SEC: no annual or quarterly report is among its latest filings")
	case f.Current:
		s.add(
			"current_filer",
			ptsCurrentFiler,
			"SEC: the last periodic report, %s, is of %s",
			f.Periodic.Form,
			f.Periodic.Filed,
		)
	default:
		s.add("stale_filer", ptsStaleFiler, "SEC: the last periodic report, %s, is of %s, more than 400 days ago",
			f.Periodic.Form, f.Periodic.Filed)
	}

	if f.Late != nil {
		s.add("late_filing", ptsLate, "SEC: %s of %s says that a report was late", f.Late.Form, f.Late.Filed)
	}

	if f.Unreliable != nil {
		s.add(
			"nonreliance",
			ptsUnreliable,
			"SEC: 8-K of %s says that earlier reports are not to be relied on (item 4.02)",
			f.Unreliable.Filed,
		)
	}
}

func (s *signals) judgeIdentity() {
	for _, c := range s.party.Conflicts {
		if c.Clash {
			s.add("id_conflict", ptsConflict, "registers contradict each other: %s", inWords(c))
			break
		}
	}
	if note := s.party.Match.Note(); note != "" {
		s.add("former_name", 0, "%s: it %s", sources[s.party.Match.Source], note)
	}
}

func (s *signals) judgeAge() {
	r := s.party.Record
	if r == nil {
		return
	}
	since := r.Entity.Created
	what := "was formed"
	if since == nil {
		since = r.Registration.First
		what = "first had an LEI"
	}
	if since != nil && s.now.Sub(*since) < recentFor {
		s.add("recently_formed", ptsRecent, "GLEIF: it %s on %s, less than a year ago", what, day(*since))
	}
}

// tally says which of the registers that were to be asked, and of the sanctions lists, had a say. Registers together
// and lists together weigh the same.
func (s *signals) tally(screening screened) *scored.Tally {
	var tally scored.Tally
	registers := slices.DeleteFunc(
		slices.Clone(s.party.Asked),
		func(a organisations.Asked) bool { return a.Skipped != "" },
	)
	for _, asked := range registers {
		answered := !upstream.Lacking(upstream.StatusOf(asked.Err))
		tally.Part(asked.Name, 1/float64(len(registers)), answered)
	}
	for _, list := range screening.sources {
		tally.Part(list.Name, 1/float64(len(screening.sources)), list.FetchedAt != nil && screening.conclusive())
	}
	return &tally
}

// flags are the codes of the reasons that weigh most.
func (s *signals) flags() []string {
	codes := []string{}
	for _, r := range s.points.Reasons {
		if r.Points >= leastFlag {
			codes = append(codes, r.Code)
		}
	}
	return codes
}

// verdict is the first that holds.
func (s *signals) verdict() gen.KybVerifyVerdict {
	r := s.party.Record
	active := organisations.InForce(r)
	current := s.filings.Current
	switch {
	case s.dissolved():
		return gen.KybVerifyVerdictDissolved
	case s.inactive():
		return gen.KybVerifyVerdictInactive
	case s.contradicted():
		return gen.KybVerifyVerdictLikelyReal
	case active && current, active && proved(r):
		return gen.KybVerifyVerdictReal
	}
	return gen.KybVerifyVerdictLikelyReal
}

// inactive says whether the company has ended in one register and no other calls it active.
func (s *signals) inactive() bool {
	r := s.party.Record
	ended := r != nil && (r.Entity.Status == "INACTIVE" || retired(r))
	left := s.filings.Deregistered != nil && !organisations.InForce(r) && !s.lapsedOnly()
	return ended && !s.filings.Current || left
}

// contradicted says whether registers do not agree on whether the company exists.
func (s *signals) contradicted() bool {
	return slices.ContainsFunc(s.party.Conflicts, func(c organisations.Conflict) bool {
		return c.Clash && c.Field == "status"
	})
}

// lapsedOnly says whether GLEIF calls the entity active although its LEI was not renewed.
func (s *signals) lapsedOnly() bool {
	r := s.party.Record
	return r != nil && r.Entity.Status == "ACTIVE" && !retired(r)
}

// proved says whether the issuer of the LEI found the entity in a national register.
func proved(r *gleif.Record) bool {
	return r.Registration.Corroboration == "FULLY_CORROBORATED" && r.Entity.RegisteredAs != ""
}

func day(t time.Time) string { return t.UTC().Format(time.DateOnly) }
