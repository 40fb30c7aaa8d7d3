package clinicaltables

import (
	"context"
	"testing"

	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

const search = "https://clinicaltables.nlm.nih.gov/api/npi_idv/v3/search"

func find(t *testing.T, body string) (*Found, error) {
	t.Helper()
	world := upstreamtest.New(t, upstreamtest.Answer{URL: search, Body: body})
	return New(world.Pool(t, nil)).Search(t.Context(), Persons, "name.full:(smith~1)")
}

func TestRowsHaveNumberNameAndOtherName(t *testing.T) {
	found, err := find(t, `[10000,["1942278643","1932712585"],null,
[["SMITH, SMITH",null],["SMITH, ANN","JONES, ANN"]]]`)
	if err != nil {
		t.Fatal(err)
	}
	want := []Row{{"1942278643", "SMITH, SMITH", ""}, {"1932712585", "SMITH, ANN", "JONES, ANN"}}
	if found.Total != 10000 || len(found.Rows) != 2 || found.Rows[0] != want[0] || found.Rows[1] != want[1] {
		t.Errorf("%+v", found)
	}
	if found, err = find(t, `[0,[],null,[]]`); err != nil || found.Total != 0 || len(found.Rows) != 0 {
		t.Errorf("%+v, %v", found, err)
	}
}

func TestWhatIsNoAnswerFindsNobody(t *testing.T) {
	for _, body := range []string{
		`{}`, `null`, `[]`, `[0]`, `[0,null,null,null]`, `[3,[],null,[]]`, `[1,["1"],null,[]]`,
		`[0,["1"],null,[["A",null]]]`,
		`[1,["1"],null,[["",null]]]`, `[1,["1"],null,[[null,null]]]`, `[1,["1"],null,[["A"]]]`, `<html></html>`, `""`,
	} {
		if found, err := find(t, body); upstream.KindOf(err) != upstream.BadResponse {
			t.Errorf("%s: %+v, %v", body, found, err)
		}
	}
}

func TestServiceThatFailsIsAnError(t *testing.T) {
	world := upstreamtest.New(t, upstreamtest.Answer{URL: search, Status: 503, Body: "busy"})
	_, err := New(world.Pool(t, nil)).Search(context.Background(), Persons, "name.full:(smith)")
	if upstream.KindOf(err) != upstream.Unavailable {
		t.Error(err)
	}
}
