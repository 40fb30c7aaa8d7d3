package names

import (
	"slices"
	"strings"
)

// Scores that a product's name cannot pass.
const (
	capModel     = 70 // another model code
	capSize      = 75 // another size or number
	capVariant   = 80 // another variant or colour
	capAccessory = 70 // a part of the product, or what is made for it
	capOwnWords  = 80 // each has a word of its own that no description is made of
)

// Points that words on one side cost.
const (
	missingWord  = 8
	mostMissing  = 30
	anchoredWord = 2 // beside a model code that both have
	mostAnchored = 10
	oneNumber    = 6
)

// describedShare is what a word that says what a product is weighs beside one that says which.
const describedShare = 0.1

// compareProducts scores two product names. Titles leave words out freely, those of description above all, and a model
// code that both have is an anchor; but another model code, size, number, variant or colour is another product, and so
// are names of which each has a word of its own.
func (e *Engine) compareProducts(t *tally, fa, fb *Form, r *Result) {
	a, b := e.meet(t, fa, fb)
	pairs, restA, restB := e.align(a, b)
	pairs, restA, restB = exactWhereShort(a, b, pairs, restA, restB)
	sum, weight, sounds := t.agreed(a, b, pairs)

	anchor := e.sharedModel(a, b)
	other, _ := e.otherModel(a, b)
	anchored := anchor > 0 && other == ""
	restA = withoutInitials(a, restA, b)
	restB = withoutInitials(b, restB, a)
	ua := e.ownWeight(a, restA, b)
	ub := e.ownWeight(b, restB, a)
	conflict := min(ua, ub)
	weight += conflict
	if weight == 0 {
		t.points = 0
		return
	}

	r.Components.TokenAlignment = sum / weight
	r.Components.Phonetic = min(1, sounds/weight)
	t.points = 100 * sum / weight
	missing := min(mostMissing, missingWord*(max(ua, ub)-conflict))
	if anchored {
		missing = min(mostAnchored, anchoredWord*(max(ua, ub)-conflict))
		t.points = max(t.points, 95)
	}
	t.points -= missing

	if wa, wb := textsOf(a, restA), textsOf(b, restB); wa != "" && wb != "" {
		t.note(DifferentWord, 0, wa, wb)
	} else if wa != "" || wb != "" {
		t.note(MissingWord, -round(missing), wa, wb)
	}

	compact(t, a, b)
	if x, y := e.ownWord(a, restA, b), e.ownWord(b, restB, a); x != "" && y != "" && !(anchored && anchor >= strongModel && e.shareWord(a, b, pairs)) &&
		allText(a) != allText(b) {
		t.limit(DifferentWord, capOwnWords, x, y)
	}
	e.capProducts(t, a, b, anchored)

	if fa.Text == fb.Text {
		t.note(Exact, 100, "", "")
	}
}

// shortWord is the length up to which words of products agree only when they are equal: AA and AAA, EF and RF.
const shortWord = 3

// exactWhereShort takes apart pairs of words that are short or have digits and are not equal.
func exactWhereShort(a, b []token, pairs []pair, restA, restB []int) (kept []pair, ownA, ownB []int) {
	for _, p := range pairs {
		x := a[p.a]
		y := b[p.b]
		short := min(len(x.text), len(y.text)) <= shortWord && x.script == latin && y.script == latin
		if x.text != y.text && (short || hasDigit(x.text) || hasDigit(y.text)) {
			restA = append(restA, p.a)
			restB = append(restB, p.b)
			continue
		}
		kept = append(kept, p)
	}
	slices.Sort(restA)
	slices.Sort(restB)
	return kept, restA, restB
}

// ownWeight is the weight of words that the other side lacks. A code weighs as little as a description where the other
// side has none: shops add the number that the maker orders by.
func (e *Engine) ownWeight(ts []token, rest []int, other []token) float64 {
	codes := len(ofRole(other, code)) > 0
	sum := 0.0
	for _, i := range rest {
		w := ts[i].weight
		if hasText(other, ts[i].text) {
			continue
		}
		if e.products.described[ts[i].text] || e.products.groups[ts[i].text] != "" || ts[i].role == code && !codes {
			w *= describedShare
		}
		sum += w
	}
	return sum
}

// withoutInitials leaves out words that the other side has as their initials: Western Digital and WD.
func withoutInitials(ts []token, rest []int, other []token) []int {
	for at := 0; at+1 < len(rest); at++ {
		initials := ""
		end := at
		for ; end < len(rest) && rest[end] == rest[at]+end-at && alphabetic(ts[rest[end]].text); end++ {
			initials += ts[rest[end]].text[:1]
		}
		for ; end-at >= 2; end-- {
			if hasText(other, initials[:end-at]) {
				return slices.Concat(rest[:at], rest[end:])
			}
		}
	}
	return rest
}

// ownWord is a word that the other side lacks and that says which product it is, or "".
func (e *Engine) ownWord(ts []token, rest []int, other []token) string {
	for _, i := range rest {
		if x := ts[i]; x.role == core && !hasText(other, x.text) && !e.products.described[x.text] && e.products.groups[x.text] == "" {
			return x.text
		}
	}
	return ""
}

