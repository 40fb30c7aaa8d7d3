package blocks

import (
	"slices"
	"testing"
)

// secondRow does a second reading of a page and returns the features of block i by name.
func secondRow(t *testing.T, p *Page, probs []float64, i int) map[string]float32 {
	t.Helper()
	rows := make([][]float32, len(p.Blocks))
	said := make(map[string]float32)
	names := SecondNames()
	p.Second(rows, probs, func(at int, row []float32) {
		if at != i {
			return
		}
		for k, name := range names {
			said[name] = row[k]
		}
	})
	return said
}

const besideAnArticle = `<main><article><h1>Dredging of the harbour</h1>
<p>The harbour council decided about dredging.</p>
<p>Dredging of the harbour starts once the council has money.</p>
<div class="box"><p>Subscribe for exclusive recipes every weekend.</p></div>
</article></main><aside><p>Holiday recipes: seven desserts without sugar.</p></aside>`

func TestBlockOfAnotherTopicHasFewWordsInCommon(t *testing.T) {
	p := cut(t, besideAnArticle)
	probs := []float64{0.9, 0.9, 0.9, 0.2, 0.1}
	about, other := secondRow(t, p, probs, 2), secondRow(t, p, probs, 3)
	if about["topic"] < 0.4 || other["topic"] > 0.1 {
		t.Errorf("topic of the article's paragraph %v, of the promotion %v", about["topic"], other["topic"])
	}
	if about["topic_beyond"] <= other["topic_beyond"] {
		t.Errorf("beyond the mean: %v and %v", about["topic_beyond"], other["topic_beyond"])
	}
}

func TestBlockWithoutLongWordsHasNoTopic(t *testing.T) {
	p := cut(t, `<p>a b c d</p><p>harbour council</p>`)
	if got := secondRow(t, p, []float64{0.5, 0.5}, 0)["topic"]; got != -1 {
		t.Errorf("topic %v, want -1", got)
	}
}

func TestPlaceIsToldFromTheHomeOfTheContent(t *testing.T) {
	p := cut(t, besideAnArticle)
	probs := []float64{0.9, 0.9, 0.9, 0.2, 0.1}
	cases := []struct {
		why       string
		block     int
		up, below float32
	}{
		{"paragraph directly in the article", 1, 0, 1},
		{"box in the article", 3, 0, 2},
		{"outside of it", 4, 2, 2}, // home is the article; body is two levels up
	}
	for _, c := range cases {
		t.Run(c.why, func(t *testing.T) {
			got := secondRow(t, p, probs, c.block)
			if got["home_up"] != c.up || got["home_below"] != c.below {
				t.Errorf("%s: up %v below %v, want %v %v", c.why, got["home_up"], got["home_below"], c.up, c.below)
			}
		})
	}
	if box, text := secondRow(t, p, probs, 3), secondRow(t, p, probs, 1); box["branch_content"] >= text["branch_content"] {
		t.Errorf("the box holds %v of the content, a paragraph %v", box["branch_content"], text["branch_content"])
	}
}

func TestHeadingsReadingIsThatOfTheLastOneBefore(t *testing.T) {
	p := cut(t, `<h2>Story</h2><p>one</p><h2>More from us</h2><p>two</p>`)
	probs := []float64{0.8, 0.7, 0.1, 0.6}
	for i, want := range map[int]float32{0: -1, 1: 0.8, 2: -1, 3: 0.1} {
		if got := secondRow(t, p, probs, i)["heading_reading"]; got != want {
			t.Errorf("block %d: %v, want %v", i, got, want)
		}
	}
}

func TestBagHoldsWordsAndPairsOnce(t *testing.T) {
	keys := bagKeys([]string{"buy", "now", "buy", "now"}, nil)
	want := []uint32{lexiconKey(keyBag, "buy"), lexiconKey(keyBag, "now"), lexiconKey(keyBagPair, "buy now"), lexiconKey(keyBagPair, "now buy")}
	slices.Sort(want)
	if !slices.Equal(keys, want) {
		t.Errorf("%v, want %v", keys, want)
	}
	l := NewLexicon(map[uint32]float64{want[0]: 1, want[1]: -2, want[2]: 0.5})
	if sum, low, high := l.bag(keys); sum != -0.5 || low != -2 || high != 1 {
		t.Errorf("sum %v low %v high %v", sum, low, high)
	}
	if got := bagKeys(make([]string, 500), keys); len(got) != 2 {
		t.Errorf("%d keys of equal words", len(got))
	}
}
