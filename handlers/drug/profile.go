package drug

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"unicode/utf8"

	gen "github.com/farebox/farebox/gen/drug"
	"github.com/farebox/farebox/gen/shared"
	"github.com/farebox/farebox/internal/clip"
	"github.com/farebox/farebox/internal/each"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/openfda"
)

const (
	profileReactions = 10
	shownRecalls     = 10
	readApplications = 100
	shownProducts    = 25
	excerptShown     = 1000
)

// DrugProfile answers GET /drug/profile.
func (h *Handlers) DrugProfile(
	ctx context.Context, req gen.DrugProfileRequestObject,
) (gen.DrugProfileResponseObject, error) {
	id, product, err := h.subject(ctx, req.Params)
	if err != nil {
		return nil, err
	}
	if id.recognised != nil && !*id.recognised {
		return nil, id.unknown("drug", "neither RxNorm nor the NDC directory knows this name")
	}

	answer := gen.DrugProfile200JSONResponse{
		Query:       id.asked,
		Resolved:    id.shown(),
		Directory:   directoryOf(id),
		Attribution: creditDrugs + "; " + creditLabel,
		Disclaimer:  reportsDisclaimer,
	}
	answer.Product = response.Formed(product, productOf)
	sources, err := h.gather(ctx, id, (*gen.DrugProfile)(&answer))
	if err != nil {
		return nil, err
	}
	if id.recognised == nil && nothing(answer) {
		return nil, lookupFailed(ctx, sources, id)
	}
	answer.Sources = append(slices.Clone(id.sources), sources...)
	answer.Partial = answer.Partial || response.Partial(answer.Sources)
	return answer, nil
}

// subject is the drug that a profile is asked of.
func (h *Handlers) subject(ctx context.Context, params gen.DrugProfileParams) (identity, *match, error) {
	switch {
	case params.Drug != nil && params.Ndc != nil:
		return identity{}, nil, problem.InvalidCode("ndc", problem.CodeAmbiguous, "give drug or ndc, not both")
	case params.Ndc != nil:
		return h.names.NDC(ctx, *params.Ndc)
	case params.Drug != nil:
		id, err := h.names.Name(ctx, "drug", *params.Drug)
		return id, nil, err
	}
	return identity{}, nil, problem.InvalidCode("drug", problem.CodeMissingInput, "give drug or ndc")
}

// nothing is whether no source has anything on a name that could not be looked up.
func nothing(a gen.DrugProfile200JSONResponse) bool {
	return a.Directory == nil && a.Label == nil && a.AdverseEvents == nil && a.Approval == nil &&
		(a.Recalls == nil || a.Recalls.Count == 0) && (a.Shortage == nil || a.Shortage.Records == 0)
}

// lookupFailed is a failure of the sources that would have known the name.
func lookupFailed(ctx context.Context, sources []shared.Source, id identity) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if !response.Partial(append(slices.Clone(id.sources), sources...)) {
		return id.unknown("drug", "no source has anything under this name")
	}
	return problem.BadGateway(problem.CodeUpstreamFailed, nil,
		"the name could not be looked up, because sources did not answer")
}

// section is what one source gives to a profile.
type section struct {
	put     func(*gen.DrugProfile)
	sources []shared.Source
}

// gather asks for all sections of a profile side by side. They are its main sources: a name that was only resolved is
// no profile.
func (h *Handlers) gather(ctx context.Context, id identity, profile *gen.DrugProfile) ([]shared.Source, error) {
	ask := func(name string, call func(context.Context) (section, error)) upstream.Source[section] {
		return upstream.Main(upstream.Source[section]{
			Name: name,
			Call: call,
		})
	}
	fused := upstream.Fuse(ctx,
		ask(sourceLabels, func(ctx context.Context) (section, error) {
			label, sources, err := h.label(ctx, id)
			return section{func(p *gen.DrugProfile) { p.Label = summaryOf(label) }, sources}, err
		}),
		ask(sourceReports, func(ctx context.Context) (section, error) {
			events, source, err := h.eventSummary(ctx, id)
			return section{func(p *gen.DrugProfile) { p.AdverseEvents = events }, []shared.Source{source}}, err
		}),
		ask(sourceRecalls, func(ctx context.Context) (section, error) {
			recalls, source, err := h.recalls(ctx, id)
			return section{func(p *gen.DrugProfile) { p.Recalls = recalls }, []shared.Source{source}}, err
		}),
		ask(sourceApprovals, func(ctx context.Context) (section, error) {
			approval, source, err := h.approval(ctx, id)
			return section{func(p *gen.DrugProfile) { p.Approval = approval }, []shared.Source{source}}, err
		}),
		ask(sourceShortages, func(ctx context.Context) (section, error) {
			return h.shortageSection(ctx, id)
		}),
		upstream.Source[section]{
			Name: sourceSalts,
			Call: func(ctx context.Context) (section, error) {
				salts, err := h.names.saltsOf(ctx, id)
				put := func(p *gen.DrugProfile) { p.OtherSalts = salts.besides(id.salts()...) }
				return section{put, []shared.Source{salts.source}}, err
			},
		},
	)

	var sources []shared.Source
	for _, outcome := range fused {
		if outcome.Value.put == nil { // it was cut off
			sources = append(sources, response.Read(outcome.Name, outcome.Reads, outcome.Err))
			continue
		}
		outcome.Value.put(profile)
		sources = append(sources, outcome.Value.sources...)
	}
	return sources, fused.Err()
}

