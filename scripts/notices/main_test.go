package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// ours are embedded files with the project's own text, or made from its own sources.
var ours = regexp.MustCompile(`^(gen|server|store|scripts|payment)/|/contracts/|test/|/testdata/|site$|\.lua$`)

// TestEveryEmbeddedFileIsListed looks for embedded data without a stated source.
func TestEveryEmbeddedFileIsListed(t *testing.T) {
	root := filepath.Join("..", "..")
	embed := regexp.MustCompile(`(?m)^\s*//go:embed (.+)$`)
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		for _, m := range embed.FindAllStringSubmatch(string(text), -1) {
			for _, pattern := range strings.Fields(m[1]) {
				folder, err := filepath.Rel(root, filepath.Dir(path))
				if err != nil {
					return err
				}
				file := filepath.ToSlash(filepath.Join(folder, pattern))
				if vendored(file) || !ours.MatchString(file) && !listed(file) {
					t.Errorf("%s embeds %s, which scripts/notices/data.tsv does not list", path, file)
				}
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// vendored reports whether a file is a third-party script without its licences beside it.
func vendored(file string) bool {
	script, is := strings.CutSuffix(file, ".js.br")
	if !is {
		return strings.Contains(file, "/vendor/") && !listed(file)
	}
	_, err := os.Stat(filepath.Join("..", "..", script+".licences.txt"))
	return err != nil
}

// listed reports whether a row covers the file, its folder or a part of the package that embeds it.
func listed(file string) bool {
	for _, line := range strings.Split(embedded, "\n") {
		path, _, _ := strings.Cut(line, "\t")
		if path == "" || strings.HasPrefix(path, "#") {
			continue
		}
		if file == path || strings.HasPrefix(file, path+"/") || strings.HasPrefix(path, filepath.Dir(file)+"/") {
			return true
		}
	}
	return false
}
