package fmcsa

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/farebox/farebox/internal/upstream"
)

// The portal leaves a column without a value out of its row (Socrata's documentation of JSON), so that all columns are
// optional but those that a row of the table is nothing without.

// Census is a carrier's registration. Names of officers and e-mail addresses, which the table has, are not read.
type Census struct {
	DOT               Text `json:"dot_number" asked:"$where"`
	LegalName         Text `json:"legal_name"`
	DBAName           Text `json:"dba_name,omitempty"`
	Status            Text `json:"status_code"`                 // A active, I inactive, P pending
	Operation         Text `json:"carrier_operation,omitempty"` // A interstate, B intrastate with hazardous materials, C other
	Street            Text `json:"phy_street,omitempty"`
	City              Text `json:"phy_city,omitempty"`
	State             Text `json:"phy_state,omitempty"`
	ZIP               Text `json:"phy_zip,omitempty"`
	Country           Text `json:"phy_country,omitempty"`
	Phone             Text `json:"phone,omitempty"`
	PowerUnits        Text `json:"power_units,omitempty"`
	Buses             Text `json:"bus_units,omitempty"`
	Drivers           Text `json:"total_drivers,omitempty"`
	UpdatedOn         Text `json:"mcs150_date,omitempty"`
	AddedOn           Text `json:"add_date,omitempty"`
	Hazardous         Text `json:"hm_ind,omitempty"`
	Classes           Text `json:"classdef,omitempty"`
	Docket1           Text `json:"docket1,omitempty"`
	Docket1Prefix     Text `json:"docket1prefix,omitempty"`
	Docket2           Text `json:"docket2,omitempty"`
	Docket2Prefix     Text `json:"docket2prefix,omitempty"`
	Docket3           Text `json:"docket3,omitempty"`
	Docket3Prefix     Text `json:"docket3prefix,omitempty"`
	Rating            Text `json:"safety_rating,omitempty"` // S, C or U
	RatedOn           Text `json:"safety_rating_date,omitempty"`
	PriorRevocation   Text `json:"prior_revoke_flag,omitempty"`
	cargo             []string
	cargoColumnsGiven bool
}

// UnmarshalJSON reads the columns, and the names of the cargo columns that are marked.
func (c *Census) UnmarshalJSON(raw []byte) error {
	type plain Census
	if err := upstream.Decode(raw, (*plain)(c)); err != nil {
		return err
	}

	var all map[string]Text
	if err := json.Unmarshal(raw, &all); err != nil {
		return err
	}
	for name, mark := range all {
		kind, ok := strings.CutPrefix(name, "crgo_")
		if !ok {
			continue
		}
		c.cargoColumnsGiven = true
		if marked := mark.Flag(); marked != nil && *marked {
			c.cargo = append(c.cargo, kind)
		}
	}
	slices.Sort(c.cargo)
	return nil
}

// Cargo lists the kinds of cargo that the carrier declares, by the names of their columns without crgo_. known is false
// when the row has no such column, which is what a row without any declared cargo looks like too.
func (c *Census) Cargo() (kinds []string, known bool) { return c.cargo, c.cargoColumnsGiven }

// Dockets are the docket numbers in one form.
func (c *Census) Dockets() []string {
	var list []string
	for _, pair := range [][2]Text{
		{c.Docket1Prefix, c.Docket1}, {c.Docket2Prefix, c.Docket2}, {c.Docket3Prefix, c.Docket3},
	} {
		if docket, ok := Docket(string(pair[0] + pair[1])); ok && !slices.Contains(list, docket) {
			list = append(list, docket)
		}
	}
	return list
}

// Authority is one operating authority in Motus. Amounts are in dollars.
type Authority struct {
	DOT           Text `json:"usdot_number" asked:"$where"`
	Docket        Text `json:"docket_number,omitempty" asked:"$where"`
	Type          Text `json:"op_auth_type"`
	Status        Text `json:"op_auth_status"` // Active, Inactive, Pending, Withdrawn
	LegalName     Text `json:"legal_name,omitempty"`
	DBAName       Text `json:"dba_name,omitempty"`
	MinCoverage   Text `json:"min_cov_amount,omitempty"`
	BIPDOnFile    Text `json:"bipd_file,omitempty"`
	CargoRequired Text `json:"cargo_req,omitempty"`
	CargoOnFile   Text `json:"cargo_file,omitempty"`
	BondRequired  Text `json:"bond_req,omitempty"`
	BondOnFile    Text `json:"bond_file,omitempty"`
}

// Event is a change of an authority's status in Motus.
type Event struct {
	Docket  Text `json:"docket_number,omitempty"`
	Type    Text `json:"op_auth_type"`
	Reason  Text `json:"reason"`
	Changed Text `json:"status_change_date"`
}

