package main

import (
	"fmt"
	"go/doc"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/farebox/farebox/internal/spec"
)

// withTable is the file at path with the table between the marks of this name regenerated.
func withTable(path, name, table string) (string, error) {
	old, err := os.ReadFile(path)
	if err != nil {
		return "", err
	}
	text, err := between(string(old), "<!-- "+name+" -->", "<!-- /"+name+" -->", table)
	if err != nil {
		return "", fmt.Errorf("%s: %w", path, err)
	}
	return text, nil
}

// rooms are the routes whose family is not the first segment of their path, by family.
func rooms(s *spec.Spec) string {
	families := map[string][]string{} // that share a first segment
	for _, op := range s.Operations {
		segment := firstSegment(op.Path)
		if !slices.Contains(families[segment], op.Family) {
			families[segment] = append(families[segment], op.Family)
		}
	}

	var b strings.Builder
	b.WriteString("| family | routes |\n|---|---|\n")
	for _, f := range s.Families {
		var paths []string
		for _, op := range f.Operations {
			segment := firstSegment(op.Path)
			if segment == f.Name {
				continue
			}
			path := "`" + op.Path + "`"
			if segment != "" && len(families[segment]) == 1 {
				path = "`/" + segment + "`"
			}
			if !slices.Contains(paths, path) {
				paths = append(paths, path)
			}
		}
		if len(paths) > 0 {
			fmt.Fprintf(&b, "| %s | %s |\n", f.Name, strings.Join(paths, ", "))
		}
	}
	return b.String()
}

func firstSegment(path string) string {
	segment, _, _ := strings.Cut(strings.TrimPrefix(path, "/"), "/")
	return segment
}

// engines are the packages of internal/ with the first sentence of their comments. It omits providers, which
// docs/upstreams.md lists, test packages, and subpackages.
func engines(root string) (string, error) {
	folders, err := filepath.Glob(filepath.Join(root, "internal", "*"))
	if err != nil {
		return "", err
	}
	subjects, err := filepath.Glob(filepath.Join(root, "internal", "*", "*"))
	if err != nil {
		return "", err
	}

	var b strings.Builder
	b.WriteString("| package | what it does |\n|---|---|\n")
	folders = append(folders, subjects...)
	slices.Sort(folders)
	described := ""
	for _, folder := range folders {
		below := described != "" && strings.HasPrefix(folder, described+string(filepath.Separator))
		if below {
			continue
		}
		comment, err := packageComment(folder)
		if err != nil {
			return "", err
		}
		if comment == "" {
			continue
		}
		described = folder

		name, err := filepath.Rel(root, folder)
		if err != nil {
			return "", err
		}
		sentence := new(doc.Package).Synopsis(comment)
		sentence = strings.TrimPrefix(sentence, "Package "+filepath.Base(folder)+" ")
		fmt.Fprintf(&b, "| `%s` | %s |\n", filepath.ToSlash(name), cell(sentence))
	}
	return b.String(), nil
}

// packageComment is the comment of the package in folder, or "" if there is none or the package serves tests.
func packageComment(folder string) (string, error) {
	files, err := filepath.Glob(filepath.Join(folder, "*.go"))
	if err != nil {
		return "", err
	}

	comment := ""
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly|parser.ParseComments)
		if err != nil {
			return "", err
		}
		for _, imported := range file.Imports {
			if imported.Path.Value == `"testing"` {
				return "", nil
			}
		}
		if file.Doc != nil && comment == "" { // the first has the sentence, others may continue
			comment = file.Doc.Text()
		}
	}
	return comment, nil
}
