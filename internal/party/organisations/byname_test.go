package organisations

import (
	"errors"
	"testing"

	"github.com/farebox/farebox/internal/party/organisations/organisationstest"
)

// listedOnly are companies whose names are easily taken for those of the questions below, which the registers lack.
func listedOnly() *organisationstest.Registers {
	in := &organisationstest.Registers{}
	for cik, name := range map[string]string{
		"0001131383": "STANTEC INC",
		"0000320193": "Apple Inc.",
		"0001866581": "Dutch Bros Inc.",
		"0001651308": "BeiGene, Ltd.",
		"0001034054": "SBA COMMUNICATIONS CORP",
		"0001711269": "Evergy, Inc.",
		"0001173382": "CAE INC",
		"0001645590": "Hewlett Packard Enterprise Co",
		"0000039311": "INDEPENDENT BANK CORP",
		"0000776901": "INDEPENDENT BANK CORP /MA/",
	} {
		in.Filers = append(in.Filers, organisationstest.Filer{
			CIK:     cik,
			Name:    name,
			Tickers: []string{"T" + cik[6:]},
		})
	}
	return in
}

// TestANameThatNobodyHasChoosesNobody: however alike another name is.
func TestANameThatNobodyHasChoosesNobody(t *testing.T) {
	r, _ := over(t, listedOnly())
	for _, name := range []string{
		"SYMANTEC CORP", "APOLLO GROUP", "DISH NETWORK", "CELGENE", "SBC COMMUNICATIONS", "XTO ENERGY", "CA, INC.",
		"HEWLETT PACKARD CO", "INDEPENDENT BANK CORP /MI/", "IBM", "Apple Corp", "Appel Inc",
	} {
		p, err := r.Resolve(t.Context(), Query{ByName, name}, Options{})
		if !errors.Is(err, ErrNotFound) {
			t.Errorf("%q: %s, %v", name, p.LegalName(), err)
		}
	}

	_, err := r.Resolve(t.Context(), Query{ByName, "Hewlett Packard Enterprize"}, Options{})
	var unproven *UnprovenError
	if !errors.As(err, &unproven) || unproven.Candidates[0].CIK != "0001645590" {
		t.Errorf("the one that a slip leaves in doubt is no candidate: %v", err)
	}
}

