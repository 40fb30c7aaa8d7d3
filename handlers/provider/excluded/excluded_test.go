package excluded

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/farebox/farebox/internal/party/names"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

const header = "LASTNAME,FIRSTNAME,MIDNAME,BUSNAME,GENERAL,SPECIALTY,UPIN,NPI,DOB,ADDRESS,CITY,STATE,ZIP,EXCLTYPE," +
	"EXCLDATE,REINDATE,WAIVERDATE,WVRSTATE\n"

func list(tb testing.TB, rows string) *List {
	tb.Helper()
	world := upstreamtest.New(tb, upstreamtest.Answer{
		URL:  "https://oig.hhs.gov/exclusions/downloadables/UPDATED.csv",
		Body: header + rows,
	})
	l := New(world.Pool(tb, nil, upstreamtest.SmallLists), names.New())
	if err := l.Refresh(tb.Context()); err != nil {
		tb.Fatal(err)
	}
	return l
}

func person(last, first string) string {
	return fmt.Sprintf(`"%s","%s","","","IND","NURSE","","0000000000","19600102","1 A","TOWN","OH","44101","1128b4",`+
		`"20150101","00000000","00000000",""`+"\n", last, first)
}

func business(name, npi string) string {
	return fmt.Sprintf(`"","","","%s","OTHER","CLINIC","","%s","","1 A","TOWN","CA","10040","1128a1","20150101",`+
		`"00000000","00000000",""`+"\n", name, npi)
}

func TestNamesAreFoundAsTheListCutsThem(t *testing.T) {
	l := list(t, person("DE LA CRUZ", "MARIA")+person("O'BRIEN", "JO ANN")+person("VANDERBILT-MONTGOMER", "ANNE")+
		business("SMITH & SONS PHARMACY, INC.", "")+business("NORTHERN CALIFORNIA SPEECH AND", "")+
		business("NORTHERN CALIFORNIA", "1972902351"))
	for _, c := range []struct {
		first, last string
		found       int
	}{
		{"Maria", "Delacruz", 1}, {"M", "De La Cruz", 1}, {"Jo", "OBrien", 1}, {"Anne", "Vanderbilt-Montgomeryshire",
			1},
		{"Zoe", "De La Cruz", 0}, {"Maria", "Cruz", 0}, {"", "De La Cruz", 0}, {"Maria", "", 0},
	} {
		if found, err := l.ByPerson(t.Context(), c.first, c.last); err != nil || len(found) != c.found {
			t.Errorf("%s %s: %v %v", c.first, c.last, found, err)
		}
	}
	for name, want := range map[string]int{
		"Smith and Sons Pharmacy LLC":                   1,
		"smith & sons pharmacy":                         1,
		"Northern California Speech and Hearing Center": 1,
		"Northern California":                           1,
		"Smith Pharmacy":                                0,
		"!!":                                            0,
		"' OR 1=1 --":                                   0,
		"Northern California Something Longer Than Thirty": 0,
	} {
		if found, err := l.ByBusiness(t.Context(), name); err != nil || len(found) != want {
			t.Errorf("%s: %v %v", name, found, err)
		}
	}
	for npi, want := range map[string]int{"1972902351": 1, "": 0, "0000000000": 0, "1003000126": 0} {
		if found, err := l.ByNPI(t.Context(), npi); err != nil || len(found) != want {
			t.Errorf("%q: %v %v", npi, found, err)
		}
	}
}

func TestSameNames(t *testing.T) {
	l := list(t, business("X CLINIC", ""))
	for _, c := range []struct {
		a, b string
		same bool
	}{
		{"Smith & Sons, Inc.", "SMITH AND SONS LLC", true},
		{"Northern California Speech and Hearing", "NORTHERN CALIFORNIA SPEECH AND", true},
		{"Northern California", "Northern California Clinic", false},
		{"", "", false},
	} {
		if l.SameBusiness(c.a, c.b) != c.same {
			t.Errorf("%q and %q", c.a, c.b)
		}
	}
	if !SameFirst("ChristopherAlexander", "CHRISTOPHERALEX") || SameFirst("Ann", "Anna") || SameFirst("", "") {
		t.Error("first names")
	}
}

// real is a list of the real size: 83,000 rows, one in seventeen a business.
func real(tb testing.TB) *List {
	tb.Helper()
	var rows strings.Builder
	for i := range 83_000 {
		if i%17 == 0 {
			rows.WriteString(business(fmt.Sprintf("CLINIC NUMBER %d INC", i), fmt.Sprintf("1%09d", i)))
			continue
		}
		rows.WriteString(person(fmt.Sprintf("FAMILY%d", i%4000), fmt.Sprintf("%cGIVEN%d", 'A'+i%26, i%700)))
	}
	return list(tb, rows.String())
}

func BenchmarkBuild(b *testing.B) {
	for b.Loop() {
		real(b)
	}
}

func BenchmarkByPerson(b *testing.B) {
	l := real(b)
	for b.Loop() {
		if found, err := l.ByPerson(b.Context(), "AGIVEN", "FAMILY0"); err != nil || len(found) == 0 {
			b.Fatal(found, err)
		}
	}
}

func BenchmarkByNPI(b *testing.B) {
	l := real(b)
	for b.Loop() {
		if found, err := l.ByNPI(b.Context(), "1000000017"); err != nil || len(found) != 1 {
			b.Fatal(found, err)
		}
	}
}

// TestOldListClearsNobody: a list that its publisher confirms each day may be that of a year ago.
func TestOldListClearsNobody(t *testing.T) {
	day := func(back int) string {
		at := time.Now().AddDate(0, 0, -back).Format("20060102")
		return strings.ReplaceAll(person("DOE", "JO"), "20150101", at)
	}
	for back, old := range map[int]bool{99: false, 101: true} {
		world := upstreamtest.New(t, upstreamtest.Answer{
			URL:  "https://oig.hhs.gov/exclusions/downloadables/UPDATED.csv",
			Body: header + person("ROE", "AL") + strings.Repeat(day(back), 60_000),
		})
		l := New(world.Pool(t, nil), names.New())
		if err := l.Refresh(t.Context()); err != nil {
			t.Fatal(err)
		}
		now := time.Now()
		if err := l.TooOld(now); (err != nil) != old || l.Status().Behind() != old {
			t.Errorf("of %d days ago: %v, %+v", back, err, l.Status())
		}
		if !old && l.TooOld(now.Add(46*24*time.Hour)) == nil {
			t.Error("nobody has looked for a newer list for 46 days")
		}
	}
}
