// Package providertest has what the register and the lists of exclusions say to the examples of the spec's provider
// routes, in the form of theirs.
package providertest

import (
	"time"

	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

// Now is the time that the examples were written for.
var Now = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

// Addresses of the providers.
const (
	Register      = "https://npiregistry.cms.hhs.gov/api/"
	Organizations = "https://clinicaltables.nlm.nih.gov/api/npi_org/v3/search"
	Persons       = "https://clinicaltables.nlm.nih.gov/api/npi_idv/v3/search"
	OIG           = "https://oig.hhs.gov/exclusions/downloadables/UPDATED.csv"
	SAM           = "https://api.sam.gov/entity-information/v4/exclusions"
)

// Answers are what the providers say. The register finds nothing else.
func Answers() []upstreamtest.Answer {
	return []upstreamtest.Answer{
		{URL: Register + "?number=1568946812", Body: Clinic},
		{URL: Register + "?organization_name=CSP+ANESTHESIA*", Body: Clinic},
		{URL: Register, Body: `{"result_count":0,"results":[]}`},
		Unindexed(Organizations),
		Unindexed(Persons),
		List(""),
	}
}

// Unindexed is the index's answer, at an address, that it has nobody.
func Unindexed(url string) upstreamtest.Answer {
	return upstreamtest.Answer{URL: url, Body: `[0,[],null,[]]`}
}

// List is the OIG's list with these further rows.
func List(rows string) upstreamtest.Answer {
	return upstreamtest.Answer{
		URL:    OIG,
		Type:   "text/csv",
		Header: map[string]string{"Last-Modified": "Tue, 10 Nov 2026 14:00:00 GMT"},
		Body:   header + pharmacy + rows,
	}
}

const header = "LASTNAME,FIRSTNAME,MIDNAME,BUSNAME,GENERAL,SPECIALTY,UPIN,NPI,DOB,ADDRESS,CITY,STATE,ZIP,EXCLTYPE," +
	"EXCLDATE,REINDATE,WAIVERDATE,WVRSTATE\n"

const pharmacy = `"","","","101 FIRST CARE PHARMACY INC","OTHER BUSINESS","PHARMACY","","1972902351","","1 A STREET",` +
	`"NEW YORK","NY","10040","1128b8","20220320","00000000","00000000",""` + "\n"

// Clinic is an organisation of the register, in the older form with numbers that are JSON numbers.
const Clinic = `{"result_count":1,"results":[{"enumeration_type":"NPI-2","number":1568946812,
"last_updated_epoch":1537639861,"created_epoch":1537574400,
"basic":{"organization_name":"CSP ANESTHESIA LLC","organizational_subpart":"NO","enumeration_date":"2018-09-22",
"last_updated":"2018-09-22","status":"A","authorized_official_first_name":"SOMEBODY",
"authorized_official_last_name":"OFFICIAL","name":"CSP ANESTHESIA LLC"},"other_names":[],
"addresses":[{"country_code":"US","address_purpose":"LOCATION","address_type":"DOM",
"address_1":"403 PERMIAN WAY STE D","address_2":"","city":"VILLA RICA","state":"GA","postal_code":"301803226",
"telephone_number":"888-408-0200"},
{"country_code":"US","address_purpose":"MAILING","address_type":"DOM","address_1":"PO BOX 1186","city":"MABLETON",
"state":"GA","postal_code":"301261003"}],
"taxonomies":[{"code":"207L00000X","desc":"Anesthesiology","primary":true,"state":"","license":""}],
"identifiers":[],"practiceLocations":[]}]}`
