package travel

import (
	"cmp"
	"context"
	"regexp"
	"slices"
	"strings"
	"time"

	gen "github.com/farebox/farebox/gen/travel"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream/cdcnotices"
	"github.com/farebox/farebox/internal/upstream/fcdo"
	"github.com/farebox/farebox/internal/web/htmlpage"
)

const healthDisclaimer = "Notices are for U.S. travellers and do not list every risk. This is not medical advice."

// textBytes is how much of a government's text an answer has.
const textBytes = 1200

// healthLevels are CDC's words.
var healthLevels = []string{
	"", "Practice Usual Precautions", "Practice Enhanced Precautions", "Reconsider Nonessential Travel",
	"Avoid All Travel",
}

// TravelHealth answers GET /travel/health.
func (h *Handlers) TravelHealth(
	ctx context.Context, req gen.TravelHealthRequestObject,
) (gen.TravelHealthResponseObject, error) {
	destination, err := readPlace("destination", req.Params.Destination)
	if err != nil {
		return nil, err
	}
	if destination.Country == "US" {
		return nil, problem.NotFound("destination",
			"CDC gives travel notices for other countries than the United States only")
	}

	found, said := h.notices(destination)
	if said.err != nil {
		return nil, said.err
	}
	page, british := h.page(ctx, destination.Country)
	all := []heard{said, british}
	answer := gen.TravelHealth200JSONResponse{
		Destination:     destination,
		Count:           len(found.placed),
		Notices:         found.placed,
		UnplacedNotices: found.unplaced,
		HighestLevel:    found.highest(),
		GuidanceURL:     guidance(destination),
		Advice:          []gen.TravelText{},
		Sources:         sourcesOf(all),
		Partial:         partial(all),
		Attribution:     cdcnotices.Provider.Attribution,
		Disclaimer:      healthDisclaimer,
	}
	if text := partOf(page, "health"); text != nil {
		answer.Advice = append(answer.Advice, *text)
		answer.Attribution += "; " + fcdo.Provider.Attribution
	}
	return answer, nil
}

// partOf is the beginning of a chapter of the British page, or nil.
func partOf(page *fcdo.Advice, slug string) *gen.TravelText {
	if page == nil {
		return nil
	}
	part := page.Part(slug)
	if part == nil {
		return nil
	}
	text, _ := htmlpage.TextOf(part.Body, textBytes)
	if text == "" {
		return nil
	}
	return &gen.TravelText{
		Source:    srcUK,
		AppliesTo: "GB",
		Text:      text,
		URL:       pageOf(page.Details.Country.Slug) + "/" + slug,
	}
}

// noticeSet are the notices about a place, and possible ones.
type noticeSet struct{ placed, unplaced []gen.TravelNotice }

func (s noticeSet) highest() *int {
	if len(s.placed) == 0 {
		return nil
	}
	return &s.placed[0].Level
}

// noticesUsual is the minimum number of notices at any time.
const noticesUsual = 8

// notices are those for a place, highest level first, then newest.
func (h *Handlers) notices(destination gen.TravelPlace) (noticeSet, heard) {
	found := noticeSet{
		placed:   []gen.TravelNotice{},
		unplaced: []gen.TravelNotice{},
	}
	list, _, err := h.cdc.List.Get()
	said := listed(srcCDC, h.cdc.List.Status("Travel health notices"), err, 0)
	if err != nil {
		return found, said
	}
	if len(list) < noticesUsual {
		said.short = true
		said.source.Detail = new("there are fewer notices than usual: some may have been left out; " +
			cdcnotices.Provider.Attribution)
	}

	for _, n := range list {
		switch scope, about := h.about(n, destination.Country); {
		case about:
			found.placed = append(found.placed, h.notice(n, scope))
		case scope == gen.Region:
			found.unplaced = append(found.unplaced, h.notice(n, scope))
		}
	}
	for _, shown := range [][]gen.TravelNotice{found.placed, found.unplaced} {
		slices.SortStableFunc(shown, func(x, y gen.TravelNotice) int {
			return cmp.Or(y.Level-x.Level, response.OrZero(x.AgeDays)-response.OrZero(y.AgeDays))
		})
	}
	return found, said
}

var (
	global = regexp.MustCompile(`(?i)^global\b|\bworldwide\b`)
	// enumerated are the countries that a text names after words that announce a list.
	enumerated = regexp.MustCompile(
		`(?i)(?:including|such as|countries:|following countries[^:]*:|reported in|outbreaks? in|cases in)\s+([^.;]+)`)
)

// about reports whether a notice is about a place. The countries are at the end of its title, or in its text; if
// neither has a readable one, it is about a region.
func (h *Handlers) about(n cdcnotices.Notice, code string) (scope gen.TravelNoticeScope, about bool) {
	if global.MatchString(n.Title) {
		return gen.Global, true
	}
	_, where, ok := cutLast(n.Title, " in ")
	if ok {
		list, whole := codes(where)
		switch {
		case slices.Contains(list, code):
			return gen.Country, true
		case whole:
			return gen.Country, false
		}
	}

	text, _ := htmlpage.TextOf(n.Text, 20_000)
	for _, m := range enumerated.FindAllStringSubmatch(text, -1) {
		if list, _ := codes(strings.TrimPrefix(m[1], "the ")); slices.Contains(list, code) {
			return gen.Region, true
		}
	}
	return gen.Region, false
}

func cutLast(text, sep string) (before, after string, ok bool) {
	at := strings.LastIndex(text, sep)
	if at < 0 {
		return text, "", false
	}
	return text[:at], text[at+len(sep):], true
}

func (h *Handlers) notice(n cdcnotices.Notice, scope gen.TravelNoticeScope) gen.TravelNotice {
	summary, _ := htmlpage.TextOf(n.Text, summaryBytes)
	if n.Published.After(h.now().AddDate(0, 0, 1)) {
		n.Published = time.Time{} // no notice is of a day to come
	}
	return gen.TravelNotice{
		Level:       n.Level,
		LevelText:   healthLevels[n.Level],
		Title:       n.Title,
		Disease:     disease(n.Title),
		Scope:       scope,
		URL:         n.Link,
		PublishedAt: response.Moment(&n.Published),
		AgeDays:     h.ageOf(n.Published),
		Summary:     response.OrNull(summary),
	}
}

// disease is the text before the places in a title, or null if the title has another form.
func disease(title string) *string {
	if loc := global.FindStringIndex(title); loc != nil && loc[0] == 0 {
		return response.OrNull(strings.TrimSpace(title[loc[1]:]))
	}
	if name, _, ok := cutLast(title, " in "); ok {
		return response.OrNull(strings.TrimSpace(name))
	}
	return nil
}

var plainName = regexp.MustCompile(`^[A-Za-z ]+$`)

// guidance is CDC's page on a place, or the list of all pages for names spelled differently there.
func guidance(p gen.TravelPlace) string {
	const pages = "https://wwwnc.cdc.gov/travel/destinations/"
	if !plainName.MatchString(p.CountryName) {
		return pages + "list"
	}
	return pages + "traveler/none/" + strings.ToLower(strings.ReplaceAll(p.CountryName, " ", "-"))
}
