package match

import (
	"cmp"
	"testing"

	"github.com/farebox/farebox/internal/party/names"
)

// The sets of this file have things that many shops or papers write, each in its own way.

// notebooks are those of a contest, by the titles of the pages that offer them: every pair is judged.
func notebooks(file, pairs string) func(testing.TB) *linkageSet {
	return func(tb testing.TB) *linkageSet {
		tb.Helper()
		rows := readRows(tb, "sigmod/"+file, ',')
		title := 1 // of the contest of 2022
		if len(rows[0]) > 13 {
			title = 13
		}
		return joined(tb, rows, readRows(tb, "sigmod/"+pairs, ','), 0, title)
	}
}

// cameraPages are the pages of 24 shops by their titles.
func cameraPages(tb testing.TB) *linkageSet {
	return labelled(tb, "alaska/cameras.csv", 1, 2)
}

// affiliations are those of authors as papers print them.
func affiliations(tb testing.TB) *linkageSet {
	return labelled(tb, "leipzig/affiliations.csv", 1, 2)
}

// prices are the offers of one category of PriceRunner's.
func prices(category string) func(testing.TB) *linkageSet {
	return titlesOf("pricerunner/" + category + ".csv")
}

// titlesOf are the titles of a file of numbers, things and titles.
func titlesOf(file string) func(testing.TB) *linkageSet {
	return func(tb testing.TB) *linkageSet { return labelled(tb, file, 1, 2) }
}

// labelled are rows that name the thing that they stand for.
func labelled(tb testing.TB, file string, entity, title int) *linkageSet {
	tb.Helper()
	var out []record
	for _, r := range readRows(tb, file, ',') {
		if names.Normalize(r[title]) == "" {
			continue
		}
		out = append(out, record{
			entity: r[entity],
			text:   r[title],
			item:   map[string]string{"value": clipped(r[title])},
		})
	}
	return ofEntities("product", out)
}

// joined are rows whose pairs are labelled in another file: two numbers and whether they are one, which is so where
// there is no label.
func joined(tb testing.TB, rows, pairs [][]string, id, title int) *linkageSet {
	tb.Helper()
	parent := map[string]string{}
	root := func(id string) string {
		for parent[id] != "" {
			id = parent[id]
		}
		return id
	}
	for _, p := range pairs {
		if len(p) > 2 && p[2] != "1" {
			continue
		}
		if a, b := root(p[0]), root(p[1]); a != b {
			parent[cmp.Or(a, b)] = b
		}
	}

	var out []record
	for _, r := range rows {
		if names.Normalize(r[title]) == "" {
			continue
		}
		out = append(out, record{
			entity: root(r[id]),
			text:   r[title],
			item:   map[string]string{"value": clipped(r[title])},
		})
	}
	return ofEntities("product", out)
}
