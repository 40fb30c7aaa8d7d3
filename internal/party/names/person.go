package names

import "strings"

// person is the parts of a personal name, in lower-case ASCII.
type person struct {
	titles  []string
	given   []word
	family  []word // particles included
	suffix  string // jr, sr, ii...
	letters []string
	comma   bool // "Last, First"
}

// titles maps a form of address to its sex: m, f, or - for either.
func personTitles() map[string]byte {
	out := map[string]byte{}
	for sex, list := range map[byte]string{
		'm': "mr mister sir lord herr monsieur senor signor sr don shri sri father fr brother haji hajji hajj " +
			"alhaj alhajj sheikh shaikh sheik shaykh cheikh mullah mulla mollah mawlawi maulvi maulawi molvi " +
			"mawlana maulana moulana rabbi imam ayatollah ayatullah ayatolla hojjatoleslam hojatoleslam " +
			"hujjatulislam mufti qari ustad ustaz",
		'f': "mrs ms miss madam mme mlle lady dame frau senora senorita sra signora dona smt sister",
		'-': "dr doctor prof professor rev reverend hon honorable gen general col colonel maj major capt " +
			"captain cpt lt lieutenant sgt sergeant cdr commander adm admiral judge justice president pres " +
			"sen senator rep gov governor amb ambassador eng engr engineer ing dipl mag brigadier brig " +
			"marshal commandant minister ambassador",
	} {
		for _, w := range strings.Fields(list) {
			out[w] = sex
		}
	}
	return out
}

// arabicTitles are forms of address in Arabic, Persian, Urdu and Pashto.
const arabicTitles = `الشيخ شيخ الدكتور دكتور الحاج حاج حاجي حاجى الملا ملا مولوي مولوی المولوي مولانا العميد اللواء
العقيد الرائد الفريق النقيب المقدم
المهندس الأستاذ الإمام المفتي مفتي قاري قاری الجنرال آيةالله آیت` + "\u200c" + `الله آیتالله دکتر سرتیپ سرلشکر مهندس`

// arabicTitleCodes are the arabicCodes of arabicTitles.
func arabicTitleCodes() map[string]bool {
	out := map[string]bool{}
	for _, w := range strings.Fields(arabicTitles) {
		out[arabicCode([]rune(w))] = true
	}
	return out
}

// credentials follow a name and say nothing of who it is, without points and hyphens. Those that are also names are one
// only where they stand apart: behind a comma after a whole name, with points or hyphens, or in capitals that the name
// does not have.
const (
	credentialNames = " do ma pa ba ot pe lac aud edd "
	credentials     = " phd md esq esquire cpa dds dvm rn jd mba msc bsc obe cbe mbe kbe dbe llb llm mp qc kc cfa " +
		"cfp rnp dphil dmd dpm od dc np pac rpa rpac lpn crna crnp cnm cnp cnpc cns cpnp cfnp aprn " +
		"arnp apn anp anpc acnp agnp whnp fnp fnpc fnpbc pmhnp pmhnpbc npc dnp msn bsn psyd pharmd " +
		"rph pt rpt mpt dpt otr otrl slp ccca cccslp lcsw licsw lmsw lmft lpc lpcc lmhc msw bcba ms " +
		"mph mha mpa mbbs mbchb dsc scd thd vmd rd rdn ldn atc rdh facp facs facc facep faap facog " +
		"frcs frcp "
)

// particles belong to the family name that follows and count little: data leave them out.
const particles = " bn van von der den de del della di da dos das do du la le les los las y e zu zur af av bin " +
	"ibn bint binti ben al el ul ter ten te st san santa mac mc o abu ould "

// suffixes gives the standard form of a generational suffix.
func suffixOf(w string) string {
	switch w {
	case "jr", "jnr", "junior":
		return "Jr"
	case "sr", "snr", "senior":
		return "Sr"
	case "ii", "2nd":
		return "II"
	case "iii", "3rd":
		return "III"
	case "iv", "4th":
		return "IV"
	}
	return ""
}

// readPerson divides a personal name: titles, given names, family name, suffix. "Last, First" is
// understood; a word in capitals among others that are not is the family name; Han and Hangul names
// have the family name first.
func (e *Engine) readPerson(s string) person {
	ws := joinSuffixes(words(s, splitPerson))
	var p person
	ws = e.stripEnds(&p, ws)

	// A suffix or credential alone behind a comma is no given name.
	parts := map[int]int{}
	for _, w := range ws {
		parts[w.part]++
	}

	if len(parts) > 1 && len(ws) > 1 {
		first := ws[0].part
		cut := 0
		for cut < len(ws) && ws[cut].part == first {
			cut++
		}
		p.comma = true
		p.family = ws[:cut:cut]
		p.given = e.stripEnds(&p, ws[cut:])
		p.family = e.stripEnds(&p, p.family)
		if len(p.given) == 0 {
			p.given = nil
			p.family = nil
			p.comma = false
			e.divide(&p, ws[:cut])
		}
		return p
	}

	e.divide(&p, ws)
	return p
}

