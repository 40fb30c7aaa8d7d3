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
	roots  map[*ast.StructType]bool // those that answers are read into as a whole
	voids  bool                     // an empty object is the provider's word for nothing
}

// field is one of a struct, under the name that JSON has for it.
type field struct {
	name     string
	optional bool            // may be missing
	gaps     bool            // its elements may be null
	nullable bool            // may be null
	none     bool            // null says that there is none
	open     bool            // of a type that its struct leaves open
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
	a := &adapter{
		fields: fieldsOf(files),
		roots:  rootsOf(files),
		voids:  asksForVoid(files),
	}

	for _, reader := range readersOf(files, folder) {
		a.fields = append(a.fields, fieldsOf(reader)...)
	}
	for _, name := range names {
		d[name] = a
	}
	return nil
}

// rootsOf are the structs that variables of functions hold, by themselves or in a list.
func rootsOf(files []*ast.File) map[*ast.StructType]bool {
	named := map[string]ast.Expr{}
	var declared []ast.Expr
	for _, file := range files {
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.TypeSpec:
				named[n.Name.Name] = n.Type
			case *ast.DeclStmt:
				if variables, ok := n.Decl.(*ast.GenDecl); ok {
					declared = append(declared, typesOf(variables)...)
				}
			}
			return true
		})
	}

	roots := map[*ast.StructType]bool{}
	for _, e := range declared {
		if s := structOf(e, named, 0); s != nil && isTagged(s) {
			roots[s] = true
		}
	}
	return roots
}

// typesOf are the types of the variables that are declared with one.
func typesOf(variables *ast.GenDecl) []ast.Expr {
	var types []ast.Expr
	for _, spec := range variables.Specs {
		if value, ok := spec.(*ast.ValueSpec); ok && value.Type != nil {
			types = append(types, value.Type)
		}
	}
	return types
}

// asksForVoid says whether the code knows an empty object as the provider's word for nothing.
func asksForVoid(files []*ast.File) bool {
	asks := false
	for _, file := range files {
		ast.Inspect(file, func(n ast.Node) bool {
			selector, ok := n.(*ast.SelectorExpr)
			asks = asks || ok && ident(selector.X) == "upstream" && selector.Sel.Name == "IsEmptyObject"
			return true
		})
	}
	return asks
}

// readersOf are the packages beside the adapter's own that it imports: they read answers of one form for several
// adapters.
func readersOf(files []*ast.File, folder string) [][]*ast.File {
	var readers [][]*ast.File
	for _, file := range files {
		for _, spec := range file.Imports {
			path, err := strconv.Unquote(spec.Path.Value)
			if err != nil || !strings.Contains(path, "/internal/upstream/") {
				continue
			}
			beside, err := filesOf(filepath.Join(filepath.Dir(folder), filepath.Base(path)))
			if err == nil && len(beside) > 0 {
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
	reads := map[*ast.StructType]bool{} // those of own, whose members are only the tagged fields
	var structs []*ast.StructType
	left := map[*ast.StructType]map[string]bool{} // the types that a struct leaves open
	for _, file := range files {
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.TypeSpec:
				named[n.Name.Name] = n.Type
				if s, isStruct := n.Type.(*ast.StructType); isStruct {
					left[s] = parametersOf(n)
				}
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

	fields := genericFields(files, named)
	for _, s := range structs {
		for _, f := range s.Fields.List {
			if reads[s] && f.Tag == nil {
				continue
			}
			one := &field{
				name:     embedded,
				nullable: isNullable(f.Type),
				gaps:     hasGaps(f.Type),
				in:       s,
				open:     left[s][ident(elementOf(f.Type))],
			}
			var entries []*field
			one.holds, entries = leadsTo(f.Type, named, 0)
			fields = append(fields, entries...)
			if len(f.Names) > 0 {
				one.name = f.Names[0].Name
			}
			one.readTag(f.Tag)
			fields = append(fields, one)
		}
	}
	return fields
}

// genericFields are the fields of generic structs that hold what their type parameter stands for, as in a page of any
// rows: once for each struct that the package puts there. What else such fields say is said where they are declared.
func genericFields(files []*ast.File, named map[string]ast.Expr) []*field {
	generic := map[string]*ast.TypeSpec{}
	var uses []*ast.IndexExpr
	for _, file := range files {
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.TypeSpec:
				if n.TypeParams.NumFields() == 1 {
					generic[n.Name.Name] = n
				}
			case *ast.IndexExpr:
				uses = append(uses, n)
			}
			return true
		})
	}

	var fields []*field
	for _, use := range uses {
		spec := generic[ident(use.X)]
		if spec == nil {
			continue
		}
		s, ok := spec.Type.(*ast.StructType)
		row := structOf(use.Index, named, 0)
		if !ok || row == nil {
			continue
		}
		rows := map[string]ast.Expr{spec.TypeParams.List[0].Names[0].Name: row}
		for _, f := range s.Fields.List {
			if structOf(f.Type, rows, 0) != row {
				continue
			}
			one := &field{
				name:  f.Names[0].Name,
				holds: row,
				in:    s,
			}
			one.readTag(f.Tag)
			fields = append(fields, one)
		}
	}
	return fields
}

// parametersOf are the names of a type's parameters.
func parametersOf(t *ast.TypeSpec) map[string]bool {
	names := map[string]bool{}
	if t.TypeParams == nil {
		return names
	}
	for _, list := range t.TypeParams.List {
		for _, name := range list.Names {
			names[name.Name] = true
		}
	}
	return names
}

// elementOf is what a list is of, or a pointer leads to.
func elementOf(e ast.Expr) ast.Expr {
	for {
		switch inner := e.(type) {
		case *ast.ArrayType:
			e = inner.Elt
		case *ast.StarExpr:
			e = inner.X
		default:
			return e
		}
	}
}

// isTagged says whether fields of a struct have the names of members.
func isTagged(s *ast.StructType) bool {
	return slices.ContainsFunc(s.Fields.List, func(f *ast.Field) bool { return f.Tag != nil })
}

// anyName is the name of the entries of a map, of which any may be missing unless they are objects.
const anyName = "*"

// leadsTo is the struct that a field of this type holds, with the entries of the maps on the way to it.
func leadsTo(e ast.Expr, named map[string]ast.Expr, depth int) (*ast.StructType, []*field) {
	m := mapOf(e, named, depth)
	if m == nil {
		return structOf(e, named, depth), nil
	}
	entry := &field{
		name: anyName,
		in:   &ast.StructType{},
	}
	below, more := leadsTo(m.Value, named, depth)
	entry.holds = below
	entry.nullable = isNullable(m.Value)
	entry.optional = below == nil
	return entry.in, append(more, entry)
}

// mapOf is the map that a type is or holds, under whatever name.
func mapOf(e ast.Expr, named map[string]ast.Expr, depth int) *ast.MapType {
	switch e := e.(type) {
	case *ast.MapType:
		return e
	case *ast.StarExpr:
		return mapOf(e.X, named, depth)
	case *ast.ArrayType:
		return mapOf(e.Elt, named, depth)
	case *ast.IndexExpr:
		return mapOf(e.Index, named, depth)
	case *ast.Ident:
		if named[e.Name] != nil && depth < maxAliases {
			return mapOf(named[e.Name], named, depth+1)
		}
	}
	return nil
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
	words := strings.Fields(reflect.StructTag(text).Get("contract"))
	f.none = slices.Contains(words, "none")
	f.nullable = f.nullable || f.optional || f.none || slices.Contains(words, "nullable")
}

// hasGaps says whether elements of a list or a map of this type may be null.
func hasGaps(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.ArrayType:
		return isNullable(e.Elt)
	case *ast.MapType:
		return isNullable(e.Value)
	}
	return false
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

// structOf is the struct that a type holds: itself, or as elements of a list or what it points to.
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
	case *ast.Ident:
		if found := named[e.Name]; found != nil {
			return structOf(found, named, depth+1)
		}
	case *ast.IndexExpr: // a generic type, whose argument matters
		return structOf(e.Index, named, depth)
	}

	return nil
}

