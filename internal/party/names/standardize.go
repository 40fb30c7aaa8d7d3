package names

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/nyaruka/phonenumbers"
)

// Standard is the standard form of a text.
type Standard struct {
	Text string // as it should be written
	// ASCII is the normalised text in Latin letters, as compared.
	ASCII string
	// Parts are the parts of the text by name, for the names see the kind's function below. Only
	// parts that are there are listed.
	Parts map[string]string
	// Changes says in words what was changed, in a fixed order; empty when Text is what was given.
	Changes []string
}

// Standardize gives the standard form of a prepared text.
func (e *Engine) Standardize(f *Form) Standard {
	s := Standard{ASCII: f.Text, Parts: map[string]string{}}
	switch f.Kind {
	case Person:
		e.standardPerson(&s, f)
	case Company, Vessel:
		e.standardCompany(&s, f)
	case Address:
		standardAddress(&s, f)
	case Email:
		s.Text = f.mail.text()
		s.set("local", f.mail.local)
		s.set("domain", f.mail.host)
		s.set("mailbox", f.mail.canonical())
		s.set("tag", f.mail.tag)
	case Phone:
		standardPhone(&s, f.phone)
	case Product:
		e.standardProduct(&s, f)
	case Domain:
		s.Text = f.domain.host
		s.set("registrable_domain", f.domain.registrable)
		s.set("label", f.domain.label)
	case Date:
		standardDate(&s, f.date)
	}

	s.Changes = append(changed(f.Raw, s.Text), s.Changes...)
	return s
}

func (s *Standard) set(name, value string) {
	if value != "" {
		s.Parts[name] = value
	}
}

func (s *Standard) say(change string) { s.Changes = append(s.Changes, change) }

// changed says how two texts differ on the surface.
func changed(from, to string) []string {
	out := []string{}
	if from == to {
		return out
	}

	a := lettersAndDigits(from)
	b := lettersAndDigits(to)
	if a == b {
		return append(out, "spacing and punctuation")
	}

	if strings.EqualFold(a, b) {
		out = append(out, "letter case")
		if utf8.RuneCountInString(from) != utf8.RuneCountInString(to) {
			out = append(out, "spacing and punctuation")
		}
		return out
	}

	return out
}

// lettersAndDigits is a text without spaces and punctuation.
func lettersAndDigits(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return r
		}
		return -1
	}, s)
}

// standardPerson writes "Prefix Given Middle Family Suffix" in title case; names in Han and Hangul
// keep the family name first. Parts: prefix, given, middle, family, suffix, credentials.
func (e *Engine) standardPerson(s *Standard, f *Form) {
	p := f.person
	var titles []string
	for _, t := range p.titles {
		titles = append(titles, titleWord(t, false))
	}

	given := displayWords(p.given)
	family := displayFamily(p.family)
	first := ""
	mid := ""
	if len(given) > 0 {
		first, mid = given[0], strings.Join(given[1:], " ")
	}

	// A hyphen joined the second given name to the first.
	if len(p.given) > 1 && p.given[1].hyphen {
		first, mid = given[0]+"-"+given[1], strings.Join(given[2:], " ")
	}

	s.set("prefix", strings.Join(titles, " "))
	s.set("given", first)
	s.set("middle", mid)
	s.set("family", family)
	s.set("suffix", p.suffix)
	s.set("credentials", strings.ToUpper(strings.Join(p.letters, " ")))

	if len(p.family) > 0 && wideScript(p.family[0].script) {
		s.Text = family + strings.Join(given, "")
		return
	}

	s.Text = strings.Join(strings.Fields(strings.Join([]string{s.Parts["prefix"], first, mid, family, p.suffix}, " ")), " ")
	if p.comma {
		s.say("family name moved behind the given names")
	} else if len(p.family) > 0 && len(p.given) > 0 && strings.HasPrefix(Normalize(f.Raw), p.family[0].text+" ") {
		s.say("family name moved behind the given names")
	}

	if len(p.letters) > 0 {
		s.say("credentials left out")
	}
}

func displayWords(ws []word) []string {
	out := make([]string, len(ws))
	for i, w := range ws {
		out[i] = titleWord(w.raw, false)
		if len(w.text) == 1 && w.script == latin {
			out[i] += "."
		}
	}
	return out
}

func displayFamily(ws []word) string {
	var b strings.Builder
	for i, w := range ws {
		if i > 0 {
			if w.hyphen {
				b.WriteByte('-')
			} else {
				b.WriteByte(' ')
			}
		}
		particle := i+1 < len(ws) && strings.Contains(particles, " "+w.text+" ") && len(w.text) > 1
		b.WriteString(titleWord(w.raw, particle && w.text != "mc" && w.text != "mac"))
	}
	return b.String()
}

