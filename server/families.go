package server

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/ethereum/go-ethereum/common"
	ethcrypto "github.com/ethereum/go-ethereum/crypto"
	"github.com/labstack/echo/v4"

	"github.com/farebox/farebox/extract"
	attestapi "github.com/farebox/farebox/gen/attest"
	bankapi "github.com/farebox/farebox/gen/bank"
	convertapi "github.com/farebox/farebox/gen/convert"
	cryptoapi "github.com/farebox/farebox/gen/crypto"
	domainapi "github.com/farebox/farebox/gen/domain"
	marketingapi "github.com/farebox/farebox/gen/marketing"
	matchapi "github.com/farebox/farebox/gen/match"
	mcpapi "github.com/farebox/farebox/gen/mcp"
	phoneapi "github.com/farebox/farebox/gen/phone"
	platformapi "github.com/farebox/farebox/gen/platform"
	quantapi "github.com/farebox/farebox/gen/quant"
	taxapi "github.com/farebox/farebox/gen/tax"
	tipsapi "github.com/farebox/farebox/gen/tips"
	webapi "github.com/farebox/farebox/gen/web"
	"github.com/farebox/farebox/handlers/attest"
	"github.com/farebox/farebox/handlers/bank"
	"github.com/farebox/farebox/handlers/convert"
	"github.com/farebox/farebox/handlers/crypto"
	"github.com/farebox/farebox/handlers/domain"
	"github.com/farebox/farebox/handlers/domain/typosquat"
	"github.com/farebox/farebox/handlers/marketing"
	"github.com/farebox/farebox/handlers/match"
	"github.com/farebox/farebox/handlers/mcp"
	"github.com/farebox/farebox/handlers/phone"
	"github.com/farebox/farebox/handlers/quant"
	"github.com/farebox/farebox/handlers/tax"
	"github.com/farebox/farebox/handlers/web"
	"github.com/farebox/farebox/names"
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
	squats, err := typosquat.Load()
	if err != nil {
		return fmt.Errorf("typosquat tables: %w", err)
	}
	attestor, err := s.attestor()
	if err != nil {
		return fmt.Errorf("ATTESTOR_KEY: %w", err)
	}
	extractor, err := extract.New()
	if err != nil {
		return err
	}
	serve(e, platformapi.RegisterHandlers, platformapi.NewStrictHandler(free, nil))
	serve(e, tipsapi.RegisterHandlers, tipsapi.NewStrictHandler(platform.Tips{}, nil))
	serve(e, cryptoapi.RegisterHandlers, cryptoapi.NewStrictHandler(crypto.New(), nil))
	serve(e, convertapi.RegisterHandlers, convertapi.NewStrictHandler(convert.New(), nil))
	serve(e, quantapi.RegisterHandlers, quantapi.NewStrictHandler(quant.New(), nil))
	serve(e, bankapi.RegisterHandlers, bankapi.NewStrictHandler(banks, nil))
	serve(e, phoneapi.RegisterHandlers, phoneapi.NewStrictHandler(phone.New(), nil))
	serve(e, taxapi.RegisterHandlers, taxapi.NewStrictHandler(taxes, nil))
	serve(e, marketingapi.RegisterHandlers, marketingapi.NewStrictHandler(marketing.New(), nil))
	serve(e, matchapi.RegisterHandlers, matchapi.NewStrictHandler(match.New(names.New()), nil))
	serve(e, mcpapi.RegisterHandlers, mcpapi.NewStrictHandler(mcp.New(), nil))
	serve(e, domainapi.RegisterHandlers, domainapi.NewStrictHandler(domain.New(squats), nil))
	serve(e, attestapi.RegisterHandlers, attestapi.NewStrictHandler(attest.New(attestor), nil))
	serve(e, webapi.RegisterHandlers, webapi.NewStrictHandler(web.New(s.parts.Fetch, extractor), nil))
	return nil
}

// attestor is the address of ATTESTOR_KEY, nil when the service signs no attestations.
func (s *Server) attestor() (*common.Address, error) {
	if s.parts.Config.AttestorKey == "" {
		return nil, nil
	}
	key, err := PrivateKey(s.parts.Config.AttestorKey)
	if err != nil {
		return nil, err
	}
	address := ethcrypto.PubkeyToAddress(key.PublicKey)
	return &address, nil
}

// serve calls a generated RegisterHandlers, whose router type each generated package names anew.
func serve[R, S any](e *echo.Echo, register func(R, S), handlers S) {
	register(any(e).(R), handlers)
}
