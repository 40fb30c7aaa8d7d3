package names

import (
	_ "embed"
	"maps"
	"math"
	"slices"
	"strings"
	"sync"

	"github.com/farebox/farebox/internal/party/names/census"
)

//go:embed data/nicknames.txt
var nicknameText string

// Engine holds the tables. It is read-only.
type Engine struct {
	// Ranks of common names, 1 the commonest.
	male, female, surname map[string]int
	// variants gives the groups of given names of one person that a name belongs to.
	variants map[string][]variantOf
	// variantFolds gives one of them by its romanFold, for those long enough that few others have the same.
	variantFolds map[string]string
	korean       map[string][]int
	chinese      map[string]bool
	// chineseSounds are the readings of the characters of chineseFamilies.
	chineseSounds map[string]bool
	// koreanSounds are the Hangul syllables of Chinese characters.
	koreanSounds map[rune]rune
	forms        *formTable
	words        wordTables
	streets      addressTables
	products     productTables
	// Bits that words of people's names and of firms' are worth.
	personWords, firmWords map[string]float64
	personFolds            map[string]float64 // personWords by romanFold
	soundLetters           []*soundLetters
	orgWords               *orgWords
	han                    hanReadings
	// heardWords are the words that people are called, and heardShares the share of names that has each.
	heardWords  heardIndex
	heardShares []float64
}

type variantOf struct {
	group int
	// short is set for a nickname, clear for another spelling of the full name or a full name.
	short bool
}

// New is the engine. Its tables are made once, in 0.05 s.
func New() *Engine { return made() }

var made = sync.OnceValue(func() *Engine {
	e := &Engine{
		male:    census.Male(),
		female:  census.Female(),
		surname: census.Surnames(),
	}

	e.variants = readVariants(nicknameText)
	e.variantFolds = map[string]string{}
	for _, name := range slices.Sorted(maps.Keys(e.variants)) {
		if fold := romanFold(name); len(fold) >= leastFolded {
			e.variantFolds[fold] = name
		}
	}
	e.chinese = wordSet(chineseSurnames)
	e.chineseSounds = map[string]bool{}
	for _, r := range chineseFamilies {
		e.chineseSounds[pinyinOf(r)] = true
	}
	e.koreanSounds = readKoreanReadings()
	e.korean = map[string][]int{}

	for i, group := range strings.Split(koreanSurnames, ";") {
		for _, n := range strings.Fields(group) {
			e.korean[n] = append(e.korean[n], i)
		}
	}

	e.forms = newFormTable()
	e.words = newWordTables()
	e.streets = newAddressTables()
	e.products = newProductTables()
	e.personWords = readPersonBits()
	e.personFolds = foldedBits(e.personWords)
	e.firmWords = readBits(firmWordText)
	e.soundLetters = readSoundLetters(soundLetterText)
	e.orgWords = readOrgConcepts(orgConceptText, learnedWordText)
	e.han = readHanReadings(hanReadingText)
	e.hearWords()
	return e
})

// readVariants reads groups, one a line: full names and spellings, a colon, nicknames.
func readVariants(text string) map[string][]variantOf {
	out := map[string][]variantOf{}
	group := 0
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		full, short, _ := strings.Cut(line, ":")
		for _, n := range strings.Fields(full) {
			out[n] = append(out[n], variantOf{group, false})
		}
		for _, n := range strings.Fields(short) {
			out[n] = append(out[n], variantOf{group, true})
		}
		group++
	}
	return out
}

// relation of two given names by the table of variants.
type relation int

const (
	unrelated relation = iota
	sameName           // spellings of one name
	nickname           // a nickname and a full name, or two nicknames
)

func (e *Engine) related(a, b string) relation {
	va := e.variants[a]
	vb := e.variants[b]
	best := unrelated
	for _, x := range va {
		for _, y := range vb {
			if x.group != y.group {
				continue
			}
			if !x.short && !y.short {
				return sameName
			}
			best = nickname
		}
	}
	return best
}

// wordsOfName is how many words a person's name has on average.
const wordsOfName = 2.5

// hearWords makes the index of the words that people are called by how they are heard.
func (e *Engine) hearWords() {
	known := map[string]bool{}
	for _, words := range []map[string]int{e.male, e.female, e.surname} {
		for w := range words {
			known[w] = true
		}
	}
	for _, words := range []map[string]float64{e.personWords, e.firmWords} {
		for w := range words {
			known[w] = true
		}
	}

	words := slices.Sorted(maps.Keys(known))
	all := 0.0
	for i, w := range words {
		share := math.Exp2(-e.personBits(w))
		e.heardShares = append(e.heardShares, share)
		all += share
		if !alphabetic(w) || len(w) < 2 {
			words[i] = ""
		}
	}
	for i := range e.heardShares { // the tables say how many have a word where it is the commonest
		e.heardShares[i] = max(e.heardShares[i]*wordsOfName/all, 1/float64(len(words)))
	}
	e.heardWords = heardWords(words)
}
