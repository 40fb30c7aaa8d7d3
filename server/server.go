// Package server puts the service together: the spec's routes on Echo, behind validation and the
// payment gate, with events, metrics and health around them.
package server

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"time"

	"github.com/labstack/echo/v4"
	"github.com/prometheus/client_golang/prometheus"
	"go.opentelemetry.io/otel/trace"

	"github.com/farebox/farebox/internal/capacity"
	"github.com/farebox/farebox/internal/dated"
	"github.com/farebox/farebox/internal/network/dnslookup"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/secret"
	"github.com/farebox/farebox/internal/spec"
	"github.com/farebox/farebox/internal/tick"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/usage"
	"github.com/farebox/farebox/internal/web/fetch"
	"github.com/farebox/farebox/internal/web/fetch/render"
	"github.com/farebox/farebox/payment"
	"github.com/farebox/farebox/payment/eip3009"
	"github.com/farebox/farebox/payment/facilitator"
	"github.com/farebox/farebox/payment/facilitator/evm"
	svmfacilitator "github.com/farebox/farebox/payment/facilitator/svm"
	"github.com/farebox/farebox/payment/x402"
	"github.com/farebox/farebox/server/admin"
	"github.com/farebox/farebox/server/find"
	"github.com/farebox/farebox/server/resale"
	"github.com/farebox/farebox/server/site"
)

// Parts are what a Server depends on. Config, Spec, Ledger, Usage, Facilitator, Chain, Secret, Upstreams and Fetch are
// required.
type Parts struct {
	Config      Config
	Spec        *spec.Spec
	document    []byte // that Spec was loaded from
	unsold      map[string]unsold
	Version     string
	Mode        string // "verify_then_settle", the catalogue's word for how payments are taken
	Networks    []x402.Network
	Ledger      payment.Ledger
	Usage       usage.Store
	Facilitator facilitator.Facilitator
	Chain       payment.Chain
	// Blocks looks for settlements again until they are final; nil means that they are not looked for.
	Blocks payment.Blocks
	// Mark is the ledger's, in the transactions of a service that settles by itself.
	Mark eip3009.Mark
	// Secret makes the keys of what is kept in the ledger; all processes of one ledger share it.
	Secret    secret.Secret
	Upstreams *upstream.Pool
	// Turns lets one of the replicas try the providers in the background.
	Turns upstream.Turns
	// Fetch opens the URLs that callers give.
	Fetch *fetch.Client
	// Tables are the tables that are part of the program, for /health and the metrics.
	Tables []dated.Table
	// DNS answers questions about domains.
	DNS *dnslookup.Resolver
	// Render runs the scripts of pages; Build makes one when it is nil.
	Render *render.Renderer
	// Probes are what /health asks in the background, by name.
	Probes map[string]func(context.Context) error
	// ByNetwork remembers what was sold and settled on each payment network; nil: nobody does.
	ByNetwork usage.Networks
	// Settles is payment.Options.Settles.
	Settles func(network string) error
	// Figures is what the operator's dashboard shows; nil means no dashboard.
	Figures admin.Store
	// Gas is what the settlement key holds, when this process settles.
	Gas func() []evm.Status
	// Fees is what the fee payer on Solana holds, when this process settles there.
	Fees func() []svmfacilitator.Status
	// Escrow moves the money of payment channels, and Channels remembers them; nil: none are taken.
	Escrow   payment.Escrow
	Channels payment.Channels
	// FacilitatorAPI, when set, is served under /facilitator/.
	FacilitatorAPI http.Handler
	// TakeOver says that no other process uses the ledger, so that payments it left open are this one's.
	TakeOver bool
	Log      *slog.Logger
	Metrics  *prometheus.Registry
	// Tracer traces requests; nil means no traces, at no cost.
	Tracer trace.Tracer
	Now    func() time.Time
	// Step, Panicked and Pause are for tests: the first two are those of payment.Options, and Pause takes the place of
	// [tick.Sleep] where a route waits.
	Step     func(string)
	Pause    func(context.Context, time.Duration) bool
	Panicked func(route string, value any, stack []byte)
}

