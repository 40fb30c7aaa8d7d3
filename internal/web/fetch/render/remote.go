package render

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/remote"
)

// dialRemote connects to a browser that runs elsewhere: ws:// or wss:// with the path of its DevTools endpoint, or
// http:// or https:// of the server that tells it (/json/version).
func dialRemote(ctx context.Context, address string) (chromedp.Transport, error) {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" {
		return nil, errors.New("the browser's address is not a URL")
	}
	if u.Scheme == "http" || u.Scheme == "https" {
		if u, err = askEndpoint(ctx, u); err != nil {
			return nil, err
		}
	}
	if u.Scheme != "ws" && u.Scheme != "wss" {
		return nil, errors.New("the browser's address must be of scheme ws, wss, http or https")
	}
	c, err := remote.DialContext(ctx, u.String())
	if err != nil {
		return nil, fmt.Errorf("connecting to the browser: %w", err)
	}
	return c, nil
}

// askEndpoint asks a DevTools server for the address of its browser. Against DNS rebinding it answers only requests
// by IP address, and its own address in the answer is the one it was called by.
func askEndpoint(ctx context.Context, server *url.URL) (*url.URL, error) {
	at := *server
	if at.Scheme == "http" && net.ParseIP(at.Hostname()) == nil && at.Hostname() != "localhost" {
		addrs, err := net.DefaultResolver.LookupHost(ctx, at.Hostname())
		if err != nil {
			return nil, fmt.Errorf("resolving the browser's host: %w", err)
		}
		at.Host = addrs[0]
		if port := server.Port(); port != "" {
			at.Host = net.JoinHostPort(addrs[0], port)
		}
	}

	req, err := http.NewRequestWithContext(ctx, http.MethodGet, at.JoinPath("/json/version").String(), nil)
	if err != nil {
		return nil, fmt.Errorf("asking the browser: %w", err)
	}

	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return nil, fmt.Errorf("asking the browser: %w", err)
	}

	defer resp.Body.Close()
	var version struct {
		Endpoint string `json:"webSocketDebuggerUrl"`
	}
	if err := json.NewDecoder(io.LimitReader(resp.Body, 1<<20)).Decode(&version); err != nil {
		return nil, fmt.Errorf("asking the browser: status %d: %w", resp.StatusCode, err)
	}

	endpoint, err := url.Parse(version.Endpoint)
	if err != nil || endpoint.Path == "" {
		return nil, errors.New("asking the browser: it does not say where it is driven from")
	}

	endpoint.Host = at.Host
	endpoint.Scheme = strings.Replace(at.Scheme, "http", "ws", 1)
	return endpoint, nil
}

// remoteProxy is the address by which a browser at browserURL reaches a proxy that listens at own. It is an error
// if none is configured and the browser is on another machine.
func remoteProxy(browserURL, given, own string) (string, error) {
	if given != "" {
		return given, nil
	}
	u, err := url.Parse(browserURL)
	if err != nil {
		return "", errors.New("the browser's address is not a URL")
	}
	if ip := net.ParseIP(u.Hostname()); u.Hostname() == "localhost" || ip != nil && ip.IsLoopback() {
		return own, nil
	}
	return "", errors.New("the browser runs on another machine and no address is set at which it reaches the guarding proxy")
}
