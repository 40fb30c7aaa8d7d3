// Package fdc reads foods and their nutrients from USDA FoodData Central.
package fdc

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/shopspring/decimal"

	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/scalar"
)

// Provider is the API, which asks for a key of api.data.gov.
var Provider = upstream.Provider{
	Name:        "usda_fdc",
	Undated:     true,
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
	RatePerMinute: 15,
	Burst:         60,
	TTL:           7 * 24 * time.Hour,
	StaleFor:      30 * 24 * time.Hour,
}

// Client calls the API.
type Client struct{ c *upstream.Client }

// New makes a client.
func New(pool *upstream.Pool) *Client { return &Client{pool.ProbedClient(Provider, probe)} }

// probe asks for a branded food.
func probe(ctx context.Context, u *upstream.Client) error {
	food, err := (&Client{u}).Food(ctx, 2613419)
	return upstream.Fact(err, "gtinUpc", "00049000057980", func() any { return food.GTIN })
}

// Food is a food. A search gives a part of it, and what is optional goes by the type of the data: a brand, a bar code,
// a label and a serving are those of branded foods, portions those of others.
type Food struct {
	ID            int64            `json:"fdcId" contract:"key" asked:"/food/{}"`
	Description   string           `json:"description"`
	DataType      string           `json:"dataType"`
	BrandOwner    string           `json:"brandOwner,omitempty"`
	BrandName     string           `json:"brandName,omitempty"`
	GTIN          string           `json:"gtinUpc,omitempty"` // often with leading zeros to 14 digits
	Ingredients   string           `json:"ingredients,omitempty"`
	ServingSize   *decimal.Decimal `json:"servingSize,omitempty"`
	ServingUnit   string           `json:"servingSizeUnit,omitempty"` // g, GRM, ml, MLT...
	Household     string           `json:"householdServingFullText,omitempty"`
	Category      Category         `json:"foodCategory,omitempty"`
	BrandedIn     string           `json:"brandedFoodCategory,omitempty"`
	Published     string           `json:"publicationDate,omitempty"` // 8/31/2023 or 2023-08-31
	PublishedDate string           `json:"publishedDate,omitempty"`   // the same in a search
	Nutrients     []Nutrient       `json:"foodNutrients"`
	Portions      []Portion        `json:"foodPortions,omitempty"`

	// Label is what a branded food's label says per serving, by nutrient. Entries can be empty objects.
	Label map[string]struct {
		Value *decimal.Decimal `json:"value,omitempty"`
	} `json:"labelNutrients,omitempty"`
}

// measured says that some of the nutrients of foods have amounts, where there are any: single ones may be headings.
func measured(foods ...Food) error {
	rows := 0
	for _, f := range foods {
		for _, n := range f.Nutrients {
			if n.Amount != nil {
				return nil
			}
			rows++
		}
	}
	if rows == 0 {
		return nil
	}
	return absent("foodNutrients[].amount")
}

func absent(member string) error {
	return upstream.Drifted(member, "a value", "nothing")
}

// Category is a food category, which comes as a word or as an object.
type Category string

// UnmarshalJSON reads either form.
func (c *Category) UnmarshalJSON(data []byte) error {
	var word scalar.Text
	if json.Unmarshal(data, &word) == nil {
		*c = Category(word)
		return nil
	}
	var object struct {
		Description string `json:"description"`
	}
	if err := upstream.Decode(data, &object); err != nil {
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

// UnmarshalJSON reads either form. The number and the unit are what an amount is read by.
func (n *Nutrient) UnmarshalJSON(data []byte) error {
	var both struct {
		Number scalar.Text      `json:"nutrientNumber"`
		Name   scalar.Text      `json:"nutrientName"`
		Unit   scalar.Text      `json:"unitName"`
		Value  *decimal.Decimal `json:"value"`
		Amount *decimal.Decimal `json:"amount"`
		Nested *struct {
			Number scalar.Text `json:"number"`
			Name   scalar.Text `json:"name"`
			Unit   scalar.Text `json:"unitName"`
		} `json:"nutrient"`
	}
	if err := json.Unmarshal(data, &both); err != nil {
		return err
	}

	*n = Nutrient{
		Number: string(both.Number),
		Name:   string(both.Name),
		Unit:   string(both.Unit),
		Amount: both.Value,
	}
	at := "foodNutrients[]."
	if both.Nested != nil {
		at += "nutrient."
		*n = Nutrient{
			Number: string(both.Nested.Number),
			Name:   string(both.Nested.Name),
			Unit:   string(both.Nested.Unit),
			Amount: both.Amount,
		}
	}
	switch {
	case n.Number == "" && both.Nested == nil:
		return absent(at + "nutrientNumber")
	case n.Number == "":
		return absent(at + "number")
	case n.Unit == "":
		return absent(at + "unitName")
	case n.Name == "" && both.Nested != nil: // in searches it is not read
		return absent(at + "name")
	}
	return nil
}

// Portion is a household measure, whose words are in different members, depending on the type of the data.
type Portion struct {
	Amount      *decimal.Decimal `json:"amount,omitempty"`
	Description string           `json:"portionDescription,omitempty"` // of survey foods: "1 cup"
	Modifier    string           `json:"modifier,omitempty"`           // of others: `medium (3" dia)`; of survey foods a number
	GramWeight  decimal.Decimal  `json:"gramWeight"`
	Unit        struct {
		Name string `json:"name"` // "undetermined" where the modifier has it
	} `json:"measureUnit"`
}

// Page is what a search found.
type Page struct {
	Total int    `json:"totalHits"`
	Foods []Food `json:"foods" counted:"totalHits"`
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
		var came Page
		if err := resp.JSON(&came); err != nil {
			return err
		}
		return measured(came.Foods...)
	}).JSON(ctx, &page)
	return page, err
}

// Food gives the food with this id, or [upstream.NotFound].
func (c *Client) Food(ctx context.Context, id int64) (*Food, error) {
	var food Food
	_, err := refusing(c.c.Get("/food/{}", strconv.FormatInt(id, 10)).Query("format", "full")).
		NoRecord(http.StatusNotFound, isEmpty).
		Check(func(resp *upstream.Response) error {
			var came Food
			if err := resp.JSON(&came); err != nil {
				return err
			}
			if came.Description == "" {
				return upstream.Lacks("description")
			}
			return measured(came)
		}).JSON(ctx, &food)
	if err != nil {
		return nil, err
	}
	return &food, nil
}

// isEmpty is how the API says that it has no food of an id: a 404 without a word (recorded 2026-04).
func isEmpty(resp *upstream.Response) bool { return len(bytes.TrimSpace(resp.Body)) == 0 }

// refusing lets refusals of the gateway through, which are told apart by their code.
func refusing(r *upstream.Request) *upstream.Request {
	return r.AcceptStatus(http.StatusForbidden).Refusal(refused)
}

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
