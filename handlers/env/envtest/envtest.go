// Package envtest has what EPA's services say to the examples of the spec's env routes: real facilities, with figures
// that could be their own.
package envtest

import (
	"time"

	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

// Now is the time that the examples were written for.
var Now = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

// The addresses of the services.
const (
	ECHO   = "https://echodata.epa.gov/echo/"
	Search = ECHO + "echo_rest_services.get_facilities"
	Rows   = ECHO + "echo_rest_services.get_qid"
	Report = ECHO + "dfr_rest_services.get_dfr"
	FRS    = "https://frs-public.epa.gov/ords/frs_public2/frs_rest_services.get_facilities"
	Tables = "https://data.epa.gov/dmapservice/"
	Files  = "https://data.epa.gov/efservice/downloads/tri/mv_tri_basic_download/"
)

// Answers are what the services say to the examples of the spec. Nothing else is in them.
func Answers() []upstreamtest.Answer {
	return []upstreamtest.Answer{
		{URL: Search + "?p_frs=110000868918", Body: foundWith("1", "501", "1", "$466,600")},
		{URL: Search + "?p_fn=O%27Neal+Steel&p_st=TX", Body: found("2", "502")},
		{URL: Search, Body: found("0", "503")},
		{URL: Rows + "?qid=501", Body: rows("501", spruance)},
		{URL: Rows + "?qid=502", Body: rows("502", steel)},
		{URL: Report + "?p_id=110000868918", Body: report},
		{URL: Report, Body: `{"Results":{"Message":"There are no facilities for this id"}}`},
		{URL: FRS + "?registry_id=110000868918", Body: registry},
		{URL: FRS, Body: "[]"},
		{URL: Tables + "ghg.pub_dim_facility/facility_name/contains/NORCO%20MANUFACTURING%20COMPLEX/*", Body: emitters},
		{
			URL:  Tables + "ghg.pub_facts_subp_ghg_emission/facility_id/in/1005911/and/year/equals/2023/*",
			Body: emissions,
		},
		{URL: Tables + "ghg.pub_dim_subpart/*", Body: subparts},
		{URL: Tables + "ghg.pub_dim_ghg/*", Body: gases},
		{URL: Tables + "tri.tri_facility/parent_co_name/*", Body: "[]"},
		{URL: Tables + "tri.tri_facility/facility_name/contains/NORCO%20MANUFACTURING%20COMPLEX/*", Body: sites},
		{URL: Tables + "*", Body: "[]"},
		{URL: Files + "2024_LA/csv", Type: "text/csv", Body: releases},
		{URL: Files + "*", Status: 404, Type: "text/html", Body: "<html></html>"},
	}
}

func found(facilities, query string) string { return foundWith(facilities, query, "0", "$0") }

// foundWith is the sum of a search with as many facilities with formal actions and with violations now.
func foundWith(facilities, query, actions, penalties string) string {
	return `{"Results":{"Message":"Success","QueryRows":"` + facilities + `","SVRows":"0","CVRows":"` + actions +
		`","V3Rows":"1","FEARows":"` + actions + `","InfFEARows":"1","INSPRows":"1","TotalPenalties":"` + penalties +
		`","BadSystemIDs":null,"QueryID":"` + query + `"}}`
}

func rows(query, list string) string {
	return `{"Results":{"Message":"Working","QueryRows":"2","QueryID":"` + query + `","PageNo":"1","Facilities":` + list + `}}`
}

const spruance = `[{"FacName":"DUPONT SPRUANCE PLANT","FacStreet":"5401 JEFFERSON DAVIS HWY","FacCity":"RICHMOND",
"FacState":"VA","FacZip":"23234","RegistryID":"110000868918","FacCounty":"CHESTERFIELD","FacFIPSCode":"51041",
"FacLat":"37.45093","FacNAICSCodes":"325220 325211","FacSICCodes":"2824","FacSNCFlg":"N","FacQtrsWithNC":"3",
"FacComplianceStatus":"Violation Identified","CAAComplianceStatus":"No Violation Identified",
"CWAComplianceStatus":"Violation Identified","RCRAComplianceStatus":"No Violation Identified",
"SDWAComplianceStatus":null,"FacInspectionCount":"9","FacDateLastInspection":"03/18/2026",
"FacFormalActionCount":"1","FacInformalCount":"4","FacTotalPenalties":"$466,600","FacDateLastPenalty":"06/02/2024",
"AIRFlag":"Y","NPDESFlag":"Y","RCRAFlag":"Y","TRIFlag":"Y","GHGFlag":"Y","AIRIDs":"VA0000005104100034",
"NPDESIDs":"VA0004669","RCRAIDs":"VAD009305137","TRIIDs":"23234DPNTS5401J","GHGIDs":"1003742"}]`

const steel = `[
{"FacName":"O'NEAL STEEL INC","FacStreet":"9500 CLINTON DR","FacCity":"HOUSTON","FacState":"TX","FacZip":"77029",
"RegistryID":"110005055313","FacCounty":"HARRIS","FacSICCodes":"3499","FacNAICSCodes":"423320 332999",
"FacLat":"29.7364","FacSNCFlg":"N","FacQtrsWithNC":"9","FacComplianceStatus":"No Violation Identified",
"CWAComplianceStatus":"Terminated Permit","RCRAComplianceStatus":"No Violation Identified",
"FacInspectionCount":"1","FacDateLastInspection":"04/28/2023","FacFormalActionCount":"0","FacInformalCount":"1",
"FacDateLastFormalAction":null,"FacPenaltyCount":null,"AIRFlag":"N","TRIFlag":"N"},
{"FacName":"O'NEAL STEEL SAN ANTONIO","FacStreet":null,"FacCity":"SAN ANTONIO","FacState":"TX","FacZip":"78219",
"RegistryID":"110064119072","FacCounty":"BEXAR","FacSNCFlg":"N","FacQtrsWithNC":"0",
"FacComplianceStatus":"No Violation Identified","FacInspectionCount":"0","FacDateLastInspection":null,
"FacPenaltyCount":null,"AIRFlag":"N","TRIFlag":"N"}]`

const report = `{"Results":{"Message":"Success","RegistryID":"110000868918","Permits":[
{"SourceID":"110000868918","EPASystem":"FRS","Statute":null,"FacilityName":"DUPONT SPRUANCE PLANT",
"FacilityStreet":"5401 JEFFERSON DAVIS HWY","FacilityCity":"RICHMOND","FacilityState":"VA","FacilityZip":"23234"},
{"SourceID":"VA0004669","EPASystem":"ICIS-NPDES","Statute":"CWA","FacilityName":"DUPONT SPRUANCE",
"FacilityStatus":"Effective","ExpDate":"06/30/2028"}],
"EnforcementComplianceSummaries":{"ProgramDates":[{"StartDate":"10/01/2021","EndDate":"09/30/2026"}],"Summaries":[
{"Statute":"CAA","SourceID":"VA0000005104100034","Inspections":"5","LastInspection":"03/18/2026",
"CurrentStatus":"No Violation Identified","QtrsInNC":"0","QtrsInSNC":"0","InformalActions":null,"FormalActions":null,
"Cases":null,"TotalPenalties":"$0"},
{"Statute":"CWA","SourceID":"VA0004669","Inspections":"3","LastInspection":"11/05/2025",
"CurrentStatus":"Violation Identified","QtrsInNC":"3","QtrsInSNC":"0","InformalActions":"4","FormalActions":"1",
"Cases":"1","TotalPenalties":"$466,600"},
{"Statute":"RCRA","SourceID":"VAD009305137","Inspections":"1","LastInspection":"08/22/2024",
"CurrentStatus":"No Violation Identified","QtrsInNC":"0","QtrsInSNC":"0","InformalActions":null,"FormalActions":null,
"Cases":null,"TotalPenalties":null}]},
"ComplianceSummary":{"Source":[{"SourceID":"VA0004669","Statute":"CWA","CurrentSNC":"No","QtrsInNC":"3"}]},
"FormalActions":{"Action":[{"SourceID":"VA0004669","Statute":"CWA","ActionType":"State Administrative Order",
"ActionDate":"06/02/2024","Penalty":"$466,600"}]}}}`

const registry = `{"Results":{"FRSFacility":[{"RegistryId":"110000868918","FacilityName":"DUPONT SPRUANCE PLANT",
"LocationAddress":"5401 JEFFERSON DAVIS HWY","SupplementalLocation":null,"CityName":"RICHMOND",
"CountyName":"CHESTERFIELD","StateAbbr":"VA","ZipCode":"23234-2257","FIPSCode":"51041","Latitude83":"37.45093",
"Longitude83":"-77.43415"}]}}`

const emitters = `[
{"facility_id":1005911,"year":2023,"facility_name":"Norco Manufacturing Complex","city":"NORCO","state":"LA",
"zip":"70079","latitude":30.003,"longitude":-90.402,"parent_company":"SHELL PETROLEUM INC (100%)",
"facility_types":"Direct Emitter, Supplier","reported_subparts":"C,MM,X,Y","frs_id":"110000597177",
"reporting_status":null},
{"facility_id":1005911,"year":2022,"facility_name":"Norco Manufacturing Complex","state":"LA"}]`

const emissions = `[
{"facility_id":1005911,"year":2023,"sub_part_id":1,"gas_id":1,"co2e_emission":3120000.5},
{"facility_id":1005911,"year":2023,"sub_part_id":1,"gas_id":2,"co2e_emission":1600},
{"facility_id":1005911,"year":2023,"sub_part_id":25,"gas_id":1,"co2e_emission":960000},
{"facility_id":1005911,"year":2023,"sub_part_id":38,"gas_id":1,"co2e_emission":28000000},
{"facility_id":1005911,"year":2023,"sub_part_id":25,"gas_id":null,"co2e_emission":null}]`

const subparts = `[{"subpart_id":1,"subpart_name":"C","subpart_type":"E"},
{"subpart_id":25,"subpart_name":"Y","subpart_type":"E"},{"subpart_id":38,"subpart_name":"MM","subpart_type":"S"},
{"subpart_id":45,"subpart_name":"UU","subpart_type":"I"}]`

const gases = `[{"gas_id":1,"gas_code":"CO2","gas_name":"Carbon Dioxide"},
{"gas_id":2,"gas_code":"CH4","gas_name":"Methane"},{"gas_id":8,"gas_code":"BIOCO2","gas_name":"Biogenic CO2"}]`

const sites = `[{"tri_facility_id":"70079SHLLL1205R","facility_name":"NORCO MANUFACTURING COMPLEX",
"street_address":"15536 RIVER RD","city_name":"NORCO","state_abbr":"LA","fac_latitude":300013,
"fac_longitude":902415,"parent_co_name":"SHELL PETROLEUM INC","epa_registry_id":"110000597177"}]`

const releases = `"1. YEAR","2. TRIFD","3. FRS ID","4. FACILITY NAME","6. CITY","8. ST","15. PARENT CO NAME",` +
	`"37. CHEMICAL","40. CAS#","49. FORM TYPE","50. UNIT OF MEASURE","51. 5.1 - FUGITIVE AIR",` +
	`"52. 5.2 - STACK AIR","53. 5.3 - WATER","54. 5.4 - UNDERGROUND","57. 5.5.1 - LANDFILLS",` +
	`"65. ON-SITE RELEASE TOTAL","88. OFF-SITE RELEASE TOTAL","107. TOTAL RELEASES"
2024,70079SHLLL1205R,110000597177,NORCO MANUFACTURING COMPLEX,NORCO,LA,SHELL PETROLEUM INC,Benzene,71-43-2,R,` +
	`Pounds,12000.5,8000,15,0,0,20015.5,310,20325.5
2024,70079SHLLL1205R,110000597177,NORCO MANUFACTURING COMPLEX,NORCO,LA,SHELL PETROLEUM INC,Ammonia,7664-41-7,R,` +
	`Pounds,1000,140000,5000,0,250,146250,0,146250
2024,70079SHLLL1205R,110000597177,NORCO MANUFACTURING COMPLEX,NORCO,LA,SHELL PETROLEUM INC,` +
	`Dioxin and dioxin-like compounds,N150,R,Grams,0,1.25,0,0,0,1.25,0,1.25
2024,70079SHLLL1205R,110000597177,NORCO MANUFACTURING COMPLEX,NORCO,LA,SHELL PETROLEUM INC,Phenol,108-95-2,A,` +
	`Pounds,0,0,0,0,0,0,0,0
`
