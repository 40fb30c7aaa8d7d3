package discovery

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/shopspring/decimal"

	"github.com/farebox/farebox/internal/jsontext"
	"github.com/farebox/farebox/payment/mpp"
	"github.com/farebox/farebox/pricing"
)

// exampleOrigin stands for the public origin in the examples of the bundled document.
const exampleOrigin = "https://api.example.com"

// openAPIDocument is the bundled document with what only the operator knows: the public origin, which
// clients prefix to every path and find in the examples, and whom to ask. Numbers keep their digits.
func openAPIDocument(document []byte, service Service) ([]byte, error) {
	document = bytes.ReplaceAll(document, []byte(exampleOrigin), []byte(service.PublicBaseURL))

	dec := json.NewDecoder(bytes.NewReader(document))
	dec.UseNumber()
	var doc map[string]any
	if err := dec.Decode(&doc); err != nil {
		return nil, fmt.Errorf("reading the bundled document: %w", err)
	}
	info, ok := doc["info"].(map[string]any)
	if !ok {
		return nil, errors.New("the bundled document has no info")
	}
	info["title"] = service.Name
	if service.Version != "" {
		info["version"] = service.Version
	}
	if service.Description != "" {
		info["description"] = service.Description
	}
	if service.ContactName != "" || service.ContactURL != "" || service.ContactEmail != "" {
		info["contact"] = withoutEmpty(map[string]string{
			"name":  service.ContactName,
			"url":   service.ContactURL,
			"email": service.ContactEmail,
		})
	}
	if service.TermsURL != "" {
		info["termsOfService"] = service.TermsURL
	}
	doc["servers"] = []any{map[string]any{"url": service.PublicBaseURL}}
	doc["x-agentcash-guidance"] = map[string]any{"llmsTxtUrl": service.PublicBaseURL + "/llms.txt"}
	if service.MPP {
		doc["x-service-info"] = map[string]any{
			"categories": []any{"data", "search", "developer-tools"},
			"docs": map[string]any{
				"homepage":     service.PublicBaseURL,
				"apiReference": service.PublicBaseURL + "/openapi.json",
				"llms":         service.PublicBaseURL + "/llms.txt",
			},
		}
		if err := offerMPP(doc, service.Networks); err != nil {
			return nil, err
		}
	}
	return jsontext.Marshal(doc)
}

// offerMPP adds to the price of each operation how the Payment scheme of HTTP authentication (MPP) asks for it: an
// offer for each network, in atomic units of its token.
func offerMPP(doc map[string]any, networks []Network) error {
	paths, _ := doc["paths"].(map[string]any)
	for path, item := range paths {
		operations, _ := item.(map[string]any)
		for _, operation := range operations {
			o, _ := operation.(map[string]any)
			info, ok := o["x-payment-info"].(map[string]any)
			if !ok {
				continue
			}
			if err := addOffers(info, networks); err != nil {
				return fmt.Errorf("%s: %w", path, err)
			}
		}
	}
	return nil
}

func addOffers(info map[string]any, networks []Network) error {
	price, _ := info["price"].(map[string]any)
	text, _ := price["amount"].(string)
	usd, err := decimal.NewFromString(text)
	if err != nil {
		return fmt.Errorf("x-payment-info: its price: %w", err)
	}

	var offers []any
	protocols, _ := info["protocols"].([]any)
	for _, n := range networks {
		if n.MPP == "" {
			continue
		}
		amount, err := pricing.Atomic(usd, int32(n.Decimals))
		if err != nil {
			return err
		}
		offers = append(offers, map[string]any{
			"intent":   mpp.Intent,
			"method":   n.MPP,
			"amount":   amount,
			"currency": n.Asset,
		})
		protocols = append(protocols, map[string]any{"mpp": map[string]any{
			"method":   n.MPP,
			"intent":   mpp.Intent,
			"currency": n.Asset,
		}})
	}
	info["offers"] = offers
	info["protocols"] = protocols
	return nil
}

func withoutEmpty(m map[string]string) map[string]string {
	for name, value := range m {
		if value == "" {
			delete(m, name)
		}
	}
	return m
}
