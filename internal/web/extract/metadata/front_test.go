package metadata

import (
	"net/url"
	"strings"
	"testing"

	"golang.org/x/net/html"
)

// TestFrontPageHasNoNameOrDayOfItsEntries reads one page at the address of a site and at one of its pages.
func TestFrontPageHasNoNameOrDayOfItsEntries(t *testing.T) {
	const page = `<title>The Tide Table</title><h1>The Tide Table</h1>
		<p>By <a rel="author" href="/anna">Anna Jensen</a>, 3 March 2024</p><p>What the sea did this week.</p>`
	for address, isFront := range map[string]bool{
		"https://tides.example/":                true,
		"https://tides.example/index.php":       true,
		"https://tides.example/?p=12":           false,
		"https://tides.example/2024/tide-table": false,
	} {
		doc, err := html.Parse(strings.NewReader(page))
		if err != nil {
			t.Fatal(err)
		}
		at, err := url.Parse(address)
		if err != nil {
			t.Fatal(err)
		}
		m := Read(doc, at)
		if isEmpty := len(m.Authors) == 0 && m.Published == ""; isEmpty != isFront {
			t.Errorf("%s: by %q on %q", address, m.Authors, m.Published)
		}
	}
}
