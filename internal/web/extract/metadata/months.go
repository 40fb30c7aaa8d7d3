package metadata

import (
	_ "embed" // the names of months
	"strings"
)

// monthOf is the number of a month by its name or a usual short form in one of the languages of monthNames, 0 when it
// is
// none. Names are compared as far as the shorter goes, from three letters on, where the list does not end in a full
// stop.
func monthOf(name string) int {
	name = strings.Trim(name, ". ")
	if m := monthNames[name]; m != 0 {
		return m
	}
	// Forms of declension and longer abbreviations: "sept", "августа", "febr".
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

// monthNames has every form; monthStems those of five letters and more, and the English short ones, which longer forms
// begin with.
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
