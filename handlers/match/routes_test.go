package match

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	gen "github.com/farebox/farebox/gen/match"
	"github.com/farebox/farebox/handlers/handlertest"
	"github.com/farebox/farebox/internal/party/names"
	"pgregory.net/rapid"
)

func get(t handlertest.Failing, h *Handlers, path string, params ...string) (int, map[string]any) {
	t.Helper()
	v := url.Values{}
	for i := 0; i < len(params); i += 2 {
		v.Set(params[i], params[i+1])
	}
	code, body := serve(t, h, "GET", path+"?"+v.Encode(), "")
	var out map[string]any
	if err := json.Unmarshal(body, &out); err != nil {
		t.Fatalf("%s: %v in %s", path, err, body)
	}
	return code, out
}

func TestNameSaysWhyTwoNamesMatch(t *testing.T) {
	h := New(names.New())
	for _, c := range []struct {
		a, b, kind string
		match      bool
		reason     string
	}{
		{"Bill Gates", "William Gates", "person", true, "nickname"},
		{"Vladimir Putin", "Владимир Путин", "person", true, "token_agreement"},
		{"Pyotr Tchaikovsky", "Пётр Чайковский", "person", true, "transliteration"},
		{"J. Featherstone-Pyke", "James Featherstone-Pyke", "person", true, "initials"},
		{"Mary Ann Kowalczyk", "Maryann Kowalczyk", "person", true, "spacing"},
		{"Katherine Kowalczyk", "Catherine Kowalczyk", "person", true, "spelling_variant"},
		{"Stephen Kowalcyzk", "Stephen Kowalczyk", "person", true, "typo"},
		{"Rhys Kaufman", "Rhys Kofman", "person", true, "phonetic"},
		{"John Smith Jr", "John Smith Sr", "individual", false, "suffix_conflict"},
		{"Mr A Kowalczyk", "Mrs A Kowalczyk", "person", false, "title_conflict"},
		{"J Smith", "John Smith", "person", false, "common_name"},
		{"Acme Ltd", "Acme GmbH", "organization", true, "legal_form"},
		{"International Business Machines", "IBM", "entity", true, "initials"},
		{"Growth Fund II", "Growth Fund III", "company", false, "number_conflict"},
		{"12 Oak St", "12 Oak Ave", "address", false, "street_conflict"},
		{"12 Oak St Apt 1", "12 Oak St Apt 2", "address", false, "unit_conflict"},
		{"j.doe+a@gmail.com", "jdoe@googlemail.com", "email", true, "same_canonical"},
		{"Sony WH-1000XM4", "Sony WH-1000XM5", "product", false, "model_conflict"},
		{"李娜", "李纳", "person", false, "writing_conflict"},
	} {
		code, got := get(t, h, "/match/name", "a", c.a, "b", c.b, "type", c.kind)
		if code != http.StatusOK || got["is_match"] != c.match || !strings.Contains(fmt.Sprint(got["reasons"]), "code:"+c.reason) {
			t.Errorf("%s, %s (%s): %d, want match %v with reason %s; got %v", c.a, c.b, c.kind, code, c.match, c.reason, got)
		}
		if c.match == (len(got["differences"].([]any)) > 0) && !c.match {
			t.Errorf("%s, %s: no difference is named", c.a, c.b)
		}
	}
}

func TestTypeIsGuessedWhenLeftOut(t *testing.T) {
	h := New(names.New())
	for value, want := range map[string]string{
		"Dr. John Smith": "person", "Владимир Путин": "person", "毛泽东": "person", "Acme Holdings Ltd": "company", "ООО Ромашка": "company", "Müller & Söhne GmbH": "company",
		"john@example.com": "email", "+44 20 7946 0018": "phone", "123 Main St, Springfield IL 62701": "address", "PO Box 12, Leeds": "address",
		"Samsung Galaxy S22 256GB": "product", "www.example.co.uk": "domain", "2020-03-04": "date", "Jane Doe MD": "person",
	} {
		code, got := get(t, h, "/match/standardize", "value", value)
		if code != http.StatusOK || got["type"] != want || got["type_guessed"] != true {
			t.Errorf("%q: %d %v, want type %s", value, code, got["type"], want)
		}
	}
}

