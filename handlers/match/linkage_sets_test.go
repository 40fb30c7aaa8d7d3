package match

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"sort"
	"strings"
	"testing"

	"github.com/farebox/farebox/internal/party/names"
)

// record is one row of a public set.
type record struct {
	entity string   // records of one thing have the same
	side   int      // the source that the row is from, 0 when the set has one source only
	text   string   // all fields, for a baseline
	fields []string // of FEBRL, for the toolkit's baseline: given name, surname, birth, suburb, state, street
	item   map[string]string
}

// linkageSet is a public record-linkage set as published: see docs/quality/match.md for where from.
type linkageSet struct {
	records []record
	kind    string
	same    func(i, j int) bool
	// judged says whether the truth of the set covers a pair. Sets of two sources cover pairs across them.
	judged func(i, j int) bool
}

func (s *linkageSet) raws(tb testing.TB) []json.RawMessage {
	tb.Helper()
	out := make([]json.RawMessage, len(s.records))
	for i, r := range s.records {
		b, err := json.Marshal(r.item)
		if err != nil {
			tb.Fatal(err)
		}
		out[i] = b
	}
	return out
}

func ofEntities(kind string, records []record) *linkageSet {
	return &linkageSet{
		records: records,
		kind:    kind,
		same:    func(i, j int) bool { return records[i].entity == records[j].entity },
		judged:  func(_, _ int) bool { return true },
	}
}

// readRows reads a file of the folder FAREBOX_LINKAGE without its head; without the folder the test is skipped.
func readRows(tb testing.TB, file string, comma rune) [][]string {
	tb.Helper()
	folder := os.Getenv("FAREBOX_LINKAGE")
	if folder == "" {
		tb.Skip("the public record-linkage sets are not here: FAREBOX_LINKAGE names no folder")
	}
	f, err := os.Open(filepath.Join(folder, file))
	if err != nil {
		tb.Fatal(err)
	}
	defer f.Close()

	r := csv.NewReader(f)
	r.Comma = comma
	r.FieldsPerRecord = -1
	r.LazyQuotes = true
	r.TrimLeadingSpace = true
	rows, err := r.ReadAll()
	if err != nil {
		tb.Fatal(err)
	}
	return rows[1:]
}

// febrl reads files of FEBRL as the Python record linkage toolkit has them. The social security number is left out:
// the route takes none.
func febrl(tb testing.TB, files ...string) *linkageSet {
	tb.Helper()
	var out []record
	for _, file := range files {
		for _, r := range readRows(tb, "febrl/"+file, ',') {
			for i := range r {
				r[i] = strings.TrimSpace(r[i])
			}
			name := strings.TrimSpace(r[1] + " " + r[2])
			if names.Normalize(name) == "" {
				continue
			}
			item := map[string]string{
				"value":    name,
				"address":  fmt.Sprintf("%s %s, %s %s %s", r[3], r[4], r[6], r[8], r[7]),
				"postcode": r[7],
				"dob":      r[9],
			}
			maps.DeleteFunc(item, func(_, v string) bool { return v == "" })
			out = append(out, record{
				entity: strings.Join(strings.Split(r[0], "-")[:2], "-"),
				text:   strings.Join([]string{r[1], r[2], r[3], r[4], r[6], r[7], r[8], r[9]}, " "),
				fields: []string{r[1], r[2], r[9], r[6], r[8], r[4]},
				item:   item,
			})
		}
	}
	return ofEntities("person", out)
}

// restaurants are those of Fodor's and Zagat's guides: name, address, city, phone.
func restaurants(tb testing.TB) *linkageSet {
	tb.Helper()
	var out []record
	for _, r := range readRows(tb, "restaurant.csv", ',') {
		out = append(out, record{
			entity: strings.TrimSpace(r[5]),
			text:   strings.Join(r[:4], " "),
			item: map[string]string{
				"value":   r[0],
				"address": r[1] + ", " + r[2],
				"phone":   r[3],
			},
		})
	}
	return ofEntities("company", out)
}