// directoryOf is what the directory lists of a drug, nil when it lists nothing.
func directoryOf(id identity) *gen.DrugDirectory {
	if len(id.products) == 0 {
		return nil
	}

	var brands, applications, routes, forms, labelers, codes []string
	for _, p := range slices.SortedStableFunc(slices.Values(id.preferred()), byCode) {
		if !containsFold(brands, p.Brand) {
			brands = append(brands, p.Brand)
		}
		applications = append(applications, p.Application)
		routes = append(routes, p.Route...)
		forms = append(forms, p.Form)
		labelers = append(labelers, p.Labeler)
		codes = append(codes, p.NDC)
	}

	return &gen.DrugDirectory{
		ProductsFound:      len(id.products),
		Truncated:          id.more,
		BrandNames:         told(brands),
		ProductNdc:         response.Items(firstOf(codes, shownProducts)),
		ApplicationNumbers: firstOf(told(applications), shownProducts),
		PharmClass:         classesOf(id.products),
		Route:              told(routes),
		DosageForms:        told(forms),
		LabelersCount:      len(distinct(labelers)),
	}
}

// byCode orders products by their codes. What they are preferred by is not told of all.
func byCode(a, b openfda.Product) int { return cmp.Compare(a.NDC, b.NDC) }

// told are the values that records tell, each once; nil when none of them tells any.
func told(values []string) []string {
	if list := distinct(values); len(list) > 0 {
		return list
	}
	return nil
}

// classesOf are the pharmacologic classes of products. They are nil when products have classes of a kind that their
// block of names lacks: what is left would be some of them.
func classesOf(products []openfda.Product) []string {
	var classes []string
	for _, p := range products {
		if lacksClass(p, "[EPC]", p.Names.ClassEPC) || lacksClass(p, "[MoA]", p.Names.ClassMOA) {
			return nil
		}
		classes = append(classes, p.Names.ClassEPC...)
		classes = append(classes, p.Names.ClassMOA...)
	}
	return told(classes)
}

// lacksClass says whether a product that was matched is of a class of a kind, and its block of names has none.
func lacksClass(p openfda.Product, kind string, named []string) bool {
	matched := len(p.Names.SetID) > 0
	ofKind := slices.ContainsFunc(p.Classes, func(class string) bool { return strings.HasSuffix(class, kind) })
	return matched && ofKind && len(named) == 0
}

// summaryOf is a label in excerpts, nil if there is none.
func summaryOf(l *labelText) *gen.DrugLabelSummary {
	if l == nil {
		return nil
	}
	return &gen.DrugLabelSummary{
		SetID:             l.setID,
		BrandName:         response.OrNull(l.brand),
		Manufacturer:      response.OrNull(l.maker),
		Version:           l.version,
		EffectiveDate:     l.effective,
		Indications:       l.excerpt("indications_and_usage"),
		BoxedWarning:      l.excerpt("boxed_warning"),
		Contraindications: l.excerpt("contraindications"),
		Warnings:          l.excerpt("warnings_and_cautions", "warnings"),
		Dosage:            l.excerpt("dosage_and_administration"),
		DailymedURL:       l.url(),
	}
}

