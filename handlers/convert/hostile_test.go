package convert

import (
	"fmt"
	"strings"
	"testing"
)

// mib repeats a pattern to nearly the largest input.
func mib(pattern string) string { return strings.Repeat(pattern, (maxInput-64)/len(pattern)) }

// numbered repeats a pattern with a number in it.
func numbered(pattern string) string {
	var b strings.Builder
	for i := 0; ; i++ {
		next := fmt.Sprintf(pattern, i)
		if b.Len()+len(next) > maxInput-64 {
			return b.String()
		}
		b.WriteString(next)
	}
}

// growing writes lines (or runs) that become longer and longer.
func growing(before, unit, after string) string {
	var b strings.Builder
	for i := 1; b.Len()+len(before)+len(after)+(i+1)*len(unit) < maxInput-64; i++ {
		b.WriteString(before + strings.Repeat(unit, i) + after)
	}
	return b.String()
}

// hostile is input of maximum size for each format that makes naive readers take quadratic time, or write far more
// than they read. The Markdown part has the cases from the tests of CommonMark's reference implementation.
func hostile() map[string]map[string]string {
	deepLists := func() string {
		var b strings.Builder
		for i := 0; b.Len() < maxInput-4096; i++ {
			b.WriteString(strings.Repeat("  ", i) + "* a\n")
		}
		return b.String()
	}
	json := map[string]string{
		"open lists": mib("["), "open objects": mib(`{"a":`), "nested lists": strings.Repeat("[", 100_000) + strings.Repeat("]", 100_000),
		"flat list": "[" + mib("1,") + "1]", "numbers": "[" + mib("1e999999999,") + "1]", "one number": mib("9"), "exponent": "1e" + mib("9"),
		"strings": "[" + mib(`"a",`) + `""]`, "escapes": `"` + mib(`\u0000`) + `"`, "surrogates": `"` + mib(`\ud800`) + `"`, "blanks": mib(" "),
		"same key":    "{" + mib(`"a":1,`) + `"a":1}`,
		"keys":        "{" + strings.TrimSuffix(numbered(`"k%d":1,`), ",") + "}",
		"rows":        "[" + mib(`{"a":1},`) + `{"a":1}]`,
		"other rows":  "[" + strings.TrimSuffix(numbered(`{"k%d":1},`), ",") + "]",
		"long paths":  "[" + strings.TrimSuffix(strings.Repeat(strings.Repeat(`{"`+strings.Repeat("k", 90)+`":`, 100)+"1"+strings.Repeat("}", 100)+",", 100), ",") + "]",
		"wide paths":  `{"` + strings.Repeat("k", 500_000) + `":{` + strings.TrimSuffix(strings.Repeat(`"a":1,`, 80_000), ",") + `}}`,
		"deep indent": strings.Repeat("[", 190) + strings.Repeat("1,", 500_000) + "1" + strings.Repeat("]", 190),
		"long keys":   "{" + strings.TrimSuffix(strings.Repeat(`"`+strings.Repeat("k", 2000)+`1":1,`, 500), ",") + "}",
		"lines":       `"` + mib(`a\n`) + `"`, "blank lines": `"a` + mib(`\n`) + `"`,
	}
	html := map[string]string{}
	for _, p := range []string{
		"<a>", "<b>x", "<p>", "<table><tr>", "a<b>", "<li>", "<", "</", "<!--", "&", "<nobr>", "<select><option>", "<font><p>", "<a><b></a>",
		"<dd>", "<br>", "<template>", "<svg>", "<math><mi>", "<textarea>", "</p>", "<form>", "<button>", "<h1>", " ", "\n", "a ", "*_[", "[", "|",
		"= ", "`", "` ", "<ol><li>x", "<pre>", "<code>`</code>", "<img alt='x' src=y>", "<em>x</em>", "<em>x</em> ", "<em> </em>", "<b>x</b><i>y</i>",
		"<span>x</span>", "<div>x</div>", "<li>x</li>", "<ul></ul>", "<ul><li>x</ul>", "<blockquote>x</blockquote>", "<hr>", "<table><tr><td>x<td>y</table>",
		"<section>x</section>", "<x-y>z</x-y>", "<a href=x>y</a>", "<a href='" + strings.Repeat("(", 50) + "'>y</a>", "<script>x</script>", "<p>*</p>",
		"<tr><td>x", "<td>x", "<input type=checkbox>", "<details><summary>x</summary>y</details>", "<dl><dt>x<dd>y</dl>", "<pre>\n</pre>", "<b><i><s>x",
	} {
		html[p] = mib(p)
	}
	html["foster"] = "<table>" + mib("a<b>")
	html["rows"] = "<table>" + mib("<tr><td>x")
	html["cells"] = "<table><tr>" + mib("<td>x")
	html["wide and long"] = "<table><tr>" + strings.Repeat("<td>x", 100_000) + strings.Repeat("<tr><td>x", 50_000)
	html["spans"] = "<table>" + mib("<tr><td rowspan=9999 colspan=9999>x")
	html["attributes"] = "<a " + mib("a=b ")
	html["other attributes"] = "<a " + numbered("a%d=b ")
	html["nested"] = strings.Repeat("<div>", 500) + mib("x ")[:500_000]
	html["nested quotes"] = strings.Repeat("<blockquote>", 400) + strings.Repeat("<p>x", 200_000)
	html["nested unknown"] = strings.Repeat("<x>", 500) + strings.Repeat("<br>", 200_000)
	html["pre lines in quotes"] = strings.Repeat("<blockquote>", 400) + "<pre>" + strings.Repeat("x\n", 300_000)
	markdown := map[string]string{
		"nested strong": strings.Repeat("*a **a ", 65_000) + "b" + strings.Repeat(" a** a*", 65_000), "closers": mib("a_ "), "openers": mib("_a "),
		"link closers": mib("a]"), "link openers": mib("[a"), "mismatched": mib("*a_ "), "openers and closers": strings.Repeat("*a ", 150_000) + strings.Repeat("_a*_ ", 100_000),
		"multiples of 3": "a**b" + mib("c* "), "links and emphasis": mib("[ a_"), "link starts": mib("[ (]("), "images": mib("![[]()"),
		"nested brackets": strings.Repeat("[", 400_000) + "a" + strings.Repeat("]", 400_000), "nested quotes": mib("> ") + "a", "quotes lazily": strings.Repeat(">", 300_000) + "a\n" + strings.Repeat("a\n", 300_000),
		"deep lists": deepLists(), "backticks": growing("e", "`", ""), "unclosed links": mib("[a](<b"), "unclosed links 2": mib("[a](b"), "comments": "</" + mib("<!--"),
		"definitions": numbered("[x%d]: u\n"), "same definitions": mib("[a]: b\n"), "definitions without end": mib("[a]: b 'c\n"), "label over lines": "[" + mib("a\n"), "empty definitions": mib("[a]:\n"),
		"uses": numbered("[x%d]: u\n")[:500_000] + "\n\n" + strings.Repeat("[x1] ", 100_000), "long target used often": "[x]: " + strings.Repeat("u", 500_000) + "\n\n" + strings.Repeat("[x] ", 100_000),
		"list on a line": mib("- ") + "x", "blank lines in lists": strings.Repeat("- ", 90) + "x" + mib("\n")[:1_000_000], "quoted lists": "> " + strings.Repeat("- ", 30_000) + "x\n" + strings.Repeat(">\n", 400_000),
		"quotes with emphasis": strings.Repeat(">", 500_000) + strings.Repeat("a*", 250_000), "strike": mib("~a "), "strike 2": mib("~~a ~b"), "www": mib("www."), "http": mib("http://"),
		"mail": mib("a@"), "mail 2": mib("a.b@"), "mail 3": mib("a "), "less": mib("<"), "tags": mib("<a "), "tags 2": mib("<a b='"), "entities": mib("&"), "numeric entities": mib("&#0"), "pi": mib("<?"), "inline pi": "a " + mib("<?"),
		"cdata": "a " + mib("<![CDATA["), "declarations": "a " + mib("<!A "), "inline comments": "a " + mib("<!--"), "table": "|a|\n|-|\n" + mib("|a"), "tables": mib("|a|\n|-|\n"), "wide table": strings.Repeat("|a", 2000) + "\n" + strings.Repeat("|-", 2000) + "\n" + strings.Repeat("|\n", 400_000),
		"setext": mib("a\n") + "---", "headings": mib("# a\n"), "fences": mib("```\n"), "fences 2": mib("```a\n~~~\n"), "breaks": mib("a  \n"), "backslashes": mib(`\`), "numbers": mib("1. "), "html": mib("<div>\n"), "tabs": mib("\t"), "list tabs": mib("-\t"),
		"parentheses": "[a](" + mib("("), "angle": "[a](<" + mib(`\`), "stars": mib("*"), "stars 2": mib("**a*"), "one word": mib("a"), "tasks": mib("- [ ] a\n"), "references": mib("[a]["), "brackets in brackets": mib("[[]"), "links in brackets": mib("[[](b)"), "links with emphasis": mib("*[a_](b) "),
		"escaped bars": "|a|\n|-|\n" + mib("|`\\|`|\n"), "items": mib("- a\n"), "loose items": mib("- a\n\n"), "numbered items": numbered("%d. a\n"), "quotes": mib("> a\n\n"), "code": mib("    a\n\n"), "titles": mib("[a](b \"c"), "images in images": mib("![a"), "soft breaks": mib("a\n"), "NUL": mib("\x00"),
	}
	yaml := map[string]string{}
	for _, p := range []string{"[", "{", "- ", "a: ", "? ", "[a,", "{a: ", "#\n", "a: 1 #c\n", "- a #c\n", "- &a b\n", "? a\n", "''", "\n", " ", "a\n", "a ", "---\n", "!a ", "- !a b\n", "&a ", "%YAML 1.2\n", "- - a\n", "- # a\n  # b\n", "a: 1\n\n# x\n\n", "- |\n  a\n", "\t", "- a\n", "x: y\n", "!!", "*a ", "|", ">"} {
		yaml[p] = mib(p)
	}
	yaml["list"], yaml["objects"], yaml["flow words"], yaml["flow keys"] = "["+mib("[],"), "["+mib("{},"), "["+mib("a "), "["+mib(`"a", b, `)
	yaml["keys"], yaml["quoted"], yaml["escapes"] = numbered("k%d: 1\n"), "\""+mib("a\n"), "\""+mib("\\\n")
	yaml["literal"], yaml["blank literal"], yaml["comments in a list"] = "|\n"+mib(" a\n"), "|\n"+mib("\n"), "["+mib("#\n")
	yaml["comments in a mapping"], yaml["aliases"] = "a:\n"+mib("#\n")+"b: 1\n", "- &a b\n"+mib("- *a\n")
	yaml["long alias"] = "- &a " + strings.Repeat("b", 500_000) + "\n" + strings.Repeat("- *a\n", 90_000)
	yaml["merges"] = "a: &a {" + strings.TrimSuffix(strings.Repeat("k: 1,", 1), ",") + "}\n" + numbered("k%d: {<<: *a}\n")
	yaml["hex"] = "0x" + mib("f")
	yaml["digits"] = mib("9")
	toml := map[string]string{}
	for _, p := range []string{"[", "[[", "a.", "[a]\n", "[[a]]\n", "[[a]]\nb=1\n", "a = [", "#\n", "\n", "a=1\n", "'", "\"", "\"\"\"", "{", "x = {", "[a.b]\n"} {
		toml[p] = mib(p)
	}
	toml["list"], toml["nested lists"], toml["dotted"] = "a = ["+mib("1,")+"]", "a = "+mib("["), mib("a.")+"a = 1"
	toml["keys"], toml["tables"], toml["sub tables"] = numbered("k%d = 1\n"), numbered("[t%d]\n"), numbered("[a.t%d]\n")
	toml["inline tables"] = "a = " + mib("{b = ")
	toml["dotted tables"], toml["table lists"] = numbered("a.b.k%d = 1\n"), numbered("[[a]]\n[a.b%d]\n")
	toml["digits"] = "a = " + mib("9")
	csv := map[string]string{
		"header": mib("a,"), "same names": mib("a,"), "names with suffix": numbered("a_%d,a,"), "short rows": strings.Repeat("a,", 200_000) + "\n" + strings.Repeat("x\n", 300_000), "rows": "a\n" + mib("x\n"),
		"quotes": mib(`"`), "quoted": "a\n\"" + mib("x\n"), "blank": mib("\n"), "pairs": "a\n\"" + mib(`""`) + `"`, "empty names": mib(","),
	}
	text := map[string]string{"a": mib("a"), "blank": mib(" "), "=": mib("="), "not text": mib("/w"), ":": mib(":"), "ü": mib("ü")}
	return map[string]map[string]string{"json": json, "html": html, "markdown": markdown, "yaml": yaml, "toml": toml, "csv": csv, "text": text, "base64": text, "hex": text}
}

// TestHostileInputIsConvertedOrRefused runs a megabyte of each kind through each pair. Nothing here measures time;
// quadratic cost would hit the test command's time limit.
func TestHostileInputIsConvertedOrRefused(t *testing.T) {
	inputs := hostile()
	for _, p := range pairs() {
		t.Run(p.from+" to "+p.to, func(t *testing.T) {
			t.Parallel()
			for name, data := range inputs[p.from] {
				got, err := call(t, p.from, p.to, data, "")
				if status := statusOf(err); err != nil && (status < 400 || status > 499) {
					t.Errorf("%q: %v, want a result or a 4xx", name, err)
				}
				if len(got) > maxOutput {
					t.Errorf("%q: %d bytes", name, len(got))
				}
			}
		})
	}
}
