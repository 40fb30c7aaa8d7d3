package gleif

import (
	"time"
)

// Record is an entry of the index.
type Record struct {
	LEI          string
	Entity       Entity
	Registration Registration
	Conformity   conformity // "" where GLEIF has not checked it
	Links        Links

	FetchedAt time.Time
}

// resource is a record as it comes (JSON:API). GLEIF writes every attribute of every record, and null for what it does
// not have: recorded 2024-07 of a record in force and of one that lapsed.
type resource struct {
	ID         string `json:"id" asked:"/lei-records/{} filter[lei]"`
	Attributes struct {
		Entity       Entity       `json:"entity"`
		Registration Registration `json:"registration"`
		Conformity   conformity   `json:"conformityFlag" contract:"nullable"`
	} `json:"attributes"`
	Relationships struct {
		Direct   parent `json:"direct-parent,omitempty"`   // absent where the entity has reported nothing
		Ultimate parent `json:"ultimate-parent,omitempty"` // likewise
	} `json:"relationships"`
}

// parent leads to what is known about a parent: to its record and that of the relationship, or to the reason why none
// is reported.
type parent struct {
	Links struct {
		Record       string `json:"lei-record,omitempty"`
		Relationship string `json:"relationship-record,omitempty"`
		Exception    string `json:"reporting-exception,omitempty"`
	} `json:"links"`
}

func (p parent) reported() bool { return p.Links.Record != "" || p.Links.Relationship != "" }

func (r *resource) record(fetched time.Time) Record {
	return Record{
		LEI:          r.ID,
		Entity:       r.Attributes.Entity,
		Registration: r.Attributes.Registration,
		Conformity:   r.Attributes.Conformity,
		Links: Links{
			DirectParent:      r.Relationships.Direct.reported(),
			DirectException:   r.Relationships.Direct.Links.Exception != "",
			UltimateParent:    r.Relationships.Ultimate.reported(),
			UltimateException: r.Relationships.Ultimate.Links.Exception != "",
		},
		FetchedAt: fetched,
	}
}

// Entity is the legal entity. Text that GLEIF does not have is "".
type Entity struct {
	LegalName      Name   `json:"legalName"`
	OtherNames     []Text `json:"otherNames"`
	Transliterated []Text `json:"transliteratedOtherNames"`

	LegalAddress Address `json:"legalAddress"`
	Headquarters Address `json:"headquartersAddress"`

	RegisteredAs string `json:"registeredAs" contract:"nullable"` // number in its own country's register
	Jurisdiction string `json:"jurisdiction" contract:"nullable"` // "IE", "US-DE"
	Category     string `json:"category" contract:"nullable"`     // GENERAL, FUND, BRANCH, SOLE_PROPRIETOR ...

	Status     entityStatus `json:"status"`
	Expiration struct {
		Date   *time.Time `json:"date"`
		Reason string     `json:"reason" contract:"nullable"` // DISSOLVED, CORPORATE_ACTION, OTHER
	} `json:"expiration"`

	Created *time.Time `json:"creationDate" contract:"past"`
}

// Name is the legal name.
type Name struct {
	Name string `json:"name"`
}

// Text is one of the other names, in its own language or script.
type Text struct {
	Name string `json:"name"`
	Type string `json:"type"` // PREVIOUS_LEGAL_NAME, TRADING_OR_OPERATING_NAME, ALTERNATIVE_LANGUAGE_LEGAL_NAME ...
}

// Address is a postal address. Town and country are always told.
type Address struct {
	Lines    []string `json:"addressLines"`
	City     string   `json:"city"`
	Region   string   `json:"region" contract:"nullable"` // ISO 3166-2
	Country  string   `json:"country"`
	Postcode string   `json:"postalCode" contract:"nullable"`
}

// Registration is the state of the LEI itself.
type Registration struct {
	First         *time.Time    `json:"initialRegistrationDate"`
	Updated       *time.Time    `json:"lastUpdateDate"`
	Status        leiStatus     `json:"status"`
	NextRenewal   *time.Time    `json:"nextRenewalDate"`
	Corroboration corroboration `json:"corroborationLevel" contract:"nullable"`
}

// Links say which further answers there are on the parents: asking for one that is not here gives nothing.
type Links struct {
	DirectParent      bool
	DirectException   bool
	UltimateParent    bool
	UltimateException bool
}

// URL is the record's public page.
func (r *Record) URL() string { return "https://search.gleif.org/#/record/" + r.LEI }

// The closed sets are those of the LEI common data format 3.1 and of the API's policy flag.
type (
	entityStatus  string
	leiStatus     string
	corroboration string
	conformity    string
)

// Words are the states of an entity; NULL is that of an LEI that was annulled.
func (entityStatus) Words() []string { return []string{"ACTIVE", "INACTIVE", "NULL"} }

// Words are the states of an LEI.
func (leiStatus) Words() []string {
	return []string{
		"PENDING_VALIDATION", "ISSUED", "DUPLICATE", "LAPSED", "MERGED", "RETIRED", "ANNULLED", "CANCELLED",
		"TRANSFERRED", "PENDING_TRANSFER", "PENDING_ARCHIVAL", "PUBLISHED",
	}
}

// Words say how far the data were proved.
func (corroboration) Words() []string {
	return []string{"PENDING", "ENTITY_SUPPLIED_ONLY", "PARTIALLY_CORROBORATED", "FULLY_CORROBORATED"}
}

// Words say whether a record keeps GLEIF's policy.
func (conformity) Words() []string { return []string{"CONFORMING", "NON_CONFORMING", "NOT_APPLICABLE"} }
