package names

import "testing"

func scoreOf(t *testing.T, e *Engine, k Kind, a, b string) float64 {
	t.Helper()
	return e.Score(mustPrepare(t, e, k, a), mustPrepare(t, e, k, b))
}

func TestSyllablesOfGivenNamesTellPeopleApart(t *testing.T) {
	e := New()
	for _, c := range []struct {
		a, b string
		same bool
		why  string
	}{
		{"Kim Jong Un", "KIM, Jong-un", true, "apart or with a hyphen"},
		{"Jongun Kim", "KIM, Jong Un", true, "together"},
		{"Kim Jung Un", "KIM, Jong Un", true, "another romanisation"},
		{"Gim Jeong-eun", "KIM, Jong Un", true, "the Revised Romanisation"},
		{"Hyon-oh Jang", "JANG, Hyon-ho", true, "letters swapped across the hyphen"},
		{"Ygn-ung Pak", "PAK, Yong-ung", true, "not a syllable"},
		{"Chol-jin Song", "SONG, Su-chol", false, "one syllable in common, in another place"},
		{"Nam-myong Hwang", "HWANG, Nam-ryong", false, "m is not r"},
		{"Kim Jong Il", "KIM, Jong Un", false, "another syllable"},
		{"Pong-hui Jang", "JONG, Pong-hui", false, "two family names"},
		{"Shaoqiang Yang", "YANG, Shaofang", false, "q is not f"},
		{"Wang Shao Qiang", "WANG, Shaoqiang", true, "apart and together"},
		{"Wang Shoaqiang", "WANG, Shaoqiang", true, "a slip"},
		{"Kuo Weimin", "KUO, Weiming", true, "n and ng"},
		{"Shaoyan Zhou", "ZHU, Shaoyan", false, "two family names"},
		{"Kim Tony Marks", "KIM MARKS", true, "Kim as a given name elsewhere"},
		{"Lee Maureen Stanton", "Stanton Lee", true, "Lee likewise"},
		{"Belinda Park", "Belnida Park", true, "Park likewise, with a slip"},
	} {
		if got := scoreOf(t, e, Person, c.a, c.b); (got >= Threshold) != c.same {
			t.Errorf("%s: %q, %q: %v, same %v", c.why, c.a, c.b, got, c.same)
		}
		if x, y := scoreOf(t, e, Person, c.a, c.b), scoreOf(t, e, Person, c.b, c.a); x != y {
			t.Errorf("%q, %q: %v, the other way round %v", c.a, c.b, x, y)
		}
	}
}

func TestOnsetsOfSyllables(t *testing.T) {
	for in, want := range map[string]string{
		"shaoqiang": "sj", "jongun": "jk", "yongung": "yk", "wei": "w", "myong": "m", "ryong": "y", "il": "y", "xiaoming": "sm", "guoqiang": "kj", "kuoqiang": "kj", "hyonho": "hh", "yongyu": "yy", "yonggil": "yk", "tiianwen": "-", "gaungqing": "-",
		"": "-", "ng": "-", "tonh": "-", "chris": "-", "stanton": "-", "marks": "-", "tony": "-",
	} {
		got, ok := onsets(in)
		if !ok {
			got = "-"
		}
		if got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}

func TestFamilyNamesWithOtherEndingsAreOtherNames(t *testing.T) {
	e := New()
	for _, c := range []struct {
		a, b string
		same bool
	}{
		{"Saeed Rezaifar", "REZAIAN, Saeed", false}, {"Naser Farahnejad", "FARAHNIA, Naser", false}, {"Ivan Petrenko", "PETROV, Ivan", false}, {"Masoud Sadeghi", "SADEGHIAN, Masoud", false},
		{"Saeed Rezazadeh", "REZAZADE, Saeed", true}, {"Goran Petrovich", "PETROVIC, Goran", true}, {"Mikhail Gorbachyov", "GORBACHEV, Mikhail", true}, {"Ronnie Hillrnan", "HILLMAN, Ronnie", true},
		{"Anton Kovalevskiy", "KOVALEVSKY, Anton", true}, {"Dmitri Ivanovv", "IVANOV, Dmitri", true},
	} {
		if got := scoreOf(t, e, Person, c.a, c.b); (got >= Threshold) != c.same {
			t.Errorf("%q, %q: %v, same %v", c.a, c.b, got, c.same)
		}
	}
}

func TestOneOfTwoFamilyNamesThatDiffersIsAConflict(t *testing.T) {
	e := New()
	for a, b := range map[string]string{"Alejandro Cruz Ruiz": "RUIZ LOPEZ, Alejandro", "Hugo Castillo Reyes": "AGUILAR REYES, Hugo"} {
		if got := scoreOf(t, e, Person, a, b); got > capFamily {
			t.Errorf("%q, %q: %v", a, b, got)
		}
	}
	if got := scoreOf(t, e, Person, "Alejandro Ruiz", "RUIZ LOPEZ, Alejandro"); got < Threshold {
		t.Errorf("the second family name left out: %v", got)
	}
}

func TestKnownNamesThatDifferAreTwoPeople(t *testing.T) {
	e := New()
	if got := scoreOf(t, e, Person, "Masoud Jafarian", "JAFARIAN, Mahmoud"); got >= Threshold {
		t.Errorf("Masoud, Mahmoud: %v", got)
	}
	for a, b := range map[string]string{"Qassem Karimi": "KARIMI, Ghasem", "Masud Karimi": "KARIMI, Masoud", "Haydar Karimi": "KARIMI, Heidar", "Uthman Karimi": "KARIMI, Osman"} {
		if got := scoreOf(t, e, Person, a, b); got < Threshold {
			t.Errorf("%q, %q: %v", a, b, got)
		}
	}
}

func TestLegalFormsAreKnownWithASlip(t *testing.T) {
	e := New()
	for text, want := range map[string]string{
		"Acme Liimited": "acme|LLC", "Acme Corporatino": "acme|JSC", "Acme Incorporatd": "acme|JSC", "Acme Foundaton": "acme foundaton|", "Acme Cooperation": "acme cooperation|", "Limitd": "limitd|", "Acme Unlimited": "acme unlimited|",
	} {
		f := mustPrepare(t, e, Company, text)
		if got := f.Text + "|" + f.company.form().Class; got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}

func TestWordsOfATradeCountLittle(t *testing.T) {
	e := New()
	if got := scoreOf(t, e, Company, "Ghadirong Technology Corporation", "Ghadirong Marine Technology Corporation"); got < Threshold {
		t.Errorf("a word missing: %v", got)
	}
	if got := scoreOf(t, e, Company, "Ghadirong Petroleum", "Mapnastar Petroleum"); got >= Threshold {
		t.Errorf("nothing but the trade: %v", got)
	}
	if got := scoreOf(t, e, Company, "Caspian Petroleum", "Caspian Aviation"); got >= Threshold {
		t.Errorf("two trades: %v", got)
	}
}
