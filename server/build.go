package server

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"net"
	"net/netip"
	"net/url"
	"strings"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/farebox/farebox/gen"
	"github.com/farebox/farebox/internal/network/dnslookup"
	"github.com/farebox/farebox/internal/secret"
	"github.com/farebox/farebox/internal/spec"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/objects/s3"
	"github.com/farebox/farebox/internal/web/fetch"
	"github.com/farebox/farebox/internal/web/fetch/render"
	"github.com/farebox/farebox/payment/facilitator/evm"
	"github.com/farebox/farebox/payment/facilitator/httpapi"
	"github.com/farebox/farebox/server/catalog"
	"github.com/farebox/farebox/server/discovery"
	"github.com/farebox/farebox/server/find"
	"github.com/farebox/farebox/store"
)

// rpcTimeout bounds one call to one endpoint when the fate of a payment is read.
const rpcTimeout = 5 * time.Second

// loadSpec reads the document once in a process, however many services it builds. It must not be changed.
var loadSpec = sync.OnceValue(func() *spec.Spec {
	whole, err := spec.Load(gen.OpenAPI)
	if err != nil {
		panic(err) // it is embedded
	}
	return whole
})

// derived is what is made of a spec.
type derived struct {
	search func() *find.Index // made at the first search, because a fifth of the time until a service serves would pass
	blocks *discovery.Blocks  // of quotes
}

func derivedOf(s *spec.Spec) derived {
	return derived{
		search: sync.OnceValue(func() *find.Index { return find.New(s) }),
		blocks: &discovery.Blocks{},
	}
}

// ofWhole is derived of all routes, for all services of the process.
var ofWhole = sync.OnceValue(func() derived { return derivedOf(loadSpec()) })

