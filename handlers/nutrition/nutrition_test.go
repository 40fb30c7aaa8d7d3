package nutrition

import (
	"encoding/json"
	"fmt"
	"net/http"
	"testing"

	"github.com/shopspring/decimal"

	gen "github.com/farebox/farebox/gen/nutrition"
	"github.com/farebox/farebox/handlers/handlertest"
	"github.com/farebox/farebox/handlers/nutrition/nutritiontest"
	"github.com/farebox/farebox/internal/samples"
	"github.com/farebox/farebox/internal/upstream/fdc"
	"github.com/farebox/farebox/internal/upstream/openfoodfacts"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

var withKey = map[string]string{"FDC_API_KEY": "key"}

var service = handlertest.OverWith(serve)

// serve is the routes over a world.
func serve(t testing.TB, env map[string]string, world *upstreamtest.World) *handlertest.Service {
	t.Helper()
	return handlertest.New(t, "nutrition", New(world.Pool(t, env, upstreamtest.At(handlertest.Now))).Register)
}

func TestSpecExamplesAreWhatTheRoutesAnswer(t *testing.T) {
	handlertest.CheckExamples(service(t, withKey, nutritiontest.Answers()...))
}

func TestRecordedAnswers(t *testing.T) {
	sample := func(name string) string { return string(samples.Read(t, name)) }
	s, _ := service(t, withKey,
		upstreamtest.Answer{
			URL:  nutritiontest.Search + "?query=paneer",
			Body: sample("usda_fdc/search_food_paneer_trimmed.json"),
		},
		upstreamtest.Answer{
			URL:  nutritiontest.Food + "2613419",
			Body: sample("usda_fdc/food_2613419_branded_full.json"),
		},
		upstreamtest.Answer{
			URL:  nutritiontest.Product + "3029330003533.json",
			Body: sample("openfoodfacts/v2_product_3029330003533.json"),
		},
		upstreamtest.Answer{
			URL:    nutritiontest.Product + "00000017.json",
			Status: http.StatusNotFound,
			Body:   sample("openfoodfacts/v2_product_not_found_404.json"),
		},
		upstreamtest.Answer{
			URL:  nutritiontest.Product + "0200000000034.json",
			Body: sample("openfoodfacts/v2_nutriments.json"),
		},
		upstreamtest.Answer{URL: nutritiontest.Search, Body: `{"totalHits":0,"foods":[]}`},
	)

	t.Run("search", func(t *testing.T) {
		_, got := s.Get("/nutrition/search", "q", "paneer")
		handlertest.Holds(t, got, map[string]any{
			"total":                         46,
			"count":                         1,
			"truncated":                     true,
			"foods.0.fdc_id":                2103038,
			"foods.0.description":           "PANEER",
			"foods.0.data_type":             "Branded",
			"foods.0.brand":                 "GOPI",
			"foods.0.serving_size":          28,
			"foods.0.serving_unit":          "g",
			"foods.0.per_100g.energy_kcal":  321,
			"foods.0.per_100g.protein_g":    25,
			"foods.0.per_100g.fiber_g":      0,
			"foods.0.per_100g.sugars_g":     nil,
			"foods.0.per_100g.sodium_mg":    nil,
			"foods.0.per_100g.calcium_mg":   407,
			"foods.0.per_100g.potassium_mg": nil,
		})
	})

	t.Run("food by label", func(t *testing.T) {
		_, got := s.Get("/nutrition/food", "fdc_id", "2613419")
		handlertest.Holds(t, got, map[string]any{
			"description":             "Sprite Bottle, 1.75 Liters",
			"brand_owner":             "The Coca-Cola Company",
			"serving_size":            360,
			"serving_unit":            "ml",
			"basis":                   "100 ml",
			"published_date":          "2023-08-31",
			"per_100g.energy_kcal":    39,
			"per_100g.carbohydrate_g": 10.83,
			"per_100g.sugars_g":       10.56,
			"per_100g.sodium_mg":      19,
			"per_100g.protein_g":      0,
			"per_100g.fiber_g":        nil,
			"label_nutrients":         nil,
			"nutrients.0.name":        "Sugars, added",
			"category":                "Non Alcoholic Beverages  Ready to Drink",
			"barcode":                 "00049000057980",
		})
	})

	t.Run("product", func(t *testing.T) {
		_, got := s.Get("/nutrition/barcode", "barcode", "3029330003533")
		handlertest.Holds(t, got, map[string]any{
			"name":                 "Crousti Moelleux Complet Sans Sucre Ajouté 730gr",
			"brand":                "Jacquet",
			"quantity":             "730 g",
			"basis":                "100 g",
			"per_100g.energy_kcal": 246,
			"per_100g.protein_g":   9.5,
			"per_100g.salt_g":      1.1,
			"per_100g.sodium_mg":   440,
			"serving.size":         "60.8 g (1 tranche)",
			"serving.amount":       60.8,
			"nutri_score_grade":    "b",
			"nova_group":           4,
			"green_score_grade":    "a",
			"allergens":            "[en:gluten]",
			"additives":            "[]",
			"completeness":         0.9875,
			"check_digit_ok":       true,
			"modified_at":          "2025-03-22T18:46:22Z",
			"warnings":             "[]",
		})
	})

	t.Run("golden answers of the server", func(t *testing.T) {
		if status, got := s.Get("/nutrition/barcode", "barcode", "00000017"); status != http.StatusNotFound {
			t.Errorf("status %d: %v", status, got)
		}
		_, got := s.Get("/nutrition/barcode", "barcode", "0200000000034")
		handlertest.Holds(t, got, map[string]any{"per_100g.sodium_mg": 20.08, "name": nil})
	})
}

func TestBarcodesAreFiledWithoutTheirLeadingZeros(t *testing.T) {
	cases := []struct {
		barcode, want string
		ok            bool
	}{
		{"3017620422003", "3017620422003", true},
		{"03017620422003", "3017620422003", true},
		{"00049000057980", "0049000057980", true},
		{"049000057980", "0049000057980", true}, // UPC-A
		{"49000057980", "0049000057980", true},
		{"96385074", "96385074", true},
		{"00000096385074", "96385074", true},
		{"10012345678902", "10012345678902", true},
		{"3017620422004", "3017620422004", false},
		{"00000000", "00000000", true},
	}
	for _, c := range cases {
		t.Run(c.barcode, func(t *testing.T) {
			if got := canonical(c.barcode); got != c.want || checkDigitOK(got) != c.ok {
				t.Errorf("%s, check digit %v; want %s, %v", got, checkDigitOK(got), c.want, c.ok)
			}
		})
	}
}

// TestOtherSourceOfBarcodes: what is answered when Open Food Facts does not have a product or cannot be asked.
func TestOtherSourceOfBarcodes(t *testing.T) {
	const (
		none    = `{"code":"0049000057980","status":0,"status_verbose":"product not found"}`
		branded = `{"totalHits":3,"foods":[
{"fdcId":1,"description":"OLD","dataType":"Branded","gtinUpc":"049000057980","foodNutrients":[]},
{"fdcId":7,"description":"SPRITE","dataType":"Branded","gtinUpc":"00049000057980","servingSize":360,
 "servingSizeUnit":"MLT","householdServingFullText":"12 fl oz","foodNutrients":[]},
{"fdcId":9,"description":"OTHER","dataType":"Branded","gtinUpc":"049000057981","foodNutrients":[]}]}`
		nothing = `{"totalHits":0,"foods":[]}`
	)
	off := func(status int, body string) upstreamtest.Answer {
		return upstreamtest.Answer{URL: nutritiontest.Product + "*", Status: status, Body: body}
	}
	usda := func(status int, body string) upstreamtest.Answer {
		return upstreamtest.Answer{URL: nutritiontest.Search, Status: status, Body: body}
	}
	cases := []struct {
		name    string
		env     map[string]string
		answers []upstreamtest.Answer
		status  int
		want    map[string]any
	}{
		{"newest branded food", withKey, []upstreamtest.Answer{off(404, none), usda(200, branded)}, 200, map[string]any{
			"name":             "SPRITE",
			"source":           "usda_fdc",
			"basis":            "100 ml",
			"partial":          false,
			"serving.size":     "12 fl oz",
			"sources.0.status": "empty",
		}},
		{"the first is down", withKey, []upstreamtest.Answer{off(503, ""), usda(200, branded)}, 200, map[string]any{
			"source": "usda_fdc", "partial": true,
		}},
		{"nobody has it", withKey, []upstreamtest.Answer{off(404, none), usda(200, nothing)}, 404, nil},
		{"the only one that is set up has it not", nil, []upstreamtest.Answer{off(200, none)}, 404, nil},
		{"the second is down", withKey, []upstreamtest.Answer{off(404, none), usda(503, "")}, 502, nil},
		{"both are down", withKey, []upstreamtest.Answer{off(503, ""), usda(503, "")}, 502, nil},
		{"a page for an answer", nil, []upstreamtest.Answer{off(200, "<html>busy</html>")}, 502, nil},
		{"a status and no product", nil, []upstreamtest.Answer{off(200, `{"status":1}`)}, 502, nil},
		{"an error of the API", nil, []upstreamtest.Answer{off(200, `{"errors":["no"]}`)}, 502, nil},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			s, _ := service(t, c.env, c.answers...)
			status, got := s.Get("/nutrition/barcode", "barcode", "049000057980")
			if status != c.status {
				t.Fatalf("status %d, want %d: %v", status, c.status, got)
			}
			handlertest.Holds(t, got, c.want)
		})
	}
}

