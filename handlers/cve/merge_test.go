package cve

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/farebox/farebox/handlers/cve/versions"
	"github.com/farebox/farebox/internal/upstream/osv"
)

// anyRecords draws records whose ids overlap, with ranges of made-up versions.
func anyRecords(t *rapid.T) []record {
	ids := []string{"GHSA-1", "GHSA-2", "GHSA-3", "CVE-2026-1001", "CVE-2026-1002", "CVE-2026-1003", "PYSEC-1", "GO-1", "MAL-1"}
	number := rapid.Custom(func(t *rapid.T) string {
		return fmt.Sprintf("%d.%d.0%s", rapid.IntRange(0, 3).Draw(t, "major"), rapid.IntRange(0, 4).Draw(t, "minor"), rapid.SampledFrom([]string{"", "", "", "-rc.1"}).Draw(t, "pre"))
	})
	return rapid.SliceOfN(rapid.Custom(func(t *rapid.T) record {
		r := record{id: rapid.SampledFrom(ids).Draw(t, "id"), aliases: rapid.SliceOfN(rapid.SampledFrom(ids), 0, 2).Draw(t, "aliases")}
		events := []osv.Event{{Introduced: "0"}}
		for _, text := range rapid.SliceOfN(number, 0, 3).Draw(t, "events") {
			events = append(events, rapid.SampledFrom([]osv.Event{{Introduced: text}, {Fixed: text}, {Fixed: text}, {LastAffected: text}}).Draw(t, "event"))
		}
		intervals, err := versions.NPM.OfEvents(events)
		if err != nil {
			t.Fatal(err)
		}
		r.intervals = intervals
		return r
	}), 1, 8).Draw(t, "records")
}

// TestMergingLosesNothingAndRepeatsNothing: every record is in one group, no id is in two, and the order of the records is of no
// matter.
func TestMergingLosesNothingAndRepeatsNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		records := anyRecords(t)
		describe := func(groups []group) string {
			var lines []string
			for _, g := range groups {
				lines = append(lines, fmt.Sprint(g.ids, len(g.records)))
			}
			return strings.Join(lines, "\n")
		}
		groups := merge(records)
		seen, count := map[string]bool{}, 0
		for _, g := range groups {
			count += len(g.records)
			for _, id := range g.ids {
				if seen[id] {
					t.Fatalf("%s twice in\n%s", id, describe(groups))
				}
				seen[id] = true
			}
			if g.ids[0] != g.records[0].id || !slices.IsSortedFunc(g.records, func(a, b record) int { return byPreference(a.id, b.id) }) {
				t.Fatalf("not called by its best record: %v", g.ids)
			}
		}
		for _, r := range records {
			if !seen[r.id] {
				t.Fatalf("%s is lost", r.id)
			}
		}
		other := merge(rapid.Permutation(records).Draw(t, "order"))
		if count != len(records) || describe(groups) != describe(other) {
			t.Fatalf("%s\nand\n%s", describe(groups), describe(other))
		}
	})
}

// TestRecommendedVersionsAreNotAffected: each is after the version, in none of the ranges believed, alone on its line, and some
// advisory's fix; an advisory is either mended by all of them or named as unfixed.
func TestRecommendedVersionsAreNotAffected(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v, err := versions.NPM.Parse(fmt.Sprintf("%d.%d.0", rapid.IntRange(0, 2).Draw(t, "major"), rapid.IntRange(0, 4).Draw(t, "minor")))
		if err != nil {
			t.Fatal(err)
		}
		groups := merge(slices.DeleteFunc(anyRecords(t), func(r record) bool { return !r.affects(v) }))
		recommended, unfixed := recommend(v, groups, groups)
		lines := map[int64]bool{}
		for _, text := range recommended {
			c, err := versions.NPM.Parse(text)
			if err != nil || c.Compare(v) <= 0 || lines[c.Major()] {
				t.Fatalf("%s for %s: %v", text, v, err)
			}
			lines[c.Major()] = true
			for _, g := range groups {
				if b := g.basis(v); !slices.Contains(unfixed, g.ids[0]) && b.affects(c) {
					t.Fatalf("%s is affected by %v", text, g.ids)
				}
			}
		}
		for _, g := range groups {
			b := g.basis(v)
			if open := b.endless(v) || len(recommended) == 0 && len(b.fixes(v)) == 0; open != slices.Contains(unfixed, g.ids[0]) {
				t.Fatalf("%v: without a fix %v, unfixed %v", g.ids, open, unfixed)
			}
		}
	})
}

// BenchmarkScan is the work on the answers of a package with 400 advisories in two records each.
func BenchmarkScan(b *testing.B) {
	target, err := ecosystems[0].target("name", "version", "p", "1.0.0")
	if err != nil {
		b.Fatal(err)
	}
	var list []osv.Advisory
	for i := range 400 {
		for _, id := range []string{fmt.Sprintf("GHSA-%d", i), fmt.Sprintf("PYSEC-%d", i)} {
			a := osv.Advisory{ID: id, Aliases: []string{fmt.Sprintf("CVE-2026-%d", 1000+i)}, Severity: []osv.Severity{{Type: "CVSS_V3", Score: v31}}, Affected: make([]osv.Affected, 1)}
			a.Affected[0].Package.Ecosystem, a.Affected[0].Package.Name = "npm", "p"
			a.Affected[0].Ranges = []osv.Range{{Type: "SEMVER", Events: []osv.Event{{Introduced: "0"}, {Fixed: fmt.Sprintf("1.%d.0", i+1)}, {Introduced: "2.0.0"}, {Fixed: fmt.Sprintf("2.0.%d", i+1)}}}}
			list = append(list, a)
		}
	}
	b.ReportAllocs()
	for b.Loop() {
		var records []record
		for _, a := range list {
			records = append(records, target.ofOSV(a))
		}
		groups := merge(records)
		if recommended, _ := recommend(target.version, groups, groups); len(groups) != 400 || len(recommended) != 2 {
			b.Fatal(len(groups), recommended)
		}
		for _, g := range groups {
			_ = target.show(g, nil)
		}
	}
}
