package drug

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"os"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/farebox/farebox/handlers/drug/drugtest"
	"github.com/farebox/farebox/handlers/handlertest"
	"github.com/farebox/farebox/internal/upstream/openfda"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

// TestDrugsOfTheListOfShortages asks the route for each drug of the set, over the list of one day. The directory and
// RxNorm say what the set has of the name; searches of the list are matched as the API documents them.
func TestDrugsOfTheListOfShortages(t *testing.T) {
	list := listedEntries(t, "testdata/shortages_list.tsv")
	bare := withoutLabels(list)
	for _, c := range labelledDrugs(t, "testdata/shortages_set.tsv") {
		t.Run(c.half+"/matched/"+c.kind+" "+c.drug, func(t *testing.T) { c.check(t, list) })
		if c.drug == "Trophamine" {
			continue // the list calls all mixtures "Amino Acid": only labels say which are of the brand
		}
		t.Run(c.half+"/bare/"+c.kind+" "+c.drug, func(t *testing.T) { c.check(t, bare) })
	}
}

// TestDrugsOfAMadeListOfShortages asks for sixty drugs, by somebody who had not read the rules, over a list with states
// of its own.
func TestDrugsOfAMadeListOfShortages(t *testing.T) {
	list := listedEntries(t, "testdata/shortages_made_list.tsv")
	bare := withoutLabels(list)
	for _, c := range labelledDrugs(t, "testdata/shortages_made_set.tsv") {
		t.Run("matched/"+c.kind+" "+c.drug, func(t *testing.T) { c.check(t, list) })
		t.Run("bare/"+c.kind+" "+c.drug, func(t *testing.T) { c.check(t, bare) })
	}
}

// withoutLabels is the list as it is where openFDA matched no entry with labels, as one of ten.
func withoutLabels(list []map[string]any) []map[string]any {
	var bare []map[string]any
	for _, entry := range list {
		entry = maps.Clone(entry)
		entry["openfda"] = map[string]any{}
		bare = append(bare, entry)
	}
	return bare
}

func (c labelledDrug) check(t *testing.T, list []map[string]any) {
	world := upstreamtest.New(t, c.names()...)
	world.Handle("api.fda.gov", openFDA{
		list:     list,
		products: c.directory(),
	})
	pool := world.Pool(t, nil, upstreamtest.At(handlertest.Now))
	s := handlertest.New(t, "drug", New(pool, handlertest.Now).Register)

	status, got := s.Get("/drug/shortages", "drug", c.drug)
	if status != http.StatusOK {
		t.Fatalf("%d %v", status, got)
	}
	short := "null"
	if got["in_shortage"] != nil {
		short = fmt.Sprint(got["in_shortage"])
	}
	if own := ownStates(got); short != c.short || own != c.listed {
		t.Errorf("in_shortage %s of %s, want %s of %s", short, own, c.short, c.listed)
	}
}

// TestNamesOfTheListAreTheSetsOfTheirLabels joins each entry, by its name alone, to the substances of its label.
func TestNamesOfTheListAreTheSetsOfTheirLabels(t *testing.T) {
	exceptions := map[string]string{
		"Amino Acid Injection":                          "a mixture under a name of its own",
		"Peritoneal Dialysis Solution":                  "a mixture under a name of its own",
		"Technetium TC-99M Pyrophosphate Kit Injection": "the kit that it is made of",
		"Furosemide Injection":                          "one entry has a label of hydralazine",
		"Lidocaine Hydrochloride Injection":             "the premix names the sugar that it is in",
		"Insulin Aspart Protamine and Insulin Aspart Mix 70/30 Injectable Suspension": "the label has insulin aspart alone",
	}
	for _, row := range tableOf(t, "testdata/shortages_list.tsv", 6) {
		var substances []string
		for _, name := range listOf(row[3]) {
			substances = append(substances, substance(name))
		}
		id := identity{ingredients: distinct(substances)}
		if got := id.relation(openfda.Shortage{Generic: row[0]}); len(substances) > 0 && got != itself &&
			exceptions[row[0]] == "" {
			t.Errorf("%s is not %v", row[0], id.ingredients)
		}
	}
}

// ownStates are the states of the drug's own entries in an answer, as the set writes them.
func ownStates(got map[string]any) string {
	states := ""
	for _, state := range []struct{ member, letter string }{
		{"current_count", "C"}, {"to_be_discontinued_count", "D"}, {"resolved_count", "R"},
	} {
		if got[state.member] != float64(0) {
			states += state.letter
		}
	}
	if states == "" {
		return "-"
	}
	return states
}

// labelledDrug is a line of the set: its first lines say what each column is.
type labelledDrug struct{ half, kind, drug, rxnorm, products, short, listed string }

func labelledDrugs(t testing.TB, path string) []labelledDrug {
	t.Helper()
	var list []labelledDrug
	for _, row := range tableOf(t, path, 7) {
		list = append(list, labelledDrug{row[0], row[1], row[2], row[3], row[4], row[5], row[6]})
	}
	return list
}

func tableOf(t testing.TB, path string, columns int) [][]string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var rows [][]string
	for line := range strings.Lines(string(data)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		row := strings.Split(strings.TrimRight(line, "\n"), "\t")
		if len(row) != columns {
			t.Fatalf("%s: %d columns: %q", path, len(row), line)
		}
		rows = append(rows, row)
	}
	return rows
}

func listOf(text string) []string {
	if text == "" {
		return nil
	}
	return strings.Split(text, "; ")
}