func TestFailures(t *testing.T) {
	const refusal = `{"error":{"code":"%s","message":"no"}}`
	cases := []struct {
		name   string
		route  string
		env    map[string]string
		status int // of the provider
		body   string
		want   int
	}{
		{"no key", "/nutrition/search", nil, 200, "", 503},
		{"no key", "/nutrition/food", nil, 200, "", 503},
		{"bad key", "/nutrition/food", withKey, 403, fmt.Sprintf(refusal, "API_KEY_INVALID"), 503},
		{"used up", "/nutrition/food", withKey, 403, fmt.Sprintf(refusal, "OVER_RATE_LIMIT"), 503},
		{"unknown", "/nutrition/food", withKey, 404, "", 404},
		{"another food", "/nutrition/food", withKey, 200, `{"fdcId":2,"description":"x"}`, 502},
		{"nothing found", "/nutrition/search", withKey, 200, `{"totalHits":0,"foods":[]}`, 200},
	}
	inputs := map[string][]string{
		"/nutrition/search": {"q", "apple"},
		"/nutrition/food":   {"fdc_id", "1"},
	}
	for _, c := range cases {
		t.Run(c.route+" "+c.name, func(t *testing.T) {
			s, _ := service(t, c.env,
				upstreamtest.Answer{URL: nutritiontest.Search, Status: c.status, Body: c.body},
				upstreamtest.Answer{URL: nutritiontest.Food + "1", Status: c.status, Body: c.body},
			)
			if status, got := s.Get(c.route, inputs[c.route]...); status != c.want {
				t.Errorf("status %d, want %d: %v", status, c.want, got)
			}
		})
	}
}

