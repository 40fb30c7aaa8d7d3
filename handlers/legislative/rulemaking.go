package legislative

import (
	"context"
	"errors"
	"regexp"
	"strings"
	"time"
	_ "time/tzdata" // the days of regulations.gov are those of Washington, on machines without zones too

	gen "github.com/farebox/farebox/gen/legislative"
	"github.com/farebox/farebox/gen/shared"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/federalregister"
	"github.com/farebox/farebox/internal/upstream/regulationsgov"
)

// maxCounted is how many documents are asked for their comments, one request each.
const maxCounted = 10

// docketID is a docket of regulations.gov: the letters of the agency, what it makes of the rest, and a number at the
// end: EPA-HQ-OAR-2003-0129, FDA-2019-N-5553, EERE-2017-BT-STD-0009, or FRTIB_FRDOC_0001 for what has none.
var docketID = regexp.MustCompile(`^[A-Z][A-Z0-9]*([-_][A-Z0-9]+)*[-_][0-9]{4,6}$`)

// rulemaking is what was asked for.
type rulemaking struct {
	docket  string
	keyword string
	agency  agency
	limit   int
}

// LegislativeRulemaking answers GET /legislative/rulemaking: a docket, or the documents that a search finds.
func (h *Handlers) LegislativeRulemaking(
	ctx context.Context, req gen.LegislativeRulemakingRequestObject,
) (gen.LegislativeRulemakingResponseObject, error) {
	q, err := rulemakingOf(req.Params)
	if err != nil {
		return nil, err
	}
	answer := gen.LegislativeRulemaking200JSONResponse{
		Query: gen.LegislativeRulemakingAnswer_Query{
			DocketID: response.OrNull(q.docket),
			Keyword:  req.Params.Keyword,
			Agency:   req.Params.Agency,
		},
	}

	within, reads := upstream.WithReads(ctx)
	found, err := h.fromRegulations(within, q)
	first := source(regulationsgov.Provider, reads, err, nil)
	if err == nil {
		first.Records = &found.total
		first.Detail = new(regulationsgov.Provider.Attribution)
		answer.Sources = []shared.Source{first, notNeeded(federalregister.Provider, regulationsgov.Provider)}
		found.fill(&answer)
		return answer, nil
	}
	if isOurs(err) || ctx.Err() != nil {
		return nil, err
	}

	keyless := errors.Is(err, upstream.NotConfigured)
	within, reads = upstream.WithReads(ctx)
	found, fallback := h.fromRegister(within, q)
	switch {
	case fallback != nil && (keyless || isOurs(fallback)):
		return nil, fallback
	case fallback != nil, found.total == 0 && !keyless: // what the Register lacks, regulations.gov may have
		return nil, err
	}
	if found.total == 0 {
		response.Waive(ctx) // regulations.gov may have what the Register lacks, and was not asked
	}
	second := response.Read(federalregister.Provider.Name, reads, nil)
	second.Records = &found.total
	second.Detail = new(federalregister.Provider.Attribution)
	answer.KeylessDegraded = true
	answer.Sources = []shared.Source{first, second}
	found.fill(&answer)
	return answer, nil
}

// isOurs is true of a refusal of the caller's input, which another source would not take either.
func isOurs(err error) bool {
	var p *problem.Problem
	return errors.As(err, &p)
}

func rulemakingOf(p gen.LegislativeRulemakingParams) (rulemaking, error) {
	q := rulemaking{limit: p.Limit}
	if p.DocketID == nil && p.Keyword == nil && p.Agency == nil {
		return q, problem.InvalidCode("docket_id", problem.CodeMissingInput,
			"give docket_id, or keyword, agency or both of these")
	}

	if p.DocketID != nil {
		if p.Keyword != nil || p.Agency != nil {
			return q, problem.Invalid("docket_id", "give docket_id, or keyword and agency, not both")
		}
		q.docket = strings.ToUpper(strings.TrimSpace(*p.DocketID))
		if !docketID.MatchString(q.docket) {
			return q, problem.Invalid("docket_id",
				"docket_id must be a docket of regulations.gov, such as EPA-HQ-OAR-2021-0317 or DOI_FRDOC_0001")
		}
	}

	if p.Keyword != nil {
		q.keyword = federalregister.Words(*p.Keyword)
		if q.keyword == "" {
			return q, problem.Invalid("keyword", "keyword must have a letter or a digit")
		}
	}

	q.agency = agency(strings.TrimSpace(response.OrZero(p.Agency)))
	if q.agency == "" && p.Agency != nil {
		return q, problem.Missing("agency")
	}
	return q, nil
}

// documents are what a source found.
type documents struct {
	list     []gen.LegislativeDocument
	total    int
	docket   *gen.LegislativeDocket
	comments *int
	gaps     bool // a part could not be read
}

