package openfoodfacts

import (
	"context"
	"net/http"
	"testing"

	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

func TestProductIsHeldToItsContract(t *testing.T) {
	const none = `{"code":"1","status":0,"status_verbose":"product not found"}`
	upstreamtest.Contract{
		Answer: upstreamtest.Answer{
			URL:  Provider.BaseURL + "/api/v2/product/1.json",
			Body: `{"code":"1","status":1,"product":{"code":"1","product_name":"A","nutriments":{"fat_100g":"1"}}}`,
		},
		Required: []string{"status", "product", "code"},
		Optional: []string{"product.product_name", "product.nutriments"},
		NoRecord: []upstreamtest.Answer{{Status: http.StatusNotFound, Body: none}, {Body: none}},
		Call: func(_ context.Context, pool *upstream.Pool) error {
			_, err := New(pool).Product(t.Context(), "1")
			return err
		},
	}.Hold(t)
}