// stripEnds takes titles from the front, suffixes and credentials from the end.
func (e *Engine) stripEnds(p *person, ws []word) []word {
	for len(ws) > 2 && (ws[0].code == "ayo" || ws[0].code == "ayt") && ws[1].code == "allh" { // Ayatollah, in two words
		p.titles = append(p.titles, "ayatollah")
		ws = ws[2:]
	}

	for len(ws) > 1 {
		if ws[1].part > ws[0].part && !ws[0].dot { // Sheikh, Zia
			break
		}
		if ws[0].code != "" { // Omar and Mr have the same consonants
			if !e.words.arabicTitles[ws[0].code] {
				break
			}
		} else if _, ok := e.words.titles[ws[0].text]; !ok || e.isGivenName(ws[0].text) && !ws[0].dot {
			break
		}
		p.titles = append(p.titles, ws[0].text)
		ws = ws[1:]
	}

	for len(ws) > 1 {
		last := ws[len(ws)-1]
		n := e.credential(ws)
		switch suffix := suffixOf(last.text); {
		case suffix != "" && p.suffix == "" && len(ws) > 2-boolInt(last.part > 0):
			p.suffix = suffix
			n = 1
		case n > 0:
			p.letters = append(p.letters, joinedText(ws[len(ws)-n:]))
		default:
			return ws
		}
		ws = ws[:len(ws)-n]
	}
	return ws
}

// mostLetters is the length of the longest credential that no table has.
const mostLetters = 6

// credential is the number of words at the end of a name that are one credential, 0 without one: of M.D. and PA-C two.
// Behind a comma after a whole name it may be one that no table has.
func (e *Engine) credential(ws []word) int {
	for n := min(4, len(ws)-1); n > 0; n-- {
		unit := ws[len(ws)-n:]
		name := ws[:len(ws)-n]
		text := joinedText(unit)
		if len(text) < 2 || unit[0].code != "" || wideScript(unit[0].script) || n > 1 && !oneUnit(unit) {
			continue
		}

		behindComma := unit[0].part > name[len(name)-1].part
		silent := !strings.ContainsAny(text, "aeiouy")
		isName := e.isName(text)
		capitals := unit[0].caps && !name[0].caps
		known := strings.Contains(credentials, " "+text+" ")
		if strings.Contains(credentialNames, " "+text+" ") {
			known = n > 1 || behindComma || capitals && !isName
		}
		switch {
		case len(name) == 1:
			if known && silent && behindComma && n == 1 && !isName {
				return n
			}
		case known,
			behindComma && n == 1 && name[0].part == name[1].part && !isName && len(text) <= mostLetters &&
				(silent || capitals) && suffixOf(text) == "":
			return n
		}
	}
	return 0
}

// oneUnit says whether words are the letters of one abbreviation: Ph.D., M D, FNP-BC.
func oneUnit(ws []word) bool {
	for i := 1; i < len(ws); i++ {
		letters := len(ws[i-1].text) == 1 && len(ws[i].text) == 1
		if ws[i].part != ws[0].part || !ws[i].hyphen && !letters && !(ws[i-1].dot && ws[i].dot) {
			return false
		}
	}
	return true
}

func joinedText(ws []word) string {
	text := ""
	for _, w := range ws {
		text += w.text
	}
	return text
}

func boolInt(b bool) int {
	if b {
		return 1
	}
	return 0
}

func (e *Engine) isGivenName(w string) bool {
	return e.male[w] > 0 || e.female[w] > 0 || len(e.variants[w]) > 0
}

func (e *Engine) isName(w string) bool { return e.isGivenName(w) || e.surname[w] > 0 }

// divide splits words without a comma into given names and family name.
func (e *Engine) divide(p *person, ws []word) {
	if len(ws) < 2 {
		p.family = ws
		return
	}

	if ws[0].lead {
		p.family = ws[:1:1]
		p.given = ws[1:]
		return
	}

	if n := capsRun(ws); n > 0 && (n > 1 || !ws[0].caps || !e.isGivenName(ws[0].text) || e.surname[ws[0].text] > 0) {
		if ws[0].caps {
			p.family = ws[:n:n]
			p.given = ws[n:]
		} else {
			for n < len(ws)-1 && ws[len(ws)-n].hyphen {
				n++
			}
			p.family, p.given = ws[len(ws)-n:], ws[:len(ws)-n:len(ws)-n]
		}
		return
	}

	start := len(ws) - 1
	if len(ws) > 2 && isInitial(ws[start]) && len(ws[0].text) > 1 {
		// Smith John A: no family name has one letter.
		p.family = ws[:1:1]
		p.given = ws[1:]
		return
	}

	for start > 1 && ws[start].hyphen {
		start--
	}

	// Two surnames at the end, neither of them a given name: Maria Garcia Lopez.
	if start > 1 && start == len(ws)-1 && e.surnameOnly(ws[start].text) && e.surnameOnly(ws[start-1].text) {
		start--
	}

	for start > 1 && (servant(ws[start-1].text) || len(ws[start-1].text) > 1 && strings.Contains(particles, " "+ws[start-1].text+" ")) {
		start--
	}
	p.given = ws[:start:start]
	p.family = ws[start:]
}

