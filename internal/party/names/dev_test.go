package names

import (
	"maps"
	"math/rand"
	"slices"
	"sort"
	"strings"

	"github.com/farebox/farebox/internal/party/names/census"
)

// The development split: names of the embedded tables, corrupted. Weights were set on it.

type maker struct {
	*rand.Rand
	e           *Engine
	given, last []string
}

func developmentPairs(e *Engine) []labelled {
	m := &maker{
		Rand:  rand.New(rand.NewSource(11)),
		e:     e,
		given: append(commonest(census.Male(), 350), commonest(census.Female(), 350)...),
		last:  commonest(census.Surnames(), 2000),
	}
	var out []labelled
	for range 1500 {
		out = append(out, m.samePerson(), m.otherPerson(), m.strangers())
	}
	for range 1000 {
		out = append(out, m.sameCompany(), m.otherCompany(), m.sameAddress(), m.otherAddress())
	}
	for range 500 {
		out = append(out, m.sameProduct(), m.otherProduct())
	}
	for _, p := range devTransliterations {
		out = append(out, labelled{Person, p[0], p[1], true, "transliteration"})
	}
	for i, p := range devTransliterations {
		q := devTransliterations[(i+7)%len(devTransliterations)]
		out = append(out, labelled{Person, p[0], q[1], false, "transliteration of another"})
	}
	return out
}

// commonest are the first n names of a table by their ranks.
func commonest(ranks map[string]int, n int) []string {
	all := slices.SortedFunc(maps.Keys(ranks), func(a, b string) int { return ranks[a] - ranks[b] })
	return all[:min(n, len(all))]
}

func title(s string) string {
	ws := strings.Fields(s)
	for i, w := range ws {
		ws[i] = strings.ToUpper(w[:1]) + w[1:]
	}
	return strings.Join(ws, " ")
}

func (m *maker) pick(list []string) string { return list[m.Intn(len(list))] }

func (m *maker) words(s string) string { return m.pick(strings.Fields(s)) }

// typo changes one letter of a word of four or more.
func (m *maker) typo(s string) string {
	ws := strings.Fields(s)
	for range 10 {
		i := m.Intn(len(ws))
		w := []byte(ws[i])
		if len(w) < 4 {
			continue
		}
		k := 1 + m.Intn(len(w)-2)
		letter := byte('a' + m.Intn(26))
		switch m.Intn(4) {
		case 0:
			w[k] = letter
		case 1:
			w = append(w[:k], w[k+1:]...)
		case 2:
			w = append(w[:k], append([]byte{letter}, w[k:]...)...)
		default:
			w[k], w[k+1] = w[k+1], w[k]
		}
		ws[i] = string(w)
		break
	}
	return strings.Join(ws, " ")
}

func (m *maker) samePerson() labelled {
	first, mid, last := title(m.pick(m.given)), "", title(m.pick(m.last))
	if m.Intn(3) == 0 {
		mid = title(m.pick(m.given)) + " "
	}
	a := first + " " + mid + last
	b, class := a, ""
	switch m.Intn(11) {
	case 0, 1:
		b, class = m.typo(a), "typo"
	case 2:
		b, class = m.typo(m.typo(a)), "two typos"
	case 3:
		b, class = last+", "+first+" "+mid, "last name first"
	case 4:
		b, class = last+" "+first, "swapped"
	case 5:
		b, class = m.nickname(first)+" "+last, "nickname"
	case 6:
		mid = title(m.pick(m.given))
		a, b, class = first+" "+mid+" "+last, first+" "+mid[:1]+". "+last, "middle initial"
	case 7:
		b, class = m.words("Mr Dr Prof")+" "+first+" "+last+m.pick([]string{"", " Jr", ", PhD"}), "title and suffix"
	case 8:
		rare := title(m.last[1000+m.Intn(1000)])
		a, b, class = first+" "+rare, first[:1]+". "+rare, "initial, rare name"
	case 9:
		b, class = strings.ToUpper(first+" "+last), "capitals"
	default:
		b, class = first+" "+respell(last), "respelled"
	}
	return labelled{Person, a, b, true, class}
}

func respell(s string) string {
	r := strings.NewReplacer("ph", "f", "ck", "k", "ll", "l", "tt", "t", "ss", "s", "ie", "y", "ey", "y", "oo", "u", "mm", "m", "nn", "n", "ei", "ie", "ea", "ee")
	return r.Replace(s)
}

func (m *maker) nickname(first string) string {
	low := strings.ToLower(first)
	var found []string
	for n, vs := range m.e.variants {
		for _, v := range vs {
			for _, w := range m.e.variants[low] {
				if v.group == w.group && v.short && !w.short {
					found = append(found, n)
				}
			}
		}
	}
	if len(found) == 0 {
		return first
	}
	sort.Strings(found)
	return title(m.pick(found))
}

