package find

import (
	_ "embed" // the terms
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// termsFile are words of tasks in other languages, by what they mean.
//
//go:embed terms.tsv
var termsFile string

// languages are the columns of the file behind the words of routes.
var languages = []string{"de", "es", "fr", "pt", "zh", "ja"}

// ofEnglish is the language of the routes' own texts.
const ofEnglish = "en"

// particles are words of a language that say nothing about a task but what language it is in.
var particles = map[string]map[string]bool{
	"de": set(`der die das den dem des ein eine einen einem einer und oder ist sind war wurde wird kann ich du er sie
		wir mein meine meiner dieser diese dieses diesen fur mit von zu zum zur im in auf aus bei nach uber wie was wo
		welche welcher welches viel viele hoch man darf gibt es mir fur nicht auch noch heute jetzt gerade aktuell aktuellen geworden habe hat als an am ich mich mir uns unser unsere ihr sein seine wieder schon jemand etwas alles bitte soll sollte muss kann`),
	"es": set(`el la los las un una unos unas de del y o en con para por que cual cuanto cuanta cuantas es esta este
		estas estos son hay mi mis tu su me si no al a lo se hace hacen falta tan dame cuales donde como hoy ultimos
		mas ahora mismo actual actuales tiene todos todas sobre ultimas ultimo ultima hasta desde entre sin ya debo puedo quiero necesito nuestro nuestra`),
	"fr": set(`le la les un une des de du d l et ou en avec pour par que qui quel quelle quels quelles combien est ce
		cette ces sont il elle ai mon ma mes son sur dans au aux a ne pas se moi t-il t-elle s y donne hier
		aujourd'hui aujourd hui besoin dernier maintenant actuel actuels actuelles tous toutes les derniers dernieres derniere je nous notre votre leur y entre sans deja faut peut peut-on dois`),
	"pt": set(`o a os as um uma de do da dos das e ou em no na nos nas com para por que qual quais quanto quanta
		quantas e esta este esse essa isso sao ha meu minha meus seu se nao ao algum alguma tem foi preciso precisa
		hoje ultimos mais como mesmo agora atual atuais todos todas sobre ultimas ultimo ultima pelo pela entre sem ja posso quero nosso nossa pra`),
}

// expression is a word, or several, of a language.
type expression struct {
	text    string // folded
	whole   bool   // it is not the beginning of longer words
	meaning []string
}

// lexicon are the terms of one language, longer ones first.
type lexicon struct {
	language string
	terms    []expression
}

// readTerms reads the file.
func readTerms(file string) []lexicon {
	lexicons := make([]lexicon, len(languages))
	for i, language := range languages {
		lexicons[i].language = language
	}

	for line := range strings.Lines(file) {
		cells := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if strings.HasPrefix(line, "#") || len(cells) != len(languages)+1 {
			continue
		}
		meaning := strings.Fields(cells[0])
		for i, cell := range cells[1:] {
			for text := range strings.SplitSeq(cell, "|") {
				if text == "" {
					continue
				}
				plain := strings.TrimSuffix(text, "$")
				lexicons[i].terms = append(lexicons[i].terms, expression{
					text:    foldLetters(plain),
					whole:   plain != text,
					meaning: meaning,
				})
			}
		}
	}
	for _, l := range lexicons {
		slices.SortStableFunc(l.terms, func(a, b expression) int { return len(b.text) - len(a.text) })
	}
	return lexicons
}

// foldLetters writes a text in small letters without accents.
func foldLetters(text string) string {
	var b strings.Builder
	for _, r := range norm.NFD.String(strings.ToLower(text)) {
		switch {
		case r == 'ß':
			b.WriteString("ss")
		case r == '’':
			b.WriteByte('\'')
		case !unicode.Is(unicode.Mn, r) || r > 0x3000: // the marks of kana make other syllables
			b.WriteRune(r)
		}
	}
	return norm.NFC.String(b.String())
}

// translation is a task in the words of the routes.
type translation struct {
	words   string
	foreign bool    // the task is in another language than English
	unheard float64 // how many words of it have no translation; a name counts less
}

// inEnglish translates a task. One in English, or in a language without terms, stays as it is.
func (ix *Index) inEnglish(task string) translation {
	folded := foldLetters(task)
	l := ix.spokenIn(task, folded)
	if l == nil {
		return translation{words: task}
	}
	words, unheard := ix.translate(l, task, folded)
	return translation{
		words:   strings.Join(words, " "),
		foreign: true,
		unheard: unheard,
	}
}

// spokenIn is the language of a task; nil for English, and where nothing speaks for another one.
func (ix *Index) spokenIn(task, folded string) *lexicon {
	han := false
	kana := false
	for _, r := range task {
		han = han || unicode.Is(unicode.Han, r)
		kana = kana || unicode.In(r, unicode.Hiragana, unicode.Katakana)
	}
	if kana {
		return ix.lexicon("ja")
	}
	if han {
		return ix.lexicon("zh")
	}

	tokens := tokensOf(folded)
	english := 0.0
	for _, token := range tokens {
		if stopWords[token] {
			english++
		} else if ix.postings[stem(token)] != nil {
			english += 0.5
		}
	}

	var best *lexicon
	most := english
	if folded != strings.ToLower(task) {
		most -= 0.5 // letters that English does not have
	}
	for _, language := range languages[:4] {
		l := ix.lexicon(language)
		score := ix.speaksFor(l, folded, l.tokens(folded))
		if score > most {
			most = score
			best = l
		}
	}
	return best
}

// speaksFor is how much of a task is in a language: its particles, and its terms that English does not have.
func (ix *Index) speaksFor(l *lexicon, folded string, tokens []string) float64 {
	score := 0.0
	for _, token := range tokens {
		switch {
		case particles[l.language][token]:
			score++
		case ix.postings[stem(token)] == nil && l.termOf(token) >= 0:
			score++
		}
	}

	for _, t := range l.terms {
		if strings.Contains(t.text, " ") && strings.Contains(folded, t.text) {
			score++
		}
	}

	return score
}

func (ix *Index) lexicon(language string) *lexicon {
	at := slices.IndexFunc(ix.lexicons, func(l lexicon) bool { return l.language == language })
	return &ix.lexicons[at]
}

// tokensOf are the words of a folded text; an apostrophe stays within its word.
func tokensOf(folded string) []string {
	return strings.FieldsFunc(folded, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '\'' && r != '-'
	})
}

