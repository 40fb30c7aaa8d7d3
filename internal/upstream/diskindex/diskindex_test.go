package diskindex

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/farebox/farebox/internal/await"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

// press publishes a list of words, one a line.
type press struct {
	text   atomic.Value // string
	builds atomic.Int32
}

func (p *press) print(words ...string) { p.text.Store(strings.Join(words, "\n")) }

func (p *press) ServeHTTP(w http.ResponseWriter, _ *http.Request) {
	_, _ = w.Write([]byte(p.text.Load().(string)))
}

func (p *press) spec(c *upstream.Client) Spec {
	return Spec{
		Name:   "words",
		Client: c,
		Every:  time.Hour,
		Files: []upstream.File{{
			Name:    "words.txt",
			Request: func(c *upstream.Client) *upstream.Request { return c.Get("/words") },
		}},
		MaxShrink: 0.5,
		Tables:    "CREATE TABLE word (text TEXT PRIMARY KEY, place INTEGER) WITHOUT ROWID",
		Indexes:   "CREATE INDEX word_place ON word (place)",
		Fill: func(dir fs.FS, w *Writer) (int, error) {
			p.builds.Add(1)
			raw, err := fs.ReadFile(dir, "words.txt")
			if err != nil {
				return 0, err
			}
			words, err := w.Into("INSERT INTO word VALUES (?, ?)")
			if err != nil {
				return 0, err
			}
			all := strings.Fields(string(raw))
			for i, text := range all {
				if text == "<html>" {
					return 0, errors.New("a page, not the list")
				}
				if err := words.Row(text, i); err != nil {
					return 0, err
				}
			}
			return len(all), nil
		},
	}
}

// set makes the list over a folder, as a process that starts would.
func (p *press) set(t *testing.T, dir string, change func(*Spec)) *Set {
	t.Helper()
	world := upstreamtest.New(t)
	world.Handle("words.test", p)
	pool := world.Pool(t, nil, func(o *upstream.Options) { o.DataDir = dir })
	spec := p.spec(pool.Client(upstream.Provider{Name: "words", BaseURL: "https://words.test", Retries: -1}))
	if change != nil {
		change(&spec)
	}
	set := New(pool, spec)
	if err := pool.Err(); err != nil {
		t.Fatal(err)
	}
	return set
}

