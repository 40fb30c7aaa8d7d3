// Package govcontest has what USAspending.gov says to the examples of the spec's govcon routes: real names and ids, and
// figures that could be theirs.
package govcontest

import (
	"fmt"
	"strings"
	"time"

	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

// Now is the time that the examples were written for.
var Now = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

// API is where the provider is.
const API = "https://api.usaspending.gov/api/v2"

// Answers are what the provider says to the examples of the spec. Of any other recipient and award it knows nothing.
func Answers() []upstreamtest.Answer {
	const (
		search    = API + "/search/spending_by_award/"
		recipient = API + "/recipient/"
		agency    = API + "/agency/073/"
	)
	return []upstreamtest.Answer{
		{
			Method:  "POST",
			URL:     search,
			BodyHas: `"agencies":[{"name":"Department of Defense"`,
			Body:    McKessonOrders,
		},
		{Method: "POST", URL: search, BodyHas: `"recipient_search_text":["JTAPCFM4NSL4"],"award_type_codes":["A"`,
			Body: McKessonOrders},
		{Method: "POST", URL: search, BodyHas: `"JTAPCFM4NSL4"`, Body: McKessonOrders},
		{Method: "POST", URL: search, Body: Nothing},
		{
			Method:  "POST",
			URL:     API + "/search/spending_by_award_count/",
			BodyHas: "McKesson",
			Body:    count(2),
		},
		{Method: "POST", URL: API + "/search/spending_by_award_count/", Body: count(0)},
		{Method: "POST", URL: recipient, BodyHas: "JTAPCFM4NSL4", Body: McKessonRecipients},
		{
			Method:  "POST",
			URL:     recipient,
			BodyHas: `"keyword":"LOCKHEED MARTIN"`,
			Body:    lockheedRecipients,
		},
		{Method: "POST", URL: recipient, Body: NoRecipients},
		{URL: recipient + "a704b6c0-d296-fc75-79e9-7a9546b3b634-C/", Body: McKessonProfile},
		{Method: "POST", URL: API + "/search/spending_by_category/awarding_agency/", BodyHas: "a704b6c0",
			Body: byAgency},
		{
			Method:  "POST",
			URL:     API + "/search/spending_by_category/naics/",
			BodyHas: "a704b6c0",
			Body:    byNAICS,
		},
		{URL: API + "/references/toptier_agencies/", Body: Agencies()},
		{URL: agency, Body: sbaOverview},
		{URL: agency + "awards/", Body: sbaAwards},
		{URL: agency + "budgetary_resources/", Body: sbaBudget},
		{URL: agency + "obligations_by_award_category/", Body: sbaCategories},
		{URL: agency + "sub_agency/", Body: sbaParts},
		{URL: API + "/awards/CONT_AWD_H907_9700_SPE2DX16D1500_9700/", Body: McKessonOrder},
		{URL: API + "/awards/ASST_NON_12FA00PY54661041_12D2/", Body: FarmPayment},
		{URL: API + "/awards/*", Status: 404, Body: `{"detail":"No Award found with: 'x'"}`},
	}
}

func count(contracts int) string {
	return fmt.Sprintf(`{"results":{"grants":0,"loans":0,"contracts":%d,"direct_payments":0,"other":0,"idvs":0},
"spending_level":"awards","messages":[]}`, contracts)
}

// Nothing is a page without awards.
const Nothing = `{"spending_level":"awards","limit":10,"results":[],"page_metadata":{"page":1,"hasNext":false,
"last_record_unique_id":null,"last_record_sort_value":"None"},"messages":[]}`

// NoRecipients is an empty list of recipients.
const NoRecipients = `{"page_metadata":{"page":1,"total":0,"limit":100,"next":null,"previous":null,"hasNext":false,
"hasPrevious":false},"results":[]}`

// McKessonOrders is a page of two orders; one was partly deobligated.
const McKessonOrders = `{"spending_level":"awards","limit":10,"results":[
{"internal_id":22834500,"Award ID":"H907","Recipient Name":"MCKESSON CORPORATION","Recipient UEI":"JTAPCFM4NSL4",
"recipient_id":"a704b6c0-d296-fc75-79e9-7a9546b3b634-C","Description":"4534723185!PV PHARM BRANCH",
"Awarding Agency":"Department of Defense","Awarding Sub Agency":"Defense Logistics Agency",
"Funding Agency":"Department of Defense","Funding Sub Agency":"Defense Logistics Agency",
"Base Obligation Date":"2016-06-24","Award Amount":61241.34,"Total Outlays":null,
"Contract Award Type":"DELIVERY ORDER","NAICS":{"code":"325411","description":"MEDICINAL AND BOTANICAL MANUFACTURING"},
"PSC":{"code":"6505","description":"DRUGS AND BIOLOGICALS"},"Start Date":"2016-06-24","End Date":"2016-06-27",
"awarding_agency_id":1173,"agency_slug":"department-of-defense",
"generated_internal_id":"CONT_AWD_H907_9700_SPE2DX16D1500_9700"},
{"internal_id":22834501,"Award ID":"H908","Recipient Name":"MCKESSON CORPORATION","Recipient UEI":"JTAPCFM4NSL4",
"recipient_id":"a704b6c0-d296-fc75-79e9-7a9546b3b634-C","Description":null,
"Awarding Agency":"Department of Defense","Awarding Sub Agency":"Defense Logistics Agency",
"Funding Agency":"Department of Defense","Funding Sub Agency":"Defense Logistics Agency",
"Base Obligation Date":"2016-06-21","Award Amount":-120.05,"Total Outlays":0.0,
"Contract Award Type":"DELIVERY ORDER","NAICS":{"code":"325411","description":"MEDICINAL AND BOTANICAL MANUFACTURING"},
"PSC":{"code":"6505","description":"DRUGS AND BIOLOGICALS"},"Start Date":"2016-06-21","End Date":"2016-06-23",
"awarding_agency_id":1173,"agency_slug":"department-of-defense",
"generated_internal_id":"CONT_AWD_H908_9700_SPE2DX16D1500_9700"}],
"page_metadata":{"page":1,"hasNext":false,"last_record_unique_id":null,"last_record_sort_value":"None"},
"messages":["For searches, time period start and end dates are limited to an earliest date of 2007-10-01."]}`

// McKessonRecipients are the entries that hold a UEI.
const McKessonRecipients = `{"page_metadata":{"page":1,"total":1,"limit":100,"next":null,"previous":null,
"hasNext":false,"hasPrevious":false},"results":[{"id":"a704b6c0-d296-fc75-79e9-7a9546b3b634-C","duns":"105919864",
"uei":"JTAPCFM4NSL4","name":"MCKESSON CORPORATION","recipient_level":"C","amount":9120334455.67}]}`

// McKessonProfile is the profile of that entry.
const McKessonProfile = `{"name":"MCKESSON CORPORATION","alternate_names":["MCKESSON DRUG COMPANY"],
"duns":"105919864","uei":"JTAPCFM4NSL4","recipient_id":"a704b6c0-d296-fc75-79e9-7a9546b3b634-C","recipient_level":"C",
"parent_id":"8b51f520-c590-0517-1e0d-45336a1b9332-P","parent_name":"MCKESSON CORPORATION","parent_duns":"177667227",
"parent_uei":"S1RUKWWRYFL6","parents":[{"parent_duns":"177667227","parent_name":"MCKESSON CORPORATION",
"parent_id":"8b51f520-c590-0517-1e0d-45336a1b9332-P","parent_uei":"S1RUKWWRYFL6"}],
"business_types":["category_business","other_than_small_business","us_owned_business"],
"location":{"address_line1":"3775 SEAPORT BLVD","address_line2":null,"address_line3":null,"foreign_province":null,
"city_name":"WEST SACRAMENTO","county_name":null,"state_code":"CA","zip":"95691","zip4":"3558",
"foreign_postal_code":null,"country_name":"UNITED STATES","country_code":"USA","congressional_code":"06"},
"total_transaction_amount":8734112233.44,"total_transactions":51234,"total_face_value_loan_amount":0.0,
"total_face_value_loan_transactions":0}`

const byAgency = `{"category":"awarding_agency","spending_level":"transactions","limit":5,"page_metadata":{"page":1,
"next":null,"previous":null,"hasNext":false,"hasPrevious":false},"results":[
{"amount":8600000000.40,"total_outlays":null,"name":"Department of Veterans Affairs","code":"VA","id":561},
{"amount":-12.5,"total_outlays":null,"name":"Department of Defense","code":"DOD","id":1173}],"messages":[]}`

const byNAICS = `{"category":"naics","spending_level":"transactions","limit":5,"page_metadata":{"page":1,"next":null,
"previous":null,"hasNext":false,"hasPrevious":false},"results":[{"amount":8599999987.9,"code":"424210","id":null,
"name":"Drugs and Druggists' Sundries Merchant Wholesalers","total_outlays":null,"year_retired":null}],"messages":[]}`

// Agencies is a list of toptier agencies that is long enough to be believed.
func Agencies() string {
	list := []string{
		agencyEntry("073", "SBA", "Small Business Administration", "54500000000.25", "41200000000.5", "38100000000"),
		agencyEntry("097", "DOD", "Department of Defense", "1800000000000.1", "1600000000000", "1400000000000"),
		agencyEntry("080", "NASA", "National Aeronautics and Space Administration", "31000000000", "24000000000",
			"23000000000"),
		agencyEntry("012", "USDA", "Department of Agriculture", "400000000000", "300000000000", "280000000000"),
		agencyEntry("036", "VA", "Department of Veterans Affairs", "500000000000", "450000000000", "440000000000"),
		agencyEntry("049", "NSF", "National Science Foundation", "11000000000", "9000000000", "8000000000"),
		agencyEntry("1145", "", "Institute of Museum and Library Services", "0.0", "0.0", "0.0"),
	}
	for i := range 60 {
		list = append(list, agencyEntry(fmt.Sprint(900+i), "", fmt.Sprintf("Commission %d", i), "1000", "900", "800"))
	}
	return `{"results":[` + strings.Join(list, ",") + `]}`
}

func agencyEntry(code, abbreviation, name, authority, obligated, outlays string) string {
	return fmt.Sprintf(`{"agency_id":1,"toptier_code":%q,"abbreviation":%q,"agency_name":%q,
"congressional_justification_url":null,"active_fy":"2026","active_fq":"4","outlay_amount":%s,"obligated_amount":%s,
"budget_authority_amount":%s,"current_total_budget_authority_amount":12000000000000.0,
"percentage_of_total_budget_authority":0.00454,"agency_slug":%q}`,
		code, abbreviation, name, outlays, obligated, authority, strings.ReplaceAll(strings.ToLower(name), " ", "-"))
}

const sbaOverview = `{"fiscal_year":2025,"toptier_code":"073","name":"Small Business Administration",
"abbreviation":"SBA","agency_id":804,"icon_filename":"SBA.jpg","mission":"Help Americans to start and grow businesses.",
"website":"https://www.sba.gov/","congressional_justification_url":null,"about_agency_data":null,
"subtier_agency_count":1,"def_codes":[],"messages":[]}`

const sbaAwards = `{"toptier_code":"073","fiscal_year":2025,"latest_action_date":"2025-09-30T00:00:00",
"transaction_count":812345,"obligations":5537482210.72,"messages":[]}`

const sbaBudget = `{"toptier_code":"073","agency_data_by_year":[
{"fiscal_year":2025,"agency_budgetary_resources":51000000000.1,"agency_total_obligated":40000000000.2,
"agency_total_outlayed":37000000000.3,"total_budgetary_resources":12000000000000.4,"agency_obligation_by_period":[]},
{"fiscal_year":2026,"agency_budgetary_resources":54500000000.25,"agency_total_obligated":41200000000.5,
"agency_total_outlayed":null,"total_budgetary_resources":null,"agency_obligation_by_period":[]}],"messages":[]}`

const sbaCategories = `{"total_aggregated_amount":5537482210.72,"results":[
{"category":"loans","aggregated_amount":4000000000.5},{"category":"grants","aggregated_amount":1537482211.22},
{"category":"contracts","aggregated_amount":-1.0}]}`

const sbaParts = `{"toptier_code":"073","fiscal_year":2025,"page_metadata":{"page":1,"total":1,"limit":10,"next":null,
"previous":null,"hasNext":false,"hasPrevious":false},"results":[{"name":"Small Business Administration",
"abbreviation":"SBA","total_obligations":5537482210.72,"transaction_count":812345,"new_award_count":140000,
"children":[]}],"messages":[]}`

// McKessonOrder is an order in detail.
const McKessonOrder = `{"id":22834500,"generated_unique_award_id":"CONT_AWD_H907_9700_SPE2DX16D1500_9700",
"piid":"H907","category":"contract","type":"C","type_description":"DELIVERY ORDER",
"description":"4534723185!PV PHARM BRANCH","total_obligation":61241.34,"subaward_count":0,"total_subaward_amount":null,
"date_signed":"2016-06-24","base_exercised_options":61241.34,"base_and_all_options":61241.34,
"parent_award":{"agency_id":1173,"agency_name":"Department of Defense","agency_slug":"department-of-defense",
"sub_agency_id":"9700","sub_agency_name":"Department of Defense","award_id":69513842,
"generated_unique_award_id":"CONT_IDV_SPE2DX16D1500_9700","idv_type_description":"IDC",
"multiple_or_single_aw_desc":"SINGLE AWARD","piid":"SPE2DX16D1500","type_of_idc_description":null},
"latest_transaction_contract_data":{"solicitation_identifier":null,"number_of_offers_received":"4",
"extent_competed_description":"FULL AND OPEN COMPETITION","type_set_aside_description":"NO SET ASIDE USED.",
"product_or_service_code":"6505","product_or_service_description":"DRUGS AND BIOLOGICALS","naics":"325411",
"naics_description":"MEDICINAL AND BOTANICAL MANUFACTURING","type_of_contract_pricing_description":"FIRM FIXED PRICE"},
"funding_agency":{"id":1219,"has_agency_page":true,"toptier_agency":{"name":"Department of Defense","code":"097",
"abbreviation":"DOD","slug":"department-of-defense"},"subtier_agency":{"name":"Defense Logistics Agency",
"code":"97AS","abbreviation":"DLA"},"office_agency_name":"DLA TROOP SUPPORT"},
"awarding_agency":{"id":1219,"has_agency_page":true,"toptier_agency":{"name":"Department of Defense","code":"097",
"abbreviation":"DOD","slug":"department-of-defense"},"subtier_agency":{"name":"Defense Logistics Agency",
"code":"97AS","abbreviation":"DLA"},"office_agency_name":"DLA TROOP SUPPORT"},
"period_of_performance":{"start_date":"2016-06-24","end_date":"2016-06-27","last_modified_date":"2019-10-27 20:06:44",
"potential_end_date":"2016-06-27 00:00:00"},
"recipient":{"recipient_hash":"a704b6c0-d296-fc75-79e9-7a9546b3b634-C","recipient_name":"MCKESSON CORPORATION",
"recipient_uei":"JTAPCFM4NSL4","recipient_unique_id":"105919864",
"parent_recipient_hash":"8b51f520-c590-0517-1e0d-45336a1b9332-P","parent_recipient_name":"MCKESSON CORPORATION",
"parent_recipient_uei":"S1RUKWWRYFL6","parent_recipient_unique_id":"177667227",
"business_categories":["Category Business","U.S.-Owned Business"],
"location":{"location_country_code":"USA","country_name":"UNITED STATES","state_code":"CA","state_name":"CALIFORNIA",
"city_name":"WEST SACRAMENTO","county_code":"113","county_name":"YOLO","address_line1":"3775 SEAPORT BLVD",
"address_line2":null,"address_line3":null,"congressional_code":"06","zip4":"3558","zip5":"95691",
"foreign_postal_code":null,"foreign_province":null}},
"executive_details":{"officers":[{"name":null,"amount":null},{"name":null,"amount":null}]},
"place_of_performance":{"location_country_code":"USA","country_name":"UNITED STATES","county_code":"113",
"county_name":"YOLO","city_name":"WEST SACRAMENTO","state_code":"CA","state_name":"CALIFORNIA",
"congressional_code":"06","zip4":"956913500","zip5":"95691","address_line1":null},
"total_account_outlay":0.0,"total_account_obligation":0.0,"account_outlays_by_defc":[],
"account_obligations_by_defc":[],"total_outlay":null}`

// FarmPayment is assistance to a person who is not disclosed.
const FarmPayment = `{"id":70140000,"generated_unique_award_id":"ASST_NON_12FA00PY54661041_12D2",
"fain":"12FA00PY54661041","uri":null,"category":"direct payment","type":"10",
"type_description":"DIRECT PAYMENT WITH UNRESTRICTED USE","description":"AGRICULTURAL RISK COVERAGE PROG - COUNTY",
"subaward_count":0,"total_subaward_amount":null,"awarding_agency":{"id":153,"has_agency_page":true,
"toptier_agency":{"name":"Department of Agriculture","code":"012","abbreviation":"USDA",
"slug":"department-of-agriculture"},"subtier_agency":{"name":"Farm Service Agency","code":"12D2",
"abbreviation":"FSA"},"office_agency_name":null},"funding_agency":null,
"recipient":{"recipient_hash":"6e4362a8-7dd7-8d86-d2ff-8faa5eefe0aa-R","recipient_name":"REDACTED DUE TO PII",
"recipient_uei":null,"recipient_unique_id":null,"parent_recipient_hash":null,"parent_recipient_name":null,
"parent_recipient_uei":null,"parent_recipient_unique_id":null,"business_categories":["Individuals"],
"location":{"location_country_code":"USA","country_name":"UNITED STATES","state_code":"ND","city_name":"GARRISON",
"county_name":"MCLEAN","address_line1":null,"zip5":"58540"}},
"total_subsidy_cost":null,"total_loan_value":null,"total_obligation":479.0,"date_signed":"2017-10-04",
"base_and_all_options":null,"base_exercised_options":null,"non_federal_funding":0.0,"total_funding":479.0,
"record_type":3,"cfda_info":[{"cfda_number":"10.112","cfda_title":"Price Loss Coverage",
"federal_action_obligation_amount":479.0,"non_federal_funding_amount":0.0,"total_funding_amount":479.0}],
"transaction_obligated_amount":null,"period_of_performance":{"start_date":"2017-10-04","end_date":"2017-10-04",
"last_modified_date":"2018-10-27"},"executive_details":{"officers":[{"name":null,"amount":null}]},
"place_of_performance":{"location_country_code":"USA","country_name":"UNITED STATES","state_code":"ND"},
"total_account_outlay":3.0,"total_account_obligation":3.0,"total_outlay":0.0}`

// lockheedRecipients are the entries that hold a name: a parent, itself as a child, and a joint venture.
const lockheedRecipients = `{"page_metadata":{"page":1,"total":3,"limit":100,"next":null,"previous":null,
"hasNext":false,"hasPrevious":false},"results":[{"id":"1f53a2f5-8bbd-3a4a-9d70-32c8a2d5d7a1-P","duns":"834951691",
"uei":"ZFN2JJXBLZT3","name":"LOCKHEED MARTIN CORPORATION","recipient_level":"P","amount":41234567890.12},
{"id":"1f53a2f5-8bbd-3a4a-9d70-32c8a2d5d7a1-C","duns":"834951691","uei":"ZFN2JJXBLZT3",
"name":"LOCKHEED MARTIN CORPORATION","recipient_level":"C","amount":1234567.8},
{"id":"2f53a2f5-8bbd-3a4a-9d70-32c8a2d5d7a2-C","duns":null,"uei":"G1ZTVCUJNZB5",
"name":"RAYTHEON / LOCKHEED MARTIN JAVELIN JOINT VENTURE","recipient_level":"C","amount":512345678.9}]}`
