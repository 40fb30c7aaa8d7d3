package domain

import (
	"strings"

	"github.com/farebox/farebox/internal/network/typosquat"
	"github.com/farebox/farebox/internal/scored"
)

// severities are how bad findings about the letters are, by what they cost.
var severities = scored.Severities{Medium: 20, High: 40}

func (h *Handlers) judgeLists(t *trust) {
	hits, clears := h.sources.Lists.Blocked(t.host)
	switch listed := len(hits) > 0; {
	case listed || clears:
		t.blocked = &listed
		d := t.evaluated(blocklist)
		if !listed {
			break
		}
		var titles []string
		for _, hit := range hits {
			t.blocklists = append(t.blocklists, hit.List)
			titles = append(titles, hit.Title)
		}
		d.lack("listed", 100, high, "%s is on %s.", hits[0].Name, strings.Join(titles, ", "))
	default:
		t.skip(blocklist, "a blocklist is missing or old")
	}

	rank, ranking, loaded := h.sources.Lists.Rank(t.host)
	if !loaded {
		t.skip(popularity, "no ranking is loaded")
		return
	}
	t.rank = rank
	d := t.evaluated(popularity)
	lack := func(signal string, weight int) {
		d.lack(signal, weight, low, "The site is number %d of %s.", rank, ranking)
	}
	switch {
	case rank == 0:
		d.lack("unranked", 70, low, "The site is not among the million most popular ones.")
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
	d := t.evaluated(lexical)
	d.least = 100 + typosquat.MinDelta
	for _, r := range v.Reasons {
		if r.Delta == 0 {
			continue
		}
		d.lack(r.Code, -r.Delta, severities.Of(float64(-r.Delta)), "%s", r.Detail)
	}
}
