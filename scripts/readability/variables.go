package main

import (
	"fmt"
	"go/ast"
	"go/token"
	"path"
	"slices"
	"strings"
)

// kinds are what package variables are, in the order in which they are printed. The last three need a reason: a
// constant would do, there is nothing yet, or functions change it.
var kinds = []string{
	"tables", "computed tables", "expressions", "errors", "embedded files", "functions", "made once",
	"constants", "without a value", "assigned by functions",
}

// reasons are why some variables need to be odd.
var reasons = map[string]string{
	"version":                     "the linker sets it",
	"handlers/handlertest/loaded": "a cache of what is read off the bundled document, for tests",
	"internal/drift/readers":      "a note of tests for all calls of a process",
	"internal/upstream/contracts": "a cache of what depends on its key alone",
	"internal/upstream/seen":      "tests alone set it; what decodes is in no one's hand",
	"store/insertions":            "a cache of what depends on its key alone",
}

// makers are calls that tell what a variable is.
var makers = map[string]string{
	"errors.New":         "errors",
	"fmt.Errorf":         "errors",
	"regexp.MustCompile": "expressions",
	"sync.OnceFunc":      "made once",
	"sync.OnceValue":     "made once",
	"sync.OnceValues":    "made once",
}

// kindOf says what the variable at this place of a declaration is.
func kindOf(d *ast.GenDecl, s *ast.ValueSpec, at int) string {
	if embedded(d.Doc) || embedded(s.Doc) {
		return "embedded files"
	}
	if len(s.Values) == 0 {
		return "without a value"
	}
	return kindOfValue(s.Values[min(at, len(s.Values)-1)])
}

func embedded(doc *ast.CommentGroup) bool {
	return doc != nil && slices.ContainsFunc(doc.List, func(c *ast.Comment) bool {
		return strings.HasPrefix(c.Text, "//go:embed ")
	})
}

func kindOfValue(value ast.Expr) string {
	switch v := value.(type) {
	case *ast.CompositeLit:
		return "tables"
	case *ast.FuncLit:
		return "functions"
	case *ast.UnaryExpr:
		if v.Op == token.AND {
			return kindOfValue(v.X)
		}
	case *ast.CallExpr:
		if kind := makers[callee(v.Fun)]; kind != "" {
			return kind
		}
	}

	if constant(value) {
		return "constants"
	}
	return "computed tables"
}

// callee is the function of a call as it is written, without type arguments.
func callee(f ast.Expr) string {
	switch f := f.(type) {
	case *ast.SelectorExpr:
		if of, ok := f.X.(*ast.Ident); ok {
			return of.Name + "." + f.Sel.Name
		}
	case *ast.IndexExpr:
		return callee(f.X)
	case *ast.IndexListExpr:
		return callee(f.X)
	}
	return ""
}

// constant reports whether a value is made of literals alone.
func constant(value ast.Expr) bool {
	switch v := value.(type) {
	case *ast.BasicLit:
		return true
	case *ast.Ident:
		return v.Name == "true" || v.Name == "false"
	case *ast.ParenExpr:
		return constant(v.X)
	case *ast.UnaryExpr:
		return constant(v.X)
	case *ast.BinaryExpr:
		return constant(v.X) && constant(v.Y)
	}
	return false
}

// variables are those of a tree.
type variables struct {
	kind     map[variable]string
	assigned map[variable]bool // or what looks like it: names that functions assign and do not declare
}

type variable struct{ folder, name string }

func newVariables() variables {
	return variables{kind: map[variable]string{}, assigned: map[variable]bool{}}
}

// add takes a file without tests.
func (v variables) add(file string, parsed *ast.File) {
	folder := path.Dir(file)
	own := map[any]bool{} // declarations of the package in this file
	for _, d := range parsed.Decls {
		d, ok := d.(*ast.GenDecl)
		if !ok || d.Tok != token.VAR {
			continue
		}
		for _, s := range d.Specs {
			s := s.(*ast.ValueSpec)
			own[s] = true
			for i, name := range s.Names {
				if name.Name != "_" {
					v.kind[variable{folder, name.Name}] = kindOf(d, s, i)
				}
			}
		}
	}

	ast.Inspect(parsed, func(n ast.Node) bool {
		for _, target := range targets(n) {
			name, ok := target.(*ast.Ident)
			if ok && (name.Obj == nil || own[name.Obj.Decl]) {
				v.assigned[variable{folder, name.Name}] = true
			}
		}
		return true
	})
}

// targets are what a statement changes.
func targets(n ast.Node) []ast.Expr {
	switch n := n.(type) {
	case *ast.AssignStmt:
		if n.Tok == token.DEFINE {
			return nil
		}
		var changed []ast.Expr
		for _, target := range n.Lhs {
			changed = append(changed, held(target))
		}
		return changed
	case *ast.IncDecStmt:
		return []ast.Expr{held(n.X)}
	}
	return nil
}

// held is the variable of an element or member.
func held(target ast.Expr) ast.Expr {
	switch t := target.(type) {
	case *ast.IndexExpr:
		return held(t.X)
	case *ast.SelectorExpr:
		return held(t.X)
	case *ast.StarExpr:
		return held(t.X)
	case *ast.ParenExpr:
		return held(t.X)
	}
	return target
}

// byKind counts the variables.
func (v variables) byKind() map[string]int {
	counts := map[string]int{}
	for of, kind := range v.kind {
		if v.assigned[of] {
			kind = "assigned by functions"
		}
		counts[kind]++
	}
	return counts
}

// check fails when there are odd variables.
func (v variables) check() error {
	if odd := v.odd(); len(odd) > 0 {
		return fmt.Errorf("%s\nMake them constants or members of a type, or give a reason in variables.go", strings.Join(odd, "\n"))
	}
	return nil
}

// odd are the variables that need a reason and have none.
func (v variables) odd() []string {
	var found []string
	for of, kind := range v.kind {
		if v.assigned[of] {
			kind = "assigned by functions"
		}
		name := path.Join(of.folder, of.name)
		if slices.Index(kinds, kind) >= slices.Index(kinds, "constants") && reasons[name] == "" {
			found = append(found, name+" is among the "+kind)
		}
	}
	slices.Sort(found)
	return found
}
