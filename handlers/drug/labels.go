package drug

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"golang.org/x/net/html"

	gen "github.com/farebox/farebox/gen/drug"
	"github.com/farebox/farebox/gen/shared"
	"github.com/farebox/farebox/internal/each"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/dailymed"
	"github.com/farebox/farebox/internal/upstream/openfda"
)

// labelText is a label of a drug, from either source.
type labelText struct {
	setID       string
	version     *int
	effective   *string
	basis       gen.DrugLabelEffectiveDateBasis
	brand       string
	generic     string
	maker       string
	productType string
	route       []string
	source      gen.DrugLabelSource
	classes     []string
	sections    map[string]string
	unknown     []string          // sections by names that are not documented
	tables      map[string]string // text of tables, by section
}

func (l labelText) url() string {
	return "https://dailymed.nlm.nih.gov/dailymed/drugInfo.cfm?setid=" + l.setID
}

const (
	candidateLabels = 3
	searchedLabels  = 20
	listedLabels    = 50
)

// label is the label of a drug: the one that the directory names for the product meant, else one of openFDA with just
// these ingredients, else one of DailyMed. It is nil when nobody has one; err is then a failure of a source that might.
func (h *Handlers) label(ctx context.Context, id identity) (*labelText, []shared.Source, error) {
	asked, reads := upstream.WithReads(ctx)
	found, total, updated, err := h.fromOpenFDA(asked, id)
	if found != nil {
		return found, []shared.Source{
			found.inPart(dataset(sourceLabels, reads, total, updated, nil)),
			response.Skipped(sourceDailyMed, "asked only when openfda_label does not have the label"),
		}, nil
	}

	asked, readsMed := upstream.WithReads(ctx)
	entry, errMed := h.fromDailyMed(asked, id)
	switch {
	case failed(err):
	case entry == nil && len(setIDs(id.products)) > 0:
		err = notHeld()
	default:
		err = upstream.NotFound.Errorf("no label of this drug alone")
	}
	sources := []shared.Source{
		dataset(sourceLabels, reads, 0, "", err),
		response.Read(sourceDailyMed, readsMed, errMed),
	}
	if entry != nil {
		return entry, sources, nil
	}
	for _, failure := range []error{err, errMed, id.unread} {
		if failed(failure) {
			return nil, sources, failure
		}
	}
	return nil, sources, nil
}

// noLabel is the error for a drug whose label nobody has: where the directory names labels, a failure.
func (id identity) noLabel(field string) error {
	if len(setIDs(id.products)) > 0 {
		return notHeld()
	}
	return id.unlabelled(field)
}

// notHeld is the failure of a source of labels that the directory names, and that it does not have.
func notHeld() error {
	return upstream.BadResponse.Errorf("%s: labels that the directory names, and that it does not have", sourceLabels)
}

// inPart is the source of a label. One with sections by unknown names may lack known ones.
func (l labelText) inPart(source shared.Source) shared.Source {
	if len(l.unknown) == 0 {
		return source
	}
	unknown := upstream.BadResponse.Errorf("sections by unknown names")
	return inPart(source, unknown, "sections by names that are not documented: "+strings.Join(l.unknown, ", "))
}

func (h *Handlers) fromOpenFDA(ctx context.Context, id identity) (*labelText, int, string, error) {
	ranked := setIDs(id.preferred())
	if len(ranked) > 0 {
		var clauses []string
		for _, setID := range firstOf(ranked, candidateLabels) {
			clauses = append(clauses, openfda.Keyword("set_id", setID))
		}
		page, err := h.fda.Labels(ctx, openfda.Query{
			Search: openfda.Any(clauses...),
			Limit:  candidateLabels,
		})
		if err != nil && !missing(err) {
			return nil, 0, "", err
		}
		for _, setID := range ranked {
			for _, l := range page.Records {
				if l.SetID == setID {
					return ofLabel(l), page.Total, page.Updated, nil
				}
			}
		}
	}

	page, err := h.fda.Labels(ctx, openfda.Query{
		Search: labelSearch(id),
		Limit:  searchedLabels,
	})
	if err != nil {
		return nil, 0, "", err
	}
	if !slices.ContainsFunc(page.Records, openfda.Label.Named) {
		return nil, 0, "", upstream.BadResponse.Errorf("labels that were found by their names, and have none")
	}
	for _, l := range page.Records {
		if id.fits(l) {
			return ofLabel(l), page.Total, page.Updated, nil
		}
	}
	return nil, 0, "", nil
}

