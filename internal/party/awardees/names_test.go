package awardees

import (
	_ "embed"
	"encoding/json"
	"hash/fnv"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"
)

// Real hospitals of the United States, taken for recipients: number, name, state. Their UEIs are made of the numbers.
//
//go:embed testdata/recipients.tsv
var recipients string

// Names as people write them: kind, text, and the hospital that is meant; "near:" before those of which the name proves
// none, because it is written otherwise or several have it; "any:" before one that may be found or refused.
//
//go:embed testdata/asked.tsv
var askedRecipients string

// Real firms and persons that federal contracts went to, by DUNS number, and names as people write them: labelled
// before any way of asking for them was tried. "near:" is before one that no rule can prove.
var (
	//go:embed testdata/awardees.tsv
	contractors string
	//go:embed testdata/awardees_asked.tsv
	askedContractors string
)

// search answers as the list of recipients does: with what holds the text to the letter.
func search(recipients string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) { searchIn(w, r, recipients) }
}

func searchIn(w http.ResponseWriter, r *http.Request, recipients string) {
	var asked struct {
		Keyword string `json:"keyword"`
		Limit   int    `json:"limit"`
	}
	if err := json.NewDecoder(r.Body).Decode(&asked); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}

	results := []any{}
	for line := range strings.Lines(recipients) {
		f := strings.Split(strings.TrimSpace(line), "\t")
		if strings.Contains(f[1], strings.ToUpper(asked.Keyword)) && len(results) < asked.Limit {
			results = append(results, map[string]any{
				"id":              f[0] + "-R",
				"uei":             uei(f[0]),
				"duns":            nil,
				"name":            f[1],
				"recipient_level": "R",
				"amount":          1000,
			})
		}
	}
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(map[string]any{
		"page_metadata": map[string]any{"total": len(results)},
		"results":       results,
	})
}

func uei(number string) string { return "A1" + strings.Repeat("1", 10-len(number)) + number }

// TestRealRecipientsByName: no name gives another recipient, and 97 of 100 give the one that is meant, or nobody with
// the right one among the others. One of several of a name is marked as ambiguous. The half of the names with an odd
// hash was held out while the rules were made.
func TestRealRecipientsByName(t *testing.T) {
	for name, set := range map[string][2]string{
		"hospitals":   {recipients, askedRecipients},
		"contractors": {contractors, askedContractors},
	} {
		f, world := finder(t)
		world.Handle("api.usaspending.gov", search(set[0]))
		for _, half := range []string{"seen", "held out"} {
			t.Run(name+", "+half, func(t *testing.T) {
				counts := map[string]map[string]int{}
				for line := range strings.Lines(set[1]) {
					row := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
					if heldOut(row[1]) != (half == "held out") {
						continue
					}
					outcome := judge(t, f, row[0], row[1], row[2])
					for _, kind := range []string{row[0], "all"} {
						if counts[kind] == nil {
							counts[kind] = map[string]int{}
						}
						counts[kind][outcome]++
					}
				}

				for _, kind := range slices.Sorted(maps.Keys(counts)) {
					t.Logf("%s: %v", kind, counts[kind])
				}
				all := counts["all"]
				asked := all["right"] + all["refused"] + all["missed"] + all["wrong"]
				if all["wrong"] > 0 || all["missed"]*100 > 3*asked {
					t.Errorf("%d of %d wrong, %d missed", all["wrong"], asked, all["missed"])
				}
			})
		}
	}
}

func heldOut(text string) bool {
	h := fnv.New32a()
	_, _ = h.Write([]byte(text))
	return h.Sum32()%2 == 1
}

func judge(t *testing.T, f *Finder, kind, text, want string) string {
	t.Helper()
	found, err := f.Find(t.Context(), "recipient", text)
	if err != nil {
		t.Logf("%s: %q: %v", kind, text, err)
		return "missed"
	}

	near, isNear := strings.CutPrefix(want, "near:")
	var meant []string
	for number := range strings.SplitSeq(strings.TrimPrefix(near, "any:"), ",") {
		meant = append(meant, uei(number))
	}
	switch {
	case found.Best != nil && found.Ambiguous && isNear:
		return "refused"
	case found.Best != nil && (isNear || found.Best.UEI != meant[0]):
		t.Logf("%s: %q is taken for %s", kind, text, found.Best.Name)
		return "wrong"
	case found.Best != nil:
		return "right"
	}
	if slices.ContainsFunc(found.Others, func(c Candidate) bool { return slices.Contains(meant, c.UEI) }) {
		return "refused"
	}
	t.Logf("%s: %q: %d others listed", kind, text, len(found.Others))
	return "missed"
}