// titleWord writes a word of one case in title case: Smith, McDonald, O'Neil, van. A word of mixed
// case stays as it is: somebody chose it.
func titleWord(s string, lower bool) string {
	if strings.ToLower(s) != s && strings.ToUpper(s) != s {
		return s
	}
	low := strings.ToLower(s)
	if lower {
		return low
	}

	rs := []rune(low)
	up := true
	for i, r := range rs {
		if up && unicode.IsLetter(r) {
			rs[i] = unicode.ToTitle(r)
			up = false
		}
		// A letter behind O' or D' is a capital; the s of McDonald's is not.
		if r == '\'' && i == 1 {
			up = true
		}
	}

	if len(rs) > 4 && rs[0] == 'M' && rs[1] == 'c' {
		rs[2] = unicode.ToTitle(rs[2])
	}
	return string(rs)
}

// standardCompany writes a name with all its words but the article, or a ship's prefix, at its head. A legal form
// that is written out becomes the abbreviation of its own words, not the usual one of its class: a KGaA is no AG.
// Parts: core, legal_form_raw, legal_form_class, legal_form_display.
func (e *Engine) standardCompany(s *Standard, f *Form) {
	c := &f.company
	ws := joinAmpersands(words(f.Raw, splitJoined))
	from, to := c.within(ws)
	if f.Kind == Vessel {
		from, to = len(ws)-len(withoutPrefix(ws)), len(ws)
	}
	if from > 0 && (f.Kind == Vessel || from == 1 && ws[0].text == "the") {
		s.say("left out: " + written(f.Raw, ws[:from]))
		ws = ws[from:]
		to -= from
		from = 0
	}

	core := e.cased(f.Raw, ws[from:to])
	before := e.forms.abbreviated(ws[:from])
	after := e.forms.abbreviated(ws[to:])
	s.Text = written(f.Raw, slices.Concat(before, core, after))
	s.set("core", written(f.Raw, core))
	if len(c.forms) == 0 {
		return
	}

	raw := joinNonEmpty(" ", written(f.Raw, ws[:from]), written(f.Raw, ws[to:]))
	form := joinNonEmpty(" ", written(f.Raw, before), written(f.Raw, after))
	s.set("legal_form_raw", raw)
	s.set("legal_form_class", c.form().Class)
	s.set("legal_form_display", form)
	if !strings.EqualFold(lettersAndDigits(raw), lettersAndDigits(form)) {
		s.say("legal form written as " + form)
	}
}

// within is where the core of a name is among its words; all of them if there is no legal form behind it.
func (c *company) within(ws []word) (from, to int) {
	same := func(a, b word) bool { return a.raw == b.raw }
	for n := len(c.core); n > 0 && from+n <= len(ws); from++ {
		switch {
		case !slices.EqualFunc(ws[from:from+n], c.core, same):
		case len(c.forms) == 0:
			return from, len(ws)
		default:
			return from, from + n
		}
	}
	return 0, len(ws) // the core was translated
}

// cased gives the words of a name in one case the case of names.
func (e *Engine) cased(name string, ws []word) []word {
	shout := strings.ToUpper(name) == name || strings.ToLower(name) == name
	out := slices.Clone(ws)
	for i := range out {
		w := &out[i]
		switch {
		case w.raw == "+":
			w.raw = "&"
		case !shout || w.joined != "":
		case e.words.stop[w.text] && i > 0:
			w.raw = strings.ToLower(w.raw)
		case !w.caps && !w.dot || len(w.text) > 3:
			w.raw = titleWord(w.raw, false)
		}
	}
	return out
}

// abbreviated gives the words of legal forms their usual abbreviations and letter case, together or one by one.
func (ft *formTable) abbreviated(ws []word) []word {
	if len(ws) == 0 {
		return nil
	}
	if form := ft.end[formKeyOf(ws)]; abbreviates(form.Display, ws) {
		return []word{{raw: form.Display}}
	}
	if len(ws) > 1 {
		return append(ft.abbreviated(ws[:1]), ft.abbreviated(ws[1:])...)
	}

	w := ws[0]
	if w.caps && len(w.text) >= leastWritten {
		w.raw = titleWord(w.raw, false)
	}
	return []word{w}
}

// leastWritten is the number of letters from which a word of a legal form is no abbreviation.
const leastWritten = 6

// abbreviates says whether an abbreviation is made of the first letter and perhaps more of each of the words, and
// half as long at most: Trust is no abbreviation of Trustees.
func abbreviates(short string, ws []word) bool {
	short = strings.ReplaceAll(Normalize(short), " ", "")
	foreign := func(w word) bool { return w.script != latin && w.text != "and" }
	if short == "" || slices.ContainsFunc(ws, foreign) {
		return false
	}
	full := strings.ReplaceAll(joinedWords(ws), " ", "")
	long := func(w word) bool { return len(w.text) >= leastWritten }
	return short == full || 2*len(short) <= len(full) && slices.ContainsFunc(ws, long) && madeOf(short, ws)
}

// madeOf says whether a text is made of letters of words in their order, the first of each and perhaps more.
func madeOf(short string, ws []word) bool {
	if len(ws) == 0 || short == "" {
		return len(ws) == 0 && short == ""
	}
	rest := ws[0].text
	for n := 0; n < len(short); n++ {
		at := strings.IndexByte(rest, short[n])
		if at < 0 || n == 0 && at > 0 {
			return false
		}
		rest = rest[at+1:]
		if madeOf(short[n+1:], ws[1:]) {
			return true
		}
	}
	return false
}