// Build opens everything that c names and builds the service on it; closeAll closes it all. tune may change the parts
// before they are put together; tests do.
func Build(ctx context.Context, c Config, version string, log *slog.Logger, tune ...func(*Parts)) (s *Server, closeAll func(), err error) {
	var closers []func()
	giveBack := func() {
		for i := len(closers) - 1; i >= 0; i-- {
			closers[i]()
		}
	}

	defer func() {
		if err != nil {
			giveBack()
		}
	}()

	sold, err := c.assortment()
	if err != nil {
		return nil, nil, err
	}
	networks, err := c.PaymentNetworks()
	if err != nil {
		return nil, nil, err
	}

	db, err := store.Open(ctx, c.DatabaseURL)
	if err != nil {
		return nil, nil, fmt.Errorf("DATABASE_URL: %w", err)
	}
	closers = append(closers, func() { db.Close() })
	serverSecret, err := bindSecret(ctx, c, db, log)
	if err != nil {
		return nil, nil, err
	}

	chain, closeChain, err := newChains(networks, rpcTimeout)
	if err != nil {
		return nil, nil, err
	}
	closers = append(closers, closeChain)
	probes := map[string]func(context.Context) error{"store": probeStore(db), "chain": chain.check}
	if c.live { // a development chain may rest
		probes["clock"] = chain.clock(time.Now)
	}
	batchKey, err := c.batchKey()
	if err != nil {
		return nil, nil, err
	}
	probes["channels"] = probeStranded(batchKey, db)
	mark, err := c.mark(ctx, db)
	if err != nil {
		return nil, nil, err
	}
	settler, err := newSettler(c, networks, mark, log)
	if err != nil {
		return nil, nil, err
	}
	closers = append(closers, settler.close)
	settler.addProbes(probes)
	metrics := prometheus.NewRegistry()
	upstreams, err := newUpstreams(c, serverSecret, db, metrics, log)
	if err != nil {
		return nil, nil, err
	}

	own, err := c.ownAddresses(ctx)
	if err != nil {
		return nil, nil, err
	}
	resolver, err := dnslookup.New(dnslookup.Options{Servers: splitList(c.DNSResolvers)})
	if err != nil {
		return nil, nil, fmt.Errorf("DNS_RESOLVERS: %w", err)
	}

	tables, err := catalog.Tables()
	if err != nil {
		return nil, nil, err
	}

	ledger := db.Bounded(c.LedgerTimeout)
	parts := Parts{
		Config:      c,
		Spec:        sold.spec,
		document:    sold.document,
		unsold:      sold.unsold,
		Version:     version,
		Mode:        "verify_then_settle",
		Networks:    networks,
		Ledger:      ledger,
		Usage:       db,
		Facilitator: settler.facilitator,
		Chain:       chain,
		Blocks:      chain,
		Mark:        mark,
		Secret:      serverSecret,
		Upstreams:   upstreams,
		Turns:       db,
		Figures:     db,
		ByNetwork:   db,
		Fetch: fetch.New(fetch.Options{
			UserAgent: fetch.BotUserAgent(c.PublicBaseURL),
			OwnHosts:  c.ownHosts(),
			OwnAddrs:  own,
		}),
		Tables:   tables,
		DNS:      resolver,
		Probes:   probes,
		TakeOver: strings.HasPrefix(c.DatabaseURL, "sqlite:"),
		Log:      log,
		Metrics:  metrics,
	}

	parts.Settles = func(network string) error { return cmp.Or(settler.ready(network), chain.receives(network)) }
	if own := settler.evm; own != nil {
		probes[sharedWallet] = probeWallet(chain, networks, mark, time.Now)
		parts.Gas = own.Status
		metrics.MustRegister(gasMoney(own))
		if batchKey != nil {
			parts.Escrow = evm.NewChannels(own, batchKey)
			parts.Channels = ledger
		}
	}
	if own := settler.svm; own != nil {
		parts.Fees = own.Status
		metrics.MustRegister(feeMoney(own))
	}

	if c.ServeAPI {
		parts.FacilitatorAPI = httpapi.New(settler.facilitator, networks, httpapi.Options{SettleTimeout: c.SettleTimeout, Logger: log}).Handler("/facilitator")
	}
	tracer, closeTraces, err := c.tracer(version, log)
	if err != nil {
		return nil, nil, err
	}
	closers = append(closers, closeTraces)
	parts.Tracer = tracer
	for _, change := range tune {
		change(&parts)
	}

	if parts.Render == nil {
		parts.Render = render.New(render.Options{
			Fetch:       parts.Fetch,
			BrowserPath: c.BrowserPath,
			BrowserURL:  c.BrowserURL,
			ProxyListen: c.RenderListen,
			ProxyURL:    c.RenderProxyURL,
			Pool:        c.RenderPool,
		})
	}

	renderer := parts.Render
	closers = append(closers, func() {
		if err := renderer.Close(); err != nil {
			log.Warn("closing the browser", "error", err)
		}
	})

	s, err = New(parts)
	if err != nil {
		return nil, nil, err
	}
	if err := parts.Upstreams.Err(); err != nil {
		return nil, nil, fmt.Errorf("data providers: %w", err)
	}
	if wrong := c.files.wrong(); len(wrong) > 0 { // of keys, whose names the providers brought
		return nil, nil, wrong
	}

	for name, about := range map[string]string{
		settlementKey:  "settlement key",
		solanaKeyCheck: "fee payer on Solana",
		"channels":     "payment channels",
		sharedWallet:   "wallet",
	} {
		if probe := probes[name]; probe != nil {
			if err := probe(ctx); err != nil {
				log.Error(about, "error", err)
			}
		}
	}

	s.learnSponsors(ctx)
	s.tellOperator(ctx)
	if err := chain.check(ctx); err != nil {
		log.Warn("payment tokens could not be checked, are not what they are configured to be, or cannot be received",
			"error", err)
	}
	return s, giveBack, nil
}

