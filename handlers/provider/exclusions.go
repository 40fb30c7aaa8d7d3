package provider

import (
	"cmp"
	"context"
	"errors"
	"math"
	"slices"
	"strings"

	gen "github.com/farebox/farebox/gen/provider"
	"github.com/farebox/farebox/handlers/provider/excluded"
	"github.com/farebox/farebox/internal/party/identifier"
	"github.com/farebox/farebox/internal/party/names"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/leie"
	"github.com/farebox/farebox/internal/upstream/nppes"
	"github.com/farebox/farebox/internal/upstream/samexclusions"
)

// subject is whom the lists are searched for: a provider of the register, or the name that was asked for.
type subject struct {
	npi         string // empty for a name
	kind        names.Kind
	name        string
	first, last string
	middle      string
	generation  string // Jr, III; or empty
	states      []string
	birthYear   int
	half        bool // the last name is one part of a double name
}

// ofRecord is a provider of the register as a subject.
func ofRecord(r *nppes.Record, q *query) subject {
	s := subject{
		npi:       string(r.NPI),
		kind:      names.Company,
		name:      nameOf(r),
		states:    states(r),
		birthYear: q.birthYear,
	}
	if r.Basic.Organization == "" {
		s.kind = names.Person
		s.first = r.Basic.First
		s.last = r.Basic.Last
		s.middle = spaced(r.Basic.Middle)
		s.generation = r.Basic.Suffix
	}
	return s
}

// formerly are the subjects of former names: an exclusion is under the name used at the time. Of persons these are all
// that the register has, such as that before a marriage, and the parts of a double name, which is often made of both.
// Of organisations they are the former legal names: trade names are too common to be looked for.
func formerly(r *nppes.Record, today subject) []subject {
	var all []subject
	for _, n := range r.OtherNames {
		other := today
		switch {
		case today.kind == names.Person && n.First != "" && n.Last != "":
			other.first = n.First
			other.last = n.Last
			other.name = spaced(n.First, n.Last)
		case today.kind == names.Company && n.FormerlyLegal() && n.Organization != "":
			other.name = n.Organization
		default:
			continue
		}
		all = append(all, other)
	}

	for _, part := range doubled(today.last) {
		half := today
		half.last = part
		half.name = spaced(today.first, part)
		half.half = true
		all = append(all, half)
	}
	return all
}

// leastPart is the shortest part of a double name that is a name by itself: De La Cruz has no such parts.
const leastPart = 4

// doubled are the parts of a double last name, none for any other.
func doubled(last string) []string {
	parts := strings.FieldsFunc(last, func(r rune) bool { return r == '-' || r == ' ' })
	short := func(part string) bool { return len(part) < leastPart }
	if len(parts) != 2 || slices.ContainsFunc(parts, short) {
		return nil
	}
	return parts
}

// ofName is the name that was asked for as a subject.
func (h *Handlers) ofName(q *query) subject {
	s := subject{
		kind:      q.form.Kind,
		name:      cmp.Or(q.organization, q.name),
		first:     q.first,
		last:      q.last,
		birthYear: q.birthYear,
	}
	if s.kind == names.Person {
		parts := h.engine.Standardize(q.form).Parts
		s.middle = parts["middle"]
		s.generation = parts["suffix"]
	}
	if q.state != "" {
		s.states = []string{q.state}
	}
	return s
}

// searchOIG looks for a subject by number and by name.
func (h *Handlers) searchOIG(ctx context.Context, s subject) ([]gen.ProviderMatch, error) {
	var matches []gen.ProviderMatch
	if s.npi != "" {
		found, err := h.oig.ByNPI(ctx, s.npi)
		if err != nil {
			return nil, err
		}
		for i := range found {
			matches = append(matches, h.judge(&s, ofOIG(&found[i])))
		}
	}

	find := func() ([]leie.Exclusion, error) { return h.oig.ByBusiness(ctx, s.name) }
	if s.kind == names.Person {
		find = func() ([]leie.Exclusion, error) { return h.oig.ByPerson(ctx, s.first, s.last) }
	}
	found, err := find()
	if err != nil {
		return nil, err
	}
	for i := range found {
		if e := ofOIG(&found[i]); s.npi == "" || e.npi != s.npi {
			matches = append(matches, h.judge(&s, e))
		}
	}
	return alike(matches), nil
}

