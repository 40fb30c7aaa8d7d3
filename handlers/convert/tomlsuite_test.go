package convert

import (
	"bytes"
	"encoding/json"
	"math/big"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// tomlFiles are the names of toml-test's documents for TOML 1.1.
func tomlFiles(t *testing.T) (folder string, names []string) {
	folder = os.Getenv("FAREBOX_TOML_SUITE")
	if folder == "" {
		t.Skip("FAREBOX_TOML_SUITE names no folder of toml-test's tests")
	}
	list, err := os.ReadFile(filepath.Join(folder, "files-toml-1.1.0"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range strings.Fields(string(list)) {
		if strings.HasSuffix(name, ".toml") {
			names = append(names, name)
		}
	}
	return folder, names
}

// TestTOMLTestSuite reads every document of toml-test for TOML 1.1. docs/quality/convert.md has the figures.
func TestTOMLTestSuite(t *testing.T) {
	folder, names := tomlFiles(t)
	var right, noForm, invalid int
	for _, name := range names {
		data, err := os.ReadFile(filepath.Join(folder, name))
		if err != nil {
			t.Fatal(err)
		}
		got, err := call(t, "toml", "json", string(data), "")
		if status := statusOf(err); err != nil && status != 400 {
			t.Errorf("%s: %v", name, err)
		}

		if strings.HasPrefix(name, "invalid/") {
			if err != nil {
				invalid++
			} else {
				t.Errorf("%s is invalid and read as %s", name, got)
			}
			continue
		}
		want := tomlWanted(t, filepath.Join(folder, strings.TrimSuffix(name, ".toml")+".json"))
		switch {
		case err != nil && strings.Contains(err.Error(), "has no form in JSON"):
			noForm++
		case err != nil:
			t.Errorf("%s is refused: %v", name, err)
		case !sameTOML(t, jsonWithNumbers(t, got), want):
			t.Errorf("%s is read as %s, want %v", name, got, want)
		default:
			right++
		}
	}
	t.Logf("valid: %d right, %d with infinity or NaN refused; invalid: %d refused", right, noForm, invalid)
}

func tomlWanted(t *testing.T, file string) any {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return jsonWithNumbers(t, string(data))
}

func jsonWithNumbers(t *testing.T, data string) any {
	t.Helper()
	dec := json.NewDecoder(bytes.NewReader([]byte(data)))
	dec.UseNumber()
	var v any
	if err := dec.Decode(&v); err != nil {
		t.Fatal(err)
	}
	return v
}

// sameTOML compares a value with toml-test's, where {"type": ..., "value": ...} is a scalar.
func sameTOML(t *testing.T, got, want any) bool {
	t.Helper()
	switch want := want.(type) {
	case []any:
		list, ok := got.([]any)
		if !ok || len(list) != len(want) {
			return false
		}
		for i := range want {
			if !sameTOML(t, list[i], want[i]) {
				return false
			}
		}
		return true
	case map[string]any:
		kind, typed := want["type"].(string)
		text, valued := want["value"].(string)
		if typed && valued && len(want) == 2 {
			return sameTOMLScalar(got, kind, text)
		}
		table, ok := got.(map[string]any)
		if !ok || len(table) != len(want) {
			return false
		}
		for key, v := range want {
			if !sameTOML(t, table[key], v) {
				return false
			}
		}
		return true
	}
	return false
}

func sameTOMLScalar(got any, kind, want string) bool {
	switch kind {
	case "string":
		return got == want
	case "bool":
		return got == (want == "true")
	case "integer", "float":
		number, ok := got.(json.Number)
		if !ok {
			return false
		}
		a, _, errA := big.ParseFloat(number.String(), 10, 53, big.ToNearestEven)
		b, _, errB := big.ParseFloat(want, 10, 53, big.ToNearestEven)
		if kind == "integer" {
			return errA == nil && number.String() == want || number.String() == "-0" && want == "0"
		}
		return errA == nil && errB == nil && a.Cmp(b) == 0
	default: // dates and times, which may have more or fewer digits of seconds
		text, ok := got.(string)
		return ok && tomlMoment(text) == tomlMoment(want)
	}
}

// tomlMoment is a date or time without trailing zeros in its fraction of a second.
func tomlMoment(s string) string {
	zone := ""
	if at := strings.LastIndexAny(s, "Z+-"); at > 10 {
		s, zone = s[:at], s[at:]
	}
	if strings.Contains(s, ".") {
		s = strings.TrimRight(strings.TrimRight(s, "0"), ".")
	}
	return s + zone
}
