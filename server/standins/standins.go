// Package standins is the internet of the spec's examples: the data providers' answers to them, and the web sites that
// they name. Tests, and scripts that run several processes, put it in the place of the real one.
package standins

import (
	"net/http"
	"slices"
	"sync"
	"time"

	"github.com/farebox/farebox/handlers/agri/agritest"
	"github.com/farebox/farebox/handlers/attest/attesttest"
	"github.com/farebox/farebox/handlers/breach/breachtest"
	"github.com/farebox/farebox/handlers/btc/btctest"
	"github.com/farebox/farebox/handlers/cryptonews/cryptonewstest"
	"github.com/farebox/farebox/handlers/cve/cvetest"
	"github.com/farebox/farebox/handlers/depin/depintest"
	"github.com/farebox/farebox/handlers/dev/devtest"
	"github.com/farebox/farebox/handlers/domain/domaintest"
	"github.com/farebox/farebox/handlers/drug/drugtest"
	"github.com/farebox/farebox/handlers/edgar/edgartest"
	"github.com/farebox/farebox/handlers/energy/energytest"
	"github.com/farebox/farebox/handlers/enrich/enrichtest"
	"github.com/farebox/farebox/handlers/env/envtest"
	"github.com/farebox/farebox/handlers/farcaster/farcastertest"
	"github.com/farebox/farebox/handlers/fec/fectest"
	"github.com/farebox/farebox/handlers/fraud/fraudtest"
	"github.com/farebox/farebox/handlers/freight/freighttest"
	"github.com/farebox/farebox/handlers/gdelt/gdelttest"
	"github.com/farebox/farebox/handlers/geo/geotest"
	"github.com/farebox/farebox/handlers/govcon/govcontest"
	"github.com/farebox/farebox/handlers/hazard/hazardtest"
	"github.com/farebox/farebox/handlers/legal/legaltest"
	"github.com/farebox/farebox/handlers/legislative/legislativetest"
	"github.com/farebox/farebox/handlers/lobbying/lobbyingtest"
	"github.com/farebox/farebox/handlers/macro/macrotest"
	"github.com/farebox/farebox/handlers/nonprofit/nonprofittest"
	"github.com/farebox/farebox/handlers/nutrition/nutritiontest"
	"github.com/farebox/farebox/handlers/osha/oshatest"
	"github.com/farebox/farebox/handlers/prediction/predictiontest"
	"github.com/farebox/farebox/handlers/preflight/preflighttest"
	"github.com/farebox/farebox/handlers/provider/providertest"
	"github.com/farebox/farebox/handlers/realestate/realestatetest"
	"github.com/farebox/farebox/handlers/safety/safetytest"
	"github.com/farebox/farebox/handlers/scholar/scholartest"
	"github.com/farebox/farebox/handlers/sports/sportstest"
	"github.com/farebox/farebox/handlers/trade/tradetest"
	"github.com/farebox/farebox/handlers/travel/traveltest"
	"github.com/farebox/farebox/handlers/treasury/treasurytest"
	"github.com/farebox/farebox/handlers/trials/trialstest"
	"github.com/farebox/farebox/handlers/txguard/txguardtest"
	"github.com/farebox/farebox/handlers/validator/validatortest"
	"github.com/farebox/farebox/handlers/visibility/visibilitytest"
	"github.com/farebox/farebox/handlers/web/webtest"
	"github.com/farebox/farebox/internal/chain/chaintest"
	"github.com/farebox/farebox/internal/party/filers/filerstest"
	"github.com/farebox/farebox/internal/party/organisations/organisationstest"
	"github.com/farebox/farebox/internal/party/sanctions/sanctionstest"
	"github.com/farebox/farebox/internal/upstream/banklists/banklisttest"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

// Pages are the web sites that the examples of the spec name, by host.
func Pages() []map[string]http.Handler {
	return []map[string]http.Handler{
		attesttest.Pages(),
		enrichtest.Pages(),
		preflighttest.Pages(),
		visibilitytest.Pages(),
		webtest.Pages(),
	}
}

// Answers are the data providers' answers to the spec's examples.
func Answers() []upstreamtest.Answer { return AnswersAt(time.Now()) }

// AnswersAt is Answers with news and observations of the hours before now.
func AnswersAt(now time.Time) []upstreamtest.Answer {
	return slices.Concat(
		cryptonewstest.AnswersAt(now),
		geotest.AnswersAt(now),
		gdelttest.AnswersAt(now),
		lasting(),
	)
}

// lasting are the answers that no clock changes, made once for all services of a process.
var lasting = sync.OnceValue(func() []upstreamtest.Answer {
	return slices.Concat(
		agritest.Answers(),
		banklisttest.Answers(),
		breachtest.Answers(),
		btctest.Answers(),
		chaintest.Answers(),
		cvetest.Answers(),
		domaintest.Answers(),
		drugtest.Answers(),
		edgartest.Answers(),
		energytest.Answers(),
		enrichtest.Answers(),
		farcastertest.Answers(),
		fectest.Answers(),
		envtest.Answers(),
		filerstest.Answers(),
		fraudtest.Answers(),
		govcontest.Answers(),
		hazardtest.Answers(),
		legaltest.Answers(),
		lobbyingtest.Answers(),
		macrotest.Answers(),
		nutritiontest.Answers(),
		freighttest.Answers(),
		nonprofittest.Answers(),
		legislativetest.Answers(),
		providertest.Answers(),
		oshatest.Answers(),
		predictiontest.Answers(),
		preflighttest.Answers(),
		depintest.Answers(),
		devtest.Answers(),
		validatortest.Answers(),
		sanctionstest.Answers(), // before those of organisations, who answer any query of Wikidata
		organisationstest.Answers(),
		scholartest.Answers(),
		realestatetest.Answers(),
		tradetest.Answers(),
		sportstest.Answers(),
		traveltest.Answers(),
		treasurytest.Answers(),
		trialstest.Answers(),
		txguardtest.Answers(),
		webtest.Answers(),
		safetytest.Answers(), // behind those of drugs, which has recalls at the same address
		unknown(),
	)
})

// unknown are what providers say to questions that no example asks, where a bare 404 would be a page that is gone.
func unknown() []upstreamtest.Answer {
	return []upstreamtest.Answer{
		{URL: realestatetest.Address, Body: `{"result":{"addressMatches":[]}}`},
		{URL: sportstest.ESPN + "/baseball/mlb/scoreboard", Body: `{"season":{"type":2,"year":2026},"events":[]}`},
		{
			URL:    sportstest.ESPN + "/baseball/mlb/summary",
			Status: http.StatusNotFound,
			Body:   `{"code":404,"message":"no event of this id"}`,
		},
	}
}

// Keys are those of providers without whose key a route has nothing to sell.
var Keys = map[string]string{
	"CENSUS_API_KEY":          "test",
	"CONGRESS_API_KEY":        "test",
	"COURTLISTENER_TOKEN":     "test",
	"DOL_API_KEY":             "test",
	"EIA_API_KEY":             "test",
	"FAS_API_KEY":             "test",
	"FDC_API_KEY":             "test",
	"HUD_TOKEN":               "test",
	"NASS_API_KEY":            "test",
	"REGULATIONS_GOV_API_KEY": "test",
	"UNPAYWALL_EMAIL":         "ops@farebox.example",
	"USPTO_API_KEY":           "test",
}
