package names

import (
	"bufio"
	"hash/fnv"
	"os"
	"strings"
	"testing"
)

// pairHalf is one half of a set of labelled pairs in testdata: a hash of the text puts each pair in one. The rules were
// made on the half that is not held out, and the other was measured once, when they stood.
func pairHalf(t *testing.T, kind Kind, file string, heldOut bool) []labelled {
	t.Helper()
	f, err := os.Open("testdata/" + file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()

	var pairs []labelled
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		columns := strings.Split(lines.Text(), "\t")
		if len(columns) != 3 {
			t.Fatalf("%s: %q", file, lines.Text())
		}
		sum := fnv.New32a()
		_, _ = sum.Write([]byte(lines.Text()))
		if sum.Sum32()%2 == 1 != heldOut {
			continue
		}
		pairs = append(pairs, labelled{
			kind: kind,
			a:    columns[1],
			b:    columns[2],
			same: columns[0] == "same",
		})
	}
	return pairs
}

// TestPairSets: single pairs of products and addresses as people write them, against their labels. The limits are what
// the rules reach, on both halves; which pairs of the half that is held out are wrong is not shown.
func TestPairSets(t *testing.T) {
	e := New()
	for _, set := range []struct {
		kind    Kind
		file    string
		heldOut bool
		missed  int // same pairs that may be called others
		joined  int // other pairs that may be called the same
	}{
		{Product, "product_pairs.tsv", false, 2, 0},
		{Address, "address_slips.tsv", false, 0, 0},
		{Product, "product_pairs.tsv", true, 13, 0},
		{Address, "address_slips.tsv", true, 1, 3},
	} {
		name := string(set.kind)
		if set.heldOut {
			name += ", held out"
		}
		t.Run(name, func(t *testing.T) {
			var found counts
			for _, p := range pairHalf(t, set.kind, set.file, set.heldOut) {
				r := e.Compare(mustPrepare(t, e, p.kind, p.a), mustPrepare(t, e, p.kind, p.b))
				found.add(r.Match, p.same)
				if r.Match != p.same && !set.heldOut {
					t.Logf("%q | %q: %.0f, same %v %v", p.a, p.b, r.Score, p.same, r.Reasons)
				}
			}
			t.Logf("same: %d of %d; others apart: %d of %d; F1 %.3f",
				found.tp, found.tp+found.fn, found.tn, found.tn+found.fp, found.f1())
			if found.fn > set.missed || found.fp > set.joined {
				t.Errorf("%d missed, %d joined; at most %d and %d", found.fn, found.fp, set.missed, set.joined)
			}
		})
	}
}
