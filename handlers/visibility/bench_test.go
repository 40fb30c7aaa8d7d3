package visibility

import (
	"testing"

	"github.com/farebox/farebox/handlers/visibility/aeo"
	"github.com/farebox/farebox/handlers/visibility/agents"
	"github.com/farebox/farebox/handlers/visibility/llmstxt"
	"github.com/farebox/farebox/handlers/visibility/robotsreport"
	"github.com/farebox/farebox/handlers/visibility/seo"
	"github.com/farebox/farebox/handlers/visibility/testpage"
	"github.com/farebox/farebox/internal/web/fetch/robots"
)

// BenchmarkAudits: the cost of an audit without its fetches, for an article of 8 kB.
func BenchmarkAudits(b *testing.B) {
	page := testpage.Page(testpage.HTML())
	b.Run("facts", func(b *testing.B) {
		b.SetBytes(int64(len(page.Body)))
		for b.Loop() {
			testpage.Facts(b, page)
		}
	})
	facts := testpage.Facts(b, page)
	b.Run("seo rules", func(b *testing.B) {
		for b.Loop() {
			seo.Audit(seo.Input{Page: facts})
		}
	})
	b.Run("aeo signals", func(b *testing.B) {
		for b.Loop() {
			aeo.Audit(aeo.Input{Page: facts, Now: today})
		}
	})
}

func BenchmarkCrawlers(b *testing.B) {
	body := []byte("User-agent: GPTBot\nUser-agent: CCBot\nDisallow: /\n\nUser-agent: *\nDisallow: /search\nDisallow: /*?q=\nAllow: /search/about\n")
	for b.Loop() {
		robotsreport.Crawlers(robots.Parse(body), agents.Core())
		robotsreport.Lint(body)
	}
}

func BenchmarkLLMsFile(b *testing.B) {
	text := "# Kiln\n\n> About glazes.\n\n## Docs\n\n- [Glazes](https://kiln.example.com/glazes.md): what they are made of\n- [Firing](https://kiln.example.com/firing.md): curves\n"
	for b.Loop() {
		llmstxt.Score(llmstxt.Parse(text, "https://kiln.example.com/llms.txt"), llmstxt.Found{Bytes: len(text), Host: "kiln.example.com"})
	}
}
