package kyb

import (
	"cmp"
	"slices"
	"strings"

	gen "github.com/farebox/farebox/gen/kyb"
	"github.com/farebox/farebox/gen/shared"
	"github.com/farebox/farebox/internal/party/organisations"
	"github.com/farebox/farebox/internal/party/sanctions"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream/gleif"
)

const (
	leastMatch = 85 // as /screen/entity does unless told otherwise
	maxMatches = 5
)

// screened is a comparison of the legal names with the sanctions lists.
type screened struct {
	part    *gen.KybScreening
	matches []sanctions.NameMatch // best first
	sources []shared.Source       // the lists
	found   float64               // the best of its names would find so many of the listed companies
}

// screen looks the legal names up in the sanctions lists that are loaded, and says whether each list was checked.
func (h *Handlers) screen(p *organisations.Party) screened {
	names := legalNames(p)
	queries := h.queries(names)
	s := screened{
		part: &gen.KybScreening{
			Names:    slices.Clone(names),
			MinScore: leastMatch,
			Lists:    []gen.KybScreenedList{},
			Matches:  []gen.KybSanction{},
		},
		sources: []shared.Source{},
	}

	all := h.lists.Status()
	for _, status := range all {
		s.sources = append(s.sources, response.List(status.Outline()))
		list := gen.KybScreenedList{
			List:    status.ID,
			Title:   status.Title,
			Checked: status.List != nil && len(queries) > 0,
		}
		if list.Checked {
			list.ConfirmedAt = response.Moment(status.CheckedAt)
		}
		s.part.Lists = append(s.part.Lists, list)
	}

	loaded, register := h.lists.Named(all)
	s.part.AliasSource = response.List(register)
	s.matches = matches(loaded, queries)
	names = slices.DeleteFunc(names, func(name string) bool { return readByProgram(p, name) })
	for _, query := range h.queries(names) {
		s.found = max(s.found, query.Rates(leastMatch).Found)
	}
	s.tell()
	return s
}

// tell writes the matches into the part, and what follows from them.
func (s *screened) tell() {
	part := s.part
	for i := range part.Lists {
		list := &part.Lists[i]
		if list.Checked {
			list.MatchCount = new(countOf(s.matches, list.List))
		}
		at := list.ConfirmedAt
		if at != nil && (part.AsOf == nil || at.Before(*part.AsOf)) {
			part.AsOf = at
		}
	}
	if s.whole() {
		part.MatchCount = new(len(s.matches))
		part.RecallRatio = new(response.Round(s.found, 3))
	}
	for _, m := range s.matches[:min(len(s.matches), maxMatches)] {
		part.Matches = append(part.Matches, gen.KybSanction{
			List:        m.List.ID,
			Ref:         m.Party.Ref,
			Name:        m.Party.Names[0].Text,
			MatchedName: m.Matched,
			Score:       m.Score,
			MatchType:   gen.KybSanctionMatchType(m.Type),
			Programs:    append([]string{}, m.Party.Programs...),

			WikidataItem: response.OrNull(m.Item),
		})
	}

	switch {
	case len(s.matches) > 0 && counts(s.matches[0]):
		part.Status = gen.Match
	case len(s.matches) > 0:
		part.Status = gen.Possible
	case !s.whole(), response.Partial(s.sources):
		part.Status = gen.Incomplete
	case !s.conclusive():
		part.Status = gen.Inconclusive
	default:
		part.Status = gen.Clear
	}
}

// conclusive says whether it means something that no match was found.
func (s *screened) conclusive() bool { return len(s.matches) > 0 || s.found >= sanctions.LeastFound }

// whole says whether the names were compared with all lists.
func (s *screened) whole() bool {
	return !slices.ContainsFunc(s.part.Lists, func(l gen.KybScreenedList) bool { return !l.Checked })
}

// counts says whether a listed party's name is all but the same: of 7,992 companies on the SEC's table of tickers 134
// score 85 and more against the lists of OFAC and the UN, 11 score 95 and more.
func counts(m sanctions.NameMatch) bool { return m.Type != sanctions.Fuzzy || m.Score >= sureMatch }

func countOf(matches []sanctions.NameMatch, list string) int {
	n := 0
	for _, m := range matches {
		if m.List.ID == list {
			n++
		}
	}
	return n
}

// queries are the names as lists are asked for them; those without a letter that can be compared are left out.
func (h *Handlers) queries(names []string) []*sanctions.Query {
	var queries []*sanctions.Query
	for _, name := range names {
		if query, err := sanctions.NewQuery(h.lists.Engine(), name, sanctions.Entity); err == nil {
			queries = append(queries, query)
		}
	}
	return queries
}

// matches are the listed parties that one of the names may mean, best first, each once.
func matches(lists []*sanctions.List, queries []*sanctions.Query) []sanctions.NameMatch {
	var found []sanctions.NameMatch
	for _, query := range queries {
		for _, m := range sanctions.ScreenAll(lists, query, leastMatch) {
			known := slices.IndexFunc(found, func(k sanctions.NameMatch) bool { return k.Party == m.Party })
			switch {
			case known < 0:
				found = append(found, m)
			case m.Score > found[known].Score:
				found[known] = m
			}
		}
	}

	slices.SortStableFunc(found, func(a, b sanctions.NameMatch) int { return cmp.Compare(b.Score, a.Score) })
	return found
}

// readByProgram says whether a name is only a Latin reading of another one that GLEIF's program made: a list has the
// company by the name that it uses.
func readByProgram(p *organisations.Party, name string) bool {
	return p.Record != nil && slices.ContainsFunc(p.Record.Entity.Transliterated, func(other gleif.Text) bool {
		return strings.HasPrefix(other.Type, "AUTO_") && other.Name == name
	})
}

// legalNames are the names that the registers have for the company today, in every language and script.
func legalNames(p *organisations.Party) []string {
	names := []string{p.LegalName()}
	add := func(name string) {
		if !slices.ContainsFunc(names, func(known string) bool { return strings.EqualFold(known, name) }) {
			names = append(names, name)
		}
	}
	if p.Filer != nil {
		add(p.Filer.Name)
	}
	if p.Record != nil {
		for _, other := range slices.Concat(p.Record.Entity.OtherNames, p.Record.Entity.Transliterated) {
			if strings.HasSuffix(other.Type, "_LEGAL_NAME") && other.Type != "PREVIOUS_LEGAL_NAME" {
				add(other.Name)
			}
		}
	}
	return names
}
