package screen

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	gen "github.com/farebox/farebox/gen/screen"
	"github.com/farebox/farebox/internal/party/samename"
	"github.com/farebox/farebox/internal/party/sanctions"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream"
)

// ScreenEntity answers GET /screen/entity: the listed parties that a name may mean, from the lists that are loaded; the
// answer says which ones those are.
func (h *Handlers) ScreenEntity(_ context.Context, req gen.ScreenEntityRequestObject) (gen.ScreenEntityResponseObject, error) {
	p := req.Params
	only := sanctions.Type("")
	if p.Type != nil {
		only = sanctions.Type(*p.Type)
	}
	query, err := sanctions.NewQuery(h.lists.Engine(), p.Name, only)
	if err != nil {
		return nil, problem.Invalid("name", "name must hold a letter or digit that can be compared")
	}
	if err := narrow(query, p); err != nil {
		return nil, err
	}
	all := h.lists.Status()
	if !slices.ContainsFunc(all, func(s sanctions.Status) bool { return s.List != nil }) {
		return nil, h.noList(all)
	}
	loaded, register := h.lists.Named(all)
	found := sanctions.ScreenAll(loaded, query, p.MinScore)
	order := map[string]int{}
	for i, s := range all {
		order[s.ID] = i
	}
	slices.SortStableFunc(found, func(a, b sanctions.NameMatch) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(order[a.List.ID], order[b.List.ID]), strings.Compare(a.Party.Names[0].Text, b.Party.Names[0].Text))
	})
	person := only == sanctions.Individual // Le An is one, by words that are articles of others
	if len(found) == 0 && (!person || samename.Nobody(p.Name)) {
		if err := samename.New(h.lists.Engine()).Asks("name", p.Name); err != nil {
			return nil, err
		}
	}
	matches := make([]gen.ScreenEntityMatch, 0, min(len(found), p.Limit))
	for _, m := range found[:min(len(found), p.Limit)] {
		matches = append(matches, entityMatch(m, query.Rates(m.Score)))
	}

	asked, partial := sources(all)
	rates := query.Rates(p.MinScore)
	status := statusOf(len(found), !partial, rates)
	return gen.ScreenEntity200JSONResponse(gen.ScreenEntity{
		Query:       p.Name,
		Type:        response.OrNull(string(only)),
		MinScore:    p.MinScore,
		Status:      status,
		RecallRatio: response.Round(rates.Found, 3),
		FalseAlarmsPer1000: gen.ScreenFalseAlarms{
			People:      response.Round(rates.People, 1),
			CommonNames: response.Round(rates.CommonNames, 1),
			Firms:       response.Round(rates.Firms, 1),
		},
		Warnings:    warnings(query, status, rates, register),
		MatchCount:  len(found),
		Truncated:   len(matches) < len(found),
		Matches:     matches,
		Sources:     asked,
		AliasSource: response.List(register),
		Partial:     partial,
		CheckedAt:   h.now().UTC().Truncate(time.Second),
		Disclaimer:  entityDisclaimer,
	}), nil
}

func entityMatch(m sanctions.NameMatch, rates sanctions.Rates) gen.ScreenEntityMatch {
	p := m.Party
	row := gen.ScreenEntityMatch{
		List:        m.List.ID,
		Ref:         p.Ref,
		Name:        p.Names[0].Text,
		Type:        gen.ScreenPartyType(p.Type),
		Programs:    response.Items(p.Programs),
		Country:     response.OrNull(p.Country),
		Dobs:        response.Items(p.Births),
		Score:       m.Score,
		MatchType:   gen.ScreenEntityMatchMatchType(m.Type),
		MatchedName: m.Matched,
		BySound:     m.BySound,

		WikidataItem: response.OrNull(m.Item),

		FalseAlarmsPer1000: response.Round(rates.Of(p.Type), 1),
		BirthDateAgrees:    m.Agreement.Birth,
		CountryAgrees:      m.Agreement.Country,
	}
	if len(p.Births) > 0 {
		row.Dob = &p.Births[0]
	}
	return row
}

// narrow adds what else is known about the requested party.
func narrow(query *sanctions.Query, p gen.ScreenEntityParams) error {
	err := query.Narrow(sanctions.Facts{
		Birth:   response.OrZero(p.BirthDate),
		Country: response.OrZero(p.Country), // one that exists: another would speak against everybody
		ID:      response.OrZero(p.IDNumber),
	})
	switch {
	case errors.Is(err, sanctions.ErrBirth):
		return problem.Invalid("birth_date", "birth_date must be a day, a month or a year: 1957-07-05, 1957-07 or 1957")
	case errors.Is(err, sanctions.ErrID):
		return problem.Invalid("id_number", "id_number must hold five or more letters and digits, three digits among them")
	}
	return err
}

// soundWarning is for names in Chinese, Japanese or Korean writing.
const soundWarning = "The name is in Chinese, Japanese or Korean writing. A foreigner's name in it is read by its sound " +
	"alone, so that a listed party can be missed and another one found: ask for the name in Latin letters too."

// blindWarning is for names that are seldom found in the writing, or at the score, that was asked for.
const blindWarning = "That no match was found says little: of listed parties that were asked for by such a name, in this " +
	"writing and at this min_score, fewer than 80 of 100 were found (recall_ratio). Ask with a lower min_score, or for the name in Latin letters too."

// wordWarning is for one word that may be a person's.
const wordWarning = "That no match was found says nothing of people: one word is not a person's whole name, and " +
	"seldom finds who is listed by more words. Ask for the whole name, or for type entity or vessel."

// registerWarning is for names in other scripts that were compared with the lists' own names alone.
const registerWarning = "Wikidata's names of listed parties in other scripts were not at hand or may be out of date " +
	"(alias_source): the lists' own names were compared."

func warnings(
	query *sanctions.Query, status gen.ScreenEntityStatus, rates sanctions.Rates, register upstream.ListStatus,
) []string {
	list := []string{}
	if query.OtherScript() && register.State != upstream.StatusOK {
		list = append(list, registerWarning)
	}
	if query.WrittenBySound() {
		list = append(list, soundWarning)
	}
	switch {
	case status != gen.Inconclusive:
	case rates.Found == 0:
		list = append(list, wordWarning)
	default:
		list = append(list, blindWarning)
	}
	return list
}

// statusOf says what follows from the number of matches. That there is none is no answer where not all lists were
// asked in a version of now, nor where too few listed parties would be found.
func statusOf(matches int, whole bool, rates sanctions.Rates) gen.ScreenEntityStatus {
	switch {
	case matches > 0:
		return gen.Match
	case !whole:
		return gen.Incomplete
	case rates.Found < sanctions.LeastFound:
		return gen.Inconclusive
	}
	return gen.Clear
}

// noList is why no list at all can be asked: still loading if one of them is, else why one did not come.
func (h *Handlers) noList(all []sanctions.Status) error {
	why := h.lists.Missing(all[0].ID)
	for _, s := range all {
		err := h.lists.Missing(s.ID)
		switch {
		case upstream.KindOf(err) == upstream.Warming:
			return err
		case !upstream.NoList(why) && upstream.NoList(err):
			why = err
		}
	}
	return why
}
