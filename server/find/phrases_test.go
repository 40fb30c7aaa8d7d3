package find

import (
	"slices"
	"strings"
	"testing"
)

// TestPhrasesAreOfRoutesAndKinds keeps the files free of what is gone.
func TestPhrasesAreOfRoutesAndKinds(t *testing.T) {
	known := map[string]bool{}
	for _, op := range sharedIndex(t).ops {
		known[op.Path] = true
	}
	for _, k := range readKinds(outsideFile) {
		known[k.name] = true
	}
	for name := range readPhrases(phrasesFiles) {
		if !known[name] {
			t.Errorf("%q is neither a route nor a kind of tasks", name)
		}
	}
}

// TestMostRoutesHavePhrases: a new one need not have them at once, but they do not fall behind.
func TestMostRoutesHavePhrases(t *testing.T) {
	asked := readPhrases(phrasesFiles)
	paid := 0
	var without []string
	for _, op := range sharedIndex(t).ops {
		if op.Price.IsZero() {
			continue
		}
		paid++
		if asked[op.Path] == nil {
			without = append(without, op.Path)
		}
	}
	if len(without)*20 > paid {
		t.Errorf("%d of %d paid routes have no phrases: %s", len(without), paid, without)
	}
}

// TestPhrasesAreInAllLanguages: a route that is asked for in one language is asked for in all.
func TestPhrasesAreInAllLanguages(t *testing.T) {
	for name, p := range readPhrases(phrasesFiles) {
		for _, language := range append([]string{ofEnglish}, languages...) {
			if len(p.in(language)) == 0 {
				t.Errorf("%s has no phrases in %s", name, language)
			}
		}
	}
}

// TestNoPhraseIsOfTwoTexts: it would say nothing about either.
func TestNoPhraseIsOfTwoTexts(t *testing.T) {
	owner := map[string]string{}
	for name, p := range readPhrases(phrasesFiles) {
		for _, phrase := range p.all() {
			if strings.TrimSpace(phrase) != phrase || phrase == "" {
				t.Errorf("%s: %q is empty or has blanks around it", name, phrase)
			}
			if other := owner[phrase]; other != "" && other != name {
				t.Errorf("%q is a phrase of %s and of %s", phrase, other, name)
			}
			owner[phrase] = name
		}
	}
}

func gramsOf(text string) []string {
	counts := map[string]float64{}
	countGrams(text, counts)
	var list []string
	for gram := range counts {
		list = append(list, gram)
	}
	slices.Sort(list)
	return list
}

func TestPartsOfWords(t *testing.T) {
	for _, c := range []struct{ text, want, why string }{
		{"tax", "^tax ^tax$ tax$", "a word, its ends and its parts"},
		{"Tax!", "^tax ^tax$ tax$", "capitals and punctuation say nothing"},
		{"12345", "", "a number is a value"},
		{"Pfizer", "^com ^company$ any$ comp mpan ompa pany", "a name says no more than its kind"},
		{"汇率", "汇 汇率 率", "letters of Chinese and pairs of them"},
		{"レート", "レー ート", "a letter of kana alone is a sound"},
		{"GDP比", "^gdp ^gdp$ gdp$ 比", "scripts are parted"},
	} {
		if got := strings.Join(gramsOf(c.text), " "); got != c.want {
			t.Errorf("%q has %q, want %q: %s", c.text, got, c.want, c.why)
		}
	}
}

// TestCompoundsAndInflectionsFindThePhrasesOfTheirParts needs no dictionary.
func TestCompoundsAndInflectionsFindThePhrasesOfTheirParts(t *testing.T) {
	g := newGramIndex([][]string{
		{"wie hoch ist die Miete"},
		{"sube la inflación"},
		{"東京の天気予報"},
	})
	for i, task := range []string{"Durchschnittsmieten", "inflacion", "天気は"} {
		shares := g.shares(task)
		if best := slices.Index(shares, slices.Max(shares)); best != i {
			t.Errorf("%q finds text %d, want %d: %.2f", task, best, i, shares)
		}
	}
}

func TestSharesStayBetweenNothingAndAll(t *testing.T) {
	ix := sharedIndex(t)
	for _, task := range []string{"", "   ", "?!", "qqqq", "weather", strings.Repeat("weather forecast ", 50)} {
		for i, share := range ix.grams.shares(task) {
			if share < 0 || share > 1 {
				t.Fatalf("%q: text %d has a share of %.2f", task, i, share)
			}
		}
	}
}

// TestTheSameTaskAlwaysHasTheSameShares: sums of parts do not depend on the order of a map.
func TestTheSameTaskAlwaysHasTheSameShares(t *testing.T) {
	g := sharedIndex(t).grams
	task := "wie hoch sind die Transaktionsgebühren auf Ethereum gerade, and is it cheap to send something"
	first := g.shares(task)
	for range 20 {
		if !slices.Equal(g.shares(task), first) {
			t.Fatal("the shares differ from one time to the next")
		}
	}
}

func TestNumbersOfBillsStandAsBills(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"H.R. 5376", "bill congress"},
		{"HR 21", "bill congress"},
		{"S. 1260", "bill congress"},
		{"S.J.Res. 8", "bill congress"},
		{"H. Con. Res. 14", "bill congress"},
		{"s&p 500", "s p 500"},
		{"US 500", "us 500"},
		{"hr 20 people", "hr 20 people"},
	} {
		if got := strings.Join(spoken(c.text), " "); got != c.want {
			t.Errorf("%q is read as %q, want %q", c.text, got, c.want)
		}
	}
}
