package drift

import (
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// Declared is what the adapters say about the answers of their providers: the structs that JSON is decoded into, by
// the name of the provider. Package upstream says how they say it: a member may be missing when its tag has omitempty,
// and null when it is a pointer too.
type Declared map[string]*adapter

// adapter is the code of one package, with that of the packages that it lets read its answers.
type adapter struct {
	fields []*field
}

// field is one of a struct, under the name that JSON has for it.
type field struct {
	name     string
	optional bool            // may be missing
	nullable bool            // may be null
	holds    *ast.StructType // what it leads to; nil for scalars and what another package declares
	in       *ast.StructType
}

// named says whether a value, as JSON, is the name of a provider.
func (d Declared) named(value string) bool {
	var name string
	return json.Unmarshal([]byte(value), &name) == nil && d[name] != nil
}

// ReadDeclared reads the code below the folders.
func ReadDeclared(folders ...string) (Declared, error) {
	d := Declared{}
	for _, folder := range folders {
		err := filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
			if err != nil || !entry.IsDir() {
				return err
			}
			return d.read(path)
		})
		if err != nil {
			return nil, err
		}
	}
	return d, nil
}

// read takes in one package, when it declares a provider.
func (d Declared) read(folder string) error {
	files, err := filesOf(folder)
	if err != nil {
		return err
	}
	names := providersOf(files)
	if len(names) == 0 {
		return nil
	}
	a := &adapter{fields: fieldsOf(files)}
	for _, reader := range readersOf(files, folder) {
		a.fields = append(a.fields, fieldsOf(reader)...)
	}
	for _, name := range names {
		d[name] = a
	}
	return nil
}

// readersOf are the packages beside the adapter's own that it imports and that declare no provider: they read answers
// of one form for several adapters.
func readersOf(files []*ast.File, folder string) [][]*ast.File {
	var readers [][]*ast.File
	for _, file := range files {
		for _, spec := range file.Imports {
			path, err := strconv.Unquote(spec.Path.Value)
			if err != nil || !strings.Contains(path, "/internal/upstream/") {
				continue
			}
			beside, err := filesOf(filepath.Join(filepath.Dir(folder), filepath.Base(path)))
			if err == nil && len(beside) > 0 && len(providersOf(beside)) == 0 {
				readers = append(readers, beside)
			}
		}
	}
	return readers
}

// filesOf is the code of a package without its tests.
func filesOf(folder string) ([]*ast.File, error) {
	paths, err := filepath.Glob(filepath.Join(folder, "*.go"))
	if err != nil {
		return nil, err
	}

	var files []*ast.File
	for _, path := range paths {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		files = append(files, file)
	}
	return files, nil
}

// providersOf are the names of the providers that a package declares. Of a name that is put together it is the first
// part.
func providersOf(files []*ast.File) []string {
	var names []string
	for _, file := range files {
		ast.Inspect(file, func(n ast.Node) bool {
			literal, ok := n.(*ast.CompositeLit)
			if !ok || !isProvider(literal.Type) {
				return true
			}
			for _, element := range literal.Elts {
				pair, ok := element.(*ast.KeyValueExpr)
				if !ok || ident(pair.Key) != "Name" {
					continue
				}
				value := pair.Value
				if sum, ok := value.(*ast.BinaryExpr); ok {
					value = sum.X
				}
				if text, ok := value.(*ast.BasicLit); ok {
					name, _ := strconv.Unquote(text.Value)
					names = append(names, name)
				}
			}
			return true
		})
	}

	return names
}

func isProvider(e ast.Expr) bool {
	selector, ok := e.(*ast.SelectorExpr)
	return ok && ident(selector.X) == "upstream" && selector.Sel.Name == "Provider"
}

func ident(e ast.Expr) string {
	if id, ok := e.(*ast.Ident); ok {
		return id.Name
	}
	return ""
}

// fieldsOf are those of all structs of a package, the nameless ones within functions and structs too.
func fieldsOf(files []*ast.File) []*field {
	named := map[string]ast.Expr{}
	own := ownReaders(files)
	reads := map[*ast.StructType]bool{} // those of own, of which only what has a tag is a member
	var structs []*ast.StructType
	for _, file := range files {
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.TypeSpec:
				named[n.Name.Name] = n.Type
				if s, isStruct := n.Type.(*ast.StructType); isStruct && own[n.Name.Name] {
					reads[s] = true
				}
			case *ast.StructType:
				structs = append(structs, n)
			}
			return true
		})
	}

	for name := range own {
		if s, isStruct := named[name].(*ast.StructType); isStruct && !isTagged(s) {
			delete(named, name) // it is one value to others
		}
	}

	var fields []*field
	for _, s := range structs {
		for _, f := range s.Fields.List {
			if reads[s] && f.Tag == nil {
				continue
			}
			one := &field{
				name:     embedded,
				nullable: isNullable(f.Type),
				holds:    structOf(f.Type, named, 0),
				in:       s,
			}
			if len(f.Names) > 0 {
				one.name = f.Names[0].Name
			}
			one.readTag(f.Tag)
			if one.holds == nil && isMap(f.Type, named, 0) {
				one.holds = &ast.StructType{}
				fields = append(fields, &field{name: anyName, optional: true, in: one.holds})
			}
			fields = append(fields, one)
		}
	}
	return fields
}

// isTagged says whether fields of a struct have the names of members.
func isTagged(s *ast.StructType) bool {
	return slices.ContainsFunc(s.Fields.List, func(f *ast.Field) bool { return f.Tag != nil })
}

// anyName is the name of the entries of a map, of which any may be missing.
const anyName = "*"

