package samename

import (
	"regexp"
	"strings"
)

// mark is what EDGAR puts behind a name that was taken already: "/DE/", "/TX", "\NEW\", "/ADR/", or a lone stroke.
var mark = regexp.MustCompile(`(?i)\s*[/\\]\s*([a-z]{2,4})?\s*[/\\]?\s*$`)

// danish is a legal form that looks like a mark.
var danish = regexp.MustCompile(`(?i)\bA/S\s*$`)

// Unmarked is a name without EDGAR's marks, and the first of these in capitals, or "".
func Unmarked(name string) (bare, marked string) {
	bare = name
	for !danish.MatchString(bare) {
		at := mark.FindStringSubmatchIndex(bare)
		if at == nil || at[0] == 0 {
			break
		}
		if at[2] >= 0 {
			marked = strings.ToUpper(bare[at[2]:at[3]])
		}
		bare = bare[:at[0]]
	}
	return bare, marked
}
