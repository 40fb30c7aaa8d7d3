package gleif

import (
	"encoding/json"
	"time"
)

// Record is an entry of the index. Fields that GLEIF leaves empty or null are zero.
type Record struct {
	LEI          string       `json:"id"`
	Entity       Entity       `json:"-"`
	Registration Registration `json:"-"`
	BICs         []string     `json:"-"`
	Conformity   string       `json:"-"` // CONFORMING, NON_CONFORMING, NOT_APPLICABLE
	Links        Links        `json:"-"`

	FetchedAt time.Time `json:"-"`
}

// Entity is the legal entity.
type Entity struct {
	LegalName      Text   `json:"legalName"`
	OtherNames     []Text `json:"otherNames"`
	Transliterated []Text `json:"transliteratedOtherNames"`

	LegalAddress Address `json:"legalAddress"`
	Headquarters Address `json:"headquartersAddress"`

	RegisteredAt Authority `json:"registeredAt"`
	RegisteredAs string    `json:"registeredAs"` // number in that register
	Jurisdiction string    `json:"jurisdiction"` // "IE", "US-DE"
	Category     string    `json:"category"`     // GENERAL, FUND, BRANCH, SOLE_PROPRIETOR ...

	Status     string `json:"status"` // ACTIVE, INACTIVE, NULL
	Expiration struct {
		Date   *time.Time `json:"date"`
		Reason string     `json:"reason"` // DISSOLVED, CORPORATE_ACTION, OTHER
	} `json:"expiration"`
	Successor  Successor   `json:"successorEntity"`
	Successors []Successor `json:"successorEntities"`

	Created *time.Time `json:"creationDate"`
}

// Text is a name in a language.
type Text struct {
	Name     string `json:"name"`
	Language string `json:"language"`
	Type     string `json:"type"` // PREVIOUS_LEGAL_NAME, TRADING_OR_OPERATING_NAME, ALTERNATIVE_LANGUAGE_LEGAL_NAME ...
}

// Address is a postal address.
type Address struct {
	Lines    []string `json:"addressLines"`
	City     string   `json:"city"`
	Region   string   `json:"region"` // ISO 3166-2
	Country  string   `json:"country"`
	Postcode string   `json:"postalCode"`
}

// Authority is a register by its GLEIF code, RA000602.
type Authority struct {
	ID string `json:"id"`
}

// Successor is the entity that took over from one that ended.
type Successor struct {
	LEI  string `json:"lei"`
	Name string `json:"name"`
}

// Registration is the state of the LEI itself.
type Registration struct {
	First         *time.Time `json:"initialRegistrationDate"`
	Updated       *time.Time `json:"lastUpdateDate"`
	Status        string     `json:"status"` // ISSUED, LAPSED, RETIRED, ANNULLED, DUPLICATE, MERGED ...
	NextRenewal   *time.Time `json:"nextRenewalDate"`
	Corroboration string     `json:"corroborationLevel"`
}

// Links say which further answers there are: asking for one that is not here gives nothing.
type Links struct {
	Children          bool
	ISINs             bool
	DirectParent      bool
	DirectException   bool
	UltimateParent    bool
	UltimateException bool
}

// UnmarshalJSON reads a resource object of the API (JSON:API).
func (r *Record) UnmarshalJSON(text []byte) error {
	type parent struct {
		Links map[string]string `json:"links"`
	}
	var resource struct {
		ID         string `json:"id"`
		Attributes struct {
			LEI          string       `json:"lei"`
			Entity       Entity       `json:"entity"`
			Registration Registration `json:"registration"`
			BICs         []string     `json:"bic"`
			Conformity   string       `json:"conformityFlag"`
		} `json:"attributes"`
		Relationships struct {
			Children parent `json:"direct-children"`
			ISINs    parent `json:"isins"`
			Direct   parent `json:"direct-parent"`
			Ultimate parent `json:"ultimate-parent"`
		} `json:"relationships"`
	}
	if err := json.Unmarshal(text, &resource); err != nil {
		return err
	}

	direct := resource.Relationships.Direct.Links
	ultimate := resource.Relationships.Ultimate.Links
	*r = Record{
		LEI:          resource.ID,
		Entity:       resource.Attributes.Entity,
		Registration: resource.Attributes.Registration,
		BICs:         resource.Attributes.BICs,
		Conformity:   resource.Attributes.Conformity,
		Links: Links{
			Children:          len(resource.Relationships.Children.Links) > 0,
			ISINs:             len(resource.Relationships.ISINs.Links) > 0,
			DirectParent:      direct["lei-record"] != "" || direct["relationship-record"] != "",
			DirectException:   direct["reporting-exception"] != "",
			UltimateParent:    ultimate["lei-record"] != "" || ultimate["relationship-record"] != "",
			UltimateException: ultimate["reporting-exception"] != "",
		},
	}
	return nil
}

// URL is the record's public page.
func (r *Record) URL() string { return "https://search.gleif.org/#/record/" + r.LEI }
