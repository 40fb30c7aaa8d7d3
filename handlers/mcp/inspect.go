package mcp

import (
	"context"
	"strings"

	gen "github.com/farebox/farebox/gen/mcp"
	"github.com/farebox/farebox/handlers/mcp/toolscan"
	"github.com/farebox/farebox/internal/problem"
)

// McpInspect answers POST /mcp/inspect: what in one text is aimed at the model reading it.
func (h *Handlers) McpInspect(_ context.Context, req gen.McpInspectRequestObject) (gen.McpInspectResponseObject, error) {
	text := req.Body.Text
	if strings.TrimSpace(text) == "" {
		return nil, problem.Invalid("text", "text must not be blank")
	}
	if len(text) > toolscan.MaxInspect {
		return nil, problem.TooLarge("text", "text may have %d bytes of UTF-8 at most, has %d", toolscan.MaxInspect, len(text))
	}
	kind := kindOf(req.Body.Kind)
	report := h.scanner.Inspect(text, string(kind))
	byDimension := dimensions(report.Dimensions, map[toolscan.Dimension]string{
		toolscan.Drift:           "a single text has no pins",
		toolscan.MetadataHygiene: "a single text has no metadata",
	})
	return gen.McpInspect200JSONResponse{
		RiskScore:   report.RiskScore,
		Category:    gen.McpInspectionCategory(report.Category),
		Kind:        kind,
		Findings:    findings(report.Findings),
		Dimensions:  byDimension,
		ContentHash: report.ContentHash,
		Length:      report.Bytes,
		Characters:  report.Characters,
		Measured:    h.measured["texts"],
		Disclaimer:  disclaimer,
	}, nil
}

// kindOf reads a kind leniently: case and separators do not matter, any other word is other.
func kindOf(text string) gen.McpInspectionKind {
	word := strings.ReplaceAll(strings.ReplaceAll(strings.ToLower(strings.TrimSpace(text)), "-", "_"), " ", "_")
	switch word {
	case "", "tool_description":
		return "description"
	case "description", "tool_result", "prompt", "resource", "skill", "readme":
		return gen.McpInspectionKind(word)
	case "result", "tool_output", "output":
		return "tool_result"
	}
	return "other"
}
