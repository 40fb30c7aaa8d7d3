package guard

import (
	"fmt"
	"strings"

	"github.com/ethereum/go-ethereum/accounts/abi"
)

// parameter is one argument of a function: its ABI type and the name that its standard gives it.
type parameter struct {
	name string
	typ  abi.Type
}

// parseParameters reads a list such as "address spender,(address token,uint160 amount)[] details".
func parseParameters(list string) ([]parameter, error) {
	var out []parameter
	for _, part := range splitTop(list) {
		m, err := parseParameter(part)
		if err != nil {
			return nil, err
		}
		typ, err := abi.NewType(m.Type, "", m.Components)
		if err != nil {
			return nil, fmt.Errorf("parameter %q: %w", part, err)
		}
		out = append(out, parameter{name: m.Name, typ: typ})
	}
	return out, nil
}

// parseParameter reads one "type name"; a tuple's type is its members in brackets.
func parseParameter(text string) (abi.ArgumentMarshaling, error) {
	text = strings.TrimSpace(text)
	end := strings.LastIndexByte(text, ' ')
	if end < 0 || strings.HasSuffix(text, ")") {
		return abi.ArgumentMarshaling{}, fmt.Errorf("parameter %q has no name", text)
	}
	m := abi.ArgumentMarshaling{Name: text[end+1:], Type: text[:end]}
	if !strings.HasPrefix(text, "(") {
		return m, nil
	}
	last := strings.LastIndexByte(m.Type, ')')
	if last < 0 {
		return m, fmt.Errorf("parameter %q: the tuple does not end", text)
	}
	for _, part := range splitTop(m.Type[1:last]) {
		member, err := parseParameter(part)
		if err != nil {
			return m, err
		}
		m.Components = append(m.Components, member)
	}
	m.Type = "tuple" + m.Type[last+1:]
	return m, nil
}

// splitTop splits at the commas that are outside of brackets.
func splitTop(list string) []string {
	if strings.TrimSpace(list) == "" {
		return nil
	}
	var parts []string
	depth, start := 0, 0
	for i := range len(list) {
		switch list[i] {
		case '(':
			depth++
		case ')':
			depth--
		case ',':
			if depth == 0 {
				parts = append(parts, list[start:i])
				start = i + 1
			}
		}
	}
	return append(parts, list[start:])
}

// canonical is the signature that the selector is the hash of: "permit(address,(address,uint160))".
func canonical(name string, params []parameter) string {
	types := make([]string, len(params))
	for i, p := range params {
		types[i] = p.typ.String()
	}
	return name + "(" + strings.Join(types, ",") + ")"
}

// dynamic says whether values of t are stored behind an offset. Source: Solidity's contract ABI
// specification, "Formal Specification of the Encoding".
func dynamic(t *abi.Type) bool {
	switch t.T {
	case abi.StringTy, abi.BytesTy, abi.SliceTy:
		return true
	case abi.ArrayTy:
		return dynamic(t.Elem)
	case abi.TupleTy:
		for _, e := range t.TupleElems {
			if dynamic(e) {
				return true
			}
		}
	}
	return false
}

// headSize is the number of bytes that a value of t takes in the head part of its tuple.
func headSize(t *abi.Type) int {
	if dynamic(t) {
		return 32
	}
	switch t.T {
	case abi.ArrayTy:
		return t.Size * headSize(t.Elem)
	case abi.TupleTy:
		n := 0
		for _, e := range t.TupleElems {
			n += headSize(e)
		}
		return n
	}
	return 32
}
