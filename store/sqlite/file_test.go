package sqlite_test

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/farebox/farebox/store"
	"github.com/farebox/farebox/store/sqlite"
)

// TestNothingIsWrittenToAFileThatIsGone: payments that a restart would not find are not taken.
func TestNothingIsWrittenToAFileThatIsGone(t *testing.T) {
	t.Parallel()

	for why, spoil := range map[string]func(path string) error{
		"deleted":             os.Remove,
		"cut off":             func(path string) error { return os.Truncate(path, 512) },
		"its log was deleted": func(path string) error { return os.Remove(path + "-wal") },
		"replaced": func(path string) error {
			if err := os.WriteFile(path+".new", make([]byte, 1<<20), 0o600); err != nil {
				return err
			}
			return os.Rename(path+".new", path)
		},
	} {
		t.Run(why, func(t *testing.T) {
			t.Parallel()
			path := filepath.Join(t.TempDir(), "farebox.sqlite")
			s, err := store.Open(t.Context(), "sqlite:"+path)
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = s.Close() }()

			if err := s.Ping(t.Context()); err != nil {
				t.Fatalf("before: %v", err)
			}
			if err := spoil(path); err != nil {
				t.Fatal(err)
			}
			if err := s.Beat(t.Context(), "p", time.Minute); !errors.Is(err, sqlite.ErrFileGone) {
				t.Errorf("a write: %v, want %v", err, sqlite.ErrFileGone)
			}
			if err := s.Ping(t.Context()); !errors.Is(err, sqlite.ErrFileGone) {
				t.Errorf("the probe: %v, want %v", err, sqlite.ErrFileGone)
			}
		})
	}
}