// shopTitles are products of two shops by their titles only. keep thins out a second shop that has more than the route
// takes: what is in the truth stays.
func shopTitles(tb testing.TB, folder, left, right string, comma rune, most int) *linkageSet {
	tb.Helper()
	var out []record
	at := [2]map[string]int{{}, {}}
	truth := map[[2]int]bool{}
	gold := readRows(tb, folder+"/gt.csv", comma)
	inGold := map[string]bool{}
	for _, g := range gold {
		inGold[g[1]] = true
	}
	for side, file := range []string{left, right} {
		rows := readRows(tb, folder+"/"+file, comma)
		room := most - len(out) - len(inGold)
		step := max(1, int(math.Ceil(float64(len(rows))/float64(max(1, room)))))
		for i, r := range rows {
			if side == 1 && step > 1 && i%step != 0 && !inGold[r[0]] {
				continue
			}
			if names.Normalize(r[1]) == "" {
				continue
			}
			at[side][r[0]] = len(out)
			out = append(out, record{
				side: side,
				text: r[1],
				item: map[string]string{"value": clipped(r[1])},
			})
		}
	}
	for _, g := range gold {
		a, okA := at[0][g[0]]
		b, okB := at[1][g[1]]
		if okA && okB {
			truth[[2]int{a, b}] = true
		}
	}
	return &linkageSet{
		records: out,
		kind:    "product",
		same:    func(i, j int) bool { return truth[[2]int{i, j}] },
		judged:  func(i, j int) bool { return out[i].side != out[j].side },
	}
}

func clipped(s string) string {
	if r := []rune(s); len(r) > longestText {
		return string(r[:longestText])
	}
	return s
}

// figures of the clusters of an answer, pair by pair.
type figures struct {
	precision, recall, f1 float64
}

func figuresOf(s *linkageSet, group map[int]int, miss func(what string, i, j int)) figures {
	var tp, fp, fn int
	for i := range s.records {
		for j := i + 1; j < len(s.records); j++ {
			if !s.judged(i, j) {
				continue
			}
			said := group[i] != 0 && group[i] == group[j]
			same := s.same(i, j)
			switch {
			case said && same:
				tp++
			case said:
				fp++
				miss("joined", i, j)
			case same:
				fn++
				miss("missed", i, j)
			}
		}
	}
	return figures{
		precision: float64(tp) / float64(max(1, tp+fp)),
		recall:    float64(tp) / float64(max(1, tp+fn)),
		f1:        2 * float64(tp) / float64(max(1, 2*tp+fp+fn)),
	}
}

// withHouseholds adds to the first record of each entity somebody of the same family name and address with the
// given name and the date of birth of another record.
func withHouseholds(s *linkageSet) *linkageSet {
	recs := s.records
	out := slices.Clone(recs)
	seen := map[string]bool{}
	for i := range recs {
		if seen[recs[i].entity] {
			continue
		}
		seen[recs[i].entity] = true
		given, _, several := strings.Cut(recs[(i+14)%len(recs)].item["value"], " ")
		own, family, ok := strings.Cut(recs[i].item["value"], " ")
		dob := recs[(i+6)%len(recs)].item["dob"]
		if !several || !ok || given == own {
			continue
		}
		r := record{
			entity: "household of " + recs[i].entity,
			item:   maps.Clone(recs[i].item),
		}
		r.item["value"] = given + " " + family
		r.item["dob"] = dob
		r.fields = slices.Clone(recs[i].fields)
		if len(r.fields) > 2 {
			r.fields[0] = given
			r.fields[2] = dob
		}
		r.text = strings.Replace(strings.Replace(recs[i].text, own, given, 1), recs[i].item["dob"], dob, 1)
		out = append(out, r)
	}
	return ofEntities(s.kind, out)
}

// scoredPair is a pair as a peer scores it.
type scoredPair struct {
	score float64
	same  bool
}

// bestThreshold is the best F1 that one threshold over scored pairs reaches.
func bestThreshold(all []scoredPair, same int) float64 {
	sort.Slice(all, func(i, j int) bool { return all[i].score > all[j].score })
	best := 0.0
	tp := 0
	for k, s := range all {
		if s.same {
			tp++
		}
		if k+1 < len(all) && all[k+1].score == s.score {
			continue // a threshold takes all that score alike
		}
		best = max(best, 2*float64(tp)/float64(k+1+same))
	}
	return best
}

