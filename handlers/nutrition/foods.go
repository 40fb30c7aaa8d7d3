package nutrition

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/shopspring/decimal"

	gen "github.com/farebox/farebox/gen/nutrition"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/fdc"
)

// NutritionSearch answers GET /nutrition/search.
func (h *Handlers) NutritionSearch(
	ctx context.Context, req gen.NutritionSearchRequestObject,
) (gen.NutritionSearchResponseObject, error) {
	// Without words the provider gives every food there is.
	words := strings.Join(strings.Fields(req.Params.Q), " ")
	if words == "" {
		return nil, problem.Invalid("q", "q must have at least one word")
	}
	dataTypes := response.Items(response.Texts(req.Params.DataType))
	page, err := h.foods.Search(ctx, words, dataTypes, req.Params.Limit)
	if err != nil {
		return nil, err
	}
	answer := gen.NutritionSearch200JSONResponse{
		Query:       words,
		DataTypes:   dataTypes,
		Total:       max(page.Total, len(page.Foods)),
		Count:       len(page.Foods),
		Truncated:   page.Total > len(page.Foods),
		Attribution: fdc.Provider.Attribution,
	}
	answer.Foods = response.Items(response.Each(page.Foods, summaryOf))
	return answer, nil
}

func summaryOf(f fdc.Food) gen.NutritionSummary {
	nutrients := ofFood(f)
	return gen.NutritionSummary{
		FdcID:       f.ID,
		Description: f.Description,
		DataType:    f.DataType,
		Brand:       response.OrNull(f.BrandName),
		BrandOwner:  response.OrNull(f.BrandOwner),
		Category:    response.OrNull(cmp.Or(string(f.Category), f.BrandedIn)),
		Barcode:     response.OrNull(f.GTIN),
		ServingSize: response.NumberOrNull(f.ServingSize),
		ServingUnit: response.OrNull(unitOf(f.ServingUnit)),
		Basis:       basisOf[gen.NutritionSummaryBasis](f),
		URL:         fmt.Sprintf("https://fdc.nal.usda.gov/food-details/%d/nutrients", f.ID),
		Per100G:     nutrients.per100(),
		Warnings:    nutrients.warnings(),
	}
}

// masses are the units of what is weighed.
var masses = []string{"g", "mg", "µg", "IU"}

// basisOf is millilitres for branded foods with a serving in millilitres: their nutrients are worked out from it. Foods
// without a serving are weighed.
func basisOf[B ~string](f fdc.Food) *B {
	if f.ServingSize == nil && f.ServingUnit == "" {
		return new(B(inGrams))
	}
	return basisIn[B](f.ServingUnit)
}

// basisIn is what is measured by a unit; not known by one of neither mass nor volume.
func basisIn[B ~string](unit string) *B {
	switch unit = unitOf(unit); {
	case unit == "ml":
		return new(B(inMillilitres))
	case slices.Contains(masses, unit):
		return new(B(inGrams))
	}
	return nil
}

// NutritionFood answers GET /nutrition/food.
func (h *Handlers) NutritionFood(
	ctx context.Context, req gen.NutritionFoodRequestObject,
) (gen.NutritionFoodResponseObject, error) {
	food, err := h.foods.Food(ctx, req.Params.FdcID)
	if upstream.KindOf(err) == upstream.NotFound {
		return nil, problem.NotFound("fdc_id", "FoodData Central has no food %d", req.Params.FdcID)
	}
	if err != nil {
		return nil, err
	}

	s := summaryOf(*food)
	answer := gen.NutritionFood200JSONResponse{
		FdcID:          s.FdcID,
		Description:    s.Description,
		DataType:       s.DataType,
		Brand:          s.Brand,
		BrandOwner:     s.BrandOwner,
		Category:       s.Category,
		Barcode:        s.Barcode,
		ServingSize:    s.ServingSize,
		ServingUnit:    s.ServingUnit,
		Basis:          basisOf[gen.NutritionFoodBasis](*food),
		URL:            s.URL,
		Per100G:        s.Per100G,
		Warnings:       s.Warnings,
		Nutrients:      nutrientsOf(food),
		LabelNutrients: labelOf(food),
		Portions:       portionsOf(food),
		Ingredients:    response.OrNull(food.Ingredients),
		PublishedDate:  date(food.Published, food.PublishedDate),
		Attribution:    fdc.Provider.Attribution,
	}
	return answer, nil
}

// nutrientsOf are the rows with an amount; others are headings.
func nutrientsOf(f *fdc.Food) []gen.NutritionNutrient {
	list := []gen.NutritionNutrient{}
	for _, n := range f.Nutrients {
		if known(n.Amount) == nil {
			continue
		}
		list = append(list, gen.NutritionNutrient{
			Number: response.OrNull(n.Number),
			Name:   n.Name,
			Amount: json.Number(n.Amount.String()),
			Unit:   unitOf(n.Unit),
		})
	}
	return list
}

// labelOf is the label, nil when none of its entries has a value.
func labelOf(f *fdc.Food) *gen.NutritionLabel {
	found := false
	of := func(name string) *json.Number {
		amount := f.Label[name].Value
		found = found || amount != nil
		return response.NumberOrNull(amount)
	}

	label := gen.NutritionLabel{
		EnergyKcal:    of("calories"),
		ProteinG:      of("protein"),
		FatG:          of("fat"),
		SaturatedFatG: of("saturatedFat"),
		TransFatG:     of("transFat"),
		CarbohydrateG: of("carbohydrates"),
		SugarsG:       of("sugars"),
		AddedSugarsG:  of("addedSugar"),
		FiberG:        of("fiber"),
		SodiumMg:      of("sodium"),
		PotassiumMg:   of("potassium"),
		CalciumMg:     of("calcium"),
		IronMg:        of("iron"),
		CholesterolMg: of("cholesterol"),
	}

	if !found {
		return nil
	}
	return &label
}

// portionsOf are the household measures with a weight. The words are in the description, or are made of the amount, the
// unit and the modifier.
func portionsOf(f *fdc.Food) []gen.NutritionPortion {
	if f.Portions == nil {
		return nil
	}
	list := []gen.NutritionPortion{}
	for _, p := range f.Portions {
		if !p.GramWeight.IsPositive() {
			continue
		}
		words := cmp.Or(p.Description, measure(p))
		list = append(list, gen.NutritionPortion{
			Description: response.OrNull(words),
			GramWeight:  json.Number(p.GramWeight.String()),
		})
	}

	return list
}

func measure(p fdc.Portion) string {
	amount := decimal.NewFromInt(1)
	if p.Amount != nil {
		amount = *p.Amount
	}
	words := []string{amount.String()}
	if p.Unit.Name != "undetermined" {
		words = append(words, p.Unit.Name)
	}
	words = strings.Fields(strings.Join(append(words, p.Modifier), " "))
	if len(words) == 1 {
		return ""
	}
	return strings.Join(words, " ")
}
