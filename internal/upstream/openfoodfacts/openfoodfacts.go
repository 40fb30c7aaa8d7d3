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
)

// Provider is the public API, which needs no key but a User-Agent with a contact. It bans addresses that ask too much.
var Provider = upstream.Provider{
	Name:          "openfoodfacts",
	Undeclared:    true,
	BaseURL:       "https://world.openfoodfacts.org",
	Docs:          "https://openfoodfacts.github.io/openfoodfacts-server/api/",
	Attribution:   "Open Food Facts contributors, Open Database License (ODbL) 1.0",
	Terms:         "https://world.openfoodfacts.org/terms-of-use",
	Checked:       "recorded 2025-06",
	RatePerMinute: 15,
	Burst:         10,
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
func New(pool *upstream.Pool) *Client { return &Client{pool.Client(Provider)} }

// Product is a packaged food. What nobody entered is "" or nil.
type Product struct {
	Code            string            `json:"code"`
	Name            string            `json:"product_name"`
	Brands          string            `json:"brands"`
	Quantity        string            `json:"quantity"`
	QuantityUnit    string            `json:"product_quantity_unit"`
	Categories      []string          `json:"categories_tags"`
	Ingredients     string            `json:"ingredients_text"`
	Allergens       []string          `json:"allergens_tags"`
	Additives       []string          `json:"additives_tags"`
	NutriScore      string            `json:"nutriscore_grade"`
	Nova            *int              `json:"nova_group"`
	EcoScore        string            `json:"ecoscore_grade"`
	GreenScore      string            `json:"environmental_score_grade"` // the newer name of the same
	Nutriments      map[string]Amount `json:"nutriments"`
	Serving         string            `json:"serving_size"`
	ServingQuantity Amount            `json:"serving_quantity"`
	ServingUnit     string            `json:"serving_quantity_unit"`
	Image           string            `json:"image_url"`
	Completeness    *float64          `json:"completeness"`
	Modified        int64             `json:"last_modified_t"` // seconds since 1970
}

// Amount is a number, which comes as one or as a string. What is neither is no amount: units stand among the
// nutriments.
type Amount struct{ Value *decimal.Decimal }

// UnmarshalJSON reads either form.
func (a *Amount) UnmarshalJSON(data []byte) error {
	a.Value = nil
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
	type answer struct {
		Status  *json.Number `json:"status"` // 1 or 0, and an error of the API has none
		Product *Product     `json:"product"`
	}
	var a answer
	_, err := c.c.Get("/api/v2/product/{}.json", barcode).
		Query("fields", fields).
		AcceptStatus(http.StatusNotFound).
		Check(func(resp *upstream.Response) error {
			var came answer
			if err := resp.JSON(&came); err != nil {
				return err
			}
			switch {
			case came.Status == nil:
				return upstream.BadResponse.Errorf("an answer without a status")
			case came.Status.String() == "0":
				return upstream.NotFound.Errorf("no such product")
			case came.Product == nil:
				return upstream.BadResponse.Errorf("an answer without the product")
			}
			return nil
		}).JSON(ctx, &a)
	if err != nil {
		return nil, err
	}
	return a.Product, nil
}
