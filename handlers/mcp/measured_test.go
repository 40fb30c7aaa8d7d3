package mcp

import (
	"strings"
	"testing"

	gen "github.com/farebox/farebox/gen/mcp"
)

func TestAnswersCarryTheRatesOfTheMeasuredFile(t *testing.T) {
	rates, err := readMeasured(measuredText)
	if err != nil {
		t.Fatal(err)
	}
	h := New()
	if h.measured != rates {
		t.Errorf("handlers answer %+v, the file says %+v", h.measured, rates)
	}

	want := gen.McpMeasured{DetectionRate: 0.667, Attacks: 3, FalseAlarmRate: 0.005, Harmless: 200}
	read, err := readMeasured("# a note\ntools 2 3 1 200\ntexts 1 2 0 9\n")
	if err != nil || read.tools != want {
		t.Errorf("got %+v, %v; want %+v", read.tools, err, want)
	}
}

func TestRatesThatCannotBeAreRefused(t *testing.T) {
	for _, bad := range []string{
		"",
		"tools 2 3 1 200\n",
		"tools 4 3 1 200\ntexts 1 2 0 9\n",
		"tools 2 3 1\ntexts 1 2 0 9\n",
		"tools 0 0 0 9\ntexts 1 2 0 9\n",
		"tools two 3 1 200\ntexts 1 2 0 9\n",
		"pages 2 3 1 200\n",
	} {
		if got, err := readMeasured(bad); err == nil {
			t.Errorf("%q was read as %+v", strings.TrimSpace(bad), got)
		}
	}
}
