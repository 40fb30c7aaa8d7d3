// Package fdc reads foods and their nutrients from USDA FoodData Central.
package fdc

import (
	"context"
	"encoding/json"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/shopspring/decimal"

	"github.com/farebox/farebox/internal/upstream"
)

// Provider is the API, which asks for a key of api.data.gov.
var Provider = upstream.Provider{
	Name:        "usda_fdc",
	Undeclared:  true,
	BaseURL:     "https://api.nal.usda.gov/fdc/v1",
	Docs:        "https://fdc.nal.usda.gov/api-guide",
	Attribution: "USDA FoodData Central",
	Terms:       "https://fdc.nal.usda.gov/api-guide (CC0 1.0)",
	Checked:     "recorded 2023, one food and one search, cut",
	Keys: []upstream.Key{{
		Env:      "FDC_API_KEY",
		Required: true,
		Query:    "api_key",
		Gives:    "/nutrition/search and /nutrition/food; free at api.data.gov, 1,000 requests an hour",
	}},
	RatePerMinute: 16,
	Burst:         60,
	TTL:           7 * 24 * time.Hour,
	StaleFor:      30 * 24 * time.Hour,
}

// Client calls the API.
type Client struct{ c *upstream.Client }

// New makes a client.
func New(pool *upstream.Pool) *Client { return &Client{pool.Client(Provider)} }

// Food is a food. A search gives a part of it.
type Food struct {
	ID            int64            `json:"fdcId"`
	Description   string           `json:"description"`
	DataType      string           `json:"dataType"`
	BrandOwner    string           `json:"brandOwner"`
	BrandName     string           `json:"brandName"`
	GTIN          string           `json:"gtinUpc"` // of a branded food, often with leading zeros to 14 digits
	Ingredients   string           `json:"ingredients"`
	ServingSize   *decimal.Decimal `json:"servingSize"`
	ServingUnit   string           `json:"servingSizeUnit"` // g, GRM, ml, MLT...
	Household     string           `json:"householdServingFullText"`
	Category      Category         `json:"foodCategory"`
	BrandedIn     string           `json:"brandedFoodCategory"`
	Published     string           `json:"publicationDate"` // 8/31/2023 or 2023-08-31
	PublishedDate string           `json:"publishedDate"`   // the same in a search
	Nutrients     []Nutrient       `json:"foodNutrients"`
	Portions      []Portion        `json:"foodPortions"`

	// Label is what a branded food's label says per serving, by nutrient. Entries can be empty objects.
	Label map[string]struct {
		Value *decimal.Decimal `json:"value"`
	} `json:"labelNutrients"`
}

// Category is a food category, which comes as a word or as an object.
type Category string

// UnmarshalJSON reads either form.
func (c *Category) UnmarshalJSON(data []byte) error {
	var word string
	if json.Unmarshal(data, &word) == nil {
		*c = Category(word)
		return nil
	}
	var object struct {
		Description string `json:"description"`
	}
	if err := json.Unmarshal(data, &object); err != nil {
		return err
	}
	*c = Category(object.Description)
	return nil
}

// Nutrient is an amount in 100 g or ml. A search has its members beside each other, a food has them nested.
type Nutrient struct {
	Number string           // the nutrient's number with USDA: "203" is protein
	Name   string           //
	Unit   string           // as written: "G", "g", "KCAL", "µg"
	Amount *decimal.Decimal // nil in rows that are headings
}

// UnmarshalJSON reads either form.
func (n *Nutrient) UnmarshalJSON(data []byte) error {
	var both struct {
		Number string           `json:"nutrientNumber"`
		Name   string           `json:"nutrientName"`
		Unit   string           `json:"unitName"`
		Value  *decimal.Decimal `json:"value"`
		Amount *decimal.Decimal `json:"amount"`
		Nested struct {
			Number string `json:"number"`
			Name   string `json:"name"`
			Unit   string `json:"unitName"`
		} `json:"nutrient"`
	}
	if err := json.Unmarshal(data, &both); err != nil {
		return err
	}

	*n = Nutrient{Number: both.Number, Name: both.Name, Unit: both.Unit, Amount: both.Value}
	if both.Nested.Number != "" || both.Nested.Name != "" {
		*n = Nutrient{Number: both.Nested.Number, Name: both.Nested.Name, Unit: both.Nested.Unit, Amount: both.Amount}
	}
	return nil
}

// Portion is a household measure.
type Portion struct {
	Amount      *decimal.Decimal `json:"amount"`
	Description string           `json:"portionDescription"` // of survey foods: "1 cup"
	Modifier    string           `json:"modifier"`           // of others: `medium (3" dia)`; of survey foods a number
	GramWeight  *decimal.Decimal `json:"gramWeight"`
	Unit        struct {
		Name string `json:"name"` // "undetermined" where the modifier has it
	} `json:"measureUnit"`
}

// Page is what a search found.
type Page struct {
	Total int    `json:"totalHits"`
	Foods []Food `json:"foods"`
}

// Search gives the foods that match words, best first, of the data types, all without any.
func (c *Client) Search(ctx context.Context, words string, dataTypes []string, limit int) (Page, error) {
	request := c.c.Get("/foods/search").
		Query("query", words).
		Query("pageSize", strconv.Itoa(limit)).
		Query("pageNumber", "1")
	if len(dataTypes) > 0 {
		request = request.Query("dataType", strings.Join(dataTypes, ","))
	}

	var page Page
	_, err := refusing(request).Check(func(resp *upstream.Response) error {
		if err := refused(resp); err != nil {
			return err
		}
		var came Page
		if err := resp.JSON(&came); err != nil {
			return err
		}
		if came.Foods == nil {
			return upstream.BadResponse.Errorf("an answer without foods")
		}
		return nil
	}).JSON(ctx, &page)
	return page, err
}

// Food gives the food with this id, or [upstream.NotFound].
func (c *Client) Food(ctx context.Context, id int64) (*Food, error) {
	var food Food
	_, err := refusing(c.c.Get("/food/{}", strconv.FormatInt(id, 10)).Query("format", "full")).
		Check(func(resp *upstream.Response) error {
			if err := refused(resp); err != nil {
				return err
			}
			var came Food
			if err := resp.JSON(&came); err != nil {
				return err
			}
			if came.ID != id || came.Description == "" {
				return upstream.BadResponse.Errorf("an answer that is not the food asked for")
			}
			return nil
		}).JSON(ctx, &food)
	if err != nil {
		return nil, err
	}
	return &food, nil
}

// refusing lets refusals of the gateway through, which are told apart by their code.
func refusing(r *upstream.Request) *upstream.Request { return r.AcceptStatus(http.StatusForbidden) }

// refused reads a refusal of the gateway api.data.gov.
func refused(resp *upstream.Response) error {
	if resp.Status != http.StatusForbidden {
		return nil
	}
	var body struct {
		Error struct {
			Code string `json:"code"`
		} `json:"error"`
	}
	if resp.JSON(&body) == nil && body.Error.Code == "OVER_RATE_LIMIT" {
		return upstream.RateLimited.Errorf("the key's requests of this hour are used up")
	}
	return upstream.Unauthorized.Errorf("the key is refused")
}
