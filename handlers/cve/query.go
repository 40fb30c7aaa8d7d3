package cve

import (
	"net/url"
	"regexp"
	"strings"

	"github.com/package-url/packageurl-go"

	gen "github.com/farebox/farebox/gen/cve"
	"github.com/farebox/farebox/handlers/cve/versions"
	"github.com/farebox/farebox/internal/problem"
)

// ecosystem is what the sources call one of the eight ecosystems, and its rules.
type ecosystem struct {
	id     gen.CVEScanSubjectEcosystem
	osv    string // case matters
	github string
	deps   string // empty where deps.dev does not have it
	purl   string
	order  versions.Order
	name   *regexp.Regexp
	like   string // how names look, for people
}

var ecosystems = []ecosystem{
	{gen.Npm, "npm", "npm", "npm", "npm", versions.NPM, regexp.MustCompile(`^(@[A-Za-z0-9~_.-]+/)?[A-Za-z0-9~_.-]+$`), "lodash or @babel/core"},
	{gen.Pypi, "PyPI", "pip", "pypi", "pypi", versions.PyPI, regexp.MustCompile(`^[A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?$`), "requests"},
	{gen.Go, "Go", "go", "go", "golang", versions.Go, regexp.MustCompile(`^[A-Za-z0-9~_.-]+(/[A-Za-z0-9~_.!-]+)*$`), "golang.org/x/net, or stdlib"},
	{gen.Maven, "Maven", "maven", "maven", "maven", versions.Maven, regexp.MustCompile(`^[A-Za-z0-9_.-]+:[A-Za-z0-9_.-]+$`), "group:artifact, such as org.apache.logging.log4j:log4j-core"},
	{gen.Cargo, "crates.io", "rust", "cargo", "cargo", versions.Cargo, regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_-]*$`), "serde_json"},
	{gen.Nuget, "NuGet", "nuget", "nuget", "nuget", versions.NuGet, regexp.MustCompile(`^[A-Za-z0-9_][A-Za-z0-9_.-]*$`), "Newtonsoft.Json"},
	{gen.Rubygems, "RubyGems", "rubygems", "rubygems", "gem", versions.RubyGems, regexp.MustCompile(`^[A-Za-z0-9_.-]+$`), "rails"},
	{gen.Packagist, "Packagist", "composer", "", "composer", versions.Packagist, regexp.MustCompile(`^[A-Za-z0-9_.-]+/[A-Za-z0-9_.-]+$`), "vendor/name, such as symfony/http-kernel"},
}

var ecosystemAliases = map[string]gen.CVEScanSubjectEcosystem{
	"npm": gen.Npm, "node": gen.Npm, "nodejs": gen.Npm, "javascript": gen.Npm, "js": gen.Npm,
	"pypi": gen.Pypi, "python": gen.Pypi, "pip": gen.Pypi, "py": gen.Pypi,
	"go": gen.Go, "golang": gen.Go,
	"maven": gen.Maven, "java": gen.Maven,
	"cargo": gen.Cargo, "crates.io": gen.Cargo, "crates": gen.Cargo, "rust": gen.Cargo,
	"nuget": gen.Nuget, "dotnet": gen.Nuget, ".net": gen.Nuget,
	"rubygems": gen.Rubygems, "gem": gen.Rubygems, "ruby": gen.Rubygems,
	"packagist": gen.Packagist, "composer": gen.Packagist, "php": gen.Packagist,
}

const ecosystemNames = "npm, pypi, go, maven, cargo, nuget, rubygems or packagist"

func ecosystemOf(match func(ecosystem) bool) (ecosystem, bool) {
	for _, e := range ecosystems {
		if match(e) {
			return e, true
		}
	}
	return ecosystem{}, false
}

// target is the version of a package that is asked about.
type target struct {
	ecosystem
	pkg     string
	given   string // the version
	text    string // as OSV takes it
	version versions.Version
	purl    *string // as given
}

// readTarget reads the inputs: either a package URL or all three of ecosystem, name and version.
func readTarget(p gen.CVEScanParams) (target, error) {
	given := func(s *string) string {
		if s == nil {
			return ""
		}
		return strings.TrimSpace(*s)
	}

	link := given(p.Purl)
	eco := given(p.Ecosystem)
	name := given(p.Name)
	version := given(p.Version)
	if link != "" {
		if eco != "" || name != "" || version != "" {
			return target{}, problem.Invalid("purl", "give either purl, or ecosystem, name and version, not both")
		}
		return readPurl(link)
	}

	for _, input := range [][2]string{{"ecosystem", eco}, {"name", name}, {"version", version}} {
		if input[1] == "" {
			return target{}, problem.InvalidCode(input[0], problem.CodeMissingInput,
				"give ecosystem, name and version, or a purl: %s is missing", input[0])
		}
	}

	id, ok := ecosystemAliases[strings.ToLower(eco)]
	if !ok {
		return target{}, problem.Invalid("ecosystem", "ecosystem must be %s", ecosystemNames)
	}

	e, _ := ecosystemOf(func(e ecosystem) bool { return e.id == id })
	if e.id == gen.Maven && strings.Count(name, ":") == 0 {
		name = strings.Replace(name, "/", ":", 1)
	}

	return e.target("name", "version", name, version)
}

// readPurl reads a package URL (github.com/package-url/purl-spec). Qualifiers and subpath say nothing about the version.
func readPurl(link string) (target, error) {
	u, err := packageurl.FromString(link)
	if err != nil {
		return target{}, problem.Invalid("purl", "purl must be a package URL such as pkg:npm/%%40scope/name@1.2.3")
	}

	e, ok := ecosystemOf(func(e ecosystem) bool { return e.purl == strings.ToLower(u.Type) })
	if !ok {
		return target{}, problem.Invalid("purl", "purl must be of the type npm, pypi, golang, maven, cargo, nuget, gem or composer")
	}
	if u.Version == "" {
		return target{}, problem.Invalid("purl", "purl must have a version: @1.2.3 after the name")
	}

	separator := "/"
	if e.id == gen.Maven {
		separator = ":"
	}

	name := u.Name
	if u.Namespace != "" {
		name = u.Namespace + separator + u.Name
	}

	if e.id == gen.Go || e.id == gen.Npm {
		_, behind, _ := strings.Cut(strings.TrimLeft(link[len("pkg:"):], "/"), "/") // the type may be spelled like the name
		name = spelling(behind, name)
	}

	t, err := e.target("purl", "purl", name, u.Version)
	t.purl = &link
	return t, err
}

// spelling is name as in the package URL. The form of package URLs wants lower case for Go and npm, but Go's modules
// and npm's old packages have capitals, and the sources know them by those only.
func spelling(link, name string) string {
	plain, err := url.PathUnescape(link)
	if err != nil {
		return name
	}
	for at := 0; at+len(name) <= len(plain); at++ {
		if strings.EqualFold(plain[at:at+len(name)], name) {
			return plain[at : at+len(name)]
		}
	}
	return name
}

// target checks the name and version, whose inputs are called so, and puts them in the ecosystem's form.
func (e ecosystem) target(nameField, versionField, name, version string) (target, error) {
	if !e.name.MatchString(name) || len(name) > 300 {
		return target{}, problem.Invalid(nameField, "the package's name is not one that %s allows: names look like %s", e.id, e.like)
	}

	switch e.id {
	case gen.Pypi:
		name = normalPyPI(name)
	case gen.Packagist:
		name = strings.ToLower(name)
	case gen.Go:
		if name == "std" || name == "go" {
			name = "stdlib"
		}
	}

	t := target{
		ecosystem: e,
		pkg:       name,
		given:     version,
		text:      version,
	}
	whole := true
	switch e.id {
	case gen.Go:
		if t.text = strings.TrimPrefix(version, "v"); t.standardLibrary() {
			t.text = versions.GoNumber(version)
		}
		whole = versions.IsWhole(t.text)
	case gen.Npm, gen.Cargo:
		t.text = strings.TrimLeft(version, "v")
		whole = versions.IsWhole(t.text)
	case gen.Rubygems:
		t.text = versions.WithoutPlatform(version)
	case gen.Pypi:
		t.text = versions.Public(strings.TrimPrefix(version, "v"))
	}

	var err error
	if t.version, err = e.order.Parse(t.text); err != nil || !whole || !strings.ContainsAny(version, "0123456789") {
		return target{}, problem.Invalid(versionField, "the version must be one exact version as %s writes them, such as 1.2.3, without a range or tag", e.id)
	}

	return t, nil
}

var pypiSeparators = regexp.MustCompile(`[-_.]+`)

// normalPyPI is a name in the normal form of PEP 503.
func normalPyPI(name string) string {
	return strings.ToLower(pypiSeparators.ReplaceAllString(name, "-"))
}

// same is true when two names are of one package.
func (e ecosystem) same(a, b string) bool {
	switch e.id {
	case gen.Pypi:
		return normalPyPI(a) == normalPyPI(b)
	case gen.Npm, gen.Nuget, gen.Packagist:
		return strings.EqualFold(a, b)
	case gen.Cargo:
		return strings.EqualFold(strings.ReplaceAll(a, "-", "_"), strings.ReplaceAll(b, "-", "_"))
	}
	return a == b
}

// standardLibrary is true for Go's own packages and commands, which deps.dev does not have.
func (t target) standardLibrary() bool {
	return t.id == gen.Go && (t.pkg == "stdlib" || t.pkg == "toolchain")
}

// otherSpellings is true when the package may be known to OSV, which compares names exactly, under another spelling.
func (t target) otherSpellings() bool {
	switch t.id {
	case gen.Nuget:
		return true
	case gen.Cargo:
		return strings.ContainsAny(t.pkg, "-_") || strings.ToLower(t.pkg) != t.pkg
	case gen.Npm:
		return strings.ToLower(t.pkg) != t.pkg
	}
	return false
}
