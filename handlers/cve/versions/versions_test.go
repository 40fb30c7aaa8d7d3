package versions

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// semverOrg is the order of precedence of semver.org 2.0.0, sections 11.2 and 11.4.
const semverOrg = "1.0.0-alpha 1.0.0-alpha.1 1.0.0-alpha.beta 1.0.0-beta 1.0.0-beta.2 1.0.0-beta.11 1.0.0-rc.1 1.0.0 2.0.0 2.1.0 2.1.1"

func TestVersionsStandInTheOrderOfTheEcosystemsOwnDocuments(t *testing.T) {
	for _, c := range []struct {
		order        Order
		source, list string
	}{
		{NPM, "semver.org", semverOrg},
		{Cargo, "semver.org", semverOrg},
		{Go, "semver.org", semverOrg},
		{NuGet, "semver.org", semverOrg},
		{Go, "go.dev/ref/mod, pseudo-versions", `v0.0.0-20180101000000-aaaaaaaaaaaa v0.0.0-20191109021931-daa7c04131f5 v1.2.3-pre v1.2.3-pre.0.20191109021931-daa7c04131f5 v1.2.3
			v1.2.4-0.20191109021931-daa7c04131f5 v1.2.4 v2.0.0+incompatible`},
		{Go, "go.dev/doc/toolchain, releases of Go", "go1.21beta1 go1.21rc1 1.21.0-rc.2 go1.21rc3 go1.21.0 1.21.1 go1.22 1.22.1"},
		{PyPI, "PEP 440, summary of permitted suffixes and relative ordering", `1.0.dev456 1.0a1 1.0a2.dev456 1.0a12.dev456 1.0a12 1.0b1.dev456 1.0b2 1.0b2.post345.dev456 1.0b2.post345 1.0rc1.dev456 1.0rc1
			1.0 1.0+abc.5 1.0+abc.7 1.0+5 1.0.post456.dev34 1.0.post456 1.0.15 1.1.dev1`},
		{PyPI, "PEP 440, version epochs", "1.0 1.1 2.0 2013.10 2014.04 1!1.0 1!1.1 1!2.0"},
		{Maven, "POM reference, version order specification", "1-alpha 1-alpha-1 1-beta 1-milestone 1-rc 1-SNAPSHOT 1 1-sp 1-foo 1-1 1.1"},
		{Maven, "tests of Maven's ComparableVersion, qualifiers", `1-alpha2snapshot 1-alpha2 1-alpha-123 1-beta-2 1-beta123 1-m2 1-m11 1-rc 1-SNAPSHOT 1 1-sp 1-sp2 1-abc 1-def 1-pom-1 1-1-snapshot 1-1 1-2 1-123`},
		{Maven, "tests of Maven's ComparableVersion, numbers", "2.0.2 2.0.123 2.1.0 2.1-a 2.1b 2.1-c 2.1-1 2.1.0.1 2.2 2.123 11.a2 11.a11 11.b2 11.b11 11.m2 11.m11 11 11.a 11b 11c 11m"},
		{RubyGems, "guides.rubygems.org and Gem::Version, prereleases", "0.0.1 1.0.a2 1.0.a10 1.0.b1 1.0.b2 1.0 1.0.1 1.1 1.9.3 1.10 2.0.0.rc1 2.0.0.rc2 2.0.0"},
		{
			RubyGems, "Gem::Version, zeros within prereleases",
			"3.0.0.alpha.5 3.0.0.alpha.5.0.3 3.0.0.alpha.5.0.4 3.0.0.alpha.5.0.5 3.0.0.alpha.5.0.5.1 " +
				"3.0.0.alpha.5.1 3.0.0",
		},
		{RubyGems, "Gem::Version, numbers of any length", "1.0-1 1.0 1.99999999999999999991 1.99999999999999999999"},
		{NuGet, "learn.microsoft.com/nuget/concepts/package-versioning, prerelease", "1.0.1-aaa 1.0.1-alpha 1.0.1-alpha10 1.0.1-alpha2 1.0.1-beta 1.0.1-beta05 1.0.1-beta12 1.0.1-open 1.0.1-zzz 1.0.1"},
		{NuGet, "a fourth number", "1.0.0 1.0.0.1 1.0.0.10 1.0.1"},
		{Packagist, "php.net/version_compare: dev < alpha < beta < RC < # < pl", "1.0.0-dev 1.0.0-alpha1 1.0.0-alpha2 1.0.0-beta1 1.0.0-beta11 1.0.0-RC1 1.0.0-RC2 1.0.0 1.0.0-patch1 1.0.0-p2 1.0.1 1.2 1.10"},
		{Packagist, "getcomposer.org/doc/articles/versions.md, stabilities", "v2.0.0-alpha v2.0.0-alpha.1 2.0.0-beta2-dev 2.0.0b2 2.0.0-RC3 v2.0 2.0.0.1"},
		{Packagist, "dates", "2023.01.02 2023.02.01 2024.12.31"},
	} {
		t.Run(c.source, func(t *testing.T) {
			list := strings.Fields(c.list)
			for i, a := range list {
				for j, b := range list {
					va, errA := c.order.Parse(a)
					vb, errB := c.order.Parse(b)
					if errA != nil || errB != nil {
						t.Fatalf("%s: %v; %s: %v", a, errA, b, errB)
					}
					want := 0
					if i < j {
						want = -1
					} else if i > j {
						want = 1
					}
					if got := va.Compare(vb); got != want {
						t.Errorf("%s against %s is %d, want %d", a, b, got, want)
					}
				}
			}
		})
	}
}

