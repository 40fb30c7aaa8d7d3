package server

import (
	"crypto/rand"
	"fmt"
	"os"
	"path/filepath"

	"github.com/labstack/echo/v4"

	attestapi "github.com/farebox/farebox/gen/attest"
	bankapi "github.com/farebox/farebox/gen/bank"
	breachapi "github.com/farebox/farebox/gen/breach"
	chainapi "github.com/farebox/farebox/gen/chain"
	convertapi "github.com/farebox/farebox/gen/convert"
	cryptoapi "github.com/farebox/farebox/gen/crypto"
	cryptonewsapi "github.com/farebox/farebox/gen/cryptonews"
	cveapi "github.com/farebox/farebox/gen/cve"
	devapi "github.com/farebox/farebox/gen/dev"
	dexapi "github.com/farebox/farebox/gen/dex"
	domainapi "github.com/farebox/farebox/gen/domain"
	enrichapi "github.com/farebox/farebox/gen/enrich"
	fraudapi "github.com/farebox/farebox/gen/fraud"
	marketingapi "github.com/farebox/farebox/gen/marketing"
	matchapi "github.com/farebox/farebox/gen/match"
	mcpapi "github.com/farebox/farebox/gen/mcp"
	phoneapi "github.com/farebox/farebox/gen/phone"
	platformapi "github.com/farebox/farebox/gen/platform"
	preflightapi "github.com/farebox/farebox/gen/preflight"
	quantapi "github.com/farebox/farebox/gen/quant"
	screenapi "github.com/farebox/farebox/gen/screen"
	taxapi "github.com/farebox/farebox/gen/tax"
	tipsapi "github.com/farebox/farebox/gen/tips"
	txguardapi "github.com/farebox/farebox/gen/txguard"
	visibilityapi "github.com/farebox/farebox/gen/visibility"
	webapi "github.com/farebox/farebox/gen/web"
	"github.com/farebox/farebox/handlers/attest"
	"github.com/farebox/farebox/handlers/bank"
	"github.com/farebox/farebox/handlers/breach"
	"github.com/farebox/farebox/handlers/chain"
	"github.com/farebox/farebox/handlers/convert"
	"github.com/farebox/farebox/handlers/crypto"
	"github.com/farebox/farebox/handlers/cryptonews"
	"github.com/farebox/farebox/handlers/cve"
	"github.com/farebox/farebox/handlers/dev"
	"github.com/farebox/farebox/handlers/dex"
	"github.com/farebox/farebox/handlers/domain"
	"github.com/farebox/farebox/handlers/enrich"
	"github.com/farebox/farebox/handlers/fraud"
	"github.com/farebox/farebox/handlers/marketing"
	"github.com/farebox/farebox/handlers/match"
	"github.com/farebox/farebox/handlers/mcp"
	"github.com/farebox/farebox/handlers/phone"
	"github.com/farebox/farebox/handlers/preflight"
	"github.com/farebox/farebox/handlers/quant"
	"github.com/farebox/farebox/handlers/screen"
	"github.com/farebox/farebox/handlers/tax"
	"github.com/farebox/farebox/handlers/txguard"
	"github.com/farebox/farebox/handlers/visibility"
	"github.com/farebox/farebox/handlers/web"
	attestations "github.com/farebox/farebox/internal/chain/attest"
	"github.com/farebox/farebox/internal/chain/evm/ens"
	"github.com/farebox/farebox/internal/chain/txexplain/internals"
	"github.com/farebox/farebox/internal/web/websearch"
	"github.com/farebox/farebox/server/platform"
)

