package drug

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"
	"unicode"

	gen "github.com/farebox/farebox/gen/drug"
	"github.com/farebox/farebox/gen/shared"
	"github.com/farebox/farebox/internal/party/samename"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/openfda"
	"github.com/farebox/farebox/internal/upstream/rxnorm"
)

// resolver says what names of drugs stand for. It is the one that all routes of the family use.
type resolver struct {
	fda  *openfda.Client
	norm *rxnorm.Client
}

const (
	readProducts = 200
	nameBudget   = 9 * time.Second
)

// asName is a caller's text as a name, or why it is not one. field names the input.
func asName(field, text string) (string, error) {
	text = strings.Join(strings.FieldsFunc(text, func(r rune) bool {
		return unicode.IsSpace(r) || unicode.IsControl(r)
	}), " ")

	letters := 0
	for _, r := range openfda.Plain(text) {
		if unicode.IsLetter(r) {
			letters++
		}
	}
	switch {
	case samename.Nobody(text):
		return "", problem.Invalid(field, "%s must be a name such as lisinopril, not a placeholder", field)
	case letters >= 2:
		return text, nil
	case len(openfda.Plain(text)) > 0 && letters == 0:
		return "", problem.Invalid(field,
			"%s must be a name such as lisinopril; codes of products go to ndc of /drug/profile", field)
	}
	return "", problem.Invalid(field, "%s must have at least two letters from A to Z, such as lisinopril", field)
}

// Name says what a name stands for. A name that no source knows is no error: recognised is then false, and null when
// one of the sources could not be asked. Several drugs under one name are refused.
func (r resolver) Name(ctx context.Context, field, text string) (identity, error) {
	name, err := asName(field, text)
	if err != nil {
		return identity{}, err
	}

	asked := known{field: field, asked: name}
	var total int
	var updated string
	fused := upstream.FuseInto(ctx, &asked,
		upstream.Part(sourceNames, nameBudget,
			func(ctx context.Context) ([]concept, error) { return r.concepts(ctx, name) },
			func(k *known, list []concept) {
				k.concept = &list[0]
				k.namesakes = list[1:]
			}),
		upstream.Part(sourceProducts, nameBudget,
			func(ctx context.Context) (openfda.Found[openfda.Product], error) { return r.products(ctx, name) },
			func(k *known, found openfda.Found[openfda.Product]) {
				k.products = human(found.Records)
				total = found.Total
				updated = found.Updated
			}),
	)
	if err := ctx.Err(); err != nil {
		return identity{}, err
	}

	id, ok, err := asked.judge()
	if err != nil {
		return identity{}, err
	}
	rxErr := fused.Failure(sourceNames)
	ndcErr := fused.Failure(sourceProducts)
	if !ok {
		id = r.stranger(ctx, asked, rxErr, ndcErr)
	}
	if failed(ndcErr) {
		id.unread = ndcErr
	}
	id.more = total > readProducts
	id.sources = []shared.Source{
		response.Read(sourceNames, fused[0].Reads, rxErr),
		dataset(sourceProducts, fused[1].Reads, total, updated, ndcErr),
	}
	if ok {
		id.recognised = new(true)
		id.via = viaOf(asked, id)
	}
	return id, nil
}

func viaOf(k known, id identity) []string {
	var via []string
	if k.concept != nil {
		via = append(via, sourceNames)
	}
	if len(id.products) > 0 {
		via = append(via, sourceProducts)
	}
	return via
}

// stranger is a name that no source knows, with those that resemble it.
func (r resolver) stranger(ctx context.Context, k known, rxErr, ndcErr error) identity {
	id := identity{
		asked:   k.asked,
		kind:    gen.DrugIdentityKindUnrecognised,
		generic: k.asked,
	}
	if missing(rxErr) && (ndcErr == nil || missing(ndcErr)) {
		id.recognised = new(false)
		id.note = "Neither RxNorm nor the NDC directory knows this name; it may be misspelt or that of another country."
	} else {
		id.note = "The name could not be looked up in all sources, so that it was searched for as written."
	}

	id.blind = ndcErr != nil && !missing(ndcErr)
	if missing(rxErr) {
		id.nearby = r.nearby(ctx, k.asked)
	}
	for _, p := range k.products {
		if len(id.nearby) < 5 && p.Generic != "" && !containsFold(id.nearby, p.Generic) {
			id.nearby = append(id.nearby, strings.ToLower(p.Generic))
		}
	}
	return id
}

// nearby are names of RxNorm that resemble a text: offered, and never taken.
func (r resolver) nearby(ctx context.Context, name string) []string {
	const asked, shown = 10, 5
	candidates, err := r.norm.Approximate(ctx, name, asked)
	if err != nil {
		return nil // the answer does without suggestions
	}

	var list []string
	for _, c := range candidates {
		if c.Source == "RXNORM" || c.Source == "" {
			list = append(list, c.Name)
		}
	}
	return firstOf(list, shown)
}

