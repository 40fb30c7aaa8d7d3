package names

import (
	"regexp"
	"slices"
	"strings"
)

// address is the parts of a postal address, in lower case, abbreviated as Publication 28 of the
// United States Postal Service has it.
type address struct {
	house    string
	street   []word // without type and direction
	kind     string // street type: st, ave
	before   string // direction before the street: n
	after    string // direction after it
	unitKind string
	unit     string
	box      string // post office box
	city     []word
	state    string
	postcode string
	country  string
	// How the address was written, for writing it again: the German street type that was joined to the
	// name, the street type before the name, the house number behind the street, the postcode before the town.
	joined                              string
	kindFirst, houseLast, postcodeFirst bool

	streetTokens, cityTokens []token
	stateSpelled             bool     // the state was written as a name, which may be that of the town
	name, line, town         string   // street without and with its type, and town, without spaces: see setLines
	written                  []string // the words of street and town in their order: see setWritten
}

func (a *address) direction() string {
	if a.before != "" {
		return a.before
	}
	return a.after
}

// text is the whole address in one order.
func (a *address) text() string {
	parts := []string{a.house, a.before, joinTexts(a.street), a.kind, a.after}
	if a.box != "" {
		parts = append(parts, "po box", a.box)
	}
	parts = append(parts, a.unitKind, a.unit, joinTexts(a.city), a.state, a.postcode, a.country)
	return strings.Join(strings.Fields(strings.Join(parts, " ")), " ")
}

// Postcodes that have a form of their own.
var (
	postcodeGB = regexp.MustCompile(`(?i)\b([A-Z]{1,2}\d[A-Z\d]?)\s*(\d[A-Z]{2})\b`)
	postcodeCA = regexp.MustCompile(`(?i)\b([ABCEGHJ-NPRSTVXY]\d[A-Z])[ -]?(\d[A-Z]\d)\b`)
	poBox      = regexp.MustCompile(`(?i)\b(?:p\.?\s*o\.?\s*|post\s*office\s*)box\s*#?\s*(\w+)`)
	hashUnit   = regexp.MustCompile(`#\s*([A-Za-z0-9-]+)`)
	unitSlash  = regexp.MustCompile(`^\s*(\w{1,5})\s*/\s*(\d{1,6}[A-Za-z]?)\b`)
	zipPlus    = regexp.MustCompile(`\b(\d{5})-\d{4}\b`)
	crossing   = regexp.MustCompile(`(?i)\s(?:near|between|betw\.?|bet\.|opposite|opp\.|behind|at the corner of|corner of|next to|at|off)\s[^,]*`)
	houseRange = regexp.MustCompile(`^\s*(\d{1,6})\s*[-–]\s*\d{1,6}\b`)
)

// readAddress divides a postal address. It takes the order of English-speaking countries (number,
// street, unit, town, state, postcode) and also street before number and postcode before town.
func (e *Engine) readAddress(s string) address {
	var a address
	s = e.takeMarked(&a, e.streetFirst(s))
	ws := words(s, splitJoined)
	if len(ws) > 1 && hasDigit(ws[0].text) && ws[1].part == ws[0].part+1 {
		ws[0].part = ws[1].part // 12, rue X
	}

	ws = e.takeTail(&a, ws)
	ws = e.takeUnit(&a, ws)
	written := ws
	street, rest := e.splitStreet(ws)
	e.readStreet(&a, street)
	if a.box != "" && a.house == "" && a.kind == "" {
		rest, a.street = append(a.street, rest...), nil // PO Box 12, Leeds
	}

	e.readTown(&a, rest)
	a.streetTokens = e.wordTokens(a.street)
	a.cityTokens = e.wordTokens(a.city)
	e.setLines(&a)
	e.setWritten(&a, written)
	return a
}

