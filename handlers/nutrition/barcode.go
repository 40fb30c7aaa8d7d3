package nutrition

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	gen "github.com/farebox/farebox/gen/nutrition"
	"github.com/farebox/farebox/gen/shared"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/fdc"
	"github.com/farebox/farebox/internal/upstream/openfoodfacts"
)

// NutritionBarcode answers GET /nutrition/barcode. USDA is asked only for what Open Food Facts does not have or cannot
// give now.
func (h *Handlers) NutritionBarcode(
	ctx context.Context, req gen.NutritionBarcodeRequestObject,
) (gen.NutritionBarcodeResponseObject, error) {
	code := canonical(req.Params.Barcode)
	asked, reads := upstream.WithReads(ctx)
	product, err := h.products.Product(asked, code)
	if err == nil {
		answer := productAnswer(product)
		answer.CheckDigitOk = checkDigitOK(code)
		answer.Sources = []shared.Source{
			response.Read(openfoodfacts.Provider.Name, reads, nil),
			response.Skipped(fdc.Provider.Name, "asked only when openfoodfacts does not have the product"),
		}
		return answer, nil
	}

	asked, readsFood := upstream.WithReads(ctx)
	food, errFood := h.branded(asked, code)
	sources := []shared.Source{
		response.Read(openfoodfacts.Provider.Name, reads, err),
		response.Read(fdc.Provider.Name, readsFood, errFood),
	}
	if errFood == nil {
		answer := brandedAnswer(food, code)
		answer.CheckDigitOk = checkDigitOK(code)
		answer.Sources = sources
		answer.Partial = response.Partial(sources)
		return answer, nil
	}
	if upstream.KindOf(err) != upstream.NotFound {
		return nil, err
	}
	// That nobody has it can be said only when each that is set up was asked.
	if kind := upstream.KindOf(errFood); kind != upstream.NotFound && kind != upstream.NotConfigured {
		return nil, errFood
	}
	return nil, problem.NotFound("barcode", "no product has this bar code%s", mistyped(code))
}

func mistyped(code string) string {
	if checkDigitOK(code) {
		return ""
	}
	return "; its check digit is wrong, so that it may be mistyped"
}

// branded is the newest branded food of FoodData Central with this bar code.
func (h *Handlers) branded(ctx context.Context, code string) (*fdc.Food, error) {
	const candidates = 10
	page, err := h.foods.Search(ctx, code, []string{"Branded"}, candidates)
	if err != nil {
		return nil, err
	}
	var found *fdc.Food
	for i, f := range page.Foods {
		if f.GTIN != "" && canonical(f.GTIN) == code && (found == nil || f.ID > found.ID) {
			found = &page.Foods[i]
		}
	}
	if found == nil {
		return nil, upstream.NotFound.Errorf("no branded food with this bar code")
	}
	return found, nil
}

// canonical is a bar code as Open Food Facts files it: without the leading zeros, filled up to 8 or 13 digits.
func canonical(barcode string) string {
	digits := strings.TrimLeft(barcode, "0")
	switch {
	case len(digits) <= 8:
		return strings.Repeat("0", 8-len(digits)) + digits
	case len(digits) <= 13:
		return strings.Repeat("0", 13-len(digits)) + digits
	}
	return digits
}

// checkDigitOK says whether the last digit is the check digit of the others (GS1 General Specifications, 7.9.1):
// weights of 3 and 1 from the right.
func checkDigitOK(code string) bool {
	sum := 0
	for i := range len(code) - 1 {
		digit := int(code[len(code)-2-i] - '0')
		if i%2 == 0 {
			digit *= 3
		}
		sum += digit
	}
	return (10-sum%10)%10 == int(code[len(code)-1]-'0')
}

