// Package platform answers the free routes: what the service is, its health and its usage. Its documents are made once
// by package discovery; its figures come from the usage store.
package platform

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/labstack/echo/v4"

	gen "github.com/farebox/farebox/gen/platform"
	"github.com/farebox/farebox/internal/dated"
	"github.com/farebox/farebox/internal/jsontext"
	"github.com/farebox/farebox/internal/operation"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/spec"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/usage"
	"github.com/farebox/farebox/server/discovery"
	"github.com/farebox/farebox/server/find"
)

// Config is what the routes depend on. Spec, Document, Find, Home, Usage, Totals, Health and Now are required.
type Config struct {
	Spec          *spec.Spec
	Document      []byte                   // the bundled OpenAPI JSON that Spec was loaded from
	Find          func() *find.Index       // the search over Spec, for which it is asked at each search
	Closed        func() map[string]string // routes that are not sold now, with the code of the problem; nil: none
	Service       discovery.Service
	Home          func(context.Context) (discovery.Document, error) // the page that browsers get at /
	Settlements   func() map[string]discovery.Settlement            // by network; nil: nothing is known about any
	Usage         usage.Store
	Totals        *usage.Totals                      // of Usage
	Health        func(context.Context) HealthReport // must answer from remembered checks, without waiting
	Now           func() time.Time
	SlowThreshold time.Duration // shown by /slowlog
}

// Handlers answers the platform routes.
type Handlers struct {
	cfg    Config
	docs   *discovery.Documents
	cards  map[string]gen.PlatformMatch // by operation id: what /find says about a route, except rank and score
	marked markedCatalogue
	root   rootDocument
}

// New makes the documents.
func New(c Config) (*Handlers, error) {
	if c.Spec == nil || c.Find == nil || c.Home == nil || c.Usage == nil || c.Totals == nil || c.Health == nil ||
		c.Now == nil {
		return nil, errors.New("platform: Spec, Find, Home, Usage, Totals, Health and Now are required")
	}
	if c.Settlements == nil {
		c.Settlements = func() map[string]discovery.Settlement { return nil }
	}
	if c.Closed == nil {
		c.Closed = func() map[string]string { return nil }
	}
	docs, err := discovery.Build(c.Spec, c.Document, c.Service)
	if err != nil {
		return nil, err
	}

	h := &Handlers{
		cfg:   c,
		docs:  docs,
		cards: map[string]gen.PlatformMatch{},
	}

	for _, op := range c.Spec.Operations {
		if h.cards[op.ID], err = card(op, c.Service.PublicBaseURL); err != nil {
			return nil, fmt.Errorf("platform: example of %s: %w", op.Name(), err)
		}
	}

	return h, nil
}

// Register puts the family's routes on the router.
func (h *Handlers) Register(e *echo.Echo) { gen.Register(e, h) }

// Documents are the finished documents, for other transports.
func (h *Handlers) Documents() *discovery.Documents { return h.docs }

// Root answers GET /: the page for a browser, JSON for everyone else.
func (h *Handlers) Root(ctx context.Context, _ gen.RootRequestObject) (gen.RootResponseObject, error) {
	if wantsHTML(ctx) {
		page, err := h.cfg.Home(ctx)
		if err != nil {
			return nil, err
		}
		return h.serve(ctx, page), nil
	}
	root, err := h.rootOf(h.cfg.Settlements())
	return h.serve(ctx, root), err
}

// rootDocument is the JSON of / as it was last made.
type rootDocument struct {
	mu       sync.Mutex
	settled  map[string]discovery.Settlement
	document discovery.Document
}

// rootOf is the JSON of /, made when the settlement figures have changed.
func (h *Handlers) rootOf(settled map[string]discovery.Settlement) (discovery.Document, error) {
	h.root.mu.Lock()
	defer h.root.mu.Unlock()
	if h.root.document.Body != nil && maps.Equal(h.root.settled, settled) {
		return h.root.document, nil
	}

	document, err := discovery.Root(h.cfg.Spec, h.cfg.Service, settled)
	if err != nil {
		return document, err
	}
	h.root.settled = settled
	h.root.document = document
	return document, nil
}