// takeMarked takes what signs mark: post office boxes, #12, 3/45, and postcodes of letters and digits.
func (e *Engine) takeMarked(a *address, s string) string {
	take := func(re *regexp.Regexp, set func(m []string)) {
		if m := re.FindStringSubmatch(s); m != nil {
			set(m)
			s = strings.Replace(s, m[0], " , ", 1)
		}
	}

	s = crossing.ReplaceAllString(s, " ")
	s = zipPlus.ReplaceAllString(s, "$1")
	s = houseRange.ReplaceAllString(s, "$1")
	take(poBox, func(m []string) { a.box = strings.ToLower(m[1]) })
	take(hashUnit, func(m []string) { a.unitKind, a.unit = "unit", strings.ToLower(strings.ReplaceAll(m[1], "-", "")) })
	take(postcodeCA, func(m []string) { a.postcode = strings.ToLower(m[1] + m[2]) })

	if a.postcode == "" {
		take(postcodeGB, func(m []string) { a.postcode = strings.ToLower(m[1] + m[2]) })
	}
	if m := unitSlash.FindStringSubmatch(s); m != nil && a.unit == "" {
		a.unitKind, a.unit = "unit", strings.ToLower(m[1])
		s = m[2] + s[len(m[0]):]
	}

	return s
}

// takeTail takes country, postcode and state off the end.
func (e *Engine) takeTail(a *address, ws []word) []word {
	if c, n := tailPhrase(e.streets.countries, e.streets.longest, ws); n > 0 && len(ws)-n > 1 &&
		(n > 1 || e.streets.states[ws[len(ws)-1].text] == "" || e.abroad(a, ws[:len(ws)-1])) {
		a.country = c
		ws = ws[:len(ws)-n]
	}

	if n := len(ws); n > 2 && a.postcode == "" {
		if last := ws[n-1].text; numeric(last) && len(last) >= 4 && len(last) <= 6 && !e.isStreetWord(ws[n-2].text) {
			a.postcode = last
			ws = ws[:n-1]
		}
	}

	if st, n := tailPhrase(e.streets.states, e.streets.longest, ws); n > 0 && len(ws)-n > 1 && !(n == 1 && e.isStreetWord(ws[len(ws)-1].text) && a.postcode == "" && ws[len(ws)-1].part == 0) {
		// A town of the state's own name (New York, New York) stays the town when there is no other.
		a.state = st
		a.stateSpelled = len(joinTexts(ws[len(ws)-n:])) > 3
		ws = ws[:len(ws)-n]
	}
	return ws
}

// abroad says whether the code that follows, which a state and a country have, is the country's. A state stands
// neither behind another (Toronto ON M5X 1A9, CA), nor behind a longer postcode (560001, IN), nor where the postcode
// leads (10115 Berlin, DE).
func (e *Engine) abroad(a *address, ws []word) bool {
	if a.postcode != "" && !numeric(a.postcode) {
		_, n := tailPhrase(e.streets.states, e.streets.longest, ws)
		return n > 0
	}
	last := len(ws) - 1
	for i := 1; i <= last; i++ {
		w := ws[i]
		ends := i == last && len(w.text) == 6
		first := i < last && w.part == ws[last].part && w.part > ws[i-1].part
		leads := first && (len(w.text) == 4 || len(w.text) == 5)
		if numeric(w.text) && (ends || leads) {
			street := func(o word) bool { return o.part == w.part && e.isStreetWord(o.text) }
			return !slices.ContainsFunc(ws[i+1:], street)
		}
	}
	return false
}

func (e *Engine) isStreetWord(w string) bool {
	return e.streets.types[w] != "" || e.streets.units[w] != ""
}

// tailPhrase finds the longest entry of m at the end of ws.
func tailPhrase(m map[string]string, longest int, ws []word) (string, int) {
	for n := min(longest, len(ws)); n > 0; n-- {
		if key, ok := m[joinTexts(ws[len(ws)-n:])]; ok {
			return key, n
		}
	}
	return "", 0
}

