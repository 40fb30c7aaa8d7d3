// Package mcp answers the /mcp routes: they scan MCP tool manifests and single texts for content aimed at the model
// instead of the user. Package toolscan does the scanning; nothing is fetched or run.
package mcp

import (
	"cmp"
	_ "embed"
	"errors"
	"strconv"

	"github.com/labstack/echo/v4"

	gen "github.com/farebox/farebox/gen/mcp"
	"github.com/farebox/farebox/handlers/mcp/toolscan"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/scored"
)

// Handlers answers the mcp routes. It holds only the scanner's compiled lexicons, and how well it judges.
type Handlers struct {
	scanner  *toolscan.Scanner
	measured map[string]gen.Measured // of tools and of texts
}

// measuredText is written by TestSets of scripts/research/toolscan/corpus, from the halves of published sets whose
// single samples nobody reads.
//
//go:embed measured.txt
var measuredText string

// New compiles the lexicons and returns the handlers. A test reads the measured rates before anyone else does.
func New() *Handlers {
	rates, err := scored.Measured(measuredText, "tools", "texts")
	if err != nil {
		panic(err)
	}
	return &Handlers{
		scanner:  toolscan.New(),
		measured: rates,
	}
}

// Register puts the family's routes on the router.
func (h *Handlers) Register(e *echo.Echo) { gen.Register(e, h) }

// disclaimer says what scanning text cannot tell.
const disclaimer = "Static reading of texts: it finds known ways of attack, not every one, and says nothing " +
	"about what a tool does when it is called. clean is no proof of safety: measured says what share of published " +
	"attacks is found. Of jailbreaks told as stories and of plain requests, most pass."

// inputProblem is the 400 for a body that cannot be scanned.
func inputProblem(err error) error {
	var input *toolscan.InputError
	if !errors.As(err, &input) {
		return err
	}
	field := cmp.Or(input.Field, "body")
	return problem.Invalid(field, "%s", input.Reason)
}

func findings(list []toolscan.Finding) []gen.McpFinding {
	out := make([]gen.McpFinding, 0, len(list))
	for _, f := range list {
		out = append(out, gen.McpFinding{
			Dimension: gen.McpFindingDimension(f.Dimension),
			Check:     f.Check,
			Severity:  gen.McpFindingSeverity(f.Severity),
			Points:    f.Points,
			Location:  f.Location,
			Part:      gen.McpFindingPart(f.Part),
			Start:     f.Start,
			End:       f.End,
			CharStart: f.CharStart,
			CharEnd:   f.CharEnd,
			Excerpt:   response.OrNull(f.Excerpt),
			Decoded:   response.OrNull(f.Decoded),
			Count:     f.Count,
			Reason:    f.Reason,
		})
	}

	return out
}

// dimensions returns all eight. unjudged are those without evidence to judge by, with the reason.
func dimensions(
	scores map[toolscan.Dimension]toolscan.DimensionScore,
	unjudged map[toolscan.Dimension]string,
) gen.McpDimensions {
	one := func(d toolscan.Dimension) gen.Dimension {
		why, skipped := unjudged[d]
		if skipped {
			return gen.Dimension{Weight: weightOf(d), Detail: &why}
		}
		return gen.Dimension{
			Score:     new(scores[d].Score),
			Weight:    weightOf(d),
			Evaluated: true,
			Detail:    new(counted(scores[d].Findings)),
		}
	}
	return gen.McpDimensions{
		HiddenUnicode:       one(toolscan.HiddenUnicode),
		PromptInjection:     one(toolscan.PromptInjection),
		DataExfiltration:    one(toolscan.DataExfiltration),
		DangerousCapability: one(toolscan.DangerousCapability),
		ToolShadowing:       one(toolscan.ToolShadowing),
		Drift:               one(toolscan.Drift),
		Obfuscation:         one(toolscan.Obfuscation),
		MetadataHygiene:     one(toolscan.MetadataHygiene),
	}
}

// weightOf is the share of the total score that a dimension can reach alone.
func weightOf(d toolscan.Dimension) float64 {
	if d == toolscan.MetadataHygiene {
		return float64(toolscan.HygieneCap) / 100
	}
	return 1
}

func counted(findings int) string {
	switch findings {
	case 0:
		return "no findings"
	case 1:
		return "1 finding"
	}
	return strconv.Itoa(findings) + " findings"
}
