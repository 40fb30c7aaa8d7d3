package loosejson

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestBrokenJSONIsReadAsItWasMeant(t *testing.T) {
	for _, c := range []struct{ why, text, want string }{
		{"valid, digits kept", `{"b":1.50,"a":-0,"c":1e400,"d":12345678901234567890}`, `{"b":1.50,"a":-0,"c":1e400,"d":12345678901234567890}`},
		{"all kinds", `[true,false,null,"é\u00e9\n",{},[]]`, `[true,false,null,"é\u00e9\n",{},[]]`},
		{"names of other languages", `[True, None, undefined, NaN, -Infinity]`, `[true,null,null,null,null]`},
		{"commas too many", `[,1,,2,]`, `[1,2]`},
		{"inner quotes before a comma", `{"a":"x "y", z","b":1}`, `{"a":"x \"y\", z","b":1}`},
		{"inner quotes in a list", `["a "b" c","d"]`, `["a \"b\" c","d"]`},
		{"apostrophe in single quotes", `{'a':'it's'}`, `{"a":"it's"}`},
		{"comment behind a string", "{\"a\":\"b\" // c\n,\"d\":1}", `{"a":"b","d":1}`},
		{"comment without end", `{"a":1} /* rest`, `{"a":1}`},
		{"line continuation", "{\"a\":\"b\\\nc\"}", `{"a":"bc"}`},
		{"unknown escapes", `{"a":"\w \& \u12"}`, `{"a":"\\w & \\u12"}`},
		{"byte order mark and odd spaces", "\uFEFF\u00A0{\"a\"\u00A0:\u20281}", `{"a":1}`},
		{"tab and return in a string", "[\"a\tb\rc\"]", `["a\tbc"]`},
		{"stray brackets behind", `{"a":1}}}]`, `{"a":1}`},
		{"list without end", `[1,[2,{"a":3`, `[1,[2,{"a":3}]]`},
	} {
		t.Run(c.why, func(t *testing.T) {
			got, err := Values([]byte(c.text))
			if err != nil || len(got) != 1 || string(got[0]) != c.want {
				t.Errorf("%s: %q %v, want %s", c.why, got, err, c.want)
			}
		})
	}
}

func TestWhatIsNoJSONIsAnError(t *testing.T) {
	for _, text := range []string{"", " ", "// only a comment", "hello", `{"a"}`, `{"a":}{`, `{"a":1]`, `["unclosed`, `{{x}}`, `{"a":b}`, "-", `[1e]x`, strings.Repeat("[", MaxDepth+2)} {
		if got, err := Values([]byte(text)); err == nil {
			t.Errorf("%q gives %q", text, got)
		}
	}
}

func TestValuesBeforeAnErrorAreGiven(t *testing.T) {
	got, err := Values([]byte(`{"a":1} {"b":2} {{`))
	if err == nil || len(got) != 2 || string(got[1]) != `{"b":2}` {
		t.Errorf("%q %v", got, err)
	}
}

func TestDepth(t *testing.T) {
	for text, want := range map[string]int{`1`: 0, `[]`: 1, `{"a":[{}]}`: 3, `"[[["`: 0, `["\"[[",[]]`: 2} {
		if got := Depth([]byte(text)); got != want {
			t.Errorf("%s: %d, want %d", text, got, want)
		}
	}
}

// anyJSON draws JSON values as encoding/json writes them.
func anyJSON(t *rapid.T, depth int) any {
	switch rapid.IntRange(0, 6).Draw(t, "kind") {
	case 0:
		return rapid.String().Draw(t, "text")
	case 1:
		return rapid.Int64().Draw(t, "integer")
	case 2:
		return rapid.Float64Range(-1e9, 1e9).Draw(t, "number")
	case 3:
		return rapid.Bool().Draw(t, "bool")
	case 4:
		if depth > 0 {
			list := []any{}
			for range rapid.IntRange(0, 4).Draw(t, "length") {
				list = append(list, anyJSON(t, depth-1))
			}
			return list
		}
	case 5:
		if depth > 0 {
			members := map[string]any{}
			for range rapid.IntRange(0, 4).Draw(t, "members") {
				members[rapid.String().Draw(t, "key")] = anyJSON(t, depth-1)
			}
			return members
		}
	}
	return nil
}

// TestValidJSONComesThroughUnchanged: leniency must not change valid JSON.
func TestValidJSONComesThroughUnchanged(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var text bytes.Buffer
		e := json.NewEncoder(&text)
		e.SetEscapeHTML(false)
		e.SetIndent("", rapid.SampledFrom([]string{"", "  ", "\t"}).Draw(t, "indent"))
		if err := e.Encode(anyJSON(t, 4)); err != nil {
			t.Fatal(err)
		}
		var want bytes.Buffer
		if err := json.Compact(&want, text.Bytes()); err != nil {
			t.Fatal(err)
		}
		got, err := Values(text.Bytes())
		if err != nil || len(got) != 1 {
			t.Fatalf("%s: %q %v", text.String(), got, err)
		}
		if same, again := normal(t, got[0]), normal(t, want.Bytes()); same != again {
			t.Fatalf("%s\nbecomes %s", again, same)
		}
	})
}

// normal is a value in one spelling: the escapes of its strings may differ.
func normal(t *rapid.T, text []byte) string {
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// TestAnythingGivesJSONOrAnError: however broken the text, the output is JSON.
func TestAnythingGivesJSONOrAnError(t *testing.T) {
	pieces := []string{"{", "}", "[", "]", ":", ",", `"`, "'", `\`, "a", "1", "-", ".", "e", " ", "\n", "//", "/*", "*/", "<!--", "-->", "<![CDATA[", "]]>", "true", "null", "é", "\x00", "\xff", `\u`, "12", ";", "&quot;"}
	rapid.Check(t, func(t *rapid.T) {
		text := strings.Join(rapid.SliceOfN(rapid.SampledFrom(pieces), 0, 40).Draw(t, "text"), "")
		got, _ := Values([]byte(text))
		for _, v := range got {
			if !json.Valid(v) {
				t.Fatalf("%q gives %q", text, v)
			}
		}
	})
}
