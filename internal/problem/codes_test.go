package problem

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

const importPath = `"github.com/farebox/farebox/internal/problem"`

// codeAt is the place of the code among the arguments of each constructor.
var codeAt = map[string]int{
	"New":           1,
	"InvalidCode":   1,
	"Unprocessable": 1,
	"Unavailable":   0,
	"BadGateway":    0,
}

// TestNoCodeIsSpelledOut: a code is a constant of this package wherever a problem is made.
func TestNoCodeIsSpelledOut(t *testing.T) {
	const root = "../.."
	files := 0
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := entry.Name()
		if entry.IsDir() {
			hidden := strings.HasPrefix(name, ".") && path != root
			if hidden || name == "gen" || name == "testdata" || name == "node_modules" {
				return fs.SkipDir
			}
			return nil
		}
		if !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			return nil
		}

		set := token.NewFileSet()
		file, err := parser.ParseFile(set, path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		files++
		for _, pos := range spelled(file) {
			t.Errorf("%s: a code in quotes: make it a constant of codes.go", set.Position(pos))
		}
		return nil
	})
	if err != nil || files < 500 {
		t.Errorf("%d files: %v", files, err)
	}
}

func TestCodesInQuotesAreFound(t *testing.T) {
	const source = `package p
import (
	"github.com/farebox/farebox/internal/problem"
	other "example.com/problem"
)
var _ = %s
`
	for expression, found := range map[string]int{
		`problem.New(404, "gone", "no")`:                                  1,
		`problem.New(404, problem.CodeNotFound, "no")`:                    0,
		`problem.InvalidCode("q", "too_many_"+what, "no")`:                1,
		`problem.BadGateway(string(kind), err, "no")`:                     0,
		`problem.Unavailable("a", 0, "no").With("b", problem.New(1,"c"))`: 2,
		`&problem.Problem{Status: 400, Code: "a"}`:                        1,
		`problem.Problem{Code: code, Detail: "no"}`:                       0,
		`func() { p.Code = "a" }`:                                         1,
		`other.New(404, "gone", "no")`:                                    0,
		`problem.Invalid("field", "no")`:                                  0,
	} {
		file, err := parser.ParseFile(token.NewFileSet(), "p.go", fmt.Sprintf(source, expression), 0)
		if err != nil {
			t.Fatal(err)
		}
		if got := spelled(file); len(got) != found {
			t.Errorf("%s: %d found", expression, len(got))
		}
	}
}

// TestCodesAreNamesOfTheirOwn: no two constants have one value, and each is a word for programs.
func TestCodesAreNamesOfTheirOwn(t *testing.T) {
	file, err := parser.ParseFile(token.NewFileSet(), "codes.go", nil, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}

	word := regexp.MustCompile(`^[a-z]+(_[a-z0-9]+)*$`)
	names := map[string]string{}
	ast.Inspect(file, func(n ast.Node) bool {
		spec, ok := n.(*ast.ValueSpec)
		if !ok {
			return true
		}
		name := spec.Names[0].Name
		value, err := strconv.Unquote(spec.Values[0].(*ast.BasicLit).Value)
		if err != nil {
			t.Fatal(err)
		}
		if first := names[value]; first != "" {
			t.Errorf("%s and %s are both %s", first, name, value)
		}
		if !word.MatchString(value) {
			t.Errorf("%s is %q", name, value)
		}
		names[value] = name
		return true
	})
	if len(names) < 50 {
		t.Errorf("only %d codes", len(names))
	}

	listed := map[string]bool{}
	for _, group := range Codes() {
		for _, code := range group.Codes {
			if names[code.Name] == "" || listed[code.Name] {
				t.Errorf("%s is listed twice or is no constant", code.Name)
			}
			if code.Meaning == "" || code.Retry == "" || len(code.Statuses) == 0 {
				t.Errorf("%s: %+v leaves something out", code.Name, code)
			}
			listed[code.Name] = true
		}
	}
	for value, name := range names {
		if !listed[value] {
			t.Errorf("%s is not in the list", name)
		}
	}
}

// spelled are the places of a file at which a problem gets a code that is, or holds, a literal.
func spelled(file *ast.File) []token.Pos {
	ours := ""
	for _, imported := range file.Imports {
		if imported.Path.Value != importPath {
			continue
		}
		ours = "problem"
		if imported.Name != nil {
			ours = imported.Name.Name
		}
	}
	inside := file.Name.Name == "problem"
	if ours == "" && !inside {
		return nil
	}

	// named is the name of e within this package: New for problem.New.
	named := func(e ast.Expr) string {
		switch e := e.(type) {
		case *ast.SelectorExpr:
			if of, ok := e.X.(*ast.Ident); ok && of.Name == ours {
				return e.Sel.Name
			}
		case *ast.Ident:
			if inside {
				return e.Name
			}
		}
		return ""
	}

	var found []token.Pos
	check := func(e ast.Expr) {
		if holdsLiteral(e) {
			found = append(found, e.Pos())
		}
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			if at, ok := codeAt[named(n.Fun)]; ok && len(n.Args) > at {
				check(n.Args[at])
			}
		case *ast.CompositeLit:
			if named(n.Type) != "Problem" {
				break
			}
			for _, element := range n.Elts {
				if member, ok := element.(*ast.KeyValueExpr); ok && isName(member.Key, "Code") {
					check(member.Value)
				}
			}
		case *ast.AssignStmt:
			for i, left := range n.Lhs {
				member, ok := left.(*ast.SelectorExpr)
				if ok && member.Sel.Name == "Code" && len(n.Rhs) == len(n.Lhs) {
					check(n.Rhs[i])
				}
			}
		}
		return true
	})
	return found
}

func isName(e ast.Expr, name string) bool {
	id, ok := e.(*ast.Ident)
	return ok && id.Name == name
}

func holdsLiteral(e ast.Expr) bool {
	found := false
	ast.Inspect(e, func(n ast.Node) bool {
		if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
			found = true
		}
		return true
	})
	return found
}
