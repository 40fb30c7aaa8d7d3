package bank

import "testing"

// TestNationalCheckDigitsOfTheExamplesFit: the examples of the registry and of the central banks have correct
// national check digits too.
func TestNationalCheckDigitsOfTheExamplesFit(t *testing.T) {
	h := handlers(t)
	checked := 0
	for country, example := range examples(h) {
		f := h.formats[country]
		if f.rule == "" {
			continue
		}
		checked++
		if !nationalRules[f.rule](f, example[4:]) {
			t.Errorf("%s: %s fails %s", country, example, f.rule)
		}
	}
	if checked < 60 {
		t.Errorf("only %d countries checked", checked)
	}
}

// TestNationalCheckDigitsOfFurtherNumbers: numbers from national documents, and the same with a digit of the
// national part changed and the IBAN's own check digits corrected.
func TestNationalCheckDigitsOfFurtherNumbers(t *testing.T) {
	h := handlers(t)
	for _, row := range []struct {
		country, bban string
		want          bool
		why           string
	}{
		{"BE", "539007547034", true, "registry example"},
		{"BE", "539007547035", false, "check digits one too high"},
		{"BE", "000000009797", true, "remainder 0 is written 97"},
		{"BE", "000000009700", false, "remainder 0 is not written 00"},
		{"ES", "21000813610123456789", true, "CaixaBank's example"},
		{"ES", "21000813510123456789", false, "first control digit"},
		{"ES", "21000813620123456789", false, "second control digit"},
		{"FR", "30006000011234567890189", true, "Fédération bancaire's example"},
		{"FR", "30006000011234567890188", false, "key"},
		{"FR", "20041010050500013M02606", true, "a letter in the account counts"},
		{"FR", "20041010050500013N02606", false, "another letter"},
		{"IT", "X0542811101000000123456", true, "registry example"},
		{"IT", "Y0542811101000000123456", false, "CIN"},
		{"IT", "X0542811101000000123465", false, "last digits swapped"},
		{"NO", "86011117947", true, "registry example"},
		{"NO", "86011117948", false, "last digit"},
		{"NO", "12340012343", true, "00 after the bank code: bank code left out"},
		{"NO", "12340012341", false, "00 after the bank code: bank code left out"},
		{"FI", "12345600000785", true, "registry example"},
		{"FI", "12345600000784", false, "last digit"},
		{"PT", "000201231234567890154", true, "registry example"},
		{"PT", "000201231234567890155", false, "last digit"},
		{"EE", "2200221020145685", true, "registry example"},
		{"EE", "2200221020145684", false, "last digit"},
		{"HU", "117730161111101800000000", true, "registry example"},
		{"HU", "117730171111101800000000", false, "check digit of bank and branch"},
		{"HU", "117730161111101800000001", false, "check digit of the account"},
		{"HR", "10010051863000160", true, "registry example"},
		{"HR", "10010061863000160", false, "bank"},
		{"HR", "10010051863000161", false, "account"},
		{"PL", "109010140000071219812874", true, "registry example"},
		{"PL", "109010150000071219812874", false, "check digit of the sort code"},
		{"CZ", "08000000192000145399", true, "registry example"},
		{"CZ", "08000000182000145399", false, "prefix"},
		{"CZ", "08000000192000145398", false, "account"},
		{"SK", "12000000198742637541", true, "registry example"},
		{"IS", "0159260076545510730339", true, "registry example"},
		{"IS", "0159260076545510730349", false, "check digit of the kennitala"},
		{"AL", "212110090000000235698741", true, "registry example"},
		{"AL", "212110080000000235698741", false, "check digit"},
		{"SI", "191000000123438", true, "registry example"},
		{"SI", "191000000123439", false, "last digit"},
		{"TN", "10006035183598478831", true, "registry example"},
		{"TN", "10006035183598478832", false, "last digit"},
		{"SN", "SN0100152000048500003035", true, "letters in the bank code count"},
		{"SN", "SN0100152000048500003036", false, "last digit"},
	} {
		f := h.formats[row.country]
		if !f.matches(row.bban) || len(row.bban) != len(f.pattern) {
			t.Fatalf("%s %s does not have the structure", row.country, row.bban)
		}
		if got := nationalRules[f.rule](f, row.bban); got != row.want {
			t.Errorf("%s %s (%s): %v", row.country, row.bban, row.why, got)
		}
	}
}
