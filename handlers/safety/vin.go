package safety

import (
	"strings"
	"time"

	"github.com/farebox/farebox/internal/problem"
)

const (
	vinLength   = 17
	checkPlace  = 8 // position 9
	yearPlace   = 9 // position 10
	eraPlace    = 6 // position 7
	firstYear   = 1980
	yearCycle   = 30
	yearsBefore = 2 // model years are sold ahead of the calendar's
)

// yearCodes are the signs of position 10, from 1980 on (49 CFR 565.15, table VII): no I, O, Q, U, Z and no zero.
const yearCodes = "ABCDEFGHJKLMNPRSTVWXY123456789"

// values are what letters count for in the check digit (49 CFR 565.15, table III); weights are those of the positions.
var values = map[byte]int{
	'A': 1, 'B': 2, 'C': 3, 'D': 4, 'E': 5, 'F': 6, 'G': 7, 'H': 8,
	'J': 1, 'K': 2, 'L': 3, 'M': 4, 'N': 5, 'P': 7, 'R': 9,
	'S': 2, 'T': 3, 'U': 4, 'V': 5, 'W': 6, 'X': 7, 'Y': 8, 'Z': 9,
}

var weights = [vinLength]int{8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2}

// readVIN checks the form of a VIN: 17 signs without I, O and Q (ISO 3779).
func readVIN(text string) (string, error) {
	vin := strings.ToUpper(strings.NewReplacer(" ", "", "-", "").Replace(text))
	if len(vin) != vinLength {
		return "", problem.Invalid("vin", "vin must have 17 letters and digits, such as 1HGCM82633A004352; older "+
			"ones are not served")
	}
	for i := range len(vin) {
		if _, letter := values[vin[i]]; !letter && (vin[i] < '0' || vin[i] > '9') {
			return "", problem.Invalid("vin", "vin may have digits and letters except I, O and Q, which no VIN has")
		}
	}
	return vin, nil
}

// The words for a check digit.
const (
	checkValid       = "valid"
	checkMismatch    = "mismatch"
	checkNotRequired = "not_required"
)

// checkDigit is whether position 9 fits the others. Only vehicles made for North America must have one, so that a
// mismatch elsewhere means nothing.
func checkDigit(vin string) string {
	sum := 0
	for i := range len(vin) {
		value, letter := values[vin[i]]
		if !letter {
			value = int(vin[i] - '0')
		}
		sum += value * weights[i]
	}
	want := "0123456789X"[sum%11]
	switch {
	case vin[checkPlace] == want:
		return checkValid
	case northAmerican(vin):
		return checkMismatch
	}
	return checkNotRequired
}

// northAmerican says whether the maker's code was given out in the United States, Canada or Mexico (SAE J1044).
func northAmerican(vin string) bool {
	return vin[0] >= '1' && vin[0] <= '5' || vin[0] == '7' && (vin[1] >= 'F' || vin[1] <= '9')
}

// modelYears are those that position 10 can stand for, the likelier one first: a letter at position 7 is for 2010 and
// after in cars and light trucks. A year in the future does not count. A VIN from elsewhere may have no year there.
func modelYears(vin string, now time.Time) []int {
	at := strings.IndexByte(yearCodes, vin[yearPlace])
	if at < 0 {
		return []int{}
	}
	early := firstYear + at
	late := early + yearCycle
	switch {
	case late > now.Year()+yearsBefore:
		return []int{early}
	case vin[eraPlace] >= '0' && vin[eraPlace] <= '9':
		return []int{early, late}
	}
	return []int{late, early}
}
