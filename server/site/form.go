package site

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/farebox/farebox/internal/jsontext"
	"github.com/farebox/farebox/internal/spec"
)

// control is a field of the form on which one tries a route out.
type control struct {
	inputRow
	In      string   // "query", or "" for a member of the body
	Holds   string   // what a member of the body is: text, number, bool or json
	Kind    string   // of the input element; "" for a choice of Options, and long for several lines
	Step    string   // of a number
	Value   string   // of the example
	Options []string // "" first, where none need be chosen
	Unset   string   // what choosing none means
}

// Kinds of a control that are not types of an input element.
const (
	kindChoice = ""
	kindLong   = "long"
)

// controlsOf are the fields for a route, with the values of its example. They are nil for a route without inputs, and
// for one with a part of its path among them.
func controlsOf(op *spec.Operation) ([]control, error) {
	query := op.ExampleQuery()
	members, err := exampleMembers(op)
	if err != nil {
		return nil, err
	}

	var controls []control
	for _, in := range op.Inputs {
		if in.In != "query" && in.In != "" {
			return nil, nil
		}
		c := controlOf(in)
		if in.In == "query" {
			c.Value = query[in.Name]
		} else {
			c.setMember(members[in.Name])
		}
		controls = append(controls, c)
	}
	return controls, nil
}

func controlOf(in spec.Input) control {
	c := control{
		inputRow: rowOf(in),
		In:       in.In,
		Holds:    "text",
		Kind:     "text",
	}

	switch label := in.TypeLabel(); {
	case label == "int":
		c.holdNumber("1")
	case label == "float":
		c.holdNumber("any")
	case label == "bool":
		c.Holds = "bool"
		c.offer(in, "true", "false")
	case label == "str" && len(c.Values) > 0:
		c.offer(in, c.Values...)
	case label != "str":
		c.Holds = "json"
	}
	return c
}

func (c *control) holdNumber(step string) {
	c.Holds = "number"
	c.Kind = "number"
	c.Step = step
}

// offer makes the control a choice, with one more for an input that need not be given.
func (c *control) offer(in spec.Input, options ...string) {
	c.Kind = kindChoice
	c.Options = options
	if in.Required {
		return
	}

	c.Options = slices.Concat([]string{""}, options)
	c.Unset = "not given"
	if in.Schema.Default != nil && in.Schema.Default != "" {
		c.Unset = plain(in.Schema.Default) + ", if not given"
	}
}

// longText is from how many bytes on a text of the body has several lines.
const longText = 80

// setMember gives a member of the body its value, in JSON; nil when the example has none.
func (c *control) setMember(value json.RawMessage) {
	c.Value = string(value)
	var text string
	if c.Holds == "text" && json.Unmarshal(value, &text) == nil {
		c.Value = text
	}
	if c.Holds == "json" && value != nil {
		var lines bytes.Buffer
		if json.Indent(&lines, value, "", "  ") == nil {
			c.Value = lines.String()
		}
	}
	if c.Holds == "json" || c.Kind == "text" && len(c.Value) > longText {
		c.Kind = kindLong
	}
}

// Lines is how tall a field of several lines is.
func (c control) Lines() int { return min(12, max(3, 1+strings.Count(c.Value, "\n"))) }

// exampleMembers are the members of the example of a body, in JSON.
func exampleMembers(op *spec.Operation) (map[string]json.RawMessage, error) {
	if op.Body == nil {
		return nil, nil
	}
	text, err := jsontext.Marshal(op.BodyExample)
	if err != nil {
		return nil, err
	}
	var members map[string]json.RawMessage
	if err := json.Unmarshal(text, &members); err != nil {
		return nil, fmt.Errorf("the body is no object: %w", err)
	}
	return members, nil
}
