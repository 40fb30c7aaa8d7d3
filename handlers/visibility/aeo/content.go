package aeo

import (
	"fmt"

	"github.com/farebox/farebox/handlers/visibility/finding"
	"github.com/farebox/farebox/handlers/visibility/pagefacts"
	"github.com/farebox/farebox/internal/scored"
)

var extractability = []rule{
	{
		id:     "content_words",
		max:    8,
		why:    "Engines quote pages that say enough to be quoted.",
		fix:    "Bring the main text to 600 words or more, in the HTML itself.",
		points: contentWords,
	},
	{
		id:     "static_text",
		max:    5,
		why:    "Most AI crawlers run no scripts: what scripts draw is not there for them.",
		fix:    "Render the text on the server, so that it is in the HTML itself.",
		points: staticText,
	},
	{
		id:  "waste",
		max: 3,
		why: "Models pay for what they read; markup around little text is cut.",
		fix: "Make the main content more than a tenth of the HTML.",
		has: isLean,
	},
	{
		id:  "semantic_html",
		max: 2,
		why: "It tells readers where the content is.",
		fix: "Put the content into a main or article element.",
		has: hasMain,
	},
	{
		id:  "language",
		max: 1,
		why: "Engines answer in the reader's language.",
		fix: "Set lang on the html element.",
		has: func(in Input) (bool, string) {
			return in.Page.Lang != "", orElse(in.Page.Lang, "no lang on the html element")
		},
	},
	{
		id:  "canonical",
		max: 1,
		why: "It tells which address to cite.",
		fix: "Add a link rel=canonical.",
		has: hasCanonical,
	},
}

func contentWords(in Input) (points float64, seen string) {
	words := in.Page.Content.Words
	seen = scored.Count(words, "word") + " of main content"
	switch {
	case words >= 600:
		return 8, seen
	case words >= 300:
		return 6, seen
	case words >= 150:
		return 3, seen
	}

	return 0, seen
}

// How much main content, or text of any kind, is too much for a page that still needs its scripts.
const (
	enoughWords = 100
	enoughText  = 1500 // bytes
)

// staticText judges whether the text exists without scripts, not how much markup surrounds it, which waste judges.
// A short page without scripts is just short.
func staticText(in Input) (points float64, seen string) {
	p := in.Page
	seen = scored.Count(p.Content.Words, "word") + " of main content without scripts"
	switch {
	case p.Content.Words >= enoughWords:
		return 5, seen
	case p.EmptyMount != "" && p.Scripts > 0:
		return 0, seen + ", and an empty element that scripts fill: " + p.EmptyMount
	case p.AsksForScript:
		return 0, seen + ", and a note that asks for JavaScript"
	case p.TextBytes >= enoughText:
		return 5, fmt.Sprintf("%d bytes of text without scripts", p.TextBytes)
	case p.Scripts > 0 && p.Content.Words == 0:
		return 0, seen + ", and scripts"
	case p.Scripts > 0:
		return 3, seen + ", and scripts that may draw more"
	}

	return 5, seen + ", and no scripts"
}

// judgeContent judges the rules of extractability. A page without its text has nothing to weigh: the absence counts
// once.
func judgeContent(in Input) []finding.Finding {
	signals := judge(in, extractability)
	missing := false
	for _, s := range signals {
		missing = missing || s.ID == "static_text" && s.Points == 0
	}
	for i, s := range signals {
		if s.ID == "waste" && missing {
			signals[i] = unchecked(s, "the text is not in the HTML")
		}
	}
	return signals
}

func isLean(in Input) (ok bool, seen string) {
	html := htmlBytes(in.Page)
	used := in.Page.Content.MarkdownBytes

	return used*10 > html, // waste under 90 %
		fmt.Sprintf("%d bytes of Markdown from %d bytes of HTML (%s used)",
			used, in.Page.HTMLBytes, percent(used, html))
}

// htmlBytes is the length of a page as a divisor.
func htmlBytes(p *pagefacts.Facts) int { return max(p.HTMLBytes, 1) }

func percent(part, of int) string { return fmt.Sprintf("%.1f %%", 100*float64(part)/float64(of)) }

func hasMain(in Input) (ok bool, seen string) {
	if in.Page.HasMain {
		return true, "main or article element"
	}

	return false, "no main or article element"
}

func hasCanonical(in Input) (ok bool, seen string) {
	for _, c := range in.Page.Canonicals {
		if c.URL != nil {
			return true, "canonical link"
		}
	}

	return false, "no canonical link"
}
