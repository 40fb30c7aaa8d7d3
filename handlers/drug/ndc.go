package drug

import (
	"cmp"
	"context"
	"slices"
	"strings"

	gen "github.com/farebox/farebox/gen/drug"
	"github.com/farebox/farebox/gen/shared"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/openfda"
)

// code is a National Drug Code that a text may stand for, with hyphens as the FDA writes it. Codes of products have no
// package segment.
type code struct {
	labeler string
	product string
	pack    string
}

func (c code) productNDC() string { return c.labeler + "-" + c.product }

func (c code) packageNDC() string {
	if c.pack == "" {
		return ""
	}
	return c.productNDC() + "-" + c.pack
}

// billing is the code of a package in 11 digits, each segment filled up with zeros from the left.
func (c code) billing() string {
	return filled(c.labeler, 5) + filled(c.product, 4) + filled(c.pack, 2)
}

func filled(digits string, length int) string {
	return strings.Repeat("0", max(0, length-len(digits))) + digits
}

// layouts are the lengths of the segments of codes of 10 digits (21 CFR 207.33).
var layouts = [][3]int{{4, 4, 2}, {5, 3, 2}, {5, 4, 1}}

// codesOf are all codes that a text may stand for. Ten digits without hyphens may be of each layout. Eleven digits
// have one segment filled up with a zero, and which one cannot be seen when several begin with it.
func codesOf(text string) ([]code, error) {
	const form = "ndc must have 10 or 11 digits, or hyphens as in 0573-0165-20, 0573-0165 or 00573-0165-20"

	segments := strings.Split(strings.TrimSpace(text), "-")
	for _, s := range segments {
		if s == "" || strings.Trim(s, "0123456789") != "" {
			return nil, problem.Invalid("ndc", form)
		}
	}
	var codes []code
	switch {
	case len(segments) == 1 && len(segments[0]) == 10:
		for _, l := range layouts {
			codes = append(codes, cut(segments[0], l))
		}
	case len(segments) == 1 && len(segments[0]) == 11:
		codes = unfilled(cut(segments[0], [3]int{5, 4, 2}))
	case len(segments) == 3:
		c := code{segments[0], segments[1], segments[2]}
		if slices.Contains(layouts, [3]int{len(c.labeler), len(c.product), len(c.pack)}) {
			codes = []code{c}
		} else if len(c.labeler) == 5 && len(c.product) == 4 && len(c.pack) == 2 {
			codes = unfilled(c)
		}
	case len(segments) == 2:
		codes = products(segments[0], segments[1])
	}
	if len(codes) == 0 {
		return nil, problem.Invalid("ndc", form)
	}
	return codes, nil
}

func cut(digits string, l [3]int) code {
	return code{
		labeler: digits[:l[0]],
		product: digits[l[0] : l[0]+l[1]],
		pack:    digits[l[0]+l[1]:],
	}
}

// unfilled are the codes of 10 digits that become this one of 11.
func unfilled(c code) []code {
	var codes []code
	if c.labeler[0] == '0' {
		codes = append(codes, code{c.labeler[1:], c.product, c.pack})
	}
	if c.product[0] == '0' {
		codes = append(codes, code{c.labeler, c.product[1:], c.pack})
	}
	if c.pack[0] == '0' {
		codes = append(codes, code{c.labeler, c.product, c.pack[1:]})
	}
	return codes
}

// products are the codes of products that two segments may stand for: 5-4 is also a form of 4-4 and 5-3 filled up.
func products(labeler, product string) []code {
	switch [2]int{len(labeler), len(product)} {
	case [2]int{4, 4}, [2]int{5, 3}:
		return []code{{labeler, product, ""}}
	case [2]int{5, 4}:
		codes := []code{{labeler, product, ""}}
		if labeler[0] == '0' {
			codes = append(codes, code{labeler[1:], product, ""})
		}
		if product[0] == '0' {
			codes = append(codes, code{labeler, product[1:], ""})
		}
		return codes
	}
	return nil
}

// match is a product of the directory with the package that was asked for.
type match struct {
	product openfda.Product
	code    code
}

