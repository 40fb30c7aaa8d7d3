package drug

import (
	"context"
	"slices"
	"strings"

	gen "github.com/farebox/farebox/gen/drug"
	"github.com/farebox/farebox/gen/shared"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/rxnorm"
)

const (
	shownMentions = 40
	maxBrands     = 150

	interactionsDisclaimer = "A search of label texts for names, not an interaction database: that a label does not " +
		"mention a drug is no evidence that the two are safe together, and a mention need not be of an interaction. " +
		disclaimer
)

// side is one of the two drugs with its label and the names that the label of the other is read for.
type side struct {
	id      identity
	label   *labelText
	err     error // why the label could not be read
	names   []wanted
	unsure  bool // whether brands and salts of the drug may be missing among its names
	classes []string
	sources []shared.Source
}

// DrugInteractions answers GET /drug/interactions.
func (h *Handlers) DrugInteractions(
	ctx context.Context, req gen.DrugInteractionsRequestObject,
) (gen.DrugInteractionsResponseObject, error) {
	asked := []string{req.Params.Drug}
	if req.Params.InteractsWith != nil {
		asked = append(asked, *req.Params.InteractsWith)
	}
	fields := []string{"drug", "interacts_with"}
	for i, name := range asked {
		if _, err := asName(fields[i], name); err != nil {
			return nil, err
		}
	}

	var calls []upstream.Source[side]
	for i, name := range asked {
		calls = append(calls, upstream.Source[side]{
			Name: fields[i],
			Call: func(ctx context.Context) (side, error) { return h.side(ctx, fields[i], name, len(asked) > 1) },
		})
	}
	fused := upstream.Fuse(ctx, calls...)
	for _, outcome := range fused {
		if outcome.Err != nil {
			return nil, outcome.Err
		}
	}

	one := fused[0].Value
	if one.err != nil {
		return nil, one.err
	}
	if one.label == nil {
		return nil, one.id.noLabel("drug")
	}
	answer := interactionsAnswer(one)
	if len(fused) > 1 {
		other := fused[1].Value
		if err := readable(other); err != nil {
			return nil, err
		}
		answer.OtherDrug = new(other.id.shown())
		answer.SharedIngredients = sharedBy(one.id, other.id)
		if isOne(one.id, other.id, len(answer.SharedIngredients)) {
			return nil, problem.Invalid("interacts_with",
				"interacts_with must be another drug than drug: both are %s", one.id.generic)
		}
		answer.SharedClasses = response.Items(common(one.classes, other.classes))
		answer.InteractsWith = new(mentionsOf(other, one))
		answer.Reverse = new(mentionsOf(one, other))
		answer.Sources = append(answer.Sources, other.sources...)
	}
	answer.Partial = response.Partial(answer.Sources)
	return answer, nil
}

// side resolves a name and reads the label of the drug, and the names that it goes by if these are needed.
func (h *Handlers) side(ctx context.Context, field, name string, names bool) (side, error) {
	id, err := h.names.Name(ctx, field, name)
	if err != nil {
		return side{}, err
	}

	s := side{id: id}
	type gathered struct {
		related []rxnorm.Concept
		label   *labelText
		err     error
		sources []shared.Source
	}
	var got gathered
	fused := upstream.FuseInto(ctx, &got,
		upstream.Source[func(*gathered)]{
			Name: "label",
			Call: func(ctx context.Context) (func(*gathered), error) {
				label, sources, err := h.label(ctx, id)
				return func(g *gathered) {
					g.label = label
					g.err = err
					g.sources = sources
				}, nil
			},
		},
		upstream.Part("names", 0,
			func(ctx context.Context) ([]rxnorm.Concept, error) {
				if !names {
					return nil, nil
				}
				return h.names.synonyms(ctx, id)
			},
			func(g *gathered, related []rxnorm.Concept) { g.related = related }),
	)
	if err := fused.Failure("label"); err != nil {
		return side{}, err
	}

	s.label = got.label
	s.err = got.err
	s.sources = about(field, append(slices.Clone(id.sources), got.sources...))
	s.unsure = id.recognised == nil
	if err := fused.Failure("names"); err != nil && !missing(err) {
		source := response.Source(sourceNames, err)
		source.Detail = new("asked for brands and salts of " + field)
		s.unsure = true
		s.sources = append(s.sources, source)
	}
	s.classes = distinct(append(classNames(s.allClasses()), elementWords(id.ingredients)...))
	s.names = s.wanted(got.related)
	return s, nil
}

