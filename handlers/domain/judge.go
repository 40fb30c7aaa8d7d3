package domain

import (
	"strings"

	gen "github.com/farebox/farebox/gen/domain"
	"github.com/farebox/farebox/internal/network/typosquat"
)

// clearing is how many blocklists have to be there for a domain on none of them to be called clean.
const clearing = 2

func (h *Handlers) judgeLists(t *trust) {
	hits, lists := h.sources.Lists.Blocked(t.host)
	switch listed := len(hits) > 0; {
	case listed || lists >= clearing:
		t.blocked = &listed
		d := t.evaluated(gen.Blocklist)
		if !listed {
			break
		}
		var titles []string
		for _, hit := range hits {
			t.blocklists = append(t.blocklists, hit.List)
			titles = append(titles, hit.Title)
		}
		d.lack(gen.Blocklist, "listed", 100, gen.Critical, "%s is on %s.", hits[0].Name, strings.Join(titles, ", "))
	default:
		t.skip(gen.Blocklist, "fewer than two blocklists are loaded")
	}

	rank, ranking, loaded := h.sources.Lists.Rank(t.host)
	if !loaded {
		t.skip(gen.Popularity, "no ranking is loaded")
		return
	}
	t.rank = rank
	d := t.evaluated(gen.Popularity)
	lack := func(signal string, weight int) {
		d.lack(gen.Popularity, signal, weight, gen.Low, "The site is number %d of %s.", rank, ranking)
	}
	switch {
	case rank == 0:
		d.lack(gen.Popularity, "unranked", 70, gen.Low, "The site is not among the million most popular ones.")
	case rank <= 1_000:
	case rank <= 10_000:
		lack("rank_over_1k", 10)
	case rank <= 100_000:
		lack("rank_over_10k", 25)
	default:
		lack("rank_over_100k", 40)
	}
}

func (t *trust) judgeName(v typosquat.Verdict) {
	d := t.evaluated(gen.Lexical)
	d.least = 100 + typosquat.MinDelta
	for _, r := range v.Reasons {
		if r.Delta == 0 {
			continue
		}
		severity := gen.Low
		switch {
		case r.Delta <= -40:
			severity = gen.High
		case r.Delta <= -20:
			severity = gen.Medium
		}
		d.lack(gen.Lexical, r.Code, -r.Delta, severity, "%s", r.Detail)
	}
}
