package catalog

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestEveryDeclaredProviderIsListed(t *testing.T) {
	own, err := parser.ParseFile(token.NewFileSet(), "catalog.go", nil, parser.ImportsOnly)
	if err != nil {
		t.Fatal(err)
	}
	var imported []string
	for _, i := range own.Imports {
		imported = append(imported, strings.Trim(i.Path.Value, `"`))
	}
	err = filepath.WalkDir("../../internal", func(path string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") || filepath.Dir(path) == "../../internal/upstream" {
			return err
		}
		src, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		pkg := "github.com/farebox/farebox/" + filepath.ToSlash(strings.TrimPrefix(filepath.Dir(path), "../../"))
		if declares(t, path, src) && !slices.Contains(imported, pkg) {
			t.Errorf("%s declares a provider that is not in Providers", pkg)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// declares is true when a package-level variable of src is an upstream.Provider literal.
func declares(t *testing.T, path string, src []byte) bool {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), path, src, 0)
	if err != nil {
		t.Fatal(err)
	}
	found := false
	for _, d := range file.Decls {
		g, ok := d.(*ast.GenDecl)
		if !ok || g.Tok != token.VAR {
			continue
		}
		ast.Inspect(g, func(n ast.Node) bool {
			lit, ok := n.(*ast.CompositeLit)
			if !ok {
				return true
			}
			sel, ok := lit.Type.(*ast.SelectorExpr)
			if ok && sel.Sel.Name == "Provider" {
				if x, ok := sel.X.(*ast.Ident); ok && x.Name == "upstream" {
					found = true
				}
			}
			return true
		})
	}
	return found
}

func TestDeclarationsAreFoundInSource(t *testing.T) {
	for src, want := range map[string]bool{
		`package a; import "x/upstream"; var Provider = upstream.Provider{Name: "a"}`:             true,
		`package a; import "x/upstream"; var all = []any{upstream.Provider{}}`:                    true,
		`package a; import "x/upstream"; func f() any { return upstream.Provider{} }`:             false,
		`package a; type Provider struct{}; var p = Provider{}`:                                   false,
		"package a; import \"x/upstream\"; var (\n a = 1\n b = upstream.Provider{Name: \"b\"}\n)": true,
	} {
		if got := declares(t, "a.go", []byte(src)); got != want {
			t.Errorf("%s: %v", src, got)
		}
	}
}

func TestDeclarationsAreInOrder(t *testing.T) {
	last := ""
	for _, p := range Providers() {
		if err := p.Validate(); err != nil {
			t.Error(err)
		}
		if p.Docs == "" || p.Attribution == "" && p.Terms == "" {
			t.Errorf("%s: want Docs, and Attribution or Terms", p.Name)
		}
		if p.Name <= last {
			t.Errorf("%s comes after %s", p.Name, last)
		}
		last = p.Name
	}
}
