package server

import (
	"math"
	"runtime"
	"testing"
	"time"
)

func TestGarbageHasRoomOrItsShare(t *testing.T) {
	const none = math.MaxInt64
	for _, c := range []struct {
		name  string
		alive uint64
		limit int64
		want  int
		why   string
	}{
		{"a service at rest", 40 << 20, none, 80, "32 MiB"},
		{"a service with all lists", 400 << 20, none, 50, "half is more than 32 MiB"},
		{"lists as large as the room's double", 64 << 20, none, 50, "half is 32 MiB"},
		{"some lists", 50 << 20, none, 64, "32 MiB"},
		{"nothing alive", 0, none, 400, "the bound, and no division by zero"},
		{"little alive", 4 << 20, none, 400, "the bound: what is alive may grow before the next collection"},
		{"a container of 228 MiB", 60 << 20, 204 << 20, 50, "an eighth of the limit is less than half"},
		{"a container of 228 MiB with little alive", 40 << 20, 204 << 20, 63, "an eighth of the limit"},
		{"a container of 2 GiB", 40 << 20, 1843 << 20, 80, "32 MiB"},
		{"a container that is too small", 60 << 20, 64 << 20, 50, "the share is kept; the limit makes up for it"},
		{"a limit of nothing", 60 << 20, 0, 50, "the same"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := growth(c.alive, c.limit); got != c.want {
				t.Errorf("%d %%, want %d: %s", got, c.want, c.why)
			}
		})
	}
}

func TestGrowthIsSetAgainAfterACollection(t *testing.T) {
	alive := make(chan uint64, 1)
	set := make(chan int, 10)
	c := &heapTuner{
		alive: func() uint64 {
			select {
			case bytes := <-alive:
				return bytes
			default:
				return 40 << 20
			}
		},
		set: func(percent int) { set <- percent },
	}
	next := func(want int) {
		t.Helper()
		runtime.GC()
		select {
		case got := <-set:
			if got != want {
				t.Errorf("set to %d %%, want %d", got, want)
			}
		case <-time.After(time.Minute):
			t.Fatalf("not set to %d %% after a collection", want)
		}
	}

	alive <- 16 << 20
	c.watch()
	next(200)
	next(80)
	alive <- 1 << 30
	next(50)
	next(80)
}

func TestSmallChangesOfTheGrowthAreLeft(t *testing.T) {
	var set []int
	var bytes uint64
	c := &heapTuner{
		alive: func() uint64 { return bytes },
		set:   func(percent int) { set = append(set, percent) },
	}
	for _, bytes = range []uint64{16 << 20, 16<<20 + 200<<10, 16<<20 - 200<<10, 20 << 20, 20<<20 + 200<<10} {
		c.adapt()
	}
	if len(set) != 2 || set[0] != 200 || set[1] != 160 {
		t.Errorf("set to %v, want 200 and 160", set)
	}
}

// TestAliveIsWhatTheRuntimeFound would fail if a metric had another name: a sample that is not known panics.
func TestAliveIsWhatTheRuntimeFound(t *testing.T) {
	kept := make([]byte, 32<<20)
	runtime.GC()
	if got := alive(); got < 32<<20 {
		t.Errorf("%d bytes are alive, of which 32 MiB are held here", got)
	}
	runtime.KeepAlive(kept)
}
