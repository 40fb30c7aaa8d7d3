package names

import (
	"encoding/csv"
	"os"
	"strings"
	"testing"
)

// pairsOfFile are the records of a file with two records of each pair, one after the other: the two of
// a pair are the same, any first record and any second record of different pairs are not.
func pairsOfFile(t testing.TB, path string, kind Kind, class string, text func(rec []string) string) []labelled {
	t.Helper()
	f, err := os.Open(publicSet(t, path))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	r := csv.NewReader(f)
	r.Comment, r.FieldsPerRecord = '#', -1
	recs, err := r.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	var out []labelled
	for i := 0; i+1 < len(recs); i += 2 {
		for j := 1; j < len(recs); j += 2 {
			a, b := text(recs[i]), text(recs[j])
			if Normalize(a) != "" && Normalize(b) != "" {
				out = append(out, labelled{kind, a, b, recs[i][0] == recs[j][0], class})
			}
		}
	}
	return out
}

func febrlPairs(t testing.TB, path string) []labelled {
	out := pairsOfFile(t, path, Person, "febrl", func(r []string) string { return strings.TrimSpace(r[1] + " " + r[2]) })
	return append(out, pairsOfFile(t, path, Address, "febrl", func(r []string) string {
		return r[3] + " " + r[4] + ", " + r[6] + " " + r[8] + " " + r[7]
	})...)
}

func restaurantPairs(t testing.TB, path string) []labelled {
	out := pairsOfFile(t, path, Company, "restaurants", func(r []string) string { return r[1] })
	return append(out, pairsOfFile(t, path, Address, "restaurants", func(r []string) string { return r[2] + ", " + r[3] })...)
}