// labelSearch matches labels by name, those first whose generic name is nothing else.
func labelSearch(id identity) string {
	var clauses []string
	terms := id.terms()
	if id.salt != "" {
		terms = []string{id.salt}
	}
	for _, term := range terms {
		clauses = append(clauses,
			openfda.Phrase("openfda.brand_name", term),
			openfda.Phrase("openfda.generic_name", term),
			openfda.Keyword("openfda.generic_name.exact", strings.ToUpper(openfda.Plain(term))))
	}
	return openfda.Any(append(clauses, id.together("openfda.substance_name")...)...)
}

// fits is whether a label is of the drug alone. A label without names cannot be told.
func (id identity) fits(l openfda.Label) bool {
	set := labelled(l.Names)
	if l.SetID == "" || len(set) == 0 {
		return false
	}

	switch {
	case len(id.ingredients) > 0 && !sameSet(set, id.ingredients):
		return false
	case id.salt != "" && !hasName(append(slices.Clone(l.Names.Substances), l.Names.Generic...), id.salt):
		return false
	case id.kind == gen.DrugIdentityKindProduct:
		// Another company's label of the same substance may be of another form, route or strength.
		return slices.Contains(l.Names.ProductNDC, id.products[0].NDC)
	case id.brand != "":
		return hasName(l.Names.Brand, id.brand)
	case len(id.ingredients) > 0:
		return true
	}

	generic := substance(cmp.Or(l.Names.Generic...))
	return len(set) == 1 && (hasName(l.Names.Brand, id.asked) || generic == substance(id.asked))
}

// preferred are the products of a drug in the order in which their labels are taken: of the brand asked for, in the
// commonest form and route, of the company that makes it rather than of a repackager, the approved original before
// generics, the newest.
func (id identity) preferred() []openfda.Product {
	forms := map[string]int{}
	for _, p := range id.products {
		forms[formOf(p)]++
	}
	products := slices.Clone(id.products)
	slices.SortStableFunc(products, func(a, b openfda.Product) int {
		return cmp.Or(
			before(id.brand != "" && sameName(a.Brand, id.brand), id.brand != "" && sameName(b.Brand, id.brand)),
			cmp.Compare(forms[formOf(b)], forms[formOf(a)]),
			cmp.Compare(formOf(a), formOf(b)),
			before(isOriginal(a), isOriginal(b)),
			before(isReference(a), isReference(b)),
			cmp.Compare(b.Start, a.Start),
			cmp.Compare(a.NDC, b.NDC),
		)
	})
	return products
}

// before sorts what is true before what is not.
func before(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return -1
	}
	return 1
}

func formOf(p openfda.Product) string { return p.Form + "|" + strings.Join(p.Route, ",") }

func isOriginal(p openfda.Product) bool { return slices.Contains(p.Names.Original, true) }

func isReference(p openfda.Product) bool { return p.Category == "NDA" || p.Category == "BLA" }

func setIDs(products []openfda.Product) []string {
	var list []string
	for _, p := range products {
		if id := cmp.Or(p.Names.SetID...); id != "" && !slices.Contains(list, id) {
			list = append(list, id)
		}
	}
	return list
}

func ofLabel(l openfda.Label) *labelText {
	text := &labelText{
		setID:       l.SetID,
		version:     l.Version.Count(),
		effective:   day(l.Effective),
		basis:       gen.Label,
		brand:       cmp.Or(l.Names.Brand...),
		generic:     cmp.Or(l.Names.Generic...),
		maker:       cmp.Or(l.Names.Manufacturer...),
		productType: cmp.Or(l.Names.ProductType...),
		route:       l.Names.Route,
		source:      gen.Openfda,
		classes:     append(slices.Clone(l.Names.ClassEPC), l.Names.ClassMOA...),
		sections:    joined(l.Sections),
		unknown:     l.Unknown,
		tables:      map[string]string{},
	}

	for section, tables := range l.Tables {
		text.tables[section] = strings.Join(response.Each(tables, plainTable), "\n")
	}

	return text
}

// joined are sections in one text each, without what they repeat.
func joined(sections map[string][]string) map[string]string {
	list := map[string]string{}
	for name, texts := range sections {
		var once []string
		for _, text := range texts {
			if text = strings.TrimSpace(text); text != "" && !slices.Contains(once, text) {
				once = append(once, text)
			}
		}
		if len(once) > 0 {
			list[name] = strings.Join(once, "\n\n")
		}
	}
	return list
}

