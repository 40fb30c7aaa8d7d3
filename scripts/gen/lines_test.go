package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestLinesOfTheSpecFitThePage(t *testing.T) {
	long := strings.Repeat("ab12", 40)

	for _, c := range []struct {
		why  string
		line string
		want int
	}{
		{"exactly at the limit", "a: " + strings.Repeat("x", maxLine-3), 0},
		{"one over the limit", "a: " + strings.Repeat("x", maxLine-2), 1},
		{"characters count, not bytes", "a: " + strings.Repeat("é", maxLine-3), 0},
		{"prose can be folded", "description: " + strings.Repeat("word ", 30) + "end", 1},
		{"a mapping can be a block", "example: {" + strings.Repeat("k: 1, ", 30) + "z: 1}", 1},
		{"a list can be a block", "required: [" + strings.Repeat("name, ", 30) + "last]", 1},
		{"a hex string has no place to break", `      data: "0x` + long + `"`, 0},
		{"the same as an entry of a list", `      - "0x` + long + `"`, 0},
		{"the same as the first member of an entry", "      - data: 0x" + long, 0},
		{"a URL has no place to break", "  url: https://example.com/" + long, 0},
		{"two hex strings can stand on two lines", `args: ["0x` + long + `", "0x` + long + `"]`, 1},
		{"a URL within prose", "description: See https://example.com/" + long, 1},
		{"a hex string with a comment", "data: 0x" + long + " # calldata", 1},
		{"a word that is neither", "a: " + long, 1},
	} {
		t.Run(c.why, func(t *testing.T) {
			got := lintLines("demo.yaml", "first: 1\n"+c.line+"\nlast: 1\n")

			if len(got) != c.want {
				t.Fatalf("%d problems, want %d: %q", len(got), c.want, got)
			}
			if c.want == 1 && !strings.HasPrefix(got[0], "demo.yaml:2: ") {
				t.Errorf("%q does not name the second line", got[0])
			}
		})
	}
}

func TestEveryYAMLFileOfTheFolderIsRead(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"good.yaml":   "a: 1\n",
		"family.yaml": "# " + strings.Repeat("x", maxLine) + "\n",
		"root.yaml":   "# " + strings.Repeat("x", maxLine) + "\n",
		"notes.txt":   strings.Repeat("x", maxLine+1) + "\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}

	got, err := lintFiles(dir)
	if err != nil {
		t.Fatal(err)
	}
	if len(got) != 2 || !strings.Contains(got[0], "family.yaml:1") || !strings.Contains(got[1], "root.yaml:1") {
		t.Errorf("%q", got)
	}
}
