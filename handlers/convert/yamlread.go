package convert

import (
	"cmp"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"math/big"
	"regexp"
	"strings"

	"go.yaml.in/yaml/v4"
)

const (
	maxYAMLDepth = 100
	// maxAliased bounds the nodes that aliases and merge keys add. A list of ten aliases to a list of ten aliases,
	// and so on, has a billion nodes after nine lines.
	maxAliased = 100_000
	// maxRadixDigits bounds hexadecimal and octal integers, whose conversion to decimal is not linear.
	maxRadixDigits = 4096
)

func yamlToJSON(data string, opts options, out *output) error {
	v, err := readYAML(data)
	if err != nil {
		return err
	}
	writeJSON(out, v, opts)
	return nil
}

// readYAML reads one YAML document safely: by the core schema of YAML 1.2, so that yes, no, on and off are text,
// and only with the schema's tags and the standard ones of yaml.org. It applies merge keys (<<). Other keys than
// text become their text. Dates stay as written. A JSON text is read as such.
func readYAML(data string) (*value, error) {
	if start := strings.TrimLeft(data, "\uFEFF \t\r\n"); start != "" && strings.ContainsRune(`{["`, rune(start[0])) {
		if v, err := readJSON(data); err == nil {
			return v, nil
		}
	}
	documents, err := readDocuments(data, 1)
	if err != nil {
		return nil, err
	}
	if len(documents) == 0 {
		return &value{kind: kindNull}, nil
	}
	return documents[0], nil
}

// readDocuments reads the documents of a stream, at most most of them.
func readDocuments(data string, most int) ([]*value, error) {
	data, err := withoutDirectives(data)
	if err != nil {
		return nil, err
	}

	data, breaks := withoutOldBreaks(data)
	var documents []*value
	dec := yaml.NewDecoder(strings.NewReader(data))
	for {
		var doc yaml.Node
		err := guard(func() error { return dec.Decode(&doc) })
		if err == io.EOF {
			return documents, nil
		}
		if err != nil {
			return nil, errors.New(strings.TrimPrefix(err.Error(), "yaml: "))
		}
		if len(documents) == most {
			return nil, errors.New("there is more than one document")
		}
		if overrun(&doc, data) {
			return nil, yamlError(&doc, "a block scalar at the left margin is followed by a mark of a document")
		}
		r := &yamlReader{open: map[*yaml.Node]bool{}, breaks: breaks}
		v, err := r.value(&doc, 0)
		if err != nil {
			return nil, err
		}
		documents = append(documents, v)
	}
}

type yamlReader struct {
	open    map[*yaml.Node]bool // the lists and mappings around the current node
	breaks  *strings.Replacer   // restores what withoutOldBreaks replaced; nil for nothing
	aliases int                 // number of aliases leading to the current node
	aliased int                 // nodes reached through aliases so far
}

func yamlError(n *yaml.Node, format string, args ...any) error {
	return errAtLine(n.Line, format, args...)
}

func (r *yamlReader) value(n *yaml.Node, depth int) (*value, error) {
	if r.aliases > 0 {
		if r.aliased++; r.aliased > maxAliased {
			return nil, yamlError(n, "aliases stand for more than %d nodes", maxAliased)
		}
	}

	switch n.Kind {
	case yaml.DocumentNode:
		return r.value(n.Content[0], depth)
	case yaml.AliasNode:
		r.aliases++
		defer func() { r.aliases-- }()
		return r.value(n.Alias, depth)
	case yaml.ScalarNode:
		return r.scalar(n)
	}

	if r.open[n] {
		return nil, yamlError(n, "an alias stands inside of what it refers to")
	}
	r.open[n] = true
	defer delete(r.open, n)

	if depth == maxYAMLDepth {
		return nil, yamlError(n, "lists and mappings are nested more than %d deep", maxYAMLDepth)
	}

	switch tag := n.ShortTag(); {
	case n.Kind == yaml.SequenceNode && (tag == "!!seq" || tag == "!!omap" || tag == "!!pairs"):
		return r.list(n, tag, depth)
	case n.Kind == yaml.MappingNode && tag == "!!map":
		return r.mapping(n, depth)
	case n.Kind == yaml.MappingNode && tag == "!!set":
		return r.set(n, depth)
	default:
		return nil, yamlError(n, "the tag %s is not supported", shown(tag))
	}
}

