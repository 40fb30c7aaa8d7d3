package usaspending

import (
	"context"
	"net/http"
	"strings"
	"time"

	"github.com/shopspring/decimal"

	"github.com/farebox/farebox/internal/upstream"
)

// Award is one award with everything that is known of it. Members that its category does not have are empty. Amounts
// are in US dollars over the whole life of the award.
type Award struct {
	GeneratedID     string `json:"generated_unique_award_id"`
	PIID            string `json:"piid"` // of contracts and IDVs
	FAIN            string `json:"fain"` // of assistance
	URI             string `json:"uri"`  // of aggregated assistance
	Category        string `json:"category"`
	Type            string `json:"type"`
	TypeDescription string `json:"type_description"`
	Description     string `json:"description"`

	Obligated       *decimal.Decimal `json:"total_obligation"`
	Outlays         *decimal.Decimal `json:"total_outlay"`
	ExercisedValue  *decimal.Decimal `json:"base_exercised_options"` // with the options that were used
	PotentialValue  *decimal.Decimal `json:"base_and_all_options"`   // with all options
	LoanValue       *decimal.Decimal `json:"total_loan_value"`
	SubsidyCost     *decimal.Decimal `json:"total_subsidy_cost"`
	NonFederal      *decimal.Decimal `json:"non_federal_funding"`
	TotalFunding    *decimal.Decimal `json:"total_funding"`
	SubawardCount   *int             `json:"subaward_count"`
	SubawardsAmount *decimal.Decimal `json:"total_subaward_amount"`

	SignedDate  string         `json:"date_signed"`
	Recipient   AwardRecipient `json:"recipient"`
	Awarding    *AwardAgency   `json:"awarding_agency"`
	Funding     *AwardAgency   `json:"funding_agency"`
	Parent      *ParentAward   `json:"parent_award"`
	Contract    ContractData   `json:"latest_transaction_contract_data"`
	Listings    []AwardListing `json:"cfda_info"`
	Place       Place          `json:"place_of_performance"`
	Performance struct {
		Start        string `json:"start_date"`
		End          string `json:"end_date"`
		PotentialEnd string `json:"potential_end_date"`
		LastModified string `json:"last_modified_date"`
	} `json:"period_of_performance"`
	Executives struct {
		Officers []Officer `json:"officers"`
	} `json:"executive_details"`
}

// AwardRecipient is who an award went to.
type AwardRecipient struct {
	Name       string   `json:"recipient_name"`
	UEI        string   `json:"recipient_uei"`
	ParentName string   `json:"parent_recipient_name"`
	ParentUEI  string   `json:"parent_recipient_uei"`
	Categories []string `json:"business_categories"`
	Location   *Place   `json:"location"`
}

// AwardAgency is an agency with the office that acted.
type AwardAgency struct {
	Toptier *struct {
		Name         string `json:"name"`
		Code         string `json:"code"`
		Abbreviation string `json:"abbreviation"`
	} `json:"toptier_agency"`
	Subtier *struct {
		Name string `json:"name"`
		Code string `json:"code"`
	} `json:"subtier_agency"`
	Office string `json:"office_agency_name"`
}

// ParentAward is the framework that an order was placed under.
type ParentAward struct {
	GeneratedID string `json:"generated_unique_award_id"`
	PIID        string `json:"piid"`
	Agency      string `json:"agency_name"`
}

// ContractData are facts of a contract's latest transaction.
type ContractData struct {
	NAICS          string `json:"naics"`
	NAICSName      string `json:"naics_description"`
	PSC            string `json:"product_or_service_code"`
	PSCName        string `json:"product_or_service_description"`
	Competed       string `json:"extent_competed_description"`
	SetAside       string `json:"type_set_aside_description"`
	Offers         string `json:"number_of_offers_received"`
	Pricing        string `json:"type_of_contract_pricing_description"`
	SolicitationID string `json:"solicitation_identifier"`
}

// AwardListing is an assistance programme with its part of the award.
type AwardListing struct {
	Number    string           `json:"cfda_number"`
	Title     string           `json:"cfda_title"`
	Obligated *decimal.Decimal `json:"federal_action_obligation_amount"`
}

// Place is a place of an award or a recipient; the street is only there for organisations.
type Place struct {
	Street      string `json:"address_line1"`
	City        string `json:"city_name"`
	County      string `json:"county_name"`
	State       string `json:"state_code"`
	Zip         string `json:"zip5"`
	PlainZip    string `json:"zip"` // of a recipient's profile
	Country     string `json:"location_country_code"`
	HomeCountry string `json:"country_code"` // of a recipient's profile
	CountryName string `json:"country_name"`
}

// Officer is one of the highest paid executives of a recipient that has to name them.
type Officer struct {
	Name   string           `json:"name"`
	Amount *decimal.Decimal `json:"amount"` // pay in a year
}

// Award is the award with a generated id, NotFound when there is none.
func (c *Client) Award(ctx context.Context, generatedID string) (*Award, time.Time, error) {
	request := c.c.Get("/awards/{}/", generatedID).AcceptStatus(http.StatusNotFound).Check(isAward)
	resp, err := request.Do(ctx)
	if err != nil {
		return nil, time.Time{}, err
	}

	var award Award
	if err := resp.JSON(&award); err != nil {
		return nil, time.Time{}, err
	}
	return &award, resp.FetchedAt, nil
}

// isAward tells an award from "there is none", and that from a page for people, which comes when the site is degraded.
func isAward(r *upstream.Response) error {
	if r.Status == http.StatusNotFound {
		if strings.Contains(r.Header.Get("Content-Type"), "html") {
			return upstream.BadResponse.Errorf("a page instead of an answer")
		}
		return upstream.NotFound.Errorf("no such award")
	}
	var body Award
	if err := r.JSON(&body); err != nil {
		return err
	}
	if body.GeneratedID == "" {
		return upstream.BadResponse.Errorf("an award without an id")
	}
	return nil
}
