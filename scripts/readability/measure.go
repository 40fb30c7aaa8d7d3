package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// code is the counts for a tree.
type code struct {
	functions []function
	folders   map[string]*folder
	lines     int
	long      int // lines of more than 120 characters, a tab counted as four

	assignments         int
	parallel            []string  // where x, y = a, b is; x, err = f() is not parallel
	literals            []string  // where three keys or more are on one line
	variables           variables // of packages
	exported, commented int       // exported names at the top level, and those with a comment

	tests, subtests, parallelTests int
}

type function struct {
	file, where, name string
	lines             int
	blank             bool // it has a blank line
	cyclomatic        int
	nesting           int
}

func (f function) dense() bool { return f.lines >= 20 && !f.blank }

func newCode() *code {
	return &code{
		folders:   map[string]*folder{},
		variables: newVariables(),
	}
}

var generated = regexp.MustCompile("// Code generated |<!-- Generated ")

// read counts the Go files of a tree: tests separately, generated and foreign ones not at all.
func read(root string) (*code, error) {
	c := newCode()
	return c, walk(root, c.add)
}

// walk visits the files of a tree that are our own work: code, pages and YAML.
func walk(root string, visit func(path string, source []byte) error) error {
	return filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := entry.Name()
		if entry.IsDir() {
			hidden := strings.HasPrefix(name, ".") && path != root
			if hidden || name == "vendor" || name == "testdata" || name == "node_modules" {
				return filepath.SkipDir
			}
			return nil
		}
		if !slices.Contains([]string{".go", ".md", ".yaml"}, filepath.Ext(name)) {
			return nil
		}

		source, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		if generated.Match(source[:min(len(source), 2000)]) {
			return nil
		}
		relative, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		return visit(filepath.ToSlash(relative), source)
	})
}

func (c *code) add(path string, source []byte) error {
	if !strings.HasSuffix(path, ".go") {
		return nil
	}
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, path, source, parser.ParseComments)
	if err != nil {
		return err
	}
	if strings.HasSuffix(path, "_test.go") {
		c.countTests(file)
		return nil
	}

	lines := strings.Split(string(source), "\n")
	c.lines += len(lines) - 1
	c.count(path, len(lines)-1, file)
	for _, line := range lines {
		if len([]rune(strings.ReplaceAll(line, "\t", "    "))) > 120 {
			c.long++
		}
	}

	c.variables.add(path, file)
	for _, d := range file.Decls {
		c.declaration(d)
		if fn, ok := d.(*ast.FuncDecl); ok && fn.Body != nil {
			c.functions = append(c.functions, measureFunction(files, path, lines, fn))
		}
	}
	ast.Inspect(file, func(n ast.Node) bool {
		c.statement(path, files, n)
		return true
	})
	return nil
}

func (c *code) countTests(file *ast.File) {
	for _, d := range file.Decls {
		fn, ok := d.(*ast.FuncDecl)
		if ok && fn.Recv == nil && strings.HasPrefix(fn.Name.Name, "Test") && fn.Name.Name != "TestMain" {
			c.tests++
		}
	}
	ast.Inspect(file, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			return true
		}
		selector, ok := call.Fun.(*ast.SelectorExpr)
		if !ok {
			return true
		}
		receiver, ok := selector.X.(*ast.Ident)
		if !ok || receiver.Name != "t" {
			return true
		}

		switch selector.Sel.Name {
		case "Run":
			c.subtests++
		case "Parallel":
			c.parallelTests++
		}
		return true
	})
}

// declaration counts the comments of exported names.
func (c *code) declaration(d ast.Decl) {
	switch d := d.(type) {
	case *ast.FuncDecl:
		c.export(d.Name, d.Doc != nil)
	case *ast.GenDecl:
		for _, spec := range d.Specs {
			switch s := spec.(type) {
			case *ast.TypeSpec:
				c.export(s.Name, s.Doc != nil || d.Doc != nil)
			case *ast.ValueSpec:
				for _, name := range s.Names {
					c.export(name, s.Doc != nil || s.Comment != nil || d.Doc != nil)
				}
			}
		}
	}
}

func (c *code) export(name *ast.Ident, commented bool) {
	if !name.IsExported() {
		return
	}
	c.exported++
	if commented {
		c.commented++
	}
}

func (c *code) statement(path string, files *token.FileSet, n ast.Node) {
	at := func() string { return fmt.Sprintf("%s:%d", path, files.Position(n.Pos()).Line) }
	switch n := n.(type) {
	case *ast.AssignStmt:
		c.assignments++
		if len(n.Rhs) > 1 {
			c.parallel = append(c.parallel, at())
		}

	case *ast.CompositeLit:
		keyed := 0
		for _, e := range n.Elts {
			if _, ok := e.(*ast.KeyValueExpr); ok {
				keyed++
			}
		}
		if keyed >= 3 && files.Position(n.Pos()).Line == files.Position(n.End()).Line {
			c.literals = append(c.literals, at())
		}
	}
}

