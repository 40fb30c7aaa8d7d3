package pdftext

import (
	"strings"

	"github.com/klippa-app/go-pdfium"
	"github.com/klippa-app/go-pdfium/enums"
	"github.com/klippa-app/go-pdfium/requests"
	"github.com/klippa-app/go-pdfium/responses"
)

// formOf writes what is filled into the fields of a page, a line for each: PDFium's text of a page has the labels only.
// Values that the page shows as text are left out, and so is an unreadable form.
func formOf(box pdfium.Pdfium, page requests.Page, shown string) string {
	got, err := box.GetForm(&requests.GetForm{Page: page})
	if err != nil {
		return ""
	}
	const telling = 8 // bytes of a value that is not in a text by chance
	var lines []string
	for _, field := range got.Fields {
		value := valueOf(field)
		if value == "" || len(value) >= telling && strings.Contains(shown, value) {
			continue
		}
		if name := labelOf(field); name != "" {
			value = name + ": " + value
		}
		lines = append(lines, value)
	}
	return strings.Join(lines, "\n")
}

// labelOf is what a field is called for its reader, else the last part of its name.
func labelOf(field responses.FormField) string {
	if label := oneLine(field.ToolTip, maxName); label != "" {
		return label
	}
	name := field.Name[strings.LastIndexByte(field.Name, '.')+1:]
	name, _, _ = strings.Cut(name, "[")
	return oneLine(name, maxName)
}

// valueOf is what is filled in, "" for an empty field and for a button.
func valueOf(field responses.FormField) string {
	const longest = 10_000

	switch field.Type {
	case enums.FPDF_FORMFIELD_TYPE_PUSHBUTTON, enums.FPDF_FORMFIELD_TYPE_SIGNATURE:
		return ""
	case enums.FPDF_FORMFIELD_TYPE_CHECKBOX:
		if field.IsChecked != nil && *field.IsChecked {
			return "yes"
		}
		return ""
	case enums.FPDF_FORMFIELD_TYPE_RADIOBUTTON:
		if field.IsChecked == nil || !*field.IsChecked {
			return ""
		}
	case enums.FPDF_FORMFIELD_TYPE_COMBOBOX, enums.FPDF_FORMFIELD_TYPE_LISTBOX:
		return oneLine(strings.Join(field.Values, ", "), longest)
	}

	if field.Value == nil {
		return ""
	}

	return oneLine(*field.Value, longest)
}
