package match

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/farebox/farebox/internal/party/names"
)

// The sets of this file were measured once: no rule and no prior was set with them.

// germanPersons are the 10,000 persons of the R package RecordLinkage: names and a date of birth, one in ten twice.
func germanPersons(tb testing.TB) *linkageSet {
	tb.Helper()
	var out []record
	for _, r := range readRows(tb, "dblink/RLdata10000.csv", ',') {
		var parts []string
		for _, part := range r[:4] {
			if part != "NA" {
				parts = append(parts, part)
			}
		}
		name := strings.Join(parts, " ")
		born := fmt.Sprintf("%s-%02s-%02s", r[4], r[5], r[6])
		out = append(out, record{
			entity: r[8],
			text:   name + " " + born,
			fields: []string{r[0], r[2], born, "", "", ""},
			item: map[string]string{
				"value": name,
				"dob":   born,
			},
		})
	}
	return ofEntities("person", out)
}

// londoners are the 1,000 persons that Splink is shown with: any field may be missing or garbled.
func londoners(tb testing.TB) *linkageSet {
	tb.Helper()
	var out []record
	for _, r := range readRows(tb, "splink/fake_1000.csv", ',') {
		for i := range r {
			r[i] = strings.TrimSpace(r[i])
		}
		name := strings.TrimSpace(r[1] + " " + r[2])
		if names.Normalize(name) == "" {
			continue
		}
		item := map[string]string{
			"value":   name,
			"dob":     r[3],
			"address": r[4],
			"email":   r[5],
		}
		maps.DeleteFunc(item, func(_, v string) bool { return v == "" })
		out = append(out, record{
			entity: r[6],
			text:   strings.Join(r[1:6], " "),
			fields: []string{r[1], r[2], r[3], r[4], r[5], ""},
			item:   item,
		})
	}
	return ofEntities("person", out)
}

// titled are the rows of a file that a function gives a number and a title of, joined by the pairs of another file.
func titled(tb testing.TB, file, pairs string, comma rune, read func([]string) (id, title string)) *linkageSet {
	tb.Helper()
	entity := map[string]string{}
	root := func(id string) string {
		for entity[id] != "" {
			id = entity[id]
		}
		return id
	}
	for _, p := range readRows(tb, pairs, comma) {
		if a, b := root(p[0]), root(p[1]); a != b {
			entity[a] = b
		}
	}

	var out []record
	for _, r := range readRows(tb, file, comma) {
		id, title := read(r)
		if names.Normalize(title) == "" {
			continue
		}
		out = append(out, record{
			entity: root(id),
			text:   title,
			item:   map[string]string{"value": clipped(title)},
		})
	}
	return ofEntities("product", out)
}

// discs are the albums of CDDB, artist and title.
func discs(tb testing.TB) *linkageSet {
	return titled(tb, "cddb/cddb.csv", "cddb/gt.csv", ',', func(r []string) (id, title string) {
		return r[3], r[0] + " " + r[4]
	})
}

// citations are the references of Cora, author, title and venue.
func citations(tb testing.TB) *linkageSet {
	return titled(tb, "cora/cora.csv", "cora/gt.csv", '|', func(r []string) (id, title string) {
		return r[0], r[2] + " " + r[9] + " " + r[10]
	})
}

// column is the name of a column in the form of Ditto, and quoted what crawlers leave about titles.
var (
	column = regexp.MustCompile(`COL \w+ VAL `)
	quoted = regexp.MustCompile(`"@[\w-]+|"`)
)

// pairs are offers or titles of which only some pairs are judged, in the form of Ditto: two records and whether they
// are one. Of a record the first columns are its title.
func pairs(files ...string) func(testing.TB) *linkageSet {
	return func(tb testing.TB) *linkageSet {
		tb.Helper()
		s := &linkageSet{kind: "product"}
		at := map[string]int{}
		place := func(text string) int {
			title := strings.TrimSpace(quoted.ReplaceAllString(column.Split(text, 3)[1], " "))
			i, known := at[title]
			if !known {
				i = len(s.records)
				at[title] = i
				s.records = append(s.records, record{
					text: title,
					item: map[string]string{"value": clipped(title)},
				})
			}
			return i
		}

		truth := map[[2]int]bool{}
		for _, file := range files {
			for line := range strings.Lines(readText(tb, "ditto/"+file)) {
				f := strings.Split(strings.TrimSpace(line), "\t")
				if len(f) < 3 {
					continue
				}
				a := place(f[0])
				b := place(f[1])
				truth[[2]int{min(a, b), max(a, b)}] = f[2] == "1"
			}
		}
		s.same = func(i, j int) bool { return truth[[2]int{min(i, j), max(i, j)}] }
		s.judged = func(i, j int) bool {
			_, judged := truth[[2]int{min(i, j), max(i, j)}]
			return judged
		}
		return s
	}
}

func readText(tb testing.TB, file string) string {
	tb.Helper()
	folder := os.Getenv("FAREBOX_LINKAGE")
	if folder == "" {
		tb.Skip("the public record-linkage sets are not here: FAREBOX_LINKAGE names no folder")
	}
	text, err := os.ReadFile(filepath.Join(folder, file))
	if err != nil {
		tb.Fatal(err)
	}
	return string(text)
}