func TestSpellingsOfTheSameVersion(t *testing.T) {
	for _, c := range []struct {
		order Order
		same  string
	}{
		{PyPI, "4.2 4.2.0 v4.2 4.2.0.0"}, {PyPI, "1.0rc1 1.0.RC1 1.0-c1"}, {PyPI, "2rc2 2RC2 2.0Rc2"}, {PyPI, "2.post1 2POST1"}, {PyPI, "1.0+ubuntu.1 1.0+UBUNTU.1"}, {PyPI, "1.0.post1 1.0-1 1.0-r1"}, {PyPI, "1.1a1 1.1.alpha1 1.1-A1"},
		{Maven, "1 1.0 1.0.0 1-ga 1.final 1-release"}, {Maven, "1-alpha1 1-a1"}, {Maven, "1.7 01.07 1.007"},
		{Maven, "1-rc1 1-cr1 1-RC1"}, {Maven, "1-milestone-3 1-m3"},
		{RubyGems, "1 1.0 1.0.0"},
		{RubyGems, "0.beta.1 0.0.beta.1"},
		{RubyGems, "1.0.0.a 1.0.a 1.a 1.a.0"},
		{RubyGems, "2.0.pre.1 2.0-1"},
		{NuGet, "1.0 1.0.0.0 01.0"}, {NuGet, "1.0.0-Beta 1.0.0-beta"},
		{NPM, "v1.2.3 1.2.3 1.2.3+build.7"}, {Cargo, "1.2.3 1.2.3+build.7"},
		{Packagist, "1.0 v1.0.0.0 1.0.0-stable"}, {Packagist, "1.0-RC1 1.0.0RC1 1.0.rc.1"}, {Packagist, "1.0-patch1 1.0pl1 1.0-p1"}, {Go, "v1.2.3 1.2.3"}, {Go, "go1.22 1.22.0 v1.22.0 1.22"}, {Go, "go1.22rc1 1.22rc1 1.22.0-rc.1"},
	} {
		list := strings.Fields(c.same)
		first, err := c.order.Parse(list[0])
		if err != nil {
			t.Fatal(err)
		}
		for _, text := range list[1:] {
			v, err := c.order.Parse(text)
			if err != nil || first.Compare(v) != 0 || v.Compare(first) != 0 || v.String() != text {
				t.Errorf("%s and %s should be the same: %v", list[0], text, err)
			}
		}
	}
}

