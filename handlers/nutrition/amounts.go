package nutrition

import (
	"cmp"
	"fmt"
	"math"
	"strings"

	"github.com/shopspring/decimal"

	gen "github.com/farebox/farebox/gen/nutrition"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream/fdc"
	"github.com/farebox/farebox/internal/upstream/openfoodfacts"
)

// amounts are the common nutrients in 100 g or ml: energy in kcal, the others in the unit of their field.
type amounts struct {
	isFromKJ bool             // energy is worked out from kilojoules
	beside   *decimal.Decimal // the energy that the source tells in kilojoules, in kcal

	energy, protein, fat, saturated, trans, carbohydrate, sugars, fiber, salt *decimal.Decimal
	sodium, potassium, calcium, iron, cholesterol                             *decimal.Decimal
}

func (a amounts) per100() gen.NutritionPer100 {
	return gen.NutritionPer100{
		EnergyKcal:    response.NumberOrNull(a.energy),
		EnergyKind:    a.energyKind(),
		ProteinG:      response.NumberOrNull(a.protein),
		FatG:          response.NumberOrNull(a.fat),
		SaturatedFatG: response.NumberOrNull(a.saturated),
		TransFatG:     response.NumberOrNull(a.trans),
		CarbohydrateG: response.NumberOrNull(a.carbohydrate),
		SugarsG:       response.NumberOrNull(a.sugars),
		FiberG:        response.NumberOrNull(a.fiber),
		SaltG:         response.NumberOrNull(a.salt),
		SodiumMg:      response.NumberOrNull(a.sodium),
		PotassiumMg:   response.NumberOrNull(a.potassium),
		CalciumMg:     response.NumberOrNull(a.calcium),
		IronMg:        response.NumberOrNull(a.iron),
		CholesterolMg: response.NumberOrNull(a.cholesterol),
	}
}

// ofFood reads the nutrients of FoodData Central by their numbers, which name what was measured; names vary.
// Foods of the Foundation set have some under a second number: energy by Atwater's specific (958) or general (957)
// factors, sugars by the label's rule (269.3), fibre by a newer method (293). Some have energy in kJ (268) alone.
func ofFood(f fdc.Food) amounts {
	energy := row(f, "kcal", "208", "958", "957", "268")

	return amounts{
		isFromKJ:     energy != nil && unitOf(energy.Unit) == "kJ",
		energy:       amountOf(energy, "kcal"),
		beside:       first(f, "kcal", "268"),
		protein:      first(f, "g", "203"),
		fat:          first(f, "g", "204"),
		saturated:    first(f, "g", "606"),
		trans:        first(f, "g", "605"),
		carbohydrate: first(f, "g", "205"),
		sugars:       first(f, "g", "269", "269.3"),
		fiber:        first(f, "g", "291", "293"),
		sodium:       first(f, "mg", "307"),
		potassium:    first(f, "mg", "306"),
		calcium:      first(f, "mg", "301"),
		iron:         first(f, "mg", "303"),
		cholesterol:  first(f, "mg", "601"),
	}
}

// first is the amount of the first of these nutrients that the food has, in the unit.
func first(f fdc.Food, unit string, numbers ...string) *decimal.Decimal {
	return amountOf(row(f, unit, numbers...), unit)
}

// row is the first of these nutrients that the food has an amount of that can be told in the unit.
func row(f fdc.Food, unit string, numbers ...string) *fdc.Nutrient {
	for _, number := range numbers {
		for i := range f.Nutrients {
			n := &f.Nutrients[i]
			if n.Number == number && amountOf(n, unit) != nil {
				return n
			}
		}
	}
	return nil
}

// amountOf is the amount of a nutrient in a unit, nil when there is none or it cannot be told in it.
func amountOf(n *fdc.Nutrient, unit string) *decimal.Decimal {
	if n == nil || known(n.Amount) == nil {
		return nil
	}
	return in(unit, *n.Amount, unitOf(n.Unit))
}

// known is an amount, nil when there is none: less than nothing is not in any food.
func known(amount *decimal.Decimal) *decimal.Decimal {
	if amount == nil || amount.IsNegative() {
		return nil
	}
	return amount
}

// milligrams are the units of weight, in milligrams.
var milligrams = map[string]decimal.Decimal{
	"g":  decimal.NewFromInt(1000),
	"mg": decimal.NewFromInt(1),
	"µg": decimal.New(1, -3),
}

// in is an amount in another unit, nil where one is not the other.
func in(unit string, amount decimal.Decimal, from string) *decimal.Decimal {
	switch {
	case unit == from:
		return &amount
	case unit == "kcal" && from == "kJ":
		return ofKilojoules(&amount)
	}
	wanted, weight := milligrams[unit]
	had, too := milligrams[from]
	if !weight || !too {
		return nil
	}
	return new(amount.Mul(had).Div(wanted))
}

// kilojoules are in a kilocalorie (Regulation (EU) No 1169/2011, annex I, 15: 1 kcal is 4.184 kJ).
var kilojoules = decimal.New(4184, -3)

