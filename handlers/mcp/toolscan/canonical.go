package toolscan

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"maps"
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// Canonical appends the RFC 8785 (JCS) form of a JSON value as read with json.Decoder.UseNumber: members sorted by
// the UTF-16 units of their names, numbers as ECMAScript prints them, no spaces. Integers of more than 53 bits keep
// all their digits, so that two that are the same IEEE double hash differently; RFC 8785 wants such numbers to be
// strings.
func Canonical(dst []byte, v any) []byte {
	switch v := v.(type) {
	case nil:
		return append(dst, "null"...)
	case bool:
		return strconv.AppendBool(dst, v)
	case string:
		return appendString(dst, v)
	case json.Number:
		return appendNumber(dst, v)
	case []any:
		dst = append(dst, '[')
		for i, item := range v {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = Canonical(dst, item)
		}
		return append(dst, ']')
	case map[string]any:
		dst = append(dst, '{')
		for i, name := range sortedNames(v) {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = append(appendString(dst, name), ':')
			dst = Canonical(dst, v[name])
		}
		return append(dst, '}')
	}
	return dst
}

// sortedNames are the names of an object in the order of RFC 8785, section 3.2.3: by UTF-16 units, of which each ASCII
// letter is one.
func sortedNames(object map[string]any) []string {
	names := slices.Sorted(maps.Keys(object))
	if slices.ContainsFunc(names, func(name string) bool { return len(name) != utf8.RuneCountInString(name) }) {
		slices.SortFunc(names, func(a, b string) int {
			return slices.Compare(utf16.Encode([]rune(a)), utf16.Encode([]rune(b)))
		})
	}
	return names
}

// appendString writes a string with the escapes of RFC 8785, section 3.2.2.2, and no others.
func appendString(dst []byte, s string) []byte {
	const digits = "0123456789abcdef"
	dst = append(dst, '"')
	from := 0
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c >= 0x20 && c != '"' && c != '\\' {
			continue
		}
		dst = append(dst, s[from:i]...)
		from = i + 1
		switch c {
		case '"', '\\':
			dst = append(dst, '\\', c)
		case '\b':
			dst = append(dst, `\b`...)
		case '\t':
			dst = append(dst, `\t`...)
		case '\n':
			dst = append(dst, `\n`...)
		case '\f':
			dst = append(dst, `\f`...)
		case '\r':
			dst = append(dst, `\r`...)
		default:
			dst = append(dst, `\u00`...)
			dst = append(dst, digits[c>>4], digits[c&15])
		}
	}

	return append(append(dst, s[from:]...), '"')
}

// appendNumber writes a number as ECMAScript's Number::toString does (RFC 8785, section 3.2.2.3).
func appendNumber(dst []byte, n json.Number) []byte {
	text := n.String()
	if !strings.ContainsAny(text, ".eE") && len(text) > 15 {
		if whole, ok := new(big.Int).SetString(text, 10); ok && len(text) <= 1000 {
			return whole.Append(dst, 10)
		}
	}

	f, err := n.Float64()
	if err != nil || math.IsInf(f, 0) {
		return append(dst, text...) // beyond a double: the digits as given
	}
	if f == 0 {
		return append(dst, '0')
	}
	if abs := math.Abs(f); abs >= 1e-6 && abs < 1e21 {
		return strconv.AppendFloat(dst, f, 'f', -1, 64)
	}

	exp := strconv.FormatFloat(f, 'e', -1, 64)
	// Go writes at least two digits of exponent, ECMAScript as few as needed.
	mantissa, e, _ := strings.Cut(exp, "e")
	sign, e := e[:1], strings.TrimLeft(e[1:], "0")
	return append(dst, mantissa+"e"+sign+e...)
}

// hashOf is "sha256:" and the hex SHA-256 of the canonical form.
func hashOf(v any) string {
	sum := sha256.Sum256(Canonical(nil, v))
	return "sha256:" + hex.EncodeToString(sum[:])
}
