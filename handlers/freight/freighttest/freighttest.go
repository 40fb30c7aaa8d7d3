// Package freighttest has what FMCSA's files say to the examples of the spec's freight routes: a real carrier, with
// figures that could be its own.
package freighttest

import (
	"fmt"
	"net/url"
	"strings"
	"time"

	"github.com/farebox/farebox/internal/each"
	"github.com/farebox/farebox/internal/upstream/fmcsa"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

// Now is the time that the examples were written for.
var Now = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

// Answers are what the files say to the examples of the spec. Nothing else is in them.
func Answers() []upstreamtest.Answer {
	const dot = "80806"
	return []upstreamtest.Answer{
		Row(fmcsa.CensusSet, "dot_number='"+dot+"'", census),
		Row(fmcsa.CensusSet, "(upper(legal_name) like '%J B HUNT TRANSPORT%' OR upper(dba_name) like "+
			"'%J B HUNT TRANSPORT%') AND phy_state='AR'", census),
		Row(fmcsa.AuthoritySet, "usdot_number='"+dot+"'", authorities),
		Row(fmcsa.AuthorityHistorySet, "usdot_number='"+dot+"'", history),
		Row(fmcsa.InsuranceSet, "usdot_number='"+dot+"'", policies),
		Row(fmcsa.LegacyAuthoritySet, "dot_number='00080806'", legacy),
		Row(fmcsa.PropertySet, "dot_number='"+dot+"'", measures),
		Begins(fmcsa.InspectionsSet, inspections()),
		{
			URL: "https://data.transportation.gov/resource/" + string(fmcsa.CrashesSet) + ".json?" +
				url.Values{"$select": {"dot_number,count(*) as crashes"}}.Encode(),
			Body: `[{"dot_number":"80806","crashes":"11"}]`,
		},
		Begins(fmcsa.CrashesSet, `[{"dot_number":"80806","crashes":"1650","fatalities":"12","injuries":"480"}]`),
		{URL: "https://data.transportation.gov/resource/*", Body: "[]"},
		Tables(),
	}
}

// columns are those of all tables that are read.
const columns = `
dot_number legal_name dba_name status_code carrier_operation phy_street phy_city phy_state phy_zip phy_country
phone power_units bus_units total_drivers mcs150_date add_date hm_ind classdef docket1 docket1prefix docket2
docket2prefix docket3 docket3prefix safety_rating safety_rating_date prior_revoke_flag usdot_number
docket_number op_auth_type op_auth_status min_cov_amount bipd_file cargo_req cargo_file bond_req bond_file
reason status_change_date ins_form_code ins_type_code ins_class_code max_cov_amount underl_lim_amount
policy_no effective_date insurance_company_name trans_date filing_status_reason cancl_effective_date
order1_type_desc order1_serve_date order1_effective_date oos_date oos_reason status rescind_date insp_date
insp_level_id driver_oos_total vehicle_oos_total hazmat_oos_total fatalities injuries insp_total
driver_insp_total driver_oos_insp_total vehicle_insp_total vehicle_oos_insp_total common_stat contract_stat
broker_stat property_chk passenger_chk hhg_chk mod_col_1 name_company unsafe_driv_insp_w_viol
unsafe_driv_measure unsafe_driv_pct unsafe_driv_basic_alert unsafe_driv_ac hos_driv_insp_w_viol
hos_driv_measure hos_driv_pct hos_driv_basic_alert hos_driv_ac driv_fit_insp_w_viol driv_fit_measure
driv_fit_pct driv_fit_basic_alert driv_fit_ac contr_subst_insp_w_viol contr_subst_measure contr_subst_pct
contr_subst_basic_alert contr_subst_ac veh_maint_insp_w_viol veh_maint_measure veh_maint_pct
veh_maint_basic_alert veh_maint_ac crgo_genfreight crgo_household crgo_passengers crgo_liqgas crgo_oilfield
crgo_intermodal crgo_coldfood report_date mcs150_mileage mcs150_mileage_year fax truck_units fleetsize
total_intrastate_drivers total_cdl phy_cnty email_address review_date owntruck owntract owntrail
docket1_status_code
`

// Tables is what the portal says of any table: that it has all columns, and was last changed a day before [Now].
func Tables() upstreamtest.Answer {
	list := each.Of(strings.Fields(columns), func(name string) string { return fmt.Sprintf(`{"fieldName":%q}`, name) })
	return upstreamtest.Answer{
		URL: "https://data.transportation.gov/api/views/*",
		Body: fmt.Sprintf(`{"columns":[%s],"rowsUpdatedAt":%d}`,
			strings.Join(list, ","), Now.AddDate(0, 0, -1).Unix()),
	}
}

// Row is the answer of a table to a condition.
func Row(set fmcsa.Dataset, where, rows string) upstreamtest.Answer {
	return upstreamtest.Answer{
		URL: "https://data.transportation.gov/resource/" + string(
			set,
		) + ".json?" + url.Values{
			"$where": {where},
		}.Encode(),
		Body: strings.TrimSpace(rows),
	}
}

// Begins is the answer of a table to any condition: those on inspections and crashes have the day of the request in
// them.
func Begins(set fmcsa.Dataset, rows string) upstreamtest.Answer {
	return upstreamtest.Answer{
		URL:  "https://data.transportation.gov/resource/" + string(set) + ".json",
		Body: rows,
	}
}

const census = `[{"mcs150_date":"20260211","add_date":"19740601","status_code":"A","dot_number":"80806",
"carrier_operation":"A","phone":"4798200000","power_units":"23100","bus_units":"0","total_drivers":"22900",
"docket1prefix":"MC","docket1":"135797","hm_ind":"Y","classdef":"AUTHORIZED FOR HIRE",
"legal_name":"J B HUNT TRANSPORT INC","phy_street":"615 J B HUNT CORPORATE DRIVE","phy_city":"LOWELL",
"phy_state":"AR","phy_zip":"72745","phy_country":"US","review_date":"20090310","safety_rating":"S",
"safety_rating_date":"20090310","crgo_genfreight":"X","crgo_intermodal":"X","crgo_coldfood":"X"}]`

const authorities = `[{"docket_number":"MC135797","usdot_number":"80806",
"op_auth_type":"Motor Carrier of Property (Except Household Goods)","op_auth_status":"Active",
"min_cov_amount":"750000.00","bipd_file":"1000000.00","cargo_req":"N","cargo_file":"N","bond_req":"N",
"bond_file":"N","legal_name":"J.B. HUNT TRANSPORT, INC."}]`

const history = `[{"docket_number":"MC135797","usdot_number":"80806",
"op_auth_type":"Motor Carrier of Property (Except Household Goods)","op_auth_status":"Active",
"reason":"Administrative Correction","status_change_date":"20260812"}]`

const policies = `[
{"docket_number":"MC135797","usdot_number":"80806","ins_form_code":"BMC-91X","ins_type_code":"1",
"ins_class_code":"P","max_cov_amount":"1000000.00","underl_lim_amount":"0.00","policy_no":"0",
"effective_date":"19930301","insurance_company_name":"Self-Insured","trans_date":"20260708"},
{"docket_number":"MC135797","usdot_number":"80806","ins_form_code":"BMC-91X","ins_type_code":"1",
"ins_class_code":"P","max_cov_amount":"1000000.00","underl_lim_amount":"0.00","policy_no":"0",
"effective_date":"19930301","insurance_company_name":"Self-Insured","trans_date":"20260708"}]`

const legacy = `[{"docket_number":"MC135797","dot_number":"00080806","common_stat":"A","contract_stat":"A",
"broker_stat":"N","property_chk":"Y","passenger_chk":"N","hhg_chk":"N","min_cov_amount":"00750",
"cargo_req":"N","bond_req":"N","bipd_file":"01000","cargo_file":"N","bond_file":"N",
"legal_name":"J.B. HUNT TRANSPORT, INC."}]`

const measures = `[{"dot_number":"80806","insp_total":"19650","driver_insp_total":"19500",
"driver_oos_insp_total":"210","vehicle_insp_total":"8200","vehicle_oos_insp_total":"1230",
"unsafe_driv_insp_w_viol":"1900","unsafe_driv_measure":"1.12","unsafe_driv_ac":"N",
"hos_driv_insp_w_viol":"420","hos_driv_measure":".17","hos_driv_ac":"N"}]`

// inspections are as many as are asked for: there are more of so large a carrier.
func inspections() string {
	const one = `{"insp_date":"20261104","insp_level_id":"3","driver_oos_total":"0","vehicle_oos_total":"0",` +
		`"hazmat_oos_total":"0"}`
	return "[" + strings.Repeat(one+",", fmcsa.MaxInspections-1) + one + "]"
}
