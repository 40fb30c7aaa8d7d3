// Package nonprofittest has what the IRS and ProPublica say to the examples of the spec's nonprofit routes: real
// organisations, and lines in the form of theirs.
package nonprofittest

import (
	"strings"
	"time"

	"github.com/farebox/farebox/handlers/nonprofit/exempt/exempttest"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

// Now is the time that the examples were written for.
var Now = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

// Addresses of the providers.
const (
	masterFile = "https://www.irs.gov/pub/irs-soi/"
	epostcard  = "https://apps.irs.gov/pub/epostcard/"
	explorer   = "https://projects.propublica.org/nonprofits/api/v2/"
)

// Answers are what the providers say. A search at ProPublica finds nothing.
func Answers() []upstreamtest.Answer {
	return append(Lists(),
		upstreamtest.Answer{URL: explorer + "organizations/311124220.json", Body: RuralAction},
		upstreamtest.Answer{
			URL:    explorer + "organizations/*",
			Status: 404,
			Body:   `{"status":404,"error":"Not Found"}`,
		},
		upstreamtest.Answer{
			URL:    explorer + "search.json",
			Status: 404,
			Body:   `{"total_results":0,"organizations":[],"num_pages":0,"cur_page":0,"per_page":25}`,
		},
	)
}

// Lists are the IRS's files.
func Lists() []upstreamtest.Answer {
	file := func(url, modified, body string) upstreamtest.Answer {
		return upstreamtest.Answer{
			URL:    url,
			Type:   "application/octet-stream",
			Header: map[string]string{"Last-Modified": modified},
			Body:   body,
		}
	}

	const august, june = "Tue, 11 Aug 2026 04:13:27 GMT", "Tue, 09 Jun 2026 09:18:37 GMT"
	other := exempttest.Header + exempttest.Row(956064002, "ANIMAL SHELTER", "LOS ANGELES", "CA", "")
	return []upstreamtest.Answer{
		file(masterFile+"eo1.csv", august, exempttest.Header+strings.Join(rows, "")),
		file(masterFile+"eo2.csv", august, exempttest.Header+strings.Join(rowsElsewhere, "")),
		file(masterFile+"eo3.csv", august, other),
		file(masterFile+"eo4.csv", august, exempttest.Header),
		file(epostcard+"data-download-pub78.zip", june, string(exempttest.Zip(strings.Join(listings, "\r\n")))),
		file(epostcard+"data-download-revocation.zip", june, string(exempttest.Zip(strings.Join(revocations, "\r\n")))),
	}
}

// The lines of the lists: organisations that the tests and the examples ask for.
var (
	rows = []string{
		"000019818,PALMER SECOND BAPTIST CHURCH,% SOMEBODY,1050 THORNDIKE ST,PALMER,MA,01069-1507,0000,03,3,7000," +
			"195504,1," +
			"10,001000000,5,01,,0,0,06,0,12,,,,X21,\r\n",
		"041103580,LODGE NUMBER THREE,,1 ELM ST,SALEM,MA,01970,0246,08,9,1000,194007,2,00,000000000,5,01,202412,3," +
			"3,02,0,12," +
			"100,200,300,Y42,\r\n",
		"135562976,BOYS & GIRLS CLUBS OF AMERICA,,1275 PEACHTREE ST NE,ATLANTA,GA,30309,3514,03,6,1000,194103,1," +
			"15,319000000,1," +
			"01,202412,9,9,01,0,12,400,500,600,O23,\r\n",
		"010212541,BOYS & GIRLS CLUB OF A TOWN,,277 CUMBERLAND AVE,PORTLAND,ME,04101,3514,03,9,1000,194103,1,15," +
			"319000000,1,01," +
			"202412,5,5,01,0,12,400,500,600,O23,\r\n",
		"530196605,AMERICAN NATIONAL RED CROSS,,431 18TH ST NW,WASHINGTON,DC,20006-5310,0000,03,1,1000,193812,1," +
			"15,901000000,5," +
			"01,202506,9,9,01,0,06,3200000000,3300000000,3100000000,M200,\r\n",
		"043091431,NOW REVOKED INC,,1 OAK ST,BOSTON,MA,02110,0000,03,3,1000,199001,1,15,000000000,1,01,202012,0,0," +
			"01,0,12,,,,,\r\n",
		"042103594,BACK AGAIN INC,,1 OAK ST,BOSTON,MA,02110,0000,03,3,1000,199001,1,15,000000000,1,01,202412,0,0," +
			"01,0,12,,,,,\r\n",
		"042103595,A SPLIT INTEREST TRUST,,1 OAK ST,BOSTON,MA,02110,0000,90,3,1000,199001,0,00,000000000,2,12,,0," +
			"0,00,0,12,,,,,\r\n",
	}
	rowsElsewhere = []string{
		"311124220,RURAL ACTION INC,,9030 HOCKING HILLS DR,THE PLAINS,OH,45780-1209,0000,03,3,1000,198506,1,16," +
			"149000000,1,01," +
			"202012,6,6,01,0,12,1762260,3714399,3714399,S320,\r\n",
		"030383463,OREGON RURAL ACTION INC,,PO BOX 1231,LA GRANDE,OR,97850,0000,03,3,1000,200301,1,15,000000000,1," +
			"01,202412,5,5," +
			"01,0,12,100,200,300,W05,\r\n",
	}
	listings = []string{
		"", "",
		"135562976|Boys & Girls Clubs of America|Atlanta|GA|United States|GROUP,PC",
		"311124220|Rural Action Inc|The Plains|OH|United States|PC",
		"530196605|American National Red Cross|Washington|DC|United States|PC",
		"042103594|Back Again Inc|Boston|MA|United States|PC",
		"",
	}
	revocations = []string{
		"",
		"",
		"941322198|HEARING AND SPEECH CENTER OF NORTHERN CALIFORNIA||1 A ST|SAN FRANCISCO|CA|94115-3911|US|03|" +
			"15-NOV-2025|10-MAR-2026|",
		"043091431|NOW REVOKED INC||1 OAK ST|BOSTON|MA|02110|US|03|15-MAY-2023|14-AUG-2023|",
		"042103594|BACK AGAIN INC||1 OAK ST|BOSTON|MA|02110|US|03|15-MAY-2011|14-AUG-2011|15-MAY-2011",
		"042103594|BACK AGAIN INC||1 OAK ST|BOSTON|MA|02110|US|03|15-MAY-2020|14-SEP-2020|15-MAY-2020",
		"061681646|GONE AGAIN CLUB||1 B ST|HARTFORD|CT|06103|US|07|15-MAY-2010|14-AUG-2010|15-MAY-2011",
		"",
	}
)

// RuralAction is ProPublica's record of an organisation, with three of its returns.
const RuralAction = `{"organization":{"id":311124220,"ein":311124220,"name":"RURAL ACTION INC",` +
	`"careofname":"% SOMEBODY",
"address":"9030 HOCKING HILLS DR","city":"THE PLAINS","state":"OH","zipcode":"45780-1209","exemption_number":0,
"subsection_code":3,"affiliation_code":3,"ruling_date":"1985-06-01","deductibility_code":1,"foundation_code":16,
"organization_code":1,"exempt_organization_status_code":1,"tax_period":"2020-12-01","ntee_code":"S320",
"sort_name":null},
"filings_with_data":[
{"tax_prd":202012,"tax_prd_yr":2020,"formtype":0,"pdf_url":null,"updated":"2022-07-01T20:30:14.396Z",
"totrevenue":3714399,"totfuncexpns":3720501,"totassetsend":1762260,"totliabend":817121,"totnetassetend":945139,
"totcntrbgfts":3564638,"totprgmrevnue":98904,"compnsatncurrofcr":73468,"ein":311124220},
{"tax_prd":201812,"tax_prd_yr":2018,"formtype":0,
"pdf_url":"https://projects.propublica.org/nonprofits/download-filing?path=311124220_201812_990.pdf",
"updated":"2021-08-30T18:42:56.255Z","totrevenue":2845177,"totfuncexpns":2765460,"totassetsend":1189839,
"totliabend":364805,"totnetassetend":825034,"totcntrbgfts":2526940,"totprgmrevnue":293961,"compnsatncurrofcr":69279},
{"tax_prd":201712,"tax_prd_yr":2017,"formtype":0,"pdf_url":null,"updated":"2019-10-15T18:34:52.579Z",
"totrevenue":2749139,"totfuncexpns":2774500,"totassetsend":1229933,"totliabend":484616,"totnetassetend":745317,
"totcntrbgfts":2325030,"totprgmrevnue":389642,"compnsatncurrofcr":79816}],
"filings_without_data":[{"tax_prd":200912,"tax_prd_yr":2009,"formtype":0,"formtype_str":"990",
"pdf_url":"https://projects.propublica.org/nonprofits/download-filing?path=31-1124220_990_200912.pdf"}],
"api_version":2}`
