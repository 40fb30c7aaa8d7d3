package httpheader

import (
	"net/http"
	"slices"
	"strings"
)

// LinkTargets are the targets of the Link entries that have a relation ("canonical", "next"), in order
// and as written: whoever asks resolves them (RFC 8288, section 3). One header with many entries is the
// same as many headers. An entry that does not close its angle bracket ends its header.
func LinkTargets(h http.Header, relation string) []string {
	var targets []string
	for _, rest := range h.Values("Link") {
		for {
			var target, relations string
			var ok bool
			if target, rest, ok = cutTarget(rest); !ok {
				break
			}

			relations, rest = cutRelations(rest)
			if slices.ContainsFunc(strings.Fields(relations), func(r string) bool {
				return strings.EqualFold(r, relation)
			}) {
				targets = append(targets, target)
			}
		}
	}
	return targets
}

// cutTarget finds the next target, which may hold commas and semicolons, between angle brackets.
func cutTarget(s string) (target, rest string, ok bool) {
	if _, s, ok = strings.Cut(s, "<"); !ok {
		return "", "", false
	}
	return strings.Cut(s, ">")
}

// cutRelations reads an entry's parameters up to its end: a comma, or the bracket of the next target
// where the comma was forgotten. The first rel counts and the others do not (section 3.3).
func cutRelations(s string) (relations, rest string) {
	found := false
	for s != "" && s[0] != ',' && s[0] != '<' {
		var name, value string
		name, value, s = cutParameter(s)
		if !found && strings.EqualFold(name, "rel") {
			relations = value
			found = true
		}
	}
	return relations, s
}

// cutParameter reads a name, and its value if it has one, which may be quoted.
func cutParameter(s string) (name, value, rest string) {
	s = strings.TrimLeft(s, "; \t")
	name, rest = cutBefore(s, "=;,<")
	name = strings.TrimSpace(name)

	if !strings.HasPrefix(rest, "=") {
		return name, "", rest
	}
	rest = strings.TrimLeft(rest[1:], " \t")

	if strings.HasPrefix(rest, `"`) {
		value, rest = cutQuoted(rest[1:])
		return name, value, rest
	}
	value, rest = cutBefore(rest, ";,<")
	return name, strings.TrimSpace(value), rest
}

// cutQuoted reads up to the closing quote. Backslashes stay: no relation has one.
func cutQuoted(s string) (value, rest string) {
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case '"':
			return s[:i], s[i+1:]
		}
	}
	return s, "" // the quote is not closed
}

func cutBefore(s, stops string) (before, rest string) {
	if i := strings.IndexAny(s, stops); i >= 0 {
		return s[:i], s[i:]
	}
	return s, ""
}