func containsFold(list []string, text string) bool {
	return slices.ContainsFunc(list, func(s string) bool { return strings.EqualFold(s, text) })
}

// concepts are what RxNorm has under a name: of several kinds, those of the first. The substance comes before the
// brand.
func (r resolver) concepts(ctx context.Context, name string) ([]concept, error) {
	ids, err := r.norm.ByName(ctx, name)
	if err != nil {
		return nil, err
	}

	fused := upstream.AskEach(ctx, rxnorm.Provider.Name, firstOf(ids, 4), r.described)
	var found []concept
	for _, outcome := range fused {
		if outcome.Err != nil && !missing(outcome.Err) {
			return nil, outcome.Err // it may be the one that the name means
		}
		// What has no ingredient is no drug: RxNorm also has the names of forms, such as tablet.
		if outcome.Err == nil && len(outcome.Value.ingredients) > 0 {
			found = append(found, outcome.Value)
		}
	}
	switch {
	case len(found) > 0:
	case fused[0].Err != nil:
		return nil, upstream.BadResponse.Errorf("concepts of this name are named, and not there")
	default:
		return nil, upstream.NotFound.Errorf("no concept of this name is a drug")
	}
	best := slices.MinFunc(found, func(a, b concept) int { return cmp.Compare(a.rank(), b.rank()) }).rank()
	return slices.DeleteFunc(found, func(c concept) bool { return c.rank() != best }), nil
}

// described is a concept with its ingredients.
func (r resolver) described(ctx context.Context, rxcui string) (concept, error) {
	var c concept
	fused := upstream.FuseInto(ctx, &c,
		upstream.Part("properties", 0,
			func(ctx context.Context) (rxnorm.Concept, error) { return r.norm.Properties(ctx, rxcui) },
			func(c *concept, is rxnorm.Concept) { c.Concept = is }),
		upstream.Part("related", 0,
			func(ctx context.Context) ([]rxnorm.Concept, error) {
				return r.norm.Related(ctx, rxcui, rxnorm.Ingredient, rxnorm.Combination)
			},
			func(c *concept, related []rxnorm.Concept) {
				c.ingredients = ofType(related, rxnorm.Ingredient)
				c.combinations = ofType(related, rxnorm.Combination)
			}),
	)

	for _, outcome := range fused {
		if outcome.Err != nil {
			return concept{}, outcome.Err
		}
	}

	if c.Type == rxnorm.Ingredient {
		c.ingredients = []rxnorm.Concept{c.Concept}
	}
	return c, nil
}

func ofType(concepts []rxnorm.Concept, wanted string) []rxnorm.Concept {
	return slices.DeleteFunc(slices.Clone(concepts), func(c rxnorm.Concept) bool { return c.Type != wanted })
}

// products are those of the directory that have the words of a name in one of their own; those that have nothing else
// come first.
func (r resolver) products(ctx context.Context, name string) (openfda.Found[openfda.Product], error) {
	clauses := []string{
		openfda.Phrase("brand_name", name),
		openfda.Phrase("generic_name", name),
		openfda.Phrase("active_ingredients.name", name),
	}
	plain := openfda.Plain(name)
	for _, written := range distinct([]string{strings.ToUpper(plain), strings.ToLower(plain), titled(plain)}) {
		clauses = append(clauses,
			openfda.Keyword("brand_name.exact", written),
			openfda.Keyword("generic_name.exact", written))
	}
	return r.fda.Products(ctx, openfda.Query{
		Search: openfda.Any(clauses...),
		Limit:  readProducts,
	})
}

// titled is a name as labels write it, with a capital before each word.
func titled(name string) string {
	words := strings.Fields(strings.ToLower(name))
	for i, w := range words {
		words[i] = strings.ToUpper(w[:1]) + w[1:]
	}
	return strings.Join(words, " ")
}

// human leaves out homeopathic products, which carry names of substances that they do not have in any measurable
// amount.
func human(products []openfda.Product) []openfda.Product {
	return slices.DeleteFunc(slices.Clone(products), func(p openfda.Product) bool {
		return strings.Contains(strings.ToUpper(p.Category), "HOMEOPATHIC")
	})
}

// misspelt is whether no source knows the name and others resemble it: records of strangers, such as reports, hold the
// same misspelling, and would answer for the drug.
func (id identity) misspelt() bool {
	return id.recognised != nil && !*id.recognised && len(id.nearby) > 0
}

// unlabelled is the 404 for a drug without a label.
func (id identity) unlabelled(field string) error {
	if id.brand != "" {
		return problem.NotFound(field, "no current label of this brand is known; ask for the drug by its generic name").
			With("generic_name", id.generic)
	}
	return id.unknown(field, "no label of this drug alone is known; combinations have names of their own")
}

// unknown is the 404 for a name that nobody knows, with the names that resemble it.
func (id identity) unknown(field, what string) error {
	gone := problem.NotFound(field, "%s", what)
	if len(id.nearby) > 0 {
		return gone.With("did_you_mean", id.nearby)
	}
	return gone
}