// nearest is the entry of a random part of list that looks most like s without being it or related.
func (m *maker) nearest(s string, list []string) string {
	best, score := "", 0.0
	for range 60 {
		c := m.pick(list)
		if c == s || m.e.related(c, s) != unrelated || romanFold(c) == romanFold(s) {
			continue
		}
		if j := JaroWinkler(c, s); j > score {
			best, score = c, j
		}
	}
	return best
}

func (m *maker) otherPerson() labelled {
	first, last := m.pick(m.given), m.pick(m.last)
	a := title(first + " " + last)
	switch m.Intn(7) {
	case 0, 1:
		return labelled{Person, a, title(m.nearest(first, m.given) + " " + last), false, "near given name"}
	case 2, 3:
		return labelled{Person, a, title(first + " " + m.nearest(last, m.last)), false, "near family name"}
	case 4:
		return labelled{Person, a + " Jr", a + m.pick([]string{" Sr", " III"}), false, "father and son"}
	case 5:
		return labelled{Person, "Mr " + title(first[:1]+" "+last), "Mrs " + title(first[:1]+" "+last), false, "husband and wife"}
	}
	mid := m.pick(m.given)
	return labelled{Person, title(first + " " + mid + " " + last), title(first + " " + m.nearest(mid, m.given) + " " + last), false, "other middle name"}
}

func (m *maker) strangers() labelled {
	f := func() string { return title(m.pick(m.given) + " " + m.pick(m.last)) }
	return labelled{Person, f(), f(), false, "strangers"}
}

const (
	devCores = `acme northwind contoso fabrikam initech globex umbrella hooli stark wayne tyrell cyberdyne soylent massive vandelay bluth pied aperture oscorp wonka
		redwood granite silverline bluebird evergreen clearwater ironwood stonebridge lakeside summit pinnacle horizon vertex zenith apex nimbus quantum stellar orion falcon
		maple cedar willow sterling crescent beacon harbor anchor compass meridian atlas titan phoenix griffin raven condor osprey juniper magnolia hawthorne`
	devKinds = `holdings technologies services solutions industries group partners capital logistics consulting construction engineering pharmaceuticals foods energy insurance properties media`
	devForms = `Inc|Incorporated|Ltd|Limited|LLC|Corp|Corporation|GmbH|PLC`
)

var devFormPairs = [][2]string{{"Inc", "Incorporated"}, {"Ltd", "Limited"}, {"Corp", "Corporation"}, {"LLC", "L.L.C."}, {"Co", "Company"}, {"GmbH", "G.m.b.H."}, {"PLC", "Public Limited Company"}, {"AG", "Aktiengesellschaft"}}

func (m *maker) sameCompany() labelled {
	c1, c2, k := title(m.words(devCores)), title(m.words(devCores)), title(m.words(devKinds))
	f := devFormPairs[m.Intn(len(devFormPairs))]
	name := c1 + " " + k
	if m.Intn(3) == 0 {
		name = c1 + " " + c2 + " " + k
	}
	switch m.Intn(9) {
	case 0:
		return labelled{Company, name + " " + f[0], name + ", " + f[1], true, "legal form"}
	case 1:
		return labelled{Company, name + " " + f[0], name, true, "legal form missing"}
	case 2:
		return labelled{Company, name + " " + f[0], m.typo(name) + " " + f[0], true, "typo"}
	case 3:
		return labelled{Company, name + " " + f[0], m.typo(m.typo(name)), true, "two typos"}
	case 4:
		short := strings.NewReplacer("Technologies", "Tech", "Services", "Svcs", "Industries", "Inds", "Holdings", "Hldgs", "Engineering", "Eng", "Pharmaceuticals", "Pharma", "Insurance", "Ins").Replace(name)
		return labelled{Company, name + " " + f[0], short + " " + f[1], true, "abbreviation"}
	case 5:
		return labelled{Company, c1 + " & " + c2 + " " + f[0], c1 + " and " + c2, true, "ampersand"}
	case 6:
		return labelled{Company, "The " + name + " " + f[0], strings.ToUpper(name), true, "the, capitals"}
	case 7:
		return labelled{Company, c1 + c2[:1] + strings.ToLower(c2[1:]) + " " + f[0], c1 + " " + c2 + " " + f[0], true, "spacing"}
	}
	return labelled{Company, name + " " + f[0], strings.TrimSuffix(name, " "+k) + " " + f[0], true, "generic word missing"}
}

