package main

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"
)

// tick is the unit of the counters in /proc/PID/stat: USER_HZ, which is 100 on every common architecture (proc(5)).
const tick = 10 * time.Millisecond

// processorTime is how long the threads of a process have run so far, in user and in system mode: the fields utime and
// stime of /proc/PID/stat.
func processorTime(pid int) (time.Duration, error) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return 0, fmt.Errorf("processor time: %w", err)
	}
	return readStat(string(text))
}

// readStat reads a line of /proc/PID/stat. The program's name, the second field, may contain anything, so fields
// are counted from its last bracket.
func readStat(line string) (time.Duration, error) {
	const utime, stime = 11, 12 // of the fields after the name

	fields := strings.Fields(line[strings.LastIndexByte(line, ')')+1:])
	if len(fields) <= stime {
		return 0, fmt.Errorf("processor time: %d fields in %q", len(fields), line)
	}

	var ticks int64
	for _, field := range []int{utime, stime} {
		n, err := strconv.ParseInt(fields[field], 10, 64)
		if err != nil {
			return 0, fmt.Errorf("processor time: %w", err)
		}
		ticks += n
	}
	return time.Duration(ticks) * tick, nil
}