// settles says that this process settles payments by keys of its own.
func (p *Parts) settles() bool { return p.Gas != nil || p.Fees != nil }

// Server is the service.
type Server struct {
	parts    Parts
	echo     *echo.Echo
	handler  http.Handler // echo behind what every HTTP answer gets
	gate     *payment.Gate
	work     *capacity.Control
	recorder *usage.Recorder
	find     func() *find.Index
	site     *site.Site
	totals   *usage.Totals
	doors    []door
	health   *monitor
	closures *closures
	resale   *resale.Shop
	settling *settlementCost
	screen   *payerScreen
	sold     map[string]*spec.Operation // of sold APIs, by name
	metrics  *metrics
	book     *networkBook
	routes   map[*spec.Operation]*routeMetrics
	log      *slog.Logger
	now      func() time.Time
	sleep    func(time.Duration)
}

// New builds the service. It fails when no network can express a price, or when a route has no handler.
func New(p Parts) (*Server, error) {
	if p.Now == nil {
		p.Now = time.Now
	}
	p.Log = cmp.Or(p.Log, slog.Default())
	p.Metrics = cmp.Or(p.Metrics, prometheus.NewRegistry())
	from, err := newSources(p)
	if err != nil {
		return nil, err
	}
	made, err := from.families(p.Spec)
	if err != nil {
		return nil, err
	}
	if !p.Config.SellUnconfigured {
		if p, err = p.withoutUnconfigured(made); err != nil {
			return nil, err
		}
	}
	s := &Server{
		parts: p,
		find:  derive(p.Spec).search,
		echo:  echo.New(),
		work: capacity.New(capacity.Limits{
			Memory: p.Config.WorkMemory << 20,
			Wait:   p.Config.RequestBudget / 2, // the other half is for the work
			Now:    p.Now,
		}),
		log:   p.Log,
		now:   p.Now,
		sleep: time.Sleep,
	}
	s.book = newNetworkBook(p)
	s.metrics = newMetrics(p.Metrics, p.Networks, s.book)
	s.routes = map[*spec.Operation]*routeMetrics{}
	for _, op := range p.Spec.Operations {
		s.routes[op] = s.metrics.route(op)
	}
	verdicts := watchFacilitator(&p)
	p.Metrics.MustRegister(verdicts.answers)
	s.health = newMonitor(p)
	s.health.verdicts = verdicts.troubles
	s.health.work = s.work
	p.Metrics.MustRegister(s.health.settlementMetrics()...)
	p.Metrics.MustRegister(s.health.channelMetrics()...)
	p.Metrics.MustRegister(tableMetrics(p.Tables, p.Now), s.health.standing())
	s.closures = newClosures(p, s.lastSold)
	s.health.closures = s.closures
	s.settling = newSettlementCost(p, from.prices)
	if s.screen, err = p.Config.payerScreen(from.sanctions); err != nil {
		return nil, err
	}
	s.totals = usage.NewTotals(p.Usage, s.now)
	pages := site.Options{
		Spec:    p.Spec,
		Service: s.describe(),
		Find:    s.find,
		Totals:  s.totals.Of,
		Wallets: walletNetworks(p.Networks),
	}
	if pages.Package, err = p.Config.sdkPackage(); err != nil {
		return nil, err
	}
	if s.site, err = site.New(pages); err != nil {
		return nil, err
	}
	if s.resale, err = p.Config.shop(p.Now); err != nil {
		return nil, err
	}
	receipts, err := p.Config.receipts()
	if err != nil {
		return nil, err
	}
	items, err := s.items(receipts)
	if err != nil {
		return nil, err
	}
	challenges, err := s.challenges()
	if err != nil {
		return nil, err
	}
	channels, err := s.channels()
	if err != nil {
		return nil, err
	}
	seller, err := s.seller()
	if err != nil {
		return nil, err
	}
	s.gate, err = payment.NewGate(payment.Options{
		Seller:              seller,
		Facilitator:         p.Facilitator,
		Ledger:              p.Ledger,
		Chain:               p.Chain,
		Mark:                p.Mark,
		Settles:             p.Settles,
		Sponsors:            s.health.sponsors.of,
		Closed:              s.closed,
		SettlementCost:      s.settling.cost,
		Denied:              s.screen.of,
		Blocks:              p.Blocks,
		Secret:              p.Secret,
		MPP:                 challenges,
		Channels:            channels,
		Receipts:            receipts,
		SignOffers:          p.Config.SignedOffers,
		VerifyTimeout:       p.Config.VerifyTimeout,
		SettleTimeout:       p.Config.SettleTimeout,
		MaxInFlightPerPayer: p.Config.PayerInFlight,
		KeepAnswers:         p.Config.KeepAnswers,
		Page:                s.site.Paywall,
		Log:                 p.Log,
		Now:                 p.Now,
		Step:                p.Step,
		Panicked:            s.panicked,
	}, items)
	if err != nil {
		return nil, err
	}
	quotes, err := usage.ParseQuotes(p.Config.QuoteEvents)
	if err != nil {
		return nil, fmt.Errorf("QUOTE_EVENTS %w", err)
	}
	s.recorder = usage.NewRecorder(p.Usage, usage.RecorderOptions{
		Quotes: quotes,
		Log:    p.Log,
	})
	p.Metrics.MustRegister(droppedUsage(s.recorder), workTaken(s.work))
	s.echo.HideBanner = true
	s.echo.HidePort = true
	s.echo.Use(s.dispatch)
	s.handler, err = s.overHTTP(s.echo)
	if err != nil {
		return nil, err
	}

	// Routing errors never reach Echo's handler: dispatch knows every route from the spec.
	s.echo.HTTPErrorHandler = func(err error, c echo.Context) { s.writeProblem(c, err) }
	if err := s.register(from, made); err != nil {
		return nil, err
	}
	if err := s.registerSold(); err != nil {
		return nil, err
	}
	if s.doors, err = s.allDoors(); err != nil {
		return nil, err
	}
	return s, s.complete()
}

