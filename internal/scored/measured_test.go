package scored

import (
	"reflect"
	"testing"

	"github.com/farebox/farebox/gen/shared"
)

func TestMeasuredRatesAreSumsOfTheirSets(t *testing.T) {
	got, err := Measured("# a note\n\ntools 2 1 - 150 1 0 first\ntexts 1 1 1 9 0 0\ntools 1 1 1 50 0 0 second\n", "tools", "texts")
	want := shared.Measured{
		DetectionRate:  0.667,
		Attacks:        3,
		FalseAlarmRate: 0.005,
		FalseBlockRate: new(0.0),
		Harmless:       200,
	}
	if err != nil || !reflect.DeepEqual(got["tools"], want) {
		t.Errorf("got %+v, %v; want %+v", got["tools"], err, want)
	}
}

func TestRatesThatCannotBeAreRefused(t *testing.T) {
	for why, bad := range map[string]string{
		"nothing of the kind":         "",
		"another kind":                "pages 3 2 1 200 1 1\n",
		"a count too few":             "tools 3 2 1 200 1\n",
		"more found than there were":  "tools 3 4 1 200 1 1\n",
		"more blocked than found":     "tools 3 2 3 200 1 1\n",
		"more blocked than flagged":   "tools 3 2 1 200 1 2\n",
		"no attacks":                  "tools 0 0 0 9 1 1\n",
		"a negative count":            "tools 3 2 -1 9 1 1\n",
		"a word":                      "tools two 2 1 9 1 1\n",
		"attacks that nobody counted": "tools - 2 1 9 1 1\n",
	} {
		if got, err := Measured(bad, "tools"); err == nil {
			t.Errorf("%s: %q was read as %+v", why, bad, got)
		}
	}
}
