package openfda

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/scalar"
)

// Names is the block "openfda", which the API adds to records from the labels that it takes to be of the same product.
// It is empty where it found none, and each name may be absent (recorded of recalls and products).
type Names struct {
	Brand        []string `json:"brand_name,omitempty"`
	Generic      []string `json:"generic_name,omitempty"`
	Substances   []string `json:"substance_name,omitempty"`
	Manufacturer []string `json:"manufacturer_name,omitempty"`
	ProductNDC   []string `json:"product_ndc,omitempty"`
	Application  []string `json:"application_number,omitempty"`
	ProductType  []string `json:"product_type,omitempty"`
	Route        []string `json:"route,omitempty"`
	RxCUI        []string `json:"rxcui,omitempty"`
	SetID        []string `json:"spl_set_id,omitempty"`
	ClassEPC     []string `json:"pharm_class_epc,omitempty"` // established pharmacologic class
	ClassMOA     []string `json:"pharm_class_moa,omitempty"` // mechanism of action
	Original     []bool   `json:"is_original_packager,omitempty"`
}

// Label is the label of a product: structured product labeling, by section. Labels without names, version and date
// were recorded, cut; one without its identifier is nobody's.
type Label struct {
	SetID     string // of all versions of the label
	Version   scalar.Text
	Effective scalar.Text // 20260730
	Names     Names
	Sections  map[string][]string // the texts of each section, by the API's name of it
	Tables    map[string][]string // HTML tables, whose text mostly stands in the section too, by the section's name
}

// Named is whether the label has the names that it is searched by.
func (l Label) Named() bool { return len(l.Names.Generic) > 0 || len(l.Names.Brand) > 0 }

// notText are members of a label that are lists of texts and no sections of it: ingredients and codes run together,
// and what is printed on the package.
var notText = map[string]bool{
	"spl_product_data_elements":             true,
	"spl_indexing_data_elements":            true,
	"package_label_principal_display_panel": true,
}

// weighty are the sections that much rests on: one that is not a list of texts is no section left out.
var weighty = map[string]bool{
	"boxed_warning":             true,
	"contraindications":         true,
	"do_not_use":                true,
	"dosage_and_administration": true,
	"drug_interactions":         true,
	"indications_and_usage":     true,
	"warnings":                  true,
	"warnings_and_cautions":     true,
}

// UnmarshalJSON reads the sections, whose names are members of the record beside all others.
func (l *Label) UnmarshalJSON(data []byte) error {
	var members map[string]json.RawMessage
	if err := json.Unmarshal(data, &members); err != nil {
		return err
	}
	var known struct {
		SetID     string      `json:"set_id"`
		Version   scalar.Text `json:"version,omitempty"`
		Effective scalar.Text `json:"effective_time,omitempty"`
		Names     Names       `json:"openfda,omitempty"`
	}
	if err := upstream.Decode(data, &known); err != nil {
		return err
	}

	*l = Label{
		SetID:     known.SetID,
		Version:   known.Version,
		Effective: known.Effective,
		Names:     known.Names,
		Sections:  map[string][]string{},
		Tables:    map[string][]string{},
	}
	for name, raw := range members {
		if notText[name] || len(raw) == 0 || raw[0] != '[' && !weighty[name] {
			continue
		}
		var texts []string
		if err := upstream.Decode(raw, &texts); err != nil {
			return fmt.Errorf("results[].%s: %w", name, err)
		}
		if section, isTable := strings.CutSuffix(name, "_table"); isTable {
			l.Tables[section] = texts
			continue
		}
		l.Sections[name] = texts
	}
	return nil
}

// Product is a product of the National Drug Code directory. A kit has no ingredients of its own, and what a product has
// of the rest goes by its category, as documented.
type Product struct {
	NDC         string       `json:"product_ndc"`
	Generic     string       `json:"generic_name,omitempty"`
	Brand       string       `json:"brand_name,omitempty"`
	BrandBase   string       `json:"brand_name_base,omitempty"`
	Labeler     string       `json:"labeler_name"`
	Ingredients []Ingredient `json:"active_ingredients,omitempty"`
	Packages    []struct {
		NDC         string      `json:"package_ndc"`
		Description string      `json:"description,omitempty"`
		Start       scalar.Text `json:"marketing_start_date,omitempty"`
		End         scalar.Text `json:"marketing_end_date,omitempty"`
	} `json:"packaging"`
	Names       Names       `json:"openfda,omitempty"`
	Category    string      `json:"marketing_category,omitempty"` // NDA, ANDA, BLA, OTC MONOGRAPH DRUG...
	Form        string      `json:"dosage_form,omitempty"`
	ProductType string      `json:"product_type,omitempty"` // HUMAN PRESCRIPTION DRUG...
	Route       []string    `json:"route,omitempty"`
	Start       scalar.Text `json:"marketing_start_date,omitempty"`
	End         scalar.Text `json:"marketing_end_date,omitempty"`
	Expires     scalar.Text `json:"listing_expiration_date,omitempty"`
	Application string      `json:"application_number,omitempty"`
	Classes     []string    `json:"pharm_class,omitempty"` // split at commas within the names of some
	Schedule    string      `json:"dea_schedule,omitempty"`
	Finished    *bool       `json:"finished,omitempty"`
}

