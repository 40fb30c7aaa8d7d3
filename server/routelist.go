package server

import (
	"fmt"
	"slices"
	"strings"

	"github.com/farebox/farebox/internal/spec"
	"github.com/farebox/farebox/internal/upstream"
)

// SoldRoute is a paid route of the program as this operator sells it.
type SoldRoute struct {
	Route    string   `json:"route"`
	Family   string   `json:"family"`
	Sold     bool     `json:"sold"`
	PriceUSD string   `json:"price_usd"` // "" when it is not sold
	Sources  []string `json:"sources"`   // providers that its calls ask, and whose lists they read
	// Lacks is what is not set: of a route that is sold, for the whole of its answers; of another, for any answer.
	Lacks []string `json:"lacks"`
	Off   bool     `json:"off"` // the operator has taken it off
}

// Routes are the program's paid routes as the settings configure them. It asks no provider.
func Routes(c Config) ([]SoldRoute, error) {
	sold, err := c.assortment()
	if err != nil {
		return nil, err
	}
	pool := upstream.NewPool(c.upstreams())
	from, err := c.bareSources(pool)
	if err != nil {
		return nil, err
	}
	made, err := from.allFamilies()
	if err != nil {
		return nil, err
	}
	off := sold.unsold
	if !c.SellUnconfigured {
		if sold, err = sold.withoutUnconfigured(pool, made); err != nil {
			return nil, err
		}
	}

	var list []SoldRoute
	for _, op := range loadSpec().Operations {
		if !op.Paid {
			continue
		}
		route := SoldRoute{
			Route:   op.Name(),
			Family:  op.Family,
			Sources: append([]string{}, mainSources()[op.Name()].Uses...),
		}
		_, route.Off = off[op.Path]
		if left, _ := sold.spec.Lookup(op.Method, op.Path); left != nil {
			route.Sold = true
			route.PriceUSD = left.Price.String()
			route.Lacks = missingOf(pool, route.Sources)
		} else {
			route.Lacks = append([]string{}, sold.unsold[op.Path].lacks...)
		}
		list = append(list, route)
	}
	return append(list, ofOthers(sold.spec)...), nil
}

// ofOthers are the routes of sold APIs.
func ofOthers(s *spec.Spec) []SoldRoute {
	var list []SoldRoute
	for _, op := range s.Operations {
		if op.Backend != "" {
			list = append(list, SoldRoute{
				Route:    op.Name(),
				Family:   op.Family,
				Sold:     true,
				PriceUSD: op.Price.String(),
				Sources:  []string{},
				Lacks:    []string{},
			})
		}
	}
	return list
}

// missingOf is what is not set of some providers, each once.
func missingOf(pool *upstream.Pool, providers []string) []string {
	missing := []string{}
	for _, provider := range providers {
		if why := pool.Missing(provider); why != "" {
			missing = append(missing, why)
		}
	}
	slices.Sort(missing)
	return slices.Compact(missing)
}

// RoutesText is the list for people.
func RoutesText(list []SoldRoute) string {
	var b strings.Builder
	sold := 0

	for _, r := range list {
		state := "$" + r.PriceUSD
		switch {
		case r.Off:
			state = "off"
		case !r.Sold:
			state = "not sold"
		default:
			sold++
		}
		fmt.Fprintf(&b, "%-10s %s", state, r.Route)
		if len(r.Lacks) > 0 {
			b.WriteString("  (" + strings.Join(r.Lacks, ", ") + ")")
		}
		b.WriteString("\n")
	}
	fmt.Fprintf(&b, "\n%d of %d routes are sold.\n", sold, len(list))
	return b.String()
}