// about says of sources for which input they were asked.
func about(field string, sources []shared.Source) []shared.Source {
	for i, source := range sources {
		detail := "asked for " + field
		if source.Detail != nil {
			detail += ": " + *source.Detail
		}
		sources[i].Detail = &detail
	}
	return sources
}

func (s side) allClasses() []string {
	var classes []string
	if s.label != nil {
		classes = append(classes, s.label.classes...)
	}
	for _, p := range s.id.products {
		classes = append(classes, p.Names.ClassEPC...)
		classes = append(classes, p.Names.ClassMOA...)
	}
	return distinct(classes)
}

// synonyms are the brands and salts of the ingredients of a drug.
func (r resolver) synonyms(ctx context.Context, id identity) ([]rxnorm.Concept, error) {
	related := func(ctx context.Context, name string) ([]rxnorm.Concept, error) {
		ids, err := r.norm.ByName(ctx, name)
		if err != nil {
			return nil, err
		}
		return r.norm.Related(ctx, ids[0], rxnorm.Brand, rxnorm.PreciseIngredient)
	}
	lists, err := upstream.AskEach(ctx, rxnorm.Provider.Name, firstOf(id.ingredients, 4), related).Values()
	return slices.Concat(lists...), err
}

// wanted are the names of a drug, those that say most of it first.
func (s side) wanted(related []rxnorm.Concept) []wanted {
	var list []wanted
	add := func(kind gen.DrugMentionTermKind, name string) {
		w := wanted{name, kind}
		if len(name) >= 3 && !slices.ContainsFunc(list, w.is) {
			list = append(list, w)
		}
	}

	for _, name := range s.id.ingredients {
		add(gen.DrugMentionTermKindIngredient, name)
	}
	if len(s.id.ingredients) == 0 {
		add(gen.DrugMentionTermKindIngredient, s.id.asked)
	}

	for _, name := range s.id.ingredients {
		for _, alias := range aliasesOf(name) {
			add(gen.DrugMentionTermKindIngredient, alias)
		}
	}

	if s.id.brand != "" {
		add(gen.DrugMentionTermKindBrand, s.id.brand)
	}

	for _, c := range related {
		if c.Type == rxnorm.PreciseIngredient {
			add(gen.DrugMentionTermKindSalt, c.Name)
		}
	}

	for _, c := range related {
		if c.Type == rxnorm.Brand && len(list) < maxBrands {
			add(gen.DrugMentionTermKindBrand, c.Name)
		}
	}

	for _, p := range s.id.products {
		if len(list) < maxBrands && p.Brand != "" && !sameName(p.Brand, p.Generic) {
			add(gen.DrugMentionTermKindBrand, p.Brand)
		}
	}

	for _, class := range s.classes {
		add(gen.DrugMentionTermKindClass, class)
	}
	return list
}

// readable refuses a pair about which nothing can be said: the other name is unknown to all, so that its synonyms and
// classes are too.
func readable(other side) error {
	if other.id.recognised != nil && !*other.id.recognised {
		return other.id.unknown("interacts_with", "no source knows this name, so that labels cannot be read for it")
	}
	return nil
}

func sharedBy(a, b identity) []string {
	list := []string{}
	for _, name := range a.ingredients {
		if slices.ContainsFunc(b.ingredients, func(other string) bool { return substance(other) == substance(name) }) {
			list = append(list, name)
		}
	}
	return list
}

// isOne says whether two names stand for the same ingredients; shared is how many both have.
func isOne(a, b identity, shared int) bool {
	if shared == 0 {
		return sameName(a.asked, b.asked)
	}
	return shared == len(a.ingredients) && shared == len(b.ingredients)
}

