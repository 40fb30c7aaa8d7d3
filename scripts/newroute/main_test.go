package main

import (
	"go/format"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
)

const families = `package server

import (
	"github.com/farebox/farebox/handlers/crypto"
	"github.com/farebox/farebox/handlers/web"
	"github.com/farebox/farebox/server/platform"
)

var families = []family{
	{"crypto", func(*sources) (routes, error) { return crypto.New(), nil }},
	{platformFamily, nil},
	{"web", func(*sources) (routes, error) { return web.New(), nil }},
}
`

// TestRoutesAreBegun: the first of a family with all that the family needs, the next with its own part alone.
func TestRoutesAreBegun(t *testing.T) {
	for _, family := range []string{"math", "abc", "zoo"} {
		t.Run(family, func(t *testing.T) {
			root := t.TempDir()
			table := filepath.Join(root, "server", "families.go")
			if err := os.MkdirAll(filepath.Dir(table), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.MkdirAll(filepath.Join(root, "openapi"), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(table, []byte(families), 0o644); err != nil {
				t.Fatal(err)
			}
			for _, path := range []string{"/" + family + "/prime-test", "/" + family + "/of/two"} {
				if err := begin(root, path, "0.001", `Says "prime": or not`); err != nil {
					t.Fatal(err)
				}
				if err := begin(root, path, "0.001", "Again"); err == nil {
					t.Errorf("%s was begun twice", path)
				}
			}

			doc, err := openapi3.NewLoader().LoadFromFile(filepath.Join(root, "openapi", family+".yaml"))
			if err != nil {
				t.Fatal(err)
			}
			first := doc.Paths.Value("/" + family + "/prime-test")
			second := doc.Paths.Value("/" + family + "/of/two")
			if first == nil || second == nil || first.Get.OperationID != family+"PrimeTest" ||
				second.Get.Summary != `Says "prime": or not` {
				t.Errorf("%v", doc.Paths.Map())
			}
			for _, file := range []string{table, filepath.Join(root, "handlers", family, "oftwo.go")} {
				text, err := os.ReadFile(file)
				if err != nil {
					t.Fatal(err)
				}
				tidy, err := format.Source(text)
				if err != nil || string(tidy) != string(text) {
					t.Errorf("%s: %v, or gofmt changes it", file, err)
				}
				if file == table && strings.Count(string(text), family) != 3 {
					t.Errorf("%s", text)
				}
			}
		})
	}
}

func TestNoOtherPathIsBegun(t *testing.T) {
	for _, path := range []string{"math/prime", "/math", "/Math/prime", "/math/../prime", "/math/{n}", "/math/prime/"} {
		if err := begin(t.TempDir(), path, "0.001", "Prime"); err == nil {
			t.Errorf("%s was begun", path)
		}
	}
}
