package drift

import (
	"os"
	"path/filepath"
	"testing"
)

const adapterCode = `package usda

var Provider = upstream.Provider{Name: "usda"}

type page struct {
	Total int     ` + "`json:\"total\"`" + `
	Foods []*food ` + "`json:\"foods\"`" + `
	Note  string  ` + "`json:\"note,omitempty\"`" + `
}

type food struct {
	base
	Name  string ` + "`json:\"name\"`" + `
	Brand struct {
		Name string ` + "`json:\"name,omitempty\"`" + `
	} ` + "`json:\"brand,omitempty\"`" + `
	Marks  []*string ` + "`json:\"marks\"`" + `
	Codes  []string ` + "`json:\"codes\"`" + `
	Weight *int ` + "`json:\"weight\"`" + `
	Per100 map[string]amount ` + "`json:\"per100\"`" + `
}

type amount struct{ Value float64 }

type frame[T any] struct {
	Rows []T ` + "`json:\"rows\"`" + `
}

type shop struct {
	City string ` + "`json:\"city,omitempty\"`" + `
	Till []struct {
		City string ` + "`json:\"city\"`" + `
	} ` + "`json:\"till\"`" + `
}

type line struct{ City string }

func (a *amount) UnmarshalJSON(raw []byte) error { return nil }

type list[T any] struct {
	Rows []T ` + "`json:\"rows\"`" + `
}

func all() error {
	var whole struct {
		Title string  ` + "`json:\"title,omitempty\"`" + `
		Odds  []*food ` + "`json:\"odds\"`" + `
		Sub   struct {
			Title string ` + "`json:\"title\"`" + `
		} ` + "`json:\"sub\"`" + `
	}
	return read(&whole)
}

type series struct {
	Values map[string]map[string]*int ` + "`json:\"values\"`" + `
	ByCode map[string]struct {
		Label string ` + "`json:\"label,omitempty\"`" + `
		Kind  string ` + "`json:\"kind\"`" + `
	} ` + "`json:\"byCode\"`" + `
}

func isNone(body []byte) bool { return upstream.IsEmptyObject(body) }

func read() (list[struct {
	Name string ` + "`json:\"name,omitempty\"`" + `
}], error)

type base struct {
	ID   int    ` + "`json:\"id\"`" + `
	Code string ` + "`json:\"code,omitempty\"`" + `
	All  string ` + "`json:\"all\" contract:\"nullable\"`" + `
	End  string ` + "`json:\"end\" contract:\"none past\"`" + `
}
`

// TestOptionalIsWhatTheTagsSay has two members called name: the one of a brand may be missing, that of a food may not.
func TestOptionalIsWhatTheTagsSay(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "usda")
	if err := os.Mkdir(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, "usda.go"), []byte(adapterCode), 0o600); err != nil {
		t.Fatal(err)
	}
	declared, err := ReadDeclared(filepath.Dir(folder))
	if err != nil {
		t.Fatal(err)
	}

	for _, c := range []struct {
		member string
		kind   Kind
		want   bool
		why    string
	}{
		{"note", Rename, true, "omitempty"},
		{"note", Null, true, "omitempty"},
		{"note", Retype, false, "another type is never declared"},
		{"total", Rename, false, "required"},
		{"total", Null, false, "required"},
		{"foods/*/name", Rename, false, "required in a food"},
		{"foods/*/brand/name", Rename, true, "omitempty in a brand"},
		{"rows/*/name", Rename, true, "omitempty in the rows of a generic list"},
		{"rows", Rename, false, "required in a generic list"},
		{"foods/*/brand", Rename, true, "omitempty"},
		{"foods/*/weight", Null, true, "a pointer"},
		{"foods/*/weight", Rename, false, "a pointer is there all the same"},
		{"foods/*/id", Rename, false, "required in the embedded struct"},
		{"foods/*/code", Rename, true, "omitempty in the embedded struct"},
		{"foods/*/all", Null, true, "declared nullable"},
		{"foods/*/all", Rename, false, "declared nullable, not optional"},
		{"foods/*", Rename, false, "a row"},
		{"foods/*", Null, true, "rows are pointers"},
		{"rows/*", Null, false, "rows are none"},
		{"values/DEU/2025", Null, true, "an entry of a map in a map"},
		{"byCode/a/label", Rename, true, "omitempty in an entry"},
		{"byCode/a/kind", Rename, false, "required in an entry"},
		{"byCode/a", Rename, false, "an entry that is an object"},
		{"title", Rename, true, "omitempty in what answers are read into"},
		{"sub/title", Rename, false, "required below it"},
		{"foods/*/end", Null, true, "declared to be null where there is none"},
		{"foods/*/end", Rename, false, "null where there is none, never missing"},
		{"foods/*/marks/*", Null, true, "a value of a list of pointers"},
		{"foods/*/marks", Null, false, "the list of pointers itself"},
		{"foods/*/codes/*", Null, false, "a value of another list"},
		{"foods/*/per100", Rename, false, "required"},
		{"foods/*/per100/fat", Rename, true, "an entry of a map"},
		{"value", Rename, false, "a field of what reads itself"},
		{"unread", Rename, false, "no struct reads it"},
		{"rows/*/city", Rename, true, "omitempty in what the frame leaves open"},
		{"rows/*/till/*/city", Rename, false, "required within it"},
		{"city", Rename, false, "required in one of two"},
	} {
		change := Change{
			Provider: "usda",
			Member:   c.member,
			Kind:     c.kind,
		}
		if got := declared.Allow(change); got != c.want {
			t.Errorf("%s of %s: %t, want %t: %s", c.kind, c.member, got, c.want, c.why)
		}
	}
	if !declared.saysNothing(Change{Provider: "usda", Kind: Void}) {
		t.Error("the empty object that the code asks for is no word of the provider")
	}
	if declared.saysNothing(Change{Provider: "other", Kind: Void}) {
		t.Error("an empty object that nobody declares")
	}
	for member, none := range map[string]bool{"foods/*/end": true, "foods/*/all": false, "note": false} {
		for _, kind := range []Kind{Null, Rename} {
			change := Change{
				Provider: "usda",
				Member:   member,
				Kind:     kind,
			}
			if got := declared.None(change); got != (none && kind == Null) {
				t.Errorf("%s of %s says that there is none: %t", kind, member, got)
			}
		}
	}
	if declared.Allow(Change{Provider: "other", Member: "note", Kind: Null}) {
		t.Error("a provider that no code declares")
	}
}

// TestAdaptersAreRead holds that the reading of the code finds what there is.
func TestAdaptersAreRead(t *testing.T) {
	declared, err := ReadDeclared("../upstream", "../network", "../chain")
	if err != nil {
		t.Fatal(err)
	}
	if len(declared) < 100 {
		t.Errorf("%d providers were found", len(declared))
	}
	if declared.adapterOf("rdap-rdap_example_org") == nil {
		t.Error("a provider with a name that is put together was not found")
	}
}
