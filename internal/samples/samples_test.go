package samples

import (
	"os"
	"path/filepath"
	"testing"
)

// outcome runs a look-up as a test of its own and says how that ended.
func outcome(t *testing.T, look func(tb testing.TB)) string {
	t.Helper()

	end := "went on"
	t.Run("look-up", func(t *testing.T) {
		look(&recorder{TB: t, end: &end})
	})
	return end
}

// recorder notes in end that a test was skipped or failed, and skips the real one in both cases.
type recorder struct {
	testing.TB
	end *string
}

func (r *recorder) Skip(...any) {
	*r.end = "skipped"
	r.SkipNow()
}

func (r *recorder) Fatalf(string, ...any) {
	*r.end = "failed"
	r.SkipNow()
}

func corpus(t *testing.T) string {
	t.Helper()

	dir := t.TempDir()
	if err := os.MkdirAll(filepath.Join(dir, "acme"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "acme", "one.json"), []byte("{}"), 0o600); err != nil {
		t.Fatal(err)
	}
	return dir
}

func TestRecordedAnswerIsFoundByItsName(t *testing.T) {
	t.Setenv("FAREBOX_SAMPLES", corpus(t))

	if got := string(Read(t, "acme/one.json")); got != "{}" {
		t.Errorf("read %q", got)
	}
	if got := Glob(t, "acme/*.json"); len(got) != 1 || filepath.Base(got[0]) != "one.json" {
		t.Errorf("matched %q", got)
	}
}

func TestNameThatTheCorpusLacksFails(t *testing.T) {
	t.Setenv("FAREBOX_SAMPLES", corpus(t))

	if end := outcome(t, func(tb testing.TB) { Read(tb, "acme/two.json") }); end != "failed" {
		t.Errorf("reading a missing name %s", end)
	}
	if end := outcome(t, func(tb testing.TB) { Glob(tb, "acme/*.xml") }); end != "failed" {
		t.Errorf("a pattern without a match %s", end)
	}
}

func TestTestIsSkippedWithoutACorpusOrAPlan(t *testing.T) {
	t.Setenv("FAREBOX_SHARED", t.TempDir())
	t.Setenv("FAREBOX_SAMPLES", "")

	if end := outcome(t, func(tb testing.TB) { Read(tb, "acme/one.json") }); end != "skipped" {
		t.Errorf("without a corpus the test %s", end)
	}
	if end := outcome(t, func(tb testing.TB) { Plan(tb) }); end != "skipped" {
		t.Errorf("without a plan the test %s", end)
	}
}

func TestSharedFolderIsBesideTheModule(t *testing.T) {
	t.Setenv("FAREBOX_SHARED", "")
	root := t.TempDir()
	inside := filepath.Join(root, "module", "a", "b")
	if err := os.MkdirAll(inside, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(root, "module", "go.mod"), []byte("module m\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	t.Chdir(inside)

	got, err := filepath.EvalSymlinks(filepath.Dir(shared(t)))
	if err != nil {
		t.Fatal(err)
	}
	if want, err := filepath.EvalSymlinks(root); err != nil || got != want || filepath.Base(shared(t)) != "shared" {
		t.Errorf("shared is %s, want %s/shared (%v)", shared(t), want, err)
	}
}
