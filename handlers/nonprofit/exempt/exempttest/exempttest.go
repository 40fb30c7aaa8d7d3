// Package exempttest makes files in the form of the IRS's bulk files of exempt organisations: the real organisations
// that the examples of the spec name, and any number of made-up ones for measuring.
package exempttest

import (
	"archive/zip"
	"bytes"
	"encoding/csv"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
)

// Header is the first line of a file of the EO BMF.
const Header = "EIN,NAME,ICO,STREET,CITY,STATE,ZIP,GROUP,SUBSECTION,AFFILIATION,CLASSIFICATION,RULING,DEDUCTIBILITY," +
	"FOUNDATION,ACTIVITY,ORGANIZATION,STATUS,TAX_PERIOD,ASSET_CD,INCOME_CD,FILING_REQ_CD,PF_FILING_REQ_CD,ACCT_PD," +
	"ASSET_AMT,INCOME_AMT,REVENUE_AMT,NTEE_CD,SORT_NAME\r\n"

// Row is a row of the EO BMF of an organisation under section 501(c)(3) with a recent return; name and sort name may
// have commas.
func Row(ein int, name, city, state, sortName string) string {
	var b strings.Builder
	w := csv.NewWriter(&b)
	w.UseCRLF = true
	_ = w.Write([]string{ // a strings.Builder takes everything
		fmt.Sprintf("%09d", ein), name, "% SOMEBODY", fmt.Sprintf("%d MAIN ST", ein%9000+1), city, state, "10001-0000",
		"0000", "03", "3", "1000", "199001", "1", "15", "000000000", "1", "01", "202412", "5", "5", "01", "0", "12",
		"150000", "200000", "-1000", "P20", sortName,
	})
	w.Flush()
	return b.String()
}

// Zip is a zip file with one text file.
func Zip(text string) []byte {
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	if f, err := w.Create("list.txt"); err == nil {
		_, _ = io.WriteString(f, text) // a bytes.Buffer takes everything
	}
	_ = w.Close()
	return b.Bytes()
}

// The words of made-up names, with how often a name of that sort is made. They have the shape of the master file: a few
// words are in tenths of all names, and hundreds of thousands in one or two.
var patterns = []string{
	"PLACE BAPTIST CHURCH",
	"FIRST BAPTIST CHURCH OF PLACE",
	"SURNAME FAMILY FOUNDATION",
	"PTA PLACE ELEMENTARY SCHOOL",
	"FRIENDS OF PLACE PUBLIC LIBRARY INC",
	"PLACE LITTLE LEAGUE INC",
	"AMERICAN LEGION POST NUMBER",
	"SURNAME FOUNDATION",
	"VETERANS OF FOREIGN WARS OF THE UNITED STATES DEPT OF PLACE",
	"PLACE COMMUNITY DEVELOPMENT CORP",
	"COINED INC",
	"PLACE VOLUNTEER FIRE DEPARTMENT INC",
	"ROTARY CLUB OF PLACE",
	"SURNAME SURNAME CHARITABLE TRUST",
	"COINED FOUNDATION INC",
	"IGLESIA DE SURNAME INC",
	"PLACE CHAMBER OF COMMERCE",
	"COINED MINISTRIES INTERNATIONAL",
	"SURNAME MEMORIAL SCHOLARSHIP FUND",
	"PLACE HISTORICAL SOCIETY",
	"THE SURNAME PROJECT INC",
	"COINED COINED ASSOCIATION",
	"PLACE YOUTH SOCCER LEAGUE",
	"BENEVOLENT & PROTECTIVE ORDER OF ELKS LODGE NUMBER",
	"PLACE BOOSTER CLUB INC",
	"SURNAME HOUSE RECOVERY CENTER",
	"PLACE SENIOR CITIZENS CENTER",
	"COINED ARTS COLLECTIVE",
	"HABITAT FOR HUMANITY OF PLACE COUNTY",
	"COINED RESCUE INC",
}

var states = strings.Fields(`CA TX NY FL PA OH IL NC GA MI NJ VA WA MA IN TN MO MD WI CO MN AZ SC AL LA KY OR OK CT IA
	KS AR MS NE UT NV NM WV ID ME NH HI MT RI DE SD ND AK VT WY DC PR`)

var syllables = strings.Fields(
	`al an ar bel ber bo bra bri bur ca cam car cha clar co cor da dan del der do dor el en er
	fa fer fin for gar ger gil gra gre ha ham har hen her hil ho hol in is ja jo ka ken ker la lan lar lea len lo lor ma
	man mar mer mil mo mon mor na nel no nor o or pa par pe per pin po ra ram ren ri ro ros sa san sel sha sher si son
	sta ster sto su ta tan ter ti to ton tor tra val ver vi vin wa wal war wel wes wil win wo wood ya zel`,
)

// coined is word n: the same for the same n, and for few others.
func coined(n int) string {
	r := rand.New(rand.NewPCG(uint64(n), 7))
	var b strings.Builder
	for range 2 + r.IntN(2) {
		b.WriteString(syllables[r.IntN(len(syllables))])
	}
	return strings.ToUpper(b.String())
}

