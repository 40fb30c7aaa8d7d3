package httpheader

import (
	"strconv"
	"strings"
)

// Takes is true when an Accept-Encoding header (RFC 9110, section 12.5.3) names the coding, or "*" for those that
// it does not name, with a weight above zero.
func Takes(acceptEncoding, coding string) bool {
	others := false
	for member := range strings.SplitSeq(acceptEncoding, ",") {
		name, parameters, _ := strings.Cut(member, ";")

		wanted := true
		if weight, given := strings.CutPrefix(strings.TrimSpace(parameters), "q="); given {
			q, err := strconv.ParseFloat(weight, 64)
			wanted = err == nil && q > 0
		}

		switch name = strings.TrimSpace(name); {
		case strings.EqualFold(name, coding):
			return wanted
		case name == "*":
			others = wanted
		}
	}
	return others
}
