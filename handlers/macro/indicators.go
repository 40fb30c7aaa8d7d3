package macro

import (
	"regexp"
	"strings"

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
var indicators = []indicator{
	{
		key:        "gdp",
		code:       "NY.GDP.MKTP.CD",
		definition: "Gross domestic product at market exchange rates.",
		unit:       "USD",
		basis:      "nominal, annual",
	},
	{
		key:        "gdp_growth",
		code:       "NY.GDP.MKTP.KD.ZG",
		definition: "Growth of gross domestic product at constant prices against the year before.",
		unit:       "percent",
		basis:      "real, annual",
	},
	{
		key:        "gdp_per_capita",
		code:       "NY.GDP.PCAP.CD",
		definition: "Gross domestic product at market exchange rates by midyear population.",
		unit:       "USD per person",
		basis:      "nominal, annual",
	},
	{
		key:        "gdp_per_capita_ppp",
		code:       "NY.GDP.PCAP.PP.CD",
		definition: "Gross domestic product at purchasing power parity by midyear population.",
		unit:       "international dollars per person",
		basis:      "nominal, annual",
	},
	{
		key:        "inflation",
		code:       "FP.CPI.TOTL.ZG",
		definition: "Change of the average consumer price index of the year against the year before.",
		unit:       "percent",
		basis:      "annual average",
	},
	{
		key:        "unemployment",
		code:       "SL.UEM.TOTL.ZS",
		definition: "Unemployed in per cent of the labour force, as modelled by the International Labour Organization.",
		unit:       "percent of labour force",
		basis:      "annual, modelled estimate",
	},
	{
		key:        "population",
		code:       "SP.POP.TOTL",
		definition: "Residents at midyear.",
		unit:       "persons",
		basis:      "midyear",
	},
	{
		key:        "population_growth",
		code:       "SP.POP.GROW",
		definition: "Growth of the population against the year before.",
		unit:       "percent",
		basis:      "annual",
	},
	{
		key:        "current_account",
		code:       "BN.CAB.XOKA.GD.ZS",
		definition: "Balance of goods, services, income and current transfers abroad; a deficit is negative.",
		unit:       "percent of GDP",
		basis:      "annual",
	},
	{
		key:        "exports_pct_gdp",
		code:       "NE.EXP.GNFS.ZS",
		definition: "Exports of goods and services.",
		unit:       "percent of GDP",
		basis:      "annual",
	},
	{
		key:        "imports_pct_gdp",
		code:       "NE.IMP.GNFS.ZS",
		definition: "Imports of goods and services.",
		unit:       "percent of GDP",
		basis:      "annual",
	},
	{
		key:        "fdi_inflow",
		code:       "BX.KLT.DINV.WD.GD.ZS",
		definition: "Net inflow of foreign direct investment; negative when more was taken out.",
		unit:       "percent of GDP",
		basis:      "annual",
	},
	{
		key:        "reserves",
		code:       "FI.RES.TOTL.CD",
		definition: "Reserves of the monetary authorities, gold included.",
		unit:       "USD",
		basis:      "end of year",
	},
	{
		key:        "real_interest_rate",
		code:       "FR.INR.RINR",
		definition: "Lending interest rate less inflation as measured by the GDP deflator.",
		unit:       "percent",
		basis:      "real, annual",
	},
	{
		key:        debtKey,
		code:       "GGXWDG_NGDP",
		name:       "General government gross debt",
		definition: "Gross debt of all levels of government; completed years, the last ones can be estimates.",
		unit:       "percent of GDP",
		basis:      "end of year",
		fromIMF:    true,
	},
	{
		key:        "life_expectancy",
		code:       "SP.DYN.LE00.IN",
		definition: "Years that a newborn would live if mortality stayed as it is.",
		unit:       "years",
		basis:      "annual",
	},
	{
		key:        "gini",
		code:       "SI.POV.GINI",
		definition: "Gini index of income or consumption: 0 is equality, 100 is all for one.",
		unit:       "index 0 to 100",
		basis:      "year of the survey",
	},
	{
		key:        "internet_users",
		code:       "IT.NET.USER.ZS",
		definition: "Persons who used the Internet in the last three months.",
		unit:       "percent of population",
		basis:      "annual",
	},
	{
		key:        "co2_per_capita",
		code:       "EN.GHG.CO2.PC.CE.AR5",
		definition: "Carbon dioxide emissions by person, without land use change and forestry.",
		unit:       "tonnes of CO2 per person",
		basis:      "annual",
	},
	{
		key:        "poverty",
		code:       "SI.POV.DDAY",
		definition: "Persons below the international poverty line of extreme poverty.",
		unit:       "percent of population",
		basis:      "year of the survey",
	},
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

	keys := make([]string, len(indicators))
	for n, i := range indicators {
		keys[n] = i.key
	}
	return indicator{}, problem.Invalid("indicator",
		"indicator must be one of %s, or a code of the World Bank such as NY.GDP.MKTP.CD", strings.Join(keys, ", "))
}