func TestUnitsOfNutrients(t *testing.T) {
	cases := []struct {
		why       string
		nutrients string
		want      string // energy, sodium
	}{
		{"kilojoules alone", `[{"nutrientNumber":"268","unitName":"kJ","value":218}]`, "52.1 <nil>"},
		{"kilojoules are no calories", `[{"nutrientNumber":"208","unitName":"kJ","value":218}]`, "52.1 <nil>"},
		{"calories before kilojoules", `[{"nutrientNumber":"268","unitName":"kJ","value":230},
{"nutrientNumber":"208","unitName":"KCAL","value":52}]`, "52 <nil>"},
		{"specific factors before general", `[{"nutrientNumber":"957","unitName":"KCAL","value":61},
{"nutrientNumber":"958","unitName":"KCAL","value":58}]`, "58 <nil>"},
		{"sodium in grams", `[{"nutrientNumber":"307","unitName":"G","value":0.4}]`, "<nil> 400"},
		{"sodium in micrograms", `[{"nutrientNumber":"307","unitName":"UG","value":1500}]`, "<nil> 1.5"},
		{"less than nothing", `[{"nutrientNumber":"307","unitName":"MG","value":-3}]`, "<nil> <nil>"},
		{"no unit of weight", `[{"nutrientNumber":"307","unitName":"IU","value":3}]`, "<nil> <nil>"},
		{"energy without an amount before one with", `[{"nutrientNumber":"208","unitName":"KCAL"},
{"nutrientNumber":"268","unitName":"kJ","value":218}]`, "52.1 <nil>"},
	}
	for _, c := range cases {
		t.Run(c.why, func(t *testing.T) {
			var f fdc.Food
			if err := json.Unmarshal([]byte(`{"foodNutrients":`+c.nutrients+`}`), &f); err != nil {
				t.Fatal(err)
			}
			a := ofFood(f)
			if got := fmt.Sprint(a.energy, " ", a.sodium); got != c.want {
				t.Errorf("got %s, want %s", got, c.want)
			}
		})
	}
}

