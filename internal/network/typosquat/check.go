// Package typosquat judges a domain name by its letters alone: whether it imitates a brand, and how. It
// reads nothing but its embedded tables (brands, look-alike characters, lure words, endings) and the public
// suffix list compiled into golang.org/x/net.
//
// The ways of imitation are those of dnstwist's permutations (github.com/elceef/dnstwist) and of UTS 39
// (unicode.org/reports/tr39).
package typosquat

import (
	"fmt"
	"strings"

	"github.com/farebox/farebox/internal/network/hostname"
)

// Verdict is what the letters of a name say.
type Verdict struct {
	Typosquat        bool
	NearestBrand     string // empty when no brand is near
	EditDistance     int    // edits between the brand and the part of the name that is like it; with NearestBrand only
	HomoglyphBrand   string // the brand that the name looks like without being spelt like it
	BrandInSubdomain bool
	IDN              bool
	SuspiciousTLD    bool
	AbuseHosting     bool
	Delta            int // 0 to MinDelta, the sum of the reasons'
	Reasons          []Reason
}

// Reason is one finding and what it costs.
type Reason struct {
	Code   string
	Delta  int // 0 or less
	Detail string
}

// MinDelta is the least that all reasons together give.
const MinDelta = -80

// What each finding costs, of 100 points of trust.
const (
	costHomoglyph   = -45
	costTyposquat   = -40
	costSubdomain   = -30
	costIP          = -30
	costMixedScript = -25
	costMention     = -10
	costTLD         = -10
	costHosting     = -10
	costRandom      = -10
	costUserInfo    = -10
	costSmall       = -5 // a plain IDN, many hyphens, many digits, a long label
)

func (v *Verdict) add(code string, delta int, format string, args ...any) {
	v.Reasons = append(v.Reasons, Reason{
		Code:   code,
		Delta:  delta,
		Detail: fmt.Sprintf(format, args...),
	})
	v.Delta = max(v.Delta+delta, MinDelta)
}

// squat makes the verdict that of an imitation, which costs once however many there are.
func (v *Verdict) squat(code string, format string, args ...any) {
	cost := costTyposquat
	if v.Typosquat {
		cost = 0
	}
	v.Typosquat = true
	v.add(code, cost, format, args...)
}

// names are the parts of a host that are judged.
type names struct {
	owner   string   // the label that its registrant chose, in Unicode
	subs    []string // the labels before it, outermost last, www left out
	hosting string   // the suffix that lets anyone have names, under the registrable domain; empty for a domain of one's own
	abused  string   // the same when it is free hosting, a tunnel or dynamic DNS
	tld     string   // last label of the suffix
}

// Check judges a name.
func (d *Detector) Check(h *hostname.Host) Verdict {
	var v Verdict
	if h.UserInfo {
		v.add("userinfo_in_url", costUserInfo, "The URL has something before an @, which only looks like its host.")
	}

	if h.IP {
		v.add("ip_literal", costIP, "It is an IP address instead of a name.")
		return v
	}
	if h.IsSuffix() {
		return v // nobody chose a label of it
	}

	n := d.split(h)
	if brand, domain := d.officialOf(h.ASCII, n.hosting); brand != "" {
		v.NearestBrand = brand
		v.add("official_domain", 0, "%s belongs to %s.", domain, brand)
		return v
	}

	v.IDN = h.IDN
	v.AbuseHosting = n.abused != ""
	v.SuspiciousTLD = d.endings["suspicious"][n.tld]
	d.checkOwner(&v, h, n)
	d.checkSubdomain(&v, h, n)
	d.checkScript(&v, h)

	if v.SuspiciousTLD {
		v.add("suspicious_tld", costTLD, "Names under .%s are abused more than most.", n.tld)
	}
	if v.AbuseHosting {
		v.add("abuse_hosting", costHosting, "Anyone gets a name under %s for nothing.", n.abused)
	}

	checkShape(&v, n.owner)
	if v.NearestBrand == "" {
		v.NearestBrand, v.EditDistance = d.nearest(n.owner)
	}

	return v
}

