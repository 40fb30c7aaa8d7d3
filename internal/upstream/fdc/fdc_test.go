package fdc

import (
	"context"
	"net/http"
	"testing"

	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

func TestAnswersAreHeldToTheirContracts(t *testing.T) {
	const food = `{"fdcId":7,"description":"APPLE","dataType":"Branded","gtinUpc":"1","servingSize":1,"foodNutrients":[
{"nutrient":{"number":"951","name":"Proximates","unitName":"g"}},
{"nutrient":{"number":"203","name":"Protein","unitName":"g"},"amount":0.26}],"labelNutrients":{"fat":{}}}`
	const search = `{"totalHits":1,"foods":[{"fdcId":7,"description":"APPLE","dataType":"Branded","foodNutrients":[
{"nutrientNumber":"203","nutrientName":"Protein","unitName":"G","value":0.26}]}]}`

	env := map[string]string{"FDC_API_KEY": "k"}
	t.Run("food", func(t *testing.T) {
		upstreamtest.Contract{
			Answer: upstreamtest.Answer{URL: Provider.BaseURL + "/food/7", Body: food},
			Env:    env,
			Required: []string{
				"description", "dataType", "foodNutrients", "foodNutrients[].nutrient",
				"foodNutrients[].nutrient.number", "foodNutrients[].nutrient.unitName",
				"foodNutrients[].amount",
			},
			Optional: []string{"gtinUpc", "servingSize", "labelNutrients"},
			NoRecord: []upstreamtest.Answer{{Status: http.StatusNotFound}},
			Call: func(_ context.Context, pool *upstream.Pool) error {
				_, err := New(pool).Food(t.Context(), 7)
				return err
			},
		}.Hold(t)
	})
	t.Run("search", func(t *testing.T) {
		upstreamtest.Contract{
			Answer: upstreamtest.Answer{URL: Provider.BaseURL + "/foods/search", Body: search},
			Env:    env,
			Required: []string{
				"totalHits", "foods", "foods[].fdcId", "foods[].description", "foods[].dataType",
				"foods[].foodNutrients", "foods[].foodNutrients[].nutrientNumber", "foods[].foodNutrients[].unitName",
			},
			Optional: []string{"foods[].foodNutrients[].nutrientName"},
			Call: func(_ context.Context, pool *upstream.Pool) error {
				_, err := New(pool).Search(t.Context(), "apple", nil, 1)
				return err
			},
		}.Hold(t)
	})
}
