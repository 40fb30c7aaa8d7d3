package convert

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// longest bounds what is repeated: a quarter of the largest input, where quadratic cost is seen as well.
const longest = maxInput / 4

// long repeats a pattern.
func long(pattern string) string { return strings.Repeat(pattern, longest/len(pattern)) }

// numbered repeats a pattern with a number in it.
func numbered(pattern string) string {
	var b strings.Builder
	for i := 0; ; i++ {
		next := fmt.Sprintf(pattern, i)
		if b.Len()+len(next) > longest {
			return b.String()
		}
		b.WriteString(next)
	}
}

// growing writes lines (or runs) that become longer and longer.
func growing(before, unit, after string) string {
	var b strings.Builder
	for i := 1; b.Len()+len(before)+len(after)+(i+1)*len(unit) < longest; i++ {
		b.WriteString(before + strings.Repeat(unit, i) + after)
	}
	return b.String()
}

// hostile is long input for each format that makes naive readers take quadratic time, or write far more
// than they read. The Markdown part has the cases from the tests of CommonMark's reference implementation.
func hostile() map[string]map[string]string {
	deepLists := func() string {
		var b strings.Builder
		for i := 0; b.Len() < longest; i++ {
			b.WriteString(strings.Repeat("  ", i) + "* a\n")
		}
		return b.String()
	}
	json := map[string]string{
		"open lists": long("["), "open objects": long(`{"a":`), "nested lists": strings.Repeat("[", 100_000) + strings.Repeat("]", 100_000),
		"flat list": "[" + long("1,") + "1]", "numbers": "[" + long("1e999999999,") + "1]", "one number": long("9"), "exponent": "1e" + long("9"),
		"strings": "[" + long(`"a",`) + `""]`, "escapes": `"` + long(`\u0000`) + `"`, "surrogates": `"` + long(`\ud800`) + `"`, "blanks": long(" "),
		"same key":    "{" + long(`"a":1,`) + `"a":1}`,
		"keys":        "{" + strings.TrimSuffix(numbered(`"k%d":1,`), ",") + "}",
		"rows":        "[" + long(`{"a":1},`) + `{"a":1}]`,
		"other rows":  "[" + strings.TrimSuffix(numbered(`{"k%d":1},`), ",") + "]",
		"long paths":  "[" + strings.TrimSuffix(strings.Repeat(strings.Repeat(`{"`+strings.Repeat("k", 90)+`":`, 100)+"1"+strings.Repeat("}", 100)+",", 100), ",") + "]",
		"wide paths":  `{"` + strings.Repeat("k", 500_000) + `":{` + strings.TrimSuffix(strings.Repeat(`"a":1,`, 80_000), ",") + `}}`,
		"deep indent": strings.Repeat("[", 190) + strings.Repeat("1,", 500_000) + "1" + strings.Repeat("]", 190),
		"long keys":   "{" + strings.TrimSuffix(strings.Repeat(`"`+strings.Repeat("k", 2000)+`1":1,`, 500), ",") + "}",
		"lines":       `"` + long(`a\n`) + `"`, "blank lines": `"a` + long(`\n`) + `"`,
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
		html[p] = long(p)
	}
	html["foster"] = "<table>" + long("a<b>")
	html["rows"] = "<table>" + long("<tr><td>x")
	html["cells"] = "<table><tr>" + long("<td>x")
	html["wide and long"] = "<table><tr>" + strings.Repeat("<td>x", 100_000) + strings.Repeat("<tr><td>x", 50_000)
	html["spans"] = "<table>" + long("<tr><td rowspan=9999 colspan=9999>x")
	html["attributes"] = "<a " + long("a=b ")
	html["other attributes"] = "<a " + numbered("a%d=b ")
	html["nested"] = strings.Repeat("<div>", 500) + long("x ")
	html["nested quotes"] = strings.Repeat("<blockquote>", 400) + strings.Repeat("<p>x", 200_000)
	html["nested unknown"] = strings.Repeat("<x>", 500) + strings.Repeat("<br>", 200_000)
	html["pre lines in quotes"] = strings.Repeat("<blockquote>", 400) + "<pre>" + strings.Repeat("x\n", 300_000)
	markdown := map[string]string{
		"nested strong": strings.Repeat("*a **a ", 65_000) + "b" + strings.Repeat(" a** a*", 65_000), "closers": long("a_ "), "openers": long("_a "),
		"link closers": long("a]"), "link openers": long("[a"), "mismatched": long("*a_ "), "openers and closers": strings.Repeat("*a ", 150_000) + strings.Repeat("_a*_ ", 100_000),
		"multiples of 3": "a**b" + long("c* "), "links and emphasis": long("[ a_"), "link starts": long("[ (]("), "images": long("![[]()"),
		"nested brackets": strings.Repeat("[", 400_000) + "a" + strings.Repeat("]", 400_000), "nested quotes": long("> ") + "a", "quotes lazily": strings.Repeat(">", 300_000) + "a\n" + strings.Repeat("a\n", 300_000),
		"deep lists": deepLists(), "backticks": growing("e", "`", ""), "unclosed links": long("[a](<b"), "unclosed links 2": long("[a](b"), "comments": "</" + long("<!--"),
		"definitions": numbered("[x%d]: u\n"), "same definitions": long("[a]: b\n"), "definitions without end": long("[a]: b 'c\n"), "label over lines": "[" + long("a\n"), "empty definitions": long("[a]:\n"),
		"uses": numbered("[x%d]: u\n") + "\n\n" + strings.Repeat("[x1] ", 100_000), "long target used often": "[x]: " + strings.Repeat("u", 500_000) + "\n\n" + strings.Repeat("[x] ", 100_000),
		"list on a line": long("- ") + "x", "blank lines in lists": strings.Repeat("- ", 90) + "x" + long("\n"), "quoted lists": "> " + strings.Repeat("- ", 30_000) + "x\n" + strings.Repeat(">\n", 400_000),
		"quotes with emphasis": strings.Repeat(">", 500_000) + strings.Repeat("a*", 250_000), "strike": long("~a "), "strike 2": long("~~a ~b"), "www": long("www."), "http": long("http://"),
		"mail": long("a@"), "mail 2": long("a.b@"), "mail 3": long("a "), "less": long("<"), "tags": long("<a "), "tags 2": long("<a b='"), "entities": long("&"), "numeric entities": long("&#0"), "pi": long("<?"), "inline pi": "a " + long("<?"),
		"cdata": "a " + long("<![CDATA["), "declarations": "a " + long("<!A "), "inline comments": "a " + long("<!--"), "table": "|a|\n|-|\n" + long("|a"), "tables": long("|a|\n|-|\n"), "wide table": strings.Repeat("|a", 2000) + "\n" + strings.Repeat("|-", 2000) + "\n" + strings.Repeat("|\n", 400_000),
		"setext": long("a\n") + "---", "headings": long("# a\n"), "fences": long("```\n"), "fences 2": long("```a\n~~~\n"), "breaks": long("a  \n"), "backslashes": long(`\`), "numbers": long("1. "), "html": long("<div>\n"), "tabs": long("\t"), "list tabs": long("-\t"),
		"parentheses": "[a](" + long("("), "angle": "[a](<" + long(`\`), "stars": long("*"), "stars 2": long("**a*"), "one word": long("a"), "tasks": long("- [ ] a\n"), "references": long("[a]["), "brackets in brackets": long("[[]"), "links in brackets": long("[[](b)"), "links with emphasis": long("*[a_](b) "),
		"escaped bars": "|a|\n|-|\n" + long("|`\\|`|\n"), "items": long("- a\n"), "loose items": long("- a\n\n"), "numbered items": numbered("%d. a\n"), "quotes": long("> a\n\n"), "code": long("    a\n\n"), "titles": long("[a](b \"c"), "images in images": long("![a"), "soft breaks": long("a\n"), "NUL": long("\x00"),
	}
	yaml := map[string]string{}
	for _, p := range []string{"[", "{", "- ", "a: ", "? ", "[a,", "{a: ", "#\n", "a: 1 #c\n", "- a #c\n", "- &a b\n", "? a\n", "''", "\n", " ", "a\n", "a ", "---\n", "!a ", "- !a b\n", "&a ", "%YAML 1.2\n", "- - a\n", "- # a\n  # b\n", "a: 1\n\n# x\n\n", "- |\n  a\n", "\t", "- a\n", "x: y\n", "!!", "*a ", "|", ">"} {
		yaml[p] = long(p)
	}
	yaml["list"], yaml["objects"], yaml["flow words"], yaml["flow keys"] = "["+long("[],"), "["+long("{},"), "["+long("a "), "["+long(`"a", b, `)
	yaml["keys"], yaml["quoted"], yaml["escapes"] = numbered("k%d: 1\n"), "\""+long("a\n"), "\""+long("\\\n")
	yaml["literal"], yaml["blank literal"], yaml["comments in a list"] = "|\n"+long(" a\n"), "|\n"+long("\n"), "["+long("#\n")
	yaml["comments in a mapping"], yaml["aliases"] = "a:\n"+long("#\n")+"b: 1\n", "- &a b\n"+long("- *a\n")
	yaml["long alias"] = "- &a " + strings.Repeat("b", 500_000) + "\n" + strings.Repeat("- *a\n", 90_000)
	yaml["merges"] = "a: &a {" + strings.TrimSuffix(strings.Repeat("k: 1,", 1), ",") + "}\n" + numbered("k%d: {<<: *a}\n")
	yaml["hex"] = "0x" + long("f")
	yaml["digits"] = long("9")
	toml := map[string]string{}
	for _, p := range []string{"[", "[[", "a.", "[a]\n", "[[a]]\n", "[[a]]\nb=1\n", "a = [", "#\n", "\n", "a=1\n", "'", "\"", "\"\"\"", "{", "x = {", "[a.b]\n"} {
		toml[p] = long(p)
	}
	toml["list"], toml["nested lists"], toml["dotted"] = "a = ["+long("1,")+"]", "a = "+long("["), long("a.")+"a = 1"
	toml["keys"], toml["tables"], toml["sub tables"] = numbered("k%d = 1\n"), numbered("[t%d]\n"), numbered("[a.t%d]\n")
	toml["inline tables"] = "a = " + long("{b = ")
	toml["dotted tables"], toml["table lists"] = numbered("a.b.k%d = 1\n"), numbered("[[a]]\n[a.b%d]\n")
	toml["digits"] = "a = " + long("9")
	csv := map[string]string{
		"header": long("a,"), "same names": long("a,"), "names with suffix": numbered("a_%d,a,"), "short rows": strings.Repeat("a,", 200_000) + "\n" + strings.Repeat("x\n", 300_000), "rows": "a\n" + long("x\n"),
		"quotes": long(`"`), "quoted": "a\n\"" + long("x\n"), "blank": long("\n"), "pairs": "a\n\"" + long(`""`) + `"`, "empty names": long(","),
	}
	text := map[string]string{"a": long("a"), "blank": long(" "), "=": long("="), "not text": long("/w"), ":": long(":"), "ü": long("ü")}
	return map[string]map[string]string{"json": json, "html": html, "markdown": markdown, "yaml": yaml, "toml": toml, "csv": csv, "text": text, "base64": text, "hex": text}
}

// patience is far more than any hostile input takes on a machine with much else to do, and less than quadratic cost.
const patience = 5 * time.Minute

// TestHostileInputIsConvertedOrRefused runs each hostile input through each pair.
func TestHostileInputIsConvertedOrRefused(t *testing.T) {
	inputs := hostile()
	for _, p := range pairs() {
		t.Run(p.from+" to "+p.to, func(t *testing.T) {
			t.Parallel()
			for name, data := range inputs[p.from] {
				began := time.Now()
				got, err := call(t, p.from, p.to, data, "")
				if took := time.Since(began); took > patience {
					t.Errorf("%q: %v for %d bytes", name, took, len(data))
				}
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
