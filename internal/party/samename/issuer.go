package samename

import (
	"regexp"
	"strings"
)

// security is what lists of shares put behind the name of the issuer, and the word by which Swedish companies say that
// their shares may be offered to the public.
var security = regexp.MustCompile(`(?i)[\s,-]+(` + strings.Join([]string{
	`\(publ\)`,
	`(class\s+[a-z]\s+)?(common|ordinary|subordinate voting|voting)\s+(stock|shares?)`,
	`american\s+depositary\s+(shares?|receipts?)`,
	`sponsored\s+ad[rs]s?`,
	`ad[rs]s?`,
	`class\s+[a-z]`,
}, "|") + `)\s*$`)

// issuer is a name without words about shares behind it.
func issuer(text string) string {
	if at := security.FindStringIndex(text); at != nil && at[0] > 0 {
		return text[:at[0]]
	}
	return text
}
