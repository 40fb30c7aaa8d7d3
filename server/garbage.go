package server

import (
	"math"
	"runtime"
	"runtime/debug"
	runtimemetrics "runtime/metrics"
)

const (
	// garbageShare is by how much of what is alive the heap may grow before garbage is collected, in percent. The 100
	// of Go would double what the lists take.
	garbageShare = 50
	// garbageRoom is how far the heap may grow in any case, in bytes. A service without lists has 55 MB alive, and this
	// room is full after some 700 paid calls. More of it made the process larger and calls hardly cheaper: 48 MiB by 19
	// MB, 128 MiB by 100 MB with 2 µs less for a quote.
	garbageRoom = 32 << 20
	// roomOfLimit is the part of the process's memory limit that garbageRoom may take: 1/8. In a container of 256 MiB
	// the heap grows as far as by garbageShare alone.
	roomOfLimit = 8
	// mostGarbage bounds the percentage. What is alive may grow a lot until the next collection, as when the lists are
	// read, and garbage with it.
	mostGarbage = 400
)

// growth is by how many percent of the bytes that are alive the heap may grow, where the process may take limit bytes.
// The limit is math.MaxInt64 when none is set.
func growth(alive uint64, limit int64) int {
	room := uint64(min(garbageRoom, limit/roomOfLimit))
	if room*100 >= alive*mostGarbage {
		return mostGarbage
	}
	return max(garbageShare, int(room*100/alive))
}

// heapTuner sets how far the heap may grow again after each collection of garbage, because what is alive changes.
type heapTuner struct {
	alive func() uint64
	set   func(percent int)
	now   int // the percentage that was set last
}

func newHeapTuner() *heapTuner {
	return &heapTuner{
		alive: alive,
		set:   func(percent int) { debug.SetGCPercent(percent) },
	}
}

// collected becomes garbage as soon as it is made, and so reports the end of the next collection.
type collected struct{ _ *heapTuner }

// watch sets the growth now, and after each collection from now on.
func (c *heapTuner) watch() {
	c.adapt()
	runtime.AddCleanup(&collected{}, (*heapTuner).watch, c)
}

// adapt sets the growth by what is alive. Setting it stops the program for a moment, so that small changes are skipped.
func (c *heapTuner) adapt() {
	percent := growth(c.alive(), memoryLimit())
	if c.now != 0 && math.Abs(float64(percent-c.now)) < 0.05*float64(c.now) {
		return
	}
	c.now = percent
	c.set(percent)
}

// memoryLimit is what the process may take, in bytes; math.MaxInt64 where there is no limit.
func memoryLimit() int64 { return debug.SetMemoryLimit(-1) } // which reads it

// alive is how many bytes the last collection found in use: the sum that debug.SetGCPercent is a percentage of.
func alive() uint64 {
	found := []runtimemetrics.Sample{
		{Name: "/gc/heap/live:bytes"},
		{Name: "/gc/scan/stack:bytes"},
		{Name: "/gc/scan/globals:bytes"},
	}
	runtimemetrics.Read(found)

	sum := uint64(0)
	for _, part := range found {
		sum += part.Value.Uint64()
	}
	return sum
}