func TestLocalPartsOfPythonVersions(t *testing.T) {
	for text, want := range map[string]string{"2.1.0+cu118": "2.1.0", "1!1.0rc1+ubuntu-1.2_x": "1!1.0rc1", "1.0": "1.0", "1.0+": "1.0+", "1.0+a+b": "1.0+a+b", "": ""} {
		if got := Public(text); got != want {
			t.Errorf("%q is %q, want %q", text, got, want)
		}
	}
}

func TestPlatformsBehindVersionsOfGems(t *testing.T) {
	for text, want := range map[string]string{
		"1.16.5-x86_64-linux-gnu": "1.16.5", "1.16.5-java": "1.16.5", "1.16.5-arm64-darwin": "1.16.5", "1.16.5-x64-mingw-ucrt": "1.16.5", "1.0.0.rc1-universal-java-11": "1.0.0.rc1", "1.0.0-i686-linux": "1.0.0",
		"1.16.5": "1.16.5", "1.0.0-rc1": "1.0.0-rc1", "1.0.0.rc.1": "1.0.0.rc.1", "1.0-1": "1.0-1",
	} {
		if got := WithoutPlatform(text); got != want {
			t.Errorf("%q is %q, want %q", text, got, want)
		}
	}
}

func TestWhatIsNoVersion(t *testing.T) {
	for _, c := range []struct {
		order Order
		texts string
	}{
		{NPM, "latest 1.x ^1.2.3 1.2.3.4 * 99999999999999999999.1.1"}, {PyPI, "latest 2004d 1.0-foo =1.0"}, {Go, "latest main 1.x v"}, {Cargo, "* 1.* ^1"}, {NuGet, "v1.0 1.0.* [1.0]"},
		{RubyGems, "latest ~>1"}, {Packagist, "dev-main 1.x-dev 1.2.3.4.5.6 ^1.0 1.0-foo 1.0@dev"}, {Order(0), "1.0"}, {Order(99), "1.0"},
	} {
		for _, text := range append(strings.Fields(c.texts), "", strings.Repeat("1", 300)) {
			if v, err := c.order.Parse(text); err == nil {
				t.Errorf("%d takes %q for %v", c.order, text, v)
			}
		}
	}
}

func TestMajorLines(t *testing.T) {
	for _, c := range []struct {
		order Order
		text  string
		major int64
		pre   bool
	}{
		{NPM, "2.0.0-rc.1", 2, true}, {NPM, "v10.1.0", 10, false}, {PyPI, "1!2.0", 2, false}, {PyPI, "3.0b1", 3, true}, {Go, "v0.0.0-20191109021931-daa7c04131f5", 0, true}, {Go, "go1.22rc1", 1, true},
		{Maven, "4.5.3.Final", 4, false}, {Maven, "2.0-M1", 2, true}, {Maven, "1-SNAPSHOT", 1, true}, {RubyGems, "7.1.0.rc1", 7, true}, {NuGet, "13.0.3", 13, false}, {Packagist, "v6.0.0-RC1", 6, true}, {Packagist, "5.4.1", 5, false},
		{PyPI, "2.0.dev3", 2, true}, {PyPI, "2.0.post1.DEV3", 2, true}, {PyPI, "2.0+dev.1", 2, false}, {PyPI, "2.0.post1", 2, false}, {Maven, "32.0.1-jre", 32, false}, {Maven, "9.4.41.v20210516", 9, false},
		{Maven, "1.0-sp1", 1, false}, {Maven, "1.0.0.RC1", 1, true}, {Maven, "2.0.0.Beta3", 2, true}, {Maven, "Finchley.SR2", 0, false}, {RubyGems, "1.0-1", 1, true}, {NuGet, "1.0.0.1-rc", 1, true},
	} {
		v, err := c.order.Parse(c.text)
		if err != nil || v.Major() != c.major || v.IsPrerelease() != c.pre {
			t.Errorf("%s: %v, line %d, prerelease %v", c.text, err, v.Major(), v.IsPrerelease())
		}
	}
}

