package names

import (
	"regexp"
	"strings"
)

// measureUnits gives one name for each unit that sizes of products are written in.
const measureUnits = `in inch inches;ft foot feet;mm;cm;m meter metre meters;kg kilo kilogram kilograms;
g gram grams gm gr;mg;lb lbs pound pounds;oz ounce ounces;floz;ml milliliter millilitre;
l liter litre liters litres ltr;gb gig gigabyte gigabytes;tb terabyte terabytes;mb;w watt watts;kw;v volt volts;mah;
ghz;mhz;hz;mp megapixel megapixels;ct count pcs pc piece pieces pack pk packs;gal gallon gallons;qt quart quarts;k;
dpi;rpm;btu;cu;port ports;gang;amp amps a;x;yr year years;mo months month;day days;p`

// variantWords tell variants of one product line apart: a word on one side only is another product, but for those of
// variantGroups and descriptions.
const variantWords = `pro max mini plus lite ultra air se xl xs xr fe ti junior jr deluxe premium kids mens womens
men women boys girls toddler baby refill refurbished renewed used case cover charger cable adapter replacement battery
bundle wireless wired left right cordless corded diet zero light decaf sugarfree unscented gen`

// variantGroups are words of which a product has one: one side may leave it out.
const variantGroups = "wireless cordless;wired corded;men mens;women womens"

// accessoryWords name what belongs to a product.
const accessoryWords = `refill case cover charger cable adapter replacement toner cartridge cartridges strap filter
filters protector holster sleeve skin bracket remote battery heads`

// accessoryMarks come before the product that something is made for.
const accessoryMarks = " for fits compatible "

// colours of products: one name each.
const colours = "black;white;red;blue;green;yellow;orange;purple violet;pink;brown;gray grey;silver;gold golden;beige;navy;teal;turquoise;graphite;titanium;midnight;starlight;rosegold;ivory;maroon;cyan;magenta;cream;charcoal;burgundy;lavender"

const productStop = " with for the and of in by a an to from new genuine original oem brand official w from per no nr n number bottle box tin jar can cans size "

var (
	inchMark   = regexp.MustCompile(`(\d)\s*(?:"|''|”|″)`)
	hyphenCode = regexp.MustCompile(`\b([A-Za-z]{1,5}|[A-Za-z]*\d[A-Za-z\d]*)-([A-Za-z]*\d[A-Za-z\d]*)\b`)
	glued      = regexp.MustCompile(`^(\d+(?:\.\d+)?)([a-z]+)$`)
	fluidOunce = regexp.MustCompile(`(?i)\bfl\.?\s*oz\b\.?`)
	thousands  = regexp.MustCompile(`(\d),(\d{3})\b`)
	endingCode = regexp.MustCompile(`\b([A-Za-z]+\d[A-Za-z\d]*)-([A-Za-z]{1,3})\b`)
	romanEnd   = regexp.MustCompile(`(\d)(I{2,3}|IV)\b`)
	plusSign   = regexp.MustCompile(`(\d)\+`)
	multipack  = regexp.MustCompile(`(?i)\b(\d+) ?[x×] ?(\d+(?:\.\d+)?) ?([a-z]+)\b`)
	packOf     = regexp.MustCompile(`^\d+x\d`)
	manyInOne  = regexp.MustCompile(`(?i)\b(?:\d+|all)[- ]?in[- ]?(?:\d+|one)\b`)
	slotName   = regexp.MustCompile(`(?i)\bm\.2\b`)
)

type productTables struct {
	units, colours map[string]string
	groups         map[string]string // of variants: wireless and cordless
	variants       map[string]bool
	accessories    map[string]bool
	standards      map[string]bool
	described      map[string]bool // words that say what a product is and not which
}

func newProductTables() productTables {
	t := productTables{
		units:       map[string]string{},
		colours:     map[string]string{},
		groups:      map[string]string{},
		described:   wordSet(descriptions),
		variants:    wordSet(variantWords),
		accessories: wordSet(accessoryWords),
		standards:   wordSet(standards),
	}
	for m, text := range map[*map[string]string]string{
		&t.units:   measureUnits,
		&t.colours: colours,
		&t.groups:  variantGroups,
	} {
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
	s = e.productSigns(s)
	ws := words(s, splitPlain)
	out := make([]token, 0, len(ws))
	for i := 0; i < len(ws) && len(out) < maxTokens; i++ {
		w := ws[i]
		if numericDot(w.text) && i+1 < len(ws) {
			next := ws[i+1].text
			if u, ok := e.products.units[next]; ok && (len(next) > 1 || strings.Contains("glwv", next)) {
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
		case packOf.MatchString(w.text):
			r = number
			weight = weightMeasure
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
		case e.products.variants[w.text]:
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

// productSigns writes codes, packs and claims in the one way in which they are read: B550-F as B550F, 2 x 8 GB as
// 2x8GB, S22+ as S22 plus. That a thing is all in one, or seven, is no part of its name.
func (e *Engine) productSigns(s string) string {
	s = manyInOne.ReplaceAllString(s, " ")
	s = slotName.ReplaceAllString(s, " ")
	s = plusSign.ReplaceAllString(s, "$1 plus ")
	s = romanEnd.ReplaceAllString(s, "$1 $2")
	s = multipack.ReplaceAllStringFunc(s, func(pack string) string {
		m := multipack.FindStringSubmatch(pack)
		if unit := e.products.units[strings.ToLower(m[3])]; unit != "" {
			return " " + m[1] + "x" + m[2] + unit + " "
		}
		return pack
	})
	s = hyphenCode.ReplaceAllString(s, "$1$2")
	return endingCode.ReplaceAllString(s, "$1$2")
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
