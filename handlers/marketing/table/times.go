package table

import (
	"math"
	"slices"
	"strings"
	"time"
)

// secondsLimit separates unix seconds from milliseconds. In seconds it is the year 5138, in milliseconds March
// 1973.
const secondsLimit = 1e11

// lastMillis is the end of the year 9999 in unix milliseconds.
const lastMillis = 253_402_300_799_999

// Millis reads a time in unix milliseconds: RFC 3339, a date, a date and a time (UTC), unix seconds or
// milliseconds. It is NaN if missing or unreadable; ok is false in the second case.
func (c Cell) Millis() (millis float64, ok bool) {
	text := strings.TrimSpace(c.Text)
	switch {
	case c.Kind == Null || c.Kind == Text && slices.Contains(blanks, text):
		return math.NaN(), true
	case len(text) > 4 && text[4] == '-':
		return calendar(text)
	}

	x, ok := Cell{text, c.Kind}.Plain()
	if !ok {
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

// maxTimeText bounds the text of a time.
const maxTimeText = 40

// layouts are the forms of a time beside RFC 3339, by the length of the text; 20 stands for any longer one. Parse
// accepts fractions of a second with each that has seconds.
var layouts = map[int][]string{
	10: {"2006-01-02"},
	16: {"2006-01-02 15:04", "2006-01-02T15:04", "2006-01-02t15:04"},
	19: {"2006-01-02 15:04:05", "2006-01-02T15:04:05", "2006-01-02t15:04:05"},
	20: {"2006-01-02 15:04:05", "2006-01-02 15:04:05Z07:00", "2006-01-02 15:04:05 UTC", "2006-01-02T15:04:05"},
}

func calendar(text string) (millis float64, ok bool) {
	if len(text) > maxTimeText {
		return math.NaN(), false
	}

	t, err := time.Parse(time.RFC3339, text)
	for _, layout := range layouts[min(len(text), 20)] {
		if err == nil {
			break
		}
		t, err = time.Parse(layout, text)
	}
	if err != nil {
		return math.NaN(), false
	}

	return float64(t.UnixMilli()), true
}