// composed is whether it is said what the product is made of.
func (p Product) composed() bool { return len(p.Ingredients) > 0 || strings.EqualFold(p.Form, "KIT") }

// Ingredient is an active ingredient, mostly named with its salt.
type Ingredient struct {
	Name     string `json:"name"`
	Strength string `json:"strength,omitempty"` // "200 mg/1"; not in all applications
}

// Recall is a recall, called enforcement report by the FDA. Its dates are as 20251105. One that is not yet processed
// has no number, one that is open no day of termination, and the rest of what is optional only describes it.
type Recall struct {
	Number         string      `json:"recall_number,omitempty"`
	Event          scalar.Text `json:"event_id,omitempty"`
	Status         string      `json:"status"`         // Ongoing, Completed, Terminated, Pending
	Classification string      `json:"classification"` // Class I, Class II, Class III, Not Yet Classified
	Product        string      `json:"product_description"`
	Reason         string      `json:"reason_for_recall,omitempty"`
	Firm           string      `json:"recalling_firm,omitempty"`
	Distribution   string      `json:"distribution_pattern,omitempty"`
	Quantity       string      `json:"product_quantity,omitempty"`
	Initiated      scalar.Text `json:"recall_initiation_date"`
	Reported       scalar.Text `json:"report_date"`
	Terminated     scalar.Text `json:"termination_date,omitempty"`
	Names          Names       `json:"openfda,omitempty"`
}

// Application is an application for approval with its products and what was submitted. Old ones have either list only.
type Application struct {
	Number   string `json:"application_number"` // NDA021588, ANDA..., BLA...
	Sponsor  string `json:"sponsor_name,omitempty"`
	Products []struct {
		Brand       string       `json:"brand_name,omitempty"`
		Ingredients []Ingredient `json:"active_ingredients,omitempty"`
		Form        string       `json:"dosage_form,omitempty"`
		Route       string       `json:"route,omitempty"`
		Marketing   string       `json:"marketing_status,omitempty"` // Prescription, Over-the-counter, Discontinued...
	} `json:"products,omitempty"`
	Submissions []struct {
		Type   string      `json:"submission_type"`                  // ORIG, SUPPL
		Status string      `json:"submission_status,omitempty"`      // AP: approved, TA: tentatively
		Date   scalar.Text `json:"submission_status_date,omitempty"` // 20030418
	} `json:"submissions,omitempty"`
}

// composed is whether it is said what a product of the application is made of.
func (a Application) composed() bool {
	for _, p := range a.Products {
		if len(p.Ingredients) > 0 {
			return true
		}
	}
	return false
}

// Shortage is an entry of the list of shortages: one package of one company. Dates come as 08/07/2026 or 20260807. What
// is optional goes by the status of the entry.
type Shortage struct {
	Generic      string      `json:"generic_name"`
	Brand        string      `json:"proprietary_name,omitempty"`
	Company      string      `json:"company_name,omitempty"`
	Presentation string      `json:"presentation,omitempty"`
	PackageNDC   string      `json:"package_ndc,omitempty"`
	Form         string      `json:"dosage_form,omitempty"`
	Status       string      `json:"status"` // Current, Resolved, To Be Discontinued
	Availability string      `json:"availability,omitempty"`
	Reason       string      `json:"shortage_reason,omitempty"`
	Related      string      `json:"related_info,omitempty"`
	Resolved     string      `json:"resolved_note,omitempty"`
	Categories   texts       `json:"therapeutic_category,omitempty"`
	Posted       scalar.Text `json:"initial_posting_date,omitempty"`
	Updated      scalar.Text `json:"update_date"`
	Discontinued scalar.Text `json:"discontinued_date,omitempty"`
	UpdateType   string      `json:"update_type,omitempty"` // New, Reverified, Revised
	Names        Names       `json:"openfda,omitempty"`
}

// texts is a list of texts, which may come as one text.
type texts []string

// UnmarshalJSON reads either form.
func (t *texts) UnmarshalJSON(data []byte) error {
	*t = nil
	var one string
	if json.Unmarshal(data, &one) == nil {
		if one != "" {
			*t = texts{one}
		}
		return nil
	}
	return json.Unmarshal(data, (*[]string)(t))
}