func (m *maker) otherCompany() labelled {
	c1, c2, k1, k2 := title(m.words(devCores)), title(m.words(devCores)), title(m.words(devKinds)), title(m.words(devKinds))
	for k2 == k1 {
		k2 = title(m.words(devKinds))
	}
	for c2 == c1 {
		c2 = title(m.words(devCores))
	}
	f := m.pick(strings.Split(devForms, "|"))
	switch m.Intn(6) {
	case 0, 1:
		return labelled{Company, c1 + " " + k1 + " " + f, c1 + " " + k2 + " " + f, false, "other generic word"}
	case 2:
		return labelled{Company, c1 + " " + k1 + " " + f, c2 + " " + k1 + " " + f, false, "other core word"}
	case 3:
		return labelled{Company, c1 + " Fund " + m.words("I II III IV") + " LP", c1 + " Fund " + m.words("V VI VII 8") + " LP", false, "numbers"}
	case 4:
		return labelled{Company, c1 + " " + m.words("USA Germany India") + " " + f, c1 + " " + m.words("UK France Japan") + " " + f, false, "places"}
	}
	return labelled{Company, c1 + " " + k1, c1 + " " + c2 + " " + k1, false, "a core word more"}
}

var devTypes = [][2]string{{"Street", "St"}, {"Avenue", "Ave"}, {"Road", "Rd."}, {"Boulevard", "Blvd"}, {"Drive", "Dr"}, {"Lane", "Ln"}, {"Court", "Ct"}, {"Place", "Pl"}}

const devStreets = `main oak maple washington lincoln jefferson park lake hill church highland sunset walnut chestnut franklin madison jackson spruce pine elm river prospect union liberty`

var devTowns = []string{"Springfield, IL 62701|Springfield IL 62701", "Portland, OR 97201|Portland, Oregon", "Austin, TX 78701|Austin Texas 78701", "Albany, NY 12207|Albany, NY", "Boise, ID 83702|Boise 83702", "Columbus, OH 43004|Columbus, Ohio 43004-1234"}

func (m *maker) sameAddress() labelled {
	n, s, t := itoa(1+m.Intn(9999)), title(m.words(devStreets)), devTypes[m.Intn(len(devTypes))]
	townA, townB, _ := strings.Cut(m.pick(devTowns), "|")
	line := n + " " + s
	switch m.Intn(6) {
	case 0:
		return labelled{Address, line + " " + t[0] + ", " + townA, line + " " + t[1] + " " + townB, true, "abbreviations"}
	case 1:
		return labelled{Address, line + " " + t[0] + ", " + townA, n + " " + m.typo(s) + " " + t[1] + ", " + townA, true, "typo"}
	case 2:
		u := itoa(1 + m.Intn(99))
		return labelled{Address, line + " " + t[0] + " Apt " + u + ", " + townA, line + " " + t[1] + " #" + u + ", " + townB, true, "unit"}
	case 3:
		d := [][2]string{{"North", "N"}, {"South", "S."}, {"West", "W"}, {"East", "E"}}[m.Intn(4)]
		return labelled{Address, n + " " + d[0] + " " + s + " " + t[0] + ", " + townA, n + " " + d[1] + " " + s + " " + t[1] + ", " + townA, true, "direction"}
	case 4:
		return labelled{Address, line + " " + t[0] + ", " + townA, strings.ToUpper(line + " " + t[1]), true, "town missing"}
	}
	o := [][2]string{{"First", "1st"}, {"Second", "2nd"}, {"Fifth", "5th"}, {"Third", "3rd"}}[m.Intn(4)]
	return labelled{Address, n + " " + o[0] + " " + t[0] + ", " + townA, n + " " + o[1] + " " + t[1] + ", " + townB, true, "ordinal"}
}

func itoa(n int) string { return pad(n, 1) }

func (m *maker) otherAddress() labelled {
	n, s, t := 10+m.Intn(9000), title(m.words(devStreets)), devTypes[m.Intn(len(devTypes))]
	town, _, _ := strings.Cut(m.pick(devTowns), "|")
	line := " " + s + " " + t[0]
	end := ", " + town
	switch m.Intn(5) {
	case 0:
		return labelled{Address, itoa(n) + line + end, itoa(n+1+m.Intn(9)) + line + end, false, "house number"}
	case 1:
		return labelled{Address, itoa(n) + line + " Apt 1" + itoa(m.Intn(5)) + end, itoa(n) + line + " Apt 2" + end, false, "unit"}
	case 2:
		return labelled{Address, itoa(n) + " N" + line + end, itoa(n) + " S" + line + end, false, "direction"}
	case 3:
		other := devTypes[(m.Intn(len(devTypes)))]
		for other == t {
			other = devTypes[(m.Intn(len(devTypes)))]
		}
		return labelled{Address, itoa(n) + line + end, itoa(n) + " " + s + " " + other[0] + end, false, "street type"}
	}
	other := title(m.words(devStreets))
	for other == s {
		other = title(m.words(devStreets))
	}
	return labelled{Address, itoa(n) + line + end, itoa(n) + " " + other + " " + t[0] + end, false, "street"}
}

