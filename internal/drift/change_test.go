package drift

import (
	"net/http"
	"slices"
	"strings"
	"testing"
)

const foods = `{"total":2,"foods":[{"id":1,"name":"apple","tags":["raw"]},{"id":2,"name":null}],"note":null}`

func TestMembersAreThePlacesThatHoldSomething(t *testing.T) {
	members, err := Members([]byte(foods))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, m := range members {
		got = append(got, m.Path+" "+m.Kind.String())
	}
	want := []string{
		"total number", "foods [", "foods/* {", "foods/*/id number", "foods/*/name string", "foods/*/tags [",
		"foods/*/tags/* string",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}

	for _, broken := range []string{"", "<html>", `{"a":1} {"b":2}`, `{"a":`} {
		if _, err := Members([]byte(broken)); err == nil {
			t.Errorf("%q was read", broken)
		}
	}
}

// TestChangeIsMadeInAllRowsAndNowhereElse also holds that the order of members stays, which some readers rely on.
func TestChangeIsMadeInAllRowsAndNowhereElse(t *testing.T) {
	for _, c := range []struct {
		member string
		kind   Kind
		want   string
	}{
		{"foods/*/id", Rename, strings.ReplaceAll(foods, `"id"`, `"id_v2"`)},
		{"foods/*/id", Null, strings.NewReplacer(`"id":1`, `"id":null`, `"id":2`, `"id":null`).Replace(foods)},
		{"foods/*/name", Retype, strings.ReplaceAll(foods, `"apple"`, `{"value":"apple"}`)},
		{"foods/*/tags", Empty, strings.ReplaceAll(foods, `["raw"]`, `[]`)},
		{"foods/*/tags", Retype, strings.ReplaceAll(foods, `["raw"]`, `{"items":["raw"]}`)},
		{"foods/*", Null, `{"total":2,"foods":[null,null],"note":null}`},
		{"foods", Empty, `{"total":2,"foods":[],"note":null}`},
		{"foods", Rename, strings.ReplaceAll(foods, `"foods"`, `"foods_v2"`)},
		{"total", Null, strings.Replace(foods, `2`, `null`, 1)},
	} {
		t.Run(string(c.kind)+" of "+c.member, func(t *testing.T) {
			change := Change{
				Member: c.member,
				Kind:   c.kind,
			}
			got, err := change.apply(Exchange{
				Status: http.StatusOK,
				Body:   []byte(foods),
			})
			if err != nil || string(got.Body) != c.want || got.Status != http.StatusOK {
				t.Errorf("%d %s, %v\nwant %s", got.Status, got.Body, err, c.want)
			}
		})
	}
}

func TestChangesOfAWholeAnswer(t *testing.T) {
	for kind, want := range map[Kind]struct {
		status int
		begin  string
	}{
		Page:     {http.StatusOK, "<!DOCTYPE html>"},
		NotFound: {http.StatusNotFound, "<!DOCTYPE html>"},
		Down:     {http.StatusServiceUnavailable, "<!DOCTYPE html>"},
		Void:     {http.StatusOK, "{}"},
		Cut:      {http.StatusOK, `{"total":2,`},
	} {
		got, err := Change{Kind: kind}.apply(Exchange{
			Status: http.StatusOK,
			Body:   []byte(foods),
		})
		if err != nil || got.Status != want.status || !strings.HasPrefix(string(got.Body), want.begin) {
			t.Errorf("%s: %d %s, %v", kind, got.Status, got.Body, err)
		}
		if kind == Cut && len(got.Body) != len(foods)/2 {
			t.Errorf("cut to %d bytes of %d", len(got.Body), len(foods))
		}
	}
}

// TestChangesCoverEachMemberEachWay counts them for one answer: what is left out is never measured.
func TestChangesCoverEachMemberEachWay(t *testing.T) {
	count := map[Kind]int{}
	for _, c := range Changes([]Exchange{{Provider: "usda", Key: "GET /foods", Body: []byte(foods)}}) {
		count[c.Kind]++
	}
	want := map[Kind]int{
		Rename:   5, // the named ones of seven members
		Retype:   7,
		Null:     7,
		Empty:    2,
		Page:     1,
		NotFound: 1,
		Cut:      1,
		Void:     1,
		Down:     2, // of the provider, and of all
	}
	for kind, n := range want {
		if count[kind] != n {
			t.Errorf("%d times %s, want %d", count[kind], kind, n)
		}
	}
	if len(count) != len(want) {
		t.Errorf("kinds %v", count)
	}
}

// TestChangesDoNotDependOnWhatAnswersFirst holds that a run of the same calls makes the same changes: one of a kind is
// made only once, in the exchange that comes first.
func TestChangesDoNotDependOnWhatAnswersFirst(t *testing.T) {
	first := Exchange{
		Provider: "cpsc",
		Key:      "GET /recalls?brand=a",
		Body:     []byte(`{"id":1}`),
	}
	second := first
	second.Key = "GET /recalls?title=a"

	if !slices.Equal(Changes([]Exchange{first, second}), Changes([]Exchange{second, first})) {
		t.Error("the order of the answers decides")
	}
}