// searchSAM asks SAM.gov for a name, the only thing that it can be searched by. more says that there are records of the
// name that it did not give.
func (h *Handlers) searchSAM(ctx context.Context, s subject) (matches []gen.ProviderMatch, more bool, err error) {
	if err := h.sam.Configured(); err != nil {
		return nil, false, err
	}
	words := h.engine.Plain(s.name) // a record has to have all words, and may have no legal form or write it otherwise
	if s.kind == names.Person {
		words = spaced(s.first, s.last)
	}
	ctx, cancel := context.WithTimeout(ctx, samBudget)
	defer cancel()
	found, more, err := h.sam.ByName(ctx, words)

	seen := map[string]bool{}
	for i := range found {
		e := &found[i]
		key := strings.Join([]string{e.Name(), e.Details.Type, programme(e), e.Since().String()}, "|")
		if seen[key] || !e.InForce(h.now()) {
			continue
		}
		seen[key] = true
		matches = append(matches, h.judge(&s, ofSAM(e)))
	}
	return alike(matches), more, err
}

// entry is an exclusion of either list.
type entry struct {
	match       gen.ProviderMatch // with what the list says
	person      bool
	npi         string
	first, last string
	middle      string
	birthYear   int
}

func ofOIG(e *leie.Exclusion) entry {
	return entry{
		match: gen.ProviderMatch{
			List:          gen.Oig,
			Name:          e.Name(),
			Npi:           response.OrNull(e.NPI),
			ExclusionType: e.Type,
			Meaning:       response.OrNull(leie.Meaning(e.Type)),
			ExclusionDate: response.Date(e.Excluded),
			State:         response.OrNull(e.State),
			Agency:        new("HHS Office of Inspector General"),
			WaiverState:   response.OrNull(e.WaiverState),
		},
		person:    e.Business == "",
		npi:       e.NPI,
		first:     e.First,
		last:      e.Last,
		middle:    e.Middle,
		birthYear: e.BirthYear,
	}
}

func ofSAM(e *samexclusions.Exclusion) entry {
	npi, err := identifier.NPI(samexclusions.Or(e.Who.NPI))
	if err != nil {
		npi = "" // masked
	}

	return entry{
		match: gen.ProviderMatch{
			List:          gen.Sam,
			Name:          e.Name(),
			Npi:           response.OrNull(npi),
			ExclusionType: e.Details.Type,
			Meaning:       response.OrNull(programme(e)),
			ExclusionDate: response.Date(e.Since()),
			State:         e.Address.State,
			Agency:        e.Details.Agency,
		},
		person: e.Details.Class == samexclusions.Individual,
		npi:    npi,
		first:  samexclusions.Or(e.Who.First),
		last:   samexclusions.Or(e.Who.Last),
		middle: samexclusions.Or(e.Who.Middle),
	}
}

// programme is the programme of an exclusion with the class of what is excluded.
func programme(e *samexclusions.Exclusion) string {
	return strings.Join(strings.Fields(samexclusions.Or(e.Details.Program)+" "+e.Details.Class), ", ")
}

// judge says whether an entry is the subject. Only the number proves it. An entry of the same name is a possible match
// as long as nothing tells the two apart: people move, so that another state does not. A part of a double name, and an
// entry with an initial for the first name, count only where the state or the year of birth agrees. All other likeness
// is that of a namesake.
func (h *Handlers) judge(s *subject, e entry) gen.ProviderMatch {
	m := e.match
	m.ProviderNpi = response.OrNull(s.npi)
	m.MatchScore = h.likeness(s, &e)
	if s.npi != "" && e.npi == s.npi {
		m.MatchType = gen.Npi
		m.Grounds = []string{"the same NPI"}
		return m
	}

	same, apart, agrees := h.compare(s, &e, &m)
	part := s.half || e.person && excluded.IsInitial(e.first, s.first)
	m.MatchType = gen.Namesake
	if same && !apart && (agrees || !part) {
		m.MatchType = gen.Possible
	}
	return m
}

