package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/farebox/farebox/internal/spec"
)

func TestMapOfRooms(t *testing.T) {
	operation := func(family, path string) *spec.Operation {
		return &spec.Operation{Family: family, Path: path, Method: "GET"}
	}
	bank := []*spec.Operation{operation("bank", "/bank/bic")}
	tx := []*spec.Operation{
		operation("guard", "/tx/raw"), operation("guard", "/sign/raw"),
		operation("guard", "/sign/text"),
	}
	chain := []*spec.Operation{operation("chain", "/tx/explain"), operation("chain", "/chain/gas")}
	s := &spec.Spec{Families: []spec.Family{
		{Name: "bank", Operations: bank},
		{Name: "guard", Operations: tx},
		{Name: "chain", Operations: chain},
	}}
	for _, f := range s.Families {
		s.Operations = append(s.Operations, f.Operations...)
	}

	const want = "| family | routes |\n|---|---|\n" +
		"| guard | `/tx/raw`, `/sign` |\n" +
		"| chain | `/tx/explain` |\n"
	if got := rooms(s); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

func TestMapOfEngines(t *testing.T) {
	root := t.TempDir()
	for name, source := range map[string]string{
		"internal/small/small.go":       "// Package small does little. It does it well.\npackage small\n",
		"internal/small/part/part.go":   "// Package part is below a package.\npackage part\n",
		"internal/web/fetch/b.go":       "// Package fetch opens | and shuts.\npackage fetch\n",
		"internal/web/fetch/a.go":       "package fetch\n",
		"internal/web/fetch/c.go":       "// # More\n//\n// It does so again.\npackage fetch\n",
		"internal/web/fetch/c_test.go":  "// Package fetch is not this.\npackage fetch\n",
		"internal/web/fetchtest/f.go":   "// Package fetchtest tests.\npackage fetchtest\n\nimport \"testing\"\n",
		"internal/web/silent/silent.go": "package silent\n",
	} {
		path := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(source), 0o600); err != nil {
			t.Fatal(err)
		}
	}

	got, err := engines(root)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(got), "\n")[2:]
	want := []string{"| `internal/small` | does little. |", `| ` + "`internal/web/fetch`" + ` | opens \| and shuts. |`}
	if strings.Join(lines, "\n") != strings.Join(want, "\n") {
		t.Errorf("got %q", lines)
	}
}
