package organisations

import (
	"slices"
	"testing"

	"github.com/farebox/farebox/internal/party/organisations/organisationstest"
)

// TestWhatIsNotOneOrganisationIsNotJoined has the kinds of false friends that registers are full of.
func TestWhatIsNotOneOrganisationIsNotJoined(t *testing.T) {
	group := organisationstest.Filer{
		CIK: "0000006201", Name: "American Airlines Group Inc.", State: "DE", City: "FORT WORTH", Region: "TX",
		Tickers: []string{"AAL"},
	}
	airline := organisationstest.Record{
		LEI: airLEI, Name: "AMERICAN AIRLINES, INC.", Jurisdiction: "US-DE", City: "FORT WORTH", Region: "US-TX",
	}
	cases := []struct {
		why      string
		in       organisationstest.Registers
		query    Query
		lei, qid string
		cik      string
		conflict string
	}{
		{
			why: "a holding company and its operating company, one word apart, in one place",
			in: organisationstest.Registers{
				Filers:  []organisationstest.Filer{group},
				Records: []organisationstest.Record{airline},
			},
			query: Query{ByTicker, "AAL"},
			cik:   group.CIK,
		},
		{
			why: "Wikidata has the operating company's LEI on the holding company's item",
			in: organisationstest.Registers{
				Filers: []organisationstest.Filer{group}, Records: []organisationstest.Record{airline},
				Items: []organisationstest.Item{{
					QID: "Q1", Label: "American Airlines Group", CIKs: []string{"6201"}, LEIs: []string{airLEI},
				}},
			},
			query: Query{ByTicker, "AAL"}, cik: group.CIK, qid: "Q1", conflict: "lei",
		},
		{
			why: "an item about something else has the CIK",
			in: organisationstest.Registers{
				Filers: []organisationstest.Filer{group},
				Items: []organisationstest.Item{
					{QID: "Q2", Label: "Piedmont Aviation", CIKs: []string{"0000006201"}},
				},
			},
			query: Query{ByCIK, group.CIK}, cik: group.CIK, conflict: "qid",
		},
		{
			why: "one name, two legal forms, two countries",
			in: organisationstest.Registers{
				Filers: []organisationstest.Filer{
					{
						CIK:     "0000815097",
						Name:    "CARNIVAL CORP",
						State:   "R1",
						City:    "MIAMI",
						Region:  "FL",
						Tickers: []string{"CCL"},
					},
				},
				Records: []organisationstest.Record{{
					LEI: rioPLCLEI, Name: "CARNIVAL PLC", Jurisdiction: "GB", City: "Southampton", Region: "GB-STH",
				}},
			},
			query: Query{ByCIK, "0000815097"}, cik: "0000815097",
		},
		{
			why: "one name and form in two states",
			in: organisationstest.Registers{
				Filers: []organisationstest.Filer{
					{
						CIK:     "0000000007",
						Name:    "SUMMIT BANCORP INC",
						State:   "NJ",
						City:    "PRINCETON",
						Region:  "NJ",
						Tickers: []string{"SUB"},
					},
				},
				Records: []organisationstest.Record{
					{
						LEI:          appleLEI,
						Name:         "SUMMIT BANCORP, INC.",
						Jurisdiction: "US-TX",
						City:         "DALLAS",
						Region:       "US-TX",
					},
				},
			},
			query: Query{ByCIK, "0000000007"}, cik: "0000000007",
		},
		{
			why: "two active records with the filer's name and place",
			in: organisationstest.Registers{
				Filers: []organisationstest.Filer{
					{CIK: "0000000008", Name: "ACME HOLDINGS INC", State: "DE", Tickers: []string{"ACM"}},
				},
				Records: []organisationstest.Record{
					{LEI: appleLEI, Name: "Acme Holdings, Inc.", Jurisdiction: "US-DE"},
					{LEI: groupLEI, Name: "ACME HOLDINGS INC.", Jurisdiction: "US-DE"},
				},
			},
			query: Query{ByCIK, "0000000008"}, cik: "0000000008", conflict: "lei",
		},
		{
			why: "an active record of the name that a filer gave up, whose own record has ended",
			in: organisationstest.Registers{
				Filers: []organisationstest.Filer{{
					CIK: "0000000008", Name: "ACME HOLDINGS INC", State: "DE", Tickers: []string{"ACM"},
					Filings: []organisationstest.Filing{{Form: "10-K", Filed: "2021-03-01"}},
				}},
				Records: []organisationstest.Record{
					{LEI: appleLEI, Name: "Acme Holdings, Inc.", Jurisdiction: "US-DE", Status: "INACTIVE"},
					{LEI: groupLEI, Name: "ACME HOLDINGS INC.", Jurisdiction: "US-DE"},
				},
			},
			query: Query{ByCIK, "0000000008"}, cik: "0000000008", conflict: "lei",
		},
		{
			why: "a fund with the name of its trust",
			in: organisationstest.Registers{
				Filers: []organisationstest.Filer{
					{CIK: "0000000009", Name: "ISHARES TRUST", State: "DE", Type: "other", Tickers: []string{"IVV"}},
				},
				Records: []organisationstest.Record{
					{LEI: appleLEI, Name: "ISHARES TRUST", Jurisdiction: "US-DE", Category: "FUND"},
				},
			},
			query: Query{ByCIK, "0000000009"}, cik: "0000000009",
		},
		{
			why: "a branch with the name of its bank",
			in: organisationstest.Registers{
				Filers: []organisationstest.Filer{
					{CIK: "0000000010", Name: "UBS AG", State: "V8", Tickers: []string{"UBSX"}},
				},
				Records: []organisationstest.Record{
					{LEI: appleLEI, Name: "UBS AG", Jurisdiction: "CH", Category: "BRANCH"},
				},
			},
			query: Query{ByCIK, "0000000010"}, cik: "0000000010",
		},
		{
			why: "two items with one CIK and one name",
			in: organisationstest.Registers{
				Filers: []organisationstest.Filer{group},
				Items: []organisationstest.Item{
					{QID: "Q3", Label: "American Airlines Group", CIKs: []string{"6201"}},
					{QID: "Q4", Label: "American Airlines Group Inc.", CIKs: []string{"0000006201"}},
				},
			},
			query: Query{ByCIK, group.CIK}, cik: group.CIK, conflict: "qid",
		},
		{
			why: "an item about a dual company has two CIKs",
			in: organisationstest.Registers{
				Filers: []organisationstest.Filer{
					{CIK: "0000863064", Name: "RIO TINTO PLC", State: "X0", Tickers: []string{"RIO"}},
					{CIK: "0000887028", Name: "RIO TINTO LTD", State: "C3"},
				},
				Items: []organisationstest.Item{{QID: "Q5", Label: "Rio Tinto", CIKs: []string{"863064", "887028"}}},
			},
			query: Query{ByQID, "Q5"}, qid: "Q5", conflict: "cik",
		},
		{
			why: "GLEIF maps the receipt to the bank that issued it",
			in: organisationstest.Registers{
				Filers: []organisationstest.Filer{
					{CIK: "0000353278", Name: "NOVO NORDISK A S", State: "G7", Tickers: []string{"NVO"}},
				},
				Records: []organisationstest.Record{
					{
						LEI:          appleLEI,
						Name:         "JPMORGAN CHASE BANK, NATIONAL ASSOCIATION",
						Jurisdiction: "US",
						ISINs:        []string{"US6701002056"},
					},
				},
				Securities: []organisationstest.Security{
					{ISIN: "US6701002056", Name: "NOVO-NORDISK A/S-SPONS ADR", Ticker: "NVO"},
				},
			},
			query: Query{ByISIN, "US6701002056"}, cik: "0000353278", conflict: "lei",
		},
		{
			why: "a depositary receipt while OpenFIGI is down",
			in: organisationstest.Registers{
				Filers: []organisationstest.Filer{{CIK: "0000000011", Name: "Other Inc", Tickers: []string{"OTH"}}},
				Records: []organisationstest.Record{
					{
						LEI:          appleLEI,
						Name:         "JPMORGAN CHASE BANK, NATIONAL ASSOCIATION",
						Jurisdiction: "US",
						ISINs:        []string{"US6701002056"},
					},
				},
				Items: []organisationstest.Item{
					{QID: "Q818846", Label: "Novo Nordisk", ISINs: []string{"US6701002056"}},
				},
				Down: []string{"api.openfigi.com"},
			},
			query: Query{ByISIN, "US6701002056"}, qid: "Q818846", conflict: "lei",
		},
		{
			why: "a ticker that another company has now",
			in: organisationstest.Registers{
				Filers: []organisationstest.Filer{
					{CIK: "0000000011", Name: "NEW OWNER INC", State: "DE", Tickers: []string{"OLD"}},
				},
				Records: []organisationstest.Record{
					{LEI: appleLEI, Name: "OLD COMPANY INC", Jurisdiction: "US-DE", ISINs: []string{"US0378331005"}},
				},
				Securities: []organisationstest.Security{
					{ISIN: "US0378331005", Name: "OLD COMPANY INC", Ticker: "OLD"},
				},
			},
			query: Query{ByISIN, "US0378331005"}, lei: appleLEI,
		},
		{
			why: "a parent and a subsidiary that differ by one letter",
			in: organisationstest.Registers{
				Filers: []organisationstest.Filer{
					{CIK: "0001283699", Name: "T-Mobile US, Inc.", State: "DE", Tickers: []string{"TMUS"}},
				},
				Records: []organisationstest.Record{
					{LEI: appleLEI, Name: "T-Mobile USA, Inc.", Jurisdiction: "US-DE"},
				},
			},
			query: Query{ByTicker, "TMUS"}, cik: "0001283699",
		},
	}
	for _, c := range cases {
		t.Run(c.why, func(t *testing.T) {
			if len(c.in.Filers) == 0 ||
				!slices.ContainsFunc(
					c.in.Filers,
					func(f organisationstest.Filer) bool { return len(f.Tickers) > 0 },
				) {
				t.Fatal("EDGAR's table would be empty")
			}
			r, _ := over(t, &c.in)
			p, err := r.Resolve(t.Context(), c.query, Options{})
			if err != nil {
				t.Fatal(err)
			}
			if value(p.LEI) != c.lei || value(p.QID) != c.qid || value(p.CIK) != c.cik {
				t.Errorf("cik %q lei %q qid %q; conflicts %+v", value(p.CIK), value(p.LEI), value(p.QID), p.Conflicts)
			}
			shown := slices.ContainsFunc(p.Conflicts, func(f Conflict) bool { return f.Field == c.conflict })
			if shown != (c.conflict != "") {
				t.Errorf("conflicts: %+v", p.Conflicts)
			}
		})
	}
}

