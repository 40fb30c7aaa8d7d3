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

func (a *amount) UnmarshalJSON(raw []byte) error { return nil }

type base struct {
	ID   int    ` + "`json:\"id\"`" + `
	Code string ` + "`json:\"code,omitempty\"`" + `
	All  string ` + "`json:\"all\" contract:\"nullable\"`" + `
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
		{"foods/*/brand", Rename, true, "omitempty"},
		{"foods/*/weight", Null, true, "a pointer"},
		{"foods/*/weight", Rename, false, "a pointer is there all the same"},
		{"foods/*/id", Rename, false, "required in the embedded struct"},
		{"foods/*/code", Rename, true, "omitempty in the embedded struct"},
		{"foods/*/all", Null, true, "declared nullable"},
		{"foods/*/all", Rename, false, "declared nullable, not optional"},
		{"foods/*", Null, false, "a row"},
		{"foods/*/marks/*", Null, true, "a value of a list of pointers"},
		{"foods/*/marks", Null, false, "the list of pointers itself"},
		{"foods/*/codes/*", Null, false, "a value of another list"},
		{"foods/*/per100", Rename, false, "required"},
		{"foods/*/per100/fat", Rename, true, "an entry of a map"},
		{"value", Rename, false, "a field of what reads itself"},
		{"unread", Rename, false, "no struct reads it"},
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
