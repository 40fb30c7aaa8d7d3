package sentiment

import (
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestRules(t *testing.T) {
	s := scorer(t)
	for _, c := range []struct {
		why, text string
		want      Label
	}{
		{"a good thing that shrinks", "Fund inflows dry up", Bearish},
		{"a bad thing that shrinks", "Fund outflows slow", Bullish},
		{"participle before a bad thing", "Slowing outflows at bitcoin funds", Bullish},
		{"move of a thing behind it", "Surge in liquidations", Bearish},
		{"object that is a move", "Ether erases gains", Bearish},
		{"object that is a loss", "Ether erases losses", Bullish},
		{"move that is the subject", "Solana rally fizzles", Bearish},
		{"extreme of a bad thing", "Exchange balances at record low", Bullish},
		{"extreme of a price", "Litecoin hits record low", Bearish},
		{"obstacle taken away", "Court dismisses lawsuit against wallet maker", Bullish},
		{"obstacle put up", "Agency tightens rules for exchanges", Bearish},
		{"good thing turned away", "Regulator rejects licence of broker", Bearish},
		{"passive", "Ban on mining is lifted", Bullish},
		{"what is shrugged off", "Ether shrugs off bridge exploit", Bullish},
		{"what is shrugged off without a sense of its own", "Bitcoin shrugs off sale by estate", Bullish},
		{"conceded bad news", "Despite exploit, token climbs", Bullish},
		{"conceded good news", "Token slides despite record inflows", Bearish},
		{"failing to rise", "Bitcoin fails to climb", Bearish},
		{"negation", "Founder is not guilty", Bullish},
		{"two negations", "Bitcoin never fails to climb", Bullish},
		{"bets on falling prices that go wrong", "Short sellers liquidated", Bullish},
		{"bets on rising prices that go wrong", "Longs liquidated", Bearish},
		{"bears that lose", "Bears wiped out in ether", Bullish},
		{"thieves that succeed", "Hackers gain access to wallets", Bearish},
		{"question", "Will bitcoin crash?", Neutral},
		{"statement behind a question", "Top in? Bitcoin plunges", Bearish},
		{"explanation", "How to survive a crash", Neutral},
		{"explanation at the end", "The 2018 crash explained", Neutral},
		{"choice", "Rally or slump for ether", Neutral},
		{"neither nor", "Ether neither rallies nor slumps", Neutral},
		{"cancelled out", "Ether ends volatile day of gains unchanged", Neutral},
		{"topic", "Hearing on fraud law", Neutral},
		{"a company's name", "Bullish exchange opens office", Neutral},
		{"contrast counts what follows", "Bitcoin slips but ether surges", Bullish},
		{"percentage with a sign", "Dogecoin +12%", Bullish},
		{"hyphens", "Solana sell-off deepens", Bearish},
		{"curly apostrophe", "Bitcoin can’t climb", Bearish},
		{"what is rejected is a statement", "Judge rejects bid to freeze wallet", Bullish},
		{"what is rejected is a move of its own", "Ministry rejects calls to lower crypto tax", Bearish},
		{"refusing to take an obstacle away", "Judge refuses to throw out lawsuit", Bearish},
		{"a bad thing that is dropped", "Prosecutors drop probe of wallet maker", Bullish},
		{"a price that drops", "Litecoin drops 9%", Bearish},
		{"a suit of so many dollars that is dropped", "Estate drops $2 billion lawsuit", Bullish},
		{"passive of what takes an obstacle away", "Ban on staking scrapped", Bullish},
		{"the last of several things is meant", "Senators end interest ban", Bullish},
		{"adjective before a good thing", "Weak demand at token sale", Bearish},
		{"adjective before a bad thing", "Weak dollar and quiet stocks", Bullish},
		{"adjective behind is", "Demand is weak", Bearish},
		{"a fear that proves empty", "Fears of bank run overblown", Bullish},
		{"absence of a good thing", "No demand at token sale", Bearish},
		{"absence of a bad thing", "No tax on token sale", Bullish},
		{"thieves who make amends", "Hacker returns $8 million to protocol", Bullish},
		{"thieves who make amends in other words", "Exploiter gives back $8 million", Bullish},
		{"what is thrown out goes on with a thing", "Judge throws out fraud case against founder", Bullish},
		{"a dollar sign on its own", "Wallet maker nets $ 40 million", Bullish},
		{"adjective that says nothing of what stands before", "Ether rises in muted trade", Bullish},
		{"a subject with a preposition", "Risk to banks is manageable", Bullish},
		{"main statement against what goes along", "Litecoin lags as bitcoin soars", Bearish},
		{"what goes along counts when the main statement says nothing", "Traders wait as bitcoin plunges", Bearish},
		{"extreme behind a verb of falling", "Litecoin sinks to lowest since May", Bearish},
		{"supply that leaves exchanges", "Bitcoin supply on exchanges falls below 2 million", Bullish},
		{"more than ever", "Funds have never been more bullish", Bullish},
		{"money raised", "Wallet maker raises $40M", Bullish},
		{"money taken", "Wallet maker loses $ 40 million", Bearish},
		{"question behind a statement", "Ether slips, what's next?", Bearish},
		{"question behind a dash", "Ether plunges – is the bottom in?", Bearish},
		{"statement behind an explaining sentence", "What is slashing? Ether plunges", Bearish},
		{"number of things", "Seven signs of a scam", Neutral},
		{"both sides", "Traders divided over crash risk", Neutral},
		{"nothing known", "The quick brown fox", Neutral},
	} {
		if got := s.Score(c.text, ""); got.Label != c.want {
			t.Errorf("%s: %q is %s (%.3f) by %v", c.why, c.text, got.Label, got.Score, got.Terms)
		}
	}
}

func TestStrengthFollowsWhatIsSaid(t *testing.T) {
	s := scorer(t)
	for _, c := range []struct{ weaker, stronger string }{
		{"Bitcoin falls 0.4%", "Bitcoin falls 5%"},
		{"Bitcoin falls 5%", "Bitcoin falls 25%"},
		{"Bitcoin may fall", "Bitcoin falls"},
		{"Bitcoin slightly weak", "Bitcoin very weak"},
		{"Bitcoin slips", "Bitcoin plunges"},
		{"Bitcoin falls if rates rise", "Bitcoin falls"},
	} {
		a, b := s.Score(c.weaker, "").Score, s.Score(c.stronger, "").Score
		if math.Abs(a) >= math.Abs(b) {
			t.Errorf("%q is %.3f, %q %.3f", c.weaker, a, c.stronger, b)
		}
	}
}

func TestSummaryCountsHalfAndIsBounded(t *testing.T) {
	s := scorer(t)
	title, good := s.Score("Bitcoin climbs", ""), s.Score("Bitcoin climbs", "Ether soars.")
	if good.Score <= title.Score || len(good.Terms) != 2 {
		t.Errorf("%v then %v", title, good)
	}
	if r := s.Score("Bitcoin soars", strings.Repeat("Hack, fraud, crash. ", 20)); r.Label != Bullish {
		t.Errorf("a long summary overruled the title: %.3f", r.Score)
	}
}

func TestTermsAddUpToTheScore(t *testing.T) {
	s := scorer(t)
	for _, h := range headlines(t, "development.tsv") {
		r, sum := s.Score(h.text, ""), 0.0
		for _, term := range r.Terms {
			sum += term.Value
		}
		if want := sum / math.Sqrt(sum*sum+flatness); math.Abs(want-r.Score) > 0.002 {
			t.Errorf("%q: %.3f, terms give %.3f", h.text, r.Score, want)
		}
	}
}

func TestAnyTextHasOneScoreWithinBounds(t *testing.T) {
	s := scorer(t)
	words := strings.Fields(lexiconText)
	rapid.Check(t, func(r *rapid.T) {
		text := rapid.OneOf(
			rapid.String(),
			rapid.Map(rapid.SliceOfN(rapid.SampledFrom(words), 0, 40), func(list []string) string { return strings.ReplaceAll(strings.Join(list, " "), "_", " ") }),
			rapid.StringMatching(`([A-Za-z]{1,9}[ ,.?!:;'%$+-]{1,2}|[+-]?[0-9]{1,4}%? ){0,60}`),
		).Draw(r, "text")
		a, b := s.Score(text, text), s.Score(text, text)
		if a.Score != b.Score || len(a.Terms) != len(b.Terms) {
			r.Fatalf("%v and %v", a, b)
		}
		if math.IsNaN(a.Score) || a.Score < -1 || a.Score > 1 || a.Label != LabelOf(a.Score) {
			r.Fatalf("%v", a)
		}
		for _, term := range a.Terms {
			if math.IsNaN(term.Value) || math.IsInf(term.Value, 0) || term.Text == "" {
				r.Fatalf("%v", term)
			}
		}
	})
}

func TestLexiconMistakesAreFound(t *testing.T) {
	for text, want := range map[string]string{
		"verb 1 x": "no such kind", "word x y": "must be a number", "word 9 y": "must be a number", "word 1": "no words", "move ? 1 n x": "must be + or -",
		"move + 1 q x": "flag", "noun + 1": "no words", "word 1 ~_x": "first word", "form": "without a base form",
	} {
		if _, err := readLexicon(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// A second entry of the same words would never be found.
func TestNoEntryIsListedTwice(t *testing.T) {
	x, err := readLexicon(lexiconText)
	if err != nil {
		t.Fatal(err)
	}
	for _, table := range []map[string][]*entry{x.valued, x.small} {
		for _, list := range table {
			seen := map[string]bool{}
			for _, e := range list {
				key := strings.Join(e.words, "_")
				if seen[key] {
					t.Errorf("%s", key)
				}
				seen[key] = true
			}
		}
	}
}

func BenchmarkScore(b *testing.B) {
	s := scorer(b)
	list := headlines(b, "development.tsv")
	i := 0
	for b.Loop() {
		s.Score(list[i%len(list)].text, "")
		i++
	}
}
