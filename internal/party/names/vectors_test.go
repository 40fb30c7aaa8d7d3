package names

import (
	"errors"
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// The pairs of Winkler (1990) and of the Wikipedia article on the measure.
func TestJaroWinklerVectors(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want float64
	}{{"martha", "marhta", 0.9611}, {"dixon", "dicksonx", 0.8133}, {"dwayne", "duane", 0.84}, {"abroms", "abrams", 0.9222}, {"itman", "smith", 0.4667}, {"", "", 1}, {"a", "", 0}, {"same", "same", 1}} {
		if got := JaroWinkler(c.a, c.b); math.Abs(got-c.want) > 5e-5 {
			t.Errorf("%s, %s: %.4f, want %.4f", c.a, c.b, got, c.want)
		}
	}
}

func TestEditsVectors(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{{"kitten", "sitting", 3}, {"ca", "abc", 3}, {"ab", "ba", 1}, {"", "abc", 3}, {"john", "jhon", 1}, {strings.Repeat("a", 200), strings.Repeat("a", 100), 0}} {
		if got := Edits(c.a, c.b); got != c.want {
			t.Errorf("%s, %s: %d, want %d", c.a, c.b, got, c.want)
		}
	}
}

// Codes of the United States National Archives' description of the index.
func TestSoundexVectors(t *testing.T) {
	for name, want := range map[string]string{
		"robert": "R163", "rupert": "R163", "rubin": "R150", "ashcraft": "A261", "ashcroft": "A261", "tymczak": "T522", "pfister": "P236", "honeyman": "H555",
		"washington": "W252", "lee": "L000", "gutierrez": "G362", "jackson": "J250", "vandeusen": "V532", "": "",
	} {
		if got := Soundex(name); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
}

func TestMetaphoneVectors(t *testing.T) {
	for name, want := range map[string]string{
		"smith": "SM0", "knight": "NT", "phone": "FN", "wright": "RT", "gnome": "NM", "xavier": "SFR", "school": "SKL", "church": "XRX", "judge": "JJ", "lamb": "LM", "whale": "WL", "aero": "ER", "nation": "NXN", "": "",
	} {
		if got := Metaphone(name); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
}

func TestNormalizeReadsEveryScript(t *testing.T) {
	for text, want := range map[string]string{
		"  O’Neil–Smith & Co. ": "oneil smith and co", "ŁÓDŹ Straße Øre Þór Đặng İstanbul ﬁ": "lodz strasse ore thor dang istanbul fi", "Zoë\u200b Müller": "zoe muller", "Ｆｕｌｌ　Ｗｉｄｔｈ": "full width",
		"Сергей Щербаков": "sergey shcherbakov", "Володимир Зеленський": "volodimir zelenskiy", "Γιάννης Μπουτάρης": "giannis boutaris", "Ευάγγελος Τσίπρας": "evangelos tsipras", "毛泽东": "mao ze dong", "曾国藩": "ceng guo fan",
		"たろう": "taro", "スズキ": "suzuki", "김": "gim", "...": "", "\u202e\u200f": "", "5.5 12.05.2020": "5.5 12 05 2020",
	} {
		if got := Normalize(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func TestPersonsAreTakenApart(t *testing.T) {
	e := New()
	for _, c := range []struct{ text, prefix, given, middle, family, suffix, want string }{
		{"DR. SMITH, JOHN A., JR", "Dr", "John", "A.", "Smith", "Jr", "Dr John A. Smith Jr"},
		{"ludwig van beethoven", "", "Ludwig", "", "van Beethoven", "", "Ludwig van Beethoven"},
		{"PUTIN Vladimir Vladimirovich", "", "Vladimir", "Vladimirovich", "Putin", "", "Vladimir Vladimirovich Putin"},
		{"Maria Garcia Lopez", "", "Maria", "", "Garcia Lopez", "", "Maria Garcia Lopez"},
		{"zoraida alvarez-beaty", "", "Zoraida", "", "Alvarez-Beaty", "", "Zoraida Alvarez-Beaty"},
		{"mary-jane o'neil, phd", "", "Mary-Jane", "", "O'Neil", "", "Mary-Jane O'Neil"},
		{"Smith John A", "", "John", "A.", "Smith", "", "John A. Smith"},
		{"mcdonald, ronald", "", "Ronald", "", "McDonald", "", "Ronald McDonald"},
		{"毛泽东", "", "泽东", "", "毛", "", "毛泽东"},
		{"김정은", "", "정은", "", "김", "", "김정은"},
		{"Smith", "", "", "", "Smith", "", "Smith"},
	} {
		s := e.Standardize(mustPrepare(t, e, Person, c.text))
		got := []string{s.Parts["prefix"], s.Parts["given"], s.Parts["middle"], s.Parts["family"], s.Parts["suffix"], s.Text}
		want := []string{c.prefix, c.given, c.middle, c.family, c.suffix, c.want}
		if strings.Join(got, "|") != strings.Join(want, "|") {
			t.Errorf("%s: %q, want %q", c.text, got, want)
		}
	}
}

func TestLegalFormsAreRecognised(t *testing.T) {
	e := New()
	for text, want := range map[string]string{
		"Acme Ltd": "acme|LLC", "Acme, L.L.C.": "acme|LLC", "Acme Co., Ltd.": "acme|LLC", "Siemens Aktiengesellschaft": "siemens|JSC", "Henkel AG & Co. KGaA": "henkel|JSC", "Schmidt GmbH & Co. KG": "schmidt|LP",
		"ООО Ромашка": "romashka|LLC", "ПАО Сбербанк": "sberbank|JSC", "Sberbank PJSC": "sberbank|JSC", "PT Bank Central Asia Tbk": "bank central asia|JSC", "株式会社トヨタ": "toyota|JSC", "Ferrari S.p.A.": "ferrari|JSC",
		"Novo Nordisk A/S": "novo nordisk|JSC", "Foo Pty Ltd": "foo|LLC", "Foo Sp. z o.o.": "foo|LLC", "Foo S. de R.L. de C.V.": "foo|LLC", "Baker McKenzie LLP": "baker mckenzie|LLP", "Stichting IKEA": "ikea|FOUNDATION", "ADAC e.V.": "adac|ASSOC",
		"The Limited": "limited|", "The Limited Inc": "limited|JSC", "Perez Companc": "perez companc|",
		"Acme spol. s r.o.": "acme|LLC", "AT&T Inc.": "atandt|JSC",
		"Public Joint Stock Co Severstal": "severstal|JSC", "JT STK CO Severstal": "severstal|JSC",
		"Acme LTD LIABILTY CO": "acme|LLC", "Acme COMPANNY": "acme|JSC", "A. B. Volvo": "volvo|JSC",
		"OCEANSTARSHIPPINGCOLTD": "oceanstarshipping|LLC", "OCEANSTARSHIPPINGCO., LTD.": "oceanstarshipping|LLC",
		"JOINTSTOCKCOMPANYSANATORIUM": "sanatorium|JSC", "B & Co": "b|JSC", "Limited": "limited|",
		"Kraft Heinz": "kraft heinz|",
	} {
		f := mustPrepare(t, e, Company, text)
		if got := f.Text + "|" + f.company.form().Class; got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}

func TestStandardForms(t *testing.T) {
	e := New()
	for _, c := range []struct {
		kind       Kind
		text, want string
	}{
		{Company, "ACME HOLDINGS, INCORPORATED", "Acme Holdings Inc"},
		{Company, "the procter & gamble company", "Procter & Gamble Co"},
		{Company, "3M Company", "3M Co"},
		{Company, "AT&T INC", "AT&T Inc"},
		{Company, "H&M", "H&M"},
		{Company, "Merck KGaA", "Merck KGaA"},
		{Company, "MÜLLER GMBH & CO. KG", "Müller GmbH & Co KG"},
		{Company, "Acme S.A. de C.V.", "Acme SA de CV"},
		{Company, "ACME PRIVATE LIMITED", "Acme Private Ltd"},
		{Company, "Warner Bros", "Warner Bros"},
		{Company, "LEDRA TRUSTEES LIMITED", "Ledra Trustees Ltd"},
		{Company, "BIOMETRICA C.A.", "Biometrica CA"},
		{Company, "LUMBERTON CLINIC PA", "Lumberton Clinic PA"},
		{Company, "Foo Gesellschaft mit beschränkter Haftung", "Foo GmbH"},
		{Company, "ООО Ромашка", "ООО Ромашка"},
		{Company, "株式会社日立製作所", "株式会社日立製作所"},
		{Company, "华为技术有限公司", "华为技术有限公司"},
		{Company, "삼성전자 주식회사", "삼성전자 주식회사"},
		{Address, "123 North Main Street, Apartment 4b, Springfield, Illinois 62701-1234", "123 N MAIN ST APT 4B, SPRINGFIELD IL 62701"},
		{Address, "10 downing street, london sw1a2aa, UK", "10 DOWNING ST, LONDON SW1A 2AA, GB"},
		{Address, "Hauptstraße 12, 10115 Berlin, Germany", "HAUPTSTRASSE 12, 10115 BERLIN, DE"},
		{Address, "100 King St W, Toronto, Ontario M5X 1A9, CA", "100 KING ST W, TORONTO ON M5X 1A9, CA"},
		{Address, "1 Main St, Los Angeles, 90001, CA", "1 MAIN ST, LOS ANGELES CA 90001"},
		{Address, "Suite 200, 1600 Broadway, Oakland, CA", "1600 BROADWAY STE 200, OAKLAND CA"},
		{Address, "MG Road 5, Bangalore 560001, India", "MG RD 5, BANGALORE 560001, IN"},
		{Address, "100 Main St, Ontario, CA 91761", "100 MAIN ST, ONTARIO CA 91761"},
		{Address, "5 Water St, St. John's NL A1C 1A1", "5 WATER ST, ST JOHNS NL A1C 1A1"},
		{Address, "12 rue de l'Eglise, 75001 Paris", "12 RUE DE LEGLISE, 75001 PARIS"},
		{Address, "Via Roma 12, 00184 Roma, Italia", "VIA ROMA 12, 00184 ROMA, IT"},
		{Address, "15 Avenue of the Americas, New York, NY 10013", "15 AVE OF THE AMERICAS, NEW YORK NY 10013"},
		{Address, "P.O. Box 12, Leeds LS1 1AA", "PO BOX 12, LEEDS LS1 1AA"},
		{Email, " <John.Doe+x@GoogleMail.com> ", "john.doe+x@gmail.com"},
		{Phone, "(202) 555-0123", "+12025550123"},
		{Phone, "٠٠٤٤ ٢٠ ٧٩٤٦ ٠٠١٨", "+442079460018"},
		{Product, `TV 55" 4,000 g  (Black)`, "tv 55in 4000g black"},
		{Domain, "HTTPS://user@www.Bücher.de:443/x?y", "xn--bcher-kva.de"},
		{Date, "13/04/2020", "2020-04-13"},
		{Date, "4 March 2020", "2020-03-04"},
		{Date, "March 4th, 2024", "2024-03-04"},
		{Vessel, "M/V EVER GIVEN", "Ever Given"},
	} {
		f := mustPrepare(t, e, c.kind, c.text)
		got := e.Standardize(f)
		if got.Text != c.want {
			t.Errorf("%s %q: %q, want %q", c.kind, c.text, got.Text, c.want)
		}
		same := mustPrepare(t, e, c.kind, got.Text)
		if again := e.Standardize(same); again.Text != got.Text || len(again.Changes) > 0 {
			t.Errorf("%s %q, its own standard form: %q, %q", c.kind, got.Text, again.Text, again.Changes)
		}
		if r := e.Compare(f, same); r.Score < 100 {
			t.Errorf("%s %q and its standard form %q: %v", c.kind, c.text, got.Text, r.Score)
		}
	}
}

func TestTextInItsStandardFormIsNotChanged(t *testing.T) {
	e := New()
	for kind, texts := range map[Kind][]string{
		Address: {"123 N MAIN ST APT 4B, SPRINGFIELD IL 62701", "10 DOWNING ST, LONDON SW1A 2AA"}, Phone: {"+442079460018"}, Email: {"ann@example.com"}, Date: {"2026-11-21"},
		Domain: {"example.com"}, Person: {"Ann B. Lee Jr"}, Company: {"Acme Holdings LLC"},
	} {
		for _, text := range texts {
			f, err := e.Prepare(kind, text, "US")
			if err != nil {
				t.Fatal(err)
			}
			if s := e.Standardize(f); s.Text != text || len(s.Changes) > 0 {
				t.Errorf("%s %q: %q, %q", kind, text, s.Text, s.Changes)
			}
		}
	}
}

func TestUnreadableTextsAreRefused(t *testing.T) {
	e := New()
	for _, c := range []struct {
		kind Kind
		text string
		want error
	}{
		{Person, "", ErrEmpty}, {Person, "\u200b.", ErrEmpty}, {Company, "--", ErrEmpty}, {Product, "()", ErrEmpty}, {Address, ",", ErrEmpty},
		{Email, "nobody", ErrUnreadable}, {Email, "@x.org", ErrUnreadable}, {Phone, "12", ErrUnreadable}, {Phone, strings.Repeat("1", 65), ErrUnreadable},
		{Domain, "localhost", ErrUnreadable}, {Date, "2020-02-30", ErrUnreadable}, {Kind("animal"), "x", ErrUnreadable},
	} {
		if _, err := e.Prepare(c.kind, c.text, ""); !errors.Is(err, c.want) {
			t.Errorf("%s %q: %v, want %v", c.kind, c.text, err, c.want)
		}
	}
}

func TestKeysMeetWhereTextsDifferOnTheSurface(t *testing.T) {
	e := New()
	for _, c := range []struct {
		kind Kind
		a, b string
	}{
		{Person, "Dr. John SMITH", "Smith, John"}, {Company, "The Acme Holdings Company, L.L.C.", "ACME HOLDINGS INC"}, {Email, "j.doe+a@gmail.com", "jdoe@googlemail.com"},
		{Phone, "(202) 555-0123", "+1 202 555 0123"}, {Address, "123 North Main Street, Springfield, IL 62701", "123 N Main St, Springfield Illinois 62701-1234"},
		{Domain, "https://www.example.co.uk/a", "shop.example.co.uk"}, {Date, "4 March 2020", "2020-03-04"}, {Product, "iPhone 13 128 GB", "128GB iPhone 13"},
	} {
		a, b := e.Keys(mustPrepare(t, e, c.kind, c.a)), e.Keys(mustPrepare(t, e, c.kind, c.b))
		if a.Primary == "" || a.Primary != b.Primary {
			t.Errorf("%s: %q and %q: %q, %q", c.kind, c.a, c.b, a.Primary, b.Primary)
		}
	}
}

// The tables hold only words as they come out of normalisation; others could never be met.
func TestTablesHoldNormalisedWords(t *testing.T) {
	e := New()
	if len(e.male) < 1000 || len(e.female) < 2000 || len(e.surname) < 3500 || len(e.variants) < 1200 || len(e.forms.end) < 350 {
		t.Errorf("%d male, %d female, %d surnames, %d variants, %d legal forms", len(e.male), len(e.female), len(e.surname), len(e.variants), len(e.forms.end))
	}
	check := func(w string) {
		if Normalize(w) != w {
			t.Errorf("%q normalises to %q", w, Normalize(w))
		}
	}
	for w := range e.variants {
		check(w)
	}
	for w := range e.male {
		check(w)
	}
	for w := range e.surname {
		check(w)
	}
	for w := range e.words.generic {
		check(w)
	}
	for w := range e.words.shortFor {
		check(w)
	}
}

// For any two texts of any kind: the score is within 0 and 100, the same both ways, 100 for a text
// and itself, and every method answers without trouble.
func TestLawsOfComparison(t *testing.T) {
	e := New()
	text := rapid.OneOf(
		rapid.StringN(0, 80, -1),
		rapid.StringMatching(`[A-Za-z0-9 ,.'#/@&()+"-]{0,80}`),
		rapid.StringMatching(`(Mr |Dr )?[А-яіїєα-ωά-ώא-ת\p{Arabic}一-龥가-힣ぁ-ヶ ]{1,14}( Jr| Ltd| St)?`),
		rapid.SampledFrom([]string{"John Smith", "J Smith Jr", "Acme Ltd", "12 Oak St Apt 4, Leeds LS1 1AA", "a@b.org", "+1 202 555 0123", "iPhone 13 128GB", "example.org", "2020-01-02", "IBM", "Abdul Rahman al-Haj", "김정은", "Mary Ann Maryann"}),
	)
	rapid.Check(t, func(t *rapid.T) {
		k := rapid.SampledFrom(Kinds()).Draw(t, "kind")
		a, err := e.Prepare(k, text.Draw(t, "a"), "")
		if err != nil {
			return
		}
		self := e.Compare(a, a)
		if self.Score != 100 || !self.Match {
			t.Fatalf("%q and itself: %v %+v", a.Raw, self.Score, self.Reasons)
		}
		e.Keys(a)
		e.Blocks(a)
		if s := e.Standardize(a); s.Text == "" {
			t.Fatalf("%q has no standard form", a.Raw)
		}
		b, err := e.Prepare(k, text.Draw(t, "b"), "")
		if err != nil {
			return
		}
		r, back := e.Compare(a, b), e.Compare(b, a)
		if r.Score < 0 || r.Score > 100 || r.Score != back.Score || e.Score(a, b) != r.Score || math.IsNaN(r.Score) {
			t.Fatalf("%q, %q: %v, back %v, quiet %v", a.Raw, b.Raw, r.Score, back.Score, e.Score(a, b))
		}
	})
}

func TestAnEngineServesManyAtOnce(t *testing.T) {
	e := New()
	for range 4 {
		t.Run("", func(t *testing.T) {
			t.Parallel()
			for _, k := range Kinds() {
				f, err := e.Prepare(k, "John 12 Oak St, 2020-01-02", "")
				if err == nil {
					e.Compare(f, f)
					e.Keys(f)
					e.Standardize(f)
				}
			}
		})
	}
}
