// Command gen turns the handwritten spec in openapi/ into everything derived from it: the bundled document, the
// types and server of each family, and those of the Go client.
//
//	go run ./scripts/gen            write what differs; families that did not change are not generated again
//	go run ./scripts/gen -check     write nothing; fail when what is committed differs, or the spec breaks our rules
//	go run ./scripts/gen -family x  only gen/x and the client of x, for work on one family
//	go run ./scripts/gen -lint x    the rules that openapi/x.yaml breaks, and nothing written
package main

import (
	"bytes"
	"flag"
	"fmt"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"sort"
	"strings"
	"time"

	"github.com/getkin/kin-openapi/openapi3"
)

func main() {
	check := flag.Bool("check", false, "compare instead of writing, and fail on a difference")
	family := flag.String("family", "", "generate the server and the client of this family only")
	lintOnly := flag.String("lint", "", "say which rules this family's file breaks, and write nothing")
	flag.Parse()
	var err error
	if *lintOnly != "" {
		err = lintFamily(*lintOnly)
	} else {
		err = run(*check, *family)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "gen:", err)
		os.Exit(1)
	}
}

// output is one generated file, with its path from the repository's root.
type output map[string][]byte

func run(check bool, only string) error {
	families, err := loadFamilies("openapi", only)
	if err != nil {
		return err
	}

	shared, err := loadDoc("openapi/shared.yaml")
	if err != nil {
		return err
	}

	out := output{}
	if out["gen/shared/shared.gen.go"], err = sharedCode(shared); err != nil {
		return fmt.Errorf("shared types: %w", err)
	}

	if out[path.Join(clientFolder, "shared.gen.go")], err = sharedClientCode(shared); err != nil {
		return fmt.Errorf("client: %w", err)
	}
	if err := addFamilies(out, families, shared, check); err != nil {
		return err
	}
	if only != "" {
		return write(out, check)
	}

	bundle, err := bundleFamilies("openapi/root.yaml", families, shared)
	if err != nil {
		return err
	}

	long, err := lintFiles("openapi")
	if err != nil {
		return err
	}
	if err := lintErr(append(long, lint(bundle, time.Now())...)); err != nil {
		return err
	}
	if out["gen/openapi.json"], err = bundleJSON(bundle); err != nil {
		return err
	}

	return write(out, check)
}

// addFamilies adds the server and the client of each family. A check makes all of them, the cache is for work on a few.
func addFamilies(out output, families []family, shared *openapi3.T, check bool) error {
	var kept *cache
	if !check {
		text, err := shared.MarshalJSON()
		if err != nil {
			return err
		}
		if kept, err = newCache(cacheFolder, text); err != nil {
			return err
		}
	}

	for _, f := range families {
		code, err := kept.codeOf(f, func(f family) (output, error) { return familyCode(f, shared) })
		if err != nil {
			return fmt.Errorf("family %s: %w", f.name, err)
		}
		maps.Copy(out, code)
	}
	return nil
}

// familyCode is the server and the client of one family. One without a route that answers JSON has no client.
func familyCode(f family, shared *openapi3.T) (output, error) {
	server, err := serverCode(f, shared)
	if err != nil {
		return nil, err
	}
	client, err := clientCode(f)
	if err != nil {
		return nil, fmt.Errorf("client: %w", err)
	}

	out := output{filepath.Join("gen", f.pkg(), f.pkg()+".gen.go"): server}
	if len(client) > 0 {
		out[path.Join(clientFolder, f.pkg()+".gen.go")] = client
	}
	return out, nil
}

func lintFamily(name string) error {
	text, err := os.ReadFile(filepath.Join("openapi", name+".yaml"))
	if err != nil {
		return err
	}
	families, err := loadFamilies("openapi", name)
	if err != nil {
		return err
	}
	shared, err := loadDoc("openapi/shared.yaml")
	if err != nil {
		return err
	}
	bundle, err := bundleFamilies("openapi/root.yaml", families, shared)
	if err != nil {
		return err
	}

	return lintErr(append(lintLines(name+".yaml", string(text)), lint(bundle, time.Now())...))
}

func lintErr(problems []string) error {
	if len(problems) > 0 {
		return fmt.Errorf("the spec breaks %d rules:\n  %s", len(problems), strings.Join(problems, "\n  "))
	}
	return nil
}

// write updates the tree to out or, with check, reports differences. It removes obsolete generated files.
func write(out output, check bool) error {
	var stale []string
	for _, path := range sortedKeys(out) {
		old, err := os.ReadFile(path)
		if err == nil && bytes.Equal(old, out[path]) {
			continue
		}
		if check {
			stale = append(stale, path)
			continue
		}
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(path, out[path], 0o644); err != nil {
			return err
		}
		fmt.Println("wrote", path)
	}

	if _, whole := out["gen/openapi.json"]; whole {
		orphans, err := orphaned(out)
		if err != nil {
			return err
		}
		for _, path := range orphans {
			if check {
				stale = append(stale, path+" (nothing generates it)")
			} else if err := os.Remove(path); err != nil {
				return err
			}
		}
	}

	if len(stale) > 0 {
		return fmt.Errorf("not what the spec gives; run make gen:\n  %s", strings.Join(stale, "\n  "))
	}
	return nil
}

func orphaned(out output) ([]string, error) {
	var files []string
	for _, pattern := range []string{"gen/*/*.gen.go", "sdk/*/*.gen.go"} {
		found, err := filepath.Glob(pattern)
		if err != nil {
			return nil, err
		}
		files = append(files, found...)
	}
	return slices.DeleteFunc(files, func(path string) bool { _, made := out[path]; return made }), nil
}

func sortedKeys[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	return keys
}
