package sanctions

import (
	"slices"
	"strings"
	"testing"

	"github.com/farebox/farebox/internal/upstream/ofac"
)

// TestIdentityNumbersAreReadFromEachForm: the lists print numbers in fields of their own, several to a field, or in
// remarks; what identifies no party is not one.
func TestIdentityNumbersAreReadFromEachForm(t *testing.T) {
	for _, c := range []struct {
		why, field string
		want       []string
	}{
		{"one number", "AB1234567", []string{"AB1234567"}},
		{"numbered, with words behind", "(1) 4509 121317 issued 2010 (2) C-998877 (expired)", []string{"4509 121317", "C-998877"}},
		{"parted", "720000001; 720000002", []string{"720000001", "720000002"}},
		{"letters before", "HRB 99001", []string{"HRB 99001"}},
		{"words only", "not known", nil},
	} {
		if got := numbersIn(c.field); !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", c.why, got, c.want)
		}
	}

	for _, c := range []struct {
		why, text string
		want      []string
	}{
		{"named", "Registration number: 1027700000001, Moscow", []string{"1027700000001"}},
		{"two", "Tax identification number: 7700000001. OGRN 1027700000001.", []string{"7700000001", "1027700000001"}},
		{"a ship's number is its own", "IMO Number: 9900019", nil},
		{"a law", "listed under article 12 number 4", nil},
	} {
		if got := registerNumbers(c.text); !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", c.why, got, c.want)
		}
	}
}

func TestRemarksOfOFACsTablesHoldIdentityNumbers(t *testing.T) {
	const row = `1,"DOE, Jon","individual","TEST",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,` +
		`"DOB 01 Jan 1970; Passport A0000001 (Iran) issued 02 May 2011 expires 02 May 2016; alt. Passport 92/664 (Egypt); ` +
		`National ID No. 0012345678 (Iran); Unified Social Credit Code (USCC) 91110000MA000000XX (China); NIT # 800000001 (Colombia); ` +
		`Registration ID HRB 99001 (Germany); Executive Order 13645 Determination; Government Gazette Number 4711 (Iran); ` +
		`Aircraft Manufacturer's Serial Number (MSN) 4056; Gender Male; Linked To: SOMEBODY 12345."`
	r := newReader(readCountries())
	src, err := r.readOFACTables("ofac", ofac.Tables{
		Parties:   strings.NewReader(row + "\n"),
		Aliases:   strings.NewReader("2,1,\"aka\",\"NOBODY\",-0- \n"),
		Addresses: strings.NewReader("2,1,-0- ,-0- ,-0- ,-0- \n"),
		Comments:  strings.NewReader("2,\"none\"\n"),
	})
	if err != nil || len(src.Parties) != 1 {
		t.Fatal(err, len(src.Parties))
	}
	want := []string{"A0000001", "92/664", "0012345678", "91110000MA000000XX", "800000001", "HRB 99001"}
	if got := src.Parties[0].IDs; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestTheNumbersOfAllListsFindTheirParties reads each list in its form.
func TestTheNumbersOfAllListsFindTheirParties(t *testing.T) {
	const ukHead = "Report Date: 17-Nov-2026\n" +
		"Unique ID,Name 1,Name 6,Name type,Designation Type,Regime Name,Passport number,National Identifier number," +
		"Business registration number (s)\n"
	uk := ukHead + "RUS1,Jon,DOE,Primary Name,Individual,Test,(1) A0000001 (2) B0000002,4509 121317,\n" +
		"RUS2,,DOE LTD,Primary Name,Entity,Test,,,1027700000001\n"
	src, err := newReader(readCountries()).readUK(strings.NewReader(uk))
	if err != nil {
		t.Fatal(err)
	}
	if got, want := src.Parties[0].IDs, []string{"A0000001", "B0000002", "4509 121317"}; !slices.Equal(got, want) {
		t.Errorf("UK: %q, want %q", got, want)
	}
	if got, want := src.Parties[1].IDs, []string{"1027700000001"}; !slices.Equal(got, want) {
		t.Errorf("UK, a firm: %q, want %q", got, want)
	}

	const swiss = `<swiss-sanctions-list list-type="whole-list" date="2026-11-16"><target ssid="1"><individual>
<identity ssid="2" main="true"><name ssid="3" name-type="primary-name" quality="good"><name-part order="1"
name-part-type="whole-name"><value>Jon Doe</value></name-part></name>
<identification-document ssid="4" document-type="passport"><number>A0000001</number><issuer code="IR">Iran</issuer>
</identification-document></identity><other-information ssid="5">Tax identification number: 7700000001</other-information>
</individual><modification modification-type="listed" publication-date="2024-01-01"/></target></swiss-sanctions-list>`
	src, err = newReader(readCountries()).readSwiss(strings.NewReader(swiss))
	if err != nil {
		t.Fatal(err)
	}
	if got, want := src.Parties[0].IDs, []string{"A0000001", "7700000001"}; !slices.Equal(got, want) {
		t.Errorf("Switzerland: %q, want %q", got, want)
	}
}
