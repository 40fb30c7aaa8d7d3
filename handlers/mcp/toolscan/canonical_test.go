package toolscan

import (
	"encoding/json"
	"math"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func decodeJSON(t testing.TB, text string) any {
	t.Helper()
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		t.Fatal(err)
	}
	return v
}

// The examples of RFC 8785, sections 3.2.2 and 3.2.3.
func TestCanonicalFormOfRFC8785(t *testing.T) {
	for given, want := range map[string]string{
		`{"numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001], "string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/", "literals": [null, true, false]}`:                             `{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\u000f\nA'B\"\\\\\"/"}`,
		`{"\u20ac":"Euro Sign","\r":"Carriage Return","\ufb33":"Hebrew Letter Dalet With Dagesh","1":"One","\ud83d\ude00":"Emoji: Grinning Face","\u0080":"Control","\u00f6":"Latin Small Letter O With Diaeresis"}`: "{\"\\r\":\"Carriage Return\",\"1\":\"One\",\"\u0080\":\"Control\",\"ö\":\"Latin Small Letter O With Diaeresis\",\"€\":\"Euro Sign\",\"😀\":\"Emoji: Grinning Face\",\"\ufb33\":\"Hebrew Letter Dalet With Dagesh\"}",
	} {
		if got := string(Canonical(nil, decodeJSON(t, given))); got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
	}
}

// The table of RFC 8785, appendix B.
func TestCanonicalNumbersOfRFC8785(t *testing.T) {
	for bits, want := range map[uint64]string{
		0x0000000000000000: "0", 0x8000000000000000: "0", 0x0000000000000001: "5e-324", 0x8000000000000001: "-5e-324",
		0x7fefffffffffffff: "1.7976931348623157e+308", 0xffefffffffffffff: "-1.7976931348623157e+308",
		0x4340000000000000: "9007199254740992", 0xc340000000000000: "-9007199254740992", 0x4430000000000000: "295147905179352830000",
		0x44b52d02c7e14af5: "9.999999999999997e+22", 0x44b52d02c7e14af6: "1e+23", 0x44b52d02c7e14af7: "1.0000000000000001e+23",
		0x444b1ae4d6e2ef4e: "999999999999999700000", 0x444b1ae4d6e2ef4f: "999999999999999900000", 0x444b1ae4d6e2ef50: "1e+21",
		0x3eb0c6f7a0b5ed8c: "9.999999999999997e-7", 0x3eb0c6f7a0b5ed8d: "0.000001",
		0x41b3de4355555553: "333333333.3333332", 0x41b3de4355555554: "333333333.33333325", 0x41b3de4355555555: "333333333.3333333",
		0x41b3de4355555556: "333333333.3333334", 0x41b3de4355555557: "333333333.33333343", 0xbecbf647612f3696: "-0.0000033333333333333333", 0x43143ff3c1cb0959: "1424953923781206.2",
	} {
		f := math.Float64frombits(bits)
		if got := string(Canonical(nil, json.Number(strconv.FormatFloat(f, 'e', -1, 64)))); got != want {
			t.Errorf("%016x: %s, want %s", bits, got, want)
		}
	}
}

func TestLargeIntegersKeepTheirDigits(t *testing.T) {
	a, b := hashOf(json.Number("12345678901234567890")), hashOf(json.Number("12345678901234567891"))
	if a == b {
		t.Error("two integers that are the same double hash alike")
	}
}

// shuffled writes v as JSON with the members of objects in random order.
func shuffled(t *rapid.T, v any) string {
	switch v := v.(type) {
	case map[string]any:
		var b strings.Builder
		b.WriteString("{")
		for i, name := range rapid.Permutation(sortedNames(v)).Draw(t, "order") {
			if i > 0 {
				b.WriteString(" , ")
			}
			key, err := json.Marshal(name)
			if err != nil {
				t.Fatal(err)
			}
			b.WriteString(string(key) + ":\n" + shuffled(t, v[name]))
		}
		return b.String() + "}"
	case []any:
		parts := make([]string, len(v))
		for i, item := range v {
			parts[i] = shuffled(t, item)
		}
		return "[" + strings.Join(parts, ",") + "]"
	}
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestContentHashDoesNotDependOnTheOrderOfMembers(t *testing.T) {
	s := New()
	tool := decodeJSON(t, `{"name":"a","title":"A","description":"An é 😀 tool","inputSchema":{"type":"object","properties":{"b":{"type":"number","minimum":1.5,"default":1e3},"a":{"type":"string","enum":["x","y"]},"😀":{},"ﬀ":{}},"required":["b","a"]},"annotations":{"readOnlyHint":true,"title":null}}`)
	want, err := s.Scan([]byte(shuffledOnce(t, tool)))
	if err != nil {
		t.Fatal(err)
	}
	rapid.Check(t, func(t *rapid.T) {
		got, err := s.Scan([]byte(`{"tools":[` + shuffled(t, tool) + `]}`))
		if err != nil {
			t.Fatal(err)
		}
		if got.Tools[0].ContentHash != want.Tools[0].ContentHash || got.ManifestHash != want.ManifestHash {
			t.Fatalf("hashes %s and %s", got.Tools[0].ContentHash, want.Tools[0].ContentHash)
		}
	})
}

func shuffledOnce(t *testing.T, v any) string {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestHashCoversWhatTellsAModelWhatTheToolIs(t *testing.T) {
	s := New()
	hash := func(tool string) string {
		r, err := s.Scan([]byte(`{"tools":[` + tool + `]}`))
		if err != nil {
			t.Fatal(err)
		}
		return r.Tools[0].ContentHash
	}
	base := hash(`{"name":"a","description":"Does things for you","inputSchema":{"type":"object"}}`)
	for _, same := range []string{
		`{"name":"a","description":"Does things for you","inputSchema":{"type":"object"},"title":null,"annotations":null,"outputSchema":null}`,
		`{"name":"a","description":"Does things for you","input_schema":{"type":"object"},"_meta":{"x":1},"icons":[]}`,
		`{"type":"function","function":{"name":"a","description":"Does things for you","parameters":{"type":"object"}}}`,
	} {
		if hash(same) != base {
			t.Errorf("another hash for %s", same)
		}
	}
	for _, other := range []string{
		`{"name":"b","description":"Does things for you","inputSchema":{"type":"object"}}`,
		`{"name":"a","description":"Does things for you.","inputSchema":{"type":"object"}}`,
		`{"name":"a","description":"Does things for you","inputSchema":{"type":"object","properties":{}}}`,
		`{"name":"a","description":"Does things for you","inputSchema":{"type":"object"},"annotations":{"readOnlyHint":true}}`,
		`{"name":"a","title":"A","description":"Does things for you","inputSchema":{"type":"object"}}`,
		`{"name":"a","description":"Does things for you","inputSchema":{"type":"object"},"outputSchema":{}}`,
	} {
		if hash(other) == base {
			t.Errorf("the same hash for %s", other)
		}
	}
}
