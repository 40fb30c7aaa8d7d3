package toolscan

import (
	"embed"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/farebox/farebox/internal/each"
)

// slot is a part that a word plays in telling a reader to do something: who is addressed, what to do, with what,
// where to, and on what terms.
type slot uint8

const (
	slotCommon  slot = iota // tells the languages apart
	slotModel               // the model that reads
	slotUser                // the person the model works for
	slotNeg                 // not, never
	slotTell                // tell, mention
	slotConceal             // secretly, keep from
	slotRead                // read, open
	slotPut                 // put, fill in
	slotSend                // send, upload
	slotSecret              // password, private key
	slotSeed                // what opens a wallet or an account by itself: recovery words, one-time codes
	slotPrivate             // contacts, inbox
	slotTalk                // the conversation
	slotWhole               // all of it, verbatim
	slotData                // contents, value
	slotOrders              // instructions, rules
	slotSystem              // system prompt
	slotDrop                // forget, is void
	slotYour                // you, your
	slotGiven               // given, told, previous
	slotAbout               // about, of: what orders concern
	slotParam               // field, parameter, or a name of one
	slotPay
	slotAlways  // must, from now on
	slotDespite // whatever the user says, takes precedence, obey
	slotAsking  // ask, confirm
	slotAgreed  // has already agreed
	slotRun
	slotShell // command, code
	slotOther
	slotTool
	slotCall
	slotInstead
	slotOnly
	slotEmit // print, repeat
	slotBefore
	slotInstall
	slotChange    // delete, recommend, stop
	slotTarget    // recipient, argument, output
	slotProtect   // firewall, checks
	slotDiscredit // unsafe, deprecated
	slotFree      // without limits
	slotBecome    // you are now
	slotThreat
	slotRefuse  // block, reject
	slotGuard   // detects, scammers
	slotThis    // this, it: what was just said
	slotExample // such as
	slotBlind   // bcc

	// What means the same in any language: by a pattern, or by the table slots/any.txt.
	slotURL
	slotOpenURL // with a place for data: ...?q=
	slotMail
	slotAccount    // 0x..., IBAN
	slotVariable   // the name of a variable that keeps a secret, or all variables
	slotPipe       // a download piped into a shell
	slotNumeric    // a bare IP address as a host
	slotNamed      // the name of another tool
	slotCredential // ~/.ssh, .env
	slotSink       // a host made for catching requests
	slotTag        // <IMPORTANT>
	slotComment    // <!--
	slotDanger     // rm -rf /
	slotPersist    // authorized_keys, .bashrc
	slotConfig     // mcp.json
	numSlots
)

// slotNames are the slots that lexicons and the table fill.
var slotNames = map[string]slot{
	"common":     slotCommon,
	"model":      slotModel,
	"user":       slotUser,
	"neg":        slotNeg,
	"tell":       slotTell,
	"conceal":    slotConceal,
	"read":       slotRead,
	"put":        slotPut,
	"send":       slotSend,
	"secret":     slotSecret,
	"seed":       slotSeed,
	"private":    slotPrivate,
	"talk":       slotTalk,
	"whole":      slotWhole,
	"data":       slotData,
	"orders":     slotOrders,
	"system":     slotSystem,
	"drop":       slotDrop,
	"your":       slotYour,
	"given":      slotGiven,
	"about":      slotAbout,
	"param":      slotParam,
	"pay":        slotPay,
	"always":     slotAlways,
	"despite":    slotDespite,
	"asking":     slotAsking,
	"agreed":     slotAgreed,
	"run":        slotRun,
	"shell":      slotShell,
	"other":      slotOther,
	"tool":       slotTool,
	"call":       slotCall,
	"instead":    slotInstead,
	"only":       slotOnly,
	"emit":       slotEmit,
	"before":     slotBefore,
	"install":    slotInstall,
	"change":     slotChange,
	"target":     slotTarget,
	"protect":    slotProtect,
	"discredit":  slotDiscredit,
	"free":       slotFree,
	"become":     slotBecome,
	"threat":     slotThreat,
	"refuse":     slotRefuse,
	"guard":      slotGuard,
	"this":       slotThis,
	"example":    slotExample,
	"blind":      slotBlind,
	"variable":   slotVariable,
	"credential": slotCredential,
	"sink":       slotSink,
	"tag":        slotTag,
	"comment":    slotComment,
	"danger":     slotDanger,
	"persist":    slotPersist,
	"config":     slotConfig,
}

// slots is a set of slots.
type slots uint64

var _ [64 - numSlots]struct{} // a bit each

func of(all ...slot) slots {
	var s slots
	for _, one := range all {
		s |= 1 << one
	}
	return s
}