// longWord is from how many letters on a word that English has too means the same: funnel, honeypot, transaction.
const longWord = 4

// latinOf is a task with spaces in place of letters of other scripts, which adjoin values without a space.
func latinOf(task string) string {
	return strings.Map(func(r rune) rune {
		if r >= 0x3000 {
			return ' '
		}
		return r
	}, task)
}

// translate gives the meanings of the terms of a task, and those of its words that are spoken of in English too. It
// counts the words that are neither.
func (ix *Index) translate(l *lexicon, task, folded string) (words []string, unheard float64) {
	rest := folded
	for _, t := range l.terms {
		if l.spaceless() || strings.ContainsAny(t.text, " '") {
			if strings.Contains(rest, t.text) {
				words = append(words, t.meaning...)
				rest = strings.ReplaceAll(rest, t.text, " ")
			}
		}
	}

	rest, kinds := l.takeNames(rest)
	words = append(words, kinds...)
	if l.spaceless() {
		unheard = l.unheard(rest)
		rest = latinOf(rest)
	}
	for _, token := range l.tokens(rest) {
		at := l.termOf(token)
		switch {
		case l.spaceless() && !isLatin(token):
		case ix.isCode(token):
			words = append(words, token)
		case at >= 0:
			words = append(words, l.terms[at].meaning...)
		case particles[l.language][token], stopWords[token]:
		case ix.postings[stem(token)] != nil && onlyLetters(token) && (len(token) >= longWord || isName(task, token)):
			words = append(words, token)
		case l.language != "de" && isValue(task, token), kindOf(token) != "": // all nouns of German have a capital
			unheard += asNamed
		case utf8.RuneCountInString(token) > 1:
			unheard++
		}
	}

	for token := range strings.FieldsSeq(latinOf(task)) {
		if kind := kindOf(strings.Trim(token, punctuation)); kind != "" {
			words = append(words, token)
		}
	}
	return words, unheard
}

