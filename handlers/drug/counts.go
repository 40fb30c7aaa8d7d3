package drug

import (
	"cmp"
	"slices"
	"strconv"

	"github.com/shopspring/decimal"

	gen "github.com/farebox/farebox/gen/drug"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream/openfda"
)

// reportsPct is a part of the reports in per cent, to a tenth; null of more than there are.
func reportsPct(part, total int) *float64 {
	if part > total {
		return nil
	}
	return response.Pct(decimal.NewFromInt(int64(part)), decimal.NewFromInt(int64(total)), 1)
}

// byYear adds up counts by day. Nil when they do not add up to the total: then days are missing.
func byYear(counts openfda.Counts, total int) []gen.DrugYear {
	years := map[int]int{}
	sum := 0
	for _, v := range counts.Values {
		if len(v.Day) < 4 {
			return nil
		}
		year, err := strconv.Atoi(string(v.Day[:4]))
		if err != nil {
			return nil
		}
		years[year] += v.Count
		sum += v.Count
	}
	if sum != total {
		return nil
	}

	list := []gen.DrugYear{}
	for year, count := range years {
		list = append(list, gen.DrugYear{Year: year, Count: count})
	}
	slices.SortFunc(list, func(a, b gen.DrugYear) int { return cmp.Compare(a.Year, b.Year) })
	return list
}

func reactionsOf(counts openfda.Counts, total, shown int) []gen.DrugReaction {
	list := []gen.DrugReaction{}
	for _, v := range firstOf(counts.Values, shown) {
		list = append(list, gen.DrugReaction{
			Reaction:   string(v.Term),
			Count:      v.Count,
			ReportsPct: reportsPct(v.Count, total),
		})
	}
	return list
}
