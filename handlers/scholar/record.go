package scholar

import (
	"cmp"
	"slices"
	"strings"

	gen "github.com/farebox/farebox/gen/scholar"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream/crossref"
	"github.com/farebox/farebox/internal/upstream/openalex"
	"github.com/farebox/farebox/internal/upstream/orcid"
	"github.com/farebox/farebox/internal/upstream/semanticscholar"
	"github.com/farebox/farebox/internal/web/htmlpage"
)

// authorAnswer is the answer over what was gathered.
func (h *Handlers) authorAnswer(f *file) gen.ScholarAuthor {
	answer := gen.ScholarAuthor{
		Query:       f.query,
		Author:      f.who(),
		Ambiguous:   f.ambiguous(),
		Candidates:  []gen.ScholarCandidate{},
		Count:       len(f.list),
		Total:       f.total,
		Truncated:   f.total > f.looked,
		Warnings:    h.warnings(f),
		Sources:     f.sources,
		Partial:     f.gap || response.Partial(f.sources),
		Attribution: f.credits(),
		Disclaimer:  authorDisclaimer,
	}

	if f.best != nil {
		answer.MatchScore = &f.best.score
		answer.MatchedName = response.OrNull(f.best.matched)
	}

	if a := f.author; a != nil {
		answer.Metrics = metricsOf(a)
		answer.Affiliations = affiliationsOf(a)
		answer.TopTopics = topicsOf(a)
		answer.ByYear = yearsOf(a)
	}

	if f.s2 != nil {
		answer.Metrics = s2Metrics(f.s2)
	}
	if f.works != nil {
		answer.TopWorks = worksOf(f.works)
	}

	if f.jobs != nil {
		answer.Employments = employmentsOf(f.jobs)
	}
	if f.person != nil {
		answer.Profile = profileOf(f.person)
	}

	for _, c := range f.list {
		answer.Candidates = append(answer.Candidates, c.shown())
	}
	return answer
}

// who is the author by the record that was read, named as ORCID has it.
func (f *file) who() gen.ScholarPerson {
	who := gen.ScholarPerson{
		AlternateNames: []string{},
		Orcid:          f.query.Orcid,
	}
	switch {
	case f.author != nil:
		who.Name = &f.author.Name
		who.AlternateNames = response.Items(f.author.Alternatives)
		who.Orcid = cmp.Or(who.Orcid, response.OrNull(id(f.author.ORCID)))
		who.OpenalexID = response.OrNull(id(f.author.ID))
		who.URL = f.author.ID
	case f.s2 != nil:
		who.Name = &f.s2.Name
		who.S2Id = &f.s2.ID
		who.Orcid = response.OrNull(f.s2.ORCID())
		who.URL = s2URL(f.s2)
	case f.found != nil:
		who.Name = &f.found.Name
		who.OpenalexID = response.OrNull(id(f.found.ID))
		who.URL = f.found.ID
	}
	if f.person == nil {
		return who
	}

	for _, o := range f.person.Others.List {
		who.AlternateNames = append(who.AlternateNames, strings.TrimSpace(o.Content))
	}
	f.namePerson(&who)
	if who.URL == "" {
		who.URL = "https://orcid.org/" + *who.Orcid
	}
	return who
}

// namePerson takes the name of ORCID. Of a person who shows only a given or a family name there, it is one more name
// besides OpenAlex's, unless that has it already.
func (f *file) namePerson(who *gen.ScholarPerson) {
	full, whole := f.person.FullName()
	known := response.OrZero(who.Name)
	switch {
	case full == "":
	case whole || known == "":
		who.AlternateNames = append(who.AlternateNames, known)
		who.Name = &full
	case !slices.Contains(strings.Fields(known), full):
		who.AlternateNames = append(who.AlternateNames, full)
	}

	name := response.OrZero(who.Name)
	who.AlternateNames = slices.DeleteFunc(who.AlternateNames, func(n string) bool { return n == "" || n == name })
	slices.Sort(who.AlternateNames)
	who.AlternateNames = slices.Compact(who.AlternateNames)
}