// Policy is a filing of insurance in Motus, active or pending. Amounts are in dollars; Effective is the day of the
// original filing, not of a term.
type Policy struct {
	DOT       Text `json:"usdot_number,omitempty" asked:"$where"`
	Form      Text `json:"ins_form_code"`
	Type      Text `json:"ins_type_code"`            // 1 liability, 2 cargo, 3 bond, 4 trust fund
	Class     Text `json:"ins_class_code,omitempty"` // P primary, E excess
	Limit     Text `json:"max_cov_amount"`
	Underlies Text `json:"underl_lim_amount,omitempty"`
	Number    Text `json:"policy_no"`
	Effective Text `json:"effective_date"`
	Company   Text `json:"insurance_company_name,omitempty"`
	Filed     Text `json:"trans_date,omitempty"`
}

// EndedPolicy is a filing that was cancelled or replaced.
type EndedPolicy struct {
	Reason    Text `json:"filing_status_reason"` // CANCEL, TERM/REPL, NAMECHG
	Form      Text `json:"ins_form_code,omitempty"`
	Type      Text `json:"ins_type_code,omitempty"`
	Class     Text `json:"ins_class_code,omitempty"`
	Number    Text `json:"policy_no"`
	Effective Text `json:"effective_date"`
	Cancelled Text `json:"cancl_effective_date,omitempty"`
	Company   Text `json:"insurance_company_name,omitempty"`
}

// Order is a notice that an authority is suspended or revoked.
type Order struct {
	Docket    Text `json:"docket_number,omitempty"`
	Type      Text `json:"op_auth_type"`
	Kind      Text `json:"order1_type_desc,omitempty"`
	Served    Text `json:"order1_serve_date"`
	Effective Text `json:"order1_effective_date"`
}

// OutOfService is an order to stop operating.
type OutOfService struct {
	Ordered   Text `json:"oos_date"`
	Reason    Text `json:"oos_reason,omitempty"`
	Status    Text `json:"status"`
	Rescinded Text `json:"rescind_date,omitempty"`
}

// Inspection is a roadside inspection.
type Inspection struct {
	Date       Text `json:"insp_date"`
	Level      Text `json:"insp_level_id"`
	DriverOOS  Text `json:"driver_oos_total"`
	VehicleOOS Text `json:"vehicle_oos_total"`
	HazmatOOS  Text `json:"hazmat_oos_total,omitempty"`
}

// Crashes are a carrier's crashes since a day, added up by the portal. Each vehicle of the carrier counts.
type Crashes struct {
	Crashes    Text `json:"crashes"`
	Fatalities Text `json:"fatalities"`
	Injuries   Text `json:"injuries"`
	Fatal      *int `json:"-"` // crashes with a fatality
}

// SMS is a carrier's row of the Safety Measurement System, over 24 months. Percentiles and alerts are public of
// passenger carriers only.
type SMS struct {
	Inspections        Text    `json:"insp_total"`
	DriverInspections  Text    `json:"driver_insp_total,omitempty"`
	DriverOOS          Text    `json:"driver_oos_insp_total,omitempty"`
	VehicleInspections Text    `json:"vehicle_insp_total,omitempty"`
	VehicleOOS         Text    `json:"vehicle_oos_insp_total,omitempty"`
	Basics             []Basic `json:"-"`
}

// Basic is a carrier's standing in one category.
type Basic struct {
	Name          string
	Violations    Text // inspections with a violation
	Measure       Text
	Percentile    Text // "64%", or words when there are too few inspections
	Alert         Text
	AcuteCritical Text
}

// categories are the beginnings of the columns of each category.
var categories = []struct{ column, name string }{
	{"unsafe_driv", "unsafe_driving"},
	{"hos_driv", "hours_of_service"},
	{"driv_fit", "driver_fitness"},
	{"contr_subst", "controlled_substances"},
	{"veh_maint", "vehicle_maintenance"},
}

// UnmarshalJSON reads the totals, and the categories that the row has something of.
func (s *SMS) UnmarshalJSON(raw []byte) error {
	type plain SMS
	if err := upstream.Decode(raw, (*plain)(s)); err != nil {
		return err
	}

	var all map[string]Text
	if err := json.Unmarshal(raw, &all); err != nil {
		return err
	}
	for _, c := range categories {
		basic := Basic{
			Name:          c.name,
			Violations:    all[c.column+"_insp_w_viol"],
			Measure:       all[c.column+"_measure"],
			Percentile:    all[c.column+"_pct"],
			Alert:         all[c.column+"_basic_alert"],
			AcuteCritical: all[c.column+"_ac"],
		}
		if basic != (Basic{Name: c.name}) {
			s.Basics = append(s.Basics, basic)
		}
	}
	return nil
}

