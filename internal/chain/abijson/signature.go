package abijson

import (
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/ethereum/go-ethereum/accounts/abi"
	"github.com/farebox/farebox/internal/each"
)

// Signature is the signature of a function, an event or an error.
type Signature struct {
	Name   string
	Params []abi.ArgumentMarshaling // types by their canonical names
}

// String is the canonical form, which is hashed: name(type,type).
func (s Signature) String() string { return s.Name + typeList(s.Params) }

// TypeName is the canonical name of a parameter's type: uint256, (address,bool)[2].
func TypeName(p abi.ArgumentMarshaling) string {
	if dims, isTuple := strings.CutPrefix(p.Type, "tuple"); isTuple {
		return typeList(p.Components) + dims
	}
	return p.Type
}

func typeList(params []abi.ArgumentMarshaling) string {
	names := each.Of(params, TypeName)
	return "(" + strings.Join(names, ",") + ")"
}

// Arguments are the parameters in go-ethereum's types, which lack fixed-point numbers. Members of tuples need
// names.
func Arguments(params []abi.ArgumentMarshaling) (abi.Arguments, error) {
	args := make(abi.Arguments, len(params))
	for i, p := range params {
		t, err := abi.NewType(p.Type, "", p.Components)
		if err != nil {
			return nil, fmt.Errorf("parameter %d of type %s: %w", i, p.Type, err)
		}
		args[i] = abi.Argument{Name: p.Name, Type: t}
	}
	return args, nil
}

var (
	identifier = regexp.MustCompile(`^[A-Za-z_$][A-Za-z0-9_$]*$`)
	dimensions = regexp.MustCompile(`^(\[([1-9][0-9]*)?\])*$`)
	fixedPoint = regexp.MustCompile(`^u?fixed([0-9]+)x([0-9]+)$`)
)

// maxTupleDepth bounds tuples in tuples.
const maxTupleDepth = 32

// ParseSignature reads name(types). It accepts what people write (spaces, parameter names, indexed, data locations,
// uint for uint256) and keeps canonical types and names. Types unknown to the ABI, such as a contract's or an
// enum's name, are errors: only their source knows their canonical form.
func ParseSignature(s string) (Signature, error) {
	s = strings.TrimSpace(s)
	open := strings.IndexByte(s, '(')
	if open < 0 {
		return Signature{}, errors.New("a signature is a name and types in parentheses, such as " +
			"transfer(address,uint256)")
	}
	name := strings.TrimSpace(s[:open])
	if !identifier.MatchString(name) {
		return Signature{}, fmt.Errorf("%q is not a name", Clip(name))
	}

	params, rest, err := parseParams(s[open:], 0)
	if err != nil {
		return Signature{}, err
	}
	if rest = strings.TrimSpace(rest); rest != "" {
		return Signature{}, fmt.Errorf("%q follows the closing parenthesis", Clip(rest))
	}
	return Signature{Name: name, Params: params}, nil
}

// parseParams reads a parenthesised list at the start of s and returns the rest.
func parseParams(s string, depth int) (params []abi.ArgumentMarshaling, rest string, err error) {
	if depth > maxTupleDepth {
		return nil, "", fmt.Errorf("tuples are nested more than %d deep", maxTupleDepth)
	}
	s = s[1:]
	if after, ok := strings.CutPrefix(strings.TrimSpace(s), ")"); ok {
		return nil, after, nil
	}

	for {
		var p abi.ArgumentMarshaling
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

// parseParam reads one type and what may follow it, and returns the text from its comma or closing parenthesis on.
func parseParam(s string, depth int) (param abi.ArgumentMarshaling, rest string, err error) {
	s = strings.TrimLeft(s, " \t")
	if after, ok := strings.CutPrefix(s, "tuple("); ok {
		s = "(" + after
	}
	isTuple := strings.HasPrefix(s, "(")
	if isTuple {
		if param.Components, s, err = parseParams(s, depth+1); err != nil {
			return param, "", err
		}
	}

	end := strings.IndexAny(s, ",()")
	if end < 0 {
		end = len(s)
	} else if s[end] == '(' {
		return param, "", fmt.Errorf("a parenthesis opens after %q", Clip(s[:end]))
	}
	words := strings.Fields(s[:end])
	if isTuple && (s[:end] == "" || s[0] == ' ' || s[0] == '\t') {
		words = append([]string{""}, words...)
	}
	if len(words) == 0 {
		return param, "", errors.New("a type is missing between the commas")
	}

	if param.Type, err = canonicalType(isTuple, words[0]); err != nil {
		return param, "", err
	}
	param.Name, err = parameterName(words[1:])
	return param, s[end:], err
}

// parameterName reads what follows a type: indexed or a data location, then a name.
func parameterName(words []string) (string, error) {
	name := ""
	for i, w := range words {
		if !identifier.MatchString(w) || i > 1 {
			return "", fmt.Errorf("%q does not belong after a type", Clip(w))
		}
		if i == 1 {
			switch name {
			case "indexed", "calldata", "memory", "storage", "payable":
			default:
				return "", fmt.Errorf("%q does not belong after a type", Clip(name))
			}
		}
		name = w
	}
	return name, nil
}

// canonicalType is tuple or the canonical name of the elementary type in text, with the array dimensions at its
// end.
func canonicalType(isTuple bool, text string) (string, error) {
	base := text
	dims := ""
	if i := strings.IndexByte(text, '['); i >= 0 {
		base = text[:i]
		dims = text[i:]
	}
	if !dimensions.MatchString(dims) {
		return "", fmt.Errorf("%q are not array dimensions", Clip(dims))
	}

	switch {
	case isTuple && base != "":
		return "", fmt.Errorf("%q does not belong after a tuple", Clip(base))
	case isTuple:
		return "tuple" + dims, nil
	case base == "function":
		return base + dims, nil
	case base == "fixed" || base == "ufixed":
		return base + "128x18" + dims, nil
	}
	if m := fixedPoint.FindStringSubmatch(base); m != nil {
		return base + dims, checkFixedPoint(base, m[1], m[2])
	}

	t, err := Elementary(base)
	if err != nil {
		return "", fmt.Errorf("type %q: %w", Clip(base), err)
	}
	return t.String() + dims, nil
}

func checkFixedPoint(name, bits, places string) error {
	if m, ok := number(bits); ok && m%8 == 0 && m <= 256 {
		if n, ok := number(places); ok && n <= 80 {
			return nil
		}
	}
	return fmt.Errorf("%s: fixedMxN has M bits, 8 to 256 in steps of 8, and N decimals, 1 to 80", Clip(name))
}

// number reads digits without leading zero.
func number(digits string) (int, bool) {
	n, err := strconv.Atoi(digits)
	return n, err == nil && digits[0] != '0'
}
