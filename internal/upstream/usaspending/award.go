package usaspending

import (
	"context"
	"net/http"

	"github.com/shopspring/decimal"

	"github.com/farebox/farebox/internal/upstream"
)

// Award is one award with everything that is known about it. Members that the API's own contract has for awards of
// every category have to be there, and those that a category does not have are absent, or null. Amounts are in US
// dollars over the whole life of the award.
type Award struct {
	GeneratedID     string `json:"generated_unique_award_id" asked:"/awards/{}/"`
	PIID            string `json:"piid,omitempty"` // of contracts and IDVs
	FAIN            string `json:"fain,omitempty"` // of assistance
	URI             string `json:"uri,omitempty"`  // of aggregated assistance
	Category        string `json:"category"`
	Type            string `json:"type"`
	TypeDescription string `json:"type_description" contract:"nullable"`
	Description     string `json:"description" contract:"nullable"`

	Obligated       *decimal.Decimal `json:"total_obligation"`
	Outlays         *decimal.Decimal `json:"total_outlay,omitempty"`
	ExercisedValue  *decimal.Decimal `json:"base_exercised_options,omitempty"` // with the options that were used
	PotentialValue  *decimal.Decimal `json:"base_and_all_options,omitempty"`   // with all options
	LoanValue       *decimal.Decimal `json:"total_loan_value,omitempty"`
	SubsidyCost     *decimal.Decimal `json:"total_subsidy_cost,omitempty"`
	NonFederal      *decimal.Decimal `json:"non_federal_funding,omitempty"`
	TotalFunding    *decimal.Decimal `json:"total_funding,omitempty"`
	SubawardCount   *int             `json:"subaward_count"`
	SubawardsAmount *decimal.Decimal `json:"total_subaward_amount"`

	SignedDate  string         `json:"date_signed" contract:"nullable"`
	Recipient   AwardRecipient `json:"recipient"`
	Awarding    *AwardAgency   `json:"awarding_agency"`
	Funding     *AwardAgency   `json:"funding_agency"`
	Parent      *ParentAward   `json:"parent_award,omitempty"`
	Contract    ContractData   `json:"latest_transaction_contract_data,omitempty"`
	Listings    []AwardListing `json:"cfda_info,omitempty"`
	Place       Place          `json:"place_of_performance" contract:"nullable"`
	Performance struct {
		Start        string `json:"start_date" contract:"nullable"`
		End          string `json:"end_date" contract:"nullable"`
		PotentialEnd string `json:"potential_end_date,omitempty"`
		LastModified string `json:"last_modified_date" contract:"nullable"`
	} `json:"period_of_performance" contract:"nullable"`
	Executives struct {
		Officers []Officer `json:"officers,omitempty"`
	} `json:"executive_details" contract:"nullable"`
}

// AwardRecipient is who an award went to.
type AwardRecipient struct {
	Name       string   `json:"recipient_name" contract:"nullable"`
	UEI        string   `json:"recipient_uei,omitempty"`
	ParentName string   `json:"parent_recipient_name,omitempty"`
	ParentUEI  string   `json:"parent_recipient_uei,omitempty"`
	Categories []string `json:"business_categories" contract:"nullable"`
	Location   *Place   `json:"location"`
}

// AwardAgency is an agency with the office that acted.
type AwardAgency struct {
	Toptier *struct {
		Name string `json:"name,omitempty"`
		Code string `json:"code,omitempty"`
	} `json:"toptier_agency" contract:"nullable"`
	Subtier *struct {
		Name string `json:"name,omitempty"`
		Code string `json:"code,omitempty"`
	} `json:"subtier_agency" contract:"nullable"`
	Office string `json:"office_agency_name" contract:"nullable"`
}

// ParentAward is the framework that an order was placed under.
type ParentAward struct {
	GeneratedID string `json:"generated_unique_award_id,omitempty"`
	PIID        string `json:"piid,omitempty"`
	Agency      string `json:"agency_name,omitempty"`
}

// ContractData are facts of a contract's latest transaction.
type ContractData struct {
	NAICS          string `json:"naics" contract:"nullable"`
	NAICSName      string `json:"naics_description" contract:"nullable"`
	PSC            string `json:"product_or_service_code" contract:"nullable"`
	PSCName        string `json:"product_or_service_description" contract:"nullable"`
	Competed       string `json:"extent_competed_description" contract:"nullable"`
	SetAside       string `json:"type_set_aside_description" contract:"nullable"`
	Offers         string `json:"number_of_offers_received" contract:"nullable"`
	Pricing        string `json:"type_of_contract_pricing_description" contract:"nullable"`
	SolicitationID string `json:"solicitation_identifier" contract:"nullable"`
}

// AwardListing is an assistance programme with its part of the award.
type AwardListing struct {
	Number    string           `json:"cfda_number"`
	Title     string           `json:"cfda_title" contract:"nullable"`
	Obligated *decimal.Decimal `json:"federal_action_obligation_amount,omitempty"`
}

// Place is a place of an award or a recipient; the street is only there for organisations.
type Place struct {
	Street      string `json:"address_line1,omitempty"`
	City        string `json:"city_name,omitempty"`
	County      string `json:"county_name,omitempty"`
	State       string `json:"state_code,omitempty"`
	Zip         string `json:"zip5,omitempty"`
	PlainZip    string `json:"zip,omitempty"` // of a recipient's profile
	Country     string `json:"location_country_code,omitempty"`
	HomeCountry string `json:"country_code,omitempty"` // of a recipient's profile
	CountryName string `json:"country_name,omitempty"`
}

// Officer is one of the highest paid executives of a recipient that has to name them.
type Officer struct {
	Name   string           `json:"name,omitempty"`
	Amount *decimal.Decimal `json:"amount,omitempty"` // pay in a year
}

// Award is the award with a generated id, NotFound when there is none, which the API says by {"detail":"No Award found
// with: '...'"}.
func (c *Client) Award(ctx context.Context, generatedID string) (*Award, error) {
	request := c.c.Get("/awards/{}/", generatedID).NoRecord(http.StatusNotFound, upstream.Says("no award found"))
	return upstream.Read[Award](ctx, request)
}
