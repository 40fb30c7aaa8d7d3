package table

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// failer is the common part of testing.T and rapid.T.
type failer interface {
	Helper()
	Fatalf(string, ...any)
}

func readAll(t failer, text string, delimiter byte) [][]string {
	t.Helper()
	scan := &delimited{text: text, delimiter: delimiter}
	var records [][]string
	for {
		fields, ok, err := scan.next()
		if err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		if !ok {
			return records
		}
		records = append(records, append([]string(nil), fields...))
	}
}

func TestDelimitedTextIsReadAsWritten(t *testing.T) {
	for _, c := range []struct {
		why, text string
		want      [][]string
	}{
		{"LF", "a,b\n1,2\n", [][]string{{"a", "b"}, {"1", "2"}}},
		{"CRLF", "a,b\r\n1,2\r\n", [][]string{{"a", "b"}, {"1", "2"}}},
		{"CR alone", "a,b\r1,2", [][]string{{"a", "b"}, {"1", "2"}}},
		{"blank lines and lines of delimiters", "\n\na,b\n,\n  \n1,2\n\n", [][]string{{"a", "b"}, {"1", "2"}}},
		{"quoted delimiter, quote and line end", "\"a,\"\"x\"\"\",\"b\r\nc\"\n", [][]string{{`a,"x"`, "b\r\nc"}}},
		{"space before a quote", "1, \"2,3\" ,4", [][]string{{"1", "2,3", "4"}}},
		{"quote inside an unquoted field", `12" pizza,1`, [][]string{{`12" pizza`, "1"}}},
		{"text after a closing quote", `"a"b,c`, [][]string{{"ab", "c"}}},
		{"ragged rows", "a,b,c\n1\n1,2,3,4", [][]string{{"a", "b", "c"}, {"1"}, {"1", "2", "3", "4"}}},
		{"empty last field", "a,b,\n1,,", [][]string{{"a", "b", ""}, {"1", "", ""}}},
		{"nothing", "", nil},
	} {
		if got := readAll(t, c.text, ','); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: %q gives %q, not %q", c.why, c.text, got, c.want)
		}
	}
}

func TestDelimiterIsFound(t *testing.T) {
	for _, c := range []struct {
		why, text string
		want      byte
	}{
		{"comma", "a,b,c\n1,2,3", ','},
		{"semicolon with decimal commas", "a;b;c\n1,5;2,5;3,5", ';'},
		{"tab with commas in the data", "a\tb\n1,2\t3,4", '\t'},
		{"delimiters in quotes do not count", "\"a,b,c,d\";b\n1;2", ';'},
		{"as many commas as semicolons: the steadier one", "a,b;c\n1;2\n3;4\n5,6;7", ';'},
		{"equally steady: tab before semicolon before comma", "a,b;c\n1,2;3", ';'},
		{"one column", "a\n1\n2", ','},
		{"blank lines first", "\n\na;b\n1;2", ';'},
		{"empty", "", ','},
	} {
		if got := sniff(c.text); got != c.want {
			t.Errorf("%s: %q gives %q, not %q", c.why, c.text, got, c.want)
		}
	}
}

// What a writer of RFC 4180 text writes, with any delimiter and line end, is read back.
func TestWrittenTextIsReadBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		delimiter := rapid.SampledFrom([]rune{',', ';', '\t'}).Draw(t, "delimiter")
		field := rapid.SampledFrom([]string{"a", "x y", `q"q`, `""`, "1,5", "a;b", "t\tt", "l\nl", "é→", "-", "0"})
		records := rapid.SliceOfN(rapid.SliceOfN(field, 1, 5), 1, 6).Draw(t, "records")
		var b bytes.Buffer
		w := csv.NewWriter(&b)
		w.Comma, w.UseCRLF = delimiter, rapid.Bool().Draw(t, "crlf")
		if err := w.WriteAll(records); err != nil {
			t.Fatal(err)
		}
		want := make([][]string, len(records))
		for i, r := range records {
			for _, f := range r {
				if w.UseCRLF {
					f = strings.ReplaceAll(f, "\n", "\r\n") // the writer does so too
				}
				want[i] = append(want[i], f)
			}
		}
		if got := readAll(t, b.String(), byte(delimiter)); !reflect.DeepEqual(got, want) {
			t.Fatalf("%q gives %q, not %q", b.String(), got, want)
		}
	})
}

