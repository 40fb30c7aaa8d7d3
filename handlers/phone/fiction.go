package phone

import (
	"slices"
	"strings"
)

// fictionRanges are the prefixes, without +, that regulators reserve for films and books and never assign: Ofcom
// ("Numbers for use in TV and radio drama"), Arcep (decision 2018-0881, section 2.5.12) and ACMA ("Phone numbers
// for use in TV shows, films and creative works").
var fictionRanges = []string{
	"441134960", "441144960", "441154960", "441164960", "441174960", "441184960", "441214960", "441314960",
	"441414960", "441514960", "441614960", "441914980", "442079460", "442896496",
	"442920180", "441632960", "447700900", "448081570", "449098790", "443069990",
	"3319900", "3326191", "3335301", "3346571", "3353649", "3363998",
	"6125550", "6127010", "6135550", "6137010", "6175550", "6177010", "6185550", "6187010",
	"61491570006", "61491570110", "61491570156", "61491570157", "61491570158", "61491570159",
}

// reservedForFiction reports whether a number, + and digits, is reserved for fiction. In the North American plan
// these are 555-0100 to 555-0199 in every area, and only 555-0199 under the toll-free codes.
func reservedForFiction(e164 string, tollFree bool) bool {
	digits := strings.TrimPrefix(e164, "+")
	if len(digits) == 11 && digits[0] == '1' {
		if tollFree {
			return digits[4:] == "5550199"
		}
		return digits[4:9] == "55501"
	}
	return slices.ContainsFunc(fictionRanges, func(prefix string) bool { return strings.HasPrefix(digits, prefix) })
}

// madeUp reports whether the digits look invented rather than assigned: six equal in a row, or eight that count up
// or down (0 following 9).
func madeUp(digits string) bool {
	equal := 1
	up := 1
	down := 1
	for i := 1; i < len(digits); i++ {
		step := (int(digits[i]) - int(digits[i-1]) + 10) % 10
		equal = run(equal, step == 0)
		up = run(up, step == 1)
		down = run(down, step == 9)
		if equal >= 6 || up >= 8 || down >= 8 {
			return true
		}
	}
	return false
}

// run is the length of a run that continues or restarts.
func run(length int, goesOn bool) int {
	if goesOn {
		return length + 1
	}
	return 1
}
