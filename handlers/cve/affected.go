package cve

import (
	"cmp"
	"slices"
	"strings"

	gen "github.com/farebox/farebox/gen/cve"
	"github.com/farebox/farebox/internal/upstream/osv"
)

// osvNames are OSV's names of the ecosystems that GitHub names otherwise.
var osvNames = map[string]string{
	"pip": "PyPI", "go": "Go", "maven": "Maven", "rust": "crates.io", "composer": "Packagist", "erlang": "Hex", "actions": "GitHub Actions",
	"npm": "npm", "nuget": "NuGet", "rubygems": "RubyGems", "pub": "Pub", "swift": "SwiftURL",
}

// maxRanges is how many ranges of versions are shown of a package.
const maxRanges = 20

// maxAffected is how many packages are shown, and maxFixed how many fixed versions of each: the records of some libraries of
// operating systems name thousands.
const (
	maxAffected = 200
	maxFixed    = 100
)

// affectedList gathers packages in the order they come.
type affectedList struct {
	packages []gen.CVEAffected
	at       map[[2]string]int // by ecosystem and name
	doubtful map[int]bool
}

func (l *affectedList) put(ecosystem, name, fixed, vulnerable string) {
	if name == "" {
		return
	}

	key := [2]string{ecosystem, name}
	at, known := l.at[key]
	if !known {
		if at = len(l.packages); at == maxAffected {
			return
		}
		l.at[key] = at
		l.packages = append(l.packages, gen.CVEAffected{
			Ecosystem:        ecosystem,
			Package:          name,
			FixedVersions:    []string{},
			VulnerableRanges: []string{},
		})
	}

	a := &l.packages[at]
	if fixed != "" && len(a.FixedVersions) < maxFixed && !slices.Contains(a.FixedVersions, fixed) {
		a.FixedVersions = append(a.FixedVersions, fixed)
	}

	if vulnerable != "" && len(a.VulnerableRanges) < maxRanges && !slices.Contains(a.VulnerableRanges, vulnerable) {
		a.VulnerableRanges = append(a.VulnerableRanges, vulnerable)
	}
}

// doubt says that a version fixes a package, and that nobody says which.
func (l *affectedList) doubt(ecosystem, name string) {
	if at, known := l.at[[2]string{ecosystem, name}]; known {
		l.doubtful[at] = true
	}
}

// shown are the packages. The fixes of one whose only ones are in doubt are not known.
func (l *affectedList) shown() []gen.CVEAffected {
	for at := range l.doubtful {
		if p := &l.packages[at]; len(p.FixedVersions) == 0 {
			p.FixedVersions = nil
		}
	}
	return l.packages
}

// affected are the packages by GitHub's database, else by OSV's.
func (f *facts) affected() []gen.CVEAffected {
	list := affectedList{
		packages: []gen.CVEAffected{},
		at:       map[[2]string]int{},
		doubtful: map[int]bool{},
	}
	for _, a := range f.ghsa {
		for _, v := range a.Vulnerabilities {
			ecosystem := cmp.Or(osvNames[v.Package.Ecosystem], v.Package.Ecosystem)
			list.put(ecosystem, v.Package.Name, v.Fixed(), v.Range)
			if v.IsTorn() {
				list.doubt(ecosystem, v.Package.Name)
			}
		}
	}

	if len(list.packages) > 0 {
		return list.shown()
	}

	for _, a := range f.osv {
		for _, p := range a.Affected {
			list.put(p.Package.Ecosystem, p.Package.Name, "", "")
			for _, r := range p.Ranges {
				if slices.ContainsFunc(r.Events, endsUnnamed(r.Type == "GIT")) {
					list.doubt(p.Package.Ecosystem, p.Package.Name)
				}
				if r.Type == "GIT" {
					continue
				}
				text, fixed := rangeText(r.Events)
				list.put(p.Package.Ecosystem, p.Package.Name, "", text)
				for _, version := range fixed {
					list.put(p.Package.Ecosystem, p.Package.Name, version, "")
				}
			}
			if len(p.Ranges) == 0 { // versions named one by one
				list.doubt(p.Package.Ecosystem, p.Package.Name)
			}
		}
	}

	return list.shown()
}

// endsUnnamed is whether an event ends a range without the version that fixes it: by the last affected version, or by
// a commit.
func endsUnnamed(commits bool) func(osv.Event) bool {
	return func(e osv.Event) bool { return e.LastAffected != "" || commits && e.Fixed != "" }
}

// rangeText writes the events of a range, which databases give in order, in GitHub's form, for ecosystems of any order of versions.
// Several intervals are joined with ||.
func rangeText(events []osv.Event) (text string, fixed []string) {
	var parts []string
	from := ""
	open := false

	end := func(operator, version string) {
		bounds := []string{}
		if from != "" {
			bounds = append(bounds, ">= "+from)
		}
		if version != "" {
			bounds = append(bounds, operator+version)
		}
		if len(bounds) == 0 {
			bounds = append(bounds, "*")
		}
		parts = append(parts, strings.Join(bounds, ", "))
		from = ""
		open = false
	}

	for _, e := range events {
		switch {
		case e.Introduced != "":
			if open {
				end("", "")
			}
			open = true
			if e.Introduced != "0" {
				from = e.Introduced
			}
		case e.Fixed != "":
			end("< ", e.Fixed)
			fixed = append(fixed, e.Fixed)
		case e.LastAffected != "":
			end("<= ", e.LastAffected)
		}
	}

	if open {
		end("", "")
	}
	return strings.Join(parts, " || "), fixed
}