// NDC says which product a code stands for. Several products are refused, with the code that each is asked for by.
func (r resolver) NDC(ctx context.Context, text string) (identity, *match, error) {
	codes, err := codesOf(text)
	if err != nil {
		return identity{}, nil, err
	}

	asked, reads := upstream.WithReads(ctx)
	found, err := r.fda.Products(asked, openfda.Query{
		Search: openfda.Any(clausesOf(codes)...),
		Limit:  readProducts,
	})
	if err != nil && !missing(err) {
		return identity{}, nil, err
	}
	matches := matching(found.Records, codes)
	switch {
	case len(matches) == 0:
		return identity{}, nil, r.unlisted(ctx, codes)
	case len(matches) > 1:
		return identity{}, nil, severalProducts(matches)
	}

	m := matches[0]
	id := identity{
		asked:       text,
		kind:        gen.DrugIdentityKindProduct,
		ingredients: ingredientsOf(m.product),
		recognised:  new(true),
		via:         []string{sourceProducts},
		products:    []openfda.Product{m.product},
		sources: []shared.Source{
			response.Skipped(sourceNames, "the code names the product"),
			dataset(sourceProducts, reads, found.Total, found.Updated, nil),
		},
	}
	id.generic = strings.Join(id.ingredients, " / ")
	if m.product.Brand != "" && !sameName(m.product.Brand, m.product.Generic) {
		id.brand = m.product.Brand
	}
	if len(m.product.Names.RxCUI) == 1 {
		id.rxcui = m.product.Names.RxCUI[0]
	}
	return id, &m, nil
}

func clausesOf(codes []code) []string {
	var clauses []string
	for _, c := range codes {
		if c.pack != "" {
			clauses = append(clauses, openfda.Keyword("packaging.package_ndc", c.packageNDC()))
			continue
		}
		clauses = append(clauses, openfda.Keyword("product_ndc", c.productNDC()))
	}
	return clauses
}

// matching are the products that have one of the codes, each once.
func matching(products []openfda.Product, codes []code) []match {
	var list []match
	for _, p := range products {
		for _, c := range codes {
			has := c.pack == "" && p.NDC == c.productNDC()
			for _, pack := range p.Packages {
				has = has || c.pack != "" && pack.NDC == c.packageNDC()
			}
			if has && !slices.ContainsFunc(list, func(m match) bool { return m.product.NDC == p.NDC }) {
				list = append(list, match{p, c})
			}
		}
	}
	return list
}

func severalProducts(matches []match) error {
	type candidate struct {
		NDC     string `json:"ndc"`
		Name    string `json:"name"`
		Generic string `json:"generic_name"`
		Labeler string `json:"labeler"`
	}
	var list []candidate
	for _, m := range matches {
		written := cmp.Or(m.code.packageNDC(), m.code.productNDC())
		list = append(list, candidate{written, m.product.Brand, m.product.Generic, m.product.Labeler})
	}
	return problem.InvalidCode("ndc", problem.CodeAmbiguous,
		"ndc stands for several products without hyphens or with filling zeros; ask for one as the FDA writes it").
		With("candidates", list)
}

// unlisted is the 404 for a code that the directory does not have. RxNorm, which keeps old codes, may know what it was;
// that is said and not taken for a product on the market.
func (r resolver) unlisted(ctx context.Context, codes []code) error {
	gone := problem.NotFound("ndc", "the NDC directory has no product with this code")
	var names []string
	for _, billing := range billingCodes(codes) {
		ids, err := r.norm.ByNDC(ctx, billing)
		if err != nil && !missing(err) {
			return gone // RxNorm only adds to an answer that stands without it
		}
		for _, rxcui := range firstOf(ids, 1) {
			if c, err := r.norm.Properties(ctx, rxcui); err == nil {
				names = append(names, c.Name)
			}
		}
	}

	if len(names) > 0 {
		return problem.NotFound("ndc",
			"the NDC directory has no product with this code now; rxnorm_products is what RxNorm knows it for").
			With("rxnorm_products", distinct(names))
	}

	return gone
}

func billingCodes(codes []code) []string {
	var list []string
	for _, c := range codes {
		if c.pack != "" {
			list = append(list, c.billing())
		}
	}
	return distinct(list)
}

// productOf is a product as answers show it.
func productOf(m match) gen.DrugProduct {
	p := m.product
	shown := gen.DrugProduct{
		ProductNdc:            p.NDC,
		PackageNdc:            response.OrNull(m.code.packageNDC()),
		BrandName:             response.OrNull(p.Brand),
		GenericName:           response.OrNull(p.Generic),
		Labeler:               response.OrNull(p.Labeler),
		Ingredients:           []gen.DrugStrength{},
		DosageForm:            response.OrNull(p.Form),
		Route:                 p.Route,
		ProductType:           response.OrNull(p.ProductType),
		MarketingCategory:     response.OrNull(p.Category),
		ApplicationNumber:     response.OrNull(p.Application),
		DeaSchedule:           response.OrNull(p.Schedule),
		MarketingStartDate:    day(p.Start),
		MarketingEndDate:      day(p.End),
		ListingExpirationDate: day(p.Expires),
	}

	for _, i := range p.Ingredients {
		shown.Ingredients = append(shown.Ingredients, gen.DrugStrength{
			Name:     i.Name,
			Strength: response.OrNull(i.Strength),
		})
	}

	for _, pack := range p.Packages {
		if pack.NDC == m.code.packageNDC() {
			shown.PackageDescription = response.OrNull(pack.Description)
		}
	}

	return shown
}
