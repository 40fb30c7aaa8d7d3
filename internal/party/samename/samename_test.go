package samename

import (
	"testing"

	"github.com/farebox/farebox/internal/party/names"
	"github.com/farebox/farebox/internal/party/samename/samenametest"
)

var rule = New(names.New())

func TestAQuestionMustNameSomebody(t *testing.T) {
	rule := New(names.New())
	for text, refused := range map[string]bool{
		"the":           true,
		"Inc.":          true,
		"GmbH & Co. KG": true,
		"Of the LLC":    true,
		"N/A":           true,
		"unknown":       true,
		"Apple":         false,
		"Foundation":    false,
		"3M":            false,
		"苹果公司":          false,
		"General Co":    false,

		"E.ON SE":    false,
		"On AG":      false,
		"El Al":      false,
		"DO & CO AG": false,
		"Y Co":       false,
		"SAS AB":     false,
		"on":         true,
		"la":         true,
		"The Inc":    true,
		"Co., Ltd.":  true,
		"Inc, LLC":   true,
		"Ltd GmbH":   true,
		"Inc GmbH":   true,
		"GmbH Inc.":  true,
		"Inc / Ltd":  true,
		"LLC Ltd":    true,
		"N/A LLC":    true,
		"Unknown Co": true,
		"de la":      true,
		"van der":    true,
		"de los SA":  true,
		"La Poste":   false,
	} {
		if err := rule.Asks("name", text); (err != nil) != refused {
			t.Errorf("%s: %v", text, err)
		}
	}
}

func TestANameProvesTheSameNameOnly(t *testing.T) {
	cases := []struct {
		why  string
		a, b string
		same bool
	}{
		{"letter case and punctuation", "APPLE INC", "Apple, Inc.", true},
		{"a legal form left out", "Apple", "Apple Inc.", true},
		{"a legal form written out", "Celgene Corp", "CELGENE CORPORATION", true},
		{"another legal form", "Celgene Corp", "Celgene Inc", false},
		{"another legal form of another country", "Carnival Corp", "Carnival plc", false},
		{"a state behind OF left out", "Anesthesia Associates of", "ANESTHESIA ASSOCIATES OF KY PSC", false},
		{"a mark of EDGAR", "CORNING INC", "CORNING INC /NY", true},
		{"the mark of both", "ONEOK INC /NEW/", "ONEOK INC \\NEW\\", true},
		{"another mark", "INDEPENDENT BANK CORP /MI/", "INDEPENDENT BANK CORP /MA/", false},
		{"two marks", "ACME INC /DE/ /NEW/", "ACME INC", true},
		{"a Danish legal form is no mark", "Novo Nordisk A/S", "NOVO NORDISK A S", true},
		{"hyphens", "HEWLETT PACKARD CO", "Hewlett-Packard Company", true},
		{"spaces", "BORG WARNER INC", "BorgWarner Inc.", true},
		{"apostrophes", "MACYS INC", "Macy's, Inc.", true},
		{"accents", "Societe Generale SA", "Société Générale S.A.", true},
		{"an article", "The Coca-Cola Company", "Coca-Cola Company, The", true},
		{"an article in brackets", "Home Depot, Inc. (The)", "THE HOME DEPOT INC", true},
		{"its own initials behind it", "Michigan Nonprofit Association (MNA)", "MICHIGAN NONPROFIT ASSOCIATION", true},
		{"some of its initials", "Museum of Contemporary Art Detroit (MCAD)", "Museum of Contemporary Art Detroit", true},
		{"letters that are not its initials", "Midland Bank (UK)", "Midland Bank", false},
		{"initials of words that it does not have", "Acme Trust (ATC)", "Acme Trust", false},
		{"a national charter written out", "JPMorgan Chase Bank, National Association", "JPMORGAN CHASE BANK NA", true},
		{"a charter abbreviated", "U S Bank National Assn", "U.S. Bank, N.A.", true},
		{"a bank and its holding company", "Zions Bancorporation, National Association", "Zions Bancorp", false},
		{"a bank and the company of its name", "Capital One, National Association", "Capital One Corp", false},
		{"an association that is no bank", "Acme International Association", "Acme N.A.", false},
		{"an abbreviation", "INTL BUSINESS MACHINES CORP", "International Business Machines Corporation", true},
		{"an ampersand", "PROCTER & GAMBLE CO", "Procter and Gamble Company", true},
		{"initials behind the family name", "BARD C R INC /NJ/", "C. R. Bard, Inc.", true},
		{"words about its shares", "Castellum Inc. Common Stock", "CASTELLUM, INC.", true},
		{"a class of shares", "Alphabet Inc. Class A", "Alphabet Inc.", true},
		{"receipts of shares", "Guardian Metal Resources PLC ADS", "Guardian Metal Resources plc", true},
		{"other scripts", "トヨタ自動車株式会社", "トヨタ自動車", true},

		{"one letter more", "CA, INC.", "CAE INC", false},
		{"one letter less", "US AIRWAYS", "USA AIRWAYS", false},
		{"another letter", "STANTEC INC", "STANTEK INC", false},
		{"letters that sound alike", "SYMANTEC CORP", "STANTEC INC", false},
		{"another beginning", "CELGENE", "BEIGENE", false},
		{"letters that a vowel is written with", "Mueller AG", "Muller AG", false},
		{"initials", "IBM", "International Business Machines", false},
		{"a distinctive word more", "HEWLETT PACKARD CO", "Hewlett Packard Enterprise Co", false},
		{"a general word more", "Apollo Group Inc", "Apollo Inc", false},
		{"a word less", "DISH NETWORK CORP", "DISH Corp", false},
		{"words in another order", "Pacific Western Corp", "Western Pacific Corp", false},
		{"another number", "Acme Fund II LP", "Acme Fund III LP", false},
		{"a number more", "Acme Fund LP", "Acme Fund 2 LP", false},
		{"characters that are read alike", "李明有限公司", "黎明有限公司", false},
		{"a company and the brothers", "Dutch Inc", "Dutch Bros Inc.", false},
		{"brothers written out", "Dutch Brothers Inc", "Dutch Bros Inc.", true},
		{"a father and his sons", "Smith Ltd", "Smith & Sons Ltd", false},
		{"a real estate trust", "Strawberry Fields Inc", "Strawberry Fields REIT, Inc.", false},
		{"a name as long as a column", "Habitat for Humanity", "Habitat for Humanity International", false},
		{"nothing to compare", "...", "///", false},
		{"no name", "NONE", "None", false},
		{"no name, shortened", "N/A", "NA", false},
		{"a name with such a word", "None Better Trucking LLC", "NONE BETTER TRUCKING", true},
	}
	for _, c := range cases {
		a := rule.Read(c.a)
		b := rule.Read(c.b)
		if a.Proves(b) != c.same || b.Proves(a) != c.same {
			t.Errorf("%s: %q %+v and %q %+v: same is not %t", c.why, c.a, a, c.b, b, c.same)
		}
	}
}

