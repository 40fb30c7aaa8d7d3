package assortment

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/farebox/farebox/internal/each"
	"github.com/speakeasy-api/openapi/overlay"
	"gopkg.in/yaml.v3"
)

// applyTo applies the actions of the file one after the other, and holds the document after each to what the program
// can serve, so that an error names the line of the action that is at fault.
func (f File) applyTo(doc document) (document, error) {
	actions, lines, err := f.parse()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", f.Name, err)
	}
	root, err := nodeOf(doc)
	if err != nil {
		return nil, err
	}
	whole := actions.Actions
	for i, action := range whole {
		actions.Actions = []overlay.Action{action}
		changed, err := apply(actions, root)
		if err == nil {
			err = check(doc, changed)
		}
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %s: %w", f.Name, lines[i], action.Target, err)
		}
		doc = changed
	}

	return doc, nil
}

// parse reads the file, with the lines that its actions begin on.
func (f File) parse() (*overlay.Overlay, []int, error) {
	actions, err := overlay.ParseReader(bytes.NewReader(f.Text))
	if err != nil {
		return nil, nil, err
	}
	if err := actions.Validate(); err != nil {
		return nil, nil, err
	}
	if actions.JSONPathVersion == "" {
		actions.JSONPathVersion = overlay.JSONPathRFC9535 // which version 1.1 names
	}

	var places struct {
		Actions []yaml.Node `yaml:"actions"`
	}
	if err := yaml.Unmarshal(f.Text, &places); err != nil {
		return nil, nil, err
	}
	lines := each.Of(places.Actions, func(node yaml.Node) int { return node.Line })
	if len(lines) != len(actions.Actions) {
		return nil, nil, errors.New("the actions could not be told apart")
	}
	return actions, lines, nil
}

// nodeOf is the document as the library takes it.
func nodeOf(doc document) (*yaml.Node, error) {
	text, err := json.Marshal(doc)
	if err != nil {
		return nil, err
	}
	var root yaml.Node
	err = yaml.Unmarshal(text, &root) // JSON is YAML
	return &root, err
}

// apply changes root by the actions, and gives the document that it stands for then.
func apply(actions *overlay.Overlay, root *yaml.Node) (document, error) {
	if _, err := actions.ApplyToStrict(root); err != nil {
		return nil, plain(err)
	}
	value, err := valueOf(root)
	if err != nil {
		return nil, err
	}
	members, ok := value.(map[string]any)
	if !ok {
		return nil, errors.New("nothing is left of the document")
	}
	return members, nil
}

// plain is the library's error without its own heading.
func plain(err error) error {
	text := strings.TrimPrefix(err.Error(), "error applying overlay (strict): ")
	if strings.Contains(text, "did not match any targets") {
		return errors.New("the target matches nothing in the document")
	}
	return errors.New(text)
}

// valueOf is a node as JSON has it; numbers keep their digits.
func valueOf(n *yaml.Node) (any, error) {
	switch n.Kind {
	case yaml.DocumentNode:
		return valueOf(n.Content[0])
	case yaml.AliasNode:
		return valueOf(n.Alias)
	case yaml.MappingNode:
		members := make(map[string]any, len(n.Content)/2)
		for i := 0; i+1 < len(n.Content); i += 2 {
			value, err := valueOf(n.Content[i+1])
			if err != nil {
				return nil, err
			}
			members[n.Content[i].Value] = value
		}
		return members, nil
	case yaml.SequenceNode:
		list := make([]any, 0, len(n.Content))
		for _, item := range n.Content {
			value, err := valueOf(item)
			if err != nil {
				return nil, err
			}
			list = append(list, value)
		}
		return list, nil
	}

	return scalarOf(n)
}

func scalarOf(n *yaml.Node) (any, error) {
	switch n.ShortTag() {
	case "!!str", "!!timestamp", "!!binary":
		return n.Value, nil
	case "!!int", "!!float":
		if json.Valid([]byte(n.Value)) {
			return json.Number(n.Value), nil
		}
	}
	var value any
	if err := n.Decode(&value); err != nil {
		return nil, fmt.Errorf("line %d: %w", n.Line, err)
	}
	return value, nil
}