// LegacyAuthority is a docket in the file that is frozen at [Frozen]. Amounts are in thousands of dollars.
type LegacyAuthority struct {
	DOT           Text `json:"dot_number" asked:"$where"`
	Docket        Text `json:"docket_number" asked:"$where"`
	Common        Text `json:"common_stat"` // A active, I inactive, N none
	Contract      Text `json:"contract_stat"`
	Broker        Text `json:"broker_stat"`
	Property      Text `json:"property_chk,omitempty"`
	Passenger     Text `json:"passenger_chk,omitempty"`
	Household     Text `json:"hhg_chk,omitempty"`
	LegalName     Text `json:"legal_name,omitempty"`
	DBAName       Text `json:"dba_name,omitempty"`
	BIPDOnFile    Text `json:"bipd_file,omitempty"`
	CargoRequired Text `json:"cargo_req,omitempty"`
	CargoOnFile   Text `json:"cargo_file,omitempty"`
	BondRequired  Text `json:"bond_req,omitempty"`
	BondOnFile    Text `json:"bond_file,omitempty"`
}

// LegacyPolicy is a filing in the file that is frozen at [Frozen]. Limit is in thousands of dollars.
type LegacyPolicy struct {
	Form      Text `json:"ins_form_code,omitempty"`
	Kind      Text `json:"mod_col_1"` // "BIPD/Primary", "BIPD/Excess", "CARGO", "SURETY", "TRUST FUND"
	Limit     Text `json:"max_cov_amount"`
	Number    Text `json:"policy_no"`
	Effective Text `json:"effective_date"`
	Cancelled Text `json:"cancl_effective_date,omitempty"`
	Company   Text `json:"name_company,omitempty"`
}

// Census gives the rows of a USDOT number: one, or none.
func (c *Client) Census(ctx context.Context, dot string) ([]Census, error) {
	return rows[Census](ctx, c, CensusSet, query{where: key("dot_number", dot)})
}

// CensusByDocket gives the carriers with this docket number, MC421775.
func (c *Client) CensusByDocket(ctx context.Context, docket string) ([]Census, error) {
	prefix := Quote(docket[:2])
	number := Quote(docket[2:])
	var ways []string
	for place := 1; place <= 3; place++ {
		ways = append(ways, fmt.Sprintf("(docket%d=%s AND docket%dprefix=%s)", place, number, place, prefix))
	}
	return rows[Census](ctx, c, CensusSet, query{where: strings.Join(ways, " OR ")})
}

// CensusByName gives the carriers whose legal or trade name has this in it, which is written in capitals with % for
// anything between. state is two letters, or empty. Of more than [MaxRows] the rest is missing.
func (c *Client) CensusByName(ctx context.Context, pattern, state string) ([]Census, error) {
	like := Quote("%" + pattern + "%")
	where := fmt.Sprintf("(upper(legal_name) like %s OR upper(dba_name) like %s)", like, like)
	if state != "" {
		where += " AND " + key("phy_state", state)
	}
	return rows[Census](ctx, c, CensusSet, query{
		where: where,
		choose: "dot_number,legal_name,dba_name,status_code,phy_city,phy_state,power_units," +
			"docket1prefix,docket1,docket2prefix,docket2,docket3prefix,docket3",
		limit: MaxRows,
	})
}

// Authorities are those of a USDOT number in Motus.
func (c *Client) Authorities(ctx context.Context, dot string) ([]Authority, error) {
	return rows[Authority](ctx, c, AuthoritySet, query{where: key("usdot_number", dot)})
}

// AuthoritiesByDocket are those with this docket number in Motus, which pads some of them with zeros.
func (c *Client) AuthoritiesByDocket(ctx context.Context, docket string) ([]Authority, error) {
	return rows[Authority](ctx, c, AuthoritySet, query{where: anyDocket(docket)})
}

// History are the changes of authorities in Motus.
func (c *Client) History(ctx context.Context, dot string) ([]Event, error) {
	return rows[Event](ctx, c, AuthorityHistorySet, query{where: key("usdot_number", dot)})
}

// Policies are the filings of insurance in Motus, each once: the table repeats them.
func (c *Client) Policies(ctx context.Context, dot string) ([]Policy, error) {
	list, err := rows[Policy](ctx, c, InsuranceSet, query{where: key("usdot_number", dot)})
	return once(list), err
}

// EndedPolicies are the filings that Motus saw end, each once.
func (c *Client) EndedPolicies(ctx context.Context, dot string) ([]EndedPolicy, error) {
	list, err := rows[EndedPolicy](ctx, c, InsuranceHistorySet, query{where: key("usdot_number", dot)})
	return once(list), err
}

