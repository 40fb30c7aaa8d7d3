package typosquat

import (
	"bufio"
	"hash/fnv"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/farebox/farebox/internal/network/hostname"
)

// heldOut are the brands whose imitations are generated: one in four, drawn by hash, so that no rule could be
// made for them. Three letters are too few for most classes.
func heldOut(d *Detector) []brandLabel {
	var out []brandLabel
	for _, b := range d.labels {
		h := fnv.New32a()
		h.Write([]byte(b.label))
		if h.Sum32()%4 == 0 && b.size >= 5 && isASCII(b.label) {
			out = append(out, b)
		}
	}
	return out
}

// imitations make squats of one class of a label, in the manner of dnstwist: each returns a host, or nothing
// where the class does not apply.
var imitations = []struct {
	class string
	floor float64 // least share that must be detected
	make  func(label string, r *rand.Rand) string
}{
	{"omission", 0.78, func(s string, r *rand.Rand) string { i := r.IntN(len(s)); return s[:i] + s[i+1:] + ".com" }},
	{"repetition", 0.95, func(s string, r *rand.Rand) string { i := r.IntN(len(s)); return s[:i+1] + s[i:] + ".com" }},
	{"insertion", 0.8, func(s string, r *rand.Rand) string {
		i := r.IntN(len(s))
		return s[:i] + neighbour(s[i], r) + s[i:] + ".com"
	}},
	{"addition", 0.85, func(s string, r *rand.Rand) string { return s + string(rune('a'+r.IntN(26))) + ".com" }},
	{"transposition", 0.95, func(s string, r *rand.Rand) string {
		i := r.IntN(len(s) - 1)
		if s[i] == s[i+1] {
			return ""
		}
		return s[:i] + s[i+1:i+2] + s[i:i+1] + s[i+2:] + ".com"
	}},
	{"keyboard", 0.9, func(s string, r *rand.Rand) string {
		i := r.IntN(len(s))
		return s[:i] + neighbour(s[i], r) + s[i+1:] + ".com"
	}},
	{"vowel swap", 0.8, func(s string, r *rand.Rand) string {
		i := strings.IndexAny(s, "aeiou")
		if i < 0 {
			return ""
		}
		return s[:i] + strings.ReplaceAll("aeiou", s[i:i+1], "")[r.IntN(4):][:1] + s[i+1:] + ".com"
	}},
	{"bitsquat", 0.83, func(s string, r *rand.Rand) string {
		i := r.IntN(len(s))
		if c := s[i] ^ 1<<r.IntN(4); c >= 'a' && c <= 'z' {
			return s[:i] + string(rune(c)) + s[i+1:] + ".com"
		}
		return ""
	}},
	{"hyphenation", 0.95, func(s string, r *rand.Rand) string { i := 1 + r.IntN(len(s)-1); return s[:i] + "-" + s[i:] + ".com" }},
	{"ASCII homoglyph", 0.95, func(s string, _ *rand.Rand) string {
		for _, pair := range [][2]string{{"m", "rn"}, {"o", "0"}, {"l", "1"}, {"w", "vv"}, {"i", "l"}, {"d", "cl"}, {"s", "5"}, {"e", "3"}, {"a", "4"}} {
			if strings.Contains(s, pair[0]) {
				return strings.Replace(s, pair[0], pair[1], 1) + ".com"
			}
		}
		return ""
	}},
	{"one Cyrillic letter", 0.95, func(s string, _ *rand.Rand) string { return otherScript(s, 1) }},
	{"all the Cyrillic letters there are", 0.95, func(s string, _ *rand.Rand) string { return otherScript(s, -1) }},
	{"accents", 0.95, func(s string, _ *rand.Rand) string {
		out := strings.NewReplacer("a", "á", "e", "ę", "i", "ï", "o", "ö", "u", "ů", "c", "ç", "n", "ñ").Replace(s)
		if out == s {
			return ""
		}
		return out + ".com"
	}},
	{"lure behind", 0.9, func(s string, r *rand.Rand) string {
		return s + "-" + pick(r, "login", "verify", "account", "support", "billing") + ".com"
	}},
	{"lure before, no hyphen", 0.9, func(s string, r *rand.Rand) string { return pick(r, "secure", "login", "my", "wallet") + s + ".com" }},
	{"two lures and digits", 0.9, func(s string, r *rand.Rand) string {
		return "secure" + pick(r, "2", "24", "365") + "-" + s + "-update.com"
	}},
	{"lure and homoglyph", 0.8, func(s string, r *rand.Rand) string {
		return strings.NewReplacer("o", "0", "l", "1", "i", "1", "e", "3", "a", "4", "s", "5").Replace(s) + "-" + pick(r, "login", "support") + ".com"
	}},
	{"lure and typo", 0.7, func(s string, r *rand.Rand) string {
		i := len(s) / 2
		return s[:i] + s[i-1:] + "-" + pick(r, "login", "security") + ".com"
	}},
	{"www before", 0.9, func(s string, _ *rand.Rand) string { return "www" + s + ".com" }},
	{"cheap ending", 0.95, func(s string, r *rand.Rand) string { return s + "." + pick(r, "top", "xyz", "icu", "click") }},
	{"domain in subdomain", 0.95, func(s string, _ *rand.Rand) string { return "www.DOMAIN.account-check.info" }},
	{"domain in subdomain, hyphen", 0.95, func(s string, _ *rand.Rand) string { return "DOMAIN-login.info" }},
	{"label in subdomain, lure", 0.9, func(s string, r *rand.Rand) string {
		return s + "." + pick(r, "secure-login", "account-verify") + ".net"
	}},
	{"free hosting", 0.9, func(s string, r *rand.Rand) string {
		return s + "-login." + pick(r, "web.app", "pages.dev", "vercel.app", "weebly.com")
	}},
}

