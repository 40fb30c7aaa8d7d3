package mcp

import (
	"context"

	gen "github.com/farebox/farebox/gen/mcp"
	"github.com/farebox/farebox/handlers/mcp/toolscan"
)

// McpScan answers POST /mcp/scan: what in a manifest is aimed at the model, per tool and in eight
// dimensions, with content hashes to pin.
func (h *Handlers) McpScan(_ context.Context, req gen.McpScanRequestObject) (gen.McpScanResponseObject, error) {
	report, err := h.scanner.Scan(*req.Body)
	if err != nil {
		return nil, inputProblem(err)
	}
	var unjudged []toolscan.Dimension
	if !report.DriftEvaluated {
		unjudged = append(unjudged, toolscan.Drift)
	}
	byDimension, evaluated := dimensions(report.Dimensions, unjudged...)
	answer := gen.McpScan200JSONResponse{
		RiskScore: report.RiskScore, Category: gen.McpScanCategory(report.Category), Form: gen.McpScanForm(report.Form), ToolCount: len(report.Tools),
		Tools: make([]gen.McpTool, 0, len(report.Tools)), Findings: findings(report.Findings), Dimensions: byDimension, ManifestHash: report.ManifestHash,
		Coverage: gen.McpCoverage{
			Texts: report.TextsScanned, Bytes: report.BytesScanned, DecodedTexts: report.DecodedTexts, DimensionsEvaluated: evaluated,
		},
		Disclaimer: disclaimer,
	}
	for _, t := range report.Tools {
		changed := t.Changed
		if changed == nil {
			changed = []string{}
		}
		answer.Tools = append(answer.Tools, gen.McpTool{
			Name: t.Name, Location: t.Location, RiskScore: t.RiskScore, Category: gen.McpToolCategory(t.Category), ContentHash: t.ContentHash,
			Pinned: gen.McpToolPinned(t.Pinned), Changed: changed, Findings: findings(t.Findings), FindingsOmitted: t.Dropped,
		})
	}
	return answer, nil
}
