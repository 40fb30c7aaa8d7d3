package crypto

import (
	"errors"
	"fmt"
	"regexp"
	"strings"
)

// signature is a function, event or error signature.
type signature struct {
	name   string
	params []string // canonical types
}

// String is the canonical form, the one that is hashed: name(type,type).
func (s signature) String() string { return s.name + "(" + strings.Join(s.params, ",") + ")" }

var (
	identifier = regexp.MustCompile(`^[A-Za-z_$][A-Za-z0-9_$]*$`)
	dimensions = regexp.MustCompile(`^(\[([1-9][0-9]*)?\])*$`)
	fixedPoint = regexp.MustCompile(`^u?fixed([0-9]+)x([0-9]+)$`)
)

// maxTupleDepth bounds tuples in tuples.
const maxTupleDepth = 32

// parseSignature reads name(types). It accepts what people write (spaces, parameter names, indexed,
// data locations, uint for uint256) and keeps the canonical types, tuples among them as (a,b). Types that
// the ABI does not know, such as a contract's or an enum's name, are errors: they have another canonical
// form that only their source knows.
func parseSignature(s string) (signature, error) {
	s = strings.TrimSpace(s)
	open := strings.IndexByte(s, '(')
	if open < 0 {
		return signature{}, errors.New("a signature is a name and types in parentheses, such as transfer(address,uint256)")
	}
	name := strings.TrimSpace(s[:open])
	if !identifier.MatchString(name) {
		return signature{}, fmt.Errorf("%q is not a name", clip(name))
	}
	params, rest, err := parseParams(s[open:], 0)
	if err != nil {
		return signature{}, err
	}
	if strings.TrimSpace(rest) != "" {
		return signature{}, fmt.Errorf("%q follows the closing parenthesis", clip(strings.TrimSpace(rest)))
	}
	return signature{name: name, params: params}, nil
}

// parseParams reads a list in parentheses, which s starts with, and returns what follows it.
func parseParams(s string, depth int) (params []string, rest string, err error) {
	if depth > maxTupleDepth {
		return nil, "", fmt.Errorf("tuples are nested more than %d deep", maxTupleDepth)
	}
	s = s[1:]
	if after, ok := strings.CutPrefix(strings.TrimSpace(s), ")"); ok {
		return nil, after, nil
	}
	for {
		var p string
		if p, s, err = parseParam(s, depth); err != nil {
			return nil, "", err
		}
		params = append(params, p)
		if s == "" {
			return nil, "", errors.New("a closing parenthesis is missing")
		}
		if s[0] == ')' {
			return params, s[1:], nil
		}
		s = s[1:]
	}
}

// parseParam reads one type with what may follow it, and returns the text from its comma or closing
// parenthesis on.
func parseParam(s string, depth int) (param, rest string, err error) {
	s = strings.TrimLeft(s, " \t")
	tuple := ""
	if after, ok := strings.CutPrefix(s, "tuple("); ok {
		s = "(" + after
	}
	if strings.HasPrefix(s, "(") {
		inner, after, err := parseParams(s, depth+1)
		if err != nil {
			return "", "", err
		}
		tuple, s = "("+strings.Join(inner, ",")+")", after
	}
	end := strings.IndexAny(s, ",()")
	if end < 0 {
		end = len(s)
	} else if s[end] == '(' {
		return "", "", fmt.Errorf("a parenthesis opens after %q", clip(s[:end]))
	}
	words := strings.Fields(s[:end])
	if tuple != "" && (s[:end] == "" || s[0] == ' ' || s[0] == '\t') {
		words = append([]string{""}, words...)
	}
	if len(words) == 0 {
		return "", "", errors.New("a type is missing between the commas")
	}
	typ, err := canonicalType(tuple, words[0])
	if err != nil {
		return "", "", err
	}
	if err := parameterWords(words[1:]); err != nil {
		return "", "", err
	}
	return typ, s[end:], nil
}

// parameterWords checks what follows a type: indexed or a data location, then a name.
func parameterWords(words []string) error {
	for i, w := range words {
		if !identifier.MatchString(w) || i > 1 {
			return fmt.Errorf("%q does not belong after a type", clip(w))
		}
		if i == 1 {
			switch words[0] {
			case "indexed", "calldata", "memory", "storage", "payable":
			default:
				return fmt.Errorf("%q does not belong after a type", clip(words[0]))
			}
		}
	}
	return nil
}

// canonicalType is tuple or the canonical name of the elementary type in text, with the dimensions that
// text ends in.
func canonicalType(tuple, text string) (string, error) {
	base, dims := text, ""
	if i := strings.IndexByte(text, '['); i >= 0 {
		base, dims = text[:i], text[i:]
	}
	if !dimensions.MatchString(dims) {
		return "", fmt.Errorf("%q are not array dimensions", clip(dims))
	}
	if tuple != "" {
		if base != "" {
			return "", fmt.Errorf("%q does not belong after a tuple", clip(base))
		}
		return tuple + dims, nil
	}
	switch base {
	case "function":
		return base + dims, nil
	case "fixed", "ufixed":
		return base + "128x18" + dims, nil
	}
	if m := fixedPoint.FindStringSubmatch(base); m != nil {
		bits, okBits := smallNumber(m[1])
		places, okPlaces := smallNumber(m[2])
		if !okBits || bits%8 != 0 || bits > 256 || !okPlaces || places > 80 {
			return "", fmt.Errorf("%s: fixedMxN has M bits, 8 to 256 in steps of 8, and N decimals, 1 to 80", clip(base))
		}
		return base + dims, nil
	}
	t, err := parseElementary(base)
	if err != nil {
		return "", fmt.Errorf("type %q: %w", clip(base), err)
	}
	return t.String() + dims, nil
}

// trimKeyword takes one of the words that source code starts a signature with from s.
func trimKeyword(s string, keywords ...string) string {
	s = strings.TrimSpace(s)
	for _, k := range keywords {
		if rest, ok := strings.CutPrefix(s, k); ok {
			return strings.TrimSpace(rest)
		}
	}
	return s
}