// TestWhatIsOneOrganisationIsJoined has the kinds of true pairs that are easily missed.
func TestWhatIsOneOrganisationIsJoined(t *testing.T) {
	cases := []struct {
		why   string
		in    organisationstest.Registers
		query Query
		lei   string
		cik   string
	}{
		{
			why: "EDGAR's order of words and mark of the state",
			in: organisationstest.Registers{
				Filers: []organisationstest.Filer{
					{CIK: "0000059478", Name: "LILLY ELI & CO /IN/", State: "IN", Tickers: []string{"LLY"}},
				},
				Records: []organisationstest.Record{
					{LEI: appleLEI, Name: "ELI LILLY AND COMPANY", Jurisdiction: "US-IN"},
				},
			},
			query: Query{ByTicker, "LLY"}, lei: appleLEI, cik: "0000059478",
		},
		{
			why: "renamed, and Wikidata names both entries",
			in: organisationstest.Registers{
				Filers: []organisationstest.Filer{
					{
						CIK:     "0001326801",
						Name:    "Meta Platforms, Inc.",
						Former:  []string{"Facebook Inc"},
						State:   "DE",
						Tickers: []string{"META"},
					},
				},
				Records: []organisationstest.Record{{LEI: appleLEI, Name: "FACEBOOK, INC.", Jurisdiction: "US-DE"}},
				Items: []organisationstest.Item{
					{
						QID:     "Q380",
						Label:   "Meta Platforms",
						Aliases: []string{"Facebook, Inc."},
						CIKs:    []string{"0001326801"},
						LEIs:    []string{appleLEI},
					},
				},
			},
			query: Query{ByTicker, "META"}, lei: appleLEI, cik: "0001326801",
		},
		{
			why: "from the record to the filer, without Wikidata",
			in: organisationstest.Registers{
				Filers: []organisationstest.Filer{
					{CIK: "0000021344", Name: "COCA COLA CO", State: "DE", Tickers: []string{"KO"}},
				},
				Records: []organisationstest.Record{
					{LEI: appleLEI, Name: "THE COCA-COLA COMPANY", Jurisdiction: "US-DE"},
				},
			},
			query: Query{ByLEI, appleLEI}, lei: appleLEI, cik: "0000021344",
		},
		{
			why: "foreign, by EDGAR's code of the country",
			in: organisationstest.Registers{
				Filers: []organisationstest.Filer{
					{CIK: "0000353278", Name: "NOVO NORDISK A S", State: "G7", Tickers: []string{"NVO"}},
				},
				Records: []organisationstest.Record{{LEI: appleLEI, Name: "Novo Nordisk A/S", Jurisdiction: "DK"}},
			},
			query: Query{ByTicker, "NVO"}, lei: appleLEI, cik: "0000353278",
		},
		{
			why: "EDGAR has no state of incorporation, the head offices are in one town",
			in: organisationstest.Registers{
				Filers: []organisationstest.Filer{
					{
						CIK:     "0001690080",
						Name:    "180 Life Sciences Corp.",
						City:    "Palo Alto",
						Region:  "CA",
						Tickers: []string{"ATNF"},
					},
				},
				Records: []organisationstest.Record{
					{
						LEI:          appleLEI,
						Name:         "180 LIFE SCIENCES CORP.",
						Jurisdiction: "US-DE",
						City:         "PALO ALTO",
						Region:       "US-CA",
					},
				},
			},
			query: Query{ByTicker, "ATNF"}, lei: appleLEI, cik: "0001690080",
		},
		{
			why: "an ended record of the name beside the active one",
			in: organisationstest.Registers{
				Filers: []organisationstest.Filer{{
					CIK: "0000000008", Name: "ACME INC", State: "DE", Tickers: []string{"ACM"},
					Filings: []organisationstest.Filing{{Form: "10-K", Filed: "2026-03-01"}},
				}},
				Records: []organisationstest.Record{
					{
						LEI:          groupLEI,
						Name:         "Acme, Inc.",
						Jurisdiction: "US-DE",
						Status:       "INACTIVE",
						Registration: "RETIRED",
					},
					{LEI: appleLEI, Name: "ACME INC.", Jurisdiction: "US-DE"},
				},
			},
			query: Query{ByTicker, "ACM"}, lei: appleLEI, cik: "0000000008",
		},
	}
	for _, c := range cases {
		t.Run(c.why, func(t *testing.T) {
			r, _ := over(t, &c.in)
			p, err := r.Resolve(t.Context(), c.query, Options{})
			if err != nil {
				t.Fatal(err)
			}
			if value(p.LEI) != c.lei || value(p.CIK) != c.cik {
				t.Errorf("cik %q lei %q; conflicts %+v", value(p.CIK), value(p.LEI), p.Conflicts)
			}
		})
	}
}