// standards are codes that many products have: a code of them on both sides is no model.
const standards = `ddr2 ddr3 ddr4 ddr5 usb2 usb3 usb31 usb32 mp3 mp4 h264 h265 cat5 cat5e cat6 cat6a cat7 wifi5 wifi6
wifi6e 720p 1080p 1440p 2160p 802 pcie3 pcie4 sata3 win7 win10 win11 ps3 ps4 ps5 xbox360 rj45 bt5`

// Letters and digits from which on a code is a model's that both sides have.
const (
	modelCode   = 3 // of letters and digits
	modelNumber = 4 // of digits alone, years aside
	strongModel = 5 // letters from which on it decides against other words: E-310 is of a Spirit and of a Genesis
)

// sharedModel is the length of the longest model code or number that both sides have, 0 without one.
func (e *Engine) sharedModel(a, b []token) int {
	longest := 0
	for _, x := range a {
		if !e.isModel(x) {
			continue
		}
		for _, y := range b {
			if e.isModel(y) && (x.text == y.text || e.regional(x.text, y.text)) {
				longest = max(longest, min(len(x.text), len(y.text)))
			}
		}
	}
	return longest
}

func (e *Engine) isModel(t token) bool {
	if t.role != code && t.role != number || e.products.standards[t.text] || packOf.MatchString(t.text) {
		return false
	}
	if numericDot(t.text) {
		return numeric(t.text) && len(t.text) >= modelNumber && !isYear(t.text)
	}
	return len(t.text) >= modelCode
}

func isYear(s string) bool {
	return len(s) == 4 && numeric(s) && (s[:2] == "19" || s[:2] == "20")
}

// regional says whether one code is the other with the letters of a country or a colour behind it: OLED55C1 and
// OLED55C1PUB. One letter more, or a word that variants have, is another model.
func (e *Engine) regional(a, b string) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	ending, ok := strings.CutPrefix(b, a)
	return ok && len(a) >= 5 && len(ending) >= 2 && !e.products.variants[ending]
}

func (e *Engine) capProducts(t *tally, a, b []token, anchored bool) {
	ca := ofRole(a, code)
	cb := ofRole(b, code)
	if len(ca) > 0 && len(cb) > 0 && !anchored && !codesMeet(ca, cb) {
		t.limit(ModelConflict, capModel, strings.Join(ca, " "), strings.Join(cb, " "))
	}
	if x, y := measureConflict(ofRole(a, measure), ofRole(b, measure)); x != "" {
		t.limit(NumberConflict, capSize, x, y)
	}
	if x, y := e.otherModel(a, b); x != "" {
		t.limit(ModelConflict, capModel, x, y)
	}
	capNumbers(t, a, b, anchored)

	ka := ofRole(a, colour)
	kb := ofRole(b, colour)
	if x, y := without(ka, kb), without(kb, ka); len(x) > 0 && len(y) > 0 {
		t.limit(ModelConflict, capVariant, strings.Join(x, " "), strings.Join(y, " "))
	}
	e.capVariants(t, a, b)
	e.capAccessories(t, a, b)
}

// otherModel finds a model on each side that the other lacks, of one line with other numbers or endings: P45 and P125,
// F8N044ORG and F8N044GRN, 3880001 and 3780001.
func (e *Engine) otherModel(a, b []token) (string, string) {
	for _, x := range a {
		line := lineOf(x)
		if line == "" || e.metIn(b, x) {
			continue
		}
		for _, y := range b {
			if lineOf(y) == line && !e.metIn(a, y) {
				return x.text, y.text
			}
		}
	}
	return "", ""
}

// metIn says whether words have a model, with or without an ending.
func (e *Engine) metIn(ts []token, model token) bool {
	return slices.ContainsFunc(ts, func(t token) bool {
		return t.text == model.text || e.regional(t.text, model.text) || strings.HasSuffix(t.text, model.text) ||
			strings.HasSuffix(model.text, t.text) && len(t.text) >= modelNumber
	})
}

// longNumber is the number of digits from which on a number is one that makers order by.
const longNumber = 6

// lineOf is the letters before the number of a model, or a sign for a long number by its digits, or "".
func lineOf(t token) string {
	if t.role != code && t.role != number || packOf.MatchString(t.text) {
		return ""
	}
	if numeric(t.text) {
		if len(t.text) < longNumber {
			return ""
		}
		return "#" + strings.Repeat("0", len(t.text))
	}
	at := strings.IndexAny(t.text, "0123456789")
	if at < 1 || !alphabetic(t.text[:at]) {
		return ""
	}
	return t.text[:at]
}

// shareWord says whether a word that says which product it is agrees on both sides, beside models.
func (e *Engine) shareWord(a, b []token, pairs []pair) bool {
	return slices.ContainsFunc(pairs, func(p pair) bool {
		return a[p.a].role == core && b[p.b].role == core && !e.products.described[a[p.a].text]
	})
}

