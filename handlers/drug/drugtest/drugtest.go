// Package drugtest has what the providers say to the examples of the spec's drug routes: real drugs and a real device,
// and records that could be theirs.
package drugtest

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"github.com/farebox/farebox/internal/each"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

// Where the providers are.
const (
	FDA      = "https://api.fda.gov"
	Norm     = "https://rxnav.nlm.nih.gov/REST"
	DailyMed = "https://dailymed.nlm.nih.gov/dailymed/services/v2"

	Products  = FDA + "/drug/ndc.json"
	Labels    = FDA + "/drug/label.json"
	Events    = FDA + "/drug/event.json"
	Recalls   = FDA + "/drug/enforcement.json"
	Approvals = FDA + "/drug/drugsfda.json"
	Shortages = FDA + "/drug/shortages.json"
	Devices   = FDA + "/device/event.json"
)

// NoMatch is openFDA's answer to a search without matches, which comes with status 404.
const NoMatch = `{"error":{"code":"NOT_FOUND","message":"No matches found!"}}`

// None is an answer without matches.
func None(address string) upstreamtest.Answer {
	return upstreamtest.Answer{
		URL:    address,
		Status: http.StatusNotFound,
		Body:   NoMatch,
	}
}

// ShortageList is the first entry of the list of shortages, which has its day.
func ShortageList() upstreamtest.Answer {
	return upstreamtest.Answer{
		URL:  With(Shortages, "limit", "1"),
		Body: Page(1700, shortCurrent),
	}
}

// With is an address with parameters, given as names and values.
func With(address string, params ...string) string {
	query := url.Values{}
	for i := 0; i < len(params); i += 2 {
		query.Set(params[i], params[i+1])
	}
	return address + "?" + query.Encode()
}

// Page is an answer of openFDA with records.
func Page(total int, records ...string) string {
	return fmt.Sprintf(`{"meta":{"disclaimer":"Do not rely on openFDA","last_updated":"2026-11-14",
"results":{"skip":0,"limit":%d,"total":%d}},"results":[%s]}`, max(1, len(records)), total, strings.Join(records, ","))
}

// Counted is an answer of openFDA with counts, given as terms and numbers. Terms of eight digits are days.
func Counted(pairs ...any) string {
	var rows []string
	for i := 0; i < len(pairs); i += 2 {
		member := "term"
		if text, ok := pairs[i].(string); ok && len(text) == 8 && strings.Trim(text, "0123456789") == "" {
			member = "time"
		}
		rows = append(rows, fmt.Sprintf(`{"%s":%q,"count":%d}`, member, fmt.Sprint(pairs[i]), pairs[i+1]))
	}
	return `{"meta":{"last_updated":"2026-11-14"},"results":[` + strings.Join(rows, ",") + `]}`
}

func anyOf(clauses ...string) string { return "(" + strings.Join(clauses, " OR ") + ")" }

// ByName is the search of the directory for a name of one word.
func ByName(name string) string {
	upper := strings.ToUpper(name)
	lower := strings.ToLower(name)
	title := upper[:1] + lower[1:]
	clauses := []string{
		`brand_name:"` + name + `"`,
		`generic_name:"` + name + `"`,
		`active_ingredients.name:"` + name + `"`,
	}
	for _, written := range []string{upper, title, lower} {
		clauses = append(clauses, `brand_name.exact:"`+written+`"`, `generic_name.exact:"`+written+`"`)
	}
	return anyOf(clauses...)
}

// InFields is a search for a name in several fields.
func InFields(name string, fields ...string) string {
	clauses := each.Of(fields, func(field string) string { return field + `:"` + name + `"` })
	return anyOf(clauses...)
}

// EventSearch is the search of reports for a name.
func EventSearch(name string) string {
	return InFields(name, "patient.drug.openfda.generic_name", "patient.drug.openfda.brand_name",
		"patient.drug.medicinalproduct", "patient.drug.activesubstance.activesubstancename")
}

