package convert

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

// yamlCase is a stream of the YAML test suite.
type yamlCase struct {
	id      string
	stream  string
	values  []any // from in.json; nil if a value of the stream has no form in JSON
	json    bool
	invalid bool
}

// yamlSuite reads the suite from its branch "data": one folder per case, with in.yaml, in.json and error.
func yamlSuite(t *testing.T) []yamlCase {
	folder := os.Getenv("FAREBOX_YAML_SUITE")
	if folder == "" {
		t.Skip("FAREBOX_YAML_SUITE names no folder of the YAML test suite")
	}
	var cases []yamlCase
	for _, depth := range []string{"*", "*/*"} {
		files, err := filepath.Glob(filepath.Join(folder, depth, "in.yaml"))
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			id, _ := filepath.Rel(folder, filepath.Dir(file))
			if first, _, _ := strings.Cut(filepath.ToSlash(id), "/"); first == "name" || first == "tags" {
				continue // the same cases by other names
			}
			cases = append(cases, readYAMLCase(t, id, filepath.Dir(file)))
		}
	}
	return cases
}

func readYAMLCase(t *testing.T, id, folder string) yamlCase {
	t.Helper()
	c := yamlCase{id: id}
	stream, err := os.ReadFile(filepath.Join(folder, "in.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	c.stream = string(stream)
	if _, err := os.Stat(filepath.Join(folder, "error")); err == nil {
		c.invalid = true
		return c
	}
	if wanted, err := os.ReadFile(filepath.Join(folder, "in.json")); err == nil {
		c.json = true
		c.values = jsonValues(t, wanted)
	}
	return c
}

func jsonValues(t *testing.T, stream []byte) []any {
	t.Helper()
	var values []any
	for dec := json.NewDecoder(bytes.NewReader(stream)); ; {
		var v any
		err := dec.Decode(&v)
		if errors.Is(err, io.EOF) {
			return values
		}
		if err != nil {
			t.Fatal(err)
		}
		values = append(values, v)
	}
}

// applicationTag reports the rejection of a tag that only its application understands.
func applicationTag(err error) bool {
	return strings.Contains(err.Error(), "the tag ") && strings.Contains(err.Error(), " is not supported")
}

// TestYAMLTestSuite reads every stream of the suite and compares its values. docs/quality/convert.md has the figures.
func TestYAMLTestSuite(t *testing.T) {
	var right, tagged, refused, wrong, textKeys, otherKeys, invalid, lenient int
	for _, c := range yamlSuite(t) {
		documents, err := readDocuments(c.stream, 100)
		var written bytes.Buffer
		for _, d := range documents {
			var out output
			writeJSON(&out, d, options{minify: true})
			written.Write(append(out.buf, '\n'))
		}

		switch {
		case c.invalid && err != nil:
			invalid++
		case c.invalid:
			lenient++
			t.Logf("%s is invalid and read as %s", c.id, written.Bytes())
		case !c.json && err != nil:
			otherKeys++
		case !c.json:
			textKeys++
			t.Logf("%s has a key that is not text, read as %s", c.id, written.Bytes())
		case err != nil && applicationTag(err):
			tagged++
		case err != nil:
			refused++
			t.Logf("%s is refused: %v", c.id, err)
		case sameYAML(jsonValues(t, written.Bytes()), c.values):
			right++
		default:
			wrong++
			t.Errorf("%s is read as %s, want %v", c.id, written.Bytes(), c.values)
		}
	}

	t.Logf("with a form in JSON: %d right, %d wrong, %d refused for a tag, %d refused", right, wrong, tagged, refused)
	t.Logf("with keys that are not text: %d read, %d refused", textKeys, otherKeys)
	t.Logf("invalid: %d refused, %d read", invalid, lenient)
	if right < 262 || wrong > 0 || invalid < 89 {
		t.Error("worse than docs/quality/convert.md says")
	}
}

// sameYAML compares values; line ends in binary data, which are never kept, do not count.
func sameYAML(got, want []any) bool {
	return reflect.DeepEqual(withoutBase64Breaks(got), withoutBase64Breaks(want))
}

func withoutBase64Breaks(v any) any {
	switch v := v.(type) {
	case string:
		if strings.HasPrefix(v, "R0lGODlh") { // a GIF
			return strings.ReplaceAll(v, "\n", "")
		}
	case []any:
		for i := range v {
			v[i] = withoutBase64Breaks(v[i])
		}
	case map[string]any:
		for k := range v {
			v[k] = withoutBase64Breaks(v[k])
		}
	}
	return v
}