// TestFormerAndDelistedNamesAreFound: by EDGAR's list of all names, with the day on which a name was given up.
func TestFormerAndDelistedNamesAreFound(t *testing.T) {
	in := listedOnly()
	in.Filers = append(in.Filers, []organisationstest.Filer{
		{
			CIK: "0000849399", Name: "Gen Digital Inc.", State: "DE", Tickers: []string{"GEN"},
			Former: []string{"NortonLifeLock Inc.", "SYMANTEC CORP"}, Until: "2019-11-04",
		},
		{CIK: "0000929887", Name: "Apollo Education Group Inc", State: "AZ", Former: []string{"APOLLO GROUP INC"}},
		{CIK: "0001001082", Name: "DISH Network CORP", State: "NV"},
		{CIK: "0000816284", Name: "CELGENE CORP /DE/", State: "DE"},
		{
			CIK: "0000732717", Name: "AT&T INC.", State: "DE", Tickers: []string{"T"},
			Former: []string{"SBC COMMUNICATIONS INC"}, Until: "2005-11-18",
		},
		{CIK: "0000868809", Name: "XTO ENERGY INC", State: "DE"},
		{CIK: "0000356028", Name: "CA, INC.", State: "DE"},
		{
			CIK: "0000047217", Name: "HP INC", State: "DE", Tickers: []string{"HPQ"},
			Former: []string{"HEWLETT PACKARD CO"}, Until: "2015-11-02",
		},
		{CIK: "0000024741", Name: "CORNING INC /NY", State: "NY", Tickers: []string{"GLW"}},
		{CIK: "0001048286", Name: "MARRIOTT INTERNATIONAL INC /MD/", State: "DE", Tickers: []string{"MAR"}},
		{CIK: "0000905036", Name: "SODEXHO MARRIOTT SERVICES INC", Former: []string{"MARRIOTT INTERNATIONAL INC"}},
		{CIK: "0001039684", Name: "ONEOK INC /NEW/", State: "OK", Tickers: []string{"OKE"}},
		{CIK: "0000039311", Name: "INDEPENDENT BANK CORP /MI/", State: "MI", Tickers: []string{"IBCP"}},
	}...)
	r, _ := over(t, in)

	for _, c := range []struct {
		name, cik string
		fit       Fit
		until     string
	}{
		{"SYMANTEC CORP", "0000849399", NameThen, "2019-11-04"},
		{"Symantec", "0000849399", NameThen, "2019-11-04"},
		{"APOLLO GROUP", "0000929887", NameThen, "2015-01-01"},
		{"DISH NETWORK", "0001001082", NameNow, ""},
		{"CELGENE", "0000816284", NameNow, ""},
		{"SBC COMMUNICATIONS", "0000732717", NameThen, "2005-11-18"},
		{"XTO ENERGY", "0000868809", NameNow, ""},
		{"CA, INC.", "0000356028", NameNow, ""},
		{"HEWLETT PACKARD CO", "0000047217", NameThen, "2015-11-02"},
		{"CORNING INC /NY", "0000024741", NameNow, ""},
		{"Corning Incorporated", "0000024741", NameNow, ""},
		{"MARRIOTT INTERNATIONAL INC /MD/", "0001048286", NameNow, ""},
		{"MARRIOTT INTERNATIONAL INC", "0001048286", NameNow, ""},
		{"ONEOK INC /NEW/", "0001039684", NameNow, ""},
		{"INDEPENDENT BANK CORP /MI/", "0000039311", NameNow, ""},
		{"INDEPENDENT BANK CORP /MA/", "0000776901", NameNow, ""},
	} {
		p, err := r.Resolve(t.Context(), Query{ByName, c.name}, Options{})
		if err != nil || value(p.CIK) != c.cik {
			t.Errorf("%q: %s %s, %v", c.name, value(p.CIK), p.LegalName(), err)
			continue
		}
		until := ""
		if !p.Match.Until.IsZero() {
			until = p.Match.Until.Format("2006-01-02")
		}
		if p.Match.Fit != c.fit || until != c.until {
			t.Errorf("%q: %+v", c.name, p.Match)
		}
	}
}

// TestAFormerNameThatAnotherHasNowIsNotGuessed: a listed company had the name, and one that is not listed has it.
func TestAFormerNameThatAnotherHasNowIsNotGuessed(t *testing.T) {
	r, _ := over(t, &organisationstest.Registers{Filers: []organisationstest.Filer{
		{CIK: "0000000007", Name: "Widgets Global Inc", Tickers: []string{"WID"}, Former: []string{"ACME CORP"}},
		{CIK: "0000000008", Name: "ACME CORP /NV/"},
	}})
	_, err := r.Resolve(t.Context(), Query{ByName, "Acme Corp"}, Options{})
	var several *AmbiguousError
	if !errors.As(err, &several) || len(several.Candidates) != 2 {
		t.Errorf("%v", err)
	}
}

// TestFormerNamesOfGLEIFAreFound: the index says that a name is a previous one, not until when.
func TestFormerNamesOfGLEIFAreFound(t *testing.T) {
	r, _ := over(t, &organisationstest.Registers{
		Filers: []organisationstest.Filer{{CIK: "0000000007", Name: "Other Corp", Tickers: []string{"OTH"}}},
		Records: []organisationstest.Record{{
			LEI: appleLEI, Name: "Daimler Truck SE", Former: []string{"DaimlerChrysler AG"}, Jurisdiction: "DE",
		}},
	})
	p, err := r.Resolve(t.Context(), Query{ByName, "DaimlerChrysler Aktiengesellschaft"}, Options{})
	if err != nil || value(p.LEI) != appleLEI || p.Match.Fit != NameThen || p.Match.Source != GLEIF ||
		p.LEI.Method != NameOnce {
		t.Errorf("%v %+v", err, p.Match)
	}
}