func (d *Detector) split(h *hostname.Host) names {
	n := names{tld: h.Suffix[strings.LastIndexByte(h.Suffix, '.')+1:]}
	suffix := h.Suffix
	for _, set := range []string{"hosting", "accounts", "registry"} {
		if s := d.hasEnding(set, h.ASCII); len(s) > len(n.hosting) {
			n.hosting = s
			n.abused = ""
			if set == "hosting" {
				n.abused = s
			}
		}
	}

	if s := hostname.PrivateSuffix(h.ASCII); len(s) > len(n.hosting) {
		if strings.HasSuffix(s, "."+n.hosting) && n.abused != "" {
			n.abused = s
		}
		n.hosting = s
	}

	if n.hosting != "" {
		suffix = n.hosting
	}
	labels := strings.Split(h.Unicode, ".")
	labels = labels[:len(labels)-strings.Count(suffix, ".")-1]
	n.owner = labels[len(labels)-1]

	for _, label := range labels[:len(labels)-1] {
		if label != "www" {
			n.subs = append(n.subs, label)
		}
	}

	return n
}

// checkOwner judges the label that the registrant chose.
func (d *Detector) checkOwner(v *Verdict, h *hostname.Host, n names) {
	m, ok := d.matchLabel(n.owner)
	if !ok || m.loose && d.ownScript(h.Suffix, m.brand) {
		return
	}

	if m.way == wayAffix && m.lure == lureNone && d.national(h.Suffix) {
		m.way = wayContains // dealers and daughters: "vodafone-stiftung.de"
	}
	brand := m.brand.brand
	v.NearestBrand = brand
	v.EditDistance = m.distance

	switch m.way {
	case wayExact:
		d.checkExact(v, h, n, m.brand)
	case wayHomoglyph:
		v.Typosquat = true
		v.HomoglyphBrand = brand
		v.add("homoglyph", costHomoglyph, "%s looks like %s and is spelt otherwise.", m.part, brand)
	case wayTypo:
		v.squat(string(m.edit), "%s is %s by %d edit(s): %s.", m.part, brand, m.distance, strings.ReplaceAll(string(m.edit), "_", " "))
	case wayHyphenation:
		v.squat("hyphenation", "%s is %s with hyphens in it.", n.owner, brand)
	case wayAffix:
		v.squat("brand_affix", "%s is the name of %s with words that imitations add.", n.owner, brand)
	case wayContains:
		v.add("brand_in_name", costMention, "The name has %s in it and is not its domain.", brand)
	}
}

// checkExact judges a brand's own label at another place than the brand's.
func (d *Detector) checkExact(v *Verdict, h *hostname.Host, n names, b brandLabel) {
	switch {
	case d.endings["accounts"][n.hosting]:
		v.add("brand_account", 0, "%s at %s is as a rule the account of %s itself.", n.owner, n.hosting, b.brand)
	case n.abused != "" || d.endings["registry"][n.hosting] && !b.word:
		v.squat("brand_hosted", "The name of %s is a subdomain of %s, which anyone can register.", b.brand, n.hosting)
	case d.slipOfEnding(h.Suffix, b):
		v.squat("tld_typo", "%s is the domain of %s with a letter left out of its ending.", h.Registrable, b.brand)
	case n.hosting != "":
		v.add("brand_hosted", 0, "The name of %s is a subdomain of %s.", b.brand, n.hosting)
	case v.SuspiciousTLD && b.size >= 3, !d.national(h.Suffix) && b.size >= 6 && !b.word:
		v.squat("tld_swap", "%s is the name of %s with another ending.", h.Registrable, b.brand)
	default:
		v.add("tld_variant", 0, "%s is the name of %s with an ending that others may have honestly.", h.Registrable, b.brand)
	}
}

// slips are endings of countries that stand one letter from another one, which most people mean: Cameroon's and Oman's.
var slips = map[string]string{
	"cm": "com",
	"om": "com",
}

// slipOfEnding reports whether an ending is a slip of one that the brand has. Brands of fewer than five letters share
// their names with others.
func (d *Detector) slipOfEnding(suffix string, b brandLabel) bool {
	meant, ok := slips[suffix]
	return ok && b.size >= 5 && d.official[b.label+"."+meant] == b.brand
}

// ownRoom reports whether a brand's own label stands where the brand itself, or software of its name, is likely to:
// at a place of accounts ("coinbase.github.io"), or as a word or a program that anyone runs ("gitlab.freedesktop.org").
func (d *Detector) ownRoom(m match, n names) bool {
	if m.way != wayExact || n.abused != "" {
		return false
	}
	return d.endings["accounts"][n.hosting] || m.brand.word || m.brand.hosted || m.brand.size < 4
}