// warnings are what speaks against the records being of one person.
func (h *Handlers) warnings(f *file) []string {
	list := []string{}
	if f.author != nil && f.person != nil {
		forms := append([]string{f.author.Name}, f.author.Alternatives...)
		full, whole := f.person.FullName()
		if _, _, same := h.fit(full, forms); whole && !same {
			list = append(list, "ORCID names "+full+", the OpenAlex record "+f.author.Name+
				": the record may be of another person")
		}
	}
	if f.query.Orcid != nil && f.author == nil {
		list = append(list, "there are no counts: OpenAlex gave no record with this ORCID iD")
	}
	return list
}

func (f *file) credits() string {
	var list []string
	if f.author != nil || f.found != nil {
		list = append(list, openalex.Provider.Attribution)
	}
	if f.person != nil || f.jobs != nil {
		list = append(list, orcid.Provider.Attribution)
	}
	if f.s2 != nil {
		list = append(list, semanticscholar.Provider.Attribution)
	}
	return strings.Join(list, "; ")
}

func metricsOf(a *openalex.Author) *gen.ScholarMetrics {
	return &gen.ScholarMetrics{
		Source:               gen.ScholarMetricsSourceOpenalex,
		AsOf:                 moment(a.Updated),
		FetchedAt:            response.Moment(&a.FetchedAt),
		WorksCount:           &a.Works,
		CitedByCount:         &a.Citations,
		HIndex:               possible(a.Summary.HIndex, &a.Works),
		I10Index:             possible(a.Summary.I10Index, &a.Works),
		TwoYearMeanCitedness: a.Summary.TwoYearCitedness,
	}
}

// possible is an index that counts works, nil when it is more than there are.
func possible(index, works *int) *int {
	if index != nil && works != nil && *index > *works {
		return nil
	}
	return index
}

// s2Metrics are null when Semantic Scholar gave no count at all.
func s2Metrics(a *semanticscholar.Author) *gen.ScholarMetrics {
	if a.Works == nil && a.Citations == nil && a.HIndex == nil {
		return nil
	}
	return &gen.ScholarMetrics{
		Source:       gen.ScholarMetricsSourceSemanticscholar,
		WorksCount:   a.Works,
		CitedByCount: a.Citations,
		HIndex:       possible(a.HIndex, a.Works),
	}
}

func affiliationsOf(a *openalex.Author) []gen.ScholarAffiliation {
	list := []gen.ScholarAffiliation{}
	for _, one := range a.Affiliations {
		years := slices.Clone(response.Items(one.Years))
		slices.SortFunc(years, func(x, y int) int { return y - x })
		alpha2, name := countryOf(one.Institution.Country)
		list = append(list, gen.ScholarAffiliation{
			Name:        one.Institution.Name,
			Ror:         response.OrNull(one.Institution.ROR),
			Country:     alpha2,
			CountryName: name,
			Years:       years,
			LastKnown:   lastKnown(a, one.Institution),
		})
	}

	newest := func(x gen.ScholarAffiliation) int {
		if len(x.Years) == 0 {
			return 0
		}
		return x.Years[0]
	}

	slices.SortStableFunc(list, func(x, y gen.ScholarAffiliation) int { return newest(y) - newest(x) })
	return list
}

// lastKnown says whether an institution is among the last ones of an author; null when the record has no list of them.
func lastKnown(a *openalex.Author, of openalex.Institution) *bool {
	if a.LastKnown == nil {
		return nil
	}
	return new(slices.ContainsFunc(a.LastKnown, func(l openalex.Institution) bool { return l.ID == of.ID }))
}

func topicsOf(a *openalex.Author) []gen.ScholarTopic {
	const most = 10
	list := []gen.ScholarTopic{}
	for _, t := range a.Topics[:min(len(a.Topics), most)] {
		list = append(list, gen.ScholarTopic{
			Name:       t.Name,
			WorksCount: t.Count,
		})
	}
	return list
}

// yearsOf is null when the record has no counts by year.
func yearsOf(a *openalex.Author) []gen.ScholarYear {
	if a.Years == nil {
		return nil
	}
	list := []gen.ScholarYear{}
	for _, y := range a.Years {
		list = append(list, gen.ScholarYear{
			Year:         y.Year,
			WorksCount:   y.Works,
			CitedByCount: y.Citations,
		})
	}
	slices.SortStableFunc(list, func(x, y gen.ScholarYear) int { return y.Year - x.Year })
	return list
}