// written is words of a text as it is written: with its hyphens, and without spaces in a writing that has none.
func written(text string, ws []word) string {
	var b strings.Builder
	for i, w := range ws {
		switch {
		case i == 0 || continues(text, ws[i-1].raw, w):
		case w.hyphen:
			b.WriteByte('-')
		default:
			b.WriteByte(' ')
		}
		b.WriteString(w.raw)
	}
	return b.String()
}

// standardAddress writes the address in capitals with the abbreviations of the United States Postal
// Service. Parts: house_number, predirectional, street, street_type, postdirectional, unit_type,
// unit, po_box, city, state, postcode, country.
func standardAddress(s *Standard, f *Form) {
	a := f.address
	up := strings.ToUpper
	street, kind := up(joinTexts(a.street)), up(a.kind)
	if a.joined != "" {
		if a.joined == "str" {
			a.joined = "strasse"
		}
		street, kind = street+up(a.joined), ""
	}

	for _, p := range [...][2]string{
		{"house_number", up(a.house)}, {"predirectional", up(a.before)}, {"street", street}, {"street_type", kind}, {"postdirectional", up(a.after)},
		{"unit_type", up(a.unitKind)}, {"unit", up(a.unit)}, {"po_box", up(a.box)}, {"city", up(joinTexts(a.city))}, {"state", up(a.state)},
		{"postcode", spacedPostcode(up(a.postcode))}, {"country", up(a.country)},
	} {
		s.set(p[0], p[1])
	}

	named := joinNonEmpty(" ", street, kind)
	if a.kindFirst {
		named = joinNonEmpty(" ", kind, street)
	}
	line := joinNonEmpty(" ", up(a.before), named, up(a.after))
	if a.houseLast {
		line = joinNonEmpty(" ", line, s.Parts["house_number"])
	} else {
		line = joinNonEmpty(" ", s.Parts["house_number"], line)
	}

	if a.box != "" {
		line = joinNonEmpty(", ", line, "PO BOX "+s.Parts["po_box"])
	}

	line = joinNonEmpty(" ", line, s.Parts["unit_type"], s.Parts["unit"])
	town := joinNonEmpty(" ", s.Parts["city"], s.Parts["state"], s.Parts["postcode"])
	if a.postcodeFirst {
		town = joinNonEmpty(" ", s.Parts["postcode"], s.Parts["city"], s.Parts["state"])
	}

	s.Text = joinNonEmpty(", ", line, town, s.Parts["country"])
	if s.Text != f.Raw {
		s.say("capitals and postal abbreviations")
	}
}

// spacedPostcode puts the space into British and Canadian postcodes.
func spacedPostcode(p string) string {
	if n := len(p); n >= 5 && n <= 7 && p[0] >= 'A' {
		return p[:n-3] + " " + p[n-3:]
	}
	return p
}

func joinNonEmpty(sep string, parts ...string) string {
	var out []string
	for _, p := range parts {
		if p != "" {
			out = append(out, p)
		}
	}
	return strings.Join(out, sep)
}

// standardPhone writes E.164, RFC 3966 style extension left to its part. Parts: e164, national,
// international, country, extension, digits.
func standardPhone(s *Standard, p phoneNumber) {
	s.Text = p.digits
	s.set("digits", p.digits)
	s.set("extension", p.extension)
	if p.e164 == "" {
		s.say("not a number of any country: digits only")
		return
	}
	s.Text = p.e164
	s.set("e164", p.e164)
	s.set("country", p.country)
	if n, err := phonenumbers.Parse(p.e164, ""); err == nil {
		s.set("national", phonenumbers.Format(n, phonenumbers.NATIONAL))
		s.set("international", phonenumbers.Format(n, phonenumbers.INTERNATIONAL))
	}
	if !p.valid {
		s.say("no number in use: its length or prefix is not assigned")
	}
}

// standardProduct writes sizes with their unit. Parts: models, sizes, numbers, colours, variants,
// each a list with spaces.
func (e *Engine) standardProduct(s *Standard, f *Form) {
	for name, r := range map[string]role{"models": code, "sizes": measure, "numbers": number, "colours": colour, "variants": trait} {
		s.set(name, strings.Join(ofRole(f.tokens, r), " "))
	}
	var out []string
	for _, t := range f.tokens {
		out = append(out, t.text)
	}
	s.Text = strings.Join(out, " ")
	s.set("models", strings.ToUpper(s.Parts["models"]))
}

// standardDate writes ISO 8601. Parts: year, month, day.
func standardDate(s *Standard, d date) {
	s.Text = d.text()
	s.set("year", pad(d.year, 4))
	if d.month > 0 {
		s.set("month", pad(d.month, 2))
	}
	if d.day > 0 {
		s.set("day", pad(d.day, 2))
	}
	if d.swapped {
		s.say("read as month/day/year: day and month could be the other way round")
	}
}
