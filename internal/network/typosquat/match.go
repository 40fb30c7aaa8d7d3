package typosquat

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// way is how a label imitates a brand.
type way string

const (
	wayExact       way = "exact"       // it is the brand's label
	wayHomoglyph   way = "homoglyph"   // it looks like the brand's label, or like it with a lure word
	wayTypo        way = "typo"        // a few edits away
	wayHyphenation way = "hyphenation" // the brand with hyphens in it
	wayAffix       way = "affix"       // the brand with another word
	wayContains    way = "contains"    // the brand within a longer name, not suspicious by itself
)

// match is a brand found in a label.
type match struct {
	brand    brandLabel
	way      way
	distance int      // edits between the brand and the part of the label that is like it
	edit     editKind // of typos
	part     string   // that part
	lure     lureKind // of affixes: what the other words are
	loose    bool     // seen only when letters that look like capitals are counted
}

// generic endings of names of firms of one trade: firms share them, so they are not what tells them apart.
var tradeWords = []string{"bank", "post"}

// matchLabel finds how label, in Unicode, imitates a brand. ok is false when it does not.
func (d *Detector) matchLabel(label string) (match, bool) {
	if b, ok := d.byLabel[label]; ok {
		return match{
			brand: b,
			way:   wayExact,
			part:  label,
		}, true
	}

	looks := d.asASCII(label)
	if b, ok := d.domainInHyphens(looks); ok {
		return match{
			brand: b,
			way:   wayAffix,
			part:  label,
			lure:  lureStrong,
		}, true
	}
	if m, ok := d.matchHomoglyph(label, looks); ok {
		return m, true
	}
	if m, ok := d.matchWholeScript(label, looks); ok {
		return m, true
	}
	if d.words[looks] {
		return match{}, false
	}
	if b, ok := d.domainJoined(looks); ok {
		return match{
			brand: b,
			way:   wayAffix,
			part:  label,
			lure:  lureStrong,
		}, true
	}

	joined := strings.ReplaceAll(looks, "-", "")
	if b, ok := d.byLabel[joined]; ok && (b.size >= 5 || b.size == 4 && !b.word) {
		return match{
			brand:    b,
			way:      wayHyphenation,
			distance: distance(b.label, looks, 9),
			part:     label,
		}, true
	}

	if m, ok := d.matchAffix(looks, false); ok && m.way == wayAffix {
		if looks != label { // the letters of another script are what makes it the brand
			m.way = wayHomoglyph
			m.part, m.distance = d.lookalikePart(m.brand, label)
		}
		return m, true
	}

	if m, ok := d.matchAffix(d.skeleton(label), true); ok {
		m.way = wayHomoglyph
		m.part, m.distance = d.lookalikePart(m.brand, label)
		return m, true
	}

	if m, ok := d.matchTypo(looks); ok {
		return m, true
	}

	if joined != looks {
		if m, ok := d.matchTypo(joined); ok && m.brand.size >= 7 && !m.brand.word {
			return m, true
		}
		if m, ok := d.matchTypoWithLure(looks); ok {
			return m, true
		}
		if m, ok := d.matchAffix(joined, false); ok && m.way == wayAffix && m.lure == lureStrong { // "pay-pal-login"
			return m, true
		}
	}

	return d.matchAffix(looks, false)
}

// domainInHyphens finds a brand's domain with hyphens for its dots: "booking-com", "secure-irs-gov". Where its ending may be a
// word ("shop-app", "chain-link"), what precedes it has to be the brand's name.
func (d *Detector) domainInHyphens(label string) (brandLabel, bool) {
	parts := strings.Split(label, "-")
	for i := range parts {
		for j := i + 2; j <= len(parts) && j <= i+3; j++ {
			brand := d.official[strings.Join(parts[i:j], ".")]
			if brand == "" || len(parts[i]) < 3 {
				continue
			}
			if last := parts[j-1]; last == "com" || last == "gov" || j == i+3 || d.byLabel[parts[i]].brand == brand {
				return d.byLabel[brand], true
			}
		}
	}
	return brandLabel{}, false
}

