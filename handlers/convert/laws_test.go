package convert

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/pelletier/go-toml/v2"
	"pgregory.net/rapid"
)

// genText draws strings, including ones that give formats trouble.
func genText() *rapid.Generator[string] {
	return rapid.OneOf(
		rapid.String(),
		rapid.StringOf(rapid.SampledFrom([]rune("ab \n\t\r:#-'\"\\,|>&*!%@{}[]?é日\u0085\u2028\uFEFF🎉\x00~=."))),
		rapid.SampledFrom([]string{"yes", "null", "~", "0x1F", "1e3", "2001-01-01", "1:30", "- a", "a: b", "a #b", "---", "...", "|\n", "\n", " ", "a\n", "a\n\n", "\na", "a\n b", "a \nb", "<<", "=", ".5", "+1", "0o7", ".inf", "true", "a\n\tb", " a\nb", "a\n  \n", "a: |", "# a", "a\n---\nb", "a\n...\n"}),
	)
}

func genNumber() *rapid.Generator[string] {
	return rapid.OneOf(
		rapid.StringMatching(`-?(0|[1-9][0-9]{0,30})(\.[0-9]{1,30})?([eE][+-]?[0-9]{1,4})?`),
		rapid.SampledFrom([]string{"-0", "1e400", "0.10", "12345678901234567890"}),
	)
}

// genJSON draws a value as JSON text.
func genJSON(t *rapid.T, depth int) string {
	quote := func(s string) string { return quoteJSON(s) }
	most := 8
	if depth == 0 {
		most = 4
	}
	switch rapid.IntRange(0, most).Draw(t, "kind") {
	case 0:
		return "null"
	case 1:
		return rapid.SampledFrom([]string{"true", "false"}).Draw(t, "bool")
	case 2:
		return genNumber().Draw(t, "number")
	case 3, 4:
		return quote(genText().Draw(t, "string"))
	case 5, 6:
		items := make([]string, rapid.IntRange(0, 4).Draw(t, "items"))
		for i := range items {
			items[i] = genJSON(t, depth-1)
		}
		return "[" + strings.Join(items, ",") + "]"
	default:
		keys := rapid.SliceOfNDistinct(genText(), 0, 4, rapid.ID[string]).Draw(t, "keys")
		members := make([]string, len(keys))
		for i, k := range keys {
			members[i] = quote(k) + ":" + genJSON(t, depth-1)
		}
		return "{" + strings.Join(members, ",") + "}"
	}
}

// genDocument draws a list of values, so that each draw tries several.
func genDocument(t *rapid.T) string {
	items := make([]string, rapid.IntRange(1, 12).Draw(t, "document"))
	for i := range items {
		items[i] = genJSON(t, 3)
	}
	return "[" + strings.Join(items, ",") + "]"
}

func TestJSONToYAMLAndBackIsTheSame(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		data := genDocument(rt)
		yaml := must(t, "json", "yaml", data, "")
		back, err := call(t, "yaml", "json", yaml, `{"minify":true}`)
		if err != nil || back != asYAMLWrites(data) {
			rt.Fatalf("%s\nis\n%s\nand back %s, %v", data, yaml, back, err)
		}
	})
}

// asYAMLWrites is a minified JSON text with numbers in YAML's form: 1e5 becomes 1.0e+5.
func asYAMLWrites(data string) string {
	v, err := readJSON(data)
	if err != nil {
		panic(err)
	}
	eachNumber(v, func(n *value) { n.text = yamlNumber(n.text) })
	var out output
	writeJSON(&out, v, options{minify: true})
	return string(out.buf)
}

func eachNumber(v *value, do func(*value)) {
	switch v.kind {
	case kindNumber:
		do(v)
	case kindList:
		for _, item := range v.items {
			eachNumber(item, do)
		}
	case kindObject:
		for _, member := range v.values {
			eachNumber(member, do)
		}
	}
}

func TestJSONReadAsYAMLIsTheSame(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		data := genDocument(rt)
		if back := must(t, "yaml", "json", data, `{"minify":true}`); back != data {
			rt.Fatalf("%s\nread as YAML is\n%s", data, back)
		}
	})
}

func TestJSONToCSVAndBackIsTheSameForFlatRowsOfText(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		names := rapid.SliceOfNDistinct(genText().Filter(func(s string) bool { return s != "" && !strings.HasPrefix(s, "\uFEFF") }), 1, 5, rapid.ID[string]).Draw(rt, "names")
		rows := make([]string, rapid.IntRange(1, 5).Draw(rt, "rows"))
		for i := range rows {
			cells := make([]string, len(names))
			for k, name := range names {
				cells[k] = quoteJSON(name) + ":" + quoteJSON(genText().Draw(rt, "cell"))
			}
			rows[i] = "{" + strings.Join(cells, ",") + "}"
		}
		data := "[" + strings.Join(rows, ",") + "]"
		delimiter := rapid.SampledFrom([]string{"", `"delimiter":";"`, `"delimiter":"tab"`, `"delimiter":"é"`, `"delimiter":" "`}).Draw(rt, "delimiter")
		csv := must(t, "json", "csv", data, "{"+delimiter+"}")
		opts := `{"minify":true}`
		if delimiter != "" {
			opts = `{"minify":true,` + delimiter + `}`
		}
		back, err := call(t, "csv", "json", csv, opts)
		if err != nil || back != data {
			rt.Fatalf("%s\nis\n%s\nand back %s, %v", data, csv, back, err)
		}
	})
}