// Concept are RxNorm's answers on a substance.
func Concept(name, rxcui string, related ...string) []upstreamtest.Answer {
	groups := `{"tty":"BN"},{"tty":"PIN"}`
	if len(related) > 0 {
		groups = strings.Join(related, ",")
	}

	return []upstreamtest.Answer{
		{
			URL:  With(Norm+"/rxcui.json", "name", name),
			Body: `{"idGroup":{"rxnormId":["` + rxcui + `"]}}`,
		},
		{
			URL: Norm + "/rxcui/" + rxcui + "/properties.json",
			Body: `{"properties":{"rxcui":"` + rxcui + `","name":"` + name + `","synonym":"","tty":"IN",
"language":"ENG","suppress":"N","umlscui":""}}`,
		},
		{
			URL:  With(Norm+"/rxcui/"+rxcui+"/related.json", "tty", "IN MIN"),
			Body: `{"relatedGroup":{"rxcui":null,"termType":["IN","MIN"],"conceptGroup":[{"tty":"IN"},{"tty":"MIN"}]}}`,
		},
		{
			URL:  With(Norm+"/rxcui/"+rxcui+"/related.json", "tty", "PIN"),
			Body: `{"relatedGroup":{"rxcui":null,"termType":["PIN"],"conceptGroup":[` + precise(related) + `]}}`,
		},
		{
			URL:  With(Norm+"/rxcui/"+rxcui+"/related.json", "tty", "BN PIN"),
			Body: `{"relatedGroup":{"rxcui":null,"termType":["BN","PIN"],"conceptGroup":[` + groups + `]}}`,
		},
	}
}

// precise is the group of salts among groups.
func precise(groups []string) string {
	for _, group := range groups {
		if strings.HasPrefix(group, `{"tty":"PIN"`) {
			return group
		}
	}
	return `{"tty":"PIN"}`
}

// Group is a group of related concepts of one type.
func Group(tty string, names ...string) string {
	var list []string
	for i, name := range names {
		list = append(list, fmt.Sprintf(
			`{"rxcui":"9%d","name":%q,"synonym":"","tty":%q,"language":"ENG"}`, i, name, tty))
	}
	return `{"tty":"` + tty + `","conceptProperties":[` + strings.Join(list, ",") + `]}`
}

// Answers are what the providers say to the examples of the spec, and that they know no other name.
func Answers() []upstreamtest.Answer {
	return append(Examples(),
		None(Products),
		None(Labels),
		None(Events),
		None(Shortages),
		None(Devices),
		upstreamtest.Answer{URL: Norm + "/rxcui.json", Body: `{"idGroup":{}}`},
		upstreamtest.Answer{URL: Norm + "/approximateTerm.json", Body: `{"approximateGroup":{}}`},
		upstreamtest.Answer{URL: DailyMed + "/spls.json", Body: `{"data":[]}`},
	)
}

