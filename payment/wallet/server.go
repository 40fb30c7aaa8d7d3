package wallet

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"log/slog"
	"slices"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// statusTool is the one tool of the wallet itself.
const statusTool = "wallet_status"

// remoteTools reads the list of the remote server to its end. With names, only those are kept.
func remoteTools(ctx context.Context, session *mcp.ClientSession, names []string) ([]*mcp.Tool, error) {
	var tools []*mcp.Tool
	for tool, err := range session.Tools(ctx, nil) {
		if err != nil {
			return nil, fmt.Errorf("list the tools of the service: %w", err)
		}
		if len(names) == 0 || slices.Contains(names, tool.Name) {
			tools = append(tools, tool)
		}
	}
	return tools, nil
}

// Server is the local server: the remote tools, which are paid for, and the wallet's own.
func (w *Wallet) Server(version, instructions string, tools []*mcp.Tool) *mcp.Server {
	server := mcp.NewServer(&mcp.Implementation{
		Name:    "farebox-wallet",
		Title:   "Farebox wallet",
		Version: version,
	}, &mcp.ServerOptions{
		Instructions: fmt.Sprintf(
			"Calls are paid by a local wallet: up to $%s each, $%s in all. %s tells what is left.\n\n%s",
			w.opt.MaxUSD, w.opt.BudgetUSD, statusTool, instructions),
		Capabilities: &mcp.ServerCapabilities{Tools: &mcp.ToolCapabilities{}},
		Logger:       slog.New(slog.DiscardHandler),
	})

	for _, tool := range tools {
		tool.OutputSchema = nil // results end with their cost
		server.AddTool(tool, func(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			result, err := w.Call(ctx, req.Params.Name, req.Params.Arguments)
			if err != nil {
				w.opt.Log.Warn("call failed", "tool", req.Params.Name, "error", err)
				return refusal("%s could not be called: %v. Nothing was charged.", req.Params.Name, err), nil
			}
			return result, nil
		})
	}

	server.AddTool(&mcp.Tool{
		Name:        statusTool,
		Title:       "Wallet status",
		Description: "The wallet that pays for calls: address, balance, caps, and what this session has spent. Free.",
		InputSchema: json.RawMessage(`{"type":"object","properties":{},"additionalProperties":false}`),
		Annotations: &mcp.ToolAnnotations{
			Title:           "Wallet status",
			ReadOnlyHint:    true,
			IdempotentHint:  true,
			DestructiveHint: new(false),
			OpenWorldHint:   new(false),
		},
	}, func(ctx context.Context, _ *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return w.status(ctx), nil
	})

	return server
}

// status is the answer of wallet_status.
func (w *Wallet) status(ctx context.Context) *mcp.CallToolResult {
	spent, held, left := w.spending.figures()
	answer := map[string]any{
		"address":     w.opt.Payer.Address,
		"network":     w.opt.Asset.Network,
		"asset":       w.opt.Asset.Contract,
		"balance_usd": nil,
		"spent_usd":   json.Number(spent.String()),
		"held_usd":    json.Number(held.String()), // signed, not charged as far as is known, and not ended yet
		"left_usd":    json.Number(left.String()),
		"max_usd":     json.Number(w.opt.MaxUSD.String()),
		"budget_usd":  json.Number(w.opt.BudgetUSD.String()),
	}
	balance, err := w.opt.Balance(ctx, w.opt.Payer.Address)
	if err == nil {
		answer["balance_usd"] = json.Number(balance.String())
	} else {
		w.opt.Log.Warn("balance not read", "error", err)
	}

	text, err := json.Marshal(answer)
	if err != nil {
		return refusal("the wallet's state could not be written: %v", err)
	}
	return &mcp.CallToolResult{
		Content:           []mcp.Content{&mcp.TextContent{Text: string(text)}},
		StructuredContent: json.RawMessage(text),
	}
}

func randomID() (string, error) {
	var raw [16]byte
	if _, err := rand.Read(raw[:]); err != nil {
		return "", fmt.Errorf("purchase id: %w", err)
	}
	return hex.EncodeToString(raw[:]), nil
}
