package scholar

import (
	"context"
	"strings"

	gen "github.com/farebox/farebox/gen/scholar"
	"github.com/farebox/farebox/internal/party/identifier"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/openalex"
	"github.com/farebox/farebox/internal/upstream/orcid"
	"github.com/farebox/farebox/internal/upstream/semanticscholar"
)

const authorDisclaimer = "Works are put to authors by a program: a record may hold works of namesakes, and a person " +
	"may have several records. What ORCID has is said by the researcher."

// topWorks is how many works an answer has.
const topWorks = 5

// ScholarAuthor answers GET /scholar/author. By ORCID iD, OpenAlex and ORCID are joined by that iD alone. By name,
// one record is shown beside all others that fit, and Semantic Scholar is asked only when OpenAlex has nothing.
func (h *Handlers) ScholarAuthor(
	ctx context.Context, req gen.ScholarAuthorRequestObject,
) (gen.ScholarAuthorResponseObject, error) {
	asked, err := readQuery(req.Params)
	if err != nil {
		return nil, err
	}

	f := &file{query: asked}
	switch {
	case asked.Orcid != nil:
		err = h.byORCID(ctx, f)
	case asked.OpenalexID != nil:
		err = h.byOpenAlexID(ctx, f)
	default:
		err = h.byName(ctx, f)
	}
	if err != nil {
		return nil, err
	}
	return gen.ScholarAuthor200JSONResponse(h.authorAnswer(f)), nil
}

// file is what was gathered about an author.
type file struct {
	query   gen.ScholarQuery
	author  *openalex.Author
	found   *openalex.Found // what the search showed of an author whose record could not be read
	person  *orcid.Person
	jobs    []orcid.Employment // nil when they were not read
	works   []openalex.Work    // nil when they were not read
	s2      *semanticscholar.Author
	best    *candidate // nil when asked by an id
	list    []candidate
	total   int
	looked  int // records of the total that were compared
	gap     bool
	sources []gen.Source
}

// readQuery takes exactly one of the three inputs.
func readQuery(p gen.ScholarAuthorParams) (gen.ScholarQuery, error) {
	var asked gen.ScholarQuery
	given := 0
	for _, v := range []*string{p.Orcid, p.OpenalexID, p.Name} {
		if v != nil {
			given++
		}
	}

	switch {
	case given == 0:
		return asked, problem.InvalidCode("orcid", problem.CodeMissingInput,
			"give one of orcid, openalex_id and name")
	case given > 1:
		return asked, problem.InvalidCode("orcid", problem.CodeAmbiguous,
			"give only one of orcid, openalex_id and name")
	case p.Orcid != nil:
		read, err := identifier.ORCID(*p.Orcid)
		if err != nil {
			return asked, problem.Invalid("orcid", "%s", err)
		}
		asked.Orcid = &read
	case p.OpenalexID != nil:
		read := strings.ToUpper(id(strings.TrimSpace(*p.OpenalexID)))
		if len(read) < 5 || len(read) > 14 || read[0] != 'A' || strings.Trim(read[1:], "0123456789") != "" {
			return asked, problem.Invalid("openalex_id",
				"an OpenAlex author id is the letter A and a number, as in A5023888391")
		}
		asked.OpenalexID = &read
	default:
		read := strings.Join(strings.Fields(*p.Name), " ")
		if len(strings.ReplaceAll(searchWords(read), " ", "")) < 2 {
			return asked, problem.Invalid("name", "name must have at least two letters")
		}
		asked.Name = &read
	}

	return asked, nil
}

// byORCID reads the records of OpenAlex and ORCID under one iD.
func (h *Handlers) byORCID(ctx context.Context, f *file) error {
	iD := *f.query.Orcid
	fused := upstream.FuseInto(ctx, f,
		upstream.Main(upstream.Part(srcOpenAlex, 0, func(ctx context.Context) (*openalex.Author, error) {
			return h.openalex.ByORCID(ctx, iD)
		}, func(f *file, a *openalex.Author) { f.author = a })),
		upstream.Main(h.personPart(iD)),
		h.jobsPart(iD),
	)
	if err := fused[:2].Err(); upstream.KindOf(err) == upstream.NotFound {
		return problem.NotFound("orcid", "neither ORCID nor OpenAlex has %s", iD)
	} else if err != nil {
		return err
	}

	f.addSources(fused, iD)
	f.skip("it cannot be asked by ORCID iD, and a name would merge namesakes")
	h.addWorks(ctx, f)
	return nil
}

