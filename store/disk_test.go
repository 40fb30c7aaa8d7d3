//go:build unix

package store

import (
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"syscall"
	"testing"
	"time"
)

// fullDisk names, for the process in which it is set, the database whose disk gets full.
const fullDisk = "FAREBOX_TEST_FULL_DISK"

// TestProbeFailsWhileTheDiskIsFull and is well again when there is room: a database that answers all questions takes no
// payment then. The disk is that of a process of its own, whose files may not grow.
func TestProbeFailsWhileTheDiskIsFull(t *testing.T) {
	if path := os.Getenv(fullDisk); path != "" {
		fillDisk(t, path)
		return
	}
	own := exec.Command(os.Args[0], "-test.run", "^"+t.Name()+"$", "-test.v")
	own.Env = append(os.Environ(), fullDisk+"="+filepath.Join(t.TempDir(), "farebox.sqlite"))
	if said, err := own.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, said)
	}
}

func fillDisk(t *testing.T, path string) {
	s, err := Open(t.Context(), "sqlite:"+path)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if err := s.Ping(t.Context()); err != nil {
		t.Fatal(err)
	}
	log, err := os.Stat(path + "-wal")
	if err != nil {
		t.Fatal(err)
	}

	signal.Ignore(syscall.SIGXFSZ)
	limit := syscall.Rlimit{}
	if err := syscall.Getrlimit(syscall.RLIMIT_FSIZE, &limit); err != nil {
		t.Fatal(err)
	}
	room := limit.Cur
	limit.Cur = uint64(log.Size())
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &limit); err != nil {
		t.Fatal(err)
	}
	// SQLite writes nothing where a row stays as it is, and its clock counts milliseconds.
	time.Sleep(2 * time.Millisecond)
	if _, err := s.Find(t.Context(), victimPayment(0).Key); err != nil {
		t.Errorf("a question: %v", err)
	}
	if err := s.Ping(t.Context()); err == nil {
		t.Error("the probe says that all is well")
	}
	if _, _, err := s.Reserve(t.Context(), victimPayment(0)); err == nil {
		t.Error("a payment was reserved")
	}

	limit.Cur = room
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &limit); err != nil {
		t.Fatal(err)
	}
	if err := s.Ping(t.Context()); err != nil {
		t.Errorf("with room again: %v", err)
	}
}
