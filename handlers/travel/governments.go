package travel

import (
	"fmt"
	"strings"
	"time"

	gen "github.com/farebox/farebox/gen/travel"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/auswaertigesamt"
	"github.com/farebox/farebox/internal/upstream/fcdo"
	"github.com/farebox/farebox/internal/upstream/gac"
	"github.com/farebox/farebox/internal/upstream/statedept"
	"github.com/farebox/farebox/internal/web/htmlpage"
)

// american is the newest U.S. advisory on a place in either feed; the place's own takes precedence over one on
// several places.
func (h *Handlers) american(a *advice, code string) (*opinion, heard) {
	var best *statedept.Advisory
	var said *heard
	several := false
	for _, feed := range []*upstream.Dataset[[]statedept.Advisory]{h.us.JSON, h.us.RSS} {
		list, _, err := feed.Get()
		found := false
		for i, one := range list {
			if !h.names(one.Places, code) {
				continue
			}
			if one.Level == 0 {
				a.unlevelled = later(a.unlevelled, one.Updated)
				continue
			}
			found = true
			shared := len(h.read(one.Places)) > 1
			if best == nil || several && !shared || several == shared && one.Updated.After(best.Updated) {
				best = &list[i]
				several = shared
			}
		}
		if err == nil && !found {
			err = upstream.NotFound.Errorf("not in the list")
		}
		this := listed(srcUS, feed.Status("Travel Advisories"), err, statedept.Usual)
		if said == nil || rank(this) < rank(*said) {
			said = &this
		}
	}
	if best == nil {
		return nil, *said
	}

	if a.unlevelled.After(best.Updated) {
		a.newer = true
	}
	a.summary, _ = htmlpage.TextOf(best.Summary, 20*summaryBytes)
	return h.opinion(gen.TravelAdvisory{
		Government:       "United States",
		Level:            best.Level,
		NativeStatus:     fmt.Sprintf("Level %d: %s", best.Level, best.Words),
		AppliesTo:        gen.WholeCountry,
		Covers:           best.Places,
		RegionalWarnings: strongerInParts(best.Level, a.summary),
		URL:              response.OrNull(best.Link),
	}, best.Updated), *said
}

func later(a, b time.Time) time.Time {
	if b.After(a) {
		return b
	}
	return a
}

// rank puts a feed with the place first, then one without it, then one that failed.
func rank(said heard) int {
	switch {
	case said.err == nil:
		return 0
	case upstream.KindOf(said.err) == upstream.NotFound:
		return 1
	}
	return 2
}

// strongerInParts says whether a U.S. advisory uses the words of a higher level, as it does for parts of a country.
// It is nil without a text.
func strongerInParts(level int, summary string) *bool {
	if summary == "" {
		return nil
	}
	text := strings.ToLower(summary)
	return new(level < 4 && strings.Contains(text, "do not travel") ||
		level < 3 && strings.Contains(text, "reconsider travel"))
}

// british reads the alerts of the British page. An unknown word is not a reason to call a country safe.
func (h *Handlers) british(page *fcdo.Advice) (*opinion, error) {
	whole := 1
	parts := 0
	for _, alert := range page.Details.Alerts {
		switch alert {
		case fcdo.EssentialParts:
			parts = max(parts, 2)
		case fcdo.AllParts:
			parts = max(parts, 3)
		case fcdo.EssentialWhole:
			whole = max(whole, 3)
		case fcdo.AllWhole:
			whole = max(whole, 4)
		default:
			return nil, upstream.BadResponse.Errorf("an alert that is not known")
		}
	}

	status := "no warning against travel"
	if len(page.Details.Alerts) > 0 {
		status = strings.Join(page.Details.Alerts, ", ")
	}

	return h.opinion(gen.TravelAdvisory{
		Government:       "United Kingdom",
		Level:            max(whole, parts),
		NativeStatus:     status,
		AppliesTo:        scope(whole, parts),
		Covers:           page.Details.Country.Name,
		RegionalWarnings: new(parts > 0),
		URL:              new(pageOf(page.Details.Country.Slug)),
	}, page.PublicUpdated), nil
}

func scope(whole, parts int) gen.TravelAdvisoryAppliesTo {
	if parts > whole {
		return gen.Parts
	}
	return gen.WholeCountry
}

func (h *Handlers) canadian(code string) (*opinion, heard) {
	list, _, err := h.ca.List.Get()
	one, found := list[code]
	if err == nil && !found {
		err = upstream.NotFound.Errorf("not in the list")
	}
	if found && one.State < 0 {
		said := heard{err: upstream.BadResponse.Errorf("a state that is not known")}
		said.source = response.Source(srcCA, said.err)
		return nil, said
	}
	said := listed(srcCA, h.ca.List.Status("Travel advisories"), err, gac.Usual)
	if err != nil {
		return nil, said
	}

	return h.opinion(gen.TravelAdvisory{
		Government:       "Canada",
		Level:            one.State + 1,
		NativeStatus:     one.Words,
		AppliesTo:        gen.WholeCountry,
		Covers:           one.Name,
		RegionalWarnings: one.Regional,
		URL:              response.OrNull(canadianPage(one.Slug)),
	}, one.Updated), said
}

func canadianPage(slug string) string {
	if slug == "" {
		return ""
	}
	return "https://travel.gc.ca/destinations/" + slug
}

func (h *Handlers) german(code string) (*opinion, heard) {
	list, _, err := h.de.List.Get()
	one, found := list[code]
	if err == nil && !found {
		err = upstream.NotFound.Errorf("not in the list")
	}
	said := listed(srcDE, h.de.List.Status("Reisewarnungen"), err, auswaertigesamt.Usual)
	if err != nil {
		return nil, said
	}

	whole := 1
	parts := 0
	var words []string
	if one.Whole {
		whole = 4
		words = append(words, "Reisewarnung (warning)")
	}
	if one.Situation {
		whole = max(whole, 3)
		words = append(words, "situationWarning")
	}
	if one.Part {
		parts = 3
		words = append(words, "Teilreisewarnung (partialWarning)")
	}
	if one.InPart {
		parts = max(parts, 2)
		words = append(words, "situationPartWarning")
	}
	if len(words) == 0 {
		words = []string{"keine Reisewarnung"}
	}
	var changed time.Time
	if one.Modified > 0 {
		changed = time.Unix(one.Modified, 0).UTC()
	}
	return h.opinion(gen.TravelAdvisory{
		Government:       "Germany",
		Level:            max(whole, parts),
		NativeStatus:     strings.Join(words, ", "),
		AppliesTo:        scope(whole, parts),
		Covers:           one.Name,
		RegionalWarnings: new(parts > 0),
		URL:              new("https://www.auswaertiges-amt.de/opendata/travelwarning/" + one.ID),
	}, changed), said
}

func (h *Handlers) opinion(shown gen.TravelAdvisory, changed time.Time) *opinion {
	shown.LevelText = levels[shown.Level]
	shown.UpdatedAt = response.Moment(&changed)
	shown.AgeDays = h.ageOf(changed)
	return &opinion{
		TravelAdvisory: shown,
		changed:        changed,
	}
}
