// Package openfoodfacts reads packaged foods from Open Food Facts, which volunteers write.
package openfoodfacts

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"time"

	"github.com/shopspring/decimal"

	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/scalar"
)

// Provider is the public API, which needs no key but a User-Agent with a contact. It bans addresses that ask too much.
var Provider = upstream.Provider{
	Name:          "openfoodfacts",
	Undated:       true,
	BaseURL:       "https://world.openfoodfacts.org",
	Docs:          "https://openfoodfacts.github.io/openfoodfacts-server/api/",
	Attribution:   "Open Food Facts contributors, Open Database License (ODbL) 1.0",
	Terms:         "https://world.openfoodfacts.org/terms-of-use",
	Checked:       "recorded 2025-06",
	RatePerMinute: 15,
	Burst:         5,
	TTL:           7 * 24 * time.Hour,
	StaleFor:      30 * 24 * time.Hour,
}

// fields are what is asked for of a product, which has some 275 of them.
const fields = "code,product_name,brands,quantity,categories_tags,ingredients_text,allergens_tags,additives_tags," +
	"nutriscore_grade,nova_group,ecoscore_grade,environmental_score_grade,nutriments,nutrition_data_per," +
	"serving_size,serving_quantity,serving_quantity_unit,product_quantity_unit,image_url,completeness,last_modified_t"

// Client calls the API.
type Client struct{ c *upstream.Client }

// New makes a client.
func New(pool *upstream.Pool) *Client { return &Client{pool.ProbedClient(Provider, probe)} }

// probe asks for a product by its barcode.
func probe(ctx context.Context, u *upstream.Client) error {
	product, err := (&Client{u}).Product(ctx, "3029330003533")
	return upstream.Fact(err, "code", "3029330003533", func() any { return product.Code })
}

// Product is a packaged food. What nobody has entered is absent, "" or nil.
type Product struct {
	Code            string            `json:"-"` // is next to the product
	Name            string            `json:"product_name,omitempty"`
	Brands          string            `json:"brands,omitempty"`
	Quantity        string            `json:"quantity,omitempty"`
	QuantityUnit    string            `json:"product_quantity_unit,omitempty"`
	Categories      []string          `json:"categories_tags,omitempty"`
	Ingredients     string            `json:"ingredients_text,omitempty"`
	Allergens       []string          `json:"allergens_tags,omitempty"`
	Additives       []string          `json:"additives_tags,omitempty"`
	NutriScore      string            `json:"nutriscore_grade,omitempty"`
	Nova            *int              `json:"nova_group,omitempty"`
	EcoScore        string            `json:"ecoscore_grade,omitempty"`
	GreenScore      string            `json:"environmental_score_grade,omitempty"` // the newer name of the same
	Nutriments      map[string]Amount `json:"nutriments,omitempty"`
	Serving         string            `json:"serving_size,omitempty"`
	ServingQuantity Amount            `json:"serving_quantity,omitempty"`
	ServingUnit     string            `json:"serving_quantity_unit,omitempty"`
	Image           string            `json:"image_url,omitempty"`
	Completeness    *float64          `json:"completeness,omitempty"`
	Modified        int64             `json:"last_modified_t,omitempty" contract:"seconds"` // seconds since 1970
}

// Amount is a number, which comes as one or as a string. Anything else is not an amount: there are also units among the
// nutriments.
type Amount struct{ Value *decimal.Decimal }

// UnmarshalJSON reads either form.
func (a *Amount) UnmarshalJSON(data []byte) error {
	a.Value = nil
	if len(data) > 0 && (data[0] == '{' || data[0] == '[') {
		return upstream.BadResponse.Errorf("a list or an object in place of an amount")
	}

	var text string
	if json.Unmarshal(data, &text) != nil {
		text = string(data)
	}
	d, err := decimal.NewFromString(strings.TrimSpace(text))
	if err == nil && d.Exponent() > -30 && d.Exponent() < 12 {
		a.Value = &d
	}
	return nil
}

// Product gives the product with this bar code, or [upstream.NotFound].
func (c *Client) Product(ctx context.Context, barcode string) (*Product, error) {
	var a struct {
		Status  scalar.Text `json:"status"` // 1; an error of the API has none
		Code    string      `json:"code" asked:"/api/v2/product/{}.json"`
		Product Product     `json:"product"`
	}
	_, err := c.c.Get("/api/v2/product/{}.json", barcode).
		Query("fields", fields).
		AcceptStatus(http.StatusNotFound).
		Refusal(unknown).
		JSON(ctx, &a)
	if err != nil {
		return nil, err
	}

	a.Product.Code = a.Code
	return &a.Product, nil
}

// unknown reads how the API says that it has no such product: a status of 0 in the body, with HTTP 200 or 404 (golden
// files of the server).
func unknown(resp *upstream.Response) error {
	var body struct {
		Status *scalar.Text `json:"status"`
	}
	if err := resp.JSON(&body); err != nil {
		return err
	}
	switch {
	case body.Status == nil:
		return upstream.Drifted("status", "a value", "nothing")
	case *body.Status == "0":
		return upstream.NotFound.Errorf("no such product")
	}
	return nil
}
