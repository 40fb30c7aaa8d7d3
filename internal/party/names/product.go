package names

import (
	"regexp"
	"strings"
)

// measureUnits gives one name for each unit that sizes of products are written in.
const measureUnits = `in inch inches;ft foot feet;mm;cm;m meter metre meters;kg kilo kilogram kilograms;g gram grams gm gr;mg;lb lbs pound pounds;oz ounce ounces;floz;ml milliliter millilitre;
l liter litre liters litres ltr;gb gig gigabyte gigabytes;tb terabyte terabytes;mb;w watt watts;kw;v volt volts;mah;ghz;mhz;hz;mp megapixel megapixels;pack pk packs;ct count pcs pc piece pieces;
gal gallon gallons;qt quart quarts;k;dpi;rpm;btu;cu;port ports;gang;amp amps a;x;yr year years;mo months month;day days;p`

// variantWords tell variants of one product line apart: a word on one side only is another product.
const variantWords = " pro max mini plus lite ultra air se xl xs xr fe junior jr deluxe premium kids mens womens men women boys girls toddler baby refill refurbished renewed used case cover charger cable adapter replacement battery bundle wireless wired left right cordless corded diet zero light decaf sugarfree unscented gen "

// colours of products: one name each.
const colours = "black;white;red;blue;green;yellow;orange;purple violet;pink;brown;gray grey;silver;gold golden;beige;navy;teal;turquoise;graphite;titanium;midnight;starlight;rosegold;ivory;maroon;cyan;magenta;cream;charcoal;burgundy;lavender"

const productStop = " with for the and of in by a an to from new genuine original oem brand official w from per no nr n number bottle box tin jar can cans size "

var (
	inchMark   = regexp.MustCompile(`(\d)\s*(?:"|''|”|″)`)
	hyphenCode = regexp.MustCompile(`\b([A-Za-z]{1,5}|[A-Za-z]*\d[A-Za-z\d]*)-([A-Za-z]*\d[A-Za-z\d]*)\b`)
	glued      = regexp.MustCompile(`^(\d+(?:\.\d+)?)([a-z]+)$`)
	fluidOunce = regexp.MustCompile(`(?i)\bfl\.?\s*oz\b\.?`)
	thousands  = regexp.MustCompile(`(\d),(\d{3})\b`)
)

type productTables struct {
	units, colours map[string]string
}

func newProductTables() productTables {
	t := productTables{map[string]string{}, map[string]string{}}
	for m, text := range map[*map[string]string]string{&t.units: measureUnits, &t.colours: colours} {
		for _, group := range strings.Split(text, ";") {
			fs := strings.Fields(group)
			for _, f := range fs {
				(*m)[f] = fs[0]
			}
		}
	}
	return t
}

// Weights of the words of a product's name.
const (
	weightCode    = 1.6
	weightTrait   = 0.6
	weightMeasure = 0.6
)

// productTokens reads the name of a product: model codes, sizes with their units, colours and words
// that tell variants apart each have their part.
func (e *Engine) productTokens(s string) []token {
	s = inchMark.ReplaceAllString(s, "$1 inch ")
	s = fluidOunce.ReplaceAllString(s, " floz ")
	s = thousands.ReplaceAllString(s, "$1$2")
	s = hyphenCode.ReplaceAllString(s, "$1$2")
	ws := words(s, splitPlain)
	out := make([]token, 0, len(ws))
	for i := 0; i < len(ws) && len(out) < maxTokens; i++ {
		w := ws[i]
		if numericDot(w.text) && i+1 < len(ws) {
			if u, ok := e.products.units[ws[i+1].text]; ok && (len(ws[i+1].text) > 1 || strings.Contains("glwv", ws[i+1].text)) {
				w.text = trimZeros(w.text) + u
				i++
				out = append(out, e.token(w, measure, weightMeasure))
				continue
			}
		}
		if m := glued.FindStringSubmatch(w.text); m != nil {
			if u, ok := e.products.units[m[2]]; ok {
				w.text = trimZeros(m[1]) + u
				out = append(out, e.token(w, measure, weightMeasure))
				continue
			}
		}
		r, weight := coreWeight(w)
		switch {
		case numericDot(w.text):
			r = number
			weight = weightNumber
			w.text = trimZeros(w.text)
		case hasDigit(w.text) && len(w.text) >= 4:
			r = code
			weight = weightCode
		case hasDigit(w.text):
			r = number
			weight = weightNumber
		case e.products.colours[w.text] != "":
			w.text = e.products.colours[w.text]
			r = colour
			weight = weightTrait
		case strings.Contains(variantWords, " "+w.text+" "):
			r = trait
			weight = weightTrait
		case strings.Contains(productStop, " "+w.text+" "):
			r = light
			weight = weightStop
		}
		out = append(out, e.token(w, r, weight))
	}

	return out
}

