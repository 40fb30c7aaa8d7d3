package discovery

import (
	"encoding/json"
	"time"

	"github.com/farebox/farebox/internal/spec"
)

// catalogue is the union of the discovery documents that crawlers read: the object of the service's own
// description, the resources list of older crawlers, and the x402 version 2 members. There is no standard.
type catalogue struct {
	Version     int                 `json:"version"`
	X402Version int                 `json:"x402Version"`
	Service     string              `json:"service"`
	Description string              `json:"description"`
	Network     string              `json:"network"`
	Mode        string              `json:"mode"`
	PayTo       string              `json:"pay_to"`
	Asset       catalogueAsset      `json:"asset"`
	Facilitator string              `json:"facilitator"`
	Networks    []catalogueNetwork  `json:"networks"`
	Resources   []string            `json:"resources"`
	OpenAPI     string              `json:"openapi"`
	LLMs        string              `json:"llms"`
	Find        string              `json:"find"`
	MCP         string              `json:"mcp"`
	Endpoints   map[string]endpoint `json:"endpoints"`
}

type catalogueAsset struct {
	Address  string `json:"address"`
	Symbol   string `json:"symbol"`
	Decimals int    `json:"decimals"`
}

type catalogueNetwork struct {
	Network string `json:"network"`
	Name    string `json:"name"`
	Asset   string `json:"asset"`
	PayTo   string `json:"pay_to"`
}

// endpoint has a query on a GET and a body on a POST; the one that it has is written even when empty.
type endpoint struct {
	Price       string             `json:"price"`
	Method      string             `json:"method"`
	Query       *map[string]string `json:"query,omitempty"`
	Body        *map[string]string `json:"body,omitempty"`
	Description string             `json:"description"`
	Tags        []string           `json:"tags"`
	Unavailable string             `json:"unavailable,omitempty"` // code of the problem in place of a quote
}

// catalogueObject lists the paid routes: what its resources name must answer 402 to a crawler that tries, so that those
// that are closed are not among them.
func catalogueObject(s *spec.Spec, service Service, closed map[string]string) catalogue {
	first := service.Networks[0]
	c := catalogue{
		Version:     1,
		X402Version: 2,
		Service:     service.Name,
		Description: service.Description,
		Network:     first.CAIP2,
		Mode:        service.Mode,
		PayTo:       first.PayTo,
		Asset: catalogueAsset{
			Address:  first.Asset,
			Symbol:   first.Symbol,
			Decimals: first.Decimals,
		},
		Facilitator: service.Facilitator,
		Resources:   []string{},
		OpenAPI:     service.PublicBaseURL + "/openapi.json",
		LLMs:        service.PublicBaseURL + "/llms.txt",
		Find:        service.PublicBaseURL + "/find",
		MCP:         service.PublicBaseURL + MCPPath,
		Endpoints:   map[string]endpoint{},
	}

	for _, n := range service.Networks {
		c.Networks = append(c.Networks, catalogueNetwork{
			Network: n.CAIP2,
			Name:    n.Name,
			Asset:   n.Asset,
			PayTo:   n.PayTo,
		})
	}
	for _, op := range s.Operations {
		if !op.Paid {
			continue
		}
		if closed[op.Name()] == "" {
			c.Resources = append(c.Resources, service.PublicBaseURL+op.Pattern())
		}
		inputs := make(map[string]string, len(op.Inputs))
		for _, in := range op.Inputs {
			inputs[in.Name] = in.TypeLabel()
		}
		e := endpoint{
			Price:       "$" + PriceUSD(op),
			Method:      op.Method,
			Description: op.Description,
			Tags:        []string{op.Family},
			Unavailable: closed[op.Name()],
		}
		if op.Body != nil {
			e.Body = &inputs
		} else {
			e.Query = &inputs
		}
		c.Endpoints[op.Name()] = e
	}
	return c
}

type rootDoc struct {
	Service     string            `json:"service"`
	Version     string            `json:"version"`
	Description string            `json:"description"`
	Network     string            `json:"network"`
	PayTo       string            `json:"pay_to"`
	Networks    []rootNetwork     `json:"networks"`
	Docs        map[string]string `json:"docs"`
	Routes      struct {
		Paid int `json:"paid"`
		Free int `json:"free"`
	} `json:"routes"`
	PriceRange struct {
		Min json.Number `json:"min"`
		Max json.Number `json:"max"`
	} `json:"price_range_usd"`
	Families []rootFamily `json:"families"`
}