// closed is the answer in place of a quote for a route that is not sold now, nil while it is.
func (s *Server) closed(route string) *problem.Problem {
	if p := s.screen.closed(); p != nil {
		return p
	}
	if p := s.closures.of(route); p != nil {
		return p
	}
	if op := s.sold[route]; op != nil {
		return s.resale.Closed(op)
	}
	return nil
}

// registerSold puts the routes of sold APIs on the router.
func (s *Server) registerSold() error {
	s.sold = map[string]*spec.Operation{}
	for _, op := range s.parts.Spec.Operations {
		if op.Backend == "" {
			continue
		}
		handler, err := s.resale.Handler(op)
		if err != nil {
			return err
		}
		s.echo.Add(op.Method, op.Pattern(), handler)
		s.sold[op.Name()] = op
	}
	return nil
}

// complete fails when a route of the spec has no handler, or a handler no route in the bundled spec.
func (s *Server) complete() error {
	registered := map[string]bool{}
	var errs []error
	for _, r := range s.echo.Routes() {
		registered[r.Method+" "+r.Path] = true
		if op, _ := s.parts.Spec.Lookup(r.Method, r.Path); op != nil {
			continue
		}
		if op, _ := loadSpec().Lookup(r.Method, r.Path); op == nil {
			errs = append(errs, fmt.Errorf("%s %s is served but not in the spec", r.Method, r.Path))
		}
	}

	for _, op := range s.parts.Spec.Operations {
		if !registered[op.Method+" "+op.Pattern()] {
			errs = append(errs, fmt.Errorf("%s is in the spec but no family serves it", op.Name()))
		}
	}
	return errors.Join(errs...)
}

// Run serves until ctx ends. Then it stops accepting requests, waits until paid ones are settled, and writes what is
// buffered. It calls ready with the address once the listener is open.
func (s *Server) Run(ctx context.Context, ready func(addr net.Addr)) error {
	listener, err := Listen(s.parts.Config.Listen)
	if err != nil {
		return err
	}
	return s.Serve(ctx, listener, ready)
}

