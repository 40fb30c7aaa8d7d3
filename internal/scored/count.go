package scored

import (
	"strconv"
	"strings"
)

// Count is a number of things in words: "1 crash", "2 crashes".
func Count(n int, thing string) string {
	plural := thing + "s"
	switch {
	case n == 1:
		plural = thing
	case strings.HasSuffix(thing, "s"), strings.HasSuffix(thing, "sh"):
		plural = thing + "es"
	case strings.HasSuffix(thing, "y") && !strings.HasSuffix(thing, "ay"):
		plural = strings.TrimSuffix(thing, "y") + "ies"
	}
	return strconv.Itoa(n) + " " + plural
}