// byOpenAlexID reads one record of OpenAlex, and the ORCID record that it names.
func (h *Handlers) byOpenAlexID(ctx context.Context, f *file) error {
	author, err := h.openalex.Author(ctx, *f.query.OpenalexID)
	if upstream.KindOf(err) == upstream.NotFound {
		return problem.NotFound("openalex_id", "OpenAlex has no author %s", *f.query.OpenalexID)
	}
	if err != nil {
		return err
	}

	f.author = author
	f.sources = append(f.sources, openAlexSource(author))
	f.skip("it cannot be asked by OpenAlex id, and a name would merge namesakes")
	h.addRest(ctx, f)
	return nil
}

// addRest reads what hangs on the record of OpenAlex: the most cited works, and the ORCID record that it names.
func (h *Handlers) addRest(ctx context.Context, f *file) {
	iD := id(f.author.ORCID)
	if iD == "" {
		f.sources = append(f.sources, response.Skipped(srcORCID, "the record names no ORCID iD"))
		h.addWorks(ctx, f)
		return
	}
	fused := upstream.FuseInto(ctx, f, h.personPart(iD), h.jobsPart(iD), h.worksPart(id(f.author.ID)))
	f.addSources(fused, iD)
}

// addWorks reads the most cited works of the record of OpenAlex, if there is one.
func (h *Handlers) addWorks(ctx context.Context, f *file) {
	if f.author == nil {
		f.sources = append(f.sources, response.Skipped(srcWorks, "there is no record of OpenAlex to read works of"))
		return
	}
	f.addSources(upstream.FuseInto(ctx, f, h.worksPart(id(f.author.ID))), "")
}

func (h *Handlers) personPart(iD string) upstream.Source[func(*file)] {
	return upstream.Part(srcORCID, 0, func(ctx context.Context) (*orcid.Person, error) {
		return h.orcid.Person(ctx, iD)
	}, func(f *file, p *orcid.Person) { f.person = p })
}

func (h *Handlers) jobsPart(iD string) upstream.Source[func(*file)] {
	return upstream.Part(srcEmployments, 0, func(ctx context.Context) ([]orcid.Employment, error) {
		return h.orcid.Employments(ctx, iD)
	}, func(f *file, list []orcid.Employment) { f.jobs = response.Items(list) })
}

func (h *Handlers) worksPart(author string) upstream.Source[func(*file)] {
	return upstream.Part(srcWorks, 0, func(ctx context.Context) ([]openalex.Work, error) {
		return h.openalex.TopWorks(ctx, author, topWorks)
	}, func(f *file, list []openalex.Work) { f.works = response.Items(list) })
}

// addSources lists the sources of a round, with the page of each record.
func (f *file) addSources(fused upstream.Fused[func(*file)], iD string) {
	for _, s := range response.Sources(fused) {
		answered := s.Status == "ok" || s.Status == "stale"
		switch {
		case !answered:
		case s.Name == srcOpenAlex:
			s.Records = new(1)
			s.URL = response.OrNull(f.author.ID)
			s.AsOf = moment(f.author.Updated)
		case s.Name == srcORCID:
			s.Records = new(1)
			s.URL = new("https://orcid.org/" + iD)
		case s.Name == srcEmployments:
			s.Records = new(len(f.jobs))
		case s.Name == srcWorks:
			s.Records = new(len(f.works))
		}

		f.sources = append(f.sources, s)
	}
}

func openAlexSource(a *openalex.Author) gen.Source {
	s := response.Source(srcOpenAlex, nil)
	s.Records = new(1)
	s.URL = response.OrNull(a.ID)
	s.AsOf = moment(a.Updated)
	s.FetchedAt = response.Moment(&a.FetchedAt)
	return s
}

// skip says why Semantic Scholar was not asked.
func (f *file) skip(why string) { f.sources = append(f.sources, response.Skipped(srcS2, why)) }
