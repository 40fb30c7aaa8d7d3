package macro

import (
	"slices"
	"strconv"
	"strings"

	"github.com/farebox/farebox/internal/place/country"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/upstream/worldbank"
)

// economy is a country or a group of countries.
type economy struct {
	iso2  string // "" of groups
	iso3  string
	name  string
	group bool
}

// groups are the World Bank's groups of countries by their codes.
var groups = map[string]string{
	"AFE": "Africa Eastern and Southern",
	"AFW": "Africa Western and Central",
	"ARB": "Arab World",
	"CEB": "Central Europe and the Baltics",
	"CSS": "Caribbean small states",
	"EAP": "East Asia & Pacific (excluding high income)",
	"EAR": "Early-demographic dividend",
	"EAS": "East Asia & Pacific",
	"ECA": "Europe & Central Asia (excluding high income)",
	"ECS": "Europe & Central Asia",
	"EMU": "Euro area",
	"EUU": "European Union",
	"FCS": "Fragile and conflict affected situations",
	"HIC": "High income",
	"HPC": "Heavily indebted poor countries",
	"IBD": "IBRD only",
	"IBT": "IDA & IBRD total",
	"IDA": "IDA total",
	"IDB": "IDA blend",
	"IDX": "IDA only",
	"LAC": "Latin America & Caribbean (excluding high income)",
	"LCN": "Latin America & Caribbean",
	"LDC": "Least developed countries",
	"LIC": "Low income",
	"LMC": "Lower middle income",
	"LMY": "Low & middle income",
	"LTE": "Late-demographic dividend",
	"MEA": "Middle East & North Africa",
	"MIC": "Middle income",
	"MNA": "Middle East & North Africa (excluding high income)",
	"NAC": "North America",
	"OED": "OECD members",
	"OSS": "Other small states",
	"PRE": "Pre-demographic dividend",
	"PSS": "Pacific island small states",
	"PST": "Post-demographic dividend",
	"SAS": "South Asia",
	"SSA": "Sub-Saharan Africa (excluding high income)",
	"SSF": "Sub-Saharan Africa",
	"SST": "Small states",
	"UMC": "Upper middle income",
	"WLD": "World",
}

// groupNames are names by which groups are asked for.
var groupNames = map[string]string{
	"eu":             "EUU",
	"euro area":      "EMU",
	"eurozone":       "EMU",
	"european union": "EUU",
	"oecd":           "OED",
	"world":          "WLD",
}

// maxEconomies is how many countries and groups one question may have.
const maxEconomies = 20

// economiesOf reads countries and groups, separated by commas, each once.
func economiesOf(text string, least int) ([]economy, error) {
	var list []economy
	for part := range strings.SplitSeq(text, ",") {
		if strings.TrimSpace(part) == "" {
			continue
		}
		e, err := economyOf(part)
		if err != nil {
			return nil, err
		}
		if !slices.Contains(list, e) {
			list = append(list, e)
		}
	}

	switch {
	case len(list) < least:
		return nil, problem.Invalid("country",
			"country must name at least %d different countries, separated by commas, such as DE,FR", least)
	case len(list) > maxEconomies:
		return nil, problem.Invalid("country", "country must name at most %d countries", maxEconomies)
	}

	return list, nil
}

func economyOf(text string) (economy, error) {
	text = strings.Join(strings.Fields(text), " ")
	code := strings.ToUpper(text)
	if named, ok := groupNames[strings.ToLower(text)]; ok {
		code = named
	}
	if name, ok := groups[code]; ok {
		return economy{
			iso3:  code,
			name:  name,
			group: true,
		}, nil
	}

	c, err := country.Named("country", text)
	if err != nil {
		return economy{}, err
	}
	return economy{
		iso2: c.Alpha2,
		iso3: c.Alpha3,
		name: c.Name,
	}, nil
}

// first is the first year that the World Bank has values of.
const firstYear = 1960

// defaultYears is how many years are looked at when the caller does not say.
const defaultYears = 10

// calendar is a period with the latest so many years that the World Bank has published figures of, whether they have a
// value or not, and what came after them. The figures of a year come by the July after it.
func (h *Handlers) calendar(years worldbank.Years) worldbank.Years {
	if years.Latest == 0 {
		return years
	}
	return worldbank.Years{
		First: h.now().AddDate(0, -6, 0).Year() - years.Latest,
		Last:  h.now().Year(),
	}
}

// yearsOf reads the period: one year or two with a colon, or the latest so many years.
func (h *Handlers) yearsOf(years *string, latest *int) (worldbank.Years, error) {
	if years != nil && latest != nil {
		return worldbank.Years{}, problem.InvalidCode("years", problem.CodeAmbiguous, "give years or range, not both")
	}
	if years == nil {
		n := defaultYears
		if latest != nil {
			n = *latest
		}
		return worldbank.Years{Latest: n}, nil
	}

	first, last, two := strings.Cut(*years, ":")
	if !two {
		last = first
	}
	from, errFrom := strconv.Atoi(first)
	to, errTo := strconv.Atoi(last)
	if errFrom != nil || errTo != nil || from < firstYear || to > h.now().Year() || from > to {
		return worldbank.Years{}, problem.Invalid("years",
			"years must be a year from %d to %d, or the first and last with a colon between them, such as 2015:2024",
			firstYear, h.now().Year())
	}
	return worldbank.Years{First: from, Last: to}, nil
}