func pick(r *rand.Rand, words ...string) string { return words[r.IntN(len(words))] }

// neighbour is a key beside c on a QWERTY keyboard.
func neighbour(c byte, r *rand.Rand) string {
	beside := map[byte]string{'a': "qsz", 'b': "vgn", 'c': "xdv", 'd': "sefc", 'e': "wrd", 'f': "drgv", 'g': "fthb", 'h': "gyjn", 'i': "uok", 'j': "hukm", 'k': "jil", 'l': "kop",
		'm': "nj", 'n': "bhm", 'o': "ipl", 'p': "ol", 'q': "wa", 'r': "etf", 's': "adwx", 't': "ryg", 'u': "yij", 'v': "cfb", 'w': "qes", 'x': "zsc", 'y': "tuh", 'z': "asx"}
	keys := beside[c]
	if keys == "" {
		return "x"
	}
	return keys[r.IntN(len(keys)):][:1]
}

// otherScript puts Cyrillic letters in the place of at most n Latin ones.
func otherScript(s string, n int) string {
	like := map[rune]rune{'a': 'а', 'e': 'е', 'o': 'о', 'p': 'р', 'c': 'с', 'x': 'х', 'y': 'у', 'i': 'і', 's': 'ѕ', 'j': 'ј', 'h': 'һ', 'd': 'ԁ'}
	var b strings.Builder
	for _, c := range s {
		if other, ok := like[c]; ok && n != 0 {
			c = other
			n--
		}
		b.WriteRune(c)
	}
	if b.String() == s {
		return ""
	}
	return b.String() + ".com"
}