// capNumbers compares numbers without a unit. A year on one side says when a product came out, and so do the words
// beside a model code that both have.
func capNumbers(t *tally, a, b []token, anchored bool) {
	na := ofRole(a, number)
	nb := ofRole(b, number)
	x := without(na, nb)
	y := without(nb, na)
	notYears := func(list []string) bool {
		return !slices.ContainsFunc(list, isYear) || slices.ContainsFunc(list, notYear)
	}
	switch {
	case len(x) > 0 && len(y) > 0 && !anchored:
		t.limit(NumberConflict, capSize, strings.Join(x, " "), strings.Join(y, " "))
	case len(x) > 0 && len(y) > 0 && slices.ContainsFunc(x, isYear) && slices.ContainsFunc(y, isYear):
		t.limit(NumberConflict, capSize, strings.Join(x, " "), strings.Join(y, " "))
	case len(x)+len(y) > 0 && !anchored && notYears(append(x, y...)):
		t.take(NumberConflict, oneNumber, strings.Join(x, " "), strings.Join(y, " "))
	}
}

func notYear(s string) bool { return !isYear(s) }

// capVariants compares the words that variants are told apart by, and the numerals of generations.
func (e *Engine) capVariants(t *tally, a, b []token) {
	va := e.variantsOf(a)
	vb := e.variantsOf(b)
	if x, y := without(va, vb), without(vb, va); len(x)+len(y) > 0 {
		t.limit(ModelConflict, capVariant, strings.Join(x, " "), strings.Join(y, " "))
	}

	ga := e.groupsOf(a)
	gb := e.groupsOf(b)
	if x, y := without(ga, gb), without(gb, ga); len(x) > 0 && len(y) > 0 {
		t.limit(ModelConflict, capVariant, strings.Join(x, " "), strings.Join(y, " "))
	}
}

func (e *Engine) variantsOf(ts []token) []string {
	var out []string
	for i, x := range ts {
		if x.role == trait && e.products.groups[x.text] == "" && !e.products.described[x.text] {
			out = append(out, x.text)
		}
		if n := romanNumber(x.text); n != "" && i > 0 && len(x.text) > 1 {
			out = append(out, n)
		}
	}
	return out
}

// groupsOf are the groups of variants that words belong to.
func (e *Engine) groupsOf(ts []token) []string {
	var out []string
	for _, x := range ts {
		if group := e.products.groups[x.text]; group != "" && !slices.Contains(out, group) {
			out = append(out, group)
		}
	}
	return out
}

// capAccessories tells a product from what is made for it: a word for a part that one side has alone, or a mark before
// what both name.
func (e *Engine) capAccessories(t *tally, a, b []token) {
	x := without(e.partsOf(a), e.partsOf(b))
	y := without(e.partsOf(b), e.partsOf(a))
	if (len(x) > 0) != (len(y) > 0) && (madeFor(a, b) || madeFor(b, a)) {
		t.limit(ModelConflict, capAccessory, strings.Join(x, " "), strings.Join(y, " "))
	}
}

func (e *Engine) partsOf(ts []token) []string {
	var out []string
	for _, x := range ts {
		if e.products.accessories[x.text] {
			out = append(out, x.text)
		}
	}
	return out
}

// madeFor says whether a has a mark such as "for", behind it a word that b has too, and not in b.
func madeFor(a, b []token) bool {
	mark := slices.IndexFunc(a, isMark)
	if mark < 0 || slices.ContainsFunc(b, isMark) {
		return false
	}
	return slices.ContainsFunc(a[mark+1:], func(x token) bool { return hasText(b, x.text) })
}

func hasText(ts []token, text string) bool {
	return slices.ContainsFunc(ts, func(t token) bool { return t.text == text })
}

func isMark(t token) bool { return strings.Contains(accessoryMarks, " "+t.text+" ") }

func ofRole(ts []token, r role) []string {
	var out []string
	for _, t := range ts {
		if t.role == r {
			out = append(out, t.text)
		}
	}
	return out
}

func without(a, b []string) []string {
	var out []string
next:
	for _, x := range a {
		for _, y := range b {
			if x == y {
				continue next
			}
		}
		out = append(out, x)
	}
	return out
}

// codesMeet says whether a code of one side is, or ends, one of the other: 1000XM4 and WH-1000XM4.
func codesMeet(a, b []string) bool {
	for _, x := range a {
		for _, y := range b {
			if x == y || len(x) >= 4 && strings.HasSuffix(y, x) || len(y) >= 4 && strings.HasSuffix(x, y) {
				return true
			}
		}
	}
	return false
}

// measureConflict finds two sizes in one unit that differ, where no size in that unit agrees.
func measureConflict(a, b []string) (string, string) {
	for _, x := range without(a, b) {
		for _, y := range without(b, a) {
			if unitOf(x) == unitOf(y) {
				return x, y
			}
		}
	}
	return "", ""
}

func unitOf(s string) string { return strings.TrimLeft(s, "0123456789.") }
