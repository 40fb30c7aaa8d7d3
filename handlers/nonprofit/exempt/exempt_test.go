package exempt

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/farebox/farebox/handlers/nonprofit/exempt/exempttest"
	"github.com/farebox/farebox/internal/party/names"
	"github.com/farebox/farebox/internal/party/samename/samenametest"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/irs"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

func TestNamesAreFoundAsPeopleRememberThem(t *testing.T) {
	lists := filled(t, 4000, t.TempDir())
	if err := lists.master.Refresh(t.Context()); err != nil {
		t.Fatal(err)
	}
	for _, a := range asking {
		if !found(t, lists, a.name, a.state, a.ein) {
			t.Errorf("%q in %q does not find %09d", a.name, a.state, a.ein)
		}
		if a.state != "" && found(t, lists, a.name, "ND", a.ein) {
			t.Errorf("%q in ND finds %09d of %s", a.name, a.ein, a.state)
		}
	}
	for _, name := range []string{"", "!!", "of the and", "zzzzqqq xxyyzz"} {
		if hits, _, err := lists.Search(t.Context(), name, "", 10); err != nil || len(hits) > 0 {
			t.Errorf("%q: %d hits, %v", name, len(hits), err)
		}
	}
}

func TestBestNamesComeFirstAndSayHowTheyMatch(t *testing.T) {
	lists := rowsOnly(t,
		exempttest.Row(530196605, "AMERICAN NATIONAL RED CROSS", "WASHINGTON", "DC", ""),
		exempttest.Row(530196606, "RED CROSS", "WASHINGTON", "DC", ""),
		exempttest.Row(530196607, "FRIENDS OF THE CROSS IN RED HOOK", "WASHINGTON", "DC", ""),
		exempttest.Row(530196608, "BLUE CROSS", "WASHINGTON", "DC", ""),
		exempttest.Row(530196609, "SOMETHING ELSE", "WASHINGTON", "DC", "RED CROSS LOCAL 7"),
		exempttest.Row(530196610, "RED CROSS", "RICHMOND", "VA", ""),
	)
	hits, more, err := lists.Search(t.Context(), "Red Cross", "DC", 3)
	if err != nil || !more || len(hits) != 3 {
		t.Fatalf("%d %v %v", len(hits), more, err)
	}
	if h := hits[0]; h.Organization.EIN != 530196606 || h.Match != Same || h.Score != 100 {
		t.Errorf("first: %+v", h)
	}
	for _, h := range hits[1:] {
		if h.Match != Contains || h.Organization.EIN == 530196608 {
			t.Errorf("after it: %+v", h)
		}
	}
	hits, _, _ = lists.Search(t.Context(), "local red cross", "", 10)
	if len(hits) == 0 || hits[0].Organization.EIN != 530196609 || hits[0].Matched != "RED CROSS LOCAL 7" {
		t.Errorf("by its second name: %+v", hits)
	}
}

func TestRowTwiceInTheMasterFileIsTheLaterOne(t *testing.T) {
	lists := rowsOnly(t,
		exempttest.Row(10728628, "FIRST SPELLING", "PAGO PAGO", "AS", ""),
		exempttest.Row(10728628, "LAST SPELLING", "PAGO PAGO", "AS", ""),
	)
	o, err := lists.Organization(t.Context(), 10728628)
	if err != nil || o.Name != "LAST SPELLING" || o.ZIP != "10001-0000" || o.NTEE != "P20" {
		t.Errorf("%+v %v", o, err)
	}
	if _, err := lists.Organization(t.Context(), 1); !errors.Is(err, upstream.NotFound) {
		t.Errorf("an EIN that is not there: %v", err)
	}
}

func TestCentralOrganisationIsSaidOnlyWhenThereIsOne(t *testing.T) {
	central := func(ein int, group, affiliation string) string {
		row := exempttest.Row(ein, fmt.Sprint("CENTRAL ", ein), "X", "NY", "")
		return strings.Replace(row, ",0000,03,3,", ","+group+",03,"+affiliation+",", 1)
	}
	lists := rowsOnly(
		t,
		central(11, "1111", "6"),
		central(12, "1111", "9"),
		central(13, "2222", "8"),
		central(14, "2222", "6"),
	)
	if o, err := lists.Central(t.Context(), "1111"); err != nil || o.EIN != 11 {
		t.Errorf("%+v %v", o, err)
	}
	for _, group := range []string{"2222", "3333"} {
		if o, err := lists.Central(t.Context(), group); !errors.Is(err, upstream.NotFound) {
			t.Errorf("%s: %+v %v", group, o, err)
		}
	}
}

// rowsOnly are the lists over a master file of these rows.
func rowsOnly(t *testing.T, rows ...string) *Lists {
	t.Helper()
	world := upstreamtest.New(t)
	for region := 1; region <= irs.Regions; region++ {
		body := exempttest.Header
		if region == 1 {
			body += strings.Join(rows, "")
		}
		world.Add(t, upstreamtest.Answer{URL: "https://www.irs.gov/pub/irs-soi/" + regionFile(region), Body: body})
	}
	lists := New(world.Pool(t, nil, upstreamtest.SmallLists), names.New())
	if err := lists.master.Refresh(t.Context()); err != nil {
		t.Fatal(err)
	}
	return lists
}

// benchmarked are lists of a tenth of the real size; docs/quality/nonprofit.md has the figures of the whole.
func benchmarked(b *testing.B) *Lists {
	b.Helper()
	lists := filled(b, 200_000, b.TempDir())
	if err := lists.master.Refresh(context.Background()); err != nil {
		b.Fatal(err)
	}
	return lists
}

func BenchmarkLookUpByEIN(b *testing.B) {
	lists := benchmarked(b)
	for b.Loop() {
		if _, err := lists.Organization(b.Context(), 530196605); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkSearchByName(b *testing.B) {
	lists := benchmarked(b)
	for b.Loop() {
		for _, a := range asking {
			if _, _, err := lists.Search(b.Context(), a.name, a.state, 10); err != nil {
				b.Fatal(err)
			}
		}
	}
}

// TestOnlyTheVeryNameIsCalledTheSame: a name that is alike is found and called similar.
func TestOnlyTheVeryNameIsCalledTheSame(t *testing.T) {
	var rows []string
	for i, p := range samenametest.Pairs {
		rows = append(rows, exempttest.Row(530196000+i, p.Registered, "WASHINGTON", "DC", ""))
	}
	lists := rowsOnly(t, rows...)
	for _, p := range samenametest.Pairs {
		hits, _, err := lists.Search(t.Context(), p.Asked, "", 10)
		if err != nil {
			t.Fatal(err)
		}
		same := false
		for _, h := range hits {
			if h.Match == Same && h.Organization.Name == p.Registered {
				same = true
			}
		}
		if same != p.Same {
			t.Errorf("%q and %q: %t, %+v", p.Asked, p.Registered, same, hits)
		}
	}
}
