package freight

import (
	"slices"
	"strings"

	gen "github.com/farebox/farebox/gen/freight"
	"github.com/farebox/farebox/internal/each"
	"github.com/farebox/farebox/internal/party/names"
	"github.com/farebox/farebox/internal/party/samename"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/upstream/fmcsa"
)

// subject is the carrier that is asked about: one of the three.
type subject struct {
	dot, docket, name string
	haul              haul
}

// readSubject takes exactly one of dot, mc and name.
func readSubject(params gen.FreightCarrierParams) (subject, error) {
	s := subject{haul: haul(params.HaulType)}

	given := 0
	for _, input := range []*string{params.Dot, params.Mc, params.Name} {
		if input != nil {
			given++
		}
	}
	switch {
	case given == 0:
		return s, problem.InvalidCode("dot", problem.CodeMissingInput, "give exactly one of dot, mc and name")
	case given > 1:
		return s, problem.InvalidCode("dot", problem.CodeAmbiguous, "give exactly one of dot, mc and name, not several")
	}

	var err error
	switch {
	case params.Dot != nil:
		s.dot, err = readDOT(*params.Dot)
	case params.Mc != nil:
		s.docket, err = readDocket(*params.Mc)
	default:
		s.name, err = samename.Words("name", *params.Name)
	}
	return s, err
}

// readDOT takes digits, and USDOT or DOT before them.
func readDOT(text string) (string, error) {
	digits := strings.ToUpper(strings.TrimSpace(text))
	for _, prefix := range []string{"USDOT", "US DOT", "DOT"} {
		if rest, ok := strings.CutPrefix(digits, prefix); ok {
			digits = strings.TrimLeft(rest, " #:-")
		}
	}
	digits = strings.TrimLeft(digits, "0")
	if digits == "" || len(digits) > 8 || strings.Trim(digits, "0123456789") != "" {
		return "", problem.Invalid("dot", "dot must be a USDOT number of 1 to 8 digits, such as 80806")
	}
	return digits, nil
}

// readDocket takes a docket number; digits alone are an MC number.
func readDocket(text string) (string, error) {
	text = strings.TrimSpace(text)
	if text != "" && strings.Trim(text, "0123456789") == "" {
		text = "MC" + text
	}
	docket, ok := fmcsa.Docket(text)
	if !ok || len(docket) > 10 {
		return "", problem.Invalid("mc",
			"mc must be a docket number of up to 8 digits, alone or after MC, MX or FF, such as MC135797")
	}
	return docket, nil
}

// patterns are a name for searches in the census, each wider than the one before, in capitals without accents. The
// first has a wildcard for each run of punctuation, the second one between all words and for AND too: registers write
// THE CHEFS' WAREHOUSE and TRI-MODAL. Then come parts of the name. Nothing but letters, digits, spaces and our own
// wildcards is left, so that a caller's text cannot mean anything to the portal.
func patterns(name string) []string {
	loose := looseWords(samename.Core(strings.ToUpper(name)))
	wide := oneEach(strings.Join(slices.DeleteFunc(slices.Clone(loose), isAnd), "%"))
	if first := loose[0]; len(first) == 2 && len(loose) > 1 {
		loose[0] = first[:1] + "%" + first[1:] // initials: JB Hunt is J B HUNT in the census
	}

	list := []string{oneEach(strings.Join(loose, " ")), wide}
	_, parts := samename.Ways(name)
	for _, part := range parts {
		list = append(list, oneEach(strings.Join(looseWords(part), " ")))
	}
	var distinct []string
	for _, pattern := range list {
		if !slices.Contains(distinct, pattern) {
			distinct = append(distinct, pattern)
		}
	}
	return distinct
}

func isAnd(word string) bool { return word == "AND" }

// looseWords are the words of a name with wildcards for punctuation.
func looseWords(name string) []string {
	return each.Of(strings.Fields(name), wildcards)
}

// oneEach leaves one wildcard of several, and none at the ends or beside a space.
func oneEach(pattern string) string {
	for _, loose := range []string{"% ", " %"} {
		pattern = strings.ReplaceAll(pattern, loose, "%")
	}
	for strings.Contains(pattern, "%%") {
		pattern = strings.ReplaceAll(pattern, "%%", "%")
	}
	return strings.Trim(pattern, "%")
}

// wildcards is a word with its letters and digits in ASCII and a wildcard for what is between them.
func wildcards(word string) string {
	var b strings.Builder
	for _, r := range word {
		switch plainWord := strings.ToUpper(strings.ReplaceAll(names.Normalize(string(r)), " ", "")); {
		case r == '&', plainWord == "":
			b.WriteByte('%')
		default:
			b.WriteString(plainWord)
		}
	}
	return b.String()
}