func (d *documents) fill(answer *gen.LegislativeRulemaking200JSONResponse) {
	answer.Documents = d.list
	answer.Count = len(d.list)
	answer.Total = max(d.total, len(d.list))
	answer.Truncated = d.total > len(d.list)
	answer.Docket = d.docket
	answer.CommentCount = d.comments
	answer.Partial = response.Partial(answer.Sources) || d.gaps
}

// fromRegulations asks regulations.gov: of a docket for its description, documents and comments side by side.
func (h *Handlers) fromRegulations(ctx context.Context, q rulemaking) (*documents, error) {
	code, err := h.code(q.agency)
	if err != nil {
		return nil, err
	}

	type parts struct {
		docket   *regulationsgov.Docket
		page     *regulationsgov.Page
		comments *int
	}
	var p parts
	sources := []upstream.Source[func(*parts)]{
		upstream.Part("documents", budget,
			func(ctx context.Context) (*regulationsgov.Page, error) {
				return h.regulations.Documents(ctx, regulationsgov.Query{
					Docket: q.docket,
					Term:   q.keyword,
					Agency: code,
					Limit:  q.limit,
				})
			},
			func(p *parts, page *regulationsgov.Page) { p.page = page }),
	}
	if q.docket != "" {
		sources = append(sources,
			upstream.Part("docket", budget,
				func(ctx context.Context) (*regulationsgov.Docket, error) {
					return h.regulations.Docket(ctx,
						q.docket)
				},
				func(p *parts, docket *regulationsgov.Docket) { p.docket = docket }),
			upstream.Part("comments", budget,
				func(ctx context.Context) (int, error) { return h.regulations.CommentsIn(ctx, q.docket) },
				func(p *parts, count int) { p.comments = &count }),
		)
	}
	fused := upstream.FuseInto(ctx, &p, sources...)
	if err := fused.Failure("documents"); err != nil {
		return nil, err
	}

	if p.page.Total == 0 && q.agency != "" {
		if _, err := h.known(q.agency); isOurs(err) {
			return nil, err // letters that nobody knows have no documents either
		}
	}

	d := &documents{
		total:    p.page.Total,
		docket:   docketOf(p.docket),
		comments: p.comments,
		gaps:     fused.Partial(),
	}
	d.list = response.Items(response.Each(p.page.Documents, h.ofRegulations))
	if p.comments == nil && fused.Failure("docket") == nil {
		h.countComments(ctx, d, p.page)
	}
	return d, nil
}

// countComments asks for the comments on each document that takes any, side by side. Copies of a document have the same
// comments, which count once. The sum is known only when all documents are at hand and were asked.
func (h *Handlers) countComments(ctx context.Context, d *documents, page *regulationsgov.Page) {
	var asked []string // object ids
	copies := map[string][]int{}
	for i, document := range page.Documents {
		takes := document.Open || document.CommentsFrom != nil || document.CommentsUntil != nil
		if document.ObjectID == "" || !takes {
			continue
		}
		if copies[document.ObjectID] == nil {
			asked = append(asked, document.ObjectID)
		}
		copies[document.ObjectID] = append(copies[document.ObjectID], i)
	}
	if len(asked) == 0 || len(asked) > maxCounted {
		return
	}

	var counts []upstream.Source[int]
	for _, object := range asked {
		counts = append(counts, upstream.Source[int]{
			Name:   regulationsgov.Provider.Name,
			Budget: budget,
			Call:   func(ctx context.Context) (int, error) { return h.regulations.CommentsOn(ctx, object) },
		})
	}
	fused := upstream.Fuse(ctx, counts...)
	sum := 0
	for k, o := range fused {
		if o.Err != nil {
			d.gaps = true
			continue
		}
		sum += o.Value
		for _, i := range copies[asked[k]] {
			d.list[i].CommentCount = new(o.Value)
		}
	}
	if !fused.Partial() && (d.docket == nil || d.total <= len(page.Documents)) {
		d.comments = &sum
	}
}

func docketOf(r *regulationsgov.Docket) *gen.LegislativeDocket {
	if r == nil {
		return nil
	}
	return &gen.LegislativeDocket{
		ID:       r.ID,
		Title:    response.OrNull(strings.TrimSpace(r.Title)),
		Type:     response.OrNull(r.Type),
		Agency:   response.OrNull(r.Agency),
		Rin:      response.OrNull(r.RIN),
		Abstract: response.OrNull(strings.TrimSpace(r.Abstract)),
		URL:      "https://www.regulations.gov/docket/" + r.ID,
	}
}