// takeUnit takes a unit (Apt 4, Suite 200, 2nd floor) from anywhere after the first word.
func (e *Engine) takeUnit(a *address, ws []word) []word {
	for i := 0; i < len(ws); i++ {
		kind, ok := e.streets.units[ws[i].text]
		if !ok || a.unit != "" {
			continue
		}
		switch {
		case i+1 < len(ws) && (hasDigit(ws[i+1].text) && !ordinal(ws[i+1].text) || len(ws[i+1].text) == 1) && !(e.streets.types[ws[i].text] != "" && i == 0):
			a.unitKind = kind
			a.unit = ws[i+1].text
			return cutWords(ws, i, i+2)
		case i > 0 && kind == "fl" && hasDigit(ws[i-1].text):
			a.unitKind, a.unit = kind, strings.TrimRight(ws[i-1].text, "stndrh")
			return cutWords(ws, i-1, i+1)
		}
	}
	return ws
}

func cutWords(ws []word, i, j int) []word {
	out := make([]word, 0, len(ws)-(j-i))
	return append(append(out, ws[:i]...), ws[j:]...)
}

// ordinal is true for 1st, 22nd, 3rd, 45th.
func ordinal(s string) bool {
	if len(s) < 3 {
		return false
	}
	switch s[len(s)-2:] {
	case "st", "nd", "rd", "th":
		return numeric(s[:len(s)-2])
	}
	return false
}

// splitStreet parts the street line from the town: at the comma after the line that has the street,
// else after the street type and the direction that follows it.
func (e *Engine) splitStreet(ws []word) (street, rest []word) {
	if len(ws) == 0 {
		return nil, nil
	}

	cut := -1
	seen := false
	for i, w := range ws {
		if i > 0 && w.part != ws[i-1].part && seen && cut < 0 {
			return ws[:i], ws[i:]
		}
		if i > 1 && numeric(w.text) && len(w.text) >= 4 && len(w.text) <= 6 && hasDigit(ws[0].text) && e.streetType(ws[i-1].text) == "" {
			return ws[:i], ws[i:] // 12 rue X 75004 Paris
		}
		if numeric(w.text) || hasDigit(w.text) || e.streetType(w.text) != "" && i > 0 {
			seen = true
		}
	}

	named := false
	for i, w := range ws {
		if e.streetType(w.text) != "" && named {
			cut = i
			// Of two types in a row the last counts (Park Place, Ridge Road).
			for cut+1 < len(ws) && e.streetType(ws[cut+1].text) != "" && ws[cut+1].text != "la" {
				cut++
			}
			break
		}
		if !hasDigit(w.text) && e.streets.directions[w.text] == "" || ordinal(w.text) {
			named = true
		}
	}

	if cut < 0 {
		return ws, nil
	}
	if cut+1 < len(ws) && (e.streets.directions[ws[cut+1].text] != "" && (len(ws[cut+1].text) <= 2 || cut+2 == len(ws)) || numeric(ws[cut+1].text) && !hasDigit(ws[0].text)) {
		cut++
	}

	return ws[:cut+1], ws[cut+1:]
}

// streetType is the abbreviation of a street type, also of a German one written as an ending.
func (e *Engine) streetType(w string) string {
	return e.streets.types[w]
}

// germanEndings are street types that German joins to the name.
var germanEndings = [...][2]string{{"strasse", "st"}, {"str", "st"}, {"straat", "straat"}, {"platz", "platz"}, {"gasse", "gasse"}, {"allee", "allee"}, {"weg", "weg"}}