func measureFunction(files *token.FileSet, path string, lines []string, fn *ast.FuncDecl) function {
	first := files.Position(fn.Pos()).Line
	last := files.Position(fn.End()).Line
	f := function{
		file:       path,
		where:      fmt.Sprintf("%s:%d", path, first),
		name:       fn.Name.Name,
		lines:      last - first + 1,
		cyclomatic: 1,
		nesting:    nesting(fn.Body, 0),
	}
	for _, line := range lines[first-1 : last] {
		if strings.TrimSpace(line) == "" {
			f.blank = true
		}
	}

	ast.Inspect(fn.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.IfStmt, *ast.ForStmt, *ast.RangeStmt:
			f.cyclomatic++
		case *ast.CaseClause:
			if n.List != nil {
				f.cyclomatic++
			}
		case *ast.CommClause:
			if n.Comm != nil {
				f.cyclomatic++
			}
		case *ast.BinaryExpr:
			if n.Op == token.LAND || n.Op == token.LOR {
				f.cyclomatic++
			}
		}
		return true
	})
	return f
}

// nesting is how deep statements with a body are nested.
func nesting(n ast.Node, depth int) int {
	deepest := depth
	ast.Inspect(n, func(inner ast.Node) bool {
		if inner == n {
			return true
		}
		switch s := inner.(type) {
		case *ast.IfStmt:
			deepest = max(deepest, nesting(s.Body, depth+1))
			if s.Else == nil {
				return false
			}
			// "else if" is beside its "if", not inside it.
			if _, chained := s.Else.(*ast.IfStmt); chained {
				deepest = max(deepest, nesting(&ast.BlockStmt{List: []ast.Stmt{s.Else.(*ast.IfStmt)}}, depth))
			} else {
				deepest = max(deepest, nesting(s.Else, depth+1))
			}
			return false
		case *ast.ForStmt:
			deepest = max(deepest, nesting(s.Body, depth+1))
			return false
		case *ast.RangeStmt:
			deepest = max(deepest, nesting(s.Body, depth+1))
			return false
		case *ast.SwitchStmt:
			deepest = max(deepest, nesting(s.Body, depth+1))
			return false
		case *ast.TypeSwitchStmt:
			deepest = max(deepest, nesting(s.Body, depth+1))
			return false
		case *ast.SelectStmt:
			deepest = max(deepest, nesting(s.Body, depth+1))
			return false
		}
		return true
	})

	return deepest
}

func (c *code) print(w io.Writer, module string) {
	lengths := make([]int, 0, len(c.functions))
	var long, dense, longer, longerDense, branchy, deep int
	for _, f := range c.functions {
		lengths = append(lengths, f.lines)
		if f.lines >= 20 {
			long++
		}
		if f.dense() {
			dense++
		}
		if f.lines >= 40 {
			longer++
			if f.dense() {
				longerDense++
			}
		}
		if f.cyclomatic > 15 {
			branchy++
		}
		if f.nesting > 3 {
			deep++
		}
	}
	slices.Sort(lengths)

	row := func(name, format string, values ...any) {
		fmt.Fprintf(w, "%-50s "+format+"\n", append([]any{name}, values...)...)
	}
	row("lines", "%d", c.lines)
	product, scripts, support := c.partsOf(module)
	row("  delivered; scripts; packages only for tests", "%d; %d; %d", product, scripts, support)
	row("functions", "%d", len(lengths))
	row("function lines, median / p99", "%d / %d", quantile(lengths, 0.5), quantile(lengths, 0.99))
	row("functions of 20 lines and more, dense", "%d of %d (%.1f %%)", dense, long, percent(dense, long))
	row(
		"functions of 40 lines and more, dense",
		"%d of %d (%.1f %%)",
		longerDense,
		longer,
		percent(longerDense, longer),
	)
	row("cyclomatic complexity over 15", "%d (%.1f %%)", branchy, percent(branchy, len(lengths)))
	row("nesting over 3", "%d (%.1f %%)", deep, percent(deep, len(lengths)))
	row("parallel assignments", "%d of %d (%.1f %%)",
		len(c.parallel), c.assignments, percent(len(c.parallel), c.assignments))
	row("literals of 3 keys or more on one line", "%d (%.0f per 10,000 lines)",
		len(c.literals), 1e4*ratio(len(c.literals), c.lines))
	row("lines over 120 characters", "%d (%.1f %%)", c.long, percent(c.long, c.lines))
	row("package variables", "%d", len(c.variables.kind))
	counts := c.variables.byKind()
	for _, kind := range kinds {
		row("  "+kind, "%d", counts[kind])
	}
	row("exported names without a comment", "%d of %d (%.1f %%)",
		c.exported-c.commented, c.exported, percent(c.exported-c.commented, c.exported))
	row("tests; t.Run in them; t.Parallel", "%d; %d (%.2f each); %d",
		c.tests, c.subtests, ratio(c.subtests, c.tests), c.parallelTests)
}

func quantile(sorted []int, q float64) int {
	if len(sorted) == 0 {
		return 0
	}
	return sorted[min(int(q*float64(len(sorted))), len(sorted)-1)]
}

func ratio(part, whole int) float64 {
	if whole == 0 {
		return 0
	}
	return float64(part) / float64(whole)
}

func percent(part, whole int) float64 { return 100 * ratio(part, whole) }