func (s slots) has(all ...slot) bool { return s&of(all...) == of(all...) }

func (s slots) any(some ...slot) bool { return s&of(some...) != 0 }

//go:embed slots/*.txt
var slotFiles embed.FS

// slotLanguages have a lexicon each in slots/, a slot per line.
var slotLanguages = []string{"en", "de", "fr", "es", "pt", "it", "zh", "ja", "ru", "ar"}

// english is the place of English in slotLanguages.
const english = 0

// slotLexicon is one language's words.
type slotLexicon struct {
	words map[string]slots // words, and phrases of several words
	leads map[string]int   // how many words the longest phrase has that starts with a word
	stems map[string]slots // entries that end in *
	parts map[string]slots // in scripts without blanks
}

// commonWordsOf maps common words to the languages that have them, a bit each.
func commonWordsOf(languages []slotLexicon) map[string]uint16 {
	out := map[string]uint16{}
	for i, x := range languages {
		for word, s := range x.words {
			if s.has(slotCommon) {
				out[word] |= 1 << i
			}
		}
	}
	return out
}

// slotFile is an embedded file of slots, or empty: a test reads each.
func slotFile(name string) string {
	file, err := slotFiles.ReadFile("slots/" + name + ".txt")
	if err != nil {
		return ""
	}
	return string(file)
}

// literal is a phrase that means the same in any language. It fills a slot, or is a finding by itself.
type literal struct {
	phrase string
	slots  slots
	check  string
}

// literalTable reads slots/any.txt: a line is a slot or a check, a blank, and the phrase. A blank in a phrase stands
// for any single separator of words.
func literalTable() []literal {
	var out []literal
	for line := range strings.Lines(slotFile("any")) {
		name, phrase, ok := strings.Cut(strings.TrimRight(line, "\n"), " ")
		if !ok {
			continue
		}
		one := literal{phrase: strings.ReplaceAll(phrase, `\n`, "\n")}
		if s, fills := slotNames[name]; fills {
			one.slots = of(s)
		} else {
			one.check = name
		}
		out = append(out, one)
	}
	return out
}

func slotLexicons() []slotLexicon {
	return each.Of(slotLanguages, func(language string) slotLexicon { return readSlots(slotFile(language)) })
}

func readSlots(file string) slotLexicon {
	x := slotLexicon{
		words: map[string]slots{},
		leads: map[string]int{},
		stems: map[string]slots{},
		parts: map[string]slots{},
	}

	for line := range strings.Lines(file) {
		name, entries, _ := strings.Cut(strings.TrimSpace(line), ":")
		for _, entry := range strings.Split(entries, ",") {
			entry = lexiconForm(strings.TrimSpace(entry))
			bit := of(slotNames[name])
			first, _ := utf8.DecodeRuneInString(entry)
			switch stem, isStem := strings.CutSuffix(entry, "*"); {
			case entry == "":
			case unspaced(first):
				x.parts[entry] |= bit
			case isStem:
				x.stems[stem] |= bit
			case strings.HasSuffix(entry, "~"):
				for _, form := range inflected(strings.TrimSuffix(entry, "~")) {
					x.words[form] |= bit
					x.leads[form] = max(x.leads[form], 1)
				}
			default:
				x.words[entry] |= bit
				lead, _, _ := strings.Cut(entry, " ")
				x.leads[lead] = max(x.leads[lead], 1+strings.Count(entry, " "))
			}
		}
	}
	return x
}

// inflected are the regular forms of an English verb.
func inflected(verb string) []string {
	stem := strings.TrimSuffix(verb, "e")
	switch last := verb[len(verb)-1]; {
	case last == 'y':
		stem = verb[:len(verb)-1]
		return []string{verb, stem + "ies", stem + "ied", verb + "ing"}
	case slices.Contains(doubling, verb):
		return []string{verb, verb + "s", verb + verb[len(verb)-1:] + "ed", verb + verb[len(verb)-1:] + "ing"}
	case strings.HasSuffix(verb, "sh"):
		return []string{verb, verb + "es", verb + "ed", verb + "ing"}
	}
	return []string{verb, verb + "s", stem + "ed", stem + "ing"}
}

// doubling are verbs of the lexicon that double their last letter.
var doubling = []string{"submit", "transmit", "ship", "drop", "grab", "swap"}

// lexiconForm is an entry in the form in which texts are read.
func lexiconForm(entry string) string {
	v := viewOf(entry)
	return strings.ReplaceAll(readingForm(v.text), "'", "")
}

// unspaced reports whether a script sets no blanks between words.
func unspaced(r rune) bool { return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana) }
