package gdelt

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"time"

	gen "github.com/farebox/farebox/gen/gdelt"
	"github.com/farebox/farebox/gen/shared"
	"github.com/farebox/farebox/internal/each"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/scored"
	"github.com/farebox/farebox/internal/upstream/gdelt"
)

// GdeltPulse answers GET /gdelt/pulse.
func (h *Handlers) GdeltPulse(
	ctx context.Context, req gen.GdeltPulseRequestObject,
) (gen.GdeltPulseResponseObject, error) {
	s, span, err := readInputs(req.Params.Theme, req.Params.Country, req.Params.Timespan)
	if err != nil {
		return nil, err
	}

	query := s.query()
	r, sources, err := h.read(ctx, s.field(), s, span, min(span, nowIs),
		h.volumeOf(query, req.Params.Timespan),
		h.toneOf(query, req.Params.Timespan),
		h.articlesOf(query, req.Params.Timespan),
	)
	if err != nil {
		return nil, err
	}

	answer := pulseAnswer(r, req.Params.Limit)
	top := headOf(req.Params.Theme, s, r)
	answer.Theme = top.theme
	answer.Country = top.code
	answer.CountryName = top.name
	answer.CountryScope = scopeOf[gen.GdeltPulseCountryScope](top, r)
	answer.Timespan = req.Params.Timespan
	answer.Query = top.query
	answer.Sources = sources
	answer.Partial = answer.Partial || response.Partial(sources)
	return answer, nil
}

// nowIs is how old the newest of what a pulse rests on may be: it speaks of now.
const nowIs = 24 * time.Hour

// topMost is how many outlets and countries are shown.
const topMost = 10

func pulseAnswer(r *reading, limit int) gen.GdeltPulse200JSONResponse {
	list := once(r.articles)
	answer := gen.GdeltPulse200JSONResponse{
		Source:        gen.GdeltPulseSource(r.source),
		CoveredFromAt: r.from,
		CoveredToAt:   r.to,
		Attribution:   gdelt.DOC.Attribution,
	}
	if r.articles != nil {
		answer.ArticlesSampled = new(len(list))
		answer.TopArticles = articlesOf(list, limit)
		domains := each.Of(list, func(f found) string { return f.Domain })
		answer.TopDomains = response.Each(most(domains), func(c counted) gen.GdeltDomainCount {
			return gen.GdeltDomainCount{Domain: c.name, Count: c.count}
		})
		answer.TopCountries = response.Each(most(r.countries), func(c counted) gen.GdeltCountryCount {
			return gen.GdeltCountryCount{CountryName: c.name, Count: c.count}
		})
	}

	t := termsOf(r)
	answer.Volume = t.volume
	answer.Tone = t.tone
	answer.Reasons = t.reasons()
	tally := t.tally()
	switch {
	case len(answer.Reasons) == 1: // the base alone is no measure
	case !tally.Enough():
		answer.Reasons = append(answer.Reasons, tally.TooLittle())
	default:
		points := scored.Points{Reasons: answer.Reasons}
		score := points.Score()
		answer.PulseScore = &score
		answer.Level = new(levelOf(score))
	}
	answer.Partial = t.volume == nil || t.tone == nil || t.volume.Points < fewest || t.tone.Points < fewest
	return answer
}

// levelOf is the word for a score.
func levelOf(score int) gen.GdeltPulseLevel {
	switch {
	case score < 35:
		return gen.Calm
	case score < 60:
		return gen.Normal
	case score < 80:
		return gen.Elevated
	}
	return gen.Surging
}

// terms are what the score is made of; nil for what is not known.
type terms struct {
	volume *gen.GdeltVolume
	tone   *gen.GdeltToneNow
	z      *float64
	change *float64
	mean   float64
}

// unusual is how far the latest volume lies from the mean to be called a rise or fall.
const unusual = 0.5

