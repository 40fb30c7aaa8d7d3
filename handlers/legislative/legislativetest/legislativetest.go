// Package legislativetest has what the providers say to the examples of the spec's legislative routes: real names and
// numbers, and texts of our own in their shape.
package legislativetest

import (
	"time"

	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

// Now is the time that the examples were written for: the 119th Congress sits.
var Now = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

// The addresses of the providers.
const (
	Congress    = "https://api.congress.gov/v3/bill/"
	Files       = "https://www.govinfo.gov/bulkdata/BILLSTATUS/"
	ListOfFiles = "https://www.govinfo.gov/bulkdata/json/BILLSTATUS/"
	Search      = "https://api.govinfo.gov/search"
	Regulations = "https://api.regulations.gov/v4/"
	Register    = "https://www.federalregister.gov/api/v1/"
	Agencies    = Register + "agencies.json"
)

// Keys are the keys that the examples are called with.
func Keys() map[string]string {
	return map[string]string{
		"CONGRESS_API_KEY":        "test",
		"REGULATIONS_GOV_API_KEY": "test",
	}
}

// Answers are what the providers say to the examples of the spec.
func Answers() []upstreamtest.Answer {
	const inflation = Congress + "117/hr/5376"
	return []upstreamtest.Answer{
		{URL: inflation + "?format=json", Body: inflationReduction},
		{URL: inflation + "/actions?format=json", Body: inflationActions},
		{URL: inflation + "/cosponsors?format=json", Body: `{"cosponsors":[],"pagination":{"count":0},
"request":{"billNumber":"5376","billType":"hr","congress":"117"}}`},
		{URL: inflation + "/summaries?format=json", Body: inflationSummaries},

		{Method: "POST", URL: Search, BodyHas: `"Inflation`, Body: inflationTexts},
		{Method: "POST", URL: Search, Body: `{"results":[],"offsetMark":"*","count":0}`},

		{URL: Regulations + "dockets/EPA-HQ-OAR-2021-0317", Type: jsonAPI, Body: methaneDocket},
		{
			URL:  Regulations + "documents?filter[docketId]=EPA-HQ-OAR-2021-0317",
			Type: jsonAPI,
			Body: methaneDocuments,
		},
		{
			URL:  Regulations + "comments?filter[docketId]=EPA-HQ-OAR-2021-0317",
			Type: jsonAPI,
			Body: methaneComments,
		},
		{
			URL:  Regulations + "documents",
			Type: jsonAPI,
			Body: `{"data":[],"meta":{"totalElements":0}}`,
		},
		{URL: Agencies, Body: agencies},
	}
}

const agencies = `[{"id":145,"name":"Environmental Protection Agency","short_name":"EPA",
"slug":"environmental-protection-agency"}]`

const jsonAPI = "application/vnd.api+json"

const inflationReduction = `{"bill":{
"congress":117,"type":"HR","number":"5376","originChamber":"House","introducedDate":"2021-09-27",
"title":"Inflation Reduction Act of 2022","updateDate":"2022-12-30T11:18:31Z",
"actions":{"count":8,"url":"https://api.congress.gov/v3/bill/117/hr/5376/actions?format=json"},
"latestAction":{"actionDate":"2022-08-16","text":"Became Public Law No: 117-169."},
"laws":[{"number":"117-169","type":"Public Law"}],
"policyArea":{"name":"Economics and Public Finance"},
"sponsors":[{"bioguideId":"Y000062","fullName":"Rep. Yarmuth, John A. [D-KY-3]","party":"D","state":"KY","district":3}],
"legislationUrl":"https://www.congress.gov/bill/117th-congress/house-bill/5376"},
"request":{"billNumber":"5376","billType":"hr","congress":"117","format":"json"}}`

const inflationActions = `{"actions":[
{"actionCode":"36000","actionDate":"2022-08-16","sourceSystem":{"code":9,"name":"Library of Congress"},
"text":"Became Public Law No: 117-169.","type":"BecameLaw"},
{"actionCode":"28000","actionDate":"2022-08-15","sourceSystem":{"code":9,"name":"Library of Congress"},
"text":"Presented to President.","type":"President"},
{"actionCode":"19500","actionDate":"2022-08-12","actionTime":"18:43:00",
"sourceSystem":{"code":9,"name":"Library of Congress"},
"text":"Resolving differences -- House actions: On motion that the House agree to the Senate amendment.",
"type":"NotUsed"},
{"actionCode":"17000","actionDate":"2022-08-07","sourceSystem":{"code":9,"name":"Library of Congress"},
"text":"Passed/agreed to in Senate: Passed Senate with an amendment by Yea-Nay Vote. 51 - 50.","type":"Floor"},
{"actionCode":"8000","actionDate":"2021-11-19","actionTime":"09:46:00",
"sourceSystem":{"code":9,"name":"Library of Congress"},
"text":"Passed/agreed to in House: On passage Passed by the Yeas and Nays: 220 - 213 (Roll no. 385).","type":"Floor"},
{"actionCode":"H12100","actionDate":"2021-09-27","sourceSystem":{"code":2,"name":"House floor actions"},
"text":"The House Committee on the Budget reported an original measure, H. Rept. 117-130.","type":"Committee"},
{"actionCode":"5000","actionDate":"2021-09-27","sourceSystem":{"code":9,"name":"Library of Congress"},
"text":"The House Committee on the Budget reported an original measure, H. Rept. 117-130.","type":"Committee"},
{"actionCode":"1000","actionDate":"2021-09-27","sourceSystem":{"code":9,"name":"Library of Congress"},
"text":"Introduced in House","type":"IntroReferral"}],
"pagination":{"count":8},"request":{"format":"json"}}`

const inflationSummaries = `{"summaries":[
{"actionDate":"2021-09-27","actionDesc":"Introduced in House","text":" <p>An earlier one.</p>","versionCode":"00"},
{"actionDate":"2022-08-16","actionDesc":"Public Law","text":" <p><b>Inflation Reduction Act of 2022</b></p>",
"versionCode":"49"}],"pagination":{"count":2}}`

const inflationTexts = `{"results":[
{"title":"Inflation Reduction Act of 2022","packageId":"BILLS-117hr5376enr","granuleId":null,
"dateIssued":"2022-08-16","collectionCode":"BILLS","lastModified":"2023-01-08T17:34:50Z"},
{"title":"Inflation Reduction Act of 2022","packageId":"BILLS-117hr5376eas","granuleId":null,
"dateIssued":"2022-08-07","collectionCode":"BILLS","lastModified":"2023-01-08T17:34:50Z"}],
"offsetMark":"AoIIQIm","count":2}`

const methaneDocket = `{"data":{"id":"EPA-HQ-OAR-2021-0317","type":"dockets","attributes":{
"agencyId":"EPA","docketType":"Rulemaking","rin":"2060-AV16","dkAbstract":null,
"title":"Standards of Performance for the Oil and Natural Gas Sector","objectId":"0b0000648518b5f3"}}}`

const methaneDocuments = `{"data":[{"id":"EPA-HQ-OAR-2021-0317-0001","type":"documents","attributes":{
"documentType":"Proposed Rule","agencyId":"EPA","docketId":"EPA-HQ-OAR-2021-0317","frDocNum":"2021-24202",
"title":"Standards of Performance for New Sources, Oil and Natural Gas Sector",
"postedDate":"2021-11-15T05:00:00Z","commentStartDate":"2021-11-15T05:00:00Z","commentEndDate":"2022-02-01T04:59:59Z",
"openForComment":false,"withdrawn":false,"objectId":"0900006484e2c3a1"}}],
"meta":{"totalElements":1,"pageNumber":1,"pageSize":5,"lastPage":true}}`

const methaneComments = `{"data":[],"meta":{"totalElements":1200,"pageNumber":1,"pageSize":5}}`
