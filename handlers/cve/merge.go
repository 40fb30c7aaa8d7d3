package cve

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	gen "github.com/farebox/farebox/gen/cve"
	"github.com/farebox/farebox/handlers/cve/versions"
)

// group is one vulnerability: the records of all databases that share an id.
type group struct {
	ids     []string // the preferred one first
	records []record // in the order of preference of their ids

	basisOf  gen.CVEAdvisoryAffectedBasis // on what ground it is about the version
	disputed []string                     // ids of the records that leave the version out
}

// preference is the rank of an id: GitHub's database first, then those of the ecosystems, then CVE.
func preference(id string) int {
	switch {
	case strings.HasPrefix(id, "GHSA-"):
		return 0
	case strings.HasPrefix(id, "CVE-"):
		return 2
	}
	return 1
}

func byPreference(a, b string) int {
	return cmp.Or(preference(a)-preference(b), strings.Compare(a, b))
}

// merge joins records that have an id in common, directly or through others. Groups come in the order of their first id.
func merge(records []record) []group {
	parent := map[string]string{}
	root := func(id string) string {
		for parent[id] != id {
			if _, known := parent[id]; !known {
				parent[id] = id
			}
			parent[id] = parent[parent[id]]
			id = parent[id]
		}
		return id
	}

	for _, r := range records {
		for _, alias := range append([]string{r.id}, r.aliases...) {
			parent[root(alias)] = root(r.id)
		}
	}

	byRoot := map[string]*group{}
	for _, r := range records {
		key := root(r.id)
		if byRoot[key] == nil {
			byRoot[key] = &group{}
		}
		g := byRoot[key]
		g.records = append(g.records, r)
	}

	ids := map[string][]string{}
	for id := range parent {
		ids[root(id)] = append(ids[root(id)], id)
	}

	groups := make([]group, 0, len(byRoot))
	for key, g := range byRoot {
		// What the advisory is called has to be a record that can be read: an alias may be of a database that has none.
		slices.SortStableFunc(g.records, func(a, b record) int { return byPreference(a.id, b.id) })
		slices.SortFunc(ids[key], byPreference)
		name := g.records[0].id
		g.ids = append([]string{name}, slices.DeleteFunc(ids[key], func(id string) bool { return id == name })...)
		groups = append(groups, *g)
	}

	slices.SortFunc(groups, func(a, b group) int { return strings.Compare(a.ids[0], b.ids[0]) })
	return groups
}

// cves are the CVE ids of the group.
func (g group) cves() []string {
	out := []string{}
	for _, id := range g.ids {
		if cveForm.MatchString(id) {
			out = append(out, id)
		}
	}
	slices.Sort(out)
	return out
}

func (g group) malicious() bool {
	return slices.ContainsFunc(g.ids, func(id string) bool { return strings.HasPrefix(id, "MAL-") })
}

// basis is the record whose ranges are believed: the first that knows where the range with v ends, since some databases leave that
// out; else the first with ranges; nil when no record has any.
func (g group) basis(v versions.Version) *record {
	var first *record
	for i := range g.records {
		r := &g.records[i]
		if r.affects(v) && !r.endless(v) {
			return r
		}
		if first == nil && len(r.intervals) > 0 {
			first = r
		}
	}
	return first
}

// fixes are the versions after v that any record names as mended, smallest first, each once.
func (g group) fixes(v versions.Version) []versions.Version {
	var out []versions.Version
	for _, r := range g.records {
		out = append(out, r.fixes(v)...)
	}
	return ascending(out)
}

// ascending sorts versions and drops those that are the same.
func ascending(list []versions.Version) []versions.Version {
	slices.SortStableFunc(list, versions.Version.Compare)
	return slices.CompactFunc(list, func(a, b versions.Version) bool { return a.Compare(b) == 0 })
}

// recommend gives, for each major line, the smallest version after v that no group with a known end affects: neither
// one of the groups about v nor another of all that are known. It prefers a release to a prerelease. unfixed are the
// ids of the groups that these versions do not mend: those without a known end. Where no version is left to
// recommend, it also has those whose end is only the last affected version.
func recommend(v versions.Version, groups, all []group) (recommended, unfixed []string) {
	recommended = []string{}
	unfixed = []string{}
	var bases []*record
	var fixless []string
	lines := map[int64]bool{} // that have a fix of a group about v
	for _, g := range groups {
		b := g.basis(v)
		if b == nil || !b.affects(v) || b.endless(v) {
			unfixed = append(unfixed, g.ids[0])
			continue
		}
		bases = append(bases, b)
		fixes := b.fixes(v)
		if len(fixes) == 0 {
			fixless = append(fixless, g.ids[0])
		}
		for _, c := range fixes {
			lines[c.Major()] = true
		}
	}
	var others []*record
	for _, g := range all {
		about := slices.ContainsFunc(groups, func(other group) bool { return other.ids[0] == g.ids[0] })
		if b := g.basis(v); b != nil && !about && len(lines) > 0 {
			others = append(others, b)
		}
	}

	var candidates []versions.Version
	for _, b := range slices.Concat(bases, others) {
		candidates = append(candidates, b.fixes(v)...)
	}
	line := map[int64]versions.Version{}
	for _, c := range ascending(candidates) {
		affected := func(b *record) bool { return b.affects(c) || slices.Contains(b.listed, c.String()) }
		ended := func(b *record) bool { return affected(b) && !b.endless(c) }
		if slices.ContainsFunc(bases, affected) || slices.ContainsFunc(others, ended) {
			continue
		}
		if best, ok := line[c.Major()]; !ok || best.IsPrerelease() && !c.IsPrerelease() {
			line[c.Major()] = c
		}
	}

	chosen := ascending(slices.Collect(maps.Values(line)))
	if own := func(c versions.Version) bool { return lines[c.Major()] }; slices.ContainsFunc(chosen, own) {
		chosen = slices.DeleteFunc(chosen, func(c versions.Version) bool { return !own(c) })
	}
	for _, c := range chosen {
		recommended = append(recommended, c.String())
	}
	if len(recommended) == 0 {
		unfixed = append(unfixed, fixless...)
		slices.Sort(unfixed)
	}

	return recommended, unfixed
}
