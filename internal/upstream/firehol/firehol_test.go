package firehol

import (
	"net/netip"
	"strings"
	"testing"

	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

func TestPrefixesOfTheList(t *testing.T) {
	var got []string
	err := Read(strings.NewReader("# firehol_level1\n0.0.0.0/8\n45.66.77.88\n45.67.0.0/16\n"), func(p netip.Prefix) { got = append(got, p.String()) })
	if err != nil || strings.Join(got, " ") != "0.0.0.0/8 45.66.77.88/32 45.67.0.0/16" {
		t.Errorf("%v, %v", got, err)
	}
	for _, garbage := range []string{"<html>", "45.66.77", "45.66.77.88/40"} {
		if err := Read(strings.NewReader(garbage), func(netip.Prefix) {}); err == nil {
			t.Errorf("%q was read", garbage)
		}
	}
}

func TestListIsOffUntilTheOperatorGivesItsAddress(t *testing.T) {
	world := upstreamtest.New(t, upstreamtest.Answer{URL: "https://lists.example.org/x/firehol_level1.netset", Body: "45.66.77.88"})
	if _, err := Level1(New(world.Pool(t, nil))).Do(t.Context()); upstream.KindOf(err) != upstream.NotConfigured {
		t.Errorf("without: %v", err)
	}
	if _, err := Level1(New(world.Pool(t, map[string]string{"UPSTREAM_FIREHOL_URL": "https://lists.example.org/x"}))).Do(t.Context()); err != nil {
		t.Errorf("with: %v", err)
	}
}
