package organisations

import (
	"cmp"
	"context"
	"slices"

	"github.com/farebox/farebox/internal/party/filernames"
	"github.com/farebox/farebox/internal/party/filers"
)

// filers looks for the name on the SEC's table of tickers and on its list of all names, where former ones and those of
// filers that ended are. Names that are only alike are looked for on the long list when neither has the very name.
func (s *search) filers(ctx context.Context) {
	index, err := s.r.filerNames()
	s.work.note(SEC, err)
	if err == nil {
		listed := index.like(s.asked.text, leastScore)
		for _, h := range listed[:min(len(listed), perRegister)] {
			h.very = s.isVery(h.Name)
			s.hits = append(s.hits, h)
		}
		s.onTable = len(s.hits)
	}

	same, err := s.r.named.Same(ctx, s.asked.Name)
	s.take(same)
	if err == nil && !slices.ContainsFunc(s.hits, func(h hit) bool { return h.very }) {
		var like []filernames.Entry
		like, err = s.r.named.Like(ctx, s.asked.Name)
		s.take(like)
	}
	s.work.note(SECNames, err)
	slices.SortStableFunc(s.hits, mostAlike)
}

// mostAlike puts hits with the very name first, those of them that are listed before others.
func mostAlike(a, b hit) int {
	return cmp.Or(cmp.Compare(b.order(), a.order()), cmp.Compare(b.score, a.score))
}

func (h hit) order() int {
	switch {
	case !h.very:
		return 0
	case len(h.Listings) == 0:
		return 1
	}
	return 2
}

func (s *search) isVery(name string) bool { return s.asked.Proves(s.r.compare.rule.Read(name)) }

// take adds entries of the list of all names whose names are like the one asked for, the most alike ones.
func (s *search) take(entries []filernames.Entry) {
	var found []hit
	for _, entry := range entries {
		name := s.r.compare.rule.Read(entry.Name)
		h := hit{
			Filer: filers.Filer{CIK: entry.CIK, Name: entry.Name},
			entry: true,
			very:  s.asked.Proves(name),
		}
		_, h.score = s.r.compare.likeness(s.asked.text, filerName(entry.Name))
		switch {
		case h.very:
			h.score = max(h.score, provedScore)
		case s.asked.begins(name):
			h.score = max(h.score, cutScore)
		}
		if h.score >= leastScore {
			found = append(found, h)
		}
	}
	slices.SortStableFunc(found, mostAlike)

	for _, h := range found[:min(len(found), perRegister)] {
		s.entries++
		s.hold(h)
	}
}

// hold keeps one hit of each filer, with its tickers where it is listed: the one with the very name, else the first.
func (s *search) hold(h hit) {
	listed := s.r.filers.ByCIK(h.CIK)
	h.Ticker = listed.Ticker
	h.Listings = listed.Listings
	known := slices.IndexFunc(s.hits, func(k hit) bool { return k.CIK == h.CIK })
	switch {
	case known < 0:
		s.hits = append(s.hits, h)
	case h.very && !s.hits[known].very:
		s.hits[known] = h
	}
}
