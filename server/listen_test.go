package server

import (
	"net"
	"os"
	"strings"
	"syscall"
	"testing"
)

func TestABusyPortNamesTheRemedy(t *testing.T) {
	t.Parallel()
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	addr := taken.Addr().String()

	for _, setting := range []string{"LISTEN_ADDR", "METRICS_ADDR"} {
		settings := map[string]string{"LISTEN_ADDR": "127.0.0.1:0"}
		settings[setting] = addr
		s := start(t, newKey(t), settings, (&scripted{}).with(false))
		err := s.server.Run(t.Context(), nil)
		if err == nil || !strings.Contains(err.Error(), addr) || !strings.Contains(err.Error(), setting+"=127.0.0.1:") {
			t.Errorf("%s: %v", setting, err)
		}
	}
}

func TestAnotherPortIsNamed(t *testing.T) {
	t.Parallel()
	for addr, want := range map[string]string{
		":8402":             "=:8403:",
		"127.0.0.1:20100":   "=127.0.0.1:20101:",
		"[::1]:8402":        "=[::1]:8403:",
		"127.0.0.1:65535":   "=127.0.0.1:8403:",
		"127.0.0.1:service": "=127.0.0.1:8403:",
	} {
		err := listenError("LISTEN_ADDR", addr, os.NewSyscallError("bind", syscall.EADDRINUSE))
		if !strings.Contains(err.Error(), "LISTEN_ADDR"+want) {
			t.Errorf("%s: %v", addr, err)
		}
	}
	if err := listenError("LISTEN_ADDR", ":80", syscall.EACCES); !strings.Contains(err.Error(), "above 1023") {
		t.Error(err)
	}
}