// domainJoined finds a brand's domain without its dot: "paypalcom".
func (d *Detector) domainJoined(label string) (brandLabel, bool) {
	name, found := strings.CutSuffix(label, "com")
	b, known := d.byLabel[strings.Trim(name, "-")]
	return b, found && known && b.size >= 5 && d.official[b.label+".com"] != ""
}

// matchWholeScript finds a brand in a label that is all of another script and whose letters look like Latin throughout,
// as small capitals if not as small letters: "метамаѕк". A brand that is a word has to be left out: "мета" is one too.
func (d *Detector) matchWholeScript(label, looks string) (match, bool) {
	capitals, ok := d.wholeScript(label)
	if !ok || capitals == looks {
		return match{}, false
	}
	for _, b := range d.bySkeleton[lookalikes.Replace(capitals)] {
		if b.size >= 4 && !b.word && b.label == capitals {
			m := match{
				brand:    b,
				way:      wayHomoglyph,
				distance: distance(b.label, label, 9),
				part:     label,
				loose:    true,
			}
			return m, true
		}
	}
	return match{}, false
}

// matchHomoglyph compares whole labels by how they look. Short brands, and words, are only imitated by
// characters of other scripts: "ally" looks like "aiiy" to a table, not to a reader.
func (d *Detector) matchHomoglyph(label, looks string) (match, bool) {
	joined := strings.ReplaceAll(looks, "-", "")
	for _, candidate := range []string{looks, joined} {
		for _, b := range d.bySkeleton[lookalikes.Replace(candidate)] {
			if label == looks && (b.size < 4 || b.size == 4 && candidate != looks || candidate == b.label || d.words[candidate] || d.byLabel[candidate].label != "") {
				continue
			}
			return match{
				brand:    b,
				way:      wayHomoglyph,
				distance: distance(b.label, label, 9),
				part:     label,
			}, true
		}
	}
	return match{}, false
}

// lookalikePart is the shortest part of label that looks like brand, and its distance from it. Two letters may
// look like one, so that it can be longer than the brand.
func (d *Detector) lookalikePart(b brandLabel, label string) (part string, edits int) {
	text := []rune(label)
	for length := 1; length <= min(2*b.size, len(text)); length++ {
		for from := 0; from+length <= len(text); from++ {
			if window := string(text[from : from+length]); d.skeleton(window) == b.skeleton {
				return window, distance(b.label, window, len(text))
			}
		}
	}
	return label, distance(b.label, label, len(text)+b.size)
}

// matchTypo finds the nearest brand that a slip of the finger in it gives name.
func (d *Detector) matchTypo(name string) (match, bool) {
	var best match
	found := false
	if d.words[name] || d.byLabel[name].label != "" {
		return best, false
	}

	for _, b := range d.labels {
		limit := b.typoLimit(name)
		if limit == 0 {
			continue
		}
		edits := distance(b.label, name, limit)
		if edits == 0 || edits > limit || found && edits >= best.distance {
			continue
		}
		kind := editSeveral
		if edits == 1 {
			var at int
			if kind, at = kindOfEdit(b.label, name); !b.slips(kind, at) {
				continue
			}
		} else if name[0] != b.label[0] { // two slips, one of them in the first letter, are another name
			continue
		}
		best = match{
			brand:    b,
			way:      wayTypo,
			distance: edits,
			edit:     kind,
			part:     name,
		}
		found = true
	}

	return best, found
}

// typoLimit is the number of edits that still make name a typo of the brand: none for the shortest brands,
// where too many names are near.
func (b brandLabel) typoLimit(name string) int {
	size := b.size
	for _, trade := range tradeWords {
		if strings.HasSuffix(b.label, trade) && strings.HasSuffix(name, trade) {
			size -= len(trade)
		}
	}
	switch {
	case size < 4:
		return 0
	case min(size, len(name)) >= 9 && !b.word:
		return 2
	default:
		return 1
	}
}

