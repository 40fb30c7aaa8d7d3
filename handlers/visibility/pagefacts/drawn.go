package pagefacts

import (
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/farebox/farebox/internal/web/htmlpage"
)

// mounts are the ids of elements into which frameworks draw pages.
var mounts = []string{
	"root", "app", "__next", "__nuxt", "___gatsby", "react-root", "app-root", "main-app", "vue-app",
	"svelte", "q-app", "ember-app",
}

// maxMounts bounds how many such elements are examined: they may be nested.
const maxMounts = 20

// drawn notes signs that scripts draw the page.
func (f *Facts) drawn(n *html.Node) {
	switch n.DataAtom {
	case atom.Script:
		kind, _ := htmlpage.Attribute(n, "type")
		if kind = strings.ToLower(kind); kind == "" || kind == "module" || strings.Contains(kind, "javascript") {
			f.Scripts++
		}
		return
	case atom.Noscript:
		text := strings.ToLower(htmlpage.Raw(n))
		asks := strings.Contains(text, "enable") || strings.Contains(text, "require") ||
			strings.Contains(text, "turn on")
		f.AsksForScript = f.AsksForScript || asks && strings.Contains(text, "javascript")
		return
	}

	name := mountName(n)
	if name == "" || f.EmptyMount != "" || f.mounts == maxMounts {
		return
	}
	f.mounts++
	if line := htmlpage.NewReader().Line(n, 100); line == "" {
		f.EmptyMount = name
	}
}

// mountName is the name of an element into which pages are drawn, or "".
func mountName(n *html.Node) string {
	if n.DataAtom == atom.Main || n.Data == "app-root" {
		return n.Data
	}
	id, _ := htmlpage.Attribute(n, "id")
	if slices.Contains(mounts, strings.ToLower(id)) {
		return "#" + id
	}
	return ""
}
