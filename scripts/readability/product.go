package main

import (
	"go/ast"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
)

// folder is one package: its lines, and the folders or modules of what it imports.
type folder struct {
	lines   int
	imports []string
	command bool
}

// count adds a file to its package.
func (c *code) count(file string, lines int, parsed *ast.File) {
	at := path.Dir(file)
	f := c.folders[at]
	if f == nil {
		f = &folder{}
		c.folders[at] = f
	}

	f.lines += lines
	f.command = f.command || parsed.Name.Name == "main"
	for _, spec := range parsed.Imports {
		if name, err := strconv.Unquote(spec.Path.Value); err == nil {
			f.imports = append(f.imports, name)
		}
	}
}

// partsOf are the lines of what is delivered (the commands with all that they import, and the SDKs), of the programs
// below scripts/, and of what is left: packages that only tests import.
func (c *code) partsOf(module string) (product, scripts, support int) {
	reached := map[string]bool{}
	var reach func(at string)
	reach = func(at string) {
		f := c.folders[at]
		if f == nil || reached[at] {
			return
		}
		reached[at] = true
		product += f.lines
		for _, name := range f.imports {
			if within, ok := strings.CutPrefix(name, module); ok {
				reach(path.Clean("./" + within))
			}
		}
	}

	for at, f := range c.folders {
		isScript := folderOf(at+"/") == "scripts"
		if f.command && !isScript || folderOf(at+"/") == "sdk" {
			reach(at)
		}
		if isScript {
			scripts += f.lines
		}
	}
	return product, scripts, c.lines - product - scripts
}

var moduleLine = regexp.MustCompile(`(?m)^module (\S+)`)

// moduleOf is the name of the module at the root of a tree, or "".
func moduleOf(root string) string {
	text, _ := os.ReadFile(filepath.Join(root, "go.mod"))
	if found := moduleLine.FindSubmatch(text); found != nil {
		return string(found[1])
	}
	return ""
}