// Catalogue answers GET /.well-known/x402.
func (h *Handlers) Catalogue(ctx context.Context, _ gen.CatalogueRequestObject) (gen.CatalogueResponseObject, error) {
	catalogue, err := h.catalogue()
	return h.serve(ctx, catalogue), err
}

// CatalogueFile answers GET /.well-known/x402.json.
func (h *Handlers) CatalogueFile(ctx context.Context, _ gen.CatalogueFileRequestObject) (gen.CatalogueFileResponseObject, error) {
	catalogue, err := h.catalogue()
	return h.serve(ctx, catalogue), err
}

// markedCatalogue is the catalogue while routes are closed.
type markedCatalogue struct {
	mu       sync.Mutex
	closed   map[string]string
	document discovery.Document
}

// catalogue is the document with the routes marked that are closed now.
func (h *Handlers) catalogue() (discovery.Document, error) {
	closed := h.cfg.Closed()
	if len(closed) == 0 {
		return h.docs.Catalogue, nil
	}
	h.marked.mu.Lock()
	defer h.marked.mu.Unlock()
	if maps.Equal(h.marked.closed, closed) {
		return h.marked.document, nil
	}

	document, err := discovery.Catalogue(h.cfg.Spec, h.cfg.Service, closed)
	if err != nil {
		return document, err
	}
	h.marked.closed = closed
	h.marked.document = document
	return document, nil
}

// LlmsText answers GET /llms.txt.
func (h *Handlers) LlmsText(ctx context.Context, _ gen.LlmsTextRequestObject) (gen.LlmsTextResponseObject, error) {
	return h.serve(ctx, h.docs.LLMs), nil
}

// LlmsFullText answers GET /llms-full.txt.
func (h *Handlers) LlmsFullText(
	ctx context.Context, _ gen.LlmsFullTextRequestObject,
) (gen.LlmsFullTextResponseObject, error) {
	return h.serve(ctx, h.docs.LLMsFull), nil
}

// OpenAPIDocument answers GET /openapi.json.
func (h *Handlers) OpenAPIDocument(ctx context.Context, _ gen.OpenAPIDocumentRequestObject) (gen.OpenAPIDocumentResponseObject, error) {
	document, err := h.docs.OpenAPI()
	return h.serve(ctx, document), err
}

// Favicon answers GET /favicon.ico.
func (h *Handlers) Favicon(ctx context.Context, _ gen.FaviconRequestObject) (gen.FaviconResponseObject, error) {
	return h.serve(ctx, h.docs.Favicon), nil
}

// RobotsText answers GET /robots.txt.
func (h *Handlers) RobotsText(ctx context.Context, _ gen.RobotsTextRequestObject) (gen.RobotsTextResponseObject, error) {
	return h.serve(ctx, h.docs.Robots), nil
}

// BotPage answers GET /bot.
func (h *Handlers) BotPage(ctx context.Context, _ gen.BotPageRequestObject) (gen.BotPageResponseObject, error) {
	return h.serve(ctx, h.docs.Bot), nil
}

// IndexVerification answers GET /.well-known/402index-verify.txt with the configured text, verbatim.
func (h *Handlers) IndexVerification(context.Context, gen.IndexVerificationRequestObject) (gen.IndexVerificationResponseObject, error) {
	if h.cfg.Service.Index402Verify == "" {
		return nil, problem.New(http.StatusNotFound, problem.CodeNotConfigured, "no verification text is configured")
	}
	return operation.Text(h.cfg.Service.Index402Verify), nil
}