// Allow says whether the provider's adapter declares that what is left after the change may come: a member may be
// missing, or null.
func (d Declared) Allow(c Change) bool {
	if c.Kind != Rename && c.Kind != Null {
		return false
	}
	isElement := strings.HasSuffix(c.Member, each)
	return d.all(c, func(f *field) bool {
		if isElement {
			return c.Kind == Null && f.gaps
		}
		return f.optional || c.Kind == Null && f.nullable
	})
}

// None says whether the change is a null that the provider's adapter declares to say that there is none.
func (d Declared) None(c Change) bool {
	isElement := strings.HasSuffix(c.Member, each)
	return c.Kind == Null && !isElement && d.all(c, func(f *field) bool { return f.none })
}

// all says whether something holds of the fields that the member of a change may mean. Of several, those count that fit
// most of its path, and of these the ones whose struct finds the greatest part of its members beside the member.
func (d Declared) all(c Change, holds func(*field) bool) bool {
	a := d.adapterOf(c.Provider)
	if a == nil {
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
	fails := func(f *field) bool { return !holds(f) }
	return len(fitting) > 0 && !slices.ContainsFunc(fitting, fails)
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

// saysNothing says whether the change makes an answer what the provider says when there is nothing.
func (d Declared) saysNothing(c Change) bool {
	a := d.adapterOf(c.Provider)
	return c.Kind == Empty || c.Kind == Void && a != nil && a.voids
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

// What a step of a path adds to a fit: a little less for a name in other letters, which encoding/json reads too.
const (
	sameName  = 10
	alikeName = 9
)

// fit is how many steps at the end of a path lead to the field, in points.
func (a *adapter) fit(f *field, steps []string) int {
	if len(steps) == 0 || f.name != anyName && !strings.EqualFold(f.name, steps[len(steps)-1]) {
		return 0
	}

	longest := 0
	above := steps[:len(steps)-1]
	for _, parent := range a.holding(f.in, 0) {
		longest = max(longest, a.fit(parent, above))
	}
	switch {
	case f.name == anyName && longest == 0: // an entry of another map
		return 0
	case len(above) == 0 && a.isRoot(f.in, 0): // the member of an answer, which nothing leads to
		longest = sameName
	}
	if f.name != anyName && f.name != steps[len(steps)-1] {
		return alikeName + longest
	}
	return sameName + longest
}

// isUnheld says whether no field holds a struct, so that it is what stands for a type left open.
func (a *adapter) isUnheld(s *ast.StructType) bool {
	return !slices.ContainsFunc(a.fields, func(f *field) bool { return f.holds == s })
}

// isRoot says whether answers are read into a struct, or into one that embeds it.
func (a *adapter) isRoot(s *ast.StructType, depth int) bool {
	if a.roots[s] {
		return true
	}
	return depth < maxAliases && slices.ContainsFunc(a.fields, func(f *field) bool {
		return f.holds == s && f.name == embedded && a.isRoot(f.in, depth+1)
	})
}

// holding are the fields that lead to a struct.
func (a *adapter) holding(s *ast.StructType, depth int) []*field {
	var found []*field
	for _, f := range a.fields {
		switch {
		case f.open && a.isUnheld(s):
			found = append(found, f)
		case f.holds != s:
		case f.name != embedded:
			found = append(found, f)
		case depth < maxAliases:
			found = append(found, a.holding(f.in, depth+1)...)
		}
	}
	return found
}