func TestBadInputIsRefusedWithItsField(t *testing.T) {
	h := New(names.New())
	for _, c := range []struct {
		path   string
		params []string
		field  string
	}{
		{"/match/name", []string{"a", "John"}, "b"},
		{"/match/name", []string{"a", "...", "b", "John", "type", "person"}, "a"},
		{"/match/name", []string{"a", "John", "b", " \u200b ", "type", "person"}, "b"},
		{"/match/name", []string{"a", "John", "b", "Joan", "type", "animal"}, "type"},
		{"/match/name", []string{"a", strings.Repeat("x", 501), "b", "y"}, "a"},
		{"/match/name", []string{"a", "x@y.org", "b", "nobody", "type", "email"}, "b"},
		{"/match/name", []string{"a", "555 0123", "b", "555 0124", "type", "phone", "country", "usb"}, "country"},
		{"/match/key", []string{"value", "31 February 2020", "type", "date"}, "value"},
		{"/match/key", []string{"value", "localhost", "type", "domain"}, "value"},
		{"/match/standardize", []string{"value", "??", "type", "phone"}, "value"},
		{"/match/name", []string{"a", "N/A", "b", "n/a", "type", "person"}, "a"},
		{"/match/name", []string{"a", "Acme", "b", "Unknown", "type", "company"}, "b"},
	} {
		code, got := get(t, h, c.path, c.params...)
		if code != http.StatusBadRequest || got["field"] != c.field {
			t.Errorf("%s %v: %d %v, want 400 for %s", c.path, c.params, code, got, c.field)
		}
	}
	for body, why := range map[string]string{
		`{"items":[]}`: "no item", `{"items":[1]}`: "a number", `{"items":[{"id":"1"}]}`: "no value", `{"items":[{"value":"a","name":"b"}]}`: "two names for one", `{"items":[{"value":"a","colour":"red"}]}`: "unknown member",
		`{"items":["a"],"threshold":10}`: "threshold", `{"items":["a"],"kind":"person"}`: "unknown member of the body", `{"items":["...","?"],"type":"person"}`: "nothing readable", `{"items":[{"value":"a","id":1.5}]}`: "a broken id",
		`{"items":["` + strings.Repeat("x", 501) + `"]}`: "a long value", `{"items":["a"],"max_pairs":20001}`: "too many pairs", `{"items":[` + strings.Repeat(`"a",`, 10000) + `"a"]}`: "10001 items", `{"items":[null]}`: "null", `{"items":[{"value":null}]}`: "null value",
	} {
		if code, answer := serve(t, h, "POST", "/match/dedupe", body); code != http.StatusBadRequest {
			t.Errorf("%s: %d %.200s", why, code, answer)
		}
	}
}

func TestDedupeGroupsCopiesVariantsAndKeepsTheRest(t *testing.T) {
	h := New(names.New())
	code, body := serve(t, h, "POST", "/match/dedupe", `{"type":"person","items":["Bill Gates","William Gates","bill  gates",{"id":7,"value":"Gates, William H."},"Melinda Gates","N/A","Jon Smyth","John Smith","Joan Smith"]}`)
	if code != http.StatusOK {
		t.Fatalf("%d %s", code, body)
	}
	var a gen.MatchDedupe
	if err := json.Unmarshal(body, &a); err != nil {
		t.Fatal(err)
	}
	if a.InputCount != 9 || a.ClusterCount != 2 || a.EntityCount != 5 || a.DuplicateCount != 4 || fmt.Sprint(a.UniqueIndexes) != "[4 8]" || len(a.Skipped) != 1 || a.Skipped[0].Index != 5 || !a.Complete {
		t.Errorf("%+v", a)
	}
	first := a.Clusters[0]
	if first.Size != 4 || first.Canonical != "Bill Gates" || *first.Members[3].ID != "7" || first.Confidence < 0.85 {
		t.Errorf("%+v", first)
	}
	for _, p := range a.Pairs {
		if p.Score < a.Threshold || len(p.Reasons) == 0 {
			t.Errorf("pair %+v", p)
		}
	}
}

