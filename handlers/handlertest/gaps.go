package handlertest

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"maps"
	"regexp"
	"slices"
	"strings"
)

// gap is an answer of a provider that lacks something.
type gap struct {
	why    string
	member string // "results[].npi"; "" if the whole answer is missing
	body   []byte
}

// page is what a firewall or a portal says in place of an answer.
const page = "<!DOCTYPE html><html><head><title>Just a moment</title></head><body>Please wait.</body></html>"

// gaps are all answers that lack one thing of a whole one; thorough ones have null for it too, or lack it at one place.
func gaps(body []byte, thorough bool) []gap {
	if len(bytes.TrimSpace(body)) == 0 {
		return nil
	}

	all := []gap{
		{"a page of HTML", "", []byte(page)},
		{"no body", "", nil},
	}
	if document := decoded(body); document != nil {
		all = append(all, gap{"an object without members", "", []byte("{}")}, gap{"null", "", []byte("null")})
		if emptied := uncounted(body); emptied != nil {
			all = append(all, gap{"without the rows that it counts", "", emptied})
		}
		for _, path := range members(document) {
			without := changed(body, path, every, remove)
			all = append(all, gap{"without " + path, path, without})
			if !thorough {
				continue
			}
			all = append(all, gap{"with null for " + path, path, changed(body, path, every, null)})
			if one := changed(body, path, first, remove); !bytes.Equal(one, without) {
				all = append(all, gap{"the first without " + path, path, one})
			}
		}
		return all
	}
	return append(all, columnGaps(body)...)
}

// counting names members that say how many rows there are.
var counting = regexp.MustCompile(`(?i)^(count|total|total_results|.*_count|.*Count)$`)

// uncounted is an answer that counts rows and has none, nil if it counts none or has no list.
func uncounted(body []byte) []byte {
	document, _ := decoded(body).(map[string]any)
	counted := false
	emptied := false
	var walk func(object map[string]any)
	walk = func(object map[string]any) {
		for name, member := range object {
			switch member := member.(type) {
			case map[string]any:
				walk(member)
			case json.Number:
				counted = counted || counting.MatchString(name) && member != "0"
			case []any:
				emptied = emptied || len(member) > 0
				object[name] = []any{}
			}
		}
	}
	walk(document)
	if !counted || !emptied {
		return nil
	}

	text, err := json.Marshal(document)
	if err != nil {
		return nil
	}
	return text
}

func decoded(body []byte) any {
	var document any
	decoder := json.NewDecoder(bytes.NewReader(body))
	decoder.UseNumber()
	if err := decoder.Decode(&document); err != nil {
		return nil
	}
	switch document.(type) {
	case map[string]any, []any:
		return document
	}
	return nil
}

// members are the paths of all members of a document, in order.
func members(document any) []string {
	var paths []string
	var walk func(at string, value any)

	walk = func(at string, value any) {
		switch value := value.(type) {
		case []any:
			for _, item := range value {
				walk(at+"[]", item)
			}
		case map[string]any:
			for name, member := range value {
				path := strings.TrimPrefix(at+"."+name, ".")
				paths = append(paths, path)
				walk(path, member)
			}
		}
	}

	walk("", document)
	slices.Sort(paths)
	return slices.Compact(paths)
}

// every and first are how many places of a path are changed.
const (
	every = -1
	first = 1
)

func remove(object map[string]any, name string) { delete(object, name) }

func null(object map[string]any, name string) { object[name] = nil }

// changed is a body in which a member is changed at a number of places.
func changed(body []byte, path string, places int, change func(map[string]any, string)) []byte {
	document := decoded(body)
	var walk func(at string, value any)
	walk = func(at string, value any) {
		switch value := value.(type) {
		case []any:
			for _, item := range value {
				walk(at+"[]", item)
			}
		case map[string]any:
			for _, name := range slices.Sorted(maps.Keys(value)) {
				here := strings.TrimPrefix(at+"."+name, ".")
				switch {
				case places == 0:
					return
				case here == path:
					change(value, name)
					places--
				case strings.HasPrefix(path, here):
					walk(here, value[name])
				}
			}
		}
	}
	walk("", document)

	text, err := json.Marshal(document)
	if err != nil {
		return nil
	}
	return text
}

// columnGaps are those of a table: without each of its columns, and without rows. Other texts have no gaps.
func columnGaps(body []byte) []gap {
	rows, err := csv.NewReader(bytes.NewReader(body)).ReadAll()
	if err != nil || len(rows) < 2 || len(rows[0]) < 2 {
		return nil
	}

	all := []gap{{"a table without rows", "", table(rows[:1], -1)}}
	for i, name := range rows[0] {
		all = append(all, gap{"without the column " + name, name, table(rows, i)})
	}
	return all
}

// table is the table without a column, whole with -1.
func table(rows [][]string, without int) []byte {
	var text bytes.Buffer
	writer := csv.NewWriter(&text)
	for _, row := range rows {
		if without >= 0 && without < len(row) {
			row = slices.Delete(slices.Clone(row), without, without+1)
		}
		_ = writer.Write(row) // into memory
	}
	writer.Flush()
	return text.Bytes()
}