// TestGeneratedImitationsAreDetected measures detection on held-out brands, class by class.
func TestGeneratedImitationsAreDetected(t *testing.T) {
	d := load(t)
	domains := map[string]string{} // a .com domain of each brand
	for domain, brand := range d.official {
		if domain == brand+".com" || domains[brand] == "" && strings.Count(domain, ".") == 1 {
			domains[brand] = domain
		}
	}
	r := rand.New(rand.NewPCG(1, 2026))
	var made, found, named int
	for _, im := range imitations {
		var classMade, classFound int
		var missed []string
		for _, b := range heldOut(d) {
			name := im.make(b.label, r)
			if name == "" {
				continue
			}
			if strings.Contains(name, "DOMAIN") {
				if domains[b.brand] == "" {
					continue
				}
				name = strings.Replace(name, "DOMAIN", domains[b.brand], 1)
			}
			h, err := hostname.Parse(name)
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			v := d.Check(h)
			if v.Reasons != nil && v.Reasons[0].Code == "official_domain" || d.byLabel[strings.TrimSuffix(name, ".com")].label != "" {
				continue // the brand, or another one, has that name
			}
			classMade++
			if !v.Typosquat {
				missed = append(missed, name)
				continue
			}
			classFound++
			if v.NearestBrand == b.brand {
				named++
			}
		}
		made, found = made+classMade, found+classFound
		share := float64(classFound) / float64(max(classMade, 1))
		t.Logf("%-36s %3d of %3d  %.3f  missed %.160v", im.class, classFound, classMade, share, missed)
		if share < im.floor || classMade < 20 {
			t.Errorf("%s: %d of %d detected, the floor is %.2f", im.class, classFound, classMade, im.floor)
		}
	}
	t.Logf("all: %d of %d detected (%.4f), the right brand named for %.4f of them", found, made, float64(found)/float64(made), float64(named)/float64(found))
	if made < 150 || float64(found) < 0.93*float64(made) || float64(named) < 0.95*float64(found) {
		t.Error("detection is under its floor: 0.93 of all, 0.95 of them with the right brand")
	}
}

// TestReportedImitationsAreDetected: names in the manner of published reports, written by hand.
func TestReportedImitationsAreDetected(t *testing.T) {
	d := load(t)
	names := lines(t, "testdata/imitations.txt")
	var missed []string
	for _, name := range names {
		h, err := hostname.Parse(name)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if !d.Check(h).Typosquat {
			missed = append(missed, name)
		}
	}
	t.Logf("%d of %d detected; missed %v", len(names)-len(missed), len(names), missed)
	if len(names) < 60 || float64(len(missed)) > 0.05*float64(len(names)) {
		t.Errorf("%d of %d missed, the floor is 0.95", len(missed), len(names))
	}
}

// TestLegitimateDomainsAreNotCalledSquats measures false positives on domains of real owners.
func TestLegitimateDomainsAreNotCalledSquats(t *testing.T) {
	d := load(t)
	names := lines(t, "testdata/legitimate.txt")
	var wrong, dear []string
	for _, name := range names {
		h, err := hostname.Parse(name)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		v := d.Check(h)
		if v.Typosquat || v.HomoglyphBrand != "" {
			wrong = append(wrong, name)
		}
		if v.Delta <= costSubdomain {
			dear = append(dear, name)
		}
	}
	t.Logf("%d of %d legitimate domains called squats %v, %d lose 30 points or more %v", len(wrong), len(names), wrong, len(dear), dear)
	if len(names) < 300 || float64(len(wrong)) > 0.01*float64(len(names)) || float64(len(dear)) > 0.01*float64(len(names)) {
		t.Error("more than 1% of legitimate domains are held for squats")
	}
}

// TestOfficialDomainsOfBrandsAreClean: every domain of the list, and names under it, have no flag and no cost.
func TestOfficialDomainsOfBrandsAreClean(t *testing.T) {
	d := load(t)
	for domain, brand := range d.official {
		for _, name := range []string{domain, "www." + domain, "login.secure." + domain} {
			h, err := hostname.Parse(name)
			if err != nil {
				t.Errorf("%s: %v", name, err)
				continue
			}
			if len(d.split(h).hosting) >= len(domain) {
				continue // the brand lets anyone have names there
			}
			v := d.Check(h)
			if v.Typosquat || v.Delta != 0 || v.NearestBrand != brand || v.EditDistance != 0 || v.BrandInSubdomain || v.SuspiciousTLD || v.AbuseHosting || v.IDN {
				t.Errorf("%s: %+v", name, v)
			}
		}
	}
}

func load(t testing.TB) *Detector {
	t.Helper()
	d, err := Load()
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func lines(t *testing.T, file string) []string {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var out []string
	for in := bufio.NewScanner(f); in.Scan(); {
		if line := strings.TrimSpace(in.Text()); line != "" && line[0] != '#' {
			out = append(out, line)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}
