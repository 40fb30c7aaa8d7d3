package scholar

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	gen "github.com/farebox/farebox/gen/scholar"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/crossref"
	"github.com/farebox/farebox/internal/upstream/openalex"
	"github.com/farebox/farebox/internal/upstream/scalar"
	"github.com/farebox/farebox/internal/upstream/unpaywall"
)

// ScholarOa answers GET /scholar/oa. Free copies are known to Unpaywall and OpenAlex; retractions to Crossref and
// OpenAlex.
func (h *Handlers) ScholarOa(ctx context.Context, req gen.ScholarOaRequestObject) (gen.ScholarOaResponseObject, error) {
	doi, err := readDOI(req.Params.Doi)
	if err != nil {
		return nil, problem.Invalid("doi", "%s", err)
	}

	w := &work{doi: doi}
	fused := upstream.FuseInto(ctx, w,
		upstream.Main(upstream.Part(srcUnpaywall, 0, func(ctx context.Context) (*unpaywall.Article, error) {
			return h.unpaywall.Article(ctx, doi)
		}, func(w *work, a *unpaywall.Article) { w.article = a })),
		upstream.Main(upstream.Part(srcOpenAlex, 0, func(ctx context.Context) (*openalex.Work, error) {
			return h.openalex.Work(ctx, doi)
		}, func(w *work, o *openalex.Work) { w.open = o })),
		upstream.Part(srcCrossref, 0, func(ctx context.Context) (*crossref.Work, error) {
			return h.crossref.Work(ctx, doi)
		}, func(w *work, c *crossref.Work) { w.registered = c }),
	)
	if err := fused.Err(); err != nil {
		if upstream.KindOf(err) == upstream.NotFound {
			return nil, problem.NotFound("doi", "none of Unpaywall, OpenAlex and Crossref has this DOI")
		}
		return nil, err
	}

	w.sources = response.Sources(fused)
	if w.open != nil {
		w.sources[1].URL = response.OrNull(w.open.ID)
		w.sources[1].AsOf = moment(w.open.Updated)
	}
	return gen.ScholarOa200JSONResponse(w.answer(h.now())), nil
}

// work is what the three sources say about a DOI; nil where one gave nothing.
type work struct {
	doi        string
	article    *unpaywall.Article
	open       *openalex.Work
	registered *crossref.Work
	sources    []gen.Source
}

func (w *work) answer(now time.Time) gen.ScholarOpenAccess {
	answer := gen.ScholarOpenAccess{
		Doi:         w.doi,
		URL:         "https://doi.org/" + w.doi,
		Locations:   w.locations(),
		CitedBy:     w.citations(),
		Sources:     w.sources,
		Partial:     response.Partial(w.sources),
		Attribution: w.credits(),
	}
	w.describe(&answer)
	w.access(&answer)
	w.license(&answer, now)
	w.retraction(&answer)
	answer.Notes = w.notes(&answer)
	return answer
}

// describe says what the work is.
func (w *work) describe(answer *gen.ScholarOpenAccess) {
	var kind, journal, publisher, date string
	var year int
	if a := w.article; a != nil {
		journal = a.Journal
		publisher = a.Publisher
		kind = a.Genre
		date = a.Date
		year = a.Year
		answer.JournalIsOa = a.JournalOpen
		answer.InDoaj = a.InDOAJ
	}

	if c := w.registered; c != nil {
		kind = cmp.Or(kind, c.Type)
		journal = cmp.Or(journal, cmp.Or(c.Journal...))
		publisher = cmp.Or(publisher, c.Publisher)
		date = cmp.Or(date, day(c.Issued))
		issued, _, _ := c.Issued.Known()
		year = cmp.Or(year, issued)
	}

	if o := w.open; o != nil {
		kind = cmp.Or(kind, o.Type)
		date = cmp.Or(date, o.Date)
		year = cmp.Or(year, o.Year)
		if o.Primary != nil && o.Primary.Source != nil {
			s := o.Primary.Source
			journal = cmp.Or(journal, s.Name)
			publisher = cmp.Or(publisher, s.Publisher)
			answer.JournalIsOa = cmp.Or(answer.JournalIsOa, s.Open)
			answer.InDoaj = cmp.Or(answer.InDoaj, s.InDOAJ)
		}
	}

	answer.Title = plain(cmp.Or(w.titles()...))
	answer.Type = response.OrNull(kind)
	answer.Journal = plain(journal)
	answer.Publisher = response.OrNull(publisher)
	answer.PublishedDate = response.Day(date)
	answer.Year = response.OrNull(year)
	answer.Authors, answer.AuthorsTotal = w.authors()
}

// titles are what the sources call the work, in the order in which they are believed.
func (w *work) titles() []string {
	var list []string
	if w.article != nil {
		list = append(list, w.article.Title)
	}
	if w.registered != nil {
		list = append(list, w.registered.Title...)
	}
	if w.open != nil {
		list = append(list, w.open.Title)
	}
	return list
}

