package server

import (
	"fmt"
	"slices"

	"github.com/labstack/echo/v4"

	"github.com/farebox/farebox/handlers/agri"
	"github.com/farebox/farebox/handlers/attest"
	"github.com/farebox/farebox/handlers/bank"
	"github.com/farebox/farebox/handlers/breach"
	"github.com/farebox/farebox/handlers/btc"
	"github.com/farebox/farebox/handlers/chain"
	"github.com/farebox/farebox/handlers/convert"
	"github.com/farebox/farebox/handlers/crypto"
	"github.com/farebox/farebox/handlers/cryptonews"
	"github.com/farebox/farebox/handlers/cve"
	"github.com/farebox/farebox/handlers/depin"
	"github.com/farebox/farebox/handlers/dev"
	"github.com/farebox/farebox/handlers/dex"
	"github.com/farebox/farebox/handlers/domain"
	"github.com/farebox/farebox/handlers/drug"
	"github.com/farebox/farebox/handlers/edgar"
	"github.com/farebox/farebox/handlers/energy"
	"github.com/farebox/farebox/handlers/enrich"
	"github.com/farebox/farebox/handlers/entity"
	"github.com/farebox/farebox/handlers/env"
	"github.com/farebox/farebox/handlers/farcaster"
	"github.com/farebox/farebox/handlers/fec"
	"github.com/farebox/farebox/handlers/fraud"
	"github.com/farebox/farebox/handlers/freight"
	"github.com/farebox/farebox/handlers/gdelt"
	"github.com/farebox/farebox/handlers/geo"
	"github.com/farebox/farebox/handlers/govcon"
	"github.com/farebox/farebox/handlers/hazard"
	"github.com/farebox/farebox/handlers/kyb"
	"github.com/farebox/farebox/handlers/legal"
	"github.com/farebox/farebox/handlers/legislative"
	"github.com/farebox/farebox/handlers/lobbying"
	"github.com/farebox/farebox/handlers/macro"
	"github.com/farebox/farebox/handlers/marketing"
	"github.com/farebox/farebox/handlers/match"
	"github.com/farebox/farebox/handlers/nonprofit"
	"github.com/farebox/farebox/handlers/nutrition"
	"github.com/farebox/farebox/handlers/osha"
	"github.com/farebox/farebox/handlers/phone"
	"github.com/farebox/farebox/handlers/politics"
	"github.com/farebox/farebox/handlers/prediction"
	"github.com/farebox/farebox/handlers/preflight"
	"github.com/farebox/farebox/handlers/provider"
	"github.com/farebox/farebox/handlers/quant"
	"github.com/farebox/farebox/handlers/realestate"
	"github.com/farebox/farebox/handlers/safety"
	"github.com/farebox/farebox/handlers/scholar"
	"github.com/farebox/farebox/handlers/screen"
	"github.com/farebox/farebox/handlers/sports"
	"github.com/farebox/farebox/handlers/tax"
	"github.com/farebox/farebox/handlers/trade"
	"github.com/farebox/farebox/handlers/travel"
	"github.com/farebox/farebox/handlers/treasury"
	"github.com/farebox/farebox/handlers/trials"
	"github.com/farebox/farebox/handlers/txguard"
	"github.com/farebox/farebox/handlers/validator"
	"github.com/farebox/farebox/handlers/visibility"
	"github.com/farebox/farebox/handlers/web"
	"github.com/farebox/farebox/internal/spec"
	"github.com/farebox/farebox/server/platform"
)

// routes are the handlers of a family.
type routes interface {
	// Register puts them on the router.
	Register(e *echo.Echo)
}

// family is a family's name in the spec and what makes its handlers.
type family struct {
	name string
	make func(s *sources) (routes, error)
}

