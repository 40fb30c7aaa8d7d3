package travel

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	gen "github.com/farebox/farebox/gen/travel"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/auswaertigesamt"
	"github.com/farebox/farebox/internal/upstream/fcdo"
	"github.com/farebox/farebox/internal/upstream/gac"
	"github.com/farebox/farebox/internal/upstream/statedept"
	"github.com/farebox/farebox/internal/web/htmlpage"
)

const adviceDisclaimer = "Advice of governments for their own citizens, read automatically. No advice, or a low " +
	"level, does not mean that a place is safe. Read the pages themselves before a decision."

// old is the age in days from which advice counts as old.
const old = 365

// summaryBytes is how much of an advisory an answer has.
const summaryBytes = 600

// levels are the words of the U.S. scale.
var levels = []string{
	"", "Exercise Normal Precautions", "Exercise Increased Caution", "Reconsider Travel", "Do Not Travel",
}

// advice is the governments' advice on a place.
type advice struct {
	place    gen.TravelPlace
	opinions []opinion
	summary  string // of the U.S. advisory, as text
	heard    []heard
	page     *fcdo.Advice // the British page

	unlevelled time.Time // the newest U.S. advisory without a level
	newer      bool      // whether that is newer than the one with the level
}

// opinion is the advice of one government.
type opinion struct {
	gen.TravelAdvisory
	changed time.Time
}

// TravelAdvisory answers GET /travel/advisory.
func (h *Handlers) TravelAdvisory(
	ctx context.Context, req gen.TravelAdvisoryRequestObject,
) (gen.TravelAdvisoryResponseObject, error) {
	destination, err := readPlace("destination", req.Params.Destination)
	if err != nil {
		return nil, err
	}

	a := h.advice(ctx, destination)
	if len(a.opinions) == 0 {
		return nil, a.nothing()
	}
	return gen.TravelAdvisory200JSONResponse(h.adviceAnswer(a)), nil
}

// advice asks the four governments. Three of them publish lists, which are cached; the British page is read now.
func (h *Handlers) advice(ctx context.Context, destination gen.TravelPlace) *advice {
	a := &advice{place: destination}
	code := destination.Country
	page, said := h.page(ctx, code)
	a.page = page
	a.add(h.american(a, code))

	if page != nil {
		o, err := h.british(page)
		if err != nil {
			said.source = response.Source(srcUK, err)
			said.err = err
		}
		a.add(o, said)
	} else {
		a.add(nil, said)
	}

	a.add(h.canadian(code))
	a.add(h.german(code))
	return a
}

func (a *advice) add(o *opinion, said heard) {
	if o != nil {
		o.Source = gen.TravelAdvisorySource(said.source.Name)
		a.opinions = append(a.opinions, *o)
	}
	a.heard = append(a.heard, said)
}

// nothing is the problem for a place without advice.
func (a *advice) nothing() error {
	err := silence(a.heard)
	if upstream.KindOf(err) != upstream.NotFound {
		return err
	}
	hint := ""
	if state, ok := belongs[a.place.Country]; ok {
		hint = "; it belongs to " + placeOf(state).CountryName + ", which may be asked for"
	}
	return problem.NotFound("destination", "none of the governments has advice on %s%s; "+
		"that does not mean that it is safe", a.place.CountryName, hint)
}

// leading is the opinion that sets the country's level: the U.S. one, else the highest for the whole country.
func (a *advice) leading() *opinion {
	var highest *opinion
	for i, o := range a.opinions {
		switch {
		case o.Source == srcUS:
			return &a.opinions[i]
		case o.AppliesTo == gen.WholeCountry && (highest == nil || o.Level > highest.Level):
			highest = &a.opinions[i]
		}
	}
	return highest
}

