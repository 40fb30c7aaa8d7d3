package upstream

import (
	"bytes"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/farebox/farebox/internal/await"
)

// redisServer is a Redis or Valkey of the test's own, on a socket in its folder.
type redisServer struct {
	t       *testing.T
	binary  string
	socket  string
	args    []string
	process *exec.Cmd
}

// startRedis skips where no server is installed; CI installs one.
func startRedis(t *testing.T, args ...string) *redisServer {
	t.Helper()
	binary, err := exec.LookPath("redis-server")
	if err != nil {
		if binary, err = exec.LookPath("valkey-server"); err != nil {
			t.Skip("neither redis-server nor valkey-server is installed")
		}
	}
	dir, err := os.MkdirTemp("", "fbx") // a socket's name has room for about 100 characters
	if err != nil {
		t.Fatal(err)
	}
	s := &redisServer{
		t:      t,
		binary: binary,
		socket: filepath.Join(dir, "s"),
		args:   args,
	}
	t.Cleanup(func() {
		s.kill()
		_ = os.RemoveAll(dir)
	})
	s.start()
	return s
}

func (s *redisServer) start() {
	s.t.Helper()
	args := append([]string{
		"--port", "0",
		"--unixsocket", s.socket,
		"--save", "",
		"--appendonly", "no",
		"--dir", filepath.Dir(s.socket),
	}, s.args...)
	var said bytes.Buffer
	s.process = exec.Command(s.binary, args...)
	s.process.Stdout = &said
	if err := s.process.Start(); err != nil {
		s.t.Fatal(err)
	}
	await.Until(s.t, "redis-server", func() bool {
		conn, err := net.Dial("unix", s.socket)
		if err == nil {
			_ = conn.Close()
		}
		return err == nil
	})
}

// kill ends the server at once, with all that it holds.
func (s *redisServer) kill() {
	if s.process == nil {
		return
	}
	_ = s.process.Process.Kill()
	_ = s.process.Wait()
	s.process = nil
}

// freeze lets the server accept connections and say nothing more.
func (s *redisServer) freeze() { _ = s.process.Process.Signal(syscall.SIGSTOP) }

// cache connects to the server as one replica does.
func (s *redisServer) cache() *RedisCache {
	s.t.Helper()
	return connect(s.t, "unix://"+s.socket)
}

func connect(t *testing.T, url string) *RedisCache {
	t.Helper()
	c, err := NewRedisCache(url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close() })
	return c
}

func plainName(key string) string { return key }

// replica makes the client of one process of a fleet on the cache.
func replica(t *testing.T, cache *RedisCache, p Provider, address string) *Client {
	t.Helper()
	if p.Name == "" {
		p.Name = "alpha"
	}
	p.BaseURL = "http://a.test/v1"
	pool := NewPool(Options{
		Shared:    cache,
		Fleet:     cache.Fleet(plainName),
		Transport: hosts(t, map[string]string{"a.test": address}),
	})
	pool.link.wait = 30 * time.Second // a loaded machine is no slow cache
	pool.link.late = 30 * time.Second
	c := pool.Client(p)
	if err := pool.Err(); err != nil {
		t.Fatal(err)
	}
	return c
}

// hurried gives the cache no more time than in earnest.
func (c *Client) hurried() *Client {
	c.pool.link.wait = sharedWait
	c.pool.link.late = sharedSlow
	return c
}

// slowly is a way to the server on which every answer takes its time.
func (s *redisServer) slowly(delay *atomic.Int64) string {
	s.t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		s.t.Fatal(err)
	}
	s.t.Cleanup(func() { _ = listener.Close() })
	go s.relayAll(listener, delay)
	return "redis://" + listener.Addr().String()
}

func (s *redisServer) relayAll(listener net.Listener, delay *atomic.Int64) {
	for {
		ours, err := listener.Accept()
		if err != nil {
			return
		}
		go s.relay(ours, delay)
	}
}

func (s *redisServer) relay(ours net.Conn, delay *atomic.Int64) {
	defer ours.Close()
	theirs, err := net.Dial("unix", s.socket)
	if err != nil {
		return
	}
	defer theirs.Close()
	go func() { _, _ = io.Copy(theirs, ours) }()

	buffer := make([]byte, 64<<10)
	for {
		n, err := theirs.Read(buffer)
		if err != nil {
			return
		}
		time.Sleep(time.Duration(delay.Load()))
		if _, err := ours.Write(buffer[:n]); err != nil {
			return
		}
	}
}
