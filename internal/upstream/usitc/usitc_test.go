package usitc

import (
	"strings"
	"testing"

	"github.com/farebox/farebox/internal/samples"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

func TestRecordedLinesAreRead(t *testing.T) {
	for _, name := range samples.Glob(t, "usitc_hts/*.json") {
		if _, err := Read(samples.Read(t, strings.TrimPrefix(name, samples.Path(t, ".")+"/"))); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}

	lines, err := Read(samples.Read(t, "usitc_hts/search_rows_8534.json"))
	if err != nil || len(lines) != 1 {
		t.Fatalf("%v %v", lines, err)
	}
	l := lines[0]
	if l.Digits() != "85340000" || l.General != "Free" || l.Other != "35%" || l.Footnotes[0].Text != "See 9903.88.03." {
		t.Errorf("%+v", l)
	}
}

func TestAnswersThatAreNoLinesAreBad(t *testing.T) {
	for body, want := range map[string]upstream.Kind{
		`<html>busy</html>`:           upstream.BadResponse,
		`{"error":"no"}`:              upstream.BadResponse,
		`null`:                        upstream.BadResponse,
		`[{"indent":"1"}]`:            upstream.BadResponse,
		`[{"htsno":"0101.21.00","des`: upstream.BadResponse,
	} {
		world := upstreamtest.New(t, upstreamtest.Answer{
			URL:  Provider.BaseURL + "/search?keyword=horses",
			Body: body,
		})
		_, err := New(world.Pool(t, nil)).Search(t.Context(), "horses")
		if upstream.KindOf(err) != want {
			t.Errorf("%s: %v", body, err)
		}
	}

	world := upstreamtest.New(t, upstreamtest.Answer{URL: Provider.BaseURL + "/search?keyword=horses", Body: "[]"})
	if lines, err := New(world.Pool(t, nil)).Search(t.Context(), "horses"); err != nil || len(lines) != 0 {
		t.Errorf("nothing found: %v %v", lines, err)
	}
}
