// Package tools sells the routes as tools of the Model Context Protocol (MCP), at /mcp.
//
// It holds no route, price or description of its own: the tools are made from the spec, and a call of one is the
// route's HTTP request, run in-process through the same gate. So there is one ledger and one rule for repeats: what
// was bought here can be had again over HTTP with the same payment, and the other way round.
//
// What a call brings to pay with is read in one place (credential.go) and what the gate answers is put into the words
// of MCP clients in one place (result.go). Everything between is HTTP.
package tools

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/farebox/farebox/internal/spec"
	"github.com/farebox/farebox/payment/mpp"
	"github.com/farebox/farebox/server/caller"
	"github.com/farebox/farebox/server/discovery"
	"github.com/farebox/farebox/server/find"
)

// Path is where the default tools are served; those of families are below it.
const Path = discovery.MCPPath

// toolsetPath is followed by names of families, or by all. It keeps clear of the routes /mcp/scan and /mcp/inspect.
const toolsetPath = Path + "/x/"

// Options of a Door. All but Hosts and ListsPerMinute are required.
type Options struct {
	Spec    *spec.Spec
	Find    func() *find.Index       // the search over Spec, for which it is asked at each search
	Closed  func() map[string]string // routes that are not sold now, by name; nil: none
	Service discovery.Service
	// Routes answers the HTTP request that a tool call stands for, with validation and gate.
	Routes http.Handler
	// Hosts are names under which /mcp is reached besides loopback and that of Service.PublicBaseURL.
	Hosts []string
	// ListsPerMinute bounds the lists that one address gets; 0 is no bound.
	ListsPerMinute int
	Log            *slog.Logger
	Now            func() time.Time
}

// Door is the MCP server. It keeps no sessions, so that any replica answers any message.
type Door struct {
	opt     Options
	hosts   map[string]bool
	lists   *caller.Limiter
	catalog *catalog
	sdk     http.Handler

	workTime time.Duration
	callTime time.Duration
}

// New makes the tools of the spec.
func New(o Options) (*Door, error) {
	if o.Spec == nil || o.Find == nil || o.Routes == nil || o.Log == nil || o.Now == nil {
		return nil, errors.New("tools: Spec, Find, Routes, Log and Now are required")
	}
	hosts, err := ownHosts(o.Service.PublicBaseURL, o.Hosts)
	if err != nil {
		return nil, err
	}
	catalog, err := newCatalog(o.Spec)
	if err != nil {
		return nil, err
	}

	d := &Door{
		opt:     o,
		hosts:   hosts,
		lists:   caller.NewLimiter(o.ListsPerMinute, o.Now),
		catalog: catalog,

		workTime: workTime,
		callTime: callTime,
	}
	server := d.server()
	d.sdk = mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return server }, &mcp.StreamableHTTPOptions{
		Stateless:                    true,
		JSONResponse:                 true,
		PropagateRequestCancellation: true,
		// The front has bounded the body and looked at the Host by then.
		MaxRequestBodyBytes:        maxBody,
		DisableLocalhostProtection: true,
		Logger:                     slog.New(slog.DiscardHandler), // it would log what strangers send
	})
	return d, nil
}

// Serves says whether path is one of the door's.
func Serves(path string) bool {
	return path == Path || path == Path+"/" || strings.HasPrefix(path, toolsetPath)
}

// server is the SDK's part: revisions, envelopes, initialize, discover and ping. The two methods that are about tools
// are answered here, because the SDK knows one list only and no result that asks for a payment.
func (d *Door) server() *mcp.Server {
	capabilities := &mcp.ServerCapabilities{
		Tools:     &mcp.ToolCapabilities{},
		Prompts:   &mcp.PromptCapabilities{},
		Resources: &mcp.ResourceCapabilities{},
	}
	capabilities.AddExtension(paymentExtension, map[string]any{})
	if d.opt.Service.MPP {
		methods := map[string]any{}
		for _, method := range d.opt.Service.Methods() {
			methods[method] = map[string]any{"intents": []string{mpp.Intent}}
		}
		capabilities.Experimental = map[string]any{"payment": map[string]any{"methods": methods}}
	}

	service := d.opt.Service
	server := mcp.NewServer(&mcp.Implementation{
		Name:       strings.ToLower(service.Name),
		Title:      service.Name,
		Version:    service.Version,
		WebsiteURL: service.PublicBaseURL,
	}, &mcp.ServerOptions{
		Instructions: d.instructions(),
		Capabilities: capabilities,
		Logger:       slog.New(slog.DiscardHandler),
	})
	d.addGuide(server)
	d.addPrompts(server)
	server.AddReceivingMiddleware(func(next mcp.MethodHandler) mcp.MethodHandler {
		return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
			switch req := req.(type) {
			case *mcp.ListToolsRequest:
				return d.list(req)
			case *mcp.CallToolRequest:
				return d.call(ctx, req)
			}
			return next(ctx, method, req)
		}
	})
	return server
}

// instructions are what a model reads before any tool. Clients that search tools show it nothing else.
func (d *Door) instructions() string {
	low, high, paid := discovery.PriceRange(d.opt.Spec.Operations)
	return fmt.Sprintf("%s sells data and computations by the call: %d tools, $%s to $%s each, no account.\n\n"+
		"The list shows a part of them. Call find_tools with the task in words first: it is free and gives the best "+
		"tools with price, inputs and an example. describe_tool shows what a tool answers. Call a tool that is not in "+
		"your list with call_tool.\n\n"+
		"Payment: a tool answers an unpaid call with its price (x402, USDC). The MCP client signs and calls again; "+
		"how_to_pay, free too, says how, also for clients that cannot pay. Only a good answer is charged: errors say "+
		"charged: false. When an error says retry: same_payment, send the same payment again, never a new one; a paid "+
		"answer can be had again with its payment.",
		d.opt.Service.Name, paid, low, high)
}