// checkSubdomain looks for a brand before the registrable domain: its whole domain ("paypal.com.example.org"),
// its label, or its label with a lure word.
func (d *Detector) checkSubdomain(v *Verdict, h *hostname.Host, n names) {
	if n.hosting != "" { // the owner's label precedes the registrable domain too
		m, ok := d.matchLabel(n.owner)
		if ok && m.way != wayContains && m.way != wayTypo && !d.ownRoom(m, n) && !d.endings["registry"][n.hosting] {
			v.BrandInSubdomain = true
			v.add("brand_in_subdomain", costSubdomain, "%s comes before %s.", m.brand.brand, h.Registrable)
		}
	}

	labels := append(append([]string{}, n.subs...), n.owner)
	if brand, domain := d.brandDomainIn(labels); brand != "" {
		d.flagSubdomain(v, brand)
		v.squat("brand_domain_in_subdomain", "%s begins with %s, a domain of %s, and is not under it.", h.ASCII, domain, brand)
		return
	}

	if len(n.subs) == 0 {
		return
	}

	if last := n.subs[len(n.subs)-1] + n.owner; len(n.subs) == 1 {
		if b, ok := d.byLabel[last]; ok && (b.size >= 6 || b.size == 5 && !b.word) {
			d.flagSubdomain(v, b.brand)
			v.squat("split_name", "Read without its dot, %s.%s is %s.", n.subs[0], n.owner, b.brand)
			return
		}
	}

	lured := v.SuspiciousTLD || v.AbuseHosting || d.hasStrong(strings.Split(n.owner, "-")) || d.hasStrong(n.subs)
	for _, label := range n.subs {
		m, ok := d.matchLabel(label)
		switch {
		case !ok || m.way == wayContains || m.way == wayTypo && !lured:
		case m.way == wayHomoglyph || m.lure == lureStrong || lured:
			d.flagSubdomain(v, m.brand.brand)
			if m.way == wayHomoglyph && v.HomoglyphBrand == "" {
				v.HomoglyphBrand = m.brand.brand
			}
			v.squat("brand_as_bait", "The name of %s in %s hides that the domain is %s.", m.brand.brand, label, h.Registrable)
			return
		case m.brand.word || m.brand.hosted || m.brand.size < 4: // "gitlab.example.com", "signal.example.com"
		default: // a customer, a partner or a test: seen often enough not to be called an imitation
			d.flagSubdomain(v, m.brand.brand)
		}
	}
}

func (d *Detector) flagSubdomain(v *Verdict, brand string) {
	if v.NearestBrand == "" || !v.Typosquat {
		v.NearestBrand = brand
		v.EditDistance = 0
	}
	if !v.BrandInSubdomain {
		v.BrandInSubdomain = true
		v.add("brand_in_subdomain", costSubdomain, "%s comes before the registrable domain.", brand)
	}
}

// brandDomainIn finds a brand's domain among labels, also where a hyphen follows it instead of a dot:
// "paypal.com-login.example".
func (d *Detector) brandDomainIn(labels []string) (brand, domain string) {
	for i := range labels {
		for j := i + 1; j < len(labels) && j <= i+3; j++ {
			last, _, _ := strings.Cut(labels[j], "-")
			domain := strings.Join(append(append([]string{}, labels[i:j]...), last), ".")
			if brand := d.official[domain]; brand != "" && !(j == len(labels)-1 && last == labels[j]) {
				return brand, domain
			}
		}
	}
	return "", ""
}

// ownScript is true under endings where words of another script are at home: those in another script, and, for brands
// of four and five letters, those of countries.
func (d *Detector) ownScript(suffix string, b brandLabel) bool {
	return strings.Contains(suffix, "xn--") || b.size < 6 && d.national(suffix)
}

// national says whether a public suffix is one country's. Second levels such as com.co are, also where the
// ending itself is sold worldwide.
func (d *Detector) national(suffix string) bool {
	tld := suffix[strings.LastIndexByte(suffix, '.')+1:]
	return len(tld) == 2 && (tld != suffix || !d.endings["generic"][tld])
}

func (d *Detector) checkScript(v *Verdict, h *hostname.Host) {
	if !h.IDN {
		return
	}
	for label := range strings.SplitSeq(h.Unicode, ".") {
		if mixesScripts(label) {
			v.add("idn_mixed_script", costMixedScript, "%s mixes letters of scripts that no language mixes.", label)
			return
		}
	}
	v.add("idn", costSmall, "It has characters beyond ASCII: %s.", h.Unicode)
}
