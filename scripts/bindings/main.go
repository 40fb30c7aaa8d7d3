// Command bindings removes from the Go bindings of contracts in a folder (*.gen.go, by abigen) what the module does not
// use. Run it again after a new use, from abigen's whole output: scripts/abigen.sh and scripts/contracts/build.sh do.
//
//	go run ./scripts/bindings internal/chain/evm/contracts
package main

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

const module = "github.com/farebox/farebox"

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: bindings FOLDER, from the module's root")
		os.Exit(2)
	}
	if err := prune(".", os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "bindings:", err)
		os.Exit(1)
	}
}

// prune rewrites the bindings in a folder of the module at root.
func prune(root, folder string) error {
	files, err := filepath.Glob(filepath.Join(root, folder, "*.gen.go"))
	if err != nil {
		return err
	}
	used, err := namesUsed(root, path.Join(module, filepath.ToSlash(folder)))
	if err != nil {
		return err
	}

	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		if text, err = pruned(text, used); err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
		if err := os.WriteFile(file, text, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// namesUsed are the names in all files that are or import the package, except its generated ones.
func namesUsed(root, pkg string) (map[string]bool, error) {
	used := map[string]bool{}
	err := filepath.WalkDir(root, func(file string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(file, ".go") || strings.HasSuffix(file, ".gen.go") {
			return err
		}

		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		imports := slices.ContainsFunc(parsed.Imports, func(i *ast.ImportSpec) bool {
			return i.Path.Value == fmt.Sprintf("%q", pkg)
		})
		if imports || path.Join(module, filepath.ToSlash(filepath.Dir(file))) == pkg {
			addNames(used, parsed)
		}
		return nil
	})
	return used, err
}

func addNames(names map[string]bool, node ast.Node) {
	ast.Inspect(node, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			names[id.Name] = true
		}
		return true
	})
}

// pruned is the code without the declarations that neither used nor what it needs names.
func pruned(code []byte, used map[string]bool) ([]byte, error) {
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, "", code, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}

	keep := map[ast.Decl]bool{}
	for grown := true; grown; {
		grown = false
		for _, d := range file.Decls {
			if keep[d] || !needed(d, used) {
				continue
			}
			keep[d] = true
			grown = true
			addNames(used, d)
		}
	}

	var out bytes.Buffer
	at := 0
	for _, d := range file.Decls {
		if keep[d] {
			continue
		}
		from := d.Pos()
		if doc := docOf(d); doc != nil {
			from = doc.Pos()
		}
		out.Write(code[at:set.Position(from).Offset])
		at = set.Position(d.End()).Offset
	}
	out.Write(code[at:])
	return format.Source(out.Bytes())
}

// needed says whether a declaration has one of these names. Methods count by their own name, those that an interface of
// the library asks for by the name of their type.
func needed(d ast.Decl, used map[string]bool) bool {
	switch d := d.(type) {
	case *ast.FuncDecl:
		if d.Name.Name == "ContractEventName" {
			receiver, ok := d.Recv.List[0].Type.(*ast.Ident)
			return !ok || used[receiver.Name]
		}
		return used[d.Name.Name]

	case *ast.GenDecl:
		for _, spec := range d.Specs {
			switch s := spec.(type) {
			case *ast.ImportSpec:
				return true
			case *ast.TypeSpec:
				return used[s.Name.Name]
			case *ast.ValueSpec:
				return s.Names[0].Name == "_" || used[s.Names[0].Name]
			}
		}
	}
	return true
}

func docOf(d ast.Decl) *ast.CommentGroup {
	switch d := d.(type) {
	case *ast.FuncDecl:
		return d.Doc
	case *ast.GenDecl:
		return d.Doc
	}
	return nil
}
