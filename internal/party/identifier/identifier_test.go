package identifier

import (
	"testing"

	"pgregory.net/rapid"
)

func TestIdentifiersAreReadAsWritten(t *testing.T) {
	cases := []struct {
		what string
		read func(string) (string, error)
		text string
		want string // "" where it is refused
		why  string
	}{
		{"CIK", CIK, "320193", "0000320193", "Apple"},
		{"CIK", CIK, "CIK0000320193", "0000320193", "as in file names"},
		{"CIK", CIK, "0", "", "no filer"},
		{"CIK", CIK, "12345678901", "", "eleven digits"},
		{"CIK", CIK, "٣٢٠", "", "digits of another script"},
		{"CIK", CIK, "CIK: 320193", "0000320193", "its label"},
		{"CIK", CIK, "CIK", "", "the label alone"},
		{"CIK", CIK, "320 193", "", "two numbers"},
		{"CIK", CIK, "0000320193-25-000079", "", "of a filing"},
		{"LEI", LEI, "HWUPKR0MPOU8FGXBT394", "HWUPKR0MPOU8FGXBT394", "Apple"},
		{"LEI", LEI, "HWUP KR0M POU8 FGXB T394", "HWUPKR0MPOU8FGXBT394", "groups of four"},
		{"LEI", LEI, "LEI:HWUPKR0MPOU8-FGXBT394", "HWUPKR0MPOU8FGXBT394", "its label, a hyphen"},
		{"LEI", LEI, " hwupkr0mpou8fgxbt394 ", "HWUPKR0MPOU8FGXBT394", "lower case"},
		{"LEI", LEI, "HWUPKR0MPOU8FGXBT395", "", "check digits"},
		{"LEI", LEI, "HWUPKR0MPOU8FGXBT3A4", "", "a letter among the check digits"},
		{"ISIN", ISIN, "us0378331005", "US0378331005", "Apple"},
		{"ISIN", ISIN, "AU0000XVGZA3", "AU0000XVGZA3", "letters inside"},
		{"ISIN", ISIN, "ISIN US 037833100 5", "US0378331005", "its label and parts"},
		{"ISIN", ISIN, "US0378331006", "", "check digit"},
		{"ISIN", ISIN, "120378331005", "", "no country"},
		{"EIN", EIN, "530196605", "53-0196605", "American National Red Cross"},
		{"EIN", EIN, "53-0196605", "53-0196605", "with its dash"},
		{"EIN", EIN, "EIN 53‑0196605", "53-0196605", "its label, a dash that does not break"},
		{"EIN", EIN, "53 0196605", "53-0196605", "a blank"},
		{"EIN", EIN, "EIN530196605", "53-0196605", "no blank"},
		{"EIN", EIN, "530-19-6605", "", "groups of a person's number"},
		{"EIN", EIN, "53-019660-", "", "a dash for a digit"},
		{"EIN", EIN, "000000000", "", "prefix never assigned"},
		{"NPI", NPI, "1234567893", "1234567893", "the example of the standard"},
		{"NPI", NPI, "NPI 1234 567 893", "1234567893", "its label, blanks"},
		{"NPI", NPI, "1234567890", "", "check digit"},
		{"NPI", NPI, "3234567893", "", "begins with 3"},
		{"UEI", UEI, "UEI: jtapcfm4nsl4", "JTAPCFM4NSL4", "its label, lower case"},
		{"UEI", UEI, "AREA 51 TEXTS", "", "a name"},
		{"UEI", UEI, "STATEHANDLER", "", "a name of twelve letters"},
		{"UEI", UEI, "0TAPCFM4NSL4", "", "begins with a zero"},
		{"DUNS", DUNS, "00-134-4142", "001344142", "hyphens"},
		{"DUNS", DUNS, "00-134-414", "", "eight digits"},
		{"QID", QID, "q312", "Q312", "Apple"},
		{"QID", QID, "Q0312", "", "leading zero"},
		{"QID", QID, "Q", "", "no number"},
		{"ORCID", ORCID, "0000-0002-1825-0097", "0000-0002-1825-0097", "the example of ORCID"},
		{"ORCID", ORCID, "https://orcid.org/0000-0002-9079-593x", "0000-0002-9079-593X", "a page, the digit X"},
		{"ORCID", ORCID, "0000000218250097", "0000-0002-1825-0097", "without dashes"},
		{"ORCID", ORCID, "0000-0002-1825-0098", "", "check digit"},
		{"ORCID", ORCID, "X000-0002-1825-0097", "", "X elsewhere"},
		{"ORCID", ORCID, "0000-0002-1825-009é", "", "another letter"},
		{"ORCID", ORCID, "", "", "nothing"},
	}
	for _, c := range cases {
		t.Run(c.what+" "+c.text, func(t *testing.T) {
			got, err := c.read(c.text)
			if got != c.want || (err == nil) != (c.want != "") {
				t.Errorf("%q: got %q, %v; want %q (%s)", c.text, got, err, c.want, c.why)
			}
		})
	}
}

// TestOneWrongDigitIsSeen: both schemes catch every single wrong digit.
func TestOneWrongDigitIsSeen(t *testing.T) {
	schemes := []struct {
		read  func(string) (string, error)
		valid string
	}{
		{LEI, "HWUPKR0MPOU8FGXBT394"},
		{ISIN, "US0378331005"},
		{NPI, "1234567893"},
		{ORCID, "0000-0002-1825-0097"},
	}
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.SampledFrom(schemes).Draw(t, "scheme")
		text := []byte(s.valid)
		at := rapid.IntRange(0, len(text)-1).Draw(t, "at")
		digit := byte('0' + rapid.IntRange(0, 9).Draw(t, "digit"))
		if text[at] < '0' || text[at] > '9' || text[at] == digit {
			t.Skip("not another digit")
		}

		text[at] = digit
		if got, err := s.read(string(text)); err == nil {
			t.Fatalf("%s was taken as %s", text, got)
		}
	})
}

func TestListedEINTakesOldPrefixes(t *testing.T) {
	for text, want := range map[string]string{
		"000019818":  "00-0019818",
		"53-0196605": "53-0196605",
		"00-0000000": "",
		"5301966050": "",
	} {
		if got, err := ListedEIN(text); got != want || (err == nil) != (want != "") {
			t.Errorf("%s: %q %v", text, got, err)
		}
	}
}
