// Package versions orders the versions of packages by the rules of their ecosystem, and finds whether a version is in a
// range that an advisory gives. The rules are deps.dev's (package deps.dev/util/semver), except those of Composer,
// Maven and RubyGems.
package versions

import (
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"deps.dev/util/semver"
)

// Order is an ecosystem's rules for versions.
type Order int

// The ecosystems.
const (
	NPM       Order = iota + 1 // semver.org 2.0.0
	PyPI                       // PEP 440
	Go                         // semver.org with pseudo-versions (go.dev/ref/mod)
	Maven                      // Maven's ComparableVersion (POM reference)
	Cargo                      // semver.org 2.0.0
	NuGet                      // semver with a fourth number, without regard to case
	RubyGems                   // Gem::Version
	Packagist                  // Composer's normal form, ordered by PHP's version_compare
)

// system is the library's name of an ecosystem. It has none with Packagist's order of alpha, beta and RC, and orders
// some prereleases of gems otherwise than Gem::Version, and some qualifiers otherwise than Maven.
func (o Order) system() (semver.System, bool) {
	switch o {
	case NPM:
		return semver.NPM, true
	case PyPI:
		return semver.PyPI, true
	case Go:
		return semver.Go, true
	case Cargo:
		return semver.Cargo, true
	case NuGet:
		return semver.NuGet, true
	case RubyGems, Packagist, Maven:
	}
	return 0, false
}

// Version is one version of a package.
type Version struct {
	order    Order
	text     string
	parsed   *semver.Version
	composer *composer // instead of parsed, for Packagist
	gem      gem       // instead of parsed, for RubyGems
	maven    *maven    // instead of parsed, for Maven
}

// longest is the length of text that Parse takes: real versions have well under 100 characters.
const longest = 256

// characters are those of versions in any of the ecosystems. The library stumbles over patterns with others.
var characters = regexp.MustCompile(`^[0-9A-Za-z._+!~:-]+$`)

// Parse reads an exact version. A text that the ecosystem's rules have no place for, and a pattern such as 1.x, is an error.
func (o Order) Parse(text string) (Version, error) {
	if len(text) > longest || !characters.MatchString(text) {
		return Version{}, fmt.Errorf("a version has 1 to %d characters: letters, digits and any of .+-_!~: besides", longest)
	}
	system, ok := o.system()
	if !ok {
		return o.parseOwn(text)
	}

	spelled := text
	switch o {
	case Go:
		spelled = "v" + GoNumber(text)
	case PyPI:
		spelled = strings.ToLower(text) // PEP 440: without regard to case, which the library takes some suffixes for
	}

	v, err := system.Parse(spelled)
	if err != nil {
		return Version{}, fmt.Errorf("not a version of this ecosystem: %w", err)
	}
	if v.IsWildcard() {
		return Version{}, errors.New("a pattern of versions")
	}

	return Version{
		order:  o,
		text:   text,
		parsed: v,
	}, nil
}

// parseOwn reads a version of an ecosystem whose rules are written here.
func (o Order) parseOwn(text string) (Version, error) {
	v := Version{order: o, text: text}
	switch o {
	case Packagist:
		v.composer = parseComposer(text)
	case RubyGems:
		v.gem = parseGem(text)
	case Maven:
		v.maven = parseMaven(text)
	}
	if v.composer == nil && v.gem == nil && v.maven == nil {
		return Version{}, errors.New("not a version of this ecosystem")
	}
	return v, nil
}

var goRelease = regexp.MustCompile(`^(?:go)?(\d+\.\d+(?:\.\d+)?)(?:(beta|rc)(\d+))?$`)

// GoNumber is a Go version without its v, and a release of Go itself (go1.22rc1, 1.20) as the Go vulnerability database writes
// it (1.22.0-rc.1, 1.20.0).
func GoNumber(text string) string {
	text = strings.TrimPrefix(text, "v")
	m := goRelease.FindStringSubmatch(text)
	if m == nil {
		return text
	}
	number := m[1]
	if strings.Count(number, ".") == 1 {
		number += ".0"
	}
	if m[2] != "" {
		number += "-" + m[2] + "." + m[3]
	}
	return number
}

// Order is the ecosystem's.
func (v Version) Order() Order { return v.order }

// String is the version as it was given.
func (v Version) String() string { return v.text }

// Compare is -1 when v comes before o, which has to be of the same ecosystem, 1 when it comes after, and 0 when the ecosystem takes
// them for the same.
func (v Version) Compare(o Version) int {
	if v.composer != nil && o.composer != nil {
		return v.composer.compare(o.composer)
	}
	if v.gem != nil && o.gem != nil {
		return v.gem.compare(o.gem)
	}
	if v.maven != nil && o.maven != nil {
		return v.maven.compare(o.maven)
	}
	return v.parsed.Compare(o.parsed)
}

var firstNumber = regexp.MustCompile(`^(?:\d+!)?(?:v|go)?(\d+)`)

// Major is the first number, which names the line that the version belongs to; 0 where there is none.
func (v Version) Major() int64 {
	m := firstNumber.FindStringSubmatch(strings.ToLower(v.text))
	if m == nil {
		return 0
	}
	n, err := strconv.ParseInt(m[1], 10, 64)
	if err != nil {
		return 0
	}
	return n
}

var (
	pythonDev    = regexp.MustCompile(`(?i)^[^+]*dev`)
	mavenRelease = regexp.MustCompile(`^\d+(?:\.\d+)*`)
)

// IsPrerelease is true for a version that comes before a release: 2.0.0-rc.1, 2.0rc1, 2.0.dev3, 2.0-SNAPSHOT.
func (v Version) IsPrerelease() bool {
	switch v.order {
	case Packagist:
		return v.composer.isPrerelease()
	case RubyGems:
		return v.gem.isPrerelease()
	case PyPI: // PEP 440 counts developmental releases in, the library does not
		return v.parsed.IsPrerelease() || pythonDev.MatchString(v.text)
	case Maven: // a qualifier may as well come after the release: 32.0.1-jre, 9.4.41.v20210516
		release, err := Maven.Parse(mavenRelease.FindString(v.text))
		return err == nil && v.Compare(release) < 0
	}
	return v.parsed.IsPrerelease()
}

var pythonLocal = regexp.MustCompile(`^([^+]*)\+[0-9A-Za-z]+(?:[._-][0-9A-Za-z]+)*$`)

// Public is the text of a Python version without its local part (2.1.0+cu118), which PEP 440 leaves out of comparisons with a
// version that has none. Ranges of advisories have none.
func Public(text string) string { return pythonLocal.ReplaceAllString(text, "$1") }

var gemPlatform = regexp.MustCompile(`-(?:x86|x64|i[3-6]86|arm|aarch64|java|jruby|mswin|mingw|universal|ruby)[0-9A-Za-z_.-]*$`)

// WithoutPlatform is the text of a gem's version without the platform that lock files put behind it (1.16.5-x86_64-linux-gnu).
// Read as a version, it would be a prerelease.
func WithoutPlatform(text string) string { return gemPlatform.ReplaceAllString(text, "") }

// IsWhole is true when text has the three numbers that a version has by semver.org; fewer are a requirement or a branch.
func IsWhole(text string) bool { return threeNumbers.MatchString(text) }

var threeNumbers = regexp.MustCompile(`^\d+\.\d+\.\d+`)