func (e *Engine) readStreet(a *address, ws []word) {
	// The house number: the first number, before the street or after it.
	for i, w := range ws {
		if hasDigit(w.text) && !ordinal(w.text) && (i == 0 || i == len(ws)-1 || !alphabetic(ws[0].text) || e.streetType(ws[i-1].text) != "" || germanStreet(ws[i-1].text)) {
			a.house = w.text
			a.houseLast = i > 0
			ws = cutWords(ws, i, i+1)
			if i < len(ws) && len(ws[i].text) == 1 && i == 0 && len(ws) > 2 && e.streets.directions[ws[i].text] == "" && numeric(a.house) {
				a.house += ws[i].text
				ws = ws[1:]
			}
			break
		}
	}

	if n := len(ws); n > 1 && e.streets.directions[ws[n-1].text] != "" {
		a.after = e.streets.directions[ws[n-1].text]
		ws = ws[:n-1]
	}

	if n := len(ws); n > 1 && e.streets.directions[ws[0].text] != "" && !(n == 2 && e.streetType(ws[1].text) != "") {
		a.before = e.streets.directions[ws[0].text]
		ws = ws[1:]
	}

	if n := len(ws); n > 1 {
		if k := e.streetType(ws[n-1].text); k != "" {
			a.kind, ws = k, ws[:n-1]
		} else if k := e.streetType(ws[0].text); k != "" && ws[0].text != "st" {
			a.kind, ws = k, ws[1:]
			a.kindFirst = true
		}
	}

	if n := len(ws); n > 0 && a.kind == "" {
		for _, g := range germanEndings {
			if w := ws[n-1].text; strings.HasSuffix(w, g[0]) && len(w) > len(g[0])+3 {
				a.kind = g[1]
				a.joined = g[0]
				last := ws[n-1]
				last.text = strings.TrimSuffix(w, g[0])
				ws = append(ws[:n-1:n-1], last)
				break
			}
		}
	}

	if n := len(ws); n > 1 && a.kind == "" {
		if k := e.slippedType(ws[n-1].text); k != "" {
			a.kind, ws = k, ws[:n-1]
		}
	}

	a.street = append([]word(nil), ws...)
	for i := range a.street {
		if o, ok := ordinalWords[a.street[i].text]; ok {
			a.street[i].text = o
		} else if o := swappedOrdinal(a.street[i].text); o != "" {
			a.street[i].text = o
		}
	}
}

// slippedType is the street type that w is one slip away from.
func (e *Engine) slippedType(w string) string {
	if len(w) < 4 || hasDigit(w) {
		return ""
	}
	for _, t := range e.streets.spelled {
		if abs(len(t)-len(w)) <= 1 && Edits(t, w) == 1 {
			return e.streets.types[t]
		}
	}
	return ""
}

func germanStreet(w string) bool {
	for _, g := range germanEndings {
		if strings.HasSuffix(w, g[0]) && len(w) > len(g[0])+2 {
			return true
		}
	}
	return false
}

var ordinalWords = map[string]string{"first": "1st", "second": "2nd", "third": "3rd", "fourth": "4th", "fifth": "5th", "sixth": "6th", "seventh": "7th", "eighth": "8th", "ninth": "9th", "tenth": "10th", "saint": "st", "mount": "mt", "fort": "ft"}

// readTown reads what follows the street: a postcode before the town is understood.
func (e *Engine) readTown(a *address, ws []word) {
	for _, w := range ws {
		switch {
		case a.postcode == "" && numeric(w.text) && len(w.text) >= 4 && len(w.text) <= 6:
			a.postcode, a.postcodeFirst = w.text, len(a.city) == 0
		case w.text == "saint":
			w.text = "st"
			a.city = append(a.city, w)
		case w.text == "mount":
			w.text = "mt"
			a.city = append(a.city, w)
		default:
			a.city = append(a.city, w)
		}
	}
	if len(a.city) == 0 && a.state == "ny" && (a.postcode != "" || a.stateSpelled) {
		a.city = []word{{text: "new"}, {text: "york"}}
	}
}

func (e *Engine) wordTokens(ws []word) []token {
	out := make([]token, 0, len(ws))
	for _, w := range ws {
		weight := 1.0
		switch {
		case w.text == "city" || w.text == "town" || w.text == "the":
			weight = 0.2
		case len(w.text) <= 2:
			weight = 0.4
		}
		out = append(out, e.token(w, core, weight))
	}
	if len(out) > maxTokens {
		out = out[:maxTokens]
	}
	return out
}