func productAnswer(p *openfoodfacts.Product) gen.NutritionBarcode200JSONResponse {
	nutrients := ofProduct(p)
	return gen.NutritionBarcode200JSONResponse{
		Barcode:  p.Code,
		Name:     response.OrNull(p.Name),
		Brand:    response.OrNull(p.Brands),
		Quantity: response.OrNull(p.Quantity),
		Basis:    productBasis(p),
		Per100G:  nutrients.per100(),
		Warnings: nutrients.warnings(),
		Serving:  servingOf(p),

		NutriScoreGrade: grade[gen.NutritionProductNutriScoreGrade](p.NutriScore, nutriScores),
		NovaGroup:       novaOf(p),
		GreenScoreGrade: grade[gen.NutritionProductGreenScoreGrade](cmp.Or(p.GreenScore, p.EcoScore), greenScores),
		IngredientsText: response.OrNull(p.Ingredients),
		Allergens:       entered(p.Allergens),
		Additives:       additivesOf(p),
		Categories:      entered(p.Categories),
		ImageURL:        response.OrNull(p.Image),
		Completeness:    p.Completeness,
		ModifiedAt:      modifiedAt(p),
		URL:             "https://world.openfoodfacts.org/product/" + p.Code,
		Source:          gen.Openfoodfacts,
		Attribution:     openfoodfacts.Provider.Attribution,
	}
}

// entered are tags, nil when there are none: an empty list is also what a product has that nobody looked at.
func entered(tags []string) []string {
	if len(tags) == 0 {
		return nil
	}
	return tags
}

// additivesOf are nil without the ingredients, in which the source looks for them.
func additivesOf(p *openfoodfacts.Product) []string {
	if p.Ingredients == "" {
		return entered(p.Additives)
	}
	return p.Additives
}

// The grades of the scores. Other words say that there is none: unknown, not-applicable.
var (
	nutriScores = []string{"a", "b", "c", "d", "e"}
	greenScores = []string{"a-plus", "a", "b", "c", "d", "e", "f"}
)

func grade[G ~string](text string, grades []string) *G {
	if !slices.Contains(grades, text) {
		return nil
	}
	return new(G(text))
}

func novaOf(p *openfoodfacts.Product) *int {
	if p.Nova == nil || *p.Nova < 1 || *p.Nova > 4 {
		return nil
	}
	return p.Nova
}

// productBasis is millilitres for what is sold or served by volume. Of a product that nobody entered a unit of it is
// not known.
func productBasis(p *openfoodfacts.Product) *gen.NutritionProductBasis {
	return basisIn[gen.NutritionProductBasis](cmp.Or(p.QuantityUnit, p.ServingUnit))
}

func servingOf(p *openfoodfacts.Product) *gen.NutritionServing {
	if p.Serving == "" && p.ServingQuantity.Value == nil {
		return nil
	}
	return &gen.NutritionServing{
		Size:   response.OrNull(p.Serving),
		Amount: response.NumberOrNull(p.ServingQuantity.Value),
		Unit:   response.OrNull(unitOf(p.ServingUnit)),
	}
}

func modifiedAt(p *openfoodfacts.Product) *time.Time {
	if p.Modified <= 0 {
		return nil
	}
	return response.Moment(new(time.Unix(p.Modified, 0)))
}

// brandedAnswer is a branded food of USDA in the form of a product.
func brandedAnswer(f *fdc.Food, code string) gen.NutritionBarcode200JSONResponse {
	s := summaryOf(*f)
	answer := gen.NutritionBarcode200JSONResponse{
		Barcode:         code,
		Name:            response.OrNull(f.Description),
		Brand:           s.Brand,
		Basis:           basisOf[gen.NutritionProductBasis](*f),
		Per100G:         s.Per100G,
		Warnings:        s.Warnings,
		IngredientsText: response.OrNull(f.Ingredients),
		URL:             s.URL,
		Source:          gen.UsdaFdc,
		Attribution:     fdc.Provider.Attribution,
	}

	if f.ServingSize != nil || f.Household != "" {
		answer.Serving = &gen.NutritionServing{
			Size:   response.OrNull(f.Household),
			Amount: s.ServingSize,
			Unit:   s.ServingUnit,
		}
	}

	return answer
}
