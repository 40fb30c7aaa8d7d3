// Package projectsites knows the sites of projects, from a directory of them and the registry of clear signing
// (ERC-7730).
package projectsites

import (
	_ "embed"
	"regexp"
	"slices"
	"strings"
	"sync"

	"golang.org/x/net/publicsuffix"

	"github.com/farebox/farebox/internal/dated"
	"github.com/farebox/farebox/internal/each"
)

// Dated declares the table.
var Dated = dated.Table{
	Name:      "project_sites",
	Holds:     "The sites of projects.",
	Source:    "oss-directory (Open Source Observer), Apache-2.0; registry of clear signing (ERC-7730), CC0",
	URL:       "https://github.com/opensource-observer/oss-directory",
	AsOf:      "2026-08-08",
	GoodUntil: "2027-08-08", // a domain is somebody else's a year after its owner stops paying
	Renew:     "Run scripts/descriptors on newer copies: projects lose their domains.",
	Routes:    []string{"/tx/signature"},
}

//go:embed sites.tsv
var sitesText string

var sites = sync.OnceValue(func() map[string]bool { return each.WordSet(sitesText) })

// byName are the domains of sites by the names that they are registered by; one of several.
var byName = sync.OnceValue(func() map[string]string {
	out := map[string]string{}
	for host := range sites() {
		name, domain := Registered(host)
		out[name] = max(out[name], domain)
	}
	return out
})

// Registered is the domain of a host, and the name that it is registered by. An IP address has neither.
func Registered(host string) (name, domain string) {
	domain, _ = publicsuffix.EffectiveTLDPlusOne(host)
	name, _, _ = strings.Cut(domain, ".")
	return name, domain
}

// Listed says whether a host is a project's site, or below one.
func Listed(host string) bool {
	for more := host != ""; more; _, host, more = strings.Cut(host, ".") {
		if sites()[host] {
			return true
		}
	}
	return false
}

// Taken says whether a host is no project's site, and has the name of one that is.
func Taken(host string) bool {
	name, _ := Registered(host)
	return byName()[name] != "" && !Listed(host)
}

var word = regexp.MustCompile(`[a-z0-9]+`)

// longName is from how many letters on a name is sought within others.
const longName = 5

// Posed gives the site of a project that a text names, if a host that no project has contains the project's name: as
// gmx-trading.app contains that of gmx.io. The whole name under another ending does not count: many projects have
// several sites.
func Posed(host, text string) string {
	if Listed(host) {
		return ""
	}
	label, _ := Registered(host)
	parts := strings.Split(label, "-")
	for _, name := range word.FindAllString(strings.ToLower(text), -1) {
		part := slices.Contains(parts, name) || len(name) >= longName && strings.Contains(label, name)
		if site := byName()[name]; site != "" && name != label && part {
			return site
		}
	}
	return ""
}
