package drug

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	gen "github.com/farebox/farebox/gen/drug"
	"github.com/farebox/farebox/internal/clip"
	"github.com/farebox/farebox/internal/each"
)

// wanted is a name that a label is read for.
type wanted struct {
	name string
	kind gen.DrugMentionTermKind
}

// is says whether two names are one.
func (w wanted) is(other wanted) bool { return strings.EqualFold(w.name, other.name) }

// gravity is the order of sections by how much a mention in them weighs. Those that are not listed come last.
var gravity = []string{
	"contraindications",
	"boxed_warning",
	"do_not_use",
	"warnings",
	"warnings_and_cautions",
	"drug_interactions",
	"drug_and_or_laboratory_test_interactions",
	"ask_doctor",
	"ask_doctor_or_pharmacist",
	"stop_use",
	"when_using",
	"precautions",
	"general_precautions",
	"dosage_and_administration",
	"use_in_specific_populations",
	"clinical_pharmacology",
	"pharmacokinetics",
	"mechanism_of_action",
	"pharmacodynamics",
	"overdosage",
	"information_for_patients",
	"spl_patient_package_insert",
	"spl_medguide",
	"spl_unclassified_section",
}

func weight(section string) int {
	if at := slices.Index(gravity, section); at >= 0 {
		return at
	}
	return len(gravity)
}

const sentenceShown = 600

// mentions are the sentences of a label that have one of the names, each once, those by name before those by class and
// the gravest section first. A sentence in several sections is given for each. openFDA's subsections repeat the text of
// their section, so only the more severe of two with the same sentence is kept.
func mentions(l *labelText, names []wanted) []gen.DrugMention {
	sections := make([]string, 0, len(l.sections))
	for section := range l.sections {
		sections = append(sections, section)
	}
	for section := range l.tables {
		if _, has := l.sections[section]; !has {
			sections = append(sections, section)
		}
	}
	slices.SortFunc(sections, func(a, b string) int {
		return cmp.Or(cmp.Compare(weight(a), weight(b)), strings.Compare(a, b))
	})

	names = present(l, names)
	list := []gen.DrugMention{}
	seen := map[string]bool{}
	for _, section := range sections {
		for _, sentence := range sentences(l.sections[section] + "\n" + l.tables[section]) {
			found, term, ok := firstNamed(sentence, names)
			if !ok {
				continue
			}
			key := folded(sentence)
			if seen[key] {
				continue
			}
			seen[key] = true
			list = append(list, gen.DrugMention{
				Section:  section,
				Term:     term,
				TermKind: found.kind,
				Sentence: around(sentence, term),
			})
		}
	}
	slices.SortStableFunc(list, func(a, b gen.DrugMention) int {
		return before(a.TermKind != gen.DrugMentionTermKindClass, b.TermKind != gen.DrugMentionTermKindClass)
	})
	return list
}

// present are the names that stand anywhere in a label, if only as part of a word: few of a hundred.
func present(l *labelText, names []wanted) []wanted {
	var all strings.Builder
	for _, texts := range []map[string]string{l.sections, l.tables} {
		for _, text := range texts {
			all.WriteString(strings.Join(strings.Fields(text), " ") + "\n")
		}
	}
	text := asciiLower(all.String())

	return each.Where(names, func(w wanted) bool { return strings.Contains(text, asciiLower(w.name)) })
}

// firstNamed is the first of the names that a sentence has, with the words as it has them.
func firstNamed(sentence string, names []wanted) (wanted, string, bool) {
	lower := asciiLower(sentence)
	for _, w := range names {
		if at, end := w.in(sentence, lower); at >= 0 {
			return w, sentence[at:end], true
		}
	}
	return wanted{}, "", false
}

// in is where a name occurs in a text as whole words, -1 and -1 if it does not. Classes are found in the plural too.
// Brands and short forms mean something else in small letters, so that their first letters have to be capitals.
func (w wanted) in(text, lower string) (at, end int) {
	name := asciiLower(w.name)
	for from := 0; from < len(lower); {
		i := strings.Index(lower[from:], name)
		if i < 0 {
			return -1, -1
		}
		at = from + i
		end = at + len(name)
		from = at + 1
		if w.kind == gen.DrugMentionTermKindClass && strings.HasPrefix(lower[end:], "s") {
			end++
		}
		if bounded(text, at, end) && w.isWritten(text[at:end]) {
			return at, end
		}
	}
	return -1, -1
}

// isWritten is whether words are written with the capitals that make them the name.
func (w wanted) isWritten(words string) bool {
	const short = 3
	begin := w.name[:min(short, len(w.name))]
	switch w.kind {
	case gen.DrugMentionTermKindBrand:
		letter, _ := utf8.DecodeRuneInString(words)
		return !unicode.IsLower(letter)
	case gen.DrugMentionTermKindClass:
		return begin != strings.ToUpper(begin) || strings.HasPrefix(words, begin)
	}
	return true
}

// asciiLower keeps the length, so that places in it are places in the text.
func asciiLower(s string) string {
	lower := []byte(s)
	for i, c := range lower {
		if c >= 'A' && c <= 'Z' {
			lower[i] = c + 'a' - 'A'
		}
	}
	return string(lower)
}

func bounded(text string, at, end int) bool {
	last, _ := utf8.DecodeLastRuneInString(text[:at])
	next, _ := utf8.DecodeRuneInString(text[end:])
	return !partOfWord(last) && !partOfWord(next)
}

func partOfWord(r rune) bool {
	return r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsDigit(r))
}

// short forms after which a point ends no sentence.
var abbreviations = each.WordSet("e.g i.e vs dr mr no fig approx etc al st inc co u.s ca cf resp min max")

// sentences are the sentences of a text. Lines and bullets end one too.
func sentences(text string) []string {
	var list []string
	add := func(s string) {
		if s = strings.Join(strings.Fields(s), " "); s != "" {
			list = append(list, s)
		}
	}

	for line := range strings.FieldsFuncSeq(text, func(r rune) bool { return r == '\n' || r == '•' }) {
		start := 0
		for i := 0; i < len(line)-1; i++ {
			if !strings.ContainsRune(".!?", rune(line[i])) || line[i+1] != ' ' || !ends(line[start:i], line[i+1:]) {
				continue
			}
			add(line[start : i+1])
			start = i + 1
		}
		add(line[start:])
	}

	return list
}

// ends is whether a point between the two texts ends a sentence: before a capital, a digit or a bracket, and not after
// a short form or a lone letter or number, as in headings.
func ends(before, after string) bool {
	next, _ := utf8.DecodeRuneInString(strings.TrimLeft(after, " "))
	if !unicode.IsUpper(next) && !unicode.IsDigit(next) && next != '[' && next != '(' {
		return false
	}
	last := strings.ToLower(strings.Trim(before[strings.LastIndexByte(before, ' ')+1:], "([\"'"))
	return !abbreviations[last] && len(last) > 1
}

// around is a sentence cut to what is shown, with the words in it.
func around(sentence, words string) string {
	if utf8.RuneCountInString(sentence) <= sentenceShown {
		return sentence
	}
	at := max(0, strings.Index(sentence, words)-sentenceShown/2)
	for at > 0 && at < len(sentence) && sentence[at] != ' ' {
		at--
	}
	cut := strings.TrimSpace(sentence[at:])
	if at > 0 {
		cut = "..." + cut
	}
	return clip.Shown(cut, sentenceShown-3)
}
