package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/farebox/farebox/internal/tick"
)

// startWithin bounds how long a replica may take until it is ready.
const startWithin = 3 * time.Minute

// restartAfter is how long the supervisor waits.
const restartAfter = time.Second

// replica is one process of the service, whose addresses survive a restart.
type replica struct {
	name    string
	binary  string
	address string
	metrics string
	dir     string
	env     []string

	mu      sync.Mutex
	running *exec.Cmd
	ended   chan struct{} // closed when running has ended
	starts  int
	wanted  atomic.Bool // that it ends; else it has crashed
	crashes atomic.Int64
}

// newReplica takes two free ports. env is common to all replicas.
func newReplica(name, binary, dir string, env []string) (*replica, error) {
	address, err := freeAddress()
	if err != nil {
		return nil, err
	}

	metrics, err := freeAddress()
	if err != nil {
		return nil, err
	}

	r := &replica{
		name:    name,
		binary:  binary,
		address: address,
		metrics: metrics,
		dir:     dir,
	}

	r.env = append(append(r.env, env...),
		"LISTEN_ADDR="+address, "METRICS_ADDR="+metrics, "DATA_DIR="+filepath.Join(dir, name))
	return r, nil
}

func freeAddress() (string, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	return listener.Addr().String(), listener.Close()
}

// start runs the process without waiting until it is ready.
func (r *replica) start() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.run()
}

// run is start for callers that hold the lock.
func (r *replica) run() error {
	r.starts++
	log, err := os.OpenFile(filepath.Join(r.dir, r.name+".log"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	defer log.Close()

	r.wanted.Store(false)
	r.running = exec.Command(r.binary, "serve")
	r.running.Env = r.env
	r.running.Stdout = log
	r.running.Stderr = log
	if err := r.running.Start(); err != nil {
		return fmt.Errorf("%s: %w", r.name, err)
	}
	r.ended = make(chan struct{})
	go r.supervise(r.running, r.ended)
	return nil
}

// supervise waits for the process to end, and restarts it if that was not intended, as an operator's supervisor
// does.
func (r *replica) supervise(cmd *exec.Cmd, ended chan struct{}) {
	_ = cmd.Wait() // how it ended does not matter, only whether it should have
	close(ended)
	if r.wanted.Load() {
		return
	}
	r.crashes.Add(1)
	time.Sleep(restartAfter)

	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.wanted.Load() && r.running == cmd {
		_ = r.run() // the report counts the starts
	}
}

// end sends a signal and waits until the process has ended.
func (r *replica) end(signal syscall.Signal) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.running == nil {
		return nil
	}
	r.wanted.Store(true)
	if err := r.running.Process.Signal(signal); err != nil && !errors.Is(err, os.ErrProcessDone) {
		return fmt.Errorf("%s: %w", r.name, err)
	}
	<-r.ended
	r.running = nil
	return nil
}

func (r *replica) pid() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.running == nil {
		return 0
	}
	return r.running.Process.Pid
}

// awaitReady waits until the replica reports that it can sell.
func (r *replica) awaitReady(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, startWithin)
	defer cancel()
	client := &http.Client{Timeout: readyTimeout}
	health := "http://" + r.address + "/health?ready=1"
	for {
		request, err := http.NewRequestWithContext(ctx, http.MethodGet, health, http.NoBody)
		if err != nil {
			return err
		}

		if resp, err := client.Do(request); err == nil {
			resp.Body.Close()
			if resp.StatusCode == http.StatusOK {
				return nil
			}
		}

		if !tick.Sleep(ctx, 200*time.Millisecond) {
			return fmt.Errorf("%s was not ready: see %s.log in the folder of the run", r.name, r.name)
		}
	}
}

// resident is the process's memory in bytes (VmRSS), or 0.
func (r *replica) resident() int64 {
	pid := r.pid()
	if pid == 0 {
		return 0
	}
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return 0
	}
	for line := range strings.Lines(string(text)) {
		fields := strings.Fields(line)
		if len(fields) == 3 && fields[0] == "VmRSS:" {
			kib, _ := strconv.ParseInt(fields[1], 10, 64)
			return kib << 10
		}
	}
	return 0
}

// metric is a value of /metrics without labels, or -1 if unavailable.
func (r *replica) metric(ctx context.Context, name string) float64 {
	ctx, cancel := context.WithTimeout(ctx, readyTimeout)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+r.metrics+"/metrics", http.NoBody)
	if err != nil {
		return -1
	}
	resp, err := http.DefaultClient.Do(request)
	if err != nil {
		return -1
	}
	defer resp.Body.Close()

	lines := bufio.NewScanner(resp.Body)
	for lines.Scan() {
		if value, ok := strings.CutPrefix(lines.Text(), name+" "); ok {
			n, err := strconv.ParseFloat(value, 64)
			if err != nil {
				return -1
			}
			return n
		}
	}
	return -1
}
