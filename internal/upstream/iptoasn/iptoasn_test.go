package iptoasn

import (
	"os"
	"strings"
	"testing"

	"github.com/farebox/farebox/internal/samples"
)

const table = "45.66.64.0\t45.66.127.255\t64500\tNL\tTEAPOTHOST - Teapot Hosting, B.V.\n" +
	"45.66.128.0\t45.66.255.255\t0\tNone\tNot routed\n" +
	"45.67.0.0\t45.67.0.255\t4200000001\tUnknown\t\n"

func TestRowsOfTheTable(t *testing.T) {
	var rows []Row
	if err := Read(strings.NewReader(table), func(r Row) { rows = append(rows, r) }); err != nil || len(rows) != 3 {
		t.Fatalf("%v, %v", rows, err)
	}
	if r := rows[0]; r.First.String() != "45.66.64.0" || r.Last.String() != "45.66.127.255" || r.ASN != 64500 || r.Country != "NL" || r.Description != "TEAPOTHOST - Teapot Hosting, B.V." {
		t.Errorf("%+v", r)
	}
	if r := rows[1]; r.ASN != 0 || r.Country != "" || r.Description != "" {
		t.Errorf("space that nobody announces: %+v", r)
	}
	if r := rows[2]; r.ASN != 4200000001 || r.Country != "" || r.Description != "" {
		t.Errorf("a network of no country: %+v", r)
	}
}

func TestOtherFilesAreRefused(t *testing.T) {
	for _, garbage := range []string{"<html>down</html>", `{"error":"x"}`, "1.0.0.0\t1.0.0.255\n", "a\tb\tc\td\te\n", "1.0.0.0,1.0.0.255,13335,US,X\n", "1.0.0.0\t1.0.0.255\t-1\tUS\tX\n"} {
		if err := Read(strings.NewReader(garbage), func(Row) {}); err == nil {
			t.Errorf("%q was read", garbage)
		}
	}
}

func TestRealSamples(t *testing.T) {
	for file, want := range map[string]int{"ip2asn-v4_head.tsv": 17, "ip2asn-v6_head.tsv": 10} {
		f, err := os.Open(samples.Path(t, "iptoasn/"+file))
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		n := 0
		if err := Read(f, func(Row) { n++ }); err != nil || n != want {
			t.Errorf("%s: %d rows, %v", file, n, err)
		}
	}
}