// adviceAnswer is the answer over at least one opinion.
func (h *Handlers) adviceAnswer(a *advice) gen.TravelAdvice {
	answer := gen.TravelAdvice{
		Destination: a.place,
		Risks:       risks(a.summary),
		Advisories:  make([]gen.TravelAdvisory, 0, len(a.opinions)),
		Agreement:   a.agreement(),
		Sources:     sourcesOf(a.heard),
		Partial:     partial(a.heard),
		Attribution: a.credits(),
		Disclaimer:  adviceDisclaimer,
	}
	for _, o := range a.opinions {
		answer.Advisories = append(answer.Advisories, o.TravelAdvisory)
	}
	answer.HasRegionalWarnings = a.regional()

	lead := a.leading()
	if lead != nil {
		answer.Level = &lead.Level
		answer.LevelText = &lead.LevelText
		answer.LevelSource = new(gen.TravelAdviceLevelSourceHighestOfOthers)
		if lead.Source == srcUS {
			answer.LevelSource = new(gen.TravelAdviceLevelSourceUsState)
		}
		answer.UpdatedDate = response.Date(lead.changed)
		answer.AgeDays = lead.AgeDays
	}
	answer.Summary = a.words(lead)
	answer.Warnings = a.warnings(lead)
	return answer
}

// words are the beginning of the U.S. summary, or else the text of the government with the leading level.
func (a *advice) words(lead *opinion) *string {
	if a.summary != "" {
		text, _ := htmlpage.TextOf(a.summary, summaryBytes)
		return response.OrNull(text)
	}
	if lead == nil {
		lead = &a.opinions[0]
	}
	return new(lead.Government + ": " + lead.NativeStatus)
}

// regional reports whether a government warns more strongly about parts. It is unknown while one did not answer, or
// has an incomplete list without the place.
func (a *advice) regional() *bool {
	if slices.ContainsFunc(a.opinions, func(o opinion) bool { return response.OrZero(o.RegionalWarnings) }) {
		return new(true)
	}
	if slices.ContainsFunc(a.opinions, func(o opinion) bool { return o.RegionalWarnings == nil }) {
		return nil
	}
	for _, said := range a.heard {
		if said.short || said.err != nil && upstream.KindOf(said.err) != upstream.NotFound {
			return nil
		}
	}
	return new(false)
}

func (a *advice) agreement() *gen.TravelAgreement {
	if len(a.opinions) < 2 {
		return nil
	}
	lowest := a.opinions[0].Level
	highest := a.opinions[0].Level
	for _, o := range a.opinions {
		lowest = min(lowest, o.Level)
		highest = max(highest, o.Level)
	}
	return &gen.TravelAgreement{
		Min:    lowest,
		Max:    highest,
		Spread: highest - lowest,
	}
}

// warnings are what to know before relying on the level.
func (a *advice) warnings(lead *opinion) []string {
	list := []string{}
	if lead == nil {
		list = append(list, "there is advice on parts of the country only: no level of the whole is known")
	}

	if a.newer {
		list = append(list, "there is a newer U.S. advisory, which names no level: read it")
	}

	for _, o := range a.opinions {
		if o.Source == srcUS && strings.ContainsAny(o.Covers, ",&") {
			list = append(list, "the U.S. advisory is on several places, whose levels may differ: "+o.Covers)
		}
		if o.AgeDays == nil {
			list = append(list, "when "+o.Government+" last changed its advice is not known")
		} else if *o.AgeDays > old {
			list = append(list, fmt.Sprintf("%s last changed its advice %d days ago", o.Government, *o.AgeDays))
		}
		if o.AppliesTo == gen.Parts {
			list = append(list, "the level of "+o.Government+" is for parts of the country, not for the rest")
		}
	}

	return list
}

func (a *advice) credits() string {
	by := map[gen.TravelAdvisorySource]string{
		srcUS: statedept.Provider.Attribution,
		srcUK: fcdo.Provider.Attribution,
		srcCA: gac.Provider.Attribution,
		srcDE: auswaertigesamt.Provider.Attribution,
	}
	list := response.Each(a.opinions, func(o opinion) string { return by[o.Source] })
	return strings.Join(list, "; ")
}
