package energy

import (
	"slices"
	"strings"

	"github.com/farebox/farebox/internal/chosen"
	"github.com/farebox/farebox/internal/problem"
)

// regions are the areas of the Hourly Electric Grid Monitor by callers' names.
var regions = map[string]string{
	"us":           "US48",
	"texas":        "TEX",
	"california":   "CAL",
	"new_england":  "NE",
	"new_york":     "NY",
	"northwest":    "NW",
	"southwest":    "SW",
	"central":      "CENT",
	"midwest":      "MIDW",
	"mid_atlantic": "MIDA",
	"southeast":    "SE",
	"florida":      "FLA",
	"carolinas":    "CAR",
	"tennessee":    "TEN",
}

// authorities are the codes of the balancing authorities that report or have reported (Form EIA-930).
var authorities = strings.Fields(`
	AEC AECI AVA AVRN AZPS BANC BPAT CHPD CISO CPLE CPLW DEAA DOPD DUK EEI EPE ERCO FMPP FPC FPL GCPD GLHB GRID GRIF
	GRMA GVL GWA HGMA HST IID IPCO ISNE JEA LDWP LGEE MISO NEVP NSB NWMT NYIS OVEC PACE PACW PGE PJM PNM PSCO PSEI SC
	SCEG SCL SEC SEPA SIKE SOCO SPA SRP SWPP TAL TEC TEPC TIDC TPWR TVA WACM WALC WAUW WWA YAD`)

// respondent is the code of a region or balancing authority given by name or code.
func respondent(region string) (string, error) {
	text := strings.TrimSpace(region)
	for name, code := range regions {
		if chosen.Same(name, text) || strings.EqualFold(code, text) {
			return code, nil
		}
	}
	if code := strings.ToUpper(text); slices.Contains(authorities, code) {
		return code, nil
	}
	return "", problem.Invalid("region", "region must be us, texas, california, new_england, new_york, northwest, "+
		"southwest, central, midwest, mid_atlantic, southeast, florida, carolinas, tennessee, or the code of a "+
		"balancing authority such as ERCO, CISO or PJM")
}
