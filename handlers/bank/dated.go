package bank

import "github.com/farebox/farebox/internal/dated"

// DatedFormats declares the table of IBAN formats.
var DatedFormats = dated.Table{
	Name:  "iban_formats",
	Holds: "IBAN structures of ISO 13616, and which countries are in SEPA.",
	Source: "IBAN registry (SWIFT), release 103; European Payments Council, list of SEPA scheme " +
		"countries",
	URL:       "https://www.swift.com/standards/data-standards/iban-international-bank-account-number",
	AsOf:      "2026-11",
	GoodUntil: "2027-11-30",
	Renew:     "Compare data/iban.psv with the newest release of the registry and of the SEPA list.",
	Routes:    []string{"bank"},
}

// DatedSelection declares the built-in selection of banks.
var DatedSelection = dated.Table{
	Name: "bank-selection",
	Holds: "Larger banks by national bank code, for countries whose list is not loaded or not " +
		"published.",
	Source:    "National directories of bank codes, by hand",
	AsOf:      "2026-07-23",
	GoodUntil: "2027-07-23",
	Renew:     "Compare data/banks.psv with the national directories: banks merge.",
	Routes:    []string{"bank"},
}

// DatedSanctions declares the countries under broad financial sanctions.
var DatedSanctions = dated.Table{
	Name:      "sanctioned_countries",
	Holds:     "Countries with IBANs or BICs that are under broad financial sanctions.",
	Source:    "Sanctions regimes of the EU, the UK and the US",
	AsOf:      "2026-11",
	GoodUntil: "2027-05-31",
	Renew:     "Compare sanctionedCountries in risk.go with the regimes in force.",
	Routes:    []string{"/bank/verify"},
}

// DatedCountries declares the names of countries.
var DatedCountries = dated.Table{
	Name:   "bank_countries",
	Holds:  "Countries by the codes of BICs and IBANs.",
	Source: "ISO 3166-1 by the IANA time zone database, and XK for Kosovo",
	URL:    "https://www.iana.org/time-zones",
	AsOf:   "2023-04-05",
	Renew:  "Not needed: a code stays with its country.",
	Routes: []string{"bank"},
}
