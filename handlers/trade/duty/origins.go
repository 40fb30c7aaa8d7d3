package duty

import "slices"

// union is the European Union, by its ISO 3166 codes.
var union = []string{
	"AT", "BE", "BG", "CY", "CZ", "DE", "DK", "EE", "ES", "FI", "FR", "GR", "HR", "HU", "IE", "IT", "LT", "LU", "LV",
	"MT", "NL", "PL", "PT", "RO", "SE", "SI", "SK",
}

// column2 are the origins that pay column 2 rates (general note 3(b)).
var column2 = []string{"BY", "CU", "KP", "RU"}

// covers reports whether a list of origins includes the origin: by code, as a member of the European Union, or by
// *. A code with a minus excludes it again.
func covers(origins []string, origin string) bool {
	is := func(code string) bool { return code == origin || code == "EU" && slices.Contains(union, origin) }
	held := false
	for _, code := range origins {
		if code[0] == '-' {
			if is(code[1:]) {
				return false
			}
			continue
		}
		held = held || code == "*" || is(code)
	}
	return held
}