func TestTextToHexOrBase64AndBackIsTheSame(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		text := genText().Draw(rt, "text")
		for _, format := range []string{"hex", "base64"} {
			if back := must(t, format, "text", must(t, "text", format, text, ""), ""); back != text {
				rt.Fatalf("%q by %s and back is %q", text, format, back)
			}
		}
	})
}

func TestPrettyJSONSaysTheSameAsMinified(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		data := genDocument(rt)
		pretty := must(t, "json", "json", data, "")
		if !json.Valid([]byte(pretty)) {
			rt.Fatalf("%q is not JSON", pretty)
		}
		if back := must(t, "json", "json", pretty, `{"minify":true}`); back != data {
			rt.Fatalf("%s is %s and back %s", data, pretty, back)
		}
	})
}

// TestTextOfEscapedHTMLSurvivesMarkdown: text in a paragraph of a page, turned to Markdown and back to HTML,
// is the same text.
func TestTextOfEscapedHTMLSurvivesMarkdown(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		text := rapid.StringOf(rapid.SampledFrom([]rune("ab1 *_`[]()<>&!#+-.~|\\\"'=:;/x"))).Draw(rt, "text")
		text = strings.Join(strings.Fields(text), " ")
		page := "<p>" + strings.NewReplacer("&", "&amp;", "<", "&lt;").Replace(text) + "</p>"
		markdown := must(t, "html", "markdown", page, "")
		page2 := must(t, "markdown", "html", markdown, "")
		if back := strings.TrimSuffix(must(t, "html", "text", page2, ""), "\n"); back != text {
			rt.Fatalf("%q is %q in Markdown, %q in HTML, and %q as text", text, markdown, page2, back)
		}
	})
}

// seeds are short documents of each format.
func seeds(format string) []string {
	return map[string][]string{
		"json":     {`{"a":[1,2.50,null],"b":{"c":"d\n"}}`, `[{"a":1},{"b":"x,y"}]`, `"\ud800"`},
		"csv":      {"a,b\n1,\"x\"\"y\"\n", "a;b\r\n\r\n1", "\"\n\",\"\"\n"},
		"yaml":     {"a: &x [1, *x]\n", "a: |\n  b\n? c\n: d\n", "<<: {a: 1}\n--- \n", "!!binary aGk="},
		"toml":     {"a = 1\n[b]\nc.d = [1, {e = 2}]\n[[f]]\n", "a = 1979-05-27 07:32:00Z\nb = '''x'''", "[a.b]\n[a]\nb.c = 1"},
		"markdown": {"# a\n\n- [x] b\n\n|c|d|\n|-|-|\n|`e`|[f](g)|\n", "> *a **b*** ~~c~~ <x@y.z>\n\n[i]: j\n", "<div onclick=x>\n<script>y</script>"},
		"html":     {"<p>a <b>b</b></p><ul><li>c</ul><pre>d</pre>", "<table><tr><td>a<td>b</table>", "<a href='x y'>*z*</a><svg><p>"},
		"text":     {"", "abc\x00é"},
		"base64":   {"YWJj", "_-=="},
		"hex":      {"616263", "0x6"},
	}[format]
}

// FuzzEveryPair converts arbitrary input by every pair: the answer is a result or a 4xx, and declared JSON is JSON.
func FuzzEveryPair(f *testing.F) {
	for i, p := range pairs() {
		for _, s := range seeds(p.from) {
			f.Add(uint8(i), s)
		}
	}
	f.Fuzz(func(t *testing.T, which uint8, data string) {
		p := pairs()[int(which)%len(pairs())]
		got, err := call(t, p.from, p.to, data, "")
		if err != nil {
			if status := statusOf(err); status < 400 || status > 499 {
				t.Fatalf("%s to %s: %v", p.from, p.to, err)
			}
			return
		}
		if p.to == "json" && !json.Valid([]byte(got)) {
			t.Fatalf("%s to %s gives %q, which is not JSON", p.from, p.to, got)
		}
		if p.from == "json" && p.to == "yaml" {
			if back, err := call(t, "yaml", "json", got, `{"minify":true}`); err == nil {
				if want := asYAMLWrites(data); back != want {
					t.Fatalf("%q as YAML is %q and back %q", data, got, back)
				}
			} else if !strings.Contains(err.Error(), "nested") {
				t.Fatalf("%q as YAML is %q, which is refused: %v", data, got, err)
			}
		}
	})
}

// FuzzTOMLIsAcceptedWhereTheDecoderAcceptsIt compares the table rules with the library's own decoder.
func FuzzTOMLIsAcceptedWhereTheDecoderAcceptsIt(f *testing.F) {
	for _, s := range seeds("toml") {
		f.Add(s)
	}
	for _, s := range []string{"[a]\n[a]", "a.b=1\n[a]", "a={}\n[a.b]", "[[a]]\n[a.b]\n[[a]]\n[a.b]", "a=[{b.c=1},{b=2}]", "[a.b.c]\n[a]\nb.c.d=1", "[[a.b]]\n[a]\nb.y=2", "a=1e400", "a=nan"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, data string) {
		var decoded map[string]any
		theirs := toml.Unmarshal([]byte(data), &decoded)
		_, ours := call(t, "toml", "json", data, "")
		if (theirs == nil) == (ours == nil) || strings.HasPrefix(data, "\uFEFF") { // it takes no byte order mark
			return
		}
		for _, known := range []string{"has no form in JSON", "is not a date or time"} { // it takes hours of one digit
			if ours != nil && strings.Contains(ours.Error(), known) {
				return
			}
		}
		t.Fatalf("%q: the decoder says %v, and the conversion %v", data, theirs, ours)
	})
}