func common(a, b []string) []string {
	return slices.DeleteFunc(slices.Clone(a), func(name string) bool { return !containsFold(b, name) })
}

// mentionsOf is what the label of a drug says about another drug. It does not look for names that both drugs have, such
// as a shared ingredient's: the label uses them for its own drug.
func mentionsOf(other, in side) gen.DrugMentions {
	wantedOf := slices.DeleteFunc(slices.Clone(other.names), func(w wanted) bool {
		return w.kind != gen.DrugMentionTermKindClass && slices.ContainsFunc(in.names, w.is)
	})
	shown := gen.DrugMentions{
		Name:            other.id.generic,
		SynonymsChecked: []string{},
		ClassesChecked:  response.Items(other.classes),
		Sections:        []gen.DrugMention{},
	}
	for _, w := range wantedOf {
		if w.kind != gen.DrugMentionTermKindClass {
			shown.SynonymsChecked = append(shown.SynonymsChecked, w.name)
		}
	}
	if in.label == nil || len(in.label.sections) == 0 {
		return shown
	}

	shown.Label = new(in.label.ref())
	list := mentions(in.label, wantedOf)
	byName := slices.ContainsFunc(list, isByName)
	byClass := slices.ContainsFunc(list, func(m gen.DrugMention) bool { return !isByName(m) })
	if byName || !other.unsure && len(shown.SynonymsChecked) > 0 {
		shown.Mentioned = &byName
	}
	if len(other.classes) > 0 {
		shown.ClassMentioned = &byClass
	}
	shown.MentionCount = len(list)
	shown.Sections = firstOf(list, shownMentions)
	shown.Truncated = len(list) > shownMentions
	if len(list) > 0 {
		gravest := slices.MinFunc(list, func(a, b gen.DrugMention) int { return weight(a.Section) - weight(b.Section) })
		shown.StrongestSection = new(gravest.Section)
	}
	return shown
}

func isByName(m gen.DrugMention) bool { return m.TermKind != gen.DrugMentionTermKindClass }

func (l labelText) ref() gen.DrugLabelRef {
	return gen.DrugLabelRef{
		SetID:         l.setID,
		BrandName:     response.OrNull(l.brand),
		Manufacturer:  response.OrNull(l.maker),
		EffectiveDate: l.effective,
		DailymedURL:   l.url(),
	}
}

// Sections that speak of use with other drugs beside the one that is named for it. OTC labels have no other.
var interactionSections = []string{
	"drug_and_or_laboratory_test_interactions",
	"ask_doctor_or_pharmacist",
	"ask_doctor",
	"do_not_use",
}

func interactionsAnswer(s side) gen.DrugInteractions200JSONResponse {
	answer := gen.DrugInteractions200JSONResponse{
		Drug:                s.id.asked,
		Resolved:            s.id.shown(),
		Label:               s.label.ref(),
		InteractionSections: []gen.DrugLabelText{},
		SharedIngredients:   []string{},
		SharedClasses:       []string{},
		Method:              gen.LabelTextMention,
		Sources:             s.sources,
		Attribution:         creditDrugs + "; " + creditLabel,
		Disclaimer:          interactionsDisclaimer,
	}

	if text := s.label.withTable("drug_interactions"); text != "" {
		answer.InteractionsText = new(text)
	}

	for _, section := range interactionSections {
		if text := s.label.sections[section]; text != "" {
			answer.InteractionSections = append(answer.InteractionSections, gen.DrugLabelText{
				Section: section,
				Text:    text,
			})
		}
	}

	return answer
}

// withTable is a section with the rows of its tables that its text does not have.
func (l labelText) withTable(section string) string {
	text := l.sections[section]
	have := folded(text)
	for row := range strings.SplitSeq(l.tables[section], "\n") {
		if row != "" && !strings.Contains(have, folded(row)) {
			text += "\n" + row
		}
	}
	return strings.TrimSpace(text)
}
