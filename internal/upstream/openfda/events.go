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
	ID       scalar.Text `json:"safetyreportid"`
	Received scalar.Text `json:"receivedate"` // 20260730
}

// DeviceReport is a report of an adverse event with devices.
type DeviceReport struct {
	Number    string      `json:"report_number"`
	Key       scalar.Text `json:"mdr_report_key"`
	Received  scalar.Text `json:"date_received"` // 20260730, as the next
	EventDate scalar.Text `json:"date_of_event"`
	EventType string      `json:"event_type"`
	Problems  []string    `json:"product_problems"`
	Devices   []struct {
		Brand   string `json:"brand_name"`
		Generic string `json:"generic_name"`
		Maker   string `json:"manufacturer_d_name"`
		Model   string `json:"model_number"`
	} `json:"device"`
	Texts []struct {
		Kind string `json:"text_type_code"` // Description of Event or Problem, Additional Manufacturer Narrative
		Text string `json:"text"`
	} `json:"mdr_text"`
}
