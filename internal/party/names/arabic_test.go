package names

import "testing"

func TestArabicNamesAreReadInTheirLatinSpellings(t *testing.T) {
	e := New()
	for _, c := range []struct {
		kind          Kind
		arabic, latin string
		match         bool
		why           string
	}{
		{Company, "حزب الله", "Hizballah", true, "two words written as one"},
		{Company, "حزب الله", "Hezbollah", true, "a Persian spelling of it"},
		{Person, "داود إبراهيم", "Dawood Ibrahim", true, "one consonant but for the long vowels"},
		{Person, "عبدالملك الحوثي", "Abd al-Malik al-Houthi", true, "the servant of, written as one word"},
		{Person, "عبد الملك الحوثي", "Abdulmalik Al-Huthi", true, "and as two"},
		{Person, "نورالدين ترابي", "Noor ud-Din Turabi", true, "an article before a sun letter"},
		{Person, "عبدالرحمن ياسين", "Abderrahmane Yassine", true, "French spelling"},
		{Person, "حسین سلامی", "Hossein Salami", true, "Persian letters"},
		{Person, "گلاب دین", "Gulab Din", true, "a letter of Persian and Urdu"},
		{Person, "عامر علی چوہدری", "Aamir Ali Chaudhri", true, "Urdu letters"},
		{Person, "الشيخ أحمد ياسين", "Ahmad Yasin", true, "a title"},
		{Person, "آية الله علي خامنئي", "Ali Khamenei", true, "a title of two words"},
		{Person, "عمر محمود", "Omar Mahmoud", true, "has the consonants of Mr"},
		{Person, "يوسف القرضاوي", "Youssef al-Qaradawi", true, "qaf and dad"},
		{Person, "ممدوح حمزة", "Mamdouh Hamza", true, "one consonant twice"},

		{Person, "محمود الزهار", "Mohammed al-Zahar", false, "Mahmud is not Muhammad"},
		{Person, "حسن نصر", "Hussein Nasr", false, "Hasan is not Husayn"},
		{Person, "علي آغا", "Loi Agha", false, "a first letter that is missing"},
		{Person, "أحمد الدوري", "Ahmad al-Durrani", false, "another family name"},
		{Person, "خالد مشعل", "Khalil Mishal", false, "another given name"},
		{Person, "سالم الكواري", "Selim al-Kubaysi", false, "another family name"},
		{Person, "هاني برزان إبراهيم حسن", "Hani Barzan Ibrahim Hasan", true, "four names"},
		{Person, "محمد برزان إبراهيم حسن", "Barzan Ibrahim Hasan", true, "Muhammad is often left out"},
		{Person, "محمد صدام حسين يوسف التكريتي", "Muhammad Yusuf", false, "two common names within a longer one"},
	} {
		a, b := mustPrepare(t, e, c.kind, c.arabic), mustPrepare(t, e, c.kind, c.latin)
		r := e.Compare(a, b)
		if r.Match != c.match || e.Score(b, a) != r.Score {
			t.Errorf("%s, %s: %.1f and %.1f, want match %v (%s)", c.arabic, c.latin, r.Score, e.Score(b, a), c.match,
				c.why)
		}

		s := e.NewShelf(c.kind)
		s.Add(b)
		s.Seal()
		if hits := s.Search(a, 85); c.match != (len(hits) == 1) {
			t.Errorf("%s on a shelf with %s: %+v (%s)", c.arabic, c.latin, hits, c.why)
		}
	}
}

func TestInitialOfAnotherFirstNameIsAPossibleMatchOnly(t *testing.T) {
	e := New()
	for _, c := range []struct {
		listed, asked string
		match         bool
	}{
		{"Petrov, Ivan", "Carol I. Petrov", false},
		{"Petrov, Ivan Andreyevich", "Robert I. Petrov", false},
		{"Carol I. Petrov", "Ivan Petrov", false},
		{"Petrov, Carol Ivan", "Carol I. Petrov", true},
		{"Featherstonehaugh, Ivan", "I. Featherstonehaugh", true},
		{"Petrov, Ivan Andreyevich", "I. A. Petrov", true},
	} {
		r := e.Compare(mustPrepare(t, e, Person, c.listed), mustPrepare(t, e, Person, c.asked))
		if r.Match != c.match || r.Score < 60 {
			t.Errorf("%s, %s: %.1f %+v", c.listed, c.asked, r.Score, r.Reasons)
		}
		said := false
		for _, reason := range r.Reasons {
			said = said || reason.Code == Initials
		}
		if !said {
			t.Errorf("%s, %s: no reason says initials: %+v", c.listed, c.asked, r.Reasons)
		}
	}
}

func TestCompaniesAreTheSameInOtherWriting(t *testing.T) {
	e := New()
	for _, c := range []struct {
		kind  Kind
		a, b  string
		match bool
		why   string
	}{
		{Company, "AT&T", "AT & T Inc", true, "an ampersand among letters"},
		{Company, "AT&T", "ATT Corp", true, "without it"},
		{Company, "AT&T", "T Systems", false, "not the word T"},
		{Company, "Perez Companc", "Perez S.A.", false, "a name that looks like company"},
		{Company, "The Limited Inc", "The Gap Inc", false, "nothing but The in common"},
		{Company, "Novak spol. s r.o.", "Novak s.r.o.", true, "a form in full"},
		{Company, "KOREA MINING DEVT TRDG CORPN", "Korea Mining Development Trading Corporation", true, "short words"},
		{Company, "MINES AND METALS ENGG GMBH", "Mines and Metals Engineering GmbH", true, "ENGG"},
		{Company, "PISHRO IRAN INVT CO", "Pishro Iran Investment Company", true, "INVT"},
		{Company, "MYANMA ECONOMIC HOLDINGS PUBLIC COM", "Myanma Economic Holdings Public Company Limited", true,
			"cut at 35"},
		{Company, "RADIATION APPLICATIONS DEVELOPMENT C", "Radiation Applications Agriculture", false,
			"another word before the cut"},
		{Company, "SIEMENS ENERGY Aktiengesellschaft", "Siemens Energy AG", true, "a whole form at the width"},
		{Company, "OCEANSTARSHIPPINGCO.,LTD.", "Ocean Star Shipping Company Limited", true, "no spaces"},
		{Vessel, "CHONGRIM2", "CHONG RIM 2", true, "a number behind the name"},
		{Vessel, "CHONGRIM2", "CHONG RIM 3", false, "another number"},
		{Vessel, "M/V HEROIII", "Hero III", true, "a Roman number"},
	} {
		a, b := mustPrepare(t, e, c.kind, c.a), mustPrepare(t, e, c.kind, c.b)
		if r := e.Compare(a, b); r.Match != c.match || e.Score(b, a) != r.Score {
			t.Errorf("%s, %s: %.1f and %.1f, want match %v (%s)", c.a, c.b, r.Score, e.Score(b, a), c.match, c.why)
		}
	}
}