// tokenSort is token-sort and Jaro-Winkler over all fields of all pairs.
func tokenSort(s *linkageSet) float64 {
	texts := make([]string, len(s.records))
	for i, r := range s.records {
		ws := strings.Fields(names.Normalize(r.text))
		sort.Strings(ws)
		texts[i] = strings.Join(ws, " ")
	}
	var all []scoredPair
	same := 0
	for i := range texts {
		for j := i + 1; j < len(texts); j++ {
			if !s.judged(i, j) {
				continue
			}
			is := s.same(i, j)
			if is {
				same++
			}
			if sim := names.JaroWinkler(texts[i], texts[j]); sim > 0.6 {
				all = append(all, scoredPair{sim, is})
			}
		}
	}
	return bestThreshold(all, same)
}

// fieldSum is what the Python record linkage toolkit shows first: the count of fields that agree, names and street by
// similarity, the rest exactly; over all pairs.
func fieldSum(s *linkageSet) float64 {
	var all []scoredPair
	same := 0
	for i := range s.records {
		for j := i + 1; j < len(s.records); j++ {
			is := s.same(i, j)
			if is {
				same++
			}
			a := s.records[i].fields
			b := s.records[j].fields
			sum := 0.0
			for _, f := range []int{2, 3, 4} {
				if a[f] != "" && a[f] == b[f] {
					sum++
				}
			}
			if sum == 0 {
				continue
			}
			for _, f := range []int{0, 1, 5} {
				if a[f] != "" && b[f] != "" && names.JaroWinkler(a[f], b[f]) > 0.85 {
					sum++
				}
			}
			if sum >= 2 {
				all = append(all, scoredPair{sum, is})
			}
		}
	}
	return bestThreshold(all, same)
}

// tfidf is the cosine of the titles' words, weighed by how rare they are, over all pairs.
func tfidf(s *linkageSet) float64 {
	df := map[string]int{}
	words := make([]map[string]float64, len(s.records))
	for i, r := range s.records {
		words[i] = map[string]float64{}
		for _, w := range strings.Fields(names.Normalize(r.text)) {
			words[i][w]++
		}
		for w := range words[i] {
			df[w]++
		}
	}
	posting := map[string][]int{}
	for i, ws := range words {
		norm := 0.0
		for w, tf := range ws {
			ws[w] = tf * math.Log(float64(len(words)+1)/float64(df[w]))
			norm += ws[w] * ws[w]
		}
		for w := range ws {
			ws[w] /= max(1e-9, math.Sqrt(norm))
			posting[w] = append(posting[w], i)
		}
	}
	same := 0
	var all []scoredPair
	for i, ws := range words {
		sums := map[int]float64{}
		for w, x := range ws {
			for _, j := range posting[w] {
				if j > i && s.judged(i, j) {
					sums[j] += x * words[j][w]
				}
			}
		}
		for j, sum := range sums {
			if sum > 0.15 {
				all = append(all, scoredPair{sum, s.same(i, j)})
			}
		}
		for j := i + 1; j < len(words); j++ {
			if s.judged(i, j) && s.same(i, j) {
				same++
			}
		}
	}
	return bestThreshold(all, same)
}

// bothPeers is the better of [tfidf] and [tokenSort].
func bothPeers(s *linkageSet) float64 { return max(tfidf(s), tokenSort(s)) }

// someOf is every n-th entity of a set, so that there is room for more.
func someOf(s *linkageSet, n int) *linkageSet {
	kept := map[string]bool{}
	seen := map[string]int{}
	for _, r := range s.records {
		if _, known := seen[r.entity]; !known {
			seen[r.entity] = len(seen)
			kept[r.entity] = seen[r.entity]%n == 0
		}
	}
	left := slices.DeleteFunc(slices.Clone(s.records), func(r record) bool { return !kept[r.entity] })
	return ofEntities(s.kind, left)
}
