package payment

import (
	"encoding/base64"
	"encoding/json"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/shopspring/decimal"
	"pgregory.net/rapid"

	"github.com/farebox/farebox/payment/x402"
)

func testItem(description string) Item {
	return Item{
		Route: "GET /x", URL: "https://api.example.test/x", Description: description, PriceUSD: decimal.RequireFromString("0.002"),
		Tags: []string{"web"}, OutputSchema: json.RawMessage(`{"input":{"type":"http"}}`),
		Extensions: x402.Extensions{"bazaar": json.RawMessage(`{"info":{}}`)},
	}
}

func testSeller() Seller {
	networks := x402.Builtin()[:2]
	for i := range networks {
		networks[i].PayTo = common.HexToAddress("0x01").Hex()
	}
	return Seller{Name: "Shop", Networks: networks}
}

// TestLawQuoteSaysTheSameInBothFormsWhateverTheError joins base64 of a fixed head and a varying tail.
func TestLawQuoteSaysTheSameInBothFormsWhateverTheError(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		q, err := newQuote(testSeller(), widest(testSeller().Networks), testItem(rapid.String().Draw(t, "description")), nil)
		if err != nil {
			t.Fatal(err)
		}
		reason := strings.ToValidUTF8(rapid.String().Draw(t, "reason"), "")
		var v1 x402.RequiredV1
		if err := json.Unmarshal(q.body(reason, nil), &v1); err != nil || v1.X402Version != 1 || v1.Error != reason {
			t.Fatalf("%s: %v", q.body(reason, nil), err)
		}
		text, err := base64.StdEncoding.DecodeString(q.header(reason))
		if err != nil {
			t.Fatal(err)
		}
		var v2 x402.Required
		if err := json.Unmarshal(text, &v2); err != nil || v2.X402Version != 2 || v2.Error != reason {
			t.Fatalf("%s: %v", text, err)
		}
		if len(v1.Accepts) != 2 || len(v2.Accepts) != 2 || v1.Accepts[1].Extra.Name != "USDC" || v2.Accepts[0].Extra.Name != "USD Coin" ||
			v1.Accepts[0].MaxAmountRequired != "2000" || v2.Accepts[1].Amount != "2000" {
			t.Fatalf("%+v\n%+v", v1, v2)
		}
	})
}

func TestNetworkWithoutAVersion1NameIsInVersion2Only(t *testing.T) {
	seller := testSeller()
	seller.Networks[1].V1Name = ""
	q, err := newQuote(seller, widest(seller.Networks), testItem("x"), nil)
	if err != nil {
		t.Fatal(err)
	}
	var v1 x402.RequiredV1
	body := q.unpaid().plain.body
	if err := json.Unmarshal(body, &v1); err != nil || len(v1.Accepts) != 1 || len(q.requirements) != 2 {
		t.Errorf("%s, %d requirements: %v", body, len(q.requirements), err)
	}
}

func TestPriceThatANetworkCannotExpressFailsAtStart(t *testing.T) {
	item := testItem("x")
	item.PriceUSD = decimal.RequireFromString("0.0000001")
	if _, err := newQuote(testSeller(), widest(testSeller().Networks), item, nil); err == nil || !strings.Contains(err.Error(), "GET /x") {
		t.Errorf("error %v does not name the route", err)
	}
}

func TestQuoteTooLongForClientsFailsAtStart(t *testing.T) {
	item := testItem("x")
	item.Extensions["bazaar"] = json.RawMessage(`"` + strings.Repeat("a", maxQuoteHeader) + `"`)
	if _, err := newQuote(testSeller(), widest(testSeller().Networks), item, nil); err == nil {
		t.Error("a header over the bound was taken")
	}
}
