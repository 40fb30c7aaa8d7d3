package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestLinksLeadToFilesAndHeadings(t *testing.T) {
	t.Parallel()

	root := t.TempDir()
	pages := map[string]string{
		"a.md":     "# A page\n\n[b](sub/b.md), [its part](sub/b.md#what-it-is), [here](#a-page), [web](https://example.org/x)\n",
		"sub/b.md": "## What it `is`\n\n[back](../a.md)\n",
	}
	write := func(name, text string) {
		t.Helper()
		path := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for name, text := range pages {
		write(name, text)
	}
	if err := deadLinks(root); err != nil {
		t.Errorf("good links: %v", err)
	}

	write("c.md", "[gone](gone.md) [no such part](a.md#b-page)\n")
	err := deadLinks(root)
	if err == nil {
		t.Fatal("dead links were not noticed")
	}
	for _, want := range []string{"c.md: gone.md", "c.md: a.md#b-page"} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("%v does not name %s", err, want)
		}
	}
}