// families is everything that is served, in the order of the alphabet.
var families = []family{
	{"agri", func(s *sources) (routes, error) { return agri.New(s.pool, s.now), nil }},
	{"attest", func(s *sources) (routes, error) { return attest.New(s.attestorKey, s.attestorChain, s.fetch) }},
	{"bank", func(s *sources) (routes, error) { return bank.New(s.dataDir, s.pool, s.now) }},
	{"breach", func(s *sources) (routes, error) { return breach.New(s.pool, s.now), nil }},
	{"btc", func(s *sources) (routes, error) { return btc.New(s.pool, s.now), nil }},
	{"chain", func(s *sources) (routes, error) { return chain.New(s.chain()), nil }},
	{"convert", func(*sources) (routes, error) { return convert.New(), nil }},
	{"crypto", func(*sources) (routes, error) { return crypto.New(), nil }},
	{"cryptonews", func(s *sources) (routes, error) { return cryptonews.New(s.pool, s.now) }},
	{"cve", func(s *sources) (routes, error) { return cve.New(s.pool, s.now), nil }},
	{"depin", func(s *sources) (routes, error) { return depin.New(s.pool, s.now), nil }},
	{"dev", func(s *sources) (routes, error) { return dev.New(s.pool, s.now), nil }},
	{"dex", func(s *sources) (routes, error) { return dex.New(s.chains, s.prices, s.now), nil }},
	{"domain", func(s *sources) (routes, error) { return domain.New(s.domain(), s.now), nil }},
	{"drug", func(s *sources) (routes, error) { return drug.New(s.pool, s.now), nil }},
	{"edgar", func(s *sources) (routes, error) { return edgar.New(s.pool, s.filers, s.now), nil }},
	{"energy", func(s *sources) (routes, error) { return energy.New(s.pool, s.now), nil }},
	{"enrich", func(s *sources) (routes, error) { return enrich.New(s.enrich(), s.now) }},
	{"entity", func(s *sources) (routes, error) { return entity.New(s.registers, s.now), nil }},
	{"env", func(s *sources) (routes, error) { return env.New(s.pool, s.names, s.now), nil }},
	{"farcaster", func(s *sources) (routes, error) { return farcaster.New(s.pool, s.now), nil }},
	{"fec", func(s *sources) (routes, error) { return fec.New(s.pool, s.names, s.now), nil }},
	{"fraud", func(s *sources) (routes, error) { return fraud.New(s.fraud(), s.now) }},
	{"freight", func(s *sources) (routes, error) { return freight.New(s.pool, s.names, s.now), nil }},
	{"gdelt", func(s *sources) (routes, error) { return gdelt.New(s.pool, s.now), nil }},
	{"geo", func(s *sources) (routes, error) { return geo.New(s.pool, s.now) }},
	{"govcon", func(s *sources) (routes, error) { return govcon.New(s.pool, s.names, s.now), nil }},
	{"hazard", func(s *sources) (routes, error) { return hazard.New(s.pool), nil }},
	{"kyb", func(s *sources) (routes, error) { return kyb.New(s.registers, s.sanctions, s.now), nil }},
	{"legal", func(s *sources) (routes, error) { return legal.New(s.pool, s.agencies, s.names, s.now), nil }},
	{"legislative", func(s *sources) (routes, error) { return legislative.New(s.pool, s.agencies, s.now), nil }},
	{"lobbying", func(s *sources) (routes, error) { return lobbying.New(s.pool, s.names, s.now), nil }},
	{"macro", func(s *sources) (routes, error) { return macro.New(s.pool, s.now), nil }},
	{"marketing", func(*sources) (routes, error) { return marketing.New(), nil }},
	{"match", func(s *sources) (routes, error) { return match.New(s.names), nil }},
	{"mcp", func(*sources) (routes, error) { return builtInMCP(), nil }},
	{"nonprofit", func(s *sources) (routes, error) { return nonprofit.New(s.pool, s.names, s.now), nil }},
	{"nutrition", func(s *sources) (routes, error) { return nutrition.New(s.pool), nil }},
	{"osha", func(s *sources) (routes, error) { return osha.New(s.pool, s.names, s.now), nil }},
	{"phone", func(s *sources) (routes, error) { return phone.New(s.now), nil }},
	{platformFamily, nil}, // made last, of what the others are
	{"politics", func(s *sources) (routes, error) { return politics.New(s.pool, s.names, s.now), nil }},
	{"prediction", func(s *sources) (routes, error) { return prediction.New(s.pool, s.now), nil }},
	{"preflight", func(s *sources) (routes, error) { return preflight.New(s.preflight(), s.now), nil }},
	{"provider", func(s *sources) (routes, error) { return provider.New(s.pool, s.names, s.now), nil }},
	{"quant", func(*sources) (routes, error) { return quant.New(), nil }},
	{"realestate", func(s *sources) (routes, error) { return realestate.New(s.pool, s.now), nil }},
	{"safety", func(s *sources) (routes, error) { return safety.New(s.pool, s.names, s.now), nil }},
	{"scholar", func(s *sources) (routes, error) { return scholar.New(s.pool, s.names, s.now), nil }},
	{"screen", func(s *sources) (routes, error) { return screen.New(s.sanctions, s.now), nil }},
	{"sports", func(s *sources) (routes, error) { return sports.New(s.pool, s.now) }},
	{"tax", func(s *sources) (routes, error) { return tax.New(s.now) }},
	{"tips", func(*sources) (routes, error) { return platform.Tips{}, nil }},
	{"trade", func(s *sources) (routes, error) { return trade.New(s.pool, s.now) }},
	{"travel", func(s *sources) (routes, error) { return travel.New(s.pool, s.now), nil }},
	{"treasury", func(s *sources) (routes, error) { return treasury.New(s.pool, s.now), nil }},
	{"trials", func(s *sources) (routes, error) { return trials.New(s.pool, s.now), nil }},
	{"txguard", func(s *sources) (routes, error) { return txguard.New(s.pool, s.chains, s.sanctions, s.now) }},
	{"validator", func(s *sources) (routes, error) { return validator.New(s.dataDir, s.pool, s.now), nil }},
	{"visibility", func(s *sources) (routes, error) { return visibility.New(s.fetch, s.extractor, s.now), nil }},
	{"web", func(s *sources) (routes, error) { return web.New(s.web(), s.now), nil }},
}

// families makes the handlers of the families that sell something, but for the service's own routes, which want
// documents.
func (s *sources) families(sold *spec.Spec) ([]routes, error) {
	var made []routes
	for _, f := range families {
		if f.name == platformFamily || !sells(sold, f.name) {
			continue
		}
		handlers, err := f.make(s)
		if err != nil {
			return nil, fmt.Errorf("family %s: %w", f.name, err)
		}
		made = append(made, handlers)
	}
	return made, nil
}

// allFamilies makes the handlers of all families of the program.
func (s *sources) allFamilies() ([]routes, error) {
	return s.families(loadSpec())
}

func sells(s *spec.Spec, family string) bool {
	return slices.ContainsFunc(s.Families, func(f spec.Family) bool { return f.Name == family })
}

// platformFamily has the routes about the service itself.
const platformFamily = "platform"

// register puts every family's handlers on the router.
func (s *Server) register(from *sources, made []routes) error {
	documents, err := s.platform()
	if err != nil {
		return err
	}
	own, err := platform.New(documents)
	if err != nil {
		return fmt.Errorf("family %s: %w", platformFamily, err)
	}
	s.health.endpoints = from.chains.Health
	for _, handlers := range append(made, own) {
		handlers.Register(s.echo)
	}
	return nil
}
