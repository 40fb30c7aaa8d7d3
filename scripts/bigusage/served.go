//go:build unix

package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"time"
)

const token = "a-token-of-this-measurement-alone"

// served measures pages as a server gives them, over loopback.
func (m measuring) served(ctx context.Context, farebox, database string) error {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	address := listener.Addr().String()
	listener.Close() // for the server
	dir, err := os.MkdirTemp("", "bigusage")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir) // done with it

	server := exec.CommandContext(ctx, farebox, "serve")
	server.Cancel = func() error { return server.Process.Signal(syscall.SIGTERM) }
	server.Stderr = os.Stderr
	server.Env = append(os.Environ(),
		"LISTEN_ADDR="+address, "PUBLIC_BASE_URL=http://"+address, "DATABASE_URL="+database, "DATA_DIR="+dir,
		"PAY_TO_ADDRESS=0x209693Bc6afc0C5328bA36FaF03C514EF312287C", "ADMIN_TOKEN="+token, "LOG_LEVEL=error",
		"FACILITATOR_URL=http://"+address, "EVENT_RETENTION=0s")
	if err := server.Start(); err != nil {
		return err
	}
	defer server.Wait() // it was told to end
	defer server.Process.Signal(syscall.SIGTERM)

	if err := await(ctx, "http://"+address+"/usage/events?limit=1"); err != nil {
		return err
	}
	return m.eachPage(", from a server", 300, func(since int64) (int64, error) {
		return firstID(ctx, fmt.Sprintf("http://%s/usage/events?since_id=%d", address, since))
	})
}

// await returns when a server answers.
func await(ctx context.Context, url string) (err error) {
	for range 600 {
		if _, err = firstID(ctx, url); err == nil {
			return nil
		}
		time.Sleep(100 * time.Millisecond)
	}
	return err
}

// firstID is a page's first id, or 0 if the page is empty. It reads the page to its end.
func firstID(ctx context.Context, url string) (int64, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return 0, err
	}

	request.Header.Set("Authorization", "Bearer "+token)
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		return 0, err
	}

	defer answer.Body.Close() // it was read
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		return 0, err
	}
	if answer.StatusCode != http.StatusOK {
		return 0, fmt.Errorf("%s: %s", answer.Status, strings.TrimSpace(string(body[:min(len(body), 200)])))
	}

	// Nothing more is decoded, because that would be measured too.
	_, first, found := bytes.Cut(body, []byte(`"id":`))
	if !found {
		return 0, nil
	}

	number, _, _ := bytes.Cut(first, []byte(","))
	return strconv.ParseInt(strings.TrimSpace(string(number)), 10, 64)
}