// Examples are what the providers say to the examples of the spec.
func Examples() []upstreamtest.Answer {
	list := Concept("lisinopril", "29046", Group("BN", "Prinivil", "Qbrelis", "Zestril"))
	list = append(list, Concept("ibuprofen", "5640",
		Group("BN", "Advil", "Motrin"), Group("PIN", "ibuprofen lysine"))...)
	list = append(list, Concept("amoxicillin", "723")...)
	return append(list, []upstreamtest.Answer{
		{
			URL:  With(Products, "search", ByName("lisinopril")),
			Body: Page(4, zestril, lisinopril, repackaged, withDiuretic),
		},
		{URL: With(Products, "search", ByName("ibuprofen")), Body: Page(1, advil)},
		{URL: With(Products, "search", ByName("amoxicillin")), Body: Page(1, amoxicillin)},

		{
			URL: With(Labels, "search", `(set_id:"fd2d6d5a-2b2b-4a4c-9b0a-6d8a3c7f1e01" OR `+
				`set_id:"8d2f0e1c-77a4-4f4e-8b8e-2f6b9a1c5d02" OR set_id:"34bb4602-ccff-4939-91b9-26a63bfd40f7")`),
			Body: Page(1, lisinoprilLabel),
		},
		{
			URL:  With(Labels, "search", `set_id:"1a665e64-9f30-be37-4a83-38789f1f1e89"`),
			Body: Page(1, advilLabel),
		},

		{URL: With(Events, "search", EventSearch("lisinopril"), "limit", "1"), Body: Page(181234, report)},
		{
			URL: With(Events, "search", EventSearch("lisinopril"), "count", "patient.reaction.reactionmeddrapt.exact"),
			Body: Counted("FATIGUE", 9021, "NAUSEA", 8544, "DIZZINESS", 8110, "ANGIOEDEMA", 7902, "COUGH", 6417,
				"DRUG INEFFECTIVE", 6208),
		},
		{
			URL:  With(Events, "search", EventSearch("lisinopril"), "count", "serious"),
			Body: Counted("1", 130488, "2", 50746),
		},
		{
			URL:  With(Events, "search", EventSearch("lisinopril"), "count", "patient.patientsex"),
			Body: Counted("2", 92400, "1", 77020, "0", 310),
		},
		{
			URL: With(Events, "search", EventSearch("lisinopril"), "count", "receivedate"),
			Body: Counted("20241231", 21400, "20250102", 60000, "20250630", 30234, "20260105", 40000,
				"20260801", 29600),
		},
		{
			URL:  With(Events, "search", EventSearch("lisinopril")+` AND seriousnessdeath:"1"`),
			Body: Page(17321, report),
		},
		{
			URL:  With(Events, "search", EventSearch("lisinopril")+` AND seriousnesshospitalization:"1"`),
			Body: Page(71002, report),
		},
		{
			URL:  With(Events, "search", EventSearch("lisinopril")+` AND seriousnesslifethreatening:"1"`),
			Body: Page(9120, report),
		},
		{
			URL:  With(Events, "search", EventSearch("lisinopril")+` AND seriousnessdisabling:"1"`),
			Body: Page(5310, report),
		},

		{
			URL:  With(Recalls, "search", recallSearch("lisinopril"), "sort", "report_date:desc"),
			Body: Page(28, recall),
		},
		{
			URL:  With(Recalls, "search", recallSearch("lisinopril"), "count", "classification.exact"),
			Body: Counted("Class II", 21, "Class III", 6, "Class I", 1),
		},
		{
			URL:  With(Recalls, "search", recallSearch("lisinopril"), "count", "status.exact"),
			Body: Counted("Terminated", 20, "Completed", 5, "Ongoing", 3),
		},
		{
			URL: With(Approvals, "search", InFields("lisinopril", "products.active_ingredients.name",
				"products.brand_name", "openfda.generic_name")),
			Body: Page(3, prinivil, zestrilApproval, zestoretic),
		},
		ShortageList(),
		None(With(Shortages, "search", shortageSearch("lisinopril", "52427-440-90", "68180-513-01"))),
		{
			URL:  With(Shortages, "search", shortageSearch("amoxicillin")),
			Body: Page(4, shortCurrent, shortAvailable, shortResolved, shortCombination),
		},

		{
			URL:  With(Devices, "search", deviceSearch, "sort", "date_received:desc"),
			Body: Page(41218, deviceReport),
		},
		{
			URL:  With(Devices, "search", deviceSearch, "count", "event_type.exact"),
			Body: Counted("Malfunction", 25000, "Injury", 16100, "Death", 90, "No answer provided", 20),
		},
		{
			URL: With(Devices, "search", deviceSearch, "count", "product_problems.exact"),
			Body: Counted("Incorrect, Inadequate or Imprecise Result or Readings", 15210,
				"Wireless Communication Problem", 6100),
		},
		{
			URL:  With(Devices, "search", deviceSearch, "count", "device.manufacturer_d_name.exact"),
			Body: Counted("ABBOTT DIABETES CARE INC", 38110, "ABBOTT DIABETES CARE LTD", 3010),
		},
		{
			URL:  With(Devices, "search", deviceSearch, "count", "device.brand_name.exact"),
			Body: Counted("FREESTYLE LIBRE 2", 20400, "FREESTYLE LIBRE 3", 15800, "FREESTYLE LIBRE", 5018),
		},
		{
			URL:  With(Devices, "search", deviceSearch, "count", "date_received"),
			Body: Counted("20250310", 20000, "20260114", 21218),
		},
	}...)
}

const deviceSearch = `device.brand_name:"FreeStyle Libre"`

func recallSearch(name string) string {
	return InFields(name, "openfda.generic_name", "openfda.brand_name", "openfda.substance_name", "product_description")
}

// shortageSearch is the search of the list of shortages for an ingredient and packages.
func shortageSearch(name string, packages ...string) string {
	clauses := []string{
		`generic_name:"` + name + `"`,
		`openfda.generic_name:"` + name + `"`,
		`openfda.substance_name:"` + name + `"`,
	}
	for _, code := range packages {
		clauses = append(clauses, `package_ndc:"`+code+`"`)
	}
	return anyOf(clauses...)
}