// isInitial says whether a word is one letter; an Arabic one may be longer than its reading, which has no vowels.
func isInitial(w word) bool { return len(w.text) == 1 && len(w.code) <= 1 }

func (e *Engine) surnameOnly(w string) bool { return e.surname[w] > 0 && !e.isGivenName(w) }

// capsRun is the length of the run of words in capitals at one end, when the others are not.
func capsRun(ws []word) int {
	caps := 0
	for _, w := range ws {
		if w.caps {
			caps++
		}
	}

	if caps == 0 || caps == len(ws) {
		return 0
	}

	n := 0
	if ws[0].caps {
		for n < len(ws) && ws[n].caps {
			n++
		}
	} else {
		for n < len(ws) && ws[len(ws)-1-n].caps {
			n++
		}
	}

	if n != caps || others(ws) == 0 {
		return 0
	}
	return n
}

// others counts the words of two letters or more that are not in capitals: John B SMITH has some,
// J SMITH has none, where the capitals say nothing.
func others(ws []word) int {
	n := 0
	for _, w := range ws {
		if !w.caps && len(w.text) > 1 {
			n++
		}
	}
	return n
}

// Weights of the parts of a personal name.
const (
	weightGiven   = 1.0
	weightFamily  = 1.1
	weightMiddle  = 0.4
	weightInitial = 0.25 // of a middle name that is a letter
	weightLight   = 0.1
)

// personTokens are the words of p with their parts, given names first.
func (e *Engine) personTokens(p person) []token {
	var out []token
	words := joinPrefixes(p.given)
	first := 0
	if len(words) > 1 && descent(words[0]) {
		first = 1
	}
	for i, w := range words {
		r := given
		weight := weightGiven
		i -= first
		switch {
		case i < 0, i > 0 && strings.Contains(particles, " "+w.text+" ") && len(w.text) > 1:
			r = light
			weight = weightLight
		case i > 0 && len(w.text) == 1:
			r = middle
			weight = weightInitial
		case i > 0:
			r = middle
			weight = weightMiddle
		}
		t := e.token(w, r, weight)
		e.tell(&t, Person)
		out = append(out, t)
	}

	fam := joinPrefixes(p.family)
	for i, w := range fam {
		r := family
		weight := weightFamily
		if i+1 < len(fam) && strings.Contains(particles, " "+w.text+" ") {
			r = light
			weight = weightLight
		}
		t := e.token(w, r, weight)
		e.tell(&t, Person)
		out = append(out, t)
	}

	if len(out) > maxTokens {
		out = out[:maxTokens]
	}
	return out
}

func servant(w string) bool {
	switch w {
	case "abd", "abdul", "abdel", "abdal", "abdur", "abdol", "abdoul", "bd":
		return true
	}
	return false
}

// descent says whether a word says that a man descends from the Prophet. It comes before names like a title, and is
// itself a name.
func descent(w word) bool {
	switch w.text {
	case "seyed", "seyyed", "sayyed", "sayyid", "seyyid", "seyid", "sayed", "sayid":
		return true
	}
	return w.code == "syd" || w.code == "_syd"
}

// joinSuffixes makes one word of a name and the Allah or zadeh that ends it: Nasr Allah, Akhund Zada.
func joinSuffixes(ws []word) []word {
	var out []word
	for i, w := range ws {
		if i == 0 || !endsName(w) || w.part != ws[i-1].part || len(ws[i-1].text) == 1 && len(ws[i-1].code) < 2 ||
			servant(ws[i-1].text) {
			out = append(out, w)
			continue
		}

		last := &out[len(out)-1]
		last.text += w.text
		last.raw += " " + w.raw
		if last.code != "" {
			last.code += w.code
		}
		last.caps = last.caps && w.caps
		last.dot = w.dot
	}
	return out
}

// endsName says whether a word ends the name before it.
func endsName(w word) bool {
	switch w.text {
	case "allah", "ullah", "ollah", "zada", "zadah", "zadeh", "zade":
		return true
	}
	return w.code == "allh" || w.code == "zadh"
}

// joinPrefixes makes one word of Mc Donald, O Neil, Mac Arthur and Abdul Rahman.
func joinPrefixes(ws []word) []word {
	out := make([]word, 0, len(ws))
	for i := 0; i < len(ws); i++ {
		w := ws[i]
		if i+1 < len(ws) && len(ws[i+1].text) > 2 && (w.text == "mc" || w.text == "mac" || w.text == "o" && !w.dot) {
			w.text += ws[i+1].text
			w.code += ws[i+1].code
			i++
		} else if i+1 < len(ws) && servant(w.text) {
			i++
			if (ws[i].text == "al" || ws[i].text == "el") && i+1 < len(ws) {
				i++
			}
			w.text += ws[i].text
			w.code += ws[i].code
		}
		out = append(out, w)
	}

	return out
}