type rootNetwork struct {
	Network     string `json:"network"`
	Name        string `json:"name"`
	Asset       string `json:"asset"`
	Symbol      string `json:"symbol"`
	Decimals    int    `json:"decimals"`
	PayTo       string `json:"pay_to"`
	Facilitator string `json:"facilitator"`

	Settlement rootSettlement `json:"settlement"`
}

type rootSettlement struct {
	MedianMS *int64              `json:"median_ms"`
	Count    int64               `json:"count"`
	Cost     *rootSettlementCost `json:"cost"`
}

type rootSettlementCost struct {
	Coin    string      `json:"coin"`
	Least   json.Number `json:"least"`
	Highest json.Number `json:"highest"`
	Basis   Basis       `json:"basis"`
}

// Settlement is how long settlements on a payment network take, and what they cost the seller.
type Settlement struct {
	Median time.Duration // as measured; 0 when none was
	Count  int64         // how many were measured
	Coin   string        // symbol of what they cost, "USD" too; "" when that is not known
	Least  string        // decimal, of Coin
	Most   string
	Basis  Basis
}

// Basis is where a cost is known from.
type Basis string

// The bases.
const (
	Measured Basis = "measured" // by receipts of this service's own transactions
	Declared Basis = "declared" // by the operator, for a facilitator that asks a fee
)

// wire is the settlement as it is written.
func (s Settlement) wire() rootSettlement {
	w := rootSettlement{Count: s.Count}
	if s.Count > 0 {
		median := max(1, s.Median.Milliseconds())
		w.MedianMS = &median
	}
	if s.Coin != "" {
		w.Cost = &rootSettlementCost{
			Coin:    s.Coin,
			Least:   json.Number(s.Least),
			Highest: json.Number(s.Most),
			Basis:   s.Basis,
		}
	}
	return w
}

type rootFamily struct {
	Name        string      `json:"name"`
	Description string      `json:"description"`
	Routes      int         `json:"routes"`
	MinPrice    json.Number `json:"min_price_usd"`
	MaxPrice    json.Number `json:"max_price_usd"`
}

// docPaths are relative: a reader has just used the origin.
func docPaths() map[string]string {
	return map[string]string{
		"openapi":   "/openapi.json",
		"catalogue": "/.well-known/x402",
		"llms":      "/llms.txt",
		"find":      "/find?q=",
		"health":    "/health",
		"mcp":       MCPPath,
	}
}

func rootObject(s *spec.Spec, service Service, settled map[string]Settlement) rootDoc {
	first := service.Networks[0]
	r := rootDoc{
		Service:     service.Name,
		Version:     service.Version,
		Description: service.Description,
		Network:     first.CAIP2,
		PayTo:       first.PayTo,
		Docs:        docPaths(),
		Families:    []rootFamily{},
	}

	for _, n := range service.Networks {
		r.Networks = append(r.Networks, rootNetwork{
			Network:     n.CAIP2,
			Name:        n.Name,
			Asset:       n.Asset,
			Symbol:      n.Symbol,
			Decimals:    n.Decimals,
			PayTo:       n.PayTo,
			Facilitator: service.Facilitator,
			Settlement:  settled[n.CAIP2].wire(),
		})
	}
	low, high, paid := priceRange(s.Operations)
	r.Routes.Paid = paid
	r.Routes.Free = len(s.Operations) - paid
	r.PriceRange.Min = json.Number(dollars(low))
	r.PriceRange.Max = json.Number(dollars(high))
	for _, f := range s.Families {
		low, high, paid := priceRange(f.Operations)
		if paid == 0 {
			continue
		}
		r.Families = append(r.Families, rootFamily{
			Name:        f.Name,
			Description: f.Description,
			Routes:      paid,
			MinPrice:    json.Number(dollars(low)),
			MaxPrice:    json.Number(dollars(high)),
		})
	}
	return r
}
