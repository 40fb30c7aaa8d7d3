package names

import "testing"

// TestNamesCutWithinTheirLegalForm: systems cut names at widths of their own.
func TestNamesCutWithinTheirLegalForm(t *testing.T) {
	e := New()
	for _, c := range []struct {
		whole, cut string
		match      bool
	}{
		{"ACME TRADING JOINT STOCK COMPANY", "ACME TRADING JOINT STOCK COMPAN", true},
		{"ACME TRADING JOINT STOCK COMPANY", "ACME TRADING JOINT STOCK", true},
		{"ACME TRADING LIMITED LIABILITY COMPANY", "ACME TRADING LIMITED LIABILI", true},
		{"OCEAN STAR SHIPPING LIMITED LIABILITY COMPANY", "OCEAN STAR SHIPPING LIMITED LIABILITY COM", true},
		{"ACME TRADING JOINT STOCK COMPANY", "ACORN TRADING JOINT STOCK COMPAN", false},
		{"JOINT STOCK BANK", "JOINT STOCK COMPANY", false},
	} {
		r := e.Compare(mustPrepare(t, e, Company, c.whole), mustPrepare(t, e, Company, c.cut))
		if r.Match != c.match {
			t.Errorf("%q, %q: %v, want match %v; %+v", c.whole, c.cut, r.Score, c.match, r.Reasons)
		}
	}
}

// TestNamesInOtherScripts: the same person, and others whose names are near.
func TestNamesInOtherScripts(t *testing.T) {
	e := New()
	for _, c := range []struct {
		why, a, b string
		match     bool
	}{
		{"ain before a long vowel", "عادل حسن", "Adel Hassan", true},
		{"ain before a long vowel", "عامر حسن", "Amer Hassan", true},
		{"ain before a hamza", "عائشة حسن", "Aisha Hassan", true},
		{"ain before yeh", "عيسى حسن", "Isa Hassan", true},
		{"hamza below alef", "إيمان حسن", "Iman Hassan", true},
		{"another name of the same consonants", "عادل حسن", "Dalia Hassan", false},
		{"Persian ending behind a silent h", "علی خامنه\u200cای", "Ali Khamenei", true},
		{"Hangul without a space", "김영철", "Kim Yong Chol", true},
		{"Hangul with another given name", "김영철", "Kim Yong Su", false},
		{"a Korean name in Chinese characters", "金正恩", "Kim Jong Un", true},
		{"the same characters as a Chinese name", "金正恩", "Jin Zhengen", true},
		{"another Korean name in Chinese characters", "金正日", "Kim Jong Un", false},
		{"katakana", "ウラジーミル・プーチン", "Vladimir Putin", true},
		{"katakana of another name", "ウラジーミル・ペトレンコ", "Vladimir Putin", false},
		{"a foreigner in Chinese characters", "弗拉基米尔·普京", "Vladimir Putin", true},
		{"another foreigner", "谢尔盖·伊万诺夫", "Sergei Lavrov", false},
	} {
		r := e.Compare(mustPrepare(t, e, Person, c.a), mustPrepare(t, e, Person, c.b))
		if r.Match != c.match {
			t.Errorf("%s: %q, %q: %v, want match %v; %+v", c.why, c.a, c.b, r.Score, c.match, r.Reasons)
		}
	}
}

// TestReadingBySoundIsTold: what was read by its sound alone is said among the reasons.
func TestReadingBySoundIsTold(t *testing.T) {
	e := New()
	for _, asked := range []string{"プーチン", "普京"} {
		r := e.Compare(mustPrepare(t, e, Person, asked), mustPrepare(t, e, Person, "Vladimir Putin"))
		told := false
		for _, reason := range r.Reasons {
			told = told || reason.Code == SoundOnly
		}
		if !told || r.Match {
			t.Errorf("%q: %v %+v", asked, r.Score, r.Reasons)
		}
	}
}