func (h *Handlers) ofRegulations(r regulationsgov.Document) gen.LegislativeDocument {
	return gen.LegislativeDocument{
		DocumentID:       response.OrNull(r.ID),
		DocketID:         response.OrNull(r.Docket),
		Title:            response.OrNull(strings.TrimSpace(r.Title)),
		Type:             response.OrNull(r.Type),
		Agency:           h.named(r.Agency),
		AgencyCode:       response.OrNull(r.Agency),
		PostedDate:       dayInWashington(r.Posted),
		CommentStartDate: dayInWashington(r.CommentsFrom),
		CommentEndDate:   dayInWashington(r.CommentsUntil),
		OpenForComment:   h.open(r),
		Withdrawn:        r.Withdrawn,
		FrDocumentNumber: response.OrNull(r.FRNumber),
		URL:              "https://www.regulations.gov/document/" + r.ID,
	}
}

// open says whether a document takes comments. Agencies leave documents marked as open after the last day that they
// give, so that the mark alone, without a day, says nothing.
func (h *Handlers) open(r regulationsgov.Document) *bool {
	until := r.CommentsUntil
	switch {
	case !r.Open, response.OrZero(r.Withdrawn):
		return new(false)
	case until == nil || until.IsZero():
		return nil
	}
	return new(!until.Before(h.now()))
}

// dayInWashington is the day of a moment there, where the days of regulations.gov begin and end.
func dayInWashington(t *time.Time) *string {
	if t == nil || t.IsZero() {
		return nil
	}
	zone, err := time.LoadLocation("America/New_York")
	if err != nil {
		return nil // never: the zones are part of the program
	}
	return new(t.In(zone).Format(time.DateOnly))
}

// fromRegister asks the Federal Register, and for the comments on a docket once more for each of its documents.
func (h *Handlers) fromRegister(ctx context.Context, q rulemaking) (*documents, error) {
	slug, err := h.slug(q.agency)
	if err != nil {
		return nil, err
	}
	search := federalregister.Query{
		Term:   q.keyword,
		Docket: q.docket,
		Newest: true,
		Limit:  q.limit,
	}
	if slug != "" {
		search.Agencies = []string{slug}
	}
	within, cancel := context.WithTimeout(ctx, budget)
	defer cancel()
	page, err := h.register.Search(within, search)
	if err != nil {
		return nil, err
	}

	d := &documents{
		total: page.Count,
	}
	d.list = response.Items(response.Each(page.Documents, h.ofRegister))
	if q.docket != "" {
		h.registeredComments(ctx, d, page.Documents)
	}
	return d, nil
}

// registeredComments adds what the Federal Register knows about a docket's documents on regulations.gov.
func (h *Handlers) registeredComments(ctx context.Context, d *documents, list []federalregister.Document) {
	if len(list) == 0 || len(list) > maxCounted {
		return
	}
	var lookups []upstream.Source[*federalregister.Document]
	for _, document := range list {
		lookups = append(lookups, upstream.Source[*federalregister.Document]{
			Name:   federalregister.Provider.Name,
			Budget: budget,
			Call: func(ctx context.Context) (*federalregister.Document, error) {
				return h.register.Document(ctx, document.Number)
			},
		})
	}

	fused := upstream.Fuse(ctx, lookups...)
	sum := 0
	known := 0
	counted := map[string]bool{} // a correction may be a copy of the same document there
	for i, o := range fused {
		if o.Err != nil || o.Value.Regulations == nil {
			continue
		}
		copied := o.Value.Regulations
		d.list[i].DocumentID = response.OrNull(copied.DocumentID)
		d.list[i].CommentCount = copied.Comments
		if copied.Comments == nil {
			continue
		}
		known++
		if copied.DocumentID == "" || !counted[copied.DocumentID] {
			sum += *copied.Comments
		}
		counted[copied.DocumentID] = true
	}
	d.gaps = d.gaps || fused.Partial()
	if known == len(list) && d.total <= len(list) {
		d.comments = &sum
	}
}

func (h *Handlers) ofRegister(r federalregister.Document) gen.LegislativeDocument {
	d := gen.LegislativeDocument{
		Title:            response.OrNull(r.Title),
		Type:             response.OrNull(r.Type),
		PostedDate:       response.Day(r.Published),
		CommentEndDate:   response.Day(r.CommentsUntil),
		FrDocumentNumber: response.OrNull(r.Number),
		URL:              r.URL,
	}

	if len(r.Dockets) > 0 {
		d.DocketID = response.OrNull(strings.TrimSpace(r.Dockets[0]))
	}

	if n := len(r.Agencies); n > 0 { // the department first, then its bureau
		bureau := r.Agencies[n-1]
		d.Agency = response.OrNull(bureau.Title())
		d.AgencyCode = h.lettersOf(bureau.Slug)
	}

	if until := d.CommentEndDate; until != nil {
		today := *dayInWashington(new(h.now()))
		d.OpenForComment = new(today >= r.Published && today <= *until)
	}

	return d
}
