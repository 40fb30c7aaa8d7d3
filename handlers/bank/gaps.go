package bank

// gaps say why a country's bank codes cannot be looked up in a complete list, as of November 2026.
var gaps = map[string]string{
	"BG": lettersOfBIC,
	"DK": "the register of bank codes can be asked on a page only",
	"ES": "the list of the ECB has credit institutions only, and the national registers are published as PDF",
	"FI": "the list of bank codes is published as PDF; its edition of 2025-10-15 is in the selection",
	"FR": "the list of the ECB has credit institutions only, and the national file is for subscribers",
	"GB": "sort codes are sold under licence; the letters are looked up in the registers of the SEPA schemes",
	"GI": lettersOfBIC,
	"HR": "the address at which the list of bank codes was published is gone",
	"IE": lettersOfBIC,
	"IT": "the registers of the Banca d'Italia lack some holders of bank codes and are given to browsers only",
	"LT": "the list of bank codes is given to browsers only",
	"LU": "the list of bank codes is a spreadsheet whose address changes without a page that links it",
	"LV": lettersOfBIC,
	"MC": "bank codes are those of France, whose national file is for subscribers",
	"MT": lettersOfBIC,
	"RO": lettersOfBIC,
	"SE": "the list of bank codes is published as PDF",
}

const lettersOfBIC = "bank codes are letters of the BIC, looked up in the registers of the SEPA schemes"

// gap says why there is no complete list of a country's bank codes; it is "" without a country.
func (d *directory) gap(country string) string {
	if country == "" {
		return ""
	}
	if f := d.feed(country); f != nil && !f.partial {
		return "the list of the country is not loaded, see sources"
	}
	if why := gaps[country]; why != "" {
		return why
	}
	return "no list of the country's bank codes is known that a program can read"
}
