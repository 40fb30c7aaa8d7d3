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

// sessionProcesses knows nothing here: only the browser's own limits bound memory.
func sessionProcesses(int) []process { return nil }
