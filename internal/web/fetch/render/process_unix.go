//go:build unix

package render

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
)

// ownSession makes the command lead its own session, so that it and its children can be told from other processes
// and killed together.
func ownSession(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true} }

// killSession kills the group led by a process of ownSession and, if /proc exists, processes that left the group.
func killSession(leader int) {
	_ = syscall.Kill(-leader, syscall.SIGKILL)
	for _, p := range sessionProcesses(leader) {
		killProcess(p.pid)
	}
}

func killProcess(pid int) { _ = syscall.Kill(pid, syscall.SIGKILL) }

// process is one of a browser's.
type process struct {
	pid      int
	renderer bool  // it runs pages
	memory   int64 // bytes of its own
}

// sessionProcesses lists the living processes of leader's session. Without /proc it lists nothing.
func sessionProcesses(leader int) []process {
	entries, err := os.ReadDir("/proc")
	if err != nil {
		return nil
	}

	var found []process
	for _, e := range entries {
		pid, err := strconv.Atoi(e.Name())
		if err != nil {
			continue
		}
		stat, err := os.ReadFile(filepath.Join("/proc", e.Name(), "stat"))
		if err != nil {
			continue
		}
		// The fields after the command in parentheses: state, parent, group, session (proc_pid_stat(5)).
		fields := strings.Fields(string(stat[strings.LastIndexByte(string(stat), ')')+1:]))
		if len(fields) < 4 || fields[0] == "Z" || fields[2] != strconv.Itoa(leader) && fields[3] != strconv.Itoa(leader) {
			continue
		}
		cmdline, _ := os.ReadFile(filepath.Join("/proc", e.Name(), "cmdline"))
		found = append(found, process{
			pid:      pid,
			renderer: strings.Contains(string(cmdline), "--type=renderer"),
			memory:   ownMemory(e.Name()),
		})
	}

	return found
}

// ownMemory is a process's resident memory that is not shared with files or others (proc_pid_statm(5)).
func ownMemory(pid string) int64 {
	statm, err := os.ReadFile(filepath.Join("/proc", pid, "statm"))
	if err != nil {
		return 0
	}
	fields := strings.Fields(string(statm))
	if len(fields) < 3 {
		return 0
	}
	resident, _ := strconv.ParseInt(fields[1], 10, 64)
	shared, _ := strconv.ParseInt(fields[2], 10, 64)
	return (resident - shared) * int64(os.Getpagesize())
}
