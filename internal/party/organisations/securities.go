package organisations

import (
	"cmp"
	"slices"
	"strings"

	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/openfigi"
)

// maxISINs is how many securities an answer lists. Banks have tens of thousands.
const maxISINs = 25

// offerSecurities takes over where the ISIN asked for is traded. A share traded in the United States leads to a filer
// of the SEC by its ticker, if the two have one name.
func (w *work) offerSecurities(rows []openfigi.Security) {
	w.listed = rows
	for _, row := range rows {
		if !row.Equity() || row.Exchange != "US" {
			continue
		}
		filer, err := w.r.filers.ByTicker(row.Ticker)
		if err != nil {
			w.note(SEC, err)
			continue
		}
		like, _ := w.r.compare.likeness(issuerName(row.Name), filerName(filer.Name))
		if filer.Fund == nil && like != apart {
			w.claim(&w.ciks, claim{filer.CIK, OpenFIGI, CrossRef, 0})
		}
	}
}

// issuer is the name that OpenFIGI has for the issuer of a share, "" if unknown.
func (w *work) issuer() string {
	for _, row := range w.listed {
		if row.Equity() {
			return issuerName(row.Name)
		}
	}
	return ""
}

// settleISIN puts together what was found for a security when nothing else led to GLEIF's record. The mapping of a
// depositary receipt often names the bank that issued the receipt and not the company: that shows in the names.
func (w *work) settleISIN() {
	p := w.party
	isin := ISIN{Identifier: Identifier{
		Value:      p.Query.Value,
		Source:     "query",
		Method:     Given,
		Confidence: sureGiven,
	}}

	for _, row := range w.listed {
		isin.Sort = cmp.Or(isin.Sort, sortOf(row))
	}
	p.ISINs = slices.DeleteFunc(p.ISINs, func(i ISIN) bool { return i.Value == isin.Value })
	p.ISINs = slices.Insert(p.ISINs, 0, isin)
	w.listings()

	if p.Record == nil && len(w.rows) == 1 && w.mayBeReceipt() {
		w.conflict(
			"lei",
			"OpenFIGI, which tells shares from receipts that a bank issued, has not answered; not joined",
			Said{GLEIF, w.rows[0].LEI + " " + w.rows[0].Entity.LegalName.Name},
		)
	}
}

func sortOf(row openfigi.Security) string {
	if row.Equity() {
		return "equity"
	}
	return "other"
}

// listings are the countries where the security asked for is traded: one row for each, that of the country as a whole.
func (w *work) listings() {
	p := w.party
	if p.Filer != nil {
		return // its own record names the tickers
	}

	for _, row := range w.listed {
		if !row.Equity() || row.FIGI != row.Composite || row.Ticker == "" || len(p.Tickers) == maxISINs {
			continue
		}
		p.Tickers = append(p.Tickers, Ticker{
			Identifier: Identifier{
				Value:      row.Ticker,
				Source:     OpenFIGI,
				Method:     CrossRef,
				Confidence: sureCrossRef,
				URL:        "https://www.openfigi.com/id/" + row.FIGI,
			},
			Exchange: row.Exchange,
		})
	}
}

// acceptIssuers takes over the record that GLEIF maps the ISIN asked for to, once it is known what else leads to it.
func (w *work) acceptIssuers() {
	p := w.party
	if p.Record != nil || len(w.rows) == 0 {
		return
	}

	if len(w.rows) == 1 {
		record := &w.rows[0]
		if name := w.issuer(); name != "" {
			like, score := w.r.compare.nearest([]string{name}, recordEntry(record).names)
			if like == apart && score < apartScore {
				w.conflict("lei", "GLEIF maps the security to an entity of another name; not joined",
					Said{GLEIF, record.LEI + " " + record.Entity.LegalName.Name}, Said{OpenFIGI, name})
				return
			}
		} else if w.mayBeReceipt() {
			return
		}
		w.offerRecords(w.rows, claim{record.LEI, GLEIF, CrossRef, 0})
		return
	}

	var said []Said
	for _, record := range w.rows {
		said = append(said, Said{GLEIF, record.LEI + " " + record.Entity.LegalName.Name})
	}

	w.conflict("lei", "GLEIF maps the security to several entities; none is joined", said...)
}

// mayBeReceipt says whether nothing tells that the ISIN asked for is no American depositary receipt, whose issuer is a
// bank: OpenFIGI has not answered, and Wikidata has no item of the issuer's name with it.
func (w *work) mayBeReceipt() bool {
	p := w.party
	if !strings.HasPrefix(p.Query.Value, "US") || !w.silent(OpenFIGI) {
		return false
	}
	if p.Item == nil {
		return true
	}
	like, _ := w.r.compare.nearest(itemEntry(p.Item).names, recordEntry(&w.rows[0]).names)
	return like == apart
}

// silent says whether a register was asked and did not answer.
func (w *work) silent(register string) bool {
	asked := w.asked[register]
	return asked != nil && upstream.Lacking(upstream.StatusOf(asked.Err))
}

// offerISINs takes over securities that GLEIF maps to the organisation, shares before bonds as far as their numbers
// tell.
func (w *work) offerISINs(isins []string, total int) {
	p := w.party
	p.ISINTotal = total
	p.ISINsCounted = true
	slices.SortStableFunc(isins, func(a, b string) int {
		return cmp.Or(cmp.Compare(rank(a), rank(b)), cmp.Compare(a, b))
	})
	for _, isin := range isins[:min(len(isins), maxISINs)] {
		p.ISINs = append(p.ISINs, ISIN{Identifier: Identifier{
			Value:      isin,
			Source:     GLEIF,
			Method:     Given,
			Confidence: p.LEI.Confidence,
			URL:        p.Record.URL(),
		}})
	}
}

// rank puts numbers first that are a share's: in the CUSIP within American and Canadian ISINs shares have two digits
// for the issue where bonds have letters (CUSIP Global Services, "How the CUSIP is structured").
func rank(isin string) int {
	if len(isin) != 12 || (isin[:2] != "US" && isin[:2] != "CA") {
		return 1
	}
	if strings.Trim(isin[8:10], "0123456789") == "" {
		return 0
	}
	return 2
}