// excerpt is the beginning of the first of the sections that the label has.
func (l labelText) excerpt(sections ...string) *gen.DrugExcerpt {
	for _, section := range sections {
		text := l.sections[section]
		if text == "" {
			continue
		}
		excerpt := gen.DrugExcerpt{Text: text}
		if utf8.RuneCountInString(text) > excerptShown {
			excerpt.Text = string([]rune(text)[:excerptShown])
			excerpt.Truncated = true
		}
		return &excerpt
	}
	return nil
}

func (h *Handlers) eventSummary(ctx context.Context, id identity) (*gen.DrugEventSummary, shared.Source, error) {
	search := reportSearch(id.terms())
	var counted reported
	ctx, reads := upstream.WithReads(ctx)
	fused := upstream.FuseInto(ctx, &counted,
		h.totalPart(search),
		h.countPart(search, openfda.FieldReaction, profileReactions,
			func(r *reported, c *openfda.Counts) { r.reactions = c }),
		h.countPart(search, openfda.FieldSerious, 0, func(r *reported, c *openfda.Counts) { r.serious = c }),
	)
	if counted.total == nil {
		err := fused.Failure("total")
		return nil, dataset(sourceReports, reads, 0, "", err), unlessMissing(err)
	}

	summary := &gen.DrugEventSummary{
		TotalReports:    counted.total.Total,
		DataThroughDate: response.Day(counted.total.Updated),
	}
	if counted.reactions != nil {
		summary.TopReactions = reactionsOf(*counted.reactions, summary.TotalReports, profileReactions)
	}
	summary.SeriousReports = seriousOf(counted.serious)
	source := dataset(sourceReports, reads, summary.TotalReports, counted.total.Updated, nil)
	return summary, inPart(source, firstFailure(fused), countsUnread), nil
}

// unlessMissing is err, but nil for a source that says that it has no such record: it has answered.
func unlessMissing(err error) error {
	if failed(err) {
		return err
	}
	return nil
}

// recallSearch matches recalls whose product has one of the names, or all ingredients of a combination. The block of
// names of a recall is often empty, so that the description is searched too.
func (id identity) recallSearch() string {
	var clauses []string
	for _, term := range id.terms() {
		for _, field := range []string{
			"openfda.generic_name", "openfda.brand_name", "openfda.substance_name", "product_description",
		} {
			clauses = append(clauses, openfda.Phrase(field, term))
		}
	}
	clauses = append(clauses, id.together("openfda.substance_name", "product_description")...)
	return openfda.Any(clauses...)
}

// together match records that have all ingredients of a combination in one of the fields: records name combinations in
// orders and with salts of their own. None for a single ingredient.
func (id identity) together(fields ...string) []string {
	if len(id.ingredients) < 2 {
		return nil
	}

	var list []string
	for _, field := range fields {
		clauses := each.Of(id.ingredients, func(ingredient string) string { return openfda.Phrase(field, ingredient) })
		list = append(list, "("+openfda.All(clauses...)+")")
	}
	return list
}

// classes are those of recalls.
var classes = []string{"Class I", "Class II", "Class III", "Not Yet Classified"}

// recalled are recalls of a drug: the last ones, and counts of all; nil where they could not be had.
type recalled struct {
	page    *openfda.Found[openfda.Recall]
	classes *openfda.Counts
	states  *openfda.Counts
	naming  *int // recalls whose record names the code that was asked for
}

func (h *Handlers) recalls(ctx context.Context, id identity) (*gen.DrugRecalls, shared.Source, error) {
	search := id.recallSearch()
	count := func(field string, put func(*recalled, openfda.Counts)) upstream.Source[func(*recalled)] {
		return upstream.Part(field, 0,
			func(ctx context.Context) (openfda.Counts, error) {
				return h.fda.DrugRecallCounts(ctx, search, field)
			}, put)
	}

	var got recalled
	ctx, reads := upstream.WithReads(ctx)
	parts := []upstream.Source[func(*recalled)]{
		upstream.Part("page", 0,
			func(ctx context.Context) (openfda.Found[openfda.Recall], error) {
				return h.fda.DrugRecalls(ctx, openfda.Query{
					Search: search,
					Sort:   "report_date:desc",
					Limit:  shownRecalls,
				})
			},
			func(r *recalled, found openfda.Found[openfda.Recall]) { r.page = &found }),
		count(recallClass, func(r *recalled, counts openfda.Counts) { r.classes = &counts }),
		count(recallState, func(r *recalled, counts openfda.Counts) { r.states = &counts }),
	}
	if id.kind == gen.DrugIdentityKindProduct {
		parts = append(parts, upstream.Part("code", 0,
			func(ctx context.Context) (int, error) { return h.recallsNaming(ctx, id.products[0].NDC) },
			func(r *recalled, total int) { r.naming = &total }))
	}
	fused := upstream.FuseInto(ctx, &got, parts...)

	err := fused.Failure("page")
	switch {
	case missing(err):
		none := &gen.DrugRecalls{
			ClassI:      new(0),
			ClassIi:     new(0),
			ClassIii:    new(0),
			OpenCount:   new(0),
			ClosedCount: new(0),
			NamingCode:  got.naming,
			Recent:      []gen.DrugRecall{},
		}
		return none, dataset(sourceRecalls, reads, 0, "", err), nil
	case got.page == nil:
		return nil, dataset(sourceRecalls, reads, 0, "", err), err
	}

	source := dataset(sourceRecalls, reads, got.page.Total, got.page.Updated, nil)
	return got.shown(), inPart(source, firstFailure(fused), "the recalls could not be counted in all ways"), nil
}