func termsOf(r *reading) terms {
	var t terms
	if list := values(r.volume); len(list) > 0 {
		t.z = score(latestEighth(list), list)
		t.volume = &gen.GdeltVolume{
			Unit:   gen.GdeltVolumeUnitPercentOfCoverage,
			Latest: response.Round(list[len(list)-1], 4),
			Mean:   response.Round(mean(list), 4),
			Z:      response.RoundOrNull(t.z, 4),
			Points: len(list),
		}
		if t.z != nil {
			t.volume.Direction = new(directionOf(*t.z))
		}
	}

	if list := values(r.tone); len(list) > 0 {
		t.mean = mean(list)
		t.tone = &gen.GdeltToneNow{
			Average: response.Round(t.mean, 4),
			Label:   new(gen.GdeltToneNowLabel(labelOf(t.mean))),
			Points:  len(list),
		}
		if first, last, ok := thirds(list); ok {
			t.change = new(last - first)
			t.tone.Change = new(response.Round(last-first, 4))
		}
	}

	return t
}

func directionOf(z float64) gen.GdeltVolumeDirection {
	switch {
	case z >= unusual:
		return gen.Rising
	case z <= -unusual:
		return gen.Falling
	}
	return gen.Steady
}

// Weights of the terms: points for each unit, and the most units that count.
const (
	basePoints   = 50
	volumePoints = 12
	changePoints = 4
	tonePoints   = 1.2
	mostZ        = 3
	mostChange   = 3
	mostTone     = 5
)

// tally says which of the terms are known, by the most points that each can have.
func (t terms) tally() *scored.Tally {
	var tally scored.Tally
	tally.Part("volume", volumePoints*mostZ, t.z != nil)
	tally.Part("tone_change", changePoints*mostChange, t.change != nil)
	tally.Part("tone", tonePoints*mostTone, t.tone != nil)
	return &tally
}

// reasons are the terms that are known, each with its points.
func (t terms) reasons() []gen.Reason {
	list := []gen.Reason{reason("base", basePoints, "Every subject begins at 50.")}
	if t.z != nil {
		list = append(list, reason("volume", volumePoints*clamp(*t.z, mostZ),
			fmt.Sprintf("The latest eighth is %.2f standard deviations from the mean; %d points each, at most %d.",
				*t.z, volumePoints, mostZ)))
	}
	if t.change != nil {
		list = append(list, reason("tone_change", changePoints*clamp(-*t.change, mostChange),
			fmt.Sprintf("The tone changed by %.2f over the time; %d points for each that it fell, at most %d.",
				*t.change, changePoints, mostChange)))
	}
	if t.tone != nil {
		list = append(list, reason("tone", tonePoints*clamp(-t.mean, mostTone),
			fmt.Sprintf("The tone is %.2f on average; %.1f points for each below 0, at most %d.",
				t.mean, tonePoints, mostTone)))
	}
	return list
}

// severities are those of terms, by their points either way.
var severities = scored.Severities{
	Low:    1,
	Medium: 10,
	High:   30,
}

func clamp(value, most float64) float64 { return max(-most, min(most, value)) }

func reason(code string, points float64, detail string) gen.Reason {
	severity := severities.Of(math.Abs(points))
	if code == "base" {
		severity = shared.ReasonSeverityInfo
	}
	return gen.Reason{
		Code:     code,
		Points:   response.Round(points, 4),
		Severity: severity,
		Detail:   detail,
	}
}

type counted struct {
	name  string
	count int
}

// most are the names that occur most, the most frequent first.
func most(names []string) []counted {
	counts := map[string]int{}
	for _, name := range names {
		counts[name]++
	}
	list := []counted{}
	for name, count := range counts {
		list = append(list, counted{name: name, count: count})
	}
	slices.SortFunc(list, func(a, b counted) int {
		return cmp.Or(cmp.Compare(b.count, a.count), cmp.Compare(a.name, b.name))
	})
	return list[:min(topMost, len(list))]
}