// Orders are the notices of suspension and revocation, each once.
func (c *Client) Orders(ctx context.Context, dot string) ([]Order, error) {
	list, err := rows[Order](ctx, c, OrdersSet, query{where: key("usdot_number", dot)})
	return once(list), err
}

// OutOfServiceOrders are the orders to stop operating, rescinded ones among them.
func (c *Client) OutOfServiceOrders(ctx context.Context, dot string) ([]OutOfService, error) {
	list, err := rows[OutOfService](ctx, c, OutOfServiceSet, query{where: key("dot_number", dot)})
	return once(list), err
}

// InspectionsSince are the inspections from a day on. At [MaxInspections] there may be more.
func (c *Client) InspectionsSince(ctx context.Context, dot string, day time.Time) ([]Inspection, error) {
	return rows[Inspection](ctx, c, InspectionsSet, query{
		where:  key("dot_number", dot) + " AND insp_date>" + Quote(Compact(day)),
		choose: "insp_date,insp_level_id,driver_oos_total,vehicle_oos_total,hazmat_oos_total",
		limit:  MaxInspections,
	})
}

// CrashesSince adds up the crashes from a day on.
func (c *Client) CrashesSince(ctx context.Context, dot string, day time.Time) (*Crashes, error) {
	since := key("dot_number", dot) + " AND report_date>" + Quote(Compact(day))
	list, err := rows[Crashes](ctx, c, CrashesSet, query{
		where: since,
		choose: "dot_number,count(*) as crashes,sum(fatalities) as fatalities," +
			"sum(injuries) as injuries",
		group: "dot_number",
	})
	if err != nil {
		return nil, err
	}
	if len(list) == 0 {
		return &Crashes{
			Crashes:    "0",
			Fatalities: "0",
			Injuries:   "0",
			Fatal:      new(0),
		}, nil
	}

	total := &list[0]
	if dead := total.Fatalities.Count(); dead != nil && *dead == 0 {
		total.Fatal = new(0)
		return total, nil
	}
	type count struct {
		Crashes Text `json:"crashes"`
	}
	fatal, err := rows[count](ctx, c, CrashesSet, query{
		where:  since + " AND fatalities>0",
		choose: "dot_number,count(*) as crashes",
		group:  "dot_number",
	})
	switch {
	case err != nil:
		return nil, err // crashes without those that killed would look milder than they are
	case len(fatal) == 1:
		total.Fatal = fatal[0].Crashes.Count()
	}
	return total, nil
}

// Measures is the carrier's rows in one table of the Safety Measurement System: one, or none.
func (c *Client) Measures(ctx context.Context, set Dataset, dot string) ([]SMS, error) {
	return rows[SMS](ctx, c, set, query{where: key("dot_number", dot)})
}

// LegacyAuthorities are the dockets of a USDOT number on [Frozen].
func (c *Client) LegacyAuthorities(ctx context.Context, dot string) ([]LegacyAuthority, error) {
	return rows[LegacyAuthority](ctx, c, LegacyAuthoritySet, query{where: key("dot_number", padded(dot))})
}

// LegacyAuthoritiesByDocket are the rows of a docket number on [Frozen].
func (c *Client) LegacyAuthoritiesByDocket(ctx context.Context, docket string) ([]LegacyAuthority, error) {
	return rows[LegacyAuthority](ctx, c, LegacyAuthoritySet, query{where: anyDocket(docket)})
}

// LegacyPolicies are the filings of insurance on [Frozen].
func (c *Client) LegacyPolicies(ctx context.Context, dot string) ([]LegacyPolicy, error) {
	list, err := rows[LegacyPolicy](ctx, c, LegacyInsuranceSet, query{where: key("dot_number", padded(dot))})
	return once(list), err
}

// key is a condition that a column has this value.
func key(column, value string) string { return column + "=" + Quote(value) }

// anyDocket is a condition for a docket number in each form that the tables write it in: as it is, and padded to six,
// seven and ten digits.
func anyDocket(docket string) string {
	var forms []string
	for _, digits := range []int{0, 6, 7, 10} {
		number := docket[2:]
		if pad := digits - len(number); pad > 0 {
			number = strings.Repeat("0", pad) + number
		}
		if form := Quote(docket[:2] + number); !slices.Contains(forms, form) {
			forms = append(forms, form)
		}
	}
	return "docket_number in (" + strings.Join(forms, ",") + ")"
}

// once leaves out rows that are the same in every column: joins repeat them.
func once[T comparable](list []T) []T {
	seen := map[T]bool{}
	return slices.DeleteFunc(list, func(row T) bool {
		again := seen[row]
		seen[row] = true
		return again
	})
}
