package spec

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"
	"golang.org/x/sync/errgroup"
)

// decode reads a JSON document as [openapi3.Loader.LoadFromData] does, in less time. The library reads each level
// twice, once for its extensions, and so reads the whole text four times before it comes to a path. Here paths and
// schemas, which are nearly all of the text, are cut out first and read beside each other.
func decode(document []byte) (*openapi3.T, error) {
	var parts map[string]json.RawMessage
	if err := json.Unmarshal(document, &parts); err != nil {
		return nil, err
	}
	itemTexts, err := cutPaths(parts)
	if err != nil {
		return nil, err
	}
	schemasText, err := cutSchemas(parts)
	if err != nil {
		return nil, err
	}

	var items map[string]*openapi3.PathItem
	var schemas openapi3.Schemas
	var both errgroup.Group
	both.Go(func() (err error) {
		items, err = decodeItems(itemTexts)
		return err
	})
	both.Go(func() error { return decodePart("components: schemas", schemasText, &schemas) })
	if err := both.Wait(); err != nil {
		return nil, err
	}

	rest, err := json.Marshal(parts)
	if err != nil {
		return nil, err
	}
	doc := &openapi3.T{}
	if err := json.Unmarshal(rest, doc); err != nil {
		return nil, err
	}
	for path, item := range items {
		doc.Paths.Set(path, item)
	}
	if schemas != nil {
		doc.Components.Schemas = schemas
	}
	return doc, openapi3.NewLoader().ResolveRefsIn(doc, nil)
}

// cutPaths takes the paths out of the document and leaves what else is among them, extensions.
func cutPaths(parts map[string]json.RawMessage) (items map[string]json.RawMessage, err error) {
	if err := decodePart("paths", parts["paths"], &items); err != nil || items == nil {
		return nil, err
	}

	others := map[string]json.RawMessage{}
	for name, text := range items {
		if !strings.HasPrefix(name, "/") {
			others[name] = text
			delete(items, name)
		}
	}
	parts["paths"], err = json.Marshal(others)
	return items, err
}

// cutSchemas takes the schemas out of the document's components.
func cutSchemas(parts map[string]json.RawMessage) (schemas json.RawMessage, err error) {
	var components map[string]json.RawMessage
	if err := decodePart("components", parts["components"], &components); err != nil || components == nil {
		return nil, err
	}

	schemas = components["schemas"]
	delete(components, "schemas")
	parts["components"], err = json.Marshal(components)
	return schemas, err
}

func decodeItems(texts map[string]json.RawMessage) (map[string]*openapi3.PathItem, error) {
	items := make(map[string]*openapi3.PathItem, len(texts))
	for path, text := range texts {
		item := &openapi3.PathItem{}
		if err := decodePart(path, text, item); err != nil {
			return nil, err
		}
		items[path] = item
	}
	return items, nil
}

// decodePart reads a part of the document, and leaves what is nil if the document lacks it.
func decodePart(name string, text json.RawMessage, what any) error {
	if text == nil {
		return nil
	}
	if err := json.Unmarshal(text, what); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}