// anyVersion draws a version in the form of the ecosystem.
func anyVersion(o Order) *rapid.Generator[Version] {
	return rapid.Custom(func(t *rapid.T) Version {
		numbers := rapid.SliceOfN(rapid.IntRange(0, 12), 3, 3).Draw(t, "numbers")
		text := strings.Trim(strings.ReplaceAll(fmt.Sprint(numbers), " ", "."), "[]")
		n := rapid.IntRange(0, 11).Draw(t, "n")
		suffixes := map[Order][]string{
			NPM: {"-alpha", "-alpha.%d", "-%d", "-rc.%d", "-0.%d.x", "+b%d"}, PyPI: {"a%d", "b%d", "rc%d", ".dev%d", ".post%d", "rc%d.dev2", "+local.%d"},
			Go: {"-0.20200101000000-aaaaaaaaaa%02d", "-rc.%d", "+incompatible"}, Maven: {"-alpha-%d", "-beta%d", "-SNAPSHOT", ".Final", "-rc%d", "-%d", "-sp%d", ".%d", "-foo%d"},
			RubyGems: {".%d", ".rc%d", ".pre", ".beta%d", ".a"}, NuGet: {".%d", "-alpha%d", "-Beta.%d", "-rc"}, Packagist: {"-alpha%d", "-beta%d", "-RC%d", "-p%d", ".%d", "-dev", "-beta%d-dev"},
		}
		suffixes[Cargo] = suffixes[NPM]
		suffix := rapid.SampledFrom(append(suffixes[o], "", "")).Draw(t, "suffix")
		if strings.Contains(suffix, "%") {
			suffix = fmt.Sprintf(suffix, n)
		}
		v, err := o.Parse(text + suffix)
		if err != nil {
			t.Fatalf("%s: %v", text+suffix, err)
		}
		return v
	})
}

func TestOrderIsTotal(t *testing.T) {
	for o := NPM; o <= Packagist; o++ {
		t.Run(fmt.Sprint(o), func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				g := anyVersion(o)
				isTotalFor(t, g.Draw(t, "a"), g.Draw(t, "b"), g.Draw(t, "c"))
			})
		})
	}
}

// isTotalFor fails where three versions have no order.
func isTotalFor(t *rapid.T, a, b, c Version) {
	switch {
	case a.Compare(a) != 0:
		t.Fatalf("%v is not itself", a)
	case a.Compare(b) != -b.Compare(a):
		t.Fatalf("%v and %v: %d and %d", a, b, a.Compare(b), b.Compare(a))
	case a.Compare(b) <= 0 && b.Compare(c) <= 0 && a.Compare(c) > 0:
		t.Fatalf("%v <= %v <= %v, but not the first two ends", a, b, c)
	case a.Compare(b) == 0 && a.Compare(c) != b.Compare(c):
		t.Fatalf("%v and %v are the same, but not against %v", a, b, c)
	}
}

func TestSortingIsTheSameWhateverTheInputOrder(t *testing.T) {
	for o := NPM; o <= Packagist; o++ {
		rapid.Check(t, func(t *rapid.T) {
			list := rapid.SliceOfN(anyVersion(o), 2, 8).Draw(t, "list")
			one, two := slices.Clone(list), slices.Clone(list)
			slices.Reverse(two)
			slices.SortFunc(one, Version.Compare)
			slices.SortFunc(two, Version.Compare)
			for i := range one {
				if one[i].Compare(two[i]) != 0 {
					t.Fatalf("%v and %v at %d", one[i], two[i], i)
				}
			}
		})
	}
}
