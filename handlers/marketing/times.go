package marketing

import (
	"math"
	"strconv"
	"strings"
	"time"
)

// secondsLimit splits unix times: from here on they are milliseconds. As seconds it is the year 5138,
// as milliseconds March 1973.
const secondsLimit = 1e11

// lastMillis is the end of the year 9999 in unix milliseconds.
const lastMillis = 253_402_300_799_999

// moment reads a time in unix milliseconds: RFC 3339, a date, a date and a time (UTC), unix seconds or
// milliseconds. It is NaN when there is none or it cannot be read; ok is false in the second case.
func moment(c cell) (millis float64, ok bool) {
	text := strings.TrimSpace(c.text)
	switch {
	case c.kind == kindNull || c.kind == kindText && blanks[text]:
		return math.NaN(), true
	case c.kind == kindBool || c.kind >= kindList || text == "":
		return math.NaN(), false
	case len(text) > 4 && text[4] == '-':
		return calendar(text)
	}
	x, err := strconv.ParseFloat(text, 64)
	if err != nil || !decimalText(text) {
		return math.NaN(), false
	}
	if math.Abs(x) < secondsLimit {
		x *= 1000
	}
	if math.Abs(x) > lastMillis {
		return math.NaN(), false
	}
	return x, true
}

// layouts of times without a zone, by their length.
var layouts = map[int]string{10: "2006-01-02", 16: "2006-01-02 15:04", 19: "2006-01-02 15:04:05"}

func calendar(text string) (float64, bool) {
	if len(text) > 40 {
		return math.NaN(), false
	}
	t, err := time.Parse(time.RFC3339, text)
	if layout := layouts[len(text)]; err != nil && layout != "" {
		if len(text) > 10 && (text[10] == 'T' || text[10] == 't') {
			text = text[:10] + " " + text[11:]
		}
		t, err = time.Parse(layout, text)
	}
	if err != nil && len(text) > 19 { // fractions of a second, with or without a zone, behind a space
		for _, layout := range []string{"2006-01-02 15:04:05.999999999", "2006-01-02 15:04:05Z07:00", "2006-01-02 15:04:05 UTC", "2006-01-02T15:04:05.999999999"} {
			if t, err = time.Parse(layout, text); err == nil {
				break
			}
		}
	}
	if err != nil {
		return math.NaN(), false
	}
	return float64(t.UnixMilli()), true
}
