package handlertest

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strings"
)

// gap is an answer of a provider that lacks something.
type gap struct {
	why    string
	member string // "results[].npi"; "" if the whole answer is missing
	status int
	body   []byte
}

// page is what a firewall or a portal says in place of an answer.
const page = "<!DOCTYPE html><html><head><title>Just a moment</title></head><body>Please wait.</body></html>"

// zone is what upstreamtest.World calls its zone of DNS.
const zone = "dns:zone"

// missing is a page in place of the whole answer.
var missing = gap{"a page of HTML", "", http.StatusOK, []byte(page)}

// gaps are all answers that lack one thing of a whole one, or fail; thorough ones have null for it too, or lack it at
// one place.
func gaps(asked string, body []byte, thorough bool) []gap {
	var all []gap
	add := func(why, member string, body []byte) { all = append(all, gap{why, member, http.StatusOK, body}) }
	switch document := decoded(body); {
	case len(bytes.TrimSpace(body)) == 0:
		return nil
	case asked == zone:
		for _, kind := range []string{"A", "AAAA", "MX", "NS", "SOA", "TXT"} {
			add("failing questions for "+kind, "", append(slices.Clip(body), "\n;SERVFAIL "+kind...))
		}
		return all

	case document != nil:
		add("an object without members", "", []byte("{}"))
		add("null", "", []byte("null"))
		add("cut off", "", body[:len(body)/2])
		if emptied := uncounted(body); emptied != nil {
			add("without the rows that it counts", "", emptied)
		}
		places := placesOf(document)
		for _, path := range slices.Sorted(maps.Keys(places)) {
			at := places[path]
			add("without "+path, path, changed(document, at, remove))
			if thorough || strings.HasPrefix(asked, "rpc:") && strings.HasSuffix(path, "result") {
				add("with null for "+path, path, changed(document, at, null))
			}
			if thorough && len(at) > 1 {
				add("the first without "+path, path, changed(document, at[:1], remove))
			}
		}
	default:
		columnGaps(body, add)
	}

	add("no body", "", nil)
	return append(all, missing,
		gap{"a page of status 404", "", http.StatusNotFound, []byte(page)},
		gap{"status 503", "", http.StatusServiceUnavailable, nil})
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

// place is where a document has a member.
type place struct {
	object map[string]any
	name   string
}

// placesOf are the places of all members of a document, by their paths.
func placesOf(document any) map[string][]place {
	places := map[string][]place{}
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
				places[path] = append(places[path], place{value, name})
				walk(path, member)
			}
		}
	}

	walk("", document)
	return places
}

func remove(at place) { delete(at.object, at.name) }

func null(at place) { at.object[at.name] = nil }

// changed is the text of a document while it is changed at places.
func changed(document any, places []place, change func(place)) []byte {
	for _, at := range places {
		was := at.object[at.name]
		defer func() { at.object[at.name] = was }()
		change(at)
	}
	text, err := json.Marshal(document)
	if err != nil {
		return nil
	}
	return text
}

// columnGaps adds those of a table: without each of its columns, and without rows. Other texts have none.
func columnGaps(body []byte, add func(why, member string, body []byte)) {
	rows, err := csv.NewReader(bytes.NewReader(body)).ReadAll()
	if err != nil || len(rows) < 2 || len(rows[0]) < 2 {
		return
	}

	add("a table without rows", "", table(rows[:1], -1))
	for i, name := range rows[0] {
		add("without the column "+name, name, table(rows, i))
	}
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
