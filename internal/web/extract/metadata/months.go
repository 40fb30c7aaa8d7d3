package metadata

import (
	_ "embed" // the names of months
	"strings"
)

// monthOf is the number of a month by its name or a usual short form in one of the languages of monthNames, or 0.
// Without a final full stop in the list, names match as far as the shorter one goes, from three letters on.
func monthOf(name string) int {
	name = strings.Trim(name, ". ")
	if m := monthNames[name]; m != 0 {
		return m
	}
	// Inflected forms and longer abbreviations: "sept", "августа", "febr".
	runes := []rune(name)
	for n := len(runes) - 1; n >= 3; n-- {
		if m := monthStems[string(runes[:n])]; m != 0 {
			return m
		}
	}
	return 0
}

// monthLists holds a line for each month, with | between forms: English, German, French, Spanish, Portuguese, Italian,
// Dutch,
// Nordic languages, Polish, Czech, Russian, Ukrainian, Turkish, Finnish, Hungarian, Romanian, Croatian, Greek,
// Indonesian,
// Lithuanian, Latvian, Estonian, Thai, Arabic, Persian with its own months, Hindi, Hebrew.
//
//go:embed months.txt
var monthLists string

// monthNames has every form. monthStems has the prefixes of longer forms: those of five letters and more, and the
// English short ones.
var monthNames, monthStems = buildMonths()

func buildMonths() (names, stems map[string]int) {
	names = make(map[string]int)
	stems = make(map[string]int)
	for i, list := range strings.Split(strings.TrimSpace(monthLists), "\n") {
		for _, name := range strings.Split(list, "|") {
			names[name] = i + 1
			if len([]rune(name)) >= 5 {
				stems[name] = i + 1
			}
		}
	}
	return names, stems
}
