package blocks

import (
	"testing"
)

func TestItemsOfARunAreJudgedTogether(t *testing.T) {
	const page = `<title>Kilns of the year</title><h1>Kilns of the year</h1><div>
<div class="item kiln-1"><h3><a href="/1">Ash kiln</a></h3><b>9</b></div><div class="item kiln-2"><h3><a href="/2">Salt
kiln</a></h3><b>8</b></div><div class="item kiln-3"><h3><a href="/3">Wood kiln</a></h3><b>7</b></div><div
class="item kiln-4"><h3><a href="/4">Gas kiln</a></h3><b>6</b></div></div><p>Text</p>`
	doc, _ := Parse([]byte(page))
	cut := Cut(doc)
	d := cut.Describe(Context{Title: "Kilns of the year"}, &Lexicon{})
	probs := make([]float64, len(cut.Blocks))
	for i := range probs {
		probs[i] = 0.1
	}
	probs[1] = 0.9 // the first item's heading

	isItem := d.Together(probs)
	for i, b := range cut.Blocks {
		isHeading := cut.Elements[b.Element].Node.Data == "h3"
		if isHeading != (probs[i] > 0.25) {
			t.Errorf("%s: %v", b.Text, probs[i])
		}
		if wantItem := b.Text != "Kilns of the year" && b.Text != "Text"; isItem[i] != wantItem {
			t.Errorf("%s: in an item is %v", b.Text, isItem[i])
		}
	}
}