// register puts every family's handlers on the router: one line per family.
func (s *Server) register() error {
	e := s.echo
	free, err := s.platform()
	if err != nil {
		return fmt.Errorf("platform routes: %w", err)
	}
	banks, err := bank.New(os.DirFS(filepath.Join(s.parts.Config.DataDir, "bank")))
	if err != nil {
		return fmt.Errorf("bank lists: %w", err)
	}
	taxes, err := tax.New()
	if err != nil {
		return fmt.Errorf("tax tables: %w", err)
	}
	attestor, err := s.attestor()
	if err != nil {
		return fmt.Errorf("ATTESTOR_KEY: %w", err)
	}
	from, err := s.sources()
	if err != nil {
		return err
	}
	s.health.endpoints = from.chains.Health
	pool, now, fetcher, small := s.parts.Upstreams, s.now, s.parts.Fetch, s.parts.SmallLists
	reads := chain.New(from.chains, ens.New(from.chains, fetcher.Guard().RoundTripper()), from.prices).
		WithExplorers(internals.New(pool), from.prices.NativePrice).WithMarkets(from.prices)
	floor := txguard.BlocklistFloor
	if small {
		floor = 1
	}
	guard, err := txguard.New(pool, from.chains, txguard.NewBlocklist(pool, floor), from.sanctions, now)
	if err != nil {
		return err
	}
	news, err := cryptonews.New(fetcher, pool, now)
	if err != nil {
		return fmt.Errorf("crypto news tables: %w", err)
	}
	enricher, err := enrich.New(from.registries, from.dns, from.mail, from.certs, fetcher, now)
	if err != nil {
		return fmt.Errorf("technology rules: %w", err)
	}
	trust := domain.Sources{Registry: from.registries, DNS: from.dns, Mail: from.mail, TLS: from.certs, Lists: from.domains}
	risk := fraud.Sources{IPs: from.addresses, Mail: from.mail, DNS: from.dns, Registry: from.registries, Squats: from.squats}
	checks := preflight.Options{Created: from.created, Blocklists: from.blocklists, AnySize: small, Now: now}
	serve(e, platformapi.RegisterHandlers, platformapi.NewStrictHandler(free, nil))
	serve(e, tipsapi.RegisterHandlers, tipsapi.NewStrictHandler(platform.Tips{}, nil))
	serve(e, cryptoapi.RegisterHandlers, cryptoapi.NewStrictHandler(crypto.New(), nil))
	serve(e, convertapi.RegisterHandlers, convertapi.NewStrictHandler(convert.New(), nil))
	serve(e, quantapi.RegisterHandlers, quantapi.NewStrictHandler(quant.New(), nil))
	serve(e, bankapi.RegisterHandlers, bankapi.NewStrictHandler(banks, nil))
	serve(e, phoneapi.RegisterHandlers, phoneapi.NewStrictHandler(phone.New(), nil))
	serve(e, taxapi.RegisterHandlers, taxapi.NewStrictHandler(taxes, nil))
	serve(e, marketingapi.RegisterHandlers, marketingapi.NewStrictHandler(marketing.New(), nil))
	serve(e, matchapi.RegisterHandlers, matchapi.NewStrictHandler(match.New(from.names), nil))
	serve(e, mcpapi.RegisterHandlers, mcpapi.NewStrictHandler(mcp.New(), nil))
	serve(e, domainapi.RegisterHandlers, domainapi.NewStrictHandler(domain.New(from.squats, trust, now), nil))
	serve(e, attestapi.RegisterHandlers, attestapi.NewStrictHandler(attest.New(attestor, fetcher, rand.Reader), nil))
	serve(e, webapi.RegisterHandlers, webapi.NewStrictHandler(web.New(fetcher, from.extractor, websearch.New(pool, now), s.parts.Render), nil))
	serve(e, devapi.RegisterHandlers, devapi.NewStrictHandler(dev.New(pool, now), nil))
	serve(e, chainapi.RegisterHandlers, chainapi.NewStrictHandler(reads, nil))
	serve(e, cryptonewsapi.RegisterHandlers, cryptonewsapi.NewStrictHandler(news, nil))
	serve(e, dexapi.RegisterHandlers, dexapi.NewStrictHandler(dex.New(from.chains, from.prices, now), nil))
	serve(e, breachapi.RegisterHandlers, breachapi.NewStrictHandler(breach.New(pool, now), nil))
	serve(e, screenapi.RegisterHandlers, screenapi.NewStrictHandler(screen.New(from.sanctions, now), nil))
	serve(e, txguardapi.RegisterHandlers, txguardapi.NewStrictHandler(guard, nil))
	serve(e, visibilityapi.RegisterHandlers, visibilityapi.NewStrictHandler(visibility.New(fetcher, from.extractor, now), nil))
	serve(e, enrichapi.RegisterHandlers, enrichapi.NewStrictHandler(enricher, nil))
	serve(e, cveapi.RegisterHandlers, cveapi.NewStrictHandler(cve.New(pool, now, cve.Options{AnySize: small}), nil))
	serve(e, fraudapi.RegisterHandlers, fraudapi.NewStrictHandler(fraud.New(risk, now), nil))
	serve(e, preflightapi.RegisterHandlers, preflightapi.NewStrictHandler(preflight.New(pool, fetcher, from.sanctions, from.squats, checks), nil))
	return nil
}

// attestor signs with ATTESTOR_KEY, in the name of the first payment network's chain; nil when the service signs no
// attestations.
func (s *Server) attestor() (*attestations.Signer, error) {
	if s.parts.Config.AttestorKey == "" {
		return nil, nil
	}
	return attestations.NewSigner(s.parts.Config.AttestorKey, s.parts.Networks[0].ChainID)
}

// serve calls a generated RegisterHandlers, whose router type each generated package names anew.
func serve[R, S any](e *echo.Echo, register func(R, S), handlers S) {
	register(any(e).(R), handlers)
}