func TestOtherFieldsSeparateAndJoin(t *testing.T) {
	h := New(names.New())
	for _, c := range []struct {
		a, b string
		same bool
		why  string
	}{
		{
			`{"value":"John Smith","dob":"1950-01-01"}`,
			`{"value":"John Smith","dob":"1981-07-09"}`,
			false, "a common name, and dates of birth a generation apart",
		},
		{`{"value":"Jon Smyth","dob":"1950-01-01"}`, `{"value":"John Smith","dob":"1981-07-09"}`, false, "a rough name and another date"},
		{`{"value":"J Smith","email":"js@example.com"}`, `{"value":"John Smith","email":"js@example.com"}`, true, "an initial and one mailbox"},
		{`{"value":"John Smith","address":"12 Oak St, Leeds","phone":"+442079460018"}`, `{"value":"Joan Smith","address":"12 Oak St, Leeds","phone":"+442079460018"}`, false, "husband and wife"},
		{`{"value":"Georgia Pringle","address":"12 Oak St, Leeds","dob":"1970-02-03"}`, `{"value":"Georgia Wilde","address":"12 Oak Street, Leeds","dob":"1970-02-03"}`, true, "a new family name"},
		{`{"value":"Jack Wilde","address":"12 Oak St, Leeds","dob":"1970-02-03"}`, `{"value":"Anna Wilde","address":"12 Oak Street, Leeds","dob":"1972-08-03"}`, false, "brother and sister"},
		{`{"value":"Jon Wilde","country":"DE","phone":"030 23125000"}`, `{"value":"John Wilde","phone":"+493023125000"}`, true, "a number without a country code is of the item's own country"},
		{`{"value":"Jack Wilde","dob":"1970-02-03"}`, `{"value":"Anna Wilde","dob":"1970-02-03"}`, false, "a birthday in common"},
		{`{"value":"Luigi's Grill","phone":"+442079460018","address":"12 Oak St, Leeds"}`, `{"value":"Luigi's Tavern","phone":"+442079460018","address":"12 Oak Street, Leeds"}`, true, "one phone and address"},
	} {
		items := []json.RawMessage{json.RawMessage(c.a), json.RawMessage(c.b)}
		kind := "person"
		if strings.Contains(c.a, "Grill") {
			kind = "company"
		}
		if got := dedupe(t, h, items, kind).ClusterCount == 1; got != c.same {
			t.Errorf("%s | %s: joined %v, want %v (%s)", c.a, c.b, got, c.same, c.why)
		}
	}
}

func TestOnlyCodesOfCountriesAreCompared(t *testing.T) {
	h := New(names.New())
	for pair, want := range map[[2]string]bool{{"Germany", "Deutschland"}: false, {"de", "FR"}: true, {"de", "DE"}: false, {"USA", "US"}: false, {"", "FR"}: false, {"D1", "FR"}: false} {
		var items []json.RawMessage
		for _, country := range pair {
			items = append(items, json.RawMessage(fmt.Sprintf(`{"value":"John Smith","country":%q}`, country)))
		}
		a := dedupe(t, h, items, "person")
		if len(a.Pairs) != 1 {
			t.Fatalf("%v: %+v", pair, a)
		}
		got := slices.ContainsFunc(a.Pairs[0].Reasons, func(r gen.Reason) bool { return r.Code == "different_country" })
		if got != want {
			t.Errorf("%v: different_country %v, want %v", pair, got, want)
		}
	}
}

// TestEachPairIsComparedOnce: never more comparisons than there are pairs.
func TestEachPairIsComparedOnce(t *testing.T) {
	h := New(names.New())
	for n := range 40 {
		var items []json.RawMessage
		for i := range n + 1 {
			items = append(items, json.RawMessage(fmt.Sprintf(`"%c%c Smith %c"`, 'a'+i%7, 'a'+i%5, 'a'+i%3)))
		}
		a := dedupe(t, h, items, "person")
		if most := (n + 1) * n / 2; a.ComparedPairs > most {
			t.Errorf("%d items: %d comparisons, %d pairs", n+1, a.ComparedPairs, most)
		}
	}
}

// TestBlockingLosesFewPairs compares the pairs found through blocks with those of all pairs.
func TestBlockingLosesFewPairs(t *testing.T) {
	h := New(names.New())
	items, _, _, _, err := h.readItems(people(t, 1500), new("person"), "US")
	if err != nil {
		t.Fatal(err)
	}
	nodes, _ := collapse(items)
	judged := newLinkage(h.engine, names.Person, nodes)
	s := &search{linkage: judged, threshold: names.Threshold}
	if err := s.run(t.Context()); err != nil {
		t.Fatal(err)
	}
	found := map[[2]int32]bool{}
	for _, e := range s.edges {
		found[[2]int32{e.a, e.b}] = true
	}
	all := 0
	for i := range nodes {
		for j := i + 1; j < len(nodes); j++ {
			if judged.score(int32(i), int32(j)) >= names.Threshold {
				all++
			}
		}
	}
	total := len(nodes) * (len(nodes) - 1) / 2
	t.Logf("%d of %d pairs compared, %d of %d matches found", s.compared, total, len(found), all)
	if float64(len(found)) < 0.98*float64(all) || s.compared > total/10 {
		t.Errorf("%d of %d pairs compared, %d of %d matches found", s.compared, total, len(found), all)
	}
}