// ofKilojoules is an energy in kilocalories, to a tenth.
func ofKilojoules(energy *decimal.Decimal) *decimal.Decimal {
	if energy == nil {
		return nil
	}
	return new(energy.DivRound(kilojoules, 1))
}

// unitOf is a unit as answers write it.
func unitOf(text string) string {
	switch strings.ToLower(strings.TrimSpace(text)) {
	case "g", "grm", "gm":
		return "g"
	case "mg":
		return "mg"
	case "ug", "µg", "μg", "mcg":
		return "µg"
	case "kcal":
		return "kcal"
	case "kj":
		return "kJ"
	case "iu":
		return "IU"
	case "ml", "mlt":
		return "ml"
	}
	return strings.TrimSpace(text)
}

// energyKind is null without energy.
func (a amounts) energyKind() *gen.NutritionPer100EnergyKind {
	switch {
	case a.energy == nil:
		return nil
	case a.isFromKJ:
		return new(gen.FromKilojoules)
	}
	return new(gen.Declared)
}

// ofProduct reads the nutriments of Open Food Facts. They are in grams, and energy is in kilocalories or kilojoules by
// its name, whatever unit was entered.
func ofProduct(p *openfoodfacts.Product) amounts {
	grams := func(name string) *decimal.Decimal { return known(p.Nutriments[name+"_100g"].Value) }
	inMilligrams := func(name string) *decimal.Decimal {
		amount := grams(name)
		if amount == nil {
			return nil
		}
		return new(amount.Mul(milligrams["g"]))
	}

	beside := ofKilojoules(cmp.Or(grams("energy-kj"), grams("energy")))
	return amounts{
		isFromKJ:     grams("energy-kcal") == nil,
		energy:       cmp.Or(grams("energy-kcal"), beside),
		beside:       beside,
		protein:      grams("proteins"),
		fat:          grams("fat"),
		saturated:    grams("saturated-fat"),
		trans:        grams("trans-fat"),
		carbohydrate: grams("carbohydrates"),
		sugars:       grams("sugars"),
		fiber:        grams("fiber"),
		salt:         grams("salt"),
		sodium:       inMilligrams("sodium"),
		potassium:    inMilligrams("potassium"),
		calcium:      inMilligrams("calcium"),
		iron:         inMilligrams("iron"),
		cholesterol:  inMilligrams("cholesterol"),
	}
}

// Kilocalories in a gram, as labels count them (Regulation (EU) No 1169/2011, annex XIV; 21 CFR 101.9).
const (
	kcalProtein      = 4
	kcalCarbohydrate = 4
	kcalFat          = 9
)

// warnings says what does not fit together. The bounds are wide: fibre, sweeteners and alcohol move energy away from
// what the macronutrients give.
func (a amounts) warnings() []string {
	list := []string{}
	warn := func(format string, args ...any) { list = append(list, fmt.Sprintf(format, args...)) }

	for _, part := range []struct {
		name, whole string
		part, of    *decimal.Decimal
	}{
		{"sugars", "carbohydrates", a.sugars, a.carbohydrate},
		{"saturated fat", "fat", a.saturated, a.fat},
	} {
		if part.part != nil && part.of != nil && value(part.part) > value(part.of)*1.05+0.5 {
			warn("more %s (%s g) than %s (%s g)", part.name, part.part, part.whole, part.of)
		}
	}

	for _, part := range []struct {
		name   string
		amount *decimal.Decimal
		grams  float64
	}{
		{"fibre", a.fiber, 1},
		{"salt", a.salt, 1},
		{"sodium", a.sodium, 0.001},
		{"potassium", a.potassium, 0.001},
		{"calcium", a.calcium, 0.001},
	} {
		if weight := value(part.amount) * part.grams; weight > 105 {
			warn("%.0f g of %s in 100", weight, part.name)
		}
	}
	weight := value(a.protein) + value(a.carbohydrate) + value(a.fat)
	if weight > 105 {
		warn("protein, carbohydrates and fat weigh %.0f g in 100", weight)
	}
	if a.energy == nil {
		return list
	}
	energy := value(a.energy)
	if a.beside != nil && math.Abs(energy-value(a.beside)) > 0.1*energy+3 {
		warn("%.0f kcal, but the energy in kilojoules is %.0f kcal: one of them is wrong", energy, value(a.beside))
	}

	from := kcalProtein*value(a.protein) + kcalCarbohydrate*value(a.carbohydrate) + kcalFat*value(a.fat)
	switch {
	case energy > 105*kcalFat:
		warn("%.0f kcal, more than pure fat has", energy)
	case a.protein == nil || a.carbohydrate == nil || a.fat == nil:
	case energy > 1.4*from+30:
		warn("%.0f kcal, but protein, carbohydrates and fat give about %.0f: one of them is wrong, or it holds alcohol",
			energy, from)
	case energy < 0.5*from-30:
		warn("%.0f kcal, but protein, carbohydrates and fat give about %.0f: one of them is wrong, "+
			"or it holds much fibre or sweeteners", energy, from)
	}
	return list
}

// value is an amount as a float, 0 when there is none.
func value(d *decimal.Decimal) float64 {
	if d == nil {
		return 0
	}
	return d.InexactFloat64()
}
