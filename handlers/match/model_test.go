package match

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	gen "github.com/farebox/farebox/gen/match"
	"github.com/farebox/farebox/internal/party/names"
)

// TestModelFindsTheSharesOfAList: pairs are drawn from known shares, and the fit comes near them.
func TestModelFindsTheSharesOfAList(t *testing.T) {
	draw := rand.New(rand.NewPCG(3, 4))
	level := func(shares []float64) int {
		x := draw.Float64()
		for l, s := range shares {
			if x -= s; x < 0 {
				return l + 1
			}
		}
		return len(shares)
	}
	same := map[feature][]float64{
		onName:     {0, 0, 0.05, 0.05, 0.10, 0.20, 0.60},
		onBirth:    {0.10, 0, 0.20, 0.70},
		onPostcode: {0.30, 0.10, 0.60},
		onPhone:    {0.10, 0.10, 0.80},
		onHouse:    {0.10, 0.10, 0.80},
		onStreet:   {0.10, 0.10, 0.10, 0.70},
	}
	other := map[feature][]float64{
		onName:     {0.95, 0.02, 0.02, 0.004, 0.003, 0.002, 0.001},
		onBirth:    {0.95, 0.03, 0.01, 0.01},
		onPostcode: {0.90, 0.05, 0.05},
		onPhone:    {0.98, 0.01, 0.01},
		onHouse:    {0.89, 0.10, 0.01},
		onStreet:   {0.96, 0.02, 0.01, 0.01},
	}
	pairs := func(count int, of map[feature][]float64, into counted) {
		for range count {
			var p pattern
			for f := range features {
				if of[f] != nil {
					p = p.with(f, level(of[f]))
				}
			}
			into[p]++
		}
	}
	const items = 1000
	candidates := counted{}
	pairs(400, same, candidates)
	pairs(20_000, other, candidates)
	random := counted{}
	pairs(20_000, other, random)

	start := priorsOf(names.Company)
	start.never = func(pattern) bool { return false }
	start.items = items
	start.prior = usualPrior(items)
	start.weigh()
	fit := train(start, items, candidates, random)
	for f, shares := range same {
		for l, want := range shares {
			if got := fit.m[f][l+1]; math.Abs(got-want) > 0.1 {
				t.Errorf("feature %d, level %d: m %.3f, want about %.3f", f, l+1, got, want)
			}
			if got := fit.u[f][l+1]; math.Abs(got-other[f][l]) > 0.02 {
				t.Errorf("feature %d, level %d: u %.3f, want about %.3f", f, l+1, got, other[f][l])
			}
		}
	}
	if matches := fit.prior * pairsOf(items); matches < 300 || matches > 600 {
		t.Errorf("%.0f duplicates expected, want about 400", matches)
	}
}

// strangersOf are n persons of whom no two are one: names, dates and addresses are drawn, so that many share a family
// name, a street or a postcode.
func strangersOf(t *testing.T, n int) []json.RawMessage {
	given, last := nameLists(t)
	streets := strings.Fields("Oak Mill Church Station Victoria Park Queen King Stanley Albert Chapel School")
	draw := rand.New(rand.NewPCG(5, 6))
	seen := map[string]bool{}
	var out []json.RawMessage
	for len(out) < n {
		name := given[draw.IntN(200)] + " " + last[draw.IntN(300)]
		if seen[name] {
			continue
		}
		seen[name] = true
		town := draw.IntN(20)
		raw, err := json.Marshal(map[string]string{
			"value": name,
			"dob":   fmt.Sprintf("%d-%02d-%02d", 1930+draw.IntN(70), 1+draw.IntN(12), 1+draw.IntN(28)),
			"address": fmt.Sprintf("%d %s Street, Town%c %d",
				1+draw.IntN(120), streets[draw.IntN(len(streets))], 'a'+rune(town), 2000+town),
		})
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, raw)
	}
	return out
}

// TestListWithoutDuplicatesStaysWithout: the estimation finds no duplicates where there are none, whatever the length.
func TestListWithoutDuplicatesStaysWithout(t *testing.T) {
	h := New(names.New())
	for _, n := range []int{2, 10, 49, 50, 60, 200, 1500} {
		if a := dedupe(t, h, strangersOf(t, n), "person"); a.DuplicateCount > n/500 {
			t.Errorf("%d persons: %d duplicates, the first %+v", n, a.DuplicateCount, a.Pairs[0])
		}
	}
}

// TestDuplicatesAreFoundInListsOfAnyLength: one record with slips beside its original, in short and in long lists.
func TestDuplicatesAreFoundInListsOfAnyLength(t *testing.T) {
	h := New(names.New())
	for _, n := range []int{1, 8, 48, 49, 58, 200, 1500} {
		items := append(strangersOf(t, n),
			json.RawMessage(`{"value":"Leopold Featherstone","dob":"1961-03-09",
				"address":"14 Wallaby Crescent, Townz 2099"}`),
			json.RawMessage(`{"value":"Leopold Fetherstone","dob":"1961-03-09",
				"address":"14 Wallaby Crrscent, Townz 2099"}`))
		a := dedupe(t, h, items, "person")
		found := false
		for _, p := range a.Pairs {
			found = found || p.AIndex == n && p.BIndex == n+1
		}
		if !found {
			t.Errorf("%d others: the pair is not found", n)
		}
	}
}