// The fields that recalls are counted by.
const (
	recallClass = "classification.exact"
	recallState = "status.exact"
)

// recallsNaming is how many recalls name the code of a product, by their labels or in their text.
func (h *Handlers) recallsNaming(ctx context.Context, code string) (int, error) {
	found, err := h.fda.DrugRecalls(ctx, openfda.Query{
		Search: openfda.Any(
			openfda.Keyword("openfda.product_ndc", code),
			openfda.Phrase("product_description", code),
			openfda.Phrase("code_info", code)),
		Limit: 1,
	})
	if missing(err) {
		return 0, nil
	}
	return found.Total, err
}

func (r recalled) shown() *gen.DrugRecalls {
	shown := &gen.DrugRecalls{
		Count:      r.page.Total,
		NamingCode: r.naming,
	}

	if r.classes != nil && r.classes.Has(classes...) {
		shown.ClassI = new(r.classes.Of("Class I"))
		shown.ClassIi = new(r.classes.Of("Class II"))
		shown.ClassIii = new(r.classes.Of("Class III"))
	}
	if r.states != nil && r.states.Has(slices.Concat(openfda.OpenStates, openfda.ClosedStates)...) {
		shown.OpenCount = new(totalOf(r.states, openfda.OpenStates))
		shown.ClosedCount = new(totalOf(r.states, openfda.ClosedStates))
	}

	shown.Recent = response.Items(response.Each(r.page.Records, recallOf))
	return shown
}

func totalOf(counts *openfda.Counts, terms []string) int {
	total := 0
	for _, term := range terms {
		total += counts.Of(term)
	}
	return total
}

const shownLots = 500

func recallOf(r openfda.Recall) gen.DrugRecall {
	return gen.DrugRecall{
		RecallNumber:   response.OrNull(r.Number),
		Classification: response.OrNull(r.Classification),
		Status:         response.OrNull(r.Status),
		Open:           r.Open(),
		Product:        r.Product,
		Ndc:            response.Items(r.NDCs()),
		Lots:           response.OrNull(clip.Shown(r.Lots(), shownLots)),
		Reason:         response.OrNull(r.Reason),
		Firm:           response.OrNull(r.Firm),
		InitiationDate: day(r.Initiated),
		ReportDate:     day(r.Reported),
	}
}

// approval is the first approval of a drug, or of the brand or product that was asked for.
func (h *Handlers) approval(ctx context.Context, id identity) (*gen.DrugApproval, shared.Source, error) {
	ctx, reads := upstream.WithReads(ctx)
	found, err := h.fda.Applications(ctx, openfda.Query{
		Search: id.approvalSearch(),
		Sort:   "submissions.submission_status_date:asc",
		Limit:  readApplications,
	})
	source := dataset(sourceApprovals, reads, found.Total, found.Updated, err)
	if err != nil {
		return nil, source, unlessMissing(err)
	}

	own := slices.DeleteFunc(slices.Clone(found.Records), func(a openfda.Application) bool { return !id.holds(a) })
	chosen := id.firstApproved(own)
	if chosen == nil {
		const unsure = "applications were found, but it is not certain that any is the first of this drug alone"
		if len(own) > 0 && !slices.ContainsFunc(own, isDated) {
			return nil, inPart(source, upstream.BadResponse.Errorf("approvals without a day"), unsure), nil
		}
		source.Detail = new(unsure)
		return nil, source, nil
	}
	approval := &gen.DrugApproval{
		ApplicationNumber: chosen.Number,
		Sponsor:           response.OrNull(chosen.Sponsor),
		FirstApprovalDate: response.OrNull(approvedOn(*chosen)),
		ApplicationsCount: len(own),
		Truncated:         found.Total > len(found.Records),
	}
	var marketing []string
	for _, p := range chosen.Products {
		marketing = append(marketing, p.Marketing)
		approval.BrandName = cmp.Or(approval.BrandName, response.OrNull(p.Brand))
	}
	if !slices.Contains(marketing, "") {
		approval.MarketingStatus = told(marketing)
	}
	return approval, source, nil
}