// TestNutrientsUnderTheirSecondNumbers: foods of the Foundation set have sugars and fibre under others than branded
// ones, and energy that stood in kilojoules is not said to be declared.
func TestNutrientsUnderTheirSecondNumbers(t *testing.T) {
	var f fdc.Food
	err := json.Unmarshal([]byte(`{"foodNutrients":[{"nutrientNumber":"269.3","unitName":"G","value":12.2},
{"nutrientNumber":"293","unitName":"G","value":5.92},{"nutrientNumber":"208","unitName":"kJ","value":218}]}`), &f)
	if err != nil {
		t.Fatal(err)
	}
	a := ofFood(f)
	if got := fmt.Sprint(a.sugars, " ", a.fiber); got != "12.2 5.92" {
		t.Errorf("sugars and fibre %s", got)
	}
	if kind := a.energyKind(); kind == nil || *kind != gen.FromKilojoules {
		t.Errorf("energy is %v", kind)
	}
}

func TestProductWithKilojoulesAloneHasEnergy(t *testing.T) {
	for _, c := range []struct{ nutriments, want string }{
		{`{"energy-kcal_100g":"539","energy_100g":2252}`, "539"},
		{`{"energy-kj_100g":2252}`, "538.2"},
		{`{"energy_100g":"2252"}`, "538.2"},
		{`{"proteins_100g":1}`, "<nil>"},
	} {
		var p openfoodfacts.Product
		if err := json.Unmarshal([]byte(`{"nutriments":`+c.nutriments+`}`), &p); err != nil {
			t.Fatal(err)
		}
		if got := fmt.Sprint(ofProduct(&p).energy); got != c.want {
			t.Errorf("%s: %s, want %s", c.nutriments, got, c.want)
		}
	}
}

func TestAmountsThatDoNotFit(t *testing.T) {
	d := func(v float64) *decimal.Decimal { return new(decimal.NewFromFloat(v)) }
	cases := []struct {
		name string
		a    amounts
		want int
	}{
		{"bread", amounts{energy: d(246), protein: d(9.5), fat: d(3.4), carbohydrate: d(41), sugars: d(3.6)}, 0},
		{"oil", amounts{energy: d(884), protein: d(0), fat: d(100), carbohydrate: d(0)}, 0},
		{"psyllium, mostly fibre", amounts{energy: d(190), protein: d(2), fat: d(0.6), carbohydrate: d(88)}, 0},
		{"kilojoules as calories", amounts{energy: d(1038), protein: d(9.5), fat: d(3.4), carbohydrate: d(41)}, 1},
		{"calories of a serving", amounts{energy: d(60), protein: d(9.5), fat: d(3.4), carbohydrate: d(41)}, 1},
		{"too heavy", amounts{protein: d(50), fat: d(40), carbohydrate: d(41)}, 1},
		{"more sugars than carbohydrates", amounts{carbohydrate: d(4), sugars: d(41)}, 1},
		{"protein alone weighs more than the food", amounts{protein: d(120)}, 1},
		{"more energy than pure fat, and nothing else known", amounts{energy: d(5000)}, 1},
		{"sodium weighs more than the food", amounts{sodium: d(200_000)}, 1},
		{"pure fat", amounts{energy: d(900), fat: d(100)}, 0},
		{"kilojoules that are not the kilocalories", amounts{energy: d(100), beside: d(478)}, 1},
		{"kilojoules and kilocalories of a label", amounts{energy: d(539), beside: d(538.2)}, 0},
		{"nothing known", amounts{}, 0},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			if got := c.a.warnings(); len(got) != c.want {
				t.Errorf("%q, want %d", got, c.want)
			}
		})
	}
}

