//go:build !unix

package render

import (
	"os"
	"os/exec"
)

func ownSession(*exec.Cmd) {}

func killSession(leader int) { killProcess(leader) }

func killProcess(pid int) {
	if p, err := os.FindProcess(pid); err == nil {
		_ = p.Kill()
	}
}

// process is one of a browser's.
type process struct {
	pid      int
	renderer bool
	memory   int64
}

// sessionProcesses knows nothing here: memory is bounded by the browser's own limits alone.
func sessionProcesses(int) []process { return nil }