// listedEntries are the entries of a list, each as the API writes it.
func listedEntries(t testing.TB, path string) []map[string]any {
	t.Helper()
	var list []map[string]any
	for _, row := range tableOf(t, path, 6) {
		list = append(list, map[string]any{
			"generic_name": row[0],
			"status":       row[1],
			"update_date":  "06/15/2026",
			"package_ndc":  row[5],
			"openfda": map[string]any{
				"brand_name":     listOf(row[2]),
				"substance_name": listOf(row[3]),
			},
		})
	}
	return list
}

// names are RxNorm's answers on the name.
func (c labelledDrug) names() []upstreamtest.Answer {
	if c.rxnorm == "" {
		return []upstreamtest.Answer{
			{URL: drugtest.Norm + "/rxcui.json", Body: `{"idGroup":{}}`},
			{URL: drugtest.Norm + "/approximateTerm.json", Body: `{"approximateGroup":{}}`},
		}
	}

	parts := strings.Split(c.rxnorm+"|", "|")
	groups := []string{drugtest.Group("IN", listOf(parts[2])...)}
	if parts[3] != "" {
		groups = append(groups, drugtest.Group("MIN", parts[3]))
	}
	return []upstreamtest.Answer{
		{URL: drugtest.Norm + "/rxcui.json", Body: `{"idGroup":{"rxnormId":["1"]}}`},
		{
			URL:  drugtest.Norm + "/rxcui/1/properties.json",
			Body: fmt.Sprintf(`{"properties":{"rxcui":"1","name":%q,"tty":%q}}`, parts[1], parts[0]),
		},
		{
			URL:  drugtest.Norm + "/rxcui/1/related.json",
			Body: `{"relatedGroup":{"conceptGroup":[` + strings.Join(groups, ",") + `]}}`,
		},
	}
}

// directory are the products of the NDC directory under the name.
func (c labelledDrug) directory() []map[string]any {
	var list []map[string]any
	for product := range strings.SplitSeq(c.products, " || ") {
		parts := strings.Split(product, "|")
		if len(parts) != 4 {
			continue
		}
		var ingredients []map[string]any
		for _, name := range listOf(parts[2]) {
			ingredients = append(ingredients, map[string]any{"name": name})
		}
		list = append(list, map[string]any{
			"product_ndc":        parts[3][:strings.LastIndexByte(parts[3], '-')],
			"brand_name":         parts[0],
			"generic_name":       parts[1],
			"labeler_name":       "A Company",
			"active_ingredients": ingredients,
			"packaging":          []map[string]any{{"package_ndc": parts[3]}},
			"openfda":            map[string]any{},
		})
	}
	return list
}

// openFDA is the API, as far as the route asks it.
type openFDA struct {
	list     []map[string]any
	products []map[string]any
}

func (f openFDA) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	found := f.products
	if r.URL.Path == "/drug/shortages.json" {
		found = nil
		for _, entry := range f.list {
			if search := r.URL.Query().Get("search"); search == "" || matches(search, entry) {
				found = append(found, entry)
			}
		}
	}

	w.Header().Set("Content-Type", "application/json")
	if len(found) == 0 {
		w.WriteHeader(http.StatusNotFound)
		fmt.Fprint(w, drugtest.NoMatch)
		return
	}
	_ = json.NewEncoder(w).Encode(map[string]any{
		"meta":    map[string]any{"last_updated": "2026-11-19", "results": map[string]any{"total": len(found)}},
		"results": found,
	})
}

// matches is whether a record matches a search: clauses joined by OR and AND, in brackets or not.
func matches(search string, record map[string]any) bool {
	for _, operator := range []string{" OR ", " AND "} {
		clauses := topLevel(search, operator)
		if len(clauses) < 2 {
			continue
		}
		ok := func(clause string) bool { return matches(clause, record) }
		if operator == " OR " {
			return slices.ContainsFunc(clauses, ok)
		}
		return !slices.ContainsFunc(clauses, func(clause string) bool { return !ok(clause) })
	}

	if inner, ok := strings.CutPrefix(search, "("); ok {
		return matches(strings.TrimSuffix(inner, ")"), record)
	}
	field, phrase, _ := strings.Cut(search, ":")
	return holdsPhrase(record, field, strings.Trim(phrase, `"`))
}

// topLevel cuts a search at an operator that stands in no brackets.
func topLevel(search, operator string) []string {
	var clauses []string
	depth := 0
	from := 0
	for i := range len(search) {
		switch search[i] {
		case '(':
			depth++
		case ')':
			depth--
		}
		if depth == 0 && strings.HasPrefix(search[i:], operator) {
			clauses = append(clauses, search[from:i])
			from = i + len(operator)
		}
	}
	return append(clauses, search[from:])
}

// holdsPhrase is whether a field of a record has the words of a phrase, one after the other.
func holdsPhrase(record map[string]any, field, phrase string) bool {
	object, member, nested := strings.Cut(field, ".")
	if nested {
		inner, _ := record[object].(map[string]any)
		return holdsPhrase(inner, member, phrase)
	}

	var texts []string
	switch value := record[field].(type) {
	case string:
		texts = []string{value}
	case []string:
		texts = value
	}
	return slices.ContainsFunc(texts, func(text string) bool {
		return strings.Contains(tokens(text), tokens(phrase))
	})
}

// tokens are the words of a text, each between blanks.
func tokens(text string) string {
	words := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r)
	})
	return " " + strings.Join(words, " ") + " "
}
