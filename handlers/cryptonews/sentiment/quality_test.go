package sentiment

import (
	"bufio"
	"fmt"
	"math"
	"os"
	"strings"
	"testing"
)

// The labelled headlines say what the news means for the price, or the health, of what it is about: bullish, bearish,
// or neutral for routine, explaining, asking and balanced ones. About half of them are plain, half hard (negation,
// reversal, irony, questions, words that mislead). All are our own.
//
//   - development.tsv, outlets.tsv: words and rules are tuned on these.
//
// - heldout.tsv: written and labelled together with the first 174 of development.tsv before the first run, and parted
// from
//
//	  them within each label and kind by the hash of the text. Nobody looks at single results.
//	- fresh.tsv: written and labelled by the author of the first rules after these were finished.
//
// - unseen.tsv: written and labelled before the rules and words of 2026-11-21, whose author wrote it too, then put
// aside. Its
//
//	totals were seen now and then during the work; phrases remembered from it were struck from the lexicon.
//
// Nobody looks at single results of the last three or tunes on them; who did would have to write new ones. The writer
// of a set who also writes words remembers it, so each flatters whoever wrote it: an upper bound.
type headline struct {
	label      Label
	kind, text string
}

func headlines(tb testing.TB, file string) []headline {
	tb.Helper()
	f, err := os.Open("testdata/" + file)
	if err != nil {
		tb.Fatal(err)
	}
	defer f.Close()
	var out []headline
	for s := bufio.NewScanner(f); s.Scan(); {
		if fields := strings.Split(s.Text(), "\t"); len(fields) == 3 && !strings.HasPrefix(fields[0], "#") {
			out = append(out, headline{Label(fields[0]), fields[1], fields[2]})
		}
	}
	return out
}

// confusion counts headlines by true and given label.
type confusion map[[2]Label]int

var labels = []Label{Bullish, Bearish, Neutral}

func (c confusion) accuracy() float64 {
	right, all := 0, 0
	for pair, n := range c {
		all += n
		if pair[0] == pair[1] {
			right += n
		}
	}
	return float64(right) / float64(max(1, all))
}

func (c confusion) f1(label Label) float64 {
	truePositives, given, real := c[[2]Label{label, label}], 0, 0
	for pair, n := range c {
		if pair[0] == label {
			real += n
		}
		if pair[1] == label {
			given += n
		}
	}
	return 2 * float64(truePositives) / float64(max(1, given+real))
}

// opposite is the part of the bullish and bearish headlines that were given the opposite label.
func (c confusion) opposite() float64 {
	polar := 0
	for pair, n := range c {
		if pair[0] != Neutral {
			polar += n
		}
	}
	return float64(c[[2]Label{Bullish, Bearish}]+c[[2]Label{Bearish, Bullish}]) / float64(max(1, polar))
}

func (c confusion) String() string {
	low, high := c.interval()
	out := fmt.Sprintf("accuracy %.3f (95 %%: %.3f to %.3f), opposite %.3f", c.accuracy(), low, high, c.opposite())
	for _, l := range labels {
		out += fmt.Sprintf(", F1 %s %.3f", l, c.f1(l))
	}
	return out
}

// interval is Wilson's 95 % confidence interval of the accuracy.
func (c confusion) interval() (low, high float64) {
	n := 0.0
	for _, k := range c {
		n += float64(k)
	}
	const z = 1.96
	p := c.accuracy()
	middle, half := p+z*z/(2*n), z*math.Sqrt(p*(1-p)/n+z*z/(4*n*n))
	return (middle - half) / (1 + z*z/n), (middle + half) / (1 + z*z/n)
}

func measure(list []headline, kind string, label func(string) Label) confusion {
	c := confusion{}
	for _, h := range list {
		if kind == "" || h.kind == kind {
			c[[2]Label{h.label, label(h.text)}]++
		}
	}
	return c
}

// words is the baseline: the same lexicon without a rule. Each word or phrase adds its own value; things without one
// add nothing.
func words(s *Scorer, text string) Label {
	sum := 0.0
	for _, h := range newLine(s.lex, text).hits {
		if h.kind != kindSkip {
			sum += h.value
		}
	}
	return labelOfSum(sum)
}

// few is a second baseline: the forty-odd words that come to mind first, one point each.
func few(text string) Label {
	good := "surge soar rally jump gain breakout record high ath adoption approve approval inflow upgrade launch partnership accumulate buy bullish rebound"
	bad := "hack exploit drain rug scam lawsuit sue charge fraud ban crackdown outflow liquidate liquidation plunge crash dump slump bearish bankrupt delist halt fine warn depeg"
	x := &lexicon{}
	sum := 0.0
	for _, t := range x.tokenize(text) {
		for _, form := range t.forms {
			if strings.Contains(" "+good+" ", " "+form+" ") {
				sum++
				break
			}
			if strings.Contains(" "+bad+" ", " "+form+" ") {
				sum--
				break
			}
		}
	}
	return labelOfSum(sum)
}

func labelOfSum(sum float64) Label {
	switch {
	case sum >= 0.5:
		return Bullish
	case sum <= -0.5:
		return Bearish
	}
	return Neutral
}

// TestRulesBeatWordsOnHeadlinesKeptAside prints the figures of docs/quality/cryptonews.md (go test -v) and keeps them
// from falling.
func TestRulesBeatWordsOnHeadlinesKeptAside(t *testing.T) {
	s := scorer(t)
	rules := func(text string) Label { return s.Score(text, "").Label }
	plain := func(text string) Label { return words(s, text) }
	for _, set := range []struct {
		file                  string
		accuracy, hard, wrong float64 // at least, at least, and at most
	}{
		{"development.tsv", 0.91, 0.87, 0.02},
		{"outlets.tsv", 0.90, 0.85, 0.04},
		{"heldout.tsv", 0.87, 0.83, 0.05},
		{"fresh.tsv", 0.76, 0.62, 0.10},
		{"unseen.tsv", 0.78, 0.66, 0.12},
	} {
		list := headlines(t, set.file)
		if len(list) < 90 {
			t.Fatalf("%s has %d headlines", set.file, len(list))
		}
		for _, kind := range []string{"", "plain", "hard"} {
			a, b, c := measure(list, kind, rules), measure(list, kind, plain), measure(list, kind, few)
			t.Logf("%s %-5s rules:      %s", set.file, kind, a)
			t.Logf("%s %-5s words only: %s", set.file, kind, b)
			t.Logf("%s %-5s few words:  %s", set.file, kind, c)
			if kind != "plain" && (a.accuracy() <= b.accuracy() || a.accuracy() <= c.accuracy()) {
				t.Errorf("%s %s: the rules do not help", set.file, kind)
			}
			if kind == "" && (a.accuracy() < set.accuracy || a.opposite() > set.wrong) ||
				kind == "hard" && a.accuracy() < set.hard {
				t.Errorf("%s %s: worse than it was: %s", set.file, kind, a)
			}
		}
	}
}

func TestDevelopmentMisses(t *testing.T) {
	if os.Getenv("MISSES") == "" {
		t.Skip("set MISSES=1 to list the development headlines that are scored wrongly")
	}
	s := scorer(t)
	for _, h := range append(headlines(t, "development.tsv"), headlines(t, "outlets.tsv")...) {
		if got := s.Score(h.text, ""); got.Label != h.label {
			t.Logf("%-8s not %-8s %6.3f %q %v", h.label, got.Label, got.Score, h.text, got.Terms)
		}
	}
}

func scorer(tb testing.TB) *Scorer {
	tb.Helper()
	s, err := New()
	if err != nil {
		tb.Fatal(err)
	}
	return s
}
