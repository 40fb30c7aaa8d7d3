package convert

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestCommonMarkSpecExamples runs the examples of the CommonMark specification through the bounded parser, before
// sanitizing. They come with the Markdown library; without its sources the test is skipped, but TestMarkdownToHTML
// below has a case for each construct.
func TestCommonMarkSpecExamples(t *testing.T) {
	dir, err := exec.CommandContext(t.Context(), "go", "list", "-m", "-f", "{{.Dir}}", "github.com/yuin/goldmark").Output()
	if err != nil {
		t.Skip("the module's sources are not here:", err)
	}
	text, err := os.ReadFile(filepath.Join(strings.TrimSpace(string(dir)), "_test", "spec.json"))
	if errors.Is(err, fs.ErrNotExist) {
		t.Skip("the module has no spec.json")
	}
	if err != nil {
		t.Fatal(err)
	}
	var examples []struct {
		Markdown, HTML, Section string
		Example                 int
	}
	if err := json.Unmarshal(text, &examples); err != nil {
		t.Fatal(err)
	}
	// Extensions of GitHub change the meaning of these examples of the plain specification.
	extended := map[string]bool{"https://example.com?find=\\*\n": true, "http://example.com?find=\\*\n": true, "https://example.com\n": true, "< https://foo.bar >\n": true, "foo@bar.example.com\n": true}
	failed, run := 0, 0
	for _, e := range examples {
		if extended[e.Markdown] {
			continue
		}
		run++
		got, err := renderMarkdown(e.Markdown)
		if err != nil || strings.TrimSpace(string(got)) != strings.TrimSpace(e.HTML) {
			failed++
			t.Errorf("example %d (%s): %q\ngot  %q, %v\nwant %q", e.Example, e.Section, e.Markdown, got, err, e.HTML)
		}
		if _, err := sanitize(got); err != nil {
			t.Errorf("example %d cannot be sanitized: %v", e.Example, err)
		}
	}
	if run < 600 {
		t.Errorf("only %d examples were run", run)
	}
	t.Logf("%d of %d examples", run-failed, run)
}

func TestMarkdownToHTML(t *testing.T) {
	checkConversions(t, []conversion{
		{"headings", "markdown", "html", "# A\n\nB\n===\n", "", "<h1>A</h1>\n<h1>B</h1>\n"},
		{"emphasis", "markdown", "html", "*a* __b__ ~~c~~ `d`", "", "<p><em>a</em> <strong>b</strong> <del>c</del> <code>d</code></p>\n"},
		{"lists", "markdown", "html", "3. a\n4. b\n\n- c\n", "", "<ol start=\"3\">\n<li>a</li>\n<li>b</li>\n</ol>\n<ul>\n<li>c</li>\n</ul>\n"},
		{"tasks", "markdown", "html", "- [x] a\n- [ ] b\n", "", "<ul>\n<li><input checked=\"\" disabled=\"\" type=\"checkbox\"/> a</li>\n<li><input disabled=\"\" type=\"checkbox\"/> b</li>\n</ul>\n"},
		{"table", "markdown", "html", "|a|b|\n|:-|-:|\n|1|2|\n", "", "<table>\n<thead>\n<tr>\n<th align=\"left\">a</th>\n<th align=\"right\">b</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td align=\"left\">1</td>\n<td align=\"right\">2</td>\n</tr>\n</tbody>\n</table>\n"},
		{"code with language", "markdown", "html", "```go\na < b\n```\n", "", "<pre><code class=\"language-go\">a &lt; b\n</code></pre>\n"},
		{"links", "markdown", "html", "[a](/b \"c\") <https://d.e> https://f.g [h][i]\n\n[i]: mailto:j@k.l\n", "", "<p><a href=\"/b\" title=\"c\" rel=\"nofollow\">a</a> <a href=\"https://d.e\" rel=\"nofollow\">https://d.e</a> <a href=\"https://f.g\" rel=\"nofollow\">https://f.g</a> <a href=\"mailto:j@k.l\" rel=\"nofollow\">h</a></p>\n"},
		{"image", "markdown", "html", "![a](b.png)", "", "<p><img src=\"b.png\" alt=\"a\"/></p>\n"},
		{"quote, rule, break", "markdown", "html", "> a  \n> b\n\n---\n", "", "<blockquote>\n<p>a<br/>\nb</p>\n</blockquote>\n<hr/>\n"},
		{"HTML that may stay", "markdown", "html", "<details><summary>s</summary>x</details>\n\na<sup>2</sup> <b>b</b>", "", "<details><summary>s</summary>x</details>\n<p>a<sup>2</sup> <strong>b</strong></p>\n"},
		{"sections stay blocks", "markdown", "html", "<section class=\"x\" id=\"y\">a</section>", "", "<div>a</div>"},
		{"entities", "markdown", "html", "&copy; &lt;b&gt; &", "", "<p>© &lt;b&gt; &amp;</p>\n"},
		{"empty", "markdown", "html", "", "", ""},
	})
}
