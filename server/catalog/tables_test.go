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

	"github.com/farebox/farebox/gen"
	"github.com/farebox/farebox/internal/dated"
	"github.com/farebox/farebox/internal/spec"
)

func TestDeclarationsOfTablesAreWholeAndInOrder(t *testing.T) {
	last := ""
	for _, table := range tables(t) {
		if err := table.Validate(); err != nil {
			t.Error(err)
		}
		if table.Name <= last {
			t.Errorf("%s comes after %s", table.Name, last)
		}
		last = table.Name
	}
}

// Who reads /health or docs/tables.md looks for the routes that are named there.
func TestTablesNameRoutesAndFamiliesOfTheSpec(t *testing.T) {
	s, err := spec.Load(gen.OpenAPI)
	if err != nil {
		t.Fatal(err)
	}
	known := map[string]bool{}
	for _, op := range s.Operations {
		known[op.Path] = true
		known[op.Family] = true
	}
	for _, table := range tables(t) {
		for _, route := range table.Routes {
			if !known[route] {
				t.Errorf("%s: %s is no route or family", table.Name, route)
			}
		}
	}
}

func TestEveryDeclaredTableIsListed(t *testing.T) {
	imported := importsOf(t, "tables.go")
	eachPackage(t, func(folder string, files []*ast.File) {
		pkg := "github.com/farebox/farebox/" + folder
		if slices.ContainsFunc(files, declaresTable) && !slices.Contains(imported, pkg) {
			t.Errorf("%s declares a table that is not in Tables", folder)
		}
	})

	named := 0
	eachPackage(t, func(_ string, files []*ast.File) {
		for _, f := range files {
			named += tablesIn(f)
		}
	})
	if listed := len(tables(t)); named != listed {
		t.Errorf("%d tables are declared and %d are listed", named, listed)
	}
}

// code are packages whose embedded files are part of the program, and no statements about the world.
var code = map[string]string{
	"handlers/drug":                "the words of labels for classes of drugs",
	"handlers/macro":               "what each indicator is called at its source",
	"handlers/match":               "trained trees for two titles",
	"handlers/mcp":                 "what scans were right about, as the program measured itself",
	"handlers/prediction/question": "words for the same",
	"handlers/txguard":             "what judgements were right about, as measured once",
	"handlers/txguard/guard":       "rules: what functions and messages of standards do",
	"handlers/txguard/tokenrisk/simulate/contracts": "a compiled contract",
	"internal/upstream":                             "a script of the shared cache",
	"internal/web/extract":                          "a trained model of how pages are built",
	"internal/web/extract/metadata":                 "names of months",
}

// What is embedded and says something of the world is of some day: its package declares it.
func TestEveryEmbeddedTableIsDeclared(t *testing.T) {
	seen := map[string]bool{}
	eachPackage(t, func(folder string, files []*ast.File) {
		forTests := strings.Contains(folder+"/", "test/")
		if forTests || !slices.ContainsFunc(files, embeds) {
			return
		}
		seen[folder] = true
		declared := slices.ContainsFunc(files, declaresTable)
		switch {
		case code[folder] == "" && !declared:
			t.Errorf("%s embeds files and declares no table", folder)
		case code[folder] != "" && declared:
			t.Errorf("%s declares a table: take the exception out", folder)
		}
	})
	for folder := range code {
		if !seen[folder] {
			t.Errorf("%s embeds nothing any more: take the exception out", folder)
		}
	}
}

func tables(t *testing.T) []dated.Table {
	t.Helper()
	list, err := Tables()
	if err != nil {
		t.Fatal(err)
	}
	return list
}

func importsOf(t *testing.T, name string) []string {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly)
	if err != nil {
		t.Fatal(err)
	}
	var list []string
	for _, i := range file.Imports {
		list = append(list, strings.Trim(i.Path.Value, `"`))
	}
	return list
}

// eachPackage gives the files of each package below handlers and internal, tests left out.
func eachPackage(t *testing.T, see func(folder string, files []*ast.File)) {
	t.Helper()
	packages := map[string][]*ast.File{}
	root := os.DirFS("../..")
	for _, top := range []string{"handlers", "internal"} {
		err := fs.WalkDir(root, top, func(path string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
				return err
			}
			text, err := fs.ReadFile(root, path)
			if err != nil {
				return err
			}
			mentions := strings.Contains(string(text), "dated") || strings.Contains(string(text), "go:embed")
			if !mentions || strings.HasPrefix(path, "internal/dated/") {
				return nil
			}
			file, err := parser.ParseFile(token.NewFileSet(), path, text, parser.ParseComments)
			if err != nil {
				return err
			}
			folder := filepath.ToSlash(filepath.Dir(path))
			packages[folder] = append(packages[folder], file)
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	for folder, files := range packages {
		see(folder, files)
	}
}

// tablesIn counts the literals of dated.Table that say what a table holds.
func tablesIn(file *ast.File) int {
	count := 0
	ast.Inspect(file, func(n ast.Node) bool {
		literal, ok := n.(*ast.CompositeLit)
		if !ok || len(literal.Elts) == 0 {
			return true
		}
		if sel, ok := literal.Type.(*ast.SelectorExpr); ok && sel.Sel.Name == "Table" {
			if x, ok := sel.X.(*ast.Ident); ok && x.Name == "dated" {
				count++
			}
		}
		return true
	})
	return count
}

func declaresTable(file *ast.File) bool { return tablesIn(file) > 0 }

func embeds(file *ast.File) bool {
	for _, group := range file.Comments {
		for _, c := range group.List {
			if strings.HasPrefix(c.Text, "//go:embed ") {
				return true
			}
		}
	}
	return false
}

func TestTablesAreFoundInSource(t *testing.T) {
	for source, want := range map[string]int{
		`package a; import "x/dated"; var D = dated.Table{Name: "a"}`:                  1,
		`package a; import "x/dated"; func f() any { return dated.Table{Name: "a"} }`:  1,
		`package a; import "x/dated"; func f() dated.Table { return dated.Table{} }`:   0,
		`package a; import "x/dated"; var D = []dated.Table{x.Y}`:                      0,
		`package a; type Table struct{ Name string }; var D = Table{Name: "a"}`:        0,
		`package a; import "x/dated"; var A, B = dated.Table{N: 1}, dated.Table{N: 2}`: 2,
	} {
		file, err := parser.ParseFile(token.NewFileSet(), "a.go", source, 0)
		if err != nil {
			t.Fatal(err)
		}
		if got := tablesIn(file); got != want {
			t.Errorf("%s: %d", source, got)
		}
	}
}
