package espn

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/farebox/farebox/internal/samples"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

// TestRecordedScoreboards parses every scoreboard on file.
func TestRecordedScoreboards(t *testing.T) {
	for _, file := range samples.Glob(t, "espn/scoreboard_*.json") {
		name := "espn/" + file[strings.LastIndex(file, "/")+1:]
		w := upstreamtest.New(t, upstreamtest.Answer{
			URL:  "https://site.api.espn.com/apis/site/v2/sports/s/l/scoreboard",
			Body: string(samples.Read(t, name)),
		})
		board, err := New(w.Pool(t, nil)).Scoreboard(t.Context(), League{Sport: "s", Slug: "l"}, "")
		if err != nil || len(board.Events) == 0 {
			t.Errorf("%s: %v %v", name, board, err)
			continue
		}
		for _, e := range board.Events {
			sides := len(e.Competitions) == 1 && len(e.Competitions[0].Competitors) == 2
			if e.ID == "" || !sides || e.Status.Type.Name == "" {
				t.Errorf("%s: %+v", name, e)
			}
		}
	}
}

func TestScoresComeInSeveralForms(t *testing.T) {
	for raw, want := range map[string]Score{
		`"24"`:                               "24",
		`24`:                                 "24",
		`{"value":31,"displayValue":"31"}`:   "31",
		`null`:                               "",
		`{"value":31.0,"displayValue":null}`: "",
	} {
		var got Score
		if err := json.Unmarshal([]byte(raw), &got); err != nil || got != want {
			t.Errorf("%s is %q, %v", raw, got, err)
		}
	}
}

func TestOneDayIsAskedFor(t *testing.T) {
	w := upstreamtest.New(t, upstreamtest.Answer{URL: "https://site.api.espn.com/*", Body: `{"events":[]}`})
	l := League{Sport: "football", Slug: "college-football", Group: "80"}
	if _, err := New(w.Pool(t, nil)).Scoreboard(t.Context(), l, "20261121"); err != nil {
		t.Fatal(err)
	}
	asked := w.Asked()[0]
	for _, part := range []string{"dates=20261121", "limit=400", "groups=80"} {
		if !strings.Contains(asked, part) || strings.Contains(asked, "-2026") {
			t.Errorf("%s", asked)
		}
	}
}
