package rdap

import (
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"net/url"
	"strings"
)

//go:embed servers.tsv
var shippedServers string

// table has the base URL of the RDAP server by suffix ("com"), each ending in a slash.
type table struct {
	servers map[string]*url.URL
	boot    map[string]bool // of a shipped table: those that are in IANA's registry, which then knows better
}

// find gives the server of the longest suffix of name that has one. listed leaves out what IANA's registry would know.
func (t *table) find(name string, listed bool) *url.URL {
	for suffix := name; suffix != ""; _, suffix, _ = strings.Cut(suffix, ".") {
		if base := t.servers[suffix]; base != nil && !(listed && t.boot[suffix]) {
			return base
		}
	}
	return nil
}

func readShipped() (*table, error) {
	t := &table{servers: map[string]*url.URL{}, boot: map[string]bool{}}
	for line := range strings.Lines(shippedServers) {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}

		fields := strings.Split(line, "\t")
		if len(fields) != 3 {
			return nil, fmt.Errorf("shipped RDAP servers: %q", line)
		}
		base, err := parseServer(fields[2])
		if err != nil {
			return nil, fmt.Errorf("shipped RDAP server of %s: %w", fields[1], err)
		}
		t.servers[fields[1]] = base
		t.boot[fields[1]] = fields[0] == "boot"
	}
	return t, nil
}

// parseBootstrap reads IANA's file: services is a list of pairs, the suffixes and the base URLs that serve them (RFC 9224,
// section 3). https is preferred, as section 3 asks.
func parseBootstrap(dir fs.FS) (*table, error) {
	raw, err := fs.ReadFile(dir, "dns.json")
	if err != nil {
		return nil, err
	}

	var file struct {
		Services [][][]string `json:"services"`
	}
	if err := json.Unmarshal(raw, &file); err != nil {
		return nil, fmt.Errorf("registry of RDAP servers: %w", err)
	}

	t := &table{servers: map[string]*url.URL{}}
	for _, service := range file.Services {
		if len(service) < 2 {
			return nil, errors.New("registry of RDAP servers: a service that is not a pair")
		}
		var best *url.URL
		for _, raw := range service[1] {
			if base, err := parseServer(raw); err == nil && (best == nil || best.Scheme == "http" && base.Scheme == "https") {
				best = base
			}
		}
		for _, suffix := range service[0] {
			if best != nil {
				t.servers[strings.ToLower(strings.Trim(suffix, "."))] = best
			}
		}
	}

	return t, nil
}

func parseServer(raw string) (*url.URL, error) {
	u, err := url.Parse(raw)
	if err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Hostname() == "" || u.User != nil || u.RawQuery != "" || u.Fragment != "" || strings.Contains(u.Path, "{") {
		return nil, errors.New("not the base URL of a server")
	}
	u.Host = strings.ToLower(u.Host)
	if name := u.Hostname(); !strings.Contains(name, ".") || net.ParseIP(name) != nil { // no registry, and perhaps a machine of ours
		return nil, errors.New("not the public name of a server")
	}
	if !strings.HasSuffix(u.Path, "/") {
		u.Path += "/"
	}
	return u, nil
}