// approvalSearch matches applications that have a product of the drug among others.
func (id identity) approvalSearch() string {
	var clauses []string
	for _, term := range id.terms() {
		clauses = append(clauses,
			openfda.Phrase("products.active_ingredients.name", term),
			openfda.Phrase("products.brand_name", term),
			openfda.Phrase("openfda.generic_name", term))
	}
	clauses = append(clauses, id.together("products.active_ingredients.name")...)
	return openfda.Any(clauses...)
}

func isDated(a openfda.Application) bool { return approvedOn(a) != "" }

// holds is whether an application is for products with exactly the ingredients of the drug.
func (id identity) holds(a openfda.Application) bool {
	for _, p := range a.Products {
		names := response.Each(p.Ingredients, func(i openfda.Ingredient) string { return i.Name })
		if len(names) > 0 && len(id.ingredients) > 0 && sameSet(names, id.ingredients) {
			return true
		}
	}
	return false
}

// firstApproved is the application that was approved first: that of the product of an NDC, else among those of the
// brand asked for, else among all.
func (id identity) firstApproved(own []openfda.Application) *openfda.Application {
	if id.kind == gen.DrugIdentityKindProduct {
		at := slices.IndexFunc(own, func(a openfda.Application) bool { return a.Number == id.products[0].Application })
		if at < 0 {
			return nil
		}
		return &own[at]
	}

	branded := slices.DeleteFunc(slices.Clone(own), func(a openfda.Application) bool { return !id.isBranded(a) })
	if len(branded) > 0 {
		own = branded
	}

	if len(own) == 0 {
		return nil
	}
	const never = "9999"

	best := slices.MinFunc(own, func(a, b openfda.Application) int {
		return cmp.Or(
			strings.Compare(cmp.Or(approvedOn(a), never), cmp.Or(approvedOn(b), never)),
			strings.Compare(a.Number, b.Number),
		)
	})
	if len(own) > 1 && approvedOn(best) == "" {
		return nil // no day, no first one
	}

	return &best
}

func (id identity) isBranded(a openfda.Application) bool {
	for _, p := range a.Products {
		if id.brand != "" && sameName(p.Brand, id.brand) {
			return true
		}
	}
	return false
}

// approvedOn is the day on which the original of an application was approved, "" when the record does not say.
// Supplements and tentative approvals have dates of their own.
func approvedOn(a openfda.Application) string {
	earliest := ""
	for _, s := range a.Submissions {
		if at := day(s.Date); s.Type == "ORIG" && s.Status == "AP" && at != nil && (earliest == "" || *at < earliest) {
			earliest = *at
		}
	}
	return earliest
}

// shortageSection is the summary of the list's entries. Without one that is odd the profile is not whole.
func (h *Handlers) shortageSection(ctx context.Context, id identity) (section, error) {
	ctx, reads := upstream.WithReads(ctx)
	counts, err := h.shortages(ctx, id)
	sources := []shared.Source{counts.source(reads, err)}
	if failed(err) {
		return section{func(*gen.DrugProfile) {}, sources}, err
	}

	summary := &gen.DrugShortageSummary{
		Active:       counts.short(id),
		Records:      counts.own,
		CurrentCount: counts.current,
	}
	switch {
	case summary.Active == nil:
	case counts.current > 0:
		summary.Status = new(gen.Current)
	case counts.discontinued > 0:
		summary.Status = new(gen.ToBeDiscontinued)
	case counts.resolved > 0:
		summary.Status = new(gen.Resolved)
	default:
		summary.Status = new(gen.NotListed)
	}
	return section{func(p *gen.DrugProfile) {
		p.Shortage = summary
		p.Partial = p.Partial || counts.odd
	}, sources}, nil
}
