package extract

import (
	"strings"
	"testing"
)

// TestDataTableBetweenParagraphsIsKept: a small table between an article's paragraphs is content, whatever its own
// score.
func TestDataTableBetweenParagraphsIsKept(t *testing.T) {
	const page = `<!doctype html><html lang="en"><head><title>How green tea is harvested - Example Teas</title></head><body>
<nav><ul><li><a href="/">Home</a></li><li><a href="/teas/">Teas</a></li></ul></nav><article><h1>How green tea is harvested</h1>
<p>The first leaves of the year are picked by hand in late April, when the shoots carry two open leaves and a bud. They are the sweetest of the year, because the plant has rested through the winter.</p>
<h2>From leaf to cup</h2><p>Within twelve hours of picking, the leaves are steamed for thirty to ninety seconds. The heat stops the oxidation that would turn them into black tea.</p>
<table><thead><tr><th>Flush</th><th>Month</th><th>Taste</th></tr></thead><tbody><tr><td>First</td><td>April</td><td>sweet</td></tr><tr><td>Second</td><td>June</td><td>strong</td></tr></tbody></table>
<pre><code class="language-sh">tea steam --seconds 60</code></pre>
<p>Autumn leaves are coarser and are mostly roasted; what becomes of them is told on another page.</p></article>
<aside><h3>Newsletter</h3><p>Sign up and get ten percent off your first order.</p></aside><footer><p>&copy; 2026 Example Teas.</p></footer></body></html>`
	e, err := New()
	if err != nil {
		t.Fatal(err)
	}
	r, err := e.Extract([]byte(page), nil, Options{Format: Markdown})
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"| First | April | sweet |", "```sh\ntea steam --seconds 60\n```", "## From leaf to cup"} {
		if !strings.Contains(r.Content, want) {
			t.Errorf("lost %q:\n%s", want, r.Content)
		}
	}
	for _, not := range []string{"Newsletter", "Home", "2026 Example"} {
		if strings.Contains(r.Content, not) {
			t.Errorf("kept %q:\n%s", not, r.Content)
		}
	}
}