// TestTagsThatNobodyEnteredAreNotKnown: a product has empty lists before anybody looks at it.
func TestTagsThatNobodyEnteredAreNotKnown(t *testing.T) {
	for ingredients, additives := range map[string]any{"": nil, "Water": "[]"} {
		s, _ := service(t, withKey, upstreamtest.Answer{
			URL: nutritiontest.Product + "*",
			Body: fmt.Sprintf(`{"code":"3017620422003","status":1,"product":{"product_name":"X","ingredients_text":%q,
"allergens_tags":[],"additives_tags":[],"categories_tags":[],"nutriments":{}}}`, ingredients),
		})
		_, got := s.Get("/nutrition/barcode", "barcode", "3017620422003")
		handlertest.Holds(t, got, map[string]any{"allergens": nil, "categories": nil, "additives": additives})
	}
}

func TestGradesThatAreNone(t *testing.T) {
	for _, word := range []string{"", "unknown", "not-applicable", "A"} {
		if got := grade[string](word, nutriScores); got != nil {
			t.Errorf("%q is grade %s", word, *got)
		}
	}
	if n := novaOf(&openfoodfacts.Product{Nova: new(0)}); n != nil {
		t.Errorf("NOVA group %d", *n)
	}
}

// TestBasisIsKnownByAUnit holds that amounts are not taken for those of 100 g where no unit says what is measured.
func TestBasisIsKnownByAUnit(t *testing.T) {
	for _, c := range []struct {
		why, product, food string
		want               any
	}{
		{"by weight", `{"product_quantity_unit":"g"}`, `{"servingSize":30,"servingSizeUnit":"g"}`, "100 g"},
		{"by volume", `{"serving_quantity_unit":"ml"}`, `{"servingSize":240,"servingSizeUnit":"MLT"}`, "100 ml"},
		{"no unit", `{}`, `{"servingSize":240}`, nil},
		{"a word in its place", `{}`, `{"servingSize":240,"servingSizeUnit":"Unknown"}`, nil},
	} {
		t.Run(c.why, func(t *testing.T) {
			var p openfoodfacts.Product
			if err := json.Unmarshal([]byte(c.product), &p); err != nil {
				t.Fatal(err)
			}
			var f fdc.Food
			if err := json.Unmarshal([]byte(c.food), &f); err != nil {
				t.Fatal(err)
			}

			product := productBasis(&p)
			food := basisOf[gen.NutritionFoodBasis](f)
			if (product == nil) != (c.want == nil) || product != nil && string(*product) != c.want {
				t.Errorf("of a product: %v, want %v", product, c.want)
			}
			if (food == nil) != (c.want == nil) || food != nil && string(*food) != c.want {
				t.Errorf("of a food: %v, want %v", food, c.want)
			}
		})
	}
}

func TestAnObjectInPlaceOfAnAmountIsRefused(t *testing.T) {
	for _, raw := range []string{`{"value":1}`, `[1]`} {
		if err := json.Unmarshal([]byte(raw), new(openfoodfacts.Amount)); err == nil {
			t.Errorf("%s is an amount", raw)
		}
	}
}