func TestWorkIsBoundedForItemsThatShareEverything(t *testing.T) {
	h := New(names.New())
	var items []json.RawMessage
	words := strings.Fields("alpha bravo charlie delta echo foxtrot golf hotel india juliett kilo lima mike november oscar papa quebec romeo sierra tango uniform victor whiskey xray")
	for i := range 3000 {
		w := append([]string{}, words...)
		w[i%24], w[(i/24)%24] = w[(i/24)%24], fmt.Sprintf("zulu%d", i)
		items = append(items, json.RawMessage(fmt.Sprintf("%q", strings.Join(w, " "))))
	}
	a := dedupe(t, h, items, "company")
	if a.ComparedPairs > mostWork/(workPerPair+1) || len(a.Clusters)+len(a.UniqueIndexes) != a.EntityCount {
		t.Errorf("%d pairs compared, %d entities", a.ComparedPairs, a.EntityCount)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	kind := "company"
	if _, err := h.MatchDedupe(ctx, gen.MatchDedupeRequestObject{Body: &gen.MatchDedupeRequest{Items: items, Type: &kind, Threshold: 85, Country: "US"}}); err == nil {
		t.Error("a cancelled request was worked on to the end")
	}
}

func TestTheSameListGivesTheSameAnswer(t *testing.T) {
	h := New(names.New())
	items := people(t, 800)
	one, err := json.Marshal(dedupe(t, h, items, "person"))
	if err != nil {
		t.Fatal(err)
	}
	two, err := json.Marshal(dedupe(t, h, items, "person"))
	if err != nil {
		t.Fatal(err)
	}
	if string(one) != string(two) {
		t.Error("two runs differ")
	}
}

// Every item is in exactly one place of the answer, and the counts agree.
func TestEveryItemIsAccountedForOnce(t *testing.T) {
	h := New(names.New())
	rapid.Check(t, func(t *rapid.T) {
		item := rapid.OneOf(rapid.SampledFrom([]string{"John Smith", "Jon Smith", "J Smith", "SMITH, John", "Acme Ltd", "Acme Limited", "12 Oak St", "", "?", "a@b.org"}), rapid.StringN(0, 30, -1))
		values := rapid.SliceOfN(item, 1, 25).Draw(t, "items")
		kind := rapid.SampledFrom([]string{"", "person", "company", "vessel", "address", "email", "phone", "product", "domain", "date"}).Draw(t, "type")
		body, err := json.Marshal(map[string]any{"items": values, "type": kind})
		if err != nil {
			t.Fatal(err)
		}
		code, answer := serve(t, h, "POST", "/match/dedupe", string(body))
		if code == http.StatusBadRequest {
			return
		}
		var a gen.MatchDedupe
		if err := json.Unmarshal(answer, &a); code != http.StatusOK || err != nil {
			t.Fatalf("%d %s", code, answer)
		}
		seen := map[int]int{}
		for _, c := range a.Clusters {
			canonical := false
			for _, m := range c.Members {
				seen[m.Index]++
				canonical = canonical || m.Index == c.CanonicalIndex
			}
			if !canonical || c.Size != len(c.Members) || c.Size < 2 {
				t.Fatalf("cluster %+v", c)
			}
		}
		for _, i := range a.UniqueIndexes {
			seen[i]++
		}
		for _, s := range a.Skipped {
			seen[s.Index]++
		}
		for i := range values {
			if seen[i] != 1 {
				t.Fatalf("item %d is in %d places: %s", i, seen[i], answer)
			}
		}
		if a.DuplicateCount != a.InputCount-a.EntityCount || a.EntityCount != len(a.Clusters)+len(a.UniqueIndexes)+len(a.Skipped) {
			t.Fatalf("counts: %s", answer)
		}
	})
}

func TestAnyTextIsAnsweredOrRefused(t *testing.T) {
	h := New(names.New())
	kinds := []string{"", "person", "company", "vessel", "address", "email", "phone", "product", "domain", "date"}
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.OneOf(rapid.StringN(0, 60, -1), rapid.StringMatching(`[A-Za-z0-9 ,.'#/@&()+-]{0,60}`), rapid.StringMatching(`(Mr |Dr )?[А-яα-ωא-ת一-龥가-힣ぁ-ヶ ]{1,12}( Jr| Ltd| St)?`))
		a, b := text.Draw(t, "a"), text.Draw(t, "b")
		kind := rapid.SampledFrom(kinds).Draw(t, "type")
		for path, params := range map[string][]string{"/match/name": {"a", a, "b", b, "type", kind}, "/match/key": {"value", a, "type", kind}, "/match/standardize": {"value", a, "type", kind}} {
			if code, body := get(t, h, path, params...); code != http.StatusOK && code != http.StatusBadRequest {
				t.Fatalf("%s: %d %v", path, code, body)
			}
		}
	})
}