// compare puts the grounds into m, and says whether the names are the same, whether something tells the two apart, and
// whether something beside the name agrees.
func (h *Handlers) compare(s *subject, e *entry, m *gen.ProviderMatch) (same, apart, agrees bool) {
	say := func(ground string) { m.Grounds = append(m.Grounds, ground) }
	m.Grounds = []string{}

	switch {
	case e.person != (s.kind == names.Person):
		apart = true
		say("one is a person, the other is not")
	case e.person:
		same = sameLast(s.last, e.last) &&
			(excluded.SameFirst(s.first, e.first) || excluded.IsInitial(e.first, s.first))
	default:
		same = h.oig.SameBusiness(s.name, e.match.Name)
	}
	switch {
	case same && s.half:
		say("a part of the double name")
	case same:
		say(groundSame)
	case !apart:
		say("a like name")
	}
	if e.person && initialsApart(s.middle, e.middle) {
		apart = true
		say("another middle name")
	}

	if e.person && otherGeneration(s, e) {
		apart = true
		say("another generation")
	}

	if e.npi != "" && s.npi != "" && e.person {
		apart = true
		say("another NPI, and a person has only one")
	}
	state := value2(m.State)
	switch {
	case state == "" || len(s.states) == 0:
		say("no state to compare")
	case slices.Contains(s.states, state):
		agrees = true
		say("the same state")
	default:
		say(groundOtherState)
	}
	switch {
	case s.birthYear == 0 || e.birthYear == 0:
	case s.birthYear == e.birthYear:
		agrees = true
		say("the same year of birth")
	default:
		apart = true
		say("another year of birth")
	}
	return same, apart, agrees
}

// Grounds that are looked for again.
const (
	groundSame       = "the same name"
	groundOtherState = "another state"
)

// sameLast says whether two last names are the same as far as the lists have room for them.
func sameLast(a, b string) bool {
	short := func(name string) string {
		name, _ = excluded.Generation(name[:min(len(name), leie.LastLength)])
		return strings.ReplaceAll(names.Normalize(name), " ", "")
	}
	return short(a) != "" && short(a) == short(b)
}

// otherGeneration says whether both names have a generation behind them, and not the same.
func otherGeneration(s *subject, e *entry) bool {
	_, listed := excluded.Generation(e.last)
	_, own := excluded.Generation(s.last + " " + s.generation)
	return listed != "" && own != "" && listed != own
}

// initialsApart says whether two middle names begin with different letters.
func initialsApart(a, b string) bool {
	a = names.Normalize(a)
	b = names.Normalize(b)
	return a != "" && b != "" && a[0] != b[0]
}

// likeness is the score of the names engine, null when there is nothing to compare.
func (h *Handlers) likeness(s *subject, e *entry) *int {
	ours, err := h.engine.Prepare(s.kind, s.name, "")
	theirs, err2 := h.engine.Prepare(s.kind, e.match.Name, "")
	if errors.Join(err, err2) != nil {
		return nil
	}
	return new(int(math.Round(h.engine.Score(ours, theirs))))
}

func value2(text *string) string {
	if text == nil {
		return ""
	}
	return *text
}

// Bounds of the namesakes that are shown.
const (
	leastNamesake = 85
	mostNamesakes = 20
)

// alike keeps what is a match or has an equal or like name, surest first.
func alike(matches []gen.ProviderMatch) []gen.ProviderMatch {
	order := []gen.ProviderMatchMatchType{gen.Npi, gen.Possible, gen.Namesake}
	kept := []gen.ProviderMatch{}
	for _, m := range matches {
		if m.MatchType != gen.Namesake || value(m.MatchScore) >= leastNamesake ||
			slices.Contains(m.Grounds, groundSame) {
			kept = append(kept, m)
		}
	}
	slices.SortStableFunc(kept, func(a, b gen.ProviderMatch) int {
		return cmp.Or(
			cmp.Compare(slices.Index(order, a.MatchType), slices.Index(order, b.MatchType)),
			cmp.Compare(value(b.MatchScore), value(a.MatchScore)),
		)
	})

	first := slices.IndexFunc(kept, func(m gen.ProviderMatch) bool { return m.MatchType == gen.Namesake })
	if first >= 0 {
		kept = kept[:min(len(kept), first+mostNamesakes)]
	}
	return kept
}

// listed is what a list gave, or why it gave nothing. A match that came is kept even when another question of the same
// list failed; more says that the list has others that it did not give.
func listed(matches []gen.ProviderMatch, more bool, err error) gen.ProviderList {
	l := gen.ProviderList{Available: err == nil, Matches: append([]gen.ProviderMatch{}, matches...)}
	switch {
	case err == nil && more:
		l.Reason = new(gen.Incomplete)
	case errors.Is(err, upstream.NotConfigured):
		l.Reason = new(gen.NotConfigured)
	case err != nil:
		l.Reason = new(gen.Unavailable)
	}
	return l
}