func place(t *testing.T, s *Set, word string) (at int, found bool) {
	t.Helper()
	err := s.Read(func(x *Index, _ upstream.DatasetInfo) (err error) {
		found, err = x.One(t.Context(), []any{&at}, "SELECT place FROM word WHERE text = ?", word)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return at, found
}

func TestLookUpsReadTheNewestListAndTheOldFileIsClosedAndGone(t *testing.T) {
	p := &press{}
	dir := t.TempDir()
	set := p.set(t, dir, nil)
	if err := set.Read(nil); !errors.Is(err, upstream.Warming) {
		t.Errorf("before the first load: %v", err)
	}
	p.print("ant", "bee")
	if err := set.Refresh(t.Context()); err != nil {
		t.Fatal(err)
	}
	if at, found := place(t, set, "bee"); !found || at != 1 {
		t.Errorf("bee: %d %v", at, found)
	}
	if _, found := place(t, set, "'; DROP TABLE word; --"); found {
		t.Error("found what is not there")
	}

	var first *Index
	_ = set.Read(func(x *Index, _ upstream.DatasetInfo) error { first = x; return nil })
	p.print("cat", "dog", "eel")
	if err := set.Refresh(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, found := place(t, set, "bee"); found {
		t.Error("the replaced list is still read")
	}
	if at, found := place(t, set, "eel"); !found || at != 2 {
		t.Errorf("eel: %d %v", at, found)
	}
	if err := first.db.PingContext(t.Context()); err == nil {
		t.Error("the replaced file is still open")
	}
	if files, _ := filepath.Glob(filepath.Join(dir, "words", "*", indexFile)); len(files) != 1 {
		t.Errorf("files on disk: %q", files)
	}
}

func TestReaderKeepsItsListUntilItIsDone(t *testing.T) {
	p := &press{}
	set := p.set(t, t.TempDir(), nil)
	p.print("ant", "bee")
	if err := set.Refresh(t.Context()); err != nil {
		t.Fatal(err)
	}

	refreshed := make(chan error, 1)
	err := set.Read(func(x *Index, _ upstream.DatasetInfo) error {
		p.print("cat", "dog")
		go func() { refreshed <- set.Refresh(context.Background()) }()
		// The swap waits for this reader to close the old file.
		await.Until(t, "the swap", func() bool { return set.data.Health().Records == 2 && newer(set, x) })
		var at int
		found, err := x.One(t.Context(), []any{&at}, "SELECT place FROM word WHERE text = ?", "bee")
		if !found {
			t.Error("the list under a reader was taken away")
		}
		return err
	})
	if err := errors.Join(err, <-refreshed); err != nil {
		t.Fatal(err)
	}
	if _, found := place(t, set, "cat"); !found {
		t.Error("the newer list is not read")
	}
}

// newer says whether another list than x is in use.
func newer(s *Set, x *Index) bool {
	now := x
	_ = s.data.Read(func(in *Index, _ upstream.DatasetInfo) error { now = in; return nil })
	return now != x
}

func TestNextStartOpensWhatIsWholeAndBuildsTheRestAnew(t *testing.T) {
	whole := func(string) error { return nil }
	cut := func(name string) func(string) error {
		return func(dir string) error { return os.Truncate(filepath.Join(dir, name), 10) }
	}
	gone := func(name string) func(string) error {
		return func(dir string) error { return os.Remove(filepath.Join(dir, name)) }
	}
	for _, c := range []struct {
		name   string
		damage func(dir string) error
		change func(*Spec)
		builds int32
	}{
		{name: "whole", damage: whole},
		{name: "file cut by a power failure", damage: cut(indexFile), builds: 1},
		{name: "killed before the file had its name", damage: gone(indexFile), builds: 1},
		{name: "killed before the label", damage: gone(labelFile), builds: 1},
		{name: "label cut", damage: cut(labelFile), builds: 1},
		{name: "built by an earlier release", damage: whole, change: func(s *Spec) { s.Version++ }, builds: 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := &press{}
			dir := t.TempDir()
			p.print("ant", "bee")
			if err := p.set(t, dir, nil).Refresh(t.Context()); err != nil {
				t.Fatal(err)
			}
			built, err := filepath.Glob(filepath.Join(dir, "words", "*", indexFile))
			if err != nil || len(built) != 1 {
				t.Fatal(built, err)
			}
			if err := c.damage(filepath.Dir(built[0])); err != nil {
				t.Fatal(err)
			}

			p.builds.Store(0)
			next := p.set(t, dir, c.change)
			if err := next.Load(); err != nil {
				t.Fatal(err)
			}
			if _, found := place(t, next, "bee"); !found || p.builds.Load() != c.builds {
				t.Errorf("found %v after %d builds, want %d", found, p.builds.Load(), c.builds)
			}
			if left, _ := filepath.Glob(filepath.Join(dir, "words", "*", indexFile+"-*")); len(left) > 0 {
				t.Errorf("left behind: %q", left)
			}
		})
	}
}

func TestListThatIsNotToBeBelievedLeavesTheLastGoodOne(t *testing.T) {
	for name, text := range map[string]string{
		"a page":         "ant\n<html>",
		"too short":      "ant",
		"a word twice":   "ant\nant\nbee\ncat",
		"nothing at all": "",
	} {
		t.Run(name, func(t *testing.T) {
			p := &press{}
			dir := t.TempDir()
			set := p.set(t, dir, nil)
			p.print("ant", "bee", "cat", "dog")
			if err := set.Refresh(t.Context()); err != nil {
				t.Fatal(err)
			}
			p.text.Store(text)
			if err := set.Refresh(t.Context()); err == nil {
				t.Error("taken over")
			}
			if _, found := place(t, set, "dog"); !found {
				t.Error("the last good list is gone")
			}
			if health := set.data.Health(); strings.Contains(health.LastError, dir) {
				t.Errorf("the error tells a path: %s", health.LastError)
			}
			if dirs, _ := filepath.Glob(filepath.Join(dir, "words", "*", "words.txt")); len(dirs) != 1 {
				t.Errorf("versions on disk: %q", dirs)
			}
		})
	}
}

func TestFileRemovedByAnotherProcessIsStillRead(t *testing.T) {
	p := &press{}
	dir := t.TempDir()
	set := p.set(t, dir, nil)
	p.print("ant", "bee")
	if err := set.Refresh(t.Context()); err != nil {
		t.Fatal(err)
	}
	p.print("cat", "dog")
	if err := p.set(t, dir, nil).Refresh(t.Context()); err != nil { // the other process, which takes the version away
		t.Fatal(err)
	}

	done := make(chan error)
	for range 20 {
		go func() {
			done <- set.Read(func(x *Index, _ upstream.DatasetInfo) error {
				var at int
				found, err := x.One(t.Context(), []any{&at}, "SELECT place FROM word WHERE text = ?", "bee")
				if err == nil && !found {
					err = errors.New("not found")
				}
				return err
			})
		}()
	}
	for range 20 {
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
}

func TestRowsEndWithTheFirstErrorOfTheirReader(t *testing.T) {
	p := &press{}
	set := p.set(t, t.TempDir(), nil)
	p.print("ant", "bee", "cat")
	if err := set.Refresh(t.Context()); err != nil {
		t.Fatal(err)
	}
	stop := errors.New("enough")
	var seen []string
	err := set.Read(func(x *Index, info upstream.DatasetInfo) error {
		if x.Records() != 3 || info.Records != 3 {
			t.Errorf("%d and %d records", x.Records(), info.Records)
		}
		return x.Each(t.Context(), func(scan func(...any) error) error {
			var text string
			if err := scan(&text); err != nil {
				return err
			}
			if seen = append(seen, text); len(seen) == 2 {
				return stop
			}
			return nil
		}, "SELECT text FROM word WHERE place >= ? ORDER BY place", 0)
	})
	if !errors.Is(err, stop) || fmt.Sprint(seen) != "[ant bee]" {
		t.Errorf("%v %v", seen, err)
	}
	err = set.Read(func(x *Index, _ upstream.DatasetInfo) error {
		_, err := x.One(t.Context(), nil, "SELECT nothing FROM nowhere")
		return err
	})
	if !errors.Is(err, upstream.Unavailable) {
		t.Errorf("a file that cannot be read: %v", err)
	}
}

func TestFolderMayHaveAnyName(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, dir := range []string{"data", "a b", "what?", "50%", "#1", "é"} {
		p := &press{}
		p.print("ant", "bee")
		if err := p.set(t, dir, nil).Refresh(t.Context()); err != nil {
			t.Errorf("%s: %v", dir, err)
			continue
		}
		next := p.set(t, dir, nil)
		if err := next.Load(); err != nil {
			t.Errorf("%s: %v", dir, err)
			continue
		}
		if at, found := place(t, next, "bee"); !found || at != 1 || p.builds.Load() != 1 {
			t.Errorf("%s: %d %v, %d builds", dir, at, found, p.builds.Load())
		}
	}
}
