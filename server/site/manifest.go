package site

import (
	"fmt"
	"net"
	"net/url"
	"slices"
	"strings"

	"github.com/farebox/farebox/internal/jsontext"
	"github.com/farebox/farebox/server/discovery"
)

// manifestPath is the entry of the service in the MCP registry, ready to be published. The operator fetches it and
// hands it to the registry's publisher.
const manifestPath = discovery.MCPPath + "/server.json"

// manifestSchema is the registry's schema that the entry follows.
const manifestSchema = "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json"

type manifest struct {
	Schema      string           `json:"$schema"`
	Name        string           `json:"name"` // below the service's domain, reversed
	Title       string           `json:"title"`
	Description string           `json:"description"` // at most 100 characters
	Version     string           `json:"version"`
	WebsiteURL  string           `json:"websiteUrl"`
	Remotes     []manifestRemote `json:"remotes"`
}

type manifestRemote struct {
	Type string `json:"type"`
	URL  string `json:"url"`
}

// manifest is the entry. It names no package: farebox mcp, which pays for clients that cannot, is in no registry.
func (s *Site) manifest() ([]byte, error) {
	base, err := url.Parse(s.service.PublicBaseURL)
	if err != nil {
		return nil, fmt.Errorf("site: public base URL: %w", err)
	}

	low, high, paid := discovery.PriceRange(s.spec.Operations)
	description := fmt.Sprintf("%d data and compute tools for agents, $%s to $%s a call in USDC (x402), no account.",
		paid, low, high)

	return jsontext.Marshal(manifest{
		Schema:      manifestSchema,
		Name:        reversed(base.Hostname()) + "/" + plainName(s.service.Name),
		Title:       oneLine(s.service.Name),
		Description: description,
		Version:     semantic(s.service.Version),
		WebsiteURL:  s.service.PublicBaseURL,
		Remotes: []manifestRemote{{
			Type: "streamable-http",
			URL:  s.service.PublicBaseURL + discovery.MCPPath,
		}},
	})
}

// reversed is a domain as namespaces write it: com.example.api for api.example.com. Addresses stay as they are.
func reversed(host string) string {
	if net.ParseIP(host) != nil {
		return strings.ReplaceAll(host, ":", "-")
	}
	labels := strings.Split(host, ".")
	slices.Reverse(labels)
	return strings.Join(labels, ".")
}

// plainName is a name of letters, digits and dashes.
func plainName(name string) string {
	plain := strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' {
			return r
		}
		return '-'
	}, strings.ToLower(name))
	if plain = strings.Trim(plain, "-"); plain == "" {
		return "service"
	}
	return plain
}

// semantic is a version with its three numbers: 1.0.0 for 1.0.
func semantic(version string) string {
	for strings.Count(version, ".") < 2 {
		version += ".0"
	}
	return version
}