// slips says whether an edit of the kind at the given letter of the brand counts. In short brands, and in
// words, other letters in place of the right ones mostly make other names.
func (b brandLabel) slips(kind editKind, at int) bool {
	mechanical := kind == editTransposition || kind == editRepetition || kind == editKeyboard && at > 0
	doubled := kind == editOmission && at > 0 && b.label[at] == b.label[at-1]
	switch {
	case b.size == 4:
		return kind == editTransposition
	case b.word && b.size <= 6:
		return mechanical || doubled
	case b.size <= 6:
		return mechanical || doubled || at > 0 && kind != editReplacement || kind == editKeyboard || kind == editVowel
	case b.word:
		return at > 0 || kind != editReplacement && kind != editInsertion
	}
	return true
}

// matchTypoWithLure finds a misspelt brand beside a word about accounts, money or deliveries:
// "paypall-login".
func (d *Detector) matchTypoWithLure(label string) (match, bool) {
	tokens := strings.Split(label, "-")
	for i, t := range tokens {
		if !d.hasStrong(append(append([]string{}, tokens[:i]...), tokens[i+1:]...)) {
			continue
		}
		if m, ok := d.matchTypo(t); ok && (m.brand.size >= 6 || m.brand.size == 5 && !m.brand.word) {
			return m, true
		}
	}
	return match{}, false
}

func (d *Detector) hasStrong(words []string) bool {
	return slices.ContainsFunc(words, func(w string) bool { return d.lures[w] || d.lureWords(w) == lureStrong })
}

// matchAffix finds a brand with other words, before or behind it, with or without a hyphen. With
// skeletons, label and brands are compared by how they look, and only brands whose spelling is not in the label
// count.
func (d *Detector) matchAffix(label string, skeletons bool) (match, bool) {
	var best match
	found := false
	for _, b := range d.labels {
		part := b.label
		if skeletons {
			part = b.skeleton
		}
		if !strings.Contains(label, part) || skeletons && b.size < 5 {
			continue
		}
		m, ok := d.affixOf(b, label, part, skeletons)
		if !ok || skeletons && m.way != wayAffix {
			continue
		}
		// an imitation beats a mention, and the longer brand the shorter
		if !found || best.way == wayContains && m.way == wayAffix || best.way == m.way && b.size > best.brand.size {
			best = m
			found = true
		}
	}

	return best, found
}

// affixOf judges the places where part, a brand, occurs in label.
func (d *Detector) affixOf(b brandLabel, label, part string, skeletons bool) (match, bool) {
	m := match{
		brand: b,
		way:   wayContains,
		part:  part,
	}
	mentioned := false
	for from := 0; ; {
		at := strings.Index(label[from:], part)
		if at < 0 {
			return m, mentioned
		}

		at += from
		left := label[:at]
		right := label[at+len(part):]
		whole := (left == "" || strings.HasSuffix(left, "-")) && (right == "" || strings.HasPrefix(right, "-"))
		lure := d.surroundings(left, right, skeletons)
		switch {
		case b.imitatedWith(lure, whole, utf8.RuneCountInString(left+right)):
			m.way = wayAffix
			m.lure = lure
			return m, true
		case b.size >= 6 && !b.word && (left == "" || right == "" || whole):
			mentioned = true
		}

		from = at + 1
	}
}

// imitatedWith says whether a brand with the given words around it is an imitation. whole is a brand
// between hyphens.
func (b brandLabel) imitatedWith(lure lureKind, whole bool, around int) bool {
	switch {
	case b.size <= 3:
		return lure == lureStrong && (whole || around >= 5)
	case b.word:
		return lure == lureStrong && (whole || b.size >= 5)
	case b.size == 4:
		return lure == lureStrong || whole && lure == lureWeak
	case whole:
		return b.size >= 6 || lure != lureNone
	default:
		return lure != lureNone
	}
}
