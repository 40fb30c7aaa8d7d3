package macro

import (
	_ "embed" // the indicators
	"regexp"
	"strings"

	"github.com/farebox/farebox/internal/each"
	"github.com/farebox/farebox/internal/problem"
)

// indicator is what can be asked for: one definition for each key, so that countries can be compared.
type indicator struct {
	key        string
	code       string // of the World Bank, or of the IMF where fromIMF is set
	name       string // what the source calls it; "" until it says so
	definition string
	unit       string
	basis      string
	fromIMF    bool
}

// government debt of all levels is the IMF's: the World Bank has that of central governments only, of few countries.
const debtKey = "government_debt"

// indicators are those with a key. The first sixteen make the profile of a country.
var indicators = readIndicators(indicatorFile)

// indicatorFile has a line for each: key, code, wb or imf, name, unit, basis and definition.
//
//go:embed indicators.tsv
var indicatorFile string

func readIndicators(text string) []indicator {
	var all []indicator
	for line := range strings.Lines(text) {
		cells := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		all = append(all, indicator{
			key:        cells[0],
			code:       cells[1],
			fromIMF:    cells[2] == "imf",
			name:       cells[3],
			unit:       cells[4],
			basis:      cells[5],
			definition: cells[6],
		})
	}
	return all
}

// profiled is how many of the indicators make the profile of a country.
const profiled = 16

// codeForm is the form of a code of the World Bank.
var codeForm = regexp.MustCompile(`^[A-Z0-9]{2,4}(\.[A-Z0-9]{1,8}){1,6}$`)

// indicatorOf reads a key or a code.
func indicatorOf(text string) (indicator, error) {
	key := strings.ToLower(strings.NewReplacer(" ", "_", "-", "_").Replace(strings.TrimSpace(text)))
	code := strings.ToUpper(strings.TrimSpace(text))
	for _, i := range indicators {
		if i.key == key || i.code == code {
			return i, nil
		}
	}
	if codeForm.MatchString(code) {
		return indicator{code: code}, nil
	}

	keys := each.Of(indicators, func(i indicator) string { return i.key })
	return indicator{}, problem.Invalid("indicator",
		"indicator must be one of %s, or a code of the World Bank such as NY.GDP.MKTP.CD", strings.Join(keys, ", "))
}
