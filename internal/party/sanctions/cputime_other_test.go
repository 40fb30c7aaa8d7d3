//go:build !linux

package sanctions

import (
	"testing"
	"time"
)

// threadTime is the time of day, where a thread's own time is not at hand.
func threadTime(testing.TB) time.Duration { return time.Duration(time.Now().UnixNano()) }
