// Package depsdev reads versions and licences of packages from deps.dev (Google Open Source Insights), API v3.
package depsdev

import (
	"context"
	"net/http"
	"time"

	"github.com/farebox/farebox/internal/upstream"
)

// Provider is the public API, which needs no key.
var Provider = upstream.Provider{
	Name:        "deps-dev",
	BaseURL:     "https://api.deps.dev",
	Docs:        "https://docs.deps.dev/api/v3/",
	Attribution: "deps.dev, Google Open Source Insights",
	Terms:       "https://policies.google.com/terms (data CC BY 4.0)",
	Checked:     "recorded 2026-10",
	TTL:         6 * time.Hour,
	StaleFor:    48 * time.Hour,
}

// Client calls the API.
type Client struct{ c *upstream.Client }

// New makes a client.
func New(pool *upstream.Pool) *Client { return &Client{pool.ProbedClient(Provider, probe)} }

// probe asks for an old release of lodash.
func probe(ctx context.Context, u *upstream.Client) error {
	version, err := (&Client{u}).Version(ctx, "npm", "lodash", "4.17.20")
	return upstream.Fact(err, "licenses", "[MIT]", func() any { return version.Licenses })
}

// VersionKey names a version.
type VersionKey struct {
	Version string `json:"version" contract:"key" asked:"/v3/systems/{}/packages/{}/versions/{}"`
}

// Package is a package with all its versions.
type Package struct {
	PackageKey struct {
		Name string `json:"name" asked:"/v3/systems/{}/packages/{}"` // in the ecosystem's canonical form
	} `json:"packageKey"`
	Versions []Release `json:"versions"`
}

// Release is one version in the list of a package. Flags are written when they are false too.
type Release struct {
	VersionKey   VersionKey `json:"versionKey" contract:"key"`
	PublishedAt  string     `json:"publishedAt,omitempty"` // RFC 3339; empty or absent for some
	IsDefault    bool       `json:"isDefault"`
	IsDeprecated bool       `json:"isDeprecated"`
}

// Version is one version in full.
type Version struct {
	Licenses      []string `json:"licenses"` // SPDX expressions, "non-standard" if it is not one; may repeat
	ProjectStatus string   `json:"projectStatus,omitempty"`
}

// Package lists the versions of a package; system is npm, pypi, cargo, go, maven, nuget or rubygems.
func (c *Client) Package(ctx context.Context, system, name string) (*Package, error) {
	var p Package
	_, err := noRecord(c.c.Get("/v3/systems/{}/packages/{}", system, name)).JSON(ctx, &p)
	if err != nil {
		return nil, err
	}
	return &p, nil
}

// Version is one version of a package.
func (c *Client) Version(ctx context.Context, system, name, version string) (*Version, error) {
	var v Version
	_, err := noRecord(c.c.Get("/v3/systems/{}/packages/{}/versions/{}", system, name, version)).JSON(ctx, &v)
	if err != nil {
		return nil, err
	}
	return &v, nil
}

// noRecord says how deps.dev tells that it has no such package or version: "package not found".
func noRecord(r *upstream.Request) *upstream.Request {
	return r.NoRecord(http.StatusNotFound, upstream.Says("not found"))
}
