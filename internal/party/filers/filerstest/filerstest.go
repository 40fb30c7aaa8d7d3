// Package filerstest has EDGAR's answers about a few real filers, in figures and dates that could be theirs, for tests
// of the families that ask who files.
package filerstest

import (
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

// Answers are the tables of tickers and the record of Apple. Everybody else has none.
func Answers() []upstreamtest.Answer {
	const submissions = "https://data.sec.gov/submissions/"
	return append(Lists(),
		upstreamtest.Answer{URL: submissions + "CIK0000320193.json", Body: Apple},
		upstreamtest.Answer{
			URL:    submissions + "*",
			Status: 404,
			Type:   "application/xml",
			Body:   NoSuchKey,
		},
	)
}

// Lists are the tables of tickers. They load through the datasets of a pool with upstream.Options.SmallLists set.
func Lists() []upstreamtest.Answer {
	const files = "https://www.sec.gov/files/"
	return []upstreamtest.Answer{
		{URL: files + "company_tickers.json", Body: tickers},
		{URL: files + "company_tickers_exchange.json", Body: exchanges},
		{URL: files + "company_tickers_mf.json", Body: funds},
		{URL: "https://www.sec.gov/Archives/edgar/cik-lookup-data.txt", Type: "text/plain", Body: everyName},
	}
}

// NoSuchKey is what EDGAR says, with status 404, of a file that is not there.
const NoSuchKey = `<?xml version="1.0" encoding="UTF-8"?>
<Error><Code>NoSuchKey</Code><Message>The specified key does not exist.</Message></Error>`

const tickers = `{
"0":{"cik_str":789019,"ticker":"MSFT","title":"MICROSOFT CORP"},
"1":{"cik_str":320193,"ticker":"AAPL","title":"Apple Inc."},
"2":{"cik_str":1652044,"ticker":"GOOGL","title":"Alphabet Inc."},
"3":{"cik_str":1067983,"ticker":"BRK-B","title":"BERKSHIRE HATHAWAY INC"},
"4":{"cik_str":19617,"ticker":"JPM","title":"JPMORGAN CHASE & CO"},
"5":{"cik_str":353278,"ticker":"NVO","title":"NOVO NORDISK A S"},
"6":{"cik_str":1652044,"ticker":"GOOG","title":"Alphabet Inc."},
"7":{"cik_str":1067983,"ticker":"BRK-A","title":"BERKSHIRE HATHAWAY INC"}}`

// everyName is the list of all names that anybody has filed under.
const everyName = `ALPHABET INC.:0001652044:
APPLE COMPUTER INC:0000320193:
APPLE INC:0000320193:
APPLE INC.:0000320193:
BERKSHIRE HATHAWAY INC:0001067983:
JPMORGAN CHASE & CO:0000019617:
MICROSOFT CORP:0000789019:
NOVO NORDISK A S:0000353278:
`

const exchanges = `{"fields":["cik","name","ticker","exchange"],"data":[
[789019,"MICROSOFT CORP","MSFT","Nasdaq"],
[320193,"Apple Inc.","AAPL","Nasdaq"],
[1652044,"Alphabet Inc.","GOOGL","Nasdaq"],
[1067983,"BERKSHIRE HATHAWAY INC","BRK-B","NYSE"],
[19617,"JPMORGAN CHASE & CO","JPM","NYSE"],
[353278,"NOVO NORDISK A S","NVO",null],
[1652044,"Alphabet Inc.","GOOG","Nasdaq"],
[1067983,"BERKSHIRE HATHAWAY INC","BRK-A","NYSE"]]}`

const funds = `{"fields":["cik","seriesId","classId","symbol"],"data":[
[36405,"S000002839","C000007773","VFINX"],
[36405,"S000002839","C000092055","VOO"]]}`

// Apple is the record of the company.
const Apple = `{"cik":"0000320193","entityType":"operating","sic":"3571","sicDescription":"Electronic Computers",
"ownerOrg":"06 Technology","name":"Apple Inc.","tickers":["AAPL"],"exchanges":["Nasdaq"],"ein":"942404110","lei":null,
"description":"","website":"","investorWebsite":"","category":"Large accelerated filer","fiscalYearEnd":"0926",
"stateOfIncorporation":"CA","stateOfIncorporationDescription":"CA",
"addresses":{"mailing":{"street1":"ONE APPLE PARK WAY","street2":null,"city":"CUPERTINO","stateOrCountry":"CA",
"zipCode":"95014","stateOrCountryDescription":"CA","isForeignLocation":0,"country":null,"countryCode":null},
"business":{"street1":"ONE APPLE PARK WAY","street2":null,"city":"CUPERTINO","stateOrCountry":"CA","zipCode":"95014",
"stateOrCountryDescription":"CA","isForeignLocation":null,"country":null,"countryCode":null}},
"phone":"(408) 996-1010","flags":"",
"formerNames":[{"name":"APPLE COMPUTER INC","from":"1994-01-26T00:00:00.000Z","to":"2007-01-04T00:00:00.000Z"}],
"filings":{"recent":{
"accessionNumber":["0000320193-26-000006","0000320193-26-000005","0000320193-25-000079"],
"filingDate":["2026-01-30","2026-01-29","2025-10-31"],
"reportDate":["2025-12-27","2026-01-29","2025-09-27"],
"acceptanceDateTime":["2026-01-30T06:01:32.000Z","2026-01-29T16:30:33.000Z","2025-10-31T06:01:26.000Z"],
"act":["34","34","34"],"form":["10-Q","8-K","10-K"],"fileNumber":["001-36743","001-36743","001-36743"],
"filmNumber":["26580330","26578546","251437791"],"items":["","2.02,9.01",""],"core_type":["XBRL","XBRL","XBRL"],
"size":[5191740,384366,9392337],"isXBRL":[1,1,1],"isInlineXBRL":[1,1,1],
"primaryDocument":["aapl-20251227.htm","aapl-20260129.htm","aapl-20250927.htm"],
"primaryDocDescription":["10-Q","8-K","10-K"]},
"files":[{"name":"CIK0000320193-submissions-001.json","filingCount":1206,"filingFrom":"1994-01-26",
"filingTo":"2015-03-11"}]}}`
