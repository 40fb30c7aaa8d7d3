package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"
)

// family is one file of openapi/ with its references to shared.yaml inlined.
type family struct {
	name string
	doc  *openapi3.T
}

// pkg is the family's Go package: its name without characters invalid in an identifier.
func (f family) pkg() string { return strings.ReplaceAll(f.name, "-", "") }

// notFamilies are the files of openapi/ without routes.
var notFamilies = map[string]bool{"root": true, "shared": true}

// loadFamilies reads the family named only, or all if only is empty.
func loadFamilies(dir, only string) ([]family, error) {
	files, err := filepath.Glob(filepath.Join(dir, "*.yaml"))
	if err != nil {
		return nil, err
	}
	shared, err := loadDoc(filepath.Join(dir, "shared.yaml"))
	if err != nil {
		return nil, err
	}

	var families []family
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".yaml")
		if notFamilies[name] || only != "" && name != only {
			continue
		}
		doc, err := loadDoc(file)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		if err := addStandards(doc, shared); err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		families = append(families, family{name: name, doc: doc})
	}
	return families, nil
}

func loadDoc(file string) (*openapi3.T, error) {
	loader := openapi3.NewLoader()
	loader.IsExternalRefsAllowed = true
	doc, err := loader.LoadFromFile(file)
	if err != nil {
		return nil, err
	}
	doc.InternalizeRefs(context.Background(), componentName)
	return doc, nil
}

// componentName gives a component inlined from shared.yaml the same name, so that every family and the bundle refer
// to the same Problem.
func componentName(_ *openapi3.T, ref openapi3.ComponentRef) string {
	s := ref.RefString()
	return s[strings.LastIndex(s, "/")+1:]
}

// bundleFamilies merges the families into the root document, and declares the controls of shared on their paid routes.
// Two different components with one name are an error: names are unique across the spec.
func bundleFamilies(root string, families []family, shared *openapi3.T) (*openapi3.T, error) {
	data, err := os.ReadFile(root)
	if err != nil {
		return nil, err
	}

	loader := openapi3.NewLoader()
	// The loader wants paths; the root has none of its own.
	doc, err := loader.LoadFromData(append(data, []byte("\npaths: {}\n")...))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", root, err)
	}

	doc.Components = &openapi3.Components{
		Schemas: openapi3.Schemas{}, Responses: openapi3.ResponseBodies{}, Parameters: openapi3.ParametersMap{},
		Headers: openapi3.Headers{}, RequestBodies: openapi3.RequestBodies{}, Examples: openapi3.Examples{},
	}

	for _, f := range families {
		doc.Tags = append(doc.Tags, f.doc.Tags...)
		for path, item := range f.doc.Paths.Map() {
			if doc.Paths.Value(path) != nil {
				return nil, fmt.Errorf("%s: %s is in another family too", f.name, path)
			}
			doc.Paths.Set(path, withControls(item, shared))
		}
		if err := mergeComponents(doc.Components, f.doc.Components); err != nil {
			return nil, fmt.Errorf("%s: %w", f.name, err)
		}
	}

	maps.Copy(doc.Components.Parameters, shared.Components.Parameters)
	for _, name := range controlSchemas {
		doc.Components.Schemas[name] = shared.Components.Schemas[name]
	}

	// Read the merged text again, to detect dangling references and examples that break their schemas.
	text, err := doc.MarshalJSON()
	if err != nil {
		return nil, err
	}

	merged, err := openapi3.NewLoader().LoadFromData(text)
	if err != nil {
		return nil, fmt.Errorf("bundle: %w", err)
	}
	if err := merged.Validate(context.Background(), openapi3.EnableMultiError()); err != nil {
		return nil, fmt.Errorf("bundle: %w", err)
	}

	return merged, nil
}

func mergeComponents(into, from *openapi3.Components) error {
	if from == nil {
		return nil
	}
	if err := mergeMap("schema", into.Schemas, from.Schemas); err != nil {
		return err
	}
	if err := mergeMap("response", into.Responses, from.Responses); err != nil {
		return err
	}
	if err := mergeMap("parameter", into.Parameters, from.Parameters); err != nil {
		return err
	}
	if err := mergeMap("header", into.Headers, from.Headers); err != nil {
		return err
	}
	if err := mergeMap("request body", into.RequestBodies, from.RequestBodies); err != nil {
		return err
	}

	return mergeMap("example", into.Examples, from.Examples)
}

func mergeMap[V any](kind string, into, from map[string]V) error {
	for name, value := range from {
		if old, ok := into[name]; ok && !sameJSON(old, value) {
			return fmt.Errorf("%s %s is defined differently in another family", kind, name)
		}
		into[name] = value
	}
	return nil
}

func sameJSON(a, b any) bool {
	x, errX := json.Marshal(a)
	y, errY := json.Marshal(b)
	return errX == nil && errY == nil && reflect.DeepEqual(x, y)
}

// bundleJSON is the document as committed: indented, keys sorted, without extensions for the code generator, and
// with nullable references as validators want them.
func bundleJSON(doc *openapi3.T) ([]byte, error) {
	tree, err := treeOf(doc)
	if err != nil {
		return nil, err
	}
	dropGeneratorHints(tree)
	if err := permitNull(tree); err != nil {
		return nil, err
	}

	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", " ")
	err = enc.Encode(tree)
	return buf.Bytes(), err
}

// treeOf is the document as JSON values, with numbers as written.
func treeOf(doc *openapi3.T) (any, error) {
	text, err := doc.MarshalJSON()
	if err != nil {
		return nil, err
	}

	var tree any
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.UseNumber()
	err = dec.Decode(&tree)
	return tree, err
}

func dropGeneratorHints(node any) {
	switch n := node.(type) {
	case map[string]any:
		for key, child := range n {
			if strings.HasPrefix(key, "x-go-") || key == "x-oapi-codegen-extra-tags" {
				delete(n, key)
				continue
			}
			dropGeneratorHints(child)
		}
	case []any:
		for _, child := range n {
			dropGeneratorHints(child)
		}
	}
}
