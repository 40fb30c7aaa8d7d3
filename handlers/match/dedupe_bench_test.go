package match

import (
	"encoding/json"
	"fmt"
	"math/rand"
	"os"
	"strings"
	"testing"

	gen "github.com/farebox/farebox/gen/match"
	"github.com/farebox/farebox/internal/party/names"
)

func nameLists(tb testing.TB) (given, last []string) {
	tb.Helper()
	read := func(file string) (out []string) {
		b, err := os.ReadFile("../../internal/party/names/census/" + file)
		if err != nil {
			tb.Fatal(err)
		}
		for line := range strings.Lines(string(b)) {
			if !strings.HasPrefix(line, "#") {
				out = append(out, strings.Fields(line)...)
			}
		}
		return out
	}
	return append(read("male.txt")[:400], read("female.txt")[:400]...), read("surname.txt")
}

// people are n items: three quarters are persons, each written once; the rest are the same persons
// with a slip.
func people(tb testing.TB, n int) []json.RawMessage {
	given, last := nameLists(tb)
	r := rand.New(rand.NewSource(5))
	skewed := func(list []string) string { // common names are common
		x := r.Float64()
		return list[int(x*x*float64(len(list)))]
	}
	var out []json.RawMessage
	var texts []string
	for len(out) < n {
		s := skewed(given) + " " + skewed(given)[:1] + " " + skewed(last)
		if len(texts) > 0 && r.Intn(4) == 0 {
			b := []byte(texts[r.Intn(len(texts))])
			k := 1 + r.Intn(len(b)-2)
			b[k], b[k+1] = b[k+1], b[k]
			s = string(b)
		} else {
			texts = append(texts, s)
		}
		raw, err := json.Marshal(s)
		if err != nil {
			tb.Fatal(err)
		}
		out = append(out, raw)
	}
	return out
}

func benchmarkDedupe(b *testing.B, items []json.RawMessage, kind string) {
	h := New(names.New())
	b.ReportAllocs()
	b.ResetTimer()
	for b.Loop() {
		res, err := h.MatchDedupe(b.Context(), gen.MatchDedupeRequestObject{Body: &gen.MatchDedupeRequest{Items: items, Type: &kind, Threshold: 85, Country: "US", MaxPairs: 1000}})
		if err != nil {
			b.Fatal(err)
		}
		a := res.(gen.MatchDedupe200JSONResponse)
		b.ReportMetric(float64(a.ComparedPairs), "pairs/op")
		b.ReportMetric(float64(a.ClusterCount), "clusters/op")
	}
}

func BenchmarkDedupe10000Persons(b *testing.B) { benchmarkDedupe(b, people(b, 10000), "person") }

func BenchmarkDedupe10000Companies(b *testing.B) {
	_, last := nameLists(b)
	r := rand.New(rand.NewSource(6))
	trades := strings.Fields("Plumbing Holdings Technologies Dental Roofing Logistics Capital Foods Media Energy")
	var items []json.RawMessage
	for range 10000 {
		items = append(items, json.RawMessage(fmt.Sprintf("%q", last[r.Intn(len(last))]+" "+trades[r.Intn(10)]+[]string{" Inc", " LLC", " Ltd", ""}[r.Intn(4)])))
	}
	benchmarkDedupe(b, items, "company")
}

func BenchmarkDedupe10000Addresses(b *testing.B) {
	_, last := nameLists(b)
	r := rand.New(rand.NewSource(7))
	var items []json.RawMessage
	for range 10000 {
		items = append(items, json.RawMessage(fmt.Sprintf("%q", fmt.Sprintf("%d %s %s, Springfield, IL 627%02d", 1+r.Intn(400), last[r.Intn(600)], []string{"St", "Ave", "Rd", "Lane"}[r.Intn(4)], r.Intn(60)))))
	}
	benchmarkDedupe(b, items, "address")
}

// Every item shares every word with every other: the worst there is for blocking.
func BenchmarkDedupe10000AlmostAlike(b *testing.B) {
	var items []json.RawMessage
	for i := range 10000 {
		items = append(items, json.RawMessage(fmt.Sprintf(`"Acme Holdings Store %d Ltd"`, i)))
	}
	benchmarkDedupe(b, items, "company")
}

// Full records: the persons of the largest public set, with address, postcode and date of birth.
func BenchmarkDedupe10000Records(b *testing.B) {
	s := febrl(b, "dataset4a.csv", "dataset4b.csv")
	benchmarkDedupe(b, s.raws(b), s.kind)
}

// Titles of 2,000 things, each as five shops write it.
func BenchmarkDedupe10000Offers(b *testing.B) {
	_, last := nameLists(b)
	goods := strings.Fields("kettle toaster blender lamp mixer fan heater iron scale grinder")
	traits := strings.Fields("black steel ceramic cordless digital compact folding heavy quiet slim")
	r := rand.New(rand.NewSource(8))
	var items []json.RawMessage
	for range 2000 {
		title := fmt.Sprintf("%s %s %s %s with %s %s", last[r.Intn(500)], traits[r.Intn(10)], traits[r.Intn(10)],
			goods[r.Intn(10)], last[500+r.Intn(2000)], last[2500+r.Intn(1500)])
		for _, shop := range []string{"%s", "Buy %s online", "%s - free delivery", "%s | Harbour Goods", "New: %s"} {
			items = append(items, json.RawMessage(fmt.Sprintf("%q", fmt.Sprintf(shop, title))))
		}
	}
	benchmarkDedupe(b, items, "product")
}
