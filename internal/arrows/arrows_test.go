// Package arrows holds the directions of imports: main -> server -> handlers -> subjects of internal ->
// internal/upstream, and server -> payment -> pricing. The SDK in sdk/ is a module of its own, which imports nothing of
// ours and is imported by what buys. Test files are not looked at; they may reach further.
package arrows

import (
	"fmt"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const module = "github.com/farebox/farebox"

// rule says which folders of ours the packages of a folder may import. A folder stands for what is below it too. Of the
// rules that fit a package, the one of the deepest folder counts.
type rule struct {
	of  string
	may []string
}

const (
	root   = "."      // the command itself
	own    = "own"    // the folder of the package's own family: handlers/bank for handlers/bank/data
	anyone = "anyone" // no limit
)

var rules = []rule{
	{root, []string{"server", "store", "payment", "internal", "gen", "sdk"}},
	{"server", []string{"server", "handlers", "payment", "pricing", "store", "internal", "gen"}},
	// A handler does not know that it is paid for, and no family leans on another.
	{"handlers", []string{own, "internal", "gen"}},
	{"internal", []string{"internal"}},
	// What every handler says about its answer is in the shapes that all answers share.
	{"internal/response", []string{"internal", "gen/shared"}},
	{"internal/scored", []string{"gen/shared"}},
	{
		"internal/upstream",
		[]string{
			"internal/each",
			"internal/upstream", "internal/problem", "internal/httpheader", "internal/spelt", "internal/clip", "internal/span",
			"internal/tick", "internal/dated", "internal/cost", "internal/capacity",
		},
	},
	// What upstream may import must not lead back to the subjects above it.
	{"internal/problem", []string{"internal/jsontext"}},
	{"internal/each", nil},
	{"internal/httpheader", nil},
	{"internal/spelt", nil},
	{"internal/clip", nil},
	{"internal/span", nil},
	{"internal/tick", nil},
	{"internal/dated", nil},
	{"internal/cost", nil},
	{"internal/capacity", []string{"internal/problem"}},
	{"internal/jsontext", nil},
	{"payment", []string{"payment", "pricing", "internal"}},
	// It buys, as users of the SDK do. What sells does not know how that is done.
	{"payment/wallet", []string{"payment", "sdk"}},
	{"pricing", []string{"gen"}},
	// The interfaces of the store are owned by its users, payment and usage.
	{"store", []string{"store", "payment", "internal/usage", "internal/tick", "internal/cost"}},
	{"gen", []string{"gen/shared", "internal/operation"}},
	{"internal/operation", []string{"internal/problem", "internal/promise"}},
	{"sdk", []string{"sdk"}},
	{"scripts", []string{anyone}},
}

// exception is an import that a rule forbids and that stands all the same.
type exception struct{ importer, imported, why string }

var exceptions = []exception{
	{
		"internal/chain/chaintest", "payment/devchain",
		"test support: the one in-process chain, with contracts put on it",
	},
	{"internal/chain/chaintest", "payment/devchain/contracts", "test support: the token of that chain"},
}

func TestImportsFollowTheArrows(t *testing.T) {
	found, err := imports("../..")
	if err != nil {
		t.Fatal(err)
	}
	if len(found) < 100 {
		t.Fatalf("only %d packages were read", len(found))
	}

	for _, b := range breaches(found, exceptions) {
		t.Error(b)
	}
	for _, e := range exceptions {
		if !slices.Contains(found[e.importer], e.imported) {
			t.Errorf("%s no longer imports %s: take the exception out", e.importer, e.imported)
		}
	}
}

// TestEachRuleSeesABreach plants an import against every rule, beside one that the rule allows.
func TestEachRuleSeesABreach(t *testing.T) {
	planted := []struct{ importer, breach, allowed string }{
		{root, "handlers/bank", "sdk/go/pay"},
		{"server", "sdk/go", "handlers/bank"},
		{"server/platform", "scripts/docs", "payment/x402"},
		{"handlers/bank", "payment", "gen/bank"},
		{"handlers/bank", "store/sqlite", "internal/upstream/github"},
		{"handlers/bank", "server/find", "handlers/bank/lists"},
		{"handlers/bank/lists", "handlers/phone", "handlers/bank"},
		{"handlers/bank", "handlers/banker", "internal/problem"},
		{"internal/web/fetch", "handlers/web", "internal/network/hostname"},
		{"internal/spec", "pricing", "internal/problem"},
		{"internal/usage", "store", "internal/problem"},
		{"internal/spec", "gen", "internal/response"},
		{"internal/upstream", "internal/web/fetch", "internal/problem"},
		{"internal/upstream/github", "internal/network/hostname", "internal/upstream"},
		{"internal/problem", "internal/upstream", "internal/jsontext"},
		{"internal/each", "internal/problem", ""},
		{"internal/httpheader", "internal/problem", ""},
		{"internal/spelt", "internal/upstream", ""},
		{"internal/clip", "internal/upstream", ""},
		{"internal/span", "internal/upstream", ""},
		{"internal/tick", "internal/upstream", ""},
		{"internal/dated", "internal/upstream", ""},
		{"internal/cost", "internal/upstream", ""},
		{"internal/capacity", "internal/upstream", "internal/problem"},
		{"internal/jsontext", "internal/problem", ""},
		{"payment", "server", "pricing"},
		{"payment/devchain", "store", "payment/x402"},
		{"payment/facilitator", "sdk/go/pay", "payment/x402"},
		{"payment/wallet", "server", "sdk/go/pay"},
		{"pricing", "payment", "gen"},
		{"store", "server", "payment"},
		{"store/sqlite", "handlers/bank", "internal/usage"},
		{"gen/bank", "internal/problem", "internal/operation"},
		{"internal/operation", "gen/shared", ""},
		{"internal/response", "gen/bank", "gen/shared"},
		{"internal/scored", "internal/response", "gen/shared"},
		{"sdk/go", "payment/x402", "sdk/go/pay"},
		{"newfolder", "internal/problem", ""}, // a folder that no rule names
	}

	broken := map[string]bool{}
	for _, p := range planted {
		t.Run(p.importer+" imports "+p.breach, func(t *testing.T) {
			if got := breaches(map[string][]string{p.importer: {p.breach}}, nil); len(got) != 1 {
				t.Errorf("not seen: %v", got)
			}
			if p.allowed == "" {
				return
			}
			if got := breaches(map[string][]string{p.importer: {p.allowed}}, nil); len(got) != 0 {
				t.Errorf("%s is refused: %v", p.allowed, got)
			}
		})
		r, _ := ruleOf(p.importer)
		broken[r.of] = true
	}
	for _, r := range rules {
		if !broken[r.of] && !slices.Contains(r.may, anyone) {
			t.Errorf("no breach of the rule of %s is planted", r.of)
		}
	}

	one := exception{"internal/a", "payment/b", "because"}
	if got := breaches(map[string][]string{"internal/a": {"payment/b", "payment/c"}}, []exception{one}); len(got) != 1 {
		t.Errorf("an exception is for one import: %v", got)
	}
}

// breaches are the imports that no rule allows and no exception names.
func breaches(found map[string][]string, but []exception) []string {
	var out []string
	for _, importer := range slices.Sorted(maps.Keys(found)) {
		r, known := ruleOf(importer)
		for _, imported := range found[importer] {
			excused := slices.ContainsFunc(but, func(e exception) bool {
				return e.importer == importer && e.imported == imported
			})
			switch {
			case excused:
			case !known:
				out = append(out, fmt.Sprintf("%s imports %s, and no rule says what it may import", importer, imported))
			case !r.allows(importer, imported):
				out = append(out, fmt.Sprintf("%s imports %s: %q may import %q", importer, imported, r.of, r.may))
			}
		}
	}
	return out
}

func ruleOf(importer string) (rule, bool) {
	var deepest rule
	known := false
	for _, r := range rules {
		if within(importer, r.of) && (!known || len(r.of) > len(deepest.of)) {
			deepest, known = r, true
		}
	}
	return deepest, known
}

func (r rule) allows(importer, imported string) bool {
	for _, folder := range r.may {
		if folder == own {
			names := strings.SplitN(importer, "/", 3)
			folder = path.Join(names[:min(2, len(names))]...)
		}
		if folder == anyone || within(imported, folder) {
			return true
		}
	}
	return false
}

// within says that a package is a folder's own or one below it.
func within(pkg, folder string) bool {
	return pkg == folder || strings.HasPrefix(pkg, folder+"/")
}

// imports are the packages of ours that each package below dir imports, by their folders.
func imports(dir string) (map[string][]string, error) {
	found := map[string][]string{}
	err := filepath.WalkDir(dir, func(file string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := entry.Name()
		if entry.IsDir() {
			hidden := strings.HasPrefix(name, ".") && file != dir
			if hidden || name == "testdata" || name == "node_modules" {
				return fs.SkipDir
			}
			return nil
		}
		if !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			return nil
		}

		source, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		folder, err := filepath.Rel(dir, filepath.Dir(file))
		if err != nil {
			return err
		}
		importer := filepath.ToSlash(folder)
		if found[importer] == nil {
			found[importer] = []string{}
		}
		for _, spec := range source.Imports {
			imported, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				return err
			}
			ours, ok := strings.CutPrefix(imported, module+"/")
			if ok && !slices.Contains(found[importer], ours) {
				found[importer] = append(found[importer], ours)
			}
		}
		return nil
	})
	return found, err
}
