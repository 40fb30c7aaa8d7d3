// Command newroute begins a route: newroute /math/prime 0.001 "Whether a number is prime".
//
// It writes the operation into the family's file of openapi/ and the file of its handler; for a new family, which it
// takes to be one that needs no sources, also its package and its line in server/families.go. What only the author
// knows is left empty: `make gen` names each piece, and `make route` fails until the handler answers.
package main

import (
	_ "embed"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"text/template"
)

//go:embed files.tmpl
var files string

var templates = template.Must(template.New("").Parse(files))

// route is what is known about a route before it is written.
type route struct {
	Path, Family, ID, Method, Price, Summary string

	root string // of the repository
}

func main() {
	err := errors.New(`give a path, a price and a summary: newroute /math/prime 0.001 "Whether a number is prime"`)
	if len(os.Args) == 4 {
		err = begin(".", os.Args[1], os.Args[2], os.Args[3])
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "newroute:", err)
		os.Exit(1)
	}
}

var pathForm = regexp.MustCompile(`^/([a-z][a-z0-9]*)((?:/[a-z][a-z0-9]*(?:-[a-z0-9]+)*)+)$`)

// begin writes the files of a route below root.
func begin(root, path, price, summary string) error {
	parts := pathForm.FindStringSubmatch(path)
	if parts == nil {
		return fmt.Errorf("%s is no path of a family and a name, in small letters: /math/prime", path)
	}
	r := route{
		Path:    path,
		Family:  parts[1],
		ID:      parts[1],
		Price:   price,
		Summary: summary,
		root:    root,
	}
	words := strings.FieldsFunc(parts[2], func(c rune) bool { return c == '/' || c == '-' })
	for _, word := range words {
		r.ID += strings.ToUpper(word[:1]) + word[1:]
	}
	r.Method = strings.ToUpper(r.ID[:1]) + r.ID[1:]

	add := r.addOperation
	if _, err := os.Stat(filepath.Join(root, r.spec())); errors.Is(err, os.ErrNotExist) {
		add = r.addFamily
	}
	if err := add(); err != nil {
		return err
	}
	return r.write(r.handlers(strings.Join(words, "")+".go"), "handler")
}

func (r route) spec() string { return filepath.Join("openapi", r.Family+".yaml") }

func (r route) handlers(file string) string { return filepath.Join("handlers", r.Family, file) }

func (r route) addFamily() error {
	if err := errors.Join(r.write(r.spec(), "spec"), r.write(r.handlers("handlers.go"), "handlers")); err != nil {
		return err
	}
	const folder = "\t\"github.com/farebox/farebox/handlers/"
	return r.edit("server/families.go", func(text string) (string, error) {
		text = inOrder(text, folder, folder+r.Family+"\"\n")
		line := fmt.Sprintf("\t{%q, func(*sources) (routes, error) { return %s.New(), nil }},\n", r.Family, r.Family)
		return inOrder(text, "\t{\"", line), nil
	})
}

// inOrder puts a line before the first of those with a prefix that is to follow it, or behind the last of them.
func inOrder(text, prefix, line string) string {
	at := 0
	end := 0
	for each := range strings.Lines(text) {
		if strings.HasPrefix(each, prefix) && each > line {
			return text[:at] + line + text[at:]
		}
		at += len(each)
		if strings.HasPrefix(each, prefix) {
			end = at
		}
	}
	return text[:end] + line + text[end:]
}

// addOperation puts the operation behind the last one of a family's file.
func (r route) addOperation() error {
	return r.edit(r.spec(), func(text string) (string, error) {
		if strings.Contains(text, "\n  "+r.Path+":\n") {
			return "", errors.New("the route is there already")
		}
		operation, err := r.text("operation")
		schema, schemaErr := r.text("schema")
		text = strings.Replace(text, "\ncomponents:\n", "\n"+operation+"\ncomponents:\n", 1)
		text = strings.Replace(text, "\n  schemas:\n", "\n  schemas:\n"+schema+"\n", 1)
		return text, errors.Join(err, schemaErr)
	})
}

// write makes a file, and leaves one that is there.
func (r route) write(file, name string) error {
	return r.edit(file, func(text string) (string, error) {
		if text != "" {
			return "", errors.New("it is there already")
		}
		return r.text(name)
	})
}

func (r route) text(name string) (string, error) {
	var out strings.Builder
	err := templates.ExecuteTemplate(&out, name, r)
	return out.String(), err
}

// edit changes a file, or makes it of an empty text.
func (r route) edit(file string, change func(string) (string, error)) error {
	path := filepath.Join(r.root, file)
	text, err := os.ReadFile(path)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	changed, err := change(string(text))
	if err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	return errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(changed), 0o644))
}