// filler are letters of Chinese that say nothing about a task.
const filler = "的了吗呢吧是在我你他她它们这那哪有没不个多少怎么什么请帮把给和与对从到上下里会能要想可以一下就都也还被让用去来找" +
	"查看现最今明后前天再过得着为当或及其之于点些款条次位"

// perWord is how many letters a word of Chinese or Japanese has.
const perWord = 2.0

// unheard is how many words a text without blanks has, once its terms are taken out. The grammar of Japanese is in
// hiragana.
func (l *lexicon) unheard(rest string) float64 {
	letters := 0
	for _, r := range rest {
		han := unicode.Is(unicode.Han, r) && (l.language == "ja" || !strings.ContainsRune(filler, r))
		if han || unicode.Is(unicode.Katakana, r) {
			letters++
		}
	}
	return float64(letters) / perWord
}

// isCode says whether a word is of letters and digits and texts have it, such as keccak256.
func (ix *Index) isCode(token string) bool {
	return strings.ContainsAny(token, "0123456789") && !onlyDigits(token) && ix.postings[stem(token)] != nil
}

func onlyDigits(token string) bool { return strings.Trim(token, "0123456789") == "" }

// takeNames takes the names out of a text, and gives their kinds.
func (l *lexicon) takeNames(text string) (rest string, kinds []string) {
	words := split(text)
	var others []string
	for i := 0; i < len(words); {
		if kind, length := builtIn().nameAt(words[i:]); kind != "" {
			kinds = append(kinds, kind)
			i += length
			continue
		}
		others = append(others, words[i])
		i++
	}
	if len(kinds) == 0 {
		return text, nil
	}
	return strings.Join(others, " "), kinds
}

// termOf is the longest term that a word is, or begins with; -1 if there is none.
func (l *lexicon) termOf(token string) int {
	return slices.IndexFunc(l.terms, func(t expression) bool {
		return t.in(token)
	})
}

// tokens are the words of a text. A hyphenated word that is not a term counts as its parts.
func (l *lexicon) tokens(folded string) []string {
	var tokens []string
	for _, token := range tokensOf(folded) {
		if article, rest, elided := strings.Cut(token, "'"); elided && len(article) <= len("qu") && l.termOf(token) < 0 {
			token = rest // l'electricite, qu'une
		}
		if strings.Contains(token, "-") && l.termOf(token) < 0 {
			tokens = append(tokens, strings.Split(token, "-")...)
			continue
		}
		tokens = append(tokens, token)
	}
	return tokens
}

// spaceless says whether words of the language stand without spaces between them.
func (l *lexicon) spaceless() bool { return l.language == "zh" || l.language == "ja" }

// in says whether a word is the term, or begins with it.
func (t expression) in(token string) bool {
	return token == t.text ||
		!t.whole && utf8.RuneCountInString(t.text) >= 4 && strings.HasPrefix(token, t.text)
}

func onlyLetters(token string) bool {
	return strings.IndexFunc(token, func(r rune) bool { return !unicode.IsLetter(r) }) < 0
}

func isLatin(token string) bool {
	other := func(r rune) bool { return unicode.IsLetter(r) && !unicode.Is(unicode.Latin, r) }
	return strings.IndexFunc(token, other) < 0
}

// isName says whether a word is in capitals in the task: abbreviations are the same in all languages.
func isName(task, token string) bool {
	for word := range strings.FieldsSeq(latinOf(task)) {
		word = strings.TrimFunc(word, func(r rune) bool { return !unicode.IsLetter(r) })
		if strings.EqualFold(word, token) && len(word) > 1 && strings.ToUpper(word) == word {
			return true
		}
	}
	return false
}