// Any text gives records without line ends in unquoted fields, or the only possible error; it never panics and
// always ends.
func FuzzText(f *testing.F) {
	for _, seed := range []string{"a,b\n1,2", "\ufeffa;b\r\n\"1;\"\"2\";3", "a\tb\r1\t2", "\"", ",\",\n\"x", " \"a\" ,\r\r\n"} {
		f.Add(seed, byte(','))
	}
	f.Fuzz(func(t *testing.T, text string, delimiter byte) {
		switch delimiter {
		case ',', ';', '\t':
		default:
			delimiter = sniff(text)
		}
		scan := &delimited{text: text, delimiter: delimiter}
		total := 0
		for {
			fields, ok, err := scan.next()
			if err != nil {
				if !strings.Contains(err.Error(), "unterminated_quote") || !strings.Contains(text, `"`) {
					t.Fatalf("%q: %v", text, err)
				}
				return
			}
			if !ok {
				break
			}
			for _, field := range fields {
				total += len(field)
				if !strings.Contains(text, `"`) && (strings.ContainsAny(field, "\r\n") || strings.IndexByte(field, delimiter) >= 0) {
					t.Fatalf("%q: field %q", text, field)
				}
			}
		}
		if total > len(text) {
			t.Fatalf("%q: %d bytes of fields", text, total)
		}
	})
}

// plainValue reads a value the slow and sure way, as the scanner shows it.
func plainValue(raw json.RawMessage) any {
	var v any
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	if dec.Decode(&v) != nil {
		return "not JSON"
	}
	switch x := v.(type) {
	case json.Number:
		return x.String()
	case []any, map[string]any:
		return strings.TrimSpace(string(raw))
	}
	return v
}

func cellValue(c Cell) any {
	switch c.Kind {
	case Null:
		return nil
	case Bool:
		return c.Text == "true"
	}
	return c.Text
}

// On any well-formed list of objects the scanner sees what encoding/json sees; on anything else it ends.
func FuzzJSON(f *testing.F) {
	for _, seed := range []string{
		`[{"a":1,"b":"x"},{"a":null,"b":[1,{"c":"]"}]}]`, ` [ { "a\"\u00e9" : -1.5e3 , "" : true } , {} ] `, `[{"a":"\\","b":"\\\""}]`, `[`, `[{"a"`, `{"a":1}`, "[{\"a\":\"\xff\"}]",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		var objects []map[string]json.RawMessage
		valid := json.Unmarshal([]byte(text), &objects) == nil
		n := 0
		err := Items("rows", text, func(i int, item *Item) error {
			got := map[string]any{}
			if !item.Members(func(name string, v Cell) { got[name] = cellValue(v) }) {
				item.Value()
			}
			n++
			if !valid || objects[i] == nil {
				return nil
			}
			for name, raw := range objects[i] {
				want := plainValue(raw)
				if text, isText := want.(string); isText {
					want = strings.ToValidUTF8(text, "\ufffd")
				}
				value, there := got[name]
				if text, isText := value.(string); isText {
					value = strings.ToValidUTF8(text, "\ufffd")
				}
				if strings.ContainsRune(name, '\ufffd') {
					continue // encoding/json repairs names that are not UTF-8
				}
				if !there || value != want && !strings.ContainsRune(text, '\ufffd') && strings.ToValidUTF8(text, "") == text {
					t.Fatalf("%q: %q is %#v, not %#v", text, name, value, want)
				}
			}
			return nil
		})
		if valid && strings.HasPrefix(strings.TrimSpace(text), "[") && (err != nil || n != len(objects)) {
			t.Fatalf("%q: %d items, not %d: %v", text, n, len(objects), err)
		}
	})
}
