// Package nutritiontest has what the providers say to the examples of the spec's nutrition routes: a real food and a
// real product.
package nutritiontest

import "github.com/farebox/farebox/internal/upstream/upstreamtest"

// Where the providers are.
const (
	Search  = "https://api.nal.usda.gov/fdc/v1/foods/search"
	Food    = "https://api.nal.usda.gov/fdc/v1/food/"
	Product = "https://world.openfoodfacts.org/api/v2/product/"
)

// Answers are what the providers say to the examples of the spec.
func Answers() []upstreamtest.Answer {
	return []upstreamtest.Answer{
		{URL: Search + "?query=apples+raw+with+skin&dataType=SR+Legacy", Body: search},
		{URL: Food + "171688", Body: food},
		{URL: Product + "3017620422003.json", Body: product},
		{URL: Search, Body: `{"totalHits":0,"currentPage":1,"totalPages":0,"foods":[]}`},
	}
}

const search = `{"totalHits":1,"currentPage":1,"totalPages":1,"foods":[{"fdcId":171688,
"description":"Apples, raw, with skin (Includes foods for USDA's Food Distribution Program)","dataType":"SR Legacy",
"foodCategory":"Fruits and Fruit Juices","publishedDate":"2019-04-01","foodNutrients":[
{"nutrientNumber":"203","nutrientName":"Protein","unitName":"G","value":0.26},
{"nutrientNumber":"204","nutrientName":"Total lipid (fat)","unitName":"G","value":0.17},
{"nutrientNumber":"205","nutrientName":"Carbohydrate, by difference","unitName":"G","value":13.81},
{"nutrientNumber":"208","nutrientName":"Energy","unitName":"KCAL","value":52},
{"nutrientNumber":"268","nutrientName":"Energy","unitName":"kJ","value":218},
{"nutrientNumber":"269","nutrientName":"Sugars, total including NLEA","unitName":"G","value":10.39},
{"nutrientNumber":"291","nutrientName":"Fiber, total dietary","unitName":"G","value":2.4},
{"nutrientNumber":"301","nutrientName":"Calcium, Ca","unitName":"MG","value":6},
{"nutrientNumber":"303","nutrientName":"Iron, Fe","unitName":"MG","value":0.12},
{"nutrientNumber":"306","nutrientName":"Potassium, K","unitName":"MG","value":107},
{"nutrientNumber":"307","nutrientName":"Sodium, Na","unitName":"MG","value":1},
{"nutrientNumber":"601","nutrientName":"Cholesterol","unitName":"MG","value":0},
{"nutrientNumber":"605","nutrientName":"Fatty acids, total trans","unitName":"G","value":0},
{"nutrientNumber":"606","nutrientName":"Fatty acids, total saturated","unitName":"G","value":0.028}]}]}`

const food = `{"fdcId":171688,"foodClass":"FinalFood","dataType":"SR Legacy","publicationDate":"4/1/2019",
"description":"Apples, raw, with skin (Includes foods for USDA's Food Distribution Program)",
"foodCategory":{"id":9,"code":"0900","description":"Fruits and Fruit Juices"},"foodNutrients":[
{"type":"FoodNutrient","nutrient":{"id":2045,"number":"951","name":"Proximates","unitName":"g"}},
{"nutrient":{"id":1003,"number":"203","name":"Protein","unitName":"g"},"amount":0.26},
{"nutrient":{"id":1004,"number":"204","name":"Total lipid (fat)","unitName":"g"},"amount":0.17},
{"nutrient":{"id":1005,"number":"205","name":"Carbohydrate, by difference","unitName":"g"},"amount":13.81},
{"nutrient":{"id":1008,"number":"208","name":"Energy","unitName":"kcal"},"amount":52},
{"nutrient":{"id":2000,"number":"269","name":"Sugars, total including NLEA","unitName":"g"},"amount":10.39},
{"nutrient":{"id":1079,"number":"291","name":"Fiber, total dietary","unitName":"g"},"amount":2.4},
{"nutrient":{"id":1087,"number":"301","name":"Calcium, Ca","unitName":"mg"},"amount":6},
{"nutrient":{"id":1089,"number":"303","name":"Iron, Fe","unitName":"mg"},"amount":0.12},
{"nutrient":{"id":1092,"number":"306","name":"Potassium, K","unitName":"mg"},"amount":107},
{"nutrient":{"id":1093,"number":"307","name":"Sodium, Na","unitName":"mg"},"amount":1},
{"nutrient":{"id":1253,"number":"601","name":"Cholesterol","unitName":"mg"},"amount":0},
{"nutrient":{"id":1257,"number":"605","name":"Fatty acids, total trans","unitName":"g"},"amount":0},
{"nutrient":{"id":1258,"number":"606","name":"Fatty acids, total saturated","unitName":"g"},"amount":0.028}],
"foodPortions":[
{"amount":1,"modifier":"medium (3\" dia)","gramWeight":182,"measureUnit":{"id":9999,"name":"undetermined"}},
{"amount":1,"modifier":"slices","gramWeight":109,"measureUnit":{"id":1000,"name":"cup"}},
{"amount":1,"modifier":"NLEA serving","gramWeight":0,"measureUnit":{"id":9999,"name":"undetermined"}}]}`

const product = `{"code":"3017620422003","status":1,"status_verbose":"product found","product":{"code":"3017620422003",
"product_name":"Nutella","brands":"Ferrero","quantity":"400 g","product_quantity_unit":"g",
"categories_tags":["en:breakfasts","en:spreads","en:sweet-spreads","en:hazelnut-spreads"],
"ingredients_text":"Sucre, huile de palme, NOISETTES 13 %, cacao maigre 7,4 %, LAIT écrémé en poudre 6,6 %, ` +
	`LACTOSERUM en poudre, émulsifiants : lécithines [SOJA], vanilline. Sans gluten.",
"allergens_tags":["en:milk","en:nuts","en:soybeans"],"additives_tags":["en:e322","en:e322i"],
"nutriscore_grade":"e","nova_group":4,"ecoscore_grade":"d","serving_size":"15 g","serving_quantity":"15",
"serving_quantity_unit":"g","completeness":0.8875,"last_modified_t":1793383451,
"image_url":"https://images.openfoodfacts.org/images/products/301/762/042/2003/front_en.633.400.jpg",
"nutriments":{"energy_100g":2252,"energy-kcal_100g":539,"energy-kcal_unit":"kcal","proteins_100g":"6.3","fat_100g":30.9,
"saturated-fat_100g":10.6,"carbohydrates_100g":57.5,"sugars_100g":56.3,"salt_100g":0.107,"sodium_100g":0.0428}}}`