// Rows gives made-up rows of the EO BMF to row, with rising EINs. The names follow the seed.
func Rows(count int, seed uint64, row func(ein int, name, city, state string)) {
	r := rand.New(rand.NewPCG(seed, 1))
	places := rand.NewZipf(r, 1.2, 8, 30_000)
	surnames := rand.NewZipf(r, 1.1, 20, 150_000)
	for i := range count {
		name := patterns[r.IntN(len(patterns))]
		place := coined(int(places.Uint64()))
		for strings.Contains(name, "SURNAME") {
			name = strings.Replace(name, "SURNAME", coined(100_000+int(surnames.Uint64())), 1)
		}
		for strings.Contains(name, "COINED") {
			name = strings.Replace(name, "COINED", coined(1_000_000+r.IntN(400_000)), 1)
		}
		name = strings.Replace(name, "PLACE", place, 1)
		name = strings.Replace(name, "NUMBER", fmt.Sprint(r.IntN(9000)), 1)
		state := states[int(float64(len(states))*r.Float64()*r.Float64())]
		row(10_000_000+i*(900_000_000/max(count, 1))+r.IntN(300), name, place, state)
	}
}

// Known are real organisations, by state and name as the master file writes names.
var Known = []struct {
	EIN                   int
	Name, City, State, As string
}{
	{530196605, "AMERICAN NATIONAL RED CROSS", "WASHINGTON", "DC", ""},
	{131624147, "AMERICAN SOCIETY FOR THE PREVENTION OF CRUELTY TO ANIMALS", "NEW YORK", "NY", "ASPCA"},
	{620646012, "ST JUDE CHILDRENS RESEARCH HOSPITAL INC", "MEMPHIS", "TN", ""},
	{131788491, "AMERICAN CANCER SOCIETY INC", "ATLANTA", "GA", ""},
	{911914868, "HABITAT FOR HUMANITY INTERNATIONAL INC", "AMERICUS", "GA", ""},
	{131644147, "PLANNED PARENTHOOD FEDERATION OF AMERICA INC", "NEW YORK", "NY", ""},
	{942278431, "DAVID AND LUCILE PACKARD FOUNDATION", "LOS ALTOS", "CA", ""},
	{562618866, "BILL & MELINDA GATES FOUNDATION", "SEATTLE", "WA", ""},
	{131684331, "FORD FOUNDATION", "NEW YORK", "NY", ""},
	{200049703, "WIKIMEDIA FOUNDATION INC", "SAN FRANCISCO", "CA", ""},
	{311124220, "RURAL ACTION INC", "THE PLAINS", "OH", ""},
	{30383463, "OREGON RURAL ACTION", "LA GRANDE", "OR", ""},
	{363673599, "FEEDING AMERICA", "CHICAGO", "IL", ""},
	{135562976, "BOYS & GIRLS CLUBS OF AMERICA", "ATLANTA", "GA", ""},
	{237069110, "DOCTORS WITHOUT BORDERS USA INC", "NEW YORK", "NY", ""},
	{133433452, "WORLD WILDLIFE FUND INC", "WASHINGTON", "DC", ""},
	{530242652, "NATURE CONSERVANCY", "ARLINGTON", "VA", ""},
	{951831116, "GOODWILL INDUSTRIES OF SOUTHERN CALIFORNIA", "LOS ANGELES", "CA", ""},
	{41103580, "MASSACHUSETTS INSTITUTE OF TECHNOLOGY", "CAMBRIDGE", "MA", "MIT"},
	{42103594, "PRESIDENT AND FELLOWS OF HARVARD COLLEGE", "CAMBRIDGE", "MA", "HARVARD UNIVERSITY"},
	{941196203, "MAYO CLINIC", "ROCHESTER", "MN", ""},
	{521693387, "SPECIAL OLYMPICS INC", "WASHINGTON", "DC", ""},
	{580660607, "UNITED WAY OF GREATER ATLANTA INC", "ATLANTA", "GA", ""},
	{351044585, "LILLY ENDOWMENT INC", "INDIANAPOLIS", "IN", ""},
	{10368070, "WILLIAM A FARNSWORTH LIBRARY AND ART MUSEUM INC", "ROCKLAND", "ME", "FARNSWORTH ART MUSEUM"},
	{30185556, "NORTH COUNTRY HOSPITAL & HEALTH CENTER,INC", "NEWPORT", "VT", ""},
	{19818, "PALMER SECOND BAPTIST CHURCH", "PALMER", "MA", ""},
	{941322198, "HEARING AND SPEECH CENTER OF NORTHERN CALIFORNIA", "SAN FRANCISCO", "CA", ""},
	{237363942, "ELECTRONIC FRONTIER FOUNDATION INC", "SAN FRANCISCO", "CA", ""},
	{43091431, "FREE SOFTWARE FOUNDATION INC", "BOSTON", "MA", ""},
}