// plainTable is the text of an HTML table, a line for each row.
func plainTable(table string) string {
	var b strings.Builder
	tokens := html.NewTokenizer(strings.NewReader(table))
	for {
		switch tokens.Next() {
		case html.ErrorToken:
			var rows []string
			for row := range strings.SplitSeq(b.String(), "\n") {
				if row = strings.Join(strings.Fields(row), " "); row != "" {
					rows = append(rows, row)
				}
			}
			return strings.Join(rows, "\n")

		case html.TextToken:
			b.WriteString(strings.ReplaceAll(string(tokens.Text()), "\n", " "))
		case html.StartTagToken, html.EndTagToken, html.SelfClosingTagToken:
			if name, _ := tokens.TagName(); string(name) == "tr" {
				b.WriteString("\n")
			} else {
				b.WriteString(" ")
			}
		default:
		}
	}
}

// fromDailyMed is the label of an entry whose title is that of the drug alone. When the label itself cannot be read,
// the entry is given without sections, with the failure.
func (h *Handlers) fromDailyMed(ctx context.Context, id identity) (*labelText, error) {
	if id.kind == gen.DrugIdentityKindProduct {
		return nil, upstream.NotFound.Errorf("titles do not say which product a label is of")
	}
	asked := cmp.Or(id.brand, id.salt, id.terms()[0])
	if len(id.ingredients) == 1 && substance(id.asked) == substance(id.ingredients[0]) {
		asked = id.asked // RxNorm's own name for it may be on no label
	}
	entries, err := h.labels.Search(ctx, asked, listedLabels)
	if err != nil {
		return nil, err
	}
	at := slices.IndexFunc(entries, id.isTitled)
	if at < 0 {
		none := upstream.NotFound.Errorf("no label of this drug alone")
		return nil, cmp.Or(upstream.Whole(len(entries), listedLabels), error(none))
	}

	entry := entries[at]
	name, generic, _, labeler := entry.Parts()
	text := &labelText{
		setID:    entry.SetID,
		version:  response.OrNull(entry.Version),
		brand:    withoutForm(name),
		generic:  withoutForm(cmp.Or(generic, name)),
		maker:    labeler,
		source:   gen.Dailymed,
		sections: map[string]string{},
	}
	if published := entry.Day(); published != "" {
		text.effective = new(published)
		text.basis = gen.DailymedPublished
	}

	label, err := h.labels.Label(ctx, entry.SetID)
	if err != nil {
		return text, err
	}
	text.add(label)
	return text, nil
}

func (l *labelText) add(label *dailymed.Label) {
	l.sections = joined(label.Sections)
	if label.Version > 0 {
		l.version = new(label.Version)
	}
	if at := labelDay(label.Effective); at != nil {
		l.effective = at
		l.basis = gen.Label
	}
}

// labelDay is the day of a moment as labels write it: 20260525 or 20260525093000.
func labelDay(text string) *string {
	if len(text) < 8 {
		return nil
	}
	return response.Day(text[:4] + "-" + text[4:6] + "-" + text[6:8])
}

// isTitled is whether the title of an entry is that of the drug alone, by its brand or its generic name.
func (id identity) isTitled(e dailymed.Entry) bool {
	name, generic, _, _ := e.Parts()
	name = withoutForm(name)
	set := parts(withoutForm(cmp.Or(generic, name)))

	if id.salt != "" && !sameName(withoutForm(cmp.Or(generic, name)), id.salt) {
		return false
	}
	if len(id.ingredients) > 0 {
		if !sameSet(set, id.ingredients) {
			return id.brand != "" && generic == "" && sameName(name, id.brand)
		}
		return id.brand == "" || sameName(name, id.brand)
	}
	return len(set) == 1 && (sameName(name, id.asked) || set[0] == substance(id.asked))
}

// forms are the words that end the names of titles.
var forms = each.WordSet(`
	aerosol capsule capsules chewable coated concentrate cream delayed disintegrating drops effervescent elixir
	emulsion enema extended film foam for gel granule granules hcl implant inhalant injectable injection irrigant kit
	liquid lotion lozenge metered nasal of ointment ophthalmic oral orally pack paste patch pellet pellets pill powder
	reconstituted release rinse shampoo soft solution spray suppository suspension swab syrup system tablet tablets
	tincture topical transdermal usp vaginal wafer with`)

// withoutForm is a name without the words for its dosage form: LISINOPRIL TABLET, FILM COATED.
func withoutForm(name string) string {
	words := strings.Fields(strings.ReplaceAll(name, ",", " , "))
	for len(words) > 1 {
		last := strings.ToLower(words[len(words)-1])
		if last != "," && !forms[last] {
			break
		}
		words = words[:len(words)-1]
	}
	return strings.ReplaceAll(strings.Join(words, " "), " ,", ",")
}
