package spamhaus

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/farebox/farebox/internal/samples"
)

func TestRangesOfDROP(t *testing.T) {
	var got []string
	err := ReadRanges(strings.NewReader(`{"cidr":"45.66.64.0/20","sblid":"SBL900001","rir":"ripencc"}
{"cidr":"45.66.65.7/24","sblid":"SBL900002","rir":null,"new":{"field":1}}
{"type":"metadata","timestamp":1790072042,"size":2,"records":2}
`), func(r Range) { got = append(got, r.Prefix.String()+" "+r.SBL) })
	if err != nil || !slices.Equal(got, []string{"45.66.64.0/20 SBL900001", "45.66.65.0/24 SBL900002"}) {
		t.Errorf("%q, %v", got, err)
	}
}

func TestNetworksOfASNDROP(t *testing.T) {
	var got []Network
	err := ReadNetworks(strings.NewReader(`{"asn":64500,"rir":"arin","domain":"teapot","cc":"ZZ","asname":"Téière"}
{"type":"metadata","records":1}`), func(n Network) { got = append(got, n) })
	if err != nil || len(got) != 1 || got[0] != (Network{64500, "Téière"}) {
		t.Errorf("%v, %v", got, err)
	}
}

func TestOtherFilesAreRefused(t *testing.T) {
	for _, garbage := range []string{"<!DOCTYPE html>\n<p>busy", `{"cidr":"nonsense"}`, `{"cidr":"45.66.64.0/20"`, "45.66.64.0/20 ; SBL1", `[]`, `{"asn":"x"}`, `{}`} {
		if err := ReadRanges(strings.NewReader(garbage), func(Range) {}); err == nil {
			t.Errorf("%q was read as ranges", garbage)
		}
		if err := ReadNetworks(strings.NewReader(garbage), func(Network) {}); err == nil {
			t.Errorf("%q was read as networks", garbage)
		}
	}
}

func TestRealSamples(t *testing.T) {
	for file, want := range map[string]int{"drop_v4.json": 2, "drop_v4_null_rir.json": 9, "asndrop.json": 9} {
		f, err := os.Open(samples.Path(t, "spamhaus/"+file))
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		n := 0
		if file == "asndrop.json" {
			err = ReadNetworks(f, func(Network) { n++ })
		} else {
			err = ReadRanges(f, func(Range) { n++ })
		}
		if err != nil || n != want {
			t.Errorf("%s: %d entries, %v", file, n, err)
		}
	}
}
