package names

import (
	"slices"
	"strings"
)

// formWords are the words that legal forms are made of, each with the short forms in use. A short form in parentheses
// stands for the word only beside others of a form: Acme Comp may be something else than Acme Company.
var formWords = readFormWords(`company co coy cmpny cmpy cpny compagny (comp);limited ltd lmtd limtd lited (lim);
liability liab liabty lblty liablty (lia);joint (jt) (jnt);stock (stk) (stck);
corporation corp corpn corprtn;incorporated inc incorp incorpd;
private pvt (priv) (prv) (prvt);public (pub) (publ) (pblc);
partnership (pship) (ptnrship) (prtnshp) (prtnrshp);professional (prof);
proprietary pty (prop);closed (clsd);general (gen);society (soc);association (assn) (assoc)`)

// formWord is what a word of a legal form stands for.
type formWord struct {
	text  string
	among bool // only beside other words of a form
}

func readFormWords(text string) map[string]formWord {
	out := map[string]formWord{}
	for _, group := range strings.Split(text, ";") {
		all := strings.Fields(group)
		for _, w := range all {
			short := strings.Trim(w, "()")
			out[short] = formWord{text: all[0], among: short != w}
		}
	}
	return out
}

// slippedWords are those known with one slip: companny, liabilty. The shorter ones only beside other words of a form.
var slippedWords = [...]string{
	"company", "limited", "liability", "corporation", "incorporated", "partnership", "private", "public", "joint",
	"stock",
}

// formKey is the words of a legal form with each short form written out.
func formKey(ws []string) string {
	out := make([]string, len(ws))
	for i, w := range ws {
		out[i] = wholeFormWord(w, len(ws) > 1)
	}
	return strings.Join(out, " ")
}

// hanForm begins the key of a form in Chinese characters: what others sound like is no form.
const hanForm = "漢 "

func joinedWords(ws []word) string {
	texts := make([]string, len(ws))
	for i := range ws {
		texts[i] = ws[i].text
	}
	return strings.Join(texts, " ")
}

func formKeyOf(ws []word) string {
	switch ws[0].script {
	case han:
		return hanForm + joinedWords(ws)
	case hebrew: // without vowels, its words are spelt as other languages' forms are
		return ""
	}
	if len(ws) == 1 {
		return wholeFormWord(ws[0].text, false)
	}
	var b strings.Builder
	for i, w := range ws {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(wholeFormWord(w.text, true))
	}
	return b.String()
}

// wholeFormWord is the word that w is short for or a slip of, else w. among says that there are other words.
func wholeFormWord(w string, among bool) string {
	if f, ok := formWords[w]; ok {
		if f.among && !among {
			return w
		}
		return f.text
	}
	if len(w) < 4 {
		return w
	}
	for _, whole := range slippedWords {
		if (among || len(whole) >= longForm) && oneSlipOff(w, whole) {
			return whole
		}
	}
	return w
}

// oneSlipOff says whether w is the form word with one slip within it. The ends of a word are seldom slipped:
// Perez Companc is no company of the name Perez.
func oneSlipOff(w, whole string) bool {
	n := len(w)
	m := len(whole)
	if n < 4 || abs(n-m) > 1 || w[0] != whole[0] {
		return false
	}
	swapped := n == m && w[n-1] == whole[m-2] && w[n-2] == whole[m-1] // corporatino
	return (w[n-1] == whole[m-1] || swapped) && editsUpTo(1, w, whole) == 1
}