// DidDocument answers GET /.well-known/did.json.
func (h *Handlers) DidDocument(
	ctx context.Context, _ gen.DidDocumentRequestObject,
) (gen.DidDocumentResponseObject, error) {
	if h.cfg.Service.DID == nil {
		return nil, problem.New(http.StatusNotFound, problem.CodeNotConfigured, "this service signs nothing")
	}
	return h.serve(ctx, h.docs.DID), nil
}

// FindRoutes answers GET /find.
func (h *Handlers) FindRoutes(_ context.Context, req gen.FindRoutesRequestObject) (gen.FindRoutesResponseObject, error) {
	matches := h.cfg.Find().FindOpen(req.Params.Q, req.Params.Limit, h.cfg.Closed())
	if !find.Fits(matches) {
		return nothingFits(req.Params.Q, matches), nil
	}

	results := make([]gen.PlatformMatch, len(matches))
	for i, m := range matches {
		results[i] = h.cards[m.Op.ID]
		if req.Params.Detail != gen.Full {
			results[i] = brief(results[i])
		}
		results[i].Rank = m.Rank
		results[i].MatchScore = int(math.Round(100 * m.Score))
	}

	return gen.FindRoutes200JSONResponse{
		Query:   req.Params.Q,
		Count:   len(results),
		Results: results,
		Nearest: []string{},
	}, nil
}

// mostNearest is how many routes are named where none fits.
const mostNearest = 3

// nothingFits is the answer to a task that no route does.
func nothingFits(task string, matches []find.Match) gen.FindRoutes200JSONResponse {
	answer := gen.FindRoutes200JSONResponse{
		Query:       task,
		Results:     []gen.PlatformMatch{},
		NothingFits: true,
		Nearest:     []string{},
	}
	for _, m := range matches[:min(mostNearest, len(matches))] {
		answer.Nearest = append(answer.Nearest, m.Op.Name())
	}
	return answer
}

// brief is a card without what a caller does not need to choose by: most answers of /find are read by models, which pay
// for each word.
func brief(card gen.PlatformMatch) gen.PlatformMatch {
	card.Description = ""
	card.Example.Curl = ""
	needed := []gen.PlatformInput{}
	for _, in := range card.Inputs {
		if in.Required {
			in.Description = ""
			needed = append(needed, in)
		}
	}
	card.Inputs = needed
	return card
}

// card is all that /find says about a route.
func card(op *spec.Operation, baseURL string) (gen.PlatformMatch, error) {
	call, err := find.ExampleCall(op, baseURL)
	if err != nil {
		return gen.PlatformMatch{}, err
	}
	c := gen.PlatformMatch{
		Route:       op.Name(),
		Method:      op.Method,
		Path:        op.Path,
		Family:      op.Family,
		PriceUSD:    json.Number(discovery.PriceUSD(op)),
		Summary:     op.Summary,
		Description: op.Description,
		Inputs:      make([]gen.PlatformInput, 0, len(op.Inputs)),

		OptionalInputs: []string{},
		Example: gen.PlatformMatch_Example{
			Method: call.Method,
			URL:    call.URL,
			Body:   call.Body,
			Curl:   call.Curl,
		},
	}

	for _, in := range op.Inputs {
		if !in.Required {
			c.OptionalInputs = append(c.OptionalInputs, in.Name)
		}
		c.Inputs = append(c.Inputs, gen.PlatformInput{
			Name:        in.Name,
			Type:        gen.PlatformInputType(in.TypeLabel()),
			Required:    in.Required,
			Description: in.Description,
			Enum:        enumTexts(in),
		})
	}
	return c, nil
}

// enumTexts are the values that an input, or an item of a list, can have.
func enumTexts(in spec.Input) []string {
	schema := in.Schema
	if schema.Items != nil && schema.Items.Value != nil {
		schema = schema.Items.Value
	}
	texts := make([]string, 0, len(schema.Enum))
	for _, v := range schema.Enum {
		texts = append(texts, fmt.Sprint(v))
	}
	return texts
}