// Listen opens the address of LISTEN_ADDR.
func Listen(address string) (net.Listener, error) {
	listener, err := net.Listen("tcp", address)
	if err != nil {
		return nil, listenError("LISTEN_ADDR", address, err)
	}
	return listener, nil
}

// Serve is Run on a listener that is open already, and closes it. It calls opened with the address.
func (s *Server) Serve(ctx context.Context, listener net.Listener, opened func(addr net.Addr)) error {
	background, stop := context.WithCancel(context.WithoutCancel(ctx))
	defer stop()
	go s.gate.Run(background, s.parts.Config.ReconcileEvery, s.parts.TakeOver)
	go s.health.run(background)
	go s.closures.run(background)
	go s.settling.run(background)
	go s.book.run(background)
	go s.prune(background)
	go s.tidyFigures(background)
	go s.parts.Upstreams.RunDatasets(background, 0)
	go s.parts.Upstreams.RunFleet(background)
	if s.parts.Config.MetricsAddr != "" {
		closeMetrics, err := serveMetrics(s.parts.Config.MetricsAddr, s.parts.Metrics, s.log)
		if err != nil {
			return errors.Join(err, listener.Close())
		}
		defer closeMetrics()
	}

	server := s.web()
	failed := make(chan error, 1)
	go func() { failed <- server.Serve(refusing{listener}) }()
	if opened != nil {
		opened(listener.Addr())
	}

	select {
	case err := <-failed:
		return err
	case <-ctx.Done():
	}

	s.announceStop()
	s.log.Info("stopping: waiting for paid requests")
	drain, cancel := context.WithTimeout(context.WithoutCancel(ctx), s.parts.Config.DrainTimeout)
	defer cancel()
	errs := []error{server.Shutdown(drain), s.gate.Drain(drain)}
	stop()
	s.book.write(drain)
	return errors.Join(append(errs, s.recorder.Close(drain))...)
}

// announceStop tells balancers to send no more requests, and goes on serving until they have noticed. What they send
// after the listener is closed is lost.
func (s *Server) announceStop() {
	s.health.stop()
	delay := s.parts.Config.DrainDelay
	if delay <= 0 {
		return
	}

	s.log.Info("stopping: not ready any more", "serving_for", delay.String())
	s.sleep(delay)
}

// leaving tells clients to send no further request on their connection once the service is stopping. The listener and
// idle connections close later, so that no connection closes while a request is on its way.
func (s *Server) leaving(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if s.health.stopping() {
			w.Header().Set("Connection", "close")
		}
		next.ServeHTTP(w, r)
	})
}

// web is the HTTP server. It cuts off a client that is slow to send or to read, which would hold its goroutine, and a
// stopping process, for as long as it likes. The work between the two has bounds of its own.
func (s *Server) web() *http.Server {
	c := s.parts.Config
	const transfer = time.Minute
	return &http.Server{
		Handler:           s.leaving(s.handler),
		ReadHeaderTimeout: 10 * time.Second,
		ReadTimeout:       transfer,
		WriteTimeout:      transfer + c.VerifyTimeout + c.RequestBudget + c.SettleTimeout + transfer,
		IdleTimeout:       2 * time.Minute,
		MaxHeaderBytes:    maxHeader,
		ErrorLog:          slog.NewLogLogger(s.log.Handler(), slog.LevelDebug),
	}
}

// prune deletes events past their retention, once an hour.
func (s *Server) prune(ctx context.Context) {
	keep := s.parts.Config.EventRetention
	if keep <= 0 {
		return
	}
	tick.Now(ctx, time.Hour, func(ctx context.Context) {
		if _, err := s.parts.Usage.Prune(ctx, s.now().Add(-keep)); err != nil && ctx.Err() == nil {
			s.log.Warn("pruning usage events", "error", err)
		}
	})
}