// gluedForms are legal forms that are known at the end of a long word, as in names that lost their spaces, the longest
// first; gluedStarts those at its beginning. Which form it is says little there: each stands for the one behind it.
var (
	gluedForms = [][2]string{
		{"limitedliabilitycompany", "llc"},
		{"jointstockcompany", "jsc"},
		{"privatelimited", "ltd"},
		{"companylimited", "ltd"},
		{"incorporated", "inc"},
		{"corporation", "corp"},
		{"pvtltd", "ltd"},
		{"companyltd", "ltd"},
		{"company", "co"},
		{"limited", "ltd"},
		{"sadecv", "sa"},
		{"coltd", "ltd"},
		{"pteltd", "ltd"},
		{"gmbh", "gmbh"},
		{"pjsc", "pjsc"},
		{"ojsc", "ojsc"},
		{"cjsc", "cjsc"},
		{"ltda", "ltda"},
		{"corp", "corp"},
		{"jsc", "jsc"},
		{"llc", "llc"},
		{"ltd", "ltd"},
		{"inc", "inc"},
		{"fze", "fze"},
		{"pte", "pte"},
		{"co", "co"},
	}
	gluedStarts = [][2]string{
		{"publicjointstockcompany", "pjsc"}, {"openjointstockcompany", "ojsc"}, {"closedjointstockcompany", "cjsc"},
		{"jointstockcompany", "jsc"},
		{"limitedliabilitycompany", "llc"},
	}
)

// leastGlued is the number of letters that must be left beside a form in one word with it.
const leastGlued = 8

// unglue takes legal forms out of few words that lost their spaces: OCEANSTARSHIPPINGCOLTD. The short ones are known
// before a full stop or another form only.
func (ft *formTable) unglue(ws []word, forms []LegalForm) ([]word, []LegalForm) {
	if len(ws) == 0 || len(ws) > 3 {
		return ws, forms
	}

	ws = slices.Clone(ws)
	last := &ws[len(ws)-1]
	for again := true; again; {
		again = false
		for _, glued := range gluedForms {
			rest, ok := strings.CutSuffix(last.text, glued[0])
			if !ok || len(rest) < leastGlued || last.script != latin || len(glued[0]) < 4 && len(ws) > 1 {
				continue
			}
			if len(glued[0]) < 3 && !last.dot && len(forms) == 0 {
				continue
			}
			last.text = rest
			forms = append(forms, ft.end[wholeFormWord(glued[1], false)])
			again = true
			break
		}
	}

	for _, glued := range gluedStarts {
		if rest, ok := strings.CutPrefix(ws[0].text, glued[0]); ok && len(rest) >= leastGlued {
			ws[0].text = rest
			forms = append(forms, ft.end[glued[1]])
			break
		}
	}

	return ws, forms
}

// leastBegun is the number of letters from which the beginning of a legal form of several words is known: JOINT STOCK
// COMPAN.
const leastBegun = 8

// stripBegun takes the beginning of a legal form of several words off the end of a name, as systems leave it that cut
// names at whatever width: two or more of its words are there, the last of them perhaps in part.
func (ft *formTable) stripBegun(ws []word) []word {
	if _, whole := ft.atEnd(ws); whole > 0 {
		return ws
	}
	for n := min(ft.longest, len(ws)-1); n > 1; n-- {
		tail := ws[len(ws)-n:]
		end := formKeyOf(tail)
		if len(end) < leastBegun {
			continue
		}
		for _, form := range ft.firsts[wholeFormWord(tail[0].text, true)] {
			if len(form) > len(end) && strings.HasPrefix(form, end) {
				return ws[:len(ws)-n]
			}
		}
	}
	return ws
}

// stripCut takes the beginning of a legal form off the end of a name that was cut short, and a last word of one or two
// letters, which is what was left of a longer one.
func (ft *formTable) stripCut(ws []word) []word {
	if _, whole := ft.atEnd(ws); whole > 0 {
		return ws
	}
	if last := len(ws) - 1; last > 1 && len(ws[last].text) <= 2 {
		ws = ws[:last]
	}

	for n := min(ft.longest, len(ws)-1); n > 0; n-- {
		end := formKeyOf(ws[len(ws)-n:])
		if n == 1 && len(end) < 4 {
			break
		}
		for form := range ft.end {
			if len(form) > len(end) && strings.HasPrefix(form, end) {
				return ws[:len(ws)-n]
			}
		}
	}

	return ws
}

// Widths at which payment and port messages cut names: a line of a SWIFT message, two lines of it.
var cutWidths = [...]int{35, 70}

// maybeCut says whether a text is as long as a column that cuts names, blanks and points at its end aside.
func maybeCut(s string) bool {
	n := len([]rune(strings.TrimSpace(s)))
	for _, width := range cutWidths {
		if n <= width && n >= width-2 {
			return true
		}
	}
	return false
}
