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
	"github.com/farebox/farebox/internal/each"
	"github.com/farebox/farebox/internal/jsontext"
	"github.com/farebox/farebox/internal/operation"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/spec"
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
	return each.Of(schema.Enum, func(v any) string { return fmt.Sprint(v) })
}

// HealthReport is the state of the service as the checks last saw it.
type HealthReport struct {
	gen.PlatformHealth
	Blocked []gen.PlatformProblem // without what nothing can be sold; none: it is ready
}

// NewHealthReport is that of a service that lacks nothing.
func NewHealthReport() HealthReport {
	return HealthReport{PlatformHealth: gen.PlatformHealth{
		Status:        gen.Ok,
		Checks:        map[string]string{},
		Lists:         []gen.PlatformList{},
		Problems:      []gen.PlatformProblem{},
		SearchEngines: []gen.PlatformHealth_SearchEngines{},
		Tables:        []gen.PlatformTable{},
		Payments:      gen.PlatformHealth_Payments{Verdicts: []gen.PlatformVerdict{}},
	}}
}

// Lacks notes something missing that routes need, which makes the service degraded. Anybody may read it: it has no URL,
// key or path.
func (r *HealthReport) Lacks(name, status, detail string) {
	r.Status = gen.Degraded
	r.Problems = append(r.Problems, gen.PlatformProblem{
		Name:   name,
		Status: status,
		Detail: detail,
	})
}

// Health answers GET /health. It is 200 even when degraded: the routes that do not need what is down still work, and a
// balancer that took the replica away would make it worse. Who asks with ready=true wants to know whether to send
// buyers here.
func (h *Handlers) Health(ctx context.Context, req gen.HealthRequestObject) (gen.HealthResponseObject, error) {
	r := h.cfg.Health(ctx)
	if req.Params.Ready && len(r.Blocked) > 0 {
		return nil, notReady(r.Blocked)
	}

	return gen.Health200JSONResponse(r.PlatformHealth), nil
}

// recheck is after how long a service that is not ready may be asked again.
const recheck = 5 * time.Second

// notReady names all that keeps the service from selling.
func notReady(blocked []gen.PlatformProblem) error {
	reasons := each.Of(blocked, func(b gen.PlatformProblem) string { return b.Name + ": " + b.Detail })
	return problem.Unavailable(problem.CodeNotReady, recheck,
		"nothing can be sold now: %s", strings.Join(reasons, "; "))
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
