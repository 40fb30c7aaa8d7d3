package mcp

import (
	"context"

	gen "github.com/farebox/farebox/gen/mcp"
	"github.com/farebox/farebox/handlers/mcp/toolscan"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/scored"
)

// McpScan answers POST /mcp/scan: what in a manifest is aimed at the model, per tool and in eight
// dimensions, with content hashes to pin.
func (h *Handlers) McpScan(_ context.Context, req gen.McpScanRequestObject) (gen.McpScanResponseObject, error) {
	report, err := h.scanner.Scan(*req.Body)
	if err != nil {
		return nil, inputProblem(err)
	}
	unjudged := map[toolscan.Dimension]string{}
	if !report.DriftEvaluated {
		unjudged[toolscan.Drift] = "nothing was pinned"
	}
	var tally scored.Tally
	for _, d := range toolscan.Dimensions() {
		tally.Part(string(d), 1, unjudged[d] == "")
	}

	answer := gen.McpScan200JSONResponse{
		RiskScore:    report.RiskScore,
		Category:     gen.McpScanCategory(report.Category),
		Form:         gen.McpScanForm(report.Form),
		ToolCount:    len(report.Tools),
		Tools:        make([]gen.McpTool, 0, len(report.Tools)),
		Findings:     findings(report.Findings),
		Dimensions:   dimensions(report.Dimensions, unjudged),
		ManifestHash: report.ManifestHash,
		Coverage:     tally.Coverage(),
		Scanned: gen.McpScanned{
			Texts:        report.TextsScanned,
			Bytes:        report.BytesScanned,
			DecodedTexts: report.DecodedTexts,
			MoreTools:    report.MoreTools,
		},
		Measured:   h.measured["tools"],
		Disclaimer: disclaimer,
	}
	for _, t := range report.Tools {
		changed := t.Changed
		if changed == nil {
			changed = []string{}
		}
		answer.Tools = append(answer.Tools, gen.McpTool{
			Name:            response.OrNull(t.Name),
			Location:        t.Location,
			RiskScore:       t.RiskScore,
			Category:        gen.McpToolCategory(t.Category),
			ContentHash:     t.ContentHash,
			Pinned:          gen.McpToolPinned(t.Pinned),
			Changed:         changed,
			Findings:        findings(t.Findings),
			FindingsOmitted: t.Dropped,
		})
	}
	return answer, nil
}
