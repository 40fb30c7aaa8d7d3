package openfda

import "github.com/farebox/farebox/internal/upstream/scalar"

// Fields of reports of adverse events with drugs that can be counted.
const (
	FieldReaction = "patient.reaction.reactionmeddrapt.exact" // MedDRA preferred terms in capitals, British spelling
	FieldSerious  = "serious"                                 // 1 yes, 2 no
	FieldSex      = "patient.patientsex"                      // 0 unknown, 1 male, 2 female
	FieldReceived = "receivedate"                             // when the first version of the report came
)

// Fields of reports of adverse events with drugs that say why a report is serious: 1, or absent.
const (
	FieldDeath           = "seriousnessdeath"
	FieldHospitalization = "seriousnesshospitalization"
	FieldLifeThreatening = "seriousnesslifethreatening"
	FieldDisabling       = "seriousnessdisabling"
)

// Fields of reports of adverse events with devices that can be counted.
const (
	FieldEventType      = "event_type.exact" // Death, Injury, Malfunction, Other, No answer provided
	FieldProductProblem = "product_problems.exact"
	FieldDeviceReceived = "date_received"
	FieldDeviceMaker    = "device.manufacturer_d_name.exact"
	FieldDeviceBrand    = "device.brand_name.exact"
)

// DrugReport is a report of adverse events with drugs, as far as it is read.
type DrugReport struct {
	Received scalar.Text `json:"receivedate"` // 20260730
}

// DeviceReport is a report of an adverse event with devices. Reports came in several forms over the years, so that all
// but the day of receipt, which they are sorted by, may be absent.
type DeviceReport struct {
	Number    string      `json:"report_number,omitempty" contract:"key"`
	Key       scalar.Text `json:"mdr_report_key,omitempty"`
	Received  scalar.Text `json:"date_received"` // 20260730, as the next
	EventDate scalar.Text `json:"date_of_event,omitempty"`
	EventType string      `json:"event_type,omitempty"`
	Problems  []string    `json:"product_problems,omitempty"`
	Devices   []struct {
		Brand   string `json:"brand_name,omitempty"`
		Generic string `json:"generic_name,omitempty"`
		Maker   string `json:"manufacturer_d_name,omitempty"`
	} `json:"device,omitempty"`
	Texts []struct {
		Kind string `json:"text_type_code,omitempty"` // Description of Event or Problem, Additional Manufacturer Narrative
		Text string `json:"text,omitempty"`
	} `json:"mdr_text,omitempty"`
}
