// Package catalog lists the tables that are part of the program, for /health, docs/tables.md and the metrics.
package catalog

import (
	"fmt"
	"slices"
	"strings"

	"github.com/farebox/farebox/handlers/bank"
	"github.com/farebox/farebox/handlers/cryptonews/coins"
	"github.com/farebox/farebox/handlers/cryptonews/sentiment"
	"github.com/farebox/farebox/handlers/enrich"
	"github.com/farebox/farebox/handlers/fraud/ipfacts"
	"github.com/farebox/farebox/handlers/geo/borders"
	"github.com/farebox/farebox/handlers/geo/cities"
	"github.com/farebox/farebox/handlers/mcp/toolscan"
	"github.com/farebox/farebox/handlers/phone"
	"github.com/farebox/farebox/handlers/realestate/places"
	"github.com/farebox/farebox/handlers/tax"
	"github.com/farebox/farebox/handlers/trade/duty"
	"github.com/farebox/farebox/handlers/visibility/agents"
	"github.com/farebox/farebox/internal/chain/clearsign"
	"github.com/farebox/farebox/internal/chain/dexpool"
	"github.com/farebox/farebox/internal/chain/evm"
	"github.com/farebox/farebox/internal/chain/known"
	"github.com/farebox/farebox/internal/chain/oracle"
	"github.com/farebox/farebox/internal/chain/projectsites"
	"github.com/farebox/farebox/internal/dated"
	"github.com/farebox/farebox/internal/network/maildomain"
	"github.com/farebox/farebox/internal/network/rdap"
	"github.com/farebox/farebox/internal/network/typosquat"
	"github.com/farebox/farebox/internal/party/names"
	"github.com/farebox/farebox/internal/party/names/census"
	"github.com/farebox/farebox/internal/party/sanctions"
	"github.com/farebox/farebox/internal/place/country"
	"github.com/farebox/farebox/internal/upstream/passportindex"
	"github.com/farebox/farebox/internal/web/websearch/google"
)

// Tables are the declarations of all tables that are part of the program, ordered by name. A package that declares a
// dated.Table adds it here; a test finds those that are missing. An error means that a table cannot be read.
func Tables() ([]dated.Table, error) {
	all := []dated.Table{
		agents.Dated,
		bank.DatedCountries,
		bank.DatedFormats,
		bank.DatedSanctions,
		bank.DatedSelection,
		borders.Dated,
		census.Dated,
		cities.Dated,
		clearsign.Dated,
		coins.Dated,
		country.Dated,
		dexpool.Dated,
		enrich.Dated,
		evm.Dated,
		google.Dated,
		ipfacts.Dated,
		known.Dated,
		maildomain.Dated,
		names.DatedForms,
		names.DatedNicknames,
		names.DatedWords,
		names.DatedTranslations,
		oracle.Dated,
		oracle.DatedHours,
		passportindex.Dated,
		phone.Dated,
		places.Dated,
		projectsites.Dated,
		rdap.Dated,
		sanctions.Dated,
		sanctions.DatedRates,
		sentiment.Dated,
		toolscan.Dated,
		typosquat.Dated,
	}

	years, err := tax.Dated()
	if err != nil {
		return nil, fmt.Errorf("dates of the tax tables: %w", err)
	}
	duties, err := duty.Dated()
	if err != nil {
		return nil, fmt.Errorf("date of the tariff tables: %w", err)
	}

	all = append(all, years...)
	all = append(all, duties)
	slices.SortFunc(all, func(a, b dated.Table) int { return strings.Compare(a.Name, b.Name) })
	return all, nil
}