// TestKeysStay: keys are kept in an index on disk. A change of one builds it anew, which takes a higher Version of the
// index, in package filernames.
func TestKeysStay(t *testing.T) {
	for name, key := range map[string]string{
		"BARD C R INC /NJ/":                      "crbard",
		"AT&T INC.":                              "atandt",
		"3M CO":                                  "3m",
		"T. Rowe Price Group, Inc.":              "trowepricegroup",
		"CLEAN HARBORS INTL INC":                 "cleanharborsinternational",
		"Telefonaktiebolaget LM Ericsson (publ)": "telefonaktiebolagetlmericsson",
		"Acme Fund II LP":                        "acmefund2",
		"MARRIOTT INTERNATIONAL INC /MD/":        "marriottinternational",
	} {
		if got := rule.Read(name).Key; got != key {
			t.Errorf("%s: %q, was %q", name, got, key)
		}
	}
}

func TestLabelledPairs(t *testing.T) {
	for _, p := range samenametest.Pairs {
		if got := rule.Read(p.Asked).Proves(rule.Read(p.Registered)); got != p.Same {
			t.Errorf("%q and %q: %t", p.Asked, p.Registered, got)
		}
	}
}

func TestANameInPartsKeepsItsMiddleName(t *testing.T) {
	for _, c := range []struct {
		asked                         string
		given, middle, family, suffix string
		same                          bool
	}{
		{"Kevin Walsh", "KEVIN", "CUNNINGHAM", "WALSH", "", true},
		{"Kevin C. Walsh", "KEVIN", "CUNNINGHAM", "WALSH", "", true},
		{"Kevin P. Walsh", "KEVIN", "CUNNINGHAM", "WALSH", "", false},
		{"Kevin Walsh Jr.", "KEVIN", "", "WALSH", "SR", false},
		{"Jessica Boudreaux Milligan", "JESSICA", "L", "BOUDREAUX-MILLIGAN", "", true},
		{"Jessica Milligan", "JESSICA", "L", "BOUDREAUX-MILLIGAN", "", false},
	} {
		if got := rule.SamePersonInParts(c.asked, c.given, c.middle, c.family, c.suffix); got != c.same {
			t.Errorf("%s and %s %s %s: %t", c.asked, c.given, c.middle, c.family, got)
		}
	}
}

func TestANameOfAPersonProvesTheSameNameOnly(t *testing.T) {
	for _, c := range []struct {
		why  string
		a, b string
		same bool
	}{
		{"letter case", "JOHN SMITH", "John Smith", true},
		{"family name first", "Smith, John", "John Smith", true},
		{"a middle name left out", "John Smith", "John Quincy Smith", true},
		{"a middle initial", "John Q. Smith", "JOHN QUINCY SMITH", true},
		{"accents", "José Núñez", "JOSE NUNEZ", true},
		{"another middle initial", "John R. Smith", "John Quincy Smith", false},
		{"another middle name", "John Robert Smith", "John Quincy Smith", false},
		{"a nickname", "Bill Smith", "William Smith", false},
		{"an initial", "J. Smith", "John Smith", false},
		{"another spelling", "Jon Smith", "John Smith", false},
		{"another family name", "John Smyth", "John Smith", false},
		{"another generation", "John Smith Jr", "John Smith Sr", false},
		{"nothing", "", "", false},
	} {
		if got := rule.SamePerson(c.a, c.b); got != c.same {
			t.Errorf("%s: %q and %q: %t", c.why, c.a, c.b, got)
		}
	}
}

// TestATextHasLettersThatARegisterCanBeAskedFor: searches are in ASCII, and an empty one finds everybody.
func TestATextHasLettersThatARegisterCanBeAskedFor(t *testing.T) {
	for text, want := range map[string]string{
		`- "3M"  Co `: "3M Co",
		"中":           "中",
		"Ωμέγα":       "Ωμέγα",
		"ꙮꙮ":          "",
		"ʻʻ":          "",
		"& 7":         "",
		"A\x00B":      "",
	} {
		if got, err := Words("name", text); got != want || (err != nil) != (want == "") {
			t.Errorf("%q is %q: %v", text, got, err)
		}
	}
}