func newUpstreams(
	c Config, s secret.Secret, turns upstream.Turns, metrics *prometheus.Registry, log *slog.Logger,
) (*upstream.Pool, error) {
	o := c.upstreams()
	o.Turns = turns
	o.Meter = meterOf(metrics)
	o.Log = log
	if err := c.shareUpstreams(&o, s); err != nil {
		return nil, err
	}
	if err := c.shareLists(&o, s); err != nil {
		return nil, err
	}
	return upstream.NewPool(o), nil
}

// upstreams are the options of a process that shares nothing with others.
func (c *Config) upstreams() upstream.Options {
	contact := cmp.Or(c.Contact, c.PublicBaseURL)
	return upstream.Options{
		Lookup:    c.lookup,
		UserAgent: c.ServiceName + "/1.0 (+" + contact + ")",
		DataDir:   c.DataDir,
		RateScale: c.RateScale,
	}
}

// shareLists puts the object store of DATASETS_URL into the options, if it is set.
func (c *Config) shareLists(o *upstream.Options, s secret.Secret) error {
	if c.DatasetsURL == "" {
		return nil
	}
	key, err := s.Key("lists in the object store")
	if err != nil {
		return err
	}
	kept, err := s3.New(s3.Options{
		URL:          c.DatasetsURL,
		Endpoint:     c.S3Endpoint,
		Region:       c.S3Region,
		KeyID:        c.S3KeyID,
		KeySecret:    c.S3KeySecret,
		SessionToken: c.S3Session,
		Transport:    upstream.NewTransport(o.Lookup),
	})
	if err != nil {
		return fmt.Errorf("DATASETS_URL: %w", err)
	}

	o.Shelf = &upstream.Shelf{
		Objects: kept,
		Sign:    key.Name,
	}
	return nil
}

// shareUpstreams puts what replicas share behind CACHE_URL into the options, if it is set.
func (c *Config) shareUpstreams(o *upstream.Options, s secret.Secret) error {
	if c.CacheURL == "" {
		return nil
	}
	shared, err := upstream.NewRedisCache(c.CacheURL)
	if err != nil {
		return fmt.Errorf("CACHE_URL: %w", err)
	}
	sealed, err := newSealedCache(shared, s)
	if err != nil {
		return err
	}

	o.Shared = sealed
	o.Fleet = shared.Fleet(sealed.name)
	return nil
}

// ownHosts are the names that no caller's URL may lead to: the service's own, which would call itself, and those of its
// facilitators.
func (c *Config) ownHosts() []string {
	var hosts []string
	for _, text := range append(splitList(c.FacilitatorURL), c.PublicBaseURL) {
		if u, err := url.Parse(text); err == nil && u.Hostname() != "" {
			hosts = append(hosts, u.Hostname())
		}
	}
	return hosts
}

// ownAddresses are those of OWN_ADDRESSES and those that PUBLIC_BASE_URL has now. Another name for them would lead a caller's URL
// back here. A name that does not resolve, as in development, has none.
func (c *Config) ownAddresses(ctx context.Context) ([]netip.Addr, error) {
	var own []netip.Addr
	for _, text := range splitList(c.OwnAddresses) {
		addr, err := netip.ParseAddr(text)
		if err != nil {
			return nil, fmt.Errorf("OWN_ADDRESSES: %q is not an IP address", text)
		}
		own = append(own, addr)
	}

	u, err := url.Parse(c.PublicBaseURL)
	if err != nil {
		return nil, fmt.Errorf("PUBLIC_BASE_URL: %w", err)
	}
	ctx, cancel := context.WithTimeout(ctx, rpcTimeout)
	defer cancel()
	found, err := net.DefaultResolver.LookupNetIP(ctx, "ip", u.Hostname())
	if err != nil {
		return own, nil
	}

	for _, addr := range found {
		own = append(own, addr.Unmap())
	}
	return own, nil
}

// publicOrigins are the scheme and host of each URL in a comma list.
func publicOrigins(list string) string {
	var out []string
	for _, text := range splitList(list) {
		if u, err := url.Parse(text); err == nil && u.Host != "" {
			out = append(out, u.Scheme+"://"+u.Host)
		}
	}
	return strings.Join(out, ", ")
}
