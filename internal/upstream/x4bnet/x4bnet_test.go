package x4bnet

import (
	"slices"
	"strings"
	"testing"
)

func TestNetworksOfTheList(t *testing.T) {
	var got []uint32
	err := Read(strings.NewReader("AS64500 # Teapot # Hosting, NL\n# comment\nas64501\n64502#x\n"), func(asn uint32) { got = append(got, asn) })
	if err != nil || !slices.Equal(got, []uint32{64500, 64501, 64502}) {
		t.Errorf("%v, %v", got, err)
	}
	for _, garbage := range []string{"404: Not Found", "<html>", "AS # x", "ASX"} {
		if err := Read(strings.NewReader(garbage), func(uint32) {}); err == nil {
			t.Errorf("%q was read", garbage)
		}
	}
}