// TestWithoutTheListOfNamesTheAnswerSaysSo: only listed companies were searched, and nobody is said to be unknown.
func TestWithoutTheListOfNamesTheAnswerSaysSo(t *testing.T) {
	in := listedOnly()
	world := in.World(t)
	r := unlisted(t, world)
	p, err := r.Resolve(t.Context(), Query{ByName, "Stantec Inc"}, Options{})
	if err != nil || !p.Partial() {
		t.Errorf("%v, partial %t", err, p.Partial())
	}
	if _, err := r.Resolve(t.Context(), Query{ByName, "SYMANTEC CORP"}, Options{}); err == nil ||
		errors.Is(err, ErrNotFound) {
		t.Errorf("%v", err)
	}
}

// TestFormerOfficialNamesOfWikidataAreFound: those that its statements have an end for. Its aliases prove nothing.
func TestFormerOfficialNamesOfWikidataAreFound(t *testing.T) {
	r, _ := over(t, &organisationstest.Registers{
		Filers: []organisationstest.Filer{{CIK: "0000000007", Name: "Other Corp", Tickers: []string{"OTH"}}},
		Items: []organisationstest.Item{{
			QID: "Q7", Label: "Zenith Works", Aliases: []string{"Acme Rockets", "Big Zed"}, ISINs: []string{"US0378331005"},
			Former: "Acme Rockets", FormerEnd: "1999-05-31",
		}},
	})
	p, err := r.Resolve(t.Context(), Query{ByName, "Acme Rockets"}, Options{})
	if err != nil || value(p.QID) != "Q7" || p.Match.Note() != "was called Acme Rockets until 1999-05-31" {
		t.Errorf("%v %+v", err, p.Match)
	}
	if p, err := r.Resolve(t.Context(), Query{ByName, "Big Zed"}, Options{}); !errors.Is(err, ErrNotFound) {
		t.Errorf("by an alias: %v %+v", err, p)
	}
}

// TestItemsHaveNamesWithoutTheirLegalForm, and the search for them finds what begins with a text.
func TestItemsHaveNamesWithoutTheirLegalForm(t *testing.T) {
	r, _ := over(t, &organisationstest.Registers{
		Filers: []organisationstest.Filer{{CIK: "0000000007", Name: "Other Corp", Tickers: []string{"OTH"}}},
		Items:  []organisationstest.Item{{QID: "Q8", Label: "Zenith Works", ISINs: []string{"US0378331005"}}},
	})
	p, err := r.Resolve(t.Context(), Query{ByName, "Zenith Works, Inc."}, Options{})
	if err != nil || value(p.QID) != "Q8" {
		t.Errorf("%v %+v", err, p)
	}
}

// TestACompanyGoesBeforeItsBranches: they often have its name, in other countries.
func TestACompanyGoesBeforeItsBranches(t *testing.T) {
	r, _ := over(t, &organisationstest.Registers{
		Filers: []organisationstest.Filer{{CIK: "0000000007", Name: "Other Corp", Tickers: []string{"OTH"}}},
		Records: []organisationstest.Record{
			{LEI: appleLEI, Name: "Acme Bank AG", Jurisdiction: "DE"},
			{LEI: groupLEI, Name: "ACME BANK AG", Jurisdiction: "GB", Category: "BRANCH"},
		},
	})
	p, err := r.Resolve(t.Context(), Query{ByName, "Acme Bank"}, Options{})
	if err != nil || value(p.LEI) != appleLEI {
		t.Errorf("%v %+v", err, p.LEI)
	}
}