// HealthReport is the state of the service as the checks last saw it.
type HealthReport struct {
	Version       string
	UptimeSeconds int64
	Problems      []HealthProblem // what makes the service degraded; none: it is ok
	Blocked       []HealthProblem // without what nothing can be sold; none: it is ready
	Payments      PaymentsHealth
	Checks        map[string]string // dependency to "ok" or what is wrong, free of secrets
	SearchEngines []EngineHealth    // those that were asked
	Lists         []upstream.DatasetHealth
	Tables        []TableHealth // those that have a last day
	Memory        MemoryHealth
}

// TableHealth is the current state of a table of the program that has a last day.
type TableHealth struct {
	dated.Table
	State dated.State
	Left  int // days until its last one; negative after it
}

// MemoryHealth is the memory of the process, in bytes.
type MemoryHealth struct {
	Used      int64 // from the system, as Limit counts it
	Limit     int64 // what the garbage collector plans with; 0 if there is no limit
	Work      int64 // taken by requests under way
	WorkLimit int64 // for all of them
}

// HealthProblem is something missing that routes need. Anybody may read it: no URL, key or path.
type HealthProblem struct {
	Name   string // of the check, or "list:" and the list
	Status string // as Checks or Lists has it
	Detail string // why
}

// EngineHealth is how often a search engine answered since the process started.
type EngineHealth struct {
	Name     string
	Asked    int
	Answered int
}

// Lacks notes something missing that routes need.
func (r *HealthReport) Lacks(name, status, detail string) {
	r.Problems = append(r.Problems, HealthProblem{
		Name:   name,
		Status: status,
		Detail: detail,
	})
}

// PaymentsHealth says whether payments can be taken.
type PaymentsHealth struct {
	Mode        string // verify_then_settle, settle_first or off
	Facilitator string // name or URL
	Reachable   bool
	LastOK      time.Time // zero when it never answered well
	Verdicts    []Verdict // by this process, other than successes; the latest first
	Settlements *SettlementsHealth
}

// Verdict is one kind of answer that a facilitator has given.
type Verdict struct {
	Call    string // verify or settle
	Outcome string // refused, unknown or error
	Reason  string // a word of the protocol, or the kind of the error
	Total   int64
	LastAt  time.Time
}

// Health answers GET /health. It is 200 even when degraded: the routes that do not need what is down still work, and a
// balancer that took the replica away would make it worse. Who asks with ready=true wants to know whether to send
// buyers here.
func (h *Handlers) Health(ctx context.Context, req gen.HealthRequestObject) (gen.HealthResponseObject, error) {
	r := h.cfg.Health(ctx)
	if req.Params.Ready && len(r.Blocked) > 0 {
		return nil, notReady(r.Blocked)
	}

	answer := gen.Health200JSONResponse{
		Status:        gen.Ok,
		Version:       r.Version,
		UptimeSeconds: r.UptimeSeconds,
		Problems:      make([]gen.PlatformProblem, 0, len(r.Problems)),
		Payments:      paymentsAnswer(r.Payments),
		Checks:        r.Checks,
		SearchEngines: make([]gen.PlatformHealth_SearchEngines, 0, len(r.SearchEngines)),
		Lists:         make([]gen.PlatformList, 0, len(r.Lists)),
		Tables:        make([]gen.PlatformTable, 0, len(r.Tables)),
		Memory: gen.PlatformHealth_Memory{
			UsedBytes:      r.Memory.Used,
			WorkBytes:      r.Memory.Work,
			WorkLimitBytes: r.Memory.WorkLimit,
		},
	}
	if r.Memory.Limit > 0 {
		answer.Memory.LimitBytes = &r.Memory.Limit
	}
	for _, p := range r.Problems {
		answer.Status = gen.Degraded
		answer.Problems = append(answer.Problems, gen.PlatformProblem{
			Name:   p.Name,
			Status: p.Status,
			Detail: p.Detail,
		})
	}
	for _, l := range r.Lists {
		answer.Lists = append(answer.Lists, listAnswer(l))
	}
	for _, t := range r.Tables {
		answer.Tables = append(answer.Tables, tableAnswer(t))
	}
	for _, e := range r.SearchEngines {
		answer.SearchEngines = append(answer.SearchEngines, gen.PlatformHealth_SearchEngines{
			Name:     e.Name,
			Asked:    e.Asked,
			Answered: e.Answered,
		})
	}
	if answer.Checks == nil {
		answer.Checks = map[string]string{}
	}
	return answer, nil
}

