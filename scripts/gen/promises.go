package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"

	"github.com/farebox/farebox/internal/promise"
)

// promisesOf are the lines of an operation's x-promises.
func promisesOf(op *openapi3.Operation) ([]promise.Line, error) {
	given, _ := op.Extensions["x-promises"].([]any)
	lines := make([]promise.Line, 0, len(given))
	var errs []error
	for _, one := range given {
		line, err := promise.Parse(fmt.Sprint(one))
		errs = append(errs, err)
		lines = append(lines, line)
	}
	return lines, errors.Join(errs...)
}

// lintPromises requires that every input of a paid route that asks providers is in x-promises, and that these name
// inputs and members that exist.
func lintPromises(say sayFunc, where string, op *openapi3.Operation, required bool) {
	lines, err := promisesOf(op)
	if err != nil {
		say(where, "x-promises: %v", err)
	}

	inputs := inputNames(op)
	told := map[string]bool{}
	for _, line := range lines {
		for _, name := range line.Inputs {
			told[name] = true
			if !slices.Contains(inputs, name) {
				say(where, "x-promises: %s is no input", name)
			}
		}
		for _, path := range line.Paths {
			if !isMember(op, path) {
				say(where, "x-promises: the answer has no %s", path)
			}
		}
	}

	for _, name := range inputs {
		if required && !told[name] {
			say(where, "x-promises does not tell what %s promises of the answer, or why nothing", name)
		}
	}
}

func inputNames(op *openapi3.Operation) []string {
	var names []string
	for _, p := range op.Parameters {
		if control, _ := p.Value.Extensions["x-control"].(bool); !control {
			names = append(names, p.Value.Name)
		}
	}
	if op.RequestBody != nil {
		if media := op.RequestBody.Value.Content.Get("application/json"); media != nil && media.Schema != nil {
			names = append(names, sortedKeys(media.Schema.Value.Properties)...)
		}
	}
	return names
}

// isMember says whether the answer has a path such as filings[].form|type.
func isMember(op *openapi3.Operation, path string) bool {
	media := op.Responses.Value("200").Value.Content.Get("application/json")
	if media == nil || media.Schema == nil {
		return false
	}

	at := media.Schema
	for part := range strings.SplitSeq(path, ".") {
		var inner *openapi3.SchemaRef
		for name := range strings.SplitSeq(part, "|") {
			name, each := strings.CutSuffix(name, "[]")
			inner = property(at, name)
			if inner != nil && each {
				inner = inner.Value.Items
			}
			if inner == nil {
				return false
			}
		}
		at = inner
	}
	return true
}

// property is a member of a schema, or of those that it is made of.
func property(s *openapi3.SchemaRef, name string) *openapi3.SchemaRef {
	if member := s.Value.Properties[name]; member != nil {
		return member
	}
	for _, part := range s.Value.AllOf {
		if member := property(part, name); member != nil {
			return member
		}
	}
	return nil
}