// A number that many items share says less than one that two share.
func TestSharedTelephoneSaysLess(t *testing.T) {
	h := New(names.New())
	items := strangersOf(t, 200)
	for i := range items {
		phone := fmt.Sprintf("+44207946%04d", i/2)
		if i >= 100 {
			phone = "+442079461000"
		}
		items[i] = json.RawMessage(strings.TrimSuffix(string(items[i]), "}") + fmt.Sprintf(`,"phone":%q}`, phone))
	}
	l := linkageOf(t, h, items, "person")
	own := l.model.rarity(onPhone, topLevel[onPhone], int(l.facts[0].holders[onPhone]))
	office := l.model.rarity(onPhone, topLevel[onPhone], int(l.facts[150].holders[onPhone]))
	if own < office+3 {
		t.Errorf("a number of two: %.1f bits, of a hundred: %.1f", own, office)
	}
}

// shopList is a list of cameras: each model once, some twice in other words.
func shopList() []json.RawMessage {
	makers := strings.Fields("Canon Nikon Sony Olympus Panasonic Fujifilm Pentax Samsung Kodak Casio")
	var out []json.RawMessage
	for i := range 60 {
		maker := makers[i%10]
		title := fmt.Sprintf("%s Digital Camera with Zoom %s%d", maker, strings.ToUpper(maker[:2]), 310+7*i)
		out = append(out, json.RawMessage(fmt.Sprintf("%q", title)))
	}
	return append(out,
		json.RawMessage(`"Canon Compact Camera (CA-310) Silver"`),
		json.RawMessage(`"NIKON NI317 12 Megapixel Digital Camera"`))
}

func TestModelNumbersOfTitlesDecide(t *testing.T) {
	h := New(names.New())
	a := dedupe(t, h, shopList(), "product")
	joined := map[[2]int]bool{}
	for _, c := range a.Clusters {
		for _, m := range c.Members {
			for _, o := range c.Members {
				joined[[2]int{m.Index, o.Index}] = true
			}
		}
	}
	if !joined[[2]int{1, 61}] {
		t.Error("NI317 is not found under another title")
	}
	if a.DuplicateCount > 3 {
		t.Errorf("cameras of other models are joined: %+v", a.Clusters)
	}
}

// clustersOf says which cluster each item of a list of titles is in; the items of one title by itself are in none.
func clustersOf(t *testing.T, titles []string) map[int]int {
	t.Helper()
	var items []json.RawMessage
	for _, title := range titles {
		raw, err := json.Marshal(title)
		if err != nil {
			t.Fatal(err)
		}
		items = append(items, raw)
	}
	of := map[int]int{}
	for _, c := range dedupe(t, New(names.New()), items, "product").Clusters {
		for _, m := range c.Members {
			of[m.Index] = c.ID
		}
	}
	return of
}

// fillers are n titles of other things, so that the list says which words are rare.
func fillers(n int) []string {
	goods := strings.Fields("kettle toaster blender lamp mixer fan heater iron scale grinder")
	makers := strings.Fields("Ardo Belko Corvin Dunmar Elstra Fenwick Gorlan")
	var out []string
	for i := range n {
		out = append(out, fmt.Sprintf("%s %s %s series with timer", makers[i%7], goods[i%10],
			strings.Repeat(string(rune('a'+i%26)), 2+i%5)+goods[(i/10)%10][:3]))
	}
	return out
}

// TestTitlesOfOneLineThatDifferInOneTraitAreOthers: all words but the model, the size or the colour agree.
func TestTitlesOfOneLineThatDifferInOneTraitAreOthers(t *testing.T) {
	list := fillers(70)
	n := len(list)
	of := clustersOf(t, append(list,
		"Halberd espresso machine with steam wand HX410", "Halberd espresso machine with steam wand HX425",
		"Norvik wool blanket merino 150 cm", "Norvik wool blanket merino 220 cm",
		"Quillon backpack ripstop navy", "Quillon backpack ripstop burgundy"))
	for i := n; i < n+6; i++ {
		if of[i] != 0 {
			t.Errorf("item %d is joined with a sibling", i-n)
		}
	}
}

// TestATitleThatIsThereTwiceIsNotNearestToAThird: a paper in two editions has its match, and one with an article
// more in its title is another.
func TestATitleThatIsThereTwiceIsNotNearestToAThird(t *testing.T) {
	list := fillers(70)
	n := len(list)
	of := clustersOf(t, append(list,
		"Answering queries using views", "Answering Queries Using Views",
		"Theory of answering queries using views", "Theory of answering queries using views"))
	switch {
	case of[n] == 0 || of[n] != of[n+1]:
		t.Error("equal titles are apart")
	case of[n+2] == 0 || of[n+2] != of[n+3]:
		t.Error("equal longer titles are apart")
	case of[n] == of[n+2]:
		t.Error("the pairs are joined")
	}
}

