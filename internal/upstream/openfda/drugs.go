package openfda

import (
	"encoding/json"
	"strings"

	"github.com/farebox/farebox/internal/upstream/scalar"
)

// Names is the block "openfda", which the API adds to records from the labels that it takes to be of the same product.
// It is empty where it found none.
type Names struct {
	Brand        []string `json:"brand_name"`
	Generic      []string `json:"generic_name"`
	Substances   []string `json:"substance_name"`
	Manufacturer []string `json:"manufacturer_name"`
	ProductNDC   []string `json:"product_ndc"`
	Application  []string `json:"application_number"`
	ProductType  []string `json:"product_type"`
	Route        []string `json:"route"`
	RxCUI        []string `json:"rxcui"`
	SetID        []string `json:"spl_set_id"`
	ClassEPC     []string `json:"pharm_class_epc"` // established pharmacologic class
	ClassMOA     []string `json:"pharm_class_moa"` // mechanism of action
	Original     []bool   `json:"is_original_packager"`
}

// Label is the label of a product: structured product labeling, by section.
type Label struct {
	SetID     string // of all versions of the label
	Version   scalar.Text
	Effective scalar.Text // 20260730
	Names     Names
	Sections  map[string][]string // the texts of each section, by the API's name of it
	Tables    map[string][]string // HTML tables, whose text mostly stands in the section too, by the section's name
}

// notText are members of a label that are lists of texts and no sections of it: ingredients and codes run together,
// and what is printed on the package.
var notText = map[string]bool{
	"spl_product_data_elements":             true,
	"spl_indexing_data_elements":            true,
	"package_label_principal_display_panel": true,
}

// UnmarshalJSON reads the sections, whose names are members of the record beside all others.
func (l *Label) UnmarshalJSON(data []byte) error {
	var members map[string]json.RawMessage
	if err := json.Unmarshal(data, &members); err != nil {
		return err
	}
	var known struct {
		SetID     string      `json:"set_id"`
		Version   scalar.Text `json:"version"`
		Effective scalar.Text `json:"effective_time"`
		Names     Names       `json:"openfda"`
	}
	if err := json.Unmarshal(data, &known); err != nil {
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
		var texts []string
		if notText[name] || len(raw) == 0 || raw[0] != '[' || json.Unmarshal(raw, &texts) != nil {
			continue
		}
		if section, isTable := strings.CutSuffix(name, "_table"); isTable {
			l.Tables[section] = texts
			continue
		}
		l.Sections[name] = texts
	}
	return nil
}

// Product is a product of the National Drug Code directory.
type Product struct {
	NDC         string       `json:"product_ndc"`
	Generic     string       `json:"generic_name"`
	Brand       string       `json:"brand_name"`
	BrandBase   string       `json:"brand_name_base"`
	Labeler     string       `json:"labeler_name"`
	Ingredients []Ingredient `json:"active_ingredients"`
	Packages    []struct {
		NDC         string      `json:"package_ndc"`
		Description string      `json:"description"`
		Start       scalar.Text `json:"marketing_start_date"`
		End         scalar.Text `json:"marketing_end_date"`
	} `json:"packaging"`
	Names       Names       `json:"openfda"`
	Category    string      `json:"marketing_category"` // NDA, ANDA, BLA, OTC MONOGRAPH DRUG...
	Form        string      `json:"dosage_form"`
	ProductType string      `json:"product_type"` // HUMAN PRESCRIPTION DRUG...
	Route       []string    `json:"route"`
	Start       scalar.Text `json:"marketing_start_date"`
	End         scalar.Text `json:"marketing_end_date"`
	Expires     scalar.Text `json:"listing_expiration_date"`
	Application string      `json:"application_number"`
	Classes     []string    `json:"pharm_class"` // split at commas within the names of some
	Schedule    string      `json:"dea_schedule"`
	Finished    *bool       `json:"finished"`
}

// Ingredient is an active ingredient, mostly named with its salt.
type Ingredient struct {
	Name     string `json:"name"`
	Strength string `json:"strength"` // "200 mg/1"
}

// Recall is a recall, called enforcement report by the FDA. Its dates are as 20251105.
type Recall struct {
	Number         string      `json:"recall_number"`
	Event          scalar.Text `json:"event_id"`
	Status         string      `json:"status"`         // Ongoing, Completed, Terminated, Pending
	Classification string      `json:"classification"` // Class I, Class II, Class III, Not Yet Classified
	Product        string      `json:"product_description"`
	Reason         string      `json:"reason_for_recall"`
	Firm           string      `json:"recalling_firm"`
	Distribution   string      `json:"distribution_pattern"`
	Quantity       string      `json:"product_quantity"`
	Initiated      scalar.Text `json:"recall_initiation_date"`
	Reported       scalar.Text `json:"report_date"`
	Terminated     scalar.Text `json:"termination_date"`
	Names          Names       `json:"openfda"`
}

// Application is an application for approval with its products and what was submitted.
type Application struct {
	Number   string `json:"application_number"` // NDA021588, ANDA..., BLA...
	Sponsor  string `json:"sponsor_name"`
	Products []struct {
		Brand       string       `json:"brand_name"`
		Ingredients []Ingredient `json:"active_ingredients"`
		Form        string       `json:"dosage_form"`
		Route       string       `json:"route"`
		Marketing   string       `json:"marketing_status"` // Prescription, Over-the-counter, Discontinued...
	} `json:"products"`
	Submissions []struct {
		Type   string      `json:"submission_type"`        // ORIG, SUPPL
		Status string      `json:"submission_status"`      // AP: approved, TA: tentatively
		Date   scalar.Text `json:"submission_status_date"` // 20030418
	} `json:"submissions"`
}

// Shortage is an entry of the list of shortages: one package of one company. Dates come as 08/07/2026 or 20260807.
type Shortage struct {
	Generic      string      `json:"generic_name"`
	Brand        string      `json:"proprietary_name"`
	Company      string      `json:"company_name"`
	Presentation string      `json:"presentation"`
	PackageNDC   string      `json:"package_ndc"`
	Form         string      `json:"dosage_form"`
	Status       string      `json:"status"` // Current, Resolved, To Be Discontinued
	Availability string      `json:"availability"`
	Reason       string      `json:"shortage_reason"`
	Related      string      `json:"related_info"`
	Resolved     string      `json:"resolved_note"`
	Categories   texts       `json:"therapeutic_category"`
	Posted       scalar.Text `json:"initial_posting_date"`
	Updated      scalar.Text `json:"update_date"`
	Discontinued scalar.Text `json:"discontinued_date"`
	UpdateType   string      `json:"update_type"` // New, Reverified, Revised
	Names        Names       `json:"openfda"`
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
