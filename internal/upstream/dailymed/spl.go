package dailymed

import (
	"encoding/xml"
	"strconv"
	"strings"

	"github.com/farebox/farebox/internal/each"
)

// Label is a label, by section.
type Label struct {
	Version   int
	Effective string              // 20260525
	Sections  map[string][]string // plain texts by the names that openFDA gives the sections
}

// document is a label as the standard of structured product labeling (HL7 SPL, release 4) has it.
type document struct {
	SetID struct {
		Root string `xml:"root,attr"`
	} `xml:"setId"`
	Version struct {
		Value string `xml:"value,attr"`
	} `xml:"versionNumber"`
	Effective struct {
		Value string `xml:"value,attr"`
	} `xml:"effectiveTime"`
	Sections []section `xml:"component>structuredBody>component>section"`
}

type section struct {
	Code struct {
		Code string `xml:"code,attr"`
	} `xml:"code"`
	Title prose     `xml:"title"`
	Text  prose     `xml:"text"`
	Parts []section `xml:"component>section"`
}

// sectionNames are the names that openFDA gives to sections, by their LOINC code.
var sectionNames = map[string]string{
	"34066-1": "boxed_warning",
	"34067-9": "indications_and_usage",
	"34068-7": "dosage_and_administration",
	"43678-2": "dosage_forms_and_strengths",
	"34070-3": "contraindications",
	"34071-1": "warnings",
	"43685-7": "warnings_and_cautions",
	"42232-9": "precautions",
	"34072-9": "general_precautions",
	"34084-4": "adverse_reactions",
	"34073-7": "drug_interactions",
	"34074-5": "drug_and_or_laboratory_test_interactions",
	"43684-0": "use_in_specific_populations",
	"42228-7": "pregnancy",
	"34081-0": "pediatric_use",
	"34082-8": "geriatric_use",
	"42227-9": "drug_abuse_and_dependence",
	"34088-5": "overdosage",
	"34089-3": "description",
	"34090-1": "clinical_pharmacology",
	"43679-0": "mechanism_of_action",
	"43681-6": "pharmacodynamics",
	"43682-4": "pharmacokinetics",
	"34092-7": "clinical_studies",
	"43680-8": "nonclinical_toxicology",
	"34069-5": "how_supplied",
	"44425-7": "storage_and_handling",
	"34076-0": "information_for_patients",
	"55106-9": "active_ingredient",
	"55105-1": "purpose",
	"50570-1": "do_not_use",
	"50569-3": "ask_doctor",
	"50568-5": "ask_doctor_or_pharmacist",
	"50567-7": "when_using",
	"50566-9": "stop_use",
	"50565-1": "keep_out_of_reach_of_children",
	"51727-6": "inactive_ingredient",
	"53413-1": "questions",
}

func (d document) read() *Label {
	version, err := strconv.Atoi(d.Version.Value)
	if err != nil {
		version = 0
	}
	label := &Label{
		Version:   version,
		Effective: d.Effective.Value,
		Sections:  map[string][]string{},
	}
	for _, s := range d.Sections {
		label.add(s)
	}
	return label
}

// add takes a section with all its parts, and each of its parts that has a name of its own besides.
func (l *Label) add(s section) {
	if name := sectionNames[s.Code.Code]; name != "" {
		if text := s.whole(); text != "" {
			l.Sections[name] = append(l.Sections[name], text)
		}
	}
	for _, part := range s.Parts {
		l.add(part)
	}
}

func (s section) whole() string {
	texts := each.Where([]string{string(s.Title), string(s.Text)}, func(text string) bool { return text != "" })
	for _, part := range s.Parts {
		if text := part.whole(); text != "" {
			texts = append(texts, text)
		}
	}
	return strings.Join(texts, "\n")
}

// prose is the text of an element with that of all elements within, a line for each block.
type prose string

// lines are elements that begin a line.
var lines = map[string]bool{
	"paragraph": true,
	"item":      true,
	"tr":        true,
	"caption":   true,
	"list":      true,
	"table":     true,
}

// UnmarshalXML reads the element to its end.
func (p *prose) UnmarshalXML(d *xml.Decoder, _ xml.StartElement) error {
	var b strings.Builder
	for depth := 1; depth > 0; {
		token, err := d.Token()
		if err != nil {
			return err
		}
		switch t := token.(type) {
		case xml.StartElement:
			depth++
			b.WriteString(gap(t.Name.Local))
		case xml.EndElement:
			depth--
			b.WriteString(gap(t.Name.Local))
		case xml.CharData:
			b.WriteString(strings.Map(blank, string(t)))
		}
	}

	var list []string
	for line := range strings.SplitSeq(b.String(), "\n") {
		if line = strings.Join(strings.Fields(line), " "); line != "" {
			list = append(list, line)
		}
	}
	*p = prose(strings.Join(list, "\n"))
	return nil
}

func gap(element string) string {
	switch {
	case lines[element]:
		return "\n"
	case element == "td", element == "th", element == "br":
		return " "
	}
	return ""
}

func blank(r rune) rune {
	if r == '\n' || r == '\r' || r == '\t' {
		return ' '
	}
	return r
}