func worksOf(works []openalex.Work) []gen.ScholarWork {
	list := []gen.ScholarWork{}
	for _, w := range works {
		shown := gen.ScholarWork{
			Title:        plain(w.Title),
			Doi:          doiOf(w.DOI),
			Year:         response.OrNull(w.Year),
			Type:         response.OrNull(w.Type),
			CitedByCount: &w.Citations,
			IsRetracted:  w.Retracted,
			URL:          w.ID,
		}
		if w.Access != nil {
			shown.IsOa = w.Access.Open
		}
		list = append(list, shown)
	}
	return list
}

func employmentsOf(jobs []orcid.Employment) []gen.ScholarEmployment {
	list := []gen.ScholarEmployment{}
	for _, j := range jobs {
		alpha2, name := countryOf(j.Organization.Address.Country)
		list = append(list, gen.ScholarEmployment{
			Organization: j.Organization.Name,
			Department:   response.OrNull(strings.TrimSpace(j.Department)),
			Role:         response.OrNull(strings.TrimSpace(j.Role)),
			Country:      alpha2,
			CountryName:  name,
			Start:        response.OrNull(j.Start.String()),
			End:          response.OrNull(j.End.String()),
		})
	}
	return list
}

func profileOf(p *orcid.Person) *gen.ScholarProfile {
	profile := &gen.ScholarProfile{}
	if p.Biography != nil {
		profile.Bio = response.OrNull(strings.TrimSpace(p.Biography.Content))
	}
	if p.Links.List != nil {
		profile.Urls = []gen.ScholarLink{}
	}

	for _, l := range p.Pages() {
		profile.Urls = append(profile.Urls, gen.ScholarLink{
			Name: response.OrNull(l.Name),
			URL:  l.URL,
		})
	}
	if p.Keywords.List != nil {
		profile.Keywords = []string{}
	}
	for _, k := range p.Keywords.List {
		profile.Keywords = append(profile.Keywords, k.Content)
	}
	return profile
}

// shown is the candidate as answers have it.
func (c candidate) shown() gen.ScholarCandidate {
	shown := gen.ScholarCandidate{
		MatchedName:  c.matched,
		MatchScore:   c.score,
		Institutions: []gen.ScholarInstitution{},
	}

	switch {
	case c.s2 != nil:
		shown.Name = c.s2.Name
		shown.S2Id = &c.s2.ID
		shown.Orcid = response.OrNull(c.s2.ORCID())
		shown.WorksCount = c.s2.Works
		shown.CitedByCount = c.s2.Citations
		shown.HIndex = possible(c.s2.HIndex, c.s2.Works)
		shown.URL = s2URL(c.s2)
		for _, name := range c.s2.Affiliations {
			shown.Institutions = append(shown.Institutions, gen.ScholarInstitution{Name: name})
		}
	case c.author != nil:
		shown.Name = c.author.Name
		shown.OpenalexID = response.OrNull(id(c.author.ID))
		shown.Orcid = response.OrNull(id(c.author.ORCID))
		shown.WorksCount = &c.author.Works
		shown.CitedByCount = &c.author.Citations
		shown.HIndex = possible(c.author.Summary.HIndex, &c.author.Works)
		shown.URL = c.author.ID
		for _, i := range c.author.LastKnown {
			alpha2, name := countryOf(i.Country)
			shown.Institutions = append(shown.Institutions, gen.ScholarInstitution{
				Name:        i.Name,
				Country:     alpha2,
				CountryName: name,
			})
		}
	default:
		shown.Name = c.found.Name
		shown.OpenalexID = response.OrNull(id(c.found.ID))
		shown.WorksCount = c.found.Works
		shown.URL = c.found.ID
	}

	return shown
}

func s2URL(a *semanticscholar.Author) string { return "https://www.semanticscholar.org/author/" + a.ID }

// plain is a title without its markup, null if there is none.
func plain(title string) *string {
	text, _ := htmlpage.TextOf(title, 1000)
	return response.OrNull(text)
}

// day is a date of Crossref as exactly as it is known, "" when not even the year is.
func day(d crossref.Date) string {
	year, month, dayOfMonth := d.Known()
	switch {
	case year == 0:
		return ""
	case month == 0:
		return number(year, 4)
	case dayOfMonth == 0:
		return number(year, 4) + "-" + number(month, 2)
	}
	return number(year, 4) + "-" + number(month, 2) + "-" + number(dayOfMonth, 2)
}
