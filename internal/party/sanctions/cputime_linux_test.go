package sanctions

import (
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// threadTime is the processor time of the thread so far, which others on the machine do not add to. The caller has
// locked its goroutine to the thread.
func threadTime(t testing.TB) time.Duration {
	t.Helper()
	var at unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &at); err != nil {
		t.Fatal(err)
	}
	return time.Duration(at.Nano())
}
