package spec

import (
	"net/url"
	"slices"
	"strings"
)

// Paths with parameters are those of sold APIs alone: no route of the program has one.

// place puts an operation where Lookup finds it.
func (s *Spec) place(o *Operation) {
	if s.byPath[o.Path] == nil {
		s.byPath[o.Path] = map[string]*Operation{}
		if strings.Contains(o.Path, "{") {
			at, _ := slices.BinarySearchFunc(s.templates, o.Path, concreteFirst)
			s.templates = slices.Insert(s.templates, at, o.Path)
		}
	}
	s.byPath[o.Path][o.Method] = o
}

// concreteFirst orders templates so that /pets/{id}/owner goes before /pets/{id}/{part}: the first segment that is a
// parameter in one of them only decides (OpenAPI 3.0.4, Paths Object: concrete definitions are matched first).
func concreteFirst(a, b string) int {
	plain := strings.NewReplacer("{", "\x7f{")
	return strings.Compare(plain.Replace(a), plain.Replace(b))
}

// templateOf is the path of the document that a request's path is one of; "" when there is none.
func (s *Spec) templateOf(path string) string {
	for _, template := range s.templates {
		if matchPath(template, path) != nil {
			return template
		}
	}
	return ""
}

// PathValues are the parameters in a request's path, by name; none for a path without.
func (o *Operation) PathValues(path string) map[string]string {
	if !strings.Contains(o.Path, "{") {
		return nil
	}
	return matchPath(o.Path, path)
}

// matchPath reads path by template, nil when it does not match. A parameter is a whole segment and never empty.
func matchPath(template, path string) map[string]string {
	pattern := strings.Split(template, "/")
	segments := strings.Split(path, "/")
	if len(pattern) != len(segments) {
		return nil
	}

	values := map[string]string{}
	for i, part := range pattern {
		name, isParameter := parameterOf(part)
		switch {
		case isParameter && segments[i] != "" && segments[i] != "." && segments[i] != "..":
			values[name] = segments[i]
		case isParameter || part != segments[i]:
			return nil
		}
	}
	return values
}

// parameterOf is the name in a segment of a template.
func parameterOf(segment string) (name string, is bool) {
	inner, opened := strings.CutPrefix(segment, "{")
	inner, closed := strings.CutSuffix(inner, "}")
	return inner, opened && closed && inner != ""
}

// PathWith is the operation's path with values in the place of its parameters, escaped. A parameter without a value
// stays as it is.
func (o *Operation) PathWith(values map[string]string) string {
	segments := strings.Split(o.Path, "/")
	for i, part := range segments {
		name, is := parameterOf(part)
		if value, given := values[name]; is && given {
			segments[i] = url.PathEscape(value)
		}
	}
	return strings.Join(segments, "/")
}

// ExamplePath is the operation's path with the examples of its parameters.
func (o *Operation) ExamplePath() string {
	values := map[string]string{}
	for _, in := range o.Inputs {
		if in.In == "path" && in.Example != nil {
			values[in.Name] = queryText(in.Example)
		}
	}
	return o.PathWith(values)
}

// Pattern is the path as routers and URLs of resources write it: /pets/:id.
func (o *Operation) Pattern() string {
	segments := strings.Split(o.Path, "/")
	for i, part := range segments {
		if name, is := parameterOf(part); is {
			segments[i] = ":" + name
		}
	}
	return strings.Join(segments, "/")
}
