package server

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/farebox/farebox/handlers/chain"
	"github.com/farebox/farebox/handlers/domain"
	"github.com/farebox/farebox/handlers/enrich"
	"github.com/farebox/farebox/handlers/fraud"
	"github.com/farebox/farebox/handlers/mcp"
	"github.com/farebox/farebox/handlers/preflight"
	"github.com/farebox/farebox/handlers/web"
	"github.com/farebox/farebox/internal/chain/evm"
	"github.com/farebox/farebox/internal/chain/oracle/prices"
	"github.com/farebox/farebox/internal/network/dnslookup"
	"github.com/farebox/farebox/internal/network/domainlist"
	"github.com/farebox/farebox/internal/network/maildomain"
	"github.com/farebox/farebox/internal/network/rdap"
	"github.com/farebox/farebox/internal/network/tlsinfo"
	"github.com/farebox/farebox/internal/network/typosquat"
	"github.com/farebox/farebox/internal/party/filers"
	"github.com/farebox/farebox/internal/party/names"
	"github.com/farebox/farebox/internal/party/organisations"
	"github.com/farebox/farebox/internal/party/sanctions"
	"github.com/farebox/farebox/internal/tick"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/federalregister"
	"github.com/farebox/farebox/internal/web/extract"
	"github.com/farebox/farebox/internal/web/fetch"
	"github.com/farebox/farebox/internal/web/fetch/render"
	"github.com/farebox/farebox/internal/web/pdftext"
)

// sources are what the families are made from. An engine that several of them use is made here, once: a second one
// would keep its lists twice. What only one needs, that one makes itself.
type sources struct {
	pool    *upstream.Pool
	fetch   *fetch.Client
	render  *render.Renderer
	dns     *dnslookup.Resolver
	now     func() time.Time
	pause   func(context.Context, time.Duration) bool // false if the context ends first
	dataDir string

	attestorKey   string
	attestorChain uint64

	chains     *evm.Chains
	prices     *prices.Prices
	names      *names.Engine
	sanctions  *sanctions.Lists
	filers     *filers.Directory
	agencies   *federalregister.Directory
	registers  *organisations.Registers
	extractor  *extract.Engine
	squats     *typosquat.Detector
	registries *rdap.Client
	mail       *maildomain.Tables
	certs      *tlsinfo.Reader
	domains    *domainlist.Lists
}

// Engines that depend on the program's tables alone are made once in a process, however many services it builds. They
// are immutable.
var (
	builtInNames     = sync.OnceValue(names.New)
	builtInExtractor = sync.OnceValues(extract.New)
	builtInSquats    = sync.OnceValues(typosquat.Load)
	builtInMCP       = sync.OnceValue(mcp.New)
)

// newSources makes what the families are made from, but for the documents of the service itself. Parts has to have the
// configuration, its networks, the clock and what asks others.
func newSources(p Parts) (*sources, error) {
	from := &sources{
		pool:    p.Upstreams,
		fetch:   p.Fetch,
		render:  p.Render,
		dns:     p.DNS,
		now:     p.Now,
		pause:   p.Pause,
		dataDir: p.Config.DataDir,

		attestorKey:   p.Config.AttestorKey,
		attestorChain: keyNetwork(p.Networks).ChainID,

		names: builtInNames(),
		certs: tlsinfo.New(p.Fetch.Guard(), nil, p.Now),
	}
	if from.pause == nil {
		from.pause = tick.Sleep
	}
	var err error
	if from.extractor, err = builtInExtractor(); err != nil {
		return nil, err
	}
	if from.squats, err = builtInSquats(); err != nil {
		return nil, fmt.Errorf("typosquat tables: %w", err)
	}
	return from, from.engines(p.Config.lookup)
}

// engines makes those that ask the providers of the pool.
func (s *sources) engines(lookup func(name string) (string, bool)) (err error) {
	s.sanctions = sanctions.New(s.pool, s.names)
	s.filers = filers.New(s.pool)
	s.agencies = federalregister.NewDirectory(s.pool)
	s.registers = organisations.New(s.pool, s.filers, s.names, s.now)
	s.domains = domainlist.New(s.pool, s.now)

	if s.chains, err = evm.New(s.pool, evm.Options{Lookup: lookup, Now: s.now}); err != nil {
		return err
	}
	s.prices = prices.New(s.chains, s.now)
	if s.registries, err = rdap.New(s.pool, s.fetch); err != nil {
		return fmt.Errorf("table of registries: %w", err)
	}
	if s.mail, err = maildomain.New(s.pool); err != nil {
		return fmt.Errorf("tables of mail domains: %w", err)
	}
	return nil
}

func (s *sources) chain() chain.Sources {
	return chain.Sources{
		Chains:   s.chains,
		Pool:     s.pool,
		Gateways: s.fetch.Guard().RoundTripper(),
		Prices:   s.prices,
	}
}

func (s *sources) domain() domain.Sources {
	return domain.Sources{
		Squats:   s.squats,
		Registry: s.registries,
		DNS:      s.dns,
		Mail:     s.mail,
		TLS:      s.certs,
		Lists:    s.domains,
	}
}

func (s *sources) enrich() enrich.Sources {
	return enrich.Sources{
		Registry: s.registries,
		DNS:      s.dns,
		Mail:     s.mail,
		TLS:      s.certs,
		Pages:    s.fetch,
	}
}

func (s *sources) fraud() fraud.Sources {
	return fraud.Sources{
		Pool:     s.pool,
		Mail:     s.mail,
		DNS:      s.dns,
		Registry: s.registries,
		Squats:   s.squats,
	}
}

func (s *sources) preflight() preflight.Sources {
	return preflight.Sources{
		Pool:      s.pool,
		Fetcher:   s.fetch,
		Sanctions: s.sanctions,
		Squats:    s.squats,
		Registry:  s.registries,
		Lists:     s.domains,
		Pause:     s.pause,
	}
}

func (s *sources) web() web.Sources {
	return web.Sources{
		Fetcher:   s.fetch,
		Extractor: s.extractor,
		Renderer:  s.render,
		PDF:       pdftext.New(),
		Pool:      s.pool,
	}
}

// lookup reads a setting without a fixed name.
func (c *Config) lookup(name string) (string, bool) {
	if c.Getenv == nil {
		return "", false
	}
	value := c.Getenv(name)
	return value, value != ""
}
