// Package legaltest has what the sources say to the examples of the spec's legal routes: real companies and agencies,
// with cases, patents and documents that could be theirs.
package legaltest

import (
	"net/http"
	"time"

	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

// Now is the time that the examples were written for.
var Now = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

// Addresses of the sources.
const (
	Search    = "https://www.courtlistener.com/api/rest/v4/search/"
	Patents   = "https://api.uspto.gov/api/v1/patent/applications/search"
	Documents = "https://www.federalregister.gov/api/v1/documents.json"
	Agencies  = "https://www.federalregister.gov/api/v1/agencies.json"
)

// Keys are the settings that the examples need.
var Keys = map[string]string{
	"COURTLISTENER_TOKEN": "test",
	"USPTO_API_KEY":       "test",
}

// Answers are what the sources say to the examples of the spec. A search for anything else finds nothing.
func Answers() []upstreamtest.Answer {
	return []upstreamtest.Answer{
		{URL: Search + "?q=party:(%22Flock+Safety%22)+OR+caseName:(%22Flock+Safety%22)&type=r", Body: cases},
		{URL: Search, Body: `{"count":0,"next":null,"previous":null,"results":[]}`},
		{Method: http.MethodPost, URL: Patents, BodyHas: "BTL Medical", Body: Granted},
		{Method: http.MethodPost, URL: Patents, Status: http.StatusNotFound, Body: noPatents},
		{URL: Documents + "?conditions[term]=%22The+Boeing+Company%22+%7C+%22The+Boeing+Co%22", Body: Found},
		{URL: Documents, Body: `{"description":"Documents matching the search","count":0}`},
		{URL: Agencies, Body: agencies},
	}
}

const cases = `{"count":2,"document_count":9,"next":null,"previous":null,"results":[
{"caseName":"Doe v. Flock Safety","court":"District Court, E.D. Virginia","court_id":"vaed",
"dateFiled":"2026-02-03","dateTerminated":null,"docketNumber":"2:26-cv-00077","suitNature":"440 Civil Rights: Other",
"cause":"42:1983 Civil Rights Act","docket_absolute_url":"/docket/70000001/doe-v-flock-safety/",
"party":["Jane Doe","Flock Group Inc. d/b/a Flock Safety"],"recap_documents":[]},
{"caseName":"Smith v. Flock Safety","court":"District Court, N.D. Ohio","court_id":"ohnd","dateFiled":"2023-11-13",
"dateTerminated":"2024-04-15","docketNumber":"5:23-cv-02198","suitNature":"","cause":"42:1983 Civil Rights Act",
"docket_absolute_url":"/docket/67999380/smith-v-flock-safety/","party":["Michael Smith","Flock Group Inc"],
"recap_documents":[]}]}`

// Granted is a page of the patent office with a patent, as BTL's.
const Granted = `{"count":1,"patentFileWrapperDataBag":[{"applicationNumberText":"14412875",
"applicationMetaData":{"inventionTitle":"Device for repetitive nerve stimulation","patentNumber":"10765880",
"grantDate":"2020-09-08","filingDate":"2015-01-05","applicationTypeCode":"UTL","applicationTypeLabelName":"Utility",
"firstApplicantName":"BTL Medical Technologies S.R.O.",
"applicantBag":[{"applicantNameText":"BTL Medical Technologies S.R.O."}],
"firstInventorName":"Tobias Sokolowski","inventorBag":[{"firstName":"Tobias","lastName":"Sokolowski",
"inventorNameText":"Tobias Sokolowski"}]},
"assignmentBag":[{"assignmentRecordedDate":"2022-10-20",
"conveyanceText":"ASSIGNMENT OF ASSIGNORS INTEREST (SEE DOCUMENT FOR DETAILS).",
"assigneeBag":[{"assigneeNameText":"BTL MEDICAL SOLUTIONS A.S."}]}]}],"requestIdentifier":"x"}`

const noPatents = `{"code":"404","message":"Not Found",
"detailedMessage":"No matching records found, refine your search criteria and try again","requestIdentifier":"x"}`

// Found is a page of the Federal Register with a document, as Boeing's.
const Found = `{"description":"Documents matching the search","count":10000,"total_pages":50,"results":[
{"title":"Airworthiness Directives; The Boeing Company Airplanes ","type":"Rule","document_number":"2026-21001",
"abstract":"The FAA adopts a new airworthiness directive for certain airplanes of The Boeing Company.",
"html_url":"https://www.federalregister.gov/documents/2026/11/18/2026-21001/airworthiness-directives-boeing",
"publication_date":"2026-11-18","agencies":[
{"raw_name":"DEPARTMENT OF TRANSPORTATION","name":"Transportation Department","id":492,"parent_id":null,
"slug":"transportation-department"},
{"raw_name":"Federal Aviation Administration","name":"Federal Aviation Administration","id":159,"parent_id":492,
"slug":"federal-aviation-administration"}]}]}`

const agencies = `[
{"id":492,"name":"Transportation Department","short_name":"DOT","slug":"transportation-department","parent_id":null},
{"id":159,"name":"Federal Aviation Administration","short_name":"FAA","slug":"federal-aviation-administration",
"parent_id":492},
{"id":145,"name":"Environmental Protection Agency","short_name":"EPA","slug":"environmental-protection-agency",
"parent_id":null},
{"id":227,"name":"Homeland Security Department","short_name":"DHS","slug":"homeland-security-department",
"parent_id":null}]`