// TestPointsOfReasonsAddUpToTheScore holds for names, whatever caps them, and for pairs with other fields.
func TestPointsOfReasonsAddUpToTheScore(t *testing.T) {
	h := New(names.New())
	sum := func(reasons []gen.Reason) float64 {
		total := 0.0
		for _, r := range reasons {
			total += r.Points
		}
		return max(0, min(100, total))
	}
	check := func(what string, score int, reasons []gen.Reason) {
		t.Helper()
		if math.Abs(sum(reasons)-float64(score)) > 0.501 {
			t.Errorf("%s: score %d, reasons %+v", what, score, reasons)
		}
	}

	for _, c := range [][3]string{
		{"Dr. William H. Gates III", "Bill Gates", "person"},
		{"John Smith Jr", "John Smith Sr", "person"},
		{"J Smith", "John Smith", "person"},
		{"Rhys Kaufman", "Rhys Kofman", "person"},
		{"Anna Meyer", "Xu Zhang", "person"},
		{"李娜", "李纳", "person"},
		{"Growth Fund II", "Growth Fund III", "company"},
		{"Siemens AG", "Siemens GmbH", "company"},
		{"International Business Machines", "IBM", "company"},
		{"12 Oak St Apt 1", "12 Oak St Apt 2", "address"},
		{"12 Oak St", "14 Elm Ave", "address"},
		{"j.doe+a@gmail.com", "jdoe@googlemail.com", "email"},
		{"a@example.com", "b@example.org", "email"},
		{"+442079460018", "020 7946 0018", "phone"},
		{"+442079460018", "+442079460019", "phone"},
		{"Sony WH-1000XM4", "Sony WH-1000XM5", "product"},
		{"www.example.com", "example.org", "domain"},
		{"2020-03-04", "2020-04-03", "date"},
	} {
		_, body := serve(t, h, "GET", "/match/name?"+url.Values{"a": {c[0]}, "b": {c[1]}, "type": {c[2]}}.Encode(), "")
		var got gen.MatchComparison
		if err := json.Unmarshal(body, &got); err != nil {
			t.Fatal(err)
		}
		check(c[0]+" | "+c[1], got.Score, got.Reasons)
		if got.IsMatch != (got.Score >= got.Threshold) {
			t.Errorf("%v: %d, is_match %v", c, got.Score, got.IsMatch)
		}
	}

	for _, list := range []string{
		`[{"value":"J Smith","email":"js@example.com"},{"value":"John Smith","email":"js@example.com"}]`,
		`[{"value":"John Smith","dob":"1950-01-01"},{"value":"John Smith","dob":"1981-07-09"}]`,
		`[{"value":"Luigi's Grill","phone":"+442079460018","address":"12 Oak St, Leeds"},
			{"value":"Luigi's Tavern","phone":"+442079460018","address":"12 Oak Street, Leeds"}]`,
		`[{"value":"Georgia Pringle","address":"12 Oak St, Leeds","dob":"1970-02-03"},
			{"value":"Georgia Wilde","address":"12 Oak Street, Leeds","dob":"1970-02-03"}]`,
		`["Bill Gates","bill gates"]`,
	} {
		_, body := serve(t, h, "POST", "/match/dedupe", `{"threshold":50,"items":`+list+`}`)
		var got gen.MatchDedupe
		if err := json.Unmarshal(body, &got); err != nil || len(got.Pairs) != 1 {
			t.Fatalf("%s: %v %s", list, err, body)
		}
		check(list, got.Pairs[0].Score, got.Pairs[0].Reasons)
	}
}
