package convert

import (
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"
)

// published are the files of the folder in an environment variable.
func published(t *testing.T, variable, pattern string) []string {
	folder := os.Getenv(variable)
	if folder == "" {
		t.Skip(variable + " names no folder")
	}
	files, err := filepath.Glob(filepath.Join(folder, pattern))
	if err != nil || len(files) == 0 {
		t.Fatalf("no %s in %s: %v", pattern, folder, err)
	}
	return files
}

// TestJSONTestSuite reads every text of JSONTestSuite's test_parsing: y_ must be accepted, n_ rejected, and i_ may
// be either, but an accepted text keeps its value. docs/quality/convert.md has the figures.
func TestJSONTestSuite(t *testing.T) {
	accepted := map[byte]int{}
	refused := map[byte]int{}
	for _, file := range published(t, "FAREBOX_JSON_SUITE", "*.json") {
		name := filepath.Base(file)
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		got, err := call(t, "json", "json", string(data), "")
		if status := statusOf(err); err != nil && status != 400 {
			t.Errorf("%s: %v", name, err)
		}

		if err != nil {
			refused[name[0]]++
			if name[0] == 'y' {
				t.Errorf("%s is refused: %v", name, err)
			}
			continue
		}
		accepted[name[0]]++
		if name[0] == 'n' {
			t.Errorf("%s is accepted as %s", name, got)
		}
		text := strings.TrimPrefix(string(data), "\uFEFF")
		if !utf8.ValidString(text) || !reflect.DeepEqual(jsonWithNumbers(t, got), jsonWithNumbers(t, text)) {
			t.Errorf("%s is read as %s", name, got)
		}
		if yaml, err := call(t, "yaml", "json", string(data), ""); err == nil && yaml != got {
			t.Errorf("%s read as YAML is %s", name, yaml)
		} else if err != nil && !strings.Contains(err.Error(), "there twice") {
			t.Errorf("%s is refused as YAML: %v", name, err)
		}
	}
	for _, kind := range "yni" {
		t.Logf("%c: %d accepted, %d refused", kind, accepted[byte(kind)], refused[byte(kind)])
	}
}

// TestCSVSpectrum reads the files of csv-spectrum. In one of them the phone number differs between JSON and CSV, so
// only its other columns are compared.
func TestCSVSpectrum(t *testing.T) {
	right := 0
	for _, file := range published(t, "FAREBOX_CSV_SPECTRUM", "csvs/*.csv") {
		name := strings.TrimSuffix(filepath.Base(file), ".csv")
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		wanted, err := os.ReadFile(filepath.Join(os.Getenv("FAREBOX_CSV_SPECTRUM"), "json", name+".json"))
		if err != nil {
			t.Fatal(err)
		}

		got := records(t, must(t, "csv", "json", string(data), ""))
		want := records(t, string(wanted))
		for _, rows := range [][]map[string]any{got, want} {
			for _, row := range rows {
				delete(row, "Contact Phone Number")
			}
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s is read as %v, want %v", name, got, want)
			continue
		}
		right++
	}
	t.Logf("%d right", right)
}

// records are the objects in a JSON list, or one JSON object.
func records(t *testing.T, data string) []map[string]any {
	t.Helper()
	var list []map[string]any
	if json.Unmarshal([]byte(data), &list) == nil {
		return list
	}
	var one map[string]any
	if err := json.Unmarshal([]byte(data), &one); err != nil {
		t.Fatal(err)
	}
	return []map[string]any{one}
}