// authors are those of the first source that names any: at most 100, and how many it lists. Both are null when none
// does.
func (w *work) authors() (shown []gen.ScholarWriter, total *int) {
	const most = 100
	for _, list := range [][]writer{w.registeredAuthors(), w.openAuthors(), w.articleAuthors()} {
		for _, one := range list {
			if one.name != "" {
				shown = append(shown, gen.ScholarWriter{
					Name:  one.name,
					Orcid: response.OrNull(id(one.orcid)),
				})
			}
		}
		if len(shown) > 0 {
			return shown[:min(len(shown), most)], new(len(list))
		}
	}
	return nil, nil
}

// writer is an author as one source has it, with "" for what it does not say.
type writer struct{ name, orcid string }

func (w *work) registeredAuthors() []writer {
	var list []writer
	if w.registered != nil {
		for _, a := range w.registered.Authors {
			list = append(list, writer{nameOf(a.Given, a.Family, a.Name), a.ORCID})
		}
	}
	return list
}

func (w *work) openAuthors() []writer {
	var list []writer
	if w.open != nil {
		for _, a := range w.open.Authorships {
			list = append(list, writer{nameOf("", "", a.Author.Name), a.Author.ORCID})
		}
	}
	return list
}

func (w *work) articleAuthors() []writer {
	var list []writer
	if w.article != nil {
		for _, a := range w.article.Authors {
			list = append(list, writer{nameOf(a.Given, a.Family, cmp.Or(a.Name, a.Raw)), a.ORCID})
		}
	}
	return list
}

// nameOf is the name of a person whose family name is known, else the name as a whole.
func nameOf(given, family, whole string) string {
	if family != "" {
		whole = given + " " + family
	}
	return strings.Join(strings.Fields(whole), " ")
}

// access says whether a free copy is known, and by whom. A copy that one source knows is known, whatever the other
// says.
func (w *work) access(answer *gen.ScholarOpenAccess) {
	var byUnpaywall, byOpenAlex *bool
	var statuses [2]string
	if w.article != nil {
		byUnpaywall = &w.article.Open
		statuses[0] = w.article.Status
	}
	if w.open != nil && w.open.Access != nil {
		byOpenAlex = w.open.Access.Open
		statuses[1] = w.open.Access.Status
	}
	if byUnpaywall != nil && byOpenAlex != nil {
		answer.SourcesAgree = new(*byUnpaywall == *byOpenAlex)
	}

	switch {
	case byUnpaywall == nil && byOpenAlex == nil:
		return
	case byUnpaywall == nil, !*byUnpaywall && byOpenAlex != nil && *byOpenAlex:
		answer.IsOa = byOpenAlex
		answer.OaSource = new(gen.ScholarOpenAccessOaSourceOpenalex)
		answer.OaStatus = statusOf(statuses[1])
	default:
		answer.IsOa = byUnpaywall
		answer.OaSource = new(gen.ScholarOpenAccessOaSourceUnpaywall)
		answer.OaStatus = statusOf(statuses[0])
	}
	if *answer.IsOa && len(answer.Locations) > 0 {
		answer.BestLocation = &answer.Locations[0]
	}
}

func statusOf(word string) *gen.ScholarOpenAccessOaStatus {
	status := gen.ScholarOpenAccessOaStatus(strings.ToLower(word))
	switch status {
	case gen.Diamond, gen.Gold, gen.Hybrid, gen.Bronze, gen.Green, gen.Closed:
		return &status
	}
	return nil
}

// license is that of the best copy. Without one it is a Creative Commons licence of the published version that is in
// force: other licences that publishers register give machines rights, not readers.
func (w *work) license(answer *gen.ScholarOpenAccess, now time.Time) {
	if best := answer.BestLocation; best != nil && best.License != nil {
		answer.License = best.License
		answer.LicenseSource = new(gen.ScholarOpenAccessLicenseSource(best.FoundBy))
		return
	}

	if w.registered == nil {
		return
	}

	for _, l := range w.registered.Licenses {
		year, month, dayOfMonth := l.Start.Known()
		begins := time.Date(year, time.Month(max(month, 1)), max(dayOfMonth, 1), 0, 0, 0, 0, time.UTC)
		ofPublished := l.Version == "vor" || l.Version == "unspecified"
		if ofPublished && year > 0 && !begins.After(now) && strings.Contains(l.URL, "//creativecommons.org/") {
			answer.License = &l.URL
			answer.LicenseSource = new(gen.ScholarOpenAccessLicenseSourceCrossref)
			return
		}
	}
}