// list reads a list. Each member of an !!omap or of !!pairs is a mapping with one member, and the keys of an !!omap
// are unique.
func (r *yamlReader) list(n *yaml.Node, tag string, depth int) (*value, error) {
	v := &value{kind: kindList}
	taken := map[string]bool{}
	for _, item := range n.Content {
		child, err := r.value(item, depth+1)
		if err != nil {
			return nil, err
		}
		if tag != "!!seq" {
			if child.kind != kindObject || len(child.keys) != 1 {
				return nil, yamlError(item, "%s is a list of mappings with one member each", tag)
			}
			key := child.keys[0]
			if tag == "!!omap" && taken[key] {
				return nil, yamlError(item, "the key %q is there twice", shown(key))
			}
			taken[key] = true
		}
		v.items = append(v.items, child)
	}

	return v, nil
}

// set reads a !!set: a mapping whose values are null.
func (r *yamlReader) set(n *yaml.Node, depth int) (*value, error) {
	v, err := r.mapping(n, depth)
	if err != nil {
		return nil, err
	}
	for _, member := range v.values {
		if member.kind != kindNull {
			return nil, yamlError(n, "a member of a !!set has a value")
		}
	}
	return v, nil
}

// mapping reads a mapping. A merge key's members take its place and yield to explicit ones.
func (r *yamlReader) mapping(n *yaml.Node, depth int) (*value, error) {
	keys := make([]string, len(n.Content)/2)
	own := make(map[string]bool, len(keys))
	for i := range keys {
		k := n.Content[2*i]
		if isMerge(k) {
			continue
		}
		var err error
		if keys[i], err = r.key(k); err != nil {
			return nil, err
		}
		if own[keys[i]] {
			return nil, yamlError(k, "the key %q is there twice", shown(keys[i]))
		}
		own[keys[i]] = true
	}

	v := newObject()
	for i, key := range keys {
		k := n.Content[2*i]
		item := n.Content[2*i+1]
		if isMerge(k) {
			if err := r.merge(v, own, item, depth); err != nil {
				return nil, err
			}
			continue
		}
		child, err := r.value(item, depth+1)
		if err != nil {
			return nil, err
		}
		v.set(key, child)
	}

	return v, nil
}

func isMerge(k *yaml.Node) bool { return k.Kind == yaml.ScalarNode && k.ShortTag() == "!!merge" }

// merge adds the missing members of a mapping, or of each mapping in a list.
func (r *yamlReader) merge(v *value, own map[string]bool, from *yaml.Node, depth int) error {
	source, err := r.value(from, depth)
	if err != nil {
		return err
	}

	sources := []*value{source}
	if source.kind == kindList {
		sources = source.items
	}

	for _, s := range sources {
		if s.kind != kindObject {
			return yamlError(from, "a merge key takes a mapping or a list of mappings")
		}
		for i, key := range s.keys {
			if !own[key] && v.find(key) < 0 {
				v.set(key, s.values[i])
			}
		}
	}

	return nil
}

// key is the text of a key.
func (r *yamlReader) key(k *yaml.Node) (string, error) {
	at := k
	if k.Kind == yaml.AliasNode {
		k = k.Alias
	}
	if k.Kind != yaml.ScalarNode {
		return "", yamlError(at, "a key is a list or a mapping, which JSON does not have")
	}
	v, err := r.scalar(k)
	if err != nil {
		return "", err
	}
	if v.kind == kindNull {
		return "null", nil
	}
	return v.text, nil
}