// isMap says whether a type is a map, under whatever name.
func isMap(e ast.Expr, named map[string]ast.Expr, depth int) bool {
	switch e := e.(type) {
	case *ast.MapType:
		return true
	case *ast.StarExpr:
		return isMap(e.X, named, depth)
	case *ast.ArrayType:
		return isMap(e.Elt, named, depth)
	case *ast.IndexExpr:
		return isMap(e.Index, named, depth)
	case *ast.Ident:
		return named[e.Name] != nil && depth < maxAliases && isMap(named[e.Name], named, depth+1)
	}
	return false
}

// ownReaders are the types that read themselves: fields of theirs without a tag are no members.
func ownReaders(files []*ast.File) map[string]bool {
	own := map[string]bool{}
	for _, file := range files {
		for _, declared := range file.Decls {
			f, ok := declared.(*ast.FuncDecl)
			if !ok || f.Recv == nil || f.Name.Name != "UnmarshalJSON" {
				continue
			}
			of := f.Recv.List[0].Type
			if pointer, ok := of.(*ast.StarExpr); ok {
				of = pointer.X
			}
			own[ident(of)] = true
		}
	}
	return own
}

// embedded is the name of a field whose own fields JSON has one step higher.
const embedded = ""

// readTag takes name and options from a field's tag.
func (f *field) readTag(tag *ast.BasicLit) {
	if tag == nil {
		return
	}
	text, err := strconv.Unquote(tag.Value)
	if err != nil {
		return
	}
	name, options, _ := strings.Cut(reflect.StructTag(text).Get("json"), ",")
	if name != "" {
		f.name = name
	}
	for option := range strings.SplitSeq(options, ",") {
		f.optional = f.optional || option == "omitempty" || option == "omitzero"
	}
	f.nullable = f.nullable || f.optional || reflect.StructTag(text).Get("contract") == "nullable"
}

// isNullable says whether a field of this type may be null: a pointer, and what takes anything.
func isNullable(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.StarExpr, *ast.InterfaceType:
		return true
	case *ast.Ident:
		return e.Name == "any"
	case *ast.SelectorExpr:
		return e.Sel.Name == "RawMessage"
	}
	return false
}

// maxAliases bounds how many names lead to a struct.
const maxAliases = 5

// structOf is the struct that a type holds: itself, or as elements of a list, values of a map or what it points to.
func structOf(e ast.Expr, named map[string]ast.Expr, depth int) *ast.StructType {
	if depth > maxAliases {
		return nil
	}

	switch e := e.(type) {
	case *ast.StructType:
		return e
	case *ast.StarExpr:
		return structOf(e.X, named, depth)
	case *ast.ArrayType:
		return structOf(e.Elt, named, depth)
	case *ast.MapType:
		return structOf(e.Value, named, depth)
	case *ast.Ident:
		if found := named[e.Name]; found != nil {
			return structOf(found, named, depth+1)
		}
	case *ast.IndexExpr: // a generic type, of which the argument is what matters
		return structOf(e.Index, named, depth)
	}

	return nil
}

// Allow says whether the provider's adapter declares that what is left after the change may come: a member may be
// missing, or null. Of several fields that its path may mean, those count that fit most of it, and of these the ones
// whose struct finds the greatest part of its members beside the member.
func (d Declared) Allow(c Change) bool {
	a := d.adapterOf(c.Provider)
	if a == nil || strings.HasSuffix(c.Member, each) || c.Kind != Rename && c.Kind != Null {
		return false
	}

	steps := slices.DeleteFunc(strings.Split(c.Member, "/"), func(step string) bool { return step == each })
	best := 0
	var fitting []*field
	for _, f := range a.fields {
		switch fit := a.fit(f, steps); {
		case fit == 0 || fit < best:
		case fit > best:
			best = fit
			fitting = []*field{f}
		default:
			fitting = append(fitting, f)
		}
	}

	most := 0.0
	for _, f := range fitting {
		most = max(most, a.share(f.in, c.beside))
	}
	fitting = slices.DeleteFunc(fitting, func(f *field) bool { return a.share(f.in, c.beside) < most })
	forbids := func(f *field) bool { return !f.optional && (c.Kind != Null || !f.nullable) }
	return len(fitting) > 0 && !slices.ContainsFunc(fitting, forbids)
}

// share is the part of a struct's members that are among those of an object.
func (a *adapter) share(s *ast.StructType, members string) float64 {
	all := 0
	found := 0
	for _, f := range a.fields {
		if f.in != s || f.name == embedded || f.name == "-" {
			continue
		}
		all++
		if strings.Contains(strings.ToLower(members), "/"+strings.ToLower(f.name)+"/") {
			found++
		}
	}
	if all == 0 {
		return 0
	}
	return float64(found) / float64(all)
}

func (d Declared) adapterOf(provider string) *adapter {
	if a := d[provider]; a != nil {
		return a
	}
	for name, a := range d {
		if strings.HasSuffix(name, "-") && strings.HasPrefix(provider, name) {
			return a
		}
	}
	return nil
}

// fit is how many steps at the end of a path lead to the field.
func (a *adapter) fit(f *field, steps []string) int {
	if len(steps) == 0 || f.name != anyName && !strings.EqualFold(f.name, steps[len(steps)-1]) {
		return 0
	}

	longest := 0
	above := steps[:len(steps)-1]
	for _, parent := range a.holding(f.in, 0) {
		longest = max(longest, a.fit(parent, above))
	}
	if f.name == anyName && longest == 0 { // an entry of another map
		return 0
	}
	return 1 + longest
}

// holding are the fields that lead to a struct.
func (a *adapter) holding(s *ast.StructType, depth int) []*field {
	var found []*field
	for _, f := range a.fields {
		switch {
		case f.holds != s:
		case f.name != embedded:
			found = append(found, f)
		case depth < maxAliases:
			found = append(found, a.holding(f.in, depth+1)...)
		}
	}
	return found
}