func numericDot(s string) bool { return numeric(strings.Replace(s, ".", "", 1)) }

func trimZeros(s string) string {
	if strings.Contains(s, ".") {
		s = strings.TrimRight(strings.TrimRight(s, "0"), ".")
	}
	if t := strings.TrimLeft(s, "0"); t != "" && t[0] != '.' {
		return t
	}
	return s
}

// Scores that a product's name cannot pass.
const (
	capModel   = 70 // another model code
	capSize    = 75 // another size or number
	capVariant = 80 // another variant or colour
)

// compareProducts scores two product names: titles leave words out freely, but another model code,
// size, number, variant or colour is another product.
func (e *Engine) compareProducts(t *tally, fa, fb *Form, r *Result) {
	a, b := e.meet(t, fa, fb)
	pairs, restA, restB := e.align(a, b)
	sum := 0.0
	weight := 0.0
	sounds := 0.0
	for _, p := range pairs {
		w := (a[p.a].weight + b[p.b].weight) / 2
		if p.code == Initials {
			p.sim = 0.7
		}
		sum += w * p.sim
		weight += w
		if p.sim >= agreeSound {
			sounds += w
		}
		t.note(p.code, round(100*p.sim), a[p.a].text, b[p.b].text)
	}

	ua := left(a, restA)
	ub := left(b, restB)
	conflict := min(ua, ub)
	weight += conflict
	if weight == 0 {
		t.points = 0
		return
	}

	r.Components.TokenAlignment = sum / weight
	r.Components.Phonetic = min(1, sounds/weight)
	t.points = 100 * sum / weight
	missing := min(30, 8*(max(ua, ub)-conflict))
	t.points -= missing

	if wa, wb := textsOf(a, restA), textsOf(b, restB); wa != "" && wb != "" {
		t.note(DifferentWord, 0, wa, wb)
	} else if wa != "" || wb != "" {
		t.note(MissingWord, -round(missing), wa, wb)
	}

	if sameCode(a, b) {
		t.points = max(t.points, 90)
	}
	compact(t, a, b)
	capProducts(t, a, b)

	if fa.Text == fb.Text {
		t.note(Exact, 100, "", "")
	}
}

// sameCode says whether a model code of five or more letters and digits stands on both sides.
func sameCode(a, b []token) bool {
	for _, x := range a {
		for _, y := range b {
			if x.role == code && y.role == code && len(x.text) >= 5 && x.text == y.text {
				return true
			}
		}
	}
	return false
}

func capProducts(t *tally, a, b []token) {
	ca := ofRole(a, code)
	cb := ofRole(b, code)
	if len(ca) > 0 && len(cb) > 0 && !codesMeet(ca, cb) {
		t.limit(ModelConflict, capModel, strings.Join(ca, " "), strings.Join(cb, " "))
	}

	if x, y := measureConflict(ofRole(a, measure), ofRole(b, measure)); x != "" {
		t.limit(NumberConflict, capSize, x, y)
	}

	na := ofRole(a, number)
	nb := ofRole(b, number)
	if x, y := without(na, nb), without(nb, na); len(x) > 0 && len(y) > 0 {
		t.limit(NumberConflict, capSize, strings.Join(x, " "), strings.Join(y, " "))
	} else if len(x)+len(y) > 0 && (len(na) == 0 || len(nb) == 0) {
		t.take(NumberConflict, 6, strings.Join(x, " "), strings.Join(y, " "))
	}

	ka := ofRole(a, colour)
	kb := ofRole(b, colour)
	if x, y := without(ka, kb), without(kb, ka); len(x) > 0 && len(y) > 0 {
		t.limit(ModelConflict, capVariant, strings.Join(x, " "), strings.Join(y, " "))
	}

	va := ofRole(a, trait)
	vb := ofRole(b, trait)
	if x, y := without(va, vb), without(vb, va); len(x)+len(y) > 0 {
		t.limit(ModelConflict, capVariant, strings.Join(x, " "), strings.Join(y, " "))
	}
}

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