var (
	yamlInt   = regexp.MustCompile(`^[-+]?[0-9]+$`)
	yamlFloat = regexp.MustCompile(`^[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?$`)
	yamlOctal = regexp.MustCompile(`^0o[0-7]+$`)
	yamlHex   = regexp.MustCompile(`^0x[0-9a-fA-F]+$`)
	yamlInf   = regexp.MustCompile(`^([-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN))$`)
)

// scalar reads a scalar by its tag, or by the core schema if it is plain and untagged.
func (r *yamlReader) scalar(n *yaml.Node) (*value, error) {
	v, err := taggedScalar(n)
	if err == nil && v.kind == kindString && r.breaks != nil {
		v.text = r.breaks.Replace(v.text)
	}
	return v, err
}

func taggedScalar(n *yaml.Node) (*value, error) {
	if n.Tag == "!" { // the tag for text, whatever it looks like
		return stringOf(n.Value), nil
	}

	plain := n.Style&(yaml.SingleQuotedStyle|yaml.DoubleQuotedStyle|yaml.LiteralStyle|yaml.FoldedStyle) == 0
	if n.Style&yaml.TaggedStyle == 0 {
		if !plain {
			return stringOf(n.Value), nil
		}
		return coreScalar(n)
	}

	tag := n.ShortTag()
	switch tag {
	case "!!str", "!!timestamp":
		return stringOf(n.Value), nil
	case "!!binary":
		b, err := decodeBase64(n.Value)
		if err != nil {
			return nil, yamlError(n, "!!binary: %s", err)
		}
		return stringOf(base64.StdEncoding.EncodeToString(b)), nil
	case "!!null", "!!bool", "!!int", "!!float":
		v, err := coreScalar(n)
		if err != nil {
			return nil, err
		}
		want := map[string]kind{
			"!!null":  kindNull,
			"!!bool":  kindBool,
			"!!int":   kindNumber,
			"!!float": kindNumber,
		}[tag]
		if v.kind != want || tag == "!!int" && strings.ContainsAny(v.text, ".eE") {
			return nil, yamlError(n, "%q is no %s", shown(n.Value), tag)
		}
		return v, nil
	}

	return nil, yamlError(n, "the tag %s is not supported", shown(tag))
}

// coreScalar reads a plain scalar (YAML 1.2.2, section 10.3.2). Numbers keep their digits.
func coreScalar(n *yaml.Node) (*value, error) {
	switch s := n.Value; s {
	case "", "~", "null", "Null", "NULL":
		return &value{kind: kindNull}, nil
	case "true", "True", "TRUE":
		return boolOf(true), nil
	case "false", "False", "FALSE":
		return boolOf(false), nil
	default:
		switch {
		case yamlInt.MatchString(s), yamlFloat.MatchString(s):
			return numberOf(plainNumber(s)), nil
		case yamlOctal.MatchString(s), yamlHex.MatchString(s):
			if len(s) > maxRadixDigits {
				return nil, yamlError(n, "an octal or hexadecimal integer has more than %d digits", maxRadixDigits)
			}
			i, _ := new(big.Int).SetString(s, 0)
			return numberOf(i.String()), nil
		case yamlInf.MatchString(s):
			return nil, yamlError(n, "%s has no form in JSON", s)
		}
		return stringOf(s), nil
	}
}

// plainNumber turns a decimal number of YAML or TOML into JSON without changing significant digits: no plus sign,
// no leading zeros, a digit on each side of the point.
func plainNumber(s string) string {
	sign := ""
	if s[0] == '-' {
		sign = "-"
	}

	s = strings.TrimLeft(s, "+-")
	exponent := ""
	if i := strings.IndexAny(s, "eE"); i >= 0 {
		s, exponent = s[:i], s[i:]
	}

	whole, fraction, point := strings.Cut(s, ".")
	if whole = strings.TrimLeft(whole, "0"); whole == "" {
		whole = "0"
	}

	if point {
		fraction = cmp.Or(fraction, "0")
		return fmt.Sprintf("%s%s.%s%s", sign, whole, fraction, exponent)
	}

	return sign + whole + exponent
}
