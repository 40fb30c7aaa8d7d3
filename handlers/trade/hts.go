package trade

import (
	"context"
	"slices"
	"strings"

	"github.com/farebox/farebox/gen/shared"
	gen "github.com/farebox/farebox/gen/trade"
	"github.com/farebox/farebox/handlers/trade/rate"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/usitc"
)

// TradeHTS answers GET /trade/hts.
func (h *Handlers) TradeHTS(ctx context.Context, req gen.TradeHTSRequestObject) (gen.TradeHTSResponseObject, error) {
	keyword := strings.Join(strings.Fields(req.Params.Keyword), " ")
	if len(keyword) < 2 {
		return nil, problem.Invalid("keyword", "keyword must have words or a code")
	}
	search := keyword
	// A short number is a word: grades of steel, models.
	if digits, ok := codeOf(keyword); ok && len(digits) >= 4 {
		if len(digits) > 10 || len(digits)%2 != 0 {
			return nil, problem.Invalid("keyword", "a code has 4, 6, 8 or 10 digits, such as 8534.00.00")
		}
		search = dotted(digits)
	}

	ctx, reads := upstream.WithReads(ctx)
	lines, err := h.schedule.Search(ctx, search)
	if err != nil {
		return nil, err
	}
	var found []gen.TradeLine
	total := 0
	for _, l := range lines {
		if !hasLevel(l) {
			continue
		}
		if total++; total <= req.Params.Limit {
			found = append(found, lineAnswer(whole(l, lines)))
		}
	}
	if total == 0 {
		return nil, problem.NotFound("keyword", "the schedule has no line for this keyword")
	}

	return gen.TradeHTS200JSONResponse{
		Keyword:     keyword,
		Count:       len(found),
		Total:       total,
		Truncated:   total > len(found),
		Results:     found,
		Sources:     []shared.Source{response.Read(usitc.Provider.Name, reads, nil)},
		Attribution: usitc.Provider.Attribution,
	}, nil
}

// hasLevel reports whether a line has a code of the schedule; others only have a text for the lines below.
func hasLevel(l usitc.Line) bool {
	digits := l.Digits()
	n := len(digits)
	return n >= 4 && n <= 10 && n%2 == 0 && strings.Trim(digits, "0123456789") == ""
}

func lineAnswer(l line) gen.TradeLine {
	return gen.TradeLine{
		Hts:             l.Code,
		Description:     rate.Plain(string(l.Description)),
		DescriptionPath: response.Items(l.Path),
		Level:           gen.TradeLineLevel(len(l.Digits())),
		Units:           units(l.Units),
		GeneralRate:     response.OrNull(rate.Plain(string(l.General))),
		SpecialRate:     response.OrNull(rate.Plain(string(l.Special))),
		Column2Rate:     response.OrNull(rate.Plain(string(l.Other))),
		Inherited:       l.Inherited,
		Chapter99Refs:   l.Refs,
	}
}

// units are null for a line without any, such as a parent line: the schedule writes that as null, as "" and as no
// unit.
func units(list []string) []string {
	list = slices.DeleteFunc(slices.Clone(list), func(unit string) bool { return unit == "" })
	if len(list) == 0 {
		return nil
	}
	return list
}
