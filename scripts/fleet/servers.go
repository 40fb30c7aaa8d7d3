package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"sync"
	"time"
)

// redis is the script's own Redis server.
type redis struct {
	url     string
	address string
	dir     string
	mu      sync.Mutex
	running *exec.Cmd
}

// newRedis starts one. It returns nil without an error if there is no redis-server.
func newRedis(ctx context.Context, dir string) (*redis, error) {
	if _, err := exec.LookPath("redis-server"); err != nil {
		fmt.Fprintln(os.Stderr, "fleet: no redis-server in PATH: the replicas share no cache")
		return nil, nil
	}
	address, err := freeAddress()
	if err != nil {
		return nil, err
	}
	r := &redis{
		url:     "redis://" + address,
		address: address,
		dir:     dir,
	}
	return r, r.start(ctx)
}

// start runs the server, empty.
func (r *redis) start(ctx context.Context) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	_, port, err := net.SplitHostPort(r.address)
	if err != nil {
		return err
	}

	r.running = exec.Command("redis-server", "--bind", "127.0.0.1", "--port", port,
		"--save", "", "--appendonly", "no", "--dir", r.dir)
	if err := r.running.Start(); err != nil {
		return fmt.Errorf("redis-server: %w", err)
	}

	for range 100 {
		var dialer net.Dialer
		if conn, err := dialer.DialContext(ctx, "tcp", r.address); err == nil {
			return conn.Close()
		}
		time.Sleep(50 * time.Millisecond)
	}

	return errors.New("redis-server takes no connections")
}

// stop ends the server.
func (r *redis) stop() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.running == nil {
		return
	}
	_ = r.running.Process.Kill() // it may have ended
	_ = r.running.Wait()
	r.running = nil
}

// postgres is the server of DATABASE_URL if scripts/with-postgres.sh has started it: the program in
// POSTGRES_CONTROL stops and starts it.
type postgres struct{ control string }

func (p postgres) away(ctx context.Context, how string, wait time.Duration) error {
	if err := p.run(ctx, "stop", how); err != nil {
		return err
	}
	time.Sleep(wait)
	return p.run(ctx, "start")
}

func (p postgres) run(ctx context.Context, args ...string) error {
	out, err := exec.CommandContext(ctx, p.control, args...).CombinedOutput()
	if err != nil {
		return fmt.Errorf("%s %v: %w: %s", p.control, args, err, out)
	}
	return nil
}