var devProducts = []string{"Apple iPhone 13 Pro|128GB", "Samsung Galaxy S22|256GB", "Sony Bravia KD-55X80K TV|55 inch", "Canon EOS R6 Camera|20MP", "Bosch GSB18V-55 Drill|18V", "Lavazza Qualita Rossa Coffee|1kg", "Colgate Total Toothpaste|100ml", "Dell XPS Laptop|512GB", "Nescafe Gold Instant Coffee|200g", "LG OLED48C1 Television|48 inch"}

func (m *maker) sameProduct() labelled {
	name, size, _ := strings.Cut(m.pick(devProducts), "|")
	switch m.Intn(4) {
	case 0:
		return labelled{Product, name + " " + size, strings.ToUpper(name) + " - " + spaced(size), true, "unit"}
	case 1:
		return labelled{Product, name + " " + size, size + " " + m.typo(strings.Fields(name)[0]) + name[len(strings.Fields(name)[0]):], true, "typo"}
	case 2:
		return labelled{Product, name + " " + size, name + " (" + size + ", " + m.words("black white silver") + ")", true, "colour added"}
	}
	ws := strings.Fields(name)
	return labelled{Product, name + " " + size, strings.Join(ws[1:], " ") + ", " + ws[0] + " " + size, true, "order"}
}

func spaced(size string) string {
	i := strings.IndexFunc(size, func(r rune) bool { return r < '0' || r > '9' })
	return size[:i] + " " + strings.TrimSpace(size[i:])
}

func (m *maker) otherProduct() labelled {
	name, size, _ := strings.Cut(m.pick(devProducts), "|")
	i := strings.IndexFunc(size, func(r rune) bool { return r < '0' || r > '9' })
	switch m.Intn(3) {
	case 0:
		return labelled{Product, name + " " + size, name + " " + itoa(3+m.Intn(60)) + "1" + size[i:], false, "size"}
	case 1:
		return labelled{Product, name + " " + size, name + " " + m.words("Mini Plus Lite Case Refill") + " " + size, false, "variant"}
	}
	return labelled{Product, name + " black " + size, name + " white " + size, false, "colour"}
}

// devTransliterations are names of well-known people in their own script and in Latin letters.
var devTransliterations = [][2]string{
	{"Владимир Путин", "Vladimir Putin"}, {"Сергей Лавров", "Sergey Lavrov"}, {"Михаил Горбачёв", "Mikhail Gorbachev"}, {"Пётр Чайковский", "Pyotr Tchaikovsky"},
	{"Фёдор Достоевский", "Fyodor Dostoevsky"}, {"Юрий Гагарин", "Yuri Gagarin"}, {"Володимир Зеленський", "Volodymyr Zelenskyy"}, {"Александр Пушкин", "Alexander Pushkin"},
	{"Αλέξης Τσίπρας", "Alexis Tsipras"}, {"Κυριάκος Μητσοτάκης", "Kyriakos Mitsotakis"}, {"Μίκης Θεοδωράκης", "Mikis Theodorakis"}, {"Νίκος Καζαντζάκης", "Nikos Kazantzakis"},
	{"محمد صلاح", "Mohamed Salah"}, {"صدام حسين", "Saddam Hussein"}, {"ياسر عرفات", "Yasser Arafat"}, {"نجيب محفوظ", "Naguib Mahfouz"}, {"جمال عبد الناصر", "Gamal Abdel Nasser"},
	{"毛泽东", "Mao Zedong"}, {"习近平", "Xi Jinping"}, {"邓小平", "Deng Xiaoping"}, {"马云", "Ma Yun"}, {"司马光", "Sima Guang"},
	{"김정은", "Kim Jong Un"}, {"문재인", "Moon Jae-in"}, {"박근혜", "Park Geun-hye"}, {"이순신", "Yi Sun-sin"},
	{"משה דיין", "Moshe Dayan"}, {"דוד בן גוריון", "David Ben-Gurion"}, {"やまだ たろう", "Yamada Taro"}, {"スズキ イチロー", "Suzuki Ichiro"},
	{"François Mitterrand", "Francois Mitterrand"}, {"Gerhard Schröder", "Gerhard Schroeder"}, {"Søren Kierkegaard", "Soren Kierkegaard"}, {"Lech Wałęsa", "Lech Walesa"},
}
