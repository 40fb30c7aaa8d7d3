package torproject

import (
	"net/netip"
	"os"
	"strings"
	"testing"

	"github.com/farebox/farebox/internal/samples"
)

func TestAddressesOfBothFamilies(t *testing.T) {
	var got []string
	err := Read(strings.NewReader("45.66.77.88\n2001:0db8:0000:0000:0000:0000:0000:0007\n# x\n"), func(a netip.Addr) { got = append(got, a.String()) })
	if err != nil || strings.Join(got, " ") != "45.66.77.88 2001:db8::7" {
		t.Errorf("%v, %v", got, err)
	}
	for _, garbage := range []string{"<html>", "ExitNode 0011BD2485AD45D984EC4159C88FC066E5E3300E\nExitAddress 45.66.77.88 2026-11-20", `{"a":1}`} {
		if err := Read(strings.NewReader(garbage), func(netip.Addr) {}); err == nil {
			t.Errorf("%q was read", garbage)
		}
	}
}

func TestRealSample(t *testing.T) {
	f, err := os.Open(samples.Path(t, "tor/exit-list-excerpt.txt"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	n := map[bool]int{}
	if err := Read(f, func(a netip.Addr) { n[a.Is4()]++ }); err != nil || n[true] != 12 || n[false] != 4 {
		t.Errorf("%v, %v", n, err)
	}
}
