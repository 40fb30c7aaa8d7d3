package openfda

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/farebox/farebox/internal/each"
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
	ProductType  []string `json:"product_type,omitempty"`
	Route        []string `json:"route,omitempty"`
	RxCUI        []string `json:"rxcui,omitempty"`
	SetID        []string `json:"spl_set_id,omitempty"`
	ClassEPC     []string `json:"pharm_class_epc,omitempty"` // established pharmacologic class
	ClassMOA     []string `json:"pharm_class_moa,omitempty"` // mechanism of action
	Original     []bool   `json:"is_original_packager,omitempty"`
}

// Label is the label of a product: structured product labeling, by section. Labels without names, version and date were
// recorded, cut; one without its identifier is useless.
type Label struct {
	SetID     string // of all versions of the label
	Version   scalar.Text
	Effective scalar.Text // 20260730
	Names     Names
	Sections  map[string][]string // the texts of each section, by the API's name of it
	Tables    map[string][]string // HTML tables, whose text is mostly in the section too, by the section's name
	Unknown   []string            // sections by names that are not documented: they may be known ones renamed
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

// sectionNames are the names of the sections of labels, as openFDA documents its fields
// (open.fda.gov/apis/drug/label/searchable-fields). Each may have an additional table.
const sectionNames = `
	abuse accessories active_ingredient adverse_reactions alarms animal_pharmacology_and_or_toxicology ask_doctor
	ask_doctor_or_pharmacist assembly_or_installation_instructions boxed_warning calibration_instructions
	carcinogenesis_and_mutagenesis_and_impairment_of_fertility cleaning clinical_pharmacology clinical_studies
	components contraindications controlled_substance dependence description diagram_of_device
	disposal_and_waste_handling do_not_use dosage_and_administration dosage_forms_and_strengths
	drug_abuse_and_dependence drug_and_or_laboratory_test_interactions drug_interactions environmental_warning
	food_safety_warning general_precautions geriatric_use guaranteed_analysis_of_feed health_care_provider_letter
	health_claim how_supplied inactive_ingredient indications_and_usage information_for_owners_or_caregivers
	information_for_patients instructions_for_use intended_use_of_the_device keep_out_of_reach_of_children
	labor_and_delivery laboratory_tests lactation mechanism_of_action microbiology nonclinical_toxicology
	nonteratogenic_effects nursing_mothers other_safety_information overdosage
	package_label_principal_display_panel patient_medication_information pediatric_use pharmacodynamics
	pharmacogenomics pharmacokinetics precautions pregnancy pregnancy_or_breast_feeding purpose questions
	recent_major_changes references residue_warning risks route safe_handling_warning spl_indexing_data_elements
	spl_medguide spl_patient_package_insert spl_product_data_elements spl_unclassified_section
	statement_of_identity stop_use storage_and_handling summary_of_safety_and_effectiveness teratogenic_effects
	troubleshooting use_in_specific_populations user_safety_warnings veterinary_indications warnings
	warnings_and_cautions when_using`

// documented are the names by themselves.
var documented = each.WordSet(sectionNames)

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
		Names     Names       `json:"openfda"` // empty of labels that were not matched
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
		section, isTable := strings.CutSuffix(name, "_table")
		isKnown := documented[section]
		if notText[name] || len(raw) == 0 || raw[0] != '[' && !isKnown {
			continue
		}
		if !isKnown {
			l.Unknown = append(l.Unknown, name)
		}

		var texts []string
		if err := upstream.Decode(raw, &texts); err != nil {
			return fmt.Errorf("results[].%s: %w", name, err)
		}
		if isTable {
			l.Tables[section] = texts
			continue
		}
		l.Sections[name] = texts
	}
	slices.Sort(l.Unknown)
	return nil
}

// Product is a product of the National Drug Code directory. A kit has no ingredients of its own, and what a product has
// of the rest goes by its category, as documented.
type Product struct {
	NDC         string       `json:"product_ndc"`
	Generic     string       `json:"generic_name,omitempty"`
	Brand       string       `json:"brand_name,omitempty"`
	Labeler     string       `json:"labeler_name" contract:"said"`
	Ingredients []Ingredient `json:"active_ingredients,omitempty"`
	Packages    []struct {
		NDC         string `json:"package_ndc"`
		Description string `json:"description,omitempty"`
	} `json:"packaging"`
	Names       Names       `json:"openfda"`                      // empty of products that were not matched
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
}

// composed is whether it is said what the product is made of.
func (p Product) composed() bool { return len(p.Ingredients) > 0 || strings.EqualFold(p.Form, "KIT") }

// matched says whether a product, where openFDA has matched it with labels, has the label that it was matched with.
func (p Product) matched() bool {
	n := p.Names
	isEmpty := len(n.Manufacturer)+len(n.RxCUI)+len(n.ClassEPC)+len(n.ClassMOA)+len(n.Original) == 0
	return isEmpty || len(n.SetID) > 0
}

// applied says whether a product that is sold by an application has its number.
func (p Product) applied() bool {
	return p.Application != "" || !slices.Contains([]string{"NDA", "ANDA", "BLA"}, p.Category)
}

// Ingredient is an active ingredient, mostly named with its salt.
type Ingredient struct {
	Name     string `json:"name" contract:"said"`
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
	Codes          string      `json:"code_info,omitempty"` // lots, serial numbers, dates
	MoreCodes      string      `json:"more_code_info,omitempty"`
	Initiated      scalar.Text `json:"recall_initiation_date"`
	Reported       scalar.Text `json:"report_date" contract:"past"`
	Names          Names       `json:"openfda,omitempty"`
}

// Application is an application for approval with its products and what was submitted. Old ones have either list only.
type Application struct {
	Number   string `json:"application_number"` // NDA021588, ANDA..., BLA...
	Sponsor  string `json:"sponsor_name,omitempty"`
	Products []struct {
		Brand       string       `json:"brand_name,omitempty"`
		Ingredients []Ingredient `json:"active_ingredients,omitempty"`
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
	Generic      string       `json:"generic_name"`
	Brand        string       `json:"proprietary_name,omitempty"`
	Company      string       `json:"company_name,omitempty"`
	Presentation string       `json:"presentation,omitempty"`
	PackageNDC   string       `json:"package_ndc,omitempty"`
	Form         string       `json:"dosage_form,omitempty"`
	Status       string       `json:"status" contract:"said"` // Current, Resolved, To Be Discontinued
	Availability string       `json:"availability,omitempty"`
	Reason       string       `json:"shortage_reason,omitempty"`
	Related      string       `json:"related_info,omitempty"`
	Resolved     string       `json:"resolved_note,omitempty"`
	Categories   scalar.Texts `json:"therapeutic_category,omitempty"`
	Posted       scalar.Text  `json:"initial_posting_date,omitempty"`
	Updated      scalar.Text  `json:"update_date"`
	Discontinued scalar.Text  `json:"discontinued_date,omitempty"`
	UpdateType   string       `json:"update_type,omitempty"` // New, Reverified, Revised
	Names        Names        `json:"openfda,omitempty"`
}

// Spared: an odd entry is left out, and the total tells that it is missing.
func (Shortage) Spared() {}
