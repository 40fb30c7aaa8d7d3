// Package testpage makes pages for tests of the audits: a flawless one, and ways to spoil it.
package testpage

import (
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/farebox/farebox/handlers/visibility/pagefacts"
	"github.com/farebox/farebox/internal/web/charset"
	"github.com/farebox/farebox/internal/web/extract"
	"github.com/farebox/farebox/internal/web/fetch"
	"github.com/farebox/farebox/internal/web/htmlpage"
)

// URL is where the page is.
const URL = "https://kiln.example.com/glazes"

// paragraph has 66 words in five sentences.
const paragraph = `A glaze is a layer of glass that is melted onto clay in the kiln. It holds silica, which makes the glass, a flux, which lets
it melt at a heat that the clay can bear, and alumina, which keeps it from running off the pot. Colours come from metals. Copper gives
green or red. Iron gives brown, black or a pale green that potters call celadon.`

// sections are the texts under the headings.
var sections = [...]string{
	`Potters weigh out feldspar, quartz, chalk and kaolin, and mix them with water to a cream. Feldspar brings the flux and some of the
glass. Chalk helps it to melt at the heat of stoneware. Kaolin keeps the powder floating in the bucket, and it gives the alumina that a
glaze needs to stay on the wall of a pot. Nearly all recipes are variations of these four, with a metal or two for the colour.`,
	`A glaze that is fired too hot becomes as thin as water and flows down to the shelf. A thick coat runs sooner than a thin one, and a
steep wall sheds it sooner than a shallow bowl. Leave the lowest part of the pot bare, and put a test tile on a scrap of clay. If the
tile is clean after the firing, the same recipe will be safe on a cup of the same shape.`,
	`With plenty of air in the kiln copper turns to the green of old roofs. Starved of air it becomes the deep red that Chinese workshops
made for altars and palaces. The red is hard to hit twice, because a few minutes of clean flame will bleach it. Many potters therefore
add a little tin, which catches the metal in tiny drops and keeps them in the glass while it cools.`,
	`No metal gives so many colours. One part in a hundred makes a celadon, three make amber, eight make the brown of old jars, and ten or
more make a black that breaks to rust on the rims. Slow cooling lets small plates grow on the surface, and then the black glitters like
the wing of a beetle. Red clays hold enough of it to colour a clear coat from below.`,
	`Half a part in a hundred is enough for a strong blue, whatever the flame does, so that beginners like it and masters use it with care.
It was carried from Persia to China, painted under a clear coat, and shipped from there to every harbour of the world. A trace of
manganese takes the hardness off, and a little rutile breaks the blue into streaks and clouds.`,
	`Wood leaves lime, potash and phosphorus behind, and these are fluxes. Sieved and washed, the grey powder makes a glaze with clay alone,
half and half. It pools in the hollows as a green glass and runs in threads over the edges. Every tree gives another result: pine is
dark, apple is milky, straw is full of quartz and stays white and stiff.`,
	`At the peak of the firing damp crystals are thrown into the flame. The vapour finds the pots and takes what it needs from the clay
itself, and a skin with the grain of an orange forms wherever it passes. Jars for beer and pickles were made in this way along the
Rhine for five centuries. The kiln takes a coat as well, so that it is good for nothing else afterwards.`,
	`Zinc and silica, melted to a thin syrup and held for hours just below the peak, grow into flowers as large as a coin. The glaze must
hold hardly any alumina, which means that it runs, so each pot stands on a collar that is ground off later. A second hold at a lower
heat draws a ring around each flower. No two come out alike, and many are lost.`,
	`Wear a mask whenever powders are dry, since fine quartz stays in the lungs. Keep lead and barium out of the workshop. Glazes for plates
should be tested with vinegar over night; if the colour fades, metal has left the glass. Let fresh air through the room while the kiln
burns, and never open it to look before it has cooled below two hundred degrees.`,
}

const list = `<ul><li>Weigh the powders on a scale that shows a tenth of a gram, and write the weights down.</li><li>Pour them into the water,
and not the water onto them, or they will clump.</li><li>Sieve the wet glaze twice, and stir it well before each use.</li></ul>
`

// HTML is the page: it satisfies every rule of the audits, and its main content has more than 600 words.
func HTML() string {
	var b strings.Builder
	b.WriteString(`<!doctype html>
<html lang="en-GB"><head>
<meta charset="utf-8">
<title>Glazes for stoneware: how they melt and colour</title>
<meta name="description" content="What a glaze is made of, at which heat it melts, and which metals give which colours, with recipes that were fired many times.">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="canonical" href="` + URL + `">
<link rel="stylesheet" href="/style.css">
<meta property="og:title" content="Glazes for stoneware"><meta property="og:type" content="article">
<meta property="og:description" content="What a glaze is made of"><meta property="og:image" content="https://kiln.example.com/pot.jpg"><meta property="og:url" content="` + URL + `">
<meta name="twitter:card" content="summary">
<script type="application/ld+json">{"@context": "https://schema.org", "@graph": [
{"@type": "Article", "headline": "Glazes for stoneware", "author": {"@type": "Person", "name": "Ada Example"}, "datePublished": "2025-03-01", "dateModified": "2026-08-01"},
{"@type": "Organization", "name": "Kiln", "sameAs": ["https://social.example.org/kiln"]},
{"@type": "BreadcrumbList", "itemListElement": []}]}</script>
</head><body>
<header><nav><a href="/">Home</a> <a href="/clay">Clay bodies</a> <a href="/firing">Firing</a> <a href="/about">About this site</a></nav></header>
<main><article>
<h1>Glazes for stoneware</h1>
<p>` + paragraph + `</p>
<img src="/pot.jpg" alt="A celadon bowl" width="800" height="600">
`)

	for i, heading := range []string{"What is a glaze made of?", "Why does a glaze run?", "Copper", "Iron", "Cobalt", "Ash", "Salt", "Crystals", "Safety"} {
		b.WriteString("<h2>" + heading + "</h2>\n<p>" + sections[i] + "</p>\n")
		if i == 0 {
			b.WriteString(list)
		}
	}

	b.WriteString(`<p>Firing curves are in the <a href="https://library.example.org/firing">handbook of firing</a>, measurements of expansion in a
<a href="https://journal.example.net/expansion">paper on thermal expansion</a>.</p>
</article></main>
<footer><p>Written by Ada Example for people who make pots.</p></footer>
</body></html>
`)

	return b.String()
}

// Page is a fetched page, as returned by a client.
func Page(html string) *fetch.Page {
	return &fetch.Page{
		RequestedURL: URL, FinalURL: URL, Status: http.StatusOK, Header: http.Header{}, ContentType: "text/html", Text: true, Charset: "utf-8", CharsetFrom: charset.Meta,
		Body: []byte(html), FetchedAt: time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC),
	}
}

// engine is made once: reading it takes longer than a test of one page.
var engine = sync.OnceValues(extract.New)

// Facts reads a page.
func Facts(tb testing.TB, page *fetch.Page) *pagefacts.Facts {
	tb.Helper()
	parsed, err := htmlpage.Parse(page.Body, page.FinalURL)
	if err != nil {
		tb.Fatal(err)
	}
	extractor, err := engine()
	if err != nil {
		tb.Fatal(err)
	}
	return pagefacts.Build(page, parsed, extractor)
}

// Instead replaces a piece, which must exist, with another.
func Instead(tb testing.TB, html, piece, other string) string {
	tb.Helper()
	if !strings.Contains(html, piece) {
		tb.Fatalf("the page has no %q", piece)
	}
	return strings.ReplaceAll(html, piece, other)
}
