package main

import (
	"os"
	"testing"
	"time"
)

func TestProcessorTimeIsReadBehindAnyName(t *testing.T) {
	const line = "42 (a) b (c) S 1 42 42 0 -1 4194304 100 0 0 0 250 50 7 8 20 0 9 0 1 2 3\n"
	got, err := readStat(line)
	if err != nil || got != 3*time.Second {
		t.Errorf("got %v, %v, want 3s of utime and stime", got, err)
	}

	if _, err := readStat("42 (a) S 1"); err == nil {
		t.Error("a line that is cut off was read")
	}
}

func TestProcessorTimeGrowsWithWork(t *testing.T) {
	before, err := processorTime(os.Getpid())
	if err != nil {
		t.Skip("no /proc here:", err)
	}

	for n, end := 0, time.Now().Add(time.Minute); time.Now().Before(end); n++ {
		after, err := processorTime(os.Getpid())
		if err != nil {
			t.Fatal(err)
		}
		if after > before {
			return
		}
	}
	t.Error("a minute of work did not count")
}