// retraction says whether any source knows that the work was retracted.
func (w *work) retraction(answer *gen.ScholarOpenAccess) {
	answer.RetractionSources = []string{}
	var known *bool
	say := func(source string, retracted bool) {
		known = new(retracted || known != nil && *known)
		if retracted {
			answer.RetractionSources = append(answer.RetractionSources, source)
		}
	}

	if c := w.registered; c != nil {
		answer.Updates = []gen.ScholarUpdate{}
		retracted := false
		for _, u := range c.Updates {
			kind := strings.ReplaceAll(strings.ToLower(u.Type), " ", "_")
			retracted = retracted || isRetraction(kind)
			answer.Updates = append(answer.Updates, gen.ScholarUpdate{
				Type:   kind,
				Doi:    response.OrNull(strings.ToLower(u.DOI)),
				Date:   response.OrNull(day(u.Updated)),
				Source: response.OrNull(u.Source),
			})
		}
		if retracted { // Crossref has no member that says that a work is not retracted
			say(srcCrossref, true)
		}
	}
	if w.open != nil && w.open.Retracted != nil {
		say(srcOpenAlex, *w.open.Retracted)
	}
	// Publishers put the word before the title of a work that they retract. Not all sources have the new title.
	if slices.ContainsFunc(w.titles(), saysRetracted) {
		say("title", true)
	}
	answer.IsRetracted = known
}

func saysRetracted(title string) bool {
	title = strings.ToUpper(response.OrZero(plain(title)))
	return strings.HasPrefix(title, "RETRACTED:") || strings.HasPrefix(title, "RETRACTED ARTICLE") ||
		strings.HasPrefix(title, "WITHDRAWN:")
}

// isRetraction are the kinds of notice by which a publisher takes a whole work back.
func isRetraction(kind string) bool {
	return slices.Contains([]string{"retraction", "withdrawal", "removal"}, kind)
}

// doubts are the kinds of notice that fall short of a retraction, in words.
var doubts = map[string]string{
	"expression_of_concern": "an expression of concern about this work was published",
	"partial_retraction":    "a part of this work was retracted",
}

// notes are what a reader has to know before relying on the answer.
func (w *work) notes(answer *gen.ScholarOpenAccess) []string {
	list := w.unplaced()
	if answer.Title == nil {
		list = append(list, "Not known: the title")
	}
	silent := func(i int) bool { return w.sources[i].Status != "ok" && w.sources[i].Status != "empty" }
	switch {
	case answer.IsOa == nil && (silent(0) || silent(1)):
		list = append(list, "Not known: whether there is a free copy. No source that knows of such gave an answer")
	case answer.IsOa == nil:
		list = append(list,
			"Not known: whether there is a free copy. The sources that know of such have no record of this DOI")
	case !*answer.IsOa && silent(0):
		list = append(list, "Unpaywall did not answer; that no free copy is known is what OpenAlex says alone")
	case !*answer.IsOa && silent(1):
		list = append(list, "OpenAlex did not answer; that no free copy is known is what Unpaywall says alone")
	}

	if answer.SourcesAgree != nil && !*answer.SourcesAgree {
		list = append(list, "Unpaywall and OpenAlex disagree; a copy that one of them knows is shown")
	}
	if response.OrZero(answer.IsOa) && answer.BestLocation == nil {
		list = append(list, "the source says that a free copy is known, and names none")
	}

	if response.OrZero(answer.IsRetracted) {
		list = append(list,
			"this work was retracted or withdrawn, according to "+strings.Join(answer.RetractionSources, ", "))
	}

	for _, u := range answer.Updates {
		if doubt := doubts[u.Type]; doubt != "" && !slices.Contains(list, doubt) {
			list = append(list, doubt)
		}
	}

	switch {
	case answer.IsRetracted == nil:
		list = append(
			list,
			"Not known: whether it was retracted. OpenAlex, which says so of its works, has no record of it, or gave none",
		)
	case !*answer.IsRetracted && (silent(1) || silent(2)):
		list = append(list, "one of the two sources that know retractions did not answer")
	}

	return response.Items(list)
}

// citations are the counts, each with its source: they see different works.
func (w *work) citations() []gen.ScholarCount {
	list := []gen.ScholarCount{}
	if c := w.registered; c != nil {
		list = append(list, gen.ScholarCount{
			Source:       gen.ScholarCountSourceCrossref,
			CitedByCount: c.Citations,
			AsOf:         moment(scalar.Text(c.Indexed.Time)),
		})
	}
	if o := w.open; o != nil {
		list = append(list, gen.ScholarCount{
			Source:       gen.ScholarCountSourceOpenalex,
			CitedByCount: o.Citations,
			AsOf:         moment(o.Updated),
		})
	}
	return list
}

func (w *work) credits() string {
	var list []string
	if w.article != nil {
		list = append(list, unpaywall.Provider.Attribution)
	}
	if w.open != nil {
		list = append(list, openalex.Provider.Attribution)
	}
	if w.registered != nil {
		list = append(list, crossref.Provider.Attribution)
	}
	return strings.Join(list, "; ")
}