// Albums with artist and title, of which some are in the list twice: those with one number.
//
//go:embed testdata/albums.tsv
var albums string

// TestOtherWorksOfOneMakerAreOthers: in a list with few duplicates, two albums of one artist are each the other's
// nearest and share half their words.
func TestOtherWorksOfOneMakerAreOthers(t *testing.T) {
	var list, numbers []string
	for line := range strings.Lines(albums) {
		number, title, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		list = append(list, title)
		numbers = append(numbers, number)
	}

	of := clustersOf(t, list)
	joined, wrong := 0, 0
	for i := range list {
		for j := i + 1; j < len(list); j++ {
			if of[i] == 0 || of[i] != of[j] {
				continue
			}
			joined++
			if numbers[i] == "-" || numbers[i] != numbers[j] {
				wrong++
			}
		}
	}
	if joined-wrong < 10 || wrong > 10 {
		t.Errorf("%d pairs are joined, %d of them are others", joined, wrong)
	}
}

// TestSlipsInTitlesCountAsTheWord: a letter less, and another form of a word.
func TestSlipsInTitlesCountAsTheWord(t *testing.T) {
	list := fillers(70)
	n := len(list)
	of := clustersOf(t, append(list,
		"Inferring structure of semistructured catalogues", "Infering structures of semistructured catalogue"))
	if of[n] == 0 || of[n] != of[n+1] {
		t.Error("a title with slips is apart")
	}
}

// TestPointsOfFittedListsAddUp: for records and for titles the reasons of a pair make its score.
func TestPointsOfFittedListsAddUp(t *testing.T) {
	h := New(names.New())
	records := strangersOf(t, 120)
	for i := range 40 { // a slip, and no date
		var m map[string]string
		if err := json.Unmarshal(records[i], &m); err != nil {
			t.Fatal(err)
		}
		m["value"] = m["value"][:3] + m["value"][4:]
		if i%2 == 0 {
			delete(m, "dob")
		}
		raw, err := json.Marshal(m)
		if err != nil {
			t.Fatal(err)
		}
		records = append(records, raw)
	}
	for kind, items := range map[string][]json.RawMessage{"person": records, "product": shopList()} {
		kind := kind
		res, err := h.MatchDedupe(t.Context(), gen.MatchDedupeRequestObject{Body: &gen.MatchDedupeRequest{
			Items:     items,
			Type:      &kind,
			Threshold: 50,
			Country:   "US",
			MaxPairs:  20000,
		}})
		if err != nil {
			t.Fatal(err)
		}
		pairs := res.(gen.MatchDedupe200JSONResponse).Pairs
		if len(pairs) == 0 {
			t.Errorf("%s: no pairs", kind)
		}
		for _, p := range pairs {
			sum := 0.0
			for _, r := range p.Reasons {
				sum += r.Points
			}
			if math.Abs(max(0, min(100, sum))-float64(p.Score)) > 0.501 {
				t.Errorf("%s: score %d, points %.2f: %+v", kind, p.Score, sum, p.Reasons)
			}
		}
	}
}

// A chain of titles, each like the next, does not make one product of the first and the last.
func TestGroupsAreNoChains(t *testing.T) {
	score := func(a, b int32) float64 { return 100 - 10*math.Abs(float64(a-b)) }
	edges := []edge{{0, 1, 90}, {1, 2, 90}, {2, 3, 90}, {3, 4, 90}}
	for _, group := range groups(5, edges, 86, score) {
		if len(group) > 2 {
			t.Errorf("%v are one", group)
		}
	}
}

// TestBranchesOfAChainStayApart: one name at many addresses, and one branch that is listed twice.
func TestBranchesOfAChainStayApart(t *testing.T) {
	h := New(names.New())
	streets := strings.Fields("Oak Mill Church Station Victoria Park Queen King Stanley Albert Chapel School")
	towns := strings.Fields("Chicago Boston Denver Miami Seattle Houston Phoenix Atlanta Portland")
	for _, n := range []int{12, 80, 600} {
		var items []json.RawMessage
		for i := range n {
			items = append(items, json.RawMessage(fmt.Sprintf(
				`{"value":"Hard Rock Cafe","address":"%d %s Street, %s %d","phone":"+44207%07d"}`,
				1+7*i, streets[i%12], towns[i%len(towns)], 20000+31*i, 1000000+1371*i)))
		}
		items = append(items, json.RawMessage(`{"value":"Hard Rock Café Ltd",
			"address":"8 Mil Street, Boston 20031","phone":"+44 20 7100 1371"}`))
		a := dedupe(t, h, items, "company")
		if a.DuplicateCount != 1 || len(a.Clusters) != 1 || a.Clusters[0].Members[1].Index != n {
			t.Errorf("%d branches: %d duplicates, want the one that is listed twice", n, a.DuplicateCount)
			for _, p := range a.Pairs[:min(3, len(a.Pairs))] {
				t.Logf("%s | %s: %d %+v", items[p.AIndex], items[p.BIndex], p.Score, p.Reasons)
			}
		}
	}
}