// recheck is after how long a service that is not ready may be asked again.
const recheck = 5 * time.Second

// notReady names all that keeps the service from selling.
func notReady(blocked []HealthProblem) error {
	reasons := make([]string, len(blocked))
	for i, b := range blocked {
		reasons[i] = b.Name + ": " + b.Detail
	}
	return problem.Unavailable(problem.CodeNotReady, recheck,
		"nothing can be sold now: %s", strings.Join(reasons, "; "))
}

func paymentsAnswer(p PaymentsHealth) gen.PlatformHealth_Payments {
	answer := gen.PlatformHealth_Payments{
		Mode:        p.Mode,
		Facilitator: p.Facilitator,
		Reachable:   p.Reachable,
		Verdicts:    make([]gen.PlatformVerdict, 0, len(p.Verdicts)),
		Settlements: p.Settlements.answer(),
	}

	for _, v := range p.Verdicts {
		answer.Verdicts = append(answer.Verdicts, gen.PlatformVerdict{
			Call:    gen.PlatformVerdictCall(v.Call),
			Outcome: gen.PlatformVerdictOutcome(v.Outcome),
			Reason:  v.Reason,
			Total:   v.Total,
			LastAt:  v.LastAt.UTC(),
		})
	}

	if !p.LastOK.IsZero() {
		answer.LastOkAt = new(p.LastOK.UTC())
	}
	return answer
}

func listAnswer(l upstream.DatasetHealth) gen.PlatformList {
	list := gen.PlatformList{
		Name:      l.Name,
		Status:    gen.PlatformListStatus(l.Status),
		Records:   l.Records,
		CheckedAt: l.CheckedAt,
		StatedAt:  l.StatedAt,
		LastError: response.OrNull(l.LastError),
	}
	if l.From != "" {
		list.From = new(gen.PlatformListFrom(l.From))
	}
	if l.CheckedAt != nil {
		list.AgeSeconds = &l.AgeSeconds
	}
	return list
}

func tableAnswer(t TableHealth) gen.PlatformTable {
	return gen.PlatformTable{
		Name:          t.Name,
		Status:        gen.PlatformTableStatus(t.State),
		Holds:         t.Holds,
		AsOfDate:      string(dated.DayOf(t.AsOf.Start())),
		GoodUntilDate: string(t.GoodUntil),
		DaysLeft:      t.Left,
		Routes:        t.Routes,
	}
}

// milliseconds keeps microseconds and drops the noise below.
func milliseconds(d time.Duration) float64 {
	return math.Round(float64(d)/float64(time.Microsecond)) / 1000
}

// ValidationError is the body of a 422 on /usage/events and /slowlog, an HTTP validation error: msg is the
// rule that the query parameter field breaks, kind the type of the error for programs ("int_parsing").
func ValidationError(field, msg, kind string) []byte {
	type entry struct {
		Loc  []string `json:"loc"`
		Msg  string   `json:"msg"`
		Type string   `json:"type"`
	}
	body, err := jsontext.Marshal(map[string][]entry{"detail": {{
		Loc:  []string{"query", field},
		Msg:  msg,
		Type: kind,
	}}})
	if err != nil { // three strings always have a JSON form
		return []byte(`{"detail":[]}`)
	}
	return body
}
