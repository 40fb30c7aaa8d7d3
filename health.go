package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/farebox/farebox/server"
)

// healthCmd asks a running service how it is: a health check for containers, in which there is no other client. The
// process ends with 0 when the service is well, and with 1 when it is not.
type healthCmd struct {
	URL     string        `help:"Origin of the service. Default: what LISTEN_ADDR says, on this machine."`
	Ready   bool          `help:"Also fail while the service cannot sell: its ledger or facilitator does not answer."`
	Timeout time.Duration `default:"5s" help:"How long to wait for the answer."`
}

// maxHealth bounds what is read of an answer, in bytes.
const maxHealth = 1 << 20

// Run asks, and prints what came of it.
func (h healthCmd) Run(ctx context.Context) error {
	address, err := h.address(environment())
	if err != nil {
		return err
	}
	state, err := h.ask(ctx, address)
	if err != nil {
		return err
	}
	fmt.Println(state)
	return nil
}

// address is the URL to ask.
func (h healthCmd) address(environment map[string]string) (string, error) {
	base := h.URL
	if base == "" {
		// The other settings are the service's to judge.
		c, err := server.ConfigFrom(map[string]string{"LISTEN_ADDR": environment["LISTEN_ADDR"]})
		if err != nil {
			return "", err
		}
		base = "http://" + reachable(c.Listen)
	}

	u, err := url.Parse(base)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return "", errors.New("--url must be the origin of the service, such as http://127.0.0.1:8402")
	}
	u = u.JoinPath("health")
	if h.Ready {
		u.RawQuery = "ready=true"
	}
	return u.String(), nil
}

// ask is the state of the service in one line, or why it is not well.
func (h healthCmd) ask(ctx context.Context, address string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, h.Timeout)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return "", err
	}

	client := http.Client{
		Transport: &http.Transport{DisableKeepAlives: true}, // no proxy: the service is near
		CheckRedirect: func(*http.Request, []*http.Request) error {
			return http.ErrUseLastResponse
		},
	}
	response, err := client.Do(request)
	if err != nil {
		return "", err
	}
	defer response.Body.Close()
	body, err := io.ReadAll(io.LimitReader(response.Body, maxHealth))
	if err != nil {
		return "", err
	}
	return verdict(response.StatusCode, body)
}

// verdict reads the answer of /health.
func verdict(status int, body []byte) (string, error) {
	var answer struct {
		Status   json.RawMessage // a word, or the number of a problem document
		Version  string
		Detail   string
		Problems []struct{ Name, Detail string }
	}
	readable := json.Unmarshal(body, &answer) == nil
	if status != http.StatusOK {
		return "", fmt.Errorf("the service answered %d: %s", status, cmp.Or(answer.Detail, http.StatusText(status)))
	}

	state := strings.Trim(string(answer.Status), `"`)
	if !readable || state != "ok" && state != "degraded" {
		return "", errors.New("the answer is not that of /health: another program listens there")
	}
	line := fmt.Sprintf("%s (version %s)", state, answer.Version)
	for _, p := range answer.Problems {
		line += "\n  " + p.Name + ": " + p.Detail
	}
	return line, nil
}
