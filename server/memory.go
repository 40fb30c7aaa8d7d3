package server

import (
	"log/slog"
	"math"
	"os"
	"runtime/debug"
	runtimemetrics "runtime/metrics"

	"github.com/KimMachineGun/automemlimit/memlimit"

	gen "github.com/farebox/farebox/gen/platform"
	"github.com/farebox/farebox/server/platform"
)

const (
	// containerShare is how much of the container's memory the garbage collector plans with.
	containerShare = 0.9
	// garbageShare is by how much of what is alive the heap may grow before garbage is collected, in percent. The 100
	// of Go would double what the lists take.
	garbageShare = 50
)

// LimitMemory tells this process's garbage collector how much memory the container has, so that it works harder before
// the process is killed for it, and how much garbage may lie. GOMEMLIMIT and GOGC, where they are set, are kept to.
func LimitMemory(log *slog.Logger) {
	limit, err := memlimit.Set(memlimit.WithRatio(containerShare))
	switch {
	case err != nil:
		log.Debug("no memory limit was found", "error", err)
	case limit != math.MaxInt64:
		log.Info("memory limit", "bytes", limit)
	}

	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(garbageShare)
	}
}

// memoryLimit is what the process may take, in bytes; math.MaxInt64 where there is no limit.
func memoryLimit() int64 { return debug.SetMemoryLimit(-1) } // which reads it

// memory is what the process takes, and may take.
func (m *monitor) memory(r *platform.HealthReport) {
	// The sum that the runtime holds against its limit; see debug.SetMemoryLimit.
	taken := []runtimemetrics.Sample{
		{Name: "/memory/classes/total:bytes"},
		{Name: "/memory/classes/heap/released:bytes"},
	}
	runtimemetrics.Read(taken)

	r.Memory = gen.PlatformHealth_Memory{
		UsedBytes:      int64(taken[0].Value.Uint64() - taken[1].Value.Uint64()),
		WorkLimitBytes: m.parts.Config.WorkMemory << 20,
	}
	if limit := memoryLimit(); limit != math.MaxInt64 {
		r.Memory.LimitBytes = &limit
	}
	if m.work != nil {
		r.Memory.WorkBytes = m.work.Taken()
	}
}
