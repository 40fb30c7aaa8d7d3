// Package samples finds what tests read beside the repository: recorded real answers of providers, and the plan of all
// routes. Neither is part of the repository. A test that asks for them is skipped where they are not at hand.
//
// Both are looked for in ../shared beside the module's folder. The environment names other places: FAREBOX_SHARED that
// folder itself, FAREBOX_SAMPLES the folder of the recorded answers (by default atlas/samples of the former).
package samples

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
)

// Path is the place of a recorded answer, or of a folder of them, named by a path below the corpus
// ("spamhaus/drop_v4.json"). The test is skipped without a corpus. It fails when the corpus lacks the name, because a
// misspelt name would else never be noticed.
func Path(tb testing.TB, name string) string {
	tb.Helper()

	corpus := os.Getenv("FAREBOX_SAMPLES")
	if corpus == "" {
		corpus = filepath.Join(shared(tb), "atlas", "samples")
	}
	if !exists(tb, corpus) {
		tb.Skip("no recorded answers here; FAREBOX_SAMPLES names their folder")
	}

	path := filepath.Join(corpus, filepath.FromSlash(name))
	if !exists(tb, path) {
		tb.Fatalf("%s is not among the recorded answers in %s", name, corpus)
	}
	return path
}

// Read is the content of a recorded answer.
func Read(tb testing.TB, name string) []byte {
	tb.Helper()

	body, err := os.ReadFile(Path(tb, name))
	if err != nil {
		tb.Fatal(err)
	}
	return body
}

// Glob lists the recorded answers that a pattern of [filepath.Match] matches. The test fails when there are none.
func Glob(tb testing.TB, pattern string) []string {
	tb.Helper()

	corpus := Path(tb, ".")
	files, err := filepath.Glob(filepath.Join(corpus, filepath.FromSlash(pattern)))
	if err != nil {
		tb.Fatal(err)
	}
	if len(files) == 0 {
		tb.Fatalf("nothing matches %s among the recorded answers in %s", pattern, corpus)
	}
	return files
}

// Plan is the folder that holds the plan of all routes: routes.tsv, a table, and seeds/, their descriptions.
func Plan(tb testing.TB) string {
	tb.Helper()

	dir := shared(tb)
	if !exists(tb, filepath.Join(dir, "routes.tsv")) {
		tb.Skip("the plan of all routes is not here; FAREBOX_SHARED names its folder")
	}
	return dir
}

// shared is the folder beside the module's. The module is found from the working directory, which in a test is the
// folder of its package: the paths of the source that the runtime knows are none of this machine under -trimpath.
func shared(tb testing.TB) string {
	tb.Helper()

	if dir := os.Getenv("FAREBOX_SHARED"); dir != "" {
		return dir
	}
	dir, err := os.Getwd()
	if err != nil {
		tb.Fatal(err)
	}
	for !exists(tb, filepath.Join(dir, "go.mod")) {
		parent := filepath.Dir(dir)
		if parent == dir {
			tb.Fatal("no go.mod in the working directory and above")
		}
		dir = parent
	}
	return filepath.Join(filepath.Dir(dir), "shared")
}

func exists(tb testing.TB, path string) bool {
	tb.Helper()

	_, err := os.Stat(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		tb.Fatal(err)
	}
	return err == nil
}

// Each runs a test twice: on answers of our own values, and on the recorded ones where they are at hand. The former
// have the provider's form and are in the folder testdata of the package, under the names of the latter without folder.
func Each(t *testing.T, test func(t *testing.T, read func(name string) string)) {
	t.Helper()

	t.Run("made", func(t *testing.T) { test(t, func(name string) string { return Made(t, filepath.Base(name)) }) })
	t.Run("recorded", func(t *testing.T) {
		Path(t, ".") // skips it here, not in a test within it
		test(t, func(name string) string { return string(Read(t, name)) })
	})
}

// Made is an answer of our own values, a file in the folder testdata of the package.
func Made(tb testing.TB, name string) string {
	tb.Helper()

	body, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		tb.Fatal(err)
	}
	return string(body)
}
