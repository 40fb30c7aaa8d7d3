package ofac

import (
	"regexp"
	"strings"
)

// readRemarks puts what the remarks of a table say into the members that the XML form has for it: dates of birth,
// nationalities, digital currency addresses, numbers of passports and registers, a vessel's number, and aliases of low
// quality, which stand nowhere else.
// The rest stays in Remarks. Remarks are a list: "DOB 21 Sep 1979; nationality Iran; a.k.a. 'THE EAGLE'."
func (e *Entry) readRemarks(s string) {
	var rest []string
	for _, item := range remarkItems(s) {
		if !e.readRemark(strings.TrimPrefix(item, "alt. ")) {
			rest = append(rest, item)
		}
	}
	e.Remarks = strings.Join(rest, "; ")
}

// remarkItems parts remarks at the semicolons, but for one in the quotes of an alias.
func remarkItems(s string) []string {
	var out []string
	for item := range strings.SplitSeq(strings.TrimSuffix(strings.TrimSpace(s), "."), ";") {
		item = strings.TrimSpace(item)
		if n := len(out); n > 0 && strings.Contains(out[n-1], "k.a. '") && !strings.HasSuffix(out[n-1], "'") && strings.HasSuffix(item, "'") && !strings.Contains(item, "k.a. '") {
			out[n-1] += "; " + item
		} else if item != "" {
			out = append(out, item)
		}
	}
	return out
}

// readRemark says whether an item of the remarks is one that is understood.
func (e *Entry) readRemark(item string) bool {
	item = strings.Clone(item)
	if date, ok := strings.CutPrefix(item, "DOB "); ok {
		e.Births = append(e.Births, Birth{Date: date})
		return true
	}
	if country, ok := strings.CutPrefix(item, "nationality "); ok {
		e.Nationalities = append(e.Nationalities, Country{Country: country})
		return true
	}
	if country, ok := strings.CutPrefix(item, "citizen "); ok {
		e.Citizenships = append(e.Citizenships, Country{Country: country})
		return true
	}

	for _, kind := range [...]string{"a.k.a.", "f.k.a.", "n.k.a."} {
		if name, ok := strings.CutPrefix(item, kind+" "); ok && strings.Trim(name, "' ") != "" {
			e.Aliases = append(e.Aliases, Alias{
				Category: "weak",
				LastName: strings.Trim(name, "' "),
			})
			return true
		}
	}

	if rest, ok := strings.CutPrefix(item, "Digital Currency Address - "); ok {
		tag, address, _ := strings.Cut(rest, " ")
		e.IDs = append(e.IDs, ID{Type: "Digital Currency Address - " + tag, Number: strings.TrimSpace(address)})
		return true
	}

	const ship = "Vessel Registration Identification"
	if number, ok := strings.CutPrefix(item, ship+" "); ok {
		e.IDs = append(e.IDs, ID{Type: ship, Number: number})
		return true
	}
	if m := identityForm.FindStringSubmatch(item); m != nil && !notIdentity.MatchString(m[1]) {
		e.IDs = append(e.IDs, ID{
			Type:   m[1],
			Number: m[2],
		})
		return true
	}

	return false
}

var (
	// identityForm is an item such as "Passport A0000001 (Iran) issued 02 May 2011": the kind and the number.
	identityForm = regexp.MustCompile(`^((?:[A-Z][A-Za-z.' ]*? )?(?:No\.|Number|ID(?: Card)?|Card|#|Code|Passport|SSN|R\.F\.C\.|` +
		`C\.U\.R\.P\.|License|Document|Booklet)):?(?: \([A-Z]{2,}\))?:? ` +
		`([0-9A-Z][0-9A-Z /.-]*?)(?: \([A-Z][^)]*\))?(?: (?:issued|expires) .*)?$`)
	// notIdentity are kinds of numbers that identify no party.
	notIdentity = regexp.MustCompile(`Gazette|Executive Order|Aircraft|Telephone|Phone|Fax|Serial|Vessel|Gender|Sanctions`)
)

// Identifies says whether an identifier is a number of a party: of a passport, an identity card or a register.
func (i ID) Identifies() bool { return i.Currency() == "" && !notIdentity.MatchString(i.Type) }
